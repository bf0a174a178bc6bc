"""Undoing: the last change, one old change alone, or everything after one; and doing it again."""

from __future__ import annotations

from collections.abc import Sequence

from legacytrack.campaign.door import Campaign
from legacytrack.campaign.recording import Recorded
from legacytrack.campaign.writing import entry_of, hand_edit, write
from legacytrack.errors import Finding, UndoError
from legacytrack.model.change import Tree, carry_out, difference, dotted, misfits, reverse, same
from legacytrack.model.shape import sound
from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.store import history, world_file
from legacytrack.store.entries import Entry
from legacytrack.store.hunks import patched
from legacytrack.store.patch import patch


def undo(
    campaign: Campaign,
    number: int | None = None,
    *,
    to: int | None = None,
    command: str,
    dry_run: bool = False,
) -> Recorded:
    """Take back the last change, one old change alone, or all that came after one.

    Args:
        campaign: the campaign.
        number: the one old change; None for the last.
        to: take back everything after this change; 0 for everything.
        command: what was typed, for the history.
        dry_run: say what would happen, and write nothing.

    Raises:
        UndoError: there is nothing to undo, or later changes stand on it.
        FileError: a file cannot be read or written; nothing was changed.
    """

    def turn() -> Recorded:
        return _undo(campaign, number, to, command, dry_run=dry_run)

    return campaign.settled(turn) if dry_run else turn()


def _undo(
    campaign: Campaign, number: int | None, to: int | None, command: str, *, dry_run: bool
) -> Recorded:
    with campaign.changing(dry_run=dry_run):
        hand, entries = _entries(campaign)
        done, _ = history.live(entries)
        if number is not None and to is None and number not in done:
            raise UndoError(_not_in_force(number, entries))
        chosen = _chosen(done, number, to)
        if not chosen:
            what = (
                f"There is nothing to undo after change {to}."
                if to
                else "There is nothing to undo."
            )
            raise UndoError(Finding("nothing-to-undo", "", what, "see legacytrack log"))
        if number is not None:
            _must_stand_alone(number, done, entries)
        taken = list(reversed(list(history.changes_of(entries, chosen))))
        return _turn(campaign, taken, hand, entries, command, dry_run=dry_run, back=True)


def _chosen(done: Sequence[int], number: int | None, to: int | None) -> list[int]:
    """Choose the changes to take back: all after one, one alone, or the last."""
    if to is not None:
        return [each for each in done if each > to]
    return [number] if number is not None else list(done[-1:])


def concerns_games(
    campaign: Campaign, number: int | None = None, *, to: int | None = None, back: bool
) -> bool:
    """Tell whether an undo or a redo touches games that are over, so that a closer look is worth it.

    Args:
        campaign: the campaign.
        number: the one old change; None for the last.
        to: everything after this change.
        back: whether it is an undo.
    """
    _, entries = _entries(campaign)
    done, undone = history.live(entries)
    chosen = _chosen(done, number, to) if back else undone[-1] if undone else ()
    changes = history.changes_of(entries, chosen)
    return any(edit.path[0] == "games" for entry in changes for edit in entry.edits)


def redo(campaign: Campaign, *, command: str, dry_run: bool = False) -> Recorded:
    """Do again what the last undo took back.

    Args:
        campaign: the campaign.
        command: what was typed, for the history.
        dry_run: say what would happen, and write nothing.

    Raises:
        UndoError: nothing was undone since the last change, or it no longer fits.
        FileError: a file cannot be read or written; nothing was changed.
    """

    def turn() -> Recorded:
        return _redo(campaign, command, dry_run=dry_run)

    return campaign.settled(turn) if dry_run else turn()


def _redo(campaign: Campaign, command: str, *, dry_run: bool) -> Recorded:
    with campaign.changing(dry_run=dry_run):
        hand, entries = _entries(campaign)
        _, undone = history.live(entries)
        if not undone:
            what = "There is nothing to redo."
            raise UndoError(Finding("nothing-to-redo", "", what, "see legacytrack log"))
        again = list(history.changes_of(entries, undone[-1]))
        turned = next(entry for entry in reversed(entries) if entry.undoes == undone[-1])
        return _turn(
            campaign, again, hand, entries, command, dry_run=dry_run, back=False, turned=turned
        )


def _entries(campaign: Campaign) -> tuple[Entry | None, tuple[Entry, ...]]:
    """The hand edit that waits for its line, and the whole history with it."""
    entries = history.read(campaign.places.history).entries
    hand = hand_edit(campaign) if entries else None
    return hand, (*entries, hand) if hand else entries


