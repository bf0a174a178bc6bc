"""All that is wrong with a box at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from legacytrack.errors import Finding
from legacytrack.model.box_board import board_flaws, names_flaws
from legacytrack.model.box_laws import law_flaws
from legacytrack.model.box_shape import FILE, STOPS, fitted, flaw
from legacytrack.model.change import Tree


def flaws(parts: Mapping[str, Tree]) -> tuple[Finding, ...]:
    """Find all that is wrong with the parts of a box.

    Args:
        parts: each part as a tree, "names-ru" and the like for names in other languages.
    """
    findings: list[Finding] = [
        flaw(FILE, part, (), f"{part}.toml is missing.", _FIXES[part])
        for part in _FIXES
        if part not in parts
    ]
    kept: dict[str, dict[str, Any]] = {}
    for part, tree in parts.items():
        kept[part] = fitted(part, tree, findings)
    if "board" in parts:
        findings.extend(board_flaws(kept["board"], parts["board"]))
        for part, tree in kept.items():
            if part.startswith("names-"):
                findings.extend(names_flaws(part, tree, kept["board"]))
    if "rulebook" in parts:
        findings.extend(law_flaws(kept))
    return tuple(dict.fromkeys(findings))


_FIXES = {
    "board": "write what is printed on the board into board.toml",
    "rulebook": 'write like = "BOX" under [game] in board.toml, or a rulebook.toml of your own',
}


def that_stop(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Take those findings with which a box cannot be used at all.

    Args:
        findings: all that is wrong with it.
    """
    return tuple(finding for finding in findings if finding.rule in STOPS)
