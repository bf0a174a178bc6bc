"""Odds of a whole fight: outside numbers, another solver, and what has to hold for any fight."""

from __future__ import annotations

import time
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.rules.dice import DiceLaw, Modifiers, Powers, settle
from legacytrack.rules.needed import troops_needed
from legacytrack.rules.odds import MOST, Plan, Ratio, Stage, no_such_fight, odds
from legacytrack.rules.rolls import rolls, weight_of_rolls

BREAKS = {"attack-dice"}

LAW = DiceLaw(3, 2, 2, 1, 6, 2)
NONE, NOBODY = Modifiers(), Powers()
ALIKE, SIXES, BOTH = Powers(three_alike=True), Powers(double_six=True), Powers(True, True)
BUNKER, AMMO, BEAR, WALL = (
    *(Modifiers(1), Modifiers(-1)),
    *(Modifiers(0, -1), Modifiers(0, 0, 1)),
)
WALLED_BUNKER = Modifiers(1, 0, 1)


def fight(attackers, *stages, stop_at=1, dice=3):
    """Work out a fight with the printed numbers."""
    return odds(LAW, attackers, Plan(stages, stop_at, dice))


def exactly(ratio: Ratio) -> Fraction:
    """A ratio as a fraction that compares."""
    return Fraction(ratio.part, ratio.whole)


def shares(weights, whole) -> dict[int, Fraction]:
    """A distribution as fractions, without what never comes."""
    return {key: Fraction(weight, whole) for key, weight in weights.items() if weight}


# Outside numbers


@pytest.mark.parametrize(
    ("attack", "defence", "of", "ways"),
    [
        (3, 2, 7776, {(0, 2): 2890, (1, 1): 2611, (2, 0): 2275}),
        (3, 1, 1296, {(0, 1): 855, (1, 0): 441}),
        (2, 2, 1296, {(0, 2): 295, (1, 1): 420, (2, 0): 581}),
        (2, 1, 216, {(0, 1): 125, (1, 0): 91}),
        (1, 2, 216, {(0, 1): 55, (1, 0): 161}),
        (1, 1, 36, {(0, 1): 15, (1, 0): 21}),
    ],
)
def test_one_roll_without_modifiers(attack, defence, of, ways):
    """The numbers that others counted: of all rolls so many cost the attacker, the defender, both."""
    found = rolls(LAW, attack, defence, NONE, NOBODY)
    assert weight_of_rolls(LAW) == 7776
    assert {(mine, theirs): n * of // 7776 for mine, theirs, n in found.plain} == ways
    assert sum(n for _, _, n in found.plain) == 7776
    assert (found.at_once, found.closed) == ((), ())


def test_five_troops_against_three():
    """Five troops of which four may attack take a place of three: 0.64162289... as others found."""
    found = fight(5, Stage(3))
    assert exactly(found.win) == Fraction(402241935565, 626913312768)
    assert found.win.exact == "402241935565/626913312768"
    assert found.win.value == pytest.approx(0.641622898, abs=3e-9)


@pytest.mark.parametrize(
    ("may_attack", "chances"),
    [
        (1, (0.417, 0.106, 0.027, 0.007, 0.002)),
        (2, (0.754, 0.363, 0.206, 0.091, 0.049)),
        (3, (0.916, 0.656, 0.470, 0.315, 0.206, 0.134, 0.084, 0.054, 0.033, 0.021)),
        (4, (0.972, 0.785, 0.642, 0.477, 0.359, 0.253, 0.181, 0.123, 0.086, 0.057)),
        (5, (0.990, 0.890, 0.769, 0.638, 0.506, 0.397, 0.297, 0.224, 0.162, 0.118)),
    ],
)
def test_a_published_table(may_attack, chances):
    """Osborne's table, to three places: so many that may attack against one, two, three and more."""
    for defenders, chance in enumerate(chances, 1):
        found = fight(may_attack + 1, Stage(defenders))
        assert found.win.value == pytest.approx(chance, abs=5.1e-4)


# Another solver, slow and plain


@pytest.mark.parametrize("powers", [NOBODY, ALIKE, SIXES, BOTH])
@pytest.mark.parametrize("modifiers", [NONE, BUNKER, AMMO, BEAR, Modifiers(-1, -1, 0)])
@pytest.mark.parametrize(("attack", "defence"), [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2)])
def test_rolls_are_those_that_are_settled(attack, defence, modifiers, powers):
    """The weights of a roll are a count over all the rolls that `battle` settles one by one."""
    ends = Counter(_settled(attack, defence, modifiers, powers))
    assert _weights(rolls(LAW, attack, defence, modifiers, powers), attack, defence) == ends


