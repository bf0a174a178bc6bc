"""Values of the world file: what is expected somewhere, and whether a given value is that."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from legacytrack.model.change import Tree
from legacytrack.model.text import problem_with


class Value:
    """A value of the file: what is expected, in words and as JSON Schema, and whether one is that.

    Args:
        legible: whether no character may be in it that a screen cannot show.
    """

    def __init__(
        self, expected: str, fits: Callable[[Any], bool], schema: Tree, *, legible: bool = False
    ) -> None:
        self.expected, self.fits, self.schema, self.legible = expected, fits, schema, legible


MOST = 999_999  # beyond is a slip of the keyboard, and what counts one by one would never end


def is_whole(value: Any) -> bool:
    """Tell whether a value is a whole number, and neither true nor 1.0."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole(least: int) -> Value:
    """Expect a whole number, from the least one on to what people count to."""
    return Value(
        f"a whole number from {least}",
        lambda value: is_whole(value) and least <= value <= MOST,
        {"type": "integer", "minimum": least, "maximum": MOST},
    )


def is_date(value: Any) -> bool:
    """Tell whether a value is a day, as TOML has it or in quotes."""
    if isinstance(value, datetime.date):
        return not isinstance(value, datetime.datetime)
    try:
        is_text = isinstance(value, str) and len(value) == 10 and value[4:8:3] == "--"
        return is_text and bool(datetime.date.fromisoformat(value))
    except ValueError:
        return False


def is_name(value: Any) -> bool:
    """Tell whether a value is a text that can be seen and shown."""
    return isinstance(value, str) and bool(value.strip()) and problem_with(value) is None


def is_id(value: Any) -> bool:
    """Tell whether a value can be an id."""
    return isinstance(value, str) and value != ""
