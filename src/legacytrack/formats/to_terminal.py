"""A page for a terminal: colours where they are wanted, lines as long as the window is wide.

It is laid out by a few lines of our own, since loading rich takes longer than most answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from legacytrack.formats.text import folded, harmless, padded, width
from legacytrack.formats.to_plain import (
    LONGEST,
    bar,
    has_title,
    table_lines,
    underlined,
)
from legacytrack.pages.page import Bars, Block, Facts, Heading, Map, Note, Page, Script, Table, Text

_NARROW = 16  # cells; less would be a column of single words
_BESIDE_BARS = 8  # cells between the columns of a row
_BOLD, _CYAN, _YELLOW = "1", "36", "33"  # as a terminal takes them (SGR)
_COLOURS = ("33", "31", "94", "36", "32", "35")  # of continents in turn
_NOTE = "note: "


class _Window(NamedTuple):
    """What is printed to: how wide it is, and whether it takes colours and drawn lines."""

    columns: int
    colour: bool
    ascii_only: bool

    def styled(self, text: str, style: str) -> str:
        """Put the escapes of a style around a text, where colours are wanted."""
        return f"\x1b[{style}m{text}\x1b[0m" if self.colour and text and style else text

    def wrapped(self, text: str) -> list[str]:
        """Break a text into lines that fit."""
        return [line.rstrip() for line in folded(harmless(text), self.columns)]


def terminal(page: Page, *, columns: int, colour: bool, ascii_only: bool) -> str:
    """Write a page for a terminal.

    Args:
        page: the page.
        columns: width of the window.
        colour: whether escapes for colours are wanted.
        ascii_only: whether the terminal knows only ASCII, so that tables have no drawn lines.
    """
    window = _Window(columns, colour, ascii_only)
    found: list[str] = []
    titled, before = has_title(page), None
    for block in page.blocks:
        if titled and isinstance(block, Heading):
            gap = before is not None and not isinstance(before, Heading)
            for line in underlined(block, gap=gap):
                shown = [line] if line.strip("=-") else [line[:columns]]
                found += (
                    window.styled(part, _BOLD) for each in shown for part in window.wrapped(each)
                )
        else:
            found += _lines(block, window)
        before = block
    return "".join(f"{line}\n" for line in found)


def _lines(block: Block, window: _Window) -> Iterator[str]:
    match block:
        case Heading(text):
            yield from (window.styled(line, _BOLD) for line in window.wrapped(text))
        case Text(text):
            yield from window.wrapped(text)
        case Note(text):
            first, *more = window.wrapped(_NOTE + text)
            yield window.styled(first[: len(_NOTE)], _YELLOW) + first[len(_NOTE) :]
            yield from more
        case Facts(rows):
            yield from _facts(rows, window)
        case Bars(rows):
            names = max((width(harmless(name)) for name, _ in rows), default=0)
            numbers = max((len(str(count)) for _, count in rows), default=0)
            longest = max(min(window.columns - names - numbers - _BESIDE_BARS, LONGEST), 1)
            bars = [(name, str(count), bar(count, rows, longest)) for name, count in rows]
            yield from _lines(Table(("", "", ""), bars, (1,)), window)
        case Script(text):
            yield from text.rstrip("\n").split("\n")
        case Map():
            yield from _map_lines(block, window)
        case Table(columns, rows, right):
            titles = [columns] if any(columns) else []
            lines = _fitted([*titles, *rows], right, window.columns)
            spread = [[line] for line in lines] or _shared([*titles, *rows], right, window.columns)
            for at, row in enumerate(spread):
                style = _CYAN if titles and not at else ""
                yield from (window.styled(line, style) for line in row)


def _facts(rows: Sequence[tuple[str, str]], window: _Window) -> Iterator[str]:
    names = max((width(harmless(name)) for name, _ in rows), default=0)
    room = window.columns - names - 4
    if room < _NARROW:
        for row in _shared(rows, (), window.columns):
            yield from row
        return
    for name, value in rows:
        first, *more = folded(harmless(value), room)
        told = f"  {padded(harmless(name), names)}"
        yield window.styled(told if first else told.rstrip(), _CYAN) + f"  {first}".rstrip()
        yield from (" " * (names + 4) + line for line in more)


def _shared(rows: Sequence[Sequence[str]], right: Sequence[int], columns: int) -> list[list[str]]:
    """Write a table whose widest columns are folded until all have room; the lines of each row.

    Words are broken only where all columns are as narrow as their longest words.
    """
    shown = [[harmless(cell) for cell in row] for row in rows]
    cells = [max(map(width, column)) for column in zip(*shown, strict=True)]
    words = [
        max(width(word) for cell in column for word in cell.split(" "))
        for column in zip(*shown, strict=True)
    ]
    gap = "  " if columns >= 4 * len(cells) else " "
    room = max(columns - 2 - len(gap) * (len(cells) - 1), len(cells))
    while sum(cells) > room:
        loose = [long for long, word in zip(cells, words, strict=True) if long > word]
        widest = max(loose or cells)
        at = next(
            at
            for at, (long, word) in enumerate(zip(cells, words, strict=True))
            if long == widest and (long > word or not loose)
        )
        cells[at] -= 1
    found = []
    for row in shown:
        parts = [folded(cell, long) for cell, long in zip(row, cells, strict=True)]
        lines = zip_longest(*parts, fillvalue="")
        padded_lines = (
            gap.join(
                padded(part, long, right=at in right)
                for at, (part, long) in enumerate(zip(line, cells, strict=True))
            )
            for line in lines
        )
        found.append([f"  {line}".rstrip() for line in padded_lines])
    return found


def _fitted(rows: Sequence[Sequence[str]], right: Sequence[int], columns: int) -> list[str]:
    """Write a table whose last column alone is folded; none where that would not do.

    So the other columns are as they are in a pipe.
    """
    if not rows:
        return []
    lines = table_lines(rows, right)
    if max(map(width, lines)) <= columns:
        return lines
    last = len(rows[0]) - 1
    others = [max(width(harmless(row[at])) for row in rows) for at in range(last)]
    room = columns - sum(others) - 2 * len(rows[0])
    if room < _NARROW or last in right:
        return []
    spread = []
    for row in rows:
        first, *more = folded(harmless(row[last]), room)
        spread.append([*row[:last], first])
        spread.extend([*[""] * last, line] for line in more)
    return table_lines(spread, right)


def _map_lines(world: Map, window: _Window) -> Iterator[str]:
    """Print a drawn world; colours tell continents apart once more, and say nothing new."""
    from legacytrack.formats.legend import drawn
    from legacytrack.formats.legend import folded as folded_spans

    colours = {area.id: _COLOURS[at % len(_COLOURS)] for at, area in enumerate(world.areas)}
    for whole in drawn(world, window.columns, ascii_only=window.ascii_only):
        for line in folded_spans(whole, window.columns):
            looks = ([_BOLD] * span.strong + [colours.get(span.group, "")] for span in line)
            yield "".join(
                window.styled(span.text, ";".join(filter(None, look)))
                for span, look in zip(line, looks, strict=True)
            )
