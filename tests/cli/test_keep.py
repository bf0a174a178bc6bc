"""Keep: new, use, where, player, check, undo, redo, completion; and the options of every command."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import legacytrack
from legacytrack.store.box_files import EXAMPLE


@pytest.fixture
def example(machine: Path) -> Path:
    """The example world as the world of this folder."""
    return Path(shutil.copy(EXAMPLE, machine / "world.toml"))


@pytest.fixture
def evening(begin_with: Callable[..., Path]) -> Path:
    """A world with four changes after its beginning."""
    return begin_with(
        ["new", "Thursday", "--players", "Ana, Ben", "--here"],
        ["coin", "brazil"],
        ["scar", "bunker", "alaska", "--by", "ben", "--game", "1"],
        ["city", "major", "ural", "Stalgrad", "--by", "ana", "--game", "1"],
        ["fortify", "ural", "--game", "2"],
    )


def data(run: Any, *words: str) -> Any:
    """Run a command that has to be carried out, and give its data."""
    ended = run(*words, "--json")
    assert (ended.code, ended.json["errors"]) == (0, []), ended
    return ended.json["data"]


def refused(run: Any, code: int, *words: str) -> str:
    """Run a command that has to be refused, and give what it says."""
    ended = run(*words)
    assert (ended.code, ended.out) == (code, ""), ended
    assert ended.err.startswith("error: ")
    return str(ended.err)


def history(world: Path) -> list[dict[str, Any]]:
    """The lines of a history."""
    text = world.with_suffix(".history.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


# --- new ---


def test_a_new_world_is_used_from_now_on(run: Any, machine: Path) -> None:
    """A new world goes into the data folder and is the current one, with its players."""
    made = data(run, "new", "Thursday world", "--players", "Ana, Ben,Cy")
    assert (made["campaign"], made["players"]) == ("thursday-world", ["Ana", "Ben", "Cy"])
    assert made["new"] is True
    assert Path(made["world"]).is_file()
    assert not list(machine.iterdir())
    assert data(run, "show")["name"] == "Thursday world"
    assert data(run, "where")["current"] == "thursday-world"
    assert run("check").code == 0


def test_players_may_come_one_by_one(run: Any) -> None:
    """--players may stand more than once; empty places between commas are nobody."""
    made = data(run, "new", "W", "--players", "Ana,, Ben ,", "--players", "Cy")
    assert made["players"] == ["Ana", "Ben", "Cy"]


def test_a_new_world_says_how_to_go_on(run: Any) -> None:
    """The answer names the file, the players, and what is due before game 1."""
    out = run("new", "Thursday", "--players", "Ana").out
    for said in ("Thursday", "world.toml", "Ana", "legacytrack power", "legacytrack coin"):
        assert said in out


def test_here_makes_it_in_this_folder(run: Any, machine: Path) -> None:
    """--here makes world.toml here, with its history beside it; no campaign is switched."""
    made = data(run, "new", "W", "--here")
    assert made["world"] == str(machine / "world.toml")
    assert made["campaign"] is None
    assert [line["said"] for line in history(machine / "world.toml")] == ['World "W" begun.']
    assert data(run, "where")["current"] is None


@pytest.mark.parametrize("before", [True, False])
def test_a_file_of_ones_own(run: Any, machine: Path, before: bool) -> None:
    """--world chooses the file, before the command or after it; folders are made."""
    option, words = ["--world", "shared/box/ours.toml"], ["new", "W", "--players", "Ana"]
    made = data(run, *(option + words if before else words + option))
    assert made["world"] == str(machine / "shared" / "box" / "ours.toml")
    assert (machine / "shared" / "box" / "ours.history.jsonl").is_file()
    assert data(run, *option, "show")["players"] == {"ana": "Ana"}


def test_a_folder_as_world_means_its_world_file(run: Any, machine: Path) -> None:
    """--world FOLDER is the world.toml in it."""
    (machine / "box").mkdir()
    assert data(run, "new", "W", "--world", "box")["world"] == str(machine / "box" / "world.toml")
    assert data(run, "show", "--world", "box")["name"] == "W"


def test_games_played(run: Any) -> None:
    """A group may begin in mid-campaign: the world knows how many games there were."""
    data(run, "new", "W", "--players", "Ana", "--games-played", "4")
    assert data(run, "show")["games_played"] == 4
    assert "legacytrack power" not in run("new", "V", "--games-played", "4").out
    assert run("check").code == 0


def test_a_world_is_never_overwritten(run: Any, machine: Path) -> None:
    """A world that is there already is refused with exit 4 and stays as it is, byte by byte."""
    for options in ([], ["--here"], ["--world", "x.toml"]):
        made = data(run, "new", "Thursday", "--players", "Ana", *options)
        before = Path(made["world"]).read_bytes()
        assert made["world"] in refused(run, 4, "new", "Thursday", *options)
        assert Path(made["world"]).read_bytes() == before
        refused(run, 4, "new", "--example", "THURSDAY!", *options)
        assert Path(made["world"]).read_bytes() == before


def test_a_history_without_its_world_is_kept(run: Any, machine: Path) -> None:
    """A history whose world is lost is not written over by a new world."""
    data(run, "new", "W", "--here")
    data(run, "coin", "brazil")
    (machine / "world.toml").unlink()
    before = (machine / "world.history.jsonl").read_bytes()
    assert "history" in refused(run, 4, "new", "V", "--here")
    assert (machine / "world.history.jsonl").read_bytes() == before
    assert not (machine / "world.toml").exists()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ([], 2),
        ([""], 2),
        (["   "], 2),
        (["\u200b"], 2),
        (["a\x1bb"], 2),
        (["W", "extra"], 2),
        (["W", "--games-played", "-1"], 2),
        (["W", "--games-played", "some"], 2),
        (["W", "--players", "Ana, ana"], 3),
        (["W", "--players", "Ana,Ána"], 3),
        (["W", "--players", "Ana, A\tna"], 2),
        (["--example", "--players", "Ana"], 2),
        (["--example", "--games-played", "2"], 2),
        (["W", "--world", ""], 2),
    ],
)
def test_mistakes_with_new(run: Any, machine: Path, words: list[str], code: int) -> None:
    """A mistake makes no world anywhere."""
    refused(run, code, "new", *words)
    assert not list(machine.rglob("*.toml"))
    assert data(run, "use") == {"campaigns": {}, "current": None}


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("!!!", "campaign-1"),
        ("漢字", "campaign-1"),
        ("Été à Zürich", "ete-a-zurich"),
        ("../../etc", "etc"),
        ("con/../x", "con-x"),
    ],
)
def test_odd_names_of_campaigns(run: Any, machine: Path, name: str, id: str) -> None:
    """Any name that can be kept is kept as it is; its folder is a plain slug in the data folder."""
    made = data(run, "new", name)
    assert (made["name"], made["campaign"]) == (name, id)
    assert Path(made["world"]).parent.parent.name == "campaigns"
    assert data(run, "show")["name"] == name


def test_a_very_long_name_of_a_campaign(run: Any, machine: Path) -> None:
    """500 letters are kept, or refused in words; no half-made world is left."""
    ended = run("new", "x" * 500, "--json")
    assert ended.code in (0, 2, 4)
    worlds = list((machine.parent / "home").rglob("*.toml"))
    assert len(worlds) == (1 if ended.code == 0 else 0)
    assert bool(ended.json["errors"]) == (ended.code != 0)


def test_names_that_are_the_same_campaign(run: Any) -> None:
    """Case and spaces make no second campaign: the first one is not touched."""
    data(run, "new", "Thursday world")
    refused(run, 4, "new", "thursday  WORLD")
    assert list(data(run, "use")["campaigns"]) == ["thursday-world"]


def test_names_without_latin_letters_are_different_campaigns(run: Any) -> None:
    """Two campaigns with different names stand side by side, whatever letters they are in."""
    data(run, "new", "漢字")
    data(run, "new", "かな")
    assert len(data(run, "use")["campaigns"]) == 2
    assert data(run, "use", "漢字")["current"]
    assert data(run, "show")["name"] == "漢字"


def test_the_example(run: Any) -> None:
    """The example world is there to look around in; a second time it is only switched to."""
    made = data(run, "new", "--example")
    assert (made["players"], made["new"]) == (["Ana", "Ben", "Cy", "Dee"], True)
    data(run, "coin", "ural", "--game", "4")
    data(run, "new", "Other")
    again = data(run, "new", "--example")
    assert (again["new"], again["world"]) == (False, made["world"])
    assert data(run, "show", "ural")["coins"] == 2
    assert data(run, "where")["current"] == made["campaign"]
    assert run("check").code == 0


def test_the_example_under_a_name_of_its_own(run: Any, machine: Path) -> None:
    """The example may get a name, or a place; its comments stay."""
    made = data(run, "new", "Mine", "--example")
    assert (made["name"], made["campaign"]) == ("Mine", "mine")
    assert data(run, "show")["name"] == "Mine"
    here = data(run, "new", "--example", "--here")
    assert Path(here["world"]).read_bytes() == EXAMPLE.read_bytes()


# --- use and where ---


def test_use_lists_and_switches(run: Any) -> None:
    """use lists the campaigns, and switches by short name, name or a part of it."""
    data(run, "new", "Thursday world")
    data(run, "new", "Friday")
    assert set(data(run, "use")["campaigns"]) == {"thursday-world", "friday"}
    assert data(run, "use")["current"] == "friday"
    for word in ("thursday-world", "Thursday World", "thurs"):
        data(run, "use", "friday")
        assert data(run, "use", word)["current"] == "thursday-world"
        assert data(run, "show")["name"] == "Thursday world"
    out = run("use").out
    assert "friday" in out
    assert "thursday-world (current)" in out


def test_mistakes_with_use(run: Any) -> None:
    """An unknown or unclear campaign is asked about, and nothing is switched."""
    assert run("use").code == 0
    data(run, "new", "Thursday one")
    data(run, "new", "Thursday two")
    assert "Thursday one" in refused(run, 5, "use", "thursday")
    assert "xyzzy" in refused(run, 5, "use", "xyzzy")
    refused(run, 2, "use", "thursday-one", "thursday-two")
    assert data(run, "use")["current"] == "thursday-two"


def test_use_says_what_goes_before_it(run: Any, machine: Path) -> None:
    """Where a world file in this folder goes before the current campaign, use says so."""
    data(run, "new", "Thursday")
    data(run, "new", "W", "--here")
    assert "world.toml in this folder" in run("use", "thursday").out


def test_a_broken_campaign_can_be_switched_to(run: Any) -> None:
    """A campaign whose file does not parse still has its short name."""
    made = data(run, "new", "Thursday")
    data(run, "new", "Friday")
    Path(made["world"]).write_text("x = = 1")
    assert data(run, "use", "thursday")["current"] == "thursday"


def test_which_world_is_meant(run: Any, machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--world goes before the variable, that before this folder, that before the campaign."""
    assert data(run, "where")["chosen_by"]
    data(run, "new", "Campaign")
    chosen = [data(run, "where")["chosen_by"]]
    data(run, "new", "Here", "--here")
    chosen.append(data(run, "where")["chosen_by"])
    data(run, "new", "Variable", "--world", "variable.toml")
    monkeypatch.setenv("LEGACYTRACK_WORLD", "variable.toml")
    chosen.append(data(run, "where")["chosen_by"])
    data(run, "new", "Option", "--world", "option.toml")
    chosen.append(data(run, "where", "--world", "option.toml")["chosen_by"])
    for said, by in zip(
        ("campaign", "folder", "LEGACYTRACK_WORLD", "--world"), chosen, strict=True
    ):
        assert said in by
    assert data(run, "show")["name"] == "Variable"
    assert data(run, "show", "--world", "option.toml")["name"] == "Option"
    monkeypatch.delenv("LEGACYTRACK_WORLD")
    assert data(run, "show")["name"] == "Here"


