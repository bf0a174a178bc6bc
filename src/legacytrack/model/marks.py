"""Marks: the kinds of sticker for a territory, as they are printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

_WORDS = frozenset(("name", "word", "supply", "says"))


class Mark(NamedTuple):
    """A kind of sticker for a territory: a scar, a city, a fortification.

    Args:
        word: the short word for it on the command line.
        supply: id of the rule that counts it.
        effects: what it does, by the words of the closed vocabulary in `marks.toml`.
    """

    id: str
    name: str
    word: str
    supply: str
    says: str
    effects: Mapping[str, Any]


def marks(data: Mapping[str, Any]) -> dict[str, Mark]:
    """Read kinds of mark by their ids.

    Args:
        data: a table of kinds of the marks data.
    """
    return {
        id: Mark(
            id,
            it["name"],
            it.get("word", id),
            it["supply"],
            it["says"],
            beside(it, _WORDS),
        )
        for id, it in data.items()
    }


def beside(data: Mapping[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """Take what stands in a table beside the keys that are read by name: its effects.

    Args:
        data: the table.
        known: the keys that are read by name.
    """
    return {key: value for key, value in data.items() if key not in known}
