"""The world file belongs to its people: what they edit by hand is seen, kept, told and undone."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from legacytrack.campaign.checking import check
from legacytrack.campaign.door import Campaign
from legacytrack.campaign.recording import Recorded, Step, record
from legacytrack.campaign.undoing import redo, undo
from legacytrack.errors import FileError, UndoError
from legacytrack.model.change import same
from legacytrack.rules.cards import add_coins
from legacytrack.rules.cities import found_city
from legacytrack.rules.continents import name_continent
from legacytrack.rules.factions import choose_power
from legacytrack.rules.players import rename_player
from legacytrack.rules.scars import place_scar
from legacytrack.store import entries, history, world_file
from legacytrack.store.places import Places

Run = Callable[..., Any]

WORLD = b"""\
# Our world
format = 1

[players.ana]
name = "Ana"

[territories.ural.city]   # the first one
kind = "minor-city"
name = "Stalgrad"
game = 1

[cards.brazil]
coins = 3
"""


@pytest.fixture
def hand(machine: Path) -> Places:
    """A world that was written by hand, without a history."""
    (machine / "world.toml").write_bytes(WORLD)
    return Places(machine / "world.toml", "a test")


@pytest.fixture
def places(hand: Places) -> Places:
    """The same with a first record, change 2."""
    take(hand, scar("alaska"))
    return hand


def scar(place: str) -> Step:
    return lambda world, box: place_scar(
        world, box, territory=place, scar="bunker", by=None, game=None
    )


def coin(*cards: str) -> Step:
    return lambda world, box: add_coins(world, box, territories=cards, by=None, game=None)


def city(place: str) -> Step:
    return lambda world, box: found_city(
        world, box, territory=place, city="minor-city", name="New", by=None, game=None
    )


def take(places: Places, step: Step, **more: Any) -> Recorded:
    return record(Campaign(places), step, command="a command", **more)


def back(places: Places, number: int | None = None, **more: Any) -> Recorded:
    return undo(Campaign(places), number, command="undo", **more)


def data(places: Places) -> dict[str, Any]:
    return world_file.parse(places.world.read_bytes(), places.world)


def edit(places: Places, old: bytes, new: bytes) -> None:
    """Do what somebody with an editor does."""
    text = places.world.read_bytes()
    assert text.count(old) == 1
    places.world.write_bytes(text.replace(old, new))


def lines(places: Places) -> list[entries.Entry]:
    return list(history.read(places.history).entries)


def in_step(places: Places) -> bool:
    told = history.read(places.history)
    return not told.damaged and entries.digest(history.fold(told.entries)) == entries.digest(
        data(places)
    )


# What is no change


@pytest.mark.parametrize(
    "rewrite",
    [
        lambda text: b"# a remark\n" + text + b"# another\n",
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: b"\xef\xbb\xbf" + text,
        lambda text: text.rstrip(),
        lambda text: text.replace(b'name = "Ana"', b"name='Ana' # she"),
        lambda text: text.replace(
            b'[players.ana]\nname = "Ana"\n', b'[players]\nana.name = "Ana"\n'
        ),
        lambda text: (
            text.replace(b"[cards.brazil]\ncoins = 3\n", b"") + b"[cards]\nbrazil = { coins = 3 }\n"
        ),
        lambda text: text + b"\n[games]\n[continents.asia]\n",
    ],
    ids=["remark", "crlf", "bom", "no end", "quotes", "dots", "inline", "empty tables"],
)
def test_looks_are_no_change(places: Places, rewrite: Callable[[bytes], bytes]) -> None:
    """Another look of the same world is no change, stays through a record, and is no one's to undo."""
    looks = rewrite(places.world.read_bytes())
    places.world.write_bytes(looks)
    assert check(Campaign(places)) == ((), (), ())
    assert take(places, scar("peru")).number == 3
    assert len(lines(places)) == 3
    back(places)
    assert places.world.read_bytes() == looks
    assert in_step(places)


# What is a change

EDITS = {
    "a value": (b"coins = 3", b"coins = 2"),
    "a mark": (b"# Our world", b"cards.peru.coins = 3"),
    "a table": (b'\n[territories.ural.city]   # the first one\nkind = "minor-city"\n'
                b'name = "Stalgrad"\ngame = 1\n', b""),
    "a table for a value": (b"[cards.brazil]\ncoins = 3\n", b""),
    "a key of their own": (b"# Our world", b'mood = ["good", { better = 2026-01-03 }]'),
}  # fmt: skip


