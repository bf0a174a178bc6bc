"""What `legacytrack rules` explains: topics in our words, numbers from the rulebook data."""

from __future__ import annotations

import re
from typing import Any

import pytest

from legacytrack.cli.app import PANELS
from legacytrack.formats.to_plain import plain
from legacytrack.model.box import Box
from legacytrack.pages import rulebook
from legacytrack.pages.page import Page
from legacytrack.store.box_files import open_box

TOPICS = tuple(open_box().topics)

# Every law of the printed rules, whether records are held to it or it is only told.
PRINTED = (
    *("players-per-game", "territories", "continents", "territory-cards", "coin-cards"),
    *("pre-game-coins", "pre-game-coin-cap", "coin-cap", "held-on-coins"),
    *("minor-city-supply", "major-city-supply", "world-capital-supply", "fortification-supply"),
    *("cancel-supply", "continent-plus-supply", "continent-minus-supply"),
    *("bunker-supply", "ammo-shortage-supply", "games-with-rewards", "starting-troops"),
    *("stars-to-win", "one-starting-power", "one-power-per-colour", "one-faction-scar"),
    *("faction-once-a-game", "game-in-order", "hq-once", "eliminated-no-reward"),
    *("planet-named-once", "planet-by-signatures"),
    *("star-or-missiles", "scar-deal", "legal-start", "hq-not-adjacent", "recruit-base"),
    *("continent-control", "coins-to-troops", "expand-into-city", "die-bounds"),
    *("one-die-per-modifier", "winner-one-reward", "held-on-one-reward"),
    *("one-city-per-territory", "one-scar-per-territory"),
)
WANTED = (
    *("words", "before-the-first-game", "setup", "starts", "stars", "turn", "recruit"),
    *("continents", "cards", "join-the-war", "expand", "attack", "scars", "fortifications"),
    *("missiles", "knock-out", "maneuver", "end-of-turn", "events", "missions", "rewards"),
    *("cities", "coins", "supplies", "planet", "powers"),
)


def _page(box: Box, id: str) -> Page:
    return rulebook.topic(box, id, box.topics[id])


def _sentences(box: Box, id: str) -> list[str]:
    says: list[str] = _page(box, id).data["says"]
    return says


def test_all_parts_of_the_game_have_a_topic(box: Box) -> None:
    """Each step of a game, from the first stickers to the planet, can be looked up."""
    assert set(WANTED) <= set(box.topics)


@pytest.mark.parametrize("id", TOPICS)
def test_a_topic_is_a_few_short_sentences(box: Box, id: str) -> None:
    """A topic says two to six things, each a sentence that can be read out at a noisy table."""
    says = _sentences(box, id)
    assert 2 <= len(says) <= 6
    for text in says:
        assert text[0].isupper(), text
        assert text.endswith("."), text
        assert len(text) < 200, text
        assert text.isascii(), text
        assert text == " ".join(text.split()), text


@pytest.mark.parametrize("id", TOPICS)
def test_every_placeholder_of_a_topic_is_filled(box: Box, id: str) -> None:
    """A number comes from the rulebook data: no brace is left over, and no whole table put in."""
    for text in (*_sentences(box, id), plain(_page(box, id))):
        assert "{" not in text
        assert "}" not in text


@pytest.mark.parametrize("id", TOPICS)
def test_a_topic_types_no_number_itself(box: Box, id: str) -> None:
    """Every number stands once, in the data: a topic asks for it; only a place to count from is 1."""
    for text in box.topics[id]["says"]:
        typed = re.sub(r"\{[^}]*\}|slot 1\b|games 1 to\b", "", text)
        assert not re.search(r"\d", typed), text


@pytest.mark.parametrize("id", TOPICS)
def test_a_topic_names_its_heading_and_its_rules(box: Box, id: str) -> None:
    """A topic says what to look up in the printed rules, and the laws it lists exist."""
    topic = box.topics[id]
    assert topic["title"].strip()
    assert topic["cite"].strip()
    assert topic["rules"]
    assert [rule for rule in topic["rules"] if rule not in box.rules | box.told] == []
    assert len(set(topic["rules"])) == len(topic["rules"])
    assert topic["cite"] in plain(_page(box, id))


def test_every_told_rule_is_explained_by_a_topic(box: Box) -> None:
    """What nothing checks is at least said where people look for it."""
    listed = {rule for topic in box.topics.values() for rule in topic["rules"]}
    assert [id for id in box.told if id not in listed] == []


def test_a_told_rule_is_well_formed(box: Box) -> None:
    """A told rule has a sentence with its numbers in place, a heading and an origin."""
    for rule in box.told.values():
        assert rule.says.endswith("."), rule.id
        assert "{" not in rule.says, rule.id
        assert len(rule.says) < 200, rule.id
        assert rule.says.isascii(), rule.id
        assert rule.numbers, rule.id
        assert rule.cite, rule.id
        assert rule.source, rule.id
        missing = [key for key, value in rule.numbers.items() if str(value) not in rule.says]
        assert missing == [], rule.id


