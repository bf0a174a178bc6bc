"""Record: what was done to the world at the table."""

from typing import Annotated, Any

import typer

from legacytrack.cli import arguments, complete
from legacytrack.cli.arguments import Continent, Scarred, Territory, WithCity
from legacytrack.cli.commands import Recording, record_step
from legacytrack.errors import Finding, UsageError
from legacytrack.model.names import Named, find
from legacytrack.model.text import plain_text
from legacytrack.pages.page import Page

app = typer.Typer()

Random = Annotated[bool, typer.Option("--random", help="Leave it to chance.")]
Seed = Annotated[
    int | None, typer.Option("--seed", min=0, metavar="N", help="Draw again what this seed drew.")
]


def _seed(seed: int | None) -> int:
    if seed is not None:
        return seed
    from secrets import randbelow

    return randbelow(1_000_000)


@app.command("power", cls=Recording, epilog="Example: legacytrack power balkania round-up")
def power(
    ctx: typer.Context,
    faction: Annotated[
        str | None,
        typer.Argument(metavar="FACTION", help="The faction.", autocompletion=complete.factions),
    ] = None,
    power: Annotated[
        str | None,
        typer.Argument(
            metavar="POWER",
            help="One of its two starting powers; the other is destroyed.",
            autocompletion=complete.powers,
        ),
    ] = None,
    random: Random = False,
    seed: Seed = None,
) -> Page:
    """Give a faction its starting power, before game 1."""
    from legacytrack.rules.factions import choose_power
    from legacytrack.rules.lots import powers_by_lot

    opened, _, _ = arguments.change(ctx)
    if random or seed is not None:
        _nothing_beside_random(faction, "power")
        drawn = _seed(seed)

        def toss(world: Any, box: Any) -> Any:
            return powers_by_lot(world, box, seed=drawn)

        return record_step(ctx, opened, toss, seed=drawn)
    example = "legacytrack power balkania round-up; all powers: legacytrack show factions"
    arguments.need(faction, "power", "Which faction?", example)
    chosen = arguments.faction(opened.box, str(faction))
    printed = " or ".join(opened.box.factions[chosen].powers)
    arguments.need(power, "power", f"Which power: {printed}?", example)
    id = arguments.power(opened.box, str(power), chosen).id
    return record_step(
        ctx,
        opened,
        lambda world, box: choose_power(world, box, faction=chosen, power=id),
    )


def _nothing_beside_random(word: Any, command: str) -> None:
    if word:
        what = "--random decides alone: name nothing beside it."
        fix = f"legacytrack {command} --random"
        raise UsageError(Finding("usage", command, what, fix))


@app.command("coin", cls=Recording, epilog="Example: legacytrack coin brazil peru")
def coin(
    ctx: typer.Context,
    places: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLACE...",
            help="The territory cards; one named twice gets two coins.",
            autocompletion=complete.territories,
        ),
    ] = None,
    random: Random = False,
    seed: Seed = None,
) -> Page:
    """Put coin stickers on territory cards, one on each that is named."""
    from legacytrack.rules.cards import add_coins
    from legacytrack.rules.lots import coins_by_lot

    opened, who, game = arguments.change(ctx)
    if random or seed is not None:
        _nothing_beside_random(places, "coin")
        drawn = _seed(seed)

        def shuffle(world: Any, box: Any) -> Any:
            return coins_by_lot(world, box, seed=drawn)

        return record_step(ctx, opened, shuffle, seed=drawn)
    words = arguments.separate(places or ())
    arguments.need(words, "coin", "On which card?", "legacytrack coin brazil peru")
    ids = [arguments.territory(opened.box, opened.world, word) for word in words]
    return record_step(
        ctx,
        opened,
        lambda world, box: add_coins(world, box, territories=ids, by=who, game=game),
    )


@app.command("scar", cls=Recording, epilog="Example: legacytrack scar bunker alaska --by ben")
def scar(
    ctx: typer.Context,
    kind: Annotated[
        str, typer.Argument(metavar="SCAR", help="Which scar.", autocompletion=complete.scars)
    ],
    place: Territory,
) -> Page:
    """Place a scar on a territory, for ever."""
    from legacytrack.rules.scars import place_scar

    opened, who, game = arguments.change(ctx)
    known = [Named("scar", each.id, each.name) for each in opened.box.scars.values()]
    chosen = find(kind, known, what="scar", hint=f"There is {' and '.join(opened.box.scars)}.").id
    id = arguments.territory(opened.box, opened.world, place)
    return record_step(
        ctx,
        opened,
        lambda world, box: place_scar(world, box, territory=id, scar=chosen, by=who, game=game),
    )


@app.command("cancel", cls=Recording, epilog="Example: legacytrack cancel alaska --by ana")
def cancel(
    ctx: typer.Context,
    place: Scarred,
) -> Page:
    """Cancel the scar on a territory."""
    from legacytrack.rules.scars import cancel_scar

    opened, who, game = arguments.change(ctx)
    id = arguments.territory(opened.box, opened.world, place)
    return record_step(
        ctx,
        opened,
        lambda world, box: cancel_scar(world, box, territory=id, by=who, game=game),
    )


