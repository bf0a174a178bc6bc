"""Players: no two of the same name, and nothing of what they did gets lost."""

from __future__ import annotations

import tomllib

import pytest

from evening import evening, on
from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.players import add_players, merge_players, rename_player

BREAKS: set[str] = set()  # that players differ is no rule of the game

EVERYTHING = """
planet = "Ruin"
planet_by = "anna"
games_played = 15

[players.ana]
name = "Ana"
[players.anna]
name = "Anna"
[players.ben]
name = "Ben"

[territories.ural]
scar = { kind = "bunker", game = 1, by = "anna" }
city = { kind = "major-city", name = "Stalgrad", founder = "anna", game = 2 }
fortification = { boxes = 3, game = 3, by = "anna" }
covered.1 = { kind = "minor-city", founder = "anna" }
cancelled.1 = { kind = "bunker", by = "anna", cancelled_by = "anna" }

[cards.peru]
coins = 2
by = "anna"
[cards.brazil]
destroyed = 5
destroyed_by = "anna"

[continents.asia]
name = "Anna"
named_by = "anna"
bonus_change = 1
bonus_by = "anna"

[territories.peru.scar]
kind = "bunker"
by = "ben"
"""


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(text))


def test_players_are_added_with_ids_of_their_own():
    """Each player has an id made of the name, in ASCII, never one that is in use."""
    outcome = add_players(World({}), names=["Ana", "Bjørn", "漢字", "Ana Maria"])
    assert outcome.findings == ()
    assert outcome.world.players == {
        "ana": "Ana",
        "bjorn": "Bjørn",
        "player-1": "漢字",
        "ana-maria": "Ana Maria",
    }


def test_the_id_of_a_renamed_player_stays_taken():
    """An id belongs to one person for ever, whatever the person is called now."""
    world = rename_player(add_players(World({}), names=["Ana"]).world, player="ana", name="Zoe")
    assert world.world.players == {"ana": "Zoe"}
    outcome = add_players(world.world, names=["Ana"])
    assert outcome.findings == ()
    assert outcome.world.players == {"ana": "Zoe", "ana-2": "Ana"}


@pytest.mark.parametrize("name", ["Ana", "ANA", "Aná", " ana "])
def test_two_players_cannot_have_the_same_name(box, name):
    """A name that differs only by case, accents or spaces is the same name."""
    outcome = add_players(World({}), names=["Ana", name])
    assert [finding.rule for finding in outcome.findings] == ["player-twice"]
    assert "Ana" in outcome.findings[0].what
    assert "player-twice" in [finding.rule for finding in limits.broken(outcome.world, box)]


def test_a_rename_touches_nothing_else(box):
    """All that a player did stays with the player, who is found under the new name."""
    world = told(EVERYTHING)
    after = rename_player(world, player="anna", name="Annika").world
    assert after.players["anna"] == "Annika"
    assert after.with_value("players", "anna", "name", value="Anna").data == world.data
    assert "Annika" in after.credit(1, "anna")


def test_a_rename_to_a_name_in_use_is_found(box):
    """A name that another player has is found when the world is checked."""
    after = rename_player(told(EVERYTHING), player="ben", name="ana").world
    assert [finding.rule for finding in limits.broken(after, box)] == ["player-twice"]


def test_a_merge_moves_every_record(box):
    """Of two players who are one, the one that stays takes over all that the other did."""
    outcome = merge_players(told(EVERYTHING), player="anna", into="ana")
    assert outcome.findings == ()
    assert outcome.world.players == {"ana": "Ana", "ben": "Ben"}
    assert {player for _, player in outcome.world.references()} == {"ana", "ben"}
    assert limits.broken(outcome.world, box) == ()


def test_a_merge_takes_the_table_along(box):
    """In the game that is on the one that stays has the seat, the turn, and all that was held."""
    world = evening(turn="ana", ana={"holds": ["peru"], "cards": ["japan", "coin"]})
    outcome = merge_players(world, player="ana", into="dee")
    assert outcome.findings == ()
    assert limits.broken(outcome.world, box) == ()
    assert on(outcome.world).turn.player == "dee"
    assert on(outcome.world).hands["dee"] == on(world).hands["ana"]


def test_a_merge_moves_nothing_else():
    """Records of others stay, and so does a text that only reads like the player."""
    world = told(EVERYTHING)
    after = merge_players(world, player="anna", into="ana").world
    assert after.scar("peru").by == "ben"
    assert after.continent("asia").name == "Anna"
    moved = [path for path, player in world.references() if player == "anna"]
    assert len(moved) == 11
    back = after.with_value("players", "anna", "name", value="Anna")
    for path in moved:
        back = back.with_value(*path, value="anna")
    assert back.data == world.data


def test_a_merge_leaves_a_note_of_the_group_alone():
    """A table that is none of the world file's is nobody's record, whatever its keys."""
    world = told('players.ana.name = "Ana"\nplayers.anna.name = "Anna"\n[snacks]\nby = "anna"')
    after = merge_players(world, player="anna", into="ana").world
    assert after.data["snacks"] == {"by": "anna"}