def test_a_rule_is_checked_or_told(box: Box) -> None:
    """No law stands twice: once a record is held to it, it is no longer among the told ones."""
    assert set(box.rules) & set(box.told) == set()


def test_a_topic_hides_no_rule_of_its_name(box: Box) -> None:
    """A rule with the name of a topic is not found by its id, so the topic lists it."""
    for id in set(box.topics) & set(box.rules | box.told):
        assert id in box.topics[id]["rules"]


def test_topics_send_people_to_commands_that_exist(box: Box) -> None:
    """A topic that names a command names one that the program has."""
    commands = {name for names in PANELS.values() for name in names}
    for topic in box.topics.values():
        for text in topic["says"]:
            assert set(re.findall(r"legacytrack (\w+)", text)) <= commands, text


@pytest.mark.parametrize(
    ("id", "numbers"),
    [
        ("stars-to-win", {"limit": 4}),
        ("players-per-game", {"least": 3, "most": 5}),
        ("continents", {"limit": 6}),
        ("coin-cards", {"limit": 10, "coins": 1}),
        ("attack-dice", {"attackers": 3, "defenders": 2, "needed": 2}),
        ("die-bounds", {"least": 1, "most": 6}),
        ("face-up-cards", {"limit": 4}),
        ("stars-for-a-mission", {"limit": 1, "least": 1, "most": 2}),
    ],
)
def test_the_told_numbers_are_those_of_the_printed_rules(
    box: Box, id: str, numbers: dict[str, int]
) -> None:
    """Numbers read from the printed rules stay as they are, checked by now or only told."""
    assert dict((box.rules.get(id) or box.told[id]).numbers) == numbers


def test_the_board_has_the_told_number_of_continents(box: Box) -> None:
    """What is told of the board is what the board data holds."""
    assert box.told["continents"].numbers["limit"] == len(box.continents)


def test_missiles(run: Any) -> None:
    """Missiles are explained with the number they set a die to, and the heading to look up."""
    ended = run("rules", "missiles")
    assert ended.code == 0
    assert ended.err == ""
    title, *lines = ended.out.splitlines()
    assert title == "Missiles"
    assert any("to 6" in line for line in lines)
    assert lines[-1] == "Look up in the rulebook: Attack: Missiles."
    assert any("die-bounds" in line for line in lines)
    assert not any("Not checked by this program yet" in line for line in lines)


def test_missiles_in_json(run: Any) -> None:
    """Programs get a topic as sentences, with the laws it lists, checked and told ones apart."""
    data = run("rules", "missiles", "--json").json["data"]
    assert data["topic"] == "missiles"
    assert data["cite"] == "Attack: Missiles"
    assert data["rules"] == ["star-or-missiles", "die-bounds"]
    assert data["told"] == []
    assert any("6" in text for text in data["says"])


def test_recruit(run: Any) -> None:
    """Recruiting names its divisor, its minimum and the population of each city."""
    ended = run("rules", "recruit")
    assert ended.code == 0
    assert "divide by 3" in ended.out
    assert "take 3" in ended.out
    assert "Minor City 1, Major City 2, World Capital 5" in ended.out
    assert "Not checked" not in ended.out


def test_recruit_in_json(run: Any) -> None:
    """The laws that the troops are computed by are listed as laws of the program."""
    data = run("rules", "recruit", "--json").json["data"]
    assert data["rules"] == ["recruit-base", "continent-control", "coins-to-troops"]
    assert data["told"] == []
    assert len(data["says"]) >= 2


@pytest.mark.parametrize("id", PRINTED)
def test_every_printed_rule_can_be_looked_up(run: Any, box: Box, id: str) -> None:
    """Each law of the printed rules is found by its id, by itself or with the topic of its name."""
    ended = run("rules", id)
    assert ended.code == 0
    assert (box.rules | box.told)[id].says in ended.out
    assert ("ot checked by this program yet" in ended.out) == (id in box.told)


def test_a_told_rule_in_json(run: Any) -> None:
    """Programs can tell a law that is only told from one that the program works by."""
    told = run("rules", "one-maneuver", "--json").json["data"]
    assert (told["rule"], told["numbers"], told["checked"]) == ("one-maneuver", {"limit": 1}, False)
    assert run("rules", "coin-cap", "--json").json["data"]["checked"] is True


def test_the_list_has_them_all(run: Any, box: Box) -> None:
    """Without a word all topics and all laws are listed, the told ones under their own heading."""
    data = run("rules", "--json").json["data"]
    assert data["topics"] == list(box.topics)
    assert data["rules"] == list(box.rules)
    assert data["told"] == list(box.told)
    checked, told = run("rules").out.split("not checked by this program yet:\n")
    assert "  one-maneuver " in told
    assert "  one-maneuver " not in checked
    assert "  stars-to-win " in checked
    assert "  coin-cap " in checked


def test_an_unknown_topic_points_to_the_list(run: Any) -> None:
    """A word that is no topic and no law is refused, with the way to all of them."""
    ended = run("rules", "stars-to-wim")
    assert ended.code == 5
    assert "stars-to-win" in ended.err
    assert "legacytrack rules" in ended.err
