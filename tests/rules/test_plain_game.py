"""The plain game: what the rules of both boxes share, by the numbers of the second one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evening import fine, on, plain_evening, refused, step
from legacytrack.campaign.door import box_of
from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.begin import Entrant, begin_game
from legacytrack.rules.claims import take_or_claim
from legacytrack.rules.continents import bonus
from legacytrack.rules.control import hold, leave
from legacytrack.rules.deal import deal
from legacytrack.rules.dice import no_such_roll
from legacytrack.rules.join import eliminate
from legacytrack.rules.noticed import noticed
from legacytrack.rules.recruit import no_such_count, recruit
from legacytrack.rules.set_hands import draw, hold_cards, turn_in
from legacytrack.rules.turn import next_turn, recruits
from legacytrack.store.box_files import open_box

PLAIN_BREAKS = {
    "players-per-game",
    "territories",
    "continent-control",
    "attack-dice",
    "die-bounds",
}

BOX = open_box("classic-risk")


@pytest.mark.parametrize(
    ("count", "troops"), [(1, 3), (9, 3), (11, 3), (12, 4), (14, 4), (15, 5), (41, 13), (42, 14)]
)
def test_territories_are_divided_by_three(count, troops):
    """Territories by three, rounded down, at least three (recruit-base)."""
    assert "recruit-base" in [line.rule for line in recruit(BOX, territories=count).lines]
    assert recruit(BOX, territories=count).total == troops


def test_a_set_and_continents_come_on_top():
    """14 territories with all of Europe and the third set: 4, 5 and 8 are 17."""
    found = recruit(
        BOX, territories=14, continents=[bonus(plain_evening(), BOX, "europe", None)], set_number=3
    )
    assert [(line.what, line.troops, line.how) for line in found.lines] == [
        ("territories", 4, "14 / 3, rounded down, is 4"),
        ("Europe", 5, "5 printed"),
        ("set of cards", 8, "3rd set"),
    ]
    assert found.lines[-1].rule == "card-sets"
    assert found.total == 17


@pytest.mark.parametrize(
    ("count", "continents", "rule"),
    [(43, [], "territories"), (0, [], "territories"), (11, ["asia"], "continent-control")],
)
def test_a_count_that_cannot_be(count, continents, rule):
    """Nobody controls 43 territories or recruits with none, or Asia with eleven."""
    found = no_such_count(BOX, count, continents)
    assert found is not None
    assert found.rule == rule
    assert no_such_count(BOX, 12, ["asia"]) is None


@pytest.mark.parametrize("players", [1, 2, 6, 7])
def test_two_to_six_play(players):
    """A game is for two to six; everybody begins with no territory and nothing unknown."""
    names = ["red", "blue", "ann", "ben", "cy", "dee", "eve"][:players]
    world = plain_evening().with_value("game", value=None)
    for name in names:
        world = world.with_value("players", name, "name", value=name.capitalize())
    entrants = [Entrant(name, None) for name in names]
    outcome = step(begin_game, world, entrants=entrants, number=None, not_taken=False)
    if 2 <= players <= 6:
        hands = on(fine(outcome)).hands
        assert all(hand.holds == () and hand.is_recorded for hand in hands.values())
    else:
        assert set(refused(outcome)) == {"players-per-game"}


@pytest.mark.parametrize(
    ("attack", "defence", "rule"),
    [([7], [1], "die-bounds"), ([1, 2, 3, 4], [1], "attack-dice"), ([1], [1, 2, 3], "attack-dice")],
)
def test_dice_that_are_none(attack, defence, rule):
    """Three dice against two, each 1 to 6."""
    found = no_such_roll(BOX, attack, defence)
    assert found is not None
    assert found.rule == rule


# The start of a turn


def start_of(**red):
    """Begin the turn of Red, and give what is called to mind."""
    red = {"holds": list(BOX.territories)[:14], **red}
    return step(next_turn, plain_evening(red=red, sets=4), player="red").notes


def test_at_the_start_a_set_is_called_to_mind():
    """What a set would add is told, and that it must be turned in with five cards or more."""
    assert not any("set" in note for note in start_of(cards=["infantry", "infantry"]))
    assert (
        "A set of cards brings 12 more: infantry, infantry, wild card "
        "(legacytrack hand red --troops infantry,infantry,wild)."
    ) in start_of(cards=["infantry", "wild", "infantry"])
    due = start_of(cards=["infantry", "wild", "infantry", "cavalry", "cavalry"])
    assert [note for note in due if "set" in note] == [
        "Red has 5 cards: a set must be turned in, for 12 troops "
        "(legacytrack hand red --troops infantry,infantry,wild)."
    ]


def test_whoever_holds_nothing_on_record_is_asked():
    """Nothing on record is no elimination while the board is not all on record."""
    notes = step(next_turn, plain_evening(), player="red").notes
    assert notes == ("What Red holds is not on record (legacytrack hold red PLACES).",)


def test_recruits_from_the_table_with_a_set():
    """By the table: 9 of North America and 5 more are 4 and 5, and the fifth set adds 12."""
    world = plain_evening(red={"holds": list(BOX.territories)[:14]}, sets=4)
    north = len(BOX.continents["north-america"].territories)
    assert north == 9
    found = recruits(world, BOX, on(world), "red", set_number=5)
    paid = {line.what: line.troops for line in found.lines}
    assert paid == {"territories": 4, "North America": 5, "South America": 2, "set of cards": 12}


# Whole evenings by chance

WHO = st.sampled_from(["red", "blue", "ann"])
WHERE = st.lists(st.sampled_from(list(BOX.territories)), min_size=1, max_size=30, unique=True)
HAND = st.lists(st.sampled_from(list(BOX.cards)), max_size=7)
STEPS = st.one_of(
    st.tuples(st.just(deal), st.fixed_dictionaries({"seed": st.integers(0, 9)})),
    st.tuples(st.just(next_turn), st.fixed_dictionaries({"player": st.none() | WHO})),
    st.tuples(st.just(eliminate), st.fixed_dictionaries({"player": WHO})),
    *(
        st.tuples(st.just(rule), st.fixed_dictionaries({"player": WHO, "territories": WHERE}))
        for rule in (take_or_claim, take_or_claim, hold, leave)
    ),
    *(
        st.tuples(st.just(rule), st.fixed_dictionaries({"player": WHO, "cards": HAND}))
        for rule in (hold_cards, turn_in)
    ),
    st.tuples(
        st.just(draw),
        st.fixed_dictionaries({"player": WHO, "card": st.sampled_from(list(BOX.cards))}),
    ),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(STEPS, max_size=25), st.booleans())
def test_whatever_is_typed_the_table_stays_possible(steps, begins_dealt):
    """Whatever a step is, it is refused, or leads to a table that can be: places, cards, sets, players."""
    world = plain_evening()
    if begins_dealt:
        world = step(deal, world, seed=1).world
    for rule, words in steps:
        before = on(world)
        outcome = step(rule, world, **words)
        assert all(isinstance(note, str) for note in noticed(world, outcome.world, BOX))
        if outcome.findings or limits.broken(outcome.world, box_of(world)):
            assert refused(outcome)
            continue
        fine(outcome)
        world = outcome.world
        assert_possible(world, before)


def assert_possible(world: World, before) -> None:
    """Hold a table to what never changes."""
    now = on(world)
    held = [place for hand in now.hands.values() for place in hand.holds or ()]
    assert len(held) == len(set(held)) <= 42
    cards = [card for hand in now.hands.values() for card in hand.cards or ()]
    assert cards.count("wild") <= 2
    assert now.sets - before.sets in (0, 1)
    for id, hand in now.hands.items():
        assert not before.hands[id].out or hand.out
        assert not hand.out or (not hand.holds and not hand.cards)
    assert not all(hand.out for hand in now.hands.values())
