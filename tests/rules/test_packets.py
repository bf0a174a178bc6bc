"""Packets: the conditions on the outside, met and not met, and what was opened."""

from __future__ import annotations

import tomllib

import pytest

from legacytrack.campaign.door import box_of
from legacytrack.model.shape import sound
from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.cities import found_city
from legacytrack.rules.games import correct_game
from legacytrack.rules.packets import conditions, newly_met, open_packet

BREAKS: set[str] = set()

PLAYERS = "".join(f'players.{n}.name = "{n.capitalize()}"\n' for n in ("ana", "ben", "cy"))
PLACES = ("peru", "japan", "china", "india", "brazil", "alberta", "iceland", "ontario", "ural")


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(PLAYERS + text))


def met(world: World) -> dict[str, bool | None]:
    """Tell of each condition whether it is met."""
    return {each.id: each.met for each in conditions(world, box_of(world))}


def minor_cities(count: int) -> str:
    """Tell of so many Minor Cities."""
    return "".join(f'[territories.{place}.city]\nkind = "minor-city"\n' for place in PLACES[:count])


OUT = """
[games.2]
winner = "ana"
[games.2.players]
ana.result = "won"
ben.result = "held-on"
cy.result = "eliminated"
"""
MET = {
    "ninth-minor-city": minor_cities(9),
    "player-eliminated": OUT,
    "second-signature": '[games.1]\nwinner = "ben"\n[games.4]\nwinner = "ben"\n',
    "world-capital": '[territories.peru.city]\nkind = "world-capital"\n',
}
NOT_MET = {
    "ninth-minor-city": minor_cities(8) + '[territories.ural.city]\nkind = "major-city"\n',
    "player-eliminated": OUT.replace("eliminated", "held-on"),
    "second-signature": '[games.1]\nwinner = "ben"\n[games.4]\nwinner = "ana"\n',
    "world-capital": '[territories.peru.city]\nkind = "major-city"\n',
}
UNKNOWN = ("three-missiles", "thirty-troops")


def test_what_is_printed_on_the_packets(box):
    """Six conditions are printed on the packets, for anybody to read."""
    assert set(box.packets) == {*MET, *UNKNOWN}


@pytest.mark.parametrize("id", MET)
def test_a_condition_that_is_met(id):
    """A condition counts as met when the records show it, and no other with it."""
    assert met(told(MET[id])) == {**dict.fromkeys(MET, False), **dict.fromkeys(UNKNOWN), id: True}


@pytest.mark.parametrize("id", NOT_MET)
def test_a_condition_that_is_nearly_met(id):
    """A condition is not met by one city, one signature or one result too few."""
    assert met(told(NOT_MET[id]))[id] is False


@pytest.mark.parametrize("id", UNKNOWN)
def test_a_condition_of_which_records_cannot_tell(id):
    """Of what happens within a turn our records cannot tell, whatever they hold."""
    assert met(told(OUT + minor_cities(9)))[id] is None


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("ninth-minor-city", ["9"]),
        ("player-eliminated", ["Cy", "game 2"]),
        ("second-signature", ["Ben", "2"]),
        ("world-capital", ["Peru"]),
    ],
)
def test_the_records_are_told(id, words):
    """With each condition it is told what the records show: how many, who, where."""
    world = told(MET[id])
    (how,) = [each.how for each in conditions(world, box_of(world)) if each.id == id]
    assert all(word in how for word in words)


def test_a_covered_city_was_founded_too():
    """The ninth Minor City is the ninth ever founded, also when one of them is covered by now."""
    text = minor_cities(8).replace('[territories.peru.city]\nkind = "minor-city"\n', "")
    covered = '[territories.peru]\ncity.kind = "world-capital"\ncovered.1.kind = "minor-city"\n'
    assert met(told(text + covered))["ninth-minor-city"] is False
    text += '[territories.egypt.city]\nkind = "minor-city"\n'
    assert met(told(text + covered))["ninth-minor-city"] is True


def test_a_covered_capital_was_placed_too():
    """A World Capital that something covers by now was placed all the same."""
    text = '[territories.peru]\ncity.kind = "crater"\ncovered.1.kind = "world-capital"\n'
    assert met(told(text))["world-capital"] is True


@pytest.mark.parametrize(("number", "state"), [(15, True), (16, False)])
def test_a_second_win_after_the_last_line_is_no_signature(number, state):
    """Only lines on the board are signatures."""
    text = f'[games.1]\nwinner = "ben"\n[games.{number}]\nwinner = "ben"\n'
    assert met(told(text))["second-signature"] is state


def test_conditions_of_a_world_by_hand():
    """Unknown winners, unknown players and unknown places are no obstacle, and are told as written."""
    world = told('[games.1]\nplayed = 2026-01-03\n[territories.mu.city]\nkind = "world-capital"')
    assert "mu" in next(each.how for each in conditions(world, box_of(world)) if each.met)
    world = told('[games.1]\nwinner = "zed"\n[games.2]\nwinner = "zed"')
    assert "zed" in next(each.how for each in conditions(world, box_of(world)) if each.met)


