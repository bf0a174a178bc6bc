"""The prompt: a whole evening without typing the name of the program."""

import contextlib
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

import typer

from legacytrack.cli import arguments
from legacytrack.cli.commands import COMPLETE, PROGRAM
from legacytrack.cli.output import Settings, refuse, talk
from legacytrack.errors import FileError, Finding, LegacytrackError

app = typer.Typer()

LEAVE = ("quit", "exit", "q")
HELP = ("help", "?")
STOPPED, NOBODY_READS = 130, 141  # what a command ends with after Ctrl-C, or when a pipe is closed


@app.command("play", epilog="Example: legacytrack play")
def play(ctx: typer.Context) -> int:
    """Take commands line by line, without the first word, until quit or Ctrl-D.

    After each change the table of the game is shown. TAB completes, the arrow keys bring back
    earlier lines. From a pipe it takes a command a line; with --json each answer is one line. The
    prompt stays with its world; use and new take it to another.
    """
    import gc

    settings = arguments.settings_of(ctx)
    if settings.kept:
        talk(["This is the prompt already; quit leaves it."])
        return 0
    gc.enable()  # this may be a long evening
    if callable(signal.getsignal(signal.SIGINT)):  # Ctrl-C leaves a line, not the prompt
        signal.signal(signal.SIGINT, signal.default_int_handler)
    opened = arguments.campaign(ctx)
    _stay_with(settings, opened)
    if sys.stdin is None:
        return 0
    asks = sys.stdin.isatty()
    if asks:
        talk([f"{opened.world.name}: commands without {PROGRAM}; help, quit."])
        show_table(settings)
    with _line_editor(settings, asks) as remember:
        while True:
            try:
                typed = _typed(settings, asks)
                if typed is None:
                    return 0
                # Of lines that are pasted together, each is one command.
                for line in typed.replace("\r", "\n").split("\n"):
                    remember(line)
                    code = _one(line, settings)
                    if code == STOPPED:
                        raise KeyboardInterrupt
                    if code is not None:
                        return code
            except KeyboardInterrupt:
                talk([""])
                if not asks:
                    return STOPPED


def _stay_with(settings: Settings, opened: Any) -> None:
    places = opened.places
    opened.places = places._replace(chosen_by=f"the prompt, begun by {places.chosen_by}")
    settings.kept, settings.world = opened, None


def _typed(settings: Settings, asks: bool) -> str | None:
    """Give what is typed, mostly one line; None at the end."""
    try:
        if asks:
            return input(_prompt(settings))
        # Line by line as bytes: what is no text in one line takes no other along.
        line: Any = getattr(sys.stdin, "buffer", sys.stdin).readline()
        if isinstance(line, bytes):
            line = line.decode(sys.stdin.encoding or "utf-8", sys.stdin.errors or "strict")
        return line.removeprefix("\ufeff").rstrip("\r\n") if line else None
    except EOFError:
        talk([""])
    except UnicodeDecodeError:
        what = "That line is no text in the encoding of this terminal."
        refuse((Finding("usage", "play", what, "type it again"),), settings)
        return ""
    except OSError:  # nothing to read from any more
        pass
    return None


def _prompt(settings: Settings) -> str:
    from legacytrack.formats.text import harmless
    from legacytrack.model.games import playing

    world = settings.kept.world if settings.kept else None
    on = playing(world) if world else None
    if world and on and on.turn.player:
        encoding = sys.stdout.encoding or "ascii"
        name = harmless(world.player_name(on.turn.player)).encode(encoding, "backslashreplace")
        return f"{name.decode(encoding)}> "
    return "> "


def _one(line: str, settings: Settings) -> int | None:
    """Do what a line says; give the exit code when that was the end."""
    from legacytrack.cli.app import run

    if line.lstrip().startswith("#"):
        return None
    try:
        words = shlex.split(line)
    except ValueError as error:
        open_mark = "quotation" in str(error)
        what = f"A {'quotation mark is open' if open_mark else 'backslash stands at the end'}."
        fix = 'close it; an apostrophe goes into double quotes: "D\'Arc"'
        refuse((Finding("usage", "play", what, fix if open_mark else "leave it out"),), settings)
        return None
    if words[:1] == [PROGRAM]:
        words = words[1:]
    if not words:
        return None
    if words[0].lower() in LEAVE and len(words) == 1:
        return 0
    if words[0] in HELP:
        words = [*words[1:], "--help"]
    before = _text(settings)
    inner = Settings()
    inner.format, inner.names, inner.kept = settings.format, settings.names, settings.kept
    code = run(words, inner)
    if code in (STOPPED, NOBODY_READS):
        return code
    if inner.leads_to:
        _follow(settings, inner.leads_to)
    elif settings.kept:
        with contextlib.suppress(LegacytrackError):  # the next command tells of it
            settings.kept.refresh()
            arguments.say(settings.kept)
    inner.kept = settings.kept
    if _text(settings) != before:
        show_table(inner)
    return None


def _follow(settings: Settings, places: Any) -> None:
    """Go on with the world that `use` or `new` led to, or say why not."""
    from legacytrack.campaign.door import Campaign

    here = settings.kept.world.name if settings.kept else ""
    try:
        opened = Campaign(places, settings.names)
    except LegacytrackError as error:
        talk([f"note: {error.findings[0].what} The prompt stays with {here}."])
        return
    arguments.say(opened)
    _stay_with(settings, opened)
    talk([f"The prompt goes on with {opened.world.name}."])


def _text(settings: Settings) -> bytes:
    return settings.kept.text if settings.kept else b""


def show_table(settings: Settings) -> None:
    """Show the game that is on in a few lines, for people."""
    from legacytrack.cli.app import guarded
    from legacytrack.pages.table import compact

    opened = settings.kept
    if settings.chosen_format != "json" and opened:
        guarded(lambda: compact(opened.world, opened.box), settings)


@contextlib.contextmanager
def _line_editor(settings: Settings, asks: bool) -> Iterator[Callable[[str], None]]:
    """Switch on line history and TAB, where there is a terminal and a line editor."""
    try:
        import readline
    except ImportError:
        asks = False
    if not asks:
        yield lambda line: None
        return
    from legacytrack.store import lines

    lines.load()
    readline.set_auto_history(False)  # the answer to a question is no line to bring back
    readline.set_completer(_Completer(settings))
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

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.found: list[str] = []

    def __call__(self, incomplete: str, at: int) -> str | None:
        """Give one offer after the other, None after the last."""
        import readline

        if at == 0:
            before = readline.get_line_buffer()[: readline.get_begidx()]
            self.found = offers(before, incomplete, self.settings)
        return self.found[at] if at < len(self.found) else None


def offers(before: str, incomplete: str, settings: Settings) -> list[str]:
    """List what may come next on a line, each with the space that ends a word.

    Args:
        before: the line before the word that is typed.
        incomplete: what of the word is there.
        settings: those of the prompt.
    """
    from typer._completion_classes import BashComplete

    from legacytrack.cli.app import root

    try:
        words = shlex.split(before)
    except ValueError:
        return []
    if words[:1] == [PROGRAM]:
        words = words[1:]
    inner = Settings()
    inner.names, inner.kept = settings.names, settings.kept
    asked: Any = BashComplete(root(), {"obj": inner}, PROGRAM, COMPLETE)
    with contextlib.suppress(LegacytrackError, FileError, OSError):
        values = [item.value for item in asked.get_completions(words, incomplete)]
        if not words:
            values += [word for word in (*LEAVE[:1], *HELP[:1]) if word.startswith(incomplete)]
        return [value if value.endswith("=") else f"{value} " for value in values]
    return []
