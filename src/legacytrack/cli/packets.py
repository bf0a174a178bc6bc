"""Packets: that one was opened, in the group's own words."""

from typing import Annotated

import typer

from legacytrack.cli import arguments, complete
from legacytrack.cli.commands import Recording, record_step
from legacytrack.model.names import Named, find
from legacytrack.model.text import plain_text
from legacytrack.pages.page import Page

app = typer.Typer()
packet = typer.Typer()
app.add_typer(packet, name="packet", help="Write down that a sealed packet was opened.")


@packet.command(
    "open", cls=Recording, epilog='Example: legacytrack packet open "the small one" --game 3'
)
def open_(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="WORDS", help="What you call it.")],
    condition: Annotated[
        str | None,
        typer.Option(
            "--condition",
            metavar="CONDITION",
            help="The condition that was printed on it.",
            autocompletion=complete.conditions,
        ),
    ] = None,
) -> Page:
    """Write down that a packet was opened, in your own words."""
    from legacytrack.rules.packets import open_packet

    opened = arguments.campaign(ctx)
    known = [Named("condition", each.id, each.says) for each in opened.box.packets.values()]
    printed = find(condition, known, what="condition").id if condition else None
    called = plain_text(name, what="name of the packet")
    _, game = arguments.by_and_game(ctx, opened.world)
    return record_step(
        ctx,
        opened,
        lambda world, box: open_packet(world, box, name=called, condition=printed, game=game),
        game=game,
    )
