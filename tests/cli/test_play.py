"""Play: the life of a game from the deal to the signature, and all that can go wrong on the way."""

from __future__ import annotations

import os
import select
import shlex
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Words = list[str]

STORY = Path(__file__).parents[1] / "stories" / "fifteen-games.md"
BEGIN = ["begin", "ana=balkania", "ben=khan", "cy=bear"]
NINE = ("ural", "peru", "brazil", "egypt", "china", "india", "japan", "siberia", "iceland")
HQS = [["hq", "ana", "alaska"], ["hq", "ben", "egypt"], ["hq", "cy", "china"]]
SIGN = ["sign", "ana", "--date", "2026-01-03", "--yes"]
REWARDS = [
    ["name", "asia", "Ruin", "--by", "ana"],
    ["city", "minor", "egypt", "Kyro", "--by", "ben"],
    ["coin", "china", "--by", "cy"],
]


@pytest.fixture
def world(begin_with: Callable[..., Path]) -> Path:
    """The file of a new world in this folder, with five players."""
    return begin_with(["new", "World", "--players", "Ana, Ben, Cy, Dee, Eli", "--here"])


def done(run: Any, *words: str) -> Any:
    """Run a command that has to be answered, and give its data."""
    ended = run(*words, "--json")
    assert (ended.code, ended.err, ended.json["errors"]) == (0, "", []), ended
    return ended.json["data"]


def all_done(run: Any, *steps: Words) -> None:
    """Run some commands that have to be answered."""
    for words in steps:
        done(run, *words)


def files(world: Path) -> dict[str, bytes]:
    """The bytes of the world and of its history."""
    history = world.with_name("world.history.jsonl")
    return {path.name: path.read_bytes() for path in (world, history)}


def refused(run: Any, world: Path, code: int, *words: str) -> list[dict[str, str]]:
    """Run a command that has to be refused for people and programs alike; nothing is written."""
    before = files(world)
    ended, told = run(*words, "--json"), run(*words)
    assert (ended.code, told.code, told.out) == (code, code, ""), told
    assert files(world) == before
    errors: list[dict[str, str]] = ended.json["errors"]
    assert errors
    assert ended.json["data"] == {}
    assert told.err.count("error: ") == len(errors)
    for error in errors:
        assert error["what"] in told.err
    return errors


def codes(errors: list[dict[str, str]]) -> list[str]:
    """The codes of some errors."""
    return [error["code"] for error in errors]


def text(errors: list[dict[str, str]]) -> str:
    """All that some errors say."""
    return " ".join(f"{error['what']} {error['fix']}" for error in errors)


# --- from the deal to the rewards ---


def test_the_setup_sheet(run: Any, world: Path) -> None:
    """`begin` says who takes what, what is dealt, who gets an X, and where one may start."""
    done(run, "power", "balkania", "round-up")
    sheet = done(run, *BEGIN)
    assert sheet["game"] == 1
    assert [each["player"] for each in sheet["players"]] == ["ana", "ben", "cy"]
    first = sheet["players"][0]
    assert first["faction"] == "imperial-balkania"
    assert first["powers"] == ["round-up"]
    assert [(each["stars"], each["missiles"]) for each in sheet["players"]] == [(1, 0)] * 3
    assert {each["troops"] for each in sheet["players"]} == {8}
    assert sheet["scar_cards"] == {"dealt": True, "left": {"bunker": 3, "ammo-shortage": 3}}
    assert sheet["absent"] == ["die-mechaniker", "saharan-republic"]
    assert len(sheet["legal"]) == 42
    assert sheet["undo"] == "legacytrack undo 3"


def test_the_setup_sheet_for_people(run: Any, world: Path) -> None:
    """The sheet that people read has the players, their factions, tokens, X and legal starts."""
    done(run, "scar", "bunker", "alaska", "--game", "1")
    ended = run(*BEGIN)
    assert (ended.code, ended.err) == (0, "")
    for fact in ("Ana", "Imperial Balkania", "1 Red Star token", "Die Mechaniker", "41 places"):
        assert fact in ended.out
    legal = ended.out.partition("41 places")[2]
    assert "Alberta" in legal
    assert "Alaska" not in legal


def test_whoever_signed_takes_missiles_and_no_token(run: Any, world: Path) -> None:
    """One missile for each signature, and a Red Star only without any (star-or-missiles)."""
    for number in range(1, 4):
        all_done(run, BEGIN, ["sign", "ana" if number != 2 else "ben", "--yes"])
        done(run, "begin", "ana=bear", "cy=khan", "ben=saharan", "--dry-run")
    sheet = done(run, "begin", "ana=bear", "cy=khan", "ben=saharan")
    takes = {each["player"]: (each["stars"], each["missiles"]) for each in sheet["players"]}
    assert takes == {"ana": (0, 2), "ben": (0, 1), "cy": (1, 0)}
    text = run("status").out
    assert [line.split()[-2:] for line in text.splitlines() if line.startswith("  Ana")] == [
        ["0", "2"]
    ]


def test_sealed_content_may_set_what_a_player_starts_with(run: Any, world: Path) -> None:
    """Troops, coins, further missiles, and the orders of turns and placing go into the sheet."""
    orders = ["--turns", "cy,ana,ben", "--placing", "ben, cy, ana"]
    more = ["--troops", "ana=6", "--coins", "ben=3,cy=1", "--missiles", "cy=2"]
    sheet = done(run, *BEGIN, *orders, *more)
    ana, ben, cy = sheet["players"]
    assert (ana["troops"], ben["troops"], cy["missiles"], cy["stars"]) == (6, 8, 2, 1)
    kept = tomllib.loads(world.read_text())["game"]["players"]
    assert {player: kept[player].get("turn") for player in kept} == {"ana": 2, "ben": 3, "cy": 1}
    assert {player: kept[player].get("placing") for player in kept} == {"ana": 3, "ben": 1, "cy": 2}
    assert {player: kept[player].get("coins") for player in kept} == {
        "ana": None,
        "ben": 3,
        "cy": 1,
    }
    done(run, "undo")
    for fact in ("6 troops", "3 coins", "1 coin", "2 missiles", "turn 1", "places 1"):
        assert fact in run(*BEGIN, *orders, *more).out
        done(run, "undo")


def test_scar_cards_are_dealt_only_when_they_go_round(run: Any, world: Path) -> None:
    """With fewer scar cards than players nobody gets one (scar-deal)."""
    for place in ("alaska", "peru"):
        done(run, "scar", "bunker", place, "--game", "1")
    five = [*BEGIN, "dee=saharan", "eli=mechaniker"]
    assert done(run, *five, "--dry-run")["dry_run"]
    sheet = done(run, *five)
    assert sheet["scar_cards"] == {"dealt": False, "left": {"bunker": 1, "ammo-shortage": 3}}
    assert sheet["absent"] == []
    done(run, "undo")
    assert done(run, *BEGIN)["scar_cards"]["dealt"]


