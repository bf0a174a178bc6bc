"""A box of one's own: made, checked, refused, moved, carried; the files of it never written to."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from legacytrack.store.box_files import BOXES, boxes
from small_box import lay_down

HOSTILE = [
    "[new berlin]",
    "[/x]",
    ":bomb:",
    "C\u00f4te d'Ivoire",
    "\u6f22\u5b57",
    "a b",
    "-3",
    "x" * 200,
]


@pytest.fixture
def atoll(machine: Path) -> Path:
    """The folder of the small board, in this folder."""
    return lay_down(machine / "atoll")


def box_in(world: Path) -> str:
    return str(tomllib.loads(world.read_text(encoding="utf-8"))["box"])


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


# Checking


def test_nothing_is_wrong(run: Any, atoll: Path) -> None:
    """A whole box is told so, with what is in it."""
    ended = run("check", "--box", "atoll")
    assert ended.code == 0
    assert "Nothing is wrong with the box: 8 territories, 3 continents" in ended.out
    data = run("check", "--box", "atoll", "--json").json["data"]
    assert (data["territories"], data["continents"], data["findings"]) == (8, 3, [])
    assert data["folder"].endswith("atoll")


@pytest.mark.parametrize("id", boxes())
def test_the_boxes_of_the_package_are_checked_by_name(run: Any, id: str) -> None:
    """What is fine with a box of the package is said in the same way."""
    ended = run("check", "--box", id)
    assert (ended.code, ended.err) == (0, "")
    assert "42 territories, 6 continents" in ended.out


def test_all_that_is_wrong_at_once(run: Any, atoll: Path) -> None:
    """Every fault is told with its file and its key, as `check` does it; the exit code is 3."""
    board = atoll / "board.toml"
    change(board, 'land = ["gull-rock", "salt-flat"]', 'land = ["salt-flat"]')
    change(board, 'name = "The Lagoon"\nbonus = 1', 'name = "The Lagoon"')
    change(atoll / "rulebook.toml", "most = 4", 'most = 4\nsays = "Up to {many}."')
    ended = run("check", "--box", "atoll")
    assert ended.code == 3
    for said in (
        "board.toml: territories.coral-gate.land",
        "board.toml: continents.lagoon.bonus",
        "rulebook.toml: rules.players-per-game.says",
        "3 findings",
    ):
        assert said in ended.out
    data = run("check", "--box", "atoll", "--json").json["data"]
    assert [each["rule"] for each in data["findings"]] == ["box-shape", "box-board", "box-law"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[game\n", "line 1"),
        (b'a = "\xff"\n', "not UTF-8"),
        (b"a = " + b"[" * 5000, "nested too deep"),
        (b"a = " + b"9" * 5000, "thousands of digits"),
    ],
)
def test_a_file_that_cannot_be_read(run: Any, atoll: Path, content: bytes, said: str) -> None:
    """A file that is no TOML is told with its line, once."""
    (atoll / "board.toml").write_bytes(content)
    ended = run("check", "--box", "atoll")
    assert ended.code == 3
    assert "board.toml: line 1" in ended.out
    assert said in ended.out
    assert "board.toml is missing" not in ended.out


def test_a_file_with_nearly_the_right_name(run: Any, atoll: Path) -> None:
    """A slip in the name of a file would take it out of the box without a word."""
    (atoll / "rulebook.toml").rename(atoll / "rulebok.toml")
    ended = run("check", "--box", "atoll")
    assert ended.code == 3
    assert "did you mean rulebook.toml?" in ended.out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["nowhere"], 5),
        (["./nowhere"], 4),
        (["."], 4),
        ([""], 2),
        (["a\x1bb"], 2),
        (["x" * 5000], 5),
        (["./" + "x" * 5000], 4),
        (["~nobody-of-that-name/x"], 4),
        (["atoll", "--repair"], 2),
        (["atoll", "--dry-run"], 2),
    ],
)
def test_a_box_that_is_none(run: Any, atoll: Path, words: list[str], code: int) -> None:
    """What is no folder with a board is refused with what, where and how to go on."""
    for command in (["check", "--box"], ["new", "Reef", "--box"]):
        if command[0] == "new" and len(words) > 1:
            continue
        ended = run(*command, *words)
        assert ended.code == code, ended
        assert "fix:" in ended.err
        assert "\x1b" not in ended.err
    assert [path.name for path in atoll.parent.iterdir()] == ["atoll"]


# Making a world


@pytest.mark.parametrize("typed", ["atoll", "./atoll", "atoll/", "../work/atoll"])
@pytest.mark.parametrize("where", ["--here", "--world=mine.toml", "--world=deep/world.toml"])
def test_a_world_by_hand_says_the_way_from_itself(
    run: Any, atoll: Path, typed: str, where: str
) -> None:
    """Where somebody puts the world, the box is found from there, also from another folder."""
    if where.startswith("--world=deep"):
        (atoll.parent / "deep").mkdir()
    assert run("new", "Reef", "--box", typed, where, "--players", "Ana, Ben").code == 0
    world = atoll.parent / (where.partition("=")[2] or "world.toml")
    assert box_in(world) == ("../atoll" if "deep" in where else "./atoll")
    ended = run("show", "coral", "--world", str(world))
    assert (ended.code, ended.err) == (0, "")
    assert "Coral Gate" in ended.out


def test_the_folder_of_the_world_counts_and_not_that_of_the_shell(
    run: Any, atoll: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A question from elsewhere finds the same box."""
    assert run("new", "Reef", "--box", "atoll", "--here").code == 0
    monkeypatch.chdir(tmp_path)
    world = str(atoll.parent / "world.toml")
    assert "Coral Gate" in run("map", "--world", world).out
    assert run("troops", "9", "--world", world).code == 3  # the board has 8
    assert run("where", "--world", world).out.count(str(atoll)) == 1


