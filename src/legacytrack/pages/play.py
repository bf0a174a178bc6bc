"""The life of a game: the setup sheet, the rewards that are due, status, packets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from legacytrack.campaign.recording import Recorded
from legacytrack.model.box import Box
from legacytrack.model.games import Playing, finished, played, playing
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.pages.page import Block, Facts, Heading, Note, Page, Table, Text
from legacytrack.pages.record import with_more
from legacytrack.pages.table import players
from legacytrack.rules.claims import claims_next, holds_the_board
from legacytrack.rules.control import stars_of, unclaimed
from legacytrack.rules.packets import conditions
from legacytrack.rules.rewards import Due, can_be_taken, choices, due
from legacytrack.rules.standings import roll_bonus, standings
from legacytrack.rules.supply import supply

_MOST_NAMED = 8


def signed(done: Recorded, world: World, box: Box, number: int) -> Page:
    """Say which rewards are due after a game, in order, and what can be taken."""
    data, blocks = _due(world, box, number, due(world, box, number))
    return with_more(done, {"game": number, "due": data}, blocks)


def _due(
    world: World, box: Box, number: int, those: Sequence[Due]
) -> tuple[list[dict[str, Any]], list[Block]]:
    data: list[dict[str, Any]] = []
    blocks: list[Block] = []
    for waiting in those:
        kinds = choices(world, box, waiting, number)
        name = world.player_name(waiting.player)
        data.append(
            {
                "player": waiting.player,
                "rule": waiting.rule,
                "kinds": {kind: list(places) for kind, places in kinds.items()},
            }
        )
        blocks.append(
            Heading(f"{name} takes one of these:" if kinds else f"{name}: nothing is left.")
        )
        rows = [(kind, _named(box, places)) for kind, places in kinds.items()]
        if rows:
            blocks.append(Facts(rows))
        seat = played(world)[number].seats[waiting.player]
        if waiting.rule == "held-on-one-reward" and kinds and seat.held is None:
            tell = f"legacytrack correct {number} {waiting.player} --held PLACES"
            blocks.append(Note(f"Only in a territory that {name} held at the end ({tell})."))
    return data, blocks


def _named(box: Box, places: tuple[str, ...]) -> str:
    names = [
        box.territories[id].name if id in box.territories else box.continents[id].name
        for id in places
    ]
    if len(names) <= _MOST_NAMED:
        return ", ".join(names)
    return f"any of {len(names)} places"


def status(world: World, box: Box) -> Page:
    """Say on one screen which game it is, what is due, and how to go on."""
    on, games = playing(world), played(world)
    over = finished(world)
    last = box.last_signed
    blocks: list[Block] = [Heading(world.name or "A world without a name")]
    data: dict[str, Any] = {"name": world.name, "games_played": over, "game": None, "due": []}
    data["planet"] = world.planet or None
    if world.planet:
        blocks.append(Text(f'The planet is named "{world.planet}".'))
    if on:
        data["game"], go_on, said = _game_on(world, box, on)
        blocks.extend(said)
    else:
        each = "{}=FACTION" if box.has("factions") else "{}"
        who = " ".join(each.format(id) for id in world.players)
        go_on = f"legacytrack begin {who}" if who else "legacytrack player add NAME..."
        what = f"{counted(over, 'game')} played." if over else "No game was played yet."
        if over:
            what += f" The next one is number {over + 1}."
        blocks.append(Text(what))
    for number, game in games.items():
        if not any(seat.result and not seat.reward for seat in game.seats.values()):
            continue  # everybody has taken theirs, or nothing is known: no need to look closer
        open_rewards, said = _due(world, box, number, can_be_taken(world, box, number))
        if open_rewards:
            data["due"].append({"game": number, "rewards": open_rewards})
            blocks += [Text(f"Due for game {number}:"), *said]
            go_on = f"take the rewards of game {number} with --by; or {go_on}"
    if not on and over >= last and not world.planet:
        go_on = 'legacytrack planet "NAME" --by PLAYER'
        blocks.extend(_planet(world, box))
    if not over and not on:
        open_powers = [each.name for each in box.factions.values() if not world.powers(each.id)]
        if open_powers:
            blocks.append(Note(f"Without a power: {', '.join(open_powers)}."))
        coins = supply(world, box, "pre-game-coins").left if box.has("coins on cards") else 0
        if coins:
            blocks.append(Note(f"Before game 1: {counted(coins, 'coin')} to place."))
    met = [each for each in conditions(world, box) if each.met]
    data["packets_met"] = [each.id for each in met]
    if len(met) > len(world.table("packets")):
        blocks.append(Note("Conditions of packets are met: legacytrack packets."))
    blocks.append(Text(f"Go on: {go_on}."))
    data["go_on"] = go_on
    return Page(data, blocks)


def _game_on(world: World, box: Box, on: Playing) -> tuple[dict[str, Any], str, list[Block]]:
    """Say how the game stands that is on, for programs and for people, and how to go on."""
    seated, table = players(world, box, on)
    turn = f" It is the turn of {world.player_name(on.turn.player)}." if on.turn.player else ""
    won, how = _won(box, on)
    hqs = box.has("HQs")
    waiting = [world.player_name(id) for id, hand in on.hands.items() if hqs and not hand.hq]
    if won:
        go_on = f"legacytrack sign {won} ({how})"
    elif box.has("territories to deal") and not on.turn.player:
        go_on = _before_the_first_turn(box, on)
    elif waiting:
        go_on = f"legacytrack hq PLAYER PLACE ({', '.join(waiting)})"
    else:
        go_on = "legacytrack take PLAYER PLACE, legacytrack next; legacytrack sign PLAYER, when it is won"
    data = {"number": on.number, "turn": on.turn.player, "players": seated}
    factions = "; ".join(
        f"{world.player_name(id)} {box.factions[hand.faction].name}"
        for id, hand in on.hands.items()
        if hand.faction in box.factions
    )
    rows = [("factions", factions)] if factions else []
    rows += [row for block in table if isinstance(block, Facts) for row in block.rows]
    told: list[Block] = [Facts(rows) if isinstance(block, Facts) else block for block in table]
    return data, go_on, [Text(f"Game {on.number} is on.{turn}"), *told]


def _before_the_first_turn(box: Box, on: Playing) -> str:
    """Say how a game goes on before its first turn: by the deal, claims, or that turn."""
    due = claims_next(box, on)
    free = len(unclaimed(box, on))
    if not due:
        return "place the troops that are left, then legacytrack next"
    if free == len(box.territories):
        return f"legacytrack deal; or claim in turns: legacytrack take {due} PLACE"
    count = counted(free, "territory")
    return f"legacytrack take {due} PLACE ({count} free); legacytrack next, when the war has begun"


def _won(box: Box, on: Playing) -> tuple[str, str]:
    """Say who has reached the goal of the game (id), and how; empty when nobody has."""
    if box.has("Red Stars"):
        goal = box.number("stars-to-win")
        winner = next((id for id in on.hands if stars_of(on, id) >= goal), "")
        return winner, f"{goal} Red Stars win at once"
    winner = next((id for id in on.hands if holds_the_board(box, on, id)), "")
    return winner, "the whole board wins"


def _planet(world: World, box: Box) -> list[Block]:
    """Say who names the planet: the most signatures, or a roll of those who are tied."""
    found = standings(world, box)
    names = [world.player_name(id) for id in found.leaders]
    if len(names) == 1 and not found.unknown:
        return [Note(f"{names[0]} signed most often and names the planet.")]
    if found.unknown:
        return [Note(f"{counted(found.unknown, 'winner')} unknown: see who signed most often.")]
    extra = roll_bonus(world, box.number("planet-by-signatures", "bonus"))
    rolls = ", ".join(f"{world.player_name(id)} +{extra[id]}" for id in found.leaders)
    return [Note(f"A tie: roll off (planet --roll), with a bonus for continents named: {rolls}.")]


def packets(world: World, box: Box) -> Page:
    """Say which conditions of packets are met, and which packets were opened."""
    found = conditions(world, box)
    opened = [dict(each) for each in world.table("packets").values()]
    state = {True: "met", False: "not met", None: "unknown"}
    rows = [(each.says, state[each.met], each.how) for each in found]
    blocks: list[Block] = [
        Heading("Printed on the closed packets:"),
        Table(("condition", "state", "by our records"), rows),
    ]
    if opened:
        told = [
            (str(each.get("name", "")), f"game {each['game']}" if "game" in each else "")
            for each in opened
        ]
        blocks += [Heading("Opened:"), Facts(told)]
    blocks.append(Text('When you open one: legacytrack packet open "your words" --game N'))
    return Page({"conditions": [each._asdict() for each in found], "opened": opened}, blocks)
