"""What TAB offers: ids, so that no shell has to quote anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import typer

from legacytrack.cli.output import Settings
from legacytrack.errors import LegacytrackError
from legacytrack.model.box import Box

if TYPE_CHECKING:
    from legacytrack.campaign.door import Campaign

Offers = list[tuple[str, str]]
SHELLS = ("bash", "zsh", "fish")
TELLERS = ("world", "history")


def _campaign(ctx: typer.Context) -> Campaign | None:
    settings = ctx.obj if isinstance(ctx.obj, Settings) else Settings()
    try:
        return settings.campaign()
    except LegacytrackError:
        return None


def _box(ctx: typer.Context) -> Box:
    from legacytrack.cli.parts import box_meant

    opened = _campaign(ctx)
    return opened.box if opened else box_meant(ctx)


_SLUG = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def _plain(offers: Iterable[tuple[str, str]]) -> Offers:
    """Leave out ids that are no slugs, and of descriptions all but letters and digits.

    They come from files of other people, what packets brought among them, and zsh evaluates what
    it is offered.
    """
    return [
        (id, " ".join("".join(char if char.isalnum() else " " for char in text).split()))
        for id, text in offers
        if _SLUG.issuperset(id) and not id.startswith("-")
    ]


def _after_comma(offers: Iterable[tuple[str, str]], incomplete: str) -> Offers:
    """Go on with a list: what stands before the last comma stays."""
    head, comma, _ = incomplete.rpartition(",")
    return [(f"{head}{comma}{id}", name) for id, name in offers]


def territories(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer territories."""
    box = _box(ctx)
    named = _plain((each.id, each.name) for each in box.territories.values())
    return _after_comma(named, incomplete)


def continents(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer continents."""
    return [(each.id, each.name) for each in _box(ctx).continents.values()]


def places(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer territories and continents."""
    named = [(each.id, each.name) for each in _box(ctx).continents.values()]
    return _after_comma(named, incomplete) + territories(ctx, incomplete)


def players(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer the players of this world."""
    opened = _campaign(ctx)
    return _plain(opened.world.players.items()) if opened else []


def seated(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer the players of the game that is on, or all when none is."""
    from legacytrack.model.games import playing

    opened = _campaign(ctx)
    on = playing(opened.world) if opened else None
    if not opened or not on:
        return players(ctx, incomplete)
    return _plain((id, opened.world.player_name(id)) for id in on.hands)


def cards(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer what cards show, or coin cards and then the cards of territories."""
    shown = symbols(ctx, incomplete)
    if shown:
        return shown
    return _after_comma([("coin", "a coin card")], incomplete) + territories(ctx, incomplete)


def symbols(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer what the cards of this box show; nothing where cards go by their territory."""
    return _after_comma(
        _plain((each.id, each.name) for each in _box(ctx).cards.values()), incomplete
    )


def drawn(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer what may be taken at the end of a turn: a card on show, a coin card, a mission."""
    from legacytrack.model.games import playing

    opened = _campaign(ctx)
    if opened and opened.box.cards:
        return symbols(ctx, incomplete)
    on = playing(opened.world) if opened else None
    words = [("coin", "a coin card"), ("mission", "a mission instead")]
    if not opened or not on or not on.side_board.slots:
        return words + territories(ctx, incomplete)
    box = opened.box
    lying = [id for id in on.side_board.slots if id in box.territories]
    return _plain((id, box.territories[id].name) for id in lying) + words


def players_offered(ctx: typer.Context, args: list[str], incomplete: str) -> Offers:
    """Offer the players of this world, for an option that typer does not make itself."""
    return players(ctx, incomplete)


def players_and_places(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer players first, then territories and continents."""
    return players(ctx, incomplete) + places(ctx, incomplete)


def factions(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer factions."""
    return _plain((each.id, each.name) for each in _box(ctx).factions.values())


def powers(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer the powers of the faction that is typed already, or of all."""
    box = _box(ctx)
    typed = str(ctx.params.get("faction") or "")
    chosen = [each for each in box.factions.values() if typed in each.id] or box.factions.values()
    return _plain((power.id, power.name) for each in chosen for power in each.powers.values())


def scars(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer the kinds of scar."""
    return _plain((each.id, each.name) for each in _box(ctx).scars.values())


def cities(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer the kinds of city."""
    return _plain((each.word, each.name) for each in _box(ctx).cities.values())


def scarred(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer the territories of this world that carry a scar."""
    return _where(ctx, lambda opened, id: bool(opened.world.scar(id)))


def with_city(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer the territories of this world that have a city."""
    return _where(ctx, lambda opened, id: bool(opened.world.city(id)))


def _where(ctx: typer.Context, fits: Callable[[Campaign, str], bool]) -> Offers:
    opened = _campaign(ctx)
    if not opened:
        return []
    return _plain(
        (each.id, each.name) for each in opened.box.territories.values() if fits(opened, each.id)
    )


def shown(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer all that `show` can show."""
    words = [
        ("cards", "all territory cards"),
        ("factions", "all factions"),
        ("found", "out of packets"),
    ]
    return players(ctx, incomplete) + words + factions(ctx, incomplete) + places(ctx, incomplete)


def campaigns(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer the campaigns in the data folder."""
    from legacytrack.store.places import campaigns as kept

    return _plain((id, "") for id in kept())


def topics(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer topics and rule ids."""
    box = _box(ctx)
    named = [(id, topic["title"]) for id, topic in box.topics.items()]
    return _plain(named + [(rule.id, rule.cite) for rule in (box.rules | box.told).values()])


def boxes(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer the boxes of the package, and the folders here that have one."""
    from legacytrack.store.box_files import boxes as known
    from legacytrack.store.box_folders import folders_here

    own = _plain((name, "a folder here") for name in folders_here())
    return [(id, "") for id in known()] + [(f"./{name}", said) for name, said in own]


def shells(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer the shells that completion is made for."""
    return [(shell, "") for shell in SHELLS]


def schemas(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer what there is a schema of."""
    return [("world", "the world file"), ("campaign", "what export json gives")]


def languages_offered(ctx: typer.Context, args: list[str], incomplete: str) -> Offers:
    """Offer the languages of names, for an option that typer does not make itself."""
    return _plain((code, "") for code in _box(ctx).languages)


def directions(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer the two ways a bonus can go."""
    return [("plus", "one more"), ("minus", "one less")]


def entrants(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer players, and after `ana=` the factions."""
    who, sign, _ = incomplete.partition("=")
    if not sign:
        return [(f"{id}=", name) for id, name in players(ctx, incomplete)]
    return [(f"{who}={id}", name) for id, name in factions(ctx, incomplete)]


def conditions(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer the conditions printed on packets."""
    return [(each.id, each.says) for each in _box(ctx).packets.values()]


def effects(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer the words of the vocabulary of effects."""
    from legacytrack.model.found import EFFECTS

    return [
        (name if effect.value == "yes" else f"{name}=", effect.says)
        for name, effect in EFFECTS.items()
    ]


def tellers(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer the two files that tell how the world is."""
    return [(TELLERS[0], "the file as it is now"), (TELLERS[1], "what was recorded")]


def safety_copies(ctx: typer.Context, incomplete: str) -> Offers:
    """Offer the safety copies of this campaign, the newest first."""
    from legacytrack.campaign.copying import kept

    settings = ctx.obj if isinstance(ctx.obj, Settings) else Settings()
    try:
        found = kept(settings.places())
    except LegacytrackError:
        return []
    return _plain((str(copy.number), copy.said) for copy in found)
