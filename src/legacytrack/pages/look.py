"""Looking: the world and its parts, what is left in the box, the history."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from legacytrack.model.box import Box
from legacytrack.model.games import played
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.pages import places
from legacytrack.pages.page import Block, Facts, Heading, Note, Page, Table, Text
from legacytrack.rules.cards import coins_on
from legacytrack.rules.cities import city_words
from legacytrack.rules.continents import bonus
from legacytrack.rules.expand import entry
from legacytrack.rules.starts import reasons_against
from legacytrack.rules.supply import supplies

if TYPE_CHECKING:
    from legacytrack.campaign.checking import Logged


def supply(world: World, box: Box) -> Page:
    """Say what is left in the box."""
    found = supplies(world, box)
    data = {
        each.rule: {"limit": each.limit, "used": each.used, "left": each.left} for each in found
    }
    rows = [
        (each.name, str(each.limit), str(each.used), str(each.left), each.rule) for each in found
    ]
    return Page(data, [Table(("in the box", "printed", "used", "left", "rule"), rows, (1, 2, 3))])


def overview(world: World, box: Box) -> Page:
    """Show a whole world: players, continents, marks, changed cards, powers."""
    marked = [id for id in box.territories if not places.FILTERS["unmarked"](world, id)]
    changed = [id for id in box.territories if id in world.cards]
    data = {
        "name": world.name,
        "planet": world.planet,
        "games_played": world.games_played,
        "players": world.players,
        "territories": [places.territory_data(world, box, id) for id in marked],
        "cards": {id: coins_on(world, box, id) for id in changed},
        "factions": {id: list(world.powers(id)) for id in box.factions},
    }
    facts = [("players", ", ".join(world.players.values()) or "none yet")]
    if world.planet:
        facts.insert(0, ("planet", world.planet))
    if world.games_played:
        facts.append(("games played", f"{world.games_played} or more"))
    blocks: list[Block] = [Heading(world.name or "A world without a name"), Facts(facts)]
    if marked:
        blocks += [Heading("Marks"), places.table(world, box, marked)]
    if changed:
        blocks += [Heading("Cards"), _card_table(world, box, changed)]
    if box.has("factions"):
        blocks += [Heading("Factions"), _faction_facts(world, box)]
    left = " What is left: legacytrack supply." if supplies(world, box) else ""
    blocks.append(Text(f"Continents: legacytrack continents.{left}"))
    return Page(data, blocks)


def _card_table(world: World, box: Box, ids: Sequence[str]) -> Table:
    rows = [(box.territories[id].name, places.coins(world, box, id)) for id in ids]
    return Table(("card", "coins"), rows, (1,))


def _faction_facts(world: World, box: Box) -> Facts:
    rows = []
    for faction in box.factions.values():
        names = [
            faction.powers[id].name if id in faction.powers else id
            for id in world.powers(faction.id)
        ]
        rows.append((faction.name, ", ".join(names) or "no power chosen yet"))
    return Facts(rows)


def cards(world: World, box: Box) -> Page:
    """List all territory cards with their coins."""
    data = {
        id: {"coins": coins_on(world, box, id), "destroyed": world.card(id).destroyed}
        for id in box.territories
    }
    return Page({"cards": data}, [_card_table(world, box, list(box.territories))])


def territory(world: World, box: Box, id: str) -> Page:
    """Show one territory with all that is known of it."""
    here = box.territories[id]
    card = world.card(id)
    outside = here.continent not in box.continents
    facts = [("continent", "none" if outside else box.continents[here.continent].name)]
    if here.land:
        facts.append(("by land", ", ".join(box.territories[each].name for each in here.land)))
    if here.sea:
        facts.append(("by sea", ", ".join(box.territories[each].name for each in here.sea)))
    if box.has("cities"):
        facts.append(("city", city_words(world, box, id)))
    if box.has("scars"):
        facts.append(("scar", places.scar(world, box, id) or "none"))
    facts.extend(
        (
            "cancelled",
            f"{box.scars[each.scar.kind].name if each.scar.kind in box.scars else each.scar.kind} "
            f"{world.credit(each.game, each.by)}",
        )
        for each in world.cancelled(id)
    )
    if world.fortification(id):
        facts.append(("fortified", places.boxes(world, box, id)))
    if card.destroyed:
        facts.append(("card", f"destroyed {world.credit(card.game, card.by)}"))
    elif box.has("coins on cards"):
        facts.append(("card", f"coins: {coins_on(world, box, id)}"))
    blocks: list[Block] = [Heading(here.name), Facts(facts)]
    scar = world.scar(id)
    if scar and scar.kind in box.scars:
        says = box.scars[scar.kind].says
        blocks.extend([Note(says)] if says else [])
    cost = entry(world, box, id).cost
    if not box.has("legal starts"):
        return Page(places.territory_data(world, box, id), blocks)
    if cost:
        blocks.append(
            Note(f"Expanding into it costs {counted(cost, 'troop')} while nobody occupies it.")
        )
    against = reasons_against(world, box, id, None, ())
    city = world.city(id)
    founder = bool(city and not reasons_against(world, box, id, city.founder, ()))
    if not against:
        blocks.append(Note("A legal start for everybody, unless an HQ stands next to it."))
    elif founder and city:
        blocks.append(Note(f"A legal start for {world.player_name(city.founder)} alone."))
    else:
        blocks.append(Note("A legal start for nobody."))
    return Page(places.territory_data(world, box, id), blocks)


def continent(world: World, box: Box, id: str) -> Page:
    """Show one continent: what it pays, and its territories."""
    here, mark = box.continents[id], world.continent(id)
    pays = bonus(world, box, id, None)
    data = {
        "continent": id,
        "name": mark.name,
        "named_by": mark.named_by,
        "named_in": mark.named_in,
        "pays": pays.troops,
        "territories": [places.territory_data(world, box, each) for each in here.territories],
    }
    facts = [("pays", f"{pays.troops} ({pays.how})")]
    if mark.name:
        facts.insert(0, ("name", f"{mark.name} {world.credit(mark.named_in, mark.named_by)}"))
    if mark.named_by:
        facts.append(
            (
                f"pays {world.player_name(mark.named_by)}",
                str(bonus(world, box, id, mark.named_by).troops),
            )
        )
    return Page(
        data, [Heading(here.name), Facts(facts), places.table(world, box, here.territories)]
    )


def player(world: World, box: Box, id: str) -> Page:
    """Show what a player did to the world."""
    cities = [each for each in box.territories if (city := world.city(each)) and city.founder == id]
    scars = [each for each in box.territories if (scar := world.scar(each)) and scar.by == id]
    named = [each for each in box.continents if world.continent(each).named_by == id]
    won = [game.number for game in played(world).values() if game.winner == id]
    data = {
        "player": id,
        "name": world.player_name(id),
        "cities": cities,
        "scars": scars,
        "continents": named,
        "won": won,
    }
    rows = [
        ("cities", [f"{_place(box, each)}: {city_words(world, box, each)}" for each in cities]),
        ("scars", [f"{_place(box, each)}: {places.scar(world, box, each)}" for each in scars]),
        (
            "continents",
            [f'{box.continents[each].name} "{world.continent(each).name}"' for each in named],
        ),
        ("games won", [str(number) for number in won]),
    ]
    parts = {"cities": "cities", "scars": "scars", "continents": "names for continents"}
    facts = [
        (name, ", ".join(values) or "none")
        for name, values in rows
        if name not in parts or box.has(parts[name])
    ]
    return Page(data, [Heading(world.player_name(id)), Facts(facts)])


def _place(box: Box, id: str) -> str:
    return box.territories[id].name


def factions(world: World, box: Box, ids: Sequence[str]) -> Page:
    """Show factions with their powers, chosen, destroyed or open."""
    data: list[dict[str, Any]] = []
    blocks: list[Block] = []
    for id in ids:
        faction, chosen = box.factions[id], world.powers(id)
        rows = []
        for power in faction.powers.values():
            state = "chosen" if power.id in chosen else "destroyed" if chosen else "open"
            rows.append((power.name, power.id, state, power.says or power.effects.get("note", "")))
        data.append({"faction": id, "name": faction.name, "powers": list(chosen)})
        blocks += [Heading(faction.name), Table(("power", "id", "state", "what it does"), rows)]
    return Page({"factions": data}, blocks)


def log(entries: Sequence[Logged]) -> Page:
    """List the history, the latest last."""
    data = [
        {
            "number": entry.number,
            "time": entry.time,
            "game": entry.game,
            "command": entry.command,
            "said": entry.said,
            "in_force": in_force,
            "undoes": list(entry.undoes),
            "redoes": list(entry.redoes),
            "waived": [waived._asdict() for waived in entry.waived],
        }
        for entry, in_force in entries
    ]
    rows = [
        (
            str(entry.number),
            entry.time[:16].replace("T", " "),
            entry.said + ("" if in_force else " (undone)"),
        )
        for entry, in_force in entries
    ]
    if not rows:
        return Page(
            {"entries": data}, [Text("There is no history yet; it begins with the next record.")]
        )
    return Page({"entries": data}, [Table(("change", "when (UTC)", "what"), rows, (0,))])
