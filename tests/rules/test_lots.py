"""What undecided groups leave to chance before the first game."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.cards import coins_on
from legacytrack.rules.lots import coins_by_lot, powers_by_lot
from legacytrack.rules.supply import coins_placed

BREAKS = {"pre-game-coins"}

FRESH = World({})
SEEDS = st.integers(0, 999_999)


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(text))


# Powers


@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_every_faction_gets_one_of_its_powers(box, seed):
    """A toss for each faction gives each one power of its own; the same seed tosses the same."""
    outcome = powers_by_lot(FRESH, box, seed=seed)
    assert outcome.findings == ()
    for faction in box.factions.values():
        (power,) = outcome.world.powers(faction.id)
        assert power in faction.powers
    assert limits.broken(outcome.world, box) == ()
    assert powers_by_lot(FRESH, box, seed=seed).world.data == outcome.world.data
    assert str(seed) in outcome.said


def test_both_powers_come_up(box):
    """The coin is fair: over many seeds each power falls about as often as the other."""
    fallen: Counter[str] = Counter()
    for seed in range(300):
        world = powers_by_lot(FRESH, box, seed=seed).world
        fallen.update(world.powers(id)[0] for id in box.factions)
    assert len(fallen) == 10
    assert all(100 < times < 200 for times in fallen.values())


@settings(max_examples=40, deadline=None)
@given(seed=SEEDS, chosen=st.sampled_from(["hq-troop", "card-troop"]))
def test_a_power_that_was_chosen_stays(box, seed, chosen):
    """The lot decides only for those without a power, and not differently because one has its own."""
    world = told(f'[factions.khan-industries]\npowers = ["{chosen}"]')
    drawn = powers_by_lot(world, box, seed=seed).world
    alone = powers_by_lot(FRESH, box, seed=seed).world
    assert drawn.powers("khan-industries") == (chosen,)
    for id in box.factions:
        if id != "khan-industries":
            assert drawn.powers(id) == alone.powers(id)


def test_where_all_is_decided_nothing_is_drawn(box):
    """A second lot changes nothing."""
    world = powers_by_lot(FRESH, box, seed=1).world
    assert powers_by_lot(world, box, seed=2).world.data == world.data


# Coins


@settings(max_examples=40, deadline=None)
@given(seed=SEEDS)
def test_twelve_cards_get_a_coin_each(box, seed):
    """The first twelve cards of the shuffled deck get a coin; the same seed shuffles the same."""
    outcome = coins_by_lot(FRESH, box, seed=seed)
    assert outcome.findings == ()
    coins = Counter(coins_on(outcome.world, box, place) for place in box.territories)
    assert coins == {1: 30, 2: 12}
    assert limits.broken(outcome.world, box) == ()
    assert coins_by_lot(FRESH, box, seed=seed).world.data == outcome.world.data
    assert str(seed) in outcome.said


def test_every_card_can_be_among_the_first(box):
    """The deck is shuffled fairly: over many seeds no card is left out or favoured."""
    drawn: Counter[str] = Counter()
    for seed in range(300):
        drawn.update(coins_by_lot(FRESH, box, seed=seed).world.cards)
    assert set(drawn) == set(box.territories)
    assert all(50 < times < 125 for times in drawn.values())  # 300 * 12 / 42 is 86


@settings(max_examples=60, deadline=None)
@given(
    seed=SEEDS,
    lying=st.lists(st.tuples(st.integers(0, 41), st.integers(2, 3)), max_size=6),
)
def test_coins_that_lie_already_count(box, seed, lying):
    """Coins placed by hand are among the twelve, and a full card gets no other."""
    places = list(box.territories)
    world = FRESH
    for number, coins in lying:
        world = world.with_value("cards", places[number], "coins", value=coins)
    after = coins_by_lot(world, box, seed=seed).world
    assert coins_placed(after, box) == 12
    assert limits.broken(after, box) == ()
    for place in places:
        assert coins_on(after, box, place) - coins_on(world, box, place) in (0, 1)


def test_when_all_twelve_lie_nothing_is_drawn(box):
    """A second lot changes nothing."""
    world = coins_by_lot(FRESH, box, seed=1).world
    outcome = coins_by_lot(world, box, seed=2)
    assert outcome.findings == ()
    assert outcome.world.data == world.data


@pytest.mark.parametrize("text", ["games_played = 2", '[territories.ural.scar]\nkind = "bunker"'])
def test_after_the_first_game_no_lot_is_drawn(box, text):
    """The twelve coins are for the time before the first game, as the file says or its marks show."""
    world = told(text)
    outcome = coins_by_lot(world, box, seed=1)
    assert [finding.rule for finding in outcome.findings] == ["pre-game-coins"]
    assert outcome.world.data == world.data


def test_a_seed_draws_the_same_for_ever(box):
    """A draw that a group wrote down can be repeated with every version of the program."""
    assert sorted(coins_by_lot(FRESH, box, seed=2026).world.cards) == COINS_OF_SEED_2026
    world = powers_by_lot(FRESH, box, seed=2026).world
    assert [world.powers(id)[0] for id in box.factions] == POWERS_OF_SEED_2026


COINS_OF_SEED_2026 = [
    "alaska",
    "eastern-united-states",
    "egypt",
    "greenland",
    "iceland",
    "indonesia",
    "irkutsk",
    "japan",
    "madagascar",
    "middle-east",
    "russia",
    "yakutsk",
]
POWERS_OF_SEED_2026 = ["home-fortress", "three-alike", "expand-four", "card-troop", "any-time"]
