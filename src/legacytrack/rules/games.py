"""Games: placing the HQs, ending one; and putting a past one right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.games import finished, played
from legacytrack.model.text import counted
from legacytrack.model.world import ELIMINATED, HELD_ON, WON, World
from legacytrack.rules.control import in_the_game, stars_of, unclaimed
from legacytrack.rules.corrections import against_correction, other_missiles
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.starts import reasons_against


def place_hq(world: World, box: Box, *, player: str, territory: str) -> Outcome:
    """Place the HQ of a player in a legal starting territory (legal-start, hq-not-adjacent, hq-once).

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        territory: id of the territory.
    """
    name, place = world.player_name(player), box.territories[territory].name
    on = in_the_game(world, box, player)
    if isinstance(on, Outcome):
        return on
    findings: list[Finding] = []
    where = f"game.players.{player}.hq"
    before = on.hands[player].hq
    if before:
        what = f"The HQ of {name} stands in {box.name_of(before)} already."
        findings.append(box.finding("hq-once", where, what))
    others = [there for there, owner in on.hqs.items() if owner != player]
    findings.extend(reasons_against(world, box, territory, player, others))
    after = world.with_value("game", "players", player, "hq", value=territory)
    missing = [
        world.player_name(id) for id, hand in on.hands.items() if not hand.hq and id != player
    ]
    note = f"Still to place: {', '.join(missing)}." if missing else "All HQs are placed."
    return Outcome(after, f"The HQ of {name} stands in {place}.", tuple(findings), (note,))


def sign_game(
    world: World,
    box: Box,
    *,
    winner: str,
    out: Sequence[str],
    date: str | None,
    note: str,
    held: Mapping[str, Sequence[str]],
) -> Outcome:
    """End the game that is on: the winner signs, the others held on or were eliminated.

    Args:
        world: the world.
        box: the box.
        winner: id of the winner.
        out: ids of the players who were eliminated.
        date: the day, in ISO form; None when nobody says.
        note: what there is to remember.
        held: ids of the territories that players held at the end, by player, as far as told.
    """
    on = in_the_game(world, box, winner)
    if isinstance(on, Outcome):
        return on
    for player in (*out, *held):
        other = in_the_game(world, box, player, out_too=True)
        if isinstance(other, Outcome):
            return other
    told = {id: hand.holds or () for id, hand in on.hands.items() if hand.is_recorded}
    if box.has("territories to deal") and unclaimed(box, on):  # of some, not all was written down
        told = {id: places for id, places in told.items() if places}
    held = {**told, **held}
    out = [*out, *(id for id, hand in on.hands.items() if hand.out)]
    name = world.player_name(winner)
    if winner in out:
        what = f"{name} cannot win game {on.number} and be eliminated from it."
        fix = "say who won, and who else is out"
        law = "eliminated-no-reward" if box.has("rewards") else "knocked-out"
        return Outcome(world, what, (box.finding(law, "", what, fix),))
    number = str(on.number)
    after = world.with_value("game", value=None).with_table(
        *("games", number),
        played=date,
        winner=winner,
        note=note or None,
        most_missiles=on.most_missiles or None,
    )
    # Whoever holds nothing at the end is out, also if they could have joined the war again.
    nothing = [player for player, places in held.items() if not places and player != winner]
    out = list(dict.fromkeys((*out, *nothing)))
    for player, hand in on.hands.items():  # in the order of the table; turns may go otherwise
        after = after.with_table(
            *("games", number, "players", player),
            faction=hand.faction,
            start=hand.hq,
            result=WON if player == winner else ELIMINATED if player in out else HELD_ON,
            held=list(held[player]) if player in held else None,
        )
    last = box.last_signed
    notes = []
    if on.number > last:
        notes.append(f"After game {last} nobody signs, and no rewards are taken.")
    rivals = [id for id in on.hands if id not in (winner, *out)]
    if told and rivals and box.has("Red Stars"):
        stars = stars_of(on, winner)
        if stars < box.number("stars-to-win"):
            notes.append(f"By the table {name} had {counted(stars, 'Red Star')}.")
    if winner in told and box.has("boards to hold whole"):
        held_, whole = len(told[winner]), len(box.territories)
        if held_ < whole:
            notes.append(f"By the table {name} held {held_} of {whole} territories.")
    hqs = box.has("HQs")
    missing = [world.player_name(id) for id, hand in on.hands.items() if hqs and not hand.hq]
    if missing:
        notes.append(f"No start is recorded for {', '.join(missing)} (legacytrack correct).")
    gone = f"; out: {', '.join(map(world.player_name, out))}" if out else ""
    verb = "signs for" if on.number <= last and box.has("lines to sign") else "wins"
    return Outcome(after, f"{name} {verb} game {number}{gone}.", (), tuple(notes))


def past_game(
    world: World, box: Box, *, number: int, winner: str, date: str | None, note: str
) -> Outcome:
    """Write down a game that was played before the record began, as far as somebody knows.

    Args:
        world: the world.
        box: the box.
        number: number of the game.
        winner: id of the winner.
        date: the day, in ISO form, if known.
        note: what there is to remember.
    """
    findings: list[Finding] = []
    games = played(world)
    if number in games:
        what = f"Game {number} is on record: {_won_by(world, games[number].winner)}."
        fix = f"legacytrack correct {number} --winner {winner}"
        return Outcome(world, what, (box.finding("game-in-order", f"games.{number}", what, fix),))
    over = finished(world)
    if number > over:
        what = f"Game {number} is not over: {counted(over, 'game')} {'was' if over == 1 else 'were'} played."
        fix = f"begin it: {box.begins}"
        findings.append(box.finding("game-in-order", f"games.{number}", what, fix))
    after = world.with_table("games", str(number), played=date, winner=winner, note=note or None)
    said = f"Game {number} was won by {world.player_name(winner)}."
    return Outcome(after, said, tuple(findings), other_missiles(world, after, box))


def _won_by(world: World, winner: str | None) -> str:
    return f"won by {world.player_name(winner)}" if winner else "winner unknown"


def correct_game(
    world: World, box: Box, *, number: int, player: str | None, values: Mapping[str, Any]
) -> Outcome:
    """Put a past game right; what depends on it is checked again by the world laws.

    Args:
        world: the world.
        box: the box.
        number: number of the game.
        player: id of the player whose part is put right; None for the game itself.
        values: the new values by key: "winner", "played", "note", or "faction", "start", "result".
    """
    games = played(world)
    if number not in games:
        what = f"Game {number} is not on record."
        found = box.finding("game-in-order", f"games.{number}", what)
        return Outcome(world, what, (found,))
    at: tuple[str, ...] = ("games", str(number))
    whose = ""
    if player:
        at = (*at, "players", player)
        whose = f", {world.player_name(player)}"
    after = world.with_table(*at, **values)
    winner = values.get("winner")
    if winner:
        # Whoever was said to have won held on; the new winner, if a seat is known, won.
        for id, seat in games[number].seats.items():
            result = WON if id == winner else HELD_ON if seat.result == WON else None
            after = after.with_table("games", str(number), "players", id, result=result)
    findings = tuple(against_correction(world, box, games[number], player, values))
    notes = other_missiles(world, after, box)
    said = ", ".join(f"{key} {_words(world, box, key, value)}" for key, value in values.items())
    return Outcome(after, f"Game {number}{whose}: {said}.", findings, notes)


def _words(world: World, box: Box, key: str, value: Any) -> str:
    """Write a value of a past game as a person would say it."""
    if key == "winner":
        return world.player_name(value)
    if key == "faction":
        return box.factions[value].name
    if key == "note":
        return f'"{value}"'
    places = value if isinstance(value, list) else [value]
    return ", ".join(map(box.name_of, places))
