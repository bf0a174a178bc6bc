"""The boxes: data files of the package, or a folder of somebody's own."""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

from legacytrack.errors import FileError, Finding
from legacytrack.model.box import Box
from legacytrack.model.change import Tree
from legacytrack.model.languages import PRINTED

BOXES = Path(__file__).parent.parent / "boxes"
FIRST_BOX = "risk-legacy"
EXAMPLE = BOXES / FIRST_BOX / "example.toml"


def boxes() -> list[str]:
    """The names of all boxes of the package."""
    return sorted(path.parent.name for path in BOXES.glob("*/board.toml"))


def languages(id: str = FIRST_BOX) -> tuple[str, ...]:
    """The languages that the places of a box of the package have names in, the printed one first.

    Args:
        id: name of the box.
    """
    return (PRINTED, *_others(_parts(BOXES / id)))


def open_box(
    id: str | None = None,
    found: Tree | None = None,
    language: str | None = None,
    beside: Path | None = None,
) -> Box:
    """Open a box by what the world file says of it.

    Args:
        id: name of the box, or the path of its folder; None for the first one.
        found: what came out of packets, the table of the world file; it is laid over the box.
        language: the language of the names of places; the printed one when it has no other.
        beside: the folder that a path is meant from, that of the world file; None for this one.

    Raises:
        FileError: there is no such box, or it cannot be used.
    """
    id = FIRST_BOX if id is None else str(id)
    if is_path(id):
        from legacytrack.store.box_folders import opened

        return opened(id, beside, lambda read, parts: _laid(read, parts, found, language))
    folder = BOXES / id
    known = boxes()
    if id not in known:
        what = f'The world file asks for the box "{id}", which this program does not have.'
        fix = f'write box = "{FIRST_BOX}" in the world file; known: {", ".join(known)}'
        raise FileError(Finding("unknown-box", "box", what, fix))
    read = _laid(lambda part: _read(folder / f"{part}.toml"), _parts(folder), found, language)
    return Box(id, read, lambda: languages(id)[1:], folder=str(folder))


def is_first(box: Box) -> bool:
    """Tell whether a box is the first one of the package.

    Args:
        box: the box.
    """
    return box.folder == str(BOXES / FIRST_BOX)


def is_path(id: str) -> bool:
    """Tell whether a world file names a folder with a box in it, and not a box of the package.

    Args:
        id: what it says.
    """
    return id.startswith(".") or "/" in id or os.sep in id or Path(id).is_absolute()


def _laid(read: Any, parts: frozenset[str], found: Tree | None, language: str | None) -> Any:
    """Lay a language and what came out of packets over the parts of a box."""
    shown = language if language in _others(parts) else None

    def laid(part: str) -> Tree:
        data: Tree = read(part) if part in parts else {}
        if part == "board" and shown:
            from legacytrack.model.languages import shown_in

            data = shown_in(data, read(f"names-{shown}"))
        if found:
            from legacytrack.model.found import laid_over

            data = laid_over(part, data, found)
        return data

    return laid


def _others(parts: frozenset[str]) -> list[str]:
    return sorted(part.removeprefix("names-") for part in parts if part.startswith("names-"))


def printed(id: str) -> dict[str, Tree]:
    """Read all parts of a box of the package.

    Args:
        id: name of the box.
    """
    folder = BOXES / id
    parts = _parts(folder) - {EXAMPLE.stem}
    return {part: _read(folder / f"{part}.toml") for part in sorted(parts)}


@cache
def _parts(folder: Path) -> frozenset[str]:
    """The parts that a box has a file of; what it has none of, it has not."""
    return frozenset(path.stem for path in folder.glob("*.toml"))


def _read(path: Path) -> dict[str, Any]:
    """Read a data file, from the copy that an earlier run made of it when that is as new.

    Python keeps its own modules in the same way: reading TOML would take a tenth of a lookup.
    """
    kept = path.parent / "__pycache__" / f"{path.stem}.{sys.implementation.cache_tag}.data"
    status = path.stat()
    stamp = (status.st_mtime_ns, status.st_size)
    with contextlib.suppress(OSError, ValueError, EOFError, TypeError):
        written, data = marshal.loads(kept.read_bytes())
        if written == stamp:
            return data  # type: ignore[no-any-return]
    import tomllib

    data = tomllib.loads(path.read_text(encoding="utf-8"))
    if not sys.dont_write_bytecode:
        _keep(kept, marshal.dumps((stamp, data)))
    return data


def _keep(path: Path, content: bytes) -> None:
    """Write a copy whole or not at all; a package folder of somebody else stays as it is."""
    temporary = path.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        temporary.write_bytes(content)
        temporary.replace(path)
