"""The one place that prints: an answer to stdout, talk and errors to stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from legacytrack.errors import Finding
from legacytrack.pages.page import Heading, Page

if TYPE_CHECKING:
    from legacytrack.campaign.door import Campaign
    from legacytrack.store.places import Places

FORMATS = ("terminal", "plain", "markdown", "html", "json")
ENDINGS = {
    ".md": "markdown",
    ".html": "html",
    ".htm": "html",
    ".txt": "plain",
    ".json": "json",
    ".svg": "svg",
}


def options_and_names(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split a command line at the two dashes after which every word is a name."""
    at = words.index("--") if "--" in words else len(words)
    return list(words[:at]), list(words[at:])


class Settings:
    """What the options that every command has were set to, and the campaign that a prompt keeps open."""

    def __init__(self) -> None:
        self.world: str | None = None
        self.names: str | None = None
        self.format: str | None = None
        self.output: str | None = None
        self.by: str | None = None
        self.game: int | None = None
        self.dry_run = False
        self.anyway: str | None = None
        self.command = ""
        self.words: Sequence[str] = ()
        self.kept: Campaign | None = None
        self.no_box: Finding | None = None  # why the box of the world is not the one that answers
        self.told_no_box = False
        self.leads_to: Places | None = None  # the world that `use` or `new` switched to

    def places(self) -> Places:
        """The files of the world that is meant; a prompt stays with its own."""
        from legacytrack.store.places import choose

        return self.kept.places if self.kept and self.world is None else choose(self.world)

    def campaign(self) -> Campaign:
        """Open the campaign that is meant, or bring the open one up to date."""
        from legacytrack.campaign.door import Campaign

        places = self.places()
        kept = self.kept
        if kept and kept.places.world == places.world and kept.language == self.names:
            kept.refresh()
            return kept
        return Campaign(places, self.names)

    @property
    def chosen_format(self) -> str:
        """The format that was asked for, or the one that fits where stdout leads."""
        if self.format:
            return self.format
        fancy = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        return "terminal" if fancy else "plain"


def has_only_ascii(stream: TextIO) -> bool:
    """Tell whether a stream has an encoding without the letters of others."""
    return not (stream.encoding or "ascii").lower().replace("-", "").startswith("utf")


def write(stream: TextIO, text: str) -> None:
    """Write text to a stream, with escapes for what its encoding does not have."""
    encoding = stream.encoding or "ascii"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    stream.flush()


def answer(page: Page, settings: Settings) -> None:
    """Print an answer in the format that is wanted, or write it to the file that is wanted."""
    if settings.output not in (None, "-"):
        from legacytrack.cli.files import save

        save(page, settings)
        return
    chosen = settings.chosen_format
    ascii_only = has_only_ascii(sys.stdout)
    if chosen == "terminal":
        from shutil import get_terminal_size

        from legacytrack.formats.to_terminal import terminal

        text = terminal(
            page,
            columns=max(get_terminal_size().columns, 20),
            colour=colour_is_wanted(),
            ascii_only=ascii_only,
        )
    else:
        text = written(page, chosen, settings, ascii_only=ascii_only)
    write(sys.stdout, text)


def written(page: Page, format: str, settings: Settings, *, ascii_only: bool) -> str:
    """Write an answer as text.

    Args:
        page: the answer.
        format: one of `FORMATS` but "terminal", or "svg".
        settings: what was typed.
        ascii_only: whether other characters have to be escaped where the format can do that.
    """
    if format == "json":
        from legacytrack.formats.to_json import envelope

        one_line = settings.kept is not None and settings.output in (None, "-")
        return envelope(settings.command, page.data, ascii_only=ascii_only, one_line=one_line)
    if format == "markdown":
        from legacytrack.formats.to_markdown import markdown

        return markdown(page, ascii_only=ascii_only)
    if format == "html":
        from legacytrack.formats.to_html import html

        text = html(page, title=_title(page, settings))
        return text.encode("ascii", "xmlcharrefreplace").decode() if ascii_only else text
    if format == "svg":
        from legacytrack.formats.to_svg import svg

        return svg(page)
    from legacytrack.formats.to_plain import plain

    return plain(page, ascii_only=ascii_only)


def _title(page: Page, settings: Settings) -> str:
    """The title of a page for the window it is shown in: what it begins with, or the command."""
    first = page.blocks[0] if page.blocks else None
    return first.text if isinstance(first, Heading) else f"legacytrack {settings.command}"


def colour_is_wanted() -> bool:
    """Tell whether escapes for colours go to stdout."""
    return (
        sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") not in ("dumb", "unknown")
        and os.environ.get("FORCE_COLOR", "1").lower() not in ("0", "false", "no")
    )


def talk(lines: Sequence[str]) -> None:
    """Say something beside the answer."""
    from legacytrack.formats.text import harmless

    for line in lines:
        write(sys.stderr, harmless(line) + "\n")


def refuse(findings: Sequence[Finding], settings: Settings) -> None:
    """Print what stands against a command: on stderr for people, in the envelope for programs."""
    if settings.chosen_format == "json":
        from legacytrack.formats.to_json import envelope

        ascii_only, one_line = has_only_ascii(sys.stdout), settings.kept is not None
        text = envelope(settings.command, {}, findings, ascii_only=ascii_only, one_line=one_line)
        write(sys.stdout, text)
    else:
        from legacytrack.formats.to_plain import refusal

        write(sys.stderr, refusal(findings))
