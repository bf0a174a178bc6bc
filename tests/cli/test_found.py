"""Found: what packets brought is typed in, and counts as printed from then on, in this world alone.

All content here is invented.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from legacytrack.model.found import EFFECTS

Words = list[str]

SCAR = ["define", "scar", "Quicksand", "--supply", "2", "--effect", "end_of_turn=-1"]
HARBOUR = ["define", "city", "Harbour", "--supply", "2", "--effect", "population=3"]
ISLAND = ["define", "territory", "Far Island", "--sea", "peru,eastern-australia", "--coins", "2"]
GARDENERS = ["define", "faction", "The Gardeners"]
BEGIN = ["begin", "ana=balkania", "ben=khan", "cy=bear"]


@pytest.fixture
def world(begin_with: Callable[..., Path]) -> Path:
    """The file of a new world in this folder."""
    return begin_with(["new", "World", "--players", "Ana, Ben, Cy", "--here"])


def done(run: Any, *words: str) -> Any:
    """Run a command that has to be answered, and give its data."""
    ended = run(*words, "--json")
    assert (ended.code, ended.err, ended.json["errors"]) == (0, "", []), ended
    return ended.json["data"]


def all_done(run: Any, *steps: Words) -> None:
    """Run some commands that have to be answered."""
    for words in steps:
        done(run, *words)


def refused(run: Any, world: Path, code: int, *words: str) -> list[dict[str, str]]:
    """Run a command that has to be refused; nothing is written, in the world or its history."""
    history = world.with_name("world.history.jsonl")
    before = [path.read_bytes() for path in (world, history)]
    ended, told = run(*words, "--json"), run(*words)
    assert (ended.code, told.code, told.out) == (code, code, ""), told
    assert [path.read_bytes() for path in (world, history)] == before
    errors: list[dict[str, str]] = ended.json["errors"]
    assert errors
    return errors


def text(errors: list[dict[str, str]]) -> str:
    """All that some errors say."""
    return " ".join(f"{error['what']} {error['fix']}" for error in errors)


def found(world: Path) -> Any:
    """The table of what was found in the world file."""
    return tomllib.loads(world.read_text("utf-8"))["found"]


def silent(run: Any) -> bool:
    """Tell whether `check` finds nothing."""
    return bool(done(run, "check")["findings"] == [])


def starts(run: Any, *words: str) -> dict[str, list[str]]:
    """The places where nobody may start, each with the rules against it."""
    blocked = done(run, "starts", *words)["blocked"]
    return {each["place"]: [reason["rule"] for reason in each["reasons"]] for each in blocked}


# --- everything is written under the keys that the box uses ---

KINDS: dict[str, tuple[Words, str, dict[str, Any]]] = {
    "scar": (
        [*SCAR, "--says", "One troop sinks.", "--card", "S12"],
        "scars.s12",
        {"name": "Quicksand", "says": "One troop sinks.", "supply": 2, "end_of_turn": -1},
    ),
    "city": (
        [*HARBOUR, "--effect", "replaces_city"],
        "cities.harbour",
        {"name": "Harbour", "supply": 2, "population": 3, "replaces_city": True},
    ),
    "power": (
        ["define", "power", "Wide Roads", "--faction", "bear", "--colour", "red"],
        "powers.wide-roads",
        {"name": "Wide Roads", "faction": "enclave-of-the-bear", "colour": "red"},
    ),
    "faction": (GARDENERS, "factions.the-gardeners", {"name": "The Gardeners"}),
    "territory": (
        [*ISLAND, "--land", "japan", "--card", "T 43"],
        "territories.t-43",
        {
            "name": "Far Island",
            "land": ["japan"],
            "sea": ["peru", "eastern-australia"],
            "coins": 2,
        },
    ),
    "link": (
        ["define", "link", "brazil", "egypt"],
        "links.brazil-egypt",
        {"from": "brazil", "to": "egypt"},
    ),
    "event": (
        ["define", "event", "Rain", "--card", "E4s", "--says", "It rains."],
        "events.e4s",
        {"name": "Rain", "says": "It rains."},
    ),
    "mission": (
        ["define", "mission", "Hold the ice"],
        "missions.hold-the-ice",
        {"name": "Hold the ice"},
    ),
    "rule": (
        ["define", "rule", "coin-cap", "--limit", "7", "--letter", "D"],
        "rules.coin-cap",
        {"limit": 7, "letter": "D", "cite": "Rule D"},
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_found_stands_in_the_world_file(run: Any, world: Path, kind: str) -> None:
    """Each kind goes into its own table, under the printed number or the name; undo takes it out."""
    words, path, values = KINDS[kind]
    before = world.read_bytes()
    done(run, *words, "--dry-run")
    assert world.read_bytes() == before
    done(run, *words)
    table, id = path.split(".")
    assert found(world) == {table: {id: values}}
    assert silent(run)
    done(run, "undo")
    assert world.read_bytes() == before


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("link", "rule")])
def test_nothing_is_found_twice(run: Any, world: Path, kind: str) -> None:
    """The same thing typed in again is refused, also with other spaces and letters."""
    words, _, values = KINDS[kind]
    done(run, *words)
    errors = refused(run, world, 3, *words)
    assert [error["code"] for error in errors] == ["defined-twice"]
    assert values["name"] in text(errors)
    again = [word.upper() if word == values["name"] else word for word in words]
    again = [word for word in again if word not in ("--card", "S12", "T 43", "E4s")]
    assert refused(run, world, 3, *again)[0]["code"] == "defined-twice"


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        (["scar", "Bunker"], "Bunker"),
        (["scar", "ammo shortage"], "ammo shortage"),
        (["city", "Minor City"], "Minor City"),
        (["city", "Minor"], "Minor"),
        (["power", "Round Up", "--faction", "bear"], "Round Up"),
        (["faction", "Khan Industries"], "Khan Industries"),
        (["territory", "Alaska"], "Alaska"),
        (["territory", "Ukraine"], "Ukraine"),
        (["territory", "Asia"], "Asia"),
        (["link", "brazil", "north-africa"], "Brazil"),
        (["link", "alaska", "alberta"], "Alaska"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_is_printed_is_not_found_again(
    run: Any, world: Path, words: Words, taken: str
) -> None:
    """A name that means something printed already is refused: no command may become ambiguous."""
    errors = refused(run, world, 3, "define", *words)
    assert [error["code"] for error in errors] == ["defined-twice"]
    assert taken in text(errors)


def test_a_line_is_the_same_in_both_directions(run: Any, world: Path) -> None:
    """A sea line from there to here is the one from here to there."""
    done(run, "define", "link", "brazil", "egypt")
    assert refused(run, world, 3, "define", "link", "egypt", "brazil")


def test_a_taken_card_number_names_what_it_belongs_to(run: Any, world: Path) -> None:
    """A printed number belongs to one thing, and the refusal says to which."""
    done(run, "define", "event", "Rain", "--card", "E4")
    assert "Rain" in text(refused(run, world, 3, "define", "event", "Snow", "--card", "e4"))


@pytest.mark.parametrize(
    ("words", "code", "error", "fact"),
    [
        (["scar", "Mud", "--effect", "swamp=1"], 5, "unknown-effect", "end_of_turn"),
        (["scar", "Mud", "--effect", "=1"], 5, "unknown-effect", "note"),
        (["scar", "Mud", "--effect", "end_of_turn=much"], 2, "usage", "end_of_turn=-1"),
        (["scar", "Mud", "--effect", "end_of_turn"], 2, "usage", "end_of_turn=-1"),
        (["scar", "Mud", "--effect", "end_of_turn=1.5"], 2, "usage", "1.5"),
        (["scar", "Mud", "--effect", "end_of_turn=+-1"], 2, "usage", "+-1"),
        (["scar", "Mud", "--effect", "no_marks=perhaps"], 2, "usage", "no_marks"),
        (["scar", "Mud", "--effect", "note="], 2, "usage", "note=TEXT"),
        (["scar", "Mud", "--effect", "note=a\x1bb"], 2, "plain-text", "ESCAPE"),
        (["scar", "Mud", "--says", "a\x07b"], 2, "plain-text", "BELL"),
        (["scar", "Mud", "--supply", "-1"], 2, "usage", "-1"),
        (["scar", "Mud", "--supply", "many"], 2, "usage", "many"),
        (["scar", ""], 2, "plain-text", "empty"),
        (["scar"], 2, "usage", "NAME"),
        (["scar", "a\u202eb"], 2, "plain-text", "U+202E"),
        (["power", "Mud"], 2, "usage", "--faction"),
        (["power", "Mud", "--faction", "zed"], 5, "unknown-name", "zed"),
        (
            ["power", "Mud", "--faction", "bear", "--effect", "recruit_rounding=sideways"],
            2,
            "usage",
            "up",
        ),
        (["territory", "Mud", "--sea", "atlantis"], 5, "unknown-name", "atlantis"),
        (["territory", "Mud", "--land", "the us"], 5, "ambiguous-name", "Western United States"),
        (["territory", "Mud", "--coins", "-1"], 2, "usage", "-1"),
        (["link", "egypt", "egypt"], 2, "usage", "itself"),
        (["link", "egypt", "atlantis"], 5, "unknown-name", "atlantis"),
        (["link", "egypt"], 2, "usage", "PLACE"),
        (["rule", "coin-cap"], 2, "no-change", "nothing"),
        (["rule", "coin-cap", "--limit", "-1"], 2, "usage", "-1"),
        (["rule", "legal-start", "--limit", "3"], 2, "usage", "legal-start"),
        (["rule", "standing-up", "--limit", "3", "--says", "x"], 2, "usage", "standing-up"),
        (["rule", "standing-up", "--letter", "Q"], 2, "usage", "--says"),
        (["weather", "Rain"], 2, "usage", "weather"),
    ],
    ids=lambda value: repr(" ".join(value)) if isinstance(value, list) else None,
)
def test_nothing_is_found_like_that(
    run: Any, world: Path, words: Words, code: int, error: str, fact: str
) -> None:
    """Unknown effects, values that do not fit, names that cannot be kept: refused, not written."""
    errors = refused(run, world, code, "define", *words)
    assert [each["code"] for each in errors] == [error]
    assert fact in text(errors)


@pytest.mark.parametrize("word", EFFECTS)
def test_every_effect_can_be_typed_in(run: Any, world: Path, word: str) -> None:
    """Each word of the vocabulary is taken with a value of its kind, hyphens or not."""
    value = {"number": "=-2", "yes": "", "text": "=up"}[EFFECTS[word].value]
    done(run, "define", "scar", "Mud", "--effect", word + value)
    done(run, "define", "scar", "Clay", "--effect", word.replace("_", "-") + value)
    expected = {"number": -2, "yes": True, "text": "up"}[EFFECTS[word].value]
    scars = found(world)["scars"]
    assert (scars["mud"][word], scars["clay"][word]) == (expected, expected)
    assert silent(run)


def test_hostile_names_are_only_names(run: Any, world: Path) -> None:
    """Markup, shells and quotes in a name are letters, on the screen and in the file."""
    name = '[/x] $(touch pwned) "mud" \\ 漢字'
    done(run, "define", "scar", name, "--effect", f"note={name}", "--says", name)
    (scar,) = found(world)["scars"].values()
    assert (scar["name"], scar["note"], scar["says"]) == (name, name, name)
    done(run, "scar", name, "ural", "--game", "1")
    assert name in run("show", "ural").out
    assert name in run("supply").out
    assert not list(world.parent.glob("pwned"))


# --- scars ---


def test_a_found_scar_is_a_scar(run: Any, world: Path) -> None:
    """It is placed, counted, blocks starts, reminds at the end of a turn, and can be cancelled."""
    all_done(run, SCAR, ["scar", "quicksand", "ural", "--by", "ben", "--game", "1"])
    assert done(run, "show", "ural")["scar"]["kind"] == "quicksand"
    assert starts(run)["ural"] == ["legal-start"]
    assert done(run, "supply")["quicksand-supply"] == {"limit": 2, "used": 1, "left": 1}
    reminders = done(run, "troops", "ana", "ural", "siberia")["reminders"]
    assert [each for each in reminders if "Quicksand in Ural" in each and "-1" in each]
    assert done(run, "troops", "ana", "siberia")["reminders"] == []
    done(run, "cancel", "ural", "--game", "1")
    assert "ural" not in starts(run)
    assert done(run, "supply")["quicksand-supply"]["used"] == 1
    assert silent(run)


def test_a_found_scar_has_a_supply(run: Any, world: Path) -> None:
    """No more of them than were typed in."""
    all_done(
        run, SCAR, *(["scar", "quicksand", place, "--game", "1"] for place in ("ural", "peru"))
    )
    errors = refused(run, world, 3, "scar", "quicksand", "china", "--game", "1")
    assert [error["code"] for error in errors] == ["quicksand-supply"]
    assert "Quicksand" in text(errors)


def test_a_place_can_be_closed_to_marks_and_to_everybody(run: Any, world: Path) -> None:
    """`no_marks` refuses every further mark, `no_entry` everybody who wants to go in."""
    effects = ["--effect", "no_marks", "--effect", "no_entry"]
    all_done(run, ["define", "scar", "Glass", *effects], ["scar", "glass", "ural", "--game", "1"])
    for words in (["city", "minor", "ural"], ["scar", "bunker", "ural"], ["city", "major", "ural"]):
        errors = refused(run, world, 3, *words, "--game", "1")
        assert "no-marks-here" in [error["code"] for error in errors]
    assert done(run, "enter", "ural", "--with", "9")["allowed"] is False
    assert "Glass" in run("enter", "ural").out
    assert done(run, "enter", "siberia", "--with", "1")["allowed"] is True


def test_show_says_nothing_empty(run: Any, world: Path) -> None:
    """A scar without words leaves no empty note."""
    all_done(run, SCAR, ["scar", "quicksand", "ural", "--game", "1"])
    assert not [line for line in run("show", "ural").out.splitlines() if line.strip() == "note:"]


# --- cities ---


def test_a_found_city_is_a_city(run: Any, world: Path) -> None:
    """It counts as population, costs on expanding, can be fortified, and has a supply."""
    all_done(run, HARBOUR, ["city", "harbour", "ural", "Deep Water", "--by", "ana", "--game", "1"])
    assert (
        done(run, "troops", "ana", "ural", *["alaska,alberta,ontario,peru,brazil,egypt"])[
            "population"
        ]
        == 3
    )
    assert done(run, "enter", "ural")["cost"] == 3
    assert starts(run, "ana")["ural"] == ["legal-start"]
    done(run, "fortify", "deep water", "--game", "1")
    assert done(run, "enter", "ural")["cost"] == 5
    done(run, "city", "harbour", "peru", "--game", "1")
    errors = refused(run, world, 3, "city", "harbour", "egypt", "--game", "1")
    assert [error["code"] for error in errors] == ["harbour-supply"]
    assert silent(run)


def test_a_found_city_may_be_a_start_for_its_founder(run: Any, world: Path) -> None:
    """With `start_for_founder` its founder starts there, and nobody else."""
    all_done(
        run,
        ["define", "city", "Shrine", "--effect", "start_for_founder"],
        ["city", "shrine", "ural", "--by", "ana", "--game", "1"],
    )
    assert "ural" not in starts(run, "ana")
    assert starts(run, "ben")["ural"] == ["legal-start"]


def test_only_what_may_cover_a_city_covers_one(run: Any, world: Path) -> None:
    """`replaces_city` covers a city, whose sticker stays used; another kind is refused."""
    all_done(
        run,
        HARBOUR,
        ["define", "city", "Old Town", "--effect", "replaces_city"],
        ["city", "major", "ural", "Uralgrad", "--by", "ana", "--game", "1"],
    )
    errors = refused(run, world, 3, "city", "harbour", "ural", "--game", "1")
    assert [error["code"] for error in errors] == ["one-city-per-territory"]
    assert "ural" not in starts(run, "ana")
    done(run, "city", "old town", "ural", "Older", "--game", "1")
    assert starts(run, "ana")["ural"] == ["legal-start"]
    assert done(run, "supply")["major-city-supply"]["used"] == 1
    assert silent(run)


def test_a_ruin_is_no_city(run: Any, world: Path) -> None:
    """A ruin has no population, cannot be fortified, and a new city may stand on it."""
    ruin = ["--effect", "ruin", "--effect", "replaces_city", "--effect", "population=0"]
    all_done(
        run,
        ["define", "city", "Rubble", *ruin],
        ["city", "major", "ural", "Uralgrad", "--by", "ana", "--game", "1"],
        ["city", "rubble", "ural", "--game", "1"],
    )
    assert done(run, "troops", "ana", "ural")["population"] == 0
    assert done(run, "enter", "ural")["cost"] == 0
    assert starts(run, "ana")["ural"] == ["legal-start"]
    errors = refused(run, world, 3, "fortify", "ural", "--game", "1")
    assert [error["code"] for error in errors] == ["fortify-only-a-city"]
    done(run, "city", "minor", "ural", "Again", "--game", "1")
    assert done(run, "troops", "ana", "ural")["population"] == 1
    assert done(run, "supply")["rubble-supply"]["used"] == 1
    assert silent(run)


# --- powers and factions ---


def power(*effects: str, colour: str = "red", name: str = "Hermits") -> Words:
    """The words that define a power for Imperial Balkania."""
    words = ["define", "power", name, "--faction", "balkania", "--colour", colour]
    return words + [word for effect in effects for word in ("--effect", effect)]


@pytest.mark.parametrize(
    ("effects", "total"),
    [
        ([], 5 + 4),
        (["no_population"], 4 + 4),
        (["recruit_troops=2"], 5 + 4 + 2),
        (["recruit_troops=-1"], 5 + 4 - 1),
        (["coins_troops=3"], 5 + 4 + 3),
        (["coins_troops=-2"], 5 + 4 - 2),
        (["recruit_rounding=up"], 6 + 4),
        (["no_population", "recruit_rounding=up", "recruit_troops=1"], 5 + 4 + 1),
    ],
    ids=str,
)
def test_a_found_power_counts_when_recruiting(
    run: Any, world: Path, effects: Words, total: int
) -> None:
    """13 territories, population 3 and three coins, with the power on the card of the faction."""
    all_done(run, power(*effects), ["power", "balkania", "hermits"])
    words = ["troops", "13", "--population", "3", "--coins", "3", "--faction", "balkania"]
    assert done(run, *words)["total"] == total
    assert done(run, *words[:-2])["total"] == 9


def test_a_power_of_another_colour_has_a_slot_of_its_own(run: Any, world: Path) -> None:
    """One power of each colour: beside the starting power, but not beside its own colour."""
    all_done(run, power(), power(name="Crowds"), power(name="Gulls", colour="blue"))
    all_done(run, ["power", "balkania", "round-up"], ["power", "balkania", "hermits"])
    done(run, "power", "balkania", "gulls")
    errors = refused(run, world, 3, "power", "balkania", "crowds")
    assert [error["code"] for error in errors] == ["one-power-per-colour"]
    assert "Hermits" in text(errors)
    assert refused(run, world, 5, "power", "khan", "hermits")
    assert done(run, "troops", "13", "--faction", "balkania")["total"] == 5
    assert silent(run)


def test_a_power_may_change_what_a_game_begins_with(run: Any, world: Path) -> None:
    """Starting troops, coins and missiles of a power are in the setup sheet, unless said there."""
    effects = ["starting_troops=10", "starting_coins=2", "missiles=1"]
    all_done(run, power(*effects), ["power", "balkania", "hermits"])
    ana, ben, _ = done(run, *BEGIN)["players"]
    assert (ana["troops"], ana["stars"], ana["missiles"]) == (10, 1, 1)
    assert (ben["troops"], ben["missiles"]) == (8, 0)
    done(run, "undo")
    ended = run(*BEGIN)
    assert "10 troops" in ended.out
    assert "2 coins" in ended.out
    done(run, "undo")
    ana, _, _ = done(run, *BEGIN, "--troops", "ana=6")["players"]
    assert ana["troops"] == 6


def test_a_power_may_make_cities_dearer(run: Any, world: Path) -> None:
    """A surcharge on expanding goes on top of the population, and only into cities."""
    all_done(
        run,
        power("expand_city_cost=2"),
        ["power", "balkania", "hermits"],
        ["city", "major", "ural", "--game", "1"],
    )
    assert done(run, "enter", "ural", "--faction", "balkania")["cost"] == 4
    assert done(run, "enter", "ural")["cost"] == 2
    assert done(run, "enter", "siberia", "--faction", "balkania")["cost"] == 0


def test_a_note_of_a_power_is_shown(run: Any, world: Path) -> None:
    """What nothing can compute is a reminder where the power is shown."""
    done(run, *power("note=Swap two cards."))
    assert "Swap two cards." in run("show", "balkania").out


def test_a_found_faction_plays(run: Any, world: Path) -> None:
    """It sits down, gets its X, has powers, wins, and stands in the statistics."""
    all_done(
        run,
        GARDENERS,
        ["define", "power", "Hedge", "--faction", "gardeners", "--colour", "green"],
        ["power", "gardeners", "hedge"],
    )
    assert "the-gardeners" in done(run, *BEGIN)["absent"]
    done(run, "undo")
    sheet = done(run, "begin", "ana=gardeners", "ben=khan", "cy=bear")
    assert sheet["players"][0]["faction"] == "the-gardeners"
    assert sheet["players"][0]["powers"] == ["hedge"]
    assert len(sheet["absent"]) == 3
    all_done(run, ["hq", "ana", "ural"], ["sign", "ana", "--yes", "--date", "2026-01-03"])
    standings = done(run, "standings")
    assert standings["factions"] == {"the-gardeners": 1}
    assert "The Gardeners" in run("standings").out
    assert silent(run)


# --- the board ---


def test_a_found_territory_is_a_territory(run: Any, world: Path) -> None:
    """It has borders, a card with its coins, can be marked and held, and belongs to no continent."""
    done(run, *ISLAND)
    shown = done(run, "show", "far island")
    assert set(shown["borders"]) == {"peru", "eastern-australia"}
    assert (shown["coins"], shown["continent"]) == (2, "")
    assert "far-island" in done(run, "show", "peru")["borders"]
    assert "far-island" in done(run, "starts")["legal"]
    assert len(done(run, "starts")["legal"]) == 43
    assert done(run, "troops", "ana", "far island", "peru")["territories"] == 2
    assert done(run, "troops", "43")["total"] == 14
    assert run("troops", "44").code == 3
    assert all("far-island" not in str(each) for each in done(run, "continents").values())
    all_done(
        run,
        ["coin", "far island"],
        ["scar", "bunker", "far-island", "--game", "1"],
        ["city", "minor", "far island", "Farville", "--game", "1"],
    )
    assert done(run, "show", "farville")["coins"] == 3
    assert done(run, "supply")["pre-game-coins"]["used"] == 1
    done(run, "destroy", "far island", "--game", "1")
    assert silent(run)


def test_an_hq_on_a_found_territory_blocks_its_neighbours(run: Any, world: Path) -> None:
    """Borders and lines that were found count for HQs like printed ones."""
    all_done(run, ISLAND, ["define", "link", "far island", "egypt"], BEGIN)
    done(run, "hq", "ana", "far island")
    blocked = starts(run, "ben")
    assert set(blocked) == {"far-island", "peru", "eastern-australia", "egypt"}
    errors = refused(run, world, 3, "hq", "ben", "egypt")
    assert [error["code"] for error in errors] == ["hq-not-adjacent"]


def test_a_continent_does_not_grow(run: Any, world: Path) -> None:
    """South America is whole without the island beside it."""
    done(run, *ISLAND)
    held = done(run, "troops", "ana", "south america")
    assert held["territories"] == 4
    assert held["total"] == 3 + 2


# --- rules, events, missions ---


def test_a_rule_changes_a_limit_under_its_letter(run: Any, world: Path) -> None:
    """The new number holds, and the refusal cites the letter of the group's rulebook."""
    six = ["coin", *["peru"] * 5, "--game", "1"]
    done(run, *six)
    assert refused(run, world, 3, "coin", "peru", "--game", "1")[0]["code"] == "coin-cap"
    done(run, "define", "rule", "coin-cap", "--limit", "7", "--letter", "D")
    done(run, "coin", "peru", "--game", "1")
    (error,) = refused(run, world, 3, "coin", "peru", "--game", "1")
    assert (error["code"], error["cite"]) == ("coin-cap", "Rule D")
    assert "7" in error["what"]
    assert silent(run)
    shown = done(run, "rules", "coin-cap")
    assert (shown["cite"], shown["numbers"]["limit"]) == ("Rule D", 7)
    assert "7" in shown["says"]


