"""Throwing: the page of a roll, or of a whole fight, whose dice the program throws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from legacytrack.model.text import counted
from legacytrack.pages.dice import (
    after_a_roll,
    cause_rows,
    causes_of,
    dice_shown,
    of_the_ground,
    to_record,
)
from legacytrack.pages.page import Block, Facts, Heading, Note, Page, Table

if TYPE_CHECKING:
    from legacytrack.model.box import Box
    from legacytrack.rules.battle import Ground
    from legacytrack.rules.odds import Plan
    from legacytrack.rules.throwing import Fight, MovingIn, Roll

ONE, ALL, END = "one", "all", "end"  # how much of a fight is thrown and shown
_ROWS = 20  # of the rolls of a fight; of more, the middle is left out
_SHOWN = 8  # rows at the beginning and at the end then


class Asked(NamedTuple):
    """What was asked for, beside the fight itself.

    Args:
        attackers: troops in the attacking territory before the first roll.
        plan: the territory to take, and how.
        seed: what the dice were thrown with.
        place: id of the territory under attack, if it was named.
        scar: id of a scar that was played there.
        missiles: how many were spent.
        shown: how much of the fight is shown, `ONE`, `ALL` or `END`.
        again: the command line that throws the same dice once more.
        on: the command line of the next roll, if there is one.
        taker: who would take the place in the game that is on, a word for a command; None
            without a game or a place.
    """

    attackers: int
    plan: Plan
    seed: int
    place: str | None
    scar: str | None
    missiles: int
    shown: str
    again: str
    on: str | None
    taker: str | None


def thrown(box: Box, asked: Asked, fought: Fight, here: Ground, inside: MovingIn | None) -> Page:
    """Say how dice fell that the program threw, what came of them, and how to go on.

    Args:
        box: the box.
        asked: what was asked for.
        fought: the fight.
        here: what adds to the dice of the defender.
        inside: how many troops move in; None where the place did not fall.
    """
    last, (stage,) = fought.last, asked.plan.stages
    reminders = [
        *after_a_roll(box, last.came, asked.place, asked.missiles),
        *to_record(asked.place, stage.boxes - last.boxes, asked.scar),
        *of_the_ground(here),
        *_to_go_on(box, asked, fought),
    ]
    data = {
        "attackers": asked.attackers,
        "defenders": stage.defenders,
        "place": asked.place,
        "dice": asked.plan.dice,
        "stop_at": asked.plan.stop_at,
        "seed": asked.seed,
        "rolls": [_data_of(roll) for roll in fought.rolls],
        "attackers_left": last.attackers,
        "defenders_left": last.defenders,
        "boxes_left": last.boxes,
        "taken": fought.taken,
        "closed": fought.closed,
        "stopped": fought.stopped,
        "move_in": inside._asdict() if inside else None,
        "go_on": asked.on,
        "modifiers": causes_of(here),
        "reminders": reminders,
    }
    where = f" in {box.territories[asked.place].name}" if asked.place else ""
    came = last.came
    how = f"the attacker loses {came.attacker_losses}, the defender {came.defender_losses}"
    title = how if asked.shown == ONE else _end(box, fought)
    fight = f"{counted(asked.attackers, 'troop')} against {stage.defenders}{where}"
    blocks: list[Block] = [Heading(f"{fight}: {title}.")]
    blocks.append(Facts(list(_facts(box, asked, fought, here, inside))))
    if asked.shown == ONE and came.steps:
        blocks.append(Table(("what changed", "rule"), list(came.steps)))
    if asked.shown == ALL:
        columns = ("roll", "attack", "defence", "losses", "left")
        blocks.append(Table(columns, _rows(fought.rolls), (0,)))
    blocks.extend(Note(reminder) for reminder in reminders)
    return Page(data, blocks)


def _facts(
    box: Box, asked: Asked, fought: Fight, here: Ground, inside: MovingIn | None
) -> Iterator[tuple[str, str]]:
    last = fought.last
    if asked.shown == ONE:
        yield "attack", dice_shown(last.came.attack, last.fell.attack)
        yield "defence", dice_shown(last.came.defence, last.fell.defence)
    yield from cause_rows(here.causes)
    if asked.shown == ONE:
        left = f"{counted(last.attackers, 'troop')} against {last.defenders}"
        yield ("end", _end(box, fought)) if fought.is_over else ("left", left)
    else:
        yield "rolls", str(len(fought.rolls))
    if inside:
        most = f", at most {inside.most}" if inside.most > inside.least else ""
        yield "move in", f"at least {inside.least}{most}"
    yield "seed", f"{asked.seed}  (--seed {asked.seed} throws the same dice)"


def _end(box: Box, fought: Fight) -> str:
    """Say how a fight ended, as the end of a sentence."""
    last = fought.last
    left = counted(last.attackers, "troop")
    if fought.taken:
        return f"it is taken with {left} left"
    against = f"{left} against {last.defenders}"
    if fought.closed:
        return f"it is closed to attacks, {against}"
    if last.attackers < box.number("attack-dice", "needed"):
        return f"too few are left to attack, {against}"
    return f"the attack stops, {against}"


def _to_go_on(box: Box, asked: Asked, fought: Fight) -> Iterator[str]:
    if asked.shown == ONE and not asked.missiles and "missiles-in-hand" in box.rules:
        yield f"The same dice with a missile: {asked.again} --missile SIDE"
    if asked.on:
        yield f"The next roll: {asked.on}"
    if fought.taken and asked.taker and asked.place:
        yield f"To record it: legacytrack take {asked.taker} {asked.place}"


def _rows(rolls: Sequence[Roll]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [
        (
            str(number),
            dice_shown(roll.came.attack, roll.fell.attack),
            dice_shown(roll.came.defence, roll.fell.defence),
            f"{roll.came.attacker_losses} : {roll.came.defender_losses}",
            f"{roll.attackers} : {roll.defenders}",
        )
        for number, roll in enumerate(rolls, 1)
    ]
    if len(rows) <= _ROWS:
        return rows
    between = ("...", f"{len(rows) - 2 * _SHOWN} more rolls", "", "", "")
    return [*rows[:_SHOWN], between, *rows[-_SHOWN:]]


def _data_of(roll: Roll) -> dict[str, Any]:
    came = roll.came
    return {
        "natural": {"attack": list(roll.fell.attack), "defence": list(roll.fell.defence)},
        "attack": list(came.attack),
        "defence": list(came.defence),
        "attacker_losses": came.attacker_losses,
        "defender_losses": came.defender_losses,
        "steps": [step._asdict() for step in came.steps],
        "conquered_at_once": came.conquered_at_once,
        "closed": came.closed,
        "attackers_left": roll.attackers,
        "defenders_left": roll.defenders,
        "boxes_left": roll.boxes,
    }