# Reminding once


@pytest.mark.parametrize("id", MET)
def test_a_change_that_meets_a_condition_reminds(id):
    """The change that meets a condition reminds of it, in the words of the packet."""
    before, after = told(NOT_MET[id]), told(MET[id])
    box = box_of(after)
    (note,) = newly_met(before, after, box)
    assert box.packets[id].says in note


@pytest.mark.parametrize("id", MET)
def test_what_was_met_before_reminds_nobody(id):
    """A condition reminds once: not while it stays met, and not when it is met no more."""
    world = told(MET[id])
    box = box_of(world)
    assert newly_met(world, world, box) == ()
    assert newly_met(world, told(NOT_MET[id]), box) == ()


def test_the_cities_after_the_ninth_remind_nobody():
    """The ninth Minor City reminds; one founded after it, with leave, does not."""
    world = told(minor_cities(8))
    box = box_of(world)
    reminders = []
    for place in ("ural", "egypt"):
        after = found_city(
            world, box, territory=place, city="minor-city", name="", by="ana", game=3
        ).world
        reminders.append(len(newly_met(world, after, box)))
        world = after
    assert reminders == [1, 0]


def test_a_correction_can_meet_a_condition():
    """Putting a past game right reminds, when the records show a condition only now."""
    world = told('[games.1]\nwinner = "ben"\n[games.2]\nwinner = "ana"\n')
    box = box_of(world)
    after = correct_game(world, box, number=2, player=None, values={"winner": "ben"}).world
    (note,) = newly_met(world, after, box)
    assert box.packets["second-signature"].says in note


def test_several_conditions_at_once():
    """A change that meets several conditions reminds of each."""
    world = told("".join(MET[id] for id in ("player-eliminated", "world-capital")))
    assert len(newly_met(told(""), world, box_of(world))) == 2


# Opening


def opened(world: World, name: str, condition: str | None = None, game: int | None = None) -> World:
    """Write down that a packet was opened."""
    outcome = open_packet(world, box_of(world), name=name, condition=condition, game=game)
    assert outcome.findings == ()
    assert name in outcome.said
    assert sound(outcome.world.data) == (outcome.world.data, ())
    assert limits.broken(outcome.world, box_of(outcome.world)) == ()
    return outcome.world


def test_a_packet_is_opened_in_the_words_of_the_group():
    """A packet is written down under the words of the group, with game and condition if they are told."""
    world = opened(told(""), "the thin one", "player-eliminated", 3)
    assert list(opened(world, "the fat one").table("packets").values()) == [
        {"name": "the thin one", "condition": "player-eliminated", "game": 3},
        {"name": "the fat one"},
    ]


@pytest.mark.parametrize("taken", [["2"], ["1", "3"], ["2", "3"], ["5"]])
def test_a_packet_never_takes_the_place_of_another(taken):
    """Each packet is kept, also after one of them was undone, or written down by hand elsewhere."""
    text = "".join(f'[packets.{key}]\nname = "p{key}"\ngame = 1\n' for key in taken)
    table = opened(told(text), "new").table("packets")
    assert len(table) == len(taken) + 1
    assert {each["name"] for each in table.values()} == {"new", *(f"p{key}" for key in taken)}


# In the game that is on

ON = """
[game]
number = 3
[game.players.ana]
[game.players.ben]
"""


@pytest.mark.parametrize(("most", "is_met"), [(0, None), (2, None), (3, True), (7, True)])
@pytest.mark.parametrize("where", ["game", "games.2"])
def test_three_missiles_in_one_roll(where, most, is_met):
    """Three missiles in one roll meet a condition, of this game or one on record; fewer tell nothing."""
    world = told(ON + OUT.replace("eliminated", "held-on")).with_value(
        *where.split("."), "most_missiles", value=most
    )
    assert met(world)["three-missiles"] is is_met
    (found,) = [each for each in conditions(world, box_of(world)) if each.id == "three-missiles"]
    assert found.how == (f"{most} in one roll" if is_met else "our records cannot tell")


def test_somebody_is_eliminated_in_the_game_that_is_on():
    """A player who is out of the game that is on meets the condition before anybody signs."""
    world = told(ON)
    out = world.with_value("game", "players", "ben", "out", value=True)
    assert met(world)["player-eliminated"] is False
    assert met(out)["player-eliminated"] is True
    (said,) = newly_met(world, out, box_of(world))
    assert "eliminated" in said
    assert newly_met(out, out, box_of(world)) == ()
    (found,) = [each for each in conditions(out, box_of(out)) if each.id == "player-eliminated"]
    assert found.how == "Ben, game 3"
