"""A page for a terminal, by rich: colours where they are wanted, tables as wide as the window."""

from __future__ import annotations

from io import StringIO

from legacytrack.formats.tables import Laid, laid_out
from legacytrack.formats.text import folded, harmless, padded, width
from legacytrack.formats.to_plain import (
    LONGEST,
    bar,
    has_title,
    underlined,
)
from legacytrack.pages.page import Bars, Block, Facts, Heading, Map, Note, Page, Script, Table, Text

_NARROW = 16  # cells; less would be a column of single words
_BESIDE_BARS = 8  # cells between the columns of a row
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
    from rich.text import Text as Words

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
    for block in page.blocks:
        if isinstance(block, Script):
            out.write(block.text.rstrip("\n") + "\n")
        elif titled and isinstance(block, Heading):
            gap = before is not None and not isinstance(before, Heading)
            for line in underlined(block, gap=gap):
                console.print(Words(line[:columns] if line.strip("=-") else line, style="bold"))
        elif isinstance(block, Map):
            _print_map(console, block, ascii_only)
        else:
            _print(console, block)
        before = block
    return out.getvalue()


def _print(console: object, block: Block) -> None:
    from rich.console import Console
    from rich.text import Text as Words

    assert isinstance(console, Console)
    match block:
        case Heading(text):
            console.print(Words(harmless(text), style="bold"))
        case Text(text):
            console.print(Words(harmless(text)))
        case Note(text):
            console.print(Words("note: ", style="yellow").append(harmless(text), style="default"))
        case Facts(rows):
            names = max((width(harmless(name)) for name, _ in rows), default=0)
            room = console.width - names - 4
            if room < _NARROW:
                _print_laid(console, laid_out(("", ""), rows, (), console.width))
                return
            for name, value in rows:
                first, *more = folded(harmless(value), room)
                told = Words(f"  {padded(harmless(name), names)}", style="cyan")
                told.append(f"  {first}".rstrip(), style="default")
                for line in more:
                    told.append(f"\n{' ' * (names + 4)}{line}", style="default")
                console.print(told, soft_wrap=True)
        case Bars(rows):
            names = max((width(harmless(name)) for name, _ in rows), default=0)
            numbers = max((len(str(count)) for _, count in rows), default=0)
            longest = max(min(console.width - names - numbers - _BESIDE_BARS, LONGEST), 1)
            bars = [(name, str(count), bar(count, rows, longest)) for name, count in rows]
            _print(console, Table(("", "", ""), bars, (1,)))
        case Table(columns, rows, right):
            _print_laid(console, laid_out(columns, rows, right, console.width))


def _print_laid(console: object, laid: Laid) -> None:
    from rich.console import Console
    from rich.text import Text as Words

    assert isinstance(console, Console)
    if not laid.lines:
        return
    words = Words()
    for number, (name, said) in enumerate(laid.lines):
        words.append("\n" if number else "", style="default")
        words.append(name if said else name.rstrip(), style="cyan")
        words.append(said.rstrip(), style="default")
    console.print(words, soft_wrap=True)


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
