"""BG Stats: the fields of its documented link, ids that stay, and nothing that nobody knows."""

from __future__ import annotations

import datetime
import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacytrack.formats.to_bgstats import link, play
from legacytrack.model.box import Box
from legacytrack.model.games import played
from legacytrack.model.world import World

# What the makers of BG Stats document; what we do not know is left out.
FIELDS = {
    *("sourceName", "sourcePlayId", "playDate", "durationMin", "board", "comments"),
    *("location", "game", "players"),
}
PLAYER = {"name", "sourcePlayerId", "startPlayer", "winner", "rank", "role", "score"}
DATA: dict[str, Any] = {
    "name": "Thursday world",
    "players": {"ana": {"name": "Ana"}, "ben": {"name": "Ben"}, "cy": {"name": "Cy"}},
    "games": {
        "4": {
            "played": "2026-01-17",
            "winner": "ana",
            "note": "long",
            "players": {
                "ana": {"faction": "imperial-balkania", "result": "won"},
                "ben": {"faction": "khan-industries", "result": "held-on"},
                "cy": {"result": "eliminated"},
            },
        }
    },
}


def told(box: Box, data: dict[str, Any] = DATA, number: int = 4) -> dict[str, Any]:
    world = World(data)
    return play(world, box, played(world)[number], "abc")


def test_a_game_in_the_fields_of_bg_stats(box: Box) -> None:
    """Every field is one of the documented ones and says what is on record."""
    assert told(box) == {
        "sourceName": "legacytrack",
        "sourcePlayId": "abc-4",
        "playDate": "2026-01-17 12:00:00",
        "board": "Thursday world",
        "comments": "long",
        "game": {
            "name": "Risk Legacy",
            "sourceGameId": "risk-legacy",
            "bggId": 105134,
            "highestWins": True,
            "noPoints": True,
        },
        "players": [
            {
                "name": "Ana",
                "sourcePlayerId": "abc-ana",
                "winner": True,
                "rank": 1,
                "role": "Imperial Balkania",
            },
            {
                "name": "Ben",
                "sourcePlayerId": "abc-ben",
                "winner": False,
                "rank": 2,
                "role": "Khan Industries",
            },
            {"name": "Cy", "sourcePlayerId": "abc-cy", "winner": False, "rank": 3},
        ],
    }
    assert set(told(box)) <= FIELDS
    assert all({"name", "winner"} <= set(each) <= PLAYER for each in told(box)["players"])


def test_what_nobody_wrote_down_is_left_out(box: Box) -> None:
    """Of a game of which only the winner is known there is nothing made up."""
    data = {"players": DATA["players"], "games": {"1": {"winner": "ben"}}}
    said = told(box, data, 1)
    assert set(said) == {"sourceName", "sourcePlayId", "game", "players"}
    assert said["players"] == [
        {"name": "Ben", "sourcePlayerId": "abc-ben", "winner": True, "rank": 1}
    ]


def test_the_day_is_the_same_nearly_everywhere(box: Box) -> None:
    """The time is noon in UTC: in all zones from -11 to +11 hours it is the day on record."""
    text = told(box)["playDate"]
    when = datetime.datetime.strptime(text, "%Y-%m-%d %H:%M:%S").replace(tzinfo=datetime.UTC)
    for hours in range(-11, 12):
        zone = datetime.timezone(datetime.timedelta(hours=hours))
        assert when.astimezone(zone).date() == datetime.date(2026, 1, 17)


def test_a_day_without_quotes_is_a_day_too(box: Box) -> None:
    """A date that people typed as TOML has it is written in the same form."""
    game = {**DATA["games"]["4"], "played": datetime.date(2026, 1, 17)}
    assert told(box, {**DATA, "games": {"4": game}})["playDate"] == "2026-01-17 12:00:00"


def test_a_new_name_changes_no_id(box: Box) -> None:
    """A renamed player and a renamed campaign keep their ids: a second import puts right the first."""
    data = {**DATA, "name": "New", "players": {**DATA["players"], "ana": {"name": "Anna"}}}
    before, after = told(box), told(box, data)
    assert after["sourcePlayId"] == before["sourcePlayId"]
    ids = [[each["sourcePlayerId"] for each in said["players"]] for said in (before, after)]
    assert ids[0] == ids[1]
    assert after["players"][0]["name"] == "Anna"


def test_a_faction_that_nobody_knows_goes_by_its_id(box: Box) -> None:
    """What a hand wrote is passed on, not lost."""
    seats = {"ana": {"faction": "gardeners"}}
    data = {**DATA, "games": {"4": {"winner": "ana", "players": seats}}}
    assert told(box, data)["players"][0]["role"] == "gardeners"


def data_of(text: str) -> Any:
    """Read a link as a browser does."""
    parts = urlsplit(text)
    assert (parts.scheme, parts.netloc, parts.path) == (
        *("https", "app.bgstatsapp.com"),
        "/createPlay.html",
    )
    assert not parts.fragment
    (only,) = parse_qs(parts.query, strict_parsing=True, max_num_fields=1)["data"]
    return json.loads(only)


def test_the_link_is_the_documented_one(box: Box) -> None:
    """The link holds the play as JSON, encoded for a URL."""
    text = link(told(box))
    assert text.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B%22sourceName%22")
    assert data_of(text) == told(box)


@pytest.mark.parametrize(
    "name",
    ["[new berlin]", "[/x]", ":bomb:", "Côte d'Ivoire", "漢字", "-3", "a&b=c#d+e%20f?", "x" * 500],
)
def test_any_name_goes_into_a_link(name: str) -> None:
    """Whatever a name holds, the link is ASCII of one word and says it as it is."""
    text = link({"players": [{"name": name}]})
    assert text.isascii()
    assert not any(char.isspace() or not char.isprintable() for char in text)
    assert data_of(text) == {"players": [{"name": name}]}


@given(st.text(st.characters(codec="utf-8")))
def test_every_text_comes_back(text: str) -> None:
    """No character is lost on the way, nor takes the link apart."""
    assert data_of(link({"comments": text})) == {"comments": text}
