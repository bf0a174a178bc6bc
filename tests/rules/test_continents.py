"""Continents: a name once, a changed bonus once, and what control pays."""

from __future__ import annotations

import tomllib

import pytest

from legacytrack.model.shape import sound
from legacytrack.model.world import ContinentMark, World
from legacytrack.rules.continents import bonus, change_bonus, name_continent
from legacytrack.rules.supply import supply

BREAKS = {"continent-named-once", "bonus-once-a-continent"}

FRESH = World({})
NAMED = """
[players.rae]
name = "Rae"

[continents.south-america]
name = "Pancake Island"
named_by = "rae"
named_in = 2
"""
PRINTED = {
    "north-america": 5,
    "south-america": 2,
    "europe": 5,
    "africa": 3,
    "asia": 7,
    "australia": 2,
}


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(text))


def name(world: World, box, continent="south-america", name="Fudge", by=None, game=None):
    """Name a continent."""
    return name_continent(world, box, continent=continent, name=name, by=by, game=game)


def change(world: World, box, change, continent="asia", by=None, game=None):
    """Change the bonus of a continent."""
    return change_bonus(world, box, continent=continent, change=change, by=by, game=game)


# Names


@pytest.mark.parametrize("continent", PRINTED)
def test_a_continent_without_a_name_gets_one(box, continent):
    """Each continent can be named; the file says by whom and in which game."""
    outcome = name(FRESH, box, continent, "Ruin", by="ana", game=3)
    assert outcome.findings == ()
    assert outcome.world.continent(continent) == ContinentMark("Ruin", "ana", 3, 0, None, None)
    assert sound(outcome.world.data) == (outcome.world.data, ())


def test_a_continent_is_named_once(box):
    """A second name is refused, and the finding tells the first one, its namer and the game."""
    (finding,) = name(told(NAMED), box, by="fay", game=3).findings
    assert finding.rule == "continent-named-once"
    assert finding.where == "continents.south-america.name"
    for fact in ("South America", "Pancake Island", "Rae", "game 2"):
        assert fact in finding.what


def test_a_changed_bonus_is_no_name(box):
    """A continent whose bonus was changed can still be named."""
    assert name(told("[continents.asia]\nbonus_change = 1"), box, "asia").findings == ()


def test_a_name_given_over_another_takes_nothing_over_from_it(box):
    """Renamed with leave by nobody known, a continent pays its first namer nothing more."""
    outcome = name(told(NAMED), box, name="Fudge")
    assert any("--by" in note for note in outcome.notes)
    assert outcome.world.continent("south-america").named_by is None
    assert bonus(outcome.world, box, "south-america", "rae").namer == 0


def test_a_name_without_a_namer_is_warned_of(box):
    """Who named it gets one more for it: without a namer nobody does."""
    outcome = name(FRESH, box)
    assert any("--by" in note for note in outcome.notes)
    assert bonus(outcome.world, box, "south-america", None).namer == 0


# Changing the bonus


@pytest.mark.parametrize(
    ("by", "rule"), [(1, "continent-plus-supply"), (-1, "continent-minus-supply")]
)
def test_a_bonus_goes_up_or_down_by_one(box, by, rule):
    """The mark is for everybody, uses the one sticker of its kind, and the answer says what it pays."""
    outcome = change(FRESH, box, by, by="cy", game=4)
    assert outcome.findings == ()
    assert outcome.world.continent("asia") == ContinentMark("", None, None, by, "cy", 4)
    assert supply(outcome.world, box, rule).left == 0
    assert any(str(PRINTED["asia"] + by) in note for note in outcome.notes)
    assert any("0 of 1" in note for note in outcome.notes)
    assert sound(outcome.world.data) == (outcome.world.data, ())


@pytest.mark.parametrize("first", [1, -1])
@pytest.mark.parametrize("second", [1, -1])
def test_a_bonus_is_changed_once(box, first, second):
    """A continent takes one mark only, whichever comes first."""
    world = told(
        f'players.cy.name = "Cy"\n'
        f'[continents.asia]\nbonus_change = {first}\nbonus_by = "cy"\nbonus_in = 4'
    )
    (finding,) = change(world, box, second).findings
    assert finding.rule == "bonus-once-a-continent"
    assert finding.where == "continents.asia.bonus_change"
    for fact in ("Asia", f"{first:+d}", "Cy", "game 4"):
        assert fact in finding.what


def test_a_named_continent_can_still_change_its_bonus(box):
    """The name is no mark of the bonus."""
    assert change(told(NAMED), box, 1, "south-america").findings == ()


def test_a_sticker_that_another_replaced_stays_used(box):
    """Changed back with leave, a continent has used both stickers."""
    world = change(change(FRESH, box, 1).world, box, -1).world
    assert supply(world, box, "continent-minus-supply").used == 1
    assert supply(world, box, "continent-plus-supply").used == 1


# What control pays


@pytest.mark.parametrize(("continent", "pays"), PRINTED.items())
def test_the_printed_bonus(box, continent, pays):
    """Unmarked, a continent pays what is printed, with a world or without one."""
    assert bonus(FRESH, box, continent, "ana").troops == pays
    assert bonus(None, box, continent, "ana").troops == pays


def test_the_namer_alone_gets_one_more(box):
    """The +1 of a name is for the namer, not for others, nor for nobody (continent-control)."""
    assert box.number("continent-control", "namer") == 1
    world = told(NAMED)
    paid = {who: bonus(world, box, "south-america", who).troops for who in ("rae", "fay", None)}
    assert paid == {"rae": 3, "fay": 2, None: 2}


@pytest.mark.parametrize(("mark", "rae", "fay"), [(1, 4, 3), (-1, 2, 1)])
def test_mark_and_name_add_up(box, mark, rae, fay):
    """The mark is for everybody, the name for the namer alone, and both count."""
    world = told(f"{NAMED}bonus_change = {mark}")
    assert bonus(world, box, "south-america", "rae").troops == rae
    assert bonus(world, box, "south-america", "fay").troops == fay


def test_the_working_says_every_part(box):
    """Printed, mark and name stand in the working."""
    how = bonus(told(f"{NAMED}bonus_change = -1"), box, "south-america", "rae").how
    assert all(part in how for part in ("2 printed", "-1", "+1"))
    plain = bonus(told(NAMED), box, "asia", "rae").how
    assert "7" in plain
    assert "1" not in plain
