"""Safety copies: one at each turn of a campaign, apart from it, never in the way of a record."""

from __future__ import annotations

import errno
import shutil
import zipfile
from pathlib import Path

import pytest

from legacytrack.campaign import copying, writing
from legacytrack.campaign.door import Campaign
from legacytrack.campaign.making import new, place_for
from legacytrack.campaign.recording import Recorded, Step, record
from legacytrack.campaign.undoing import undo
from legacytrack.errors import FileError, NameNotFoundError, UsageError
from legacytrack.rules.cards import add_coins
from legacytrack.rules.outcome import Outcome
from legacytrack.store import copies, history, world_file
from legacytrack.store.places import Places, copies_folder

TEXT = b"""\
# Ours
format = 1
name = "Ours"

[players.ana]
name = "Ana"
"""
CARDS = ("peru", "china", "alaska", "egypt", "brazil", "india", "japan", "ural")


def coin(*cards: str) -> Step:
    return lambda world, box: add_coins(world, box, territories=cards, by=None, game=1)


def take(places: Places, step: Step) -> Recorded:
    return record(Campaign(places), step, command="a command")


def turn(places: Places, number: int) -> None:
    """Record what beginning and ending a game has in common: the number of the game changes."""
    said = f"Game {number} begins."
    take(places, lambda world, box: Outcome(world.with_value("game", "number", value=number), said))


@pytest.fixture
def places(machine: Path) -> Places:
    """A world written by hand."""
    places = Places(machine / "world.toml", "a test")
    places.world.write_bytes(TEXT)
    return places


def test_what_was_written_by_hand_is_kept_before_the_first_change(places: Places) -> None:
    """The first record of a world without a history keeps that world, every byte of it."""
    take(places, coin("peru"))
    (copy,) = copying.kept(places)
    world, told = copies.contents(copy)
    assert world == TEXT
    assert [entry.number for entry in history.told(told).entries] == [1]
    assert (copy.number, copy.change, copy.name) == (1, 1, "Ours")


def test_each_turn_of_the_campaign_is_kept_and_nothing_between(places: Places) -> None:
    """The first change after a game began or ended keeps the world as it then was."""
    take(places, coin("peru"))  # changes 1 and 2
    turn(places, 1)
    after_turn = places.world.read_bytes()
    assert len(copying.kept(places)) == 1
    for card in CARDS[1:5]:
        take(places, coin(card))
    newest, oldest = copying.kept(places)
    assert (newest.change, newest.said, oldest.change) == (3, "Game 1 begins.", 1)
    world, told = copies.contents(newest)
    assert world == after_turn
    assert [entry.number for entry in history.told(told).entries] == [1, 2, 3]


def test_a_group_that_records_no_games_has_a_copy_now_and_then(places: Places) -> None:
    """Outside of games every fiftieth change is a turn as well."""
    take(places, coin("peru"))
    entry = history.last(places.history)
    assert entry
    opened = Campaign(places)
    due = [n for n in range(1, 201) if writing.a_copy_is_due(opened, entry._replace(number=n))]
    assert due == [50, 100, 150, 200]


