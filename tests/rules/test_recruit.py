"""Recruiting: the numbers of the rulebook, and each mistake that people make with them."""

from __future__ import annotations

import re
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.model.world import World
from legacytrack.rules.continents import bonus
from legacytrack.rules.recruit import holdings, no_such_count, recruit

BREAKS = {"territories", "join-the-war", "continent-control"}

FRESH = World({})
SOUTH_AMERICA = ["argentina", "brazil", "peru", "venezuela"]
SIX = [*SOUTH_AMERICA, "japan", "ural"]


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(text))


def power(box, faction: str, id: str):
    """Look up a power."""
    return box.factions[faction].powers[id]


def gets(world: World, box, territories, player, **more):
    """Work out what a player with these territories gets."""
    held = holdings(world, box, territories, player)
    return recruit(
        box,
        territories=len(held.territories),
        population=held.population,
        continents=held.continents,
        nearly=held.nearly,
        **more,
    )


# The divided part


@pytest.mark.parametrize(
    ("territories", "population", "troops"),
    [
        (11, 0, 3),
        (12, 0, 4),
        (9, 3, 4),
        (1, 0, 3),
        (9, 0, 3),
        (14, 3, 5),
        (42, 0, 14),
        (42, 5, 15),
    ],
)
def test_territories_and_population_are_divided_together(box, territories, population, troops):
    """A third of territories and population together, rounded down, but at least three (recruit-base)."""
    found = recruit(box, territories=territories, population=population)
    assert found.total == troops
    assert [line.rule for line in found.lines] == ["recruit-base"]
    assert (box.number("recruit-base", "divisor"), box.number("recruit-base", "minimum")) == (3, 3)


@pytest.mark.parametrize(
    ("territories", "population", "troops"),
    [(10, 0, 4), (7, 0, 3), (9, 1, 4), (1, 0, 3), (12, 0, 4)],
)
def test_rounding_up(box, territories, population, troops):
    """Imperial Balkania may round the divided part up; the minimum stays."""
    up = power(box, "imperial-balkania", "round-up")
    found = recruit(box, territories=territories, population=population, powers=[up])
    assert found.total == troops
    assert "up" in found.lines[0].how


def test_other_powers_change_nothing_in_the_sum(box):
    """Of all starting powers only rounding up is inside the sum."""
    for faction in box.factions.values():
        for each in faction.powers.values():
            total = recruit(box, territories=10, powers=[each]).total
            assert total == (4 if each.id == "round-up" else 3)


def test_troops_for_hqs_are_outside_the_sum(box):
    """The troops of Khan Industries for HQs come beside the sum: they are reminded of, not added."""
    khan = power(box, "khan-industries", "hq-troop")
    found = recruit(box, territories=12, powers=[khan])
    assert found.total == 4
    assert any("HQ Troop" in reminder and "1" in reminder for reminder in found.reminders)


@pytest.mark.parametrize(
    ("hqs", "said"),
    [(None, "each territory with an HQ"), ([], "no HQ"), (["Peru", "Ural"], "Peru, Ural")],
)
def test_troops_for_hqs_name_the_hqs_that_are_known(box, hqs, said):
    """Where the HQs under control are known, the reminder names them; no HQ, and that is said."""
    khan = power(box, "khan-industries", "hq-troop")
    found = recruit(box, territories=12, powers=[khan], hqs=hqs)
    (reminder,) = found.reminders
    assert said in reminder
    assert found.total == 4
    others = [power(box, "imperial-balkania", "round-up")]
    assert recruit(box, territories=12, powers=others, hqs=hqs).reminders == ()


def test_the_minimum_is_for_the_divided_part_alone(box):
    """Three is the least of the divided part, not of the whole sum."""
    europe = bonus(None, box, "europe", None)
    found = recruit(box, territories=3, continents=[europe], coins=2)
    assert found.total == 3 + 5 + 2
    assert "at least 3" in found.lines[0].how


# Population


def test_one_major_and_two_minor_cities_are_four(box):
    """A Major City counts 2 and a Minor City 1."""
    world = told(
        '[territories.ural.city]\nkind = "major-city"\n'
        '[territories.peru.city]\nkind = "minor-city"\n'
        '[territories.japan.city]\nkind = "minor-city"\n'
        '[territories.india.city]\nkind = "world-capital"'
    )
    held = holdings(world, box, ["japan", "ural", "peru", "china"], None)
    assert held.population == 4
    assert held.cities == {"ural": 2, "peru": 1, "japan": 1}
    assert holdings(world, box, ["india"], None).population == 5


def test_a_city_counts_for_whoever_holds_it(box):
    """Population is of whoever controls the city, founder or not, scarred and fortified as well."""
    world = told(
        '[territories.ural]\ncity = { kind = "major-city", founder = "ana" }\n'
        'scar.kind = "bunker"\nfortification.boxes = 3'
    )
    assert {holdings(world, box, ["ural"], who).population for who in ("ana", "ben", None)} == {2}


def test_a_territory_named_twice_counts_once(box):
    """A place is controlled or not."""
    held = holdings(FRESH, box, ["peru", "peru", "alaska"], None)
    assert held.territories == ("alaska", "peru")


# Continents


@pytest.mark.parametrize(
    ("mark", "namer", "other"),
    [("", 3 + 2 + 1, 3 + 2), ("bonus_change = 1", 7, 6), ("bonus_change = -1", 5, 4)],
)
def test_south_america_named_and_marked(box, mark, namer, other):
    """Six territories with all of South America: printed 2, the mark for all, 1 more for the namer."""
    world = told(f'[continents.south-america]\nname = "Pancake"\nnamed_by = "ana"\n{mark}')
    assert gets(world, box, SIX, "ana").total == namer
    assert gets(world, box, SIX, "ben").total == other
    assert gets(world, box, SIX, None).total == other


