"""The past: the world after each game is told again from the history, just as it stood then."""

from __future__ import annotations

import contextlib
import io
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import transcripts
from legacytrack.campaign.door import Campaign
from legacytrack.campaign.past import as_of, since
from legacytrack.cli.app import run as start
from legacytrack.errors import UsageError
from legacytrack.model.games import finished, playing
from legacytrack.model.world import World
from legacytrack.store import world_file
from legacytrack.store.places import Places

TESTS = Path(__file__).parent.parent
FINISHED = TESTS / "worlds" / "finished.toml"


class Played(NamedTuple):
    """A campaign that was played, and how its world stood before each game began."""

    places: Places
    before: dict[int, dict[str, Any]]


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The story of fifteen games, played; the world is looked at before each game."""
    folder = tmp_path_factory.mktemp("fifteen")
    world = folder / "data" / "legacytrack" / "campaigns" / "fifteen-games" / "world.toml"
    places, before = Places(world, ""), {}
    text = (TESTS / "stories" / "fifteen-games.md").read_text(encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("LEGACYTRACK_WORLD", raising=False)
        patch.chdir(folder)
        patch.setenv("XDG_DATA_HOME", str(folder / "data"))
        for block in transcripts.FENCE.finditer(text):
            for command in transcripts._commands(block.group(3)):
                words = shlex.split(command)[1:]
                if words[0] == "begin":
                    now = data(places)  # of two begins for one game the later counts
                    before[finished(World(now))] = now
                quiet = contextlib.redirect_stdout(io.StringIO())
                with quiet, contextlib.redirect_stderr(io.StringIO()):
                    start(words)
    before[finished(World(data(places)))] = data(places)
    return Played(places, before)


def data(places: Places) -> dict[str, Any]:
    """The world as its file says it."""
    return world_file.parse(world_file.read_bytes(places.world), places.world)


@pytest.fixture
def small(begin_with: Callable[..., Path]) -> Places:
    """A world of two games in this folder: a slip undone, a late reward, a game that is on."""
    lines = (
        'new "Small" --players "Ana, Ben, Cy" --here',
        "begin ana=balkania ben=khan cy=bear",
        "scar bunker alaska --by ben",
        "sign ana --out cy --date 2026-01-03 --yes",
        'city major ural "Stalgrad" --by ana',
        "begin ana=khan ben=bear cy=balkania --not-taken",
        "scar bunker peru --by cy",
        "sign ben --date 2026-01-10 --yes",
        'name asia "Ruin" --by ben',
        "coin peru --by ana",
    )
    return Places(begin_with(*map(shlex.split, lines)), "")


def after(places: Places, number: int) -> World:
    """The world after a game."""
    return as_of(Campaign(places), number).world


def test_the_finished_world_is_that_of_the_story(story):
    """The finished world of the tests is what the story of fifteen games leads to."""
    assert data(story.places) == world_file.parse(FINISHED.read_bytes(), FINISHED)


@pytest.mark.parametrize("number", range(1, 17))
def test_the_world_after_each_game(story, number):
    """After every game of the campaign the world is told as it stood before the next one began."""
    past = as_of(Campaign(story.places), number)
    assert past.world.data == story.before[number]
    assert past.late == ()
    assert (finished(past.world), playing(past.world)) == (number, None)


def test_the_last_game_is_now(small):
    """After the last game the world is that of now, hand edits and all."""
    small.world.write_text(small.world.read_text() + '\n[players.dee]\nname = "Dee"\n')
    assert after(small, 2).data == data(small)


def test_a_game_that_is_on_does_not_count(small, run):
    """The game that is on is not in the world after the last one."""
    then = data(small)
    run("begin", "ana=khan", "ben=bear", "cy=balkania", "--not-taken")
    run("scar", "bunker", "china", "--by", "ana")
    assert after(small, 2).data == then


def test_what_was_undone_never_was(small, run):
    """A slip of game 1 that was undone in game 2 is not in the world after game 1."""
    run("undo", "3")
    assert after(small, 1).scar("alaska") is None
    run("redo")
    assert after(small, 1).scar("alaska") is not None


def test_a_late_correction_counts(small, run):
    """A correction of game 1 that is typed after game 2 is in the world after game 1."""
    run("correct", "1", "--note", "Dice under the table")
    assert after(small, 1).table("games", "1")["note"] == "Dice under the table"


def test_a_late_record_that_does_not_fit_is_said(small, run):
    """A coin of game 1, typed after one of game 2 on the same card, cannot be put before it."""
    ended = run("coin", "peru", "--by", "cy", "--game", "1", "--anyway", "forgotten")
    assert ended.code == 0, ended
    past = as_of(Campaign(small), 1)
    assert past.world.card("peru").coins is None
    assert [said for _, said in past.late] == ["1 coin: Peru now 3 (game 1, Cy)."]


def test_what_packets_brought_later_is_not_known_yet(small, run):
    """A scar that a packet brought after game 2 is no part of the world before."""
    run("begin", "ana=khan", "ben=bear", "cy=balkania", "--not-taken")
    run("define", "scar", "Mud")
    assert not after(small, 2).table("found")


# Refused


@pytest.mark.parametrize("number", [3, 99])
@pytest.mark.parametrize("ask", [as_of, since])
def test_a_game_that_is_not_over(small, number, ask):
    """Nobody can tell of a time that has not come; the last game is named."""
    with pytest.raises(UsageError) as error:
        ask(Campaign(small), number)
    finding = error.value.findings[0]
    assert finding.what == f"Game {number} is not over; 2 games played so far."
    assert finding.fix.endswith(" 2")


@pytest.mark.parametrize("ask", [as_of, since])
def test_without_a_history(small, ask):
    """A world without a history knows only how it stands now."""
    small.history.unlink()
    with pytest.raises(UsageError) as error:
        ask(Campaign(small), 1)
    assert error.value.findings[0].what.endswith("the time after game 1: there is none.")
    assert after(small, 2).data == data(small)


def test_a_record_that_begins_later(run, machine):
    """A group that begins its record after four games cannot be told how it was after two."""
    run("new", "Late", "--players", "Ana, Ben, Cy", "--here", "--games-played", "4")
    places = Places(machine / "world.toml", "")
    with pytest.raises(UsageError) as error:
        after(places, 2)
    assert "it begins later" in error.value.findings[0].what
    assert after(places, 4).games_played == 4


def test_a_history_with_a_gap(small):
    """A history that lost a line does not tell of the past, and says so."""
    lines = small.history.read_bytes().splitlines(keepends=True)
    small.history.write_bytes(b"".join([*lines[:3], *lines[4:]]))
    with pytest.raises(UsageError) as error:
        after(small, 1)
    assert "has a gap" in error.value.findings[0].what


# Since


def test_what_changed_since_a_game(small):
    """What changed after game 1 is told under game 2, with the numbers of the changes."""
    (told,) = since(Campaign(small), 1)
    assert told.game == 2
    assert [number for number, _ in told.changes] == [6, 7, 8, 9, 10]
    assert told.changes[1][1] == "Bunker on Peru (game 2, Cy)."


def test_since_the_beginning(small):
    """Since game 0 everything is told, what was before the first game on its own."""
    assert [each.game for each in since(Campaign(small), 0)] == [0, 1, 2]


def test_what_was_undone_is_not_told(small, run):
    """Changes that were undone, and the undoing itself, are not told."""
    run("undo")
    run("undo", "7")
    (told,) = since(Campaign(small), 1)
    assert [number for number, _ in told.changes] == [6, 8, 9]


def test_moves_on_the_table_are_not_told(small, run):
    """Of a game that is on, its beginning and the HQs are told, and what lasts; not each move."""
    for line in (
        "begin ana=khan ben=bear cy=balkania --not-taken",
        "hq ana china",
        "hold ana india",
        "star ana +1",
        "scar ammo india --by ana",
    ):
        ended = run(*shlex.split(line))
        assert ended.code == 0, ended
    (told,) = since(Campaign(small), 2)
    assert [said.split()[0] for _, said in told.changes] == ["Game", "The", "Ammo"]


def test_late_records_are_told_under_their_game(small, run):
    """A correction of game 1 that came after game 2 has begun is told, as one of game 1."""
    run("correct", "1", "--note", "Dice")
    assert [each.game for each in since(Campaign(small), 1)] == [1, 2]


def test_every_change_in_force_is_told_once(story):
    """Whatever game one asks for, before and since together are all changes in force."""
    opened = Campaign(story.places)
    everything = sum(len(each.changes) for each in since(opened, 0))
    counts = [sum(len(each.changes) for each in since(opened, number)) for number in range(17)]
    assert counts[0] == everything
    assert counts == sorted(counts, reverse=True)
    assert counts[16] == 0


def test_nothing_is_written(small):
    """Looking back changes no file, and makes none."""
    folder = small.world.parent
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    after(small, 1)
    since(Campaign(small), 1)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
