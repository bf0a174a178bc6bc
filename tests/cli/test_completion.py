"""Completion: what TAB offers in real shells, and the scripts that make it so."""

from __future__ import annotations

import os
import re
import select
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from legacytrack.cli.app import PANELS
from legacytrack.model.box import Box
from legacytrack.store.box_files import EXAMPLE

SCRIPTS = Path(__file__).parents[2] / "completions"
FILES = {"bash": "legacytrack.bash", "zsh": "_legacytrack", "fish": "legacytrack.fish"}
COMMANDS = {name for names in PANELS.values() for name in names}
PLAYERS = {"ana", "ben", "cy", "dee"}
SCARRED = {
    *("greenland", "brazil", "great-britain", "iceland", "western-europe", "middle-east"),
}
CITIES = {
    *("ontario", "western-united-states", "great-britain", "russia", "scandinavia"),
    *("north-africa", "india", "kamchatka", "siberia", "new-guinea"),
}
# What is typed after the program, and all that TAB offers then.
OFFERS: dict[str, set[str]] = {
    "": COMMANDS - {"deal"},  # which is for another box
    "sc": {"scar"},
    "player ": {"add", "rename", "merge"},
    "player rename d": {"dee"},
    "scar ": {"bunker", "ammo-shortage"},
    "scar bunker al": {"alaska", "alberta"},
    "scar bunker alaska --by ": PLAYERS,
    "scar --by c": {"cy"},
    "cancel ": SCARRED,
    "fortify ": CITIES,
    "city ": {"minor", "major", "capital"},
    "name ": {"north-america", "south-america", "europe", "africa", "asia", "australia"},
    "bonus asia ": {"plus", "minus"},
    "coin brazil pe": {"peru"},
    "coin brazil,pe": {"brazil,peru"},
    "troops ana eu": {"europe"},
    "troops ana europe,sib": {"europe,siberia"},
    "troops d": {"dee"},
    "troops 14 --continent a": {"africa", "asia", "australia"},
    "troops 14 --faction khan --power ": {"hq-troop", "card-troop"},
    "power imperial-balkania ": {"round-up", "expand-four"},
    "power ": {
        *("die-mechaniker", "enclave-of-the-bear", "imperial-balkania", "khan-industries"),
        "saharan-republic",
    },
    "starts ": PLAYERS,
    "starts ana --hq bra": {"brazil"},
    "starts ana --hq brazil,eg": {"brazil,egypt"},
    "show car": {"cards"},
    "show --sc": {"--scarred"},
    "rules one-scar": {"one-scar-per-territory"},
    "completion ": {"bash", "zsh", "fish"},
    "--world other.toml starts ": {"zoe"},
    "starts --world other.toml ": {"zoe"},
    "--world broken.toml starts ": set(),
    "--world missing.toml starts ": set(),
    "--world broken.toml scar bunker al": {"alaska", "alberta"},
    "undo ": set(),
    "packet ": {"open"},
    "packet open x --condition s": {"second-signature"},
    "define ": {
        *("scar", "city", "power", "faction", "territory", "link", "event", "mission", "rule"),
    },
    "define link brazil eg": {"egypt"},
    "define rule coin-c": {"coin-cap", "coin-cards"},
    "define scar x --effect defence_": {
        *("defence_higher_die=", "defence_lower_die=", "defence_all_dice="),
    },
    "define city x --effect ru": {"ruin"},
    "begin a": {"ana="},
    "begin ana=khan-industries ben=k": {"ben=khan-industries"},
    "hq b": {"ben"},
    "sign ana --out ": PLAYERS,
    "correct 2 ": PLAYERS,
    "--world found.toml scar ": {"bunker", "ammo-shortage", "quicksand"},
    "--world found.toml scar quicksand fa": {"far-island"},
}
# Fewer for the shells that are slower to ask; each kind of offer is among them.
SOME = ["", "scar ", "scar bunker al", "coin brazil,pe", "power imperial-balkania ", "starts "]
ODD_NAMES = [
    "[/x]",
    "[new berlin]",
    "O'Brien",
    'Mary "M" Lee',
    "a:b",
    "back\\slash",
    "漢字",
    "`touch pwned`",
    "$(touch pwned)",
    "\\$(touch pwned)",
    "\\\\`touch pwned`",
    "'; touch pwned; '",
    "it's $(touch pwned) 'x'",
    '"; touch pwned; "',
    "*",
    "x) touch pwned (",
]


