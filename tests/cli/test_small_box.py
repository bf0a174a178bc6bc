"""A box of one's own: every command works on a small board, and nothing of other boxes is in it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

from legacytrack.cli.app import PANELS, root
from small_box import lay_down, strangers

# Every command, in an order in which they make sense: its words, and how it ends on the small
# board that is like the plain game, and like the one that changes.
EVENING: list[tuple[str, str, int, int]] = [
    ("player add", "Dana", 0, 0),
    ("troops", "ana windward driftwood", 0, 0),
    ("troops", "5", 0, 0),
    ("troops", "9", 3, 3),
    ("starts", "ana --hq coral-gate", 3, 0),
    ("continents", "", 0, 0),
    ("rules", "", 0, 0),
    ("rules", "recruit", 0, 0),
    ("rules", "players-per-game", 0, 0),
    ("enter", "salt driftwood --with 5", 3, 0),
    ("battle", "6,5,2 5,5", 0, 0),
    ("battle", "6 5 --at wreck", 0, 0),
    ("odds", "9 4 --then 2", 0, 0),
    ("power", "balkania round-up", 3, 0),
    ("coin", "pearl", 3, 0),
    ("scar", "bunker palm", 3, 0),
    ("cancel", "palm", 3, 0),
    ("city", 'minor salt "Brine"', 3, 0),
    ("fortify", "salt", 3, 0),
    ("wear", "salt", 3, 0),
    ("name", 'lagoon "Soup"', 3, 0),
    ("bonus", "lagoon plus", 3, 0),
    ("destroy", "pearl", 3, 0),
    ("supply", "", 3, 0),
    ("packets", "", 3, 0),
    ("packet open", "small", 3, 0),
    ("define scar", "Quicksand", 3, 0),
    ("define city", "Harbour --supply 2", 3, 0),
    ("define power", '"Wide Roads" --faction bear --colour red', 3, 0),
    ("define faction", '"The Gardeners"', 3, 0),
    ("define territory", '"Far Reef" --sea pearl-bank', 3, 0),
    ("define link", "driftwood palm-head", 3, 0),
    ("define event", "Rain", 3, 0),
    ("define mission", "Hold", 3, 0),
    ("define rule", "control --limit 2", 3, 0),
    ("begin", "@entrants", 0, 0),
    ("hq", "ana turtle", 3, 0),
    ("deal", "--seed 1 --dry-run", 0, 3),
    ("hold", "ana coral gull palm turtle", 0, 0),
    ("hold", "ben leeward", 3, 3),
    ("take", "ben salt drift pearl", 0, 0),
    ("leave", "ben drift", 3, 0),  # none may be left empty
    ("next", "ana", 0, 0),
    ("take", "ana wreck", 0, 0),
    ("take", "ana salt", 0, 0),
    ("reach", "coral", 0, 0),
    ("status", "", 0, 0),
    ("map", "", 0, 0),
    ("show", "", 0, 0),
    ("show", "coral", 0, 0),
    ("show", "windward", 0, 0),
    ("star", "ana", 3, 0),
    ("missile", "ana", 3, 3),
    ("slots", "coral gull palm wreck", 3, 0),
    ("draw", "@draw", 0, 0),
    ("hand", "@hand", 0, 0),
    ("cards", "@cards", 0, 0),
    ("troops", "ana --set", 0, 3),
    ("hand", "ana --troops infantry=3", 0, 5),
    ("events", "", 3, 0),
    ("join", "ben drift", 3, 3),
    ("play", "", 0, 0),
    ("out", 'ben --anyway "late"', 0, 0),
    ("sign", "ana --yes", 0, 0),
    ("correct", "@number --date 2026-01-03", 0, 0),
    ("planet", "Pond", 3, 3),
    ("standings", "", 0, 0),
    ("summary", "", 0, 0),
    ("log", "", 0, 0),
    ("export bgstats", "", 0, 0),
    ("export csv", "", 0, 0),
    ("export json", "", 0, 0),
    ("export schema", "", 0, 0),
    ("export schema", "campaign", 0, 0),
    ("check", "", 0, 0),
    ("check", "--box atoll", 0, 0),
    ("restore", "", 0, 0),
    ("player rename", "dana Dan", 0, 0),
    ("player merge", "dana cy", 0, 0),
    ("undo", "--yes", 0, 0),
    ("redo", "--yes", 0, 0),
    ("use", "", 0, 0),
    ("where", "", 0, 0),
    ("completion", "bash", 0, 0),
    ("new", "Second --box atoll --world second.toml", 0, 0),
    # names that are of no use here
    ("show", "alyaska", 5, 5),
    ("troops", "ana", 2, 2),
    ("begin", "ana", 3, 2),
    ("correct", "1", 2, 2),
]
"""One line for each command and more; what begins with @ is written differently for the two."""
DIFFERENT = {
    "classic-risk": {
        "@entrants": "ana ben",
        "@draw": "ana infantry",
        "@hand": "ana infantry=3",
        "@cards": "infantry infantry infantry",
        "@number --date 2026-01-03": "1 --date 2026-01-03",
    },
    "risk-legacy": {
        "@entrants": "ana=bear ben=khan",
        "@draw": "ana coral",
        "@hand": "ana drift coin",
        "@cards": "1 2 1",
        "@number --date 2026-01-03": "2 --date 2026-01-03",
    },
}


@pytest.fixture(params=["classic-risk", "risk-legacy"])
def like(request: Any) -> str:
    """The box that the small one is like."""
    return str(request.param)


@pytest.fixture
def reef(machine: Path, run: Any, like: str) -> Path:
    """A world of the small board, in this folder."""
    lay_down(machine / "atoll", like)
    assert run("new", "Reef", "--box", "atoll", "--here", "--players", "Ana, Ben, Cy").code == 0
    return machine / "world.toml"


def every_command() -> set[str]:
    """All commands, those of a group with its name before them."""
    names = [name for panel in PANELS.values() for name in panel]
    groups = {name: getattr(root().get_command(None, name), "commands", None) for name in names}
    return {f"{name} {each}".strip() for name in names for each in (groups[name] or ("",))}


def test_every_command_is_in_the_evening() -> None:
    """A new command comes with a line for the small board."""
    assert every_command() <= {name for name, *_ in EVENING}


def test_every_command_works_on_a_small_board(reef: Path, run: Any, like: str) -> None:
    """Each command does its work, or says that the box has no such part; no other box is named."""
    stranger = strangers(reef.parent / "atoll")
    wrong: list[Any] = []
    known = every_command()
    for name, words, *codes in EVENING:
        if name not in known:
            continue
        typed = [*name.split(), *shlex.split(DIFFERENT[like].get(words, words))]
        ended = run(*typed)
        said = ended.out + ended.err
        code = codes[like != "classic-risk"]
        refused = code == 3 and 0 in codes and name != "leave"
        if ended.code != code or (refused and "There are no " not in said):
            wrong.append((typed, ended))
        if "Traceback" in said or "should not" in said:
            wrong.append((typed, ended))
        found = stranger.search(said.replace(str(reef.parent), ""))
        if found:
            wrong.append((typed, found[0], said))
    assert not wrong, "\n".join(map(str, wrong))
    for path in reef.parent.glob("*"):
        if path.is_file() and path.suffix != ".lock":
            assert not stranger.search(
                path.read_text(encoding="utf-8")
                .replace('"risk-legacy"', "")
                .replace('"classic-risk"', "")
            ), path


def test_the_help_is_of_this_box(reef: Path, run: Any) -> None:
    """No example and no word of a help names what only another box has; each help can be shown."""
    stranger = strangers(reef.parent / "atoll")
    for name in sorted(every_command()):
        ended = run(*name.split(), "--help")
        assert (ended.code, ended.err) == (0, ""), name
        assert not stranger.search(ended.out), ended.out
        ended = run(*name.split(), "--no-such-option")
        assert ended.code in (2, 3)
        assert not stranger.search(ended.err), ended.err
