"""The ground of a battle: what a place, its marks and the powers of both sides do to the dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.box import Box, Power
from legacytrack.model.marks import Mark
from legacytrack.model.world import World
from legacytrack.rules.cities import is_city, is_fortified
from legacytrack.rules.dice import Modifiers, Powers
from legacytrack.rules.scars import no_more_marks

# Of all words for effects those that add to the dice of a defender, as in Modifiers.
HIGHER, LOWER, ALL = WORDS = ("defence_higher_die", "defence_lower_die", "defence_all_dice")
POWER_WORDS = (*WORDS, "three_alike", "double_six", "fortified_own_hq")


class Cause(NamedTuple):
    """Something that adds to the dice of the defender: what it is, its word, how much.

    Args:
        first_only: whether it counts in the first territory attacked in a turn only.
    """

    what: str
    word: str
    value: int
    first_only: bool = False


class Ground(NamedTuple):
    """What a defender's dice get somewhere.

    Args:
        bare: what is added to them without the fortification.
        fortified: what is added while a box of the fortification is left.
        boxes: boxes that are left; each attack made with all dice marks one.
        powers: the powers that look at natural dice.
        causes: what of it comes from where, the fortification among them while it lasts.
        notes: what nobody can compute, for a reminder.
    """

    bare: Modifiers = Modifiers()
    fortified: Modifiers = Modifiers()
    boxes: int = 0
    powers: Powers = Powers()
    causes: tuple[Cause, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def now(self) -> Modifiers:
        """What is added to the dice of the next roll."""
        return self.fortified if self.boxes else self.bare


def no_such_ground(
    world: World | None,
    box: Box,
    territory: str | None,
    *,
    scar: str | None = None,
    boxes: int | None = None,
) -> Finding | None:
    """Say why a place cannot be as somebody says (one-scar-per-territory, fortification-boxes).

    Args:
        world: the world.
        box: the box.
        territory: id of the place under attack.
        scar: id of a scar that is played there now.
        boxes: boxes left of a fortification.
    """
    if boxes and boxes > (limit := box.number("fortification-boxes")):
        what = f"A fortification has {limit} boxes, not {boxes}."
        return box.finding("fortification-boxes", "--fortified", what)
    if world is None or territory is None:
        return None
    place, old = box.territories[territory].name, world.scar(territory)
    if boxes and not is_city(world, box, territory):
        where = f"territories.{territory}.city"
        return box.finding("fortify-only-a-city", where, f"{place} has no city.")
    if scar and old:
        name = box.scars[old.kind].name if old.kind in box.scars else old.kind
        what = f"{place} already carries a scar: {name} {world.credit(old.game, old.by)}."
        where = f"territories.{territory}.scar"
        return box.finding("one-scar-per-territory", where, what)
    return next(iter(no_more_marks(world, box, territory)), None) if scar else None


def ground(
    world: World | None,
    box: Box,
    territory: str | None = None,
    *,
    scar: str | None = None,
    boxes: int | None = None,
    attacker: Sequence[Power] = (),
    defender: Sequence[Power] = (),
    home: bool = False,
    first: bool = True,
) -> Ground:
    """Gather what adds to the dice of a defender, by the words of the effects.

    Args:
        world: the world; None where none is needed.
        box: the box.
        territory: id of the place under attack; None for a place without marks.
        scar: id of a scar that is played there now.
        boxes: boxes left of a fortification; None for what the world says.
        attacker: the powers of the faction that attacks.
        defender: the powers of the faction that defends.
        home: whether it is the starting HQ of the defending faction.
        first: whether it is the first territory that is attacked in this turn.
    """
    marks = _marks(world, box, territory, scar)
    left = boxes_left(world, box, territory) if boxes is None else boxes
    causes = [*_of_marks(marks), *_of_powers(attacker, defender, first=first)]
    # An HQ that counts as fortified gets no more from boxes, but outlasts them.
    homely = _at_home(defender) if home else []
    walls = [*_wall(box), *homely]
    behind = [max(walls, key=lambda cause: cause.value)] if walls else []
    return Ground(
        _summed([*causes, *homely]),
        _summed([*causes, *behind]),
        left,
        Powers(
            any(power.effects.get("three_alike") for power in attacker),
            any(power.effects.get("double_six") for power in defender),
        ),
        (*causes, *(behind if left else homely)),
        tuple(_notes(marks, attacker, defender)),
    )


def _wall(box: Box) -> list[Cause]:
    """What the fortification adds, where the box has one."""
    if not box.has("fortifications"):
        return []
    adds = box.fortification.effects.get(ALL, 0)
    return [Cause(box.fortification.name, ALL, int(adds))]


def changes_dice(power: Power) -> bool:
    """Tell whether a power has a word that counts in a fight.

    Args:
        power: the power.
    """
    return any(power.effects.get(word) for word in POWER_WORDS)


def boxes_left(world: World | None, box: Box, territory: str | None) -> int:
    """Count the boxes that are left of the fortification of a place (fortification-boxes).

    Args:
        world: the world.
        box: the box.
        territory: id of the place.
    """
    if world is None or territory is None or not is_fortified(world, box, territory):
        return 0
    fortification = world.fortification(territory)
    return box.number("fortification-boxes") - fortification.boxes if fortification else 0


def _marks(world: World | None, box: Box, territory: str | None, scar: str | None) -> list[Mark]:
    kinds = [box.scars.get(scar)] if scar else []
    if world is not None and territory is not None:
        old, city = world.scar(territory), world.city(territory)
        kinds += [box.scars.get(old.kind)] if old else []
        kinds += [box.cities.get(city.kind)] if city else []
    return [mark for mark in kinds if mark]


def _of_marks(marks: Sequence[Mark]) -> Iterator[Cause]:
    for mark in marks:
        for word in WORDS:
            if mark.effects.get(word):
                yield Cause(mark.name, word, mark.effects[word])


def _of_powers(
    attacker: Sequence[Power], defender: Sequence[Power], *, first: bool
) -> Iterator[Cause]:
    """What powers add: one that takes away serves an attack, the first of a turn; else a defence."""
    for powers, sign in ((attacker if first else (), -1), (defender, 1)):
        for power in powers:
            for word in WORDS:
                value = power.effects.get(word, 0)
                if value * sign > 0:
                    yield Cause(power.name, word, value, first_only=sign < 0)


def _at_home(defender: Sequence[Power]) -> list[Cause]:
    found = [
        Cause(power.name, ALL, power.effects["fortified_own_hq"])
        for power in defender
        if power.effects.get("fortified_own_hq")
    ]
    return sorted(found, key=lambda cause: cause.value)[-1:]


def _summed(causes: Sequence[Cause]) -> Modifiers:
    return Modifiers(
        *(sum(cause.value for cause in causes if cause.word == word) for word in WORDS)
    )


def _notes(
    marks: Sequence[Mark], attacker: Sequence[Power], defender: Sequence[Power]
) -> Iterator[str]:
    # The starting powers that change a fight are computed; what packets brought may change it.
    found = {power.id: power for power in (*attacker, *defender) if power.colour != "green"}
    owners: list[Mark | Power] = [*marks, *found.values()]
    for each in owners:
        if each.effects.get("no_entry"):
            yield f"{each.name}: nobody may enter."
        if each.effects.get("note"):
            yield f"{each.name}: {each.effects['note']}"
