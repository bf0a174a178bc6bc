"""Play: the life of a game, from the deal to the signature."""

from typing import Annotated

import typer

from legacytrack.cli import arguments, complete
from legacytrack.cli.arguments import Territory
from legacytrack.cli.commands import Recording, record_change
from legacytrack.cli.parts import refuse_without
from legacytrack.cli.words import numbers, order, pairs
from legacytrack.errors import Finding, UsageError
from legacytrack.model.text import plain_text
from legacytrack.model.world import ELIMINATED, HELD_ON, WON
from legacytrack.pages import play
from legacytrack.pages.page import Page
from legacytrack.pages.record import recorded

app = typer.Typer()

Player = Annotated[
    str, typer.Argument(metavar="PLAYER", help="Who.", autocompletion=complete.players)
]
Pairs = list[str] | None
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask; for scripts.")]
Date = Annotated[
    str | None, typer.Option("--date", metavar="DATE", help="The day, like 2026-01-03.")
]
NoteText = Annotated[
    str | None, typer.Option("--note", metavar="TEXT", help="What there is to remember.")
]


@app.command(
    "begin", cls=Recording, epilog="Example: legacytrack begin ana=balkania ben=khan cy=bear"
)
def begin(
    ctx: typer.Context,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER[=FACTION]...",
            help="Who plays, and which faction where there are any, clockwise.",
            autocompletion=complete.entrants,
        ),
    ],
    turns: Annotated[
        list[str] | None,
        typer.Option(
            "--turns", metavar="PLAYERS", help="The order of turns, if it is not clockwise."
        ),
    ] = None,
    placing: Annotated[
        list[str] | None,
        typer.Option("--placing", metavar="PLAYERS", help="The order of placing HQs."),
    ] = None,
    troops: Annotated[
        list[str] | None,
        typer.Option("--troops", metavar="PLAYER=N", help="Other starting troops than printed."),
    ] = None,
    coins: Annotated[
        list[str] | None,
        typer.Option("--coins", metavar="PLAYER=N", help="Coins to start with."),
    ] = None,
    missiles: Annotated[
        list[str] | None,
        typer.Option("--missiles", metavar="PLAYER=N", help="Missiles beside the own signatures."),
    ] = None,
    not_taken: Annotated[
        bool, typer.Option("--not-taken", help="Record open rewards as not taken.")
    ] = False,
) -> Page:
    """Open the next game, and give the setup sheet."""
    from legacytrack.model.games import finished
    from legacytrack.pages import setup
    from legacytrack.rules.begin import Entrant, begin_game

    opened = arguments.campaign(ctx)
    world, box = opened.world, opened.box
    named: list[tuple[str, str | None]] = []
    for word in arguments.separate(players):
        if not box.has("factions") and "=" not in word:
            named.append((arguments.player(world, word, "begin"), None))
            continue
        refuse_without(box, "factions")
        for who, what in pairs([word], "begin"):
            named.append((arguments.player(world, who, "begin"), arguments.faction(box, what)))
    twice = {player for player, _ in named if [each for each, _ in named].count(player) > 1}
    if twice:
        who = ", ".join(map(world.player_name, twice))
        raise UsageError(
            Finding("usage", "begin", f"{who} sits down twice.", "name each player once")
        )
    by_turn, by_placing = (
        order(opened.world, turns, "--turns"),
        order(opened.world, placing, "--placing"),
    )
    other = {
        "troops": numbers(opened.world, troops, "--troops"),
        "coins": numbers(opened.world, coins, "--coins"),
        "missiles": numbers(opened.world, missiles, "--missiles"),
    }
    seated = {player for player, _ in named}
    for option, told in (("turns", by_turn), ("placing", by_placing), *other.items()):
        for player in told.keys() - seated:
            what = f"{world.player_name(player)} does not play this game."
            raise UsageError(Finding("usage", f"--{option}", what, "name who plays"))
    entrants = [
        Entrant(
            player,
            faction,
            by_turn.get(player),
            by_placing.get(player),
            other["troops"].get(player),
            other["coins"].get(player),
            other["missiles"].get(player, 0),
        )
        for player, faction in named
    ]
    settings = arguments.settings_of(ctx)
    done = record_change(
        ctx,
        opened,
        lambda world, box: begin_game(
            world, box, entrants=entrants, number=settings.game, not_taken=not_taken
        ),
        game=finished(world) + 1,
    )
    return recorded(done) if done.number is None else setup.begun(done, opened.world, box)


@app.command("hq", cls=Recording, epilog="Example: legacytrack hq ben egypt")
def hq(ctx: typer.Context, player: Player, place: Territory) -> Page:
    """Place the HQ of a player."""
    from legacytrack.model.games import playing
    from legacytrack.rules.games import place_hq

    opened = arguments.campaign(ctx)
    who = arguments.player(opened.world, player)
    id = arguments.territory(opened.box, opened.world, place)
    on = playing(opened.world)
    done = record_change(
        ctx,
        opened,
        lambda world, box: place_hq(world, box, player=who, territory=id),
        game=on.number if on else None,
    )
    return recorded(done)


