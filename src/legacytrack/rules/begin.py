"""Beginning a game: who sits down with what, and with how many troops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.games import NOT_TAKEN, finished, played, playing, signatures
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.rewards import can_be_taken


class Entrant(NamedTuple):
    """A player who sits down for a game.

    Args:
        player: id of the player.
        faction: id of the faction; None in a box without factions.
        turn: place in the order of turns, from 1, if it is told.
        placing: place in the order of placing, from 1, if it is told.
        troops: starting troops, if they are other than printed.
        coins: coins to start with, if there are any.
        missiles: missiles beside those of the own signatures.
    """

    player: str
    faction: str | None
    turn: int | None = None
    placing: int | None = None
    troops: int | None = None
    coins: int | None = None
    missiles: int = 0


def begin_game(
    world: World, box: Box, *, entrants: Sequence[Entrant], number: int | None, not_taken: bool
) -> Outcome:
    """Open the next game: each player with a faction, and a token or missiles (star-or-missiles).

    Args:
        world: the world.
        box: the box.
        entrants: who plays, in the order in which they were named.
        number: number of the game; None for the next one.
        not_taken: record the rewards that are still due as not taken.
    """
    following = finished(world) + 1
    number = number or following
    findings: list[Finding] = []
    on = playing(world)
    if on:
        # No law of the box that a packet could lift: two games would be mixed in one table.
        what = f"Game {on.number} is on."
        fix = "end it first: legacytrack sign PLAYER"
        findings.append(Finding("game-on", "game.number", what, fix))
    elif number != following:
        what = f"The next game is number {following}, not {number}."
        findings.append(box.finding("game-in-order", f"games.{number}", what))
    findings.extend(_table_findings(world, box, entrants))
    signed = signatures(world, box.last_signed)
    # What was left in the table of another game does not belong to this one.
    after = world.with_value("game", value=None).with_value("game", "number", value=number)
    for entrant in entrants:
        mine = signed.get(entrant.player, 0)
        extra = _brought(world, box, entrant.faction)
        token, missiles = _token_or_missiles(box, mine, entrant.missiles + extra["missiles"])
        after = after.with_table(
            *("game", "players", entrant.player),
            faction=entrant.faction,
            stars=token,
            missiles=missiles,
            turn=entrant.turn,
            placing=entrant.placing,
            troops=_said(entrant.troops, extra["starting_troops"]),
            coins=_said(entrant.coins, extra["starting_coins"]),
            # Where the board is dealt out, all that somebody holds comes on record from here on.
            holds=[] if box.has("territories to deal") else None,
        )
    notes: list[str] = []
    for last, waiting in _open_rewards(world, box).items():
        names = ", ".join(world.player_name(player) for player in waiting)
        if not_taken:
            for player in waiting:
                at = ("games", str(last), "players", player, "reward")
                after = after.with_value(*at, value=NOT_TAKEN)
            notes.append(f"Recorded as not taken for game {last}: {names}.")
        else:
            what = f"Rewards of game {last} are still due: {names}."
            notes.append(f"{what} Take them with --game {last}, or begin with --not-taken.")
    who = ", ".join(
        world.player_name(one.player)
        + (f" ({box.factions[one.faction].name})" if one.faction else "")
        for one in entrants
    )
    return Outcome(after, f"Game {number} begins: {who}.", tuple(findings), tuple(notes))


def _said(told: int | None, brought: int) -> int | None:
    """Take what was told, else what a power brings, if it brings anything."""
    return max(brought, 0) or None if told is None else told


def _token_or_missiles(box: Box, signed: int, more: int) -> tuple[int | None, int | None]:
    """Give a Red Star token, or missiles for signatures; None of what the box has not."""
    if not box.has("Red Stars"):
        return None, None
    each = box.number("star-or-missiles", "missiles")
    token = 0 if signed else box.number("star-or-missiles", "stars")
    return token, max(signed * each + more, 0)


def _brought(world: World, box: Box, faction: str | None) -> dict[str, int]:
    """Add up what the powers of a faction bring to the start of a game."""
    words = ("missiles", "starting_troops", "starting_coins")
    printed = box.factions[faction].powers if faction else {}
    effects = [printed[id].effects for id in world.powers(faction or "") if id in printed]
    return {word: sum(effect.get(word, 0) for effect in effects) for word in words}


def _table_findings(world: World, box: Box, entrants: Sequence[Entrant]) -> list[Finding]:
    findings = []
    least, most = box.number("players-per-game", "least"), box.number("players-per-game", "most")
    if not least <= len(entrants) <= most:
        what = f"{counted(len(entrants), 'player')}: a game is for {least} to {most}."
        findings.append(box.finding("players-per-game", "game.players", what))
    seen: dict[str, str] = {}
    for entrant in entrants:
        if not entrant.faction:
            continue
        first = seen.setdefault(entrant.faction, entrant.player)
        if first != entrant.player:
            names = f"{world.player_name(first)} and {world.player_name(entrant.player)}"
            what = f"{names} both play {box.factions[entrant.faction].name}."
            where = f"game.players.{entrant.player}.faction"
            findings.append(box.finding("faction-once-a-game", where, what))
    return findings


def _open_rewards(world: World, box: Box) -> dict[int, list[str]]:
    games = played(world)
    waiting = {
        number: [each.player for each in can_be_taken(world, box, number)] for number in games
    }
    return {number: players for number, players in waiting.items() if players}


def starting_troops(box: Box, players: int) -> int:
    """Look up the troops that each player begins with (starting-troops, troops-by-players).

    Args:
        box: the box.
        players: how many people play.
    """
    if not box.has("territories to deal"):
        return box.number("starting-troops")
    table = box.rules["troops-by-players"].numbers["troops"]
    by_players = {int(count): int(troops) for count, troops in table.items()}
    nearest = min(by_players, key=lambda count: abs(count - players))  # a table by leave
    return by_players[nearest]