@pytest.mark.parametrize("missing", SOUTH_AMERICA)
def test_a_continent_with_one_territory_missing_pays_nothing(box, missing):
    """Control is every territory; what lacks one is reminded of by the name of that one."""
    held = [place for place in SIX if place != missing]
    found = gets(FRESH, box, held, "ana")
    assert found.total == 3
    name = box.territories[missing].name
    assert any("South America" in reminder and name in reminder for reminder in found.reminders)


def test_a_continent_with_two_missing_is_not_spoken_of(box):
    """Only the one missing territory is worth a reminder."""
    assert gets(FRESH, box, ["peru", "brazil"], None).reminders == ()


def test_every_continent_pays_to_whoever_holds_the_board(box):
    """With all 42 territories: 14, and 24 for the six continents."""
    found = gets(FRESH, box, list(box.territories), None)
    assert found.total == 14 + 5 + 2 + 5 + 3 + 7 + 2
    assert [line.rule for line in found.lines[1:]] == ["continent-control"] * 6


# Cards


def test_base_four_and_five_coins_are_fourteen(box):
    """Cards come on top of the sum."""
    found = recruit(box, territories=12, coins=5)
    assert found.total == 14
    assert found.lines[-1].rule == "coins-to-troops"
    assert found.lines[-1].troops == 10


@pytest.mark.parametrize("coins", [0, 1])
def test_too_few_coins_buy_nothing_and_are_better_kept(box, coins):
    """Under two coins there are no troops, and the answer says so."""
    found = recruit(box, territories=12, coins=coins)
    assert found.total == 4
    assert any("keep" in reminder for reminder in found.reminders)


def test_without_cards_there_is_no_line_for_them(box):
    """Nothing turned in is nothing said."""
    found = recruit(box, territories=12)
    assert len(found.lines) == 1
    assert found.reminders == ()


# Counts that cannot be


@pytest.mark.parametrize("territories", [1, 3, 42])
def test_counts_that_can_be(box, territories):
    """From one territory to the whole board somebody recruits."""
    assert no_such_count(box, territories) is None


@pytest.mark.parametrize("territories", [43, 100])
def test_the_board_has_no_more_than_42_territories(box, territories):
    """A count beyond the board is refused with both numbers."""
    finding = no_such_count(box, territories)
    assert finding.rule == "territories"
    assert str(territories) in finding.what
    assert "42" in finding.what


@pytest.mark.parametrize(
    ("territories", "continents"),
    [(3, ["south-america"]), (11, ["asia"]), (15, ["asia", "south-america"]), (41, "all")],
)
def test_a_continent_is_held_whole_or_not_at_all(box, territories, continents):
    """A count that is smaller than the continents said to be held cannot be; one as large can."""
    ids = list(box.continents) if continents == "all" else continents
    finding = no_such_count(box, territories, ids)
    assert finding.rule == "continent-control"
    assert str(territories) in finding.what
    assert str(territories + 1) in finding.what
    assert all(box.continents[id].name in finding.what for id in ids)
    assert no_such_count(box, territories + 1, ids) is None


def test_whoever_controls_nothing_joins_the_war(box):
    """Without a territory there is no recruiting: half of the eight starting-troops join the war."""
    assert box.number("starting-troops") == 8
    finding = no_such_count(box, 0)
    assert finding.rule == "join-the-war"
    assert re.search(r"\b4\b", finding.what)


# All at once


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_the_sum_is_the_sum_of_its_parts(box, data):
    """Whatever somebody holds: the third, the continents held whole, the cards, and nothing else."""
    places = list(box.territories)
    held = data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=60))
    cities = data.draw(st.dictionaries(st.sampled_from(places), st.sampled_from(list(PEOPLE))))
    marks = data.draw(st.dictionaries(st.sampled_from(list(box.continents)), MARKS))
    coins = data.draw(st.none() | st.integers(0, 20))
    up = data.draw(st.booleans())
    world = World(
        {
            "territories": {place: {"city": {"kind": kind}} for place, kind in cities.items()},
            "continents": marks,
        }
    )
    powers = [power(box, "imperial-balkania", "round-up")] if up else []
    found = gets(world, box, held, "ana", coins=coins, powers=powers)

    count = len(set(held)) + sum(PEOPLE[cities[place]] for place in set(held) & set(cities))
    expected = max(3, (count + 2 * up) // 3)
    for continent in box.continents.values():
        if set(continent.territories) <= set(held):
            mark = marks.get(continent.id, {})
            expected += continent.bonus + mark.get("bonus_change", 0)
            expected += mark.get("named_by") == "ana"
    expected += 0 if coins is None else [0, 0, 2, 4, 7, 10, 13, 17, 21, 25, 30][min(coins, 10)]
    assert found.total == expected == sum(line.troops for line in found.lines)
    assert found.territories == len(set(held))


PEOPLE = {"minor-city": 1, "major-city": 2, "world-capital": 5}
MARKS = st.sampled_from(
    [
        {"name": "Ruin", "named_by": "ana"},
        {"name": "Ruin", "named_by": "ben", "bonus_change": 1},
        {"name": "Ruin", "named_by": "ana", "bonus_change": -1},
        {"bonus_change": 1},
    ]
)
