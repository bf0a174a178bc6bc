"""What can be wrong with a box: each fault is found once, with the place of it, and all at once."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from legacytrack.model.box import Box
from legacytrack.model.box_flaws import flaws, that_stop
from legacytrack.model.box_needs import ALWAYS, NEEDS
from legacytrack.model.box_shape import STOPS
from legacytrack.model.parts import PARTS
from legacytrack.store.box_files import boxes, printed
from legacytrack.store.box_folders import read_folder
from small_box import lay_down

Parts = dict[str, Any]
GONE = object()


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    """The small board that is like the plain game, in parts that may be changed."""
    found = read_folder(lay_down(tmp_path / "atoll"))
    assert found.findings == ()
    return copy.deepcopy({part: dict(tree) for part, tree in found.parts.items()})


@pytest.fixture
def changing(tmp_path: Path) -> Parts:
    """The small board that is like the box that changes."""
    found = read_folder(lay_down(tmp_path / "other", "risk-legacy"))
    assert found.findings == ()
    return copy.deepcopy({part: dict(tree) for part, tree in found.parts.items()})


def put(parts: Parts, path: str, value: Any) -> None:
    """Write a value at a path like `board/territories/wreck/land`, or take it away."""
    *above, last = path.split("/")
    table = parts
    for key in above:
        table = table.setdefault(key, {})
    if value is GONE:
        del table[last]
    else:
        table[last] = value


@pytest.mark.parametrize("id", boxes())
def test_nothing_is_wrong_with_the_boxes_of_the_package(id: str) -> None:
    """Both boxes that come with the program pass every check."""
    assert flaws(printed(id)) == ()


CORAL, GULL = "board/territories/coral-gate", "board/territories/gull-rock"
WRECK, LAWS = "board/territories/old-wreck", "rulebook/rules"
BOARD_FAULTS: list[tuple[dict[str, Any], str, str, str]] = [
    # keys of the board
    ({"board/game/name": GONE}, "box-shape", "board.toml: game.name", "missing"),
    ({"board/game/name": 5}, "box-shape", "board.toml: game.name", "is 5"),
    ({"board/game/name": "A\x1bB"}, "box-shape", "board.toml: game.name", "U+001B"),
    ({"board/game/bgg": "x"}, "box-shape", "board.toml: game.bgg", "whole number"),
    ({"board/game/nam": "x"}, "box-key", "board.toml: game.nam", "not a key"),
    ({f"{CORAL}/name": GONE}, "box-shape", "territories.coral-gate.name", "missing"),
    ({f"{CORAL}/alias": ["x"]}, "box-key", "territories.coral-gate.alias", "not a key"),
    ({f"{CORAL}/land": "gull-rock"}, "box-shape", "territories.coral-gate.land", "list"),
    ({f"{CORAL}/tile": [1]}, "box-shape", "territories.coral-gate.tile", "column"),
    ({f"{CORAL}/tile": [-1, 0]}, "box-shape", "territories.coral-gate.tile", "column"),
    ({f"{CORAL}/tile": [9**9, 0]}, "box-shape", "territories.coral-gate.tile", "column"),
    ({f"{CORAL}/coins": -1}, "box-shape", "territories.coral-gate.coins", "whole number"),
    ({"board/territories/Coral": {}}, "box-shape", "territories.Coral", "no id"),
    ({"board/territories/[x]": {}}, "box-shape", 'territories."[x]"', "no id"),
    ({"board/territories/coin": {}}, "box-shape", "territories.coin", "means something else"),
    ({"board/territories": 5}, "box-shape", "board.toml: territories", "a table"),
    ({"board/territories": {}}, "box-shape", "board.toml: territories", "no territory"),
    # continents
    ({"board/continents/lagoon/bonus": GONE}, "box-shape", "continents.lagoon.bonus", "missing"),
    ({"board/continents/lagoon/bonus": "2"}, "box-shape", "continents.lagoon.bonus", "pays"),
    ({"board/continents/lagoon/bonus": -1}, "box-shape", "continents.lagoon.bonus", "pays"),
    ({"board/continents/lagoon/bonus": True}, "box-shape", "continents.lagoon.bonus", "pays"),
    ({"board/continents/lagoon/bonus": 1.5}, "box-shape", "continents.lagoon.bonus", "pays"),
    (
        {"board/continents/sky": {"name": "Sky", "bonus": 1}},
        *("box-board", "continents.sky", "Sky has no territory"),
    ),
    ({f"{CORAL}/continent": "windwrd"}, "box-board", "coral-gate.continent", "which is none"),
    # borders
    ({f"{CORAL}/land": ["salt-flat"]}, "box-board", "coral-gate.land", "not on Gull Rock"),
    ({f"{CORAL}/sea": ["gull-rock"]}, "box-board", "coral-gate.sea", "twice"),
    (
        {f"{CORAL}/land": ["salt-flat"], f"{CORAL}/sea": ["gull-rock"]},
        *("box-board", "territories.gull-rock.", "by "),
    ),
    ({f"{CORAL}/sea": ["coral-gate"]}, "box-board", "coral-gate.sea", "itself"),
    ({f"{CORAL}/sea": ["gul-rock"]}, "box-shape", "coral-gate.sea", "no territory"),
    (
        {"board/territories/far": {"name": "Far", "continent": "lagoon", "tile": [9, 9]}},
        *("box-board", "territories.far", "cut off"),
    ),
    # names, labels, tiles
    (
        {f"{CORAL}/aliases": ["Gull Rock"]},
        "box-board",
        "territories.gull-rock.name",
        "is a name of",
    ),
    ({f"{CORAL}/name": "the lagoon"}, "box-board", "continents.lagoon.name", "is a name of"),
    ({f"{CORAL}/label": "Coralga"}, "box-board", "coral-gate.label", "7 letters"),
    ({f"{CORAL}/tile": [1, 0]}, "box-board", "territories.gull-rock.tile", "the same tile"),
    ({f"{CORAL}/tile": GONE}, "box-board", "territories.coral-gate.tile", "has no tile"),
]
LAW_FAULTS: list[tuple[dict[str, Any], str, str, str]] = [
    *(
        ({f"{LAWS}/{id}": GONE}, "box-law", f"rulebook.toml: rules.{id}", "is missing")
        for id in ALWAYS
    ),
    ({f"{LAWS}/control/cite": GONE}, "box-shape", "rules.control.cite", "missing"),
    ({f"{LAWS}/control/says": GONE}, "box-shape", "rules.control.says", "missing"),
    ({f"{LAWS}/control/source": GONE}, "box-shape", "rules.control.source", "missing"),
    ({f"{LAWS}/control/says": 5}, "box-shape", "rules.control.says", "a text"),
    ({f"{LAWS}/control": 5}, "box-shape", "rules.control", "a table"),
    ({f"{LAWS}/control/limit": "one"}, "box-shape", "rules.control.limit", "whole number"),
    ({f"{LAWS}/recruit-base/divisor": GONE}, "box-law", "recruit-base.divisor", "no divisor"),
    ({f"{LAWS}/recruit-base/divisor": 0}, "box-law", "recruit-base.divisor", "1 or more"),
    ({f"{LAWS}/recruit-base/divisor": [3]}, "box-law", "recruit-base.divisor", "no sense"),
    ({f"{LAWS}/attack-dice/attackers": 0}, "box-law", "attack-dice.attackers", "1 or more"),
    ({f"{LAWS}/attack-dice/defenders": 0}, "box-law", "attack-dice.defenders", "1 or more"),
    ({f"{LAWS}/attack-dice/attackers": 30}, "box-law", "attack-dice.attackers", "more ways"),
    ({f"{LAWS}/die-bounds/most": 999}, "box-law", "attack-dice.attackers", "more ways"),
    ({f"{LAWS}/die-bounds/least": 7}, "box-law", "die-bounds.least", "above most"),
    ({f"{LAWS}/die-bounds/least": 6}, "box-law", "die-bounds.most", "one side"),
    ({f"{LAWS}/players-per-game/least": 5}, "box-law", "players-per-game.least", "above most"),
    ({f"{LAWS}/players-per-game/least": 0}, "box-law", "players-per-game.least", "1 or more"),
    ({f"{LAWS}/players-per-game/most": 5000}, "box-law", "players-per-game.most", "more than 99"),
    ({f"{LAWS}/troops-by-players/troops": 5}, "box-law", "troops-by-players.troops", "table"),
    ({f"{LAWS}/troops-by-players/troops": {"x": 1}}, "box-shape", "by-players.troops", "number"),
    ({f"{LAWS}/card-sets/values": []}, "box-law", "card-sets.values", "list"),
    ({f"{LAWS}/card-sets/size": 50}, "box-law", "card-sets.size", "more than"),
    ({f"{LAWS}/wild-cards": GONE}, "box-law", "rules.wild-cards", "sets of cards"),
    ({f"{LAWS}/claiming": GONE}, "box-law", "rules.claiming", "territories to deal"),
    ({f"{LAWS}/knocked-out": GONE}, "box-law", "rules.join-the-war", "or knocked-out"),
    ({f"{LAWS}/control/says": "Up to {most}."}, "box-law", "rules.control.says", "{most}"),
    ({f"{LAWS}/control/says": "Up to {}."}, "box-law", "rules.control.says", "{}"),
    ({f"{LAWS}/control/says": "Up {limit:>9999}."}, "box-law", "rules.control.says", "{limit}"),
    ({f"{LAWS}/control/says": "Up {limit.x}."}, "box-law", "rules.control.says", "{limit.x}"),
    ({f"{LAWS}/card-sets/says": "{values[99]}."}, "box-law", "card-sets.says", "{values[99]}"),
    ({f"{LAWS}/card-sets/says": "{values[x]}."}, "box-law", "card-sets.says", "{values[x]}"),
    ({f"{LAWS}/card-sets/says": "{size[0]}."}, "box-law", "card-sets.says", "{size[0]}"),
    ({f"{LAWS}/control/says": "Up {to"}, "box-law", "rules.control.says", "filled in"),
    ({f"{LAWS}/control/fix": "see {x}"}, "box-law", "rules.control.fix", "{x}"),
    ({f"{LAWS}/control/supply": True}, "box-law", "rules.control.name", "no name"),
    ({"rulebook/rules/No Such": {}}, "box-shape", 'rules."No Such"', "no id"),
    # topics and cards
    ({"topics/topics/goal/rules": ["no-law"]}, "box-law", "topics.goal.rules", "which is none"),
    ({"topics/topics/goal/says": ["{no-law.x} of."]}, "box-law", "topics.goal.says", "no-law"),
    ({"topics/topics/goal/title": GONE}, "box-shape", "topics.goal.title", "missing"),
    ({"cards/cards": {}}, "box-law", "cards.toml: cards", "no symbol"),
    ({"cards/cards/wild/any": "yes"}, "box-shape", "cards.wild.any", "true or false"),
    # names in another language
    ({"names-xx/territories": {"nowhere": ["X"]}}, "box-board", "names-xx.toml", "no such place"),
    ({"names-en/territories": {}}, "box-shape", "names-en.toml", "those of board.toml"),
    ({"names-xx/territories": {"coral-gate": []}}, "box-shape", "names-xx.toml", "empty"),
    ({"names-xx/territories": {"coral-gate": "X"}}, "box-shape", "names-xx.toml", "a list"),
]
MARK_FAULTS: list[tuple[dict[str, Any], str, str, str]] = [
    ({"marks/scars/bunker/supply": "no-law"}, "box-law", "bunker.supply", "no supply law"),
    ({f"{LAWS}/bunker-supply": GONE}, "box-law", "scars.bunker.supply", "no supply law"),
    ({"marks/scars/bunker/defence_hihger_die": 1}, "box-key", "bunker.defence_hihger", "not a key"),
    ({"marks/scars/bunker/shout": 1}, "box-key", "scars.bunker.shout", "not a key"),
    ({"marks/scars/bunker/defence_higher_die": "x"}, "box-shape", "defence_higher_die", "number"),
    ({"marks/scars/bunker/says": GONE}, "box-shape", "scars.bunker.says", "missing"),
    ({"marks/cities/minor-city/word": "major"}, "box-key", "major-city.word", "is the word for"),
    ({"marks/fortifications": GONE}, "box-law", "marks.toml: fortifications", "no fortification"),
    ({"marks/scars": GONE}, "box-law", "marks.toml: scars", "kinds of scar"),
    ({"factions": {}}, "box-law", "factions.toml", "has none"),
    ({"factions/khan-industries/name": GONE}, "box-shape", "khan-industries.name", "missing"),
    (
        {"factions/imperial-balkania/powers/round-up/recruit_rounding": "sideways"},
        *("box-shape", "round-up.recruit_rounding", '"up" or "down"'),
    ),
    ({f"{LAWS}/hq-not-adjacent": GONE}, "box-law", "rules.hq-not-adjacent", "HQs"),
    ({f"{LAWS}/star-or-missiles": GONE}, "box-law", "rules.star-or-missiles", "Red Stars"),
    ({f"{LAWS}/coin-cards": GONE}, "box-law", "rules.coin-cards", "coins on cards"),
    ({f"{LAWS}/star-for-cards/limit": 0}, "box-law", "star-for-cards.limit", "1 or more"),
    ({f"{LAWS}/join-the-war/share": 0}, "box-law", "join-the-war.share", "1 or more"),
    ({f"{LAWS}/continent-control/namer": GONE}, "box-law", "control.namer", "no namer"),
    ({"rulebook/packets/three-missiles/when": "now"}, "box-shape", "three-missiles.when", "one of"),
    (
        {"rulebook/packets/world-capital/kind": "x"},
        "box-law",
        "world-capital.kind",
        "which is none",
    ),
    ({"rulebook/packets/three-missiles/says": GONE}, "box-shape", "three-missiles.says", "missing"),
    ({"rulebook/packets/three-missiles/says": "{x}"}, "box-law", "three-missiles.says", "{x}"),
]


def found_by(parts: Parts, change: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Change some values, and list what is found then."""
    for path, value in change.items():
        put(parts, path, value)
    before = copy.deepcopy(parts)
    found = flaws(parts)
    assert parts == before
    assert all(each.fix for each in found if each.rule != "box-board"), found
    return [(each.rule, each.where, each.what) for each in found]


