"""The table as a user types it: holding, stars, missiles, cards, joining, and every refusal."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Words = list[str]

NEW = ["new", "World", "--players", "Ana, Ben, Cy, Dee", "--here"]
BEGIN = ["begin", "ana=balkania", "ben=khan", "cy=bear"]
HQS = [["hq", "ana", "alaska"], ["hq", "ben", "egypt"], ["hq", "cy", "china"]]
HELD = [
    ["hold", "ana", "alaska", "alberta", "ontario"],
    ["hold", "ben", "egypt,north-africa", "east-africa"],
    ["hold", "cy", "china", "india"],
]


@pytest.fixture
def world(begin_with: Callable[..., Path]) -> Path:
    """The file of a world in this folder, four players, and no game on."""
    return begin_with(NEW)


@pytest.fixture
def game(begin_with: Callable[..., Path]) -> Path:
    """The same world with a game on: three players, their HQs, and nothing else on record."""
    return begin_with(NEW, BEGIN, *HQS)


@pytest.fixture
def table(begin_with: Callable[..., Path]) -> Path:
    """The same game with all that everybody holds on record."""
    return begin_with(NEW, BEGIN, *HQS, *HELD)


def done(run: Any, *words: str) -> Any:
    """Run a command that has to be answered, and give its data."""
    ended = run(*words, "--json")
    assert (ended.code, ended.err, ended.json["errors"]) == (0, "", []), ended
    return ended.json["data"]


def all_done(run: Any, *steps: Words) -> None:
    """Run some commands that have to be answered."""
    for words in steps:
        done(run, *words)


def on_file(world: Path) -> dict[str, Any]:
    """The table of the game that is on, as the world file has it."""
    return tomllib.loads(world.read_text(encoding="utf-8")).get("game", {})


def of(world: Path, player: str) -> dict[str, Any]:
    """What the world file has of a player in the game that is on."""
    return on_file(world)["players"][player]


def files(world: Path) -> dict[str, bytes]:
    """The bytes of the world and of its history."""
    history = world.with_name("world.history.jsonl")
    return {path.name: path.read_bytes() for path in (world, history)}


def seated(run: Any) -> dict[str, dict[str, Any]]:
    """What `status` says of each player, by id."""
    return {each["player"]: each for each in done(run, "status")["game"]["players"]}


def refused(run: Any, world: Path, code: int, *words: str) -> list[dict[str, str]]:
    """Run a command that has to be refused, for people and programs alike; nothing is written."""
    before = files(world)
    ended, told = run(*words, "--json"), run(*words)
    assert (ended.code, told.code, told.out) == (code, code, ""), (ended, told)
    assert files(world) == before
    errors: list[dict[str, str]] = ended.json["errors"]
    assert errors
    assert told.err.count("error: ") == len(errors)
    assert told.err.count("fix:") == len(errors)
    assert told.err.count("rule:") == sum(1 for error in errors if error["cite"])
    for error in errors:
        assert error["what"] in told.err
        assert error["fix"]
    assert "Traceback" not in told.err
    return errors


def text(errors: list[dict[str, str]]) -> str:
    """All that some errors say."""
    return " ".join(f"{error['what']} {error['fix']}" for error in errors)


# --- who holds what ---


@pytest.mark.parametrize(
    ("words", "held"),
    [
        (["hold", "ana", "alaska"], {"alaska"}),
        (["hold", "ana", "alaska,alberta"], {"alaska", "alberta"}),
        (["hold", "ana", "alaska,", "alberta"], {"alaska", "alberta"}),
        (["hold", "ANA", "Great Britain", "uk"], {"great-britain"}),
        (["hold", "an", "quebec"], {"eastern-canada"}),
        (
            ["hold", "ana", "australia"],
            {"indonesia", "new-guinea", "eastern-australia", "western-australia"},
        ),
        (
            ["hold", "ana", "australia,japan"],
            {"indonesia", "new-guinea", "eastern-australia", "western-australia", "japan"},
        ),
        (["hold", "ana", "none"], set()),
        (["take", "ana", "kamchatka", "alberta"], {"alaska", "kamchatka", "alberta"}),
        (
            ["take", "ana", "south-america"],
            {"alaska", "argentina", "brazil", "peru", "venezuela"},
        ),
        (["take", "ana", "egypt"], {"alaska", "egypt"}),
    ],
)
def test_places_are_named_as_everywhere(run: Any, game: Path, words: Words, held: set[str]) -> None:
    """Spaces, commas, continents, older names and short forms mean territories here, too."""
    done(run, *words)
    assert set(of(game, "ana")["holds"]) == held
    assert {place for place in held if of(game, "ana")["holds"].count(place) > 1} == set()


@pytest.mark.parametrize(
    ("words", "held"),
    [
        (["southeast", "asia"], {"southeast-asia"}),
        (["northern", "europe", "peru"], {"northern-europe", "peru"}),
        (["south", "america"], {"argentina", "brazil", "peru", "venezuela"}),
        (["western", "united", "states", "new", "guinea"], {"western-united-states", "new-guinea"}),
        (["peru", "the old", "mill"], {"peru", "ural"}),
        (["middle", "east", "east", "africa"], {"middle-east", "east-africa"}),
        (["peru", "brazil"], {"peru", "brazil"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_words_that_are_one_name_together_are_one(
    run: Any, world: Path, words: Words, held: set[str]
) -> None:
    """A name of two words without quotation marks is that place, never a whole continent beside it."""
    all_done(run, ["city", "major", "ural", "The Old Mill", "--game", "1", "--by", "ana"])
    assert done(run, "troops", "ana", *words)["territories"] == len(held)
    all_done(run, BEGIN, ["hold", "ana", *words])
    assert set(of(world, "ana")["holds"]) == held


def test_lists_of_cards_and_ways_take_names_of_two_words(run: Any, game: Path) -> None:
    """Slots and ways are lists of territories like any other."""
    done(run, "slots", "alaska,", "egypt,", "new", "guinea,", "peru")
    assert on_file(game)["slots"] == ["alaska", "egypt", "new-guinea", "peru"]
    steps = done(run, "enter", "western", "us", "new", "guinea")["steps"]
    assert [each["place"] for each in steps] == ["western-united-states", "new-guinea"]


def test_hold_replaces_and_take_adds(run: Any, table: Path) -> None:
    """`hold` says all that is held, `take` something more, `leave` something less (control)."""
    done(run, "take", "ana", "kamchatka")
    assert set(of(table, "ana")["holds"]) == {"alaska", "alberta", "ontario", "kamchatka"}
    done(run, "leave", "ana", "ontario,alberta")
    assert set(of(table, "ana")["holds"]) == {"alaska", "kamchatka"}
    data = done(run, "hold", "ana", "alaska", "peru")
    assert set(of(table, "ana")["holds"]) == {"alaska", "peru"}
    assert "No longer: Kamchatka." in data["notes"]


def test_a_capture_moves_territory_and_star(run: Any, table: Path) -> None:
    """Whoever takes a territory with an HQ has its star, and the loser has not (control)."""
    before = seated(run)
    assert [before[id]["red_stars"] for id in ("ana", "ben", "cy")] == [2, 2, 2]
    data = done(run, "take", "ana", "egypt")
    assert data["said"] == "Ana takes Egypt from Ben."
    after = seated(run)
    assert [after[id]["red_stars"] for id in ("ana", "ben", "cy")] == [3, 1, 2]
    assert after["ana"]["hqs"] == ["alaska", "egypt"]
    assert after["ben"]["hqs"] == []
    assert of(table, "ben")["hq"] == "egypt"
    assert "egypt" not in of(table, "ben")["holds"]


def test_a_lone_hq_is_nobodys(run: Any, table: Path) -> None:
    """An HQ without a troop gives its star to nobody (control)."""
    done(run, "leave", "ben", "egypt")
    assert {id: each["red_stars"] for id, each in seated(run).items()} == {
        "ana": 2,
        "ben": 1,
        "cy": 2,
    }


def test_four_stars_are_told_once_and_sign_is_offered(run: Any, table: Path) -> None:
    """With the fourth star the game is won, and the way to end it is said (stars-to-win)."""
    notes = done(run, "star", "ana", "2")["notes"]
    assert any("wins at once: legacytrack sign ana" in note for note in notes)
    assert done(run, "status")["go_on"].startswith("legacytrack sign ana")
    assert not any("wins at once" in note for note in done(run, "take", "ana", "peru")["notes"])


def test_a_knock_out_hands_over_the_cards_and_nothing_else(run: Any, table: Path) -> None:
    """The last territory brings the resource cards, no token and no missile (control)."""
    all_done(run, ["hand", "cy", "peru", "coin=2"], ["hand", "ana", "brazil"])
    data = done(run, "take", "ana", "china", "india")
    assert any("Cy is knocked out: Ana gets 3 resource cards" in note for note in data["notes"])
    assert of(table, "ana")["cards"] == ["brazil", "peru", "coin", "coin"]
    assert (of(table, "cy")["cards"], of(table, "cy")["holds"]) == ([], [])
    assert (of(table, "cy")["stars"], of(table, "ana")["stars"]) == (1, 1)
    done(run, "undo")
    assert of(table, "cy")["cards"] == ["peru", "coin", "coin"]
    assert of(table, "ana")["cards"] == ["brazil"]


def test_a_continent_gained_or_lost_is_told(run: Any, table: Path) -> None:
    """Who has just got a continent whole, or lost it, hears of it (continent-control)."""
    gained = done(run, "take", "ana", "south-america")["notes"]
    assert "Ana controls South America: 2 troops more from now on (2 printed)." in gained
    lost = done(run, "take", "ben", "brazil")["notes"]
    assert "Ana controls South America no more." in lost


# --- a group that records only some of it ---


def test_nobody_is_knocked_out_by_what_is_known_partly(run: Any, game: Path) -> None:
    """Without turns and without `hold`, a captured HQ is all that is known (control)."""
    notes = done(run, "take", "ana", "egypt")["notes"]
    assert not any("knocked out" in note for note in notes)
    assert any("legacytrack hold ben none" in note for note in notes)
    assert of(game, "ben") == of(game, "ben") | {"holds": [], "partly": True}
    assert "2+" in run("status").out
    done(run, "sign", "ana", "--yes", "--date", "2026-01-03")
    data = tomllib.loads(game.read_text(encoding="utf-8"))["games"]["1"]["players"]
    assert {id: each["result"] for id, each in data.items()} == {
        "ana": "won",
        "ben": "held-on",
        "cy": "held-on",
    }
    assert not any("held" in each for each in data.values())


def test_hold_makes_the_record_whole(run: Any, game: Path) -> None:
    """What `hold` says is all there is; with nothing one is eliminated at the end (control)."""
    all_done(run, ["take", "ana", "egypt"], ["hold", "ben", "none"])
    assert "partly" not in of(game, "ben")
    all_done(run, ["hold", "ana", "alaska", "egypt"], ["sign", "ana", "--yes"])
    data = tomllib.loads(game.read_text(encoding="utf-8"))["games"]["1"]["players"]
    assert data["ben"]["result"] == "eliminated"
    assert data["ana"]["held"] == ["alaska", "egypt"]


def test_with_turns_everything_is_recorded(run: Any, game: Path) -> None:
    """A group that goes turn by turn means what it says: the last territory is the last."""
    all_done(run, ["next"])
    notes = done(run, "take", "ana", "egypt")["notes"]
    assert any("Ben is knocked out" in note for note in notes)
    assert "partly" not in of(game, "ben")
    assert "partly" not in of(game, "ana")


# --- refusals ---


@pytest.mark.parametrize(
    ("code", "words", "fact"),
    [
        (5, ["hold", "ana", "kamchatca"], "kamchatka"),
        (5, ["take", "ana", "the us"], "eastern-united-states"),
        (5, ["take", "ana", "alaska", "nowhere"], "nowhere"),
        (5, ["leave", "ana", "peru,nowhere"], "nowhere"),
        (5, ["hold", "dana", "peru"], "legacytrack player add"),
        (5, ["hold", "ana", "[new berlin]"], "[new berlin]"),
        (5, ["take", "ana", "[/x]"], "[/x]"),
        (5, ["take", "ana", ":bomb:"], ":bomb:"),
        (5, ["take", "ana", "漢字"], "漢字"),
        (5, ["take", "ana", "x" * 500], "xxx"),
        (5, ["join", "ana", "africa"], "central-africa"),
        (5, ["missile", "zoe"], "zoe"),
        (5, ["missile", "ana", "zoe=2"], "zoe"),
        (5, ["hand", "ana", "peru", "zoe"], "zoe"),
        (5, ["slots", "peru", "zoe", "alaska", "ural"], "zoe"),
        (5, ["draw", "ana", "zoe"], "zoe"),
        (5, ["draw", "ana", "alaska", "--new", "zoe"], "zoe"),
        (5, ["next", "zoe"], "zoe"),
        (2, ["hold", "ana"], "PLACE"),
        (2, ["take", "ana"], "PLACE"),
        (2, ["leave"], "PLAYER"),
        (2, ["join", "ana"], "PLACE"),
        (2, ["star"], "PLAYER"),
        (2, ["star", "ben", "0"], "0"),
        (2, ["star", "ben", "10"], "10"),
        (2, ["star", "ben", "-3"], "-3"),
        (2, ["star", "ben", "two"], "two"),
        (2, ["star", "ben", "2", "--pile"], "one Red Star, not 2"),
        (2, ["missile"], "PLAYER"),
        (2, ["missile", "ben=0"], "ben=0"),
        (2, ["missile", "ben=x"], "ben=x"),
        (2, ["missile", "ben="], "ben="),
        (2, ["missile", "ben=-1"], "ben=-1"),
        (2, ["missile", "ben", "0"], "not how many"),
        (5, ["missile", "ben=2", "3"], "3"),
        (5, ["missile", "ben", "2", "3"], "3"),
        (5, ["missile", "2"], "2"),
        (2, ["missile", "ben=100000000000000000000"], "not how many"),
        (2, ["draw", "ana", "7"], "slot 7"),
        (2, ["draw", "ana", "0"], "slot 0"),
        (2, ["draw", "ana", "coin", "--stars", "2"], "mission"),
        (2, ["draw", "ana", "mission", "--stars", "0"], "0"),
        (2, ["hand", "ana", "--troops", "peru", "--star", "coin"], "one at a time"),
        (2, ["reach", "peru"], "--holds"),
        (3, ["hold", "dee", "peru"], "Dee does not play in game 1."),
        (3, ["take", "dee", "peru"], "Dee does not play in game 1."),
        (3, ["leave", "dee", "peru"], "Dee does not play in game 1."),
        (3, ["join", "dee", "peru"], "Dee does not play in game 1."),
        (3, ["out", "dee"], "Dee does not play in game 1."),
        (3, ["star", "dee"], "Dee does not play in game 1."),
        (3, ["missile", "dee"], "Dee does not play in game 1."),
        (3, ["missile", "ana", "dee"], "Dee does not play in game 1."),
        (3, ["hand", "dee"], "Dee does not play in game 1."),
        (3, ["hand", "dee", "coin"], "Dee does not play in game 1."),
        (3, ["draw", "dee", "coin"], "Dee does not play in game 1."),
        (3, ["next", "dee"], "Dee does not play in game 1."),
        (3, ["hold", "ana", "egypt"], "legacytrack take ana egypt"),
        (3, ["hold", "ana", "africa"], "Ben holds Egypt."),
        (3, ["leave", "ana", "egypt"], "Ana does not hold Egypt."),
        (3, ["leave", "ana", "africa"], "Ana does not hold"),
        (3, ["join", "ana", "peru"], "who controls a territory recruits"),
        (3, ["out", "ben"], "Ben still holds"),
        (3, ["missile", "ben"], "Ben has 0 missiles, not 1."),
        (3, ["missile", "ben=2"], "Ben has 0 missiles, not 2."),
        (3, ["star", "ben", "--pile"], "Ana and Ben have the most"),
        (3, ["star", "cy", "--pile"], "in a tie nobody gets it"),
        (3, ["hand", "ana", "coin=11"], "there are 10"),
        (3, ["hand", "ana", "peru", "peru"], "Peru"),
        (3, ["hand", "ana", "--star", "peru", "coin=2"], "takes 4 cards, not 3"),
        (3, ["slots", "peru", "brazil", "ural"], "there are 4 slots"),
        (3, ["slots", "peru", "brazil", "ural", "china", "india"], "there are 4 slots"),
        (3, ["slots", "peru", "peru", "ural", "china"], "Peru"),
        (3, ["draw", "ana", "egypt"], "Ana does not hold Egypt; Ben does."),
        (3, ["draw", "ana", "mission", "--stars", "3"], "pays 1 or 2 Red Stars, not 3"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_a_table_is_not_recorded_like_that(
    run: Any, table: Path, code: int, words: Words, fact: str
) -> None:
    """What cannot be is refused with fact and remedy, whoever asks, and nothing is written."""
    assert fact in text(refused(run, table, code, *words))


HOSTILE = [
    "[new berlin]",
    "[/x]",
    ":bomb:",
    "C\u00f4te d'Ivoire",
    "\u6f22\u5b57",
    "\x1b[31mred",
    "a\u202eb",
    "x" * 500,
    "=",
    "peru=",
]


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_no_name_does_harm(run: Any, table: Path, name: str) -> None:
    """Whatever is typed as a name is said back harmlessly, and nothing is written."""
    for words in (
        ["hold", "ana", name],
        ["hold", name, "peru"],
        ["take", "ana", "peru", name],
        ["leave", "ana", name],
        ["join", "ana", name],
        ["out", name],
        ["star", name],
        ["missile", name],
        ["next", name],
        ["hand", "ana", name],
        ["hand", "ana", "--star", name],
        ["slots", name, "peru", "brazil", "ural"],
        ["draw", "ana", name],
        ["draw", "ana", "coin", "--new", name],
        ["enter", name],
        ["reach", name],
        ["starts", name, "--join"],
    ):
        before = files(table)
        ended = run(*words)
        assert ended.code in (2, 3, 5), (words, ended)
        assert "Traceback" not in ended.err
        assert not {"\x1b", "\u202e"} & set(ended.out + ended.err), words
        assert files(table) == before


@pytest.mark.parametrize("words", [",", " ", "\n", ", ,"], ids=ascii)
@pytest.mark.parametrize("command", ["hold", "take", "leave", "hand"])
def test_commas_alone_are_nothing_at_all(run: Any, table: Path, command: str, words: str) -> None:
    """What names nothing is no empty list: nobody loses all for a slip of a comma."""
    errors = refused(run, table, 2, command, "ana", words)
    assert f"legacytrack {command} ana" in text(errors)
    assert "legacytrack missile ben" in text(refused(run, table, 2, "missile", words))


def test_a_table_in_a_pipe(process: Any, run: Any, table: Path) -> None:
    """As a process, with a pipe on both ends, the answer is plain and the code is that of the law."""
    taken = process("take", "ana", "egypt")
    assert (taken.code, taken.err) == (0, "")
    assert taken.out.startswith("Ana takes Egypt from Ben.\n")
    assert "\x1b" not in taken.out
    again = process("hold", "ben", "egypt", env={"FORCE_COLOR": "1"})
    assert (again.code, again.out) == (3, "")
    assert "Ana holds Egypt." in again.err
    assert process("status", "--json").json["data"]["game"]["players"][0]["red_stars"] == 3


EVERY = [
    ["hold", "ana", "peru"],
    ["take", "ana", "peru"],
    ["leave", "ana", "peru"],
    ["join", "ana", "peru"],
    ["out", "ana"],
    ["star", "ana"],
    ["star", "ana", "--pile"],
    ["missile", "ana"],
    ["next"],
    ["next", "ana"],
    ["hand", "ana"],
    ["hand", "ana", "peru"],
    ["hand", "ana", "none"],
    ["hand", "ana", "--troops", "coin=2"],
    ["hand", "ana", "--star", "coin=4"],
    ["slots"],
    ["slots", "peru", "brazil", "ural", "china"],
    ["draw", "ana", "coin"],
    ["draw", "ana", "3"],
]


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_without_a_game_there_is_no_table(run: Any, world: Path, words: Words) -> None:
    """Between games nothing of a table is recorded or told, and the way to begin one is."""
    errors = refused(run, world, 3, *words)
    assert [error["code"] for error in errors] == ["game-in-order"]
    assert "No game is on. " in text(errors)
    assert "legacytrack begin" in text(errors)


@pytest.mark.parametrize("words", EVERY[:10], ids=" ".join)
def test_no_reason_puts_a_table_where_no_game_is(run: Any, world: Path, words: Words) -> None:
    """`--anyway` gives way to a packet, not to a game that is not on."""
    refused(run, world, 3, *words, "--anyway", "so")


@pytest.mark.parametrize(
    "words",
    [
        ["hold", "ana", "peru"],
        ["take", "ana", "egypt"],
        ["leave", "ana", "alaska"],
        ["hold", "ben", "none"],
        ["star", "ana"],
        ["next"],
        ["hand", "ana", "peru", "coin=2"],
        ["hand", "ana", "--star", "coin=4"],
        ["slots", "peru", "brazil", "ural", "china"],
        ["draw", "ana", "coin"],
        ["draw", "ana", "mission"],
    ],
    ids=" ".join,
)
def test_a_dry_run_writes_nothing_and_an_undo_takes_all_back(
    run: Any, table: Path, words: Words
) -> None:
    """`--dry-run` says what would happen; undo gives back the same bytes, and redo again."""
    before, file = files(table), table.read_bytes()
    tried = done(run, *words, "--dry-run")
    assert files(table) == before
    assert tried["number"] is None
    recorded = done(run, *words)
    assert recorded["said"] == tried["said"]
    assert recorded["notes"] == tried["notes"]
    after = table.read_bytes()
    assert after != file
    done(run, "undo")
    assert table.read_bytes() == file
    done(run, "redo")
    assert table.read_bytes() == after


@pytest.mark.parametrize(
    ("words", "law"),
    [
        (["draw", "ana", "egypt"], "face-up-cards"),
        (["missile", "ana=3"], "missiles-in-hand"),
        (["star", "ana", "--pile"], "coin-pile-star"),
        (["draw", "ana", "mission", "--stars", "3"], "stars-for-a-mission"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_a_house_rule_is_recorded_with_its_reason(
    run: Any, table: Path, words: Words, law: str
) -> None:
    """`--anyway` records it, and keeps the law and the reason in the history."""
    assert law in [error["code"] for error in refused(run, table, 3, *words)]
    done(run, *words, "--anyway", "house rule")
    line = table.with_name("world.history.jsonl").read_text(encoding="utf-8").splitlines()[-1]
    assert law in line
    assert "house rule" in line


# --- joining, and being out ---


def test_joining_goes_by_its_own_rules(run: Any, table: Path) -> None:
    """Half the starting troops, in a place without a mark, next to an HQ or not (join-the-war)."""
    all_done(run, ["scar", "bunker", "peru", "--game", "1"], ["take", "ana", "china", "india"])
    legal = done(run, "starts", "cy")["legal"]
    assert "mongolia" in legal
    assert not {"peru", "alaska", "china", "egypt", "alberta", "india"} & set(legal)
    assert "Peru carries a scar" in text(refused(run, table, 3, "join", "cy", "peru"))
    assert "Ana holds India." in text(refused(run, table, 3, "join", "cy", "india"))
    assert "An HQ stands in China." in text(refused(run, table, 3, "join", "cy", "china"))
    assert "may join the war in" in text(refused(run, table, 3, "out", "cy"))
    assert done(run, "join", "cy", "mongolia")["said"] == (
        "Cy joins the war in Mongolia with 4 troops."
    )
    assert of(table, "cy")["holds"] == ["mongolia"]
    assert seated(run)["cy"]["hqs"] == []


def test_starts_before_and_after(run: Any, table: Path) -> None:
    """While something is held `starts` is about an HQ; `--join` asks about joining all the same."""
    assert "mongolia" not in done(run, "starts", "cy", "--hq", "china")["legal"]
    assert "mongolia" in done(run, "starts", "cy", "--join")["legal"]


def test_who_is_out_plays_no_more(run: Any, table: Path) -> None:
    """Somebody eliminated takes no part in anything, and takes no reward (join-the-war)."""
    done(run, "take", "ana", "china", "india")
    done(run, "out", "cy", "--anyway", "no place was left")
    for words in (
        ["take", "cy", "peru"],
        ["hold", "cy", "peru"],
        ["star", "cy"],
        ["join", "cy", "peru"],
        ["hand", "cy", "coin"],
        ["draw", "cy", "coin"],
        ["next", "cy"],
        ["out", "cy"],
        ["sign", "cy", "--yes"],
    ):
        assert "Cy is eliminated from game 1." in text(refused(run, table, 3, *words)), words
    all_done(run, ["next", "ben"])
    assert done(run, "next")["said"] == "It is the turn of Ana."
    done(run, "sign", "ana", "--yes")
    assert "Cy was eliminated" in text(refused(run, table, 3, "coin", "peru", "--by", "cy"))


# --- missiles ---


def test_missiles_are_counted_together(run: Any, world: Path) -> None:
    """Missiles of several players in one roll are one number; three are noticed (three-missiles)."""
    for winner in ("ana", "ben", "ben"):
        all_done(run, BEGIN, ["sign", winner, "--yes"])
    all_done(run, BEGIN)
    data = done(run, "missile", "ana", "ben,ben")
    assert data["said"] == "3 missiles spent: Ana 1, Ben 2."
    assert any("3 missiles are spent" in note for note in data["notes"])
    assert (of(world, "ana")["missiles"], of(world, "ben")["missiles"]) == (0, 0)
    for words in (
        ["ben=2", "ana"],
        ["ben", "2", "ana"],
        ["ana", "1", "ben", "2"],
        ["ben", "ana", "ben", "1"],
    ):
        done(run, "undo")
        assert set(done(run, "missile", *words)["said"][18:-1].split(", ")) == {"Ana 1", "Ben 2"}
    assert on_file(world)["most_missiles"] == 3
    errors = refused(run, world, 3, "missile", "ana")
    assert "Ana has 0 missiles, not 1." in text(errors)


def test_a_missile_that_was_never_there_offers_no_undo_of_the_deal(run: Any, game: Path) -> None:
    """The number from the deal is no slip for which the whole game would be taken back."""
    assert "undo" not in text(refused(run, game, 3, "missile", "ana"))


# --- cards ---


@pytest.mark.parametrize(
    ("words", "cards"),
    [
        (["peru"], ["peru"]),
        (["peru,brazil"], ["peru", "brazil"]),
        (["coin"], ["coin"]),
        (["COIN=3"], ["coin", "coin", "coin"]),
        (["coin=0"], []),
        (["peru", "coin=2", "uk"], ["peru", "coin", "coin", "great-britain"]),
        (["new", "guinea", "coin"], ["new-guinea", "coin"]),
        (["none"], []),
        (["coin=10"], ["coin"] * 10),
    ],
    ids=" ".join,
)
def test_a_hand_as_it_is_typed(run: Any, game: Path, words: Words, cards: list[str]) -> None:
    """Territories, `coin` and `coin=N` are cards; `none` is an empty hand."""
    done(run, "hand", "ana", *words)
    assert of(game, "ana")["cards"] == cards
    assert done(run, "hand", "ana")["cards"] == cards


@pytest.mark.parametrize(
    "words",
    [
        ["--troops", "peru", "coin=2"],
        ["--troops", "peru,coin=2"],
        ["--troops", "peru", "--troops", "coin=2"],
        ["peru", "coin=2", "--troops", "brazil"],
        ["coin", "--troops", "peru", "coin"],
    ],
    ids=" ".join,
)
def test_cards_are_turned_in_for_troops(run: Any, game: Path, words: Words) -> None:
    """All cards named beside `--troops` are turned in, in whatever order (coins-to-troops)."""
    all_done(run, ["hand", "ana", "peru", "brazil", "coin=2"])
    data = done(run, "hand", "ana", *words)
    coins = 4 if "brazil" in words else 3
    assert f"{coins} coins" in data["said"]
    assert f"{ {3: 4, 4: 7}[coins] } troops" in data["said"]
    assert len(of(game, "ana")["cards"]) == 4 - coins


def test_four_cards_buy_a_star(run: Any, game: Path) -> None:
    """Four cards of whatever coins are a Red Star token (star-for-cards)."""
    all_done(run, ["hand", "ana", "peru", "brazil", "coin=3"])
    done(run, "hand", "ana", "--star", "peru", "coin=3")
    assert (of(game, "ana")["cards"], of(game, "ana")["stars"]) == (["brazil"], 2)
    missing = refused(run, game, 3, "hand", "ana", "--star", "coin=4")
    assert "Ana does not have" in text(missing)


def test_one_set_a_turn(run: Any, game: Path) -> None:
    """Cards are turned in for troops once a turn, and again in the next one (coins-to-troops)."""
    all_done(run, ["hand", "ana", "coin=6"], ["next"], ["hand", "ana", "--troops", "coin=2"])
    again = refused(run, game, 3, "hand", "ana", "--troops", "coin=2")
    assert "in this turn already" in text(again)
    all_done(run, ["next", "ana"], ["hand", "ana", "--troops", "coin=2"])
    assert of(game, "ana")["cards"] == ["coin", "coin"]


def test_a_draw_shifts_and_fills_the_slots(run: Any, table: Path) -> None:
    """Cards left of the gap move right, the new one comes into slot 1 (face-up-cards)."""
    all_done(run, ["slots", "peru", "egypt", "alaska", "ural"], ["next", "ana"])
    all_done(run, ["take", "ana", "india"])
    assert "Ben does" in text(refused(run, table, 3, "draw", "ana", "2"))
    assert "its card lies face up" in text(refused(run, table, 3, "draw", "ana", "coin"))
    assert "does not lie face up" in text(refused(run, table, 3, "draw", "ana", "alberta"))
    done(run, "draw", "ana", "3")
    assert on_file(table)["slots"] == ["", "peru", "egypt", "ural"]
    assert of(table, "ana")["cards"] == ["alaska"]
    done(run, "slots", "japan")
    assert on_file(table)["slots"] == ["japan", "peru", "egypt", "ural"]
    again = refused(run, table, 3, "draw", "ana", "mission")
    assert "has taken a card or a mission in this turn already" in text(again)


def test_a_card_that_comes_up_even_brings_an_event(run: Any, world: Path) -> None:
    """The event comes with a draw, never when slots are laid (face-up-cards)."""
    all_done(run, ["coin", "japan"], BEGIN, *HQS, *HELD)
    laid = done(run, "slots", "japan", "egypt", "alaska", "ural")
    assert not any("event" in note for note in laid["notes"])
    done(run, "slots", "peru", "egypt", "alaska", "ural")
    assert done(run, "events") == {"even": 1, "cards": 38, "share": 1 / 38, "places": ["japan"]}
    drawn = done(run, "draw", "ana", "alaska", "--new", "japan")
    assert any(note.startswith("An event: Japan has 2 coins") for note in drawn["notes"])


def test_the_last_coin_card_settles_its_star_once(run: Any, table: Path) -> None:
    """The most territories get it, a tie nobody, and never twice in a game (coin-pile-star)."""
    all_done(run, ["hand", "ana", "coin=5"], ["hand", "ben", "coin=4"])
    tied = done(run, "draw", "cy", "coin", "--dry-run")
    assert any("tied" in note for note in tied["notes"])
    done(run, "take", "ana", "peru")
    given = done(run, "draw", "cy", "coin")
    assert any("Ana has the most territories (4 territories)" in note for note in given["notes"])
    assert (of(table, "ana")["stars"], on_file(table)["coin_star"]) == (2, True)
    assert "settled" in text(refused(run, table, 3, "star", "ana", "--pile"))
    assert "No coin card is left" in text(refused(run, table, 3, "draw", "cy", "coin"))


def test_cards_nobody_wrote_down_are_only_counted(run: Any, game: Path) -> None:
    """Without hand and turn on record there is nothing to turn in, and the answer is given."""
    before = game.read_bytes()
    ended = run("hand", "ana", "--troops", "coin=2", "peru")
    assert (ended.code, ended.err) == (0, "")
    assert "3 coins: 4 troops" in ended.out
    assert game.read_bytes() == before
    few = run("hand", "ana", "--troops", "coin")
    assert "Too few coins" in few.out
    all_done(run, ["next"], ["hand", "ana", "--troops", "coin=2", "peru"])
    assert on_file(game)["turned_in"] is True


# --- answers by the table ---


def test_troops_by_the_table(run: Any, table: Path) -> None:
    """`troops PLAYER` needs no more words, counts cities, and says what it rests on."""
    done(run, "city", "major", "alberta", "Big", "--game", "1", "--by", "ana", "--anyway", "so")
    done(run, "hold", "ana", "alaska", "alberta", "ontario", "australia", "japan", "kamchatka")
    data = done(run, "troops", "ana")
    assert (data["territories"], data["population"], data["total"]) == (9, 2, 3 + 2)
    assert set(data["holds"]) == set(of(table, "ana")["holds"])
    assert done(run, "troops", "ana", "--coins", "5")["total"] == 5 + 10
    done(run, "hold", "ana", "none")
    assert "joins the war with 4 troops" in text(refused(run, table, 3, "troops", "ana"))


def test_troops_say_what_is_not_on_record(run: Any, game: Path) -> None:
    """Where only the HQ or a capture is known, the answer says so."""
    assert "Only the HQ is on record" in run("troops", "ana").out
    done(run, "take", "ana", "egypt")
    assert (
        "Only some of it is on record; all that is held: legacytrack hold ana PLACES"
        in run("troops", "ana").out
    )
    done(run, "hold", "ana", "alaska", "egypt")
    assert "on record" not in run("troops", "ana").out


def test_dice_by_the_table(run: Any, table: Path) -> None:
    """The powers of whose turn it is and of who holds the place count without being typed."""
    all_done(
        run,
        ["power", "bear", "three-alike", "--game", "1"],
        ["power", "khan", "hq-troop", "--game", "1"],
        ["next", "cy"],
    )
    told = run("battle", "4,4,4", "5,3", "--at", "egypt")
    assert "By the table Enclave of the Bear attacks, Khan Industries defends." in told.out
    assert "Every defender there goes" in told.out
    assert "Every defender" not in run("battle", "4,4,4", "5,3").out
    likelier = done(run, "odds", "5", "4", "--at", "egypt")["win"]
    assert likelier > done(run, "odds", "5", "4")["win"]


def test_reach_with_and_without_a_game(run: Any, world: Path) -> None:
    """Where a maneuver may go needs what is held: from the table, or typed (one-maneuver)."""
    assert "--holds" in text(refused(run, world, 2, "reach", "peru"))
    typed = done(run, "reach", "peru", "--holds", "south-america")
    assert set(typed["reach"]) == {"argentina", "brazil", "venezuela"}
    all_done(run, BEGIN, *HQS, *HELD)
    found = done(run, "reach", "alaska")
    assert found["reach"] == {
        "alberta": ["alaska", "alberta"],
        "ontario": ["alaska", "alberta", "ontario"],
    }
    done(run, "take", "ana", "peru")
    assert done(run, "reach", "alaska")["cut_off"] == ["peru"]
    assert done(run, "reach", "alaska", "peru")["reach"] == {}
    assert "cannot go to Peru" in run("reach", "alaska", "peru").out


# --- turns ---


def test_turns_go_round_and_tell_what_is_due(run: Any, table: Path) -> None:
    """`next` begins with the first, goes clockwise, and says what was earned and what is due."""
    assert [done(run, "next")["said"] for _ in range(4)] == [
        "It is the turn of Ana.",
        "It is the turn of Ben.",
        "It is the turn of Cy.",
        "It is the turn of Ana.",
    ]
    done(run, "take", "ana", "china")
    assert on_file(table)["conquered"] is True
    notes = done(run, "next")["notes"]
    assert any("a card is due (legacytrack draw ana CARD)" in note for note in notes)
    assert any(note.startswith("Ben recruits 3 troops") for note in notes)
    assert "conquered" not in on_file(table)
    late = refused(run, table, 3, "draw", "ana", "coin")
    assert "It is the turn of Ben." in text(late)


def test_no_card_without_a_conquest(run: Any, table: Path) -> None:
    """Expanding earns no card where everything is on record (one-card-a-turn)."""
    all_done(run, ["next"], ["take", "ana", "kamchatka"])
    assert "took no territory from an enemy" in text(refused(run, table, 3, "draw", "ana", "coin"))


# --- the game and its players in the file ---


def test_the_table_in_the_world_file(run: Any, table: Path) -> None:
    """`[game.players.*]` has faction, hq, holds, stars, missiles, as lists of ids and numbers."""
    assert of(table, "ben") == {
        "faction": "khan-industries",
        "hq": "egypt",
        "holds": ["east-africa", "egypt", "north-africa"],
        "stars": 1,
        "missiles": 0,
    }
    written = table.read_text(encoding="utf-8")
    assert 'holds = ["east-africa", "egypt", "north-africa"]' in written
    assert "[game.players.ben]" in written


def test_a_table_written_by_hand_is_read(run: Any, table: Path) -> None:
    """Holdings may be edited by hand; the next record takes them in, and undo gives them back."""
    written = table.read_text(encoding="utf-8")
    by_hand = written.replace('holds = ["china", "india"]', 'holds = ["china", "peru"] # mine')
    by_hand = by_hand.replace('holds = ["india", "china"]', 'holds = ["china", "peru"] # mine')
    assert by_hand != written
    table.write_text(by_hand, encoding="utf-8")
    assert seated(run)["cy"]["territories"] == 2
    assert "Edited by hand: game.players.cy." in run("take", "ana", "kamchatka").err
    assert "# mine" in table.read_text(encoding="utf-8")
    done(run, "undo")
    assert of(table, "cy")["holds"] == ["china", "peru"]
    done(run, "undo")
    assert set(of(table, "cy")["holds"]) == {"china", "india"}


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("stars = 1", "stars = -1", "world-shape"),
        ("missiles = 0", 'missiles = "many"', "world-shape"),
        ('hq = "egypt"', 'hq = "china"', "hq-once"),
        ('"north-africa"]', '"china"]', "control"),
        ('"north-africa"]', '"nowhere"]', "unknown-name"),
        ('"north-africa"]', "5]", "world-shape"),
    ],
)
def test_a_slip_by_hand_is_found_by_check(
    run: Any, table: Path, old: str, new: str, rule: str
) -> None:
    """What cannot lie on a table is told by `check`, and breaks no answer."""
    written = table.read_text(encoding="utf-8")
    at = written.index("[game.players.ben]")
    assert old in written[at:]
    table.write_text(written[:at] + written[at:].replace(old, new, 1), encoding="utf-8")
    ended = run("check", "--json")
    assert ended.code == 3
    assert rule in [each["rule"] for each in ended.json["data"]["findings"]]
    assert run("status").code == 0
    assert run("troops", "cy").code == 0


def test_status_for_programs(run: Any, table: Path) -> None:
    """Every player has territories, population, continents, HQs, stars, missiles and coins."""
    all_done(run, ["hand", "ana", "peru", "coin"], ["next"])
    data = done(run, "status")["game"]
    assert (data["number"], data["turn"]) == (1, "ana")
    ana, ben = data["players"][:2]
    assert {key: ana[key] for key in ("territories", "population", "continents", "hqs")} == {
        "territories": 3,
        "population": 0,
        "continents": [],
        "hqs": ["alaska"],
    }
    assert (ana["red_stars"], ana["missiles"], ana["coins"]) == (2, 0, 2)
    assert (ben["cards"], ben["coins"], ben["out"]) == (None, None, False)


def test_what_is_not_recorded_is_told_as_such(run: Any, game: Path) -> None:
    """Holdings and cards nobody typed are null for programs, never zero."""
    ana = seated(run)["ana"]
    assert (ana["holds"], ana["territories"], ana["cards"], ana["coins"]) == (None,) * 4
    assert ana["red_stars"] == 2


def test_undo_across_a_signature_brings_the_table_back(run: Any, table: Path) -> None:
    """Taking back a signature gives back turn, holdings, hands and slots, byte for byte."""
    all_done(run, ["hand", "ana", "peru"], ["next"], ["slots", "ural", "egypt", "alaska", "japan"])
    before = table.read_bytes()
    done(run, "sign", "ana", "--yes")
    assert on_file(table) == {}
    assert "holds" not in table.read_text(encoding="utf-8")
    done(run, "undo", "--yes")
    assert table.read_bytes() == before


def test_what_was_held_goes_into_the_past_game_and_can_be_corrected(run: Any, table: Path) -> None:
    """The table tells where rewards may go; `correct` says otherwise (held-on-one-reward)."""
    done(run, "sign", "ana", "--yes")
    wrong = refused(run, table, 3, "coin", "peru", "--by", "ben")
    assert "Ben did not hold Peru" in text(wrong)
    all_done(run, ["correct", "1", "ben", "--held", "peru"], ["coin", "peru", "--by", "ben"])


def test_a_player_who_is_renamed_keeps_turn_and_table(run: Any, table: Path) -> None:
    """A new name of a player goes through all the game that is on."""
    all_done(run, ["next", "ben"], ["hand", "ben", "coin=2"])
    before = on_file(table)["players"]
    done(run, "player", "rename", "ben", "Benedikt")
    status = done(run, "status")["game"]
    who = status["turn"]
    assert who in on_file(table)["players"]
    assert on_file(table)["players"][who]["holds"] == before["ben"]["holds"]
    assert done(run, "next")["said"] == "It is the turn of Cy."
    assert "Benedikt" in run("status").out


def test_a_player_who_is_merged_keeps_turn_and_table(run: Any, table: Path) -> None:
    """Two names for one person: what the one holds is held by the other, the turn as well."""
    all_done(run, ["next", "ben"], ["player", "merge", "ben", "dee"])
    on = on_file(table)
    assert ("ben" in on["players"]) != ("dee" in on["players"])
    who = "dee" if "dee" in on["players"] else "ben"
    assert on["turn"] == who
    assert set(on["players"][who]["holds"]) == {"egypt", "north-africa", "east-africa"}
    assert done(run, "take", who, "madagascar")["notes"] == []


def test_two_at_the_table_are_not_one(run: Any, table: Path) -> None:
    """Two players of one game are two people; nothing is merged away."""
    errors = refused(run, table, 3, "player", "merge", "ben", "cy")
    assert [error["what"] for error in errors] == [
        "Ben and Cy both played in game 1: they are two people."
    ]


def test_a_name_of_two_words_without_quotation_marks(run: Any, game: Path) -> None:
    """Where one place is wanted, a second word is named, and the way to type a long name is told."""
    ended = run("hq", "ben", "great", "britain")
    assert (ended.code, ended.out) == (2, "")
    assert "Too many words: britain." in ended.err
    assert '"great britain"' in ended.err
