"""A page for programs: one envelope, the same on a terminal and in a pipe."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from legacytrack.errors import Finding

VERSION = 1


def envelope(
    command: str, data: Mapping[str, Any], findings: Sequence[Finding] = (), *, ascii_only: bool
) -> str:
    """Write the envelope of an answer or of a refusal.

    Args:
        command: name of the command.
        data: the answer; empty when there is none.
        findings: what stands against it.
        ascii_only: whether other characters have to be escaped.
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
    text = json.dumps(whole, ensure_ascii=ascii_only, indent=2, default=str)
    try:
        text.encode()
    except UnicodeEncodeError:  # a byte that was no text came in as half a character
        text = json.dumps(whole, ensure_ascii=True, indent=2, default=str)
    return text + "\n"
