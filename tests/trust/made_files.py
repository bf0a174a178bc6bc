"""World files that hypothesis made: known keys with values of any kind, told of and never written over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import hand_edits
import tomlkit
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from kitchen import Kitchen, kitchen
from tally import Tally, main

from legacytrack.model.shape import WORLD
from legacytrack.model.values import Value
from legacytrack.store.box_files import open_box

BOX = open_box()
IDS = (
    *("alaska", "peru", "ural", "egypt", "brazil", "asia", "europe", "atlantis"),
    *("bunker", "ammo-shortage", "minor-city", "major-city", "quicksand", "coin", "infantry"),
    *(*BOX.factions, "round-up", "ana", "ben", "cy", "zed", "1", "01", "second-signature"),
    *("[new berlin]", "Côte d'Ivoire", "漢字", "-3", "a b", "\x1b[31m", "\u202e", ""),
)
NUMBERS = ("1", "2", "3", "15", "01", "0", "x", "999999", "1000000")
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
KEY = st.sampled_from(IDS) | TEXT
NUMBER = st.integers(-2, 20) | st.integers(-(10**20), 10**20)
ANY = st.recursive(
    st.booleans() | NUMBER | st.floats() | KEY | st.dates() | st.datetimes() | st.times(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEY, inner, max_size=3),
    max_leaves=5,
)
RARELY = 12  # one value in so many is of any kind


def fitting(value: Value) -> st.SearchStrategy[Any]:
    """Make what may stand somewhere, now and then what may not."""
    schema = value.schema
    kinds: Mapping[str, st.SearchStrategy[Any]] = {
        "integer": st.integers(0, 16),
        "boolean": st.booleans(),
        "array": st.lists(st.sampled_from(IDS), max_size=4),
    }
    fits = kinds.get(str(schema.get("type")), st.sampled_from(IDS) | TEXT)
    if "enum" in schema:
        fits = st.sampled_from(list(schema["enum"]))
    return st.integers(1, RARELY).flatmap(lambda at: ANY if at == RARELY else fits)


def all_keys(keys: Mapping[str, Any]) -> set[str]:
    """List the keys of a table and of all tables below it."""
    below = (all_keys(each) for each in keys.values() if not isinstance(each, Value))
    return {key.rstrip("!") for key in keys if key not in ("*", "#")}.union(*below)


OTHERS = sorted(all_keys(WORLD) - {"box"})


def tree(keys: Mapping[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Make a table of the keys that a world file may have there."""
    made: dict[str, st.SearchStrategy[Any]] = {}
    for key, wanted in keys.items():
        below = fitting(wanted) if isinstance(wanted, Value) else tree(wanted)
        if key in ("*", "#"):
            return st.dictionaries(
                KEY if key == "*" else st.sampled_from(NUMBERS), below, max_size=3
            )
        made[key.rstrip("!")] = below
    theirs = st.dictionaries(st.sampled_from(OTHERS), ANY, max_size=1)  # a key of another table
    return st.builds(
        lambda own, more: {**more, **own}, st.fixed_dictionaries({}, optional=made), theirs
    )


PARTS = {key: tree(below) for key, below in WORLD.items() if not isinstance(below, Value)}
TOP = tree(
    {key: below for key, below in WORLD.items() if isinstance(below, Value) and key != "box"}
)
SEATED = {"players": {id: {"name": id.capitalize()} for id in ("ana", "ben", "cy")}}


@st.composite
def world_files(draw: st.DrawFn) -> bytes:
    """Make a world file with some of its parts, mostly with three players in it."""
    world: dict[str, Any] = dict(draw(TOP)) if draw(st.booleans()) else {}
    if draw(st.integers(1, RARELY)) < RARELY:
        world |= SEATED
    for part in sorted(draw(st.sets(st.sampled_from(sorted(PARTS)), min_size=1, max_size=3))):
        before = world.get(part)
        world[part] = {**(before if isinstance(before, dict) else {}), **draw(PARTS[part])}
    return tomlkit.dumps(world).encode()


def attempt(table: Kitchen, text: bytes, asked: list[int]) -> str:
    """Ask, check and record with a file; say what is wrong.

    Args:
        table: where the file goes.
        text: the world file.
        asked: which questions, and which record, by their place.
    """
    table.lay(text)
    looks, alone, record = asked
    for words in (
        hand_edits.LOOKUPS[looks % len(hand_edits.LOOKUPS)],
        hand_edits.WITHOUT_WORLD[alone % len(hand_edits.WITHOUT_WORLD)],
    ):
        said = hand_edits.looked(table, *words)
        if said:
            return said
    words = hand_edits.RECORDS[record % len(hand_edits.RECORDS)]
    return (
        hand_edits.checked(table) or hand_edits.recorded(table, *words) or hand_edits.checked(table)
    )


def run(times: int, seed: int) -> Tally:
    """Let hypothesis make files, many times, up to the first that goes wrong.

    Args:
        times: how often.
        seed: decides which files.
    """
    count, lost = 0, []
    places = st.lists(st.integers(0, 10**4), min_size=3, max_size=3)
    with kitchen() as table:

        @seeded(seed)
        @settings(
            max_examples=times,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            report_multiple_bugs=False,
            phases=(Phase.generate,),  # to make a failing file smaller takes minutes
        )
        @given(world_files(), places)
        def holds(text: bytes, asked: list[int]) -> None:
            nonlocal count
            count += 1
            said = attempt(table, text, asked)
            if said:
                raise AssertionError(f"{text!r}: {said}")

        try:
            holds()
        except AssertionError as error:
            lost.append(str(error))
    return Tally("world files that hypothesis made of known keys", count, tuple(lost))


if __name__ == "__main__":
    main(run, times=10_000)
