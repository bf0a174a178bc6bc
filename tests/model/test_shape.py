"""What of a hand-edited world file makes no sense: found where it stands, the rest goes on working."""

from __future__ import annotations

import copy
import datetime
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.model.change import undotted, value_at, with_value, without_empty_tables
from legacytrack.model.shape import WORLD, likely_slips, sound

GOOD = tomllib.loads(
    """
format = 1
box = "risk-legacy"
names = "ru"
name = "Thursday world"
planet = "Ruin"
planet_by = "ana"
planet_in = 15
games_played = 15

[players.ana]
name = "Ana"

[territories.ural.scar]
kind = "bunker"
game = 2
by = "ana"
[territories.ural.cancelled.1]
kind = "bunker"
game = 1
by = "ana"
cancelled_in = 2
cancelled_by = "ana"
[territories.ural.city]
kind = "major-city"
name = "Stalgrad"
founder = "ana"
game = 1
by = "ana"
[territories.ural.covered.1]
kind = "minor-city"
name = "Perm"
founder = "ana"
game = 1
by = "ana"
[territories.ural.fortification]
boxes = 3
replaced = 1
game = 4
by = "ana"

[cards.peru]
coins = 3
game = 3
by = "ana"
destroyed = 5
destroyed_by = "ana"

[continents.asia]
name = "Ruin"
named_by = "ana"
named_in = 3
bonus_change = 1
bonus_by = "ana"
bonus_in = 4
[continents.asia.covered.1]
bonus_change = -1
bonus_by = "ana"
bonus_in = 3

[factions.imperial-balkania]
powers = ["round-up"]

[games.1]
played = "2026-01-03"
winner = "ana"
note = "Late, and loud."
most_missiles = 3
[games.1.players.ana]
faction = "imperial-balkania"
start = "ural"
result = "won"
reward = "city ural"
held = ["ural", "china"]

[game]
number = 2
turn = "ana"
conquered = true
expanded = 2
drew = true
turned_in = true
slots = ["egypt", "", "peru", "ural"]
discards = ["china"]
coin_star = true
most_missiles = 3
sets = 4
[game.players.ana]
holds = ["egypt", "peru"]
cards = ["japan", "coin"]
partly = true
out = false
faction = "khan-industries"
hq = "egypt"
stars = 1
missiles = 0
turn = 2
placing = 1
troops = 10
coins = 3

[found.scars.quicksand]
name = "Quicksand"
says = "It takes what stands there."
supply = 2
[found.cities.harbour]
name = "Harbour"
says = ""
supply = 1
word = "harbour"
[found.powers.wide-roads]
name = "Wide Roads"
faction = "enclave-of-the-bear"
colour = "red"
says = "Twice as far."
[found.factions.gardeners]
name = "The Gardeners"
memo = "a key of ours, so that the table is there without its name"
[found.territories.far-island]
name = "Far Island"
continent = "australia"
coins = 2
land = ["peru"]
sea = ["egypt"]
[found.links.brazil-egypt]
from = "brazil"
to = "egypt"
[found.events.e4]
name = "Rain"
says = "It rains."
[found.missions.ice]
name = "Hold the ice"
says = "All of it."
[found.rules.coin-cap]
says = "Seven now."
cite = "Rule D"
limit = 7
letter = "D"

[packets.1]
name = "the small one"
game = 3
condition = "second-signature"
"""
)
# The vocabulary of effects, that whatever a packet brought may have.
NUMBERS = (
    *("population", "expand_cost", "expand_city_cost", "end_of_turn"),
    *("recruit_troops", "coins_troops", "troops_per_hq"),
    *("defence_higher_die", "defence_lower_die", "defence_all_dice", "fortified_own_hq"),
    *("starting_troops", "starting_coins", "missiles", "card_troops", "expansions_for_card"),
)
SWITCHES = (
    *("start_for_founder", "ruin", "replaces_city", "no_marks", "no_entry", "no_population"),
    *("three_alike", "double_six", "maneuver_anywhere"),
)
TEXTS = ("recruit_rounding", "note")
WITH_EFFECTS = ("found.scars.quicksand", "found.cities.harbour", "found.powers.wide-roads")
for _where in WITH_EFFECTS:
    for _keys, _value in ((NUMBERS, -1), (SWITCHES, True), (TEXTS, "up")):
        for _key in _keys:
            GOOD = with_value(GOOD, undotted(f"{_where}.{_key}"), _value)

