"""Rows for spreadsheets: read back as they were, and never carried out."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from legacytrack.formats.text import harmless
from legacytrack.formats.to_csv import csv as csv_of

FORMULAS = ["=1+1", "+1", "-3", "@SUM(A1)", "  =1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff201"]


def read(text: str) -> list[list[str]]:
    """Read rows as strictly as a spreadsheet may."""
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def test_rows_under_titles() -> None:
    """Titles first, a line a row, plain cells without quotes."""
    assert csv_of(("a", "b"), [("1", "Ana"), ("", "x y")]) == "a,b\n1,Ana\n,x y\n"
    assert csv_of(("a",), []) == "a\n"


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("a,b", '"a,b"'),
        ('say "hi"', '"say ""hi"""'),
        (" x ", '" x "'),
        ("Côte d'Ivoire", "Côte d'Ivoire"),
        ("[/x] :bomb: 漢字", "[/x] :bomb: 漢字"),
        ("a;b", "a;b"),
    ],
)
def test_what_needs_quotes_has_them(cell: str, written: str) -> None:
    """RFC 4180: commas and quotes stand in quotes, quotes doubled."""
    assert csv_of(("t",), [(cell,)]) == f"t\n{written}\n"
    assert read(csv_of(("t",), [(cell,)]))[1] == [cell]


@pytest.mark.parametrize("cell", FORMULAS)
def test_a_formula_is_text(cell: str) -> None:
    """What a spreadsheet would calculate begins with an apostrophe."""
    assert read(csv_of(("t",), [(cell,)]))[1] == [f"'{cell}"]


@pytest.mark.parametrize(
    "cell", ["\t=1", "\r=1", "a\nb", "\x1b[31m", "\u202eabc", "a\r\nb", "\x00"]
)
def test_control_characters_are_escapes(cell: str) -> None:
    """A tab, a line end or an escape in a text stays in its cell and steers nothing."""
    text = csv_of(("t",), [(cell,)])
    assert text.count("\n") == 2
    assert read(text)[1][0].lstrip("'") == harmless(cell)


@given(rows=st.lists(st.tuples(st.text(), st.text(max_size=500)), min_size=1))
@example(rows=[("", "")])
@example(rows=[('",=', "'=")])
def test_any_text_comes_back_and_none_is_a_formula(rows: list[tuple[str, str]]) -> None:
    """Any text is read back as it is shown, an apostrophe before what would be a formula."""
    back = read(csv_of(("a", "b"), rows))
    assert len(back) == len(rows) + 1
    for row, was in zip(back[1:], rows, strict=True):
        for cell, text in zip(row, was, strict=True):
            assert cell in (harmless(text), f"'{harmless(text)}")
            assert cell.lstrip()[:1] not in tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")
