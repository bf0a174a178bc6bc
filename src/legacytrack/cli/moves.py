"""Moving troops: what it costs to expand, and where a maneuver may go."""

from typing import Annotated

import typer

from legacytrack.cli import arguments, complete
from legacytrack.cli.words import powers_in
from legacytrack.errors import Finding, UsageError
from legacytrack.pages.page import Page

app = typer.Typer()

Faction = Annotated[
    str | None,
    typer.Option(
        "--faction",
        metavar="FACTION",
        help="The faction that moves, for its powers.",
        autocompletion=complete.factions,
    ),
]


@app.command("enter", epilog="Example: legacytrack enter ural siberia --with 7")
def enter(
    ctx: typer.Context,
    places: Annotated[
        list[str],
        typer.Argument(
            metavar="PLACE...",
            help="A territory, or several on the way, one after the other.",
            autocompletion=complete.territories,
        ),
    ],
    troops: Annotated[
        int | None, typer.Option("--with", min=0, metavar="N", help="How many troops move in.")
    ] = None,
    faction: Faction = None,
) -> Page:
    """What does it cost to expand into places that nobody occupies?"""
    from legacytrack.pages import moves
    from legacytrack.rules.expand import entry

    opened = arguments.campaign(ctx)
    world, box = opened.world, opened.box
    words = arguments.territory_words(box, world, places)
    ids = [arguments.territory(box, world, word) for word in words]
    arguments.need(ids, "enter", "Where to?", "legacytrack enter PLACE --with 5")
    powers = powers_in(box, world, faction, None)
    return moves.enter(box, [(id, entry(world, box, id, powers)) for id in ids], troops)


@app.command("reach", epilog="Example: legacytrack reach egypt brazil")
def reach(
    ctx: typer.Context,
    start: arguments.Territory,
    to: Annotated[
        str | None,
        typer.Argument(
            metavar="[TO]", help="Only about this place.", autocompletion=complete.territories
        ),
    ] = None,
    holds: Annotated[
        list[str] | None,
        typer.Option(
            "--holds",
            metavar="PLACE",
            help="What is controlled, instead of what is recorded; more than once if need be.",
            autocompletion=complete.places,
        ),
    ] = None,
    faction: Faction = None,
) -> Page:
    """Where may a maneuver go from a place, and which way?"""
    from legacytrack.model.games import playing
    from legacytrack.pages import moves
    from legacytrack.rules import maneuver
    from legacytrack.rules.control import controlled

    opened = arguments.campaign(ctx)
    world, box = opened.world, opened.box
    here = arguments.territory(box, world, start)
    there = arguments.territory(box, world, to) if to else None
    on = playing(world)
    who = next((id for id in on.hands if here in controlled(on, id)), None) if on else None
    if not holds and not who:
        what = f"Nothing on record tells who controls {box.territories[here].name}."
        fix = f"legacytrack reach {here} --holds PLACES; in a game: legacytrack hold PLAYER PLACES"
        raise UsageError(Finding("usage", "reach", what, fix))
    if holds:
        who, held = None, arguments.places(box, world, holds)
    else:
        assert on and who
        held = list(controlled(on, who))
        own = on.hands[who].faction
        faction = faction or (own if own and world.powers(own) else None)
    found = maneuver.reach(box, here, held, powers_in(box, world, faction, None))
    return moves.reach(box, here, there, found, world.player_name(who))
