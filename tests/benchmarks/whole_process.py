"""How long a whole command takes, from the prompt and back, beside an empty typer app.

Run on demand: python tests/benchmarks/whole_process.py [--runs N] [--peers]; with --peers other programs
that people keep records with are measured beside ours at the end (`peers.py`).

All commands run in turns within each round, so that a busy machine slows them alike; the first
round is dropped. Beside the medians of the clock stand those of processor time (user + system) and
the least time of the clock, which a busy machine disturbs less. Where the package `riskcalculator` is
installed, its numbers and its time are set beside those of `odds`. `troops 14` reads neither world nor
history, so how far its ratio of long to short history is from 1 shows how noisy the run was.

At the prompt of `play` a round trip is measured, from the line that is typed until its answer, and the
table after a record, are there: over pipes in plain format, and on a terminal of its own, with the line
editor, in terminal format. What is printed is for reading: the script always ends with 0.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from legacytrack.campaign.writing import entry_of
from legacytrack.model.change import carry_out, difference, reverse, with_value
from legacytrack.rules.dice import dice_law
from legacytrack.rules.needed import troops_needed
from legacytrack.rules.odds import Plan, Stage, odds
from legacytrack.store import entries, history, places, world_file
from legacytrack.store.box_files import EXAMPLE, open_box
from legacytrack.store.entries import Entry
from legacytrack.store.hunks import hunk
from legacytrack.store.patch import patch, render

LOOKUP_GOAL = 1.25
RECORDING_GOAL = 2.0
MAP_GOAL = 2.0
LONG_HISTORY_GOAL = 1.05
SUMMARY_GOAL = 2.0
AT_THE_PROMPT = {"lookup": 2.0, "record": 20.0}  # milliseconds
ODDS_GOAL, ODDS_EXTRA = 1.5, 100  # times as long as `troops 14`, and so many milliseconds more
SHORT, LONG = 30, 3002  # a record after each fiftieth line keeps a safety copy, too

LINES = {
    "troops 14 --population 3": "lookup",
    "troops ana": "lookup",
    "troops red": "lookup",
    "cards 3 2 1": "lookup",
    "starts blue --at egypt": "lookup",
    "reach ural": "lookup",
    "hand ana": "lookup",
    "events": "lookup",
    "status": "lookup",
    "battle 6,4 5 --at ural": "lookup",
    "odds 8 5 --at peru": "lookup",
    "star blue": "record",
    "undo": "record",
    "take red ural,kamchatka": "record",
    "take ana ural,kamchatka": "record",
    "next": "record",
}
BEGIN = (
    "begin ana=khan red=bear blue=balkania green=mechaniker",
    "hold ana asia",
    "hold red africa brazil",
    "hold blue europe",
    "hand ana ural,coin,coin",
    "next ana",
)
END_OF_ANSWER = "A quotation mark is open."  # what a line of one quotation mark is answered with
END_IN_A_PIPE = END_OF_ANSWER.encode() + rb"[\s\S]*\n\Z"
END_AT_A_TERMINAL = rb"\n(\x1b\[\W*\w+)?\w*> \Z"  # the prompt: whose turn it is
EMPTY_APP = """\
import typer

app = typer.Typer()


@app.command()
def one(number: int) -> None:
    print(number)


@app.command()
def two(number: int) -> None:
    print(number)


