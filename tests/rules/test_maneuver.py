"""The maneuver: how far troops go through territories of their own, and which way."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.rules.maneuver import reach
from legacytrack.store.box_files import open_box

BREAKS: set[str] = set()  # nothing is recorded: a lookup

PLACES = list(open_box().territories)
NEXT_DOOR = {
    frozenset(line.replace("~~", "--").split(" -- "))
    for line in (Path(__file__).parent.parent / "reference/borders.txt")
    .read_text("utf-8")
    .splitlines()
    if not line.startswith("#")
}


def connected(start: str, held: set[str]) -> set[str]:
    """Find by brute force what hangs together with a place: grow it until nothing comes in."""
    found = {start}
    for _ in PLACES:
        found |= {place for place in held if any({place, each} in NEXT_DOOR for each in found)}
    return found - {start}


def steps(start: str, goal: str, held: set[str]) -> int:
    """Count by brute force how far it is from one place to another through those held."""
    found, count = {start}, 0
    while goal not in found:
        found |= {place for place in held if any({place, each} in NEXT_DOOR for each in found)}
        count += 1
    return count


def test_only_through_what_one_holds(box):
    """A territory of somebody else cuts off what lies behind it."""
    found = reach(box, "brazil", {"brazil", "peru", "egypt", "north-africa"})
    assert found.ways == {
        "peru": ("brazil", "peru"),
        "egypt": ("brazil", "north-africa", "egypt"),
        "north-africa": ("brazil", "north-africa"),
    }
    found = reach(box, "brazil", {"brazil", "peru", "egypt"})
    assert list(found.ways) == ["peru"]
    assert found.cut_off == ("egypt",)
    assert found.power == ""


def test_nowhere_to_go(box):
    """With nothing else held there is nowhere to go, and nothing is cut off."""
    assert reach(box, "brazil", {"brazil"}) == ({}, (), "")


def test_the_power_that_ignores_connection(box):
    """With the power that goes anywhere nothing is cut off; a way through is still shown as one."""
    powers = [box.factions["saharan-republic"].powers["anywhere"]]
    held = {"brazil", "peru", "argentina", "japan"}
    found = reach(box, "brazil", held, powers)
    assert found.cut_off == ()
    assert found.power == "Anywhere"
    assert found.ways["japan"] == ("brazil", "japan")
    assert list(found.ways) == [place for place in PLACES if place in held - {"brazil"}]
    others = [box.factions["saharan-republic"].powers["any-time"]]
    assert reach(box, "brazil", held, others).cut_off == ("japan",)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(PLACES), st.sets(st.sampled_from(PLACES), max_size=25), st.booleans())
def test_every_way_is_a_way(box, start, held, anywhere):
    """What is reached hangs together, each way is a shortest one over borders, and the rest is cut off."""
    powers = [box.factions["saharan-republic"].powers["anywhere"]] if anywhere else []
    found = reach(box, start, held, powers)
    near = connected(start, held)
    rest = held - near - {start}
    assert set(found.ways) == near | (rest if anywhere else set())
    assert set(found.cut_off) == (set() if anywhere else rest)
    for goal in near:
        way = found.ways[goal]
        assert (way[0], way[-1]) == (start, goal)
        assert set(way[1:]) <= held
        assert all({here, there} in NEXT_DOOR for here, there in pairwise(way))
        assert len(way) == steps(start, goal, held) + 1
