"""Any run of table commands on real files: each thing is in one place, and all can be undone."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.campaign.checking import check
from legacytrack.campaign.door import Campaign
from legacytrack.campaign.recording import record
from legacytrack.campaign.undoing import redo, undo
from legacytrack.errors import RefusedError, UndoError, UsageError
from legacytrack.model.box import Box
from legacytrack.model.change import same
from legacytrack.model.games import COIN, Playing, played, playing
from legacytrack.model.world import World
from legacytrack.rules.begin import Entrant, begin_game
from legacytrack.rules.control import controlled, hold, leave, stars_of, take
from legacytrack.rules.games import place_hq, sign_game
from legacytrack.rules.hands import hold_cards, turn_in
from legacytrack.rules.join import eliminate, join, places_to_join
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.side_board import MISSION, deck, draw, lay_slots
from legacytrack.rules.stars import give_stars, spend_missiles
from legacytrack.rules.turn import next_turn
from legacytrack.store import history, world_file
from legacytrack.store.places import Places

FEW = settings(max_examples=15, deadline=None)
PLAYERS = ("a", "b", "c", "d")
START = (
    b'# ours\nformat = 1\nbox = "risk-legacy" # printed\n\n'
    b"[cards.peru]\ncoins = 2\n[cards.iceland]\ndestroyed = true\n\n"
    b'[factions.imperial-balkania]\npowers = ["expand-four"]\n\n'
    b'[territories.japan.city]\nkind = "major-city" # the first\nfounder = "b"\n\n'
    + b"".join(b'[players.%c]\nname = "%c"\n\n' % (id, id - 32) for id in b"abcd")
    + b"# the table\n[game]\nnumber = 1\n"
    b'[game.players.a]\nfaction = "imperial-balkania" # always\nhq = "brazil"\nstars = 1\n'
    b'[game.players.b]\nfaction = "khan-industries"\nhq = "egypt"\nmissiles = 2\n'
    b'[game.players.c]\nfaction = "die-mechaniker"\nhq = "ural"\nstars = 1\n'
)
# A small part of the board, so that everybody is in the way of everybody.
PLACES = ("brazil", "peru", "argentina", "venezuela", "egypt", "ural", "japan", "alaska", "china")
CARDS = (*PLACES, "iceland", COIN, COIN, COIN)

Move = tuple[Callable[..., Outcome], dict[str, Any]]


def chosen(world: World, box: Box, number: int) -> Move:
    """Choose what is said next at the table by a number: often what fits, sometimes anything."""
    by = Random(number)
    on = playing(world)
    if not on:
        entrants = [
            Entrant(player, faction)
            for player, faction in zip(by.sample(PLAYERS, 3), box.factions, strict=False)
        ]
        return begin_game, {"entrants": entrants, "number": None, "not_taken": True}
    player = by.choice(list(on.hands))
    hand = on.hands[player]
    some = by.sample(PLACES, by.randint(1, 3))
    if not hand.hq and by.random() < 0.5:
        return place_hq, {"player": player, "territory": by.choice(PLACES)}
    moves: list[Callable[[], Move]] = [
        lambda: (hold, {"player": player, "territories": some}),
        lambda: (take, {"player": player, "territories": some}),
        lambda: (take, {"player": on.turn.player or player, "territories": some}),
        lambda: (leave, {"player": player, "territories": _some(by, controlled(on, player), some)}),
        lambda: (
            join,
            {"player": player, "territory": _one(by, places_to_join(world, box, player))},
        ),
        lambda: (eliminate, {"player": player}),
        lambda: (
            give_stars,
            {"player": player, "number": by.randint(1, 2), "pile": by.random() < 0.4},
        ),
        lambda: (spend_missiles, {"spent": {player: by.randint(1, 3)}}),
        lambda: (hold_cards, {"player": player, "cards": by.sample(CARDS, by.randint(0, 4))}),
        lambda: (hold_cards, {"player": player, "cards": [COIN] * by.choice([2, 5, 9])}),
        lambda: (turn_in, _given(by, player, hand.cards)),
        lambda: (lay_slots, {"territories": by.sample(list(box.territories), 4)}),
        lambda: (lay_slots, {"territories": [by.choice(deck(world, box).cards)]}),
        lambda: (draw, _drawn(by, world, box, player)),
        lambda: (draw, _drawn(by, world, box, on.turn.player or player)),
        lambda: (next_turn, {"player": by.choice([None, None, player])}),
    ]
    if by.random() < 0.04:
        words = {"winner": player, "out": [], "date": None, "note": "", "held": {}}
        return sign_game, words
    return by.choice(moves)()


def _one(by: Random, places: tuple[str, ...]) -> str:
    near = [place for place in places if place in PLACES]
    return by.choice(near or PLACES)


def _some(by: Random, places: tuple[str, ...], others: list[str]) -> list[str]:
    return by.sample(places, by.randint(1, len(places))) if places else others


def _given(by: Random, player: str, cards: tuple[str, ...] | None) -> dict[str, Any]:
    star = by.random() < 0.5
    has = list(cards or CARDS)
    number = 4 if star else by.randint(1, 3)
    return {"player": player, "cards": by.sample(has, min(number, len(has))), "star": star}


def _drawn(by: Random, world: World, box: Box, player: str) -> dict[str, Any]:
    on = playing(world)
    assert on
    lying = [each for each in on.side_board.slots if each]
    mine = [each for each in lying if each in controlled(on, player)]
    card = by.choice([*mine, *mine, *lying, COIN, COIN, MISSION, by.choice(PLACES)])
    new = by.choice([None, by.choice(deck(world, box).cards), by.choice(PLACES)])
    return {"player": player, "card": card, "new": new, "stars": None}


# What always holds


@contextmanager
def table() -> Iterator[Places]:
    """Put a world with a game that is on in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        places = Places(Path(folder) / "world.toml", "a test")
        places.world.write_bytes(START)
        yield places