@pytest.mark.parametrize(
    ("modifiers", "powers"), [(NONE, BOTH), (AMMO, BOTH), (WALLED_BUNKER, ALIKE), (BEAR, SIXES)]
)
def test_all_dice_that_are_settled(modifiers, powers):
    """The same for three dice against two."""
    ends = Counter(_settled(3, 2, modifiers, powers))
    assert _weights(rolls(LAW, 3, 2, modifiers, powers), 3, 2) == ends


def _settled(attack, defence, modifiers, powers):
    for dice in product(range(1, 7), repeat=attack + defence):
        found = settle(LAW, dice[:attack], dice[attack:], modifiers, powers)
        theirs = 0 if found.conquered_at_once else found.defender_losses
        yield found.attacker_losses, theirs, found.conquered_at_once, found.closed


def _weights(found, attack, defence):
    scale = 6 ** (5 - attack - defence)
    ends = Counter()
    for mine, theirs, n in found.plain:
        ends[mine, theirs, False, False] += n // scale
    for mine, n in found.at_once:
        ends[mine, 0, True, False] += n // scale
    for mine, theirs, n in found.closed:
        ends[mine, theirs, False, True] += n // scale
    return ends


@cache
def plain_roll(attack, defence, modifiers, powers):
    """All ends of a roll with their chances, counted over all falls by rules written down anew."""
    ends = Counter()
    for dice in product(range(1, 7), repeat=attack + defence):
        mine, theirs = sorted(dice[:attack])[::-1], sorted(dice[attack:])[::-1]
        alike = powers.three_alike and attack == 3 and mine[0] == mine[2]
        sixes = powers.double_six and theirs == [6, 6]
        theirs[0] += modifiers.higher
        theirs[-1] += modifiers.lower
        theirs = sorted(min(6, max(1, die + modifiers.all)) for die in theirs)[::-1]
        beaten = [a > d for a, d in zip(mine, theirs, strict=False)]
        if alike and sixes:
            ends[2, 0, "closed"] += 1
        elif alike and any(beaten):
            ends[beaten.count(False), 99, ""] += 1
        else:
            ends[beaten.count(False), beaten.count(True), "closed" if sixes else ""] += 1
    total = 6 ** (attack + defence)
    return {end: Fraction(n, total) for end, n in ends.items()}


def plain_fight(attackers, stages, stop_at=1, dice=3):
    """All ends of a fight: (territories taken, attackers left, defenders left) with their chances."""

    @cache
    def ends_from(at, troops, defenders, boxes):
        here, beyond = stages[at], stages[at + 1 :]
        if not defenders and not beyond:
            return {(len(stages), troops + at, 0): Fraction(1)}
        if not defenders:
            return ends_from(at + 1, troops - 1, beyond[0].defenders, beyond[0].boxes)
        rest = sum(each.defenders for each in beyond)
        count = min(troops - 1, dice)
        if troops <= stop_at or count < 1:
            return {(at, troops + at, defenders + rest): Fraction(1)}
        modifiers = here.fortified if boxes else here.bare
        worn = 1 if boxes and count == 3 else 0
        ends = Counter()
        roll = plain_roll(count, min(defenders, 2), modifiers, here.powers)
        for (mine, theirs, closed), chance in roll.items():
            left = max(defenders - theirs, 0)
            if closed and left:
                ends[at, troops - mine + at, left + rest] += chance
                continue
            for end, more in ends_from(at, troops - mine, left, boxes - worn).items():
                ends[end] += chance * more
        return dict(ends)

    return ends_from(0, attackers, stages[0].defenders, stages[0].boxes)


def summed(ends, key, fits=lambda taken: True):
    """Add up the chances of ends that have something in common."""
    sums = Counter()
    for end, chance in ends.items():
        if fits(end[0]):
            sums[end[key]] += chance
    return dict(sums)


