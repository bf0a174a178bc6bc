"""The table during a game: who holds what, hands and what they buy, the side board, the maneuver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from legacytrack.model.box import Box
from legacytrack.model.games import COIN, Hand, Playing, playing
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.pages.page import Block, Facts, Heading, Note, Page, Table, Text
from legacytrack.rules.cards import offers
from legacytrack.rules.claims import left_to_place
from legacytrack.rules.control import controlled, hqs_of, stars_of
from legacytrack.rules.hands import coins_of, names
from legacytrack.rules.recruit import holdings
from legacytrack.rules.side_board import coin_cards_left, deck


def players(world: World, box: Box, on: Playing) -> tuple[list[dict[str, Any]], list[Block]]:
    """Say of each player what they hold and have, for programs and as a table."""
    data, rows, missing = [], [], []
    continents, places = [], []
    placing = box.has("territories to deal") and not on.turn.player
    left = left_to_place(world, box, on) if placing else {}
    for id, hand in on.hands.items():
        held = holdings(world, box, controlled(on, id), id)
        hqs, stars = hqs_of(on, id), stars_of(on, id)
        has_coins = box.has("coins on cards") and hand.cards is not None
        coins = sum(coins_of(world, box, hand.cards or ())) if has_coins else None
        data.append(
            {
                "player": id,
                **hand._asdict(),
                "territories": None if hand.holds is None else len(held.territories),
                "population": held.population,
                "continents": [paid.continent for paid in held.continents],
                "hqs": list(hqs),
                "red_stars": stars,
                "coins": coins,
                **({"left_to_place": left[id]} if id in left else {}),
            }
        )
        name, turn = world.player_name(id), ">" if on.turn.player == id else ""
        if hand.out:
            rows.append((turn, name, "out", *[""] * 6))
            continue
        missing += [] if hand.is_recorded else [name]
        continents += [f"{name} {paid.name}" for paid in held.continents]
        places += [f"{name} {_hq_names(box, hqs, hand.hq)}"] if box.has("HQs") else []
        rows.append(
            (
                turn,
                name,
                _count(hand),
                str(held.population or ""),
                str(stars) if box.has("Red Stars") else "",
                str(hand.stars or ""),
                str(hand.missiles) if box.has("missiles") else "",
                "" if coins is None else str(coins),
                "" if hand.cards is None else str(len(hand.cards)),
            )
        )
    columns = (
        *("", "player", "territories", "population"),
        *("Red Stars", "tokens", "missiles", "coins", "cards"),
    )
    # What nobody records takes no room.
    bare = (0, 3, 4, 5, 6, 7, 8)
    empty = [columns[at] for at in bare if not any(row[at] for row in rows)]
    facts = [("HQs", "; ".join(places))] if places else []
    facts += [("continents", "; ".join(continents))] if continents else []
    each = "; ".join(f"{world.player_name(id)} {troops}" for id, troops in left.items())
    facts += [("troops left to place", each)] if placing else []
    blocks: list[Block] = [Table(columns, rows, range(2, len(columns))).without(empty)]
    blocks += [Facts(facts)] if facts else []
    if missing and any(hand.is_recorded and not hand.out for hand in on.hands.values()):
        who = ", ".join(missing)
        blocks.append(
            Note(f"Not on record what they hold: {who} (legacytrack hold PLAYER PLACES).")
        )
    return data, blocks


def _count(hand: Hand) -> str:
    """Say how many territories are held, `2+` where there may be more."""
    if hand.holds is None or (hand.partly and not hand.holds):
        return "?"
    return f"{len(hand.holds)}+" if hand.partly else str(len(hand.holds))


def _hq_names(box: Box, hqs: Sequence[str], own: str | None) -> str:
    shown = [box.territories[id].name for id in hqs if id in box.territories]
    if not shown and own is None:
        return "to be placed"
    return ", ".join(shown) or "none"


def compact(world: World, box: Box) -> Page | None:
    """Show the game that is on in a few lines, None between games."""
    on = playing(world)
    if not on:
        return None
    data, blocks = players(world, box, on)
    return Page({"players": data}, blocks)


def hand(world: World, box: Box, on: Playing, player: str) -> Page:
    """Say what a player has in hand, and what it buys."""
    cards = on.hands[player].cards or ()
    coins = coins_of(world, box, cards)
    labels = [
        f"{'coin card' if card == COIN else names(box, [card])[0]} {number}"
        for card, number in zip(cards, coins, strict=True)
    ]
    name = world.player_name(player)
    total = f"{counted(len(cards), 'card')}, {counted(sum(coins), 'coin')}"
    data, blocks = bought(box, coins, labels)
    if not any(each["stars"] or each["troops"] for each in data):
        blocks = [Note("They buy nothing yet: keep them.")] if cards else []
    if on.hands[player].cards is None:
        total = "nothing on record"
        blocks = [Note(f"To write it down: legacytrack hand {player} CARDS, or legacytrack draw.")]
    if cards:
        blocks = [Facts([("cards", ", ".join(labels))]), *blocks]
    how = f"legacytrack hand {player} --troops CARDS or --star CARDS"
    tail: list[Block] = [Text(f"To turn some in: {how}")] if sum(coins) > 1 else []
    return Page(
        {"player": player, "cards": list(cards), "coins": sum(coins), "offers": data},
        [Heading(f"{name}: {total}."), *blocks, *tail],
    )


def bought(
    box: Box, coins: Sequence[int], labels: Sequence[str]
) -> tuple[list[dict[str, Any]], list[Block]]:
    """Say what cards buy in each way that makes sense, for programs and as a table."""
    found = offers(box, coins)
    data = [
        {
            "stars": each.stars,
            "troops": each.troops,
            "for_stars": [labels[at] for at in each.for_stars],
            "for_troops": [labels[at] for at in each.for_troops],
            "kept": [labels[at] for at in each.kept],
        }
        for each in found
    ]
    rows = [
        (
            str(each.stars),
            str(each.troops),
            *(", ".join(labels[at] for at in part) for part in each[2:]),
        )
        for each in found
    ]
    columns = ("Red Stars", "troops", "cards for stars", "cards for troops", "kept")
    return data, [Table(columns, rows, (0, 1))] if coins else []


def slots(world: World, box: Box, on: Playing) -> Page:
    """Say which cards lie face up, who may take which, and what the piles hold."""
    rows, data = [], []
    for at, card in enumerate(on.side_board.slots, 1):
        known = card in box.territories
        takers = [id for id in on.hands if known and card in controlled(on, id)]
        coins = coins_of(world, box, [card])[0] if known else None
        data.append({"slot": at, "card": card or None, "coins": coins, "takers": takers})
        rows.append(
            (
                str(at),
                box.territories[card].name if known else "not said",
                "" if coins is None else str(coins),
                ", ".join(map(world.player_name, takers)),
            )
        )
    left, found = coin_cards_left(on, box), deck(world, box)
    facts = [
        ("coin cards", f"{left} left"),
        ("discard pile", counted(len(on.side_board.discards), "card")),
        ("deck", f"{counted(len(found.cards), 'card')} as far as the record tells"),
    ]
    blocks: list[Block] = [Facts(facts)]
    if rows:
        blocks.insert(0, Table(("slot", "card", "coins", "may be taken by"), rows, (0, 2)))
    else:
        blocks.append(
            Note("The cards on show are not on record: legacytrack slots CARD CARD CARD CARD")
        )
    return Page(
        {
            "slots": data,
            "coin_cards": left,
            "discards": list(on.side_board.discards),
            "deck": len(found.cards),
        },
        blocks,
    )


def events(world: World, box: Box) -> Page:
    """Say how likely the next card that comes up brings an event."""
    found = deck(world, box)
    even, all_ = len(found.even), len(found.cards)
    share = even / all_ if all_ else 0.0
    data = {"even": even, "cards": all_, "share": share, "places": list(found.even)}
    said = f"{even} of {counted(all_, 'card')} that may come up next have an even number of coins"
    blocks: list[Block] = [Heading(f"{said}: {share:.1%}.".replace("%", " %"))]
    if found.even:
        places = ", ".join(box.territories[id].name for id in found.even)
        blocks.append(Facts([("even", places)]))
    blocks.append(Note("An event comes when the new card in slot 1 is even, after a draw only."))
    return Page(data, blocks)
