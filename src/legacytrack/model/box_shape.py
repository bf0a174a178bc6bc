"""What stands where in the files of a box, and what of a folder makes no sense there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from legacytrack.errors import Finding
from legacytrack.model.change import Path, Tree, dotted
from legacytrack.model.found import EFFECTS, Effect
from legacytrack.model.laws import WHEN
from legacytrack.model.names import slug
from legacytrack.model.text import problem_with
from legacytrack.model.values import MOST, Value, is_name, is_whole, whole

# The kinds of finding. Whoever asks a box that has one of `STOPS` would get no answer, or a wrong one.
FILE, SHAPE, KEY, BOARD, LAW = "box-file", "box-shape", "box-key", "box-board", "box-law"
STOPS = (FILE, SHAPE, LAW)
PARTS = ("board", "rulebook", "topics", "factions", "marks", "cards")

_ANY: Tree = {}
_FURTHEST = 49  # columns and rows of tiles: no wider picture can be seen
_WORDS = ("coin", "mission", "none", "cards", "factions", "found")  # they mean something typed


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and (not value or problem_with(value) is None)


def _all(value: Any, fits: Any) -> bool:
    return isinstance(value, list) and all(map(fits, value))


def _is_tile(value: Any) -> bool:
    return _all(value, lambda at: is_whole(at) and 0 <= at <= _FURTHEST) and len(value) == 2


def _is_number(value: Any) -> bool:
    return is_whole(value) and 0 <= value <= MOST


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) and all(
        key.isascii() and key.isdigit() and len(key) < 7 and _is_number(each)
        for key, each in value.items()
    )


def _numbers(value: Any) -> bool:
    return _is_number(value) or _all(value, _is_number) or (_is_table(value) and bool(value))


NAME = Value("a name in quotes, without control characters", is_name, _ANY)
TEXT = Value("a text in quotes, without control characters", _is_text, _ANY)
NAMES = Value(
    'a list of names, like ["Peak", "The Peak"]', lambda value: _all(value, is_name), _ANY
)
YES = Value("true or false", lambda value: isinstance(value, bool), _ANY)
BONUS = Value("a whole number from 0: what the continent pays", _is_number, _ANY)
TILE = Value(
    f"a column and a row, like [2, 0], each from 0 to {_FURTHEST}",
    _is_tile,
    _ANY,
)
NUMBERS = Value(
    "a whole number from 0, a list of them, or a table of them by number", _numbers, _ANY
)
WHEN_MET = Value("one of: " + ", ".join(WHEN), lambda value: value in WHEN, _ANY)
_NUMBER = Value("a whole number", lambda value: is_whole(value) and abs(value) <= MOST, _ANY)


def _word_of(effect: Effect) -> Value:
    if effect.value != "text":
        return YES if effect.value == "yes" else _NUMBER
    if not effect.among:
        return TEXT
    expected = " or ".join(f'"{each}"' for each in effect.among)
    return Value(expected, lambda value: value in effect.among, _ANY)


_EFFECTS = {word: _word_of(effect) for word, effect in EFFECTS.items()}
_ONLY = "="  # no other keys than these
_MARK = {"name!": NAME, "says!": TEXT, "supply!": NAME, "word": NAME, **_EFFECTS, _ONLY: None}
_POWER = {"name!": NAME, "says!": TEXT, "colour!": NAME, **_EFFECTS, _ONLY: None}
_LAW = {
    "cite!": NAME,
    "says!": TEXT,
    "source!": NAME,
    "fix": TEXT,
    "name": NAME,
    "letter": NAME,
    "supply": YES,
    "?": NUMBERS,
}
_NAMES = {"?": NAMES}

# A table is a dict of its keys: with "*" a table by id, with "?" further keys of the same kind;
# "!" marks a key that has to be there, and "=" says that there are no others.
SHAPES: Mapping[str, Mapping[str, Any]] = {
    "board": {
        "game!": {"name!": NAME, "bgg": whole(1), "like": NAME},
        "examples": {"?": NAME},
        "continents!": {"*": {"name!": NAME, "bonus!": BONUS}},
        "territories!": {
            "*": {
                "name!": NAME,
                "continent!": NAME,
                "land": NAMES,
                "sea": NAMES,
                "aliases": NAMES,
                "coins": whole(0),
                "tile": TILE,
                "label": NAME,
            }
        },
    },
    "rulebook": {
        "box": NAME,
        "rules!": {"*": _LAW},
        "told": {"*": _LAW},
        "packets": {"*": {"says!": TEXT, "limit": whole(0), "when": WHEN_MET, "kind": NAME}},
    },
    "topics": {"topics": {"*": {"title!": NAME, "says!": NAMES, "cite!": NAME, "rules!": NAMES}}},
    "factions": {"*": {"name!": NAME, "powers": {"*": _POWER}}},
    "marks": {
        "scars": {"*": _MARK},
        "cities": {"*": _MARK},
        "fortifications": {"fortification!": _MARK},
    },
    "cards": {"cards": {"*": {"name!": NAME, "any": YES}}},
    "names": {"continents": _NAMES, "territories": _NAMES, "labels": {"?": NAME}},
}


def flaw(rule: str, part: str, at: Path, what: str, fix: str = "") -> Finding:
    """Make a finding against a file of a box.

    Args:
        rule: its kind.
        part: the part that the file is of.
        at: path of the keys in it.
        what: what is wrong, as a sentence.
        fix: a remedy closer to the case.
    """
    file = f"{part}.toml"
    return Finding(rule, f"{file}: {dotted(at)}" if at else file, what, fix or f"correct {file}")


def fitted(part: str, tree: Tree, findings: list[Finding]) -> dict[str, Any]:
    """Copy the part of a box that makes sense.

    Args:
        part: "board", "rulebook" and so on; "names-ru" for names in a language.
        tree: its file as a tree.
        findings: what makes none is added to them.
    """
    return _fitted(part, tree, SHAPES[part.partition("-")[0]], (), findings)


def _fitted(
    part: str, tree: Tree, keys: Mapping[str, Any], at: Path, findings: list[Finding]
) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for key, value in tree.items():
        here = (*at, key)
        wanted = next((keys[name] for name in (key, key + "!", "*", "?") if name in keys), None)
        if "*" in keys and not _is_slug(key):
            what = f"{dotted(here)}: no id; one has small letters, digits and hyphens."
            findings.append(flaw(SHAPE, part, here, what))
        elif "*" in keys and part == "board" and key in _WORDS:
            what = f"{dotted(here)}: the word {key} means something else in commands."
            findings.append(flaw(SHAPE, part, here, what, "choose another id"))
        elif wanted is None:
            findings.extend(_unknown(part, here, keys))
        elif not isinstance(wanted, Value):
            if isinstance(value, dict):
                kept[key] = _fitted(part, value, wanted, here, findings)
            else:
                what = f"{dotted(here)} is {_shown(value)}; expected a table."
                findings.append(flaw(SHAPE, part, here, what))
        elif wanted.fits(value):
            kept[key] = value
        else:
            what = f"{dotted(here)} is {_shown(value)}; expected {wanted.expected}."
            findings.append(flaw(SHAPE, part, here, what))
    for key, wanted in keys.items():
        if key.endswith("!") and key[:-1] not in tree:
            here = (*at, key[:-1])
            expected = wanted.expected if isinstance(wanted, Value) else "a table"
            what = f"{dotted(here)} is missing; expected {expected}."
            findings.append(flaw(SHAPE, part, here, what, f"write it into {part}.toml"))
    return kept


def _is_slug(key: str) -> bool:
    return key == slug(key, fallback="") and len(key) > 0


def _unknown(part: str, at: Path, keys: Mapping[str, Any]) -> Iterator[Finding]:
    """Say that nobody knows a key, where it is near one that is known or nothing else may stand."""
    from difflib import get_close_matches

    known = [key.rstrip("!") for key in keys if key not in ("*", "?", _ONLY)]
    near = get_close_matches(at[-1], known, 1, 0.8)
    if not near and _ONLY not in keys:
        return
    fix = f"did you mean {near[0]}?" if near else "write one of: " + ", ".join(known)
    what = f"{dotted(at)} is not a key of this file and is passed over."
    yield flaw(KEY, part, at, what, fix)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, str):
        problem = problem_with(value)
        return f"a text that nobody can see ({problem})" if problem else f'"{value}"'
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
