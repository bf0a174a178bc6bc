"""Any run of games on real files: nothing is broken, the history tells the world, all can be undone."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.campaign.checking import check
from legacytrack.campaign.door import Campaign
from legacytrack.campaign.recording import Step, record
from legacytrack.campaign.undoing import redo, undo
from legacytrack.errors import RefusedError, UndoError, UsageError
from legacytrack.model.box import Box
from legacytrack.model.change import same
from legacytrack.model.games import finished, played, playing, signatures
from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.begin import Entrant, begin_game
from legacytrack.rules.cards import add_coins, destroy_card
from legacytrack.rules.cities import fortify_city, found_city
from legacytrack.rules.continents import change_bonus, name_continent
from legacytrack.rules.factions import choose_power
from legacytrack.rules.found import define
from legacytrack.rules.games import correct_game, past_game, place_hq, sign_game
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.packets import open_packet
from legacytrack.rules.planet import name_planet, roll_off
from legacytrack.rules.players import merge_players
from legacytrack.rules.rewards import RULE_OF, choices, due, take
from legacytrack.rules.scars import cancel_scar, place_scar
from legacytrack.rules.standings import standings
from legacytrack.rules.starts import starts
from legacytrack.rules.supply import supplies, supply
from legacytrack.store import history, world_file
from legacytrack.store.places import Places

FEW = settings(max_examples=20, deadline=None)
PLAYERS = ("a", "b", "c", "d")
HEAD = b'# ours\nformat = 1\nbox = "risk-legacy" # printed\n\n'
NAMES = b"".join(b'[players.%c]\nname = "%c"\n\n' % (id, id - 32) for id in b"abcd")
STARTS = st.sampled_from(
    [
        HEAD + NAMES,
        HEAD + b"games_played = 4\n\n" + NAMES + b'[games.3] # the long one\nwinner = "b"\n',
        (HEAD + NAMES).replace(b"\n", b"\r\n"),
        HEAD
        + NAMES
        + b'[games.1]\nwinner = "a"\n[games.1.players]\na = { result = "won" }\n'
        + b'b = { result = "held-on", held = ["peru", "brazil"] } # he says\nc.result = "eliminated"\n',
    ]
)


# What can happen


def _reward(
    world: World, box: Box, *, kind: str, place: str, by: str | None, game: int | None
) -> Outcome:
    """Do what the command of a mark does: the mark, and the reward that it is."""
    meant = game or max(played(world), default=None)
    who: dict[str, Any] = {"by": by, "game": meant}
    change = 1 if supply(world, box, "continent-plus-supply").left else -1
    marks: dict[str, Callable[[], Outcome]] = {
        "name": lambda: name_continent(world, box, continent=place, name="Mud", **who),
        "bonus": lambda: change_bonus(world, box, continent=place, change=change, **who),
        "cancel": lambda: cancel_scar(world, box, territory=place, **who),
        "fortify": lambda: fortify_city(world, box, territory=place, **who),
        "destroy": lambda: destroy_card(world, box, territory=place, **who),
        "coin": lambda: add_coins(world, box, territories=[place], **who),
        "city major": lambda: found_city(
            world, box, territory=place, city="major-city", name="Roma", **who
        ),
        "city minor": lambda: found_city(
            world, box, territory=place, city="minor-city", name="", **who
        ),
    }
    return take(world, box, marks[kind](), kind, [place], by, meant)


def _begin(
    world: World, box: Box, *, players: Sequence[str], turns: Sequence[str], not_taken: bool
) -> Outcome:
    factions = list(box.factions)
    entrants = [
        Entrant(
            player,
            factions[(PLAYERS.index(player) + finished(world)) % len(factions)],
            turn=turns.index(player) + 1 if player in turns else None,
        )
        for player in players
    ]
    return begin_game(world, box, entrants=entrants, number=None, not_taken=not_taken)


class Done(NamedTuple):
    """A recording rule with its words, so that an example that fails can be read."""

    rule: Callable[..., Outcome]
    words: dict[str, Any]

    @property
    def step(self) -> Step:
        """The rule, waiting for a world."""
        if self.rule is merge_players:
            return lambda world, box: self.rule(world, **self.words)
        return lambda world, box: self.rule(world, box, **self.words)


def _done(rule: Callable[..., Outcome], **words: st.SearchStrategy[Any]) -> st.SearchStrategy[Done]:
    return st.fixed_dictionaries(words).map(lambda chosen: Done(rule, chosen))


_WHO = st.sampled_from(PLAYERS)
_WHO_OR_NOBODY = st.sampled_from([*PLAYERS, None])
_GAMES = st.sampled_from([1, 2, 3, 4])
_GAME_OR_NONE = st.sampled_from([None, None, 1, 2, 16])
_PLACES = st.sampled_from(["peru", "brazil", "ural", "egypt", "alaska", "japan"])
_SOME = st.lists(_WHO, unique=True, min_size=2, max_size=4)
_FOUND = st.sampled_from(
    [
        ("scars", "sand", {"name": "Sand", "supply": 2, "end_of_turn": -1, "no_marks": True}),
        ("scars", "cancel", {"name": "Cancel", "supply": 1}),
        ("cities", "crater", {"name": "Crater", "supply": 1, "ruin": True, "replaces_city": True}),
        ("cities", "sand", {"name": "Sand", "supply": 1, "population": 3}),
        ("powers", "loud", {"name": "Loud", "faction": "khan-industries", "missiles": 1}),
        ("powers", "mean", {"name": "Mean", "faction": "khan-industries", "missiles": -2}),
        ("factions", "gardeners", {"name": "The Gardeners"}),
        ("territories", "far", {"name": "Far", "sea": ["peru"], "coins": 3}),
        ("links", "x", {"from": "peru", "to": "japan"}),
        ("events", "rain", {"name": "Rain", "says": "It rains."}),
        ("rules", "coin-cap", {"limit": 2, "letter": "D", "cite": "Rule D"}),
        ("rules", "games-with-rewards", {"limit": 2}),
        ("rules", "no-singing", {"says": "Roll {d6}; nobody sings."}),
    ]
).map(
    lambda thing: Done(
        define, dict(zip(("table", "id", "values"), thing, strict=True), said=f"{thing[1]} found")
    )
)
_LIKELY = st.integers(0, 99)  # the next thing that a game asks for, chosen by this number
_OTHERS = st.one_of(
    _done(_begin, players=_SOME, turns=_SOME, not_taken=st.booleans()),
    _done(place_hq, player=_WHO, territory=_PLACES),
    _done(
        sign_game,
        winner=_WHO,
        out=st.lists(_WHO, unique=True, max_size=2),
        date=st.just("2026-01-03"),
        note=st.sampled_from(["", 'a "note" # here']),
        held=st.dictionaries(_WHO, st.lists(_PLACES, unique=True, max_size=2), max_size=2),
    ),
    _done(
        past_game,
        number=_GAMES,
        winner=_WHO,
        date=st.sampled_from([None, "2025-01-03"]),
        note=st.just(""),
    ),
    _done(
        correct_game,
        number=_GAMES,
        player=st.none(),
        values=st.fixed_dictionaries({"winner": _WHO}, optional={"note": st.just("so be it")}),
    ),
    _done(
        correct_game,
        number=_GAMES,
        player=_WHO,
        values=st.fixed_dictionaries(
            {},
            optional={
                "result": st.sampled_from(["held-on", "eliminated"]),
                "faction": st.sampled_from(["khan-industries", "die-mechaniker"]),
                "start": _PLACES,
                "held": st.lists(_PLACES, unique=True, min_size=1, max_size=2),
            },
        ),
    ),
    _done(
        _reward,
        kind=st.sampled_from(list(RULE_OF)),
        place=_PLACES | st.sampled_from(["asia", "europe"]),
        by=_WHO_OR_NOBODY,
        game=_GAME_OR_NONE,
    ).filter(lambda done: (done.words["kind"] in ("name", "bonus")) == _is_continent(done)),
    _done(
        place_scar,
        territory=_PLACES,
        scar=st.sampled_from(["bunker", "ammo-shortage", "sand"]),
        by=_WHO_OR_NOBODY,
        game=_GAME_OR_NONE,
    ),
    _done(
        found_city,
        territory=_PLACES,
        city=st.sampled_from(["crater", "sand", "world-capital"]),
        name=st.just(""),
        by=_WHO_OR_NOBODY,
        game=_GAME_OR_NONE,
    ),
    _done(
        choose_power,
        faction=st.just("khan-industries"),
        power=st.sampled_from(["hq-troop", "loud", "mean"]),
    ),
    _FOUND,
    _done(
        open_packet,
        name=st.just("the thin one"),
        condition=st.sampled_from([None, "player-eliminated"]),
        game=_GAME_OR_NONE,
    ),
    _done(merge_players, player=st.just("d"), into=st.sampled_from("abc")),
)
_EVENINGS = st.lists(st.one_of(_LIKELY, _LIKELY, _OTHERS), min_size=1, max_size=14)


def _is_continent(done: Done) -> bool:
    return done.words["place"] in ("asia", "europe")


def likely(world: World, box: Box, number: int) -> Done:
    """Choose what comes next in a run of games: a reward, the next game, an HQ, the signature."""
    draw = Random(number)
    on = playing(world)
    waiting = [(game, each) for game in played(world) for each in due(world, box, game)]
    if waiting and draw.random() < 0.8:
        game, first = waiting[0]
        kinds = choices(world, box, first, game)
        if kinds:
            kind = draw.choice(list(kinds))
            words = {"kind": kind, "place": draw.choice(kinds[kind]), "by": first.player}
            return Done(_reward, {**words, "game": game})
    seated = [player for player in PLAYERS if player in world.players]
    if not on:
        words = {"players": draw.sample(seated, min(len(seated), draw.choice([3, 4])))}
        turns = draw.choice(_rotations(words["players"]))
        return Done(_begin, {**words, "turns": turns, "not_taken": draw.random() < 0.5})
    for player, hand in on.hands.items():
        if not hand.hq:
            legal = starts(world, box, player, list(on.hqs)).legal
            return Done(place_hq, {"player": player, "territory": draw.choice(legal)})
    if draw.random() < 0.3:
        bare = [place for place in box.territories if not world.scar(place)]
        words = {"territory": draw.choice(bare), "scar": draw.choice(["bunker", "ammo-shortage"])}
        return Done(place_scar, {**words, "by": draw.choice(seated), "game": on.number})
    hands = list(on.hands)
    winner = draw.choice(hands)
    out = [player for player in hands if player != winner and draw.random() < 0.3]
    held = {player: ["peru", "ural"] for player in hands if draw.random() < 0.2}
    words = {"winner": winner, "out": out, "date": None, "note": "", "held": held}
    return Done(sign_game, words)


# What always holds


@contextmanager
def world_of(text: bytes) -> Iterator[Places]:
    """Put a world in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        places = Places(Path(folder) / "world.toml", "a test")
        places.world.write_bytes(text)
        yield places


