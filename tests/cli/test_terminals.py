"""Terminals: colours, encodings, widths, pipes that close, Ctrl-C; nothing is lost and no crash."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from legacytrack.store.box_files import EXAMPLE

pytest.importorskip("termios")
from pseudo_terminal import terminal

PROGRAM = [sys.executable, "-m", "legacytrack"]
TITLES = {"mark", "fortified", "territory", "continent"}  # of names, and of what is empty
EVE = "Ève 漢字 [b]x[/b]"


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example world with a player whose name is not ASCII; it is only read."""
    path = Path(shutil.copy(EXAMPLE, tmp_path_factory.mktemp("terminals") / "world.toml"))
    with path.open("a", encoding="utf-8") as file:
        file.write(f'\n[players.eve]\nname = "{EVE}"\n[cards.peru]\ndestroyed = 4\n')
        file.write('destroyed_by = "eve"\n')
    return path


@pytest.fixture(scope="module")
def plain(example: Path) -> Any:
    """The plain answer to a question, as a pipe gets it; asked once."""

    @cache
    def answer(*words: str) -> str:
        done = subprocess.run(
            [*PROGRAM, *words, "--world", str(example)],
            capture_output=True,
            check=True,
            timeout=60,
        )
        return done.stdout.decode("utf-8")

    return answer


def characters(text: str) -> Counter[str]:
    """All characters but spaces: wrapping moves them, and may lose none."""
    return Counter("".join(text.split()))


# --- on a terminal ---


