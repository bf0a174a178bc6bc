"""A page as Markdown, for a wiki, a forum or a readme: no text of people means anything in it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from legacytrack.formats.text import harmless
from legacytrack.formats.to_plain import bar, lines
from legacytrack.pages.page import Bars, Block, Facts, Heading, Map, Note, Page, Script, Table, Text

# Signs that mean something in the middle of a line; `:` only before a word, as in :bomb: and http://,
# though not in the time of day; the full stop only in addresses.
_SIGNS = re.compile(
    r"[\\`*_\[\]<>|~&$#@{}^]|:(?=[^\W\d]|[/+-])|(?<!\d):(?=\d)|(?<=www)\.", re.IGNORECASE
)
_AT_START = re.compile(r"^(?:[-+=]|\d{1,9}(?=[.)]))")


def markdown(page: Page, *, ascii_only: bool = False) -> str:
    """Write a page as Markdown, as GitHub and most others read it.

    Args:
        page: the page.
        ascii_only: whether other characters will be escaped, so that a map has to do without them.
    """
    told = (_block(block, ascii_only) for block in page.blocks)
    return "\n".join(f"{text}\n" for text in told if text)


def escaped(text: str) -> str:
    """Write a text so that Markdown shows it as it is, in a paragraph and in the cell of a table.

    Args:
        text: any text.
    """
    text = _SIGNS.sub(r"\\\g<0>", harmless(text)).strip()
    start = _AT_START.match(text)
    if not start:
        return text
    at = start.end() if text[0].isdecimal() else 0
    return f"{text[:at]}\\{text[at:]}"


def _block(block: Block, ascii_only: bool) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {escaped(text)}"
        case Text(text):
            return escaped(text)
        case Note(text):
            return f"> **Note:** {escaped(text)}"
        case Facts(rows):
            return "\n".join(_fact(name, value) for name, value in rows)
        case Table(columns, rows, right):
            return _table(columns, [[escaped(cell) for cell in row] for row in rows], right)
        case Bars(rows):
            told = [
                (escaped(name), str(count), f"`{bar(count, rows)}`" if count else "")
                for name, count in rows
            ]
            return _table(("", "", ""), told, (1,))
        case Map():
            return _fence("\n".join(lines(block, ascii_only))) if block.tiles else ""
        case Script(text):
            return _fence(text.rstrip("\n"))


def _fact(name: str, value: str) -> str:
    shown, told = escaped(name), escaped(value)
    return "- " + ": ".join([*([f"**{shown}**"] if shown else []), *([told] if told else [])])


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int]) -> str:
    under = ["---:" if at in right else "---" for at in range(len(columns))]
    whole = [[escaped(column) for column in columns], under, *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in whole)


def _fence(text: str) -> str:
    """Put text between fences that are longer than any in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"
