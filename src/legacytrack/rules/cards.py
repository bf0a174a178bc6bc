"""Territory cards: coins on them, and destroying one; and what the coins of a hand buy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.supply import left_of, supply


def coins_on(world: World, box: Box, territory: str) -> int:
    """Count the coins to be seen on a territory card (territory-cards)."""
    coins = world.card(territory).coins
    return box.printed_coins(territory) if coins is None else coins


def add_coins(
    world: World, box: Box, *, territories: Sequence[str], by: str | None, game: int | None
) -> Outcome:
    """Put one coin sticker on each of some territory cards (coin-cap, destroyed-card).

    Args:
        world: the world.
        box: the box.
        territories: ids of the territories; one named twice gets two coins.
        by: id of the player who puts them, if known.
        game: number of the game, None before game 1 or when it is not known.
    """
    findings: list[Finding] = []
    after = world
    for place in dict.fromkeys(territories):
        card = world.card(place)
        if card.destroyed:
            what = (
                f"The card of {box.territories[place].name} is destroyed "
                f"{world.credit(card.game, card.by)}."
            )
            findings.append(box.finding("destroyed-card", f"cards.{place}.destroyed", what))
    for place in territories:
        coins = coins_on(after, box, place) + 1
        if game or by:  # whose coin and when is told of one record, never of two mixed
            after = after.with_value("cards", place, "game", value=None)
            after = after.with_value("cards", place, "by", value=None)
        after = after.with_table("cards", place, coins=coins, game=game, by=by)
    each = [
        f"{box.territories[place].name} now {coins_on(after, box, place)}"
        for place in dict.fromkeys(territories)
    ]
    said = f"{counted(len(territories), 'coin')}: {', '.join(each)}{world.noted(game, by)}."
    supply_id = "pre-game-coins"
    if supply(after, box, "held-on-coins").used > supply(world, box, "held-on-coins").used:
        supply_id = "held-on-coins"
    return Outcome(after, said, tuple(findings), (left_of(after, box, supply_id),))


def destroy_card(
    world: World, box: Box, *, territory: str, by: str | None, game: int | None
) -> Outcome:
    """Take a territory card out of the campaign; the territory stays (destroyed-card).

    Args:
        world: the world.
        box: the box.
        territory: id of the territory.
        by: id of the player who destroys it, if known.
        game: number of the game, if known.
    """
    name, card = box.territories[territory].name, world.card(territory)
    findings: tuple[Finding, ...] = ()
    if card.destroyed:
        what = f"The card of {name} is destroyed already {world.credit(card.game, card.by)}."
        findings = (box.finding("destroyed-card", f"cards.{territory}.destroyed", what),)
    after = world.with_table("cards", territory, destroyed=game or True, destroyed_by=by)
    left = sum(not after.card(place).destroyed for place in box.territories)
    return Outcome(
        after,
        f"The card of {name} is destroyed{world.noted(game, by)}.",
        findings,
        (f"{left} territory cards are left; no coin can go on this one any more.",),
    )


class Hand(NamedTuple):
    """What some resource cards buy: coins in all, troops for them, or Red Stars instead."""

    coins: int
    troops: int
    stars: int


def troops_for(box: Box, coins: int) -> int:
    """Look up the troops that coins buy (coins-to-troops).

    Args:
        box: the box.
        coins: coins on the cards turned in, in all.
    """
    table = {
        int(key): int(troops)
        for key, troops in box.rules["coins-to-troops"].numbers["troops"].items()
    }
    return max((troops for least, troops in table.items() if least <= coins), default=0)


def hand(box: Box, coins: Iterable[int]) -> Hand:
    """Work out what a hand of resource cards buys (coins-to-troops, star-for-cards).

    Args:
        box: the box.
        coins: the coins on each card.
    """
    each = list(coins)
    total = sum(each)
    price = box.number("star-for-cards")
    return Hand(total, troops_for(box, total), len(each) // price if price else 0)


class Offer(NamedTuple):
    """One way to use a hand: cards (their positions) for Red Stars and for troops, and those kept.

    Args:
        stars: Red Stars that are bought.
        troops: troops that are bought with the rest.
        for_stars: positions of the cards that pay for the stars, those with the fewest coins.
        for_troops: positions of the cards that pay for the troops, with no coin to spare.
        kept: positions of the cards that nothing is bought with.
    """

    stars: int
    troops: int
    for_stars: tuple[int, ...]
    for_troops: tuple[int, ...]
    kept: tuple[int, ...]


def offers(box: Box, coins: Sequence[int]) -> tuple[Offer, ...]:
    """List what a hand may buy: the most troops, and with each Red Star what the rest buys.

    (coins-to-troops, star-for-cards)

    Args:
        box: the box.
        coins: the coins on each card.
    """
    price = box.number("star-for-cards")
    by_coins = sorted(range(len(coins)), key=lambda at: coins[at])
    found = []
    for stars in range(len(coins) // price + 1):
        for_stars = tuple(sorted(by_coins[: stars * price]))
        rest = [at for at in range(len(coins)) if at not in for_stars]
        for_troops = _enough(box, coins, rest)
        kept = tuple(at for at in rest if at not in for_troops)
        troops = troops_for(box, sum(coins[at] for at in for_troops))
        found.append(Offer(stars, troops, for_stars, for_troops, kept))
    return tuple(found)


def _enough(box: Box, coins: Sequence[int], cards: Sequence[int]) -> tuple[int, ...]:
    """Choose the cards with the fewest coins that buy as many troops as all of them."""
    most = troops_for(box, sum(coins[at] for at in cards))
    chosen: dict[int, tuple[int, ...]] = {0: ()}
    for at in cards:
        for total, those in list(chosen.items()):
            more = total + coins[at]
            if more not in chosen or len(chosen[more]) > len(those) + 1:
                chosen[more] = (*those, at)
    return chosen[min(total for total in chosen if troops_for(box, total) == most)]
