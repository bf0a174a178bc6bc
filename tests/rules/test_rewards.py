"""Rewards: each kind taken, and refused once for every reason there can be."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.campaign.door import box_of
from legacytrack.model.box import Box
from legacytrack.model.games import NOT_TAKEN, played
from legacytrack.model.shape import sound
from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.cards import add_coins, destroy_card
from legacytrack.rules.cities import fortify_city, found_city
from legacytrack.rules.continents import change_bonus, name_continent
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.rewards import RULE_OF, Due, choices, due, take
from legacytrack.rules.scars import cancel_scar
from legacytrack.rules.supply import supply

BREAKS = {
    "winner-one-reward",
    "held-on-one-reward",
    "eliminated-no-reward",
    "games-with-rewards",
    "game-in-order",
}

PLAYERS = "".join(
    f'players.{name}.name = "{name.capitalize()}"\n'
    for name in ("ana", "ben", "cy", "dee", "eve", "flo")
)
MARKS = """
[territories.alaska.scar]
kind = "bunker"
[territories.ural.city]
kind = "minor-city"
name = "Perm"
"""
GAME = """
[games.1]
winner = "ana"
[games.1.players.dee]
result = "held-on"
held = ["egypt", "ural"]
[games.1.players.ana]
result = "won"
[games.1.players.ben]
result = "held-on"
[games.1.players.cy]
result = "eliminated"
"""
PLACES = {  # where each kind can be taken in the world above
    "name": "asia",
    "city major": "peru",
    "cancel": "alaska",
    "bonus": "asia",
    "fortify": "ural",
    "destroy": "peru",
    "city minor": "egypt",
    "coin": "egypt",
}
WINNERS = [kind for kind, rule in RULE_OF.items() if rule == "winner-one-reward"]
OTHERS = [kind for kind, rule in RULE_OF.items() if rule == "held-on-one-reward"]
TAKER = {**dict.fromkeys(WINNERS, "ana"), **dict.fromkeys(OTHERS, "ben")}


def told(text: str = MARKS + GAME) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(PLAYERS + text))


def mark(
    world: World, box: Box, kind: str, place: str, by: str | None, game: int | None, change: int = 1
) -> Outcome:
    """Record what a command does, before it counts as a reward."""
    who: dict[str, Any] = {"by": by, "game": game}
    rules: Mapping[str, Callable[[], Outcome]] = {
        "name": lambda: name_continent(world, box, continent=place, name="Ruin", **who),
        "city major": lambda: found_city(
            world, box, territory=place, city="major-city", name="Roma", **who
        ),
        "cancel": lambda: cancel_scar(world, box, territory=place, **who),
        "bonus": lambda: change_bonus(world, box, continent=place, change=change, **who),
        "fortify": lambda: fortify_city(world, box, territory=place, **who),
        "destroy": lambda: destroy_card(world, box, territory=place, **who),
        "city minor": lambda: found_city(
            world, box, territory=place, city="minor-city", name="Kyro", **who
        ),
        "coin": lambda: add_coins(world, box, territories=place.split(), **who),
    }
    return rules[kind]()


def reward(
    world: World,
    kind: str,
    by: str | None = "",
    game: int | None = None,
    place: str = "",
    change: int = 1,
    box: Box | None = None,
) -> Outcome:
    """Take a reward, by the one who may take such a one unless another is said."""
    box = box or box_of(world)
    who = TAKER[kind] if by == "" else by
    where = place or PLACES[kind]
    last = max(played(world), default=None)
    outcome = mark(world, box, kind, where, who, game or last, change)
    return take(world, box, outcome, kind, where.split(), who, game)


def fine(outcome: Outcome) -> World:
    """Expect that a step breaks nothing, and that the file can hold it."""
    assert outcome.findings == ()
    assert limits.broken(outcome.world, box_of(outcome.world)) == ()
    assert sound(outcome.world.data) == (outcome.world.data, ())
    return outcome.world


def against(outcome: Outcome) -> tuple[str, str]:
    """Expect one finding: its law, and its words."""
    (finding,) = outcome.findings
    return finding.rule, finding.what


def taken(world: World, player: str, game: int = 1) -> str:
    """Tell what a player took for a game."""
    return played(world)[game].seats[player].reward


def with_seat(player: str, **values: Any) -> World:
    """Tell of the game with something else in a seat."""
    return told().with_table("games", "1", "players", player, **values)


# Each kind taken


@pytest.mark.parametrize("kind", RULE_OF)
def test_each_kind_can_be_taken(kind):
    """The winner takes one of six kinds, whoever held on one of two; it is kept with kind and place."""
    world = fine(reward(told(), kind))
    assert taken(world, TAKER[kind]) == f"{kind} {PLACES[kind]}"
    assert world.data != mark(told(), box_of(world), kind, PLACES[kind], None, 1).world.data
    others = {"ana", "ben", "cy", "dee"} - {TAKER[kind]}
    assert not any(taken(world, other) for other in others)


@pytest.mark.parametrize("kind", RULE_OF)
def test_the_mark_itself_is_the_one_of_the_command(kind):
    """Counting a mark as a reward changes nothing but the record of the reward."""
    world = told()
    box = box_of(world)
    after = fine(reward(world, kind))
    bare = mark(world, box, kind, PLACES[kind], TAKER[kind], 1).world
    assert after.with_value("games", "1", "players", TAKER[kind], "reward", value=None).data == (
        bare.data
    )


@pytest.mark.parametrize("kind", RULE_OF)
def test_a_reward_belongs_to_the_last_game_on_record(kind):
    """Without a number a reward is one of the last game on record; with one, of that game."""
    world = told(MARKS + GAME + GAME.replace("games.1", "games.2"))
    assert taken(fine(reward(world, kind)), TAKER[kind], 2)
    after = fine(reward(world, kind, game=1))
    assert taken(after, TAKER[kind], 1)
    assert not taken(after, TAKER[kind], 2)


@pytest.mark.parametrize("kind", RULE_OF)
def test_rewards_can_be_taken_while_the_next_game_is_on(kind):
    """An open reward can still be taken after the next game has begun."""
    world = fine(reward(told(MARKS + GAME + "[game]\nnumber = 2"), kind))
    assert taken(world, TAKER[kind])


@pytest.mark.parametrize("kind", OTHERS)
@pytest.mark.parametrize("place", ["egypt", "peru"])
def test_without_a_list_of_places_any_may_have_been_held(kind, place):
    """Where nobody wrote down what was held at the end, a Minor City or coin may go anywhere."""
    fine(reward(told(), kind, "ben", place=place))


def test_all_rewards_of_a_game():
    """Winner and everybody who held on take theirs, one each, and nothing is due any more."""
    world = told()
    for kind, by, place in (
        ("city major", "ana", "peru"),
        ("coin", "ben", "brazil"),
        ("city minor", "dee", "egypt"),
    ):
        assert due(world, box_of(world), 1)
        world = fine(reward(world, kind, by, place=place))
    assert due(world, box_of(world), 1) == ()


# Each reason to refuse one


@pytest.mark.parametrize("kind", WINNERS)
@pytest.mark.parametrize("by", ["ben", "dee"])
def test_who_held_on_takes_no_reward_of_the_winner(kind, by):
    """The six kinds of the winner are not for those who held on."""
    rule, what = against(reward(told(), kind, by))
    assert rule == "held-on-one-reward"
    assert by.capitalize() in what


@pytest.mark.parametrize("kind", OTHERS)
def test_the_winner_takes_no_reward_of_those_who_held_on(kind):
    """A Minor City and a coin are not for the winner."""
    rule, what = against(reward(told(), kind, "ana"))
    assert rule == "winner-one-reward"
    assert "Ana" in what


@pytest.mark.parametrize("kind", RULE_OF)
def test_who_was_eliminated_takes_nothing(kind):
    """Whoever was eliminated takes no reward of any kind."""
    rule, what = against(reward(told(), kind, "cy"))
    assert rule == "eliminated-no-reward"
    assert "Cy" in what


@pytest.mark.parametrize("kind", RULE_OF)
def test_who_did_not_play_takes_nothing(kind):
    """Somebody who did not sit in that game takes no reward for it."""
    rule, what = against(reward(told(), kind, "eve"))
    assert rule == RULE_OF[kind]
    assert "Eve" in what


@pytest.mark.parametrize("kind", RULE_OF)
@pytest.mark.parametrize("first", RULE_OF)
def test_one_reward_a_game(kind, first):
    """Exactly one reward: a second one is refused and tells the first, whatever kinds they are."""
    if TAKER[kind] != TAKER[first]:
        return
    world = with_seat(TAKER[kind], reward=f"{first} {PLACES[first]}")
    outcome = reward(world, kind)
    rule, what = against(outcome)
    assert rule == RULE_OF[kind]
    assert f"{first} {PLACES[first]}" in what
    assert taken(outcome.world, TAKER[kind]) == f"{first} {PLACES[first]}"


@pytest.mark.parametrize("kind", RULE_OF)
def test_a_reward_in_the_next_game_is_no_second_one(kind):
    """Who took a reward for one game may take one for the next."""
    world = told(MARKS + GAME + GAME.replace("games.1", "games.2"))
    other = next(each for each in PLACES if TAKER[each] == TAKER[kind] and each != kind)
    world = fine(reward(world, other, game=1))
    place = {"fortify": "ural", "cancel": "alaska"}.get(kind, "")
    fine(reward(world, kind, place=place or {"asia": "europe"}.get(PLACES[kind], "brazil")))


@pytest.mark.parametrize("kind", RULE_OF)
def test_not_taken_is_recorded_for_good(kind):
    """A reward that was recorded as not taken cannot be taken later."""
    outcome = reward(with_seat(TAKER[kind], reward=NOT_TAKEN), kind)
    rule, what = against(outcome)
    assert rule == RULE_OF[kind]
    assert "no reward" in what
    assert taken(outcome.world, TAKER[kind]) == NOT_TAKEN


@pytest.mark.parametrize("kind", RULE_OF)
def test_no_reward_while_the_game_is_on(kind):
    """Rewards come after a game, not in it; also in the first game on record."""
    for text in (GAME + "[game]\nnumber = 2\n", "[game]\nnumber = 2\n"):
        outcome = reward(told(MARKS + text), kind, game=2)
        rule, what = against(outcome)
        assert rule == RULE_OF[kind]
        assert "Game 2" in what


@pytest.mark.parametrize("kind", RULE_OF)
def test_in_the_first_game_a_mark_without_a_number_is_a_reward_too_early(kind):
    """While the first game on record is on, a mark is taken for a reward of it, and comes too early."""
    assert against(reward(told(MARKS + "[game]\nnumber = 1"), kind))[0] == RULE_OF[kind]


@pytest.mark.parametrize("kind", RULE_OF)
@pytest.mark.parametrize("game", [2, 15, 16])
def test_a_reward_is_one_of_a_game_on_record(kind, game):
    """A game that is not on record after the first that is gives no reward."""
    rule, what = against(reward(told(), kind, game=game))
    assert rule == "game-in-order"
    assert str(game) in what


@pytest.mark.parametrize("kind", RULE_OF)
@pytest.mark.parametrize("number", [16, 20])
def test_no_reward_after_the_last_line(kind, number):
    """After game 15 nobody takes a reward."""
    world = told(MARKS + GAME.replace("games.1", f"games.{number}"))
    rule, what = against(reward(world, kind))
    assert rule == "games-with-rewards"
    assert str(number) in what
    fine(reward(told(MARKS + GAME.replace("games.1", "games.15")), kind))


@pytest.mark.parametrize("kind", OTHERS)
def test_a_place_that_was_not_held(kind):
    """A Minor City or a coin goes where its player held a territory at the end, when that is known."""
    fine(reward(told(), kind, "dee", place="egypt"))
    rule, what = against(reward(told(), kind, "dee", place="peru"))
    assert rule == "held-on-one-reward"
    assert "Peru" in what


@pytest.mark.parametrize("kind", WINNERS)
def test_the_winner_need_not_hold_the_place(kind):
    """What the winner held does not matter for the six kinds of the winner."""
    fine(reward(with_seat("ana", held=["japan"]), kind))


@pytest.mark.parametrize("places", ["egypt peru", "egypt egypt"])
def test_a_reward_is_one_coin(places):
    """Two coins are two rewards, on two cards or on one."""
    outcome = reward(told(), "coin", place=places)
    rule, what = against(outcome)
    assert rule == "held-on-one-reward"
    assert "2" in what


@pytest.mark.parametrize("kind", RULE_OF)
def test_a_reward_is_somebodys(kind):
    """A reward without a player is refused: whose is it?"""
    outcome = reward(told(), kind, None)
    assert against(outcome)[0] == RULE_OF[kind]
    assert "--by" in outcome.findings[0].fix
    assert not any(taken(outcome.world, player) for player in ("ana", "ben", "dee"))


def test_all_reasons_are_told_at_once():
    """A second coin, in a place that was not held, two at a time: each reason is told."""
    world = with_seat("dee", reward="coin ural")
    findings = reward(world, "coin", "dee", place="peru egypt").findings
    assert len(findings) == 3
    assert {finding.rule for finding in findings} == {"held-on-one-reward"}


# The world laws know as much


def wrong(world: World, outcome: Outcome, box: Box | None = None) -> set[str]:
    """Name the laws that a reward breaks, in itself and in the world that it makes."""
    box = box or box_of(world)
    new = set(limits.broken(outcome.world, box)) - set(limits.broken(world, box))
    return {found.rule for found in (*outcome.findings, *new)}


@pytest.mark.parametrize(
    ("kind", "by", "rule"),
    [
        *((kind, "ben", "held-on-one-reward") for kind in WINNERS),
        *((kind, "ana", "winner-one-reward") for kind in OTHERS),
        *((kind, "cy", "eliminated-no-reward") for kind in RULE_OF),
    ],
)
def test_a_wrong_reward_in_the_file_is_found(kind, by, rule):
    """A reward that could not have been taken is found in a world that somebody wrote by hand."""
    world = with_seat(by, reward=f"{kind} {PLACES[kind]}")
    assert [finding.rule for finding in limits.broken(world, box_of(world))] == [rule]


@pytest.mark.parametrize("kind", RULE_OF)
def test_a_reward_after_the_last_line_is_found(kind):
    """A reward for game 16 is found in a world that somebody wrote by hand."""
    world = told(MARKS + GAME.replace("games.1", "games.16")).with_value(
        *("games", "16", "players", TAKER[kind], "reward"), value=f"{kind} {PLACES[kind]}"
    )
    found = limits.broken(world, box_of(world))
    assert [finding.rule for finding in found] == ["games-with-rewards"]


# Limits of the sticker sheet, on top


USED_UP = {
    "city major": (
        "major-city-supply",
        "".join(
            f'[territories.{place}.city]\nkind = "major-city"\n'
            for place in ("japan", "china", "india", "brazil", "alberta")
        ),
    ),
    "cancel": (
        "cancel-supply",
        "".join(
            f'[territories.{place}.cancelled.1]\nkind = "{scar}"\n'
            for place, scar in (
                *(("japan", "bunker"), ("china", "bunker")),
                *(("india", "ammo-shortage"), ("brazil", "ammo-shortage")),
            )
        ),
    ),
    "fortify": (
        "fortification-supply",
        "[territories.ural.fortification]\nboxes = 0\nreplaced = 4\n",
    ),
    "bonus": ("continent-plus-supply", "[continents.europe]\nbonus_change = 1\n"),
    "city minor": (
        "minor-city-supply",
        "".join(
            f'[territories.{place}.city]\nkind = "minor-city"\n'
            for place in (
                "japan",
                "china",
                "india",
                "brazil",
                "alberta",
                "iceland",
                "ontario",
                "yakutsk",
            )
        ),
    ),
    "coin": (
        "held-on-coins",
        "".join(
            f"[cards.{place}]\ncoins = 6\n"
            for place in (
                *("japan", "china", "india", "brazil", "alberta"),
                *("iceland", "ontario", "ural", "yakutsk", "alaska"),
            )
        )
        + "[cards.peru]\ncoins = 4\n",
    ),
}


@pytest.mark.parametrize("kind", USED_UP)
def test_no_reward_without_a_sticker(kind):
    """A reward takes a sticker: when the box has none of that kind left, it cannot be taken."""
    rule, marks = USED_UP[kind]
    world = told(MARKS + marks + GAME)
    box = box_of(world)
    assert limits.broken(world, box) == ()
    assert supply(world, box, rule).left == 0
    assert wrong(world, reward(world, kind)) == {rule}
    fine(reward(told(), kind))


@pytest.mark.parametrize(
    ("kind", "text", "rule"),
    [
        ("name", '[continents.asia]\nname = "Mud"', "continent-named-once"),
        ("city major", '[territories.peru.city]\nkind = "minor-city"', "one-city-per-territory"),
        ("cancel", "", "cancel-needs-scar"),
        ("bonus", "[continents.asia]\nbonus_change = -1", "bonus-once-a-continent"),
        ("fortify", "", "fortify-only-a-city"),
        ("destroy", "[cards.peru]\ndestroyed = 1", "destroyed-card"),
        ("city minor", '[territories.egypt.city]\nkind = "major-city"', "one-city-per-territory"),
        ("coin", "[cards.egypt]\ncoins = 6", "coin-cap"),
        ("coin", "[cards.egypt]\ndestroyed = 1", "destroyed-card"),
    ],
)
def test_no_reward_where_the_mark_cannot_go(kind, text, rule):
    """The law of each mark holds for rewards too, and alone is the reason."""
    marks = MARKS if text else ""
    world = told(marks + text + GAME)
    assert wrong(world, reward(world, kind)) == {rule}


# Free marks


@pytest.mark.parametrize("kind", RULE_OF)
@pytest.mark.parametrize("by", [None, "ana", "ben"])
@pytest.mark.parametrize("game", [None, 1, 4])
def test_without_games_on_record_marks_are_free(kind, by, game):
    """In a world without games on record marks are what lies on the board: anybody's, any number."""
    world = told("games_played = 4\n" + MARKS)
    after = fine(reward(world, kind, by, game))
    assert "games" not in after.data
    fine(reward(after, "coin", by, game, place="brazil japan"))


