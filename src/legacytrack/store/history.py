"""The history: a line a change, beside the world file, from which the world can be told again."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.change import carry_out
from legacytrack.store.entries import Entry, entry_in, line_of
from legacytrack.store.world_file import cannot_write, sync_folder

_LONG = 100_000  # bytes: some hundred changes


def _tail(path: Path) -> tuple[int, bytes]:
    """Read the last whole line without the rest: where it begins, and its bytes; none: (0, b"")."""
    with path.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        size = 4096
        while True:
            start = max(end - size, 0)
            file.seek(start)
            lines = file.read(end - start).split(b"\n")
            # The first piece may be the rest of a line, unless the file begins there.
            at = end
            for number, line in reversed(list(enumerate(lines))):
                at -= len(line)
                if (number or start == 0) and line.strip() and entry_in(line):
                    return at, line
                at -= 1
            if start == 0:
                return 0, b""
            size *= 4


def last(path: Path) -> Entry | None:
    """Read the last whole line of a history without reading the rest; None where there is none."""
    try:
        _, line = _tail(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise cannot_write(path, error) from error
    return entry_in(line) if line else None


def first(path: Path) -> Entry | None:
    """Read the first line that can be read; None where there is none."""
    try:
        with path.open("rb") as file:
            return next(filter(None, map(entry_in, file)), None)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise cannot_write(path, error) from error


def stamp(path: Path) -> tuple[int, int, int] | None:
    """What changes when anybody writes to a history: file, size and time; None where it is not."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def is_long_and_whole(path: Path) -> bool:
    """Tell whether a long history can be trusted without reading it all at every record.

    Its last line then begins where it began when it was written: no line before it is missing. A
    short one is better told again from its beginning.
    """
    import json

    at, line = _tail(path)
    return at > _LONG and bool(json.loads(line).get("at") == at)


class Telling(NamedTuple):
    """A history as it can be read: its entries, and a finding for every line that cannot."""

    entries: tuple[Entry, ...]
    damaged: tuple[Finding, ...]


def read(path: Path) -> Telling:
    """Read a whole history; a torn last line (a crash while it was written) is passed over."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return Telling((), ())
    except OSError as error:
        raise cannot_write(path, error) from error
    return told(text, path.name)


@lru_cache(1)
def told(text: bytes, name: str = "") -> Telling:
    """Read a whole history from the bytes of its file.

    Args:
        text: the bytes.
        name: the name of the file, for the findings.
    """
    lines = text.split(b"\n")
    entries, damaged = [], []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        entry = entry_in(line)
        if entry:
            entries.append(entry)
        elif number < len(lines):
            damaged.append(
                Finding(
                    "history-damaged",
                    f"{name}: line {number}",
                    f"Line {number} of {name} cannot be read.",
                    "make it again: legacytrack check --repair; the world file itself is whole",
                )
            )
    return Telling(tuple(entries), tuple(damaged))


def fold(entries: Iterable[Entry]) -> dict[str, Any]:
    """Tell the world again from the history; no rule takes part."""
    data: dict[str, Any] = {}
    for entry in entries:
        data = carry_out({} if entry.fresh else data, entry.edits)
    return data


def live(entries: Sequence[Entry]) -> tuple[list[int], list[tuple[int, ...]]]:
    """List the numbers of the changes in force, oldest first, and what can be done again.

    Args:
        entries: the whole history.
    """
    done: list[int] = []
    undone: list[tuple[int, ...]] = []
    for entry in entries:
        if entry.fresh:
            done, undone = [], []
        elif entry.undoes:
            done = [number for number in done if number not in entry.undoes]
            undone.append(entry.undoes)
        elif entry.redoes:
            done = sorted([*done, *entry.redoes])
            if undone:
                undone.pop()
        else:
            done.append(entry.number)
            undone = []
    return done, undone


def append(path: Path, entries: Sequence[Entry]) -> int:
    """Add lines to a history and flush them to the disk.

    Args:
        path: the history; it is made when there is none.
        entries: the lines.

    Returns:
        The length of the file before, for `cut`.

    Raises:
        FileError: it cannot be written; the history is as it was.
    """
    try:
        new = not path.exists()
        # Unbuffered: after a full disk nothing may wait in a buffer for the closing of the file.
        with path.open("ab+", buffering=0) as file:
            length = _mend(file)
            text = bytearray()
            for entry in entries:
                text += line_of(entry, at=length + len(text))
            try:
                while text:
                    del text[: file.write(text)]
                os.fsync(file.fileno())
            except BaseException:
                file.truncate(length)
                if new:
                    path.unlink(missing_ok=True)
                raise
        if new:
            sync_folder(path.parent)
    except OSError as error:
        raise cannot_write(path, error) from error
    return length


def _mend(file: Any) -> int:
    """Take off a last line that a crash tore, and return the length of what is left."""
    length = int(file.seek(0, os.SEEK_END))
    if not length:
        return 0
    file.seek(length - 1)
    if file.read(1) == b"\n":
        return length
    file.seek(0)
    text = file.read()
    torn = text.rpartition(b"\n")[2]
    if entry_in(torn):
        file.write(b"\n")
        return length + 1
    file.truncate(length - len(torn))
    return length - len(torn)


def text_of(entries: Iterable[Entry]) -> bytes:
    """Write a whole history as the bytes of a file.

    Args:
        entries: the lines.
    """
    text = bytearray()
    for entry in entries:
        text += line_of(entry, at=len(text))
    return bytes(text)


def cut(path: Path, length: int) -> None:
    """Take back an `append` whose world could not be written."""
    try:
        if length:
            with path.open("r+b") as file:
                file.truncate(length)
                os.fsync(file.fileno())
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise cannot_write(path, error) from error


def changes_of(entries: Iterable[Entry], numbers: Iterable[int]) -> Iterator[Entry]:
    """Pick the entries with some numbers, in the order of the numbers."""
    known = {entry.number: entry for entry in entries}
    yield from (known[number] for number in numbers if number in known)
