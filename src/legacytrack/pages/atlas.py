"""The atlas: continents, cities, scars and cards of a world, as parts of a long page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from legacytrack.model.box import Box
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.pages import called
from legacytrack.pages.page import Bars, Block, Heading, Table, Text
from legacytrack.rules import statistics
from legacytrack.rules.continents import bonus

_MANY = 21  # half of the cards: nobody reads so many names
_PARTS = {  # what a box has to have for a column
    "name": "names for continents",
    "cities": "cities",
    "population": "cities",
    "cards": "coins on cards",
    "coins": "coins on cards",
}
Part = tuple[Any, Sequence[Block]]  # what programs get, and what people read


def continents(world: World, box: Box) -> Part:
    """Continents with their names, and what stands in each."""
    data, rows = [], []
    grounds = statistics.grounds(world, box)
    for each in grounds:
        mark = world.continent(each.continent) if each.continent else None
        pays = bonus(world, box, each.continent, None).troops if each.continent else None
        data.append(
            {
                **each._asdict(),
                "name": mark.name if mark else "",
                "named_by": mark.named_by if mark else None,
                "named_in": mark.named_in if mark else None,
                "pays": pays,
            }
        )
        named = mark.name if mark else ""
        if mark and mark.name and (mark.named_in or mark.named_by):
            named += f" {world.credit(mark.named_in, mark.named_by)}"
        rows.append(
            (
                _continent(box, each.continent),
                named,
                "" if pays is None else str(pays),
                *map(str, (each.cities, each.population, each.cards, each.coins)),
            )
        )
    columns = ("continent", "name", "pays", "cities", "population", "cards", "coins")
    return data, [
        Table(columns, rows, (2, 3, 4, 5, 6)).without(box.lacks(_PARTS)),
        *bars(
            "Population by continent",
            [(_continent(box, each.continent), each.population) for each in grounds],
        ),
        *bars(
            "Coins by continent",
            [(_continent(box, each.continent), each.coins) for each in grounds],
        ),
    ]


def _continent(box: Box, id: str) -> str:
    return called.place(box, id) if id else "elsewhere"


def cities(world: World, box: Box) -> Part:
    """Cities by population."""
    found = statistics.cities(world, box)
    whole = box.number("fortification-boxes") if box.has("fortifications") else 0
    rows = [
        (
            each.name or called.city(box, each.kind),
            called.place(box, each.place),
            called.city(box, each.kind),
            str(each.population),
            world.player_name(each.founder),
            str(each.game or ""),
            _boxes(each, whole),
        )
        for each in found
    ]
    columns = ("city", "territory", "kind", "population", "founder", "game", "boxes left")
    wide = len(columns) if any(row[-1] for row in rows) else len(columns) - 1
    blocks: list[Block] = []
    if rows:
        blocks.append(Table(columns[:wide], [row[:wide] for row in rows], (3, 5)))
    return [each._asdict() for each in found], blocks


def _boxes(city: statistics.Settled, whole: int) -> str:
    if city.boxes is None:
        return ""
    return f"{whole - city.boxes} of {whole}" if city.boxes < whole else "used up"


def scars(world: World, box: Box) -> Part:
    """Scars on the board, and those that were cancelled."""
    now = statistics.scars(world, box)
    gone = statistics.healed(world, box)
    data = {
        "on_board": [{"territory": place, **scar._asdict()} for place, scar in now],
        "cancelled": [
            {
                "territory": place,
                **each.scar._asdict(),
                "cancelled_in": each.game,
                "cancelled_by": each.by,
            }
            for place, each in gone
        ],
    }
    rows = [
        (
            called.scar(box, scar.kind),
            called.place(box, place),
            world.player_name(scar.by),
            str(scar.game or ""),
            "",
        )
        for place, scar in now
    ]
    rows += [
        (
            called.scar(box, each.scar.kind),
            called.place(box, place),
            world.player_name(each.scar.by),
            str(each.scar.game or ""),
            world.noted(each.game, each.by).strip(" ()") or "yes",
        )
        for place, each in gone
    ]
    columns = ("scar", "territory", "player", "game", "cancelled")
    shown = columns if gone else columns[:-1]
    blocks: list[Block] = [Table(shown, [row[: len(shown)] for row in rows], (3,))] if rows else []
    return data, blocks


def cards(world: World, box: Box) -> Part:
    """Territory cards by their coins."""
    found = statistics.deck(world, box)
    if not box.has("coins on cards"):
        return {"cards": found.cards}, []
    share = round(100 * found.even / found.cards) if found.cards else 0
    data = {
        "by_coins": {str(coins): list(places) for coins, places in found.by_coins.items()},
        "destroyed": list(found.destroyed),
        "cards": found.cards,
        "even": found.even,
    }
    rows = [
        (
            counted(coins, "coin"),
            str(len(places)),
            "all the others" if len(places) > _MANY else _places(box, places),
        )
        for coins, places in found.by_coins.items()
    ]
    if found.destroyed:
        rows.append(("destroyed", str(len(found.destroyed)), _places(box, found.destroyed)))
    return data, [
        Table(("on the card", "cards", "territories"), rows, (1,)),
        Text(
            "A card with an even number of coins brings an event when it is laid out: "
            f"{found.even} of {counted(found.cards, 'card')} ({share} %)."
        ),
    ]


def _places(box: Box, places: Sequence[str]) -> str:
    return ", ".join(called.place(box, each) for each in places)


def bars(title: str, rows: Sequence[tuple[str, int]]) -> list[Block]:
    """Draw numbers as bars, unless there is nothing to compare."""
    if not any(count for _, count in rows):
        return []
    return [Heading(title, 3), Bars(rows)]
