"""Files as they were really met: each with the exit code of `check`, and the place that it names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from mangled import WORLDS

WORLD = (WORLDS / "format-1.toml").read_bytes()
HISTORY = (WORLDS / "format-1.history.jsonl").read_bytes()
LINES = WORLD.split(b"\n")
STORY = HISTORY.split(b"\n")


class Case(NamedTuple):
    """A mangled campaign.

    Args:
        code: what `check` ends with.
        says: what it names, the line or the path.
        world: the world file.
        history: the history, None where there is none.
        beside: other files in the folder.
    """

    code: int
    says: str
    world: bytes = WORLD
    history: bytes | None = HISTORY
    beside: Mapping[str, bytes] = {}


def _in(old: bytes, new: bytes) -> bytes:
    assert old in WORLD
    return WORLD.replace(old, new, 1)


def _line(sign: bytes) -> str:
    return f"line {next(n for n, line in enumerate(LINES, 1) if line.startswith(sign))}"


def _story(number: int, line: bytes) -> bytes:
    return b"\n".join([*STORY[: number - 1], line, *STORY[number:]])


_END = WORLD.index(b"[players.ben]")
_CONFLICT = b'<<<<<<< HEAD\nname = "Ana"\n=======\nname = "Anna"\n>>>>>>> theirs'
CASES: dict[str, Case] = {
    "whole": Case(0, "Nothing is wrong."),
    "nothing in it": Case(0, "Nothing is wrong.", b"", None),
    "a comment": Case(0, "Nothing is wrong.", b"# later", None),
    # No TOML: the line.
    "cut in a word": Case(4, "line", WORLD[: _END + 5]),
    "cut in a text": Case(4, "line", WORLD[: WORLD.index(b"Format one") + 4]),
    "cut in a list": Case(4, "line", WORLD[: WORLD.index(b'"venezuela"]') + 4]),
    "merge conflict": Case(4, _line(b'name = "Ana"'), _in(b'name = "Ana"', _CONFLICT)),
    "a key twice": Case(4, "line", _in(b"games_played = 1", b"games_played = 1\ngames_played = 1")),
    "a table twice": Case(4, "line", WORLD + b'\n[players.ana]\nname = "Ana"\n'),
    "a table and a value": Case(4, "line", WORLD + b"\n[players.ana.name]\nfirst = 1\n"),
    "a letter of the word processor": Case(
        4, _line(b"name = "), _in(b'"Format one"', "“F”".encode())
    ),
    "NUL": Case(4, _line(b"name = "), _in(b"Format one", b"Format\0one")),
    "NULs after a crash of the machine": Case(4, "line 1", b"\0" * len(WORLD)),
    "NULs at the end": Case(4, "line", WORLD + b"\0" * 512),
    "UTF-16": Case(4, "line 1", WORLD.decode().encode("utf-16")),
    "UTF-16 without a mark": Case(4, "line 1", WORLD.decode().encode("utf-16-le")),
    "Latin-1": Case(4, "line", WORLD.decode().replace("漢字", "é").encode("latin-1")),
    "line ends of an old machine": Case(4, "line 1", WORLD.replace(b"\n", b"\r")),
    "nested deep": Case(4, "line 1", b"x = " + b"[" * 100_000 + b"]" * 100_000),
    "tables nested deep": Case(4, "line 2", b"\nx = " + b"{x=" * 50_000 + b"1" + b"}" * 50_000),
    "a long number": Case(
        4, _line(b"games_played"), _in(b"games_played = 1", b"games_played = " + b"9" * 5000)
    ),
    "ten megabytes of one text": Case(
        0, "Nothing is wrong.", WORLD + b"x = '" + b"y" * 10**7 + b"'\n"
    ),
    "ten megabytes of nothing": Case(4, "line", b"[" * 10**7),
    "another file": Case(4, "line 1", b"<!DOCTYPE html>\n<title>Sign in</title>\n"),
    "a history for a world": Case(4, "line 1", HISTORY),
    # TOML that makes no sense: the path.
    "a table for a name": Case(3, "players.ana.name", _in(b'name = "Ana"', b"name = { a = 1 }")),
    "a name for a table": Case(3, "packets", b'packets = "none"\n', None),
    "players as a number": Case(3, "players", b"players = 3\n", None),
    "a list of tables": Case(3, "game", b"[[game]]\nnumber = 1\n", None),
    "a word for a number": Case(3, "cards.peru.coins", _in(b"coins = 3", b'coins = "3"')),
    "half a coin": Case(3, "cards.peru.coins", _in(b"coins = 3", b"coins = 3.0")),
    "minus": Case(3, "cards.peru.coins", _in(b"coins = 3", b"coins = -3")),
    "a huge number": Case(3, "cards.peru.coins", _in(b"coins = 3", b"coins = " + b"9" * 40)),
    "huge games": Case(
        3, "more than anybody counts to", WORLD.replace(b"n = 1\n", b"n = " + b"9" * 20 + b"\n")
    ),
    "an unknown place": Case(3, "cards.atlantis", _in(b"[cards.peru]", b"[cards.atlantis]")),
    "swapped tables": Case(
        3, "territories.ana", _in(b"[territories.ural.city]", b"[territories.ana.city]")
    ),
    "a slip in a key": Case(3, "games.1.winer", _in(b"winner", b"winer")),
    "a key of our own": Case(
        0, "Edited by hand since", _in(b"[players.dee]", b"[our.own]\nx = 1\n[players.dee]")
    ),
    "an escape byte": Case(3, "players.ana.name", _in(b'name = "Ana"', b'name = "\\u001b[31mAna"')),
    "an escape byte in a key": Case(
        0, "Edited by hand since", WORLD + b'\n["\\u001b[31m"]\nx = 1\n'
    ),
    "game 01": Case(3, "games.01", _in(b"[games.1]", b"[games.01]")),
    "no kind": Case(3, "territories.china.city.kind", _in(b'kind = "major-city"\n', b"")),
    "another box": Case(4, "box", _in(b'"risk-legacy"', b'"chess"')),
    "a newer format": Case(4, "format 2", _in(b"format = 1", b"format = 2")),
    "a format that is none": Case(3, "format", _in(b"format = 1", b"format = 'one'")),
    "values beside what packets brought": Case(
        0, "Edited by hand since", WORLD + b"\n[found.ours]\nx = 1\n"
    ),
    "troops on a place that is nowhere": Case(
        3, "nowhere", _in(b'holds = ["venezuela"]', b'holds = ["venezuela", "nowhere"]')
    ),
    # Only the looks are another's: nothing is wrong.
    "byte order mark": Case(0, "Nothing is wrong.", b"\xef\xbb\xbf" + WORLD),
    "line ends of Windows": Case(0, "Nothing is wrong.", WORLD.replace(b"\n", b"\r\n")),
    "no line end at the end": Case(0, "Nothing is wrong.", WORLD.rstrip()),
    # Histories.
    "no history": Case(3, "continent-plus-supply", history=None),
    "an empty history": Case(3, "continent-plus-supply", history=b""),
    "a torn last line": Case(0, "Nothing is wrong.", history=HISTORY + b'{"n": 69, "ti'),
    "a torn line that was written to": Case(
        3, "line 3", history=b"\n".join([*STORY[:2], STORY[2][:40] + STORY[3], *STORY[4:]])
    ),
    "no first line": Case(3, "history", history=HISTORY.split(b"\n", 1)[1]),
    "a line is missing": Case(3, "history", history=b"\n".join([*STORY[:20], *STORY[21:]])),
    "lines in another order": Case(3, "history", history=b"\n".join([*STORY[1::-1], *STORY[2:]])),
    "merge conflict in the history": Case(3, "line 5", history=_story(5, b"<<<<<<< HEAD")),
    "NULs in the history": Case(3, "line 5", history=_story(5, b"\0" * 300)),
    "a history in UTF-16": Case(3, "line 1", history=HISTORY.decode().encode("utf-16")),
    "a history nested deep": Case(3, "line 5", history=_story(5, b"[" * 200_000)),
    "a history of ten megabytes": Case(3, "line 5", history=_story(5, b"x" * 10**7)),
    "a history with a byte order mark": Case(
        0, "Nothing is wrong.", history=b"\xef\xbb\xbf" + HISTORY
    ),
    "a history with line ends of Windows": Case(
        0, "Nothing is wrong.", history=HISTORY.replace(b"\n", b"\r\n")
    ),
    "wrong types in the history": Case(
        3, "line 1", history=_story(1, json.dumps({"n": []}).encode())
    ),
    "the history of another world": Case(0, "Edited by hand since", b'name = "Other"\n', HISTORY),
    # Copies of a cloud folder.
    "a conflict copy": Case(
        3, "conflicted copy", beside={"world (Ana's conflicted copy 2026-01-03).toml": WORLD}
    ),
    "a conflict copy of another kind": Case(
        3, "sync-conflict", beside={"world.sync-conflict-20260103-201500-ABCDEFG.toml": b"\xff"}
    ),
    "a conflict copy of the history": Case(
        3, "conflict", beside={"world.history (conflicted copy).jsonl": HISTORY}
    ),
}
