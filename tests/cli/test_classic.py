"""The plain game as a user types it: the deal, claims, cards and sets, a knock-out, the end."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

NEW = ["new", "Plain", "--box", "classic-risk", "--players", "Red, Blue, Ann", "--here"]
BEGIN = ["begin", "red", "blue", "ann"]
DEAL = ["deal", "--seed", "7"]
LEGACY = re.compile(
    r"(?i)\b(scar|missile|red star|hq|coin|token|join|reward|population|mission)s?\b"
)
# An evening of the plain game: Ann has one territory left, and cards enough for sets.
LATE = [
    ["hold", "red", "north-america", "south-america", "europe", "africa", "indonesia"],
    ["hold", "blue", "asia"],
    ["hold", "ann", "eastern-australia", "new-guinea", "western-australia"],
    ["next", "red"],
    ["take", "red", "eastern-australia,new-guinea"],
    ["hand", "red", "artillery=2", "wild"],
    ["hand", "ann", "infantry", "infantry", "cavalry"],
]


@pytest.fixture
def world(begin_with: Callable[..., Path]) -> Path:
    """The file of a plain world in this folder, three players, and no game on."""
    return begin_with(NEW)


@pytest.fixture
def game(begin_with: Callable[..., Path]) -> Path:
    """The same world with a game on, in which nothing is dealt."""
    return begin_with(NEW, BEGIN)


@pytest.fixture
def dealt(begin_with: Callable[..., Path]) -> Path:
    """The same game after the deal."""
    return begin_with(NEW, BEGIN, DEAL)


@pytest.fixture
def late(begin_with: Callable[..., Path]) -> Path:
    """The same game late in the evening."""
    return begin_with(NEW, BEGIN, *LATE)


def done(run: Any, *words: str) -> Any:
    """Run a command that has to be answered, and give its data."""
    ended = run(*words, "--json")
    assert (ended.code, ended.err, ended.json["errors"]) == (0, "", []), ended
    assert " unit" not in ended.out
    return ended.json["data"]


def refused(run: Any, *words: str) -> tuple[int, str]:
    """Run a command that has to be refused, and give its exit code and the first law."""
    ended = run(*words, "--json")
    assert ended.code, ended
    return ended.code, ended.json["errors"][0]["code"]


def on_file(world: Path) -> dict[str, Any]:
    """The table of the game that is on, as the world file has it."""
    return tomllib.loads(world.read_text(encoding="utf-8")).get("game", {})


# The deal and claims


def test_begin_says_how_many_troops_and_how_to_go_on(run: Any, world: Path) -> None:
    """Three players have 35 troops each; the board is dealt or claimed."""
    ended = run(*BEGIN)
    assert ended.code == 0
    assert "35" in ended.out
    assert "legacytrack deal" in ended.out
    assert "legacytrack take PLAYER PLACE" in ended.out
    assert all(seat == {"holds": []} for seat in on_file(world)["players"].values())


def test_the_deal_tells_its_seed_and_who_holds_what(run: Any, game: Path) -> None:
    """Without a seed one is made and told; typed again it deals the same."""
    first = done(run, "deal")
    counts = [len(each["territories"]) for each in first["players"]]
    assert counts == [14, 14, 14]
    assert [each["left_to_place"] for each in first["players"]] == [21, 21, 21]
    assert f"seed {first['seed']}" in first["said"]
    before = game.read_bytes()
    done(run, "undo")
    again = done(run, "deal", "--seed", str(first["seed"]))
    assert again["players"] == first["players"]
    assert game.read_bytes() == before


def test_a_dry_deal_writes_nothing(run: Any, game: Path) -> None:
    """It says what would be dealt, with the seed that deals it."""
    before = game.read_bytes()
    data = done(run, "deal", "--dry-run")
    assert (data["number"], game.read_bytes()) == (None, before)
    assert f"seed {data['seed']}" in data["said"]


def test_a_second_deal_is_refused(run: Any, dealt: Path) -> None:
    """What is dealt is not dealt again, nor before a game begins."""
    assert refused(run, "deal") == (3, "claiming")


def test_status_before_the_first_turn(run: Any, game: Path) -> None:
    """Status tells the troops left to place, and how to go on: by the deal, by claims, with a turn."""
    data = done(run, "status")
    assert data["go_on"] == "legacytrack deal; or claim in turns: legacytrack take red PLACE"
    assert [each["left_to_place"] for each in data["game"]["players"]] == [35, 35, 35]
    run("take", "red", "alaska")
    data = done(run, "status")
    assert data["go_on"].startswith("legacytrack take blue PLACE (41 territories free)")
    assert "troops left to place  Red 34; Blue 35; Ann 35" in run("status").out
    run("undo")
    run(*DEAL)
    assert done(run, "status")["go_on"] == "place the troops that are left, then legacytrack next"
    run("next")
    data = done(run, "status")
    assert "left_to_place" not in data["game"]["players"][0]
    assert "legacytrack take PLAYER PLACE" in data["go_on"]


def test_places_are_claimed(run: Any, game: Path) -> None:
    """A claim takes a free place; what somebody holds is refused, unless a house rule allows it."""
    assert run("take", "red", "alaska").out.startswith("Red claims Alaska.\n")
    assert refused(run, "take", "blue", "alaska") == (3, "claiming")
    assert run("take", "blue", "alaska", "--anyway", "swapped").code == 0
    seats = on_file(game)["players"]
    assert (seats["red"], seats["blue"]["holds"]) == ({"holds": []}, ["alaska"])
    assert "Waived" not in run("check").err
    assert run("check").code == 0


def test_claims_at_the_prompt(process: Any, game: Path) -> None:
    """At the prompt the table shows the troops that are left."""
    ended = process("play", stdin="take red alaska\ntake blue peru\n")
    assert ended.code == 0
    assert "Red 34; Blue 34; Ann 35" in ended.out


# Cards and sets


def test_cards_by_their_names(run: Any, world: Path) -> None:
    """Symbols go by id, name or beginning, with commas or spaces; several of one with a number."""
    for words in (
        ["infantry", "infantry", "wild"],
        ["inf,inf,wild"],
        ["infantry=2", "wild card"],
        ["i", "I", "w"],
        ["infantry", "infantry", "wild", "card"],
    ):
        data = done(run, "cards", *words)
        assert data == {
            "cards": ["infantry", "infantry", "wild"],
            "sets": [["infantry", "infantry", "wild"]],
            "must": False,
            "set_number": 1,
            "troops": 4,
        }


def test_cards_say_what_a_hand_is_good_for(run: Any, game: Path) -> None:
    """Which sets, what the next one brings by the game that is on, and that one is due."""
    assert run("cards", "infantry", "cavalry").out == (
        "2 cards: no set; the next one turned in brings 4 troops (1st set).\n"
    )
    run("hand", "blue", "--troops", "infantry=3")
    ended = run("cards", "i=3", "c", "a")
    assert ended.out == (
        "5 cards: 2 different sets; the next one turned in brings 6 troops (2nd set).\n"
        "  turn in  infantry, infantry, infantry\n"
        "  or       infantry, cavalry, artillery\n"
        "note: With 5 cards a set must be turned in.\n"
    )


@pytest.mark.parametrize(
    ("words", "code", "law"),
    [
        (["elephant"], 5, "unknown-name"),
        (["3", "2"], 5, "unknown-name"),
        (["2", "infantry"], 5, "unknown-name"),
        (["wild=3"], 3, "wild-cards"),
        (["infantry=x"], 5, "unknown-name"),
        (["infantry=0"], 2, "usage"),
        ([","], 2, "usage"),
        (["\x1b[31m"], 5, "unknown-name"),
        (["[red]"], 5, "unknown-name"),
        (["x" * 500], 5, "unknown-name"),
    ],
)
def test_words_that_are_no_cards(
    run: Any, world: Path, words: list[str], code: int, law: str
) -> None:
    """What is no card is asked about, and no control character comes back."""
    assert refused(run, "cards", *words) == (code, law)
    assert "\x1b" not in run("cards", *words).err


def test_a_hand_is_kept(run: Any, dealt: Path) -> None:
    """Written down, shown with its sets, turned in; the count of sets is kept for everybody."""
    assert done(run, "hand", "red")["cards"] == []
    assert "nothing on record" in run("hand", "red").out
    assert done(run, "hand", "red", "infantry=3", "cavalry")["said"].startswith("Red has infantry")
    data = done(run, "hand", "red")
    assert (data["player"], data["sets"]) == ("red", [["infantry"] * 3])
    assert "legacytrack hand red --troops infantry,infantry,infantry" in run("hand", "red").out
    data = done(run, "hand", "red", "--troops", "infantry", "infantry", "infantry")
    assert data["said"] == "Red gets 4 troops for infantry, infantry, infantry (1st set)."
    assert (data["set_number"], data["troops"]) == (1, 4)
    assert on_file(dealt)["sets"] == 1
    assert on_file(dealt)["players"]["red"]["cards"] == ["cavalry"]
    assert refused(run, "hand", "red", "--troops", "cavalry=3") == (3, "card-sets")
    assert refused(run, "hand", "red", "--troops", ",") == (2, "usage")
    assert done(run, "hand", "red", "none")["said"] == "Red has no card."


def test_sets_are_undone_to_the_byte(run: Any, dealt: Path) -> None:
    """Each set turned in is taken back with its count, one after the other."""
    texts = [dealt.read_bytes()]
    for words in (
        ["hand", "red", "i=3", "c=3"],
        ["hand", "red", "--troops", "i=3"],
        ["hand", "blue", "--troops", "i,c,a"],
        ["hand", "red", "--troops", "c=3"],
    ):
        done(run, *words)
        texts.append(dealt.read_bytes())
    assert [tomllib.loads(text.decode())["game"].get("sets") for text in texts] == [
        *(None, None, 1, 2, 3)
    ]
    assert "sets = 3\n" in dealt.read_text("utf-8")
    for text in reversed(texts[:-1]):
        done(run, "undo")
        assert dealt.read_bytes() == text
    for text in texts[1:]:
        done(run, "redo")
        assert dealt.read_bytes() == text


@pytest.mark.parametrize(
    ("words", "total", "last"),
    [
        (["troops", "14", "--set"], 4 + 6, "2nd set"),
        (["troops", "red", "--set"], 4 + 6, "2nd set"),
        (["troops", "red", "europe", "--set"], 3 + 5 + 6, "2nd set"),
        (["troops", "14", "--continent", "asia", "--set"], 4 + 7 + 6, "2nd set"),
    ],
)
def test_troops_with_a_set(run: Any, dealt: Path, words: list[str], total: int, last: str) -> None:
    """The worth of the next set is a line of the sum, after one was turned in."""
    run("hand", "blue", "--troops", "i=3")
    data = done(run, *words)
    assert data["total"] == total
    assert data["lines"][-1] == {
        "what": "set of cards",
        "troops": 6,
        "how": last,
        "rule": "card-sets",
    }
    assert done(run, *words[:-1])["total"] == total - 6


def test_a_card_a_turn(run: Any, dealt: Path) -> None:
    """A conquest earns one card; none without it, and no second one."""
    run("next", "red")
    assert refused(run, "draw", "red", "infantry") == (3, "one-card-a-turn")
    run("take", "red", "siam")
    assert done(run, "draw", "red", "cav")["said"] == "Red takes a card: cavalry."
    assert refused(run, "draw", "red", "cav") == (3, "one-card-a-turn")
    assert refused(run, "draw", "red", "cav=2") == (2, "usage")
    assert refused(run, "draw", "red", "peru") == (5, "unknown-name")
    assert "a mission" not in run("draw", "red", "cav").err


# A knock-out and the end


def test_a_knock_out_hands_the_cards_over(run: Any, late: Path) -> None:
    """Ann is out, Red has six cards, and a set must be turned in at once."""
    data = done(run, "take", "red", "western-australia")
    assert data["notes"][:2] == [
        "Ann is knocked out, and out of the game: Red gets 3 cards.",
        "At once: Red has 6 cards: a set must be turned in, for 4 troops "
        "(legacytrack hand red --troops infantry,cavalry,artillery).",
    ]
    seats = on_file(late)["players"]
    assert (seats["ann"]["out"], seats["ann"]["holds"], seats["ann"]["cards"]) == (True, [], [])
    assert len(seats["red"]["cards"]) == 6
    assert run("next").out.startswith("It is the turn of Blue.")
    assert run("next").out.startswith("It is the turn of Red.")  # not of Ann
    assert refused(run, "hold", "ann", "siam") == (3, "knocked-out")


def test_a_knock_out_is_undone_to_the_byte(run: Any, late: Path) -> None:
    """Holdings, cards and the state of being out come back."""
    before = late.read_bytes()
    done(run, "take", "red", "western-australia")
    done(run, "undo")
    assert late.read_bytes() == before


def test_the_whole_board_wins(run: Any, late: Path) -> None:
    """With the last territory the game is won, which is said once, signed and kept."""
    done(run, "take", "red", "western-australia")
    notes = done(run, "take", "red", "asia")["notes"]
    assert [note for note in notes if "wins" in note] == [
        "Red holds the whole board and wins: legacytrack sign red"
    ]
    assert done(run, "status")["go_on"] == "legacytrack sign red (the whole board wins)"
    ended = run("sign", "red", "--yes", "--date", "2026-01-03")
    assert ended.out.startswith("Red wins game 1; out: Blue, Ann.\n")
    rows = {each["player"]: each for each in done(run, "standings")["players"]}
    assert rows["red"]["wins"] == 1
    assert [rows[id]["results"].get("eliminated", 0) for id in ("red", "blue", "ann")] == [0, 1, 1]
    assert run("check").out == "Nothing is wrong.\n"
    assert "Red won" in run("summary", "--game", "1").out


def test_leaving_a_place_empty_is_refused(run: Any, late: Path) -> None:
    """A territory has a troop in it always; who holds it is put right with hold."""
    assert refused(run, "leave", "ann", "western-australia") == (3, "control")
    assert "If Ann lost the last territory" in run("hold", "ann", "none").out


def test_no_word_of_the_first_box(run: Any, late: Path) -> None:
    """No answer at the table of the plain game speaks of what it has not."""
    said = [
        run(*words)
        for words in (
            ["take", "red", "western-australia"],
            ["hand", "red"],
            ["hand", "red", "--troops", "artillery=2,wild"],
            ["draw", "red", "cavalry"],
            ["troops", "red", "--set"],
            ["cards", "i", "c", "a"],
            ["next"],
            ["status"],
            ["out", "blue"],
            ["hold", "blue", "none"],
            ["sign", "red", "--yes"],
        )
    ]
    for ended in said:
        assert not LEGACY.findall(ended.out + ended.err), ended


@pytest.mark.parametrize(
    "words",
    [
        ["hand", "red", "--star", "i=3"],
        ["draw", "red", "i", "--new", "peru"],
        ["draw", "red", "mission", "--stars", "1"],
        ["troops", "14", "--coins", "3"],
        ["join", "red", "peru"],
        ["slots"],
        ["star", "red"],
    ],
)
def test_what_the_box_has_not_is_refused(run: Any, dealt: Path, words: list[str]) -> None:
    """Commands and options of the first box say that there is no such thing."""
    assert refused(run, *words) == (3, "not-in-this-box")


@pytest.mark.parametrize(
    "words",
    [
        *(["battle", "6,5,2", "5,4"], ["battle", "6,5", "5", "--at", "siam"]),
        *(["battle", "--roll", "9", "4", "--at", "siam"], ["battle", "--auto", "9", "4"]),
        *(["odds", "9", "4"], ["odds", "9", "4", "--at", "siam"], ["reach", "siam"]),
        *(["show"], ["show", "siam"], ["show", "asia"], ["show", "red"], ["map"], ["summary"]),
        *(["continents"], ["rules"], ["rules", "cards"], ["standings"], ["log"], ["check"]),
        *(["export", "json"], ["use"], ["where"]),
    ],
)
def test_every_look_works(run: Any, dealt: Path, words: list[str]) -> None:
    """Whatever is asked while a plain game is on has an answer."""
    done(run, *words)
    assert run(*words).code == 0


@pytest.mark.parametrize("words", [["deal"], ["troops", "14", "--set"]])
def test_what_the_first_box_has_not_is_refused(run: Any, machine: Path, words: list[str]) -> None:
    """In the first box, and where there is no world, nothing is dealt and there are no sets."""
    assert refused(run, *words) == (3, "not-in-this-box")
    run("new", "World", "--players", "Ana", "--here")
    assert refused(run, *words) == (3, "not-in-this-box")
    assert "--set" not in run("troops", "--help").out
    assert refused(run, "cards", "infantry") == (2, "usage")


def test_help_and_completion(run: Any, process: Any, dealt: Path) -> None:
    """Help lists the deal and the option for a set; TAB offers the symbols."""
    assert "  deal " in run("--help").out
    assert "--set" in run("troops", "--help").out
    for line in ("cards ", "hand red ", "draw red ", "hand red --troops "):
        ended = process(
            env={
                "_LEGACYTRACK_COMPLETE": "complete_bash",
                "COMP_WORDS": f"legacytrack {line}",
                "COMP_CWORD": str(len(line.split()) + 1),
            }
        )
        assert ended.out.split() == ["infantry", "cavalry", "artillery", "wild"], line


@pytest.mark.parametrize("name", ["[new berlin]", "[/x]", ":bomb:", "Côte d'Ivoire", "漢字"])
def test_odd_names_are_shown_as_they_are(run: Any, dealt: Path, name: str) -> None:
    """Names of players are text, in the notes of the deal and of knock-outs as well."""
    assert run("player", "rename", "red", name).code == 0
    run("hand", "red", "i=5")
    ended = run("next", "red")
    assert f"{name} has 5 cards: a set must be turned in" in ended.out
    run("undo", "--yes")
    assert name in run("hand", "red").out


def test_a_player_is_shown_with_the_games_won(run: Any, late: Path) -> None:
    """Of a player of the plain game there is nothing to tell but the games won."""
    run("sign", "red", "--yes")
    assert done(run, "show", "red")["won"] == [1]
    assert run("show", "red").out == "Red\n  games won  1\n"
    assert run("show", "blue").out == "Blue\n  games won  none\n"