def bytes_of(places: Places) -> tuple[bytes, bytes]:
    told = places.history.read_bytes() if places.history.exists() else b""
    return places.world.read_bytes(), told


def do(campaign: Campaign, move: Done | int) -> Campaign | None:
    """Record something if the rules let it in, and open the world as it is then.

    A refusal changes no byte, and says what is wrong and how to go on.
    """
    places, world = campaign.places, campaign.world
    done = likely(world, campaign.box, move) if isinstance(move, int) else move
    if not _can_be_typed(campaign, done):
        return None
    before = bytes_of(places)
    try:
        record(campaign, done.step, command=f"{done.rule.__name__} {done.words}")
    except (RefusedError, UsageError) as error:
        assert bytes_of(places) == before
        assert all(finding.what and finding.fix for finding in error.findings)
        return None
    after = Campaign(places)
    assert after.talk == []
    assert limits.broken(after.world, after.box) == ()
    in_stock(after.world, after.box)
    if done.rule is _begin:
        star_or_missiles(world, after.world, after.box)
    if done.rule is sign_game:
        clockwise(world, after.world)
    return after


def _can_be_typed(campaign: Campaign, done: Done) -> bool:
    """Names are looked up before a rule is asked: here they only have to be there."""
    world, box, words = campaign.world, campaign.box, done.words
    known = {"scar": box.scars, "city": box.cities, "faction": box.factions}
    powers = {power for each in box.factions.values() for power in each.powers}
    people = [words.get(key) for key in ("player", "winner", "by", "into")]
    people += [*words.get("players", ()), *words.get("out", ()), *words.get("held", ())]
    return (
        all(words.get(key) in (None, *things) for key, things in known.items())
        and words.get("power") in (None, *powers)
        and all(who in (None, *world.players) for who in people)
    )


