"""A check tells all that is wrong at once, keeps quiet about what was allowed, and writes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from legacytrack.campaign.checking import Checked, check, log
from legacytrack.campaign.door import Campaign
from legacytrack.campaign.recording import Step, record
from legacytrack.campaign.undoing import redo, undo
from legacytrack.errors import UndoError
from legacytrack.rules.cards import add_coins
from legacytrack.rules.cities import fortify_city
from legacytrack.rules.scars import place_scar
from legacytrack.store import entries, history, world_file
from legacytrack.store.places import Places

WORLD = b"""\
format = 1

[players.ana]
name = "Ana"
"""


@pytest.fixture
def places(machine: Path) -> Places:
    (machine / "world.toml").write_bytes(WORLD)
    return Places(machine / "world.toml", "a test")


def scar(place: str) -> Step:
    return lambda world, box: place_scar(
        world, box, territory=place, scar="bunker", by=None, game=1
    )


def coin(*cards: str) -> Step:
    return lambda world, box: add_coins(world, box, territories=cards, by=None, game=1)


def take(places: Places, *steps: Step, **more: Any) -> None:
    for step in steps:
        record(Campaign(places), step, command="a command", **more)


def checked(places: Places) -> Checked:
    """Check, and see that a check never writes."""
    before = {path: path.read_bytes() for path in places.world.parent.iterdir() if path.is_file()}
    times = {path: path.stat().st_mtime_ns for path in before}
    found = check(Campaign(places))
    assert {path: path.read_bytes() for path in before} == before
    assert {path: path.stat().st_mtime_ns for path in before} == times
    return found


def rules(found: Checked) -> list[str]:
    return [finding.rule for finding in found.findings]


def in_step(places: Places) -> bool:
    told = history.read(places.history)
    data = world_file.parse(places.world.read_bytes(), places.world)
    return entries.digest(history.fold(told.entries)) == entries.digest(data)


# What is fine


def test_nothing_is_wrong(places: Places, run: Callable[..., Any]) -> None:
    """A world without a history, one with, and one that was just made are all silent."""
    assert checked(places) == ((), (), ())
    take(places, scar("alaska"), coin("peru"))
    assert checked(places) == ((), (), ())
    assert run("new", "Another", "--players", "Ana, Ben").code == 0
    places.world.unlink()
    assert run("check").code == 4  # a history alone in this folder is still what is meant
    places.history.unlink()
    assert run("check").code == 0


def test_the_example_is_fine(run: Callable[..., Any]) -> None:
    """The example world breaks no law."""
    assert run("new", "--example").code == 0
    ended = run("check", "--json")
    assert ended.code == 0
    assert ended.json["data"]["findings"] == []


def test_a_check_needs_no_history_and_makes_none(places: Places) -> None:
    """Checking a hand-written world makes no other file."""
    checked(places)
    assert [path.name for path in places.world.parent.iterdir()] == ["world.toml"]


# What is wrong


def test_all_at_once(places: Places, run: Callable[..., Any]) -> None:
    """Every kind of finding is told in one go, each with its place, and the exit code is 3."""
    take(places, scar("alaska"))
    places.world.write_bytes(
        places.world.read_bytes()
        + b"\n[territories.atlantis.scar]\nkind = 'bunker'\n[territories.ural.fortification]\n"
        b"boxes = 12\n[cards.peru]\ncoins = 9\n[cards.brazil]\ncoins = 'two'\ncions = 2\n"
        b"[players.anna]\nname = 'ANA'\n"
    )
    (places.world.parent / "world.sync-conflict-1.toml").write_bytes(WORLD)
    found = checked(places)
    assert {(finding.rule, finding.where) for finding in found.findings} >= {
        ("unknown-name", "territories.atlantis"),
        ("fortify-only-a-city", "territories.ural.fortification"),
        ("fortification-boxes", "territories.ural.fortification.boxes"),
        ("coin-cap", "cards.peru.coins"),
        ("world-shape", "cards.brazil.coins"),
        ("unknown-key", "cards.brazil.cions"),
        ("player-twice", "players.anna.name"),
    }
    assert "conflict-copy" in rules(found)
    assert all(finding.what and finding.fix for finding in found.findings)
    ended = run("check", "--json")
    assert ended.code == 3
    assert len(ended.json["data"]["findings"]) == len(found.findings)


def test_an_edit_by_hand_is_only_a_note(places: Places) -> None:
    """An edit by hand that is possible is worth a word, and no finding; a remark is worth none."""
    take(places, scar("alaska"))
    places.world.write_bytes(b"# a remark\r\n" + places.world.read_bytes())
    assert checked(places) == ((), (), ())
    places.world.write_bytes(places.world.read_bytes() + b"\n[cards.peru]\ncoins = 2\n")
    found = checked(places)
    assert found.findings == ()
    (note,) = found.notes
    assert "cards.peru" in note
    take(places, coin("brazil"))
    assert checked(places) == ((), (), ())


# What was allowed


def test_a_waived_law_is_known(places: Places, run: Callable[..., Any]) -> None:
    """What was allowed is told as known with its reason; undone it is gone, redone it is back."""
    take(places, *map(scar, ("alaska", "peru", "brazil")))
    take(places, scar("ural"), anyway="a packet")  # change 5
    found = checked(places)
    assert found.findings == ()
    ((number, waived),) = found.known
    assert (number, waived.rule, waived.why) == (5, "bunker-supply", "a packet")
    ended = run("check")
    assert ended.code == 0
    assert "a packet" in ended.out

    undo(Campaign(places), command="undo")
    assert checked(places) == ((), (), ())
    redo(Campaign(places), command="redo")
    assert checked(places) == found


def test_leave_for_a_step_is_known_too(places: Places) -> None:
    """A second scar with leave is known, and no law of the world speaks of it."""
    take(places, scar("alaska"))
    take(places, scar("alaska"), anyway="a house rule")
    found = checked(places)
    assert found.findings == ()
    assert [(number, waived.rule) for number, waived in found.known] == [
        (3, "one-scar-per-territory")
    ]


def test_leave_for_a_step_covers_what_it_leads_to(places: Places) -> None:
    """What a step was allowed to make is not held against the world that it made."""
    take(
        places,
        lambda world, box: fortify_city(world, box, territory="ural", by=None, game=None),
        anyway="a packet",
    )
    found = checked(places)
    assert found.findings == ()
    assert {waived.rule for _, waived in found.known} == {"fortify-only-a-city"}


def test_leave_is_for_that_case_only(places: Places) -> None:
    """One card that was allowed too many coins does not excuse another."""
    take(places, *[coin("peru")] * 5)
    take(places, coin("peru"), anyway="a packet")
    places.world.write_bytes(places.world.read_bytes() + b"\n[cards.brazil]\ncoins = 7\n")
    found = checked(places)
    assert [finding.where for finding in found.findings] == ["cards.brazil.coins"]
    assert len(found.known) == 1


def test_leave_goes_on_for_what_is_left(places: Places) -> None:
    """When one of two allowed surplus stickers is undone, the other stays allowed."""
    take(places, *map(scar, ("alaska", "peru", "brazil")))
    take(places, scar("ural"), scar("japan"), anyway="a packet")  # changes 5 and 6
    assert checked(places).findings == ()
    undo(Campaign(places), 5, command="undo")
    found = checked(places)
    assert found.findings == ()
    assert [number for number, _ in found.known] == [6]


# A history that is damaged


def damage(places: Places, line: int, new: bytes | None) -> None:
    """Replace a line of the history, or take it out."""
    lines = places.history.read_bytes().splitlines(keepends=True)
    lines[line - 1 : line] = [] if new is None else [new + b"\n"]
    places.history.write_bytes(b"".join(lines))


def test_a_damaged_line(places: Places, run: Callable[..., Any]) -> None:
    """A damaged line is told by its number; records go on in a fresh telling, and nothing is lost."""
    take(places, scar("alaska"), coin("peru"), coin("brazil"))
    world = Campaign(places).data
    damage(places, 3, b'{"n": 3, "time": "2026')
    found = checked(places)
    assert set(rules(found)) == {"history-damaged", "history-gap"}
    assert "line 3" in found.findings[0].what.lower()
    ended = run("check")
    assert ended.code == 3
    assert "line 3" in ended.out.lower()

    take(places, coin("china"))
    told = history.read(places.history).entries
    assert [entry.number for entry in told][-2:] == [5, 6]
    assert [entry.fresh for entry in told][-2:] == [True, False]
    assert in_step(places)
    assert Campaign(places).data == {
        **world,
        "cards": {
            **world["cards"],
            "china": {
                "coins": 2,
                "game": 1,
            },
        },
    }
    assert rules(checked(places)) == ["history-damaged"]  # the line is still there to be mended


def test_undo_ends_where_the_telling_begins_anew(places: Places) -> None:
    """What was changed after a fresh line can be undone, and nothing before it."""
    take(places, scar("alaska"), coin("peru"), coin("brazil"))
    damage(places, 3, b"garbage")
    before = places.world.read_bytes()
    take(places, coin("china"))
    undo(Campaign(places), command="undo")
    assert places.world.read_bytes() == before
    for wish in ({}, {"number": 2}, {"number": 5}, {"to": 0}):
        with pytest.raises(UndoError) as caught:
            undo(Campaign(places), **wish, command="undo")
        assert caught.value.findings[0].rule == "nothing-to-undo"
    assert places.world.read_bytes() == before
    assert in_step(places)


def test_undo_of_what_a_damaged_line_made(places: Places) -> None:
    """Undo on a damaged history does not lose anything of the world either."""
    take(places, scar("alaska"), coin("peru"), coin("brazil"))
    damage(places, 3, b"garbage")
    try:
        undo(Campaign(places), command="undo")
    except UndoError:
        undone = False
    else:
        undone = True
    world = Campaign(places).world
    assert world.scar("alaska")
    assert world.card("peru").coins == 2
    assert world.card("brazil").coins == (None if undone else 2)
    take(places, coin("china"))
    assert in_step(places)


def test_a_line_that_is_gone(places: Places) -> None:
    """A line that was taken out is noticed although every line that is left can be read."""
    take(places, scar("alaska"), coin("peru"), coin("brazil"))
    damage(places, 3, None)
    assert rules(checked(places)) == ["history-gap"]
    take(places, coin("china"))
    assert checked(places).findings == ()
    assert in_step(places)


def test_a_line_that_was_changed(places: Places) -> None:
    """A line in which somebody changed a value is noticed."""
    take(places, scar("alaska"), coin("peru"), coin("brazil"))
    lines = places.history.read_bytes().splitlines()
    damage(
        places, 3, lines[2].replace(b'cards.peru.coins", null, 2', b'cards.peru.coins", null, 3')
    )
    assert rules(checked(places)) == ["history-gap"]
    take(places, coin("china"))
    assert checked(places).findings == ()
    assert in_step(places)


def test_a_damaged_line_and_an_edit_by_hand(places: Places) -> None:
    """Both at once: nothing that was written by hand is lost, and the telling begins anew."""
    take(places, scar("alaska"), coin("peru"))
    damage(places, 2, b"garbage")
    places.world.write_bytes(places.world.read_bytes() + b"\n[cards.ural]\ncoins = 3\n")
    assert "history-gap" in rules(checked(places))
    take(places, coin("china"))
    assert in_step(places)
    world = Campaign(places).world
    assert world.scar("alaska")
    assert set(world.cards) == {"peru", "ural", "china"}


def test_the_last_line_is_damaged(places: Places) -> None:
    """What only the damaged last line told of is in the world, and stays in it."""
    take(places, scar("alaska"), coin("peru"))
    world = Campaign(places).data
    damage(places, 3, b"garbage")
    assert "history-damaged" in rules(checked(places))
    assert Campaign(places).data == world
    take(places, coin("china"))
    assert in_step(places)
    assert set(Campaign(places).world.cards) == {"peru", "china"}
    assert Campaign(places).world.scar("alaska")


def test_the_whole_history_is_garbage(places: Places) -> None:
    """A history of which nothing can be read costs nothing of the world, and goes on from it."""
    take(places, scar("alaska"))
    places.history.write_bytes(b"garbage\n" * 3)
    assert rules(checked(places)) == ["history-damaged"] * 3
    take(places, coin("peru"))
    assert in_step(places)
    assert Campaign(places).world.scar("alaska")


# The history for reading


def test_the_log_tells_what_is_in_force(places: Places) -> None:
    """The log lists every line, oldest first; what was undone is marked."""
    take(places, scar("alaska"), coin("peru"))
    undo(Campaign(places), 2, command="undo 2")
    told = log(Campaign(places))
    assert [line.entry.number for line in told] == [1, 2, 3, 4]
    assert [line.in_force for line in told] == [True, False, True, True]
    assert told[3].entry.command == "undo 2"
    assert log(Campaign(Places(places.world, "a test"))) == told


def test_a_world_without_history_has_an_empty_log(places: Places, run: Callable[..., Any]) -> None:
    """Nothing recorded, nothing told, and that is no failure."""
    assert log(Campaign(places)) == ()
    assert run("log").code == 0
