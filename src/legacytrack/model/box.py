"""The box: board, marks, powers and numbers as they are printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.languages import PRINTED
from legacytrack.model.laws import PacketCondition, Rule, laws, packet_conditions
from legacytrack.model.marks import Mark, beside, marks
from legacytrack.model.parts import PARTS, entrants
from legacytrack.model.symbols import Symbol, symbols
from legacytrack.model.values import MOST

if TYPE_CHECKING:
    from legacytrack.model.languages import Names


class Territory(NamedTuple):
    """One of the places on the board, with its neighbours by land and by sea line (ids).

    Args:
        continent: id of its continent; empty for a new place outside of all.
        coins: coins printed on its card, when they are others than on every card.
        tile: its column and row on a map of tiles, from the north-west; None for a new place.
        label: a short name for a small tile; empty when the name is short.
    """

    id: str
    name: str
    continent: str
    land: tuple[str, ...]
    sea: tuple[str, ...]
    aliases: tuple[str, ...]
    coins: int | None = None
    tile: tuple[int, int] | None = None
    label: str = ""

    @property
    def borders(self) -> tuple[str, ...]:
        """All neighbours, a border and a sea line alike."""
        return self.land + self.sea


class Continent(NamedTuple):
    """A group of territories with its printed bonus in troops; the name is only a handle."""

    id: str
    name: str
    bonus: int
    territories: tuple[str, ...]


class Power(NamedTuple):
    """A sticker for a faction card; `effects` are words of the vocabulary in `factions.toml`."""

    id: str
    name: str
    faction: str
    colour: str
    says: str
    effects: Mapping[str, Any]


class Faction(NamedTuple):
    """An army of the box, with the powers that are printed for it, by id."""

    id: str
    name: str
    powers: Mapping[str, Power]


_POWER_WORDS = frozenset(("name", "colour", "says"))


class Box:
    """What was printed; each part is read when it is first asked for.

    Args:
        id: name of the box; of one in a folder, the name of that.
        read: gives the data of a part ("board", "factions", "marks", "rulebook", "cards", "topics",
            and "names-ru" for the places in a language).
        languages: gives the languages that places have names in, beside the printed one.
        folder: path of the folder it was read from.
        flaws: what is wrong with it, though it can be used.
    """

    def __init__(
        self,
        id: str,
        read: Callable[[str], Mapping[str, Any]],
        languages: Callable[[], Sequence[str]] = tuple,
        folder: str = "",
        flaws: tuple[Finding, ...] = (),
    ) -> None:
        self.id, self.folder, self.flaws = id, folder, flaws
        self._read = read
        self._languages = languages

    @property
    def title(self) -> str:
        """The name of the game on the box."""
        return str(self._board["game"]["name"])

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that its places have names in, the printed one first."""
        return (PRINTED, *self._languages())

    @property
    def bgg(self) -> int | None:
        """The number under which BoardGameGeek, and what leans on it, know the game, if they do."""
        return self._board["game"].get("bgg")  # type: ignore[no-any-return]

    @property
    def begins(self) -> str:
        """How a game of this box is begun, as an example to type."""
        who = entrants(self.number("players-per-game", "least"), self.factions)
        return self.example("begin") or f"legacytrack begin {who}"

    def example(self, command: str) -> str:
        """Look up what may be typed in a world of this box, as an example; empty without one.

        Args:
            command: the name of the command.
        """
        words = self._board.get("examples", {}).get(command)
        return f"legacytrack {command} {words}" if words else ""

    def has(self, part: str) -> bool:
        """Tell whether a part is in this box: whether its rulebook has the law of it.

        Args:
            part: a word of `PARTS`.
        """
        return PARTS[part](self._rulebook)

    def lacks(self, parts: Mapping[str, str]) -> list[str]:
        """List what hangs on a part that is not in this box.

        Args:
            parts: by what hangs on it (a column of a table, say) a word of `PARTS`.
        """
        return [each for each, part in parts.items() if not self.has(part)]

    @property
    def last_signed(self) -> int:
        """The last game that is signed for and rewarded, if there is one (games-with-rewards)."""
        return self.number("games-with-rewards") if self.has("lines to sign") else MOST

    @cached_property
    def territories(self) -> dict[str, Territory]:
        """The territories by id, in the order of the board."""
        return {
            id: Territory(
                id,
                data["name"],
                data["continent"],
                tuple(data.get("land", ())),
                tuple(data.get("sea", ())),
                tuple(data.get("aliases", ())),
                data.get("coins"),
                (data["tile"][0], data["tile"][1]) if "tile" in data else None,
                data.get("label", ""),
            )
            for id, data in self._board["territories"].items()
        }

    @cached_property
    def continents(self) -> dict[str, Continent]:
        """The continents by id, in the order of the board."""
        members: dict[str, list[str]] = {id: [] for id in self._board["continents"]}
        for territory in self.territories.values():
            if territory.continent in members:  # a new place may lie outside of all
                members[territory.continent].append(territory.id)
        return {
            id: Continent(id, data["name"], data["bonus"], tuple(members[id]))
            for id, data in self._board["continents"].items()
        }

    @cached_property
    def names(self) -> Names:
        """The names of the places in all languages but the printed one, by kind and id."""
        from legacytrack.model.languages import names_by_id

        return names_by_id(self._read(f"names-{each}") for each in self._languages())

    @cached_property
    def factions(self) -> dict[str, Faction]:
        """The factions by id, each with the powers printed for it."""
        return {
            id: Faction(
                id,
                data["name"],
                {
                    power: Power(
                        power, it["name"], id, it["colour"], it["says"], beside(it, _POWER_WORDS)
                    )
                    for power, it in data.get("powers", {}).items()
                },
            )
            for id, data in self._read("factions").items()
        }

    @cached_property
    def cards(self) -> dict[str, Symbol]:
        """The symbols of the cards by id; none where cards go by their territory alone."""
        return symbols(self._read("cards").get("cards", {}))

    @cached_property
    def scars(self) -> dict[str, Mark]:
        """The kinds of scar by id."""
        return marks(self._mark_data.get("scars", {}))

    @cached_property
    def cities(self) -> dict[str, Mark]:
        """The kinds of city by id."""
        return marks(self._mark_data.get("cities", {}))

    @cached_property
    def fortification(self) -> Mark:
        """The fortification, which goes on a city."""
        return marks(self._mark_data["fortifications"])["fortification"]

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All kinds of mark that this box has."""
        fortification = (self.fortification,) if self.has("fortifications") else ()
        return (*self.scars.values(), *self.cities.values(), *fortification)

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """The laws by id."""
        return laws(self._rulebook["rules"])

    @cached_property
    def told(self) -> dict[str, Rule]:
        """The laws that are only told to people and that nothing here checks yet, by id."""
        return laws(self._rulebook.get("told", {}))

    @cached_property
    def packets(self) -> dict[str, PacketCondition]:
        """The conditions that are printed on the sealed packets, by id."""
        return packet_conditions(self._rulebook.get("packets", {}))

    @cached_property
    def topics(self) -> Mapping[str, Any]:
        """What `rules` explains, by topic."""
        return self._read("topics").get("topics", {})  # type: ignore[no-any-return]

    @cached_property
    def _board(self) -> Mapping[str, Any]:
        return self._read("board")

    @cached_property
    def _rulebook(self) -> Mapping[str, Any]:
        return self._read("rulebook")

    @cached_property
    def _mark_data(self) -> Mapping[str, Any]:
        return self._read("marks")

    def number(self, rule: str, key: str = "limit") -> int:
        """Look up a number of a law.

        Args:
            rule: id of the law.
            key: which of its numbers.
        """
        return int(self.rules[rule].numbers[key])

    def name_of(self, territory: str) -> str:
        """Name a territory; one that is not on the board goes by the id that a file gives it.

        Args:
            territory: id of the territory.
        """
        return self.territories[territory].name if territory in self.territories else territory

    def printed_coins(self, territory: str) -> int:
        """Look up the coins printed on a territory card (territory-cards).

        Args:
            territory: id of the territory.
        """
        if not self.has("coins on cards"):
            return 0
        own = self.territories[territory].coins if territory in self.territories else None
        return self.number("territory-cards", "printed_coins") if own is None else own

    def finding(self, rule: str, where: str, what: str, fix: str = "") -> Finding:
        """Make a finding against a law, with the heading and the remedy that the rulebook data gives.

        Args:
            rule: id of the law; of another box where a world has what its own one has not.
            where: dotted path of the fact that blocks.
            what: that fact as a sentence.
            fix: a remedy closer to the case than that of the data.
        """
        law = self.rules.get(rule)
        return Finding(rule, where, what, fix or (law.fix if law else ""), law.cite if law else "")
