"""A prompt that is killed while records stream in: what was answered is kept, nothing is half."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from legacytrack.campaign.checking import check
from legacytrack.campaign.door import Campaign
from legacytrack.campaign.undoing import undo
from legacytrack.store import entries, history, world_file
from legacytrack.store.box_files import EXAMPLE
from legacytrack.store.places import Places

PLAY = [sys.executable, "-m", "legacytrack", "play", "--json"]
KILLS = 15


@pytest.fixture
def places(machine: Path, run: Callable[..., Any]) -> Places:
    """A world in this folder with a game on."""
    shutil.copy(EXAMPLE, machine / "world.toml")
    assert run("begin", "ana=khan", "ben=bear", "cy=balkania", "dee=mechaniker").code == 0
    assert run("next", "ana").code == 0
    return Places(machine / "world.toml", "a test")


def stream(turn: int) -> bytes:
    """Lines for longer than the prompt lives: records of all kinds, and questions between them."""
    lines = []
    for at in range(100):
        lines += [f"player add K{turn}x{at}", "next", "troops 14", "status", f"wear ural {at}"]
        lines += ["take ana ural,china", "leave ana china", "undo", "star nobody", "redo"]
    return "".join(f"{line}\n" for line in lines).encode()


def killed(after: float, lines: bytes) -> list[dict[str, Any]]:
    """Let a prompt take lines, kill it so many seconds after its first record, and give its answers."""
    typed = Path("typed")
    typed.write_bytes(lines)
    with typed.open("rb") as stdin:
        running = subprocess.Popen(
            PLAY, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    assert running.stdout
    first = running.stdout.readline()
    time.sleep(after)
    running.kill()
    out = first + running.stdout.read()
    running.wait(30)
    running.stdout.close()
    # Half an answer is none.
    return [json.loads(line) for line in out.splitlines(keepends=True) if line.endswith(b"\n")]


def in_step(places: Places) -> bool:
    """Tell whether the history leads to the world."""
    told = history.read(places.history)
    data = world_file.parse(places.world.read_bytes(), places.world)
    return entries.digest(history.fold(told.entries)) == entries.digest(data)


def test_a_kill_at_any_moment_loses_only_what_was_not_answered(places: Places) -> None:
    """After each of fifteen kills all answered changes are there, whole, and the next start works."""
    chance = random.Random(11)
    before = places.world.read_bytes()
    begun = len(history.read(places.history).entries)
    answered: dict[int, str] = {}
    for turn in range(KILLS):
        told = killed(chance.random() * 0.2, stream(turn))
        assert told[0]["errors"] == []
        answered |= {
            each["data"]["number"]: each["data"]["said"] for each in told if "said" in each["data"]
        }

        campaign = Campaign(places)  # the next start: it finishes what was between the two writes
        assert check(campaign) == ((), (), ())
        assert campaign.misshapen == ()
        assert in_step(places)
        lines = history.read(places.history)
        assert lines.damaged == ()
        numbers = [entry.number for entry in lines.entries]
        assert numbers == list(range(1, len(numbers) + 1))
        kept = {entry.number: entry.said for entry in lines.entries}
        assert answered.items() <= kept.items()
        assert f"K{turn}x0" in campaign.world.players.values()
        # At most the one change of the command that had not answered.
        assert len(numbers) - begun - len(answered) <= turn + 1
    assert len(answered) > KILLS
    undo(Campaign(places), to=begun, command="undo")
    assert places.world.read_bytes() == before
    left = [path.name for path in places.world.parent.iterdir() if path.name.endswith(".tmp")]
    assert len(left) <= KILLS  # a kill may leave a file that never took the place of the world


def test_a_prompt_goes_on_where_another_was_killed(places: Places) -> None:
    """A prompt that was open all along sees what the killed one answered, and loses nothing of it."""
    with subprocess.Popen(
        PLAY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as running:
        assert running.stdin
        assert running.stdout

        def ask(line: str) -> dict[str, Any]:
            assert running.stdin
            assert running.stdout
            running.stdin.write(f"{line}\n".encode())
            running.stdin.flush()
            return json.loads(running.stdout.readline())

        chance = random.Random(5)
        for turn in range(5):
            told = killed(chance.random() * 0.05, stream(turn))
            mine = ask(f"player add Mine{turn}")
            assert mine["errors"] == []
            changes = [each["data"]["number"] for each in told if "said" in each["data"]]
            assert changes
            assert mine["data"]["number"] > max(changes)
        names = Campaign(places).world.players.values()
        assert all(f"{who}" in names for turn in range(5) for who in (f"Mine{turn}", f"K{turn}x0"))
        assert in_step(places)
        assert check(Campaign(places)) == ((), (), ())
