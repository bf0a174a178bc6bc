"""A page as a picture: what a terminal shows, as SVG of its own that needs no font and no network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from legacytrack.formats.markup import escaped
from legacytrack.formats.text import width
from legacytrack.pages.page import Heading, Page

if TYPE_CHECKING:
    from rich.style import Style
    from rich.terminal_theme import TerminalTheme

_CELL, _LINE, _EDGE = 8.4, 18, 16  # width and height of a character, and what is left around
_SIZE = 14
_PAPER_RGB, _INK_RGB = (22, 24, 27), (233, 230, 223)
_PAPER, _INK = "#16181b", "#e9e6df"  # the same as words
_COLOURS = [  # black, red, green, yellow, blue, magenta, cyan, white; each light on the dark paper
    (150, 155, 163),
    (255, 138, 126),
    (155, 209, 148),
    (230, 199, 103),
    (156, 192, 238),
    (208, 174, 234),
    (124, 200, 205),
    (233, 230, 223),
]


def svg(page: Page, *, columns: int = 90) -> str:
    """Write a page as the picture of a terminal.

    Args:
        page: the page.
        columns: width of the terminal.
    """
    from legacytrack.formats.to_terminal import terminal

    text = terminal(page, columns=columns, colour=True, ascii_only=False)
    rows, cells = _rows(text.expandtabs(8).rstrip("\n"))
    wide = max(columns, cells) * _CELL + 2 * _EDGE
    high = len(rows) * _LINE + 2 * _EDGE
    titles = [block.text for block in page.blocks if isinstance(block, Heading)]
    title = titles[0] if titles else "An answer of legacytrack"
    lines = "".join(f"{row}\n" for row in rows if row)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}"'
        f' width="{wide:g}" height="{high:g}" role="img">\n'
        f"<title>{escaped(title)}</title>\n"
        f'<rect width="{wide:g}" height="{high:g}" rx="10" fill="{_PAPER}"/>\n'
        f'<g fill="{_INK}" font-family="ui-monospace, Menlo, Consolas, monospace"'
        f' font-size="{_SIZE}">\n{lines}</g>\n</svg>\n'
    )


def _rows(text: str) -> tuple[list[str], int]:
    """Write each line of a terminal as pieces that stand in their columns, whatever the font.

    Gives how many cells the longest one has, too.
    """
    import re

    from rich.ansi import AnsiDecoder
    from rich.console import Console
    from rich.terminal_theme import TerminalTheme

    console = Console(width=10_000, legacy_windows=False)
    theme = TerminalTheme(_PAPER_RGB, _INK_RGB, _COLOURS)
    rows: list[str] = []
    most = 0
    for number, line in enumerate(AnsiDecoder().decode(text)):
        y = _EDGE + number * _LINE
        cells, boxes, pieces = 0, "", ""
        for words, style, _ in line.render(console):
            x, long = _EDGE + cells * _CELL, width(words)
            cells += long
            looks, behind = _looks(style, theme)
            if behind and long:
                boxes += (
                    f'<rect x="{x:.5g}" y="{y}" width="{long * _CELL:.5g}" height="{_LINE}"'
                    f' fill="{behind}"/>'
                )
            # Words that stand apart get a place of their own: spaces would run together.
            for found in re.finditer("[^ ]+(?: [^ ]+)*", words):
                apart, long = found.group(), width(found.group())
                at = x + width(words[: found.start()]) * _CELL
                pieces += (
                    f'<tspan x="{at:.5g}" textLength="{max(long, 1) * _CELL:.5g}"'
                    f' lengthAdjust="spacingAndGlyphs"{looks}>{escaped(apart)}</tspan>'
                )
        rows.append(boxes + (f'<text y="{y + _SIZE}">{pieces}</text>' if pieces else ""))
        most = max(most, cells)
    return rows, most


def _looks(style: Style | None, theme: TerminalTheme) -> tuple[str, str]:
    """Say in attributes how a piece looks, and which colour lies behind it."""
    if not style:
        return "", ""
    ink = style.color.get_truecolor(theme).hex if style.color else ""
    behind = style.bgcolor.get_truecolor(theme, foreground=False).hex if style.bgcolor else ""
    if style.reverse:
        ink, behind = behind or _PAPER, ink or _INK
    looks = f' fill="{ink}"' if ink and ink != _INK else ""
    looks += ' font-weight="bold"' if style.bold else ""
    looks += ' font-style="italic"' if style.italic else ""
    looks += ' text-decoration="underline"' if style.underline else ""
    return looks, behind
