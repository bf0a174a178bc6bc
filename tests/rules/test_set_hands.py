"""Hands of cards with symbols: writing them down, turning in a set, drawing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evening import against, fine, on, plain_evening, refused, step
from legacytrack.rules.limits import broken
from legacytrack.rules.set_hands import draw, hold_cards, turn_in
from legacytrack.rules.sets import is_set, worth
from legacytrack.store.box_files import open_box

PLAIN_BREAKS = {"card-sets", "wild-cards", "one-card-a-turn", "game-in-order", "knocked-out"}

BOX = open_box("classic-risk")
I, C, A, W = "infantry", "cavalry", "artillery", "wild"  # noqa: E741
ALL = list(BOX.territories)


def test_a_hand_is_written_down():
    """All cards of a hand, instead of those that were known before; an empty one is known to be empty."""
    world = fine(step(hold_cards, plain_evening(red={"cards": [C]}), player="red", cards=[I, W]))
    assert on(world).hands["red"].cards == (I, W)
    assert on(fine(step(hold_cards, world, player="red", cards=[]))).hands["red"].cards == ()


def test_whoever_has_five_cards_is_told_so():
    """With five cards the set that is due is named, with its worth and the words for it."""
    few = step(hold_cards, plain_evening(sets=2), player="red", cards=[I, I, C, C])
    assert few.notes == ()
    (note,) = step(hold_cards, plain_evening(sets=2), player="red", cards=[I, I, C, C, I]).notes
    assert note == (
        "Red has 5 cards: a set must be turned in, for 8 troops "
        "(legacytrack hand red --troops infantry,infantry,infantry)."
    )
    (note,) = step(hold_cards, plain_evening(), player="red", cards=[I] * 8).notes
    assert note.endswith(", and again while 5 or more are left.")


def test_there_are_two_wild_cards():
    """All hands together have two wild cards at most, and a card for each territory beside them."""
    world = plain_evening(blue={"cards": [W]})
    fine(step(hold_cards, world, player="red", cards=[W]))
    (found,) = against(step(hold_cards, world, player="red", cards=[W, W]))
    assert found.rule == "wild-cards"
    assert "3 wild cards" in found.what
    fine(step(hold_cards, world, player="red", cards=[I] * 42))
    (found,) = against(step(hold_cards, world, player="red", cards=[I] * 43))
    assert found.rule == "wild-cards"
    assert "43 cards" in found.what


def test_an_unknown_card_is_a_slip_of_the_file():
    """In a box with symbols neither a territory nor a coin is a card."""
    world = plain_evening(red={"cards": [I, "infantri", "peru", "coin"]})
    found = broken(world, BOX)
    assert [finding.rule for finding in found] == ["unknown-name"] * 3
    assert "did you mean infantry" in found[0].fix
    assert {finding.where for finding in found} == {"game.players.red.cards"}


# Turning in


def test_a_set_is_turned_in():
    """The cards go, the set is counted for all players, and both its worth and the next are told."""
    world = plain_evening(red={"cards": [I, I, I, C]}, sets=2)
    outcome = step(turn_in, world, player="red", cards=[I, I, I])
    after = on(fine(outcome))
    assert (after.hands["red"].cards, after.sets) == ((C,), 3)
    assert outcome.said == "Red gets 8 troops for infantry, infantry, infantry (3rd set)."
    assert outcome.notes == ("The next set, whoever turns it in, brings 10.", "Cards left: 1.")


def test_the_first_set_makes_the_second_dearer_for_anybody():
    """Sets are counted over all players: four troops for Red, six for Blue, eight for Red again."""
    world = plain_evening(red={"cards": [I, C, A] * 2}, blue={"cards": [A, W, W]})
    said = []
    for player, cards in (("red", [I, C, A]), ("blue", [W, A, W]), ("red", [A, C, I])):
        outcome = step(turn_in, world, player=player, cards=cards)
        world, said = fine(outcome), [*said, outcome.said]
    assert [text.split()[2] for text in said] == ["4", "6", "8"]
    assert on(world).sets == 3


def test_no_set_is_refused():
    """Two alike and another are no set, nor are two cards."""
    world = plain_evening(red={"cards": [I, I, C, A]})
    for cards in ([I, I, C], [I, I], [I, I, C, A]):
        (found,) = against(step(turn_in, world, player="red", cards=cards))
        assert found.rule == "card-sets"
        assert "no set" in found.what


def test_cards_that_are_not_in_the_hand_are_refused():
    """Where the hand is on record, the set has to be in it; where it is not, nobody can tell."""
    world = plain_evening(red={"cards": [I, I, C]})
    (found,) = against(step(turn_in, world, player="red", cards=[I, I, I]))
    assert (found.rule, found.where) == ("card-sets", "game.players.red.cards")
    assert "does not have infantry." in found.what
    unknown = step(turn_in, plain_evening(), player="red", cards=[I, I, I])
    assert on(fine(unknown)).hands["red"].cards is None
    assert refused(step(turn_in, plain_evening(), player="red", cards=[W] * 3)) == ["wild-cards"]


def test_another_set_is_due_while_five_are_left():
    """Of eight cards five are left: again a set must be turned in, by its next worth."""
    world = plain_evening(red={"cards": [I, I, I, C, C, C, A, A]})
    outcome = step(turn_in, world, player="red", cards=[I, I, I])
    assert "Red has 5 cards: a set must be turned in, for 6 troops" in outcome.notes[-1]


def test_out_of_turn_is_called_to_mind():
    """Nothing forbids it here, after a knock-out it must be; but mostly it is a slip."""
    world = plain_evening(red={"cards": [I, I, I]}, turn="blue")
    assert "It is the turn of Blue." in step(turn_in, world, player="red", cards=[I] * 3).notes
    assert "turn of" not in " ".join(
        step(turn_in, plain_evening(turn="red"), player="red", cards=[I] * 3).notes
    )


@given(st.lists(st.sampled_from([I, C, A]), max_size=9), st.integers(0, 30))
def test_nothing_is_lost_by_turning_in(cards, sets):
    """Whatever is turned in, the hand holds the rest, and the count is one more; else it is refused."""
    world = plain_evening(red={"cards": cards}, sets=sets)
    outcome = step(turn_in, world, player="red", cards=cards[:3])
    if is_set(BOX, cards[:3]):
        after = on(fine(outcome))
        assert sorted(after.hands["red"].cards or ()) == sorted(cards[3:])
        assert after.sets == sets + 1
        assert f" {worth(BOX, sets + 1)} troops " in outcome.said
    else:
        assert "card-sets" in refused(outcome)


# Drawing


def conquest(**red: object):
    """Tell of a turn of Red with a conquest, the whole board on record."""
    red = {"holds": ALL[:20], **red}
    return plain_evening(red=red, blue={"holds": ALL[20:]}, turn="red", conquered=True)


def test_a_card_a_turn():
    """A conquest earns one card a turn; a second one is refused, and so is one of somebody else."""
    outcome = step(draw, conquest(cards=[C]), player="red", card=A)
    world = fine(outcome)
    assert on(world).hands["red"].cards == (C, A)
    assert outcome.said == "Red takes a card: artillery."
    assert outcome.notes == ("2 cards in hand.",)
    assert refused(step(draw, world, player="red", card=A)) == ["one-card-a-turn"]
    assert refused(step(draw, conquest(), player="blue", card=A)) == ["one-card-a-turn"]


def test_no_conquest_no_card():
    """Where the whole board is on record, a turn without a conquest earns none; else nobody can tell."""
    world = plain_evening(red={"holds": ALL[:20]}, blue={"holds": ALL[20:]}, turn="red")
    (found,) = against(step(draw, world, player="red", card=I))
    assert found.rule == "one-card-a-turn"
    assert "took no territory" in found.what
    some = plain_evening(red={"holds": ALL[:20]}, blue={"holds": ALL[21:]}, turn="red")
    fine(step(draw, some, player="red", card=I))
    fine(step(draw, plain_evening(), player="red", card=I))


def test_the_third_wild_card_cannot_be_drawn():
    """There are two of them."""
    world = conquest(cards=[W, W])
    assert refused(step(draw, world, player="red", card=W)) == ["wild-cards"]


def test_the_fifth_card_makes_a_set_due():
    """Whoever draws the fifth card has to turn a set in, when the next turn begins."""
    (note,) = step(draw, conquest(cards=[I, I, C, C]), player="red", card=C).notes
    assert note == "5 cards in hand: a set must be turned in at the start of the next turn."


# Who has no hand


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (hold_cards, {"cards": [I]}),
        (turn_in, {"cards": [I, I, I]}),
        (draw, {"card": I}),
    ],
)
def test_only_who_is_in_the_game_has_cards(rule, words):
    """Somebody who is out has none, nor has anybody between games."""
    gone = plain_evening(red={"out": True})
    assert refused(step(rule, gone, player="red", **words)) == ["knocked-out"]
    none = gone.with_value("game", value=None)
    assert refused(step(rule, none, player="red", **words)) == ["game-in-order"]