@app.command(
    "city", cls=Recording, epilog='Example: legacytrack city major ural "Stalgrad" --by ana'
)
def city(
    ctx: typer.Context,
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND", help="minor, major or capital.", autocompletion=complete.cities
        ),
    ],
    place: Territory,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Its name, if anybody remembers it.")
    ] = None,
) -> Page:
    """Found a city in a territory."""
    from legacytrack.rules.cities import found_city

    opened, who, game = arguments.change(ctx)
    kinds = opened.box.cities.values()
    known = [Named("city", each.id, each.name, (each.word,)) for each in kinds]
    words = ", ".join(each.word for each in kinds)
    chosen = find(kind, known, what="kind of city", hint=f"There is {words}.").id
    id = arguments.territory(opened.box, opened.world, place)
    called = "" if name is None else plain_text(name, what="city name")
    return record_step(
        ctx,
        opened,
        lambda world, box: found_city(
            world, box, territory=id, city=chosen, name=called, by=who, game=game
        ),
    )


@app.command("fortify", cls=Recording, epilog="Example: legacytrack fortify ural --by ana")
def fortify(
    ctx: typer.Context,
    place: WithCity,
) -> Page:
    """Fortify a city."""
    from legacytrack.rules.cities import fortify_city

    opened, who, game = arguments.change(ctx)
    id = arguments.territory(opened.box, opened.world, place)
    return record_step(
        ctx,
        opened,
        lambda world, box: fortify_city(world, box, territory=id, by=who, game=game),
    )


@app.command("wear", cls=Recording, epilog="Example: legacytrack wear ural")
def wear(
    ctx: typer.Context,
    place: WithCity,
    boxes: Annotated[
        int, typer.Argument(min=1, metavar="[BOXES]", help="How many boxes to mark.")
    ] = 1,
) -> Page:
    """Mark boxes of a fortification, one after every attack made with three troops."""
    from legacytrack.rules.cities import wear_fortification

    opened, _, _ = arguments.change(ctx)
    id = arguments.territory(opened.box, opened.world, place)
    return record_step(
        ctx,
        opened,
        lambda world, box: wear_fortification(world, box, territory=id, boxes=boxes),
    )


@app.command("name", cls=Recording, epilog='Example: legacytrack name asia "Ruin" --by ana')
def name(
    ctx: typer.Context,
    continent: Continent,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name.")],
) -> Page:
    """Name a continent, for ever."""
    from legacytrack.rules.continents import name_continent

    opened, who, game = arguments.change(ctx)
    id = arguments.continent(opened.box, opened.world, continent)
    called = plain_text(name, what="continent name")
    return record_step(
        ctx,
        opened,
        lambda world, box: name_continent(world, box, continent=id, name=called, by=who, game=game),
    )


@app.command(
    "bonus",
    cls=Recording,
    epilog="Example: legacytrack bonus asia plus --by cy",
    context_settings={"ignore_unknown_options": True},  # "-1" is to reach us, for a better answer
)
def bonus(
    ctx: typer.Context,
    continent: Continent,
    change: Annotated[
        str,
        typer.Argument(
            metavar="plus|minus", help="Up or down.", autocompletion=complete.directions
        ),
    ],
) -> Page:
    """Raise or lower the bonus of a continent by one, for everybody and for ever."""
    from legacytrack.rules.continents import change_bonus

    opened, who, game = arguments.change(ctx)
    id = arguments.continent(opened.box, opened.world, continent)
    by_word = {"plus": 1, "minus": -1}
    if change not in by_word:
        meant = "minus" if change.startswith(("-", "m")) else "plus"
        what = f'"{change}" is not plus or minus.'
        raise UsageError(
            Finding("usage", "bonus", what, f"write {meant}: legacytrack bonus {id} {meant}")
        )
    return record_step(
        ctx,
        opened,
        lambda world, box: change_bonus(
            world, box, continent=id, change=by_word[change], by=who, game=game
        ),
    )


@app.command("destroy", cls=Recording, epilog="Example: legacytrack destroy peru --by ana")
def destroy(
    ctx: typer.Context,
    place: Territory,
) -> Page:
    """Destroy a territory card; the territory stays."""
    from legacytrack.rules.cards import destroy_card

    opened, who, game = arguments.change(ctx)
    id = arguments.territory(opened.box, opened.world, place)
    return record_step(
        ctx,
        opened,
        lambda world, box: destroy_card(world, box, territory=id, by=who, game=game),
    )


@app.command(
    "planet", cls=Recording, epilog='Example: legacytrack planet "New Earth" --by ana --game 15'
)
def planet(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name.")],
) -> Page:
    """Name the planet, after the last game with rewards."""
    from legacytrack.rules.planet import name_planet

    opened, who, game = arguments.change(ctx)
    called = plain_text(name, what="planet name")
    return record_step(
        ctx,
        opened,
        lambda world, box: name_planet(world, box, name=called, by=who, game=game),
    )
