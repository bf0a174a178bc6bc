"""A map on a page: the picture in a box that moves aside, its legend, and the same in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from legacytrack.formats.html_table import table
from legacytrack.formats.map_svg import Drawn, drawn
from legacytrack.formats.map_tile import CITY, COIN, FORT, GONE, HQ, SCAR, is_fortified
from legacytrack.formats.markup import escaped
from legacytrack.pages.page import Map, Table, Tile

_LAND = '<path class="land-line" d="M1 9h24"/>'
_SEA = '<path class="sea-line" d="M2 9h24"/>'
_NO_CARD = "destroyed"
_SIGNS: Sequence[tuple[str, str, Callable[[Tile], object]]] = (
    (CITY, "city, with its population", lambda tile: tile.city),
    (SCAR, "scar", lambda tile: tile.scar),
    (FORT, "fortification, with the boxes left", is_fortified),
    (GONE, "its card is destroyed", lambda tile: tile.coins is None),
    (HQ, "HQ", lambda tile: tile.hq),
)
_WORDS: Sequence[tuple[str, Callable[[Tile], object]]] = (
    ("city", lambda tile: tile.city),
    ("population", lambda tile: tile.population),
    ("scar", lambda tile: tile.scar),
    ("boxes left", lambda tile: str(tile.boxes) if is_fortified(tile) else ""),
    ("coins", lambda tile: _NO_CARD if tile.coins is None else str(tile.coins)),
    ("held by", lambda tile: tile.owner),
    ("HQ", lambda tile: tile.hq),
)
_NUMBERS = ("population", "boxes left", "coins")


def figure(world: Map, under: str) -> str:
    """Write a map with its legend.

    Args:
        world: at least one tile.
        under: id of the heading that it stands under.
    """
    picture = drawn(world)
    return (
        f'<figure>\n<div class="scroll sheet" role="region" tabindex="0" aria-labelledby="{under}">'
        f"\n{picture.svg}\n</div>\n<figcaption>\n{_legend(world, picture)}</figcaption>\n</figure>\n"
        '<details class="words">\n<summary>The map in words</summary>\n'
        f"{table(_in_words(world), under)}</details>\n"
    )


def _legend(world: Map, picture: Drawn) -> str:
    lands = [
        f'<li><svg class="sign tile {picture.areas[area.id]}" viewBox="0 0 27 18" aria-hidden="true">'
        '<rect class="card" x=".75" y=".75" rx="4" width="25.5" height="16.5"/>'
        f'<path class="band" d="M4 9h19"/></svg>{escaped(area.name)}'
        + (f", pays {escaped(area.pays)}" if area.pays else "")
        + "</li>\n"
        for area in world.areas
    ]
    signs = [_sign(sign, words, 18) for sign, words, has in _SIGNS if any(map(has, world.tiles))]
    coins = {tile.coins for tile in world.tiles} - {None, world.usual_coins}
    if coins:
        usual = "" if world.usual_coins is None else f" ({world.usual_coins} where none is drawn)"
        signs.append(_sign(COIN, f"coins on its card{usual}", 18))
    joined = {link.by_sea for link in world.links}
    signs += [_sign(_LAND, "neighbours by land", 27)] if False in joined else []
    signs += [_sign(_SEA, "neighbours by sea", 27)] if True in joined else []
    players = [
        f'<li><svg class="sign {kind}" viewBox="0 0 27 18" aria-hidden="true">'
        f'<rect class="strip" rx="4" width="27" height="18"/></svg>{escaped(name)}</li>\n'
        for name, kind in picture.players.items()
    ]
    return "".join(
        f'<ul class="legend" aria-label="{name}">\n{"".join(entries)}</ul>\n'
        for name, entries in (("Continents", lands), ("Signs", signs), ("Players", players))
        if entries
    )


def _sign(sign: str, words: str, wide: int) -> str:
    return f'<li><svg class="sign" viewBox="0 0 {wide} 18" aria-hidden="true">{sign}</svg>{words}</li>\n'


def _in_words(world: Map) -> Table:
    """All that the picture shows as a table, without columns that would be empty."""
    areas = {area.id: area.name for area in world.areas}
    used = [(name, words) for name, words in _WORDS if any(words(tile) for tile in world.tiles)]
    rows = [
        (
            tile.name,
            areas.get(tile.group, ""),
            *(str(words(tile) or "") for _, words in used),
        )
        for tile in world.tiles
    ]
    columns = ("territory", "continent", *(name for name, _ in used))
    return Table(columns, rows, [i for i, name in enumerate(columns) if name in _NUMBERS])
