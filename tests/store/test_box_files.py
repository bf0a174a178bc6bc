"""The boxes come with the package; reading them again is quick, and never gives old data."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from legacytrack.errors import FileError
from legacytrack.store import box_files, world_file
from legacytrack.store.box_files import open_box


@pytest.fixture
def boxes(machine: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The boxes of the package in a folder that may be changed."""
    folder = machine / "boxes"
    shutil.copytree(box_files.BOXES, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(box_files, "BOXES", folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return folder


def name_of(territory: str) -> str:
    return open_box().territories[territory].name


def kept(boxes: Path) -> list[Path]:
    """The copies that were made."""
    return [path for path in boxes.rglob("__pycache__/*") if path.is_file()]


# Which box


@pytest.mark.parametrize(
    "id", ["no-such-box", "", ".", "..", "../boxes/risk-legacy", "risk-legacy/", "a\\b", "a" * 300]
)
def test_an_unknown_box(id: str) -> None:
    """A world of a box that is not here is refused, and the boxes that are here are named."""
    with pytest.raises(FileError) as caught:
        open_box(id)
    assert caught.value.exit_code == 4
    (finding,) = caught.value.findings
    assert finding.rule == "unknown-box"
    assert "risk-legacy" in finding.fix


def test_the_world_names_its_box(machine: Path, run: Callable[..., Any]) -> None:
    """The world file says which box it was made from; a lookup that needs none still works."""
    (machine / "world.toml").write_bytes(b'box = "no-such-box"\n')
    ended = run("check")
    assert ended.code == 4
    assert "no-such-box" in ended.err
    (machine / "world.toml").write_bytes(b'box = "risk-legacy"\n')
    assert run("check").code == 0


def test_the_example_is_a_world() -> None:
    """The example world that comes with the box can be read, and names that box."""
    data = world_file.parse(world_file.read_bytes(box_files.EXAMPLE), box_files.EXAMPLE)
    assert data["box"] == box_files.FIRST_BOX


# The kept copy


def test_only_what_is_asked_for_is_read(boxes: Path) -> None:
    """Opening a box reads nothing yet, and a question only the part that it needs."""
    box = open_box()
    assert kept(boxes) == []
    assert len(box.territories) == 42
    assert [path.name.partition(".")[0] for path in kept(boxes)] == ["board"]


def test_a_copy_is_made_and_used(boxes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second reading takes the copy of the first, and gives the same."""
    first = open_box()
    rules, marks = first.rules, first.scars
    assert kept(boxes)

    def no_toml(text: str) -> None:
        raise AssertionError("the file was read again")

    monkeypatch.setattr("tomllib.loads", no_toml)
    second = open_box()
    assert second.rules == rules
    assert second.scars == marks


@pytest.mark.parametrize("how", ["longer", "same length"])
def test_a_changed_file_is_read_anew(boxes: Path, how: str) -> None:
    """When the data of the package changes, the copy of the old data is passed over."""
    assert name_of("alaska") == "Alaska"
    board = boxes / "risk-legacy" / "board.toml"
    new = "Alyeska" if how == "longer" else "Alasko"
    text = board.read_bytes().replace(b'name = "Alaska"', f'name = "{new}"'.encode())
    os.utime(board, ns=(1, 1))
    board.write_bytes(text)
    assert name_of("alaska") == new
    assert name_of("alaska") == new


@pytest.mark.parametrize("content", [b"", b"garbage", b"\xe9\x05", b"N", b"[\x02\x00\x00\x00NN"])
def test_a_damaged_copy_is_passed_over(boxes: Path, content: bytes) -> None:
    """A copy that cannot be read costs nothing but time, and is made anew."""
    assert name_of("alaska") == "Alaska"
    (copy,) = kept(boxes)
    whole = copy.read_bytes()
    copy.write_bytes(content)
    assert name_of("alaska") == "Alaska"
    assert copy.read_bytes() == whole
    copy.write_bytes(whole[: len(whole) // 2])
    assert name_of("alaska") == "Alaska"


def test_a_package_that_cannot_be_written(boxes: Path) -> None:
    """Where no copy can be kept the box is read all the same, and nothing is left behind."""
    (boxes / "risk-legacy" / "__pycache__").write_bytes(b"a file in the way")
    assert name_of("alaska") == "Alaska"
    assert kept(boxes) == []


def test_who_wants_no_copies_gets_none(boxes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's own setting to write no such copies is kept to."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert name_of("alaska") == "Alaska"
    assert kept(boxes) == []