def is_told(found: list[tuple[str, str, str]], rule: str, where: str, what: str) -> bool:
    """Whether a finding is among those."""
    return any(each == rule and where in at and what in said for each, at, said in found)


@pytest.mark.parametrize(("change", "rule", "where", "what"), [*BOARD_FAULTS, *LAW_FAULTS])
def test_each_fault_is_found_with_its_place(
    parts: Parts, change: dict[str, Any], rule: str, where: str, what: str
) -> None:
    """A fault of the board, of a law or of words is told with its file and its key."""
    found = found_by(parts, change)
    assert is_told(found, rule, where, what), found


@pytest.mark.parametrize(("change", "rule", "where", "what"), MARK_FAULTS)
def test_each_fault_of_marks_and_factions_is_found(
    changing: Parts, change: dict[str, Any], rule: str, where: str, what: str
) -> None:
    """A fault of stickers, powers and what leans on them is told with its file and its key."""
    found = found_by(changing, change)
    assert is_told(found, rule, where, what), found


def test_tiles_without_a_way_between_them(parts: Parts) -> None:
    """Neighbours whose line would run over another tile, or too far, cannot be drawn."""
    put(parts, f"{WRECK}/tile", [1, 7])
    found = [each for each in flaws(parts) if "no straight way" in each.what]
    assert {each.rule for each in found} == {"box-board"}
    assert any(
        "Palm Head and Old Wreck" in f"{each.what}" or "Old Wreck" in each.what for each in found
    )


