"""A game that is on, as the file of its group tells it, and what the tests of the table ask of a step."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from legacytrack.campaign.door import box_of
from legacytrack.errors import Finding
from legacytrack.model.games import Playing, playing
from legacytrack.model.shape import sound
from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.outcome import Outcome

PLAYERS = "".join(f'players.{n}.name = "{n.capitalize()}"\n' for n in ("ana", "ben", "cy", "dee"))
SEATS: Mapping[str, Mapping[str, Any]] = {
    "ana": {"faction": "imperial-balkania", "hq": "brazil", "stars": 1, "missiles": 0},
    "ben": {"faction": "khan-industries", "hq": "egypt", "stars": 0, "missiles": 2},
    "cy": {"faction": "enclave-of-the-bear", "hq": "ural", "stars": 1, "missiles": 0},
}
NO_ENTRY = '[found.scars.thorns]\nname = "Thorns"\nsupply = 1\nno_entry = true\n'


def evening(
    text: str = "",
    *,
    ana: Mapping[str, Any] | None = None,
    ben: Mapping[str, Any] | None = None,
    cy: Mapping[str, Any] | None = None,
    **game: Any,
) -> World:
    """Tell of a game with Ana, Ben and Cy that is on; None as a value takes a key away."""
    more = {"ana": ana or {}, "ben": ben or {}, "cy": cy or {}}
    seats = {
        id: {key: value for key, value in {**seat, **more[id]}.items() if value is not None}
        for id, seat in SEATS.items()
    }
    data = tomllib.loads(PLAYERS + text)
    data["game"] = {"number": 1, **game, "players": seats}
    assert sound(data) == (data, ())
    return World(data)


def plain_evening(
    *,
    red: Mapping[str, Any] | None = None,
    blue: Mapping[str, Any] | None = None,
    ann: Mapping[str, Any] | None = None,
    **game: Any,
) -> World:
    """Tell of a plain game with Red, Blue and Ann that is on; each holds nothing where nobody says."""
    more = {"red": red or {}, "blue": blue or {}, "ann": ann or {}}
    seats = {
        id: {key: value for key, value in {"holds": [], **seat}.items() if value is not None}
        for id, seat in more.items()
    }
    data: dict[str, Any] = {
        "box": "classic-risk",
        "players": {id: {"name": id.capitalize()} for id in seats},
        "game": {"number": 1, **game, "players": seats},
    }
    assert sound(data) == (data, ())
    return World(data)


def step(rule: Callable[..., Outcome], world: World, **words: Any) -> Outcome:
    """Do one step on a world, in the box that the world was made from."""
    return rule(world, box_of(world), **words)


def on(world: World) -> Playing:
    """Look at the game that is on."""
    game = playing(world)
    assert game is not None
    return game


def fine(outcome: Outcome) -> World:
    """Expect that nothing stands against a step, and that the file can hold what comes of it."""
    broken = limits.broken(outcome.world, box_of(outcome.world))
    assert (outcome.findings, broken) == ((), ()), (outcome.findings, broken)
    assert sound(outcome.world.data) == (outcome.world.data, ())
    return outcome.world


def against(outcome: Outcome) -> tuple[Finding, ...]:
    """List what stands against a step, world laws included: each with its fact, law and remedy."""
    box = box_of(outcome.world)
    found = (*outcome.findings, *limits.broken(outcome.world, box))
    for finding in found:
        assert finding.rule in box.rules
        assert finding.what.endswith(".")
        assert finding.cite == box.rules[finding.rule].cite
        assert finding.fix
    return found


def refused(outcome: Outcome) -> list[str]:
    """List the laws that stand against a step."""
    return [finding.rule for finding in against(outcome)]