app()
"""
FINISHED = Path(__file__).parent.parent / "worlds" / "finished.toml"
TROOPS = ("troops", "red", "europe", "siberia")
ODDS = (
    ("odds", "100", "100", "--at", "great-britain"),
    ("odds", "30", "30", "--then", "20", "--then", "20"),
)
COMPLETION = {
    "_LEGACYTRACK_COMPLETE": "complete_bash",
    "COMP_WORDS": "legacytrack scar bunker al",
    "COMP_CWORD": "3",
}
PEOPLE = {"ben": "red", "cy": "blue", "dee": "green"}
MAJOR_CITIES = {"ural": "ana", "egypt": "red", "japan": "blue", "argentina": "green"}
COINS = ("alaska", "eastern-canada", "china", "southeast-asia", "kamchatka", "ural")
STARTS = ("ural", "egypt", "brazil", "eastern-australia")
FACTIONS = ("die-mechaniker", "enclave-of-the-bear", "imperial-balkania", "khan-industries")


class Command(NamedTuple):
    """A command to measure.

    Args:
        name: how the table calls it.
        lines: how long the history of its world is; 0 where it reads no world.
        words: the program and its words.
        env: what it needs beside the environment that all share.
        goal: how many times as long as the empty app it may take.
        says: what its output holds when it does its work.
        records: whether it changes its world, which is then brought back before each run.
    """

    name: str
    lines: int
    words: Sequence[str]
    env: Mapping[str, str]
    goal: float | None
    says: str
    records: bool = False


class Took(NamedTuple):
    """Milliseconds of one run: by the clock, and of the processor."""

    wall: float
    cpu: float


class Times(NamedTuple):
    """Milliseconds over all rounds: the medians, and the least by the clock."""

    wall: float
    cpu: float
    least: float

    def over(self, other: Times) -> tuple[str, str, str]:
        """How many times as long as another, for the table."""
        pairs = zip(self, other, strict=True)
        wall, cpu, least = (f"{mine / theirs:.2f}" for mine, theirs in pairs)
        return wall, cpu, least


def late_campaign() -> dict[str, Any]:
    """The example world, grown to a dozen games, with a Bunker and Peru left for the recording."""
    text = EXAMPLE.read_text(encoding="utf-8")
    for old, new in PEOPLE.items():
        text = text.replace(f'"{old}"', f'"{new}"').replace(f"players.{old}", f"players.{new}")
        text = text.replace(f'"{old.title()}"', f'"{new.title()}"')
    world = world_file.parse(text.encode(), EXAMPLE)
    world["games_played"] = 12
    del world["territories"]["middle-east"]
    for game, (place, founder) in enumerate(MAJOR_CITIES.items(), 5):
        city = {"kind": "major-city", "name": f"Fort {game}", "founder": founder, "game": game}
        world["territories"].setdefault(place, {})["city"] = city
        world["territories"][place]["fortification"] = {"boxes": game, "game": game + 4}
    world["territories"]["great-britain"]["fortification"] = {"boxes": 2, "game": 12}
    for game, id in enumerate(("africa", "asia", "australia"), 9):
        world["continents"][id] = {"name": f"Land {game}", "named_by": "red", "named_in": game}
    world["continents"]["asia"] |= {"bonus_change": 1, "bonus_by": "ana", "bonus_in": 12}
    for game, place in enumerate(COINS, 5):
        world["cards"][place] = {"coins": 3, "game": game, "by": "green"}
    people = list(world["players"])
    world["games"] = {str(game): _game(game, people) for game in range(1, 13)}
    return world


def _game(number: int, people: Sequence[str]) -> dict[str, Any]:
    winner = people[number % len(people)]
    return {
        "played": f"2026-{number:02}-03",
        "winner": winner,
        "players": {
            who: {
                "faction": FACTIONS[(seat + number) % len(FACTIONS)],
                "start": STARTS[seat],
                "result": "won" if who == winner else "held-on",
                "reward": f"coin {STARTS[seat]}",
            }
            for seat, who in enumerate(people)
        },
    }


def write_world(path: Path, lines: int) -> None:
    """Write a world with a history of so many lines, in step with it and older than it.

    Args:
        path: the world file.
        lines: how many; even, because the changes come in pairs.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    world = late_campaign()
    text = render(world, "A late campaign, made to be measured.")
    path.write_bytes(text)
    told = places.Places(path, "").history
    history.append(told, _telling(world, text, lines))
    last = history.last(told)
    if last is None or last.number != lines or last.after != entries.digest(world):
        raise AssertionError(f"the history of {lines} lines is not in step with its world")
    earlier = path.stat().st_mtime_ns - 10**10
    os.utime(told, ns=(earlier, earlier))


