"""A whole campaign as one JSON document: the world, and the history from which it can be told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from legacytrack.errors import FileError, Finding
from legacytrack.model.change import Tree, same, without_empty_tables
from legacytrack.model.schema import CAMPAIGN, CAMPAIGN_VERSION, TAG
from legacytrack.store import history
from legacytrack.store.entries import Entry, digest, entry_in, from_json, line_of, to_json
from legacytrack.store.world_file import cannot_read

_MOMENTS = ("date", "datetime", "time")
_FIX = "export it again: legacytrack export json"


class Kept(NamedTuple):
    """A campaign out of a document: the tree of its world file, and its history."""

    data: dict[str, Any]
    entries: tuple[Entry, ...]


def document(data: Tree, entries: Iterable[Entry]) -> dict[str, Any]:
    """Put a campaign into one document.

    Args:
        data: the tree of the world file.
        entries: the history; it leads to the world.
    """
    return {CAMPAIGN: CAMPAIGN_VERSION, "world": _plain(data), "history": [*map(_line, entries)]}


def _line(entry: Entry) -> Any:
    import json

    # The lines of the file and where they stood belong to the files that they came from.
    data = json.loads(line_of(entry._replace(hunk=None)))
    del data["at"]
    return data


def _plain(value: Any) -> Any:
    """Write tables as they are, and tag what JSON has not."""
    if isinstance(value, Mapping):
        body = {key: _plain(part) for key, part in value.items()}
        return {TAG: "table", "is": body} if TAG in body else body
    if isinstance(value, list):
        return [*map(_plain, value)]
    tagged = to_json(value)
    return {TAG: tagged["toml"], "is": tagged["is"]} if isinstance(tagged, dict) else tagged


def text_of(document: Mapping[str, Any]) -> str:
    """Write a document so that it is well compared: a change of the history is one line.

    Args:
        document: from `document`.
    """
    import json

    head = {key: value for key, value in document.items() if key != "history"}
    lines = ",\n    ".join(map(json.dumps, document["history"]))
    return f'{json.dumps(head, indent=2)[:-2]},\n  "history": [\n    {lines}\n  ]\n}}\n'


def read(path: Path) -> Kept:
    """Read a campaign from a file with its document.

    Args:
        path: the file.

    Raises:
        FileError: it cannot be read, is no campaign, is of a newer version, or its history does
            not lead to its world.
    """
    import json

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is no number of JSON")

    try:
        found = json.loads(path.read_bytes().decode("utf-8-sig"), parse_constant=refuse)
        if isinstance(found, dict) and found.get("command") == "export json":
            found = found.get("data")  # as --json wraps it
        return _kept(found, path)
    except OSError as error:
        raise cannot_read(path, error) from error
    except (ValueError, RecursionError) as error:
        what = str(error) if isinstance(error, ValueError) else "it is nested too deep"
        raise _no_campaign(path, what) from error


def _kept(found: Any, path: Path) -> Kept:
    version = found.get(CAMPAIGN) if isinstance(found, dict) else None
    if type(version) is not int or version < 1:
        raise _no_campaign(path, f"it has no {CAMPAIGN} with a version")
    if version > CAMPAIGN_VERSION:
        what = f"{path} has version {version}; this program reads up to {CAMPAIGN_VERSION}."
        fix = "install a newer legacytrack; nothing was changed"
        raise FileError(Finding("newer-format", CAMPAIGN, what, fix))
    world, lines = found.get("world"), found.get("history")
    if not isinstance(world, dict) or not isinstance(lines, list) or not lines:
        raise _no_campaign(path, "it has no world, or no history")
    data = without_empty_tables(_typed(world, "world"))
    entries: list[Entry] = []
    for number, line in enumerate(lines, 1):
        entry = entry_in(_encoded(line))
        if entry is None or (entries and entry.number <= entries[-1].number):
            raise _no_campaign(path, f"line {number} of its history makes no sense")
        entries.append(entry)
    if not _leads_to(entries, data):
        raise _no_campaign(path, "its history does not lead to its world")
    return Kept(data, tuple(entries))


def _leads_to(entries: list[Entry], data: Tree) -> bool:
    try:
        told = history.fold(entries)
    except (TypeError, ValueError, AttributeError):
        return False
    return same(told, data) and entries[-1].after == digest(data)


def _encoded(line: Any) -> bytes:
    import json

    return json.dumps(line).encode()


def _typed(value: Any, where: str) -> Any:
    """Read what `_plain` wrote, and refuse what no world file can hold."""
    if isinstance(value, dict):
        if TAG in value:
            return _untagged(value, where)
        return {_text(key, where): _typed(part, f"{where}.{key}") for key, part in value.items()}
    if isinstance(value, list):
        return [_typed(part, where) for part in value]
    if isinstance(value, str):
        return _text(value, where)
    if value is None:
        raise ValueError(f"{where} is null")
    return value


def _untagged(value: dict[str, Any], where: str) -> Any:
    kind, text = value[TAG], value.get("is")
    if kind == "table" and isinstance(text, dict):
        return {_text(key, where): _typed(part, f"{where}.{key}") for key, part in text.items()}
    if kind in ("float", *_MOMENTS) and isinstance(text, str):
        return from_json({"toml": kind, "is": text})
    raise ValueError(f"{where} is tagged as what it is not")


def _text(text: str, where: str) -> str:
    if any(0xD800 <= ord(char) < 0xE000 for char in text):
        raise ValueError(f"{where} holds half a character")
    return text


def _no_campaign(path: Path, what: str) -> FileError:
    said = f"{path} is no campaign that can be read: {what}."
    return FileError(Finding("no-campaign", str(path), said, _FIX))
