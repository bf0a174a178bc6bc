"""Legal starts: each reason against a place, alone and with all the others."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.model.world import World
from legacytrack.rules.cities import fortify_city, found_city
from legacytrack.rules.scars import cancel_scar, place_scar
from legacytrack.rules.starts import reasons_against, starts

BREAKS = {"legal-start", "hq-not-adjacent"}

FRESH = World({})
PLAYERS = '[players.ana]\nname = "Ana"\n[players.ben]\nname = "Ben"\n'
SCAR = '[territories.ural.scar]\nkind = "bunker"\ngame = 2\nby = "ben"\n'
BORDERS = frozenset(
    frozenset(line.replace("~~", "--").split(" -- "))
    for line in (Path(__file__).parent.parent / "reference/borders.txt")
    .read_text("utf-8")
    .splitlines()
    if not line.startswith("#")
)


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(PLAYERS + text))


def city(kind: str, founder: str = "ana", place: str = "ural") -> str:
    """Tell of a city."""
    return (
        f'[territories.{place}.city]\nkind = "{kind}"\nname = "Perm"\n'
        f'founder = "{founder}"\ngame = 1\n'
    )


def against(world: World, box, *hqs, place="ural", player="ana"):
    """List what stands against a start in a place."""
    return reasons_against(world, box, place, player, hqs)


def rules(reasons) -> list[str]:
    """Name the laws of some reasons."""
    return [reason.rule for reason in reasons]


# A fresh board


def test_on_a_fresh_board_every_place_is_legal(box):
    """Unmarked and unoccupied, each of the 42 territories is a legal start, in the order of the board."""
    found = starts(FRESH, box, None, [])
    assert list(found.legal) == list(box.territories)
    assert found.blocked == ()


@pytest.mark.parametrize("hq", ["kamchatka", "brazil", "madagascar"])
def test_an_hq_blocks_its_place_and_its_neighbours(box, hq):
    """No HQ stands on another or next to one, by land or by sea line."""
    found = starts(FRESH, box, "ana", [hq])
    near = {place for border in BORDERS if hq in border for place in border}
    assert {blocked.place for blocked in found.blocked} == near
    assert set(found.legal) == set(box.territories) - near


@pytest.mark.parametrize(
    "placed",
    [
        ["great-britain", "mongolia", "venezuela", "central-africa"],
        ["eastern-australia", "brazil", "madagascar", "japan", "scandinavia"],
    ],
)
def test_first_games_that_were_played(box, placed):
    """Two first games from published diaries: each HQ was legal when it was placed."""
    for number, place in enumerate(placed):
        assert against(FRESH, box, *placed[:number], place=place) == ()


# Each reason alone


def test_occupied_by_an_hq(box):
    """A place where an HQ stands is occupied."""
    (reason,) = against(FRESH, box, "ural")
    assert reason.rule == "legal-start"
    assert "HQ" in reason.what
    assert "Ural" in reason.what


def test_next_to_an_hq_by_land(box):
    """A border is a neighbour; the reason names the HQ."""
    (reason,) = against(FRESH, box, "china")
    assert reason.rule == "hq-not-adjacent"
    assert "China" in reason.what
    assert "sea" not in reason.what


def test_next_to_an_hq_by_sea(box):
    """A sea line is a neighbour as well; the reason says that it is one."""
    (reason,) = against(FRESH, box, "brazil", place="north-africa")
    assert reason.rule == "hq-not-adjacent"
    assert "Brazil" in reason.what
    assert "sea" in reason.what


def test_next_to_several_hqs(box):
    """Every HQ next door is a reason of its own."""
    reasons = against(FRESH, box, "china", "russia", "peru")
    assert rules(reasons) == ["hq-not-adjacent"] * 2
    assert {name for name in ("China", "Russia", "Peru") for r in reasons if name in r.what} == {
        "China",
        "Russia",
    }


@pytest.mark.parametrize("kind", ["bunker", "ammo-shortage", "crater"])
def test_a_scar(box, kind):
    """A scarred place is marked, by whatever scar; the reason tells which, when and by whom."""
    world = told(f'[territories.ural.scar]\nkind = "{kind}"\ngame = 2\nby = "ben"')
    (reason,) = against(world, box)
    assert (reason.rule, reason.where) == ("legal-start", "territories.ural.scar")
    assert "game 2" in reason.what
    assert "Ben" in reason.what
    assert (box.scars[kind].name if kind in box.scars else kind) in reason.what


@pytest.mark.parametrize("founder", ["ana", "ben"])
@pytest.mark.parametrize("kind", ["minor-city", "world-capital", "town"])
def test_a_city_where_nobody_can_start(box, kind, founder):
    """A Minor City and a World Capital are legal for nobody, not even for their founder."""
    (reason,) = against(told(city(kind, founder)), box)
    assert (reason.rule, reason.where) == ("legal-start", "territories.ural.city")
    assert "Perm" in reason.what


def test_a_major_city_of_somebody_else(box):
    """Somebody else's Major City is a mark; the reason names its founder."""
    (reason,) = against(told(city("major-city", "ben")), box)
    assert (reason.rule, reason.where) == ("legal-start", "territories.ural.city")
    assert "Ben" in reason.what


