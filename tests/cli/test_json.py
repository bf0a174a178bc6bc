"""JSON: one envelope for every answer and every error, the same on a terminal and in a pipe."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from legacytrack.cli.app import PANELS
from legacytrack.store.box_files import EXAMPLE

ENVELOPE = ["legacytrack", "command", "data", "errors"]
ERROR = ["code", "what", "where", "cite", "fix"]
# One line for every command, all against the example world, in this order.
EVERY: dict[str, list[str]] = {
    "troops": ["ana", "europe", "siberia", "--coins", "5"],
    "starts": ["ana", "--hq", "brazil"],
    "continents": [],
    "cards": ["3", "2", "1", "1"],
    "enter": ["ontario", "--with", "5"],
    "reach": ["egypt", "--holds", "egypt,brazil"],
    "rules": ["coin-cap"],
    "battle": ["6,5,2", "5,5"],
    "odds": ["9", "4", "--at", "ural"],
    "status": [],
    "map": [],
    "show": [],
    "supply": [],
    "standings": [],
    "log": [],
    "summary": [],
    "packets": [],
    "check": [],
    "restore": [],
    "power": ["balkania", "expand-four", "--anyway", "packet"],
    "coin": ["peru", "--game", "4"],
    "scar": ["bunker", "alaska", "--anyway", "packet"],
    "cancel": ["brazil"],
    "city": ["major", "ural", "Stalgrad"],
    "fortify": ["ural"],
    "wear": ["ural"],
    "name": ["asia", "Ruin"],
    "bonus": ["asia", "plus"],
    "destroy": ["peru"],
    "planet": ["New Earth", "--game", "15"],
    "begin": ["ana=balkania", "ben=khan", "cy=bear", "--missiles", "ana=1"],
    "hq": ["ben", "alberta"],
    "hold": ["ana", "south-america"],
    "take": ["ana", "egypt"],
    "leave": ["ana", "peru"],
    "star": ["ana"],
    "missile": ["ana"],
    "next": [],
    "slots": ["egypt", "brazil", "china", "ural"],
    "hand": ["ana", "coin"],
    "draw": ["ana", "egypt", "--new", "india"],
    "events": [],
    "out": ["cy"],
    "join": ["ben", "china", "--anyway", "a test"],
    "sign": ["ana", "--out", "cy", "--yes"],
    "correct": ["16", "ben", "--start", "egypt"],
    "packet open": ["the small one", "--condition", "second-signature"],
    "define scar": ["Quicksand", "--effect", "end_of_turn=-1"],
    "define city": ["Harbour", "--effect", "population=3", "--supply", "2"],
    "define power": ["Wide Roads", "--faction", "bear", "--colour", "red"],
    "define faction": ["The Gardeners"],
    "define territory": ["Far Island", "--sea", "peru", "--coins", "2"],
    "define link": ["brazil", "egypt"],
    "define event": ["Rain", "--card", "E4"],
    "define mission": ["Hold the ice"],
    "define rule": ["coin-cap", "--limit", "7", "--letter", "D"],
    "new": ["Another", "--world", "another.toml"],
    "player add": ["Eve"],
    "player rename": ["eve", "Eva"],
    "player merge": ["eve", "ana"],
    "use": [],
    "where": [],
    "undo": ["--yes"],
    "redo": [],
    "completion": ["bash"],
    "export bgstats": [],
    "export csv": [],
    "export json": [],
    "export schema": [],
}
# Every kind of error: exit code, code of the error, command line.
ERRORS: list[tuple[int, str, list[str]]] = [
    (2, "usage", ["scars"]),
    (2, "usage", ["player", "ad"]),
    (2, "usage", ["show", "--nonsense"]),
    (2, "usage", ["--nonsense", "show"]),
    (2, "usage", ["scar"]),
    (2, "usage", ["scar", "bunker"]),
    (2, "usage", ["coin", "brazil", "-3"]),
    (2, "usage", ["bonus", "asia", "-1"]),
    (2, "usage", ["battle", "9", "4", "--auto", "--missile", "attack"]),
    (2, "usage", ["battle", "six", "4", "--roll"]),
    (3, "attack-dice", ["battle", "1", "4", "--roll"]),
    (2, "usage", ["enter", "ural", "--with", "x"]),
    (2, "usage", ["enter", "ural", "--with", "-1"]),
    (2, "usage", ["show", "--format", "nonsense"]),
    (2, "usage", ["troops", "ana"]),
    (2, "usage", ["begin", "ana", "ben"]),
    (2, "usage", ["begin", "ana=khan", "ana=bear"]),
    (2, "usage", ["correct", "2"]),
    (2, "usage", ["summary", "--game", "99"]),
    (2, "past-unknown", ["summary", "--as-of", "2"]),
    (2, "past-unknown", ["log", "--since-game", "99"]),
    (2, "usage", ["define", "scar", "Mud", "--effect", "recruit_troops=x"]),
    (2, "plain-text", ["city", "minor", "ural", "a\tb"]),
    (2, "no-change", ["player", "rename", "ana", "Ana"]),
    (3, "bunker-supply", ["scar", "bunker", "alaska"]),
    (3, "player-twice", ["player", "add", "ana"]),
    (3, "players-per-game", ["begin", "ana=khan", "ben=bear"]),
    (3, "faction-once-a-game", ["begin", "ana=khan", "ben=khan", "cy=bear"]),
    (3, "game-in-order", ["hq", "ana", "ural"]),
    (3, "game-in-order", ["sign", "ana", "--yes"]),
    (4, "no-world", ["show", "--world", "nowhere.toml"]),
    (4, "cannot-parse", ["show", "--world", "broken.toml"]),
    (4, "newer-format", ["show", "--world", "newer.toml"]),
    (4, "unknown-box", ["show", "--world", "box.toml"]),
    (4, "world-exists", ["new", "W", "--here"]),
    (3, "game-in-order", ["export", "bgstats"]),
    (4, "no-campaign", ["new", "--from", "broken.toml"]),
    (5, "unknown-language", ["show", "--names", "xx"]),
    (5, "unknown-name", ["export", "schema", "xx"]),
    (4, "cannot-write", ["summary", "--format", "plain", "-o", "world.toml"]),
    (5, "unknown-name", ["show", "xyzzy"]),
    (5, "ambiguous-name", ["enter", "the US"]),
    (5, "unknown-name", ["begin", "ana=khan", "ben=bear", "zed=balkania"]),
    (5, "unknown-effect", ["define", "scar", "Mud", "--effect", "nonsense"]),
    (6, "nothing-to-undo", ["undo"]),
    (6, "nothing-to-redo", ["redo"]),
]
ERROR_IDS = [f"{code}-{name}-{number}" for number, (code, name, _) in enumerate(ERRORS)]


@pytest.fixture
def example(machine: Path) -> Path:
    """The example world as the world of this folder, with broken ones beside it."""
    (machine / "broken.toml").write_text("x = = 1")
    (machine / "newer.toml").write_text("format = 99")
    (machine / "box.toml").write_text('box = "chess"')
    return Path(shutil.copy(EXAMPLE, machine / "world.toml"))


def strict(text: str) -> Any:
    """Read JSON as strictly as other languages do: no NaN, no infinity, one document."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    return json.loads(text, parse_constant=refuse)


