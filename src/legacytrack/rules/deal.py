"""Dealing: all territories of the board at random, round the table."""

from __future__ import annotations

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.games import playing
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.claims import left_to_place, place_the_rest
from legacytrack.rules.control import controlled, holding
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.turn import order


def deal(world: World, box: Box, *, seed: int) -> Outcome:
    """Deal all territories at random, as even as it can be, before the first turn (claiming).

    Args:
        world: the world.
        box: the box.
        seed: the same seed deals the same way.
    """
    from random import Random

    on = playing(world)
    if not on:
        what, fix = "No game is on.", f"begin one: {box.begins}"
        return Outcome(world, what, (box.finding("game-in-order", "game", what, fix),))
    findings: list[Finding] = []
    holding_some = next((id for id in on.hands if controlled(on, id)), None)
    if holding_some:
        count = counted(len(controlled(on, holding_some)), "territory")
        what = f"{world.player_name(holding_some)} holds {count} already."
        fix = "go on from here: legacytrack status"
        findings.append(box.finding("claiming", f"game.players.{holding_some}.holds", what, fix))
    elif on.turn.player:
        what = f"It is the turn of {world.player_name(on.turn.player)}: the first one has begun."
        fix = "take that back: legacytrack undo; or say who holds what: legacytrack hold PLAYER PLACES"
        findings.append(box.finding("claiming", "game.turn", what, fix))
    shuffle = Random(seed)
    # Only random() is promised to give the same numbers in every version of Python.
    places = sorted(box.territories, key=lambda place: shuffle.random())
    players = [id for id in order(on) if not on.hands[id].out]
    after = world
    for at, id in enumerate(players):
        after = holding(after, box, id, places[at :: len(players)])
    now = playing(after)
    assert now
    each = ", ".join(f"{world.player_name(id)} {len(controlled(now, id))}" for id in players)
    said = f"{counted(len(places), 'territory')} are dealt (seed {seed}): {each}."
    notes = [place_the_rest(world, left_to_place(after, box, now))]
    if len(on.hands) == 2:
        notes.insert(0, "Two play a special game; here all territories go to the two of them.")
    return Outcome(after, said, tuple(findings), tuple(notes))
