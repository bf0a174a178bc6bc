"""Copying: a safety copy at each turn of a campaign, and bringing one back."""

from __future__ import annotations

from collections.abc import Sequence

from legacytrack.campaign.door import Campaign, alone_with
from legacytrack.campaign.recording import Recorded
from legacytrack.campaign.writing import entry_of, hand_edit, write
from legacytrack.errors import FileError, Finding, NameNotFoundError, UsageError
from legacytrack.model.change import difference
from legacytrack.store import copies, history, world_file
from legacytrack.store.copies import Copy
from legacytrack.store.entries import Entry, identity, line_of
from legacytrack.store.places import Places


def keep(campaign: Campaign, last: Entry | None, hand: Entry | None) -> None:
    """Keep a copy of a campaign as it is; where that cannot be, say so, and let the record go on.

    Args:
        campaign: the campaign, alone with its files.
        last: the last line of its history.
        hand: the line that will be written for what was edited by hand.
    """
    import datetime

    places = campaign.places
    latest = hand or last
    first = history.first(places.history) or hand
    if not first or not latest:
        return
    about = Copy(
        number=0,
        path=places.world,
        campaign=identity(first),
        world=str(places.world.resolve()),
        name=campaign.world.name,
        change=latest.number,
        said=latest.said,
        time=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    )
    try:
        told = places.history.read_bytes() if places.history.exists() else b""
        if hand and (not told or told.endswith(b"\n")):
            told += line_of(hand, at=len(told))
        copies.keep(about, campaign.text, told)
    except Exception as error:  # whatever it is: a copy never stands in the way of a record
        what = error.findings[0].what if isinstance(error, FileError) else str(error)
        campaign.talk.append(f"No safety copy could be kept: {what}")


def kept(places: Places) -> list[Copy]:
    """List the safety copies of a campaign, the newest first, be its files there or not.

    Args:
        places: where its files are, or were.
    """
    try:
        first = history.first(places.history)
    except FileError:
        first = None
    return copies.listed(places, identity(first) if first else None)


def find(places: Places, number: int) -> Copy:
    """Find the copy with a number.

    Args:
        places: where the files of the campaign are, or were.
        number: the number.

    Raises:
        NameNotFoundError: this campaign has no such copy.
    """
    for copy in kept(places):
        if copy.number == number:
            return copy
    what = f"There is no safety copy {number} of this campaign."
    raise NameNotFoundError(Finding("unknown-name", str(number), what, "all: legacytrack restore"))


def restore(campaign: Campaign, copy: Copy, *, command: str, dry_run: bool) -> Recorded:
    """Bring back the world of a copy as a change, which undo can take back.

    Args:
        campaign: the campaign.
        copy: the copy.
        command: what was typed, for the history.
        dry_run: say what would happen, and write nothing.

    Raises:
        UsageError: the world is as in the copy already.
        FileError: the copy is damaged, or a file cannot be written.
    """
    text, _ = copies.contents(copy)
    with campaign.changing(dry_run=dry_run):
        data = world_file.parse(text, copy.path)
        edits = difference(campaign.data, data)
        if not edits:
            what = f"The world is as it is in copy {copy.number} already."
            raise UsageError(Finding("no-change", "", what, "nothing to do"))
        said = f"The world of copy {copy.number} is back, as it was after change {copy.change}."
        number = None
        if not dry_run:
            hand = hand_edit(campaign)
            entry = entry_of(campaign.data, edits, said=said, command=command)
            number = write(campaign, text, entry, hand)
        return Recorded(number, said, (), edits)


def put_back(places: Places, copy: Copy, *, dry_run: bool) -> list[str]:
    """Put both files of a copy where a world was that cannot be read any more.

    Args:
        places: where they go; what lies there is kept beside them.
        copy: the copy.
        dry_run: only find out what would be kept beside.

    Returns:
        The names under which what lay there is kept; for a try, the names of what lies there.

    Raises:
        FileError: the copy is damaged, a file cannot be written, or the history still tells more.
    """
    text, told = copies.contents(copy)
    world_file.parse(text, copy.path)
    latest = _whole(history.read(places.history).entries)
    if latest:
        what = f"The history still tells the world, up to change {latest}."
        fix = "bring that back first: legacytrack check --repair; then restore what you like"
        raise FileError(Finding("history-tells", str(places.history), what, fix))
    there = [path for path in (places.world, places.history) if path.exists()]
    if dry_run:
        return [path.name for path in there]
    try:
        places.world.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise world_file.cannot_write(places.world.parent, error) from error
    with alone_with(places):
        beside = [world_file.keep_beside(path).name for path in there]
        if told:
            world_file.replace(places.history, told)
        world_file.replace(places.world, text)
    return beside


def _whole(entries: Sequence[Entry]) -> int:
    """The last change of a history that leads where it says; 0 where it does not."""
    from legacytrack.campaign.repairing import whole_run

    run = whole_run(entries)
    return entries[-1].number if entries and len(run) == len(entries) else 0
