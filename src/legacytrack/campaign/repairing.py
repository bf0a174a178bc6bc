"""Repairing: a world out of its history, a history out of its world; nothing is thrown away."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from legacytrack.campaign.copying import kept
from legacytrack.campaign.door import alone_with
from legacytrack.campaign.writing import entry_of, places_of
from legacytrack.errors import FileError, Finding, UsageError
from legacytrack.model.change import carry_out, difference, same
from legacytrack.model.text import counted
from legacytrack.store import copies, history, world_file
from legacytrack.store.entries import Entry, digest
from legacytrack.store.hunks import patched, text_digest
from legacytrack.store.places import Places

HISTORY, WORLD = "history", "world"
_BROKEN = ("no-world", "cannot-parse")


class Repair(NamedTuple):
    """What is wrong with the files of a campaign, and what is done about it.

    Args:
        said: both, in sentences.
        world: the new bytes of the world file; None where it stays.
        history: the new bytes of the history; None where it stays.
        replaces: the files that others take the place of.
        beside: the names under which these are kept; empty for a try.
    """

    said: tuple[str, ...]
    world: bytes | None = None
    history: bytes | None = None
    replaces: tuple[Path, ...] = ()
    beside: tuple[str, ...] = ()


class _Found(NamedTuple):
    """What lies there.

    Args:
        text: the bytes of the world file.
        data: the same as a tree; None where it tells nothing.
        wrong: why it tells nothing.
        telling: the history as it can be read.
        run: the lines from the first on that lead where they say.
        is_filled: whether safety copies had some of these.
        bases: the world files of the safety copies, the newest first.
    """

    text: bytes
    data: dict[str, Any] | None
    wrong: str
    telling: history.Telling
    run: tuple[Entry, ...]
    is_filled: bool
    bases: tuple[bytes, ...]

    @property
    def told(self) -> dict[str, Any]:
        return history.fold(self.run)

    @property
    def last(self) -> int:
        """The number of the last change that anybody knows of."""
        return max((each.number for each in (*self.telling.entries, *self.run)), default=0)

    @property
    def is_whole(self) -> bool:
        return not self.telling.damaged and self.run == self.telling.entries


def repair(places: Places, by: str | None, *, dry_run: bool) -> Repair:
    """Make the world and the history of a campaign tell the same again.

    Args:
        places: where its files are.
        by: the one that is right where they differ, `HISTORY` or `WORLD`; None where nobody said.
        dry_run: say what would happen, and write nothing.

    Raises:
        UsageError: they differ, and nobody said which is right.
        FileError: neither can tell the world, or a file cannot be read or written.
    """
    if dry_run:
        return _plan(places, by)
    try:
        places.world.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise world_file.cannot_write(places.world.parent, error) from error
    with alone_with(places):
        plan = _plan(places, by)
        if plan.world is None and plan.history is None:
            return plan
        beside = tuple(world_file.keep_beside(path).name for path in plan.replaces)
        if plan.history is not None:
            world_file.replace(places.history, plan.history)
        if plan.world is not None:
            world_file.replace(places.world, plan.world)
        else:
            with contextlib.suppress(OSError):
                places.world.touch()  # the world is the younger one, as after a record
        return plan._replace(beside=beside)


def _plan(places: Places, by: str | None) -> Repair:
    found = _look(places, by)
    if found.data is None or (by == HISTORY and found.run):
        if by == WORLD:
            what = f"{found.wrong} It cannot be what is right."
            raise UsageError(Finding("usage", "--by", what, "legacytrack check --repair"))
        return _world_again(places, found)
    if by == HISTORY:
        what = "The history tells no world: it cannot be what is right."
        raise UsageError(Finding("usage", "--by", what, "legacytrack check --repair"))
    if found.run and same(found.told, found.data):
        if found.is_whole:
            return Repair(("World and history tell the same: nothing is to be repaired.",))
        return _history_again(places, found, ())
    if found.is_whole and found.run and by != WORLD:
        changed = places_of(difference(found.told, found.data))
        what = f"World and history differ, and each is whole in itself: {changed}."
        fix = (
            "the world file is right: legacytrack check --repair --by world; "
            "the history is right: legacytrack check --repair --by history"
        )
        raise UsageError(Finding("files-differ", places.world.name, what, fix))
    return _history_again(places, found, (_missing_line(found),))


def _look(places: Places, by: str | None) -> _Found:
    text, data, wrong = b"", None, ""
    try:
        text = world_file.read_bytes(places.world)
        data = world_file.parse(text, places.world) or None
        if data is None:
            wrong = f"{places.world.name} is empty."
    except FileError as error:
        rule = error.findings[0].rule
        if rule not in _BROKEN and not (rule == "newer-format" and by == HISTORY):
            raise
        wrong = error.findings[0].what
    telling = history.read(places.history)
    run = whole_run(telling.entries)
    bases: list[bytes] = []
    if len(run) < len(telling.entries) or telling.damaged or _differs(run, data):
        longer = _longest(telling, run, places, bases)
        return _Found(text, data, wrong, telling, longer, longer != run, tuple(bases))
    return _Found(text, data, wrong, telling, run, False, ())


def _differs(run: Sequence[Entry], data: dict[str, Any] | None) -> bool:
    return data is None or not same(history.fold(run), data)


def whole_run(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Give the entries from the first on that lead where they say, up to a gap.

    Args:
        entries: a history.
    """
    with contextlib.suppress(TypeError, ValueError, AttributeError):
        if entries and digest(history.fold(entries)) == entries[-1].after:
            return tuple(entries)
    data: dict[str, Any] = {}
    run, sure = 0, 0
    for at, entry in enumerate(entries, 1):
        try:
            data = carry_out({} if entry.fresh else data, entry.edits)
            if digest(data) == entry.after:
                sure = at
            elif at - sure > 1:
                break
        except (TypeError, ValueError, AttributeError):
            break
        run = sure
    return tuple(entries[:run])


