"""Expanding: what it costs to move into a place that nobody occupies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from legacytrack.model.box import Box, Mark, Power
from legacytrack.model.world import World
from legacytrack.rules.cities import is_city, is_fortified, population


class Entry(NamedTuple):
    """What entering an unoccupied territory costs in troops, in parts, and what it takes.

    Args:
        population: lost for the population of its city.
        fortified: lost for its fortification.
        least_left: troops that have to be left to hold it.
        extra: lost for what packets brought.
        never: the mark that keeps everybody out, if there is one.
    """

    population: int
    fortified: int
    least_left: int
    extra: int = 0
    never: str = ""

    @property
    def cost(self) -> int:
        """Troops that are lost."""
        return max(self.population + self.fortified + self.extra, 0)

    @property
    def needed(self) -> int:
        """Troops that have to move in, so that enough are left to hold it."""
        return self.cost + self.least_left

    def left(self, troops: int) -> int:
        """Troops that are left of those that move in, never below zero."""
        return max(troops - self.cost, 0)

    def allowed(self, troops: int) -> bool:
        """Tell whether so many troops may move in."""
        return not self.never and troops >= self.needed


def entry(world: World, box: Box, territory: str, powers: Sequence[Power] = ()) -> Entry:
    """Work out what expanding into an unoccupied territory costs (expand-into-city).

    Args:
        world: the world.
        box: the box.
        territory: id of the territory.
        powers: the powers of the faction that expands.
    """
    marks = _marks(world, box, territory)
    extra = sum(mark.effects.get("expand_cost", 0) for mark in marks)
    if is_city(world, box, territory):
        extra += sum(power.effects.get("expand_city_cost", 0) for power in powers)
    fortified = is_fortified(world, box, territory)
    return Entry(
        population(world, box, territory),
        int(box.fortification.effects["expand_cost"]) if fortified else 0,
        box.number("expand-into-city", "left"),
        extra,
        no_entry(world, box, territory),
    )


def no_entry(world: World, box: Box, territory: str) -> str:
    """Name the mark that keeps everybody out of a territory, empty without one."""
    marks = _marks(world, box, territory)
    return next((mark.name for mark in marks if mark.effects.get("no_entry")), "")


def _marks(world: World, box: Box, territory: str) -> list[Mark]:
    scar, city = world.scar(territory), world.city(territory)
    here = [box.scars.get(scar.kind)] if scar else []
    here += [box.cities.get(city.kind)] if city else []
    return [mark for mark in here if mark]
