"""The planet gets its name after the last game with rewards."""

from __future__ import annotations

import tomllib

import pytest

from legacytrack.model.shape import sound
from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.planet import RollOff, name_planet, roll_off, rolled

BREAKS = {"planet-named-once", "games-with-rewards", "planet-by-signatures"}


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(text))


def name(world: World, box, name="Fudge World", by=None, game=None, roll=None):
    """Name the planet."""
    return name_planet(world, box, name=name, by=by, game=game, roll=roll)


def won(ana=0, ben=0, cy=0, more="") -> World:
    """A campaign in which each player signed so often."""
    winners = ["ana"] * ana + ["ben"] * ben + ["cy"] * cy
    games = "".join(
        f'[games.{number}]\nwinner = "{who}"\n' for number, who in enumerate(winners, 1)
    )
    people = "".join(f'players.{id}.name = "{id.capitalize()}"\n' for id in ("ana", "ben", "cy"))
    return told(f"{people}{more}\n{games}")


TIE = {"ana": 7, "ben": 7, "cy": 1}


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


# Whose right it is


def test_whoever_signed_most_often_names_the_planet(box):
    """The one with most signatures gives the name; the finding against others names that one."""
    world = won(ana=8, ben=7)
    outcome = name(world, box, by="ana")
    assert outcome.findings == ()
    assert outcome.world.data["planet_by"] == "ana"
    assert limits.broken(outcome.world, box) == ()
    for other in ("ben", "cy", None):
        (finding,) = name(world, box, by=other).findings
        assert finding.rule == "planet-by-signatures"
        assert "Ana" in finding.what
        assert "ana" in finding.fix


def test_a_planet_with_the_wrong_namer_is_found(box):
    """Whoever is written down as the namer signed most often, a tie apart."""
    by_ben = 'planet = "Ruin"\nplanet_by = "ben"'
    (finding,) = limits.broken(won(ana=8, ben=7, more=by_ben), box)
    assert (finding.rule, finding.where) == ("planet-by-signatures", "planet_by")
    assert limits.broken(won(**TIE, more=by_ben), box) == ()


def test_where_winners_are_unknown_nobody_is_refused(box):
    """As long as one winner of the fifteen is not on record, anybody may have signed most often."""
    world = won(ana=8, more="games_played = 15")
    assert name(world, box, by="ben").findings == ()
    assert name(world, box).findings == ()


def test_signatures_end_with_game_15(box):
    """Games after the last line are signed for by nobody and do not count."""
    assert name(won(ana=8, ben=7, cy=9), box, by="ana").findings == ()


@pytest.mark.parametrize("by", ["ana", "ben", None])
def test_a_tie_has_to_be_rolled_off(box, by):
    """Among those with equally many signatures nobody names the planet without a roll."""
    (finding,) = name(won(**TIE), box, by=by).findings
    assert finding.rule == "planet-by-signatures"
    assert "Ana" in finding.what
    assert "Ben" in finding.what
    assert "--roll" in finding.fix


def test_dice_on_the_table_settle_a_tie(box):
    """The higher die names the planet; who lost the roll, or was not in it, is refused."""
    world = won(**TIE)
    roll = rolled(world, box, {"ana": 2, "ben": 6})
    for by in (None, "ben"):
        outcome = name(world, box, by=by, roll=roll)
        assert outcome.findings == ()
        assert outcome.world.data["planet_by"] == "ben"
        assert any("Ben 6" in note for note in outcome.notes)
    for by in ("ana", "cy"):
        assert [each.rule for each in name(world, box, by=by, roll=roll).findings] == [
            "planet-by-signatures"
        ]


def test_named_continents_count_in_the_roll(box):
    """Each continent a player named adds one to the die of that player."""
    named = "".join(
        f'continents.{id} = {{name = "Ruin {id}", named_by = "ana"}}\n'
        for id in ("asia", "africa", "europe")
    )
    world = won(**TIE, more=named)
    assert rolled(world, box, {"ana": 3, "ben": 5}).left == ("ana",)
    assert rolled(world, box, {"ana": 3, "ben": 5}).rounds == ({"ana": 6, "ben": 5},)
    assert rolled(world, box, {"ana": 2, "ben": 6}).left == ("ben",)


def test_dice_that_are_level_settle_nothing(box):
    """With equal sums the tie stays, and they roll again."""
    world = won(**TIE)
    (finding,) = name(world, box, roll=rolled(world, box, {"ana": 4, "ben": 4})).findings
    assert finding.rule == "planet-by-signatures"
    assert "--roll" in finding.fix


@pytest.mark.parametrize("dice", [{"ana": 6}, {"ana": 6, "cy": 1}])
def test_all_that_are_tied_roll(box, dice):
    """A roll is of all who signed most often: nobody wins it alone, or against another."""
    world = won(**TIE)
    rules = [each.rule for each in name(world, box, roll=rolled(world, box, dice)).findings]
    assert rules == ["planet-by-signatures"]


def test_a_seed_rolls_the_same_dice_until_one_is_left(box):
    """The lot is repeatable, rolls dice of six sides, and goes on while the highest are level."""
    world = won(ana=5, ben=5, cy=5)
    again = 0
    for seed in range(60):
        roll = roll_off(world, box, ("ana", "ben", "cy"), seed=seed)
        assert isinstance(roll, RollOff)
        assert roll == roll_off(world, box, ("ana", "ben", "cy"), seed=seed)
        assert len(roll.left) == 1
        again += len(roll.rounds) > 1
        left = {"ana", "ben", "cy"}
        for dice in roll.rounds:
            assert set(dice) == left
            assert all(1 <= die <= 6 for die in dice.values())
            left = {who for who, die in dice.items() if die == max(dice.values())}
        assert left == set(roll.left)
        assert name(world, box, roll=roll).findings == ()
    assert again