def test_a_changed_rule_does_not_claim_to_be_printed(run: Any, world: Path) -> None:
    """What a group typed in was checked against its own world file, and nothing else."""
    printed = done(run, "rules", "coin-cap")["source"]
    done(run, "define", "rule", "coin-cap", "--limit", "7")
    assert done(run, "rules", "coin-cap")["source"] not in ("", printed)


def test_a_new_rule_can_be_looked_up(run: Any, world: Path) -> None:
    """A rule of its own is in the list, by its id, with its words and its letter."""
    done(run, "define", "rule", "Standing up", "--letter", "Q", "--says", "Everybody stands up.")
    assert "standing-up" in done(run, "rules")["rules"]
    shown = run("rules", "standing-up").out
    assert "Everybody stands up." in shown
    assert "Rule Q" in shown


@pytest.mark.parametrize("kind", ["event", "mission"])
def test_events_and_missions_can_be_looked_up(run: Any, world: Path, kind: str) -> None:
    """What was typed in can be read again with the program."""
    done(
        run, "define", kind, "Hold the ice", "--card", "E4", "--says", "Until the end of the turn."
    )
    ended = run("show", "found")
    assert ended.code == 0, ended.err
    assert "Hold the ice" in ended.out
    assert "Until the end of the turn." in ended.out


