"""Stop a recording command before each call that touches a file, and with SIGKILL at random moments.

After each stop the next command has to work, an answered change has to be there, and no half one. Half
of the stops (at most as many as there are calls) are spread over all calls of commands of all kinds,
each from the same beginning; the others go on and on in one evening, whatever was left lying about.
"""

from __future__ import annotations

import itertools
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from machine import Ended, Fork, Machine, here, machine, unwhole
from tally import Tally, main

from legacytrack.store.box_files import EXAMPLE

KILLED = -9
EVENING = 100  # stops, until a new evening begins
AS_A_PROCESS = (
    10  # every so many stops the next command is a process of its own, not a copy of this
)
ANSWERED = ("To undo: ", "To turn it round: ")
# Functions of the system that touch no file.
NO_FILES = {"fspath", "getpid", "register_at_fork", "uname", "confstr", "getcwd", "_path_normpath"}
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


class Stop:
    """Kills its process before the N-th call that touches a file, and counts these calls.

    Args:
        at: N; 0 for never.
    """

    def __init__(self, at: int) -> None:
        self.at, self.calls = at, 0

    def __call__(self, frame: Any, event: str, call: Any) -> None:
        if event != "c_call" or frame.f_code.co_filename.startswith("<frozen importlib"):
            return
        owner = getattr(call, "__module__", None)
        owner = owner or type(getattr(call, "__self__", None)).__module__
        if owner in ("posix", "fcntl", "io", "_io") and call.__name__ not in NO_FILES:
            self.calls += 1
            if self.calls == self.at:
                os.kill(os.getpid(), signal.SIGKILL)

    def told(self) -> str:
        return f"calls: {self.calls}"


def stopped(table: Machine, words: Sequence[str], at: int) -> Ended:
    """Stop a command before a call."""
    return Fork(table, *words, look=Stop(at)).end()


def calls_of(table: Machine, words: Sequence[str], most: int, chance: random.Random) -> list[int]:
    """Do a command, count its calls, and choose some of them, spread over all."""
    calls = range(1, int(stopped(table, words, 0).err.rpartition("calls: ")[2]) + 1)
    return sorted(chance.sample(calls, min(most, len(calls))))


class Scene(NamedTuple):
    """A world before a command, and what it is after it.

    Args:
        folders: with world and history as they were before the command, and after it.
        words: the command.
        known: what the next commands do to the one and to the other, as far as it was looked at.
    """

    folders: tuple[Path, Path]
    words: Sequence[str]
    known: dict[tuple[int, Sequence[str]], tuple[int, bytes]]

    def then(self, after: int, words: Sequence[str]) -> tuple[int, bytes]:
        """Look how the next command ends before (0) or after (1) this one, and what the world is then."""
        if (after, words) not in self.known:
            with tempfile.TemporaryDirectory() as folder:
                shutil.copytree(self.folders[after], folder, dirs_exist_ok=True)
                world = Path(folder) / "world.toml"
                code = here(*words, "--world", str(world)).code
                self.known[after, words] = code, world.read_bytes()
        return self.known[after, words]


def scene_of(world: Path, words: Sequence[str], room: Path) -> Scene | None:
    """Look what a command would do, in a copy of a world in some room; None where it makes no sense."""
    shutil.rmtree(room, ignore_errors=True)
    folders = room / "before", room / "after"
    for folder in folders:
        shutil.copytree(world.parent, folder)
    if here(*words, "--world", str(folders[1] / "world.toml")).code:
        return None
    return Scene(folders, words, {})


def begin(world: Path, commands: Sequence[Sequence[str]] = ()) -> None:
    """Make the example world anew in an empty folder, and do some commands there."""
    shutil.rmtree(world.parent)
    world.parent.mkdir()
    shutil.copy(EXAMPLE, world)
    for words in (("player", "add", "Guest"), *commands):
        ended = here(*words, "--world", str(world))
        assert ended.code == 0, ended


def lost(scene: Scene, ended: Ended, number: int, table: Machine) -> Iterator[str]:
    """Say what a stop lost or broke.

    Args:
        scene: the world before the command, and after it.
        ended: how the command ended.
        number: of the stop; it chooses the next command.
        table: the machine on which it was stopped.
    """
    then = NEXT[number % len(NEXT)]
    whole = any(said in ended.out for said in ANSWERED) or ended.code == 0
    if "Traceback" in ended.err or ended.code not in (0, KILLED):
        yield f"it ended with {ended}"
    after = Fork(table, *then).end() if number % AS_A_PROCESS else table.run(*then)
    if "Traceback" in after.err or "went wrong" in after.err:
        yield f"the next command ended with {after}"
    found = after.code, table.world.read_bytes()
    if scene.then(1, then) != found and (whole or scene.then(0, then) != found):
        yield f"{' '.join(then)} found another world than before or after: {whole}, {after}"
    last = here("player", "add", f"Last {number}", "--world", str(table.world))
    if last.code:
        yield f"the next record ended with {last}"
    yield from unwhole(table.world)


