"""Factions: choosing the starting power of each before the first game."""

from __future__ import annotations

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.world import World
from legacytrack.rules.outcome import Outcome


def choose_power(world: World, box: Box, *, faction: str, power: str) -> Outcome:
    """Give a faction one of its starting powers; the other is destroyed (one-starting-power).

    Args:
        world: the world.
        box: the box.
        faction: id of the faction.
        power: id of one of its powers.
    """
    name, printed = box.factions[faction].name, box.factions[faction].powers
    carried = world.powers(faction)
    findings: tuple[Finding, ...] = ()
    if carried:
        names = ", ".join(printed[id].name if id in printed else id for id in carried)
        what = f"{name} has its starting power already: {names}."
        findings = (box.finding("one-starting-power", f"factions.{faction}.powers", what),)
    after = world.with_value("factions", faction, "powers", value=[*carried, power])
    gone = ", ".join(other.name for id, other in printed.items() if id not in (*carried, power))
    notes = [printed[power].says]
    if gone:
        notes.append(f"{gone} is destroyed for ever.")
    undecided = [other.name for id, other in box.factions.items() if not after.powers(id)]
    if undecided:
        notes.append(f"Still without a power: {', '.join(undecided)}.")
    return Outcome(after, f"{name} has {printed[power].name}.", findings, tuple(notes))
