"""HTML in a real browser: quiet, as narrow as a telephone, dark at night, whole on paper."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from chromium import FOUND, Chromium
from example_pages import HOSTILE, every_block, fifteen_games, world_map
from legacytrack.formats.to_html import html
from legacytrack.formats.to_svg import svg
from legacytrack.pages.page import Heading, Page, Table

pytestmark = pytest.mark.skipif(
    not FOUND, reason="no chromium is installed here (on Debian: apt install chromium)"
)

PAPERS = {"A4": (8.27, 11.69), "Letter": (8.5, 11.0)}
EDGES = 26 / 25.4  # inches that the style sheet leaves at both sides together
MANY = [f"column {number}" for number in range(12)]
PAGES = {
    "fifteen games": fifteen_games(),
    "game that is on": Page({}, [Heading("Game 5", 1), Heading("Map"), world_map(playing=True)]),
    "long words": every_block("x" * 500),
    "tags": every_block(HOSTILE[9]),
    "right to left": every_block(HOSTILE[-4]),
    "many columns": Page({}, [Table(MANY, [["Constantinople, 2026-01-03"] * 12] * 40)]),
}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """One browser for all tests here."""
    with contextlib.closing(Chromium(tmp_path_factory.mktemp("chromium"))) as opened:
        yield opened


@pytest.fixture(params=PAGES)
def page(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The file of a page."""
    path = tmp_path / "page.html"
    path.write_text(html(PAGES[request.param], title="Thursday world"), encoding="utf-8")
    return path


def test_the_browser_would_complain(browser: Chromium, tmp_path: Path) -> None:
    """A page with a mistake is noticed by these tests."""
    path = tmp_path / "bad.html"
    path.write_text("<script>nothing()</script><img src='http://127.0.0.1:9/x.png'>")
    browser.said.clear()
    browser.open(path)
    assert len(browser.said) >= 2
    browser.said.clear()


def test_nothing_is_complained_about_or_loaded(browser: Chromium, page: Path) -> None:
    """No message in the console, no request, no script, in any width and colour."""
    browser.said.clear()
    for width, dark in ((360, False), (360, True), (1200, False), (1200, True)):
        browser.open(page, width=width, dark=dark)
    assert browser.said == []
    assert browser.ask("document.scripts.length") == 0
    assert browser.ask("document.compatMode") == "CSS1Compat"


def test_a_telephone_needs_no_scrolling_aside(browser: Chromium, page: Path) -> None:
    """At 360 pixels the page is 360 pixels wide; what is wider scrolls in a box of its own."""
    browser.open(page, width=360)
    assert browser.ask("innerWidth") == 360
    assert browser.ask("document.documentElement.scrollWidth") <= 360
    assert browser.ask("document.body.scrollWidth") <= 360


@pytest.mark.parametrize("width", [360, 700, 1200, 1920])
def test_no_width_needs_scrolling_aside(browser: Chromium, page: Path, width: int) -> None:
    """Nor does any other window."""
    browser.open(page, width=width)
    assert browser.ask("document.documentElement.scrollWidth") <= width


def test_words_on_the_map_stay_on_their_tiles(browser: Chromium, tmp_path: Path) -> None:
    """In whatever typeface, no word on a tile is wider than the tile."""
    for text in ("", *HOSTILE):
        path = tmp_path / "map.html"
        path.write_text(html(Page({}, [world_map(playing=True, text=text)]), title="Map"))
        browser.open(path)
        wide = browser.ask(
            "[...document.querySelectorAll('.tile text')].map(each => {"
            " const box = each.getBoundingClientRect(),"
            "  tile = each.closest('.tile').querySelector('.card').getBoundingClientRect();"
            " return box.right > tile.right + 1 || box.left < tile.left - 1 ? each.textContent : ''"
            "}).filter(Boolean)"
        )
        assert wide == [], ascii(text)


def test_the_map_can_be_read_on_a_telephone(browser: Chromium, tmp_path: Path) -> None:
    """Names on the map are at least ten pixels high, and the map scrolls in its box."""
    path = tmp_path / "map.html"
    path.write_text(html(PAGES["game that is on"], title="Map"))
    browser.open(path, width=360)
    scale = browser.ask("document.querySelector('.map').getScreenCTM().a")
    assert scale * 13.5 >= 9.5
    assert browser.ask("(e => e.scrollWidth > e.clientWidth)(document.querySelector('.sheet'))")


def test_it_is_dark_at_night(browser: Chromium, page: Path) -> None:
    """Who likes dark windows gets one, with light letters."""
    found = {}
    for dark in (False, True):
        browser.open(page, dark=dark)
        found[dark] = [
            sum(
                map(int, re.findall(r"\d+", browser.ask(f"getComputedStyle(document.body).{part}")))
            )
            for part in ("backgroundColor", "color")
        ]
    assert found[False][0] > 700 > 150 > found[False][1]
    assert found[True][0] < 150 < 600 < found[True][1]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("dark", [False, True])
