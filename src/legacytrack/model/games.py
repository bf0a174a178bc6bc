"""The games of a campaign: those that were played, and the one that is on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from legacytrack.model.change import Tree
from legacytrack.model.world import World

NOT_TAKEN = "not taken"


class Seat(NamedTuple):
    """What one player did in a game that was played.

    Args:
        faction: id of the faction, if known.
        start: id of the starting territory, if known.
        result: "won", "held-on" or "eliminated", if known.
        reward: the reward as command and place, like "city ural"; empty while none is recorded.
        held: ids of the territories held at the end; None when nobody wrote them down.
    """

    faction: str | None
    start: str | None
    result: str | None
    reward: str
    held: tuple[str, ...] | None


class Game(NamedTuple):
    """A game that was played: who signed, when, what they noted, and who sat at the table."""

    number: int
    winner: str | None
    played: str
    note: str
    seats: Mapping[str, Seat]


class Hand(NamedTuple):
    """What one player has in the game that is on.

    Args:
        faction: id of the faction.
        hq: id of the territory of the own HQ, None before it is placed.
        stars: Red Star tokens.
        missiles: missiles left.
        turn: place in the order of turns, from 1, if known.
        placing: place in the order of placing, from 1, if known.
    """

    faction: str | None
    hq: str | None
    stars: int
    missiles: int
    turn: int | None
    placing: int | None


class Playing(NamedTuple):
    """The game that is on."""

    number: int
    hands: Mapping[str, Hand]

    @property
    def hqs(self) -> dict[str, str]:
        """The territories with an HQ, and whose it is."""
        return {hand.hq: player for player, hand in self.hands.items() if hand.hq}


def _text(data: Tree, key: str) -> str:
    return str(data.get(key, ""))


def _seat(data: Tree) -> Seat:
    held = data.get("held")
    return Seat(
        data.get("faction"),
        data.get("start"),
        data.get("result"),
        _text(data, "reward"),
        None if held is None else tuple(held),
    )


def played(world: World) -> dict[int, Game]:
    """The games on record, by number, the first one first.

    Args:
        world: the world.
    """
    games = {}
    for number, data in sorted(world.table("games").items(), key=lambda each: int(each[0])):
        seats = {id: _seat(seat) for id, seat in data.get("players", {}).items()}
        games[int(number)] = Game(
            int(number), data.get("winner"), _text(data, "played"), _text(data, "note"), seats
        )
    return games


def playing(world: World) -> Playing | None:
    """The game that is on, None between games.

    Args:
        world: the world.
    """
    data = world.table("game")
    if "number" not in data:
        return None
    hands = {
        id: Hand(
            hand.get("faction"),
            hand.get("hq"),
            hand.get("stars", 0),
            hand.get("missiles", 0),
            hand.get("turn"),
            hand.get("placing"),
        )
        for id, hand in data.get("players", {}).items()
    }
    return Playing(data["number"], hands)


def before_record(world: World) -> int:
    """How many games were played before the record began; what is known of them is typed in.

    Args:
        world: the world.
    """
    return int(world.data.get("games_played", 0))


def is_played_here(world: World, number: int) -> bool:
    """Tell whether a game was played with this record, or everybody at its table was typed in.

    Args:
        world: the world.
        number: number of the game.
    """
    game = played(world).get(number)
    return bool(game) and (number > before_record(world) or bool(game and game.seats))


def last_played(world: World) -> int | None:
    """The last game that was played with this record, None before there is one.

    Args:
        world: the world.
    """
    return max((each for each in played(world) if is_played_here(world, each)), default=None)


def finished(world: World) -> int:
    """How many games are over at least, as records, marks and the file say.

    Args:
        world: the world; marks of the game that is on do not count it as over.
    """
    on = playing(world)
    recorded = max(played(world), default=0)
    return max(recorded, min(world.games_played, on.number - 1) if on else world.games_played)


def signatures(world: World, last: int) -> dict[str, int]:
    """Count the lines that each player has signed.

    Args:
        world: the world.
        last: the last game that is signed for (games-with-rewards).
    """
    signed = dict.fromkeys(world.players, 0)
    for game in played(world).values():
        if game.winner and game.number <= last:
            signed[game.winner] = signed.get(game.winner, 0) + 1
    return signed
