"""Ask: questions at the table, answered at once."""

from typing import TYPE_CHECKING, Annotated

import typer

from legacytrack.cli import arguments, complete
from legacytrack.cli.words import powers_in
from legacytrack.errors import Finding, NameNotFoundError, RefusedError, UsageError
from legacytrack.model.box import Box
from legacytrack.model.names import Named, find
from legacytrack.model.world import World
from legacytrack.pages import ask
from legacytrack.pages.page import Page

if TYPE_CHECKING:
    from legacytrack.campaign.door import Campaign

app = typer.Typer()


@app.command(
    "troops", epilog='Example: legacytrack troops ana europe siberia "middle east" --coins 5'
)
def troops(
    ctx: typer.Context,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="COUNT | [PLAYER] PLACE...",
            help="How many territories; or a player and the places, continents standing for theirs.",
            autocompletion=complete.players_and_places,
        ),
    ],
    population: Annotated[
        int, typer.Option("--population", min=0, metavar="N", help="With a count: population.")
    ] = 0,
    continent: Annotated[
        list[str] | None,
        typer.Option(
            "--continent",
            metavar="CONTINENT",
            help="With a count: a continent held whole; more than once if need be.",
            autocompletion=complete.continents,
        ),
    ] = None,
    coins: Annotated[
        int | None,
        typer.Option("--coins", min=0, metavar="N", help="Coins on the cards turned in."),
    ] = None,
    cards_set: Annotated[
        bool, typer.Option("--set", help="With a set of cards that is turned in.")
    ] = False,
    faction: Annotated[
        str | None,
        typer.Option(
            "--faction",
            metavar="FACTION",
            help="The faction that is played, for its power.",
            autocompletion=complete.factions,
        ),
    ] = None,
    power: Annotated[
        str | None,
        typer.Option(
            "--power",
            metavar="POWER",
            help="A power that counts, without asking the world.",
            autocompletion=complete.powers,
        ),
    ] = None,
) -> Page:
    """How many troops do I get at the start of my turn?

    With a count no world is needed. With places their cities count as population, and continents
    that are held whole pay what their marks and their namer make of it.
    """
    parts = arguments.separate(words)
    arguments.need(parts, "troops", "Nothing to count.", "legacytrack troops 14")
    if parts[0].isdecimal():
        how = population, continent, coins, cards_set, faction, power
        return _troops_by_count(ctx, parts, *how)
    if population or continent:
        what = "--population and --continent go with a count; with places they are counted for you."
        raise UsageError(Finding("usage", "troops", what, "leave them out, or give a count"))
    from legacytrack.cli.troops import on_the_board

    return on_the_board(arguments.campaign(ctx), parts, coins, cards_set, faction, power)


def _troops_by_count(
    ctx: typer.Context,
    parts: list[str],
    population: int,
    continents: list[str] | None,
    coins: int | None,
    cards_set: bool,
    faction: str | None,
    power: str | None,
) -> Page:
    from legacytrack.rules.continents import bonus
    from legacytrack.rules.recruit import no_such_count, recruit
    from legacytrack.rules.sets import next_number

    if parts[1:]:
        what = f'After a count come options, not "{parts[1]}".'
        fix = f"legacytrack troops {parts[0]} --continent {parts[1]}"
        raise UsageError(Finding("usage", "troops", what, fix))
    # A count needs no world; continents, factions and powers take what the world made of them.
    named = continents or faction or power or cards_set
    opened = arguments.campaign_if_any(ctx) if named else None
    digits = parts[0].lstrip("0") or "0"
    if len(digits) > 6:  # Python does not even read one of thousands of digits
        what, fix = "Nobody counts so many territories.", "legacytrack troops 14"
        raise UsageError(Finding("usage", "troops", what, fix))
    count = int(digits)
    words = arguments.separate(continents or ())
    box, world = _box_and_world(ctx, opened)
    if no_such_count(box, count) and not opened:
        opened = arguments.campaign_if_any(ctx, broken_too=True)
        box, world = _box_and_world(ctx, opened)  # packets may add territories
    held = list(dict.fromkeys(arguments.continent(box, world, word) for word in words))
    against = no_such_count(box, count, held)
    if against:
        raise RefusedError(against)
    found = recruit(
        box,
        territories=count,
        population=population,
        continents=[bonus(world, box, id, None) for id in held],
        coins=coins,
        set_number=next_number(world) if cards_set else None,
        powers=powers_in(box, world, faction, power),
    )
    return ask.troops(found, "")


def _box_and_world(ctx: typer.Context, opened: "Campaign | None") -> tuple[Box, World | None]:
    return (opened.box, opened.world) if opened else (arguments.answering_box(ctx), None)


