"""Players: adding, renaming and merging them."""

from typing import Annotated

import typer

from legacytrack.cli import arguments, complete
from legacytrack.cli.commands import Recording, record_step
from legacytrack.errors import Finding, UsageError
from legacytrack.model.text import plain_text
from legacytrack.pages.page import Page

player = typer.Typer()


@player.command("add", cls=Recording, epilog='Example: legacytrack player add "Dana"')
def add(
    ctx: typer.Context,
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="Their names.")],
) -> Page:
    """Add players to the campaign."""
    from legacytrack.rules.players import add_players

    opened = arguments.campaign(ctx)
    called = [plain_text(name, what="player name") for name in arguments.separate(names)]
    arguments.need(called, "player add", "Who?", 'legacytrack player add "Dana"')
    return record_step(ctx, opened, lambda world, box: add_players(world, names=called))


@player.command("rename", cls=Recording, epilog='Example: legacytrack player rename ana "Anna"')
def rename(
    ctx: typer.Context,
    who: Annotated[
        str, typer.Argument(metavar="PLAYER", help="Who.", autocompletion=complete.players)
    ],
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.")],
) -> Page:
    """Give a player another name; all that the player did stays."""
    from legacytrack.rules.players import rename_player

    opened = arguments.campaign(ctx)
    id = arguments.player(opened.world, who)
    called = plain_text(name, what="player name")
    return record_step(ctx, opened, lambda world, box: rename_player(world, player=id, name=called))


@player.command("merge", cls=Recording, epilog="Example: legacytrack player merge anna ana")
def merge(
    ctx: typer.Context,
    who: Annotated[
        str, typer.Argument(metavar="PLAYER", help="Who goes.", autocompletion=complete.players)
    ],
    into: Annotated[
        str, typer.Argument(metavar="INTO", help="Who stays.", autocompletion=complete.players)
    ],
) -> Page:
    """Make one player of two; the one that stays takes over all records."""
    from legacytrack.rules.players import merge_players

    opened = arguments.campaign(ctx)
    gone, stays = (arguments.player(opened.world, word) for word in (who, into))
    if gone == stays:
        what = f"{opened.world.player_name(gone)} is one player already."
        raise UsageError(Finding("usage", "player merge", what, "name two players"))
    return record_step(
        ctx, opened, lambda world, box: merge_players(world, player=gone, into=stays)
    )
