"""The house stands: linter, types, floors, and papers that say what is true."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from legacytrack.cli.app import PANELS

ROOT = Path(__file__).parent.parent
SRC = ROOT / "src" / "legacytrack"
BIN = Path(sys.executable).parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ["ruff", "check", "--no-cache", "."],
        ["ruff", "format", "--no-cache", "--check", "."],
        ["mypy"],
        ["lint-imports", "--no-cache"],
    ],
    ids=["lint", "format", "types", "floors"],
)
def test_the_tools_find_nothing(words):
    """Linter, formatter, types (strict) and the order of the floors are clean."""
    done = subprocess.run(
        [BIN / words[0], *words[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_command_stands_in_the_readme():
    """Whoever reads the README meets every command."""
    for names in PANELS.values():
        for name in names:
            assert re.search(rf"`{name}\b|legacytrack {name}\b", README), name


def test_every_rule_stands_in_the_readme(box):
    """Whoever reads the README meets every rule id."""
    for id in box.rules:
        assert id in README, id


def test_every_exit_code_stands_in_the_readme():
    """The exit codes of the errors are those that the README promises."""
    from legacytrack import errors

    codes = {
        each.exit_code
        for each in vars(errors).values()
        if isinstance(each, type) and issubclass(each, errors.LegacytrackError)
    }
    told = {int(code) for code in re.findall(r"^\| (\d) \|", README, re.MULTILINE)}
    assert codes == told - {0}


def test_no_file_is_longer_than_one_sees():
    """A module that grows past three hundred lines is split by noun."""
    long = {
        path.name: count
        for path in SRC.rglob("*.py")
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > 320
    }
    assert not long


def test_the_check_script_runs_what_the_readme_says():
    """The script of the checks takes its command from the README: they cannot differ."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "README.md" in script
    assert README.count("## Run the checks") == 1
    block = README.split("## Run the checks")[1].split("```sh\n")[1].split("```")[0]
    assert block.startswith("python3 -m venv .venv && ")
    assert "\n" not in block.strip()


def test_the_program_leans_on_no_more_than_was_agreed():
    """At run time there are five libraries."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {re.split(r"[<>=]", each)[0] for each in project["dependencies"]}
    assert names == {"typer", "rich", "tomlkit", "platformdirs", "filelock"}
    assert "typer>=0.26,<0.29" in project["dependencies"]


def test_nobody_imports_click():
    """typer carries its own; the other one may not be there."""
    for path in SRC.rglob("*.py"):
        assert not re.search(r"^\s*(import|from) click\b", path.read_text(encoding="utf-8"), re.M)


def test_our_own_texts_are_plain():
    """What the program says itself is ASCII, so that every terminal can show it."""
    for path in [*SRC.rglob("*.toml"), *SRC.rglob("*.py")]:
        if path.name not in ("names.py", "text.py", "names-ru.toml"):
            assert path.read_text(encoding="utf-8").isascii(), path


def test_no_file_asks_which_box_it_is():
    """What a box has is asked of its laws: nobody compares boxes, and one file alone names the first."""
    from legacytrack.store.box_files import boxes

    names = "|".join(map(re.escape, boxes()))
    for path in SRC.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        place = path.relative_to(SRC).as_posix()
        assert not re.search(rf'["\']({names})["\']', text) or place == "store/box_files.py", place
        assert "FIRST_BOX" not in text or place == "store/box_files.py", place
        assert not re.search(r"\bbox\.(id|title)\s*(==|!=|in\b)", text), place
        assert not re.search(r"(==|!=)\s*box\.(id|title)\b", text), place


def test_no_file_names_a_place_or_a_mark_of_a_box():
    """Ids of territories, continents, factions, powers, marks and packets stand in the boxes alone."""
    from legacytrack.store.box_files import boxes, printed

    ids: set[str] = set()
    for box in map(printed, boxes()):
        ids |= {*box["board"]["territories"], *box["board"]["continents"], *box.get("factions", ())}
        ids |= {id for table in box.get("marks", {}).values() for id in table} - {"fortification"}
        ids |= {id for each in box.get("factions", {}).values() for id in each["powers"]}
        ids |= {*box["rulebook"].get("packets", ())} | {*box.get("cards", {}).get("cards", ())}
    assert {"alaska", "bunker", "infantry", "three-missiles"} <= ids
    listed = "|".join(map(re.escape, sorted(ids)))
    for path in SRC.rglob("*.py"):
        found = re.search(rf'["\']({listed})["\']', path.read_text(encoding="utf-8"))
        assert not found, (path, found)