def at_each_call(
    times: int, chance: random.Random, calls_of: Any = calls_of, stopped: Any = stopped
) -> tuple[int, list[str]]:
    """Stop commands of all kinds before their calls, spread over all of them if they are more."""
    found: list[str] = []
    stops = 0
    with machine() as table, tempfile.TemporaryDirectory() as folder:
        for number, (first, edit, words) in enumerate(SCENES):
            begin(table.world, first)
            with table.world.open("a", encoding="utf-8") as file:
                file.write(edit)
            scene = scene_of(table.world, words, Path(folder) / "scene")
            assert scene, words
            most = times * (number + 1) // len(SCENES) - times * number // len(SCENES)
            for at in calls_of(table, words, most, chance):
                shutil.rmtree(table.folder)
                shutil.copytree(scene.folders[0], table.folder)
                ended = stopped(table, words, at)
                where = f"{' '.join(words)}, stopped at call {at}: "
                if ended.code != KILLED:
                    found.append(f"{where}it was not stopped: {ended}")
                found += [where + what for what in lost(scene, ended, stops, table)]
                stops += 1
    return stops, found


def at_making(
    times: int, chance: random.Random, calls_of: Any = calls_of, stopped: Any = stopped
) -> tuple[int, list[str]]:
    """Stop the making of a world out of an exported campaign; the second try has to make it."""
    found: list[str] = []
    with machine() as table, tempfile.TemporaryDirectory() as folder:
        begin(table.world, GAME)
        exported = Path(folder) / "campaign.json"
        exported.write_text(here("export", "json", "--world", str(table.world)).out, "utf-8")
        words = ("new", "--from", str(exported), "Again")
        data = Path(table.env["XDG_DATA_HOME"])
        chosen = calls_of(table, words, times, chance)
        for at in chosen:
            shutil.rmtree(data, ignore_errors=True)
            ended, again = stopped(table, words, at), Fork(table, *words).end()
            where = f"new --from, stopped at call {at}: "
            if ended.code != KILLED or "Traceback" in again.err:
                found.append(f"{where}{ended}, then {again}")
            elif again.code and "There is a world already" not in again.err:
                found.append(f"{where}it does not work again: {again}")
            world = data / "legacytrack" / "campaigns" / "again" / "world.toml"
            found += [where + what for what in unwhole(world)]
    return len(chosen), found


def evening() -> Iterator[Sequence[str]]:
    """An evening without an end: records of all kinds, undo among them."""
    for turn in itertools.count():
        yield "player", "add", f"Player {turn}"
        yield "take", "ana", "brazil,peru"
        yield ("undo",)
        yield "leave", "ana", "peru"
        yield ("next",)
        yield "by hand", f'\n[players.visitor-{turn}] # by hand\nname = "Visitor {turn}"\n'
        yield "take", "ben", "brazil"
        yield "player", "rename", f"Player {turn}", f"Zoë {turn} 漢字"
        yield "undo", "--to", "4"


def at_random(times: int, chance: random.Random) -> tuple[int, list[str]]:
    """Kill the commands of long evenings at random moments."""
    found: list[str] = []
    stops = tries = 0
    with machine() as table, tempfile.TemporaryDirectory() as folder:
        while stops < times:
            begin(table.world, GAME)
            until, commands = min(times, stops + EVENING), evening()
            began = time.monotonic()
            Fork(table, "player", "add", "Somebody").end()
            usual = time.monotonic() - began
            while stops < until:
                words = next(commands)
                if words[0] == "by hand":
                    with table.world.open("a", encoding="utf-8") as file:
                        file.write(words[1])
                    continue
                scene = scene_of(table.world, words, Path(folder) / "scene")
                if not scene:  # what it would change was never done, or is undone
                    continue
                tries += 1
                writing = bool(tries % 3)
                after = 0.005 * chance.random() if writing else usual * chance.random()
                ended = killed(table, words, after, writing=writing)
                where = f"{' '.join(words)}, killed: "
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
    running = Fork(table, *words)
    while writing and not running.has_ended() and history.stat().st_mtime_ns == before:
        time.sleep(0.000_1)
    time.sleep(after)
    os.kill(running.pid, signal.SIGKILL)
    return running.end()


def run(times: int, seed: int) -> Tally:
    """Stop commands, and look what was lost.

    Args:
        times: how many stops.
        seed: of the chance.
    """
    if sys.platform == "win32":
        return Tally("a record stopped", 0, (), ("SIGKILL and fork are those of POSIX systems",))
    chance = random.Random(seed)
    made, found = at_making(times // 10, chance)
    calls, more = at_each_call(times // 2 - made, chance)
    moments, others = at_random(times - made - calls, chance)
    calls += made
    what = f"a record stopped before a call to the files ({calls:,}) or by SIGKILL ({moments:,})"
    return Tally(what, calls + moments, (*found, *more, *others))


def strace(times: int, seed: int) -> Tally:
    """Let strace kill a process of its own before calls to the system, and look what was lost.

    Args:
        times: how many stops, at most as many as there are calls.
        seed: of the chance.
    """
    import syscalls

    what = "a record killed by strace before a call to the system that touches its files"
    why_not = syscalls.why_not()
    if why_not:
        return Tally(what, 0, (), (f"{what}: {why_not}",))
    chance = random.Random(seed)
    way = (chance, syscalls.calls_of, syscalls.stopped)
    made, found = at_making(times // 10, *way)
    stops, more = at_each_call(times - made, *way)
    return Tally(what, made + stops, (*found, *more))


if __name__ == "__main__":
    main(run, times=2_600, strace=strace)  # some 140 calls of each kind, and as many moments
