"""The table: who holds what, stars and missiles, whose turn it is, while a game is on."""

from typing import Annotated, Any

import typer

from legacytrack.cli import arguments, complete
from legacytrack.cli.commands import Recording, record_change, record_step
from legacytrack.cli.words import Seed, seed_for
from legacytrack.errors import Finding, UsageError
from legacytrack.model.games import playing
from legacytrack.model.names import fold
from legacytrack.pages.page import Page

app = typer.Typer()

NONE = "none"

Player = Annotated[
    str, typer.Argument(metavar="PLAYER", help="Who.", autocompletion=complete.seated)
]
Places = Annotated[
    list[str],
    typer.Argument(
        metavar="PLACE...",
        help="Territories; a continent stands for all of its own.",
        autocompletion=complete.places,
    ),
]


def record_of_the_game(ctx: typer.Context, opened: Any, step: Any, **more: Any) -> Page:
    """Record something of the game that is on, under its number."""
    on = playing(opened.world)
    return record_step(ctx, opened, step, game=on.number if on else None, **more)


def _of_places(
    ctx: typer.Context, player: str, words: list[str], rule: Any, *, or_none: bool = False
) -> Page:
    opened = arguments.campaign(ctx)
    who = arguments.player(opened.world, player)
    nothing = or_none and [fold(word) for word in words] == [NONE]
    places = [] if nothing else arguments.places(opened.box, opened.world, words)
    example = f"legacytrack {ctx.info_name} {who} PLACES"
    arguments.need(nothing or places, "PLACE", "Which territories?", example)
    return record_of_the_game(
        ctx, opened, lambda world, box: rule(world, box, player=who, territories=places)
    )


@app.command("deal", cls=Recording, epilog="Example: legacytrack deal --seed 7")
def deal(
    ctx: typer.Context,
    seed: Seed = None,
) -> Page:
    """Deal all territories at random, as even as it can be."""
    from legacytrack.pages import record, setup
    from legacytrack.rules import deal as rule

    opened, seed = arguments.campaign(ctx), seed_for(seed)
    on = playing(opened.world)
    done = record_change(
        ctx,
        opened,
        lambda world, box: rule.deal(world, box, seed=seed),
        game=on.number if on else None,
    )
    if done.number is None:
        return record.recorded(done, seed=seed)
    return setup.dealt(done, opened.world, opened.box, seed)


@app.command("hold", cls=Recording, epilog="Example: legacytrack hold ben africa brazil")
def hold(ctx: typer.Context, player: Player, places: Places) -> Page:
    """Say all that a player controls, instead of what was recorded before.

    With the word none instead of places it is nothing.
    """
    from legacytrack.rules import control

    return _of_places(ctx, player, places, control.hold, or_none=True)


@app.command("take", cls=Recording, epilog="Example: legacytrack take ben east-africa")
def take(ctx: typer.Context, player: Player, places: Places) -> Page:
    """A player takes territories, from whoever holds them or from nobody."""
    from legacytrack.rules.claims import take_or_claim

    return _of_places(ctx, player, places, take_or_claim)


@app.command("leave", cls=Recording, epilog="Example: legacytrack leave ben egypt")
def leave(ctx: typer.Context, player: Player, places: Places) -> Page:
    """A player has no troop in some territories any more."""
    from legacytrack.rules import control

    return _of_places(ctx, player, places, control.leave)


@app.command("join", cls=Recording, epilog="Example: legacytrack join cy peru")
def join(ctx: typer.Context, player: Player, place: arguments.Territory) -> Page:
    """A player without a troop on the board joins the war again."""
    from legacytrack.rules import join as joining

    opened = arguments.campaign(ctx)
    who = arguments.player(opened.world, player)
    id = arguments.territory(opened.box, opened.world, place)
    return record_of_the_game(
        ctx, opened, lambda world, box: joining.join(world, box, player=who, territory=id)
    )


@app.command("out", cls=Recording, epilog="Example: legacytrack out cy")
def out(ctx: typer.Context, player: Player) -> Page:
    """A player is eliminated from the game that is on."""
    from legacytrack.rules.join import eliminate

    opened = arguments.campaign(ctx)
    who = arguments.player(opened.world, player)
    return record_of_the_game(ctx, opened, lambda world, box: eliminate(world, box, player=who))


@app.command("star", cls=Recording, epilog="Example: legacytrack star ana")
def star(
    ctx: typer.Context,
    player: Player,
    number: Annotated[int, typer.Argument(metavar="[N]", min=1, max=9, help="How many.")] = 1,
    pile: Annotated[
        bool, typer.Option("--pile", help="It is the one for the empty pile of coin cards.")
    ] = False,
) -> Page:
    """A player gets a Red Star token; stars of HQs are counted by who holds them."""
    from legacytrack.rules.stars import give_stars

    opened = arguments.campaign(ctx)
    who = arguments.player(opened.world, player)
    if pile and number > 1:
        what = f"The empty pile of coin cards brings one Red Star, not {number}."
        raise UsageError(Finding("usage", "star", what, f"legacytrack star {who} --pile"))
    return record_of_the_game(
        ctx,
        opened,
        lambda world, box: give_stars(world, box, player=who, number=number, pile=pile),
    )


@app.command("missile", cls=Recording, epilog="Example: legacytrack missile ben cy=2")
def missile(
    ctx: typer.Context,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER[=N]...",
            help="Who spent missiles in this roll, and how many if more than one.",
            autocompletion=complete.seated,
        ),
    ],
) -> Page:
    """Missiles are spent in one combat roll, by one player or by several."""
    from legacytrack.rules.stars import spend_missiles

    opened = arguments.campaign(ctx)
    spent: dict[str, int] = {}
    called = {fold(name) for each in opened.world.players.items() for name in each}
    bare = ""  # the player before, without a number: that may follow, as with stars
    for word in arguments.separate(players):
        name, sign, number = word.partition("=")
        if bare and word.isdecimal() and fold(word) not in called:
            name, sign, number = bare, "=", word
            spent[bare] -= 1
        if sign and not (number.isdecimal() and 1 <= int(number[:3]) <= 99):
            what = f'"{word}" says not how many missiles.'
            raise UsageError(Finding("usage", "missile", what, f"legacytrack missile {name}=2"))
        who = arguments.player(opened.world, name)
        spent[who] = spent.get(who, 0) + (int(number) if sign else 1)
        bare = "" if sign else who
    arguments.need(spent, "PLAYER", "Who spent missiles?", "legacytrack missile ben cy=2")
    return record_of_the_game(
        ctx, opened, lambda world, box: spend_missiles(world, box, spent=spent)
    )


@app.command("next", cls=Recording, epilog="Example: legacytrack next")
def next_(
    ctx: typer.Context,
    player: Annotated[
        str | None,
        typer.Argument(
            metavar="[PLAYER]",
            help="Whose turn begins, if not of the one who follows.",
            autocompletion=complete.seated,
        ),
    ] = None,
) -> Page:
    """The next turn begins: what is due at the end of this one, and at its start."""
    from legacytrack.rules.turn import next_turn

    opened = arguments.campaign(ctx)
    who = arguments.player(opened.world, player) if player else None
    return record_of_the_game(ctx, opened, lambda world, box: next_turn(world, box, player=who))
