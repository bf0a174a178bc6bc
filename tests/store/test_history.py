"""The history is read back as it was written, survives a torn line, and tells the world again."""

from __future__ import annotations

import datetime
import errno
import json
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.errors import FileError
from legacytrack.model.change import Edit, difference, same, without_empty_tables
from legacytrack.store import entries, history
from legacytrack.store.entries import Entry, Waived
from legacytrack.store.hunks import Hunk, hunk, patched


@pytest.fixture
def path(machine: Path) -> Path:
    return machine / "world.history.jsonl"


def entry(number: int, *edits: Edit, **more: Any) -> Entry:
    """Make a line with everything that does not matter filled in."""
    given = {
        "time": "2026-01-03T20:15:00+00:00",
        "command": f"coin {number}",
        "said": f"Change {number}.",
        "before": "b",
        "after": "a",
        **more,
    }
    return Entry(number=number, edits=edits, **given)


COIN = Edit(("cards", "peru", "coins"), None, 2)
FIRST = entry(1, Edit(("name",), None, "Zoë's world"), fresh=True)


# Writing and reading


def test_no_history(path: Path) -> None:
    """A world without a history is fine: nothing to read, nothing damaged, no last line."""
    assert history.read(path) == ((), ())
    assert history.last(path) is None
    path.write_bytes(b"")
    assert history.read(path) == ((), ())
    assert history.last(path) is None


def test_every_part_of_a_line_comes_back(path: Path) -> None:
    """What a line says is read again: waived laws, what it undoes, the lines of the file."""
    full = entry(
        2,
        COIN,
        Edit(("players", 'o"b.c\\', "name"), "Ana", None),
        game=3,
        undoes=(1, 4),
        redoes=(5,),
        waived=(Waived("coin-cap", "cards.peru.coins", "Seven.", "packet"),),
        hunk=Hunk(3, ("old\r", ""), ("new ☃",), "1", "2"),
    )
    history.append(path, [FIRST, full])
    assert history.read(path) == ((FIRST, full), ())
    assert history.last(path) == full


_KEYS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
_PLAIN = st.one_of(
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    st.datetimes(timezones=st.sampled_from([None, datetime.UTC])),
    st.datetimes().map(
        lambda when: when.replace(tzinfo=datetime.timezone(datetime.timedelta(minutes=-90)))
    ),
    st.dates(),
    st.times(),
)
_VALUES = st.recursive(
    _PLAIN,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(_KEYS, below, max_size=3),
    max_leaves=8,
)
_WORLDS = st.dictionaries(_KEYS, _VALUES, max_size=4).map(without_empty_tables)


@settings(max_examples=50, deadline=None)
@given(_WORLDS, _WORLDS)
def test_worlds_are_told_exactly(
    tmp_path_factory: pytest.TempPathFactory, one: dict[str, Any], other: dict[str, Any]
) -> None:
    """Folding a written history gives the very world: dates, nan, odd keys, tables in lists."""
    path = tmp_path_factory.getbasetemp() / "told.history.jsonl"
    path.unlink(missing_ok=True)
    start = entry(1, *difference({}, one), fresh=True)
    then = entry(2, *difference(one, other))
    history.append(path, [start])
    history.append(path, [then])
    told = history.read(path)
    assert told.damaged == ()
    assert same(history.fold(told.entries[:1]), one)
    assert same(history.fold(told.entries), other)
    assert entries.digest(history.fold(told.entries)) == entries.digest(other)


def test_line_ends_of_another_system(path: Path) -> None:
    """A history that went through a program which changes line ends is read as before."""
    history.append(path, [FIRST, entry(2, COIN)])
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n") + b"\r\n")
    assert history.read(path) == ((FIRST, entry(2, COIN)), ())
    assert history.last(path) == entry(2, COIN)