def test_a_link_to_a_world(run: Any, atoll: Path, tmp_path: Path) -> None:
    """A path is meant from the file itself, where the world is a link."""
    assert run("new", "Reef", "--box", "atoll", "--here").code == 0
    (tmp_path / "link.toml").symlink_to(atoll.parent / "world.toml")
    assert "Coral Gate" in run("map", "--world", str(tmp_path / "link.toml")).out


def test_a_world_in_the_data_folder_says_the_whole_way(run: Any, atoll: Path) -> None:
    """In the data folder nobody would look for the way from there."""
    made = run("new", "Reef", "--box", "atoll", "--json").json["data"]
    assert box_in(Path(made["world"])) == str(atoll)
    assert "Coral Gate" in run("map").out
    assert f"{atoll}" in run("where").out


def test_a_name_of_the_package_goes_before_a_folder(run: Any, machine: Path) -> None:
    """`classic-risk` is the box of the package; a folder of that name is written with ./"""
    lay_down(machine / "classic-risk")
    assert run("new", "One", "--box", "classic-risk", "--world", "one.toml").code == 0
    assert run("new", "Two", "--box", "./classic-risk", "--world", "two.toml").code == 0
    assert box_in(machine / "one.toml") == "classic-risk"
    assert box_in(machine / "two.toml") == "./classic-risk"


def test_the_world_file_and_its_schema_are_of_this_box(run: Any, atoll: Path) -> None:
    """The heading names the game, and editors are offered the places of this board."""
    assert run("new", "Reef", "--box", "atoll", "--here").code == 0
    assert "# A world of Atoll, kept by legacytrack." in (atoll.parent / "world.toml").read_text()
    schema = json.loads((atoll.parent / "world.schema.json").read_text())
    assert "coral-gate" in schema["properties"]["territories"]["properties"]
    shown = run("export", "schema")
    assert json.loads(shown.out) == schema