def test_where_names_every_path(run: Any, machine: Path) -> None:
    """where prints what a bug report needs: every path, which rule chose it, and the versions."""
    data(run, "new", "W", "--here")
    (machine / "world (conflicted copy).toml").write_text("")
    out = run("where").out
    paths = data(run, "where")["paths"]
    assert paths["world"] == str(machine / "world.toml")
    assert paths["history"] == str(machine / "world.history.jsonl")
    assert "conflicted copy" in out
    assert legacytrack.__version__ in paths["program"]
    assert all(path in out for path in paths.values())


def test_where_works_without_a_world(run: Any) -> None:
    """Without a world where still says where things would be."""
    ended = run("where")
    assert ended.code == 0
    assert "data folder" in ended.out


# --- player ---


def test_players_are_added_renamed_and_merged(run: Any, example: Path) -> None:
    """Names are trimmed, lists take commas, ids stay, and a merge leaves one."""
    data(run, "player", "add", "Eve, Fay", " Gus ")
    assert data(run, "show")["players"]["gus"] == "Gus"
    data(run, "player", "rename", "ana", "Anna Maria")
    assert data(run, "show")["players"]["ana"] == "Anna Maria"
    assert "Anna Maria" in run("show", "india").out
    data(run, "player", "merge", "eve", "ana")
    assert "eve" not in data(run, "show")["players"]
    assert run("check").code == 0