def test_paper_is_white_and_wide_enough(
    browser: Chromium, page: Path, paper: str, dark: bool
) -> None:
    """On A4 and Letter no table and no word is cut, and ink goes on white paper."""
    width = int((PAPERS[paper][0] - EDGES) * 96)
    browser.open(page, width=width, dark=dark)
    browser.do("Emulation.setEmulatedMedia", media="print")
    assert browser.ask("document.documentElement.scrollWidth") <= width
    cut = browser.ask(
        "[...document.querySelectorAll('table, th, td, dd, p, li, svg.map')]"
        f".filter(each => each.getBoundingClientRect().right > {width} + 1)"
        ".map(each => each.outerHTML.slice(0, 80))"
    )
    assert cut == []
    assert browser.ask("getComputedStyle(document.body).color") == "rgb(35, 39, 44)"


def test_rows_stay_whole_on_paper(browser: Chromium, tmp_path: Path) -> None:
    """No row is torn at the end of a sheet, small tables are kept together, titles come again."""
    path = tmp_path / "page.html"
    path.write_text(html(fifteen_games(), title="Thursday world"))
    browser.open(path)
    browser.do("Emulation.setEmulatedMedia", media="print")
    for what in ("tr", ".small", "figure", "dl div"):
        style = f"getComputedStyle(document.querySelector('{what}'))"
        assert browser.ask(f"{style}.breakInside") == "avoid", what
    assert browser.ask("getComputedStyle(document.querySelector('thead')).display") == (
        "table-header-group"
    )
    assert browser.ask("getComputedStyle(document.querySelector('h2')).breakAfter") == "avoid"
    assert browser.ask("getComputedStyle(document.querySelector('nav')).display") == "none"


@pytest.mark.parametrize("paper", PAPERS)
def test_it_prints(browser: Chromium, page: Path, paper: str) -> None:
    """Each page prints; the map takes one sheet in landscape, everything else is upright."""
    browser.open(page)
    wide, high = PAPERS[paper]
    printed = browser.paper(wide, high)
    assert printed.startswith(b"%PDF-")
    sheets = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
    sizes = [(round(float(x) / 72, 1), round(float(y) / 72, 1)) for x, y in sheets]
    upright = (round(wide, 1), round(high, 1))
    maps = browser.ask("document.querySelectorAll('svg.map').length")
    assert len(sizes) > maps
    landscape = sizes.count(upright[::-1])
    assert sizes.count(upright) == len(sizes) - landscape
    # Names of five hundred letters, all in the legend, may take a second sheet.
    assert landscape == maps or (landscape >= maps and "x" * 500 in page.read_text())


@pytest.mark.parametrize("paper", PAPERS)
def test_the_map_is_printed_with_the_title(browser: Chromium, tmp_path: Path, paper: str) -> None:
    """A short beginning and the map share the first sheet, which can hang beside the box."""
    path = tmp_path / "page.html"
    path.write_text(html(fifteen_games(), title="Thursday world"))
    browser.open(path)
    wide, high = PAPERS[paper]
    first, second, *_ = re.findall(
        rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", browser.paper(wide, high)
    )
    assert float(first[0]) > float(first[1])
    assert float(second[0]) < float(second[1])
    # All of it fits between the edges, as the landscape sheet has them.
    browser.do(
        "Emulation.setDeviceMetricsOverride",
        width=int((high - 20 / 25.4) * 96),
        height=int((wide - 20 / 25.4) * 96),
        deviceScaleFactor=1,
        mobile=False,
    )
    browser.do("Emulation.setEmulatedMedia", media="print")
    cover = browser.ask("document.querySelector('.cover').getBoundingClientRect().height")
    assert cover <= (wide - 20 / 25.4) * 96


def test_who_cannot_see_it_hears_it(browser: Chromium, tmp_path: Path) -> None:
    """Headings, tables with titles, and the map by its name are there for a screen reader."""
    path = tmp_path / "page.html"
    path.write_text(html(fifteen_games(), title="Thursday world"))
    browser.open(path)
    nodes = browser.do("Accessibility.getFullAXTree")["nodes"]
    heard = {
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node.get("ignored")
    }
    for each in (
        ("heading", "Thursday world"),
        ("heading", "Games"),
        ("table", "Games"),
        ("columnheader", "won by"),
        ("rowheader", "Ana"),
        ("image", "Map of the world"),
        ("navigation", "Parts of this page"),
        ("list", "Continents"),
        ("main", ""),
    ):
        assert each in heard, each


def test_the_picture_of_a_terminal_opens(browser: Chromium, tmp_path: Path) -> None:
    """The SVG is shown as a picture, without complaint, and its columns stand."""
    path = tmp_path / "page.svg"
    path.write_text(svg(PAGES["tags"]), encoding="utf-8")
    browser.said.clear()
    browser.open(path)
    assert browser.said == []
    assert browser.ask("document.documentElement.tagName") == "svg"
    width = browser.ask("document.querySelector('svg').viewBox.baseVal.width")
    assert browser.ask("document.querySelector('g').getBBox().width") <= width
