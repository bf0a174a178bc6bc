"""Record: every command that changes the world, with the options that all of them take."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from legacytrack.cli.app import root
from legacytrack.cli.commands import Recording

Words = list[str]

BEGIN = ["begin", "ana=balkania", "ben=khan", "cy=bear"]
SIGN = ["sign", "ana", "--yes", "--date", "2026-01-03"]
# Each recording command: what has to be there before it, and the command itself.
RECORDS: dict[str, tuple[list[Words], Words]] = {
    "power": ([], ["power", "balkania", "round-up"]),
    "power --random": ([], ["power", "--random", "--seed", "7"]),
    "coin": ([], ["coin", "brazil", "peru"]),
    "coin --random": ([], ["coin", "--random", "--seed", "7"]),
    "scar": ([], ["scar", "bunker", "alaska"]),
    "cancel": ([["scar", "bunker", "alaska"]], ["cancel", "alaska"]),
    "city": ([], ["city", "major", "ural", "Stalgrad"]),
    "fortify": ([["city", "minor", "ural"]], ["fortify", "ural"]),
    "wear": ([["city", "minor", "ural"], ["fortify", "ural"]], ["wear", "ural", "2"]),
    "name": ([], ["name", "asia", "Ruin"]),
    "bonus": ([], ["bonus", "asia", "plus"]),
    "destroy": ([], ["destroy", "peru"]),
    "planet": ([["new", "--games-played", "15"]], ["planet", "New Earth"]),
    "player add": ([], ["player", "add", "Dana", "Eve"]),
    "player rename": ([], ["player", "rename", "ana", "Anna"]),
    "player merge": ([], ["player", "merge", "ben", "ana"]),
    "begin": ([], BEGIN),
    "hq": ([BEGIN], ["hq", "ben", "egypt"]),
    "sign": ([BEGIN], SIGN),
    "hold": ([BEGIN], ["hold", "ben", "africa"]),
    "take": ([BEGIN, ["hold", "ben", "egypt"]], ["take", "cy", "egypt"]),
    "leave": ([BEGIN, ["hold", "ben", "egypt"]], ["leave", "ben", "egypt"]),
    "join": ([BEGIN], ["join", "cy", "peru"]),
    "out": ([BEGIN], ["out", "cy"]),
    "star": ([BEGIN], ["star", "ana"]),
    "missile": ([[*BEGIN, "--missiles", "ben=2"]], ["missile", "ben"]),
    "next": ([BEGIN], ["next"]),
    "hand": ([BEGIN], ["hand", "ana", "peru", "coin"]),
    "slots": ([BEGIN], ["slots", "egypt", "brazil", "china", "ural"]),
    "draw": ([BEGIN], ["draw", "ana", "coin"]),
    "correct": ([BEGIN, SIGN], ["correct", "1", "ben", "--start", "egypt"]),
    "packet open": ([], ["packet", "open", "the small one"]),
    "define scar": ([], ["define", "scar", "Quicksand", "--supply", "2"]),
    "define city": ([], ["define", "city", "Harbour", "--effect", "population=3"]),
    "define power": ([], ["define", "power", "Wide Roads", "--faction", "bear"]),
    "define faction": ([], ["define", "faction", "The Gardeners"]),
    "define territory": ([], ["define", "territory", "Far Island", "--sea", "peru"]),
    "define link": ([], ["define", "link", "brazil", "egypt"]),
    "define event": ([], ["define", "event", "Rain", "--card", "E4"]),
    "define mission": ([], ["define", "mission", "Hold the ice"]),
    "define rule": ([], ["define", "rule", "coin-cap", "--limit", "7", "--letter", "D"]),
}
# What keeps who and when in the world file, under which keys.
CREDITS = {
    "coin": "cards.brazil",
    "scar": "territories.alaska.scar",
    "cancel": "territories.alaska.cancelled.1",
    "city": "territories.ural.city",
    "fortify": "territories.ural.fortification",
    "name": "continents.asia",
    "bonus": "continents.asia",
    "destroy": "cards.peru",
    "planet": "",
}
# Each law that a record can break with leave: what was done before, the record, the law.
BROKEN: list[tuple[list[Words], Words, str]] = [
    (
        [["power", "balkania", "round-up"]],
        ["power", "balkania", "expand-four"],
        "one-starting-power",
    ),
    ([["coin", "peru", "peru"]], ["coin", "peru"], "pre-game-coin-cap"),
    ([["coin", "ural", *["peru"] * 5, "--game", "1"]], ["coin", "peru", "--game", "1"], "coin-cap"),
    ([["destroy", "peru"]], ["coin", "peru", "--game", "1"], "destroyed-card"),
    ([["scar", "bunker", "alaska"]], ["scar", "ammo", "alaska"], "one-scar-per-territory"),
    (
        [["scar", "bunker", place] for place in ("alaska", "ural", "peru")],
        ["scar", "bunker", "china"],
        "bunker-supply",
    ),
    ([["city", "minor", "ural"]], ["city", "major", "ural"], "one-city-per-territory"),
    ([["city", "capital", "ural"]], ["city", "capital", "china"], "world-capital-supply"),
    ([], ["fortify", "alaska"], "fortify-only-a-city"),
    (
        [["city", "minor", "ural"], ["fortify", "ural"]],
        ["wear", "ural", "11"],
        "fortification-boxes",
    ),
    ([["name", "asia", "Ruin"]], ["name", "asia", "Order"], "continent-named-once"),
    ([["bonus", "asia", "plus"]], ["bonus", "asia", "minus"], "bonus-once-a-continent"),
    ([["bonus", "asia", "plus"]], ["bonus", "africa", "plus"], "continent-plus-supply"),
    ([], ["planet", "New Earth"], "games-with-rewards"),
    (
        [["planet", "New Earth", "--anyway", "a test"]],
        ["planet", "Old Earth", "--anyway", "another"],
        "planet-named-once",
    ),
    ([], BEGIN[:3], "players-per-game"),
    ([], [*BEGIN[:3], "cy=khan"], "faction-once-a-game"),
    ([BEGIN, SIGN], [*BEGIN, "--game", "4"], "game-in-order"),
    ([BEGIN, ["hq", "ben", "egypt"]], ["hq", "ben", "ural"], "hq-once"),
    ([BEGIN, ["hq", "ben", "egypt"]], ["hq", "ana", "middle-east"], "hq-not-adjacent"),
    ([BEGIN, ["scar", "bunker", "egypt"]], ["hq", "ana", "egypt"], "legal-start"),
    ([BEGIN, ["hold", "ben", "egypt"]], ["hold", "ana", "egypt"], "control"),
    ([BEGIN, ["hold", "ben", "egypt"]], ["join", "ben", "peru"], "join-the-war"),
    ([[*BEGIN, "--missiles", "ben=1"]], ["missile", "ben=2"], "missiles-in-hand"),
    ([BEGIN, ["star", "ana", "--pile"]], ["star", "ben", "--pile"], "coin-pile-star"),
    ([BEGIN], ["hand", "ana", "coin=11"], "coin-cards"),
    ([BEGIN, ["hand", "ana", "peru"]], ["hand", "ben", "peru"], "territory-cards"),
    (
        [BEGIN, ["slots", "egypt", "brazil", "china", "ural"]],
        ["draw", "ana", "peru"],
        "face-up-cards",
    ),
    ([BEGIN, ["next", "ana"]], ["draw", "ben", "coin"], "one-card-a-turn"),
    ([BEGIN], ["draw", "ana", "mission", "--stars", "3"], "stars-for-a-mission"),
    ([BEGIN], ["hand", "ana", "--star", "coin=3"], "star-for-cards"),
    (
        [BEGIN, ["define", "scar", "Lava", "--effect", "no_entry"], ["scar", "lava", "peru"]],
        ["take", "ana", "peru"],
        "no-entry-here",
    ),
    (
        [BEGIN, SIGN, ["name", "asia", "Ruin", "--by", "ana"]],
        ["bonus", "asia", "plus", "--by", "ana"],
        "winner-one-reward",
    ),
    (
        [BEGIN, SIGN, ["coin", "peru", "--by", "ben"]],
        ["coin", "ural", "--by", "ben"],
        "held-on-one-reward",
    ),
    ([BEGIN, SIGN], ["name", "asia", "Ruin", "--by", "ben"], "held-on-one-reward"),
    ([BEGIN, SIGN], ["coin", "peru", "--by", "ana"], "winner-one-reward"),
    ([BEGIN, [*SIGN, "--out", "cy"]], ["coin", "peru", "--by", "cy"], "eliminated-no-reward"),
    (
        [
            ["define", "power", "Wide Roads", "--faction", "bear", "--colour", "red"],
            ["define", "power", "Long Nights", "--faction", "bear", "--colour", "red"],
            ["power", "bear", "wide-roads"],
        ],
        ["power", "bear", "long-nights"],
        "one-power-per-colour",
    ),
    (
        [
            ["define", "scar", "Salt", "--effect", "no_marks"],
            ["scar", "salt", "alaska"],
        ],
        ["city", "minor", "alaska"],
        "no-marks-here",
    ),
]
BROKEN_IDS = [f"{words[0]}-{law}" for _, words, law in BROKEN]
# The game that a record belongs to, where it cannot be just any.
GAMES = {"planet": "15", "begin": "1", "sign": "1", "correct": "1"}

NEW = ["new", "Thursday", "--players", "Ana, Ben, Cy", "--here"]


@pytest.fixture
def world(begin_with: Callable[..., Path]) -> Path:
    """A fresh world with three players."""
    return begin_with(NEW)


def begin(run: Any, folder: Path, *more: str) -> Path:
    """Begin a world in the folder, anew if there is one."""
    for path in folder.glob("world.*"):
        path.unlink()
    assert run(*NEW, *more).code == 0
    return folder / "world.toml"


def prepare(run: Any, world: Path, steps: list[Words]) -> None:
    """Do what has to be there before."""
    for words in steps:
        if words[0] == "new":
            begin(run, world.parent, *words[1:])
        else:
            ended = run(*words)
            assert ended.code == 0, ended


def state(world: Path) -> tuple[bytes, bytes]:
    """The bytes of the world and of its history."""
    return world.read_bytes(), world.with_suffix(".history.jsonl").read_bytes()


def changed(run: Any, *words: str) -> Any:
    """Run a record that has to be taken, and give its data."""
    ended = run(*words, "--json")
    assert (ended.code, ended.err) == (0, ""), ended
    assert ended.json["errors"] == []
    return ended.json["data"]


def refused(run: Any, world: Path, code: int, *words: str) -> list[dict[str, str]]:
    """Run a record that has to be refused without writing anything, and give its errors."""
    before = state(world)
    ended = run(*words, "--json")
    assert ended.code == code, ended
    assert ended.err == ""
    assert state(world) == before
    errors = ended.json["errors"]
    in_words = run(*words)
    assert (in_words.code, in_words.out) == (code, "")
    assert all(error["what"] in in_words.err for error in errors)
    assert state(world) == before
    return errors


def last_entry(run: Any) -> Any:
    """The last line of the history."""
    return run("log", "--last", "1", "--json").json["data"]["entries"][0]


def test_no_record_is_forgotten() -> None:
    """Every command that takes the options of a record is held to the laws below."""
    recording = []
    for name in root().list_commands(None):
        command = root().get_command(None, name)
        members = getattr(command, "commands", {})
        recording += [f"{name} {id}" for id, each in members.items() if isinstance(each, Recording)]
        recording += [name] if isinstance(command, Recording) else []
    assert sorted(recording) == sorted(name for name in RECORDS if "--random" not in name)


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_answers_and_is_kept(run: Any, world: Path, name: str) -> None:
    """A record says what changed and how to undo it, stands in the history, and breaks no law."""
    steps, words = RECORDS[name]
    prepare(run, world, steps)
    ended = run(*words)
    assert (ended.code, ended.err) == (0, "")
    entry = last_entry(run)
    assert entry["said"] in ended.out
    assert f"legacytrack undo {entry['number']}" in ended.out
    assert run("check").code == 0


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_as_data(run: Any, world: Path, name: str) -> None:
    """As data a record gives its number, sentence, edits, and the command that undoes it."""
    steps, words = RECORDS[name]
    prepare(run, world, steps)
    done = changed(run, *words)
    assert {"number", "said", "notes", "edits", "waived", "dry_run", "undo"} <= set(done)
    assert done["number"] == last_entry(run)["number"]
    assert done["undo"] == f"legacytrack undo {done['number']}"
    assert done["edits"]
    assert all(set(edit) == {"where", "old", "new"} for edit in done["edits"])
    assert (done["dry_run"], done["waived"]) == (False, [])


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_can_be_undone_and_redone(run: Any, world: Path, name: str) -> None:
    """Undo gives back every byte of the world file, redo every byte of the world after."""
    steps, words = RECORDS[name]
    prepare(run, world, steps)
    before = world.read_bytes()
    assert run(*words).code == 0
    after = world.read_bytes()
    assert after != before
    assert run("undo", *(["--yes"] if name == "sign" else [])).code == 0
    assert world.read_bytes() == before
    assert run("redo", *(["--yes"] if name == "sign" else [])).code == 0
    assert world.read_bytes() == after


@pytest.mark.parametrize("name", RECORDS)
def test_a_dry_run_writes_nothing(run: Any, world: Path, name: str) -> None:
    """--dry-run says what the record would say, has no number, and leaves both files alone."""
    steps, words = RECORDS[name]
    prepare(run, world, steps)
    before, files = state(world), set(world.parent.iterdir())
    dry = changed(run, *words, "--dry-run")
    assert (dry["number"], dry["undo"], dry["dry_run"]) == (None, None, True)
    assert run(*words, "--dry-run").code == 0
    assert state(world) == before
    assert set(world.parent.iterdir()) == files
    done = changed(run, *words)
    assert (done["said"], done["edits"]) == (dry["said"], dry["edits"])


@pytest.mark.parametrize("name", [name for name in RECORDS if "--random" not in name])
def test_every_record_takes_a_player_and_a_game(run: Any, world: Path, name: str) -> None:
    """--by and --game go with every record: the game into the history, both into the mark."""
    steps, words = RECORDS[name]
    prepare(run, world, steps)
    game = GAMES.get(name, "2")
    changed(run, *words, "--by", "CY", "--game", game)
    assert last_entry(run)["game"] == int(game)
    assert "--by CY" in last_entry(run)["command"]
    if name in CREDITS:
        import tomllib

        mark = tomllib.loads(world.read_text())
        for key in filter(None, CREDITS[name].split(".")):
            mark = mark[key]
        assert "cy" in mark.values()
        assert int(game) in [int(value) for value in mark.values() if isinstance(value, int)]


@pytest.mark.parametrize("name", RECORDS)
def test_mistakes_in_the_common_options(run: Any, world: Path, name: str) -> None:
    """An unknown player, no game, no reason: nothing is written, and the answer says what."""
    steps, words = RECORDS[name]
    prepare(run, world, steps)
    assert "zed" in refused(run, world, 5, *words, "--by", "zed")[0]["what"]
    for options in (["--game", "0"], ["--game", "-1"], ["--game", "x"], ["--anyway", ""]):
        refused(run, world, 2, *words, *options)
    refused(run, world, 2, *words, "--anyway", "  ")


@pytest.mark.parametrize("option", ["--anyway", "--by", "--game"])
def test_an_option_is_no_value(run: Any, world: Path, option: str) -> None:
    """An option without its value never swallows the next one: nothing is written by mistake."""
    run("scar", "bunker", "alaska")
    before = state(world)
    ended = run("scar", "ammo", "alaska", option, "--dry-run")
    assert ended.code in (2, 5)
    assert ended.out == ""
    assert state(world) == before


@pytest.mark.parametrize("forgotten", ["--dry-run", "--json", "--faction", "--"])
def test_no_option_is_the_value_of_another(run: Any, world: Path, forgotten: str) -> None:
    """Where a value was forgotten, the next option is not taken for it, and nothing is written."""
    before = world.read_bytes()
    done = run("define", "power", "Wide Roads", "--faction", "bear", "--colour", forgotten)
    assert done.code == 2
    assert f"--colour needs a value; {forgotten} is an option." in done.err + done.out
    assert world.read_bytes() == before
    assert run("define", "power", "Wide Roads", "--faction", "bear", "--colour=--red").code == 0


def test_a_line_that_is_no_text_is_kept_with_escapes(run: Any, world: Path) -> None:
    """A byte that is no text, in an option that a later one replaced, stands in the history escaped."""
    words = ["power", "balkania", "round-up", "--anyway", "\udcff", "--anyway", "a packet"]
    assert run(*words).code == 0
    assert "\\\\udcff" in world.with_name("world.history.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize("where", ["before", "after"])
def test_the_world_may_be_named_on_either_side(run: Any, machine: Path, where: str) -> None:
    """--world before or after the command chooses the file that is written."""
    other = machine / "other.toml"
    begin(run, machine)
    assert run("new", "Other", "--world", str(other)).code == 0
    option, words = ["--world", "other.toml"], ["scar", "bunker", "alaska"]
    assert run(*(option + words if where == "before" else words + option)).code == 0
    assert "bunker" in other.read_text()
    assert "bunker" not in (machine / "world.toml").read_text()
    entries = run("log", "--json", *option).json["data"]["entries"]
    assert entries[-1]["command"] == "scar bunker alaska"


# --- laws ---


@pytest.mark.parametrize(("steps", "words", "law"), BROKEN, ids=BROKEN_IDS)
def test_a_law_refuses(run: Any, world: Path, steps: list[Words], words: Words, law: str) -> None:
    """A refusal is exit 3, writes nothing, names law, heading and fact, and says how to go on."""
    prepare(run, world, steps)
    bare = words[: words.index("--anyway")] if "--anyway" in words else words
    errors = refused(run, world, 3, *bare)
    found = {error["code"]: error for error in errors}[law]
    assert found["cite"]
    assert "--anyway" in found["fix"]
    err = run(*bare).err
    assert f"rule:  {law} ({found['cite']})" in err
    assert "fix:" in err
    assert len({error["code"] for error in errors}) == len(errors), "each law is said once"


@pytest.mark.parametrize(("steps", "words", "law"), BROKEN, ids=BROKEN_IDS)
def test_a_law_gives_way_to_a_reason(
    run: Any, world: Path, steps: list[Words], words: Words, law: str
) -> None:
    """With a reason the record is taken; law and reason are kept, and check calls it known."""
    prepare(run, world, steps)
    bare = words[: words.index("--anyway")] if "--anyway" in words else words
    done = changed(run, *bare, "--anyway", "the packet says so")
    waived = {each["rule"]: each for each in done["waived"]}
    assert waived[law]["why"] == "the packet says so"
    assert law in [each["rule"] for each in last_entry(run)["waived"]]
    ended = run("check", "--json")
    found = ended.json["data"]
    assert (ended.code, found["findings"]) == (0, [])
    assert law in [known["rule"] for known in found["known"]]
    assert "the packet says so" in run("check").out


@pytest.mark.parametrize(("steps", "words", "law"), BROKEN, ids=BROKEN_IDS)
def test_a_waived_record_can_be_undone_and_redone(
    run: Any, world: Path, steps: list[Words], words: Words, law: str
) -> None:
    """Leave that was given once holds when an undo is taken back: redo restores every byte."""
    prepare(run, world, steps)
    bare = words[: words.index("--anyway")] if "--anyway" in words else words
    before = world.read_bytes()
    changed(run, *bare, "--anyway", "the packet says so")
    after = world.read_bytes()
    assert run("undo").code == 0
    assert world.read_bytes() == before
    ended = run("redo")
    assert ended.code == 0, ended
    assert world.read_bytes() == after


@pytest.mark.parametrize(
    ("steps", "words", "law"),
    [
        ([], ["cancel", "alaska"], "cancel-needs-scar"),
        ([["city", "minor", "ural"]], ["wear", "ural"], "fortification-boxes"),
        ([["destroy", "peru"]], ["destroy", "peru"], "destroyed-card"),
        ([["new", "--games-played", "3"]], ["coin", "--random"], "pre-game-coins"),
    ],
)
def test_no_leave_where_there_is_nothing_to_do(
    run: Any, world: Path, steps: list[Words], words: Words, law: str
) -> None:
    """Where a reason would change nothing the refusal stays, and does not offer --anyway."""
    prepare(run, world, steps)
    assert refused(run, world, 3, *words)[0]["code"] == law
    errors = refused(run, world, 3, *words, "--anyway", "because")
    assert errors[0]["code"] == law
    assert not any("--anyway" in error["fix"] for error in errors)


def test_no_leave_for_a_doubled_player(run: Any, world: Path) -> None:
    """Two players of one name are no matter of house rules."""
    for words in (["player", "add", "ANA"], ["player", "rename", "ben", " ána "]):
        assert refused(run, world, 3, *words)[0]["code"] == "player-twice"
        errors = refused(run, world, 3, *words, "--anyway", "because")
        assert "--anyway" not in errors[0]["fix"]


def test_a_refusal_names_the_change_to_undo(run: Any, world: Path) -> None:
    """A fact that blocks comes with game and player, and with the change that made it."""
    number = changed(run, "scar", "bunker", "alaska", "--by", "ben", "--game", "2")["number"]
    changed(run, "coin", "peru")
    error = refused(run, world, 3, "scar", "ammo", "alaska")[0]
    assert "game 2, Ben" in error["what"]
    assert f"legacytrack undo {number}" in error["fix"]
    assert error["where"] == "territories.alaska.scar"


def test_a_refusal_blames_no_other_change(run: Any, world: Path) -> None:
    """Where no change made the blocking fact, no undo is offered: the scar is not to blame."""
    changed(run, "scar", "bunker", "alaska")
    for error in refused(run, world, 3, "fortify", "alaska"):
        assert "undo" not in error["fix"]


def test_a_reason_without_need_waives_nothing(run: Any, world: Path) -> None:
    """--anyway where no law stands against it is no mistake and leaves no trace of a waiver."""
    assert changed(run, "scar", "bunker", "alaska", "--anyway", "sure")["waived"] == []


def test_what_is_so_already_changes_nothing(run: Any, world: Path) -> None:
    """A record that would change nothing is a mistake, not a line in the history."""
    changed(run, "power", "--random", "--seed", "1")
    assert refused(run, world, 2, "power", "--random", "--seed", "1")[0]["code"] == "no-change"
    assert refused(run, world, 2, "player", "rename", "ana", "Ana")[0]["code"] == "no-change"


# --- what single records say ---


def test_supplies_are_counted_down(run: Any, world: Path) -> None:
    """A record that uses a sticker says how many are left."""
    for word, left in (("alaska", "2 of 3"), ("ural", "1 of 3"), ("peru", "0 of 3")):
        assert any(left in note for note in changed(run, "scar", "bunker", word)["notes"])


def test_a_name_may_repeat_with_a_word_about_it(run: Any, world: Path) -> None:
    """City names may repeat; the answer says where the other one is."""
    changed(run, "city", "major", "ural", "Stalgrad")
    notes = changed(run, "city", "minor", "china", "  STALGRAD ")["notes"]
    assert any("Ural" in note for note in notes)
    assert run("show", "china", "--json").json["data"]["city"]["name"] == "STALGRAD"


def test_coins_count_each_time_a_card_is_named(run: Any, world: Path) -> None:
    """A card named twice gets two coins; commas and spaces do the same."""
    changed(run, "coin", "brazil,peru", "peru")
    cards = run("show", "cards", "--json").json["data"]["cards"]
    assert (cards["brazil"]["coins"], cards["peru"]["coins"]) == (2, 3)


def test_a_bonus_up_and_down(run: Any, world: Path) -> None:
    """plus and minus change what a continent pays by one, for everybody."""
    changed(run, "bonus", "asia", "plus")
    changed(run, "bonus", "africa", "minus")
    pays = {
        each["continent"]: each["pays"]
        for each in run("continents", "--json").json["data"]["continents"]
    }
    assert (pays["asia"], pays["africa"], pays["europe"]) == (8, 2, 5)


def test_a_city_without_a_name_or_founder(run: Any, world: Path) -> None:
    """A city nobody remembers the name of is recorded without; what is missing is said."""
    notes = changed(run, "city", "major", "ural")["notes"]
    assert any("founder" in note for note in notes)
    assert run("show", "ural", "--json").json["data"]["city"]["name"] == ""


def test_wear_marks_one_box_or_several(run: Any, world: Path) -> None:
    """Without a number one box is marked; the tenth ends the fortification."""
    prepare(run, world, [["city", "minor", "ural"], ["fortify", "ural"]])
    assert any("9 boxes" in note for note in changed(run, "wear", "ural")["notes"])
    changed(run, "wear", "ural", "9")
    assert run("show", "ural", "--json").json["data"]["fortified"] is False


def test_merging_moves_all_records(run: Any, world: Path) -> None:
    """After a merge everything of the one belongs to the other, and the one is gone."""
    changed(run, "city", "minor", "ural", "--by", "ben")
    changed(run, "name", "asia", "Ruin", "--by", "ben")
    changed(run, "player", "merge", "ben", "ana")
    found = run("show", "ana", "--json").json["data"]
    assert (found["cities"], found["continents"]) == (["ural"], ["asia"])
    assert run("show", "ben").code == 5


# --- mistakes of the words ---


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["power"], 2, "legacytrack power balkania round-up"),
        (["power", "balkania"], 2, "expand-four"),
        (["power", "balkania", "hq-troop"], 5, "expand-four"),
        (["power", "martians", "x"], 5, "martians"),
        (["power", "balkania", "--random"], 2, "--random"),
        (["coin"], 2, "legacytrack coin brazil peru"),
        (["coin", ","], 2, "legacytrack coin brazil peru"),
        (["coin", "brasil"], 5, "Brazil"),
        (["coin", "brazil", "-3"], 2, "legacytrack undo"),
        (["coin", "brazil", "--random"], 2, "--random"),
        (["coin", "--random", "--seed", "-1"], 2, "--seed"),
        (["coin", "the US"], 5, "Western United States"),
        (["scar", "bunker"], 2, "legacytrack scar bunker alaska"),
        (["scar", "tunnel", "alaska"], 5, "ammo-shortage"),
        (["scar", "bunker", "alaksa"], 5, "Alaska"),
        (["scar", "bunker", "alaska", "peru"], 2, "peru"),
        (["scar", "bunker", "asia"], 5, "asia"),
        (["cancel"], 2, "legacytrack cancel alaska"),
        (["city", "huge", "ural", "X"], 5, "capital"),
        (["city", "minor"], 2, "legacytrack city"),
        (["city", "minor", "ural", ""], 2, "empty"),
        (["fortify"], 2, "legacytrack fortify ural"),
        (["wear", "ural", "0"], 2, "0"),
        (["wear", "ural", "-1"], 2, "below zero"),
        (["wear", "ural", "x"], 2, "x"),
        (["name", "asia"], 2, "legacytrack name asia"),
        (["name", "ural", "X"], 5, "ural"),
        (["bonus", "asia", "-1"], 2, "legacytrack bonus asia minus"),
        (["bonus", "asia", "+1"], 2, "legacytrack bonus asia plus"),
        (["bonus", "asia", "twice"], 2, "minus"),
        (["bonus", "asia"], 2, "legacytrack bonus asia plus"),
        (["destroy"], 2, "legacytrack destroy peru"),
        (["planet"], 2, "legacytrack planet"),
        (["player", "add"], 2, "legacytrack player add"),
        (["player", "add", ","], 2, "legacytrack player add"),
        (["player", "rename", "ana"], 2, "legacytrack player rename"),
        (["player", "rename", "zed", "Zoe"], 5, "zed"),
        (["player", "merge", "ana"], 2, "legacytrack player merge"),
        (["player", "merge", "ana", "ana"], 2, "Ana"),
        (["player", "merge", "ana", "zed"], 5, "zed"),
    ],
)
def test_mistakes_are_explained(run: Any, world: Path, words: Words, code: int, said: str) -> None:
    """A mistake writes nothing, has its exit code, and shows how it is written or what is meant."""
    refused(run, world, code, *words)
    assert said in run(*words).err


# --- by lot ---


@pytest.mark.parametrize("command", ["power", "coin"])
def test_the_same_seed_draws_the_same(run: Any, machine: Path, command: str) -> None:
    """A seed that is given or was printed draws again what it drew; another draws otherwise."""
    drawn = {}
    for seed in ("7", "7", "8"):
        begin(run, machine)
        done = changed(run, command, "--random", "--seed", seed)
        assert done["seed"] == int(seed)
        assert f"seed {seed}" in done["said"]
        edits = [(edit["where"], edit["new"]) for edit in done["edits"]]
        assert drawn.setdefault(seed, edits) == edits
    assert drawn["7"] != drawn["8"]


@pytest.mark.parametrize("command", ["power", "coin"])
def test_a_draw_prints_its_seed(run: Any, machine: Path, command: str) -> None:
    """Without a seed one is drawn and printed, so that everybody can draw the same again."""
    begin(run, machine)
    done = changed(run, command, "--random")
    assert f"seed {done['seed']}" in done["said"]
    begin(run, machine)
    again = changed(run, command, "--random", "--seed", str(done["seed"]))
    assert again["edits"] == done["edits"]
    begin(run, machine)
    out = run(command, "--random", "--seed", "12").out
    assert "seed 12" in out


def test_a_draw_fills_what_is_missing(run: Any, world: Path) -> None:
    """A draw leaves what was chosen by hand, and makes the rest complete."""
    changed(run, "power", "balkania", "expand-four")
    changed(run, "coin", "peru", "peru")
    changed(run, "power", "--random", "--seed", "3")
    changed(run, "coin", "--random", "--seed", "3")
    found = run("show", "--json").json["data"]
    assert found["factions"]["imperial-balkania"] == ["expand-four"]
    assert all(len(powers) == 1 for powers in found["factions"].values())
    assert found["cards"]["peru"] == 3
    assert sum(coins - 1 for coins in found["cards"].values()) == 12
    assert run("check").code == 0
