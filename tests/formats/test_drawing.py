"""The drawn world: one knows it again, it fits, and whatever is on the map is in every form of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.formats.canvas import cut, text_of
from legacytrack.formats.drawing import picture
from legacytrack.formats.legend import drawn, folded
from legacytrack.formats.text import harmless, width
from legacytrack.formats.to_plain import plain
from legacytrack.formats.to_terminal import terminal
from legacytrack.model.world import World
from legacytrack.pages.map import drawing_of
from legacytrack.pages.page import Area, Link, Map, Page, Tile
from legacytrack.store.box_files import open_box

PRINTED = drawing_of(World({}), open_box())
FRESH = r"""
<Alaska-NW Ter~Grnlnd~Icelnd~~~~~~~~Scand.                      Yakut.
    |  /   |  /   :         \      /   :  \               ASIA /   |  \
 Albert-Ontar.-E.Can. EUROPE G.Brit~N.Eur.-Russia--Ural--Siber.-Irkut.-Kamch.>
    |  /   |  / NORTH AMERICA   :  /   |  /   |  \   |  \   |  \   |  /   :
 W. US--E. US                W.Eur.-S.Eur.    |   Afghan-China--Mongol~Japan
       \   |                    |  /   :  \   |  /   |  /   |
        C.Amer               N.Afr.-Egypt--M.East-India--SEAsia
           |                /   |  \   |  /                    \  AUSTRALIA
        Venez.           /   C.Afr.-E.Afr.                      Indon.~N.Guin
           |  \      /             \   |  \                        :  /   :
         Peru--Brazil               S.Afr.~Madag.               W.Aus.-E.Aus.
           |  / SOUTH AMERICA     AFRICA
        Argent
