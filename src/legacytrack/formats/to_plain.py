"""A page as plain text: for pipes and simple terminals, one line a row, never wrapped."""

from __future__ import annotations

from collections.abc import Sequence

from legacytrack.errors import Finding
from legacytrack.formats.text import harmless, padded, width
from legacytrack.pages.page import Bars, Block, Facts, Heading, Map, Note, Page, Script, Table, Text

LONGEST = 30  # signs of the longest bar
_UNDER = {1: "=", 2: "-"}


def plain(page: Page, *, ascii_only: bool = False) -> str:
    """Write a page as plain text.

    Args:
        page: the page.
        ascii_only: whether other characters will be escaped, so that a map has to do without them.
    """
    found: list[str] = []
    titled, before = has_title(page), None
    for block in page.blocks:
        if titled and isinstance(block, Heading):
            found += underlined(block, gap=before is not None and not isinstance(before, Heading))
        else:
            found += lines(block, ascii_only)
        before = block
    return "".join(f"{line}\n" for line in found)


def has_title(page: Page) -> bool:
    """Tell whether a page has a title: then it is long, and its parts stand apart."""
    return any(isinstance(block, Heading) and block.level == 1 for block in page.blocks)


def underlined(heading: Heading, *, gap: bool) -> list[str]:
    """Write a heading of a long page: lines under it say how high it stands.

    Args:
        heading: the heading.
        gap: whether an empty line goes before it.
    """
    text = harmless(heading.text)
    lines = [""] if gap else []
    lines.append(text)
    if heading.level in _UNDER:
        lines.append(_UNDER[heading.level] * width(text))
    return lines


def lines(block: Block, ascii_only: bool = False) -> list[str]:
    """Write a block as lines of plain text, harmless and without line ends.

    Args:
        block: the block.
        ascii_only: whether other characters will be escaped, so that a map has to do without them.
    """
    match block:
        case Heading(text) | Text(text):
            return [harmless(text)]
        case Note(text):
            return [f"note: {harmless(text)}"]
        case Facts(rows):
            cells = max((width(harmless(name)) for name, _ in rows), default=0)
            return [
                f"  {padded(harmless(name), cells)}  {harmless(value)}".rstrip()
                for name, value in rows
            ]
        case Script(text):
            return text.rstrip("\n").split("\n")
        case Table(columns, rows, right):
            return table_lines([columns, *rows], right)
        case Bars(rows):
            return table_lines([(name, str(count), bar(count, rows)) for name, count in rows], (1,))
        case Map():
            from legacytrack.formats.canvas import text_of
            from legacytrack.formats.legend import PLAIN_COLUMNS, drawn

            return [text_of(line) for line in drawn(block, PLAIN_COLUMNS, ascii_only=ascii_only)]


def bar(count: int, rows: Sequence[tuple[str, int]], longest: int = LONGEST) -> str:
    """Draw a number as a bar beside the others.

    Args:
        count: the number.
        rows: all names with their numbers.
        longest: signs of the longest bar.
    """
    most = max(number for _, number in rows)
    return "#" * (count if most <= longest else -(-count * longest // most))


def table_lines(rows: Sequence[Sequence[str]], right: Sequence[int]) -> list[str]:
    """Write rows with columns that line up.

    Args:
        rows: the rows, the column titles among them.
        right: the columns (from 0) that stand to the right.
    """
    shown = [[harmless(cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*shown, strict=True)]
    return [
        (
            "  "
            + "  ".join(
                padded(cell, cells, right=number in right)
                for number, (cell, cells) in enumerate(zip(row, widths, strict=True))
            )
        ).rstrip()
        for row in shown
    ]


def refusal(findings: Sequence[Finding]) -> str:
    """Write findings as a person reads them on stderr: the fact, the rule, the remedy.

    Args:
        findings: all of them; the same remedy is said once.
    """
    parts = []
    for finding in findings:
        lines = [f"error: {harmless(finding.what)}"]
        if finding.cite:
            lines.append(f"rule:  {finding.rule} ({harmless(finding.cite)})")
        if finding.fix:
            steps = harmless(finding.fix).split("; ")
            lines.append(
                "fix:   " + ";\n       ".join(steps) + ("" if steps[-1][-1] in ".?!" else ".")
            )
        parts.append("\n".join(lines) + "\n")
    return "".join(parts)
