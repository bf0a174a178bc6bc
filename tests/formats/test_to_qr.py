"""QR codes: the drawn lines are the code, light modules drawn, with their border."""

from __future__ import annotations

import builtins
import sys
from typing import Any

import pytest
import segno

from legacytrack.errors import UsageError
from legacytrack.formats.to_qr import qr

LINK = "https://app.bgstatsapp.com/createPlay.html?data=%7B%22sourceName%22%7D"
# (upper, lower), 1 where it is drawn, and so light
SIGNS = {"\u2588": (1, 1), "\u2580": (1, 0), "\u2584": (0, 1), " ": (0, 0)}


def modules(lines: list[str]) -> list[list[int]]:
    """The dark modules of drawn lines, as 1."""
    rows: list[list[int]] = []
    for line in lines:
        rows.append([1 - SIGNS[sign][0] for sign in line])
        rows.append([1 - SIGNS[sign][1] for sign in line])
    return rows


@pytest.mark.parametrize("text", [LINK, "x", LINK + "y" * 800])
def test_the_lines_are_the_code(text: str) -> None:
    """Read back, the lines are the modules of the code, four light ones around."""
    rows = modules(qr(text, colour=False))
    code = segno.make(text, error="l", micro=False, boost_error=False)
    size = code.symbol_size(border=4)[0]
    assert [row[:size] for row in rows[:size]] == [list(row) for row in code.matrix_iter(border=4)]
    assert {len(row) for row in rows} == {size}
    assert not any(map(any, [*rows[:4], *rows[size - 4 :]]))


def test_with_colours_every_line_is_white_on_black() -> None:
    """On a light terminal the code would be its negative: so the colours are said, and taken back."""
    plain = qr(LINK, colour=False)
    assert qr(LINK, colour=True) == [f"\x1b[97;40m{line}\x1b[0m" for line in plain]


def test_a_text_that_is_too_long_is_refused() -> None:
    """A code ends somewhere; the link itself is the way out."""
    assert qr("x" * 2953, colour=False)
    with pytest.raises(UsageError) as caught:
        qr("x" * 2954, colour=False)
    assert "2954 characters" in caught.value.findings[0].what
    assert "without --qr" in caught.value.findings[0].fix


def test_without_the_library_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library is an extra: where it is missing, the error says how to get it."""
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "segno":
            raise ModuleNotFoundError(name)
        return real(name, *rest, **more)

    monkeypatch.delitem(sys.modules, "segno")
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UsageError) as caught:
        qr(LINK, colour=False)
    assert "pip install segno" in caught.value.findings[0].fix
