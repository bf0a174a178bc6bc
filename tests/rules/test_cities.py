"""Cities and their fortifications."""

from __future__ import annotations

import tomllib

import pytest

from legacytrack.model.shape import sound
from legacytrack.model.world import City, Fortification, World
from legacytrack.rules import limits
from legacytrack.rules.cities import (
    city_words,
    fortify_city,
    found_city,
    is_fortified,
    population,
    wear_fortification,
)

BREAKS = {"one-city-per-territory", "fortify-only-a-city", "fortification-boxes"}

FRESH = World({})
CITY = """
[players.ana]
name = "Ana"

[territories.ural.city]
kind = "major-city"
name = "Stalgrad"
founder = "ana"
game = 1
"""


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(text))


def fortified(boxes: int, more: str = "") -> World:
    """Tell of a city with a fortification."""
    return told(f"{CITY}\n[territories.ural.fortification]\nboxes = {boxes}\n{more}")


def found(world: World, box, territory="ural", city="minor-city", name="Perm", by=None, game=None):
    """Found a city."""
    return found_city(world, box, territory=territory, city=city, name=name, by=by, game=game)


# Cities


@pytest.mark.parametrize("kind", ["minor-city", "major-city", "world-capital"])
def test_a_territory_without_a_city_takes_one(box, kind):
    """A city goes where there is none, with its name, its founder and the game."""
    outcome = found(FRESH, box, city=kind, by="ana", game=1)
    assert outcome.findings == ()
    assert outcome.world.city("ural") == City(kind, "Perm", "ana", 1)
    assert limits.broken(outcome.world.with_value("players", "ana", "name", value="Ana"), box) == ()


@pytest.mark.parametrize("kind", ["minor-city", "major-city", "world-capital"])
def test_a_second_city_is_against_the_rules(box, kind):
    """One city a territory: the finding names the city that stands there."""
    (finding,) = found(told(CITY), box, city=kind).findings
    assert finding.rule == "one-city-per-territory"
    assert finding.where == "territories.ural.city"
    for fact in ("Ural", "Major City", "Stalgrad", "game 1", "Ana"):
        assert fact in finding.what


def test_a_city_that_replaces_another_with_leave_keeps_its_record(box):
    """Where a packet lets a city replace another, the sticker below still counts as used."""
    after = found(told(CITY), box, city="world-capital", name="Roma", game=9).world
    assert after.city("ural") == City("world-capital", "Roma", None, 9)
    assert after.covered("ural") == ("major-city",)
    assert sound(after.data) == (after.data, ())


def test_a_scar_keeps_no_city_away(box):
    """City and scar may share a territory."""
    world = told('[territories.ural.scar]\nkind = "bunker"')
    outcome = found(world, box)
    assert outcome.findings == ()
    assert outcome.world.scar("ural") == world.scar("ural")


def test_a_city_without_a_remembered_name_or_founder(box):
    """What nobody remembers is left out."""
    after = found(FRESH, box, name="").world
    assert after.data == {"territories": {"ural": {"city": {"kind": "minor-city"}}}}
    assert after.city("ural") == City("minor-city", "", None, None)


def test_a_major_city_without_a_founder_is_warned_of(box):
    """A Major City is a start for its founder alone: one without a founder is one for nobody."""
    assert any("--by" in note for note in found(FRESH, box, city="major-city").notes)
    assert not any("--by" in note for note in found(FRESH, box, city="major-city", by="ana").notes)
    assert not any("--by" in note for note in found(FRESH, box, city="minor-city").notes)


def test_a_name_that_another_city_has_is_told(box):
    """Two cities may have the same name, but the group should know."""
    outcome = found(told(CITY), box, territory="peru", name="stalgrad")
    assert outcome.findings == ()
    assert any("Ural" in note for note in outcome.notes)
    assert not any("Ural" in note for note in found(told(CITY), box, territory="peru").notes)


@pytest.mark.parametrize(
    ("kind", "people"), [("minor-city", 1), ("major-city", 2), ("world-capital", 5)]
)
def test_the_population_of_a_city(box, kind, people):
    """A Minor City has population 1, a Major City 2, a World Capital 5."""
    assert population(found(FRESH, box, city=kind).world, box, "ural") == people


