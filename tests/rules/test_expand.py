"""Expanding into a place that nobody occupies: what it costs, and what it takes."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.model.world import World
from legacytrack.rules.expand import Entry, entry, on_the_way

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


# On the way through several


def test_one_place_is_a_way_too(box):
    """A way of one territory costs what entering it costs."""
    found = entry(city("major-city", 3), box, "ural")
    way = on_the_way([found], 7)
    assert (way.cost, way.needed, way.after, way.allowed) == (found.cost, found.needed, (3,), True)
    assert way.left == found.left(7)


@pytest.mark.parametrize(
    ("troops", "after", "allowed"),
    [
        (9, (9, 6, 3), True),
        (7, (7, 4, 1), True),
        (6, (6, 3, 0), False),
        (None, (None, None, None), None),
    ],
)
def test_a_way_through_two_cities(box, troops, after, allowed):
    """One troop stays in each place on the way, and each city takes its population of the rest."""
    world = told(
        '[territories.china.city]\nkind = "major-city"\n[territories.india.city]\nkind = "major-city"\n'
    )
    way = on_the_way([entry(world, box, place) for place in ("ural", "china", "india")], troops)
    assert (way.cost, way.needed) == (4, 7)
    assert way.after == after
    assert way.allowed is allowed


def test_nobody_goes_on_a_way_that_is_closed():
    """One place on the way that keeps everybody out closes it, for any number of troops."""
    way = on_the_way([Entry(0, 0, 1), Entry(0, 0, 1, never="Thorns"), Entry(0, 0, 1)], 99)
    assert way.allowed is False


ENTRIES = st.lists(
    st.builds(
        Entry,
        *(st.integers(0, 5), st.sampled_from([0, 2]), st.just(1), st.integers(-3, 3), st.just("")),
    ),
    min_size=1,
    max_size=5,
)


@settings(deadline=None)
@given(ENTRIES, st.integers(0, 40))
def test_a_way_is_one_entry_after_another(entries, troops):
    """Going all the way is entering each place with all but the one that stays behind in the last."""
    moving, possible, standing = troops, True, []
    for each in entries:
        possible &= each.allowed(moving)
        standing.append(moving - each.cost)
        moving = moving - each.cost - 1
    way = on_the_way(entries, troops)
    assert way.allowed is possible
    assert way.after == tuple(standing)
    assert way.left == max(standing[-1], 0)
    assert way.cost == sum(each.cost for each in entries)
    assert on_the_way(entries, way.needed).allowed
    assert not on_the_way(entries, way.needed - 1).allowed
