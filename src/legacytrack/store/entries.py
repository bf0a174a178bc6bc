"""One line of the history: what it holds, and how it stands in the file."""

from __future__ import annotations

import datetime
from math import isfinite
from typing import Any, NamedTuple

from legacytrack.model.change import Edit, Tree, dotted, undotted
from legacytrack.store.hunks import Hunk


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


def to_json(value: Any) -> Any:
    """Write a value for JSON, tagging the dates and numbers that TOML has and JSON has not."""
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return {"toml": type(value).__name__, "is": value.isoformat()}
    if isinstance(value, float) and not isfinite(value):
        return {"toml": "float", "is": str(value)}
    if isinstance(value, float):
        return value + 0.0  # minus nought is nought
    if isinstance(value, list):
        return [to_json(part) for part in value]
    if isinstance(value, dict):
        return {"toml": "table", "is": {key: to_json(part) for key, part in value.items()}}
    return value


def from_json(value: Any) -> Any:
    """Read a value that `to_json` wrote."""
    if isinstance(value, list):
        return [from_json(part) for part in value]
    if isinstance(value, dict):
        kind, text = value["toml"], value["is"]
        if kind == "table":
            return {key: from_json(part) for key, part in text.items()}
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

    text = json.dumps(to_json(data), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def identity(first: Entry) -> str:
    """What tells a campaign from all others: when and from what its history began.

    Args:
        first: the first line of the history.
    """
    import hashlib

    return hashlib.sha256(f"{first.time} {first.after}".encode()).hexdigest()[:12]


def line_of(entry: Entry, *, at: int = 0) -> bytes:
    """Write an entry as a line of the file.

    Args:
        entry: the entry.
        at: where the line begins in the file, in bytes.
    """
    import json

    data: dict[str, Any] = {"n": entry.number, "time": entry.time}
    if entry.game is not None:
        data["game"] = entry.game
    data |= {"command": entry.command, "said": entry.said}
    if entry.fresh:
        data["fresh"] = True
    data["edits"] = [[dotted(path), to_json(old), to_json(new)] for path, old, new in entry.edits]
    if entry.undoes:
        data["undoes"] = entry.undoes
    if entry.redoes:
        data["redoes"] = entry.redoes
    if entry.waived:
        data["waived"] = [waived._asdict() for waived in entry.waived]
    data |= {"before": entry.before, "after": entry.after, "at": at}
    if entry.hunk:
        data["text"] = entry.hunk._asdict()
    return json.dumps(data, ensure_ascii=False).encode("utf-8") + b"\n"


def _parsed(line: bytes) -> Entry:
    import json

    data = json.loads(line)
    text = data.get("text")
    return Entry(
        number=int(data["n"]),
        time=str(data["time"]),
        command=str(data["command"]),
        said=str(data["said"]),
        edits=tuple(
            Edit(undotted(path), from_json(old), from_json(new)) for path, old, new in data["edits"]
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


def entry_in(line: bytes) -> Entry | None:
    """Read an entry from a line of the file; None when it is damaged."""
    try:
        return _parsed(line)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        return None
