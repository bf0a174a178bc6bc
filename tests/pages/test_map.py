"""The map as data: every territory with its tile, its marks, and who holds it in the game that is on."""

from __future__ import annotations

import tomllib
from typing import Any

from legacytrack.campaign.door import box_of
from legacytrack.model.world import World
from legacytrack.pages.map import drawing_of, map_page
from legacytrack.pages.page import Heading, Link, Map, Note, Tile
from legacytrack.store.box_files import EXAMPLE

MARKED = """
name = "Thursday world"
[players.ana]
name = "Ana"
[players.ben]
name = "Ben"
[territories.ural]
city = {kind = "major-city", name = "Stalgrad", founder = "ana", game = 1}
scar = {kind = "bunker", game = 2, by = "ben"}
fortification = {boxes = 3}
[territories.peru]
city = {kind = "minor-city"}
fortification = {boxes = 10}
[territories.japan]
scar = {kind = "mystery"}
[cards.ural]
coins = 4
[cards.peru]
destroyed = 2
[continents.asia]
name = "Ruin"
named_by = "ana"
bonus_change = 1
[game]
number = 3
[game.players.ana]
hq = "ural"
holds = ["ural", "siberia"]
[game.players.ben]
hq = "siberia"
holds = ["peru"]
"""


def drawn(text: str) -> Map:
    """The map of a world file."""
    world = World(tomllib.loads(text))
    return drawing_of(world, box_of(world))


def tile(world: Map, id: str) -> Tile:
    """One of its tiles."""
    return next(each for each in world.tiles if each.id == id)


def test_all_that_lies_on_a_territory_stands_on_its_tile() -> None:
    """City with kind, name and population, scar, fortification, coins, holder and HQ."""
    world = drawn(MARKED)
    assert tile(world, "ural") == Tile(
        "ural",
        "Ural",
        7,
        1,
        group="asia",
        city="Stalgrad",
        population=2,
        scar="Bunker",
        boxes=7,
        coins=4,
        owner="Ana",
        hq="Ana",
        kind="Major City",
        fortified=True,
    )


def test_what_has_no_name_is_called_by_its_kind() -> None:
    """A city without a name is its kind; a scar nobody knows is called as the file calls it."""
    world = drawn(MARKED)
    assert (tile(world, "peru").city, tile(world, "peru").kind) == ("Minor City", "Minor City")
    assert tile(world, "japan").scar == "mystery"


def test_a_fortification_that_is_used_up_still_lies_there() -> None:
    """No box is left, and the sticker is there all the same; without one neither is."""
    world = drawn(MARKED)
    assert (tile(world, "peru").boxes, tile(world, "peru").fortified) == (0, True)
    assert (tile(world, "japan").boxes, tile(world, "japan").fortified) == (0, False)


def test_a_destroyed_card_has_no_coins() -> None:
    """None says that the card is gone; every other card has the coins that are on it."""
    world = drawn(MARKED)
    assert tile(world, "peru").coins is None
    assert {each.coins for each in world.tiles if each.id not in ("peru", "ural")} == {1}
    assert world.usual_coins == 1


def test_holders_and_hqs_of_the_game_that_is_on() -> None:
    """Who holds a place and whose HQ stands there may be two players; between games it is nobody."""
    world = drawn(MARKED)
    assert (tile(world, "siberia").owner, tile(world, "siberia").hq) == ("Ana", "Ben")
    assert (tile(world, "peru").owner, tile(world, "peru").hq) == ("Ben", "")
    between = drawn(MARKED.split("[game]", maxsplit=1)[0])
    assert {each.owner + each.hq for each in between.tiles} == {""}


def test_holdings_that_make_no_sense_are_passed_over() -> None:
    """Names of no place break nothing."""
    for holds in ("[]", '["atlantis"]'):
        head = f'name = "W"\n[game]\nnumber = 1\n[game.players.ana]\nholds = {holds}\n'
        assert {each.owner for each in drawn(head).tiles} == {""}


