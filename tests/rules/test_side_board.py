"""The side board: four slots, who may draw what, coin cards, events, missions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evening import against, evening, fine, on, refused, step
from legacytrack.campaign.door import box_of
from legacytrack.model.games import COIN
from legacytrack.model.world import World
from legacytrack.rules.side_board import (
    MISSION,
    brings_event,
    coin_cards_left,
    deck,
    draw,
    lay_slots,
)

BREAKS = {
    "face-up-cards",
    "one-card-a-turn",
    "coin-cards",
    "stars-for-a-mission",
    "destroyed-card",
    "territory-cards",
}

SLOTS = ("alaska", "china", "japan", "ural")
EVEN = "[cards.peru]\ncoins = 2\n"
DESTROYED = "[cards.iceland]\ndestroyed = 1\n"


def shown(text: str = "", **more: Any) -> World:
    """Tell of a game with four cards on show; Ana holds Brazil and Japan, Ben Egypt, Cy Ural."""
    told: dict[str, Any] = {
        "ana": {"holds": ["brazil", "japan"], "cards": []},
        "ben": {"holds": ["egypt"], "cards": []},
        "cy": {"holds": ["china", "ural"], "cards": []},
    }
    seats = {id: {**seat, **more.pop(id, {})} for id, seat in told.items()}
    return evening(text, **seats, **{"slots": list(SLOTS), **more})


def drawn(world: World, player: str = "ana", card: str = "japan", new: str | None = "peru", **more):
    """Let somebody draw a card."""
    words: dict[str, Any] = {"stars": None, **more}
    return step(draw, world, player=player, card=card, new=new, **words)


def lay(world: World, *cards: str):
    """Lay cards face up."""
    return step(lay_slots, world, territories=cards)


# Laying the cards


def test_four_cards_lie_face_up():
    """At setup four cards are laid, slot 1 first; no event comes of it, even cards or not."""
    outcome = lay(evening(EVEN), "peru", "china", "japan", "ural")
    assert on(fine(outcome)).side_board.slots == ("peru", "china", "japan", "ural")
    assert outcome.notes == ()
    assert "1 Peru (2 coins), 2 China (1 coin)" in outcome.said


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_there_are_four_slots(count):
    """Fewer or more cards are refused; the refusal counts them."""
    (found,) = against(lay(evening(), *("peru", "china", "japan", "ural", "egypt")[:count]))
    assert found.rule == "face-up-cards"
    assert str(count) in found.what
    assert "4" in found.what


def test_no_card_lies_twice():
    """A card is in one slot, and in no hand besides."""
    assert refused(lay(evening(), "peru", "peru", "japan", "ural")) == ["territory-cards"]
    world = evening(ben={"cards": ["peru"]})
    assert refused(lay(world, "peru", "china", "japan", "ural")) == ["territory-cards"]


def test_what_lies_face_up_is_not_discarded():
    """Four cards that are laid anew are taken out of the discard pile, and no others."""
    world = shown(discards=["peru", "egypt"])
    after = fine(lay(world, "peru", "china", "japan", "ural"))
    assert on(after).side_board.discards == ("egypt",)


def test_a_destroyed_card_lies_nowhere():
    """A card that is out of the campaign does not come up; neither at setup nor after a draw."""
    world = evening(DESTROYED)
    assert refused(lay(world, "iceland", "china", "japan", "ural")) == ["destroyed-card"]
    assert refused(drawn(shown(DESTROYED), new="iceland")) == ["destroyed-card"]
    unseen = shown(DESTROYED, slots=[])
    assert refused(drawn(unseen, new="iceland")) == ["destroyed-card"]


def test_one_card_fills_the_open_slot():
    """After a draw without its new card, that one alone fills the slot, and brings its event."""
    world = fine(drawn(shown(EVEN), new=None))
    assert on(world).side_board.slots == ("", "alaska", "china", "ural")
    outcome = lay(world, "peru")
    assert on(fine(outcome)).side_board.slots == ("peru", "alaska", "china", "ural")
    assert any("event" in note for note in outcome.notes)
    assert lay(world, "egypt").notes == ()


# Drawing


@pytest.mark.parametrize("slot", range(4))
def test_a_territory_card_leaves_a_gap(slot):
    """Cards to the left of the gap move right, those to the right stay, the new one goes into slot 1."""
    card = SLOTS[slot]
    outcome = drawn(shown(ana={"holds": [card]}, cy={"holds": []}), card=card)
    board = on(fine(outcome)).side_board
    assert board.slots == ("peru", *SLOTS[:slot], *SLOTS[slot + 1 :])
    assert board.slots[slot + 1 :] == SLOTS[slot + 1 :]
    assert board.discards == ()
    assert on(outcome.world).hands["ana"].cards == (card,)


def test_a_coin_card_discards_slot_four():
    """For a coin card the last slot is discarded, the other three move right, a new one comes."""
    outcome = drawn(shown(), player="ben", card=COIN)
    board = on(fine(outcome)).side_board
    assert board.slots == ("peru", *SLOTS[:3])
    assert board.discards == SLOTS[3:]
    assert on(outcome.world).hands["ben"].cards == (COIN,)


def test_a_card_of_a_territory_that_one_holds():
    """Only the card of a territory under control is taken; the refusal says who controls it."""
    (found,) = against(drawn(shown(), card="china"))
    assert (found.rule, found.where) == ("face-up-cards", "game.players.cy.holds")
    assert all(word in found.what for word in ("Ana", "China", "Cy"))
    (found,) = against(drawn(shown(), card="alaska"))
    assert (found.rule, found.where) == ("face-up-cards", "game.players.ana.holds")


def test_a_card_that_lies_face_up():
    """A card that is not on show is not taken, also by whoever controls its territory."""
    (found,) = against(drawn(shown(), card="brazil"))
    assert (found.rule, found.where) == ("face-up-cards", "game.slots")


def test_whoever_may_take_a_territory_card_takes_no_coin():
    """A coin card is for those of whose territories no card is on show; the remedy names the card."""
    (found,) = against(drawn(shown(), card=COIN))
    assert found.rule == "face-up-cards"
    assert "draw ana japan" in found.fix


def test_a_destroyed_card_is_not_drawn():
    """A destroyed card is refused, once, whether the slots are on record or not."""
    world = evening(DESTROYED, ana={"holds": ["iceland"]})
    assert refused(drawn(world, card="iceland", new=None)) == ["destroyed-card"]


def test_a_card_in_another_hand_is_not_drawn():
    """A card lies in one place: not in two hands, nor in a hand and on show."""
    world = evening(ana={"holds": ["japan"]}, ben={"cards": ["japan"]})
    assert refused(drawn(world, new=None)) == ["territory-cards"]
    assert refused(drawn(shown(), new="china")) == ["territory-cards"]
    assert refused(drawn(shown(), new="japan")) == ["territory-cards"]


def test_where_nothing_is_on_record_a_draw_is_believed():
    """A group that records no slots and no holdings may draw what it says, and is told what is missing."""
    outcome = drawn(evening(EVEN), card="japan", new="peru")
    assert on(fine(outcome)).hands["ana"].cards == ("japan",)
    assert "slots" in " ".join(outcome.notes)
    assert any("event" in note for note in outcome.notes)
    assert on(outcome.world).side_board.slots == ()


# The pile of coin cards


@pytest.mark.parametrize("taken", [0, 8, 9, 10])
def test_there_are_ten_coin_cards(taken):
    """Coin cards in hands are gone from the pile; from an empty one nobody draws."""
    cards = [COIN] * taken
    world = shown(cy={"cards": cards})
    assert coin_cards_left(on(world), box_of(world)) == 10 - taken
    laws = set(refused(drawn(world, player="ben", card=COIN)))
    assert laws == ({"coin-cards"} if taken == 10 else set())


def test_the_last_coin_card_settles_a_star():
    """Whoever takes the last coin card: the most territories get the star, and once only."""
    world = shown(cy={"cards": [COIN] * 9, "holds": ["china", "ural", "india"]})
    outcome = drawn(world, player="ben", card=COIN)
    after = fine(outcome)
    assert on(after).hands["cy"].stars == on(world).hands["cy"].stars + 1
    assert on(after).side_board.coin_star
    back = after.with_value("game", "players", "ben", "cards", value=[])
    again = fine(drawn(back, player="ben", card=COIN, new="egypt"))
    assert on(again).hands["cy"].stars == on(after).hands["cy"].stars


def test_the_last_coin_card_in_a_tie():
    """In a tie nobody gets the star, and it does not come later either."""
    outcome = drawn(shown(cy={"cards": [COIN] * 9}), player="ben", card=COIN)
    assert sum(hand.stars for hand in on(fine(outcome)).hands.values()) == 2
    assert on(outcome.world).side_board.coin_star
    assert any("tied" in note for note in outcome.notes)


def test_a_territory_card_settles_no_star():
    """Only a coin card can empty the pile."""
    world = shown(cy={"cards": [COIN] * 10})
    assert not on(fine(drawn(world))).side_board.coin_star


# Events


@pytest.mark.parametrize("coins", range(1, 7))
@pytest.mark.parametrize("card", ["japan", COIN])
def test_an_even_card_in_slot_one_brings_an_event(coins, card):
    """An event comes when the coins on the new card are even, whichever card was taken."""
    world = shown(f"[cards.peru]\ncoins = {coins}\ngame = 1\n")
    player = "ben" if card == COIN else "ana"
    outcome = drawn(world, player=player, card=card)
    fine(outcome)
    assert any("event" in note for note in outcome.notes) == (coins % 2 == 0)
    assert brings_event(world, box_of(world), "peru") == (coins % 2 == 0)


def test_only_the_new_card_brings_an_event():
    """An even card that moves to another slot, or that is taken, brings none."""
    text = "".join(f"[cards.{place}]\ncoins = 2\n" for place in SLOTS)
    assert not any("event" in note for note in drawn(shown(text)).notes)


def test_the_deck_as_it_stands():
    """Cards on show, in hands, discarded or destroyed do not come up; of the rest the even ones count."""
    text = EVEN + DESTROYED + "[cards.egypt]\ncoins = 4\n[cards.ural]\ncoins = 6\n"
    world = shown(text, ana={"cards": ["india", COIN]}, discards=["brazil"])
    found = deck(world, box_of(world))
    assert set(found.cards) == set(box_of(world).territories) - {
        *SLOTS,
        "iceland",
        "india",
        "brazil",
    }
    assert found.even == ("peru", "egypt") or found.even == ("egypt", "peru")


def test_between_games_the_deck_is_whole():
    """Without a game every card that is not destroyed may come up."""
    world = World({"cards": {"iceland": {"destroyed": 1}}})
    assert set(deck(world, box_of(world)).cards) == set(box_of(world).territories) - {"iceland"}


# The discards


def emptied(left: int = 0, **more: Any) -> World:
    """Tell of a game whose deck has so many cards left; all others were discarded."""
    rest = [place for place in box_of(World({})).territories if place not in SLOTS]
    return shown(discards=rest[left:], **more)


def test_the_discards_come_back_when_the_deck_is_empty():
    """With an empty deck the discards are shuffled: one of them comes up, and the pile is empty."""
    world = emptied()
    assert set(deck(world, box_of(world)).cards) == set(box_of(world).territories) - set(SLOTS)
    outcome = drawn(world)
    assert on(fine(outcome)).side_board.discards == ()
    assert any("shuffled" in note for note in outcome.notes)


def test_the_discards_come_back_for_an_open_slot():
    """Also when the new card is told after the draw, the deck was shuffled anew."""
    outcome = lay(fine(drawn(emptied(), new=None)), "peru")
    assert on(fine(outcome)).side_board.discards == ()
    assert any("shuffled" in note for note in outcome.notes)


def test_no_discard_comes_up_from_a_deck_with_cards():
    """While the deck has cards, a discarded one does not come up."""
    world = emptied(left=1)
    (last,) = deck(world, box_of(world)).cards
    assert "territory-cards" in refused(drawn(world, new="peru" if last != "peru" else "egypt"))
    fine(drawn(world, new=last))


def test_what_a_coin_card_discards_does_not_come_up_at_once():
    """The card out of slot 4 is a discard like any other: it comes up again only from an empty deck."""
    assert refused(drawn(shown(), player="ben", card=COIN, new="ural")) == ["territory-cards"]
    outcome = drawn(emptied(), player="ben", card=COIN, new="ural")
    assert on(fine(outcome)).side_board.slots == ("ural", *SLOTS[:3])


# One card a turn


def turn(**more: Any) -> World:
    """Tell of the turn of Ana, who took something from an enemy."""
    return shown(**{"turn": "ana", "conquered": True, **more})


def test_a_conquest_earns_one_card():
    """After a conquest one card is drawn, and no second one in the same turn."""
    world = fine(drawn(turn(ana={"holds": ["japan", "alaska"]})))
    assert on(world).turn.drew
    (found,) = against(drawn(world, card="alaska", new="egypt"))
    assert (found.rule, found.where) == ("one-card-a-turn", "game.drew")


@pytest.mark.parametrize("expanded", [0, 1, 9])
def test_expanding_earns_no_card(expanded):
    """Without a conquest no card is due, however many territories were entered."""
    (found,) = against(drawn(turn(conquered=False, expanded=expanded)))
    assert (found.rule, found.where) == ("one-card-a-turn", "game.conquered")
    assert "take ana PLACE" in found.fix


def test_where_not_all_is_recorded_a_conquest_is_believed():
    """A conquest may have been left out of the record of those who record a part."""
    fine(drawn(turn(conquered=False, ben={"holds": None})))


@pytest.mark.parametrize(("expanded", "due"), [(3, False), (4, True), (7, True)])
def test_the_power_that_draws_for_expanding(expanded, due):
    """With its power Imperial Balkania draws for four expansions in a turn too."""
    text = '[factions.imperial-balkania]\npowers = ["expand-four"]\n'
    told = {"turn": "ana", "expanded": expanded}
    outcome = drawn(shown(text, **told))
    assert refused(outcome) == ([] if due else ["one-card-a-turn"])
    # The power belongs to the faction: nobody else draws for it.
    other = shown(text, **{**told, "turn": "cy"}, cy={"holds": ["ural"]})
    assert "one-card-a-turn" in refused(drawn(other, player="cy", card="ural"))


def test_only_whose_turn_it_is_draws():
    """A card is drawn at the end of one's own turn; the remedy begins it."""
    (found,) = against(drawn(turn(), player="cy", card="ural"))
    assert (found.rule, found.where) == ("one-card-a-turn", "game.turn")
    assert "next cy" in found.fix


