"""What stands where in a world file, and what of a hand-edited one makes no sense."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from legacytrack.errors import Finding
from legacytrack.model.change import Path, Tree, dotted
from legacytrack.model.found import EFFECTS
from legacytrack.model.text import problem_with
from legacytrack.model.values import MOST, Value, is_date, is_id, is_name, is_whole, whole
from legacytrack.model.world import ELIMINATED, HELD_ON, WON

_STRING = {"type": "string", "minLength": 1}
_NAME = Value("a name in quotes, without control characters", is_name, _STRING, legible=True)
_ID = Value('an id in quotes, like "ana"', is_id, _STRING)
_KIND = Value("the id of a kind in quotes", is_id, _STRING)
_BOX = Value("a box in quotes: its name, or the path of its folder", is_name, _STRING, legible=True)
_GAME = whole(1)
_CHANGE = Value(
    "1 or -1",
    lambda value: is_whole(value) and value in (1, -1),
    {"type": "integer", "enum": [1, -1]},
)
_DESTROYED = Value(
    "the number of a game, or true",
    lambda value: isinstance(value, bool) or _GAME.fits(value),
    {"anyOf": [{"type": "boolean"}, _GAME.schema]},
)
_YES = Value("true or false", lambda value: isinstance(value, bool), {"type": "boolean"})
_IDS = Value(
    "a list of ids in quotes",
    lambda value: isinstance(value, list) and all(isinstance(part, str) for part in value),
    {"type": "array", "items": {"type": "string"}},
)

_TEXT = Value(
    "a text in quotes, without control characters",
    lambda value: isinstance(value, str) and (not value or problem_with(value) is None),
    {"type": "string"},
    legible=True,
)
_RESULT = Value(
    f"{WON}, {HELD_ON} or {ELIMINATED} in quotes",
    lambda value: value in (WON, HELD_ON, ELIMINATED),
    {"enum": [WON, HELD_ON, ELIMINATED]},
)
_DAY = "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
_DATE = Value(
    "a date like 2026-01-03", is_date, {"type": "string", "format": "date", "pattern": _DAY}
)

# A table is a dict of its keys; a dict with the single key "*" is a table by id, with "#" a table
# by number from 1. "!" marks a key that has to be there.
_BY_VALUE = {
    "number": Value(
        "a whole number",
        lambda value: is_whole(value) and abs(value) <= MOST,
        {"type": "integer", "minimum": -MOST, "maximum": MOST},
    ),
    "yes": Value("true", lambda value: isinstance(value, bool), {"type": "boolean"}),
    "text": _TEXT,
}
_EFFECTS = {word: _BY_VALUE[effect.value] for word, effect in EFFECTS.items()}
_SCAR = {"kind!": _KIND, "game": _GAME, "by": _ID}
_CITY = {"kind!": _KIND, "name": _NAME, "founder": _ID, "game": _GAME, "by": _ID}
WORLD: Mapping[str, Any] = {
    "format": whole(1),
    "box": _BOX,
    "name": _NAME,
    "names": _ID,
    "planet": _NAME,
    "planet_by": _ID,
    "planet_in": _GAME,
    "games_played": whole(0),
    "players": {"*": {"name": _NAME}},
    "territories": {
        "*": {
            "scar": _SCAR,
            "cancelled": {"*": {**_SCAR, "cancelled_in": _GAME, "cancelled_by": _ID}},
            "city": _CITY,
            "covered": {"*": _CITY},
            "fortification": {
                "boxes!": whole(0),
                "replaced": whole(0),
                "game": _GAME,
                "by": _ID,
            },
        }
    },
    "cards": {
        "*": {
            "coins": whole(0),
            "game": _GAME,
            "by": _ID,
            "destroyed": _DESTROYED,
            "destroyed_by": _ID,
        }
    },
    "continents": {
        "*": {
            "name": _NAME,
            "named_by": _ID,
            "named_in": _GAME,
            "bonus_change": _CHANGE,
            "bonus_by": _ID,
            "bonus_in": _GAME,
            "covered": {"*": {"bonus_change!": _CHANGE, "bonus_by": _ID, "bonus_in": _GAME}},
        }
    },
    "factions": {"*": {"powers": _IDS}},
    "games": {
        "#": {
            "played": _DATE,
            "winner": _ID,
            "note": _TEXT,
            "most_missiles": whole(0),
            "players": {
                "*": {
                    "faction": _ID,
                    "start": _ID,
                    "result": _RESULT,
                    "reward": _TEXT,
                    "held": _IDS,
                }
            },
        }
    },
    "game": {
        "number": _GAME,
        "turn": _ID,
        "conquered": _YES,
        "expanded": whole(0),
        "drew": _YES,
        "turned_in": _YES,
        "slots": _IDS,
        "discards": _IDS,
        "coin_star": _YES,
        "most_missiles": whole(0),
        "sets": whole(0),
        "players": {
            "*": {
                "faction": _ID,
                "hq": _ID,
                "holds": _IDS,
                "partly": _YES,
                "cards": _IDS,
                "out": _YES,
                "stars": whole(0),
                "missiles": whole(0),
                "turn": _GAME,
                "placing": _GAME,
                "troops": whole(0),
                "coins": whole(0),
            }
        },
    },
    "found": {
        "scars": {"*": {"name!": _NAME, "says": _TEXT, "supply": whole(0), **_EFFECTS}},
        "cities": {
            "*": {"name!": _NAME, "says": _TEXT, "supply": whole(0), "word": _ID, **_EFFECTS}
        },
        "powers": {
            "*": {"name!": _NAME, "faction!": _ID, "colour": _TEXT, "says": _TEXT, **_EFFECTS}
        },
        "factions": {"*": {"name!": _NAME}},
        "territories": {
            "*": {
                "name!": _NAME,
                "continent": _ID,
                "coins": whole(0),
                "land": _IDS,
                "sea": _IDS,
            }
        },
        "links": {"*": {"from!": _ID, "to!": _ID}},
        "events": {"*": {"name!": _NAME, "says": _TEXT}},
        "missions": {"*": {"name!": _NAME, "says": _TEXT}},
        "rules": {"*": {"says": _TEXT, "cite": _TEXT, "limit": whole(0), "letter": _TEXT}},
    },
    "packets": {"#": {"name": _TEXT, "game": _GAME, "condition": _ID}},
}


def sound(data: Tree) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """Split a world file into what makes sense and what does not.

    Args:
        data: the file as a tree without empty tables.

    Returns:
        The tree without the parts that are not what is expected there, and a finding for each of
        those, with its dotted path.
    """
    findings: list[Finding] = []
    kept = _table(data, WORLD, (), findings)
    return kept or {}, tuple(findings)


def _table(
    data: Tree, keys: Mapping[str, Any], at: Path, findings: list[Finding]
) -> dict[str, Any] | None:
    kept: dict[str, Any] = {}
    for key, value in data.items():
        here = (*at, key)
        if "#" in keys and not _is_number(key):
            what = f"{dotted(here)} is no number; expected one from 1 as the key."
            findings.append(_finding(here, what))
            continue
        wanted = _wanted(keys, key)
        if wanted is None:
            kept[key] = value
        elif isinstance(wanted, Value):
            if wanted.fits(value):
                kept[key] = value
            else:
                findings.append(_misshapen(here, value, wanted.expected))
        elif isinstance(value, dict):
            table = _table(value, wanted, here, findings)
            if table is not None:
                kept[key] = table
        else:
            findings.append(_misshapen(here, value, f"a table, [{dotted(here)}]"))
    for key, wanted in keys.items():
        if key.endswith("!") and key[:-1] not in kept:
            here = (*at, key[:-1])
            if key[:-1] not in data:
                findings.append(
                    _finding(here, f"{dotted(here)} is missing; expected {wanted.expected}.")
                )
            return None
    return kept


def _is_number(key: str) -> bool:
    # One way to write each number: beside 1 there is no 01; nobody plays a million games.
    return key.isascii() and key.isdigit() and key[0] != "0" and len(key) < 7


def _wanted(keys: Mapping[str, Any], key: str) -> Any:
    """Look up what is expected at a key; a table of which nothing is known is an empty one."""
    return next((keys[name] for name in ("*", "#", key, key + "!") if name in keys), None)


def _misshapen(at: Path, value: Any, expected: str) -> Finding:
    problem = problem_with(value) if isinstance(value, str) else None
    if problem:
        return _finding(at, f"{dotted(at)}: {problem}.")
    if is_whole(value) and abs(value) > MOST:
        what = f"{dotted(at)} is {value}, more than anybody counts to; expected {expected}."
        return _finding(at, what)
    return _finding(at, f"{dotted(at)} is {_shown(value)}; expected {expected}.")


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, str):
        return f'"{value}"'
    return str(value)


def _finding(at: Path, what: str) -> Finding:
    return Finding(
        "world-shape",
        dotted(at),
        what,
        "correct it in the world file (legacytrack where); the rest of the file works meanwhile",
    )


def likely_slips(data: Tree) -> Iterator[Finding]:
    """Find keys that nobody knows but that are near ones that are known: most are typing slips.

    Args:
        data: the file as a tree.
    """
    yield from _slips(data, WORLD, ())


def _slips(data: Tree, keys: Mapping[str, Any], at: Path) -> Iterator[Finding]:
    from difflib import get_close_matches

    known = [key.rstrip("!") for key in keys if key not in ("*", "#")]
    for key, value in data.items():
        here = (*at, key)
        wanted = _wanted(keys, key)
        if wanted is None:
            near = get_close_matches(key, known, 1, 0.8)
            if near:
                yield Finding(
                    "unknown-key",
                    dotted(here),
                    f"{dotted(here)} is not a key of a world file and is passed over.",
                    f"did you mean {near[0]}? Any other name of your own is kept as it is",
                )
        elif isinstance(wanted, dict) and isinstance(value, dict):
            yield from _slips(value, wanted, here)
