"""Continents: naming one, changing its bonus, and what it pays."""

from __future__ import annotations

from typing import NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from legacytrack.model.world import World
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.supply import left_of


def name_continent(
    world: World, box: Box, *, continent: str, name: str, by: str | None, game: int | None
) -> Outcome:
    """Give a continent its name, once (continent-named-once).

    Args:
        world: the world.
        box: the box.
        continent: id of the continent.
        name: the name.
        by: id of the player who names it, if known.
        game: number of the game, if known.
    """
    atlas, mark = box.continents[continent].name, world.continent(continent)
    findings: tuple[Finding, ...] = ()
    if mark.name:
        what = (
            f'{atlas} has a name already: "{mark.name}" '
            f"{world.credit(mark.named_in, mark.named_by)}."
        )
        findings = (box.finding("continent-named-once", f"continents.{continent}.name", what),)
    bare = world.with_value("continents", continent, "named_by", value=None)
    bare = bare.with_value("continents", continent, "named_in", value=None)
    after = bare.with_table("continents", continent, name=name, named_by=by, named_in=game)
    more = box.number("continent-control", "namer")
    note = (
        f"{world.player_name(by)} gets {more} more for controlling it, from the next game on."
        if by
        else f"No namer is recorded: nobody gets the {more} more for it. Add --by PLAYER."
    )
    return Outcome(after, f'{atlas} is named "{name}"{world.noted(game, by)}.', findings, (note,))


def change_bonus(
    world: World, box: Box, *, continent: str, change: int, by: str | None, game: int | None
) -> Outcome:
    """Raise or lower the bonus of a continent by one, once (bonus-once-a-continent).

    Args:
        world: the world.
        box: the box.
        continent: id of the continent.
        change: 1 or -1.
        by: id of the player who changes it, if known.
        game: number of the game, if known.
    """
    atlas, mark = box.continents[continent].name, world.continent(continent)
    findings: tuple[Finding, ...] = ()
    if mark.bonus_change:
        what = (
            f"The bonus of {atlas} was changed already: {mark.bonus_change:+d} "
            f"{world.credit(mark.bonus_in, mark.bonus_by)}."
        )
        where = f"continents.{continent}.bonus_change"
        findings = (box.finding("bonus-once-a-continent", where, what),)
    after = _cover_bonus(world, continent) if mark.bonus_change else world
    after = after.with_table(
        "continents", continent, bonus_change=change, bonus_by=by, bonus_in=game
    )
    supply = "continent-plus-supply" if change > 0 else "continent-minus-supply"
    pays = bonus(after, box, continent, None).troops
    return Outcome(
        after,
        f"The bonus of {atlas} is {change:+d} from now on{world.noted(game, by)}.",
        findings,
        (f"It pays {pays} now.", left_of(after, box, supply)),
    )


def _cover_bonus(world: World, continent: str) -> World:
    """Keep the record of a sticker that another replaces, so that it still counts as used."""
    keys = ("bonus_change", "bonus_by", "bonus_in")
    old = world.data["continents"][continent]
    number = str(len(old.get("covered", {})) + 1)
    kept = {key: old[key] for key in keys if key in old}
    after = world.with_table("continents", continent, "covered", number, **kept)
    for key in keys:
        after = after.with_value("continents", continent, key, value=None)
    return after


class Bonus(NamedTuple):
    """What a continent pays to one player, and how that comes about."""

    continent: str
    name: str
    printed: int
    change: int
    namer: int

    @property
    def troops(self) -> int:
        """The troops it pays."""
        return self.printed + self.change + self.namer

    @property
    def how(self) -> str:
        """The sum in words."""
        parts = [f"{self.printed} printed"]
        if self.change:
            parts.append(f"{self.change:+d} mark")
        if self.namer:
            parts.append(f"{self.namer:+d} for the namer")
        return " ".join(parts)


def bonus(world: World | None, box: Box, continent: str, player: str | None) -> Bonus:
    """Work out what control of a continent pays to a player (continent-control).

    Args:
        world: the world; without one only the printed bonus counts.
        box: the box.
        continent: id of the continent.
        player: id of the player who controls it; None for somebody who did not name it.
    """
    printed = box.continents[continent]
    if world is None:
        return Bonus(continent, printed.name, printed.bonus, 0, 0)
    mark = world.continent(continent)
    named = bool(player) and mark.named_by == player and bool(mark.name)
    name = f'{printed.name} "{mark.name}"' if mark.name else printed.name
    named = named and box.has("names for continents")
    namer = box.number("continent-control", "namer") if named else 0
    return Bonus(continent, name, printed.bonus, mark.bonus_change, namer)
