"""Red Stars and missiles in the game that is on: tokens that come, missiles that are spent."""

from __future__ import annotations

from collections.abc import Mapping

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.games import Playing, playing
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.control import controlled, in_the_game, is_recorded
from legacytrack.rules.outcome import Outcome


def with_stars(world: World, player: str, number: int) -> World:
    """Copy the world with more Red Star tokens in front of a player.

    Args:
        world: the world.
        player: id of the player.
        number: how many more.
    """
    at = ("game", "players", player, "stars")
    return world.with_value(*at, value=world.table(*at[:-1]).get("stars", 0) + number)


def give_stars(world: World, box: Box, *, player: str, number: int, pile: bool) -> Outcome:
    """Give a player Red Star tokens (stars-to-win, coin-pile-star).

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        number: how many.
        pile: whether it is the star for the pile of coin cards that is empty.
    """
    on = in_the_game(world, box, player)
    if isinstance(on, Outcome):
        return on
    after = with_stars(world, player, number)
    findings: tuple[Finding, ...] = ()
    name, what = world.player_name(player), counted(number, "Red Star token")
    if pile:
        findings = _against_the_pile_star(world, box, on, player)
        after = after.with_value("game", "coin_star", value=True)
        what += " for the empty coin pile"
    return Outcome(after, f"{name} gets {what}.", findings)


def leaders(on: Playing) -> tuple[str, ...]:
    """List who controls the most territories, several in a tie.

    Args:
        on: the game that is on.
    """
    counts = {id: len(controlled(on, id)) for id, hand in on.hands.items() if not hand.out}
    most = max(counts.values(), default=0)
    return tuple(id for id, count in counts.items() if count == most)


def _against_the_pile_star(world: World, box: Box, on: Playing, player: str) -> tuple[Finding, ...]:
    if on.side_board.coin_star:
        what = f"The star for the empty coin pile was settled in game {on.number} already."
        return (box.finding("coin-pile-star", "game.coin_star", what),)
    if not is_recorded(on):
        return ()
    most = leaders(on)
    if most == (player,):
        return ()
    names = " and ".join(map(world.player_name, most))
    count = counted(len(controlled(on, most[0])), "territory")
    what = f"{names} {'have' if len(most) > 1 else 'has'} the most: {count}."
    fix = "in a tie nobody gets it" if len(most) > 1 else f"legacytrack star {most[0]} --pile"
    return (box.finding("coin-pile-star", "", what, fix),)


def coin_pile_is_empty(world: World, box: Box) -> tuple[World, tuple[str, ...]]:
    """Settle the star for the empty pile of coin cards, where the records can tell (coin-pile-star).

    Args:
        world: the world with the last coin card taken; the star is not settled yet.
        box: the box.

    Returns:
        The world with the star, and what there is to say.
    """
    on = playing(world)
    if not on or on.side_board.coin_star:
        return world, ()
    what = "The pile of coin cards is empty for the first time in this game:"
    if not is_recorded(on):
        how = "legacytrack star PLAYER --pile"
        return world, (f"{what} a Red Star for the most territories, a tie nobody ({how}).",)
    most = leaders(on)
    world = world.with_value("game", "coin_star", value=True)
    names = " and ".join(map(world.player_name, most))
    count = counted(len(controlled(on, most[0])), "territory")
    if len(most) > 1:
        return world, (f"{what} {names} are tied with {count}, so nobody gets the star.",)
    stars = box.number("coin-pile-star")
    world = with_stars(world, most[0], stars)
    return world, (f"{what} {names} has the most territories ({count}) and gets a Red Star.",)


def spend_missiles(world: World, box: Box, *, spent: Mapping[str, int]) -> Outcome:
    """Spend missiles of one or more players in one combat roll (missiles-in-hand).

    Args:
        world: the world.
        box: the box.
        spent: how many each player spends, by id.
    """
    findings: list[Finding] = []
    after, left = world, []
    for player, number in spent.items():
        on = in_the_game(world, box, player)
        if isinstance(on, Outcome):
            return on
        has, name = on.hands[player].missiles, world.player_name(player)
        if number > has:
            what = f"{name} has {counted(has, 'missile')}, not {number}."
            where = f"game.players.{player}.missiles"
            findings.append(box.finding("missiles-in-hand", where, what))
        at = ("game", "players", player, "missiles")
        after = after.with_value(*at, value=max(has - number, 0))
        left.append(f"{name} {max(has - number, 0)}")
    total = sum(spent.values())
    if total > max(world.table("game").get("most_missiles", 0), 1):
        after = after.with_value("game", "most_missiles", value=total)
    each = ", ".join(f"{world.player_name(id)} {number}" for id, number in spent.items())
    said = f"{counted(total, 'missile')} spent: {each}."
    notes = (f"Missiles left: {', '.join(left)}.",)
    return Outcome(after, said, tuple(findings), notes)
