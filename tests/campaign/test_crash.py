"""A crash at any moment leaves the old world or the new one, and loses nothing that was answered."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import filelock
import pytest

from legacytrack.campaign.checking import check
from legacytrack.campaign.door import Campaign
from legacytrack.campaign.recording import Recorded, Step, record
from legacytrack.campaign.undoing import redo, undo
from legacytrack.rules.cards import add_coins
from legacytrack.rules.scars import place_scar
from legacytrack.store import entries, history, world_file
from legacytrack.store.places import Places

WORLD = b"""\
# Our world
format = 1

[players.ana]
name = "Ana"
"""


@pytest.fixture
def places(machine: Path) -> Places:
    """A world with a first record."""
    (machine / "world.toml").write_bytes(WORLD)
    places = Places(machine / "world.toml", "a test")
    take(places, coin("peru"))  # change 2
    return places


def scar(place: str) -> Step:
    return lambda world, box: place_scar(
        world, box, territory=place, scar="bunker", by=None, game=None
    )


def coin(*cards: str) -> Step:
    return lambda world, box: add_coins(world, box, territories=cards, by=None, game=1)


def take(places: Places, step: Step) -> Recorded:
    return record(Campaign(places), step, command="a command")


def in_step(places: Places) -> bool:
    told = history.read(places.history)
    data = world_file.parse(places.world.read_bytes(), places.world)
    return entries.digest(history.fold(told.entries)) == entries.digest(data)


def put_back(places: Places, old: bytes, later: int = -1_000_000) -> None:
    """Give the world its old bytes, with the time that it has after a crash: before the history."""
    places.world.write_bytes(old)
    when = places.history.stat().st_mtime_ns + later
    os.utime(places.world, ns=(when, when))


@contextmanager
def crash(places: Places) -> Iterator[None]:
    """Die between the two writes of whatever is written inside."""
    old = places.world.read_bytes()
    yield
    assert places.world.read_bytes() != old
    put_back(places, old)


# Between the two writes


def test_a_question_finishes_the_change(places: Places, run: Callable[..., Any]) -> None:
    """The next question answers from the finished world, says so once, and mends the file."""
    with crash(places):
        take(places, scar("alaska"))
        new = places.world.read_bytes()
    ended = run("show", "alaska")
    assert ended.code == 0
    assert "Bunker" in ended.out
    assert "Change 3" in ended.err
    assert places.world.read_bytes() == new
    assert in_step(places)
    assert run("show", "alaska") == (0, ended.out, "")
    assert check(Campaign(places)) == ((), (), ())


@pytest.mark.parametrize("asked", ["check", "log", "supply", "show"])
def test_every_question_finishes_it(places: Places, run: Callable[..., Any], asked: str) -> None:
    """Whichever question comes first after the crash, its answer is that of the finished world."""
    take(places, scar("alaska"))
    right = run(asked).out
    undo(Campaign(places), command="undo")
    with crash(places):
        redo(Campaign(places), command="redo")
    ended = run(asked)
    assert ended.code == 0
    assert "had not reached" in ended.err
    if asked != "log":  # which tells of the undo and redo too
        assert ended.out == right
    assert in_step(places)


def test_a_record_goes_on_from_the_finished_change(places: Places) -> None:
    """A record after the crash builds on the change before it, and takes it for no edit by hand."""
    with crash(places):
        take(places, coin("peru"))
    done = take(places, coin("peru"))
    assert done.number == 4
    assert Campaign(places).world.card("peru").coins == 4
    assert [entry.number for entry in history.read(places.history).entries] == [1, 2, 3, 4]
    assert in_step(places)


def test_a_campaign_opened_before_the_crash_of_another(places: Places) -> None:
    """Who was open already finishes what another left when it died."""
    early = Campaign(places)
    with crash(places):
        take(places, coin("peru"))
    record(early, coin("peru"), command="coin")
    assert early.world.card("peru").coins == 4
    assert any("Change 3" in line for line in early.talk)
    assert in_step(places)


def test_what_was_finished_can_be_undone(places: Places) -> None:
    """The change that was finished after a crash is a change like any other."""
    old = places.world.read_bytes()
    with crash(places):
        take(places, scar("alaska"))
    done = undo(Campaign(places), command="undo")
    assert "Alaska" in done.said
    assert places.world.read_bytes() == old
    assert in_step(places)


def test_a_crash_of_undo(places: Places) -> None:
    """An undo that died between the writes is finished, not done twice."""
    take(places, scar("alaska"))
    with crash(places):
        undo(Campaign(places), command="undo")
    assert Campaign(places).world.scar("alaska") is None
    assert redo(Campaign(places), command="redo").number == 5
    assert Campaign(places).world.scar("alaska")
    assert in_step(places)


def test_a_crash_of_the_first_record(machine: Path) -> None:
    """A hand-written world whose first record died in between is finished to the byte."""
    text = b"\xef\xbb\xbf# ours\r\n[players]\r\nana.name = 'Ana'"
    (machine / "ours.toml").write_bytes(text)
    ours = Places(machine / "ours.toml", "a test")
    with crash(ours):
        take(ours, scar("alaska"))
        new = ours.world.read_bytes()
    assert Campaign(ours).world.scar("alaska")
    assert ours.world.read_bytes() == new
    undo(Campaign(ours), command="undo")
    assert ours.world.read_bytes() == text


def test_a_crash_with_an_edit_by_hand(places: Places) -> None:
    """A record that told an edit by hand along with it is finished with both."""
    places.world.write_bytes(places.world.read_bytes() + b"\n[cards.ural] # mine\ncoins = 2\n")
    with crash(places):
        take(places, scar("alaska"))
        new = places.world.read_bytes()
    campaign = Campaign(places)
    assert campaign.world.scar("alaska")
    assert campaign.world.card("ural").coins == 2
    assert places.world.read_bytes() == new
    assert in_step(places)


def test_remarks_written_after_the_crash_stay(places: Places) -> None:
    """A remark that was written into the old world after the crash is kept when it is finished."""
    with crash(places):
        take(places, scar("alaska"))
    put_back(places, places.world.read_bytes() + b"# a remark\n")
    assert Campaign(places).world.scar("alaska")
    assert b"# a remark\n" in places.world.read_bytes()
    assert in_step(places)


def test_a_clock_that_is_coarse(places: Places) -> None:
    """On a disk whose clock gives both files the same time, the change is finished too."""
    with crash(places):
        take(places, scar("alaska"))
    put_back(places, places.world.read_bytes(), later=0)
    assert Campaign(places).world.scar("alaska")
    assert in_step(places)


def test_a_world_that_was_put_back_by_hand(places: Places) -> None:
    """A world that somebody brought back from a copy later is left as they want it."""
    old = places.world.read_bytes()
    take(places, scar("alaska"))
    put_back(places, old, later=1_000_000)
    campaign = Campaign(places)
    assert campaign.world.scar("alaska") is None
    assert campaign.talk == []
    assert places.world.read_bytes() == old
    assert check(campaign).notes
    take(places, coin("china"))
    assert Campaign(places).world.scar("alaska") is None
    assert in_step(places)


def test_a_younger_history_is_no_crash_by_itself(places: Places, run: Callable[..., Any]) -> None:
    """Files that were copied with other times, but are in step, give no talk and no writing."""
    take(places, scar("alaska"))
    before = places.world.read_bytes()
    put_back(places, before)
    status = places.world.stat()
    assert run("show", "alaska").err == ""
    assert places.world.stat().st_mtime_ns == status.st_mtime_ns
    assert places.world.stat().st_ino == status.st_ino


def test_an_edited_world_that_is_older_than_its_history(places: Places) -> None:
    """A crash and another world than the one it happened to: the file counts, and nothing is guessed."""
    with crash(places):
        take(places, scar("alaska"))
    edited = places.world.read_bytes() + b"\n[cards.ural]\ncoins = 2\n"
    put_back(places, edited)
    campaign = Campaign(places)
    assert campaign.world.card("ural").coins == 2
    assert places.world.read_bytes() == edited
    take(places, coin("china"))
    assert in_step(places)


# Where the file cannot be mended


def test_a_question_in_a_folder_that_is_read_only(
    places: Places, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Any]
) -> None:
    """Where nothing can be written the answer is right all the same, and what is said is true."""
    with crash(places):
        take(places, scar("alaska"))
    old, told = places.world.read_bytes(), places.history.read_bytes()

    def no_lock(*args: Any, **kwargs: Any) -> Any:
        raise PermissionError(13, "Permission denied", str(places.lock))

    with monkeypatch.context() as patched:
        patched.setattr(filelock.FileLock, "acquire", no_lock)
        ended = run("show", "alaska")
        assert run("check").code == 0
    assert ended.code == 0
    assert "Bunker" in ended.out
    assert "hange 3" in ended.err
    assert (places.world.read_bytes(), places.history.read_bytes()) == (old, told)
    mended = run("show", "alaska")
    assert mended.out == ended.out
    assert mended.err != ended.err  # only the one that mended the file may say that it did
    assert in_step(places)


def test_a_question_on_a_full_disk(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same where the lock can be had but the world cannot be written."""
    with crash(places):
        take(places, scar("alaska"))
    old = places.world.read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert Campaign(places).world.scar("alaska")
    assert places.world.read_bytes() == old
    assert Campaign(places).world.scar("alaska")
    assert in_step(places)


