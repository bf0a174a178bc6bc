"""Stop a recording command before each call that touches a file, and with SIGKILL at random moments.

After each stop the next command has to work, an answered change has to be there, and no half one.
The first half of the stops (as many as there are calls) is spread over all calls of commands of all
kinds, each from the same beginning; the other half goes on and on in one evening, whatever was left.
"""

from __future__ import annotations

import itertools
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from machine import Ended, Machine, here, machine, unwhole
from tally import Tally, main

from legacytrack.store.box_files import EXAMPLE

KILLED = -9
EVENING = 100  # stops, until a new evening begins
ANSWERED = ("To undo: ", "To turn it round: ")
# The program as it is, but killed before the N-th call that touches a file. With an N that is never
# reached it ends by itself, and says on stderr how many calls there were.
STOPPED = """
import os, signal, sys

at, calls = int(sys.argv.pop(1)), 0
none = {"fspath", "getpid", "register_at_fork", "uname", "confstr", "getcwd", "_path_normpath"}
ended = os._exit

def look(frame, event, call):
    global calls
    if event != "c_call" or frame.f_code.co_filename.startswith("<frozen importlib"):
        return
    owner = getattr(call, "__module__", None) or type(getattr(call, "__self__", None)).__module__
    if owner in ("posix", "nt", "fcntl", "io", "_io") and call.__name__ not in none:
        calls += 1
        if calls == at:
            os.kill(os.getpid(), signal.SIGKILL)

def tell(code):
    sys.setprofile(None)
    print("calls:", calls, file=sys.stderr, flush=True)
    ended(code)

os._exit = tell
from legacytrack.cli import main
sys.setprofile(look)
main()
"""
GAME = (
    ("begin", "ana=khan", "ben=bear", "cy=balkania", "dee=mechaniker"),
    ("next", "ana"),
    ("take", "ana", "ural,china"),
)
BY_HAND = "\n[cards.peru]  # ours\ncoins = 2\n"
# What is done before, what is edited by hand, and the command that is stopped.
SCENES: tuple[tuple[Sequence[Sequence[str]], str, Sequence[str]], ...] = (
    (GAME, "", ("leave", "ana", "china")),
    (GAME, "", ("undo",)),
    ((*GAME, ("undo",)), "", ("redo",)),
    (GAME, "", ("undo", "--to", "1")),
    (GAME, BY_HAND, ("take", "ben", "ural")),
    (GAME, BY_HAND, ("undo",)),
    ((), "", ("player", "add", "Zoë 漢字")),
    ((), "", GAME[0]),
    ((), BY_HAND, ("coin", "ural", "--game", "4")),
)
NEXT = (("status",), ("player", "add", "Next"), ("check",), ("troops", "14"), ("undo",))


class Scene(NamedTuple):
    """A world before a command, and what it is after it.

    Args:
        before: the folder with world and history as they were.
        words: the command.
        texts: the world file without and with the change.
    """

    before: Path
    words: Sequence[str]
    texts: tuple[bytes, bytes]


def scene_of(world: Path, words: Sequence[str], room: Path) -> Scene | None:
    """Look what a command would do, in a copy of a world in some room; None where it makes no sense."""
    shutil.rmtree(room, ignore_errors=True)
    before, after = room / "before", room / "after"
    for folder in (before, after):
        shutil.copytree(world.parent, folder)
    if here(*words, "--world", str(after / "world.toml")).code:
        return None
    return Scene(before, words, (world.read_bytes(), (after / "world.toml").read_bytes()))


def done(world: Path, *words: str) -> None:
    """Do a command in this process that has to work."""
    ended = here(*words, "--world", str(world))
    if ended.code:
        raise AssertionError(f"{' '.join(words)}: {ended}")


def begin(world: Path, commands: Sequence[Sequence[str]] = ()) -> None:
    """Make the example world anew in an empty folder, and do some commands there."""
    shutil.rmtree(world.parent)
    world.parent.mkdir()
    shutil.copy(EXAMPLE, world)
    for words in (("player", "add", "Guest"), *commands):  # the history begins with the guest
        done(world, *words)


def lost(scene: Scene, ended: Ended, number: int, table: Machine) -> Iterator[str]:
    """Say what a stop lost or broke.

    Args:
        scene: the world before the command, and after it.
        ended: how the command ended.
        number: of the stop; it chooses the next command.
        table: the machine on which it was stopped.
    """
    then = NEXT[number % len(NEXT)]
    old, new = scene.texts
    whole = any(said in ended.out for said in ANSWERED) or ended.code == 0
    if "Traceback" in ended.err or ended.code not in (0, KILLED):
        yield f"it ended with {ended}"
    known = [new] if whole else [old, new]
    expected = []
    for text in known:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(scene.before, folder, dirs_exist_ok=True)
            world = Path(folder) / "world.toml"
            if text == new:
                done(world, *scene.words)
            code = here(*then, "--world", str(world)).code
            expected.append((code, world.read_bytes()))
    after = table.run(*then)
    if "Traceback" in after.err or "went wrong" in after.err:
        yield f"the next command ended with {after}"
    if (after.code, table.world.read_bytes()) not in expected:
        yield f"the next command, {' '.join(then)}, found another world than before or after: {after}"
    last = here("player", "add", f"Last {number}", "--world", str(table.world))
    if last.code:
        yield f"the next record ended with {last}"
    yield from unwhole(table.world)


