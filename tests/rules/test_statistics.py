"""Statistics: cities, people, coins and cards, counted by hand beside what the program counts."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacytrack.campaign.door import box_of
from legacytrack.model.box import Box
from legacytrack.model.world import World
from legacytrack.rules.statistics import cities, deck, grounds, healed, scars

BREAKS: set[str] = set()
FINISHED = Path(__file__).parent.parent / "worlds" / "finished.toml"


def told(text: str) -> tuple[World, Box]:
    """Read a world as a person would write it, with its box."""
    world = World(tomllib.loads(text))
    return world, box_of(world)


@pytest.fixture(scope="module")
def finished() -> tuple[World, Box]:
    """The world after the sixteen games of the story."""
    return told(FINISHED.read_text(encoding="utf-8"))


# By continent


def test_the_printed_board():
    """A fresh world has no city, and one coin on each of its 42 cards."""
    found = grounds(*told(""))
    by_hand = {
        "north-america": 9,
        "south-america": 4,
        "europe": 7,
        "africa": 6,
        "asia": 12,
        "australia": 4,
    }
    assert {each.continent: each.cards for each in found} == by_hand
    assert {each.continent: each.coins for each in found} == by_hand
    assert {(each.cities, each.population) for each in found} == {(0, 0)}


def test_fifteen_games_by_continent(finished):
    """After fifteen games: cities, people, cards and coins, read off the story by hand."""
    assert {each.continent: tuple(each)[1:] for each in grounds(*finished)} == {
        "north-america": (1, 2, 9, 18),
        "south-america": (2, 3, 3, 5),
        "europe": (4, 5, 7, 14),
        "africa": (2, 2, 6, 17),
        "asia": (3, 4, 12, 30),
        "australia": (2, 3, 4, 10),
    }


def test_the_sums_are_those_of_the_box(finished):
    """9 Minor and 5 Major Cities; 42 printed coins, 12 and 41 stickers, less the one on the card of Peru."""
    found = grounds(*finished)
    assert sum(each.cities for each in found) == 9 + 5
    assert sum(each.population for each in found) == 9 * 1 + 5 * 2
    assert sum(each.coins for each in found) == 42 + 12 + 41 - 1
    assert sum(each.cards for each in found) == 41


def test_what_lies_outside_comes_last():
    """A territory outside of all continents is a ground of its own, without a name."""
    text = '[found.territories.far]\nname = "Far"\ncoins = 3\n[territories.far.city]\nkind = "minor-city"\n'
    found = grounds(*told(text))
    assert tuple(found[-1]) == ("", 1, 1, 1, 3)
    assert len(found) == 7


def test_a_ruin_is_no_city():
    """What counts as no city is not counted, and neither is a kind that nobody knows."""
    text = '[found.cities.rubble]\nname = "Rubble"\nruin = true\n'
    text += '[territories.ural.city]\nkind = "rubble"\n[territories.peru.city]\nkind = "xyzzy"\n'
    world, box = told(text)
    assert {(each.cities, each.population) for each in grounds(world, box)} == {(0, 0)}
    assert [each.place for each in cities(world, box)] == ["peru", "ural"]


# Cards


def test_cards_by_coins_and_the_even_ones():
    """Cards are sorted by their coins, the most first; two and four are even; destroyed ones are apart."""
    text = "[cards.peru]\ncoins = 2\n[cards.ural]\ncoins = 4\n[cards.egypt]\ncoins = 3\n"
    found = deck(*told(text + "[cards.china]\ncoins = 6\ndestroyed = 2\n"))
    assert list(found.by_coins) == [4, 3, 2, 1]
    assert found.by_coins[4] == ("ural",)
    assert found.by_coins[2] == ("peru",)
    assert (found.even, found.cards, found.destroyed) == (2, 41, ("china",))


def test_cards_after_fifteen_games(finished):
    """7 with four coins, 9 with three, 14 with two, 11 with one: 21 of 41 are even."""
    found = deck(*finished)
    assert {coins: len(places) for coins, places in found.by_coins.items()} == {
        4: 7,
        3: 9,
        2: 14,
        1: 11,
    }
    assert (found.even, found.cards, found.destroyed) == (21, 41, ("peru",))


@given(st.dictionaries(st.sampled_from(("peru", "ural", "china", "egypt")), st.integers(0, 9)))
def test_every_card_is_somewhere(coins):
    """Whatever lies on the cards, each is counted once."""
    text = "".join(f"[cards.{place}]\ncoins = {count}\n" for place, count in coins.items())
    world, box = told(text)
    found = deck(world, box)
    places = [*(place for each in found.by_coins.values() for place in each), *found.destroyed]
    assert sorted(places) == sorted(box.territories)
    assert sum(count * len(each) for count, each in found.by_coins.items()) == sum(
        each.coins for each in grounds(world, box)
    )


# Cities and scars


def test_cities_by_population_then_age(finished):
    """The greatest stand first, and of those the oldest; the fortified one says how worn it is."""
    found = cities(*finished)
    assert [each.population for each in found] == [2] * 5 + [1] * 9
    assert [each.game for each in found[:5]] == [2, 4, 9, 11, 14]
    first = found[0]
    assert (first.place, first.name, first.founder) == ("new-guinea", "Benhaven", "ben")
    assert first.boxes == 0
    assert {each.boxes for each in found[1:]} == {None}


def test_scars_now_and_gone(finished):
    """Six scar cards were played; four scars are cancelled, and each says when and by whom."""
    now, gone = scars(*finished), healed(*finished)
    assert {(each.place, each.scar.kind) for each in now} == {
        ("alaska", "ammo-shortage"),
        ("india", "bunker"),
    }
    assert [(each.place, each.cancelled.game, each.cancelled.by) for each in gone] == [
        ("alberta", 5, "dee"),
        ("northwest-territory", 7, "ana"),
        ("eastern-united-states", 12, "cy"),
        ("iceland", 13, "dee"),
    ]
