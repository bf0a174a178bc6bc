"""World laws of the game that is on: a file that was edited by hand into a table that cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evening import evening
from legacytrack.campaign.door import box_of
from legacytrack.model.games import COIN, playing
from legacytrack.rules import limits
from legacytrack.rules.control import hold, leave, take
from legacytrack.rules.games import sign_game
from legacytrack.rules.hands import hold_cards, turn_in
from legacytrack.rules.join import eliminate, join
from legacytrack.rules.noticed import noticed
from legacytrack.rules.side_board import draw, lay_slots
from legacytrack.rules.stars import give_stars, spend_missiles
from legacytrack.rules.table import table_fits
from legacytrack.rules.turn import next_turn

BREAKS = {
    "control",
    "hq-once",
    "join-the-war",
    "territory-cards",
    "coin-cards",
    "face-up-cards",
}

SLOTS = ["alaska", "china", "japan", "ural"]


def found(**told: Any):
    """List what is impossible at a table, and expect of each its fact, its law and a remedy."""
    world = evening(**told)
    box = box_of(world)
    findings = list(table_fits(world, box))
    assert set(findings) <= set(limits.broken(world, box))
    for finding in findings:
        assert finding.what.endswith(".")
        assert finding.cite == box.rules[finding.rule].cite
        assert finding.fix
    return findings


def test_a_table_that_is_fine():
    """Nothing stands against a table where each thing is in one place; nor between games."""
    assert (
        found(
            ana={"holds": ["brazil", "peru"], "cards": ["peru", COIN]},
            ben={"holds": [], "cards": [COIN] * 9},
            cy={"holds": [], "out": True},
            slots=["", *SLOTS[:3]],
            discards=["egypt", "india"],
            turn="ana",
            coin_star=True,
            most_missiles=3,
        )
        == []
    )
    assert found() == []


def test_a_territory_held_by_two():
    """The same territory on the list of two players: both are named, and how to say who holds it."""
    (finding,) = found(ana={"holds": ["peru", "brazil"]}, cy={"holds": ["china", "peru"]})
    assert (finding.rule, finding.where) == ("control", "game.players.cy.holds")
    assert all(word in finding.what for word in ("Ana", "Cy", "Peru"))
    assert "take cy peru" in finding.fix


def test_a_territory_held_by_three():
    """Each one beyond the first is a finding of its own."""
    same = {"holds": ["peru"]}
    assert [finding.rule for finding in found(ana=same, ben=same, cy=same)] == ["control"] * 2


def test_a_territory_twice_on_one_list():
    """Written twice for the same player it is still held by one."""
    assert found(ana={"holds": ["peru", "peru"]}) == []


def test_two_hqs_in_one_place():
    """Two HQs never stand in one territory."""
    (finding,) = found(cy={"hq": "brazil"})
    assert (finding.rule, finding.where) == ("hq-once", "game.players.cy.hq")
    assert all(word in finding.what for word in ("Ana", "Cy", "Brazil"))


def test_whoever_is_out_holds_nothing():
    """An eliminated player has no troop on the board."""
    (finding,) = found(cy={"holds": ["china", "ural"], "out": True})
    assert (finding.rule, finding.where) == ("join-the-war", "game.players.cy.out")
    assert "China" in finding.what


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"ana": {"cards": ["peru"]}, "ben": {"cards": ["peru"]}}, ("Ana", "Ben")),
        ({"ana": {"cards": ["peru", "peru"]}}, ("Ana", "twice")),
        ({"ana": {"cards": ["ural"]}, "slots": SLOTS}, ("Ana", "face up")),
        ({"ana": {"cards": ["peru"]}, "discards": ["peru"]}, ("Ana", "discard pile")),
        ({"slots": SLOTS, "discards": ["china"]}, ("face up", "discard pile")),
        ({"slots": ["ural", *SLOTS[1:]]}, ("face up twice",)),
        ({"discards": ["peru", "peru"]}, ("discard pile twice",)),
    ],
)
def test_a_card_in_two_places(told, words):
    """Each territory card is in one place: a hand, on show, or discarded; the finding says where it is."""
    (finding,) = found(**told)
    assert finding.rule == "territory-cards"
    assert all(word in finding.what for word in words)


def test_open_slots_and_coin_cards_are_no_card_in_two_places():
    """Two open slots are none, and there are several coin cards."""
    assert found(slots=["", "", "peru", "ural"], ana={"cards": [COIN, COIN]}) == []


@pytest.mark.parametrize(("ana", "ben", "fits"), [(10, 0, True), (6, 4, True), (6, 5, False)])
def test_more_coin_cards_than_there_are(ana, ben, fits):
    """All hands together hold the ten coin cards of the box at most."""
    findings = found(ana={"cards": [COIN] * ana}, ben={"cards": [COIN] * ben})
    assert [finding.rule for finding in findings] == ([] if fits else ["coin-cards"])


def test_more_cards_on_show_than_slots():
    """There are four slots."""
    (finding,) = found(slots=[*SLOTS, "peru"])
    assert (finding.rule, finding.where) == ("face-up-cards", "game.slots")
    assert "5" in finding.what


@pytest.mark.parametrize(
    ("told", "where"),
    [
        ({"ana": {"holds": ["atlantis"]}}, "game.players.ana.holds"),
        ({"ana": {"cards": ["atlantis"]}}, "game.players.ana.cards"),
        ({"ana": {"holds": ["coin"]}}, "game.players.ana.holds"),
        ({"slots": [*SLOTS[:3], "atlantis"]}, "game.slots"),
        ({"discards": ["atlantis"]}, "game.discards"),
        ({"turn": "zoe"}, "game.turn"),
    ],
)
def test_names_that_nobody_knows(told, where):
    """A place or a player that there is not is found wherever the table names it."""
    world = evening(**told)
    (finding,) = limits.broken(world, box_of(world))
    assert (finding.rule, finding.where) == ("unknown-name", where)


def test_names_that_nobody_knows_break_nothing_else():
    """Laws and lookups go on past a place that is none."""
    world = evening(
        ana={"holds": ["atlantis"]}, ben={"holds": ["atlantis"]}, cy={"hq": "atlantis", "out": True}
    )
    laws = {finding.rule for finding in limits.broken(world, box_of(world))}
    assert {"unknown-name", "control"} <= laws


# Whatever hands write

ANY = st.lists(st.sampled_from(["atlantis", "peru", "ural", "brazil", "egypt", ""]), max_size=6)
HAND = st.fixed_dictionaries(
    {},
    optional={
        "holds": ANY,
        "cards": ANY | st.just([COIN, "atlantis"]),
        "hq": st.sampled_from(["atlantis", "peru"]),
        "faction": st.just("gardeners"),
        "out": st.booleans(),
        "stars": st.just(9),
        "troops": st.just(0),
    },
)
TOLD = st.fixed_dictionaries(
    {"ana": HAND, "ben": HAND, "cy": HAND},
    optional={
        "turn": st.sampled_from(["ana", "cy", "dee", "zed"]),
        "conquered": st.booleans(),
        "expanded": st.just(4),
        "slots": ANY,
        "discards": ANY,
        "coin_star": st.booleans(),
        "most_missiles": st.just(9),
    },
)
STEPS: list[tuple[Any, dict[str, Any]]] = [
    (hold, {"player": "ana", "territories": ["peru", "japan"]}),
    (take, {"player": "ana", "territories": ["peru", "ural", "egypt"]}),
    (leave, {"player": "ana", "territories": ["peru"]}),
    (join, {"player": "cy", "territory": "japan"}),
    (eliminate, {"player": "cy"}),
    (give_stars, {"player": "ana", "number": 1, "pile": True}),
    (spend_missiles, {"spent": {"ana": 1, "cy": 2}}),
    (hold_cards, {"player": "ben", "cards": ["peru", COIN]}),
    (turn_in, {"player": "ana", "cards": ["peru", "peru", COIN], "star": False}),
    (lay_slots, {"territories": ["peru"]}),
    (lay_slots, {"territories": ["peru", "japan", "china", "india"]}),
    (draw, {"player": "ana", "card": "peru", "new": "japan", "stars": None}),
    (draw, {"player": "ana", "card": COIN, "new": None, "stars": None}),
    (draw, {"player": "ana", "card": "mission", "new": None, "stars": None}),
    (next_turn, {"player": None}),
    (next_turn, {"player": "ana"}),
    (sign_game, {"winner": "ana", "out": [], "date": None, "note": "", "held": {}}),
]


@settings(deadline=None, max_examples=150)
@given(TOLD, st.sampled_from(STEPS))
def test_a_table_that_cannot_be_stops_no_record(told, move):
    """Whatever a hand-edited table says, each record of it is an answer or a refusal, never an accident."""
    world = evening(**told)
    rule, words = move
    box = box_of(world)
    outcome = rule(world, box, **words)
    assert outcome.said
    assert all(finding.what and finding.fix for finding in outcome.findings)
    noticed(world, outcome.world, box)
    assert playing(outcome.world) or rule is sign_game
