"""Whole evenings, told as console transcripts, come out as they are written down."""

from __future__ import annotations

import contextlib
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


def test_the_readme_shows_what_the_program_prints(run, machine, request):
    """The console blocks of the README are true."""
    transcripts.compare(README, run, machine, write=request.config.getoption("write_transcripts"))