def test_a_line_around_the_world_is_drawn(parts: Parts) -> None:
    """The first and the last column may be neighbours: their line leaves the map."""
    for one, other in (("coral-gate", "palm-head"), ("palm-head", "coral-gate")):
        put(parts, f"board/territories/{one}/sea", [other])
    assert flaws(parts) == ()


def test_a_board_without_tiles_is_fine(parts: Parts) -> None:
    """Nobody has to say where the tiles lie; where nobody does, the map is a list of them."""
    for place in parts["board"]["territories"].values():
        del place["tile"], place["label"]
    assert flaws(parts) == ()


def test_a_bonus_of_nothing_is_a_bonus(parts: Parts) -> None:
    """A continent may pay 0."""
    put(parts, "board/continents/lagoon/bonus", 0)
    assert flaws(parts) == ()


def test_all_findings_at_once(parts: Parts) -> None:
    """A box with several faults is told of all of them, each once."""
    for change, *_ in BOARD_FAULTS[:5:2]:
        for path, value in change.items():
            put(parts, path, value)
    put(parts, f"{CORAL}/land", ["salt-flat"])
    put(parts, f"{LAWS}/recruit-base/divisor", 0)
    found = flaws(parts)
    assert len(found) >= 4
    assert len(set(found)) == len(found)
    assert {"box-shape", "box-board", "box-law"} <= {each.rule for each in found}


