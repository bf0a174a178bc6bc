"""Repair: whatever happened to one of the two files, the last answered world comes back."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legacytrack.campaign.checking import check
from legacytrack.campaign.door import Campaign
from legacytrack.campaign.recording import Step, record
from legacytrack.campaign.repairing import HISTORY, WORLD, repair
from legacytrack.campaign.undoing import undo
from legacytrack.errors import FileError, UsageError
from legacytrack.model.change import same
from legacytrack.rules.cards import add_coins
from legacytrack.rules.cities import found_city
from legacytrack.rules.scars import place_scar
from legacytrack.store import history, world_file
from legacytrack.store.places import Places, copies_folder

WORLD_TEXT = """\
# Our world
format = 1
name = "Thursday [/x]"

[players.ana]
name = "C\u00f4te d'Ana"   # she began it

[players.ben]
name = "\u6f22\u5b57"
"""


def scar(place: str) -> Step:
    return lambda world, box: place_scar(
        world, box, territory=place, scar="bunker", by="ben", game=1
    )


def coin(*cards: str) -> Step:
    return lambda world, box: add_coins(world, box, territories=cards, by="ana", game=1)


def city(place: str, name: str) -> Step:
    return lambda world, box: found_city(
        world, box, territory=place, city="minor-city", name=name, by="ana", game=1
    )


def take(places: Places, step: Step) -> None:
    record(Campaign(places), step, command="a command")


@pytest.fixture
def places(machine: Path) -> Places:
    """A world written by hand, five changes later."""
    places = Places(machine / "world.toml", "a test")
    places.world.write_text(WORLD_TEXT, encoding="utf-8")
    for step in (coin("peru"), scar("alaska"), city("ural", '"[/x]" :bomb:'), coin("china")):
        take(places, step)
    undo(Campaign(places), command="undo")
    return places


def without_copies() -> None:
    shutil.rmtree(copies_folder(), ignore_errors=True)


def mended(places: Places, by: str) -> None:
    """Repair; where both files can be read and differ, say which is right."""
    try:
        repair(places, None, dry_run=False)
    except (UsageError, FileError) as error:
        assert error.findings[0].rule in ("files-differ", "newer-format"), error
        repair(places, by, dry_run=False)


def is_sound(places: Places) -> bool:
    found = check(Campaign(places))
    return not [each for each in found.findings if each.rule.startswith("history")] + [*found.notes]


def lying(folder: Path) -> set[bytes]:
    return {path.read_bytes() for path in folder.iterdir() if path.is_file()}


def broken(text: bytes) -> dict[str, bytes | None]:
    """Ways in which people, machines and clouds break a file."""
    half = len(text) // 2
    lines = text.splitlines(keepends=True)
    return {
        "gone": None,
        "empty": b"",
        "blank": b"\n\n",
        "cut": text[:half],
        "cut at a line": b"".join(lines[: len(lines) // 2]),
        "cut after the first line": lines[0],
        "beginning lost": text[half:],
        "first line lost": b"".join(lines[1:]),
        "a line lost": b"".join(lines[:2] + lines[3:]),
        "a line twice": b"".join(lines[:3] + lines[2:]),
        "lines swapped": b"".join([lines[0], lines[2], lines[1], *lines[3:]]),
        "nul": text[:half] + b"\0" * 40 + text[half + 40 :],
        "utf-16": text.decode().encode("utf-16"),
        "not text": b"\xff\xfe\xfd" + text,
        "garbage": b"[[[ \x1b[31m",
        "conflict marks": b"<<<<<<< ours\n" + text + b"=======\n" + text + b">>>>>>> theirs\n",
        "twice": text + text,
        "deep": b"x = " + b"[" * 20000,
        "other types": text.replace(b'"', b"", 1),
    }


WAYS = tuple(broken(WORLD_TEXT.encode()))


@pytest.mark.parametrize("copies", [True, False], ids=["with copies", "without copies"])
@pytest.mark.parametrize("way", WAYS)
def test_a_broken_world_comes_back_from_its_history(places: Places, way: str, copies: bool) -> None:
    """Whatever the world file holds: the world is as it was answered last, the rest is kept."""
    before, text = Campaign(places).data, places.world.read_bytes()
    if not copies:
        without_copies()
    damage(places.world, broken(text)[way])
    damaged = lying(places.world.parent)
    told_the_same = way in ("first line lost", "lines swapped")  # a comment, and the order of keys
    mended(places, HISTORY)
    assert same(Campaign(places).data, before)
    assert is_sound(places)
    assert damaged <= lying(places.world.parent)
    if copies and not told_the_same:
        assert places.world.read_bytes() == text  # every comment too
    take(places, coin("china"))
    undo(Campaign(places), to=1, command="undo")


@pytest.mark.parametrize("copies", [True, False], ids=["with copies", "without copies"])
@pytest.mark.parametrize("way", WAYS)
def test_a_broken_history_is_made_again(places: Places, way: str, copies: bool) -> None:
    """Whatever the history holds: the world stays, the history leads to it, the rest is kept."""
    text = places.world.read_bytes()
    if not copies:
        without_copies()
    damage(places.history, broken(places.history.read_bytes())[way])
    damaged = lying(places.world.parent)
    mended(places, WORLD)
    assert places.world.read_bytes() == text
    assert is_sound(places)
    kept = lying(places.world.parent)
    assert all(each in kept or any(one.startswith(each) for one in kept) for each in damaged)
    number = len(history.read(places.history).entries)
    take(places, coin("china"))
    assert len(history.read(places.history).entries) == number + 1
    undo(Campaign(places), command="undo")
    assert places.world.read_bytes() == text


def damage(path: Path, text: bytes | None) -> None:
    if text is None:
        path.unlink()
    else:
        path.write_bytes(text)


@st.composite
def damages(draw: st.DrawFn) -> Callable[[bytes], bytes]:
    """Something that happens to the bytes of a file: a piece of it lost, doubled or overwritten."""
    start, size = draw(st.floats(0, 1)), draw(st.floats(0, 1))
    kind = draw(st.sampled_from(["lost", "doubled", "overwritten", "flipped", "cut"]))
    junk = draw(st.binary(max_size=30))

    def happen(text: bytes) -> bytes:
        at = int(start * len(text))
        end = at + int(size * (len(text) - at))
        return {
            "lost": text[:at] + text[end:],
            "doubled": text[:end] + text[at:],
            "overwritten": text[:at] + junk + text[at + len(junk) :],
            "flipped": text[:at] + bytes(each ^ 1 for each in text[at : at + 1]) + text[at + 1 :],
            "cut": text[:at],
        }[kind]

    return happen


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(happen=damages(), world=st.booleans(), copies=st.booleans())
def test_after_any_damage_to_one_file_the_world_is_as_it_was_answered(
    machine: Path, happen: Callable[[bytes], bytes], world: bool, copies: bool
) -> None:
    """Random damage to either file: as long as the other one tells it, the world comes back."""
    for path in machine.iterdir():
        path.unlink()
    without_copies()
    places = Places(machine / "world.toml", "a test")
    places.world.write_text(WORLD_TEXT, encoding="utf-8")
    for step in (coin("peru"), scar("alaska"), city("ural", "[new berlin]")):
        take(places, step)
    if not copies:
        without_copies()
    before = Campaign(places).data
    broken = places.world if world else places.history
    broken.write_bytes(happen(broken.read_bytes()))
    damaged = broken.read_bytes()
    mended(places, HISTORY if world else WORLD)
    assert same(Campaign(places).data, before)
    assert is_sound(places)
    kept = lying(machine)
    assert damaged in kept or any(each.startswith(damaged) for each in kept)


def test_a_try_writes_nothing(places: Places) -> None:
    """--dry-run finds out what would be done, and leaves every byte."""
    places.world.write_bytes(b"[[[")
    before = lying(places.world.parent)
    tried = repair(places, None, dry_run=True)
    assert tried.world and tried.replaces == (places.world,)
    assert lying(places.world.parent) == before


def test_nothing_is_repaired_where_nothing_is_wrong(places: Places) -> None:
    """Two files that tell the same stay as they are."""
    before = lying(places.world.parent)
    done = repair(places, None, dry_run=False)
    assert (done.world, done.history, done.beside) == (None, None, ())
    assert lying(places.world.parent) == before


def test_where_files_differ_somebody_says_which_is_right(places: Places) -> None:
    """An edit by hand and a lost line look alike: they are asked about, never guessed."""
    text = places.world.read_text(encoding="utf-8")
    places.world.write_text(text.replace("Thursday", "Friday"), encoding="utf-8")
    with pytest.raises(UsageError, match="name") as refused:
        repair(places, None, dry_run=False)
    assert refused.value.findings[0].rule == "files-differ"
    repair(places, WORLD, dry_run=False)
    assert is_sound(places)
    undo(Campaign(places), command="undo")  # the edit is a change like others
    assert places.world.read_text(encoding="utf-8").count("Thursday") == 1


def test_a_file_kept_beside_never_takes_the_place_of_another(places: Places) -> None:
    """The second repair keeps what it replaces under the next number."""
    for text in (b"[[[ one", b"[[[ two"):
        places.world.write_bytes(text)
        repair(places, None, dry_run=False)
    folder = places.world.parent
    assert (folder / "world.replaced-1.toml").read_bytes() == b"[[[ one"
    assert (folder / "world.replaced-2.toml").read_bytes() == b"[[[ two"


def test_where_both_are_broken_the_history_tells_as_far_as_it_can(places: Places) -> None:
    """Without a copy, the changes before the damage come back, and the others are counted."""
    without_copies()
    places.world.write_bytes(b"[[[")
    lines = places.history.read_bytes().splitlines(keepends=True)
    places.history.write_bytes(b"".join([*lines[:3], b"x" + lines[3], *lines[4:]]))
    done = repair(places, None, dry_run=False)
    assert any("cannot be told" in said for said in done.said)
    data = Campaign(places).data
    assert "alaska" in data["territories"] and "ural" not in data["territories"]
    assert is_sound(places)


def test_where_nothing_tells_the_world_nothing_is_written(places: Places) -> None:
    """Both files beyond reading, and no copy: said with the reason, and every byte stays."""
    without_copies()
    places.world.write_bytes(b"[[[")
    places.history.write_bytes(b"nothing\n")
    before = lying(places.world.parent)
    with pytest.raises(FileError) as refused:
        repair(places, None, dry_run=False)
    assert refused.value.findings[0].rule == "nothing-tells"
    assert lying(places.world.parent) == before


def test_both_files_come_back_from_a_copy(places: Places) -> None:
    """The folder is gone: what the last safety copy held is made again."""
    shutil.rmtree(places.world.parent)
    done = repair(places, None, dry_run=False)
    assert any("safety copy" in said for said in done.said)
    assert Campaign(places).world.name.startswith("Thursday")
    assert is_sound(places)


def test_a_newer_world_is_not_touched(places: Places) -> None:
    """A world file of a later version is refused, and stays."""
    text = places.world.read_bytes().replace(b"format = 1", b"format = 99")
    places.world.write_bytes(text)
    with pytest.raises(FileError) as refused:
        repair(places, None, dry_run=False)
    assert refused.value.findings[0].rule == "newer-format"
    assert places.world.read_bytes() == text


def test_a_crash_in_a_repair_is_mended_by_the_next(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever file could not be written: the next repair does the rest, and all is kept."""
    before = Campaign(places).data
    places.world.write_bytes(b"[[[ world")
    lines = places.history.read_bytes().splitlines(keepends=True)
    places.history.write_bytes(b"".join([*lines[:3], b"junk\n", *lines[3:]]))
    damaged = lying(places.world.parent)
    real = world_file.replace
    for failing in (places.history, places.world):

        def replace(path: Path, text: bytes, failing: Path = failing) -> None:
            if path == failing:
                raise KeyboardInterrupt
            real(path, text)

        monkeypatch.setattr(world_file, "replace", replace)
        with pytest.raises(KeyboardInterrupt):
            repair(places, None, dry_run=False)
    monkeypatch.setattr(world_file, "replace", real)
    repair(places, None, dry_run=False)
    assert same(Campaign(places).data, before)
    assert damaged <= lying(places.world.parent)
