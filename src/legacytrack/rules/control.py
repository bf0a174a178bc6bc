"""Control: who holds which territories in the game that is on, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from legacytrack.model.box import Box
from legacytrack.model.games import Playing, playing
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.rules.expand import about_entering, against_entering
from legacytrack.rules.knock_out import (
    due_at_once,
    knocked_out,
    law_of_the_eliminated,
    may_come_back,
)
from legacytrack.rules.outcome import Outcome

NOT_RECORDED = "is not on record in full (legacytrack hold PLAYER PLACES)"


def holder(on: Playing, place: str) -> str | None:
    """Look up who controls a territory, None for nobody on record.

    Args:
        on: the game that is on.
        place: id of the territory.
    """
    return next((id for id, hand in on.hands.items() if place in (hand.holds or ())), None)


def controlled(on: Playing, player: str) -> tuple[str, ...]:
    """List the territories that a player controls, as far as it is recorded (control).

    Before anything is recorded of a player, the troops stand where the own HQ was placed.

    Args:
        on: the game that is on.
        player: id of the player.
    """
    hand = on.hands[player]
    if hand.holds is not None or hand.out:
        return hand.holds or ()
    return (hand.hq,) if hand.hq and holder(on, hand.hq) is None else ()


def is_recorded(on: Playing) -> bool:
    """Tell whether it is recorded of everybody in the game what they control."""
    return all(hand.is_recorded for hand in on.hands.values())


def unclaimed(box: Box, on: Playing) -> tuple[str, ...]:
    """List the territories that nobody holds on record.

    Args:
        box: the box.
        on: the game that is on.
    """
    held = {place for hand in on.hands.values() for place in hand.holds or ()}
    return tuple(place for place in box.territories if place not in held)


def is_claiming(box: Box, on: Playing) -> bool:
    """Tell whether territories are being dealt or claimed: before the first turn (claiming).

    Args:
        box: the box.
        on: the game that is on.
    """
    begun = on.turn.player is not None or not box.has("territories to deal")
    return not begun and bool(unclaimed(box, on))


def hqs_of(on: Playing, player: str) -> tuple[str, ...]:
    """List the territories of the HQs that a player controls; a lone HQ is nobody's (control).

    Args:
        on: the game that is on.
        player: id of the player.
    """
    mine = controlled(on, player)
    return tuple(place for place in on.hqs if place in mine)


def stars_of(on: Playing, player: str) -> int:
    """Count the Red Stars of a player: tokens, and HQs under control (stars-to-win).

    Args:
        on: the game that is on.
        player: id of the player.
    """
    return on.hands[player].stars + len(hqs_of(on, player))


def in_the_game(world: World, box: Box, player: str, *, out_too: bool = False) -> Playing | Outcome:
    """Look up the game that is on, for one who plays it and is not out; refuse all others.

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        out_too: whether it is for those who were eliminated as well.
    """
    on = playing(world)
    name = world.player_name(player)
    where = "game"
    if not on:
        fix = f"begin one: {box.begins}"
        what = "No game is on."
    elif player not in on.hands:
        where, what = "", f"{name} does not play in game {on.number}."
        fix = f"it is played by {', '.join(world.player_name(id) for id in on.hands)}"
    elif on.hands[player].out and not out_too:
        what = f"{name} is eliminated from game {on.number}."
        where, fix = f"game.players.{player}.out", "whoever is out waits for the next game"
        return Outcome(world, what, (box.finding(law_of_the_eliminated(box), where, what, fix),))
    else:
        return on
    return Outcome(world, what, (box.finding("game-in-order", where, what, fix),))


def hold(world: World, box: Box, *, player: str, territories: Sequence[str]) -> Outcome:
    """Write down all that a player controls, instead of what was recorded before (control).

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        territories: ids of the territories.
    """
    on = in_the_game(world, box, player)
    if isinstance(on, Outcome):
        return on
    findings = [*against_entering(world, box, territories)]
    for place in territories:
        other = holder(on, place)
        if other not in (None, player):
            what = f"{world.player_name(other)} holds {box.territories[place].name}."
            fix = f"if it was taken: legacytrack take {player} {place}"
            findings.append(box.finding("control", f"game.players.{other}.holds", what, fix))
    after = holding(without(world, on, player, territories), box, player, territories)
    gone = [place for place in on.hands[player].holds or () if place not in territories]
    notes = [f"No longer: {_names(box, gone)}."] if gone else []
    notes += [] if territories or is_claiming(box, on) else [may_come_back(world, box, player)]
    what = _list(box, territories) if territories else "nothing"
    said = f"{world.player_name(player)} holds {what}."
    return Outcome(after, said, tuple(findings), tuple(notes))


def take(world: World, box: Box, *, player: str, territories: Sequence[str]) -> Outcome:
    """Move territories to a player, from whoever holds them or from nobody; an HQ star goes along.

    Whoever loses the last troop is knocked out, and the cards change hands (control, knocked-out).

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        territories: ids of the territories.
    """
    on = in_the_game(world, box, player)
    if isinstance(on, Outcome):
        return on
    mine, name = controlled(on, player), world.player_name(player)
    new = [place for place in territories if place not in mine]
    # An enemy whose holdings nobody wrote down stands at least at the own HQ.
    losers = {place: _loser(on, place) for place in new}
    after, brought = world, False  # whether a knock-out brought cards
    notes = list(about_entering(world, box, [place for place in new if not losers[place]]))
    dealt = box.has("territories to deal")  # then somebody is everywhere, on record or not
    free = dealt and not set(unclaimed(box, on)).issubset(new)
    for other in dict.fromkeys(each for each in losers.values() if each):
        left = [place for place in controlled(on, other) if losers.get(place) != other]
        partly = _only_partly(on, other)
        after = after.with_value("game", "players", other, "holds", value=left)
        after = after.with_value("game", "players", other, "partly", value=partly or None)
        if not left and not partly and not free:
            cards = on.hands[other].cards
            after, said = knocked_out(after, box, loser=other, winner=player)
            notes.extend(said)
            brought = brought or bool(cards)
        elif not left:
            notes.append(_who_knows(world, box, other))
    notes.extend(due_at_once(after, box, player) if brought else ())
    after = holding(after, box, player, [*mine, *new], partly=_only_partly(on, player))
    if on.turn.player == player:
        taken = sum(1 for other in losers.values() if other or dealt)
        after = after.with_table(
            "game",
            conquered=True if taken else None,
            expanded=on.turn.expanded + len(new) - taken if len(new) > taken else None,
        )
    elif on.turn.player:
        notes.append(f"It is the turn of {world.player_name(on.turn.player)}.")
    known = mine and not _only_partly(on, player)
    if new and known and not any(_touches(box, place, mine) for place in new):
        notes.append(f"Nothing that {name} holds on record borders on it.")
    elif new and not mine and on.hands[player].is_recorded and box.has("ways to join the war"):
        fix = f"legacytrack join {player} {new[0]}"
        notes.append(f"{name} held nothing: whoever has no troop left joins the war ({fix}).")
    froms = {
        other: [place for place in new if losers[place] == other]
        for other in dict.fromkeys(losers.values())
    }
    parts = [
        _names(box, places) + (f" from {world.player_name(other)}" if other else "")
        for other, places in froms.items()
    ]
    what = f"{name} takes {', and '.join(parts)}." if parts else f"{name} holds that already."
    findings = tuple(against_entering(world, box, new))
    return Outcome(after, what, findings, tuple(notes))


def leave(world: World, box: Box, *, player: str, territories: Sequence[str]) -> Outcome:
    """Write down that a player has no troop in some territories any more (control).

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        territories: ids of the territories.
    """
    on = in_the_game(world, box, player)
    if isinstance(on, Outcome):
        return on
    mine, name = controlled(on, player), world.player_name(player)
    findings = []
    for place in territories:
        if place not in mine:
            what = f"{name} does not hold {box.territories[place].name}."
            findings.append(box.finding("control", f"game.players.{player}.holds", what))
    left = [place for place in mine if place not in territories]
    partly = _only_partly(on, player)
    after = holding(world, box, player, left, partly=partly)
    if box.has("territories to deal"):  # and so none is left empty
        what = f"{name} leaves {_names(box, territories)} empty, and no territory may be."
        fix = f"if somebody took it: legacytrack take PLAYER {territories[0]}"
        findings.append(box.finding("control", "", what, fix))
    notes = (
        []
        if left
        else [_who_knows(world, box, player) if partly else may_come_back(world, box, player)]
    )
    said = f"{name} leaves {_names(box, territories)}."
    return Outcome(after, said, tuple(findings), tuple(notes))


def _loser(on: Playing, place: str) -> str | None:
    held_by = holder(on, place)
    if held_by:
        return held_by
    owner = on.hqs.get(place)
    return owner if owner and place in controlled(on, owner) else None


def _only_partly(on: Playing, player: str) -> bool:
    """Tell whether more may be held than is on record.

    Where nobody keeps turns, what is taken now and then is not all there is.
    """
    hand = on.hands[player]
    return hand.partly or (hand.holds is None and on.turn.player is None)


def _who_knows(world: World, box: Box, player: str) -> str:
    back = box.has("ways to join the war")
    how = f"legacytrack hold {player} none" if back else f"legacytrack out {player}"
    return f"What else {world.player_name(player)} holds is not on record; if nothing: {how}"


def holding(
    world: World, box: Box, player: str, places: Sequence[str], *, partly: bool = False
) -> World:
    """Copy the world with what a player holds, in the order of the board.

    Args:
        world: the world.
        box: the box.
        player: id of the player.
        places: ids of the territories.
        partly: whether the player may hold more than that.
    """
    held = [id for id in box.territories if id in places]
    world = world.with_value("game", "players", player, "holds", value=held)
    return world.with_value("game", "players", player, "partly", value=partly or None)


def without(world: World, on: Playing, player: str, places: Sequence[str]) -> World:
    """Copy the world with some territories taken from everybody else: there is one to hold them.

    Args:
        world: the world.
        on: the game that is on in it.
        player: id of the player who keeps them.
        places: ids of the territories.
    """
    for other, hand in on.hands.items():
        if other != player and not set(places).isdisjoint(hand.holds or ()):
            left = [place for place in hand.holds or () if place not in places]
            world = world.with_value("game", "players", other, "holds", value=left)
    return world


def _touches(box: Box, place: str, held: Sequence[str]) -> bool:
    return any(near in held for near in box.territories[place].borders)


def _names(box: Box, places: Sequence[str]) -> str:
    return ", ".join(map(box.name_of, places))


def _list(box: Box, places: Sequence[str]) -> str:
    return f"{counted(len(places), 'territory')}: {_names(box, places)}"
