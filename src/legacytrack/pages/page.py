"""A page: the answer to a question, as data and as a few kinds of block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Heading(NamedTuple):
    """A title over what follows."""

    text: str


class Text(NamedTuple):
    """A paragraph."""

    text: str


class Note(NamedTuple):
    """Something people forget."""

    text: str


class Facts(NamedTuple):
    """Names with their values, a line each."""

    rows: Sequence[tuple[str, str]]


class Table(NamedTuple):
    """Rows under column titles; `right` are the columns (from 0) that hold numbers."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: Sequence[int] = ()


class Script(NamedTuple):
    """Text for a program, printed as it is; never text of people."""

    text: str


Block = Heading | Text | Note | Facts | Table | Script


class Page(NamedTuple):
    """An answer.

    Args:
        data: the answer for programs, as JSON will say it.
        blocks: the answer for people.
        exit_code: what the process ends with.
    """

    data: Mapping[str, Any]
    blocks: Sequence[Block]
    exit_code: int = 0
