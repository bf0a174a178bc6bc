"""Keeping: where the files are, and which campaigns there are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from legacytrack.campaign.making import Made
from legacytrack.pages.page import Block, Facts, Heading, Note, Page, Script, Text


def where(
    paths: Mapping[str, str], chosen_by: str, campaigns: Mapping[str, Path], current: str | None
) -> Page:
    """Say every path that is used, which rule chose the world, and which campaigns are kept.

    Args:
        paths: the paths by what they are.
        chosen_by: the rule.
        campaigns: the world files in the data folder by short name.
        current: short name of the current campaign.
    """
    data = {
        "paths": dict(paths),
        "chosen_by": chosen_by,
        "campaigns": {id: str(path) for id, path in campaigns.items()},
        "current": current,
    }
    blocks: list[Block] = [Facts([("chosen by", chosen_by), *paths.items()])]
    blocks.extend(campaign_list(campaigns, current))
    return Page(data, blocks)


def campaign_list(campaigns: Mapping[str, Path], current: str | None) -> list[Block]:
    """List the campaigns in the data folder, the current one marked."""
    if not campaigns:
        return [Text("No campaign is kept in the data folder yet.")]
    rows = [
        (id + (" (current)" if id == current else ""), str(path)) for id, path in campaigns.items()
    ]
    return [Heading("Campaigns (legacytrack use NAME):"), Facts(rows)]


def switched(id: str, path: Path, shadow: str) -> Page:
    """Say which campaign is current now.

    Args:
        id: its short name.
        path: its world file.
        shadow: what goes before the current campaign here, empty when nothing does.
    """
    blocks: list[Block] = [
        Heading(f'"{id}" is the current campaign now.'),
        Facts([("file", str(path))]),
    ]
    if shadow:
        blocks.append(Note(f"Here {shadow} goes before it."))
    return Page({"current": id, "path": str(path)}, blocks)


def made(done: Made) -> Page:
    """Say which world was made, where it lies, and how to go on."""
    data = {
        "name": done.name,
        "world": str(done.places.world),
        "campaign": done.id,
        "players": done.players,
        "new": done.is_new,
    }
    what = "is ready" if done.is_new else "was made before; it is the current campaign again"
    rows = [("file", str(done.places.world)), ("players", ", ".join(done.players) or "none yet")]
    blocks: list[Block] = [Heading(f'"{done.name}" {what}.'), Facts(rows)]
    blocks.extend(Note(note) for note in done.notes)
    return Page(data, blocks)


def script(shell: str, text: str) -> Page:
    """Give the completion script of a shell."""
    return Page({"shell": shell, "script": text}, [Script(text)])
