"""Ask: troops, starts, continents, cards, enter, rules."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from legacytrack.model.box import Box
from legacytrack.store.box_files import EXAMPLE


@pytest.fixture
def example(machine: Path) -> Path:
    """The example world as the world of this folder."""
    return Path(shutil.copy(EXAMPLE, machine / "world.toml"))


def data(run: Any, *words: str) -> Any:
    """Run a question that has to be answered, and give its data."""
    ended = run(*words, "--json")
    assert (ended.code, ended.err, ended.json["errors"]) == (0, "", [])
    return ended.json["data"]


def refusal(run: Any, code: int, *words: str) -> Any:
    """Run a question that has to be refused: nothing on stdout, no traceback; give what it says."""
    ended = run(*words)
    assert (ended.code, ended.out) == (code, ""), ended
    assert ended.err.startswith("error: ")
    return ended.err


# --- troops: a count ---


@pytest.mark.parametrize(
    ("words", "total"),
    [
        (["1"], 3),
        (["11"], 3),
        (["12"], 4),
        (["14"], 4),
        (["42"], 14),
        (["14", "--population", "3"], 5),
        (["14", "--coins", "5"], 14),
        (["14", "--coins", "1"], 4),
        (["14", "--coins", "0"], 4),
        (["14", "--coins", "12"], 34),
        (["14", "--continent", "australia"], 6),
        (["14", "--continent", "australia", "--continent", "africa"], 9),
        (["14", "--continent", "africa", "--continent", "Africa"], 7),
        (["14", "--power", "round-up"], 5),
        (["14", "--population", "3", "--continent", "australia", "--coins", "5"], 17),
        (["4", "--population", "3", "--continent", "australia", "--coins", "5"], 15),
    ],
)
def test_a_count_needs_no_world(run: Any, words: list[str], total: int) -> None:
    """A count is divided by three, at least three; continents once each, coins by their table."""
    found = data(run, "troops", *words)
    assert found["total"] == total
    assert found["territories"] == int(words[0])
    assert sum(line["troops"] for line in found["lines"]) == total
    plain = run("troops", *words)
    assert (plain.code, plain.err) == (0, "")
    assert f" {total} troops" in plain.out


def test_lists_of_continents_take_commas(run: Any) -> None:
    """Lists take spaces or commas: two continents after one option count as two."""
    found = data(run, "troops", "14", "--continent", "australia,africa")
    assert found["total"] == 9


@pytest.mark.parametrize(
    ("faction", "total"), [("imperial-balkania", 5), ("balkania", 5), ("khan", 4)]
)
def test_a_count_with_a_faction_takes_its_power(
    run: Any, example: Path, faction: str, total: int
) -> None:
    """With --faction the power on its card in this world counts: only Balkania rounds up."""
    assert data(run, "troops", "14", "--faction", faction)["total"] == total


def test_a_faction_is_reminded_of_what_the_sum_leaves_out(run: Any, example: Path) -> None:
    """A power that gives troops beside the sum is a reminder, not a part of the total."""
    found = data(run, "troops", "14", "--faction", "khan")
    assert [line["rule"] for line in found["lines"]] == ["recruit-base"]
    assert any("HQ Troop" in reminder for reminder in found["reminders"])
    assert "HQ Troop" in run("troops", "14", "--faction", "khan").out


def test_a_count_with_a_continent_takes_the_marks_of_the_world(run: Any, machine: Path) -> None:
    """Beside a count a continent pays what its mark makes of it, but nothing for a namer."""
    run("new", "W", "--players", "Ana", "--here")
    run("name", "asia", "Ruin", "--by", "ana", "--game", "1")
    run("bonus", "asia", "plus", "--game", "1")
    for word in ("asia", "ruin"):
        assert data(run, "troops", "14", "--continent", word)["total"] == 4 + 8


def test_a_broken_world_does_not_matter_to_a_count(run: Any, machine: Path) -> None:
    """A question that needs no world is answered beside a world file that cannot be read."""
    (machine / "world.toml").write_text("format = = 1\n")
    assert run("troops", "14").code == 0
    assert run("troops", "14").err == ""
    for words in (["cards", "3", "2"], ["rules", "coin-cap"]):
        ended = run(*words)
        assert ended.code == 0
        assert "line 1" in ended.err
        assert "printed box" in ended.err
    assert "line 1" in refusal(run, 4, "troops", "14", "--continent", "asia")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["troops", "0"], 3, "join-the-war"),
        (["troops", "43"], 3, "42"),
        (["troops", "999999"], 3, "999999 territories: the board has 42"),
        (["troops", "1000000"], 2, "Nobody counts so many territories"),
        (["troops", "3", "--continent", "australia"], 3, "Australia"),
        (["troops", "14", "brazil"], 2, "--continent brazil"),
        (["troops", "14,15"], 2, "15"),
        (["troops", "-5"], 2, "below zero"),
        (["troops", "14", "--population", "-1"], 2, "--population"),
        (["troops", "14", "--coins", "-1"], 2, "--coins"),
        (["troops", "14", "--coins", "many"], 2, "--coins"),
        (["troops", "14", "--continent", "atlantis"], 5, "atlantis"),
        (["troops", "14", "--power", "flying"], 5, "flying"),
        (["troops", "14", "--faction", "balkania"], 2, "--power round-up"),
        (["troops", "14", "--faction", "balkania", "--world", "no.toml"], 4, "legacytrack new"),
        (["troops"], 2, "legacytrack troops"),
        (["troops", ","], 2, "legacytrack troops 14"),
    ],
)
def test_mistakes_with_a_count(run: Any, words: list[str], code: int, said: str) -> None:
    """Each mistake has its exit code and names what is meant or how it is written."""
    assert said in refusal(run, code, *words)


@pytest.mark.parametrize("number", ["²", "++14", "9" * 5000, "1" * 400])
@pytest.mark.parametrize("command", ["troops", "cards"])
def test_odd_numbers_are_refused_in_words(run: Any, command: str, number: str) -> None:
    """What looks like a number and is none that can be counted is refused, never a traceback."""
    ended = run(command, number)
    assert ended.code in (2, 3, 4, 5)
    assert ended.err.startswith("error: ")


def test_a_faction_without_a_power_is_said(run: Any, machine: Path) -> None:
    """--faction before the powers are chosen is a mistake with the way to choose one."""
    run("new", "W", "--here")
    assert "legacytrack power" in refusal(run, 2, "troops", "14", "--faction", "khan")


# --- troops: places ---


def test_a_player_with_places(run: Any, example: Path) -> None:
    """Cities count as population, a named continent pays its namer one more, coins are added."""
    words = ["ana", "europe", "siberia", "middle east", "--coins", "5"]
    found = data(run, "troops", *words)
    assert (found["territories"], found["population"], found["total"]) == (9, 5, 20)
    assert [(line["rule"], line["troops"]) for line in found["lines"]] == [
        ("recruit-base", 4),
        ("continent-control", 6),
        ("coins-to-troops", 10),
    ]
    out = run("troops", *words).out
    for fact in ("Ana", "20", "Your Hope", "Great Britain 2", "Siberia 1", "5 printed"):
        assert fact in out


def test_another_player_gets_no_namer_bonus(run: Any, example: Path) -> None:
    """Only the namer gets one more: the same places are worth one less to everybody else."""
    places = ["europe", "siberia", "middle-east"]
    assert data(run, "troops", "ana", *places)["total"] == 10
    assert data(run, "troops", "ben", *places)["total"] == 9
    assert data(run, "troops", *places)["total"] == 9


@pytest.mark.parametrize(
    "words",
    [
        ["ural", "siberia", "china"],
        ["ural,siberia,china"],
        ["ural,", "siberia", ",china"],
        ["URAL", "Síberia", "chi"],
        ["ural", "ural", "novo minnesota", "siberia", "china", "china"],
        ["ural", "Novo Minnesota", "China"],
    ],
)
def test_a_place_counts_once_however_it_is_written(
    run: Any, example: Path, words: list[str]
) -> None:
    """Spaces or commas, case, accents, beginnings, city names: the same three places."""
    found = data(run, "troops", *words)
    assert (found["territories"], found["population"], found["total"]) == (3, 1, 3)


def test_a_continent_stands_for_its_territories(run: Any, example: Path, box: Box) -> None:
    """A continent among the places is all its territories, those named beside it counted once."""
    one_by_one = data(run, "troops", "ben", *box.continents["europe"].territories)
    assert data(run, "troops", "ben", "europe") == one_by_one
    assert data(run, "troops", "ben", "europe", "iceland", "your hope") == one_by_one


def test_names_of_older_editions(run: Any, example: Path) -> None:
    """A territory answers to its older names and short forms."""
    older = data(run, "troops", "quebec", "ukraine", "siam", "congo", "UK", "eastern us")
    now = ["eastern-canada", "russia", "southeast-asia", "central-africa", "great-britain"]
    assert older == data(run, "troops", *now, "eastern-united-states")
    assert older["territories"] == 6


def test_a_missing_territory_is_a_reminder(run: Any, example: Path, box: Box) -> None:
    """Whoever lacks one territory of a continent is told which."""
    most = [id for id in box.continents["australia"].territories if id != "indonesia"]
    reminders = data(run, "troops", "ana", *most)["reminders"]
    assert any("Australia" in said and "Indonesia" in said for said in reminders)


def test_power_and_faction_with_places(run: Any, example: Path) -> None:
    """--faction takes the power from the world, --power one by name; both may stand together."""
    places = ["ben", "europe"]
    assert data(run, "troops", *places)["total"] == 3 + 5
    assert data(run, "troops", *places, "--faction", "balkania")["total"] == 4 + 5
    both = data(run, "troops", *places, "--faction", "khan", "--power", "round-up")
    assert both["total"] == 4 + 5
    assert any("HQ Troop" in said for said in both["reminders"])


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["ana"], 2, "legacytrack troops ana europe"),
        (["ana", "the US"], 5, "Eastern United States"),
        (["ana", "US"], 5, "Western United States"),
        (["anna", "europe"], 5, "Ana"),
        (["ana", "alaksa"], 5, "Alaska"),
        (["zorro", "europe"], 5, 'legacytrack player add "zorro"'),
        (["ana", "ben"], 5, "ben"),
        (["ana", "europe", "--population", "3"], 2, "--population"),
        (["ana", "europe", "--continent", "asia"], 2, "--continent"),
        (["ana", "europe", "--faction", "martians"], 5, "martians"),
    ],
)
def test_mistakes_with_places(
    run: Any, example: Path, words: list[str], code: int, said: str
) -> None:
    """An unclear name is asked about with what it could be; nothing is guessed."""
    assert said in refusal(run, code, "troops", *words)


def test_a_player_with_the_name_of_a_place_is_asked_about(run: Any, machine: Path) -> None:
    """A word that is a player as well as a place could be either: the answer asks which."""
    run("new", "W", "--players", "China", "--here")
    said = refusal(run, 5, "troops", "china", "europe")
    assert "player" in said
    assert "territory" in said


def test_places_need_a_world(run: Any) -> None:
    """Without any world a question about one says how to make one."""
    for words in (["troops", "ana", "europe"], ["starts"], ["continents"], ["enter", "ural"]):
        assert "legacytrack new" in refusal(run, 4, *words)


def test_what_makes_no_sense_in_the_file_is_passed_over(run: Any, example: Path) -> None:
    """A misshapen part is said on stderr, and questions beside it are answered as ever."""
    before = data(run, "troops", "ana", "europe")
    example.write_text(example.read_text() + "\n[territories.ural.scar]\nkind = 5\n")
    ended = run("troops", "ana", "europe", "--json")
    assert ended.code == 0
    assert ended.json["data"] == before
    assert "territories.ural.scar.kind" in ended.err


# --- starts ---


def test_starts_without_a_player(run: Any, example: Path, box: Box) -> None:
    """A start is a place without any mark; each other place says why not."""
    found = data(run, "starts")
    assert len(found["legal"]) == 27
    blocked = {each["place"]: each["reasons"] for each in found["blocked"]}
    assert set(found["legal"]) | set(blocked) == set(box.territories)
    assert not set(found["legal"]) & set(blocked)
    assert {reason["rule"] for reasons in blocked.values() for reason in reasons} == {"legal-start"}
    assert len(blocked["great-britain"]) == 2
    out = run("starts").out
    assert "27" in out
    for said in ("Flangeville", "Bunker", "Alaska", "game 1, Ben"):
        assert said in out


def test_starts_for_a_founder(run: Any, example: Path) -> None:
    """The founder of a Major City may start in it, scarred or not; nobody else may."""
    assert "great-britain" in data(run, "starts", "cy")["legal"]
    assert "great-britain" not in data(run, "starts", "ana")["legal"]
    assert "Sunny Glasgow" in run("starts", "cy").out


@pytest.mark.parametrize(
    "words", [["--hq", "brazil", "--hq", "egypt"], ["--hq", "brazil,egypt"], ["--hq=egypt,brazil"]]
)
def test_starts_beside_hqs(run: Any, example: Path, words: list[str]) -> None:
    """No start is on an HQ or next to one, by land or by sea line, with the reason."""
    found = data(run, "starts", "ana", *words)
    blocked = {each["place"]: [r["rule"] for r in each["reasons"]] for each in found["blocked"]}
    assert blocked["argentina"] == ["hq-not-adjacent"]
    assert blocked["southern-europe"] == ["hq-not-adjacent"]
    assert blocked["east-africa"] == ["hq-not-adjacent"]
    assert blocked["egypt"] == ["legal-start"]
    assert blocked["brazil"] == ["legal-start", "legal-start"]
    assert blocked["north-africa"].count("hq-not-adjacent") == 2
    assert "central-africa" in found["legal"]


def test_the_own_city_is_no_start_beside_an_hq(run: Any, example: Path) -> None:
    """Not even the own Major City is a legal start next to an HQ."""
    found = data(run, "starts", "cy", "--hq", "iceland")
    reasons = {each["place"]: each["reasons"] for each in found["blocked"]}["great-britain"]
    assert [reason["rule"] for reason in reasons] == ["hq-not-adjacent"]
    assert "Iceland" in reasons[0]["what"]


def test_mistakes_with_starts(run: Any, example: Path) -> None:
    """Unknown players and places are asked about."""
    assert "Ana" in refusal(run, 5, "starts", "anna")
    assert "atlantis" in refusal(run, 5, "starts", "ana", "--hq", "atlantis")
    refusal(run, 2, "starts", "ana", "ben")


# --- continents ---


def test_continents_agree_with_troops(run: Any, example: Path, box: Box) -> None:
    """The troop answer never disagrees with the continents table, for the namer and for others."""
    run("bonus", "europe", "minus", "--game", "4")
    table = {each["continent"]: each for each in data(run, "continents")["continents"]}
    assert list(table) == list(box.continents)
    for id, each in table.items():
        assert each["pays"] == each["printed"] + each["change"]
        for who, pays in ((each["named_by"], each["pays_namer"]), (None, each["pays"])):
            if pays is None:
                assert not each["named_by"]
                continue
            lines = data(run, "troops", *([who] if who else []), id)["lines"]
            paid = [line["troops"] for line in lines if line["rule"] == "continent-control"]
            assert paid == [pays]
    assert (table["europe"]["pays"], table["europe"]["pays_namer"]) == (4, 5)


def test_continents_in_words(run: Any, example: Path) -> None:
    """The table shows names, namers and what both get."""
    out = run("continents").out
    assert "Fudgetastica" in out
    assert "Spread it Wide" in out
    assert "Ben: 3" in out


# --- cards ---


@pytest.mark.parametrize(
    ("words", "coins", "troops", "stars"),
    [
        (["1"], 1, 0, 0),
        (["2"], 2, 2, 0),
        (["3", "2", "1", "1"], 7, 17, 1),
        (["3,2,1,1"], 7, 17, 1),
        (["3,", "2", "1,1"], 7, 17, 1),
        (["6", "4"], 10, 30, 0),
        (["6", "6", "6"], 18, 30, 0),
        (["1"] * 8, 8, 21, 2),
    ],
)
def test_cards(run: Any, words: list[str], coins: int, troops: int, stars: int) -> None:
    """Coins buy troops by the table, four cards a Red Star; no world is needed."""
    found = data(run, "cards", *words)
    assert {key: found[key] for key in ("coins", "troops", "stars")} == {
        "coins": coins,
        "troops": troops,
        "stars": stars,
    }
    assert len(found["offers"]) == stars + 1
    assert str(troops) in run("cards", *words).out


@pytest.mark.parametrize("words", [[], [","], ["7"], ["0"], ["-1"], ["x"], ["3", "2.5"], ["3;2"]])
def test_mistakes_with_cards(run: Any, words: list[str]) -> None:
    """A card has one to six coins; anything else is refused with an example."""
    said = refusal(run, 2, "cards", *words)
    assert "legacytrack" in said


# --- enter ---


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["ural"], (0, None, None)),
        (["ural", "--with", "0"], (0, 0, False)),
        (["ural", "--with", "1"], (0, 1, True)),
        (["ontario"], (1, None, None)),
        (["ontario", "--with", "1"], (1, 0, False)),
        (["flangeville", "--with", "2"], (1, 1, True)),
        (["sunny", "--with", "5"], (2, 3, True)),
        (["UK", "--with", "2"], (2, 0, False)),
    ],
)
def test_enter(run: Any, example: Path, words: list[str], answer: tuple[Any, ...]) -> None:
    """An empty city costs its population, and one troop has to be left to hold the place."""
    found = data(run, "enter", *words)
    assert (found["cost"], found["left"], found["allowed"]) == answer
    assert run("enter", *words).code == 0


def test_enter_a_fortified_city(run: Any, example: Path) -> None:
    """A fortification costs two more while it has boxes left."""
    run("fortify", "uk", "--game", "4")
    assert data(run, "enter", "uk", "--with", "6")["cost"] == 4
    run("wear", "uk", "10")
    found = data(run, "enter", "uk", "--with", "6")
    assert (found["cost"], found["left"], found["allowed"]) == (2, 4, True)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ([], 2),
        (["atlantis"], 5),
        (["us"], 5),
        (["europe"], 5),
        (["ural", "--with", "-1"], 2),
        (["ural", "--with", "few"], 2),
        (["ural", "--with"], 2),
        ([","], 2),
    ],
)
def test_mistakes_with_enter(run: Any, example: Path, words: list[str], code: int) -> None:
    """Places, and a number that is none below zero; else the answer says what is wrong."""
    refusal(run, code, "enter", *words)


# --- rules ---


def test_rules_lists_every_rule(run: Any, box: Box) -> None:
    """Without a word every rule is listed with the heading to look up."""
    out = run("rules").out
    for rule in box.rules.values():
        assert f" {rule.id} " in out
        assert rule.cite in out
    assert data(run, "rules")["rules"] == list(box.rules)


def test_one_rule_by_id(run: Any, box: Box) -> None:
    """A rule is told with its number and its heading; where a topic has its id, the topic has it."""
    for id in box.rules.keys() - box.topics.keys():
        rule = box.rules[id]
        found = data(run, "rules", id)
        assert (found["rule"], found["cite"]) == (id, rule.cite)
        assert found["numbers"] == dict(rule.numbers)
        out = run("rules", id).out
        assert rule.cite in out
        numbers = [number for number in rule.numbers.values() if isinstance(number, int)]
        assert all(str(number) in out for number in numbers)


def test_the_table_of_a_rule_is_shown(run: Any, box: Box) -> None:
    """A rule that holds a table shows every line of it."""
    out = run("rules", "coins-to-troops").out
    for coins, troops in box.rules["coins-to-troops"].numbers["troops"].items():
        assert [coins, str(troops)] in [line.split() for line in out.splitlines()]


def test_an_unknown_topic_is_asked_about(run: Any) -> None:
    """What is no topic and no rule is exit 5, with the way to the whole list."""
    assert "legacytrack rules" in refusal(run, 5, "rules", "xyzzy")
    assert "one-scar-per-territory" in refusal(run, 5, "rules", "one-scar-per-teritory")
