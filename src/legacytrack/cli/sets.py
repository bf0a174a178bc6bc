"""Cards in a box with sets of them: what the words of its commands mean there."""

from typing import Any

import typer

from legacytrack.cli import arguments
from legacytrack.cli.lists import whole_names
from legacytrack.cli.table import NONE, record_of_the_game
from legacytrack.errors import RefusedError
from legacytrack.model.box import Box
from legacytrack.model.names import Named, find, fold
from legacytrack.model.world import World
from legacytrack.pages import sets
from legacytrack.pages.page import Page


def symbols(box: Box, words: list[str]) -> list[str]:
    """Find the symbols that words mean, several cards of one as `infantry=3`."""
    known = [Named("card", each.id, each.name) for each in box.cards.values()]
    hint = f"There is {', '.join(each.name for each in box.cards.values())}"
    cards: list[str] = []
    for word in whole_names(arguments.separate(words), known):
        name, sign, number = word.partition("=")
        several = bool(sign) and number.isdecimal() and len(number) < 3
        found = find(name if several else word, known, what="card", hint=hint)
        cards.extend([found.id] * (int(number) if several else 1))
    return cards


def cards(box: Box, world: World | None, words: list[str]) -> Page:
    """Say which sets the cards of a hand hold."""
    from legacytrack.rules.sets import is_wild

    those = symbols(box, words)
    arguments.need(those, "cards", "No cards.", "legacytrack cards infantry infantry wild")
    wild, most = sum(is_wild(box, card) for card in those), box.number("wild-cards")
    if wild > most:
        raise RefusedError(box.finding("wild-cards", "", f"{wild} wild cards: there are {most}."))
    return sets.cards(world, box, those)


def hand(ctx: typer.Context, opened: Any, player: str, words: list[str], *, troops: bool) -> Page:
    """Write down a hand, or turn in a set; `troops` is for that."""
    from legacytrack.rules import set_hands
    from legacytrack.rules.sets import next_number, worth

    empty = not troops and [fold(word) for word in words] == [NONE]
    those = [] if empty else symbols(opened.box, words)
    example = f"legacytrack hand {player} infantry=2 wild"
    arguments.need(empty or those, "CARD", "Which cards?", example)
    rule = set_hands.turn_in if troops else set_hands.hold_cards
    number = next_number(opened.world)
    brings = {"set_number": number, "troops": worth(opened.box, number)} if troops else {}
    return record_of_the_game(
        ctx, opened, lambda world, box: rule(world, box, player=player, cards=those), **brings
    )


def draw(ctx: typer.Context, opened: Any, player: str, word: str) -> Page:
    """Let a player take a card."""
    from legacytrack.errors import Finding, UsageError
    from legacytrack.rules.set_hands import draw as drawn

    those = symbols(opened.box, [word])
    if len(those) != 1:
        what = f"{len(those)} cards: somebody draws one at a time."
        raise UsageError(Finding("usage", "draw", what, f"legacytrack draw {player} infantry"))
    return record_of_the_game(
        ctx, opened, lambda world, box: drawn(world, box, player=player, card=those[0])
    )
