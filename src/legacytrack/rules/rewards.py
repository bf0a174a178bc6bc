"""Rewards: what the winner and those who held on take after a game, each exactly one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.games import (
    NOT_TAKEN,
    Game,
    Seat,
    before_record,
    is_played_here,
    last_played,
    played,
    playing,
)
from legacytrack.model.world import ELIMINATED, HELD_ON, WON, World
from legacytrack.rules.cards import coins_on
from legacytrack.rules.cities import is_city
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.scars import no_more_marks
from legacytrack.rules.supply import supply

# Which of the two kinds of reward a command takes; everything else is none.
RULE_OF: Mapping[str, str] = {
    "name": "winner-one-reward",
    "city major": "winner-one-reward",
    "cancel": "winner-one-reward",
    "bonus": "winner-one-reward",
    "fortify": "winner-one-reward",
    "destroy": "winner-one-reward",
    "city minor": "held-on-one-reward",
    "coin": "held-on-one-reward",
}


class Due(NamedTuple):
    """A reward that is still to be taken: by whom, and which rule says which kinds."""

    player: str
    rule: str


def due(world: World, box: Box, number: int) -> tuple[Due, ...]:
    """List the rewards of a game that are still to be taken, the winner first, then clockwise.

    Args:
        world: the world; seats stand in the order in which the players were named, clockwise.
        box: the box.
        number: number of the game.
    """
    game = played(world)[number]
    if number > box.last_signed or not box.has("rewards"):
        return ()
    order = list(game.seats)
    if game.winner in order:
        first = order.index(game.winner)
        order = order[first:] + order[:first]
    rules = {WON: "winner-one-reward", HELD_ON: "held-on-one-reward"}
    return tuple(
        Due(player, rules[seat.result])
        for player in order
        if (seat := game.seats[player]).result in rules and not seat.reward
    )


def is_whole(game: Game, box: Box) -> bool:
    """Tell whether it is known who sat at a table: the results of as many as a game needs."""
    known = sum(1 for seat in game.seats.values() if seat.result)
    return known >= box.number("players-per-game", "least")


def can_be_taken(world: World, box: Box, number: int) -> tuple[Due, ...]:
    """List the rewards of a game that are due and for which something is left.

    Args:
        world: the world.
        box: the box.
        number: number of the game.
    """
    return tuple(each for each in due(world, box, number) if choices(world, box, each, number))


def take(
    world: World,
    box: Box,
    outcome: Outcome,
    kind: str,
    places: Sequence[str],
    by: str | None,
    game: int | None,
) -> Outcome:
    """Count what was recorded as the reward of a player, or say why it cannot be one.

    A world without games on record takes marks freely: they are what lies on the board. So does a
    game from before the record began, be its winner known or not.

    Args:
        world: the world before.
        box: the box.
        outcome: the mark that was recorded.
        kind: the command, one of `RULE_OF`.
        places: ids of the places it was recorded for.
        by: id of the player, if given.
        game: number of the game; None for the last one on record.
    """
    games, on = played(world), playing(world)
    known = [*games, *([on.number] if on else [])]
    number = game or last_played(world) or (on.number if on else 0)
    early = number <= before_record(world) and not is_played_here(world, number)
    if not known or early or number < min(known):
        return outcome
    findings = tuple(_against(world, box, kind, places, by, number))
    after = outcome.world
    seat = games[number].seats.get(by or "") if number in games else None
    if by and number in games and not (seat and seat.reward):
        at = ("games", str(number), "players", by, "reward")
        after = after.with_value(*at, value=f"{kind} {' '.join(places)}")
    return outcome._replace(world=after, findings=(*outcome.findings, *findings))


def _against(
    world: World, box: Box, kind: str, places: Sequence[str], by: str | None, number: int
) -> Iterator[Finding]:
    games, rule = played(world), RULE_OF[kind]
    on = playing(world)
    if on and number == on.number:
        what = f"Game {number} is not over: rewards come after it."
        yield box.finding(rule, "game.number", what, "end it first: legacytrack sign PLAYER")
        return
    if number not in games:
        what = f"Game {number} is not on record."
        yield box.finding("game-in-order", f"games.{number}", what)
        return
    last = box.last_signed
    if number > last:
        what = f"Game {number} is after game {last}: nobody takes a reward."
        at = f"games.{number}" + (f".players.{by}.reward" if by else "")
        yield box.finding("games-with-rewards", at, what, "see legacytrack status")
    if by is None:
        what = f"Whose reward of game {number} is that?"
        yield box.finding(rule, f"games.{number}", what, "add --by PLAYER")
        return
    yield from _against_player(world, box, games[number], kind, by)
    seat = games[number].seats.get(by)
    if kind == "coin" and len(places) > 1:
        what = f"A reward is one coin, not {len(places)}."
        yield box.finding(rule, f"games.{number}.players.{by}.reward", what)
    if seat and seat.held is not None and rule == "held-on-one-reward":
        for place in places:
            if place not in seat.held:
                territory = box.territories[place].name
                what = (
                    f"{world.player_name(by)} did not hold {territory} at the end of game {number}."
                )
                where = f"games.{number}.players.{by}.held"
                yield box.finding(rule, where, what, "choose a place that was held")


def _against_player(world: World, box: Box, game: Game, kind: str, by: str) -> Iterator[Finding]:
    name, rule = world.player_name(by), RULE_OF[kind]
    seat = game.seats.get(by, Seat(None, None, None, "", None))
    at = f"games.{game.number}.players.{by}"
    if is_whole(game, box) and by not in game.seats and by != game.winner:
        yield box.finding(rule, at, f"{name} did not play game {game.number}.")
        return
    if seat.reward == NOT_TAKEN:
        what = f"{name} took no reward for game {game.number}, as was recorded."
        yield box.finding(rule, f"{at}.reward", what)
    elif seat.reward:
        what = f"{name} has taken a reward for game {game.number} already: {seat.reward}."
        yield box.finding(rule, f"{at}.reward", what)
    if seat.result == ELIMINATED:
        what = f"{name} was eliminated from game {game.number}."
        yield box.finding("eliminated-no-reward", f"{at}.result", what)
    won = game.winner == by
    if won and rule != "winner-one-reward":
        what = f"{name} won game {game.number}; {kind} is a reward for holding on."
        yield box.finding("winner-one-reward", f"{at}.reward", what)
    lost = game.winner not in (None, by)  # an unknown winner may be anybody
    if lost and rule == "winner-one-reward" and seat.result != ELIMINATED:
        what = f"{name} did not win game {game.number}; {kind} is a reward of the winner."
        yield box.finding("held-on-one-reward", f"{at}.reward", what)


def choices(world: World, box: Box, waiting: Due, number: int) -> dict[str, tuple[str, ...]]:
    """List what can still be taken as a reward: places (ids) that are legal now, by kind in stock.

    Args:
        world: the world.
        box: the box.
        waiting: the reward that is due.
        number: number of the game.
    """
    seat = played(world)[number].seats.get(waiting.player)
    held = seat.held if seat else None
    everywhere = tuple(box.territories)
    mine = everywhere if held is None else tuple(id for id in held if id in box.territories)
    cap = box.number("coin-cap")

    def left(rule: str) -> bool:
        return supply(world, box, rule).left > 0

    def among(places: Sequence[str], fits: Callable[[str], bool]) -> tuple[str, ...]:
        return tuple(place for place in places if fits(place))

    def can_found(place: str) -> bool:
        return not is_city(world, box, place) and not no_more_marks(world, box, place)

    def can_fortify(place: str) -> bool:
        return is_city(world, box, place) and not no_more_marks(world, box, place)

    kinds: dict[str, tuple[bool, tuple[str, ...]]]
    if waiting.rule == "held-on-one-reward":
        kinds = {
            "city minor": (left("minor-city-supply"), among(mine, can_found)),
            "coin": (
                left("held-on-coins"),
                among(
                    mine,
                    lambda place: (
                        not world.card(place).destroyed and coins_on(world, box, place) < cap
                    ),
                ),
            ),
        }
    else:
        plus, minus = left("continent-plus-supply"), left("continent-minus-supply")
        kinds = {
            "name": (True, among(tuple(box.continents), lambda id: not world.continent(id).name)),
            "city major": (left("major-city-supply"), among(everywhere, can_found)),
            "cancel": (left("cancel-supply"), among(everywhere, lambda id: bool(world.scar(id)))),
            "bonus": (
                plus or minus,
                among(tuple(box.continents), lambda id: not world.continent(id).bonus_change),
            ),
            "fortify": (left("fortification-supply"), among(everywhere, can_fortify)),
            "destroy": (True, among(everywhere, lambda id: not world.card(id).destroyed)),
        }
    return {kind: places for kind, (in_stock, places) in kinds.items() if in_stock and places}
