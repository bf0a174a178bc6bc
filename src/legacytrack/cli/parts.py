"""What a box has not: commands and options for it are not offered, and say so when they are typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from legacytrack.errors import Finding, LegacytrackError, RefusedError
from legacytrack.model.names import fold

if TYPE_CHECKING:
    from legacytrack.model.box import Box
    from legacytrack.store.places import Places

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


NO_BOX = ("unknown-box", "broken-box")  # a world asks for a box that cannot be opened


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
        return _printed(settings.places(), settings.names)
    except LegacytrackError as error:  # no world, or one that asks for a box that is not there
        if error.findings[0].rule in NO_BOX:
            settings.no_box = error.findings[0]
        return _printed(None, settings.names)


def _printed(places: Places | None, language: str | None) -> Box:
    from legacytrack.store.box_files import open_box
    from legacytrack.store.world_file import box_asked_for

    id = box_asked_for(places.world) if places else None
    return open_box(id, language=language, beside=places.folder if places and id else None)


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


def refuse_the_language(ctx: Any) -> None:
    """Refuse a language that the places of the box have no names in, once it is typed.

    Raises:
        NameNotFoundError: there are no such names.
    """
    from legacytrack.cli.output import Settings

    language = ctx.obj.names if isinstance(ctx.obj, Settings) else None
    if language is not None and ctx.info_name != "new":  # that one knows its box itself
        from legacytrack.campaign.door import in_language

        in_language(box_meant(ctx), language)


def offer(command: Any, ctx: Any) -> None:
    """Hide the options of a command for what the box has not, from help and completion."""
    box = None
    for param in command.params:
        parts = [OPTIONS[option] for option in param.opts if option in OPTIONS]
        if parts:
            box = box or box_meant(ctx)
            param.hidden = not box.has(parts[0])


def example_for(ctx: Any, epilog: str | None) -> str:
    """Take the example of a help, where it speaks of nothing that the box of this world has not.

    Args:
        ctx: the context of the command.
        epilog: the example; it is typed on the first box.
    """
    from legacytrack.store.box_files import open_box

    if not epilog:
        return ""
    box = box_meant(ctx)
    own = box.example(ctx.command_path.partition(" ")[2])
    if own:
        return f"Example: {own}"
    missing = {option for option, part in OPTIONS.items() if not box.has(part)}
    typed = epilog.replace("=", " ").replace('"', " ")
    foreign = (f" {name} " in f" {fold(typed)} " for name in _names(open_box()) - _names(box))
    return "" if any(foreign) or not missing.isdisjoint(typed.split()) else epilog


def _names(box: Box) -> set[str]:
    """The names and ids of all that a box has."""
    things: list[Any] = [*box.territories.values(), *box.continents.values(), *box.marks]
    for faction in box.factions.values():
        things += (faction, *faction.powers.values())
    names = {name for each in things for name in (each.id, each.name)}
    return {fold(name) for name in names.union(mark.word for mark in box.marks)}


def _is_typed(ctx: Any, name: str) -> bool:
    source = ctx.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
