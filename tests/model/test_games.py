"""Games as the world file tells them: who sat where, who signed, which one is on."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.model.change import without_empty_tables
from legacytrack.model.games import (
    COIN,
    Game,
    Hand,
    Seat,
    SideBoard,
    Turn,
    finished,
    is_played_here,
    last_played,
    played,
    playing,
    signatures,
)
from legacytrack.model.shape import sound
from legacytrack.model.world import World

PLAYERS = 'players.ana.name = "Ana"\nplayers.ben.name = "Ben"\nplayers.cy.name = "Cy"\n'
FULL = """
[games.10]
winner = "ben"
[games.2]
played = "2026-01-03"
winner = "ana"
note = "late"
[games.2.players.cy]
faction = "khan-industries"
start = "egypt"
result = "held-on"
reward = "coin egypt"
held = ["egypt", "peru"]
[games.2.players.ana]
result = "won"
held = []
[game]
number = 11
[game.players.ben]
faction = "khan-industries"
hq = "egypt"
stars = 1
missiles = 2
turn = 3
placing = 1
[game.players.cy]
faction = "imperial-balkania"
"""


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(PLAYERS + text))


# Games that were played


def test_what_a_game_on_record_tells():
    """A game on record tells who signed, when, what was noted, and of each seat what is known."""
    game = played(told(FULL))[2]
    assert (game.number, game.winner, game.played, game.note) == (2, "ana", "2026-01-03", "late")
    assert game.seats["cy"] == Seat(
        "khan-industries", "egypt", "held-on", "coin egypt", ("egypt", "peru")
    )


def test_games_stand_in_their_order():
    """Games are counted by their numbers, in whatever order they stand in the file: 2 before 10."""
    assert list(played(told(FULL))) == [2, 10]


def test_seats_stand_in_the_order_of_the_file():
    """The order of seats is the order of turns, as the file has it."""
    assert list(played(told(FULL))[2].seats) == ["cy", "ana"]


def test_what_nobody_wrote_down_is_not_invented():
    """A game with nothing but its number has no winner, no day, no note and no seats."""
    game = played(told('[games.3]\nhouse = "rule"'))[3]
    assert game == Game(3, None, "", "", {}, most_missiles=0)


def test_holding_nothing_differs_from_not_being_written_down():
    """An empty list of territories is none held; without the list nobody knows."""
    game = played(told(FULL + "[games.4.players.ben]\n[games.4.players.cy]\nheld = []"))
    assert game[4].seats["ben"].held is None
    assert game[4].seats["cy"].held == ()


def test_a_day_may_be_a_date_of_toml():
    """A day without quotes means the same as one with them."""
    world = told("[games.1]\nplayed = 2026-01-03")
    assert sound(world.data)[1] == ()
    assert played(world)[1].played == "2026-01-03"


@pytest.mark.parametrize(
    "day", ['"yesterday"', '""', '"2026-02-30"', "2026-01-03T10:00:00", "20260103", "true"]
)
def test_what_is_no_day(day):
    """A day that is none is found, and the rest of the game stays."""
    data = tomllib.loads(f'[games.1]\nplayed = {day}\nwinner = "ana"')
    kept, (finding,) = sound(data)
    assert (finding.rule, finding.where) == ("world-shape", "games.1.played")
    assert played(World(kept))[1].winner == "ana"
    assert played(World(kept))[1].played == ""


# The game that is on


def test_the_game_that_is_on():
    """Of the game that is on the file tells each hand; what it leaves out is zero or unknown."""
    on = playing(told(FULL))
    assert on is not None
    assert on.number == 11
    assert on.hands == {
        "ben": Hand("khan-industries", "egypt", 1, 2, 3, 1),
        "cy": Hand("imperial-balkania", None, 0, 0, None, None),
    }
    assert on.hqs == {"egypt": "ben"}


TABLE = """
[game]
number = 3
turn = "ana"
conquered = true
expanded = 2
drew = true
turned_in = true
slots = ["peru", "", "japan", "ural"]
discards = ["china"]
coin_star = true
most_missiles = 3
sets = 4
[game.players.ana]
holds = ["peru", "brazil"]
cards = ["egypt", "coin", "coin"]
[game.players.ben]
holds = []
cards = []
out = true
[game.players.cy]
hq = "ural"
"""


def test_the_table_of_the_game_that_is_on():
    """The file tells what each player holds and has in hand, who is out, the turn and the side board."""
    on = playing(told(TABLE))
    assert on is not None
    assert on.turn == Turn("ana", conquered=True, expanded=2, drew=True, turned_in=True)
    assert on.side_board == SideBoard(("peru", "", "japan", "ural"), ("china",), coin_star=True)
    assert on.most_missiles == 3
    assert on.sets == 4
    assert on.hands["ana"].holds == ("peru", "brazil")
    assert on.hands["ana"].cards == ("egypt", COIN, COIN)
    assert [hand.out for hand in on.hands.values()] == [False, True, False]


def test_an_empty_hand_differs_from_one_that_nobody_recorded():
    """Empty lists are none held and no card; without the lists nobody knows."""
    on = playing(told(TABLE))
    assert on is not None
    assert (on.hands["ben"].holds, on.hands["ben"].cards) == ((), ())
    assert (on.hands["cy"].holds, on.hands["cy"].cards) == (None, None)


def test_a_game_of_which_only_the_setup_is_on_record():
    """What nobody recorded of the table is nobody's turn, an empty side board, no missile spent."""
    on = playing(told(FULL))
    assert on is not None
    assert on.turn == Turn(None, conquered=False, expanded=0, drew=False, turned_in=False)
    assert on.side_board == SideBoard((), (), coin_star=False)
    assert on.most_missiles == 0
    assert on.sets == 0