def test_a_broken_box_makes_no_world(run: Any, atoll: Path) -> None:
    """Nothing is made on a box with a fault; the first of them are told, and how to see all."""
    board = atoll / "board.toml"
    board.write_text(
        board.read_text().replace("bonus = 2", "bonus = -2").replace("[1, 1]", "[0, 0]")
    )
    change(atoll / "rulebook.toml", "least = 2", "least = 0")
    ended = run("new", "Reef", "--box", "atoll", "--here")
    assert ended.code == 3
    assert "legacytrack check --box " in ended.err
    assert "(2 more)" in ended.err or "(1 more)" in ended.err
    assert not (atoll.parent / "world.toml").exists()


@pytest.mark.parametrize("name", HOSTILE)
def test_folders_with_odd_names(run: Any, machine: Path, name: str) -> None:
    """A folder may be called what people call folders."""
    lay_down(machine / name)
    assert run("new", "Reef", f"--box=./{name}", "--here", "--players", "Ana, Ben").code == 0
    assert box_in(machine / "world.toml") == f"./{name}"
    assert run("troops", "9").code == 3
    assert run("begin", "ana", "ben").code == 0
    ended = run("check")
    assert (ended.code, ended.err) == (0, "")


@pytest.mark.parametrize("name", ["a\x1b[31mb", "a\u202eb", "a\nb"])
def test_folders_that_no_world_file_names(run: Any, machine: Path, name: str) -> None:
    """A path that would steer the screen is not written into a file."""
    lay_down(machine / name)
    ended = run("new", "Reef", "--box", f"./{name}", "--here")
    assert ended.code == 2
    assert "\x1b" not in ended.err
    assert "\u202e" not in ended.err
    (machine / "world.toml").write_text(f"box = {json.dumps('./' + name)}\n", encoding="utf-8")
    ended = run("show")
    assert "box: character" in ended.err


def test_a_title_that_is_odd(run: Any, atoll: Path) -> None:
    """The name of the game is text of somebody, be it what it may."""
    change(atoll / "board.toml", '"Atoll"', '"[/x] :bomb: {limit} C\u00f4te d\'Ivoire"')
    assert run("new", "Reef", "--box", "atoll", "--here").code == 0
    for command in (["show"], ["map"], ["summary", "--format", "html"], ["check"]):
        assert run(*command).code == 0
    ended = run("scar", "bunker", "coral")
    assert "There are no scars in [/x] :bomb: {limit} C\u00f4te d'Ivoire." in ended.err


# A box that is gone or broken later


def test_a_box_that_was_moved(run: Any, atoll: Path) -> None:
    """Every command says what is missing and how to go on; nothing is lost."""
    assert run("new", "Reef", "--box", "atoll", "--here", "--players", "Ana, Ben").code == 0
    world = atoll.parent / "world.toml"
    before = world.read_bytes()
    atoll.rename(atoll.parent / "elsewhere")
    for command in (["show"], ["check"], ["begin", "ana", "ben"], ["undo"], ["map"]):
        ended = run(*command)
        assert ended.code == 4
        assert "is not there" in ended.err
        assert "correct box in the world file" in ended.err
    assert run("where").code == 0
    assert "is not there" in run("where").out
    assert world.read_bytes() == before
    change(world, '"./atoll"', '"./elsewhere"')
    assert run("begin", "ana", "ben").code == 0
    assert run("undo").code == 0
    assert run("check").code == 0


def test_a_box_that_was_broken_later(run: Any, atoll: Path) -> None:
    """A fault that stops is told with the command that shows all; an odd one is only noted."""
    assert run("new", "Reef", "--box", "atoll", "--here", "--players", "Ana, Ben").code == 0
    board = atoll / "board.toml"
    whole = board.read_text()
    change(board, 'land = ["gull-rock", "salt-flat"]', 'land = ["salt-flat"]')
    assert run("map").code == 0
    ended = run("check")
    assert ended.code == 0
    assert f"Wrong with the box: 1 thing (legacytrack check --box {atoll})." in ended.out
    board.write_text(whole.replace("bonus = 1", 'bonus = "one"'))
    for command in (["map"], ["check"], ["begin", "ana", "ben"]):
        ended = run(*command)
        assert ended.code == 4
        assert "continents.lagoon.bonus" in ended.err
        assert "legacytrack check --box " in ended.err
    for command in (
        ["troops", "5"],
        ["troops", "5", "--coins", "3"],
        ["battle", "6", "5"],
        ["rules", "attack"],
    ):
        ended = run(*command)
        assert ended.code == 0
        assert ended.err.count("continents.lagoon.bonus") == 1
        assert "The answer is that of the printed box of Risk Legacy." in ended.err


