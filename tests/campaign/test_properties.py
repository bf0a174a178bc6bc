"""Any evening, in any order: the history tells the world, nothing is broken, all can be undone."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.campaign.checking import check, log
from legacytrack.campaign.door import Campaign
from legacytrack.campaign.recording import Step, record
from legacytrack.campaign.undoing import redo, undo
from legacytrack.errors import RefusedError, UndoError, UsageError
from legacytrack.model.change import same
from legacytrack.rules import limits
from legacytrack.rules.cards import add_coins, destroy_card
from legacytrack.rules.cities import fortify_city, found_city, wear_fortification
from legacytrack.rules.continents import change_bonus, name_continent
from legacytrack.rules.factions import choose_power
from legacytrack.rules.lots import coins_by_lot, powers_by_lot
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.planet import name_planet
from legacytrack.rules.players import add_players, merge_players, rename_player
from legacytrack.rules.scars import cancel_scar, place_scar
from legacytrack.store import history, world_file
from legacytrack.store.box_files import open_box
from legacytrack.store.entries import digest
from legacytrack.store.places import Places

FEW = settings(max_examples=15, deadline=None)
FEWER = settings(max_examples=8, deadline=None)  # for those that write each text three times


# Worlds to begin with

MADE = b"""\
# A world.

format = 1
box = "risk-legacy"
name = "Ours"

[players.a]
name = "A"

[players.b]
name = "B"

[players.c]
name = "C"
"""
BY_HAND = (
    b"""\
# ours, since 2019
[cards] # all that we know
# brazil is the good one
brazil.coins = 2   # two!


[players]
a = { name = "A" } # she
b.name = 'B'
[players.c]
name = "C"
house = "rule"

[territories.ural.city]
name = "Stalgrad"   # where it all began
kind = "minor-city"
[territories.alaska]
scar = { kind = "bunker", by = "a" }
""",
    b"\xef\xbb\xbf" + MADE.replace(b"\n", b"\r\n").rstrip(),
    b'players={a={name="A"},b={name="B"},c={name="C"}}#all\nmood=[2026-01-03,inf,nan]',
    MADE + b"\n[[evening]]\nbeer = 3\n[[evening]] # again\n\n[territories.peru] # empty\n#\n",
    MADE.replace(b"[players.b]", b"\t[players.b]").replace(b'"B"', b'"""B"""'),
)
_STARTS = st.sampled_from((MADE, *BY_HAND))
ALL_USED = (
    MADE
    + b"""
[territories.alaska]
scar = { kind = "bunker", game = 1 }
city = { kind = "world-capital" }
fortification = { boxes = 9, replaced = 4 }
[territories.japan.scar]
kind = "bunker"
[territories.china.scar]
kind = "bunker"
[cards.peru]
coins = 6
[continents.asia]
name = "Mud"
bonus_change = 1
"""
)


# What can happen

_PLAYERS = st.sampled_from(["a", "b", "c", None])
_GAMES = st.sampled_from([None, 1, 2, 15])
_PLACES = st.sampled_from(["alaska", "peru", "ural", "brazil", "egypt"])
_CONTINENTS = st.sampled_from(["asia", "europe"])
_NAMES = st.sampled_from(["Ruin", 'Zoë\'s "place"', "[x]", "a = 1 # b", "\\", "'''"])


class Done(NamedTuple):
    """A recording rule with its words, so that an example that fails can be read."""

    rule: Callable[..., Outcome]
    words: dict[str, Any]

    @property
    def step(self) -> Step:
        """The rule, waiting for a world."""
        if self.rule in (add_players, rename_player, merge_players):
            return lambda world, box: self.rule(world, **self.words)
        return lambda world, box: self.rule(world, box, **self.words)


def _done(rule: Callable[..., Outcome], **words: st.SearchStrategy[Any]) -> st.SearchStrategy[Done]:
    return st.fixed_dictionaries(words).map(lambda chosen: Done(rule, chosen))


_WHO = {"by": _PLAYERS, "game": _GAMES}
_FACTION_POWERS = st.sampled_from(
    [(faction.id, power) for faction in open_box().factions.values() for power in faction.powers]
)
_RECORDS = st.one_of(
    _done(place_scar, territory=_PLACES, scar=st.sampled_from(["bunker", "ammo-shortage"]), **_WHO),
    _done(cancel_scar, territory=_PLACES, **_WHO),
    _done(
        found_city,
        territory=_PLACES,
        city=st.sampled_from(["minor-city", "major-city", "world-capital"]),
        name=_NAMES | st.just(""),
        **_WHO,
    ),
    _done(fortify_city, territory=_PLACES, **_WHO),
    _done(wear_fortification, territory=_PLACES, boxes=st.integers(1, 6)),
    _done(add_coins, territories=st.lists(_PLACES, min_size=1, max_size=3), **_WHO),
    _done(destroy_card, territory=_PLACES, **_WHO),
    _done(name_continent, continent=_CONTINENTS, name=_NAMES, **_WHO),
    _done(change_bonus, continent=_CONTINENTS, change=st.sampled_from([1, -1]), **_WHO),
    _done(name_planet, name=_NAMES, **_WHO),
    _done(add_players, names=st.lists(_NAMES, min_size=1, max_size=2)),
    _done(rename_player, player=st.sampled_from("abc"), name=_NAMES),
    _done(coins_by_lot, seed=st.integers(0, 9)),
    _done(powers_by_lot, seed=st.integers(0, 9)),
    _FACTION_POWERS.map(
        lambda chosen: Done(choose_power, {"faction": chosen[0], "power": chosen[1]})
    ),
)
_MERGED = _done(merge_players, player=st.just("c"), into=st.sampled_from("ab"))
_EVENINGS = st.lists(_RECORDS, min_size=1, max_size=12)


# What always holds


@contextmanager
def world_of(text: bytes) -> Iterator[Places]:
    """Put a world in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        places = Places(Path(folder) / "world.toml", "a test")
        places.world.write_bytes(text)
        yield places


