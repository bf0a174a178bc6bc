"""Standings: who won how often, who can still win, and what the name of the planet hangs on."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.campaign.door import box_of
from legacytrack.model.world import World
from legacytrack.rules.planet import roll_off
from legacytrack.rules.standings import Standings, roll_bonus, standings

BREAKS: set[str] = set()

PLAYERS = "".join(f'players.{n}.name = "{n.capitalize()}"\n' for n in ("ana", "ben", "cy", "dee"))


def told(text: str, players: str = PLAYERS) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(players + text))


def won(*winners: str, played: int = 0) -> str:
    """Tell who won the games from the first on, and how many there were at least."""
    head = f"games_played = {played}\n" if played else ""
    return head + "".join(f'[games.{n}]\nwinner = "{who}"\n' for n, who in enumerate(winners, 1))


def of(text: str) -> Standings:
    """Give the standings of a world."""
    world = told(text)
    return standings(world, box_of(world))


def wins(found: Standings) -> dict[str, int]:
    """Tell the wins of each player."""
    return {each.player: each.wins for each in found.players}


# Counting


def test_before_the_first_game():
    """Without games nobody leads, everybody can still win, and nothing is decided."""
    found = of("")
    assert wins(found) == {"ana": 0, "ben": 0, "cy": 0, "dee": 0}
    assert (found.leaders, found.decided, found.unknown, found.left) == ((), False, 0, 15)
    assert set(found.in_reach) == {"ana", "ben", "cy", "dee"}


def test_wins_by_player_most_first():
    """Everybody is listed with their wins, the most first, those without any as well."""
    found = of(won("cy", "ben", "cy", "cy", "ben"))
    assert list(wins(found).items()) == [("cy", 3), ("ben", 2), ("ana", 0), ("dee", 0)]
    assert found.leaders == ("cy",)
    assert found.left == 10


def test_a_tie_is_a_tie():
    """Those with equally many wins lead together, and nobody is put first among them."""
    found = of(won("cy", "ben", "cy", "ben", "ana"))
    assert set(found.leaders) == {"ben", "cy"}
    assert not found.decided


GAMES = """
[games.1]
winner = "ana"
[games.1.players]
ana = { faction = "khan-industries", start = "egypt", result = "won" }
ben = { faction = "die-mechaniker", start = "peru", result = "eliminated" }
cy = { faction = "saharan-republic", result = "held-on" }
[games.2]
winner = "ben"
[games.2.players]
ana = { faction = "die-mechaniker", start = "peru", result = "held-on" }
ben = { faction = "khan-industries", start = "peru", result = "won" }
[games.3]
winner = "ana"
[games.16]
winner = "ana"
[games.16.players]
ana = { faction = "saharan-republic", start = "egypt", result = "won" }
"""


def test_results_by_player():
    """For each player it is counted how the games ended for them, as far as it was noted."""
    results = {each.player: dict(each.results) for each in of(GAMES).players}
    assert results["ana"] == {"won": 2, "held-on": 1}
    assert results["ben"] == {"eliminated": 1, "won": 1}
    assert results["cy"] == {"held-on": 1}
    assert results["dee"] == {}


def test_wins_by_faction():
    """A win counts for the faction that the winner played, where that is known; later games as well."""
    assert of(GAMES).factions == {"khan-industries": 2, "saharan-republic": 1}


def test_where_factions_started():
    """For each faction it is counted where it started, whoever played it."""
    assert of(GAMES).starts == {
        "khan-industries": {"egypt": 1, "peru": 1},
        "die-mechaniker": {"peru": 2},
        "saharan-republic": {"egypt": 1},
    }


def test_only_lines_count_as_wins():
    """A win after game 15 is no signature, and no win of the campaign."""
    assert wins(of(GAMES))["ana"] == 2


@pytest.mark.parametrize(
    ("text", "unknown", "left"),
    [
        (won(), 0, 15),
        (won(played=4), 4, 11),
        (won("ana", played=4), 3, 11),
        (won("ana", "ben"), 0, 13),
        ('[games.4]\nwinner = "ana"\n', 3, 11),
        ('[games.2]\nplayed = "2026-01-03"\n', 2, 13),
        (won(*["ana"] * 15), 0, 0),
        (won(played=20), 15, 0),
        ('[games.17]\nwinner = "ana"\n', 15, 0),
        ("[game]\nnumber = 3\n", 2, 13),
    ],
)
def test_unknown_winners_are_counted_as_unknown(text, unknown, left):
    """Of games that were played some winners may be unknown: counted, never invented; the rest are left."""
    found = of(text)
    assert (found.unknown, found.left) == (unknown, left)
    assert sum(wins(found).values()) == min(15, 15 - left) - unknown


# Who can still win


@pytest.mark.parametrize(
    ("text", "decided"),
    [
        (won(*["ana"] * 7), False),
        (won(*["ana"] * 8), True),
        (won(*["ana"] * 7, "ben"), False),
        (won(*["ana"] * 7, "ben", "cy"), False),
        (won(*["ana"] * 7, "ben", "cy", "dee"), True),
        (won(*["ana"] * 7, *["ben"] * 7), False),
        (won(*["ana"] * 8, *["ben"] * 7), True),
        (won(*["ana"] * 7, *["ben"] * 7, "cy"), False),
        (won(*["ana"] * 5, *["ben"] * 4, *["cy"] * 4, "dee", "dee"), True),
        (won(*["ana"] * 5, *["ben"] * 5, *["cy"] * 5), False),
        (won(*["ana"] * 8, played=15), True),
        (won(*["ana"] * 7, played=15), False),
        ("games_played = 15\n", False),
    ],
)
def test_when_a_campaign_is_decided(text, decided):
    """Decided is a campaign when no single rival can reach the leader any more; a tie stays open."""
    found = of(text)
    assert found.decided == decided
    if decided:
        assert found.leaders == found.in_reach == ("ana",)


def test_a_lone_name_has_won_nothing_yet():
    """Where only one player is known so far, others can still come and win the games that are left."""
    world = told(won("ana"), players='players.ana.name = "Ana"\n')
    assert not standings(world, box_of(world)).decided
    world = told(won(*["ana"] * 8), players='players.ana.name = "Ana"\n')
    assert standings(world, box_of(world)).decided


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["ana", "ben", "cy", ""]), min_size=11, max_size=15).filter(
        lambda games: games.count("") + 15 - len(games) <= 5
    )
)
def test_who_can_still_win(games):
    """In reach is who has most wins in some way in which the open games can go, tied or alone."""
    text = f"games_played = {len(games)}\n" + "".join(
        f'[games.{n}]\nwinner = "{who}"\n' for n, who in enumerate(games, 1) if who
    )
    found = of(text)
    names = ("ana", "ben", "cy", "dee")
    base = Counter(who for who in games if who)
    tops = []
    for rest in product(names, repeat=games.count("") + 15 - len(games)):
        count = base + Counter(rest)
        tops.append({name for name in names if count[name] == max(count.values())})
    assert set(found.in_reach) == set().union(*tops)
    assert found.decided == all(len(top) == 1 and top == tops[0] for top in tops)
    assert set(found.leaders) == {name for name in names if base[name] == max(base.values())}


# The planet


CONTINENTS = """
[continents]
asia = { name = "Mud", named_by = "ben" }
europe = { name = "Ash", named_by = "ben", bonus_change = 1, bonus_by = "cy" }
africa = { name = "Rust", named_by = "ana" }
australia = { name = "Wet" }
north-america = { bonus_change = -1, bonus_by = "ana" }
"""


def test_each_named_continent_adds_one_to_the_roll():
    """In a roll for the planet each continent that a player named adds one; bonus marks add none."""
    assert roll_bonus(told(CONTINENTS)) == {"ana": 1, "ben": 2, "cy": 0, "dee": 0}
    assert roll_bonus(told("")) == dict.fromkeys(("ana", "ben", "cy", "dee"), 0)


def test_a_tie_with_somebody_who_is_no_player():
    """Winners that a hand wrote and that are no players are rolled for like the others."""
    world = told(won(*["ana"] * 7, *["zed"] * 7, "ben"))
    found = standings(world, box_of(world))
    assert set(found.leaders) == {"ana", "zed"}
    assert set(roll_off(world, box_of(world), found.leaders, seed=1).rounds[0]) == {"ana", "zed"}
