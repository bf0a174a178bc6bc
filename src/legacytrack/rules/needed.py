"""Troops that are needed to take a place with a chance that somebody wants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from legacytrack.rules.dice import DiceLaw
from legacytrack.rules.odds import MOST, Plan, Stage, halt, odds
from legacytrack.rules.rolls import rolls_by_dice, weight_of_rolls

_DOUBT = 1e-9  # far above what rounding can do to a number with a point here


def troops_needed(law: DiceLaw, plan: Plan, percents: Sequence[int]) -> dict[int, int | None]:
    """Find the fewest troops with which the chance to take all is so many percent.

    Args:
        law: the numbers of a fight.
        plan: the territories to take, and how.
        percents: the chances that are wanted, the smallest first.

    Returns:
        the troops by chance; None where `MOST` are too few.
    """
    found: dict[int, int | None] = dict.fromkeys(percents)
    wanted = list(percents)
    for attackers, chance in enumerate(_chances(law, plan), 1):
        while wanted and _reaches(law, plan, attackers, chance, wanted[0]):
            found[wanted.pop(0)] = attackers
        if not wanted or attackers == MOST:
            break
    return found


def _reaches(law: DiceLaw, plan: Plan, attackers: int, chance: float, percent: int) -> bool:
    if abs(chance - percent / 100) > _DOUBT:
        return chance * 100 > percent
    win = odds(law, attackers, plan).win
    return win.part * 100 >= win.whole * percent


def _chances(law: DiceLaw, plan: Plan) -> Iterator[float]:
    """The chance to take all with 1 troop, with 2, with 3, ...; as numbers with a point."""
    columns = [_Columns(law, stage, plan) for stage in plan.stages]
    before = [1.0 for _ in columns]  # of taking what comes after each, with one troop less
    while True:
        now = [each.grow(after) for each, after in zip(columns, before, strict=True)]
        yield now[0]
        before = [*now[1:], 1.0]


class _Columns:
    """The chances to take a territory and all after it, troop by troop of the attacker.

    For each count of boxes and of defenders there is a column; its places are the troops.
    """

    def __init__(self, law: DiceLaw, stage: Stage, plan: Plan) -> None:
        self.law, self.stage, self.plan = law, stage, plan
        self.wears = plan.dice == law.attackers
        self.layers = range(stage.boxes + 1) if self.wears else (stage.boxes,)
        unit = weight_of_rolls(law)
        self.tables = {
            boxes: rolls_by_dice(law, stage.modifiers(boxes), stage.powers) for boxes in self.layers
        }
        self.unit = float(unit)
        self.taken = [0.0]
        self.cells: dict[int, list[list[float]]] = {
            boxes: [self.taken, *([0.0] for _ in range(stage.defenders))] for boxes in self.layers
        }

    def grow(self, after: float) -> float:
        """Add the chances with one troop more, and give that at the start of this territory.

        Args:
            after: the chance to take all after this one.
        """
        troops, taken = len(self.taken), self.taken
        taken.append(after)
        dice = min(troops - 1, self.plan.dice)
        if troops <= halt(self.law, self.plan):
            for columns in self.cells.values():
                for column in columns[1:]:
                    column.append(0.0)
            return 0.0
        for boxes in self.layers:
            columns = onto = self.cells[boxes]
            first, pairs = 1, self.law.defenders
            if boxes and dice == self.law.attackers:
                onto = self.cells[boxes - 1]
                # So few attacks were made that no more defenders can have gone.
                first = max(self.stage.defenders - pairs * (self.stage.boxes - boxes), 1)
            for defenders in range(first, self.stage.defenders + 1):
                table = self.tables[boxes][dice][min(defenders, pairs)]
                weight = 0.0
                for mine, theirs, ways in table.plain:
                    weight += ways * onto[defenders - theirs][troops - mine]
                for mine, ways in table.at_once:
                    weight += ways * taken[troops - mine]
                for mine, theirs, ways in table.closed:
                    if theirs == defenders:
                        weight += ways * taken[troops - mine]
                columns[defenders].append(weight / self.unit)
        return self.cells[self.stage.boxes][self.stage.defenders][troops]
