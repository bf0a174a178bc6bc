"""The text of a world file changes only where it must, and always says what was asked for."""

from __future__ import annotations

import datetime
import random
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.errors import FileError
from legacytrack.model.change import (
    Edit,
    Path,
    carry_out,
    difference,
    reverse,
    same,
    undotted,
    value_at,
    without_empty_tables,
)
from legacytrack.store.patch import patch, render


def said(text: bytes) -> dict[str, Any]:
    """Read what a text says of a world."""
    return without_empty_tables(tomllib.loads(text.decode().removeprefix("\ufeff")))


def put(before: str, changes: dict[str, Any]) -> str:
    """Patch a text by dotted paths, and check that the outcome says just that."""
    world = said(before.encode())
    edits = [Edit(undotted(at), value_at(world, undotted(at)), new) for at, new in changes.items()]
    result = patch(before.encode(), edits)
    assert same(said(result), carry_out(world, edits))
    return result.decode()


CANONICAL = """\
format = 1
name = "Thursday world"

[players.ana]
name = "Ana"

[territories.alaska.scar]
kind = "bunker"
game = 2

[cards.brazil]
coins = 3
"""


# Changing a value


def test_a_changed_value_changes_only_itself() -> None:
    """Indentation, odd spaces, the comment behind the value and all other lines stay."""
    before = '# ours\n\n[cards.brazil]   # far\n  coins=3  # so far\n\n\nunknown = "x"\n'
    assert put(before, {"cards.brazil.coins": 4}) == before.replace("3", "4")


def test_a_value_of_many_lines_is_replaced_as_a_whole() -> None:
    """Lines of a long text are one value, even where they look like headers and keys."""
    before = '[a]\nx = """\n[b]\ny = 1\n"""  # long\n[b]\ny = 2\n'
    assert put(before, {"a.x": "short"}) == '[a]\nx = "short"  # long\n[b]\ny = 2\n'
    assert put(before, {"b.y": 3}) == before.replace("y = 2", "y = 3")


@pytest.mark.parametrize(
    "text",
    [
        '"""a "quoted" word"""',
        '""""start and end""""',
        '"""two at the end"""""',
        "'''it's'''",
        "''''start and end''''",
        '"""back\\\\"""',
        '"""\\""" # no end"""',
        '"a # b ] } = \\" \\\\"',
        "'a # b ] } = \" \\'",
        '""',
        "''",
        "1979-05-27 07:32:00.5-07:00",
        "[ '#', [ ']', { a = '}' } ], ]",
        "{ a.b = [ { c = '}' } ], 'x.y' = \"#\" }",
        "[ # one ]\n  1, # two [\n]",
    ],
)
def test_every_kind_of_value_ends_where_it_ends(text: str) -> None:
    """Whatever marks stand in a value, the lines behind it are found."""
    before = f"x = {text} # note\ny = 1\n"
    behind = "z = [\"\"\"z\"\"\", '''z''']\n"
    assert put(before + behind, {"y": 2, "x": 0}) == "x = 0 # note\ny = 2\n" + behind


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ('Zoë "the 3rd"\\\n\tend', '"Zoë \\"the 3rd\\"\\\\\\n\\tend"'),
        (True, "true"),
        (-3, "-3"),
        (0.5, "0.5"),
        (datetime.date(2026, 1, 3), "2026-01-03"),
        (["round-up", "b"], '["round-up", "b"]'),
        ([], "[]"),
        ([{"a": 1, "b c": [{}]}], '[{ a = 1, "b c" = [{}] }]'),
    ],
)
def test_a_new_value_takes_one_line(value: Any, text: str) -> None:
    """Values are written on one line, letters beyond ASCII as they are."""
    assert put("format = 1\n", {"x": value}) == f"format = 1\nx = {text}\n"


def test_types_that_python_takes_for_equal_are_told_apart() -> None:
    """`1`, `1.0` and `true` are three values."""
    assert put("a = 1\nb = 1\n", {"a": True, "b": 1.0}) == "a = true\nb = 1.0\n"


# Lists with a row for each value

ROWS = """\
holds = [  # by ana
    "egypt",  # capital
    # the rest
    "ural",
    "siam"  # new
]
"""


