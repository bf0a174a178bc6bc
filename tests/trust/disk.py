"""Disks and folders that will not take a change: one clear error, exit 4, and the old data whole.

Also what has to stay through a change: a link, mode bits, the owner; and paths that are long, or have
spaces and other letters. What needs rights that nobody here has is left out, and said.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from machine import Ended, Machine, here, machine, unwhole
from tally import Tally, main

from legacytrack.store.box_files import EXAMPLE

NOBODY = 65534
CHANGE = ("player", "add", "Eve")
Case = Callable[[Machine], Iterator[str]]


class LeftOutError(Exception):
    """This machine does not allow to try it."""


def begin(table: Machine, world: Path | None = None) -> Path:
    """Make the example world with a first record, at some path."""
    path = world or table.world
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(EXAMPLE, path)
    path.chmod(0o644)
    assert here("player", "add", "First", "--world", str(path)).code == 0
    return path


def history(world: Path) -> Path:
    """The history of a world."""
    return world.with_suffix(".history.jsonl")


def contents(folder: Path) -> dict[str, bytes]:
    """All files in a folder but the lock."""
    files = (path for path in folder.iterdir() if path.is_file() and path.suffix != ".lock")
    return {path.name: path.read_bytes() for path in files}


def refused(ended: Ended, before: dict[str, bytes], after: dict[str, bytes]) -> Iterator[str]:
    """Say what is wrong about a refusal: it has to be clear, and nothing may have changed."""
    if ended.code != 4 or not ended.err.startswith("error: ") or "\nfix: " not in ended.err:
        yield f"it is no clear refusal: {ended}"
    if ended.out or "Traceback" in ended.err:
        yield f"it says too much: {ended}"
    if before != after:
        changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
        yield f"it changed {sorted(changed)}"


def taken(ended: Ended, world: Path) -> Iterator[str]:
    """Say what is wrong about a change that has to be taken."""
    if ended.code or ended.err.startswith("error"):
        yield f"it was not taken: {ended}"
    elif '"Eve"' not in world.read_text(encoding="utf-8"):
        yield "it was answered and is not there"
    yield from unwhole(world)


def without_power() -> None:
    """Let root be held to permissions as anybody else, in the process that comes next."""
    import ctypes

    for power in (0, 1, 2, 3):  # chown, and to pass over the mode bits of files
        if ctypes.CDLL(None).prctl(24, power, 0, 0, 0):
            raise OSError("root cannot be held to permissions here")


def as_anybody(table: Machine, *words: str) -> Ended:
    """Run a command as somebody for whom mode bits count."""
    if os.name != "posix":
        raise LeftOutError("permissions are those of POSIX systems")
    if os.geteuid():
        return table.run(*words)
    try:
        return table.run(*words, preexec_fn=without_power)
    except (subprocess.SubprocessError, AttributeError) as error:
        raise LeftOutError(f"root cannot be held to permissions here: {error}") from error


def locked_in(table: Machine, path: Path, mode: int) -> Iterator[str]:
    """Ask for a change and for an answer while a file or folder has some mode bits."""
    before = contents(table.folder)
    asked = here("show", "ana", "--world", str(table.world))
    path.chmod(mode)
    try:
        ended = as_anybody(table, *CHANGE)
        again = as_anybody(table, "show", "ana")
    finally:
        path.chmod(0o755 if path.is_dir() else 0o644)
    yield from refused(ended, before, contents(table.folder))
    if again != asked:
        yield f"a question that only reads was not answered: {again}"
    yield from taken(as_anybody(table, *CHANGE), table.world)


def read_only_folder(table: Machine) -> Iterator[str]:
    """A folder in which nothing can be written."""
    begin(table)
    table.world.with_suffix(".lock").unlink()
    yield from locked_in(table, table.folder, 0o555)


def read_only_history(table: Machine) -> Iterator[str]:
    """A history that is read-only."""
    yield from locked_in(table, history(begin(table)), 0o444)


def read_only_world(table: Machine) -> Iterator[str]:
    """A world file that is read-only: somebody put it away, so it is not replaced."""
    yield from locked_in(table, begin(table), 0o444)


def no_permission(table: Machine) -> Iterator[str]:
    """A world file that this user may not even read."""
    begin(table)
    before = contents(table.folder)
    for path, mode in ((table.world, 0o200), (table.folder, 0o600)):
        usual = stat.S_IMODE(path.stat().st_mode)
        path.chmod(mode)
        try:
            for words in (CHANGE, ("show", "ana")):
                ended = as_anybody(table, *words, "--world", str(table.world))
                yield from refused(ended, before, before)
        finally:
            path.chmod(usual)
    yield from refused(Ended(4, "", "error: \nfix: "), before, contents(table.folder))


def a_folder_in_its_place(table: Machine) -> Iterator[str]:
    """A folder where the world, its history or its lock should be."""
    for number, name in enumerate(("world.toml", "world.history.jsonl", "world.lock")):
        folder = table.folder / str(number)
        world = begin(table, folder / "world.toml")
        (folder / name).unlink()
        (folder / name).mkdir()
        before = contents(folder)
        ended = here(*CHANGE, "--world", str(world))
        yield from refused(ended, before, contents(folder))
        (folder / name).rmdir()


@contextlib.contextmanager
def small_disk(table: Machine, free: int) -> Iterator[Path]:
    """A disk with a world on it and so many bytes left.

    Args:
        table: the machine.
        free: bytes, in whole pages.
    """
    disk = table.folder / "disk"
    disk.mkdir(exist_ok=True)
    words = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(disk)]
    if (
        not shutil.which("mount")
        or subprocess.run(words, capture_output=True, check=False).returncode
    ):
        raise LeftOutError("a full disk needs the right to mount a small one")
    try:
        world = begin(table, disk / "world.toml")
        room = os.statvfs(disk)
        filling = room.f_bavail * room.f_frsize - free
        (disk / "filling").write_bytes(b"\0" * max(filling, 0))
        yield world
    finally:
        subprocess.run(["umount", str(disk)], capture_output=True, check=False)


def full_disk(table: Machine) -> Iterator[str]:
    """A disk with room for nothing, for the history alone, and for a part of it."""
    for free in (0, 4096, 8192):
        with small_disk(table, free) as world:
            for number in range(12):  # until the page of the history is full, too
                before = contents(world.parent)
                ended = here("player", "add", f"{number}-" + "x" * 390, "--world", str(world))
                if ended.code:
                    yield from refused(ended, before, contents(world.parent))
                    asked = here("show", "ana", "--world", str(world))
                    if asked.code or asked.err:
                        yield f"a question was not answered: {asked}"
            if not ended.code:
                yield f"a disk with {free} bytes left was never full"
            (world.parent / "filling").unlink()
            yield from taken(here(*CHANGE, "--world", str(world)), world)


def a_link(table: Machine) -> Iterator[str]:
    """A world that is a link: it stays one, and all who come to it share history and lock."""
    real = begin(table, table.folder / "far away" / "thursday.toml")
    table.world.symlink_to(Path("far away") / "thursday.toml")
    yield from taken(table.run(*CHANGE), real)
    if not table.world.is_symlink() or real.is_symlink():
        yield "the link is none any more"
    if table.run("undo", "--world", str(real)).code or '"Eve"' in real.read_text(encoding="utf-8"):
        yield "what was recorded through the link cannot be undone at the file itself"
    beside = {path.name for path in table.folder.iterdir()}
    if beside != {"far away", "world.toml"}:
        yield f"beside the link lies {sorted(beside)}"


def mode_and_owner(table: Machine) -> Iterator[str]:
    """Mode bits stay as they were, and where root records for somebody, the owner too."""
    for mode in (0o600, 0o640, 0o664):
        world = begin(table)
        files = (world, history(world))
        for path in files:
            path.chmod(mode)
            if os.geteuid() == 0:
                os.chown(path, NOBODY, NOBODY)
        before = [(path.stat().st_mode, path.stat().st_uid, path.stat().st_gid) for path in files]
        yield from taken(table.run(*CHANGE, umask=0o077), world)
        after = [(path.stat().st_mode, path.stat().st_uid, path.stat().st_gid) for path in files]
        if before != after:
            yield f"mode and owner were {before} and are {after}"
        shutil.rmtree(world.parent)
        world.parent.mkdir()


def odd_paths(table: Machine) -> Iterator[str]:
    """Paths with spaces, other letters, quotes and markup, and one of a thousand letters."""
    names = ("two words", "Zoë 漢字", "it's [b]x[/b] :bomb:", "-3", "a\nb", "x" * 200)
    paths = [table.folder / name / f"{name}.toml" for name in names[:5]]
    for path in (*paths, table.folder.joinpath(*(["y" * 200] * 5), "world.toml")):
        yield from taken(here(*CHANGE, "--world", str(begin(table, path))), path)


def too_long_paths(table: Machine) -> Iterator[str]:
    """Paths that no disk takes: a name of 300 letters, a path of 5,000, one whose lock has no room."""
    begin(table)
    before = contents(table.folder)
    for path in ("n" * 300 + ".toml", "/".join(["d" * 100] * 50) + "/world.toml"):
        for words in (CHANGE, ("show", "ana"), ("new", "Far")):
            ended = here(*words, "--world", path)
            yield from refused(ended, before, contents(table.folder))
    world = table.folder / ("w" * 245 + ".toml")  # its history would have 258
    shutil.copy(EXAMPLE, world)
    before = contents(table.folder)
    yield from refused(here(*CHANGE, "--world", str(world)), before, contents(table.folder))


CASES: tuple[Case, ...] = (
    *(full_disk, read_only_folder, read_only_history, read_only_world, no_permission),
    *(a_folder_in_its_place, a_link, mode_and_owner, odd_paths, too_long_paths),
)


def run(times: int, seed: int) -> Tally:
    """Try the disks one after the other.

    Args:
        times: how many.
        seed: with which to begin; nothing else is left to chance here.
    """
    lost, left_out = [], []
    for number in range(times):
        case = CASES[(seed + number) % len(CASES)]
        with machine() as table:
            try:
                lost += [f"{case.__name__}: {what}" for what in case(table)]
            except LeftOutError as why:
                left_out.append(f"{case.__name__}: {why}")
    what = "disks that are full, closed, read-only, too long, behind a link"
    return Tally(what, times - len(left_out), tuple(lost), tuple(left_out))


if __name__ == "__main__":
    main(run, times=len(CASES))
