"""Writing: the history first, then the world, so that a crash between them loses nothing."""

from __future__ import annotations

from collections.abc import Sequence

from legacytrack.campaign.door import Campaign
from legacytrack.errors import FileError, Finding
from legacytrack.model.change import Edit, Tree, carry_out, difference, dotted
from legacytrack.store import history, world_file
from legacytrack.store.entries import Entry, Waived, digest
from legacytrack.store.hunks import hunk, patched
from legacytrack.store.patch import patch

_MOST_NAMED = 4
_NOW_AND_THEN = 50  # changes


def unfinished(campaign: Campaign) -> Entry | None:
    """Find a change whose line of history was written before a crash, and whose world was not.

    A world edited by hand back to the one before is younger than its history, and is left alone.

    Args:
        campaign: the campaign.
    """
    if not campaign.may_be_behind():
        return None
    entry = history.last(campaign.places.history)
    if not entry or entry.fresh:
        return None
    return entry if entry.before == digest(campaign.data) != entry.after else None


def finish(campaign: Campaign, *, write: bool) -> None:
    """Finish a change that a crash left between history and world, and say so.

    Args:
        campaign: the campaign.
        write: also in the file; otherwise only in memory.

    Raises:
        FileError: the world file cannot be written.
    """
    entry = unfinished(campaign)
    if not entry:
        return
    exact = entry.hunk and patched(campaign.text, entry.hunk, back=False)
    text = exact or patch(campaign.text, entry.edits)
    if write:
        world_file.replace(campaign.places.world, text)
    campaign.take(text, carry_out(campaign.data, entry.edits))
    campaign.talk.append(
        f"Change {entry.number} had not reached the world file when the program was stopped; "
        + ("it is in it now." if write else "it counts here, but the file cannot be written.")
    )


def hand_edit(campaign: Campaign) -> Entry | None:
    """Make the line of history for what people changed by hand since the last one, if they did.

    Args:
        campaign: the campaign.
    """
    if campaign.in_step == (history.stamp(campaign.places.history), campaign.text):
        return None  # it was we who wrote last
    last = history.last(campaign.places.history)
    if last is None:
        edits = difference({}, campaign.data)
        return entry_of({}, edits, said="The world file as it was found.", fresh=True)
    now = digest(campaign.data)
    if last.after == now and history.is_long_and_whole(campaign.places.history):
        return None  # in step; the lines before need not be read, be there ever so many
    before = history.fold(history.read(campaign.places.history).entries)
    if digest(before) != last.after:
        # The history has a gap: the telling begins anew, and nothing of the world is lost.
        said = "The world file as it is; the history before cannot be told."
        edits = difference({}, campaign.data)
        return entry_of({}, edits, said=said, number=last.number + 1, fresh=True)
    edits = difference(before, campaign.data)
    if not edits:
        return None
    said = f"Edited by hand: {places_of(edits)}."
    return entry_of(before, edits, said=said, number=last.number + 1)


def write(campaign: Campaign, text: bytes, entry: Entry, hand: Entry | None) -> int:
    """Write a change, the history first; if the world cannot follow, the history is taken back.

    Args:
        campaign: the campaign, alone with its files.
        text: the new text of the world file.
        entry: the line of history; it gets its number here.
        hand: the line for what was edited by hand before, if anything was.

    Returns:
        The number of the change.

    Raises:
        FileError: it cannot be written; both files are as they were.
    """
    places = campaign.places
    last = history.last(places.history)
    if a_copy_is_due(campaign, last):
        from legacytrack.campaign.copying import keep

        keep(campaign, last, hand)
    number = (hand.number if hand else last.number if last else 0) + 1
    entry = entry._replace(number=number, hunk=hunk(campaign.text, text))
    length = history.append(places.history, [hand, entry] if hand else [entry])
    try:
        if world_file.read_bytes(places.world) != campaign.text:
            raise FileError(
                Finding(
                    "changed-meanwhile",
                    str(places.world),
                    "Another program changed the world file just now.",
                    "save and close it there, then try again; nothing was changed",
                )
            )
        world_file.replace(places.world, text)
    except BaseException as error:
        # Ctrl-C may come when the world is already there: then the change stays, in both.
        if isinstance(error, Exception) or places.world.read_bytes() != text:
            history.cut(places.history, length)
        raise
    if hand and not hand.fresh:
        campaign.talk.append(f"{hand.said} That is change {hand.number} now.")
    campaign.take(text, carry_out(campaign.data, entry.edits))
    campaign.in_step = (history.stamp(places.history), text)
    return number


def a_copy_is_due(campaign: Campaign, last: Entry | None) -> bool:
    """Tell whether the change before this one was a turn of the campaign.

    That is a game that began or ended, and what nobody wrote a history of; a group that records no
    games has a copy now and then.
    """
    if last is None:
        return True
    if any(edit.path == ("game", "number") for edit in last.edits):
        return True
    return last.number % _NOW_AND_THEN == 0 and "game" not in campaign.data


def entry_of(
    base: Tree,
    edits: Sequence[Edit],
    *,
    said: str,
    command: str = "",
    number: int = 1,
    game: int | None = None,
    undoes: tuple[int, ...] = (),
    redoes: tuple[int, ...] = (),
    waived: tuple[Waived, ...] = (),
    fresh: bool = False,
) -> Entry:
    """Make a line of history.

    Args:
        base: the world before.
        edits: what changes in it.
        said: what happened, in a sentence.
        command: what was typed; empty for what was done by hand.
        number: its number.
        game: number of the game it belongs to, if known.
        undoes: numbers of the changes that it takes back.
        redoes: numbers of the changes that it does again.
        waived: laws that it breaks with leave.
        fresh: the telling begins anew here.
    """
    import datetime

    return Entry(
        number=number,
        time=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        command=command,
        said=said,
        edits=tuple(edits),
        before=digest(base),
        after=digest(carry_out(base, edits)),
        game=game,
        undoes=undoes,
        redoes=redoes,
        waived=waived,
        fresh=fresh,
    )


def places_of(edits: Sequence[Edit]) -> str:
    """Name the places of some edits, the first few of many."""
    tables = list(dict.fromkeys(dotted(edit.path[:3]) for edit in edits))
    more = len(tables) - _MOST_NAMED
    return ", ".join(tables[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