def test_without_turns_nobody_counts_cards():
    """A group that keeps no turns draws as often as it says."""
    world = fine(drawn(shown(ana={"holds": ["japan", "alaska"]})))
    fine(drawn(world, card="alaska", new="egypt"))
    assert "drew" not in world.table("game")


def test_a_power_places_a_troop_on_drawing():
    """With its power Khan Industries may place a troop where it draws the card, and nobody else."""
    text = '[factions.khan-industries]\npowers = ["card-troop"]\n'
    world = shown(text, ben={"holds": ["egypt", "alaska"]})
    notes = drawn(world, player="ben", card="alaska").notes
    assert any("Card Troop" in note and "1 troop" in note and "Alaska" in note for note in notes)
    assert not any("Card Troop" in note for note in drawn(world).notes)


# Missions


@pytest.mark.parametrize(("stars", "pays"), [(None, 1), (1, 1), (2, 2)])
def test_a_mission_pays_instead_of_a_card(stars, pays):
    """A mission brings one or two tokens and no card; the slots stay as they are."""
    world = turn(conquered=False)
    after = fine(drawn(world, card=MISSION, new=None, stars=stars))
    assert on(after).hands["ana"].stars == 1 + pays
    assert on(after).hands["ana"].cards == ()
    assert on(after).side_board == on(world).side_board


