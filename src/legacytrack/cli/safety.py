"""When something is wrong: check, repair, and safety copies."""

import contextlib
from typing import Annotated

import typer

from legacytrack.cli import arguments, complete
from legacytrack.errors import FileError, Finding, UsageError
from legacytrack.pages.page import Page

app = typer.Typer()


@app.command("check", epilog="Example: legacytrack check")
def check(
    ctx: typer.Context,
    repair: Annotated[
        bool, typer.Option("--repair", help="Make the world from its history, or the other way.")
    ] = False,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="FILE",
            help="Which is right where they differ: world or history.",
            autocompletion=complete.tellers,
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be repaired, and write nothing.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask before a file takes the place of another.")
    ] = False,
    box: Annotated[
        str | None,
        typer.Option(
            "--box",
            metavar="BOX",
            help="Look at a box instead: the folder of one of your own.",
            autocompletion=complete.boxes,
        ),
    ] = None,
) -> Page:
    """Is this world possible? All findings at once; --repair mends its files."""
    from legacytrack.campaign.checking import check as find_all
    from legacytrack.pages.safety import checked

    if box is not None:
        if repair or by is not None or dry_run or yes:
            what = "--box looks at a box and not at a world; nothing is repaired there."
            raise UsageError(Finding("usage", "check", what, "legacytrack check --box FOLDER"))
        return _box_checked(box)
    if repair:
        return _repaired(ctx, by, dry_run=dry_run, yes=yes)
    if by is not None or dry_run or yes:
        what = "--by, --dry-run and --yes go with --repair."
        raise UsageError(Finding("usage", "check", what, "legacytrack check --repair"))
    opened = arguments.settings_of(ctx).campaign()
    arguments.say(opened)
    return checked(find_all(opened))


def _box_checked(box: str) -> Page:
    """Say all that is wrong with a box."""
    from legacytrack.model.text import plain_text
    from legacytrack.pages.safety import box_checked
    from legacytrack.store.box_folders import check_box

    return box_checked(check_box(plain_text(box, what="box")))


def _repaired(ctx: typer.Context, by: str | None, *, dry_run: bool, yes: bool) -> Page:
    from legacytrack.campaign.checking import check as find_all
    from legacytrack.campaign.repairing import repair
    from legacytrack.pages.safety import checked, would_repair

    if by is not None and by not in complete.TELLERS:
        what = f'"{by}" is neither of the two files.'
        raise UsageError(Finding("usage", "--by", what, "write world or history"))
    settings = arguments.settings_of(ctx)
    if not dry_run:
        with contextlib.suppress(
            FileError
        ):  # what a crash left is finished; all else is seen below
            arguments.say(settings.campaign())
    tried = repair(settings.places(), by, dry_run=True)
    if dry_run:
        return would_repair(tried)
    if tried.replaces:
        names = " and ".join(path.name for path in tried.replaces)
        question = f"{' '.join(tried.said)} Replace {names}, and keep the old beside?"
        arguments.confirm(yes, question)
    done = repair(settings.places(), by, dry_run=False)
    opened = settings.campaign()
    arguments.say(opened)
    return checked(find_all(opened), done)


@app.command("restore", epilog="Example: legacytrack restore")
def restore(
    ctx: typer.Context,
    number: Annotated[
        int | None,
        typer.Argument(
            min=1,
            metavar="[COPY]",
            help="The number of the copy.",
            autocompletion=complete.safety_copies,
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen, and write nothing.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask before the world is as it was.")
    ] = False,
) -> Page:
    """Bring back a safety copy, or list them."""
    from legacytrack.campaign import copying
    from legacytrack.pages import safety
    from legacytrack.pages.record import recorded
    from legacytrack.store.places import copies_folder

    settings = arguments.settings_of(ctx)
    places = settings.places()
    if number is None:
        return safety.copies(copying.kept(places), str(copies_folder()))
    copy = copying.find(places, number)
    question = f"Make the world as it was after change {copy.change} ({copy.said})?"
    try:
        opened = settings.campaign()
    except FileError as error:
        if error.findings[0].rule not in ("no-world", "cannot-parse"):
            raise
        copying.put_back(places, copy, dry_run=True)
        if not dry_run:
            arguments.confirm(yes, question)
        beside = copying.put_back(places, copy, dry_run=dry_run)
        return safety.put_back(copy, str(places.world), beside, dry_run=dry_run)
    if not dry_run:
        copying.restore(opened, copy, command="", dry_run=True)
        arguments.confirm(yes, question)
    done = copying.restore(opened, copy, command=arguments.typed(ctx), dry_run=dry_run)
    arguments.say(opened)
    return recorded(done)
