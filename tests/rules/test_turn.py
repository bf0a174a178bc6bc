"""Turns: whose it is, what is due at the end of one and at the start of the next."""

from __future__ import annotations

from typing import Any

import pytest

from evening import evening, fine, on, refused, step
from legacytrack.campaign.door import box_of
from legacytrack.model.games import COIN
from legacytrack.model.world import World
from legacytrack.rules.turn import following, next_turn, order, recruits

BREAKS = {"game-in-order", "join-the-war"}

SAND = '[found.scars.sand]\nname = "Sand"\nsupply = 2\nend_of_turn = -1\n'
IN_URAL = SAND + '[territories.ural.scar]\nkind = "sand"\n'
OUT: dict[str, Any] = {"holds": [], "out": True}


def then(world: World, player: str | None = None):
    """Begin the next turn."""
    return step(next_turn, world, player=player)


def says(outcome, *words: str) -> bool:
    """Tell whether one of the notes of a step has all of some words."""
    return any(all(word in note for word in words) for note in outcome.notes)


# Whose turn it is


def test_turns_go_clockwise():
    """Turns go round in the order in which players were named, and after the last the first comes."""
    world, seen = evening(), []
    for _ in range(5):
        world = fine(then(world))
        seen.append(on(world).turn.player)
    assert seen == ["ana", "ben", "cy", "ana", "ben"]


def test_another_order_of_turns():
    """Where a group said who has which turn, they go so; half a list says nothing."""
    world = evening(ana={"turn": 2}, ben={"turn": 3}, cy={"turn": 1})
    assert order(on(world)) == ("cy", "ana", "ben")
    assert following(on(world)) == "cy"
    half = evening(ana={"turn": 2}, cy={"turn": 1})
    assert order(on(half)) == ("ana", "ben", "cy")


def test_whoever_is_out_has_no_turn():
    """The eliminated are passed over; and nobody can give them a turn (join-the-war)."""
    assert following(on(evening(turn="ana", ben=OUT))) == "cy"
    assert following(on(evening(turn="cy", ana=OUT))) == "ben"
    assert following(on(evening(turn="ben", ben=OUT))) == "cy"
    assert following(on(evening(ana=OUT, ben=OUT, cy=OUT))) is None
    assert refused(then(evening(ben=OUT), "ben")) == ["join-the-war"]


@pytest.mark.parametrize("player", ["ben", "cy"])
def test_a_turn_may_be_given(player):
    """Whose turn begins can be said; it goes on from there."""
    world = fine(then(evening(turn="cy"), player))
    assert on(world).turn.player == player
    assert following(on(world)) == ("cy" if player == "ben" else "ana")


def test_there_are_no_turns_between_games():
    """Without a game no turn begins, whoever is named or not."""
    between = World({**evening().data, "game": {}})
    for player in (None, "ana"):
        assert refused(then(between, player)) == ["game-in-order"]


def test_a_new_turn_forgets_the_last_one():
    """What was conquered, entered, drawn and turned in belongs to one turn."""
    flags = {"conquered": True, "expanded": 3, "drew": True, "turned_in": True}
    world = fine(then(evening(turn="ana", **flags)))
    assert on(world).turn == ("ben", False, 0, False, False)
    assert not set(flags) & set(world.table("game"))


# What is due at the end


def test_scars_at_the_end_of_the_turn():
    """The marks of the player whose turn ends act then; those of others wait for theirs."""
    assert says(then(evening(IN_URAL, turn="cy")), "Sand", "Ural", "-1", "Cy")
    assert not says(then(evening(IN_URAL, turn="ana")), "Sand")
    world = evening(IN_URAL, turn="ana", ana={"holds": ["ural"]})
    assert says(then(world), "Sand", "Ana")
    assert not says(then(evening(IN_URAL)), "Sand")


@pytest.mark.parametrize(
    ("flags", "due"),
    [({}, False), ({"conquered": True}, True), ({"conquered": True, "drew": True}, False)],
)
def test_a_card_that_was_forgotten(flags, due):
    """Whoever conquered and drew nothing is told so when the turn ends."""
    assert says(then(evening(turn="ana", **flags)), "Ana", "draw ana CARD") is due


# What is due at the start


