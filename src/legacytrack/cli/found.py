"""Found: what came out of packets, typed in by the group and counted as printed from then on."""

from typing import Annotated, Any

import typer

from legacytrack.cli import arguments, complete
from legacytrack.cli.commands import Recording, record_step
from legacytrack.cli.words import effects
from legacytrack.errors import Finding, UsageError
from legacytrack.model.names import slug
from legacytrack.model.text import plain_text
from legacytrack.pages.page import Page

app = typer.Typer()
define = typer.Typer()
app.add_typer(define, name="define", help="Type in what a packet brought, to count as printed.")

Name = Annotated[str, typer.Argument(metavar="NAME", help="What it is called.")]
Says = Annotated[
    str | None, typer.Option("--says", metavar="TEXT", help="What it does, in your words.")
]
Card = Annotated[
    str | None,
    typer.Option("--card", metavar="KEY", help="The number printed on it, as its id."),
]
Supply = Annotated[
    int, typer.Option("--supply", min=0, metavar="N", help="How many stickers there are.")
]
Effects = Annotated[
    list[str] | None,
    typer.Option(
        "--effect",
        metavar="WORD=VALUE",
        help="An effect to compute; more than once if need be.",
        autocompletion=complete.effects,
    ),
]


def _define(
    ctx: typer.Context, table: str, kind: str, name: str, card: str | None, **values: Any
) -> Page:
    """Record something that a packet brought, under its printed number or its name."""
    from legacytrack.rules.found import define as write_down

    opened = arguments.campaign(ctx)
    called = plain_text(name, what=f"{kind} name")
    key = plain_text(card, what="card number") if card else called
    id = slug(key, fallback=kind)
    kept = {"name": called, **{key: value for key, value in values.items() if value is not None}}
    said = f'{kind.capitalize()} "{called}" is known now.'
    return record_step(
        ctx,
        opened,
        lambda world, box: write_down(world, box, table=table, id=id, values=kept, said=said),
    )


def _text(text: str | None) -> str | None:
    return None if text is None else plain_text(text, what="text of --says")


@define.command(
    "scar", cls=Recording, epilog='Example: legacytrack define scar "Quicksand" --supply 2'
)
def scar(
    ctx: typer.Context,
    name: Name,
    says: Says = None,
    supply: Supply = 1,
    effect: Effects = None,
    card: Card = None,
) -> Page:
    """A further kind of scar."""
    return _define(
        ctx,
        "scars",
        "scar",
        name,
        card,
        says=_text(says),
        supply=supply,
        **effects(effect),
    )


@define.command(
    "city", cls=Recording, epilog='Example: legacytrack define city "Harbour" --effect population=3'
)
def city(
    ctx: typer.Context,
    name: Name,
    says: Says = None,
    supply: Supply = 1,
    effect: Effects = None,
    card: Card = None,
) -> Page:
    """A further kind of city, or a ruin: --effect ruin --effect replaces_city."""
    return _define(
        ctx,
        "cities",
        "city",
        name,
        card,
        says=_text(says),
        supply=supply,
        **effects(effect),
    )


@define.command(
    "power",
    cls=Recording,
    epilog='Example: legacytrack define power "Wide Roads" --faction bear --colour red',
)
def power(
    ctx: typer.Context,
    name: Name,
    faction: Annotated[
        str,
        typer.Option(
            "--faction",
            metavar="FACTION",
            help="The faction it is for.",
            autocompletion=complete.factions,
        ),
    ],
    colour: Annotated[
        str, typer.Option("--colour", metavar="COLOUR", help="The colour of its slot.")
    ] = "other",
    says: Says = None,
    effect: Effects = None,
    card: Card = None,
) -> Page:
    """A further power for a faction card; put it there with `power`."""
    opened = arguments.campaign(ctx)
    id = arguments.faction(opened.box, faction)
    slot = plain_text(colour, what="colour")
    return _define(
        ctx,
        "powers",
        "power",
        name,
        card,
        faction=id,
        colour=slot,
        says=_text(says),
        **effects(effect),
    )


@define.command(
    "faction", cls=Recording, epilog='Example: legacytrack define faction "The Gardeners"'
)
def faction(ctx: typer.Context, name: Name, card: Card = None) -> Page:
    """A further faction."""
    return _define(ctx, "factions", "faction", name, card)


