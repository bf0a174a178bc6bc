"""Parts: what one box has and another has not, by the laws of its rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from legacytrack.model.change import Tree

Has = Callable[[Tree], bool]


def _law(id: str) -> Has:
    return lambda rulebook: id in rulebook["rules"]


def _packets(rulebook: Tree) -> bool:
    return bool(rulebook.get("packets"))


def _supplies(rulebook: Tree) -> bool:
    return any(law.get("supply") for law in rulebook["rules"].values())


# The words are those of a refusal, "There are no scars in Risk", each with the law that carries it.
PARTS: Mapping[str, Has] = {
    "sealed packets": _packets,
    "supplies to count": _supplies,
    "factions": _law("faction-once-a-game"),
    "powers": _law("one-starting-power"),
    "HQs": _law("hq-once"),
    "legal starts": _law("legal-start"),
    "Red Stars": _law("stars-to-win"),
    "missiles": _law("missiles-in-hand"),
    "scars": _law("one-scar-per-territory"),
    "cities": _law("one-city-per-territory"),
    "fortifications": _law("fortification-boxes"),
    "stickers that cancel a scar": _law("cancel-needs-scar"),
    "coins on cards": _law("territory-cards"),
    "cards to destroy": _law("destroyed-card"),
    "cards on show": _law("face-up-cards"),
    "missions": _law("stars-for-a-mission"),
    "names for continents": _law("continent-named-once"),
    "bonus stickers": _law("bonus-once-a-continent"),
    "rewards": _law("winner-one-reward"),
    "lines to sign": _law("games-with-rewards"),
    "planets to name": _law("planet-named-once"),
    "ways to join the war": _law("join-the-war"),
    "empty places to expand into": _law("expand-into-city"),
    "powers that look at natural dice": _law("natural-dice"),
    "sets of cards": _law("card-sets"),
    "territories to deal": _law("troops-by-players"),
    "boards to hold whole": _law("whole-board"),
}


_PLAYERS = ("ana", "ben", "cy", "dana", "eve", "fay")


def entrants(least: int, factions: Iterable[str]) -> str:
    """Name players for an example of how a game is begun.

    Args:
        least: how many people have to play.
        factions: ids of the factions of the box, if it has any.
    """
    who = _PLAYERS[: max(least, 2)]
    return " ".join([f"{player}={id}" for player, id in zip(who, factions, strict=False)] or who)
