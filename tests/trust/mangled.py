"""World files and histories as tired people, editors and cloud folders leave them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from legacytrack.model.shape import WORLD
from legacytrack.model.values import Value
from legacytrack.store.box_files import EXAMPLE

WORLDS = Path(__file__).parent.parent / "worlds"
# One that a person wrote with the liberties that TOML gives: inline tables, dotted keys, rows, CRLF.
BY_HAND = b"""\xef\xbb\xbf# ours\r
name = "By hand" # since the summer\r
players = { ana = { name = "Ana" }, ben = { name = "Ben" }, cy.name = "Cy" }\r
cards.peru.coins = 3\r
"our own" = [1, [2, "three"], { four = 5 }]\r
[territories]\r
brazil.scar = { kind = "bunker", game = 1 } # ouch\r
ural = { city = { kind = "major-city", name = "Stalgrad", founder = "ana" } }\r
[game]\r
number = 2\r
turn = 'ana'\r
slots = [\r
  "egypt", # the first\r
  "china",\r
  "india", "peru"\r
]\r
  [game.players.ana]\r
  faction = "imperial-balkania"\r
  hq = "brazil"\r
  holds = ["brazil",\r
    "peru"]\r
  cards = []\r
  [game.players.ben]\r
  faction = "khan-industries"\r
  hq = "ural"\r
