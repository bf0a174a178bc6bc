"""Corrections of past games: what stands against one, and what no longer fits after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.games import Game, playing, signatures
from legacytrack.model.world import World
from legacytrack.rules.rewards import is_whole


def against_correction(
    world: World, box: Box, game: Game, player: str | None, values: Mapping[str, Any]
) -> Iterator[Finding]:
    """Say what of a past game stands against a correction (legal-start, hq-not-adjacent).

    Marks have changed since, so a start is held against the other starts of that game alone.

    Args:
        world: the world.
        box: the box.
        game: the game as it is on record.
        player: id of the player whose part is put right; None for the game itself.
        values: the new values by key.
    """
    winner, start = values.get("winner"), values.get("start")
    if winner and winner not in game.seats and is_whole(game, box):
        what = f"{world.player_name(winner)} did not play game {game.number}."
        who = ", ".join(map(world.player_name, game.seats))
        where = f"games.{game.number}.players"
        yield box.finding("game-in-order", where, what, f"it was played by {who}")
    at = f"games.{game.number}.players.{player}.start"
    for other, seat in game.seats.items():
        if not start or seat.start not in box.territories or other == player:
            continue
        name, near = world.player_name(other), box.territories[seat.start].name
        if seat.start == start:
            what = f"{name} started game {game.number} in {near}."
            yield box.finding("legal-start", at, what)
        elif seat.start in box.territories[start].borders:
            here = box.territories[start].name
            what = f"{name} started game {game.number} in {near}, next to {here}."
            yield box.finding("hq-not-adjacent", at, what)


def other_missiles(before: World, after: World, box: Box) -> tuple[str, ...]:
    """Say whose signatures are no longer those that the game that is on began with (star-or-missiles).

    Args:
        before: the world before a past game was written down or put right.
        after: the world after it.
        box: the box.
    """
    on, last = playing(after), box.last_signed
    if not on or not box.has("missiles"):
        return ()
    old, new = signatures(before, last), signatures(after, last)
    each = box.number("star-or-missiles", "missiles")
    return tuple(
        f"Game {on.number} is on as it began, but by the signatures {after.player_name(player)} "
        f"would have missiles: {new.get(player, 0) * each}, not {old.get(player, 0) * each}."
        for player in on.hands
        if new.get(player, 0) != old.get(player, 0)
    )