@pytest.fixture(params=EDITS)
def edited(request: pytest.FixtureRequest, places: Places) -> tuple[Places, dict[str, Any]]:
    """A world with an edit by hand, and what it was before."""
    before = data(places)
    edit(places, *EDITS[request.param])
    assert data(places) != before
    return places, before


def test_a_question_sees_it(places: Places, run: Run) -> None:
    """A question answers from the file as it is, edited or not, and makes no line of history."""
    edit(places, b"coins = 3", b"coins = 2")
    edit(places, b'"minor-city"', b'"major-city"')
    campaign = Campaign(places)
    assert campaign.world.card("brazil").coins == 2
    assert "Major City" in run("show", "ural").out
    assert len(lines(places)) == 2


def test_the_next_record_tells_it(edited: tuple[Places, dict[str, Any]]) -> None:
    """The next record writes two lines, the edit first, says so, and each is undone for itself."""
    places, before = edited
    after = data(places)
    campaign = Campaign(places)
    done = record(campaign, scar("peru"), command="scar")
    assert done.number == 4
    *_, third, fourth = lines(places)
    assert (third.number, third.command, fourth.number) == (3, "", 4)
    assert "by hand" in third.said.lower()
    assert any("change 3" in line for line in campaign.talk)
    assert in_step(places)

    assert "Peru" in back(places).said
    assert same(data(places), after)
    back(places)
    assert same(data(places), before)
    redo(Campaign(places), command="redo")
    assert same(data(places), after)
    assert in_step(places)


def test_undo_right_after_it(edited: tuple[Places, dict[str, Any]]) -> None:
    """Undo right after an edit by hand takes back the edit, and redo does it again."""
    places, before = edited
    after = data(places)
    done = back(places)
    assert "by hand" in done.said.lower()
    assert same(data(places), before)
    assert [line.number for line in lines(places)] == [1, 2, 3, 4]
    assert lines(places)[3].undoes == (3,)
    assert in_step(places)
    redo(Campaign(places), command="redo")
    assert same(data(places), after)
    assert in_step(places)


def test_an_old_change_under_it(places: Places) -> None:
    """An old change is undone from under an edit by hand elsewhere; one on the same spot is named."""
    edit(places, b"coins = 3", b"coins = 2")
    back(places, 2)
    assert [line.number for line in lines(places)] == [1, 2, 3, 4]
    assert Campaign(places).world.scar("alaska") is None
    assert Campaign(places).world.card("brazil").coins == 2
    redo(Campaign(places), command="redo")
    edit(places, b'"bunker"', b'"ammo-shortage"')
    with pytest.raises(UndoError) as caught:
        back(places, 2)
    assert "territories.alaska.scar.kind" in caught.value.findings[0].what
    assert in_step(places) is False  # the edit waits for its line
    take(places, coin("peru"))
    with pytest.raises(UndoError) as caught:
        back(places, 2)
    assert "by hand" in caught.value.findings[0].what.lower()
    assert in_step(places)


def test_it_ends_redoing(places: Places) -> None:
    """An edit by hand is a change: what was undone before it cannot be done again."""
    back(places)
    edit(places, b"coins = 3", b"coins = 2")
    with pytest.raises(UndoError) as caught:
        redo(Campaign(places), command="redo")
    assert caught.value.findings[0].rule == "nothing-to-redo"
    assert data(places)["cards"]["brazil"]["coins"] == 2


def test_an_edit_that_breaks_a_law(places: Places) -> None:
    """An edit by hand against a law is a change like any other: undone and done again, and told."""
    edit(places, b"coins = 3", b"coins = 9")
    broken = check(Campaign(places)).findings
    assert [finding.where for finding in broken] == ["cards.brazil.coins"]
    back(places)
    assert check(Campaign(places)).findings == ()
    redo(Campaign(places), command="redo")
    assert check(Campaign(places)).findings == broken
    assert in_step(places)


def test_a_value_that_becomes_a_table(places: Places) -> None:
    """A value in the place of a table, and a table in that of a value, are told and undone."""
    start = data(places)
    edit(places, b"# Our world", b"house = 5")
    take(places, scar("peru"))
    edit(places, b"house = 5", b"house = { wine = true, beer = { cold = 2 } }")
    take(places, coin("china"))
    assert in_step(places)
    back(places)
    back(places)
    assert data(places)["house"] == 5
    edit(places, b"house = 5", b'house = ["a", [5]]')
    back(places)
    assert data(places)["house"] == 5
    back(places, to=2)
    assert data(places) == start
    assert in_step(places)


