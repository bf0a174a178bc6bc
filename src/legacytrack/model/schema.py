"""JSON Schemas: what a world file and an exported campaign may hold, for editors and programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from legacytrack.model.box import Box
from legacytrack.model.meanings import meaning
from legacytrack.model.shape import WORLD
from legacytrack.model.text import is_refused
from legacytrack.model.values import Value
from legacytrack.model.world import FORMAT

# In this draft 1.0 is no whole number, as in a world file; editors know it, too.
DRAFT = "http://json-schema.org/draft-04/schema#"
TITLE = "A world of legacytrack"
CAMPAIGN = "legacytrack_campaign"  # the key of an exported campaign that tells its version
CAMPAIGN_VERSION = 1
TAG = "$toml"  # the key that tags what JSON has not; no id of ours can be that

_NUMBER = "^[1-9][0-9]{0,5}$"
# Unlike `false` this marks the key alone, and not the whole table with all that stands in it.
_NOTHING: Mapping[str, Any] = {"not": {}, "description": "A number from 1 is expected here."}
_TERRITORY = ("territories", "cards")  # tables whose ids are those of territories
_PLACES = {
    "games.*.players.*.start",
    "games.*.players.*.held",
    "game.players.*.hq",
    "found.territories.*.land",
    "found.territories.*.sea",
    "found.links.*.from",
    "found.links.*.to",
}


def world_schema(box: Box, *, boxes: Sequence[str], languages: Sequence[str]) -> dict[str, Any]:
    """Describe the world file: what `shape.py` expects, with what the box offers as suggestions.

    Ids are never limited to those of the box: packets bring others.

    Args:
        box: the box.
        boxes: names of all boxes.
        languages: the languages of names.
    """
    schema = _Schema(_suggestions(box, boxes, languages))
    world = schema.table(WORLD, ())
    world["properties"]["format"]["maximum"] = FORMAT
    return {"$schema": DRAFT, "title": TITLE, **world, "definitions": schema.shared}


def campaign_schema(box: Box, *, boxes: Sequence[str], languages: Sequence[str]) -> dict[str, Any]:
    """Describe an exported campaign: the world, and the history from which it can be told.

    Args:
        box: the box.
        boxes: names of all boxes.
        languages: the languages of names.
    """
    schema = _Schema(_suggestions(box, boxes, languages), tagged=True)
    world = schema.table(WORLD, ())
    text, number = {"type": "string"}, {"type": "integer", "minimum": 1}
    numbers = {"type": "array", "items": number}
    line = {
        "type": "object",
        "description": "A change: what was typed, what happened, which values became others.",
        "required": ["n", "time", "command", "said", "edits", "before", "after"],
        "properties": {
            "n": number,
            "time": {"type": "string", "description": "When, in UTC."},
            "game": number,
            "command": text,
            "said": text,
            "fresh": {"type": "boolean", "description": "The telling begins anew here."},
            "edits": {
                "type": "array",
                "items": {
                    "type": "array",
                    "description": "Where, the old value, and the new one; null where is none.",
                    "minItems": 3,
                    "maxItems": 3,
                    "items": [text, {}, {}],
                },
            },
            "undoes": numbers,
            "redoes": numbers,
            "waived": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["rule", "where", "what", "why"],
                    "additionalProperties": text,
                },
            },
            "before": {"type": "string", "description": "Digest of the world before."},
            "after": {"type": "string", "description": "Digest of the world after."},
        },
    }
    return {
        "$schema": DRAFT,
        "title": "A campaign of legacytrack",
        "type": "object",
        "required": [CAMPAIGN, "world", "history"],
        "properties": {
            CAMPAIGN: {"enum": [CAMPAIGN_VERSION], "description": "Version of this form."},
            "world": {**world, "description": "The world as it is."},
            "history": {
                "type": "array",
                "description": "How the world came to be, the first change first.",
                "minItems": 1,
                "items": line,
            },
        },
        "definitions": schema.shared,
    }


def _suggestions(
    box: Box, boxes: Sequence[str], languages: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """List the ids of the box that an editor may offer, by dotted path."""
    powers = (power for faction in box.factions.values() for power in faction.powers)
    places = tuple(box.territories)
    found: dict[str, Iterable[str]] = {
        "box": boxes,
        "names": languages,
        "territories.*.scar.kind": box.scars,
        "territories.*.cancelled.*.kind": box.scars,
        "territories.*.city.kind": box.cities,
        "territories.*.covered.*.kind": box.cities,
        "continents": box.continents,
        "factions": box.factions,
        "factions.*.powers": powers,
        "games.*.players.*.faction": box.factions,
        "game.players.*.faction": box.factions,
        "found.powers.*.faction": box.factions,
        "found.territories.*.continent": box.continents,
        "packets.*.condition": box.packets,
        **dict.fromkeys((*_TERRITORY, *_PLACES), places),
    }
    return {path: tuple(ids) for path, ids in found.items()}


class _Schema:
    """The making of one schema; `shared` are the parts that stand in it more than once."""

    def __init__(self, offered: Mapping[str, tuple[str, ...]], *, tagged: bool = False) -> None:
        self.offered, self.tagged = offered, tagged
        self.shared: dict[str, Any] = {}
        self.refused, self.unseen = _classes()

    def table(self, keys: Mapping[str, Any], at: tuple[str, ...]) -> dict[str, Any]:
        """Describe a table by its keys, as `shape.py` lists them."""
        said = meaning(at, is_table=True) if at else "A world, kept by legacytrack."
        table: dict[str, Any] = {"type": "object", "description": said}
        if "#" in keys:
            each = self.part(keys["#"], (*at, "*"))
            numbered = {"patternProperties": {_NUMBER: each}, "additionalProperties": _NOTHING}
            return {**table, **numbered}
        if "*" in keys:
            each = self.part(keys["*"], (*at, "*"))
            ids = self.offered.get(".".join(at), ())
            if ids:
                self.shared[at[0]] = each
                each = {"$ref": f"#/definitions/{at[0]}"}
                table["properties"] = dict.fromkeys(ids, each)
            return {**table, "additionalProperties": each}
        needed = [key[:-1] for key in keys if key.endswith("!")]
        if needed:
            table["required"] = needed
        named = {key.rstrip("!"): wanted for key, wanted in keys.items()}
        table["properties"] = {key: self.part(wanted, (*at, key)) for key, wanted in named.items()}
        return table

    def part(self, wanted: Any, at: tuple[str, ...]) -> dict[str, Any]:
        """Describe what stands at a path, be it a table or a value."""
        if not isinstance(wanted, Value):
            return self.table(wanted, at)
        schema = self.legible(wanted) if wanted.legible else dict(wanted.schema)
        ids = list(self.offered.get(".".join(at), ()))
        if ids and schema["type"] == "array":
            schema["items"] = {"anyOf": [{"enum": ids}, schema["items"]]}
        elif ids:
            schema = {"anyOf": [{"enum": ids}, schema]}
        elif self.tagged and schema.get("format") == "date":
            schema = {"anyOf": [schema, _tagged_day()]}
        return {"description": meaning(at, is_table=False), **schema}

    def legible(self, wanted: Value) -> dict[str, Any]:
        """Describe a text without characters that steer a screen; a name has one that is seen."""
        seen = f"[^{self.refused}{self.unseen}]"
        pattern = seen if "minLength" in wanted.schema else f"^$|{seen}"
        steers = {"type": "string", "pattern": f"[{self.refused}]"}
        return {**wanted.schema, "pattern": pattern, "not": steers}


def _tagged_day() -> dict[str, Any]:
    """Describe a day that stands without quotes in the world file."""
    return {
        "type": "object",
        "required": [TAG, "is"],
        "properties": {TAG: {"enum": ["date"]}, "is": {"type": "string", "format": "date"}},
    }


@cache
def _classes() -> tuple[str, str]:
    """List the characters that no text may hold, and those that are not seen, for a pattern.

    Half characters are left out, which no file can hold, and what lies beyond 16 bits, which
    not every editor can take in a pattern.
    """
    from unicodedata import category

    codes = [code for code in range(0x10000) if not 0xD800 <= code < 0xE000]
    refused = [code for code in codes if is_refused(code)]
    unseen = [code for code in codes if category(chr(code)) in ("Cf", "Zs")]
    return _ranges(refused), _ranges(sorted(set(unseen) - set(refused)))


def _ranges(codes: Sequence[int]) -> str:
    """Write codes in ascending order as the inside of a character class."""
    runs: list[tuple[int, int]] = []
    for code in codes:
        if runs and runs[-1][1] == code - 1:
            runs[-1] = (runs[-1][0], code)
        else:
            runs.append((code, code))
    return "".join(
        chr(first) if first == last else f"{chr(first)}-{chr(last)}" for first, last in runs
    )
