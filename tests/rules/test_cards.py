"""Territory cards: coins on them, the end of one, and what a hand buys."""

from __future__ import annotations

import tomllib
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.model.shape import sound
from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.cards import add_coins, coins_on, destroy_card, hand, offers, troops_for

BREAKS = {"coin-cap", "pre-game-coin-cap", "destroyed-card"}

FRESH = World({})


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(text))


def coin(world: World, box, *territories, by=None, game=None):
    """Put coins on cards."""
    return add_coins(world, box, territories=territories, by=by, game=game)


def destroy(world: World, box, territory="peru", by=None, game=None):
    """Destroy a card."""
    return destroy_card(world, box, territory=territory, by=by, game=game)


# Coins


def test_every_card_has_a_printed_coin(box):
    """A card shows one coin before any sticker is on it (territory-cards)."""
    assert box.number("territory-cards", "printed_coins") == 1
    assert {coins_on(FRESH, box, place) for place in box.territories} == {1}


def test_a_coin_is_added_to_those_to_be_seen(box):
    """The world file counts all coins to be seen on a card, the printed one included."""
    world = coin(told("[cards.peru]\ncoins = 2"), box, "brazil", "peru").world
    assert [coins_on(world, box, place) for place in ("brazil", "peru", "japan")] == [2, 3, 1]


def test_a_card_named_twice_gets_two_coins(box):
    """A list of cards is a list of coins."""
    outcome = coin(FRESH, box, "brazil", "peru", "brazil")
    assert coins_on(outcome.world, box, "brazil") == 3
    assert coins_on(outcome.world, box, "peru") == 2
    assert "3 coins" in outcome.said


def test_a_coin_says_when_and_by_whom(box):
    """Every mark says when and by whom it was made."""
    card = coin(FRESH, box, "brazil", by="ana", game=3).world.data["cards"]["brazil"]
    assert card == {"coins": 2, "game": 3, "by": "ana"}


def test_a_coin_is_never_credited_to_the_giver_of_an_older_one(box):
    """Game and player of a coin are those of one record, never of two mixed."""
    world = coin(FRESH, box, "brazil", by="ana", game=2).world
    card = coin(world, box, "brazil", game=3).world.data["cards"]["brazil"]
    assert (card.get("game"), card.get("by")) != (3, "ana")


@pytest.mark.parametrize(
    ("before", "cap", "rule"),
    [("", 3, "pre-game-coin-cap"), ("games_played = 1\n", 6, "coin-cap")],
)
def test_a_card_is_full_one_day(box, before, cap, rule):
    """No card goes above three coins before the first game, nor above six ever."""
    world = told(f"{before}[cards.brazil]\ncoins = {cap - 1}")
    full = coin(world, box, "brazil").world
    assert limits.broken(full, box) == ()
    (finding,) = limits.broken(coin(full, box, "brazil").world, box)
    assert finding.rule == rule
    assert finding.where == "cards.brazil.coins"
    assert str(cap + 1) in finding.what
    assert str(cap) in finding.what


def test_a_coin_of_a_later_game_goes_on_a_card_with_three(box):
    """The cap of three is one of the time before the first game."""
    outcome = coin(told("[cards.brazil]\ncoins = 3"), box, "brazil", game=1)
    assert outcome.findings == ()
    assert limits.broken(outcome.world, box) == ()


def test_no_coin_goes_on_a_destroyed_card(box):
    """A destroyed card takes no coin; the finding says when and by whom it was destroyed."""
    world = told('players.ana.name = "Ana"\n[cards.peru]\ndestroyed = 5\ndestroyed_by = "ana"')
    (finding,) = coin(world, box, "brazil", "peru", "peru").findings
    assert finding.rule == "destroyed-card"
    assert finding.where == "cards.peru.destroyed"
    for fact in ("Peru", "game 5", "Ana"):
        assert fact in finding.what


@pytest.mark.parametrize(
    ("text", "left"),
    [("", "11 of 12"), ("[cards.peru]\ncoins = 3", "9 of 12")],
)
def test_the_answer_says_how_many_coins_are_left(box, text, left):
    """Before the first game the answer counts the twelve coins of that time."""
    assert any(left in note for note in coin(told(text), box, "brazil").notes)


def test_the_answer_counts_later_coins_on_their_own(box):
    """With twelve coins from before the first game, a thirteenth is one of the later ones."""
    cards = "".join(f"[cards.{place}]\ncoins = 2\n" for place in list(box.territories)[:12])
    notes = coin(told(cards), box, "yakutsk", game=1).notes
    assert any("40 of 41" in note for note in notes)


# Destroying a card


def test_a_destroyed_card_is_gone_and_its_territory_stays(box):
    """A card can be destroyed once; the answer says how many cards are left."""
    outcome = destroy(told("[cards.peru]\ncoins = 4"), box, by="ana", game=5)
    assert outcome.findings == ()
    card = outcome.world.card("peru")
    assert (card.destroyed, card.game, card.by, card.coins) == (True, 5, "ana", 4)
    assert any("41" in note for note in outcome.notes)
    assert sound(outcome.world.data) == (outcome.world.data, ())