def test_a_copy_is_whole_before_the_campaign_is_touched(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash in writing history or world meets a copy that is closed and flushed already."""
    take(places, coin("peru"))
    turn(places, 1)

    def crash(path: Path, entries: object) -> int:
        (newest, _) = copying.kept(places)
        assert copies.contents(newest)[0] == places.world.read_bytes()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(history, "append", crash)
        take(places, coin("china"))
    take(places, coin("china"))
    assert [copy.change for copy in copying.kept(places)] == [3, 1]  # and none is made twice


@pytest.mark.parametrize("block", ["file", "read-only", "full"])
def test_a_copy_that_cannot_be_written_stops_no_record(
    places: Places, monkeypatch: pytest.MonkeyPatch, block: str
) -> None:
    """Where no copy can be kept it is said, and the change is recorded."""
    if block == "file":
        copies_folder().parent.mkdir(parents=True)
        copies_folder().write_text("in the way")
    else:
        real, code = world_file.replace, {"read-only": errno.EROFS, "full": errno.ENOSPC}[block]

        def replace(path: Path, text: bytes) -> None:
            if path.suffix == ".zip":
                raise OSError(code, "no")
            real(path, text)

        monkeypatch.setattr(world_file, "replace", replace)
    opened = Campaign(places)
    record(opened, coin("peru"), command="a command")
    assert opened.data["cards"]
    assert any("No safety copy could be kept" in said for said in opened.talk)
    assert history.last(places.history)


def test_the_last_twenty_are_kept(places: Places) -> None:
    """An older copy of a campaign goes when a newer one comes; numbers are never used again."""
    for number in range(1, copies.KEPT + 6):
        turn(places, number)
    found = copying.kept(places)
    assert len(found) == copies.KEPT
    assert [copy.number for copy in found] == list(range(copies.KEPT + 5, 5, -1))


def test_copies_belong_to_a_campaign_and_not_to_a_path(places: Places, machine: Path) -> None:
    """A campaign that was moved has its copies; another one in its old place has none of them."""
    take(places, coin("peru"))
    moved = Places(machine / "moved" / "ours.toml", "a test")
    moved.world.parent.mkdir()
    places.world.rename(moved.world)
    places.history.rename(moved.history)
    new(place_for("Others", None, here=True), "Others", ["Dee"], games_played=0, command="new")
    assert len(copying.kept(moved)) == 1
    turn(places, 1)
    turn(places, 2)
    assert {copy.name for copy in copying.kept(places)} == {"Others"}
    assert {copy.name for copy in copying.kept(moved)} == {"Ours"}


def test_a_world_without_a_history_is_known_by_its_place(places: Places) -> None:
    """When both files are gone, the copies of the world that lay there are listed."""
    take(places, coin("peru"))
    places.world.unlink()
    places.history.unlink()
    assert [copy.name for copy in copying.kept(places)] == ["Ours"]


def test_restoring_is_a_change_that_undo_takes_back(places: Places) -> None:
    """The world of a copy comes back to the byte, and so does the one before it."""
    for card in CARDS[:3]:
        take(places, coin(card))
    before = places.world.read_bytes()
    (copy,) = copying.kept(places)
    tried = copying.restore(Campaign(places), copy, command="restore 1", dry_run=True)
    assert tried.number is None
    assert places.world.read_bytes() == before
    copying.restore(Campaign(places), copy, command="restore 1", dry_run=False)
    assert places.world.read_bytes() == TEXT
    with pytest.raises(UsageError):
        copying.restore(Campaign(places), copy, command="restore 1", dry_run=False)
    undo(Campaign(places), command="undo")
    assert places.world.read_bytes() == before


def test_both_files_are_put_back(places: Places) -> None:
    """A campaign whose folder is gone is as it was in the copy, with its history."""
    take(places, coin("peru"))
    turn(places, 1)
    text, told = places.world.read_bytes(), places.history.read_bytes()
    take(places, coin("china"))
    copy = copying.kept(places)[0]
    shutil.rmtree(places.world.parent)
    copying.put_back(places, copy, dry_run=False)
    assert (places.world.read_bytes(), places.history.read_bytes()) == (text, told)
    undo(Campaign(places), to=1, command="undo")
    assert places.world.read_bytes() == TEXT


def test_what_lies_there_is_kept_when_a_copy_is_put_back(places: Places) -> None:
    """Broken files are kept beside; a history that still tells is never passed over."""
    take(places, coin("peru"))
    (copy,) = copying.kept(places)
    places.world.write_bytes(b"[[[")
    with pytest.raises(FileError, match="still tells"):
        copying.put_back(places, copy, dry_run=False)
    places.history.write_bytes(b"nothing\n")
    beside = copying.put_back(places, copy, dry_run=False)
    kept = [(places.world.parent / name).read_bytes() for name in beside]
    assert kept == [b"[[[", b"nothing\n"]


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "no zip", "not ours"])
def test_a_damaged_copy_is_refused_and_takes_no_other_along(places: Places, damage: str) -> None:
    """What a copy holds is trusted only when its own check sums fit."""
    take(places, coin("peru"))
    turn(places, 1)
    take(places, coin("china"))
    whole = copying.kept(places)[0]
    text = bytearray(whole.path.read_bytes())
    if damage == "not ours":
        with zipfile.ZipFile(whole.path, "w") as file:
            file.writestr("about.json", "{}")
    else:
        at = text.index(b"world.toml") + 20
        text[at] ^= 255
        texts = {"cut": bytes(text[:-30]), "flipped": bytes(text), "empty": b"", "no zip": b"x"}
        whole.path.write_bytes(texts[damage])
    if damage == "flipped":
        with pytest.raises(FileError, match="damaged"):
            copies.contents(whole)
    else:
        assert [copy.number for copy in copying.kept(places)] == [1]
    take(places, coin("alaska"))  # and it is in nobody's way


def test_a_copy_that_is_not_there_is_said(places: Places) -> None:
    """Only copies of this campaign can be named."""
    with pytest.raises(NameNotFoundError):
        copying.find(places, 7)
