"""The kinds of command: what every one takes, what records and what looks take, and groups."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from legacytrack.cli import arguments, complete
from legacytrack.cli.output import ENDINGS, FORMATS, Settings
from legacytrack.cli.parts import offer, refuse_the_missing
from legacytrack.errors import Finding, NameNotFoundError, UsageError
from legacytrack.pages.page import Page

if TYPE_CHECKING:
    from legacytrack.campaign.door import Campaign
    from legacytrack.campaign.recording import Recorded, Step

PROGRAM = "legacytrack"
ClickError: Any = typer.BadParameter.__mro__[2]  # typer shows no name for its base class
_SEED = "seed"  # what a draw begins with: it is not recorded, and may be any number
COMPLETE = "_LEGACYTRACK_COMPLETE"  # the variable in which a shell asks for completion


def _set(name: str) -> Any:
    def callback(ctx: typer.Context, value: Any) -> Any:
        if value is not None and value is not False and isinstance(ctx.obj, Settings):
            setattr(ctx.obj, *(("format", "json") if name == "json" else (name, value)))
        return value

    return lambda ctx, param, value: callback(ctx, value)


def _show_version(ctx: typer.Context, param: object, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from legacytrack import __version__

        typer.echo(f"{PROGRAM} {__version__}")
        raise typer.Exit


def _check_format(ctx: typer.Context, param: object, value: str | None) -> None:
    if value is not None and value not in FORMATS and not ctx.resilient_parsing:
        raise typer.BadParameter(f"there is {', '.join(FORMATS)}; not {value!r}.")
    _set("format")(ctx, param, value)


def _check_names(ctx: typer.Context, param: object, value: str | None) -> None:
    if value is not None and not ctx.resilient_parsing:
        from legacytrack.store.box_files import languages

        if value not in languages():
            what = f'There are no names of places in "{value}".'
            fix = f"write one of: {', '.join(languages())}"
            raise NameNotFoundError(Finding("unknown-language", "--names", what, fix))
    _set("names")(ctx, param, value)


def _check_game(ctx: typer.Context, param: object, value: int | None) -> None:
    if value is not None and value < 1 and not ctx.resilient_parsing:
        raise typer.BadParameter(f"games are counted from 1; not {value}.")
    _set("game")(ctx, param, value)


def _shared_options() -> list[TyperOption]:
    """The options that every command takes, before the command and after it."""
    flag: dict[str, Any] = {"is_flag": True, "default": False, "expose_value": False}
    return [
        TyperOption(
            param_decls=["--world"],
            metavar="FILE",
            expose_value=False,
            callback=_set("world"),
            help="The world file to use.",
        ),
        TyperOption(
            param_decls=["--names", "language"],  # some command has names of its own
            metavar="LANGUAGE",
            expose_value=False,
            callback=_check_names,
            autocompletion=complete.languages_offered,
            help="Show places by their names in a language.",
        ),
        TyperOption(
            param_decls=["--json"],
            callback=_set("json"),
            help="Answer as JSON, for programs.",
            **flag,
        ),
        TyperOption(
            param_decls=["--format"],
            metavar="FORMAT",
            expose_value=False,
            callback=_check_format,
            help=f"Answer as {', '.join(FORMATS)}.",
        ),
        TyperOption(
            param_decls=["--version"],
            is_eager=True,
            callback=_show_version,
            help="Say the version and end.",
            **flag,
        ),
    ]


def _recording_options() -> list[TyperOption]:
    return [
        TyperOption(
            param_decls=["--by"],
            metavar="PLAYER",
            expose_value=False,
            callback=_set("by"),
            autocompletion=complete.players_offered,
            help="The player who did it.",
        ),
        TyperOption(
            param_decls=["--game"],
            metavar="N",
            type=int,
            expose_value=False,
            callback=_check_game,
            help="The game it was in.",
        ),
        TyperOption(
            param_decls=["--dry-run"],
            is_flag=True,
            default=False,
            expose_value=False,
            callback=_set("dry_run"),
            help="Say what would happen, and write nothing.",
        ),
        TyperOption(
            param_decls=["--anyway"],
            metavar="WHY",
            expose_value=False,
            callback=_set("anyway"),
            help="Record it against a rule, and say why.",
        ),
    ]


class Command(TyperCommand):
    """A command that also takes the options every command takes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(_shared_options())

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Remember which command it is, before anything can go wrong with its words."""
        if isinstance(ctx.obj, Settings):
            ctx.obj.command = ctx.command_path.removeprefix(f"{PROGRAM} ")
        if not ctx.resilient_parsing:
            self._refuse_options_as_values(args)
        try:
            rest = super().parse_args(ctx, args)
        except ClickError:
            refuse_the_missing(ctx)  # that the box has no such thing is the better answer
            raise
        if not ctx.resilient_parsing:
            refuse_the_missing(ctx)
        return rest

    def _refuse_options_as_values(self, args: list[str]) -> None:
        """Refuse an option that stands where the value of another was forgotten."""
        known = {option: param for param in self.params for option in param.opts}
        for word, following in pairwise(args):
            if word == "--":
                break
            param = known.get(word)
            if param is None or getattr(param, "is_flag", True) or not following.startswith("-"):
                continue
            if following == "--" or following in known:
                what = f"{word} needs a value; {following} is an option."
                fix = f"write it like {word} {param.metavar or 'N'}"
                raise UsageError(Finding("usage", word, what, fix))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """List the options that the box of this world has something for."""
        offer(self, ctx)
        super().format_options(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Offer the options that the box of this world has something for."""
        offer(self, ctx)
        return super().shell_complete(ctx, incomplete)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Print the example on a line of its own, as it is typed."""
        if self.epilog:
            formatter.write_paragraph()
            formatter.write(self.epilog + "\n")


class Counting(Command):
    """A command whose numbers go into the world: none is beyond what people count to."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the words, and refuse a number that the world file could not hold."""
        rest: list[str] = super().parse_args(ctx, args)
        if ctx.resilient_parsing:
            return rest
        from legacytrack.model.values import MOST

        typed = {"game": arguments.settings_of(ctx).game, **ctx.params}
        for param in self.params:
            number = typed.get(param.name) if param.name != _SEED else None
            if isinstance(number, int) and number > MOST:
                what = f"{number} is more than anybody counts to; numbers end at {MOST}."
                raise typer.BadParameter(what, ctx, param)
        return rest


