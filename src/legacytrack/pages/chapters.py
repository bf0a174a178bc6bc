"""Chapters: the games that were played, each told with all that it left on the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from legacytrack.model.box import Box
from legacytrack.model.games import NOT_TAKEN, Game, Seat, finished, played
from legacytrack.model.world import HELD_ON, WON, World
from legacytrack.pages import called
from legacytrack.pages.page import Block, Facts, Heading, Table, Text
from legacytrack.rules import statistics
from legacytrack.rules.packets import Opened, opened
from legacytrack.rules.rewards import RULE_OF

_RESULTS = {HELD_ON: "held on"}
_COLUMNS = ("player", "faction", "start", "result", "reward")
# What is said of a reward whose mark does not lie on the board any more.
_WORDS = {
    "name": "named {}",
    "cancel": "cancelled a scar on {}",
    "bonus": "changed the bonus of {}",
    "fortify": "fortified {}",
    "destroy": "destroyed the card of {}",
    "coin": "coin on {}",
}


class Left(NamedTuple):
    """What a game left on the board.

    Args:
        game: number of the game, if known.
        what: the words of the command, as a reward is kept: "city minor PLACE".
        words: what a person would say.
        by: id of the player who did it, if known.
        then: what became of it, for the end of the sentence.
    """

    game: int | None
    what: str
    words: str
    by: str | None
    then: str = ""


class Chapter(NamedTuple):
    """A game with what it left: for programs, and for people."""

    number: int
    data: Mapping[str, Any]
    blocks: Sequence[Block]


def chapters(world: World, box: Box) -> tuple[Chapter, ...]:
    """Tell of each game of which something is known: a record, or a mark that names its game.

    Args:
        world: the world.
        box: the box.
    """
    games, over = played(world), finished(world)
    left, scars = list(_left(world, box)), list(_scars(world, box))
    marked = {each.game for each in (*left, *scars) if each.game and each.game <= over}
    last = box.last_signed
    return tuple(
        _chapter(
            world,
            box,
            games.get(number, Game(number, None, "", "", {})),
            {each.what: each for each in left if each.game == number},
            [each for each in scars if each.game == number],
            counts=number <= last and box.has("rewards"),
        )
        for number in sorted({*games, *marked})
    )


def _chapter(
    world: World,
    box: Box,
    game: Game,
    left: Mapping[str, Left],
    scars: Sequence[Left],
    *,
    counts: bool,
) -> Chapter:
    rewards = {seat.reward for seat in game.seats.values()}
    others = [each for each in left.values() if each.what not in rewards]
    packets = [each for each in opened(world) if each.game == game.number]
    data = {
        "game": game.number,
        "played": game.played or None,
        "winner": game.winner,
        "players": [{"player": id, **seat._asdict()} for id, seat in game.seats.items()],
        "scars": [_data(each) for each in scars],
        "also": [_data(each) for each in others],
        "packets": [each._asdict() for each in packets],
        "note": game.note,
    }
    rows = [
        (
            world.player_name(player),
            called.faction(box, seat.faction),
            called.place(box, seat.start or ""),
            _RESULTS.get(seat.result or "", seat.result or ""),
            _reward(box, seat, left, counts=counts),
        )
        for player, seat in game.seats.items()
    ]
    facts = [
        ("also" if rows else "done", _listed(world, others)),
        ("scars", _listed(world, scars)),
        ("packets", "; ".join(packet_words(box, each) for each in packets)),
        ("note", game.note),
    ]
    return Chapter(game.number, data, [Heading(_title(world, game), 3), *_told(rows, facts)])


def _title(world: World, game: Game) -> str:
    day = f" ({game.played})" if game.played else ""
    won = f"{world.player_name(game.winner)} won" if game.winner else "winner unknown"
    return f"Game {game.number}{day}: {won}"


def _told(rows: Sequence[Sequence[str]], facts: Sequence[tuple[str, str]]) -> Iterator[Block]:
    # A column of which nothing is known would only make the others narrow.
    wanted = [at for at in range(len(_COLUMNS)) if any(row[at] for row in rows)]
    if rows:
        yield Table([_COLUMNS[at] for at in wanted], [[row[at] for at in wanted] for row in rows])
    known = [(name, value) for name, value in facts if value]
    if known:
        yield Facts(known)
    if not rows and not known:
        yield Text("Nothing else is on record.")


def _data(left: Left) -> dict[str, Any]:
    return {"what": left.what, "says": left.words + left.then, "by": left.by}


def _listed(world: World, left: Sequence[Left]) -> str:
    return "; ".join(
        each.words + (f" ({world.player_name(each.by)})" if each.by else "") + each.then
        for each in left
    )


def packet_words(box: Box, packet: Opened) -> str:
    """Say which packet it is: what the group calls it, and the condition that stood on it."""
    name = packet.name or "a packet"
    if packet.condition not in box.packets:
        return name
    return f"{name} ({box.packets[packet.condition].says.rstrip('.')})"


def _reward(box: Box, seat: Seat, left: Mapping[str, Left], *, counts: bool) -> str:
    """Say what a player took, with the name that it was given."""
    if not seat.reward:
        return "none recorded" if counts and seat.result in (WON, HELD_ON) else ""
    if seat.reward in left:
        return left[seat.reward].words
    kind = next((each for each in RULE_OF if seat.reward.startswith(f"{each} ")), "")
    if not kind or seat.reward == NOT_TAKEN:
        return seat.reward
    places = seat.reward[len(kind) :].split()
    where = ", ".join(called.place(box, id) for id in places)
    return _WORDS[kind].format(where) if kind in _WORDS else f"{_city_named(box, kind)} in {where}"


def _city_named(box: Box, kind: str) -> str:
    word = kind.removeprefix("city ")
    return next((city.name for city in box.cities.values() if city.word == word), "a city")


def _scars(world: World, box: Box) -> Iterator[Left]:
    """The scars that were placed, those that were cancelled later as well."""
    for place, scar in statistics.scars(world, box):
        words = f"{called.scar(box, scar.kind)} on {called.place(box, place)}"
        yield Left(scar.game, f"scar {scar.kind} {place}", words, scar.by)
    for place, (scar, game, _) in statistics.healed(world, box):
        then = f", cancelled in game {game}" if game else ", cancelled later"
        words = f"{called.scar(box, scar.kind)} on {called.place(box, place)}"
        yield Left(scar.game, f"scar {scar.kind} {place}", words, scar.by, then)


def _left(world: World, box: Box) -> Iterator[Left]:
    """What games left on the board, beside scars."""
    for id, continent in box.continents.items():
        mark = world.continent(id)
        if mark.name:
            words = f'named {continent.name} "{mark.name}"'
            yield Left(mark.named_in, f"name {id}", words, mark.named_by)
        if mark.bonus_change:
            words = f"bonus of {continent.name} {mark.bonus_change:+d}"
            yield Left(mark.bonus_in, f"bonus {id}", words, mark.bonus_by)
    for id in box.territories:
        name, city, card = called.place(box, id), world.city(id), world.card(id)
        if city:
            word = box.cities[city.kind].word if city.kind in box.cities else city.kind
            quoted = f'"{city.name}" ' if city.name else ""
            words = f"{called.city(box, city.kind)} {quoted}in {name}"
            yield Left(city.game, f"city {word} {id}", words, city.founder)
        fortification = world.fortification(id)
        if fortification:
            words = f"fortified {name}"
            yield Left(fortification.game, f"fortify {id}", words, fortification.by)
        for each in world.cancelled(id):
            words = f"cancelled {called.scar(box, each.scar.kind)} on {name}"
            yield Left(each.game, f"cancel {id}", words, each.by)
        if card.coins and card.coin_game:
            yield Left(card.coin_game, f"coin {id}", f"coin on {name}", None)
        if card.destroyed:
            yield Left(card.game, f"destroy {id}", f"destroyed the card of {name}", card.by)
