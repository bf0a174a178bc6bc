"""The drawn map: every territory, every mark as a shape and a word, and a legend for all of it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from example_pages import HOSTILE, world_map
from legacytrack.formats.map_figure import figure
from legacytrack.formats.map_svg import drawn
from legacytrack.formats.map_tile import CITY, COIN, FORT, GONE, HQ, SCAR, WORN, told
from legacytrack.pages.page import Area, Map, Tile


def tile_of(tile: Tile, *, usual: int | None = None) -> ElementTree.Element:
    """One territory alone, as drawn."""
    whole = ElementTree.fromstring(drawn(Map([tile], [], [], usual)).svg)
    (found,) = whole.findall("svg")
    return found


def shapes(tile: Tile, *, usual: int | None = None) -> list[str]:
    """The classes of the signs on a territory."""
    signs = ["city", "scar", "fort", "coin", "gone", "hq"]
    kinds = [each.get("class", "").split() for each in tile_of(tile, usual=usual).iter()]
    return [kind[0] for kind in kinds if kind and kind[0] in signs]


def words(tile: Tile) -> list[str]:
    """The texts on a territory, without its tooltip."""
    return [
        "".join(each.itertext()) for each in tile_of(tile).iter() if each.tag in ("text", "tspan")
    ]


PLAIN = Tile("ural", "Ural", 0, 0, coins=0)


@pytest.mark.parametrize("playing", [False, True])
def test_the_whole_world_is_drawn(playing: bool) -> None:
    """Each territory once with its name, each continent with its name, inside of the picture."""
    world = world_map(playing=playing)
    picture = ElementTree.fromstring(drawn(world).svg)
    tiles = picture.findall("svg")
    assert len(tiles) == 42
    names = [" ".join(each.text or "" for each in tile.findall("text[1]/*")) for tile in tiles]
    assert sorted(names) == sorted(tile.name for tile in world.tiles)
    x, y, wide, high = map(float, picture.get("viewBox", "").split())
    for tile in tiles:
        assert x < float(tile.get("x", "")) < x + wide - float(tile.get("width", ""))
        assert y < float(tile.get("y", "")) < y + high - float(tile.get("height", ""))
    labels = [each for each in picture.findall("text") if "area" in each.get("class", "")]
    assert len(labels) == len(world.areas)


def test_labels_lie_on_no_territory() -> None:
    """The name of a continent stands where no tile is."""
    picture = ElementTree.fromstring(drawn(world_map()).svg)
    corners = [
        (float(each.get("x", "")), float(each.get("y", ""))) for each in picture.findall("svg")
    ]
    for label in picture.findall("text"):
        if "area" in label.get("class", ""):
            x, y = float(label[0].get("x", "")), float(label.get("y", ""))
            assert not any(left < x < left + 116 and top < y < top + 108 for left, top in corners)


def test_each_mark_is_a_shape_and_a_word() -> None:
    """A city with its population, a scar with its name, boxes left, coins: each has a sign."""
    assert shapes(PLAIN._replace(city="Stalgrad", population=2)) == ["city", "coin"]
    assert "Stalgrad" in words(PLAIN._replace(city="Stalgrad", population=2))
    assert "2" in words(PLAIN._replace(city="Stalgrad", population=2))
    assert shapes(PLAIN._replace(scar="Bunker")) == ["scar", "coin"]
    assert "Bunker" in words(PLAIN._replace(scar="Bunker"))
    assert shapes(PLAIN._replace(boxes=7)) == ["fort", "coin"]
    assert "7" in words(PLAIN._replace(boxes=7))
    assert shapes(PLAIN._replace(fortified=True)) == ["fort", "coin"]
    assert "worn" in ElementTree.tostring(tile_of(PLAIN._replace(fortified=True)), "unicode")


def test_coins_can_be_counted() -> None:
    """Up to six coins are drawn one by one, more are a number; the usual number is left out."""
    for coins in range(1, 7):
        assert shapes(PLAIN._replace(coins=coins)) == ["coin"] * coins
    assert shapes(PLAIN._replace(coins=8)) == ["coin"]
    assert "8" in words(PLAIN._replace(coins=8))
    assert "0" in words(PLAIN)
    assert shapes(PLAIN._replace(coins=1), usual=1) == []
    assert shapes(PLAIN._replace(coins=None), usual=1) == ["gone"]


def test_who_holds_a_territory_is_said_by_name() -> None:
    """The strip names the holder and the HQ; where they differ it names both."""
    assert words(PLAIN._replace(owner="Ana"))[-1] == "Ana"
    assert words(PLAIN._replace(owner="Ana", hq="Ana"))[-1] == "HQ Ana"
    assert words(PLAIN._replace(hq="Ana"))[-1] == "HQ Ana"
    assert words(PLAIN._replace(owner="Ben", hq="Ana"))[-1] == "Ben, HQ Ana"
    far = words(PLAIN._replace(owner="Cassiopeia the Second", hq="Ana"))[-1]
    assert far.endswith("HQ Ana")
    assert shapes(PLAIN._replace(owner="Ana"), usual=0) == []
    assert shapes(PLAIN._replace(owner="Ana", hq="Ana"), usual=0) == ["hq"]


def test_a_tooltip_says_all() -> None:
    """What lies on a territory is there in words too, whole where the picture cut it."""
    tile = Tile("ural", "Ural", 0, 0, "asia", "S" * 80, 2, "Bunker", 7, 3, "Ana", "Ben")
    assert told(tile) == (
        f"Ural: city {'S' * 80}, population 2; scar Bunker; fortified, 7 boxes left; 3 coins; "
        "held by Ana; HQ of Ben"
    )
    assert tile_of(tile)[0].tag == "title"
    assert tile_of(tile)[0].text == told(tile)
    assert told(PLAIN._replace(coins=None)) == "Ural: card destroyed"


def test_continents_differ_by_more_than_colour() -> None:
    """Each continent has a pattern of dashes of its own, on its tiles and in the legend."""
    from pathlib import Path

    from legacytrack.formats import map_svg

    style = Path(map_svg.__file__).with_name("to_html.css").read_text(encoding="utf-8")
    dashes = re.findall(r"^\.(c\d) .*--dash: ([^;]+);", style, re.MULTILINE)
    assert [name for name, _ in dashes] == [f"c{number}" for number in range(6)]
    assert len({dash for _, dash in dashes}) == 6
    picture = drawn(world_map())
    assert sorted(picture.areas.values()) == [name for name, _ in dashes]


def test_the_legend_explains_what_is_drawn() -> None:
    """Every sign, continent and player on the map stands in the legend, and nothing more."""
    whole = figure(world_map(playing=True), "map")
    legend = whole.split("<figcaption>")[1].split("</figcaption>")[0]
    for sign in (CITY, SCAR, FORT, COIN, GONE, HQ):
        assert sign in legend
    for text in ("North America, pays 5", "Down Under", "Ana", "Ben", "by land", "by sea"):
        assert text in legend
    bare = figure(Map([PLAIN._replace(coins=1)], [Area("asia", "Asia", "")], [], 1), "map")
    legend = bare.split("<figcaption>")[1]
    for sign in (CITY, SCAR, FORT, WORN, COIN, GONE, HQ, "by sea", "Players", "pays"):
        assert sign not in legend


def test_the_map_is_there_in_words() -> None:
    """All territories stand in a table too, with the columns that are needed."""
    words = figure(world_map(), "map").split("<details")[1]
    assert words.count("<tr>") == 43
    for text in ("continent", "population", "scar", "boxes left", "coins", "destroyed", "Stalgrad"):
        assert text in words
    assert "held by" not in words
    assert "held by" in figure(world_map(playing=True), "map")


def test_the_picture_has_a_name_and_a_description() -> None:
    """Who cannot see it hears what it is."""
    picture = ElementTree.fromstring(drawn(world_map()).svg)
    assert (picture.get("role"), picture.get("aria-label")) == ("img", "Map of the world")
    assert picture.findtext("desc") == "Territories: 42. Cities: 8. Scars: 6."


@pytest.mark.parametrize("text", HOSTILE)
def test_text_of_people_stays_text(text: str) -> None:
    """Whatever territories, cities, scars, players and continents are called, it is read as text."""
    picture = ElementTree.fromstring(drawn(world_map(playing=True, text=text)).svg)
    kinds = {each.tag for each in picture.iter()}
    assert kinds <= {"svg", "desc", "title", "rect", "path", "circle", "g", "text", "tspan"}


def test_places_outside_of_all_continents_are_drawn() -> None:
    """A territory without a continent has a colour of its own, and no label is needed."""
    picture = drawn(Map([PLAIN, PLAIN._replace(id="x", column=1, group="gone")], [], []))
    assert picture.svg.count('class="tile none"') == 2
    assert picture.areas == {}
