"""The small board of the README, as a folder for tests; and the names that are none of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from legacytrack.store.box_files import boxes, printed
from legacytrack.store.box_folders import read_folder
from transcripts import FENCE

WORDS = {"fortification"}  # an id that is a word of the world file as well
README = Path(__file__).parent.parent / "README.md"
LAWS = {
    "classic-risk": "",
    "risk-legacy": "[rules.players-per-game]\nleast = 2\nmost = 4\n\n[told.continents]\nlimit = 3\n",
}


def lay_down(folder: Path, like: str = "classic-risk") -> Path:
    """Write the small board into a folder, be it like the one box or the other."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind, name, body in FENCE.findall(README.read_text(encoding="utf-8")):
        if kind == "toml" and name.startswith("atoll/"):
            file = name.removeprefix("atoll/")
            text = LAWS[like] if file == "rulebook.toml" and LAWS[like] else body
            (folder / file).write_text(
                text.replace('"classic-risk"', f'"{like}"'), encoding="utf-8"
            )
    assert (folder / "board.toml").is_file()
    return folder


def strangers(folder: Path) -> re.Pattern[str]:
    """A pattern of all names, titles and ids that are in a box of the package and not in a folder."""
    own = set(_names(read_folder(folder).parts))
    others = {name for id in boxes() for name in _names(printed(id))} - own - WORDS
    assert {"Alaska", "asia", "Risk Legacy", "Risk"} <= others
    listed = "|".join(sorted(map(re.escape, others), key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{listed})(?![\w-])")


def _names(parts: Any) -> Iterator[str]:
    board = parts["board"]
    yield board["game"]["name"]
    tables = [board["territories"], board["continents"], parts.get("factions", {})]
    tables += parts.get("marks", {}).values()
    tables += [each.get("powers", {}) for each in parts.get("factions", {}).values()]
    for table in tables:
        for id, each in table.items():
            yield from (id, each["name"], *each.get("aliases", ()))
