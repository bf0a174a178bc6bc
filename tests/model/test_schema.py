"""The schema of the world file: it says what `shape.py` says, in a form that editors read."""

from __future__ import annotations

import datetime
import importlib.util
import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator

import editors
from editors import marked
from legacytrack.model.box import Box
from legacytrack.model.change import undotted, with_value
from legacytrack.model.meanings import MEANINGS, key_of, meaning
from legacytrack.model.schema import DRAFT, campaign_schema, world_schema
from legacytrack.model.shape import WORLD, sound
from legacytrack.model.values import Value
from legacytrack.store import world_file
from legacytrack.store.box_files import EXAMPLE, boxes, languages

TESTS = Path(__file__).parent.parent
# The same values that shape.py refuses are tried here.
_SPEC = importlib.util.spec_from_file_location("shapes", TESTS / "model" / "test_shape.py")
assert _SPEC
assert _SPEC.loader
shapes = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(shapes)


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return editors.schema()


# --- what fits ---


def test_a_world_with_every_key_fits() -> None:
    """The world of the shape tests, which has every key that there is, is fine."""
    assert marked(shapes.GOOD) == []


def test_the_example_fits() -> None:
    """The example world is fine."""
    assert marked(world_file.parse(EXAMPLE.read_bytes(), EXAMPLE)) == []


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("games.1.played", "2026-01-03"),
        ("games.1.played", datetime.date(2026, 1, 3)),
        ("games.1.note", ""),
        ("name", "Côte d'Ivoire 漢字 👩‍👩‍👧 [/x] :bomb:"),
        ("territories.ural.scar.kind", "quicksand"),
        ("territories.far-island.scar", {"kind": "bunker"}),
        ("factions.gardeners.powers", ["wide-roads", "round-up"]),
        ("games.1.players.ana.held", []),
        ("cards.peru.destroyed", True),
        ("cards.peru.destroyed", 3),
        ("box", "classic-risk"),
        ("names", "xx"),
        ("found.powers.wide-roads.recruit_rounding", "sideways"),
        ("ours", {"anything": [1, {"at": "all"}], "inf": math.inf}),
        ("cards.peru.our_own_word", 5),
    ],
)
def test_what_packets_and_people_bring_fits(where: str, value: Any) -> None:
    """Other ids than those of the box, and keys of people's own, are fine as they are for the program."""
    data = with_value(shapes.GOOD, undotted(where), value)
    assert sound(data)[1] == ()
    assert marked(data) == []


# --- what does not fit ---


@pytest.mark.parametrize(
    ("where", "wrong"),
    [(where, wrong) for where, _, wrong in shapes.CASES],
    ids=[f"{where}-{number}" for number, (where, _, _) in enumerate(shapes.CASES)],
)
def test_what_the_shape_refuses_the_schema_refuses(where: str, wrong: Any) -> None:
    """Each value that the program would pass over is marked, and at its place."""
    data = with_value(shapes.GOOD, undotted(where), wrong)
    assert sound(data)[1]
    found = marked(data)
    places = [each.partition(":")[0] for each in found]
    assert any(where.startswith(each) or each.startswith(where) for each in places), found


@pytest.mark.parametrize("where", shapes.NEEDED)
def test_what_has_to_be_there_is_asked_for(where: str) -> None:
    """A table without the key that it needs is marked."""
    path = undotted(where)
    data = with_value(shapes.GOOD, (*path[:-1], "ours"), 1)  # so that the table stays
    assert marked(with_value(data, path, None))


@pytest.mark.parametrize(
    "value",
    [
        "2026-02-30",
        "2026-13-01",
        "20260103",
        "2026-W01-6",
        "26-01-03",
        "2026-1-3",
        "2026-01-03T20:15",
    ],
)
def test_days_that_are_none(value: str) -> None:
    """Shape and schema know a day by the same form."""
    data = with_value(shapes.GOOD, ("games", "1", "played"), value)
    assert sound(data)[1]
    assert marked(data)


@pytest.mark.parametrize("key", ["0", "01", "one", "-1", "1.5", "1000000", ""])
@pytest.mark.parametrize("table", ["games", "packets"])
def test_numbers_that_are_none(table: str, key: str) -> None:
    """Games and packets are counted from 1, and each number is written in one way."""
    data = with_value(shapes.GOOD, (table, key), {"note": "x", "name": "x"})
    assert sound(data)[1]
    assert marked(data)


