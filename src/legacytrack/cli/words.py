"""Words of the closed vocabulary: powers that count, effects that are typed in, seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from legacytrack.cli import arguments
from legacytrack.errors import Finding, NameNotFoundError, UsageError
from legacytrack.model.box import Box, Power
from legacytrack.model.text import plain_text
from legacytrack.model.world import World

Seed = Annotated[
    int | None, typer.Option("--seed", min=0, metavar="N", help="Draw again what this seed drew.")
]


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
        elif effect.value == "text" and value and (not effect.among or value in effect.among):
            found[name] = plain_text(value, what="note")
        elif effect.value == "number" and _is_number(value):
            found[name] = int(value)
        else:
            some = effect.among[0] if effect.among else "TEXT"
            like = {"yes": name, "text": f"{name}={some}", "number": f"{name}=-1"}[effect.value]
            what = f'"{word}" does not fit: {effect.says}.'
            raise UsageError(Finding("usage", "--effect", what, f"write --effect {like}"))
    return found


def _is_number(text: str) -> bool:
    return text[text[:1] in ("+", "-") :].isdecimal() and len(text) < 6


def pairs(
    words: Sequence[str] | None, option: str, *, of_lists: bool = False
) -> list[tuple[str, str]]:
    """Take `ana=2` apart; several stand with spaces or commas between them.

    With `of_lists` the values may hold commas and spaces themselves: one pair a word.
    """
    found: list[tuple[str, str]] = []
    for word in words or () if of_lists else arguments.separate(words or ()):
        name, sign, value = word.partition("=")
        if not sign or not name or not value:
            what = f'"{word}" is not PLAYER=VALUE.'
            raise UsageError(Finding("usage", option, what, "write it like ana=balkania"))
        found.append((name.strip(), value.strip()))
    return found


def numbers(world: World, words: Sequence[str] | None, option: str) -> dict[str, int]:
    """Take `ana=2` apart where the value is a number: by player (id)."""
    found: dict[str, int] = {}
    for name, value in pairs(words, option):
        if not value.isdecimal() or len(value) > 4:
            what = f'"{value}" is no number from 0 to 9999.'
            raise UsageError(Finding("usage", option, what, f"write it like {name}=2"))
        player = arguments.player(world, name, option)
        if player in found:
            what = f"{world.player_name(player)} is named twice."
            raise UsageError(Finding("usage", option, what, "name each player once"))
        found[player] = int(value)
    return found


def order(world: World, words: Sequence[str] | None, option: str) -> dict[str, int]:
    """Take an order of players apart: the place of each (id), from 1."""
    places: dict[str, int] = {}
    for word in arguments.separate(words or ()):
        player = arguments.player(world, word, option)
        if player in places:
            what = f"{world.player_name(player)} is named twice."
            raise UsageError(Finding("usage", option, what, "name each player once"))
        places[player] = len(places) + 1
    return places


def seed_for(seed: int | None) -> int:
    """Take the seed of a draw, or make one that can be told and typed again."""
    if seed is not None:
        return seed
    from secrets import randbelow

    return randbelow(1_000_000)