def test_remedies_name_commands_that_there_are(run: Any, world: Path) -> None:
    """The refusal of a used-up found supply leads to a command that answers."""
    all_done(run, ["define", "scar", "Mud"], ["scar", "mud", "ural", "--game", "1"])
    (error,) = refused(run, world, 3, "scar", "mud", "peru", "--game", "1")
    command = error["fix"].partition("(legacytrack ")[2].partition(")")[0]
    assert command
    assert run(*command.split()).code == 0


# --- taking back ---


@pytest.mark.parametrize(
    ("define", "use"),
    [
        (SCAR, ["scar", "quicksand", "ural", "--game", "1"]),
        (HARBOUR, ["city", "harbour", "ural", "--game", "1"]),
        (ISLAND, ["coin", "far island"]),
        (power(), ["power", "balkania", "hermits"]),
        (GARDENERS, ["begin", "ana=gardeners", "ben=khan", "cy=bear"]),
        (
            ["define", "rule", "coin-cap", "--limit", "7"],
            ["coin", *["peru"] * 6, "--game", "1"],
        ),
    ],
    ids=["scar", "city", "territory", "power", "faction", "rule"],
)
def test_what_is_in_use_is_not_taken_back(run: Any, world: Path, define: Words, use: Words) -> None:
    """Undoing a find under a record that uses it is refused; both together come off and on again."""
    before = world.read_bytes()
    all_done(run, define, use)
    after = world.read_bytes()
    refused(run, world, 6, "undo", "2")
    all_done(run, ["undo", "--to", "1"])
    assert world.read_bytes() == before
    assert silent(run)
    done(run, "redo")
    assert world.read_bytes() == after
    assert silent(run)


