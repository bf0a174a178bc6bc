"""The planet gets its name after the last game with rewards."""

from __future__ import annotations

import tomllib

import pytest

from legacytrack.model.shape import sound
from legacytrack.model.world import World
from legacytrack.rules.planet import name_planet

BREAKS = {"planet-named-once", "games-with-rewards"}


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(text))


def name(world: World, box, name="Fudge World", by=None, game=None):
    """Name the planet."""
    return name_planet(world, box, name=name, by=by, game=game)


@pytest.mark.parametrize(("played", "game"), [(15, None), (14, 15), (0, 15), (20, None), (15, 3)])
def test_after_game_15_the_planet_gets_its_name(box, played, game):
    """Fifteen games played, as the world or the command says, and the planet can be named."""
    outcome = name(told(f"games_played = {played}"), box, by="ana", game=game)
    assert outcome.findings == ()
    assert outcome.world.planet == "Fudge World"
    assert outcome.world.data["planet_by"] == "ana"
    assert sound(outcome.world.data) == (outcome.world.data, ())


@pytest.mark.parametrize(("played", "game"), [(0, None), (14, None), (14, 14), (3, 7)])
def test_before_that_it_has_none(box, played, game):
    """The planet is not named before game 15 is played; the finding says how many games there were."""
    (finding,) = name(told(f"games_played = {played}"), box, game=game).findings
    assert finding.rule == "games-with-rewards"
    assert "15" in finding.what
    assert str(max(played, game or 0)) in finding.what


def test_marks_of_game_15_show_that_it_was_played(box):
    """A world whose marks come from game 15 needs no count of games."""
    assert name(told('[territories.ural.scar]\nkind = "bunker"\ngame = 15'), box).findings == ()


def test_the_planet_is_named_once(box):
    """A second name is refused, and the finding tells the first."""
    (finding,) = name(told('games_played = 16\nplanet = "Ruin"'), box).findings
    assert finding.rule == "planet-named-once"
    assert finding.where == "planet"
    assert "Ruin" in finding.what


def test_both_laws_are_told_at_once(box):
    """A planet named too early, and for the second time, breaks two laws."""
    findings = name(told('games_played = 4\nplanet = "Ruin"'), box).findings
    assert {finding.rule for finding in findings} == {"planet-named-once", "games-with-rewards"}


def test_a_name_given_over_another_takes_nothing_over_from_it(box):
    """Renamed with leave by nobody known, the planet is not credited to the first namer."""
    world = told('games_played = 16\nplanet = "Ruin"\nplanet_by = "ana"\nplanet_in = 15')
    assert name(world, box, game=16).world.data.get("planet_by") != "ana"
