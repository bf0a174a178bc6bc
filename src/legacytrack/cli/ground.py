"""The ground of a fight in words: the options that say where it is, and who fights with what."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import typer

from legacytrack.cli import arguments, complete
from legacytrack.errors import Finding, LegacytrackError, RefusedError, UsageError
from legacytrack.model.box import Box, Power
from legacytrack.model.names import Named, find
from legacytrack.model.world import World
from legacytrack.rules.battle import Ground, changes_dice, ground, no_such_ground

At = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="PLACE",
        help="The territory under attack, for its marks.",
        autocompletion=complete.territories,
    ),
]
Scar = Annotated[
    str | None,
    typer.Option(
        "--scar",
        metavar="SCAR",
        help="A scar that is played there now.",
        autocompletion=complete.scars,
    ),
]
Fortified = Annotated[
    int | None,
    typer.Option(
        "--fortified",
        metavar="BOXES",
        min=0,
        help="Boxes left of a fortification, instead of what the world says.",
    ),
]
Attacker = Annotated[
    str | None,
    typer.Option(
        "--attacker",
        metavar="FACTION",
        help="The faction that attacks, for its powers.",
        autocompletion=complete.factions,
    ),
]
Defender = Annotated[
    str | None,
    typer.Option(
        "--defender",
        metavar="FACTION",
        help="The faction that defends, for its powers.",
        autocompletion=complete.factions,
    ),
]
PowerNames = Annotated[
    list[str] | None,
    typer.Option(
        "--power",
        metavar="POWER",
        help="A power that counts, without asking the world; more than once if need be.",
        autocompletion=complete.powers,
    ),
]
Home = Annotated[
    bool, typer.Option("--home", help="It is the starting HQ of the faction that defends.")
]


class Table(NamedTuple):
    """What the options say of a fight: where, and who with which powers.

    Args:
        place: id of the territory under attack, if one was named.
        attacker: the powers of the faction that attacks.
        defender: the powers of the faction that defends.
        home: whether it is the starting HQ of the faction that defends.
        by_table: whether the game that is on told who defends.
    """

    world: World | None
    box: Box
    place: str | None
    attacker: Sequence[Power]
    defender: Sequence[Power]
    home: bool
    by_table: bool = False

    def defends(self, place: str | None) -> Sequence[Power]:
        """The powers that defend another place: by the table those of whoever holds it."""
        if not self.by_table or self.world is None:
            return self.defender
        return held_with(self.world, self.box, place)


def table_of(
    ctx: typer.Context,
    at: str | None,
    attacker: str | None,
    defender: str | None,
    powers: Sequence[str] | None,
    home: bool,
    *,
    needs_world: bool = False,
    needs_names: bool = False,
) -> Table:
    """Find what the words mean, in the world only where they speak of it."""
    opened = None
    if at or attacker or defender or needs_world:
        opened = arguments.campaign(ctx)
    elif powers or needs_names:  # a packet may have brought them
        opened = arguments.campaign_if_any(ctx, broken_too=True)
    if opened:
        world, box = opened.world, opened.box
    else:
        world, box = None, arguments.answering_box(ctx)
    place = arguments.territory(box, world, at) if at else None
    named = [_power(box, word) for word in arguments.separate(powers or ())]
    arguments.need(
        not home or defender or named,
        "--home",
        "Whose starting HQ is it?",
        "add --defender FACTION, or --power POWER without a world",
    )
    attacks = [*_powers(box, world, attacker, "--attacker"), *named]
    defends = [*_powers(box, world, defender, "--defender"), *named]
    if attacker and defender and attacks[0].faction == defends[0].faction:
        what = f"{box.factions[attacks[0].faction].name} cannot attack itself."
        fix = "name two factions: --attacker FACTION --defender FACTION"
        raise UsageError(box.finding("faction-once-a-game", "--attacker", what, fix))
    # Who holds the place, and whose turn it is, need not be typed while a game is on.
    by_table = bool(world and place and not (attacker or defender or named or home))
    if world and by_table:
        attacks, defends = _on_turn(world, box, place), held_with(world, box, place)
    return Table(
        world, box, place, attacks, defends, home or is_home(world, place, defends), by_table
    )


def held_with(world: World, box: Box, place: str | None) -> list[Power]:
    """The powers of whoever holds a place in the game that is on."""
    from legacytrack.model.games import playing
    from legacytrack.rules.control import controlled
    from legacytrack.rules.factions import powers_of

    on = playing(world)
    who = next((id for id in on.hands if place in controlled(on, id)), None) if on else None
    return powers_of(world, box, on.hands[who].faction) if on and who else []


def _on_turn(world: World, box: Box, place: str | None) -> list[Power]:
    """The powers of the player whose turn it is, unless they hold the place themselves."""
    from legacytrack.model.games import playing
    from legacytrack.rules.control import controlled
    from legacytrack.rules.factions import powers_of

    on = playing(world)
    hand = on.hands.get(on.turn.player or "") if on else None
    if not on or not hand or place in controlled(on, on.turn.player or ""):
        return []
    return powers_of(world, box, hand.faction)


def _powers(box: Box, world: World | None, word: str | None, option: str) -> list[Power]:
    """The powers on the card of a faction in this world."""
    if not word or not world:
        return []
    id = arguments.faction(box, word)
    printed = box.factions[id].powers
    powers = [printed[each] for each in world.powers(id) if each in printed]
    if not powers:
        what = f"{box.factions[id].name} has no power in this world yet."
        fix = f"legacytrack power {id} POWER; or leave {option} out"
        raise UsageError(Finding("usage", option, what, fix))
    return powers


def _power(box: Box, word: str) -> Power:
    """The power that a word means, of whatever faction."""
    known = {id: power for each in box.factions.values() for id, power in each.powers.items()}
    fights = [id for id, power in known.items() if changes_dice(power)]
    named = [Named("power", power.id, power.name) for power in known.values()]
    hint = f"These change dice: {', '.join(fights)}."
    return known[find(word, named, what="power", hint=hint).id]


def is_home(world: World | None, place: str | None, defends: Sequence[Power]) -> bool:
    """Tell from the game that is on whether a place is the starting HQ of who defends."""
    from legacytrack.model.games import playing

    on = playing(world) if world else None
    owner = on.hqs.get(place or "") if on else None
    faction = on.hands[owner].faction if on and owner else None
    return faction is not None and faction in {power.faction for power in defends}


def scar_of(box: Box, word: str | None) -> str | None:
    """The scar that a word means, if there is one."""
    known = [Named("scar", each.id, each.name) for each in box.scars.values()]
    hint = f"There is {' and '.join(box.scars)}."
    return find(word, known, what="scar", hint=hint).id if word else None


def refused(against: Finding) -> LegacytrackError:
    """Tell a slip in an option from a rule that says no."""
    return (UsageError if against.where.startswith("--") else RefusedError)(against)


def ground_of(table: Table, scar: str | None, fortified: int | None) -> Ground:
    """Gather what changes the dice of the defender at the place that is meant."""
    played = scar_of(table.box, scar)
    against = no_such_ground(table.world, table.box, table.place, scar=played, boxes=fortified)
    if against:
        raise refused(against)
    found = ground(
        table.world,
        table.box,
        table.place,
        scar=played,
        boxes=fortified,
        attacker=table.attacker,
        defender=table.defender,
        home=table.home,
    )
    return found._replace(notes=(*_by_the_table(table), *found.notes))


def typed_again(
    table: Table,
    scar: str | None,
    attacker: str | None,
    defender: str | None,
    powers: Sequence[str] | None,
    home: bool,
) -> list[str]:
    """The options of a fight as a command line can repeat them, by id; without the boxes."""
    box = table.box
    named = [_power(box, word).id for word in arguments.separate(powers or ())]
    played = scar_of(box, scar)
    said: dict[str, list[str]] = {
        "--at": [table.place] if table.place else [],
        "--scar": [played] if played else [],
        "--attacker": [arguments.faction(box, attacker)] if attacker else [],
        "--defender": [arguments.faction(box, defender)] if defender else [],
        "--power": named,
    }
    words = [word for option, ids in said.items() for id in ids for word in (option, id)]
    return [*words, "--home"] if home else words


def _by_the_table(table: Table) -> list[str]:
    """Say whose powers count when nobody typed them."""
    fight = [
        f"{table.box.factions[powers[0].faction].name} {verb}"
        for powers, verb in ((table.attacker, "attacks"), (table.defender, "defends"))
        if powers and powers[0].faction in table.box.factions
    ]
    return [f"By the table {', '.join(fight)}."] if table.by_table and fight else []
