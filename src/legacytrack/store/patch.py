"""Change a world file in place, touching only the lines that must change.

The file is cut into sections of lines, each line whole with its indentation, comment and line end.
Edits replace, add and drop lines, and what comes out is parsed again before anybody gets it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Any, NamedTuple

from legacytrack.errors import FileError, Finding
from legacytrack.model import change
from legacytrack.model.change import Edit, Path, Tree

_ORDER = ("players", "territories", "cards", "continents", "factions", "games", "game")
_RANKS: dict[Path, int] = {(): -1} | {(key,): rank for rank, key in enumerate(_ORDER)}

# The text was parsed before, so these only find where things end and need not refuse anything.
_STRING = (
    r'''"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}|"(?:[^"\\]|\\.)*"'''
    r"""|'''(?:[^']|'{1,2}(?!'))*'{3,5}|'[^']*'"""
)
_PART = re.compile(rf"[A-Za-z0-9_-]+|{_STRING}", re.DOTALL)
_START = re.compile(rf"[ \t]*(\[*)((?:{_PART.pattern}|[ \t.])*)(?:=[ \t]*)?", re.DOTALL)
_BARE = r"[^\s,\[\]{}#\"'=]+(?: \d\d:[\d:.Z+-]+)?"  # a blank may stand between a date and a time
_PIECE = re.compile(rf"([\[{{])|([\]}}])|#[^\n]*|[\s,=]+|{_STRING}|{_BARE}", re.DOTALL)


class _Line(NamedTuple):
    """A blank, a comment, or a key (at `path`) with its value, be it several lines of text."""

    text: str
    path: Path = ()


_GONE = _Line("")  # keeps the place of what was taken out


class _Section:
    """A header, of a table or of one more table in a list, with the lines up to the next."""

    def __init__(self, header: str, path: Path, in_list: bool = False) -> None:
        self.header, self.path, self.in_list = header, path, in_list
        self.lines: list[_Line] = []

    def after_keys(self) -> int:
        """Say where the lines begin that follow the last key, be it there or taken out."""
        at = len(self.lines)
        while at and self.lines[at - 1] != _GONE and not self.lines[at - 1].path:
            at -= 1
        return at


def patch(text: bytes, edits: Sequence[Edit], before: Tree | None = None) -> bytes:
    """Carry out edits in the text of a world file, leaving all else in it as it is.

    Args:
        text: the file as it stands.
        edits: what to change, value by value.
        before: what the file says, where that is known; else it is read once more.

    Raises:
        FileError: if the text that came out would not say exactly what it should.
    """
    result = _patched(text, edits, before)
    if result is not None:
        return result
    fails = (edit for n, edit in enumerate(edits, 1) if _patched(text, edits[:n]) is None)
    path, _, new = next(fails, Edit((), None, None))
    where = change.dotted(path)
    what = f"{where or 'the text'} cannot be changed in the world file without harm to the rest."
    fix = f"open the world file and {'take it out' if new is None else 'write it'} by hand."
    raise FileError(Finding("cannot-edit-safely", where, what, fix))


def render(tree: Tree, heading: str = "") -> bytes:
    """Write a whole world as a new file in the usual order, below a heading made a comment."""
    comment = "".join(f"# {line}".rstrip() + "\n" for line in heading.splitlines())
    return patch(comment.encode(), change.difference({}, change.without_empty_tables(tree)))


def _patched(text: bytes, edits: Sequence[Edit], before: Tree | None = None) -> bytes | None:
    """Carry out edits, or give None if the outcome is not what the edits ask for."""
    try:
        source = text.decode()
        plain = source.removeprefix("\ufeff")
        if before is None:
            before = change.without_empty_tables(tomllib.loads(plain))
        file = _File(plain)
        for edit in edits:
            file.put(edit.path, edit.new)
        result = file.text()
        after = change.without_empty_tables(tomllib.loads(result))
        fine = change.same(after, change.carry_out(before, edits))
        return (source[: len(source) - len(plain)] + result).encode() if fine else None
    except (ValueError, IndexError):  # no TOML, no UTF-8, or a form the scan cannot follow
        return None


class _File:
    """A world file as sections, the first being what stands above all headers."""

    def __init__(self, text: str) -> None:
        crlf = text.count("\r\n")
        self.newline = "\r\n" if crlf > text.count("\n") - crlf else "\n"
        self.unended = bool(text) and not text.endswith("\n")
        self.sections = _scan(text + self.newline if self.unended else text)

    def text(self) -> str:
        """Put the text together again, without the sections that were emptied."""
        out: list[str] = []
        for section in self.sections:
            texts = [line.text for line in section.lines]
            emptied = _GONE in section.lines and not any(line.path for line in section.lines)
            cut = section.after_keys() if emptied else 0
            if not (emptied and section.header):
                out += filter(None, (section.header, *texts[:cut]))
            rest = texts[cut:]
            if emptied and (not out or out[-1].isspace()):  # leave no two blanks, none at an end
                if rest and rest[0].isspace():
                    del rest[0]
                elif not rest and section is self.sections[-1]:
                    del out[-1:]
            out += filter(None, rest)
        text = "".join(out)
        return text.removesuffix("\n").removesuffix("\r") if self.unended else text

    def put(self, path: Path, value: Any) -> None:
        """Change the value at a path where it stands, else add it; None takes it out."""
        for section in self.sections:
            if section.path[: len(path)] == path:  # it makes way as a whole
                section.lines = [_GONE, *section.lines[section.after_keys() :]]
            elif path[: len(section.path)] == section.path:
                for at, line in enumerate(section.lines):
                    if line.path and path[: len(line.path)] == line.path:
                        section.lines[at] = _line_with(line, path[len(line.path) :], value)
                        return
        if value is not None:
            self.add(path, value)

    def add(self, path: Path, value: Any) -> None:
        """Add a value to its section, or where its table has dotted keys, or as a section."""
        section, at = self.home(path[:-1])
        if section is None:
            place = self.place(path[:-1])
            section = _Section(f"[{change.dotted(path[:-1])}]{self.newline}", path[:-1])
            section.lines = self.room_above(place)
            self.sections.insert(place, section)
        elif section is self.sections[0] and not at:
            below = self.room_above(1)
            at = len(section.lines)
            section.lines += below
        indent = _indent(section.lines[at - 1].text) if at else ""
        key = change.dotted(path[len(section.path) :])
        section.lines.insert(at, _Line(f"{indent}{key} = {_written(value)}{self.newline}", path))

    def home(self, table: Path) -> tuple[_Section | None, int]:
        """Find the section for values of a table, or one with its dotted keys, and the place."""
        home: _Section | None = None
        at = most = 0
        for section in self.sections:
            deep = _shared(section.path, table)
            if section.path == table and not section.in_list:
                return section, section.after_keys()
            if deep > most:  # a header went deeper than the dots: another can follow it
                home, at, most = None, 0, deep
            for index, line in enumerate(section.lines if deep == len(section.path) else ()):
                deep = _shared(line.path[:-1], table)
                if deep > len(section.path) and deep >= most:
                    home, at, most = section, index + 1, deep
        return home, at

    def place(self, table: Path) -> int:
        """Say at which place among the sections a new one belongs."""
        shared = [_shared(section.path, table) for section in self.sections]
        most = max(shared)
        if most == len(table):  # tables in this one have headers already: it goes above them
            return shared.index(most)
        ranks = [_RANKS.get(section.path[:1], len(_ORDER)) for section in self.sections]
        rank = _RANKS.get(table[:1], len(_ORDER))
        return 1 + max(range(len(ranks)), key=lambda at: (shared[at], ranks[at] <= rank, at))

    def room_above(self, place: int) -> list[_Line]:
        """Part the end of a section from what leads to the next header, with blanks between."""
        section, is_last = self.sections[place - 1], place == len(self.sections)
        cut = len(section.lines)
        while cut and not is_last and section.lines[cut - 1].text.lstrip().startswith("#"):
            cut -= 1
        while cut and not is_last and section.lines[cut - 1].text.isspace():
            cut -= 1
        above, below = section.lines[:cut], section.lines[cut:]
        if (above or section.header) and not (above and above[-1].text.isspace()):
            above.append(_Line(self.newline))
        if not is_last and not (below and below[0].text.isspace()):
            below.insert(0, _Line(self.newline))
        section.lines = above
        return below


def _scan(text: str) -> list[_Section]:
    """Cut a text that ends with a line end, or is empty, into its sections."""
    sections = [_Section("", ())]
    at = 0
    while at < len(text):
        brackets, key, start = _start(text, at)
        end = text.index("\n", _value_end(text, start) if key and not brackets else start) + 1
        if brackets:
            sections.append(_Section(text[at:end], key, brackets == "[["))
        else:
            sections[-1].lines.append(_Line(text[at:end], sections[-1].path + key if key else ()))
        at = end
    return sections


def _indent(text: str) -> str:
    """Give the blanks with which a line begins."""
    return text[: len(text) - len(text.lstrip(" \t"))]


def _start(text: str, at: int = 0) -> tuple[str, Path, int]:
    """Read how a line begins: the brackets of a header, the key, where the text goes on."""
    found = _START.match(text, at)
    assert found  # each part of the pattern may be absent
    parts = _PART.findall(found[2])
    key = (tomllib.loads(f"x = {part}")["x"] if part[0] in "\"'" else part for part in parts)
    return found[1], tuple(key), found.end()


def _value_end(text: str, start: int) -> int:
    """Say where a value ends, be it a list or an inline table with others in it."""
    depth = 0
    for piece in _PIECE.finditer(text, start):
        depth += {1: 1, 2: -1}.get(piece.lastindex or 0, 0)
        if not depth:
            return piece.end()
    raise ValueError("a value without an end")


def _line_with(line: _Line, rest: Path, new: Any) -> _Line:
    """Change the value of a line, or what stands at a path in its inline table."""
    _, _, start = _start(line.text)
    end = _value_end(line.text, start)
    text = line.text[start:end]
    value = change.with_value(tomllib.loads(f"x = {text}"), ("x", *rest), new).get("x")
    if value is None:
        return _GONE
    written = (isinstance(value, list) and _list_in_rows(text, value)) or _written(value)
    return _Line(line.text[:start] + written + line.text[end:], line.path)


def _list_in_rows(text: str, new: list[Any]) -> str:
    """Write a list so that rows of values that stay are kept; "" if it has not a row for each."""
    rows = text.split("\n")
    inner = [rows[0][1:], *rows[1:-1], rows[-1][:-1]]
    try:
        values = [tomllib.loads(f"x = [\n{row}\n]")["x"] for row in inner]
    except ValueError:  # all in one row, or a value in several
        return ""
    if values[0] or values[-1] or not any(values):
        return ""
    last = max(at for at, some in enumerate(values) if some)
    indent, ending = _indent(rows[last]), ",\r" if rows[0].endswith("\r") else ","
    fresh = [f"{indent}{_written(value)}{ending}" for value in new]
    out: list[str] = []
    done = 0
    for at, row in enumerate(rows[:-1]):
        size = len(values[at])
        same = (n for n in range(done, len(new)) if change.same(new[n : n + size], values[at]))
        found = next(same, None) if values[at] else done
        if found is None:
            continue
        out += [*fresh[done:found], row]
        done = found + size
        end = _values_end(row, len(indent), size) if at == last else 0
        if at == last and done < len(new) and row[end:].lstrip()[:1] != ",":
            out[-1] = f"{row[:end]},{row[end:]}"
    return "\n".join([*out, *fresh[done:], rows[-1]])


def _values_end(row: str, start: int, count: int) -> int:
    """Say where the last of some values in a row ends, before the comma or the comment after it."""
    end = start
    for _ in range(count):
        end = _value_end(row, end + len(row[end:]) - len(row[end:].lstrip(", \t")))
    return end


def _written(value: Any) -> str:
    """Write a value on one line."""
    import tomlkit

    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, dict):  # tomlkit would make sections of it
        pairs = (f"{change.dotted((key,))} = {_written(below)}" for key, below in value.items())
        return f"{{ {', '.join(pairs)} }}" if value else "{}"
    return str(tomlkit.item(value).as_string())


def _shared(one: Path, other: Path) -> int:
    """Count the keys with which both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
