"""Languages: names of the places in other languages than the printed one, laid over the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from legacytrack.model.change import Tree

PRINTED = "en"  # the language of the board
_KINDS = ("continents", "territories")

Names = Mapping[str, Mapping[str, tuple[str, ...]]]


def shown_in(board: Tree, names: Tree) -> Tree:
    """Show a board in a language; the printed names become aliases, and the ids stay.

    Args:
        board: the part "board" of the box.
        names: the names of the language: for each kind of place, by id, the one that is shown and
            then others that can be typed; and `labels`, short names for a small tile, by id.
    """
    over, labels = dict(board), names.get("labels", {})
    for kind in _KINDS:
        over[kind] = {
            id: _shown(data, names.get(kind, {}).get(id, ()), labels.get(id, ""))
            for id, data in board[kind].items()
        }
    return over


def _shown(data: Tree, names: Sequence[str], label: str) -> Tree:
    first, *others = (*names, data["name"])
    shown = {**data, "name": first, "aliases": [*others, *data.get("aliases", ())]}
    if names:
        shown.pop("label", None)  # the printed one belongs to the printed name
    return {**shown, "label": label} if label else shown


def names_by_id(languages: Iterable[Tree]) -> Names:
    """Gather the names of the places in several languages, by kind of place and id.

    Args:
        languages: the names of each language.
    """
    gathered: dict[str, dict[str, tuple[str, ...]]] = {kind: {} for kind in _KINDS}
    for names in languages:
        for kind in _KINDS:
            for id, own in names.get(kind, {}).items():
                gathered[kind][id] = (*gathered[kind].get(id, ()), *own)
    return gathered
