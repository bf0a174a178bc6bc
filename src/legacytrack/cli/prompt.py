"""The prompt: a whole evening without typing the name of the program."""

import contextlib
import shlex
import sys
from collections.abc import Callable, Iterator
from typing import Any

import typer

from legacytrack.cli import arguments
from legacytrack.cli.commands import COMPLETE, PROGRAM
from legacytrack.cli.output import Settings, answer, refuse, talk
from legacytrack.errors import FileError, Finding, LegacytrackError

app = typer.Typer()

LEAVE = ("quit", "exit", "q")
HELP = ("help", "?")


@app.command("play", epilog="Example: legacytrack play")
def play(ctx: typer.Context) -> int:
    """Take commands line by line, without the first word, until quit or Ctrl-D.

    After each change the table of the game is shown. TAB completes, the arrow keys bring back
    earlier lines. From a pipe it takes a command a line.
    """
    import gc

    gc.enable()  # this may be a long evening
    settings = arguments.settings_of(ctx)
    opened = arguments.campaign(ctx)
    settings.kept = opened
    if sys.stdin is None:
        return 0
    asks = sys.stdin.isatty()
    if asks:
        talk([f"{opened.world.name}: commands without {PROGRAM}; help, quit."])
        show_table(settings)
    with _line_editor(asks) as remember:
        for line in _lines(settings, asks):
            remember()
            if not _one(line, settings):
                break
    return 0


def _lines(settings: Settings, asks: bool) -> Iterator[str]:
    """Give the lines that are typed; Ctrl-C throws a line away, Ctrl-D ends."""
    while True:
        try:
            if asks:
                yield input(_prompt(settings))
            else:
                line = sys.stdin.readline()
                if not line:
                    return
                yield line
        except EOFError:
            talk([""])
            return
        except UnicodeDecodeError:
            what = "That line is no text in the encoding of this terminal."
            refuse((Finding("usage", "play", what, "type it again"),), settings)
        except KeyboardInterrupt:
            talk([""])
            if not asks:
                return
        except OSError:  # nothing to read from any more
            return


def _prompt(settings: Settings) -> str:
    from legacytrack.formats.text import harmless
    from legacytrack.model.games import playing

    world = settings.kept.world if settings.kept else None
    on = playing(world) if world else None
    if world and on and on.turn.player:
        return f"{harmless(world.player_name(on.turn.player))}> "
    return "> "


def _one(line: str, settings: Settings) -> bool:
    """Do what a line says; tell whether to go on."""
    from legacytrack.cli.app import run

    try:
        words = shlex.split(line)
    except ValueError:
        what = "A quotation mark is open."
        fix = 'close it; an apostrophe goes into double quotes: "D\'Arc"'
        refuse((Finding("usage", "play", what, fix),), settings)
        return True
    if words[:1] == [PROGRAM]:
        words = words[1:]
    if not words or words[0].startswith("#"):
        return True
    if words[0].lower() in LEAVE and len(words) == 1:
        return False
    if words[0] in HELP:
        words = [*words[1:2], "--help"]
    if words[0] == "play":
        talk(["This is the prompt already; quit leaves it."])
        return True
    before = _text(settings)
    inner = Settings()
    inner.world, inner.format, inner.kept = settings.world, settings.format, settings.kept
    run(words, inner)
    if _text(settings) != before:
        show_table(settings)
    return True


def _text(settings: Settings) -> bytes:
    return settings.kept.text if settings.kept else b""


def show_table(settings: Settings) -> None:
    """Show the game that is on in a few lines, for people."""
    from legacytrack.pages.table import compact

    if settings.chosen_format == "json" or not settings.kept:
        return
    page = compact(settings.kept.world, settings.kept.box)
    if page:
        answer(page, settings)


@contextlib.contextmanager
def _line_editor(asks: bool) -> Iterator[Callable[[], None]]:
    """Switch on line history and TAB, where there is a terminal and a line editor."""
    try:
        import readline
    except ImportError:
        asks = False
    if not asks:
        yield lambda: None
        return
    from legacytrack.store import lines

    lines.load()
    readline.set_completer(_Completer())
    readline.set_completer_delims(" \t\n")
    editor = "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
    readline.parse_and_bind(editor)
    try:
        yield lines.keep
    finally:
        readline.set_completer(None)
        lines.shorten()


class _Completer:
    """What TAB offers at the prompt: the same as a shell would."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def __call__(self, incomplete: str, at: int) -> str | None:
        """Give one offer after the other, None after the last."""
        import readline

        if at == 0:
            before = readline.get_line_buffer()[: readline.get_begidx()]
            self.found = offers(before, incomplete)
        return self.found[at] if at < len(self.found) else None


def offers(before: str, incomplete: str) -> list[str]:
    """List what may come next on a line, each with the space that ends a word.

    Args:
        before: the line before the word that is typed.
        incomplete: what of the word is there.
    """
    from typer._completion_classes import BashComplete

    from legacytrack.cli.app import root

    try:
        words = shlex.split(before)
    except ValueError:
        return []
    if words[:1] == [PROGRAM]:
        words = words[1:]
    asked: Any = BashComplete(root(), {"obj": Settings()}, PROGRAM, COMPLETE)
    with contextlib.suppress(LegacytrackError, FileError, OSError):
        values = [item.value for item in asked.get_completions(words, incomplete)]
        if not words:
            values += [word for word in (*LEAVE[:1], *HELP[:1]) if word.startswith(incomplete)]
        return [value if value.endswith("=") else f"{value} " for value in values]
    return []
