"""A game for BG Stats: the link that its makers document, which is all text and needs no network."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from legacytrack.model.box import Box
from legacytrack.model.games import Game
from legacytrack.model.world import World
from legacytrack.rules.plays import plays

_LINK = "https://app.bgstatsapp.com/createPlay.html?data="
_SOURCE = "legacytrack"
# Only the day is on record. At noon in UTC it is the same day nearly everywhere.
_NOON = "12:00:00"


def play(world: World, box: Box, game: Game, campaign: str) -> dict[str, Any]:
    """Say how a game went, in the fields of BG Stats; what is not known is left out.

    Args:
        world: the world.
        box: the box.
        game: the game, which is over.
        campaign: what tells this campaign from all others: the ids are made from it, so that a
            second import puts right the first.
    """
    said: dict[str, Any] = {"sourceName": _SOURCE, "sourcePlayId": f"{campaign}-{game.number}"}
    if game.played:
        said["playDate"] = f"{game.played} {_NOON}"
    if world.name:
        said["board"] = world.name
    if game.note:
        said["comments"] = game.note
    said["game"] = {
        "name": box.title,
        "sourceGameId": box.id,
        **({"bggId": box.bgg} if box.bgg else {}),
        "highestWins": True,
        "noPoints": True,
    }
    said["players"] = [
        {
            "name": world.player_name(id),
            "sourcePlayerId": f"{campaign}-{id}",
            "winner": each.won,
            **({"rank": each.rank} if each.rank else {}),
            **({"role": _faction(box, each.seat.faction)} if each.seat.faction else {}),
        }
        for id, each in plays(game).items()
    ]
    return said


def _faction(box: Box, id: str) -> str:
    return box.factions[id].name if id in box.factions else id


def link(play: Mapping[str, Any]) -> str:
    """Write a play as a link.

    Args:
        play: the play, in the fields of BG Stats.
    """
    import json
    from urllib.parse import quote

    text = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    return _LINK + quote(text, safe=":,")  # both may stand in a query, and a code stays smaller
