"""Spoilers: a world that is shown to others holds nothing that came out of a packet."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from legacytrack.model.box import Box
from legacytrack.model.shape import sound
from legacytrack.model.world import World
from legacytrack.rules.spoilers import HIDDEN, without_spoilers

BREAKS: set[str] = set()


def hidden(box: Box, text: str) -> dict[str, Any]:
    """Hide what is not printed in a world as a person would write it."""
    return dict(without_spoilers(World(sound(tomllib.loads(text))[0]), box).data)


PRINTED = """\
name = "Ours"
planet = "Home"
planet_by = "ana"
[players.ana]
name = "Ana"
[territories.ural.scar]
kind = "bunker"
game = 2
by = "ana"
[territories.ural.city]
kind = "minor-city"
name = "Uraltown"
[cards.peru]
coins = 3
[continents.asia]
name = "Ruin"
[factions.khan-industries]
powers = ["hq-troop"]
[games.1]
winner = "ana"
played = "2026-01-03"
[games.1.players.ana]
faction = "khan-industries"
start = "ural"
result = "won"
reward = "city major ural"
held = ["ural"]
"""


def test_what_is_printed_stays(box):
    """A world that no packet has touched is shown as it is."""
    assert hidden(box, PRINTED) == tomllib.loads(PRINTED)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('[found.scars.mud]\nname = "Mud"', {}),
        ('[territories.far.scar]\nkind = "bunker"', {}),
        ("[cards.far]\ncoins = 2", {}),
        ('[continents.deep]\nname = "Deep"', {}),
        ('[factions.gardeners]\npowers = ["hedge"]', {}),
        ('[games.1]\nnote = "Mud!"\nwinner = "ana"', {"games": {"1": {"winner": "ana"}}}),
        ('[packets.1]\nname = "the mud one"\ngame = 2', {"packets": {"1": {"game": 2}}}),
        ('[packets.1]\ncondition = "mud"', {"packets": {"1": {}}}),
        ("[ours]\nmud = true", {}),
        ("mud = 3", {}),
    ],
)
def test_what_is_not_printed_goes(box, text, left):
    """What packets brought, words for packets, notes, and keys of their own are left out."""
    assert hidden(box, text) == left


def test_marks_of_packets_become_something(box):
    """A mark of a kind that is not printed stays as something from a packet, without its name."""
    text = """\
[territories.ural.scar]
kind = "mud"
game = 2
[territories.ural.city]
kind = "harbour"
name = "Mudport"
founder = "ana"
[territories.ural.covered.1]
kind = "rubble"
name = "Mudheap"
[territories.ural.cancelled.1]
kind = "mud"
cancelled_in = 3
"""
    assert hidden(box, text)["territories"]["ural"] == {
        "scar": {"kind": HIDDEN, "game": 2},
        "city": {"kind": HIDDEN, "founder": "ana"},
        "covered": {"1": {"kind": HIDDEN}},
        "cancelled": {"1": {"kind": HIDDEN, "cancelled_in": 3}},
    }


def test_seats_and_hands(box):
    """Factions, starts, rewards and HQs that are not printed are hidden where people sat."""
    text = """\
[games.1.players.ana]
faction = "gardeners"
start = "far"
reward = "coin far"
held = ["far", "ural"]
[games.1.players.ben]
reward = "harbour ural"
[games.1.players.cy]
reward = "not taken"
[game]
number = 2
[game.players.ana]
faction = "gardeners"
hq = "far"
"""
    found = hidden(box, text)
    assert found["games"]["1"]["players"] == {
        "ana": {"faction": HIDDEN, "start": HIDDEN, "reward": HIDDEN, "held": ["ural"]},
        "ben": {"reward": HIDDEN},
        "cy": {"reward": "not taken"},
    }
    assert found["game"]["players"]["ana"] == {"faction": HIDDEN, "hq": HIDDEN}


def test_a_power_of_a_packet_is_not_on_the_card(box):
    """Of the powers on a faction card the printed ones are left."""
    text = '[factions.khan-industries]\npowers = ["hq-troop", "hermits"]'
    assert hidden(box, text)["factions"]["khan-industries"] == {"powers": ["hq-troop"]}