def test_everything_is_deleted(places: Places, run: Run) -> None:
    """Also an emptied file is an edit: nothing hinders, and undo brings everything back."""
    before = data(places)
    places.world.write_bytes(b"")
    assert run("show").code == 0
    take(places, scar("peru"))
    assert in_step(places)
    back(places)
    back(places)
    assert data(places) == before


def test_a_dry_run_leaves_it(places: Places) -> None:
    """Trying a record or an undo makes no line for an edit by hand."""
    edit(places, b"coins = 3", b"coins = 2")
    before = places.history.read_bytes()
    take(places, scar("peru"), dry_run=True)
    back(places, dry_run=True)
    assert places.history.read_bytes() == before


def test_a_refused_record_leaves_it(places: Places) -> None:
    """A record that is refused makes no line for an edit by hand either."""
    from legacytrack.errors import RefusedError

    edit(places, b"coins = 3", b"coins = 2")
    before = places.history.read_bytes()
    with pytest.raises(RefusedError):
        take(places, scar("alaska"))
    assert places.history.read_bytes() == before


def test_the_history_is_deleted(places: Places) -> None:
    """Without its history a world is taken as it is found, and goes on."""
    places.history.unlink()
    before = places.world.read_bytes()
    assert take(places, scar("peru")).number == 2
    back(places)
    assert places.world.read_bytes() == before
    with pytest.raises(UndoError):
        back(places)


# Adopting

TEXTS = [
    WORLD,
    WORLD.replace(b"\n", b"\r\n"),
    b"\xef\xbb\xbf" + WORLD.replace(b"\n", b"\r\n").rstrip(),
    b"cards.brazil = {coins=3}# three\n\n\nformat=1\n[players]\n\"ana\" = { name = 'Ana' }",
    b"[cards]\n# all\n[cards.brazil]\ncoins = 0x3   \n\n\t[territories.ural.city]\n\tkind='minor-city'\n",
    b"",
    b"# nothing yet",
]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_adopting_a_world(hand: Places, text: bytes) -> None:
    """The first record on a hand-written world tells it as it was found; undo gives its very bytes."""
    hand.world.write_bytes(text)
    found = data(hand)
    done = take(hand, scar("alaska"))
    first, second = lines(hand)
    assert (first.number, first.fresh, first.command) == (1, True, "")
    assert (second.number, second.fresh, done.number) == (2, False, 2)
    assert history.fold([first]) == found
    assert in_step(hand)
    back(hand)
    assert hand.world.read_bytes() == text
    with pytest.raises(UndoError):
        back(hand)
    assert hand.world.read_bytes() == text


def test_undo_on_a_world_without_history(hand: Places) -> None:
    """Undo on a hand-written world has nothing to undo, and adopts nothing."""
    with pytest.raises(UndoError):
        back(hand)
    assert not hand.history.exists()


# What cannot be read

BROKEN = {
    "not toml": (WORLD.replace(b"coins = 3", b"coins = = 3"), "cannot-parse", "line 13, column 9"),
    "twice": (WORLD + b"\n[cards.brazil]\ncoins = 2\n", "cannot-parse", "line 15"),
    "not utf-8": (WORLD.replace(b"# Our", b"# \xe4"), "cannot-parse", "line 1, column 3"),
    "newer": (WORLD.replace(b"format = 1", b"format = 2"), "newer-format", "format 2"),
}


