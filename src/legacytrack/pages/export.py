"""What others read: games and campaigns as text for other programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from legacytrack.model.box import Box
from legacytrack.model.games import played
from legacytrack.model.world import World
from legacytrack.pages.page import Page, Script
from legacytrack.rules.plays import plays

COLUMNS = ("game", "date", "player", "faction", "start", "result", "reward", "held", "note")


def results(world: World, box: Box) -> list[tuple[str, ...]]:
    """List the games that are over, a row for each player at the table, under `COLUMNS`.

    Args:
        world: the world.
        box: the box.
    """

    def place(id: str) -> str:
        return box.territories[id].name if id in box.territories else id

    rows: list[tuple[str, ...]] = []
    for game in played(world).values():
        whole = (str(game.number), game.played)
        told = plays(game)
        for id, each in told.items():
            seat = each.seat
            faction = seat.faction or ""
            own = (
                world.player_name(id),
                box.factions[faction].name if faction in box.factions else faction,
                place(seat.start or ""),
                each.result,
                seat.reward,
                "; ".join(map(place, seat.held or ())),
            )
            rows.append((*whole, *own, game.note))
        if not told:
            rows.append((*whole, *[""] * 6, game.note))
    return rows


def as_rows(rows: Sequence[Sequence[str]], text: str) -> Page:
    """Give rows for a spreadsheet.

    Args:
        rows: the cells, under `COLUMNS`.
        text: the same as text.
    """
    data = {"rows": [dict(zip(COLUMNS, row, strict=True)) for row in rows]}
    return Page(data, [Script(text)])


def as_document(data: Mapping[str, Any], text: str) -> Page:
    """Give a document for programs.

    Args:
        data: the document.
        text: the same as text.
    """
    return Page(data, [Script(text)])


def as_link(
    game: int, play: Mapping[str, Any], link: str, code: Sequence[str], notes: Sequence[str]
) -> Page:
    """Give a game as a link, or as a code that says the link.

    Args:
        game: number of the game.
        play: the play in the fields of the other program.
        link: the same as a link.
        code: lines of the code; empty when only the link is wanted.
        notes: what the link does not say, for programs; people are told beside it.
    """
    data = {"game": game, "link": link, "play": play, "notes": list(notes)}
    return Page(data, [Script("\n".join(code) or link)])
