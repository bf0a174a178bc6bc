"""HTML: one file that loads nothing, whole in its grammar, with every word of people as text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from example_pages import HOSTILE, every_block, fifteen_games, world_map
from legacytrack.formats.text import harmless
from legacytrack.formats.to_html import html
from legacytrack.model.box import Box
from legacytrack.model.world import World
from legacytrack.pages import look, play
from legacytrack.pages.page import Bars, Block, Facts, Heading, Note, Page, Script, Table, Text
from legacytrack.pages.standings import standing
from legacytrack.pages.summary import summary
from legacytrack.store import world_file

VOID = {"meta"}
TAGS = set(
    re.findall(
        r"\S+",
        """
    html head meta title style body main footer section nav ul li a h1 h2 h3 p aside dl div dt
    dd table thead tbody tr th td span figure figcaption details summary pre svg desc rect
    path circle g text tspan
    """,
    )
)
ATTRIBUTES = set(
    re.findall(
        r"\S+",
        """
    lang charset name content class id href aria-label aria-labelledby aria-hidden role
    tabindex scope style viewbox x y rx cx cy r width height d dy transform font-size text-anchor
    textlength lengthadjust
    """,
    )
)
ANY = st.text(st.characters(exclude_categories=()), max_size=30)


class Read(HTMLParser):
    """A file as a parser reads it; it fails where tags are not nested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.under: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(attrs) == len(dict(attrs)), attrs
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)
            self.under.setdefault(tag, []).append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open, tag
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        for tag in set(self._open):
            self.under[tag][-1] += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(data)

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def read(*blocks: Block, title: str = "A page") -> Read:
    """Some blocks, written and read again."""
    return Read(html(Page({}, blocks), title=title))


def assert_sound(page: Read) -> None:
    """Nothing is in the file but our own tags and attributes; nothing runs, nothing is loaded."""
    assert {tag for tag, _ in page.tags} <= TAGS
    for tag, attributes in page.tags:
        assert set(attributes) <= ATTRIBUTES, (tag, attributes)
        assert (attributes.get("href") or "#").startswith("#")
        assert re.fullmatch(r"(width:[0-9.]+%)?", attributes.get("style") or "")
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in page.tags:
        assert attributes.get("aria-labelledby", ids[0]) in ids
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))
    assert all(text.strip() for tag in ("h1", "h2") for text in page.under.get(tag, []))


@pytest.mark.parametrize("text", HOSTILE)
def test_text_of_people_stays_text(text: str) -> None:
    """In every kind of block, and as the title, a text comes out letter by letter."""
    page = Read(html(every_block(text), title=text or "x"))
    shown = harmless(text).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")
    for tag in ("p", "dt", "dd", "td", "th", "li", *(("title", "h1", "h2", "h3") if text else ())):
        assert any(shown in each for each in page.under[tag]), tag
    assert_sound(page)


@given(ANY)
@settings(max_examples=25, deadline=None)
def test_any_text_leaves_the_page_sound(text: str) -> None:
    """Whatever people write, the file keeps its grammar and its tags."""
    assert_sound(Read(html(every_block(text), title=text)))


@given(ANY, ANY)
@settings(max_examples=80, deadline=None)
def test_a_text_never_makes_a_tag(one: str, other: str) -> None:
    """The tags of a page are the same, whatever stands in its texts."""

    def tags(name: str, value: str) -> list[str]:
        blocks = [Heading(name, 1), Text(name), Note(value), Facts([(name, value)])]
        blocks += [Table(("a", "b"), [("x", value)]), Bars([(name, 1)])]
        return [tag for tag, _ in read(*blocks, title=value).tags]

    assert tags(one, other) == tags("a", "b")


def test_the_file_stands_alone() -> None:
    """It says its language and its letters, fits a telephone, and asks nobody for anything."""
    text = html(fifteen_games(), title="Thursday world")
    page = Read(text)
    assert_sound(page)
    assert page.of("html") == [{"lang": "en"}]
    assert page.of("meta")[0] == {"charset": "utf-8"}
    assert "width=device-width" in str(page.of("meta")[1])
    assert page.under["title"][0] == "Thursday world"
    style = page.under["style"][0]
    assert not re.search(r"url\(|@import|@font-face|https?:|expression|behavior", style)
    assert "http" not in text.replace("https://example.invalid/x", "")
    assert "</" not in style


def test_fifteen_games_are_small() -> None:
    """A whole campaign takes less than 200 kB."""
    assert len(html(fifteen_games(), title="Thursday world").encode()) < 200_000


def test_the_title_stands_at_the_top() -> None:
    """A page without a heading of its own is headed by its title; one with it is not headed twice."""
    assert read(Text("x"), title="Log").under["h1"] == ["Log"]
    assert read(Heading("Log"), Text("x"), title="Log").under["h1"] == ["Log"]
    own = read(Heading("Thursday", 1), Text("x"), title="Log")
    assert own.under["h1"] == ["Thursday"]
    both = read(Heading("Part"), Text("x"), title="Log")
    assert (both.under["h1"], both.under["h2"]) == (["Log"], ["Part"])
    assert read(title="Nothing").under["h1"] == ["Nothing"]