def test_a_row_may_hold_several_values() -> None:
    """A row of which all values stay is kept; one of which any goes is written anew."""
    text = b'x = [\n  "a", "b", # two\n  "c", # three\n  "d", "e" # the end\n]\n'
    old = list("abcde")
    grown = patch(text, [Edit(("x",), old, [*old, "f"])])
    assert grown == text.replace(b'"e" #', b'"e", #').replace(b"end\n", b'end\n  "f",\n')
    less = patch(text, [Edit(("x",), old, ["a", "b", "d", "e"])])
    assert less == text.replace(b'  "c", # three\n', b"")
    other = patch(text, [Edit(("x",), old, ["b", "c", "d", "e"])])
    assert other == text.replace(b'"a", "b", # two', b'"b",')


def test_rows_of_a_list_keep_their_comments() -> None:
    """Where each value of a list has a row, only rows of values that come or go change."""
    assert put(ROWS, {"holds": ["egypt", "ural", "siam", "peru"]}) == ROWS.replace(
        '"siam"  # new\n', '"siam",  # new\n    "peru",\n'
    )
    assert put(ROWS, {"holds": ["egypt", "siam"]}) == ROWS.replace('    "ural",\n', "")
    assert put(ROWS, {"holds": ["a", "egypt", "b", "ural"]}) == (
        'holds = [  # by ana\n    "a",\n    "egypt",  # capital\n    # the rest\n'
        '    "b",\n    "ural",\n]\n'
    )
    more = ROWS.replace('"siam"', '"siam" ,')
    assert put(more, {"holds": ["egypt", "ural", "siam", "peru"]}) == more.replace(
        "# new\n", '# new\n    "peru",\n'
    )
    crlf = ROWS.replace("\n", "\r\n")
    assert put(crlf, {"holds": ["egypt", "ural", "siam", 7]}) == crlf.replace(
        '"siam"  # new\r\n', '"siam",  # new\r\n    7,\r\n'
    )


def test_a_list_written_otherwise_is_written_anew() -> None:
    """A list without a row for each value becomes one line."""
    assert put('x = ["a",\n  "b", "c",\n]\n', {"x": ["a", "b"]}) == 'x = ["a", "b"]\n'
    assert put("x = [\n]\n", {"x": ["a"]}) == 'x = ["a"]\n'


# Adding a value


def test_a_key_goes_below_the_last_key_of_its_section() -> None:
    """Blanks and comments that lead to the next header stay with it; the indentation is taken up."""
    before = "[a]\n  # one\n  x = 1\n\n# about b\n[b]\ny = 2\n"
    assert put(before, {"a.z": 3}) == before.replace("x = 1\n", "x = 1\n  z = 3\n")
    assert put("[a] # empty\n# todo\n", {"a.z": 3}) == "[a] # empty\nz = 3\n# todo\n"


def test_a_top_level_value_goes_below_the_last_one() -> None:
    """Values above all headers stay above all headers."""
    assert put(CANONICAL, {"planet": "Ruin"}) == CANONICAL.replace(
        'world"\n', 'world"\nplanet = "Ruin"\n'
    )
    assert put("[a]\nx = 1\n", {"planet": 1}) == "planet = 1\n\n[a]\nx = 1\n"
    before = "# Our world\n\n# about a\n[a]\nx = 1\n"
    assert put(before, {"planet": 1}) == before.replace("world\n", "world\n\nplanet = 1\n")
    assert put("# ours\n", {"planet": 1}) == "# ours\n\nplanet = 1\n"
    assert put("", {"planet": 1}) == "planet = 1\n"


def test_a_new_section_goes_where_its_relatives_are() -> None:
    """It follows the last section that shares most of its path, with one blank around it."""
    before = """\
[territories.alaska.scar]
kind = "bunker"
# that was silly
[territories.ural.city]
name = "Stalgrad"


# coins
[cards.brazil]
coins = 3
"""
    assert (
        put(before, {"territories.alaska.city.name": "A", "territories.peru.scar.game": 2})
        == """\
[territories.alaska.scar]
kind = "bunker"

[territories.alaska.city]
name = "A"

# that was silly
[territories.ural.city]
name = "Stalgrad"

[territories.peru.scar]
game = 2


# coins
[cards.brazil]
coins = 3
"""
    )


def test_a_new_section_without_relatives_goes_to_its_usual_place() -> None:
    """Players, territories, cards, continents, factions, games, game, and then all others."""
    text = "format = 1\n"
    for name in ("x", "game", "cards", "players", "games", "y", "factions", "territories"):
        text = put(text, {f"{name}.a.b": 1})
    heads = ["players", "territories", "cards", "factions", "games", "game", "x", "y"]
    assert text == "format = 1\n" + "".join(f"\n[{head}.a]\nb = 1\n" for head in heads)


