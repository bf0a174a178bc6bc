"""The games of a campaign: those that were played, and the one that is on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from legacytrack.model.change import Tree
from legacytrack.model.world import World

NOT_TAKEN = "not taken"
COIN = "coin"  # a coin card in a hand, where the others go by their territory


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
    """A game that was played: who signed, when, what they noted, and who sat at the table.

    Args:
        most_missiles: the most missiles that were spent in one roll, as far as it was recorded.
    """

    number: int
    winner: str | None
    played: str
    note: str
    seats: Mapping[str, Seat]
    most_missiles: int = 0


class Hand(NamedTuple):
    """What one player has in the game that is on.

    Args:
        faction: id of the faction.
        hq: id of the territory of the own HQ, None before it is placed.
        stars: Red Star tokens.
        missiles: missiles left.
        turn: place in the order of turns, from 1, if known.
        placing: place in the order of placing, from 1, if known.
        holds: ids of the territories under control; None when nobody wrote them down.
        partly: whether `holds` is only some of it.
        cards: cards in hand, ids of territories and `COIN`, or of symbols; None when nobody wrote
            them down.
        out: whether the player is eliminated.
    """

    faction: str | None
    hq: str | None
    stars: int
    missiles: int
    turn: int | None
    placing: int | None
    holds: tuple[str, ...] | None = None
    cards: tuple[str, ...] | None = None
    out: bool = False
    partly: bool = False

    @property
    def is_recorded(self) -> bool:
        """Tell whether all that is held was written down."""
        return self.out or (self.holds is not None and not self.partly)


class Turn(NamedTuple):
    """The turn that is on, as far as it is recorded.

    Args:
        player: id of the player whose turn it is; None when nobody keeps turns.
        conquered: whether they took a territory from somebody in this turn.
        expanded: how many territories they moved into that nobody held.
        drew: whether they took their card or a mission.
        turned_in: whether they turned in cards for troops.
    """

    player: str | None = None
    conquered: bool = False
    expanded: int = 0
    drew: bool = False
    turned_in: bool = False


class SideBoard(NamedTuple):
    """The side board, for groups that record it.

    Args:
        slots: ids of the territories whose cards are face up, slot 1 first; "" for one not said.
        discards: ids of the territories whose cards are in the discard pile.
        coin_star: whether the star for the empty coin pile was given, or went to nobody.
    """

    slots: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    coin_star: bool = False


class Playing(NamedTuple):
    """The game that is on: who plays it with what, the turn, the side board.

    Args:
        number: number of the game.
        hands: what each player has, by id, in the order in which they were named.
        turn: the turn that is on.
        side_board: the cards beside the board.
        most_missiles: the most missiles that were spent in one roll.
        sets: how many sets of cards were turned in so far, by all players.
    """

    number: int
    hands: Mapping[str, Hand]
    turn: Turn = Turn()
    side_board: SideBoard = SideBoard()
    most_missiles: int = 0
    sets: int = 0

    @property
    def hqs(self) -> dict[str, str]:
        """The territories with an HQ, and whose it is."""
        return {hand.hq: player for player, hand in self.hands.items() if hand.hq}


def _text(data: Tree, key: str) -> str:
    return str(data.get(key, ""))


def _listed(data: Tree, key: str) -> tuple[str, ...] | None:
    return tuple(data[key]) if key in data else None


def _seat(data: Tree) -> Seat:
    return Seat(
        data.get("faction"),
        data.get("start"),
        data.get("result"),
        _text(data, "reward"),
        _listed(data, "held"),
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
            int(number),
            data.get("winner"),
            _text(data, "played"),
            _text(data, "note"),
            seats,
            data.get("most_missiles", 0),
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
            _listed(hand, "holds"),
            _listed(hand, "cards"),
            hand.get("out", False),
            hand.get("partly", False),
        )
        for id, hand in data.get("players", {}).items()
    }
    turn = Turn(
        data.get("turn"),
        data.get("conquered", False),
        data.get("expanded", 0),
        data.get("drew", False),
        data.get("turned_in", False),
    )
    side_board = SideBoard(
        tuple(data.get("slots", ())), tuple(data.get("discards", ())), data.get("coin_star", False)
    )
    most, sets = data.get("most_missiles", 0), data.get("sets", 0)
    return Playing(data["number"], hands, turn, side_board, most, sets)


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
