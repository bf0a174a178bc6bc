"""How each part of the trust harness is asked, counts and answers.

A part is a module with `run(times, seed) -> Tally`; the suite asks it for a few, and anybody for many:
`python tests/trust/NAME.py --times N --seed N` prints one row of the table in the README.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import NamedTuple


class Tally(NamedTuple):
    """What came of trying something many times.

    Args:
        what: what was tried, in a few words.
        times: how often.
        lost: a sentence for each thing that was lost or went wrong; none if all is well.
        left_out: a sentence for each thing that could not be tried on this machine.
    """

    what: str
    times: int
    lost: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def row(self) -> str:
        """The row of the table: what was tried, how often, what was lost."""
        lost = f"**{len(self.lost)}**" if self.lost else "nothing"
        return f"| {self.what} | {self.times:,} | {lost} |"


def main(
    run: Callable[[int, int], Tally], *, times: int, **others: Callable[[int, int], Tally]
) -> None:
    """Run a part as the command line says, print its row, and end with 1 if something was lost.

    Args:
        run: the part, `run(times, seed)`.
        times: how often, where the command line does not say.
        others: what is run instead where the command line has their name as an option.
    """
    parser = argparse.ArgumentParser(description=sys.modules[run.__module__].__doc__)
    parser.add_argument("--times", type=int, default=times, metavar="N", help=f"else {times}")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="else 0")
    for name, other in others.items():
        says = (other.__doc__ or "").partition("\n")[0]
        parser.add_argument(
            f"--{name}", dest="run", action="store_const", const=other, default=run, help=says
        )
    asked = parser.parse_args()
    tally = getattr(asked, "run", run)(asked.times, asked.seed)
    for sentence in tally.left_out:
        print(f"left out: {sentence}", file=sys.stderr)
    for sentence in tally.lost:
        print(f"lost: {sentence}", file=sys.stderr)
    print(tally.row)
    raise SystemExit(1 if tally.lost else 0)
