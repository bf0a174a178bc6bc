"""Starting: where an HQ may be placed, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.world import World
from legacytrack.rules.cities import city_words
from legacytrack.rules.expand import no_entry


class Blocked(NamedTuple):
    """A place where a player may not start, with every reason."""

    place: str
    reasons: tuple[Finding, ...]


class Starts(NamedTuple):
    """Where a player may start (ids, in the order of the board), and where not."""

    legal: tuple[str, ...]
    blocked: tuple[Blocked, ...]


def starts(
    world: World, box: Box, player: str | None, hqs: Sequence[str], among: Sequence[str] = ()
) -> Starts:
    """List the legal starting territories of a player (legal-start, hq-not-adjacent).

    Args:
        world: the world.
        box: the box.
        player: id of the player; None for somebody who founded no Major City.
        hqs: ids of the territories where an HQ stands already.
        among: ids of the only territories to look at; none for all.
    """
    return sorted_by(
        among or tuple(box.territories),
        lambda place: reasons_against(world, box, place, player, hqs),
    )


def sorted_by(
    places: Sequence[str], reasons_against: Callable[[str], tuple[Finding, ...]]
) -> Starts:
    """Sort places into legal ones and those that something stands against.

    Args:
        places: ids of the territories.
        reasons_against: gives every reason against one of them.
    """
    legal: list[str] = []
    blocked: list[Blocked] = []
    for place in places:
        reasons = reasons_against(place)
        if reasons:
            blocked.append(Blocked(place, reasons))
        else:
            legal.append(place)
    return Starts(tuple(legal), tuple(blocked))


def reasons_against(
    world: World, box: Box, place: str, player: str | None, hqs: Sequence[str]
) -> tuple[Finding, ...]:
    """List every reason why a player may not start in a place; none when it is legal.

    Args:
        world: the world.
        box: the box.
        place: id of the territory.
        player: id of the player, None for nobody in particular.
        hqs: ids of the territories where an HQ stands already.
    """
    territory = box.territories[place]
    reasons: list[Finding] = []

    def against(rule: str, where: str, what: str) -> None:
        reasons.append(box.finding(rule, where, what))

    if place in hqs:
        against("legal-start", "", f"An HQ stands in {territory.name}.")
    city, scar = world.city(place), world.scar(place)
    own = False
    if city:
        kind = box.cities.get(city.kind)
        own = bool(
            kind and kind.effects.get("start_for_founder") and player and city.founder == player
        )
        if not own:
            what = f"{territory.name} has a city: {city_words(world, box, place)}."
            against("legal-start", f"territories.{place}.city", what)
    never = no_entry(world, box, place)
    if never and own:
        against(
            "legal-start", f"territories.{place}", f"Nobody may enter {territory.name}: {never}."
        )
    if scar and not own:
        name = box.scars[scar.kind].name if scar.kind in box.scars else scar.kind
        what = f"{territory.name} carries a scar: {name} {world.credit(scar.game, scar.by)}."
        against("legal-start", f"territories.{place}.scar", what)
    if world.fortification(place) and not city:
        what = f"{territory.name} carries a fortification."
        against("legal-start", f"territories.{place}.fortification", what)
    for neighbour in territory.borders:
        if neighbour in hqs:
            line = "by sea line to " if neighbour in territory.sea else "to "
            what = f"{territory.name} is next {line}the HQ in {box.territories[neighbour].name}."
            against("hq-not-adjacent", "", what)
    return tuple(reasons)
