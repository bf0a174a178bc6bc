"""Hands of cards with symbols: the sets in them, and what the next set brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from legacytrack.model.box import Box
from legacytrack.model.games import Playing
from legacytrack.model.text import counted, ordinal
from legacytrack.model.world import World
from legacytrack.pages.page import Block, Facts, Heading, Note, Page, Text
from legacytrack.rules.sets import Held, held, names, to_turn_in


def cards(world: World | None, box: Box, those: Sequence[str]) -> Page:
    """Say which sets some cards hold, what the next one brings, and whether one is due.

    Args:
        world: the world; None where there is none.
        box: the box.
        those: ids of symbols.
    """
    found = held(world, box, those)
    blocks = [Heading(f"{counted(len(those), 'card')}: {_sets(found)}"), *_which(box, those, found)]
    return Page(_data(those, found), blocks)


def hand(world: World, box: Box, on: Playing, player: str) -> Page:
    """Say what a player has in hand, which sets are in it, and how to turn one in.

    Args:
        world: the world.
        box: the box.
        on: the game that is on.
        player: id of the player.
    """
    those, name = on.hands[player].cards, world.player_name(player)
    found = held(world, box, those or ())
    data = {"player": player, **_data(those or (), found)}
    if those is None:
        how = f"legacytrack hand {player} CARDS, or legacytrack draw"
        said: list[Block] = [Heading(f"{name}: nothing on record.")]
        return Page(data, [*said, Note(f"To write it down: {how}.")])
    blocks: list[Block] = [Heading(f"{name}: {counted(len(those), 'card')}, {_sets(found)}")]
    blocks += [Facts([("cards", names(box, those))])] if those else []
    blocks += _which(box, those, found)
    if found.sets:
        blocks.append(Text(f"To turn it in: {to_turn_in(player, found.turn_in)}"))
    return Page(data, blocks)


def _data(those: Sequence[str], found: Held) -> dict[str, Any]:
    return {
        "cards": list(those),
        "sets": [list(each) for each in found.sets],
        "must": found.must,
        "set_number": found.number,
        "troops": found.worth,
    }


def _sets(found: Held) -> str:
    sets = {0: "no set", 1: "a set"}.get(len(found.sets), f"{len(found.sets)} different sets")
    brings = f"the next one turned in brings {counted(found.worth, 'troop')}"
    return f"{sets}; {brings} ({ordinal(found.number)} set)."


def _which(box: Box, those: Sequence[str], found: Held) -> list[Block]:
    rows = [("turn in", names(box, found.turn_in))] if found.sets else []
    rows += [("or", names(box, each)) for each in found.sets[1:]]
    blocks: list[Block] = [Facts(rows)] if rows else []
    if found.must:
        blocks.append(Note(f"With {len(those)} cards a set must be turned in."))
    return blocks
