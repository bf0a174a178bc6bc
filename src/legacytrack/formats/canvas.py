"""A canvas of cells, on which text and lines are put, and signs are cut by cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from legacytrack.formats.text import width

CUT = "."


class Span(NamedTuple):
    """A piece of a drawn line.

    Args:
        text: what stands there; harmless.
        group: id of the continent it belongs to; empty for lines, legends and the sea.
        strong: whether it may be printed bold.
    """

    text: str
    group: str = ""
    strong: bool = False


Line = Sequence[Span]


def text_of(line: Line) -> str:
    """Write a drawn line without any style."""
    return "".join(span.text for span in line).rstrip()


def cells_of(text: str) -> Iterator[str]:
    """Split a text into what stands in its cells: an accent stays with its letter.

    Args:
        text: harmless text.
    """
    cell = ""
    for char in text:
        if width(cell) and width(char):
            yield cell
            cell = ""
        cell += char
    if cell:
        yield cell


def cut(text: str, cells: int) -> str:
    """Shorten a text to a number of cells, with a sign at the end when something is missing.

    Args:
        text: harmless text.
        cells: how many it may take; at least 1.
    """
    if width(text) <= cells:
        return text
    kept = ""
    for cell in cells_of(text):
        if width(kept) + width(cell) + len(CUT) > cells:
            break
        kept += cell
    return kept.rstrip() + CUT


class Canvas:
    """Cells in lines, each empty, or with a character and the continent it belongs to.

    Args:
        columns: cells in a line.
        rows: lines.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self._cells = [[Span(" ")] * columns for _ in range(rows)]

    def put(self, x: int, y: int, text: str, group: str = "", *, strong: bool = False) -> None:
        """Put a text down; what does not fit at the right is not put down.

        Args:
            x: first cell.
            y: line.
            text: harmless text.
            group: id of the continent.
            strong: whether it may be printed bold.
        """
        for cell in cells_of(text):
            wide = width(cell)
            if x + wide > self.columns:
                return
            self._cells[y][x] = Span(cell, group, strong)
            for more in range(1, wide):  # the second half of a wide character
                self._cells[y][x + more] = Span("", group, strong)
            x += max(wide, 1)

    def at(self, x: int, y: int) -> str:
        """What stands in a cell; a space when it is empty or outside."""
        inside = 0 <= x < self.columns and 0 <= y < self.rows
        return self._cells[y][x].text if inside else " "

    def is_free(self, x: int, y: int, cells: int) -> bool:
        """Tell whether a run of cells is empty.

        Args:
            x: first cell.
            y: line.
            cells: how many.
        """
        return all(span.text == " " for span in self._cells[y][x : x + cells])

    def ground(self) -> list[bytearray]:
        """What is empty, a line each: a space for an empty cell, anything else for a full one."""
        return [
            bytearray(b"".join(b" " if span.text == " " else b"#" for span in line))
            for line in self._cells
        ]

    def lines(self) -> list[Line]:
        """All lines, in pieces of one style each, without spaces at the end."""
        return [_joined(cells) for cells in self._cells]


def _joined(cells: Sequence[Span]) -> Line:
    last = max((at for at, cell in enumerate(cells) if cell.text.strip()), default=-1)
    styles = groupby(cells[: last + 1], key=lambda cell: cell[1:])
    return [Span("".join(cell.text for cell in run), *style) for style, run in styles]
