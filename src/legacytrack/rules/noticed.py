"""What a change brings about in the game that is on, noticed whatever command made it."""

from __future__ import annotations

from collections.abc import Iterator

from legacytrack.model.box import Box
from legacytrack.model.games import Playing, playing
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.claims import holds_the_board
from legacytrack.rules.continents import bonus
from legacytrack.rules.control import controlled, stars_of


def noticed(before: World, after: World, box: Box) -> tuple[str, ...]:
    """Say who gained or lost a continent, how the Red Stars stand, and who has won.

    (continent-control, stars-to-win)

    Args:
        before: the world before a change.
        after: the world after it.
        box: the box.
    """
    was, now = playing(before), playing(after)
    if not was or not now or was.number != now.number or was.hands == now.hands:
        return ()
    return (
        *_continents(after, box, was, now),
        *_stars(after, box, was, now),
        # Whoever wins by the whole board is the last one as well: one of the two is enough.
        *(tuple(_whole_board(after, box, was, now)) or _last_one(after, was, now)),
    )


def _continents(world: World, box: Box, was: Playing, now: Playing) -> Iterator[str]:
    for player in now.hands:
        old, new = _whole(box, was, player), _whole(box, now, player)
        name = world.player_name(player)
        for id in box.continents:
            if id in new and id not in old:
                paid = bonus(world, box, id, player)
                troops = counted(paid.troops, "troop")
                yield f"{name} controls {paid.name}: {troops} more from now on ({paid.how})."
            if id in old and id not in new:
                yield f"{name} controls {box.continents[id].name} no more."


def _whole(box: Box, on: Playing, player: str) -> list[str]:
    held = set(controlled(on, player)) if player in on.hands else set()
    return [
        each.id
        for each in box.continents.values()
        if each.territories and held.issuperset(each.territories)
    ]


def _stars(world: World, box: Box, was: Playing, now: Playing) -> Iterator[str]:
    if not box.has("Red Stars"):
        return
    goal = box.number("stars-to-win")
    stars = {id: stars_of(now, id) for id in now.hands}
    old = {id: stars_of(was, id) for id in was.hands}
    if stars == old:
        return
    # Placing an HQ is no news for anybody; the stars of those who fight are.
    moved = [id for id in stars if stars[id] != old.get(id)]
    if any(now.hands[id].hq == was.hands[id].hq for id in moved if id in was.hands):
        said = ", ".join(f"{world.player_name(id)} {stars[id]}" for id in moved)
        yield f"Red Stars now: {said}."
    for id in moved:
        if stars[id] >= goal > old.get(id, 0):
            name = world.player_name(id)
            yield f"{name} has {goal} Red Stars and wins at once: legacytrack sign {id}"


def _whole_board(world: World, box: Box, was: Playing, now: Playing) -> Iterator[str]:
    for player in now.hands:
        if holds_the_board(box, now, player) and not holds_the_board(box, was, player):
            name = world.player_name(player)
            yield f"{name} holds the whole board and wins: legacytrack sign {player}"


def _last_one(world: World, was: Playing, now: Playing) -> Iterator[str]:
    left = [id for id, hand in now.hands.items() if not hand.out]
    if len(left) == 1 and sum(not hand.out for hand in was.hands.values()) > 1:
        name = world.player_name(left[0])
        yield f"Everybody else is eliminated, so {name} wins: legacytrack sign {left[0]}"
