"""The short form of the trust harness: a few of what its long form tries a thousand times."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from machine import Ended, Fork, machine, unwhole

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("part", "times"),
    [("crash", 10), ("crash --strace", 4), ("writers", 8), ("disk", 10), ("ends", 4)],
)
def test_nothing_is_lost(part: str, times: int) -> None:
    """Crashes, writers at once, bad disks and abrupt ends: nothing is lost, and the row says so."""
    name, *options = part.split()
    words = [sys.executable, str(HERE / f"{name}.py"), *options, "--times", str(times)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("| ")
    assert done.stdout.endswith(" | nothing |\n")


def test_what_a_machine_cannot_do_is_left_out_and_said() -> None:
    """Where there is no strace nothing is tried, and that is said; it is not taken for a success."""
    words = [sys.executable, str(HERE / "crash.py"), "--strace", "--times", "9"]
    done = subprocess.run(
        words,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PATH": str(HERE)},
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("left out: ")
    assert "strace is not installed" in done.stderr
    assert " | 0 | nothing |" in done.stdout


def all_at_once(*lines: tuple[str, ...]) -> tuple[list[Ended], list[str], str]:
    """Make a world with every line at the same moment; how they ended, what is not whole, the world."""
    # What loads at its first use is loaded before they part, so that they do not come one by one.
    import tomlkit  # noqa: F401

    import legacytrack.campaign.making
    import legacytrack.cli.keep  # noqa: F401

    with machine() as table:
        started = [Fork(table, *words) for words in lines]
        ended = [each.end() for each in started]
        kept = Path(table.env["XDG_DATA_HOME"]) / "legacytrack" / "campaigns"
        (world,) = kept.glob("*/world.toml")
        return ended, list(unwhole(world)), world.read_text(encoding="utf-8")


def test_sixteen_make_the_same_world_at_once() -> None:
    """One of them makes it, the others are told so, and history and world are those of the one."""
    lines = [("new", "Thursday world", "--players", f"P{number}") for number in range(16)]
    ended, wrong, world = all_at_once(*lines)
    (won,) = (number for number, each in enumerate(ended) if each.code == 0)
    assert f"[players.p{won}]" in world
    assert wrong == []
    for each in ended[:won] + ended[won + 1 :]:
        assert (each.code, each.out) == (4, "")
        assert each.err.startswith("error: There is a world already: ")


def test_many_ask_for_the_example_at_once() -> None:
    """One of them makes it, the others go on with it."""
    ended, wrong, _ = all_at_once(*[("new", "--example", "--json")] * 8)
    assert [(each.code, each.err) for each in ended] == [(0, "")] * 8
    assert sorted('"new": true' in each.out for each in ended) == [False] * 7 + [True]
    assert wrong == []
