"""Places: territories and what lies on them, for programs and as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from legacytrack.model.box import Box
from legacytrack.model.world import World
from legacytrack.pages.page import Page, Table
from legacytrack.rules.battle import boxes_left
from legacytrack.rules.cards import coins_on
from legacytrack.rules.cities import city_words, is_fortified, population

_PARTS = {  # what a box has to have for a column
    "city": "cities",
    "scar": "scars",
    "fortified": "fortifications",
    "coins": "coins on cards",
}
FILTERS: dict[str, Callable[[World, str], bool]] = {
    "scarred": lambda world, id: world.scar(id) is not None,
    "unscarred": lambda world, id: world.scar(id) is None,
    "cities": lambda world, id: world.city(id) is not None,
    "no-city": lambda world, id: world.city(id) is None,
    "unmarked": lambda world, id: not (world.scar(id) or world.city(id) or world.fortification(id)),
}


def territory_data(world: World, box: Box, id: str) -> dict[str, Any]:
    """Describe a territory for programs."""
    scar, city, fortification = world.scar(id), world.city(id), world.fortification(id)
    card = world.card(id)
    return {
        "territory": id,
        "name": box.territories[id].name,
        "continent": box.territories[id].continent,
        "borders": list(box.territories[id].borders),
        "scar": scar._asdict() if scar else None,
        "city": city._asdict() if city else None,
        "population": population(world, box, id),
        "fortification": fortification._asdict() if fortification else None,
        "fortified": is_fortified(world, box, id),
        "coins": coins_on(world, box, id),
        "destroyed": card.destroyed,
    }


def territories(world: World, box: Box, ids: Sequence[str]) -> Page:
    """List territories with what lies on them."""
    data = [territory_data(world, box, id) for id in ids]
    return Page({"territories": data}, [table(world, box, ids)])


def table(world: World, box: Box, ids: Sequence[str]) -> Table:
    """Make a table of what lies on territories, of what the box has."""
    rows = [
        (
            box.territories[id].name,
            city_words(world, box, id) if world.city(id) else "",
            scar(world, box, id),
            boxes(world, box, id),
            coins(world, box, id),
        )
        for id in ids
    ]
    columns = ("territory", "city", "scar", "fortified", "coins")
    return Table(columns, rows, (4,)).without(box.lacks(_PARTS))


def scar(world: World, box: Box, id: str) -> str:
    """Name the scar on a territory, and whose it is; empty without one."""
    here = world.scar(id)
    if not here:
        return ""
    name = box.scars[here.kind].name if here.kind in box.scars else here.kind
    return f"{name} {world.credit(here.game, here.by)}"


def boxes(world: World, box: Box, id: str) -> str:
    """Say how many boxes a fortification has left; empty without one."""
    fortification = world.fortification(id)
    if not fortification:
        return ""
    left = boxes_left(world, box, id)
    return f"{left} boxes left" if left > 0 else "used up"


def coins(world: World, box: Box, id: str) -> str:
    """Say how many coins a territory card shows, or that it is destroyed."""
    return "destroyed" if world.card(id).destroyed else str(coins_on(world, box, id))
