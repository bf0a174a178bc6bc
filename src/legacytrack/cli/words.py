"""Words of the closed vocabulary: powers that count, and effects that are typed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from legacytrack.cli import arguments
from legacytrack.errors import Finding, NameNotFoundError, UsageError
from legacytrack.model.box import Box, Power
from legacytrack.model.text import plain_text
from legacytrack.model.world import World


def powers_in(box: Box, world: World | None, faction: str | None, power: str | None) -> list[Power]:
    """The powers that count: those on the card of a faction in this world, or one named outright."""
    powers = []
    if faction and world is None:
        what = "There is no world that says which power a faction has."
        fix = "name the power: --power round-up"
        raise UsageError(Finding("usage", "--faction", what, fix))
    if faction and world is not None:
        id = arguments.faction(box, faction)
        printed = box.factions[id].powers
        powers = [printed[each] for each in world.powers(id) if each in printed]
        if not powers:
            name = box.factions[id].name
            what = f"{name} has no power in this world yet."
            fix = f"legacytrack power {id} POWER; or leave --faction out"
            raise UsageError(Finding("usage", "--faction", what, fix))
    if power:
        powers.append(arguments.power(box, power))
    return powers


def effects(words: Sequence[str] | None) -> dict[str, Any]:
    """Take effects apart: words of the closed vocabulary with their values."""
    from legacytrack.model.found import EFFECTS

    found: dict[str, Any] = {}
    for word in words or ():
        name, _, value = word.partition("=")
        name = name.strip().replace("-", "_")
        effect = EFFECTS.get(name)
        if effect is None:
            what = f'There is no effect "{name}".'
            fix = f"use one of {', '.join(EFFECTS)}; anything else is a note: --effect note=TEXT"
            raise NameNotFoundError(Finding("unknown-effect", "--effect", what, fix))
        if effect.value == "yes" and value in ("", "yes", "true"):
            found[name] = True
        elif effect.value == "text" and value:
            found[name] = plain_text(value, what="note")
        elif effect.value == "number" and value.lstrip("+-").isdecimal() and len(value) < 6:
            found[name] = int(value)
        else:
            like = {"yes": name, "text": f"{name}=TEXT", "number": f"{name}=-1"}[effect.value]
            what = f'"{word}" does not fit: {effect.says}.'
            raise UsageError(Finding("usage", "--effect", what, f"write --effect {like}"))
    return found


def pairs(words: Sequence[str] | None, option: str) -> dict[str, str]:
    """Take `ana=2` apart; several stand with spaces or commas between them."""
    found: dict[str, str] = {}
    for word in arguments.separate(words or ()):
        name, sign, value = word.partition("=")
        if not sign or not name or not value:
            what = f'"{word}" is not PLAYER=VALUE.'
            raise UsageError(Finding("usage", option, what, "write it like ana=balkania"))
        found[name.strip()] = value.strip()
    return found


def numbers(world: World, words: Sequence[str] | None, option: str) -> dict[str, int]:
    """Take `ana=2` apart where the value is a number: by player (id)."""
    found = {}
    for name, value in pairs(words, option).items():
        if not value.isdecimal() or len(value) > 4:
            what = f'"{value}" is no number.'
            raise UsageError(Finding("usage", option, what, f"write it like {name}=2"))
        found[arguments.player(world, name, option)] = int(value)
    return found


def seed_for(seed: int | None) -> int:
    """Take the seed of a draw, or make one that can be told and typed again."""
    if seed is not None:
        return seed
    from secrets import randbelow

    return randbelow(1_000_000)
