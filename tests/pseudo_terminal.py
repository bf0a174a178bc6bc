"""A pseudo-terminal: the program as it is seen in a window of some width."""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping

PROGRAM = [sys.executable, "-m", "legacytrack"]


class Shown:
    """What came out of a command on a terminal."""

    def __init__(self, code: int, out: bytes, err: bytes) -> None:
        self.code = code
        self.raw = out
        self.out = out.replace(b"\r\n", b"\n").decode("utf-8", "replace")
        self.err = err.decode("utf-8", "replace")


def terminal(*words: str, columns: int = 80, env: Mapping[str, str] | None = None) -> Shown:
    """Run a command on a pseudo-terminal of some width, stderr apart."""
    main, side = os.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, columns_as_bytes(columns))
    running = subprocess.Popen(
        [*PROGRAM, *words],
        stdin=side,
        stdout=side,
        stderr=subprocess.PIPE,
        env={**os.environ, "TERM": "xterm-256color", **(env or {})},
    )
    os.close(side)
    out = b""
    while True:
        try:
            part = os.read(main, 65536)
        except OSError:  # so a terminal says that nobody writes to it any more
            break
        if not part:
            break
        out += part
    os.close(main)
    assert running.stderr
    with running.stderr:
        err = running.stderr.read()
    return Shown(running.wait(60), out, err)


def columns_as_bytes(columns: int) -> bytes:
    """The size of a window as the terminal driver takes it."""
    return struct.pack("HHHH", 24, columns, 0, 0)
