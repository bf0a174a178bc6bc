"""Claims: before the first turn places are taken in turns, each by one player, and troops are left."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evening import against, evening, fine, on, plain_evening, refused, step
from legacytrack.rules.begin import starting_troops
from legacytrack.rules.claims import claims_next, left_to_place, take_or_claim
from legacytrack.rules.control import is_claiming, unclaimed
from legacytrack.store.box_files import open_box

PLAIN_BREAKS = {"claiming", "knocked-out", "game-in-order"}

BOX = open_box("classic-risk")
ALL = list(BOX.territories)


def claim(world, player, *places):
    """Claim some places, or take them where the time of claims is over."""
    return step(take_or_claim, world, player=player, territories=places)


def test_a_free_place_is_claimed():
    """A claim moves no turn on; what is left to place and whose claim is next are told."""
    outcome = claim(plain_evening(), "red", "alaska")
    world = fine(outcome)
    assert on(world).hands["red"].holds == ("alaska",)
    assert on(world).turn.player is None
    assert outcome.said == "Red claims Alaska."
    assert outcome.notes == (
        "Red has 34 troops left to place.",
        "41 territories free; the next claim is that of Blue.",
    )


def test_what_somebody_holds_cannot_be_claimed():
    """While places are claimed nobody takes one that is claimed; with leave it changes hands only."""
    world = plain_evening(red={"holds": ["alaska"], "cards": ["wild"]})
    outcome = claim(world, "blue", "alaska")
    (found,) = against(outcome)
    assert (found.rule, found.where) == ("claiming", "game.players.red.holds")
    assert "legacytrack next PLAYER" in found.fix
    after = on(outcome.world)
    assert (after.hands["red"].holds, after.hands["blue"].holds) == ((), ("alaska",))
    assert not after.hands["red"].out
    assert after.hands["red"].cards == ("wild",)


def test_a_claim_out_of_turn_is_only_called_to_mind():
    """Whoever has the fewest is next, in the order of the table; others may be typed first."""
    world = fine(claim(plain_evening(), "red", "alaska"))
    outcome = claim(world, "red", "siam")
    fine(outcome)
    assert outcome.notes[0] == "It was the turn of Blue to claim."
    assert "It was" not in " ".join(claim(world, "blue", "siam").notes)


def test_claims_go_in_the_order_of_turns():
    """Where the order of turns was told, claims go by it."""
    world = plain_evening(red={"turn": 3}, blue={"turn": 1}, ann={"turn": 2})
    assert claims_next(BOX, on(world)) == "blue"
    world = fine(claim(world, "blue", "alaska"))
    assert claims_next(BOX, on(world)) == "ann"


def test_the_last_claim_says_how_to_go_on():
    """With the last place claimed each player's rest is told, and the first turn."""
    world = plain_evening(
        red={"holds": ALL[:14]}, blue={"holds": ALL[14:28]}, ann={"holds": ALL[28:41]}
    )
    outcome = claim(world, "ann", ALL[41])
    after = on(fine(outcome))
    assert outcome.notes == (
        "All territories are claimed. Troops left to place: Red 21, Blue 21, Ann 21; "
        "then the first turn: legacytrack next",
    )
    assert claims_next(BOX, after) is None
    assert not is_claiming(BOX, after)


def test_after_the_last_claim_places_are_taken():
    """With the board claimed, or in a turn, a place is taken from whoever holds it."""
    whole = plain_evening(red={"holds": ALL[:20]}, blue={"holds": ALL[20:]})
    assert claim(whole, "red", ALL[20]).said.endswith("from Blue.")
    turn = plain_evening(red={"holds": ALL[:20]}, turn="red")
    assert claim(turn, "red", "siam").said == "Red takes Siam."
    assert on(fine(claim(turn, "red", "siam"))).turn.conquered


def test_a_box_without_a_deal_has_no_claims():
    """In the first box nothing is claimed: places that nobody holds are moved into."""
    world = evening()
    assert claims_next(world_box(), on(world)) is None
    assert step(take_or_claim, world, player="ana", territories=["peru"]).said == "Ana takes Peru."


def world_box():
    """The first box."""
    return open_box()


def test_whoever_is_out_claims_nothing():
    """Somebody who is out, or nobody's game, has no claims."""
    world = plain_evening(red={"out": True})
    assert refused(claim(world, "red", "alaska")) == ["knocked-out"]
    assert claims_next(BOX, on(world)) == "blue"
    assert set(left_to_place(world, BOX, on(world))) == {"blue", "ann"}
    none = world.with_value("game", value=None)
    assert refused(claim(none, "blue", "alaska")) == ["game-in-order"]


@pytest.mark.parametrize(("players", "troops"), [(2, 40), (3, 35), (4, 30), (5, 25), (6, 20)])
def test_the_fewer_play_the_more_troops_each_has(players, troops):
    """40, 35, 30, 25 or 20 troops for two to six players (troops-by-players)."""
    assert starting_troops(BOX, players) == troops
    assert BOX.rules["troops-by-players"].numbers["troops"][str(players)] == troops


def test_a_troop_stands_on_each_territory():
    """What is left to place is what one has less one for each territory, never below none."""
    world = plain_evening(red={"holds": ALL[:14]}, blue={"holds": ALL[14:28], "troops": 10})
    assert left_to_place(world, BOX, on(world)) == {"red": 21, "blue": 0, "ann": 35}


@settings(max_examples=30)
@given(st.permutations(ALL), st.integers(0, 42))
def test_claims_in_turn_stay_even(places, count):
    """Claimed in turns, nobody has two territories more than another, and none is claimed twice."""
    world = plain_evening()
    for place in places[:count]:
        due = claims_next(BOX, on(world))
        world = fine(claim(world, due, place))
    counts = [len(hand.holds or ()) for hand in on(world).hands.values()]
    assert max(counts) - min(counts) <= 1
    assert sum(counts) == count
    assert len(unclaimed(BOX, on(world))) == 42 - count