def test_continents_say_what_they_pay() -> None:
    """What everybody gets, and what the namer gets; the short name is the one that was given."""
    areas = {area.id: area for area in drawn(MARKED).areas}
    assert areas["asia"][1:] == ('Asia "Ruin"', "8 (Ana 9)", '"Ruin"')
    assert areas["africa"][1:] == ("Africa", "3", "AFRICA")


def test_every_border_stands_there_once(box: Any) -> None:
    """83 links, 23 of them by sea, none of them twice."""
    links = drawn(MARKED).links
    assert len(links) == 83
    assert len({frozenset(link[:2]) for link in links}) == 83
    assert sum(link.by_sea for link in links) == 23
    for link in links:
        near = box.territories[link.one]
        assert link.other in (near.sea if link.by_sea else near.land)


FOUND = MARKED + "\n".join(
    f'[found.territories.island-{number}]\nname = "Island {number}"\nsea = ["peru"]\n'
    for number in range(1, 14)
)


def test_what_packets_brought_lies_below_the_printed_world() -> None:
    """Found territories fill rows of their own under the grid, each with a place of its own."""
    world = drawn(FOUND)
    assert len(world.tiles) == 55
    new = [each for each in world.tiles if each.id.startswith("island")]
    assert [(each.column, each.row) for each in new] == [
        *((column, 7) for column in range(11)),
        (0, 8),
        (1, 8),
    ]
    assert {each.group for each in new} == {""}
    assert Link("peru", "island-3", True) in world.links


def test_a_world_tells_nothing_of_packets_by_itself(box: Any) -> None:
    """Without anything typed in there is nothing but the printed board."""
    for text in ("", MARKED.split("[players", maxsplit=1)[0], EXAMPLE.read_text(encoding="utf-8")):
        assert [each.id for each in drawn(text).tiles] == list(box.territories)


def test_the_page_says_it_for_programs() -> None:
    """The data hold ids and numbers: tile, marks, holder, HQ, continents and borders."""
    world = World(tomllib.loads(MARKED))
    page = map_page(world, box_of(world))
    assert page.data["game"] == 3
    assert page.data["territories"][0]["tile"] == [0, 0]
    ural = next(each for each in page.data["territories"] if each["territory"] == "ural")
    assert ural == {
        "territory": "ural",
        "name": "Ural",
        "continent": "asia",
        "tile": [7, 1],
        "city": {"kind": "major-city", "name": "Stalgrad", "founder": "ana", "game": 1},
        "population": 2,
        "scar": {"kind": "bunker", "game": 2, "by": "ben"},
        "boxes_left": 7,
        "coins": 4,
        "destroyed": False,
        "owner": "ana",
        "hq": "ana",
    }
    assert page.data["continents"][4] == {"continent": "asia", "name": "Ruin", "pays": 8}
    assert page.data["borders"][0] == {"from": "alaska", "to": "alberta", "by_sea": False}
    assert page.blocks[0] == Heading("Thursday world, game 3")


def test_a_game_without_holdings_is_said() -> None:
    """When nobody wrote down who holds what, the map says so rather than look empty."""
    text = MARKED.split("[game.players", maxsplit=1)[0]
    world = World(tomllib.loads(text))
    assert isinstance(map_page(world, box_of(world)).blocks[-1], Note)
    world = World(tomllib.loads(MARKED))
    assert isinstance(map_page(world, box_of(world)).blocks[-1], Map)


def test_the_heading_is_the_planet_the_campaign_or_nothing() -> None:
    """The planet's name once it has one, before that the campaign's, and words without either."""
    for text, said in (
        ('name = "W"\nplanet = "New Earth"', "New Earth"),
        ('name = "W"', "W"),
        ("", "A world without a name"),
    ):
        world = World(tomllib.loads(text))
        assert map_page(world, box_of(world)).blocks[0] == Heading(said)
