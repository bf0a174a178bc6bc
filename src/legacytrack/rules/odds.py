"""Odds: how a whole fight ends, exactly, through a chain of territories if need be."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.text import counted
from legacytrack.rules.dice import DiceLaw, Modifiers, Powers
from legacytrack.rules.rolls import rolls_by_dice, weight_of_rolls

# Nobody has so many pieces, and the work grows faster than the square of it.
MOST = 250


class Stage(NamedTuple):
    """One territory that is to be taken.

    Args:
        defenders: troops in it.
        bare: what is added to the dice of the defender without the fortification.
        fortified: what is added while a box is left; each attack with all dice marks one.
        boxes: boxes that are left.
        powers: the powers that look at natural dice.
    """

    defenders: int
    bare: Modifiers = Modifiers()
    fortified: Modifiers = Modifiers()
    boxes: int = 0
    powers: Powers = Powers()

    def modifiers(self, boxes: int) -> Modifiers:
        """What is added to the dice of the defender while so many boxes are left."""
        return self.fortified if boxes else self.bare


class Plan(NamedTuple):
    """A whole fight: one troop is left behind in each territory that is taken, the others move on.

    Args:
        stages: the territories, one after another.
        stop_at: the attack stops when so many troops or fewer are left where it comes from.
        dice: how many dice the attacker rolls at most.
    """

    stages: tuple[Stage, ...]
    stop_at: int
    dice: int


class Ratio(NamedTuple):
    """An exact number: a part of a whole."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        """The nearest number with a point."""
        return self.part / self.whole

    @property
    def exact(self) -> str:
        """The fraction in its lowest terms."""
        shared = gcd(self.part, self.whole)
        return f"{self.part // shared}/{self.whole // shared}"


class Odds(NamedTuple):
    """How a fight can end, in weights that sum up to `whole`.

    Args:
        whole: the sum of all weights.
        taken: weight of having taken the first territory, the first two, ..., all of them.
        won: weight by troops that the attacker has left, where all were taken.
        lost: the same where they were not.
        defence: weight by defenders left, all territories together.
    """

    whole: int
    taken: tuple[int, ...]
    won: Mapping[int, int]
    lost: Mapping[int, int]
    defence: Mapping[int, int]

    @property
    def win(self) -> Ratio:
        """The chance to take all territories."""
        return Ratio(self.taken[-1], self.whole)

    @property
    def attacker_left(self) -> Ratio:
        """Troops that the attacker has left on average, those left behind among them."""
        ends = (*self.won.items(), *self.lost.items())
        return Ratio(sum(left * weight for left, weight in ends), self.whole)

    @property
    def defender_left(self) -> Ratio:
        """Defenders that are left on average, all territories together."""
        return Ratio(sum(left * weight for left, weight in self.defence.items()), self.whole)

    def part(self, weight: int) -> Ratio:
        """The chance that belongs to a weight."""
        return Ratio(weight, self.whole)

    def at_least(self, troops: int) -> Ratio:
        """The chance to take all and to have so many troops left, those left behind among them."""
        fits = sum(weight for left, weight in self.won.items() if left >= troops)
        return Ratio(fits, self.whole)


def no_such_fight(box: Box, attackers: int, plan: Plan) -> Finding | None:
    """Say why there is no such fight (attack-dice).

    Args:
        box: the box.
        attackers: troops in the attacking territory.
        plan: the territories to take, and how.
    """
    dice, needed = box.number("attack-dice", "attackers"), box.number("attack-dice", "needed")
    if attackers < needed:
        what = f"{counted(attackers, 'troop')} cannot attack: one stays."
        fix = f"attack from a territory with {needed} or more troops"
        return box.finding("attack-dice", "ATTACKERS", what, fix)
    if min(stage.defenders for stage in plan.stages) < 1:
        what = "Without a defender there is nobody to attack."
        fix = "move in: legacytrack enter PLACE says what it costs"
        return box.finding("attack-dice", "DEFENDERS", what, fix)
    if not 1 <= plan.dice <= dice:
        what = f"An attack is made with 1 to {dice} dice, not {plan.dice}."
        return box.finding("attack-dice", "--dice", what, f"leave --dice out, or 1 to {dice}")
    if plan.stop_at >= attackers:
        what = f"With {attackers} troops, and a stop at {plan.stop_at}, nobody attacks at all."
        return box.finding("attack-dice", "--stop-at", what, "stop at fewer troops")
    return None


def odds(law: DiceLaw, attackers: int, plan: Plan) -> Odds:
    """Work out how a whole fight ends, in whole numbers only.

    Args:
        law: the numbers of a fight.
        attackers: troops in the attacking territory, of which one stays.
        plan: the territories to take, and how.
    """
    unit = weight_of_rolls(law)
    # Each roll costs somebody a troop, so that the weights can be divided evenly to the end.
    whole = unit ** (attackers + sum(stage.defenders for stage in plan.stages))
    arriving, taken = {attackers: whole}, []
    lost: dict[int, int] = {}
    defence: dict[int, int] = {}
    for behind, stage in enumerate(plan.stages):
        beyond = sum(each.defenders for each in plan.stages[behind + 1 :])
        held, won = _fight(law, arriving, stage, plan)
        for (troops, defenders), weight in held.items():
            lost[troops + behind] = lost.get(troops + behind, 0) + weight
            left = defenders + beyond
            defence[left] = defence.get(left, 0) + weight
        taken.append(sum(won.values()))
        arriving = {troops - 1: weight for troops, weight in won.items()}
    final = {troops + len(plan.stages): weight for troops, weight in arriving.items()}
    if taken[-1]:
        defence[0] = taken[-1]
    return Odds(whole, tuple(taken), final, lost, defence)


def _fight(
    law: DiceLaw, arriving: Mapping[int, int], stage: Stage, plan: Plan
) -> tuple[dict[tuple[int, int], int], dict[int, int]]:
    """Fight for one territory: the weights where it is held, by troops of both, and where taken."""
    unit, stops_at = weight_of_rolls(law), halt(law, plan)
    held: dict[tuple[int, int], int] = {}
    won: dict[int, int] = {}
    rows = [won, *({} for _ in range(1, stage.defenders)), dict(arriving)]
    for boxes in range(stage.boxes, -1, -1):
        below: list[dict[int, int]] = [won, *({} for _ in range(stage.defenders))]
        tables = rolls_by_dice(law, stage.modifiers(boxes), stage.powers)
        for defenders in range(stage.defenders, 0, -1):
            row = rows[defenders]
            by_dice = [each[min(defenders, law.defenders)] for each in tables]
            for troops in range(max(row, default=0), 0, -1):
                weight = row.pop(troops, 0)
                if not weight:
                    continue
                if troops <= stops_at:
                    at = (troops, defenders)
                    held[at] = held.get(at, 0) + weight
                    continue
                dice = min(troops - 1, plan.dice)
                onto = below if boxes and dice == law.attackers else rows
                each, table = weight // unit, by_dice[dice]
                for mine, theirs, ways in table.plain:
                    to = onto[defenders - theirs]
                    to[troops - mine] = to.get(troops - mine, 0) + each * ways
                for mine, ways in table.at_once:
                    won[troops - mine] = won.get(troops - mine, 0) + each * ways
                for mine, theirs, ways in table.closed:
                    at = (troops - mine, defenders - theirs)
                    if at[1]:
                        held[at] = held.get(at, 0) + each * ways
                    else:
                        won[at[0]] = won.get(at[0], 0) + each * ways
        rows = below
    return held, won


def halt(law: DiceLaw, plan: Plan) -> int:
    """Say with how many troops or fewer nobody attacks.

    Args:
        law: the numbers of a fight.
        plan: where the attack stops.
    """
    return max(plan.stop_at, law.needed - 1)