def test_a_record_that_cannot_mend_the_file(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record on a full disk is refused, and leaves the unfinished change to be finished later."""
    from legacytrack.errors import FileError

    with crash(places):
        take(places, scar("alaska"))
    before = places.world.read_bytes(), places.history.read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(FileError):
            take(places, coin("china"))
    assert (places.world.read_bytes(), places.history.read_bytes()) == before
    take(places, coin("china"))
    assert Campaign(places).world.scar("alaska")
    assert in_step(places)


# A torn line


def test_a_line_torn_anywhere(places: Places) -> None:
    """A line that a crash tore is as if it had never been; the next record takes its number."""
    whole, world = places.history.read_bytes(), places.world.read_bytes()
    take(places, scar("alaska"))
    line = places.history.read_bytes().removeprefix(whole)
    for length in (*range(0, len(line) - 2, 23), len(line) - 2):
        places.history.write_bytes(whole + line[:length])
        put_back(places, world)
        campaign = Campaign(places)
        assert campaign.talk == []
        assert campaign.world.scar("alaska") is None
        assert check(campaign) == ((), (), ())
        assert take(places, scar("peru")).number == 3
        assert in_step(places)
        assert check(Campaign(places)) == ((), (), ())


def test_a_line_that_lacks_only_its_end(places: Places) -> None:
    """A line of which only the line end is missing was written: its change is finished."""
    world = places.world.read_bytes()
    take(places, scar("alaska"))
    places.history.write_bytes(places.history.read_bytes()[:-1])
    put_back(places, world)
    assert take(places, scar("peru")).number == 4
    assert set(Campaign(places).world.marked_territories) == {"alaska", "peru"}
    assert check(Campaign(places)) == ((), (), ())
    assert in_step(places)


def test_a_torn_line_under_a_new_world(places: Places) -> None:
    """A disk that kept the world and lost the end of the history: the world counts, all of it."""
    whole = places.history.read_bytes()
    take(places, scar("alaska"))
    places.history.write_bytes(places.history.read_bytes()[: len(whole) + 50])
    assert Campaign(places).world.scar("alaska")
    take(places, scar("peru"))
    assert set(Campaign(places).world.marked_territories) == {"alaska", "peru"}
    assert in_step(places)


def test_a_torn_line_after_an_edit_by_hand(places: Places) -> None:
    """Of two lines written at once, the first whole and the second torn: both files are in step."""
    places.world.write_bytes(places.world.read_bytes() + b"\n[cards.ural]\ncoins = 2\n")
    world = places.world.read_bytes()
    take(places, scar("alaska"))
    places.history.write_bytes(places.history.read_bytes()[:-20])
    put_back(places, world)
    assert check(Campaign(places)) == ((), (), ())
    assert take(places, scar("peru")).number == 4
    assert in_step(places)


# Ctrl-C


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_an_interrupt_at_every_step(
    places: Places, monkeypatch: pytest.MonkeyPatch, step: str, after: bool
) -> None:
    """Whoever presses Ctrl-C finds the change in both files or in none of them."""
    really = getattr(os, step)
    for interrupted_at in range(1, 20):
        calls = 0

        def interrupted(*args: Any) -> None:
            nonlocal calls
            calls += 1
            if calls == interrupted_at and not after:  # noqa: B023
                raise KeyboardInterrupt
            really(*args)
            if calls == interrupted_at:  # noqa: B023
                raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(os, step, interrupted)
            try:
                take(places, coin("peru"))
            except KeyboardInterrupt:
                ended = False
            else:
                ended = True
        assert check(Campaign(places)) == ((), (), ())  # a note would take it for an edit by hand
        assert in_step(places)
        assert not list(places.world.parent.glob(".*.tmp"))
        if Campaign(places).world.card("peru").coins == 3:
            undo(Campaign(places), to=2, command="undo")
        if ended:
            break
    assert interrupted_at > 1


# Killed


RECORD_FOR_EVER = """
import sys, time
from pathlib import Path
from legacytrack.campaign.door import Campaign
from legacytrack.campaign.recording import record
from legacytrack.rules.players import add_players
from legacytrack.store.places import Places

places = Places(Path(sys.argv[1]), "a test")
for turn in range(10_000):
    name = f"P{sys.argv[2]}x{turn}"
    done = record(
        Campaign(places), lambda world, box: add_players(world, names=[name]), command=name
    )
    print(done.number, name, flush=True)
    time.sleep(0.012)  # at the table more time passes between two changes
"""


def test_killed_at_any_moment(places: Places) -> None:
    """A process that is killed while it records loses nothing that it answered, and breaks nothing."""
    chance = random.Random(7)
    answered: dict[str, int] = {}
    for turn in range(10):
        child = subprocess.Popen(
            [sys.executable, "-c", RECORD_FOR_EVER, str(places.world), str(turn)],
            stdout=subprocess.PIPE,
        )
        assert child.stdout
        first = child.stdout.readline()
        for _ in range(chance.randrange(3)):
            first += child.stdout.readline()
        time.sleep(0.010 + chance.random() * 0.008)  # the next record begins just then
        child.kill()
        for line in (first + child.stdout.read()).decode().splitlines(keepends=True):
            if line.endswith("\n"):
                number, name = line.split()
                answered[name] = int(number)
        child.wait()
        child.stdout.close()

        campaign = Campaign(places)
        assert check(campaign) == ((), (), ())
        assert in_step(places)
        told = history.read(places.history)
        assert told.damaged == ()
        assert [entry.number for entry in told.entries] == list(range(1, len(told.entries) + 1))
        numbers = {entry.command: entry.number for entry in told.entries}
        assert answered.items() <= numbers.items()
        assert set(answered) <= set(campaign.world.players.values())
    assert len(answered) >= 10
    undo(Campaign(places), to=0, command="undo")
    assert places.world.read_bytes() == WORLD
