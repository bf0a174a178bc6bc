"""Tiles: how lines run between the places of a map."""

from __future__ import annotations

from collections.abc import Collection

_FAR = 3  # as many tiles a line may lead over empty places
Place = tuple[int, int]


def way(one: Place, other: Place, taken: Collection[Place]) -> list[Place]:
    """Find the places on a straight line over empty ones; none where there is no such line.

    Args:
        one: column and row of the place in the west, or in the north.
        other: column and row of the other one.
        taken: the places with a tile.
    """
    across, down = other[0] - one[0], other[1] - one[1]
    far = max(abs(across), abs(down))
    if not 0 < far <= _FAR or (across and down and abs(across) != abs(down)):
        return []
    found = [(one[0] + across * at // far, one[1] + down * at // far) for at in range(far + 1)]
    return [] if any(place in taken for place in found[1:-1]) else found
