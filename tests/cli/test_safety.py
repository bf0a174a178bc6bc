"""check --repair and restore, as a person types them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

PLAYERS = "Ana, Ben [/x] \u6f22\u5b57, C\u00f4te :bomb:"
BEGIN = ("begin", "ana=khan", "ben=bear", "cote=balkania")


@pytest.fixture
def game(run: Any, machine: Path) -> Path:
    """A world of three whose first game is on, with a copy kept after it began."""
    for words in (
        ("new", "[new berlin]", "--players", PLAYERS, "--here"),
        BEGIN,
        ("hq", "ana", "ural"),
        ("hq", "ben", "egypt"),
    ):
        assert run(*words).code == 0
    return machine / "world.toml"


def test_a_world_that_is_gone_comes_back_without_a_question(run: Any, game: Path) -> None:
    """Nothing is replaced, so nobody is asked; afterwards it is checked."""
    text = game.read_bytes()
    game.unlink()
    gone = run("status")
    assert (gone.code, "check --repair" in gone.err) == (4, True)
    ended = run("check", "--repair")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.endswith("Nothing is wrong.\n")
    assert game.read_bytes() == text


def test_a_file_is_replaced_only_with_a_yes(run: Any, game: Path) -> None:
    """In a script --yes says it; without it nothing is written."""
    text = game.read_bytes()
    game.write_bytes(b"[[[")
    refused = run("check", "--repair")
    assert (refused.code, refused.err.startswith("error: ")) == (2, True)
    assert game.read_bytes() == b"[[["
    assert run("check", "--repair", "--yes").code == 0
    assert game.read_bytes() == text
    assert (game.parent / "world.replaced-1.toml").read_bytes() == b"[[["


def test_a_try_says_the_same_and_writes_nothing(run: Any, game: Path) -> None:
    """--dry-run names what would be replaced, and leaves the folder as it is."""
    game.write_bytes(b"[[[")
    before = {path.name: path.read_bytes() for path in game.parent.iterdir()}
    ended = run("check", "--repair", "--dry-run", "--json")
    assert ended.code == 0
    repair = ended.json["data"]["repair"]
    assert (repair["dry_run"], repair["world"], repair["history"]) == (True, True, False)
    assert repair["replaces"] == [str(game)]
    assert {path.name: path.read_bytes() for path in game.parent.iterdir()} == before


def test_the_answer_of_a_repair_is_data_too(run: Any, game: Path) -> None:
    """--json says what was done and what is still wrong."""
    game.write_bytes(b"[[[")
    data = run("check", "--repair", "--yes", "--json").json["data"]
    assert data["findings"] == []
    assert data["repair"]["beside"] == ["world.replaced-1.toml"]
    assert "repair" not in run("check", "--json").json["data"]


@pytest.mark.parametrize(
    "words",
    [
        ["--by", "world"],
        ["--dry-run"],
        ["--yes"],
        ["--repair", "--by", "me"],
        ["--repair", "--by", ""],
        ["--repair", "--by"],
    ],
    ids=" ".join,
)
def test_options_that_make_no_sense_are_refused(run: Any, game: Path, words: list[str]) -> None:
    """The options of a repair go with it, and --by names one of two files."""
    ended = run("check", *words)
    assert ended.code == 2
    assert ended.err.count("error: ") == 1


@pytest.mark.skipif(os.name == "nt", reason="rights are others there")
def test_what_cannot_be_read_is_no_damage(run: Any, game: Path) -> None:
    """A folder in the place of a file is refused and stays."""
    told = game.with_suffix(".history.jsonl")
    told.unlink()
    told.mkdir()
    ended = run("check", "--repair", "--yes")
    assert (ended.code, ended.err.startswith("error: ")) == (4, True)
    assert told.is_dir()


def test_a_world_behind_a_link_stays_behind_it(run: Any, game: Path) -> None:
    """The link stays a link: what it leads to is mended."""
    real = game.parent / "cloud" / "ours.toml"
    real.parent.mkdir()
    history = game.with_suffix(".history.jsonl")
    history.rename(real.with_suffix(".history.jsonl"))
    game.rename(real)
    game.symlink_to(real)
    text = real.read_bytes()
    real.write_bytes(b"[[[")
    real.chmod(0o600)
    assert run("check", "--repair", "--yes").code == 0
    assert game.is_symlink()
    assert real.read_bytes() == text
    beside = game.parent / "world.replaced-1.toml"
    assert (beside.read_bytes(), beside.stat().st_mode & 0o777) == (b"[[[", 0o600)


def test_copies_are_listed_and_brought_back(run: Any, game: Path) -> None:
    """A number from the list brings that copy back, and undo takes that back."""
    text = game.read_bytes()
    (copy,) = run("restore", "--json").json["data"]["copies"]
    assert (copy["copy"], copy["change"], copy["name"]) == (1, 2, "[new berlin]")
    assert Path(copy["file"]).is_file()
    refused = run("restore", "1")
    assert (refused.code, game.read_bytes()) == (2, text)
    tried = run("restore", "1", "--dry-run")
    assert (tried.code, game.read_bytes()) == (0, text)
    done = run("restore", "1", "--yes")
    assert done.code == 0
    assert "hq" not in game.read_text(encoding="utf-8")
    assert run("undo", "--yes").code == 0
    assert game.read_bytes() == text
    assert run("check").code == 0


def test_a_copy_comes_back_into_an_empty_folder(run: Any, game: Path) -> None:
    """Where both files are gone they are both put back, and the campaign goes on."""
    shutil.move(game, game.parent / "elsewhere.toml")
    game.with_suffix(".history.jsonl").unlink()
    where = ("--world", str(game))
    assert run("restore", "1", *where, "--dry-run").code == 0
    assert not game.exists()
    assert run("restore", "1", *where).code == 2
    assert run("restore", "1", *where, "--yes").code == 0
    assert run("check").code == 0
    assert run("hq", "ana", "ural").code == 0


def test_there_may_be_no_copy_yet(run: Any, machine: Path) -> None:
    """A new campaign has none, and hears when there will be one."""
    run("new", "Ours", "--here")
    ended = run("restore")
    assert ended.code == 0
    assert "no safety copy" in ended.out
    assert run("restore", "1").code == 5


@pytest.mark.parametrize("number", ["0", "-3", "x", "1.5", "9" * 500])
def test_a_number_of_a_copy_is_a_number(run: Any, game: Path, number: str) -> None:
    """What is no number of a copy is refused in words."""
    ended = run("restore", number)
    assert ended.code in (2, 5)
    assert ended.err.count("error: ") == 1


def test_tab_offers_the_copies(process: Any, game: Path) -> None:
    """TAB after restore offers the numbers of the copies of this campaign."""
    env = {
        "_LEGACYTRACK_COMPLETE": "complete_bash",
        "COMP_WORDS": "legacytrack restore ",
        "COMP_CWORD": "2",
    }
    assert process(env=env).out.split() == ["1"]


def test_no_home_for_copies_stops_nothing(process: Any, machine: Path) -> None:
    """Where the state folder cannot be made, records go on, and each says so once."""
    blocked = machine / "blocked"
    blocked.write_text("a file")
    env = {"XDG_STATE_HOME": str(blocked)}
    assert process("new", "Ours", "--players", PLAYERS, "--here", env=env).code == 0
    assert process(*BEGIN, env=env).code == 0
    ended = process("hq", "ana", "ural", env=env)
    assert (ended.code, ended.err.count("No safety copy could be kept")) == (0, 1)
    listed = process("restore", env=env)
    assert (listed.code, "Traceback" in listed.err) == (0, False)
    assert process("check", env=env).code == 0
