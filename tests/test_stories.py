"""Whole evenings, told as console transcripts, come out as they are written down."""

from __future__ import annotations

from pathlib import Path

import pytest

import transcripts

STORIES = sorted((Path(__file__).parent / "stories").glob("*.md"))
README = Path(__file__).parent.parent / "README.md"


@pytest.mark.parametrize("story", STORIES, ids=lambda path: path.stem)
def test_an_evening_goes_as_it_is_told(story, run, machine, request):
    """Every command of a story prints what the story says."""
    transcripts.compare(story, run, machine, write=request.config.getoption("write_transcripts"))


def test_the_readme_shows_what_the_program_prints(run, machine, request):
    """The console blocks of the README are true."""
    transcripts.compare(README, run, machine, write=request.config.getoption("write_transcripts"))