@pytest.mark.parametrize("name", ["ana", "ANA", " Ana ", "Aná", "a.n.a"])
def test_a_doubled_player_is_refused(run: Any, example: Path, name: str) -> None:
    """Case, spaces and accents make no second player."""
    before = example.read_bytes()
    assert "Ana" in refused(run, 3, "player", "add", name)
    assert "Ana" in refused(run, 3, "player", "rename", "ben", name)
    assert example.read_bytes() == before
    assert "Ana" in refused(run, 3, "player", "add", "Eve", name)


# --- check ---


def test_check_finds_all_at_once(run: Any, machine: Path) -> None:
    """All that is impossible in a hand-edited world is found at once, with place and remedy."""
    (machine / "world.toml").write_text(
        """
[players.ana]
name = "Ana"
[players.anna]
name = "ANA"
[territories.ural.scar]
kind = "bunkr"
[territories.alaska.fortification]
boxes = 11
[territories.atlantis.scar]
kind = "bunker"
by = "zed"
[cards.peru]
coins = 9
[factions.khan-industries]
powers = ["hq-troop", "card-troop"]
[continents.asia]
named_bye = "ana"
"""
    )
    ended = run("check", "--json")
    assert ended.code == 3
    findings = ended.json["data"]["findings"]
    assert all(set(each) == {"rule", "where", "what", "fix", "cite"} for each in findings)
    rules = {each["rule"] for each in findings}
    assert rules >= {
        *("player-twice", "unknown-name", "fortify-only-a-city", "fortification-boxes"),
        *("coin-cap", "one-starting-power", "unknown-key"),
    }
    assert {"territories.atlantis", "continents.asia.named_bye", "cards.peru.coins"} <= {
        each["where"] for each in findings
    }
    in_words = run("check")
    assert in_words.code == 3
    assert all(each["what"] in in_words.out for each in findings)
    assert f"{len(findings)} findings" in in_words.out


