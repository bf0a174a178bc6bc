"""Text of people on its way out: nothing in it may steer a terminal, and columns line up."""

from __future__ import annotations

from legacytrack.model.text import is_refused


def harmless(text: str) -> str:
    """Write control characters, text directions and broken characters as escapes one can read.

    Args:
        text: any text; line feeds are escaped too, since a value is one line.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if _is_harmless(char) else _escaped(char) for char in text)


def _is_harmless(char: str) -> bool:
    # What may be a name is shown as it is, an emoji too that is newer than this Python.
    return char.isprintable() or not is_refused(ord(char))


def _escaped(char: str) -> str:
    return char.encode(
        "unicode_escape" if ord(char) < 0xD800 or ord(char) > 0xDFFF else "ascii",
        "backslashreplace",
    ).decode("ascii")


def width(text: str) -> int:
    """Count the cells that a text takes in a terminal: two for wide characters, none for accents."""
    if text.isascii():
        return len(text)
    import unicodedata

    cells = 0
    for char in text:
        if unicodedata.combining(char) or char in "\u200c\u200d\ufe0e\ufe0f":
            continue
        cells += 2 if unicodedata.east_asian_width(char) in "WF" else 1
    return cells


def padded(text: str, cells: int, *, right: bool = False) -> str:
    """Fill a text with spaces up to a number of cells."""
    space = " " * max(cells - width(text), 0)
    return space + text if right else text + space


def folded(text: str, cells: int) -> list[str]:
    """Break a text into lines at its spaces, and where a word alone is too long, within it.

    Args:
        text: the text.
        cells: how wide a line may be.
    """
    if width(text) <= cells:
        return [text]
    lines, line = [], ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if width(longer) <= cells:
            line = longer
            continue
        lines += [line] if line else []
        line = ""
        for char in word:
            if width(line + char) > cells and line:
                lines.append(line)
                line = ""
            line += char
    return [*lines, line]
