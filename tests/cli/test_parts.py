"""Parts: what the box of a world has not is not offered, and says so when it is typed."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

from legacytrack.cli.app import PANELS
from legacytrack.cli.parts import COMMANDS, OPTIONS
from legacytrack.model.parts import PARTS
from legacytrack.store.box_files import open_box

PLAIN = open_box("classic-risk")
GONE = sorted(command for command, part in COMMANDS.items() if not PLAIN.has(part))
THERE = [name for names in PANELS.values() for name in names if name not in GONE]
MEMBERS = {"packet": ["open", "x"], "define": ["scar", "x"]}


@pytest.fixture
def plain(begin_with: Any) -> Path:
    """A world of the plain game, with its players."""
    new = ["new", "Plain", "--here", "--box", "classic-risk", "--players", "Ana, Ben, Cy"]
    return begin_with(new)


def offered(process: Any, *words: str) -> set[str]:
    """What TAB offers in bash after some words."""
    asked = " ".join(["legacytrack", *words])
    env = {
        "_LEGACYTRACK_COMPLETE": "complete_bash",
        "COMP_WORDS": asked,
        "COMP_CWORD": str(len(words)),
    }
    return set(process(env=env).out.split())


def test_the_tables_name_parts_and_commands() -> None:
    """Each command of the table is one, and each part is one that a box may have."""
    assert {*COMMANDS.values(), *OPTIONS.values()} <= set(PARTS)
    known = {name for names in PANELS.values() for name in names}
    assert set(COMMANDS) <= known


@pytest.mark.parametrize("command", GONE)
def test_a_command_for_what_is_not_there(run: Any, plain: Path, command: str) -> None:
    """It is refused with that sentence whatever else is typed, and nothing is written."""
    before = plain.read_bytes()
    for more in ([], ["nonsense", "more", "words"]):
        done = run(command, *MEMBERS.get(command, []), *more)
        assert done.code == 3, done
        assert f"There are no {COMMANDS[command]} in Risk." in done.err
        assert "legacytrack --help" in done.err
    assert plain.read_bytes() == before


def test_help_offers_what_is_there(run: Any, plain: Path) -> None:
    """The list of commands has all that the box has something for, and no other."""
    listed = {
        line.split()[0]
        for line in run("--help").out.splitlines()
        if line[:3].strip(" ") and line[:2] == "  "
    }
    assert not listed & set(GONE)
    assert set(THERE) <= listed


def test_the_other_box_offers_all_its_own(run: Any, begin_with: Any) -> None:
    """In a world of the first box nothing is missing but what the second alone has."""
    begin_with(["new", "Legacy", "--here"])
    text = run("--help").out
    assert all(f"\n  {name} " in text for name in GONE)


def test_tab_offers_what_is_there(process: Any, plain: Path) -> None:
    """TAB offers no command and no option for what the box has not."""
    commands = offered(process, "")
    assert commands == set(THERE)
    options = offered(process, "battle", "--")
    assert {"--roll", "--at", "--json"} <= options
    assert not options & {"--scar", "--fortified", "--missile", "--power", "--home"}


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["battle", "6", "5", "--missile", "attack"], "missiles"),
        (["odds", "9", "4", "--scar", "bunker"], "scars"),
        (["odds", "9", "4", "--fortified", "3"], "fortifications"),
        (["troops", "14", "--coins", "5"], "coins on cards"),
        (["troops", "14", "--population", "5"], "cities"),
        (["troops", "14", "--faction", "bear"], "factions"),
        (["show", "--cities"], "cities"),
        (["summary", "--no-spoilers"], "sealed packets"),
        (["begin", "ana=bear", "ben=khan"], "factions"),
        (["begin", "ana", "ben", "--missiles", "ana=2"], "missiles"),
    ],
)
def test_an_option_for_what_is_not_there(
    run: Any, plain: Path, words: list[str], part: str
) -> None:
    """An option for what the box has not is refused with that sentence."""
    done = run(*words)
    assert done.code == 3, done
    assert f"There are no {part} in Risk." in done.err


@pytest.mark.parametrize("command", ["battle", "odds", "troops", "begin", "show", "summary"])
def test_help_of_a_command_lists_no_such_option(run: Any, plain: Path, command: str) -> None:
    """The help of a command is silent about options for what the box has not."""
    text = run(command, "--help").out
    gone = [option for option, part in OPTIONS.items() if not PLAIN.has(part)]
    assert not [option for option in gone if f"\n  {option} " in text]
    assert "--json" in text


def test_a_count_goes_by_the_box_of_the_world(run: Any, plain: Path) -> None:
    """A count needs no world, but its rules are those of the box that is played."""
    assert "population" not in run("troops", "14").out
    assert "You get 4 troops." in run("troops", "14").out
    nobody = run("troops", "0")
    assert nobody.code == 3
    assert "join" not in nobody.err


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ('[territories.alaska.scar]\nkind = "bunker"\n', "territories.alaska.scar"),
        ("[territories.peru.fortification]\nboxes = 2\n", "territories.peru.fortification"),
        ("[cards.peru]\ncoins = 3\n", "cards.peru.coins"),
        ('[continents.asia]\nname = "Ruin"\n', "continents.asia.name"),
        ('[factions.bear]\npowers = ["x"]\n', "factions.bear"),
    ],
)
def test_check_finds_what_cannot_be(run: Any, plain: Path, more: str, where: str) -> None:
    """What was written into a world by hand and is not in its box is found, with its place."""
    plain.write_text(plain.read_text() + more)
    done = run("check")
    assert done.code != 0
    assert f"{where}: there are no" in done.out + done.err


def test_a_box_that_is_not_there(run: Any, machine: Path) -> None:
    """A new world of an unknown box is refused, with those that are known, and nothing is made."""
    done = run("new", "X", "--here", "--box", "chess")
    assert done.code == 5
    assert "classic-risk" in done.err
    assert not list(machine.iterdir())


@pytest.mark.parametrize(
    "command", ["begin", "troops", "cards", "rules", "battle", "odds", "hand", "draw", "new", "use"]
)
def test_the_example_of_a_help_is_one_for_this_box(run: Any, plain: Path, command: str) -> None:
    """What the help of a command ends with can be typed in a world of the plain game."""
    last = run(command, "--help").out.strip().splitlines()[-1]
    assert last.startswith(f"Example: legacytrack {command} "), last
    if command not in ("begin", "new", "use"):
        assert run("begin", "ana", "ben", "cy").code == 0
    if command == "use":
        assert run("new", "Thursday world").code == 0
    done = run(*shlex.split(last.removeprefix("Example: legacytrack ")))
    assert done.code == 0, done
