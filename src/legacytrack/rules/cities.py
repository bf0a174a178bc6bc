"""Cities: founding one; fortifying one and wearing a fortification down."""

from __future__ import annotations

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.names import fold
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.scars import cover, no_more_marks
from legacytrack.rules.supply import left_of


def found_city(
    world: World,
    box: Box,
    *,
    territory: str,
    city: str,
    name: str,
    by: str | None,
    game: int | None,
) -> Outcome:
    """Found a city in a territory that has none (one-city-per-territory).

    Args:
        world: the world.
        box: the box.
        territory: id of the territory.
        city: id of the kind of city.
        name: name of the city; empty when nobody remembers it.
        by: id of the founder, if known.
        game: number of the game, if known.
    """
    place, kind = box.territories[territory].name, box.cities[city]
    findings: list[Finding] = []
    after = world
    old = world.city(territory)
    covers = kind.effects.get("replaces_city") or not is_city(world, box, territory)
    if old and covers:
        after = cover(after, territory, "city")
    elif old:
        what = f"{place} already has a city: {city_words(world, box, territory)}."
        findings.append(
            box.finding("one-city-per-territory", f"territories.{territory}.city", what)
        )
        after = cover(after, territory, "city")
    findings.extend(no_more_marks(world, box, territory))
    after = after.with_table(
        *("territories", territory, "city"), kind=city, name=name or None, founder=by, game=game
    )
    notes = [left_of(after, box, kind.supply)]
    notes.extend(_name_notes(world, box, name))
    if kind.effects.get("start_for_founder") and not by:
        notes.append(f"No founder is recorded: nobody can start in {place}. Add --by PLAYER.")
    said = f"{kind.name} {_quoted(name)}in {place}{world.noted(game, by)}."
    return Outcome(after, said, tuple(findings), tuple(notes))


def fortify_city(
    world: World, box: Box, *, territory: str, by: str | None, game: int | None
) -> Outcome:
    """Fortify a city; a new fortification replaces an old one (fortify-only-a-city).

    Args:
        world: the world.
        box: the box.
        territory: id of the territory.
        by: id of the player who fortifies, if known.
        game: number of the game, if known.
    """
    place = box.territories[territory].name
    boxes = box.number("fortification-boxes")
    findings: tuple[Finding, ...] = (
        ()
        if is_city(world, box, territory)
        else (
            box.finding(
                "fortify-only-a-city",
                f"territories.{territory}.fortification",
                f"{place} has no city.",
            ),
        )
    )
    findings = (*findings, *no_more_marks(world, box, territory))
    notes: list[str] = []
    replaced = None
    old = world.fortification(territory)
    if old:
        replaced = old.replaced + 1
        unused = max(boxes - old.boxes, 0)
        if unused:
            lost = counted(unused, "unused box")
            notes.append(f"It replaces a fortification, and {lost} with it.")
    at = ("territories", territory, "fortification")
    after = world.with_value(*at, value=None).with_table(
        *at, boxes=0, replaced=replaced, game=game, by=by
    )
    notes.insert(0, left_of(after, box, box.fortification.supply))
    said = f"{_city_name(world, territory, place)} is fortified{world.noted(game, by)}."
    return Outcome(after, said, findings, tuple(notes))


def wear_fortification(world: World, box: Box, *, territory: str, boxes: int) -> Outcome:
    """Mark boxes of a fortification after attacks made with three troops (fortification-boxes).

    Args:
        world: the world.
        box: the box.
        territory: id of the territory.
        boxes: how many boxes to mark.
    """
    place = box.territories[territory].name
    fortification = world.fortification(territory)
    if not fortification:
        what = f"{place} is not fortified."
        where = f"territories.{territory}.fortification"
        return Outcome(world, what, (box.finding("fortification-boxes", where, what),))
    marked = fortification.boxes + boxes
    after = world.with_value("territories", territory, "fortification", "boxes", value=marked)
    left = max(box.number("fortification-boxes") - marked, 0)
    note = f"{counted(left, 'box')} left." if left else f"{place} is fortified no more."
    said = f"{counted(boxes, 'box')} of the fortification in {place} marked."
    return Outcome(after, said, (), (note,))


def is_city(world: World, box: Box, territory: str) -> bool:
    """Tell whether a city stands in a territory; a ruin is none."""
    city = world.city(territory)
    kind = box.cities.get(city.kind) if city else None
    return bool(city) and not (kind and kind.effects.get("ruin"))


def is_fortified(world: World, box: Box, territory: str) -> bool:
    """Tell whether a territory has a fortification with boxes left (fortification-boxes)."""
    fortification = world.fortification(territory)
    if not fortification or not box.has("fortifications"):
        return False
    return fortification.boxes < box.number("fortification-boxes")


def population(world: World, box: Box, territory: str) -> int:
    """Look up the population of the city in a territory, 0 without one."""
    city = world.city(territory)
    if not city or city.kind not in box.cities:
        return 0
    return int(box.cities[city.kind].effects.get("population", 0))


def city_words(world: World, box: Box, territory: str) -> str:
    """Say which city stands in a territory, with founder and game."""
    city = world.city(territory)
    if not city:
        return "no city"
    kind = box.cities[city.kind].name if city.kind in box.cities else city.kind
    return f"{kind} {_quoted(city.name)}{world.credit(city.game, city.founder)}"


def _name_notes(world: World, box: Box, name: str) -> list[str]:
    for other in world.marked_territories:
        city = world.city(other)
        if name and city and fold(city.name) == fold(name) and other in box.territories:
            return [f"{box.territories[other].name} has a city of the same name."]
    return []


def _city_name(world: World, territory: str, place: str) -> str:
    city = world.city(territory)
    return f"{city.name} in {place}" if city and city.name else place


def _quoted(name: str) -> str:
    return f'"{name}" ' if name else ""
