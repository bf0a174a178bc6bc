"""Expanding: what it costs to move into a place that nobody occupies."""

from __future__ import annotations

from typing import NamedTuple

from legacytrack.model.box import Box
from legacytrack.model.world import World
from legacytrack.rules.cities import is_fortified, population


class Entry(NamedTuple):
    """What entering an unoccupied territory costs in troops, in parts, and what it takes."""

    population: int
    fortified: int
    least_left: int

    @property
    def cost(self) -> int:
        """Troops that are lost."""
        return self.population + self.fortified

    @property
    def needed(self) -> int:
        """Troops that have to move in, so that enough are left to hold it."""
        return self.cost + self.least_left

    def left(self, troops: int) -> int:
        """Troops that are left of those that move in, never below zero."""
        return max(troops - self.cost, 0)

    def allowed(self, troops: int) -> bool:
        """Tell whether so many troops may move in."""
        return troops >= self.needed


def entry(world: World, box: Box, territory: str) -> Entry:
    """Work out what expanding into an unoccupied territory costs (expand-into-city).

    Args:
        world: the world.
        box: the box.
        territory: id of the territory.
    """
    fortified = is_fortified(world, box, territory)
    return Entry(
        population(world, box, territory),
        int(box.fortification.effects["expand_cost"]) if fortified else 0,
        box.number("expand-into-city", "left"),
    )
