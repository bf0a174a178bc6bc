"""A machine of its own for the trust harness: a home, a folder, the program, and a look at the files."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import legacytrack
from legacytrack.campaign.checking import check
from legacytrack.campaign.door import Campaign
from legacytrack.errors import LegacytrackError
from legacytrack.store import history
from legacytrack.store.entries import digest
from legacytrack.store.places import Places

PROGRAM = (sys.executable, "-m", "legacytrack")
SOURCE = str(Path(legacytrack.__file__).parent.parent)
_TAKEN_AWAY = ("LEGACYTRACK_WORLD", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM")


class Ended(NamedTuple):
    """How a run ended: exit code, stdout, stderr."""

    code: int
    out: str
    err: str


class Machine(NamedTuple):
    """A fresh machine.

    Args:
        folder: an empty folder to work in.
        env: the variables of the person who sits there.
    """

    folder: Path
    env: dict[str, str]

    @property
    def world(self) -> Path:
        """The world file that commands in this folder use."""
        return self.folder / "world.toml"

    def start(
        self, *words: str, program: Sequence[str] = PROGRAM, **more: object
    ) -> subprocess.Popen[bytes]:
        """Start the program as a process of its own, in the folder."""
        options = {
            "cwd": self.folder,
            "env": self.env,
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            **more,
        }
        return subprocess.Popen([*program, *words], **options)  # type: ignore[call-overload]

    def run(
        self, *words: str, env: Mapping[str, str] | None = None, seconds: float = 60, **more: object
    ) -> Ended:
        """Run the program to its end, as a process of its own."""
        with self.start(*words, env={**self.env, **(env or {})}, **more) as running:
            try:
                out, err = running.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                running.kill()
                raise
        return Ended(running.returncode, _text(out), _text(err))


def _text(read: bytes | None) -> str:
    return (read or b"").decode("utf-8", "surrogateescape")


class Look(Protocol):
    """What looks at the calls of a process."""

    def __call__(self, frame: Any, event: str, call: Any) -> None: ...

    def told(self) -> str:
        """Give what it saw."""


class Fork:
    """The program in a copy of this process: as itself, but for the time that loading takes.

    Args:
        table: the machine.
        words: the command.
        look: what looks at its calls, as for `sys.setprofile`, and has something to tell in the end.
    """

    def __init__(self, table: Machine, *words: str, look: Look | None = None) -> None:
        self.streams = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115
        self.pid = os.fork()
        if not self.pid:
            self._be(table, words, look)

    def _be(self, table: Machine, words: Sequence[str], look: Look | None) -> None:
        from legacytrack.cli.app import run

        code = 1
        try:
            for number, stream in enumerate(self.streams, 1):
                os.dup2(stream.fileno(), number)
            sys.stdin = open(os.devnull)  # noqa: SIM115, PTH123
            sys.stdout, sys.stderr = (open(n, "w", encoding="utf-8") for n in (1, 2))  # noqa: PTH123, SIM115
            os.chdir(table.folder)
            os.environ.clear()
            os.environ.update(table.env)
            sys.setprofile(look)
            code = run(list(words))
            sys.setprofile(None)
            if look:
                print(look.told(), file=sys.stderr)
            sys.stdout.flush()
            sys.stderr.flush()
        except BaseException:
            os.write(2, traceback.format_exc().encode())
        finally:
            os._exit(code)

    def has_ended(self) -> bool:
        """Tell whether it has come to its end, and leave it there."""
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def end(self) -> Ended:
        """Wait for its end."""
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        said = []
        for stream in self.streams:
            with stream:
                stream.seek(0)
                said.append(stream.read())
        return Ended(code, *map(_text, said))


@contextlib.contextmanager
def machine() -> Iterator[Machine]:
    """Give a fresh machine, and take it away afterwards."""
    with tempfile.TemporaryDirectory(prefix="trust-", ignore_cleanup_errors=True) as folder:
        home, work = Path(folder) / "home", Path(folder) / "work"
        home.mkdir()
        work.mkdir()
        env = {name: value for name, value in os.environ.items() if name not in _TAKEN_AWAY}
        env |= {"HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
        env |= {"XDG_STATE_HOME": str(home / "state"), "PYTHONPATH": SOURCE}
        yield Machine(work, env)


def here(*words: str) -> Ended:
    """Run one command in this process; quick, and never killed."""
    from legacytrack.cli.app import run

    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(list(words))
    for stream in (out, err):
        stream.flush()
    return Ended(code, *(stream.buffer.getvalue().decode("utf-8") for stream in (out, err)))


def unwhole(world: Path) -> Iterator[str]:
    """Say what is not whole about a world and its history; nothing for a sound campaign.

    Args:
        world: the world file; what a crash left of a change is finished first.
    """
    try:
        campaign = Campaign(Places(world, "a test"))
        findings, _, notes = check(campaign)
        lines = history.read(campaign.places.history)
    except LegacytrackError as error:
        yield f"it cannot be opened: {error}"
        return
    yield from (finding.what for finding in findings)
    yield from notes  # it would take a half change for an edit by hand
    yield from (finding.what for finding in lines.damaged)
    if [entry.number for entry in lines.entries] != list(range(1, len(lines.entries) + 1)):
        yield f"the numbers of the history are {[entry.number for entry in lines.entries]}"
    if digest(history.fold(lines.entries)) != digest(campaign.data):
        yield "the history does not lead to the world"
