"""Hands of resource cards in the game that is on: what is in them, and turning cards in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.games import COIN
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.cards import coins_on, troops_for
from legacytrack.rules.control import in_the_game
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.stars import with_stars


def coins_of(world: World, box: Box, cards: Sequence[str]) -> list[int]:
    """Look up the coins on each of some resource cards (territory-cards, coin-cards).

    Args:
        world: the world.
        box: the box.
        cards: ids of territories, and `COIN`.
    """
    each = box.number("coin-cards", "coins")
    return [each if card == COIN else coins_on(world, box, card) for card in cards]


def hold_cards(world: World, box: Box, *, player: str, cards: Sequence[str]) -> Outcome:
    """Write down all resource cards in the hand of a player (territory-cards, coin-cards).

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        cards: ids of territories, and `COIN`.
    """
    on = in_the_game(world, box, player)
    if isinstance(on, Outcome):
        return on
    after = world.with_value("game", "players", player, "cards", value=list(cards))
    # What is in a hand now does not lie in the discard pile, whatever was recorded before.
    discards = [card for card in on.side_board.discards if card not in cards]
    after = after.with_value("game", "discards", value=discards or None)
    findings = tuple(_destroyed(world, box, cards))
    what = ", ".join(names(box, cards)) or "no card"
    others = (hand.cards or () for id, hand in on.hands.items() if id != player)
    taken = cards.count(COIN) + sum(each.count(COIN) for each in others)
    notes = []
    if COIN in cards and not on.side_board.coin_star and taken >= box.number("coin-cards"):
        how = "legacytrack star PLAYER --pile"
        notes.append(f"No coin card is left: a Red Star for the most territories ({how}).")
    return Outcome(after, f"{world.player_name(player)} has {what}.", findings, tuple(notes))


def _destroyed(world: World, box: Box, cards: Sequence[str]) -> Iterator[Finding]:
    """Say which cards nobody can have any more; the world laws say which lie elsewhere."""
    for card in dict.fromkeys(cards):
        if card != COIN and world.card(card).destroyed:
            what = f"The card of {box.territories[card].name} is destroyed."
            yield box.finding("destroyed-card", f"cards.{card}.destroyed", what)


def _beyond(box: Box, cards: Sequence[str], where: str) -> Iterator[Finding]:
    """Say which cards there are fewer of than were named, where no hand on record tells it."""
    for card, number in Counter(cards).items():
        if card == COIN and number > box.number("coin-cards"):
            what = f"{number} coin cards: there are {box.number('coin-cards')}."
            yield box.finding("coin-cards", where, what)
        elif card != COIN and number > 1:
            what = f"There is one card of {box.territories[card].name}, not {number}."
            yield box.finding("territory-cards", where, what, "name each card once")


def turn_in(world: World, box: Box, *, player: str, cards: Sequence[str], star: bool) -> Outcome:
    """Turn in cards for troops or for a Red Star (coins-to-troops, star-for-cards).

    Territory cards go to the discard pile, coin cards back to theirs.

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        cards: ids of territories, and `COIN`.
        star: whether they buy a Red Star instead of troops.
    """
    on = in_the_game(world, box, player)
    if isinstance(on, Outcome):
        return on
    name, where = world.player_name(player), f"game.players.{player}.cards"
    findings: list[Finding] = []
    has = on.hands[player].cards
    missing = Counter(cards) - Counter(has or ())
    if has is None:
        findings.extend((*_destroyed(world, box, cards), *_beyond(box, cards, where)))
    elif missing:
        what = f"{name} does not have {', '.join(names(box, list(missing)))}."
        fix = f"look at the hand: legacytrack hand {player}"
        findings.append(box.finding("territory-cards", where, what, fix))
    left = list((Counter(has or ()) - Counter(cards)).elements())
    after = world
    if has is not None:
        after = after.with_value("game", "players", player, "cards", value=left)
    gone = [card for card in cards if card != COIN]
    if gone and on.side_board.slots:
        discards = [*on.side_board.discards, *gone]
        after = after.with_value("game", "discards", value=discards)
    coins, price = sum(coins_of(world, box, cards)), box.number("star-for-cards")
    what = ", ".join(names(box, cards))
    if star:
        if len(cards) != price:
            what_ = f"A Red Star takes {price} cards, not {len(cards)}."
            fix = f"name {price} cards: legacytrack hand {player} --star CARDS"
            findings.append(box.finding("star-for-cards", where, what_, fix))
        after = with_stars(after, player, 1)
        said = f"{name} buys a Red Star for {what}."
    else:
        troops = troops_for(box, coins)
        if not troops:
            what_ = f"{counted(coins, 'coin')} {'buys' if coins == 1 else 'buy'} no troops."
            findings.append(box.finding("coins-to-troops", where, what_, "keep the cards"))
        if on.turn.player == player:
            if on.turn.turned_in:
                what_ = f"{name} has turned in cards for troops in this turn already."
                fix = "one set a turn; begin the next turn: legacytrack next"
                findings.append(box.finding("coins-to-troops", "game.turned_in", what_, fix))
            after = after.with_value("game", "turned_in", value=True)
        said = f"{name} gets {counted(troops, 'troop')} for {what} ({counted(coins, 'coin')})."
    notes = () if has is None else (f"Cards left: {len(left)}.",)
    return Outcome(after, said, tuple(findings), notes)


def names(box: Box, cards: Sequence[str]) -> list[str]:
    """Name resource cards, coin cards by their number.

    Args:
        box: the box.
        cards: ids of territories, and `COIN`.
    """
    coins = cards.count(COIN)
    named = [box.name_of(card) for card in cards if card != COIN]
    return [*named, *([counted(coins, "coin card")] if coins else [])]
