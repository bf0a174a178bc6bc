"""The summary as a page: what it tells of a campaign, checked against the story it was made from."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.campaign.door import box_of
from legacytrack.formats.to_html import html
from legacytrack.formats.to_json import envelope
from legacytrack.formats.to_markdown import markdown
from legacytrack.formats.to_plain import plain
from legacytrack.formats.to_terminal import terminal
from legacytrack.model.shape import sound
from legacytrack.model.world import World
from legacytrack.pages.chapters import chapters
from legacytrack.pages.page import Bars, Facts, Heading, Page, Table
from legacytrack.pages.summary import one_game, summary
from legacytrack.rules.spoilers import HIDDEN, without_spoilers

FINISHED = Path(__file__).parent.parent / "worlds" / "finished.toml"
PARTS = [
    "Standings",
    "Games",
    "Factions",
    "Map",
    "Continents",
    "Cities",
    "Scars",
    "Territory cards",
]


def told(text: str, *, spoilers: bool = True) -> Page:
    """Tell a world as a person would write it."""
    world = World(sound(tomllib.loads(text))[0])
    box = box_of(world)
    if not spoilers:
        box = box_of(world.with_value("found", value=None))
        world = without_spoilers(world, box)
    return summary(world, box, spoilers=spoilers)


@pytest.fixture(scope="module")
def finished() -> Page:
    """The summary of the finished world."""
    return told(FINISHED.read_text(encoding="utf-8"))


def headings(page: Page, level: int) -> list[str]:
    """The headings of a level."""
    return [each.text for each in page.blocks if isinstance(each, Heading) and each.level == level]


def under(page: Page, heading: str, kind: type) -> Any:
    """The first block of a kind under a heading."""
    blocks = list(page.blocks)
    at = next(
        n for n, each in enumerate(blocks) if isinstance(each, Heading) and each.text == heading
    )
    return next(each for each in blocks[at:] if isinstance(each, kind))


# A finished campaign


def test_its_parts(finished):
    """One title, the parts in their order, and a chapter for each game."""
    assert headings(finished, 1) == ["Fifteen games"]
    assert headings(finished, 2) == [*PARTS, "Left in the box"]
    games = [each for each in headings(finished, 3) if each.startswith("Game ")]
    assert len(games) == 16
    assert games[0] == "Game 1 (2026-01-03): Ana won"
    assert games[-1] == "Game 16 (2026-08-01): Eli won"


def test_who_and_when(finished):
    """The planet with its namer, the players, and from when to when they played."""
    assert dict(next(each.rows for each in finished.blocks if isinstance(each, Facts))) == {
        "planet": '"Fifteen Evenings", named by Ana',
        "players": "Ana, Ben, Cy, Dee, Eli",
        "games": "16 played, 2026-01-03 to 2026-08-01",
    }


def test_a_chapter(finished):
    """A chapter says who played what from where, how it ended, and what each took."""
    table = under(finished, "Game 2 (2026-01-17): Ben won", Table)
    assert list(table.columns) == ["player", "faction", "start", "result", "reward"]
    rows = [tuple(row) for row in table.rows]
    assert rows[1] == (
        "Dee",
        "Imperial Balkania",
        "Eastern Canada",
        "held on",
        "coin on Eastern United States",
    )
    assert rows[2] == ("Eli", "Khan Industries", "Venezuela", "eliminated", "")
    assert rows[4][3:] == ("won", 'Major City "Benhaven" in New Guinea')
    scars = dict(under(finished, "Game 2 (2026-01-17): Ben won", Facts).rows)["scars"]
    assert "Bunker on India (Cy)" in scars
    assert "Bunker on Alberta (Ben), cancelled in game 5" in scars


def test_the_rewards_of_winners(finished):
    """Each kind of reward is said in words, with names where names were given."""
    said = [row[-1] for each in finished.blocks if isinstance(each, Table) for row in each.rows]
    for words in (
        'named Asia "Ruin"',
        "bonus of Australia +1",
        "cancelled Bunker on Alberta",
        "fortified New Guinea",
        "destroyed the card of Peru",
        "not taken",
        "none recorded",
    ):
        assert words in said


def test_the_note_of_a_game_is_printed(finished):
    """What was noted at the end of a game stands in its chapter."""
    rows = dict(under(finished, "Game 13 (2026-06-20): Dee won", Facts).rows)
    assert rows["note"] == "Thirteen dice on the floor"


def test_bars(finished):
    """Bars compare wins by player and by faction, people and coins by continent."""
    assert under(finished, "Wins by player", Bars).rows == [
        ("Ana", 5),
        ("Ben", 4),
        ("Cy", 3),
        ("Dee", 2),
        ("Eli", 1),
    ]
    assert dict(under(finished, "Wins by faction", Bars).rows)["Die Mechaniker"] == 5
    assert dict(under(finished, "Population by continent", Bars).rows)["Europe"] == 5
    assert dict(under(finished, "Coins by continent", Bars).rows)["Asia"] == 30


def test_the_data_for_programs(finished):
    """Programs get every part as data, with ids."""
    data = finished.data
    assert set(data) >= {
        *("name", "planet", "planet_by", "players", "games_played", "as_of", "spoilers", "late"),
        *("standings", "games", "factions", "continents", "cities", "scars", "cards"),
        *("packets", "supply"),
    }
    assert (data["games_played"], data["planet_by"], data["as_of"]) == (16, "ana", None)
    assert [each["winner"] for each in data["games"]][:3] == ["ana", "ben", "cy"]
    assert data["games"][1]["players"][2]["result"] == "eliminated"
    assert (data["cards"]["even"], data["cards"]["cards"]) == (21, 41)
    assert data["supply"]["fortification-supply"] == {"limit": 5, "used": 1, "left": 4}
    assert data["factions"][0].keys() == {"faction", "powers", "games", "wins"}


def test_one_game_alone():
    """A single chapter stands under the name of the campaign."""
    world = World(tomllib.loads(FINISHED.read_text(encoding="utf-8")))
    found = {each.number: each for each in chapters(world, box_of(world))}
    page = one_game(world, found[13])
    assert headings(page, 1) == ["Fifteen games"]
    assert headings(page, 3) == ["Game 13 (2026-06-20): Dee won"]
    assert [each["game"] for each in page.data["games"]] == [13]


# Less than everything


def test_an_empty_world():
    """A world of which nothing is known is told without parts that would be empty."""
    page = told("")
    assert headings(page, 1) == ["A world without a name"]
    assert headings(page, 2) == ["Map", "Continents", "Territory cards", "Left in the box"]
    assert not [
        each for each in page.blocks if isinstance(each, Bars) and not any(n for _, n in each.rows)
    ]


def test_games_before_the_record():
    """Games of which nothing is on record are counted, and said to be so."""
    said = plain(told("games_played = 4\n"))
    assert "Nothing is on record of 4 games from before the record began." in said


def test_a_game_known_by_its_marks_alone():
    """Where nobody signed, marks that name their game tell of it."""
    text = """\