def take(places: Places, done: Done, **more: Any) -> bool:
    """Record something if the rules let it in; a refusal changes no byte."""
    before = bytes_of(places)
    try:
        record(Campaign(places), done.step, command=f"{done.rule.__name__} {done.words}", **more)
    except (RefusedError, UsageError):
        assert bytes_of(places) == before
        return False
    return True


def bytes_of(places: Places) -> tuple[bytes, bytes]:
    told = places.history.read_bytes() if places.history.exists() else b""
    return places.world.read_bytes(), told


def data(places: Places) -> dict[str, Any]:
    return world_file.parse(places.world.read_bytes(), places.world)


def holds(places: Places) -> None:
    """Expect that the history tells exactly the world file, by number, digest and digest."""
    told = history.read(places.history)
    assert told.damaged == ()
    entries = told.entries
    if entries:
        assert same(history.fold(entries), data(places))
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        digests = [entry.after for entry in entries]
        assert [entry.before for entry in entries[1:]] == digests[:-1]
        assert digests[-1] == digest(data(places))


def silent(places: Places) -> None:
    """Expect that nothing is wrong."""
    campaign = Campaign(places)
    assert campaign.talk == []
    assert limits.broken(campaign.world, campaign.box) == ()
    assert check(campaign) == ((), (), ())


# The properties


@FEW
@given(_STARTS, _EVENINGS)
def test_accepted_commands_break_nothing(start: bytes, evening: list[Done]) -> None:
    """After every accepted command the history tells the world, and a check is silent."""
    with world_of(start) as places:
        for done in evening:
            if take(places, done):
                holds(places)
        silent(places)


@FEWER
@given(_STARTS, _EVENINGS)
def test_all_can_be_undone(start: bytes, evening: list[Done]) -> None:
    """Step by step or at once, undo gives back each text of the world file to the byte, redo too."""
    with world_of(start) as places:
        texts = [start]
        for done in evening:
            if take(places, done):
                texts.append(places.world.read_bytes())
        for text in reversed(texts[:-1]):
            undo(Campaign(places), command="undo")
            assert places.world.read_bytes() == text
        for text in texts[1:]:
            redo(Campaign(places), command="redo")
            assert places.world.read_bytes() == text
        if len(texts) > 1:
            undo(Campaign(places), to=0, command="undo")
        assert places.world.read_bytes() == start
        holds(places)


@FEW
@given(_STARTS, _EVENINGS, st.data())
def test_a_walk_through_the_history(start: bytes, evening: list[Done], more: st.DataObject) -> None:
    """However undo, redo and new records are mixed, the history tells the world, and all comes off."""
    ways = st.sampled_from(["record", "undo", "redo", "alone", "to", "remark"])
    with world_of(start) as places:
        first = data(places)
        for done in evening:
            way = more.draw(ways)
            if way == "record":
                take(places, done)
            elif way == "remark":
                places.world.write_bytes(
                    b"# a remark\n" + places.world.read_bytes().removeprefix(b"\xef\xbb\xbf")
                )
            else:
                take(places, done)
                top = len(history.read(places.history).entries) + 1
                wish: dict[str, Any] = {}
                if way == "alone":
                    wish = {"number": more.draw(st.integers(1, top))}
                elif way == "to":
                    wish = {"to": more.draw(st.integers(0, top))}
                before = bytes_of(places)
                try:
                    if way == "redo":
                        redo(Campaign(places), command="redo")
                    else:
                        undo(Campaign(places), **wish, command="undo")
                except UndoError:
                    assert bytes_of(places) == before
            holds(places)
        silent(places)
        if any(line.entry.number > 1 and line.in_force for line in log(Campaign(places))):
            try:
                undo(Campaign(places), to=0, command="undo")
            except UndoError as error:
                assert [finding.rule for finding in error.findings] == ["nothing-to-undo"]
        assert same(data(places), first)
        holds(places)


@FEWER
@given(
    st.sampled_from((MADE, ALL_USED)),
    st.lists(st.one_of(_RECORDS, _MERGED), min_size=1, max_size=12),
)
def test_leave_for_everything(start: bytes, evening: list[Done]) -> None:
    """With leave for every law too, a check stays silent, and the last change can always be undone."""
    with world_of(start) as places:
        texts = [start]
        for done in evening:
            if take(places, done, anyway="a house rule"):
                texts.append(places.world.read_bytes())
                holds(places)
        assert check(Campaign(places)).findings == ()
        for text in reversed(texts[:-1]):
            undo(Campaign(places), command="undo")
            assert places.world.read_bytes() == text
            assert check(Campaign(places)).findings == ()
        for text in texts[1:]:
            redo(Campaign(places), command="redo")
            assert places.world.read_bytes() == text
        holds(places)


@FEW
@given(_STARTS, _EVENINGS, st.lists(st.sampled_from(BY_HAND), max_size=3))
def test_whole_worlds_by_hand(start: bytes, evening: list[Done], others: list[bytes]) -> None:
    """Also when the file is exchanged for quite another, all is told, and the first world comes back."""
    with world_of(start) as places:
        first = data(places)
        recorded = False
        for at, done in enumerate(evening):
            if others and at % 3 == 1 and recorded:
                places.world.write_bytes(others.pop())
            if take(places, done):
                recorded = True
                holds(places)
        if recorded and not same(data(places), first):
            undo(Campaign(places), to=0, command="undo")
            assert same(data(places), first)
            holds(places)
