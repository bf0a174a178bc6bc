"""Help: every command has one, it shows every word of its texts, and its example runs."""

from __future__ import annotations

import pkgutil
import shlex
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer

import legacytrack.cli
from legacytrack.cli.app import PANEL_TITLES, PANELS, root

KINDS = ("scar", "city", "power", "faction", "territory", "link", "event", "mission", "rule")
GROUPS: dict[str, tuple[str, ...]] = {
    "player": ("add", "rename", "merge"),
    "packet": ("open",),
    "define": KINDS,
    "export": ("bgstats", "csv", "json", "schema"),
}
MEMBERS = [f"{group} {name}" for group, names in GROUPS.items() for name in names]
COMMANDS = [name for names in PANELS.values() for name in names if name not in GROUPS] + MEMBERS
SHARING = [f"export {name}" for name in GROUPS["export"]]
RECORDING = [
    *(*PANELS["record"], *PANELS["play"], *PANELS["table"]),
    *(name for name in MEMBERS if name not in SHARING),
    *("hand", "slots", "draw"),
]
SHARED = (
    "--world FILE",
    "--names LANGUAGE",
    "--json",
    "--format FORMAT",
    "--version",
    "-h, --help",
)
OTHER_BOX = ("deal",)  # what the first box has nothing for; TAB and the list leave it out there
RECORD = ("--by PLAYER", "--game N", "--dry-run", "--anyway WHY")
# What has to be there before the example of a command can run; without an entry, only the world.
BEGIN = ["begin", "ana=balkania", "ben=khan", "cy=bear"]
BEFORE: dict[str, list[list[str]]] = {
    "cancel": [["scar", "bunker", "alaska"]],
    "fortify": [["city", "minor", "ural"]],
    "wear": [["city", "minor", "ural"], ["fortify", "ural"]],
    "undo": [["coin", "brazil"]],
    "redo": [["coin", "brazil"], ["undo"]],
    "player merge": [["player", "add", "Anna"]],
    "use": [["new", "Thursday world"]],
    "hq": [BEGIN],
    "sign": [BEGIN],
    "export bgstats": [BEGIN, ["sign", "ana", "--yes"]],
    **{name: [BEGIN] for name in ("hold", "take", "join", "out", "star", "next")},
    **{name: [BEGIN] for name in ("hand", "slots", "draw")},
    "deal": [["begin", "ana", "ben", "cy"]],
    "leave": [BEGIN, ["hold", "ben", "egypt"]],
    "reach": [BEGIN, ["hold", "ben", "egypt", "north-africa", "brazil"]],
    "missile": [[*BEGIN, "--missiles", "ben=1,cy=2"]],
    "correct": [BEGIN, ["sign", "ana", "--yes"], BEGIN, ["sign", "ana", "--yes"]],
}


def command_of(name: str) -> Any:
    """The command object behind a name."""
    found = root()
    for word in name.split():
        found = found.get_command(None, word)
    return found


def flat(text: str) -> str:
    """A text with single spaces: help wraps its lines."""
    return " ".join(text.split())


def example_of(help: str) -> list[str]:
    """The words of the example with which a help ends."""
    last = help.rstrip().splitlines()[-1].strip()
    assert last.startswith("Example: legacytrack "), last
    return shlex.split(last.removeprefix("Example: legacytrack "))


# --- which commands there are ---


@pytest.mark.parametrize("panel", PANELS)
def test_the_table_of_commands_is_the_panels(panel: str) -> None:
    """The table that loads commands names exactly the commands of each panel's module."""
    app = import_module(f"legacytrack.cli.{panel}").app
    names = [info.name for info in (*app.registered_commands, *app.registered_groups)]
    assert sorted(names) == sorted(PANELS[panel])


def test_every_panel_is_in_the_table() -> None:
    """Every module of the cli that holds commands is a panel with a title."""
    modules = [each.name for each in pkgutil.iter_modules(legacytrack.cli.__path__)]
    holding = [
        name
        for name in modules
        if isinstance(getattr(import_module(f"legacytrack.cli.{name}"), "app", None), typer.Typer)
    ]
    assert set(holding) == set(PANELS) == set(PANEL_TITLES)


def test_no_name_stands_twice() -> None:
    """A name means one command, and every command in the table can be loaded."""
    names = [name for names in PANELS.values() for name in names]
    assert len(names) == len(set(names))
    assert all(command_of(name).name == name for name in names)
    groups = {name for name in names if hasattr(command_of(name), "commands")}
    assert groups == set(GROUPS)
    for group, members in GROUPS.items():
        assert list(command_of(group).commands) == list(members)


