"""Start-up: a lookup loads what it needs and nothing else."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import legacytrack
from legacytrack.cli.app import PANELS
from legacytrack.store.box_files import EXAMPLE

SOURCE = Path(legacytrack.__file__).parent
# Runs a program, and tells on stderr which modules it brought in, however it ends.
TELL = """
import os, sys
before, leave = set(sys.modules), os._exit
def tell(code):
    sys.stderr.write("".join(f"loaded {name}\\n" for name in set(sys.modules) - before))
    sys.stderr.flush()
    leave(code)
os._exit = tell
try:
    exec(sys.argv.pop(1))
except SystemExit as ended:
    tell(ended.code or 0)
"""
PROGRAM = "from legacytrack.cli import main; main()"
EMPTY = """
import typer
app = typer.Typer(add_completion=False)
app.command("one")(lambda: None)
app.command("two")(lambda: None)
app()
"""
HEAVY = {"rich", "tomlkit", "platformdirs", "filelock", "json", "hashlib"}
NEVER = {"pydantic", "pydantic_core", "click", "asyncio", "ssl", "importlib.metadata", "random"}


@cache
def loaded(*words: str, program: str = PROGRAM) -> frozenset[str]:
    """The modules that a run of the program brings in, beyond those of Python itself."""
    done = subprocess.run(
        [sys.executable, "-c", TELL, program, *words],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
    )
    lines = done.stderr.splitlines()
    assert all(line.startswith("loaded ") for line in lines), lines
    return frozenset(line.removeprefix("loaded ") for line in lines)


LOOKUPS = {
    "a count": ["troops", "14", "--world", str(EXAMPLE)],
    "a count with options": ["troops", "14", "--population", "3", "--world", str(EXAMPLE)],
    "cards": ["cards", "3", "2", "1", "--world", str(EXAMPLE)],
    "a count with a power": ["troops", "14", "--faction", "khan", "--world", str(EXAMPLE)],
    "a rule": ["rules", "missiles", "--world", str(EXAMPLE)],
    "places": ["troops", "ana", "europe", "--world", str(EXAMPLE)],
    "places in Russian": ["troops", "ana", "европа", "--world", str(EXAMPLE)],
    "names in Russian": ["troops", "ana", "europe", "--names", "ru", "--world", str(EXAMPLE)],
    "starts": ["starts", "ana", "--hq", "brazil", "--world", str(EXAMPLE)],
    "enter": ["enter", "ural", "--world", str(EXAMPLE)],
    "continents": ["continents", "--world", str(EXAMPLE)],
}
LONG = ["summary", "--world", str(EXAMPLE)]


@pytest.mark.parametrize("words", LOOKUPS.values(), ids=LOOKUPS.keys())
def test_a_lookup_loads_nothing_heavy(words: list[str]) -> None:
    """A question in a pipe needs no rich, no writing, no lock, no JSON, no digest."""
    found = loaded(*words)
    assert {"legacytrack.cli.ask", "legacytrack.cli.moves"} & found
    assert not HEAVY & found
    assert not NEVER & found


@pytest.mark.parametrize("format", ["plain", "markdown", "html"])
def test_a_long_page_loads_nothing_heavy(format: str) -> None:
    """The summary of a campaign needs no rich, no writing, no lock, no history where it goes to a pipe."""
    found = loaded(*LONG, "--format", format)
    assert "legacytrack.pages.summary" in found
    assert not HEAVY & found
    assert not NEVER & found
    assert not {"legacytrack.store.history", "legacytrack.store.patch"} & found


def test_a_map_in_a_pipe_loads_nothing_heavy() -> None:
    """The map is drawn with letters: a pipe needs no rich for it, nor anything else that is slow."""
    found = loaded("map", "--world", str(EXAMPLE))
    assert "legacytrack.formats.drawing" in found
    assert not HEAVY & found
    assert not NEVER & found


@pytest.mark.parametrize(
    "words", [LOOKUPS["places"], ["map", "--world", str(EXAMPLE)], LONG], ids=" ".join
)
def test_a_terminal_loads_only_the_styles_of_rich(words: list[str]) -> None:
    """In a window rich says what a style looks like; its console, three times as dear, is not loaded."""
    pytest.importorskip("termios")
    from pseudo_terminal import terminal

    shown = terminal(*words, env={"PYTHONPROFILEIMPORTTIME": "1"})
    assert (shown.code, "\x1b[" in shown.out) == (0, True)
    found = {line.rpartition("|")[2].strip() for line in shown.err.splitlines()}
    assert "rich.style" in found
    assert not {"rich.console", "rich.text", "rich.table"} & found
    assert not (HEAVY - {"rich"} | NEVER - {"random"}) & found  # a style has a number by chance


@pytest.mark.parametrize("count", ["a count", "a count with options"])
def test_a_count_does_not_even_open_a_campaign(count: str) -> None:
    """A question that needs no world loads nothing of the campaign."""
    found = loaded(*LOOKUPS[count])
    assert not [name for name in found if name.startswith("legacytrack.campaign")]


def test_only_the_panel_of_the_command_is_loaded() -> None:
    """A command loads its own panel and none of the others."""
    found = loaded(*LOOKUPS["a count"])
    panels = {f"legacytrack.cli.{panel}" for panel in PANELS}
    assert panels & found == {"legacytrack.cli.ask"}


def test_a_lookup_loads_little_beyond_typer() -> None:
    """Beyond what an empty typer app loads, a count brings in our modules and few others."""
    empty = loaded("one", program=EMPTY)
    assert "typer" in empty
    beyond = {
        name
        for name in loaded(*LOOKUPS["a count"]) - empty
        if name.partition(".")[0] != "legacytrack"
    }
    assert not HEAVY & beyond
    assert "difflib" not in beyond
    assert len(beyond) <= 8, sorted(beyond)


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--version"],
        ["supply", "--json", "--world", str(EXAMPLE)],
        ["show", "--format", "terminal", "--world", str(EXAMPLE)],
        ["status", "--world", str(EXAMPLE)],
        ["map", "--world", str(EXAMPLE)],
        ["begin", "ana=khan", "ben=bear", "cy=balkania", "--dry-run", "--world", str(EXAMPLE)],
        ["define", "scar", "Quicksand", "--dry-run", "--world", str(EXAMPLE)],
        ["coin", "ural", "--game", "4", "--dry-run", "--world", str(EXAMPLE)],
    ],
    ids=" ".join,
)
def test_pydantic_and_click_are_never_loaded(words: list[str]) -> None:
    """No command loads pydantic, nor a click beside the one that typer carries."""
    assert not {"pydantic", "pydantic_core", "click"} & loaded(*words)


def test_a_record_between_two_turns_makes_no_safety_copy(tmp_path: Path) -> None:
    """Only the first change after a game began or ended pays for a copy."""
    world = tmp_path / "world.toml"
    world.write_bytes(EXAMPLE.read_bytes())
    at = ["--world", str(world), "--game", "4"]
    needed = {"zipfile", "legacytrack.campaign.copying"}
    assert needed <= loaded("coin", "ural", *at)  # a world without a history is kept
    assert not needed & loaded("coin", "peru", *at)


def test_nobody_imports_click() -> None:
    """typer carries its own click: no module of ours imports another one, nor typer's by name."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or "", *(alias.name for alias in node.names)]
            found += [f"{path.name}: {name}" for name in names if "click" in name.split(".")]
            found += [f"{path.name}: {name}" for name in names if name.startswith("typer._click")]
    assert found == []


def test_heavy_modules_are_imported_where_they_are_used() -> None:
    """At the top of a module stands no import of a heavy library: only where it is needed."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        if path.parent.name == "formats" and path.name == "to_json.py":
            continue  # it is loaded only to write JSON
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            heavy = HEAVY | {"dataclasses", "difflib", "subprocess"}
            found += [f"{path.name}: {name}" for name in names if name.split(".")[0] in heavy]
    assert found == []