def test_check_says_when_all_is_well(run: Any, example: Path) -> None:
    """Nothing wrong is exit 0, in words and as data."""
    assert data(run, "check") == {"findings": [], "known": [], "notes": []}
    assert run("check").code == 0


def test_check_notices_an_edit_by_hand(run: Any, evening: Path) -> None:
    """A world edited by hand since its last record is noted, and no finding."""
    evening.write_text(evening.read_text() + "\n[cards.peru]\ncoins = 2\n")
    assert any("cards.peru" in note for note in data(run, "check")["notes"])


def test_check_finds_damage_of_the_history(run: Any, evening: Path) -> None:
    """A history that was cut or changed is a finding; the world itself still answers."""
    path = evening.with_suffix(".history.jsonl")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], b"{torn\n", *lines[2:]]))
    ended = run("check", "--json")
    rules = [each["rule"] for each in ended.json["data"]["findings"]]
    assert ended.code == 3
    assert "history-damaged" in rules
    assert run("show").code == 0


def test_check_finds_a_conflict_copy(run: Any, evening: Path) -> None:
    """The conflict copy of a synchronised folder is a finding."""
    shutil.copy(evening, evening.with_name("world.sync-conflict-20260103.toml"))
    ended = run("check", "--json")
    assert ended.code == 3
    assert [each["rule"] for each in ended.json["data"]["findings"]] == ["conflict-copy"]