ID, NAME, GAME, COUNT, TABLE = "id", "name", "whole number from 1", "whole number from 0", "table"
NUMBER, SWITCH, TEXT, DATE = "whole number", "expected true", "text", "date like 2026-01-03"
RESULT, BOX = "won, held-on or eliminated", "a box in quotes"
NO_WHOLE = ["3", 3.0, True, [3], {"a": 3}]
WRONG: dict[str, list[Any]] = {
    ID: [5, "", True, ["ana"], {"a": "b"}],
    NAME: [5, "", "   ", False, ["Ana"], {"a": "b"}, "An\u202ea", "A\x1bna"],
    BOX: [5, "", "   ", True, ["classic-risk"], {"a": "b"}, "./a\x1bb"],
    GAME: [0, -1, *NO_WHOLE],
    COUNT: [-1, *NO_WHOLE],
    "1 or -1": [0, 2, -2, *NO_WHOLE],
    "game, or true": [0, -1, "5", 5.0, [5], {"a": 5}],
    "list of ids": ["round-up", 5, [5], ["a", 5], {"a": "b"}],
    NUMBER: NO_WHOLE,
    SWITCH: [0, 1, "true", "yes", [True], {"a": True}],
    TEXT: [5, True, ["a"], {"a": "b"}, "A\x1bna", "A\u202ea"],
    DATE: [5, True, "yesterday", "2026-13-01", ["2026-01-03"], datetime.datetime(2026, 1, 3)],
    RESULT: [5, True, "Won", "lost", ["won"]],
    TABLE: [5, "bunker", True, [], [{"kind": "bunker"}]],
}
MARK = {"kind": ID, "game": GAME, "by": ID}
CITY = {**MARK, "name": NAME, "founder": ID}
FOUND = {
    "scars": "quicksand",
    "cities": "harbour",
    "powers": "wide-roads",
    "factions": "gardeners",
    "territories": "far-island",
    "links": "brazil-egypt",
    "events": "e4",
    "missions": "ice",
    "rules": "coin-cap",
}
NAMELESS = ("links", "rules")
EFFECTS = (
    dict.fromkeys(NUMBERS, NUMBER) | dict.fromkeys(SWITCHES, SWITCH) | dict.fromkeys(TEXTS, TEXT)
)
KEYS = {
    "format": GAME,
    "box": BOX,
    "names": ID,
    "name": NAME,
    "planet": NAME,
    "planet_by": ID,
    "planet_in": GAME,
    "games_played": COUNT,
    "players": TABLE,
    "players.ana": TABLE,
    "players.ana.name": NAME,
    "territories": TABLE,
    "territories.ural": TABLE,
    "territories.ural.scar": TABLE,
    **{f"territories.ural.scar.{key}": kind for key, kind in MARK.items()},
    "territories.ural.cancelled": TABLE,
    "territories.ural.cancelled.1": TABLE,
    **{f"territories.ural.cancelled.1.{key}": kind for key, kind in MARK.items()},
    "territories.ural.cancelled.1.cancelled_in": GAME,
    "territories.ural.cancelled.1.cancelled_by": ID,
    "territories.ural.city": TABLE,
    **{f"territories.ural.city.{key}": kind for key, kind in CITY.items()},
    "territories.ural.covered": TABLE,
    "territories.ural.covered.1": TABLE,
    **{f"territories.ural.covered.1.{key}": kind for key, kind in CITY.items()},
    "territories.ural.fortification": TABLE,
    "territories.ural.fortification.boxes": COUNT,
    "territories.ural.fortification.replaced": COUNT,
    "territories.ural.fortification.game": GAME,
    "territories.ural.fortification.by": ID,
    "cards": TABLE,
    "cards.peru": TABLE,
    "cards.peru.coins": COUNT,
    "cards.peru.game": GAME,
    "cards.peru.by": ID,
    "cards.peru.destroyed": "game, or true",
    "cards.peru.destroyed_by": ID,
    "continents": TABLE,
    "continents.asia": TABLE,
    "continents.asia.name": NAME,
    "continents.asia.named_by": ID,
    "continents.asia.named_in": GAME,
    "continents.asia.bonus_change": "1 or -1",
    "continents.asia.bonus_by": ID,
    "continents.asia.bonus_in": GAME,
    "continents.asia.covered": TABLE,
    "continents.asia.covered.1": TABLE,
    "continents.asia.covered.1.bonus_change": "1 or -1",
    "continents.asia.covered.1.bonus_by": ID,
    "continents.asia.covered.1.bonus_in": GAME,
    "factions": TABLE,
    "factions.imperial-balkania": TABLE,
    "factions.imperial-balkania.powers": "list of ids",
    "games": TABLE,
    "games.1": TABLE,
    "games.1.played": DATE,
    "games.1.winner": ID,
    "games.1.note": TEXT,
    "games.1.most_missiles": COUNT,
    "games.1.players": TABLE,
    "games.1.players.ana": TABLE,
    "games.1.players.ana.faction": ID,
    "games.1.players.ana.start": ID,
    "games.1.players.ana.result": RESULT,
    "games.1.players.ana.reward": TEXT,
    "games.1.players.ana.held": "list of ids",
    "game": TABLE,
    "game.number": GAME,
    "game.turn": ID,
    "game.conquered": SWITCH,
    "game.expanded": COUNT,
    "game.drew": SWITCH,
    "game.turned_in": SWITCH,
    "game.slots": "list of ids",
    "game.discards": "list of ids",
    "game.coin_star": SWITCH,
    "game.most_missiles": COUNT,
    "game.sets": COUNT,
    "game.players": TABLE,
    "game.players.ana": TABLE,
    "game.players.ana.faction": ID,
    "game.players.ana.hq": ID,
    "game.players.ana.holds": "list of ids",
    "game.players.ana.cards": "list of ids",
    "game.players.ana.partly": SWITCH,
    "game.players.ana.out": SWITCH,
    "game.players.ana.stars": COUNT,
    "game.players.ana.missiles": COUNT,
    "game.players.ana.turn": GAME,
    "game.players.ana.placing": GAME,
    "game.players.ana.troops": COUNT,
    "game.players.ana.coins": COUNT,
    "found": TABLE,
    **{f"found.{kind}": TABLE for kind in FOUND},
    **{f"found.{kind}.{id}": TABLE for kind, id in FOUND.items()},
    **{f"found.{kind}.{id}.name": NAME for kind, id in FOUND.items() if kind not in NAMELESS},
    **{f"{where}.{word}": kind for where in WITH_EFFECTS for word, kind in EFFECTS.items()},
    "found.scars.quicksand.says": TEXT,
    "found.scars.quicksand.supply": COUNT,
    "found.cities.harbour.says": TEXT,
    "found.cities.harbour.supply": COUNT,
    "found.cities.harbour.word": ID,
    "found.powers.wide-roads.faction": ID,
    "found.powers.wide-roads.colour": TEXT,
    "found.powers.wide-roads.says": TEXT,
    "found.territories.far-island.continent": ID,
    "found.territories.far-island.coins": COUNT,
    "found.territories.far-island.land": "list of ids",
    "found.territories.far-island.sea": "list of ids",
    "found.links.brazil-egypt.from": ID,
    "found.links.brazil-egypt.to": ID,
    "found.events.e4.says": TEXT,
    "found.missions.ice.says": TEXT,
    "found.rules.coin-cap.says": TEXT,
    "found.rules.coin-cap.cite": TEXT,
    "found.rules.coin-cap.limit": COUNT,
    "found.rules.coin-cap.letter": TEXT,
    "packets": TABLE,
    "packets.1": TABLE,
    "packets.1.name": TEXT,
    "packets.1.game": GAME,
    "packets.1.condition": ID,
}
NEEDED = [
    "territories.ural.scar.kind",
    "territories.ural.cancelled.1.kind",
    "territories.ural.city.kind",
    "territories.ural.covered.1.kind",
    "territories.ural.fortification.boxes",
    "continents.asia.covered.1.bonus_change",
    *(f"found.{kind}.{id}.name" for kind, id in FOUND.items() if kind not in NAMELESS),
    "found.powers.wide-roads.faction",
    "found.links.brazil-egypt.from",
    "found.links.brazil-egypt.to",
]
CASES = [(where, kind, wrong) for where, kind in KEYS.items() for wrong in WRONG[kind]]
IDS = {"players": "ana", "territories": "ural", "cards": "peru", "continents": "asia"} | {
    "factions": "imperial-balkania",
    "games": "1",
    "cancelled": "1",
    "covered": "1",
    "packets": "1",
}


