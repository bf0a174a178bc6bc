"""Dice: one roll of an attack, settled in the order of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.text import counted

ATTACK, DEFENCE = "attack", "defence"
SIDES = (ATTACK, DEFENCE)


class DiceLaw(NamedTuple):
    """The numbers of a fight, as the rulebook data has them.

    Args:
        attackers: dice of the attacker at most.
        defenders: dice of the defender at most.
        needed: troops that a territory needs to attack.
        least: the lowest number of a die.
        most: the highest number of a die, which is also what a missile makes of it.
        losses: troops that three alike cost against two natural sixes.
    """

    attackers: int
    defenders: int
    needed: int
    least: int
    most: int
    losses: int


def dice_law(box: Box) -> DiceLaw:
    """Read the numbers of a fight (attack-dice, die-bounds, natural-dice)."""
    dice, bounds = box.rules["attack-dice"].numbers, box.rules["die-bounds"].numbers
    return DiceLaw(
        dice["attackers"],
        dice["defenders"],
        dice["needed"],
        bounds["least"],
        bounds["most"],
        box.number("natural-dice", "losses") if box.has("powers that look at natural dice") else 0,
    )


class Modifiers(NamedTuple):
    """What is added to the dice of the defender: to the higher, to the lower, to each."""

    higher: int = 0
    lower: int = 0
    all: int = 0


class Powers(NamedTuple):
    """The powers that look at natural dice: one of the attacker, one of the defender."""

    three_alike: bool = False
    double_six: bool = False


class Missile(NamedTuple):
    """A missile that was spent on a die.

    Args:
        side: whose die it is, "attack" or "defence".
        natural: what the die showed when it fell; None for the lowest die that is left.
    """

    side: str
    natural: int | None = None


class Step(NamedTuple):
    """Something that changed a die or what came of it, as a sentence, and its law."""

    what: str
    rule: str


class Settled(NamedTuple):
    """What came of a roll.

    Args:
        attack: the dice of the attacker as they are compared, the highest first.
        defence: the dice of the defender, likewise.
        attacker_losses: troops that the attacker loses.
        defender_losses: troops that the dice cost the defender.
        steps: what changed a die, in the order of the rules.
        conquered_at_once: whether all other defenders go as well.
        closed: whether the territory cannot be attacked again this turn.
    """

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    attacker_losses: int
    defender_losses: int
    steps: tuple[Step, ...]
    conquered_at_once: bool
    closed: bool


class Losses(NamedTuple):
    """What compared dice cost: the attacker, the defender, and what powers make of it."""

    attacker: int
    defender: int
    at_once: bool = False
    closed: bool = False


def no_such_roll(
    box: Box, attack: Sequence[int], defence: Sequence[int], missiles: Sequence[Missile] = ()
) -> Finding | None:
    """Say why such dice cannot lie on the table (attack-dice, die-bounds).

    Args:
        box: the box.
        attack: natural dice of the attacker.
        defence: natural dice of the defender.
        missiles: the missiles that were spent.
    """
    law = dice_law(box)
    for side, dice, most in ((ATTACK, attack, law.attackers), (DEFENCE, defence, law.defenders)):
        for die in dice:
            if not law.least <= die <= law.most:
                what = f"{die} is no die: each shows {law.least} to {law.most}."
                return box.finding("die-bounds", side, what)
        if not 1 <= len(dice) <= most:
            what = f"{len(dice)} dice in {side}: there are 1 to {most}."
            return box.finding("attack-dice", side, what)
        hit = [missile.natural for missile in missiles if missile.side == side]
        if len(hit) > len(dice):
            what = f"{counted(len(hit), 'missile')} in {side}, but only {len(dice)} dice there."
            return box.finding("attack-dice", side, what)
        for named in set(hit) - {None}:
            if hit.count(named) > list(dice).count(named or 0):
                what = (
                    f"{counted(hit.count(named), 'missile')} on a {named} in {side}: no such die."
                )
                return box.finding("attack-dice", side, what)
    return None


def settle(
    law: DiceLaw,
    attack: Sequence[int],
    defence: Sequence[int],
    modifiers: Modifiers,
    powers: Powers,
    missiles: Sequence[Missile] = (),
) -> Settled:
    """Settle a roll: modifiers, bounds, missiles, comparison, powers (one-die-per-modifier).

    Args:
        law: the numbers of a fight.
        attack: natural dice of the attacker.
        defence: natural dice of the defender.
        modifiers: what is added to the dice of the defender.
        powers: the powers that look at natural dice.
        missiles: the missiles that were spent.
    """
    steps: list[Step] = []
    attacking = sorted(attack, reverse=True)
    defending = sorted(defence, reverse=True)
    changed = modified(law, defending, modifiers)
    for at, (natural, now) in enumerate(zip(defending, changed, strict=True)):
        steps.extend(_change(law, natural, now, _parts(len(defending), at, modifiers)))
    attack_now = _spend(law, ATTACK, attacking, attacking, missiles, steps)
    defence_now = _spend(law, DEFENCE, defending, changed, missiles, steps)
    lost = losses(
        law,
        sorted(attack_now.shown, reverse=True),
        sorted(defence_now.shown, reverse=True),
        alike=powers.three_alike and is_alike(law, attack_now.natural),
        sixes=powers.double_six and is_sixes(law, defence_now.natural),
    )
    steps.extend(_of_powers(law, lost, attack_now.natural, powers))
    return Settled(
        tuple(sorted(attack_now.shown, reverse=True)),
        tuple(sorted(defence_now.shown, reverse=True)),
        lost.attacker,
        lost.defender,
        tuple(steps),
        lost.at_once,
        lost.closed,
    )


def modified(law: DiceLaw, defence: Sequence[int], modifiers: Modifiers) -> list[int]:
    """Add up what changes each die of the defender, and keep within the bounds (die-bounds).

    Args:
        law: the numbers of a fight.
        defence: natural dice, the highest first; a single one is the higher and the lower.
        modifiers: what is added; where two dice are equal, each modifier changes one of them.
    """
    return [
        max(law.least, min(law.most, die + sum(_parts(len(defence), at, modifiers))))
        for at, die in enumerate(defence)
    ]


def _parts(count: int, at: int, modifiers: Modifiers) -> Modifiers:
    """What of the modifiers falls on one die of so many."""
    higher = modifiers.higher if at == 0 else 0
    lower = modifiers.lower if at == count - 1 else 0
    return Modifiers(higher, lower, modifiers.all)


def is_alike(law: DiceLaw, natural: Sequence[int]) -> bool:
    """Tell whether these are all dice of an attacker, and alike (natural-dice)."""
    return len(natural) == law.attackers and len(set(natural)) == 1


def is_sixes(law: DiceLaw, natural: Sequence[int]) -> bool:
    """Tell whether these are all dice of a defender, and sixes (natural-dice)."""
    return len(natural) == law.defenders and set(natural) == {law.most}


def losses(
    law: DiceLaw, attack: Sequence[int], defence: Sequence[int], *, alike: bool, sixes: bool
) -> Losses:
    """Compare dice in pairs, ties to the defender, and say what it costs (attack-dice, natural-dice).

    Args:
        law: the numbers of a fight.
        attack: the dice as they are compared, the highest first; those without a pair do nothing.
        defence: the dice as they are compared, the highest first.
        alike: whether three natural dice are alike, and that counts.
        sixes: whether two natural sixes defend, and that counts.
    """
    if alike and sixes:
        return Losses(law.losses, 0, closed=True)
    pairs = list(zip(attack, defence, strict=False))
    beaten = sum(mine > theirs for mine, theirs in pairs)
    return Losses(len(pairs) - beaten, beaten, alike and beaten > 0, sixes)


class _Dice(NamedTuple):
    """Dice after the missiles: what they show, and those that are natural still."""

    shown: list[int]
    natural: list[int]


def _spend(
    law: DiceLaw,
    side: str,
    natural: Sequence[int],
    now: Sequence[int],
    missiles: Sequence[Missile],
    steps: list[Step],
) -> _Dice:
    shown, left = list(now), list(range(len(now)))
    # A missile on a die that was named goes first: the others take what is left.
    mine = [missile for missile in missiles if missile.side == side]
    for missile in sorted(mine, key=lambda each: each.natural is None):
        fits = [at for at in left if missile.natural in (None, natural[at])]
        at = min(fits, key=lambda each: shown[each])
        what = f"A missile turns {shown[at]} in {side} into {law.most}."
        steps.append(Step(what, "die-bounds"))
        shown[at] = law.most
        left.remove(at)
    return _Dice(shown, [natural[at] for at in left])


def _change(law: DiceLaw, natural: int, now: int, parts: Modifiers) -> list[Step]:
    names = ("as the higher die", "as the lower die", "on each die")
    added = [f"{by:+d} {name}" for by, name in zip(parts, names, strict=True) if by]
    if not added:
        return []
    total = natural + sum(parts)
    rule = "one-die-per-modifier" if parts.higher or parts.lower else "die-bounds"
    steps = [Step(f"Defence {natural}: {', '.join(added)}, makes {total}.", rule)]
    if total != now:
        way = f"above {law.most}" if total > now else f"below {law.least}"
        steps.append(Step(f"No die goes {way}: {total} is {now}.", "die-bounds"))
    return steps


def _of_powers(
    law: DiceLaw, lost: Losses, natural_attack: Sequence[int], powers: Powers
) -> list[Step]:
    alike = powers.three_alike and is_alike(law, natural_attack)
    said = []
    if alike and lost.closed:
        what = f"Three alike against two natural sixes: the attacker loses {lost.attacker}."
        said.append(what)
    elif lost.at_once:
        said.append("Three natural dice alike beat a defender: all the others go as well.")
    elif alike:
        said.append("Three natural dice alike beat nobody, and conquer nothing.")
    if lost.closed:
        said.append("Two natural sixes close the territory to attacks for this turn.")
    return [Step(what, "natural-dice") for what in said]
