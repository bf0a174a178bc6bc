"""The setup sheet of a game that begins."""

from __future__ import annotations

from typing import Any

from legacytrack.campaign.recording import Recorded
from legacytrack.model.box import Box
from legacytrack.model.games import Playing, playing
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.pages.ask import by_continent
from legacytrack.pages.page import Block, Facts, Heading, Page, Table, Text
from legacytrack.pages.record import with_more
from legacytrack.rules.begin import starting_troops
from legacytrack.rules.claims import left_to_place
from legacytrack.rules.control import controlled
from legacytrack.rules.starts import starts
from legacytrack.rules.supply import supply


def begun(done: Recorded, world: World, box: Box) -> Page:
    """Give the setup sheet of the game that begins."""
    on = playing(world)
    assert on
    sheet, blocks = (_setup_sheet if box.has("factions") else _plain_sheet)(world, box, on)
    return with_more(done, sheet, blocks)


def dealt(done: Recorded, world: World, box: Box, seed: int) -> Page:
    """Say who holds what after the deal, and how many troops everybody has left to place."""
    on = playing(world)
    assert on
    left, players = left_to_place(world, box, on), []
    blocks: list[Block] = []
    for id, troops in left.items():
        mine = controlled(on, id)
        players.append({"player": id, "territories": list(mine), "left_to_place": troops})
        blocks.append(Heading(f"{world.player_name(id)}: {counted(len(mine), 'territory')}"))
        blocks.append(by_continent(box, mine))
    return with_more(done, {"seed": seed, "players": players}, blocks)


def _setup_sheet(world: World, box: Box, on: Playing) -> tuple[dict[str, Any], list[Block]]:
    rows, players = [], []
    for id, hand in on.hands.items():
        table = world.table("game", "players", id)
        powers = [
            power
            for each in world.powers(hand.faction or "")
            if (power := box.factions[hand.faction or ""].powers.get(each))
        ]
        troops = int(table.get("troops", starting_troops(box, len(on.hands))))
        takes = [counted(hand.stars, "Red Star token")] if hand.stars else []
        takes += [counted(hand.missiles, "missile")] if hand.missiles else []
        takes += [counted(troops, "troop")]
        takes += [counted(table["coins"], "coin")] if table.get("coins") else []
        order = [f"turn {hand.turn}"] if hand.turn else []
        order += [f"places {hand.placing}."] if hand.placing else []
        rows.append(
            (
                world.player_name(id),
                box.factions[hand.faction or ""].name,
                ", ".join(power.name for power in powers) or "no power chosen",
                ", ".join([*takes, *order]),
            )
        )
        players.append(
            {
                "player": id,
                "faction": hand.faction,
                "powers": [power.id for power in powers],
                "stars": hand.stars,
                "missiles": hand.missiles,
                "troops": troops,
            }
        )
    cards = {scar.id: supply(world, box, scar.supply).left for scar in box.scars.values()}
    each = box.number("scar-deal")
    dealt = sum(cards.values()) >= each * len(on.hands)
    absent = [id for id in box.factions if id not in {hand.faction for hand in on.hands.values()}]
    legal = starts(world, box, None, list(on.hqs)).legal
    left = ", ".join(f"{count} {box.scars[id].name}" for id, count in cards.items() if count)
    deal = f"{each} to each player, from {left}" if dealt else f"none ({left or 'no card'} left)"
    data = {
        "game": on.number,
        "players": players,
        "scar_cards": {"dealt": dealt, "left": cards},
        "absent": absent,
        "legal": list(legal),
    }
    facts = [
        ("scar cards", deal),
        ("an X for", ", ".join(box.factions[id].name for id in absent) or "no faction"),
    ]
    blocks: list[Block] = [
        Table(("player", "faction", "power", "takes"), rows),
        Facts(facts),
        Text(f"Legal starts: {len(legal)} places, and for founders their own Major Cities."),
        by_continent(box, legal),
    ]
    return data, blocks


def _plain_sheet(world: World, box: Box, on: Playing) -> tuple[dict[str, Any], list[Block]]:
    """Give the sheet of a game without factions: how many troops each has, and how to go on."""
    printed = starting_troops(box, len(on.hands))
    players = []
    for id, hand in on.hands.items():
        troops = int(world.table("game", "players", id).get("troops", printed))
        players.append({"player": id, "troops": troops, "turn": hand.turn})
    rows = [(world.player_name(str(each["player"])), str(each["troops"])) for each in players]
    blocks: list[Block] = [Table(("player", "troops"), rows, (1,))]
    if box.has("territories to deal"):
        what = "Deal the territories: legacytrack deal; or claim them in turns"
        blocks.append(Text(f"{what}: legacytrack take PLAYER PLACE."))
    return {"game": on.number, "players": players}, blocks
