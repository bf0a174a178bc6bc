"""Tables and bars in HTML: with titles for every row and column, and never wider than the paper."""

from __future__ import annotations

from collections.abc import Sequence

from legacytrack.formats.markup import escaped, length
from legacytrack.formats.text import harmless, width
from legacytrack.pages.page import Table

_ROW = 'th scope="row"'
_SHEET = 46.0  # how wide a sheet of paper is, in the size of the type of a table
_BESIDE = 1.0  # what is left beside each column, in the same unit
_SHORT = 16  # cells up to which a text with hyphens, as a date, is not broken
_SENTENCE = 28  # cells from which a text wants some room on a telephone
_SMALL = 14  # rows up to which a table is kept on one sheet


def table(block: Table, under: str) -> str:
    """Write a table.

    Args:
        block: the table; the first cell of a row is its title.
        under: id of the heading that says what is listed.
    """
    if not block.columns:
        return ""
    room = _room([block.columns, *block.rows], block.right)
    head = "".join(
        _cell('th scope="col"' if name else "td", name, room, right=number in block.right)
        for number, name in enumerate(block.columns)
    )
    rows = "".join(
        "<tr>"
        + "".join(
            _cell("td" if number or not cell else _ROW, cell, room, right=number in block.right)
            for number, cell in enumerate(row)
        )
        + "</tr>\n"
        for row in block.rows
    )
    small = ' class="small"' if len(block.rows) <= _SMALL else ""
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-labelledby="{under}">\n'
        f'<table{small} aria-labelledby="{under}">\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )


def _room(rows: Sequence[Sequence[str]], right: Sequence[int]) -> float:
    """How long a word may be before it has to be broken, so that all columns fit on the paper."""
    least = [
        max(_longest(cell, number in right) for cell in column)
        for number, column in enumerate(zip(*rows, strict=True))
    ]
    room = max(least)
    while sum(min(each, room) for each in least) > _SHEET - _BESIDE * len(least) and room > 1:
        room -= 0.5
    return room


def _longest(text: str, right: bool) -> float:
    """The length of the longest part of a cell that is not to be broken."""
    text = harmless(text)
    return length(text, 1) if right or _is_whole(text) else max(map(_length, text.split(" ")))


def _length(word: str) -> float:
    return length(word, 1)


def _is_whole(text: str) -> bool:
    return "-" in text and width(text) <= _SHORT


def _cell(tag: str, text: str, room: float, *, right: bool = False) -> str:
    """Write a cell.

    Args:
        tag: what it is.
        text: what stands in it.
        room: how long a word may be before it may be broken anywhere.
        right: whether it is a number.
    """
    kinds = ["number"] if right else []
    if _longest(text, right) > room:
        kinds.append("long")
    elif _is_whole(text):
        kinds.append("whole")
    if width(harmless(text)) > _SENTENCE:
        kinds.append("sentence")
    shown = f' class="{" ".join(kinds)}"' if kinds else ""
    return f"<{tag}{shown}>{escaped(text)}</{tag.split(maxsplit=1)[0]}>"


def bars(rows: Sequence[tuple[str, int]], under: str) -> str:
    """Write names with numbers, and a bar beside each.

    Args:
        rows: the names with their numbers.
        under: id of the heading that says what is counted.
    """
    if not rows:
        return ""
    most = max(1, *(number for _, number in rows))
    shown = "".join(
        f'<tr><{_ROW}>{escaped(name)}</th><td class="number">{number}</td><td class="bar">'
        f'<span style="width:{max(number, 0) * 100 / most:.4g}%"></span></td></tr>\n'
        for name, number in rows
    )
    return f'<table class="bars small" aria-labelledby="{under}">\n<tbody>\n{shown}</tbody>\n</table>\n'
