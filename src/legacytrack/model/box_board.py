"""The board of a box: whether its borders, continents, names and tiles fit together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from legacytrack.errors import Finding
from legacytrack.model.box_shape import BOARD, SHAPE, flaw
from legacytrack.model.change import Tree
from legacytrack.model.languages import PRINTED
from legacytrack.model.names import fold
from legacytrack.model.tiles import Place, way

_LABEL = 6  # letters on the smallest tile
_WAYS = ("land", "sea")
_MOST_NAMED = 8


def board_flaws(board: Tree, raw: Tree) -> Iterator[Finding]:
    """Find what does not fit together on a board.

    Args:
        board: the part of it that makes sense by itself.
        raw: the file as it is: what has a table there is on the board, be there what may in it.
    """
    territories = board.get("territories", {})
    there = _ids(raw.get("territories"))
    continents = _ids(raw.get("continents"))
    if not there and isinstance(raw.get("territories", {}), dict):
        what = "The board has no territory."
        yield flaw(SHAPE, "board", ("territories",), what, "write [territories.ID] for each")
    for id, place in territories.items():
        at = ("territories", id)
        of = place.get("continent")
        if of is not None and of not in continents:
            what = f'{_name(territories, id)} is in the continent "{of}", which is none.'
            yield flaw(BOARD, "board", (*at, "continent"), what, _near(of, continents))
        label = place.get("label", "")
        if len(label) > _LABEL:
            many = f"the label {label} has {len(label)} letters, more than {_LABEL}"
            what = f"{_name(territories, id)}: {many}."
            yield flaw(BOARD, "board", (*at, "label"), what, "shorten it")
    members = [place.get("continent") for place in territories.values()]
    for id, continent in board.get("continents", {}).items():
        if id not in members:
            what = f"{continent.get('name', id)} has no territory."
            fix = f'write continent = "{id}" in its territories, or take it out'
            yield flaw(BOARD, "board", ("continents", id), what, fix)
    yield from _borders(territories, there)
    yield from _islands(territories)
    yield from _names(board)
    yield from _tiles(territories)


def names_flaws(part: str, names: Tree, board: Tree) -> Iterator[Finding]:
    """Find names in another language that belong to no place of the board.

    Args:
        part: the language as a part, "names-ru".
        names: its names.
        board: the board.
    """
    if part == f"names-{PRINTED}":
        what = f"{part}.toml: names in that language are those of board.toml."
        yield flaw(
            SHAPE, part, (), what, "write other names as aliases, or call the file otherwise"
        )
    for kind in ("continents", "territories", "labels"):
        known = board.get("territories" if kind == "labels" else kind, {})
        for id, those in names.get(kind, {}).items():
            if id not in known:
                what = f"{kind}.{id}: there is no such place on the board."
                yield flaw(BOARD, part, (kind, id), what, _near(id, known))
            elif not those:
                what = f"{kind}.{id}: the list of names is empty."
                yield flaw(SHAPE, part, (kind, id), what, "write a name, or take it out")


def _ids(table: Any) -> list[str]:
    return list(table) if isinstance(table, dict) else []


def _name(territories: Tree, id: str) -> str:
    return str(territories.get(id, {}).get("name", id))


def _near(id: str, known: Sequence[str] | Tree) -> str:
    from difflib import get_close_matches

    near = get_close_matches(id, list(known), 1)
    return f"did you mean {near[0]}?" if near else ""


def _borders(territories: Mapping[str, Tree], there: Sequence[str]) -> Iterator[Finding]:
    for id, place in territories.items():
        name, seen = _name(territories, id), set()
        for by in _WAYS:
            for other in place.get(by, ()):
                at = ("territories", id, by)
                far = _name(territories, other)
                if other not in there:
                    what = f'{name} borders on "{other}", which is no territory.'
                    yield flaw(SHAPE, "board", at, what, _near(other, there))
                elif other == id:
                    what = f"{name} borders on itself."
                    yield flaw(BOARD, "board", at, what, f"take {other} out of the list")
                elif other in seen:
                    what = f"{name} has {far} as a neighbour twice."
                    yield flaw(BOARD, "board", at, what, "name each neighbour once")
                elif other in territories:
                    yield from _one_way(territories, id, other, by)
                seen.add(other)


def _one_way(territories: Mapping[str, Tree], id: str, other: str, by: str) -> Iterator[Finding]:
    back = [each for each in _WAYS if id in territories[other].get(each, ())]
    if by in back:
        return
    name, far, at = (
        _name(territories, id),
        _name(territories, other),
        ("territories", other, by),
    )
    if back and id < other:  # told once
        what = f"{name} borders on {far} by {by}, and {far} on {name} by {back[0]}."
        yield flaw(BOARD, "board", at, what, "make both land or both sea")
    elif not back:
        what = f"{name} borders on {far} by {by}, but {far} not on {name}."
        yield flaw(BOARD, "board", at, what, f'add "{id}" to {by} of {other}')


def _islands(territories: Mapping[str, Tree]) -> Iterator[Finding]:
    near: dict[str, set[str]] = {id: set() for id in territories}
    for id, place in territories.items():
        for other in (*place.get("land", ()), *place.get("sea", ())):
            if other in near:
                near[id].add(other)
                near[other].add(id)
    left, parts = dict.fromkeys(territories), []
    while left:
        edge = [next(iter(left))]
        part = []
        while edge:
            here = edge.pop()
            if here in left:
                del left[here]
                part.append(here)
                edge.extend(near[here])
        parts.append([id for id in territories if id in part])
    for part in sorted(parts, key=len)[:-1]:
        shown = [_name(territories, id) for id in part[:_MOST_NAMED]]
        more = f" and {len(part) - len(shown)} more" if len(part) > len(shown) else ""
        verb = "is" if len(part) == 1 else "are"
        what = f"{', '.join(shown)}{more} {verb} cut off from the rest of the board."
        fix = "join them by land or by sea to something, in both lists"
        yield flaw(BOARD, "board", ("territories", part[0]), what, fix)


def _names(board: Tree) -> Iterator[Finding]:
    """Find names that two places share: nobody could say which of them is meant."""
    owners: dict[str, tuple[str, str]] = {}
    for kind in ("territories", "continents"):
        for id, place in board.get(kind, {}).items():
            own = {fold(each) for each in (id, place.get("name", id), *place.get("aliases", ()))}
            for name in sorted(own):
                first = owners.setdefault(name, (kind, id))
                if first != (kind, id):
                    what = f'"{name}" is a name of {".".join(first)} and of {kind}.{id}.'
                    fix = "give one of them another name"
                    yield flaw(BOARD, "board", (kind, id, "name"), what, fix)


def _tiles(territories: Mapping[str, Tree]) -> Iterator[Finding]:
    at: dict[str, Place] = {
        id: (place["tile"][0], place["tile"][1])
        for id, place in territories.items()
        if "tile" in place
    }
    if not at:
        return
    owners: dict[Place, str] = {}
    for id in territories:
        here = ("territories", id, "tile")
        if id not in at:
            what = f"{_name(territories, id)} has no tile, and others have."
            yield flaw(BOARD, "board", here, what, "give each territory a tile, or none of them")
            continue
        first = owners.setdefault(at[id], id)
        if first != id:
            both = f"{_name(territories, first)} and {_name(territories, id)}"
            what = f"{both} have the same tile, {list(at[id])}."
            yield flaw(BOARD, "board", here, what, "move one of them")
    last = max(column for column, _ in at.values())
    for id, place in territories.items():
        for other in (*place.get("land", ()), *place.get("sea", ())):
            if id < other and {id, other} <= at.keys() and at[id] != at[other]:
                one, two = sorted((at[id], at[other]))
                around = one[0] == 0 and two[0] == last  # a line around the world
                if not around and not way(one, two, owners):
                    both = f"{_name(territories, id)} and {_name(territories, other)}"
                    what = (
                        f"{both} are neighbours, and there is no straight way between their tiles."
                    )
                    fix = "let them touch, or leave at most two empty places in a straight line between"
                    yield flaw(BOARD, "board", ("territories", id, "tile"), what, fix)