def test_a_line_is_plain_json(path: Path) -> None:
    """Other programs can read it: a JSON object a line, in UTF-8, with the paths as TOML has them."""
    history.append(path, [entry(7, Edit(("players", "zoë x", "name"), None, "Zoë"), game=2)])
    line = path.read_text(encoding="utf-8")
    assert line.count("\n") == 1
    assert "Zoë" in line
    data = json.loads(line)
    assert (data["n"], data["game"], data["command"]) == (7, 2, "coin 7")
    assert data["edits"] == [['players."zoë x".name', None, "Zoë"]]


# The last line


def test_the_last_line_is_found_without_the_rest(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a history of thousands of long lines only the end is read."""
    with path.open("wb") as file:
        for number in range(1, 3_001):
            file.write(entries.line_of(entry(number, COIN, said="ä" * 1_000)))
        file.write(entries.line_of(entry(3_001, COIN, said="ö" * 30_000)))
    read = 0
    really = Path.open

    class Counted:
        def __init__(self, file: Any) -> None:
            self.file = file

        def read(self, size: int) -> bytes:
            nonlocal read
            read += size
            return bytes(self.file.read(size))

        def seek(self, *where: int) -> int:
            return int(self.file.seek(*where))

        def __enter__(self) -> Counted:
            return self

        def __exit__(self, *args: object) -> None:
            self.file.close()

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", lambda self, mode: Counted(really(self, mode)))
        found = history.last(path)
    assert found == entry(3_001, COIN, said="ö" * 30_000)
    assert 0 < read < 500_000 < path.stat().st_size
    history.append(path, [entry(3_002)])
    assert history.last(path) == entry(3_002)
    assert len(history.read(path).entries) == 3_002


@pytest.mark.parametrize("length", [0, 1, 3_000, 4_090, 4_096, 4_100, 20_000])
def test_the_last_line_however_long(path: Path, length: int) -> None:
    """Where the pieces begin that are read from the end makes no difference."""
    lines = [FIRST, entry(2, said="é" * length), entry(3, said="x" * length)]
    for count in range(1, 4):
        path.unlink(missing_ok=True)
        history.append(path, lines[:count])
        assert history.last(path) == lines[count - 1]


# A torn line


def test_a_line_torn_at_any_byte(path: Path) -> None:
    """Whatever part of a last line a crash left: it is passed over, and the next line is whole."""
    whole = entries.line_of(FIRST) + entries.line_of(entry(2, COIN))
    torn = entries.line_of(entry(3, Edit(("name",), "Zoë's world", "Ö")))
    for length in range(len(torn) - 1):
        path.write_bytes(whole + torn[:length])
        assert history.last(path) == entry(2, COIN)
        assert history.read(path) == ((FIRST, entry(2, COIN)), ())
        history.append(path, [entry(3)])
        assert path.read_bytes() == whole + entries.line_of(entry(3), at=len(whole))


def test_a_line_without_its_end(path: Path) -> None:
    """A last line that lacks nothing but its line end counts, and the next one begins anew."""
    lines = (FIRST, entry(2, COIN))
    path.write_bytes(b"".join(map(entries.line_of, lines))[:-1])
    assert history.last(path) == lines[1]
    assert history.read(path) == (lines, ())
    history.append(path, [entry(3)])
    assert history.read(path) == ((*lines, entry(3)), ())


def test_only_a_torn_line(path: Path) -> None:
    """A history that is nothing but a torn line is an empty one."""
    path.write_bytes(entries.line_of(FIRST)[:40])
    assert history.last(path) is None
    assert history.read(path) == ((), ())
    history.append(path, [FIRST])
    assert path.read_bytes() == entries.line_of(FIRST)


# A damaged line


@pytest.mark.parametrize(
    "damage",
    [
        b"garbage",
        b"{}",
        b"[]",
        b"5",
        b'"text"',
        b"null",
        b"\xff\xfe",
        b'{"n": "two", "time": 1}',
        entries.line_of(entry(2, COIN)).replace(b'"cards.peru.coins"', b"5").rstrip(),
        entries.line_of(entry(2, COIN)).replace(b'"cards.peru.coins"', b'"cards.\\"peru"').rstrip(),
        entries.line_of(entry(2, COIN)).replace(b"2]]", b'{"toml": "tree", "is": 5}]]').rstrip(),
        entries.line_of(entry(2, COIN)).replace(b"null, 2]]", b"null]]").rstrip(),
        b"[" * 100_000,
    ],
    ids=range(13),
)
def test_a_damaged_line_is_told(path: Path, damage: bytes) -> None:
    """A line that cannot be read is named by its number, and costs no other line."""
    lines = [entries.line_of(FIRST), damage + b"\n", entries.line_of(entry(3))]
    path.write_bytes(b"".join(lines))
    told = history.read(path)
    assert told.entries == (FIRST, entry(3))
    assert [finding.rule for finding in told.damaged] == ["history-damaged"]
    assert "line 2" in told.damaged[0].where.lower()
    assert history.last(path) == entry(3)
    path.write_bytes(b"".join(lines[:2]))
    assert history.last(path) == FIRST
    assert len(history.read(path).damaged) == 1


# Appending


def refused(call: Callable[[], Any]) -> None:
    """Expect that it cannot be written."""
    with pytest.raises(FileError) as caught:
        call()
    assert caught.value.exit_code == 4
    assert [finding.rule for finding in caught.value.findings] == ["cannot-write"]


def test_what_was_there_stays(path: Path) -> None:
    """Lines are only ever added, and the length before is told for taking them back."""
    assert history.append(path, [FIRST]) == 0
    before = path.read_bytes()
    assert history.append(path, [entry(2), entry(3)]) == len(before)
    assert path.read_bytes().startswith(before)
    history.cut(path, len(before))
    assert path.read_bytes() == before
    history.cut(path, 0)
    assert not path.exists()


@pytest.mark.parametrize("old", [True, False], ids=["old", "new"])
def test_a_full_disk_at_any_byte(path: Path, old: bool) -> None:
    """A disk that is full after any number of bytes leaves the history as it was."""
    resource = pytest.importorskip("resource")
    if old:
        history.append(path, [FIRST])
    before = path.read_bytes() if old else b""
    line = entries.line_of(entry(2, COIN), at=len(before))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    for most in range(len(before), len(before) + len(line), 7):
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
        try:
            refused(lambda: history.append(path, [entry(2, COIN)]))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert path.exists() == old  # a history that was not there is not left there empty
        assert not old or path.read_bytes() == before
    history.append(path, [entry(2, COIN)])
    assert path.read_bytes() == before + line


@pytest.mark.parametrize("failure", [OSError(errno.EIO, "Input/output error"), KeyboardInterrupt()])
def test_a_line_that_is_not_on_the_disk_is_taken_back(
    path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    """When the flush fails, or somebody presses Ctrl-C, the line does not stay."""
    history.append(path, [FIRST])
    before = path.read_bytes()

    def fails(handle: int) -> None:
        raise failure

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises((FileError, KeyboardInterrupt)):
        history.append(path, [entry(2)])
    assert path.read_bytes() == before


def test_a_folder_in_the_place_of_the_history(path: Path) -> None:
    """A history that cannot be opened is a matter of files, for reading too."""
    path.mkdir()
    refused(lambda: history.append(path, [FIRST]))
    with pytest.raises(FileError):
        history.read(path)
    with pytest.raises(FileError):
        history.last(path)


# Telling the world again


def test_a_fresh_line_begins_the_telling_anew() -> None:
    """What stood before a fresh line is told no more, and cannot be undone."""
    again = entry(3, Edit(("planet",), None, "Mud"), fresh=True)
    assert history.fold([FIRST, entry(2, COIN)]) == {
        "name": "Zoë's world",
        "cards": {"peru": {"coins": 2}},
    }
    assert history.fold([FIRST, entry(2, COIN), again]) == {"planet": "Mud"}
    assert history.live([FIRST, entry(2, COIN), again]) == ([], [])
    assert history.live([FIRST, entry(2, COIN), again, entry(4)]) == ([4], [])


def test_what_is_in_force() -> None:
    """Undo takes changes out of force, redo brings them back, and a new change ends redoing."""
    told = [FIRST, entry(2), entry(3), entry(4)]
    assert history.live(told) == ([2, 3, 4], [])
    told.append(entry(5, undoes=(3,)))
    assert history.live(told) == ([2, 4], [(3,)])
    told.append(entry(6, undoes=(2, 4)))
    assert history.live(told) == ([], [(3,), (2, 4)])
    told.append(entry(7, redoes=(2, 4)))
    assert history.live(told) == ([2, 4], [(3,)])
    told.append(entry(8, redoes=(3,)))
    assert history.live(told) == ([2, 3, 4], [])
    told.append(entry(9, undoes=(4,)))
    told.append(entry(10))
    assert history.live(told) == ([2, 3, 10], [])


def test_entries_by_number() -> None:
    """Changes are picked in the order in which they are asked for; unknown numbers are passed over."""
    told = [FIRST, entry(2), entry(3)]
    assert list(history.changes_of(told, [3, 9, 1])) == [told[2], told[0]]


# Digests


@settings(max_examples=50, deadline=None)
@given(_WORLDS, _WORLDS)
def test_digests_of_different_worlds(one: dict[str, Any], other: dict[str, Any]) -> None:
    """Two worlds have the same digest exactly when they are the same, whatever the order of keys."""
    assert (entries.digest(one) == entries.digest(other)) == same(one, other)
    assert entries.digest(dict(reversed(one.items()))) == entries.digest(one)


_UTC, _CET = datetime.UTC, datetime.timezone(datetime.timedelta(hours=1))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 1.0),
        (1, True),
        (0, False),
        (0.0, -0.0),
        (math.inf, -math.inf),
        (math.nan, math.nan),
        ("1", 1),
        ([1, 2], [2, 1]),
        ("2026-01-03", datetime.date(2026, 1, 3)),
        (datetime.date(2026, 1, 3), datetime.datetime(2026, 1, 3)),
        (datetime.datetime(2026, 1, 3, 20, tzinfo=_UTC), datetime.datetime(2026, 1, 3, 20)),
        (
            datetime.datetime(2026, 1, 3, 20, tzinfo=_UTC),
            datetime.datetime(2026, 1, 3, 21, tzinfo=_CET),
        ),
        ([{"toml": "float", "is": "inf"}], [math.inf]),
        ([{"toml": "table", "is": {}}], [{}]),
    ],
)
def test_digest_and_difference_agree(one: Any, other: Any) -> None:
    """Values that only look alike: what is a difference has another digest, and the reverse."""
    old, new = {"x": one}, {"x": other}
    assert (entries.digest(old) == entries.digest(new)) == (not difference(old, new))


# The lines of the file


_TEXTS = st.lists(st.sampled_from(["a", "b", "ö\r", "", '"""']), max_size=6).map("\n".join)


@given(_TEXTS, _TEXTS)
def test_the_lines_of_a_change_go_both_ways(old: str, new: str) -> None:
    """The lines that a change replaced turn the one text into the other, and back, to the byte."""
    before, after = old.encode(), new.encode()
    change = hunk(before, after)
    assert patched(before, change, back=False) == after
    assert patched(after, change, back=True) == before


def test_lines_fit_only_their_text() -> None:
    """On any other text than the one it was made for, a change of lines is not carried out."""
    change = hunk(b"a\nb\nc\n", b"a\nx\nc\n")
    assert change[:3] == (1, ("b",), ("x",))
    assert patched(b"a\nb\nc\n# mine\n", change, back=False) is None
    assert patched(b"a\nb\nc\n", change, back=True) is None
