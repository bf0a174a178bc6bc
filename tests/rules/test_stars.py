"""Red Stars that come during a game, the star for the empty coin pile, and missiles that go."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evening import against, evening, fine, on, refused, step
from legacytrack.model.world import World
from legacytrack.rules.control import stars_of
from legacytrack.rules.packets import conditions, newly_met
from legacytrack.rules.stars import coin_pile_is_empty, give_stars, leaders, spend_missiles

BREAKS = {"coin-pile-star", "missiles-in-hand"}


def holding(ana: int, ben: int, cy: int, **more: Any) -> World:
    """Tell of a game in which each player holds so many territories."""
    places = iter(PLACES)
    counts = {"ana": ana, "ben": ben, "cy": cy}
    held = {id: {"holds": [next(places) for _ in range(count)]} for id, count in counts.items()}
    return evening(**held, **more)


PLACES = (
    *("alaska", "alberta", "ontario", "greenland", "peru", "argentina", "venezuela", "brazil"),
    *("iceland", "scandinavia", "ural", "egypt", "china", "india", "japan", "mongolia"),
)


def pile(world: World, player: str = "ana"):
    """Give somebody the star for the empty pile."""
    return step(give_stars, world, player=player, number=1, pile=True)


# Tokens


@pytest.mark.parametrize("number", [1, 2, 3])
def test_tokens_come_in_front_of_a_player(number):
    """A token counts beside the HQs that somebody controls, whatever it was for."""
    outcome = step(give_stars, evening(), player="ben", number=number, pile=False)
    world = fine(outcome)
    assert on(world).hands["ben"].stars == number
    assert stars_of(on(world), "ben") == number + 1
    assert f"{number} Red Star token" in outcome.said
    assert not on(world).side_board.coin_star


# The star for the empty coin pile


def test_the_pile_star_goes_to_the_most_territories():
    """Whoever holds the most territories gets one star, and it is settled for this game."""
    world = fine(pile(holding(3, 2, 1)))
    assert on(world).hands["ana"].stars == 2
    assert on(world).side_board.coin_star


@pytest.mark.parametrize(
    ("counts", "leader", "fix"),
    [
        ((2, 3, 1), "Ben has", "star ben --pile"),
        ((2, 2, 1), "Ana and Ben have", "nobody"),
        ((1, 2, 2), "Ben and Cy have", "nobody"),
    ],
)
def test_the_pile_star_goes_to_nobody_else(counts, leader, fix):
    """Not to another, and in a tie to nobody: the refusal says who has how many."""
    (found,) = against(pile(holding(*counts)))
    assert found.rule == "coin-pile-star"
    assert leader in found.what
    assert f"{max(counts)} territories" in found.what
    assert fix in found.fix


def test_the_pile_star_comes_once_a_game():
    """It was given, or went to nobody: never again in this game."""
    again = pile(fine(pile(holding(3, 2, 1))))
    assert refused(again) == ["coin-pile-star"]
    assert again.findings[0].where == "game.coin_star"


def test_without_all_holdings_a_group_knows_who_has_the_most():
    """Where not everybody's territories are on record, whoever the group names gets it."""
    assert on(fine(pile(evening()))).hands["ana"].stars == 2


def test_whoever_is_out_leads_nothing():
    """Those who are eliminated do not count among those with the most."""
    world = evening(ana={"holds": [], "out": True}, ben={"holds": []}, cy={"holds": []})
    assert leaders(on(world)) == ("ben", "cy")


@settings(deadline=None)
@given(st.tuples(*[st.integers(0, 5)] * 3))
def test_the_empty_pile_settles_its_star(box, counts):
    """Most territories, tie nobody: the same as counting by hand, once a game."""
    world = holding(*counts)
    after, notes = coin_pile_is_empty(world, box)
    most = [
        id for id, count in zip(("ana", "ben", "cy"), counts, strict=True) if count == max(counts)
    ]
    for id, hand in on(after).hands.items():
        assert hand.stars - on(world).hands[id].stars == (most == [id])
    assert on(after).side_board.coin_star
    assert len(notes) == 1
    assert ("nobody gets" in notes[0]) == (len(most) > 1)
    assert coin_pile_is_empty(after, box) == (after, ())


def test_an_empty_pile_where_not_all_is_known(box):
    """Without all holdings the star is only called to mind, with the command for it, not settled."""
    world = evening()
    after, (note,) = coin_pile_is_empty(world, box)
    assert after is world
    assert "star PLAYER --pile" in note
    between = World({})
    assert coin_pile_is_empty(between, box) == (between, ())


# Missiles


def test_missiles_are_spent_and_counted():
    """What is spent is gone for this game; the answer says how many are left."""
    outcome = step(spend_missiles, evening(ana={"missiles": 3}), spent={"ana": 1, "ben": 2})
    world = fine(outcome)
    assert {id: hand.missiles for id, hand in on(world).hands.items()} == dict(
        zip(("ana", "ben", "cy"), (2, 0, 0), strict=True)
    )
    assert outcome.said == "3 missiles spent: Ana 1, Ben 2."
    assert outcome.notes == ("Missiles left: Ana 2, Ben 0.",)


@pytest.mark.parametrize(("player", "number"), [("cy", 1), ("ben", 3), ("ana", 99)])
def test_nobody_spends_more_missiles_than_there_are(player, number):
    """More missiles than somebody has cannot be spent; the refusal counts them."""
    outcome = step(spend_missiles, evening(), spent={player: number})
    (found,) = against(outcome)
    assert (found.rule, found.where) == ("missiles-in-hand", f"game.players.{player}.missiles")
    assert f"not {number}" in found.what
    assert on(outcome.world).hands[player].missiles == 0


def test_each_of_those_who_have_too_few_is_told():
    """Two who spend what they do not have are two refusals; who has enough is none."""
    found = against(step(spend_missiles, evening(), spent={"ana": 1, "ben": 2, "cy": 1}))
    assert [finding.where for finding in found] == [
        "game.players.ana.missiles",
        "game.players.cy.missiles",
    ]


@pytest.mark.parametrize("spent", [{"ana": 3}, {"ana": 1, "ben": 2}, {"ana": 2, "ben": 1, "cy": 1}])
def test_three_missiles_in_one_roll_meet_a_condition(box, spent):
    """Three in one roll, by whoever, meet what is printed on a packet: said at once, once."""
    world = evening(ana={"missiles": 6}, ben={"missiles": 6}, cy={"missiles": 6})
    after = fine(step(spend_missiles, world, spent=spent))
    (said,) = newly_met(world, after, box)
    assert box.packets["three-missiles"].says in said
    assert newly_met(after, step(spend_missiles, after, spent=spent).world, box) == ()
    # A smaller roll later takes nothing back.
    later = fine(step(spend_missiles, after, spent={"cy": 2}))
    assert on(later).most_missiles == on(after).most_missiles


def test_three_missiles_in_three_rolls_meet_nothing(box):
    """Missiles of different rolls are not added up."""
    world = evening(ana={"missiles": 6})
    for number in (2, 1, 2):
        world = fine(step(spend_missiles, world, spent={"ana": number}))
        met = {each.id: each.met for each in conditions(world, box)}
        assert not met["three-missiles"]
    assert on(world).most_missiles == 2


def test_one_missile_needs_no_record_of_its_roll():
    """The most in one roll is kept only where it says something: from two on."""
    assert "most_missiles" not in fine(step(spend_missiles, evening(), spent={"ben": 1})).table(
        "game"
    )
