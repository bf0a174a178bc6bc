"""When something is wrong: what a check found, what was repaired, which safety copies there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from legacytrack.campaign.checking import Checked
from legacytrack.campaign.repairing import Repair
from legacytrack.errors import Finding
from legacytrack.model.text import counted
from legacytrack.pages.page import Block, Facts, Heading, Note, Page, Table, Text
from legacytrack.store.box_folders import Read
from legacytrack.store.copies import Copy


def checked(found: Checked, repair: Repair | None = None) -> Page:
    """Say what a check found; the exit code is 3 when something is wrong.

    Args:
        found: the findings.
        repair: what was repaired before; None where nothing was asked for.
    """
    count = len(found.findings)
    data: dict[str, Any] = {
        "findings": _as_data(found.findings),
        "known": [{"change": number, **waived._asdict()} for number, waived in found.known],
        "notes": list(found.notes),
    }
    blocks: list[Block] = []
    if repair:
        data["repair"] = _told(repair, dry_run=False)
        blocks.extend(_said(repair))
    blocks.extend(_listed(found.findings))
    blocks.extend(
        Note(f"Known: {waived.what} Allowed in change {number}: {waived.why} ({waived.rule}).")
        for number, waived in found.known
    )
    blocks.extend(Note(note) for note in found.notes)
    blocks.append(Text(f"{counted(count, 'finding')}." if count else "Nothing is wrong."))
    return Page(data, blocks, 3 if count else 0)


def _as_data(findings: Sequence[Finding]) -> list[dict[str, str]]:
    return [finding._asdict() for finding in findings]


def _listed(findings: Sequence[Finding]) -> Iterator[Block]:
    for finding in findings:
        cite = f" ({finding.cite})" if finding.cite else ""
        yield Heading(finding.what)
        rows = [("where", finding.where), ("rule", finding.rule + cite), ("fix", finding.fix)]
        yield Facts([(name, value) for name, value in rows if value])


def box_checked(found: Read) -> Page:
    """Say what is wrong with a box; the exit code is 3 when something is.

    Args:
        found: the box, with the findings.
    """
    board = found.parts.get("board", {})
    sizes = {
        key: len(board[key]) if isinstance(board.get(key), dict) else 0
        for key in ("territories", "continents")
    }
    data = {"folder": str(found.folder), **sizes, "findings": _as_data(found.findings)}
    blocks = list(_listed(found.findings))
    count = len(found.findings)
    if count:
        blocks.append(Text(f"{counted(count, 'finding')} about the box in {found.folder}."))
        return Page(data, blocks, 3)
    rules = found.parts["rulebook"]["rules"]
    size = (
        f"{counted(sizes['territories'], 'territory')}, {counted(sizes['continents'], 'continent')}"
    )
    blocks.append(Text(f"Nothing is wrong with the box: {size}, {counted(len(rules), 'law')}."))
    return Page(data, blocks)


def would_repair(tried: Repair) -> Page:
    """Say what a repair would do."""
    blocks: list[Block] = [*_said(tried)]
    blocks.extend(Note(f"{path.name} would be kept beside the new one.") for path in tried.replaces)
    blocks.append(Text("Nothing was written: this was only a try."))
    return Page({"findings": [], "repair": _told(tried, dry_run=True)}, blocks)


def _told(repair: Repair, *, dry_run: bool) -> dict[str, Any]:
    return {
        "said": list(repair.said),
        "world": repair.world is not None,
        "history": repair.history is not None,
        "replaces": [str(path) for path in repair.replaces],
        "beside": list(repair.beside),
        "dry_run": dry_run,
    }


def _said(repair: Repair) -> list[Block]:
    return [*map(Text, repair.said), *kept_beside(repair.beside)]


def kept_beside(names: Sequence[str]) -> list[Block]:
    """Say under which names the files are kept that others took the place of."""
    return [Note(f"What was there before is kept as {name}.") for name in names]


def copies(found: Sequence[Copy], folder: str) -> Page:
    """List the safety copies of a campaign, the newest first.

    Args:
        found: the copies.
        folder: where they lie.
    """
    data = {
        "folder": folder,
        "copies": [
            {
                "copy": copy.number,
                "file": str(copy.path),
                "time": copy.time,
                "name": copy.name,
                "change": copy.change,
                "said": copy.said,
            }
            for copy in found
        ],
    }
    if not found:
        what = "There is no safety copy of this campaign yet."
        note = Note("One is made by the first change after a game began or ended.")
        return Page(data, [Text(what), note])
    rows = [
        (str(copy.number), copy.time[:16].replace("T", " "), str(copy.change), copy.said)
        for copy in found
    ]
    blocks: list[Block] = [
        Heading("Safety copies (legacytrack restore COPY):"),
        Table(("copy", "made (UTC)", "change", "what that change was"), rows, (0, 2)),
        Note(f"They lie in {folder}."),
    ]
    return Page(data, blocks)


def put_back(copy: Copy, world: str, beside: Sequence[str], *, dry_run: bool) -> Page:
    """Say that both files of a copy lie where the world was.

    Args:
        copy: the copy.
        world: the world file.
        beside: the names under which what was there is kept; of a try, what would be.
        dry_run: whether it was only a try.
    """
    data = {"copy": copy.number, "world": world, "beside": list(beside), "dry_run": dry_run}
    said = "would be" if dry_run else "is"
    blocks: list[Block] = [
        Text(
            f"The campaign of copy {copy.number} {said} back, as it was after change {copy.change}."
        )
    ]
    if dry_run:
        blocks.extend(Note(f"{name} would be kept beside it.") for name in beside)
        blocks.append(Text("Nothing was written: this was only a try."))
    else:
        blocks.extend(kept_beside(beside))
    return Page(data, blocks)
