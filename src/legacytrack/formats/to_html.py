"""A page as one file of HTML, to look at and to print; it loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from legacytrack.formats.text import harmless
from legacytrack.formats.to_plain import bar
from legacytrack.pages.page import Bars, Block, Facts, Heading, Map, Note, Page, Script, Table, Text

_STYLE = "td.number{text-align:right} td,th{padding:0 1em 0 0;text-align:left;vertical-align:top}"


def html(page: Page, *, title: str) -> str:
    """Write a page as one file of HTML.

    Args:
        page: the page.
        title: what the window is called.
    """
    head = f'<meta charset="utf-8"><title>{_text(title)}</title><style>{_STYLE}</style>'
    body = "\n".join(_block(block) for block in page.blocks)
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _text(text: str) -> str:
    from html import escape

    return escape(harmless(text))


def _block(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{_text(text)}</h{level}>"
        case Text(text):
            return f"<p>{_text(text)}</p>"
        case Note(text):
            return f"<p><strong>Note:</strong> {_text(text)}</p>"
        case Facts(rows):
            pairs = "".join(
                f"<dt>{_text(name)}</dt><dd>{_text(value)}</dd>" for name, value in rows
            )
            return f"<dl>{pairs}</dl>"
        case Table(columns, rows, right):
            return _table(columns, rows, right)
        case Bars(rows):
            told = [(name, str(count), bar(count, rows)) for name, count in rows]
            return _table(("", "", ""), told, (1,))
        case Map():
            return _table(("",), [(tile.name,) for tile in block.tiles], ())
        case Script(text):
            return "<pre>" + "\n".join(map(_text, text.rstrip("\n").split("\n"))) + "</pre>"


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int]) -> str:
    head = "".join(f"<th>{_text(column)}</th>" for column in columns)
    lines = []
    for row in rows:
        cells = (
            f"<td{' class=number' if at in right else ''}>{_text(cell)}</td>"
            for at, cell in enumerate(row)
        )
        lines.append(f"<tr>{''.join(cells)}</tr>")
    body = "\n".join(lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>"
