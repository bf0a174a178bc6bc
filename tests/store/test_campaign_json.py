"""A campaign as one document: all of it comes back, and what is no campaign is refused."""

from __future__ import annotations

import datetime
import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacytrack.campaign.writing import entry_of
from legacytrack.errors import FileError
from legacytrack.model.change import difference, same, without_empty_tables
from legacytrack.store.campaign_json import document, read, text_of
from legacytrack.store.entries import Entry, Waived
from legacytrack.store.hunks import Hunk

MOMENTS = [
    datetime.date(2026, 1, 3),
    datetime.time(19, 30),
    datetime.datetime(2026, 1, 3, 20, 15),
    datetime.datetime(2026, 1, 3, 20, 15, tzinfo=datetime.UTC),
]
KEYS = st.sampled_from(
    ["a", "b", "peru", "$toml", "toml", "is", "odd key", "a.b", "", '"', "é", "漢"]
)
LEAVES = (
    st.booleans()
    | st.integers(-2, 2)
    | st.sampled_from([0.5, 1.0, math.inf, -math.inf, math.nan, 2**70])
    | st.text(st.characters(codec="utf-8"), max_size=4)
    | st.sampled_from(MOMENTS)
)
VALUES = st.recursive(
    LEAVES,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(KEYS, below, max_size=3),
    max_leaves=12,
)
TREES = st.dictionaries(KEYS, VALUES, max_size=4).map(without_empty_tables)


def begun(data: dict[str, Any], **more: Any) -> Entry:
    """A history of one line that leads to a world."""
    return entry_of({}, difference({}, data), said="Begun.", fresh=True, **more)


def kept(folder: Path, text: str) -> Path:
    path = folder / "campaign.json"
    path.write_text(text, encoding="utf-8")
    return path


