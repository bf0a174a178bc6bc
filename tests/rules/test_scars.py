"""Scars: one a territory, for ever, unless a sticker cancels it."""

from __future__ import annotations

import tomllib

import pytest

from legacytrack.model.shape import sound
from legacytrack.model.world import Cancelled, Scar, World
from legacytrack.rules.cities import found_city
from legacytrack.rules.scars import cancel_scar, place_scar
from legacytrack.rules.supply import supply
from legacytrack.store.box_files import open_box

BREAKS = {"one-scar-per-territory", "cancel-needs-scar", "no-marks-here"}

FRESH = World({})
SCARRED = """
[players.ben]
name = "Ben"

[territories.alaska.scar]
kind = "bunker"
game = 2
by = "ben"
"""


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(text))


def place(world: World, box, territory="alaska", scar="bunker", by=None, game=None):
    """Place a scar, by nobody in particular."""
    return place_scar(world, box, territory=territory, scar=scar, by=by, game=game)


def cancel(world: World, box, territory="alaska", by=None, game=None):
    """Cancel a scar, by nobody in particular."""
    return cancel_scar(world, box, territory=territory, by=by, game=game)


@pytest.mark.parametrize("kind", ["bunker", "ammo-shortage"])
def test_an_unscarred_territory_takes_a_scar(box, kind):
    """A scar goes on a place without one, and the world says which, when and by whom."""
    outcome = place(FRESH, box, scar=kind, by="ben", game=2)
    assert outcome.findings == ()
    assert outcome.world.scar("alaska") == Scar(kind, 2, "ben")
    assert FRESH.scar("alaska") is None


def test_what_nobody_remembers_is_left_out(box):
    """Game and player are written only where they are known."""
    assert place(FRESH, box).world.data == {"territories": {"alaska": {"scar": {"kind": "bunker"}}}}


@pytest.mark.parametrize("kind", ["bunker", "ammo-shortage"])
def test_a_second_scar_is_against_the_rules(box, kind):
    """One scar a territory: the finding says which scar blocks, since when and by whom."""
    (finding,) = place(told(SCARRED), box, scar=kind, by="ana", game=3).findings
    assert finding.rule == "one-scar-per-territory"
    assert finding.where == "territories.alaska.scar"
    for fact in ("Alaska", "Bunker", "game 2", "Ben"):
        assert fact in finding.what
    assert finding.cite
    assert finding.fix


def test_a_scar_that_covers_another_with_leave_keeps_its_record(box):
    """Where a packet lets a scar cover another, the sticker below still counts as used."""
    outcome = place(told(SCARRED), box, scar="ammo-shortage", game=3)
    assert outcome.world.scar("alaska") == Scar("ammo-shortage", 3, None)
    assert outcome.world.covered("alaska") == ("bunker",)
    again = place(outcome.world, box, game=4).world
    assert again.covered("alaska") == ("bunker", "ammo-shortage")
    assert sound(again.data) == (again.data, ())


def test_a_city_keeps_no_scar_away(box):
    """City and scar may share a territory."""
    world = told('[territories.alaska.city]\nkind = "major-city"\nfounder = "ana"')
    outcome = place(world, box)
    assert outcome.findings == ()
    assert outcome.world.city("alaska") == world.city("alaska")


def test_a_scar_warns_that_the_place_is_no_start_any_more(box):
    """Without a city, a scarred place is a legal start for nobody; with one that is not said."""
    warnings = [note for note in place(FRESH, box).notes if "start in Alaska" in note]
    assert len(warnings) == 1
    world = told('[territories.alaska.city]\nkind = "major-city"\nfounder = "ana"')
    assert not [note for note in place(world, box).notes if "start in Alaska" in note]


def test_the_answer_says_how_many_are_left(box):
    """Each scar says what is left of its kind in the box."""
    notes = place(told(SCARRED), box, territory="peru").notes
    assert any("1 of 3" in note for note in notes)


def test_a_cancelled_scar_leaves_the_board(box):
    """A sticker takes a scar off: the place is bare, and both records stay."""
    outcome = cancel(told(SCARRED), box, by="ana", game=5)
    assert outcome.findings == ()
    assert outcome.world.scar("alaska") is None
    assert outcome.world.cancelled("alaska") == (Cancelled(Scar("bunker", 2, "ben"), 5, "ana"),)


def test_a_place_can_be_scarred_anew_after_a_cancel(box):
    """After a cancel the place takes another scar, which can be cancelled as well."""
    world = cancel(told(SCARRED), box).world
    outcome = place(world, box, scar="ammo-shortage", game=6)
    assert outcome.findings == ()
    twice = cancel(outcome.world, box, game=7).world
    assert [gone.scar.kind for gone in twice.cancelled("alaska")] == ["bunker", "ammo-shortage"]
    assert sound(twice.data) == (twice.data, ())


def test_only_a_scar_can_be_cancelled(box):
    """A bare place has nothing to cancel."""
    outcome = cancel(FRESH, box)
    assert [finding.rule for finding in outcome.findings] == ["cancel-needs-scar"]
    assert outcome.world is FRESH


def test_a_city_can_never_be_cancelled(box):
    """The sticker is for scars: a city alone is nothing to cancel."""
    world = told('[territories.alaska.city]\nkind = "minor-city"\nname = "Nome"')
    outcome = cancel(world, box)
    assert [finding.rule for finding in outcome.findings] == ["cancel-needs-scar"]
    assert outcome.world.city("alaska")


def test_cancelling_a_scar_leaves_the_city(box):
    """A cancel under a city takes the scar only."""
    world = told(SCARRED + '[territories.alaska.city]\nkind = "minor-city"\nname = "Nome"')
    after = cancel(world, box).world
    assert after.city("alaska") == world.city("alaska")
    assert after.scar("alaska") is None


def test_a_scar_once_cancelled_cannot_be_cancelled_again(box):
    """A cancel without a scar is refused also where one was cancelled before."""
    world = cancel(told(SCARRED), box).world
    assert [finding.rule for finding in cancel(world, box).findings] == ["cancel-needs-scar"]
    assert supply(world, box, "cancel-supply").used == 1


# What packets brought


@pytest.mark.parametrize("key", ["scar", "city"])
def test_a_mark_may_keep_all_others_away(key):
    """Where a mark lies that lets no other in, neither scar nor city goes; elsewhere they do."""
    world = told(
        '[found]\nscars.salt = {name = "Salt", no_marks = true, supply = 1}\n'
        'cities.salt-works = {name = "Salt Works", no_marks = true, supply = 1}\n'
        f'[territories.alaska.{key}]\nkind = "{"salt" if key == "scar" else "salt-works"}"\n'
    )
    box = open_box(found=world.table("found"))
    city = {"city": "minor-city", "name": "", "by": None, "game": None}
    for outcome in (
        place(world, box),
        found_city(world, box, territory="alaska", **city),
    ):
        found = {finding.rule: finding for finding in outcome.findings}
        assert found["no-marks-here"].where == f"territories.alaska.{key}"
        assert "Alaska" in found["no-marks-here"].what
        assert "Salt" in found["no-marks-here"].what
    assert place(world, box, territory="ural").findings == ()
    assert found_city(world, box, territory="ural", **city).findings == ()
