"""Dealing: the whole board at random, as even as it can be, the same again by the same seed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evening import against, fine, on, plain_evening, refused, step
from legacytrack.model.world import World
from legacytrack.rules.deal import deal
from legacytrack.store.box_files import open_box

PLAIN_BREAKS = {"claiming", "game-in-order"}

BOX = open_box("classic-risk")
NAMES = ["red", "blue", "ann", "ben", "cy", "dee"]


def table(players: int, **game: object) -> World:
    """Tell of a plain game for some players."""
    seats = {id: {"holds": []} for id in NAMES[:players]}
    names = {id: {"name": id.capitalize()} for id in NAMES}
    data = {
        "box": "classic-risk",
        "players": names,
        "game": {"number": 1, **game, "players": seats},
    }
    return World(data)


@pytest.mark.parametrize(
    ("players", "counts"),
    [
        (2, [21, 21]),
        (3, [14, 14, 14]),
        (4, [11, 11, 10, 10]),
        (5, [9, 9, 8, 8, 8]),
        (6, [7] * 6),
    ],
)
def test_the_deal_is_as_even_as_it_can_be(players, counts):
    """42 territories for two to six; where it does not come out even, the first get one more."""
    world = fine(step(deal, table(players), seed=1))
    assert [len(hand.holds or ()) for hand in on(world).hands.values()] == counts


@settings(max_examples=30)
@given(st.integers(2, 6), st.integers(0, 999_999))
def test_every_territory_is_dealt_once(players, seed):
    """Whatever the seed, all of the board is dealt, each territory to one player, in its order."""
    world = fine(step(deal, table(players), seed=seed))
    held = [hand.holds or () for hand in on(world).hands.values()]
    assert sorted(place for places in held for place in places) == sorted(BOX.territories)
    board = list(BOX.territories)
    assert all(list(places) == sorted(places, key=board.index) for places in held)
    assert max(map(len, held)) - min(map(len, held)) <= 1


def test_the_same_seed_deals_the_same():
    """By its seed a deal can be done again; another seed deals otherwise. The seed is told."""
    first, again, other = (step(deal, table(3), seed=seed) for seed in (7, 7, 8))
    assert first.world.data == again.world.data
    assert first.world.data != other.world.data
    assert first.said == "42 territories are dealt (seed 7): Red 14, Blue 14, Ann 14."
    assert first.notes == (
        "Troops left to place: Red 21, Blue 21, Ann 21; then the first turn: legacytrack next",
    )


def test_a_deal_of_today_is_the_deal_of_tomorrow():
    """What seed 7 deals is written down here: a new version must deal the same."""
    holds = on(step(deal, table(3), seed=7).world).hands["red"].holds
    assert holds == (
        *("quebec", "ontario", "western-united-states", "iceland", "ukraine", "southern-europe"),
        *("egypt", "madagascar", "india", "kamchatka", "siberia", "ural", "yakutsk"),
        "eastern-australia",
    )


def test_over_many_deals_everybody_gets_every_place():
    """A territory goes to each of three players about as often: 40 of 120 deals, give or take."""
    got = dict.fromkeys(NAMES[:3], 0)
    for seed in range(120):
        hands = on(step(deal, table(3), seed=seed).world).hands
        (holder,) = (id for id, hand in hands.items() if "siam" in (hand.holds or ()))
        got[holder] += 1
    # Four standard deviations of 120 throws of a third are 21.
    assert all(19 <= count <= 61 for count in got.values())


def test_the_order_of_turns_says_who_gets_one_more():
    """With four players two get eleven: the first two in the order of turns."""
    world = table(4)
    for place, id in enumerate(("dee", "cy", "ben", "ann"), 1):
        if id in on(world).hands:
            world = world.with_value("game", "players", id, "turn", value=place)
    for id, place in (("red", 4), ("blue", 3), ("ann", 2), ("ben", 1)):
        world = world.with_value("game", "players", id, "turn", value=place)
    hands = on(fine(step(deal, world, seed=3))).hands
    assert {id: len(hand.holds or ()) for id, hand in hands.items()} == {
        "red": 10,
        "blue": 10,
        "ann": 11,
        "ben": 11,
    }


def test_two_are_told_that_theirs_is_a_special_game():
    """With two players the printed game has a third army, of which nothing is kept here."""
    assert "special game" in step(deal, table(2), seed=1).notes[0]
    assert "special game" not in " ".join(step(deal, table(3), seed=1).notes)


def test_what_somebody_holds_is_not_dealt_again():
    """Once somebody holds a territory, or has a turn, the deal is over."""
    (found,) = against(step(deal, plain_evening(red={"holds": ["siam"]}), seed=1))
    assert (found.rule, found.where) == ("claiming", "game.players.red.holds")
    (found,) = against(step(deal, plain_evening(turn="blue"), seed=1))
    assert (found.rule, found.where) == ("claiming", "game.turn")


def test_without_a_game_nothing_is_dealt():
    """Between games there is nobody to deal to."""
    world = plain_evening().with_value("game", value=None)
    assert refused(step(deal, world, seed=1)) == ["game-in-order"]