@app.command("starts", epilog="Example: legacytrack starts ana --hq brazil --hq egypt")
def starts(
    ctx: typer.Context,
    who: Annotated[
        str | None,
        typer.Argument(
            metavar="[PLAYER]", help="Who wants to start.", autocompletion=complete.players
        ),
    ] = None,
    hq: Annotated[
        list[str] | None,
        typer.Option(
            "--hq",
            metavar="PLACE",
            help="Where an HQ stands already; more than once if need be.",
            autocompletion=complete.territories,
        ),
    ] = None,
    at: Annotated[
        list[str] | None,
        typer.Option(
            "--at", metavar="PLACE", help="Only about this place.", autocompletion=complete.places
        ),
    ] = None,
    join: Annotated[
        bool, typer.Option("--join", help="To join the war again, without a new HQ.")
    ] = False,
) -> Page:
    """Where may I start, and why not elsewhere?"""
    from legacytrack.model.games import playing
    from legacytrack.rules.starts import starts as legal_starts

    opened = arguments.campaign(ctx)
    world, box = opened.world, opened.box
    player = arguments.player(world, who) if who else None
    hqs = [arguments.territory(box, world, word) for word in arguments.separate(hq or ())]
    on = playing(world)
    if join and not (on and player in on.hands):
        what = "Only who plays the game that is on joins the war again."
        raise UsageError(Finding("usage", "--join", what, "legacytrack starts PLAYER --join"))
    among = arguments.places(box, world, at) if at else list(box.territories)
    hand = on.hands.get(player or "") if on else None
    if on and player and hand and (join or (hand.holds == () and hand.is_recorded)):
        from legacytrack.rules.join import joining

        found = joining(world, box, on, player, among)
        return ask.starts(world, box, found, world.player_name(player), among, joins=True)
    if on:
        hqs += [place for place, owner in on.hqs.items() if owner != player]
    found = legal_starts(world, box, player, hqs, among)
    return ask.starts(world, box, found, world.player_name(player), among)


@app.command("continents", epilog="Example: legacytrack continents")
def continents(ctx: typer.Context) -> Page:
    """What does each continent pay, and to whom?"""
    opened = arguments.campaign(ctx)
    return ask.continents(opened.world, opened.box)


@app.command("cards", epilog="Example: legacytrack cards 3 2 1 1")
def cards(
    ctx: typer.Context,
    coins: Annotated[
        list[str],
        typer.Argument(
            metavar="CARD...",
            help="The coins on each card of the hand; where sets are turned in, what it shows.",
            autocompletion=complete.symbols,
        ),
    ],
) -> Page:
    """What do the cards of my hand buy?"""
    from legacytrack.rules.cards import hand

    box, world = _box_and_world(ctx, arguments.campaign_if_any(ctx, broken_too=True))
    if box.has("sets of cards"):
        from legacytrack.cli import sets

        return sets.cards(box, world, coins)
    numbers = []
    for word in arguments.separate(coins):
        most = box.number("coin-cap")
        if not word.isdecimal() or not 1 <= int(word[:5]) <= most:
            what = f'"{word}" is no number of coins on a card: 1 to {most}.'
            fix = "give the coins of each card: legacytrack cards 3 2 1 1"
            raise UsageError(Finding("usage", "cards", what, fix))
        numbers.append(int(word))
    arguments.need(numbers, "cards", "No cards.", "legacytrack cards 3 2 1 1")
    return ask.cards(box, numbers, hand(box, numbers))


@app.command("rules", epilog="Example: legacytrack rules missiles")
def rules(
    ctx: typer.Context,
    topic: Annotated[
        str | None,
        typer.Argument(
            metavar="[TOPIC]", help="A topic or the id of a rule.", autocompletion=complete.topics
        ),
    ] = None,
) -> Page:
    """What do the rules say? In our own words, with the heading to look up."""
    from legacytrack.pages import rulebook

    box, _ = _box_and_world(ctx, arguments.campaign_if_any(ctx, broken_too=True))
    if topic is None:
        return rulebook.rule_list(box)
    known = [Named("topic", id, each["title"]) for id, each in box.topics.items()]
    laws = box.rules | box.told
    known.extend(Named("rule", id, id) for id in laws if id not in box.topics)
    try:
        named = find(topic, known, what="topic or rule")
    except NameNotFoundError as error:
        finding = error.findings[0]
        raise NameNotFoundError(
            finding._replace(fix=f"{finding.fix} All: legacytrack rules".strip())
        ) from error
    if named.kind == "topic":
        return rulebook.topic(box, named.id, box.topics[named.id])
    return rulebook.rule(laws[named.id], is_checked=named.id in box.rules)