@pytest.fixture
def place(machine: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with some worlds, and the program on the path."""
    programs = machine.parent / "bin"
    programs.mkdir()
    program = programs / "legacytrack"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m legacytrack "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    shutil.copy(EXAMPLE, machine / "world.toml")
    (machine / "other.toml").write_text('[players.zoe]\nname = "Zoe"\n')
    (machine / "broken.toml").write_text("x = = 1\n")
    (machine / "found.toml").write_text(
        '[found]\nscars.quicksand.name = "Quicksand"\nterritories.far-island.name = "Far Island"\n'
    )
    return machine


def installed(shell: str) -> str:
    """The shell, or a skipped test where it is not installed."""
    found = shutil.which(shell)
    if not found:
        pytest.skip(f"there is no {shell}")
    return found


def script_file(run: Any, place: Path, shell: str) -> Path:
    """The script that the program prints for a shell, in a file."""
    path = place.parent / FILES[shell]
    path.write_text(run("completion", shell).out)
    return path


# --- the scripts ---


@pytest.mark.parametrize("shell", FILES)
def test_the_scripts_are_fresh(run: Any, shell: str) -> None:
    """The files in completions/ are what the program prints (legacytrack completion SHELL)."""
    ended = run("completion", shell)
    assert (ended.code, ended.err) == (0, "")
    assert (SCRIPTS / FILES[shell]).read_text(encoding="utf-8") == ended.out


@pytest.mark.parametrize("shell", FILES)
def test_a_script_is_printed_as_it_is(process: Any, run: Any, shell: str) -> None:
    """A script comes out the same in any format and encoding for people, and parses."""
    usual = run("completion", shell).out
    assert run("completion", shell, "--format", "terminal").out == usual
    assert process("completion", shell, env={"PYTHONIOENCODING": "ascii"}).out == usual
    assert run("completion", shell, "--json").json["data"]["script"].strip() == usual.strip()
    program = installed(shell)
    options = {
        "bash": ["--norc", "-n"],
        "zsh": ["-f", "-n"],
        "fish": ["--no-config", "--no-execute"],
    }
    checked = subprocess.run(
        [program, *options[shell], "/dev/stdin"],
        input=usual,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (checked.returncode, checked.stderr) == (0, "")


# --- bash ---


def bash(run: Any, place: Path, lines: list[str]) -> list[set[str]]:
    """Press TAB in bash after some lines; what is offered after each."""
    ask = [
        f"source {shlex.quote(str(script_file(run, place, 'bash')))}",
        "spec=$(complete -p legacytrack); function=${spec##*-F }; function=${function%% *}",
    ]
    for line in lines:
        # As bash takes a line apart: a sign of equality is a word of its own.
        split = [part for word in line.split(" ") for part in re.split("(=)", word)]
        words = ["legacytrack", *split]
        if words[-2:] == ["=", ""]:
            del words[-1]
        ask += [
            f"COMP_WORDS=({shlex.join(words)}); COMP_CWORD={len(words) - 1}; COMPREPLY=()",
            f"COMP_LINE={shlex.quote(' '.join(words))}; COMP_POINT=${{#COMP_LINE}}",
            f'"$function" legacytrack {shlex.quote(words[-1])} {shlex.quote(words[-2])}',
            'printf "%s\\n" "${COMPREPLY[@]}" "=="',
        ]
    done = subprocess.run(
        [installed("bash"), "--norc", "--noprofile"],
        input="\n".join(ask),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stderr == ""
    answers = done.stdout.split("==\n")[:-1]
    assert len(answers) == len(lines)
    return [set(filter(None, answer.splitlines())) for answer in answers]


def test_bash(run: Any, place: Path) -> None:
    """bash offers exactly what may stand there: commands, places, players, powers, lists."""
    found = dict(zip(OFFERS, bash(run, place, list(OFFERS)), strict=True))
    # Bash replaces only what follows the sign of equality.
    wanted = {
        line: {offer.partition("=")[2] or offer for offer in offers}
        if "=" in line.split(" ")[-1]
        else offers
        for line, offers in OFFERS.items()
    }
    assert found == wanted


def test_nothing_needs_quoting(run: Any, place: Path, box: Box) -> None:
    """All offers are plain slugs, also of every territory, and lists of them."""
    lines = ["coin ", "coin peru,", "troops ", "show ", "rules ", "use ", "--", "scar --"]
    answers = dict(zip(lines, bash(run, place, lines), strict=True))
    assert answers["coin "] == set(box.territories)
    assert answers["coin peru,"] == {f"peru,{id}" for id in box.territories}
    assert answers["troops "] == PLAYERS | set(box.territories) | set(box.continents)
    assert answers["rules "] >= set(box.rules)
    assert answers["--"] >= {"--world", "--json", "--format", "--version", "--help"}
    assert answers["scar --"] >= {"--by", "--game", "--dry-run", "--anyway", "--world"}
    for answer in answers.values():
        assert all(re.fullmatch(r"(--?)?[a-z0-9][a-z0-9,-]*", offer) for offer in answer)


def test_the_players_of_the_world_that_is_meant(
    run: Any, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TAB looks where the command would look: this folder, the variable, the current campaign."""
    assert run("new", "Thursday", "--players", "Yve").code == 0
    assert bash(run, place, ["starts ", "use "]) == [PLAYERS, {"thursday"}]
    monkeypatch.setenv("LEGACYTRACK_WORLD", "other.toml")
    assert bash(run, place, ["starts "]) == [{"zoe"}]
    monkeypatch.delenv("LEGACYTRACK_WORLD")
    (place / "world.toml").unlink()
    assert bash(run, place, ["starts "]) == [{"yve"}]


def test_completion_writes_nothing(run: Any, place: Path) -> None:
    """TAB leaves the folder of a world as it is."""
    before = {path: path.read_bytes() for path in place.iterdir()}
    bash(run, place, ["starts ", "cancel ", "scar bunker alaska --by "])
    assert {path: path.read_bytes() for path in place.iterdir()} == before


# --- names that shells could take for commands ---


@pytest.fixture
def odd(run: Any, place: Path) -> set[str]:
    """A world whose players have names that mean something to shells; the ids of the players."""
    (place / "world.toml").unlink()
    assert run("new", "Odd", "--here").code == 0
    for name in ODD_NAMES:
        assert run("player", "add", "--", name).code == 0
    with (place / "world.toml").open("a") as file:
        for id in ("$(touch pwned)", "`touch pwned`", "a b", "*", "-x", "\\$(touch pwned)"):
            file.write(f"\n[players.{id_in_toml(id)}]\nname = {id_in_toml('hand ' + id)}\n")
    return {
        id for id in run("show", "--json").json["data"]["players"] if re.fullmatch(r"[\w-]+", id)
    }


def id_in_toml(text: str) -> str:
    """A key or a name as TOML writes it in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def test_odd_names_in_bash(run: Any, place: Path, odd: set[str]) -> None:
    """Players with odd names are offered by their ids; an id that is no slug is not offered."""
    assert bash(run, place, ["starts "]) == [odd - {"-x"}]
    assert not (place / "pwned").exists()


def test_odd_names_in_fish(run: Any, place: Path, odd: set[str]) -> None:
    """In fish too: the same ids, no traceback, nothing is carried out."""
    assert fish(run, place, ["starts "]) == [odd - {"-x"}]
    assert not (place / "pwned").exists()


def test_odd_names_in_zsh(run: Any, place: Path, odd: set[str]) -> None:
    """In zsh too: the same ids, and no error among them."""
    with Zsh(place, f"source {shlex.quote(str(script_file(run, place, 'zsh')))}") as zsh:
        _, shown = zsh.tab("starts ")
    assert all(re.search(rf"(^|\s){id}\s", shown) for id in odd - {"-x"}), shown
    assert "error:" not in shown


def test_zsh_carries_out_nothing_of_a_name(run: Any, place: Path, odd: set[str]) -> None:
    """zsh evaluates what it is offered: no name of a shared world may become a command there."""
    assert run("player", "rename", "[/x]", "Xena").code == 0
    with Zsh(place, f"source {shlex.quote(str(script_file(run, place, 'zsh')))}") as zsh:
        zsh.tab("starts ")
    assert not (place / "pwned").exists()


# --- fish ---


def fish(run: Any, place: Path, lines: list[str]) -> list[set[str]]:
    """Press TAB in fish after some lines; what is offered after each."""
    ask = [f"source {shlex.quote(str(script_file(run, place, 'fish')))}"]
    for line in lines:
        ask += [f"complete --do-complete {shlex.quote('legacytrack ' + line)}", "echo =="]
    done = subprocess.run(
        [installed("fish"), "--no-config", "-c", "\n".join(ask)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stderr == ""
    answers = done.stdout.split("==\n")[:-1]
    assert len(answers) == len(lines)
    return [{line.partition("\t")[0] for line in answer.splitlines()} for answer in answers]


def test_fish(run: Any, place: Path) -> None:
    """fish offers the same, and no files where a name is meant."""
    assert fish(run, place, SOME) == [OFFERS[line] for line in SOME]


# --- zsh ---


class Zsh:
    """An interactive zsh on a pseudo-terminal.

    Args:
        place: the folder to be in.
        setup: how completion is switched on, after `compinit`.
        fpath: a folder with completion functions.
    """

    def __init__(self, place: Path, setup: str, fpath: Path | None = None) -> None:
        program = installed("zsh")
        fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
        self.main, side = os.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, b"\x3c\x00\xf0\x00\x00\x00\x00\x00")  # 60 x 240
        self.running = subprocess.Popen(
            [program, "-f", "-i"],
            stdin=side,
            stdout=side,
            stderr=side,
            cwd=place,
            env={**os.environ, "TERM": "dumb"},
            start_new_session=True,
        )
        os.close(side)
        self.text = ""
        functions = f"fpath=({shlex.quote(str(fpath))} $fpath)" if fpath else ""
        self.type(
            f"PS1='> '; unsetopt zle_bracketed_paste; LISTMAX=10000; {functions}\n"
            "autoload -Uz compinit && compinit -u -D\n"
            f"{setup}\n"
            # ctrl-P prints the line as it stands now, instead of running it.
            "tell() { BUFFER=\"print -r -- '<''<'${(q)BUFFER}'>''>'\"; zle accept-line }\n"
            "zle -N tell; bindkey '^P' tell; print -r -- READY''NOW\n"
        )
        self.until("READYNOW")

    def __enter__(self) -> Zsh:
        return self

    def __exit__(self, *_: object) -> None:
        self.running.kill()
        self.running.wait(10)
        os.close(self.main)

    def type(self, text: str) -> None:
        """Type something."""
        os.write(self.main, text.encode())

    def until(self, mark: str) -> str:
        """Read until something stands there, and give all that was read."""
        deadline = time.monotonic() + 30
        while not (found := re.search(mark, self.text)):
            ready, _, _ = select.select([self.main], [], [], deadline - time.monotonic())
            assert ready, self.text
            self.text += os.read(self.main, 65536).decode("utf-8", "replace")
        read, self.text = self.text[: found.end()], self.text[found.end() :]
        return read

    def tab(self, line: str) -> tuple[str, str]:
        """Press TAB after a line; the line as it is then, and all that was shown."""
        self.type(f"legacytrack {line}\t\x10")
        shown = self.until(r"<<[^\r\n]*>>\r*\n")
        return shown.rpartition("<<")[2].rpartition(">>")[0], shown


@pytest.fixture
def from_fpath(place: Path) -> Iterator[Zsh]:
    """A zsh that finds the script as people install it: a file in a folder of its fpath."""
    with Zsh(place, "", SCRIPTS) as zsh:
        yield zsh


def test_zsh(run: Any, place: Path) -> None:
    """zsh, its script sourced, completes what is clear and lists what is not."""
    with Zsh(place, f"source {shlex.quote(str(script_file(run, place, 'zsh')))}") as zsh:
        for line in SOME:
            after, shown = zsh.tab(line)
            offers = OFFERS[line]
            if len(offers) == 1:
                assert after == f"legacytrack {line.rpartition(' ')[0]} {min(offers)} "
            else:
                assert all(re.search(rf"(^|\s){offer}\s", shown) for offer in offers), shown


def test_zsh_from_a_folder_of_functions(from_fpath: Zsh) -> None:
    """Installed into the fpath the first TAB completes already."""
    assert from_fpath.tab("scar b")[0] == "legacytrack scar bunker "
    assert from_fpath.tab("sup")[0] == "legacytrack supply "
