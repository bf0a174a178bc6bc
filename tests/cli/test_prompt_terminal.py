"""The prompt on a terminal: line editor, TAB, history, Ctrl-C and Ctrl-D, widths, colours."""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from legacytrack.store.box_files import EXAMPLE

fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")
pytest.importorskip("readline")

Run = Callable[..., Any]
STAR = "Dee gets 1 Red Star token."
UP, HOME, LEFT, CTRL_C, CTRL_D, TAB = "\x1b[A", "\x01", "\x02", "\x03", "\x04", "\t"
EVE = "漢字 Ève"
NO_READLINE = "import sys; sys.modules['readline'] = None; from legacytrack.cli import main; main()"


@pytest.fixture
def evening(begin_with: Callable[..., Path]) -> Path:
    """A world in this folder, with a game on and Ana at her turn."""
    begin = ["begin", "ana=khan", "ben=bear", "cy=balkania", "dee=mechaniker"]
    return begin_with(begin, ["next", "ana"], world=EXAMPLE)


def lines_file() -> Path:
    """Where typed lines are kept."""
    from legacytrack.store import lines

    return lines.file()


class Terminal:
    """A prompt on a pseudo-terminal of its own."""

    def __init__(
        self,
        *words: str,
        columns: int = 100,
        env: Mapping[str, str] | None = None,
        program: tuple[str, ...] = ("-m", "legacytrack"),
    ) -> None:
        import struct

        self.main, side = os.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.running = subprocess.Popen(
            [sys.executable, *program, "play", *words],
            stdin=side,
            stdout=side,
            stderr=side,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509
            env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", **(env or {})},
        )
        os.close(side)
        self.raw = ""
        self.until("> ")

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        self.running.kill()
        self.running.wait(30)
        os.close(self.main)

    def until(self, end: str, *, lines: int = 0, at_most: float = 20) -> str:
        """Read until the terminal shows an end, and give what it showed since the last time."""
        shown = b""
        deadline = time.monotonic() + at_most
        while True:
            text = clean(shown.decode("utf-8", "replace"))
            if text.endswith(end) and text.count("\n") >= lines:
                break
            ready, _, _ = select.select([self.main], [], [], max(deadline - time.monotonic(), 0))
            assert ready, f"no {end!r} after {shown!r}"
            try:
                part = os.read(self.main, 65536)
            except OSError:
                part = b""
            assert part, f"ended before {end!r}, after {shown!r}"
            shown += part
        self.raw += shown.decode("utf-8", "replace")
        return text

    def keys(self, typed: str) -> None:
        """Press keys, as late as a hand would: the line editor has to be listening."""
        time.sleep(0.05)
        os.write(self.main, typed.encode())

    def ask(self, typed: str, end: str = "> ") -> str:
        """Type a line, and give what is shown until the prompt is back."""
        self.keys(f"{typed}\r")
        return self.until(end, lines=1)

    def ended(self) -> int:
        """Wait for the end, and give its exit code."""
        try:
            while part := os.read(self.main, 65536):
                self.raw += part.decode("utf-8", "replace")
        except OSError:
            pass
        return self.running.wait(30)