@pytest.mark.parametrize("kind", RULE_OF)
@pytest.mark.parametrize("text", [GAME.replace("games.1", "games.3"), "[game]\nnumber = 3\n"])
def test_before_the_first_game_on_record_marks_are_free(kind, text):
    """Marks of games before the first on record are free; from that one on they are rewards."""
    world = told(MARKS + text)
    for game in (1, 2):
        assert fine(reward(world, kind, None, game)).table("games") == world.table("games")
    assert reward(world, kind, None, 3).findings


@pytest.mark.parametrize(
    "order", [["ana", "ben", "cy"], ["ben", "cy", "ana"], ["cy", "ana", "ben"]]
)
def test_a_past_game_of_which_only_the_winner_is_known(order):
    """Where nobody wrote down who sat there, anybody may have held on, in whatever order they tell."""
    world = told(MARKS + '[games.1]\nwinner = "ana"\n')
    kinds = {"ana": "name", "ben": "coin", "cy": "city minor"}
    for player in order:
        world = fine(reward(world, kinds[player], player))
    assert {player: taken(world, player) for player in kinds} == {
        "ana": "name asia",
        "ben": "coin egypt",
        "cy": "city minor egypt",
    }
    assert against(reward(world, "city major", "dee"))[0] == "held-on-one-reward"
    assert against(reward(world, "city major", "ana"))[0] == "winner-one-reward"


