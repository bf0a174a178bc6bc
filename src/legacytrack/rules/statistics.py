"""Statistics: what people like to know of a campaign, beside its standings and what is left in the box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from legacytrack.model.box import Box
from legacytrack.model.world import Cancelled, Scar, World
from legacytrack.rules.cards import coins_on
from legacytrack.rules.cities import is_city, population


class Ground(NamedTuple):
    """What stands in a continent.

    Args:
        continent: id of the continent; empty for all that lies outside of every one.
        cities: how many cities; a ruin is none.
        population: of these cities.
        cards: territory cards that are still in the campaign.
        coins: coins on these cards, the printed ones too.
    """

    continent: str
    cities: int
    population: int
    cards: int
    coins: int


class Deck(NamedTuple):
    """The territory cards of a campaign.

    Args:
        by_coins: the territories (ids) by the coins on their cards, most coins first.
        destroyed: the territories (ids) whose cards are destroyed.
    """

    by_coins: Mapping[int, tuple[str, ...]]
    destroyed: tuple[str, ...]

    @property
    def cards(self) -> int:
        """How many cards are left."""
        return sum(map(len, self.by_coins.values()))

    @property
    def even(self) -> int:
        """How many of them have an even number of coins: such a card brings an event."""
        return sum(len(places) for coins, places in self.by_coins.items() if coins % 2 == 0)


class Settled(NamedTuple):
    """A city on the board.

    Args:
        place: id of its territory.
        kind: id of the kind of city.
        name: its name; empty when nobody gave it one.
        population: people in it.
        founder: id of the founder, if known.
        game: the game it was founded in, if known.
        boxes: boxes marked of its fortification; None without one.
    """

    place: str
    kind: str
    name: str
    population: int
    founder: str | None
    game: int | None
    boxes: int | None


class Scarred(NamedTuple):
    """A scar on the board, and the territory (id) it lies on."""

    place: str
    scar: Scar


class Healed(NamedTuple):
    """A scar that was cancelled, and the territory (id) it lay on."""

    place: str
    cancelled: Cancelled


def grounds(world: World, box: Box) -> tuple[Ground, ...]:
    """Count cities, people, cards and coins by continent, in the order of the board.

    Args:
        world: the world.
        box: the box.
    """
    groups = {id: each.territories for id, each in box.continents.items()}
    inside = {place for places in groups.values() for place in places}
    outside = tuple(place for place in box.territories if place not in inside)
    if outside:
        groups[""] = outside
    return tuple(_ground(world, box, id, places) for id, places in groups.items())


def _ground(world: World, box: Box, id: str, places: tuple[str, ...]) -> Ground:
    # A city of a kind that the box does not know may be anything, also none.
    cities = [
        place
        for place in places
        if (city := world.city(place)) and city.kind in box.cities and is_city(world, box, place)
    ]
    cards = [place for place in places if not world.card(place).destroyed]
    return Ground(
        id,
        len(cities),
        sum(population(world, box, place) for place in cities),
        len(cards),
        sum(coins_on(world, box, place) for place in cards),
    )


def deck(world: World, box: Box) -> Deck:
    """Sort the territory cards by their coins (territory-cards).

    Args:
        world: the world.
        box: the box.
    """
    sorted_out: dict[int, list[str]] = {}
    destroyed = []
    for place in box.territories:
        if world.card(place).destroyed:
            destroyed.append(place)
        else:
            sorted_out.setdefault(coins_on(world, box, place), []).append(place)
    by_coins = {coins: tuple(sorted_out[coins]) for coins in sorted(sorted_out, reverse=True)}
    return Deck(by_coins, tuple(destroyed))


def cities(world: World, box: Box) -> tuple[Settled, ...]:
    """List the cities on the board, the greatest first, then the oldest.

    Args:
        world: the world.
        box: the box.
    """
    found = []
    for place in box.territories:
        city, fortification = world.city(place), world.fortification(place)
        if city:
            people = population(world, box, place)
            boxes = fortification.boxes if fortification else None
            found.append(
                Settled(place, city.kind, city.name, people, city.founder, city.game, boxes)
            )
    # Where the game is not known the city was there before the record: it is the oldest.
    return tuple(sorted(found, key=lambda city: (-city.population, city.game or 0)))


def scars(world: World, box: Box) -> tuple[Scarred, ...]:
    """List the scars on the board, the oldest first.

    Args:
        world: the world.
        box: the box.
    """
    found = [Scarred(place, scar) for place in box.territories if (scar := world.scar(place))]
    return tuple(sorted(found, key=lambda each: each.scar.game or 0))


def healed(world: World, box: Box) -> tuple[Healed, ...]:
    """List the scars that were cancelled, the oldest cancelling first.

    Args:
        world: the world.
        box: the box.
    """
    found = [Healed(place, each) for place in box.territories for each in world.cancelled(place)]
    return tuple(sorted(found, key=lambda each: each.cancelled.game or 0))
