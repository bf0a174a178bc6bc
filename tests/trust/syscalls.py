"""Stop a command before one of its calls to the system, as strace sees and counts them."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from machine import PROGRAM, Ended, Machine

TOUCHING = "%file,%desc"  # what strace calls the calls with a path or an open file
CALL = re.compile(r"(?:[0-9]+ +)?([a-z0-9_]+)\(")
HERE = re.compile(r"AT_FDCWD<[^>]*>")  # it tells the folder of the process, be it touched or not


class Call(NamedTuple):
    """A call to the system: its name, and which one of that name it is, from 1."""

    name: str
    number: int


def why_not() -> str:
    """Say why calls cannot be counted on this machine; empty if they can."""
    if not shutil.which("strace"):
        return "strace is not installed"
    words = ("strace", "-f", "-o", os.devnull, "-e", "inject=fsync:signal=KILL:when=1", "true")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return f"strace may not look here: {done.stderr.strip()}" if done.returncode else ""


def _under_strace(table: Machine, words: Sequence[str], *options: str) -> Ended:
    program = ("strace", "-f", "-qq", *options, *PROGRAM)
    return table.run(*words, program=program, env={"PYTHONHASHSEED": "0"})


def calls_of(table: Machine, words: Sequence[str], most: int, chance: random.Random) -> list[Call]:
    """Do a command, count its calls that touch files of the machine, and choose some of them."""
    seen: Counter[str] = Counter()
    touching: list[Call] = []
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "calls"
        ended = _under_strace(table, words, "-y", "-o", str(told), "-e", f"trace={TOUCHING}")
        assert ended.code == 0, ended
        for line in told.read_text(encoding="utf-8", errors="replace").splitlines():
            call = CALL.match(line)
            if call:
                seen[call[1]] += 1
                if str(table.folder.parent) in HERE.sub("", line):
                    touching.append(Call(call[1], seen[call[1]]))
    return sorted(chance.sample(touching, min(most, len(touching))))


def stopped(table: Machine, words: Sequence[str], at: Call) -> Ended:
    """Kill a command when it comes to a call; the call is not made any more."""
    inject = f"inject={at.name}:signal=KILL:when={at.number}"
    return _under_strace(table, words, "-o", os.devnull, "-e", f"trace={at.name}", "-e", inject)
