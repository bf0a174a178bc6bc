"""Words typed at a prompt, connected to functions."""

from __future__ import annotations


def main() -> None:
    """Be the console script."""
    import contextlib
    import gc
    import os
    import sys

    # A lookup ends before garbage could matter, and what Python tidies up at its end takes a tenth
    # of the whole time. All files are written, flushed and closed by now; only the streams are not.
    gc.disable()
    # A stream that the caller closed is nowhere to be printed to; that is no reason to fall over.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: PTH123, SIM115
    try:
        from legacytrack.cli.app import start

        code = start(sys.argv[1:])
    except KeyboardInterrupt:
        code = 130
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):  # a full disk was spoken of already
            stream.flush()
    os._exit(code)