def known(keys: Any, at: str = "", name: str = "") -> list[str]:
    """List the dotted path of every key that the program knows."""
    found = []
    ids = FOUND if at.startswith("found.") else IDS
    for key, wanted in keys.items() if isinstance(keys, dict) else ():
        plain = ids[name] if key in ("*", "#") else key.rstrip("!")
        here = f"{at}.{plain}" if at else plain
        found += [here, *known(wanted, here, plain)]
    return found


def without(where: str) -> dict[str, Any]:
    """Tell of the good world without a key, or without the mark that cannot do without it."""
    path = undotted(where)
    return with_value(GOOD, path[:-1] if where in NEEDED else path, None)


def test_the_list_of_keys_is_whole():
    """The tests below speak of every key that the program knows, and of no other."""
    assert sorted(known(WORLD)) == sorted(KEYS)


# What is fine


def test_a_good_world_is_sound():
    """Nothing is found in a world with every key, and all of it is kept."""
    assert sound(GOOD) == (GOOD, ())
    assert sound({}) == ({}, ())


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("games_played", 0),
        ("territories.ural.fortification.boxes", 0),
        ("territories.ural.fortification.boxes", 99),
        ("cards.peru.coins", 0),
        ("cards.peru.destroyed", True),
        ("cards.peru.destroyed", False),
        ("continents.asia.bonus_change", -1),
        ("factions.imperial-balkania.powers", []),
        ("players.ana.name", "漢字 👩‍🚀 <b>[/x]"),
        ("territories.ural.scar.kind", "no such scar"),
        ("box", "classic-risk"),
        ("box", "../boxes/C\u00f4te d'Ivoire [/x]"),
        ("games.1.played", datetime.date(2026, 1, 3)),
        ("games.1.note", ""),
        ("games.1.players.ana.result", "eliminated"),
        ("games.1.players.ana.held", []),
        ("games.15.winner", "nobody we know"),
        ("game.players.ana.stars", 0),
        ("found.scars.quicksand.end_of_turn", 5),
        ("found.scars.quicksand.no_marks", False),
        ("found.cities.harbour.supply", 0),
        ("packets.12.name", "the big one"),
    ],
)
def test_values_that_are_fine(where, value):
    """Whether a thing is possible is a question for the rules: its shape is fine."""
    data = with_value(GOOD, undotted(where), value)
    assert sound(data) == (data, ())