@pytest.mark.parametrize("part", ["board", "rulebook"])
def test_a_part_that_each_box_has(parts: Parts, part: str) -> None:
    """Without a board or a rulebook there is no box."""
    del parts[part]
    assert (f"{part}.toml", "box-file") in [(each.where, each.rule) for each in flaws(parts)]


def test_what_stops_is_more_than_what_is_odd(parts: Parts) -> None:
    """Borders that do not fit are told; a law that is missing stops all use of the box."""
    put(parts, f"{CORAL}/land", ["salt-flat"])
    odd = flaws(parts)
    assert odd
    assert that_stop(odd) == ()
    put(parts, f"{LAWS}/control", GONE)
    assert {each.rule for each in that_stop(flaws(parts))} <= set(STOPS)
    assert that_stop(flaws(parts))


def test_what_parts_lean_on_is_named_by_their_words() -> None:
    """The table of needs speaks of parts that there are."""
    assert set(NEEDS) <= set(PARTS)


@pytest.mark.parametrize("id", boxes())
def test_every_number_that_is_read_is_in_the_table(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A law of the package has each key that the table says is read from it."""
    rules = printed(id)["rulebook"]["rules"]
    read = {law: keys for part in NEEDS for law, keys in NEEDS[part].items()} | dict(ALWAYS)
    for law, keys in read.items():
        if law in rules:
            wanted = [key for key in keys if key not in rules[law] and key != "namer"]
            assert not wanted, (law, wanted)


def all_numbers(source: str) -> list[tuple[str, str]]:
    """The laws and keys that a file reads by name."""
    import re

    found = re.findall(r'\.number\(\s*"([a-z-]+)"(?:,\s*"([a-z_]+)")?\s*\)', source)
    found += re.findall(r'\.rules\["([a-z-]+)"\]\.numbers\["([a-z_]+)"\]', source)
    return [(law, key or "limit") for law, key in found]


def test_each_number_that_the_code_reads_is_needed_by_something(box: Box) -> None:
    """Where a rule asks for a number, the table makes sure that a box has it."""
    root = Path(__file__).parent.parent.parent / "src" / "legacytrack"
    needed = {(law, key) for part in NEEDS.values() for law, keys in part.items() for key in keys}
    needed |= {(law, key) for law, keys in ALWAYS.items() for key in keys}
    needed |= {("starting-troops", "limit")}  # one of two, and never asked for where it is not
    read = {
        each
        for path in root.rglob("*.py")
        for each in all_numbers(path.read_text(encoding="utf-8"))
    }
    assert len(read) > 25
    assert read <= needed, read - needed


def test_a_law_that_is_no_text_never_fails(parts: Parts, changing: Parts) -> None:
    """Whatever stands in place of a part of a box, it is told and nothing breaks."""
    values: list[Any] = [5, "x", True, [], {}, [1, "x"], {"a": {"b": {}}}, "\x1b", 10**30, -1.5]
    for whole in (parts, changing):
        for path in (each for each in paths(whole) if len(each) > 1):
            for value in values[:: 1 + len(path) % 3]:
                other = copy.deepcopy(whole)
                table: Any = other
                for key in path[:-1]:
                    table = table[key]
                table[path[-1]] = value
                assert isinstance(flaws(other), tuple)


def paths(tree: Any, at: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every path of a tree, no more than five keys of a table, so that it does not take all day."""
    found = []
    for key in [*tree][:5] if isinstance(tree, dict) else []:
        found.append((*at, key))
        if len(at) < 3:
            found += paths(tree[key], (*at, key))
    return found
