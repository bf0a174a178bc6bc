"""Checking: all that is wrong with a world at once; and the history for reading."""

from __future__ import annotations

from typing import NamedTuple

from legacytrack.campaign.door import Campaign
from legacytrack.campaign.writing import places_of
from legacytrack.errors import Finding
from legacytrack.model.change import difference
from legacytrack.model.shape import likely_slips
from legacytrack.model.text import counted
from legacytrack.rules import limits
from legacytrack.store import history
from legacytrack.store.entries import Entry, Waived, digest
from legacytrack.store.places import conflict_copies


class Checked(NamedTuple):
    """What a check found.

    Args:
        findings: what is wrong.
        known: laws that were broken with leave, each with the number of the change.
        notes: what is worth a word.
    """

    findings: tuple[Finding, ...]
    known: tuple[tuple[int, Waived], ...]
    notes: tuple[str, ...]


class Logged(NamedTuple):
    """A line of the history, and whether it is in force."""

    entry: Entry
    in_force: bool


def check(campaign: Campaign) -> Checked:
    """Find all that is wrong with a world at once, hand-edited parts included.

    Args:
        campaign: the campaign.
    """
    telling = campaign.settled(lambda: history.read(campaign.places.history))
    done, _ = history.live(telling.entries)
    known = tuple(
        (entry.number, waived)
        for entry in history.changes_of(telling.entries, done)
        for waived in entry.waived
    )
    leave = {(waived.rule, waived.where) for _, waived in known}
    findings = [*campaign.misshapen, *likely_slips(campaign.data)]
    findings.extend(
        finding
        for finding in limits.broken(campaign.world, campaign.box)
        if (finding.rule, finding.where) not in leave
    )
    findings.extend(telling.damaged)
    notes: list[str] = []
    if campaign.box.flaws:
        count = counted(len(campaign.box.flaws), "thing")
        notes.append(
            f"Wrong with the box: {count} (legacytrack check --box {campaign.box.folder})."
        )
    if telling.entries:
        last, told = telling.entries[-1], history.fold(telling.entries)
        if digest(told) != last.after:
            what = "The history does not lead to the world that it ends with: a line was lost or changed."
            fix = "make it lead there again: legacytrack check --repair"
            findings.append(Finding("history-gap", campaign.places.history.name, what, fix))
        elif digest(campaign.data) != last.after:
            changed = places_of(difference(told, campaign.data))
            notes.append(f"Edited by hand since the last record: {changed}.")
    findings.extend(
        Finding(
            "conflict-copy",
            str(path),
            f"{path.name} looks like the copy of a synchronised folder: two machines changed the world.",
            "compare it with the world file, take over what is missing, and delete it",
        )
        for path in conflict_copies(campaign.places.world)
    )
    return Checked(tuple(findings), known, tuple(notes))


def log(campaign: Campaign) -> tuple[Logged, ...]:
    """List the history, oldest first, with what is in force.

    Args:
        campaign: the campaign.
    """
    entries = history.read(campaign.places.history).entries
    done, _ = history.live(entries)
    return tuple(
        Logged(entry, entry.number in done or entry.fresh or bool(entry.undoes or entry.redoes))
        for entry in entries
    )
