"""The ground of a battle: what marks, a fortification and powers add to the dice of the defender."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

import legacytrack
from legacytrack.model.box import Box
from legacytrack.model.found import laid_over
from legacytrack.model.world import World
from legacytrack.rules.battle import boxes_left, ground, no_such_ground
from legacytrack.rules.dice import Modifiers, Powers
from legacytrack.store.box_files import BOXES

BREAKS = {
    "one-scar-per-territory",
    "fortification-boxes",
    "fortify-only-a-city",
    "no-marks-here",
}

NONE = Modifiers()
FOUND = """
[found.scars.mire]
name = "Mire"
defence_lower_die = -2
note = "Nobody retreats."
[found.scars.haven]
name = "Haven"
no_marks = true
no_entry = true
[found.cities.keep]
name = "Keep"
defence_all_dice = 2
[found.powers.iron]
name = "Iron"
faction = "saharan-republic"
colour = "red"
defence_higher_die = 1
note = "Sing loudly."
[found.powers.hammer]
name = "Hammer"
faction = "saharan-republic"
colour = "blue"
defence_all_dice = -1
three_alike = true
"""


def told(text: str = "") -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(text))


def scarred(kind: str) -> World:
    """Tell of a scar in Ural."""
    return told(f'[territories.ural.scar]\nkind = "{kind}"\ngame = 2')


def fortified(boxes: int, scar: str = "") -> World:
    """Tell of a fortified city in Ural, with so many boxes marked."""
    text = f'[territories.ural]\ncity.kind = "minor-city"\nfortification.boxes = {boxes}\n'
    return told(text + (f'scar.kind = "{scar}"\n' if scar else ""))


@pytest.fixture
def found() -> Box:
    """A box with what a group made up, laid over what is printed."""
    new = tomllib.loads(FOUND)["found"]
    return Box(
        "risk-legacy",
        lambda part: laid_over(
            part, tomllib.loads((BOXES / "risk-legacy" / f"{part}.toml").read_text("utf-8")), new
        ),
    )


def powers(box: Box, *ids: str):
    """The powers of these ids."""
    known = {id: power for each in box.factions.values() for id, power in each.powers.items()}
    return [known[id] for id in ids]


# Marks of the place


@pytest.mark.parametrize("territory", [None, "ural"])
def test_an_unmarked_place_adds_nothing(box, territory):
    """Without marks and powers dice stay as they fell, with a world or without."""
    for world in (None, told()) if territory is None else (told(),):
        here = ground(world, box, territory)
        assert (here.bare, here.fortified.all, here.boxes, here.causes) == (NONE, 1, 0, ())
        assert here.now == NONE
        assert here.powers == Powers()


@pytest.mark.parametrize(
    ("scar", "modifiers"), [("bunker", Modifiers(1)), ("ammo-shortage", Modifiers(-1))]
)
def test_a_scar_changes_the_higher_die(box, scar, modifiers):
    """A Bunker raises the higher die, an Ammo Shortage lowers it, on the board or played now."""
    assert ground(scarred(scar), box, "ural").now == modifiers
    assert ground(None, box, scar=scar).now == modifiers
    assert ground(told(), box, "ural", scar=scar).now == modifiers
    assert ground(scarred(scar), box, "alaska").now == NONE


def test_a_cancelled_scar_does_nothing(box):
    """A scar under a white sticker is gone."""
    world = told('[territories.ural.cancelled.1]\nkind = "bunker"')
    assert ground(world, box, "ural").now == NONE


@pytest.mark.parametrize(("marked", "left"), [(0, 10), (9, 1), (10, 0)])
def test_a_fortification_counts_while_a_box_is_left(box, marked, left):
    """Each die is one higher until the last of ten boxes is marked (fortification-boxes)."""
    here = ground(fortified(marked, "bunker"), box, "ural")
    assert here.boxes == boxes_left(fortified(marked), box, "ural") == left
    assert (here.bare, here.fortified) == (Modifiers(1), Modifiers(1, 0, 1))
    assert here.now == (here.fortified if left else here.bare)
    assert [cause.what for cause in here.causes] == ["Bunker", *(["fortification"] * bool(left))]


def test_boxes_can_be_told(box):
    """What somebody says of the boxes counts, with a world or without."""
    assert ground(None, box, boxes=3).now == Modifiers(all=1)
    assert ground(fortified(2), box, "ural", boxes=0).now == NONE
    assert ground(fortified(10), box, "ural", boxes=1).boxes == 1


# Powers


def test_the_own_hq_counts_as_fortified(box):
    """The power fortifies the own starting HQ alone, and no box of it wears."""
    (fortress,) = powers(box, "home-fortress")
    here = ground(None, box, defender=[fortress], home=True)
    assert (here.bare, here.now, here.boxes) == (Modifiers(all=1), Modifiers(all=1), 0)
    assert ground(None, box, defender=[fortress]).now == NONE
    assert ground(None, box, attacker=[fortress], home=True).now == NONE
    assert ground(None, box, home=True).now == NONE


def test_two_fortifications_do_not_add_up(box):
    """A fortified city at the own HQ gets one more, as long as boxes last and after."""
    (fortress,) = powers(box, "home-fortress")
    here = ground(fortified(9), box, "ural", defender=[fortress], home=True)
    assert (here.bare, here.fortified) == (Modifiers(all=1), Modifiers(all=1))
    assert [cause.what for cause in here.causes] == ["fortification"]
    here = ground(fortified(10), box, "ural", defender=[fortress], home=True)
    assert [cause.what for cause in here.causes] == ["Home Fortress"]


def test_the_lower_die_counts_in_the_first_territory(box):
    """The power takes one off the lower die, for the attacker, in the first territory of a turn."""
    (bear,) = powers(box, "lower-die")
    here = ground(None, box, scar="bunker", attacker=[bear])
    assert here.now == Modifiers(1, -1, 0)
    assert [cause.first_only for cause in here.causes] == [False, True]
    assert ground(None, box, attacker=[bear], first=False).now == NONE
    assert ground(None, box, defender=[bear]).now == NONE


def test_powers_that_look_at_natural_dice(box):
    """Three alike serve an attack, two sixes a defence, and neither the other side."""
    both = powers(box, "three-alike", "double-six")
    assert ground(None, box, attacker=both).powers == Powers(three_alike=True)
    assert ground(None, box, defender=both).powers == Powers(double_six=True)
    assert ground(None, box, attacker=both, defender=both).powers == Powers(True, True)


def test_other_powers_do_nothing_to_dice(box):
    """Powers of recruiting and moving change no die, and remind of nothing here."""
    rest = powers(box, "round-up", "expand-four", "hq-troop", "card-troop", "any-time", "anywhere")
    here = ground(None, box, attacker=rest, defender=rest, home=True)
    assert (here.now, here.powers, here.causes, here.notes) == (NONE, Powers(), (), ())


# What packets brought


def test_found_marks_count_by_their_words(found):
    """A scar and a city out of a packet change dice like printed ones; notes are reminded of."""
    world = told('[territories.ural]\nscar.kind = "mire"\ncity.kind = "keep"')
    here = ground(world, found, "ural")
    assert here.now == Modifiers(0, -2, 2)
    assert here.notes == ("Mire: Nobody retreats.",)
    here = ground(scarred("haven"), found, "ural")
    assert len(here.notes) == 1
    assert "Haven" in here.notes[0]


def test_found_powers_serve_the_side_that_gains(found):
    """A power that adds to defence dice serves who defends, one that takes away who attacks."""
    both = powers(found, "iron", "hammer")
    here = ground(None, found, attacker=both)
    assert (here.now, here.powers) == (Modifiers(all=-1), Powers(three_alike=True))
    assert here.notes == ("Iron: Sing loudly.",)
    here = ground(None, found, defender=both)
    assert (here.now, here.powers) == (Modifiers(higher=1), Powers())
    assert ground(None, found, attacker=both, defender=both).now == Modifiers(1, 0, -1)
    assert ground(None, found, attacker=both, defender=both).notes == ("Iron: Sing loudly.",)


def test_no_mark_and_no_power_is_known_by_its_id():
    """The rules of dice ask for words of effects, never for a scar or a power by its name."""
    rules = Path(legacytrack.__file__).parent / "rules"
    names = {"bunker", "ammo-shortage", "home-fortress", "double-six", "lower-die", "three-alike"}
    for file in ("dice", "battle", "rolls", "odds", "needed"):
        tree = ast.parse((rules / f"{file}.py").read_text("utf-8"))
        texts = {each.value for each in ast.walk(tree) if isinstance(each, ast.Constant)}
        assert not names & texts


# What cannot be


@pytest.mark.parametrize(
    ("world", "scar", "boxes", "rule"),
    [
        (scarred("bunker"), "bunker", None, "one-scar-per-territory"),
        (scarred("gone"), "bunker", None, "one-scar-per-territory"),
        (fortified(3), None, 11, "fortification-boxes"),
        (None, None, 11, "fortification-boxes"),
        (told(), None, 3, "fortify-only-a-city"),
    ],
)
def test_a_place_that_cannot_be(box, world, scar, boxes, rule):
    """No second scar is played on a place, none has eleven boxes, and only a city is fortified."""
    against = no_such_ground(world, box, "ural" if world else None, scar=scar, boxes=boxes)
    assert against is not None
    assert against.rule == rule
    assert against.fix


def test_a_place_that_is_never_marked_again(found):
    """A mark that keeps every other away keeps a scar card away too (no-marks-here)."""
    world = told('[territories.ural.city]\nkind = "keep"')
    assert no_such_ground(world, found, "ural", scar="bunker", boxes=3) is None
    new = told('[territories.ural.city]\nkind = "haven-city"')
    assert no_such_ground(new, found, "ural", scar="bunker") is None
    never = Box(
        "risk-legacy",
        lambda part: laid_over(
            part,
            tomllib.loads((BOXES / "risk-legacy" / f"{part}.toml").read_text("utf-8")),
            {"cities": {"haven-city": {"name": "Haven", "no_marks": True}}},
        ),
    )
    against = no_such_ground(new, never, "ural", scar="bunker")
    assert against is not None
    assert against.rule == "no-marks-here"
    assert no_such_ground(new, never, "ural") is None


def test_what_can_be_is_not_refused(box):
    """A fortified city, an unscarred place, and no place at all are all fine."""
    assert no_such_ground(fortified(3), box, "ural", scar="bunker", boxes=10) is None
    assert no_such_ground(None, box, None, scar="bunker", boxes=10) is None
    assert no_such_ground(scarred("bunker"), box, "ural", boxes=0) is None
