"""What a recording rule answers."""

from __future__ import annotations

from typing import NamedTuple

from legacytrack.errors import Finding
from legacytrack.model.world import World


class Outcome(NamedTuple):
    """The world after a record, and what there is to say of it.

    Args:
        world: the world as it would be; the rules report, the campaign refuses.
        said: what happened, in a sentence a person would say.
        findings: the laws that this step breaks, all of them.
        notes: what people forget, for the answer.
    """

    world: World
    said: str
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
