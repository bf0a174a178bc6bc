"""Knock-outs: what becomes of whoever lost the last troop, and of their cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from legacytrack.model.box import Box
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.sets import about_a_due_set


def law_of_the_eliminated(box: Box) -> str:
    """Name the law by which somebody who holds nothing is in a game or out of it.

    Args:
        box: the box.
    """
    return "join-the-war" if box.has("ways to join the war") else "knocked-out"


def knocked_out(world: World, box: Box, *, loser: str, winner: str) -> tuple[World, Iterator[str]]:
    """Hand over the cards of whoever lost the last troop, where they are recorded (knocked-out).

    Where nobody can join the war again, the loser is out of the game.

    Args:
        world: the world, in which the loser holds nothing any more.
        box: the box.
        loser: id of the player who lost the last troop.
        winner: id of the player who took it.

    Returns:
        The world after it, and what there is to say.
    """
    cards = world.table("game", "players", loser).get("cards")
    if cards:
        before = world.table("game", "players", winner).get("cards", ())
        world = world.with_value("game", "players", winner, "cards", value=[*before, *cards])
        world = world.with_value("game", "players", loser, "cards", value=[])
    if box.has("ways to join the war"):
        return world, _and_may_come_back(world, box, loser, winner, cards)
    world = world.with_value("game", "players", loser, "out", value=True)
    return world, _and_is_out(world, loser, winner, cards)


def _and_may_come_back(
    world: World, box: Box, loser: str, winner: str, cards: Sequence[str] | None
) -> Iterator[str]:
    what = "the resource cards" if cards is None else counted(len(cards), "resource card")
    yield (
        f"{world.player_name(loser)} is knocked out: {world.player_name(winner)} gets {what}, "
        "no scar card, token or missile."
    )
    yield may_come_back(world, box, loser)


def _and_is_out(
    world: World, loser: str, winner: str, cards: Sequence[str] | None
) -> Iterator[str]:
    what = "the cards" if cards is None else counted(len(cards), "card")
    name = world.player_name(winner)
    yield f"{world.player_name(loser)} is knocked out, and out of the game: {name} gets {what}."


def due_at_once(world: World, box: Box, winner: str) -> Iterator[str]:
    """Say which set has to be turned in at once, after all knock-outs of a conquest (card-sets).

    Args:
        world: the world, in which the winner has the cards.
        box: the box.
        winner: id of the player who knocked somebody out.
    """
    if box.has("sets of cards"):
        mine = world.table("game", "players", winner).get("cards", ())
        due = about_a_due_set(world, box, winner, mine)
        if due:
            yield f"At once: {due}"


def may_come_back(world: World, box: Box, player: str) -> str:
    """Say how somebody who holds nothing goes on.

    Args:
        world: the world.
        box: the box.
        player: id of the player.
    """
    name = world.player_name(player)
    if box.has("ways to join the war"):
        return f"{name} may join the war in a turn to come: legacytrack starts {player} --join"
    return f"If {name} lost the last territory: legacytrack out {player}"