[players.ana]
name = "Ana"
[territories.ural.city]
kind = "minor-city"
name = "Uraltown"
founder = "ana"
game = 2
[territories.peru.scar]
kind = "bunker"
game = 1
"""
    said = plain(told(text))
    assert "Game 1: winner unknown\n  scars  Bunker on Peru\n" in said
    assert 'Game 2: winner unknown\n  done  Minor City "Uraltown" in Ural (Ana)\n' in said


def test_a_game_that_is_on():
    """A game that is on is said in one line, and its marks are no chapter yet."""
    text = """\
[players.ana]
name = "Ana"
[game]
number = 1
[game.players.ana]
faction = "khan-industries"
[territories.peru.scar]
kind = "bunker"
game = 1
"""
    said = plain(told(text))
    assert "Game 1 is on: Ana (Khan Industries).\n" in said
    assert "Game 1: winner" not in said


def test_packets_in_the_words_of_the_group():
    """Packets stand with the game they were opened in, and in a part of their own."""
    text = '[games.1]\nwinner = "ana"\n[packets.1]\nname = "the thin one"\ngame = 1\n'
    text += 'condition = "player-eliminated"\n[packets.2]\nname = "another"\n'
    said = plain(told(text))
    assert "  packets  the thin one (A player is eliminated)\n" in said
    assert "\n  another " in said
    assert said.count("game not recorded\n") == 1


def test_a_reward_whose_mark_is_gone():
    """A city that was covered, or a card that got more coins, still was a reward."""
    text = """\