class Recording(Counting):
    """A command that changes the world: when, by whom, only to try, or against a rule."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params[-len(_shared_options()) : 0] = _recording_options()


class Looking(Command):
    """A command whose answer can also be written to a file."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        output = TyperOption(
            param_decls=["--output", "-o"],
            metavar="FILE",
            expose_value=False,
            callback=_set("output"),
            help=f"Write to a file that ends in {', '.join(ENDINGS)}; - is the terminal.",
        )
        self.params[-len(_shared_options()) : 0] = [output]


class Group(TyperGroup):
    """A group of commands; without a word it shows its help, and that is no mistake."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(_shared_options())

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Show the help when nothing is typed."""
        rest: list[str] = super().parse_args(ctx, args)
        if not ctx._protected_args and not ctx.resilient_parsing:
            typer.echo(ctx.get_help())
            ctx.exit(0)
        return rest

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands, each with the whole of what it does."""
        rows = [(name, each.get_short_help_str(200)) for name, each in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find a command, or suggest the near ones."""
        found = self.get_command(ctx, args[0])
        if found is None and not ctx.resilient_parsing and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.list_commands(ctx), 3)
            fix = f"did you mean {' or '.join(near)}?" if near else f"see {ctx.command_path} --help"
            what = f'There is no command "{args[0]}".'
            raise UsageError(Finding("usage", args[0], what, fix))
        return super().resolve_command(ctx, args)


def record_change(
    ctx: typer.Context, opened: Campaign, step: Step, *, game: int | None = None
) -> Recorded:
    """Take a change into the world, with the options that every record takes.

    Args:
        ctx: the context of the command.
        opened: the campaign.
        step: the recording rule.
        game: number of the game it belongs to, when `--game` does not say.
    """
    from legacytrack.campaign.recording import record

    settings = arguments.settings_of(ctx)
    arguments.player_or_none(opened.world, settings.by)  # a slip is told, also where nobody asks
    done = record(
        opened,
        step,
        command=arguments.typed(ctx),
        game=settings.game or game,
        anyway=arguments.reason(settings.anyway),
        dry_run=settings.dry_run,
    )
    arguments.say(opened)
    return done


def record_step(
    ctx: typer.Context, opened: Campaign, step: Step, *, game: int | None = None, **more: Any
) -> Page:
    """Take a change into the world, and answer; `more` is further data of the answer."""
    from legacytrack.pages.record import recorded

    return recorded(record_change(ctx, opened, step, game=game), **more)
