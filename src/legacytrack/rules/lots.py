"""By lot: what undecided groups leave to chance before the first game."""

from __future__ import annotations

from legacytrack.model.box import Box
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.cards import add_coins, coins_on
from legacytrack.rules.factions import choose_power
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.supply import coins_placed


def powers_by_lot(world: World, box: Box, *, seed: int) -> Outcome:
    """Toss a coin for the starting power of each faction that has none (one-starting-power).

    What packets brought is not tossed for: starting powers are green.

    Args:
        world: the world.
        box: the box.
        seed: the same seed tosses the same way.
    """
    from random import Random

    toss = Random(seed)
    after, said = world, []
    for faction in box.factions.values():
        # Every faction tosses, so that a choice made before does not change the others.
        powers = [power.id for power in faction.powers.values() if power.colour == "green"]
        if not powers:
            continue
        chosen = powers[int(toss.random() * len(powers))]
        if not world.powers(faction.id):
            outcome = choose_power(after, box, faction=faction.id, power=chosen)
            after = outcome.world
            said.append(outcome.said.rstrip("."))
    what = "; ".join(said) if said else "every faction has its power already"
    return Outcome(after, f"By lot (seed {seed}): {what}.")


def coins_by_lot(world: World, box: Box, *, seed: int) -> Outcome:
    """Put one coin on each of the first cards of the shuffled deck (pre-game-coins).

    Coins that lie already are counted, and their cards are passed over when they are full.

    Args:
        world: the world.
        box: the box.
        seed: the same seed shuffles the same way.
    """
    from random import Random

    shuffle = Random(seed)
    # Only random() is promised to give the same numbers in every version of Python.
    deck = sorted(box.territories, key=lambda place: shuffle.random())
    if world.games_played:
        what = f"{counted(world.games_played, 'game')} or more have been played."
        fix = "put coins where their players want them: legacytrack coin PLACE --game N"
        return Outcome(world, what, (box.finding("pre-game-coins", "games_played", what, fix),))
    cap = box.number("pre-game-coin-cap")
    missing = max(box.number("pre-game-coins") - coins_placed(world, box), 0)
    first = [place for place in deck if coins_on(world, box, place) < cap][:missing]
    outcome = add_coins(world, box, territories=first, by=None, game=None)
    if not first:
        return outcome._replace(said="All coins before the first game are placed already.")
    return outcome._replace(said=f"By lot (seed {seed}): {outcome.said}")
