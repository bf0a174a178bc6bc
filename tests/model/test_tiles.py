"""The tiles of the board: a grid on which one knows the world again."""

from __future__ import annotations

from collections import Counter
from typing import Any

from legacytrack.campaign.door import box_of
from legacytrack.model.world import World

# Borders between tiles that do not touch. All but the last run straight over an empty place.
APART = {
    ("iceland", "scandinavia"),
    ("middle-east", "russia"),
    ("brazil", "north-africa"),
    ("alaska", "kamchatka"),
}


def touching(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two places of the grid touch, at a corner too."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def test_every_territory_has_a_tile_of_its_own(box: Any) -> None:
    """All 42 territories have a tile, no two the same one."""
    tiles = Counter(each.tile for each in box.territories.values())
    assert len(tiles) == 42
    assert None not in tiles
    assert set(tiles.values()) == {1}


def test_the_grid_fits_a_terminal(box: Any) -> None:
    """Eleven columns and seven rows, each with something in it, from 0."""
    tiles = [each.tile for each in box.territories.values()]
    assert {column for column, _ in tiles} == set(range(11))
    assert {row for _, row in tiles} == set(range(7))


def test_short_names_are_short_and_differ(box: Any) -> None:
    """What is written on a small tile has at most six letters, and no two tiles have the same."""
    shown = [each.label or each.name for each in box.territories.values()]
    assert max(map(len, shown)) <= 6
    assert len(set(shown)) == 42
    for each in box.territories.values():
        assert each.label != each.name
        assert (each.label or each.name)[0] == each.name[0]


def test_neighbours_touch(box: Any) -> None:
    """Of the 83 borders 79 are between tiles that touch; the others are known."""
    at = {id: each.tile for id, each in box.territories.items()}
    borders = {
        tuple(sorted((id, other))) for id, each in box.territories.items() for other in each.borders
    }
    assert len(borders) == 83
    assert {each for each in borders if not touching(at[each[0]], at[each[1]])} == APART


def test_a_continent_is_in_one_piece(box: Any) -> None:
    """From each tile of a continent every other one is reached over tiles that touch."""
    for continent in box.continents.values():
        left = {box.territories[id].tile for id in continent.territories}
        edge = [left.pop()]
        while edge:
            here = edge.pop()
            near = {there for there in left if touching(here, there)}
            left -= near
            edge += near
        assert not left, continent.name


def test_the_world_lies_as_on_a_globe(box: Any) -> None:
    """West is left and north is up: Alaska and Kamchatka at the ends, continents where they belong."""
    at = {id: each.tile for id, each in box.territories.items()}
    assert at["alaska"] == (0, 0)
    assert at["kamchatka"][0] == at["japan"][0] == 10

    def middle(id: str) -> tuple[float, float]:
        tiles = [at[each] for each in box.continents[id].territories]
        return sum(x for x, _ in tiles) / len(tiles), sum(y for _, y in tiles) / len(tiles)

    north, south = middle("north-america"), middle("south-america")
    europe, africa = middle("europe"), middle("africa")
    asia, australia = middle("asia"), middle("australia")
    assert max(north[0], south[0]) < min(europe[0], africa[0])
    assert max(europe[0], africa[0]) < min(asia[0], australia[0])
    assert north[1] < south[1]
    assert europe[1] < africa[1]
    assert asia[1] < australia[1]
    for west, east in [
        ("western-united-states", "eastern-united-states"),
        ("alberta", "ontario"),
        ("ontario", "eastern-canada"),
        ("peru", "brazil"),
        ("great-britain", "northern-europe"),
        ("western-europe", "southern-europe"),
        ("north-africa", "egypt"),
        ("central-africa", "east-africa"),
        ("south-africa", "madagascar"),
        ("ural", "siberia"),
        ("siberia", "yakutsk"),
        ("afghanistan", "china"),
        ("middle-east", "india"),
        ("india", "southeast-asia"),
        ("western-australia", "eastern-australia"),
        ("indonesia", "new-guinea"),
    ]:
        assert at[west][0] < at[east][0], (west, east)
    for north_one, south_one in [
        ("alaska", "alberta"),
        ("greenland", "eastern-canada"),
        ("eastern-united-states", "central-america"),
        ("central-america", "venezuela"),
        ("venezuela", "argentina"),
        ("iceland", "great-britain"),
        ("scandinavia", "northern-europe"),
        ("northern-europe", "southern-europe"),
        ("southern-europe", "egypt"),
        ("egypt", "east-africa"),
        ("east-africa", "south-africa"),
        ("russia", "middle-east"),
        ("ural", "afghanistan"),
        ("afghanistan", "india"),
        ("yakutsk", "irkutsk"),
        ("irkutsk", "mongolia"),
        ("kamchatka", "japan"),
        ("southeast-asia", "indonesia"),
        ("new-guinea", "eastern-australia"),
    ]:
        assert at[north_one][1] < at[south_one][1], (north_one, south_one)


def test_a_found_territory_has_no_tile() -> None:
    """What a packet brought has no printed place."""
    found = {"territories": {"far-island": {"name": "Far Island", "sea": ["peru"]}}}
    box = box_of(World({"found": found}))
    assert box.territories["far-island"].tile is None
    assert box.territories["peru"].tile == (1, 5)
