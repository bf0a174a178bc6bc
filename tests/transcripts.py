"""Console transcripts in Markdown: run them, compare them, and write them anew.

A block fenced as `console` holds lines that begin with `$ legacytrack` and, under each, what it
prints; `[exit 3]` follows when it ends with anything but 0. A block fenced as `toml world.toml` (or
another file name) is written to that file. One file of Markdown is one evening in a fresh folder.

`pytest --write-transcripts` writes what is printed now into the files; read the difference before
you commit it.
"""

from __future__ import annotations

import platform
import re
import shlex
from collections.abc import Callable
from pathlib import Path

from legacytrack.store.box_files import BOXES

FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")


def played(text: str, run: Callable[..., object], folder: Path) -> str:
    """Play all blocks of a Markdown text and return the text as it should be."""

    def play(block: re.Match[str]) -> str:
        kind, name, body = block.groups()
        if kind == "toml" and name:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(body, encoding="utf-8")
        if kind != "console":
            return block.group(0)
        said = "".join(_answer(command, run, folder) for command in _commands(body))
        return f"```console\n{said}```"

    return FENCE.sub(play, text)


def worlds(path: Path) -> list[bytes]:
    """The files that a Markdown file writes by hand."""
    blocks = FENCE.findall(path.read_text(encoding="utf-8"))
    return [body.encode() for kind, _, body in blocks if kind == "toml"]


def _commands(body: str) -> list[str]:
    lines = body.splitlines()
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]


def _answer(command: str, run: Callable[..., object], folder: Path) -> str:
    program, *words = shlex.split(command)
    if program == "cat":
        path = words[0].replace("~", str(folder.parent / "home"))
        out, code = (folder / path).read_text(encoding="utf-8"), 0
    else:
        assert program == "legacytrack", f"a transcript runs legacytrack and cat, not {program}"
        code, out, err = run(*words)  # type: ignore[misc]
        out += err
    out = out.replace(str(folder.parent / "home"), "~").replace(str(folder), ".")
    out = out.replace(str(BOXES), "(package)/boxes").replace(platform.python_version(), "3.x")
    out = TIME.sub("2026-01-03 20:15", out)
    if out and not out.endswith("\n"):
        out += "\n"
    return f"$ {command}\n{out}" + (f"[exit {code}]\n" if code else "")


def compare(path: Path, run: Callable[..., object], folder: Path, *, write: bool) -> None:
    """Hold a Markdown file to what the program prints, or write it anew."""
    before = path.read_text(encoding="utf-8")
    after = played(before, run, folder)
    if write:
        path.write_text(after, encoding="utf-8")
    assert write or after == before
    assert before.count("$ legacytrack") > 0
