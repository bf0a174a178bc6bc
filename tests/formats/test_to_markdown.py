"""Markdown: what is written is read back by a parser, and no text of people means anything in it."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from legacytrack.formats.text import harmless
from legacytrack.formats.to_markdown import escaped, markdown
from legacytrack.formats.to_plain import plain as to_plain
from legacytrack.pages.page import (
    Bars,
    Facts,
    Heading,
    Map,
    Note,
    Page,
    Script,
    Table,
    Text,
    Tile,
)

HOSTILE = (
    "[new berlin]",
    "[/x]",
    "[a](http://b.c)",
    "![a](b)",
    "[a]: b",
    "<b>x</b>",
    "<!-- x",
    "&amp;",
    "a | b",
    "a \\| b",
    "\\",
    "`x`",
    "``` x",
    "~~~",
    "**x**",
    "_x_",
    "~~x~~",
    "# x",
    "x #",
    "- x",
    "+ x",
    "* x",
    "1. x",
    "12) x",
    "> x",
    "---",
    "===",
    "    x",
    "x  ",
    ":bomb:",
    "www.x.org",
    "https://x.org",
    "a@b.org",
    "$x$",
    "Côte d'Ivoire",
    "漢字",
    "a\nb",
    "a\n\n# b",
    "a\x1b[31mb",
    "a\u202eb",
    "a\u2028b",
    "-3",
    "x" * 500,
)
WORDS = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(st.sampled_from("ab1 \\`*_{}[]()<>#+-.!|~&$@:/=^\"'\n\t")),
    st.text(st.characters(exclude_categories=("Cs",)), max_size=15),
)


def read(*blocks: object) -> list[Token]:
    """Write a page of some blocks, and read it as a parser does."""
    text = markdown(Page({}, blocks))  # type: ignore[arg-type]
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return parser.parse(text)


def kinds(tokens: list[Token]) -> list[str]:
    """The kinds of block in the order in which they open."""
    return [each.type.removesuffix("_open") for each in tokens if each.nesting >= 0]


def plain(inline: Token) -> str:
    """The text of a line that holds nothing but text."""
    assert {each.type for each in inline.children or ()} <= {"text", "text_special"}, inline
    return "".join(each.content for each in inline.children or ())


def shown(text: str) -> str:
    """A text as a page shows it: harmless, without spaces around it."""
    return harmless(text).strip()


def test_each_kind_of_block() -> None:
    """A page of every kind of block, as it is written."""
    text = markdown(
        Page(
            {},
            [
                Heading("Ours", 1),
                Heading("Part"),
                Text("Some words."),
                Note("remember"),
                Facts([("a", "1"), ("b", "")]),
                Table(("name", "n"), [("Ural", "7"), ("Peru", "12")], (1,)),
                Bars([("Ana", 2), ("Ben", 0)]),
                Script("line 1\n  line 2\n"),
            ],
        )
    )
    assert text == (
        "# Ours\n\n## Part\n\nSome words.\n\n> **Note:** remember\n\n- **a**: 1\n- **b**\n\n"
        "| name | n |\n| --- | ---: |\n| Ural | 7 |\n| Peru | 12 |\n\n"
        "|  |  |  |\n| --- | ---: | --- |\n| Ana | 2 | `##` |\n| Ben | 0 |  |\n\n"
        "```\nline 1\n  line 2\n```\n"
    )


@pytest.mark.parametrize(
    "text", ["St. Louis", "Game 1 (2026-01-03): Ana won", "9:15", "a-b", "50 %"]
)
def test_what_means_nothing_is_left_alone(text: str) -> None:
    """Names and sentences can be read in the raw text too."""
    assert escaped(text) == text


@given(WORDS)
@settings(max_examples=300)
@example("\\|")
@example("a\\")
def test_a_cell_stays_a_cell(text: str) -> None:
    """Whatever a cell holds, it is one cell, and shows that text and nothing else."""
    tokens = read(Table(("x", text), [(text, "mine"), ("yours", text)], (1,)))
    cells = [plain(each) for each in tokens if each.type == "inline"]
    assert cells == ["x", shown(text), shown(text), "mine", "yours", shown(text)]
    assert kinds(tokens).count("table") == 1
    assert kinds(tokens).count("tr") == 3


@given(WORDS)
@settings(max_examples=300)
def test_a_paragraph_stays_a_paragraph(text: str) -> None:
    """A text is one paragraph whatever it begins with; an empty one is none."""
    tokens = read(Text(text), Text("end"))
    found = [plain(each) for each in tokens if each.type == "inline"]
    assert found == [each for each in (shown(text), "end") if each]
    assert set(kinds(tokens)) == {"paragraph", "inline"}


@given(WORDS, st.integers(1, 3))
def test_a_heading_stays_a_heading(text: str, level: int) -> None:
    """A heading has its level, and its text to the last sign."""
    tokens = read(Heading(text, level))
    assert (tokens[0].type, tokens[0].tag) == ("heading_open", f"h{level}")
    assert [plain(each) for each in tokens if each.type == "inline"] == [shown(text)]


@given(WORDS)
def test_a_note_stays_a_note(text: str) -> None:
    """A note is a quotation of one paragraph."""
    tokens = read(Note(text))
    assert kinds(tokens) == ["blockquote", "paragraph", "inline"]
    (line,) = (each for each in tokens if each.type == "inline")
    assert [each.type for each in line.children or ()][:4] == [
        "text",
        "strong_open",
        "text",
        "strong_close",
    ]
    rest = "".join(each.content for each in (line.children or ())[4:])
    assert rest.strip() == shown(text)


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4))
@example([("a", "\n")])
def test_facts_are_a_list(rows: list[tuple[str, str]]) -> None:
    """Each fact is one point of one list, the name set off."""
    tokens = read(Facts(rows))
    assert kinds(tokens).count("bullet_list") == 1
    assert kinds(tokens).count("list_item") == len(rows)
    lines = [
        "".join(c.content for c in each.children or ()) for each in tokens if each.type == "inline"
    ]
    wanted = [": ".join(filter(None, (shown(name), shown(value)))) for name, value in rows]
    assert lines == [each for each in wanted if each]
    for each in tokens:
        types = {child.type for child in each.children or ()}
        assert types <= {"text", "text_special", "strong_open", "strong_close"}


@given(st.lists(st.tuples(WORDS, st.integers(0, 500)), min_size=1, max_size=4))
def test_bars_are_a_table(rows: list[tuple[str, int]]) -> None:
    """Names, numbers and bars stand in three columns; nothing is drawn for nought."""
    tokens = read(Bars(rows))
    cells = [each for each in tokens if each.type == "inline"][3:]
    assert [plain(each) for each in cells[::3]] == [shown(name) for name, _ in rows]
    assert [plain(each) for each in cells[1::3]] == [str(count) for _, count in rows]
    drawn = [[child.type for child in each.children or ()] for each in cells[2::3]]
    assert drawn == [["code_inline"] if count else [] for _, count in rows]


@given(WORDS)
def test_nothing_gets_out_of_a_fence(text: str) -> None:
    """A map is drawn between fences, and its names stay there, fences in them or not."""
    world = Map([Tile("x", text, 0, 0), Tile("y", "Ural", 1, 0)], (), ())
    tokens = read(world, Text("end"))
    assert kinds(tokens) == ["fence", "paragraph", "inline"]
    assert tokens[0].content == to_plain(Page({}, [world]))


def test_a_map_without_places_is_nothing() -> None:
    """Where there is nothing to draw there is no empty fence."""
    assert markdown(Page({}, [Map((), (), ())])) == ""
