"""From words to ids: the arguments that commands share, and how they are understood."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any

import typer

from legacytrack.cli import complete
from legacytrack.cli.lists import whole_names
from legacytrack.cli.output import Settings, options_and_names, talk
from legacytrack.cli.parts import box_meant
from legacytrack.errors import FileError, Finding, NameNotFoundError, UsageError
from legacytrack.model.box import Box, Power
from legacytrack.model.names import Named, find, fold
from legacytrack.model.text import plain_text
from legacytrack.model.world import World

if TYPE_CHECKING:
    from legacytrack.campaign.door import Campaign

Territory = Annotated[
    str, typer.Argument(metavar="PLACE", help="A territory.", autocompletion=complete.territories)
]
Scarred = Annotated[
    str,
    typer.Argument(metavar="PLACE", help="A scarred one.", autocompletion=complete.scarred),
]
WithCity = Annotated[
    str,
    typer.Argument(metavar="PLACE", help="One with a city.", autocompletion=complete.with_city),
]
Continent = Annotated[
    str,
    typer.Argument(metavar="CONTINENT", help="A continent.", autocompletion=complete.continents),
]


def settings_of(ctx: typer.Context) -> Settings:
    """The settings of this run."""
    if not isinstance(ctx.obj, Settings):
        ctx.obj = Settings()
    return ctx.obj


def campaign(ctx: typer.Context) -> Campaign:
    """Open the campaign that is meant, and say on stderr what is wrong with its file."""
    opened = settings_of(ctx).campaign()
    say(opened)
    talk(
        [
            f"note: {finding.what} It is passed over (legacytrack check)."
            for finding in opened.misshapen
            if finding not in opened.told
        ]
    )
    opened.told = opened.misshapen
    return opened


def say(opened: Campaign) -> None:
    """Say what a campaign has to tell beside the answer, once."""
    talk(opened.talk)
    opened.talk.clear()


def campaign_if_any(ctx: typer.Context, *, broken_too: bool = False) -> Campaign | None:
    """Open the campaign that is meant, or none when nothing says which.

    With `broken_too` the printed box serves where the world file cannot be read, and that is said.
    """
    try:
        return campaign(ctx)
    except FileError as error:
        finding = error.findings[0]
        settings = settings_of(ctx)
        if settings.world is None and not settings.kept and finding.rule == "no-world":
            return None
        if not broken_too:
            raise
        _say_which_box(ctx, finding)
        return None


def answering_box(ctx: typer.Context) -> Box:
    """The box of the world that is meant, for an answer that needs nothing else of it.

    Where it cannot be opened the first one answers, and that is said.
    """
    settings, box = settings_of(ctx), box_meant(ctx)
    if settings.no_box and not settings.told_no_box:
        _say_which_box(ctx, settings.no_box)
    return box


def _say_which_box(ctx: typer.Context, why: Finding) -> None:
    settings_of(ctx).told_no_box = True
    talk([f"note: {why.what} The answer is that of the printed box of {box_meant(ctx).title}."])


def by_and_game(
    ctx: typer.Context, world: World, *, reward: bool = False
) -> tuple[str | None, int | None]:
    """Take the player (id) of `--by` and the game of `--game`, or the game that is meant.

    A reward belongs to the last game on record; what else is done, to the game that is on.
    """
    from legacytrack.model.games import last_played, playing

    settings = settings_of(ctx)
    on = None if reward else playing(world)
    meant = on.number if on else last_played(world)
    return player_or_none(world, settings.by), settings.game or meant


def typed(ctx: typer.Context) -> str:
    """The command as it was typed, for the history."""
    import shlex

    settings = settings_of(ctx)
    words, names = options_and_names(settings.words)
    # Where the file lies and how the answer looked are of no interest to the history.
    looks = ("--world", "--format", *(("--names",) if settings.command != "new" else ()))
    for option in looks:
        while option in words:
            at = words.index(option)
            del words[at : at + 2]
    kept = [
        word
        for word in words
        if word != "--json" and not word.startswith(tuple(f"{option}=" for option in looks))
    ]
    # A byte that is no text may have been typed where a later option took its place.
    return shlex.join([*kept, *names]).encode("utf-8", "backslashreplace").decode()


def separate(words: Iterable[str]) -> list[str]:
    """Take lists apart: words come with spaces or commas between them."""
    return [part.strip() for word in words for part in word.split(",") if part.strip()]


@lru_cache(2)
def territories_named(
    box: Box, world: World | None = None, *, other_languages: bool = False
) -> list[Named]:
    """Everything that can mean a territory: its names, older names, and that of its city.

    With `other_languages` also its names in those.
    """
    others = box.names["territories"] if other_languages else {}
    return [
        Named(
            "territory",
            each.id,
            each.name,
            (*each.aliases, *others.get(each.id, ())),
            _city(world, each.id),
        )
        for each in box.territories.values()
    ]


def _city(world: World | None, id: str) -> tuple[str, ...]:
    city = world.city(id) if world else None
    return (city.name,) if city and city.name else ()


def continents_named(
    box: Box, world: World | None = None, *, other_languages: bool = False
) -> list[Named]:
    """Everything that can mean a continent: its atlas name, and the one it was given.

    With `other_languages` also its names in those.
    """
    others = box.names["continents"] if other_languages else {}
    named = []
    for each in box.continents.values():
        given = world.continent(each.id).name if world else ""
        aliases = others.get(each.id, ())
        named.append(Named("continent", each.id, each.name, aliases, (given,) if given else ()))
    return named


def _in_other_letters(words: Iterable[str]) -> bool:
    """Tell whether words may be of another language, whose names are worth reading then."""
    return not all(map(str.isascii, words))


def places_named(box: Box, world: World | None, words: Iterable[str]) -> list[Named]:
    """Everything that words can mean on the board: territories, then continents."""
    others = _in_other_letters(words)
    return [
        *territories_named(box, world, other_languages=others),
        *continents_named(box, world, other_languages=others),
    ]


def players_named(world: World) -> list[Named]:
    """Everybody who plays in a campaign."""
    return [Named("player", id, name) for id, name in world.players.items()]


def territory(box: Box, world: World | None, word: str) -> str:
    """Find the territory that a word means."""
    hint = "All of them: legacytrack show cards"
    others = _in_other_letters((word,))
    known = territories_named(box, world, other_languages=others)
    found = find(word, known, what="territory", hint=hint)
    if fold(word) not in map(fold, (found.id, found.name, *found.aliases)):
        # A part of a name is enough, but not where it is the whole name of a continent.
        for whole in continents_named(box, world, other_languages=others):
            if fold(word) in map(fold, (whole.id, whole.name, *whole.aliases, *whole.given)):
                what = f'"{word}" is a continent, not a territory.'
                fix = f"for {found.name}, write {found.id}"
                raise NameNotFoundError(Finding("unknown-name", "", what, fix))
    return found.id


def continent(box: Box, world: World | None, word: str) -> str:
    """Find the continent that a word means."""
    hint = f"There is {', '.join(box.continents)}"
    known = continents_named(box, world, other_languages=_in_other_letters((word,)))
    return find(word, known, what="continent", hint=hint).id


def places(box: Box, world: World | None, words: Sequence[str]) -> list[str]:
    """Find the territories that words mean, a continent standing for all of its own."""
    words = separate(words)
    known = places_named(box, world, words)
    found: list[str] = []
    for word in whole_names(words, known):
        named = find(
            word,
            known,
            what="territory or continent",
            hint="All of them: legacytrack show cards, legacytrack continents",
        )
        found.extend(
            box.continents[named.id].territories if named.kind == "continent" else (named.id,)
        )
    return list(dict.fromkeys(found))


def territory_words(box: Box, world: World | None, words: Iterable[str]) -> list[str]:
    """Take a list of territories apart; words that are one name together stay together."""
    return whole_names(separate(words), territories_named(box, world))


def player(world: World, word: str, where: str = "") -> str:
    """Find the player that a word means; an unknown one is asked about, never made."""
    hint = f'A new player? legacytrack player add "{word}"'
    return find(word, players_named(world), what="player", where=where, hint=hint).id


def player_or_none(world: World, word: str | None) -> str | None:
    """Find the player that `--by` means, if it was given."""
    return None if word is None else player(world, word, "--by")


def faction(box: Box, word: str) -> str:
    """Find the faction that a word means."""
    known = [Named("faction", each.id, each.name) for each in box.factions.values()]
    hint = f"There is {', '.join(box.factions)}"
    return find(word, known, what="faction", hint=hint).id


def power(box: Box, word: str, faction: str | None = None) -> Power:
    """Find the power that a word means, of one faction or of all."""
    factions = [box.factions[faction]] if faction else list(box.factions.values())
    known = {each.id: each for one in factions for each in one.powers.values()}
    hint = "" if faction is None else f"It has {' and '.join(known)}."
    what = f"power of {box.factions[faction].name}" if faction else "power"
    named = [Named("power", each.id, each.name) for each in known.values()]
    return known[find(word, named, what=what, hint=hint).id]


def reason(text: str | None) -> str | None:
    """Take the reason of `--anyway`, which has to say something."""
    if text is None:
        return None
    if text.startswith("-"):  # an option that stands where the reason was forgotten
        what = f"--anyway needs a reason; {text} is an option."
        raise UsageError(Finding("usage", "--anyway", what, '--anyway "the packet says so"'))
    return plain_text(text, what="reason of --anyway")


def need(value: Any, where: str, what: str, fix: str) -> None:
    """Ask for an argument that is missing."""
    if not value:
        raise UsageError(Finding("usage", where, what, fix))


def date(text: str | None) -> str | None:
    """Take a day in ISO form."""
    import datetime

    if text is None:
        return None
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        what = f'"{text}" is no day.'
        raise UsageError(Finding("usage", "--date", what, "write it like 2026-01-03")) from None


def confirm(yes: bool, question: str) -> None:
    """Ask before a game ends or comes back; nothing is the default, and a script has to say --yes."""
    import sys

    if yes:
        return
    if not (sys.stdin and sys.stdin.isatty()):
        raise UsageError(Finding("needs-yes", "--yes", question, "add --yes to do it"))
    typer.confirm(question, default=None, abort=True, err=True)
