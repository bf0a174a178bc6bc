"""The summary: a whole campaign as a page to read, to print and to send around."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from legacytrack.model.box import Box
from legacytrack.model.games import before_record, finished, played, playing
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.pages import called
from legacytrack.pages.chapters import Chapter, chapters, packet_words
from legacytrack.pages.page import Bars, Block, Facts, Heading, Note, Page, Table, Text
from legacytrack.pages.standings import data_of, starts, who_leads
from legacytrack.rules import statistics
from legacytrack.rules.continents import bonus
from legacytrack.rules.packets import opened
from legacytrack.rules.standings import Standings, standings
from legacytrack.rules.supply import supplies

_Part = tuple[Any, Sequence[Block]]  # what programs get, and what people read


def summary(
    world: World,
    box: Box,
    *,
    after: int | None = None,
    left_out: Sequence[str] = (),
    spoilers: bool = True,
) -> Page:
    """Tell a whole campaign.

    Args:
        world: the world, as it stood after a game if that was asked for.
        box: its box; without what packets brought, where that is not to be told.
        after: number of the game after which the world is told; None for now.
        left_out: what was recorded too late to be told of then.
        spoilers: whether what packets brought is told; the world has to be without it otherwise.
    """
    found = standings(world, box)
    told = chapters(world, box)
    parts: dict[str, _Part] = {
        "standings": _standings(world, found),
        "games": _games(world, told),
        "factions": _factions(world, box, found),
        "continents": _continents(world, box),
        "cities": _cities(world, box),
        "scars": _scars(world, box),
        "cards": _cards(world, box),
        "packets": _packets(world, box),
        "supply": _supply(world, box),
    }
    facts, lines = _about(world, box)
    data = {
        "name": world.name,
        "planet": world.planet or None,
        "planet_by": world.data.get("planet_by"),
        "players": world.players,
        "games_played": finished(world),
        "as_of": after,
        "spoilers": spoilers,
        "left_out": list(left_out),
        **{name: part for name, (part, _) in parts.items()},
    }
    blocks: list[Block] = [Heading(_name(world), 1)]
    if after is not None:
        blocks.append(Text(f"As it stood after game {after}."))
    blocks += [*facts, *map(Text, lines), *_left_out(left_out, spoilers=spoilers)]
    for name, (_, said) in parts.items():
        if said:
            blocks += [Heading(_TITLES[name]), *said]
    return Page(data, blocks)


_TITLES = {
    "standings": "Standings",
    "games": "Games",
    "factions": "Factions",
    "continents": "Continents",
    "cities": "Cities",
    "scars": "Scars",
    "cards": "Territory cards",
    "packets": "Packets that were opened",
    "supply": "Left in the box",
}


def one_game(world: World, chapter: Chapter, *, spoilers: bool = True) -> Page:
    """Tell of one game alone.

    Args:
        world: the world.
        chapter: the game.
        spoilers: whether what packets brought is told.
    """
    data = {"name": world.name, "spoilers": spoilers, "games": [chapter.data]}
    said = _left_out((), spoilers=spoilers)
    return Page(data, [Heading(_name(world), 1), *said, *chapter.blocks])


def _name(world: World) -> str:
    return world.name or "A world without a name"


def _left_out(left_out: Iterable[str], *, spoilers: bool) -> list[Block]:
    said: list[Block] = [Note(each) for each in left_out]
    if not spoilers:
        said.append(Note("What packets brought is left out, and so are the notes of games."))
    return said


def _about(world: World, box: Box) -> tuple[list[Block], list[str]]:
    """Who plays, how long, and what is going on."""
    over, on = finished(world), playing(world)
    days = sorted(game.played for game in played(world).values() if game.played)
    rows = []
    if world.planet:
        by = world.player_name(world.data.get("planet_by"))
        rows.append(("planet", f'"{world.planet}"' + (f", named by {by}" if by else "")))
    rows.append(("players", ", ".join(world.players.values()) or "none yet"))
    span = f", {days[0]} to {days[-1]}" if len(days) > 1 else f", {days[0]}" if days else ""
    rows.append(("games", f"{over} played{span}" if over else "none played yet"))
    lines = []
    if on:
        hands = ", ".join(
            world.player_name(id) + (f" ({called.faction(box, hand.faction)})" * bool(hand.faction))
            for id, hand in on.hands.items()
        )
        lines.append(f"Game {on.number} is on: {hands}.")
    return [Facts(rows)], lines


def _standings(world: World, found: Standings) -> _Part:
    blocks = who_leads(world, found) if found.players else []
    won = [(world.player_name(each.player), each.wins) for each in found.players]
    return data_of(found), [*blocks, *_bars("Wins by player", won)]


def _games(world: World, told: Sequence[Chapter]) -> _Part:
    blocks: list[Block] = [block for chapter in told for block in chapter.blocks]
    missing = finished(world) - len(told)
    if missing > 0:
        early = " from before the record began" if before_record(world) >= missing else ""
        blocks.insert(0, Text(f"Nothing is on record of {counted(missing, 'game')}{early}."))
    return [chapter.data for chapter in told], blocks


def _factions(world: World, box: Box, found: Standings) -> _Part:
    seats = [seat for game in played(world).values() for seat in game.seats.values()]
    games = Counter(seat.faction for seat in seats if seat.faction)
    data, rows = [], []
    for id in dict.fromkeys([*box.factions, *games]):
        powers = world.powers(id)
        printed = box.factions[id].powers if id in box.factions else {}
        names = [printed[each].name if each in printed else each for each in powers]
        won = found.factions.get(id, 0)
        data.append({"faction": id, "powers": list(powers), "games": games[id], "wins": won})
        if powers or games[id]:
            name = called.faction(box, id)
            rows.append((name, ", ".join(names), str(games[id]), str(won)))
    if not rows:
        return data, []
    blocks: list[Block] = [Table(("faction", "powers", "games", "won"), rows, (2, 3))]
    blocks += _bars(
        "Wins by faction",
        [(called.faction(box, id), count) for id, count in found.factions.items()],
    )
    if found.starts:
        blocks += [Heading("Starts", 3), starts(box, found)]
    return data, blocks


def _continents(world: World, box: Box) -> _Part:
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
        Table(columns, rows, (2, 3, 4, 5, 6)),
        *_bars(
            "Population by continent",
            [(_continent(box, each.continent), each.population) for each in grounds],
        ),
        *_bars(
            "Coins by continent",
            [(_continent(box, each.continent), each.coins) for each in grounds],
        ),
    ]


def _continent(box: Box, id: str) -> str:
    return called.place(box, id) if id else "elsewhere"


def _cities(world: World, box: Box) -> _Part:
    found = statistics.cities(world, box)
    rows = [
        (
            each.name or called.city(box, each.kind),
            called.place(box, each.place),
            called.city(box, each.kind),
            str(each.population),
            world.player_name(each.founder),
            str(each.game or ""),
        )
        for each in found
    ]
    columns = ("city", "territory", "kind", "population", "founder", "game")
    blocks: list[Block] = [Table(columns, rows, (3, 5))] if rows else []
    return [each._asdict() for each in found], blocks


def _scars(world: World, box: Box) -> _Part:
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
            world.noted(each.game, each.by).strip() or "yes",
        )
        for place, each in gone
    ]
    columns = ("scar", "territory", "player", "game", "cancelled")
    shown = columns if gone else columns[:-1]
    blocks: list[Block] = (
        [Table(shown, [row[: len(shown)] for row in rows], (3,))] if rows else []
    )
    return data, blocks


def _cards(world: World, box: Box) -> _Part:
    found = statistics.deck(world, box)
    share = round(100 * found.even / found.cards) if found.cards else 0
    data = {
        "by_coins": {str(coins): list(places) for coins, places in found.by_coins.items()},
        "destroyed": list(found.destroyed),
        "cards": found.cards,
        "even": found.even,
    }
    rows = [
        (counted(coins, "coin"), str(len(places)), _places(box, places))
        for coins, places in found.by_coins.items()
    ]
    if found.destroyed:
        rows.append(("destroyed", str(len(found.destroyed)), _places(box, found.destroyed)))
    said = f"{found.even} of {found.cards} cards have an even number of coins ({share} %)"
    return data, [
        Table(("on the card", "cards", "territories"), rows, (1,)),
        *_bars("Cards by coins", [(name, int(count)) for name, count, _ in rows]),
        Text(f"{said}: as often as that a card brings an event."),
    ]


def _places(box: Box, places: Sequence[str]) -> str:
    return ", ".join(called.place(box, each) for each in places)


def _packets(world: World, box: Box) -> _Part:
    found = opened(world)
    rows = [
        (packet_words(box, each), f"game {each.game}" if each.game else "game not recorded")
        for each in found
    ]
    return [each._asdict() for each in found], [Facts(rows)] if rows else []


def _supply(world: World, box: Box) -> _Part:
    found = supplies(world, box)
    data: Mapping[str, Any] = {
        each.rule: {"limit": each.limit, "used": each.used, "left": each.left} for each in found
    }
    rows = [(each.name, str(each.left), str(each.limit)) for each in found]
    return data, [Table(("in the box", "left", "of"), rows, (1, 2))]


def _bars(title: str, rows: Sequence[tuple[str, int]]) -> list[Block]:
    """Draw numbers as bars, unless there is nothing to compare."""
    if not any(count for _, count in rows):
        return []
    return [Heading(title, 3), Bars(rows)]