@pytest.mark.parametrize("kind", RULE_OF)
def test_nobody_is_said_to_have_lost_where_the_winner_is_unknown(kind):
    """Of a game whose winner nobody knows, a player may have taken either kind of reward, and one."""
    world = told(MARKS + "[games.1]\nplayed = 2026-01-03\n")
    after = fine(reward(world, kind, "ben"))
    assert against(reward(after, "destroy", "ben", place="brazil"))[0] == "winner-one-reward"


# What is due


def seats(*results: str, winner: str = "") -> str:
    """Tell of a game with these results, by seats in the order of turns."""
    names = ("ana", "ben", "cy", "dee", "eve")
    who = winner or names[results.index("won")]
    return f'[games.1]\nwinner = "{who}"\n' + "".join(
        f'[games.1.players.{name}]\nresult = "{result}"\n'
        for name, result in zip(names, results, strict=False)
    )


@pytest.mark.parametrize(
    ("results", "order"),
    [
        (("won", "held-on", "held-on"), ["ana", "ben", "cy"]),
        (("held-on", "won", "held-on"), ["ben", "cy", "ana"]),
        (("held-on", "held-on", "held-on", "won"), ["dee", "ana", "ben", "cy"]),
        (("held-on", "eliminated", "won", "eliminated", "held-on"), ["cy", "eve", "ana"]),
        (("eliminated", "won", "eliminated"), ["ben"]),
    ],
)
def test_rewards_go_round_from_the_winner(results, order):
    """The winner first, then clockwise everybody who held on; those eliminated are passed over."""
    world = told(seats(*results))
    found = due(world, box_of(world), 1)
    assert [each.player for each in found] == order
    assert [each.rule for each in found] == [
        "winner-one-reward",
        *["held-on-one-reward"] * (len(order) - 1),
    ]