def test_the_most_missiles_of_a_game_on_record():
    """A game on record tells how many missiles went into one roll at most, as far as it is known."""
    games = played(told("[games.1]\nmost_missiles = 4\n[games.2]\n"))
    assert games[1].most_missiles == 4


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("", None),
        ('games_played = 3\n[games.2]\nwinner = "ana"', None),
        ('games_played = 3\n[games.2.players.ana]\nresult = "won"', 2),
        ('games_played = 3\n[games.2]\nwinner = "ana"\n[games.4]\nwinner = "ben"', 4),
        ('[games.1]\nwinner = "ana"', 1),
    ],
)
def test_the_last_game_that_was_played_with_this_record(text, last):
    """Games before the record began count only when everybody at their table was typed in."""
    world = told(text)
    assert last_played(world) == last
    assert [number for number in played(world) if is_played_here(world, number)][-1:] == (
        [last] if last else []
    )


@pytest.mark.parametrize("text", ["", "[game.players.ana]\nstars = 1", "[game]\nmood = 3"])
def test_without_a_number_no_game_is_on(text):
    """A game is on only when the file says which."""
    assert playing(told(text)) is None


# How many are over


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("", 0),
        ("games_played = 4", 4),
        ('[games.2]\nwinner = "ana"', 2),
        ('games_played = 4\n[games.2]\nwinner = "ana"', 4),
        ('games_played = 1\n[games.2]\nwinner = "ana"', 2),
        ('[territories.peru.scar]\nkind = "bunker"', 1),
        ('[territories.peru.scar]\nkind = "bunker"\ngame = 3', 3),
        ("[game]\nnumber = 1", 0),
        ("[game]\nnumber = 4", 3),
        ("games_played = 4\n[game]\nnumber = 5", 4),
    ],
)
def test_how_many_games_are_over(text, over):
    """Games are over as records, marks and the count in the file show."""
    assert finished(told(text)) == over


@pytest.mark.parametrize("number", [1, 4])
def test_a_mark_of_the_game_that_is_on_does_not_end_it(number):
    """A scar that is placed in the course of a game does not make that game count as over."""
    scar = f'[territories.peru.scar]\nkind = "bunker"\ngame = {number}\n'
    assert finished(told(f"[game]\nnumber = {number}\n{scar}")) == number - 1


# Signatures


def test_signatures_are_counted_by_player():
    """Each game that was won is a line signed; whoever won none has none."""
    games = "".join(f'[games.{n}]\nwinner = "{who}"\n' for n, who in enumerate(["ana"] * 3, 1))
    assert signatures(told(games + '[games.4]\nwinner = "cy"'), 15) == {"ana": 3, "ben": 0, "cy": 1}