def test_several_values_of_a_new_table_share_one_section() -> None:
    """They stand in the order of the edits."""
    new = {"continents.asia.name": "Ruin", "continents.asia.by": "ana", "continents.asia.game": 3}
    assert put(CANONICAL, new) == (
        CANONICAL + '\n[continents.asia]\nname = "Ruin"\nby = "ana"\ngame = 3\n'
    )


def test_a_table_goes_above_tables_in_it() -> None:
    """A table whose tables have sections already gets its section above them."""
    before = "[games.1.players.ana]\nstart = 1\n\n[games.1.players.ben]\nstart = 2\n"
    assert put(before, {"games.1.winner": "ana"}) == '[games.1]\nwinner = "ana"\n\n' + before


def test_keys_are_quoted_where_they_must_be() -> None:
    """A key with a dot, a blank or nothing in it is still one key."""
    world = {"a": {"b.c": {"": 1, "é": 2}}}
    assert patch(b"", difference({}, world)).decode() == '[a."b.c"]\n"" = 1\n"é" = 2\n'


# Taking a value out


def test_a_value_taken_out_takes_its_lines_along() -> None:
    """All lines of the value go, comments above it and all else stay."""
    before = "[a]\n# why x\nx = [ # one\n  1,\n]  # done\n\ny = 2\n"
    assert put(before, {"a.x": None}) == "[a]\n# why x\n\ny = 2\n"
    assert put("x = '''\n\n'''\ny = 2\n", {"x": None}) == "y = 2\n"


def test_an_emptied_section_goes_with_one_blank() -> None:
    """Comments between its header and its last key go too, those before and behind it stay."""
    before = "[a]\nx = 1\n\n# about b\n[b] # head\n# in b\ny = 2\n# behind b\n\n[c]\nz = 3\n"
    assert put(before, {"b.y": None}) == "[a]\nx = 1\n\n# about b\n# behind b\n\n[c]\nz = 3\n"
    two = "[a]\nx = 1\n\n[b]\n# in b\ny = 2\n# more\nz = 3\n\n[c]\nz = 3\n"
    for changes in ({"b.y": None, "b.z": None}, {"b.z": None, "b.y": None}):
        assert put(two, changes) == "[a]\nx = 1\n\n[c]\nz = 3\n"
    assert put(two, {"c.z": None}) == two.removesuffix("\n[c]\nz = 3\n")
    assert put(two, {"a.x": None}) == two.removeprefix("[a]\nx = 1\n\n")
    assert put("format = 1\n\n[a]\nx = 1\n", {"format": None}) == "[a]\nx = 1\n"


def test_a_header_goes_even_if_tables_below_it_stay() -> None:
    """A table is there as long as tables in it are, with a header of its own or not."""
    before = "[games.1]\nwinner = 'ana'\n[games.1.players.ana]\nresult = 'won'\n"
    assert put(before, {"games.1.winner": None}) == before[before.index("[games.1.p") :]


def test_an_emptied_section_that_gets_a_value_stays() -> None:
    """One key out and another in leaves the header and its comment alone."""
    before = "[a] # mine\nx = 1\n\n[b]\ny = 2\n"
    assert put(before, {"a.x": None, "a.z": 3}) == before.replace("x = 1", "z = 3")


def test_a_section_without_keys_that_nobody_emptied_stays() -> None:
    """An empty table by hand says nothing, and is nobody's business."""
    before = "[a]\n# later\n\n[b]\ny = 2\n"
    assert put(before, {"b.y": 3}) == before.replace("2", "3")


# Bytes


def test_line_ends_stay_as_they_are_and_new_lines_take_the_usual_one() -> None:
    """LF and CRLF may be mixed; what is not touched keeps its own."""
    before = "a = 1\r\nb = 2\nc = 3\r\n\r\n[d]\nx = 4\r\n"
    assert put(before, {"b": 5, "d.y": 6, "e.z": 7}) == (
        "a = 1\r\nb = 5\nc = 3\r\n\r\n[d]\nx = 4\r\ny = 6\r\n\r\n[e]\r\nz = 7\r\n"
    )
    assert put("a = 1\n\n[d]\nx = 4\r\n", {"d.y": 6}) == "a = 1\n\n[d]\nx = 4\r\ny = 6\n"