[games.1.players.ana]
result = "won"
reward = "city major ural"
[games.1.players.ben]
result = "held-on"
reward = "coin peru"
[games.1.players.cy]
result = "held-on"
reward = "a kiss"
"""
    said = plain(told(text))
    for words in ("Major City in Ural", "coin on Peru", "a kiss"):
        assert words in said


# Without spoilers

NAMES = st.text("QXZ", min_size=5, max_size=9)


def every_format(page: Page) -> str:
    """A page in every format there is, one after the other."""
    return "".join(
        (
            plain(page),
            terminal(page, columns=200, colour=False, ascii_only=False),
            markdown(page),
            html(page, title="Ours"),
            envelope("summary", page.data, ascii_only=False),
        )
    )


@given(st.lists(NAMES, min_size=12, max_size=12, unique=True))
@settings(max_examples=20, deadline=None)
def test_no_spoilers_names_nothing_from_packets(names):
    """Whatever things from packets are called, no format names them, nor their ids, nor any note."""
    one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve = names
    text = f"""\
[players.ana]
name = "Ana"
[found.scars.{one}]
name = "{two}"
says = "{twelve}"
supply = 3
[found.cities.{three}]
name = "{four}"
population = 3
[found.powers.{five}]
name = "{six}"
faction = "khan-industries"
[found.factions.{seven}]
name = "{eight}"
[found.territories.{nine}]
name = "{ten}"
[found.rules.{one}]
says = "{twelve}"
letter = "{one}"
limit = 3
[found.rules.coin-cap]
says = "{twelve}"
[found.events.{one}]
name = "{two}"
[territories.ural.scar]
kind = "{one}"
game = 1
by = "ana"
[territories.peru.city]
kind = "{three}"
name = "{eleven}"
[territories.{nine}.city]
kind = "minor-city"
name = "{eleven}"
[territories.china.cancelled.1]
kind = "{one}"
game = 1
[cards.{nine}]
coins = 4
[factions.khan-industries]
powers = ["{five}"]
[factions.{seven}]
powers = ["{five}"]
[packets.1]
name = "{eleven}"
game = 1
[games.1]
winner = "ana"
note = "{eleven} {two}"
[games.1.players.ana]
faction = "{seven}"
start = "{nine}"
result = "won"
reward = "city {three} {nine}"
[game]
number = 2
[game.players.ana]
faction = "{seven}"
hq = "{nine}"
"""
    shown = every_format(told(text, spoilers=False))
    assert not [name for name in names if name.lower() in shown.lower()]
    assert shown.count(HIDDEN) > 5
    open_to_all = every_format(told(text))
    assert all(name in open_to_all for name in (two, four, six, eight, ten, eleven))


def test_without_spoilers_it_says_so():
    """A page that leaves something out says what."""
    said = plain(told('[games.1]\nwinner = "ana"\nnote = "x"\n', spoilers=False))
    assert "note: What packets brought is left out, and so are the notes of games.\n" in said


def test_a_finished_world_without_packets_is_the_same_but_for_notes(finished):
    """Where no packet was opened, only the notes of games go."""
    other = told(FINISHED.read_text(encoding="utf-8"), spoilers=False)
    gone = set(plain(finished).splitlines()) - set(plain(other).splitlines())
    assert gone == {"  note  Thirteen dice on the floor"}