def test_a_card_destroyed_in_an_unknown_game(box):
    """Without a game the file says only that the card is destroyed."""
    world = destroy(FRESH, box).world
    assert world.data == {"cards": {"peru": {"destroyed": True}}}
    assert world.card("peru").destroyed
    assert sound(world.data) == (world.data, ())


@pytest.mark.parametrize("destroyed", ["5", "true"])
def test_a_card_is_destroyed_once(box, destroyed):
    """A destroyed card cannot be destroyed again."""
    (finding,) = destroy(told(f"[cards.peru]\ndestroyed = {destroyed}"), box).findings
    assert finding.rule == "destroyed-card"
    assert finding.where == "cards.peru.destroyed"


def test_a_card_that_is_said_not_to_be_destroyed(box):
    """`destroyed = false` is an ordinary card."""
    world = told("[cards.peru]\ndestroyed = false")
    assert destroy(world, box).findings == ()
    assert coin(world, box, "peru").findings == ()


# What a hand buys

TABLE = {0: 0, 1: 0, 2: 2, 3: 4, 4: 7, 5: 10, 6: 13, 7: 17, 8: 21, 9: 25, 10: 30, 11: 30, 99: 30}


@pytest.mark.parametrize(("coins", "troops"), TABLE.items())
def test_coins_buy_troops(box, coins, troops):
    """The table of the board; fewer than two buy nothing, more than ten count as ten (coins-to-troops)."""
    assert box.rules["coins-to-troops"].numbers["troops"]
    assert troops_for(box, coins) == troops
    assert hand(box, [coins]).troops == troops


@pytest.mark.parametrize(
    ("cards", "stars"), [(0, 0), (1, 0), (3, 0), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3)]
)
def test_four_cards_buy_a_red_star(box, cards, stars):
    """Four resource cards buy a Red Star, eight buy two (star-for-cards)."""
    assert box.number("star-for-cards") == 4
    assert hand(box, [1] * cards).stars == stars


def test_the_coins_of_a_hand_are_added_up(box):
    """Any mix of cards counts: the coins in all buy the troops."""
    assert hand(box, [3, 2, 1, 1]) == (7, 17, 1)


@settings(max_examples=100, deadline=None)
@given(coins=st.lists(st.integers(1, 6), max_size=12))
def test_coins_are_nothing_to_a_star(box, coins):
    """Only the number of cards buys stars; only the sum of coins buys troops."""
    bought = hand(box, coins)
    assert bought.stars == len(coins) // 4
    assert bought.troops == troops_for(box, sum(coins))
    assert bought.troops <= hand(box, [*coins, 1]).troops


# What to do with a hand


def subsets(cards: set[int]) -> list[set[int]]:
    """List all ways to choose some cards."""
    return [set(some) for n in range(len(cards) + 1) for some in combinations(sorted(cards), n)]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(1, 6), max_size=8))
def test_no_better_use_of_a_hand(box, coins):
    """Each offer is the best of all ways to use the cards: stars, then troops, then what is kept."""
    price, all_cards = box.number("star-for-cards"), set(range(len(coins)))
    found = offers(box, coins)
    assert [offer.stars for offer in found] == list(range(len(coins) // price + 1))
    for offer in found:
        parts = (*offer.for_stars, *offer.for_troops, *offer.kept)
        assert sorted(parts) == sorted(all_cards)
        assert len(offer.for_stars) == offer.stars * price
        assert offer.troops == troops_for(box, sum(coins[at] for at in offer.for_troops))
        # As many troops as any other way leaves cards for, and for them no coin or card too many.
        assert offer.troops == max(
            troops_for(box, sum(coins[at] for at in rest))
            for rest in subsets(all_cards)
            if len(rest) == len(coins) - offer.stars * price
        )
        enough = [
            (sum(coins[at] for at in some), len(some))
            for some in subsets(all_cards - set(offer.for_stars))
            if troops_for(box, sum(coins[at] for at in some)) == offer.troops
        ]
        spent = sum(coins[at] for at in offer.for_troops)
        assert (spent, len(offer.for_troops)) == min(enough)


@pytest.mark.parametrize(
    ("coins", "stars", "troops"),
    [
        ([], [0], [0]),
        ([1], [0], [0]),
        ([1, 1, 1], [0], [4]),
        ([6, 1, 1, 1, 1, 6], [0, 1], [30, 30]),
        ([2, 3, 4, 5], [0, 1], [30, 0]),
        ([1] * 10, [0, 1, 2], [30, 13, 2]),
    ],
)
def test_what_a_hand_is_good_for(box, coins, stars, troops):
    """Troops alone, then a star with what the rest still buys; the star takes the poorest cards."""
    found = offers(box, coins)
    assert [offer.stars for offer in found] == stars
    assert [offer.troops for offer in found] == troops


def test_no_coin_is_wasted(box):
    """With thirteen coins three are kept: over ten count as ten."""
    (offer,) = offers(box, [6, 4, 3])
    assert offer.for_troops == (0, 1)
    assert offer.kept == (2,)
