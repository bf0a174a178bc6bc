"""The history: a line a change, beside the world file, from which the world can be told again."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.change import Edit, Tree, carry_out, dotted, undotted
from legacytrack.store.hunks import Hunk
from legacytrack.store.world_file import cannot_write, sync_folder


class Waived(NamedTuple):
    """A law that a record broke with leave, and why."""

    rule: str
    where: str
    what: str
    why: str


class Entry(NamedTuple):
    """One line of the history.

    Args:
        number: counted from 1 through the whole history.
        time: when, in UTC, ISO form.
        command: what was typed.
        said: what happened, in a sentence.
        edits: what changed in the world.
        before: digest of the world before.
        after: digest of the world after.
        game: number of the game it belongs to, if known.
        undoes: numbers of the changes that it takes back.
        redoes: numbers of the changes that it does again.
        waived: laws that were broken with leave.
        fresh: the telling begins anew here, from an empty world.
        hunk: the lines of the file that changed, if they are known.
    """

    number: int
    time: str
    command: str
    said: str
    edits: tuple[Edit, ...]
    before: str
    after: str
    game: int | None = None
    undoes: tuple[int, ...] = ()
    redoes: tuple[int, ...] = ()
    waived: tuple[Waived, ...] = ()
    fresh: bool = False
    hunk: Hunk | None = None


def _to_json(value: Any) -> Any:
    """Tag the dates and numbers that TOML has and JSON has not."""
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return {"toml": type(value).__name__, "is": value.isoformat()}
    if isinstance(value, float) and not isfinite(value):
        return {"toml": "float", "is": str(value)}
    if isinstance(value, list):
        return [_to_json(part) for part in value]
    if isinstance(value, dict):
        return {"toml": "table", "is": {key: _to_json(part) for key, part in value.items()}}
    return value


def _from_json(value: Any) -> Any:
    if isinstance(value, list):
        return [_from_json(part) for part in value]
    if isinstance(value, dict):
        kind, text = value["toml"], value["is"]
        if kind == "table":
            return {key: _from_json(part) for key, part in text.items()}
        if kind == "float":
            return float(text)
        return getattr(datetime, kind).fromisoformat(text)
    return value


def digest(data: Tree) -> str:
    """Digest a world, whatever the order and the looks of its file.

    Args:
        data: the tree without empty tables.
    """
    import hashlib
    import json

    text = json.dumps(_to_json(data), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _line(entry: Entry) -> bytes:
    import json

    data: dict[str, Any] = {"n": entry.number, "time": entry.time}
    if entry.game is not None:
        data["game"] = entry.game
    data |= {"command": entry.command, "said": entry.said}
    if entry.fresh:
        data["fresh"] = True
    data["edits"] = [[dotted(path), _to_json(old), _to_json(new)] for path, old, new in entry.edits]
    if entry.undoes:
        data["undoes"] = entry.undoes
    if entry.redoes:
        data["redoes"] = entry.redoes
    if entry.waived:
        data["waived"] = [waived._asdict() for waived in entry.waived]
    data |= {"before": entry.before, "after": entry.after}
    if entry.hunk:
        data["text"] = entry.hunk._asdict()
    return json.dumps(data, ensure_ascii=False).encode("utf-8") + b"\n"


def _entry(line: bytes) -> Entry:
    import json

    data = json.loads(line)
    text = data.get("text")
    return Entry(
        number=int(data["n"]),
        time=str(data["time"]),
        command=str(data["command"]),
        said=str(data["said"]),
        edits=tuple(
            Edit(undotted(path), _from_json(old), _from_json(new))
            for path, old, new in data["edits"]
        ),
        before=str(data["before"]),
        after=str(data["after"]),
        game=data.get("game"),
        undoes=tuple(data.get("undoes", ())),
        redoes=tuple(data.get("redoes", ())),
        waived=tuple(Waived(**waived) for waived in data.get("waived", ())),
        fresh=bool(data.get("fresh")),
        hunk=Hunk(text["at"], tuple(text["old"]), tuple(text["new"]), text["before"], text["after"])
        if text
        else None,
    )


def _readable(line: bytes) -> Entry | None:
    try:
        return _entry(line)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        return None


def last(path: Path) -> Entry | None:
    """Read the last whole line of a history without reading the rest; None where there is none."""
    try:
        with path.open("rb") as file:
            end = file.seek(0, os.SEEK_END)
            size = 4096
            while True:
                start = max(end - size, 0)
                file.seek(start)
                lines = file.read(end - start).split(b"\n")
                # The first piece may be the rest of a line, unless the file begins there.
                for line in reversed(lines if start == 0 else lines[1:]):
                    entry = _readable(line) if line.strip() else None
                    if entry:
                        return entry
                if start == 0:
                    return None
                size *= 4
    except FileNotFoundError:
        return None
    except OSError as error:
        raise cannot_write(path, error) from error


class Telling(NamedTuple):
    """A history as it can be read: its entries, and a finding for every line that cannot."""

    entries: tuple[Entry, ...]
    damaged: tuple[Finding, ...]


def read(path: Path) -> Telling:
    """Read a whole history; a torn last line (a crash while it was written) is passed over."""
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return Telling((), ())
    except OSError as error:
        raise cannot_write(path, error) from error
    entries, damaged = [], []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        entry = _readable(line)
        if entry:
            entries.append(entry)
        elif number < len(lines):
            damaged.append(
                Finding(
                    "history-damaged",
                    f"{path.name}: line {number}",
                    f"Line {number} of {path.name} cannot be read.",
                    "bring the line back from a copy; the world file itself is whole",
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
    text = b"".join(map(_line, entries))
    try:
        new = not path.exists()
        # Unbuffered: after a full disk nothing may wait in a buffer for the closing of the file.
        with path.open("ab+", buffering=0) as file:
            length = _mend(file)
            try:
                while text:
                    text = text[file.write(text) :]
                os.fsync(file.fileno())
            except BaseException:
                file.truncate(length)
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
    if _readable(torn):
        file.write(b"\n")
        return length + 1
    file.truncate(length - len(torn))
    return length - len(torn)


def cut(path: Path, length: int) -> None:
    """Take back an `append` whose world could not be written."""
    if length:
        with path.open("r+b") as file:
            file.truncate(length)
            os.fsync(file.fileno())
    else:
        path.unlink(missing_ok=True)


def changes_of(entries: Iterable[Entry], numbers: Iterable[int]) -> Iterator[Entry]:
    """Pick the entries with some numbers, in the order of the numbers."""
    known = {entry.number: entry for entry in entries}
    yield from (known[number] for number in numbers if number in known)
