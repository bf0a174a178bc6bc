"""Boxes of one's own: looked through before a world is made on one."""

from __future__ import annotations

from pathlib import Path

from legacytrack.campaign.door import box_of
from legacytrack.errors import FileError, RefusedError
from legacytrack.model.world import World
from legacytrack.store.box_files import is_path

_FIRST = 3  # so many findings are told where a box is refused


def box_typed(box: str, beside: Path | None) -> str:
    """Find the box that somebody typed, look it through, and say how the world file names it.

    Args:
        box: name of a box of the package, or the path of a folder.
        beside: the folder of a world that lies where somebody put it; None for the data folder.

    Raises:
        RefusedError: something is wrong with the box.
        NameNotFoundError: no box goes by that name.
        FileError: there is no such box.
    """
    from legacytrack.store.box_folders import check_box, how_to_see, meant, written

    box = meant(box)
    named = written(box, beside)
    if not is_path(named):
        return named
    found = check_box(box)
    if found.findings:
        more = len(found.findings) - _FIRST
        fix = how_to_see(found.folder) + (f" ({more} more)" if more > 0 else "")
        *others, last = found.findings[:_FIRST]
        fix = f"{last.fix}; {fix}" if last.fix else fix
        raise RefusedError(*others, last._replace(fix=fix))
    return named


def find_box(world: World, beside: Path) -> None:
    """Make sure that the box of an exported campaign is here.

    Args:
        world: the world.
        beside: the folder where it goes.

    Raises:
        FileError: the box is not here, or cannot be used.
    """
    try:
        box_of(world, beside=beside)
    except FileError as error:
        if not is_path(str(world.data.get("box", ""))):
            raise
        fix = "say where it is here: legacytrack new --from FILE --box FOLDER"
        raise FileError(*(each._replace(fix=fix) for each in error.findings)) from error
