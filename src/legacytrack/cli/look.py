"""Look: the world, what is left in the box, the history, and all of it as a page."""

from typing import Annotated

import typer

from legacytrack.campaign.door import Campaign
from legacytrack.cli import arguments, complete
from legacytrack.errors import Finding, UsageError
from legacytrack.model.names import Named, find
from legacytrack.pages import look, places
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
    from legacytrack.pages.standings import standing

    opened = arguments.campaign(ctx)
    return standing(opened.world, opened.box)


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
    wanted = [places.FILTERS[name] for name, on in flags.items() if on]
    if wanted:
        among = arguments.places(box, world, words) if words else list(box.territories)
        ids = [id for id in among if all(fits(world, id) for fits in wanted)]
        return places.territories(world, box, ids)
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
    since_game: Annotated[
        int | None,
        typer.Option(
            "--since-game",
            min=0,
            metavar="N",
            help="What changed after game N, by game, without what was undone; 0 for all.",
        ),
    ] = None,
) -> Page:
    """How did the world come to be? The history, with the numbers that undo takes."""
    opened = arguments.campaign(ctx)
    if since_game is not None:
        from legacytrack.campaign.past import since
        from legacytrack.pages.timeline import timeline

        if last is not None or game is not None:
            what = (
                "--since-game goes by itself: --last and --game choose lines of the whole history."
            )
            fix = f"legacytrack log --since-game {since_game}"
            raise UsageError(Finding("usage", "log", what, fix))
        return timeline(since(opened, since_game), since_game)
    from legacytrack.campaign.checking import log as entries

    found = [each for each in entries(opened) if game is None or each.entry.game == game]
    if game is not None and not found:
        what = f"No record says that it belongs to game {game}."
        raise UsageError(Finding("usage", "log", what, "the whole history: legacytrack log"))
    return look.log(found[-last:] if last else found)


@app.command("summary", epilog="Example: legacytrack summary")
def summary(
    ctx: typer.Context,
    game: Annotated[
        int | None,
        typer.Option("--game", min=1, metavar="N", help="The chapter of this game alone."),
    ] = None,
    as_of: Annotated[
        int | None,
        typer.Option("--as-of", min=1, metavar="N", help="The world as it stood after game N."),
    ] = None,
    no_spoilers: Annotated[
        bool,
        typer.Option("--no-spoilers", help="Without what packets brought, and without notes."),
    ] = False,
) -> Page:
    """The campaign as a page, to read, to print and to send around."""
    from legacytrack.pages.chapters import chapters
    from legacytrack.pages.summary import one_game
    from legacytrack.pages.summary import summary as whole

    opened = arguments.campaign(ctx)
    world, box = opened.world, opened.box
    late: tuple[tuple[int, str], ...] = ()
    if as_of is not None:
        from legacytrack.campaign.past import as_of as after_game

        past = after_game(opened, as_of)
        world, late = past.world, past.late
        box = opened.box_for(world)
    if no_spoilers:
        from legacytrack.rules.spoilers import without_spoilers

        box = opened.printed_box()
        world = without_spoilers(world, box)
    if game is None:
        return whole(world, box, after=as_of, late=late, spoilers=not no_spoilers)
    told = {chapter.number: chapter for chapter in chapters(world, box)}
    if game not in told:
        what = f"Nothing is on record of game {game}."
        known = ", ".join(map(str, told))
        fix = f"games on record: {known}" if known else "a game is told once it was signed for"
        raise UsageError(Finding("usage", "summary", what, fix))
    return one_game(world, told[game], after=as_of, late=late, spoilers=not no_spoilers)
