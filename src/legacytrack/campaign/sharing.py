"""Sharing: a campaign as a document, what tells it from others, and the schemas for both."""

from __future__ import annotations

from typing import Any, NamedTuple

from legacytrack.campaign.door import Campaign
from legacytrack.campaign.writing import entry_of, hand_edit
from legacytrack.model import schema
from legacytrack.model.box import Box
from legacytrack.model.change import difference, same
from legacytrack.store import campaign_json, history
from legacytrack.store.box_files import BOXES, boxes, is_first, open_box
from legacytrack.store.entries import Entry, identity


class CampaignId(NamedTuple):
    """What tells a campaign from all others, and whether it stays when the campaign is renamed."""

    id: str
    stays: bool


def document(campaign: Campaign) -> dict[str, Any]:
    """Put a whole campaign into a document, from which `making.read_back` makes it again.

    Args:
        campaign: the campaign; nothing is written to it.
    """
    told = campaign.settled(lambda: _told(campaign))
    return campaign_json.document(campaign.data, told)


def _told(campaign: Campaign) -> tuple[Entry, ...]:
    """The history, with a line more where it does not lead to the world as it is now."""
    entries = history.read(campaign.places.history).entries
    hand = hand_edit(campaign)
    entries = (*entries, hand) if hand else entries
    if same(history.fold(entries), dict(campaign.data)):
        return entries
    said = "The world file as it is; the history before cannot be told."
    edits = difference({}, campaign.data)
    fresh = entry_of({}, edits, said=said, number=entries[-1].number + 1, fresh=True)
    return (*entries, fresh)


def campaign_id(campaign: Campaign) -> CampaignId:
    """Find what tells a campaign from all others: when and from what its history began.

    So it is the same after a rename, on another machine and in a copy. A world without a history
    has only its name.

    Args:
        campaign: the campaign.
    """
    import hashlib

    first = history.first(campaign.places.history)
    if first:
        return CampaignId(identity(first), True)
    return CampaignId(hashlib.sha256(campaign.world.name.encode()).hexdigest()[:12], False)


def world_schema(box: Box | None = None) -> dict[str, Any]:
    """Describe world files as JSON Schema.

    Args:
        box: the box whose ids are offered; None for the first one.
    """
    box = box or open_box()
    return schema.world_schema(box, boxes=boxes(), languages=box.languages)


def world_schema_text(box: Box) -> bytes:
    """Take the schema of world files, for the file that lies beside them.

    That of the first box is shipped: to make it takes longer than all else that `new` does.

    Args:
        box: the box of the world.
    """
    if is_first(box):
        return (BOXES / "world.schema.json").read_bytes()
    return schema_text(world_schema(box)).encode()


def campaign_schema(box: Box | None = None) -> dict[str, Any]:
    """Describe the documents of campaigns as JSON Schema.

    Args:
        box: the box whose ids are offered; None for the first one.
    """
    box = box or open_box()
    return schema.campaign_schema(box, boxes=boxes(), languages=box.languages)


def schema_text(described: dict[str, Any]) -> str:
    """Write a schema as the text of a file.

    Args:
        described: the schema.
    """
    import json

    return json.dumps(described, indent=1) + "\n"
