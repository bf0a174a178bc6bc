"""What all tests share: a machine of their own, and ways to run the program."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from legacytrack.model.box import Box
from legacytrack.store.box_files import open_box


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-transcripts",
        action="store_true",
        help="write what the program prints now into the stories and the README",
    )


def pytest_collection_finish() -> None:
    """Thousands of collected tests are not garbage: the collector need not look at them again."""
    gc.collect()
    gc.freeze()


class Ended(NamedTuple):
    """How a run ended: exit code, stdout, stderr."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        import json

        return json.loads(self.out)


Run = Callable[..., Ended]
Steps = tuple[Path | tuple[str, ...] | None, ...]
Files = dict[str, tuple[bytes, tuple[int, int]]]


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Makes folders, one after the other."""
    above, numbers = tmp_path_factory.mktemp("tests"), count()

    def folder() -> Path:
        made = above / str(next(numbers))
        made.mkdir()
        return made

    return folder


@pytest.fixture
def tmp_path(folders: Callable[[], Path]) -> Path:
    """A folder for one test; the one of pytest looks through those of all tests before it."""
    return folders()


@pytest.fixture(scope="session", autouse=True)
def no_copies_at_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Safety copies of a test that leaves its fresh machine do not go to whoever runs the tests."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh machine: an empty folder to work in, a data folder of its own, no settings."""
    home = tmp_path / "home"
    work = tmp_path / "work"
    home.mkdir()
    work.mkdir()
    for variable in ("LEGACYTRACK_WORLD", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM"):
        monkeypatch.delenv(variable, raising=False)
    # The disk of a test may lose all at a power cut. Tests of the flushing put their own one here.
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    monkeypatch.chdir(work)
    return work


@pytest.fixture(scope="session")
def box() -> Box:
    """The printed box."""
    return open_box()


@pytest.fixture
def run() -> Run:
    """Run one command in this process: quick, for most tests."""

    def run_here(*words: str) -> Ended:
        from legacytrack.cli.app import run as start

        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = start(list(words))
        for stream in (out, err):
            stream.flush()
        return Ended(
            code, out.buffer.getvalue().decode("utf-8"), err.buffer.getvalue().decode("utf-8")
        )

    return run_here


@pytest.fixture(scope="session")
def made() -> dict[Steps, Files]:
    """What commands that begin many a test have written, by those commands."""
    return {}


@pytest.fixture
def begin_with(run: Run, machine: Path, made: dict[Steps, Files]) -> Callable[..., Path]:
    """Begin a test in a folder with a copy of a world, or none, and commands that have to work.

    Only the first test runs them. The others get the same files, with the same times.
    """

    def begin(*steps: Sequence[str], world: Path | None = None) -> Path:
        above, key = machine.parent, (world, *map(tuple, steps))
        if key in made:
            for name, (content, times) in made[key].items():
                path = above / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                os.utime(path, ns=times)
            return machine / "world.toml"
        assert not any(machine.iterdir())
        if world:
            shutil.copy(world, machine / "world.toml")
        for words in steps:
            ended = run(*words)
            assert ended.code == 0, ended
        made[key] = {
            str(path.relative_to(above)): (path.read_bytes(), (at.st_atime_ns, at.st_mtime_ns))
            for path in above.rglob("*")
            if path.is_file() and (at := path.stat())
        }
        return machine / "world.toml"

    return begin


@pytest.fixture
def process() -> Run:
    """Run one command as a process of its own, as a person would; slower."""

    def run_there(
        *words: str | bytes,
        env: Mapping[str, str] | None = None,
        stdin: str | None = None,
        cwd: Path | None = None,
    ) -> Ended:
        done = subprocess.run(
            [sys.executable, "-m", "legacytrack", *words],
            capture_output=True,
            env={**os.environ, **(env or {})},
            input=None if stdin is None else stdin.encode(),
            stdin=subprocess.DEVNULL if stdin is None else None,
            cwd=cwd,
            timeout=60,
            check=False,
        )
        return Ended(
            done.returncode,
            done.stdout.decode("utf-8", "surrogateescape"),
            done.stderr.decode("utf-8", "surrogateescape"),
        )

    return run_there
