"""A text as a QR code, for the way from this screen to a telephone."""

from __future__ import annotations

from legacytrack.errors import Finding, UsageError

_BORDER = 4  # light modules around the code, as its standard asks for
_HALVES = {(0, 0): "\u2588", (0, 1): "\u2580", (1, 0): "\u2584", (1, 1): " "}  # (upper, lower)
_WHITE_ON_BLACK, _AS_BEFORE = "\x1b[97;40m", "\x1b[0m"


def qr(text: str, *, colour: bool) -> list[str]:
    """Draw a text as a QR code, line by line; the light modules are drawn, as on a dark screen.

    Args:
        text: what the code says.
        colour: whether escapes may see to it that the drawn ones are white, on black.

    Raises:
        UsageError: the library for codes is not installed, or the text is longer than a code.
    """
    try:
        import segno
    except ImportError as error:
        what = "QR codes need the library segno, which is not installed."
        fix = (
            "install it beside legacytrack: pip install segno (or: pipx inject legacytrack segno); "
            "or take the link itself, without --qr"
        )
        raise UsageError(Finding("no-segno", "--qr", what, fix)) from error
    try:
        code = segno.make(text, error="l", micro=False, boost_error=False)
    except segno.DataOverflowError as error:
        what = f"The link has {len(text)} characters, more than a QR code can hold."
        fix = "take the link itself, without --qr"
        raise UsageError(Finding("too-long", "--qr", what, fix)) from error
    rows = [list(row) for row in code.matrix_iter(border=_BORDER)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    lines = [
        "".join(_HALVES[bool(upper), bool(lower)] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]
    return [f"{_WHITE_ON_BLACK}{line}{_AS_BEFORE}" for line in lines] if colour else lines
