"""Meanings: what each key of a world file says, for people who edit it by hand."""

from __future__ import annotations

from collections.abc import Mapping

from legacytrack.model.found import EFFECTS

# By the dotted path, "*" standing for an id or a number; a key that means the same everywhere
# stands alone. A test holds the list to `shape.py`: nothing without a meaning, and nothing over.
MEANINGS: Mapping[str, str] = {
    "format": "Version of this file's form.",
    "box": "The box that the world was made from.",
    "name": "Its name.",
    "names": "Language in which places are shown.",
    "planet": "Name of the planet, given after the last game with rewards.",
    "planet_by": "Id of the player who named the planet.",
    "planet_in": "Number of the game after which the planet was named.",
    "games_played": "How many games were played before this record began.",
    "by": "Id of the player who did it.",
    "game": "Number of the game it was in.",
    "kind": "Which kind of it.",
    "covered": "What lies under it: marks that went, but stay used. The oldest is 1.",
    "covered.*": "A mark that lies under a newer one.",
    "says": "What it does, in your own words.",
    "supply": "How many of them there were.",
    "faction": "Id of the faction.",
    "coins": "Coins on its card.",
    "players": "Who plays.",
    "players.*": "A player. The id stays when the name changes.",
    "territories": "What lies on the territories.",
    "territories.*": "A territory, by its id.",
    "territories.*.scar": "The scar on it.",
    "territories.*.cancelled": "Scars that were cancelled: they stay used. The oldest is 1.",
    "territories.*.cancelled.*": "A cancelled scar.",
    "territories.*.cancelled.*.cancelled_in": "Number of the game in which it was cancelled.",
    "territories.*.cancelled.*.cancelled_by": "Id of the player who cancelled it.",
    "territories.*.city": "The city in it.",
    "founder": "Id of the player who founded it.",
    "territories.*.fortification": "The fortification of its city.",
    "territories.*.fortification.boxes": "Boxes marked so far.",
    "territories.*.fortification.replaced": "How many used-up fortifications lie under it.",
    "cards": "Territory cards that are no longer as printed.",
    "cards.*": "The card of a territory, by its id.",
    "cards.*.coins": "All coins that are seen on it.",
    "cards.*.game": "Number of the game in which the last coin came.",
    "cards.*.by": "Id of the player who put the last coin on it.",
    "cards.*.destroyed": "The game in which it was destroyed, or true when nobody knows which.",
    "cards.*.destroyed_by": "Id of the player who destroyed it.",
    "continents": "What was done to the continents.",
    "continents.*": "A continent, by its id.",
    "continents.*.name": "The name that the group gave it.",
    "continents.*.named_by": "Id of the player who named it.",
    "continents.*.named_in": "Number of the game in which it was named.",
    "bonus_change": "What the sticker does to its bonus: 1 or -1.",
    "bonus_by": "Id of the player who changed its bonus.",
    "bonus_in": "Number of the game in which its bonus was changed.",
    "factions": "The faction cards.",
    "factions.*": "A faction, by its id.",
    "factions.*.powers": "Ids of the powers on its card.",
    "games": "The games that are over.",
    "games.*": "A game, by its number.",
    "games.*.played": "The day, like 2026-01-03.",
    "games.*.winner": "Id of the player who won.",
    "games.*.note": "What there is to remember of it.",
    "games.*.players": "Who played it.",
    "games.*.players.*": "What a player did in it.",
    "games.*.players.*.start": "Id of the territory they started in.",
    "games.*.players.*.result": "How it ended for them.",
    "games.*.players.*.reward": 'The reward they took, as command and place, like "city PLACE".',
    "games.*.players.*.held": "Ids of the territories they held at the end.",
    "[game]": "The game that is on.",
    "game.number": "Its number.",
    "game.turn": "Id of the player whose turn it is.",
    "game.conquered": "Whether they took a territory from somebody in this turn.",
    "game.expanded": "How many territories they moved into that nobody held.",
    "game.drew": "Whether they took their card or a mission.",
    "game.turned_in": "Whether they turned in cards for troops.",
    "game.slots": "Ids of the territories whose cards lie face up, slot 1 first.",
    "game.discards": "Ids of the territories whose cards are in the discard pile.",
    "game.coin_star": "Whether the star for the empty coin pile is settled.",
    "most_missiles": "The most missiles that were spent in one roll.",
    "game.sets": "How many sets of cards were turned in so far, by all players.",
    "game.players.*": "A player in the game that is on.",
    "game.players.*.hq": "Id of the territory with their HQ.",
    "game.players.*.holds": "Ids of the territories they control.",
    "game.players.*.partly": "Whether they may hold more than that.",
    "game.players.*.cards": "Their cards: ids of territories, and coin; or what the cards show.",
    "game.players.*.out": "Whether they are eliminated.",
    "game.players.*.stars": "Red Star tokens.",
    "game.players.*.missiles": "Missiles left.",
    "game.players.*.turn": "Their place in the order of turns, from 1.",
    "game.players.*.placing": "Their place in the order of placing, from 1.",
    "game.players.*.troops": "Troops they start with, where they are other than printed.",
    "game.players.*.coins": "Coins they start with.",
    "found": "What packets brought, typed in by the group; it counts as printed.",
    "found.scars": "Kinds of scar.",
    "found.scars.*": "A kind of scar, by an id of your own.",
    "found.cities": "Kinds of city.",
    "found.cities.*": "A kind of city, by an id of your own.",
    "found.cities.*.word": "The short word for it on the command line.",
    "found.powers": "Powers for faction cards.",
    "found.powers.*": "A power, by an id of your own.",
    "found.powers.*.colour": "The colour of the sticker; a faction has one power of a colour.",
    "found.factions": "Further factions.",
    "found.factions.*": "A faction, by an id of your own.",
    "found.territories": "Further territories.",
    "found.territories.*": "A territory, by an id of your own.",
    "found.territories.*.continent": "Id of its continent; left out when it lies outside of all.",
    "found.territories.*.land": "Ids of its neighbours by land.",
    "found.territories.*.sea": "Ids of its neighbours by sea line.",
    "found.links": "Further sea lines.",
    "found.links.*": "A sea line.",
    "found.links.*.from": "Id of the territory at one end.",
    "found.links.*.to": "Id of the territory at the other end.",
    "found.events": "Event cards.",
    "found.events.*": "An Event card.",
    "found.missions": "Mission cards.",
    "found.missions.*": "A Mission card.",
    "found.rules": "Rules that are new, or other than printed.",
    "found.rules.*": "A rule, by its id.",
    "found.rules.*.cite": "The heading under which to look it up.",
    "found.rules.*.limit": "Its number.",
    "found.rules.*.letter": "The letter of the blank in the rulebook.",
    "packets": "Packets that were opened.",
    "packets.*": "An opened packet, by number from 1.",
    "packets.*.name": "What you call it.",
    "packets.*.condition": "The condition that was printed on it.",
}


def meaning(path: tuple[str, ...], *, is_table: bool) -> str:
    """Say what a key means.

    Args:
        path: the keys from the top, "*" for an id or a number.
        is_table: whether a table stands there.
    """
    return MEANINGS.get(key_of(path, is_table=is_table), "") or EFFECTS[path[-1]].says


def key_of(path: tuple[str, ...], *, is_table: bool) -> str:
    """Find the key of `MEANINGS` for a path: the longest end of it that has a meaning.

    Args:
        path: the keys from the top, "*" for an id or a number.
        is_table: whether a table stands there.
    """
    if is_table and f"[{path[0]}]" in MEANINGS and len(path) == 1:
        return f"[{path[0]}]"  # a table that has the name of a value elsewhere
    ends = (".".join(path[at:]) for at in range(len(path)))
    return next((end for end in ends if end in MEANINGS), "")