@given(st.lists(st.integers(1, 3), max_size=8))
@settings(max_examples=60)
def test_the_outline_leaves_no_level_out(levels: list[int]) -> None:
    """One title, and below it no step of two levels, whatever levels a page uses."""
    page = read(*(Heading(f"n{number}", level) for number, level in enumerate(levels)))
    assert_sound(page)
    found = [text for tag in ("h1", "h2", "h3") for text in page.under.get(tag, [])]
    assert {f"n{number}" for number in range(len(levels))} <= set(found)


def test_a_title_with_a_blank_before_it_stands_there_once() -> None:
    """Blanks around a name that somebody typed into the file make no second title of it."""
    written = html(Page({}, [Heading(" Isle, game 3"), Text("x")]), title=" Isle, game 3")
    assert re.findall(r"<h\d", written) == ["<h1"]


def test_a_table_has_titles_for_columns_and_rows() -> None:
    """Column and row titles say what they head; numbers stand on the right; the table has a name."""
    page = read(
        Heading("Left"), Table(("name", "n", ""), [("Ural", "7", "a"), ("", "1", "b")], (1,))
    )
    assert [each.get("scope") for each in page.of("th")] == ["col", "col", "row"]
    assert page.under["th"] == ["name", "n", "Ural"]
    numbers = [each for each in (*page.of("th"), *page.of("td")) if "number" in str(each)]
    assert len(numbers) == 3
    (heading,) = page.of("h2")
    assert page.of("table")[0]["aria-labelledby"] == heading["id"]
    assert page.of("div")[0] == {
        "class": "scroll",
        "role": "region",
        "tabindex": "0",
        "aria-labelledby": heading["id"],
    }


def test_bars_say_their_numbers() -> None:
    """Each bar has its name and its number as text, and the greatest is the longest."""
    page = read(Bars([("Ana", 4), ("Ben", 1), ("Cy", 0), ("Dee", -2)]))
    assert page.under["th"] == ["Ana", "Ben", "Cy", "Dee"]
    assert [text for text in page.under["td"] if text] == ["4", "1", "0", "-2"]
    assert [each["style"] for each in page.of("span")] == [
        f"width:{part}%" for part in ("100", "25", "0", "0")
    ]
    assert read(Bars([("Ana", 0)])).of("span")[0]["style"] == "width:0%"


def test_notes_that_follow_each_other_stand_together() -> None:
    """Notes in a row are one aside; a text between parts them."""
    assert len(read(Note("a"), Note("b"), Note("c")).of("aside")) == 1
    assert read(Note("a"), Note("b")).under["aside"] == ["\na\nb\n"]
    assert len(read(Note("a"), Text("x"), Note("b")).of("aside")) == 2


def test_a_script_is_kept_as_it_is() -> None:
    """Lines and indents of a script stay, and none of it is markup."""
    page = read(Script("if [ x ]; then\n\techo '<b>'\nfi\n"))
    assert page.under["pre"] == ["if [ x ]; then\n    echo '<b>'\nfi"]


def test_what_is_empty_takes_no_room() -> None:
    """Facts, bars and tables of nothing are left out."""
    page = read(Facts([]), Bars([]), Table((), []), world_map()._replace(tiles=[]))
    assert {tag for tag, _ in page.tags} & {"dl", "table", "svg", "figure"} == set()


def test_a_long_page_lists_its_parts() -> None:
    """From five parts on there is a list of links to them; each leads to its heading."""
    parts = [block for name in "abcde" for block in (Heading(name), Text(name))]
    page = read(*parts)
    assert page.under["a"] == list("abcde")
    ids = [each["id"] for each in page.of("h2")]
    assert [each["href"] for each in page.of("a")] == [f"#{id}" for id in ids]
    assert read(*parts[:8]).of("nav") == []


def test_a_map_has_a_sheet_of_its_own() -> None:
    """What follows a map is in another section; a short beginning shares the sheet, a long one not."""
    map_block = world_map()
    short = html(Page({}, [Text("a"), Heading("World"), map_block, Text("after")]), title="T")
    assert short.index('class="cover"') < short.index("<h1") < short.index('class="atlas"')
    atlas = short.split('<section class="atlas">')[1].split("</section>")[0]
    assert "World" in atlas
    assert "after" not in atlas
    long = html(Page({}, [Text("a" * 900), Heading("World"), map_block]), title="T")
    assert 'class="cover"' not in long
    assert 'class="atlas"' in long


def test_long_words_may_break_and_dates_may_not() -> None:
    """A word wider than its share of the paper breaks anywhere, a date nowhere."""
    columns = ("a", "b", "c", "d")
    page = read(Table(columns, [("x" * 60, "2026-01-03", "Imperial Balkania", "y" * 9)]))
    kinds = [each.get("class") for each in (page.of("th")[-1], *page.of("td"))]
    assert kinds == ["long sentence", "whole", None, None]


def test_pages_of_the_program_are_sound(box: Box) -> None:
    """The pages that there are make sound HTML, with the example world."""
    path = Path(look.__file__).parent.parent / "boxes" / "risk-legacy" / "example.toml"
    world = World(world_file.parse(path.read_bytes(), path))
    pages = [look.overview(world, box), standing(world, box), look.supply(world, box)]
    pages += [look.cards(world, box), look.territory(world, box, "ural"), play.status(world, box)]
    pages += [summary(world, box)]
    for page in pages:
        assert_sound(Read(html(page, title="Example world")))