def test_what_a_player_recruits_is_told():
    """The start of a turn tells what it brings, from what is on record, with its parts."""
    world = evening(ben={"holds": ["peru", "brazil", "venezuela", "argentina"]})
    outcome = then(world, "ben")
    assert says(outcome, "Ben recruits 5 troops", "territories and population 3", "South America 2")
    assert says(then(evening(), "ana"), "Ana recruits 3 troops")


def test_what_waits_for_the_end_is_not_told_at_the_start():
    """Marks that act at the end of a turn are told then, once."""
    assert not says(then(evening(IN_URAL, turn="ben"), "cy"), "Sand")


def test_whoever_controls_nothing_joins():
    """Who holds nothing is told with how many to join and where; with no place left, that they are out."""
    assert says(then(evening(cy={"holds": []}), "cy"), "4 troops", "join cy PLACE")
    places = list(box_of(evening()).territories)
    full = evening(ana={"holds": places}, ben={"holds": []}, cy={"holds": []})
    assert says(then(full, "cy"), "no place", "out cy")


def test_whose_holdings_are_not_on_record():
    """Where nothing says what somebody holds, that is what is missing, and how to record it."""
    world = evening(cy={"hq": None})
    assert says(then(world, "cy"), "not on record", "hold cy PLACES")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (["peru", "japan", "china", COIN], ("4 of 4 cards", "Red Star")),
        (["peru", "japan", "china", COIN, COIN], ("4 of 5 cards", "Red Star")),
        (["peru", "japan"], ("2 cards", "2 coins", "hand ana")),
    ],
)
def test_cards_are_called_to_mind(cards, words):
    """Four cards make a star and two coins make troops: said at the start of the turn."""
    assert says(then(evening(ana={"cards": cards}), "ana"), *words)


@pytest.mark.parametrize("cards", [None, [], [COIN]])
def test_cards_that_buy_nothing_are_not_called_to_mind(cards):
    """A hand that buys nothing, and one that nobody recorded, need no word."""
    assert not says(then(evening(ana={"cards": cards}), "ana"), "hand ana")


def test_troops_at_each_hq_are_called_to_mind():
    """The power that gives a troop at each HQ names the HQs under control, captured ones among them."""
    text = '[factions.khan-industries]\npowers = ["hq-troop"]\n'
    outcome = then(evening(text, ben={"holds": ["brazil", "egypt", "peru"]}), "ben")
    assert says(outcome, "HQ Troop", "Brazil, Egypt")
    assert not says(outcome, "HQ Troop", "Ural")
    assert says(then(evening(text, ben={"holds": ["peru"]}), "ben"), "HQ Troop", "no HQ")
    assert not says(then(evening(text), "ana"), "HQ Troop")


@pytest.mark.parametrize(("missiles", "told"), [(0, False), (1, True)])
def test_thirty_troops_and_a_missile_meet_a_condition(box, missiles, told):
    """Thirty troops or more for somebody with a missile: the packet is called to mind."""
    places = [*box.continents["asia"].territories, *box.continents["europe"].territories]
    places += [*box.continents["africa"].territories, *box.continents["north-america"].territories]
    world = evening(ana={"holds": places, "missiles": missiles}, ben={"holds": ["peru"]})
    found = recruits(world, box, on(world), "ana")
    assert found.total >= 30
    assert any(box.packets["thirty-troops"].says in each for each in found.reminders) is told
    few = evening(ana={"missiles": 3})
    assert not recruits(few, box, on(few), "ana").reminders


def test_recruits_count_what_is_on_record():
    """From the table come territories, population, continents and powers; cards when they are told."""
    text = (
        '[territories.peru.city]\nkind = "major-city"\n'
        '[continents.south-america]\nname = "Mud"\nnamed_by = "ana"\n'
        '[factions.imperial-balkania]\npowers = ["round-up"]\n'
    )
    places = ["peru", "brazil", "venezuela", "argentina", "japan", "india", "china", "egypt"]
    world = evening(text, ana={"holds": places})
    box = box_of(world)
    found = recruits(world, box, on(world), "ana")
    assert (found.territories, found.population) == (8, 2)
    assert found.total == 4 + (2 + 1)
    assert recruits(world, box, on(world), "ana", 5).total == found.total + 10