def test_a_place_without_a_city_has_no_population(box):
    """Neither a bare place nor a scarred one has population; nor a city of an unknown kind."""
    world = told(
        '[territories.peru.scar]\nkind = "bunker"\n[territories.japan.city]\nkind = "town"'
    )
    assert [population(world, box, id) for id in ("ural", "peru", "japan")] == [0, 0, 0]


def test_a_city_is_described_with_what_is_known(box):
    """Kind, name, founder and game make the description of a city."""
    words = city_words(told(CITY), box, "ural")
    assert all(fact in words for fact in ("Major City", "Stalgrad", "Ana", "game 1"))
    assert city_words(FRESH, box, "ural") == "no city"


# Fortifications


@pytest.mark.parametrize("kind", ["minor-city", "major-city", "world-capital"])
def test_any_city_can_be_fortified(box, kind):
    """A fortification goes on a city of any kind, with no box marked."""
    world = told(f'[territories.ural.city]\nkind = "{kind}"')
    outcome = fortify_city(world, box, territory="ural", by="ana", game=4)
    assert outcome.findings == ()
    assert outcome.world.fortification("ural") == Fortification(0, 0, 4, "ana")
    assert is_fortified(outcome.world, box, "ural")


@pytest.mark.parametrize("marks", ["", '[territories.ural.scar]\nkind = "bunker"'])
def test_only_a_city_can_be_fortified(box, marks):
    """A place without a city takes no fortification, scarred or not."""
    (finding,) = fortify_city(told(marks), box, territory="ural", by=None, game=None).findings
    assert finding.rule == "fortify-only-a-city"
    assert "Ural" in finding.what


@pytest.mark.parametrize(("boxes", "unused"), [(0, 10), (3, 7), (9, 1), (10, 0)])
def test_a_new_fortification_replaces_an_old_one(box, boxes, unused):
    """A new mark starts at no box; the unused boxes of the old one are lost, and that is said."""
    world = fortified(boxes, 'game = 2\nby = "ben"')
    outcome = fortify_city(world, box, territory="ural", by=None, game=None)
    assert outcome.findings == ()
    assert outcome.world.fortification("ural") == Fortification(0, 1, None, None)
    lost = [note for note in outcome.notes if f"{unused} unused" in note]
    assert len(lost) == bool(unused)


def test_every_replaced_fortification_is_remembered(box):
    """Each fortification is a sticker of its own, also the third on the same city."""
    world = fortified(4)
    for _ in range(3):
        world = fortify_city(world, box, territory="ural", by=None, game=None).world
    assert world.fortification("ural") == Fortification(0, 3, None, None)


@pytest.mark.parametrize(("marked", "more", "left"), [(0, 1, 9), (3, 2, 5), (9, 1, 0), (0, 10, 0)])
def test_wear_marks_boxes(box, marked, more, left):
    """After each attack with three troops a box is marked; with ten the city is fortified no more."""
    outcome = wear_fortification(fortified(marked), box, territory="ural", boxes=more)
    assert outcome.findings == ()
    assert outcome.world.fortification("ural").boxes == marked + more
    assert is_fortified(outcome.world, box, "ural") is bool(left)
    assert any((f"{left} box" if left else "no more") in note for note in outcome.notes)
    assert limits.broken(outcome.world, box) == ()


def test_an_eleventh_box_cannot_be_marked(box):
    """A fortification has ten boxes."""
    outcome = wear_fortification(fortified(8), box, territory="ural", boxes=3)
    (finding,) = limits.broken(outcome.world, box)
    assert finding.rule == "fortification-boxes"
    assert finding.where == "territories.ural.fortification.boxes"
    assert "11" in finding.what
    assert "10" in finding.what


@pytest.mark.parametrize("text", ["", CITY])
def test_only_a_fortification_wears(box, text):
    """Without a fortification there is no box to mark."""
    outcome = wear_fortification(told(text), box, territory="ural", boxes=1)
    assert [finding.rule for finding in outcome.findings] == ["fortification-boxes"]
    assert outcome.world.fortification("ural") is None


def test_wear_keeps_the_rest_of_the_record(box):
    """Marking a box changes neither when the city was fortified nor by whom."""
    world = fortified(2, 'replaced = 1\ngame = 3\nby = "ana"')
    after = wear_fortification(world, box, territory="ural", boxes=1).world
    assert after.fortification("ural") == Fortification(3, 1, 3, "ana")
