"""`legacytrack map`: the world in a terminal of any width, in a pipe, and for programs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from legacytrack.store.box_files import EXAMPLE

pytest.importorskip("termios")
from pseudo_terminal import PROGRAM, terminal

GAME = """
[game]
number = 5
[game.players.ana]
hq = "ural"
holds = ["ural", "siberia", "yakutsk"]
[game.players.ben]
hq = "egypt"
holds = ["egypt", "brazil"]
[game.players.cy]
hq = "brazil"
[territories.ural]
scar = {kind = "bunker", game = 4, by = "ana"}
[territories.great-britain]
fortification = {boxes = 3}
[cards.peru]
destroyed = 4
[players.eve]
name = "Ève 漢字 [b]x[/b]"
[game.players.eve]
holds = ["japan"]
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example world with a game on; it is only read."""
    path = Path(shutil.copy(EXAMPLE, tmp_path_factory.mktemp("map") / "world.toml"))
    with path.open("a", encoding="utf-8") as file:
        file.write(GAME)
    return path


def in_a_pipe(world: Path, **env: str) -> bytes:
    """The map as a pipe gets it."""
    done = subprocess.run(
        [*PROGRAM, "map", "--world", str(world)],
        capture_output=True,
        check=True,
        timeout=60,
        env={**os.environ, **env},
    )
    assert done.stderr == b""
    return done.stdout


def picture(text: str) -> list[str]:
    """The lines of the picture, without heading and words."""
    return text.split("\n\n", 1)[0].splitlines()[1:]


# --- in a pipe ---


@pytest.mark.parametrize(
    "env",
    [
        {"COLUMNS": "40"},
        {"COLUMNS": "200", "FORCE_COLOR": "1"},
        {"TERM": "xterm-256color", "CLICOLOR_FORCE": "1"},
        {"NO_COLOR": "1"},
    ],
    ids=str,
)
def test_a_pipe_gets_the_same_everywhere(game: Path, env: dict[str, str]) -> None:
    """In a pipe the picture is for 80 columns and without escapes, whatever surrounds it."""
    usual = in_a_pipe(game)
    assert in_a_pipe(game, **env) == usual
    assert b"\x1b" not in usual
    assert max(map(len, picture(usual.decode()))) <= 80


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_pipe_without_other_characters(game: Path, encoding: str) -> None:
    """Where an encoding lacks characters the picture stays in line; the words have escapes."""
    text = in_a_pipe(game, PYTHONIOENCODING=encoding).decode(encoding)
    usual = in_a_pipe(game).decode()
    assert [len(line) for line in picture(text)] == [
        len(line) + line.count("漢") + line.count("字") for line in picture(usual)
    ]
    assert "\n".join(picture(text)).isascii()
    assert "\\u6f22\\u5b57 [b]x[/b]: holds 1" in text


def test_a_game_that_is_on(game: Path) -> None:
    """Holders, HQs of their own and of others, and the number of the game."""
    text = in_a_pipe(game).decode()
    assert text.startswith("Example world, game 5\n")
    for words in (
        "Ana: holds 3, HQ in Ural",
        "Ben: holds 2, HQ in Egypt",
        "Cy: holds 0, HQ in Brazil",
        "Ève 漢字 [b]x[/b]: holds 1",
    ):
        assert words in text
    for sign in ("Ana*", "Ben*", "*Cy", "#7", "$-"):
        assert any(sign in line for line in picture(text)), sign


def test_an_empty_world(run: Any, machine: Path) -> None:
    """An empty file is a world on which nothing lies."""
    (machine / "world.toml").write_text("")
    ended = run("map")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("A world without a name\n<Alaska-NW Ter~Grnlnd")
    assert len(ended.out.splitlines()) <= 24


def test_the_example_world_fits_on_a_screen(run: Any) -> None:
    """A world after some games, with all its words, takes no more than forty lines."""
    assert run("new", "--example").code == 0
    ended = run("map")
    assert (ended.code, ended.err) == (0, "")
    assert len(ended.out.splitlines()) <= 40


def test_no_world(run: Any) -> None:
    """Without a world there is nothing to draw, and the refusal says how to go on."""
    ended = run("map")
    assert (ended.code, ended.out) == (4, "")
    assert "legacytrack new" in ended.err


def test_what_packets_brought_is_there_once_it_is_typed_in(run: Any) -> None:
    """Nothing of a packet is on the map before; a territory and its line are, afterwards."""
    assert run("new", "W", "--here").code == 0
    before = run("map").out
    assert run("define", "territory", "Far Island", "--sea", "peru").code == 0
    assert run("define", "link", "brazil", "egypt").code == 0
    after = run("map").out
    assert "Far" not in before
    assert "Far I. is Far Island" in after
    assert "also Peru ~ Far Island" in after
    assert "also Brazil ~ Egypt" in after
    assert run("map", "--json").json["data"]["territories"][-1]["tile"] == [0, 7]


def test_recording_shows_on_the_map(run: Any) -> None:
    """What is recorded is on the map at once, and gone again when it is undone."""
    assert run("new", "W", "--players", "Ana, Ben, Cy", "--here").code == 0
    fresh = run("map").out
    for words in (
        ["scar", "bunker", "alaska", "--by", "ana", "--game", "1"],
        ["city", "major", "ural", "Stalgrad", "--by", "ben", "--game", "1"],
        ["coin", "peru", "--game", "1"],
        ["destroy", "china", "--game", "1"],
        ["name", "asia", "Ruin", "--by", "cy", "--game", "1"],
    ):
        before = run("map").out
        assert run(*words).code == 0, words
        assert run("map").out != before
        assert run("undo").code == 0
        assert run("map").out == before
    assert run("map").out == fresh


def test_hostile_names_never_steer_a_terminal(run: Any, machine: Path) -> None:
    """Control characters and text directions in a hand-edited world come out as escapes."""
    odd = r"a\u001b[31m\u202eb\u0007"
    (machine / "world.toml").write_text(
        f'name = "W"\n[players.ana]\nname = "Ana"\n[players."e{odd}"]\nname = "Eve"\n'
        f'[territories.ural.scar]\nkind = "{odd}"\n[territories.peru.city]\nkind = "{odd}"\n'
        f'[game]\nnumber = 1\n[game.players."x{odd}"]\nhq = "china"\nholds = ["china"]\n'
    )
    for format in ("plain", "terminal", "json"):
        ended = run("map", "--format", format)
        assert ended.code == 0
        assert not {"\x1b", "\u202e", "\x07"} & set(ended.out + ended.err), format
        if format != "json":
            assert "a\\x1b[31m\\u202eb\\x07" in ended.out


# --- on a terminal ---


@pytest.mark.parametrize("columns", [78, 80, 100, 120, 200])
def test_a_window_wide_enough_gets_the_picture(game: Path, columns: int) -> None:
    """From 78 columns on there is a picture, and no line is wider than the window."""
    shown = terminal("map", "--world", str(game), columns=columns, env={"NO_COLOR": "1"})
    assert (shown.code, shown.err) == (0, "")
    assert re.search(r"^<? +Alaska-+NW Ter~+", shown.out.replace("<", "< "), re.MULTILINE)
    assert max(len(line) for line in shown.out.splitlines() if line.isascii()) <= columns
    if columns == 80:
        assert shown.out == in_a_pipe(game).decode()


@pytest.mark.parametrize("columns", [20, 40, 60, 77])
def test_a_narrow_window_gets_the_list(game: Path, columns: int) -> None:
    """Below 78 columns everything stands in a list with whole words, and still fits."""
    shown = terminal("map", "--world", str(game), columns=columns, env={"NO_COLOR": "1"})
    assert (shown.code, shown.err) == (0, "")
    assert "Grnlnd" not in shown.out
    assert max(len(line) for line in shown.out.splitlines() if line.isascii()) <= columns
    text = "".join(shown.out.split())
    for words in (
        "Ural: held by Ana; HQ of Ana; Bunker",
        "Brazil: held by Ben; HQ of Cy; Ammo Shortage; coins: 2",
        "fortification, boxes left: 7",
        "Japan: held by Ève 漢字 [b]x[/b]; coins: 3",
        "by land Alberta, Northwest Territory; by sea Kamchatka",
        'Great Britain: Major City "Sunny Glasgow", population 2',
        "Peru: card destroyed",
    ):
        assert "".join(words.split()) in text, words


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize(
    ("env", "colour"),
    [
        ({}, True),
        ({"FORCE_COLOR": "1"}, True),
        ({"NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "0"}, False),
        ({"TERM": "dumb"}, False),
        ({"PYTHONIOENCODING": "ascii"}, True),
        ({"PYTHONIOENCODING": "cp1252", "NO_COLOR": "1"}, False),
    ],
    ids=str,
)
def test_colours_come_and_go_and_change_nothing(
    game: Path, env: dict[str, str], colour: bool, columns: int
) -> None:
    """With colours or without, in any encoding, the same words are there, and nothing crashes."""
    shown = terminal("map", "--world", str(game), columns=columns, env=env)
    assert (shown.code, shown.err) == (0, "")
    assert ("\x1b[" in shown.out) == colour
    bare = re.sub(r"\x1b\[[0-9;]*m", "", shown.out)
    text = "".join(bare.split())
    for words in ("Sunny Glasgow", "Musky Harasser", "Fudgetastica", "Bunker", "Ammo Shortage"):
        assert "".join(words.split()) in text, words
    encoding = env.get("PYTHONIOENCODING", "utf-8")
    name = "Ève漢字[b]x[/b]".encode(encoding, "backslashreplace")
    assert name in b"".join(shown.raw.split())
    if encoding == "ascii":
        assert shown.raw.isascii()


def test_help_says_what_it_is(run: Any) -> None:
    """The help of the command has an example, as all have."""
    ended = run("map", "--help")
    assert ended.code == 0
    assert "Example: legacytrack map" in ended.out
