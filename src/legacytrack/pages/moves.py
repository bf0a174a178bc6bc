"""Moving troops: what expanding costs, on the way too, and where a maneuver may go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from legacytrack.model.box import Box
from legacytrack.model.text import counted
from legacytrack.pages.page import Block, Heading, Note, Page, Table, Text
from legacytrack.rules.expand import Entry, on_the_way
from legacytrack.rules.maneuver import Reach


def enter(box: Box, steps: Sequence[tuple[str, Entry]], troops: int | None) -> Page:
    """Say what it costs to expand into places that nobody occupies, one after the other.

    Args:
        box: the box.
        steps: ids of the territories, each with its cost in parts.
        troops: how many would move in first; None when nobody said.
    """
    found = on_the_way([each for _, each in steps], troops)
    names = [box.territories[id].name for id, _ in steps]
    data: dict[str, Any] = {
        "cost": found.cost,
        "needed": found.needed,
        "left": found.left,
        "allowed": found.allowed,
        "steps": [
            {"place": id, "cost": each.cost, "left": left}
            for (id, each), left in zip(steps, found.after, strict=True)
        ],
    }
    never = [
        f"Nobody may enter {name}: {each.never}."
        for name, (_, each) in zip(names, steps, strict=True)
        if each.never
    ]
    if never:
        return Page({**data, "allowed": False, "left": None}, [Heading(what) for what in never])
    how = [_parts(each) for _, each in steps]
    cost = counted(found.cost, "troop")
    blocks: list[Block] = []
    if len(steps) == 1:
        blocks.append(Heading(f"Expanding into {names[0]} costs {cost} ({how[0]})."))
    else:
        blocks.append(Heading(f"Expanding through {len(steps)} places costs {cost}."))
        after = ["" if left is None else str(max(left, 0)) for left in found.after]
        rows = [
            (name, str(each.cost), parts, left)
            for name, (_, each), parts, left in zip(names, steps, how, after, strict=True)
        ]
        if troops is None:
            blocks.append(Table(("into", "costs", "for"), [row[:3] for row in rows], (1,)))
        else:
            blocks.append(Table(("into", "costs", "for", "troops then"), rows, (1, 3)))
    if troops is None:
        blocks.append(Text(f"Move in at least {found.needed}."))
    elif found.allowed:
        hold = "to hold it" if len(steps) == 1 else f"in {names[-1]}"
        blocks.append(Text(f"With {troops}: allowed, and {found.left} left {hold}."))
    else:
        what = f"With {troops}: not allowed, at least {found.needed} have to move in."
        blocks.append(Text(what))
    if len(steps) > 1:
        blocks.append(Note("One troop stays behind in each place on the way."))
    blocks.append(Note("Only while nobody occupies it; taking it from troops costs nothing extra."))
    return Page(data, blocks)


def _parts(found: Entry) -> str:
    parts = [f"population {found.population}"]
    if found.fortified:
        parts.append(f"fortified {found.fortified}")
    if found.extra:
        parts.append(f"packets {found.extra:+d}")
    return " + ".join(parts) if found.cost else "no city"


def reach(box: Box, start: str, to: str | None, found: Reach, who: str) -> Page:
    """Say where a maneuver may go, and which way."""
    name = box.territories[start].name
    ways: Mapping[str, tuple[str, ...]] = found.ways
    if to is not None:
        ways = {id: way for id, way in found.ways.items() if id == to}
    data = {
        "from": start,
        "reach": {id: list(way) for id, way in ways.items()},
        "cut_off": list(found.cut_off),
        "power": found.power or None,
    }
    whose = f" for {who}" if who else ""
    if to is not None:
        there = box.territories[to].name
        verb = "can go" if ways else "cannot go"
        title = f"A maneuver from {name} {verb} to {there}{whose}."
    else:
        title = f"A maneuver from {name} reaches {counted(len(ways), 'territory')}{whose}."
    rows = [
        (box.territories[id].name, f"by {found.power}" if _leaps(box, way) else _way(box, way))
        for id, way in ways.items()
    ]
    blocks: list[Block] = [Heading(title)]
    if rows:
        blocks.append(Table(("to", "way"), rows))
    if found.cut_off and to is None:
        cut = ", ".join(box.territories[id].name for id in found.cut_off)
        blocks.append(Note(f"Not connected: {cut}."))
    blocks.append(Note("One troop stays behind; one maneuver a turn."))
    return Page(data, blocks)


def _leaps(box: Box, way: Sequence[str]) -> bool:
    return len(way) == 2 and way[1] not in box.territories[way[0]].borders


def _way(box: Box, way: Sequence[str]) -> str:
    return " > ".join(box.territories[id].name for id in way)