# --- TAB ---


def offers(process: Any, line: str) -> set[str]:
    """What TAB offers in bash after a line."""
    words = ["legacytrack", *line.split(" ")]
    ended = process(
        env={
            "_LEGACYTRACK_COMPLETE": "complete_bash",
            "COMP_WORDS": " ".join(words),
            "COMP_CWORD": str(len(words) - 1),
        }
    )
    assert ended.err == ""
    return set(ended.out.split())


def test_what_was_found_completes_on_tab(run: Any, process: Any, world: Path) -> None:
    """Scars, cities, territories, factions and powers are offered like printed ones."""
    all_done(run, SCAR, HARBOUR, ISLAND, GARDENERS, power())
    done(run, "define", "power", "Hedge", "--faction", "gardeners")
    expected = {
        "scar ": {"bunker", "ammo-shortage", "quicksand"},
        "city ": {"minor", "major", "capital", "harbour"},
        "coin far": {"far-island"},
        "coin peru,far": {"peru,far-island"},
        "troops ana far": {"far-island"},
        "begin ana=the": {"ana=the-gardeners"},
        "power the-gardeners ": {"hedge"},
        "define power X --faction the": {"the-gardeners"},
    }
    assert {line: offers(process, line) for line in expected} == expected


def test_the_vocabulary_completes_on_tab(run: Any, process: Any, world: Path) -> None:
    """Effects come with their equals sign where they want a value, and packets by condition."""
    expected = {
        "define scar X --effect no_": {"no_marks", "no_entry", "no_population"},
        "define scar X --effect end": {"end_of_turn="},
        "packet open X --condition wor": {"world-capital"},
        "define ": set(KINDS),
    }
    assert {line: offers(process, line) for line in expected} == expected