def test_what_was_taken_is_not_due_any_more():
    """A reward that was taken, or recorded as not taken, is not due; the others keep their order."""
    world = told(seats("held-on", "won", "held-on", "held-on"))
    world = world.with_value("games", "1", "players", "cy", "reward", value="coin peru")
    world = world.with_value("games", "1", "players", "dee", "reward", value=NOT_TAKEN)
    assert [each.player for each in due(world, box_of(world), 1)] == ["ben", "ana"]


def test_an_unknown_result_is_due_nothing():
    """Of whom nobody knows how the game ended, no reward is due."""
    world = told('games.1.winner = "ana"\n[games.1.players.ben]\nfaction = "khan-industries"')
    assert due(world, box_of(world), 1) == ()


@pytest.mark.parametrize(("number", "count"), [(15, 2), (16, 0)])
def test_nothing_is_due_after_the_last_line(number, count):
    """After game 15 no reward is due."""
    world = told(seats("won", "held-on", "eliminated").replace("games.1", f"games.{number}"))
    assert len(due(world, box_of(world), number)) == count


# What can be taken


def may(world: World, waiting: Due) -> dict[str, tuple[str, ...]]:
    """List what can be taken, as the program says."""
    return choices(world, box_of(world), waiting, 1)


def by_trying(world: World, waiting: Due, box: Box, among: Collection[str]) -> dict[str, set[str]]:
    """List what can be taken, by trying each kind in each place with the rules that record."""

    def is_legal(kind: str, place: str) -> bool:
        tries = (
            reward(world, kind, waiting.player, 1, place, change, box)
            for change in ((1, -1) if kind == "bonus" else (1,))
        )
        return any(not wrong(world, outcome, box) for outcome in tries)

    found = {}
    for kind, rule in RULE_OF.items():
        places = box.continents if kind in ("name", "bonus") else among
        legal = {place for place in places if rule == waiting.rule and is_legal(kind, place)}
        if legal:
            found[kind] = legal
    return found


