"""The program: finds the command, prints what it answers, and turns every error into plain words."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand
from typer.main import get_command_from_info, get_group_from_info

from legacytrack.cli.commands import COMPLETE, PROGRAM, ClickError, Command, Group, Looking
from legacytrack.cli.output import Settings, answer, options_and_names, refuse
from legacytrack.cli.parts import box_meant, example_for, is_offered
from legacytrack.errors import Finding, LegacytrackError
from legacytrack.pages.page import Page

if TYPE_CHECKING:
    from typer.models import CommandInfo, TyperInfo

# Only the panel of the command that was typed is loaded; a test holds this table to the panels.
PANELS: dict[str, tuple[str, ...]] = {
    "ask": ("troops", "starts", "continents", "cards", "rules"),
    "moves": ("enter", "reach"),
    "dice": ("battle", "odds"),
    "look": ("status", "show", "map", "supply", "standings", "log", "summary", "packets"),
    "record": (
        *("power", "coin", "scar", "cancel", "city", "fortify", "wear"),
        *("name", "bonus", "destroy", "planet"),
    ),
    "play": ("begin", "hq", "sign", "correct"),
    "prompt": ("play",),
    "table": ("deal", "hold", "take", "leave", "join", "out", "star", "missile", "next"),
    "side_board": ("hand", "slots", "draw", "events"),
    "packets": ("packet",),
    "found": ("define",),
    "keep": ("new", "player", "use", "where", "undo", "redo", "completion"),
    "safety": ("check", "restore"),
    "export": ("export",),
}
PANEL_TITLES = {
    "ask": "Ask",
    "moves": "Moving troops",
    "dice": "Dice",
    "look": "Look",
    "record": "Record what happened",
    "play": "Play",
    "prompt": "A whole evening",
    "table": "The table during a game",
    "side_board": "Cards during a game",
    "packets": "Packets",
    "found": "What packets brought",
    "keep": "Keep the campaign",
    "safety": "When something is wrong",
    "export": "Share",
}
TRACEBACK = "LEGACYTRACK_TRACEBACK"  # set it to see the traceback of an unexpected error


class Root(Group):
    """All commands, each loaded from its panel when it is needed."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands that the box of this world has something for."""
        box = box_meant(ctx)
        names = [name for names in PANELS.values() for name in names]
        return [name for name in names if is_offered(box, name)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Load one command from its panel."""
        for panel, names in PANELS.items():
            if cmd_name in names:
                return _load(panel, cmd_name)
        return None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands by panel."""
        offered = self.list_commands(ctx)
        longest = max(map(len, offered))
        for panel, those in PANELS.items():
            names = [name for name in those if name in offered]
            if not names:
                continue
            with formatter.section(PANEL_TITLES[panel]):
                formatter.write_dl(
                    [
                        (name.ljust(longest), self.get_command(ctx, name).get_short_help_str(200))
                        for name in names
                    ]
                )


@cache
def _load(panel: str, name: str) -> Any:
    app: typer.Typer = import_module(f"legacytrack.cli.{panel}").app
    info: CommandInfo | TyperInfo
    for info in app.registered_commands:
        if info.name == name:
            info.cls = _kind(info, panel)
            return get_command_from_info(info, pretty_exceptions_short=True, rich_markup_mode=None)
    for info in app.registered_groups:
        if info.name == name and info.typer_instance:
            for each in info.typer_instance.registered_commands:
                each.cls = _kind(each, panel)
            info.cls = Group
            return get_group_from_info(
                info, pretty_exceptions_short=True, suggest_commands=False, rich_markup_mode=None
            )
    raise LookupError(name)


def _kind(info: CommandInfo, panel: str) -> type[TyperCommand]:
    if info.cls and issubclass(info.cls, Command):
        return info.cls
    return Looking if panel == "look" else Command


@cache
def root() -> Root:
    """The command that holds all others."""
    return Root(
        name=PROGRAM,
        help="A scorekeeper's companion for the box of Risk Legacy: type what happens at the "
        "table, and ask how many troops you get.",
        epilog="Example: legacytrack troops 14 --population 3 --coins 5",
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        rich_markup_mode=None,
    )


def run(args: Sequence[str], settings: Settings | None = None) -> int:
    """Run one command line and return the exit code.

    Args:
        args: the words after the name of the program.
        settings: what is set already, None for nothing.
    """
    settings = settings or Settings()
    settings.words = tuple(args)
    if COMPLETE in os.environ:
        from typer._completion_classes import completion_init

        completion_init()
    return guarded(
        lambda: root().main(
            list(args),
            prog_name=PROGRAM,
            standalone_mode=False,
            obj=settings,
            complete_var=COMPLETE,
        ),
        settings,
    )


def guarded(action: Callable[[], Any], settings: Settings) -> int:
    """Do something, print the page it answers, and turn every error into plain words.

    Args:
        action: gives a page, an exit code, or None.
        settings: how to print.

    Returns:
        The exit code.
    """
    try:
        result = action()
        return _print(result, settings) if isinstance(result, Page) else int(result or 0)
    except LegacytrackError as error:
        return _end(settings, error.findings, error.exit_code)
    except ClickError as error:
        return _end(settings, (_usage(error, settings),), 2)
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except Exception as error:
        if TRACEBACK in os.environ:
            raise
        what = f"Something went wrong that should not: {type(error).__name__}: {error}"
        fix = (
            f"tell the makers what you typed, with what legacytrack where and check say; "
            f"{TRACEBACK}=1 shows where in the program it was"
        )
        return _end(settings, (Finding("unexpected", "", what, fix),), 1)


def _print(page: Page, settings: Settings) -> int:
    try:
        answer(page, settings)
    except BrokenPipeError:
        raise
    except OSError as error:
        what = f"The answer cannot be printed: {error.strerror or error}."
        fix = "what was recorded is recorded (legacytrack log)"
        return _end(settings, (Finding("cannot-print", "", what, fix),), 4)
    return page.exit_code


def _end(settings: Settings, findings: Sequence[Finding], code: int) -> int:
    options, _ = options_and_names(settings.words)
    line = " ".join(options).replace("--format=", "--format ")
    if "--json" in options or "--format json" in line:
        settings.format = "json"
    with contextlib.suppress(OSError):  # nowhere to print to: the exit code still tells
        refuse(findings, settings)
    return code


def _usage(error: Any, settings: Settings) -> Finding:
    what = error.format_message()
    path = error.ctx.command_path if error.ctx else f"{PROGRAM} {settings.command}".strip()
    too_many = getattr(error, "ctx", None) and what.startswith("Got unexpected extra argument")
    option = getattr(error, "option_name", "") if what.startswith("No such option") else ""
    fix = f"see {path} --help"
    example = example_for(error.ctx, error.ctx.command.epilog) if error.ctx else ""
    if example:
        fix = f"{example.replace('Example', 'for example')}; {fix}"
    if too_many:
        words = what[what.rindex("(") + 1 : -1]
        what = f"Too many words: {words}."
        fix = f'a name of several words goes into quotation marks, "great britain"; {fix}'
    if option[1:2].isdigit():
        what = f"{option} looks like an option; no number here is below zero."
        fix = (
            "to take something back: legacytrack undo; a name that begins with a dash goes after --"
        )
    elif option:
        fix += "; a name that begins with a dash goes after --"
    return Finding("usage", settings.command, what, fix)


def start(args: Sequence[str]) -> int:
    """Run the program as a process of its own: pipes and shells find what they expect."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head -1` ends as it ends for others
    try:
        return run(args)
    except SystemExit as ended:  # the end of a completion
        return ended.code if isinstance(ended.code, int) else 0
