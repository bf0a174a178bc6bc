"""Sharing: an exported campaign is made again as it was, undo and all; nothing is written to it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft4Validator, FormatChecker

from legacytrack.campaign.checking import check
from legacytrack.campaign.door import Campaign
from legacytrack.campaign.making import place_for, read_back
from legacytrack.campaign.recording import Step, record
from legacytrack.campaign.sharing import (
    campaign_id,
    campaign_schema,
    document,
    schema_text,
    world_schema,
)
from legacytrack.campaign.undoing import redo, undo
from legacytrack.errors import FileError, RefusedError, UndoError, UsageError
from legacytrack.model.change import same
from legacytrack.rules.cards import add_coins
from legacytrack.rules.cities import found_city
from legacytrack.rules.players import add_players, rename_player
from legacytrack.rules.scars import place_scar
from legacytrack.store import campaign_json, history
from legacytrack.store.box_files import BOXES
from legacytrack.store.places import Places

MADE = """\
# A world, with a word of ours.
format = 1
box = "risk-legacy"
name = "Ours" # best

[players.ana]
name = "Ana"

[games.1]
played = 2026-01-03
winner = "ana"

[ours]
best = inf
"$toml" = "a word of ours"
"""
STEPS: dict[str, Step] = {
    "coin": lambda world, box: add_coins(world, box, territories=["peru"], by=None, game=1),
    "coins": lambda world, box: add_coins(world, box, territories=["ural"], by="ana", game=1),
    "scar": lambda world, box: place_scar(
        world, box, territory="alaska", scar="bunker", by=None, game=1
    ),
    "city": lambda world, box: found_city(
        world, box, territory="egypt", city="minor-city", name="[new berlin]", by=None, game=1
    ),
    "rename": lambda world, box: rename_player(world, player="ana", name="Anna 漢字"),
}


@pytest.fixture
def places(machine: Path) -> Places:
    """A world that was written by hand, with two records."""
    (machine / "world.toml").write_text(MADE, encoding="utf-8")
    places = Places(machine / "world.toml", "a test")
    take(places, "coin")
    take(places, "scar")
    return places


def take(places: Places, name: str) -> None:
    record(Campaign(places), STEPS[name], command=name)


def back(places: Places, folder: Path, name: str | None = None) -> Campaign:
    """Make an exported campaign again in another folder."""
    path = folder / "campaign.json"
    path.write_text(campaign_json.text_of(document(Campaign(places))), encoding="utf-8")
    target = place_for("X", str(folder / "again" / "world.toml"), here=False)
    read_back(target, campaign_json.read(path), name, command="new --from campaign.json")
    return Campaign(target.places)


def test_a_campaign_is_made_again(places: Places, tmp_path: Path) -> None:
    """World and history are the same, nothing is wrong, and undo goes on where it was."""
    again = back(places, tmp_path)
    old = Campaign(places)
    assert same(again.data, dict(old.data))
    assert [entry._replace(hunk=None) for entry in history.read(places.history).entries] == [
        *history.read(again.places.history).entries
    ]
    assert check(again).findings == check(old).findings
    for campaign in (old, again):
        undo(campaign, command="undo")
        undo(campaign, 2, command="undo 2")
        redo(campaign, command="redo")
    assert same(again.data, dict(old.data))


def test_nobody_is_taken_for_a_tag(places: Places, tmp_path: Path) -> None:
    """A player called Toml is one like any other, in the document and in its schema."""
    record(
        Campaign(places),
        lambda world, box: add_players(world, names=["Toml", "$toml"]),
        command="player add",
    )
    whole = document(Campaign(places))
    assert whole["world"]["players"]["toml"] == {"name": "Toml"}
    Draft4Validator(campaign_schema()).validate(whole)
    assert same(back(places, tmp_path).data, dict(Campaign(places).data))


def test_exporting_writes_nothing(places: Places) -> None:
    """An export is a question: world and history stay byte for byte, and no lock is left."""
    places.world.write_bytes(places.world.read_bytes() + b"\n[cards.china]\ncoins = 2\n")
    before = {path.name: path.read_bytes() for path in places.world.parent.iterdir()}
    document(Campaign(places))
    assert {path.name: path.read_bytes() for path in places.world.parent.iterdir()} == before


def test_what_was_edited_by_hand_goes_along(places: Places, tmp_path: Path) -> None:
    """An edit that waits for its line of history is in the export, and can be undone there."""
    places.world.write_bytes(places.world.read_bytes() + b"\n[cards.china]\ncoins = 2\n")
    again = back(places, tmp_path)
    assert again.world.card("china").coins == 2
    assert (
        history.read(again.places.history).entries[-1].said == "Edited by hand: cards.china.coins."
    )
    undo(again, command="undo")
    assert again.world.card("china").coins is None
    assert again.world.card("peru").coins == 2


def test_a_world_without_a_history_gets_one(machine: Path, tmp_path: Path) -> None:
    """A world written by hand goes along whole, and its history begins there."""
    (machine / "world.toml").write_text(MADE, encoding="utf-8")
    again = back(Places(machine / "world.toml", "a test"), tmp_path)
    (entry,) = history.read(again.places.history).entries
    assert (entry.fresh, entry.said) == (True, "The world file as it was found.")


@pytest.mark.parametrize("line", [0, 1])
def test_a_history_with_a_gap_is_told_anew(places: Places, tmp_path: Path, line: int) -> None:
    """Where a line was lost the export begins a fresh telling, and can be read back."""
    lines = places.history.read_bytes().splitlines(keepends=True)
    del lines[line]
    places.history.write_bytes(b"".join(lines))
    again = back(places, tmp_path)
    assert same(again.data, dict(Campaign(places).data))
    assert history.read(again.places.history).entries[-1].fresh
    assert check(again).findings == ()


def test_a_part_that_makes_no_sense_goes_along(places: Places, tmp_path: Path) -> None:
    """A slip of a hand edit is taken along and named, as it is in any world."""
    text = places.world.read_text(encoding="utf-8")
    places.world.write_text(text.replace('winner = "ana"', "winner = 5"), encoding="utf-8")
    path = tmp_path / "campaign.json"
    path.write_text(campaign_json.text_of(document(Campaign(places))), encoding="utf-8")
    target = place_for("X", str(tmp_path / "again.toml"), here=False)
    made = read_back(target, campaign_json.read(path), None, command="x")
    assert any("games.1.winner is 5" in note for note in made.notes)
    assert Campaign(target.places).data["games"]["1"]["winner"] == 5


def test_another_name_is_one_more_change(places: Places, tmp_path: Path) -> None:
    """A second one under another name says so in its history, and undo gives the old name back."""
    again = back(places, tmp_path, "Theirs")
    assert again.world.name == "Theirs"
    assert check(again).findings == ()
    undo(again, command="undo")
    assert again.world.name == "Ours"


@pytest.mark.parametrize(
    ("key", "value", "rule"), [("format", 99, "newer-format"), ("box", "chess", "unknown-box")]
)
def test_what_this_version_does_not_know_is_refused(
    places: Places, tmp_path: Path, key: str, value: Any, rule: str
) -> None:
    """A newer world file, or another box, is refused, and nothing is left behind."""
    whole = document(Campaign(places))
    whole["world"][key] = value
    for edit in whole["history"][0]["edits"]:
        if edit[0] == key:
            edit[2] = value
    data = campaign_json._typed(whole["world"], "world")
    whole["history"][-1]["after"] = campaign_json.digest(data)
    path = tmp_path / "campaign.json"
    path.write_text(campaign_json.text_of(whole), encoding="utf-8")
    target = place_for("X", str(tmp_path / "again" / "world.toml"), here=False)
    with pytest.raises(FileError) as caught:
        read_back(target, campaign_json.read(path), None, command="x")
    assert caught.value.findings[0].rule == rule
    assert not (tmp_path / "again").exists()


def test_a_world_is_never_written_over(places: Places, tmp_path: Path) -> None:
    """Where a world is there already nothing is read back."""
    before = places.world.read_bytes()
    path = tmp_path / "campaign.json"
    path.write_text(campaign_json.text_of(document(Campaign(places))), encoding="utf-8")
    target = place_for("X", str(places.world), here=False)
    with pytest.raises(FileError) as caught:
        read_back(target, campaign_json.read(path), None, command="x")
    assert caught.value.findings[0].rule == "world-exists"
    assert places.world.read_bytes() == before


# Any evening

WHAT = st.sampled_from([*STEPS, "undo", "redo", "undo 2", "by hand"])


@settings(max_examples=25, deadline=None)
@given(evening=st.lists(WHAT, max_size=8))
def test_any_campaign_comes_back(evening: list[str]) -> None:
    """After any evening the export is read back to an equal world, and fits its schema."""
    with tempfile.TemporaryDirectory() as folder:
        places = Places(Path(folder) / "world.toml", "a test")
        places.world.write_text(MADE, encoding="utf-8")
        for what in evening:
            _do(places, what)
        again = back(places, Path(folder))
        assert same(again.data, dict(Campaign(places).data))
        assert check(again).findings == ()
        assert document(again)["world"] == document(Campaign(places))["world"]
        validator = Draft4Validator(campaign_schema(), format_checker=FormatChecker())
        assert [*validator.iter_errors(document(again))] == []
        while True:  # all of it can be taken back there
            try:
                undo(again, command="undo")
            except UndoError:
                break
        first = history.read(again.places.history).entries[:1]
        assert same(again.data, history.fold(first))


def _do(places: Places, what: str) -> None:
    turns: dict[str, Callable[[Campaign], Any]] = {
        "undo": lambda campaign: undo(campaign, command=what),
        "undo 2": lambda campaign: undo(campaign, 2, command=what),
        "redo": lambda campaign: redo(campaign, command=what),
    }
    try:
        if what == "by hand":
            with places.world.open("a", encoding="utf-8") as file:
                file.write(f"[ours.at-{file.tell()}]\nscore = 2.5\n")
        elif what in turns:
            turns[what](Campaign(places))
        else:
            take(places, what)
    except (RefusedError, UsageError, UndoError):
        pass


# What tells a campaign from others


def test_the_id_of_a_campaign_stays(places: Places, tmp_path: Path) -> None:
    """Records, a rename, a copy and an export leave it; another campaign has another."""
    id = campaign_id(Campaign(places))
    assert id.stays
    take(places, "rename")
    places.world.write_text(
        places.world.read_text(encoding="utf-8").replace('"Ours"', '"Theirs"'), encoding="utf-8"
    )
    take(places, "city")
    assert campaign_id(Campaign(places)) == id
    assert campaign_id(back(places, tmp_path)) == id
    other = Places(tmp_path / "other.toml", "a test")
    other.world.write_text(MADE.replace("Ana", "Eve"), encoding="utf-8")
    take(other, "coin")
    assert campaign_id(Campaign(other)).id != id.id


def test_without_a_history_there_is_only_the_name(machine: Path) -> None:
    """A world that was never recorded in is told by its name, and that is said."""
    places = Places(machine / "world.toml", "a test")
    places.world.write_text(MADE, encoding="utf-8")
    one = campaign_id(Campaign(places))
    places.world.write_text(MADE.replace("Ours", "Theirs"), encoding="utf-8")
    other = campaign_id(Campaign(places))
    assert not one.stays
    assert one.id != other.id


# Schemas


@pytest.mark.parametrize(
    ("name", "described"), [("world", world_schema), ("campaign", campaign_schema)]
)
def test_the_schemas_of_the_package_are_fresh(
    name: str, described: Callable[[], dict[str, Any]]
) -> None:
    """The files that are shipped are what the program prints (legacytrack export schema)."""
    shipped = (BOXES / f"{name}.schema.json").read_text(encoding="utf-8")
    assert shipped == schema_text(described())


def test_the_schemas_as_text() -> None:
    """Each is JSON of one document, in ASCII, with a line end."""
    for described in (world_schema(), campaign_schema()):
        text = schema_text(described)
        assert text.isascii()
        assert text.endswith("}\n")


@pytest.mark.parametrize(
    "change",
    [
        {"legacytrack_campaign": 2},
        {"world": []},
        {"history": []},
        {"history": [{"n": 1}]},
        {"world": {"name": 5}},
        {"world": {"games": {"1": {"played": {"$toml": "time", "is": "19:30"}}}}},
    ],
    ids=str,
)
def test_the_schema_of_campaigns_refuses(places: Places, change: dict[str, Any]) -> None:
    """What new --from would refuse or name is refused by the schema; the export itself fits."""
    validator = Draft4Validator(campaign_schema(), format_checker=FormatChecker())
    whole = document(Campaign(places))
    assert validator.is_valid(whole)
    assert not validator.is_valid({**whole, **change})
