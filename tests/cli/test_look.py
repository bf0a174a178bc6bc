"""Look: show, supply, log; and that a slip in the file stops none of it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from legacytrack.model.box import Box
from legacytrack.store.box_files import EXAMPLE

SCARRED = {
    *("greenland", "brazil", "great-britain", "iceland", "western-europe", "middle-east"),
}
CITIES = {
    *("ontario", "western-united-states", "great-britain", "russia", "scandinavia"),
    *("north-africa", "india", "kamchatka", "siberia", "new-guinea"),
}


@pytest.fixture
def example(machine: Path) -> Path:
    """The example world as the world of this folder."""
    return Path(shutil.copy(EXAMPLE, machine / "world.toml"))


@pytest.fixture
def evening(run: Any, machine: Path) -> Path:
    """A world with a history of seven changes, one of them undone."""
    for words in (
        ["new", "Thursday", "--players", "Ana, Ben", "--here"],
        ["coin", "brazil", "peru"],
        ["scar", "bunker", "alaska", "--by", "ben", "--game", "1"],
        ["city", "major", "ural", "Stalgrad", "--by", "ana", "--game", "1"],
        ["fortify", "ural", "--game", "2"],
        ["wear", "ural", "10"],
        ["undo"],
    ):
        assert run(*words).code == 0
    return machine / "world.toml"


def data(run: Any, *words: str) -> Any:
    """Run a question that has to be answered, and give its data."""
    ended = run(*words, "--json")
    assert (ended.code, ended.err, ended.json["errors"]) == (0, "", [])
    return ended.json["data"]


# --- show ---


def test_the_whole_world(run: Any, example: Path) -> None:
    """Without a word everything that was done to the world is shown, and nothing else."""
    found = data(run, "show")
    assert found["name"] == "Example world"
    assert found["players"] == {"ana": "Ana", "ben": "Ben", "cy": "Cy", "dee": "Dee"}
    assert {each["territory"] for each in found["territories"]} == SCARRED | CITIES
    assert found["cards"]["japan"] == 3
    assert found["factions"]["imperial-balkania"] == ["round-up"]
    out = run("show").out
    for fact in (
        "Example world",
        "Dee",
        "Sunny Glasgow",
        "Ammo Shortage",
        "Madagascar",
        "HQ Troop",
    ):
        assert fact in out


def test_an_empty_world(run: Any, machine: Path) -> None:
    """A world of which nothing is known yet is shown too."""
    (machine / "world.toml").write_text("")
    assert run("show").code == 0
    assert data(run, "show")["territories"] == []
    assert data(run, "show", "--scarred") == {"territories": []}


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (["--scarred"], lambda all: SCARRED),
        (["--unscarred"], lambda all: all - SCARRED),
        (["--cities"], lambda all: CITIES),
        (["--no-city"], lambda all: all - CITIES),
        (["--unmarked"], lambda all: all - CITIES - SCARRED),
        (["--scarred", "--cities"], lambda all: {"great-britain"}),
        (["--no-city", "--scarred"], lambda all: SCARRED - {"great-britain"}),
        (["--scarred", "--unscarred"], lambda all: set()),
    ],
)
def test_filters(run: Any, example: Path, box: Box, flags: list[str], expected: Any) -> None:
    """Each filter shows what it says; several together show what fits all of them."""
    wanted = expected(set(box.territories))
    found = data(run, "show", *flags)["territories"]
    assert {each["territory"] for each in found} == wanted
    out = run("show", *flags).out
    assert all(f"  {box.territories[id].name}" in out for id in wanted)
    assert len(out.splitlines()) == len(wanted) + 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["europe"], ["great-britain", "russia", "scandinavia"]),
        (["your hope"], ["great-britain", "russia", "scandinavia"]),
        (["ural,russia", "UK"], ["russia", "great-britain"]),
        (["ural"], []),
    ],
)
def test_a_filter_among_places(
    run: Any, example: Path, words: list[str], expected: list[str]
) -> None:
    """With places a filter picks among them, a continent standing for its territories."""
    found = data(run, "show", "--cities", *words)["territories"]
    assert [each["territory"] for each in found] == expected


def test_a_fortification_is_a_mark(run: Any, evening: Path) -> None:
    """A fortified place is not unmarked, and its boxes are told."""
    found = data(run, "show", "ural")
    assert found["fortification"]["boxes"] == 0
    assert found["fortified"] is True
    assert "10 boxes left" in run("show", "ural").out
    run("wear", "ural", "10")
    assert data(run, "show", "ural")["fortified"] is False


@pytest.mark.parametrize(
    "word", ["great-britain", "Great Britain", "GB", "UK", "gréat b", "sunny glasgow", "glasgow"]
)
def test_one_territory(run: Any, example: Path, box: Box, word: str) -> None:
    """By any of its names a territory shows its borders, marks, card and whether one may start."""
    found = data(run, "show", word)
    assert found["territory"] == "great-britain"
    assert found["borders"] == list(box.territories["great-britain"].borders)
    assert found["scar"] == {"kind": "ammo-shortage", "game": 2, "by": "ana"}
    assert found["city"]["name"] == "Sunny Glasgow"
    assert (found["population"], found["coins"], found["destroyed"]) == (2, 1, False)
    out = run("show", word).out
    for fact in ("Europe", "Iceland", "Sunny Glasgow", "game 3, Cy", "game 2, Ana", "2 troops"):
        assert fact in out


def test_what_was_cancelled_and_destroyed(run: Any, example: Path) -> None:
    """A cancelled scar and a destroyed card are shown with game and player."""
    assert run("cancel", "brazil", "--by", "ana", "--game", "4").code == 0
    assert run("destroy", "brazil", "--by", "cy", "--game", "4").code == 0
    out = run("show", "brazil").out
    assert "Ammo Shortage" in out
    assert "game 4, Ana" in out
    assert "game 4, Cy" in out
    assert data(run, "show", "brazil")["destroyed"] is True
    assert data(run, "show", "brazil")["scar"] is None


@pytest.mark.parametrize("word", ["europe", "Europe", "your hope"])
def test_one_continent(run: Any, example: Path, box: Box, word: str) -> None:
    """A continent shows its name, what it pays to whom, and all its territories."""
    found = data(run, "show", word)
    assert (found["continent"], found["name"], found["pays"]) == ("europe", "Your Hope", 5)
    ids = [each["territory"] for each in found["territories"]]
    assert ids == list(box.continents["europe"].territories)
    out = run("show", word).out
    assert "Ana" in out
    assert all(box.territories[id].name in out for id in ids)


def test_one_player(run: Any, example: Path) -> None:
    """A player shows the cities, scars and continent names that are theirs."""
    found = data(run, "show", "ana")
    assert found["cities"] == ["western-united-states", "india"]
    assert found["scars"] == ["great-britain", "middle-east"]
    assert found["continents"] == ["north-america", "europe"]
    assert "Delhicatessen" in run("show", "ana").out


def test_one_faction_and_all(run: Any, example: Path, box: Box) -> None:
    """A faction shows both its starting powers and which was chosen; factions shows all five."""
    found = data(run, "show", "khan")["factions"]
    assert [(each["faction"], each["powers"]) for each in found] == [
        ("khan-industries", ["hq-troop"])
    ]
    lines = run("show", "khan").out.splitlines()
    assert any("HQ Troop" in line and "chosen" in line for line in lines)
    assert any("Card Troop" in line and "destroyed" in line for line in lines)
    assert [each["faction"] for each in data(run, "show", "factions")["factions"]] == list(
        box.factions
    )


def test_all_cards(run: Any, example: Path, box: Box) -> None:
    """cards shows every card with its coins, the destroyed ones too."""
    run("destroy", "peru", "--game", "4")
    cards = data(run, "show", "cards")["cards"]
    assert list(cards) == list(box.territories)
    assert (cards["japan"]["coins"], cards["ural"]["coins"]) == (3, 1)
    assert cards["peru"]["destroyed"] is True
    lines = run("show", "cards").out.splitlines()
    assert ["Peru", "destroyed"] in [line.split() for line in lines]
    assert len(lines) == 43


def test_several_at_once(run: Any, example: Path) -> None:
    """Words of different kinds are shown one after the other, with spaces or commas between."""
    found = data(run, "show", "alaska,ana", "europe")["shown"]
    assert found[0]["territory"] == "alaska"
    assert found[1]["player"] == "ana"
    assert found[2]["continent"] == "europe"
    out = run("show", "alaska,ana", "europe").out
    assert out == run("show", "alaska").out + run("show", "ana").out + run("show", "europe").out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["alaksa"], 5, "Alaska"),
        (["the US"], 5, "Eastern United States"),
        (["xyzzy"], 5, "xyzzy"),
        (["ben", "--scarred"], 5, "ben"),
        (["--nonsense"], 2, "--nonsense"),
    ],
)
def test_mistakes_with_show(
    run: Any, example: Path, words: list[str], code: int, said: str
) -> None:
    """An unknown or unclear name is asked about, and nothing is on stdout."""
    ended = run("show", *words)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err


# --- supply ---


def test_supply(run: Any, example: Path, box: Box) -> None:
    """Every supply of the box tells printed, used and left, and they add up."""
    found = data(run, "supply")
    assert set(found) == {rule.id for rule in box.rules.values() if rule.supply}
    for id, each in found.items():
        assert each["limit"] == box.number(id)
        assert each["used"] + each["left"] == each["limit"]
    assert found["bunker-supply"] == {"limit": 3, "used": 3, "left": 0}
    assert found["minor-city-supply"]["left"] == 0
    assert found["held-on-coins"]["used"] == 3
    lines = [line.split() for line in run("supply").out.splitlines()]
    assert any(line[-4:] == ["3", "3", "0", "bunker-supply"] for line in lines)


def test_a_cancelled_scar_stays_used(run: Any, example: Path) -> None:
    """A sticker counts once it was used, also after its mark left the board."""
    run("cancel", "brazil", "--game", "4")
    found = data(run, "supply")
    assert found["ammo-shortage-supply"]["left"] == 0
    assert found["cancel-supply"]["used"] == 1


def test_nothing_is_left_of_a_surplus(run: Any, example: Path) -> None:
    """More used than printed is left 0, never less."""
    run("scar", "bunker", "alaska", "--game", "4", "--anyway", "packet")
    assert data(run, "supply")["bunker-supply"] == {"limit": 3, "used": 4, "left": 0}


# --- log ---


def test_log_tells_every_change(run: Any, evening: Path) -> None:
    """The history lists every change in order with number, time, command and sentence."""
    entries = data(run, "log")["entries"]
    assert [entry["number"] for entry in entries] == list(range(1, 8))
    assert entries[1]["command"] == "coin brazil peru"
    assert entries[2]["said"].startswith("Bunker on Alaska")
    assert all(entry["time"].endswith("+00:00") for entry in entries)
    assert [entry["in_force"] for entry in entries] == [True] * 5 + [False, True]
    assert entries[6]["undoes"] == [6]
    out = run("log").out.splitlines()
    assert len(out) == 8
    assert "undone" in out[6]


def test_the_last_lines(run: Any, evening: Path) -> None:
    """--last shows the last lines alone, and all when there are not so many."""
    assert [each["number"] for each in data(run, "log", "--last", "2")["entries"]] == [6, 7]
    assert len(data(run, "log", "--last", "99")["entries"]) == 7
    for number in ("0", "-1", "x"):
        assert run("log", "--last", number).code == 2


def test_the_lines_of_a_game(run: Any, evening: Path) -> None:
    """--game shows the records of one game; a game without any says so."""
    assert [each["number"] for each in data(run, "log", "--game", "1")["entries"]] == [3, 4]
    found = data(run, "log", "--game", "1", "--last", "1")["entries"]
    assert [each["number"] for each in found] == [4]
    ended = run("log", "--game", "9")
    assert (ended.code, ended.out) == (2, "")
    assert "9" in ended.err


def test_no_history_yet(run: Any, example: Path) -> None:
    """A world without a history has an empty log, which is no mistake."""
    ended = run("log")
    assert ended.code == 0
    assert ended.out.strip()
    assert data(run, "log") == {"entries": []}


# --- what was typed in by hand ---


SLIPS = {
    "a new place": '[found.territories.far-island]\nname = "Far"\nland = ["brasil"]\nsea = ["x"]',
    "a sea line": '[found.links.bridge]\nfrom = "brasil"\nto = "egypt"',
    "what was held": '[games.1.players.ana]\nresult = "held-on"\nheld = ["brasil"]',
    "a game": '[games.1.players.ana]\nresult = "won"\nfaction = "bears"\nstart = "brasil"',
    "the game": '[game]\nnumber = 5\n[game.players.ana]\nfaction = "bears"\nhq = "brasil"',
    "a rule": '[found.rules.our-own]\nsays = "Take {x}, or {} {1}."',
}


@pytest.mark.parametrize("text", SLIPS.values(), ids=SLIPS)
def test_a_slip_by_hand_stops_no_look(run: Any, example: Path, text: str) -> None:
    """Whatever a hand-edited file names that nobody knows, every look at the world still answers."""
    example.write_text(f"{example.read_text(encoding='utf-8')}\n{text}\n", encoding="utf-8")
    place = "far-island" if "far-island" in text else "egypt"
    for words in (
        *(["status"], ["standings"], ["packets"], ["supply"], ["show"], ["show", place]),
        *(["starts", "ana"], ["troops", "ana", place], ["rules"], ["show", "ana"]),
    ):
        ended = run(*words)
        assert ended.code == 0, (words, ended)
    assert run("check").code in (0, 3)
