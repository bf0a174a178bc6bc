"""The lines of a file that a change replaced: with them undo gives back every byte."""

from __future__ import annotations

from typing import NamedTuple


class Hunk(NamedTuple):
    """The lines of the world file that a change replaced, so that undo gives back every byte.

    Args:
        at: how many lines stand before them.
        old: the lines before.
        new: the lines after.
        before: digest of the whole text before.
        after: digest of the whole text after.
    """

    at: int
    old: tuple[str, ...]
    new: tuple[str, ...]
    before: str
    after: str


def text_digest(text: bytes) -> str:
    """Digest the bytes of a file."""
    import hashlib

    return hashlib.sha256(text).hexdigest()[:16]


def hunk(old: bytes, new: bytes) -> Hunk:
    """Find the lines that differ between two texts."""
    before, after = _lines(old), _lines(new)
    head = 0
    while head < min(len(before), len(after)) and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < min(len(before), len(after)) - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    return Hunk(
        head,
        tuple(before[head : len(before) - tail]),
        tuple(after[head : len(after) - tail]),
        text_digest(old),
        text_digest(new),
    )


def _lines(text: bytes) -> list[str]:
    return text.decode("utf-8").split("\n")


def patched(text: bytes, change: Hunk, *, back: bool) -> bytes | None:
    """Carry out a hunk on the very text it was made for, or take it back; None on another text."""
    if text_digest(text) != (change.after if back else change.before):
        return None
    old, new = (change.new, change.old) if back else (change.old, change.new)
    lines = _lines(text)
    lines[change.at : change.at + len(old)] = new
    return "\n".join(lines).encode("utf-8")
