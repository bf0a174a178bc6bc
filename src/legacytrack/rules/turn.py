"""Turns: whose it is, what is due at its end and at its start, and what people forget."""

from __future__ import annotations

from collections.abc import Iterator

from legacytrack.model.box import Box
from legacytrack.model.games import Playing, playing
from legacytrack.model.laws import TROOPS, packet_when
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.control import controlled, hqs_of, in_the_game, unclaimed
from legacytrack.rules.factions import powers_of
from legacytrack.rules.hands import coins_of
from legacytrack.rules.join import places_to_join, troops_to_join
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.recruit import Recruitment, holdings, recruit
from legacytrack.rules.sets import about_a_due_set, held, names, to_turn_in

_FLAGS = ("conquered", "expanded", "drew", "turned_in")


def order(on: Playing) -> tuple[str, ...]:
    """List the players of a game in the order of their turns, clockwise when nobody told another.

    Args:
        on: the game that is on.
    """
    if all(hand.turn for hand in on.hands.values()):
        return tuple(sorted(on.hands, key=lambda id: on.hands[id].turn or 0))
    return tuple(on.hands)


def following(on: Playing) -> str | None:
    """Look up whose turn comes next; those who are eliminated have none.

    Args:
        on: the game that is on.
    """
    players = order(on)
    at = players.index(on.turn.player) + 1 if on.turn.player in players else 0
    return next((id for id in players[at:] + players[:at] if not on.hands[id].out), None)


def next_turn(world: World, box: Box, *, player: str | None) -> Outcome:
    """End the turn that is on and begin the next one, with what is due at both.

    Args:
        world: the world.
        box: the box.
        player: id of the player whose turn begins; None for the one who follows.
    """
    before = playing(world)
    player = player or (following(before) if before else None) or ""
    on = in_the_game(world, box, player)
    if isinstance(on, Outcome):
        return on
    after = world.with_value("game", "turn", value=player)
    for flag in _FLAGS:
        after = after.with_value("game", flag, value=None)
    notes = list(_at_the_end(world, box, on)) if on.turn.player in on.hands else []
    now = playing(after)
    assert now
    notes.extend(_at_the_start(after, box, now, player))
    return Outcome(after, f"It is the turn of {world.player_name(player)}.", (), tuple(notes))


def recruits(
    world: World,
    box: Box,
    on: Playing,
    player: str,
    coins: int | None = None,
    set_number: int | None = None,
) -> Recruitment:
    """Add up the troops of a player from what is recorded of the game that is on (recruit-base).

    Args:
        world: the world.
        box: the box.
        on: the game that is on.
        player: id of the player, who controls a territory at least.
        coins: coins on the cards turned in; None for no cards.
        set_number: which set is turned in, counted over all players; None for none.
    """
    mine = holdings(world, box, controlled(on, player), player)
    found = recruit(
        box,
        territories=len(mine.territories),
        population=mine.population,
        continents=mine.continents,
        coins=coins,
        set_number=set_number,
        powers=powers_of(world, box, on.hands[player].faction),
        nearly=mine.nearly,
        marks=mine.marks,
        hqs=[box.territories[id].name for id in hqs_of(on, player) if id in box.territories],
    )
    about = _about_sets if box.has("sets of cards") else _about_cards
    cards = () if set_number else about(world, box, on, player)
    more = (*_about_missiles(box, on, player, found), *cards)
    return found._replace(reminders=(*found.reminders, *more))


def _at_the_end(world: World, box: Box, on: Playing) -> Iterator[str]:
    player = on.turn.player or ""
    name = world.player_name(player)
    for place, mark in holdings(world, box, controlled(on, player), player).marks:
        troops = mark.effects.get("end_of_turn")
        if troops:
            yield f"At the end of the turn of {name}: {mark.name} in {place}, {troops:+d} troops."
    if on.turn.conquered and not on.turn.drew:
        yield f"{name} took a territory: a card is due (legacytrack draw {player} CARD)."


def _at_the_start(world: World, box: Box, on: Playing, player: str) -> Iterator[str]:
    name = world.player_name(player)
    if not controlled(on, player):
        dealt = box.has("territories to deal")
        if not on.hands[player].is_recorded or (dealt and unclaimed(box, on)):
            yield f"What {name} holds is not on record (legacytrack hold {player} PLACES)."
            return
        if not box.has("ways to join the war"):
            yield f"{name} holds nothing on record: legacytrack out {player}, or hold {player} PLACES"
            return
        troops, places = troops_to_join(world, box, player), places_to_join(world, box, player)
        if places:
            yield (
                f"{name} controls nothing and joins the war with {counted(troops, 'troop')}: "
                f"legacytrack join {player} PLACE ({counted(len(places), 'place')})"
            )
        else:
            yield f"{name} has no place to join the war, and is out: legacytrack out {player}"
        return
    if on.hands[player].partly:
        yield f"Not all that {name} holds is on record (legacytrack hold {player} PLACES)."
    found = recruits(world, box, on, player)
    parts = ", ".join(f"{line.what} {line.troops}" for line in found.lines)
    yield f"{name} recruits {counted(found.total, 'troop')}: {parts}."
    # What waits for the end of the turn is told at its end.
    yield from (each for each in found.reminders if not each.startswith("At the end of the turn"))


def _about_cards(world: World, box: Box, on: Playing, player: str) -> Iterator[str]:
    if not box.has("coins on cards"):
        return
    cards, price = on.hands[player].cards or (), box.number("star-for-cards")
    if len(cards) >= price:
        yield f"{price} of {len(cards)} cards make a Red Star: legacytrack hand {player}"
    elif sum(coins_of(world, box, cards)) > 1:
        coins = sum(coins_of(world, box, cards))
        yield f"{counted(len(cards), 'card')} with {counted(coins, 'coin')}: legacytrack hand {player}"


def _about_sets(world: World, box: Box, on: Playing, player: str) -> Iterator[str]:
    cards = on.hands[player].cards or ()
    found = held(world, box, cards)
    due = about_a_due_set(world, box, player, cards)
    if due:
        yield due
    elif found.sets:
        what, how = names(box, found.turn_in), to_turn_in(player, found.turn_in)
        yield f"A set of cards brings {found.worth} more: {what} ({how})."


def _about_missiles(box: Box, on: Playing, player: str, found: Recruitment) -> Iterator[str]:
    packet = packet_when(box.packets, TROOPS)
    if packet and on.hands[player].missiles and found.total >= packet.limit:
        yield f"A condition printed on a packet is met: {packet.says} (legacytrack packets)"