def test_a_byte_order_mark_and_a_missing_last_line_end_stay() -> None:
    """Both are habits of editors, and none of our business."""
    assert put("\ufeffa = 1", {"a": 2}) == "\ufeffa = 2"
    assert put("\ufeffa = 1", {"b.c": 2}) == "\ufeffa = 1\n\n[b]\nc = 2"
    assert put("a = 1\r\nb = 1", {"b": None}) == "a = 1"
    assert put("\ufeff", {"a": 1}) == "\ufeffa = 1\n"


def test_only_line_ends_end_lines() -> None:
    """Other characters that Python breaks lines at may stand in comments and texts."""
    before = 'a = "\u2028x\u0085" # \u2029 \u00a0\nb = 1\n'
    assert put(before, {"b": 2}) == before.replace("1", "2")


# Written by hand


def test_inline_tables_are_changed_inline() -> None:
    """A value below an inline table goes into it, and an emptied one goes."""
    before = 'scar = { kind = "bunker", by.whom = "ben" } # ouch\n'
    assert put(before, {"scar.game": 2, "scar.by.when": 3}) == (
        'scar = { kind = "bunker", by = { whom = "ben", when = 3 }, game = 2 } # ouch\n'
    )
    assert put(before, {"scar.by.whom": None}) == 'scar = { kind = "bunker" } # ouch\n'
    assert put("x = 1\n" + before, {"scar.by.whom": None, "scar.kind": None}) == "x = 1\n"
    assert put("a = {} # none\n", {"a.b": 1}) == "a = { b = 1 } # none\n"
    assert put("[a]\nb = {c=1}\n[d]\ne=1\n", {"a.b.c": None}) == "[d]\ne=1\n"


def test_dotted_keys_get_dotted_company() -> None:
    """No header can reach a table that dotted keys made, so its values get dotted keys as well."""
    before = (
        '[territories.alaska]\nscar . "kind" = "bunker" # ouch\nseen = true\n\n[cards.a]\nb = 1\n'
    )
    assert put(before, {"territories.alaska.scar.game": 2}) == before.replace(
        "ouch\n", "ouch\nscar.game = 2\n"
    )
    assert put(before, {"territories.alaska.city.name": "A"}) == before.replace(
        "true\n", 'true\n\n[territories.alaska.city]\nname = "A"\n'
    )
    assert put(before, {"territories.alaska.scar.kind": None}) == before.replace(
        'scar . "kind" = "bunker" # ouch\n', ""
    )


def test_dotted_keys_above_all_headers_get_dotted_company() -> None:
    """A new relative stands next to the one that shares most of its path."""
    before = "territories.alaska.scar.kind = 'x'\nterritories.peru.scar.kind = 'y'\nformat = 1\n"
    assert put(before, {"territories.alaska.city.name": "A", "territories.ural.scar.game": 2}) == (
        "territories.alaska.scar.kind = 'x'\nterritories.alaska.city.name = \"A\"\n"
        "territories.peru.scar.kind = 'y'\nterritories.ural.scar.game = 2\nformat = 1\n"
    )


def test_a_dotted_key_followed_by_a_section_of_the_same_table_keeps_all() -> None:
    """A table below one with dotted keys may have a header; both go on side by side."""
    before = "[fruit]\napple.color = 1\napple.taste.sweet = true\n\n[fruit.apple.texture]\nx = 1\n"
    assert put(before, {"fruit.apple.size": 2, "fruit.apple.texture.deep.y": 3}) == (
        before.replace("true\n", "true\napple.size = 2\n") + "\n[fruit.apple.texture.deep]\ny = 3\n"
    )


def test_tables_in_any_order_are_found() -> None:
    """A table may come after tables in it, with other tables between."""
    before = """\
["territories" . 'alaska' . scar]  # [no.header]
kind = "bunker"

[cards.peru]
coins = 1

[territories]
count = 2

[territories.ural.scar]
kind = "ammo"
"""
    assert put(before, {"territories.count": 3, "territories.alaska.scar.game": 5}) == (
        before.replace("count = 2", "count = 3").replace('"bunker"\n', '"bunker"\ngame = 5\n')
    )