def envelope(ended: Any, command: str) -> Any:
    """Check the envelope of an ended run, and give it."""
    whole = strict(ended.out)
    assert list(whole) == ENVELOPE
    assert (whole["legacytrack"], whole["command"]) == (1, command)
    assert isinstance(whole["data"], dict)
    for error in whole["errors"]:
        assert list(error) == ERROR
        assert all(isinstance(value, str) for value in error.values())
        assert error["code"]
        assert error["what"]
    assert ended.out.endswith("}\n")
    return whole


# --- the envelope ---


def test_every_command_answers_in_the_envelope(run: Any, example: Path) -> None:
    """Every command that there is answers with exactly the four keys and no errors."""
    commands = {name for names in PANELS.values() for name in names}
    # The prompt has an envelope a line, and of the plain game test_classic.py tells.
    assert commands - {"play", "deal"} == {words.split()[0] for words in EVERY}
    for command, words in EVERY.items():
        ended = run(*command.split(), *words, "--json")
        whole = envelope(ended, command)
        assert whole["errors"] == []
        assert ended.code == 0, ended


@pytest.mark.parametrize(("code", "name", "words"), ERRORS, ids=ERROR_IDS)
def test_every_kind_of_error_comes_in_the_envelope(
    run: Any, example: Path, code: int, name: str, words: list[str]
) -> None:
    """A refusal is in the envelope on stdout, with empty data; stderr is empty."""
    ended = run(*words, "--json")
    whole = strict(ended.out)
    envelope(ended, whole["command"])
    assert (ended.code, ended.err, whole["data"]) == (code, "", {})
    assert name in [error["code"] for error in whole["errors"]]


