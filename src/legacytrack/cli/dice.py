"""Dice: a roll that lies on the table, and how a whole fight may end."""

from typing import Annotated

import typer

from legacytrack.cli import arguments
from legacytrack.cli.ground import (
    At,
    Attacker,
    Defender,
    Fortified,
    Home,
    PowerNames,
    Scar,
    ground_of,
    is_home,
    refused,
    scar_of,
    table_of,
    typed_again,
)
from legacytrack.cli.throwing import Auto, Dice, Quick, Roll, StopAt, Throw, thrown
from legacytrack.cli.words import Seed
from legacytrack.errors import Finding, UsageError
from legacytrack.pages import dice as pages
from legacytrack.pages.page import Page
from legacytrack.rules.battle import ground
from legacytrack.rules.dice import SIDES, Missile, dice_law, no_such_roll, settle

app = typer.Typer()


def _sides(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    return [(side, f"a die in {side}") for side in SIDES]


@app.command("battle", epilog="Example: legacytrack battle 6,5,2 5,5 --missile defence")
def battle(
    ctx: typer.Context,
    attack: Annotated[
        str,
        typer.Argument(
            metavar="ATTACK",
            help="The dice of the attacker as they fell: 6,5,2. To throw them: the troops there.",
        ),
    ],
    defence: Annotated[
        str,
        typer.Argument(
            metavar="DEFENCE",
            help="The dice of the defender as they fell: 5,5. To throw them: the troops there.",
        ),
    ],
    at: At = None,
    missile: Annotated[
        list[str] | None,
        typer.Option(
            "--missile",
            metavar="SIDE[=DIE]",
            help="A missile on the lowest die in attack or in defence, or on that die; one for each.",
            autocompletion=_sides,
        ),
    ] = None,
    scar: Scar = None,
    fortified: Fortified = None,
    attacker: Attacker = None,
    defender: Defender = None,
    power: PowerNames = None,
    home: Home = False,
    roll: Roll = False,
    auto: Auto = False,
    quick: Quick = False,
    stop_at: StopAt = None,
    dice: Dice = None,
    seed: Seed = None,
) -> Page:
    """What comes of this roll? Marks, powers and missiles change dice in the order of the rules.

    Without dice: --roll throws one roll, --auto the whole fight, --quick shows its end alone, as in
    legacytrack battle --roll 9 4. Give the troops of both sides then; one attacker stays. Nothing
    is recorded.
    """
    missiles = [_missile(word) for word in arguments.separate(missile or ())]
    throw = Throw(roll, auto, quick, stop_at, dice, seed)
    if throw.is_wanted:
        table = table_of(ctx, at, attacker, defender, power, home, needs_names=bool(scar))
        return thrown(
            table,
            throw,
            (attack, defence),
            missiles,
            ground_of(table, scar, fortified),
            scar=scar_of(table.box, scar),
            fortified=fortified,
            options=typed_again(table, scar, attacker, defender, power, home),
            attacker=attacker,
        )
    attacking, defending = _dice(attack, "ATTACK"), _dice(defence, "DEFENCE")
    table = table_of(ctx, at, attacker, defender, power, home, needs_names=bool(scar))
    against = no_such_roll(table.box, attacking, defending, missiles)
    if against:
        raise UsageError(against)
    here = ground_of(table, scar, fortified)
    law = dice_law(table.box)
    found = settle(law, attacking, defending, here.now, here.powers, missiles)
    return pages.battle(
        table.box,
        found,
        here,
        place=table.place,
        natural=(attacking, defending),
        missiles=len(missiles),
        wears=bool(here.boxes) and len(attacking) == law.attackers,
        scar=scar_of(table.box, scar),
    )


def _dice(word: str, where: str) -> list[int]:
    """Take dice apart, 6,5,2 or 652; what is no number is no die."""
    dice = []
    in_a_row = word.isdecimal() and len(word) <= 3
    for part in word if in_a_row else arguments.separate([word]):
        if not part.isdecimal() or len(part) > 3:
            what = f'"{part}" is no die.'
            fix = "give the dice as they fell: legacytrack battle 6,5,2 5,5"
            raise UsageError(Finding("usage", where, what, fix))
        dice.append(int(part))
    return dice


def _missile(word: str) -> Missile:
    side, sign, natural = word.partition("=")
    if side not in SIDES or (sign and not (natural.isdecimal() and len(natural) == 1)):
        what = f'"{word}" says not which die the missile sets.'
        fix = "--missile attack or --missile defence; one of several dice: --missile attack=2"
        raise UsageError(Finding("usage", "--missile", what, fix))
    return Missile(side, int(natural) if sign else None)


@app.command("odds", epilog="Example: legacytrack odds 9 4 --scar bunker --then 2")
def odds(
    ctx: typer.Context,
    attackers: Annotated[
        int,
        typer.Argument(
            metavar="ATTACKERS", help="Troops in the attacking territory; one of them stays."
        ),
    ],
    defenders: Annotated[
        int, typer.Argument(metavar="DEFENDERS", help="Troops in the territory under attack.")
    ],
    at: At = None,
    scar: Scar = None,
    fortified: Fortified = None,
    attacker: Attacker = None,
    defender: Defender = None,
    power: PowerNames = None,
    home: Home = False,
    then: Annotated[
        list[str] | None,
        typer.Option(
            "--then",
            metavar="N[@PLACE]",
            help="Troops in the next territory on the way, and which it is; one for each.",
        ),
    ] = None,
    stop_at: Annotated[
        int,
        typer.Option(
            "--stop-at",
            metavar="N",
            min=1,
            help="Stop when N troops or fewer are left where the attack comes from.",
        ),
    ] = 1,
    dice: Annotated[
        int | None, typer.Option("--dice", metavar="N", help="Attack with N dice at most.")
    ] = None,
    left: Annotated[
        int | None,
        typer.Option(
            "--left", metavar="N", min=1, help="How likely is it to have N troops left then?"
        ),
    ] = None,
) -> Page:
    """How likely is it to take a place, or several on the way, and what is left then?

    Exact: nothing is rolled. Where a fortification wears down during the fight, that counts too.
    """
    from legacytrack.rules.needed import troops_needed
    from legacytrack.rules.odds import MOST, Plan, Stage, no_such_fight
    from legacytrack.rules.odds import odds as odds_of

    on_the_way = [_next(word) for word in arguments.separate(then or ())]
    table = table_of(
        ctx,
        at,
        attacker,
        defender,
        power,
        home,
        needs_world=any(word for _, word in on_the_way),
        needs_names=bool(scar),
    )
    box, world, law = table.box, table.world, dice_law(table.box)
    grounds, places, counts = [ground_of(table, scar, fortified)], [table.place], [defenders]
    for count, word in on_the_way:
        place = arguments.territory(box, world, word) if word else None
        # What a power takes from the dice of the first territory of a turn does not go on.
        grounds.append(
            ground(
                world,
                box,
                place,
                attacker=table.attacker,
                defender=table.defends(place),
                home=is_home(world, place, table.defends(place)),
                first=False,
            )
        )
        places.append(place)
        counts.append(count)
    stages = tuple(
        Stage(count, here.bare, here.fortified, here.boxes, here.powers)
        for count, here in zip(counts, grounds, strict=True)
    )
    if max(attackers, sum(counts)) > MOST:
        what = f"Exact odds are worked out for up to {MOST} troops on each side."
        raise UsageError(Finding("usage", "odds", what, "ask for fewer"))
    plan = Plan(stages, stop_at, law.attackers if dice is None else dice)
    against = no_such_fight(box, attackers, plan)
    if against:
        raise refused(against)
    return pages.odds(
        box,
        attackers,
        plan,
        odds_of(law, attackers, plan),
        troops_needed(law, plan, pages.PERCENTS),
        grounds,
        places=places,
        left=left,
    )


def _next(word: str) -> tuple[int, str]:
    """Take `3@ural` apart: the defenders of the next territory, and its name if there is one."""
    count, _, place = word.partition("@")
    if not count.strip().isdecimal() or len(count) > 5:
        what = f'"{word}" does not say how many troops defend the next territory.'
        fix = "--then 3, or with its marks: --then 3@ural"
        raise UsageError(Finding("usage", "--then", what, fix))
    return int(count), place.strip()