def holds(attackers, stages, stop_at=1, dice=3):
    """Hold the odds of a fight to those of the plain solver: every number of them."""
    found = fight(attackers, *stages, stop_at=stop_at, dice=dice)
    ends, last = plain_fight(attackers, tuple(stages), stop_at, dice), len(stages)
    assert shares(found.won, found.whole) == summed(ends, 1, lambda taken: taken == last)
    assert shares(found.lost, found.whole) == summed(ends, 1, lambda taken: taken < last)
    assert shares(found.defence, found.whole) == summed(ends, 2)
    by_taken = summed(ends, 0)
    for number, weight in enumerate(found.taken, 1):
        chance = sum(chance for taken, chance in by_taken.items() if taken >= number)
        assert Fraction(weight, found.whole) == chance
    assert exactly(found.win) == by_taken.get(last, 0)
    assert exactly(found.attacker_left) == sum(end[1] * chance for end, chance in ends.items())
    assert exactly(found.defender_left) == sum(end[2] * chance for end, chance in ends.items())


@pytest.mark.parametrize("powers", [NOBODY, ALIKE, SIXES, BOTH])
@pytest.mark.parametrize("modifiers", [NONE, BUNKER, AMMO, BEAR, WALL, Modifiers(1, -1, 1)])
def test_another_solver_finds_the_same(modifiers, powers):
    """A solver that follows every roll in fractions agrees in every number, for each modifier."""
    for attackers in range(2, 8):
        for defenders in range(1, 5):
            holds(attackers, [Stage(defenders, modifiers, powers=powers)])


@pytest.mark.parametrize("boxes", [1, 2, 5])
@pytest.mark.parametrize("powers", [NOBODY, BOTH])
@pytest.mark.parametrize("bare", [NONE, BUNKER])
def test_a_fortification_wears_during_the_fight(bare, powers, boxes):
    """Each attack with three dice marks a box, and without a box left the dice are bare."""
    stage = Stage(6, bare, bare._replace(all=1), boxes, powers)
    for attackers in (3, 4, 6, 9):
        for dice in (1, 2, 3):
            holds(attackers, [stage], dice=dice)


def test_fewer_dice_wear_nothing():
    """Two dice mark no box, so that the fortification stands to the end."""
    here = Stage(5, NONE, WALL, 1)
    assert fight(9, here, dice=2) == fight(9, Stage(5, WALL), dice=2)
    assert fight(9, here).win.value > fight(9, Stage(5, WALL)).win.value
    assert fight(9, here).win.value < fight(9, Stage(5)).win.value


@pytest.mark.parametrize("stop_at", [1, 2, 3, 5, 7])
def test_an_attack_can_stop(stop_at):
    """With so many troops or fewer left nobody attacks any more; a roll may still cost two."""
    holds(8, [Stage(4, BUNKER)], stop_at=stop_at)
    found = fight(8, Stage(4), stop_at=stop_at)
    assert max(found.lost) <= stop_at
    assert min(found.lost) >= max(stop_at - 1, 1)
    assert min(found.won) >= stop_at


@pytest.mark.parametrize("powers", [NOBODY, ALIKE, BOTH])
def test_a_chain_leaves_one_behind_in_each(powers):
    """In each taken territory one troop stays, and all others move on and attack from there."""
    chain = [Stage(2, AMMO, powers=powers), Stage(1), Stage(3, BUNKER, WALLED_BUNKER, 2)]
    for attackers in (3, 5, 9):
        for stop_at in (1, 3):
            holds(attackers, chain, stop_at=stop_at)
    for dice in (1, 2):
        holds(8, chain, dice=dice)


def test_a_chain_is_a_fight_after_a_fight():
    """What moves on is what is left, less the one that stays; the chances multiply."""
    first, second = fight(8, Stage(3)), Stage(2, BUNKER)
    chance = sum(
        Fraction(weight, first.whole) * exactly(fight(left - 1, second).win)
        for left, weight in first.won.items()
    )
    found = fight(8, Stage(3), second)
    assert exactly(found.win) == chance
    assert exactly(found.part(found.taken[0])) == exactly(first.win)