# --- no other world knows ---


def test_nothing_found_appears_in_another_world(run: Any, process: Any, world: Path) -> None:
    """Another world has the printed things alone, in answers, limits, rules and on TAB."""
    all_done(run, SCAR, HARBOUR, ISLAND, GARDENERS, power(), KINDS["rule"][0], KINDS["link"][0])
    done(run, "define", "rule", "standing-up", "--says", "Everybody stands up.")
    other = str(world.with_name("other.toml"))
    assert run("new", "Other", "--players", "Dee, Eli, Flo", "--world", other).code == 0
    here = ["--world", other]
    for words in (
        ["scar", "quicksand", "ural"],
        ["city", "harbour", "ural"],
        ["show", "far island"],
        ["power", "balkania", "hermits"],
        ["begin", "dee=gardeners", "eli=khan", "flo=bear"],
        ["rules", "standing-up"],
    ):
        ended = run(*words, *here)
        assert ended.code == 5, words
        for word in ("Quicksand", "Harbour", "Far Island", "Hermits", "The Gardeners"):
            assert word not in ended.err
    assert run("troops", "43", *here).code == 3
    assert done(run, "rules", "coin-cap", *here)["numbers"]["limit"] == 6
    assert "quicksand-supply" not in done(run, "supply", *here)
    assert "egypt" not in done(run, "show", "brazil", *here)["borders"]
    assert len(done(run, "starts", *here)["legal"]) == 42
    assert offers(process, f"--world {other} scar ") == {"bunker", "ammo-shortage"}
    assert "egypt" in done(run, "show", "brazil")["borders"]


