"""Scars: placing one, cancelling one."""

from __future__ import annotations

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.world import World
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.supply import left_of


def place_scar(
    world: World, box: Box, *, territory: str, scar: str, by: str | None, game: int | None
) -> Outcome:
    """Put a scar on a territory that carries none (one-scar-per-territory).

    Args:
        world: the world.
        box: the box.
        territory: id of the territory.
        scar: id of the kind of scar.
        by: id of the player who places it, if known.
        game: number of the game, if known.
    """
    name, kind = box.territories[territory].name, box.scars[scar].name
    findings: list[Finding] = []
    after = world
    old = world.scar(territory)
    if old:
        what = f"{name} already carries a scar: {_kind(box, old.kind)} {world.credit(old.game, old.by)}."
        findings.append(
            box.finding("one-scar-per-territory", f"territories.{territory}.scar", what)
        )
        after = cover(after, territory, "scar")
    findings.extend(no_more_marks(world, box, territory))
    after = after.with_table("territories", territory, "scar", kind=scar, game=game, by=by)
    notes = [left_of(after, box, box.scars[scar].supply)]
    if world.city(territory) is None:
        notes.append(f"Nobody can start in {name} any more.")
    return Outcome(
        after,
        f"{kind} on {name}{world.noted(game, by)}.",
        tuple(findings),
        tuple(notes),
    )


def cancel_scar(
    world: World, box: Box, *, territory: str, by: str | None, game: int | None
) -> Outcome:
    """Take a scar off the board with a sticker; the place can be scarred anew (cancel-needs-scar).

    Args:
        world: the world.
        box: the box.
        territory: id of the territory.
        by: id of the player who cancels it, if known.
        game: number of the game, if known.
    """
    name = box.territories[territory].name
    old = world.scar(territory)
    if not old:
        what = f"{name} carries no scar."
        found = box.finding("cancel-needs-scar", f"territories.{territory}.scar", what)
        return Outcome(world, what, (found,))
    number = str(len(world.cancelled(territory)) + 1)
    after = world.with_value("territories", territory, "scar", value=None).with_table(
        *("territories", territory, "cancelled", number),
        kind=old.kind,
        game=old.game,
        by=old.by,
        cancelled_in=game,
        cancelled_by=by,
    )
    return Outcome(
        after,
        f"{_kind(box, old.kind)} on {name} cancelled{world.noted(game, by)}.",
        (),
        (left_of(after, box, "cancel-supply"), f"{name} can be scarred anew."),
    )


def no_more_marks(world: World, box: Box, territory: str) -> list[Finding]:
    """Say what keeps a territory from ever being marked again (no-marks-here).

    Args:
        world: the world.
        box: the box.
        territory: id of the territory.
    """
    scar, city = world.scar(territory), world.city(territory)
    here = [("scar", box.scars.get(scar.kind))] if scar else []
    here += [("city", box.cities.get(city.kind))] if city else []
    findings = []
    for key, mark in here:
        if mark and mark.effects.get("no_marks"):
            what = f"{box.territories[territory].name} can never be marked again: {mark.name}."
            findings.append(box.finding("no-marks-here", f"territories.{territory}.{key}", what))
    return findings


def cover(world: World, territory: str, mark: str) -> World:
    """Keep the record of a mark that a newer one covers, so that its sticker still counts.

    Args:
        world: the world.
        territory: id of the territory.
        mark: "scar" or "city".
    """
    old = world.data["territories"][territory][mark]
    number = str(len(world.covered(territory)) + 1)
    covered = world.with_table("territories", territory, "covered", number, **old)
    return covered.with_value("territories", territory, mark, value=None)


def _kind(box: Box, scar: str) -> str:
    return box.scars[scar].name if scar in box.scars else scar
