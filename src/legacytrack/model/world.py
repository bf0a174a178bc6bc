"""The world: what a group did to its box, as the world file says it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from legacytrack.model.change import Path, Tree, with_value

FORMAT = 1
WON, HELD_ON, ELIMINATED = "won", "held-on", "eliminated"


class Scar(NamedTuple):
    """A scar on a territory: its kind, the game and the player (id) where they are known."""

    kind: str
    game: int | None
    by: str | None


class Cancelled(NamedTuple):
    """A scar that a sticker took off the board, and when and by whom."""

    scar: Scar
    game: int | None
    by: str | None


class City(NamedTuple):
    """A city: its kind, its name, its founder (id) and the game it was founded in."""

    kind: str
    name: str
    founder: str | None
    game: int | None


class Fortification(NamedTuple):
    """A fortification: boxes marked so far, and how many fortifications it has replaced."""

    boxes: int
    replaced: int
    game: int | None
    by: str | None


class Card(NamedTuple):
    """A territory card.

    Args:
        coins: all coins to be seen on it; None for those that are printed.
        coin_game: the game in which the last one came, if known.
        destroyed: whether the card is out of the campaign.
        game: the game in which it was destroyed, if known.
        by: id of the player who destroyed it, if known.
    """

    coins: int | None
    coin_game: int | None
    destroyed: bool
    game: int | None
    by: str | None


class ContinentMark(NamedTuple):
    """What was done to a continent: its name and namer (id), and the change of its bonus."""

    name: str
    named_by: str | None
    named_in: int | None
    bonus_change: int
    bonus_by: str | None
    bonus_in: int | None


class World:
    """What a world file says, without the parts that make no sense.

    Args:
        data: the file as a tree without empty tables; never changed, only copied.
    """

    __slots__ = ("data",)

    def __init__(self, data: Tree) -> None:
        self.data = data

    def with_value(self, *path: str, value: Any) -> World:
        """Copy the world with one value set, or taken out when it is None."""
        return World(with_value(self.data, path, value))

    def with_table(self, *path: str, **values: Any) -> World:
        """Copy the world with several values of a table set; those that are None are left as they are."""
        world = self
        for key, value in values.items():
            if value is not None:
                world = world.with_value(*path, key, value=value)
        return world

    def table(self, *path: str) -> Tree:
        """A table of the file, empty when there is none."""
        here = self.data
        for key in path:
            below = here.get(key)
            if not isinstance(below, dict):
                return {}
            here = below
        return here

    @property
    def name(self) -> str:
        """The name of the campaign."""
        return str(self.data.get("name", ""))

    @property
    def planet(self) -> str:
        """The name of the planet, empty before it has one."""
        return str(self.data.get("planet", ""))

    @property
    def players(self) -> dict[str, str]:
        """The names of the players by id."""
        return {id: str(data.get("name", id)) for id, data in self.table("players").items()}

    def player_name(self, id: str | None) -> str:
        """The name of a player, or the id when the world has no such player."""
        return self.players.get(id or "", id or "")

    def credit(self, game: int | None, by: str | None) -> str:
        """Say when and by whom something was done, in brackets, as far as the world knows.

        Args:
            game: number of the game, None when nobody wrote it down.
            by: id of the player, None when nobody wrote it down.
        """
        parts = ([f"game {game}"] if game else []) + ([self.player_name(by)] if by else [])
        return f"({', '.join(parts)})" if parts else "(game and player not recorded)"

    def noted(self, game: int | None, by: str | None) -> str:
        """Say when and by whom for the end of a sentence, or nothing when the world knows neither."""
        return f" {self.credit(game, by)}" if game or by else ""

    @property
    def marked_territories(self) -> tuple[str, ...]:
        """Ids of the territories that the world file says something of."""
        return tuple(self.table("territories"))

    def scar(self, territory: str) -> Scar | None:
        """The scar on a territory."""
        data = self.table("territories", territory, "scar")
        return Scar(data["kind"], data.get("game"), data.get("by")) if data else None

    def cancelled(self, territory: str) -> tuple[Cancelled, ...]:
        """The scars that were cancelled on a territory, the oldest first."""
        return tuple(
            Cancelled(
                Scar(data["kind"], data.get("game"), data.get("by")),
                data.get("cancelled_in"),
                data.get("cancelled_by"),
            )
            for data in self.table("territories", territory, "cancelled").values()
        )

    def city(self, territory: str) -> City | None:
        """The city on a territory."""
        data = self.table("territories", territory, "city")
        if not data:
            return None
        return City(data["kind"], data.get("name", ""), data.get("founder"), data.get("game"))

    def covered(self, territory: str) -> tuple[str, ...]:
        """The kinds of the marks that lie under a newer one on a territory, the oldest first."""
        return tuple(
            str(data["kind"]) for data in self.table("territories", territory, "covered").values()
        )

    def fortification(self, territory: str) -> Fortification | None:
        """The fortification on a territory, used up or not."""
        data = self.table("territories", territory, "fortification")
        if not data:
            return None
        return Fortification(
            data["boxes"], data.get("replaced", 0), data.get("game"), data.get("by")
        )

    def card(self, territory: str) -> Card:
        """The card of a territory."""
        data = self.table("cards", territory)
        destroyed = data.get("destroyed", False)
        return Card(
            data.get("coins"),
            data.get("game"),
            destroyed is not False,
            None if isinstance(destroyed, bool) else destroyed,
            data.get("destroyed_by"),
        )

    @property
    def cards(self) -> tuple[str, ...]:
        """Ids of the territories whose cards are no longer as printed."""
        return tuple(self.table("cards"))

    def continent(self, id: str) -> ContinentMark:
        """What was done to a continent."""
        data = self.table("continents", id)
        return ContinentMark(
            data.get("name", ""),
            data.get("named_by"),
            data.get("named_in"),
            data.get("bonus_change", 0),
            data.get("bonus_by"),
            data.get("bonus_in"),
        )

    def bonus_stickers(self, id: str) -> tuple[int, ...]:
        """All stickers that ever changed the bonus of a continent, covered ones first: 1 or -1."""
        covered = self.table("continents", id, "covered").values()
        now = self.continent(id).bonus_change
        return (*(data["bonus_change"] for data in covered), *((now,) if now else ()))

    @property
    def changed_continents(self) -> tuple[str, ...]:
        """Ids of the continents that the world file says something of."""
        return tuple(self.table("continents"))

    def powers(self, faction: str) -> tuple[str, ...]:
        """Ids of the powers on a faction card."""
        return tuple(self.table("factions", faction).get("powers", ()))

    @property
    def changed_factions(self) -> tuple[str, ...]:
        """Ids of the factions that the world file says something of."""
        return tuple(self.table("factions"))

    @property
    def games_played(self) -> int:
        """How many games have been played at least: as the file says, or as its marks show.

        A scar, a city, a name, a changed bonus, a fortification or a destroyed card without a game
        shows that one game has begun.
        """
        said = int(self.data.get("games_played", 0))
        named_in = int(self.data.get("planet_in", 0))
        return max((said, named_in, *self._games_of_marks()))

    def _games_of_marks(self) -> Iterator[int]:
        for territory in self.table("territories").values():
            yield from (_game(territory[key]) for key in _MARKS if key in territory)
            yield from (_game(part) for part in territory.get("covered", {}).values())
            for part in territory.get("cancelled", {}).values():
                yield max(_game(part), part.get("cancelled_in", 1))
        for continent in self.table("continents").values():
            if "name" in continent or "bonus_change" in continent:
                yield max(continent.get("named_in", 1), continent.get("bonus_in", 1))
        for card in self.table("cards").values():
            yield card.get("game", 0)
            yield int(card.get("destroyed", 0))
        yield from (int(number) for number in self.table("games"))
        yield self.table("game").get("number", 1) - 1

    def tables_of(self, player: str) -> Iterator[Path]:
        """The places of the tables that a player has in games: what they did in each."""
        for number in self.table("games"):
            if player in self.table("games", number, "players"):
                yield ("games", number, "players", player)
        if player in self.table("game", "players"):
            yield ("game", "players", player)

    def references(self) -> Iterator[tuple[Path, str]]:
        """All places where the world file names a player: path and id."""
        for pattern in _PLAYER_PATHS:
            yield from _references(self.data, pattern, ())


_MARKS = ("scar", "city", "fortification")
_PLAYER_PATHS = (
    ("planet_by",),
    *(("territories", "*", mark, "by") for mark in _MARKS),
    ("territories", "*", "city", "founder"),
    *(("territories", "*", "cancelled", "*", key) for key in ("by", "cancelled_by")),
    *(("territories", "*", "covered", "*", key) for key in ("by", "founder")),
    *(("cards", "*", key) for key in ("by", "destroyed_by")),
    *(("continents", "*", key) for key in ("named_by", "bonus_by")),
    ("continents", "*", "covered", "*", "bonus_by"),
    ("games", "*", "winner"),
    ("game", "turn"),
)


def _references(tree: Any, pattern: Path, at: Path) -> Iterator[tuple[Path, str]]:
    if not pattern:
        yield at, tree
    elif isinstance(tree, dict):
        first, *rest = pattern
        for key in tree if first == "*" else (first,):
            if key in tree:
                yield from _references(tree[key], tuple(rest), (*at, key))


def _game(mark: Tree) -> int:
    return int(mark.get("game", 1))
