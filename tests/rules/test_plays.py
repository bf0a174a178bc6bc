"""Plays: how a game ended for everybody, and which games may be told to others."""

from __future__ import annotations

from typing import Any

import pytest

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.games import played
from legacytrack.model.world import World
from legacytrack.rules.plays import finished_game, plays


def world(games: dict[str, Any], **more: Any) -> World:
    names = {id: {"name": id.title()} for id in ("ana", "ben", "cy", "dee")}
    return World({"players": names, "games": games, **more})


def game(winner: str | None, **results: str | None) -> World:
    """A world with game 3: its winner, and the result of each player, None when unknown."""
    seats = {
        id: {"result": result} if result else {"faction": "x"} for id, result in results.items()
    }
    return world({"3": {**({"winner": winner} if winner else {}), "players": seats}})


def ranks(told: World) -> dict[str, tuple[bool, str, int | None]]:
    return {id: (each.won, each.result, each.rank) for id, each in plays(played(told)[3]).items()}


def test_everybody_has_a_rank() -> None:
    """The winner is first; who ended alike has the same rank, and those behind count all before."""
    told = game("cy", ana="held-on", ben="eliminated", cy="won", dee="held-on")
    assert ranks(told) == {
        "ana": (False, "held-on", 2),
        "ben": (False, "eliminated", 4),
        "cy": (True, "won", 1),
        "dee": (False, "held-on", 2),
    }


def test_an_unknown_result_leaves_all_ranks_open() -> None:
    """Where one result is unknown nobody's rank is sure; who won is."""
    assert ranks(game("ana", ana="won", ben=None, cy="eliminated")) == {
        "ana": (True, "won", None),
        "ben": (False, "", None),
        "cy": (False, "eliminated", None),
    }


def test_a_winner_without_a_seat_has_played() -> None:
    """A game of which only the winner is known has that one player."""
    assert ranks(world({"3": {"winner": "ben"}})) == {"ben": (True, "won", 1)}
    assert list(ranks(game("dee", ana="held-on"))) == ["dee", "ana"]


def test_the_winner_is_who_signed() -> None:
    """Where a seat says otherwise by a slip, the winner of the game counts."""
    assert ranks(game("ana", ana="held-on", ben="eliminated"))["ana"] == (True, "won", 1)


def test_a_game_of_which_nothing_is_known() -> None:
    """Nobody is made up."""
    assert plays(played(world({"3": {"note": "fun"}}))[3]) == {}


@pytest.mark.parametrize("number", [None, 5])
def test_the_last_game_or_one_by_number(box: Box, number: int | None) -> None:
    """Without a number the last finished game is meant, by number and not by place in the file."""
    told = world({"5": {"winner": "ana"}, "2": {"winner": "ben"}, "10": {"winner": "cy"}})
    found = finished_game(told, box, number)
    assert not isinstance(found, Finding)
    assert found.number == (number or 10)


@pytest.mark.parametrize(
    ("games", "on", "number", "what", "fix"),
    [
        ({}, None, None, "No game is over yet.", "legacytrack begin"),
        ({}, None, 1, "Game 1 is not on record.", "no game is over yet"),
        ({}, 1, None, "Game 1 is not over.", "legacytrack sign"),
        ({"1": "ana"}, 2, 2, "Game 2 is not over.", "legacytrack sign"),
        ({"1": "ana", "3": "ben"}, 4, 2, "Game 2 is not on record.", "on record: 1, 3"),
        ({"2": ""}, None, None, "Nobody wrote down who won game 2.", "correct 2 --winner"),
    ],
)
def test_what_is_not_over_is_refused(
    box: Box, games: dict[str, str], on: int | None, number: int | None, what: str, fix: str
) -> None:
    """A game that is on, unknown, or without a winner is refused with how to go on."""
    told = world(
        {key: {"winner": winner} if winner else {"note": "x"} for key, winner in games.items()},
        **({"game": {"number": on}} if on else {}),
    )
    found = finished_game(told, box, number)
    assert isinstance(found, Finding)
    assert (found.rule, found.what) == ("game-in-order", what)
    assert fix in found.fix


def test_the_last_finished_game_counts_while_the_next_is_on(box: Box) -> None:
    """While a game is on the last one that is over is meant."""
    found = finished_game(world({"1": {"winner": "ana"}}, game={"number": 2}), box, None)
    assert not isinstance(found, Finding)
    assert found.number == 1
