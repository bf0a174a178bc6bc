"""Laws of the rulebook data: their numbers, headings and words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

_WORDS = frozenset(("cite", "says", "fix", "source", "supply", "name", "letter"))


class Rule(NamedTuple):
    """One law of the rulebook data.

    Args:
        numbers: the numbers of the law by their key, `limit` the most common.
        cite: the heading of the printed rules.
        says: the law in our words.
        fix: how to go on when it blocks.
        supply: name of what it counts in the box; empty when it counts nothing there.
    """

    id: str
    numbers: Mapping[str, Any]
    cite: str
    says: str
    fix: str
    source: str
    supply: str


# What the records can be asked for, where a condition stands on a packet.
WHEN = (CITIES, CITY, ELIMINATED, SIGNED, MISSILES, TROOPS) = (
    *("cities", "city-stands", "eliminated", "signatures"),
    *("missiles-in-a-roll", "troops-with-missile"),
)


class PacketCondition(NamedTuple):
    """What has to happen before a sealed packet is opened, as anybody can read on the closed box.

    Args:
        limit: how many of what it counts.
        when: what the records are asked for, a word of `WHEN`; empty where they cannot tell.
        kind: id of the kind of city that it is about, if any.
    """

    id: str
    says: str
    limit: int
    when: str = ""
    kind: str = ""


def packet_conditions(data: Mapping[str, Any]) -> dict[str, PacketCondition]:
    """Read the conditions on sealed packets by their ids.

    Args:
        data: the table of them in the rulebook data.
    """
    return {
        id: PacketCondition(
            *(id, said["says"].format_map(said), said.get("limit", 1)),
            *(said.get("when", ""), said.get("kind", "")),
        )
        for id, said in data.items()
    }


def packet_when(packets: Mapping[str, PacketCondition], when: str) -> PacketCondition | None:
    """Find the packet with a condition.

    Args:
        packets: the conditions by id.
        when: a word of `WHEN`.
    """
    return next((each for each in packets.values() if each.when == when), None)


def laws(data: Mapping[str, Any]) -> dict[str, Rule]:
    """Read laws by their ids, their numbers filled into their words.

    Args:
        data: a table of laws of the rulebook data.
    """
    return {
        id: Rule(
            id,
            {key: value for key, value in law.items() if key not in _WORDS},
            law["cite"],
            law["says"].format_map(law),
            law.get("fix", "").format_map(law),
            law["source"],
            law["name"] if law.get("supply") else "",
        )
        for id, law in data.items()
    }