def in_stock(world: World, box: Box) -> None:
    """Expect that no supply is below nothing or above what there is."""
    for found in supplies(world, box):
        assert 0 <= found.used <= found.limit, found
        assert found.left == found.limit - found.used


def star_or_missiles(before: World, after: World, box: Box) -> None:
    """Expect a token for those without a signature, a missile for each signature of the others."""
    on = playing(after)
    assert on is not None
    signed = signatures(before, box.number("games-with-rewards"))
    for player, hand in on.hands.items():
        printed = box.factions[hand.faction or ""].powers
        brought = sum(
            printed[power].effects.get("missiles", 0) for power in after.powers(hand.faction or "")
        )
        assert hand.stars == (0 if signed[player] else 1)
        assert hand.missiles == max(signed[player] + brought, 0)


def clockwise(before: World, after: World) -> None:
    """Expect that the file keeps who sat where, so that rewards can go round from the winner."""
    on = playing(before)
    assert on is not None
    named, seats = list(on.hands), list(played(after)[on.number].seats)
    turns = [on.hands[player].turn for player in named]
    if None in turns:
        assert set(seats) == set(named)
    elif any(sorted(named, key=lambda p: on.hands[p].turn or 0) == r for r in _rotations(named)):
        assert seats in _rotations(named)


