"""Words typed at a prompt, connected to functions."""

from __future__ import annotations

from typing import Any

STOPPED = 130  # what a program ends with after Ctrl-C


def main() -> None:
    """Be the console script."""
    try:
        code = _run()
    except KeyboardInterrupt:
        code = STOPPED
    _end(code)


def _end(code: int) -> None:
    """End at once: files are closed and streams are flushed by now.

    What Python tidies up at its end would take a tenth of a lookup.
    """
    import os

    os._exit(code)


def _run() -> int:
    import contextlib
    import gc
    import os
    import signal
    import sys

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)
    gc.disable()  # a lookup ends before garbage could matter
    # A stream that the caller closed is nowhere to be printed to; that is no reason to fall over.
    # And none of their three numbers may go to a file of the campaign.
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: PTH123, SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: PTH123, SIM115
    from legacytrack.cli.app import start

    code = start(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):  # a full disk was spoken of already
            stream.flush()
    return code


def _stop(*_: Any) -> None:
    """End on Ctrl-C, wherever that comes; only a change that is being written is taken back first.

    A KeyboardInterrupt comes out of an import now and then as another error, or not at all.
    """
    import sys

    files = sys.modules.get("legacytrack.store.world_file")
    if files and files.__dict__.get("Writing") and files.Writing.depth:
        raise KeyboardInterrupt
    _end(STOPPED)
