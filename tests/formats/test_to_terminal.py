"""A terminal: coloured where that is wanted, as wide as the window, and the same text."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.formats.to_plain import plain
from legacytrack.formats.to_terminal import terminal
from legacytrack.pages.page import Bars, Block, Facts, Heading, Note, Page, Script, Table, Text

# No wide or combining characters and no spaces of other kinds: only wrapping is looked at here.
WORD = st.text("abcXYZ019[]/:.,'\"\\-+é", max_size=12)
WORDS = st.lists(WORD, max_size=6).map(" ".join)
ODD = [
    "[new berlin]",
    "[/x]",
    "[bold]x[/bold]",
    "[link=https://x]y[/link]",
    ":bomb:",
    "漢字 かな",
    "👩‍👩‍👧 ❤️",
    "Ame\u0301lie",
    "a\\b \\[x]",
    "x" * 500,
    "2026-01-03 127.0.0.1 'quoted' True None",
]


def shown(*blocks: Block, columns: int = 80, colour: bool = False, ascii_only: bool = False) -> str:
    """Some blocks on a terminal."""
    return terminal(Page({}, blocks), columns=columns, colour=colour, ascii_only=ascii_only)


def characters(text: str) -> Counter[str]:
    """All characters but spaces: wrapping moves them, and may lose none."""
    return Counter("".join(text.split()))


@pytest.mark.parametrize("text", ODD)
def test_text_of_people_is_no_markup(text: str) -> None:
    """In every kind of block a text comes out letter by letter, in colour and without."""
    blocks: list[Block] = [
        Heading(text),
        Text(text),
        Note(text),
        Facts([(text, text)]),
        Table((text, "n"), [(text, "1")], (1,)),
    ]
    for block in blocks:
        for colour in (False, True):
            assert text in shown(block, columns=3000, colour=colour), block


@pytest.mark.parametrize("columns", [40, 80, 200])
@given(st.data())
@settings(max_examples=40, deadline=None)
def test_nothing_is_lost_and_everything_fits(columns: int, data: st.DataObject) -> None:
    """In any width all that is said is there, and no line is wider.

    Where a table is too wide its titles stand before each cell, and those of empty cells nowhere.
    """
    count = data.draw(st.integers(1, 5))
    row = st.lists(WORDS, min_size=count, max_size=count)
    blocks: list[Block] = [
        Heading(data.draw(WORDS)),
        Text(data.draw(WORDS)),
        Note(data.draw(WORDS)),
        Facts(data.draw(st.lists(st.tuples(WORDS, WORDS), max_size=3))),
    ]
    titles, rows = data.draw(row), data.draw(st.lists(row, max_size=3))
    table = Table(titles, rows, (count - 1,))
    text = shown(*blocks, table, columns=columns)
    said = Page({}, [*blocks, *(Text(cell) for row in rows for cell in row)])
    assert not characters(plain(said)) - characters(text)
    assert characters(shown(*blocks, columns=columns)) == characters(plain(Page({}, blocks)))
    assert all(len(line) <= columns for line in text.splitlines())
    if columns == 200:
        assert characters(text) == characters(plain(Page({}, [*blocks, table])))


def test_a_table_too_wide_for_its_words_is_told_row_by_row() -> None:
    """No word is broken as long as it fits the window: each row stands below its name."""
    table = Table(
        ("", "player", "territories", "continents"),
        [(">", "Ana", "11", "South America"), ("", "Ben", "7", "")],
        (2,),
    )
    assert shown(table, columns=30) == (
        "  > Ana\n    territories  11\n    continents   South America\n  Ben\n    territories  7\n"
    )
    assert shown(table, columns=46) == (
        "     player  territories  continents\n"
        "  >  Ana              11  South America\n"
        "     Ben               7\n"
    )


def test_columns_are_folded_between_words() -> None:
    """Where all words fit, cells are folded at their spaces, the widest column first."""
    table = Table(("faction", "HQs"), [("Enclave of the Bear", "Eastern United States")])
    assert shown(table, columns=30) == (
        "  faction     HQs\n  Enclave of  Eastern\n  the Bear    United States\n"
    )


@pytest.mark.parametrize("ascii_only", [False, True])
def test_colours_only_where_they_are_wanted(ascii_only: bool) -> None:
    """With colours there are escapes, without there is none, and the text is the same."""
    import re

    blocks = [Heading("Head"), Note("note"), Facts([("a", "b")]), Table(("x",), [("y",)])]
    coloured = shown(*blocks, colour=True, ascii_only=ascii_only)
    bare = shown(*blocks, colour=False, ascii_only=ascii_only)
    assert "\x1b[" in coloured
    assert "\x1b" not in bare
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured).split() == bare.split()


def test_what_has_a_style() -> None:
    """A title is bold, what names something cyan, the word before a note yellow; the rest is bare."""
    blocks = [Heading("Head"), Note("note [/x]"), Facts([("a", "b")]), Table(("x",), [("y",)])]
    assert shown(*blocks, colour=True) == (
        "\x1b[1mHead\x1b[0m\n"
        "\x1b[33mnote: \x1b[0mnote [/x]\n"
        "\x1b[36m  a\x1b[0m  b\n"
        "\x1b[36m  x\x1b[0m\n  y\n"
    )


@pytest.mark.parametrize("variable", ["NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS"])
def test_the_environment_changes_nothing_more(
    monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """Colours and width are decided once, outside: no variable changes them again."""
    blocks = [Heading("Head"), Text("word " * 30)]
    usual = shown(*blocks), shown(*blocks, colour=True)
    for value in ("1", "0", "dumb"):
        monkeypatch.setenv(variable, value)
        assert shown(*blocks) == usual[0]
        if variable != "NO_COLOR":  # the terminal never asks for colours where this is set
            assert shown(*blocks, colour=True) == usual[1]


def test_ascii_only_draws_no_lines() -> None:
    """A page of ASCII stays ASCII on a terminal that knows nothing else."""
    table = Table(("continent", "pays"), [("Asia", "7"), ("Europe", "5")], (1,))
    assert shown(table, Facts([("a", "b")]), ascii_only=True).isascii()


def test_what_steers_a_terminal_is_escaped() -> None:
    """Controls of a hand-edited name come out as escapes, in every kind of block."""
    bad = "a\x1b[31m\x07\n\u202eb\x9b"
    for block in (Heading(bad), Text(bad), Note(bad), Facts([(bad, bad)]), Table((bad,), [(bad,)])):
        text = shown(block, columns=200)
        assert "\\x1b[31m\\x07\\n\\u202eb\\x9b" in text
        assert not {"\x1b", "\x07", "\u202e", "\x9b"} & set(text)


def test_a_page_with_a_title_is_laid_out_as_in_a_pipe() -> None:
    """Where everything fits, a long page looks the same on a terminal and in a pipe."""
    blocks = [
        Heading("Ours", 1),
        Facts([("a", "1"), ("long", "2")]),
        Heading("Part"),
        Table(("name", "n"), [("Ural", "7"), ("Peru", "12")], (1,)),
        Heading("Chapter", 3),
        Bars([("Ana", 2), ("Ben", 0)]),
    ]
    assert shown(*blocks, columns=60) == plain(Page({}, blocks))


@pytest.mark.parametrize("columns", [30, 40, 80])
def test_bars_fit(columns: int) -> None:
    """A bar is one line in any window, and the longest is that of the greatest number."""
    lines = shown(Bars([("North America", 300), ("Asia", 12)]), columns=columns).splitlines()
    assert len(lines) == 2
    assert max(map(len, lines)) <= columns
    assert lines[0].count("#") > lines[1].count("#") > 0


def test_the_last_column_is_folded_alone() -> None:
    """A long last column is folded at its spaces, under itself."""
    text = shown(Table(("who", "what"), [("Ana", "one two three four five six seven")]), columns=30)
    assert text == "  who  what\n  Ana  one two three four five\n       six seven\n"


def test_numbers_stand_on_the_right() -> None:
    """A column of numbers is set to the right."""
    lines = shown(Table(("name", "n"), [("Ural", "7"), ("Peru", "12")], (1,))).splitlines()
    assert [line.rstrip().rindex(end) for line, end in zip(lines[1:], ("7", "2"), strict=True)] == [
        len(lines[1].rstrip()) - 1
    ] * 2


def test_a_script_is_printed_as_it_is() -> None:
    """Text for a program is neither wrapped nor coloured nor marked up."""
    text = "if [ x ]; then\n\techo ':bomb:' " + "y" * 300 + "\nfi"
    assert shown(Script(text), columns=40, colour=True) == text + "\n"
