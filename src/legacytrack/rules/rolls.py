"""Rolls: all the ways in which the dice of one attack can fall, weighed and never thrown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from legacytrack.rules.dice import DiceLaw, Modifiers, Powers, is_alike, is_sixes, losses, modified


class Rolls(NamedTuple):
    """All ways one roll can end, weighted; the weights of all sum up to the same for any dice.

    Args:
        plain: troops that the attacker and the defender lose, and the weight.
        at_once: troops that the attacker loses where all defenders go, and the weight.
        closed: losses where nobody attacks the territory again, and the weight.
    """

    plain: tuple[tuple[int, int, int], ...]
    at_once: tuple[tuple[int, int], ...]
    closed: tuple[tuple[int, int, int], ...]


def weight_of_rolls(law: DiceLaw) -> int:
    """The weights of one roll sum up to this: all the ways in which all dice can fall."""
    return int((law.most - law.least + 1) ** (law.attackers + law.defenders))


@lru_cache(256)
def rolls(law: DiceLaw, attack: int, defence: int, modifiers: Modifiers, powers: Powers) -> Rolls:
    """Weigh all ways in which a roll of so many dice can end.

    Args:
        law: the numbers of a fight.
        attack: how many dice attack.
        defence: how many dice defend.
        modifiers: what is added to the dice of the defender.
        powers: the powers that look at natural dice.
    """
    attacking: dict[tuple[tuple[int, ...], bool], int] = {}
    for dice, ways in _falls(law, attack):
        fall = (dice[:defence], powers.three_alike and is_alike(law, dice))
        attacking[fall] = attacking.get(fall, 0) + ways
    defending: dict[tuple[tuple[int, ...], bool], int] = {}
    for dice, ways in _falls(law, defence):
        changed = tuple(sorted(modified(law, dice, modifiers), reverse=True))
        fall = (changed, powers.double_six and is_sixes(law, dice))
        defending[fall] = defending.get(fall, 0) + ways
    ends: dict[tuple[int, int, bool, bool], int] = {}
    scale = weight_of_rolls(law) // (law.most - law.least + 1) ** (attack + defence)
    for (mine, alike), some in attacking.items():
        for (theirs, sixes), others in defending.items():
            end = losses(law, mine, theirs, alike=alike, sixes=sixes)
            ends[end] = ends.get(end, 0) + some * others * scale
    return Rolls(
        tuple((i, j, n) for (i, j, at_once, closed), n in ends.items() if not (at_once or closed)),
        tuple((i, n) for (i, _, at_once, _), n in ends.items() if at_once),
        tuple((i, j, n) for (i, j, _, closed), n in ends.items() if closed),
    )


def rolls_by_dice(law: DiceLaw, modifiers: Modifiers, powers: Powers) -> list[list[Rolls]]:
    """Weigh the rolls of all counts of dice: by those of the attacker, then of the defender.

    Args:
        law: the numbers of a fight.
        modifiers: what is added to the dice of the defender.
        powers: the powers that look at natural dice.
    """
    none = Rolls((), (), ())
    return [
        [
            rolls(law, attack, defence, modifiers, powers) if attack and defence else none
            for defence in range(law.defenders + 1)
        ]
        for attack in range(law.attackers + 1)
    ]


def _falls(law: DiceLaw, dice: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """All ways in which dice can fall, the highest first, and how often each comes."""
    for fall in combinations_with_replacement(range(law.most, law.least - 1, -1), dice):
        yield fall, factorial(dice) // prod(factorial(fall.count(die)) for die in set(fall))
