"""Factions: choosing the starting power of each before the first game."""

from __future__ import annotations

from legacytrack.errors import Finding
from legacytrack.model.box import Box, Power
from legacytrack.model.world import World
from legacytrack.rules.outcome import Outcome


def powers_of(world: World, box: Box, faction: str | None) -> list[Power]:
    """List the powers on the card of a faction, those that the box or a packet knows.

    Args:
        world: the world.
        box: the box.
        faction: id of the faction; None when it is not known.
    """
    known = box.factions.get(faction or "")
    return (
        [known.powers[id] for id in world.powers(known.id) if id in known.powers] if known else []
    )


def choose_power(world: World, box: Box, *, faction: str, power: str) -> Outcome:
    """Give a faction a power: one of its starting powers, or one that a packet brought.

    Of the starting powers the other is destroyed (one-starting-power, one-power-per-colour).

    Args:
        world: the world.
        box: the box.
        faction: id of the faction.
        power: id of one of its powers.
    """
    name, printed = box.factions[faction].name, box.factions[faction].powers
    colour = printed[power].colour
    carried = [id for id in world.powers(faction) if id in printed and printed[id].colour == colour]
    starting = colour == "green"
    findings: tuple[Finding, ...] = ()
    if carried:
        names = ", ".join(printed[id].name for id in carried)
        kind = "its starting power" if starting else f"a {colour} power"
        rule = "one-starting-power" if starting else "one-power-per-colour"
        what = f"{name} has {kind} already: {names}."
        findings = (box.finding(rule, f"factions.{faction}.powers", what),)
    after = world.with_value("factions", faction, "powers", value=[*world.powers(faction), power])
    notes = [printed[power].says] if printed[power].says else []
    gone = [
        other.name
        for id, other in printed.items()
        if starting and other.colour == colour and id not in (*carried, power)
    ]
    if gone:
        notes.append(f"{', '.join(gone)} is destroyed for ever.")
    undecided = [other.name for id, other in box.factions.items() if not after.powers(id)]
    if undecided and starting:
        notes.append(f"Still without a power: {', '.join(undecided)}.")
    return Outcome(after, f"{name} has {printed[power].name}.", findings, tuple(notes))
