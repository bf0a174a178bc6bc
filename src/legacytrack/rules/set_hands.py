"""Hands of cards with symbols: writing them down, turning in a set, and drawing a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.text import counted, ordinal
from legacytrack.model.world import World
from legacytrack.rules.control import in_the_game, unclaimed
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.sets import (
    about_a_due_set,
    is_due,
    is_set,
    is_wild,
    names,
    next_number,
    worth,
)
from legacytrack.rules.side_board import against_drawing


def hold_cards(world: World, box: Box, *, player: str, cards: Sequence[str]) -> Outcome:
    """Write down all cards in the hand of a player (wild-cards).

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        cards: ids of symbols.
    """
    on = in_the_game(world, box, player)
    if isinstance(on, Outcome):
        return on
    after = world.with_value("game", "players", player, "cards", value=list(cards))
    said = f"{world.player_name(player)} has {names(box, cards) or 'no card'}."
    return Outcome(after, said, (), _due(after, box, player, cards))


def turn_in(world: World, box: Box, *, player: str, cards: Sequence[str]) -> Outcome:
    """Turn in a set of cards for troops, which makes the next set of anybody dearer (card-sets).

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        cards: ids of symbols.
    """
    on = in_the_game(world, box, player)
    if isinstance(on, Outcome):
        return on
    name, has = world.player_name(player), on.hands[player].cards
    findings: list[Finding] = []
    if not is_set(box, cards):
        what = f"{names(box, cards).capitalize()}: that is no set."
        findings.append(box.finding("card-sets", "", what))
    missing = Counter(cards) - Counter(has or ())
    if has is not None and missing:
        what = f"{name} does not have {names(box, list(missing.elements()))}."
        fix = f"look at the hand: legacytrack hand {player}"
        findings.append(box.finding("card-sets", f"game.players.{player}.cards", what, fix))
    wild, most = sum(is_wild(box, card) for card in cards), box.number("wild-cards")
    if wild > most:
        what = f"{wild} wild cards: there are {most}."
        findings.append(box.finding("wild-cards", "", what))
    number = next_number(world)
    after, notes = world.with_value("game", "sets", value=number), list[str]()
    if on.turn.player not in (None, player):
        notes.append(f"It is the turn of {world.player_name(on.turn.player)}.")
    notes.append(f"The next set, whoever turns it in, brings {worth(box, number + 1)}.")
    if has is not None:
        left = list((Counter(has) - Counter(cards)).elements())
        after = after.with_value("game", "players", player, "cards", value=left)
        notes.append(f"Cards left: {len(left)}.")
        notes.extend(_due(after, box, player, left))
    troops = counted(worth(box, number), "troop")
    said = f"{name} gets {troops} for {names(box, cards)} ({ordinal(number)} set)."
    return Outcome(after, said, tuple(findings), tuple(notes))


def draw(world: World, box: Box, *, player: str, card: str) -> Outcome:
    """Let a player take a card at the end of a turn with a conquest (one-card-a-turn, wild-cards).

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        card: id of the symbol that it shows.
    """
    on = in_the_game(world, box, player)
    if isinstance(on, Outcome):
        return on
    # Who took nothing is known only where all is on record.
    known = not unclaimed(box, on)
    findings = tuple(against_drawing(world, box, on, player, earned=known))
    after = world.with_value("game", "drew", value=True) if on.turn.player else world
    cards = [*(on.hands[player].cards or ()), card]
    after = after.with_value("game", "players", player, "cards", value=cards)
    said = f"{world.player_name(player)} takes a card: {names(box, [card])}."
    note = f"{counted(len(cards), 'card')} in hand."
    if is_due(box, cards):
        note = f"{note[:-1]}: a set must be turned in at the start of the next turn."
    return Outcome(after, said, findings, (note,))


def _due(world: World, box: Box, player: str, cards: Sequence[str]) -> tuple[str, ...]:
    due = about_a_due_set(world, box, player, cards)
    return (due,) if due else ()