""".strip("\n")
ODD = [
    "[new berlin]",
    "[/x]",
    ":bomb:",
    "Côte d'Ivoire",
    "漢字漢字漢字",
    "👩‍👩‍👧 ❤️",
    "-3",
    "x" * 500,
]
ODD += ["a\x1b[31m\u202eb", "\u0301Ame\u0301lie", "$2", "(1)", "#7", "|", "~~~~", "Ana*", "*Ana"]
ACCENT = "\u0301"  # with no letter before it, it goes onto whatever stands there
NAMES = st.text("ab漢é👩[]/-*.$#(", min_size=1, max_size=14).filter(str.strip) | st.sampled_from(
    ODD
)


def changed(world: Map, **of: dict[str, Any]) -> Map:
    """A map with some tiles changed, by id with underscores."""
    changes = {id.replace("_", "-"): values for id, values in of.items()}
    tiles = [tile._replace(**changes.get(tile.id, {})) for tile in world.tiles]
    return world._replace(tiles=tiles)


def shown(world: Map, columns: int = 80, *, ascii_only: bool = False) -> str:
    """The drawn map as one text."""
    return "\n".join(text_of(line) for line in drawn(world, columns, ascii_only=ascii_only))


# --- the picture of the board ---


def test_the_printed_world() -> None:
    """On 80 columns the board is the world as everybody knows it."""
    assert shown(PRINTED).split("\n\n")[0] == FRESH


@pytest.mark.parametrize("columns", [71, 77, 78, 80, 81, 89, 90, 100, 120, 160, 250])
def test_the_picture_fits(columns: int) -> None:
    """A picture is never wider than the lines, and there is one from 78 columns on."""
    found = picture(PRINTED, columns, ascii_only=False)
    assert (found is not None) == (columns >= 78)
    if found:
        assert max(width(text_of(line)) for line in found.lines) <= columns
        assert all(text_of(line).isascii() for line in found.lines)


def test_all_borders_are_drawn_but_one() -> None:
    """Only the line between Alaska and Kamchatka leaves the picture, with a sign at both ends."""
    found = picture(PRINTED, 80, ascii_only=False)
    assert found
    assert found.undrawn == [Link("alaska", "kamchatka", True)]
    assert text_of(found.lines[0]).startswith("<Alaska")
    assert any(text_of(line).endswith("Kamch.>") for line in found.lines)
    assert "< > Alaska ~ Kamchatka" in shown(PRINTED)


@pytest.mark.parametrize("number", range(83))
def test_each_border_has_a_line_of_its_own(number: int) -> None:
    """Without a border some of the ink is gone, or the words about it; nothing comes anew."""
    links = [link for at, link in enumerate(PRINTED.links) if at != number]
    bare = PRINTED._replace(areas=())
    with_it, without = shown(bare), shown(bare._replace(links=links))
    assert with_it != without
    signs = re.compile(r"[-~|:/\\<>]")
    assert len(signs.findall(without)) < len(signs.findall(with_it))


def test_land_and_sea_are_told_apart_where_lines_are_straight() -> None:
    """A border is - or |, a sea line is ~ or a colon."""
    text = shown(PRINTED)
    for said in ("Albert-Ontar.", "Grnlnd~Icelnd~~~~~~~~Scand.", "Peru--Brazil", "S.Afr.~Madag."):
        assert said in text
    land = [link._replace(by_sea=False) for link in PRINTED.links]
    picture_of_land = shown(PRINTED._replace(links=land)).split("\n\n")[0]
    assert not {"~", ":"} & set(picture_of_land)


def test_wider_lines_show_longer_names() -> None:
    """As soon as a name fits it is written out; on 160 columns nearly all are."""
    assert "Afghan-" in shown(PRINTED, 80)
    assert "Kamchatka" not in shown(PRINTED, 100).split("\n\n")[0]
    assert "Iceland" in shown(PRINTED, 120)
    assert all(
        name in shown(PRINTED, 180).split("\n\n")[0]
        for name in ("Afghanistan", "Great Britain", "Scandinavia", "Eastern Canada", "Kamchatka")
    )


def test_crossing_lines() -> None:
    """Two lines that cross at a corner are an X, other ones a plus, which is then explained."""
    places = {"a": (0, 0), "b": (1, 0), "c": (0, 1), "d": (1, 1)}
    tiles = [Tile(id, id, *place, coins=1) for id, place in places.items()]
    both = [Link("a", "d", False), Link("b", "c", True)]
    text = shown(Map(tiles, (), both, 1), 40)
    assert text.splitlines()[1].strip() == "X"
    places = {"a": (0, 1), "b": (2, 1), "c": (1, 0), "d": (1, 2)}
    tiles = [Tile(id, id, *place, coins=1) for id, place in places.items()]
    text = shown(Map(tiles, (), [Link("a", "b", False), Link("c", "d", False)], 1), 40)
    assert "+" in text.splitlines()[2]
    assert "+ lines that cross" in text
    assert "lines that cross" not in shown(PRINTED)


def test_a_line_never_runs_through_a_tile() -> None:
    """Where a tile is in the way the link is named in words instead."""
    tiles = [Tile(id, id, column, 0, coins=1) for column, id in enumerate("abcde")]
    far = Map(tiles, (), [Link("a", "c", False), Link("b", "e", True)], 1)
    text = shown(far, 80)
    assert "-" not in text.splitlines()[0]
    assert "also a - c" in text
    assert "also b ~ e" in text


# --- what lies on it ---


def test_each_mark_has_its_sign() -> None:
    """City, scar, fortification and coins stand under the name, and each sign is explained."""
    world = changed(
        PRINTED,
        ural={"city": "Stalgrad", "kind": "Major City", "population": 2, "scar": "Bunker"},
        peru={"coins": 4},
        china={"coins": None},
        egypt={"city": "Minor City", "kind": "Minor City", "population": 1, "boxes": 7},
        japan={"fortified": True},
        brazil={"scar": "Ammo Shortage"},
    )
    text = shown(world)
    for sign in ("(2) b", "$4", "$-", "(1) #7", "#0", " a\n"):
        assert sign in text + "\n", sign
    for words in (
        "(1) city and its population",
        "b Bunker",
        "a Ammo Shortage",
        "#7 fortification, boxes left",
        "$2 coins, where not 1",
        "$- card destroyed",
        'Ural: Major City "Stalgrad"',
        "Egypt: Minor City",
    ):
        assert words in text, words


def test_only_signs_that_are_there_are_explained() -> None:
    """A fresh world has borders and sea lines, and no more to explain."""
    text = shown(PRINTED)
    for words in ("city", "coins", "fortification", "destroyed", "HQ", "*", "is "):
        assert words not in text


def test_scars_with_the_same_letters_have_different_signs() -> None:
    """Each kind of scar has a letter of its own, however many kinds there are."""
    names = ["Bunker", "Bog", "B", "Bb", "漢字", "Ammo Shortage"]
    ids = ["peru", "ural", "china", "india", "japan", "egypt"]
    world = changed(PRINTED, **{id: {"scar": name} for id, name in zip(ids, names, strict=True)})
    found = picture(world, 80, ascii_only=False)
    assert found
    assert len(set(found.signs.scars.values())) == len(names)
    assert found.signs.scars["Bunker"] == "b"
    assert all(f"{sign} {name}" in shown(world) for name, sign in found.signs.scars.items())


def test_holders_and_hqs() -> None:
    """The holder stands under the name, with a star for the own HQ; another HQ is named with one."""
    world = changed(
        PRINTED,
        ural={"owner": "Ana", "hq": "Ana"},
        siberia={"owner": "Ana", "hq": "Ben"},
        peru={"hq": "Cy"},
        brazil={"owner": "Ben"},
    )
    text = shown(world)
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if "Ural" in line)
    assert lines[at + 1].split() == ["|", "|", ":", "|", "|", "Ana*", "Ana", "|", ":"]
    assert "*Ben" in lines[at + 2]
    for words in (
        "NAME* holds it, own HQ",
        "*NAME whose HQ it is",
        "Ana: holds 2, HQ in Ural",
        "Ben: holds 1, HQ in Siberia",
        "Cy: holds 0, HQ in Peru",
    ):
        assert words in text, words


def test_long_names_are_cut_with_a_sign_and_told_apart() -> None:
    """Two players whose names begin alike are not the same on the map, and both are written out."""
    world = changed(
        PRINTED,
        ural={"owner": "Alexander"},
        peru={"owner": "Alexandra"},
        china={"owner": "漢字漢字"},
    )
    text = shown(world)
    signs = picture(world, 80, ascii_only=False).signs.players  # type: ignore[union-attr]
    assert signs == {"Alexandra": "Alex.", "Alexander": "Ale.2", "漢字漢字": "漢字."}
    for name, sign in signs.items():
        assert f"{sign} is {name}" in text


def test_a_number_too_long_for_a_tile_is_cut_and_said() -> None:
    """Numbers that nobody has leave the picture whole, and stand in the words."""
    text = shown(changed(PRINTED, ural={"coins": 12345678}))
    assert "$1234. is $12345678" in text
    assert max(map(len, text.split("\n\n")[0].splitlines())) <= 80


@pytest.mark.parametrize("columns", [80, 120, 200])
@pytest.mark.parametrize("name", ODD)
def test_odd_names_keep_the_picture_in_line(name: str, columns: int) -> None:
    """Names of any kind take their own cells and no more: what stands to their right stays there."""
    world = changed(PRINTED, western_europe={"owner": name, "hq": name, "coins": 3})
    areas = [area._replace(label=name, name=name) for area in world.areas]
    usual = changed(PRINTED, western_europe={"owner": "Ana", "hq": "Ana", "coins": 3})
    odd = picture(world._replace(areas=areas), columns, ascii_only=False)
    plain_one = picture(usual, columns, ascii_only=False)
    assert odd
    assert plain_one
    for line, other in zip(odd.lines, plain_one.lines, strict=True):
        assert width(text_of(line)) <= columns
        right = text_of(other)[-12:] if "N.Guin" in text_of(other) else ""
        assert text_of(line).endswith(right)
    text = shown(world._replace(areas=areas), columns)
    assert harmless(name) in text
    assert not {"\x1b", "\u202e"} & set(text)


def test_only_ascii_where_that_is_asked_for() -> None:
    """Other characters are question marks in the picture, and whole in the words beneath."""
    world = changed(PRINTED, ural={"owner": "漢字"}, peru={"owner": "Zoé"})
    text = shown(world, ascii_only=True)
    assert text.split("\n\n")[0].isascii()
    assert "?? is 漢字" in text
    assert "Zo? is Zoé" in text


# --- nothing is lost ---

MARKS = st.fixed_dictionaries(
    {},
    optional={
        "city": NAMES,
        "kind": st.sampled_from(["Minor City", "Major City", "Harbour"]),
        "population": st.integers(0, 12),
        "scar": st.sampled_from(["Bunker", "Ammo Shortage", "Mire", "漢字"]),
        "boxes": st.integers(0, 10),
        "fortified": st.booleans(),
        "coins": st.none() | st.integers(0, 12),
        "owner": NAMES,
        "hq": NAMES,
    },
)


@st.composite
def worlds(draw: st.DrawFn) -> Map:
    """The board with marks, names and found territories of all kinds."""
    ids = draw(st.lists(st.sampled_from([tile.id for tile in PRINTED.tiles]), max_size=12))
    world = changed(PRINTED, **{id.replace("-", "_"): draw(MARKS) for id in ids})
    new = [
        Tile(f"new-{number}", draw(NAMES), number, 7, coins=1)._replace(**draw(MARKS))
        for number in range(draw(st.integers(0, 3)))
    ]
    links = [Link(tile.id, draw(st.sampled_from(ids or ["peru"])), True) for tile in new]
    name = draw(NAMES)
    areas = [area._replace(name=f'{area.name} "{name}"', label=name) for area in world.areas]
    return Map([*world.tiles, *new], areas, [*world.links, *links], 1)


def on_tile(lines: list[list[str]], world: Map, tile: Tile, columns: int) -> str:
    """What the picture has on a tile, from its name on, without the lines that pass."""
    gap = 2 if (columns - 22) // 11 >= 6 else 1
    cells = min((columns - 2 - 10 * gap) // 11, 14)
    left = 1 + tile.column * (cells + gap)
    found = ["".join(line[left : left + cells]).strip() for line in lines]
    return "\n".join(found)


def cells_of_line(line: str) -> list[str]:
    """A line by cells: a wide character takes two, an accent none."""
    cells: list[str] = []
    for char in line:
        if width(char):
            cells += [char] + [""] * (width(char) - 1)
        elif cells:
            cells[-1 if cells[-1] else -2] += char
    return cells


@pytest.mark.parametrize("columns", [78, 80, 120, 200])
@given(world=worlds())
@settings(max_examples=15, deadline=None)
def test_everything_is_in_the_picture_and_its_words(columns: int, world: Map) -> None:
    """Every territory, mark and holder is found in its column, and every long name in the words."""
    found = picture(world, columns, ascii_only=False)
    assert found
    texts = [text_of(line) for line in found.lines]
    assert max(map(width, texts)) <= columns
    lines = [cells_of_line(text) for text in texts]
    words = shown(world, columns)[len("\n".join(texts)) :]
    for tile in world.tiles:
        column = on_tile(lines, world, tile, columns)
        name = harmless(tile.name)
        short = next((cut for cut, whole in found.cut.items() if whole == name), None)
        said = (name, tile.label, short)
        assert any(each and each.lstrip(ACCENT) in column for each in said), (said, column)
        if short:
            assert f"{short} is {name}" in words
        for player in filter(None, (tile.owner, tile.hq)):
            sign = found.signs.players[player]
            assert sign.strip().lstrip(ACCENT) in column, (sign, column)
            assert harmless(player) in words
        if tile.city:
            assert f"({tile.population})" in column
            assert harmless(tile.city) in words
            assert tile.kind in words
        if tile.scar:
            assert found.signs.scars[tile.scar] in column
            assert f"{found.signs.scars[tile.scar]} {tile.scar}" in words
        if tile.boxes or tile.fortified:
            assert f"#{tile.boxes}" in column
        if tile.coins != 1:
            assert ("$-" if tile.coins is None else f"${tile.coins}") in column
    for area in world.areas:
        assert f"{harmless(area.name)}, pays {area.pays}" in words
    names = {tile.id: harmless(tile.name) for tile in world.tiles}
    for link in found.undrawn:
        assert f"{names[link.one]} ~ {names[link.other]}" in words
    assert len(set(found.signs.players.values())) == len(found.signs.players)


@pytest.mark.parametrize("columns", [20, 40, 70])
@given(world=worlds())
@settings(max_examples=15, deadline=None)
def test_everything_is_in_the_list(columns: int, world: Map) -> None:
    """In a narrow window each territory stands with all its words and all its neighbours."""
    whole = [text_of(line) for line in drawn(world, columns, ascii_only=False)]
    names = {tile.id: harmless(tile.name) for tile in world.tiles}
    for tile in world.tiles:
        row = next(line for line in whole if re.match(rf"  {re.escape(names[tile.id])}(:|$)", line))
        same = [line for line in whole if line.startswith(f"  {names[tile.id]}")]
        text = "\n".join([row, *same])
        wanted = [f"held by {harmless(tile.owner)}"] if tile.owner else []
        wanted += [f"HQ of {harmless(tile.hq)}"] if tile.hq else []
        wanted += [harmless(tile.city), f"population {tile.population}"] if tile.city else []
        wanted += [tile.scar] if tile.scar else []
        wanted += [f"boxes left: {tile.boxes}"] if tile.boxes or tile.fortified else []
        wanted += ["card destroyed"] if tile.coins is None else []
        wanted += [f"coins: {tile.coins}"] if tile.coins not in (None, 1) else []
        for words in wanted:
            assert words in text, words
        near = {
            link.one if link.other == tile.id else link.other
            for link in world.links
            if tile.id in (link.one, link.other)
        }
        after = whole[whole.index(row) + 1] if near else ""
        assert all(names[id] in after for id in near) or len(same) > 1
    lines = [
        text_of(part)
        for line in drawn(world, columns, ascii_only=False)
        for part in folded(line, columns)
    ]
    assert max(map(width, lines)) <= columns
    assert "".join("".join(lines).split()) == "".join("".join(whole).split())


@pytest.mark.parametrize("columns", [40, 80, 120])
@given(world=worlds())
@settings(max_examples=8, deadline=None)
def test_a_terminal_shows_the_same(columns: int, world: Map) -> None:
    """With colours or without, a terminal shows the very characters of the drawing, and they fit."""
    page = Page({}, [world])
    usual = "".join(shown(world, columns).split())
    for colour in (False, True):
        text = terminal(page, columns=columns, colour=colour, ascii_only=False)
        bare = re.sub(r"\x1b\[[0-9;]*m", "", text)
        assert ("\x1b" in text) == colour
        assert "".join(bare.split()) == usual
        assert max(map(width, bare.splitlines())) <= columns


def test_a_pipe_gets_the_picture_for_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain form does not look at the window."""
    usual = plain(Page({}, [PRINTED]))
    assert usual == shown(PRINTED, 80) + "\n"
    monkeypatch.setenv("COLUMNS", "40")
    assert plain(Page({}, [PRINTED])) == usual