def same_choices(world: World, among: Collection[str] = ()) -> None:
    """Expect that the program offers exactly what its rules let in, to each who is due something."""
    box = box_of(world)
    looked_at = {*(among or box.territories), *box.continents}
    for waiting in due(world, box, 1):
        offered = {
            kind: set(places) & looked_at
            for kind, places in choices(world, box, waiting, 1).items()
        }
        tried = by_trying(world, waiting, box, among or box.territories)
        assert {kind: places for kind, places in offered.items() if places} == tried


FOUND = """
[found.cities.crater]
name = "Crater"
supply = 3
ruin = true
replaces_city = true
[found.cities.harbour]
name = "Harbour"
supply = 2
population = 3
[found.scars.abyss]
name = "Abyss"
supply = 3
no_marks = true
[found.territories.far]
name = "Far Island"
coins = 2
sea = ["peru"]
"""


@pytest.mark.parametrize(
    "text",
    [
        "",
        MARKS,
        '[continents]\nasia.name = "Mud"\neurope.bonus_change = 1\nafrica.bonus_change = -1\n',
        "[continents]\neurope.bonus_change = 1\n",
        "[cards]\negypt.destroyed = 1\nperu.coins = 6\nural.coins = 6\njapan.coins = 5\n",
        *(MARKS + marks for _, marks in USED_UP.values()),
        FOUND,
        FOUND + '[territories.peru]\nscar.kind = "abyss"\n',
        FOUND + '[territories.peru]\ncity.kind = "minor-city"\nscar.kind = "abyss"\n',
        FOUND + '[territories.peru]\ncity.kind = "crater"\n',
        FOUND + '[territories.ural]\ncity.kind = "harbour"\n',
        FOUND + '[territories.far]\ncity.kind = "minor-city"\nscar.kind = "bunker"\n',
        FOUND.replace("coins = 2", "coins = 6"),
        "[found.rules.coin-cap]\nlimit = 1\n",
        "[found.rules.major-city-supply]\nlimit = 0\n",
    ],
)
def test_exactly_what_can_be_taken_is_offered(text):
    """The program offers every kind in stock in every place where it is legal now, and nothing else."""
    same_choices(told(text + GAME))


