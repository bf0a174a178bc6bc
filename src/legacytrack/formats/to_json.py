"""A page for programs: one envelope, the same on a terminal and in a pipe."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from legacytrack.errors import Finding
from legacytrack.model.text import is_refused

VERSION = 1


def envelope(
    command: str,
    data: Mapping[str, Any],
    findings: Sequence[Finding] = (),
    *,
    ascii_only: bool,
    one_line: bool = False,
) -> str:
    """Write the envelope of an answer or of a refusal.

    Args:
        command: name of the command.
        data: the answer; empty when there is none.
        findings: what stands against it.
        ascii_only: whether other characters have to be escaped.
        one_line: whether it is one line, so that who reads line by line knows where it ends.
    """
    errors = [
        {
            "code": finding.rule,
            "what": finding.what,
            "where": finding.where,
            "cite": finding.cite,
            "fix": finding.fix,
        }
        for finding in findings
    ]
    whole = {"legacytrack": VERSION, "command": command, "data": data, "errors": errors}
    text = json.dumps(
        _with_json_numbers(whole),
        ensure_ascii=ascii_only,
        indent=None if one_line else 2,
        default=str,
    )
    if not text.isascii() or "\x7f" in text:
        # What steers a terminal is escaped here too, and half a character, which has no encoding.
        text = "".join(
            f"\\u{ord(char):04x}" if char != "\n" and is_refused(ord(char)) else char
            for char in text
        )
    return text + "\n"


def _with_json_numbers(value: Any) -> Any:
    """Write as text the numbers that TOML has and JSON has not."""
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _with_json_numbers(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_with_json_numbers(part) for part in value]
    return value