def test_three_alike_take_any_number_of_defenders():
    """With three alike one lucky roll takes a place of forty, which is out of reach without them."""
    assert 0.01 < fight(4, Stage(40, powers=ALIKE)).win.value < 0.03
    assert fight(4, Stage(40)).win.value < 1e-8


def test_two_sixes_end_the_fight():
    """A defender with two sixes to close the territory is beaten by no number of attackers for sure."""
    closed = fight(200, Stage(10, powers=SIXES))
    assert closed.win.value < 0.9
    assert max(closed.lost) > 100
    assert fight(200, Stage(10)).win.value > 0.999999
    assert fight(200, Stage(1, powers=SIXES)) == fight(200, Stage(1))


# What has to hold for any fight

ADDED = st.builds(Modifiers, *[st.integers(-2, 2)] * 3)
POWERS = st.builds(Powers, st.booleans(), st.booleans())
STAGES = st.lists(
    st.builds(Stage, st.integers(1, 6), ADDED, ADDED, st.integers(0, 4), POWERS),
    min_size=1,
    max_size=3,
)
PLANS = st.builds(Plan, STAGES.map(tuple), st.integers(1, 4), st.integers(1, 3))
PRINTED = st.builds(
    lambda scar, bear, boxes, defenders, powers: Stage(
        defenders, Modifiers(scar, bear), Modifiers(scar, bear, 1), boxes, powers
    ),
    st.sampled_from([-1, 0, 1]),
    st.sampled_from([0, -1]),
    st.integers(0, 10),
    st.integers(1, 12),
    POWERS,
)


@settings(max_examples=60, deadline=None)
@given(attackers=st.integers(2, 14), plan=PLANS)
def test_all_ends_together_are_exactly_one(attackers, plan):
    """The chances of all ends sum up to exactly one, and every number lies where it can."""
    found = odds(LAW, attackers, plan)
    ends = [*found.won.values(), *found.lost.values()]
    assert sum(Fraction(weight, found.whole) for weight in ends) == 1
    assert sum(Fraction(weight, found.whole) for weight in found.defence.values()) == 1
    assert min(ends) > 0
    assert sum(found.won.values()) == found.taken[-1]
    assert sorted(found.taken, reverse=True) == list(found.taken)
    defenders = sum(stage.defenders for stage in plan.stages)
    assert 1 <= exactly(found.attacker_left) <= attackers
    assert 0 <= exactly(found.defender_left) <= defenders
    assert set(found.defence) <= set(range(defenders + 1))
    assert set(found.won) <= set(range(1 + len(plan.stages), attackers + 1))
    chances = [exactly(found.at_least(troops)) for troops in range(attackers + 2)]
    assert chances == sorted(chances, reverse=True)
    assert (chances[0], chances[-1]) == (exactly(found.win), 0)
    assert found.win.value == float(exactly(found.win))
    assert Fraction(found.win.exact) == exactly(found.win)


@settings(max_examples=40, deadline=None)
@given(attackers=st.integers(2, 12), plan=PLANS)
def test_any_fight_is_that_of_the_other_solver(attackers, plan):
    """Whatever packets bring: the plain solver agrees on modifiers, boxes, powers, stops and chains."""
    small = plan._replace(stages=plan.stages[:2])
    holds(attackers, small.stages, small.stop_at, small.dice)


@settings(max_examples=40, deadline=None)
@given(attackers=st.integers(2, 16), stage=PRINTED, dice=st.integers(1, 3))
def test_more_troops_are_never_worse(attackers, stage, dice):
    """One attacker more never lowers the chance, and one defender more never raises it."""
    win = exactly(fight(attackers, stage, dice=dice).win)
    assert exactly(fight(attackers + 1, stage, dice=dice).win) >= win
    more = stage._replace(defenders=stage.defenders + 1)
    assert exactly(fight(attackers, more, dice=dice).win) <= win
    assert exactly(fight(attackers, stage, Stage(1), dice=dice).win) <= win