def _turn(
    campaign: Campaign,
    taken: Sequence[Entry],
    hand: Entry | None,
    entries: Sequence[Entry],
    command: str,
    *,
    dry_run: bool,
    back: bool,
    turned: Entry | None = None,
) -> Recorded:
    """Carry out the edits of some changes, back or forth, if they still fit.

    With `turned`, the undo that is turned round, all bytes come back from before it.
    """
    text, data = campaign.text, dict(campaign.data)
    for entry in taken:
        edits = reverse(entry.edits) if back else entry.edits
        stale = misfits(data, edits)
        if stale:
            raise UndoError(_stale(entry, dotted(stale[0].path), entries))
        data = carry_out(data, edits)
        # The very lines that stood there come back, comments and all, if the text is still the one.
        exact = entry.hunk and patched(text, entry.hunk, back=back)
        text = exact or patch(text, edits)
    if turned and turned.hunk:  # what was edited by hand among the changes has no lines of its own
        text = patched(campaign.text, turned.hunk, back=True) or text
    edits = difference(campaign.data, data)
    if not same(world_file.parse(text, campaign.places.world), data):
        text = patch(campaign.text, edits)
    numbers = tuple(sorted(entry.number for entry in taken))
    then = numbers[0] if back else numbers[-1] + 1
    broken = _newly_broken(campaign, data, [entry for entry in entries if entry.number < then])
    if broken:
        fix = "undo first what stands on it (legacytrack log)"
        raise UndoError(*(finding._replace(fix=fix) for finding in broken))
    verb = "Undone" if back else "Redone"
    each = tuple(f"{entry.number}: {entry.said}" for entry in taken)
    said = f"{verb}, change {each[0]}"
    if len(each) > 1:
        said = f"{verb}: {len(each)} changes, {numbers[0]} to {numbers[-1]}."
    number = None
    if not dry_run:
        line = entry_of(
            campaign.data,
            edits,
            said=said,
            command=command,
            undoes=numbers if back else (),
            redoes=() if back else numbers,
        )
        number = write(campaign, text, line, hand)
    return Recorded(number, said, each if len(each) > 1 else (), edits)


def _not_in_force(number: int, entries: Sequence[Entry]) -> Finding:
    found = next((entry for entry in entries if entry.number == number), None)
    if not found:
        what = f"There is no change {number}."
    elif found.fresh:
        what = f"Change {number} is where the history begins: {found.said}"
    elif found.undoes:
        what = f"Change {number} is an undo itself: legacytrack redo takes back the last one."
    elif found.redoes:
        what = f"Change {number} did a change again; undo that one: {found.redoes[0]}."
    else:
        what = f"Change {number} is undone already: {found.said}"
    return Finding("nothing-to-undo", "", what, "see legacytrack log")


def _newly_broken(campaign: Campaign, after: Tree, then: Sequence[Entry]) -> tuple[Finding, ...]:
    """List the laws that a world breaks and that neither the world of then broke nor that of now."""
    world = World(sound(after)[0])
    new = limits.broken(world, campaign.box_for(world))
    if not new:
        return ()
    old = {
        (finding.rule, finding.where)
        for world in (campaign.world, World(sound(history.fold(then))[0]))
        for finding in limits.broken(world, campaign.box_for(world))
    }
    return tuple(finding for finding in new if (finding.rule, finding.where) not in old)


def _must_stand_alone(number: int, done: Sequence[int], entries: Sequence[Entry]) -> None:
    """Refuse to take a change from under a later one, also when that led back to the same value."""
    (entry,) = history.changes_of(entries, [number])
    mine = {edit.path for edit in entry.edits}
    for later in history.changes_of(entries, [each for each in done if each > number]):
        for edit in later.edits:
            if edit.path in mine:
                raise UndoError(_stale(entry, dotted(edit.path), entries))


def _stale(entry: Entry, where: str, entries: Sequence[Entry]) -> Finding:
    done, _ = history.live(entries)
    later = [
        other
        for other in history.changes_of(entries, done)
        if other.number > entry.number and any(dotted(edit.path) == where for edit in other.edits)
    ]
    said = entry.said.rstrip(".")
    what = f"Change {entry.number} ({said}) cannot be taken alone: {where} was changed later"
    if later:
        what += f", by change {later[-1].number} ({later[-1].said.rstrip('.')})"
        fix = f"legacytrack undo {later[-1].number} first, or legacytrack undo --to {entry.number - 1}"
    else:
        fix = "correct it by hand in the world file (legacytrack where)"
    return Finding("no-longer-fits", where, what + ".", fix)
