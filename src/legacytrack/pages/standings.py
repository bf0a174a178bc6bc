"""Standings: who won how often, who can still win, and where factions started."""

from __future__ import annotations

from typing import Any

from legacytrack.model.box import Box
from legacytrack.model.text import counted
from legacytrack.model.world import ELIMINATED, HELD_ON, World
from legacytrack.pages import called
from legacytrack.pages.page import Block, Facts, Heading, Page, Table, Text
from legacytrack.rules.standings import Standings, standings


def standing(world: World, box: Box) -> Page:
    """Say who won how often, who can still win, and where factions started."""
    found = standings(world, box)
    blocks = who_leads(world, found)
    if found.factions:
        won = [(called.faction(box, id), str(count)) for id, count in found.factions.items()]
        blocks += [Heading("Wins by faction"), Facts(won)]
    if found.starts:
        blocks += [Heading("Starts"), starts(box, found)]
    return Page(data_of(found), blocks)


def data_of(found: Standings) -> dict[str, Any]:
    """The standings for programs."""
    return {
        "players": [
            {"player": each.player, "wins": each.wins, "results": dict(each.results)}
            for each in found.players
        ],
        "factions": dict(found.factions),
        "starts": {faction: dict(each) for faction, each in found.starts.items()},
        "unknown": found.unknown,
        "left": found.left,
        "leaders": list(found.leaders),
        "decided": found.decided,
        "in_reach": list(found.in_reach),
    }


def who_leads(world: World, found: Standings) -> list[Block]:
    """List the players by wins, and say how the campaign stands."""
    rows = [
        (
            world.player_name(each.player),
            str(each.wins),
            str(each.results.get(HELD_ON, 0)),
            str(each.results.get(ELIMINATED, 0)),
            "yes" if each.player in found.in_reach else "no",
        )
        for each in found.players
    ]
    columns = ("player", "won", "held on", "eliminated", "can still win")
    shown = Table(columns, rows, (1, 2, 3))
    blocks: list[Block] = [shown if found.ends else shown.without(columns[-1:])]
    leaders = [world.player_name(id) for id in found.leaders]
    if len(leaders) > 1:
        blocks.append(Text(f"A tie: {', '.join(leaders)}."))
    elif leaders:
        what = "has won the campaign" if found.decided else "leads"
        blocks.append(Text(f"{leaders[0]} {what}."))
    open_ = [f"{counted(found.left, 'game')} with rewards left"] if found.ends else []
    open_ += [f"{counted(found.unknown, 'winner')} unknown"] if found.unknown else []
    blocks += [Text(f"{'; '.join(open_)}.")] if open_ else []
    return blocks


def starts(box: Box, found: Standings) -> Facts:
    """List where each faction started, and how often where it was more than once."""
    return Facts(
        [
            (
                called.faction(box, faction),
                ", ".join(
                    called.place(box, id) + (f" ({count})" if count > 1 else "")
                    for id, count in each.items()
                ),
            )
            for faction, each in found.starts.items()
        ]
    )
