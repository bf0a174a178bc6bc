"""The world file: reading it, and replacing it so that a crash leaves the old one or the new one."""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from legacytrack.errors import FileError, Finding
from legacytrack.model.change import without_empty_tables
from legacytrack.model.world import FORMAT


def read_bytes(path: Path) -> bytes:
    """Read a world file as it is.

    Raises:
        FileError: there is no such file, or it cannot be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise FileError(
            Finding(
                "no-world",
                str(path),
                f"There is no world file {path}.",
                'make one: legacytrack new "Thursday world" --players "Ana, Ben, Cy"',
            )
        ) from error
    except OSError as error:
        raise cannot_read(path, error) from error


def box_asked_for(path: Path) -> str | None:
    """Look up the box that a world file asks for, without reading the rest of it.

    Args:
        path: path of the world file.

    Returns:
        The name of the box; None where the file cannot be read or does not say.
    """
    try:
        text = path.read_bytes()
    except OSError:
        return None
    # What stands before the first table is read as TOML reads it, but for names with escapes.
    top = text[: text.find(b"\n[")] if b"\n[" in text else text
    found = re.search(rb"""^[ \t]*box[ \t]*=[ \t]*["']([^"'\\\r\n]+)["']""", top, re.MULTILINE)
    return found[1].decode("utf-8", "replace") if found else None


def cannot_read(path: Path, error: OSError) -> FileError:
    """Say that a file cannot be read."""
    return FileError(
        Finding(
            "cannot-read",
            str(path),
            f"{path} cannot be read: {error.strerror or error}.",
            "check the path (legacytrack where) and the rights of the file",
        )
    )


def parse(text: bytes, path: Path) -> dict[str, Any]:
    """Read the tree of a world file, without its empty tables.

    Args:
        text: the bytes of the file; a byte order mark and any line ends are fine.
        path: where it comes from, for the error.

    Raises:
        FileError: it is not TOML in UTF-8, or was written by a later version.
    """
    import tomllib

    text = text.removeprefix(codecs.BOM_UTF8)
    try:
        data = tomllib.loads(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        column = error.start - text.rfind(b"\n", 0, error.start)
        raise _unreadable(
            path, "byte that is not UTF-8", f"line {line}, column {column}"
        ) from error
    except RecursionError as error:
        raise _unreadable(path, "values nested too deep", _deepest(text)) from error
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).partition(" (at ")
        place = place.removesuffix(")")
        if place == "end of document":
            place = f"line {_lines_in(text)}, the end of the file"
        raise _unreadable(path, what, place) from error
    except ValueError as error:  # Python reads no longer numbers
        long = re.search(rb"[0-9][0-9_]{4000,}", text)
        at = text.count(b"\n", 0, long.start()) + 1 if long else _lines_in(text)
        raise _unreadable(path, "a number of thousands of digits", f"line {at}") from error
    written = data.get("format", FORMAT)
    if isinstance(written, int) and written > FORMAT:
        raise FileError(
            Finding(
                "newer-format",
                "format",
                f"{path} has format {written}; this version reads up to {FORMAT}.",
                "install a newer legacytrack; nothing was changed",
            )
        )
    return without_empty_tables(data)


def _lines_in(text: bytes) -> int:
    return text.rstrip().count(b"\n") + 1


def _deepest(text: bytes) -> str:
    """Name the line that opens the most lists and tables."""
    opened = [line.count(b"[") + line.count(b"{") for line in text.split(b"\n")]
    return f"line {opened.index(max(opened)) + 1}"


def _unreadable(path: Path, what: str, place: str) -> FileError:
    return FileError(
        Finding(
            "cannot-parse",
            f"{path}: {place}",
            f"{path.name} is not valid TOML: {what}, {place}.",
            "correct that place in an editor; legacytrack writes nothing to it until then",
        )
    )


class Writing:
    """How much this process is writing just now: Ctrl-C then has something to take back first."""

    depth = 0


@contextlib.contextmanager
def writing() -> Iterator[None]:
    """Say that something is being written that belongs together."""
    Writing.depth += 1
    try:
        yield
    finally:
        Writing.depth -= 1


def sweep(path: Path) -> None:
    """Delete what killed programs left of a file half written; its lock has to be held."""
    with contextlib.suppress(OSError), os.scandir(path.parent) as beside:
        for each in beside:
            if each.name.startswith(f".{path.name}.") and each.name.endswith(".tmp"):
                Path(each.path).unlink()


@writing()
def replace(path: Path, text: bytes) -> None:
    """Write a file whole: a temporary file beside it, flushed to the disk, takes its place.

    Args:
        path: the file; its mode bits are kept, and a link is followed.
        text: the bytes.

    Raises:
        FileError: it cannot be written; the old file is as it was.
    """
    path = path.resolve()
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        if path.exists() and not os.access(path, os.W_OK):  # somebody closed it on purpose
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        try:
            with temporary.open("wb") as file:
                with contextlib.suppress(FileNotFoundError):
                    _keep_rights(file.fileno(), path.stat())
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
    except OSError as error:
        raise cannot_write(path, error) from error


def keep_beside(path: Path) -> Path:
    """Copy a file under a name of its own beside it, before another one takes its place.

    Args:
        path: the file.

    Returns:
        The copy: `world.replaced-1.toml` for `world.toml`, or the next number that is free.

    Raises:
        FileError: it cannot be copied.
    """
    number = 1
    try:
        text = path.read_bytes()
        while True:
            beside = path.with_name(f"{path.stem}.replaced-{number}{path.suffix}")
            try:
                with beside.open("xb") as file:
                    _keep_rights(file.fileno(), path.stat())
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())
            except FileExistsError:
                number += 1
                continue
            sync_folder(path.parent)
            return beside
    except OSError as error:
        raise cannot_write(path, error) from error


def _keep_rights(file: int, old: os.stat_result) -> None:
    if hasattr(os, "fchmod"):
        # A file of another owner stays the owner's where this user may do that (root at the table).
        with contextlib.suppress(OSError):
            os.fchown(file, old.st_uid, old.st_gid)
        os.fchmod(file, stat.S_IMODE(old.st_mode))


def sync_folder(folder: Path) -> None:
    """Flush a folder to the disk, so that a name in it survives a crash, where that is possible."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def cannot_write(path: Path, error: OSError) -> FileError:
    """Say that a file cannot be written, and that nothing was changed."""
    return FileError(
        Finding(
            "cannot-write",
            str(path),
            f"{path} cannot be written: {error.strerror or error}.",
            "check the rights of the folder and the free space; nothing was changed",
        )
    )
