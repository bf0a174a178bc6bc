"""World laws of games: which records of games can be, and which cannot, each law alone."""

from __future__ import annotations

import tomllib

import pytest

from legacytrack.campaign.door import box_of
from legacytrack.errors import Finding
from legacytrack.model.games import NOT_TAKEN
from legacytrack.model.shape import sound
from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.rewards import RULE_OF
from legacytrack.rules.seats import games_fit

BREAKS = {
    "players-per-game",
    "faction-once-a-game",
    "game-in-order",
    "winner-one-reward",
    "held-on-one-reward",
    "eliminated-no-reward",
    "games-with-rewards",
    "planet-by-signatures",
}

NAMES = ("ana", "ben", "cy", "dee", "eve", "flo")
FACTIONS = (
    "imperial-balkania",
    "khan-industries",
    "enclave-of-the-bear",
    "die-mechaniker",
    "saharan-republic",
)
PLAYERS = "".join(f'players.{name}.name = "{name.capitalize()}"\n' for name in NAMES)


def told(text: str) -> World:
    """Read a world as a person would write it, and expect that it has a shape."""
    data = tomllib.loads(PLAYERS + text)
    assert sound(data) == (data, ())
    return World(data)


def found(text: str) -> list[tuple[str, str]]:
    """List law and place of each finding in the games of a world."""
    world = told(text)
    findings = list(games_fit(world, box_of(world)))
    assert set(findings) <= set(limits.broken(world, box_of(world)))
    assert all(each.what and each.fix for each in findings)
    return [(each.rule, each.where) for each in findings]


def first(text: str) -> Finding:
    """Give the first finding in the games of a world."""
    world = told(text)
    return next(iter(games_fit(world, box_of(world))))


def game(*players: str, number: int = 1, winner: str = "ana", at: str = "games") -> str:
    """Tell of a game with some players, each with a faction, of whom one won."""
    head = (
        f'[games.{number}]\nwinner = "{winner}"\n'
        if at == "games"
        else f"[game]\nnumber = {number}\n"
    )
    table = f"games.{number}" if at == "games" else "game"
    seats = ""
    for player, faction in zip(players, FACTIONS, strict=False):
        seats += f'[{table}.players.{player}]\nfaction = "{faction}"\n'
        if at == "games":
            seats += f'result = "{"won" if player == winner else "held-on"}"\n'
    return head + seats


# What can be


@pytest.mark.parametrize(
    "text",
    [
        "",
        "games_played = 15",
        game("ana", "ben", "cy"),
        game(*NAMES[:5]),
        game(*NAMES[:5], at="game"),
        game("ana", "ben", "cy") + game("ana", "ben", "cy", number=2, winner="cy"),
        game("ana", "ben", "cy") + game("ana", "ben", "cy", number=2, at="game"),
        '[games.3]\nwinner = "ana"',
        '[games.3]\nplayed = "2026-01-03"',
        '[games.3.players.ben]\nfaction = "khan-industries"',
        '[games.3]\nwinner = "ana"\n[games.3.players.ben]\nreward = "coin peru"',
        '[games.3]\nwinner = "ana"\n[games.3.players.ana]\nreward = "name asia"',
        game("ana", "ben", "cy").replace('faction = "khan-industries"\n', ""),
    ],
)
def test_a_record_that_can_be(text):
    """Games on record may tell as much or as little as their group knows."""
    assert found(text) == []


@pytest.mark.parametrize("kind", RULE_OF)
def test_a_reward_of_the_right_kind(kind):
    """The winner has one of six kinds of reward, whoever held on one of two."""
    who = "ana" if RULE_OF[kind] == "winner-one-reward" else "ben"
    text = game("ana", "ben", "cy").replace(
        f"[games.1.players.{who}]\n", f'[games.1.players.{who}]\nreward = "{kind} peru"\n'
    )
    assert found(text) == []


@pytest.mark.parametrize("who", ["ana", "ben", "cy"])
@pytest.mark.parametrize("reward", [NOT_TAKEN, "a song", "", "the planet"])
def test_what_is_no_reward_of_a_kind(who, reward):
    """Not taken, and what a group wrote in its own words, is no reward of a wrong kind."""
    text = game("ana", "ben", "cy").replace('result = "held-on"', 'result = "eliminated"')
    text = text.replace(
        f"[games.1.players.{who}]\n", f'[games.1.players.{who}]\nreward = "{reward}"\n'
    )
    assert found(text) == []


# What cannot


@pytest.mark.parametrize("at", ["games", "game"])
def test_six_players_are_too_many(at):
    """No game has more than five players, one that is on and one that is over alike."""
    text = game(*NAMES[:5], at=at)
    where = "game.players" if at == "game" else "games.1.players"
    text += f"[{where}.flo]\n" + ("stars = 1" if at == "game" else 'result = "held-on"')
    assert found(text) == [("players-per-game", where)]
    assert "6" in first(text).what


@pytest.mark.parametrize("at", ["games", "game"])
def test_a_faction_twice_in_a_game(at):
    """No two players have the same faction in a game; the finding names both, and the faction."""
    text = game("ana", "ben", "cy", at=at).replace("enclave-of-the-bear", "imperial-balkania")
    table = "game" if at == "game" else "games.1"
    assert found(text) == [("faction-once-a-game", f"{table}.players.cy.faction")]
    assert all(word in first(text).what for word in ("Ana", "Cy", "Imperial Balkania"))


def test_a_faction_in_two_games():
    """The same faction in two games is fine, for the same player and for another."""
    one = game("ana", "ben", "cy")
    assert found(one + game("cy", "ben", "ana", number=2)) == []


