"""It is always clear which world is meant, and where its files are."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from legacytrack.errors import FileError, LegacytrackError, UsageError
from legacytrack.store import places
from legacytrack.store.places import Places

WORLD = b'format = 1\nname = "%s"\n'


def make(path: Path, name: str = "A world") -> Path:
    """Put a world file somewhere."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(WORLD % name.encode())
    return path


def keep(id: str) -> Path:
    """Put a campaign in the data folder."""
    return make(places.campaign_file(id), id)


# Which world


def test_the_order(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The option goes before the variable, that before this folder, that before the campaign."""
    monkeypatch.setenv(places.VARIABLE, str(make(machine / "variable.toml")))
    here = make(machine / "world.toml")
    kept = keep("thursday")
    places.make_current("thursday")
    option = make(machine / "option.toml")

    chosen = places.choose(str(option))
    assert chosen == (option, "--world")
    chosen = places.choose(None)
    assert chosen.world == machine / "variable.toml"
    assert places.VARIABLE in chosen.chosen_by
    monkeypatch.setenv(places.VARIABLE, "")
    chosen = places.choose(None)
    assert chosen.world == here
    assert "folder" in chosen.chosen_by
    here.unlink()
    chosen = places.choose(None)
    assert chosen.world == kept
    assert "thursday" in chosen.chosen_by


def test_nothing_says_which(machine: Path) -> None:
    """Without any world the answer is a matter of files and names all the ways to say which."""
    (machine / "world.toml").mkdir()  # a folder of that name is no world
    with pytest.raises(FileError) as caught:
        places.choose(None)
    (finding,) = caught.value.findings
    assert caught.value.exit_code == 4
    assert finding.rule == "no-world"
    assert all(word in finding.what for word in ("--world", places.VARIABLE, "world.toml"))
    assert "legacytrack new" in finding.fix


def test_a_world_that_was_named_is_never_replaced_by_another(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A named world that is not there is not silently another one."""
    make(machine / "world.toml")
    assert places.choose("gone.toml").world == machine / "gone.toml"
    monkeypatch.setenv(places.VARIABLE, "gone.toml")
    assert places.choose(None).world == machine / "gone.toml"


@pytest.mark.parametrize("said", ["option", "variable"])
def test_a_folder_means_the_world_in_it(
    machine: Path, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    """Naming a folder names its world file, be it there or not."""
    (machine / "ours").mkdir()
    if said == "variable":
        monkeypatch.setenv(places.VARIABLE, "ours")
    assert places.choose("ours" if said == "option" else None).world == (
        machine / "ours" / "world.toml"
    )


@pytest.mark.parametrize("said", ["option", "variable"])
def test_home_may_be_written_short(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    """`~` is the home folder also where no shell has replaced it."""
    if said == "variable":
        monkeypatch.setenv(places.VARIABLE, "~/ours.toml")
    chosen = places.choose("~/ours.toml" if said == "option" else None)
    assert chosen.world == Path(os.environ["HOME"]) / "ours.toml"


def test_paths_are_whole(machine: Path) -> None:
    """A path is told from the root, so that it means the same in every folder."""
    assert places.choose("a/../ours.toml").world.is_absolute()
    assert places.choose("ours.toml").world == machine / "ours.toml"


@pytest.mark.parametrize("name", ["", "a\0b"])
def test_no_name_at_all(name: str) -> None:
    """What can be no path is a matter of usage."""
    with pytest.raises(UsageError):
        places.choose(name)


@pytest.mark.parametrize("name", ["~nobody-of-this-name/world.toml", "a" * 300, "world.toml/x"])
def test_an_impossible_path(machine: Path, run: Callable[..., Any], name: str) -> None:
    """A path that cannot be followed gets a plain answer about files or words, and no other."""
    make(machine / "world.toml")
    ended = run("--world", name, "check")
    assert ended.code in (2, 4), ended.err
    assert name[:20] in ended.err


def test_a_folder_that_may_not_be_entered(
    machine: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Any]
) -> None:
    """A path through a folder of somebody else is a matter of files, and no failure."""

    def locked(really: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *args: Any, **kwargs: Any) -> Any:
            if str(path).startswith(str(machine / "hers")):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            return really(path, *args, **kwargs)

        return call

    monkeypatch.setattr(os, "stat", locked(os.stat))
    monkeypatch.setattr(Path, "open", locked(Path.open))
    ended = run("--world", str(machine / "hers" / "world.toml"), "check")
    assert ended.code == 4, ended.err
    assert "hers" in ended.err


def test_a_folder_that_is_gone(machine: Path, run: Callable[..., Any]) -> None:
    """Whoever stands in a folder that was deleted can still use the current campaign."""
    keep("thursday")
    places.make_current("thursday")
    gone = machine / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    try:
        ended = run("check")
    finally:
        os.chdir(machine)
    assert ended.code == 0, ended.err


# The files of a campaign


@pytest.mark.parametrize("name", ["world.toml", "our.first.world.toml", "world"])
def test_files_lie_together(machine: Path, name: str) -> None:
    """History and lock lie beside the world, each under a name of its own."""
    files = Places(machine / name, "a test")
    assert {files.history.parent, files.lock.parent} == {machine}
    assert files.history.name == f"{name.removesuffix('.toml')}.history.jsonl"
    assert len({files.world, files.history, files.lock}) == 3


def test_two_worlds_in_a_folder(machine: Path) -> None:
    """Two worlds in one folder share neither history nor lock."""
    one, other = (Places(machine / name, "a test") for name in ("one.toml", "other.toml"))
    assert {one.history, one.lock}.isdisjoint({other.history, other.lock})


# Campaigns


def test_no_campaigns() -> None:
    """Before the first campaign there is none, none is current, and no folder is made."""
    assert places.campaigns() == {}
    assert places.current() is None
    assert not places.data_folder().exists()


def test_several_campaigns(machine: Path) -> None:
    """Campaigns are kept apart, are listed by their short names, and can be switched."""
    kept = {id: keep(id) for id in ("sunday", "thursday")}
    (places.data_folder() / "campaigns" / "empty").mkdir()
    assert places.campaigns() == kept
    for id, path in kept.items():
        places.make_current(id)
        assert places.current() == id
        assert places.choose(None).world == path
    assert [path.name for path in places.data_folder().iterdir() if path.is_file()] == ["current"]


def test_the_data_folder_follows_the_system(monkeypatch: pytest.MonkeyPatch, machine: Path) -> None:
    """Campaigns lie where the system wants the data of programs."""
    monkeypatch.setenv("XDG_DATA_HOME", str(machine / "elsewhere"))
    assert machine / "elsewhere" in places.campaign_file("thursday").parents


def test_switching_by_command(machine: Path, run: Callable[..., Any]) -> None:
    """`use` switches, lists, and leaves the choice alone when the name is unknown."""
    for name in ("Sunday world", "Thursday world"):
        assert run("new", name).code == 0
    assert places.current() == "thursday-world"
    assert run("use", "sunday").code == 0
    assert places.current() == "sunday-world"
    assert run("use", "monday").code == 5
    listed = run("use", "--json").json["data"]
    assert listed["current"] == "sunday-world"
    assert list(listed["campaigns"]) == ["sunday-world", "thursday-world"]
    make(machine / "world.toml")
    assert "world.toml in this folder" in run("use", "thursday").out  # it goes before the campaign


def test_the_current_campaign_is_gone(run: Callable[..., Any]) -> None:
    """When the current campaign was deleted, the answer names its file, and `use` still works."""
    gone = keep("sunday")
    keep("thursday")
    places.make_current("sunday")
    gone.unlink()
    ended = run("check")
    assert ended.code == 4
    assert str(gone) in ended.err
    assert run("use", "thursday").code == 0
    assert run("check").code == 0


@pytest.mark.parametrize("content", [b"", b"\n", b"\xff\xfe", b"  \n\n"])
def test_the_note_of_the_current_campaign_is_ruined(content: bytes) -> None:
    """A note that says nothing is as good as none."""
    keep("thursday")
    (places.data_folder() / "current").write_bytes(content)
    assert places.current() is None
    with pytest.raises(FileError):
        places.choose(None)


def test_a_data_folder_that_cannot_be_made(monkeypatch: pytest.MonkeyPatch, machine: Path) -> None:
    """Where no data folder can be made, that is a matter of files."""
    (machine / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_DATA_HOME", str(machine / "file"))
    assert places.campaigns() == {}
    with pytest.raises(LegacytrackError) as caught:
        places.make_current("thursday")
    assert caught.value.exit_code == 4


# Conflict copies


@pytest.mark.parametrize(
    "name",
    [
        "world.sync-conflict-20260103-201500-ABCDEFG.toml",
        "world (Ana's conflicted copy 2026-01-03).toml",
        "world (conflicted copy 2026-01-03 201500).toml",
        "world (Case Conflict).toml",
        "world.history.sync-conflict-20260103-201500-ABCDEFG.jsonl",
    ],
)
def test_a_conflict_copy_is_found(machine: Path, name: str) -> None:
    """Copies that synchronised folders make of a world or its history are found."""
    world = make(machine / "world.toml")
    assert places.conflict_copies(world) == []
    copy = make(machine / name)
    assert places.conflict_copies(world) == [copy]


def test_the_copy_of_another_file(machine: Path) -> None:
    """A copy of another world, and a world whose own name is a conflict, are no conflict copies."""
    world = make(machine / "conflict.toml")
    make(machine / "notes.sync-conflict-1.toml")
    assert places.conflict_copies(world) == []
    make(machine / "conflict2.toml")
    assert places.conflict_copies(world) == []


def test_where_no_folder_is(machine: Path) -> None:
    """Where there is no folder there are no copies, and that is no failure."""
    assert places.conflict_copies(machine / "gone" / "world.toml") == []
