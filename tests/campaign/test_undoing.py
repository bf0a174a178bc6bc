"""Undo takes back exactly what it says, or says why it cannot; redo does it again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from legacytrack.campaign.checking import check, log
from legacytrack.campaign.door import Campaign
from legacytrack.campaign.recording import Recorded, Step, record
from legacytrack.campaign.undoing import redo, undo
from legacytrack.errors import Finding, UndoError
from legacytrack.rules.cards import add_coins
from legacytrack.rules.cities import fortify_city, found_city, wear_fortification
from legacytrack.rules.players import rename_player
from legacytrack.rules.scars import cancel_scar, place_scar
from legacytrack.store import entries, history, world_file
from legacytrack.store.places import Places

WORLD = b"""\
# Our world
format = 1

[players.ana]
name = "Ana"   # since 2019

[players.ben]
name = "Ben"
"""


@pytest.fixture
def places(machine: Path) -> Places:
    """A world that was written by hand; its first record is change 2."""
    (machine / "world.toml").write_bytes(WORLD)
    return Places(machine / "world.toml", "a test")


def scar(place: str, kind: str = "bunker", game: int | None = None) -> Step:
    return lambda world, box: place_scar(world, box, territory=place, scar=kind, by=None, game=game)


def cancel(place: str) -> Step:
    return lambda world, box: cancel_scar(world, box, territory=place, by=None, game=None)


def coin(*cards: str, game: int | None = None) -> Step:
    return lambda world, box: add_coins(world, box, territories=cards, by=None, game=game)


def city(place: str, name: str = "") -> Step:
    return lambda world, box: found_city(
        world, box, territory=place, city="minor-city", name=name, by="ana", game=None
    )


def fortify(place: str) -> Step:
    return lambda world, box: fortify_city(world, box, territory=place, by=None, game=None)


def wear(place: str, boxes: int) -> Step:
    return lambda world, box: wear_fortification(world, box, territory=place, boxes=boxes)


def take(places: Places, *steps: Step, **more: Any) -> list[bytes]:
    """Record some steps, and give the text of the world before each and after the last."""
    texts = [places.world.read_bytes()]
    for step in steps:
        record(Campaign(places), step, command="a command", **more)
        texts.append(places.world.read_bytes())
    return texts


def back(places: Places, number: int | None = None, **more: Any) -> Recorded:
    return undo(Campaign(places), number, command="undo", **more)


def again(places: Places, **more: Any) -> Recorded:
    return redo(Campaign(places), command="redo", **more)


def text(places: Places) -> bytes:
    return places.world.read_bytes()


def in_step(places: Places) -> bool:
    told = history.read(places.history)
    data = world_file.parse(text(places), places.world)
    return not told.damaged and entries.digest(history.fold(told.entries)) == entries.digest(data)


def refused(places: Places, call: Callable[[], Any], code: str) -> Finding:
    """Expect that nothing is undone, with the exit code of undo, and that no byte is changed."""
    before = text(places), places.history.exists() and places.history.read_bytes()
    with pytest.raises(UndoError) as caught:
        call()
    assert caught.value.exit_code == 6
    finding = caught.value.findings[0]
    assert finding.rule == code
    assert finding.fix
    assert (text(places), places.history.exists() and places.history.read_bytes()) == before
    return finding


# The last change


def test_the_last_change(places: Places) -> None:
    """Undo says in words and by number what it takes back, and takes back every byte of it."""
    first, second, _ = take(places, scar("alaska"), coin("peru"))
    done = back(places)
    assert done.number == 4
    assert "3" in done.said
    assert "Peru" in done.said
    assert text(places) == second
    assert in_step(places)
    done = back(places)
    assert "2" in done.said
    assert "Alaska" in done.said
    assert text(places) == first == WORLD
    assert in_step(places)


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"\xef\xbb\xbf# ours\r\n\r\n[players]\r\nana.name = 'Ana' # she\r\n",
        b'format=1\nplayers = { ana = { name = "Ana" }, ben = { name = "Ben" } }',
        b"[cards.peru] # a good one\n# two, once\n[cards]\nbrazil.coins = 2",
        b"\n\n\n# nothing yet",
    ],
)
def test_every_byte_comes_back(places: Places, start: bytes) -> None:
    """Whatever a hand-written file looks like, undoing all that was recorded gives its very bytes."""
    places.world.write_bytes(start)
    texts = take(places, coin("peru"), scar("alaska"), coin("peru", "brazil"), cancel("alaska"))
    for number in range(3, -1, -1):
        back(places)
        assert text(places) == texts[number]
    for number in range(1, 5):
        again(places)
        assert text(places) == texts[number]
    back(places, to=0)
    assert text(places) == start
    assert in_step(places)


def test_comments_made_since_then_stay(places: Places) -> None:
    """A remark that was written after a change does not stop its undo, and stays."""
    take(places, coin("peru"), scar("alaska"))
    places.world.write_bytes(b"# in between\n" + text(places) + b"# at the end\n")
    back(places)
    back(places)
    assert text(places).startswith(b"# in between\n# Our world\n")
    assert text(places).rstrip().endswith(b"# at the end")
    assert Campaign(places).data == world_file.parse(WORLD, places.world)


def test_nothing_to_undo(places: Places, run: Callable[..., Any]) -> None:
    """With nothing recorded, or all undone, it says so and ends with 6."""
    assert refused(places, lambda: back(places), "nothing-to-undo").what
    assert refused(places, lambda: back(places, to=0), "nothing-to-undo").what
    take(places, scar("alaska"))
    back(places)
    refused(places, lambda: back(places), "nothing-to-undo")
    ended = run("undo")
    assert ended.code == 6
    assert "nothing to undo" in ended.err.lower()
    assert run("undo", "--json").json["errors"][0]["code"] == "nothing-to-undo"


def test_a_new_world_has_nothing_to_undo(machine: Path, run: Callable[..., Any]) -> None:
    """The making of a world is no change that could be undone."""
    assert run("new", "Ours", "--players", "Ana", "--here").code == 0
    assert run("undo").code == 6
    assert run("undo", "--to", "0").code == 6
    assert (machine / "world.toml").exists()


# One old change


def test_an_old_change_alone(places: Places) -> None:
    """One old change is taken back, all others stay, and redo brings it back."""
    take(places, scar("alaska"), coin("peru"), city("ural", "Stalgrad"))
    whole = Campaign(places).data
    done = back(places, 3)
    assert "Peru" in done.said
    world = Campaign(places).world
    assert world.cards == ()
    assert world.scar("alaska")
    assert world.city("ural")
    assert [edit.path for edit in done.edits] == [("cards", "peru", "coins")]
    again(places)
    assert Campaign(places).data == whole
    assert in_step(places)


def test_a_slip_can_be_put_right(places: Places) -> None:
    """After an old change is undone it can be recorded as it was meant."""
    take(places, scar("alaska"), coin("peru"))
    back(places, 2)
    take(places, scar("alberta"))
    world = Campaign(places).world
    assert (world.scar("alaska"), bool(world.scar("alberta"))) == (None, True)
    assert in_step(places)


def test_a_change_that_others_stand_on(places: Places, run: Callable[..., Any]) -> None:
    """What was changed later is not taken back from under it; the later change is named."""
    take(places, coin("peru"), scar("alaska"), coin("peru"))
    finding = refused(places, lambda: back(places, 2), "no-longer-fits")
    assert "change 4" in finding.what
    assert "Peru" in finding.what
    assert "undo 4" in finding.fix
    assert "--to 1" in finding.fix
    assert run("undo", "2").code == 6
    back(places, 4)
    back(places, 2)
    assert Campaign(places).world.cards == ()
    assert in_step(places)


def test_a_later_change_that_looks_the_same(places: Places) -> None:
    """The first of two like scars in one place is not mistaken for the second."""
    take(places, scar("alaska"), cancel("alaska"), scar("alaska"))
    finding = refused(places, lambda: back(places, 2), "no-longer-fits")
    assert "undo --to 1" in finding.fix
    back(places, to=0)
    assert text(places) == WORLD


def test_a_value_that_came_and_went(places: Places) -> None:
    """A change under a hand edit that led back to the same value is not taken out alone."""
    take(places, coin("peru"), coin("peru"))
    places.world.write_bytes(text(places).replace(b"coins = 3", b"coins = 2"))
    take(places, scar("alaska"))
    refused(places, lambda: back(places, 2), "no-longer-fits")
    back(places, to=0)
    assert text(places) == WORLD


def test_a_law_may_stand_on_it(places: Places) -> None:
    """An old change is not undone when what is left would be impossible, and the law is named."""
    take(places, city("ural", "Stalgrad"), fortify("ural"), wear("ural", 2))
    finding = refused(places, lambda: back(places, 2), "fortify-only-a-city")
    assert "Ural" in finding.what
    assert "log" in finding.fix
    back(places, to=2)
    back(places, 2)
    assert Campaign(places).world.city("ural") is None


def test_a_player_who_did_things_stays(places: Places) -> None:
    """A player whose name stands in a record is not undone from under it."""
    from legacytrack.rules.players import add_players

    take(places, lambda world, box: add_players(world, names=["Cy"]))
    take(
        places,
        lambda world, box: place_scar(
            world, box, territory="alaska", scar="bunker", by="cy", game=1
        ),
    )
    refused(places, lambda: back(places, 2), "unknown-name")
    assert Campaign(places).world.players["cy"] == "Cy"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (99, "no change 99"),
        (1, "change 1 is where the history"),
        (3, "change 3 is undone already"),
        (5, "change 5 is an undo"),
        (6, "undo that one: 4"),
        (7, "change 7 is an undo"),
    ],
)
def test_numbers_that_cannot_be_undone(places: Places, number: int, words: str) -> None:
    """Each number that is not in force gets its own reason."""
    take(places, scar("alaska"), coin("peru"), coin("brazil"))  # 2, 3, 4
    back(places, 4)  # 5
    again(places)  # 6: 4 again
    back(places, 3)  # 7
    finding = refused(places, lambda: back(places, number), "nothing-to-undo")
    assert words in finding.what.lower()


# Several steps


def test_back_to_a_change(places: Places) -> None:
    """`--to N` takes back all after N, names each, and is undone by one redo."""
    texts = take(places, scar("alaska"), coin("peru"), coin("peru"), city("ural"))  # 2 to 5
    done = back(places, to=3)
    assert text(places) == texts[2]
    assert len(done.notes) == 2
    assert "Ural" in done.notes[0]
    assert "Peru" in done.notes[1]
    again(places)
    assert text(places) == texts[4]
    back(places, to=0)
    assert text(places) == texts[0]
    again(places)
    assert text(places) == texts[4]
    finding = refused(places, lambda: back(places, to=5), "nothing-to-undo")
    assert "5" in finding.what
    assert in_step(places)


def test_back_over_what_was_undone(places: Places) -> None:
    """`--to N` passes over changes that are undone already, and over undos."""
    take(places, scar("alaska"), coin("peru"), coin("brazil"))  # 2, 3, 4
    back(places, 3)
    done = back(places, to=1)
    assert len(done.notes) == 2
    assert text(places) == WORLD
    again(places)
    again(places)
    assert set(Campaign(places).world.cards) == {"peru", "brazil"}
    assert in_step(places)


def test_undo_after_undo_goes_further_back(places: Places) -> None:
    """Undo never takes back an undo: it goes on to the change before."""
    texts = take(places, scar("alaska"), coin("peru"), coin("brazil"))
    for number in (2, 1, 0):
        back(places)
        assert text(places) == texts[number]
    refused(places, lambda: back(places), "nothing-to-undo")


# Redo


def test_redo_goes_the_same_way_forth(places: Places) -> None:
    """Each redo brings back what the last undo took, until there is none left."""
    texts = take(places, scar("alaska"), coin("peru"), coin("brazil"), city("ural"))
    back(places)
    back(places, to=2)
    back(places)
    for number in (1, 3, 4):
        done = again(places)
        assert text(places) == texts[number]
        assert done.number
    refused(places, lambda: again(places), "nothing-to-redo")
    assert [line.in_force for line in log(Campaign(places))][1:5] == [True] * 4
    assert in_step(places)


BY_HAND = b"""
[cards.egypt]  # ours
coins = 2 # "two"

