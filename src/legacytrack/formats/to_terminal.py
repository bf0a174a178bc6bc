"""A page for a terminal, by rich: colours where they are wanted, tables as wide as the window."""

from __future__ import annotations

from io import StringIO

from legacytrack.formats.text import harmless, width
from legacytrack.formats.to_plain import bar, lines
from legacytrack.pages.page import Bars, Block, Facts, Heading, Map, Note, Page, Script, Table, Text

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
    for block in page.blocks:
        if isinstance(block, Script):
            out.write(block.text.rstrip("\n") + "\n")
        elif isinstance(block, Map):
            _print_map(console, block, ascii_only)
        elif not _fits(console, block):
            _print(console, block)
    return out.getvalue()


def _fits(console: object, block: Block) -> bool:
    """Print a table that is no wider than the window as it is: nothing in it has to be folded."""
    from rich.console import Console
    from rich.text import Text as Words

    assert isinstance(console, Console)
    if not isinstance(block, Table | Facts):
        return False
    found = lines(block)
    if any(width(line) > console.width for line in found):
        return False
    named = isinstance(block, Facts)
    names = max((len(harmless(row[0])) for row in block.rows), default=0) + 2 if named else 0
    words = Words("\n").join(
        Words(line[:names], style="cyan").append(line[names:], style="default")
        if named
        else Words(line, style="" if number else "cyan")
        for number, line in enumerate(found)
    )
    if found:
        console.print(words, soft_wrap=True)
    return True


def _print(console: object, block: Block) -> None:
    from rich.console import Console
    from rich.table import Table as Grid
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
            grid = Grid.grid(padding=(0, 2, 0, 0))
            grid.add_column(overflow="fold")
            grid.add_column(overflow="fold", ratio=1)
            for name, value in rows:
                grid.add_row(Words("  " + harmless(name), style="cyan"), Words(harmless(value)))
            console.print(grid)
        case Bars(rows):
            told = [(name, str(count), bar(count, rows)) for name, count in rows]
            _print(console, Table(("", "", ""), told, (1,)))
        case Table(columns, rows, right):
            table = Grid(box=None, padding=(0, 2, 0, 0), header_style="cyan", show_edge=False)
            table.add_column("")
            for number, column in enumerate(columns):
                side = "right" if number in right else "left"
                table.add_column(Words(harmless(column)), justify=side, overflow="fold")  # type: ignore[arg-type]
            for row in rows:
                table.add_row("", *(Words(harmless(cell)) for cell in row))
            console.print(table)


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