# What is not


@pytest.mark.parametrize(("where", "kind", "wrong"), CASES)
def test_a_wrong_value_is_one_finding(where, kind, wrong):
    """Each value of a wrong type is found once, by its dotted path, with what was expected there."""
    data = with_value(GOOD, undotted(where), wrong)
    before = copy.deepcopy(data)
    kept, findings = sound(data)
    assert data == before
    (finding,) = findings
    assert (finding.rule, finding.where) == ("world-shape", where)
    assert where in finding.what
    assert finding.fix
    if isinstance(wrong, str) and (not wrong.strip() or not wrong.isprintable()):
        assert "empty" in finding.what or "U+" in finding.what
    else:
        assert kind in finding.what
    # The rest of the file works: only that value goes, with its mark if the mark needs it.
    assert without_empty_tables(kept) == without(where)


@pytest.mark.parametrize("where", NEEDED)
def test_a_mark_without_what_it_needs_is_one_finding(where):
    """A mark that does not say what it is is found, and left out as a whole."""
    path = undotted(where)
    data = with_value(GOOD, path, None)
    kept, (finding,) = sound(data)
    assert (finding.rule, finding.where) == ("world-shape", where)
    assert "missing" in finding.what
    assert value_at(kept, path[:-1]) is None
    assert without_empty_tables(kept) == without(where)


