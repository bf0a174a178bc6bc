"""World laws of the game that is on: is this table possible? Part of what `limits` runs."""

from __future__ import annotations

from collections.abc import Iterator

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.games import COIN, Playing, playing
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.knock_out import law_of_the_eliminated
from legacytrack.rules.sets import is_wild


def table_fits(world: World, box: Box) -> Iterator[Finding]:
    """Every territory has one holder, every card one place, and no pile holds more than there is.

    (control, hq-once, join-the-war, territory-cards, coin-cards, face-up-cards,
    wild-cards)
    """
    on = playing(world)
    if on:
        yield from _held_once(world, box, on)
        yield from _hqs_differ(world, box, on)
        yield from _cards_lie_once(world, box, on)
        yield from _piles_suffice(world, box, on)
        yield from _symbols_suffice(box, on)


def _held_once(world: World, box: Box, on: Playing) -> Iterator[Finding]:
    holders: dict[str, str] = {}
    for player, hand in on.hands.items():
        at = f"game.players.{player}"
        for place in dict.fromkeys(hand.holds or ()):
            first = holders.setdefault(place, player)
            if first != player:
                both = f"{world.player_name(first)} and {world.player_name(player)}"
                fix = f"say who holds it: legacytrack take {player} {place}"
                what = f"{both} both hold {box.name_of(place)}."
                yield box.finding("control", f"{at}.holds", what, fix)
        if hand.out and hand.holds:
            what = f"{world.player_name(player)} is eliminated, and holds {box.name_of(hand.holds[0])}."
            fix = f"legacytrack take PLAYER {hand.holds[0]}; or undo that {player} is out"
            yield box.finding(law_of_the_eliminated(box), f"{at}.out", what, fix)


def _hqs_differ(world: World, box: Box, on: Playing) -> Iterator[Finding]:
    owners: dict[str, str] = {}
    for player, hand in on.hands.items():
        first = owners.setdefault(hand.hq, player) if hand.hq else player
        if hand.hq and first != player:
            both = f"{world.player_name(first)} and {world.player_name(player)}"
            what = f"The HQs of {both} both stand in {box.name_of(hand.hq)}."
            fix = "correct one of them in the world file (legacytrack where)"
            yield box.finding("hq-once", f"game.players.{player}.hq", what, fix)


def _cards_lie_once(world: World, box: Box, on: Playing) -> Iterator[Finding]:
    if not box.has("coins on cards"):
        return
    lying: dict[str, list[str]] = {}
    for player, hand in on.hands.items():
        for card in hand.cards or ():
            if card != COIN:
                lying.setdefault(card, []).append(f"in the hand of {world.player_name(player)}")
    for card in filter(None, on.side_board.slots):
        lying.setdefault(card, []).append("face up")
    for card in on.side_board.discards:
        lying.setdefault(card, []).append("in the discard pile")
    for card, places in lying.items():
        if len(places) > 1:
            where = " and ".join(dict.fromkeys(places))
            twice = " twice" if len(set(places)) == 1 else ""
            what = f"The card of {box.name_of(card)} is {where}{twice}."
            fix = "say where it is: legacytrack hand PLAYER CARDS, legacytrack slots CARDS"
            yield box.finding("territory-cards", "", what, fix)


def _piles_suffice(world: World, box: Box, on: Playing) -> Iterator[Finding]:
    if not box.has("cards on show"):
        return
    most = box.number("coin-cards")
    coins = sum((hand.cards or ()).count(COIN) for hand in on.hands.values())
    if coins > most:
        what = f"{counted(coins, 'coin card')} in the hands of players: there are {most}."
        yield box.finding("coin-cards", "", what)
    slots = len(on.side_board.slots)
    if slots > box.number("face-up-cards"):
        what = f"{counted(slots, 'card')} face up: there are {box.number('face-up-cards')} slots."
        yield box.finding("face-up-cards", "game.slots", what)


def _symbols_suffice(box: Box, on: Playing) -> Iterator[Finding]:
    if not box.has("sets of cards"):
        return
    cards = [card for hand in on.hands.values() for card in hand.cards or ()]
    wild = sum(is_wild(box, card) for card in cards)
    rest, places = len(cards) - wild, len(box.territories)
    beside = f"{counted(rest, 'card')} beside the wild ones"
    for count, most, said in (
        (wild, box.number("wild-cards"), counted(wild, "wild card")),
        (rest, places, beside),
    ):
        if count > most:
            what = f"{said} in the hands of players: there are {most}."
            yield box.finding("wild-cards", "", what)