HERE = st.fixed_dictionaries(
    {},
    optional={
        "scar": st.sampled_from(["bunker", "ammo-shortage", "abyss"]).map(
            lambda kind: {"kind": kind}
        ),
        "city": st.sampled_from(["minor-city", "major-city", "harbour", "crater"]).map(
            lambda kind: {"kind": kind}
        ),
    },
)
BOARD = ("egypt", "peru", "ural", "japan", "far", "brazil", "china", "india", "alaska")
CARDS = st.sampled_from([{"coins": 2}, {"coins": 6}, {"destroyed": 1}])
CONTINENTS = st.sampled_from([{"name": "Mud"}, {"bonus_change": 1}, {"bonus_change": -1}])


@settings(max_examples=15, deadline=None)
@given(
    territories=st.dictionaries(st.sampled_from(BOARD), HERE.filter(bool), max_size=9),
    cards=st.dictionaries(st.sampled_from(BOARD), CARDS, max_size=5),
    continents=st.dictionaries(st.sampled_from(["asia", "europe"]), CONTINENTS),
    held=st.none() | st.lists(st.sampled_from(BOARD), unique=True, max_size=3),
)
def test_on_any_board_exactly_what_can_be_taken_is_offered(territories, cards, continents, held):
    """On any board, with what packets brought too, the program offers what its rules let in."""
    parts = {"territories": territories, "cards": cards, "continents": continents}
    world = World({**told(FOUND + GAME).data, **{key: each for key, each in parts.items() if each}})
    if held is not None:
        world = world.with_value("games", "1", "players", "ben", "held", value=held)
    same_choices(world, BOARD)


