"""The world drawn with letters and lines: tiles on a grid, borders, sea lines, names of continents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import accumulate, pairwise
from typing import NamedTuple

from legacytrack.formats.canvas import Canvas, Line, cut
from legacytrack.formats.text import harmless, width
from legacytrack.model.tiles import Place
from legacytrack.model.tiles import way as between
from legacytrack.pages.page import Link, Map, Tile

_LEAST, _MOST = 6, 14  # cells of a tile
_EDGE = 1  # a column at the left and at the right, for lines around the world
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
Write = Callable[[str], str]


class Signs(NamedTuple):
    """The short signs for long words: of the scars and of the players, by name."""

    scars: Mapping[str, str]
    players: Mapping[str, str]


class Layout(NamedTuple):
    """Where things go.

    Args:
        tile: cells of a tile.
        gap: cells between two tiles.
        columns: cells of the whole.
        tops: the first line of each row of tiles; beyond the last row, the end.
    """

    tile: int
    gap: int
    columns: int
    tops: Sequence[int]

    def corner(self, place: Place) -> Place:
        """The first cell and the first line of a place of the grid."""
        return _EDGE + place[0] * (self.tile + self.gap), self.tops[place[1]]

    def lines(self, row: int) -> int:
        """How many lines the tiles of a row have."""
        return self.tops[row + 1] - self.tops[row] - 1


class Picture(NamedTuple):
    """What was drawn, and what the picture cannot say.

    Args:
        lines: the picture.
        signs: the signs in it.
        cut: what was cut short, and the whole of it.
        undrawn: the links for which there is no line.
    """

    lines: Sequence[Line]
    signs: Signs
    cut: Mapping[str, str]
    undrawn: Sequence[Link]


def picture(world: Map, columns: int, *, ascii_only: bool) -> Picture | None:
    """Draw the world, None when the lines are too short for it.

    Args:
        world: the map, with one tile at least.
        columns: cells in a line.
        ascii_only: whether other characters would come out as escapes, and push lines aside.
    """
    written = _in_ascii if ascii_only else harmless
    cells, gap = _tile_width(world, columns)
    if not cells:
        return None
    signs = _signs(world, cells - 1, written)
    shortened: dict[str, str] = {}
    texts = [
        (tile, _tile_lines(tile, world, cells, signs, written, shortened)) for tile in world.tiles
    ]
    deep = max(tile.row for tile in world.tiles) + 1
    heights = [
        1 + max((len(lines) for tile, lines in texts if tile.row == row), default=1)
        for row in range(deep)
    ]
    layout = Layout(cells, gap, columns, tuple(accumulate(heights, initial=0)))
    canvas = Canvas(columns, layout.tops[-1] - 1)
    for tile, lines in texts:
        x, y = layout.corner((tile.column, tile.row))
        for number, text in enumerate(lines):
            space = (cells - width(text)) // 2
            canvas.put(x + space, y + number, text, tile.group, strong=number == 0)
    undrawn = _draw_links(canvas, layout, world)
    _name_areas(canvas, layout, world, written)
    return Picture(canvas.lines(), signs, shortened, undrawn)


def _tile_width(world: Map, columns: int) -> tuple[int, int]:
    """How many cells a tile and the space between two get; 0 when there is no room for a picture."""
    across = max(tile.column for tile in world.tiles) + 1
    for gap in (2, 1):
        cells = (columns - 2 * _EDGE - gap * (across - 1)) // across
        if cells >= _LEAST:
            return min(cells, _MOST), gap
    return 0, 0


# --- what stands on a tile ---


def _signs(world: Map, cells: int, written: Write) -> Signs:
    """Choose a letter for each kind of scar, and a short form of each name of a player."""
    scars: dict[str, str] = {}
    for name in dict.fromkeys(tile.scar for tile in world.tiles if tile.scar):
        own = [char for char in name.lower() if char in _LETTERS]
        free = (sign for sign in (*own, *_LETTERS) if sign not in scars.values())
        scars[name] = next(free, "?")
    players: dict[str, str] = {}
    for name in (name for tile in world.tiles for name in (tile.owner, tile.hq)):
        if name and name not in players:
            sign, number = cut(written(name), cells), 1
            while sign in players.values():
                number += 1
                sign = cut(written(name), cells - len(str(number))) + str(number)
            players[name] = sign
    return Signs(scars, players)


def _in_ascii(text: str) -> str:
    return harmless(text).encode("ascii", "replace").decode("ascii")


def _tile_lines(
    tile: Tile, world: Map, cells: int, signs: Signs, written: Write, shortened: dict[str, str]
) -> list[str]:
    """Write what stands on a tile: its name, who holds it, and the signs of what lies there."""
    name = written(tile.name)
    lines = [name if width(name) <= cells else cut(written(tile.label or tile.name), cells)]
    if lines[0] not in (harmless(tile.name), tile.label):
        shortened[lines[0]] = harmless(tile.name)
    owner = signs.players.get(tile.owner, "")
    if tile.hq:
        home = "*" + signs.players[tile.hq]
        lines += [owner + "*"] if tile.hq == tile.owner else [owner, home] if owner else [home]
    elif owner:
        lines.append(owner)
    marks = list(_marks(tile, signs, world.usual_coins))
    between = " " if len(" ".join(marks)) <= cells else ""
    line = ""
    for mark in marks:
        short = cut(mark, cells)
        if short != mark:
            shortened[short] = mark
        if line and len(line + between + short) > cells:
            lines.append(line)
            line = ""
        line += (between if line else "") + short
    return [*lines, line] if line else lines


def _marks(tile: Tile, signs: Signs, usual: int | None) -> Iterator[str]:
    """The signs of what lies on a tile: city, scar, fortification, coins."""
    if tile.city:
        yield f"({tile.population})"
    if tile.scar:
        yield signs.scars[tile.scar]
    if tile.boxes or tile.fortified:
        yield f"#{tile.boxes}"
    if tile.coins is None:
        yield "$-"
    elif tile.coins != usual:
        yield f"${tile.coins}"


# --- lines ---


def _draw_links(canvas: Canvas, layout: Layout, world: Map) -> list[Link]:
    """Draw what can be drawn; give what cannot."""
    at = {tile.id: (tile.column, tile.row) for tile in world.tiles}
    taken = set(at.values())
    last = max(column for column, _ in taken)
    undrawn = []
    for link in world.links:
        one, other = sorted((at[link.one], at[link.other]))
        way = between(one, other, taken)
        for here, there in pairwise(way):
            _draw_step(canvas, layout, (here, there), link.by_sea, taken)
        if not way:
            undrawn.append(link)
        if not way and one[0] == 0 and other[0] == last:  # around the world
            x, y = layout.corner(one)
            canvas.put(x - 1, y, "<")
            x, y = layout.corner(other)
            canvas.put(x + layout.tile, y, ">")
    return undrawn


def _draw_step(
    canvas: Canvas, layout: Layout, step: tuple[Place, Place], by_sea: bool, taken: set[Place]
) -> None:
    """Draw a line from one place of the grid to one that touches it; through empty ones it goes on."""
    here, there = step
    x, y = layout.corner(here)
    next_x, next_y = layout.corner(there)
    from_tile, to_tile = here in taken, there in taken
    if here[1] == there[1]:
        left = x + layout.tile if from_tile else x
        right = next_x if to_tile else next_x + layout.tile
        while from_tile and canvas.at(left - 1, y) == " ":
            left -= 1
        while to_tile and canvas.at(right, y) == " ":
            right += 1
        for cell in range(left, right):
            _ink(canvas, cell, y, "~" if by_sea else "-")
    elif here[0] == there[0]:
        top = y + layout.lines(here[1]) if from_tile else y
        bottom = next_y if to_tile else next_y + layout.lines(there[1])
        while from_tile and canvas.is_free(x, top - 1, layout.tile):
            top -= 1
        for line in range(top, bottom):
            _ink(canvas, x + layout.tile // 2, line, ":" if by_sea else "|")
    else:
        sign, down = ("\\", 1) if next_y > y else ("/", -1)
        cell, line = x + layout.tile, max(y, next_y) - 1
        _ink(canvas, cell, line, sign)
        high = layout.lines(there[1])
        for number in range(0 if to_tile else high):  # and on, to the far side of an empty place
            right = layout.gap + (number + 1) * layout.tile // (high + 1)
            _ink(canvas, cell + right, line + down * (number + 1), sign)


def _ink(canvas: Canvas, x: int, y: int, sign: str) -> None:
    under = canvas.at(x, y)
    crossed = "X" if {under, sign} <= {"/", "\\", "X"} else "+"
    canvas.put(x, y, sign if under in (" ", sign) else crossed)


# --- names of continents ---


def _name_areas(canvas: Canvas, layout: Layout, world: Map, written: Write) -> None:
    """Write the name of each continent where the sea has room for it, as near as can be."""
    sea = canvas.ground()
    tiles = [(layout.corner((tile.column, tile.row)), tile) for tile in world.tiles]
    for (x, y), tile in tiles:
        for line in range(y, y + layout.lines(tile.row)):
            sea[line][x : x + layout.tile] = b"#" * layout.tile
    middles = [(2 * x + layout.tile, 2 * y + 1, tile.group) for (x, y), tile in tiles]
    for area in world.areas:
        own = [middle for middle in middles if middle[2] == area.id]
        if not own:
            continue
        aim = sum(x for x, _, _ in own) // len(own), sum(y for _, y, _ in own) // len(own)
        text = written(area.label or area.name)
        for cells in (width(text), 2 * layout.tile, layout.tile):
            short = cut(text, cells)
            place = _room(sea, width(short), middles, area.id, aim)
            if place:
                x, y = place
                canvas.put(x, y, short, area.id, strong=True)
                sea[y][x - 1 : x + width(short) + 1] = b"#" * (width(short) + 2)
                break


def _room(
    sea: Sequence[bytearray],
    cells: int,
    middles: Sequence[tuple[int, int, str]],
    group: str,
    aim: Place,
) -> Place | None:
    """Find room for a text nearest to a place, where no tile of others is nearer than an own one.

    All places of middles are in half cells and half lines; a line is as high as two cells are wide.
    """

    def far(x: int, y: int, across: int, down: int) -> int:
        return abs(2 * x + cells - across) + 2 * abs(2 * y + 1 - down)

    room = b" " * (cells + 2)
    nearest_first = sorted(range(1, len(sea[0]) - cells), key=lambda x: abs(2 * x + cells - aim[0]))

    def free(y: int) -> Iterator[tuple[int, int, int]]:
        return ((far(x, y, *aim), y, x) for x in nearest_first if sea[y].startswith(room, x - 1))

    # Mostly one of the first will do: the others are not even looked at, be the window ever so wide.
    for _, y, x in merge(*map(free, range(len(sea)))):
        nearest = min(middles, key=lambda middle: far(x, y, *middle[:2]))
        if nearest[2] == group:
            return x, y
    return None