def test_a_newer_form_of_the_file_is_marked() -> None:
    """A form that this program would refuse to read is marked, too."""
    assert marked({"format": 99})


def test_texts_are_refused_by_the_same_characters() -> None:
    """Of every character of 16 bits shape and schema say the same: alone, and in a name."""
    names = editors.schema()["properties"]["name"]
    name = Draft4Validator(names)
    wrong = []
    for code in (*range(0xD800), *range(0xE000, 0x10000)):
        for text in (chr(code), f"A{chr(code)}a", f"A{chr(code)}"):
            if name.is_valid(text) != (not sound({"name": text})[1]):
                wrong.append((hex(code), text))
    assert wrong == []


# --- what editors need ---


def test_the_schema_is_plain_and_known_to_editors(schema: dict[str, Any]) -> None:
    """It is strict JSON in ASCII, in the draft that every editor knows, and asks no host for more."""
    text = json.dumps(schema, allow_nan=False)
    assert schema["$schema"] == DRAFT
    assert set(re.findall(r'"(?:\$ref|id)": "([^"]*)"', text)) == {
        f"#/definitions/{name}" for name in schema["definitions"]
    }
    assert text.count("://") == 1
    assert not re.search(r"\\ud[89a-f]", text), "half characters cannot be read by every program"


@pytest.mark.parametrize(
    ("path", "offered"),
    [
        (("territories", "*", "scar", "kind"), "bunker"),
        (("territories", "*", "city", "kind"), "major-city"),
        (("games", "*", "players", "*", "faction"), "khan-industries"),
        (("games", "*", "players", "*", "start"), "ural"),
        (("found", "links", "*", "from"), "kamchatka"),
        (("found", "territories", "*", "continent"), "asia"),
        (("packets", "*", "condition"), "world-capital"),
        (("names",), "ru"),
        (("box",), "risk-legacy"),
    ],
)
def test_ids_are_offered(schema: dict[str, Any], path: tuple[str, ...], offered: str) -> None:
    """Where an id of the box may stand, the ids are offered; any other is as good."""
    first, second = part(schema, path)["anyOf"]
    assert offered in first["enum"]
    assert second.items() >= {"type": "string", "minLength": 1}.items()


def part(schema: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """The part of a schema for a path of keys, "*" standing for any id or number."""
    here = schema
    for key in path:
        if key != "*":
            here = here["properties"][key]
            continue
        numbered = here.get("patternProperties")
        here = next(iter(numbered.values())) if numbered else here["additionalProperties"]
        if "$ref" in here:
            here = schema["definitions"][here["$ref"].rpartition("/")[2]]
    return here


@pytest.mark.parametrize("table", ["territories", "cards", "continents", "factions"])
def test_tables_by_id_offer_the_ids_of_the_box(
    schema: dict[str, Any], box: Box, table: str
) -> None:
    """An editor can complete the ids of the box as keys."""
    ids = getattr(box, "territories" if table == "cards" else table)
    assert list(schema["properties"][table]["properties"]) == list(ids)


def every_path(keys: Any = WORLD, at: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], bool]]:
    """All paths of a world file, and whether a table stands there."""
    if isinstance(keys, Value):
        return [(at, False)]
    below = [
        each
        for key, wanted in keys.items()
        for each in every_path(wanted, (*at, key.rstrip("!").replace("#", "*")))
    ]
    return [*([(at, True)] if at else []), *below]


@pytest.mark.parametrize(("path", "is_table"), every_path(), ids=str)
def test_every_key_says_what_it_means(
    schema: dict[str, Any], path: tuple[str, ...], is_table: bool
) -> None:
    """Each key has a sentence for people, and it stands in the schema."""
    said = meaning(path, is_table=is_table)
    assert len(said) > 5
    assert part(schema, path)["description"] == said


def test_no_meaning_is_left_over() -> None:
    """A key that went takes its sentence with it."""
    used = {key_of(path, is_table=is_table) for path, is_table in every_path()}
    assert set(MEANINGS) == used - {""}


def test_the_schema_of_campaigns_is_a_schema(box: Box) -> None:
    """The schema of an exported campaign is one, and holds that of the world."""
    whole = campaign_schema(box, boxes=boxes(), languages=languages())
    Draft4Validator.check_schema(whole)
    world = world_schema(box, boxes=boxes(), languages=languages())
    assert list(whole["properties"]["world"]["properties"]) == list(world["properties"])
    assert whole["definitions"] == world["definitions"]
