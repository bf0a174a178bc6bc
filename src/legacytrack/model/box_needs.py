"""The laws that a box needs: those of every box, and those that its parts lean on."""

from __future__ import annotations

from collections.abc import Mapping

_NO: tuple[str, ...] = ()
_LIMIT = ("limit",)
SUPPLY = ("limit", "supply", "name")
Needs = Mapping[str, tuple[str, ...]]
# Laws that every box has, each with the keys that are read from it.
ALWAYS: Needs = {
    "players-per-game": ("least", "most"),
    "game-in-order": _NO,
    "control": _NO,
    "one-card-a-turn": _NO,
    "recruit-base": ("divisor", "minimum"),
    "territories": _NO,
    "continent-control": _NO,
    "attack-dice": ("attackers", "defenders", "needed"),
    "die-bounds": ("least", "most"),
}
# Of each of these pairs a box needs one law at least.
EITHER = (("join-the-war", "knocked-out"), ("starting-troops", "troops-by-players"))
_STARTS: Needs = {"legal-start": _NO, "hq-not-adjacent": _NO}
_COINS: Needs = {
    "territory-cards": ("printed_coins",),
    "coin-cap": _LIMIT,
    "pre-game-coin-cap": _LIMIT,
    "pre-game-coins": SUPPLY,
    "held-on-coins": SUPPLY,
    "coins-to-troops": ("troops",),
    "star-for-cards": _LIMIT,
    "coin-cards": ("limit", "coins"),
    "destroyed-card": _NO,
}
_BONUS: Needs = {
    "bonus-once-a-continent": _NO,
    "continent-plus-supply": SUPPLY,
    "continent-minus-supply": SUPPLY,
}
_SHOW: Needs = {"face-up-cards": _LIMIT, "coin-pile-star": _LIMIT, **_COINS}
_CANCEL: Needs = {"cancel-needs-scar": _NO, "cancel-supply": SUPPLY}
_FORTIFY: Needs = {
    "fortification-boxes": _LIMIT,
    "fortify-only-a-city": _NO,
    "one-city-per-territory": _NO,
}
_SIGNED: Needs = {"games-with-rewards": _LIMIT}
# What the law of a part leans on: a part is whole or it is not there.
NEEDS: Mapping[str, Needs] = {
    "factions": {"faction-once-a-game": _NO},
    "powers": {
        "faction-once-a-game": _NO,
        "one-starting-power": _LIMIT,
        "one-power-per-colour": _LIMIT,
    },
    "HQs": {"hq-once": _NO, "faction-once-a-game": _NO, **_STARTS},
    "legal starts": _STARTS,
    "Red Stars": {"stars-to-win": _LIMIT, "star-or-missiles": ("stars", "missiles")},
    "missiles": {"missiles-in-hand": _NO, "star-or-missiles": ("stars", "missiles")},
    "scars": {"one-scar-per-territory": _NO, "scar-deal": _LIMIT},
    "cities": {"one-city-per-territory": _NO},
    "fortifications": _FORTIFY,
    "stickers that cancel a scar": {**_CANCEL, "one-scar-per-territory": _NO},
    "coins on cards": _COINS,
    "cards to destroy": {"destroyed-card": _NO, "territory-cards": ("printed_coins",)},
    "cards on show": _SHOW,
    "missions": {"stars-for-a-mission": ("least", "most"), "stars-to-win": _LIMIT, **_SHOW},
    "names for continents": {"continent-named-once": _NO, "continent-control": ("namer",)},
    "bonus stickers": _BONUS,
    "rewards": {
        "winner-one-reward": _NO,
        "held-on-one-reward": _NO,
        "eliminated-no-reward": _NO,
        "minor-city-supply": SUPPLY,
        "major-city-supply": SUPPLY,
        "fortification-supply": SUPPLY,
        "one-scar-per-territory": _NO,
        "continent-named-once": _NO,
        "continent-control": ("namer",),
        **_SIGNED,
        **_CANCEL,
        **_BONUS,
        **_COINS,
        **_FORTIFY,
    },
    "lines to sign": _SIGNED,
    "planets to name": {"planet-named-once": _NO, "planet-by-signatures": ("bonus",), **_SIGNED},
    "ways to join the war": {"join-the-war": ("share",), "starting-troops": _LIMIT, **_STARTS},
    "empty places to expand into": {"expand-into-city": ("left",)},
    "powers that look at natural dice": {"natural-dice": ("losses",)},
    "sets of cards": {"card-sets": ("size", "values", "step", "must"), "wild-cards": _LIMIT},
    "territories to deal": {"troops-by-players": ("troops", "each"), "claiming": _NO},
}