def _telling(world: dict[str, Any], text: bytes, lines: int) -> list[Entry]:
    """The world before it was renamed, its renaming, and then coins given and taken back."""
    unnamed = with_value(world, ("name",), "Thursday world")
    edits = difference(unnamed, world)
    made = [
        entry_of({}, difference({}, unnamed), said="World begun.", command="new", fresh=True),
        entry_of(unnamed, edits, said="Edited by hand: name.", number=2),
    ]
    pairs = [_pair(world, text, place) for place in world["cards"]]
    while len(made) < lines:
        number = len(made) + 1
        given, taken = pairs[number // 2 % len(pairs)]
        made.append(given._replace(number=number))
        made.append(taken._replace(number=number + 1, command=f"undo {number}", undoes=(number,)))
    return made


def _pair(world: dict[str, Any], text: bytes, place: str) -> tuple[Entry, Entry]:
    """A coin on the card of a place, and the same coin taken back."""
    coins = world["cards"][place]["coins"]
    edits = difference(world, with_value(world, ("cards", place, "coins"), coins + 1))
    after, text_after = carry_out(world, edits), patch(text, edits)
    said = f"Coin on {place}: {coins + 1} coins."
    given = entry_of(world, edits, said=said, command=f"coin {place} --by red", game=12)
    taken = entry_of(after, reverse(edits), said=f"Undone: {said}")
    return (
        given._replace(hunk=hunk(text, text_after)),
        taken._replace(hunk=hunk(text_after, text)),
    )


def commands(folder: Path, program: Path) -> list[Command]:
    """List all that is measured, the empty app first, and make the worlds and files for it.

    Args:
        folder: where they go.
        program: the installed console script.
    """
    app = folder / "empty.py"
    app.write_text(EMPTY_APP, encoding="utf-8")
    made = [Command("empty typer app", 0, (sys.executable, str(app), "one", "14"), {}, None, "14")]
    finished = {places.VARIABLE: str(FINISHED)}
    for line in ("summary", "summary --format markdown", "summary --format terminal"):
        words = (str(program), *line.split())
        made.append(Command(line, 0, words, finished, SUMMARY_GOAL, "Thirteen dice"))
    for lines in (SHORT, LONG):
        here = folder / str(lines) / places.FILE_NAME
        write_world(folder / f"kept-{lines}" / places.FILE_NAME, lines)
        bring_back(folder, lines)
        env = {places.VARIABLE: str(here)}
        lookup = LOOKUP_GOAL
        scar = ("scar", "bunker", "peru", "--by", "red")
        made += [
            Command("troops 14", lines, (str(program), "troops", "14"), env, lookup, "4 troops"),
            Command(" ".join(TROOPS), lines, (str(program), *TROOPS), env, lookup, "Red gets"),
            *(
                Command(" ".join(words), lines, (str(program), *words), env, None, "against")
                for words in ODDS
            ),
            Command("map", lines, (str(program), "map"), env, MAP_GOAL, "Kamch."),
            Command("starts red", lines, (str(program), "starts", "red"), env, lookup, "Red"),
            Command("completion", lines, (str(program),), env | COMPLETION, lookup, "alaska"),
            Command(
                " ".join(scar), lines, (str(program), *scar), env, RECORDING_GOAL, "Peru", True
            ),
        ]
    write_world(places.campaign_file("late"), SHORT)
    places.make_current("late")
    name = f"{' '.join(TROOPS)} (data folder)"
    made.append(Command(name, SHORT, (str(program), *TROOPS), {}, LOOKUP_GOAL, "Red gets"))
    return made


def bring_back(folder: Path, lines: int) -> None:
    """Put the world with so many lines of history back as it was made."""
    there = folder / str(lines)
    shutil.rmtree(there, ignore_errors=True)
    shutil.copytree(folder / f"kept-{lines}", there)  # keeps the times of the files


def run(command: Command, env: Mapping[str, str], cwd: Path) -> Took:
    """Run a command as a process of its own and take its times."""
    begun = time.perf_counter()
    process = subprocess.Popen(
        command.words,
        env={**env, **command.env},
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    return Took(wall * 1000, (used.ru_utime + used.ru_stime) * 1000)


def warm_up(command: Command, env: Mapping[str, str], cwd: Path) -> str:
    """Run a command once, so that its byte code exists; say what is wrong with it, if anything."""
    done = subprocess.run(
        command.words,
        env={**env, **command.env},
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0 and command.says in done.stdout:
        return ""
    return f"{command.name}, {command.lines} lines: exit {done.returncode}: {done.stderr.strip()}"


def measure(
    made: Sequence[Command], env: Mapping[str, str], folder: Path, runs: int
) -> list[Times]:
    """Run all commands in turns, and drop the first round."""
    cwd = folder / "work"
    cwd.mkdir()
    for command in made:
        wrong = warm_up(command, env, cwd)
        if wrong:
            print(f"WRONG, its numbers mean nothing: {wrong}")
    taken: list[list[Took]] = [[] for _ in made]
    for _ in range(runs):
        for command, times in zip(made, taken, strict=True):
            if command.records:
                bring_back(folder, command.lines)
            times.append(run(command, env, cwd))
    walls = [[each.wall for each in times[1:]] for times in taken]
    cpus = [[each.cpu for each in times[1:]] for times in taken]
    return [
        Times(median(wall), median(cpu), min(wall)) for wall, cpu in zip(walls, cpus, strict=True)
    ]


def table(made: Sequence[Command], took: Sequence[Times]) -> list[str]:
    """Write all times beside the empty app, and those of the long histories beside the short."""
    short = {each.name: at for at, each in enumerate(made) if each.lines == SHORT}
    head = ("command", "lines", "wall ms", "ratio", "goal", "cpu ms", "ratio", "least ms", "ratio")
    rows = [(*head, f"{LONG}/{SHORT}", "cpu", "least")]
    for command, times in zip(made, took, strict=True):
        wall, cpu, least = times.over(took[0])
        is_long = command.lines == LONG
        rows.append(
            (
                *(command.name, str(command.lines or "")),
                *(f"{times.wall:.1f}", wall, f"{command.goal:.2f}" if command.goal else ""),
                *(f"{times.cpu:.1f}", cpu, f"{times.least:.1f}", least),
                *(times.over(took[short[command.name]]) if is_long else ("", "", "")),
            )
        )
    return lined_up(rows)


def lined_up(rows: Sequence[Sequence[str]]) -> list[str]:
    """Write rows with their columns under each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def odds_beside_troops(made: Sequence[Command], took: Sequence[Times]) -> list[str]:
    """Hold each question for odds to its goal: so many times `troops 14`, and a little more."""
    said = []
    for command, times in zip(made, took, strict=True):
        if command.name in map(" ".join, ODDS):
            names = [(each.name, each.lines) for each in made]
            troops = took[names.index(("troops 14", command.lines))]
            goal = troops.wall * ODDS_GOAL + ODDS_EXTRA
            verdict = "met" if times.wall <= goal else "MISSED"
            said.append(
                f"{command.name}, {command.lines} lines: {times.wall:.1f} ms, "
                f"goal {goal:.1f} ms: {verdict}"
            )
    return said


def beside_another(
    fights: Sequence[tuple[int, int]] = ((4, 3), (9, 4), (29, 30), (99, 100)),
) -> list[str]:
    """Set odds beside those of another package: its chance, its survivors, and the time of both.

    Where one die attacks two, that package takes two defenders away for one roll that is won; the
    chance is also worked out with its table of rolls and that put right.

    Args:
        fights: troops that may attack, and troops that defend.
    """
    try:
        from riskCalculator.expectedSurvivors import expectedSurvivors
        from riskCalculator.likelihoodOfVictory import likelihoodOfVictory
        from riskCalculator.probabilityOfLosses import probabilityOfLosses
    except ImportError:
        return ["riskcalculator is not installed: nothing to set odds beside."]

    @cache
    def put_right(attackers: int, defenders: int) -> float:
        if not attackers or not defenders:
            return float(attackers > 0)
        dice = min(attackers, 3), min(defenders, 2)
        return sum(
            probabilityOfLosses(*dice, lost)
            * put_right(attackers - lost, defenders - min(dice) + lost)
            for lost in range(min(dice) + 1)
        )

    law, said = dice_law(open_box()), []
    sys.setrecursionlimit(10_000)
    for attackers, defenders in fights:
        plan = Plan((Stage(defenders),), 1, law.attackers)
        begun = time.perf_counter()
        found = odds(law, attackers + 1, plan)
        ours = time.perf_counter()
        troops_needed(law, plan, (50, 75, 90))
        needed = time.perf_counter()
        size = max(attackers, defenders)
        chance = likelihoodOfVictory(attackers, defenders, [[None] * size for _ in range(size)])
        expectedSurvivors(attackers, defenders, [[None] * size for _ in range(size)])
        theirs = time.perf_counter()
        said.append(
            f"{attackers} that may attack {defenders}: {found.win.value:.6f}, exact and with all "
            f"ends, {(ours - begun) * 1000:.1f} ms (troops needed: "
            f"{(needed - ours) * 1000:.1f} ms); riskcalculator {chance:.6f}, "
            f"{(theirs - needed) * 1000:.1f} ms; put right {put_right(attackers, defenders):.6f}"
        )
    return said


class Prompt:
    """A prompt at work, over pipes or on a terminal, that is asked line by line.

    Args:
        format: how it answers, "plain" over pipes or "terminal" on one.
        program: the installed console script.
    """

    def __init__(self, format: str, program: Path) -> None:
        self.typed_after = "" if format == "terminal" else '"\n'
        self.end = re.compile(END_AT_A_TERMINAL if format == "terminal" else END_IN_A_PIPE)
        far: int = subprocess.PIPE
        if format == "terminal":
            near, far = os.openpty()
        self.running = subprocess.Popen(
            [str(program), "play", "--format", format],
            stdin=far,
            stdout=far,
            stderr=subprocess.STDOUT,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"},
            bufsize=0,
        )
        if self.running.stdin and self.running.stdout:
            self.into, self.out_of = self.running.stdin.fileno(), self.running.stdout.fileno()
        else:
            os.close(far)
            self.into = self.out_of = near
            self._until_the_end()

    def ask(self, line: str) -> tuple[Took, str]:
        """Type a line; give the time until all of its answer is there, and the answer."""
        begun, used = time.perf_counter(), self._used()
        os.write(self.into, f"{line}\n{self.typed_after}".encode())
        said = self._until_the_end()
        wall, cpu = time.perf_counter() - begun, self._used() - used
        return Took(wall * 1000, cpu * 1000), said

    def _used(self) -> float:
        """Seconds of the processor that it has used, where the system tells that of another process."""
        try:
            return time.clock_gettime(
                ~self.running.pid << 3 | 2
            )  # as clock_getcpuclockid(3) has it
        except (AttributeError, OSError):
            return 0.0

    def _until_the_end(self) -> str:
        said = b""
        while not self.end.search(said):
            part = os.read(self.out_of, 65536)
            if not part:
                raise AssertionError(f"the prompt ended: {said.decode()}")
            said += part
        return said.decode()

    def leave(self) -> None:
        """End it."""
        if self.running.stdin:
            self.running.communicate()
        else:
            self.running.kill()
            self.running.wait()
            os.close(self.into)


def at_the_prompt(folder: Path, program: Path, rounds: int) -> list[str]:
    """Measure lines at the prompt in turns, in plain and in terminal format, against the goals.

    Args:
        folder: where the world goes.
        program: the installed console script.
        rounds: how often each line is asked.
    """
    rows = [
        (
            "line at the prompt",
            "goal",
            *("plain ms", "cpu", "least", ""),
            *("terminal ms", "cpu", "least", ""),
        )
    ]
    taken: dict[str, list[list[Took]]] = {line: [] for line in LINES}
    for format in ("plain", "terminal"):
        here = folder / format / places.FILE_NAME
        write_world(here, SHORT)
        os.environ[places.VARIABLE] = str(here)
        prompt = Prompt(format, program)
        for line in BEGIN:
            prompt.ask(line)
        times: dict[str, list[Took]] = {line: [] for line in LINES}
        for _ in range(rounds):
            for line in LINES:
                took, said = prompt.ask(line)
                times[line].append(took)
                if "error: " in said.replace(f"error: {END_OF_ANSWER}", ""):
                    print(f"WRONG, its numbers mean nothing: {line}: {said}")
        prompt.leave()
        del os.environ[places.VARIABLE]
        for line in LINES:
            taken[line].append(times[line][1:])
    for line, kind in LINES.items():
        goal = AT_THE_PROMPT[kind]
        cells = [line, f"{goal:.0f}"]
        for each in taken[line]:
            wall = [took.wall for took in each]
            cpu = median(took.cpu for took in each)
            cells += [f"{median(wall):.2f}", f"{cpu:.2f}", f"{min(wall):.2f}"]
            cells.append("met" if median(wall) <= goal else "MISSED")
        rows.append(tuple(cells))
    return lined_up(rows)


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=21, help="rounds; the first is dropped")
    parser.add_argument("--peers", action="store_true", help="measure other programs as well")
    options = parser.parse_args()
    runs = max(options.runs, 2)
    program = Path(sys.executable).parent / "legacytrack"
    if not program.is_file():
        print(f"There is no {program}: install the package first.")
        return
    with tempfile.TemporaryDirectory() as made_here:
        folder = Path(made_here)
        os.environ["HOME"] = str(folder / "home")
        os.environ["XDG_DATA_HOME"] = str(folder / "data")
        os.environ["XDG_STATE_HOME"] = str(folder / "state")
        for variable in ("PYTHONDONTWRITEBYTECODE", places.VARIABLE, *COMPLETION):
            os.environ.pop(variable, None)
        made = commands(folder, program)
        took = measure(made, dict(os.environ), folder, runs)
        size = (folder / f"kept-{LONG}" / places.FILE_NAME).stat().st_size
        prompt = at_the_prompt(folder, program, max(runs, 2))
    print(
        f"Python {platform.python_version()}, typer {version('typer')}, "
        f"legacytrack {version('legacytrack')}; medians of {runs - 1} rounds; "
        f"world file of {size} bytes"
    )
    print("\n".join(table(made, took)))
    print("\n".join(prompt))
    print("\n".join([*odds_beside_troops(made, took), *beside_another()]))
    print(
        f"wall, cpu: medians; ratio: to the empty app; {LONG}/{SHORT}: to the short history, "
        f"goal under {LONG_HISTORY_GOAL}"
    )
    if options.peers:
        from peers import side_by_side

        side_by_side(runs, None)


if __name__ == "__main__":
    main()