@settings(max_examples=40, deadline=None)
@given(attackers=st.integers(2, 16), stage=PRINTED)
def test_what_helps_a_side_helps_it(attackers, stage):
    """A Bunker, a fortification, two sixes never help the attacker; three alike and fewer eyes do."""
    win = exactly(fight(attackers, stage).win)
    bare, powers = stage.bare, stage.powers
    higher = stage._replace(
        bare=bare._replace(higher=bare.higher + 1),
        fortified=stage.fortified._replace(higher=bare.higher + 1),
    )
    assert exactly(fight(attackers, higher).win) <= win
    assert exactly(fight(attackers, stage._replace(boxes=stage.boxes + 1)).win) <= win
    assert exactly(fight(attackers, stage._replace(boxes=0)).win) >= win
    alike = stage._replace(powers=Powers(True, False))
    assert exactly(fight(attackers, alike._replace(powers=NOBODY)).win) <= exactly(
        fight(attackers, alike).win
    )
    closed = stage._replace(powers=powers._replace(double_six=True))
    open_ = stage._replace(powers=powers._replace(double_six=False))
    assert exactly(fight(attackers, closed).win) <= exactly(fight(attackers, open_).win)


# Troops needed


@settings(max_examples=30, deadline=None)
@given(plan=PLANS)
def test_the_troops_needed_are_the_fewest(plan):
    """With the troops needed the chance is what was wanted, and with one less it is not."""
    percents = (5, 50, 90)
    found = troops_needed(LAW, plan, percents)
    for percent in percents:
        troops = found[percent]
        if troops is None:
            assert exactly(odds(LAW, 60, plan).win) < Fraction(percent, 100)
            continue
        assert exactly(odds(LAW, troops, plan).win) >= Fraction(percent, 100)
        assert exactly(odds(LAW, troops - 1, plan).win) < Fraction(percent, 100)


def test_a_chance_that_is_met_exactly():
    """Where a float cannot tell, whole numbers decide: a sure thing needs no more than it takes."""
    sure = Plan((Stage(1, Modifiers(-9)),), 1, 1)
    assert exactly(odds(LAW, 2, sure).win) == Fraction(5, 6)
    law = DiceLaw(3, 2, 2, 1, 2, 2)
    half = Plan((Stage(1, Modifiers(-9)),), 1, 1)
    assert exactly(odds(law, 2, half).win) == Fraction(1, 2)
    assert exactly(odds(law, 3, half).win) == Fraction(3, 4)
    assert troops_needed(law, half, (50, 75, 90)) == {50: 2, 75: 3, 90: 5}


def test_troops_that_are_never_enough():
    """Where no number of troops will do, none is named."""
    never = Plan((Stage(2, Modifiers(all=5)),), 1, 3)
    assert odds(LAW, 50, never).taken == (0,)
    assert troops_needed(LAW, never, (50, 90)) == {50: None, 90: None}
    closed = Plan((Stage(10, powers=SIXES),), 1, 3)
    found = troops_needed(LAW, closed, (50, 90))
    assert found[50] is not None
    assert found[90] is None


# Fights that are none


@pytest.mark.parametrize(
    ("attackers", "plan"),
    [
        (1, Plan((Stage(1),), 1, 3)),
        (0, Plan((Stage(1),), 1, 3)),
        (5, Plan((Stage(0),), 1, 3)),
        (5, Plan((Stage(1), Stage(0)), 1, 3)),
        (5, Plan((Stage(1),), 1, 0)),
        (5, Plan((Stage(1),), 1, 4)),
        (5, Plan((Stage(1),), 5, 3)),
    ],
)
def test_a_fight_that_is_none(box, attackers, plan):
    """Two troops to attack, somebody to fight, one to three dice, more troops than the stop."""
    found = no_such_fight(box, attackers, plan)
    assert found is not None
    assert found.rule == "attack-dice"
    assert found.fix
    assert no_such_fight(box, 5, Plan((Stage(1),), 4, 1)) is None


def test_a_big_fight_is_quick():
    """A hundred against a hundred, fortified and scarred, is worked out far within a second."""
    begun = time.process_time()
    here = Plan((Stage(100, BUNKER, WALLED_BUNKER, 10, BOTH),), 1, 3)
    odds(LAW, 100, here)
    troops_needed(LAW, here, (50, 75, 90))
    assert time.process_time() - begun < 1
    assert MOST >= 200
