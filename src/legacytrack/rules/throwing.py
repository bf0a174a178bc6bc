"""Throwing: a fight with dice for people who have none, roll by roll (attack-dice)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from legacytrack.model.box import Box
from legacytrack.rules.dice import DiceLaw, Missile, Settled, settle
from legacytrack.rules.odds import Plan, halt

Chance = Callable[[], float]  # the next number by chance, from 0 to below 1


class Fall(NamedTuple):
    """Dice as they fell: those of the attacker, those of the defender."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]


class Roll(NamedTuple):
    """One roll of a fight.

    Args:
        fell: the natural dice.
        came: what came of them.
        attackers: troops that are left where the attack comes from.
        defenders: defenders that are left.
        boxes: boxes of the fortification that are left.
    """

    fell: Fall
    came: Settled
    attackers: int
    defenders: int
    boxes: int


class Fight(NamedTuple):
    """A fight for one territory, as far as it was fought.

    Args:
        rolls: its rolls, one at least.
        stops_at: with so many troops or fewer the attack stops.
    """

    rolls: tuple[Roll, ...]
    stops_at: int

    @property
    def last(self) -> Roll:
        """The roll after which nothing was thrown any more."""
        return self.rolls[-1]

    @property
    def taken(self) -> bool:
        """Whether no defender is left."""
        return not self.last.defenders

    @property
    def closed(self) -> bool:
        """Whether the territory cannot be attacked again this turn."""
        return self.last.came.closed

    @property
    def stopped(self) -> bool:
        """Whether it is held, and too few troops are left to go on."""
        return not self.taken and self.last.attackers <= self.stops_at

    @property
    def is_over(self) -> bool:
        """Whether there is no further roll."""
        return self.taken or self.closed or self.stopped


class MovingIn(NamedTuple):
    """How many troops move into a territory that fell, at least and at most."""

    least: int
    most: int


def fall(law: DiceLaw, attackers: int, defenders: int, plan: Plan, chance: Chance) -> Fall:
    """Throw the dice of one roll, as many as the law and the plan allow (attack-dice).

    Args:
        law: the numbers of a fight.
        attackers: troops in the attacking territory, of which one stays.
        defenders: troops in the territory under attack.
        plan: with how many dice the attacker rolls at most.
        chance: where the numbers come from.
    """
    attack, defence = min(attackers - 1, plan.dice), min(defenders, law.defenders)
    # Only random() is promised to give the same numbers in every version of Python.
    dice = [law.least + int(chance() * (law.most - law.least + 1)) for _ in range(attack + defence)]
    return Fall(tuple(dice[:attack]), tuple(dice[attack:]))


def one_roll(
    law: DiceLaw, attackers: int, plan: Plan, fell: Fall, missiles: Sequence[Missile] = ()
) -> Fight:
    """Begin a fight with dice that fell, and stop after them.

    Args:
        law: the numbers of a fight.
        attackers: troops in the attacking territory.
        plan: the one territory to take, and how.
        fell: the dice.
        missiles: the missiles that were spent on them.
    """
    (stage,) = plan.stages
    roll = _settled(law, attackers, stage.defenders, stage.boxes, plan, fell, missiles)
    return Fight((roll,), halt(law, plan))


def fight(law: DiceLaw, attackers: int, plan: Plan, chance: Chance) -> Fight:
    """Fight until the territory falls or nobody attacks any more; each roll costs a troop.

    Args:
        law: the numbers of a fight.
        attackers: troops in the attacking territory.
        plan: the one territory to take, and how.
        chance: where the numbers come from.
    """
    (stage,) = plan.stages
    fought = one_roll(law, attackers, plan, fall(law, attackers, stage.defenders, plan, chance))
    while not fought.is_over:
        _, _, mine, theirs, boxes = fought.last
        fell = fall(law, mine, theirs, plan, chance)
        roll = _settled(law, mine, theirs, boxes, plan, fell)
        fought = fought._replace(rolls=(*fought.rolls, roll))
    return fought


def moving_in(box: Box, fought: Fight) -> MovingIn | None:
    """Say how many troops move into the territory (conquest); None where it did not fall.

    Args:
        box: the box; None is the answer too where its rulebook has no such law.
        fought: the fight.
    """
    law, last = box.rules.get("conquest"), fought.last
    if not law or not fought.taken:
        return None
    won = len(last.fell.attack) - last.came.attacker_losses
    return MovingIn(won, last.attackers - law.numbers["stay"])


def _settled(
    law: DiceLaw,
    attackers: int,
    defenders: int,
    boxes: int,
    plan: Plan,
    fell: Fall,
    missiles: Sequence[Missile] = (),
) -> Roll:
    (stage,) = plan.stages
    came = settle(law, *fell, stage.modifiers(boxes), stage.powers, missiles)
    marks = bool(boxes) and len(fell.attack) == law.attackers
    return Roll(
        fell,
        came,
        attackers - came.attacker_losses,
        0 if came.conquered_at_once else defenders - came.defender_losses,
        boxes - marks,
    )
