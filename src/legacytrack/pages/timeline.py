"""The timeline: what changed since a game, told game by game."""

from __future__ import annotations

from collections.abc import Sequence

from legacytrack.campaign.past import Told
from legacytrack.pages.page import Block, Facts, Heading, Page, Text


def timeline(told: Sequence[Told], since: int) -> Page:
    """Tell what changed, by game.

    Args:
        told: the changes by game.
        since: number of the game after which the telling begins; 0 for everything.
    """
    data = {
        "since_game": since,
        "games": [
            {
                "game": each.game,
                "changes": [{"number": number, "said": said} for number, said in each.changes],
            }
            for each in told
        ],
    }
    if not told:
        what = f"Nothing was recorded after game {since}."
        none = "There is no history yet; it begins with the next record."
        return Page(data, [Text(what if since else none)])
    title = f"What changed after game {since}" if since else "What changed"
    blocks: list[Block] = [Heading(title, 1)]
    for each in told:
        blocks.append(Heading(f"Game {each.game}" if each.game else "Before game 1"))
        rows = [(str(number), _short(said, each.game)) for number, said in each.changes]
        blocks.append(Facts(rows))
    return Page(data, blocks)


def _short(said: str, game: int) -> str:
    """Leave out of a sentence the game under whose heading it stands."""
    if said.endswith(f" (game {game})."):
        return said.removesuffix(f" (game {game}).") + "."
    head, credit, tail = said.rpartition(f" (game {game}, ")
    # Only the credit at the end of a sentence: names of people may hold brackets too.
    return f"{head} ({tail}" if credit and tail.endswith(").") and "(" not in tail else said
