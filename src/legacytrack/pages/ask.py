"""Answers to questions at the table: troops, starts, continents, cards, entering, rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from legacytrack.model.text import counted
from legacytrack.pages.page import Block, Facts, Heading, Note, Page, Table

if TYPE_CHECKING:
    from legacytrack.model.box import Box
    from legacytrack.model.games import Playing
    from legacytrack.model.world import World
    from legacytrack.rules.cards import Hand
    from legacytrack.rules.recruit import Recruitment
    from legacytrack.rules.starts import Blocked, Starts


def troops(found: Recruitment, who: str, cities: Mapping[str, int] | None = None) -> Page:
    """Say how many troops somebody gets, with the working.

    Args:
        found: the sum.
        who: name of the player, empty for nobody in particular.
        cities: the population of the cities that were counted, by the name of their place.
    """
    data = {
        "total": found.total,
        "territories": found.territories,
        "population": found.population,
        "lines": [line._asdict() for line in found.lines],
        "reminders": list(found.reminders),
    }
    rows = [(line.what, str(line.troops), line.how) for line in found.lines]
    verb = f"{who} gets" if who else "You get"
    blocks: list[Block] = [
        Heading(f"{verb} {found.total} troops."),
        Table(("for", "troops", "working"), rows, (1,)),
    ]
    if cities:
        each = ", ".join(f"{place} {people}" for place, people in cities.items())
        blocks.append(Facts([("population", each)]))
    blocks.extend(Note(reminder) for reminder in found.reminders)
    return Page(data, blocks)


def troops_on_the_table(
    world: World, box: Box, on: Playing, player: str, found: Recruitment
) -> Page:
    """Say how many troops a player gets by what is recorded of the game, and what that is.

    Args:
        world: the world.
        box: the box.
        on: the game that is on.
        player: id of the player.
        found: the sum.
    """
    from legacytrack.rules.cities import population
    from legacytrack.rules.control import controlled

    mine = controlled(on, player)
    people = {
        box.territories[id].name: population(world, box, id) for id in mine if id in box.territories
    }
    page = troops(found, world.player_name(player), {k: v for k, v in people.items() if v})
    blocks: list[Block] = [*page.blocks[:2], by_continent(box, mine), *page.blocks[2:]]
    if not on.hands[player].is_recorded:
        what = "Only the HQ is" if on.hands[player].holds is None else "Only some of it is"
        blocks.append(Note(f"{what} on record; all that is held: legacytrack hold {player} PLACES"))
    return Page({**page.data, "holds": list(mine)}, blocks)


def starts(
    world: World,
    box: Box,
    found: Starts,
    who: str,
    among: Sequence[str],
    *,
    joins: bool = False,
) -> Page:
    """Say where somebody may start, and why not elsewhere.

    Args:
        world: the world.
        box: the box.
        found: the legal and the blocked places.
        who: name of the player, empty for nobody in particular.
        among: ids of the territories that were asked about.
        joins: whether it is about joining the war again.
    """
    from legacytrack.rules.cities import city_words

    data = {
        "legal": list(found.legal),
        "blocked": [
            {
                "place": blocked.place,
                "reasons": [
                    {"rule": reason.rule, "what": reason.what} for reason in blocked.reasons
                ],
            }
            for blocked in found.blocked
        ],
    }
    whose = f" for {who}" if who else ""
    blocks: list[Block] = []
    if len(among) == 1:
        name = box.territories[among[0]].name
        what = "a legal place to join the war" if joins else "a legal start"
        blocks.append(Heading(f"{name} is {'' if found.legal else 'not '}{what}{whose}."))
    else:
        count = f"{len(found.legal)} of {len(among)} places"
        what = "Legal places to join the war" if joins else "Legal starts"
        blocks.append(Heading(f"{what}{whose}: {count}."))
        blocks.append(by_continent(box, found.legal))
    own = [place for place in found.legal if world.city(place)]
    blocks.extend(Note(f"{box.territories[id].name}: {city_words(world, box, id)}.") for id in own)
    shown = list(found.blocked)
    if joins and len(among) == len(box.territories):
        # Late in a game nearly all the board is held; what else stands against a place is news.
        shown = [each for each in shown if not _is_held(each)]
    if shown:
        rows = [
            (
                box.territories[blocked.place].name,
                " ".join(reason.what for reason in blocked.reasons),
            )
            for blocked in shown
        ]
        blocks.append(Table(("not legal", "why"), rows))
    held = len(found.blocked) - len(shown)
    if held:
        blocks.append(Note(f"Held by somebody: {counted(held, 'place')} more."))
    return Page(data, blocks)


def _is_held(blocked: Blocked) -> bool:
    return any(reason.where.endswith(".holds") for reason in blocked.reasons)


def by_continent(box: Box, places: Sequence[str]) -> Facts:
    """List territories by continent; those outside of all come last."""
    groups = [(each.name, each.territories) for each in box.continents.values()]
    inside = {id for _, territories in groups for id in territories}
    groups.append(("elsewhere", tuple(id for id in box.territories if id not in inside)))
    rows = []
    for name, territories in groups:
        names = [box.territories[id].name for id in territories if id in places]
        if names:
            rows.append((name, ", ".join(names)))
    return Facts(rows)


def continents(world: World | None, box: Box) -> Page:
    """Say what each continent pays, to its namer and to everybody else.

    Args:
        world: the world; None for the printed bonuses.
        box: the box.
    """
    from legacytrack.rules.continents import bonus

    data, rows = [], []
    for id, printed in box.continents.items():
        mark = world.continent(id) if world else None
        everybody = bonus(world, box, id, None)
        namer = bonus(world, box, id, mark.named_by) if mark and mark.named_by else None
        named_by = world.player_name(mark.named_by) if world and mark else ""
        data.append(
            {
                "continent": id,
                "name": mark.name if mark else "",
                "named_by": mark.named_by if mark else None,
                "named_in": mark.named_in if mark else None,
                "territories": len(printed.territories),
                "printed": printed.bonus,
                "change": everybody.change,
                "pays": everybody.troops,
                "pays_namer": namer.troops if namer else None,
            }
        )
        rows.append(
            (
                printed.name,
                mark.name if mark else "",
                str(len(printed.territories)),
                str(printed.bonus),
                f"{everybody.change:+d}" if everybody.change else "",
                str(everybody.troops),
                f"{named_by}: {namer.troops}" if namer else "",
            )
        )
    columns = ("continent", "name", "territories", "printed", "mark", "pays", "pays its namer")
    shown = Table(columns, rows, (2, 3, 4, 5)).without(box.lacks(_PARTS))
    return Page({"continents": data}, [shown])


_PARTS = {  # what a box has to have for a column of the continents
    "name": "names for continents",
    "mark": "bonus stickers",
    "pays its namer": "names for continents",
}


def cards(box: Box, coins: Sequence[int], found: Hand) -> Page:
    """Say what a hand of resource cards buys.

    Args:
        box: the box.
        coins: the coins on each card.
        found: what they buy.
    """
    from legacytrack.pages.table import bought

    needed = box.number("star-for-cards")
    count = len(coins)
    offers, table = bought(box, coins, [str(each) for each in coins])
    blocks: list[Block] = [
        Heading(
            f"{counted(count, 'card')}, {counted(found.coins, 'coin')}: {counted(found.troops, 'troop')}."
        ),
    ]
    if found.stars or offers[0]["kept"]:
        blocks.extend(table)
    if found.stars:
        plural = "s" if found.stars > 1 else ""
        what = f"Or {found.stars * needed} cards buy {found.stars} Red Star{plural}, whatever their coins."
    else:
        more = counted(needed - count, "more card")
        what = f"{more} would buy a Red Star ({needed} cards each)."
    blocks.append(Note(what))
    if not found.troops:
        blocks.append(Note("Too few coins for troops: keep them."))
    return Page({**found._asdict(), "offers": offers}, blocks)
