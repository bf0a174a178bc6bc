"""Players: adding one, renaming one, making one of two."""

from __future__ import annotations

from collections.abc import Sequence

from legacytrack.errors import Finding
from legacytrack.model.change import value_at
from legacytrack.model.names import fold, slug
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.outcome import Outcome


def add_players(world: World, *, names: Sequence[str]) -> Outcome:
    """Add players to a campaign.

    Args:
        world: the world.
        names: their names.
    """
    after = world
    findings: list[Finding] = []
    for name in names:
        known = [other for other in after.players.values() if fold(other) == fold(name)]
        id = slug(name, after.players, fallback="player")
        if known:
            what = f"{known[0]} is a player already; {name} is the same name."
            fix = "give the new player another name"
            findings.append(Finding("player-twice", f"players.{id}.name", what, fix))
        after = after.with_value("players", id, "name", value=name)
    plural = "s" if len(names) != 1 else ""
    return Outcome(after, f"Player{plural} added: {', '.join(names)}.", tuple(findings))


def rename_player(world: World, *, player: str, name: str) -> Outcome:
    """Give a player another name; all that the player did stays.

    Args:
        world: the world.
        player: id of the player.
        name: the new name.
    """
    after = world.with_value("players", player, "name", value=name)
    return Outcome(after, f"{world.player_name(player)} is called {name} now.")


def merge_players(world: World, *, player: str, into: str) -> Outcome:
    """Make one player of two that are the same person.

    Args:
        world: the world.
        player: id of the one that goes.
        into: id of the one that stays and takes over all that the other did.
    """
    after, moved = world, 0
    old, new = world.player_name(player), world.player_name(into)
    findings: list[Finding] = []
    for path, named in world.references():
        if named == player:
            after = after.with_value(*path, value=into)
            moved += 1
    for at in world.tables_of(player):
        table, target = value_at(after.data, at), (*at[:-1], into)
        if value_at(after.data, target):
            game = f"game {at[1]}" if at[0] == "games" else "the game that is on"
            what = f"{old} and {new} both played in {game}: they are two people."
            fix = "correct that game first (legacytrack correct)"
            findings.append(Finding("played-together", ".".join(at), what, fix))
        else:
            after = after.with_value(*at, value=None).with_value(*target, value=table)
            moved += 1
    after = after.with_value("players", player, value=None)
    said = f"{old} is {new} now; {counted(moved, 'record')} went over."
    return Outcome(after, said, tuple(findings))
