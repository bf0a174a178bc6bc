"""A picture of a terminal: XML that stands alone, and shows what a terminal shows."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from example_pages import HOSTILE, every_block, fifteen_games, world_map
from legacytrack.formats.to_svg import svg
from legacytrack.formats.to_terminal import terminal
from legacytrack.model.box import Box
from legacytrack.model.world import World
from legacytrack.pages import look
from legacytrack.pages.page import Block, Heading, Page, Script, Table, Text
from legacytrack.store import world_file

SPACE = "{http://www.w3.org/2000/svg}"
KINDS = {f"{SPACE}{name}" for name in ("svg", "title", "rect", "g", "text", "tspan")}
ANY = st.text(st.characters(exclude_categories=()), max_size=30)


def picture(*blocks: Block, columns: int = 90) -> ElementTree.Element:
    """Some blocks as a picture, read again."""
    return ElementTree.fromstring(svg(Page({}, blocks), columns=columns))


def assert_sound(text: str) -> None:
    """It is XML of our own tags, and refers to nothing outside."""
    whole = ElementTree.fromstring(text)
    assert {each.tag for each in whole.iter()} <= KINDS
    for each in whole.iter():
        assert not {"href", "style", "src"} & set(each.keys())
        assert not any(name.startswith("on") for name in each.keys())  # noqa: SIM118
    marked = re.sub(r">[^<]*<", "><", text).replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"url\(|https?:|@import|@font-face", marked)


def shown(whole: ElementTree.Element) -> str:
    """All characters of the picture, without spaces."""
    found = (each.text or "" for each in whole.iter(f"{SPACE}tspan"))
    return "".join("".join(found).split())


@pytest.mark.parametrize("text", HOSTILE)
def test_text_of_people_stays_text(text: str) -> None:
    """Whatever people wrote, it is XML, and the words are those of the terminal."""
    page = every_block(text)
    assert_sound(svg(page))
    bare = terminal(page, columns=90, colour=False, ascii_only=False).expandtabs(8)
    bare = bare.replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")
    assert shown(ElementTree.fromstring(svg(page))) == "".join(bare.split())


@given(ANY, ANY)
@settings(max_examples=60, deadline=None)
def test_any_text_makes_sound_xml(one: str, other: str) -> None:
    """No text breaks the picture."""
    assert_sound(svg(Page({}, [Heading(one), Text(other), Table((one, "b"), [(other, one)])])))


def test_columns_stand_under_each_other() -> None:
    """Words of one column begin at one place, whatever stands before them."""
    whole = picture(Table(("name", "n"), [("Ural", "x"), ("漢字", "x"), ("Western", "x")]))
    places = {each.get("x") for each in whole.iter(f"{SPACE}tspan") if each.text in ("n", "x")}
    assert len(places) == 1


def test_the_picture_is_as_large_as_its_text() -> None:
    """Its height follows the lines; a script that is wider than the terminal makes it wider."""
    one, three = picture(Text("a")), picture(Text("a"), Text("b"), Text("c"))
    assert float(three.get("height", "")) - float(one.get("height", "")) == 2 * 18
    assert float(picture(Script("y" * 200)).get("width", "")) > 200 * 8
    narrow = picture(Text("a"), columns=40)
    assert float(narrow.get("width", "")) < float(one.get("width", ""))
    assert one.get("viewBox") == f"0 0 {one.get('width')} {one.get('height')}"


def test_the_picture_has_a_name() -> None:
    """It is named after the first heading, and is one picture for who cannot see it."""
    whole = picture(Heading("Thursday world"), Text("a"))
    assert (whole.get("role"), whole.findtext(f"{SPACE}title")) == ("img", "Thursday world")
    assert picture(Text("a")).findtext(f"{SPACE}title") == "An answer of legacytrack"


def test_a_whole_campaign_and_the_example(box: Box) -> None:
    """Pages as they are: fifteen games, a map, and the example world."""
    path = Path(look.__file__).parent.parent / "boxes" / "risk-legacy" / "example.toml"
    world = World(world_file.parse(path.read_bytes(), path))
    for page in (fifteen_games(), Page({}, [world_map()]), look.overview(world, box)):
        assert_sound(svg(page))


def test_empty_pages_are_pictures_too() -> None:
    """Nothing to show is no mistake."""
    assert_sound(svg(Page({}, [])))
