"""Worlds and histories mangled by hand and by cloud folders: told of, never written over."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any

from kitchen import Ended, Kitchen, each, kitchen
from mangled import bases, mutated, mutated_history
from tally import Tally, main

from legacytrack.model.change import carry_out, same, without_empty_tables
from legacytrack.store import history
from legacytrack.store.box_files import boxes
from legacytrack.store.entries import digest

# What needs no world, or no more of it than is whole.
WITHOUT_WORLD = (
    *(["troops", "14", "--population", "3", "--coins", "5"], ["rules"], ["rules", "starts"]),
    *(
        ["rules", "coin-cap"],
        ["odds", "9", "4"],
        ["battle", "6,5", "4,3"],
        ["cards", "3", "2", "1"],
    ),
    *(["completion", "bash"], ["where"], ["export", "schema"]),
)
LOOKUPS = (
    *(["show"], ["show", "brazil"], ["show", "ana"], ["show", "cards"], ["show", "factions"]),
    *(["show", "found"], ["show", "asia"], ["show", "balkania"], ["status"], ["map"], ["supply"]),
    *(["standings"], ["log"], ["log", "--last", "3"], ["packets"], ["continents"], ["starts"]),
    *(["starts", "ana", "--hq", "egypt"], ["starts", "ben", "--at", "alaska"], ["troops", "ana"]),
    *(["troops", "ben", "--coins", "4"], ["troops", "ana", "europe", "siberia"], ["events"]),
    *(["enter", "ural", "--with", "5"], ["enter", "brazil"], ["reach", "egypt"], ["slots"]),
    *(["reach", "egypt", "--holds", "egypt,brazil"], ["cards", "brazil", "coin"], ["hand", "ana"]),
    *(["battle", "6,5,2", "5,5", "--at", "ural"], ["odds", "9", "4", "--at", "brazil"], ["use"]),
    *(["starts", "--join", "ana"], ["summary", "--as-of", "1"], ["export", "csv"], ["where"]),
    *(
        ["export", "bgstats"],
        ["export", "json"],
        ["show", "--no-spoilers"],
        ["rules"],
        ["rules", "D"],
    ),
)
PAGES = (
    ["summary"],
    ["summary", "--format", "html"],
    ["map", "--format", "html"],
    ["show"],
    ["map"],
)
FORMATS = ("plain", "plain", "terminal", "json", "json", "markdown", "html")
# These say something of any world that is TOML.
ALWAYS = ("show", "status", "map", "supply", "log", "standings", "packets", "continents")
RECORDS = (
    *(
        ["player", "add", "Eve"],
        ["player", "rename", "ana", "Anna"],
        ["player", "merge", "ben", "ana"],
    ),
    *(["scar", "bunker", "alberta"], ["scar", "ammo", "brazil"], ["city", "minor", "peru", "New"]),
    *(["city", "major", "ural", "X", "--by", "ana"], ["coin", "peru"], ["coin", "china", "india"]),
    *(["destroy", "peru"], ["name", "asia", "Ruin", "--by", "ben"], ["bonus", "asia", "plus"]),
    *(["bonus", "africa", "minus", "--by", "ana"], ["cancel", "brazil"], ["cancel", "alaska"]),
    *(["fortify", "china"], ["wear", "china"], ["planet", "Earth"], ["power", "bear", "first-die"]),
    *(["begin", "ana=balkania", "ben=khan", "cy=bear", "--not-taken"], ["hq", "ana", "brazil"]),
    *(["hq", "ben", "ural"], ["sign", "ana", "--yes"], ["sign", "ben", "--out", "cy", "--yes"]),
    *(["correct", "1", "--winner", "ben"], ["correct", "1", "ana", "--start", "egypt"], ["next"]),
    *(["hold", "ana", "africa"], ["take", "ana", "egypt"], ["take", "ben", "brazil", "peru"]),
    *(["leave", "ana", "brazil"], ["join", "ana", "japan"], ["out", "ben"], ["star", "ana"]),
    *(
        ["star", "cy", "--pile"],
        ["missile", "ana"],
        ["next", "ana"],
        ["hand", "ana", "coin", "peru"],
    ),
    *(["hand", "ana", "--troops", "peru,coin"], ["slots", "egypt", "china", "ural", "japan"]),
    *(
        ["draw", "ben", "egypt", "--new", "japan"],
        ["draw", "ana", "mission"],
        ["draw", "ana", "coin"],
    ),
    *(["packet", "open", "small", "--condition", "second-signature"], ["undo", "--yes"]),
    *(["define", "scar", "Mud", "--effect", "end_of_turn=-1"], ["define", "faction", "Wolves"]),
    *(["define", "territory", "Isle", "--sea", "peru"], ["define", "link", "brazil", "egypt"]),
    *(["define", "rule", "coin-cap", "--limit", "7"], ["undo", "1", "--yes"], ["redo", "--yes"]),
    *(["undo", "--to", "60", "--yes"], ["define", "city", "Dock", "--effect", "population=2"]),
)


def _tree(text: bytes) -> dict[str, Any] | None:
    try:
        return without_empty_tables(
            tomllib.loads(text.removeprefix(b"\xef\xbb\xbf").decode("utf-8"))
        )
    except (ValueError, RecursionError):
        return None


def _can_be_read(tree: Mapping[str, Any] | None) -> bool:
    if tree is None:
        return False
    if "box" in tree and tree["box"] not in boxes():
        return False
    written = tree.get("format", 1)
    return not (isinstance(written, int) and written > 1)


def looked(table: Kitchen, *words: str) -> str:
    """Ask something; say what is wrong with the answer, or with the files after it."""
    before = table.files
    ended = table.say(*words)
    if ended.wrong:
        return f"{words}: {ended.wrong}"
    if table.files != before:
        return f"{words}: a lookup wrote to the files"
    readable = _can_be_read(_tree(before[0]))
    if words[0] in ALWAYS and len(words) == 1 and readable and ended.code:
        return f"{words}: no answer ({ended.code}): {ended.err[:200]}"
    if list(words) in WITHOUT_WORLD and ended.code and not readable:
        return f"{words}: no answer, though no world is needed ({ended.code}): {ended.err[:200]}"
    if ended.code == 4 and readable:
        return f"{words}: refuses a file that can be read: {ended.err[:200]}"
    return ""


def checked(table: Kitchen) -> str:
    """Ask check; it names the line of what is no TOML, and the path of what makes no sense."""
    before = table.files
    ended = table.say("check")
    if ended.wrong or ended.code not in (0, 3, 4):
        return f"check: {ended.wrong or ended}"
    if table.files != before:
        return "check: it wrote to the files"
    tree = _tree(before[0])
    if (ended.code == 4) is _can_be_read(tree):
        return f"check: {ended}"
    if tree is None and not re.search(r"\bline [1-9]", ended.err):
        return f"check: no place in {ended.err}"
    return ""


def recorded(table: Kitchen, *words: str, history_whole: bool = True) -> str:
    """Record something; say what is wrong: with the files, with the history, or with undo."""
    text, lines = table.files
    ended = table.say(*words)
    if ended.wrong:
        return f"{words}: {ended.wrong}"
    fresh, story = table.files
    if ended.code:
        if (fresh, story) != (text, lines):
            return f"{words}: refused with {ended.code}, and yet written"
        return ""
    if fresh == text:
        return ""  # asked, not recorded
    before, after = _tree(text), _tree(fresh)
    if before is None or after is None:
        return f"{words}: it wrote over what is no TOML, or wrote none"
    entry = history.last(table.history)
    if entry is None or entry.after != digest(after):
        return f"{words}: the history does not end with the world"
    if not same(after, carry_out(before, entry.edits)):
        return f"{words}: another change than the history says"
    if not same(history.fold(history.read(table.history).entries), after):
        if history_whole:
            return f"{words}: the history does not lead to the world"
        return ""
    if lines is not None and lines.endswith(b"\n") and not (story or b"").startswith(lines):
        return f"{words}: older lines of the history are not as they were"
    if words[0] in ("undo", "redo"):
        return ""
    return _own_lines(text, fresh, entry, words) or _taken_back(table, text, words)


def _own_lines(text: bytes, fresh: bytes, entry: Any, words: tuple[str, ...]) -> str:
    """Say which line is gone that has nothing to do with what changed."""
    keys = {key.encode() for edit in entry.edits for key in edit.path}
    old = " ".join(str(edit.old) for edit in entry.edits).encode()
    stays = set(fresh.split(b"\n"))
    for line in text.split(b"\n"):
        if not line.strip() or line in stays or line + b"\r" in stays:
            continue
        if not line.lstrip().startswith(b"#"):
            # The row of a list: all values that are in it are among what changed.
            row = re.findall(rb"[\w-]+", line.partition(b"#")[0])
            if any(key in line for key in keys) or all(word in old for word in row):
                continue
        return f"{words}: the line {line!r} is gone"
    return ""


def _taken_back(table: Kitchen, text: bytes, words: tuple[str, ...]) -> str:
    ended = table.say("undo", "--yes")
    if ended.wrong or ended.code:
        return f"{words}, then undo: {ended.wrong or ended}"
    return "" if table.files[0] == text else f"{words}, then undo: not every byte is back"


def attempt(table: Kitchen, seed: int, number: int) -> str:
    """Mangle a world or a history, ask and record; say what is wrong.

    Args:
        table: where the files are.
        seed: of the run.
        number: of the try; the same two make the same files.
    """
    chance = Random(f"{seed}/{number}")
    found = bases()
    name = chance.choice(
        ("full", "full", "full", "without its history", "example", "finished", "by hand")
    )
    world, story = found[name]
    if story and chance.random() < 0.25:
        table.lay(world, mutated_history(story, chance))
        whole = False
    else:
        table.lay(mutated(world, chance), story)
        whole = True
    asked = [chance.choice(LOOKUPS), chance.choice(WITHOUT_WORLD)]
    if chance.random() < 0.1:
        asked.append(chance.choice(PAGES))
    for words in asked:
        said = looked(table, *words, "--format", chance.choice(FORMATS)) if words in LOOKUPS else ""
        said = said or looked(table, *words)
        if said:
            return said
    said = checked(table)
    if not said and chance.random() < 0.6:
        words = chance.choice(RECORDS)
        more = (
            ["--anyway", "a packet"]
            if chance.random() < 0.5 and words[0] not in ("undo", "redo")
            else []
        )
        said = recorded(table, *words, *more, history_whole=whole) or checked(table)
    return said


def run(times: int, seed: int) -> Tally:
    """Mangle files, many times.

    Args:
        times: how often.
        seed: decides what is mangled how.
    """
    with kitchen() as table:
        lost = each(times, partial(attempt, table, seed))
    return Tally("world files and histories mangled by hand", times, lost)


__all__ = ["Ended", "attempt", "checked", "looked", "recorded", "run"]

if __name__ == "__main__":
    main(run, times=100_000)
