"""Lines on a drawn map: each border once, off the third tiles, and round the world at both sides."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from example_pages import world_map
from legacytrack.formats.map_lines import EDGE, HIGH, WIDE, Grid, lines
from legacytrack.pages.page import Link, Tile

WORLD = world_map()


def test_every_border_is_drawn() -> None:
    """Each border gives a line of its kind; the one round the world gives two ends."""
    drawn = lines(Grid(WORLD.tiles), WORLD.links)
    away = [line for line in drawn if line.towards]
    assert {line.towards for line in away} == {"Alaska", "Kamchatka"}
    assert len(drawn) == len(WORLD.links) + 1
    assert sum(line.by_sea for line in drawn) == sum(link.by_sea for link in WORLD.links) + 1


def test_the_way_round_the_world_leaves_at_both_sides() -> None:
    """From the west it goes out in the west, from the east in the east."""
    grid = Grid(WORLD.tiles)
    ends = {line.towards: line.points[-1][0] for line in lines(grid, WORLD.links) if line.towards}
    assert ends["Kamchatka"] < 0
    assert ends["Alaska"] > grid.wide


def test_no_line_crosses_a_third_territory() -> None:
    """On the map of the world every line runs over its own two territories and the sea alone."""
    grid = Grid(WORLD.tiles)
    for link in WORLD.links:
        for line in lines(grid, [link]):
            assert grid.crossed(line.points, (link.one, link.other)) == 0, link


def test_a_line_bends_round_what_lies_between() -> None:
    """Where the straight way is taken, the line goes round it."""
    tiles = [Tile(id, id, column, 1) for column, id in enumerate("abc")]
    tiles += [Tile("d", "d", 0, 0), Tile("e", "e", 2, 2)]
    grid = Grid(tiles)
    (line,) = lines(grid, [Link("a", "c", False)])
    assert len(line.points) == 3
    assert grid.crossed(line.points, "ac") == 0


def test_a_border_of_nobody_is_left_out() -> None:
    """A territory that is not on the map, or borders itself, has no line."""
    grid = Grid([Tile("a", "a", 0, 0), Tile("b", "b", 1, 0)])
    assert lines(grid, [Link("a", "x", True), Link("y", "b", False), Link("a", "a", True)]) == []


@given(
    st.lists(st.tuples(st.integers(-3, 12), st.integers(-3, 9)), min_size=2, max_size=12),
    st.booleans(),
)
@settings(max_examples=25, deadline=None)
def test_any_map_has_its_lines_in_the_picture(places: list[tuple[int, int]], by_sea: bool) -> None:
    """However the tiles lie, on each other too, each line begins and ends within the picture."""
    tiles = [Tile(str(i), str(i), *place) for i, place in enumerate(places)]
    grid = Grid(tiles)
    for line in lines(grid, [Link("0", str(i), by_sea) for i in range(1, len(tiles))]):
        for x, y in (line.points[0], line.points[-1]):
            assert -EDGE <= x <= grid.wide + EDGE
            assert -HIGH <= y <= grid.tall + HIGH


def test_the_grid_begins_at_its_first_tile() -> None:
    """Empty rows and columns before the first tile take no room."""
    near, far = Grid([Tile("a", "a", 0, 0)]), Grid([Tile("a", "a", 7, 5)])
    assert near.corner(0, 0) == far.corner(7, 5)
    assert (near.wide, near.tall) == (far.wide, far.tall)
    assert near.wide > WIDE
