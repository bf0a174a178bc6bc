"""The map of a page as a picture in SVG."""

from __future__ import annotations

from legacytrack.formats.text import harmless
from legacytrack.pages.page import Map, Page

_WIDE, _HIGH = 120, 40  # pixels of a tile


def svg(page: Page) -> str:
    """Draw the maps of a page, one under the other; a page without one gives an empty picture.

    Args:
        page: the page.
    """
    from html import escape

    tiles = [tile for block in page.blocks if isinstance(block, Map) for tile in block.tiles]
    wide = _WIDE * max((tile.column + 1 for tile in tiles), default=0)
    high = _HIGH * max((tile.row + 1 for tile in tiles), default=0)
    drawn = "".join(
        f'<text x="{tile.column * _WIDE}" y="{tile.row * _HIGH + _HIGH // 2}" font-size="11">'
        f"{escape(harmless(tile.name))}</text>\n"
        for tile in tiles
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">\n{drawn}</svg>\n'
