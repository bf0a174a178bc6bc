"""Keep: campaigns, players, the history, the files."""

from pathlib import Path
from typing import Annotated, Any

import typer

from legacytrack.cli import arguments, complete
from legacytrack.cli.commands import PROGRAM, Counting
from legacytrack.cli.parts import NO_BOX
from legacytrack.cli.players import player
from legacytrack.errors import Finding, NameNotFoundError, UsageError
from legacytrack.model.names import Named, find
from legacytrack.model.text import plain_text
from legacytrack.pages import keep
from legacytrack.pages.page import Page
from legacytrack.pages.record import turned

app = typer.Typer()
app.add_typer(player, name="player", help="Add, rename or merge players.")


@app.command(
    "new",
    cls=Counting,
    epilog='Example: legacytrack new "Thursday world" --players "Ana, Ben, Cy"',
)
def new(
    ctx: typer.Context,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="What the campaign is called.")
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option("--players", metavar="NAMES", help="Who plays, with commas between."),
    ] = None,
    games_played: Annotated[
        int,
        typer.Option(
            "--games-played", min=0, metavar="N", help="Games played before this record begins."
        ),
    ] = 0,
    here: Annotated[bool, typer.Option("--here", help="Make world.toml in this folder.")] = False,
    example: Annotated[
        bool, typer.Option("--example", help="Take the example world of the package.")
    ] = False,
    box: Annotated[
        str | None,
        typer.Option(
            "--box",
            metavar="BOX",
            help="The box that is played: one of the package, or a folder with one of your own.",
            autocompletion=complete.boxes,
        ),
    ] = None,
    from_: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Take a campaign that export json gave."),
    ] = None,
) -> Page:
    """Make a world, and use it from now on."""
    from legacytrack.campaign import making

    if from_ is not None:
        if example or players or games_played:
            what = "An exported campaign comes with its players and games."
            raise UsageError(Finding("usage", "new", what, "legacytrack new --from FILE"))
        return _read_back(ctx, from_, name, box, here=here)
    if name is None and not example:
        what = "What is the campaign called?"
        fix = 'legacytrack new "Thursday world" --players "Ana, Ben, Cy"'
        raise UsageError(Finding("usage", "new", what, fix))
    if example and (players or games_played or box):
        what = "The example world comes with its box, players and games."
        raise UsageError(Finding("usage", "new", what, "legacytrack new --example"))
    called = making.EXAMPLE_NAME if name is None else plain_text(name, what="campaign name")
    names = [plain_text(each, what="player name") for each in arguments.separate(players or ())]
    settings = arguments.settings_of(ctx)
    place = making.place_for(called, settings.world, here=here)
    made = (
        making.example(
            place,
            None if name is None else called,
            language=settings.names,
            command=arguments.typed(ctx),
        )
        if example
        else making.new(
            place,
            called,
            names,
            games_played=games_played,
            box=None if box is None else plain_text(box, what="box"),
            language=settings.names,
            command=arguments.typed(ctx),
        )
    )
    settings.leads_to = made.places
    return keep.made(made)


def _read_back(
    ctx: typer.Context, path: Path, name: str | None, box: str | None, *, here: bool
) -> Page:
    """Make the world of an exported campaign again, under its own name or another one."""
    from legacytrack.campaign import making
    from legacytrack.model.values import is_name
    from legacytrack.store.campaign_json import read

    called = None if name is None else plain_text(name, what="campaign name")
    kept = read(path)
    own = kept.data.get("name")
    shown = called or (str(own) if is_name(own) else "Campaign")
    settings = arguments.settings_of(ctx)
    place = making.place_for(shown, settings.world, here=here)
    called_box = None if box is None else plain_text(box, what="box")
    made = making.read_back(place, kept, called, box=called_box, command=arguments.typed(ctx))
    settings.leads_to = made.places
    return keep.made(made)


@app.command("use", epilog='Example: legacytrack use "Thursday world"')
def use(
    ctx: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="The campaign.", autocompletion=complete.campaigns),
    ] = None,
) -> Page:
    """Switch to another campaign, or list them."""
    from legacytrack.store import places

    kept, now = places.campaigns(), places.current()
    if name is None:
        data = {"campaigns": {id: str(path) for id, path in kept.items()}, "current": now}
        return Page(data, keep.campaign_list(kept, now))
    known = [Named("campaign", id, _campaign_name(path) or id) for id, path in kept.items()]
    hint = "All: legacytrack use"  # two may have one name, but no two one short name
    id = name if name in kept else find(name, known, what="campaign", hint=hint).id
    places.make_current(id)
    arguments.settings_of(ctx).leads_to = places.kept_as(id)
    chosen = places.choose(arguments.settings_of(ctx).world)
    shadow = "" if chosen.world == kept[id] else chosen.chosen_by
    return keep.switched(id, kept[id], shadow)