def test_nothing_is_written_into_the_folder(
    run: Any, atoll: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is somebody's own: no copies of its data are kept there, and it may be read-only."""
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    before = sorted(atoll.rglob("*"))
    atoll.chmod(0o555)
    assert run("new", "Reef", "--box", "atoll", "--here", "--players", "Ana, Ben").code == 0
    assert run("map").code == 0
    assert run("begin", "ana", "ben").code == 0
    atoll.chmod(0o755)
    assert sorted(atoll.rglob("*")) == before


def test_repair_without_the_box(run: Any, atoll: Path) -> None:
    """A world is made again from its history where its box is not there, and says so."""
    assert run("new", "Reef", "--box", "atoll", "--here", "--players", "Ana, Ben").code == 0
    world = atoll.parent / "world.toml"
    world.unlink()
    shutil.move(atoll, atoll.parent / "elsewhere")
    ended = run("check", "--repair", "--yes")
    assert ended.code == 4
    assert "is not there" in ended.err
    assert box_in(world) == "./atoll"
    shutil.move(atoll.parent / "elsewhere", atoll)
    assert run("check").code == 0


# Carrying a campaign


def test_a_campaign_is_carried_with_the_way_to_its_box(
    run: Any, atoll: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where the box is not there the campaign is read with another way to it."""
    assert run("new", "Reef", "--box", "atoll", "--here", "--players", "Ana, Ben").code == 0
    assert run("begin", "ana", "ben").code == 0
    (tmp_path / "reef.json").write_text(run("export", "json").out, encoding="utf-8")
    there = tmp_path / "there"
    there.mkdir()
    monkeypatch.chdir(there)
    ended = run("new", "--from", "../reef.json", "--here")
    assert ended.code == 4
    assert "legacytrack new --from FILE --box FOLDER" in ended.err
    assert not (there / "world.toml").exists()
    ended = run("new", "--from", "../reef.json", "--here", "--box", str(atoll))
    assert ended.code == 0
    assert box_in(there / "world.toml") == "../work/atoll"
    assert run("check").code == 0
    assert "Coral Gate" in run("map").out
    assert "The box lies elsewhere now." in run("log").out
    lay_down(there / "atoll")
    assert run("new", "--from", "../reef.json", "--world", "again.toml").code == 0


def test_a_game_for_another_program_has_the_title_and_no_path(run: Any, atoll: Path) -> None:
    """A game that nobody else knows has no number; where the files lie is nobody's business."""
    assert run("new", "Reef", "--box", "atoll", "--here", "--players", "Ana, Ben").code == 0
    assert run("begin", "ana", "ben").code == 0
    assert run("sign", "ana", "--yes").code == 0
    play = run("export", "bgstats", "--json").json["data"]["play"]
    assert play["game"]["name"] == "Atoll"
    assert "bggId" not in play["game"]
    assert str(atoll.parent) not in json.dumps(play)


def test_a_number_at_boardgamegeek_is_passed_on(run: Any, atoll: Path) -> None:
    """A box that says its number has it in an export."""
    change(atoll / "board.toml", 'like = "classic-risk"', 'like = "classic-risk"\nbgg = 4711')
    assert run("new", "Reef", "--box", "atoll", "--here", "--players", "Ana, Ben").code == 0
    assert run("begin", "ana", "ben").code == 0
    assert run("sign", "ana", "--yes").code == 0
    assert run("export", "bgstats", "--json").json["data"]["play"]["game"]["bggId"] == 4711


def test_folders_are_offered(atoll: Path) -> None:
    """TAB after --box offers the boxes of the package, and folders with a board whose names are plain."""
    from legacytrack.cli import complete

    lay_down(atoll.parent / "$(id)")
    (atoll.parent / "empty").mkdir()
    ctx: Any = None
    assert [id for id, _ in complete.boxes(ctx, "")] == [*boxes(), "./atoll"]


def test_a_prompt_stays_with_its_box(process: Any, atoll: Path) -> None:
    """An evening at the prompt goes on the small board as at the shell."""
    for words in (
        ["new", "Reef", "--box", "atoll", "--here", "--players", "Ana, Ben"],
        ["begin", "ana", "ben"],
    ):
        assert process(*words).code == 0
    lines = (
        "take ana coral gull palm\ntake ben salt\nnext ana\ntroops ana\nscar bunker coral\nmap\n"
    )
    ended = process("play", stdin=lines)
    assert ended.code == 0
    assert "Windward" in ended.out
    assert "There are no scars in Atoll." in ended.out + ended.err


# Likeness


def test_laws_are_laid_over_key_by_key(run: Any, atoll: Path) -> None:
    """A number of one's own keeps the words of the law, filled with that number."""
    assert run("new", "Reef", "--box", "atoll", "--here").code == 0
    assert "for 2 to 4 players" in run("rules", "players-per-game").out
    assert "12" in run("rules", "troops-by-players").out


def test_a_law_is_taken_away(run: Any, atoll: Path) -> None:
    """With its law a part of the box is gone, and topics no longer speak of it."""
    with (atoll / "rulebook.toml").open("a") as file:
        file.write("\n[rules.card-sets]\nabsent = true\n\n[rules.wild-cards]\nabsent = true\n")
    assert run("check", "--box", "atoll").code == 0
    assert run("new", "Reef", "--box", "atoll", "--here").code == 0
    assert "card-sets" not in run("rules").out
    assert "must turn" not in run("rules", "cards").out
    for topic in run("rules", "--json").json["data"]["topics"]:
        assert "{" not in run("rules", topic).out


def test_a_box_that_is_like_none(run: Any, atoll: Path) -> None:
    """Without a likeness, or with one that is not there, the missing files are told."""
    change(atoll / "board.toml", 'like = "classic-risk"', 'like = "chess"')
    ended = run("check", "--box", "atoll")
    assert ended.code == 3
    assert 'like "chess", which is no box of the package' in ended.out
    change(atoll / "board.toml", 'like = "chess"', "")
    (atoll / "rulebook.toml").unlink()
    ended = run("check", "--box", "atoll")
    assert "rulebook.toml is missing" in ended.out


@pytest.mark.parametrize("id", boxes())
def test_a_box_of_the_package_can_be_copied(run: Any, machine: Path, id: str) -> None:
    """Whoever begins from a copy of a box has a whole one, and the names in other languages too."""
    shutil.copytree(
        BOXES / id, machine / "mine", ignore=shutil.ignore_patterns("__pycache__", "exa*")
    )
    assert run("check", "--box", "mine").code == 0
    assert run("new", "Copy", "--box", "mine", "--here").code == 0
    assert run("check").code == 0
    ended = run("show", "--names", "ru")
    assert ended.code == (0 if (machine / "mine" / "names-ru.toml").exists() else 5)


# Languages


def test_names_in_a_language_of_ones_own(run: Any, atoll: Path) -> None:
    """A file of names makes a language; one that the box has not is refused with those it has."""
    (atoll / "names-eo.toml").write_text('[territories]\ncoral-gate = ["Korala Pordo"]\n')
    assert run("check", "--box", "atoll").code == 0
    assert run("new", "Reef", "--box", "atoll", "--here", "--names", "eo").code == 0
    assert "Korala Pordo" in run("map").out
    assert "Coral Gate" in run("map", "--names", "en").out
    for command in (["show"], ["new", "Two", "--box", "atoll", "--world", "two.toml"]):
        ended = run(*command, "--names", "ru")
        assert ended.code == 5
        assert "write one of: en, eo" in ended.err


# Mangled boxes


@pytest.mark.parametrize("seed", range(6))
def test_a_mangled_box_never_breaks_the_program(run: Any, atoll: Path, seed: int) -> None:
    """Keys that are gone or are something else: told by `check`, refused by `new`, or fine."""
    import tomlkit

    chance = Random(seed)
    files = {path: path.read_text() for path in (atoll / "board.toml", atoll / "rulebook.toml")}
    values = [0, -1, 5, 10**7, "x", "", "coral-gate", True, [], ["wreck"], {}, 1.5, "{x}", "\u202e"]
    codes = set()
    for number in range(50):
        for path, text in files.items():
            data: Any = tomllib.loads(text)
            for _ in range(chance.choice([0, 1, 1, 2])):
                _mangle(data, chance, values)
            path.write_text(tomlkit.dumps(data), encoding="utf-8")
        checked = run("check", "--box", "atoll")
        world = f"{number}.toml"
        made = run("new", "Reef", "--box", "atoll", "--world", world, "--players", "Ana, Ben")
        said = checked.out + checked.err + made.out + made.err
        assert "should not" not in said, [path.read_text() for path in files]
        assert "\u202e" not in said
        assert (checked.code, made.code) in ((0, 0), (3, 3)), (checked, made)
        codes.add(made.code)
        if made.code == 0:
            for words in (["begin", "ana", "ben"], ["map"], ["troops", "5"], ["odds", "3", "2"]):
                ended = run(*words, "--world", world)
                assert ended.code in (0, 3), ended
    assert codes == {0, 3}


def _mangle(tree: Any, chance: Random, values: list[Any]) -> None:
    """Take a key away or write something else there, anywhere in a tree."""
    while tree:
        key = chance.choice(list(tree))
        if isinstance(tree[key], dict) and tree[key] and chance.random() < 0.8:
            tree = tree[key]
            continue
        if chance.random() < 0.4:
            del tree[key]
        else:
            tree[key] = chance.choice(values)
        return


@pytest.mark.parametrize(
    "box", ["3", "true", '""', '["atoll"]', "{ a = 1 }", '"\\u0000"', '"chess"']
)
def test_a_box_that_is_none_is_never_passed_over(run: Any, machine: Path, box: str) -> None:
    """By another box every answer would be wrong: a world that names none is refused, and stays as it is."""
    text = f'box = {box}\n\n[players.ana]\nname = "Ana"\n'
    (machine / "world.toml").write_text(text, encoding="utf-8")
    for words in (["show"], ["check"], ["player", "add", "Ben"], ["troops", "ana", "europe"]):
        ended = run(*words)
        assert ended.code == 4, ended
        assert "classic-risk" in ended.err
    assert (machine / "world.toml").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("word", "box"),
    [("classic", "classic-risk"), ("Classic Risk", "classic-risk"), ("risk legacy", "risk-legacy")],
)
def test_a_box_goes_by_a_part_of_its_name(run: Any, machine: Path, word: str, box: str) -> None:
    """As all names do: a part that is clear, in any case, with spaces for hyphens."""
    assert run("new", "Plain", "--here", "--box", word).code == 0
    assert f'box = "{box}"' in (machine / "world.toml").read_text(encoding="utf-8")
    assert run("check", "--box", word).code == 0


def test_a_slip_in_the_name_of_a_box(run: Any, machine: Path) -> None:
    """A name that is nearly one is asked back, and nothing is made."""
    ended = run("new", "Plain", "--here", "--box", "clasic-risk")
    assert ended.code == 5
    assert "classic-risk" in ended.err
    assert "Did you mean" in ended.err
    assert not list(machine.iterdir())
