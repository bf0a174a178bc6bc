"""Record: what was done to the world at the table."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from legacytrack.cli import arguments, complete
from legacytrack.cli.arguments import Continent, Scarred, Territory, WithCity
from legacytrack.cli.commands import Recording, record_step
from legacytrack.cli.words import Seed, numbers, seed_for
from legacytrack.errors import Finding, UsageError
from legacytrack.model.names import Named, find
from legacytrack.model.text import plain_text
from legacytrack.pages.page import Page

app = typer.Typer()

Random = Annotated[bool, typer.Option("--random", help="Leave it to chance.")]


def _mark(
    ctx: typer.Context,
    opened: Any,
    rule: Callable[..., Any],
    *,
    reward: str = "",
    places: list[str] | None = None,
    seed: int | None = None,
    **values: Any,
) -> Page:
    """Record what a rule makes of some values, with player and game.

    A mark that is a reward belongs to the last game on record, another one to the game that is on.
    """
    who, game = arguments.by_and_game(ctx, opened.world, reward=bool(reward))

    def step(world: Any, box: Any) -> Any:
        outcome = rule(world, box, by=who, game=game, **values)
        if not reward:
            return outcome
        from legacytrack.rules.rewards import take

        return take(world, box, outcome, reward, places or [], who, game)

    more = {} if seed is None else {"seed": seed}
    return record_step(ctx, opened, step, game=game, **more)


def _by_lot(ctx: typer.Context, opened: Any, rule: Callable[..., Any], seed: int | None) -> Page:
    seed = seed_for(seed)
    return record_step(ctx, opened, lambda world, box: rule(world, box, seed=seed), seed=seed)


def _nothing_beside_random(word: Any, command: str) -> None:
    if word:
        what = "--random decides alone: name nothing beside it."
        fix = f"legacytrack {command} --random"
        raise UsageError(Finding("usage", command, what, fix))


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

    opened = arguments.campaign(ctx)
    arguments.by_and_game(ctx, opened.world)
    if random or seed is not None:
        _nothing_beside_random(faction, "power")
        return _by_lot(ctx, opened, powers_by_lot, seed)
    example = "legacytrack power balkania round-up; all powers: legacytrack show factions"
    arguments.need(faction, "power", "Which faction?", example)
    chosen = arguments.faction(opened.box, str(faction))
    printed = " or ".join(opened.box.factions[chosen].powers)
    arguments.need(power, "power", f"Which power: {printed}?", example)
    id = arguments.power(opened.box, str(power), chosen).id
    return record_step(
        ctx, opened, lambda world, box: choose_power(world, box, faction=chosen, power=id)
    )


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

    opened = arguments.campaign(ctx)
    if random or seed is not None:
        arguments.by_and_game(ctx, opened.world)
        _nothing_beside_random(places, "coin")
        return _by_lot(ctx, opened, coins_by_lot, seed)
    words = arguments.separate(places or ())
    arguments.need(words, "coin", "On which card?", "legacytrack coin brazil peru")
    ids = [arguments.territory(opened.box, opened.world, word) for word in words]
    return _mark(ctx, opened, add_coins, reward="coin", places=ids, territories=ids)


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

    opened = arguments.campaign(ctx)
    known = [Named("scar", each.id, each.name) for each in opened.box.scars.values()]
    hint = f"There is {' and '.join(opened.box.scars)}."
    chosen = find(kind, known, what="scar", hint=hint).id
    id = arguments.territory(opened.box, opened.world, place)
    return _mark(ctx, opened, place_scar, territory=id, scar=chosen)


@app.command("cancel", cls=Recording, epilog="Example: legacytrack cancel alaska --by ana")
def cancel(ctx: typer.Context, place: Scarred) -> Page:
    """Cancel the scar on a territory."""
    from legacytrack.rules.scars import cancel_scar

    opened = arguments.campaign(ctx)
    id = arguments.territory(opened.box, opened.world, place)
    return _mark(ctx, opened, cancel_scar, reward="cancel", places=[id], territory=id)


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
    from legacytrack.rules.rewards import RULE_OF

    opened = arguments.campaign(ctx)
    kinds = opened.box.cities
    known = [Named("city", each.id, each.name, (each.word,)) for each in kinds.values()]
    words = ", ".join(each.word for each in kinds.values())
    chosen = find(kind, known, what="kind of city", hint=f"There is {words}.").id
    id = arguments.territory(opened.box, opened.world, place)
    called = "" if name is None else plain_text(name, what="city name")
    reward = f"city {kinds[chosen].word}"
    return _mark(
        ctx,
        opened,
        found_city,
        reward=reward if reward in RULE_OF else "",
        places=[id],
        territory=id,
        city=chosen,
        name=called,
    )


@app.command("fortify", cls=Recording, epilog="Example: legacytrack fortify ural --by ana")
def fortify(ctx: typer.Context, place: WithCity) -> Page:
    """Fortify a city."""
    from legacytrack.rules.cities import fortify_city

    opened = arguments.campaign(ctx)
    id = arguments.territory(opened.box, opened.world, place)
    return _mark(ctx, opened, fortify_city, reward="fortify", places=[id], territory=id)


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

    opened = arguments.campaign(ctx)
    _, game = arguments.by_and_game(ctx, opened.world)
    id = arguments.territory(opened.box, opened.world, place)
    return record_step(
        ctx,
        opened,
        lambda world, box: wear_fortification(world, box, territory=id, boxes=boxes),
        game=game,
    )


@app.command("name", cls=Recording, epilog='Example: legacytrack name asia "Ruin" --by ana')
def name(
    ctx: typer.Context,
    continent: Continent,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name.")],
) -> Page:
    """Name a continent, for ever."""
    from legacytrack.rules.continents import name_continent

    opened = arguments.campaign(ctx)
    id = arguments.continent(opened.box, opened.world, continent)
    called = plain_text(name, what="continent name")
    return _mark(ctx, opened, name_continent, reward="name", places=[id], continent=id, name=called)


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

    opened = arguments.campaign(ctx)
    id = arguments.continent(opened.box, opened.world, continent)
    by_word = {"plus": 1, "minus": -1}
    if change not in by_word:
        meant = "minus" if change.startswith(("-", "m")) else "plus"
        what = f'"{change}" is not plus or minus.'
        fix = f"write {meant}: legacytrack bonus {id} {meant}"
        raise UsageError(Finding("usage", "bonus", what, fix))
    sign = by_word[change]
    return _mark(ctx, opened, change_bonus, reward="bonus", places=[id], continent=id, change=sign)


@app.command("destroy", cls=Recording, epilog="Example: legacytrack destroy peru --by ana")
def destroy(ctx: typer.Context, place: Territory) -> Page:
    """Destroy a territory card; the territory stays."""
    from legacytrack.rules.cards import destroy_card

    opened = arguments.campaign(ctx)
    id = arguments.territory(opened.box, opened.world, place)
    return _mark(ctx, opened, destroy_card, reward="destroy", places=[id], territory=id)


@app.command(
    "planet", cls=Recording, epilog='Example: legacytrack planet "New Earth" --by ana --game 15'
)
def planet(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name.")],
    roll: Annotated[bool, typer.Option("--roll", help="Roll off a tie by lot.")] = False,
    rolled: Annotated[
        list[str] | None,
        typer.Option("--rolled", metavar="PLAYER=DIE", help="The dice that settled a tie."),
    ] = None,
    seed: Seed = None,
) -> Page:
    """Name the planet, after the last game with rewards."""
    from legacytrack.rules import planet as rule
    from legacytrack.rules.standings import standings

    opened = arguments.campaign(ctx)
    world, box = opened.world, opened.box
    called = plain_text(name, what="planet name")
    settled = None
    if rolled:
        settled = rule.rolled(world, box, numbers(world, rolled, "--rolled"))
    elif roll or seed is not None:
        seed = seed_for(seed)
        settled = rule.roll_off(world, box, standings(world, box).leaders, seed=seed)
    return _mark(ctx, opened, rule.name_planet, seed=seed, name=called, roll=settled)
