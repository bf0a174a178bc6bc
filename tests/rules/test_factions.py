"""Factions keep one of their two starting powers."""

from __future__ import annotations

import tomllib

import pytest

from legacytrack.model.shape import sound
from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.factions import choose_power
from legacytrack.store.box_files import open_box

BREAKS = {"one-starting-power", "one-power-per-colour"}

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


def test_a_power_of_an_unknown_name_is_named_as_it_is_written(box):
    """A hand-written power that the box does not have takes no slot and stays; check names it."""
    world = told('[factions.saharan-republic]\npowers = ["sandstorm"]')
    outcome = choose_power(world, box, faction="saharan-republic", power="any-time")
    assert outcome.findings == ()
    assert outcome.world.powers("saharan-republic") == ("sandstorm", "any-time")
    for each in (world, outcome.world):
        (finding,) = limits.broken(each, box)
        assert finding.rule == "unknown-name"
        assert "sandstorm" in finding.what


# What packets brought

FOUND = """
[found.powers]
wide-roads = {name = "Wide Roads", faction = "imperial-balkania", colour = "red"}
long-nights = {name = "Long Nights", faction = "imperial-balkania", colour = "red"}
deep-snow = {name = "Deep Snow", faction = "imperial-balkania", colour = "blue"}
"""


def test_a_faction_has_one_power_of_each_colour():
    """Powers of other colours stand beside the starting one; a second of a colour is refused."""
    world = told(FOUND)
    box = open_box(found=world.table("found"))
    for power in ("wide-roads", "round-up", "deep-snow"):
        outcome = choose_power(world, box, faction="imperial-balkania", power=power)
        assert outcome.findings == ()
        assert any("destroyed" in note for note in outcome.notes) == (power == "round-up")
        world = outcome.world
    assert limits.broken(world, box) == ()
    outcome = choose_power(world, box, faction="imperial-balkania", power="long-nights")
    for findings in (outcome.findings, limits.broken(outcome.world, box)):
        (finding,) = findings
        assert finding.rule == "one-power-per-colour"
        assert finding.where == "factions.imperial-balkania.powers"
        assert "Wide Roads" in finding.what
