"""Safety copies: a world with its history in one file, in a folder apart from all campaigns.

Such a file is a zip, which every computer opens and which tells by itself when it is damaged.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from legacytrack.errors import FileError, Finding
from legacytrack.store import world_file
from legacytrack.store.places import Places, copies_folder

KEPT = 20  # copies of one campaign; an older one goes when a newer one comes
_VERSION = 1
_ABOUT, _WORLD, _HISTORY = "about.json", "world.toml", "world.history.jsonl"


class Copy(NamedTuple):
    """A safety copy.

    Args:
        number: what it is called by; no other copy on this computer has it.
        path: its file.
        campaign: what tells its campaign from others.
        world: where the world file lay.
        name: what the campaign was called.
        change: number of the last change in it.
        said: what that change was.
        time: when the copy was made, in UTC, ISO form.
    """

    number: int
    path: Path
    campaign: str
    world: str
    name: str
    change: int
    said: str
    time: str


def keep(about: Copy, world: bytes, history: bytes) -> None:
    """Keep a copy, and let the oldest of its campaign go when there are too many.

    Args:
        about: what it is; number and path are given here.
        world: the bytes of the world file.
        history: the bytes of the history.

    Raises:
        OSError: it cannot be written.
        FileError: it cannot be written.
        Timeout: another program is writing a copy and does not end.
    """
    import io
    import json
    import zipfile

    from filelock import FileLock

    folder = copies_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with FileLock(folder / "lock", timeout=2):
        there = _numbered(folder)
        mine = [copy for copy in map(_read, there) if copy and copy.campaign == about.campaign]
        if mine and mine[-1].change == about.change and _holds(mine[-1], world):
            return  # the change that was to come after it failed, and comes again
        number = there[-1][0] + 1 if there else 1
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
            file.writestr(_ABOUT, json.dumps(_plain(about), indent=1))
            file.writestr(_WORLD, world)
            file.writestr(_HISTORY, history)
        path = folder / f"{number:04}-{about.campaign}.zip"
        world_file.replace(path, out.getvalue())
        for old in mine[: max(len(mine) + 1 - KEPT, 0)]:
            old.path.unlink(missing_ok=True)


def _plain(about: Copy) -> dict[str, Any]:
    data = about._asdict()
    del data["number"], data["path"]
    return {"legacytrack_copy": _VERSION, **data}


def listed(places: Places, campaign: str | None) -> list[Copy]:
    """List the copies of a campaign, the newest first.

    Args:
        places: where its files are; where it has no copies, those of a world that lay there are
            meant, since a history that was lost and begun anew has another beginning.
        campaign: what tells it from others; None where no history tells that any more.

    Raises:
        FileError: the folder with the copies cannot be read.
    """
    found = [copy for copy in map(_read, reversed(_numbered(copies_folder()))) if copy]
    world = str(places.world.resolve())
    mine = [copy for copy in found if copy.campaign == campaign]
    return mine or [copy for copy in found if copy.world == world]


def contents(copy: Copy) -> tuple[bytes, bytes]:
    """Read the world file and the history out of a copy.

    Args:
        copy: the copy.

    Raises:
        FileError: it is damaged, or gone.
    """
    parts = _parts(copy.path, _WORLD, _HISTORY)
    if parts is None:
        what = f"{copy.path} is damaged: what it holds cannot be trusted."
        fix = "take another copy: legacytrack restore"
        raise FileError(Finding("copy-damaged", str(copy.path), what, fix))
    world, history = parts
    return world, history


def _numbered(folder: Path) -> list[tuple[int, Path]]:
    """The files of all copies with their numbers, the oldest first."""
    try:
        names = sorted(folder.glob("*.zip"))
    except OSError as error:
        raise world_file.cannot_read(folder, error) from error
    numbers = ((path.name.partition("-")[0], path) for path in names)
    return sorted((int(number), path) for number, path in numbers if number.isdecimal())


def _read(numbered: tuple[int, Path]) -> Copy | None:
    """Read what a copy is; None where it is none, or is damaged."""
    import json

    number, path = numbered
    parts = _parts(path, _ABOUT)
    try:
        about = json.loads(parts[0]) if parts else None
        if not isinstance(about, dict) or about.pop("legacytrack_copy", None) != _VERSION:
            return None
        texts = {key: str(about[key]) for key in ("campaign", "world", "name", "said", "time")}
        return Copy(number=number, path=path, change=int(about["change"]), **texts)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _holds(copy: Copy, world: bytes) -> bool:
    return _parts(copy.path, _WORLD) == [world]


def _parts(path: Path, *names: str) -> list[bytes] | None:
    import zipfile
    import zlib

    wrong = (zipfile.BadZipFile, zlib.error, OSError, KeyError, ValueError, EOFError, RuntimeError)
    try:
        with zipfile.ZipFile(path) as file:
            return [file.read(name) for name in names]
    except wrong:  # what they say helps nobody: it is damaged
        return None