@pytest.mark.parametrize("player", ["ana", "ben", None])
def test_a_major_city_of_nobody_known(box, player):
    """A Major City without a founder is legal for nobody."""
    world = told('[territories.ural.city]\nkind = "major-city"')
    assert rules(against(world, box, player=player)) == ["legal-start"]


def test_nobody_in_particular_founded_nothing(box):
    """Asked without a player, every Major City is somebody else's."""
    assert rules(against(told(city("major-city")), box, player=None)) == ["legal-start"]


def test_a_fortification_without_its_city(box):
    """A fortification is a mark, also where its city is missing in the file."""
    (reason,) = against(told("[territories.ural.fortification]\nboxes = 3"), box)
    assert (reason.rule, reason.where) == ("legal-start", "territories.ural.fortification")


# All reasons at once


def test_all_reasons_of_a_city_at_once(box):
    """Every reason is told: HQ on it, city, scar, HQs next to it by land and by sea."""
    world = told(
        city("major-city", "ben", "greenland") + '[territories.greenland.scar]\nkind = "bunker"\n'
    )
    reasons = against(
        world, box, "greenland", "iceland", "ontario", "ural", place="greenland", player="ana"
    )
    assert sorted(rules(reasons)) == ["hq-not-adjacent"] * 2 + ["legal-start"] * 3
    world = told(city("major-city", "ben", "egypt") + '[territories.egypt.scar]\nkind = "bunker"')
    reasons = against(world, box, "egypt", "middle-east", "southern-europe", place="egypt")
    assert sorted(rules(reasons)) == ["hq-not-adjacent"] * 2 + ["legal-start"] * 3
    by_sea = ["sea" in reason.what for reason in reasons if reason.rule == "hq-not-adjacent"]
    assert sorted(by_sea) == [False, True]
    assert {reason.where for reason in reasons} >= {
        "territories.egypt.city",
        "territories.egypt.scar",
    }


def test_all_reasons_without_a_city_at_once(box):
    """Every reason is told: HQ on it, scar, fortification, an HQ next to it."""
    world = told(SCAR + "[territories.ural.fortification]\nboxes = 3")
    reasons = against(world, box, "ural", "china")
    assert sorted(rules(reasons)) == ["hq-not-adjacent"] + ["legal-start"] * 3


# A Major City of one's own


@pytest.mark.parametrize(
    "marks",
    ["", SCAR, "[territories.ural.fortification]\nboxes = 3\n", "[cards.ural]\ncoins = 6\n"],
)
def test_the_own_major_city_is_legal(box, marks):
    """A Major City is a start for its founder, scarred or fortified as well; for others it is none."""
    world = told(city("major-city") + marks)
    assert against(world, box) == ()
    assert "ural" in starts(world, box, "ana", []).legal
    assert "ural" not in starts(world, box, "ben", []).legal


def test_others_are_told_of_city_and_scar(box):
    """For others the scar of a Major City is a reason beside the city."""
    reasons = against(told(city("major-city") + SCAR), box, player="ben")
    assert rules(reasons) == ["legal-start"] * 2


def test_the_own_major_city_next_to_an_hq_by_land(box):
    """An HQ next door keeps even the founder out."""
    world = told(city("major-city", place="western-australia"))
    (reason,) = against(world, box, "eastern-australia", place="western-australia")
    assert reason.rule == "hq-not-adjacent"
    assert "Eastern Australia" in reason.what


