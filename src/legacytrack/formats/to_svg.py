"""A page as a picture in SVG, line by line."""

from __future__ import annotations

from legacytrack.formats.text import width
from legacytrack.formats.to_plain import plain
from legacytrack.pages.page import Page

_WIDE, _HIGH = 8, 18  # pixels of a character


def svg(page: Page) -> str:
    """Draw a page as a picture.

    Args:
        page: the page.
    """
    from html import escape

    lines = plain(page).splitlines()
    wide = _WIDE * max(map(width, lines), default=0)
    drawn = "".join(
        f'<text x="0" y="{number * _HIGH}" xml:space="preserve">{escape(line)}</text>\n'
        for number, line in enumerate(lines, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {_HIGH * (len(lines) + 1)}"'
        f' font-family="monospace" font-size="13">\n{drawn}</svg>\n'
    )
