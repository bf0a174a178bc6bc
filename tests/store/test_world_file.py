"""A world file is read whatever its looks, and replaced whole or not at all."""

from __future__ import annotations

import errno
import math
import os
import stat
import threading
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import pytest

from legacytrack.errors import FileError
from legacytrack.store import world_file
from legacytrack.store.world_file import parse, read_bytes, replace

HERE = Path("world.toml")


def refused(call: Callable[[], Any], code: str) -> FileError:
    """Expect one finding with a code, and the exit code of files."""
    with pytest.raises(FileError) as caught:
        call()
    assert caught.value.exit_code == 4
    assert [finding.rule for finding in caught.value.findings] == [code]
    return caught.value


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# Reading


def test_no_file(machine: Path) -> None:
    """A world that is not there is a matter of files, and the answer names the path."""
    missing = machine / "gone" / "world.toml"
    error = refused(lambda: read_bytes(missing), "no-world")
    assert str(missing) in error.findings[0].what


def test_a_folder_is_no_file(machine: Path) -> None:
    """What cannot be read for another reason than that it is missing is told apart from it."""
    refused(lambda: read_bytes(machine), "cannot-read")


@pytest.mark.parametrize(
    "text",
    [
        b'name = "Zo\xc3\xab"\n[players.a]\nname = "A"\n',
        b'\xef\xbb\xbfname = "Zo\xc3\xab"\n[players.a]\nname = "A"\n',
        b'name = "Zo\xc3\xab"\r\n[players.a]\r\nname = "A"\r\n',
        b'\xef\xbb\xbfname = "Zo\xc3\xab"\r\nplayers = { a = { name = "A" } }',
        b'# a word\n[players]\na.name = "A" # another\n\n[cards]\n[cards.peru]\n[games.1]\n',
    ],
)
def test_looks_do_not_matter(text: bytes) -> None:
    """Byte order mark, line ends, comments, inline tables and empty tables change nothing."""
    data = parse(text, HERE)
    assert data.pop("name", "Zoë") == "Zoë"
    assert data == {"players": {"a": {"name": "A"}}}


def test_every_kind_of_value() -> None:
    """All that TOML can say is read: dates, infinity, tables in lists."""
    text = b"""
a = 2026-01-03T20:00:00Z
b = 2026-01-03T20:00:00.5
c = 2026-01-03
d = 20:00:00
e = [inf, -inf, nan]
[[f]]
[[f]]
x = {}
"""
    data = parse(text, HERE)
    assert math.isnan(data["e"].pop())
    assert data == {
        "a": datetime(2026, 1, 3, 20, tzinfo=UTC),
        "b": datetime(2026, 1, 3, 20, 0, 0, 500_000),
        "c": date(2026, 1, 3),
        "d": time(20),
        "e": [math.inf, -math.inf],
        "f": [{}, {"x": {}}],
    }


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (b"a = 1\n\nb = = 2\n", "line 3, column 5"),
        (b"\xef\xbb\xbfa = 1\r\nb = = 2\r\n", "line 2, column 5"),
        (b"a = 1\na = 2\n", "line 2"),
        (b"a = [1,\n", "line 1, the end of the file"),
        (b'name = "A\xff"\n', "line 1, column 10"),
        (b"a = 1\n# caf\xe9\n", "line 2, column 6"),
        (b"\xef\xbb\xbfa = 1\n# caf\xe9\n", "line 2, column 6"),
        (b"\na = " + b"[" * 100_000, "line 2"),
        (b"\na = " + b"9" * 10_000, "line 2"),
    ],
    ids=["=", "bom", "twice", "open", "byte", "line 2", "bom byte", "deep", "long"],
)
def test_what_cannot_be_parsed(text: bytes, place: str) -> None:
    """A file that is no TOML in UTF-8 is refused, with line and column where there are any."""
    error = refused(lambda: parse(text, HERE), "cannot-parse")
    assert place in error.findings[0].where
    assert place in error.findings[0].what


def test_newer_format() -> None:
    """A file of a later version is not guessed at; both formats are named."""
    error = refused(lambda: parse(b"format = 2\n", HERE), "newer-format")
    assert "format 2" in error.findings[0].what
    assert parse(b"format = 1\n", HERE) == {"format": 1}
    assert parse(b'format = "2"\n', HERE) == {"format": "2"}  # misshapen, and told elsewhere


# Replacing


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o664, 0o640])
def test_mode_bits_are_kept(machine: Path, mode: int) -> None:
    """Who could read and write the file before can do so after, whatever the umask."""
    path = machine / "world.toml"
    path.write_bytes(b"old")
    path.chmod(mode)
    before = os.umask(0o077)
    try:
        replace(path, b"new")
    finally:
        os.umask(before)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert names(machine) == ["world.toml"]


