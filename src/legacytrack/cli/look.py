"""Look: the world, what is left in the box, the history."""

from typing import Annotated

import typer

from legacytrack.campaign.door import Campaign
from legacytrack.cli import arguments, complete
from legacytrack.errors import Finding, UsageError
from legacytrack.model.names import Named, find
from legacytrack.pages import look
from legacytrack.pages.page import Block, Page

app = typer.Typer()


@app.command("status", epilog="Example: legacytrack status")
def status(ctx: typer.Context) -> Page:
    """Which game is it, what is due, and how do we go on?"""
    from legacytrack.pages import play

    opened = arguments.campaign(ctx)
    return play.status(opened.world, opened.box)


@app.command("standings", epilog="Example: legacytrack standings")
def standings(ctx: typer.Context) -> Page:
    """Who won how often, and who can still win?"""
    from legacytrack.pages import play

    opened = arguments.campaign(ctx)
    return play.standing(opened.world, opened.box)


@app.command("packets", epilog="Example: legacytrack packets")
def packets(ctx: typer.Context) -> Page:
    """Which conditions printed on the sealed packets are met?"""
    from legacytrack.pages import play

    opened = arguments.campaign(ctx)
    return play.packets(opened.world, opened.box)


@app.command("map", epilog="Example: legacytrack map")
def world_map(ctx: typer.Context) -> Page:
    """The world as a map: cities, scars, coins, and who holds what."""
    from legacytrack.pages.map import map_page

    opened = arguments.campaign(ctx)
    return map_page(opened.world, opened.box)


@app.command("show", epilog="Example: legacytrack show alaska")
def show(
    ctx: typer.Context,
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WHAT]...",
            help="Territories, continents, players, factions; cards, factions or found for all of them.",
            autocompletion=complete.shown,
        ),
    ] = None,
    scarred: Annotated[bool, typer.Option("--scarred", help="Territories with a scar.")] = False,
    unscarred: Annotated[
        bool, typer.Option("--unscarred", help="Territories without a scar.")
    ] = False,
    cities: Annotated[bool, typer.Option("--cities", help="Territories with a city.")] = False,
    no_city: Annotated[bool, typer.Option("--no-city", help="Territories without a city.")] = False,
    unmarked: Annotated[
        bool, typer.Option("--unmarked", help="Territories without any mark.")
    ] = False,
) -> Page:
    """Show the world, or a part of it."""
    opened = arguments.campaign(ctx)
    world, box = opened.world, opened.box
    words = arguments.separate(what or ())
    flags = {
        "scarred": scarred,
        "unscarred": unscarred,
        "cities": cities,
        "no-city": no_city,
        "unmarked": unmarked,
    }
    wanted = [look.FILTERS[name] for name, on in flags.items() if on]
    if wanted:
        among = arguments.places(box, world, words) if words else list(box.territories)
        ids = [id for id in among if all(fits(world, id) for fits in wanted)]
        return look.territories(world, box, ids)
    if not words:
        return look.overview(world, box)
    known = [
        *arguments.players_named(world),
        *(Named("faction", each.id, each.name) for each in box.factions.values()),
        *arguments.places_named(box, world, words),
        Named("list", "cards", "cards"),
        Named("list", "factions", "factions"),
        Named("list", "found", "found"),
    ]
    pages = []
    for word in words:
        named = find(
            word,
            known,
            what="territory, continent, player or faction",
            hint="The whole world: legacytrack show",
        )
        pages.append(_page(opened, named))
    return pages[0] if len(pages) == 1 else _together(pages)


def _page(opened: Campaign, named: Named) -> Page:
    world, box = opened.world, opened.box
    if named.kind == "territory":
        return look.territory(world, box, named.id)
    if named.kind == "continent":
        return look.continent(world, box, named.id)
    if named.kind == "player":
        return look.player(world, box, named.id)
    if named.kind == "faction":
        return look.factions(world, box, [named.id])
    if named.id == "found":
        from legacytrack.pages import rulebook

        return rulebook.found(world)
    if named.id == "cards":
        return look.cards(world, box)
    return look.factions(world, box, list(box.factions))


def _together(pages: list[Page]) -> Page:
    blocks: list[Block] = [block for page in pages for block in page.blocks]
    return Page({"shown": [page.data for page in pages]}, blocks)


@app.command("supply", epilog="Example: legacytrack supply")
def supply(ctx: typer.Context) -> Page:
    """What is left in the box?"""
    opened = arguments.campaign(ctx)
    return look.supply(opened.world, opened.box)


@app.command("log", epilog="Example: legacytrack log --last 5")
def log(
    ctx: typer.Context,
    last: Annotated[
        int | None, typer.Option("--last", min=1, metavar="N", help="Only the last N lines.")
    ] = None,
    game: Annotated[
        int | None, typer.Option("--game", min=1, metavar="N", help="Only records of this game.")
    ] = None,
) -> Page:
    """How did the world come to be? The history, with the numbers that undo takes."""
    from legacytrack.campaign.checking import log as entries

    opened = arguments.campaign(ctx)
    found = [each for each in entries(opened) if game is None or each.entry.game == game]
    if game is not None and not found:
        what = f"No record says that it belongs to game {game}."
        raise UsageError(Finding("usage", "log", what, "the whole history: legacytrack log"))
    return look.log(found[-last:] if last else found)