def _campaign_name(path: Path) -> str:
    from legacytrack.errors import LegacytrackError
    from legacytrack.store import world_file

    try:
        return str(world_file.parse(world_file.read_bytes(path), path).get("name", ""))
    except LegacytrackError:
        return ""  # a broken file can still be switched to by its short name


@app.command("where", epilog="Example: legacytrack where")
def where(ctx: typer.Context) -> Page:
    """Which files are used, and which rule chose them?"""
    import sys

    from legacytrack import __version__
    from legacytrack.errors import FileError, LegacytrackError
    from legacytrack.store import places
    from legacytrack.store.box_files import open_box

    paths: dict[str, str] = {}
    try:
        chosen = arguments.settings_of(ctx).places()
        chosen_by = chosen.chosen_by
        paths["world"] = _seen(chosen.world)
        paths["history"] = _seen(chosen.history)
        paths["schema"] = _seen(chosen.schema)
        paths["lock"] = str(chosen.lock)
        for copy in places.conflict_copies(chosen.world):
            paths["conflict copy"] = str(copy)
    except FileError as error:
        chosen_by = error.findings[0].what
    paths["data folder"] = _seen(places.data_folder())
    paths["safety copies"] = _seen(places.copies_folder())
    paths["current campaign"] = _seen(places.data_folder() / "current")
    try:
        paths["box"] = arguments.settings_of(ctx).campaign().box.folder
    except LegacytrackError as error:
        told = error.findings[0]
        of_box = told.rule in NO_BOX
        paths["box"] = told.what if of_box else open_box().folder
    paths["program"] = f"{PROGRAM} {__version__}, Python {sys.version.split()[0]}"
    return keep.where(paths, chosen_by, places.campaigns(), places.current())


def _seen(path: Path) -> str:
    return str(path) if path.exists() else f"{path} (not there)"


@app.command("undo", epilog="Example: legacytrack undo")
def undo(
    ctx: typer.Context,
    number: Annotated[
        int | None,
        typer.Argument(min=1, metavar="[N]", help="Take back this old change alone."),
    ] = None,
    to: Annotated[
        int | None,
        typer.Option("--to", min=0, metavar="N", help="Take back everything after change N."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen, and write nothing.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask before a finished game comes back.")
    ] = False,
) -> Page:
    """Take back the last change, one old change alone, or all after one."""
    from legacytrack.campaign.undoing import concerns_games
    from legacytrack.campaign.undoing import undo as take_back

    if number is not None and to is not None:
        what = "Undo one change, or all after one; not both."
        raise UsageError(Finding("usage", "undo", what, f"legacytrack undo --to {to}"))
    opened = arguments.campaign(ctx)
    if not dry_run and concerns_games(opened, number, to=to, back=True):
        tried = take_back(opened, number, to=to, command="", dry_run=True)
        over, _ = _games_that_end(opened, tried)
        if over:
            arguments.confirm(yes, f"Take back the end of game {over}?")
    done = take_back(opened, number, to=to, command=arguments.typed(ctx), dry_run=dry_run)
    arguments.say(opened)
    return turned(done, back=True)


def _games_that_end(opened: Any, tried: Any) -> tuple[int | None, int | None]:
    """Tell which finished game an undo would bring back, and which one a redo would end, by a try."""
    from legacytrack.model.change import carry_out
    from legacytrack.model.games import played
    from legacytrack.model.shape import sound
    from legacytrack.model.world import World

    after = set(played(World(sound(carry_out(opened.data, tried.edits))[0])))
    before = set(played(opened.world))
    return min(before - after, default=None), min(after - before, default=None)


@app.command("redo", epilog="Example: legacytrack redo")
def redo(
    ctx: typer.Context,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen, and write nothing.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask before a game ends again.")
    ] = False,
) -> Page:
    """Do again what the last undo took back."""
    from legacytrack.campaign.undoing import concerns_games
    from legacytrack.campaign.undoing import redo as do_again

    opened = arguments.campaign(ctx)
    if not dry_run and concerns_games(opened, back=False):
        _, over = _games_that_end(opened, do_again(opened, command="", dry_run=True))
        if over:
            arguments.confirm(yes, f"End game {over} again?")
    done = do_again(opened, command=arguments.typed(ctx), dry_run=dry_run)
    arguments.say(opened)
    return turned(done, back=False)


@app.command("completion", epilog="Example: legacytrack completion bash")
def completion(
    ctx: typer.Context,
    shell: Annotated[
        str,
        typer.Argument(metavar="SHELL", help="bash, zsh or fish.", autocompletion=complete.shells),
    ],
) -> Page:
    """Print the script that lets TAB complete commands and names."""
    from legacytrack.cli.shells import script_for

    if shell not in complete.SHELLS:
        what = f'There is no completion for "{shell}".'
        fix = f"write one of: {', '.join(complete.SHELLS)}"
        raise NameNotFoundError(Finding("unknown-name", "completion", what, fix))
    return keep.script(shell, script_for(shell))