# a remark alone
[continents]
asia = { name = 'Ruin' }
"""


@pytest.mark.parametrize("to", [0, 1, 2, 3, 4])
def test_redo_gives_back_what_was_edited_by_hand(places: Places, to: int) -> None:
    """A hand edit among what an undo took is back to the byte, remarks and all, be it taken how it may."""
    take(places, scar("alaska"), coin("peru"))
    places.world.write_bytes(text(places) + BY_HAND)
    whole = take(places, coin("brazil"), city("ural"))[-1]
    for _ in range(2):
        back(places, to=to)
        data = Campaign(places).data
        assert ("egypt" in data.get("cards", {})) == (to > 3)
        again(places)
        assert text(places) == whole
        assert in_step(places)


def test_redo_keeps_remarks_made_since_the_undo(places: Places) -> None:
    """A remark written after an undo stays when it is turned round, and the world is the same one."""
    take(places, scar("alaska"), coin("peru"))
    places.world.write_bytes(text(places) + BY_HAND)
    take(places, coin("brazil"))
    data = Campaign(places).data
    back(places, to=1)
    places.world.write_bytes(text(places) + b"# later\n")
    again(places)
    assert b"# later\n" in text(places)
    assert Campaign(places).data == data
    assert in_step(places)


def test_what_is_redone_can_be_undone_again(places: Places) -> None:
    """Undo and redo can go on and off as often as anybody likes."""
    texts = take(places, scar("alaska"), coin("peru"))
    for _ in range(3):
        back(places)
        assert text(places) == texts[1]
        again(places)
        assert text(places) == texts[2]
    assert in_step(places)


def test_a_new_record_ends_redoing(places: Places) -> None:
    """After a new change there is nothing to redo."""
    take(places, scar("alaska"), coin("peru"))
    back(places)
    take(places, coin("brazil"))
    refused(places, lambda: again(places), "nothing-to-redo")


def test_nothing_to_redo(places: Places, run: Callable[..., Any]) -> None:
    """Without an undo there is nothing to redo: it says so and ends with 6."""
    refused(places, lambda: again(places), "nothing-to-redo")
    take(places, scar("alaska"))
    assert run("redo").code == 6
    assert run("undo").code == 0
    assert run("redo").code == 0
    assert run("redo").code == 6


# Trying


def test_a_dry_run_writes_nothing(places: Places) -> None:
    """Undo and redo can be tried: the same words, and no byte changes."""
    take(places, scar("alaska"), coin("peru"))
    before = text(places), places.history.read_bytes()
    tried = back(places, dry_run=True)
    tried_to = back(places, to=1, dry_run=True)
    assert (text(places), places.history.read_bytes()) == before
    assert tried.number is None
    assert len(tried_to.notes) == 2
    done = back(places)
    assert (done.said, done.edits) == (tried.said, tried.edits)
    before = text(places), places.history.read_bytes()
    tried = again(places, dry_run=True)
    assert tried.number is None
    assert (text(places), places.history.read_bytes()) == before
    assert again(places).said == tried.said


# What was impossible before


def test_one_of_two_waived_records(places: Places) -> None:
    """Of two records against one law the last can be undone, and then the other."""
    texts = take(places, *[coin("peru", game=1)] * 5)
    texts += take(places, coin("peru", game=1), coin("peru", game=1), anyway="a packet")[1:]
    for number in range(6, -1, -1):
        back(places)
        assert text(places) == texts[number]


def test_the_first_of_two_waived_records(places: Places) -> None:
    """Taking one of two surplus stickers off the board makes nothing worse, so it is allowed."""
    take(places, *map(scar, ("alaska", "peru", "brazil")))
    take(places, scar("ural"), scar("japan"), anyway="a packet")
    back(places, 5)
    assert Campaign(places).world.scar("ural") is None
    assert in_step(places)


def test_a_record_that_cured_something(places: Places) -> None:
    """A record can be undone also when what it hid before shows again: so the world was."""
    places.world.write_bytes(WORLD + b"[cards.peru]\ncoins = 5\n")  # too many before game 1
    before, _ = take(places, scar("alaska", game=1))
    assert check(Campaign(places)).findings == ()
    back(places)
    assert text(places) == before


def test_a_hand_edit_that_cured_something(places: Places) -> None:
    """A hand edit can be undone also when the world before it was impossible."""
    take(places, scar("alaska", game=1))
    broken = text(places) + b"\n[cards.peru]\ncoins = 9\n"
    places.world.write_bytes(broken)
    take(places, coin("brazil"))
    back(places)
    places.world.write_bytes(text(places).replace(b"coins = 9", b"coins = 5"))
    back(places)
    assert Campaign(places).world.card("peru").coins == 9
    assert in_step(places)


# Names


def test_a_renamed_player(places: Places) -> None:
    """An old change is found by its number whatever its player is called now."""
    take(places, city("ural", "Stalgrad"))
    take(places, lambda world, box: rename_player(world, player="ana", name="Anna"))
    back(places, 2)
    world = Campaign(places).world
    assert (world.city("ural"), world.players["ana"]) == (None, "Anna")
    back(places, 3)
    assert text(places) == WORLD


def test_how_to_turn_it_round(places: Places, run: Callable[..., Any]) -> None:
    """Every record says how it is undone, and an undo how it is redone; both work as they are said."""
    ended = run("scar", "bunker", "alaska", "--json")
    way = ended.json["data"]["undo"].split()
    assert way == ["legacytrack", "undo", "2"]
    ended = run(*way[1:], "--json")
    assert ended.json["data"]["redo"] == "legacytrack redo"
    assert run("redo").code == 0
    assert Campaign(places).world.scar("alaska")


def test_undo_and_to_together(places: Places, run: Callable[..., Any]) -> None:
    """One change and all after one are two questions: both at once is a matter of usage."""
    take(places, scar("alaska"))
    assert run("undo", "2", "--to", "1").code == 2
    assert Campaign(places).world.scar("alaska")
