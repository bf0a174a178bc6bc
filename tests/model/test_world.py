"""The world: what a file says is what the program sees, and a copy never changes the original."""

from __future__ import annotations

import copy
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.model.change import undotted
from legacytrack.model.shape import sound
from legacytrack.model.world import (
    Cancelled,
    City,
    ContinentMark,
    Fortification,
    Scar,
    World,
)

FULL = """
format = 1
box = "risk-legacy"
name = "Thursday world"
planet = "Ruin"

[players.ana]
name = "Ana"
[players.ben]
name = "Ben"

[territories.alaska.scar]
kind = "bunker"
game = 2
by = "ben"
[territories.alaska.cancelled.1]
kind = "ammo-shortage"
game = 1
by = "ana"
cancelled_in = 2
cancelled_by = "ben"
[territories.alaska.cancelled.2]
kind = "bunker"
[territories.ural.city]
kind = "major-city"
name = "Stalgrad"
founder = "ana"
game = 1
[territories.ural.covered.1]
kind = "minor-city"
[territories.ural.covered.2]
kind = "bunker"
[territories.ural.fortification]
boxes = 3
replaced = 1
game = 4
by = "ben"

[cards.brazil]
coins = 3
game = 2
[cards.peru]
destroyed = 5
destroyed_by = "ana"
[cards.japan]
destroyed = true

[continents.asia]
name = "Ruin"
named_by = "ana"
named_in = 3
bonus_change = 1
bonus_by = "ben"
bonus_in = 4

[factions.imperial-balkania]
powers = ["round-up"]
"""


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(text))


# Reading


def test_everything_a_file_says_is_seen():
    """Each mark of the file comes out with its kind, its game and its player."""
    world = told(FULL)
    assert (world.name, world.planet) == ("Thursday world", "Ruin")
    assert world.players == {"ana": "Ana", "ben": "Ben"}
    assert world.scar("alaska") == Scar("bunker", 2, "ben")
    assert world.cancelled("alaska") == (
        Cancelled(Scar("ammo-shortage", 1, "ana"), 2, "ben"),
        Cancelled(Scar("bunker", None, None), None, None),
    )
    assert world.city("ural") == City("major-city", "Stalgrad", "ana", 1)
    assert world.covered("ural") == ("minor-city", "bunker")
    assert world.fortification("ural") == Fortification(3, 1, 4, "ben")
    assert world.card("brazil").coins == 3
    assert not world.card("brazil").destroyed
    peru, japan = world.card("peru"), world.card("japan")
    assert (peru.coins, peru.destroyed, peru.game, peru.by) == (None, True, 5, "ana")
    assert (japan.destroyed, japan.game) == (True, None)
    assert world.continent("asia") == ContinentMark("Ruin", "ana", 3, 1, "ben", 4)
    assert world.powers("imperial-balkania") == ("round-up",)
    assert world.marked_territories == ("alaska", "ural")
    assert world.cards == ("brazil", "peru", "japan")
    assert world.changed_continents == ("asia",)
    assert world.changed_factions == ("imperial-balkania",)


def test_what_a_file_does_not_say_is_as_printed():
    """A world file is sparse: what is absent is as it came out of the box."""
    world = World({})
    assert (world.name, world.planet, world.players) == ("", "", {})
    assert world.scar("ural") is None
    assert world.city("ural") is None
    assert world.fortification("ural") is None
    assert world.cancelled("ural") == world.covered("ural") == ()
    assert world.card("ural").coins is None
    assert not world.card("ural").destroyed
    assert world.continent("asia") == ContinentMark("", None, None, 0, None, None)
    assert world.powers("khan-industries") == ()
    assert world.games_played == 0
    assert list(world.references()) == []


def test_a_player_without_a_name_is_called_by_the_id():
    """Names of players are for showing; an id does where there is none."""
    world = told('[players.ana]\nrole = "host"')
    assert world.players == {"ana": "ana"}
    assert world.player_name("ana") == "ana"
    assert world.player_name("stranger") == "stranger"
    assert world.player_name(None) == ""


@pytest.mark.parametrize(
    ("game", "by", "facts"),
    [(2, "ben", ("game 2", "Ben")), (2, None, ("game 2",)), (None, "ben", ("Ben",))],
)
def test_when_and_by_whom(game, by, facts):
    """A mark is credited to its game and its player, as far as they are known."""
    world = told(FULL)
    assert all(fact in world.credit(game, by) for fact in facts)
    assert world.noted(game, by).strip() == world.credit(game, by)
    assert "None" not in world.credit(game, by)


def test_when_nobody_knows_when_or_by_whom():
    """Asked for, it is said that nobody knows; in passing, nothing is said."""
    assert "not recorded" in told(FULL).credit(None, None)
    assert told(FULL).noted(None, None) == ""


