"""Settling a roll: modifiers, bounds, missiles, pairs, and the powers that look at natural dice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacytrack.rules.dice import (
    ATTACK,
    DEFENCE,
    DiceLaw,
    Missile,
    Modifiers,
    Powers,
    dice_law,
    no_such_roll,
    settle,
)

BREAKS = {"attack-dice", "die-bounds"}

LAW = DiceLaw(3, 2, 2, 1, 6, 2)
NONE, NOBODY = Modifiers(), Powers()
BUNKER = Modifiers(higher=1)
AMMO = Modifiers(higher=-1)
BEAR = Modifiers(lower=-1)
WALL = Modifiers(all=1)
ALIKE, SIXES, BOTH = Powers(three_alike=True), Powers(double_six=True), Powers(True, True)


def roll(attack, defence, modifiers=NONE, powers=NOBODY, *missiles):
    """Settle a roll with the printed numbers."""
    return settle(LAW, attack, defence, modifiers, powers, missiles)


def lost(found):
    """What a roll cost the attacker and the defender."""
    return found.attacker_losses, found.defender_losses


def test_the_numbers_of_a_fight_stand_in_the_rulebook(box):
    """Three dice against two, two troops to attack, one to six on a die, two lost to two sixes."""
    assert dice_law(box) == LAW


# Comparing


@pytest.mark.parametrize(
    ("attack", "defence", "losses"),
    [
        ([6, 5, 2], [5, 5], (1, 1)),
        ([6, 5, 2], [5, 4], (0, 2)),
        ([6, 6, 6], [6, 6], (2, 0)),
        ([4, 4, 1], [4, 3], (1, 1)),
        ([3], [3], (1, 0)),
        ([4], [3], (0, 1)),
        ([1, 6, 1], [5], (0, 1)),
        ([6], [2, 5], (0, 1)),
        ([2], [1, 2], (1, 0)),
        ([2, 6], [1, 1], (0, 2)),
        ([1, 6], [1, 1], (1, 1)),
        ([1, 3, 2], [3, 1], (1, 1)),
    ],
)
def test_pairs_are_compared_from_the_highest(attack, defence, losses):
    """Highest against highest, then the next; ties go to the defender, single dice do nothing."""
    found = roll(attack, defence)
    assert lost(found) == losses
    assert found.attack == tuple(sorted(attack, reverse=True))
    assert found.defence == tuple(sorted(defence, reverse=True))
    assert found.steps == ()
    assert not found.conquered_at_once
    assert not found.closed


# Modifiers


@pytest.mark.parametrize(
    ("defence", "modifiers", "compared"),
    [
        ([5, 5], BUNKER, (6, 5)),
        ([5, 5], AMMO, (5, 4)),
        ([4, 2], Modifiers(higher=1, all=1), (6, 3)),
        ([2, 4], Modifiers(higher=1, all=1), (6, 3)),
        ([4, 2], WALL, (5, 3)),
        ([4, 2], BEAR, (4, 1)),
        ([5, 4], AMMO, (4, 4)),
        ([5, 3], Modifiers(higher=-3), (3, 2)),
        ([4, 3], Modifiers(higher=1, lower=-1), (5, 2)),
        ([5, 5], Modifiers(higher=-1, lower=-1), (4, 4)),
        ([5, 5], Modifiers(higher=1, lower=-1), (6, 4)),
    ],
)
def test_modifiers_change_natural_dice(defence, modifiers, compared):
    """The higher and the lower die are told by what they show when they fall, then sorted anew."""
    assert roll([1], defence, modifiers).defence == compared


@pytest.mark.parametrize("number", range(1, 7))
def test_of_two_equal_dice_one_changes(box, number):
    """Two dice that show the same: a modifier of the higher or the lower one changes one of them."""
    assert box.number("one-die-per-modifier") == 1
    for modifiers in (BUNKER, AMMO, BEAR, Modifiers(lower=1)):
        by = modifiers.higher + modifiers.lower
        changed = min(max(number + by, 1), 6)
        assert sorted(roll([1], [number] * 2, modifiers).defence) == sorted([number, changed])


@pytest.mark.parametrize(
    ("die", "modifiers", "compared"),
    [
        (3, Modifiers(1, -1, 0), 3),
        (3, Modifiers(1, 0, 1), 5),
        (3, Modifiers(-1, -1, 0), 1),
        (3, Modifiers(1, 1, 1), 6),
        (3, Modifiers(0, -1, 1), 3),
    ],
)
def test_a_single_die_is_the_higher_and_the_lower(die, modifiers, compared):
    """One die that defends takes all modifiers, each once."""
    assert roll([1], [die], modifiers).defence == (compared,)


@pytest.mark.parametrize(
    ("defence", "modifiers", "compared"),
    [
        ([6, 6], Modifiers(higher=1, all=1), (6, 6)),
        ([1, 1], Modifiers(-1, -1, -1), (1, 1)),
        ([6], Modifiers(higher=1, lower=-1), (6,)),
        ([1], Modifiers(higher=-1, all=1), (1,)),
        ([6, 3], Modifiers(higher=-1, all=1), (6, 4)),
        ([6, 2], Modifiers(higher=1, all=-1), (6, 1)),
    ],
)
def test_modifiers_are_added_up_and_then_bounded(box, defence, modifiers, compared):
    """No die goes above six or below one, and what goes up and down meets before that (die-bounds)."""
    assert roll([1], defence, modifiers).defence == compared
    law = box.rules["die-bounds"].numbers
    assert all(law["least"] <= die <= law["most"] for die in compared)


def test_the_attacker_has_no_modifiers():
    """Bunker, Ammo Shortage and fortification change the dice of the defender alone."""
    assert roll([5, 5, 1], [3, 3], Modifiers(1, -1, 1)).attack == (5, 5, 1)


def test_each_change_is_a_step_with_its_rule():
    """The steps say what changed a die, in the order of the rules: modifiers, bounds, missiles."""
    found = roll([2], [6, 4], Modifiers(1, 0, 1), Powers(), Missile(ATTACK), Missile(DEFENCE))
    assert [step.rule for step in found.steps] == [
        *("one-die-per-modifier", "die-bounds"),  # 6 +1 +1 is 8, and so 6
        "die-bounds",  # 4 +1
        *("die-bounds", "die-bounds"),
    ]
    assert "8" in found.steps[0].what
    assert "5" in found.steps[2].what
    assert "attack" in found.steps[3].what
    assert "defence" in found.steps[4].what


# Missiles


@pytest.mark.parametrize(
    ("modifiers", "missiles", "attack", "defence"),
    [
        (NONE, [Missile(ATTACK)], (6, 5, 3), (4, 3)),
        (NONE, [Missile(DEFENCE)], (5, 3, 2), (6, 4)),
        (NONE, [Missile(ATTACK), Missile(ATTACK)], (6, 6, 5), (4, 3)),
        (NONE, [Missile(ATTACK, 5)], (6, 3, 2), (4, 3)),
        (NONE, [Missile(ATTACK), Missile(ATTACK, 2)], (6, 6, 5), (4, 3)),
        (NONE, [Missile(DEFENCE, 4), Missile(ATTACK, 3)], (6, 5, 2), (6, 3)),
        (AMMO, [Missile(DEFENCE)], (5, 3, 2), (6, 3)),
        (Modifiers(higher=-3), [Missile(DEFENCE)], (5, 3, 2), (6, 3)),
        (Modifiers(-1, -1, -1), [Missile(DEFENCE), Missile(DEFENCE)], (5, 3, 2), (6, 6)),
        (BEAR, [Missile(DEFENCE, 3)], (5, 3, 2), (6, 4)),
    ],
)
def test_a_missile_makes_a_six_that_nothing_changes(modifiers, missiles, attack, defence):
    """A missile comes after the modifiers and sets the die that was named, or the lowest one left."""
    found = roll([5, 3, 2], [4, 3], modifiers, Powers(), *missiles)
    assert (found.attack, found.defence) == (attack, defence)


def test_missiles_are_compared_like_any_six():
    """A missile of a bystander turns a loss, and one more turns it back: ties go to the defender."""
    assert lost(roll([4, 2], [5, 5])) == (2, 0)
    assert lost(roll([4, 2], [5, 5], NONE, Powers(), Missile(ATTACK))) == (1, 1)
    both = (Missile(ATTACK), Missile(DEFENCE))
    assert lost(roll([4, 2], [5, 5], NONE, Powers(), *both)) == (2, 0)


# Powers


@pytest.mark.parametrize(
    ("attack", "defence", "modifiers", "losses", "at_once"),
    [
        ([4, 4, 4], [3, 3], NONE, (0, 2), True),
        ([4, 4, 4], [5, 3], NONE, (1, 1), True),
        ([4, 4, 4], [3], NONE, (0, 1), True),
        ([4, 4, 4], [4, 4], NONE, (2, 0), False),
        ([4, 4, 4], [4], NONE, (1, 0), False),
        ([4, 4, 4], [3, 3], WALL, (2, 0), False),
        ([4, 4, 4], [4, 4], AMMO, (1, 1), True),
        ([4, 4, 3], [3, 3], NONE, (0, 2), False),
        ([4, 4], [3, 3], NONE, (0, 2), False),
        ([4], [3], NONE, (0, 1), False),
        ([6, 6, 6], [6, 6], NONE, (2, 0), False),
    ],
)
def test_three_alike_conquer_where_they_beat_a_defender(
    attack, defence, modifiers, losses, at_once
):
    """Three natural dice alike conquer at once; where ties save every defender they do nothing."""
    found = roll(attack, defence, modifiers, ALIKE)
    assert (lost(found), found.conquered_at_once) == (losses, at_once)
    assert not roll(attack, defence, modifiers, SIXES).conquered_at_once
    assert not found.closed


@pytest.mark.parametrize(
    ("attack", "defence", "missiles", "at_once"),
    [
        ([4, 4, 4], [3, 3], [Missile(DEFENCE)], True),
        ([4, 4, 4], [3, 3], [Missile(DEFENCE), Missile(DEFENCE)], False),
        ([4, 4, 4], [3], [Missile(DEFENCE)], False),
        ([4, 4, 4], [3, 3], [Missile(ATTACK)], False),
        ([6, 6, 2], [3, 3], [Missile(ATTACK)], False),
        ([2, 3, 4], [1, 1], [Missile(ATTACK)] * 3, False),
    ],
)
def test_missiles_make_no_triple_and_can_save_all(attack, defence, missiles, at_once):
    """A die that a missile set is not natural, and missiles that save every defender save the place."""
    assert roll(attack, defence, NONE, ALIKE, *missiles).conquered_at_once is at_once


@pytest.mark.parametrize(
    ("defence", "modifiers", "missiles", "closed"),
    [
        ([6, 6], NONE, [], True),
        ([6, 6], AMMO, [], True),
        ([6, 6], NONE, [Missile(ATTACK)], True),
        ([6, 5], BUNKER, [], False),
        ([5, 5], Modifiers(all=1), [], False),
        ([6, 5], NONE, [Missile(DEFENCE)], False),
        ([6, 6], NONE, [Missile(DEFENCE)], False),
        ([5, 5], NONE, [], False),
        ([6], NONE, [], False),
    ],
)
def test_two_natural_sixes_close_a_territory(defence, modifiers, missiles, closed):
    """Two sixes close the territory as they fell, whatever changes them; made ones do not."""
    found = roll([6, 3, 1], defence, modifiers, SIXES, *missiles)
    assert found.closed is closed
    assert lost(found) == lost(roll([6, 3, 1], defence, modifiers, Powers(), *missiles))
    assert not roll([6, 3, 1], defence, modifiers, ALIKE, *missiles).closed


def test_three_alike_meet_two_natural_sixes(box):
    """Where both powers meet the attacker loses two, and the territory is closed (natural-dice)."""
    two = box.number("natural-dice", "losses")
    for number in range(1, 7):
        for modifiers in (NONE, AMMO, Modifiers(-5, -5, -5)):
            found = roll([number] * 3, [6, 6], modifiers, BOTH)
            assert (lost(found), found.closed) == ((two, 0), True)
            assert not found.conquered_at_once
            assert {step.rule for step in found.steps} >= {"natural-dice"}
    found = roll([6, 6, 6], [6, 6], AMMO, ALIKE)
    assert (lost(found), found.conquered_at_once) == ((1, 1), True)
    found = roll([6, 6, 5], [6, 6], AMMO, BOTH)
    assert (lost(found), found.closed) == ((1, 1), True)


# Dice that are none


@pytest.mark.parametrize(
    ("attack", "defence", "missiles", "rule"),
    [
        ([0], [1], [], "die-bounds"),
        ([7], [1], [], "die-bounds"),
        ([6], [1, 9], [], "die-bounds"),
        ([], [1], [], "attack-dice"),
        ([1], [], [], "attack-dice"),
        ([1, 2, 3, 4], [1], [], "attack-dice"),
        ([1, 2, 3], [1, 2, 3], [], "attack-dice"),
        ([1], [1, 2], [Missile(ATTACK)] * 2, "attack-dice"),
        ([1], [1, 2], [Missile(DEFENCE)] * 3, "attack-dice"),
        ([1, 1], [1, 2], [Missile(ATTACK, 3)], "attack-dice"),
        ([1, 1], [1, 2], [Missile(DEFENCE, 2)] * 2, "attack-dice"),
    ],
)
def test_dice_that_are_none(box, attack, defence, missiles, rule):
    """A die shows one to six, three attack and two defend at most, and a missile needs a die."""
    found = no_such_roll(box, attack, defence, missiles)
    assert found is not None
    assert found.rule == rule
    assert found.fix


DIE = st.integers(1, 6)
ATTACKING = st.lists(DIE, min_size=1, max_size=3)
DEFENDING = st.lists(DIE, min_size=1, max_size=2)
ADDED = st.builds(Modifiers, *[st.integers(-3, 3)] * 3)
POWERS = st.builds(Powers, st.booleans(), st.booleans())
MISSILES = st.lists(st.builds(Missile, st.sampled_from([ATTACK, DEFENCE])), max_size=5)


@given(attack=ATTACKING, defence=DEFENDING, modifiers=ADDED, powers=POWERS, missiles=MISSILES)
def test_any_roll_that_can_lie_there_is_settled(box, attack, defence, modifiers, powers, missiles):
    """As many troops go as dice meet, dice stay dice, and the order in which they lie is nothing."""
    if no_such_roll(box, attack, defence, missiles):
        return
    found = settle(LAW, attack, defence, modifiers, powers, missiles)
    assert found == settle(LAW, attack[::-1], defence[::-1], modifiers, powers, missiles[::-1])
    for shown, natural, side in (
        (found.attack, attack, ATTACK),
        (found.defence, defence, DEFENCE),
    ):
        hit = sum(missile.side == side for missile in missiles)
        assert len(shown) == len(natural)
        assert list(shown) == sorted(shown, reverse=True)
        assert set(shown) <= set(range(1, 7))
        assert shown.count(6) >= hit
    assert sum(lost(found)) == min(len(attack), len(defence))
    assert not (found.conquered_at_once and found.closed)
    assert found.defender_losses or not found.conquered_at_once
    assert {step.rule for step in found.steps} <= set(box.rules)
