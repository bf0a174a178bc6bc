"""Names by friends who test limits: through commands, pages and formats, shown exactly or refused."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import tomllib
import xml.etree.ElementTree as ET
from functools import cache, partial
from html.parser import HTMLParser
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

from kitchen import Ended, Kitchen, each, kitchen
from mangled import WORLDS
from tally import Tally, main

from legacytrack.model.text import problem_with

BASE = (WORLDS / "format-1.toml").read_text(encoding="utf-8")
PIECES = (
    *(
        "[",
        "]",
        "[/x]",
        "[bold]",
        "[red]x[/]",
        ":bomb:",
        "<b>",
        "</td>",
        "</script>",
        "<script>",
        "&amp;",
    ),
    *(
        "&",
        "<",
        ">",
        '"',
        "'",
        "\\",
        "/",
        "|",
        "`",
        "```",
        "*",
        "**",
        "_",
        "__",
        "~~",
        "#",
        "# ",
        "$x$",
    ),
    *("- ", "+ ", "1. ", "1) ", "> ", "![x](y)", "[x](http://y)", "<http://y>", "http://y.example"),
    *(
        "www.y.example",
        "a@b.example",
        "@user",
        "#12",
        "\\[",
        "\\`",
        "&#60;",
        "<!--",
        "-->",
        "]]>",
        "<![CDATA[",
    ),
    *(
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "=cmd|' /C calc'!A0",
        "\uff1d1",
        "\t=1",
        ",",
        ";",
        '"";',
        "'='",
    ),
    *(
        "$(id)",
        "`id`",
        "${HOME}",
        "$HOME",
        "!x",
        "~",
        "*",
        "?",
        "{a,b}",
        "\\n",
        "\\u001b",
        "%s",
        "%n",
    ),
    *(
        "{0}",
        "{}",
        "{x",
        "\x1b[31m",
        "\x1b]0;x\x07",
        "\x9b31m",
        "\x07",
        "\x08",
        "\r",
        "\n",
        "\0",
        "\x7f",
    ),
    *(
        "\t",
        "\u2028",
        "\u2029",
        "\u202e",
        "\u2066",
        "\u200e",
        "\u200b",
        "\u200d",
        "\ufeff",
        "\u00ad",
        "\u0301",
    ),
    *(
        "\ufffe",
        "\uffff",
        "\ud800",
        "\udcff",
        "\u0085",
        "\u00a0",
        "\u3000",
        "Côte d'Ivoire",
        "漢字",
        "ß",
        "İ",
    ),
    *(
        "مرحبا",
        "ירושלים",
        "👩‍👩‍👧",
        "\U0001fae8",
        "\U000e0067",
        "\U0010ffff",
        "\U0001f1e6",
        "ﷺ",
        "Z̸̢",
        "ﬁ",
        "½",
        "²",
    ),
    *(
        "a",
        "Ana",
        "ana",
        "x",
        "New",
        " ",
        "  ",
        "-",
        "--",
        "--json",
        "-3",
        "--by",
        ".",
        "..",
        "../",
        "con",
        "0",
    ),
    *(
        "x" * 300,
        "漢" * 120,
        "\u0301" * 50,
        "' or 1=1 --",
        "javascript:alert(1)",
        "onload='x'",
        "1970-01-01",
    ),
)
SGR = re.compile(r"\x1b\[[0-9;]*m")
PEACEFUL = "Peaceful"
# Where the name is typed: the command, and where it stands then.
TYPED: tuple[tuple[list[str], tuple[str, ...]], ...] = (
    (["player", "add", "--", "NAME"], ("players", "*", "name")),
    (["player", "rename", "ana", "--", "NAME"], ("players", "ana", "name")),
    (
        ["city", "minor", "peru", "--anyway", "x", "--", "NAME"],
        ("territories", "peru", "city", "name"),
    ),
    (["name", "africa", "--anyway", "x", "--", "NAME"], ("continents", "africa", "name")),
    (["packet", "open", "--", "NAME"], ("packets", "*", "name")),
    (["define", "scar", "--says", "x", "--", "NAME"], ("found", "scars", "*", "name")),
    (["define", "scar", "Mud", "--says", "NAME"], ("found", "scars", "mud", "says")),
    (["define", "event", "Rain2", "--says=NAME"], ("found", "events", "rain2", "says")),
    (["define", "faction", "--", "NAME"], ("found", "factions", "*", "name")),
    (["define", "territory", "--sea", "peru", "--", "NAME"], ("found", "territories", "*", "name")),
    (["define", "power", "--faction", "bear", "--", "NAME"], ("found", "powers", "*", "name")),
    (["correct", "1", "--note=NAME"], ("games", "1", "note")),
    (["scar", "bunker", "alberta", "--anyway=NAME"], ()),
    (["new", "--world", "other.toml", "--", "NAME"], ()),
)
# Where a name may stand in a world, with the questions that show it there.
SHOWS: tuple[tuple[str, tuple[list[str], ...]], ...] = (
    ('name = "Ana"', (["show", "ana"], ["show"], ["standings"], ["status"], ["log"], ["hand"])),
    ('name = "New Stalgrad"', (["show", "ural"], ["show"], ["map"], ["enter", "ural"])),
    ('name = "Ruin"', (["show", "asia"], ["continents"], ["map"])),
    ('planet = "New Earth"', (["show"], ["summary"])),
    ('name = "the small one"', (["packets"], ["summary"])),
    ('name = "Quicksand"', (["show", "found"], ["show", "quicksand"], ["supply"])),
    ('says = "One troop sinks."', (["show", "found"],)),
    ('name = "Far Island"', (["show", "far-island"], ["show", "cards"])),
    ('name = "Wide Roads"', (["show", "bear"], ["show", "found"])),
    ('name = "The Gardeners"', (["show", "factions"], ["show", "the-gardeners"])),
    ('name = "Rain"', (["show", "found"],)),
    ('note = "again"', (["summary"], ["summary", "--game", "2"])),
    ('name = "Format one"', (["summary"], ["use"])),
)
# Pages that show all of a name, letter by letter.
EXACT = (["show", "ana"], ["show", "ural"], ["show", "asia"], ["show", "found"], ["packets"])


def name(chance: Random) -> str:
    """Make up a name: a few pieces of what people, tools and other scripts write."""
    pieces = []
    for _ in range(chance.choice((1, 1, 2, 2, 3, 5))):
        if chance.random() < 0.8:
            pieces.append(chance.choice(PIECES))
        else:
            top = chance.choice((0x80, 0x250, 0x3000, 0x11_0000))
            pieces.append("".join(chr(chance.randrange(0x20, top)) for _ in range(3)))
    return "".join(pieces)


def quoted(text: str) -> str:
    """Write a text as TOML, every odd character by its code."""
    return (
        '"'
        + "".join(
            char if char.isalnum() and char.isascii() else f"\\U{ord(char):08x}" for char in text
        )
        + '"'
    )


def holding(text: str) -> bytes:
    """Write a world in which a text is the name of everything."""
    world = BASE
    for place, _ in SHOWS:
        key = place.partition(" = ")[0]
        assert place in world, place
        world = world.replace(place, f"{key} = {quoted(text)}", 1)
    return world.encode()


# --- typed ---


def typed(table: Kitchen, text: str, chance: Random) -> str:
    """Type a name as something; it is kept as it is, or refused and nothing written."""
    words, path = chance.choice(TYPED)
    table.lay(BASE.encode())
    other = table.folder / "other.toml"
    other.unlink(missing_ok=True)
    before = table.files
    ended = table.say(*(word.replace("NAME", text) for word in words))
    if ended.wrong:
        return f"{words}: {ended.wrong}"
    kept = " ".join(text.split())
    if ended.code:
        if table.files != before or other.exists():
            return f"{words}: refused, and yet written"
        if ended.code == 2 and "cannot be kept" in ended.err and not problem_with(text.strip()):
            return f"{words}: refused without a reason: {ended.err}"
        return ""
    if problem_with(kept):
        return f"{words}: kept, though it cannot be shown"
    file = other if words[0] == "new" else table.world
    tree = tomllib.loads(file.read_text(encoding="utf-8"))
    found = [tree["name"]] if words[0] == "new" else list(_at(tree, path)) if path else [kept]
    whole = found if "add" not in words else [", ".join(found)]
    if words[:2] == ["player", "add"]:  # a list of names
        return (
            "" if all(part in found for part in _parts(kept)) else f"{words}: kept as {found[-2:]}"
        )
    if kept not in whole and words[0] != "correct":
        return f"{words}: kept as {found}"
    shown = SGR.sub("", table.say("log", "--last", "1", "--format", "terminal", tty=True).out)
    if path and words[0] != "correct" and "--says" not in " ".join(words) and kept not in shown:
        return f"{words}: not in the log: {shown[-300:]!r}"
    return ""


def _parts(text: str) -> list[str]:
    return [" ".join(part.split()) for part in text.split(",") if part.strip()]


def _at(tree: Any, path: tuple[str, ...]) -> list[str]:
    if not path:
        return [tree]
    first, *rest = path
    below = tree.values() if first == "*" else [tree[first]] if first in tree else []
    return [text for part in below for text in _at(part, tuple(rest))]


# --- shown ---


def shown(table: Kitchen, text: str, chance: Random) -> str:
    """Ask for a name in a world that is full of it, in every format, and read the answers back."""
    table.lay(holding(text))
    exact = problem_with(text) is None
    _, questions = chance.choice(SHOWS)
    words = chance.choice(questions)
    readers = {**READERS, "html": partial(read_html, words=tuple(words))}
    for format, read in readers.items():
        whole = exact and words in EXACT
        ended = table.say(*words, "--format", format, tty=format == "terminal")
        out = SGR.sub("", ended.out) if format == "terminal" else ended.out
        said = ended._replace(out=out).wrong or read(ended, text if whole else "")
        if said and ended.code != 5:  # what is called by a name that is gone is not found
            return f"{words} as {format}: {said}"
    for also in (drawing, rows, document, link, completion):
        if chance.random() < 0.3:
            said = also(table, text if exact else "", chance)
            if said:
                return f"{also.__name__}: {said}"
    return ""


def read_text(ended: Ended, text: str) -> str:
    """Plain and terminal: letter by letter."""
    return "" if text in SGR.sub("", ended.out) else f"not shown exactly: {ended.out[-300:]!r}"


def read_json(ended: Ended, text: str) -> str:
    """JSON: a string that is the name."""
    return "" if text in _strings(json.loads(ended.out)) else "no string in JSON has it"


def _strings(data: Any) -> str:
    if isinstance(data, dict):
        return "\n".join(map(_strings, [*data, *data.values()]))
    if isinstance(data, list):
        return "\n".join(map(_strings, data))
    return str(data)


def read_markdown(ended: Ended, text: str) -> str:
    """Markdown: nothing in it is a link, an image, HTML or emphasis, and the words are the name."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(ended.out)
    told = []
    for token in tokens:
        if token.type in ("html_block", "hr", "ordered_list_open"):
            return f"{token.type} in Markdown: {token.content[:200]!r}"
        for part in token.children or ():
            if part.type in ("html_inline", "link_open", "image", "em_open", "s_open", "hardbreak"):
                return f"{part.type} in Markdown: {token.content[:200]!r}"
        told.append("".join(part.content for part in token.children or ()))
    whole = " ".join("\n".join(told).split(" "))
    return "" if text.strip() in whole else f"not in Markdown: {told[:4]}"


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[tuple[str, str]] = set()
        self.told: list[str] = []
        self.quiet = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags |= {(tag, ""), *((tag, key) for key, _ in attrs)}
        self.quiet = self.quiet + 1 if tag in ("style", "script") else self.quiet

    def handle_endtag(self, tag: str) -> None:
        self.quiet -= tag in ("style", "script")

    def handle_comment(self, data: str) -> None:
        self.tags.add(("comment", data))

    def handle_data(self, data: str) -> None:
        if not self.quiet:
            self.told.append(data)