def _rotations(players: Sequence[str]) -> list[list[str]]:
    return [[*players[first:], *players[:first]] for first in range(len(players))]


def holds(places: Places) -> None:
    """Expect that the history tells exactly the world file, and that nothing is wrong."""
    told = history.read(places.history)
    assert told.damaged == ()
    data = world_file.parse(places.world.read_bytes(), places.world)
    if told.entries:
        assert same(history.fold(told.entries), data)
    assert check(Campaign(places)) == ((), (), ())


# The properties


@FEW
@given(STARTS, _EVENINGS)
def test_any_run_of_games_breaks_nothing(start: bytes, evening: list[Done | int]) -> None:
    """After each accepted command no law is broken and all are in stock; the history tells the world."""
    with world_of(start) as places:
        campaign = Campaign(places)
        for move in evening:
            campaign = do(campaign, move) or campaign
        holds(places)


@FEW
@given(STARTS, _EVENINGS)
def test_any_run_of_games_can_be_undone(start: bytes, evening: list[Done | int]) -> None:
    """Step by step or at once, undo gives back each text to the byte, what packets brought included."""
    with world_of(start) as places:
        texts, campaign = [start], Campaign(places)
        for move in evening:
            after = do(campaign, move)
            if after:
                campaign = after
                texts.append(places.world.read_bytes())
        for text in reversed(texts[:-1]):
            undo(Campaign(places), command="undo")
            assert places.world.read_bytes() == text
            assert limits.broken(Campaign(places).world, Campaign(places).box) == ()
        for text in texts[1:]:
            redo(Campaign(places), command="redo")
            assert places.world.read_bytes() == text
        if len(texts) > 1:
            undo(Campaign(places), to=0, command="undo")
        assert places.world.read_bytes() == start
        holds(places)


@FEW
@given(STARTS, _EVENINGS, st.lists(st.integers(1, 14), max_size=4))
def test_old_changes_of_games_can_be_taken_alone(
    start: bytes, evening: list[Done | int], taken: list[int]
) -> None:
    """An old change is undone alone, or not at all where something stands on it; no law is broken by it."""
    with world_of(start) as places:
        for at, move in enumerate(evening):
            do(Campaign(places), move)
            if at < len(taken):
                before = bytes_of(places)
                try:
                    undo(Campaign(places), taken[at], command="undo")
                except UndoError:
                    assert bytes_of(places) == before
        holds(places)
        in_stock(Campaign(places).world, Campaign(places).box)


def test_a_whole_campaign() -> None:
    """Sixteen games with all that comes up in them: what is offered can be done, and all can be undone."""
    draw = Random(1)
    start = HEAD + NAMES
    with world_of(start) as places:
        campaign = Campaign(places)
        while finished(campaign.world) < 16:
            done = likely(campaign.world, campaign.box, draw.randrange(10**6))
            after = do(campaign, done)
            assert after or done.rule is place_scar, done  # the last scar cards may be gone
            campaign = after or campaign
        found = standings(campaign.world, campaign.box)
        assert (found.unknown, found.left, sum(each.wins for each in found.players)) == (0, 0, 15)
        roll = roll_off(campaign.world, campaign.box, found.leaders, seed=1)
        words = {"name": "Mud", "by": None, "game": None, "roll": roll}
        named = do(campaign, Done(name_planet, words))
        assert named
        assert named.world.data["planet_by"] in found.leaders
        holds(places)
        undo(Campaign(places), to=0, command="undo")
        assert places.world.read_bytes() == start
