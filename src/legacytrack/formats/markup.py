"""Text of people on its way into HTML and SVG: every word stays a word, and fits where it stands."""

from __future__ import annotations

from collections.abc import Sequence

from legacytrack.formats.text import harmless, width

_NO_XML = {0xFFFE: "\\ufffe", 0xFFFF: "\\uffff"}  # the two printable codes that XML refuses
_WIDTHS = {  # of a common bold typeface without serifs, in hundredths of its size
    **dict.fromkeys("Iijl ./\\|',", 28),
    **dict.fromkeys("!()[]-`:;ftr{}", 35),
    **dict.fromkeys("bdghnopquFLTZ?", 61),
    **dict.fromkeys("EPSVXY", 67),
    **dict.fromkeys("ABCDHKNRU&", 72),
    **dict.fromkeys("GOQw", 78),
    **dict.fromkeys("mMW@%", 90),
}
_JOINER, _DOTS = "\u200d", "..."
_TIGHT = 0.84  # to which part of its length a text may be pressed before it is cut


def escaped(text: str) -> str:
    """Write a text so that neither a browser nor a reader of XML takes a part of it for markup.

    Args:
        text: any text; what would steer a screen is escaped as everywhere.
    """
    from html import escape

    return escape(harmless(text).translate(_NO_XML), quote=True)


def length(text: str, size: float) -> float:
    """Guess how long a text is in a bold typeface.

    Args:
        text: the text.
        size: of the type, in the unit that the answer has too.
    """
    return size * sum(_WIDTHS.get(char, 56 * width(char)) for char in text) / 100


def fitted(text: str, room: float, size: float) -> str:
    """Cut a text to the room there is, with dots where it was cut.

    Args:
        text: the text.
        room: how long it may be; it may have to be pressed a little, as `pressed` does.
        size: of the type, in the same unit.
    """
    text, room = harmless(text).translate(_NO_XML), room / _TIGHT
    if length(text, size) <= room:
        return text
    room -= length(_DOTS, size)
    end, long = 0, 0.0
    for number, char in enumerate(text):
        long += length(char, size)
        if long > room:
            break
        end = number + 1
    kept = text[:end]
    # An accent, or a part of a joined emoji, goes together with what it belongs to.
    while kept and (not width(text[len(kept)]) or kept[-1] == _JOINER):
        kept = kept[:-1]
    return kept.rstrip() + _DOTS


def wrapped(text: str, room: float, size: float, lines: int) -> list[str]:
    """Break a text between its words into lines, the last one cut where it is too long.

    Args:
        text: the text.
        room: how long a line may be.
        size: of the type, in the same unit.
        lines: how many there may be.
    """
    words = fitted(text, room * lines, size).split(" ")
    found = _broken(words, room, size, lines)
    # Lines of about the same length look better than a last one with little in it.
    narrow = room
    while len(found) > 1 and narrow > room / 2:
        narrow -= size / 4
        closer = _broken(words, narrow, size, lines)
        if len(closer) > len(found) or max(length(line, size) for line in closer) > narrow:
            break
        found = closer
    return [fitted(line, room, size) for line in found]


def _broken(words: Sequence[str], room: float, size: float, lines: int) -> list[str]:
    found: list[str] = []
    for word in words:
        longer = f"{found[-1]} {word}" if found else word
        if found and (length(longer, size) <= room or len(found) == lines):
            found[-1] = longer
        else:
            found.append(word)
    return found


def pressed(text: str, room: float, size: float) -> str:
    """Say in attributes of SVG how long a text is to be, so that no typeface makes it longer.

    Args:
        text: a text that was fitted.
        room: how long it may be.
        size: of the type, in the same unit.
    """
    long = length(text, size)
    if long < room * 0.7:
        return ""
    return f' textLength="{min(long, room):.0f}" lengthAdjust="spacingAndGlyphs"'
