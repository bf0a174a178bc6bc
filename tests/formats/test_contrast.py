"""Colours of pages: by day and by night, text and signs stand out from what lies behind them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from legacytrack.formats import to_html, to_svg

STYLE = Path(to_html.__file__).with_name("to_html.css").read_text(encoding="utf-8")
CONTINENTS = [*(f"c{number}" for number in range(6)), "none"]
TEXTS = [  # what is read, and what it stands on
    *((ink, "paper") for ink in ("ink", "soft", "link")),
    ("ink", "note"),
    ("ink", "shade"),
    ("ink", "sea"),
    ("on-city", "city"),
    *(("on-player", f"p{number}") for number in range(6)),
    *(("ink", f"{name}-card") for name in CONTINENTS),
    *((f"{name}-edge", "sea") for name in CONTINENTS),
]
SIGNS = [  # what is seen, and what it stands on
    ("bar", "paper"),
    ("note-edge", "note"),
    ("sea-line", "sea"),
    *((f"{name}-edge", f"{name}-card") for name in CONTINENTS),
    *(("land-line", f"{name}-land") for name in CONTINENTS),
    *(
        (sign, f"{name}-card")
        for sign in ("city", "scar", "fort", "coin-edge")
        for name in CONTINENTS
    ),
    *((sign, "paper") for sign in ("city", "scar", "fort", "coin-edge", "land-line", "sea-line")),
]
DECORATION = {"rule", "coin", *(f"{name}-land" for name in CONTINENTS)}


def _colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def _blocks() -> dict[str, dict[str, str]]:
    day, night, paper = (_colours(each) for each in re.findall(r":root \{(.*?)\}", STYLE, re.S))
    return {"day": day, "night": day | night, "paper": day | paper}


def light(colour: str) -> float:
    """How light a colour is, from 0 to 1, as the guidelines for accessible pages reckon."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_the_reckoning() -> None:
    """Black on white is 21, and a known grey just passes."""
    assert round(contrast("#000000", "#ffffff"), 2) == 21
    assert round(contrast("#767676", "#ffffff"), 2) == 4.54


@pytest.mark.parametrize("scheme", ["day", "night", "paper"])
def test_text_can_be_read(scheme: str) -> None:
    """Every text has a contrast of 4.5 and more."""
    colours = _blocks()[scheme]
    weak = {
        (ink, behind): round(contrast(colours[ink], colours[behind]), 2)
        for ink, behind in TEXTS
        if contrast(colours[ink], colours[behind]) < 4.5
    }
    assert not weak


@pytest.mark.parametrize("scheme", ["day", "night", "paper"])
def test_signs_can_be_seen(scheme: str) -> None:
    """Every line and sign that means something has a contrast of 3 and more."""
    colours = _blocks()[scheme]
    weak = {
        (ink, behind): round(contrast(colours[ink], colours[behind]), 2)
        for ink, behind in SIGNS
        if contrast(colours[ink], colours[behind]) < 3
    }
    assert not weak


def test_every_colour_is_measured() -> None:
    """Colours stand at the top of the style sheet alone, and each is in a pair above."""
    used = {name for pair in (*TEXTS, *SIGNS) for name in pair} | DECORATION
    assert set(_blocks()["day"]) == used
    rest = re.sub(r":root \{.*?\}", "", STYLE, flags=re.S)
    assert not re.search(r"#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(|: (white|black|gr[ea]y)\b", rest)


def test_the_picture_of_a_terminal_can_be_read() -> None:
    """Each of its colours has a contrast of 4.5 and more on its paper."""
    for colour in (*to_svg._COLOURS, to_svg._INK_RGB):
        assert contrast("#{:02x}{:02x}{:02x}".format(*colour), to_svg._PAPER) >= 4.5
