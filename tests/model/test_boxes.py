"""Boxes: the second one beside the first, and what a box has and has not."""

from __future__ import annotations

import pytest

from legacytrack.model.box import Box
from legacytrack.model.parts import PARTS
from legacytrack.store.box_files import boxes, open_box
from reference_board import borders, continents, places

OLDER = {  # the older name of a place, by its newer one
    "eastern-canada": "quebec",
    "russia": "ukraine",
    "central-africa": "congo",
    "southeast-asia": "siam",
}


def older(id: str) -> str:
    """The id of a place in the older edition."""
    return OLDER.get(id, id)


@pytest.fixture(scope="module")
def classic() -> Box:
    """The box of the plain game."""
    return open_box("classic-risk")


def test_the_package_has_two_boxes():
    """The boxes of the package, by name."""
    assert boxes() == ["classic-risk", "risk-legacy"]


def test_the_board_of_the_plain_game(classic):
    """42 territories with the older names, each of them found by the newer one too."""
    found = {id: each.continent for id, each in classic.territories.items()}
    assert found == {older(place.id): place.continent for place in places()}
    for new, old in OLDER.items():
        printed = next(place.name for place in places() if place.id == new)
        assert printed in classic.territories[old].aliases
        assert old == classic.territories[old].name.lower()


@pytest.mark.parametrize(("sign", "kind"), [("--", "land"), ("~~", "sea")])
def test_the_borders_of_the_plain_game(classic, sign, kind):
    """The borders are those of the reference, each of its kind."""
    found = {
        frozenset((each.id, near))
        for each in classic.territories.values()
        for near in getattr(each, kind)
    }
    assert found == {frozenset(map(older, pair)) for pair in borders(sign)}


def test_the_continents_of_the_plain_game(classic):
    """The bonuses are 5, 2, 5, 3, 7 and 2."""
    found = {
        id: (each.bonus, len(each.territories), each.name)
        for id, each in classic.continents.items()
    }
    assert found == continents()
    assert [each.bonus for each in classic.continents.values()] == [5, 2, 5, 3, 7, 2]


def test_the_numbers_of_the_plain_game(classic):
    """Players, starting troops, sets: as section 12 of our rules has them."""
    assert classic.rules["players-per-game"].numbers == {"least": 2, "most": 6}
    troops = classic.rules["troops-by-players"].numbers["troops"]
    assert troops == {"2": 40, "3": 35, "4": 30, "5": 25, "6": 20}
    sets = classic.rules["card-sets"].numbers
    assert (sets["size"], sets["values"], sets["step"], sets["must"]) == (
        *(3, [4, 6, 8, 10, 12, 15]),
        *(5, 5),
    )
    assert classic.number("wild-cards") == 2


def test_what_is_in_which_box(box, classic):
    """Every part that code may ask for is in one box of the package; most are in one alone."""
    mine = {part for part in PARTS if box.has(part)}
    plain = {part for part in PARTS if classic.has(part)}
    assert mine | plain == set(PARTS)
    assert plain == {"sets of cards", "territories to deal", "boards to hold whole"}
    assert not mine & plain


def test_what_a_box_has_not_is_empty(classic):
    """No scars, no cities, no factions, no packets, no coins on cards, no last game."""
    assert (classic.scars, classic.cities, classic.factions, classic.packets) == ({}, {}, {}, {})
    assert classic.marks == ()
    assert classic.printed_coins("alaska") == 0
    assert classic.last_signed > 1000


def test_the_texts_of_the_plain_game_are_filled(classic):
    """No law and no topic of the second box names a number or a law that is not there."""
    for law in (classic.rules | classic.told).values():
        assert law.says
        assert law.cite
        assert law.source
        assert "{" not in law.says + law.fix
    for topic in classic.topics.values():
        assert set(topic["rules"]) <= set(classic.rules | classic.told)
