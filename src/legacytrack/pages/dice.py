"""Dice: what comes of a roll, and how a whole fight may end, with the working."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from legacytrack.model.text import counted
from legacytrack.pages.page import Block, Facts, Heading, Note, Page, Table

if TYPE_CHECKING:
    from legacytrack.model.box import Box
    from legacytrack.rules.battle import Cause, Ground
    from legacytrack.rules.dice import Settled
    from legacytrack.rules.odds import Odds, Plan, Ratio

PERCENTS = (50, 75, 90)
_ROWS = 10  # of a distribution; more would not be read
_LONG = 40  # characters of a fraction that people still read
_ADDS_TO = {
    "defence_higher_die": "on the higher die of the defender",
    "defence_lower_die": "on the lower die of the defender",
    "defence_all_dice": "on each die of the defender",
}
_PACKET = "three-missiles"


def battle(
    box: Box,
    found: Settled,
    here: Ground,
    *,
    place: str | None,
    natural: tuple[Sequence[int], Sequence[int]],
    missiles: int,
    wears: bool,
    scar: str | None,
) -> Page:
    """Say what comes of a roll, and what changed its dice.

    Args:
        box: the box.
        found: what comes of it.
        here: what adds to the dice of the defender.
        place: id of the territory under attack, if it was named.
        natural: the dice of the attacker and of the defender as they fell.
        missiles: how many were spent.
        wears: whether the attack marks a box of the fortification.
        scar: id of a scar that was played there for this roll.
    """
    name = box.territories[place].name if place else ""
    reminders = list(after_a_roll(box, found, place, missiles))
    reminders.extend(to_record(place, int(wears), scar))
    reminders.extend(of_the_ground(here))
    data = {
        "attack": list(found.attack),
        "defence": list(found.defence),
        "attacker_losses": found.attacker_losses,
        "defender_losses": found.defender_losses,
        "steps": [step._asdict() for step in found.steps],
        "natural": {"attack": list(natural[0]), "defence": list(natural[1])},
        "conquered_at_once": found.conquered_at_once,
        "closed": found.closed,
        "place": place,
        "modifiers": causes_of(here),
        "reminders": reminders,
    }
    losers = f"the attacker loses {found.attacker_losses}, the defender {found.defender_losses}."
    title = f"{name}: {losers}" if name else losers[0].upper() + losers[1:]
    dice = (("attack", found.attack, natural[0]), ("defence", found.defence, natural[1]))
    rows = [(side, dice_shown(now, then)) for side, now, then in dice]
    blocks: list[Block] = [Heading(title), Facts([*rows, *cause_rows(here.causes)])]
    if found.steps:
        blocks.append(Table(("what changed", "rule"), list(found.steps)))
    blocks.extend(Note(reminder) for reminder in reminders)
    return Page(data, blocks)


def after_a_roll(box: Box, found: Settled, place: str | None, missiles: int) -> Iterator[str]:
    """Say what follows from a roll.

    Args:
        box: the box.
        found: what came of it.
        place: id of the territory under attack, if it was named.
        missiles: how many were spent.
    """
    where = box.territories[place].name if place else "this territory"
    if found.conquered_at_once:
        yield "Every defender there goes, however many there were."
    if found.closed:
        yield f"Nobody attacks {where} again in this turn."
    if missiles:
        spent = f"Take {counted(missiles, 'missile')} from whoever spent them"
        yield f"{spent}: legacytrack missile PLAYER{'=' + str(missiles) if missiles > 1 else ''}"
    packet = box.packets.get(_PACKET)
    if packet and missiles >= packet.limit:
        yield (
            f"A condition printed on a packet is met: {packet.says} "
            f"(legacytrack packet open WORDS --condition {_PACKET})"
        )


def to_record(place: str | None, boxes: int, scar: str | None) -> Iterator[str]:
    """Say how to record what a fight does to the place for good.

    Args:
        place: id of the territory under attack, if it was named.
        boxes: boxes of the fortification that the attacks mark.
        scar: id of a scar that was played there.
    """
    word = place or "PLACE"
    if boxes == 1:
        yield f"Three troops attacked, so mark a box: legacytrack wear {word}"
    elif boxes:
        what = f"Three troops attacked {boxes} times, so mark {boxes} boxes"
        yield f"{what}: legacytrack wear {word} {boxes}"
    if scar:
        yield f"The scar stays: legacytrack scar {scar} {word}"


def of_the_ground(here: Ground) -> Iterator[str]:
    """Say what holds once in a turn only, and what nobody can compute.

    Args:
        here: the ground of the fight.
    """
    for cause in here.causes:
        if cause.first_only:
            yield f"{cause.what} counts in the first territory attacked in a turn only."
    yield from here.notes


def dice_shown(now: Sequence[int], natural: Sequence[int]) -> str:
    """Write dice as they are compared, and how they fell where that differs.

    Args:
        now: the dice as they are compared.
        natural: the dice as they fell.
    """
    fell = sorted(natural, reverse=True)
    shown = " ".join(map(str, now))
    return shown if list(now) == fell else f"{shown}  (fell as {' '.join(map(str, fell))})"


def causes_of(here: Ground) -> list[dict[str, Any]]:
    """Give what adds to the dice of the defender, for programs.

    Args:
        here: the ground of the fight.
    """
    return [{"what": cause.what, "word": cause.word, "value": cause.value} for cause in here.causes]


def cause_rows(causes: Sequence[Cause]) -> list[tuple[str, str]]:
    """Give what adds to the dice of the defender, for people.

    Args:
        causes: what adds.
    """
    return [(cause.what, f"{cause.value:+d} {_ADDS_TO[cause.word]}") for cause in causes]


def odds(
    box: Box,
    attackers: int,
    plan: Plan,
    found: Odds,
    needed: Mapping[int, int | None],
    grounds: Sequence[Ground],
    *,
    places: Sequence[str | None],
    left: int | None,
) -> Page:
    """Say how a whole fight may end.

    Args:
        box: the box.
        attackers: troops in the attacking territory.
        plan: the territories to take, and how.
        found: how it may end.
        needed: the fewest troops for a chance in percent.
        grounds: what adds to the dice of the defender, by territory.
        places: ids of the territories, where they were named.
        left: troops that somebody wants to have left; None when nobody said.
    """
    reminders = list(_about_odds(plan, grounds))
    data = {
        "win": found.win.value,
        "exact": found.win.exact,
        "attacker_left": found.attacker_left.value,
        "defender_left": found.defender_left.value,
        "attackers": attackers,
        "stop_at": plan.stop_at,
        "dice": plan.dice,
        "territories": [
            {
                "place": place,
                "defenders": stage.defenders,
                "boxes": stage.boxes,
                "modifiers": causes_of(here),
                "taken": weight / found.whole,
            }
            for place, stage, here, weight in zip(
                places, plan.stages, grounds, found.taken, strict=True
            )
        ],
        "won": _spread(found.won, found.whole),
        "lost": _spread(found.lost, found.whole),
        "defence": _spread(found.defence, found.whole),
        "needed": {str(goal): troops for goal, troops in needed.items()},
        "at_least": None,
        "reminders": reminders,
    }
    if left is not None:
        wanted = found.at_least(left)
        data["at_least"] = {"left": left, "chance": wanted.value, "exact": wanted.exact}
    names = [box.territories[place].name if place else "" for place in places]
    blocks: list[Block] = [Heading(_title(attackers, plan, found.win, names))]
    blocks.append(Facts(list(_odds_rows(attackers, plan, found, needed, left))))
    causes = [
        (f"{what} in {name}" if name else what, adds)
        for name, here in zip(names, grounds, strict=True)
        for what, adds in cause_rows(here.causes)
    ]
    if causes:
        blocks.append(Facts(causes))
    rows = [(str(troops), percent(found.at_least(troops))) for troops in _some(sorted(found.won))]
    if len(rows) > 1:
        blocks.append(Table(("troops left", "taken with so many or more"), rows, (0, 1)))
    blocks.extend(Note(reminder) for reminder in reminders)
    return Page(data, blocks)


def _title(attackers: int, plan: Plan, win: Ratio, names: Sequence[str]) -> str:
    against = ", then ".join(
        f"{stage.defenders} in {name}" if name else str(stage.defenders)
        for stage, name in zip(plan.stages, names, strict=True)
    )
    what = "all of it is taken" if len(names) > 1 else "it is taken"
    return f"{counted(attackers, 'troop')} against {against}: {what} with {percent(win)}."


def _odds_rows(
    attackers: int, plan: Plan, found: Odds, needed: Mapping[int, int | None], left: int | None
) -> Iterator[tuple[str, str]]:
    if len(found.win.exact) <= _LONG:
        yield "exactly", found.win.exact
    if len(plan.stages) > 1:
        chances = [percent(found.part(weight)) for weight in found.taken]
        yield "one by one", ", ".join(chances)
    if left is not None:
        yield f"at least {left} left", percent(found.at_least(left))
    defenders = sum(stage.defenders for stage in plan.stages)
    yield "attackers left", f"{found.attacker_left.value:.2f} of {attackers} on average"
    yield "defenders left", f"{found.defender_left.value:.2f} of {defenders} on average"
    enough = [f"{each} %: {troops}" for each, troops in needed.items() if troops is not None]
    yield "troops needed", "; ".join(enough) or f"{min(needed)} % is out of reach"


def _about_odds(plan: Plan, grounds: Sequence[Ground]) -> Iterator[str]:
    if len(plan.stages) > 1:
        yield "One troop stays in each territory on the way; they are counted among those left."
    else:
        yield "The troop that stays behind is counted among those left."
    if any(stage.boxes for stage in plan.stages):
        yield "Each attack made with three troops marks a box; that is counted in, not recorded."
    for here in grounds:
        yield from of_the_ground(here)


def _spread(weights: Mapping[int, int], whole: int) -> list[dict[str, Any]]:
    return [{"left": left, "chance": weights[left] / whole} for left in sorted(weights)]


def _some(values: Sequence[int]) -> list[int]:
    """Take some values of many, the first and the last among them."""
    if len(values) <= _ROWS:
        return list(values)
    steps = _ROWS - 1
    return [values[at * (len(values) - 1) // steps] for at in range(_ROWS)]


def percent(ratio: Ratio) -> str:
    """Write a chance as a percentage; what is never or always the case alone is 0 or 100."""
    if ratio.part in (0, ratio.whole):
        return "100 %" if ratio.part else "0 %"
    value = ratio.value * 100
    if value < 0.05:
        return "under 0.1 %"
    return "over 99.9 %" if value >= 99.95 else f"{value:.1f} %"
