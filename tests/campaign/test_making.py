"""A new world is whole, is never made over another, and is told from its first line on."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from legacytrack.campaign import making
from legacytrack.campaign.checking import check
from legacytrack.campaign.door import Campaign
from legacytrack.campaign.making import Made, example, new, place_for
from legacytrack.errors import FileError, LegacytrackError, RefusedError
from legacytrack.store import box_files, entries, history, places, world_file
from legacytrack.store.places import Places

Run = Callable[..., Any]


def make(option: str | None = "world.toml", name: str = "Ours", *players: str, **more: Any) -> Made:
    target = place_for(name, option, here=False)
    return new(target, name, players, **{"games_played": 0, "command": "new", **more})


def in_step(where: Places) -> bool:
    told = history.read(where.history)
    data = world_file.parse(where.world.read_bytes(), where.world)
    return entries.digest(history.fold(told.entries)) == entries.digest(data)


def refused(call: Callable[[], Any], code: str, exit_code: int = 4) -> None:
    with pytest.raises(LegacytrackError) as caught:
        call()
    assert caught.value.exit_code == exit_code
    assert [finding.rule for finding in caught.value.findings] == [code]


# A new world


def test_a_new_world(machine: Path) -> None:
    """A new world has its name and players, breaks no law, and its history leads to it."""
    made = make("world.toml", "Ours", "Ana", "Ben Ö.", games_played=3)
    assert made.is_new
    assert made.players == ["Ana", "Ben Ö."]
    assert Campaign(made.places).data == {
        "format": 1,
        "box": "risk-legacy",
        "name": "Ours",
        "games_played": 3,
        "players": {"ana": {"name": "Ana"}, "ben-o": {"name": "Ben Ö."}},
    }
    (line,) = history.read(made.places.history).entries
    assert (line.number, line.fresh, line.command) == (1, True, "new")
    assert in_step(made.places)
    assert check(Campaign(made.places)) == ((), (), ())
    assert sorted(path.name for path in machine.iterdir()) == [
        "world.history.jsonl",
        "world.lock",
        "world.schema.json",
        "world.toml",
    ]


def test_it_can_be_read_by_people(machine: Path) -> None:
    """A new world file begins with its schema and a word on what it is, and ends with a line end."""
    made = make("world.toml", "Ours", "Ana")
    text = made.places.world.read_text(encoding="utf-8")
    assert text.startswith("#:schema ./world.schema.json\n# ")
    assert text.endswith("\n")
    assert "\r" not in text


@pytest.mark.parametrize(
    "name", ['The "best" world', "C:\\games", "[ours]", "☃", "'''", "a = 1 # b", "true", "Zoë 👩‍🚀"]
)
def test_every_name_survives(name: str) -> None:
    """Whatever a world or a player is called is read again as it was typed."""
    made = make("world.toml", name, name)
    data = Campaign(made.places).data
    assert data["name"] == name
    assert [player["name"] for player in data["players"].values()] == [name]
    assert in_step(made.places)


def test_players_of_like_names(machine: Path) -> None:
    """Players get ids of their own also where their names make the same; one name twice is refused."""
    made = make("world.toml", "Ours", "A B", "a+b")
    assert len(Campaign(made.places).data["players"]) == 2
    refused(lambda: make("other.toml", "Ours", "Ana", " ANA"), "player-twice", 3)
    assert not (machine / "other.toml").exists()
    assert not (machine / "other.history.jsonl").exists()
    with pytest.raises(RefusedError) as caught:
        make("other.toml", "Ours", "Ana", "ana", "ANA")
    assert len(caught.value.findings) == 2


# Where it goes


def test_where_it_goes(machine: Path) -> None:
    """A new world goes where it was said, else here if wanted, else among the campaigns."""
    assert place_for("Ours", "deep/ours.toml", here=False).places.world == (
        machine / "deep" / "ours.toml"
    )
    assert place_for("Ours", None, here=True).places.world == machine / "world.toml"
    target = place_for("Thursday World!", None, here=False)
    assert target.id == "thursday-world"
    assert target.places.world == places.campaign_file("thursday-world")
    assert not target.places.world.parent.exists()  # nothing is made by asking


def test_among_the_campaigns_it_becomes_the_current_one() -> None:
    """A world that is kept with the campaigns is the one that is used from then on."""
    made = make(None, "Thursday world", "Ana")
    assert made.id == "thursday-world"
    assert places.current() == "thursday-world"
    assert places.choose(None).world == made.places.world
    make(None, "Sunday world")
    assert places.current() == "sunday-world"
    assert set(places.campaigns()) == {"sunday-world", "thursday-world"}


def test_a_world_elsewhere_does_not_switch(machine: Path) -> None:
    """A world with a place of its own leaves the current campaign as it is, and makes its folder."""
    make(None, "Thursday world")
    made = make("deep/down/ours.toml", "Ours")
    assert made.places.world == machine / "deep" / "down" / "ours.toml"
    assert made.places.world.exists()
    assert places.current() == "thursday-world"


def test_what_goes_before_it_is_told(machine: Path) -> None:
    """Where a file in this folder would be used instead of the new campaign, it is said."""
    make("world.toml", "Ours")
    made = make(None, "Thursday world")
    assert any("world.toml" in note for note in made.notes)


# Never over another


def test_never_over_another_world(run: Run) -> None:
    """A world that is there is not made again: nothing in it changes."""
    made = make(None, "Thursday world", "Ana")
    before = made.places.world.read_bytes(), made.places.history.read_bytes()
    refused(lambda: make(None, "THURSDAY  world"), "world-exists")
    assert run("new", "Thursday world").code == 4
    assert (made.places.world.read_bytes(), made.places.history.read_bytes()) == before


def test_a_file_that_is_no_world_stays_too(machine: Path) -> None:
    """A file of that name is not written over, whatever is in it."""
    (machine / "world.toml").write_bytes(b"not = = toml")
    refused(make, "world-exists")
    assert (machine / "world.toml").read_bytes() == b"not = = toml"
    assert [path.name for path in machine.iterdir()] == ["world.toml"]


def test_a_refusal_leaves_nothing_behind(machine: Path) -> None:
    """Where nothing can be made there is no lock and no folder afterwards either."""
    (machine / "world.toml").write_bytes(b"")
    (machine / "old.history.jsonl").write_bytes(b"garbage\n")
    refused(make, "world-exists")
    refused(lambda: make("old.toml"), "history-exists")
    with pytest.raises(RefusedError):
        make("new/world.toml", "Ours", "Ana", "ana")
    assert {path.name for path in machine.iterdir()} == {"world.toml", "old.history.jsonl"}


def test_a_world_that_was_made_meanwhile(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who had to wait for another maker looks again, and leaves that world as it is."""
    really = making.alone_with

    @contextlib.contextmanager
    def late(where: Places) -> Iterator[None]:
        monkeypatch.setattr(making, "alone_with", really)
        make("world.toml", "Theirs", "Ben")
        with really(where):
            yield

    monkeypatch.setattr(making, "alone_with", late)
    refused(lambda: make("world.toml", "Ours", "Ana"), "world-exists")
    assert Campaign(Places(machine / "world.toml", "")).world.name == "Theirs"
    assert in_step(Places(machine / "world.toml", ""))


