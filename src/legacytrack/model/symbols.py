"""Symbols: what the cards of a box show, where sets of them are turned in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Symbol(NamedTuple):
    """What a card shows.

    Args:
        any: whether it stands for each of the others.
    """

    id: str
    name: str
    any: bool = False


def symbols(data: Mapping[str, Any]) -> dict[str, Symbol]:
    """Read symbols by their ids, in the order of the box.

    Args:
        data: the table of the data of a box.
    """
    return {id: Symbol(id, said["name"], said.get("any", False)) for id, said in data.items()}
