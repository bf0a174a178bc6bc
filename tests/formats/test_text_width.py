"""Text on its way out: harmless for a terminal, and as wide as it looks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.errors import UsageError
from legacytrack.formats.text import folded, harmless, padded, width
from legacytrack.model.text import plain_text, problem_with

STEERING = [
    *map(chr, (*range(0x20), *range(0x7F, 0xA0))),
    *("\u2028", "\u2029", "\u061c", "\u200e", "\u200f"),
    *map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))),
    *("\ud800", "\udc80", "\udfff"),
]


def test_what_steers_a_terminal_is_escaped() -> None:
    """Controls, directions, line ends and halves of characters come out as escapes one can read."""
    for char in STEERING:
        shown = harmless(f"a{char}b")
        assert shown.isascii(), ascii(char)
        assert shown.isprintable(), ascii(char)
        assert shown.startswith("a\\")
        assert shown.endswith("b")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("Stalgrad", "Stalgrad"),
        ("a\x1b[31mb", "a\\x1b[31mb"),
        ("a\nb\tc", "a\\nb\\tc"),
        ("a\u202eb", "a\\u202eb"),
        ("a\x9bb", "a\\x9bb"),
        ("a\udcffb", "a\\udcffb"),
        ("back\\slash", "back\\slash"),
        ("[/x] :bomb:", "[/x] :bomb:"),
        ("Côte d'Ivoire 漢字", "Côte d'Ivoire 漢字"),
        ("👩‍👩‍👧 ❤️", "👩‍👩‍👧 ❤️"),
        ("non\u00a0break 　wide", "non\u00a0break 　wide"),
    ],
)
def test_harmless(text: str, shown: str) -> None:
    """Only what steers a terminal changes."""
    assert harmless(text) == shown


@given(st.text(st.characters(exclude_categories=()), max_size=30))
@settings(max_examples=200)
def test_harmless_is_encodable_and_stays_as_it_is(text: str) -> None:
    """What is harmless can be encoded, holds no line end, and is not changed a second time."""
    shown = harmless(text)
    shown.encode("utf-8")
    assert len(shown.splitlines()) <= 1
    assert harmless(shown) == shown


@given(st.text(st.characters(exclude_categories=()), max_size=30))
@settings(max_examples=300)
def test_what_may_be_a_name_is_shown_exactly(text: str) -> None:
    """Every text that is kept as a name is shown letter by letter; no other comes out as it is."""
    try:
        kept = plain_text(text, what="name")
    except UsageError:
        if problem_with(text.strip()) != "it is empty":
            assert harmless(text) != text
    else:
        assert harmless(kept) == kept


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("", 0),
        ("Ural", 4),
        ("Côte", 4),
        ("Co\u0302te", 4),
        ("漢字", 4),
        ("かな", 4),
        ("Ａ", 2),
        ("👍", 2),
        ("a\u200db", 2),
        ("Neu\u200cstadt", 8),
        ("Привет", 6),
    ],
)
def test_width(text: str, cells: int) -> None:
    """Wide characters take two cells, accents of their own and joiners none."""
    assert width(text) == cells


@given(st.text(max_size=20), st.integers(0, 40), st.booleans())
@settings(max_examples=100)
def test_padded_fills_up_and_cuts_nothing(text: str, cells: int, right: bool) -> None:
    """Padding fills a text to its cells on one side; a longer one stays whole."""
    filled = padded(text, cells, right=right)
    assert width(filled) == max(width(text), cells)
    assert (filled.endswith(text) if right else filled.startswith(text)) is True
    assert filled.replace(" ", "") == text.replace(" ", "")


@given(st.text(st.sampled_from("ab \u6f22e\u0301"), max_size=40), st.integers(2, 12))
def test_folded_text_fits_and_is_whole(text: str, cells: int) -> None:
    """Folded lines fit, and together they are the text, but for spaces where a line ends."""
    lines = folded(text, cells)
    assert all(width(line) <= cells for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert folded("short", 12) == ["short"]