# --- by hand ---


@pytest.mark.parametrize(
    ("table", "where"),
    [
        ("scars = 3", "found.scars"),
        ('scars.mud = { name = "Mud", end_of_turn = "much" }', "found.scars.mud.end_of_turn"),
        ('cities.x = { name = "X", ruin = 1 }', "found.cities.x.ruin"),
        ("scars.mud = { supply = 2 }", "found.scars.mud.name"),
        ("rules.coin-cap = { limit = -1 }", "found.rules.coin-cap.limit"),
        ('territories.far = { name = "Far", land = ["nowhere"] }', "found.territories.far"),
        ('territories.far = { name = "Far", sea = ["nowhere"] }', "found.territories.far"),
        ('links.a = { from = "peru", to = "nowhere" }', "found.links.a"),
        ('powers.p = { name = "P", faction = "nobody" }', "found.powers.p.faction"),
        ('territories.far = { name = "Far", continent = "mu" }', "found.territories.far"),
    ],
)
def test_nonsense_by_hand_is_a_finding_and_no_crash(
    run: Any, world: Path, table: str, where: str
) -> None:
    """What makes no sense in a hand-edited table is named by `check`; all else works meanwhile."""
    with world.open("a") as file:
        file.write(f"\n[found]\n{table}\n")
    checked = run("check", "--json")
    assert checked.code == 3
    assert [each for each in checked.json["data"]["findings"] if each["where"].startswith(where)]
    for words in (["starts"], ["show"], ["show", "peru"], ["supply"], ["continents"], ["status"]):
        assert run(*words).code == 0, words
    assert run("show", "far").code in (0, 5)
    assert run("begin", "ana=khan", "ben=bear", "cy=saharan").code == 0
    assert run("hq", "ana", "peru").code == 0
