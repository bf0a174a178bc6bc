"""Sets of cards: which cards are one, which one to turn in, and what each is worth."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evening import plain_evening
from legacytrack.model.box import Box
from legacytrack.model.text import ordinal
from legacytrack.rules.sets import (
    held,
    is_due,
    is_set,
    is_wild,
    names,
    next_number,
    sets_in,
    worth,
)
from legacytrack.store.box_files import open_box

BOX = open_box("classic-risk")
SYMBOLS = ["infantry", "cavalry", "artillery"]
CARDS = [*SYMBOLS, "wild"]
LETTERS = {card[0]: card for card in CARDS}
HANDS = st.lists(st.sampled_from(CARDS), max_size=12)


def cards(letters: str) -> list[str]:
    """Read cards as letters: i, c, a, and w for a wild card."""
    return [LETTERS[letter] for letter in letters]


def shown(sets: tuple[tuple[str, ...], ...]) -> list[str]:
    """Write sets as letters."""
    return ["".join(card[0] for card in each) for each in sets]


def by_hand(three: tuple[str, ...]) -> bool:
    """Tell whether three cards are a set by trying every symbol for each wild card."""
    ways = product(*(SYMBOLS if card == "wild" else [card] for card in three))
    return any(len(set(way)) in (1, 3) for way in ways)


# What a set is


@pytest.mark.parametrize(
    ("letters", "fits"),
    [
        ("iii", True),
        ("ccc", True),
        ("aaa", True),
        ("ica", True),
        ("aci", True),
        ("iic", False),
        ("aai", False),
        ("iiw", True),
        ("icw", True),
        ("iww", True),
        ("www", True),  # three of them would be one, if there were three
        ("ii", False),
        ("iiii", False),
        ("", False),
        ("iwww", False),
    ],
)
def test_three_alike_or_three_that_differ(letters, fits):
    """Three alike or three that all differ, wild cards standing for any; never fewer or more."""
    assert is_set(BOX, cards(letters)) is fits


def test_every_three_cards():
    """Of all three cards, those are a set that can be read as one."""
    for three in product(CARDS, repeat=3):
        assert is_set(BOX, three) is by_hand(three), three


def test_a_word_that_is_no_card_makes_no_set():
    """What the box does not have fits no set as a wild card would."""
    assert not is_wild(BOX, "elephant")
    assert sets_in(BOX, ["elephant"] * 3) == ()


def small_box(**numbers: object) -> Box:
    """A box with two symbols and a wild one, whose rulebook has the one law."""
    law = {"size": 3, "values": [1], "step": 0, "must": 5, **numbers}
    rule = {**law, "cite": "Sets", "says": "So.", "source": "a test"}
    parts = {
        "rulebook": {"rules": {"card-sets": rule}},
        "cards": {
            "cards": {"i": {"name": "I"}, "c": {"name": "C"}, "w": {"name": "W", "any": True}}
        },
    }
    return Box("small", lambda part: parts.get(part, {}))


def test_with_two_symbols_no_three_differ():
    """Where there are fewer symbols than cards in a set, only those alike are one."""
    box = small_box()
    assert is_set(box, ["i", "i", "w"])
    assert not is_set(box, ["i", "c", "w"])
    assert is_set(small_box(size=2), ["i", "c"])


# Which sets a hand holds


def test_the_sets_of_a_hand():
    """All different sets are found, those with the fewest wild cards first; a card counts once each."""
    assert shown(sets_in(BOX, cards("iicaw"))) == ["ica", "iiw", "icw", "iaw", "caw"]
    assert shown(sets_in(BOX, cards("iic"))) == []
    assert shown(sets_in(BOX, cards("wwi"))) == ["iww"]


@given(HANDS)
def test_a_hand_holds_just_the_sets_that_can_be_laid_down(hand):
    """By brute force over every three cards of a hand, wild cards read as each symbol."""
    tried = {tuple(sorted(three)) for three in combinations(hand, 3) if by_hand(three)}
    found = sets_in(BOX, hand)
    assert {tuple(sorted(each)) for each in found} == tried
    assert len(found) == len(tried)
    assert all(not Counter(each) - Counter(hand) for each in found)
    wilds = [each.count("wild") for each in found]
    assert wilds == sorted(wilds)
    assert held(None, BOX, hand).turn_in == (found[0] if found else ())


@given(HANDS)
def test_five_cards_always_hold_a_set(hand):
    """Whoever must turn in a set has one: of five cards three are alike or three differ."""
    assert is_due(BOX, hand) is (len(hand) >= 5)
    if is_due(BOX, hand):
        assert sets_in(BOX, hand)


# What a set is worth


@pytest.mark.parametrize(
    ("number", "troops"),
    [(1, 4), (2, 6), (3, 8), (4, 10), (5, 12), (6, 15), (7, 20), (8, 25), (9, 30), (20, 85)],
)
def test_each_set_is_worth_more(number, troops):
    """4, 6, 8, 10, 12, 15, and then five more for each."""
    assert worth(BOX, number) == troops


def test_sets_are_counted_over_all_players():
    """The next set follows those of the game that is on; without a game it is the first."""
    assert next_number(None) == 1
    assert next_number(plain_evening()) == 1
    assert next_number(plain_evening(sets=6)) == 7
    found = held(plain_evening(sets=6), BOX, cards("iii"))
    assert (found.number, found.worth, found.must) == (7, 20, False)


def test_cards_are_named():
    """Cards go by what they show, in their order; an unknown one by its word in the file."""
    assert names(BOX, ["wild", "infantry", "elephant"]) == "wild card, infantry, elephant"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        *((1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th")),
        *((13, "13th"), (21, "21st"), (102, "102nd"), (111, "111th")),
    ],
)
def test_places_in_a_row(number, text):
    """The first, the second, the eleventh."""
    assert ordinal(number) == text
