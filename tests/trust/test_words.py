"""Names and command lines by friends who test limits; the long forms make many thousands."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import argument_lines
import odd_names
import pytest
from kitchen import Ended, kitchen


def test_odd_names() -> None:
    """A name is shown exactly or refused, and is only a name in every format and every shell."""
    tally = odd_names.run(12, 1)
    assert (tally.times, tally.lost) == (12, ())


def test_odd_command_lines() -> None:
    """A promised exit code, one error, no traceback, and nothing written where it is refused."""
    tally = argument_lines.run(200, 1)
    assert (tally.times, tally.lost) == (200, ())


def test_every_command_is_tried() -> None:
    """A command that is new is among those that are tried, with an example that it can take."""
    from legacytrack.cli.app import PANELS

    tried = {taken.words[0] for taken in argument_lines.commands()}
    assert tried == {name for names in PANELS.values() for name in names}
    for taken in argument_lines.commands():
        assert taken.example[: len(taken.words)] == taken.words


@pytest.mark.parametrize("number", ["1000000", "9" * 30])
def test_no_number_is_beyond_what_people_count_to(number: str) -> None:
    """Whatever a command writes down, a number that no world file can hold is a slip of the keyboard."""
    from legacytrack.cli.commands import Counting

    tried = []
    with kitchen() as table:
        for words, example, command in examples():
            for param in command.params:
                whole = "int" in param.type.name and param.name != "seed"
                if not isinstance(command, Counting) or not whole:
                    continue
                table.lay(*argument_lines.KEPT[words == ["deal"]])  # that one is of the other box
                before = argument_lines.written(table)
                line = with_value(command, words, example, param, number)
                ended = table.say(*line)
                tried.append(f"{words[-1]} {param.opts[0]}")
                assert (ended.code, ended.out) == (2, ""), line
                few = getattr(param.type, "max", None)
                expected = "is not in the range" if few else "is more than anybody counts to"
                assert f"{number} {expected}" in ended.err.splitlines()[0], line
                assert argument_lines.written(table) == before
    assert {"coin --game", "wear boxes", "new --games-played", "draw --stars"} <= set(tried)


def examples() -> Iterator[tuple[list[str], list[str], Any]]:
    """Each command: its words, its example, and itself."""
    for words, command in argument_lines.each_command():
        line = shlex.split(command.epilog.removeprefix("Example: legacytrack"))
        yield list(words), line, command


def with_value(
    command: Any, words: list[str], example: list[str], param: Any, value: str
) -> list[str]:
    """The example of a command, with another value for one of its parameters."""
    if param.param_type_name == "option":
        return [*example, param.opts[0], value]
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    at = len(words) + arguments.index(param)
    return [*example[:at], value, *example[at + 1 :]]


@pytest.mark.parametrize(
    ("out", "text"),
    [
        ("<p><b onclick='x'>Ana</b></p>", "Ana"),
        ("<p>Ana<script>x</script></p>", "Ana"),
        ("<p>Anna</p>", "Ana"),
    ],
)
def test_the_reader_of_html_sees_what_is_wrong(out: str, text: str) -> None:
    """A tag, an attribute or a word that does not belong there is seen."""
    assert odd_names.read_html(Ended(0, out, ""), text, ("show", "ana"))


@pytest.mark.parametrize("out", ["*Ana*", "<b>Ana", "[Ana](x)", "http<http://ana.example>", "Anna"])
def test_the_reader_of_markdown_sees_what_is_wrong(out: str) -> None:
    """Emphasis, HTML, links and other words are seen."""
    assert odd_names.read_markdown(Ended(0, out, ""), "Ana")
