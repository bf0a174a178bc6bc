"""How things are called on pages; what the box does not know keeps the id that the world file gives it."""

from __future__ import annotations

from legacytrack.model.box import Box


def place(box: Box, id: str) -> str:
    """The name of a territory or of a continent."""
    if id in box.territories:
        return box.territories[id].name
    return box.continents[id].name if id in box.continents else id


def faction(box: Box, id: str | None) -> str:
    """The name of a faction; empty when nobody knows which."""
    return box.factions[id].name if id in box.factions else id or ""


def scar(box: Box, kind: str) -> str:
    """The name of a kind of scar."""
    return box.scars[kind].name if kind in box.scars else kind


def city(box: Box, kind: str) -> str:
    """The name of a kind of city."""
    return box.cities[kind].name if kind in box.cities else kind