@pytest.mark.parametrize(("code", "name", "words"), ERRORS, ids=ERROR_IDS)
def test_json_may_stand_anywhere_on_the_line(
    run: Any, example: Path, code: int, name: str, words: list[str]
) -> None:
    """--json before the command or after it: the same envelope, whatever else is wrong."""
    after = run(*words, "--json")
    before = run("--json", *words)
    between = run(words[0], "--json", *words[1:])
    assert before.err == between.err == ""
    for ended in (before, between):
        assert ended.code == after.code
        codes = [error["code"] for error in strict(ended.out)["errors"]]
        assert codes == [error["code"] for error in strict(after.out)["errors"]]


@pytest.mark.parametrize("option", [["--format", "json"], ["--format=json"]])
@pytest.mark.parametrize(
    "words", [["scar", "bunker"], ["show", "--nonsense"], ["show", "xyzzy"], ["supply", "extra"]]
)
def test_format_json_is_the_same_as_json(
    run: Any, example: Path, option: list[str], words: list[str]
) -> None:
    """--format json answers every mistake as --json does, those of the parser too."""
    assert run(*words, *option) == run(*words, "--json")
    assert run(*option, *words).out.startswith("{")


def test_the_command_is_named_with_its_group(run: Any, example: Path) -> None:
    """The command of the envelope is what was typed after the program, group and all."""
    assert strict(run("player", "add", "--json").out)["command"] == "player add"
    assert strict(run("--json", "player", "merge", "x", "y").out)["command"] == "player merge"
    assert strict(run("scar", "--json").out)["command"] == "scar"


def test_all_errors_of_a_refusal_come(run: Any, example: Path) -> None:
    """A record that breaks several laws says all of them, each with heading and remedy."""
    ended = run("city", "minor", "siberia", "X", "--json")
    errors = strict(ended.out)["errors"]
    assert {error["code"] for error in errors} == {"one-city-per-territory", "minor-city-supply"}
    assert all(error["cite"] and error["fix"] for error in errors)
    assert "territories.siberia.city" in [error["where"] for error in errors]


def test_check_is_an_answer_also_when_it_finds_something(run: Any, example: Path) -> None:
    """Findings are data, not errors, and the exit code tells; each with its five keys."""
    example.write_text("[cards.peru]\ncoins = 9\n")
    ended = run("check", "--json")
    whole = envelope(ended, "check")
    assert (ended.code, ended.err, whole["errors"]) == (3, "", [])
    finding = whole["data"]["findings"][0]
    assert {"rule", "where", "what", "fix"} <= set(finding)
    assert finding["where"] == "cards.peru.coins"


# --- the fields that are promised ---


def fields(run: Any, *words: str) -> Any:
    """The data of an answer."""
    ended = run(*words, "--json")
    assert ended.code == 0
    return strict(ended.out)["data"]


def test_fields_of_troops(run: Any, example: Path) -> None:
    """troops: total, territories, population, lines of what, troops, how and rule, reminders."""
    found = fields(run, "troops", "ana", "europe", "siberia", "--faction", "khan", "--coins", "1")
    assert {"total", "territories", "population", "lines", "reminders"} <= set(found)
    assert all({"what", "troops", "how", "rule"} <= set(line) for line in found["lines"])
    assert found["total"] == sum(line["troops"] for line in found["lines"])
    assert found["reminders"]
    assert all(isinstance(said, str) for said in found["reminders"])


def test_fields_of_starts(run: Any, example: Path) -> None:
    """starts: legal ids, blocked places with reasons of rule and what."""
    found = fields(run, "starts", "ana", "--hq", "brazil")
    assert set(found) >= {"legal", "blocked"}
    assert "ural" in found["legal"]
    for each in found["blocked"]:
        assert {"place", "reasons"} <= set(each)
        assert each["reasons"]
        assert all({"rule", "what"} <= set(reason) for reason in each["reasons"])


