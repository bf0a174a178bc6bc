"""A kitchen table: a machine of its own, at which the program is told one line after another."""

from __future__ import annotations

import contextlib
import io
import os
import re
import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

PROMISED = (0, 2, 3, 4, 5, 6)  # 1 is for what nobody foresaw
LONG = 20  # seconds: nobody waits so long for an answer
# What may not reach a terminal: controls, half characters, marks that turn the direction of text.
STEERING = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)


class Ended(NamedTuple):
    """How a line ended: exit code, stdout, stderr, and the traceback of what got out."""

    code: int
    out: str
    err: str
    raised: str = ""

    @property
    def wrong(self) -> str:
        """What is wrong whatever the line was; empty if nothing is."""
        if self.raised:
            return f"a traceback: {self.raised}"
        if self.code not in PROMISED:
            return f"exit code {self.code}: {self.err[-300:]}"
        if "Traceback" in self.err:
            return "a traceback on stderr"
        found = STEERING.search(self.out) or STEERING.search(self.err)
        if found:
            return f"{found[0]!r} in what is printed"
        if self.code in (0, 3) or self.out.startswith("{"):
            return ""
        return "" if self.err.count("error: ") >= 1 else "no word of what is wrong"


class _SlowError(Exception):
    """A line took longer than anybody waits."""


def _too_slow(*_: object) -> None:
    raise _SlowError


class Stream(io.TextIOWrapper):
    """A stream in memory that may say it is a terminal."""

    def __init__(self, *, tty: bool = False) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", newline="")
        self.tty = tty

    def isatty(self) -> bool:
        return self.tty

    @property
    def text(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode("utf-8")  # type: ignore[attr-defined]


class Kitchen:
    """A folder to work in, with a world file that the program is told of."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.world = folder / "world.toml"
        self.history = folder / "world.history.jsonl"

    def say(self, *words: str, tty: bool = False, stdin: str = "") -> Ended:
        """Tell the program one line, in this process."""
        from legacytrack.cli.app import run

        out, err = Stream(tty=tty), Stream(tty=tty)
        raised, code = "", -1
        before = sys.stdin
        sys.stdin = io.StringIO(stdin)
        watched = threading.current_thread() is threading.main_thread()
        if watched:
            signal.signal(signal.SIGALRM, _too_slow)
            signal.setitimer(signal.ITIMER_REAL, LONG)
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = run(list(words))
        except SystemExit as ended:  # the end of a completion
            code = ended.code if isinstance(ended.code, int) else 0
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            raised = "".join(traceback.format_exception(error)[-3:])
        finally:
            if watched:
                signal.setitimer(signal.ITIMER_REAL, 0)
            sys.stdin = before
        return Ended(code, out.text, err.text, raised)

    def lay(self, world: bytes, history: bytes | None = None) -> None:
        """Put a world on the table, with the history beside it, which was written before it."""
        for path, text in ((self.history, history), (self.world, world)):
            path.unlink(missing_ok=True)
            if text is not None:
                path.write_bytes(text)
        if history is not None:
            os.utime(self.history, (1, 1))

    @property
    def files(self) -> tuple[bytes, bytes | None]:
        """World and history as they are now."""
        history = self.history.read_bytes() if self.history.exists() else None
        return self.world.read_bytes(), history


@contextlib.contextmanager
def kitchen(**variables: str) -> Iterator[Kitchen]:
    """Set a table: no settings of the user count, and none of the files is touched.

    Args:
        variables: of the environment, beside those that say where the files are.
    """
    with tempfile.TemporaryDirectory(prefix="kitchen-") as name:
        folder = Path(name)
        table = Kitchen(folder)
        kept, here = dict(os.environ), Path.cwd()
        for variable in ("NO_COLOR", "FORCE_COLOR", "LEGACYTRACK_TRACEBACK", "TERM"):
            os.environ.pop(variable, None)
        os.environ |= {
            "HOME": str(folder / "home"),
            "XDG_DATA_HOME": str(folder / "home" / "data"),
            "XDG_STATE_HOME": str(folder / "home" / "state"),
            "LEGACYTRACK_WORLD": str(table.world),
            "COLUMNS": "80",
            **variables,
        }
        os.chdir(folder)
        try:
            yield table
        finally:
            os.chdir(here)
            os.environ.clear()
            os.environ |= kept


def each(times: int, attempt: Callable[[int], Any]) -> tuple[str, ...]:
    """Try something many times; what a try says is wrong is kept, and told as it comes.

    Args:
        times: how often.
        attempt: takes the number of the try, from 0, and gives what is wrong, or nothing.
    """
    lost = []
    for number in range(times):
        wrong = attempt(number)
        if wrong:
            lost.append(f"try {number}: {wrong}")
            print(f"lost so far: {len(lost)}; {lost[-1]}", file=sys.stderr, flush=True)
    return tuple(lost)
