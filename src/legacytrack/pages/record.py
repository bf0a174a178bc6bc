"""Answers to records: what changed, what is left, how to take it back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from legacytrack.campaign.recording import Recorded
from legacytrack.model.change import dotted
from legacytrack.pages.page import Block, Heading, Note, Page, Text


def recorded(done: Recorded, **more: Any) -> Page:
    """Say what a change did and how to undo it.

    Args:
        done: the change.
        more: further data of the answer, like the seed of a draw.
    """
    undo = f"legacytrack undo {done.number}" if done.number else None
    data = {
        "number": done.number,
        "said": done.said,
        "notes": list(done.notes),
        "edits": [
            {"where": dotted(edit.path), "old": edit.old, "new": edit.new} for edit in done.edits
        ],
        "waived": [waived._asdict() for waived in done.waived],
        "dry_run": done.number is None,
        "undo": undo,
        **more,
    }
    said = done.said if done.number else f"Dry run, nothing is written. {done.said}"
    blocks: list[Block] = [Heading(said)]
    blocks.extend(
        Note(f"Waived: {waived.rule} ({waived.what}) Why: {waived.why}") for waived in done.waived
    )
    blocks.extend(Note(note) for note in done.notes)
    if undo:
        blocks.append(Text(f"To undo: {undo}"))
    return Page(data, blocks)


def turned(done: Recorded, *, back: bool) -> Page:
    """Say what an undo or a redo did, and how to turn it round."""
    page = recorded(done)
    again = "legacytrack redo" if back and done.number else None
    data = {**page.data, "undo": None, "redo": again}
    if done.number is None:
        return Page(data, page.blocks)
    way = "legacytrack redo" if back else "legacytrack undo"
    return Page(data, [*page.blocks[:-1], Text(f"To turn it round: {way}")])


def with_more(done: Recorded, data: Mapping[str, Any], blocks: list[Block]) -> Page:
    """Put more between what a change did and the way to undo it."""
    page = recorded(done, **data)
    head = page.blocks if done.number is None else page.blocks[:-1]
    tail = [] if done.number is None else page.blocks[-1:]
    return Page(page.data, [*head, *blocks, *tail])
