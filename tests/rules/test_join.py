"""Joining the war again: where it is legal, with how many troops; and who is eliminated."""

from __future__ import annotations

import pytest

from evening import NO_ENTRY, against, evening, fine, on, refused, step
from legacytrack.campaign.door import box_of
from legacytrack.model.world import World
from legacytrack.rules.join import (
    eliminate,
    join,
    joining,
    places_to_join,
    reasons_against_joining,
    troops_to_join,
)
from legacytrack.rules.packets import newly_met

BREAKS = {"join-the-war", "legal-start"}

NOTHING = {"holds": []}


def city(kind: str, founder: str, more: str = "") -> str:
    """Tell of a city in Japan."""
    return f'[territories.japan.city]\nkind = "{kind}"\nname = "Edo"\nfounder = "{founder}"\n{more}'


SCAR = '[territories.japan.scar]\nkind = "bunker"\n'


def can_join(world: World, place: str, player: str = "cy") -> bool:
    """Tell whether somebody may join the war in a place."""
    return not reasons_against_joining(world, box_of(world), place, player, on(world))


# With how many


@pytest.mark.parametrize(("troops", "joins"), [(None, 4), (10, 5), (9, 4), (1, 0)])
def test_half_the_starting_troops(troops, joins):
    """Half the starting troops join the war, rounded down: four of eight, or of what a packet gave."""
    world = evening(cy={**NOTHING, "troops": troops})
    assert troops_to_join(world, box_of(world), "cy") == joins
    assert f"with {joins} troop" in step(join, world, player="cy", territory="japan").said


# Where


def test_joining_ignores_hqs_next_door(box):
    """No HQ is placed on joining, so an HQ next door is no reason against a place."""
    world = evening(cy={**NOTHING, "hq": "peru"})
    near = [*box.territories["brazil"].borders, *box.territories["egypt"].borders]
    assert [place for place in near if not can_join(world, place)] == ["peru"]  # a lone HQ


def test_a_lone_hq_occupies_its_territory():
    """Where any HQ stands nobody joins the war, the own one and a lone one included."""
    world = evening(ben=NOTHING, cy=NOTHING)
    for place in ("brazil", "egypt", "ural"):
        found = against(step(join, world, player="cy", territory=place))
        assert {finding.rule for finding in found} == {"legal-start"}
        assert "HQ" in found[0].what


def test_where_somebody_stands_nobody_joins():
    """A territory on record for somebody is occupied; the refusal says by whom."""
    world = evening(ana={"holds": ["brazil", "japan"]}, cy=NOTHING)
    found = against(step(join, world, player="cy", territory="japan"))
    assert [finding.rule for finding in found][:1] == ["legal-start"]
    assert found[0].where == "game.players.ana.holds"
    assert "Ana holds Japan" in found[0].what


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("", True),
        (SCAR, False),
        (city("minor-city", "cy"), False),
        (city("minor-city", "ana"), False),
        (city("major-city", "ana"), False),
        (city("major-city", "cy"), True),
        (city("major-city", "cy", SCAR), True),
        (city("major-city", "ana", SCAR), False),
        (city("world-capital", "cy"), False),
        (city("major-city", "cy", "[territories.japan.fortification]\nboxes = 2\n"), True),
    ],
)
def test_a_place_to_join_is_a_legal_start(text, legal):
    """Unmarked, or the own Major City, scarred or not: as at the start of the game (legal-start)."""
    world = evening(text, cy=NOTHING)
    outcome = step(join, world, player="cy", territory="japan")
    if legal:
        assert on(fine(outcome)).hands["cy"].holds == ("japan",)
    else:
        assert set(refused(outcome)) == {"legal-start"}


def test_nobody_joins_where_nobody_enters():
    """A place that keeps everybody out is no place to join, the own city there included."""
    text = NO_ENTRY + city("major-city", "cy") + '[territories.japan.scar]\nkind = "thorns"\n'
    assert not can_join(evening(text, cy=NOTHING), "japan")


