"""The short form of the trust harness: a few of what its long form tries a thousand times."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("part", "times"), [("crash", 10), ("writers", 8), ("disk", 10), ("ends", 4)]
)
def test_nothing_is_lost(part: str, times: int) -> None:
    """Crashes, writers at once, bad disks and abrupt ends: nothing is lost, and the row says so."""
    words = [sys.executable, str(HERE / f"{part}.py"), "--times", str(times)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("| ")
    assert done.stdout.endswith(" | nothing |\n")
