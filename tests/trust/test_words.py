"""Names and command lines by friends who test limits; the long forms make many thousands."""

from __future__ import annotations

import argument_lines
import odd_names
import pytest
from kitchen import Ended


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
