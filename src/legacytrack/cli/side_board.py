"""The side board: hands of resource cards, the cards face up, drawing one, events."""

from typing import Annotated, Any

import typer

from legacytrack.cli import arguments, complete
from legacytrack.cli.commands import Recording
from legacytrack.cli.table import NONE, Player, record_of_the_game
from legacytrack.errors import Finding, RefusedError, UsageError
from legacytrack.model.box import Box
from legacytrack.model.games import COIN, Playing, playing
from legacytrack.model.names import fold
from legacytrack.model.world import World
from legacytrack.pages import table
from legacytrack.pages.page import Page

app = typer.Typer()


def _cards(box: Box, world: World, words: list[str] | None) -> list[str]:
    """Find the cards that words mean: territories, `coin`, several coin cards as `coin=3`."""
    cards: list[str] = []
    for word in arguments.territory_words(box, world, words or ()):
        name, sign, number = word.partition("=")
        if fold(name) == COIN:
            if sign and not (number.isdecimal() and len(number) < 3):
                what = f'"{word}" does not say how many coin cards.'
                raise UsageError(Finding("usage", "", what, "write it like coin=3"))
            cards.extend([COIN] * (int(number) if sign else 1))
        else:
            cards.append(arguments.territory(box, world, word))
    return cards


def _nothing_to_write(on: Playing | None, player: str) -> bool:
    """Tell whether neither the hand nor the discards nor the turn of a player is on record."""
    if not on or player not in on.hands or on.hands[player].cards is not None:
        return False
    return on.turn.player != player and not on.side_board.slots


def _game(world: World, box: Box) -> Playing:
    on = playing(world)
    if on:
        return on
    what, fix = "No game is on.", f"begin one: {box.begins}"
    raise RefusedError(box.finding("game-in-order", "game", what, fix))


@app.command("hand", cls=Recording, epilog="Example: legacytrack hand ana peru brazil coin")
def hand(
    ctx: typer.Context,
    player: Player,
    cards: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CARD...]",
            help="All cards in hand: territories, coin=3, or infantry=3; none for an empty hand.",
            autocompletion=complete.cards,
        ),
    ] = None,
    troops: Annotated[
        list[str] | None,
        typer.Option(
            "--troops",
            metavar="CARDS",
            help="Turn these in for troops.",
            autocompletion=complete.cards,
        ),
    ] = None,
    star: Annotated[
        list[str] | None,
        typer.Option(
            "--star",
            metavar="CARDS",
            help="Turn these in for a Red Star.",
            autocompletion=complete.cards,
        ),
    ] = None,
) -> Page:
    """What is in a hand and what does it buy? Or write it down, or turn cards in."""
    from legacytrack.pages.sets import hand as hand_of_sets
    from legacytrack.rules import hands

    opened = arguments.campaign(ctx)
    world, box = opened.world, opened.box
    who = arguments.player(world, player)
    if troops and star:
        what = "Cards for troops, cards for a star: one at a time."
        fix = f"legacytrack hand {who} --troops CARDS"
        raise UsageError(Finding("usage", "hand", what, fix))
    of_sets = box.has("sets of cards")
    if not (cards or troops or star):
        on = _game(world, box)
        if who not in on.hands:
            what = f"{world.player_name(who)} does not play in game {on.number}."
            raise RefusedError(box.finding("game-in-order", "game", what))
        return (hand_of_sets if of_sets else table.hand)(world, box, on, who)
    if of_sets:
        from legacytrack.cli import sets

        return sets.hand(ctx, opened, who, [*(troops or ()), *(cards or ())], troops=bool(troops))
    if cards and not (troops or star):
        named = [] if [fold(word) for word in cards] == [NONE] else _cards(box, world, cards)
        words = arguments.separate(cards)
        arguments.need(words, "CARD", "Which cards?", f"legacytrack hand {who} CARDS")
        return record_of_the_game(
            ctx, opened, lambda world, box: hands.hold_cards(world, box, player=who, cards=named)
        )
    # An option takes one word only; the cards that follow it are meant as well.
    given = _cards(box, world, [*(troops or star or ()), *(cards or ())])
    if troops and _nothing_to_write(playing(world), who):
        from legacytrack.pages import ask
        from legacytrack.rules.cards import hand as worth

        coins = hands.coins_of(world, box, given)
        return ask.cards(box, coins, worth(box, coins))
    return record_of_the_game(
        ctx,
        opened,
        lambda world, box: hands.turn_in(world, box, player=who, cards=given, star=bool(star)),
    )


