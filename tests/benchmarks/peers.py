"""How long our questions take beside those of other programs that people keep records with.

Run on demand: python tests/benchmarks/peers.py [--runs N] [--keep FOLDER]; it is the last part of
`whole_process.py --peers` as well.

Each of the others is installed into an environment of its own (under FOLDER, to be used again, or a
folder that goes at the end), and gets a record of some hundred lines; where pip reaches no index it is
left out, with a word. All commands run in turns within each round, so that a busy machine slows them
alike; the first round is dropped. What is compared is the least time of the processor (user + system),
since a busy machine only ever adds to it, and least to that; the least time of the clock stands beside
it. Ours run with a history of 30 and of some 100,000 lines, in a pipe and on a terminal of 80 columns.
At the end stands what Python says about the time that imports take, and so what is left to gain.

What is printed is for reading: the script always ends with 0.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from whole_process import COMPLETION, EMPTY_APP, Took, bring_back, lined_up, run, write_world
from whole_process import Command as Measured

from legacytrack.store import places

RECORDS = 300  # lines in the record of a peer
HISTORIES = (30, 100_002)
AT_A_COPY = 50  # lines after which a record keeps a safety copy first; the others are ordinary ones
PIPE_GOAL, TERMINAL_GOAL, RECORD_GOAL = 1.25, 1.6, 2.0
LOOKUP, RECORD, PEER, BASE = "lookup", "record", "peer", "empty app"
DAY = "2026-01-{:02}"
OURS = ("legacytrack", "rich", "typer", "tomllib")  # what an import may be called after


class Peer(NamedTuple):
    """Another program.

    Args:
        package: what pip calls it.
        words: its program, and the question.
        says: what its answer holds.
        keep: writes a record for it into a folder, and says what it needs of the environment.
    """

    package: str
    words: tuple[str, ...]
    says: str
    keep: Callable[[Path], Mapping[str, str]]


class Timed(NamedTuple):
    """A command to time: what it is, and whether it answers to a terminal."""

    command: Measured
    kind: str
    on_terminal: bool = False


def for_watson(folder: Path) -> Mapping[str, str]:
    """Frames of work, as Watson keeps them: the last ones of today, so that its log shows some."""
    now = int(time.time())
    frames = [
        [now - 600 * n - 500, now - 600 * n, f"project{n % 7}", f"{n:032x}", ["tag"], now]
        for n in range(RECORDS, 0, -1)
    ]
    (folder / "frames").write_text(json.dumps(frames), encoding="utf-8")
    return {"WATSON_DIR": str(folder)}


def for_jrnl(folder: Path) -> Mapping[str, str]:
    """A journal in plain text, and the settings that say where it is."""
    entries = (f"[{DAY.format(n % 28 + 1)} 09:00] Entry {n}.\nWords.\n" for n in range(RECORDS))
    (folder / "journal.txt").write_text("\n".join(entries), encoding="utf-8")
    settings = folder / "xdg" / "jrnl" / "jrnl.yaml"
    settings.parent.mkdir(parents=True)
    settings.write_text(
        f"""\
colors: {{body: none, date: none, tags: none, title: none}}
default_hour: 9
default_minute: 0
editor: ''
encrypt: false
highlight: true
indent_character: '|'
journals:
  default:
    journal: {folder / "journal.txt"}
