"""Tables in a window: beside each other where words fit, one below the other where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from legacytrack.formats.text import folded, harmless, padded, width
from legacytrack.formats.to_plain import table_lines

_GAP = 2  # cells between two columns, and before the first
_LEAST = 10  # cells for what a row is told in, below its name


class Laid(NamedTuple):
    """A table as lines.

    Args:
        lines: the lines; in each, what names something and what is said of it.
        titles: how many of the lines are the titles of the columns.
    """

    lines: list[tuple[str, str]]
    titles: int = 0


def laid_out(
    columns: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int], cells: int
) -> Laid:
    """Lay a table out in a window.

    Cells are folded at their spaces; where a column would be narrower than its longest word, each
    row is told below its name.

    Args:
        columns: the titles; all of them empty for a table without.
        rows: the rows.
        right: the columns (from 0) that stand to the right.
        cells: how wide the window is.
    """
    titled = any(columns)
    whole = [columns, *rows] if titled else list(rows)
    if not whole:
        return Laid([])
    shown = [[harmless(cell) for cell in row] for row in whole]
    widths = _widths(shown, cells)
    if not widths:
        return Laid(_below(shown, cells)) if titled else Laid(_one_by_one(shown, cells))
    spread: list[list[str]] = []
    titles = 0
    for number, row in enumerate(shown):
        parts = [folded(cell, room) for cell, room in zip(row, widths, strict=True)]
        height = max(map(len, parts))
        titles = height if titled and not number else titles
        spread += [[part[at] if at < len(part) else "" for part in parts] for at in range(height)]
    lines = [("", line) for line in table_lines(spread, right)]
    return Laid([(line, "") for _, line in lines[:titles]] + lines[titles:], titles)


def _widths(rows: Sequence[Sequence[str]], cells: int) -> list[int]:
    """Find how wide each column may be, none where a word would have to be broken."""
    columns = list(zip(*rows, strict=True))
    wanted = [max(map(width, column)) for column in columns]
    room = cells - _GAP * len(columns)
    if sum(wanted) <= room:
        return wanted
    least = [max(width(word) for cell in column for word in cell.split(" ")) for column in columns]
    if sum(least) > room:
        return []
    found = list(wanted)
    for _ in range(sum(wanted) - room):  # the widest gives a cell, as long as its words fit
        at = max(range(len(found)), key=lambda at: (found[at] > least[at], found[at]))
        found[at] -= 1
    return found


def _below(rows: Sequence[Sequence[str]], cells: int) -> list[tuple[str, str]]:
    """Tell each row below its name, title by title; what is empty is left out."""
    titles, *told = rows
    first = next(at for at, title in enumerate(titles) if title)
    if not told:
        return [(f"  {line}", "") for title in titles if title for line in folded(title, cells - 2)]
    longest = max(map(width, titles))
    room = cells - longest - 3 * _GAP
    lines: list[tuple[str, str]] = []
    for row in told:
        name = " ".join(filter(None, row[: first + 1]))
        lines += [(f"  {line}", "") for line in folded(name, cells - _GAP)]
        for title, cell in zip(titles[first + 1 :], row[first + 1 :], strict=True):
            if cell and room >= _LEAST:
                label = f"    {padded(title, longest)}  "
                one, *more = folded(cell, room)
                lines += [(label, one), *((" " * width(label), line) for line in more)]
            elif cell:
                lines += [(f"    {line}", "") for line in folded(title, cells - 2 * _GAP)]
                lines += [("", f"      {line}") for line in folded(cell, cells - 3 * _GAP)]
    return lines


def _one_by_one(rows: Sequence[Sequence[str]], cells: int) -> list[tuple[str, str]]:
    """Tell the cells of each row below the first of them."""
    lines: list[tuple[str, str]] = []
    for first, *others in rows:
        lines += [(f"  {line}", "") for line in folded(first, cells - _GAP)]
        lines += [
            ("", f"    {line}")
            for cell in others
            if cell
            for line in folded(cell, cells - 2 * _GAP)
        ]
    return lines
