"""A page for a terminal: laid out by us, styled by rich where colours are wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from legacytrack.formats.tables import Laid, laid_out
from legacytrack.formats.text import folded, harmless, padded, width
from legacytrack.formats.to_plain import (
    LONGEST,
    bar,
    has_title,
    underlined,
)
from legacytrack.pages.page import Bars, Block, Facts, Heading, Map, Note, Page, Script, Table, Text

if TYPE_CHECKING:
    from legacytrack.formats.canvas import Span

_NARROW = 16  # cells; less would be a column of single words
_BESIDE_BARS = 8  # cells between the columns of a row
_NOTE = "note: "
_Line = list[tuple[str, str]]  # pieces of text, each with its style
_COLOURS = ("yellow", "red", "bright_blue", "cyan", "green", "magenta")  # of continents in turn


def terminal(page: Page, *, columns: int, colour: bool, ascii_only: bool) -> str:
    """Write a page for a terminal.

    Args:
        page: the page.
        columns: width of the window.
        colour: whether escapes for colours are wanted.
        ascii_only: whether the terminal knows only ASCII, so that tables have no drawn lines.
    """
    titled, before = has_title(page), None
    out: list[str] = []
    for block in page.blocks:
        if isinstance(block, Script):
            out.append(block.text.rstrip("\n"))
        elif isinstance(block, Map):
            out += _styled(_map(block, columns, ascii_only), colour)
        elif titled and isinstance(block, Heading):
            gap = before is not None and not isinstance(before, Heading)
            out += _styled(_title(underlined(block, gap=gap), columns), colour)
        else:
            out += _styled(_lines(block, columns), colour)
        before = block
    return "".join(f"{line}\n" for line in out)


def _styled(lines: Iterable[_Line], colour: bool) -> Iterator[str]:
    """Put the pieces of each line together, with the escapes of their styles where these are wanted."""
    if not colour:
        yield from ("".join(text for text, _ in line) for line in lines)
        return
    from rich.color import ColorSystem  # its console would cost three times as much
    from rich.style import Style

    def styled(text: str, style: str) -> str:
        if not style:
            return text
        return Style.parse(style).render(text, color_system=ColorSystem.STANDARD)

    for line in lines:
        yield "".join(styled(text, style) for text, style in line)


def _title(lines: Sequence[str], columns: int) -> Iterator[_Line]:
    for line in lines:
        parts = folded(line, columns) if line.strip("=-") else [line[:columns]]
        yield from ([(part.rstrip(), "bold")] for part in parts)


def _lines(block: Block, columns: int) -> Iterator[_Line]:
    """Write a block as lines that fit, each in pieces of one style."""
    match block:
        case Heading(text):
            yield from ([(line, "bold")] for line in _folded(text, columns))
        case Text(text):
            yield from ([(line, "")] for line in _folded(text, columns))
        case Note(text):
            first, *more = _folded(_NOTE + text, columns)
            yield [(first[: len(_NOTE)], "yellow"), (first[len(_NOTE) :], "")]
            yield from ([(line, "")] for line in more)
        case Facts(rows):
            names = max((width(harmless(name)) for name, _ in rows), default=0)
            room = columns - names - 4
            if room < _NARROW:
                yield from _laid(laid_out(("", ""), rows, (), columns))
                return
            for name, value in rows:
                first, *more = folded(harmless(value), room)
                said = f"  {first}".rstrip()
                told = f"  {padded(harmless(name), names)}"
                yield [(told if said else told.rstrip(), "cyan"), (said, "")]
                yield from ([(" " * (names + 4) + line, "")] for line in more)
        case Bars(rows):
            names = max((width(harmless(name)) for name, _ in rows), default=0)
            numbers = max((len(str(count)) for _, count in rows), default=0)
            longest = max(min(columns - names - numbers - _BESIDE_BARS, LONGEST), 1)
            bars = [(name, str(count), bar(count, rows, longest)) for name, count in rows]
            yield from _laid(laid_out(("", "", ""), bars, (1,), columns))
        case Table(titles, rows, right):
            yield from _laid(laid_out(titles, rows, right, columns))


def _folded(text: str, columns: int) -> list[str]:
    return [line.rstrip() for line in folded(harmless(text), columns)]


def _laid(laid: Laid) -> Iterator[_Line]:
    for name, said in laid.lines:
        yield [(name if said else name.rstrip(), "cyan"), (said.rstrip(), "")]


def _map(world: Map, columns: int, ascii_only: bool) -> Iterator[_Line]:
    """Draw a world; colours tell continents apart once more, and say nothing new."""
    from legacytrack.formats.legend import drawn, folded

    colours = {area.id: _COLOURS[at % len(_COLOURS)] for at, area in enumerate(world.areas)}

    def style(span: Span) -> str:
        bold = "bold " if span.strong else ""
        return (bold + colours.get(span.group, "")).strip()

    for whole in drawn(world, columns, ascii_only=ascii_only):
        for line in folded(whole, columns):
            yield [(span.text, style(span)) for span in line]