linewrap: 79
tagsymbols: '#@'
template: false
timeformat: '%Y-%m-%d %H:%M'
version: v4.2
""",
        encoding="utf-8",
    )
    return {"XDG_CONFIG_HOME": str(folder / "xdg")}


def for_todoman(folder: Path) -> Mapping[str, str]:
    """A list of things to do, a file each, and the settings that say where it is."""
    there = folder / "lists" / "ours"
    there.mkdir(parents=True)
    for n in range(RECORDS):
        (there / f"{n}.ics").write_text(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:none\r\nBEGIN:VTODO\r\n"
            f"UID:{n}\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Thing {n}\r\n"
            "END:VTODO\r\nEND:VCALENDAR\r\n",
            encoding="utf-8",
        )
    settings = folder / "config.py"
    settings.write_text(
        f'path = "{folder}/lists/*"\ncache_path = "{folder}/cache.sqlite3"\n', encoding="utf-8"
    )
    return {"TODOMAN_CONFIG": str(settings)}


def for_sqlite_utils(folder: Path) -> Mapping[str, str]:
    """A database with one table."""
    with sqlite3.connect(folder / "ours.db") as database:
        database.execute("create table changes (n integer primary key, said text)")
        rows = [(n, f"Change {n}") for n in range(RECORDS)]
        database.executemany("insert into changes values (?, ?)", rows)
    database.close()
    return {}


def for_beancount(folder: Path) -> Mapping[str, str]:
    """A ledger."""
    head = "2026-01-01 open Assets:Cash\n2026-01-01 open Expenses:Food\n"
    spent = (
        f'{DAY.format(n % 28 + 1)} * "Thing {n}"\n  Expenses:Food  1 EUR\n  Assets:Cash\n'
        for n in range(RECORDS)
    )
    (folder / "ours.beancount").write_text(head + "\n".join(spent), encoding="utf-8")
    return {}


PEERS = (
    Peer("td-watson", ("watson", "log"), "project", for_watson),
    Peer("jrnl", ("jrnl", "-n", "10"), "Entry", for_jrnl),
    Peer("todoman", ("todo", "list"), "Thing", for_todoman),
    Peer(
        "sqlite-utils", ("sqlite-utils", "rows", "ours.db", "changes"), "Change", for_sqlite_utils
    ),
    Peer("beancount", ("bean-check", "ours.beancount"), "", for_beancount),
)


def installed(peer: Peer, folder: Path) -> Path | None:
    """Install a peer into an environment of its own, and give its program; None where that fails."""
    here = folder / "venvs" / peer.package
    program = here / "bin" / peer.words[0]
    if program.is_file():
        return program
    pip = [str(here / "bin" / "python"), "-m", "pip", "install", "--quiet", peer.package]
    for words in ([sys.executable, "-m", "venv", str(here)], pip):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            lines = done.stderr.strip().splitlines() or [f"exit {done.returncode}"]
            print(f"{peer.package} cannot be installed here and is left out: {lines[-1]}")
            return None
    return program if program.is_file() else None


def theirs(folder: Path, venvs: Path) -> list[tuple[Timed, Path]]:
    """The question of each peer, and the folder in which it is asked."""
    asked = []
    for peer in PEERS:
        program = installed(peer, venvs)
        if program is None:
            continue
        here = folder / "records" / peer.package
        here.mkdir(parents=True)
        env = dict(peer.keep(here))
        words = (str(program), *peer.words[1:])
        name = " ".join(peer.words[:2])
        asked.append((Timed(Measured(name, 0, words, env, None, peer.says), PEER), here))
    return asked


def ours(folder: Path, program: Path) -> list[tuple[Timed, Path]]:
    """The empty app, then our questions and a record, each with a short and a long history."""
    app = folder / "empty.py"
    app.write_text(EMPTY_APP, encoding="utf-8")
    empty = Measured(BASE, 0, (sys.executable, str(app), "one", "14"), {}, None, "14")
    asked = [Timed(empty, BASE)]
    for lines in HISTORIES:
        kept = folder / f"kept-{lines}" / places.FILE_NAME
        write_world(kept, lines)
        bring_back(folder, lines)
        env = {places.VARIABLE: str(folder / str(lines) / places.FILE_NAME)}
        for words, says in (
            (("troops", "red", "europe"), "Red gets"),
            (("status",), "games played"),
        ):
            name = words[0]
            command = Measured(name, lines, (str(program), *words), env, PIPE_GOAL, says)
            asked.append(Timed(command, LOOKUP))
            shown = command._replace(name=f"{name} on a terminal", goal=TERMINAL_GOAL)
            asked.append(Timed(shown, LOOKUP, on_terminal=True))
        tab = Measured("completion", lines, (str(program),), env | COMPLETION, PIPE_GOAL, "alaska")
        asked.append(Timed(tab, LOOKUP))
        scar = (str(program), "scar", "bunker", "peru", "--by", "red")
        asked.append(Timed(Measured("scar", lines, scar, env, RECORD_GOAL, "Peru", True), RECORD))
    write_world(folder / f"kept-{AT_A_COPY}" / places.FILE_NAME, AT_A_COPY)
    env = {places.VARIABLE: str(folder / str(AT_A_COPY) / places.FILE_NAME)}
    copied = Measured("scar with a safety copy", AT_A_COPY, scar, env, None, "Peru", True)
    asked.append(Timed(copied, RECORD))
    return [(each, folder) for each in asked]


def on_a_terminal(command: Measured, env: Mapping[str, str], cwd: Path) -> tuple[Took, str]:
    """Run a command on a terminal of its own; give its times, and what it shows."""
    near, far = os.openpty()
    begun = time.perf_counter()
    process = subprocess.Popen(
        command.words,
        env={**env, **command.env, "TERM": "xterm-256color", "COLUMNS": "80"},
        cwd=cwd,
        stdin=far,
        stdout=far,
        stderr=far,
    )
    os.close(far)
    said = b""
    try:
        while part := os.read(near, 65536):
            said += part
    except OSError:  # so a terminal says that nobody writes to it any more
        pass
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    os.close(near)
    return Took(wall * 1000, (used.ru_utime + used.ru_stime) * 1000), said.decode()


def check(timed: Timed, env: Mapping[str, str], cwd: Path) -> None:
    """Run a command once, so that its byte code exists, and say where it does not do its work."""
    command = timed.command
    if timed.on_terminal:
        said = on_a_terminal(command, env, cwd)[1]
        wrong = "" if "\x1b[" in said else said
    else:
        done = subprocess.run(
            command.words,
            env={**env, **command.env},
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        said, wrong = done.stdout, done.stderr if done.returncode else ""
    if wrong or command.says not in re.sub(r"\x1b\[[0-9;]*m", "", said):
        print(f"WRONG, its numbers mean nothing: {command.name}: {wrong or said}".strip())


def measure(asked: list[tuple[Timed, Path]], folder: Path, runs: int) -> list[list[Took]]:
    """Run all commands in turns, and drop the first round."""
    env = dict(os.environ)
    taken: list[list[Took]] = [[] for _ in asked]
    for round in range(runs):
        for (timed, cwd), times in zip(asked, taken, strict=True):
            if timed.command.records:
                bring_back(folder, timed.command.lines)
            if not round:
                check(timed, env, cwd)
            elif timed.on_terminal:
                times.append(on_a_terminal(timed.command, env, cwd)[0])
            else:
                times.append(run(timed.command, env, cwd))
    return taken


def table(asked: list[tuple[Timed, Path]], taken: list[list[Took]]) -> list[str]:
    """Write the times of all commands beside the empty app and the quickest peer."""
    cpus = [min(each.cpu for each in times) for times in taken]
    walls = [min(each.wall for each in times) for times in taken]
    peers = [ms for (timed, _), ms in zip(asked, cpus, strict=True) if timed.kind == PEER]
    head = ("command", "history", "cpu ms", "x empty app", "clock ms", "x empty app")
    rows = [(*head, "goal", "verdict")]
    for (timed, _), cpu, wall in zip(asked, cpus, walls, strict=True):
        command, verdict = timed.command, ""
        if command.goal:
            verdict = "met" if cpu / cpus[0] <= command.goal else "MISSED"
            if timed.kind == LOOKUP and peers:
                verdict += ", before all peers" if cpu < min(peers) else ", BEHIND A PEER"
        rows.append(
            (
                command.name,
                f"{command.lines:,}" if command.lines else "",
                *(f"{cpu:.1f}", f"{cpu / cpus[0]:.2f}", f"{wall:.1f}", f"{wall / walls[0]:.2f}"),
                f"{command.goal:.2f}" if command.goal else "",
                verdict,
            )
        )
    return lined_up(rows)


def imports(asked: list[tuple[Timed, Path]], folder: Path) -> list[str]:
    """Say which modules a lookup loads beyond the empty app, and what is left to gain of that."""
    said = []
    env = dict(os.environ)
    empty = _import_times(asked[0][0].command.words[1:], env, folder, on_terminal=False)
    main = ("-c", "from legacytrack.cli import main; main()")
    for words in (("troops", "14"), ("troops", "red", "europe")):
        for on_terminal in (False, True):
            world = {places.VARIABLE: str(folder / str(HISTORIES[0]) / places.FILE_NAME)}
            took = _import_times((*main, *words), {**env, **world}, folder, on_terminal=on_terminal)
            beyond = {name: each for name, each in took.items() if name not in empty}
            whose = Counter[str]()
            for name, each in beyond.items():
                whose[name.partition(".")[0] if name.startswith(OURS) else "others"] += each
            shares = ", ".join(f"{us / 1000:.1f} {name}" for name, us in whose.most_common())
            most = ", ".join(f"{name} {us}" for name, us in Counter(beyond).most_common(6))
            said.append(
                f"{' '.join(words)}, {'on a terminal' if on_terminal else 'in a pipe'}: "
                f"{sum(took.values()) / 1000:.1f} ms of imports, the empty app "
                f"{sum(empty.values()) / 1000:.1f}; so at most {sum(beyond.values()) / 1000:.1f} "
                f"are left to gain ({shares}); most (us): {most}"
            )
    return said


def _import_times(
    words: tuple[str, ...], env: Mapping[str, str], cwd: Path, *, on_terminal: bool
) -> dict[str, int]:
    """The least microseconds that each module took by itself, over a few runs."""
    found: dict[str, int] = {}
    for _ in range(5):
        near, far = os.openpty() if on_terminal else (-1, subprocess.DEVNULL)
        done = subprocess.run(
            [sys.executable, "-X", "importtime", *words],
            env={**env, "TERM": "xterm-256color"},
            cwd=cwd,
            stdin=far,
            stdout=far,  # so short an answer fits into what a terminal keeps until it is read
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        for end in (near, far):
            if end >= 0:
                os.close(end)
        for line in done.stderr.splitlines():
            self_time, _, name = line.removeprefix("import time:").partition("|")
            if line.startswith("import time:") and self_time.strip().isdecimal():
                name = name.partition("|")[2].strip()
                found[name] = min(found.get(name, 10**9), int(self_time))
    return found


def main() -> None:
    """Take the words of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=11, help="rounds; the first is dropped")
    parser.add_argument("--keep", type=Path, help="a folder in which the environments stay")
    options = parser.parse_args()
    side_by_side(options.runs, options.keep)


def side_by_side(runs: int, keep: Path | None) -> None:
    """Install, measure, and print.

    Args:
        runs: rounds; the first is dropped.
        keep: a folder in which the environments stay; None where they go at the end.
    """
    program = Path(sys.executable).parent / "legacytrack"
    if not program.is_file():
        print(f"There is no {program}: install the package first.")
        return
    with tempfile.TemporaryDirectory() as made_here:
        folder = Path(made_here)
        for variable in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            os.environ[variable] = str(folder / "home")
        for variable in ("PYTHONDONTWRITEBYTECODE", "PYTHONHOME", places.VARIABLE, *COMPLETION):
            os.environ.pop(variable, None)
        venvs = keep.absolute() if keep else folder
        asked = [*ours(folder, program), *theirs(folder, venvs)]
        taken = measure(asked, folder, max(runs, 2))
        print("\n".join(table(asked, taken)))
        print("\n".join(imports(asked, folder)))


if __name__ == "__main__":
    main()
