"""World laws: is this world possible? Run after every record and by `check`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.change import Path, Tree, dotted
from legacytrack.model.games import COIN
from legacytrack.model.names import fold
from legacytrack.model.world import World
from legacytrack.rules.cities import is_city
from legacytrack.rules.seats import games_fit
from legacytrack.rules.supply import supplies
from legacytrack.rules.table import table_fits

Law = Callable[[World, Box], Iterator[Finding]]


def parts_fit(world: World, box: Box) -> Iterator[Finding]:
    """Nothing is in a world that is not in its box: no fortification where a box has none."""
    for pattern, part in _PARTS:
        if not box.has(part):
            for path in _paths(world.data, pattern):
                what = f"{dotted(path)}: there are no {part} in {box.title}."
                fix = "take it out of the world file (legacytrack where), or correct its box"
                yield Finding("not-in-this-box", dotted(path), what, fix)


_PARTS: tuple[tuple[Path, str], ...] = (
    (("territories", "*", "scar"), "scars"),
    (("territories", "*", "city"), "cities"),
    (("territories", "*", "fortification"), "fortifications"),
    (("cards", "*", "coins"), "coins on cards"),
    (("cards", "*", "destroyed"), "cards to destroy"),
    (("continents", "*", "name"), "names for continents"),
    (("continents", "*", "bonus_change"), "bonus stickers"),
    (("factions", "*"), "factions"),
    (("planet",), "planets to name"),
    (("game", "slots"), "cards on show"),
    (("game", "sets"), "sets of cards"),
    (("game", "players", "*", "hq"), "HQs"),
    (("game", "players", "*", "stars"), "Red Stars"),
    (("game", "players", "*", "missiles"), "missiles"),
    (("found", "*"), "sealed packets"),
)


def _paths(tree: Tree, pattern: Path, at: Path = ()) -> Iterator[Path]:
    if not pattern:
        yield at
        return
    keys = list(tree) if pattern[0] == "*" else [key for key in pattern[:1] if key in tree]
    for key in keys:
        if len(pattern) == 1 or isinstance(tree[key], dict):
            yield from _paths(tree[key], pattern[1:], (*at, key))


def supplies_hold(world: World, box: Box) -> Iterator[Finding]:
    """No more of a sticker is used than the box holds (the rules that end in -supply and -coins)."""
    for supply in supplies(world, box):
        if supply.used > supply.limit:
            what = f"That makes {supply.used} {supply.name}; the box holds {supply.limit}."
            yield box.finding(supply.rule, "", what)


def coins_in_bounds(world: World, box: Box) -> Iterator[Finding]:
    """A card shows its printed coin and never more than the cap (coin-cap, pre-game-coin-cap)."""
    if not box.has("coins on cards"):
        return
    begun = world.games_played > 0  # counted once, not at every card
    for place in world.cards:
        card = world.card(place)
        if card.coins is None:
            continue
        late = begun or card.coins > box.number("coin-cap")
        cap = "coin-cap" if late else "pre-game-coin-cap"
        where, name = f"cards.{place}.coins", box.name_of(place)
        printed = box.printed_coins(place)
        if card.coins > box.number(cap):
            what = f"{name}: {card.coins} coins, but a card takes {box.number(cap)}"
            yield box.finding(cap, where, what + (" before game 1." if cap != "coin-cap" else "."))
        if card.coins < printed:
            what = f"{name}: {card.coins} coins, but {printed} is printed on the card."
            yield box.finding("territory-cards", where, what)


def fortifications_fit(world: World, box: Box) -> Iterator[Finding]:
    """A fortification stands on a city and has no more boxes than are printed (fortify-only-a-city)."""
    if not box.has("fortifications"):
        return
    most = box.number("fortification-boxes")
    for place in world.marked_territories:
        fortification = world.fortification(place)
        if not fortification:
            continue
        where, name = f"territories.{place}.fortification", box.name_of(place)
        if not is_city(world, box, place):
            what = f"{name} has a fortification, but no city."
            yield box.finding("fortify-only-a-city", where, what)
        if fortification.boxes > most:
            what = f"{name}: {fortification.boxes} boxes marked, but there are {most}."
            yield box.finding("fortification-boxes", where + ".boxes", what)


def powers_fit(world: World, box: Box) -> Iterator[Finding]:
    """A faction carries one power of a colour (one-starting-power, one-power-per-colour)."""
    for faction in world.changed_factions:
        if faction not in box.factions:
            continue
        printed = box.factions[faction].powers
        by_colour: dict[str, list[str]] = {}
        for power in world.powers(faction):
            if power in printed:
                by_colour.setdefault(printed[power].colour, []).append(printed[power].name)
        for colour, names in by_colour.items():
            starting = colour == "green"
            rule = "one-starting-power" if starting else "one-power-per-colour"
            if len(names) > box.number(rule):
                kind = "starting" if starting else colour
                what = (
                    f"{box.factions[faction].name} carries {len(names)} {kind} powers: "
                    f"{', '.join(names)}."
                )
                yield box.finding(rule, f"factions.{faction}.powers", what)


def names_known(world: World, box: Box) -> Iterator[Finding]:
    """Everything that the world file names by id is in the box or among the players."""
    parts = (
        ("territories", world.marked_territories, box.territories, "territory"),
        ("cards", world.cards, box.territories, "territory"),
        ("continents", world.changed_continents, box.continents, "continent"),
        ("factions", world.changed_factions, box.factions, "faction"),
    )
    for table, ids, known, kind in parts:
        yield from (_unknown(dotted((table, id)), id, kind, known) for id in ids if id not in known)
    for place in world.marked_territories:
        at = dotted(("territories", place))
        scar, city = world.scar(place), world.city(place)
        if scar and scar.kind not in box.scars:
            yield _unknown(f"{at}.scar.kind", scar.kind, "scar", box.scars)
        if city and city.kind not in box.cities:
            yield _unknown(f"{at}.city.kind", city.kind, "city", box.cities)
        for cancelled in world.cancelled(place):
            if cancelled.scar.kind not in box.scars:
                yield _unknown(f"{at}.cancelled", cancelled.scar.kind, "scar", box.scars)
        for kind in world.covered(place):
            if kind not in box.scars and kind not in box.cities:
                yield _unknown(f"{at}.covered", kind, "mark", {**box.scars, **box.cities})
    for faction in world.changed_factions:
        if faction in box.factions:
            printed = box.factions[faction].powers
            for power in world.powers(faction):
                if power not in printed:
                    name = f"power of {box.factions[faction].name}"
                    yield _unknown(f"factions.{faction}.powers", power, name, printed)
    cards: Tree = {**box.cards} or box.territories
    kind_of_card = "card" if box.cards else "territory"
    for path, seat in _seats(world):
        if path[-1] not in world.players:
            yield _unknown(dotted(path), path[-1], "player", world.players)
        if seat.get("faction") not in (None, *box.factions):
            where = dotted((*path, "faction"))
            yield _unknown(where, seat["faction"], "faction", box.factions)
        # What stands there under the key of the other table is somebody's own, and may be anything.
        on = path[0] == "game"
        home, holdings = ("hq", "holds") if on else ("start", "held")
        if seat.get(home) not in (None, *box.territories):
            yield _unknown(dotted((*path, home)), seat[home], "territory", box.territories)
        for place in seat.get(holdings, ()):
            if place not in box.territories:
                yield _unknown(dotted((*path, holdings)), place, "territory", box.territories)
        for card in seat.get("cards", ()) if on else ():
            if card not in cards and (card != COIN or box.cards):
                yield _unknown(dotted((*path, "cards")), card, kind_of_card, cards)
    for key in ("slots", "discards"):
        for place in world.table("game").get(key, ()):
            if place and place not in box.territories:
                yield _unknown(f"game.{key}", place, "territory", box.territories)
    for path, player in world.references():
        if player not in world.players:
            yield _unknown(dotted(path), player, "player", world.players)


def _seats(world: World) -> Iterator[tuple[tuple[str, ...], Tree]]:
    for number in world.table("games"):
        for player, table in world.table("games", number, "players").items():
            yield ("games", number, "players", player), table
    for player, table in world.table("game", "players").items():
        yield ("game", "players", player), table


def found_fits(world: World, box: Box) -> Iterator[Finding]:
    """What packets brought names places, continents, factions and conditions that there are."""
    new, links = ("found", "territories"), ("found", "links")
    named: tuple[tuple[Path, str, str, Tree], ...] = (
        (new, "land", "territory", box.territories),
        (new, "sea", "territory", box.territories),
        (new, "continent", "continent", box.continents),
        (links, "from", "territory", box.territories),
        (links, "to", "territory", box.territories),
        (("found", "powers"), "faction", "faction", box.factions),
        (("packets",), "condition", "condition", box.packets),
    )
    for path, key, kind, known in named:
        for id, data in world.table(*path).items():
            told = data.get(key, ())
            for each in [told] if isinstance(told, str) else told:
                if each not in known:
                    yield _unknown(dotted((*path, id, key)), each, kind, known)


def players_differ(world: World, box: Box) -> Iterator[Finding]:
    """No two players have the same name, case and spaces apart."""
    seen: dict[str, str] = {}
    for id, name in world.players.items():
        first = seen.setdefault(fold(name), id)
        if first != id:
            yield Finding(
                "player-twice",
                f"players.{id}.name",
                f"{world.players[first]} and {name} are the same name.",
                f"give another name, or make one of the two: legacytrack player merge {id} {first}",
            )


LAWS: tuple[Law, ...] = (
    parts_fit,
    supplies_hold,
    coins_in_bounds,
    fortifications_fit,
    powers_fit,
    names_known,
    found_fits,
    players_differ,
    games_fit,
    table_fits,
)


def broken(world: World, box: Box) -> tuple[Finding, ...]:
    """List all that is impossible in a world, all laws at once.

    Args:
        world: the world.
        box: the box it was made from.
    """
    return tuple(finding for law in LAWS for finding in law(world, box))


def _unknown(where: str, id: str, kind: str, known: object) -> Finding:
    ids = list(known) if isinstance(known, dict) else []
    near = ""
    if ids:
        from difflib import get_close_matches

        match = get_close_matches(id, ids, 1)
        near = f"did you mean {match[0]}? " if match else ""
    return Finding(
        "unknown-name",
        where,
        f'There is no {kind} "{id}".',
        near + "Correct it in the world file (legacytrack where)",
    )
