"""Text of people: stored or refused, and always shown exactly as it is kept."""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ODD = {
    "brackets": "[new berlin]",
    "closing tag": "[/x]",
    "tags": "[bold]x[/bold]",
    "emoji code": ":bomb:",
    "accents": "Côte d'Ivoire",
    "han": "漢字",
    "joined emoji": "👩‍👩‍👧 ❤️",
    "flag of tags": "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "new emoji": "\U0001fae8 \U0001fabf",
    "combining": "Ame\u0301lie Z\u0308",
    "Hebrew": "ירושלים",
    "Arabic": "القاهرة",
    "dash": "-3",
    "option": "--by",
    "long": "x" * 500,
    "long words": "Llanfair " * 50 + "y",
    "quotes": "\"so\" 'called' `x` $HOME",
    "backslashes": "a\\b \\n \\u001b C:\\temp\\",
    "markup": "<b>&amp;</b> %s {0} #",
    "soft hyphen": "Neu\u00adstadt",
    "zero width": "a\u200bb\u200cc",
}
KINDS = ("city", "continent", "player")
REFUSED = {
    "escape": "a\x1b[31mb",
    "line feed": "a\nb",
    "carriage return": "a\rb",
    "tab": "a\tb",
    "bell": "a\x07b",
    "NUL": "a\0b",
    "delete": "a\x7fb",
    "C1 control": "a\x9b31mb",
    "right-to-left override": "a\u202eb",
    "isolate": "a\u2066b",
    "line separator": "a\u2028b",
    "half a character": "a\udcffb",
    "empty": "",
    "spaces": "   ",
    "invisible": "\u200b\u200b",
}
# All that takes a name or a reason, with the place where it goes.
TAKES_TEXT: list[list[str]] = [
    ["city", "minor", "ural", "--", "TEXT"],
    ["name", "asia", "--", "TEXT"],
    ["planet", "--game", "15", "--", "TEXT"],
    ["player", "add", "--", "TEXT"],
    ["player", "rename", "ana", "--", "TEXT"],
    ["scar", "bunker", "alaska", "--anyway", "TEXT"],
    ["new", "--world", "other.toml", "--", "TEXT"],
]
# What may not reach a terminal: controls, and marks that turn the direction of text round.
RAW = {chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))} - {"\n"} | {
    *("\u061c", "\u200e", "\u200f", "\u2028", "\u2029"),
    *map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))),
}