def bytes_of(places: Places) -> tuple[bytes, bytes]:
    """Read the two files of a campaign."""
    told = places.history.read_bytes() if places.history.exists() else b""
    return places.world.read_bytes(), told


def do(places: Places, number: int) -> bool:
    """Record what a number chooses if the rules let it in; a refusal changes no byte, and says why."""
    campaign, before = Campaign(places), bytes_of(places)
    rule, words = chosen(campaign.world, campaign.box, number)
    try:
        record(campaign, lambda world, box: rule(world, box, **words), command=rule.__name__)
    except (RefusedError, UsageError) as error:
        assert bytes_of(places) == before
        assert all(finding.what and finding.fix for finding in error.findings)
        for finding in error.findings:
            law = campaign.box.rules.get(finding.rule)
            assert law is None or finding.cite == law.cite
        return False
    fits(places)
    return True


def fits(places: Places) -> None:
    """Expect that nothing is wrong, and count the table once more by hand."""
    campaign = Campaign(places)
    assert check(campaign) == ((), (), ())
    entries = history.read(places.history).entries
    if entries:
        assert same(history.fold(entries), world_file.parse(*_file(places)))
    on = playing(campaign.world)
    if on:
        _each_thing_is_in_one_place(on, campaign.box)
        _stars_add_up(campaign.world, on)


def _file(places: Places) -> tuple[bytes, Path]:
    return places.world.read_bytes(), places.world


def _each_thing_is_in_one_place(on: Playing, box: Box) -> None:
    held = Counter(place for hand in on.hands.values() for place in set(hand.holds or ()))
    assert max(held.values(), default=1) == 1
    cards = [card for hand in on.hands.values() for card in hand.cards or ()]
    lying = Counter(filter(None, (*cards, *on.side_board.slots, *on.side_board.discards)))
    coins = lying.pop(COIN, 0)
    assert coins <= box.number("coin-cards")
    assert max(lying.values(), default=1) == 1
    assert "iceland" not in lying
    assert len(on.side_board.slots) in (0, 4)
    assert all(not hand.holds for hand in on.hands.values() if hand.out)


def _stars_add_up(world: World, on: Playing) -> None:
    seats = world.table("game", "players")
    holder = {place: id for id, seat in seats.items() for place in seat.get("holds", ())}
    for id, seat in seats.items():
        stars = seat.get("stars", 0)
        for owner, other in seats.items():
            hq = other.get("hq")
            unrecorded = "holds" not in other and hq not in holder
            stars += hq is not None and (holder.get(hq) == id or (unrecorded and owner == id))
        assert stars_of(on, id) == stars
        assert seat.get("missiles", 0) >= 0


# The properties

EVENINGS = st.lists(st.integers(0, 10**6), min_size=1, max_size=30)


@FEW
@given(EVENINGS)
def test_any_run_at_the_table_breaks_nothing(evening: list[int]) -> None:
    """After each accepted command every territory has one holder, every card one place, and all adds up."""
    with table() as places:
        for number in evening:
            do(places, number)


@FEW
@given(EVENINGS)
def test_any_run_at_the_table_can_be_undone(evening: list[int]) -> None:
    """Step by step or at once, undo gives back each text of the world file to the byte."""
    with table() as places:
        texts = [START]
        texts += [places.world.read_bytes() for number in evening if do(places, number)]
        for text in reversed(texts[:-1]):
            undo(Campaign(places), command="undo")
            assert places.world.read_bytes() == text
            fits(places)
        for text in texts[1:]:
            redo(Campaign(places), command="redo")
            assert places.world.read_bytes() == text
        if len(texts) > 1:
            undo(Campaign(places), to=0, command="undo")
        assert places.world.read_bytes() == START


@FEW
@given(EVENINGS, st.lists(st.integers(1, 20), max_size=6))
def test_old_changes_of_the_table_can_be_taken_alone(evening: list[int], taken: list[int]) -> None:
    """An old change is taken back alone, or not at all where something stands on it."""
    with table() as places:
        for at, number in enumerate(evening):
            do(places, number)
            if at < len(taken):
                before = bytes_of(places)
                try:
                    undo(Campaign(places), taken[at], command="undo")
                except UndoError:
                    assert bytes_of(places) == before
        fits(places)


def test_a_long_evening() -> None:
    """In a long run of commands each of them comes in some time, and all of them can be undone."""
    done: Counter[str] = Counter()
    with table() as places:
        for number in range(300):
            campaign = Campaign(places)
            rule, _ = chosen(campaign.world, campaign.box, number)
            done[rule.__name__] += do(places, number)
        assert played(Campaign(places).world)
        assert min(done.values()) >= 1, done
        assert len(done) == 15
        undo(Campaign(places), to=0, command="undo")
        assert places.world.read_bytes() == START
