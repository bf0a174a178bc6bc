"""Control: who holds what, what a capture moves, and what nobody wrote down."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evening import NO_ENTRY, against, evening, fine, on, refused, step
from legacytrack.model.world import World
from legacytrack.rules.control import (
    controlled,
    hold,
    holder,
    hqs_of,
    is_recorded,
    leave,
    stars_of,
    take,
)
from legacytrack.rules.hands import hold_cards, turn_in
from legacytrack.rules.join import eliminate, join
from legacytrack.rules.side_board import draw, lay_slots
from legacytrack.rules.stars import give_stars, spend_missiles
from legacytrack.rules.turn import next_turn

BREAKS = {"control", "no-entry-here", "game-in-order", "join-the-war"}

THORNS = NO_ENTRY + '[territories.japan.scar]\nkind = "thorns"\n'


def recorded(**more: Any) -> World:
    """Tell of a game of which everything that is held is on record."""
    return evening(
        ana={"holds": ["brazil", "peru"], **more.pop("ana", {})},
        ben={"holds": ["egypt"], **more.pop("ben", {})},
        cy={"holds": ["ural", "china"], **more.pop("cy", {})},
        **more,
    )


# Who may record anything of the table

STEPS: dict[str, tuple[Any, dict[str, Any]]] = {
    "hold": (hold, {"territories": ["japan"]}),
    "take": (take, {"territories": ["japan"]}),
    "leave": (leave, {"territories": ["japan"]}),
    "join": (join, {"territory": "japan"}),
    "out": (eliminate, {}),
    "star": (give_stars, {"number": 1, "pile": False}),
    "hand": (hold_cards, {"cards": ["japan"]}),
    "turn in": (turn_in, {"cards": ["japan", "coin"], "star": False}),
    "draw": (draw, {"card": "coin", "new": None, "stars": None}),
    "next": (next_turn, {}),
}


def of(name: str, world: World, player: str):
    """Do one of the steps for a player."""
    rule, words = STEPS[name]
    return step(rule, world, player=player, **words)


@pytest.mark.parametrize("name", STEPS)
def test_only_while_a_game_is_on(name):
    """Between games there is no table: each record of one is refused, and says how to begin."""
    world = World({**evening().data, "game": {}})
    outcome = of(name, world, "ana")
    assert refused(outcome) == ["game-in-order"]
    assert "begin" in outcome.findings[0].fix
    assert outcome.world is world


@pytest.mark.parametrize("name", STEPS)
def test_only_for_who_plays(name):
    """Whoever does not sit at the table holds nothing on it; the refusal names who plays."""
    world = evening()
    outcome = of(name, world, "dee")
    assert refused(outcome) == ["game-in-order"]
    assert "Dee" in outcome.findings[0].what
    assert all(word in outcome.findings[0].fix for word in ("Ana", "Ben", "Cy"))
    assert outcome.world is world


@pytest.mark.parametrize("name", STEPS)
def test_only_for_who_is_not_out(name):
    """Whoever is eliminated is out of this game for good (join-the-war)."""
    world = evening(cy={"holds": [], "out": True})
    outcome = of(name, world, "cy")
    assert refused(outcome) == ["join-the-war"]
    assert outcome.findings[0].where == "game.players.cy.out"
    assert outcome.world is world


def test_slots_and_missiles_are_of_a_game_too():
    """Cards on show and missiles are part of a game that is on, and of nobody outside of it."""
    between = World({**evening().data, "game": {}})
    assert refused(step(lay_slots, between, territories=["peru"] * 4)) == ["game-in-order"]
    assert refused(step(spend_missiles, between, spent={"ana": 1})) == ["game-in-order"]
    assert refused(step(spend_missiles, evening(), spent={"dee": 1})) == ["game-in-order"]


# Before anything is recorded


def test_troops_stand_where_the_own_hq_was_placed():
    """Of whom nothing is recorded, the troops stand at the own HQ; before that, nowhere."""
    world = evening(cy={"hq": None})
    assert controlled(on(world), "ana") == ("brazil",)
    assert controlled(on(world), "cy") == ()
    assert holder(on(world), "brazil") is None


def test_an_hq_that_somebody_else_holds_is_not_its_owners():
    """When the place of the HQ is on record for another, its owner does not control it."""
    world = evening(ben={"holds": ["egypt", "brazil"]})
    assert controlled(on(world), "ana") == ()
    assert hqs_of(on(world), "ben") == ("brazil", "egypt")


def test_everything_is_recorded_when_everybody_is():
    """Only when of everybody who is not out it is known what they hold, nobody can hold more."""
    assert is_recorded(on(recorded()))
    assert not is_recorded(on(recorded(ben={"holds": None})))
    assert is_recorded(on(recorded(ben={"holds": None, "out": True})))
    assert is_recorded(on(recorded(ben={"holds": []})))


# Holding


def test_all_that_a_player_holds():
    """What somebody holds is written down in the order of the board, whatever was known before."""
    outcome = step(hold, evening(), player="ana", territories=["ural", "peru", "alaska"])
    assert on(outcome.world).hands["ana"].holds == ("alaska", "peru", "ural")
    assert outcome.notes == ()
    assert "3 territories" in outcome.said


def test_what_is_held_no_longer_is_said():
    """Another list replaces the first, and what is not on it any more is called to mind."""
    world = recorded()
    outcome = step(hold, world, player="ana", territories=["peru", "japan"])
    assert on(fine(outcome)).hands["ana"].holds == ("peru", "japan")
    (note,) = outcome.notes
    assert "Brazil" in note
    assert "Peru" not in note


def test_a_territory_is_held_by_one_player():
    """A territory on record for another is not held by a second one; the remedy is to take it."""
    (found,) = against(step(hold, recorded(), player="ana", territories=["peru", "china"]))
    assert (found.rule, found.where) == ("control", "game.players.cy.holds")
    assert all(word in found.what for word in ("Cy", "China"))
    assert "take ana china" in found.fix


def test_with_leave_the_other_holds_it_no_more():
    """When the refusal is waived, the territory is held by the one who said so, and by no other."""
    world = step(hold, recorded(), player="ana", territories=["peru", "china"]).world
    assert holder(on(world), "china") == "ana"
    assert on(world).hands["cy"].holds == ("ural",)


@pytest.mark.parametrize("rule", [hold, take])
def test_nobody_enters_where_a_mark_keeps_everybody_out(rule):
    """Where a packet keeps everybody out, nobody holds or takes anything; the mark is named."""
    (found,) = against(step(rule, evening(THORNS), player="ana", territories=["japan", "china"]))
    assert (found.rule, found.where) == ("no-entry-here", "territories.japan")
    assert "Thorns" in found.what


# Taking


def test_a_capture_moves_a_territory():
    """A territory goes from whoever holds it to whoever takes it; the sentence says from whom."""
    outcome = step(take, recorded(), player="ana", territories=["china", "japan"])
    world = fine(outcome)
    assert on(world).hands["ana"].holds == ("brazil", "peru", "china", "japan")
    assert on(world).hands["cy"].holds == ("ural",)
    assert outcome.said == "Ana takes China from Cy, and Japan."


def test_a_capture_moves_the_star_of_an_hq():
    """The HQ stays on the board; its star counts for whoever controls the place."""
    world = recorded()
    before = {id: stars_of(on(world), id) for id in ("ana", "ben", "cy")}
    after = fine(step(take, world, player="ana", territories=["ural"]))
    assert {id: stars_of(on(after), id) for id in before} == {
        **before,
        "ana": before["ana"] + 1,
        "cy": before["cy"] - 1,
    }
    assert on(after).hqs == on(world).hqs
    back = fine(step(take, after, player="cy", territories=["ural"]))
    assert {id: stars_of(on(back), id) for id in before} == before


def test_the_star_of_an_hq_whose_owner_recorded_nothing():
    """The first thing recorded may be the capture of an HQ: its owner has lost the star."""
    after = fine(step(take, evening(), player="ana", territories=["egypt"]))
    assert hqs_of(on(after), "ana") == ("brazil", "egypt")
    assert stars_of(on(after), "ben") == 0


def test_a_lone_hq_is_nobodys_star():
    """An HQ without a troop beside it gives no star to anybody, its owner included."""
    world = fine(step(leave, recorded(), player="ben", territories=["egypt"]))
    assert stars_of(on(world), "ben") == 0
    assert not any("egypt" in hqs_of(on(world), id) for id in ("ana", "ben", "cy"))
    moved = fine(step(take, world, player="cy", territories=["egypt"]))
    assert stars_of(on(moved), "cy") == 3


def test_whoever_takes_the_last_troop_gets_the_cards():
    """A knock-out hands over the resource cards, and no token, missile or HQ of the loser."""
    world = recorded(ana={"cards": ["peru"]}, ben={"cards": ["japan", "coin"]})
    outcome = step(take, world, player="ana", territories=["egypt"])
    hands = on(fine(outcome)).hands
    assert hands["ana"].cards == ("peru", "japan", "coin")
    assert hands["ben"] == on(world).hands["ben"]._replace(holds=(), cards=())
    assert (hands["ana"].stars, hands["ana"].missiles) == (1, 0)
    said = " ".join(outcome.notes)
    assert "Ben is knocked out: Ana gets 2 resource cards" in said
    assert "starts ben" in said


def test_two_knocked_out_at_once():
    """Whoever knocks out two players in one breath gets the cards of both."""
    world = recorded(ben={"cards": ["japan", "coin"]}, cy={"holds": ["ural"], "cards": ["peru"]})
    hands = on(fine(step(take, world, player="ana", territories=["egypt", "ural"]))).hands
    assert hands["ana"].cards == ("japan", "coin", "peru")
    assert (hands["ben"].cards, hands["cy"].cards) == ((), ())


def test_cards_that_nobody_recorded_are_called_to_mind():
    """Where hands are not on record the cards are only spoken of, and no hand is made up."""
    outcome = step(take, recorded(), player="ana", territories=["egypt"])
    assert on(fine(outcome)).hands["ana"].cards is None
    assert "gets the resource cards" in " ".join(outcome.notes)


def test_a_knock_out_of_whom_nothing_was_recorded():
    """Where only the HQ of a player was known, there may be more: nobody is knocked out by guess."""
    outcome = step(take, evening(), player="ana", territories=["egypt"])
    after = fine(outcome)
    assert on(after).hands["ben"].partly
    assert not is_recorded(on(after))
    assert "egypt" in hqs_of(on(after), "ana")
    assert hqs_of(on(after), "ben") == ()
    assert any("hold ben none" in note for note in outcome.notes)
    assert not any("knocked" in note for note in outcome.notes)
    gone = step(hold, after, player="ben", territories=[])
    assert on(fine(gone)).hands["ben"].holds == ()
    assert "Ben holds nothing." in gone.said
    assert any("join the war" in note for note in gone.notes)
    whole = step(take, recorded(), player="ana", territories=["egypt"])
    assert not any("hold ben none" in note for note in whole.notes)


def test_with_a_troop_left_nobody_is_knocked_out():
    """One territory more, and the cards stay where they are."""
    world = recorded(cy={"cards": ["japan"]})
    outcome = step(take, world, player="ana", territories=["ural"])
    assert on(fine(outcome)).hands["cy"].cards == ("japan",)
    assert not any("knocked" in note for note in outcome.notes)


def test_what_one_has_is_not_taken_again():
    """Taking what one holds changes nothing, and says so."""
    world = recorded()
    outcome = step(take, world, player="ana", territories=["peru"])
    assert outcome.world.data == world.data
    assert "already" in outcome.said


# What a turn remembers of it


@pytest.mark.parametrize(
    ("places", "conquered", "expanded"),
    [
        (["china"], True, 0),
        (["japan"], False, 1),
        (["japan", "india", "china"], True, 2),
        (["egypt"], True, 0),
        (["peru"], False, 0),
    ],
)
def test_a_conquest_is_no_expansion(places, conquered, expanded):
    """From an enemy it is a conquest, from nobody an expansion; a turn remembers both apart."""
    turn = on(fine(step(take, recorded(turn="ana"), player="ana", territories=places))).turn
    assert (turn.conquered, turn.expanded) == (conquered, expanded)


def test_conquests_and_expansions_add_up():
    """Whatever is taken later in the turn comes on top; an expansion takes no conquest back."""
    world = recorded(turn="ana")
    for place in ("china", "japan", "india"):
        world = fine(step(take, world, player="ana", territories=[place]))
    assert (on(world).turn.conquered, on(world).turn.expanded) == (True, 2)


def test_entering_the_place_of_a_lone_hq_is_no_conquest():
    """Nobody defends a lone HQ, so no territory is taken from an enemy."""
    world = recorded(ben={"holds": []}, turn="ana")
    turn = on(fine(step(take, world, player="ana", territories=["egypt"]))).turn
    assert (turn.conquered, turn.expanded) == (False, 1)


def test_out_of_turn_is_said_and_earns_nothing():
    """What another takes meanwhile is recorded, said, and does not count for the turn."""
    outcome = step(take, recorded(turn="ben"), player="ana", territories=["china"])
    assert on(fine(outcome)).turn == on(recorded(turn="ben")).turn
    assert "It is the turn of Ben." in outcome.notes


def test_without_turns_nothing_of_them_is_recorded():
    """Nothing forces turns on a group that does not keep them."""
    after = fine(step(take, recorded(), player="ana", territories=["china"]))
    assert set(after.table("game")) == {"number", "players"}


def test_a_place_far_away_is_called_to_mind():
    """What borders on nothing that is held is perhaps a slip; only a note, some record a part."""
    far = step(take, recorded(), player="ana", territories=["japan"])
    near = step(take, recorded(), player="ana", territories=["argentina", "north-africa"])
    assert any("borders" in note for note in far.notes)
    assert not any("borders" in note for note in near.notes)


def test_taking_without_a_troop_is_called_to_mind():
    """Whoever is on record with nothing joins the war instead: a note, the record goes on."""
    outcome = step(take, recorded(ben={"holds": []}), player="ben", territories=["japan"])
    assert on(fine(outcome)).hands["ben"].holds == ("japan",)
    assert any("join ben japan" in note for note in outcome.notes)
    for world in (recorded(), evening(ben={"hq": None})):  # with a troop, or with nothing recorded
        notes = step(take, world, player="ben", territories=["middle-east"]).notes
        assert not any("join" in note for note in notes)


def test_the_cost_of_an_empty_city_is_called_to_mind():
    """Entering a city that nobody holds costs its population; one that is conquered costs nothing."""
    text = '[territories.japan.city]\nkind = "major-city"\n[territories.china.city]\nkind = "minor-city"\n'
    world = evening(text, cy={"holds": ["china", "ural"]}, ana={"holds": ["brazil"]})
    notes = step(take, world, player="ana", territories=["japan", "china"]).notes
    (cost,) = [note for note in notes if "costs" in note]
    assert "Japan" in cost
    assert "2 troops" in cost


# Leaving


def test_leaving_a_territory():
    """A territory that is left is nobody's."""
    world = fine(step(leave, recorded(), player="cy", territories=["ural"]))
    assert on(world).hands["cy"].holds == ("china",)
    assert holder(on(world), "ural") is None


