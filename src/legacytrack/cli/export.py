"""Share: games and campaigns for other programs."""

from typing import Annotated

import typer

from legacytrack.cli import arguments, complete
from legacytrack.cli.output import Settings, colour_is_wanted, has_only_ascii, talk
from legacytrack.errors import Finding, NameNotFoundError, RefusedError, UsageError
from legacytrack.pages import export as pages
from legacytrack.pages.page import Page

app = typer.Typer()
export = typer.Typer()
app.add_typer(export, name="export", help="Give games or the campaign to other programs.")


@export.command("bgstats", epilog="Example: legacytrack export bgstats")
def bgstats(
    ctx: typer.Context,
    game: Annotated[
        int | None,
        typer.Option("--game", min=1, metavar="N", help="The game; without it the last one."),
    ] = None,
    qr: Annotated[
        bool, typer.Option("--qr", help="Draw the link as a QR code, without the note.")
    ] = False,
) -> Page:
    """A finished game as a link that BG Stats takes in."""
    from legacytrack.campaign.sharing import campaign_id
    from legacytrack.formats.to_bgstats import link, play
    from legacytrack.rules.plays import finished_game

    opened = arguments.campaign(ctx)
    over = finished_game(opened.world, opened.box, game)
    if isinstance(over, Finding):
        raise RefusedError(over)
    campaign = campaign_id(opened)
    said = play(opened.world, opened.box, over, campaign.id)
    notes = []
    if not campaign.stays:
        notes.append(
            "Without a history only its name tells this campaign from others; "
            "after a rename BG Stats would take the game for another one."
        )
    if not over.played:
        notes.append(
            f"The day of game {over.number} is not on record "
            f"(legacytrack correct {over.number} --date DAY)."
        )
    settings = arguments.settings_of(ctx)
    code = []
    if qr and settings.chosen_format != "json":
        short = {key: value for key, value in said.items() if key != "comments"}
        code = _code(link(short), settings)
    if settings.chosen_format != "json":
        talk([f"note: {note}" for note in notes])
    return pages.as_link(over.number, said, link(said), code, notes)


def _code(link: str, settings: Settings) -> list[str]:
    """Draw a link as a code where it can be read from the screen."""
    import sys
    from shutil import get_terminal_size

    from legacytrack.formats.to_qr import qr

    whole = "take the link itself, without --qr"
    if has_only_ascii(sys.stdout):
        what = "A QR code cannot be drawn in the letters of this terminal alone."
        raise UsageError(Finding("narrow", "--qr", what, f"use a UTF-8 locale; or {whole}"))
    lines = qr(link, colour=settings.chosen_format == "terminal" and colour_is_wanted())
    needed = len(qr(link, colour=False)[0])
    wide = get_terminal_size().columns
    if sys.stdout.isatty() and wide < needed:
        what = f"The QR code needs {needed} columns; this window has {wide}."
        fix = f"make the window wider or the letters smaller, and try again; or {whole}"
        raise UsageError(Finding("narrow", "--qr", what, fix))
    return lines


@export.command("csv", epilog="Example: legacytrack export csv")
def csv(ctx: typer.Context) -> Page:
    """The finished games for a spreadsheet, a row for each player."""
    from legacytrack.formats import to_csv

    opened = arguments.campaign(ctx)
    rows = pages.results(opened.world, opened.box)
    return pages.as_rows(rows, to_csv.csv(pages.COLUMNS, rows))


@export.command("json", epilog="Example: legacytrack export json")
def json(ctx: typer.Context) -> Page:
    """The whole campaign with its history; new --from makes it again."""
    from legacytrack.campaign.sharing import document
    from legacytrack.store.campaign_json import text_of

    whole = document(arguments.campaign(ctx))
    return pages.as_document(whole, text_of(whole))


@export.command("schema", epilog="Example: legacytrack export schema world")
def schema(
    ctx: typer.Context,
    what: Annotated[
        str,
        typer.Argument(
            metavar="[WHAT]",
            help="world (as it is without a word) or campaign.",
            autocompletion=complete.schemas,
        ),
    ] = "world",
) -> Page:
    """The JSON Schema of the world file, or of what export json gives."""
    from legacytrack.campaign import sharing

    known = {"world": sharing.world_schema, "campaign": sharing.campaign_schema}
    if what not in known:
        said = f'There is no schema "{what}".'
        fix = f"write one of: {', '.join(known)}"
        raise NameNotFoundError(Finding("unknown-name", "export schema", said, fix))
    opened = arguments.campaign_if_any(ctx, broken_too=True)
    # What packets brought is this campaign's own, and no schema for others.
    printed = opened.printed_box() if opened else None
    described = known[what](printed)
    return pages.as_document(described, sharing.schema_text(described))