def _longest(
    telling: history.Telling, run: tuple[Entry, ...], places: Places, bases: list[bytes]
) -> tuple[Entry, ...]:
    """Fill the gaps of a history with lines out of safety copies, where that leads further."""
    here = {entry.number: entry for entry in telling.entries}
    for copy in kept(places):
        with contextlib.suppress(FileError):
            world, told = copies.contents(copy)
            bases.append(world)
            there = {entry.number: entry for entry in history.told(told).entries}
            both = there | here
            longer = whole_run([both[number] for number in sorted(both)])
            if len(longer) > len(run):
                run = longer
    return run


def _world_again(places: Places, found: _Found) -> Repair:
    if not found.run:
        tried = kept(places)
        fix = "legacytrack restore lists the safety copies" if tried else "there is no safety copy"
        wrong = found.wrong or f"{places.world.name} is not to be believed."
        what = f"{wrong} The history does not tell the world either."
        raise FileError(Finding("nothing-tells", str(places.world), what, fix))
    if found.data is not None and same(found.told, found.data) and found.is_whole:
        return Repair(("World and history tell the same: nothing is to be repaired.",))
    to = found.run[-1].number
    text, exact = _text(found, places)
    world_file.parse(text, places.world)  # a newer form of the world file is refused here
    said = [found.wrong] if found.wrong else []
    said.append(f"{places.world.name} is made again from the history, up to change {to}.")
    if not exact:
        said.append("Comments that stood in it are not in the history, and so not in it now.")
    if not found.telling.entries:
        said.append("What was recorded after the safety copy was made is not in it.")
    if to < found.last:
        lost = counted(found.last - to, "change")
        said.append(f"{lost} after it cannot be told: the lines are damaged or gone.")
    replaces = [places.world] if places.world.exists() else []
    if found.is_whole:
        return Repair(tuple(said), text, replaces=tuple(replaces))
    again = _history_again(places, found, ())
    return Repair((*said, *again.said), text, again.history, replaces=(*replaces, *again.replaces))


def _text(found: _Found, places: Places) -> tuple[bytes, bool]:
    """Write the world that the history tells: every byte as it was, where a copy leads there."""
    from legacytrack.campaign.making import new_text

    told = found.told
    for base in found.bases:
        with contextlib.suppress(TypeError, ValueError, FileError):  # of a damaged line
            text = _led_on(base, found.run)
            if text and same(world_file.parse(text, Path("world.toml")), told):
                return text, True
    return new_text(told, places.folder), False


def _led_on(base: bytes, run: Sequence[Entry]) -> bytes | None:
    """Carry out in an older text of the world file what changed in it since."""
    now = text_digest(base)
    starts = [
        at + (entry.hunk.before != now)
        for at, entry in enumerate(run)
        if entry.hunk and now in (entry.hunk.before, entry.hunk.after)
    ]
    text = base if starts else None
    for entry in run[starts[-1] :] if starts else ():
        text = patched(text, entry.hunk, back=False) if text and entry.hunk else None
    return text


def _missing_line(found: _Found) -> Entry:
    """The line that leads from what the history still tells to the world as it is."""
    assert found.data is not None
    number = found.last + 1
    if not found.run:
        edits = difference({}, found.data)
        said = "The world file as it is; the history before cannot be told."
        return entry_of({}, edits, said=said, number=number, fresh=True)
    edits = difference(found.told, found.data)
    said = (
        f"Edited by hand: {places_of(edits)}."
        if found.is_whole
        else f"What the history had lost: {places_of(edits)}."
    )
    return entry_of(found.told, edits, said=said, number=number)


def _history_again(places: Places, found: _Found, more: tuple[Entry, ...]) -> Repair:
    text = history.text_of((*found.run, *more))
    there = places.history.exists()
    if more and found.is_whole and found.run:
        said = f"The world file is right: {more[0].said} That is change {more[0].number} now."
        grows = text.startswith(places.history.read_bytes())
        return Repair((said,), history=text, replaces=() if grows else (places.history,))
    lost = len(found.telling.damaged)
    said = (
        f"{places.history.name} is not there."
        if not there
        else (
            f"{counted(lost, 'line')} of {places.history.name} cannot be read."
            if lost
            else f"{places.history.name} does not lead where it ends: a line was lost or changed."
        )
    )
    if not found.run:
        how = "A new history begins with the world as it is."
    elif more:
        how = f"It is made again up to change {found.run[-1].number}, and leads to the world as it is."
    else:
        how = f"It is made again, up to change {found.run[-1].number}."
    filled = ("A safety copy had lines that were lost.",) if found.is_filled else ()
    return Repair((said, *filled, how), history=text, replaces=(places.history,) if there else ())
