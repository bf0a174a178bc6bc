"""The words to a drawn world: what its signs mean, and all of it as a list where lines are short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from legacytrack.formats.canvas import Line, Span, cells_of
from legacytrack.formats.drawing import Picture, picture
from legacytrack.formats.text import harmless, width
from legacytrack.pages.page import Area, Link, Map, Tile

PLAIN_COLUMNS = 80  # of the map in a pipe
_INDENT = "  "
_BETWEEN = "   "
_OUTSIDE = Area("", "Outside of all continents", "")


def drawn(world: Map, columns: int, *, ascii_only: bool) -> list[Line]:
    """Draw a map with its words, or list it where the lines are too short for a picture.

    Args:
        world: the map.
        columns: cells in a line; only long names in the words may take more.
        ascii_only: whether the picture has to do without other characters.
    """
    if not world.tiles:
        return []
    found = picture(world, columns, ascii_only=ascii_only)
    if not found:
        return list(_listed(world))
    return [*found.lines, [], *_legend(world, found, columns), [], *_words(world, found, columns)]


def folded(line: Line, columns: int) -> list[Line]:
    """Break a line of words that is too long into lines that fit, the further ones indented.

    Args:
        line: the line, in spans.
        columns: cells in a line.
    """
    text = "".join(span.text for span in line)
    if width(text) <= columns:
        return [line]
    start = text[: len(text) - len(text.lstrip())]
    lines, now = [], start
    for word in text.split():
        fits = width(start + _INDENT + word) <= columns
        for number, part in enumerate([word] if fits else cells_of(word)):
            space = " " if number == 0 and now.strip() else ""
            if width(now + space + part) > columns:
                lines.append(now)
                now, space = start + _INDENT, ""
            now += space + part
    return [[line[0]._replace(text=each)] for each in (*lines, now)]


# --- under the picture ---


def _legend(world: Map, found: Picture, columns: int) -> Iterator[Line]:
    """Explain the signs that are to be seen, and say what the picture cannot."""
    tiles = world.tiles
    items = []
    if any(tile.city for tile in tiles):
        items.append("(1) city and its population")
    items += [f"{sign} {harmless(name)}" for name, sign in found.signs.scars.items()]
    if any(tile.boxes or tile.fortified for tile in tiles):
        items.append("#7 fortification, boxes left")
    if any(tile.coins not in (None, world.usual_coins) for tile in tiles):
        items.append("$2 coins" + _where_not(world.usual_coins))
    if any(tile.coins is None for tile in tiles):
        items.append("$- card destroyed")
    if any(tile.hq and tile.hq == tile.owner for tile in tiles):
        items.append("NAME* holds it, own HQ")
    if any(tile.hq and tile.hq != tile.owner for tile in tiles):
        items.append("*NAME whose HQ it is")
    items += ["- | border", "~ : sea line", "/ \\ X one of them"]
    if any("+" in span.text for line in found.lines for span in line if not span.group):
        items.append("+ lines that cross")
    items += [f"{short} is {whole}" for short, whole in found.cut.items()]
    items += [_beside(link, world) for link in found.undrawn]
    yield from ([Span(line)] for line in _flowing(items, columns, _INDENT))


def _where_not(usual: int | None) -> str:
    return "" if usual is None else f", where not {usual}"


def _beside(link: Link, world: Map) -> str:
    names = {tile.id: harmless(tile.name) for tile in world.tiles}
    at = {tile.id: tile.column for tile in world.tiles}
    ends = {at[link.one], at[link.other]} == {min(at.values()), max(at.values())}
    said = f"{names[link.one]} {'~' if link.by_sea else '-'} {names[link.other]}"
    return f"< > {said}, around the world" if ends else f"also {said}"


def _flowing(items: Sequence[str], columns: int, further: str) -> list[str]:
    """Write items one after the other, as many as go into a line; none is broken."""
    lines = [_INDENT + items[0]]
    for item in items[1:]:
        more = lines[-1] + _BETWEEN + item
        if width(more) <= columns:
            lines[-1] = more
        else:
            lines.append(further + item)
    return lines


def _words(world: Map, found: Picture, columns: int) -> Iterator[Line]:
    """Say in words what has a name: the continents with their cities, and the players."""
    for area in (*world.areas, _OUTSIDE):
        cities = [tile for tile in _inside(area, world) if tile.city]
        if area == _OUTSIDE and not cities:
            continue
        heading = _heading(area)
        said = [f"{harmless(tile.name)}: {_city(tile)}" for tile in cities]
        first, *more = _flowing([heading, *said], columns, _INDENT * 2)
        rest = first[len(_INDENT + heading) :]
        yield [Span(_INDENT + heading, area.id, True), Span(rest)]
        yield from ([Span(line)] for line in more)
    if found.signs.players:
        held = Counter(tile.owner for tile in world.tiles)
        most = sorted(found.signs.players.items(), key=lambda player: -held[player[0]])
        said = [_player(world, name, sign, held[name]) for name, sign in most]
        yield from ([Span(line)] for line in _flowing(said, columns, _INDENT))


def _inside(area: Area, world: Map) -> list[Tile]:
    known = {each.id for each in world.areas}
    return [tile for tile in world.tiles if (tile.group if tile.group in known else "") == area.id]


def _heading(area: Area) -> str:
    return harmless(area.name) + (f", pays {harmless(area.pays)}" if area.pays else "")


def _player(world: Map, name: str, sign: str, held: int) -> str:
    who = harmless(name) if harmless(name) == sign else f"{sign} is {harmless(name)}"
    homes = [harmless(tile.name) for tile in world.tiles if tile.hq == name]
    return f"{who}: holds {held}" + (f", HQ in {', '.join(homes)}" if homes else "")


def _city(tile: Tile) -> str:
    kind = harmless(tile.kind)
    return kind if tile.city == tile.kind else f'{kind} "{harmless(tile.city)}"'.strip()


# --- as a list ---


def _listed(world: Map) -> Iterator[Line]:
    """List all territories with what lies there and what is next to them."""
    for area in (*world.areas, _OUTSIDE):
        inside = _inside(area, world)
        if inside or area != _OUTSIDE:
            yield [Span(_heading(area), area.id, True)]
        for tile in inside:
            said = "; ".join(_marks_in_words(tile, world.usual_coins))
            name = _INDENT + harmless(tile.name)
            yield [Span(name, tile.group), Span(f": {said}" if said else "")]
            near = "; ".join(_next_to(tile, world))
            if near:
                yield [Span(_INDENT * 2 + near)]
    if world.usual_coins is not None:
        yield [Span(f"Coins are said where they are not {world.usual_coins}.")]


def _next_to(tile: Tile, world: Map) -> Iterator[str]:
    names = {each.id: harmless(each.name) for each in world.tiles}
    for by_sea, way in ((False, "by land"), (True, "by sea")):
        near = [
            names[link.other if link.one == tile.id else link.one]
            for link in world.links
            if link.by_sea == by_sea and tile.id in (link.one, link.other)
        ]
        if near:
            yield f"{way} {', '.join(near)}"


def _marks_in_words(tile: Tile, usual: int | None) -> Iterator[str]:
    if tile.owner:
        yield f"held by {harmless(tile.owner)}"
    if tile.hq:
        yield f"HQ of {harmless(tile.hq)}"
    if tile.city:
        yield f"{_city(tile)}, population {tile.population}"
    if tile.scar:
        yield harmless(tile.scar)
    if tile.boxes or tile.fortified:
        yield f"fortification, boxes left: {tile.boxes}"
    if tile.coins is None:
        yield "card destroyed"
    elif tile.coins != usual:
        yield f"coins: {tile.coins}"
