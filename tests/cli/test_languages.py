"""Languages at the prompt: any known one is understood, and one is shown where it is asked for."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from legacytrack.model.box import Box
from legacytrack.store import box_files
from legacytrack.store.box_files import EXAMPLE


@pytest.fixture
def example(machine: Path) -> Path:
    """The example world as the world of this folder."""
    return Path(shutil.copy(EXAMPLE, machine / "world.toml"))


def names_of(language: str) -> Any:
    return box_files._read(box_files.BOXES / "risk-legacy" / f"names-{language}.toml")


# --- typing ---


def test_every_name_of_every_language_is_understood(run: Any, example: Path, box: Box) -> None:
    """Each territory is found by each of its Russian names, in any case and with other accents."""
    for id, names in names_of("ru")["territories"].items():
        for name in (*names, names[0].upper(), names[0].replace("е", "ё")):
            ended = run("show", name, "--json")
            assert ended.code == 0, ended
            assert ended.json["data"]["territory"] == id, name


def test_continents_are_understood(run: Any, example: Path) -> None:
    """A Russian continent stands for all of its own, and can be named."""
    for id, (name, *_) in names_of("ru")["continents"].items():
        assert run("show", name, "--json").json["data"]["continent"] == id
    words = ["troops", "ana", "--json"]
    assert run(*words, "азия").json["data"] == run(*words, "asia").json["data"]
    assert run("name", "африка", "Ours", "--game", "4").code == 0
    assert 'name = "Ours"' in example.read_text(encoding="utf-8").split("[continents.africa]")[1]


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("сиб", "siberia"),
        ("Ближний", "middle-east"),
        ("сев африка", "north-africa"),
        ("ВОСТОЧНЫЕ-ШТАТЫ", "eastern-united-states"),
        ("новая  гвинея", "new-guinea"),
        ("квебек", "eastern-canada"),
    ],
)
def test_parts_of_names_are_understood(run: Any, example: Path, typed: str, id: str) -> None:
    """The beginning or a part of a Russian name is enough, as with any name."""
    assert run("show", typed, "--json").json["data"]["territory"] == id


def test_a_russian_name_that_could_be_several_is_asked_about(run: Any, example: Path) -> None:
    """What could mean several places is asked about, and a slip gets a suggestion."""
    several = run("enter", "Австралия")
    assert several.code == 5
    assert "could be Eastern Australia or Western Australia" in several.err
    slip = run("enter", "Комчатка")
    assert slip.code == 5
    assert "Kamchatka (kamchatka)" in slip.err


def test_languages_may_be_mixed_in_a_list(run: Any, example: Path) -> None:
    """English and Russian names stand in one list, with spaces or commas."""
    mixed = run("troops", "ana", "сибирь,ural", "Китай", "--json")
    assert (
        mixed.json["data"]
        == run("troops", "ana", "siberia", "ural", "china", "--json").json["data"]
    )


def test_the_first_word_of_a_count_may_be_russian(run: Any, example: Path) -> None:
    """Where a player or a place may stand first, a Russian place is one."""
    assert run("troops", "европа", "--json").json["data"]["territories"] == 7


def test_records_keep_ids(run: Any, example: Path) -> None:
    """What is recorded by a Russian name stands in the file by its id."""
    assert run("coin", "перу", "--game", "4", "--by", "ben").code == 0
    assert "[cards.peru]" in example.read_text(encoding="utf-8")
    assert "Перу" not in example.read_text(encoding="utf-8")


def test_names_of_the_group_still_work(run: Any, example: Path) -> None:
    """A city with a Russian name is found by it; a player with one is a player."""
    run("player", "add", "Ёлка")
    assert run("city", "major", "ural", "Новосёлки", "--by", "ана").code == 5
    assert run("city", "major", "ural", "Новосёлки", "--game", "4").code == 0
    assert run("show", "новоселки", "--json").json["data"]["territory"] == "ural"
    assert run("show", "елка", "--json").json["data"]["name"] == "Ёлка"


# --- showing ---


def test_answers_in_russian(run: Any, example: Path, box: Box) -> None:
    """With --names ru, before the command or after it, no printed name of a place is left."""
    printed = [
        *(each.name for each in box.territories.values()),
        *(each.name for each in box.continents.values()),
    ]
    for words in (
        ["show"],
        ["show", "cards"],
        ["show", "asia"],
        ["show", "alaska"],
        ["continents"],
        ["starts", "ana", "--hq", "brazil"],
        ["enter", "ural", "--with", "5"],
        ["troops", "ana", "europe", "siberia"],
    ):
        after, before = run(*words, "--names", "ru"), run("--names", "ru", *words)
        assert after == before
        assert after.code == 0
        shown = after.out.replace("Legal starts for Ana", "")
        for city in ("Sunny Glasgow", "Novo Minnesota"):
            shown = shown.replace(city, "")
        assert not [name for name in printed if name in shown], words
        assert any("а" <= char <= "я" for char in after.out)
        assert run(*words).out.count("Сибирь") == 0


def test_refusals_are_in_the_language_too(run: Any, example: Path) -> None:
    """A refusal calls the place as the answer would; how to go on stays by id."""
    ended = run("scar", "bunker", "гренландия", "--names", "ru")
    assert ended.code == 3
    assert "Гренландия" in ended.err
    near = run("enter", "kamchatca", "--names", "ru")
    assert "Камчатка (kamchatka)" in near.err


def test_json_has_the_ids_in_any_language(run: Any, example: Path) -> None:
    """For programs only `name` changes."""
    russian = run("show", "peru", "--names", "ru", "--json").json["data"]
    english = run("show", "peru", "--json").json["data"]
    assert (russian["name"], english["name"]) == ("Перу", "Peru")
    assert {**russian, "name": ""} == {**english, "name": ""}


def test_names_that_the_group_gave_stay(run: Any, example: Path) -> None:
    """The name of a continent and of a city is the group's own in every language."""
    out = run("continents", "--names", "ru").out
    assert "Fudgetastica" in out
    assert "Sunny Glasgow" in run("show", "--names", "ru").out


