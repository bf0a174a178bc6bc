"""A territory on a drawn map: a card with its name and signs for what lies on it.

Every sign has a shape of its own beside its colour. Colours come from the style sheet of the page.
"""

from __future__ import annotations

from collections.abc import Sequence

from legacytrack.formats.map_lines import WIDE
from legacytrack.formats.markup import escaped, fitted, length, pressed, wrapped
from legacytrack.model.text import counted
from legacytrack.pages.page import Tile

# Each sign stands in a square of 18 by 18.
CITY = '<circle class="city" cx="9" cy="9" r="8.5"/>'
SCAR = '<path class="scar" d="M9 1l8 8-8 8-8-8z"/>'
FORT = '<path class="fort" d="M2 16V3h3.4v3h1.9V3h3.4v3h1.9V3H16v13z"/>'
WORN = FORT.replace('"fort"', '"fort worn"')
COIN = '<circle class="coin" cx="9" cy="9" r="4"/>'
GONE = '<path class="gone" d="M4.5 2h9v14h-9zM2.5 17l13-16"/>'
HQ = '<path class="hq" d="M3 17V2l12 4.5L5 11v6z"/>'

STRIP = 22.0  # height that the holder of a territory takes
_MOST_COINS = 6  # that are drawn one by one
_ROOM = WIDE - 15
_MARK_ROOM = WIDE - 34
_MARK_SIZE = 12.0  # as the guess of lengths is for bold type, a little less than the type has


def tile_svg(
    tile: Tile,
    usual_coins: int | None,
    place: tuple[float, float],
    high: float,
    kind: str,
    holder: str,
) -> str:
    """Draw a territory.

    Args:
        tile: the territory.
        usual_coins: coins that are not worth a sign.
        place: its upper left corner.
        high: its height.
        kind: class of its continent in the style sheet.
        holder: class of the player who holds it; empty when no game is on.
    """
    x, y = place
    size = 16.0
    names = wrapped(tile.name, _ROOM, size, 2)
    if any(length(name, size) > _ROOM for name in names):
        size = 13.5
        names = wrapped(tile.name, _ROOM, size, 2)
    lines = "".join(
        f'<tspan x="8" y="{28 + 17 * number}"{pressed(name, _ROOM, size)}>{escaped(name)}</tspan>'
        for number, name in enumerate(names)
    )
    return (
        f'<svg class="tile {kind}" x="{x:g}" y="{y:g}" width="{WIDE:g}" height="{high:g}">'
        f"<title>{escaped(told(tile))}</title>"
        f'<rect class="card" x=".75" y=".75" rx="8" width="{WIDE - 1.5:g}" height="{high - 1.5:g}"/>'
        f'<path class="band" d="M9 9H{WIDE - 9:g}"/>'
        f'<text class="name" font-size="{size:g}">{lines}</text>'
        f"{_marks(tile, 36 if len(names) == 1 else 51)}"
        f"{_card(tile, usual_coins, high - (STRIP if holder else 0) - 20)}"
        f"{_holder(tile, high, holder)}</svg>"
    )


def told(tile: Tile) -> str:
    """Say in words what lies on a territory.

    Args:
        tile: the territory.
    """
    parts = []
    if tile.city:
        kind = tile.kind if tile.kind != tile.city else ""
        parts.append(f"{kind or 'city'} {tile.city}, population {tile.population}")
    if tile.scar:
        parts.append(f"scar {tile.scar}")
    if is_fortified(tile):
        parts.append(f"fortified, {counted(tile.boxes, 'box')} left")
    parts.append("card destroyed" if tile.coins is None else counted(tile.coins, "coin"))
    if tile.owner:
        parts.append(f"held by {tile.owner}")
    if tile.hq:
        parts.append(f"HQ of {tile.hq}")
    return f"{tile.name}: {'; '.join(parts)}"


def is_fortified(tile: Tile) -> bool:
    """Tell whether a fortification lies on a territory, used up or not."""
    return tile.fortified or tile.boxes > 0


def _marks(tile: Tile, y: float) -> str:
    """The city and the scar below the name, each with its sign."""
    drawn = ""
    if tile.city:
        lines = wrapped(tile.city, _MARK_ROOM, _MARK_SIZE, 1)
        if lines[0].endswith("...") and (y < 40 or not tile.scar):
            lines = wrapped(tile.city, _MARK_ROOM, _MARK_SIZE, 2)
        size = f'{CITY}<text class="size" x="9" y="13.2">{tile.population}</text>'
        drawn += _mark(size, lines, y)
        y += 5 + 14 * len(lines)
    if tile.scar:
        drawn += _mark(SCAR, wrapped(tile.scar, _MARK_ROOM, _MARK_SIZE, 1), y)
    return drawn


def _mark(sign: str, lines: Sequence[str], y: float) -> str:
    words = "".join(
        f'<tspan x="22" y="{13.5 + 14 * number:g}"{pressed(line, _MARK_ROOM, _MARK_SIZE)}>'
        f"{escaped(line)}</tspan>"
        for number, line in enumerate(lines)
    )
    return f'<g transform="translate(6 {y:g})">{sign}<text class="mark">{words}</text></g>'


def _card(tile: Tile, usual_coins: int | None, y: float) -> str:
    """The lowest line: boxes of a fortification at the left, coins of the card at the right."""
    drawn = ""
    if is_fortified(tile):
        drawn += (
            f'<g transform="translate(6 {y:g})">{FORT if tile.boxes else WORN}'
            f'<text class="mark" x="22" y="14">{tile.boxes}</text></g>'
        )
    right = WIDE - 22
    if tile.coins is None:
        return f'{drawn}<g transform="translate({right:g} {y:g})">{GONE}</g>'
    if tile.coins == usual_coins:
        return drawn
    if not 0 < tile.coins <= _MOST_COINS:
        return (
            f'{drawn}<g transform="translate({right:g} {y:g})">{COIN}'
            f'<text class="mark" x="2" y="13.5" text-anchor="end">{tile.coins}</text></g>'
        )
    return drawn + "".join(
        f'<g transform="translate({right - 9.5 * number:g} {y:g})">{COIN}</g>'
        for number in range(tile.coins)
    )


def _holder(tile: Tile, high: float, holder: str) -> str:
    """A strip in the colour of the player who holds the territory, with the name and the HQ."""
    if not (tile.owner or tile.hq):
        return ""
    drawn = f'<path class="strip" d="M1.5 {high - STRIP:g}h{WIDE - 3:g}v12a8 8 0 0 1-8 8.5'
    drawn += f'h{19 - WIDE:g}a8 8 0 0 1-8-8.5z"/>'
    x = 26 if tile.hq else 10
    room = WIDE - 8 - x
    words = f"HQ {tile.hq}" if tile.hq else tile.owner
    if tile.hq and tile.owner not in ("", tile.hq):
        # Somebody else holds it, so both names are needed, however long they are.
        words = f", HQ {fitted(tile.hq, room * 0.3, 13)}"
        words = fitted(tile.owner, room - length(words, 13), 13) + words
    if tile.hq:
        drawn += f'<g transform="translate(7 {high - STRIP + 2:g})">{HQ}</g>'
    words = fitted(words, room, 13)
    drawn += f'<text x="{x}" y="{high - 7:g}"{pressed(words, room, 13)}>{escaped(words)}</text>'
    return f'<g class="{holder}">{drawn}</g>'
