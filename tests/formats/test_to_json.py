"""JSON: one envelope, readable by every program, with nothing raw in it that steers a terminal."""

from __future__ import annotations

import datetime
import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.errors import Finding
from legacytrack.formats.to_json import VERSION, envelope

TEXTS = st.text(st.characters(exclude_categories=()), max_size=20)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
STEERING = [
    *map(chr, (*range(0x20), *range(0x7F, 0xA0))),
    *("\u2028", "\u2029", "\u061c", "\u200e", "\u200f"),
    *map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))),
]


def strict(text: str) -> Any:
    """Read JSON as strictly as other languages do."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    return json.loads(text, parse_constant=refuse)


def test_the_envelope_of_an_answer() -> None:
    """An answer is version, command, data and no errors, in that order, ended by a line feed."""
    text = envelope("troops", {"total": 14}, ascii_only=False)
    assert list(strict(text).items()) == [
        ("legacytrack", VERSION),
        ("command", "troops"),
        ("data", {"total": 14}),
        ("errors", []),
    ]
    assert text.endswith("}\n")
    assert VERSION == 1


def test_the_envelope_of_a_refusal() -> None:
    """Each finding is code, what, where, cite and fix, all of them texts, in their order."""
    findings = [
        Finding("coin-cap", "cards.peru", "Peru.", "undo", "Cards"),
        Finding("usage", "", "No."),
    ]
    whole = strict(envelope("coin", {}, findings, ascii_only=False))
    assert [list(error.items()) for error in whole["errors"]] == [
        [
            ("code", "coin-cap"),
            ("what", "Peru."),
            ("where", "cards.peru"),
            ("cite", "Cards"),
            ("fix", "undo"),
        ],
        [("code", "usage"), ("what", "No."), ("where", ""), ("cite", ""), ("fix", "")],
    ]


@given(st.dictionaries(TEXTS, VALUES, max_size=4), st.booleans())
@settings(max_examples=150)
def test_what_goes_in_comes_out(data: dict[str, Any], ascii_only: bool) -> None:
    """Whatever the data, it can be encoded, and reading it gives the same again."""
    text = envelope("show", data, ascii_only=ascii_only)
    assert strict(text.encode("utf-8").decode("utf-8"))["data"] == data
    if ascii_only:
        assert text.isascii()


def test_text_of_people_stays_readable() -> None:
    """Where the encoding has it, text is not escaped."""
    name = "Côte d'Ivoire 漢字 👩‍👩‍👧 [/x]"
    assert name in envelope("show", {"name": name}, ascii_only=False)
    assert name not in envelope("show", {"name": name}, ascii_only=True)


def test_what_steers_a_terminal_is_escaped() -> None:
    """A control or a text direction never stands raw in JSON, in values as in keys."""
    text = "".join(f"a{char}" for char in STEERING)
    for ascii_only in (False, True):
        out = envelope(
            "show", {text: [text]}, [Finding("x", text, text, text)], ascii_only=ascii_only
        )
        assert not set(STEERING) - {"\n"} & set(out)
        whole = strict(out)
        assert whole["data"] == {text: [text]}
        assert whole["errors"][0]["what"] == text


def test_dates_are_iso_texts() -> None:
    """Dates and times, which TOML has, come as ISO text."""
    day = datetime.date(2026, 1, 3)
    whole = strict(envelope("show", {"day": day}, ascii_only=False))
    assert whole["data"]["day"] == "2026-01-03"


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_numbers_that_json_has_not(value: float) -> None:
    """Infinity and NaN, which TOML has, do not make JSON that others cannot read."""
    strict(envelope("undo", {"edits": [{"old": value, "new": None}]}, ascii_only=False))
