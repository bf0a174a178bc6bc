"""Expanding: what it costs to move into a place that nobody occupies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.box import Box, Power
from legacytrack.model.marks import Mark
from legacytrack.model.text import counted
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
        int(box.fortification.effects.get("expand_cost", 0)) if fortified else 0,
        box.number("expand-into-city", "left") if box.has("empty places to expand into") else 1,
        extra,
        no_entry(world, box, territory),
    )


class Way(NamedTuple):
    """What expanding through several territories costs, one troop staying in each on the way.

    Args:
        cost: troops that are lost, in all.
        needed: troops that have to move into the first, so that enough are left to hold the last.
        after: troops that stand in each territory once it is entered; None when nobody said.
        allowed: whether so many troops may go all the way; None when nobody said.
    """

    cost: int
    needed: int
    after: tuple[int | None, ...]
    allowed: bool | None

    @property
    def left(self) -> int | None:
        """Troops that are left in the last territory, never below zero."""
        last = self.after[-1]
        return None if last is None else max(last, 0)


def on_the_way(entries: Sequence[Entry], troops: int | None) -> Way:
    """Work out what expanding through several territories costs (expand-into-city).

    Args:
        entries: the cost of each, in the order of the way.
        troops: how many move into the first; None when nobody said.
    """
    needed = sum(each.needed for each in entries)
    after: list[int | None] = []
    moving = troops
    for each in entries:
        left = None if moving is None else moving - each.cost
        after.append(left)
        moving = None if left is None else left - each.least_left
    open_ = not any(each.never for each in entries)
    allowed = None if troops is None else open_ and troops >= needed
    return Way(sum(each.cost for each in entries), needed, tuple(after), allowed)


def no_entry(world: World, box: Box, territory: str) -> str:
    """Name the mark that keeps everybody out of a territory, empty without one."""
    marks = _marks(world, box, territory)
    return next((mark.name for mark in marks if mark.effects.get("no_entry")), "")


def _marks(world: World, box: Box, territory: str) -> list[Mark]:
    scar, city = world.scar(territory), world.city(territory)
    here = [box.scars.get(scar.kind)] if scar else []
    here += [box.cities.get(city.kind)] if city else []
    return [mark for mark in here if mark]


def against_entering(world: World, box: Box, places: Sequence[str]) -> Iterator[Finding]:
    """Say which territories nobody may enter (no-entry-here).

    Args:
        world: the world.
        box: the box.
        places: ids of the territories.
    """
    for place in places:
        never = entry(world, box, place).never
        if never:
            what = f"Nobody may enter {box.territories[place].name}: {never}."
            yield box.finding("no-entry-here", f"territories.{place}", what)


def about_entering(world: World, box: Box, places: Sequence[str]) -> Iterator[str]:
    """Say what it costs to enter territories that nobody holds on record (expand-into-city).

    Args:
        world: the world.
        box: the box.
        places: ids of the territories.
    """
    for place in places:
        cost = entry(world, box, place).cost
        if cost:
            name = box.territories[place].name
            yield f"If nobody stood in {name}, entering its city costs {counted(cost, 'troop')}."
