"""Boxes of one's own: a folder with the same files as a box of the package."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from legacytrack.errors import FileError, Finding
from legacytrack.model.box import Box
from legacytrack.model.box_flaws import flaws, that_stop
from legacytrack.model.box_shape import FILE, KEY, PARTS
from legacytrack.model.change import Tree
from legacytrack.model.likeness import rulebook_like, topics_like
from legacytrack.model.names import Named, find
from legacytrack.store.box_files import boxes, is_path, printed
from legacytrack.store.world_file import cannot_read, tree_of

Laid = Callable[[Callable[[str], Tree], frozenset[str]], Callable[[str], Tree]]
_NAMES = "names-"


class Read(NamedTuple):
    """A box out of a folder.

    Args:
        folder: where it lies.
        parts: what it consists of, with what it takes over from the box that it is like.
        findings: all that is wrong with it.
    """

    folder: Path
    parts: Mapping[str, Tree]
    findings: tuple[Finding, ...]


def folder_of(id: str, beside: Path | None) -> Path:
    """Find the folder that a path means.

    Args:
        id: the path.
        beside: the folder that it is meant from; None for this one.

    Raises:
        FileError: there is no such folder, or no box in it.
    """
    folder = (beside or Path.cwd()) / id
    try:
        there = (folder / "board.toml").is_file()
        lacks = "has no board.toml" if folder.is_dir() else "is not there"
    except OSError as error:
        raise cannot_read(folder, error) from error
    if not there:
        what = f"The folder of the box, {folder}, {lacks}."
        fix = (
            "put the box there, or correct box in the world file (legacytrack where); "
            f"boxes of the package: {', '.join(boxes())}"
        )
        raise FileError(Finding("unknown-box", "box", what, fix))
    return folder


def folders_here() -> list[str]:
    """The names of the folders in this one that have a board in them."""
    try:
        return sorted(path.parent.name for path in Path.cwd().glob("*/board.toml"))
    except OSError:
        return []


def opened(id: str, beside: Path | None, laid: Laid) -> Box:
    """Open the box in a folder.

    Args:
        id: the path of the folder.
        beside: the folder that it is meant from; None for this one.
        laid: lays over the parts what is to be seen beside them.

    Raises:
        FileError: there is none, or it cannot be used.
    """
    found = read_folder(folder_of(id, beside))
    stop = that_stop(found.findings)
    if stop:
        where = f"{found.folder}: {stop[0].where}"
        what = f"The box in {found.folder} cannot be used: {stop[0].what}"
        fix = how_to_see(found.folder)
        fix = f"{stop[0].fix}; {fix}" if stop[0].fix else fix
        raise FileError(Finding("broken-box", where, what, fix))
    parts = frozenset(found.parts)
    read = laid(lambda part: found.parts[part], parts)
    others = sorted(part.removeprefix(_NAMES) for part in parts if part.startswith(_NAMES))
    return Box(
        found.folder.resolve().name,
        read,
        lambda: tuple(others),
        folder=str(found.folder),
        flaws=found.findings,
    )


def how_to_see(folder: Path) -> str:
    """Say how all that is wrong with a box is seen."""
    import shlex

    return f"see all that is wrong: legacytrack check --box {shlex.quote(str(folder))}"


def read_folder(folder: Path) -> Read:
    """Read the box in a folder, with all that is wrong with it.

    Args:
        folder: the folder.
    """
    findings: list[Finding] = []
    own: dict[str, Tree] = {}
    broken: set[str] = set()
    for path in _files(folder, findings):
        try:
            own[path.stem] = tree_of(path.read_bytes(), path)
        except (OSError, FileError) as error:
            told = cannot_read(path, error) if isinstance(error, OSError) else error
            findings.extend(_as_of_a_box(finding, path) for finding in told.findings)
            broken.add(path.stem)
    parts = _with_likeness(own, broken, findings)
    # What cannot be read is told once, and not missed as well.
    missing = tuple(
        finding
        for finding in flaws(parts)
        if finding.rule != FILE or finding.where.removesuffix(".toml") not in broken
    )
    return Read(folder, parts, (*findings, *missing))


def _as_of_a_box(finding: Finding, path: Path) -> Finding:
    line = finding.where.removeprefix(str(path))
    fix = "correct that place in an editor" if line else finding.fix
    return finding._replace(rule=FILE, where=path.name + line, fix=fix)


def _files(folder: Path, findings: list[Finding]) -> Iterator[Path]:
    """The files of a folder that belong to a box; one whose name is nearly right is told."""
    try:
        paths = sorted(path for path in folder.glob("*.toml") if path.is_file())
    except OSError as error:
        told = cannot_read(folder, error).findings
        findings.extend(finding._replace(rule=FILE) for finding in told)
        return
    for path in paths:
        if path.stem in PARTS or path.stem.startswith(_NAMES):
            yield path
            continue
        from difflib import get_close_matches

        near = get_close_matches(path.stem, PARTS, 1, 0.8)
        if near:
            what = f"{path.name} is not a file of a box and is passed over."
            findings.append(Finding(KEY, path.name, what, f"did you mean {near[0]}.toml?"))


def _with_likeness(
    own: Mapping[str, Tree], broken: set[str], findings: list[Finding]
) -> dict[str, Tree]:
    """Take over from the box that this one is like what it does not bring itself."""
    game = own.get("board", {}).get("game")
    like: Any = game.get("like") if isinstance(game, dict) else None
    if like is None or not isinstance(like, str):
        return dict(own)
    if like not in boxes():
        what = f'The box is like "{like}", which is no box of the package.'
        fix = f"write one of: {', '.join(boxes())}"
        findings.append(Finding(FILE, "board.toml: game.like", what, fix))
        return dict(own)
    other = printed(like)
    taken = {
        part: tree
        for part, tree in other.items()
        if part not in ("board", *broken) and not part.startswith(_NAMES)
    }
    parts: dict[str, Tree] = {**taken, **own}
    title = str(game.get("name", like)) if isinstance(game, dict) else like
    if "rulebook" in parts:
        parts["rulebook"] = rulebook_like(own.get("rulebook", {}), other["rulebook"], title)
    if "topics" in taken and "topics" not in own:
        parts["topics"] = topics_like(
            other["topics"], parts.get("rulebook", {}), parts.get("marks", {})
        )
    return parts


def check_box(id: str) -> Read:
    """Look at a box for all that is wrong with it, at one of the package as well.

    Args:
        id: its name, or the path of its folder.

    Raises:
        FileError: there is no such box.
    """
    id = meant(id)
    if id in boxes():
        from legacytrack.store.box_files import BOXES

        parts = printed(id)
        return Read(BOXES / id, parts, flaws(parts))
    return read_folder(folder_of(id, None))


def meant(word: str) -> str:
    """Find the box that a word means: the path of a folder, or one of the package by a part of its name.

    Args:
        word: what somebody typed.

    Returns:
        The path, with a separator in it, or the name.

    Raises:
        NameNotFoundError: no box goes by that name, or several do.
    """
    if word.startswith("~"):
        with contextlib.suppress(RuntimeError):  # no home folder of that user
            word = str(Path(word).expanduser())
    if is_path(word):
        return word
    with contextlib.suppress(OSError):  # a name too long for any folder
        if word not in boxes() and Path(word).is_dir():
            return f"./{word}"
    known = [Named("box", id, str(printed(id)["board"]["game"]["name"])) for id in boxes()]
    hint = f"There is {', '.join(boxes())}; or write the path of a folder with a board.toml"
    return find(word, known, what="box", hint=hint).id


def written(id: str, world: Path | None) -> str:
    """Write how a world file names a box.

    Args:
        id: its name, or the path of its folder.
        world: the folder of a world that lies where somebody put it; None for the data folder.

    Raises:
        FileError: there is no such box.
    """
    if id in boxes():
        return id
    folder = folder_of(id, None).absolute()
    if world is None:
        return folder.as_posix()
    try:
        path = Path(os.path.relpath(folder, world.absolute())).as_posix()
    except ValueError:  # another drive
        return folder.as_posix()
    return path if path.startswith("../") or path == ".." else f"./{path}"