def _page(text: str) -> _Page:
    page = _Page()
    page.feed(text)
    page.close()
    return page


@cache
def usual_tags(words: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    """The tags of an answer, with their attributes, where everybody has a peaceful name."""
    tags: set[tuple[str, str]] = set()
    with kitchen() as table:
        for peaceful in (PEACEFUL, f"{PEACEFUL} " * 60):
            table.lay(holding(peaceful))
            tags |= _page(table.say(*words, "--format", "html").out).tags
    return frozenset(tags)


def read_html(ended: Ended, text: str, words: tuple[str, ...]) -> str:
    """HTML: no tag and no attribute but the usual ones, and the words are the name."""
    page = _page(ended.out)
    strange = page.tags - usual_tags(words) if ended.code == 0 else set()
    if strange:
        return f"strange in HTML: {sorted(strange)[:5]}"
    return "" if _in_xml(text) in "\n".join(page.told) else "not in HTML"


def _in_xml(text: str) -> str:
    return text.replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")


READERS = {
    "plain": read_text,
    "terminal": read_text,
    "json": read_json,
    "markdown": read_markdown,
}


# --- other formats ---


def drawing(table: Kitchen, text: str, chance: Random) -> str:
    """SVG is XML whatever the names are, without scripts or links."""
    ended = table.say("map", "-o", "map.svg")
    if ended.wrong or ended.code:
        return ended.wrong or ended.err
    root = ET.fromstring((table.folder / "map.svg").read_text(encoding="utf-8"))
    for part in root.iter():
        tag = part.tag.rpartition("}")[2]
        if tag in ("script", "a", "foreignObject", "image") or any(
            key.startswith("on") or "href" in key for key in part.attrib
        ):
            return f"<{tag}> in SVG"
    told = "".join(root.itertext())
    return "" if len(text) > 10 or _in_xml(text).strip() in told else "not in SVG"


def rows(table: Kitchen, text: str, chance: Random) -> str:
    """CSV has as many cells in every row, none of which a spreadsheet would calculate."""
    ended = table.say("export", "csv")
    if ended.wrong or ended.code:
        return ended.wrong or ended.err
    read = list(csv.reader(io.StringIO(ended.out), strict=True))
    if len({len(row) for row in read}) != 1:
        return f"rows of several lengths: {ended.out[:300]}"
    for cell in (cell for row in read for cell in row):
        if cell.lstrip()[:1] in (
            "=",
            "+",
            "-",
            "@",
            "\t",
            "\r",
            "\uff1d",
            "\uff0b",
            "\uff0d",
            "\uff20",
        ):
            return f"a formula: {cell[:100]!r}"
    cells = {cell for row in read for cell in row}
    return "" if not text or {text, f"'{text}"} & cells else f"not in CSV: {sorted(cells)[-3:]}"


def document(table: Kitchen, text: str, chance: Random) -> str:
    """An exported campaign makes the same world again."""
    ended = table.say("export", "json")
    if ended.wrong or ended.code:
        return ended.wrong or ended.err
    file, again = table.folder / "export.json", table.folder / "again.toml"
    file.write_text(ended.out, encoding="utf-8")
    again.unlink(missing_ok=True)
    made = table.say("new", "--from", "export.json", "--world", "again.toml")
    if made.wrong or made.code:
        return made.wrong or made.err
    one, other = (tomllib.loads(path.read_text(encoding="utf-8")) for path in (table.world, again))
    return "" if one == other else "another world came back"


def link(table: Kitchen, text: str, chance: Random) -> str:
    """The link to BG Stats is one address whose data is JSON with the names."""
    ended = table.say("export", "bgstats")
    if ended.wrong or ended.code:
        return ended.wrong or ended.err
    address = ended.out.strip()
    if not re.fullmatch(r"[!-~]+", address):
        return "no address"
    said = json.loads(parse_qs(urlsplit(address).query, strict_parsing=True)["data"][0])
    return "" if text in _strings(said) else "not in the link"


SHELLS = {
    "bash": (("COMP_WORDS", "legacytrack {} "), ("COMP_CWORD", "2")),
    "zsh": (("_TYPER_COMPLETE_ARGS", "legacytrack {} "),),
    "fish": (
        ("_TYPER_COMPLETE_ARGS", "legacytrack {} "),
        ("_TYPER_COMPLETE_FISH_ACTION", "get-args"),
    ),
}
OFFERING = (
    "troops",
    "show",
    "scar",
    "city",
    "power",
    "begin",
    "hold",
    "enter",
    "use",
    "draw",
    "rules",
)
# Ids, and descriptions without a sign that a shell might evaluate.
OFFERED = {
    "bash": re.compile(r"(?:[\w=,-]*\n)*"),
    "fish": re.compile(r"(?:[\w=,-]*(?:\t[\w ]*)?\n)*"),
    "zsh": re.compile(
        r"(?:\n|_files\n|_arguments '\*: :\(\((?:\"[\w=,-]*\"(?::\"[\w ]*\")?\n?)*\)\)'\n)?"
    ),
}


def completion(table: Kitchen, text: str, chance: Random) -> str:
    """What TAB offers is ids, with words beside them that no shell can take for anything else."""
    shell = chance.choice(sorted(SHELLS))
    command = chance.choice(OFFERING)
    variables = {key: value.format(command) for key, value in SHELLS[shell]}
    variables["_LEGACYTRACK_COMPLETE"] = f"complete_{shell}"
    os.environ |= variables
    try:
        ended = table.say()
    finally:
        for variable in variables:
            del os.environ[variable]
    if ended.raised or ended.code or ended.err:
        return f"{shell} {command}: {ended}"[:500]
    if OFFERED[shell].fullmatch(ended.out if ended.out.endswith("\n") else f"{ended.out}\n"):
        return ""
    odd = [line for line in ended.out.splitlines() if not re.fullmatch(r"[\w\s\"=:,-]*", line)]
    return f"{shell} {command} offers {odd[:3] or ended.out[:300]!r}"


def attempt(table: Kitchen, seed: int, number: int) -> str:
    """Make up a name, type it, and look at it; say what is wrong.

    Args:
        table: where the files are.
        seed: of the run.
        number: of the try; the same two make the same name.
    """
    chance = Random(f"{seed}/{number}")
    text = name(chance)
    said = typed(table, text, chance)
    if not said and not any(0xD800 <= ord(char) < 0xE000 for char in text):
        said = shown(table, text, chance)
    return said and f"{text[:80]!r}: {said}"


def run(times: int, seed: int) -> Tally:
    """Make up names, many.

    Args:
        times: how many.
        seed: decides which.
    """
    with kitchen(COLUMNS="4000") as table:
        lost = each(times, partial(attempt, table, seed))
    return Tally("odd names through commands, pages and formats", times, lost)


if __name__ == "__main__":
    main(run, times=10_000)