# --- the help itself ---


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_the_help_of_the_program(run: Any, words: list[str]) -> None:
    """Without a word, or with --help, all commands are listed by panel, and that is no mistake."""
    ended = run(*words)
    assert (ended.code, ended.err) == (0, "")
    for title in PANEL_TITLES.values():
        assert f"{title}:" in ended.out
    for names in PANELS.values():
        for name in names:
            summary = flat(command_of(name).get_short_help_str(200))
            assert len(summary) > 10
            assert (f"{name} {summary}" in flat(ended.out)) == (name not in OTHER_BOX)
    assert run(*example_of(ended.out)).code == 0


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("option", [[], ["--help"], ["-h"]])
def test_the_help_of_a_group(run: Any, group: str, option: list[str]) -> None:
    """A group without a word shows its help too, exit 0, with all that it holds."""
    ended = run(group, *option)
    assert (ended.code, ended.err) == (0, "")
    for name in GROUPS[group]:
        summary = flat(command_of(f"{group} {name}").get_short_help_str(200))
        assert len(summary) > 10
        assert f"  {name} " in ended.out
        assert f"{name} {summary}" in flat(ended.out)


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_the_help_of_a_command(run: Any, name: str, option: str) -> None:
    """Help says what a command does and takes: each word of its texts, brackets and all."""
    ended = run(*name.split(), option)
    assert (ended.code, ended.err) == (0, "")
    command, out = command_of(name), flat(ended.out)
    assert flat(command.help) in out
    for param in command.params:
        assert param.help, param.name
        if param.hidden:  # for another box
            assert flat(param.help) not in out
            continue
        assert flat(param.help) in out
        assert param.metavar is None or param.metavar in out
        assert all(option in out for option in param.opts if option.startswith("-"))
    for text in SHARED + (RECORD if name in RECORDING else ()):
        assert text in ended.out
    if name not in RECORDING:
        assert "--anyway" not in out


def test_help_needs_no_world_and_stops_nothing_else(run: Any, machine: Path) -> None:
    """--help after half a command line shows help and does nothing."""
    ended = run("scar", "bunker", "--by", "nobody", "--help")
    assert (ended.code, ended.err) == (0, "")
    assert "Usage:" in ended.out
    assert not list(machine.iterdir())


@pytest.mark.parametrize(
    "text",
    ["Take [PLACE] or [/x].", "[bold]x[/bold] :bomb: [new berlin]", "[default: x] [[y]] [red]"],
)
def test_every_bracket_of_a_help_is_shown(
    run: Any, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """Brackets, tags and codes in help texts are shown as they are, in every place."""
    command = command_of("scar")
    monkeypatch.setattr(command, "help", text)
    monkeypatch.setattr(command.params[0], "help", text)
    monkeypatch.setattr(command.params[-1], "help", text)
    monkeypatch.setattr(command, "epilog", f"Example: {text}")
    assert flat(run("scar", "--help").out).count(text) == 4
    assert text in flat(run("--help").out)


def test_help_in_any_encoding_and_width(
    run: Any, process: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Help is printed on an ASCII terminal and in narrow ones; its example is never wrapped."""
    for env in ({"PYTHONIOENCODING": "ascii", "COLUMNS": "40"}, {"COLUMNS": "20"}):
        for words in (["troops", "--help"], ["--help"]):
            ended = process(*words, env=env)
            assert (ended.code, ended.err) == (0, "")
    monkeypatch.setenv("COLUMNS", "30")
    for name in COMMANDS:
        assert example_of(run(*name.split(), "--help").out)[: name.count(" ") + 1] == name.split()


# --- the examples ---


@pytest.mark.parametrize("name", COMMANDS)
def test_the_example_of_a_help_runs(run: Any, machine: Path, name: str) -> None:
    """A help ends with an example of its own command, and that example runs."""
    words = example_of(run(*name.split(), "--help").out)
    assert words[: name.count(" ") + 1] == name.split()
    box = "classic-risk" if name in OTHER_BOX else "risk-legacy"
    assert run("new", "Fresh", "--box", box, "--players", "Ana, Ben, Cy, Dee").code == 0
    for step in BEFORE.get(name, []):
        assert run(*step).code == 0, step
    ended = run(*words)
    assert ended.code == 0, ended


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in (*RECORDING, "use")])
def test_examples_run_in_the_example_world_too(run: Any, name: str) -> None:
    """Whoever tries the examples of questions in the example world gets answers."""
    assert run("new", "--example").code == 0
    for step in BEFORE.get(name, []):
        words = ["coin", "brazil", "--game", "4"] if step[0] == "coin" else step
        assert run(*words).code == 0, step
    ended = run(*example_of(run(*name.split(), "--help").out))
    assert ended.code == 0, ended


@pytest.mark.parametrize(
    "name",
    [
        *("troops", "cards", "enter", "power", "coin", "scar", "cancel", "city", "fortify"),
        *("wear", "name", "bonus", "destroy", "planet", "new", "completion"),
        *("begin", "hq", "sign", "correct"),
        *("hold", "take", "leave", "join", "out", "star", "missile", "reach", "hand", "draw"),
        *(name for name in MEMBERS if name not in SHARING),
    ],
)
def test_a_missing_argument_shows_an_example(run: Any, name: str) -> None:
    """A command without what it needs is exit 2 and shows how it is typed."""
    run("new", "Fresh", "--players", "Ana")
    ended = run(*name.split())
    assert (ended.code, ended.out) == (2, "")
    assert f"legacytrack {name} " in ended.err