def test_the_places_to_join(box):
    """All places are listed that a join would be taken in, in the order of the board, and no other."""
    world = evening(SCAR, ana={"holds": ["brazil", "peru", "china"]}, cy=NOTHING)
    taken = [
        place
        for place in box.territories
        if not refused(step(join, world, player="cy", territory=place))
    ]
    assert list(places_to_join(world, box, "cy")) == taken
    free = set(box.territories) - {"brazil", "peru", "china", "egypt", "ural", "japan"}
    assert set(taken) == free
    found = joining(world, box, on(world), "cy", list(box.territories))
    assert list(found.legal) == taken
    assert all(blocked.reasons for blocked in found.blocked)


def test_between_games_nobody_joins(box):
    """Without a game there is no war to join."""
    assert places_to_join(World({}), box, "cy") == ()


# Joining


def test_no_hq_is_placed_and_nobody_recruits():
    """Whoever joins gets no new HQ and does not recruit as well: that is said."""
    world = evening(cy=NOTHING)
    outcome = step(join, world, player="cy", territory="japan")
    assert on(fine(outcome)).hqs == on(world).hqs
    assert any("HQ" in note and "not recruit" in note for note in outcome.notes)


def test_only_whoever_controls_nothing_joins():
    """Who holds a territory recruits instead; the remedy says how to leave it."""
    world = evening(cy={"holds": ["china", "ural"]})
    (found,) = against(step(join, world, player="cy", territory="japan"))
    assert (found.rule, found.where) == ("join-the-war", "game.players.cy.holds")
    assert "leave cy china ural" in found.fix or "leave cy ural china" in found.fix


def test_before_anything_is_recorded_the_hq_is_held():
    """Of whom nothing was recorded the own HQ is held: no reason to join."""
    assert refused(step(join, evening(), player="cy", territory="japan")) == ["join-the-war"]


# Being eliminated


def full(**more) -> World:
    """Tell of a board on which Ana and Ben hold all that is not marked."""
    places = list(box_of(evening()).territories)
    half = len(places) // 2
    ana, ben = places[:half], places[half:]
    return evening(ana={"holds": ana}, ben={"holds": ben}, cy=NOTHING, **more)


def test_whoever_has_no_place_to_join_is_eliminated():
    """With nothing held and no place to join, a player is out of the game; the rest is named."""
    outcome = step(eliminate, full(), player="cy")
    hand = on(fine(outcome)).hands["cy"]
    assert (hand.out, hand.holds) == (True, ())
    assert "Ana, Ben" in " ".join(outcome.notes)


def test_whoever_may_still_join_is_not_eliminated():
    """With a legal place left nobody is out; the refusal counts them and names one to join in."""
    held = full().table("game", "players", "ana")["holds"]
    world = full().with_value("game", "players", "ana", "holds", value=held[1:])
    (found,) = against(step(eliminate, world, player="cy"))
    assert found.rule == "join-the-war"
    assert "1 place" in found.what
    assert f"join cy {held[0]}" in found.fix


def test_whoever_holds_something_is_not_eliminated():
    """A troop on the board is a player in the game; the remedy is to record who took it."""
    found = against(step(eliminate, evening(cy={"holds": ["china"]}), player="cy"))
    assert [finding.rule for finding in found] == ["join-the-war"]
    assert "China" in found[0].what
    assert "take" in found[0].fix


def test_where_not_all_is_recorded_a_group_knows_best():
    """When nobody wrote down what all hold, nobody can say that a place is free."""
    assert on(fine(step(eliminate, evening(cy=NOTHING), player="cy"))).hands["cy"].out
    assert on(fine(step(eliminate, evening(), player="cy"))).hands["cy"].out


def test_the_last_one_is_not_eliminated():
    """Somebody is left to win: the last one is not out, and may sign."""
    world = evening(ana=NOTHING | {"out": True}, ben=NOTHING | {"out": True}, cy=NOTHING)
    found = against(step(eliminate, world, player="cy"))
    assert {finding.rule for finding in found} == {"join-the-war"}
    assert "sign cy" in found[0].fix


def test_an_elimination_meets_the_condition_of_a_packet(box):
    """When somebody is eliminated in the game that is on, the packet is called to mind at once."""
    world = evening(cy=NOTHING)
    (said,) = newly_met(world, step(eliminate, world, player="cy").world, box)
    assert box.packets["player-eliminated"].says in said
