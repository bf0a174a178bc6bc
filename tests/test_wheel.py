"""The wheel, installed alone, is the whole program."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT],
        check=True,
        capture_output=True,
    )
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_code_and_data_and_nothing_else(wheel):
    """All boxes and the example are in; tests and caches are not."""
    names = zipfile.ZipFile(wheel).namelist()
    box = "legacytrack/boxes/risk-legacy/"
    parts = ("board", "factions", "marks", "rulebook", "topics", "example", "names-ru")
    assert {f"{box}{part}.toml" for part in parts} <= set(names)
    assert "legacytrack/py.typed" in names
    assert not [name for name in names if "__pycache__" in name or "test" in name]


def test_the_wheel_works_alone(wheel, machine, tmp_path):
    """Unpacked somewhere else, with only the libraries beside it, a first evening goes."""
    alone = tmp_path / "alone"
    zipfile.ZipFile(wheel).extractall(alone)

    def legacytrack(*words: str) -> subprocess.CompletedProcess[str]:
        code = (
            f"import sys; sys.path.insert(0, {str(alone)!r})\n"
            "import legacytrack.cli\n"
            f"assert legacytrack.__file__.startswith({str(alone)!r})\n"
            f"sys.argv[1:] = {list(words)!r}\n"
            "legacytrack.cli.main()"
        )
        return subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ},
        )

    assert legacytrack("new", "--example").returncode == 0
    asked = legacytrack("troops", "ana", "europe", "siberia", "--coins", "5")
    assert asked.stdout.startswith("Ana gets ")
    assert legacytrack("coin", "peru", "--by", "ben", "--game", "4").returncode == 0
    assert legacytrack("undo").returncode == 0
    assert legacytrack("check").stdout == "Nothing is wrong.\n"
