"""Writing down what a packet brought, so that it counts as printed from then on."""

from __future__ import annotations

from collections.abc import Mapping
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
    findings = tuple(_taken(world, box, table, id, str(values.get("name", ""))))
    after = world.with_value("found", table, id, value=None)
    after = after.with_table("found", table, id, **values)
    return Outcome(after, said, findings)


def _taken(world: World, box: Box, table: str, id: str, name: str) -> list[Finding]:
    powers = {id: power for each in box.factions.values() for id, power in each.powers.items()}
    printed: dict[str, Any] = {
        "scars": box.scars,
        "cities": box.cities,
        "territories": box.territories,
        "factions": box.factions,
        "powers": powers,
    }
    known = {*printed.get(table, ()), *world.table("found", table)}
    names = {fold(str(each.name)) for each in printed.get(table, {}).values() if each}
    names |= {fold(str(each.get("name", ""))) for each in world.table("found", table).values()}
    if table in ("rules", "links"):
        names = set()
    if (table == "rules" or id not in known) and fold(name) not in names - {""}:
        return []
    what = f'There is "{name or id}" already.'
    return [Finding("defined-twice", f"found.{table}.{id}", what, "give it another name")]