def test_the_own_major_city_next_to_an_hq_by_sea(box):
    """An HQ across a sea line keeps even the founder out."""
    world = told(city("major-city", place="great-britain"))
    (reason,) = against(world, box, "iceland", place="great-britain")
    assert reason.rule == "hq-not-adjacent"
    assert "Iceland" in reason.what


def test_the_own_major_city_with_an_hq_on_it(box):
    """An HQ that stands there keeps even the founder out."""
    assert rules(against(told(city("major-city")), box, "ural")) == ["legal-start"]


def test_a_capital_in_its_place_ends_the_own_start(box):
    """Where a World Capital replaced a Major City, its founder's start is gone."""
    world = found_city(
        told(city("major-city")),
        box,
        territory="ural",
        city="world-capital",
        name="Roma",
        by="ana",
        game=9,
    ).world
    assert rules(against(world, box)) == ["legal-start"]


# Marks that come and go, and what is no mark


def test_a_cancelled_scar_leaves_the_place_legal(box):
    """Scarred it is no start, cancelled it is one again, scarred anew it is none again."""
    world = told(SCAR)
    assert rules(against(world, box)) == ["legal-start"]
    world = cancel_scar(world, box, territory="ural", by="ana", game=3).world
    assert against(world, box) == ()
    world = place_scar(world, box, territory="ural", scar="ammo-shortage", by="ana", game=4).world
    assert rules(against(world, box)) == ["legal-start"]


def test_a_fortified_city_is_told_as_a_city(box):
    """A fortification on a city is no reason beside the city."""
    world = told(city("minor-city"))
    world = fortify_city(world, box, territory="ural", by="ana", game=3).world
    assert rules(against(world, box)) == ["legal-start"]


@pytest.mark.parametrize(
    "text",
    [
        "[cards.ural]\ncoins = 6",
        "[cards.ural]\ndestroyed = 4",
        '[continents.asia]\nname = "Ruin"\nnamed_by = "ben"',
        "[continents.asia]\nbonus_change = -1",
        '[factions.khan-industries]\npowers = ["hq-troop"]',
        'planet = "Fudge World"\ngames_played = 15',
    ],
)
def test_what_is_no_mark_on_a_territory(box, text):
    """Coins, names, bonus marks, destroyed cards and powers never affect a start."""
    found = starts(World(tomllib.loads(text)), box, "ana", [])
    assert list(found.legal) == list(box.territories)


# A part of the board, and all of it


def test_a_question_about_some_places_is_answered_for_them(box):
    """Asked about some places, the answer speaks of no other."""
    found = starts(told(SCAR), box, "ana", ["china"], ["ural", "peru", "india"])
    assert found.legal == ("peru",)
    assert [blocked.place for blocked in found.blocked] == ["ural", "india"]
    assert len(found.blocked[0].reasons) == 2


PLACES = sorted({place for border in BORDERS for place in border})
MARKS = st.fixed_dictionaries(
    {},
    optional={
        "scar": st.just({"kind": "bunker"}),
        "city": st.fixed_dictionaries(
            {"kind": st.sampled_from(["minor-city", "major-city", "world-capital"])},
            optional={"founder": st.sampled_from(["ana", "ben"])},
        ),
        "cancelled": st.just({"1": {"kind": "bunker"}}),
    },
)


@settings(max_examples=100, deadline=None)
@given(
    marks=st.dictionaries(st.sampled_from(PLACES), MARKS, max_size=12),
    hqs=st.lists(st.sampled_from(PLACES), unique=True, max_size=5),
    player=st.sampled_from(["ana", "ben", None]),
)
def test_every_place_is_legal_or_blocked_for_a_reason(box, marks, hqs, player):
    """On any board, a start is legal where no mark but the own Major City and no HQ is at hand."""
    found = starts(World({"territories": marks}), box, player, hqs)
    blocked = {each.place: each.reasons for each in found.blocked}
    assert sorted([*found.legal, *blocked]) == PLACES
    assert all(blocked.values())
    for place in PLACES:
        mark = marks.get(place, {})
        own = player and mark.get("city") == {"kind": "major-city", "founder": player}
        bare = "city" not in mark and "scar" not in mark
        far = not any(hq == place or frozenset((hq, place)) in BORDERS for hq in hqs)
        assert (place in found.legal) == bool((own or bare) and far)
