"""A page for a terminal, by rich: colours where they are wanted, tables as wide as the window."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

from legacytrack.formats.text import folded, harmless, padded, width
from legacytrack.formats.to_plain import (
    LONGEST,
    bar,
    has_title,
    table_lines,
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
            names = max((width(harmless(name)) for name, _ in rows), default=0)
            room = console.width - names - 4
            if room >= _NARROW:
                for name, value in rows:
                    first, *more = folded(harmless(value), room)
                    told = Words(f"  {padded(harmless(name), names)}", style="cyan")
                    told.append(f"  {first}".rstrip(), style="default")
                    for line in more:
                        told.append(f"\n{' ' * (names + 4)}{line}", style="default")
                    console.print(told, soft_wrap=True)
                return
            grid = Grid.grid(padding=(0, 2, 0, 0))
            grid.add_column(overflow="fold")
            grid.add_column(overflow="fold", ratio=1)
            for name, value in rows:
                grid.add_row(Words("  " + harmless(name), style="cyan"), Words(harmless(value)))
            console.print(grid)
        case Bars(rows):
            names = max((width(harmless(name)) for name, _ in rows), default=0)
            numbers = max((len(str(count)) for _, count in rows), default=0)
            longest = max(min(console.width - names - numbers - _BESIDE_BARS, LONGEST), 1)
            bars = [(name, str(count), bar(count, rows, longest)) for name, count in rows]
            _print(console, Table(("", "", ""), bars, (1,)))
        case Table(columns, rows, right):
            titles = [columns] if any(columns) else []
            lines = _fitted([*titles, *rows], right, console.width)
            if lines:
                shown = Words("\n".join(lines))
                shown.stylize("cyan", 0, len(lines[0]) if titles else 0)
                console.print(shown, soft_wrap=True)
                return
            table = Grid(box=None, padding=(0, 2, 0, 0), header_style="cyan", show_edge=False)
            table.show_header = bool(titles)
            table.add_column("")
            for number, column in enumerate(columns):
                side = "right" if number in right else "left"
                table.add_column(Words(harmless(column)), justify=side, overflow="fold")  # type: ignore[arg-type]
            for row in rows:
                table.add_row("", *(Words(harmless(cell)) for cell in row))
            console.print(table)


def _fitted(rows: Sequence[Sequence[str]], right: Sequence[int], columns: int) -> list[str]:
    """Write a table whose last column alone is folded; none where that would not do.

    The grid of rich measures every cell many times, which is felt on a long page.
    """
    if not rows:
        return []
    lines = table_lines(rows, right)
    if max(map(width, lines)) <= columns:
        return lines
    last = len(rows[0]) - 1
    others = [max(width(harmless(row[at])) for row in rows) for at in range(last)]
    room = columns - sum(others) - 2 * len(rows[0])
    if room < _NARROW or last in right:
        return []
    spread = []
    for row in rows:
        first, *more = folded(harmless(row[last]), room)
        spread.append([*row[:last], first])
        spread.extend([*[""] * last, line] for line in more)
    return table_lines(spread, right)


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
