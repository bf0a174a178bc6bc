"""A page as one HTML file of its own: for a browser, a telephone and the printer, without a script."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from legacytrack.formats.html_table import bars, table
from legacytrack.formats.markup import escaped
from legacytrack.pages.page import Bars, Block, Facts, Heading, Map, Note, Page, Script, Table, Text

_ATLAS = ' class="atlas"'  # printed on a sheet of its own, in landscape
_SHORT = 800  # letters of HTML up to which a beginning is printed on the same sheet as the map
_MANY_PARTS = 5  # from which a page has a list of its parts


def html(page: Page, *, title: str) -> str:
    """Write a page as HTML.

    Args:
        page: the page.
        title: what the page is called, in the window and, where it has no heading, at its top.
    """
    title = title.strip() or "legacytrack"
    blocks = _outlined(page.blocks, title)
    style = Path(__file__).with_name("to_html.css").read_text(encoding="utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escaped(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f"{_main(blocks)}</main>\n<footer>Kept with legacytrack.</footer>\n</body>\n</html>\n"
    )


def _outlined(blocks: Sequence[Block], title: str) -> list[Block]:
    """Begin with the one title of the page, and leave out no level below it."""
    blocks = [block for block in blocks if not isinstance(block, Heading) or block.text.strip()]
    first = blocks[0] if blocks else None
    if not (isinstance(first, Heading) and (first.level == 1 or first.text.strip() == title)):
        blocks.insert(0, Heading(title, 1))
    found: list[Block] = []
    level = 0
    for block in blocks:
        if isinstance(block, Heading):
            level = min(max(block.level, 2), level + 1)
            found.append(Heading(block.text, level))
        else:
            found.append(block)
    return found


def _main(blocks: Sequence[Block]) -> str:
    """Write the blocks in sections: one for each heading of the second level, one for each map."""
    parts: list[list[str]] = [[]]
    atlases: set[int] = set()
    names = []
    under = ""
    for number, block in enumerate(blocks):
        after_map = len(parts) - 1 in atlases
        if isinstance(block, Heading):
            under = f"part-{number}"
            if block.level == 2:
                names.append((under, block.text))
        if after_map or (isinstance(block, Heading) and block.level == 2):
            parts.append([])
        if isinstance(block, Map) and block.tiles:
            atlases.add(len(parts) - 1)
        if isinstance(block, Note) and parts[-1] and isinstance(blocks[number - 1], Note):
            parts[-1][-1] = parts[-1][-1].replace("</aside>", f"{_paragraph(block.text)}</aside>")
        else:
            parts[-1].append(_written(block, under))
    sections = [
        f"<section{_ATLAS if number in atlases else ''}>\n{''.join(part)}</section>\n"
        for number, part in enumerate(parts)
    ]
    contents = _contents(names) if len(names) >= _MANY_PARTS else ""
    opening, more = "".join(sections[:1]) + contents, sections[1:]
    if 1 in atlases and 0 not in atlases and len("".join(parts[0])) <= _SHORT:
        # What stands above the map finds room on the sheet of the map.
        opening, more = f'<div class="cover">\n{opening}{more[0]}</div>\n', more[1:]
    return opening + "".join(more)


def _contents(names: Sequence[tuple[str, str]]) -> str:
    entries = "".join(f'<li><a href="#{id}">{escaped(name)}</a></li>\n' for id, name in names)
    return f'<nav aria-label="Parts of this page">\n<ul>\n{entries}</ul>\n</nav>\n'


def _written(block: Block, under: str) -> str:
    """Write a block.

    Args:
        block: the block.
        under: id of the heading that it stands under, or its own.
    """
    match block:
        case Heading(text, level):
            return f'<h{level} id="{under}">{escaped(text)}</h{level}>\n'
        case Text(text):
            return _paragraph(text)
        case Note(text):
            return f'<aside class="note">\n{_paragraph(text)}</aside>\n'
        case Facts(rows):
            told = "".join(
                f"<div><dt>{escaped(name)}</dt><dd>{escaped(value)}</dd></div>\n"
                for name, value in rows
            )
            return f"<dl>\n{told}</dl>\n" if told else ""
        case Table():
            return table(block, under)
        case Bars(rows):
            return bars(rows, under)
        case Map():
            from legacytrack.formats.map_figure import figure

            return figure(block, under) if block.tiles else ""
        case Script(text):
            lines = (escaped(line.expandtabs(4)) for line in text.rstrip("\n").split("\n"))
            return '<pre tabindex="0">' + "\n".join(lines) + "</pre>\n"


def _paragraph(text: str) -> str:
    return f"<p>{escaped(text)}</p>\n"
