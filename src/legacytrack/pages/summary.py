"""The summary: a whole campaign as a page to read, to print and to send around."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from legacytrack.model.box import Box
from legacytrack.model.games import before_record, finished, played, playing
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.pages import atlas, called
from legacytrack.pages.atlas import Part, bars
from legacytrack.pages.chapters import Chapter, chapters, packet_words
from legacytrack.pages.map import drawing_of
from legacytrack.pages.page import Block, Facts, Heading, Note, Page, Table, Text
from legacytrack.pages.standings import data_of, starts, who_leads
from legacytrack.rules.packets import opened
from legacytrack.rules.standings import Standings, standings
from legacytrack.rules.supply import supplies


def summary(
    world: World,
    box: Box,
    *,
    after: int | None = None,
    late: Sequence[tuple[int, str]] = (),
    spoilers: bool = True,
) -> Page:
    """Tell a whole campaign.

    Args:
        world: the world, as it stood after a game if that was asked for.
        box: its box; without what packets brought, where that is not to be told.
        after: number of the game after which the world is told; None for now.
        late: changes, by number and sentence, that were recorded later and do not fit in.
        spoilers: whether what packets brought is told; the world has to be without it otherwise.
    """
    found = standings(world, box)
    told = chapters(world, box)
    parts: dict[str, Part] = {
        "standings": _standings(world, found),
        "games": _games(world, told),
        "factions": _factions(world, box, found),
        "map": (None, [drawing_of(world, box)]),
        "continents": atlas.continents(world, box),
        "cities": atlas.cities(world, box),
        "scars": atlas.scars(world, box),
        "cards": atlas.cards(world, box),
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
        "late": [number for number, _ in late],
        **{name: part for name, (part, _) in parts.items() if name != "map"},
    }
    blocks: list[Block] = [Heading(_name(world), 1)]
    blocks += [*facts, *map(Text, lines), *_left_out(after, late, spoilers=spoilers)]
    for name, (_, said) in parts.items():
        if said:
            blocks += [Heading(_TITLES[name]), *said]
    return Page(data, blocks)


_TITLES = {
    "standings": "Standings",
    "games": "Games",
    "factions": "Factions",
    "map": "Map",
    "continents": "Continents",
    "cities": "Cities",
    "scars": "Scars",
    "cards": "Territory cards",
    "packets": "Packets that were opened",
    "supply": "Left in the box",
}


def one_game(
    world: World,
    chapter: Chapter,
    *,
    after: int | None = None,
    late: Sequence[tuple[int, str]] = (),
    spoilers: bool = True,
) -> Page:
    """Tell of one game alone; the arguments are those of `summary`."""
    data = {
        "name": world.name,
        "as_of": after,
        "spoilers": spoilers,
        "late": [number for number, _ in late],
        "games": [chapter.data],
    }
    said = _left_out(after, late, spoilers=spoilers)
    return Page(data, [Heading(_name(world), 1), *said, *chapter.blocks])


def _name(world: World) -> str:
    return world.name or "A world without a name"


def _left_out(
    after: int | None, late: Sequence[tuple[int, str]], *, spoilers: bool
) -> Iterator[Block]:
    """Say what this page does not tell, and why."""
    if after is not None:
        yield Note(f"As it stood after game {after}.")
    for number, said in late:
        yield Note(
            f"Change {number} came later and does not fit in"
            # A sentence of the history may name what came out of a packet.
            + (f": {said}" if spoilers else ".")
        )
    if not spoilers:
        yield Note("What packets brought is left out, and so are the notes of games.")


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


def _standings(world: World, found: Standings) -> Part:
    blocks = who_leads(world, found) if found.players else []
    won = [(world.player_name(each.player), each.wins) for each in found.players]
    return data_of(found), [*blocks, *bars("Wins by player", won)]


def _games(world: World, told: Sequence[Chapter]) -> Part:
    blocks: list[Block] = [block for chapter in told for block in chapter.blocks]
    missing = finished(world) - len(told)
    if missing > 0:
        early = " from before the record began" if before_record(world) >= missing else ""
        blocks.insert(0, Text(f"Nothing is on record of {counted(missing, 'game')}{early}."))
    return [chapter.data for chapter in told], blocks


def _factions(world: World, box: Box, found: Standings) -> Part:
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
    blocks += bars(
        "Wins by faction",
        [(called.faction(box, id), count) for id, count in found.factions.items()],
    )
    if found.starts:
        blocks += [Heading("Starts", 3), starts(box, found)]
    return data, blocks


def _packets(world: World, box: Box) -> Part:
    found = opened(world)
    rows = [
        (packet_words(box, each), f"game {each.game}" if each.game else "game not recorded")
        for each in found
    ]
    return [each._asdict() for each in found], [Facts(rows)] if rows else []


def _supply(world: World, box: Box) -> Part:
    found = supplies(world, box)
    data: Mapping[str, Any] = {
        each.rule: {"limit": each.limit, "used": each.used, "left": each.left} for each in found
    }
    rows = [(each.name, str(each.left), str(each.limit)) for each in found]
    return data, [Table(("in the box", "left", "of"), rows, (1, 2))] if rows else []