def test_only_what_was_held_is_offered():
    """Where it is known what was held at the end, Minor City and coin are offered there alone."""
    waiting = Due("dee", "held-on-one-reward")
    assert may(told(), waiting) == {"city minor": ("egypt",), "coin": ("egypt", "ural")}


def test_whoever_held_nothing_is_offered_nothing():
    """With no territory held there is nowhere to put a reward."""
    world = with_seat("dee").with_value("games", "1", "players", "dee", "held", value=[])
    assert may(world, Due("dee", "held-on-one-reward")) == {}


def test_a_place_that_is_none_is_not_offered():
    """A hand-written place that is not on the board is not offered, and is found."""
    world = with_seat("dee", held=["egypt", "atlantis"])
    assert may(world, Due("dee", "held-on-one-reward")) == {
        "city minor": ("egypt",),
        "coin": ("egypt",),
    }
    (finding,) = limits.broken(world, box_of(world))
    assert (finding.rule, finding.where) == ("unknown-name", "games.1.players.dee.held")


@pytest.mark.parametrize(("kind", "other"), [("city minor", "coin"), ("coin", "city minor")])
def test_when_one_kind_has_run_out_the_other_is_left(kind, other):
    """Without Minor Cities only coins are left, without coins only Minor Cities."""
    world = told(MARKS + USED_UP[kind][1] + GAME)
    assert list(may(world, Due("ben", "held-on-one-reward"))) == [other]


def test_when_both_have_run_out_nothing_is_left():
    """Without Minor Cities and coins there is nothing to take for those who held on."""
    world = told(MARKS + USED_UP["coin"][1] + USED_UP["city minor"][1] + GAME)
    assert limits.broken(world, box_of(world)) == ()
    assert may(world, Due("ben", "held-on-one-reward")) == {}
    assert may(world, Due("ana", "winner-one-reward"))
