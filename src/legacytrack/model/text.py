"""Text of people: which texts may become a name, and what stands against the others."""

from __future__ import annotations

from legacytrack.errors import Finding, UsageError

_LINE_ENDS = (0x2028, 0x2029)
_TEXT_DIRECTIONS = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_REFUSED = frozenset(_LINE_ENDS + _TEXT_DIRECTIONS)  # beside control characters and surrogates
_CONTROL_NAMES = {  # Unicode itself gives control characters no name
    0x00: "NULL",
    0x07: "BELL",
    0x08: "BACKSPACE",
    0x09: "TAB",
    0x0A: "LINE FEED",
    0x0D: "CARRIAGE RETURN",
    0x1B: "ESCAPE",
    0x7F: "DELETE",
}

_EMPTY = "it is empty"


def plain_text(text: str, *, what: str) -> str:
    """Return a typed text as it is kept: stripped, with single spaces.

    Args:
        text: as it was typed.
        what: what it is, without an article, as "city name".

    Raises:
        UsageError: it is empty, or holds a character that would change how a screen shows
            what stands around it.
    """
    text = text.strip()
    problem = problem_with(text)
    if problem is None:
        return " ".join(text.split())
    fix = "Type it again without that character."
    if problem == _EMPTY:
        fix = "Type at least one visible character."
    elif any(_is_surrogate(ord(char)) for char in text):
        fix += " The terminal may send another encoding than UTF-8."
    raise UsageError(Finding("plain-text", what, f"The {what} cannot be kept: {problem}.", fix))


def problem_with(text: str) -> str | None:
    """Say what keeps a text from being a name, as the end of a sentence; None if nothing does.

    Joiners inside an emoji and accents that stand by themselves are fine.
    """
    if not text.isprintable():  # all that is refused is also unprintable, so most stop here
        for place, char in enumerate(text, start=1):
            if is_refused(ord(char)):
                return f"character {place} is {_described(char)}"
    return _EMPTY if _is_empty(text) else None


def _is_empty(text: str) -> bool:
    """Tell whether there is nothing to be seen, as in a text of zero-width spaces."""
    if any(char.isprintable() and char != " " for char in text):
        return False
    if text.isascii():
        return not text.strip()
    from unicodedata import category

    # Not only printable ones count: an emoji newer than this Python's tables is none.
    return all(category(char) in ("Cf", "Zs") for char in text)


def is_refused(code: int) -> bool:
    """Tell whether a character changes how a screen shows what stands around it, by its code."""
    return _is_control(code) or _is_surrogate(code) or code in _REFUSED


def _is_control(code: int) -> bool:
    return code < 0x20 or 0x7F <= code < 0xA0


def _is_surrogate(code: int) -> bool:
    return 0xD800 <= code < 0xE000


def _described(char: str) -> str:
    """Describe a character that cannot be shown: its code and its name."""
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # so Python keeps a byte that it could not decode
        name = f"UNDECODABLE BYTE 0x{code - 0xDC00:02X}"
    elif _is_surrogate(code):
        name = "SURROGATE"
    elif _is_control(code):
        name = _CONTROL_NAMES.get(code, "CONTROL CHARACTER")
    else:
        from unicodedata import name as name_of

        name = name_of(char)
    return f"U+{code:04X} {name}"


def counted(number: int, noun: str) -> str:
    """Write a number with its noun, in the plural where it is not one.

    Args:
        number: how many.
        noun: the noun in the singular.
    """
    if number == 1:
        return f"1 {noun}"
    if noun.endswith(("ry", "ty")):
        return f"{number} {noun[:-1]}ies"
    return f"{number} {noun}{'es' if noun.endswith(('x', 's')) else 's'}"


def ordinal(number: int) -> str:
    """Write a number as the place in a row, like 3rd.

    Args:
        number: the number, from 1.
    """
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ends.get(number % 10, 'th')}"
