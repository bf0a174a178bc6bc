"""Whole evenings, told as console transcripts, come out as they are written down."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest

import editors
import transcripts
from legacytrack.errors import FileError
from legacytrack.model.shape import sound
from legacytrack.store import world_file

STORIES = sorted((Path(__file__).parent / "stories").glob("*.md"))
README = Path(__file__).parent.parent / "README.md"


@pytest.mark.parametrize("story", STORIES, ids=lambda path: path.stem)
def test_an_evening_goes_as_it_is_told(story, run, machine, request):
    """Every command prints what the story says; an editor marks just those worlds that are unsound."""
    transcripts.compare(story, run, machine, write=request.config.getoption("write_transcripts"))
    fine = 0
    for world in [*transcripts.worlds(story), *machine.parent.rglob("*.toml")]:
        text = world if isinstance(world, bytes) else world.read_bytes()
        with contextlib.suppress(FileError):  # one story is of files that cannot be read
            data = world_file.parse(text, story)
            fits = editors.marked(data) == []
            assert fits == (not sound(data)[1])
            fine += fits
    assert fine


def test_the_picture_in_the_readme_is_what_its_command_makes(run, machine, request):
    """The summary of the example world, as the command that the README names makes it."""
    command = re.search(r"`legacytrack (summary -o (\S+\.svg))`", README.read_text("utf-8"))
    assert command
    assert f"]({command[2]})" in README.read_text("utf-8")
    assert run("new", "--example").code == 0
    (machine / ".github").mkdir()
    assert run(*command[1].split()).code == 0
    made, shown = machine / command[2], README.parent / command[2]
    if request.config.getoption("write_transcripts"):
        shown.write_bytes(made.read_bytes())
    assert made.read_bytes() == shown.read_bytes()


def test_the_readme_shows_what_the_program_prints(run, machine, request):
    """The console blocks of the README are true."""
    transcripts.compare(README, run, machine, write=request.config.getoption("write_transcripts"))
