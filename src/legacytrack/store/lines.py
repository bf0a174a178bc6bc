"""Lines typed at the prompt of `play`, kept for the next evening in the state folder."""

from __future__ import annotations

import contextlib
from pathlib import Path

MOST = 1000


def file() -> Path:
    """The file that keeps the lines."""
    from platformdirs import user_state_path

    return user_state_path("legacytrack", appauthor=False) / "lines.txt"


def load() -> None:
    """Give the lines of earlier evenings to the line editor, if they can be read."""
    import readline

    with contextlib.suppress(OSError):
        readline.read_history_file(file())


def keep() -> None:
    """Keep the line that was just typed; where nothing can be written it is lost, and no more."""
    import readline

    path = file()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        readline.append_history_file(1, path)


def shorten() -> None:
    """Keep no more lines than anybody looks for."""
    import readline

    path = file()
    with contextlib.suppress(OSError):
        if readline.get_current_history_length() > MOST and path.exists():
            readline.set_history_length(MOST)
            readline.write_history_file(path)
