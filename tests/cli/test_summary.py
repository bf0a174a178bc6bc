"""The summary as people ask for it: formats, files, one game, an earlier time, without spoilers."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from legacytrack.cli.output import ENDINGS
from legacytrack.formats.text import width

FINISHED = Path(__file__).parent.parent / "worlds" / "finished.toml"
LOOKS = ("status", "show", "supply", "standings", "log", "summary", "packets")
HOSTILE = (
    "[new berlin]",
    "[/x]",
    ":bomb:",
    "Côte d'Ivoire",
    "漢字",
    "<script>alert(1)</script>",
    "a | b",
    "# x",
    "x" * 500,
)
SMALL = (
    'new "Small" --players "Ana, Ben, Cy" --here',
    "begin ana=balkania ben=khan cy=bear",
    "scar bunker alaska --by ben",
    'sign ana --out cy --date 2026-01-03 --note "Rain, and Mud talk" --yes',
    'city major ural "Stalgrad" --by ana',
    "begin ana=khan ben=bear cy=balkania --not-taken",
    'packet open "the muddy one" --condition player-eliminated',
    'define scar "Mud" --supply 2',
    "scar mud peru --by cy",
    "sign ben --date 2026-01-10 --yes",
    'name asia "Ruin" --by ben',
)


@pytest.fixture
def finished(machine: Path) -> Path:
    """The finished world as the world of this folder."""
    return Path(shutil.copy(FINISHED, machine / "world.toml"))


def tried(run: Any, *lines: str) -> Any:
    """Run some command lines, all of which have to work; give the end of the last."""
    for line in lines:
        ended = run(*shlex.split(line))
        assert ended.code == 0, (line, ended)
    return ended


@pytest.fixture
def small(begin_with: Callable[..., Path]) -> Path:
    """Two games, the second with a packet and what it brought."""
    return begin_with(*map(shlex.split, SMALL))


# Formats


@pytest.mark.parametrize("format", ["plain", "markdown", "html", "terminal"])
def test_every_format_tells_the_campaign(run, finished, format):
    """In every format stand the title, a winner, a city, a note."""
    ended = run("summary", "--format", format)
    assert (ended.code, ended.err) == (0, "")
    for words in ("Fifteen games", "Game 7", "Benhaven", "Thirteen dice on the floor"):
        assert words in ended.out


def test_json(run, finished):
    """JSON is the envelope, with the parts as data."""
    found = run("summary", "--json").json
    assert (found["command"], found["errors"]) == ("summary", [])
    assert len(found["data"]["games"]) == 16


@pytest.mark.parametrize("command", LOOKS)
@pytest.mark.parametrize("format", ["markdown", "html"])
def test_every_look_is_a_page(run, finished, command, format):
    """Each look can be had as Markdown and as HTML."""
    ended = run(command, "--format", format)
    assert ended.code == 0
    assert ended.out.startswith("<!DOCTYPE html>" if format == "html" else ("#", "|", "-", "T"))


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
@pytest.mark.parametrize("format", ["plain", "markdown", "html", "json", "terminal"])
def test_any_encoding(process, small, run, encoding, format):
    """What the encoding of stdout does not have is escaped, in every format; nothing falls over."""
    tried(run, 'player rename cy "Cÿ 漢字"')
    ended = process("summary", "--format", format, env={"PYTHONIOENCODING": encoding})
    assert (ended.code, ended.err) == (0, "")
    if format == "html" and encoding != "utf-8":
        assert "C&#255; &#28450;&#23383;" in ended.out
    if encoding == "ascii":
        assert ended.out.isascii()


@pytest.mark.parametrize("columns", [20, 40, 80, 200])
def test_on_terminals_of_any_width(run, small, monkeypatch, columns):
    """No line is wider than the terminal, and no word of the page is lost."""
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = run("summary", "--format", "terminal").out
    assert max(map(width, shown.splitlines())) <= columns
    together = "".join(shown.split())
    for words in ("Rain,andMudtalk", "BunkeronAlaska(Ben)"):
        assert columns < 40 or words in together


def test_a_pipe_that_closes(small):
    """`| head -1` ends quietly."""
    line = f"{shlex.quote(sys.executable)} -m legacytrack summary | head -1"
    done = subprocess.run(line, shell=True, capture_output=True, check=False, timeout=60)
    assert (done.stdout, done.stderr) == (b"Small\n", b"")


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("format", ["plain", "markdown", "html", "json", "terminal"])
def test_names_of_every_kind(run, small, name, format):
    """Whatever a city is called, every format shows it, and is not steered by it."""
    tried(run, f"city minor peru {shlex.quote(name)} --by cy --game 2")
    ended = run("summary", "--format", format)
    assert (ended.code, ended.err) == (0, "")
    assert "<script>" not in ended.out or format != "html"
    shown = {
        "html": name.replace("<", "&lt;").replace(">", "&gt;"),
        "json": json.dumps(name, ensure_ascii=False)[1:-1],
    }
    if format in ("plain", "html", "json"):
        bare = ended.out.replace("&#x27;", "'").replace("&#39;", "'")
        assert shown.get(format, name) in bare


# One game, an earlier time


def test_one_game(run, small):
    """--game N tells that game alone, with its note, scars, packets and rewards."""
    out = run("summary", "--game", "1").out
    assert "Game 1 (2026-01-03): Ana won" in out
    assert "note   Rain, and Mud talk" in out
    assert "Game 2" not in out
    assert "packets  the muddy one (A player is eliminated)" in run("summary", "--game", "2").out


def test_no_such_game(run, small):
    """A game of which nothing is on record is exit 2, and the others are named."""
    ended = run("summary", "--game", "7")
    assert (ended.code, ended.out) == (2, "")
    assert "Nothing is on record of game 7." in ended.err
    assert "1, 2" in ended.err


def test_as_of(run, small):
    """--as-of N tells the world after game N: no later city, scar, name or packet."""
    ended = run("summary", "--as-of", "1")
    assert ended.code == 0
    assert "note: As it stood after game 1." in ended.out
    assert "Stalgrad" in ended.out
    for later in ("Game 2", "Mud on", "muddy", "Ruin"):
        assert later not in ended.out
    assert run("summary", "--as-of", "1", "--json").json["data"]["as_of"] == 1


@pytest.mark.parametrize("option", [["summary", "--as-of"], ["log", "--since-game"]])
def test_a_snapshot_cannot_tell_of_the_past(run, finished, option):
    """A world without a history refuses, and says what can be had instead."""
    ended = run(*option, "3")
    assert (ended.code, ended.out) == (2, "")
    assert "The history does not tell of the time after game 3: there is none." in ended.err
    assert f"leave {option[1]} out" in ended.err


@pytest.mark.parametrize("number", ["0", "-1", "x"])
def test_numbers_that_are_none(run, small, number):
    """--as-of takes the number of a game."""
    assert run("summary", "--as-of", number).code == 2


def test_the_timeline(run, small):
    """log --since-game N tells what changed after game N, without what was undone."""
    tried(run, 'name europe "Slip" --by ben --game 2 --anyway "try"', "undo")
    ended = run("log", "--since-game", "1")
    assert ended.code == 0
    assert "What changed after game 1" in ended.out
    assert 'Asia is named "Ruin" (Ben).' in ended.out
    assert "Slip" not in ended.out
    assert "Stalgrad" not in ended.out
    found = run("log", "--since-game", "1", "--json").json["data"]
    assert [each["game"] for each in found["games"]] == [2]


def test_the_timeline_goes_by_itself(run, small):
    """--since-game with --last or --game is refused: they choose lines of the whole history."""
    for other in ("--last", "--game"):
        assert run("log", "--since-game", "1", other, "1").code == 2


def test_nothing_changed_since_the_last_game(run, small):
    """After the last game nothing has changed yet, and that is said."""
    assert run("log", "--since-game", "2").out == "Nothing was recorded after game 2.\n"


# Without spoilers


@pytest.mark.parametrize("format", ["plain", "markdown", "html", "json", "terminal"])
@pytest.mark.parametrize("more", [[], ["--game", "2"], ["--as-of", "2"], ["--game", "1"]])
def test_no_spoilers(run, small, format, more):
    """--no-spoilers names nothing that a packet brought, whatever else is asked for."""
    ended = run("summary", "--no-spoilers", "--format", format, *more)
    assert (ended.code, ended.err) == (0, "")
    assert "mud" not in ended.out.lower()


def test_a_late_change_is_no_spoiler(run, small):
    """A change that does not fit into the past is counted without its words."""
    tried(
        run,
        "coin peru --by cy --game 2 --anyway x",
        "begin ana=khan ben=bear cy=balkania --not-taken",
        "coin peru --game 3 --anyway x",
        "coin peru --game 2 --anyway x",
    )
    told = run("summary", "--as-of", "2").out
    assert "does not fit in: 1 coin: Peru now 4 (game 2)." in told
    told = run("summary", "--as-of", "2", "--no-spoilers").out
    assert "does not fit in.\n" in told


# Files


@pytest.mark.parametrize("ending", [each for each in ENDINGS if each != ".svg"])
@pytest.mark.parametrize("option", ["-o", "--output"])
def test_the_ending_chooses(run, small, machine, ending, option):
    """-o FILE writes the format of its ending, says so, and prints nothing else."""
    ended = run("summary", option, f"ours{ending}")
    assert (ended.code, ended.out) == (0, "")
    assert ended.err == f"Written: ours{ending}\n"
    text = (machine / f"ours{ending}").read_text(encoding="utf-8")
    assert text == run("summary", "--format", ENDINGS[ending]).out


@pytest.mark.parametrize("command", LOOKS)
def test_every_look_can_be_written(run, small, machine, command):
    """Each look takes -o."""
    assert run(command, "-o", "page.html").code == 0
    assert (machine / "page.html").read_text().startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("words", "title"), [(["summary"], "Small"), (["standings"], "legacytrack standings")]
)
def test_the_title_of_a_window(run, small, words, title):
    """A page of HTML is called what it begins with, or after its command."""
    assert f"<title>{title}</title>" in run(*words, "--format", "html").out


def test_written_again(run, small, machine):
    """A page that is written again replaces the old one, keeps its rights, and leaves nothing else."""
    page = machine / "ours.md"
    page.write_text("old")
    page.chmod(0o640)
    before = set(machine.iterdir())
    tried(run, "summary -o ours.md")
    assert page.read_text().startswith("# Small")
    assert stat.S_IMODE(page.stat().st_mode) == 0o640
    assert set(machine.iterdir()) == before


def test_a_dash_is_the_terminal(run, small):
    """-o - prints, as without it."""
    assert run("summary", "-o", "-") == run("summary")
    assert run("summary", "-o", "-", "--json") == run("summary", "--json")


def test_the_format_that_is_asked_for_goes_before_the_ending(run, small, machine):
    """--format with -o decides, whatever the file is called; a file never gets colours."""
    tried(run, "summary -o notes --format markdown", "summary --json -o notes.txt")
    assert (machine / "notes").read_text().startswith("# Small")
    assert json.loads((machine / "notes.txt").read_text())["command"] == "summary"
    tried(run, "supply -o plain.md --format terminal")
    assert "\x1b" not in (machine / "plain.md").read_text()


@pytest.mark.parametrize("name", ["ours.pdf", "ours", "ours.toml", ".md", "x.md.jsonl"])
def test_an_unknown_ending(run, small, machine, name):
    """Another ending is exit 2, with those that there are; nothing is written."""
    before = set(machine.iterdir())
    ended = run("summary", "-o", name)
    assert (ended.code, ended.out) == (2, "")
    assert all(ending in ended.err for ending in ENDINGS)
    assert set(machine.iterdir()) == before


@pytest.mark.parametrize(
    ("name", "code"), [("", 2), ("a\0b.md", 2), ("~nobody-of-that-name/x.md", 2), (".", 2)]
)
def test_what_is_no_file(run, small, name, code):
    """An empty name, half a name, a home that is not there, a folder: exit 2 and a reason."""
    ended = run("summary", "-o", name)
    assert (ended.code, ended.out) == (code, "")
    assert ended.err.startswith("error: ")


def test_a_folder_that_is_not_there(run, small):
    """A file that cannot be written is exit 4."""
    ended = run("summary", "-o", "nowhere/x.md")
    assert (ended.code, ended.out) == (4, "")
    assert "nowhere" in ended.err


def test_a_picture(run, small, machine):
    """A look that is written as .svg is a picture that can be parsed."""
    tried(run, "summary -o x.svg")
    found = ElementTree.fromstring((machine / "x.svg").read_text(encoding="utf-8"))
    assert found.tag.endswith("svg")
    assert "Stalgrad" in "".join(found.itertext())


@pytest.mark.parametrize("name", ["world.toml", "world.history.jsonl", "world.lock"])
def test_the_files_of_a_campaign_are_never_written_over(run, small, machine, name):
    """Not the world, its history or its lock, also not when a format is asked for."""
    before = {path.name: path.read_bytes() for path in machine.iterdir()}
    ended = run("summary", "-o", name, "--format", "markdown")
    assert (ended.code, ended.out) == (4, "")
    assert "never written over" in ended.err
    assert {path.name: path.read_bytes() for path in machine.iterdir()} == before


@pytest.mark.parametrize("how", ["link", "hardlink", "dots", "option", "variable", "other"])
def test_a_world_by_another_name(run, small, machine, monkeypatch, how):
    """A link, a roundabout path, or a world with the ending of a page: still never written over."""
    target = machine / "page.md"
    words = ["summary", "-o", str(target)]
    if how == "link":
        target.symlink_to(small)
    elif how == "hardlink":
        os.link(small, target)
    elif how == "dots":
        words[2] = str(machine / ".." / machine.name / "world.toml")
        words += ["--format", "markdown"]
    else:
        shutil.copy(small, target)
        if how == "option":
            words += ["--world", str(target)]
        elif how == "variable":
            monkeypatch.setenv("LEGACYTRACK_WORLD", str(target))
    before = small.read_bytes()
    ended = run(*words)
    assert ended.code == 4, ended
    assert "never written over" in ended.err
    assert small.read_bytes() == before
    if how != "dots":
        assert target.read_bytes() == before


def test_a_device_keeps_its_place(run, small):
    """A file that is none, as /dev/null, is written to and stays what it is."""
    if not Path("/dev/null").is_char_device():
        pytest.skip("there is no /dev/null here")
    assert run("summary", "-o", "/dev/null", "--format", "plain").code == 0
    assert Path("/dev/null").is_char_device()


def test_refusals_come_as_ever(run, small):
    """With -o a refusal still goes to the terminal, and JSON to stdout."""
    ended = run("summary", "--game", "9", "-o", "x.md")
    assert (ended.code, ended.out) == (2, "")
    ended = run("summary", "--game", "9", "-o", "x.json", "--json")
    assert ended.json["errors"][0]["code"] == "usage"


def test_records_and_questions_take_no_output(run, small):
    """-o belongs to looks: a record answers on the terminal."""
    assert run("coin", "peru", "-o", "x.md").code == 2
    assert run("troops", "14", "-o", "x.md").code == 2
