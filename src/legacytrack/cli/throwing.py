"""Throwing: the options of `battle` for people without dice, and what they lead to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from legacytrack.cli import arguments
from legacytrack.cli.commands import PROGRAM
from legacytrack.cli.ground import Table, refused
from legacytrack.cli.words import seed_for
from legacytrack.errors import Finding, UsageError
from legacytrack.rules.dice import Missile, dice_law, no_such_roll

if TYPE_CHECKING:
    from legacytrack.pages.page import Page
    from legacytrack.rules.battle import Ground
    from legacytrack.rules.throwing import Fall

Roll = Annotated[
    bool,
    typer.Option(
        "--roll", help="Throw one roll, for so many troops on both sides: battle --roll 9 4."
    ),
]
Auto = Annotated[
    bool, typer.Option("--auto", help="Throw until the place falls or the attack has to stop.")
]
Quick = Annotated[bool, typer.Option("--quick", help="The same, and show the end alone.")]
StopAt = Annotated[
    int | None,
    typer.Option(
        "--stop-at",
        metavar="N",
        min=1,
        help="Throw until N troops or fewer are left where the attack comes from.",
    ),
]
Dice = Annotated[
    int | None, typer.Option("--dice", metavar="N", help="Throw N dice at most for the attack.")
]


class Throw(NamedTuple):
    """What is to be thrown, as it was typed.

    Args:
        roll: whether one roll was asked for in so many words.
        auto: whether to go on.
        quick: whether to go on, and to show the end alone.
        stop_at: where to stop, which means to go on until then.
        dice: how many dice attack at most.
        seed: what to throw with.
    """

    roll: bool
    auto: bool
    quick: bool
    stop_at: int | None
    dice: int | None
    seed: int | None

    @property
    def is_wanted(self) -> bool:
        """Whether any of it was typed: whoever types one means to throw."""
        said = (self.stop_at, self.dice, self.seed)
        return self.roll or self.goes_on or any(each is not None for each in said)

    @property
    def goes_on(self) -> bool:
        """Whether the whole fight is thrown."""
        return self.auto or self.quick or self.stop_at is not None


def thrown(
    table: Table,
    throw: Throw,
    sides: tuple[str, str],
    missiles: Sequence[Missile],
    here: Ground,
    *,
    scar: str | None,
    fortified: int | None,
    options: Sequence[str],
    attacker: str | None,
) -> Page:
    """Throw what is wanted, and answer."""
    from random import Random

    from legacytrack.pages import throwing as pages
    from legacytrack.rules import throwing
    from legacytrack.rules.odds import Plan, Stage, no_such_fight

    if missiles and throw.goes_on:
        what = "Whoever spends a missile looks at the dice first, so it goes with one roll."
        fix = "throw one roll with --roll, then the same dice with --seed N --missile SIDE"
        raise UsageError(Finding("usage", "--missile", what, fix))
    attackers, defenders = _troops(sides[0], "ATTACK"), _troops(sides[1], "DEFENCE")
    law = dice_law(table.box)
    stage = Stage(defenders, here.bare, here.fortified, here.boxes, here.powers)
    plan = Plan(
        (stage,),
        1 if throw.stop_at is None else throw.stop_at,
        law.attackers if throw.dice is None else throw.dice,
    )
    against = no_such_fight(table.box, attackers, plan)
    if against:
        raise refused(against)
    seed = seed_for(throw.seed)
    chance = Random(seed).random
    words = _line(table, throw, options)
    if throw.goes_on:
        fought = throwing.fight(law, attackers, plan, chance)
    else:
        fell = throwing.fall(law, attackers, defenders, plan, chance)
        against = no_such_roll(table.box, *fell, missiles)
        if against:
            raise UsageError(against._replace(fix=_name_one_of(fell, seed)))
        fought = throwing.one_roll(law, attackers, plan, fell, missiles)
    last, on = fought.last, None
    if not (throw.goes_on or fought.is_over):
        known = fortified is None and last.boxes == here.boxes
        on = words(last.attackers, last.defenders, None if known else last.boxes)
    asked = pages.Asked(
        attackers,
        plan,
        seed,
        table.place,
        scar,
        len(missiles),
        pages.END if throw.quick else pages.ALL if throw.goes_on else pages.ONE,
        f"{words(attackers, defenders, fortified)} --seed {seed}",
        on,
        _taker(table, attacker),
    )
    return pages.thrown(table.box, asked, fought, here, throwing.moving_in(table.box, fought))


def _troops(word: str, where: str) -> int:
    from legacytrack.rules.odds import MOST

    if not word.isdecimal():
        what = f'"{word}" is no number of troops, and dice are thrown for troops.'
        fix = f"give troops: {PROGRAM} battle --roll 9 4; dice that fell need no option to throw"
        raise UsageError(Finding("usage", where, what, fix))
    if len(word) > 9 or int(word) > MOST:
        what = f"Dice are thrown for up to {MOST} troops on each side."
        raise UsageError(Finding("usage", where, what, "take fewer"))
    return int(word)


def _line(
    table: Table, throw: Throw, options: Sequence[str]
) -> Callable[[int, int, int | None], str]:
    """Give what writes the command line of one roll: for troops, defenders, boxes to name."""
    from shlex import join

    dice = [] if throw.dice is None else ["--dice", str(throw.dice)]

    def line(attackers: int, defenders: int, boxes: int | None) -> str:
        # Without a place there is no fortification but one that is named.
        named = boxes is not None and (boxes or table.place)
        wall = ["--fortified", str(boxes)] if named else []
        troops = [str(attackers), str(defenders)]
        return join([PROGRAM, "battle", "--roll", *troops, *options, *wall, *dice])

    return line


def _name_one_of(fell: Fall, seed: int) -> str:
    attack, defence = (" ".join(map(str, sorted(dice, reverse=True))) for dice in fell)
    return f"{attack} in attack and {defence} in defence fell with --seed {seed}: name one of them"


def _taker(table: Table, attacker: str | None) -> str | None:
    """Say who would take the place in the game that is on, in a word for a command."""
    from legacytrack.model.games import playing
    from legacytrack.rules.control import controlled

    on = playing(table.world) if table.world and table.place else None
    if not on:
        return None
    if attacker:
        faction = arguments.faction(table.box, attacker)
        return next((id for id, hand in on.hands.items() if hand.faction == faction), "PLAYER")
    player = on.turn.player
    known = player in on.hands and table.place not in controlled(on, player or "")
    return player if player and known else "PLAYER"
