"""Joining the war again without a troop on the board, and being eliminated."""

from __future__ import annotations

from collections.abc import Sequence

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.games import Playing, playing
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.control import controlled, in_the_game, is_recorded, without
from legacytrack.rules.knock_out import law_of_the_eliminated
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.sets import names
from legacytrack.rules.starts import Starts, reasons_against, sorted_by


def troops_to_join(world: World, box: Box, player: str) -> int:
    """Work out with how many troops a player joins the war (join-the-war, starting-troops).

    Args:
        world: the world.
        box: the box.
        player: id of the player.
    """
    own = world.table("game", "players", player).get("troops", box.number("starting-troops"))
    return int(own) // box.number("join-the-war", "share")


def reasons_against_joining(
    world: World, box: Box, place: str, player: str, on: Playing
) -> tuple[Finding, ...]:
    """List every reason why a player may not join the war in a place; none when it is legal.

    No HQ is placed, so HQs next door do not matter; a lone HQ occupies its territory (legal-start).

    Args:
        world: the world.
        box: the box.
        place: id of the territory.
        player: id of the player.
        on: the game that is on.
    """
    here = [place] if place in on.hqs else []
    reasons = reasons_against(world, box, place, player, here)
    fix = f"choose a legal place (legacytrack starts {player} --join)"
    reasons = tuple(each._replace(fix=fix) for each in reasons)
    held_by = next((id for id in on.hands if place in controlled(on, id)), None)
    if held_by and not here:
        what = f"{world.player_name(held_by)} holds {box.territories[place].name}."
        where = f"game.players.{held_by}.holds"
        reasons += (box.finding("legal-start", where, what, fix),)
    return reasons


def places_to_join(world: World, box: Box, player: str) -> tuple[str, ...]:
    """List the places (ids) where a player may join the war, none when no game is on.

    Args:
        world: the world.
        box: the box.
        player: id of the player.
    """
    on = playing(world)
    if not on:
        return ()
    return tuple(
        place
        for place in box.territories
        if not reasons_against_joining(world, box, place, player, on)
    )


def join(world: World, box: Box, *, player: str, territory: str) -> Outcome:
    """Let a player who controls nothing join the war in a legal starting territory (join-the-war).

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        territory: id of the territory.
    """
    on = in_the_game(world, box, player)
    if isinstance(on, Outcome):
        return on
    name, place = world.player_name(player), box.territories[territory].name
    findings: list[Finding] = []
    mine = controlled(on, player)
    if mine:
        held = ", ".join(map(box.name_of, mine))
        what = f"{name} holds {held}: who controls a territory recruits."
        fix = f"if that is lost: legacytrack leave {player} {' '.join(mine)}"
        findings.append(box.finding("join-the-war", f"game.players.{player}.holds", what, fix))
    findings.extend(reasons_against_joining(world, box, territory, player, on))
    after = without(world, on, player, [territory])
    after = after.with_value("game", "players", player, "holds", value=[*mine, territory])
    after = after.with_value("game", "players", player, "partly", value=None)
    troops = counted(troops_to_join(world, box, player), "troop")
    said = f"{name} joins the war in {place} with {troops}."
    notes = ["No new HQ comes with it, and whoever joins the war does not recruit in this turn."]
    if on.turn.player not in (None, player):
        notes.append(f"It is the turn of {world.player_name(on.turn.player)}.")
    return Outcome(after, said, tuple(findings), tuple(notes))


def eliminate(world: World, box: Box, *, player: str) -> Outcome:
    """Write down that a player is out of the game that is on: no place is left to join.

    (join-the-war, knocked-out)

    Args:
        world: the world.
        box: the box.
        player: id of the player.
    """
    on = in_the_game(world, box, player)
    if isinstance(on, Outcome):
        return on
    name, findings, law = world.player_name(player), [], law_of_the_eliminated(box)
    mine = on.hands[player].holds
    left = [world.player_name(id) for id, hand in on.hands.items() if id != player and not hand.out]
    if not left:
        what = f"Everybody but {name} is eliminated already, so {name} has won."
        fix = f"legacytrack sign {player}"
        findings.append(box.finding(law, "", what, fix))
    if mine and not on.hands[player].partly:
        held = ", ".join(map(box.name_of, mine))
        what = f"{name} still holds {held}."
        fix = f"if that was taken: legacytrack take PLAYER {mine[0]}"
        findings.append(box.finding(law, f"game.players.{player}.holds", what, fix))
    elif is_recorded(on) and box.has("ways to join the war"):
        places = places_to_join(world, box, player)
        if places:
            some = ", ".join(box.territories[id].name for id in places[:3])
            what = f"{name} may join the war in {counted(len(places), 'place')}: {some} ..."
            fix = f"legacytrack join {player} {places[0]}; all places: legacytrack starts {player} --join"
            findings.append(box.finding("join-the-war", "", what, fix))
    after = world.with_value("game", "players", player, "partly", value=None)
    after = after.with_table("game", "players", player, holds=[], out=True)
    notes = [f"Still in the game: {', '.join(left)}."]
    cards = on.hands[player].cards
    if cards and box.has("sets of cards"):
        after = after.with_value("game", "players", player, "cards", value=[])
        how = "legacytrack hand PLAYER CARDS"
        notes.append(f"Who took the last territory gets these too: {names(box, cards)} ({how}).")
    said = f"{name} is eliminated from game {on.number}."
    return Outcome(after, said, tuple(findings), tuple(notes))


def joining(world: World, box: Box, on: Playing, player: str, among: Sequence[str]) -> Starts:
    """List where a player may join the war, and why not elsewhere (join-the-war).

    Args:
        world: the world.
        box: the box.
        on: the game that is on.
        player: id of the player.
        among: ids of the only territories to look at.
    """
    return sorted_by(among, lambda place: reasons_against_joining(world, box, place, player, on))
