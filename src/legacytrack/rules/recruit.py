"""Recruiting: how many troops at the start of a turn, with the working."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.box import Box, Power
from legacytrack.model.marks import Mark
from legacytrack.model.text import counted, ordinal
from legacytrack.model.world import World
from legacytrack.rules.cards import troops_for
from legacytrack.rules.cities import population
from legacytrack.rules.continents import Bonus, bonus
from legacytrack.rules.sets import worth


class Line(NamedTuple):
    """One part of the sum: what pays, how many troops, how that comes about, and the law."""

    what: str
    troops: int
    how: str
    rule: str


class Recruitment(NamedTuple):
    """The troops of one turn, in parts, with what people forget."""

    territories: int
    population: int
    lines: tuple[Line, ...]
    reminders: tuple[str, ...]

    @property
    def total(self) -> int:
        """All troops of the sum."""
        return max(sum(line.troops for line in self.lines), 0)


class Holdings(NamedTuple):
    """What somebody controls, counted on a world.

    Args:
        territories: ids, in the order of the board.
        cities: the population of each city among them, by id.
        continents: what the continents held whole pay.
        nearly: names of the continents that lack one territory, with the name of that one.
        marks: the scars and cities there that change recruiting or act at the end of the turn,
            each with the name of its place.
    """

    territories: tuple[str, ...]
    cities: Mapping[str, int]
    continents: tuple[Bonus, ...]
    nearly: tuple[tuple[str, str], ...]
    marks: tuple[tuple[str, Mark], ...]

    @property
    def population(self) -> int:
        """The population of all the cities."""
        return sum(self.cities.values())


def holdings(world: World, box: Box, territories: Sequence[str], player: str | None) -> Holdings:
    """Count the population and the continents of somebody who controls some territories.

    Args:
        world: the world.
        box: the box.
        territories: ids of the territories with at least one of the player's troops.
        player: id of the player; None for somebody who named no continent.
    """
    chosen = frozenset(territories)
    held = tuple(id for id in box.territories if id in chosen)
    cities = {id: people for id in held if (people := population(world, box, id))}
    paying, nearly = [], []
    for continent in box.continents.values():
        missing = [id for id in continent.territories if id not in chosen]
        if not missing:
            paying.append(bonus(world, box, continent.id, player))
        elif len(missing) == 1:
            nearly.append((continent.name, box.territories[missing[0]].name))
    marks = tuple(
        (box.territories[id].name, mark) for id in held for mark in _acting(world, box, id)
    )
    return Holdings(held, cities, tuple(paying), tuple(nearly), marks)


def _acting(world: World, box: Box, territory: str) -> list[Mark]:
    scar, city = world.scar(territory), world.city(territory)
    here = [box.scars.get(scar.kind)] if scar else []
    here += [box.cities.get(city.kind)] if city else []
    acts = ("recruit_troops", "end_of_turn", "note")
    return [mark for mark in here if mark and any(word in mark.effects for word in acts)]


def no_such_count(box: Box, territories: int, continents: Sequence[str] = ()) -> Finding | None:
    """Say why nobody recruits with so many territories (territories, join-the-war).

    Args:
        box: the box.
        territories: how many territories are controlled.
        continents: ids of the continents that are said to be held whole.
    """
    most = len(box.territories)
    if territories > most:
        return box.finding("territories", "", f"{territories} territories: the board has {most}.")
    if territories == 0 and not box.has("ways to join the war"):
        what = "Without a territory nobody recruits: whoever holds none is out of the game."
        return box.finding("territories", "", what)
    if territories == 0:
        troops = box.number("starting-troops") // box.number("join-the-war", "share")
        what = f"Without a territory nobody recruits; you join the war with {troops} troops."
        return box.finding("join-the-war", "", what)
    names = " and ".join(box.continents[id].name for id in continents)
    needed = sum(len(box.continents[id].territories) for id in continents)
    if needed > territories:
        what = (
            f"{names} alone: {needed} territories, more than the {territories} that were counted."
        )
        return box.finding("continent-control", "", what)
    return None


def recruit(
    box: Box,
    *,
    territories: int,
    population: int = 0,
    continents: Sequence[Bonus] = (),
    coins: int | None = None,
    set_number: int | None = None,
    powers: Sequence[Power] = (),
    nearly: Sequence[tuple[str, str]] = (),
    marks: Sequence[tuple[str, Mark]] = (),
    hqs: Sequence[str] | None = None,
) -> Recruitment:
    """Add up the troops of a turn (recruit-base, continent-control, coins-to-troops, card-sets).

    Args:
        box: the box.
        territories: how many territories are controlled, at least one.
        population: population of the cities controlled.
        continents: what the continents controlled pay.
        coins: coins on the cards turned in; None for no cards.
        set_number: which set is turned in, counted over all players; None for none.
        powers: the powers of the faction.
        nearly: continents that lack one territory, and which, for a reminder.
        marks: marks in these territories that act, each with the name of its place.
        hqs: names of the territories with an HQ under control; None when that is not known.
    """
    effects = [power.effects for power in powers]
    counts = not any(effect.get("no_population") for effect in effects)
    lines = [_base(box, territories, population if counts else 0, effects)]
    lines.extend(Line(paid.name, paid.troops, paid.how, "continent-control") for paid in continents)
    reminders: list[str] = []
    if coins is not None:
        bought = troops_for(box, coins)
        how = f"{counted(coins, 'coin')}: {bought}"
        lines.append(Line("cards", bought, how, "coins-to-troops"))
        if not bought:
            reminders.append("Too few coins for troops: keep the cards.")
        else:
            lines.extend(_extra(powers, "coins_troops"))
    if set_number is not None:
        how = f"{ordinal(set_number)} set"
        lines.append(Line("set of cards", worth(box, set_number), how, "card-sets"))
    lines.extend(_extra(powers, "recruit_troops"))
    lines.extend(
        Line(f"{mark.name} in {place}", mark.effects["recruit_troops"], mark.says, "recruit-base")
        for place, mark in marks
        if "recruit_troops" in mark.effects
    )
    if population and not counts:
        reminders.append("Population does not count.")
    reminders.extend(
        f"No bonus for {continent}: {missing} is missing." for continent, missing in nearly
    )
    reminders.extend(_beside(powers, hqs))
    reminders.extend(
        f"At the end of the turn: {mark.name} in {place}, {mark.effects['end_of_turn']:+d} troops."
        for place, mark in marks
        if "end_of_turn" in mark.effects
    )
    reminders.extend(
        f"{mark.name} in {place}: {mark.effects['note']}"
        for place, mark in marks
        if "note" in mark.effects
    )
    return Recruitment(territories, population, tuple(lines), tuple(reminders))


def _base(box: Box, territories: int, people: int, effects: Sequence[Mapping[str, Any]]) -> Line:
    divisor = box.number("recruit-base", "divisor")
    minimum = box.number("recruit-base", "minimum")
    words = {effect.get("recruit_rounding") for effect in effects}
    up = "up" in words and "down" not in words  # what takes goes before what gives
    count = territories + people
    divided = -(-count // divisor) if up else count // divisor
    counted_ = f"({territories} + population {people})" if box.has("cities") else territories
    how = f"{counted_} / {divisor}, rounded {'up' if up else 'down'}, is {divided}"
    if divided < minimum:
        how += f", but at least {minimum}"
    what = "territories and population" if box.has("cities") else "territories"
    return Line(what, max(divided, minimum), how, "recruit-base")


def _extra(powers: Sequence[Power], word: str) -> list[Line]:
    return [
        Line(power.name, power.effects[word], power.says or power.name, "recruit-base")
        for power in powers
        if word in power.effects
    ]


def _beside(powers: Sequence[Power], hqs: Sequence[str] | None) -> list[str]:
    said = []
    for power in powers:
        each = power.effects.get("troops_per_hq")
        if each and hqs is not None:
            where = ", ".join(hqs) or "no HQ is under control"
            said.append(f"{power.name}: {each} more at each HQ, beside this sum: {where}.")
        elif each:
            said.append(
                f"{power.name}: {each} more in each territory with an HQ under control, "
                "beside this sum."
            )
        if "note" in power.effects:
            said.append(f"{power.name}: {power.effects['note']}")
    return said
