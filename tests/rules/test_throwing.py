"""Throwing: rolls by hand, what holds for any fight, and shares that agree with the exact odds."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.rules.dice import DiceLaw, Missile, Modifiers, Powers, dice_law
from legacytrack.rules.odds import MOST, Plan, Stage, odds
from legacytrack.rules.throwing import Fall, MovingIn, fall, fight, moving_in, one_roll

LAW = DiceLaw(3, 2, 2, 1, 6, 2)
NONE, BUNKER, AMMO, WALL = Modifiers(), Modifiers(1), Modifiers(-1), Modifiers(0, 0, 1)
ALIKE, SIXES, BOTH = Powers(three_alike=True), Powers(double_six=True), Powers(True, True)


def scripted(*dice):
    """A source of chance that throws these dice, one digit each, and then fails."""
    numbers = iter([(int(die) - 0.5) / 6 for fell in dice for die in str(fell)])
    return lambda: next(numbers)


def script(attackers, stage, *dice, stop_at=1, most=3):
    """Fight with dice that are given, all of which have to be thrown."""
    chance = scripted(*dice)
    fought = fight(LAW, attackers, Plan((stage,), stop_at, most), chance)
    with pytest.raises(StopIteration):
        chance()
    return fought


def course(fought):
    """What is left of both sides after each roll."""
    return [(roll.attackers, roll.defenders) for roll in fought.rolls]


def fell(fought):
    """How many dice were thrown in each roll, by side."""
    return [(len(roll.fell.attack), len(roll.fell.defence)) for roll in fought.rolls]


# Rolls by hand


def test_a_fight_by_hand():
    """Each side throws as many dice as its troops allow, the attacker first; the place falls."""
    fought = script(5, Stage(3), 652, 55, 661, 32)
    assert fell(fought) == [(3, 2), (3, 2)]
    assert course(fought) == [(4, 2), (4, 0)]
    assert fought.rolls[0].fell == Fall((6, 5, 2), (5, 5))
    assert (fought.taken, fought.closed, fought.stopped) == (True, False, False)


def test_one_troop_stays():
    """Dice get fewer with the troops, and the last troop attacks nobody."""
    fought = script(4, Stage(2), 111, 66, 1, 66)
    assert fell(fought) == [(3, 2), (1, 2)]
    assert course(fought) == [(2, 2), (1, 2)]
    assert (fought.taken, fought.closed, fought.stopped) == (False, False, True)


def test_the_last_defender_throws_one_die():
    """A single defender has a single die, whatever attacks; ties are his."""
    fought = script(4, Stage(1), 655, 6, 65, 5)
    assert fell(fought) == [(3, 1), (2, 1)]
    assert course(fought) == [(3, 1), (3, 0)]


def test_attacks_with_all_dice_mark_a_box():
    """The fortification adds to the dice until attacks with three dice have marked its boxes."""
    fought = script(9, Stage(3, NONE, WALL, 2), 655, 54, 655, 54, 655, 54, 655, 4)
    assert [roll.boxes for roll in fought.rolls] == [1, 0, 0, 0]
    assert [roll.came.defence for roll in fought.rolls] == [(6, 5), (6, 5), (5, 4), (4,)]
    assert course(fought) == [(7, 3), (5, 3), (5, 1), (5, 0)]
    fewer = script(9, Stage(2, NONE, WALL, 2), 66, 44, most=2)
    assert fewer.last.boxes == 2


def test_three_alike_take_all():
    """Three natural dice alike that beat one send all defenders away, where that power attacks."""
    assert course(script(9, Stage(8, powers=ALIKE), 444, 53)) == [(8, 0)]
    assert course(script(4, Stage(2), 444, 53, 66, 5)) == [(3, 1), (3, 0)]
    alike = script(9, Stage(8, powers=ALIKE), 333, 53, 333, 21)
    assert course(alike) == [(7, 8), (7, 0)]
    assert alike.last.came.conquered_at_once


def test_two_natural_sixes_close():
    """Two natural sixes end the fight where that power defends, and cost three alike two troops."""
    closed = script(9, Stage(4, powers=SIXES), 654, 66)
    assert course(closed) == [(7, 4)]
    assert (closed.taken, closed.closed, closed.stopped) == (False, True, False)
    both = script(9, Stage(4, powers=BOTH), 555, 66)
    assert (course(both), both.closed) == ([(7, 4)], True)
    fallen = script(9, Stage(2, Modifiers(-1, -1), powers=SIXES), 665, 66)
    assert (fallen.taken, fallen.closed) == (True, True)


def test_a_stop_is_kept():
    """The attack stops when so many troops or fewer are left, and not before."""
    fought = script(9, Stage(9), 111, 66, 111, 66, stop_at=6)
    assert course(fought) == [(7, 9), (5, 9)]
    assert fought.stopped
    fallen = script(9, Stage(8, powers=ALIKE), 444, 53, stop_at=8)
    assert (course(fallen), fallen.taken, fallen.stopped) == ([(8, 0)], True, False)


@pytest.mark.parametrize("most", [1, 2])
def test_fewer_dice(most):
    """Who says so attacks with fewer dice than the law allows."""
    fought = fight(LAW, 9, Plan((Stage(5),), 1, most), Random(4).random)
    assert max(mine for mine, _ in fell(fought)) == most
    assert max(theirs for _, theirs in fell(fought)) == 2


def test_a_missile_changes_one_roll():
    """A roll by itself takes missiles: the lowest die becomes a six, and breaks three alike."""
    plan = Plan((Stage(4, powers=ALIKE),), 1, 3)
    dice = fall(LAW, 9, 4, plan, scripted(444, 53))
    assert dice == Fall((4, 4, 4), (5, 3))
    assert one_roll(LAW, 9, plan, dice).taken
    missile = one_roll(LAW, 9, plan, dice, [Missile("attack")])
    assert missile.last.came.attack == (6, 4, 4)
    assert (missile.last.attackers, missile.last.defenders) == (9, 2)
    assert not missile.is_over


def test_one_roll_is_the_first_of_the_fight():
    """The same numbers by chance throw the same dice, for one roll and for all."""
    for seed in range(50):
        plan = Plan((Stage(7, BUNKER, Modifiers(1, 0, 1), 3),), 1, 3)
        first = one_roll(LAW, 9, plan, fall(LAW, 9, 7, plan, Random(seed).random))
        whole = fight(LAW, 9, plan, Random(seed).random)
        assert first.last == whole.rolls[0]
        assert whole == fight(LAW, 9, plan, Random(seed).random)


def test_the_attackers_who_won_move_in(box):
    """By the law of conquest those who won the last roll move in at least, and one stays."""
    assert box.rules["conquest"].numbers == {"stay": 1}
    assert moving_in(box, script(9, Stage(2), 665, 11)) == MovingIn(3, 8)
    assert moving_in(box, script(4, Stage(2), 665, 11)) == MovingIn(3, 3)
    assert moving_in(box, script(9, Stage(1), 65, 1, most=2)) == MovingIn(2, 8)
    assert moving_in(box, script(9, Stage(8, powers=ALIKE), 444, 53)) == MovingIn(2, 7)
    assert moving_in(box, script(4, Stage(2), 111, 66, 1, 66)) is None


def test_a_box_without_that_law_says_nothing():
    """Where the rulebook of a box has no law of conquest, nobody is told how many move in."""
    plain = SimpleNamespace(rules={})
    assert moving_in(plain, script(9, Stage(2), 665, 11)) is None


# Any fight


@settings(max_examples=150, deadline=None)
@given(
    attackers=st.integers(2, 40),
    defenders=st.integers(1, 40),
    stop_at=st.integers(1, 39),
    most=st.integers(1, 3),
    marks=st.tuples(*[st.integers(-1, 1)] * 3),
    boxes=st.integers(0, 10),
    powers=st.sampled_from([Powers(), ALIKE, SIXES, BOTH]),
    seed=st.integers(0, 999_999),
)
def test_what_holds_for_any_fight(
    box, attackers, defenders, stop_at, most, marks, boxes, powers, seed
):
    """Troops are never negative, each roll costs one or two, and the fight ends for one reason."""
    bare, stop_at = Modifiers(*marks), min(stop_at, attackers - 1)
    stage = Stage(defenders, bare, bare._replace(all=bare.all + 1), boxes, powers)
    fought = fight(LAW, attackers, Plan((stage,), stop_at, most), Random(seed).random)
    before = (attackers, defenders, boxes)
    for at, roll in enumerate(fought.rolls, 1):
        mine, theirs, left = before
        assert len(roll.fell.attack) == min(mine - 1, most)
        assert len(roll.fell.defence) == min(theirs, 2)
        assert {*roll.fell.attack, *roll.fell.defence} <= set(range(1, 7))
        gone = mine - roll.attackers + theirs - roll.defenders
        assert roll.attackers >= 1
        assert roll.defenders >= 0
        assert gone in (1, 2) or roll.came.conquered_at_once
        assert roll.boxes == left - (left > 0 and len(roll.fell.attack) == 3)
        assert fought._replace(rolls=fought.rolls[:at]).is_over == (at == len(fought.rolls))
        before = (roll.attackers, roll.defenders, roll.boxes)
    assert fought.taken or fought.closed or fought.last.attackers <= max(stop_at, 1)
    inside = moving_in(box, fought)
    assert (inside is not None) == fought.taken
    assert inside is None or 1 <= inside.least <= inside.most < fought.last.attackers


def test_the_longest_fight_ends(box):
    """The most troops that are allowed fight to the end in no time that anybody notices."""
    fought = fight(dice_law(box), MOST, Plan((Stage(MOST),), 1, 1), Random(1).random)
    assert len(fought.rolls) <= 2 * MOST
    assert fought.is_over


# In the long run

FIGHTS = 4000
FIELDS = {
    "plain": (9, Plan((Stage(4),), 1, 3)),
    "bunker": (9, Plan((Stage(4, BUNKER),), 1, 3)),
    "ammo shortage": (5, Plan((Stage(4, AMMO),), 1, 3)),
    "boxes that run out": (12, Plan((Stage(5, BUNKER, Modifiers(1, 0, 1), 2),), 1, 3)),
    "boxes that last": (10, Plan((Stage(4, NONE, WALL, 10),), 1, 3)),
    "three alike": (6, Plan((Stage(9, powers=ALIKE),), 1, 3)),
    "double six": (9, Plan((Stage(5, powers=SIXES),), 1, 3)),
    "both, with marks": (9, Plan((Stage(5, Modifiers(0, -1), WALL, 3, BOTH),), 1, 3)),
    "two dice": (9, Plan((Stage(4, NONE, WALL, 2),), 1, 2)),
    "one die": (9, Plan((Stage(4),), 1, 1)),
    "a stop": (9, Plan((Stage(5),), 4, 3)),
}


@pytest.mark.parametrize("field", FIELDS)
def test_shares_agree_with_the_odds(field):
    """Of thousands of fights as many end in each way as the exact odds say, within four sigma."""
    attackers, plan = FIELDS[field]
    chance = Random(f"long run: {field}").random
    won, lost, defence = Counter(), Counter(), Counter()
    for _ in range(FIGHTS):
        fought = fight(LAW, attackers, plan, chance)
        (won if fought.taken else lost)[fought.last.attackers] += 1
        defence[fought.last.defenders] += 1
    exact = odds(LAW, attackers, plan)
    ends = {(True, left): weight for left, weight in exact.won.items()}
    ends |= {(False, left): weight for left, weight in exact.lost.items()}
    ends |= {("defence", left): weight for left, weight in exact.defence.items()}
    ends["taken"] = exact.taken[-1]
    thrown = {(True, left): count for left, count in won.items()}
    thrown |= {(False, left): count for left, count in lost.items()}
    thrown |= {("defence", left): count for left, count in defence.items()}
    thrown["taken"] = won.total()
    assert set(thrown) <= {end for end, weight in ends.items() if weight}
    for end, weight in ends.items():
        share = weight / exact.whole
        sigma = sqrt(FIGHTS * share * (1 - share))
        assert abs(thrown.get(end, 0) - FIGHTS * share) <= 4 * sigma + 1, (end, share)