@app.command("sign", cls=Recording, epilog="Example: legacytrack sign ana --out cy --yes")
def sign(
    ctx: typer.Context,
    player: Player,
    out: Annotated[
        list[str] | None,
        typer.Option(
            "--out",
            metavar="PLAYER",
            help="Who was eliminated; more than once if need be.",
            autocompletion=complete.players,
        ),
    ] = None,
    date: Date = None,
    note: NoteText = None,
    held: Annotated[
        list[str] | None,
        typer.Option(
            "--held", metavar="PLAYER=PLACE", help="What a player held at the end; more than once."
        ),
    ] = None,
    yes: Yes = False,
) -> Page:
    """End the game: the winner signs, and the rewards are due.

    With --game N of a game before the record began, it writes down that game, as far as known.
    """
    from legacytrack.model.games import playing
    from legacytrack.rules.games import past_game, sign_game

    opened = arguments.campaign(ctx)
    world, box = opened.world, opened.box
    winner = arguments.player(world, player)
    gone = [arguments.player(world, word, "--out") for word in arguments.separate(out or ())]
    words = "" if note is None else plain_text(note, what="note")
    settings, on, day = arguments.settings_of(ctx), playing(world), arguments.date(date)
    if settings.game and not (on and on.number == settings.game):
        number = settings.game
        if gone or held:
            what = "--out and --held are for the game that is on."
            fix = f"legacytrack sign {winner} --game {number}, then legacytrack correct {number} PLAYER"
            raise UsageError(Finding("usage", "sign", what, fix))
        done = record_change(
            ctx,
            opened,
            lambda world, box: past_game(
                world, box, number=number, winner=winner, date=day, note=words
            ),
        )
        return recorded(done)
    import datetime

    day = day or datetime.date.today().isoformat()
    places: dict[str, list[str]] = {}
    for word in held or ():
        for who, where in pairs([word], "--held", of_lists=True):
            found = arguments.places(box, world, [where])
            places.setdefault(arguments.player(world, who, "--held"), []).extend(found)
    if on and not settings.dry_run:
        arguments.confirm(
            yes, f"End game {on.number} with {world.player_name(winner)} as the winner?"
        )
    done = record_change(
        ctx,
        opened,
        lambda world, box: sign_game(
            world, box, winner=winner, out=gone, date=day, note=words, held=places
        ),
        game=on.number if on else None,
    )
    if done.number is None or not on:
        return recorded(done)
    return play.signed(done, opened.world, box, on.number)


@app.command("correct", cls=Recording, epilog="Example: legacytrack correct 2 --winner ben")
def correct(
    ctx: typer.Context,
    number: Annotated[int, typer.Argument(min=1, metavar="N", help="The game.")],
    player: Annotated[
        str | None,
        typer.Argument(
            metavar="[PLAYER]", help="Whose part of it.", autocompletion=complete.players
        ),
    ] = None,
    winner: Annotated[
        str | None,
        typer.Option(
            "--winner", metavar="PLAYER", help="Who won.", autocompletion=complete.players
        ),
    ] = None,
    faction: Annotated[
        str | None,
        typer.Option(
            "--faction",
            metavar="FACTION",
            help="What they played.",
            autocompletion=complete.factions,
        ),
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(
            "--start",
            metavar="PLACE",
            help="Where they started.",
            autocompletion=complete.territories,
        ),
    ] = None,
    result: Annotated[
        str | None,
        typer.Option("--result", metavar="RESULT", help=f"{HELD_ON} or {ELIMINATED}."),
    ] = None,
    held: Annotated[
        list[str] | None,
        typer.Option(
            "--held",
            metavar="PLACE",
            help="What they held at the end.",
            autocompletion=complete.places,
        ),
    ] = None,
    date: Date = None,
    note: NoteText = None,
) -> Page:
    """Put a past game right; what no longer fits is said."""
    from legacytrack.rules.games import correct_game

    opened = arguments.campaign(ctx)
    world, box = opened.world, opened.box
    who = arguments.player(world, player) if player else None
    if arguments.settings_of(ctx).game not in (None, number):
        what = f"Game {number} or another? --game says {arguments.settings_of(ctx).game}."
        raise UsageError(Finding("usage", "correct", what, "leave --game out"))
    if result is not None and result not in (WON, HELD_ON, ELIMINATED):
        what = f'"{result}" is no result.'
        fix = f"write {HELD_ON} or {ELIMINATED}; the winner with --winner"
        raise UsageError(Finding("usage", "--result", what, fix))
    whole = {
        "winner": arguments.player(world, winner, "--winner") if winner else None,
        "played": arguments.date(date),
        "note": None if note is None else plain_text(note, what="note"),
    }
    part = {
        "faction": arguments.faction(box, faction) if faction else None,
        "start": arguments.territory(box, world, start) if start else None,
        "result": result,
        "held": arguments.places(box, world, held) if held else None,
    }
    values = {key: value for key, value in (part if who else whole).items() if value is not None}
    wrong = {key: value for key, value in (whole if who else part).items() if value is not None}
    if wrong or not values:
        what = (
            f"--{next(iter(wrong))} goes {'without' if who else 'with'} a player." if wrong else ""
        )
        fix = "legacytrack correct 2 --winner ben; legacytrack correct 2 ben --start egypt"
        raise UsageError(Finding("usage", "correct", what or "What is to be put right?", fix))
    done = record_change(
        ctx,
        opened,
        lambda world, box: correct_game(world, box, number=number, player=who, values=values),
        game=number,
    )
    return recorded(done)
