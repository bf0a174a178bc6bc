"""A record comes into the world whole, or not at all: nothing is ever half written."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import filelock
import pytest

from legacytrack.campaign import door
from legacytrack.campaign.checking import check
from legacytrack.campaign.door import Campaign
from legacytrack.campaign.recording import Recorded, Step, record
from legacytrack.campaign.undoing import undo
from legacytrack.errors import FileError, LegacytrackError, RefusedError, UsageError
from legacytrack.model.box import Box
from legacytrack.rules.cards import add_coins
from legacytrack.rules.cities import found_city
from legacytrack.rules.players import add_players
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
    """A world that was written by hand."""
    (machine / "world.toml").write_bytes(WORLD)
    return Places(machine / "world.toml", "a test")


def scar(place: str, kind: str = "bunker", by: str | None = None) -> Step:
    return lambda world, box: place_scar(world, box, territory=place, scar=kind, by=by, game=None)


def coin(*cards: str, game: int | None = None) -> Step:
    return lambda world, box: add_coins(world, box, territories=cards, by=None, game=game)


def city(place: str, name: str = "", kind: str = "minor-city") -> Step:
    return lambda world, box: found_city(
        world, box, territory=place, city=kind, name=name, by=None, game=None
    )


def take(places: Places, step: Step, **more: Any) -> Recorded:
    return record(Campaign(places), step, command="a command", **more)


def in_step(places: Places) -> bool:
    """Tell whether the history leads to exactly the world file."""
    told = history.read(places.history)
    data = world_file.parse(places.world.read_bytes(), places.world)
    return not told.damaged and entries.digest(history.fold(told.entries)) == entries.digest(data)


def names(places: Places) -> list[str]:
    """The files in the folder, but for the lock."""
    return sorted(path.name for path in places.world.parent.iterdir() if path != places.lock)


def bytes_of(places: Places) -> tuple[bytes, bytes | None]:
    """All that counts on the disk."""
    old = places.history.read_bytes() if places.history.exists() else None
    return places.world.read_bytes(), old


def refused(call: Callable[[], Any], code: str, exit_code: int = 4) -> LegacytrackError:
    with pytest.raises(LegacytrackError) as caught:
        call()
    assert caught.value.exit_code == exit_code
    assert code in [finding.rule for finding in caught.value.findings]
    return caught.value


# A record


def test_a_record_comes_into_both_files(places: Places) -> None:
    """A record changes the world, adds a line to the history, and says what it did."""
    done = take(places, scar("alaska", by="ana"), game=2)
    assert done.number == 2  # the first line tells the world as it was found
    assert "Alaska" in done.said
    assert [".".join(edit.path) for edit in done.edits] == [
        "territories.alaska.scar.kind",
        "territories.alaska.scar.by",
    ]
    line = history.last(places.history)
    assert line
    assert (line.number, line.game, line.command, line.said) == (2, 2, "a command", done.said)
    assert line.edits == done.edits
    assert places.world.read_bytes().startswith(WORLD)  # what was there stays as it was
    assert in_step(places)


def test_the_campaign_goes_on(places: Places) -> None:
    """One open campaign can take several records, each seeing those before it."""
    campaign = Campaign(places)
    for number, place in enumerate(("peru", "brazil", "peru"), 2):
        done = record(campaign, coin(place), command="coin")
        assert done.number == number
    assert campaign.world.card("peru").coins == 3
    assert Campaign(places).data == campaign.data
    assert in_step(places)


def test_a_campaign_that_is_behind_sees_the_others(places: Places) -> None:
    """A record is judged by the world as it is when it is written, not as it was when opened."""
    early = Campaign(places)
    take(places, scar("alaska"))
    refused(
        lambda: record(early, scar("alaska"), command="scar"), "one-scar-per-territory", exit_code=3
    )
    assert record(early, scar("peru"), command="scar").number == 3
    assert set(Campaign(places).world.marked_territories) == {"alaska", "peru"}


def test_time_is_told(places: Places) -> None:
    """Every line says when it was written, in UTC."""
    from datetime import UTC, datetime

    take(places, scar("alaska"))
    line = history.last(places.history)
    assert line
    when = datetime.fromisoformat(line.time)
    assert when.tzinfo == UTC
    assert abs((datetime.now(UTC) - when).total_seconds()) < 60


# Refusals


def test_a_refused_record_leaves_no_trace(places: Places) -> None:
    """What a rule refuses is told with every reason, and no byte is changed."""
    take(places, scar("alaska"))
    before = bytes_of(places)
    error = refused(lambda: take(places, scar("alaska")), "one-scar-per-territory", exit_code=3)
    assert isinstance(error, RefusedError)
    assert "undo 2" in error.findings[0].fix
    assert bytes_of(places) == before


def test_nothing_to_change(places: Places) -> None:
    """A record that would change nothing is a matter of usage, and is not written."""
    before = bytes_of(places)
    error = refused(
        lambda: take(places, lambda world, box: add_players(world, names=[])), "no-change", 2
    )
    assert isinstance(error, UsageError)
    assert bytes_of(places) == before


def test_all_reasons_at_once(places: Places) -> None:
    """Several laws against one record are all told."""
    for place in ("alaska", "peru", "brazil"):
        take(places, scar(place))
    error = refused(lambda: take(places, scar("peru")), "bunker-supply", exit_code=3)
    assert {finding.rule for finding in error.findings} == {
        "bunker-supply",
        "one-scar-per-territory",
    }


def test_old_findings_do_not_stop_new_records(places: Places) -> None:
    """A world that is impossible already takes every record that adds nothing impossible."""
    broken = b"[cards.peru]\ncoins = 9\ngame = 1\n[cards.brasil]\ncoins = 2\n"
    places.world.write_bytes(WORLD + broken)
    assert take(places, scar("alaska")).number == 2
    refused(lambda: take(places, coin("peru", game=1)), "coin-cap", exit_code=3)
    assert in_step(places)


def test_the_first_game_does_not_make_an_old_finding_new(places: Places) -> None:
    """A card with too many coins, before game 1 and after, does not stop the first mark of game 1."""
    places.world.write_bytes(WORLD + b"[cards.peru]\ncoins = 9\n")
    assert [finding.where for finding in check(Campaign(places)).findings] == ["cards.peru.coins"]
    assert take(places, scar("alaska")).number == 2


def test_a_law_can_be_waived(places: Places) -> None:
    """With leave a law of the box gives way, and the history keeps which law and why."""
    for place in ("alaska", "peru", "brazil"):
        take(places, scar(place))
    done = take(places, scar("ural"), anyway="a packet says so")
    assert [(waived.rule, waived.why) for waived in done.waived] == [
        ("bunker-supply", "a packet says so")
    ]
    line = history.last(places.history)
    assert line
    assert line.waived == done.waived
    assert in_step(places)


def test_leave_that_nobody_needs_is_not_kept(places: Places) -> None:
    """A reason for a record that breaks no law waives nothing."""
    assert take(places, scar("alaska"), anyway="to be sure").waived == ()


def test_two_of_a_name_cannot_be_waived(places: Places) -> None:
    """Leave is for laws of the box only: two players of one name stay refused."""
    before = bytes_of(places)
    error = refused(
        lambda: take(
            places, lambda world, box: add_players(world, names=["ANA"]), anyway="they are two"
        ),
        "player-twice",
        exit_code=3,
    )
    assert all("--anyway" not in finding.fix for finding in error.findings)
    assert bytes_of(places) == before


def test_leave_does_not_make_a_record_of_nothing(places: Places) -> None:
    """What changes nothing cannot be waived into the history."""
    from legacytrack.rules.scars import cancel_scar

    before = bytes_of(places)
    refused(
        lambda: take(
            places,
            lambda world, box: cancel_scar(world, box, territory="peru", by=None, game=None),
            anyway="why not",
        ),
        "cancel-needs-scar",
        exit_code=3,
    )
    assert bytes_of(places) == before


# Trying


def test_a_dry_run_writes_nothing(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dry run tells the same as the record, and touches no file: not even a lock is needed."""
    take(places, scar("alaska"))
    places.world.write_bytes(places.world.read_bytes() + b"\n[cards.peru]\ncoins = 2\n")
    places.lock.unlink(missing_ok=True)
    before = bytes_of(places), names(places)
    times = [path.stat().st_mtime_ns for path in (places.world, places.history)]

    def no_lock(*args: Any, **kwargs: Any) -> Any:
        raise AssertionError("a dry run took the lock")

    with monkeypatch.context() as patched:
        patched.setattr(filelock, "FileLock", no_lock)
        tried = take(places, scar("brazil"), dry_run=True)
        refused(lambda: take(places, scar("alaska"), dry_run=True), "one-scar-per-territory", 3)
    assert tried.number is None
    assert (bytes_of(places), names(places)) == before
    assert [path.stat().st_mtime_ns for path in (places.world, places.history)] == times
    assert not places.lock.exists()
    done = take(places, scar("brazil"))
    assert (done.said, done.edits, done.notes) == (tried.said, tried.edits, tried.notes)
    assert done.number == 4  # what was edited by hand is change 3