def test_fields_of_cards_and_enter(run: Any, example: Path) -> None:
    """cards: coins, troops, stars. enter: cost, left, allowed."""
    assert set(fields(run, "cards", "3", "2")) >= {"coins", "troops", "stars"}
    found = fields(run, "enter", "ontario", "--with", "5")
    assert set(found) >= {"cost", "left", "allowed"}
    assert (found["cost"], found["left"], found["allowed"]) == (1, 4, True)


def test_fields_of_supply(run: Any, example: Path) -> None:
    """supply: limit, used and left for each supply id, all whole numbers."""
    found = fields(run, "supply")
    assert "bunker-supply" in found
    for each in found.values():
        assert {"limit", "used", "left"} <= set(each)
        assert all(isinstance(value, int) for value in each.values())


# --- strictness ---


def test_what_toml_has_and_json_has_not(run: Any, machine: Path) -> None:
    """Dates, infinity and NaN of a hand-edited file never make the JSON unreadable for others."""
    run("new", "W", "--here")
    path = machine / "world.toml"
    path.write_text(
        path.read_text() + "\n[ours]\nday = 2026-01-03\nat = 19:30:00\nbest = inf\nodd = nan\n"
    )
    run("coin", "brazil")
    for words in (["show"], ["log"], ["check"], ["undo", "2"]):
        ended = run(*words, "--json")
        assert ended.code == 0, ended
        envelope(ended, words[0])


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_any_encoding_gives_the_same_data(process: Any, example: Path, encoding: str) -> None:
    """What the encoding of stdout does not have is escaped: the data stays the same."""
    example.write_text(
        example.read_text(encoding="utf-8") + '\n[players.eve]\nname = "Ève 漢字 👩‍👩‍👧"\n',
        encoding="utf-8",
    )
    ended = process("show", "--json", env={"PYTHONIOENCODING": encoding})
    assert ended.code == 0
    assert strict(ended.out)["data"]["players"]["eve"] == "Ève 漢字 👩‍👩‍👧"
    assert ended.out.isascii() == (encoding != "utf-8")


def test_half_a_character_stays_json(run: Any, example: Path) -> None:
    """A byte that was no text, typed as a name, is refused in JSON that can be read."""
    for words in (["show", "\udcff"], ["city", "minor", "ural", "\udcff"], ["\udcff"]):
        ended = run(*words, "--json")
        assert ended.code in (2, 5)
        assert strict(ended.out)["errors"][0]["what"]
        assert ended.out.isascii()


# --- the same on a terminal and in a pipe ---


def on_terminal(words: list[str]) -> tuple[int, bytes]:
    """Run a command on a pseudo-terminal that leaves bytes alone; exit code and output."""
    termios = pytest.importorskip("termios")
    main, side = os.openpty()
    settings = termios.tcgetattr(side)
    settings[1] &= ~termios.OPOST
    termios.tcsetattr(side, termios.TCSANOW, settings)
    running = subprocess.Popen(
        [sys.executable, "-m", "legacytrack", *words],
        stdin=side,
        stdout=side,
        stderr=side,
        env={**os.environ, "TERM": "xterm-256color"},
    )
    os.close(side)
    out = b""
    while True:
        try:
            part = os.read(main, 65536)
        except OSError:  # so a terminal says that nobody writes to it any more
            break
        if not part:
            break
        out += part
    os.close(main)
    return running.wait(60), out


@pytest.mark.parametrize(
    "words", [["show", "--json"], ["scar", "bunker", "--format", "json"], ["--json", "enter", "us"]]
)
def test_the_same_bytes_on_a_terminal(process: Any, example: Path, words: list[str]) -> None:
    """JSON is the same bytes on a terminal and in a pipe, answers and refusals alike."""
    example.write_text(
        example.read_text(encoding="utf-8") + '\n[players.eve]\nname = "Ève [b]漢字[/b]"\n',
        encoding="utf-8",
    )
    piped = process(*words)
    code, out = on_terminal(words)
    assert piped.err == ""
    assert (code, out.decode("utf-8")) == (piped.code, piped.out)