def test_a_history_without_its_world_stays(machine: Path, run: Run) -> None:
    """When only the world file was lost its history is not written over: it can be brought back."""
    make("world.toml", "Ours", "Ana")
    assert run("scar", "bunker", "alaska").code == 0
    (machine / "world.toml").unlink()
    before = (machine / "world.history.jsonl").read_bytes()
    refused(make, "history-exists")
    assert (machine / "world.history.jsonl").read_bytes() == before
    (machine / "world.history.jsonl").write_bytes(b"garbage\n")
    refused(make, "history-exists")


def test_a_making_that_was_killed_can_be_done_again(machine: Path) -> None:
    """A history of a world that was killed before it came to be is no hindrance."""
    made = make("world.toml", "Ours", "Ana")
    made.places.world.unlink()  # as if it had never got there
    again = make("world.toml", "Theirs", "Ben")
    assert len(history.read(again.places.history).entries) == 1
    assert in_step(again.places)
    again.places.world.unlink()
    again.places.history.write_bytes(again.places.history.read_bytes()[:30])  # torn
    assert in_step(make("world.toml", "Ours", "Cy").places)


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_disk_that_fails(machine: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """When a step of making fails there is no world, no history, and no current campaign."""
    really = getattr(os, step)
    for fails_at in range(1, 10):
        calls = 0

        def failing(*args: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == fails_at:  # noqa: B023
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return really(*args)

        with monkeypatch.context() as patched:
            patched.setattr(os, step, failing)
            try:
                made = make(f"{step}-{fails_at}/world.toml", "Ours", "Ana")
            except FileError as error:
                assert error.findings[0].rule == "cannot-write"
                left = {path.name for path in (machine / f"{step}-{fails_at}").iterdir()}
                assert left <= {"world.lock"}
            else:
                assert in_step(made.places)
                if calls < fails_at:
                    break
    assert fails_at > 1


def test_a_path_through_a_file(machine: Path) -> None:
    """A folder that cannot be made is a matter of files."""
    (machine / "file").write_bytes(b"")
    with pytest.raises(FileError):
        make("file/world.toml", "Ours")


# The example


def test_the_example() -> None:
    """The example is copied as it is in the package, remarks and all, and can be changed."""
    made = example(place_for("Example world", None, here=False), None, command="new --example")
    assert made.is_new
    assert made.places.world.read_bytes() == box_files.EXAMPLE.read_bytes()
    assert in_step(made.places)
    assert places.choose(None).world == made.places.world


def test_the_example_with_another_name(machine: Path) -> None:
    """The example can be given a name; nothing else in it changes."""
    made = example(place_for("Ours", "world.toml", here=False), "Ours", command="new --example")
    data = dict(Campaign(made.places).data)
    assert data.pop("name") == "Ours"
    printed = world_file.parse(box_files.EXAMPLE.read_bytes(), box_files.EXAMPLE)
    assert data == {key: value for key, value in printed.items() if key != "name"}
    assert in_step(made.places)


def test_the_example_again(run: Run) -> None:
    """Asking for the example again goes back to it and keeps what was tried in it."""
    assert run("new", "--example").code == 0
    assert run("scar", "bunker", "alaska").code in (0, 3)
    assert run("coin", "alaska", "--game", "5").code == 0
    assert run("new", "Thursday world").code == 0
    ended = run("new", "--example", "--json")
    assert ended.code == 0
    assert not ended.json["data"]["new"]
    assert places.current() == "example-world"
    assert "2" in run("show", "alaska").out
    assert run("undo").code == 0


def test_the_example_is_never_put_over_another_world(machine: Path) -> None:
    """A file with a place of its own is not taken for the example."""
    make("world.toml", "Ours")
    target = place_for("Example world", "world.toml", here=False)
    refused(lambda: example(target, None, command="new --example"), "world-exists")
    assert Campaign(Places(machine / "world.toml", "a test")).world.name == "Ours"