# Disks that fail


def record_or_fail(places: Places, step: Step) -> bool:
    """Record something; tell whether it went in. Whatever happens, nothing is half written."""
    before, folder = bytes_of(places), names(places)
    try:
        take(places, step)
    except FileError as error:
        assert error.exit_code == 4
        assert [finding.rule for finding in error.findings] == ["cannot-write"]
        assert bytes_of(places) == before
        assert names(places) == folder
        return False
    assert in_step(places)
    assert bytes_of(places) != before
    return True


@pytest.fixture(params=["adopted", "told"])
def begun(request: pytest.FixtureRequest, places: Places) -> Places:
    """A world without a history, and one with."""
    if request.param == "told":
        take(places, scar("alaska"))
    return places


@pytest.mark.parametrize("step", ["fsync", "replace", "fchmod", "open"])
@pytest.mark.parametrize("lasting", [False, True], ids=["once", "from then on"])
def test_a_step_that_fails(
    begun: Places, monkeypatch: pytest.MonkeyPatch, step: str, lasting: bool
) -> None:
    """Each step of writing in turn finds the disk full: both files are as before, to the byte."""
    really = getattr(os, step)
    for fails_at in range(1, 20):
        calls = 0

        def failing(*args: Any, **kwargs: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == fails_at or (lasting and calls > fails_at):  # noqa: B023
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return really(*args, **kwargs)

        with monkeypatch.context() as patched:
            patched.setattr(os, step, failing)
            went_in = record_or_fail(begun, scar("peru"))
        if went_in:
            undo(Campaign(begun), command="undo")
            if calls < fails_at:
                break
        else:
            assert in_step(begun) or not begun.history.exists()
    else:
        pytest.fail("there is no end of steps")
    assert fails_at > 1  # at least one call was made to fail


def test_a_disk_that_is_full_at_any_byte(places: Places) -> None:
    """A disk with room for the history but not for the world takes neither."""
    resource = pytest.importorskip("resource")
    places.world.write_bytes(WORLD + b"# a long remark\n" * 400)
    take(places, scar("alaska"))
    most_before = places.history.stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    failed = 0
    size = places.world.stat().st_size
    assert size > most_before + 1_000
    for room in (most_before, most_before + 1, most_before + 300, most_before + 1_000, size - 1):
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
        try:
            failed += not record_or_fail(places, scar("peru"))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert failed == 5
    assert record_or_fail(places, scar("peru"))


def test_exit_code_of_a_full_disk(
    places: Places, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Any]
) -> None:
    """At the prompt a full disk ends with 4, says which file, and that nothing was changed."""
    before = bytes_of(places)

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    ended = run("scar", "bunker", "alaska")
    assert ended.code == 4
    assert "nothing was changed" in ended.err
    assert bytes_of(places) == before


