"""A finding, and every error a person can meet, each with its exit code."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """One thing that is wrong: which law, which fact blocks, and how to go on.

    Args:
        rule: the id of the law in the rulebook data, or the name of an error.
        where: dotted path of the fact in the world file, or the place in a command; may be empty.
        what: the fact as a sentence, with game and player where they are known.
        fix: how to go on.
        cite: the heading of the printed rules to look up; empty for what is no rule.
    """

    rule: str
    where: str
    what: str
    fix: str = ""
    cite: str = ""


class LegacytrackError(Exception):
    """Something a person should read; `exit_code` is what the process ends with."""

    exit_code = 1

    def __init__(self, *findings: Finding) -> None:
        super().__init__("\n".join(finding.what for finding in findings))
        self.findings = findings


class UsageError(LegacytrackError):
    """The words of the command do not make sense."""

    exit_code = 2


class RefusedError(LegacytrackError):
    """A rule said no."""

    exit_code = 3


class FileError(LegacytrackError):
    """A file is unreadable or cannot be written."""

    exit_code = 4


class NameNotFoundError(LegacytrackError):
    """A name is unknown, or could mean several things."""

    exit_code = 5


class UndoError(LegacytrackError):
    """There is nothing to undo, or it no longer fits."""

    exit_code = 6
