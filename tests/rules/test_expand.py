"""Expanding into a place that nobody occupies: what it costs, and what it takes."""

from __future__ import annotations

import tomllib

import pytest

from legacytrack.model.world import World
from legacytrack.rules.expand import entry

BREAKS: set[str] = set()  # the rule is a sum: the numbers below hold it

COST = {"minor-city": 1, "major-city": 2, "world-capital": 5}


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(text))


def city(kind: str, boxes: int | None = None) -> World:
    """Tell of a city in Ural, fortified or not."""
    more = "" if boxes is None else f"\nfortification.boxes = {boxes}"
    return told(f'[territories.ural]\ncity.kind = "{kind}"{more}')


@pytest.mark.parametrize("text", ["", '[territories.ural.scar]\nkind = "bunker"'])
def test_a_place_without_a_city_costs_nothing(box, text):
    """A place without a city takes one troop, and costs none, scarred or not."""
    found = entry(told(text), box, "ural")
    assert (found.cost, found.needed) == (0, 1)


@pytest.mark.parametrize(("kind", "cost"), COST.items())
def test_a_city_costs_its_population(box, kind, cost):
    """An unoccupied city costs its population, and one troop must be left (expand-into-city)."""
    assert box.number("expand-into-city", "left") == 1
    found = entry(city(kind), box, "ural")
    assert (found.cost, found.needed) == (cost, cost + 1)
    assert not found.allowed(cost)
    assert found.allowed(cost + 1)


@pytest.mark.parametrize("boxes", [0, 1, 9])
@pytest.mark.parametrize(("kind", "cost"), COST.items())
def test_a_fortified_city_costs_two_more(box, kind, cost, boxes):
    """A fortification with a box left costs two troops more."""
    found = entry(city(kind, boxes), box, "ural")
    assert (found.population, found.fortified, found.cost) == (cost, 2, cost + 2)
    assert found.needed == cost + 3


@pytest.mark.parametrize(("kind", "cost"), COST.items())
def test_a_worn_out_fortification_costs_nothing_more(box, kind, cost):
    """With ten of ten boxes marked a city is fortified no more."""
    assert entry(city(kind, 10), box, "ural").cost == cost


@pytest.mark.parametrize(
    ("troops", "left", "allowed"),
    [(0, 0, False), (3, 0, False), (4, 0, False), (5, 1, True), (9, 5, True)],
)
def test_what_is_left_of_those_that_move_in(box, troops, left, allowed):
    """Of five troops that enter a fortified Major City one is left; four may not go."""
    found = entry(city("major-city", 3), box, "ural")
    assert found.left(troops) == left
    assert found.allowed(troops) is allowed