# --- files that cannot be read or written ---


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"format = = 1", "line 1"),
        (b'name = "\xff"', "line 1"),
        (b"format = 99", "99"),
        (b'box = "classic-chess"', "classic-chess"),
        (b'box = "../risk-legacy"', "risk-legacy"),
    ],
)
def test_an_unreadable_world_is_exit_4_and_never_written(
    run: Any, machine: Path, text: bytes, said: str
) -> None:
    """A file that cannot be understood is said with its place and never written to."""
    path = machine / "world.toml"
    path.write_bytes(text)
    for words in (["show"], ["scar", "bunker", "alaska"], ["undo"], ["check"], ["redo"]):
        assert said in refused(run, 4, *words)
        assert path.read_bytes() == text
    assert sorted(each.name for each in machine.iterdir()) in (
        ["world.toml"],
        ["world.lock", "world.toml"],
    )
    assert run("where").code == 0


def test_a_world_that_is_gone(run: Any, machine: Path) -> None:
    """A world file that is not there is exit 4 and says how to make one, wherever it was meant."""
    made = data(run, "new", "W")
    Path(made["world"]).unlink()
    assert "check --repair" in refused(run, 4, "show")  # its history is there
    Path(made["world"]).with_suffix(".history.jsonl").unlink()
    for words in (["show"], ["show", "--world", "nowhere.toml"], ["--world", "x/y.toml", "check"]):
        assert "legacytrack new" in refused(run, 4, *words)


# --- undo and redo ---


def test_nothing_to_undo_or_redo(run: Any, example: Path) -> None:
    """Nothing to undo, nothing to redo: said, with exit 6, also in a world just begun."""
    refused(run, 6, "undo")
    refused(run, 6, "redo")
    refused(run, 6, "undo", "1")
    refused(run, 6, "undo", "--to", "0")
    data(run, "new", "W", "--world", "w.toml")
    refused(run, 6, "undo", "--world", "w.toml")


def test_undo_takes_back_one_after_the_other(run: Any, evening: Path) -> None:
    """Undo says in words what it takes back, one change at a time, down to the beginning."""
    for said in ("fortified", "Stalgrad", "Bunker on Alaska", "coin"):
        assert said in run("undo").out
    refused(run, 6, "undo")
    assert data(run, "show")["territories"] == []
    for said in ("coin", "Bunker on Alaska", "Stalgrad", "fortified"):
        assert said in run("redo").out
    refused(run, 6, "redo")
    assert data(run, "show", "ural")["fortified"] is True


def test_undo_one_old_change_alone(run: Any, evening: Path) -> None:
    """One old change can be taken back alone, once; what came after it stays."""
    done = data(run, "undo", "3")
    assert "Bunker" in done["said"]
    assert done["redo"] == "legacytrack redo"
    assert data(run, "show", "alaska")["scar"] is None
    assert data(run, "show", "ural")["fortified"] is True
    refused(run, 6, "undo", "3")
    assert data(run, "redo")["undo"] is None
    assert data(run, "show", "alaska")["scar"]["kind"] == "bunker"


def test_undo_what_others_stand_on(run: Any, evening: Path) -> None:
    """A change that later ones stand on is not taken alone: exit 6, and nothing is changed."""
    before = evening.read_bytes()
    refused(run, 6, "undo", "4")
    assert evening.read_bytes() == before


def test_undo_everything_after_a_change(run: Any, evening: Path) -> None:
    """--to takes back all after a change in one go, and redo brings all of it back."""
    before = evening.read_bytes()
    done = data(run, "undo", "--to", "2")
    assert all(any(said in note for note in done["notes"]) for said in ("Bunker", "fortified"))
    assert [each["territory"] for each in data(run, "show")["territories"]] == []
    assert data(run, "show")["cards"] == {"brazil": 2}
    data(run, "redo")
    assert evening.read_bytes() == before
    refused(run, 6, "undo", "--to", "99")


