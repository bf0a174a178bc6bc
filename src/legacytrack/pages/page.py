"""A page: the answer to a question, as data and as a few kinds of block."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple


class Heading(NamedTuple):
    """A title over what follows.

    Args:
        text: the words.
        level: 1 for the title of a whole page, 2 for a part of it, 3 for a part of that.
    """

    text: str
    level: int = 2


class Text(NamedTuple):
    """A paragraph."""

    text: str


class Note(NamedTuple):
    """Something people forget."""

    text: str


class Facts(NamedTuple):
    """Names with their values, a line each."""

    rows: Sequence[tuple[str, str]]


class Table(NamedTuple):
    """Rows under column titles; `right` are the columns (from 0) that hold numbers."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: Sequence[int] = ()

    def without(self, columns: Container[str]) -> Table:
        """Leave out columns by their titles: there is nothing to say in them."""
        left = [at for at, title in enumerate(self.columns) if title not in columns]
        return Table(
            [self.columns[at] for at in left],
            [[row[at] for at in left] for row in self.rows],
            [new for new, at in enumerate(left) if at in self.right],
        )


class Bars(NamedTuple):
    """Names with numbers to compare at a glance, the longest bar for the greatest."""

    rows: Sequence[tuple[str, int]]


class Tile(NamedTuple):
    """A territory on a map.

    Args:
        id: id of the territory.
        name: its name.
        column: from 0, west to east.
        row: from 0, north to south.
        group: id of its continent; empty outside of all.
        city: name of its city, or of its kind; empty without one.
        population: of the city.
        scar: name of the scar; empty without one.
        boxes: boxes left of a fortification.
        coins: coins on its card; None when the card is destroyed.
        owner: name of the player who holds it in the game that is on; empty when nobody does.
        hq: name of the player whose HQ stands there; empty without one.
        label: a short name for a small tile; empty when the name has to do.
        kind: name of the kind of the city; empty without one.
        fortified: whether a fortification lies there, used up or not.
    """

    id: str
    name: str
    column: int
    row: int
    group: str = ""
    city: str = ""
    population: int = 0
    scar: str = ""
    boxes: int = 0
    coins: int | None = None
    owner: str = ""
    hq: str = ""
    label: str = ""
    kind: str = ""
    fortified: bool = False


class Area(NamedTuple):
    """A continent on a map: its id, its names in one line, what it pays, and a short name."""

    id: str
    name: str
    pays: str
    label: str = ""


class Link(NamedTuple):
    """Two territories (ids) that are neighbours, over a border or a sea line."""

    one: str
    other: str
    by_sea: bool


class Map(NamedTuple):
    """The world as a picture: its territories as tiles, in continents, with what joins them.

    Args:
        tiles: the territories.
        areas: the continents.
        links: the borders and sea lines, each once.
        usual_coins: coins that are not worth a sign; None when every number is.
    """

    tiles: Sequence[Tile]
    areas: Sequence[Area]
    links: Sequence[Link]
    usual_coins: int | None = None


class Script(NamedTuple):
    """Text for a program, printed as it is; never text of people."""

    text: str


Block = Heading | Text | Note | Facts | Table | Bars | Map | Script


class Page(NamedTuple):
    """An answer.

    Args:
        data: the answer for programs, as JSON will say it.
        blocks: the answer for people.
        exit_code: what the process ends with.
    """

    data: Mapping[str, Any]
    blocks: Sequence[Block]
    exit_code: int = 0
