"""What is left in the box: every sticker counts once it was used, also after it left the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from legacytrack.model.box import Box
from legacytrack.model.world import World


class Supply(NamedTuple):
    """How many of a kind of sticker there were, and how many are used."""

    rule: str
    name: str
    limit: int
    used: int

    @property
    def left(self) -> int:
        """How many are left; never below zero, a surplus is a finding."""
        return max(self.limit - self.used, 0)


def coins_placed(world: World, box: Box) -> int:
    """Count the coin stickers on all territory cards, those of destroyed cards too.

    Args:
        world: the world.
        box: the box; the printed coin is no sticker (territory-cards).
    """
    placed = 0
    for place in world.cards:
        coins = world.card(place).coins
        if coins is not None:
            placed += max(coins - box.printed_coins(place), 0)
    return placed


def _stickers(world: World, box: Box) -> Iterator[str]:
    kinds = {**box.scars, **box.cities}
    for territory in world.marked_territories:
        scar, city = world.scar(territory), world.city(territory)
        fortification = world.fortification(territory)
        on_board = [mark.kind for mark in (scar, city) if mark]
        cancelled = [mark.scar.kind for mark in world.cancelled(territory)]
        for kind in (*on_board, *cancelled, *world.covered(territory)):
            if kind in kinds:
                yield kinds[kind].supply
        yield from ["cancel-supply"] * len(cancelled)
        if fortification and box.has("fortifications"):
            yield from [box.fortification.supply] * (1 + fortification.replaced)
    for continent in world.changed_continents:
        for change in world.bonus_stickers(continent):
            yield "continent-plus-supply" if change > 0 else "continent-minus-supply"


def _coins_by_time(world: World, box: Box) -> tuple[int, int]:
    """Count the coins from before the first game and those of later games.

    A card does not say when each of its coins came, only the game of the last one: such a coin is
    of a later game, and so is all that goes beyond the coins there were before the first.
    """
    coins = coins_placed(world, box)
    if not world.games_played:
        return coins, 0
    later = sum(card.coin_game is not None for card in map(world.card, world.cards))
    before = min(coins - later, box.number("pre-game-coins"))
    return max(before, 0), coins - max(before, 0)


def supplies(world: World, box: Box) -> tuple[Supply, ...]:
    """List every supply of the box with what is used of it.

    Args:
        world: the world.
        box: the box.
    """
    used: dict[str, int] = {}
    for supply in _stickers(world, box):
        used[supply] = used.get(supply, 0) + 1
    if box.has("coins on cards"):
        used["pre-game-coins"], used["held-on-coins"] = _coins_by_time(world, box)
    return tuple(
        Supply(rule.id, rule.supply, rule.numbers["limit"], used.get(rule.id, 0))
        for rule in box.rules.values()
        if rule.supply
    )


def supply(world: World, box: Box, rule: str) -> Supply:
    """Look up one supply by the id of its rule."""
    return next(found for found in supplies(world, box) if found.rule == rule)


def left_of(world: World, box: Box, rule: str) -> str:
    """Say how many of a supply are left, for the answer to a record that used one."""
    found = supply(world, box, rule)
    return f"{found.name}: {found.left} of {found.limit} left."
