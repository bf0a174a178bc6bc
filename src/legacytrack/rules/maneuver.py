"""The maneuver: where troops may go, and which way."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from typing import NamedTuple

from legacytrack.model.box import Box, Power


class Reach(NamedTuple):
    """Where a maneuver may go from a territory.

    Args:
        ways: for each territory it reaches (id) the shortest way there, both ends included; a way
            of two that are no neighbours is one by a power.
        cut_off: ids of the territories under control that it does not reach.
        power: name of the power that ignores connection, empty without one.
    """

    ways: dict[str, tuple[str, ...]]
    cut_off: tuple[str, ...]
    power: str


def reach(box: Box, start: str, held: Collection[str], powers: Sequence[Power] = ()) -> Reach:
    """Find where a maneuver may go: through territories under control, however far (one-maneuver).

    Args:
        box: the box.
        start: id of the territory that the troops leave; one of them stays.
        held: ids of the territories under control.
        powers: the powers of the faction.
    """
    ways: dict[str, tuple[str, ...]] = {start: (start,)}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for near in box.territories[here].borders:
            if near in held and near not in ways:
                ways[near] = (*ways[here], near)
                waiting.append(near)
    rest = [id for id in box.territories if id in held and id not in ways]
    anywhere = [power.name for power in powers if power.effects.get("maneuver_anywhere")]
    if anywhere:
        ways |= {id: (start, id) for id in rest}
        rest = []
    del ways[start]
    in_order = {id: ways[id] for id in box.territories if id in ways}
    return Reach(in_order, tuple(rest), anywhere[0] if anywhere else "")
