"""Plain text: one line a row, never wrapped, columns that line up, refusals people can read."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.errors import Finding
from legacytrack.formats.text import harmless, width
from legacytrack.formats.to_plain import plain, refusal
from legacytrack.pages.page import Facts, Heading, Note, Page, Script, Table, Text

WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)


def page(*blocks: object) -> Page:
    """A page of some blocks."""
    return Page({}, blocks)  # type: ignore[arg-type]


def test_an_empty_page_is_empty() -> None:
    """A page without blocks prints nothing."""
    assert plain(page()) == ""


def test_each_kind_of_block() -> None:
    """Headings and texts stand at the margin, notes say so, facts and tables are moved in."""
    text = plain(
        page(
            Heading("Head"),
            Text("Some text."),
            Note("remember"),
            Facts([("a", "1"), ("long", "2"), ("", "")]),
            Table(("name", "n"), [("Ural", "7"), ("Peru", "12")], (1,)),
            Script("line 1\n  line 2\n\n"),
        )
    )
    assert text == (
        "Head\nSome text.\nnote: remember\n  a     1\n  long  2\n\n"
        "  name   n\n  Ural   7\n  Peru  12\nline 1\n  line 2\n"
    )


def test_a_page_with_a_title_has_air() -> None:
    """On a page with a title the parts stand apart, and lines under headings say how high they stand."""
    text = plain(
        page(
            Heading("漢字 world", 1),
            Text("Words."),
            Heading("Part"),
            Heading("Chapter", 3),
            Text("More."),
            Heading("End", 3),
        )
    )
    assert text == ("漢字 world\n==========\nWords.\n\nPart\n----\nChapter\nMore.\n\nEnd\n")


def test_nothing_is_wrapped() -> None:
    """However long, a row stays one line."""
    long = "word " * 200
    text = plain(page(Text(long), Facts([("a", long)]), Table(("x",), [(long,)])))
    assert len(text.splitlines()) == 4


def test_empty_tables_and_facts() -> None:
    """No rows are no mistake: a table shows its titles, facts show nothing."""
    assert plain(page(Facts([]))) == ""
    assert plain(page(Table(("a", "b"), []))) == "  a  b\n"


@given(st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=5))
@settings(max_examples=80)
def test_columns_line_up(rows: list[tuple[str, str, str]]) -> None:
    """The second column begins in the same cell in every row, whatever stands in the first."""
    text = plain(page(Table(("a", "b", "c"), [(a, f"|{b}", c) for a, b, c in rows])))
    lines = text.split("\n")[1:-1]
    assert len(lines) == len(rows)
    starts = {
        width(line[: 2 + len(harmless(first)) + line[2 + len(harmless(first)) :].index("|")])
        for line, (first, _, _) in zip(lines, rows, strict=True)
    }
    assert len(starts) == 1


@given(WORDS, WORDS)
@settings(max_examples=80)
def test_text_of_people_never_makes_a_line_of_its_own(name: str, value: str) -> None:
    """Line feeds and controls inside a value are escaped: one block, one line."""
    blocks = [Heading(name), Text(value), Note(name), Facts([(name, value)])]
    lines = plain(page(*blocks)).split("\n")
    assert len(lines) == len(blocks) + 1
    for char in "\x1b\r\x07\x9b\u202e":
        assert not any(char in line for line in lines)


def test_a_refusal_says_fact_rule_and_remedy() -> None:
    """error, rule with its heading, fix: each step of the remedy on a line of its own."""
    found = Finding("coin-cap", "cards.peru", "Peru: 7 coins.", "take another; or undo 3", "Cards")
    assert refusal([found]) == (
        "error: Peru: 7 coins.\nrule:  coin-cap (Cards)\nfix:   take another;\n       or undo 3.\n"
    )


def test_a_refusal_leaves_out_what_there_is_not() -> None:
    """Without a heading no rule is shown, without a remedy no fix; a closed sentence stays so."""
    assert refusal([Finding("usage", "", "No.")]) == "error: No.\n"
    assert refusal([Finding("usage", "", "No.", "Try again?")]).endswith("fix:   Try again?\n")
    assert refusal([]) == ""


def test_all_findings_of_a_refusal_are_said() -> None:
    """Several findings come one after the other."""
    text = refusal([Finding("a", "", "First."), Finding("b", "", "Second.", "mend it")])
    assert text == "error: First.\nerror: Second.\nfix:   mend it.\n"


@given(WORDS, WORDS)
@settings(max_examples=80)
def test_a_refusal_never_steers_a_terminal(what: str, fix: str) -> None:
    """What people wrote comes into a refusal harmless."""
    text = refusal([Finding("rule", "", what, fix, "Heading")])
    assert all(char == "\n" or harmless(char) == char for char in text)