def clean(text: str) -> str:
    """What is shown, without escapes and bells."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x07", "", text).replace("\r\n", "\n").replace("\r", "")


def completed(prompt: Terminal, typed: str) -> str:
    """Type a beginning and TAB, end the line as a remark, and give the line that stood there."""
    prompt.ask(f"{typed}{TAB}{HOME}#")
    prompt.ask("# done")
    return lines_file().read_text(encoding="utf-8").splitlines()[-2].removeprefix("#")


# --- the prompt ---


def test_the_prompt_shows_whose_turn_it_is(evening: Path) -> None:
    """It begins with the game, and stands under the name of the player at the turn."""
    with Terminal() as prompt:
        assert clean(prompt.raw).startswith("Example world: commands without legacytrack")
        assert "territories" in prompt.raw
        assert clean(prompt.raw).endswith("\nAna> ")
        assert prompt.ask("next").endswith("\nBen> ")
        assert prompt.ask("undo").endswith("\nAna> ")
        prompt.keys("quit\r")
        assert prompt.ended() == 0


def test_the_prompt_between_games(machine: Path) -> None:
    """Between games it is a bare sign, without a table."""
    shutil.copy(EXAMPLE, machine / "world.toml")
    with Terminal() as prompt:
        assert clean(prompt.raw).splitlines()[1:] == ["> "]


def test_another_who_changes_the_turn(evening: Path, run: Run) -> None:
    """A turn that began in another shell stands at the prompt after the next line."""
    with Terminal() as prompt:
        assert run("next").code == 0
        shown = prompt.ask("# and now?")
        assert shown.endswith("> ")
        shown = prompt.ask("troops 14")
        assert shown.endswith("\nBen> ")
        assert re.search("(?m)^ +> +Ben ", shown)


def test_ctrl_d_leaves(evening: Path) -> None:
    """Ctrl-D on an empty line leaves with 0, on a line of its own."""
    with Terminal() as prompt:
        prompt.keys(CTRL_D)
        assert prompt.ended() == 0
        assert clean(prompt.raw).endswith("Ana> \n")


def test_ctrl_c_throws_the_line_away(evening: Path) -> None:
    """Ctrl-C throws away what is typed, and the prompt goes on."""
    before = evening.read_bytes()
    with Terminal() as prompt:
        prompt.keys("star dee")
        prompt.until("star dee")
        prompt.keys(CTRL_C)
        prompt.until("Ana> ")
        prompt.keys(CTRL_C)
        prompt.until("Ana> ")
        assert "You get 4 troops." in prompt.ask("troops 14", "Ana> ")
    assert evening.read_bytes() == before


@pytest.mark.parametrize(
    ("keys", "ends"),
    [
        ("y\r", True),
        ("Y\r", True),
        ("n\r", False),
        ("\rwhat\rn\r", False),
        (CTRL_C, False),
        (CTRL_D, False),
    ],
    ids=ascii,
)
def test_sign_asks(evening: Path, keys: str, ends: bool) -> None:
    """`sign` asks before the game ends; only a yes ends it, and the prompt goes on either way."""
    with Terminal() as prompt:
        prompt.ask("star ana 3")
        prompt.ask("sign ana", ": ")
        assert "[game]" in evening.read_text(encoding="utf-8")
        prompt.keys(keys)
        shown = prompt.until("\n> " if ends else "Ana> ")
        assert ("is signed" in shown or "wins" in shown or "Ana" in shown) if ends else True
        assert ("[game]" in evening.read_text(encoding="utf-8")) is not ends
        assert "You get 4 troops." in prompt.ask("troops 14")
        prompt.keys(f"{UP}{UP}")  # the answer to the question is no line
        prompt.until("sign ana")
        prompt.keys(CTRL_C)
        prompt.until("> ")
        prompt.keys("quit\r")
        assert prompt.ended() == 0


# --- TAB ---


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("miss", "missile "),
        ("legacytrack miss", "legacytrack missile "),
        ("star de", "star dee "),
        ("troops ana kam", "troops ana kamchatka "),
        ("hold ana peru,bra", "hold ana peru,brazil "),
        ("take ben peru kam", "take ben peru kamchatka "),
        ("begin ana=kh", "begin ana=khan-industries "),
        ("begin an", "begin ana="),
        ("star dee --dry", "star dee --dry-run "),
        ("star --by de", "star --by dee "),
        ("player ren", "player rename "),
        ("rules missiles-in", "rules missiles-in-hand "),
        ("qui", "quit "),
        ("hel", "help "),
        ("zzz", "zzz"),
        ("show 'open kam", "show 'open kam"),
    ],
)
def test_tab(evening: Path, typed: str, line: str) -> None:
    """TAB completes commands, players, places, options: after a comma and after `ana=` too."""
    with Terminal() as prompt:
        assert completed(prompt, typed) == line


def test_tab_in_the_middle_of_a_line(evening: Path) -> None:
    """TAB completes the word at the cursor, and what stands behind it stays."""
    with Terminal() as prompt:
        assert completed(prompt, "star de --dry-run" + LEFT * 10) == "star dee  --dry-run"


def test_tab_twice_lists(evening: Path) -> None:
    """Where several fit, a second TAB lists them."""
    with Terminal() as prompt:
        prompt.keys(f"show east{TAB}{TAB}")
        shown = prompt.until("show east", lines=1)
        assert "eastern-canada" in shown
        assert "eastern-australia" in shown


def test_tab_knows_the_world_of_the_prompt(machine: Path, evening: Path) -> None:
    """TAB offers the players of the world that the prompt is on, also of one added just now."""
    other = machine / "other.toml"
    text = EXAMPLE.read_text(encoding="utf-8")
    other.write_text(f'{text}\n[players.zacharias]\nname = "Zacharias"\n', encoding="utf-8")
    with Terminal("--world", str(other)) as prompt:
        assert completed(prompt, "show zach") == "show zacharias "
        prompt.ask('player add "Yolanda"')
        assert completed(prompt, "show yol") == "show yolanda "
        prompt.ask(f"use {machine}")
        assert completed(prompt, "show zach") == "show zacharias "
    with Terminal() as prompt:
        assert completed(prompt, "show zach") == "show zach"


def test_tab_with_a_world_that_is_broken(evening: Path) -> None:
    """TAB says nothing about a broken file, and offers what needs none."""
    with Terminal() as prompt:
        whole = evening.read_bytes()
        evening.write_bytes(b"broken")
        assert completed(prompt, "star de") == "star de"
        assert completed(prompt, "miss") == "missile "
        evening.write_bytes(whole)
        assert completed(prompt, "star de") == "star dee "


# --- lines of before ---


def test_arrow_up_brings_a_line_back(evening: Path) -> None:
    """The arrow key brings back the last line, also one that was a mistake, empty ones left out."""
    with Terminal() as prompt:
        prompt.ask("troops 14")
        prompt.ask("nonsense 15")
        prompt.ask("")
        prompt.ask("  ")
        prompt.keys(UP)
        prompt.until("nonsense 15")
        prompt.keys(UP)
        prompt.until("troops 14")
        assert "You get 4 troops." in prompt.ask("")


def test_arrow_up_on_the_next_evening(evening: Path) -> None:
    """Lines are kept in the state folder, each once in a row, and a kill loses none."""
    with Terminal() as prompt:
        for line in ("troops 14", "troops 14", "", "show 'great britain'"):
            prompt.ask(line)
    kept = lines_file().read_text(encoding="utf-8").splitlines()
    assert kept == ["troops 14", "show 'great britain'"]
    with Terminal() as prompt:
        prompt.keys(UP)
        prompt.until("show 'great britain'")
        prompt.keys(UP)
        prompt.until("troops 14")
        prompt.keys(CTRL_C)
        prompt.until("> ")
        prompt.keys("quit\r")
        assert prompt.ended() == 0
    assert lines_file().read_text(encoding="utf-8").splitlines() == [*kept, "quit"]


def test_lines_of_two_prompts_are_all_kept(evening: Path) -> None:
    """Two prompts add to one file, and who leaves shortens it without losing lines of the other."""
    from legacytrack.store import lines

    lines_file().parent.mkdir(parents=True, exist_ok=True)  # safety copies lie there, too
    lines_file().write_text("".join(f"show {at}\n" for at in range(lines.MOST)), encoding="utf-8")
    with Terminal() as one, Terminal() as two:
        one.ask("troops 14")
        two.ask("troops 15")
        for prompt in (one, two):
            prompt.keys(CTRL_D)
            assert prompt.ended() == 0
    kept = lines_file().read_text(encoding="utf-8").splitlines()
    assert len(kept) == lines.MOST
    assert kept[-3:] == [f"show {lines.MOST - 1}", "troops 14", "troops 15"]


@pytest.mark.parametrize("hindrance", ["a folder", "a file", "no bytes of text"])
def test_a_state_folder_that_is_no_use(evening: Path, hindrance: str) -> None:
    """Where lines cannot be kept or read, the prompt works, and remembers them while it is open."""
    file = lines_file()
    if hindrance == "a folder":
        file.mkdir(parents=True)
    elif hindrance == "a file":
        shutil.rmtree(file.parent)  # with the safety copies of the evening
        file.parent.write_text("in the way", encoding="utf-8")
    else:
        file.write_bytes(b"\xff\xfe\x00\n" * 5)
    with Terminal() as prompt:
        assert "You get 4 troops." in prompt.ask("troops 14")
        prompt.keys(UP)
        prompt.until("troops 14")
        assert "You get 4 troops." in prompt.ask("")
        prompt.keys("quit\r")
        assert prompt.ended() == 0
        assert "Traceback" not in prompt.raw


def test_lines_pasted_together(evening: Path) -> None:
    """Of several lines that are pasted at once, each is a command, and a line of its own later."""
    with Terminal() as prompt:
        prompt.keys("\x1b[200~star dee\rstar cy\rnext\x1b[201~")
        shown = prompt.ask("", "Ben> ")
        assert STAR in shown
        assert "Cy gets 1 Red Star token." in shown
    kept = lines_file().read_text(encoding="utf-8").splitlines()
    assert kept == ["star dee", "star cy", "next"]


def test_without_a_line_editor(evening: Path) -> None:
    """A Python without readline gives a prompt without TAB and arrow keys, and nothing else less."""
    with Terminal(program=("-c", NO_READLINE)) as prompt:
        assert STAR in prompt.ask("star dee")
        prompt.keys("star dee")
        prompt.keys(CTRL_C)
        prompt.until("Ana> ")
        assert prompt.ask("next").endswith("Ben> ")
        prompt.keys(CTRL_D)
        assert prompt.ended() == 0
        assert "Traceback" not in prompt.raw
    assert not lines_file().exists()


# --- looks ---


@pytest.mark.parametrize("env", [{}, {"PYTHONIOENCODING": "ascii"}, {"TERM": "dumb"}], ids=str)
def test_a_wide_name(evening: Path, run: Run, env: dict[str, str]) -> None:
    """A wide name stands at the prompt, or as escapes where the encoding has no such letters."""
    assert run("player", "rename", "ana", EVE).code == 0
    with Terminal(env=env) as prompt:
        name = EVE.encode(env.get("PYTHONIOENCODING", "utf-8"), "backslashreplace").decode()
        assert clean(prompt.raw).endswith(f"{name}> ")
        assert STAR in prompt.ask("star dee")
        prompt.keys("quit\r")
        assert prompt.ended() == 0


@pytest.mark.parametrize(
    ("env", "colour"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
    ids=str,
)
def test_colours(evening: Path, env: dict[str, str], colour: bool) -> None:
    """Colours come where they are wanted; the prompt itself has none."""
    with Terminal(env=env) as prompt:
        prompt.ask("star dee")
        assert bool(re.search(r"\x1b\[[0-9;]*[1-9]m", prompt.raw)) is colour
        if env.get("TERM") == "dumb":
            assert "\x1b" not in prompt.raw


def test_forty_columns(evening: Path) -> None:
    """On a narrow terminal the table wraps within the window, and no name is lost."""
    with Terminal(columns=40, env={"NO_COLOR": "1"}) as prompt:
        shown = prompt.ask("star dee")
        assert all(len(line.rstrip()) <= 40 for line in shown.splitlines())
        letters = "".join(shown.split())
        for name in ("Ana", "Ben", "Cy", "Dee"):
            assert name in letters
        long = prompt.ask("status " + "x" * 300)
        assert "Traceback" not in long


def test_what_comes_out_goes_into_a_file(evening: Path) -> None:
    """With stdout led elsewhere one still types, and the answers are in the file."""
    script = "import os; os.dup2(os.open('out.txt', os.O_CREAT | os.O_WRONLY), 1)\n"
    script += "import sys; sys.stdout.reconfigure(line_buffering=True)\n"
    script += "from legacytrack.cli import main; main()"
    main, side = os.openpty()
    running = subprocess.Popen(
        [sys.executable, "-c", script, "play"], stdin=side, stdout=side, stderr=side
    )
    os.close(side)
    os.write(main, b"star dee\nquit\n")
    assert running.wait(30) == 0
    os.close(main)
    out = (evening.parent / "out.txt").read_text(encoding="utf-8")
    assert STAR in out
    assert "\x1b" not in out