def test_starts_count_the_hqs_that_are_placed(run: Any, world: Path) -> None:
    """In a game `starts` knows the HQs on the board, and the own one blocks nobody but others."""
    all_done(run, BEGIN, ["hq", "ana", "alaska"])
    blocked = {each["place"] for each in done(run, "starts", "ben")["blocked"]}
    assert blocked == {"alaska", "alberta", "northwest-territory", "kamchatka"}
    assert done(run, "starts", "ana")["blocked"] == []
    assert {each["place"] for each in done(run, "starts")["blocked"]} == blocked
    more = {each["place"] for each in done(run, "starts", "ben", "--hq", "peru")["blocked"]}
    assert more == blocked | {"peru", "argentina", "brazil", "venezuela"}


def test_troops_take_the_power_of_the_faction_that_is_played(run: Any, world: Path) -> None:
    """`troops ana PLACE...` knows the faction Ana plays in the game that is on, and its power."""
    done(run, "power", "balkania", "round-up")
    places = ["europe", "siberia", "ural", "yakutsk"]
    assert done(run, "troops", "ana", *places)["total"] == 3 + 5
    done(run, *BEGIN)
    assert done(run, "troops", "ana", *places)["total"] == 4 + 5
    assert done(run, "troops", "ben", *places)["total"] == 3 + 5
    done(run, "sign", "ana", "--yes")
    assert done(run, "troops", "ana", *places)["total"] == 3 + 5


def test_troops_of_a_player_say_what_is_missing_in_a_game(run: Any, world: Path) -> None:
    """While a game is on, nobody is told that none is: only the territories are not known."""
    done(run, *BEGIN)
    errors = refused(run, world, 2, "troops", "ana")
    assert "Ana" in text(errors)
    assert "No game is in progress" not in text(errors)


def test_rewards_are_due_in_order(run: Any, world: Path) -> None:
    """The winner first, then clockwise; whoever was eliminated is not among them."""
    done(run, "begin", "ana=balkania", "ben=khan", "cy=bear", "dee=saharan", "eli=mechaniker")
    due = done(run, "sign", "cy", "--out", "eli", "--yes")["due"]
    assert [(each["player"], each["rule"]) for each in due] == [
        ("cy", "winner-one-reward"),
        ("dee", "held-on-one-reward"),
        ("ana", "held-on-one-reward"),
        ("ben", "held-on-one-reward"),
    ]


def test_the_order_of_turns_is_not_the_way_round_the_table(run: Any, world: Path) -> None:
    """Rewards go clockwise, also in a game whose turns went in another order."""
    done(run, *BEGIN, "dee=saharan", "--turns", "dee,cy,ben,ana")
    due = done(run, "sign", "ben", "--yes")["due"]
    assert [each["player"] for each in due] == ["ben", "cy", "dee", "ana"]


def test_what_is_due_is_what_can_be_taken(run: Any, world: Path) -> None:
    """Each kind of reward comes with the places that are legal now; what is used up is missing."""
    all_done(
        run,
        ["scar", "bunker", "peru", "--game", "1"],
        ["city", "major", "ural", "Uralgrad", "--by", "dee", "--game", "1"],
        ["bonus", "asia", "plus", "--game", "1"],
        ["name", "asia", "Ruin", "--game", "1"],
        ["destroy", "brazil", "--game", "1"],
        BEGIN,
    )
    winner, first, second = done(run, *SIGN, "--held", "cy=brazil,ural,peru")["due"]
    kinds = winner["kinds"]
    assert list(kinds) == ["name", "city major", "cancel", "bonus", "fortify", "destroy"]
    assert kinds["cancel"] == ["peru"]
    assert kinds["fortify"] == ["ural"]
    assert "asia" not in kinds["name"] + kinds["bonus"]
    assert "ural" not in kinds["city major"]
    assert "brazil" not in kinds["destroy"]
    assert (first["player"], second["player"]) == ("ben", "cy")
    assert len(first["kinds"]["city minor"]) == len(first["kinds"]["coin"]) == 41
    assert second["kinds"] == {"city minor": ["brazil", "peru"], "coin": ["ural", "peru"]}


def test_used_up_supplies_are_not_offered(run: Any, world: Path) -> None:
    """Without Minor Cities only coins are due, and without the -1 sticker still the +1."""
    for place in NINE:
        done(run, "city", "minor", place, "--game", "1")
    all_done(run, ["bonus", "asia", "minus", "--game", "1"], BEGIN)
    winner, *others = done(run, *SIGN)["due"]
    assert "bonus" in winner["kinds"]
    assert [list(each["kinds"]) for each in others] == [["coin"], ["coin"]]


def test_when_both_kinds_have_run_out_nothing_is_due(run: Any, machine: Path) -> None:
    """Who held on takes nothing then, and the next game does not ask for it."""
    cities = [f'[territories.{place}.city]\nkind = "minor-city"' for place in NINE]
    cards = [f"[cards.{place}]\ncoins = 6" for place in (*NINE, "alaska")]
    people = [f'[players.{id}]\nname = "{id}"' for id in ("ana", "ben", "cy")]
    tables = ["games_played = 1", *people, *cities, *cards, "[cards.alberta]\ncoins = 4"]
    (machine / "world.toml").write_text("\n".join(tables))
    left = {each["rule"]: each["left"] for each in supplies(run)}
    assert (left["minor-city-supply"], left["held-on-coins"]) == (0, 0)
    all_done(run, BEGIN, SIGN)
    done(run, *REWARDS[0])
    assert done(run, "status")["due"] == []
    assert "still due" not in " ".join(done(run, *BEGIN)["notes"])


def supplies(run: Any) -> list[dict[str, Any]]:
    """All supplies of the box with what is left."""
    return [{"rule": id, **each} for id, each in done(run, "supply").items()]


def test_every_reward_is_taken_once(run: Any, world: Path) -> None:
    """A reward stands with its game and player, and then nothing is due any more."""
    all_done(run, BEGIN, *HQS, SIGN)
    assert [each["player"] for each in done(run, "status")["due"][0]["rewards"]] == [
        "ana",
        "ben",
        "cy",
    ]
    all_done(run, *REWARDS)
    assert done(run, "status")["due"] == []
    seats = tomllib.loads(world.read_text())["games"]["1"]["players"]
    assert {player: seat["reward"] for player, seat in seats.items()} == {
        "ana": "name asia",
        "ben": "city minor egypt",
        "cy": "coin china",
    }
    assert {seat["start"] for seat in seats.values()} == {"alaska", "egypt", "china"}
    assert done(run, "check")["findings"] == []


