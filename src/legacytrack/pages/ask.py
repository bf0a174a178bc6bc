"""Answers to questions at the table: troops, starts, continents, cards, entering, rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from legacytrack.model.text import counted
from legacytrack.pages.page import Block, Facts, Heading, Note, Page, Table, Text

if TYPE_CHECKING:
    from legacytrack.model.box import Box
    from legacytrack.model.world import World
    from legacytrack.rules.cards import Hand
    from legacytrack.rules.expand import Entry
    from legacytrack.rules.recruit import Recruitment
    from legacytrack.rules.starts import Starts


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


def starts(world: World, box: Box, found: Starts, who: str, among: Sequence[str]) -> Page:
    """Say where somebody may start, and why not elsewhere.

    Args:
        world: the world.
        box: the box.
        found: the legal and the blocked places.
        who: name of the player, empty for nobody in particular.
        among: ids of the territories that were asked about.
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
        blocks.append(Heading(f"{name} is {'' if found.legal else 'not '}a legal start{whose}."))
    else:
        count = f"{len(found.legal)} of {len(among)} places"
        blocks.append(Heading(f"Legal starts{whose}: {count}."))
        blocks.append(by_continent(box, found.legal))
    own = [place for place in found.legal if world.city(place)]
    blocks.extend(Note(f"{box.territories[id].name}: {city_words(world, box, id)}.") for id in own)
    if found.blocked:
        rows = [
            (
                box.territories[blocked.place].name,
                " ".join(reason.what for reason in blocked.reasons),
            )
            for blocked in found.blocked
        ]
        blocks.append(Table(("not legal", "why"), rows))
    return Page(data, blocks)


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
    return Page({"continents": data}, [Table(columns, rows, (2, 3, 4, 5))])


def cards(box: Box, coins: Sequence[int], found: Hand) -> Page:
    """Say what a hand of resource cards buys.

    Args:
        box: the box.
        coins: the coins on each card.
        found: what they buy.
    """
    needed = box.number("star-for-cards")
    count = len(coins)
    blocks: list[Block] = [
        Heading(
            f"{counted(count, 'card')}, {counted(found.coins, 'coin')}: {counted(found.troops, 'troop')}."
        ),
    ]
    if found.stars:
        plural = "s" if found.stars > 1 else ""
        what = f"Or {found.stars * needed} cards buy {found.stars} Red Star{plural}, whatever their coins."
    else:
        what = f"{needed - count} more cards would buy a Red Star ({needed} cards each)."
    blocks.append(Note(what))
    if not found.troops:
        blocks.append(Note("Too few coins for troops: keep them."))
    return Page(found._asdict(), blocks)


def enter(place: str, found: Entry, troops: int | None) -> Page:
    """Say what it costs to expand into a place that nobody occupies.

    Args:
        place: name of the territory.
        found: the cost in parts.
        troops: how many would move in; None when nobody said.
    """
    parts = [f"population {found.population}"]
    if found.fortified:
        parts.append(f"fortified {found.fortified}")
    if found.extra:
        parts.append(f"packets {found.extra:+d}")
    how = f" ({' + '.join(parts)})" if found.cost else " (no city)"
    data: dict[str, Any] = {"cost": found.cost, "left": None, "allowed": None}
    blocks: list[Block] = [
        Heading(f"Expanding into {place} costs {counted(found.cost, 'troop')}{how}.")
    ]
    if found.never:
        data["allowed"] = False
        blocks = [Heading(f"Nobody may enter {place}: {found.never}.")]
    elif troops is None:
        blocks.append(Text(f"Move in at least {found.needed}."))
    else:
        allowed = found.allowed(troops)
        data |= {"left": found.left(troops), "allowed": allowed}
        blocks.append(
            Text(f"With {troops}: allowed, and {found.left(troops)} left to hold it.")
            if allowed
            else Text(f"With {troops}: not allowed, at least {found.needed} have to move in.")
        )
    if not found.never:
        said = "Only while nobody occupies it; taking it from troops costs nothing extra."
        blocks.append(Note(said))
    return Page(data, blocks)
