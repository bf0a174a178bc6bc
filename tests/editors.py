"""A world file as an editor that knows its schema sees it."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

from jsonschema import Draft4Validator, FormatChecker

from legacytrack.model.schema import world_schema
from legacytrack.store.box_files import boxes, languages, open_box


@cache
def schema() -> dict[str, Any]:
    """The schema of the world file."""
    return world_schema(open_box(), boxes=boxes(), languages=languages())


@cache
def validator() -> Draft4Validator:
    """What holds a tree to the schema of the world file."""
    Draft4Validator.check_schema(schema())
    return Draft4Validator(schema(), format_checker=FormatChecker())


def as_editors_see(value: Any) -> Any:
    """A tree as editors give it to a schema: what TOML has and JSON has not becomes a text."""
    if isinstance(value, dict):
        return {key: as_editors_see(part) for key, part in value.items()}
    if isinstance(value, list):
        return [as_editors_see(part) for part in value]
    return value.isoformat() if isinstance(value, datetime.date | datetime.time) else value


def marked(data: Any) -> list[str]:
    """What an editor marks in a world file: the place and what is wrong there."""
    return [
        f"{'.'.join(map(str, error.absolute_path))}: {error.message}"
        for error in validator().iter_errors(as_editors_see(data))
    ]
