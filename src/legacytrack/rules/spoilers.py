"""Spoilers: a world as another group may see it, with nothing in it that came out of a packet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from legacytrack.model.box import Box
from legacytrack.model.games import NOT_TAKEN
from legacytrack.model.world import World
from legacytrack.rules.rewards import RULE_OF

_Data = Mapping[str, Any]
HIDDEN = "something from a packet"  # stands where an id stood that is not printed in the box
_OF_A_SEAT = ("faction", "start", "result", "reward", "held", "hq", "holds", "stars", "missiles")
_FREE = frozenset(("name", "planet", "planet_by", "planet_in", "games_played", "players"))


def without_spoilers(world: World, printed: Box) -> World:
    """Copy a world without anything that is not printed in the box.

    What packets brought goes, with the words of the group for a packet, the notes of games and
    everything that this program does not know; a mark of a kind that is not printed becomes
    `HIDDEN`. What is left can be shown on any page: a page can tell no more than its world knows.

    Args:
        world: the world.
        printed: its box without what was found in packets.
    """
    tables: dict[str, Callable[[_Data, Box], _Data]] = {
        "territories": lambda data, box: {
            id: _marks(data[id], box) for id in box.territories if id in data
        },
        "cards": lambda data, box: {id: data[id] for id in box.territories if id in data},
        "continents": lambda data, box: {id: data[id] for id in box.continents if id in data},
        "factions": _powers,
        "games": lambda data, box: {number: _game(game, box) for number, game in data.items()},
        "game": _game,
        "packets": lambda data, box: {number: _packet(each, box) for number, each in data.items()},
    }
    kept = {key: value for key, value in world.data.items() if key in _FREE}
    for key, hide in tables.items():
        hidden = hide(world.table(key), printed)
        if hidden:
            kept[key] = hidden
    return World(kept)


def _marks(here: _Data, printed: Box) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    if "fortification" in here:
        kept["fortification"] = here["fortification"]
    for key, kinds in (("scar", printed.scars), ("city", printed.cities)):
        if key in here:
            kept[key] = _mark(here[key], kinds)
    if "cancelled" in here:
        kept["cancelled"] = {n: _mark(each, printed.scars) for n, each in here["cancelled"].items()}
    if "covered" in here:
        kinds = {**printed.scars, **printed.cities}
        kept["covered"] = {n: _mark(each, kinds) for n, each in here["covered"].items()}
    return kept


def _mark(mark: _Data, kinds: _Data) -> dict[str, Any]:
    if mark["kind"] in kinds:
        return dict(mark)
    # The name that a group gave to such a thing may say what it is.
    return {**{key: mark[key] for key in mark if key != "name"}, "kind": HIDDEN}


def _powers(data: _Data, printed: Box) -> dict[str, Any]:
    return {
        id: {"powers": [each for each in data[id].get("powers", ()) if each in faction.powers]}
        for id, faction in printed.factions.items()
        if id in data
    }


def _hidden(seat: _Data, printed: Box) -> dict[str, Any]:
    """Hide factions and territories that are not printed at the seat of a player."""
    hidden = {key: seat[key] for key in _OF_A_SEAT if key in seat}
    for key, known in (
        ("faction", printed.factions),
        ("start", printed.territories),
        ("hq", printed.territories),
    ):
        if key in hidden and hidden[key] not in known:
            hidden[key] = HIDDEN
    for key in ("held", "holds"):
        if key in hidden:
            hidden[key] = [place for place in hidden[key] if place in printed.territories]
    if "reward" in hidden:
        hidden["reward"] = _reward(str(hidden["reward"]), printed)
    return hidden


def _reward(reward: str, printed: Box) -> str:
    if not reward or reward == NOT_TAKEN:
        return reward
    kind = next((each for each in RULE_OF if reward.startswith(f"{each} ")), "")
    known = {**printed.territories, **printed.continents}
    places = reward[len(kind) :].split()
    return reward if kind and all(place in known for place in places) else HIDDEN


def _game(game: _Data, printed: Box) -> dict[str, Any]:
    """Hide at a game, one that was played or the one that is on; its note is free text."""
    kept = {key: game[key] for key in ("number", "played", "winner") if key in game}
    if "players" in game:
        kept["players"] = {id: _hidden(seat, printed) for id, seat in game["players"].items()}
    return kept


def _packet(packet: _Data, printed: Box) -> dict[str, Any]:
    """Keep of a packet what stands on its outside, and when it was opened."""
    kept = {"game": packet["game"]} if "game" in packet else {}
    if packet.get("condition") in printed.packets:
        kept["condition"] = packet["condition"]
    return kept