def test_a_dry_undo_writes_nothing(run: Any, evening: Path) -> None:
    """--dry-run of undo and redo says what would happen and writes nothing."""
    before = evening.read_bytes()
    assert data(run, "undo", "--dry-run")["number"] is None
    assert evening.read_bytes() == before
    data(run, "undo")
    before = evening.read_bytes()
    assert data(run, "redo", "--dry-run")["dry_run"] is True
    assert evening.read_bytes() == before
    assert len(history(evening)) == 6


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["undo", "99"], 6),
        (["undo", "0"], 2),
        (["undo", "-1"], 2),
        (["undo", "x"], 2),
        (["undo", "3", "--to", "2"], 2),
        (["undo", "--to", "-1"], 2),
        (["undo", "--to"], 2),
        (["redo", "3"], 2),
    ],
)
def test_mistakes_with_undo(run: Any, evening: Path, words: list[str], code: int) -> None:
    """A mistake takes nothing back."""
    before = evening.read_bytes()
    refused(run, code, *words)
    assert evening.read_bytes() == before
    assert len(history(evening)) == 5


def test_a_new_record_ends_what_can_be_redone(run: Any, evening: Path) -> None:
    """After a new record there is nothing to redo."""
    data(run, "undo")
    data(run, "coin", "peru", "--game", "2")
    refused(run, 6, "redo")


def test_an_edit_by_hand_can_be_undone(run: Any, evening: Path) -> None:
    """What was edited by hand becomes a change of its own at the next record, and can be undone."""
    evening.write_text(evening.read_text() + "\n[cards.peru]\ncoins = 2\n")
    ended = run("coin", "japan", "--game", "2")
    assert (ended.code, "by hand" in ended.err) == (0, True)
    data(run, "undo", "6")
    assert data(run, "show")["cards"] == {"brazil": 2, "japan": 2}


# --- completion ---


def test_completion_prints_a_script_for_each_shell(run: Any) -> None:
    """Each of the three shells gets a script; another shell is exit 5 with the three named."""
    scripts = {shell: run("completion", shell).out for shell in ("bash", "zsh", "fish")}
    assert len(set(scripts.values())) == 3
    assert all("legacytrack" in script for script in scripts.values())
    assert "fish" in refused(run, 5, "completion", "tcsh")
    assert "legacytrack completion bash" in refused(run, 2, "completion")


# --- options of every command ---


def test_the_version(run: Any) -> None:
    """--version works on either side of every command, and does nothing else."""
    for words in (
        ["--version"],
        ["show", "--version"],
        ["--version", "scar"],
        ["undo", "--version"],
    ):
        ended = run(*words)
        assert (ended.code, ended.err) == (0, "")
        assert ended.out == f"legacytrack {legacytrack.__version__}\n"


@pytest.mark.parametrize("format", ["plain", "terminal", "json"])
@pytest.mark.parametrize("before", [True, False])
def test_the_format(run: Any, example: Path, format: str, before: bool) -> None:
    """--format works before and after the command, joined or not; --json is short for one."""
    option, words = ["--format", format], ["supply"]
    ended = run(*(option + words if before else words + option))
    assert ended.code == 0
    assert ended == run("supply", f"--format={format}")
    assert (ended == run("supply", "--json")) == (format == "json")
    assert (ended == run("--json", "supply")) == (format == "json")


@pytest.mark.parametrize(
    "words",
    [
        ["supply", "--format", "nonsense"],
        ["--format", "nonsense", "supply"],
        ["supply", "--format="],
        ["supply", "--format"],
        ["supply", "--nonsense"],
        ["--nonsense", "supply"],
        ["supply", "extra"],
        ["supply", "--world"],
    ],
)
def test_mistakes_with_options(run: Any, example: Path, words: list[str]) -> None:
    """A mistake with an option is exit 2 and shows the way to the help."""
    assert "--help" in refused(run, 2, *words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["scars"], "scar"),
        (["troop", "14"], "troops"),
        (["undoo"], "undo"),
        (["player", "ad", "Eve"], "add"),
        (["player", "renam"], "rename"),
        (["SHOW"], "legacytrack"),
        (["xyzzy"], "legacytrack --help"),
        (["player", "xyzzy"], "legacytrack player --help"),
        ([""], "legacytrack --help"),
    ],
)
def test_an_unknown_command_suggests(run: Any, words: list[str], said: str) -> None:
    """An unknown command is exit 2, and the near ones are suggested; none is run."""
    assert said in refused(run, 2, *words)
