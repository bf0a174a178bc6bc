"""Factions keep one of their two starting powers."""

from __future__ import annotations

import tomllib

import pytest

from legacytrack.model.shape import sound
from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.factions import choose_power

BREAKS = {"one-starting-power"}

FRESH = World({})
FACTIONS = (
    "die-mechaniker",
    "enclave-of-the-bear",
    "imperial-balkania",
    "khan-industries",
    "saharan-republic",
)


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(text))


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("which", [0, 1])
def test_a_faction_keeps_one_power_and_loses_the_other(box, faction, which):
    """Either of the two can be kept; the answer names the one that is destroyed."""
    powers = list(box.factions[faction].powers)
    kept, gone = powers[which], powers[1 - which]
    outcome = choose_power(FRESH, box, faction=faction, power=kept)
    assert outcome.findings == ()
    assert outcome.world.powers(faction) == (kept,)
    assert any(box.factions[faction].powers[gone].name in note for note in outcome.notes)
    assert limits.broken(outcome.world, box) == ()
    assert sound(outcome.world.data) == (outcome.world.data, ())


@pytest.mark.parametrize("second", ["round-up", "expand-four"])
def test_a_faction_has_one_starting_power(box, second):
    """A second starting power is refused, the same one again as well; the finding tells the first."""
    world = told('[factions.imperial-balkania]\npowers = ["round-up"]')
    outcome = choose_power(world, box, faction="imperial-balkania", power=second)
    (finding,) = outcome.findings
    assert finding.rule == "one-starting-power"
    assert finding.where == "factions.imperial-balkania.powers"
    assert "Imperial Balkania" in finding.what
    assert "Round Up" in finding.what
    assert "one-starting-power" in [found.rule for found in limits.broken(outcome.world, box)]


def test_a_second_power_with_leave_destroys_nothing(box):
    """With both powers on its card a faction has lost none."""
    world = told('[factions.imperial-balkania]\npowers = ["round-up"]')
    outcome = choose_power(world, box, faction="imperial-balkania", power="expand-four")
    assert outcome.world.powers("imperial-balkania") == ("round-up", "expand-four")
    assert not any("destroyed" in note for note in outcome.notes)


def test_the_answer_says_which_factions_are_undecided(box):
    """Until every faction has its power, the answer lists those without."""
    world, waiting = FRESH, list(FACTIONS)
    for faction in FACTIONS:
        power = next(iter(box.factions[faction].powers))
        outcome = choose_power(world, box, faction=faction, power=power)
        world = outcome.world
        waiting.remove(faction)
        for other in waiting:
            assert any(box.factions[other].name in note for note in outcome.notes)
    assert not any("without" in note for note in outcome.notes)


def test_a_power_of_an_unknown_name_is_named_in_the_refusal(box):
    """A hand-written power that the box does not have is told as it is written."""
    world = told('[factions.saharan-republic]\npowers = ["sandstorm"]')
    (finding,) = choose_power(world, box, faction="saharan-republic", power="any-time").findings
    assert "sandstorm" in finding.what
