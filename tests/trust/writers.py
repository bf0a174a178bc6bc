"""Sixteen writers at once on one world, undo among them, after a writer that died with the lock.

Every third writer comes to the world through a link, and one has a prompt open all the time; while
they write somebody asks without a pause. Nothing may be lost, nothing be there twice, the history has
to lead to the world, and nobody may wait for ever.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from machine import Machine, here, machine, unwhole
from tally import Tally, main

from legacytrack.campaign.door import Campaign
from legacytrack.store import history
from legacytrack.store.box_files import EXAMPLE
from legacytrack.store.places import Places

WRITERS = 16
ADDED = "Player added: "
SECONDS = 120  # for one command; the lock gives up after ten
# A writer that stays at the lock until it is killed.
HOLDS_FOR_EVER = """
import sys, time
from pathlib import Path
from legacytrack.campaign.door import Campaign
from legacytrack.store.places import Places

with Campaign(Places(Path(sys.argv[1]), "a test")).changing(dry_run=False):
    print("held", flush=True)
    time.sleep(600)
"""


class Answer(NamedTuple):
    """What a writer was told of a change: its number, and what it did."""

    number: int
    said: str


def dies_with_the_lock(table: Machine) -> None:
    """Let a writer take the lock of the world, and kill it there."""
    program = (sys.executable, "-c", HOLDS_FOR_EVER)
    with table.start(str(table.world), program=program) as running:
        assert running.stdout
        assert running.stdout.readline() == b"held\n"
        running.kill()


class Writer:
    """One who records a number of changes, one after the other.

    Args:
        table: the machine.
        name: of the writer.
        world: the file, or a link to it.
        chance: when something of its own is undone.
    """

    def __init__(self, table: Machine, name: str, world: str, chance: random.Random) -> None:
        self.table, self.name, self.world, self.chance = table, name, world, chance
        self.answers: list[Answer] = []
        self.lost: list[str] = []

    def write(self, changes: int) -> None:
        """Record so many changes; about every fifth is an undo of one of its own."""
        undone: set[int] = set()
        for turn in range(changes):
            mine = [at for at, said in self.answers if at not in undone and said.startswith(ADDED)]
            words = ["player", "add", f"{self.name}-{turn}"]
            if mine and self.chance.random() < 0.2:
                number = self.chance.choice(mine)
                undone.add(number)
                words = ["undo", str(number)]
            try:
                told = self.ask(words)
            except subprocess.TimeoutExpired:
                self.lost.append(f"{' '.join(words)} waited for {SECONDS} seconds")
                continue
            if told["errors"]:
                self.lost.append(f"{' '.join(words)}: {told['errors']}")
            else:
                self.answers.append(Answer(told["data"]["number"], told["data"]["said"]))

    def ask(self, words: list[str]) -> dict[str, Any]:
        """Give the answer to a command, as an envelope."""
        ended = self.table.run("--json", *words, "--world", self.world, seconds=SECONDS)
        return envelope(ended.out, ended.err)


class Prompt(Writer):
    """One who types at a prompt that stays open."""

    def write(self, changes: int) -> None:
        words = ("play", "--json", "--world", self.world)
        with self.table.start(*words, stdin=subprocess.PIPE) as self.running:
            super().write(changes)
            assert self.running.stdin
            self.running.stdin.close()

    def ask(self, words: list[str]) -> dict[str, Any]:
        assert self.running.stdin
        assert self.running.stdout
        self.running.stdin.write(f"{' '.join(words)}\n".encode())
        self.running.stdin.flush()
        return envelope(self.running.stdout.readline().decode(), "")


def envelope(out: str, err: str) -> dict[str, Any]:
    """Read an answer; what is none counts as an error."""
    try:
        told: dict[str, Any] = json.loads(out)
    except ValueError:
        return {"errors": [f"no answer: {out!r} {err!r}"]}
    return told


def asks(table: Machine, over: threading.Event, lost: list[str]) -> None:
    """Ask again and again until the writers are done."""
    while not over.is_set():
        for words in (("troops", "14"), ("show", "ana"), ("check",)):
            ended = table.run(*words, seconds=SECONDS)
            if ended.code or ended.err:
                lost.append(f"{' '.join(words)}, asked meanwhile: {ended}")


def not_kept(table: Machine, answers: list[Answer], begun: int) -> list[str]:
    """Compare what the writers were told with what is there."""
    lost = list(unwhole(table.world))
    lines = history.read(table.world.with_suffix(".history.jsonl")).entries[begun:]
    kept = [Answer(entry.number, entry.said) for entry in lines]
    if sorted(answers) != sorted(kept):
        lost.append(f"answered and not kept: {sorted(set(answers) - set(kept))}")
        lost.append(f"kept and not answered: {sorted(set(kept) - set(answers))}")
    undone = {number for entry in lines for number in entry.undoes}
    added = (each for each in kept if each.number not in undone and each.said.startswith(ADDED))
    there = {each.said.removeprefix(ADDED)[:-1] for each in added}
    players = list(Campaign(Places(table.world, "a test")).world.players.values())
    names = [name for name in players if "-" in name]
    if sorted(names) != sorted(there):
        lost.append(f"players lost or there twice: {sorted(set(names) ^ there)}")
    return lost


def run(times: int, seed: int) -> Tally:
    """Let writers record changes at once, and look what was lost.

    Args:
        times: how many changes in all, divided among the writers.
        seed: of the chance.
    """
    writers = min(WRITERS, times)
    with machine() as table:
        shutil.copy(EXAMPLE, table.world)
        assert here("player", "add", "First", "--world", str(table.world)).code == 0
        link = table.folder / "linked" / "world.toml"
        link.parent.mkdir()
        link.symlink_to(table.world)
        dies_with_the_lock(table)
        begun = len(history.read(table.world.with_suffix(".history.jsonl")).entries)
        crowd = [
            (Prompt if at == 1 else Writer)(
                table,
                f"W{at}",
                str(link if at % 3 == 2 else table.world),
                random.Random(f"{seed} {at}"),
            )
            for at in range(writers)
        ]
        lost: list[str] = []
        over = threading.Event()
        asking = threading.Thread(target=asks, args=(table, over, lost))
        asking.start()
        began = time.monotonic()
        with ThreadPoolExecutor(writers) as pool:
            shares = [times * (at + 1) // writers - times * at // writers for at in range(writers)]
            list(pool.map(lambda pair: pair[0].write(pair[1]), zip(crowd, shares, strict=True)))
        took = time.monotonic() - began
        over.set()
        asking.join()
        answers = [answer for writer in crowd for answer in writer.answers]
        lost += [what for writer in crowd for what in writer.lost]
        lost += not_kept(table, answers, begun)
    what = (
        f"{writers} writers at once, undo among them, {took / max(times, 1):.2f} seconds a change"
    )
    return Tally(what, len(answers), tuple(lost))


if __name__ == "__main__":
    main(run, times=WRITERS * 50)
