"""Lines of a drawn map: where tiles lie, and ways between them that cross no third one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from legacytrack.pages.page import Link, Tile

WIDE, HIGH, GAP = 116.0, 108.0, 15.0  # a tile, and the space between two
EDGE = 44.0  # what lines that leave the map have at both sides

Point = tuple[float, float]


class Line(NamedTuple):
    """A way as it is drawn.

    Args:
        points: its corners; with three of them it is a curve, and the one between draws it aside.
        by_sea: whether it is a sea line.
        towards: name of the territory where it comes in again after leaving the map; or empty.
    """

    points: tuple[Point, ...]
    by_sea: bool
    towards: str = ""


class Grid:
    """Where the tiles of a map lie.

    Args:
        tiles: at least one.
        high: the height of a tile.
    """

    def __init__(self, tiles: Sequence[Tile], high: float = HIGH) -> None:
        self.high = high
        self.tiles = {tile.id: tile for tile in tiles}
        self.left = min(tile.column for tile in tiles)
        self.top = min(tile.row for tile in tiles)
        self.columns = max(tile.column for tile in tiles) - self.left + 1
        self.rows = max(tile.row for tile in tiles) - self.top + 1
        self.wide = self.columns * (WIDE + GAP)
        self.tall = self.rows * (high + GAP)

    def corner(self, column: int, row: int) -> Point:
        """The upper left corner of a tile, from its column and row."""
        return (
            (column - self.left) * (WIDE + GAP) + GAP / 2,
            (row - self.top) * (self.high + GAP) + GAP / 2,
        )

    def middle(self, column: int, row: int) -> Point:
        """The middle of a tile, from its column and row."""
        x, y = self.corner(column, row)
        return x + WIDE / 2, y + self.high / 2

    def around(self, column: int, row: int) -> list[tuple[int, int]]:
        """The cells of the map beside a cell and at its corners."""
        return [
            (column + i, row + j)
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
            if (i or j)
            and 0 <= column + i - self.left < self.columns
            and 0 <= row + j - self.top < self.rows
        ]

    def crossed(self, points: Sequence[Point], but: Sequence[str]) -> int:
        """Count the tiles that a way crosses, and the edge of the picture as one.

        Args:
            points: its corners, as of a line.
            but: ids of the tiles that it may cross.
        """
        corners = [
            self.corner(tile.column, tile.row) for tile in self.tiles.values() if tile.id not in but
        ]
        steps = way(points)
        outside = any(
            not (-EDGE <= x <= self.wide + EDGE and -GAP <= y <= self.tall + GAP) for x, y in steps
        )
        return outside + sum(
            any(-3 < x - left < WIDE + 3 and -3 < y - top < self.high + 3 for x, y in steps)
            for left, top in corners
        )


def way(points: Sequence[Point]) -> list[Point]:
    """Walk along a line or a curve in small steps."""
    (x0, y0), (x1, y1) = points[0], points[-1]
    count = int(hypot(x1 - x0, y1 - y0) / 8) + 2
    if len(points) == 2:
        return [
            (x0 + (x1 - x0) * step / count, y0 + (y1 - y0) * step / count)
            for step in range(count + 1)
        ]
    (xm, ym), found = points[1], []
    for step in range(2 * count + 1):
        t = step / count / 2
        s = 1 - t
        found.append(
            (s * s * x0 + 2 * s * t * xm + t * t * x1, s * s * y0 + 2 * s * t * ym + t * t * y1)
        )
    return found


def lines(grid: Grid, links: Sequence[Link]) -> list[Line]:
    """Draw what joins the territories; an unknown one, or one joined to itself, is left out.

    Args:
        grid: where the tiles lie.
        links: pairs of neighbours.
    """
    found: list[Line] = []
    for link in links:
        one, other = grid.tiles.get(link.one), grid.tiles.get(link.other)
        if one and other and one.id != other.id:
            if link.by_sea and abs(one.column - other.column) * 2 > grid.columns > 3:
                found += _round_the_world(grid, one, other)
            else:
                found.append(Line(_between(grid, one, other), link.by_sea))
    return found


def _between(grid: Grid, one: Tile, other: Tile) -> tuple[Point, ...]:
    across, down = other.column - one.column, other.row - one.row
    start, end = grid.middle(one.column, one.row), grid.middle(other.column, other.row)
    if max(abs(across), abs(down)) <= 1:
        # Neighbours on the grid: from edge to edge, or from corner to corner.
        x, y = across * (WIDE / 2 - 4), down * (grid.high / 2 - 4)
        return (start[0] + x, start[1] + y), (end[0] - x, end[1] - y)
    return _best(grid, (one.id, other.id), _ways(grid, start, _spread(grid, end)))


def _round_the_world(grid: Grid, one: Tile, other: Tile) -> Iterator[Line]:
    """Leave the map at one side, and come in again at the other."""
    west, east = sorted((one, other), key=lambda tile: tile.column)
    for tile, far, x in ((west, east, -EDGE / 2), (east, west, grid.wide + EDGE / 2)):
        start = grid.middle(tile.column, tile.row)
        ends = [(x, start[1] + step * grid.high / 4) for step in (0, -1, 1, -2, 2, -4, 4)]
        yield Line(_best(grid, (tile.id,), _ways(grid, start, ends)), True, far.name)


def _spread(grid: Grid, middle: Point) -> list[Point]:
    """Places in a tile where a line may end, its middle first."""
    x, y = middle
    aside, down = WIDE * 0.3, grid.high * 0.3
    return [(x + i * aside, y + j * down) for i in (0, -1, 1) for j in (0, -1, 1)]


def _ways(grid: Grid, start: Point, ends: Sequence[Point]) -> Iterator[tuple[Point, ...]]:
    """Ways from a tile to one of several places, the plainest first."""
    for end in ends:
        yield start, end
    for begin in _spread(grid, start)[1:]:
        for end in ends:
            yield begin, end
    for bend in (0.6, -0.6, 1.2, -1.2, 1.8, -1.8, 2.6, -2.6, 4.0, -4.0):
        for end in ends[:5]:
            (x0, y0), (x1, y1) = start, end
            far = hypot(x1 - x0, y1 - y0) or 1.0
            aside = bend * (WIDE + GAP) / far
            yield start, ((x0 + x1) / 2 + (y1 - y0) * aside, (y0 + y1) / 2 - (x1 - x0) * aside), end


def _best(grid: Grid, ends: Sequence[str], ways: Iterator[tuple[Point, ...]]) -> tuple[Point, ...]:
    """The first way that crosses nothing, else the one that crosses least."""
    fewest, best = 0, None
    for each in ways:
        crossed = grid.crossed(each, ends)
        if not crossed:
            return each
        if best is None or crossed < fewest:
            fewest, best = crossed, each
    assert best is not None
    return best