def test_a_new_file_is_as_open_as_any_other(machine: Path) -> None:
    """A file that is new gets the rights that every new file of this user gets."""
    before = os.umask(0o022)
    try:
        replace(machine / "new.toml", b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((machine / "new.toml").stat().st_mode) == 0o644


@pytest.mark.parametrize("relative", [True, False])
def test_a_link_is_followed(machine: Path, relative: bool) -> None:
    """A link stays a link, and the file it leads to is replaced, where that one lies."""
    real = machine / "shared" / "thursday.toml"
    real.parent.mkdir()
    real.write_bytes(b"old")
    link = machine / "world.toml"
    link.symlink_to(Path("shared/thursday.toml") if relative else real)
    replace(link, b"new")
    assert link.is_symlink()
    assert not real.is_symlink()
    assert real.read_bytes() == b"new"
    assert names(machine) == ["shared", "world.toml"]
    assert names(real.parent) == ["thursday.toml"]


def _broken(*args: Any, **kwargs: Any) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("step", ["fchmod", "fsync", "replace"])
@pytest.mark.parametrize("old", [b"old", None])
def test_a_failure_leaves_the_old_file(
    machine: Path, monkeypatch: pytest.MonkeyPatch, step: str, old: bytes | None
) -> None:
    """When a step of writing fails, the old file is as it was and no other file is left."""
    path = machine / "world.toml"
    if old is not None:
        path.write_bytes(old)
    elif step == "fchmod":
        step = "fsync"  # a new file has no rights to keep
    before = names(machine)
    with monkeypatch.context() as patched:
        patched.setattr(os, step, _broken)
        error = refused(lambda: replace(path, b"new" * 10_000), "cannot-write")
    assert "nothing was changed" in error.findings[0].fix
    assert names(machine) == before
    assert old is None or path.read_bytes() == old


def test_a_full_disk_at_any_byte(machine: Path) -> None:
    """A disk that is full after any number of bytes leaves the old file and nothing else."""
    resource = pytest.importorskip("resource")

    path = machine / "world.toml"
    path.write_bytes(b"old")
    text = b"new " * 5_000
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    for most in (0, 1, 4095, 4096, len(text) - 1):
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
        try:
            refused(lambda: replace(path, text), "cannot-write")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert path.read_bytes() == b"old"
        assert names(machine) == ["world.toml"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_an_interrupt_leaves_the_old_file(
    machine: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Whoever presses Ctrl-C while it is written finds the old file, and no other."""
    path = machine / "world.toml"
    path.write_bytes(b"old")

    def interrupted(*args: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, step, interrupted)
        with pytest.raises(KeyboardInterrupt):
            replace(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(machine) == ["world.toml"]


def test_a_folder_that_cannot_be_flushed(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a folder cannot be flushed (some network disks) the file is written all the same."""
    path = machine / "world.toml"
    really = os.fsync

    def only_files(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            _broken()
        really(handle)

    monkeypatch.setattr(os, "fsync", only_files)
    replace(path, b"new")
    assert path.read_bytes() == b"new"


def test_what_an_old_crash_left_is_no_hindrance(machine: Path) -> None:
    """A temporary file of a crash does not stop the next writer, not even one of the same number."""
    path = machine / "world.toml"
    path.write_bytes(b"old")
    left = machine / f".world.toml.{os.getpid()}.tmp"
    left.write_bytes(b"half of so")
    replace(path, b"new")
    assert path.read_bytes() == b"new"


def test_all_is_on_the_disk_before_the_name(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new bytes are flushed before they take the name, and the folder after."""
    steps: list[str] = []
    fsync, rename = os.fsync, os.replace

    def noted_fsync(handle: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        fsync(handle)

    def noted_rename(old: Any, new: Any) -> None:
        assert Path(old).read_bytes() == b"new"
        steps.append("name")
        rename(old, new)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(os, "replace", noted_rename)
    replace(machine / "world.toml", b"new")
    assert steps == ["file", "name", "folder"]


def test_nobody_sees_half_a_file(machine: Path) -> None:
    """Who reads while it is written gets the old text or the new one, never a part."""
    path = machine / "world.toml"
    texts = [bytes([letter]) * 50_000 for letter in b"ab"]
    path.write_bytes(texts[0])
    seen: set[bytes] = set()
    over = threading.Event()

    def look() -> None:
        while not over.is_set():
            seen.add(path.read_bytes())

    reader = threading.Thread(target=look)
    reader.start()
    for turn in range(60):
        world_file.replace(path, texts[turn % 2])
    over.set()
    reader.join()
    assert seen <= set(texts)
