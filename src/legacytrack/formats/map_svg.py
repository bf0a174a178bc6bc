"""A map as SVG inside of HTML: continents as land, territories as cards, lines between neighbours.

Colours come from the style sheet of the page; each continent has a pattern of dashes too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from legacytrack.formats.map_lines import EDGE, GAP, HIGH, WIDE, Grid, Line, lines, way
from legacytrack.formats.map_tile import STRIP, tile_svg
from legacytrack.formats.markup import escaped, fitted, wrapped
from legacytrack.pages.page import Area, Map, Tile

_KINDS = 6  # colours and patterns for continents, and colours for players, in the style sheet
_OUTSIDE = "none"  # class of what lies in no continent


class Drawn(NamedTuple):
    """A map with what its legend has to know.

    Args:
        svg: the picture.
        areas: for each continent its class in the style sheet.
        players: for each player who holds something the class in the style sheet.
    """

    svg: str
    areas: Mapping[str, str]
    players: Mapping[str, str]


def drawn(world: Map) -> Drawn:
    """Draw a map.

    Args:
        world: at least one tile.
    """
    areas = {area.id: f"c{number % _KINDS}" for number, area in enumerate(world.areas)}
    names = dict.fromkeys(name for tile in world.tiles for name in (tile.owner, tile.hq) if name)
    players = {name: f"p{number % _KINDS}" for number, name in enumerate(names)}
    grid = Grid(world.tiles, HIGH + STRIP if players else HIGH)
    ways = lines(grid, world.links)
    side = EDGE + 10 if any(line.towards for line in ways) else GAP / 2
    wide, high = grid.wide + 2 * side, grid.tall + GAP
    parts = [
        f'<svg class="map" viewBox="{-side:g} {-GAP / 2:g} {wide:g} {high:g}" role="img"'
        ' aria-label="Map of the world">',
        f"<desc>{_described(world)}</desc>",
        f'<rect class="sea" x="{-side:g}" y="{-GAP / 2:g}" rx="14" width="{wide:g}"'
        f' height="{high:g}"/>',
        *_land(grid, world.tiles, areas),
        *(_way(line) for line in ways),
        *(
            _label(grid.middle(column, row), area, areas[area.id])
            for area, column, row in _labels(grid, world.areas, ways)
        ),
        *(
            tile_svg(
                tile,
                world.usual_coins,
                grid.corner(tile.column, tile.row),
                grid.high,
                areas.get(tile.group, _OUTSIDE),
                players.get(tile.owner or tile.hq, _OUTSIDE) if players else "",
            )
            for tile in world.tiles
        ),
        "</svg>",
    ]
    return Drawn("\n".join(parts), areas, players)


def _described(world: Map) -> str:
    return (
        f"Territories: {len(world.tiles)}. Cities: {sum(bool(tile.city) for tile in world.tiles)}. "
        f"Scars: {sum(bool(tile.scar) for tile in world.tiles)}."
    )


def _land(grid: Grid, tiles: Sequence[Tile], areas: Mapping[str, str]) -> list[str]:
    """Each continent as one shape around its tiles: the coast below, the land on it."""
    shapes: dict[str, list[str]] = {}
    for tile in tiles:
        x, y = grid.corner(tile.column, tile.row)
        shapes.setdefault(areas.get(tile.group, _OUTSIDE), []).append(
            f"M{x - 3:g} {y - 3:g}h{WIDE + 6:g}v{grid.high + 6:g}h{-WIDE - 6:g}z"
        )
    return [
        f'<path class="{part} {kind}" d="{"".join(shape)}"/>'
        for part in ("coast", "land")
        for kind, shape in shapes.items()
    ]


def _way(line: Line) -> str:
    turn = "Q" if len(line.points) > 2 else "L"
    (x, y), *others = line.points
    path = f"M{x:.1f} {y:.1f}{turn}" + " ".join(f"{x:.1f} {y:.1f}" for x, y in others)
    shown = f'<path class="{"sea-line" if line.by_sea else "land-line"}" d="{path}"/>'
    if line.towards:
        x, y = line.points[-1]
        words = escaped(fitted(f"to {line.towards}", 150, 14))
        turned = f"translate({x - 12 if x < 0 else x + 20:g} {y:g}) rotate(-90)"
        shown += f'<text class="away" transform="{turned}">{words}</text>'
    return shown


def _labels(grid: Grid, areas: Sequence[Area], ways: Sequence[Line]) -> list[tuple[Area, int, int]]:
    """Find an empty cell for the name of each continent, beside its own land and off the ways."""
    taken = {(tile.column, tile.row) for tile in grid.tiles.values()}
    steps = [point for line in ways for point in way(line.points)]
    found = []
    for area in areas:
        own = [tile for tile in grid.tiles.values() if tile.group == area.id]
        cells = {cell for tile in own for cell in grid.around(tile.column, tile.row)} - taken
        costs = []
        for column, row in cells:
            x, y = grid.corner(column, row)
            crossed = sum(0 < a - x < WIDE and 0.15 < (b - y) / grid.high < 0.85 for a, b in steps)
            ours = _touching(own, column, row)
            others = _touching(grid.tiles.values(), column, row) - ours
            costs.append((others - 1.5 * ours + min(crossed, 12) * 0.5, column, row))
        if costs:
            _, column, row = min(costs)
            taken.add((column, row))
            found.append((area, column, row))
    return found


def _touching(tiles: Iterable[Tile], column: int, row: int) -> float:
    """How much of a cell's border tiles make up: 1 for a side, a third for a corner."""
    return sum(
        1.0 if column == tile.column or row == tile.row else 0.33
        for tile in tiles
        if max(abs(tile.column - column), abs(tile.row - row)) == 1
    )


def _label(middle: tuple[float, float], area: Area, kind: str) -> str:
    x, y = middle
    names = wrapped(area.name, WIDE + GAP, 18, 3)
    pays = fitted(f"pays {area.pays}", WIDE + GAP, 14) if area.pays else ""
    y -= (len(names) + bool(pays) - 1) * 10 - 6
    spans = "".join(
        f'<tspan x="{x:g}" dy="{20 if number else 0}">{escaped(name)}</tspan>'
        for number, name in enumerate(names)
    )
    if pays:
        spans += f'<tspan class="pays" x="{x:g}" dy="20">{escaped(pays)}</tspan>'
    return f'<text class="area {kind}" y="{y:g}">{spans}</text>'
