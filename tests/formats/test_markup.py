"""Text of people in markup: escaped whole, and cut to the room there is."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from example_pages import HOSTILE
from legacytrack.formats.markup import escaped, fitted, length, pressed, wrapped
from legacytrack.formats.text import harmless

ANY = st.text(st.characters(exclude_categories=()), max_size=40)
TIGHT = 0.84


@pytest.mark.parametrize("text", HOSTILE)
def test_markup_stays_text(text: str) -> None:
    """Nothing that means something in HTML or XML comes through, and XML can read the rest."""
    shown = escaped(text)
    assert not set(shown) & set("<>\"'")
    read = ElementTree.fromstring(f'<a b="{shown}">{shown}</a>')
    for part in (read.text or "", read.get("b")):
        assert part == harmless(text).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")


@given(ANY)
@settings(max_examples=200)
def test_every_text_can_be_read_again(text: str) -> None:
    """Whatever people wrote, a reader of XML gets the harmless form of it back."""
    read = ElementTree.fromstring(f"<a>{escaped(text)}</a>").text or ""
    assert read == harmless(text).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")


@given(ANY, st.floats(30, 200))
@settings(max_examples=200)
def test_a_fitted_text_fits(text: str, room: float) -> None:
    """It is whole, or its beginning with dots; and never longer than pressing can make good."""
    shown = fitted(text, room, 12)
    assert length(shown, 12) <= room / TIGHT
    assert shown == harmless(text) or harmless(text).startswith(shown[:-3].rstrip())


def test_what_fits_is_left_alone() -> None:
    """A short name is not touched, a long one ends in dots."""
    assert fitted("Ural", 100, 16) == "Ural"
    assert fitted("x" * 500, 100, 16).endswith("x...")


def test_joined_characters_are_not_torn() -> None:
    """An accent and a family of emoji go as a whole."""
    family = "👩\u200d👩\u200d👧"
    for room in range(20, 120, 3):
        shown = fitted(f"ab{family}e\u0301{family}cd", room, 10).removesuffix("...")
        assert not shown.endswith(("\u200d", "👩"))
        assert not shown.endswith("e")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Ural", ["Ural"]),
        ("Northwest Territory", ["Northwest", "Territory"]),
        ("Western United States", ["Western", "United States"]),
        ("", [""]),
    ],
)
def test_names_break_between_words(text: str, lines: list[str]) -> None:
    """Lines are of about the same length, and words are not torn."""
    assert wrapped(text, 105, 13.5, 2) == lines


@given(ANY, st.integers(1, 4))
@settings(max_examples=100)
def test_never_more_lines_than_there_is_room_for(text: str, lines: int) -> None:
    """However many words there are, there are so many lines, and each fits."""
    shown = wrapped(text, 100, 14, lines)
    assert 1 <= len(shown) <= lines
    assert all(length(line, 14) <= 100 / TIGHT for line in shown)


def test_a_long_line_is_told_its_length() -> None:
    """What might not fit in another typeface says how long it is; short words do not."""
    assert pressed("Ural", 100, 16) == ""
    assert 'textLength="100"' in pressed("Afghanistan Kamchatka", 100, 16)
