"""The boxes: data files of the package."""

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

BOXES = Path(__file__).parent.parent / "boxes"
FIRST_BOX = "risk-legacy"
PRINTED = "en"  # the language of the board
EXAMPLE = BOXES / FIRST_BOX / "example.toml"


def boxes() -> list[str]:
    """The names of all boxes."""
    return sorted(path.parent.name for path in BOXES.glob("*/board.toml"))


def languages(id: str = FIRST_BOX) -> tuple[str, ...]:
    """The languages that the places of a box have names in, the printed one first.

    Args:
        id: name of the box.
    """
    others = (BOXES / id).glob("names-*.toml")
    return (PRINTED, *sorted(path.stem.removeprefix("names-") for path in others))


def open_box(id: str = FIRST_BOX, found: Tree | None = None, language: str | None = None) -> Box:
    """Open a box by the name that the world file gives it.

    Args:
        id: name of the box.
        found: what came out of packets, the table of the world file; it is laid over the box.
        language: the language of the names of places; the printed one when it has no other.

    Raises:
        FileError: the package has no such box.
    """
    folder = BOXES / id
    known = boxes()
    if id not in known:
        raise FileError(
            Finding(
                "unknown-box",
                "box",
                f'The world file asks for the box "{id}", which this program does not have.',
                f'write box = "{FIRST_BOX}" in the world file; known: {", ".join(known)}',
            )
        )

    shown = language if language and language in languages(id)[1:] else None

    def read(part: str) -> Tree:
        data: Tree = _read(folder / f"{part}.toml") if part in _parts(folder) else {}
        if part == "board" and shown:
            from legacytrack.model.languages import shown_in

            data = shown_in(data, _read(folder / f"names-{shown}.toml"))
        if found:
            from legacytrack.model.found import laid_over

            data = laid_over(part, data, found)
        return data

    return Box(id, read, lambda: languages(id)[1:])


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
