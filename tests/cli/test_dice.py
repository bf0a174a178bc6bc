"""Dice: battle settles a roll on the table, odds tell how a whole fight may end."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from legacytrack.store.box_files import EXAMPLE

WORLD = """
format = 1
box = "risk-legacy"
[players.ana]
name = "Ana"
[players.ben]
name = "Ben"
[players.cy]
name = "Cy"
[territories.ural]
city.kind = "minor-city"
city.name = "Stalgrad"
fortification.boxes = 9
scar.kind = "bunker"
[territories.brazil]
scar.kind = "ammo-shortage"
[factions.enclave-of-the-bear]
powers = ["lower-die"]
[factions.die-mechaniker]
powers = ["home-fortress"]
"""
ON = """
[game]
number = 2
[game.players.ana]
faction = "die-mechaniker"
hq = "egypt"
[game.players.ben]
faction = "enclave-of-the-bear"
hq = "peru"
[game.players.cy]
faction = "khan-industries"
"""


@pytest.fixture
def world(machine: Path) -> Path:
    """A world with a fortified, scarred city, a scar and two powers."""
    path = machine / "world.toml"
    path.write_text(WORLD, encoding="utf-8")
    return path


def data(run: Any, *words: str) -> Any:
    """Run a question that has to be answered, and give its data."""
    ended = run(*words, "--json")
    assert (ended.code, ended.err, ended.json["errors"]) == (0, "", []), ended
    return ended.json["data"]


def refusal(run: Any, code: int, *words: str) -> str:
    """Run a question that has to be refused, with a remedy; give what it says."""
    ended = run(*words)
    assert (ended.code, ended.out) == (code, ""), ended
    assert ended.err.startswith("error: ")
    assert "fix:" in ended.err
    return str(ended.err)


def losses(found: Any) -> tuple[int, int]:
    """What a roll cost the attacker and the defender."""
    return found["attacker_losses"], found["defender_losses"]


# --- battle ---


@pytest.mark.parametrize(
    ("words", "attack", "defence", "lost"),
    [
        (["6,5,2", "5,5"], [6, 5, 2], [5, 5], (1, 1)),
        (["2,5,6", "5,5"], [6, 5, 2], [5, 5], (1, 1)),
        (["6, 5,2", "5"], [6, 5, 2], [5], (0, 1)),
        (["3", "1,3"], [3], [3, 1], (1, 0)),
        (["6,5,2", "5,5", "--missile", "defence"], [6, 5, 2], [6, 5], (2, 0)),
        (["6,5,2", "5,5", "--missile", "attack"], [6, 6, 5], [5, 5], (0, 2)),
        (["6,5,2", "5,5", "--missile", "attack=5"], [6, 6, 2], [5, 5], (0, 2)),
        (["5,4", "4,3", "--missile", "attack,defence"], [6, 5], [6, 4], (1, 1)),
        (["6,5,2", "5,5", "--scar", "bunker"], [6, 5, 2], [6, 5], (2, 0)),
        (["6,5,2", "5,5", "--scar", "ammo"], [6, 5, 2], [5, 4], (0, 2)),
        (["6,5,2", "4,2", "--scar", "bunker", "--fortified", "3"], [6, 5, 2], [6, 3], (1, 1)),
        (["6,5,2", "5,4", "--power", "home-fortress", "--home"], [6, 5, 2], [6, 5], (2, 0)),
        (["6,5,2", "5,5", "--power", "lower-die"], [6, 5, 2], [5, 4], (0, 2)),
    ],
)
def test_a_roll_needs_no_world(
    run: Any, words: list[str], attack: list[int], defence: list[int], lost: tuple[int, int]
) -> None:
    """Dice as they fell, with what changes them by option: pairs, losses, and each change a step."""
    found = data(run, "battle", *words)
    assert (found["attack"], found["defence"], losses(found)) == (attack, defence, lost)
    assert all(step["what"] and step["rule"] for step in found["steps"])
    plain = run("battle", *words)
    assert (plain.code, plain.err) == (0, "")
    assert f"attacker loses {lost[0]}, the defender {lost[1]}" in plain.out
    for step in found["steps"]:
        assert step["what"] in plain.out
        assert step["rule"] in plain.out


def test_a_roll_at_a_place_takes_its_marks(run: Any, world: Path) -> None:
    """The scar, the fortification while boxes last, and the name of the city count."""
    found = data(run, "battle", "6,5,2", "4,2", "--at", "stalgrad")
    assert (found["place"], found["defence"], losses(found)) == ("ural", [6, 3], (1, 1))
    assert {(each["what"], each["value"]) for each in found["modifiers"]} == {
        ("Bunker", 1),
        ("fortification", 1),
    }
    assert found["natural"] == {"attack": [6, 5, 2], "defence": [4, 2]}
    assert data(run, "battle", "6,5,2", "4,2", "--at", "brazil")["defence"] == [3, 2]
    assert data(run, "battle", "6,5,2", "4,2", "--at", "alaska")["defence"] == [4, 2]


def test_three_troops_mark_a_box(run: Any, world: Path) -> None:
    """Three dice against a fortification: the answer offers the record, which then can be made."""
    wears = "legacytrack wear ural"
    assert wears in run("battle", "6,5,2", "4,2", "--at", "ural").out
    assert wears not in run("battle", "6,5", "4,2", "--at", "ural").out
    assert "wear" not in run("battle", "6,5,2", "4,2", "--at", "brazil").out
    assert run("wear", "ural").code == 0
    worn = run("battle", "6,5,2", "4,2", "--at", "ural")
    assert "wear" not in worn.out
    assert data(run, "battle", "6,5,2", "4,2", "--at", "ural")["defence"] == [5, 2]


def test_a_scar_that_is_played_stays(run: Any, world: Path) -> None:
    """A scar card played for this roll has to be recorded, and goes on no scarred place."""
    assert (
        "legacytrack scar bunker peru"
        in run(*("battle", "6,5,2", "5,5", "--at", "peru", "--scar", "bunker")).out
    )
    said = refusal(run, 3, "battle", "6,5,2", "5,5", "--at", "ural", "--scar", "ammo")
    assert "one-scar-per-territory" in said
    assert "Bunker" in said


def test_powers_come_from_the_world(run: Any, world: Path) -> None:
    """The powers on the cards of both factions count, and what holds once a turn is said."""
    found = data(run, "battle", "6,5,2", "5,5", "--attacker", "bear")
    assert found["defence"] == [5, 4]
    assert any("first territory" in reminder for reminder in found["reminders"])
    words = ("battle", "6,5,2", "5,5", "--attacker", "bear", "--defender", "mechaniker")
    assert data(run, *words)["defence"] == [5, 4]
    assert data(run, *words, "--home")["defence"] == [6, 5]
    assert "khan" in refusal(run, 2, "battle", "6", "5", "--attacker", "khan")
    refusal(run, 2, "battle", "6", "5", "--home")
    same = ("--attacker", "bear", "--defender", "enclave")
    assert "faction-once-a-game" in refusal(run, 2, "battle", "6", "5", *same)
    refusal(run, 5, "battle", "6", "5", "--attacker", "nobody")


def test_the_hq_is_known_from_the_game(run: Any, world: Path) -> None:
    """With a game on, the HQ of whoever plays the defending faction is at home without a word."""
    world.write_text(WORLD + ON, encoding="utf-8")
    words = ("battle", "6,5,2", "5,4", "--defender", "mechaniker", "--at")
    assert data(run, *words, "egypt")["defence"] == [6, 5]
    assert data(run, *words, "peru")["defence"] == [5, 4]
    assert data(run, *words, "alaska")["defence"] == [5, 4]


def test_dice_powers_are_computed(run: Any) -> None:
    """Three alike that beat somebody take all; two sixes close; both: two lost, and closed."""
    alike = data(run, "battle", "4,4,4", "5,3", "--power", "three-alike")
    assert (alike["conquered_at_once"], alike["closed"], losses(alike)) == (True, False, (1, 1))
    closed = data(run, "battle", "6,4,4", "6,6", "--power", "double-six")
    assert (closed["conquered_at_once"], closed["closed"]) == (False, True)
    words = ("battle", "4,4,4", "6,6", "--power", "double-six", "--power", "three-alike")
    both = data(run, *words)
    assert (both["conquered_at_once"], both["closed"], losses(both)) == (False, True, (2, 0))
    assert "natural-dice" in run(*words).out


def test_three_missiles_are_noticed(run: Any) -> None:
    """Three missiles in one roll meet a condition that is printed on a packet; two do not."""
    two = ["battle", "6,5,2", "5,5", "--missile", "attack", "--missile", "defence"]
    assert "three-missiles" not in run(*two).out
    assert "three-missiles" in run(*two, "--missile", "attack").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["0", "5"], "die-bounds"),
        (["6,5,7", "5"], "die-bounds"),
        (["6", "5,66"], "die-bounds"),
        (["6,5,2,1", "5"], "attack-dice"),
        (["6,5,2", "5,5,5"], "attack-dice"),
        ([",", "5"], "attack-dice"),
        (["6,5", "5", "--missile", "defence", "--missile", "defence"], "attack-dice"),
        (["6,5", "5", "--missile", "attack=4"], "attack-dice"),
        (["six", "5"], "six"),
        (["6", "5.5"], "5.5"),
        (["6", "1" * 5000], "no die"),
        (["6", "5", "--missile", "ana"], "--missile attack"),
        (["6", "5", "--missile", "attack=99"], "--missile attack"),
        (["6", "-5"], "-5"),
    ],
)
def test_dice_that_are_none_are_refused(run: Any, words: list[str], said: str) -> None:
    """What cannot lie on a table is exit 2, with the rule where there is one, and a remedy."""
    assert said in refusal(run, 2, "battle", *words)


@pytest.mark.parametrize(
    ("attack", "defence"), [("652", "55"), ("6,5,2", "55"), ("652", "5,5"), ("6, 5, 2", "5,5,")]
)
def test_dice_in_a_row(run: Any, attack: str, defence: str) -> None:
    """Dice have one digit each, so commas between them may be left out."""
    assert run("battle", attack, defence).out == run("battle", "6,5,2", "5,5").out
    assert run("battle", attack, defence).code == 0


@pytest.mark.parametrize(
    ("dice", "fact"), [("10", "0 is no die"), ("687", "8 is no die"), ("6,52", "52 is no die")]
)
def test_a_row_of_dice_that_are_none(run: Any, dice: str, fact: str) -> None:
    """Every die of a row shows 1 to 6, and no number of two digits is a die."""
    assert fact in refusal(run, 2, "battle", dice, "5")


def test_a_refused_roll_in_json(run: Any) -> None:
    """Programs get the rule, the side and the heading to look up."""
    ended = run("battle", "6,5,2", "5,5,5", "--json")
    (error,) = ended.json["errors"]
    assert ended.code == 2
    assert (error["code"], error["where"]) == ("attack-dice", "defence")
    assert error["cite"]
    assert error["fix"]


# --- odds ---


def test_odds_are_exact(run: Any) -> None:
    """Five troops, of which one stays, against three: a fraction, and what is left on average."""
    found = data(run, "odds", "5", "3")
    assert found["exact"] == "402241935565/626913312768"
    assert found["win"] == 402241935565 / 626913312768
    assert found["win"] == found["territories"][0]["taken"]
    for key in ("won", "lost", "defence"):
        assert all(0 < each["chance"] < 1 for each in found[key])
    assert sum(each["chance"] for each in found["won"]) == pytest.approx(found["win"])
    assert sum(each["chance"] for each in found["defence"]) == pytest.approx(1)
    left = sum(each["left"] * each["chance"] for each in found["won"] + found["lost"])
    assert found["attacker_left"] == pytest.approx(left)
    assert found["defender_left"] == pytest.approx(0.7645881225)
    assert found["needed"] == {"50": 5, "75": 6, "90": 8}
    assert found["at_least"] is None


def test_odds_for_people(run: Any) -> None:
    """The plain answer shows the chance, what is left, the troops needed and a distribution."""
    ended = run("odds", "9", "4", "--left", "6")
    assert (ended.code, ended.err) == (0, "")
    assert "88.8 %" in ended.out.splitlines()[0]
    assert "50 %: 6; 75 %: 8; 90 %: 10" in ended.out
    assert "5.86 of 9" in ended.out
    assert "at least 6 left" in ended.out
    assert ended.out.count("62.2 %") == 2
    assert "stays" in ended.out


@pytest.mark.parametrize(
    ("attackers", "words", "said"),
    [
        ("2", ["2"], " 10.6 %"),
        ("3", ["40"], "under 0.1 %"),
        ("60", ["2"], "over 99.9 %"),
        ("9", ["2", "--fortified", "10", "--scar", "bunker"], "Bunker"),
        ("4", ["40", "--power", "three-alike"], "2.5 %"),
    ],
)
def test_a_chance_is_never_rounded_to_certain(
    run: Any, attackers: str, words: list[str], said: str
) -> None:
    """What can go either way is neither 0 nor 100 percent, however small the rest."""
    ended = run("odds", attackers, *words)
    assert ended.code == 0
    assert said in ended.out
    assert " 0.0 %" not in ended.out
    assert " 100 %" not in ended.out


def test_marks_and_powers_change_the_odds(run: Any, world: Path) -> None:
    """A place with its marks, a scar card, boxes and powers: each pulls the way it should."""
    bare = data(run, "odds", "9", "4")["win"]
    assert data(run, "odds", "9", "4", "--at", "alaska")["win"] == bare
    bunker = data(run, "odds", "9", "4", "--scar", "bunker")["win"]
    here = data(run, "odds", "9", "4", "--at", "ural")
    assert here["territories"][0]["boxes"] == 1
    assert here["win"] < bunker < bare < data(run, "odds", "9", "4", "--at", "brazil")["win"]
    assert data(run, "odds", "9", "4", "--at", "ural", "--fortified", "0")["win"] == bunker
    assert data(run, "odds", "9", "4", "--at", "ural", "--fortified", "9")["win"] < here["win"]
    assert data(run, "odds", "9", "4", "--attacker", "bear")["win"] > bare
    home = data(run, "odds", "9", "4", "--defender", "mechaniker", "--home")["win"]
    assert home == data(run, "odds", "9", "4", "--power", "home-fortress", "--home")["win"]
    assert home < bare
    assert data(run, "odds", "9", "4", "--power", "double-six")["win"] < bare
    assert data(run, "odds", "9", "4", "--power", "three-alike")["win"] > bare
    assert data(run, "odds", "9", "4", "--dice", "2")["win"] < bare
    assert data(run, "odds", "9", "4", "--stop-at", "4")["win"] < bare


def test_a_chain_of_territories(run: Any, world: Path) -> None:
    """Each territory on the way has its own marks; a power of the first one does not go on."""
    found = data(run, "odds", "12", "3", "--then", "2@brazil", "--then", "1", "--left", "4")
    first, second, third = found["territories"]
    assert [each["place"] for each in (first, second, third)] == [None, "brazil", None]
    assert [each["defenders"] for each in (first, second, third)] == [3, 2, 1]
    assert [each["what"] for each in second["modifiers"]] == ["Ammo Shortage"]
    assert first["taken"] > second["taken"] > third["taken"] == found["win"]
    assert found["at_least"]["left"] == 4
    assert Fraction(found["at_least"]["exact"]) <= Fraction(found["exact"])
    assert data(run, "odds", "12", "3", "--then", "2@brazil,1")["win"] == found["win"]
    bear = data(run, "odds", "12", "3", "--attacker", "bear", "--then", "2")
    assert [each["what"] for each in bear["territories"][0]["modifiers"]] == ["Lower Die"]
    assert bear["territories"][1]["modifiers"] == []
    plain = run("odds", "12", "3", "--then", "2@brazil").out
    assert "Ammo Shortage in Brazil" in plain
    assert "one by one" in plain


@pytest.mark.parametrize(
    ("code", "words", "said"),
    [
        (3, ["1", "3"], "attack-dice"),
        (3, ["0", "3"], "attack-dice"),
        (3, ["5", "0"], "attack-dice"),
        (3, ["5", "3", "--then", "0"], "attack-dice"),
        (3, ["--", "5", "-3"], "attack-dice"),
        (3, ["--", "-5", "3"], "attack-dice"),
        (2, ["5", "3", "--stop-at", "5"], "stop at fewer"),
        (2, ["5", "3", "--fortified", "11"], "fortification-boxes"),
        (2, ["5", "3", "--dice", "4"], "attack-dice"),
        (2, ["5", "3", "--dice", "0"], "attack-dice"),
        (2, ["251", "3"], "250"),
        (2, ["5", "200", "--then", "51"], "250"),
        (2, ["5", "3", "--then", "brazil"], "--then 3@PLACE"),
        (2, ["5", "3", "--then", "x@brazil"], "--then 3@PLACE"),
        (2, ["five", "3"], "five"),
        (2, ["5", "-3"], "-3"),
        (5, ["5", "3", "--scar", "crater"], "crater"),
        (5, ["5", "3", "--power", "magic"], "double-six"),
    ],
)
def test_odds_that_are_none_are_refused(
    run: Any, world: Path, code: int, words: list[str], said: str
) -> None:
    """Who cannot attack, nobody to attack, dice and boxes that there are not: each with a remedy."""
    assert said in refusal(run, code, "odds", *words)


# --- both ---


@pytest.mark.parametrize("question", [["battle", "6,5,2", "5,5"], ["odds", "9", "4"]])
def test_a_world_is_read_only_where_it_matters(
    run: Any, machine: Path, question: list[str]
) -> None:
    """Beside a world that cannot be read, or none, the dice are answered all the same."""
    for option in (["--at", "ural"], ["--attacker", "bear"], ["--defender", "bear"]):
        assert "legacytrack new" in refusal(run, 4, *question, *option)
    (machine / "world.toml").write_text("format = = 1\n")
    assert run(*question).code == 0
    assert run(*question, "--scar", "bunker", "--power", "lower-die").code == 0
    assert "line 1" in refusal(run, 4, *question, "--at", "ural")


@pytest.mark.parametrize("question", [["battle", "6,5,2", "5,5"], ["odds", "9", "4"]])
def test_the_example_world_answers(run: Any, machine: Path, question: list[str]) -> None:
    """Questions about any place and any faction of the example world are answered."""
    shutil.copy(EXAMPLE, machine / "world.toml")
    for place in ("greenland", "great-britain", "ikea", "brazil", "peru"):
        words = ("--at", place, "--attacker", "bear", "--defender", "mechaniker", "--home")
        found = data(run, *question, *words)
        assert "Home Fortress" in str(found)
        assert run(*question, *words, "--format", "terminal").code == 0


@pytest.mark.parametrize("name", ["battle", "odds"])
def test_a_question_without_numbers_shows_an_example(run: Any, name: str) -> None:
    """A command without what it needs is exit 2 and shows how it is typed."""
    assert f"legacytrack {name} " in refusal(run, 2, name)