def test_lists_of_tables_are_left_alone() -> None:
    """Keys in a `[[list]]` and in tables below it are not those of a table of that name."""
    before = """\
[[notes]]
text = "a"
[notes.by]
name = "ana"

[[notes]]
text = "b"

[games.1]
winner = "ana"
"""
    assert put(before, {"games.1.winner": "cy", "text": "c", "zoo.x": 1}) == (
        'text = "c"\n\n' + before.replace('winner = "ana"', 'winner = "cy"') + "\n[zoo]\nx = 1\n"
    )
    assert put(before, {"notes": None}) == '[games.1]\nwinner = "ana"\n'
    assert put(before, {"notes": [{"text": "c"}]}) == (
        'notes = [{ text = "c" }]\n\n[games.1]\nwinner = "ana"\n'
    )


def test_a_value_can_become_a_table_and_a_table_a_value() -> None:
    """What stood in the way goes first."""
    one, other = {"a": 1, "b": 2}, {"a": {"x": {"y": 1}}, "b": 2}
    there = patch(b"a = 1 # one\nb = 2\n", difference(one, other))
    assert there == b"b = 2\n\n[a.x]\ny = 1\n"
    assert patch(there, difference(other, one)) == b"b = 2\na = 1\n"
    lists = {"a": [{"x": 1}, {"y": {"z": 2}}]}
    for other in ({"a": {"x": 3}}, {"a": {"y": {"z": 3}}}, {"a": {"y": 3}}):
        text = b"[[a]]\nx = 1\n\n[[a]]\n[a.y]\nz = 2\n"
        assert said(patch(text, difference(lists, other))) == other
    assert put("[a.x]\ny = 1\n[a] # nothing\n", {"a.x.y": None, "a": 1}) == "a = 1\n"


# When it cannot be done


def test_an_edit_that_cannot_be_said_is_refused_by_name() -> None:
    """No text is ever given back that does not parse, or says something else."""
    with pytest.raises(FileError) as caught:
        patch(
            b"a = 1\n", [Edit(("a",), 1, 2), Edit(("b", "c"), None, "\ud800"), Edit(("d",), 1, 2)]
        )
    (finding,) = caught.value.findings
    assert (finding.rule, finding.where) == ("cannot-edit-safely", "b.c")
    assert "b.c" in finding.what
    assert "by hand" in finding.fix


def test_an_outcome_that_is_not_what_was_asked_for_is_refused() -> None:
    """The text must say exactly what the edits say: here a table that holds nothing."""
    with pytest.raises(FileError):
        patch(b"a = 1\n", [Edit(("b",), None, {})])


@pytest.mark.parametrize("text", [b"a = \n", b"\xff\xfe", b"a = 1\na = 2\n", b"[a\n"])
def test_a_text_that_is_no_toml_is_refused(text: bytes) -> None:
    """A broken file is never written, not even to be the same."""
    for edits in ([], [Edit(("b",), None, 1)]):
        with pytest.raises(FileError):
            patch(text, edits)


# A new world


def test_a_new_world_is_written_in_the_usual_form() -> None:
    """Values first, then sections in the usual order, below the heading."""
    world = {
        "games": {"1": {"players": {"ana": {"result": "won"}}, "winner": "ana"}},
        "players": {"ana": {"name": "Ana"}, "ben": {"name": "Ben"}},
        "empty": {"table": {}},
        "format": 1,
    }
    assert (
        render(world, "Our world.\n\nWritten by hand too.").decode()
        == """\
# Our world.
#
# Written by hand too.

format = 1

[players.ana]
name = "Ana"

[players.ben]
name = "Ben"

[games.1]
winner = "ana"

[games.1.players.ana]
result = "won"
"""
    )
    assert render({}) == b""
    assert render({}, "Ours") == b"# Ours\n"


# Any world, in any hand

texts = st.text(st.sampled_from("ab \t\"'\\\n\r[]{}=#,.é\u2028🦊\x00\x7f"), max_size=8)
scalars = st.one_of(
    texts,
    st.sampled_from(['\n[a]\nb = 1\n"""', "'''\n# x", "a\n\n[[c]]\n"]),
    st.integers(-99, 2**60),
    st.booleans(),
    st.floats(),
    st.dates() | st.datetimes() | st.times(),
)
values = scalars | st.lists(texts, max_size=4) | st.lists(scalars | st.lists(scalars), max_size=3)
slugs = st.sampled_from(["a", "b", "c-1", "7", "games", "cards", "players"])
odd = slugs | st.sampled_from(["x y", "é", 'q"\\', "a.b", ""])