def at_each_call(times: int, chance: random.Random) -> tuple[int, list[str]]:
    """Stop commands of all kinds before their calls, spread over all of them if they are more."""
    found: list[str] = []
    stops = 0
    with machine() as table, tempfile.TemporaryDirectory() as folder:
        program = (sys.executable, "-c", STOPPED)
        for number, (first, edit, words) in enumerate(SCENES):
            begin(table.world, first)
            with table.world.open("a", encoding="utf-8") as file:
                file.write(edit)
            scene = scene_of(table.world, words, Path(folder) / "scene")
            assert scene, words
            told = table.run("0", *words, program=program).err
            calls = range(1, int(told.rpartition("calls: ")[2]) + 1)
            most = times * (number + 1) // len(SCENES) - times * number // len(SCENES)
            for at in sorted(chance.sample(calls, min(most, len(calls)))):
                shutil.rmtree(table.folder)
                shutil.copytree(scene.before, table.folder)
                ended = table.run(str(at), *words, program=program)
                if ended.code != KILLED:
                    found.append(f"{' '.join(words)} was not stopped at call {at}: {ended}")
                where = f"{' '.join(words)}, stopped at call {at}: "
                found += [where + what for what in lost(scene, ended, stops, table)]
                stops += 1
    return stops, found


def evening() -> Iterator[Sequence[str]]:
    """An evening without an end: records of all kinds, undo among them."""
    for turn in itertools.count():
        yield "player", "add", f"Player {turn}"
        yield "take", "ana", "brazil,peru"
        yield ("undo",)
        yield ("redo",)
        yield "leave", "ana", "peru"
        yield ("next",)
        yield "by hand", f'\n[players.visitor-{turn}] # by hand\nname = "Visitor {turn}"\n'
        yield "take", "ben", "brazil"
        yield "player", "rename", f"Player {turn}", f"Zoë {turn} 漢字"
        yield "undo", "--to", "4"


def at_random(times: int, chance: random.Random) -> tuple[int, list[str]]:
    """Kill commands of one long evening at random moments; what was not answered is typed again."""
    found: list[str] = []
    stops = tries = 0
    with machine() as table, tempfile.TemporaryDirectory() as folder:
        while stops < times:
            begin(table.world, GAME)
            began = time.monotonic()
            table.run("troops", "14")
            usual = time.monotonic() - began
            until, commands = min(times, stops + EVENING), evening()
            while stops < until:
                words = next(commands)
                if words[0] == "by hand":
                    with table.world.open("a", encoding="utf-8") as file:
                        file.write(words[1])
                    continue
                scene = scene_of(table.world, words, Path(folder) / "scene")
                if not scene:  # what it would change was never done, or is undone
                    continue
                # Most of the time goes into loading: every other one is killed at the writing.
                writing = bool(tries % 2)
                after = 0.008 * chance.random() if writing else usual * (1.5 * chance.random())
                ended = killed(table, words, after, writing=writing)
                where = f"{' '.join(words)}, killed: "
                tries += 1
                found += [where + what for what in lost(scene, ended, tries, table)]
                stops += ended.code == KILLED
    return stops, found


def killed(table: Machine, words: Sequence[str], after: float, *, writing: bool) -> Ended:
    """Kill a command, unless it has ended by then.

    Args:
        table: the machine.
        words: the command.
        after: so many seconds after its start.
        writing: or after it has begun to write.
    """
    history = table.world.with_suffix(".history.jsonl")
    before = history.stat().st_mtime_ns
    with table.start(*words) as running:
        while writing and running.poll() is None and history.stat().st_mtime_ns == before:
            time.sleep(0.000_2)
        try:
            out, err = running.communicate(timeout=after)
        except subprocess.TimeoutExpired:
            running.kill()
            out, err = running.communicate()
    return Ended(running.returncode, out.decode(), err.decode())


def run(times: int, seed: int) -> Tally:
    """Stop commands, and look what was lost.

    Args:
        times: how many stops.
        seed: of the chance.
    """
    chance = random.Random(seed)
    calls, found = at_each_call(times // 2, chance)
    moments, more = at_random(times - calls, chance)
    what = f"a record stopped before a call to the files ({calls:,}) or by SIGKILL ({moments:,})"
    return Tally(what, calls + moments, (*found, *more))


if __name__ == "__main__":
    main(run, times=2_000)
