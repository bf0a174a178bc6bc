"""Command lines by friends who test limits: the promised exit code, one error, nothing written."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

from kitchen import Ended, Kitchen, each, kitchen
from mangled import WORLDS
from tally import Tally, main

KEPT = tuple(
    (world.read_bytes(), world.with_suffix(".history.jsonl").read_bytes())
    for world in (WORLDS / "format-1.toml", WORLDS / "format-1-plain.toml")
)
KNOWN = (
    *(
        "ana",
        "ben",
        "cy",
        "dee",
        "Ana",
        "brazil",
        "peru",
        "ural",
        "china",
        "egypt",
        "alaska",
        "japan",
    ),
    *("asia", "africa", "south-america", "balkania", "khan", "bear", "saharan", "the-gardeners"),
    *(
        "bunker",
        "ammo",
        "quicksand",
        "major",
        "minor",
        "harbour",
        "plus",
        "minus",
        "coin",
        "mission",
    ),
    *("ana=balkania", "ben=khan", "cy=bear", "dee=saharan", "ana=brazil", "ben=2", "6,5,2", "5,5"),
    *("coin-cap", "starts", "second-signature", "bash", "zsh", "fish", "world", "campaign", "none"),
    *("expand-four", "card-troop", "cards", "factions", "found", "won", "held-on", "eliminated"),
    *("2026-01-03", "1", "2", "3", "5", "9", "15", "ru", "en", "json", "html", "plain", "svg"),
    *("brazil,peru", "peru brazil", "Stalgrad", "New York", "end_of_turn=-1", "population=2", "D"),
    *("infantry", "cavalry=2", "wild", "artillery,infantry", "siam", "quebec"),
    *("Far Island", "far-island", "E4", "red", "format-1", "world.toml", "page.html", "page.md"),
)
ODD = (
    *(
        "",
        " ",
        "  \t",
        "-",
        "--",
        "---",
        "-3",
        "-0",
        "0",
        "00",
        "+1",
        "1.0",
        "1e9",
        "0x10",
        "1_000",
    ),
    *(
        "1000000",
        "9" * 30,
        "-" + "9" * 30,
        "9" * 5000,
        "\u0661",
        "²",
        "½",
        "NaN",
        "inf",
        "true",
        "null",
        "None",
    ),
    *("x" * 500, "x" * 100_000, "a b c d e f", ",", ",,,", "a,,b", "=", "ana=", "=ana", "a=b=c"),
    *("ana=0", "ana=-1", "ana=x", "ana=" + "9" * 30, "7,7,7", "0,0", "6,5,4,3,2,1", "6;5", "1d6"),
    *("\x1b[31mred", "a\nb", "a\tb", "a\0b", "\udcff", "\u202eleft", "\u2028", "\u200b", "\ufeff"),
    *(
        "漢字",
        "Côte d'Ivoire",
        "ИВАН",
        "👩‍👩‍👧",
        "[new berlin]",
        "[/x]",
        ":bomb:",
        "<b>",
        "&amp;",
        "%s",
        "{0}",
    ),
    *("{", "}", "$HOME", "`x`", "'", '"', "\\", "*", "?", "~", "~nobody/x", "nowhere.toml", "home"),
    *("world.history.jsonl", "world.lock", "folder/", "@words", "-h5", "--help=1", "2026-13-01"),
    *("0000-00-00", "9999-12-31", "2026-1-3", "20260103", "2026-W01-1", "yesterday", "con", "nul"),
)
SHARED = (
    "--json",
    "--format",
    "--world",
    "--names",
    "--by",
    "--game",
    "--dry-run",
    "--anyway",
    "-o",
)
STRAY = (
    "--nonsense",
    "-x",
    "--jso",
    "--b",
    "--no-json",
    "-",
    "--",
    "-hv",
    "--version",
    "-h",
    "--help",
)
MEANT = 0.75  # how many words are of the kind that a command may take


class Taken(NamedTuple):
    """What a command takes: its words, how many arguments, options with values or without, an example."""

    words: tuple[str, ...]
    arguments: int
    options: tuple[tuple[str, bool], ...]
    example: tuple[str, ...]


def each_command() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Give each command with its words, those of every box."""
    from legacytrack.cli.app import PANELS, root

    top: Any = root()
    for name in (name for names in PANELS.values() for name in names):
        command = top.get_command(None, name)
        if hasattr(command, "commands"):
            yield from (((name, below), each) for below, each in command.commands.items())
        else:
            yield (name,), command


@cache
def commands() -> tuple[Taken, ...]:
    """All commands that there are, with what they take; a new one is among them by itself."""
    found = []
    for words, command in each_command():
        options = [
            (option, not param.is_flag)
            for param in command.params
            if param.param_type_name == "option"
            for option in param.opts
        ]
        arguments = sum(param.param_type_name == "argument" for param in command.params)
        example = shlex.split(command.epilog.removeprefix("Example: legacytrack"))
        found.append(Taken(words, arguments, tuple(options), tuple(example)))
    return tuple(found)


def word(chance: Random) -> str:
    """Make a word: one that means something, or an odd one."""
    return chance.choice(KNOWN if chance.random() < MEANT else ODD)


