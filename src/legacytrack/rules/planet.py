"""The planet and its name, which belongs to whoever signed most often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.games import finished
from legacytrack.model.world import World
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.standings import roll_bonus, standings


class RollOff(NamedTuple):
    """How a tie for the planet was settled: each round of dice with its bonus, and who is left.

    Args:
        rounds: what each player who was still in it rolled, the bonus included, round by round.
        left: ids of those with the highest roll of the last round.
        seed: what the dice were drawn with; None for dice that lay on the table.
    """

    rounds: tuple[Mapping[str, int], ...]
    left: tuple[str, ...]
    seed: int | None = None


def roll_off(world: World, box: Box, tied: Sequence[str], *, seed: int) -> RollOff:
    """Let those who are tied roll a die, one more for each continent they named, until one is left.

    Args:
        world: the world.
        box: the box.
        tied: ids of the players.
        seed: the same seed rolls the same dice.
    """
    from random import Random

    least, most = (box.number("die-bounds", key) for key in ("least", "most"))
    dice, extra = Random(seed), _bonus(world, box)
    left, rounds = tuple(tied), []
    while len(left) > 1:
        # Only random() is promised to give the same numbers in every version of Python.
        rolls = {
            player: least + int(dice.random() * (most - least + 1)) + extra.get(player, 0)
            for player in left
        }
        rounds.append(rolls)
        left = _highest(rolls)
    return RollOff(tuple(rounds), left, seed)


def rolled(world: World, box: Box, rolls: Mapping[str, int]) -> RollOff:
    """Settle a tie by dice that lie on the table, one more for each continent they named.

    Args:
        world: the world.
        box: the box.
        rolls: the natural die of each player (id).
    """
    extra = _bonus(world, box)
    summed = {player: die + extra.get(player, 0) for player, die in rolls.items()}
    return RollOff((summed,), _highest(summed))


def _bonus(world: World, box: Box) -> dict[str, int]:
    return roll_bonus(world, box.number("planet-by-signatures", "bonus"))


def _highest(rolls: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(player for player, roll in rolls.items() if roll == max(rolls.values()))


def name_planet(
    world: World,
    box: Box,
    *,
    name: str,
    by: str | None,
    game: int | None,
    roll: RollOff | None = None,
) -> Outcome:
    """Give the planet its name after the last game with rewards (planet-named-once).

    Args:
        world: the world.
        box: the box.
        name: the name.
        by: id of the player who names it; None for the one who won the roll.
        game: number of the last game played, if the world does not know it.
        roll: how a tie was settled, if it was (planet-by-signatures).
    """
    findings: list[Finding] = []
    if world.planet:
        what = f'The planet has a name already: "{world.planet}".'
        findings.append(box.finding("planet-named-once", "planet", what))
    last, over = box.last_signed, max(finished(world), game or 0)
    if over < last:
        what = f"The planet is named after game {last}; this world knows of {over}."
        findings.append(box.finding("games-with-rewards", "games_played", what))
    if roll and by is None and len(roll.left) == 1:
        by = roll.left[0]
    findings.extend(_not_the_one(world, box, by, roll))
    bare = world.with_value("planet_by", value=None).with_value("planet_in", value=None)
    after = bare.with_table(planet=name, planet_by=by, planet_in=game)
    notes = _rounds(world, roll) if roll else ()
    said = f'The planet is named "{name}"{world.noted(game, by)}.'
    return Outcome(after, said, tuple(findings), notes)


def _not_the_one(world: World, box: Box, by: str | None, roll: RollOff | None) -> list[Finding]:
    """Say why this player does not name the planet, where the records can tell (planet-by-signatures)."""
    found = standings(world, box)
    if found.unknown or not found.leaders:
        return []
    most = ", ".join(map(world.player_name, found.leaders))
    if roll and roll.rounds and not set(found.leaders) <= set(roll.rounds[0]):
        what = f"All who are tied roll: {most}."
        return [box.finding("planet-by-signatures", "planet_by", what)]
    allowed = roll.left if roll else found.leaders
    tie = len(allowed) > 1
    if by in allowed and not tie:
        return []
    fix = f"--by {found.leaders[0]}"
    if by is None:
        what = f"Who names the planet? Most signatures: {most}."
    elif by not in found.leaders:
        what = f"{world.player_name(by)} did not sign most often: {most}."
    elif tie:
        what = f"A tie: {most} signed equally often."
    else:
        what = f"{world.player_name(by)} did not win the roll: {world.player_name(allowed[0])} did."
    if tie:
        fix = f"roll off: --roll, or type the dice: --rolled {','.join(f'{p}=N' for p in allowed)}"
    return [box.finding("planet-by-signatures", "planet_by", what, fix)]


def _rounds(world: World, roll: RollOff) -> tuple[str, ...]:
    return tuple(
        "Rolled"
        + ("" if roll.seed is None else f" (seed {roll.seed})")
        + ", with the bonus for named continents: "
        + ", ".join(f"{world.player_name(player)} {sum_}" for player, sum_ in rolls.items())
        + "."
        for rolls in roll.rounds
    )
