"""What the box holds, counted over the whole campaign."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.cards import add_coins, destroy_card
from legacytrack.rules.cities import fortify_city, found_city
from legacytrack.rules.scars import cancel_scar, place_scar
from legacytrack.rules.supply import coins_placed, left_of, supplies, supply

BREAKS = {
    "bunker-supply",
    "ammo-shortage-supply",
    "minor-city-supply",
    "major-city-supply",
    "world-capital-supply",
    "fortification-supply",
    "cancel-supply",
    "continent-plus-supply",
    "continent-minus-supply",
    "pre-game-coins",
    "held-on-coins",
    "pre-game-coin-cap",
}

FRESH = World({})
HOLDS = {
    "bunker-supply": 3,
    "ammo-shortage-supply": 3,
    "minor-city-supply": 9,
    "major-city-supply": 5,
    "world-capital-supply": 1,
    "fortification-supply": 5,
    "cancel-supply": 4,
    "continent-plus-supply": 1,
    "continent-minus-supply": 1,
    "pre-game-coins": 12,
    "held-on-coins": 41,
}
KINDS = {
    "bunker-supply": ("scar", "bunker"),
    "ammo-shortage-supply": ("scar", "ammo-shortage"),
    "minor-city-supply": ("city", "minor-city"),
    "major-city-supply": ("city", "major-city"),
    "world-capital-supply": ("city", "world-capital"),
}
SIGNS = {"continent-plus-supply": 1, "continent-minus-supply": -1}


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(text))


def used(world: World, box) -> dict[str, int]:
    """List what is used of each supply that is used at all."""
    return {found.rule: found.used for found in supplies(world, box) if found.used}


def with_marks(box, mark: str, kind: str, places: Iterable[str]) -> World:
    """Tell of a mark of one kind on each of some places."""
    world = FRESH
    for place in places:
        world = world.with_value("territories", place, mark, "kind", value=kind)
    return world


def with_coins(box, stickers: int, played: int) -> World:
    """Tell of so many coin stickers, no card above three coins unless there is no other way."""
    world = World({"games_played": played} if played else {})
    order = sorted(box.territories)
    for number in range(stickers):
        place = order[number % len(order)]
        coins = (world.card(place).coins or 1) + 1
        world = world.with_value("cards", place, "coins", value=coins)
    return world


def broken_rules(world: World, box) -> list[str]:
    """List the laws that a world breaks."""
    return [finding.rule for finding in limits.broken(world, box)]


def test_the_box_holds_what_the_components_say(box):
    """Every sticker of the box is counted, and nothing else."""
    assert {found.rule: found.limit for found in supplies(FRESH, box)} == HOLDS
    assert {rule.id for rule in box.rules.values() if rule.supply} == set(HOLDS)
    assert used(FRESH, box) == {}


def test_every_supply_has_a_name_of_its_own(box):
    """A supply is shown by its name: no two may be confused."""
    names = [found.name for found in supplies(FRESH, box)]
    assert all(names)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("rule", KINDS)
def test_one_mark_more_than_the_box_holds(box, rule):
    """All the marks of a kind may be placed, and one more is found."""
    places, (mark, kind) = list(box.territories), KINDS[rule]
    full = with_marks(box, mark, kind, places[: HOLDS[rule]])
    assert supply(full, box, rule)[2:] == (HOLDS[rule], HOLDS[rule])
    assert supply(full, box, rule).left == 0
    assert broken_rules(full, box) == []
    beyond = with_marks(box, mark, kind, places[: HOLDS[rule] + 1])
    (finding,) = limits.broken(beyond, box)
    assert finding.rule == rule
    assert str(HOLDS[rule]) in finding.what
    assert str(HOLDS[rule] + 1) in finding.what
    assert supply(beyond, box, rule).left == 0


def test_the_tenth_minor_city_is_found(box):
    """Nine Minor Cities are in the box: founding the ninth is fine, the tenth is not."""
    world, places = FRESH, list(box.territories)
    for place in places[:9]:
        world = found_city(
            world, box, territory=place, city="minor-city", name=place, by=None, game=2
        ).world
        assert broken_rules(world, box) == []
    outcome = found_city(
        world, box, territory=places[9], city="minor-city", name="Ten", by=None, game=2
    )
    assert outcome.findings == ()
    assert broken_rules(outcome.world, box) == ["minor-city-supply"]


@pytest.mark.parametrize("rule", ["bunker-supply", "ammo-shortage-supply"])
def test_a_cancelled_scar_stays_used(box, rule):
    """A cancelled scar does not come back into the box, and the cancel is used as well."""
    kind = KINDS[rule][1]
    world = FRESH
    for _ in range(3):
        world = place_scar(world, box, territory="ural", scar=kind, by=None, game=1).world
        world = cancel_scar(world, box, territory="ural", by=None, game=1).world
    assert used(world, box) == {rule: 3, "cancel-supply": 3}
    fourth = place_scar(world, box, territory="peru", scar=kind, by=None, game=1).world
    assert broken_rules(fourth, box) == [rule]


def test_the_fifth_cancel_is_found(box):
    """The box holds four stickers that cancel."""
    world = FRESH
    for number in range(5):
        assert broken_rules(world, box) == []
        kind = ("bunker", "ammo-shortage")[number % 2]
        world = place_scar(world, box, territory="ural", scar=kind, by=None, game=1).world
        world = cancel_scar(world, box, territory="ural", by=None, game=1).world
    assert broken_rules(world, box) == ["cancel-supply"]


def test_a_covered_city_stays_used(box):
    """A city that another one replaced does not come back into the box."""
    world = FRESH
    for city in ("minor-city", "major-city", "world-capital"):
        world = found_city(world, box, territory="ural", city=city, name="", by=None, game=1).world
    assert used(world, box) == {
        "minor-city-supply": 1,
        "major-city-supply": 1,
        "world-capital-supply": 1,
    }


def test_a_covered_scar_stays_used(box):
    """A scar that another one covered does not come back into the box."""
    world = FRESH
    for scar in ("bunker", "bunker", "ammo-shortage"):
        world = place_scar(world, box, territory="ural", scar=scar, by=None, game=1).world
    assert used(world, box) == {"bunker-supply": 2, "ammo-shortage-supply": 1}


def test_a_replaced_fortification_stays_used(box):
    """Each fortification is one of five, also one that replaces another, worn out or not."""
    world = told('[territories.ural.city]\nkind = "minor-city"')
    for number in range(1, 7):
        assert broken_rules(world, box) == []
        world = fortify_city(world, box, territory="ural", by=None, game=1).world
        world = world.with_value("territories", "ural", "fortification", "boxes", value=10)
        assert used(world, box)["fortification-supply"] == number
    assert broken_rules(world, box) == ["fortification-supply"]


@pytest.mark.parametrize("rule", SIGNS)
def test_a_second_continent_bonus_of_a_kind_is_found(box, rule):
    """One sticker raises a bonus, one lowers it."""
    other = next(each for each in SIGNS if each != rule)
    world = World({"continents": {"asia": {"bonus_change": SIGNS[rule]}}})
    assert used(world, box) == {rule: 1}
    both = world.with_value("continents", "africa", "bonus_change", value=SIGNS[other])
    assert broken_rules(both, box) == []
    twice = both.with_value("continents", "europe", "bonus_change", value=SIGNS[rule])
    assert broken_rules(twice, box) == [rule]


def test_a_name_is_no_sticker_of_the_bonus(box):
    """A continent with a name alone uses nothing."""
    assert used(World({"continents": {"asia": {"name": "Ruin"}}}), box) == {}


# Coins


def test_the_thirteenth_coin_before_the_first_game_is_found(box):
    """Twelve coins go on cards before the first game, and no more."""
    twelve = with_coins(box, 12, 0)
    assert used(twelve, box) == {"pre-game-coins": 12}
    assert broken_rules(twelve, box) == []
    (finding,) = limits.broken(with_coins(box, 13, 0), box)
    assert finding.rule == "pre-game-coins"
    assert "13" in finding.what
    assert "12" in finding.what


def test_the_fourth_coin_on_a_card_before_the_first_game_is_found(box):
    """No card has more than three coins before the first game, the printed one included."""
    world = FRESH
    for _ in range(2):
        world = add_coins(world, box, territories=["peru"], by=None, game=None).world
        assert broken_rules(world, box) == []
    world = add_coins(world, box, territories=["peru"], by=None, game=None).world
    assert broken_rules(world, box) == ["pre-game-coin-cap"]


@pytest.mark.parametrize(("stickers", "later"), [(12, 0), (13, 1), (40, 28), (53, 41)])
def test_once_games_are_played_the_other_coins_count(box, stickers, later):
    """What goes beyond the twelve coins of the beginning comes from the 41 of later games."""
    world = with_coins(box, stickers, 1)
    assert coins_placed(world, box) == stickers
    assert supply(world, box, "pre-game-coins").used == 12
    assert supply(world, box, "held-on-coins").used == later
    assert broken_rules(world, box) == []


def test_a_coin_that_has_a_game_is_one_of_a_later_game(box):
    """Where the file tells the game of a coin, it is none of those from before the first game."""
    world = told("[cards.peru]\ncoins = 3\n[cards.brazil]\ncoins = 2\ngame = 1")
    assert used(world, box) == {"pre-game-coins": 2, "held-on-coins": 1}


def test_the_fifty_fourth_coin_is_found(box):
    """The box holds 53 coins in all."""
    (finding,) = limits.broken(with_coins(box, 54, 1), box)
    assert finding.rule == "held-on-coins"
    assert "42" in finding.what
    assert "41" in finding.what


def test_the_coins_of_a_destroyed_card_stay_used(box):
    """Stickers on a card that left the campaign left the box as well."""
    world = told("[cards.peru]\ncoins = 3")
    after = destroy_card(world, box, territory="peru", by=None, game=1).world
    assert coins_placed(after, box) == 2


def test_a_printed_coin_is_no_sticker(box):
    """A card as it is printed uses nothing, also when the file says so (territory-cards)."""
    assert coins_placed(told("[cards.peru]\ncoins = 1"), box) == 0
    assert coins_placed(told("[cards.peru]\ndestroyed = true"), box) == 0
    assert coins_placed(told("[cards.peru]\ncoins = 0"), box) == 0


@settings(max_examples=60, deadline=None)
@given(
    marks=st.lists(
        st.tuples(st.integers(0, 41), st.integers(1, 6), st.none() | st.integers(1, 15)),
        unique_by=lambda mark: mark[0],
        max_size=20,
    ),
    played=st.integers(0, 15),
)
def test_every_coin_is_counted_once(box, marks, played):
    """However coins lie, each is of the beginning or of later games, and the first are at most twelve."""
    world, places = World({"games_played": played} if played else {}), list(box.territories)
    for number, coins, game in marks:
        world = world.with_table("cards", places[number], coins=coins, game=game)
    first, later = (supply(world, box, rule).used for rule in ("pre-game-coins", "held-on-coins"))
    assert first + later == coins_placed(world, box) == sum(coins - 1 for _, coins, _ in marks)
    assert min(first, later) >= 0
    assert first <= 12 or not world.games_played


# Answers


def test_what_is_left_is_told_with_its_name(box):
    """The answer to a record tells name, what is left and what there was."""
    world = with_marks(box, "city", "minor-city", ["ural", "peru"])
    told_left = left_of(world, box, "minor-city-supply")
    assert all(fact in told_left for fact in ("Minor Cit", "7", "9"))


def test_a_mark_of_an_unknown_kind_uses_nothing(box):
    """What the box does not know is found by name, and counted nowhere."""
    world = told(
        '[territories.ural]\nscar.kind = "crater"\ncity.kind = "town"\ncovered.1.kind = "hut"'
    )
    assert used(world, box) == {}
    assert set(broken_rules(world, box)) == {"unknown-name"}
