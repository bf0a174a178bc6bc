"""The door: opening a campaign, quickly for a question, alone for a change."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from legacytrack.errors import FileError, Finding, LegacytrackError, NameNotFoundError
from legacytrack.model.box import Box
from legacytrack.model.change import Tree
from legacytrack.model.shape import sound
from legacytrack.model.world import World
from legacytrack.store import world_file
from legacytrack.store.box_files import boxes, open_box
from legacytrack.store.places import Places

T = TypeVar("T")
# Who has waited long looks more often, so that of many writers nobody is passed over for ever:
# seconds, and the pause between two looks. A change takes a thirtieth of a second.
_PATIENCE = ((1, 0.05), (4, 0.01), (25, 0.001))
_LOOKS = 50


def box_of(world: World, language: str | None = None, beside: Path | None = None) -> Box:
    """Open the box that a world was made from, with what its group found in packets laid over it.

    Args:
        world: the world.
        language: the language of the names of places; None for the one that the world asks for.
        beside: the folder of the world file; None for this one.

    Raises:
        FileError: there is no such box, or it cannot be used.
    """
    return open_box(
        world.data.get("box"),
        world.table("found"),
        language or world.data.get("names"),
        beside,
    )


def must_name_a_box(misshapen: Iterable[Finding]) -> None:
    """Make sure that what stands under `box` can be a box: another one would answer all wrongly.

    Args:
        misshapen: what of a world file makes no sense.

    Raises:
        FileError: the box is among that.
    """
    for finding in misshapen:
        if finding.where == "box":
            fix = f"write the box that is played there; of the package: {', '.join(boxes())}"
            raise FileError(Finding("unknown-box", "box", finding.what, fix))


def _unknown_language(box: Box, data: Tree) -> Finding | None:
    """Say that nobody knows the language that a world asks for; its places go by printed names."""
    known = box.languages if "names" in data else ()
    if not known or data["names"] in known:
        return None
    what = f'names is "{data["names"]}", a language that this program does not know.'
    return Finding("unknown-language", "names", what, f"write one of: {', '.join(known)}")


def in_language(box: Box, language: str | None) -> None:
    """Refuse a language that the places of a box have no names in.

    Args:
        box: the box.
        language: the language that was asked for; None for the printed one.

    Raises:
        NameNotFoundError: there are no such names.
    """
    if language is not None and language not in box.languages:
        what = f'There are no names of places in "{language}".'
        fix = f"write one of: {', '.join(box.languages)}"
        raise NameNotFoundError(Finding("unknown-language", "--names", what, fix))


@contextlib.contextmanager
def alone_with(places: Places) -> Iterator[None]:
    """Keep all others from writing to a campaign.

    Args:
        places: where its files are.

    Raises:
        FileError: another program does not stop writing, or nothing can be written there.
    """
    # What every change needs is loaded before anybody has to wait for it.
    import json  # noqa: F401

    import tomlkit  # noqa: F401
    from filelock import FileLock, Timeout

    lock = FileLock(places.lock)
    try:
        for seconds, pause in _PATIENCE:
            with contextlib.suppress(Timeout):
                lock.acquire(timeout=seconds, poll_interval=pause)
                break
        else:
            raise FileError(
                Finding(
                    "locked",
                    str(places.lock),
                    "Others have been writing to this world for half a minute.",
                    "wait for them, or end them; nothing was changed",
                )
            )
    except OSError as error:
        raise world_file.cannot_write(places.lock, error) from error
    try:
        with world_file.writing():
            world_file.sweep(places.file)
            yield
    finally:
        lock.release()


class Campaign:
    """A world file with its history.

    Args:
        places: where the files are.
        language: the language of the names of places; None for the one that the world asks for.

    Attributes:
        text: the bytes of the world file.
        data: the whole file as a tree.
        world: the parts of it that make sense.
        misshapen: a finding for each part that makes none.
        box: the box it was made from.
        talk: what the person should hear beside the answer.
        told: those of `misshapen` that the person has heard of.
        in_step: stamp of the history and text of the world as they were last written from here.

    Raises:
        FileError: the world file is not there, or cannot be read.
    """

    def __init__(self, places: Places, language: str | None = None) -> None:
        self.places = places
        self.language = language
        self.talk: list[str] = []
        self.told: tuple[Finding, ...] = ()
        self.in_step: tuple[object, bytes] | None = None
        self.text = b""
        self.data: Tree = {}
        self.world = World(self.data)
        self.misshapen: tuple[Finding, ...] = ()
        self.box = box_of(self.world, language, places.folder)
        self.refresh()

    def refresh(self) -> None:
        """Read the world file as it is now, and finish what a crash left."""
        self.read()
        if self.may_be_behind():
            self._heal()

    def read(self) -> None:
        """Read the world file as it is now."""
        try:
            text = world_file.read_bytes(self.places.world)
            data = None if text == self.text else world_file.parse(text, self.places.world)
        except FileError as error:
            raise self._with_way_back(error) from error
        if data is not None:
            self.take(text, data)

    def _with_way_back(self, error: FileError) -> FileError:
        """Add to a remedy that the history can bring a world back that is gone or cannot be read."""
        finding = error.findings[0]
        ways = {
            "no-world": "its history tells the world: legacytrack check --repair; or move that away",
            "cannot-parse": f"{finding.fix}; or make it again: legacytrack check --repair",
        }
        if finding.rule not in ways or not self.places.history.exists():
            return error
        return FileError(finding._replace(fix=ways[finding.rule]))

    def take(self, text: bytes, data: Tree) -> None:
        """Go on with another text of the world file.

        Args:
            text: the bytes of the file.
            data: the same as a tree.
        """
        kept, misshapen = sound(data)
        must_name_a_box(misshapen)
        world = World(kept)
        box = self.box_for(world)  # where there is none, all stays as it was
        unknown = _unknown_language(box, kept)
        self.text, self.data, self.world, self.box = text, data, world, box
        self.misshapen = (*misshapen, unknown) if unknown else misshapen

    def box_for(self, world: World) -> Box:
        """The box of another world of this campaign: a packet may have brought something to it."""
        parts = ("box", "found", "names")
        same_box = all(world.data.get(part) == self.world.data.get(part) for part in parts)
        return self.box if same_box else box_of(world, self.language, self.places.folder)

    def printed_box(self) -> Box:
        """The box of this campaign without what packets brought."""
        return self.box_for(self.world.with_value("found", value=None))

    def may_be_behind(self) -> bool:
        """Tell whether a change may be in the history and not in the world yet.

        The world is always written last, so a lookup has to look at no more than two times. Equal
        ones count as behind: some disks round them to seconds.
        """
        try:
            written = self.places.history.stat().st_mtime_ns
            return written >= self.places.world.stat().st_mtime_ns
        except OSError:
            return False

    def _heal(self) -> None:
        from legacytrack.campaign.writing import finish, unfinished

        if unfinished(self):
            try:
                with self.changing(dry_run=False):
                    pass
            except FileError:
                finish(self, write=False)  # a lookup in a folder that cannot be written

    def settled(self, look: Callable[[], T]) -> T:
        """Look at the history and at the world it belongs to, though others may be writing just now.

        Args:
            look: reads the history; it is done again if that has grown meanwhile.
        """
        from legacytrack.store import history

        for turn in range(_LOOKS):
            stamp = history.stamp(self.places.history)
            self.refresh()
            try:
                found = look()
            except LegacytrackError:
                if turn + 1 < _LOOKS and stamp != history.stamp(self.places.history):
                    continue
                raise
            if stamp == history.stamp(self.places.history):
                break
        return found

    @contextlib.contextmanager
    def changing(self, *, dry_run: bool) -> Iterator[None]:
        """Get ready to change the world: alone, and with the file as it is now.

        Args:
            dry_run: nothing will be written, so nobody has to wait.
        """
        from legacytrack.campaign.writing import finish

        with contextlib.nullcontext() if dry_run else alone_with(self.places):
            self.read()
            finish(self, write=not dry_run)
            yield
