"""Tables and bars in HTML: with titles for every row and column, and never wider than the paper."""

from __future__ import annotations

from collections.abc import Sequence

from legacytrack.formats.markup import escaped
from legacytrack.formats.text import harmless, width
from legacytrack.pages.page import Table

_ROW = 'th scope="row"'
_SHEET = 80  # cells that fit beside each other on paper, whatever the typeface
_SHORT = 16  # cells up to which a text with hyphens, as a date, is not broken
_SENTENCE = 28  # cells from which a text wants some room on a telephone
_SMALL = 14  # rows up to which a table is kept on one sheet of paper


def table(block: Table, under: str) -> str:
    """Write a table.

    Args:
        block: the table; the first cell of a row is its title.
        under: id of the heading that says what is listed.
    """
    if not block.columns:
        return ""
    room = _SHEET // len(block.columns)
    head = "".join(
        _cell('th scope="col"' if name else "td", name, room, number in block.right)
        for number, name in enumerate(block.columns)
    )
    rows = "".join(
        "<tr>"
        + "".join(
            _cell("td" if number or not cell else _ROW, cell, room, number in block.right)
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


def _cell(tag: str, text: str, room: int, right: bool = False) -> str:
    """Write a cell.

    Args:
        tag: what it is.
        text: what stands in it.
        room: cells that it has for sure; a longer word may be broken anywhere.
        right: whether it is a number.
    """
    kinds = ["number"] if right else []
    cells = width(harmless(text))
    if cells > room and any(width(word) > room for word in harmless(text).split()):
        kinds.append("long")
    elif "-" in text and cells <= min(_SHORT, room):
        kinds.append("whole")
    if cells > _SENTENCE:
        kinds.append("sentence")
    shown = f' class="{" ".join(kinds)}"' if kinds else ""
    return f"<{tag}{shown}>{escaped(text)}</{tag.split(maxsplit=1)[0]}>"


def bars(rows: Sequence[tuple[str, int]], under: str) -> str:
    """Write names with numbers, and a bar beside each.

    Args:
        rows: the names with their numbers.
        under: id of the heading that says what is counted.
    """
    most = max((number for _, number in rows), default=0)
    shown = "".join(
        f'<tr>{_cell(_ROW, name, _SHEET // 4)}<td class="number">{number}</td><td class="bar">'
        f'<span style="width:{max(number, 0) * 100 / max(most, 1):.4g}%"></span></td></tr>\n'
        for name, number in rows
    )
    return (
        f'<table class="bars small" aria-labelledby="{under}">\n<tbody>\n{shown}</tbody>\n</table>\n'
        if shown
        else ""
    )
