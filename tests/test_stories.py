"""Whole evenings, told as console transcripts, come out as they are written down."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import transcripts

STORIES = sorted((Path(__file__).parent / "stories").glob("*.md"))
README = Path(__file__).parent.parent / "README.md"


@pytest.mark.parametrize("story", STORIES, ids=lambda path: path.stem)
def test_an_evening_goes_as_it_is_told(story, run, machine, request):
    """Every command of a story prints what the story says."""
    transcripts.compare(story, run, machine, write=request.config.getoption("write_transcripts"))


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
