"""Recording: a change comes in, or is refused with every reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from legacytrack.campaign.door import Campaign
from legacytrack.campaign.writing import entry_of, hand_edit, write
from legacytrack.errors import FileError, Finding, RefusedError, UsageError
from legacytrack.model.box import Box
from legacytrack.model.change import Edit, carry_out, difference, dotted, reverse, same
from legacytrack.model.shape import sound
from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.noticed import noticed
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.packets import newly_met
from legacytrack.store import history
from legacytrack.store.entries import Entry, Waived
from legacytrack.store.patch import patch

Step = Callable[[World, Box], Outcome]


class Recorded(NamedTuple):
    """What a change did.

    Args:
        number: its number in the history; None when nothing was written (a dry run).
        said: what happened.
        notes: what people forget.
        edits: what changed in the world.
        waived: the laws that were broken with leave.
    """

    number: int | None
    said: str
    notes: tuple[str, ...]
    edits: tuple[Edit, ...]
    waived: tuple[Waived, ...] = ()


def record(
    campaign: Campaign,
    step: Step,
    *,
    command: str,
    game: int | None = None,
    anyway: str | None = None,
    dry_run: bool = False,
) -> Recorded:
    """Take a change into the world, or refuse it with every reason.

    Args:
        campaign: the campaign.
        step: the recording rule, waiting for world and box.
        command: what was typed, for the history.
        game: number of the game it belongs to, if known.
        anyway: why the laws against it are waived; None when they are not.
        dry_run: say what would happen, and write nothing.

    Raises:
        RefusedError: a law stands against it.
        UsageError: it would change nothing.
        FileError: a file cannot be read or written; nothing was changed.
    """
    with campaign.changing(dry_run=dry_run):
        before, box = campaign.world, campaign.box
        outcome = step(before, box)
        edits = difference(campaign.world.data, outcome.world.data)
        new = _new_findings(campaign, outcome.world)
        laws = _others(new, outcome.findings)
        findings = (*outcome.findings, *laws)
        # Only a law of the box gives way to a packet or a house rule; a doubled player does not.
        waivable = bool(edits) and all(finding.rule in campaign.box.rules for finding in findings)
        if findings and not (waivable and anyway is not None):
            facts = (_with_its_change(campaign, finding) for finding in outcome.findings)
            who = "a packet or a house rule" if box.has("sealed packets") else "a house rule"
            way = f'; if {who} allows it, add --anyway "why"' if waivable else ""
            raise RefusedError(*(each._replace(fix=each.fix + way) for each in (*facts, *laws)))
        if not edits:
            what = "That would change nothing: it is so already."
            raise UsageError(Finding("no-change", "", what, "nothing to do"))
        _must_fit(campaign, edits, outcome)
        waived = tuple(
            Waived(finding.rule, finding.where, finding.what, anyway or "")
            # In the words of the world laws, by which check knows it again.
            for finding in (*_others(outcome.findings, new), *new)
        )
        text = patch(campaign.text, edits, campaign.data)
        number = None
        if not dry_run:
            hand = hand_edit(campaign)
            entry = entry_of(
                campaign.data,
                edits,
                said=outcome.said,
                command=command,
                game=game,
                waived=waived,
            )
            number = write(campaign, text, entry, hand)
        met = newly_met(before, outcome.world, box)
        notes = (*outcome.notes, *noticed(before, outcome.world, box), *met)
        return Recorded(number, outcome.said, notes, edits, waived)


def _new_findings(campaign: Campaign, after: World) -> tuple[Finding, ...]:
    """List the world laws that a change breaks and that were not broken before."""
    new = limits.broken(after, campaign.box_for(after))
    if not new:
        return ()
    old = set(limits.broken(campaign.world, campaign.box))
    return tuple(finding for finding in new if finding not in old)


def _others(findings: Sequence[Finding], said: Sequence[Finding]) -> tuple[Finding, ...]:
    """Leave out findings of which others speak already: the same law at the same place."""
    known = {(finding.rule, finding.where) for finding in said}
    return tuple(each for each in findings if (each.rule, each.where) not in known)


def _with_its_change(campaign: Campaign, finding: Finding) -> Finding:
    """Add to a remedy the change that made the blocking fact, for the case that it was a slip."""
    number = _made_by(campaign, finding.where)
    if not number:
        return finding
    return finding._replace(fix=f"{finding.fix}; if that was a slip, legacytrack undo {number}")


def _made_by(campaign: Campaign, where: str) -> int | None:
    if not where:
        return None
    entries = history.read(campaign.places.history).entries
    done, _ = history.live(entries)
    made = [
        entry
        for entry in history.changes_of(entries, done)
        if any(f"{dotted(edit.path)}.".startswith(f"{where}.") for edit in entry.edits)
    ]
    # What a player has from the deal is no slip for which the game would be taken back.
    if not made or (where.startswith("game.players.") and _deals(made[-1])):
        return None
    return made[-1].number


def _deals(entry: Entry) -> bool:
    return any(dotted(edit.path) == "game.number" for edit in entry.edits)


def _must_fit(campaign: Campaign, edits: Sequence[Edit], outcome: Outcome) -> None:
    """Refuse to write over a part of the file that makes no sense: it may hold a record."""
    after = carry_out(campaign.data, edits)
    whole = same(carry_out(after, reverse(edits)), dict(campaign.data))
    if whole and same(sound(after)[0], dict(outcome.world.data)):
        return
    paths = [f"{dotted(edit.path)}." for edit in edits]
    near = [found.where for found in campaign.misshapen if _touches(f"{found.where}.", paths)]
    where = near[0] if near else paths[0][:-1]
    raise FileError(
        Finding(
            "world-shape",
            where,
            f"The world file makes no sense at {where}, where this change belongs.",
            "see legacytrack check, and correct it by hand; nothing was changed",
        )
    )


def _touches(where: str, paths: Sequence[str]) -> bool:
    return any(where.startswith(path) or path.startswith(where) for path in paths)
