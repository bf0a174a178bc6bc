"""The map: the world as tiles, with marks, coins, and who holds what in the game that is on."""

from __future__ import annotations

from typing import Any

from legacytrack.model.box import Box
from legacytrack.model.games import playing
from legacytrack.model.world import World
from legacytrack.pages.page import Area, Block, Heading, Link, Map, Note, Page, Tile
from legacytrack.rules.battle import boxes_left
from legacytrack.rules.cards import coins_on
from legacytrack.rules.cities import population
from legacytrack.rules.continents import bonus
from legacytrack.rules.control import controlled


def map_page(world: World, box: Box) -> Page:
    """Show the world as a map.

    Args:
        world: the world.
        box: the box.
    """
    found = drawing_of(world, box)
    owners, homes = holders(world)
    on = playing(world)
    data = {
        "name": world.name,
        "planet": world.planet,
        "game": on.number if on else None,
        "territories": [
            {**_tile_data(world, tile), "owner": owners.get(tile.id), "hq": homes.get(tile.id)}
            for tile in found.tiles
        ],
        "continents": [
            {
                "continent": id,
                "name": world.continent(id).name,
                "pays": bonus(world, box, id, None).troops,
            }
            for id in box.continents
        ],
        "borders": [
            {"from": link.one, "to": link.other, "by_sea": link.by_sea} for link in found.links
        ],
    }
    title = world.planet or world.name or "A world without a name"
    blocks: list[Block] = [Heading(f"{title}, game {on.number}" if on else title), found]
    if on and all(hand.holds is None for hand in on.hands.values()):
        what = f"Game {on.number} is on; who holds what is not recorded"
        blocks.append(Note(f"{what} (legacytrack hold PLAYER PLACES)."))
    return Page(data, blocks)


def drawing_of(world: World, box: Box) -> Map:
    """Make the map of a world; what packets brought lies in rows of its own below.

    Args:
        world: the world.
        box: the box.
    """
    owners, homes = holders(world)
    places = _places(box)
    tiles = [
        _tile(world, box, id, places[id])._replace(
            owner=world.player_name(owners.get(id)), hq=world.player_name(homes.get(id))
        )
        for id in box.territories
    ]
    return Map(
        tiles,
        [_area(world, box, id) for id in box.continents],
        _links(box),
        box.number("territory-cards", "printed_coins") if box.has("coins on cards") else 0,
    )


def _places(box: Box) -> dict[str, tuple[int, int]]:
    """Where each territory goes on the grid: the printed ones as printed, the others below."""
    places = {each.id: each.tile for each in box.territories.values() if each.tile}
    across = max((column for column, _ in places.values()), default=0) + 1
    below = max((row for _, row in places.values()), default=-1) + 1
    new = [id for id in box.territories if id not in places]
    for number, id in enumerate(new):
        places[id] = number % across, below + number // across
    return places


def holders(world: World) -> tuple[dict[str, str], dict[str, str]]:
    """Who holds each place in the game that is on, and whose HQ stands there: players by id.

    Args:
        world: the world.
    """
    on = playing(world)
    if not on:
        return {}, {}
    owners = {place: player for player in on.hands for place in controlled(on, player)}
    return owners, on.hqs


def _tile(world: World, box: Box, id: str, place: tuple[int, int]) -> Tile:
    printed, city, scar = box.territories[id], world.city(id), world.scar(id)
    fortification = world.fortification(id)
    left = boxes_left(world, box, id)
    kind = (
        box.cities[city.kind].name
        if city and city.kind in box.cities
        else city.kind
        if city
        else ""
    )
    return Tile(
        id,
        printed.name,
        *place,
        group=printed.continent if printed.continent in box.continents else "",
        city=(city.name or kind) if city else "",
        population=population(world, box, id),
        scar=(box.scars[scar.kind].name if scar.kind in box.scars else scar.kind) if scar else "",
        boxes=max(left, 0),
        coins=None if world.card(id).destroyed else coins_on(world, box, id),
        label=printed.label,
        kind=kind,
        fortified=bool(fortification),
    )


def _area(world: World, box: Box, id: str) -> Area:
    pays, mark = bonus(world, box, id, None), world.continent(id)
    namer = bonus(world, box, id, mark.named_by)
    more = f" ({world.player_name(mark.named_by)} {namer.troops})" if namer.namer else ""
    label = f'"{mark.name}"' if mark.name else box.continents[id].name.upper()
    return Area(id, pays.name, f"{pays.troops}{more}", label)


def _links(box: Box) -> list[Link]:
    """Every border once, the first territory of the board first."""
    order = {id: number for number, id in enumerate(box.territories)}
    return [
        Link(here.id, there, there in here.sea)
        for here in box.territories.values()
        for there in here.borders
        if there in order and order[here.id] < order[there]
    ]


def _tile_data(world: World, tile: Tile) -> dict[str, Any]:
    scar, city = world.scar(tile.id), world.city(tile.id)
    return {
        "territory": tile.id,
        "name": tile.name,
        "continent": tile.group,
        "tile": [tile.column, tile.row],
        "city": city._asdict() if city else None,
        "population": tile.population,
        "scar": scar._asdict() if scar else None,
        "boxes_left": tile.boxes if tile.fortified else None,
        "coins": tile.coins,
        "destroyed": tile.coins is None,
    }