@pytest.mark.parametrize("columns", [40, 80, 200])
@pytest.mark.parametrize("words", [["show"], ["continents"]], ids=" ".join)
def test_nothing_is_lost_in_any_width(
    plain: Any, example: Path, words: list[str], columns: int
) -> None:
    """At 40, 80 and 200 columns all of the plain answer is there, and lines fit."""
    shown = terminal(*words, "--world", str(example), columns=columns, env={"NO_COLOR": "1"})
    assert (shown.code, shown.err) == (0, "")
    if columns > 40:
        assert characters(shown.out) == characters(plain(*words))
    else:  # where rows are told below their names, titles of names and empty columns go
        squeezed = "".join(shown.out.split())
        assert {word for word in plain(*words).split() if word not in squeezed} <= TITLES
    if columns == 200:
        assert shown.out.split() == plain(*words).split()
    lines = [line.rstrip() for line in shown.out.splitlines() if line.isascii()]
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize(
    ("env", "colour"),
    [
        ({}, True),
        ({"FORCE_COLOR": "1"}, True),
        ({"NO_COLOR": ""}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ({"FORCE_COLOR": "0"}, False),
        ({"TERM": "dumb"}, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, False),
        ({"PYTHONIOENCODING": "ascii"}, True),
        ({"PYTHONIOENCODING": "cp1252"}, True),
        ({"PYTHONIOENCODING": "ascii", "NO_COLOR": "1"}, False),
    ],
    ids=str,
)
def test_a_terminal_gets_colours_only_where_they_are_wanted(
    example: Path, env: dict[str, str], colour: bool
) -> None:
    """Colours come and go with the settings; names and numbers stay, and nothing crashes."""
    shown = terminal("show", "peru", "europe", "--world", str(example), env=env)
    assert (shown.code, shown.err) == (0, "")
    assert ("\x1b[" in shown.out) == colour
    for said in ("Peru", "Great", "Scandinavia", "Sunny", "Cowmoss", "destroyed"):
        assert said in shown.out
    encoding = env.get("PYTHONIOENCODING", "utf-8")
    name = EVE.encode(encoding, "backslashreplace")
    assert b"".join(name.split()) in b"".join(shown.raw.split())
    if encoding == "ascii":
        assert shown.raw.isascii()


def test_a_refusal_on_a_terminal(example: Path) -> None:
    """A refusal is words on stderr, without colours, on any terminal."""
    for env in ({}, {"PYTHONIOENCODING": "ascii"}):
        shown = terminal("player", "rename", "ana", EVE, "--world", str(example), env=env)
        assert (shown.code, shown.out) == (3, "")
        assert shown.err.startswith("error: ")
        assert "\x1b" not in shown.err


# --- in a pipe ---


@pytest.mark.parametrize(
    "env",
    [
        {},
        {"FORCE_COLOR": "1"},
        {"CLICOLOR_FORCE": "1", "COLORTERM": "truecolor"},
        {"COLUMNS": "20"},
        {"TERM": "xterm-256color"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp1252"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=str,
)
def test_a_pipe_gets_neither_escapes_nor_wrapping(
    process: Any, plain: Any, example: Path, env: dict[str, str]
) -> None:
    """In a pipe the answer is the same lines, never wrapped, without escapes, in any encoding."""
    ended = process("show", "cards", "peru", "--world", str(example), env=env)
    assert (ended.code, ended.err) == (0, "")
    assert "\x1b" not in ended.out
    lines = ended.out.splitlines()
    assert ["Madagascar", "3"] in [line.split() for line in lines]
    assert any("destroyed (game 4" in line and line.endswith(")") for line in lines)
    usual = plain("show", "cards", "peru").splitlines()
    assert len(lines) == len(usual)
    if "PYTHONIOENCODING" not in env and "LC_ALL" not in env:
        assert lines == usual


def test_a_long_line_is_one_line_in_a_pipe(process: Any, example: Path) -> None:
    """The longest row stays one line, however narrow the terminal around it."""
    ended = process("show", "ana", "--world", str(example), env={"COLUMNS": "30"})
    line = next(line for line in ended.out.splitlines() if "Delhicatessen" in line)
    assert "Musky Harasser" in line
    assert len(line) > 100


def test_terminal_format_in_a_pipe_has_no_escapes(process: Any, example: Path) -> None:
    """Even the terminal format sends no escapes where no terminal is."""
    ended = process(
        "show", "--format", "terminal", "--world", str(example), env={"FORCE_COLOR": "1"}
    )
    assert (ended.code, "\x1b" in ended.out) == (0, False)


# --- pipes that close, disks that are full ---


def in_shell(line: str, example: Path) -> subprocess.CompletedProcess[str]:
    """Run a line in bash, with `legacytrack` as the program."""
    if not shutil.which("bash"):
        pytest.skip("there is no bash")
    script = f'set -o pipefail; legacytrack() {{ "{sys.executable}" -m legacytrack "$@"; }}; {line}'
    return subprocess.run(
        ["bash", "--norc", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "LEGACYTRACK_WORLD": str(example)},
    )


@pytest.mark.parametrize("reader", ["head -1", "true"])
@pytest.mark.parametrize("words", ["show cards --json", "--help", "log --nonsense --json"])
def test_a_pipe_that_closes_early(example: Path, words: str, reader: str) -> None:
    """`| head -1` ends quietly, with the code that other programs end with."""
    done = in_shell(f"legacytrack {words} | {reader}", example)
    assert done.returncode in (0, 2, 141)
    assert done.stderr == ""


@pytest.mark.parametrize("words", ["troops 14", "show", "show --json", "--help", "--version"])
def test_closed_stdout(example: Path, words: str) -> None:
    """With stdout closed there is nobody to answer: no traceback."""
    done = in_shell(f"legacytrack {words} >&-", example)
    assert "Traceback" not in done.stderr
    assert "Error" not in done.stderr


@pytest.mark.parametrize("words", ["scar bunker nowhere", "nonsense"])
def test_closed_stderr(example: Path, words: str) -> None:
    """With stderr closed a refusal keeps its exit code."""
    done = in_shell(f"legacytrack {words} 2>&-", example)
    assert done.returncode == (5 if "scar" in words else 2)
    assert done.stdout == ""


def test_a_record_is_kept_with_stdout_closed(machine: Path) -> None:
    """A record whose answer nobody hears is made all the same, and ends as made."""
    world = Path(shutil.copy(EXAMPLE, machine / "mine.toml"))
    done = in_shell("legacytrack coin ural --game 4 >&-", world)
    assert (done.returncode, done.stderr) == (0, "")
    assert "[cards.ural]" in world.read_text(encoding="utf-8")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", ["troops 14", "show --json", "show xyzzy --json", "--help"])
def test_a_full_disk_behind_stdout(example: Path, words: str) -> None:
    """An answer that cannot be written is no success: exit 4 and words on stderr, no traceback."""
    done = in_shell(f"legacytrack {words} >/dev/full", example)
    assert "Traceback" not in done.stderr
    assert done.returncode in {"--help": (1, 4), "show xyzzy --json": (4, 5)}.get(words, (4,))


# --- Ctrl-C ---

# The program as it is, but for a word on stderr when it comes to the lock.
TELLING = """
import sys, filelock
acquire = filelock.FileLock.acquire
def tell_and_acquire(self, *args, **kwargs):
    print("at the lock", file=sys.stderr, flush=True)
    return acquire(self, *args, **kwargs)
filelock.FileLock.acquire = tell_and_acquire
from legacytrack.cli import main
main()
"""


def test_ctrl_c_at_the_lock(run: Any, machine: Path) -> None:
    """Ctrl-C while waiting for another program ends with 130, quietly; nothing is written or left."""
    filelock = pytest.importorskip("filelock")
    world = Path(shutil.copy(EXAMPLE, machine / "world.toml"))
    before = world.read_bytes()
    with filelock.FileLock(machine / "world.lock"):
        running = subprocess.Popen(
            [sys.executable, "-c", TELLING, "coin", "ural", "--game", "4"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert running.stderr
        assert running.stderr.readline() == "at the lock\n"
        time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert (out, err.strip()) == ("", "")
    assert world.read_bytes() == before
    assert not world.with_suffix(".history.jsonl").exists()
    assert run("coin", "ural", "--game", "4").code == 0