@pytest.mark.parametrize("table", ["games", "packets"])
@pytest.mark.parametrize("key", ["one", "0", "-1", "1.5", "01", "²", " 1", "9" * 5000])
def test_a_game_without_a_number_is_one_finding(table, key):
    """Games and packets stand under whole numbers from 1, written plainly; others are left out."""
    data = {**GOOD, table: {**GOOD[table], key: {}}}
    kept, (finding,) = sound(data)
    assert finding.rule == "world-shape"
    assert undotted(finding.where) == (table, key)
    assert "number" in finding.what
    assert kept == GOOD


def test_all_findings_at_once():
    """A file with several faults is told of all of them."""
    data: dict[str, Any] = GOOD
    faults = {
        "format": "one",
        "players.ana.name": 5,
        "territories.ural.scar.game": "two",
        "territories.ural.city.kind": 5,
        "cards.peru.coins": -1,
        "factions.imperial-balkania": "round-up",
    }
    for where, value in faults.items():
        data = with_value(data, undotted(where), value)
    kept, findings = sound(data)
    assert {finding.where for finding in findings} == set(faults)
    assert len(findings) == len(faults)
    assert value_at(kept, undotted("territories.ural.scar")) == {"kind": "bunker", "by": "ana"}


def test_an_odd_id_is_quoted_in_the_path():
    """The path of a finding is written as a file would write it."""
    (finding,) = sound({"cards": {"great britain": {"coins": "3"}}})[1]
    assert finding.where == 'cards."great britain".coins'


# Unknown keys


@pytest.mark.parametrize(
    "where",
    [
        "motto",
        "snacks.ana",
        "players.ana.birthday",
        "territories.ural.memo",
        "territories.ural.scar.memo",
        "territories.ural.city.memo.text",
        "cards.peru.memo",
        "continents.asia.memo",
        "factions.imperial-balkania.memo",
        "games.1.memo",
        "games.1.players.ana.memo",
        "game.memo",
        "game.players.ana.mood",
        "found.snacks.nuts",
        "found.scars.quicksand.memo",
        "found.rules.coin-cap.memo",
        "packets.1.memo",
    ],
)
@pytest.mark.parametrize("value", [5, "text", [1, "a"], {"a": {"b": 1}}])
def test_unknown_keys_are_kept(where, value):
    """What the program does not know is kept wherever it stands, whatever it is."""
    data = with_value(GOOD, undotted(where), value)
    assert sound(data) == (data, ())


JUNK = st.recursive(
    st.none().map(lambda _: 5) | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda below: (
        st.lists(below, max_size=2) | st.dictionaries(st.text(max_size=4), below, max_size=3)
    ),
    max_leaves=4,
)


