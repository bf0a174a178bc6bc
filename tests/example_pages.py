"""Pages for tests of formats: a world as a map, fifteen games, and text that does its worst."""

from __future__ import annotations

from pathlib import Path

from legacytrack.pages.page import (
    Area,
    Bars,
    Block,
    Facts,
    Heading,
    Link,
    Map,
    Note,
    Page,
    Script,
    Table,
    Text,
    Tile,
)

HOSTILE = (
    "[new berlin]",
    "[/x]",
    ":bomb:",
    "Côte d'Ivoire",
    "漢字",
    "a\x1b[31mb",
    "\u202eright to left",
    "-3",
    "x" * 500,
    "<script>alert(1)</script>",
    "</title></style></svg></td></script>",
    "\"' onload='alert(1)' x=\"",
    "<img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "&lt;b&gt; &amp; &#60;",
    "<!-- --> <![CDATA[ ]]>",
    "line\nfeed\ttab",
    "\ufffe\uffff\ud800",
    "👩‍👩‍👧 ❤️",
    "مرحبا بالعالم",
    "https://example.invalid/x",
    "url(x) @import expression(1)",
    "",
)

# One row of the map a line; a territory is where the first letters of its id stand.
_BOARD = """
alask northw ..      greenl icel   ..     scand  ..     ..     ..     yakut ..
alber ontar  eastern-c  ..     ..     great  northe russi  ural   siber  irkut kamch
western-un eastern-un .. ..   ..     western-e southern-e middl afgha china mongo japan
..    central-am ..   ..     ..     north-af egypt ..    india  southeast ..   ..
..    venez  ..     ..     ..     central-af east-af ..  ..     indon  new-g  ..
..    peru   brazi  ..     ..     ..     south-af madag ..      western-au eastern-au ..
..    argen  ..     ..     ..     ..     ..     ..     ..     ..     ..     ..
"""


def world_map(*, playing: bool = False, text: str = "") -> Map:
    """The world with marks on it.

    Args:
        playing: whether a game is on.
        text: a text that stands wherever people may write one; empty for peaceful names.
    """
    reference = Path(__file__).parent / "reference"
    groups: dict[str, str] = {}
    names: dict[str, str] = {}
    areas = []
    for line in (reference / "places.txt").read_text(encoding="utf-8").splitlines():
        words = [word.strip() for word in line.split("|")]
        if line.startswith("    "):
            groups[words[0]], names[words[0]] = areas[-1].id, words[1]
        elif "|" in line:
            areas.append(Area(words[0], words[3], words[1]))
    areas[4] = areas[4]._replace(name=f'Asia "{text or "Ruin"}"', pays="8")
    areas[5] = areas[5]._replace(name=f'Australia "{text or "Down Under"}"')
    borders = (reference / "borders.txt").read_text(encoding="utf-8").splitlines()[1:]
    links = [
        Link(one, other, kind == "~~") for one, kind, other in (line.split() for line in borders)
    ]
    cities = {
        "ontario": ("Flangeville", 1),
        "western-united-states": ("Musky Harasser", 1),
        "great-britain": ("Sunny Glasgow", 2),
        "russia": ("Cowmoss", 1),
        "scandinavia": ("Ikea", 1),
        "north-africa": ("Hoggland", 1),
        "ural": ("Stalgrad", 2),
        "china": ("Upper Middle Kingdom", 5),
    }
    scars = {"greenland": "Bunker", "brazil": "Ammo Shortage", "iceland": "Ammo Shortage"}
    scars |= {"great-britain": "Ammo Shortage", "western-europe": "Bunker", "china": "Bunker"}
    boxes = {"ural": 7, "china": 10, "russia": 1}
    coins = {"brazil": 3, "china": 6, "ural": 2, "japan": 8, "egypt": 2, "india": 4}
    owners: dict[str, str] = {}
    if playing:
        asia, rest = [
            [id for id in names if (groups[id] == "asia") == east] for east in (True, False)
        ]
        owners = dict.fromkeys(asia[:8], "Ana") | dict.fromkeys(rest[:9], "Ben")
        owners |= dict.fromkeys(rest[15:22], text or "Cassiopeia the Second")
    tiles = []
    for row, line in enumerate(_BOARD.strip().splitlines()):
        for column, start in enumerate(line.split()):
            if start == "..":
                continue
            (id,) = [each for each in names if each.startswith(start)]
            city, population = cities.get(id, ("", 0))
            tiles.append(
                Tile(
                    id,
                    text or names[id],
                    column,
                    row,
                    groups[id],
                    city and (text or city),
                    population,
                    scars.get(id, "") and (text or scars[id]),
                    boxes.get(id, 0),
                    None if id == "peru" else coins.get(id, 1),
                    owners.get(id, ""),
                    {"china": "Ana", "alaska": "Ben", "russia": "Ana"}.get(id, "")
                    if playing
                    else "",
                    kind=city and "Minor City",
                    fortified=id in boxes or id == "egypt",
                )
            )
    return Map(tiles, areas, links, 1)


def every_block(text: str) -> Page:
    """Every kind of block with one text wherever a text may stand."""
    blocks: list[Block] = [
        Heading(text, 1),
        Text(text),
        Heading(text),
        Note(text),
        Note(text),
        Heading(text, 3),
        Facts([(text, text), (text, "")]),
        Table((text, "n", ""), [(text, "1", text), ("", "2", "")], (1,)),
        Bars([(text, 3), (text, 0)]),
        Heading(text),
        world_map(playing=True, text=text),
        Script("if [ x ]; then\n\techo '<b>'\nfi"),
    ]
    return Page({}, blocks)


def fifteen_games() -> Page:
    """A campaign to its end: as long as a summary gets, with names that do their worst."""
    people = ["Ana", "Ben", "Cassiopeia the Second", "Dee", "Côte d'Ivoire", HOSTILE[8][:80]]
    games = [
        (
            str(number),
            f"2026-{number % 12 + 1:02}-03",
            people[number % len(people)],
            "Imperial Balkania",
            f'Minor City "{HOSTILE[number % len(HOSTILE)][:60] or "Ural"}" in Ural',
            ", ".join(people[:4]),
        )
        for number in range(1, 16)
    ]
    standings = [(name, "3", "4", "1", "yes") for name in people]
    history = [
        (str(number), "2026-01-03 19:30", f"Bunker on Alaska (game {number // 6 + 1}, Ben).")
        for number in range(1, 91)
    ]
    blocks: list[Block] = [
        Heading("Thursday world", 1),
        Facts(
            [
                ("planet", "Stalgrad"),
                ("players", ", ".join(people)),
                ("games played", "15"),
                ("won by", "Ana, who signed most often"),
            ]
        ),
        Note("The campaign is decided: whoever wins now wins for the joy of it."),
        Heading("The world"),
        world_map(),
        Heading("Who won"),
        Bars([(name, number) for number, name in enumerate(people, 1)][::-1]),
        Table(("player", "won", "held on", "eliminated", "can still win"), standings, (1, 2, 3)),
        Heading("Games"),
        Table(("game", "played", "won by", "as", "reward", "who played"), games, (0,)),
        Heading("What is left"),
        Table(
            ("in the box", "printed", "used", "left"),
            [(f"stickers of kind {n}", "5", str(n), str(5 - n)) for n in range(6)],
            (1, 2, 3),
        ),
        Heading("History"),
        Text("The numbers are those that undo takes."),
        Table(("change", "when (UTC)", "what"), history, (0,)),
    ]
    return Page({}, blocks)
