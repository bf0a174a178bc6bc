"""Lists of names: words that are one name together stay together."""

from __future__ import annotations

from collections.abc import Sequence

from legacytrack.model.names import Named, fold


def whole_names(words: list[str], known: Sequence[Named]) -> list[str]:
    """Put words together that are a whole name only together: southeast asia is not all of Asia."""
    if len(words) < 2:
        return words
    names = {
        fold(name)
        for each in known
        for name in (each.id, each.name, *each.aliases, *each.given)
        if " " in fold(name)
    }
    most = max((name.count(" ") + 1 for name in names), default=1)
    whole, at = [], 0
    while at < len(words):
        sizes = range(min(most, len(words) - at), 0, -1)
        size = next((n for n in sizes if fold(" ".join(words[at : at + n])) in names), 1)
        whole.append(" ".join(words[at : at + size]))
        at += size
    return whole