@app.command("slots", cls=Recording, epilog="Example: legacytrack slots egypt brazil alaska ural")
def slots(
    ctx: typer.Context,
    cards: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CARD...]",
            help="The cards face up, slot 1 first; one alone fills the open slot.",
            autocompletion=complete.territories,
        ),
    ] = None,
) -> Page:
    """Which cards lie face up, and who may take them? Or write them down."""
    from legacytrack.rules.side_board import lay_slots

    opened = arguments.campaign(ctx)
    world, box = opened.world, opened.box
    if not cards:
        return table.slots(world, box, _game(world, box))
    words = arguments.territory_words(box, world, cards)
    places = [arguments.territory(box, world, word) for word in words]
    return record_of_the_game(
        ctx, opened, lambda world, box: lay_slots(world, box, territories=places)
    )


@app.command("draw", cls=Recording, epilog="Example: legacytrack draw ben egypt --new peru")
def draw(
    ctx: typer.Context,
    player: Player,
    card: Annotated[
        str,
        typer.Argument(
            metavar="CARD",
            help="A card that lies face up, by territory or slot; coin; mission; or its symbol.",
            autocompletion=complete.drawn,
        ),
    ],
    new: Annotated[
        str | None,
        typer.Option(
            "--new",
            metavar="CARD",
            help="The card that comes into slot 1.",
            autocompletion=complete.territories,
        ),
    ] = None,
    stars: Annotated[
        int | None,
        typer.Option("--stars", min=1, metavar="N", help="What the mission pays."),
    ] = None,
) -> Page:
    """A player takes a card at the end of a turn, or a mission instead."""
    from legacytrack.rules import side_board

    opened = arguments.campaign(ctx)
    world, box = opened.world, opened.box
    who = arguments.player(world, player)
    if box.has("sets of cards"):
        from legacytrack.cli import sets

        return sets.draw(ctx, opened, who, card)
    what = _drawn(box, world, card, side_board.MISSION)
    if stars is not None and what != side_board.MISSION:
        wrong = "--stars goes with a mission."
        raise UsageError(Finding("usage", "--stars", wrong, f"legacytrack draw {who} mission"))
    came = arguments.territory(box, world, new) if new else None
    return record_of_the_game(
        ctx,
        opened,
        lambda world, box: side_board.draw(
            world, box, player=who, card=what, new=came, stars=stars
        ),
    )


def _drawn(box: Box, world: World, word: str, mission: str) -> str:
    """Find what is taken: a word for it, the number of a slot, or a territory."""
    if fold(word) in (COIN, mission):
        return fold(word)
    if word.isdecimal():
        on = _game(world, box)
        at = int(word[:3])
        lying: Any = dict(enumerate(on.side_board.slots, 1)).get(at)
        if not lying:
            what = f"No card is on record in slot {word}."
            fix = "see the cards on show: legacytrack slots"
            raise UsageError(Finding("usage", "draw", what, fix))
        return str(lying)
    return arguments.territory(box, world, word)


@app.command("events", epilog="Example: legacytrack events")
def events(ctx: typer.Context) -> Page:
    """How likely does the next card bring an event?"""
    opened = arguments.campaign(ctx)
    return table.events(opened.world, opened.box)
