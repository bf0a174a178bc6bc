"""Standings: who won how often, who can still win, and what the planet's name hangs on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from legacytrack.model.box import Box
from legacytrack.model.games import finished, played, signatures
from legacytrack.model.world import World


class Standing(NamedTuple):
    """How one player stands: wins, and how each of the other games ended for them."""

    player: str
    wins: int
    results: Mapping[str, int]


class Standings(NamedTuple):
    """How a campaign stands.

    Args:
        players: everybody, most wins first.
        factions: wins by faction (id).
        starts: where each faction (id) started, territory (id) and how often.
        unknown: games whose winner nobody wrote down.
        left: games with rewards that are still to be played; none where games go on for ever.
        leaders: ids of those with the most wins; several are a tie.
        decided: whether no single rival can reach the leader any more.
        in_reach: ids of the players who can still have most wins.
        ends: whether there is a last game at all (games-with-rewards).
    """

    players: tuple[Standing, ...]
    factions: Mapping[str, int]
    starts: Mapping[str, Mapping[str, int]]
    unknown: int
    left: int
    leaders: tuple[str, ...]
    decided: bool
    in_reach: tuple[str, ...]
    ends: bool = True


def standings(world: World, box: Box) -> Standings:
    """Count wins, results and starts, and work out whether the campaign is decided.

    Args:
        world: the world; games without a winner on record count as unknown, and could be anybody's.
        box: the box.
    """
    last = box.last_signed
    games = [game for game in played(world).values() if game.number <= last]
    wins = signatures(world, last)
    known = sum(1 for game in games if game.winner)
    over = min(finished(world), last)
    unknown = over - known
    left = last - over if box.has("lines to sign") else 0
    results: dict[str, Counter[str]] = {player: Counter() for player in wins}
    factions: Counter[str] = Counter()
    starts: dict[str, Counter[str]] = {}
    for game in played(world).values():
        for player, seat in game.seats.items():
            if seat.result:
                results.setdefault(player, Counter())[seat.result] += 1
            if seat.faction and seat.start:
                starts.setdefault(seat.faction, Counter())[seat.start] += 1
            if seat.faction and player == game.winner:
                factions[seat.faction] += 1
    most = max(wins.values(), default=0)
    leaders = tuple(player for player, count in wins.items() if count == most and most)
    open_games = left + unknown
    in_reach = tuple(player for player, count in wins.items() if count + open_games >= most)
    if not box.has("lines to sign"):  # games go on for ever, and everybody can still win
        in_reach = tuple(wins)
    order = sorted(wins, key=lambda player: -wins[player])
    return Standings(
        tuple(Standing(player, wins[player], dict(results[player])) for player in order),
        dict(factions.most_common()),
        {faction: dict(each.most_common()) for faction, each in starts.items()},
        unknown,
        left,
        leaders,
        # Somebody who has not played yet could still win all that is open.
        box.has("lines to sign")
        and len(leaders) == 1
        and open_games < most
        and all(each in leaders for each in in_reach),
        in_reach,
        box.has("lines to sign"),
    )


def roll_bonus(world: World, each: int = 1) -> dict[str, int]:
    """Count the continents that each player named: each adds one to the roll for the planet.

    Args:
        world: the world.
        each: what a named continent adds (planet-by-signatures).
    """
    named = Counter(
        mark.named_by
        for mark in map(world.continent, world.changed_continents)
        if mark.name and mark.named_by
    )
    return {player: each * named.get(player, 0) for player in world.players}