@pytest.fixture
def read_only(places: Places, monkeypatch: pytest.MonkeyPatch) -> Places:
    """A folder in which nothing can be written or made, as on a medium that is read-only."""
    folder = str(places.world.parent)
    open_file, open_handle = Path.open, os.open

    def no(path: Any) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    def opened(self: Path, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        if str(self).startswith(folder) and set(mode) & set("wax+"):
            no(self)
        return open_file(self, mode, *args, **kwargs)

    def opened_handle(path: Any, flags: int, *args: Any, **kwargs: Any) -> int:
        wanted = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if wanted and str(path).startswith(folder):
            no(path)
        return open_handle(path, flags, *args, **kwargs)

    take(places, scar("alaska"))
    places.lock.unlink(missing_ok=True)
    monkeypatch.setattr(Path, "open", opened)
    monkeypatch.setattr(os, "open", opened_handle)
    return places


def test_a_folder_that_is_read_only(read_only: Places, run: Callable[..., Any]) -> None:
    """Where nothing can be written, records end with 4, and questions and dry runs work."""
    before, folder = bytes_of(read_only), names(read_only)
    for words in (("scar", "bunker", "peru"), ("undo",)):
        ended = run(*words)
        assert ended.code == 4
        assert "cannot be written" in ended.err
    assert run("show", "alaska").code == 0
    assert run("check").code == 0
    assert run("scar", "bunker", "peru", "--dry-run").code == 0
    assert run("undo", "--dry-run").code == 0
    assert bytes_of(read_only) == before
    assert names(read_only) == folder


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_the_right_to_write(places: Places, run: Callable[..., Any]) -> None:
    """The same where only the rights of the folder stand against it."""
    take(places, scar("alaska"))
    places.lock.unlink(missing_ok=True)
    before = bytes_of(places)
    places.world.parent.chmod(0o555)
    try:
        assert run("scar", "bunker", "peru").code == 4
        assert run("check").code == 0
        assert bytes_of(places) == before
    finally:
        places.world.parent.chmod(0o755)


def test_a_link_to_the_world(places: Places) -> None:
    """A world that is a link stays one: the file it leads to changes."""
    real = places.world.parent / "shared" / "ours.toml"
    real.parent.mkdir()
    places.world.rename(real)
    places.world.symlink_to(real)
    take(places, scar("alaska"))
    assert places.world.is_symlink()
    assert b"bunker" in real.read_bytes()
    assert in_step(places)


def test_the_rights_of_the_world_stay(places: Places) -> None:
    """Recording changes nothing about who may read and write the world."""
    for mode in (0o600, 0o664):
        places.world.chmod(mode)
        take(places, coin("peru"))
        assert places.world.stat().st_mode & 0o777 == mode


# Others who write


def test_an_editor_saves_just_then(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """When somebody saves the file between reading and writing, that text wins and is not lost."""
    take(places, scar("alaska"))
    theirs = places.world.read_bytes() + b"# a remark\n"
    old = places.history.read_bytes()
    append = history.append

    def saved_meanwhile(*args: Any) -> int:
        places.world.write_bytes(theirs)
        return append(*args)

    with monkeypatch.context() as patched:
        patched.setattr(history, "append", saved_meanwhile)
        refused(lambda: take(places, scar("peru")), "changed-meanwhile")
    assert bytes_of(places) == (theirs, old)
    assert take(places, scar("peru")).number == 3
    assert places.world.read_bytes().count(b"# a remark\n") == 1


def test_an_editor_saves_before_the_first_record(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same for a world without a history: none is left behind."""
    append = history.append

    def saved_meanwhile(*args: Any) -> int:
        places.world.write_bytes(WORLD + b"# a remark\n")
        return append(*args)

    monkeypatch.setattr(history, "append", saved_meanwhile)
    refused(lambda: take(places, scar("peru")), "changed-meanwhile")
    assert bytes_of(places) == (WORLD + b"# a remark\n", None)


def test_the_world_is_deleted_just_then(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the file is gone between reading and writing, it is not made again by surprise."""
    take(places, scar("alaska"))
    old = places.history.read_bytes()
    append = history.append

    def deleted_meanwhile(*args: Any) -> int:
        places.world.unlink()
        return append(*args)

    monkeypatch.setattr(history, "append", deleted_meanwhile)
    refused(lambda: take(places, scar("peru")), "no-world")
    assert not places.world.exists()
    assert places.history.read_bytes() == old


@pytest.fixture
def held(places: Places) -> Iterator[Places]:
    """A world that another process is writing to."""
    code = (
        "import filelock, sys\n"
        "lock = filelock.FileLock(sys.argv[1])\n"
        "lock.acquire(); print('held', flush=True); sys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code, str(places.lock)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert other.stdout
    assert other.stdout.readline() == b"held\n"
    yield places
    other.communicate()


def test_another_holds_the_lock(held: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who cannot get the lock in time is told that it is held, and nothing is written."""
    assert sum(seconds for seconds, _ in door._PATIENCE) == 30  # nobody waits for ever
    before = bytes_of(held)
    with monkeypatch.context() as patched:
        patched.setattr(door, "_PATIENCE", ((0.05, 0.02), (0.05, 0.01)))
        refused(lambda: take(held, scar("alaska")), "locked")
    assert bytes_of(held) == before
    assert take(held, scar("alaska"), dry_run=True).number is None  # to try, nobody has to wait
    assert check(Campaign(held)).findings == ()  # and neither has who only asks


def test_many_at_once(places: Places) -> None:
    """Eight people who record at the same moment all get in, one after the other."""
    words = [
        ("coin", "brazil"),
        ("coin", "peru"),
        ("coin", "china"),
        ("scar", "bunker", "alaska"),
        ("scar", "ammo-shortage", "japan"),
        ("city", "minor", "ural", "Stalgrad"),
        ("city", "major", "egypt", "Ruin", "--by", "ana"),
        ("player", "add", "Ben"),
    ]
    all_at_once = [
        subprocess.Popen(
            [sys.executable, "-m", "legacytrack", *each, "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
        )
        for each in words
    ]
    ends = [(*each.communicate(timeout=60), each.returncode) for each in all_at_once]
    assert [code for _, _, code in ends] == [0] * len(words), ends
    told = history.read(places.history)
    assert [entry.number for entry in told.entries] == list(range(1, len(words) + 2))
    assert in_step(places)
    campaign = Campaign(places)
    assert check(campaign).findings == ()
    assert set(campaign.world.cards) == {"brazil", "peru", "china"}
    assert set(campaign.world.marked_territories) == {"alaska", "japan", "ural", "egypt"}
    assert set(campaign.world.players) == {"ana", "ben"}
    assert not list(places.world.parent.glob("*.tmp"))
    assert not list(places.world.parent.glob(".*.tmp"))


def test_many_to_one_card(places: Places) -> None:
    """Records that each build on the last are counted one by one, from whichever door they come."""
    import threading

    def put(door: Campaign) -> None:
        record(door, coin("peru", game=1), command="coin")

    doors = [Campaign(places) for _ in range(5)]
    all_at_once = [threading.Thread(target=put, args=(door,)) for door in doors]
    for each in all_at_once:
        each.start()
    for each in all_at_once:
        each.join()
    assert Campaign(places).world.card("peru").coins == 6
    told = history.read(places.history)
    assert [entry.number for entry in told.entries] == list(range(1, 7))
    assert in_step(places)


def test_the_box_is_not_changed(places: Places, box: Box) -> None:
    """Recording changes the world and never what is printed."""
    before = repr(box.territories), repr(box.rules), repr(box.scars)
    take(places, city("ural", "Stalgrad"))
    assert (repr(box.territories), repr(box.rules), repr(box.scars)) == before