@settings(max_examples=150, deadline=None)
@given(changes=st.dictionaries(st.sampled_from(sorted(KEYS)), JUNK, max_size=4))
def test_whatever_stands_there_the_rest_is_sound(changes):
    """For any junk anywhere: what is kept has no fault left, and every fault has a path that leads to it."""
    data: dict[str, Any] = GOOD
    for where, value in changes.items():
        data = with_value(data, undotted(where), value)
    kept, findings = sound(data)
    assert sound(kept) == (kept, ()) or "nan" in repr(kept)
    for finding in findings:
        path = undotted(finding.where)
        assert value_at(data, path) is not None or value_at(data, path[:-1]) is not None
    list(likely_slips(data))


# Slips of the keyboard

KEPT = {key: value for key, value in GOOD.items() if key not in ("games", "game")}


@pytest.mark.parametrize(
    ("right", "slip"),
    [
        ("cards.peru.coins", "coin"),
        ("cards.peru.destroyed", "destroy"),
        ("players", "player"),
        ("territories", "territory"),
        ("continents", "continent"),
        ("games_played", "game_played"),
        ("territories.ural.city.founder", "fonder"),
        ("territories.ural.scar", "scars"),
        ("territories.ural.fortification.boxes", "boxs"),
        ("continents.asia.bonus_change", "bonus-change"),
        ("continents.asia.named_by", "name_by"),
        ("factions.imperial-balkania.powers", "power"),
    ],
)
def test_a_slip_is_found_with_what_was_meant(right, slip):
    """A key that nobody knows but that is nearly one of the file's is asked about."""
    path = undotted(right)
    data = with_value(with_value(KEPT, path, None), (*path[:-1], slip), value_at(KEPT, path))
    (finding,) = likely_slips(data)
    assert finding.rule == "unknown-key"
    assert finding.where == ".".join((*path[:-1], slip))
    assert path[-1] in finding.fix


def test_the_slip_of_the_handbook():
    """`cards.brazil.coin` is found, although Brazil is an id like any other."""
    (finding,) = likely_slips({"cards": {"brazil": {"coin": 3}}})
    assert finding.where == "cards.brazil.coin"
    assert "coins" in finding.fix


PROMISED = """
format = 1
box = "risk-legacy"
names = "ru"
name = "Thursday world"
planet = "Ruin"

[players.ana]
name = "Ana"

[territories.alaska.scar]
kind = "bunker"
game = 2
by = "ben"
[territories.ural.city]
kind = "major-city"
name = "Stalgrad"
founder = "ana"
game = 1
[territories.ural.fortification]
boxes = 3
game = 4

[cards.brazil]
coins = 3
[cards.peru]
destroyed = 5

[continents.asia]
name = "Ruin"
named_by = "ana"
named_in = 3
bonus_change = 1

[factions.imperial-balkania]
powers = ["round-up"]

[games.1]
played = "2026-01-03"
winner = "ana"
[games.1.players.ana]
faction = "imperial-balkania"
start = "ural"
result = "won"
reward = "city ural"

[game]
number = 2
[game.players.ben]
faction = "khan-industries"
hq = "egypt"
holds = ["egypt", "middle-east"]
stars = 1
missiles = 0
"""


def test_the_promised_file_has_no_fault_and_no_slip():
    """Every key that the format promises is fine, those of games played and in progress among them."""
    data = tomllib.loads(PROMISED)
    assert sound(data) == (data, ())
    assert list(likely_slips(data)) == []
    assert list(likely_slips(GOOD)) == []


@pytest.mark.parametrize(
    "where",
    ["motto", "snacks.ana", "players.ana.birthday", "territories.ural.memo", "cards.peru.x"],
)
def test_a_key_of_ones_own_is_no_slip(where):
    """A key that is like no other is nobody's mistake."""
    assert list(likely_slips(with_value(KEPT, undotted(where), "text"))) == []


def test_an_id_is_no_slip():
    """Ids are names of players and places, not keys: `players.name` is a player called Name."""
    data = {"players": {"name": {"name": "Name"}, "nam": {"name": "Nam"}}}
    assert list(likely_slips(data)) == []
