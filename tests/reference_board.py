"""The board as `tests/reference` has it, in another form than ours."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

REFERENCE = Path(__file__).parent / "reference"


class Place(NamedTuple):
    """A territory as the reference has it."""

    id: str
    name: str
    continent: str
    aliases: tuple[str, ...]


def lines(file: str) -> list[str]:
    """Read the lines of a reference file that say something."""
    text = (REFERENCE / file).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def borders(sign: str) -> set[frozenset[str]]:
    """Read the borders of one kind, each once."""
    found = [line.split(f" {sign} ") for line in lines("borders.txt") if f" {sign} " in line]
    assert len({frozenset(pair) for pair in found}) == len(found)
    return {frozenset(pair) for pair in found}


def continents() -> dict[str, tuple[int, int, str]]:
    """Read bonus, size and atlas name of each continent."""
    parts = [line.split(" | ") for line in lines("places.txt") if not line.startswith(" ")]
    return {id: (int(bonus), int(size), name) for id, bonus, size, name in parts}


def places() -> list[Place]:
    """Read the territories in their order."""
    found: list[Place] = []
    continent = ""
    for line in lines("places.txt"):
        id, *rest = line.strip().split(" | ")
        if line.startswith(" "):
            found.append(Place(id, rest[0], continent, tuple(rest[1:])))
        else:
            continent = id
    return found
