"""Answers as files: the ending says how, and what the group keeps is never written over."""

from __future__ import annotations

import contextlib
from pathlib import Path

from legacytrack.cli.output import ENDINGS, Settings, talk, written
from legacytrack.errors import FileError, Finding, UsageError
from legacytrack.pages.page import Page
from legacytrack.store import places, world_file


def save(page: Page, settings: Settings) -> None:
    """Write an answer to the file of `--output`, in the format of its ending or of `--format`.

    Args:
        page: the answer.
        settings: what was typed.

    Raises:
        UsageError: it names no file, or its ending says nothing.
        FileError: it is a file of a campaign, or it cannot be written.
    """
    path = _path(settings.output or "")
    format = settings.format or ENDINGS.get(path.suffix.lower())
    if format is None:
        what = f'"{path.name}" does not end in {", ".join(ENDINGS)}.'
        fix = f"give it such an ending, like {settings.command}.html; or add --format FORMAT"
        raise UsageError(Finding("usage", "--output", what, fix))
    _must_be_no_campaign(path, settings)
    text = written(page, format, settings, ascii_only=False)
    content = text.encode("utf-8")
    if path.exists() and not path.is_file():  # a pipe or a device keeps its place
        try:
            path.write_bytes(content)
        except OSError as error:
            raise world_file.cannot_write(path, error) from error
    else:
        world_file.replace(path, content)
    talk([f"Written: {path}"])


def _path(text: str) -> Path:
    if not text or "\0" in text:
        what = "--output names no file."
        raise UsageError(
            Finding("usage", "--output", what, "-o FILE.html; or -o - for the terminal")
        )
    try:
        path = Path(text).expanduser()
    except RuntimeError as error:
        what = f"There is no home folder for {text.partition('/')[0]}."
        raise UsageError(Finding("usage", "--output", what, "name a file")) from error
    if path.is_dir():
        what = f"{path} is a folder."
        raise UsageError(
            Finding("usage", "--output", what, f"name a file: {path / 'summary.html'}")
        )
    return path


def _must_be_no_campaign(path: Path, settings: Settings) -> None:
    """Refuse to write over a world file, its history or its lock, under whatever name."""
    kept = list(places.campaigns().values())
    with contextlib.suppress(FileError):  # the printed box answers without a world, too
        kept.append(settings.places().world)
    for world in kept:
        here = places.Places(world, "")
        for file in (here.world, here.history, here.lock):
            if _same(path, file):
                what = f"{path} belongs to a campaign: it is never written over."
                raise FileError(Finding("cannot-write", str(path), what, "choose another name"))
    if _looks_like_a_world(path):
        what = f"{path} looks like a world file: it is never written over."
        raise FileError(Finding("cannot-write", str(path), what, "choose another name"))


def _same(one: Path, other: Path) -> bool:
    try:
        return one.resolve() == other.resolve() or one.samefile(other)
    except OSError:
        return False


def _looks_like_a_world(path: Path) -> bool:
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            lines = file.read(4096).split(b"\n")
    except OSError:
        return False
    return any(line.replace(b" ", b"").startswith((b"format=", b"[players.")) for line in lines)
