"""Sets of cards: which a hand holds, which one to turn in, and what the next is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from legacytrack.model.box import Box
from legacytrack.model.games import playing
from legacytrack.model.world import World


class Held(NamedTuple):
    """What the cards of a hand are good for.

    Args:
        sets: all different sets in the hand, each as ids of symbols; those with the fewest wild
            cards first.
        must: whether there are so many cards that a set must be turned in.
        number: which set the next one is, counted over all players.
        worth: how many troops that one brings.
    """

    sets: tuple[tuple[str, ...], ...]
    must: bool
    number: int
    worth: int

    @property
    def turn_in(self) -> tuple[str, ...]:
        """The set to turn in, with the fewest wild cards; empty when there is none."""
        return self.sets[0] if self.sets else ()


def held(world: World | None, box: Box, cards: Sequence[str]) -> Held:
    """Say what some cards are good for in the game that is on, without one in a new one (card-sets).

    Args:
        world: the world; None where there is none.
        box: the box.
        cards: ids of symbols.
    """
    number = next_number(world)
    return Held(sets_in(box, cards), is_due(box, cards), number, worth(box, number))


def next_number(world: World | None) -> int:
    """Look up which set the next one is, counted over all players of the game that is on.

    Args:
        world: the world; None where there is none.
    """
    on = playing(world) if world else None
    return (on.sets if on else 0) + 1


def worth(box: Box, number: int) -> int:
    """Look up the troops that a set brings (card-sets).

    Args:
        box: the box.
        number: which set it is, from 1, counted over all players.
    """
    values = box.rules["card-sets"].numbers["values"]
    more = max(number - len(values), 0)
    return int(values[min(number, len(values)) - 1]) + more * box.number("card-sets", "step")


def is_set(box: Box, cards: Sequence[str]) -> bool:
    """Tell whether some cards are one set: all alike or all different, wild cards standing for any.

    Args:
        box: the box.
        cards: ids of symbols.
    """
    size = box.number("card-sets", "size")
    shown = [card for card in cards if not is_wild(box, card)]
    kinds = len(set(shown))
    differ = kinds == len(shown) and size <= sum(not symbol.any for symbol in box.cards.values())
    return len(cards) == size and (kinds <= 1 or differ)


def is_wild(box: Box, card: str) -> bool:
    """Tell whether a card stands for any symbol (wild-cards).

    Args:
        box: the box.
        card: id of a symbol.
    """
    return card in box.cards and box.cards[card].any


def sets_in(box: Box, cards: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """List all different sets in a hand, those with the fewest wild cards first (card-sets).

    Args:
        box: the box.
        cards: ids of symbols; what the box does not have counts for nothing.
    """
    size, counts = box.number("card-sets", "size"), Counter(cards)
    # More cards of a symbol than a set takes make no further sets.
    few = [id for id in box.cards for _ in range(min(counts[id], size))]
    found = dict.fromkeys(each for each in combinations(few, size) if is_set(box, each))
    return tuple(sorted(found, key=lambda each: sum(is_wild(box, card) for card in each)))


def is_due(box: Box, cards: Sequence[str]) -> bool:
    """Tell whether somebody with these cards must turn in a set (card-sets).

    Args:
        box: the box.
        cards: ids of symbols.
    """
    return len(cards) >= box.number("card-sets", "must")


def names(box: Box, cards: Sequence[str]) -> str:
    """Name cards by what they show, in their order.

    Args:
        box: the box.
        cards: ids of symbols.
    """
    return ", ".join(box.cards[card].name if card in box.cards else card for card in cards)


def to_turn_in(player: str, cards: Sequence[str]) -> str:
    """Say how a set is turned in.

    Args:
        player: id of the player.
        cards: ids of symbols.
    """
    return f"legacytrack hand {player} --troops {','.join(cards)}"


def about_a_due_set(world: World, box: Box, player: str, cards: Sequence[str]) -> str:
    """Say that a set must be turned in, what it is worth, and how; empty when none must (card-sets).

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        cards: ids of symbols, all in the hand of the player.
    """
    found = held(world, box, cards)
    if not (found.must and found.sets):
        return ""
    name, again = world.player_name(player), box.number("card-sets", "must")
    how = to_turn_in(player, found.turn_in)
    said = (
        f"{name} has {len(cards)} cards: a set must be turned in, for {found.worth} troops ({how})"
    )
    left = len(cards) - len(found.turn_in)
    return said + (f", and again while {again} or more are left." if left >= again else ".")
