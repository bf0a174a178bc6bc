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


def keep(line: str) -> None:
    """Keep a line that was typed, but not one twice in a row.

    Where nothing can be written the arrow keys still bring it back this evening.

    Args:
        line: the line, without its end.
    """
    import readline

    count = readline.get_current_history_length()
    if not line.strip() or (count and readline.get_history_item(count) == line):
        return
    readline.add_history(line)
    path = file()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        readline.append_history_file(1, path)


def shorten() -> None:
    """Keep no more lines than anybody looks for, those of another prompt among them."""
    import readline

    with contextlib.suppress(OSError):
        readline.clear_history()
        readline.read_history_file(file())
        if readline.get_current_history_length() > MOST:
            readline.set_history_length(MOST)
            readline.write_history_file(file())
