"""A page for a terminal, by rich: colours where they are wanted, tables as wide as the window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
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
    from rich.text import Text as Words

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
    from rich.console import Console

    out = StringIO()
    console = Console(
        file=out,
        width=columns,
        height=25,
        force_terminal=colour,
        color_system="standard" if colour else None,
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
        safe_box=ascii_only,
    )
    titled, before = has_title(page), None
    waiting: list[_Line] = []  # printed at once: each print of its own costs as much as a table

    def flush() -> None:
        if waiting:
            console.print(_words(waiting), soft_wrap=True)
            waiting.clear()

    for block in page.blocks:
        if isinstance(block, Script | Map):
            flush()
            if isinstance(block, Map):
                _print_map(console, block, ascii_only)
            else:
                out.write(block.text.rstrip("\n") + "\n")
        else:
            if titled and isinstance(block, Heading):
                gap = before is not None and not isinstance(before, Heading)
                lines = _title(underlined(block, gap=gap), columns)
            else:
                lines = _lines(block, columns)
            waiting.extend(lines)
        before = block
    flush()
    return out.getvalue()


def _words(lines: Sequence[_Line]) -> Words:
    """Put lines together, with a style only where one is meant: each costs time."""
    from rich.text import Span
    from rich.text import Text as Words

    at, text, spans = 0, "", []
    for line in lines:
        for piece, style in line:
            if style and piece:
                spans.append(Span(at, at + len(piece), style))
            at += len(piece)
            text += piece
        at += 1
        text += "\n"
    return Words(text[:-1], spans=spans)


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


def _print_map(console: object, world: Map, ascii_only: bool) -> None:
    """Print a drawn world; colours tell continents apart once more, and say nothing new."""
    from rich.console import Console
    from rich.text import Text as Words

    from legacytrack.formats.legend import drawn, folded

    assert isinstance(console, Console)
    colours = {area.id: _COLOURS[at % len(_COLOURS)] for at, area in enumerate(world.areas)}
    for whole in drawn(world, console.width, ascii_only=ascii_only):
        for line in folded(whole, console.width):
            words = Words(no_wrap=True, overflow="ignore")
            for span in line:
                bold = "bold " if span.strong else ""
                words.append(span.text, style=(bold + colours.get(span.group, "")).strip())
            console.print(words, crop=False)
