"""Export at the prompt: links, codes, rows, documents and schemas, and the way back."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from jsonschema import Draft4Validator

from legacytrack.store.box_files import EXAMPLE

NASTY = [
    *("[new berlin]", "[/x]", ":bomb:", "Côte d'Ivoire", "漢字", "-3", "x" * 500),
    *('=HYPERLINK("x")', "@SUM(A1)", "+1", 'a "b", c', "👩‍👩‍👧"),
]


@pytest.fixture
def played(begin_with: Callable[..., Path]) -> Path:
    """A world in this folder with two games over and a third one on."""
    begin = ["begin", "ana=balkania", "ben=khan", "cy=bear", "--not-taken"]
    return begin_with(
        ["new", "Thursday world", "--here", "--players", "Ana, Ben, Cy"],
        begin,
        ["hq", "ben", "egypt"],
        ["sign", "ana", "--out", "cy", "--date", "2026-01-01", "--yes"],
        begin,
        ["hq", "ben", "egypt"],
        ["sign", "ben", "--out", "ana", "--date", "2026-01-02", "--yes"],
        begin,
    )


def play_of(link: str) -> Any:
    return json.loads(unquote(link.strip().partition("?data=")[2]))


# --- bgstats ---


def test_the_last_finished_game_as_a_link(run: Any, played: Path) -> None:
    """Without --game it is the last one that is over, not the one that is on."""
    ended = run("export", "bgstats")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.count("\n") == 1
    said = play_of(ended.out)
    assert said["sourcePlayId"].endswith("-2")
    assert said["playDate"] == "2026-01-02 12:00:00"
    assert [(each["name"], each["winner"], each["rank"]) for each in said["players"]] == [
        ("Ana", False, 3),
        ("Ben", True, 1),
        ("Cy", False, 2),
    ]


def test_a_game_by_number(run: Any, played: Path) -> None:
    """--game N gives that game; in JSON link and play stand side by side."""
    ended = run("export", "bgstats", "--game", "1", "--json")
    data = ended.json["data"]
    assert (data["game"], ended.err) == (1, "")
    assert play_of(data["link"]) == data["play"]
    assert data["play"]["game"]["bggId"] == 105134


@pytest.mark.parametrize(
    ("number", "what"),
    [("3", "Game 3 is not over."), ("9", "Game 9 is not on record."), ("0", "range"), ("x", "int")],
)
def test_other_games_are_refused(run: Any, played: Path, number: str, what: str) -> None:
    """A game that is on or unknown is refused, exit 3, with how to go on."""
    ended = run("export", "bgstats", "--game", number)
    assert ended.code == (2 if len(what) < 6 else 3)
    assert ended.out == ""
    assert what in ended.err
    assert "fix:" in ended.err


def test_a_link_stays_the_same(run: Any, played: Path) -> None:
    """The same game gives the same link again, and the same ids after renames."""
    before = run("export", "bgstats", "--game", "1").out
    assert run("export", "bgstats", "--game", "1").out == before
    run("player", "rename", "ana", "Anna")
    run("correct", "1", "--note", "put right")
    after = play_of(run("export", "bgstats", "--game", "1").out)
    assert after["sourcePlayId"] == play_of(before)["sourcePlayId"]
    assert after["comments"] == "put right"
    assert after["players"][0]["sourcePlayerId"] == play_of(before)["players"][0]["sourcePlayerId"]


def test_what_a_link_does_not_know_is_said_beside_it(run: Any, machine: Path) -> None:
    """Without a day or a history the link is given, alone on stdout, and the rest said on stderr."""
    (machine / "world.toml").write_text('[players.ana]\nname = "Ana"\n[games.1]\nwinner = "ana"\n')
    ended = run("export", "bgstats")
    assert ended.code == 0
    assert ended.out.startswith("https://")
    assert "playDate" not in ended.out
    assert "correct 1 --date" in ended.err
    assert "only its name" in ended.err
    assert len(run("export", "bgstats", "--json").json["data"]["notes"]) == 2


@pytest.mark.parametrize("name", NASTY)
def test_any_name_goes_into_a_link(run: Any, played: Path, name: str) -> None:
    """Names of any kind arrive as they are."""
    assert run("player", "rename", "cy", "--", name).code == 0
    ended = run("export", "bgstats")
    assert ended.out.strip().isascii()
    assert play_of(ended.out)["players"][2]["name"] == name


# --- the code ---


def test_a_code_in_a_pipe(process: Any, played: Path) -> None:
    """In a pipe the code is drawn without escapes, lines of one width, and no more than needed."""
    ended = process("export", "bgstats", "--qr")
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert {len(line) for line in lines} == {len(lines[0])}
    assert set(ended.out) == set("\u2588\u2580\u2584 \n")
    assert abs(len(lines[0]) - 2 * len(lines)) <= 1


def test_a_code_says_the_link_without_the_note(run: Any, played: Path) -> None:
    """The note may be longer than all the rest, so the code leaves it out and stays as large."""
    before = run("export", "bgstats", "--qr").out
    assert run("correct", "2", "--note", "x" * 3000).code == 0
    assert run("export", "bgstats", "--qr").out == before
    assert "x" * 3000 in run("export", "bgstats").out


def test_a_name_that_is_too_long_for_a_code(run: Any, played: Path) -> None:
    """Where even that is too long it is refused, and the link is the way out."""
    assert run("player", "rename", "cy", "Ж" * 500).code == 0
    ended = run("export", "bgstats", "--qr")
    assert (ended.code, ended.out) == (2, "")
    assert "without --qr" in ended.err


def test_json_with_a_code_is_the_link(run: Any, played: Path) -> None:
    """For programs there is nothing to draw."""
    with_code = run("export", "bgstats", "--qr", "--json")
    assert with_code.json["data"] == run("export", "bgstats", "--json").json["data"]


def test_letters_that_cannot_draw(process: Any, played: Path) -> None:
    """Where the encoding has no blocks the code is refused with a way out."""
    ended = process("export", "bgstats", "--qr", env={"PYTHONIOENCODING": "ascii"})
    assert (ended.code, ended.out) == (2, "")
    assert "without --qr" in ended.err


def on_terminal(
    columns: int, *words: str, env: dict[str, str] | None = None
) -> tuple[int, str, str]:
    """Run a command on a pseudo-terminal of some width: exit code, stdout, stderr."""
    fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
    import struct

    main, side = os.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    running = subprocess.Popen(
        [sys.executable, "-m", "legacytrack", *words],
        stdin=side,
        stdout=side,
        stderr=subprocess.PIPE,
        env={**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **(env or {})},
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
    assert running.stderr
    with running.stderr:
        err = running.stderr.read()
    return running.wait(60), out.decode().replace("\r\n", "\n"), err.decode()


def test_a_code_on_a_terminal(run: Any, played: Path) -> None:
    """A wide window gets the code white on black, and without colours where they are not wanted."""
    plain = run("export", "bgstats", "--qr").out
    code, out, err = on_terminal(200, "export", "bgstats", "--qr")
    assert (code, err) == (0, "")
    assert out == "".join(f"\x1b[97;40m{line}\x1b[0m\n" for line in plain.splitlines())
    assert on_terminal(200, "export", "bgstats", "--qr", env={"NO_COLOR": "1"}) == (0, plain, "")


def test_a_narrow_window_is_told_how_wide_it_has_to_be(run: Any, played: Path) -> None:
    """A code with wrapped lines cannot be read: it is refused, and one column more is enough."""
    needed = len(run("export", "bgstats", "--qr").out.splitlines()[0])
    code, out, err = on_terminal(needed - 1, "export", "bgstats", "--qr")
    assert (code, out) == (2, "")
    assert f"needs {needed} columns; this window has {needed - 1}" in err
    assert on_terminal(needed, "export", "bgstats", "--qr")[0] == 0


# --- csv ---


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def test_games_for_a_spreadsheet(run: Any, played: Path) -> None:
    """A row for each finished game and player, in the order of the games; the game that is on has none."""
    assert run("name", "asia", "Ours", "--game", "1", "--by", "ana", "--anyway", "late").code == 0
    ended = run("export", "csv")
    assert (ended.code, ended.err) == (0, "")
    rows = rows_of(ended.out)
    assert [(row["game"], row["player"], row["result"]) for row in rows] == [
        ("1", "Ana", "won"),
        ("1", "Ben", "held-on"),
        ("1", "Cy", "eliminated"),
        ("2", "Ana", "eliminated"),
        ("2", "Ben", "won"),
        ("2", "Cy", "held-on"),
    ]
    assert rows[1] == {
        "game": "1",
        "date": "2026-01-01",
        "player": "Ben",
        "faction": "Khan Industries",
        "start": "Egypt",
        "result": "held-on",
        "reward": "not taken",
        "held": "",
        "note": "",
    }
    assert run("export", "csv", "--json").json["data"]["rows"] == rows


def test_games_of_which_little_is_known(run: Any, machine: Path) -> None:
    """Before there is a game there are only titles; what is known of a game is there."""
    run("new", "W", "--here", "--players", "Ana", "--games-played", "3")
    assert run("export", "csv").out.splitlines() == [
        "game,date,player,faction,start,result,reward,held,note"
    ]
    run("sign", "ana", "--game", "2", "--yes", "--note", "a, b")
    path = machine / "world.toml"
    path.write_text(path.read_text() + '\n[games.3]\nnote = "who won?"\n')
    rows = rows_of(run("export", "csv").out)
    assert [(row["game"], row["player"], row["result"], row["note"]) for row in rows] == [
        ("2", "Ana", "won", "a, b"),
        ("3", "", "", "who won?"),
    ]


def test_the_rows_are_in_the_language(run: Any, played: Path) -> None:
    """With --names ru the places of the rows are Russian."""
    assert rows_of(run("export", "csv", "--names", "ru").out)[1]["start"] == "Египет"


@pytest.mark.parametrize("name", NASTY)
def test_no_name_becomes_a_formula(run: Any, played: Path, name: str) -> None:
    """Any name comes back, one that a spreadsheet would calculate with an apostrophe before it."""
    assert run("player", "rename", "cy", "--", name).code == 0
    row = rows_of(run("export", "csv").out)[2]
    assert row["player"] == (f"'{name}" if name[0] in "=+-@" else name)
    assert len(rows_of(run("export", "csv").out)) == 6


def test_hostile_ids_steer_nothing(run: Any, machine: Path) -> None:
    """Ids that a hand wrote with a line end or an escape in them stay in their cell."""
    (machine / "world.toml").write_text(
        '[games.1]\nwinner = "a\\nb\\u001b[31m"\n[games.1.players."\\t=1"]\nfaction = "\\u202e"\n'
    )
    out = run("export", "csv").out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert len(rows_of(out)) == 2
    assert run("export", "bgstats").out.strip().isascii()


# --- json, and back ---


def test_a_campaign_and_back(process: Any, run: Any, played: Path, tmp_path: Path) -> None:
    """What export json prints in a pipe is made again by new --from, with undo, somewhere else."""
    printed = process("export", "json")
    assert (printed.code, printed.err) == (0, "")
    (tmp_path / "c.json").write_text(printed.out, encoding="utf-8")
    made = process("new", "--from", str(tmp_path / "c.json"), "--world", str(tmp_path / "new.toml"))
    assert made.code == 0
    assert made.out.startswith('"Thursday world" is ready.')
    there = ["--world", str(tmp_path / "new.toml")]
    assert process("export", "json", *there).out == printed.out
    assert run("log", "--json", *there).json["data"] == run("log", "--json").json["data"]
    assert run("export", "csv", *there) == run("export", "csv")
    assert run("undo", *there).out == run("undo").out
    assert run("check", *there).code == 0


def test_it_becomes_the_current_campaign(run: Any, played: Path, tmp_path: Path) -> None:
    """Without a place it goes into the data folder under its name, or under another one."""
    path = tmp_path / "c.json"
    path.write_text(run("export", "json").out)
    played.unlink()
    played.with_suffix(".history.jsonl").unlink()
    assert run("new", "--from", str(path), "--json").json["data"]["campaign"] == "thursday-world"
    again = run("new", "--from", str(path))
    assert again.code == 4
    assert "another name" in again.err
    made = run("new", "Friday", "--from", str(path), "--json").json["data"]
    assert (made["campaign"], made["name"]) == ("friday", "Friday")
    assert run("show", "--json").json["data"]["name"] == "Friday"
    assert run("undo").code == 0
    assert run("show", "--json").json["data"]["name"] == "Thursday world"
    assert run("use", "thursday-world").code == 0  # two of one name are told by their short names
    assert run("use", "friday").code == 0
    assert run("use", "Thursday world").code == 5


def test_the_envelope_is_read_back_too(run: Any, played: Path, tmp_path: Path) -> None:
    """export json --json holds the document as its data; new --from takes that as well."""
    path = tmp_path / "c.json"
    whole = run("export", "json", "--json")
    assert whole.json["data"] == json.loads(run("export", "json").out)
    path.write_text(whole.out)
    assert run("new", "--from", str(path), "--world", str(tmp_path / "n.toml")).code == 0


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--from", "c.json", "--players", "Eve"], 2),
        (["--from", "c.json", "--example"], 2),
        (["--from", "c.json", "--games-played", "3"], 2),
        (["--from"], 2),
        (["--from", "nowhere.json"], 4),
        (["--from", "."], 4),
        (["--from", "world.toml"], 4),
        (["--from", "c.json", "\x1b"], 2),
        (["--from", "c.json", "--here"], 4),
    ],
    ids=str,
)
def test_what_new_from_refuses(run: Any, played: Path, words: list[str], code: int) -> None:
    """Each refusal says how to go on and leaves nothing behind."""
    Path("c.json").write_text(run("export", "json").out)
    before = sorted(path.name for path in played.parent.iterdir())
    ended = run("new", *words)
    assert (ended.code, ended.out) == (code, "")
    assert "fix:" in ended.err
    assert sorted(path.name for path in played.parent.iterdir()) == before
    assert run("use", "--json").json["data"]["campaigns"] == {}


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_documents_are_the_same_in_any_encoding(
    process: Any, run: Any, played: Path, encoding: str
) -> None:
    """A campaign with names of any letters can be redirected anywhere."""
    run("player", "rename", "cy", "Ève 漢字 👩‍👩‍👧")
    ended = process("export", "json", env={"PYTHONIOENCODING": encoding})
    assert ended.out == run("export", "json").out
    assert json.loads(ended.out)["world"]["players"]["cy"]["name"] == "Ève 漢字 👩‍👩‍👧"


def test_exports_hold_nothing_that_nobody_typed(run: Any, played: Path) -> None:
    """An export knows the world and its history alone: every text of it stands in the two files."""
    files = played.read_text(encoding="utf-8") + "".join(
        played.with_suffix(".history.jsonl").read_text(encoding="utf-8")
    )

    def texts(value: Any) -> set[str]:
        if isinstance(value, dict):
            return {text for part in value.values() for text in texts(part)}
        if isinstance(value, list):
            return {text for part in value for text in texts(part)}
        return {value} if isinstance(value, str) else set()

    for text in texts(json.loads(run("export", "json").out)):
        assert json.dumps(text)[1:-1] in files


# --- schemas ---


@pytest.mark.parametrize("words", [[], ["world"], ["campaign"]], ids=str)
def test_schemas_are_printed(run: Any, words: list[str]) -> None:
    """Each schema is printed without a world, as one document that is a schema."""
    ended = run("export", "schema", *words)
    assert (ended.code, ended.err) == (0, "")
    Draft4Validator.check_schema(json.loads(ended.out))
    assert run("export", "schema", *words, "--json").json["data"] == json.loads(ended.out)


def test_what_export_json_prints_fits_its_schema(run: Any, played: Path) -> None:
    """The document of a campaign is what the schema of campaigns says."""
    schema = json.loads(run("export", "schema", "campaign").out)
    Draft4Validator(schema).validate(json.loads(run("export", "json").out))


def test_new_puts_the_schema_beside_the_world(run: Any, machine: Path) -> None:
    """A new world names its schema in its first line, and the file is what export schema prints."""
    for words in (["new", "W", "--here"], ["new", "--example", "--world", "sub/other.toml"]):
        assert run(*words).code == 0
    for world in (machine / "world.toml", machine / "sub" / "other.toml"):
        first = world.read_text(encoding="utf-8").partition("\n")[0]
        assert first == "#:schema ./world.schema.json"
        named = world.parent / first.removeprefix("#:schema ")
        assert named.read_text(encoding="utf-8") == run("export", "schema").out


def test_an_old_schema_is_made_new_and_another_file_is_left(run: Any, machine: Path) -> None:
    """A schema of ours is replaced; a file of somebody else's stays, and that is said."""
    schema = machine / "world.schema.json"
    schema.write_text('{"title": "A world of legacytrack"}')
    assert "world.schema.json" not in run("new", "W", "--here").out
    assert len(schema.read_text()) > 1000
    schema.write_text("mine")
    ended = run("new", "X", "--world", "x.toml")
    assert ended.code == 0
    assert "world.schema.json is another file" in ended.out
    assert schema.read_text() == "mine"


def test_a_schema_that_cannot_be_written_stops_nothing(run: Any, machine: Path) -> None:
    """Where a folder stands in its place the world is made all the same, with a word on it."""
    (machine / "world.schema.json").mkdir()
    ended = run("new", "W", "--here")
    assert ended.code == 0
    assert "The schema for editors cannot be written" in ended.out
    assert run("check").code == 0


def test_records_leave_the_line_of_the_schema(run: Any, machine: Path) -> None:
    """Through records and undo the first line stays where editors look for it."""
    shutil.copy(EXAMPLE, machine / "world.toml")
    run("coin", "peru", "--game", "4")
    run("undo")
    text = (machine / "world.toml").read_bytes()
    assert text == EXAMPLE.read_bytes()
    assert text.startswith(b"#:schema ./world.schema.json\n")