def tables(keys: st.SearchStrategy[str], depth: int = 4) -> st.SearchStrategy[dict[str, Any]]:
    """Make tables of values, lists of tables, and tables, as deep as given."""
    flat = st.dictionaries(keys, values, min_size=1, max_size=2)
    kinds = [values, st.lists(flat, max_size=2)]
    if depth > 1:
        kinds.append(tables(keys, depth - 1))
        kinds.append(tables(keys, depth - 1))
    return st.dictionaries(keys, st.one_of(kinds), max_size=4).map(without_empty_tables)


class Hand:
    """Somebody who writes a world file in ways of their own, at random."""

    def __init__(self, seed: int, styles: str) -> None:
        self.random = random.Random(seed)
        self.styles = styles.split()
        self.notes = 0

    def write(self, world: dict[str, Any]) -> str:
        parts: list[list[str]] = []
        top = list(self.lines(world, (), (), parts))
        self.random.shuffle(parts)
        text = "\n".join([*top, *(line for part in parts for line in part)]) + "\n"
        ends = self.random.choice([["\n"], ["\n"], ["\r\n"], ["\n", "\r\n"]])
        text = "".join(self.random.choice(ends) if char == "\n" else char for char in text)
        if "unended" in self.styles and self.random.random() < 0.3:
            text = text.removesuffix("\n").removesuffix("\r")
        return self.random.choice(["", "", "\ufeff"]) + text

    def lines(
        self, table: dict[str, Any], at: Path, dots: Path, parts: list[list[str]]
    ) -> Iterator[str]:
        for key, value in table.items():
            name = self.dotted((*dots, key))
            ways = [way for way in self.styles if way in ("inline", "dotted", "section")]
            if dots and "section" in ways:
                ways = [way for way in ways if way != "section"] or ["dotted"]
            way = self.random.choice(ways)
            if isinstance(value, dict) and way == "section":
                self.section(value, (*at, key), parts)
            elif isinstance(value, dict) and way == "dotted":
                yield from self.lines(value, at, (*dots, key), parts)
            elif way == "section" and self.is_flat_list(value):
                head = f"[[{self.dotted((*at, key))}]]{self.note()}"
                parts.append(
                    [line for row in value for line in (head, *self.lines(row, at, (), []))]
                )
            else:
                indent = self.random.choice(["", "", "  ", "\t"])
                equals = self.random.choice([" = ", "=", "  =\t"])
                yield f"{indent}{name}{equals}{self.value(value)}{self.note()}"
            yield from self.random.choice([(), (), (), ("",), (f"# [note.{self.count()}]",)])

    def section(self, table: dict[str, Any], path: Path, parts: list[list[str]]) -> None:
        lines = list(self.lines(table, path, (), parts))
        if any(line.strip() and not line.startswith("#") for line in lines) or self.chance():
            above = self.random.choice(
                [(), ("",), ("", f"# about {self.count()}"), ("# x = 1", "")]
            )
            parts.append([*above, f"[{self.dotted(path)}]{self.note()}", *lines])

    def is_flat_list(self, value: Any) -> bool:
        """Tell whether a value is a list of tables that have no tables in them."""
        rows = value if isinstance(value, list) else []
        return bool(rows) and all(
            isinstance(row, dict)
            and not any(isinstance(some, dict | list) for some in row.values())
            for row in rows
        )

    def chance(self) -> bool:
        return self.random.random() < 0.3

    def count(self) -> int:
        self.notes += 1
        return self.notes

    def note(self) -> str:
        return self.random.choice(["", "", "  ", f" # [{self.count()}] = '"])

    def dotted(self, path: Path) -> str:
        return self.random.choice([".", ".", " . "]).join(map(self.key, path))

    def key(self, key: str) -> str:
        if key.replace("-", "").isalnum() and key.isascii() and not self.chance():
            return key
        if self.chance():
            return f"'{key}'"
        return '"' + key.replace("\\", "\\\\").replace('"', '\\"') + '"'

    def value(self, value: Any) -> str:
        if isinstance(value, dict):
            pairs = ",  ".join(
                f"{self.key(key)}= {self.value(some)}" for key, some in value.items()
            )
            return f"{{{pairs}}}"
        if isinstance(value, list):
            items = list(map(self.value, value))
            if items and "rows" in self.styles and self.chance():
                comma = self.random.choice([",", ""])
                rows = [f"\n  {item}," for item in items[:-1]] + [f"\n  {items[-1]}{comma}"]
                return "[" + "".join(f"{row} # '{self.count()}] " for row in rows) + "\n ]"
            return f"[ {', '.join(items)} ]"
        if isinstance(value, str):
            plain = not set(value) & set("\r\x00\x7f\\")
            if plain and "'" not in value and "\n" not in value and self.chance():
                return f"'{value}'"
            if plain and '"' not in value and self.chance():
                return f'"""\n{value}"""'
            if plain and "'''" not in value and not value.endswith("'") and self.chance():
                return f"'''\n{value}'''"
        return patch(b"", [Edit(("x",), None, value)]).decode().removeprefix("x = ").strip()