def test_colours_say_nothing_new() -> None:
    """Each continent has one colour, all six differ, and the text without them is the same."""
    text = terminal(Page({}, [PRINTED]), columns=80, colour=True, ascii_only=False)
    colours = {
        name: re.search(r"\x1b\[([0-9;]*)m" + re.escape(name), text)
        for name in ("Alaska", "Peru", "Egypt", "Scand.", "China", "W.Aus.")
    }
    assert all(colours.values())
    assert len({found[1] for found in colours.values() if found}) == 6


def test_a_map_without_anything() -> None:
    """No territories, no picture; no continents, no names of them."""
    assert shown(Map((), (), ())) == ""
    alone = Map([Tile("x", "Only", 0, 0)], (), ())
    assert shown(alone, 80).splitlines()[0].strip() == "Only"
    assert shown(alone._replace(areas=[Area("far", "Far", "2")])).endswith("Far, pays 2")


@pytest.mark.parametrize(
    ("text", "cells", "short"),
    [
        ("Alexander", 9, "Alexander"),
        ("Alexander", 5, "Alex."),
        ("Far Island", 5, "Far."),
        ("漢字漢字", 5, "漢字."),
        ("漢字漢字", 4, "漢."),
        ("Ame\u0301lie", 4, "Ame\u0301."),
        ("x", 1, "x"),
        ("xx", 1, "."),
    ],
)
def test_cutting_by_cells(text: str, cells: int, short: str) -> None:
    """A text is cut by cells, with a full stop for what is missing."""
    assert cut(text, cells) == short
    assert width(short) <= cells
