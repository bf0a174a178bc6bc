"""Newer and older files: what was written once can be read for ever; what is newer is left alone."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from kitchen import Kitchen, kitchen

from legacytrack.model.change import same, without_empty_tables
from legacytrack.model.shape import WORLD, likely_slips, sound
from legacytrack.model.values import Value
from legacytrack.model.world import FORMAT
from legacytrack.store import history
from legacytrack.store.entries import digest

WORLDS = Path(__file__).parent.parent / "worlds"
NEWER = f"format = {FORMAT + 1}\n[players]\nana = 'told in another way'\n".encode()


@pytest.fixture
def table() -> Iterator[Kitchen]:
    with kitchen() as found:
        yield found


def paths(keys: Mapping[str, Any], at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every place of a world file at which a value may stand."""
    for key, wanted in keys.items():
        here = (*at, key.rstrip("!"))
        if isinstance(wanted, Value):
            yield here
        else:
            yield from paths(wanted, here)


def has(tree: Any, path: tuple[str, ...]) -> bool:
    """Tell whether a value stands at a place, `*` and `#` being any id and any number."""
    if not path:
        return True
    first, *rest = path
    if not isinstance(tree, dict):
        return False
    below = tree.values() if first in ("*", "#") else [tree[first]] if first in tree else []
    return any(has(part, tuple(rest)) for part in below)


# A world of each box, with a change in its history to go back to.
KEPT = [("format-1.toml", "40"), ("format-1-plain.toml", "12")]


def test_a_world_of_every_format_is_kept() -> None:
    """No format ever released is without its file."""
    known = {f"format-{number}" for number in range(1, FORMAT + 1)}
    assert known <= {name.removesuffix(".toml") for name, _ in KEPT}
    assert {name for name, _ in KEPT} == {each.name for each in WORLDS.glob("format-*.toml")}


@pytest.mark.parametrize(("name", "back"), KEPT)
def test_every_format_stays_readable(table: Kitchen, name: str, back: str) -> None:
    """A campaign of each format ever released is sound, and goes on."""
    world = WORLDS / name
    text, story = world.read_bytes(), world.with_suffix(".history.jsonl").read_bytes()
    data = without_empty_tables(tomllib.loads(text.decode("utf-8")))
    assert sound(data) == (data, ())
    assert list(likely_slips(data)) == []
    table.lay(text, story)
    telling = history.read(table.history)
    assert telling.damaged == ()
    assert same(history.fold(telling.entries), data)
    assert telling.entries[-1].after == digest(data)
    assert table.say("check").out.endswith("Nothing is wrong.\n")
    for words in (["show"], ["log"], ["summary"], ["status"], ["map"], ["export", "json"]):
        assert table.say(*words).code == 0
    assert table.files == (text, story)
    assert table.say("player", "add", "Eve").code == 0
    assert table.say("undo").code == 0
    assert table.world.read_bytes() == text
    assert table.say("undo", "--to", back, "--yes").code == 0
    assert table.say("redo", "--yes").code == 0
    assert same(
        tomllib.loads(table.world.read_text(encoding="utf-8")), tomllib.loads(text.decode())
    )


def test_the_files_of_this_format_have_every_key() -> None:
    """Nothing that a world can hold is missing in the files that have to load for ever, one a box."""
    files = sorted(WORLDS.glob(f"format-{FORMAT}*.toml"))
    kept = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]
    assert all(data["format"] == FORMAT for data in kept)
    missing = [path for path in paths(WORLD) if not any(has(data, path) for data in kept)]
    assert [".".join(path) for path in missing] == []


@pytest.mark.parametrize(
    "words",
    [
        ["player", "add", "Eve"],
        ["scar", "bunker", "alaska", "--anyway", "a packet"],
        ["begin", "ana=khan", "ben=bear", "cy=balkania"],
        ["undo", "--yes"],
        ["redo", "--yes"],
        ["define", "faction", "Wolves"],
        ["check"],
        ["show"],
        ["export", "json"],
    ],
    ids=" ".join,
)
def test_a_newer_world_is_left_alone(table: Kitchen, words: list[str]) -> None:
    """What a later version wrote is neither guessed at nor written to, and it says so."""
    story = (WORLDS / "format-1.history.jsonl").read_bytes()
    table.lay(NEWER, story)
    ended = table.say(*words)
    assert (ended.code, ended.out) == (4, "")
    assert f"format {FORMAT + 1}; this version reads up to {FORMAT}" in ended.err
    assert "install a newer legacytrack" in ended.err
    assert table.files == (NEWER, story)


def test_a_question_without_a_world_is_answered_beside_a_newer_one(table: Kitchen) -> None:
    """troops with a count needs no world, and rules can be read."""
    table.lay(NEWER)
    assert table.say("troops", "14").code == 0
    assert table.say("rules", "starts").code == 0
    assert table.files == (NEWER, None)