[games.1]\r
winner = "ben"\r
[[notes]]\r
what = \"\"\"\r
# no comment\r
[game]\r
\"\"\"\r
"""


def bases() -> dict[str, tuple[bytes, bytes | None]]:
    """Sound worlds with their histories, by name."""
    full, plain = WORLDS / "format-1.toml", WORLDS / "format-1-plain.toml"
    return {
        "full": (full.read_bytes(), full.with_suffix(".history.jsonl").read_bytes()),
        "plain": (plain.read_bytes(), plain.with_suffix(".history.jsonl").read_bytes()),
        "without its history": (full.read_bytes(), None),
        "example": (EXAMPLE.read_bytes(), None),
        "finished": ((WORLDS / "finished.toml").read_bytes(), None),
        "by hand": (BY_HAND, None),
    }


HUGE = "9" * 30
VALUES = (
    *(
        "0",
        "-1",
        "1",
        "2",
        "3",
        "7",
        "15",
        "99",
        "1_000",
        "0x10",
        "-0",
        HUGE,
        f"-{HUGE}",
        "9" * 5000,
    ),
    *("1.0", "-0.0", "0.5", "1e400", "inf", "-inf", "nan", "true", "false"),
    *('""', '" "', '"ana"', '"Ana"', '"bunker"', '"brazil"', '"asia"', '"won"', '"x"', '"-3"'),
    *('"a\\u0000b"', '"\\u001b[31mred"', '"\\u202eleft"', '"a\\nb"', '"a\\tb"', '"\\u200b"'),
    *(
        '"Côte d\'Ivoire"',
        '"漢字"',
        '"[new berlin]"',
        '"[/x]"',
        '":bomb:"',
        '"{0} %s"',
        '"../../x"',
    ),
    *(f'"{"x" * 500}"', "'''\n# rows\n[game]\n'''", '"""\\\n  """', "'a' # said", "'it\\s'"),
    *("[]", "[[]]", "[1]", "[true]", '["ana"]', '["brazil", "brazil"]', '["", "nowhere"]'),
    *(
        '["coin", "coin"]',
        '[\n  "egypt",\n  "peru", # late\n]',
        "[" * 40 + "]" * 40,
        '[{ x = "y" }]',
    ),
    *("{}", "{ x = 1 }", '{ kind = "bunker" }', '{ name = "N" }', "{ a.b.c = 1 }"),
    *("2026-01-03", "20:00:00", "2026-01-03T20:00:00Z", "0001-01-01", "9999-12-31"),
    *("city ural", "", "yes", "None", "1 2", "=", '"open', "[1,", "{ a = 1", "00", "2026-13-01"),
)
LINES = (
    *("<<<<<<< HEAD", "=======", ">>>>>>> theirs", "[game]", "[[game]]", "[players]", "[games.1]"),
    *("[games.01]", "[games.x]", "[game.players.zed]", "[territories.nowhere.scar]", "[found]"),
    *("[territories.brazil]", "[cards]", "[found.scars.bunker]", "[a.b.c]", "[", "]", "[]", "[ ]"),
    *("name = 1", "format = 1", "format = 2", "format = 0", 'format = "1"', "format = 1.5"),
    *('box = "chess"', 'names = "xx"', 'names = "ru"', "x", "= 1", "x = = 1", "# \u0007", "\0"),
    *(
        '"" = 1',
        '"a.b" = 1',
        "'\u001b' = 1",
        "a.a.a = 1",
        "\t",
        "\f",
        "\u2028",
        "\ufeff",
        "players = 3",
    ),
    *(
        "territories = []",
        "game = true",
        "found = 0",
        "cards.peru = 1",
        "games = { 1 = { winner = 7 } }",
    ),
)


def _paths(
    keys: Mapping[str, Any], at: tuple[str, ...] = ()
) -> list[tuple[tuple[str, ...], Value]]:
    found: list[tuple[tuple[str, ...], Value]] = []
    for key, wanted in keys.items():
        here = (*at, key.rstrip("!"))
        found += [(here, wanted)] if isinstance(wanted, Value) else _paths(wanted, here)
    return found


KNOWN = _paths(WORLD)
_IDS = (
    *(
        "ana",
        "ben",
        "cy",
        "dee",
        "zed",
        "brazil",
        "peru",
        "ural",
        "china",
        "egypt",
        "alaska",
        "japan",
    ),
    *("asia", "africa", "south-america", "imperial-balkania", "khan-industries", "the-gardeners"),
    *(
        "bunker",
        "ammo-shortage",
        "quicksand",
        "major-city",
        "minor-city",
        "harbour",
        "every-effect",
    ),
    *(
        "world-capital",
        "coin-cap",
        "won",
        "held-on",
        "eliminated",
        "second-signature",
        "coin",
        "1",
        "2",
    ),
    *(
        "card-troop",
        "hq-troop",
        "not taken",
        "city ural",
        "far-island",
        "nowhere",
        "red",
        "en",
        "x y",
    ),
)


def plausible(chance: Random, value: Value) -> str:
    """Write a value of the kind that is expected somewhere, of the right kind most of the time."""
    if chance.random() < 0.2:
        return chance.choice(VALUES)
    kind = str(value.schema.get("type", "integer" if "anyOf" in value.schema else "string"))
    if kind == "integer":
        return chance.choice(("0", "1", "2", "3", "4", "6", "10", "15", "16", "40", "-1", HUGE))
    if kind == "boolean":
        return chance.choice(("true", "false"))
    if kind == "array":
        some = chance.choices(_IDS, k=chance.choice((0, 1, 2, 4, 5)))
        quoted = ", ".join(f'"{id}"' for id in some)
        return f"[{quoted}]"
    if "date" in value.expected:
        return chance.choice(("2026-01-03", '"2026-01-03"', '"2026-1-3"', "2026-01-03T20:00:00"))
    return f'"{chance.choice(_IDS)}"'


def _section(chance: Random) -> str:
    """Write a section with a key or two that a world may have, about something that there may be."""
    path, _ = chance.choice(KNOWN)
    table = [
        {"*": chance.choice(_IDS), "#": chance.choice(("1", "2", "3", "15", "16"))}.get(key, key)
        for key in path[:-1]
    ]
    beside = [(each[-1], value) for each, value in KNOWN if each[:-1] == path[:-1]]
    rows = [
        f"{key} = {plausible(chance, value)}"
        for key, value in chance.sample(beside, min(len(beside), chance.randint(1, 4)))
    ]
    return "\n".join([f"[{_joined(table)}]" if table else "", *rows])


def _joined(keys: list[str]) -> str:
    return ".".join(f'"{key}"' if " " in key else key for key in keys)


def _with_value(lines: list[str], chance: Random) -> None:
    at = _assignment(lines, chance)
    if at is None:
        return
    key, _, _ = lines[at].partition("=")
    others = [line.partition("=")[2].strip() for line in lines if "=" in line]
    wanted = [value for path, value in KNOWN if path[-1] == key.strip()]
    fresh = chance.choice(
        (
            chance.choice(VALUES),
            chance.choice(others),
            plausible(chance, chance.choice(wanted)) if wanted else "1",
        )
    )
    lines[at] = f"{key}= {fresh}"


def _assignment(lines: list[str], chance: Random) -> int | None:
    rows = [at for at, line in enumerate(lines) if "=" in line and not line.startswith("#")]
    return chance.choice(rows) if rows else None


def _with_key(lines: list[str], chance: Random) -> None:
    at = _assignment(lines, chance)
    if at is not None:
        key = chance.choice(KNOWN)[0][-1]
        key = chance.choice(
            (key, key.upper(), key[:-1], f'"{key}"', "'a b'", "x.y", '""', key + "s")
        )
        lines[at] = f"{key} ={lines[at].partition('=')[2]}"


def _renamed_table(lines: list[str], chance: Random) -> None:
    heads = [at for at, line in enumerate(lines) if line.startswith("[")]
    if heads:
        at = chance.choice(heads)
        parts = lines[at].strip("[]\r").split(".")
        parts[chance.randrange(len(parts))] = chance.choice(
            (*_IDS[:20], "scar", "city", '"é"', "#")
        )
        lines[at] = f"[{_joined(parts)}]"


def _swapped(lines: list[str], chance: Random) -> None:
    heads = [at for at, line in enumerate(lines) if line.startswith("[")]
    some = heads if len(heads) > 1 and chance.random() < 0.7 else range(len(lines))
    if len(some) > 1:
        one, other = chance.sample(list(some), 2)
        lines[one], lines[other] = lines[other], lines[one]


def _without_line(lines: list[str], chance: Random) -> None:
    if lines:
        del lines[chance.randrange(len(lines))]


def _without_lines(lines: list[str], chance: Random) -> None:
    at = chance.randrange(len(lines) + 1)
    del lines[at : at + chance.randint(2, 30)]


def _twice(lines: list[str], chance: Random) -> None:
    at = chance.randrange(len(lines) + 1)
    lines[at:at] = lines[at : at + chance.choice((1, 1, 3, 10))]


def _with_line(lines: list[str], chance: Random) -> None:
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(LINES))


def _with_section(lines: list[str], chance: Random) -> None:
    heads = [at for at, line in enumerate(lines) if line.startswith("[")] or [len(lines)]
    at = chance.choice((len(lines), chance.choice(heads)))
    lines[at:at] = _section(chance).split("\n")


LINE_EDITS: tuple[Callable[[list[str], Random], None], ...] = (
    *(
        _with_value,
        _with_value,
        _with_value,
        _with_value,
        _with_section,
        _with_section,
        _with_section,
    ),
    *(_with_key, _renamed_table, _renamed_table, _swapped, _without_line, _without_line),
    *(_without_lines, _twice, _with_line),
)
SPECKS = (
    b"\0",
    b"\xff",
    b"\xc3",
    b'"',
    b"'",
    b"[",
    b"]",
    b"{",
    b"}",
    b"=",
    b"\n",
    b"\r",
    b"#",
    b"\\",
)
WHOLE: tuple[Callable[[bytes, Random], bytes], ...] = (
    lambda text, chance: text[: chance.randrange(len(text) + 1)],
    lambda text, chance: text[chance.randrange(len(text) + 1) :],
    lambda text, chance: _at(text, chance, chance.choice(SPECKS), 0),
    lambda text, chance: _at(text, chance, chance.choice(SPECKS), 1),
    lambda text, chance: _at(text, chance, b"", chance.randint(1, 40)),
    lambda text, chance: b"\xef\xbb\xbf" + text,
    lambda text, chance: text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
    lambda text, chance: text.replace(b"\n", b"\r"),
    lambda text, chance: text.decode("utf-8", "replace").encode(
        chance.choice(("utf-16", "utf-16-le"))
    ),
    lambda text, chance: text.decode("utf-8", "replace").encode("latin-1", "replace"),
    lambda text, chance: text + text,
    lambda text, chance: text.rstrip(),
    lambda text, chance: b"<<<<<<< HEAD\n" + text + b"=======\n" + text + b">>>>>>> theirs\n",
)


def _at(text: bytes, chance: Random, fresh: bytes, gone: int) -> bytes:
    at = chance.randrange(len(text) + 1)
    return text[:at] + fresh + text[at + gone :]


def mutated(text: bytes, chance: Random) -> bytes:
    """Mangle a text: a few lines of it mostly, or the whole.

    Args:
        text: a sound world file.
        chance: decides.
    """
    if chance.random() < 0.15:
        return chance.choice(WHOLE)(text, chance)
    lines = text.decode("utf-8").split("\n")
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        chance.choice(LINE_EDITS)(lines, chance)
    mangled = "\n".join(lines).encode("utf-8")
    return chance.choice(WHOLE)(mangled, chance) if chance.random() < 0.05 else mangled


_NUMBER = re.compile(rb"-?\b\d+\b")


def mutated_history(text: bytes, chance: Random) -> bytes:
    """Mangle a history: a line, a value in a line, the order of lines, or the whole."""
    if not text or chance.random() < 0.25:
        return chance.choice(WHOLE)(text, chance)
    lines = text.split(b"\n")
    at = chance.randrange(len(lines))
    line = lines[at]
    way = chance.randrange(8)
    if way == 0:
        del lines[at]
    elif way == 1:
        lines.insert(chance.randrange(len(lines)), line)
    elif way == 2:
        other = chance.randrange(len(lines))
        lines[at], lines[other] = lines[other], line
    elif way == 3:
        lines[at] = _at(
            line, chance, chance.choice((b"null", b"[]", b"{}", b"1e999", b"\\u0000")), 4
        )
    elif way == 4:
        found = list(_NUMBER.finditer(line))
        if found:
            one = chance.choice(found)
            fresh = chance.choice((b"0", b"-1", b"1.5", b"null", b'"x"', b"9" * 30, b"true", b"[]"))
            lines[at] = line[: one.start()] + fresh + line[one.end() :]
    elif way == 5:
        fresh = chance.choice(
            (b"{}", b"[]", b"null", b'{"n": 1}', b"[" * 3000, b'{"n": true}', b"\xff")
        )
        lines[at] = fresh
    elif way == 6:
        words = re.findall(rb'"[^"]{1,20}"', line)
        if len(words) > 1:
            one, other = chance.sample(words, 2)
            lines[at] = line.replace(one, other, 1)
    else:
        lines[at] = _at(line, chance, chance.choice(SPECKS), 1)
    return b"\n".join(lines)