def test_a_game_without_a_known_winner_is_signed_by_nobody():
    """An unknown winner is no signature of anybody."""
    assert set(signatures(told('[games.1]\nplayed = "2026-01-03"'), 15).values()) == {0}


@pytest.mark.parametrize(("number", "signed"), [(14, 1), (15, 1), (16, 0), (99, 0)])
def test_only_the_printed_lines_are_signed(number, signed):
    """The board has fifteen lines: a win after the last is no signature."""
    assert signatures(told(f'[games.{number}]\nwinner = "ana"'), 15)["ana"] == signed


# What hands write


@pytest.mark.parametrize("key", ["0", "01", "one", "-1", "1.5", "²", "９", "", "9" * 5000])
def test_a_game_has_a_plain_number(key):
    """A table of games stands under its number, written plainly; anything else is found."""
    kept, findings = sound({"games": {key: {"winner": "ana"}, "3": {"winner": "ben"}}})
    assert [finding.rule for finding in findings] == ["world-shape"]
    assert {number: game.winner for number, game in played(World(kept)).items()} == {3: "ben"}
    assert World(kept).games_played == 3


JUNK = st.recursive(
    st.booleans()
    | st.integers(-2, 20)
    | st.floats(allow_nan=False)
    | st.dates()
    | st.sampled_from(["ana", "zed", "won", "held-on", "peru", "coin peru", "", "2026-01-03"]),
    lambda below: st.lists(below, max_size=2) | st.dictionaries(st.text(max_size=3), below),
    max_leaves=3,
)
SEAT_KEYS = ["faction", "start", "result", "reward", "held"]
HAND_KEYS = ["faction", "hq", "stars", "missiles", "turn", "placing", "troops", "coins"]
HAND_KEYS += ["holds", "cards", "out"]
TABLE_KEYS = ["turn", "conquered", "expanded", "drew", "turned_in", "slots", "discards"]
TABLE_KEYS += ["coin_star", "most_missiles", "sets"]


def tables(keys: list[str]) -> st.SearchStrategy[Any]:
    """Tables by player with some of the keys, whatever stands there."""
    inner = st.dictionaries(st.sampled_from(keys), JUNK, max_size=4)
    return st.dictionaries(st.sampled_from(["ana", "zed", "x y"]), inner | JUNK, max_size=3) | JUNK


GAME = st.fixed_dictionaries(
    {}, optional={"winner": JUNK, "played": JUNK, "note": JUNK, "players": tables(SEAT_KEYS)}
)
NUMBERS = st.sampled_from(["1", "2", "15", "16", "01", "x", "0", "999999", "9" * 4400])
WORLDS = st.fixed_dictionaries(
    {"players": st.just({"ana": {"name": "Ana"}})},
    optional={
        "games": st.dictionaries(NUMBERS, GAME | JUNK, max_size=3) | JUNK,
        "game": st.fixed_dictionaries(
            {"number": st.just(3) | JUNK},
            optional={"players": tables(HAND_KEYS), **dict.fromkeys(TABLE_KEYS, JUNK)},
        ),
        "games_played": JUNK,
    },
)


@settings(max_examples=80, deadline=None)
@given(WORLDS)
def test_whatever_hands_write_the_games_can_be_read(data):
    """Whatever stands in the tables of games, what is kept can be read, and its parts have their types."""
    kept, _ = sound(without_empty_tables(data))
    world = World(kept)
    for number, game in played(world).items():
        assert number >= 1
        assert game.winner is None or isinstance(game.winner, str)
        for seat in game.seats.values():
            assert seat.result in (None, "won", "held-on", "eliminated")
            assert seat.held is None or all(isinstance(place, str) for place in seat.held)
    on = playing(world)
    if on:
        assert all(hand.stars >= 0 and hand.missiles >= 0 for hand in on.hands.values())
        lists = [on.side_board.slots, on.side_board.discards]
        lists += [hand.holds or () for hand in on.hands.values()]
        lists += [hand.cards or () for hand in on.hands.values()]
        assert all(isinstance(place, str) for places in lists for place in places)
        assert on.turn.expanded >= 0
        assert on.most_missiles >= 0
        assert on.sets >= 0
    assert finished(world) >= max(played(world), default=0)
    assert all(0 <= count <= 15 for count in signatures(world, 15).values())
