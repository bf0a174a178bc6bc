"""The planet and its name."""

from __future__ import annotations

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.world import World
from legacytrack.rules.outcome import Outcome


def name_planet(world: World, box: Box, *, name: str, by: str | None, game: int | None) -> Outcome:
    """Give the planet its name after the last game with rewards (planet-named-once).

    Args:
        world: the world.
        box: the box.
        name: the name.
        by: id of the player who signed most often, if known.
        game: number of the last game played, if the world does not know it.
    """
    findings: list[Finding] = []
    if world.planet:
        what = f'The planet has a name already: "{world.planet}".'
        findings.append(box.finding("planet-named-once", "planet", what))
    last, played = box.number("games-with-rewards"), max(world.games_played, game or 0)
    if played < last:
        what = f"The planet is named after game {last}; this world knows of {played}."
        findings.append(box.finding("games-with-rewards", "games_played", what))
    bare = world.with_value("planet_by", value=None).with_value("planet_in", value=None)
    after = bare.with_table(planet=name, planet_by=by, planet_in=game)
    return Outcome(after, f'The planet is named "{name}"{world.noted(game, by)}.', tuple(findings))