# How many games were played


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("", 0),
        ("games_played = 4", 4),
        ('players.ana.name = "Ana"', 0),
        ("[cards.peru]\ncoins = 2", 0),
        ('[factions.khan-industries]\npowers = ["hq-troop"]', 0),
        ('[territories.ural.scar]\nkind = "bunker"', 1),
        ('[territories.ural.scar]\nkind = "bunker"\ngame = 3', 3),
        ('games_played = 2\n[territories.ural.scar]\nkind = "bunker"\ngame = 3', 3),
        ('games_played = 9\n[territories.ural.scar]\nkind = "bunker"\ngame = 3', 9),
        ('[territories.ural.city]\nkind = "minor-city"\ngame = 4', 4),
        ("[territories.ural.fortification]\nboxes = 0\ngame = 5", 5),
        ('[territories.ural.covered.1]\nkind = "minor-city"\ngame = 6', 6),
        ('[territories.ural.cancelled.1]\nkind = "bunker"\ngame = 1\ncancelled_in = 7', 7),
        ("[cards.peru]\ncoins = 2\ngame = 8", 8),
        ("[cards.peru]\ndestroyed = 9", 9),
        ("[cards.peru]\ndestroyed = true", 1),
        ("[cards.peru]\ndestroyed = false", 0),
        ('[continents.asia]\nname = "Ruin"', 1),
        ('[continents.asia]\nname = "Ruin"\nnamed_in = 10', 10),
        ("[continents.asia]\nbonus_change = 1\nbonus_in = 11", 11),
        ('[continents.asia]\nname = "Ruin"\nbonus_change = 1\nnamed_in = 3\nbonus_in = 11', 11),
        ('[continents.asia]\nname = "Ruin"\nbonus_change = 1\nnamed_in = 12\nbonus_in = 1', 12),
    ],
)
def test_as_many_games_as_the_file_says_or_its_marks_show(text, played):
    """The games played are at least those of the count and of every mark that has a game."""
    assert told(text).games_played == played


@pytest.mark.parametrize("text", ['[games.3]\nwinner = "ana"', "[game]\nnumber = 4"])
def test_recorded_games_were_played(text):
    """A game in the record of games was played, and so were those before the one in progress."""
    assert told(text).games_played >= 3


@pytest.mark.parametrize(
    "text",
    [
        '[territories.ural.memo]\ngame = "the second"',
        '[territories.ural.memo]\ntext = "Ana cried"',
        '[continents.asia]\nmemo = "too big"',
        '[cards.peru]\nmemo = "torn"',
    ],
)
def test_a_note_of_the_group_is_no_mark(text):
    """Keys that are none of the world file's are kept, and show no game that was played."""
    data = tomllib.loads(text)
    kept, findings = sound(data)
    assert (kept, findings) == (data, ())
    assert World(kept).games_played == 0


# Players in the file


def test_every_place_that_names_a_player_is_listed():
    """All references to players come with the path that leads to them."""
    world = told(FULL)
    found = {".".join(path): player for path, player in world.references()}
    assert found == {
        "territories.alaska.scar.by": "ben",
        "territories.alaska.cancelled.1.by": "ana",
        "territories.alaska.cancelled.1.cancelled_by": "ben",
        "territories.ural.city.founder": "ana",
        "territories.ural.fortification.by": "ben",
        "cards.peru.destroyed_by": "ana",
        "continents.asia.named_by": "ana",
        "continents.asia.bonus_by": "ben",
    }


# Copies


@settings(max_examples=80, deadline=None)
@given(
    path=st.sampled_from(
        [
            "name",
            "territories.alaska.scar.kind",
            "territories.alaska.scar",
            "territories.peru.city.name",
            "cards.brazil.coins",
            "players.cy.name",
            "players",
        ]
    ).map(undotted),
    value=st.none() | st.integers(1, 6) | st.just("Zoe"),
)
def test_a_copy_leaves_the_original_alone(path, value):
    """A world is never changed: a value set or taken out is so in the copy only."""
    world = told(FULL)
    before = copy.deepcopy(world.data)
    after = world.with_value(*path, value=value)
    assert world.data == before
    here = after.data
    for key in path[:-1]:
        here = here.get(key, {})
    assert here.get(path[-1]) == value


def test_a_table_is_written_without_what_is_not_known():
    """Values that are not known are neither written nor taken out."""
    world = told(FULL).with_table("territories", "alaska", "scar", kind="crater", game=None)
    assert world.data["territories"]["alaska"]["scar"] == {
        "kind": "crater",
        "game": 2,
        "by": "ben",
    }


def test_the_last_value_of_a_table_takes_the_table_along():
    """No empty table is left behind."""
    world = told('[territories.ural.scar]\nkind = "bunker"')
    assert world.with_value("territories", "ural", "scar", "kind", value=None).data == {}
