"""battle --roll: dice for people who have none, one roll at a time or all of them."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

WORLD = """
format = 1
box = "risk-legacy"
[players.ana]
name = "Ana"
[players.ben]
name = "Ben"
[players.cy]
name = "[/x]"
[territories.ural]
city.kind = "minor-city"
city.name = "[new berlin] :bomb:"
fortification.boxes = 4
scar.kind = "bunker"
[factions.enclave-of-the-bear]
powers = ["lower-die"]
[factions.die-mechaniker]
powers = ["home-fortress"]
"""
ON = """
[game]
number = 2
turn = "ben"
[game.players.ana]
faction = "die-mechaniker"
hq = "egypt"
[game.players.ben]
faction = "enclave-of-the-bear"
hq = "peru"
[game.players.cy]
faction = "khan-industries"
"""
KEYS = [
    *("attackers", "defenders", "place", "dice", "stop_at", "seed", "rolls"),
    *("attackers_left", "defenders_left", "boxes_left", "taken", "closed", "stopped"),
    *("move_in", "go_on", "modifiers", "reminders"),
]
ROLL_KEYS = [
    *("natural", "attack", "defence", "attacker_losses", "defender_losses", "steps"),
    *("conquered_at_once", "closed", "attackers_left", "defenders_left", "boxes_left"),
]


@pytest.fixture
def world(machine: Path) -> Path:
    """A world with a fortified, scarred city and two powers."""
    path = machine / "world.toml"
    path.write_text(WORLD, encoding="utf-8")
    return path


def data(run: Any, *words: str) -> Any:
    """Throw dice with an answer, and give its data; the keys are the same for every question."""
    ended = run("battle", *words, "--json")
    assert (ended.code, ended.err, ended.json["errors"]) == (0, "", []), ended
    found = ended.json["data"]
    assert list(found) == KEYS
    assert found["rolls"]
    assert all(list(roll) == ROLL_KEYS for roll in found["rolls"])
    last = found["rolls"][-1]
    for key in ("attackers_left", "defenders_left", "boxes_left", "closed"):
        assert found[key] == last[key]
    return found


def seed_where(run: Any, fits: Any, *words: str) -> tuple[str, Any]:
    """Find a seed with which something comes about, and its data."""
    for seed in map(str, range(500)):
        found = data(run, *words, "--seed", seed)
        if fits(found):
            return seed, found
    raise AssertionError(words)


# --- one roll ---


def test_one_roll(run: Any) -> None:
    """A roll of nine troops on four: five dice, what they cost, what is left, and how to go on."""
    found = data(run, "--roll", "9", "4", "--seed", "89537")
    (roll,) = found["rolls"]
    assert roll["natural"] == {"attack": [1, 4, 4], "defence": [2, 2]}
    assert (roll["attack"], roll["defence"]) == ([4, 4, 1], [2, 2])
    assert (roll["attacker_losses"], roll["defender_losses"]) == (0, 2)
    assert (found["attackers_left"], found["defenders_left"]) == (9, 2)
    assert found["go_on"] == "legacytrack battle --roll 9 2"
    assert not (found["taken"] or found["closed"] or found["stopped"])
    ended = run("battle", "--roll", "9", "4", "--seed", "89537")
    assert "the attacker loses 0, the defender 2" in ended.out.splitlines()[0]
    for said in ("9 troops against 2", "--seed 89537", "The next roll: " + found["go_on"]):
        assert said in ended.out


def test_the_way_on_leads_to_the_end(run: Any, world: Path) -> None:
    """The command line that goes on can be typed until it is over, boxes counted down on the way."""
    options = ["--at", "[new berlin] :bomb:", "--attacker", "bear", "--dice", "3", "--home"]
    words = ["battle", "--roll", "30", "9", *options, "--defender", "mechaniker"]
    boxes, rolls = 6, 0
    while words:
        attackers, defenders = words[2:4]
        found = run(*words, "--seed", str(rolls), "--json").json["data"]
        assert (found["attackers"], found["defenders"]) == (int(attackers), int(defenders))
        assert {cause["what"] for cause in found["modifiers"]} >= {"Bunker", "Lower Die"}
        if int(attackers) > 3:
            boxes = max(boxes - 1, 0)
        assert found["boxes_left"] == boxes
        if found["go_on"]:
            assert f"--fortified {boxes}" in found["go_on"]
        words = shlex.split(found["go_on"] or "")[1:]
        rolls += 1
    assert rolls > 6
    assert boxes == 0
    assert found["taken"] or found["closed"] or found["stopped"]


def test_a_fortification_without_a_place(run: Any) -> None:
    """Boxes that were named are counted down, and left out when none is left."""
    found = data(run, "--roll", "9", "4", "--fortified", "2", "--seed", "1")
    assert "--fortified 1" in found["go_on"]
    assert any(said.endswith("legacytrack wear PLACE") for said in found["reminders"])
    assert "--fortified" not in data(run, "--roll", "9", "4", "--fortified", "1")["go_on"]
    two = data(run, "--roll", "9", "4", "--fortified", "2", "--dice", "2")
    assert two["boxes_left"] == 2
    assert two["go_on"].endswith("--fortified 2 --dice 2")


def test_a_missile_changes_the_same_dice(run: Any) -> None:
    """After a roll the page says how: the same seed with --missile, and the lowest die is a six."""
    bare = data(run, "--roll", "9", "4", "--seed", "3")
    (hint,) = [said for said in bare["reminders"] if "--missile SIDE" in said]
    words = shlex.split(hint.partition("legacytrack battle ")[2].replace("SIDE", "attack"))
    hit = data(run, *words)
    assert hit["rolls"][0]["natural"] == bare["rolls"][0]["natural"]
    assert hit["rolls"][0]["attack"] == sorted([6, *bare["rolls"][0]["attack"][:2]], reverse=True)
    assert any("legacytrack missile PLAYER" in said for said in hit["reminders"])
    named = data(run, "--roll", "9", "4", "--seed", "3", "--missile", "attack=4")
    assert named["rolls"][0]["attack"] == [6, 3, 2]


def test_a_missile_on_a_die_that_did_not_fall(run: Any) -> None:
    """A die that is not there: the refusal names the dice and the seed, which may be typed again."""
    ended = run("battle", "--roll", "9", "4", "--seed", "3", "--missile", "attack=6")
    assert (ended.code, ended.out) == (2, "")
    assert "4 3 2 in attack" in ended.err
    assert "--seed 3" in ended.err


def test_who_won_moves_in(run: Any) -> None:
    """When the place falls, the page says how many move in, and offers no next roll."""
    seed, found = seed_where(run, lambda found: found["taken"], "--roll", "9", "1")
    assert found["move_in"] == {"least": 3, "most": 8}
    assert (found["go_on"], found["stopped"]) == (None, False)
    ended = run("battle", "--roll", "9", "1", "--seed", seed)
    assert "at least 3, at most 8" in ended.out
    assert "it is taken with 9 troops left" in ended.out
    assert "next roll" not in ended.out


def test_too_few_are_left(run: Any) -> None:
    """A last troop attacks nobody: the page says so, and offers no next roll."""
    seed, found = seed_where(run, lambda found: found["stopped"], "--roll", "2", "3")
    assert (found["go_on"], found["move_in"], found["attackers_left"]) == (None, None, 1)
    ended = run("battle", "--roll", "2", "3", "--seed", seed)
    assert "too few are left to attack" in ended.out
    assert "next roll" not in ended.out


def test_natural_sixes_end_it(run: Any) -> None:
    """Two natural sixes close the place, where that power defends."""
    words = ("9", "4", "--auto", "--power", "double-six")
    seed, found = seed_where(run, lambda found: found["closed"], *words)
    assert found["rolls"][-1]["natural"]["defence"] == [6, 6]
    assert not (found["taken"] or found["stopped"])
    ended = run("battle", *words, "--seed", seed)
    assert "it is closed to attacks" in ended.out.splitlines()[0]
    assert "Nobody attacks this territory again in this turn." in ended.out


def test_three_alike_take_all(run: Any) -> None:
    """Three natural dice alike take a place of any size, where that power attacks."""
    words = ("--roll", "9", "100", "--power", "three-alike")
    _, found = seed_where(run, lambda found: found["taken"], *words)
    (roll,) = found["rolls"]
    assert len(set(roll["natural"]["attack"])) == 1
    assert roll["conquered_at_once"]
    assert found["move_in"]["least"] == 3 - roll["attacker_losses"]


# --- a whole fight ---


def test_all_rolls(run: Any) -> None:
    """--auto shows a row for each roll, then the end; the last row is what is left."""
    found = data(run, "9", "4", "--auto", "--fortified", "3", "--seed", "5")
    lines = run("battle", "9", "4", "--auto", "--fortified", "3", "--seed", "5").out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("  roll  "))
    assert lines[at].split() == ["roll", "attack", "defence", "losses", "left"]
    for number, (line, roll) in enumerate(zip(lines[at + 1 :], found["rolls"], strict=False), 1):
        assert line.split()[0] == str(number)
        assert line.endswith(f"{roll['attackers_left']} : {roll['defenders_left']}")
    assert found["go_on"] is None
    marked = 3 - found["boxes_left"]
    assert any(said.endswith(f"legacytrack wear PLACE {marked}") for said in found["reminders"])


@pytest.mark.parametrize("seed", ["0", "7", "424242"])
@pytest.mark.parametrize(
    "words", [["9", "4"], ["12", "9", "--scar", "bunker"], ["20", "9", "--stop-at", "7"]]
)
def test_the_end_is_the_same(run: Any, seed: str, words: list[str]) -> None:
    """--quick throws the same fight as --auto with the same seed, and shows its end alone."""
    auto, quick = ((*words, option, "--seed", seed) for option in ("--auto", "--quick"))
    assert data(run, *quick) == data(run, *auto)
    whole, end = (run("battle", *each).out.splitlines() for each in (auto, quick))
    assert end[0] == whole[0]
    assert [line for line in whole if line in end] == end
    assert "roll  attack" not in "\n".join(end)
    first = data(
        run, "--roll", *words[:2], *(words[2:] if "--scar" in words else []), "--seed", seed
    )
    assert first["rolls"][0] == data(run, *auto)["rolls"][0]


def test_a_stop(run: Any) -> None:
    """--stop-at ends the attack when so many troops or fewer are left, and means to go on."""
    _, found = seed_where(run, lambda found: found["stopped"], "12", "12", "--stop-at", "6")
    assert found["attackers_left"] in (5, 6)
    assert all(roll["attackers_left"] > 6 for roll in found["rolls"][:-1])
    assert found["defenders_left"] > 0
    ended = run("battle", "12", "12", "--stop-at", "6", "--seed", str(found["seed"]))
    assert "the attack stops" in ended.out.splitlines()[0]


def test_a_long_fight_is_folded(run: Any) -> None:
    """Of very many rolls the middle is left out for people, and never for programs."""
    words = ("250", "250", "--auto", "--seed", "1")
    found, shown = data(run, *words), run("battle", *words).out
    count = len(found["rolls"])
    assert count > 100
    assert f"{count - 16} more rolls" in shown
    assert len(shown.splitlines()) < 30


def test_an_option_to_throw_is_enough(run: Any) -> None:
    """Whoever types --auto, --quick, --stop-at, --dice or --seed need not type --roll."""
    for words in (["--seed", "5"], ["--dice", "2", "--seed", "5"]):
        assert data(run, "9", "4", *words) == data(run, "9", "4", "--roll", *words)
    for option in (["--auto"], ["--quick"], ["--stop-at", "3"]):
        words = [*option, "--seed", "5"]
        assert data(run, "9", "4", *words) == data(run, "9", "4", "--roll", *words)


def test_a_seed_is_drawn_and_printed(run: Any) -> None:
    """Without a seed dice fall as they like; the one that was drawn throws them once more."""
    found = [data(run, "30", "30", "--auto") for _ in range(3)]
    assert len({each["seed"] for each in found}) > 1
    for each in found:
        assert data(run, "30", "30", "--auto", "--seed", str(each["seed"])) == each
    out = run("battle", "9", "4", "--quick").out
    (seed,) = [line.split()[1] for line in out.splitlines() if line.startswith("  seed ")]
    assert run("battle", "9", "4", "--quick", "--seed", seed).out == out


# --- with a world ---


def test_nothing_is_recorded(run: Any, world: Path) -> None:
    """Dice are a question: neither the world nor its history changes, and no file appears."""
    world.write_text(WORLD + ON, encoding="utf-8")
    before = {path: path.read_bytes() for path in world.parent.rglob("*") if path.is_file()}
    data(run, "30", "9", "--auto", "--at", "ural")
    data(run, "--roll", "30", "9", "--at", "ural", "--missile", "attack")
    after = {path: path.read_bytes() for path in world.parent.rglob("*") if path.is_file()}
    assert after == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--at", "egypt"], "legacytrack take ben egypt"),
        (["--at", "ural", "--attacker", "mechaniker"], "legacytrack take ana ural"),
        (["--at", "peru"], "legacytrack take PLAYER peru"),  # whose turn it is holds it already
        (["--at", "ural", "--power", "lower-die"], "legacytrack take ben ural"),
    ],
)
def test_how_to_record_a_conquest(run: Any, world: Path, words: list[str], said: str) -> None:
    """With a game on and a place named, the page says how to write down who took it."""
    world.write_text(WORLD + ON, encoding="utf-8")
    held, taken = (("2", "200"), ("200", "1"))
    assert not any("take" in each for each in data(run, *held, "--auto", *words)["reminders"])
    found = data(run, *taken, "--auto", *words)
    assert found["taken"]
    assert found["reminders"][-1] == f"To record it: {said}"
    world.write_text(WORLD, encoding="utf-8")
    if "mechaniker" not in words:
        assert not any("take" in each for each in data(run, *taken, "--auto", *words)["reminders"])


def test_by_the_table(run: Any, world: Path) -> None:
    """With a game on and a place named, the powers of both sides count and are said, as ever."""
    world.write_text(WORLD + ON, encoding="utf-8")
    found = data(run, "9", "4", "--quick", "--at", "egypt")
    assert {cause["what"] for cause in found["modifiers"]} == {"Lower Die", "Home Fortress"}
    assert any(said.startswith("By the table") for said in found["reminders"])


def test_names_of_people_are_harmless(run: Any, world: Path) -> None:
    """What looks like markup in the name of a place or of a power comes out as it was typed."""
    power, place = "[/x] :bomb:", "C\u00f4te [red]\u6f22\u5b57"
    effect = ("--effect", "defence_higher_die=-1")
    assert run("define", "power", power, "--faction", "bear", "--colour", "red", *effect).code == 0
    assert run("define", "territory", place, "--sea", "peru", "--coins", "2").code == 0
    words = ("battle", "--roll", "30", "9", "--at", place, "--power", power, "--seed", "1")
    for format in ("plain", "terminal"):
        ended = run(*words, "--format", format)
        assert (ended.code, ended.err) == (0, "")
        assert f"30 troops against 9 in {place}: " in ended.out
        assert power in ended.out
    found = data(run, *words[1:])
    again = data(run, *shlex.split(found["go_on"])[2:])
    assert (again["place"], again["modifiers"]) == (found["place"], found["modifiers"])


# --- what is refused ---


@pytest.mark.parametrize(
    ("code", "words", "said"),
    [
        (3, ["--roll", "1", "4"], "one stays"),
        (3, ["--roll", "0", "4"], "one stays"),
        (3, ["--roll", "9", "0"], "nobody to attack"),
        (2, ["--roll", "999999999", "4"], "up to 250"),
        (2, ["--roll", "9", "251"], "up to 250"),
        (2, ["--auto", "9" * 5000, "4"], "up to 250"),
        (2, ["--roll", "nine", "4"], '"nine" is no number of troops'),
        (2, ["--roll", "9", "4.5"], "no number of troops"),
        (2, ["--roll", "9", ""], "no number of troops"),
        (2, ["--auto", "6,5,2", "5,5"], "dice that fell need no option"),
        (2, ["--seed", "3", "9", "\x1b[31m\u202e[/x]"], "no number of troops"),
        (2, ["--roll", "9", "-3"], "-3"),
        (2, ["--roll", "9", "4", "--dice", "0"], "1 to 3 dice"),
        (2, ["--roll", "9", "4", "--dice", "4"], "1 to 3 dice"),
        (2, ["--auto", "9", "4", "--stop-at", "9"], "nobody attacks"),
        (2, ["--auto", "9", "4", "--stop-at", "0"], "--stop-at"),
        (2, ["--roll", "9", "4", "--seed", "-1"], "--seed"),
        (2, ["--roll", "9", "4", "--seed", "x"], "--seed"),
        (2, ["--auto", "9", "4", "--missile", "attack"], "--missile SIDE"),
        (2, ["--quick", "9", "4", "--missile", "attack"], "one roll"),
        (2, ["--roll", "9", "4", "--stop-at", "3", "--missile", "attack"], "one roll"),
        (2, ["--roll", "9", "4", *["--missile", "defence"] * 3], "attack-dice"),
        (2, ["--roll", "9", "4", "--missile", "ana"], "--missile attack"),
        (2, ["--roll", "9", "4", "--fortified", "11"], "fortification-boxes"),
        (2, ["--roll", "9"], "DEFENCE"),
        (5, ["--roll", "9", "4", "--power", "xyzzy"], "xyzzy"),
    ],
)
def test_what_cannot_be_thrown(run: Any, code: int, words: list[str], said: str) -> None:
    """No troops, too many, no numbers, missiles before the dice: said with a remedy, never thrown."""
    ended = run("battle", *words)
    assert (ended.code, ended.out) == (code, ""), ended
    assert ended.err.startswith("error: ")
    assert said in ended.err
    assert "fix:" in ended.err
    assert "\x1b" not in ended.err
    assert "\u202e" not in ended.err


def test_dice_that_fell_throw_nothing(run: Any) -> None:
    """Without an option to throw the two words are dice, as ever."""
    found = run("battle", "6", "5", "--json").json["data"]
    assert (found["attack"], found["defence"]) == ([6], [5])
    assert "seed" not in found


# --- at the prompt and in a pipe ---


def test_a_pipe_and_the_prompt_throw_the_same(process: Any, world: Path) -> None:
    """As a process in a pipe and as a line of the prompt: the same answer to the same seed."""
    line = "battle --roll 9 4 --at ural --seed 12"
    alone = process(*line.split())
    assert (alone.code, alone.err) == (0, "")
    prompt = process("play", stdin=f"{line}\nlegacytrack {line}\n")
    assert (prompt.code, prompt.out) == (0, alone.out * 2)
