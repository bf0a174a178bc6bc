"""Rows for spreadsheets: RFC 4180, and nothing in them is taken for a formula."""

from __future__ import annotations

from collections.abc import Sequence

from legacytrack.formats.text import harmless

# What a spreadsheet may calculate; the last four are the wide forms of the first.
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def csv(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write rows with commas between the cells, under a row of titles.

    Args:
        columns: the titles.
        rows: the cells, texts of people among them.
    """
    return "".join(",".join(map(_cell, row)) + "\n" for row in (columns, *rows))


def _cell(text: str) -> str:
    shown = harmless(text)  # so there is neither a tab nor a line end in it
    if shown.lstrip().startswith(_FORMULA):
        shown = f"'{shown}"
    if any(sign in shown for sign in ',"') or shown != shown.strip():
        quoted = shown.replace('"', '""')
        return f'"{quoted}"'
    return shown
