"""Claims: before the first turn the territories are taken in turns; and who holds all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.games import Playing, playing
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.begin import starting_troops
from legacytrack.rules.control import (
    controlled,
    holder,
    holding,
    in_the_game,
    is_claiming,
    take,
    unclaimed,
    without,
)
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.turn import order


def left_to_place(world: World, box: Box, on: Playing) -> dict[str, int]:
    """Count the starting troops that each player has left, one standing on each territory.

    (troops-by-players)

    Args:
        world: the world.
        box: the box.
        on: the game that is on, before its first turn.
    """
    printed, each = starting_troops(box, len(on.hands)), box.number("troops-by-players", "each")
    left = {}
    for id in _at_the_table(on):
        troops = int(world.table("game", "players", id).get("troops", printed))
        left[id] = max(troops - each * len(controlled(on, id)), 0)
    return left


def _at_the_table(on: Playing) -> list[str]:
    return [id for id in order(on) if not on.hands[id].out]


def claims_next(box: Box, on: Playing) -> str | None:
    """Look up who claims the next territory: the first at the table with the fewest; None at the end.

    Args:
        box: the box.
        on: the game that is on.
    """
    if not is_claiming(box, on):
        return None
    return min(_at_the_table(on), key=lambda id: len(controlled(on, id)), default=None)


def take_or_claim(world: World, box: Box, *, player: str, territories: Sequence[str]) -> Outcome:
    """Move territories to a player: by a claim while there are free ones before the first turn.

    (control, claiming)

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        territories: ids of the territories.
    """
    on = playing(world)
    claims = on is not None and is_claiming(box, on)
    return (claim if claims else take)(world, box, player=player, territories=territories)


def claim(world: World, box: Box, *, player: str, territories: Sequence[str]) -> Outcome:
    """Let a player claim free territories (claiming).

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        territories: ids of the territories.
    """
    on = in_the_game(world, box, player)
    if isinstance(on, Outcome):
        return on
    name, mine, due = world.player_name(player), controlled(on, player), claims_next(box, on)
    new = [place for place in territories if place not in mine]
    after = holding(without(world, on, player, new), box, player, [*mine, *new])
    notes = []
    if due not in (None, player):
        notes.append(f"It was the turn of {world.player_name(due)} to claim.")
    said = (
        f"{name} claims {', '.join(map(box.name_of, new))}."
        if new
        else f"{name} holds that already."
    )
    notes.extend(_and_so(after, box, player))
    return Outcome(after, said, tuple(_against(world, box, on, new)), tuple(notes))


def _against(world: World, box: Box, on: Playing, places: Sequence[str]) -> Iterator[Finding]:
    for place in places:
        other = holder(on, place)
        if other:
            what = f"{world.player_name(other)} holds {box.name_of(place)} already."
            yield box.finding("claiming", f"game.players.{other}.holds", what)


def _and_so(world: World, box: Box, player: str) -> Iterator[str]:
    """Say what is left to place and to claim after a claim."""
    on = playing(world)
    assert on
    left, due, free = left_to_place(world, box, on), claims_next(box, on), unclaimed(box, on)
    if due:
        yield f"{world.player_name(player)} has {counted(left[player], 'troop')} left to place."
        who = world.player_name(due)
        yield f"{counted(len(free), 'territory')} free; the next claim is that of {who}."
    else:
        yield f"All territories are claimed. {place_the_rest(world, left)}"


def place_the_rest(world: World, left: dict[str, int]) -> str:
    """Say what each player has left to place, and how to go on.

    Args:
        world: the world.
        left: how many troops, by player.
    """
    each = ", ".join(f"{world.player_name(id)} {troops}" for id, troops in left.items())
    return f"Troops left to place: {each}; then the first turn: legacytrack next"


def holds_the_board(box: Box, on: Playing, player: str) -> bool:
    """Tell whether a player controls every territory, where that is the goal (whole-board).

    Args:
        box: the box.
        on: the game that is on.
        player: id of the player.
    """
    held = on.hands[player].holds if player in on.hands else ()
    return box.has("boards to hold whole") and set(box.territories) == set(held or ())