@given(data=TREES)
def test_any_world_comes_back(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    """Any tree that a world file can hold is the same after the way through JSON."""
    text = text_of(document(data, [begun(data)]))
    assert text.isascii()
    json.loads(text, parse_constant=pytest.fail)
    back = read(kept(tmp_path_factory.mktemp("kept"), text))
    assert same(back.data, data)
    assert list(back.data) == list(data)


def test_the_history_comes_back_without_lines_of_files(tmp_path: Path) -> None:
    """Every line is the same, but for the lines of the file that it came from."""
    data = {"name": "Ours"}
    first = begun(data, command="new Ours", game=None)
    hunk = Hunk(0, ("# secret",), ("name",), "x", "y")
    after = {"name": "Ours", "cards": {"peru": {"coins": 2}}}
    waived = (Waived("coin-cap", "cards.peru.coins", "That is one too many.", "packet"),)
    second = entry_of(
        *(data, difference(data, after)),
        said="1 coin.",
        command="coin peru",
        number=2,
        game=3,
        waived=waived,
    )
    third = entry_of(after, difference(after, data), said="Undone.", number=7, undoes=(2,))
    text = text_of(document(data, [first, second._replace(hunk=hunk), third]))
    assert "secret" not in text
    assert read(kept(tmp_path, text)).entries == (first, second, third)


def test_a_change_is_a_line_of_the_document() -> None:
    """Two documents are well compared: the history has a line for each change."""
    data = {"name": "Ours", "players": {"ana": {"name": "Ana"}}}
    lines = text_of(document(data, [begun(data), begun(data, number=2)])).splitlines()
    assert lines[:4] == ["{", '  "legacytrack_campaign": 1,', '  "world": {', '    "name": "Ours",']
    assert [line.startswith('    {"n": ') for line in lines].count(True) == 2


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_other_looks_are_fine(tmp_path: Path, mark: str) -> None:
    """A byte order mark, other spaces and the envelope of --json do no harm."""
    data = {"name": "Ours"}
    whole = document(data, [begun(data)])
    for found in (whole, {"legacytrack": 1, "command": "export json", "data": whole, "errors": []}):
        path = kept(tmp_path, mark + json.dumps(found, indent=7, ensure_ascii=False))
        assert read(path).data == data


def changed(**more: Any) -> str:
    data = {"name": "Ours"}
    return json.dumps({**document(data, [begun(data)]), **more})


HISTORY = document({"name": "Ours"}, [begun({"name": "Ours"})])["history"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "Expecting value"),
        ("{", "Expecting property name"),
        ("[]", "no legacytrack_campaign"),
        ("5", "no legacytrack_campaign"),
        ("null", "no legacytrack_campaign"),
        ("{}", "no legacytrack_campaign"),
        ('{"command": "export json"}', "no legacytrack_campaign"),
        ('{"legacytrack_campaign": 1}', "no world, or no history"),
        ('{"legacytrack_campaign": NaN}', "NaN is no number"),
        ("[" * 100_000, "nested too deep"),
        ("1" * 5000, "digit"),
        (changed(legacytrack_campaign="1"), "no legacytrack_campaign"),
        (changed(legacytrack_campaign=True), "no legacytrack_campaign"),
        (changed(legacytrack_campaign=0), "no legacytrack_campaign"),
        (changed(world=[]), "no world, or no history"),
        (changed(world={"name": None}), "world.name is null"),
        (changed(world={"a": {"b": [None]}}), "world.a.b is null"),
        (changed(world={"name": "\udc80"}), "world.name holds half a character"),
        (changed(world={"a\udc80": 1}), "world holds half a character"),
        (changed(world={"a": {"$toml": "sys", "is": "x"}}), "world.a is tagged"),
        (changed(world={"a": {"$toml": "date", "is": "x"}}), "Invalid isoformat"),
        (changed(world={"a": {"$toml": "date"}}), "world.a is tagged"),
        (changed(world={"a": {"$toml": "table", "is": 5}}), "world.a is tagged"),
        (changed(world={"a": {"$toml": ["date"], "is": "x"}}), "world.a is tagged"),
        (changed(world={"name": "Theirs"}), "its history does not lead to its world"),
        (changed(history=[]), "no world, or no history"),
        (changed(history={}), "no world, or no history"),
        (changed(history=[5]), "line 1 of its history"),
        (changed(history=[*HISTORY, {"n": 2}]), "line 2 of its history"),
        (changed(history=HISTORY * 2), "line 2 of its history"),
        (changed(history=[{**HISTORY[0], "after": "x"}]), "does not lead"),
        (changed(history=[{**HISTORY[0], "edits": [["name.x", None, 1]]}]), "does not lead"),
    ],
)
def test_what_is_no_campaign_is_refused(tmp_path: Path, text: str, what: str) -> None:
    """Anything else is exit 4, says what is wrong with it and where, and how to get a good one."""
    with pytest.raises(FileError) as caught:
        read(kept(tmp_path, text))
    (finding,) = caught.value.findings
    assert finding.rule == "no-campaign"
    assert what in finding.what
    assert "campaign.json" in finding.what
    assert "export json" in finding.fix


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    """A picture is no campaign."""
    path = tmp_path / "campaign.json"
    path.write_bytes(b"\x89PNG\xff")
    with pytest.raises(FileError) as caught:
        read(path)
    assert caught.value.findings[0].rule == "no-campaign"


def test_a_newer_document_is_refused(tmp_path: Path) -> None:
    """What a later version wrote is left to it."""
    with pytest.raises(FileError) as caught:
        read(kept(tmp_path, changed(legacytrack_campaign=2, world="anything")))
    (finding,) = caught.value.findings
    assert finding.rule == "newer-format"
    assert "version 2; this program reads up to 1" in finding.what


@pytest.mark.parametrize("name", ["nowhere.json", "."])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    """No file, or a folder, is said as of any file."""
    with pytest.raises(FileError) as caught:
        read(tmp_path / name)
    assert caught.value.findings[0].rule == "cannot-read"
