"""World laws of games: is this record of games possible? Part of what `limits` runs."""

from __future__ import annotations

from collections.abc import Iterator

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.games import NOT_TAKEN, Game, played, playing
from legacytrack.model.world import ELIMINATED, HELD_ON, WON, World
from legacytrack.rules.rewards import RULE_OF
from legacytrack.rules.standings import standings


def games_fit(world: World, box: Box) -> Iterator[Finding]:
    """Every game on record has players, factions and rewards that fit together.

    (players-per-game, faction-once-a-game, winner-one-reward, held-on-one-reward,
    eliminated-no-reward, games-with-rewards, planet-by-signatures)
    """
    for game in played(world).values():
        at = f"games.{game.number}"
        factions = [(player, seat.faction) for player, seat in game.seats.items()]
        yield from _factions_differ(world, box, at, f"game {game.number}", factions)
        yield from _results_fit(world, game)
        yield from _rewards_fit(world, box, game)
    yield from _planet_fits(world, box)
    on = playing(world)
    if on:
        factions = [(player, hand.faction) for player, hand in on.hands.items()]
        yield from _factions_differ(world, box, "game", f"game {on.number}", factions)
        if on.number in played(world):
            what = f"Game {on.number} is on, and is on record as played."
            yield box.finding("game-in-order", "game.number", what)


def _planet_fits(world: World, box: Box) -> Iterator[Finding]:
    if not box.has("planets to name"):
        return
    by, found = world.data.get("planet_by"), standings(world, box)
    if world.planet and by and not found.unknown and found.leaders and by not in found.leaders:
        most = ", ".join(map(world.player_name, found.leaders))
        what = f"{world.player_name(by)} named the planet, but {most} signed most often."
        yield box.finding("planet-by-signatures", "planet_by", what)


def _factions_differ(
    world: World, box: Box, at: str, game: str, factions: list[tuple[str, str | None]]
) -> Iterator[Finding]:
    most = box.number("players-per-game", "most")
    if len(factions) > most:
        what = f"{len(factions)} players in {game}; a game is for {most} at most."
        yield box.finding("players-per-game", f"{at}.players", what)
    seen: dict[str, str] = {}
    for player, faction in factions:
        first = seen.setdefault(faction, player) if faction else player
        if faction and first != player:
            name = box.factions[faction].name if faction in box.factions else faction
            both = f"{world.player_name(first)} and {world.player_name(player)}"
            what = f"{both} both play {name} in {game}."
            yield box.finding("faction-once-a-game", f"{at}.players.{player}.faction", what)


def _results_fit(world: World, game: Game) -> Iterator[Finding]:
    for player, seat in game.seats.items():
        won = player == game.winner
        if seat.result and won != (seat.result == WON):
            name = world.player_name(player)
            fact = "won" if won else "did not win"
            yield Finding(
                "game-result",
                f"games.{game.number}.players.{player}.result",
                f"{name} {fact} game {game.number}, but the result says {seat.result}.",
                f"legacytrack correct {game.number} --winner PLAYER, or with PLAYER --result RESULT",
            )


def _rewards_fit(world: World, box: Box, game: Game) -> Iterator[Finding]:
    for player, seat in game.seats.items():
        rule = next((law for kind, law in RULE_OF.items() if seat.reward.startswith(kind)), "")
        if not seat.reward or seat.reward == NOT_TAKEN or not rule:
            continue
        name, at = world.player_name(player), f"games.{game.number}.players.{player}"
        if game.number > box.last_signed:
            what = f"{name} has a reward for game {game.number}: {seat.reward}."
            fix = f"take it back (legacytrack log --game {game.number} has its number)"
            yield box.finding("games-with-rewards", f"{at}.reward", what, fix)
        elif seat.result == ELIMINATED:
            what = f"{name} was eliminated from game {game.number}, and has {seat.reward}."
            fix = (
                f"take the reward back first (legacytrack log --game {game.number} has its number); "
                f"or: legacytrack correct {game.number} {player} --result {HELD_ON}"
            )
            yield box.finding("eliminated-no-reward", f"{at}.result", what, fix)
        elif game.winner and (player == game.winner) != (rule == "winner-one-reward"):
            fact = "won" if player == game.winner else "did not win"
            what = f"{name} {fact} game {game.number}, and has {seat.reward}."
            wanted = "winner-one-reward" if player == game.winner else "held-on-one-reward"
            yield box.finding(wanted, f"{at}.reward", what)