@pytest.mark.parametrize("stars", [3, 9])
def test_no_mission_pays_more(stars):
    """More stars than a mission pays are refused, with both numbers."""
    (found,) = against(drawn(shown(), card=MISSION, new=None, stars=stars))
    assert found.rule == "stars-for-a-mission"
    assert f"not {stars}" in found.what


@pytest.mark.parametrize(
    ("first", "then"), [(MISSION, "japan"), ("japan", MISSION), (MISSION, MISSION)]
)
def test_a_mission_or_a_card(first, then):
    """Of a mission and a card a turn brings one."""
    world = fine(drawn(turn(), card=first, new=None))
    assert "one-card-a-turn" in refused(drawn(world, card=then, new=None))


# Whatever comes


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.sampled_from([*SLOTS, COIN]), st.integers(0, 99)), max_size=12))
def test_no_card_is_lost_and_none_is_there_twice(draws):
    """Draw after draw, each living card is in the deck, on show, in one hand or discarded."""
    world = shown(DESTROYED)
    box = box_of(world)
    for card, at in draws:
        cards = deck(world, box).cards
        for player in ("ana", "ben", "cy"):
            outcome = drawn(world, player=player, card=card, new=cards[at % len(cards)])
            if not refused(outcome):
                world = outcome.world
                break
        board = on(world).side_board
        places = [*board.slots, *board.discards]
        places += [each for hand in on(world).hands.values() for each in hand.cards or ()]
        lying = [each for each in places if each != COIN]
        assert len(lying) == len(set(lying))
        assert {*lying, *deck(world, box).cards} == set(box.territories) - {"iceland"}
        assert len(board.slots) == 4