def test_leaving_what_one_does_not_hold():
    """Nobody leaves what they do not hold."""
    (found,) = against(step(leave, recorded(), player="cy", territories=["ural", "peru"]))
    assert (found.rule, found.where) == ("control", "game.players.cy.holds")
    assert "Peru" in found.what


def test_leaving_everything():
    """Whoever has nothing left may come back in a turn to come: that is said."""
    outcome = step(leave, recorded(), player="cy", territories=["ural", "china"])
    assert on(fine(outcome)).hands["cy"].holds == ()
    (note,) = outcome.notes
    assert "Cy may join the war" in note


# Whatever comes

PLACES = ("brazil", "egypt", "ural", "japan", "peru")
MOVES = st.lists(
    st.tuples(
        st.sampled_from([take, hold, leave]),
        st.sampled_from(["ana", "ben", "cy"]),
        st.lists(st.sampled_from(PLACES), min_size=1, max_size=3, unique=True),
    ),
    max_size=12,
)


@settings(deadline=None, max_examples=60)
@given(MOVES)
def test_each_territory_has_one_holder_at_most(moves):
    """Whatever is recorded, waived or not, no territory is held by two, and stars add up."""
    world = evening()
    for rule, player, places in moves:
        world = step(rule, world, player=player, territories=places).world
        game = on(world)
        held = [place for id in game.hands for place in controlled(game, id)]
        assert len(held) == len(set(held))
        for id, hand in game.hands.items():
            mine = sum(place in controlled(game, id) for place in game.hqs)
            assert stars_of(game, id) == hand.stars + mine
