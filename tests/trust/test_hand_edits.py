"""Mangled files: told of with their place, never written over; what needs them not still answers."""

from __future__ import annotations

from collections.abc import Iterator

import hand_edits
import made_files
import pytest
from corpus import CASES
from kitchen import Kitchen, kitchen


@pytest.fixture
def table() -> Iterator[Kitchen]:
    with kitchen() as found:
        yield found


@pytest.mark.parametrize("name", CASES)
def test_what_people_and_machines_do_to_files(table: Kitchen, name: str) -> None:
    """check names the place; lookups answer or say why not; a record leaves the rest as it is."""
    case = CASES[name]
    table.lay(case.world, case.history)
    for other, text in case.beside.items():
        (table.folder / other).write_bytes(text)
    ended = table.say("check")
    assert (ended.code, case.says in ended.out + ended.err) == (case.code, True), ended
    assert ended.wrong == ""
    big = len(case.world) + len(case.history or b"") > 10**6  # a few questions tell enough
    for words in (
        ["show"],
        *(
            ()
            if big
            else (
                *hand_edits.WITHOUT_WORLD[:6],
                ["log"],
                ["status"],
                ["show", "found"],
                ["troops", "ana"],
            )
        ),
    ):
        assert hand_edits.looked(table, *words) == ""
    whole = case.history is not None and case.code == 0
    for words in (["player", "add", "Eve"], ["undo", "--yes"], ["scar", "bunker", "alberta"])[
        : 1 if big else 3
    ]:
        assert hand_edits.recorded(table, *words, history_whole=whole) == ""
    assert hand_edits.checked(table) == ""
    for other, text in case.beside.items():
        assert (table.folder / other).read_bytes() == text


def test_mangled_by_chance() -> None:
    """The short form of 100,000: never a traceback, never written over, undo gives every byte back."""
    tally = hand_edits.run(40, 1)
    assert (tally.times, tally.lost) == (40, ())


def test_made_by_hypothesis() -> None:
    """The same, of files with known keys in the right and in the wrong table."""
    tally = made_files.run(30, 1)
    assert (tally.times >= 30, tally.lost) == (True, ())