def line(chance: Random) -> list[str]:
    """Make a command line: a command with too few, enough or too many words, options anywhere."""
    taken = chance.choice(commands())
    if chance.random() < 0.5:
        return _like_the_example(taken, chance)
    count = max(0, taken.arguments + chance.choice((-1, 0, 0, 0, 0, 1, 1, 2, 5)))
    pieces = [[word(chance)] for _ in range(count)]
    for _ in range(chance.choice((0, 0, 1, 1, 2, 4))):
        option, valued = chance.choice(taken.options)
        pieces.append(_option(option, valued, chance))
    if chance.random() < 0.3:
        pieces.append(_option(chance.choice(SHARED), chance.random() < 0.7, chance))
    if chance.random() < 0.1:
        pieces.append([chance.choice(STRAY)])
    if chance.random() < 0.5:
        chance.shuffle(pieces)
    name = list(taken.words)
    if chance.random() < 0.03:
        name = [chance.choice((*ODD, *KNOWN, name[0][:-1], name[0].upper()))]
    if chance.random() < 0.1 and pieces:
        return [*pieces.pop(), *name, *(word for piece in pieces for word in piece)]
    return [*name, *(word for piece in pieces for word in piece)]


def _like_the_example(taken: Taken, chance: Random) -> list[str]:
    """Take the example of a command, and spoil a word or two of it."""
    words = list(taken.example)
    first = len(taken.words)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
        at = chance.randrange(first, len(words) + 1)
        way = chance.randrange(6)
        if way < 3 and at < len(words):
            words[at] = word(chance)
        elif way == 3:
            del words[at : at + 1]
        elif way == 4:
            words.insert(at, word(chance))
        else:
            words[at:at] = _option(*chance.choice(taken.options), chance)
    return [*words, "--anyway", "a packet"] if chance.random() < 0.2 else words


def _option(option: str, valued: bool, chance: Random) -> list[str]:
    if not valued:
        return [f"{option}=x"] if chance.random() < 0.05 else [option]
    return [f"{option}={word(chance)}"] if chance.random() < 0.2 else [option, word(chance)]


def written(table: Kitchen) -> dict[str, bytes]:
    """All files there are with what stands in them; a lock holds nothing of the campaign."""
    return {
        str(path.relative_to(table.folder)): path.read_bytes()
        for path in table.folder.rglob("*")
        if path.is_file() and path.suffix != ".lock"
    }


def judged(words: list[str], ended: Ended) -> str:
    """Say what is wrong with how a line ended."""
    if ended.wrong:
        return ended.wrong
    if ended.out.startswith('{\n  "legacytrack"'):
        return _envelope(ended)
    if "where this change belongs" in ended.err:
        return f"the blame on a world file that is sound: {ended.err[:300]}"
    errors = ended.err.count("error: ")
    if ended.code in (2, 4, 5, 6) and errors != 1 and "error: " not in " ".join(words):
        return f"{errors} errors: {ended.err[:300]}"
    if ended.code in (2, 4, 5, 6) and ended.out:
        return f"an answer beside the error: {ended.out[:200]}"
    if ended.code == 0 and errors:
        return f"an error with exit code 0: {ended.err[:300]}"
    return ""


def _envelope(ended: Ended) -> str:
    try:
        whole = json.loads(ended.out)
    except ValueError as error:
        return f"no JSON: {error}"
    if ended.code in (2, 4, 5, 6) and not whole["errors"]:
        return "an envelope without the error"
    return (
        f"errors with exit code 0: {whole['errors']}" if whole["errors"] and not ended.code else ""
    )


def attempt(table: Kitchen, seed: int, number: int) -> str:
    """Type one line, or a few at the prompt; say what is wrong.

    Args:
        table: where the files are.
        seed: of the run.
        number: of the try; the same two make the same line.
    """
    chance = Random(f"{seed}/{number}")
    table.lay(*KEPT[number % len(KEPT)])
    before = written(table)
    words = line(chance)
    stdin = ""
    if words[:1] == ["play"]:
        typed = [line(chance) for _ in range(3)]
        stdin = "".join(f"{shlex.join(each)}\n" for each in typed if "\n" not in "".join(each))
        stdin = stdin.replace("\udcff", "?")
    ended = table.say(*words, stdin=stdin)
    said = judged(words, ended) if not stdin else ended.wrong
    after = written(table)
    if not said and after != before and (ended.code or "--dry-run" in words) and not stdin:
        changed = [name for name in {*before, *after} if before.get(name) != after.get(name)]
        kept = (
            "--" in words and words.index("--") < words.index("--dry-run")
            if not ended.code
            else False
        )
        said = (
            "" if kept else f"written to {changed} with exit code {ended.code}: {ended.err[:200]}"
        )
    for name in after.keys() - before.keys():
        (table.folder / name).unlink()
    return said and f"{[each[:60] for each in words]}: {said}"


def run(times: int, seed: int) -> Tally:
    """Type lines, many.

    Args:
        times: how many.
        seed: decides which.
    """
    with kitchen() as table:
        lost = each(times, partial(attempt, table, seed))
    return Tally("command lines with wrong, odd or too many words", times, lost)


if __name__ == "__main__":
    main(run, times=100_000)
