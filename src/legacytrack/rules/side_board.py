"""The side board: the cards face up in their slots, drawing one, the coin pile, events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.games import COIN, Playing, SideBoard, playing
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.cards import coins_on
from legacytrack.rules.control import controlled, holder, in_the_game, is_recorded
from legacytrack.rules.factions import powers_of
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.stars import coin_pile_is_empty, with_stars

MISSION = "mission"  # what may be taken at the end of a turn instead of a card


class Deck(NamedTuple):
    """The territory cards that may come up next, and how many of them bring an event.

    Args:
        cards: ids of the territories whose cards are neither destroyed nor known to lie elsewhere.
        even: ids of those with an even number of coins.
    """

    cards: tuple[str, ...]
    even: tuple[str, ...]


def deck(world: World, box: Box) -> Deck:
    """List the territory cards that may come up next; with an empty deck the discards come back.

    Args:
        world: the world.
        box: the box.
    """
    on = playing(world)
    alive = [id for id in box.territories if not world.card(id).destroyed]
    elsewhere = {*on.side_board.slots, *_in_hands(on)} if on else set()
    discards = on.side_board.discards if on else ()
    rest = [id for id in alive if id not in elsewhere]
    cards = [id for id in rest if id not in discards] or rest
    return Deck(tuple(cards), tuple(id for id in cards if brings_event(world, box, id)))


def brings_event(world: World, box: Box, territory: str) -> bool:
    """Tell whether the card of a territory has an even number of coins.

    Args:
        world: the world.
        box: the box.
        territory: id of the territory.
    """
    return coins_on(world, box, territory) % 2 == 0


def coin_cards_left(on: Playing, box: Box) -> int:
    """Count the coin cards that are left on their pile (coin-cards).

    Args:
        on: the game that is on.
        box: the box.
    """
    taken = sum((hand.cards or ()).count(COIN) for hand in on.hands.values())
    return box.number("coin-cards") - taken


def lay_slots(world: World, box: Box, *, territories: Sequence[str]) -> Outcome:
    """Write down the cards that lie face up, slot 1 first, or the one that fills the open slot.

    A card that comes into slot 1 after a draw brings an event when its coins are even
    (face-up-cards).

    Args:
        world: the world.
        box: the box.
        territories: ids of the territories whose cards lie there.
    """
    on = playing(world)
    if not on:
        what, fix = "No game is on.", f"begin one: {box.begins}"
        return Outcome(world, what, (box.finding("game-in-order", "game", what, fix),))
    slots, most = list(on.side_board.slots), box.number("face-up-cards")
    fills = len(territories) == 1 and "" in slots
    if not fills and len(territories) != most:
        what = f"{counted(len(territories), 'card')}: there are {most} slots."
        fix = f"name {most} cards, slot 1 first; one alone fills an open slot"
        return Outcome(world, what, (box.finding("face-up-cards", "game.slots", what, fix),))
    seen = on if fills else on._replace(side_board=SideBoard())
    findings = [*_against_new(world, box, seen, territories)]
    notes: list[str] = []
    discards = list(on.side_board.discards)
    if fills:
        slots[slots.index("")] = territories[0]
        discards = _reshuffled(discards, territories[0], notes)
        notes.extend(_event(world, box, territories[0]))
    else:
        slots = list(territories)
        discards = [card for card in discards if card not in slots]
    after = _with_slots(world, slots, discards)
    return Outcome(after, f"Face up: {_shown(world, box, slots)}.", tuple(findings), tuple(notes))


def draw(
    world: World, box: Box, *, player: str, card: str, new: str | None, stars: int | None
) -> Outcome:
    """Let a player take a card at the end of a turn, or a mission instead.

    (one-card-a-turn, face-up-cards, coin-cards, stars-for-a-mission, coin-pile-star)

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        card: id of the territory, `COIN` or `MISSION`.
        new: id of the territory whose card comes into slot 1, if it is told.
        stars: Red Stars that the mission pays; None for the fewest.
    """
    on = in_the_game(world, box, player)
    if isinstance(on, Outcome):
        return on
    name, notes = world.player_name(player), list[str]()
    findings = [*against_drawing(world, box, on, player, earned=card != MISSION)]
    after = world.with_value("game", "drew", value=True) if on.turn.player else world
    if card == MISSION:
        least, most = (box.number("stars-for-a-mission", key) for key in ("least", "most"))
        pays = stars or least
        if not least <= pays <= most:
            what = f"A mission pays {least} or {most} Red Stars, not {pays}."
            findings.append(box.finding("stars-for-a-mission", "", what))
        said = f"{name} fulfils the mission: {counted(pays, 'Red Star token')}, and no card."
        notes.append("Turn up the next mission.")
        return Outcome(with_stars(after, player, pays), said, tuple(findings), tuple(notes))
    slots, discards = list(on.side_board.slots), list(on.side_board.discards)
    gap: int | None
    if not slots:
        notes.append("The cards on show are not on record (legacytrack slots CARDS).")
    if card == COIN:
        findings += _against_coin(world, box, on, player)
        gap = box.number("face-up-cards") - 1
        discards += [each for each in slots[gap:] if each]
        said = f"{name} takes a coin card."
    else:
        findings += _against_card(world, box, on, player, card)
        gap = slots.index(card) if card in slots else None
        said = f"{name} takes the card of {_card(world, box, card)}."
        notes += _troops_on_drawing(world, box, on, player, card)
    before = on.hands[player].cards or ()
    after = after.with_value("game", "players", player, "cards", value=[*before, card])
    if slots and gap is not None:
        slots = [*slots[:gap], *slots[gap + 1 :]]
        # What was discarded just now comes up again only when the deck is empty, like the rest.
        taken = _with_slots(after, slots, discards)
        findings += _against_new(taken, box, playing(taken) or on, [new] if new else [])
        discards = _reshuffled(discards, new, notes)
        slots = [new or "", *slots]
        after = _with_slots(after, slots, discards)
        notes += _event(world, box, new) if new else [_open_slot()]
        notes.append(f"Face up: {_shown(world, box, slots)}.")
    elif new:  # it is not written down anywhere, and brings its event all the same
        findings += _against_new(world, box, on, [new])
        notes += _event(world, box, new)
    now = playing(after)
    if card == COIN and now and coin_cards_left(now, box) <= 0:
        after, more = coin_pile_is_empty(after, box)
        notes += more
    return Outcome(after, said, tuple(findings), tuple(notes))


def _open_slot() -> str:
    return "Which card came into slot 1? legacytrack slots CARD"


def against_drawing(
    world: World, box: Box, on: Playing, player: str, *, earned: bool
) -> Iterator[Finding]:
    """Say why a player may not take a card or a mission in the turn that is on (one-card-a-turn).

    Args:
        world: the world.
        box: the box.
        on: the game that is on.
        player: id of the player.
        earned: whether a conquest has to be on record for it.
    """
    turn, name = on.turn, world.player_name(player)
    if not turn.player:
        return
    if turn.player != player:
        what = f"It is the turn of {world.player_name(turn.player)}."
        fix = f"legacytrack next {player}"
        yield box.finding("one-card-a-turn", "game.turn", what, fix)
    elif turn.drew:
        taken = "a card or a mission" if box.has("missions") else "a card"
        what = f"{name} has taken {taken} in this turn already."
        yield box.finding("one-card-a-turn", "game.drew", what)
    elif earned and not turn.conquered and is_recorded(on) and not _expanded(world, box, on):
        what = f"{name} took no territory from an enemy in this turn."
        fix = f"if a conquest was forgotten: legacytrack take {player} PLACE"
        yield box.finding("one-card-a-turn", "game.conquered", what, fix)


def _expanded(world: World, box: Box, on: Playing) -> bool:
    """Tell whether expanding has earned a card, by a power that says so."""
    hand = on.hands.get(on.turn.player or "")
    needed = [
        power.effects["expansions_for_card"]
        for power in powers_of(world, box, hand.faction if hand else None)
        if "expansions_for_card" in power.effects
    ]
    return any(on.turn.expanded >= each for each in needed)


def _against_card(world: World, box: Box, on: Playing, player: str, card: str) -> Iterator[Finding]:
    place, slots = box.territories[card].name, on.side_board.slots
    if world.card(card).destroyed:
        what = f"The card of {place} is destroyed."
        yield box.finding("destroyed-card", f"cards.{card}.destroyed", what)
    if slots and card not in slots:
        what = f"The card of {place} does not lie face up."
        yield box.finding("face-up-cards", "game.slots", what)
    if card not in controlled(on, player):
        other = holder(on, card)
        if other or on.hands[player].is_recorded:
            who = world.player_name(other) if other else "nobody on record"
            what = f"{world.player_name(player)} does not hold {place}; {who} does."
            fix = (
                f"take a card of a territory that {world.player_name(player)} holds, or a coin card"
            )
            yield box.finding("face-up-cards", f"game.players.{other or player}.holds", what, fix)


def _against_coin(world: World, box: Box, on: Playing, player: str) -> Iterator[Finding]:
    mine = [each for each in on.side_board.slots if each in controlled(on, player)]
    if mine:
        name, place = world.player_name(player), box.name_of(mine[0])
        what = f"{name} holds {place}, and its card lies face up."
        fix = f"legacytrack draw {player} {mine[0]}"
        yield box.finding("face-up-cards", "game.slots", what, fix)
    if coin_cards_left(on, box) < 1:
        most = box.number("coin-cards")
        what = f"No coin card is left: all {most} are in the hands of players."
        yield box.finding("coin-cards", "", what)


def _in_hands(on: Playing) -> Iterator[str]:
    for hand in on.hands.values():
        yield from (card for card in hand.cards or () if card != COIN)


def _against_new(world: World, box: Box, on: Playing, cards: Iterable[str]) -> Iterator[Finding]:
    """Say why a card cannot come up; where it lies elsewhere, the world laws say so."""
    known = all(hand.cards is not None for hand in on.hands.values())
    for card in cards:
        name = box.territories[card].name
        if world.card(card).destroyed:
            what = f"The card of {name} is destroyed."
            yield box.finding("destroyed-card", f"cards.{card}.destroyed", what)
        if known and card in on.side_board.discards and card not in deck(world, box).cards:
            what = f"The card of {name} is in the discard pile, and the deck is not empty."
            yield box.finding("territory-cards", "game.discards", what, "say which card came up")


def _reshuffled(discards: list[str], new: str | None, notes: list[str]) -> list[str]:
    """Empty the discard pile when the card that came up was in it: the deck was shuffled anew."""
    if new is None or new not in discards:
        return discards
    notes.append("The discards are shuffled: the deck was empty.")
    return []


def _with_slots(world: World, slots: Sequence[str], discards: Sequence[str]) -> World:
    after = world.with_value("game", "slots", value=list(slots))
    return after.with_value("game", "discards", value=list(discards) or None)


def _event(world: World, box: Box, card: str) -> Iterator[str]:
    coins = counted(coins_on(world, box, card), "coin")
    if brings_event(world, box, card):
        name = box.territories[card].name
        yield f"An event: {name} has {coins}, an even number, so the top Event card acts, if there is one."


def _troops_on_drawing(
    world: World, box: Box, on: Playing, player: str, card: str
) -> Iterator[str]:
    for power in powers_of(world, box, on.hands[player].faction):
        troops = power.effects.get("card_troops", 0)
        if troops and card in controlled(on, player):
            where = box.territories[card].name
            yield f"{power.name}: {counted(troops, 'troop')} may be placed in {where}."


def _card(world: World, box: Box, card: str) -> str:
    return f"{box.territories[card].name} ({counted(coins_on(world, box, card), 'coin')})"


def _shown(world: World, box: Box, slots: Sequence[str]) -> str:
    each = (_card(world, box, id) if id in box.territories else "?" for id in slots)
    return ", ".join(f"{at} {card}" for at, card in enumerate(each, 1))
