"""What a box has not: commands and options for it are not offered, and say so when they are typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from legacytrack.errors import Finding, LegacytrackError, RefusedError

if TYPE_CHECKING:
    from pathlib import Path

    from legacytrack.model.box import Box

# Which part of a box (model/parts.py) a command is for; one that is not here is for every box.
COMMANDS: Mapping[str, str] = {
    "starts": "legal starts",
    "enter": "empty places to expand into",
    "supply": "supplies to count",
    "packets": "sealed packets",
    "power": "powers",
    "coin": "coins on cards",
    "scar": "scars",
    "cancel": "stickers that cancel a scar",
    "city": "cities",
    "fortify": "fortifications",
    "wear": "fortifications",
    "name": "names for continents",
    "bonus": "bonus stickers",
    "destroy": "cards to destroy",
    "planet": "planets to name",
    "hq": "HQs",
    "deal": "territories to deal",
    "join": "ways to join the war",
    "star": "Red Stars",
    "missile": "missiles",
    "slots": "cards on show",
    "events": "cards on show",
    "packet": "sealed packets",
    "define": "sealed packets",
}
OPTIONS: Mapping[str, str] = {
    "--population": "cities",
    "--coins": "coins on cards",
    "--faction": "factions",
    "--power": "powers",
    "--attacker": "factions",
    "--defender": "factions",
    "--home": "factions",
    "--scar": "scars",
    "--fortified": "fortifications",
    "--missile": "missiles",
    "--missiles": "missiles",
    "--placing": "HQs",
    "--start": "HQs",
    "--new": "cards on show",
    "--not-taken": "rewards",
    "--scarred": "scars",
    "--unscarred": "scars",
    "--cities": "cities",
    "--no-city": "cities",
    "--unmarked": "scars",
    "--no-spoilers": "sealed packets",
    "--star": "Red Stars",
    "--stars": "Red Stars",
    "--set": "sets of cards",
}


def refuse_without(box: Box, part: str) -> None:
    """Refuse what a box has not.

    Args:
        box: the box.
        part: a word of `PARTS`.

    Raises:
        RefusedError: the box has no such part.
    """
    if not box.has(part):
        what = f"There are no {part} in {box.title}."
        fix = "what there is: legacytrack --help"
        raise RefusedError(Finding("not-in-this-box", "box", what, fix))


def box_meant(ctx: Any) -> Box:
    """Open the box of the world that is meant, as it is printed; the first one where there is no world."""
    from legacytrack.cli.output import Settings

    obj = getattr(ctx, "obj", None)
    settings = obj if isinstance(obj, Settings) else Settings()
    if settings.kept and settings.world is None:
        return settings.kept.box
    try:
        return _printed(settings.places().world, settings.names)
    except LegacytrackError:  # no world, or one that asks for a box that is not there
        return _printed(None, settings.names)


def _printed(world: Path | None, language: str | None) -> Box:
    from legacytrack.store.box_files import FIRST_BOX, open_box
    from legacytrack.store.world_file import box_asked_for

    id = box_asked_for(world) if world else None
    return open_box(id or FIRST_BOX, language=language)


def is_offered(box: Box, command: str) -> bool:
    """Tell whether a command has anything to do with a box.

    Args:
        box: the box.
        command: name of the command.
    """
    return command not in COMMANDS or box.has(COMMANDS[command])


def refuse_the_missing(ctx: Any) -> None:
    """Refuse a command or an option for what the box has not, once it is typed.

    Raises:
        RefusedError: the box has no such part.
    """
    command = ctx.command_path.split()[1] if " " in ctx.command_path else ""
    if command in COMMANDS:
        refuse_without(box_meant(ctx), COMMANDS[command])
    typed = [
        OPTIONS[option]
        for param in ctx.command.params
        for option in param.opts
        if option in OPTIONS and _is_typed(ctx, param.name)
    ]
    for part in dict.fromkeys(typed):
        refuse_without(box_meant(ctx), part)


def offer(command: Any, ctx: Any) -> None:
    """Hide the options of a command for what the box has not, from help and completion."""
    box = None
    for param in command.params:
        parts = [OPTIONS[option] for option in param.opts if option in OPTIONS]
        if parts:
            box = box or box_meant(ctx)
            param.hidden = not box.has(parts[0])


def _is_typed(ctx: Any, name: str) -> bool:
    source = ctx.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
