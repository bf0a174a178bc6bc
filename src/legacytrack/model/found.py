"""What came out of packets: typed in by the group, and laid over what is printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from legacytrack.model.change import Tree

CITE = "What your packets brought"


class Effect(NamedTuple):
    """A word of the closed vocabulary: what its value is, and what it does."""

    value: str  # "number", "yes" or "text"
    says: str
    among: tuple[str, ...] = ()  # the only texts that mean something


# The whole vocabulary. A thing that no word fits is a `note`: shown wherever it matters.
EFFECTS: Mapping[str, Effect] = {
    "population": Effect("number", "population of a city, before the division of recruiting"),
    "start_for_founder": Effect("yes", "the founder may start there"),
    "ruin": Effect("yes", "counts as no city"),
    "replaces_city": Effect("yes", "may cover a city"),
    "no_marks": Effect("yes", "no further mark may go there"),
    "no_entry": Effect("yes", "nobody may enter"),
    "expand_cost": Effect("number", "further troops lost on expanding into it"),
    "expand_city_cost": Effect(
        "number", "of a power: further troops lost on expanding into a city"
    ),
    "end_of_turn": Effect("number", "troops that come or go there at the end of the turn"),
    "recruit_troops": Effect("number", "troops more or fewer when recruiting"),
    "recruit_rounding": Effect(
        "text", "up or down: how the division of recruiting is rounded", ("up", "down")
    ),
    "coins_troops": Effect("number", "troops more or fewer when cards are turned in"),
    "no_population": Effect("yes", "population does not count when recruiting"),
    "troops_per_hq": Effect("number", "troops in each territory with an HQ, beside recruiting"),
    "defence_higher_die": Effect("number", "added to the defender's higher die"),
    "defence_lower_die": Effect("number", "added to the defender's lower die"),
    "defence_all_dice": Effect("number", "added to each of the defender's dice"),
    "three_alike": Effect(
        "yes", "of a power: three natural dice alike that beat a defender remove all defenders"
    ),
    "double_six": Effect(
        "yes", "of a power: two natural sixes in defence close the territory for the turn"
    ),
    "fortified_own_hq": Effect("number", "added to each defence die at the own starting HQ"),
    "starting_troops": Effect("number", "troops to start a game with"),
    "starting_coins": Effect("number", "coins to start a game with"),
    "missiles": Effect("number", "missiles to start a game with, beside the own signatures"),
    "maneuver_anywhere": Effect(
        "yes", "of a power: the maneuver may go between territories that are not connected"
    ),
    "card_troops": Effect(
        "number", "of a power: troops on drawing the card of a territory under control"
    ),
    "expansions_for_card": Effect(
        "number", "of a power: so many expansions in a turn earn a resource card"
    ),
    "note": Effect("text", "nothing to compute: a reminder"),
}


def laid_over(part: str, printed: Tree, found: Tree) -> Tree:
    """Lay what a group found over a part of the box, under the same keys.

    Args:
        part: "board", "marks", "factions" or "rulebook".
        printed: the part as it is printed.
        found: the table `found` of the world file.
    """
    lay = {"board": _board, "marks": _marks, "factions": _factions, "rulebook": _rulebook}
    return lay[part](printed, found) if found and part in lay else printed


def _board(printed: Tree, found: Tree) -> Tree:
    territories = {id: dict(data) for id, data in printed["territories"].items()}
    for id, new in found.get("territories", {}).items():
        territories[id] = {"continent": "", "land": [], **_only(new, _TERRITORY)}
    links = [(id, other, "land") for id, new in _new(found) for other in new.get("land", ())]
    links += [(id, other, "sea") for id, new in _new(found) for other in new.get("sea", ())]
    links += [(link["from"], link["to"], "sea") for link in found.get("links", {}).values()]
    for id, new in _new(found):  # a neighbour that is nowhere on the board is passed over
        for way in _WAYS:
            near = [there for there in new.get(way, ()) if there in territories]
            territories[id][way] = near
    for one, other, way in links:
        for here, there in ((one, other), (other, one)):
            both = here in territories and there in territories
            if both and not any(there in territories[here].get(each, ()) for each in _WAYS):
                territories[here][way] = [*territories[here].get(way, ()), there]
    return {**printed, "territories": territories}


# A key of their own that a group wrote beside these is kept in the file, and never read as printed.
_WAYS = ("land", "sea")
_TERRITORY = ("name", "continent", "coins", *_WAYS)
_RULE = ("says", "cite", "limit")


def _only(data: Tree, keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: data[key] for key in keys if key in data}


def _new(found: Tree) -> list[tuple[str, Any]]:
    return list(found.get("territories", {}).items())


def _marks(printed: Tree, found: Tree) -> Tree:
    over = {**printed}
    for kind in ("scars", "cities"):
        new = {
            id: {"says": "", "word": id, **data, "supply": f"{id}-supply"}
            for id, data in found.get(kind, {}).items()
        }
        over[kind] = {**printed.get(kind, {}), **new}
    return over


def _factions(printed: Tree, found: Tree) -> Tree:
    over = {id: {**data, "powers": dict(data.get("powers", {}))} for id, data in printed.items()}
    for id, data in found.get("factions", {}).items():
        over[id] = {"name": data["name"], "powers": {}}
    for id, data in found.get("powers", {}).items():
        faction = data.get("faction", "")
        if faction in over:
            rest = {key: value for key, value in data.items() if key != "faction"}
            over[faction]["powers"][id] = {"says": "", "colour": "other", **rest}
    return over


def _rulebook(printed: Tree, found: Tree) -> Tree:
    rules = {id: dict(data) for id, data in printed["rules"].items()}
    for kind in ("scars", "cities"):
        for id, data in found.get(kind, {}).items():
            counted = {
                "limit": data.get("supply", 0),
                "supply": True,
                "name": data["name"],
                "cite": CITE,
                "says": "Your packets brought {limit} of them.",
                "fix": "none is left: see what was found (legacytrack show found)",
                "source": "your world file",
            }
            rules.setdefault(f"{id}-supply", counted)  # printed stickers stay as many as they are
    for id, data in found.get("rules", {}).items():
        base = rules.get(id, {"says": "", "fix": "", "source": "your world file"})
        cite = f"Rule {data['letter']}" if data.get("letter") else CITE
        rules[id] = {**base, "source": "your world file", "cite": cite, **_only(data, _RULE)}
        if "says" in data:  # their words, not a pattern to fill in
            rules[id]["says"] = data["says"].replace("{", "{{").replace("}", "}}")
    return {**printed, "rules": rules}