@pytest.fixture
def world(begin_with: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh world, and a terminal so wide that nothing wraps."""
    monkeypatch.setenv("COLUMNS", "4000")
    return begin_with(["new", "W", "--players", "Ana", "--here"])


def shown(run: Any, *words: str) -> dict[str, str]:
    """What a question says, in each of the formats for people."""
    found = {}
    for format in ("plain", "terminal"):
        ended = run(*words, "--format", format)
        assert (ended.code, ended.err) == (0, ""), ended
        found[format] = ended.out
    return found


# --- kept and shown ---


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_odd_text_is_kept_and_shown_exactly(run: Any, world: Path, text: str) -> None:
    """As city, continent and player, a text is shown letter by letter in every format."""
    assert run("city", "minor", "ural", "--by", "ana", "--", text).code == 0
    assert run("name", "asia", "--by", "ana", "--", text).code == 0
    assert run("player", "add", "--", text).code == 0
    kept = tomllib.loads(world.read_text(encoding="utf-8"))
    assert kept["territories"]["ural"]["city"]["name"] == text
    assert kept["continents"]["asia"]["name"] == text
    assert text in [player["name"] for player in kept["players"].values()]
    for words in (["show"], ["show", "ural"], ["show", "asia"], ["continents"], ["log"], ["map"]):
        for format, out in shown(run, *words).items():
            assert text in out, (words, format)
    for words in (["show"], ["show", "ural"], ["show", "asia"], ["continents"], ["log"]):
        assert text in all_texts(run(*words, "--json").json["data"])
    assert run("check").code == 0


def all_texts(data: Any) -> str:
    """All texts in an answer, one after the other."""
    if isinstance(data, dict):
        return "\n".join(map(all_texts, [*data, *data.values()]))
    if isinstance(data, list):
        return "\n".join(map(all_texts, data))
    return str(data)


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_odd_text_in_a_refusal_is_shown_exactly(run: Any, world: Path, text: str) -> None:
    """A refusal that names what people wrote shows it letter by letter too."""
    run("city", "minor", "ural", "--by", "ana", "--", text)
    ended = run("city", "minor", "ural", "Other")
    assert (ended.code, ended.out) == (3, "")
    assert text in ended.err
    run("player", "add", "--", f"{text} {text}")
    assert text in run("player", "add", "--", f"{text} {text}").err


@pytest.mark.parametrize("text", [text for text in ODD.values() if not text.startswith("-")])
def test_a_city_is_found_by_its_odd_name(run: Any, world: Path, text: str) -> None:
    """A city answers to its name as a place, whatever is in it."""
    run("city", "minor", "ural", "--", text)
    found = run("enter", text, "--json")
    assert (found.code, found.json["data"].get("cost")) == (0, 1)


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_what_was_typed_can_be_typed_again(run: Any, world: Path, text: str) -> None:
    """The history keeps the command in the form in which a shell takes it again."""
    run("city", "minor", "ural", "--", text)
    command = run("log", "--last", "1", "--json").json["data"]["entries"][0]["command"]
    assert shlex.split(command) == ["city", "minor", "ural", "--", text]
    before = world.read_bytes()
    assert run("undo").code == 0
    assert run(*shlex.split(command)).code == 0
    assert world.read_bytes() == before


@pytest.mark.parametrize("word", ["--json", "--format", "--world", "--world=x", "--by"])
def test_a_name_after_two_dashes_is_no_option(run: Any, world: Path, word: str) -> None:
    """After -- a word is a name, even one that is spelt like an option."""
    ended = run("city", "minor", "ural", "--", word)
    assert (ended.code, word in ended.out) == (0, True)
    entry = run("log", "--last", "1", "--json").json["data"]["entries"][0]
    assert entry["command"] == f"city minor ural -- {word}"
    ended = run("city", "minor", "ural", "--", word)
    assert (ended.code, ended.out) == (3, "")


def test_spaces_around_and_inside_are_single(run: Any, world: Path) -> None:
    """A name is trimmed, and several spaces inside are one."""
    run("city", "minor", "ural", "  New   York ")
    assert run("show", "ural", "--json").json["data"]["city"]["name"] == "New York"


# --- refused ---


@pytest.mark.parametrize("words", TAKES_TEXT, ids=lambda words: " ".join(words[:2]))
def test_text_that_could_steer_a_screen_is_refused(run: Any, world: Path, words: list[str]) -> None:
    """Controls, text directions, broken characters and nothing at all: exit 2, nothing written."""
    before = world.read_bytes()
    for name, text in REFUSED.items():
        ended = run(*(text if word == "TEXT" else word for word in words))
        assert (ended.code, ended.out) == (2, ""), name
        assert "cannot be kept" in ended.err or not text.strip()
        assert not RAW & set(ended.err), name
        assert world.read_bytes() == before
        assert not world.with_name("other.toml").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a\x1bb", "ESCAPE"),
        ("a\u202eb", "U+202E"),
        ("a\tb", "TAB"),
        ("ab\udcff", "0xFF"),
        ("  ", "empty"),
    ],
)
def test_a_refusal_names_the_character(run: Any, world: Path, text: str, said: str) -> None:
    """The refusal says which character it is and where, since it cannot be seen."""
    err = run("city", "minor", "ural", text).err
    assert said in err
    assert "city name" in err


def test_a_byte_that_is_no_text(process: Any, world: Path) -> None:
    """A lone byte from another encoding is refused by a real process, in readable words."""
    before = world.read_bytes()
    ended = process("city", "minor", "ural", b"\xff")
    assert (ended.code, ended.out) == (2, "")
    assert "0xFF" in ended.err
    assert "UTF-8" in ended.err
    assert world.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        (["show", "\udcff"], {5}),
        (["troops", "\udcff"], {5}),
        (["scar", "bunker", "ural", "--by", "\udcff"], {5}),
        (["show", "--world", "\udcff.toml"], {4}),
        (["new", "W", "--world", "\udcff/\x1b[31m.toml"], {0, 4}),
        (["\udcff"], {2}),
        (["\x1b[31m"], {2}),
        (["show", "--\x1b[31m"], {2}),
        (["show", "\x1b[31m\u202e"], {5}),
        (["enter", "ural", "china\x1b[31m"], {5}),
        (["enter", "ural", "--with", "\x1b[31m"], {2}),
        (["cards", "\x1b[31m"], {2}),
        (["bonus", "asia", "\x1b[31m"], {2}),
        (["show", "--format", "\x1b[31m"], {2}),
        (["completion", "\x1b[31m"], {5}),
        (["rules", "\x1b[31m"], {5}),
        (["use", "\x1b[31m"], {5}),
    ],
)
def test_odd_words_in_other_places(
    run: Any, world: Path, words: list[str], codes: set[int]
) -> None:
    """Wherever an odd word stands, the answer has an exit code and nothing raw in it."""
    for more in ([], ["--json"]):
        ended = run(*words, *more)
        assert ended.code in codes, ended
        assert not RAW & set(ended.out + ended.err)


# --- edited by hand ---

BY_HAND = r"""
name = "W\u001b[2J"
box = "risk-legacy"

["\u001bkey"]
value = "\u009b"

[players.ana]
name = "Ana\u001b[31m"
[players."e\u009bve\u202e"]
name = "Eve"
[players.ben]
name = "Ben\u202eneB"

[territories.ural.city]
kind = "minor-city"
name = "Stal\u0007grad"
founder = "e\u009bve\u202e"
[territories.alaska.scar]
kind = "bunker\u001b]0;x\u0007"
by = "\u001b[31m"
[territories.peru.scar]
kind = "bunker\u009b2J"
by = "zed\u2066"
[territories."at\u001b[5mlantis"]
scar = {kind = "bunker", by = "ana"}

[continents.asia]
name = "Ru\nin"
named_by = "\u202eana"
[continents.africa]
name = "Af\u007frica"

[factions.imperial-balkania]
powers = ["round-up\u009b"]
[cards."\u001b[31m"]
coins = 2
"""


@pytest.fixture
def by_hand(machine: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A world in which somebody hid what steers a terminal."""
    monkeypatch.setenv("COLUMNS", "400")
    path = machine / "world.toml"
    path.write_text(BY_HAND, encoding="utf-8")
    return path


@pytest.mark.parametrize("format", ["plain", "terminal", "json"])
def test_a_world_edited_by_hand_never_steers_a_terminal(
    run: Any, by_hand: Path, format: str
) -> None:
    """Control characters of a hand-edited world are never printed raw, in no format."""
    for words in (
        ["show"],
        ["show", "ural", "alaska", "peru", "asia", "africa", "ana", "ben", "factions"],
        ["show", "cards"],
        ["show", "--scarred"],
        ["map"],
        ["continents"],
        ["supply"],
        ["starts"],
        ["starts", "ana"],
        ["troops", "ana", "asia", "africa"],
        ["troops", "14", "--faction", "khan"],
        ["enter", "ural"],
        ["check"],
        ["where"],
        ["log"],
        ["coin", "brazil"],
        ["scar", "bunker", "alaska"],
        ["scar", "bunker", "peru"],
        ["name", "africa", "X", "--by", "ana"],
        ["power", "balkania", "round-up"],
        ["log"],
        ["undo"],
        ["redo"],
    ):
        ended = run(*words, "--format", format)
        assert not RAW & set(ended.out + ended.err), words
        assert ended.code in (0, 2, 3, 4, 5, 6)


def test_check_finds_what_was_hidden(run: Any, by_hand: Path) -> None:
    """check names each place of a hand-edited name that holds what it may not."""
    ended = run("check", "--json")
    assert ended.code == 3
    places = {each["where"] for each in ended.json["data"]["findings"]}
    assert {"name", "players.ana.name", "players.ben.name"} <= places
    assert {
        "territories.ural.city.name",
        "continents.asia.name",
        "continents.africa.name",
    } <= places
    assert "ESCAPE" in run("check").out


def test_a_path_never_steers_a_terminal(run: Any, machine: Path) -> None:
    """The names of folders are text of people too."""
    folder = machine / "a\x1b[31m\u202eb\n"
    folder.mkdir()
    assert run("new", "W", "--world", str(folder)).code == 0
    for words in (["where"], ["check"], ["show"], ["new", "W"], ["log"]):
        for format in ("plain", "terminal", "json"):
            ended = run(*words, "--world", str(folder), "--format", format)
            assert not RAW & set(ended.out + ended.err), (words, format)
