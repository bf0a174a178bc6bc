"""Ends: pipes that close, Ctrl-C at any moment, no home, no locale, no terminal, closed streams.

Each has to be quiet and to end with the usual code, and a record that was broken off is whole or was
never made. What Python itself says of a Ctrl-C that comes before it has reached us does not count.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import TypeVar

from machine import Ended, Machine, here, machine, unwhole
from tally import Tally, main

from legacytrack.store.box_files import EXAMPLE

T = TypeVar("T")
INTERRUPTED, NOBODY_READS = 130, -signal.SIGPIPE
LOOKUPS = (("show",), ("troops", "ana", "europe"), ("--json", "show", "cards"), ("--help",))
WORDS = (*LOOKUPS, ("coin", "ural", "--game", "4"), ("coin", "nowhere"), ("nonsense",))
ANSWERED = ("To undo: ", "To turn it round: ")


def begin(table: Machine) -> None:
    """Make the example world anew, with a first record."""
    shutil.rmtree(table.folder)
    table.folder.mkdir()
    shutil.copy(EXAMPLE, table.world)
    assert here("player", "add", "First", "--world", str(table.world)).code == 0


def noise(ended: Ended) -> Iterator[str]:
    """Say what was louder than it should be."""
    if "Traceback" in ended.err or "Exception" in ended.err or "went wrong" in ended.err:
        yield f"it is not quiet: {ended}"


def some(all_of: Iterable[T], most: int, chance: random.Random) -> list[T]:
    """Choose so many at random."""
    listed = list(all_of)
    return chance.sample(listed, min(most, len(listed)))


# Surroundings


def surroundings(table: Machine) -> Iterator[tuple[str, dict[str, str | None]]]:
    """Homes, locales and terminals as they should not be; None takes a variable away."""
    closed = table.folder.parent / "closed"
    closed.mkdir(exist_ok=True)
    closed.chmod(0o555)
    a_file = table.folder.parent / "file"
    a_file.touch()
    no_folders = {"XDG_DATA_HOME": None, "XDG_STATE_HOME": None}
    yield "no HOME", {"HOME": None, **no_folders}
    yield "an empty HOME", {"HOME": "", **no_folders}
    for home in (closed, a_file, Path("/dev/null"), Path("/nowhere/at/all")):
        yield f"HOME is {home.name}", {"HOME": str(home), **no_folders}
    for locale in ("C", "POSIX", "xx_YY.nonsense", ""):
        for more in ({}, {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}):
            yield f"the locale {locale!r}", {"LC_ALL": locale, "LANG": None, **more}
    for terminal in (None, "", "dumb", "nonsense"):
        yield f"TERM is {terminal}", {"TERM": terminal}


def everywhere(table: Machine, most: int, chance: random.Random) -> Iterator[str]:
    """In all surroundings the commands end as they do at home, and the answer is the same."""
    for name, changes in some(surroundings(table), most, chance):
        env = {**table.env, **{key: value for key, value in changes.items() if value is not None}}
        for key, value in changes.items():
            if value is None:
                env.pop(key, None)
        for words in (LOOKUPS[1], WORDS[4], WORDS[5]):
            begin(table)
            usual = here(*words, "--world", str(table.world))
            begin(table)
            with table.start(*words, env=env) as running:
                ended = Ended(0, *(part.decode() for part in running.communicate(timeout=60)))
            ended = ended._replace(code=running.returncode)
            if ended != usual:
                yield f"{name}, {' '.join(words)}: {ended} instead of {usual}"


def on_a_terminal(table: Machine, most: int, chance: random.Random) -> Iterator[str]:
    """A terminal without a name, or with one that nobody knows, is written to all the same."""
    for terminal in some((None, "dumb", "nonsense"), most, chance):
        begin(table)
        main_end, side = os.openpty()
        env = {**table.env, **({"TERM": terminal} if terminal else {})}
        with table.start("show", "ana", stdin=side, stdout=side, stderr=side, env=env) as running:
            os.close(side)
            shown = b""
            try:
                while part := os.read(main_end, 4096):
                    shown += part
            except OSError:  # so a terminal says that nobody writes to it any more
                pass
        os.close(main_end)
        if running.returncode or b"Ana" not in shown or b"Traceback" in shown:
            yield f"TERM is {terminal}: {running.returncode} {shown!r}"


# Streams


def closing(numbers: Sequence[int]) -> Callable[[], None]:
    """Close some of the three streams in the process that comes next."""

    def close() -> None:
        for number in numbers:
            os.close(number)

    return close


def closed_streams(table: Machine, most: int, chance: random.Random) -> Iterator[str]:
    """With any of the three streams closed the code is the usual one, and a record is made."""
    for chosen in some(product((False, True), repeat=3), most, chance):
        numbers = [number for number, is_closed in enumerate(chosen) if is_closed]
        for words in some(WORDS, most, chance):
            begin(table)
            usual = here(*words, "--world", str(table.world))
            after = table.world.read_bytes()
            begin(table)
            ended = table.run(*words, preexec_fn=closing(numbers))
            if ended.code != usual.code or table.world.read_bytes() != after:
                yield f"{' '.join(words)} without {numbers}: {ended}"
            yield from noise(ended)
            yield from unwhole(table.world)


def closed_pipes(table: Machine, most: int, chance: random.Random) -> Iterator[str]:
    """A reader that goes early ends the program quietly; a record is made before it is answered."""
    for words, read in some(product((*WORDS, ("play",)), (0, 1)), most, chance):
        begin(table)
        typed = b"show\ncoin ural --game 4\nshow\n" * 5
        with table.start(*words, stdin=subprocess.PIPE) as running:
            assert running.stdin
            assert running.stdout
            assert running.stderr
            if read == 0:
                running.stdout.close()
            running.stdin.write(typed)
            running.stdin.close()
            if read:
                running.stdout.read(read)
                running.stdout.close()
            ended = Ended(running.wait(60), "", running.stderr.read().decode())
        usual = {("coin", "nowhere"): 5, ("nonsense",): 2}.get(words, 0)
        if ended.code not in (usual, NOBODY_READS, 128 + signal.SIGPIPE):
            yield f"{' '.join(words)}, of which {read} letters were read: {ended}"
        yield from noise(ended)
        if words[1:2] == ("ural",) and b"[cards.ural]" not in table.world.read_bytes():
            yield "a record without a reader was not made"
        yield from unwhole(table.world)


# Ctrl-C


def interrupted(table: Machine, words: Sequence[str], after: float) -> Ended:
    """Press Ctrl-C so many seconds after the start of a command, unless it has ended by then."""
    with table.start(*words, stdin=subprocess.PIPE) as running:
        assert running.stdin
        try:
            running.stdin.write(b"player add Eve\nundo\nshow\n" * 20)
            running.stdin.flush()
        except BrokenPipeError:
            pass
        time.sleep(after)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    return Ended(running.returncode, out.decode(), err.decode())


def ctrl_c(table: Machine, times: int, chance: random.Random) -> Iterator[str]:
    """Press Ctrl-C at random moments of questions, records, undo and the prompt."""
    begin(table)
    began = time.monotonic()
    table.run("troops", "14")
    usual = time.monotonic() - began
    for turn in range(times):
        record = ("player", "add", f"Player {turn}")
        words = (record, ("undo",), LOOKUPS[turn % 4], ("play",), record)[turn % 5]
        after = usual * 1.5 * chance.random()
        ended = interrupted(table, words, after)
        where = f"{' '.join(words)}, Ctrl-C after {after:.3f} seconds: "
        not_begun = ended.code in (-signal.SIGINT, 1) and "in main" not in ended.err
        if not not_begun:
            if ended.code not in (0, INTERRUPTED) and not (words == ("undo",) and ended.code == 6):
                yield f"{where}{ended}"
            yield from (where + what for what in noise(ended))
        text = table.world.read_text(encoding="utf-8")
        if (
            words == record
            and any(said in ended.out for said in ANSWERED)
            and record[2] not in text
        ):
            yield f"{where}answered, and not there"
        yield from (where + what for what in unwhole(table.world))


def run(times: int, seed: int) -> Tally:
    """Press Ctrl-C many times, and try the other ends once each, or some of them.

    Args:
        times: how often Ctrl-C is pressed.
        seed: of the moments.
    """
    if sys.platform == "win32":
        return Tally("ends", 0, (), ("signals and streams are those of POSIX systems",))
    chance, most = random.Random(seed), max(1, times // 3)
    with machine() as table:
        lost = list(ctrl_c(table, times, chance))
        for case in (everywhere, on_a_terminal, closed_streams, closed_pipes):
            lost += [f"{case.__name__}: {what}" for what in case(table, most, chance)]
    what = "Ctrl-C at any moment; closed pipes and streams; no home, locale or terminal"
    return Tally(what, times, tuple(lost))


if __name__ == "__main__":
    main(run, times=500)