@define.command(
    "territory",
    cls=Recording,
    epilog='Example: legacytrack define territory "Far Island" --sea peru --coins 2',
)
def territory(
    ctx: typer.Context,
    name: Name,
    land: Annotated[
        list[str] | None,
        typer.Option(
            "--land",
            metavar="PLACE",
            help="A neighbour by land.",
            autocompletion=complete.territories,
        ),
    ] = None,
    sea: Annotated[
        list[str] | None,
        typer.Option(
            "--sea",
            metavar="PLACE",
            help="A neighbour by sea line.",
            autocompletion=complete.territories,
        ),
    ] = None,
    coins: Annotated[
        int | None, typer.Option("--coins", min=0, metavar="N", help="Coins printed on its card.")
    ] = None,
    card: Card = None,
) -> Page:
    """A new territory outside of all continents, with its own card and neighbours."""
    opened = arguments.campaign(ctx)
    by_land, by_sea = (
        [
            arguments.territory(opened.box, opened.world, word)
            for word in arguments.separate(words or ())
        ]
        for words in (land, sea)
    )
    return _define(
        ctx,
        "territories",
        "territory",
        name,
        card,
        land=by_land or None,
        sea=by_sea or None,
        coins=coins,
    )


@define.command("link", cls=Recording, epilog="Example: legacytrack define link brazil egypt")
def link(ctx: typer.Context, one: arguments.Territory, other: arguments.Territory) -> Page:
    """A further sea line between two territories."""
    from legacytrack.rules.found import define as write_down

    opened = arguments.campaign(ctx)
    here, there = (arguments.territory(opened.box, opened.world, word) for word in (one, other))
    box = opened.box
    if here == there:
        what = f"{box.territories[here].name} needs no sea line to itself."
        raise UsageError(Finding("usage", "define link", what, "name two territories"))
    names = f"{box.territories[here].name} and {box.territories[there].name}"
    return record_step(
        ctx,
        opened,
        lambda world, box: write_down(
            world,
            box,
            table="links",
            id=f"{here}-{there}",
            values={"from": here, "to": there},
            said=f"A sea line joins {names}.",
        ),
    )


@define.command("event", cls=Recording, epilog='Example: legacytrack define event "Rain" --card E4')
def event(ctx: typer.Context, name: Name, says: Says = None, card: Card = None) -> Page:
    """An Event card."""
    return _define(ctx, "events", "event", name, card, says=_text(says))


@define.command(
    "mission", cls=Recording, epilog='Example: legacytrack define mission "Hold the ice"'
)
def mission(ctx: typer.Context, name: Name, says: Says = None, card: Card = None) -> Page:
    """A Mission card."""
    return _define(ctx, "missions", "mission", name, card, says=_text(says))


@define.command(
    "rule", cls=Recording, epilog="Example: legacytrack define rule coin-cap --limit 7 --letter D"
)
def rule(
    ctx: typer.Context,
    id: Annotated[
        str,
        typer.Argument(
            metavar="RULE", help="The id of a rule, or a new name.", autocompletion=complete.topics
        ),
    ],
    limit: Annotated[
        int | None, typer.Option("--limit", min=0, metavar="N", help="Its new number.")
    ] = None,
    letter: Annotated[
        str | None,
        typer.Option("--letter", metavar="LETTER", help="The letter of its place in the rulebook."),
    ] = None,
    says: Says = None,
) -> Page:
    """A rule that came with a packet, or a new number for one."""
    from legacytrack.rules.found import define as write_down

    opened = arguments.campaign(ctx)
    known = slug(plain_text(id, what="rule"), fallback="rule")
    printed = opened.box.rules.get(known)
    if limit is not None and not (printed and "limit" in printed.numbers):
        what = f'The rule "{known}" has no limit to change.'
        raise UsageError(Finding("usage", "define rule", what, "see legacytrack rules"))
    if printed is None and not says:
        what = f'What does the rule "{known}" say?'
        raise UsageError(Finding("usage", "define rule", what, 'add --says "..."'))
    mark = plain_text(letter, what="letter") if letter else None
    values = {
        "limit": limit,
        "says": _text(says),
        "letter": mark,
        "cite": f"Rule {mark}" if mark else None,
    }
    kept = {key: value for key, value in values.items() if value is not None}
    now = f" {limit} now" if limit is not None else " known now"
    return record_step(
        ctx,
        opened,
        lambda world, box: write_down(
            world, box, table="rules", id=known, values=kept, said=f"The rule {known} is{now}."
        ),
    )