def test_an_unknown_faction_twice_is_told_too():
    """A faction that the box does not have is doubled like any other, and told as it is written."""
    text = game("ana", "ben", "cy").replace("enclave-of-the-bear", "gardeners")
    text = text.replace("khan-industries", "gardeners")
    assert found(text) == [("faction-once-a-game", "games.1.players.cy.faction")]
    assert "gardeners" in first(text).what


@pytest.mark.parametrize(
    ("player", "result"), [("ana", "held-on"), ("ana", "eliminated"), ("ben", "won")]
)
def test_a_result_against_the_signature(player, result):
    """Whoever signed has won, and nobody else: another result is found, with the player's name."""
    old = "won" if player == "ana" else "held-on"
    head, table, rest = game("ana", "ben", "cy").partition(f"[games.1.players.{player}]\n")
    text = head + table + rest.replace(f'"{old}"', f'"{result}"', 1)
    assert found(text) == [("game-result", f"games.1.players.{player}.result")]
    assert player.capitalize() in first(text).what


def test_a_winner_without_a_signature():
    """A seat that won in a game that nobody signed is found: the line and the result disagree."""
    text = game("ana", "ben", "cy").replace('winner = "ana"\n', "")
    assert found(text) == [("game-result", "games.1.players.ana.result")]


@pytest.mark.parametrize("kind", RULE_OF)
@pytest.mark.parametrize("player", ["ana", "ben"])
def test_a_reward_of_the_wrong_kind(kind, player):
    """A reward of the winner in another seat, or of holding on in the winner's, is found."""
    mine = "winner-one-reward" if player == "ana" else "held-on-one-reward"
    text = game("ana", "ben", "cy").replace(
        f"[games.1.players.{player}]\n", f'[games.1.players.{player}]\nreward = "{kind} peru"\n'
    )
    wanted = [] if RULE_OF[kind] == mine else [(mine, f"games.1.players.{player}.reward")]
    assert found(text) == wanted
    if wanted:
        assert f"{kind} peru" in first(text).what


@pytest.mark.parametrize("kind", RULE_OF)
def test_a_reward_of_somebody_eliminated(kind):
    """Whoever was eliminated has no reward of any kind."""
    text = game("ana", "ben", "cy").replace(
        'faction = "khan-industries"\nresult = "held-on"',
        f'faction = "khan-industries"\nresult = "eliminated"\nreward = "{kind} peru"',
    )
    assert found(text) == [("eliminated-no-reward", "games.1.players.ben.result")]


@pytest.mark.parametrize("kind", RULE_OF)
@pytest.mark.parametrize("number", [15, 16])
def test_a_reward_after_the_last_line(kind, number):
    """After game 15 there is no reward of any kind, for nobody."""
    who = "ana" if RULE_OF[kind] == "winner-one-reward" else "ben"
    at = f"games.{number}.players.{who}"
    text = game("ana", "ben", "cy", number=number).replace(
        f"[{at}]\n", f'[{at}]\nreward = "{kind} peru"\n'
    )
    assert found(text) == ([] if number == 15 else [("games-with-rewards", f"{at}.reward")])


def test_a_game_is_not_both_on_and_over():
    """The game that is on is not on record as played."""
    text = game("ana", "ben", "cy") + game("ana", "ben", "cy", at="game")
    assert found(text) == [("game-in-order", "game.number")]


def test_the_planet_belongs_to_the_most_signatures():
    """Who named the planet is one of those who signed most often, where all winners are known."""
    planet = 'planet = "Mud"\nplanet_by = "{}"\n'
    wins = "".join(
        f'[games.{n}]\nwinner = "{who}"\n' for n, who in enumerate(["ana"] * 6 + ["ben"] * 9, 1)
    )
    assert found(planet.format("ben") + wins) == []
    assert found(planet.format("ana") + wins) == [("planet-by-signatures", "planet_by")]
    unknown = wins.replace('[games.15]\nwinner = "ben"\n', "games_played = 15\n")
    assert (
        found(f"games_played = 15\n{planet.format('ana')}" + unknown.rpartition("games")[0]) == []
    )


def test_several_games_are_each_looked_at():
    """Every game on record is looked at, and the one that is on; each fault is told once."""
    bad = game("ana", "ben", "cy").replace("khan-industries", "imperial-balkania")
    text = bad + bad.replace("games.1", "games.2")
    text += game("ana", "ben", "cy", number=3, at="game").replace(
        "khan-industries", "imperial-balkania"
    )
    assert found(text) == [
        ("faction-once-a-game", "games.1.players.ben.faction"),
        ("faction-once-a-game", "games.2.players.ben.faction"),
        ("faction-once-a-game", "game.players.ben.faction"),
    ]


# Names


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('[games.1]\nwinner = "zed"', "games.1.winner"),
        ('[games.1.players.zed]\nfaction = "khan-industries"', "games.1.players.zed"),
        ('[games.1.players.ana]\nfaction = "khan"', "games.1.players.ana.faction"),
        ('[games.1.players.ana]\nstart = "atlantis"', "games.1.players.ana.start"),
        ('[games.1.players.ana]\nheld = ["peru", "atlantis"]', "games.1.players.ana.held"),
        ("[game]\nnumber = 1\n[game.players.zed]\nstars = 1", "game.players.zed"),
        ('[game]\nnumber = 1\n[game.players.ana]\nhq = "atlantis"', "game.players.ana.hq"),
        ('[game]\nnumber = 1\n[game.players.ana]\nfaction = "khan"', "game.players.ana.faction"),
    ],
)
def test_names_in_games_are_known(text, where):
    """Players, factions and places in the tables of games are known; others are found where they stand."""
    world = told(text)
    findings = limits.broken(world, box_of(world))
    assert [(finding.rule, finding.where) for finding in findings] == [("unknown-name", where)]