def test_questions_without_a_world(run: Any) -> None:
    """Where no world is needed the printed box answers in the language."""
    assert "Австралия" in run("troops", "14", "--continent", "австралия", "--names", "ru").out


def test_the_world_file_can_ask_for_a_language(run: Any, example: Path) -> None:
    """names = "ru" makes the language the rule, --names en the exception; the file stays as it is."""
    example.write_text('names = "ru"\n' + example.read_text(encoding="utf-8"), encoding="utf-8")
    assert "Сибирь" in run("show", "siberia").out
    assert "Siberia" in run("show", "siberia", "--names", "en").out
    assert run("coin", "peru", "--game", "4", "--by", "ben").out.startswith("1 coin: Перу")
    assert run("check").code == 0
    assert run("undo").code == 0
    assert example.read_text(encoding="utf-8").startswith('names = "ru"\n')


def test_new_can_set_the_language(run: Any, machine: Path) -> None:
    """new --names ru writes it into the file, of a new world and of the example."""
    assert run("new", "Ours", "--names", "ru", "--here").code == 0
    assert 'names = "ru"' in (machine / "world.toml").read_text(encoding="utf-8")
    assert "Азия" in run("continents").out
    assert (
        run("log", "--json").json["data"]["entries"][0]["command"] == "new Ours --names ru --here"
    )
    assert run("new", "--example", "--names", "ru", "--world", "other.toml").code == 0
    assert "Перу" in run("show", "peru", "--world", "other.toml").out


@pytest.mark.parametrize("language", ["xx", "", "RU ", "../names-ru", "[/x]", "漢字"])
def test_an_unknown_language_is_refused(run: Any, example: Path, language: str) -> None:
    """An unknown language is exit 5, and the error lists those that there are."""
    ended = run("show", "--names", language)
    assert (ended.code, ended.out) == (5, "")
    assert f'There are no names of places in "{language}".' in ended.err
    assert "en, ru" in ended.err


def test_an_unknown_language_in_the_file_blocks_nothing(run: Any, example: Path) -> None:
    """A slip in the file is passed over and named by check; records go on."""
    example.write_text('names = "rus"\n' + example.read_text(encoding="utf-8"), encoding="utf-8")
    shown = run("show", "siberia")
    assert shown.code == 0
    assert shown.out.startswith("Siberia")
    assert 'names is "rus", a language that this program does not know.' in shown.err
    found = run("check", "--json").json["data"]["findings"]
    assert [(each["rule"], each["where"]) for each in found] == [("unknown-language", "names")]
    assert "en, ru" in found[0]["fix"]
    assert run("coin", "peru", "--game", "4").code == 0
    assert run("show", "siberia", "--names", "ru").out.startswith("Сибирь")


def test_the_history_does_not_hold_the_language(run: Any, example: Path) -> None:
    """How the answer looked is of no interest to the history."""
    run("coin", "peru", "--game", "4", "--names", "ru")
    run("coin", "peru", "--game", "4", "--names=ru")
    entries = run("log", "--json").json["data"]["entries"]
    assert [each["command"] for each in entries[1:]] == ["coin peru --game 4"] * 2


# --- the rest of the house ---


def test_no_language_is_read_for_plain_letters(
    run: Any, example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lookup in plain letters never opens a file of a language; one in others does."""
    read, real = [], box_files._read
    monkeypatch.setattr(box_files, "_read", lambda path: read.append(path.name) or real(path))
    for words in (["troops", "ana", "europe", "siberia"], ["show", "peru"], ["starts", "ana"]):
        assert run(*words).code == 0
    assert "board.toml" in read
    assert not [name for name in read if name.startswith("names-")]
    assert run("show", "перу").code == 0
    assert "names-ru.toml" in read


def test_tab_offers_ids_in_any_language(
    run: Any, process: Any, example: Path, machine: Path
) -> None:
    """TAB offers the ids as ever, and the languages after --names."""
    asked = {"_LEGACYTRACK_COMPLETE": "complete_bash", "COMP_CWORD": "2"}
    ended = process(env={**asked, "COMP_WORDS": "legacytrack enter sib"})
    assert ended.out.split() == ["siberia"]
    example.write_text('names = "ru"\n' + example.read_text(encoding="utf-8"), encoding="utf-8")
    assert process(env={**asked, "COMP_WORDS": "legacytrack enter sib"}) == ended
    ended = process(env={**asked, "COMP_CWORD": "3", "COMP_WORDS": "legacytrack show --names "})
    assert ended.out.split() == ["en", "ru"]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8", "cp1251"])
def test_any_encoding(process: Any, example: Path, encoding: str) -> None:
    """A terminal without Cyrillic letters gets escapes, and no traceback."""
    ended = process("continents", "--names", "ru", env={"PYTHONIOENCODING": encoding})
    assert (ended.code, ended.err) == (0, "")
    assert os.linesep in ended.out
    has_letters = encoding in ("utf-8", "cp1251")
    assert ("\\u0410" in ended.out) != has_letters