@pytest.mark.parametrize(("text", "code", "place"), BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("told", [False, True], ids=["adopted", "told"])
def test_what_cannot_be_read_is_never_written(
    hand: Places, run: Run, text: bytes, code: str, place: str, told: bool
) -> None:
    """On a file that cannot be read every change ends with 4 and the place; what needs no world works."""
    if told:
        take(hand, scar("alaska"))
    hand.world.write_bytes(text)
    before = {path.name: path.read_bytes() for path in hand.world.parent.iterdir()}
    for words in (
        ("scar", "bunker", "peru"),
        ("coin", "peru", "--dry-run"),
        ("player", "add", "Ben"),
        ("undo",),
        ("undo", "--to", "0"),
        ("redo",),
        ("check",),
        ("show",),
    ):
        ended = run(*words)
        assert ended.code == 4, words
        assert place in ended.err
        assert "Traceback" not in ended.err
    (error,) = run("scar", "bunker", "peru", "--json").json["errors"]
    assert error["code"] == code
    assert place in error["what"]
    assert error["fix"]
    assert run("troops", "14", "--population", "3").code == 0
    assert run("cards", "3", "2").code == 0
    after = {path.name: path.read_bytes() for path in hand.world.parent.iterdir()}
    assert after == before


def test_it_becomes_unreadable_just_then(places: Places) -> None:
    """A file that was broken after it was opened is not written either."""
    campaign = Campaign(places)
    places.world.write_bytes(WORLD + b"= broken")
    before = places.history.read_bytes()
    for change in (
        lambda: record(campaign, scar("peru"), command="scar"),
        lambda: undo(campaign, command="undo"),
        lambda: redo(campaign, command="redo"),
    ):
        with pytest.raises(FileError) as caught:
            change()
        assert caught.value.findings[0].rule == "cannot-parse"
    assert places.world.read_bytes() == WORLD + b"= broken"
    assert places.history.read_bytes() == before


def test_once_mended_it_goes_on(places: Places) -> None:
    """When the place was corrected everything works as if nothing had been."""
    whole = places.world.read_bytes()
    places.world.write_bytes(whole + b"= broken")
    with pytest.raises(FileError):
        take(places, scar("peru"))
    places.world.write_bytes(whole)
    assert take(places, scar("peru")).number == 3
    assert in_step(places)


# What makes no sense in places

MISSHAPEN: dict[str, tuple[bytes, str, Step]] = {
    "a word for a number": (
        b'[cards.peru]\ncoins = "two" # or three\n',
        "cards.peru.coins",
        coin("peru"),
    ),
    "a number below": (b"[cards.peru]\ncoins = -1\n", "cards.peru.coins", coin("peru")),
    "a value for a table": (
        b"[territories]\nalaska = 5\n",
        "territories.alaska",
        scar("alaska"),
    ),
    "a list for a table": (
        b"[[territories.alaska]]\nx = 1\n",
        "territories.alaska",
        scar("alaska"),
    ),
    "a mark without a kind": (
        b"[territories.alaska.scar]\ngame = 2\n",
        "territories.alaska.scar.kind",
        scar("alaska"),
    ),
    "a kind that is none": (
        b"[territories.alaska.city]\nkind = 7\nname = 'Mud'\n",
        "territories.alaska.city.kind",
        city("alaska"),
    ),
    "a name without letters": (
        b"[continents.asia]\nname = ' '\n",
        "continents.asia.name",
        lambda world, box: name_continent(
            world, box, continent="asia", name="Ruin", by=None, game=None
        ),
    ),
    "a word for a list": (
        b"[factions.khan-industries]\npowers = 'hq-troop'\n",
        "factions.khan-industries.powers",
        lambda world, box: choose_power(world, box, faction="khan-industries", power="card-troop"),
    ),
    "a player without a table": (
        b"[players]\nben = 'Ben'\n",
        "players.ben",
        lambda world, box: rename_player(world, player="ben", name="Benno"),
    ),
}


@pytest.mark.parametrize(("part", "where", "onto"), MISSHAPEN.values(), ids=MISSHAPEN)
def test_a_part_that_makes_no_sense(
    hand: Places, run: Run, part: bytes, where: str, onto: Step
) -> None:
    """Such a part is passed over with a word and kept to the byte, and nothing is recorded onto it."""
    hand.world.write_bytes(b"format = 1\n" + part)
    ended = run("show")
    assert ended.code == 0
    assert where in ended.err
    assert "check" in ended.err
    found = check(Campaign(hand)).findings
    assert [(finding.rule, finding.where) for finding in found] == [("world-shape", where)]

    take(hand, scar("ural"))
    assert part.rstrip() in hand.world.read_bytes()
    assert in_step(hand)
    before = hand.world.read_bytes(), hand.history.read_bytes()
    for anyway in (None, "why not"):
        with pytest.raises(FileError) as caught:
            take(hand, onto, anyway=anyway)
        (finding,) = caught.value.findings
        assert finding.rule == "world-shape"
        assert where.startswith(finding.where) or finding.where.startswith(where)
    assert (hand.world.read_bytes(), hand.history.read_bytes()) == before
    back(hand)
    assert hand.world.read_bytes() == b"format = 1\n" + part


def test_the_right_part_is_named(hand: Places) -> None:
    """Of several such parts the refusal names the one that the record is about."""
    hand.world.write_bytes(b"[cards]\nbrazil = 1\nchina = 2\n[territories]\nperu = 3\nural = 4\n")
    for step, where in (
        (coin("china"), "cards.china"),
        (scar("ural"), "territories.ural"),
        (scar("peru"), "territories.peru"),
    ):
        with pytest.raises(FileError) as caught:
            take(hand, step)
        assert caught.value.findings[0].where == where


def test_a_part_is_corrected(hand: Places) -> None:
    """Once corrected, the part counts; the correction is a change by hand like any other."""
    hand.world.write_bytes(b'[cards.peru]\ncoins = "two"\n')
    take(hand, scar("ural"))
    edit(hand, b'"two"', b"2")
    take(hand, coin("peru"))
    assert Campaign(hand).world.card("peru").coins == 3
    back(hand)
    back(hand)
    assert data(hand)["cards"]["peru"]["coins"] == "two"
    assert in_step(hand)


# Values of every kind

ODD = b"""\
when = 2026-01-03T20:00:00Z
local = 2026-01-03T20:00:00.25
day = 2026-01-03
hour = 20:15:00
huge = [inf, -inf, nan, 1e300, 99999999999999999999]
"a key" = "with \\"quotes\\", \\u2603 and \\\\"
'other.key' = '''
two lines'''
mixed = [1, 1.0, true, "1", [], {}]

[[evening]]
beer = 3
[[evening]]
beer = { cold = [2026-01-03] }

[house."rule 1".text]
"" = "no name"
"""


def test_values_of_every_kind_survive(hand: Places) -> None:
    """Dates, infinity, lists of tables and odd keys stay as they are, and are told exactly."""
    hand.world.write_bytes(ODD)
    take(hand, scar("alaska"))
    take(hand, coin("peru"))
    told = history.fold(lines(hand))
    expected = {
        **world_file.parse(ODD, hand.world),
        "territories": {"alaska": {"scar": {"kind": "bunker"}}},
        "cards": {"peru": {"coins": 2}},
    }
    assert same(told, expected)
    assert same(data(hand), expected)
    assert math.isnan(told["huge"][2])
    assert told["when"] == datetime.datetime(2026, 1, 3, 20, tzinfo=datetime.UTC)
    for line in ODD.strip().splitlines():
        assert line in hand.world.read_bytes()
    back(hand, to=0)
    assert hand.world.read_bytes() == ODD


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"2026-01-03T20:00:00Z", b"2026-01-03T21:00:00+01:00"),
        (b"2026-01-03T20:00:00.25", b"2026-01-03"),
        (b"20:15:00", b"20:15:01"),
        (b"[inf, -inf, nan, ", b"[-inf, inf, nan, 0.0, "),
        (b"nan, 1e300", b"0.0, 1e300"),
        (b"[1, 1.0, true,", b"[1.0, 1, 1,"),
        (b"beer = 3", b"beer = 4"),
        (b"[[evening]]\nbeer = 3\n", b""),
        (b'"no name"', b'["no", { name = true }]'),
        (b"'other.key'", b"other.key"),
    ],
)
def test_values_of_every_kind_are_edited(hand: Places, old: bytes, new: bytes) -> None:
    """An edit of such a value by hand is told exactly, and undone."""
    hand.world.write_bytes(ODD)
    take(hand, scar("alaska"))
    before = data(hand)
    edit(hand, old, new)
    after = data(hand)
    assert check(Campaign(hand)).findings == ()
    take(hand, coin("peru"))
    assert check(Campaign(hand)) == ((), (), ())
    assert in_step(hand)
    back(hand)
    assert same(data(hand), after)
    back(hand)
    assert same(data(hand), before)
    assert entries.digest(data(hand)) == entries.digest(before)
    assert in_step(hand)


def test_zero_below_zero(hand: Places) -> None:
    """Minus nought is nought: whoever turns the one into the other does not break the history."""
    hand.world.write_bytes(b"x = 0.0\n")
    take(hand, scar("alaska"))
    edit(hand, b"x = 0.0", b"x = -0.0")
    take(hand, coin("peru"))
    assert check(Campaign(hand)) == ((), (), ())
    assert in_step(hand)
