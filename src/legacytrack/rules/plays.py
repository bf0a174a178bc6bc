"""Plays: finished games, as they are told to others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.games import Game, Seat, played, playing
from legacytrack.model.world import ELIMINATED, HELD_ON, WON, World

_ORDER = (WON, HELD_ON, ELIMINATED)
_NOBODY = Seat(None, None, None, "", None)


class Play(NamedTuple):
    """How a game ended for one player.

    Args:
        seat: what they did in it.
        won: whether they won.
        result: "won", "held-on" or "eliminated"; empty when nobody wrote it down.
        rank: from 1, several who ended alike having the same; None when a result is not known.
    """

    seat: Seat
    won: bool
    result: str
    rank: int | None


def plays(game: Game) -> Mapping[str, Play]:
    """Say how a game ended for everybody who is known to have played it, by id.

    Args:
        game: the game.
    """
    seats = dict(game.seats)
    if game.winner and game.winner not in seats:
        seats = {game.winner: _NOBODY, **seats}
    results = {id: WON if id == game.winner else seat.result or "" for id, seat in seats.items()}
    known = all(results.values())
    return {
        id: Play(
            seat,
            id == game.winner,
            results[id],
            1 + sum(_ORDER.index(each) < _ORDER.index(results[id]) for each in results.values())
            if known
            else None,
        )
        for id, seat in seats.items()
    }


def finished_game(world: World, box: Box, number: int | None) -> Game | Finding:
    """Find a game that is over and whose winner is known, or say what stands against telling it.

    Args:
        world: the world.
        box: the box.
        number: number of the game; None for the last that is over.
    """
    games, on = played(world), playing(world)
    others = ", ".join(map(str, games))
    if number is None and games:
        number = max(games)
    game = games.get(number or 0)
    if game and game.winner:
        return game
    if game:
        what = f"Nobody wrote down who won game {game.number}."
        fix = f"legacytrack correct {game.number} --winner PLAYER"
    elif on and number in (None, on.number):
        what = f"Game {on.number} is not over."
        fix = "end it first: legacytrack sign PLAYER"
    elif number is None:
        what = "No game is over yet."
        fix = f"begin one: {box.begins}"
    else:
        what = f"Game {number} is not on record."
        fix = f"on record: {others}" if games else "no game is over yet (legacytrack status)"
    where = f"games.{number}" if number else "games"
    return box.finding("game-in-order", where, what, fix)
