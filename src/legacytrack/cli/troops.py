"""Troops of somebody: by the places that are named, or by what the table says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from legacytrack.cli import arguments
from legacytrack.cli.words import powers_in
from legacytrack.errors import Finding, RefusedError, UsageError
from legacytrack.model.box import Box
from legacytrack.model.names import find
from legacytrack.model.world import World
from legacytrack.pages import ask
from legacytrack.pages.page import Page

if TYPE_CHECKING:
    from legacytrack.campaign.door import Campaign


def on_the_board(
    opened: Campaign,
    parts: list[str],
    coins: int | None,
    cards_set: bool,
    faction: str | None,
    power: str | None,
) -> Page:
    """Answer for places that are named, or for what a player holds by the table."""
    from legacytrack.model.games import playing
    from legacytrack.rules.recruit import holdings, recruit
    from legacytrack.rules.sets import next_number

    world, box = opened.world, opened.box
    who, rest = _player_first(box, world, parts)
    on = playing(world)
    set_number = next_number(world) if cards_set else None
    if who and not rest:
        return _from_the_table(opened, who, coins, set_number, faction or power)
    held = holdings(world, box, arguments.places(box, world, rest), who)
    hand = on.hands.get(who or "") if on else None
    if not faction and hand and hand.faction and world.powers(hand.faction):
        faction = hand.faction
    found = recruit(
        box,
        territories=len(held.territories),
        population=held.population,
        continents=held.continents,
        coins=coins,
        set_number=set_number,
        powers=powers_in(box, world, faction, power),
        nearly=held.nearly,
        marks=held.marks,
    )
    cities = {box.territories[id].name: people for id, people in held.cities.items()}
    return ask.troops(found, world.player_name(who), cities)


def _from_the_table(
    opened: Campaign, who: str, coins: int | None, set_number: int | None, other: str | None
) -> Page:
    """Answer from what is recorded of the game that is on, and say what is missing."""
    from legacytrack.model.games import playing
    from legacytrack.rules.control import controlled
    from legacytrack.rules.turn import recruits

    world, box = opened.world, opened.box
    on, name = playing(world), world.player_name(who)
    mine = controlled(on, who) if on and who in on.hands else ()
    if (
        on
        and who in on.hands
        and on.hands[who].holds == ()
        and on.hands[who].is_recorded
        and box.has("ways to join the war")
    ):
        from legacytrack.rules.join import troops_to_join

        what = f"{name} controls nothing and joins the war with {troops_to_join(world, box, who)} troops."
        raise RefusedError(box.finding("join-the-war", f"game.players.{who}.holds", what))
    if not on or not mine:
        what = f"Which territories does {name} control? Nothing on record tells."
        fix = f"legacytrack troops {who} PLACES; or only a count: legacytrack troops COUNT"
        if on and who in on.hands:
            fix += f"; to have it on record: legacytrack hold {who} PLACES"
        raise UsageError(Finding("usage", "troops", what, fix))
    if other:
        what = "By the table the faction is known, and its powers with it."
        raise UsageError(Finding("usage", "troops", what, "leave --faction and --power out"))
    found = recruits(world, box, on, who, coins, set_number)
    return ask.troops_on_the_table(world, box, on, who, found)


def _player_first(box: Box, world: World, parts: list[str]) -> tuple[str | None, list[str]]:
    """Take the first word as a player, or as a place when it means no player."""
    known = [
        *arguments.players_named(world),
        *arguments.places_named(box, world, parts[:1]),
    ]
    hint = f'A new player? legacytrack player add "{parts[0]}"'
    found = find(parts[0], known, what="player, territory or continent", hint=hint)
    return (found.id, parts[1:]) if found.kind == "player" else (None, parts)
