"""Hands of resource cards: writing them down, and turning cards in for troops or a star."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evening import against, evening, fine, on, refused, step
from legacytrack.campaign.door import box_of
from legacytrack.model.games import COIN
from legacytrack.rules.hands import coins_of, hold_cards, names, turn_in

BREAKS = {"territory-cards", "coin-cards", "destroyed-card", "star-for-cards", "coins-to-troops"}

RICH = "[cards.peru]\ncoins = 5\ngame = 1\n[cards.japan]\ncoins = 3\n"
DESTROYED = "[cards.iceland]\ndestroyed = 1\n"
CARDS = ["peru", "japan", "china", "ural", COIN, COIN]


def has(*cards: str, text: str = RICH, **more):
    """Tell of a game in which Ana has some cards."""
    return evening(text, ana={"cards": list(cards)}, **more)


def give(world, *cards: str, star: bool = False):
    """Let Ana turn some cards in."""
    return step(turn_in, world, player="ana", cards=cards, star=star)


# Writing a hand down


def test_a_hand_is_written_down():
    """All cards of a hand, instead of those that were known before; an empty one is known to be empty."""
    world = fine(step(hold_cards, has("ural"), player="ana", cards=["peru", COIN, COIN]))
    assert on(world).hands["ana"].cards == ("peru", COIN, COIN)
    assert on(fine(step(hold_cards, world, player="ana", cards=[]))).hands["ana"].cards == ()
    assert on(evening()).hands["ana"].cards is None


def test_cards_are_named(box):
    """Cards go by their territory, coin cards by their number."""
    assert names(box, ["peru", COIN, "great-britain", COIN]) == [
        "Peru",
        "Great Britain",
        "2 coin cards",
    ]
    assert names(box, []) == []


def test_the_coins_of_cards():
    """A territory card shows its own coins, a coin card one for ever."""
    world = evening(RICH)
    assert coins_of(world, box_of(world), ["peru", COIN, "ural"]) == [5, 1, 1]


def test_no_more_coin_cards_than_there_are():
    """All hands together have ten coin cards at most."""
    fine(step(hold_cards, evening(), player="ana", cards=[COIN] * 10))
    (found,) = against(step(hold_cards, evening(), player="ana", cards=[COIN] * 11))
    assert found.rule == "coin-cards"
    assert "11" in found.what
    assert "10" in found.what
    world = evening(ben={"cards": [COIN] * 4})
    assert refused(step(hold_cards, world, player="ana", cards=[COIN] * 7)) == ["coin-cards"]


def test_a_card_is_in_one_hand():
    """The same card is not in two hands, nor twice in one, nor on show as well."""
    world = evening(ben={"cards": ["peru"]}, slots=["ural", "china", "egypt", "india"])
    (found,) = against(step(hold_cards, world, player="ana", cards=["peru"]))
    assert found.rule == "territory-cards"
    assert "Ben" in found.what
    assert "Ana" in found.what
    assert refused(step(hold_cards, world, player="ana", cards=["japan"] * 2)) == [
        "territory-cards"
    ]
    assert refused(step(hold_cards, world, player="ana", cards=["ural"])) == ["territory-cards"]


def test_what_is_in_a_hand_is_not_discarded():
    """A hand that is written down anew takes its cards out of the discard pile, and no others."""
    world = evening(slots=["ural", "china", "egypt", "india"], discards=["peru", "japan"])
    after = fine(step(hold_cards, world, player="ana", cards=["peru", COIN]))
    assert on(after).side_board.discards == ("japan",)
    again = fine(step(hold_cards, after, player="ben", cards=["japan"]))
    assert on(again).side_board.discards == ()
    assert "discards" not in again.table("game")


def test_nobody_has_a_destroyed_card():
    """A destroyed card is in no hand."""
    (found,) = against(
        step(hold_cards, evening(DESTROYED), player="ana", cards=["iceland", "peru"])
    )
    assert (found.rule, found.where) == ("destroyed-card", "cards.iceland.destroyed")


# For troops


@pytest.mark.parametrize(
    ("cards", "troops"),
    [(["peru"], 10), (["japan", COIN], 7), ([COIN, COIN], 2), (CARDS, 30), (["peru", "japan"], 21)],
)
def test_cards_buy_troops(cards, troops):
    """The coins of the cards turned in buy troops; the cards are gone from the hand, no others."""
    outcome = give(has(*CARDS), *cards)
    left = Counter(on(fine(outcome)).hands["ana"].cards)
    assert left == Counter(CARDS) - Counter(cards)
    assert f"gets {troops} troops" in outcome.said
    assert on(outcome.world).hands["ana"].stars == 1


@pytest.mark.parametrize("card", [COIN, "china"])
def test_one_coin_buys_nothing(card):
    """Under two coins buy no troops: the cards are kept."""
    (found,) = against(give(has(*CARDS), card))
    assert found.rule == "coins-to-troops"
    assert "1 coin" in found.what
    assert "keep" in found.fix


def test_one_set_of_cards_a_turn():
    """For troops one set is turned in each turn; a star may be bought beside it."""
    world = fine(give(has(*CARDS, turn="ana"), "peru"))
    (found,) = against(give(world, "japan"))
    assert (found.rule, found.where) == ("coins-to-troops", "game.turned_in")
    assert "next" in found.fix
    fine(give(world, "japan", "china", COIN, "ural", star=True))


def test_in_anothers_turn_or_without_turns_nobody_counts_sets():
    """A set is counted for the turn of whoever turns it in, where turns are kept."""
    for world in (has(*CARDS), has(*CARDS, turn="ben")):
        once = fine(give(world, "peru"))
        assert not on(once).turn.turned_in
        fine(give(once, "japan"))


# For a star


@pytest.mark.parametrize("cards", [CARDS[:4], CARDS[2:], ["peru", COIN, "ural", COIN]])
def test_any_four_cards_buy_a_star(cards):
    """Four cards make a Red Star, whatever coins they show, coin cards among them."""
    outcome = give(has(*CARDS), *cards, star=True)
    hand = on(fine(outcome)).hands["ana"]
    assert hand.stars == 2
    assert Counter(hand.cards) == Counter(CARDS) - Counter(cards)


@pytest.mark.parametrize("count", [1, 3, 5, 6])
def test_a_star_takes_four_cards(count):
    """Three cards with all the coins of the world buy no star; nor do five buy more than one."""
    (found,) = against(give(has(*CARDS), *CARDS[:count], star=True))
    assert found.rule == "star-for-cards"
    assert f"not {count}" in found.what


def test_as_many_stars_as_there_are_cards_for():
    """Several stars may be bought in one turn, each with four cards."""
    cards = [*CARDS, "india", "egypt"]
    world = has(*cards, turn="ana")
    for four in (cards[:4], cards[4:]):
        world = fine(give(world, *four, star=True))
    assert on(world).hands["ana"].stars == 3
    assert on(world).hands["ana"].cards == ()


# What one has


@pytest.mark.parametrize("star", [True, False])
def test_nobody_turns_in_what_they_do_not_have(star):
    """Cards that are not in the hand are refused by name, also more coin cards than there are in it."""
    found = against(give(has("peru", COIN), "peru", COIN, COIN, "egypt", star=star))
    assert found[0].rule == "territory-cards"
    assert all(word in found[0].what for word in ("Egypt", "1 coin card"))
    assert "hand ana" in found[0].fix


@pytest.mark.parametrize("star", [True, False])
def test_a_hand_that_nobody_recorded(star):
    """Of whom no hand is on record, any cards are believed that there can be; no hand is made up."""
    outcome = give(evening(RICH, turn="ana"), "peru", "japan", COIN, "egypt", star=star)
    assert on(fine(outcome)).hands["ana"].cards is None
    assert outcome.notes == ()


def test_a_hand_that_nobody_can_have():
    """A card named twice, a destroyed one, and more coin cards than there are, are in nobody's hand."""
    world = evening(DESTROYED)
    assert refused(give(world, "peru", "peru", "ural", "china", star=True)) == ["territory-cards"]
    assert refused(give(world, "iceland", "peru", "ural", COIN, star=True)) == ["destroyed-card"]
    assert refused(give(world, *[COIN] * 11)) == ["coin-cards"]
    fine(give(world.with_value("game", "turn", value="ana"), *[COIN] * 10))


# Where they go


def test_where_the_side_board_is_kept_cards_are_discarded():
    """Territory cards go to the discards, coin cards back to their pile."""
    world = has(*CARDS, slots=["egypt", "india", "brazil", "alaska"], discards=["ontario"])
    board = on(fine(give(world, "peru", COIN, "japan"))).side_board
    assert board.discards == ("ontario", "peru", "japan")
    assert board.slots == on(world).side_board.slots
    assert on(fine(give(has(*CARDS), "peru"))).side_board.discards == ()


HANDS = st.lists(st.sampled_from(["peru", "japan", "china", "ural", "india"]), unique=True)


@settings(deadline=None)
@given(HANDS, st.integers(0, 6), st.data(), st.booleans())
def test_no_card_is_lost(cards, coins, data, star):
    """Whatever is turned in, what is left in hand and what was given make up what was there."""
    whole = [*cards, *[COIN] * coins]
    given_up = data.draw(st.lists(st.sampled_from(whole or [COIN]), max_size=6))
    outcome = give(has(*whole), *given_up, star=star)
    if refused(outcome):
        return
    left = Counter(on(outcome.world).hands["ana"].cards)
    assert left + Counter(given_up) == Counter(whole)