@st.composite
def handwritten(draw: st.DrawFn, styles: str, keys: st.SearchStrategy[str] = odd) -> bytes:
    """Draw a world in somebody's hand."""
    world = draw(tables(keys))
    text = Hand(draw(st.integers(0, 2**32)), styles).write(world).encode()
    assert same(said(text), world), text.decode()
    return text


ALL = "inline dotted section section rows unended"
quick = settings(max_examples=60, deadline=None)


@quick
@given(handwritten(ALL), tables(odd))
def test_any_hand_becomes_any_world(text: bytes, world: dict[str, Any]) -> None:
    """However a file is written, after a patch it says what the edits ask for."""
    result = patch(text, difference(said(text), world))
    assert same(said(result), world)
    assert result.startswith(b"\xef\xbb\xbf") == text.startswith(b"\xef\xbb\xbf")


@quick
@given(handwritten(ALL))
def test_no_edits_no_change(text: bytes) -> None:
    """Without edits every byte stays."""
    assert patch(text, []) == text


def grown(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Give the old world with what the new one has more or other, taking nothing out."""
    both = dict(old)
    for key, value in new.items():
        if key not in old or not (isinstance(value, dict) or isinstance(old[key], dict)):
            both[key] = value
        elif isinstance(value, dict) and isinstance(old[key], dict):
            both[key] = grown(old[key], value)
    return both


@quick
@given(handwritten("dotted section section rows"), tables(odd))
def test_what_is_added_leaves_every_line(text: bytes, world: dict[str, Any]) -> None:
    """New values bring new lines between the old ones, which stay as they are, in their order."""
    old = said(text)
    edits = [edit for edit in difference(old, grown(old, world)) if edit.old is None]
    lines = iter(patch(text, edits).decode("utf-8-sig").split("\n"))
    assert all(line in lines for line in text.decode("utf-8-sig").split("\n") if line)


@quick
@given(handwritten("dotted section section unended"), tables(odd))
def test_what_is_changed_leaves_every_comment(text: bytes, world: dict[str, Any]) -> None:
    """A new value in the place of an old one leaves all that is no value, header or blank."""
    old = said(text)
    edits = [edit for edit in difference(old, grown(old, world)) if edit.old is not None]
    lists = {edit.path for edit in edits if isinstance(edit.old, list)}  # perhaps `[[lists]]`
    edits = [edit for edit in edits if edit.path not in lists]
    result = patch(text, edits)
    values = sum(str(edit.old).count("\n") for edit in edits)
    assert text.count(b"\n") >= result.count(b"\n") >= text.count(b"\n") - 2 * values - len(edits)
    marks = [mark for mark in text.split(b"# ")[1:] if mark.startswith((b"[note", b"about"))]
    for mark in marks:
        assert b"# " + mark.split(b"\n")[0] in result


@quick
@given(tables(slugs), tables(slugs))
def test_a_written_world_becomes_any_other(one: dict[str, Any], other: dict[str, Any]) -> None:
    """What only we wrote can always be changed, and stays neat: single blanks, none at an end."""
    text = render(one)
    assert same(said(text), one)
    result = patch(text, difference(one, other))
    assert same(said(result), other)
    assert b"\n\n\n" not in result
    assert not result.startswith(b"\n")
    assert not result.endswith(b"\n\n")


@quick
@given(tables(slugs), tables(slugs), st.text("# ab\n", max_size=4))
def test_what_is_done_and_taken_back_leaves_the_same_bytes(
    one: dict[str, Any], other: dict[str, Any], heading: str
) -> None:
    """In what only we wrote, values that came or changed can go again without a trace."""
    text = render(one, heading)
    edits = difference(one, grown(one, other))
    assert patch(patch(text, edits), reverse(edits)) == text
