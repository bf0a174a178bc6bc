"""Writing down what a packet brought, so that it counts as printed from then on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.names import fold
from legacytrack.model.world import World
from legacytrack.rules.outcome import Outcome


def define(
    world: World,
    box: Box,
    *,
    table: str,
    id: str,
    values: Mapping[str, Any],
    said: str,
) -> Outcome:
    """Take something that a packet brought into the world, under the keys that the box uses.

    Args:
        world: the world.
        box: the box.
        table: which table of `found`: "scars", "powers", "cities", "territories", "links",
            "factions", "events", "missions" or "rules".
        id: its id there.
        values: what is known of it, effects among it.
        said: what it is, for the history.
    """
    findings = tuple(_taken(world, box, table, id, values))
    after = world.with_value("found", table, id, value=None)
    after = after.with_table("found", table, id, **values)
    return Outcome(after, said, findings)


def _taken(world: World, box: Box, table: str, id: str, values: Mapping[str, Any]) -> list[Finding]:
    if table == "rules":
        return []
    if table == "links":
        return _joined(box, id, values["from"], values["to"])
    known = dict(_known(box, table))
    found = world.table("found", table)
    known |= {each: (str(data.get("name", each)),) for each, data in found.items()}
    name = str(values.get("name", id))
    for other, names in known.items():
        if other == id or fold(name) in map(fold, names):
            what = f'There is "{name}" already.'
            if fold(name) != fold(names[0]):
                what = f'"{id if other == id else name}" means {names[0]} already.'
            return [Finding("defined-twice", f"found.{table}.{id}", what, "give it another name")]
    return []


def _known(box: Box, table: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Everything that is called by a name where this kind of thing is: its id and its names."""
    if table in ("scars", "cities"):  # both count stickers, each under a rule that has their id
        yield from ((each.id, (each.name, each.word)) for each in box.cities.values())
        yield from ((each.id, (each.name,)) for each in box.scars.values())
        ids = (rule.removesuffix("-supply") for rule in box.rules if rule.endswith("-supply"))
        yield from ((id, (id,)) for id in ids if id not in box.scars and id not in box.cities)
    elif table == "factions":
        yield from ((each.id, (each.name,)) for each in box.factions.values())
    elif table == "powers":
        for faction in box.factions.values():
            yield from ((each.id, (each.name,)) for each in faction.powers.values())
    elif table == "territories":
        yield from ((each.id, (each.name, *each.aliases)) for each in box.territories.values())
        yield from ((each.id, (each.name,)) for each in box.continents.values())


def _joined(box: Box, id: str, one: str, other: str) -> list[Finding]:
    """Say that two territories are neighbours already."""
    here, there = box.territories[one], box.territories[other]
    if other not in here.borders:
        return []
    what = f"{here.name} and {there.name} are neighbours already."
    return [Finding("defined-twice", f"found.links.{id}", what, "nothing to do")]