@pytest.mark.parametrize(
    ("words", "code", "fact"),
    [
        (["bonus", "asia", "plus", "--by", "ana"], "winner-one-reward", "name asia"),
        (["coin", "ural", "--by", "cy"], "held-on-one-reward", "coin china"),
        (["coin", "ural", "--by", "dee"], "eliminated-no-reward", "Dee was eliminated"),
        (["city", "minor", "ural", "--by", "eli"], "held-on-one-reward", "Eli did not play"),
        (["coin", "ural"], "held-on-one-reward", "Whose"),
        (["coin", "ural", "--by", "ben", "--game", "7"], "game-in-order", "Game 7"),
        (["destroy", "ural", "--by", "ben"], "held-on-one-reward", "Ben did not win"),
        (["city", "minor", "ural", "--by", "ben"], "held-on-one-reward", "Ben did not hold Ural"),
        (["coin", "egypt", "egypt", "--by", "ben"], "held-on-one-reward", "2"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else None,
)
def test_a_reward_is_refused_for_its_reason(
    run: Any, world: Path, words: Words, code: str, fact: str
) -> None:
    """A second reward, one of the wrong kind or place, or for the wrong player says why not."""
    all_done(run, [*BEGIN, "dee=saharan"], [*SIGN, "--out", "dee", "--held", "ben=egypt,china"])
    all_done(run, REWARDS[0], REWARDS[2])
    errors = refused(run, world, 3, *words)
    assert code in codes(errors)
    assert fact in text(errors)


@pytest.mark.parametrize("words", REWARDS, ids=lambda words: words[0])
def test_no_reward_while_the_game_is_on(run: Any, world: Path, words: Words) -> None:
    """Rewards come after the game."""
    all_done(run, BEGIN, *HQS)
    errors = refused(run, world, 3, *words)
    assert "Game 1 is not over" in text(errors)


def test_open_rewards_are_told_and_can_be_let_go(run: Any, world: Path) -> None:
    """`begin` names what is still due; with --not-taken it is recorded, and refused later."""
    all_done(run, BEGIN, SIGN, REWARDS[1])
    notes = " ".join(done(run, *BEGIN)["notes"])
    assert "game 1" in notes
    assert "Ana, Cy" in notes
    assert "--not-taken" in notes
    done(run, "name", "asia", "Ruin", "--by", "ana", "--game", "1")
    done(run, "undo", "--to", "4")
    notes = " ".join(done(run, *BEGIN, "--not-taken")["notes"])
    assert "not taken for game 1: Ana, Cy" in notes
    assert done(run, "status")["due"] == []
    errors = refused(run, world, 3, *REWARDS[0], "--game", "1")
    assert "took no reward" in text(errors)


@pytest.mark.parametrize("held", ["south america", "south-america", "brazil,peru", "brazil, peru"])
def test_what_was_held_takes_names_and_lists(run: Any, world: Path, held: str) -> None:
    """--held takes a place or several with commas between, and continents by their names."""
    done(run, *BEGIN)
    due = done(run, *SIGN, "--held", f"ben={held}")["due"]
    places = {"brazil", "peru"} | ({"argentina", "venezuela"} if "south" in held else set())
    assert set(due[1]["kinds"]["coin"]) == places


def test_what_was_held_can_be_told_later(run: Any, world: Path) -> None:
    """Without --held any place is offered with a reminder; `correct` tells it afterwards."""
    done(run, *BEGIN)
    ended = run(*SIGN)
    assert ended.code == 0
    assert "that Ben held" in ended.out
    done(run, "correct", "1", "ben", "--held", "egypt, china")
    (due,) = [each for each in done(run, "status")["due"][0]["rewards"] if each["player"] == "ben"]
    assert due["kinds"]["coin"] == ["egypt", "china"]
    assert "did not hold" in text(refused(run, world, 3, "coin", "ural", "--by", "ben"))


@pytest.mark.parametrize(
    "out", [["--out", "ben,cy"], ["--out", "ben", "--out", "cy"], ["--out", "Ben, Cy"]]
)
def test_several_may_be_out(run: Any, world: Path, out: Words) -> None:
    """--out takes lists, and can be said more than once."""
    all_done(run, BEGIN, [*SIGN, *out])
    results = done(run, "standings")["players"]
    assert [each["results"] for each in results[:3]] == [
        {"won": 1},
        {"eliminated": 1},
        {"eliminated": 1},
    ]


@pytest.mark.parametrize(
    "note",
    [
        "[red]four[/red] stars [/x]",
        "$(touch pwned) `touch pwned`",
        "a \"quoted\" 'word' \\n # = [games.2]",
        "Ève 漢字 :bomb:",
    ],
)
def test_a_note_is_kept_as_it_is(run: Any, world: Path, note: str) -> None:
    """The note of a game stands in the file letter by letter, whatever it looks like."""
    all_done(run, BEGIN, [*SIGN, "--note", note])
    assert tomllib.loads(world.read_text("utf-8"))["games"]["1"]["note"] == note
    assert run("status").code == run("standings").code == 0
    done(run, "correct", "1", "--note", f"{note}!")
    assert tomllib.loads(world.read_text("utf-8"))["games"]["1"]["note"] == f"{note}!"
    assert done(run, "check")["findings"] == []
    assert sorted(path.name for path in world.parent.iterdir()) == [
        "world.history.jsonl",
        "world.lock",
        "world.schema.json",
        "world.toml",
    ]


# --- bad input: a clear refusal, and nothing is written ---

NEW = "player add"
BAD_BEGINS: list[tuple[Words, int, str, str]] = [
    (["zed=balkania", "ben=khan", "cy=bear"], 5, "unknown-name", NEW),
    (["anna=balkania", "ben=khan", "cy=bear"], 5, "unknown-name", NEW),
    (["ana=gardeners", "ben=khan", "cy=bear"], 5, "unknown-name", "gardeners"),
    (["ana", "ben", "cy"], 2, "usage", "ana=balkania"),
    (["ana=", "ben=khan", "cy=bear"], 2, "usage", "ana="),
    (["=balkania", "ben=khan", "cy=bear"], 2, "usage", "=balkania"),
    ([], 2, "usage", "begin"),
    (["ana=balkania", "ANA=khan", "cy=bear"], 2, "usage", "Ana sits down twice"),
    (["ana=balkania", "ben=khan"], 3, "players-per-game", "2 players"),
    (["ana=balkania"], 3, "players-per-game", "1 player:"),
    (["ana=khan", "ben=khan", "cy=bear"], 3, "faction-once-a-game", "Ana and Ben"),
    ([*BEGIN[1:], "--game", "2"], 3, "game-in-order", "number 1, not 2"),
    ([*BEGIN[1:], "--game", "0"], 2, "usage", "0"),
    ([*BEGIN[1:], "--game", "two"], 2, "usage", "two"),
    ([*BEGIN[1:], "--turns", "ana,zed"], 5, "unknown-name", NEW),
    ([*BEGIN[1:], "--turns", "ana,ana,ben"], 2, "usage", "Ana"),
    ([*BEGIN[1:], "--placing", "cy,dee,ben"], 2, "usage", "Dee"),
    ([*BEGIN[1:], "--missiles", "zed=1"], 5, "unknown-name", NEW),
    ([*BEGIN[1:], "--missiles", "ana=1,ANA=2"], 2, "usage", "Ana"),
    ([*BEGIN[1:], "--missiles", "ana=some"], 2, "usage", "some"),
    ([*BEGIN[1:], "--missiles", "ana=-1"], 2, "usage", "-1"),
    ([*BEGIN[1:], "--missiles", "ana"], 2, "usage", "ana"),
    ([*BEGIN[1:], "--troops", "dee=6"], 2, "usage", "Dee"),
    ([*BEGIN[1:], "--coins", "ana=99999"], 2, "usage", "99999"),
]


@pytest.mark.parametrize(
    ("words", "code", "error", "fact"), BAD_BEGINS, ids=[" ".join(each[0]) for each in BAD_BEGINS]
)
def test_a_game_does_not_begin_like_that(
    run: Any, world: Path, words: Words, code: int, error: str, fact: str
) -> None:
    """Unknown players, too few or too many, anybody or a faction twice, numbers out of order."""
    errors = refused(run, world, code, "begin", *words)
    assert error in codes(errors)
    assert fact in text(errors)


def test_six_players_are_too_many(run: Any, world: Path) -> None:
    """A game is for five at most, and the sixth has no faction either (players-per-game)."""
    done(run, "player", "add", "Flo")
    six = ["dee=saharan", "eli=mechaniker", "flo=bear"]
    errors = refused(run, world, 3, *BEGIN, *six)
    assert codes(errors) == ["players-per-game", "faction-once-a-game"]


BAD_IN_A_GAME: list[tuple[Words, int, str, str]] = [
    ([*BEGIN], 3, "game-on", "Game 2 is on"),
    (
        ["begin", "dee=saharan", "ben=khan", "cy=bear", "--anyway", "so"],
        3,
        "game-on",
        "Game 2 is on",
    ),
    (["hq", "zed", "egypt"], 5, "unknown-name", NEW),
    (["hq", "dee", "egypt"], 3, "game-in-order", "Dee does not play in game 2"),
    (["hq", "ben", "atlantis"], 5, "unknown-name", "atlantis"),
    (["hq", "ben", "the us"], 5, "ambiguous-name", "Western United States"),
    (["hq", "ben", "asia"], 5, "unknown-name", "continent"),
    (["hq", "ben", "alaska"], 3, "legal-start", "An HQ stands in Alaska"),
    (["hq", "ben", "kamchatka"], 3, "hq-not-adjacent", "Alaska"),
    (["hq", "ben", "peru"], 3, "legal-start", "Bunker (game 1, Dee)"),
    (["hq", "ben", "ural"], 3, "legal-start", 'Major City "Uralgrad" (game 1, Dee)'),
    (["hq", "ana", "egypt"], 3, "hq-once", "Alaska"),
    (["sign", "zed", "--yes"], 5, "unknown-name", NEW),
    (["sign", "dee", "--yes"], 3, "game-in-order", "Dee does not play in game 2"),
    (["sign", "ana", "--out", "zed", "--yes"], 5, "unknown-name", NEW),
    (["sign", "ana", "--out", "dee", "--yes"], 3, "game-in-order", "Dee"),
    (["sign", "ana", "--out", "ben,ana", "--yes"], 3, "", "Ana"),
    (["sign", "ana", "--out", "ana", "--yes", "--anyway", "so"], 3, "", "Ana"),
    (["sign", "ana", "--held", "ben", "--yes"], 2, "usage", "ben"),
    (["sign", "ana", "--held", "ben=atlantis", "--yes"], 5, "unknown-name", "atlantis"),
    (["sign", "ana", "--held", "zed=egypt", "--yes"], 5, "unknown-name", NEW),
    (["sign", "ana", "--held", "dee=egypt", "--yes"], 3, "game-in-order", "Dee"),
    (["sign", "ana", "--date", "2026-02-30", "--yes"], 2, "usage", "2026-02-30"),
    (["sign", "ana", "--date", "03.01.2026", "--yes"], 2, "usage", "03.01.2026"),
    (["sign", "ana", "--date", "yesterday", "--yes"], 2, "usage", "yesterday"),
    (["sign", "ana", "--date", "", "--yes"], 2, "usage", "--date"),
    (["sign", "ana", "--note", "a\x1b[31mb", "--yes"], 2, "plain-text", "ESCAPE"),
    (["sign", "ana", "--note", "a\nb", "--yes"], 2, "plain-text", "LINE FEED"),
    (["sign", "ana", "--note", "\u202egnp.exe", "--yes"], 2, "plain-text", "U+202E"),
    (["sign", "ana", "--game", "3", "--yes"], 3, "game-in-order", "Game 3"),
    (["sign", "ana"], 2, "needs-yes", "game 2"),
    (["correct", "2", "--winner", "ben"], 3, "game-in-order", "Game 2 is not on record"),
]


@pytest.mark.parametrize(
    ("words", "code", "error", "fact"),
    BAD_IN_A_GAME,
    ids=[repr(" ".join(each[0])) for each in BAD_IN_A_GAME],
)
def test_a_game_does_not_go_on_like_that(
    run: Any, world: Path, words: Words, code: int, error: str, fact: str
) -> None:
    """Wrong places, people and dates are refused with the fact, and nothing is written."""
    all_done(
        run,
        ["scar", "bunker", "peru", "--by", "dee", "--game", "1"],
        ["city", "major", "ural", "Uralgrad", "--by", "dee", "--game", "1"],
        BEGIN,
        ["hq", "ana", "alaska"],
    )
    errors = refused(run, world, code, *words)
    assert not error or error in codes(errors)
    assert fact in errors[0]["what"] + errors[0]["where"] + errors[0]["fix"]


@pytest.mark.parametrize("words", [["hq", "ana", "egypt"], ["sign", "ana", "--yes"]], ids=" ".join)
def test_without_a_game_there_is_nothing_to_play(run: Any, world: Path, words: Words) -> None:
    """Between games nobody places an HQ or signs, and `begin` is shown as the way."""
    errors = refused(run, world, 3, *words)
    assert codes(errors) == ["game-in-order"]
    assert "legacytrack begin" in text(errors)
    errors = refused(run, world, 3, *words, "--anyway", "so")
    assert codes(errors) == ["game-in-order"]


def test_a_hint_to_undo_leads_to_what_blocks(run: Any, world: Path) -> None:
    """ "If that was a slip" names the change that made the blocking fact, never another one."""
    all_done(run, BEGIN, *HQS)
    for words in (
        ["hq", "dee", "peru"],
        ["sign", "dee", "--yes"],
        ["sign", "ana", "--out", "ana", "--yes"],
    ):
        assert "legacytrack undo" not in text(refused(run, world, 3, *words)), words
    done(run, *SIGN)
    for words in ([*BEGIN, "--game", "7"], ["coin", "peru", "--by", "ben", "--game", "7"]):
        assert "legacytrack undo" not in text(refused(run, world, 3, *words)), words
    assert "legacytrack undo 6" in text(refused(run, world, 3, "hq", "ana", "peru"))


def test_a_founder_may_use_the_own_city_scarred_or_not(run: Any, world: Path) -> None:
    """The own Major City is a legal HQ with a scar on it, but not next to an HQ."""
    all_done(
        run,
        ["city", "major", "ural", "Uralgrad", "--by", "ben", "--game", "1"],
        ["scar", "bunker", "ural", "--game", "1"],
        BEGIN,
    )
    assert "Uralgrad" in text(refused(run, world, 3, "hq", "ana", "ural"))
    assert done(run, "hq", "ben", "uralgrad")["said"]
    done(run, "undo")
    done(run, "hq", "cy", "china")
    assert codes(refused(run, world, 3, "hq", "ben", "ural")) == ["hq-not-adjacent"]


# --- putting a past game right ---

BAD_CORRECTIONS: list[tuple[Words, int, str]] = [
    (["1"], 2, "put right"),
    (["0", "--winner", "ben"], 2, "0"),
    (["7", "--winner", "ben"], 3, "Game 7"),
    (["1", "--winner", "zed"], 5, NEW),
    (["1", "--winner", "eli"], 3, "Eli"),
    (["1", "zed", "--start", "peru"], 5, NEW),
    (["1", "ben", "--start", "atlantis"], 5, "atlantis"),
    (["1", "ben", "--faction", "bear"], 3, "Ben and Cy"),
    (["1", "ben", "--faction", "gardeners"], 5, "gardeners"),
    (["1", "ben", "--result", "perhaps"], 2, "perhaps"),
    (["1", "ben", "--result", "won"], 3, "Ben did not win"),
    (["1", "ana", "--result", "held-on"], 3, "Ana won"),
    (["1", "cy", "--result", "eliminated"], 3, "coin china"),
    (["1", "--faction", "khan"], 2, "--faction"),
    (["1", "ben", "--winner", "ben"], 2, "--winner"),
    (["1", "--date", "2026-13-01"], 2, "2026-13-01"),
    (["1", "--note", "a\x07b"], 2, "BELL"),
    (["1", "--winner", "ben"], 3, "name asia"),
]


@pytest.mark.parametrize(
    ("words", "code", "fact"), BAD_CORRECTIONS, ids=[repr(" ".join(e[0])) for e in BAD_CORRECTIONS]
)
def test_a_game_is_not_put_wrong(run: Any, world: Path, words: Words, code: int, fact: str) -> None:
    """A correction that cannot be, or that later records contradict, is refused and says which."""
    all_done(run, BEGIN, *HQS, SIGN, *REWARDS)
    assert fact in text(refused(run, world, code, "correct", *words))


def test_everything_of_a_past_game_can_be_put_right(run: Any, world: Path) -> None:
    """Winner, faction, start, result, date and note of a game change, and statistics with them."""
    all_done(run, BEGIN, *HQS, [*SIGN, "--out", "cy"])
    all_done(
        run,
        ["correct", "1", "--winner", "ben"],
        ["correct", "1", "ana", "--faction", "saharan"],
        ["correct", "1", "ana", "--start", "peru"],
        ["correct", "1", "cy", "--result", "held-on"],
        ["correct", "1", "--date", "2026-01-04", "--note", "It was Ben"],
    )
    found = done(run, "standings")
    assert {each["player"]: each["results"] for each in found["players"][:3]} == {
        "ben": {"won": 1},
        "ana": {"held-on": 1},
        "cy": {"held-on": 1},
    }
    assert found["factions"] == {"khan-industries": 1}
    assert found["starts"]["saharan-republic"] == {"peru": 1}
    game = tomllib.loads(world.read_text())["games"]["1"]
    assert (str(game["played"]), game["note"]) == ("2026-01-04", "It was Ben")
    assert [each["player"] for each in done(run, "status")["due"][0]["rewards"]] == [
        "ben",
        "cy",
        "ana",
    ]
    assert done(run, "check")["findings"] == []


def test_a_correction_tells_which_record_is_in_its_way(run: Any, world: Path) -> None:
    """The refusal leads to the reward that no longer fits, and to the number that takes it back."""
    all_done(run, BEGIN, *HQS, SIGN, *REWARDS)
    errors = refused(run, world, 3, "correct", "1", "cy", "--result", "eliminated")
    assert "coin china" in text(errors)
    assert "legacytrack log --game 1" in text(errors)
    log = done(run, "log", "--game", "1")["entries"]
    assert [each["number"] for each in log if "China now 2" in each["said"]] == [9]
    all_done(run, ["undo", "9"], ["correct", "1", "cy", "--result", "eliminated"])
    assert done(run, "status")["due"] == []


def test_a_winner_put_right_during_the_next_game_says_what_no_longer_fits(
    run: Any, world: Path
) -> None:
    """Tokens and missiles of the game that is on were taken by the old signatures."""
    all_done(run, BEGIN, *HQS, SIGN, BEGIN)
    ended = done(run, "correct", "1", "--winner", "ben")
    assert [note for note in ended["notes"] if "missiles" in note and "Game 2" in note]
    all_done(run, ["undo"], ["sign", "cy", "--yes", "--date", "2026-01-10"])
    assert done(run, "correct", "1", "--winner", "ben")["notes"] == []


# --- games from before the record ---


@pytest.fixture
def mid(run: Any, machine: Path) -> Path:
    """The file of a world whose group begins its record after four games."""
    words = ["new", "Mid", "--players", "Ana, Ben, Cy, Dee", "--games-played", "4", "--here"]
    assert run(*words).code == 0
    return machine / "world.toml"


def test_a_past_game_is_known_as_far_as_somebody_knows(run: Any, mid: Path) -> None:
    """`sign X --game N` writes down a winner without a game being on; unknown ones stay unknown."""
    assert done(run, "standings")["unknown"] == 4
    done(run, "sign", "ana", "--game", "2", "--note", "Rain")
    found = done(run, "standings")
    assert (found["unknown"], found["left"], found["leaders"]) == (3, 11, ["ana"])
    assert tomllib.loads(mid.read_text())["games"]["2"] == {"winner": "ana", "note": "Rain"}
    sheet = done(run, *BEGIN)
    assert sheet["game"] == 5
    takes = [(each["stars"], each["missiles"]) for each in sheet["players"]]
    assert takes == [(0, 1), (1, 0), (1, 0)]


def test_a_past_game_is_written_down_once_and_only_when_it_is_over(run: Any, mid: Path) -> None:
    """A game on record is corrected, not signed again; one that was not played cannot be won."""
    done(run, "sign", "ana", "--game", "2")
    errors = refused(run, mid, 3, "sign", "ben", "--game", "2")
    assert codes(errors) == ["game-in-order"]
    assert "won by Ana" in text(errors)
    assert "legacytrack correct 2 --winner ben" in text(errors)
    assert "Game 5 is not over" in text(refused(run, mid, 3, "sign", "ben", "--game", "5"))


@pytest.mark.parametrize("more", [["--out", "ben"], ["--held", "ben=egypt"]], ids=" ".join)
def test_nothing_that_was_typed_of_a_past_game_is_lost(run: Any, mid: Path, more: Words) -> None:
    """What somebody knows of a past game is recorded, or refused; it is never passed over."""
    ended = run("sign", "ana", "--game", "2", *more)
    assert ended.code != 0 or "ben" in tomllib.loads(mid.read_text())["games"]["2"]["players"]


@pytest.mark.parametrize(
    "words",
    [
        ["city", "minor", "ural", "Uralgrad"],
        ["city", "major", "ural", "Uralgrad", "--by", "cy"],
        ["name", "asia", "Ruin", "--by", "ben"],
        ["name", "asia", "Ruin"],
        ["coin", "ural", "peru", "--game", "4"],
        ["coin", "ural", "--by", "ben"],
        ["bonus", "asia", "plus", "--game", "3", "--by", "dee"],
        ["fortify", "egypt"],
        ["destroy", "peru", "--game", "1"],
        ["cancel", "china"],
    ],
    ids=" ".join,
)
def test_the_board_is_typed_in_whatever_is_known_of_the_winners(
    run: Any, mid: Path, words: Words
) -> None:
    """Marks of the games before the record lie on the board, also after a winner was typed in."""
    all_done(run, ["city", "minor", "egypt"], ["scar", "bunker", "china"])
    all_done(run, ["sign", "ana", "--game", "2"], words)
    assert done(run, "check")["findings"] == []


def test_a_mark_without_a_game_is_not_given_one(run: Any, mid: Path) -> None:
    """A past winner that was typed in does not date the marks that are typed in after it."""
    all_done(run, ["sign", "ana", "--game", "2"], ["scar", "bunker", "china", "--by", "ben"])
    scar = tomllib.loads(mid.read_text())["territories"]["china"]["scar"]
    assert scar == {"kind": "bunker", "by": "ben"}


def test_a_coin_of_an_old_game_goes_in_while_another_is_on(run: Any, mid: Path) -> None:
    """A game that nobody recorded takes marks with --game, also when later ones are on record."""
    all_done(run, ["sign", "ana", "--game", "2"], BEGIN, ["coin", "peru", "--game", "4"])
    assert tomllib.loads(mid.read_text())["cards"]["peru"] == {"coins": 2, "game": 4}


def test_the_reward_of_a_game_before_the_record_is_not_that_of_the_next(
    run: Any, mid: Path
) -> None:
    """While the first recorded game is on, a reward does not slip into a game before it."""
    all_done(run, ["sign", "cy", "--game", "3"], ["city", "minor", "egypt"], BEGIN)
    assert "Game 5 is not over" in text(refused(run, mid, 3, "fortify", "egypt", "--by", "cy"))


# --- ending is never a default ---


def test_a_script_says_yes_before_a_game_ends(run: Any, world: Path) -> None:
    """Without --yes a script ends no game and takes none back; the exit code is 2."""
    all_done(run, BEGIN, *HQS)
    errors = refused(run, world, 2, "sign", "ben")
    assert codes(errors) == ["needs-yes"]
    assert "Ben" in text(errors)
    assert "--yes" in text(errors)
    all_done(run, ["sign", "ben", "--yes"], ["name", "asia", "Ruin", "--by", "ben"])
    for words in (["undo", "--to", "1"], ["undo", "--to", "0"], ["undo", "--to", "5"]):
        errors = refused(run, world, 2, *words)
        assert codes(errors) == ["needs-yes"]
        assert "game 1" in text(errors)
    done(run, "undo")
    refused(run, world, 2, "undo")
    refused(run, world, 2, "undo", "6")
    done(run, "undo", "--yes")
    assert done(run, "status")["game"]["number"] == 1


def test_nothing_is_asked_where_no_game_ends(run: Any, world: Path) -> None:
    """Trying, undoing within a game, and undoing after one need no --yes."""
    all_done(run, BEGIN, *HQS, ["sign", "ana", "--dry-run"], ["undo"], ["undo", "--to", "2"])
    all_done(run, SIGN, REWARDS[0], ["undo", "--to", "4", "--dry-run"], ["undo"])
    all_done(run, ["undo", "--dry-run"], ["correct", "1", "--note", "x"], ["undo"])
    assert done(run, "status")["games_played"] == 1


# Ctrl-C reaches a program only through the terminal that it has for its own.
ON_A_TERMINAL = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from legacytrack.cli.app import start
sys.exit(start(sys.argv[1:]))
"""
pty = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


class Asked:
    """A command on a pseudo-terminal of its own, which can be answered and interrupted."""

    def __init__(self, *words: str) -> None:
        self.main, side = os.openpty()
        self.running = subprocess.Popen(
            [sys.executable, "-c", ON_A_TERMINAL, *words],
            stdin=side,
            stdout=side,
            stderr=side,
            env={**os.environ, "TERM": "dumb"},
            start_new_session=True,
        )
        os.close(side)
        self.shown = ""

    def until(self, word: str) -> None:
        """Read until a word was shown once more."""
        end, wanted = time.monotonic() + 30, self.shown.count(word) + 1
        while self.shown.count(word) < wanted:
            assert time.monotonic() < end, self.shown
            if select.select([self.main], [], [], 1)[0]:
                self.shown += os.read(self.main, 65536).decode()

    def type(self, keys: str) -> None:
        """Press some keys."""
        os.write(self.main, keys.encode())

    def ends(self) -> int:
        """Read to the end, and give the exit code; one that does not end is stopped and fails."""
        end = time.monotonic() + 30
        try:
            while time.monotonic() < end:
                if select.select([self.main], [], [], 1)[0]:
                    part = os.read(self.main, 65536)
                    if not part:
                        break
                    self.shown += part.decode()
        except OSError:  # so a terminal says that nobody writes to it any more
            pass
        else:
            self.running.kill()
        os.close(self.main)
        return self.running.wait(30)


@pty
def test_a_terminal_asks_and_nothing_is_the_default(run: Any, world: Path) -> None:
    """Enter alone asks again, `n` writes nothing and says nothing more, `y` goes on."""
    all_done(run, BEGIN, *HQS)
    before = files(world)
    asked = Asked("sign", "ana", "--date", "2026-01-03")
    asked.until("winner?")
    asked.type("\n")
    asked.until("winner?")
    asked.type("n\n")
    code = asked.ends()
    assert code not in (0, 1)
    assert files(world) == before
    for word in ("error", "Traceback", "signs for"):
        assert word not in asked.shown
    asked = Asked("sign", "ana", "--date", "2026-01-03")
    asked.until("winner?")
    asked.type("y\n")
    assert asked.ends() == 0
    assert "Ana signs for game 1" in asked.shown
    assert done(run, "status")["games_played"] == 1


@pty
def test_a_terminal_asks_before_a_finished_game_comes_back(run: Any, world: Path) -> None:
    """Undoing the end of a game asks too, and names the game."""
    all_done(run, BEGIN, *HQS, SIGN, REWARDS[0])
    before = files(world)
    asked = Asked("undo", "--to", "1")
    asked.until("game 1?")
    asked.type("\n")
    asked.until("game 1?")
    asked.type("n\n")
    assert asked.ends() not in (0, 1)
    assert files(world) == before
    asked = Asked("undo", "--to", "1")
    asked.until("game 1?")
    asked.type("y\n")
    assert asked.ends() == 0
    assert tomllib.loads(world.read_text()).keys() == {"format", "box", "name", "players"}


@pty
@pytest.mark.parametrize("words", [["sign", "ana"], ["undo"]], ids=" ".join)
def test_ctrl_c_at_the_question_changes_nothing(run: Any, world: Path, words: Words) -> None:
    """Ctrl-C at the question ends with 130, quietly, and nothing is written."""
    all_done(run, BEGIN, *HQS)
    if words == ["undo"]:
        done(run, *SIGN)
    before = files(world)
    asked = Asked(*words)
    asked.until("?")
    time.sleep(0.3)  # now it waits for an answer
    asked.type("\x03")
    assert asked.ends() in (130, -signal.SIGINT)
    assert "Traceback" not in asked.shown
    assert files(world) == before


# --- one screen: which game, what is due, how to go on ---


def go_on(run: Any) -> Any:
    """The data of `status`, which ends with the way to go on, also for people."""
    data = done(run, "status")
    assert run("status").out.rstrip().splitlines()[-1].startswith("Go on: ")
    assert data["go_on"] in run("status").out
    return data


def test_status_in_every_phase(run: Any, world: Path) -> None:
    """New, coins placed, HQs missing, on, rewards due, all taken: status says so, and what next."""
    data = go_on(run)
    assert (data["games_played"], data["game"], data["due"]) == (0, None, [])
    assert "legacytrack begin ana=" in data["go_on"]
    assert "12 coins to place" in run("status").out
    assert "Without a power: Die Mechaniker" in run("status").out
    all_done(run, ["power", "--random", "--seed", "1"], ["coin", "--random", "--seed", "1"])
    assert "Before game 1" not in run("status").out
    assert "Without a power" not in run("status").out
    all_done(run, BEGIN, HQS[1])
    data = go_on(run)
    assert data["game"]["number"] == 1
    hands = {each["player"]: each for each in data["game"]["players"]}
    assert (hands["ben"]["hq"], hands["ana"]["hq"]) == ("egypt", None)
    assert "legacytrack hq" in data["go_on"]
    assert "(Ana, Cy)" in data["go_on"]
    all_done(run, HQS[0], HQS[2])
    assert "legacytrack sign" in go_on(run)["go_on"]
    done(run, *SIGN)
    data = go_on(run)
    assert (data["game"], data["games_played"]) == (None, 1)
    assert [each["game"] for each in data["due"]] == [1]
    assert "game 1 with --by" in data["go_on"]
    assert "number 2" in run("status").out
    all_done(run, *REWARDS)
    data = go_on(run)
    assert data["due"] == []
    assert data["go_on"].startswith("legacytrack begin")


def test_status_of_a_world_without_players(run: Any, machine: Path) -> None:
    """Without players the way on is to add some."""
    assert run("new", "Alone", "--here").code == 0
    assert "player add" in go_on(run)["go_on"]


FIFTEEN = """format = 1
box = "risk-legacy"
name = "Fifteen"
games_played = 15
[players]
ana.name = "Ana"
ben.name = "Ben"
cy.name = "Cy"
[continents]
asia = { name = "Ruin", named_by = "ben" }
europe = { name = "Order", named_by = "ben" }
africa = { name = "Dust", named_by = "ana" }
[games]
"""


def played_out(machine: Path, winners: str) -> Path:
    """Write a world in which games were won by the players with these initials, "?" for unknown."""
    names = {"a": "ana", "b": "ben", "c": "cy"}
    path = machine / "world.toml"
    path.write_text(
        FIFTEEN.replace("15", str(len(winners)))
        + "".join(
            f'{number}.winner = "{names[one]}"\n'
            for number, one in enumerate(winners, 1)
            if one != "?"
        )
    )
    return path


def test_most_signatures_name_the_planet(run: Any, machine: Path) -> None:
    """After fifteen games status names the one who signed most often, and others are refused."""
    world = played_out(machine, "abcabcabcababaa")
    assert done(run, "check")["findings"] == []
    found = done(run, "standings")
    assert (found["leaders"], found["decided"], found["left"]) == (["ana"], True, 0)
    data = go_on(run)
    assert data["go_on"].startswith("legacytrack planet")
    assert "Ana signed most often" in run("status").out
    assert "Ana" in text(refused_without_history(run, world, "planet", "Rome", "--by", "ben"))
    done(run, "planet", "Rome", "--by", "ana")
    assert done(run, "check")["findings"] == []
    assert go_on(run)["go_on"].startswith("legacytrack begin")
    assert "Rome" in run("status").out


def refused_without_history(run: Any, world: Path, *words: str) -> list[dict[str, str]]:
    """Refuse a command by a rule in a world that has no history yet."""
    before = world.read_bytes()
    ended = run(*words, "--json")
    assert ended.code == 3
    assert world.read_bytes() == before
    assert not world.with_name("world.history.jsonl").exists()
    errors: list[dict[str, str]] = ended.json["errors"]
    return errors


def test_a_tie_is_rolled_off(run: Any, machine: Path) -> None:
    """Those with most signatures roll, one more for each continent they named."""
    world = played_out(machine, "ababababababccc")
    found = done(run, "standings")
    assert (found["leaders"], found["decided"]) == (["ana", "ben"], False)
    shown = run("status").out
    assert "Ana +1" in shown
    assert "Ben +2" in shown
    assert "Cy" not in shown.partition("tie")[2].partition("\n")[0]
    for words in (["--by", "ana"], []):
        errors = refused_without_history(run, world, "planet", "Rome", *words)
        assert codes(errors) == ["planet-by-signatures"]
    first = done(run, "planet", "Rome", "--roll", "--seed", "3", "--dry-run")
    again = done(run, "planet", "Rome", "--roll", "--seed", "3", "--dry-run")
    assert first == again
    assert "3" in " ".join(first["notes"])
    named = done(run, "planet", "Rome", "--rolled", "ana=4,ben=2")
    assert "Ana" in named["said"]


def test_an_even_roll_with_its_bonus_settles_a_tie(run: Any, machine: Path) -> None:
    """The bonus of named continents decides between equal dice; equal sums decide nothing."""
    world = played_out(machine, "ababababababccc")
    errors = refused_without_history(run, world, "planet", "Rome", "--rolled", "ana=3,ben=2")
    assert codes(errors) == ["planet-by-signatures"]
    assert "Ben" in done(run, "planet", "Rome", "--rolled", "ana=3,ben=3")["said"]


def test_after_game_fifteen_people_play_on_without_rewards(run: Any, machine: Path) -> None:
    """Game 16 is recorded, nobody signs for it, and a reward for it is refused, for one reason."""
    world = played_out(machine, "abcabcabcababaa")
    sheet = done(run, *BEGIN)
    assert sheet["game"] == 16
    assert [each["missiles"] for each in sheet["players"]] == [7, 5, 3]
    ended = done(run, "sign", "cy", "--yes")
    assert ended["due"] == []
    assert "signs" not in ended["said"]
    found = done(run, "standings")
    assert {each["player"]: each["wins"] for each in found["players"]} == {
        "ana": 7,
        "ben": 5,
        "cy": 3,
    }
    errors = refused(run, world, 3, "name", "australia", "Late", "--by", "cy")
    assert codes(errors) == ["games-with-rewards"]
    assert "add --game 15" not in text(errors)
    assert done(run, "check")["findings"] == []


def test_standings_of_a_campaign_that_is_open(run: Any, machine: Path) -> None:
    """A leader has won only when no single rival can reach; unknown winners keep it open."""
    played_out(machine, "aaaaaaabbb")
    found = done(run, "standings")
    assert (found["left"], found["decided"], found["in_reach"]) == (5, False, ["ana", "ben"])
    played_out(machine, "aaaaaaabb?")
    assert done(run, "standings")["unknown"] == 1
    played_out(machine, "aaaaaaaab?")
    found = done(run, "standings")
    assert (found["decided"], found["in_reach"]) == (True, ["ana"])
    assert "won the campaign" in run("standings").out


# --- packets ---


def test_a_condition_that_is_met_is_told_once(run: Any, world: Path) -> None:
    """The command that meets a condition reminds of it, and no later one does."""
    all_done(run, BEGIN)
    notes = done(run, *SIGN, "--out", "cy")["notes"]
    assert [note for note in notes if "packet" in note and "eliminated" in note]
    all_done(run, BEGIN)
    notes = done(run, "sign", "ana", "--out", "cy", "--yes")["notes"]
    assert [note for note in notes if "packet" in note and "second time" in note]
    assert not [note for note in notes if "eliminated" in note]
    all_done(run, BEGIN)
    assert not [note for note in done(run, *SIGN)["notes"] if "packet" in note]


def test_the_ninth_minor_city_is_told(run: Any, world: Path) -> None:
    """Eight Minor Cities remind of nothing, the ninth does, also in a dry run."""
    *eight, last = NINE
    for place in eight:
        notes = done(run, "city", "minor", place, "--game", "1")["notes"]
        assert not [note for note in notes if "packet" in note]
    ninth = ["city", "minor", last, "--game", "1"]
    assert [note for note in done(run, *ninth, "--dry-run")["notes"] if "packet" in note]
    assert [note for note in done(run, *ninth)["notes"] if "packet" in note]
    assert done(run, "status")["packets_met"] == ["ninth-minor-city"]


def test_packets_say_what_the_records_know(run: Any, world: Path) -> None:
    """Each printed condition is met, not met, or nothing that records can tell."""
    found = {each["id"]: each["met"] for each in done(run, "packets")["conditions"]}
    assert found == {
        "ninth-minor-city": False,
        "player-eliminated": False,
        "second-signature": False,
        "world-capital": False,
        "three-missiles": None,
        "thirty-troops": None,
    }
    all_done(run, BEGIN, [*SIGN, "--out", "cy"])
    found = {each["id"]: each for each in done(run, "packets")["conditions"]}
    assert found["player-eliminated"]["met"]
    assert "Cy, game 1" in found["player-eliminated"]["how"]
    assert "Cy, game 1" in run("packets").out


def test_an_opened_packet_is_kept_in_their_own_words(run: Any, world: Path) -> None:
    """`packet open` keeps the words, the game and the condition, and status reminds no more."""
    all_done(run, BEGIN, [*SIGN, "--out", "cy"])
    assert "packets" in run("status").out
    words = 'the "thin" one [/x] $(pwned)'
    done(run, "packet", "open", words, "--condition", "player-eliminated")
    assert done(run, "packets")["opened"] == [
        {"name": words, "game": 1, "condition": "player-eliminated"}
    ]
    assert words in run("packets").out
    assert "packets" not in run("status").out
    done(run, "undo")
    assert done(run, "packets")["opened"] == []


@pytest.mark.parametrize(
    ("words", "code", "fact"),
    [
        (["open", ""], 2, "empty"),
        (["open", "a\x1bb"], 2, "ESCAPE"),
        (["open", "x", "--condition", "ninetieth"], 5, "ninetieth"),
        (["open"], 2, "WORDS"),
        (["close", "x"], 2, "close"),
    ],
)
def test_a_packet_is_not_opened_like_that(
    run: Any, world: Path, words: Words, code: int, fact: str
) -> None:
    """Words that cannot be kept and conditions that nobody printed are refused."""
    assert fact in text(refused(run, world, code, "packet", *words))


# --- against a rule, with leave ---


def test_a_table_of_two_is_kept_with_its_reason(run: Any, world: Path) -> None:
    """--anyway lets a game of two begin; the history has the reason, and check names it."""
    done(run, *BEGIN[:3], "--anyway", "only two came")
    entry = done(run, "log", "--last", "1")["entries"][0]
    assert [(each["rule"], each["why"]) for each in entry["waived"]] == [
        ("players-per-game", "only two came")
    ]
    checked = done(run, "check")
    assert checked["findings"] == []
    assert [(each["rule"], each["change"]) for each in checked["known"]] == [
        ("players-per-game", 2)
    ]


def test_a_faction_twice_is_known_to_check(run: Any, world: Path) -> None:
    """What was let through stays through the end of the game without a finding."""
    all_done(run, [*BEGIN[:3], "cy=khan", "--anyway", "house rule"])
    assert done(run, "check")["findings"] == []
    (known,) = done(run, "check")["known"]
    assert (known["rule"], known["why"]) == ("faction-once-a-game", "house rule")


# --- fifteen games ---


def evenings(run: Any, world: Path) -> list[bytes]:
    """Play all commands of the story of fifteen games; the world after the first, and at the end."""
    kept: list[bytes] = []
    for line in STORY.read_text("utf-8").splitlines():
        if line.startswith("$ legacytrack "):
            words = shlex.split(line)[2:]
            before = world.read_bytes() if world.exists() else b""
            ended = run(*words)
            assert ended.code in (0, 3), line
            assert ended.code == 0 or world.read_bytes() == before
            if words[0] == "begin":
                star_or_missiles(world)
            kept = kept or [world.read_bytes()]
    return [*kept, world.read_bytes()]


def star_or_missiles(world: Path) -> None:
    """Hold the hands of the game that is on to the signatures before it (star-or-missiles)."""
    data = tomllib.loads(world.read_text("utf-8"))
    winners = [game["winner"] for number, game in data.get("games", {}).items() if int(number) < 16]
    for player, hand in data["game"]["players"].items():
        signed = winners.count(player)
        takes = (hand.get("stars", 0), hand.get("missiles", 0))
        assert takes == ((0, signed) if signed else (1, 0)), player


def test_fifteen_games_and_back_to_the_first_evening(run: Any, machine: Path) -> None:
    """Undoing a whole campaign gives back the bytes of its first evening, and redoing its last."""
    path = machine.parent / "home/data/legacytrack/campaigns/fifteen-games/world.toml"
    first, last = evenings(run, path)
    assert first != last
    left = {each["rule"]: each["left"] for each in supplies(run)}
    assert {rule for rule, count in left.items() if count} == {
        "fortification-supply",
        "world-capital-supply",
    }
    assert done(run, "check")["findings"] == []
    assert run("undo", "--to", "1").code == 2
    assert path.read_bytes() == last
    done(run, "undo", "--to", "1", "--yes")
    assert path.read_bytes() == first
    assert done(run, "check")["findings"] == []
    assert run("redo").code == 2  # fifteen games would end again
    done(run, "redo", "--yes")
    assert path.read_bytes() == last
    assert done(run, "check")["findings"] == []
