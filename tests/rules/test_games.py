"""Games: beginning one, placing the HQs, every way one can end, and putting a past one right."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

import pytest

from legacytrack.campaign.door import box_of
from legacytrack.campaign.recording import Recorded
from legacytrack.errors import Finding
from legacytrack.model.games import NOT_TAKEN, Game, finished, played, playing, signatures
from legacytrack.model.shape import sound
from legacytrack.model.world import ELIMINATED, HELD_ON, WON, World
from legacytrack.pages.setup import begun
from legacytrack.rules import limits
from legacytrack.rules.begin import Entrant, begin_game
from legacytrack.rules.games import correct_game, past_game, place_hq, sign_game
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.rewards import due
from legacytrack.rules.standings import standings

BREAKS = {
    "players-per-game",
    "faction-once-a-game",
    "game-in-order",
    "hq-once",
    "legal-start",
    "hq-not-adjacent",
    "eliminated-no-reward",
    "winner-one-reward",
    "held-on-one-reward",
}

NAMES = ("ana", "ben", "cy", "dee", "eve", "flo")
FACTIONS = (
    "imperial-balkania",
    "khan-industries",
    "enclave-of-the-bear",
    "die-mechaniker",
    "saharan-republic",
    "gardeners",
)
PLAYERS = "".join(f'players.{name}.name = "{name.capitalize()}"\n' for name in NAMES)
GARDENERS = '[found.factions.gardeners]\nname = "The Gardeners"\n'
ON = """
[game]
number = 3
[game.players.ana]
faction = "imperial-balkania"
[game.players.ben]
faction = "khan-industries"
[game.players.cy]
faction = "enclave-of-the-bear"
"""
PAST = """
[games.2]
played = "2026-01-03"
winner = "ana"
[games.2.players.ana]
faction = "imperial-balkania"
start = "ural"
result = "won"
[games.2.players.ben]
faction = "khan-industries"
start = "egypt"
result = "held-on"
[games.2.players.cy]
faction = "enclave-of-the-bear"
start = "peru"
result = "eliminated"
"""


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(PLAYERS + text))


def table(players: int, **more: Any) -> list[Entrant]:
    """Seat so many players, each with a faction of their own."""
    return [Entrant(*pair, **more) for pair in zip(NAMES[:players], FACTIONS, strict=False)]


def begin(
    world: World,
    entrants: Sequence[Entrant] | None = None,
    number: int | None = None,
    not_taken: bool = False,
) -> Outcome:
    """Begin a game with three players, or with others."""
    return begin_game(
        world,
        box_of(world),
        entrants=table(3) if entrants is None else entrants,
        number=number,
        not_taken=not_taken,
    )


def hq(world: World, player: str, territory: str) -> Outcome:
    """Place an HQ."""
    return place_hq(world, box_of(world), player=player, territory=territory)


def sign(world: World, winner: str = "ana", out: Sequence[str] = (), **more: Any) -> Outcome:
    """End the game that is on."""
    given: dict[str, Any] = {"date": "2026-01-10", "note": "", "held": {}, **more}
    return sign_game(world, box_of(world), winner=winner, out=out, **given)


def correct(world: World, player: str | None = None, number: int = 2, **values: Any) -> Outcome:
    """Put something of a past game right."""
    return correct_game(world, box_of(world), number=number, player=player, values=values)


def laws(world: World) -> list[str]:
    """List the laws that a world breaks."""
    return [finding.rule for finding in limits.broken(world, box_of(world))]


def rules(findings: Sequence[Finding]) -> list[str]:
    """List the laws of some findings."""
    return [finding.rule for finding in findings]


def fine(outcome: Outcome) -> World:
    """Expect that a step breaks nothing, and that the file can hold it."""
    assert outcome.findings == ()
    assert laws(outcome.world) == []
    assert sound(outcome.world.data) == (outcome.world.data, ())
    return outcome.world


def hands(world: World) -> dict[str, tuple[int, int]]:
    """Tell the tokens and missiles of each player of the game that is on."""
    on = playing(world)
    assert on is not None
    return {player: (hand.stars, hand.missiles) for player, hand in on.hands.items()}


def won(*winners: str) -> str:
    """Tell who won the games from the first on."""
    return "".join(f'[games.{n}]\nwinner = "{who}"\n' for n, who in enumerate(winners, 1))


# Beginning


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_game_begins(players):
    """Three to five players sit down, each with a faction; the next game is on, without HQs."""
    world = fine(begin(told(""), table(players)))
    on = playing(world)
    assert on is not None
    assert on.number == 1
    assert {player: hand.faction for player, hand in on.hands.items()} == dict(
        zip(NAMES[:players], FACTIONS, strict=False)
    )
    assert on.hqs == {}


@pytest.mark.parametrize("players", [0, 1, 2, 6])
def test_a_game_is_for_three_to_five(players):
    """With two players or fewer, or with six, no game begins; the refusal says how many there are."""
    outcome = begin(told(GARDENERS), table(players))
    (finding,) = outcome.findings
    assert (finding.rule, finding.where) == ("players-per-game", "game.players")
    assert str(players) in finding.what


def test_a_faction_is_played_once_a_game():
    """Two players with the same faction are refused; the refusal names both and the faction."""
    entrants = [*table(2), Entrant("cy", "imperial-balkania")]
    (finding,) = begin(told(""), entrants).findings
    assert (finding.rule, finding.where) == ("faction-once-a-game", "game.players.cy.faction")
    assert all(word in finding.what for word in ("Ana", "Cy", "Imperial Balkania"))


def test_each_player_of_a_doubled_faction_is_told():
    """Of three players with one faction, the second and the third are each refused."""
    entrants = [Entrant(name, "khan-industries") for name in NAMES[:3]]
    findings = begin(told(""), entrants).findings
    assert [finding.where for finding in findings] == [
        "game.players.ben.faction",
        "game.players.cy.faction",
    ]


def test_all_that_is_wrong_with_a_table_is_told_at_once():
    """Too few players and a doubled faction are two refusals."""
    entrants = [Entrant("ana", "khan-industries"), Entrant("ben", "khan-industries")]
    assert set(rules(begin(told(""), entrants).findings)) == {
        "players-per-game",
        "faction-once-a-game",
    }


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 1),
        ("games_played = 4", 5),
        (PAST, 3),
        ('[territories.peru.scar]\nkind = "bunker"\ngame = 2', 3),
        ("games_played = 15", 16),
    ],
)
def test_the_next_game_has_the_next_number(text, number):
    """A game gets the number after the last that was played, also when that number is said."""
    for said in (None, number):
        on = playing(fine(begin(told(text), number=said)))
        assert on is not None
        assert on.number == number


@pytest.mark.parametrize("number", [1, 4, 6, 99])
def test_games_are_played_in_their_order(number):
    """A number that is not the next one is refused, one played already and one to come alike."""
    (finding,) = begin(told("games_played = 4"), number=number).findings
    assert finding.rule == "game-in-order"
    assert "5" in finding.what


@pytest.mark.parametrize("number", [None, 3, 4])
def test_one_game_at_a_time(number):
    """While a game is on no other begins; the refusal names the one that is on."""
    (finding,) = begin(told(ON), number=number).findings
    assert finding.where == "game.number"
    assert "Game 3" in finding.what


def test_two_games_are_never_mixed(box):
    """That another game is on is no law that a house rule could waive."""
    (finding,) = begin(told(ON)).findings
    assert finding.rule not in box.rules


def test_a_new_game_takes_nothing_over():
    """Hands that were left in the file without a game are gone when the next game begins."""
    old = told('[game.players.dee]\nmissiles = 9\nhq = "peru"\n')
    old = old.with_value("game", "players", "ben", "hq", value="egypt")
    old = old.with_value("game", "players", "dee", "stars", value=3)
    world = begin(old, [*table(2), Entrant("eve", "die-mechaniker")]).world
    on = playing(world)
    assert on is not None
    assert sorted(on.hands) == ["ana", "ben", "eve"]
    assert on.hqs == {}
    assert set(hands(world).values()) == {(1, 0)}


def test_what_a_group_tells_of_the_order():
    """Order of turns, order of placing, starting troops and coins are kept for whom they are told."""
    entrants = [
        Entrant("ana", FACTIONS[0], turn=2, placing=3, troops=10, coins=4),
        Entrant("ben", FACTIONS[1], turn=1, placing=1),
        Entrant("cy", FACTIONS[2]),
    ]
    world = fine(begin(told(""), entrants))
    assert world.table("game", "players", "ana") == {
        "faction": FACTIONS[0],
        "stars": 1,
        "missiles": 0,
        "turn": 2,
        "placing": 3,
        "troops": 10,
        "coins": 4,
    }
    assert "turn" not in world.table("game", "players", "cy")
    assert "troops" not in world.table("game", "players", "ben")


# A token or missiles


@pytest.mark.parametrize("signed", range(6))
def test_star_or_missiles(box, signed):
    """Without a signature a Red Star token, with n of them n missiles: never both (star-or-missiles)."""
    stars, missiles = (box.number("star-or-missiles", key) for key in ("stars", "missiles"))
    world = fine(begin(told(won(*["ana"] * signed))))
    assert hands(world) == {
        "ana": (0 if signed else stars, signed * missiles),
        "ben": (stars, 0),
        "cy": (stars, 0),
    }
    assert (stars, missiles) == (1, 1)


def test_missiles_come_back_every_game():
    """A signature gives its missile in every later game; tokens of earlier games are gone."""
    world = told(won("ben", "ana", "ben"))
    for _ in range(3):
        on = fine(begin(world))
        assert hands(on) == {"ana": (0, 1), "ben": (0, 2), "cy": (1, 0)}
        spent = on.with_value("game", "players", "ben", "missiles", value=0)
        spent = spent.with_value("game", "players", "cy", "stars", value=3)
        world = sign(spent, winner="cy").world
        world = world.with_value("games", str(finished(world)), value={"winner": "dee"})


@pytest.mark.parametrize("number", [15, 16, 30])
def test_a_win_after_the_last_line_gives_no_missile(number):
    """Only signatures count, and there are fifteen lines: later wins give nothing."""
    world = told(f'games_played = {number}\n[games.{number}]\nwinner = "ana"')
    assert hands(fine(begin(world)))["ana"] == ((0, 1) if number == 15 else (1, 0))


def test_an_unknown_winner_gives_nobody_a_missile():
    """Games whose winner nobody wrote down leave everybody with a token."""
    assert set(hands(fine(begin(told("games_played = 9")))).values()) == {(1, 0)}


@pytest.mark.parametrize("signed", [0, 2])
def test_extra_missiles_come_on_top(signed):
    """Missiles that packets give come beside those of signatures, and take no token away."""
    entrants = [Entrant("ana", FACTIONS[0], missiles=2), *table(3)[1:]]
    world = fine(begin(told(won(*["ana"] * signed)), entrants))
    assert hands(world)["ana"] == ((0, 4) if signed else (1, 2))
    assert hands(world)["ben"] == (1, 0)


def brought(**effects: int) -> str:
    """Tell of a power of Imperial Balkania that brings something to the start of a game."""
    told = "\n".join(f"{word} = {value}" for word, value in effects.items())
    return (
        '[factions.imperial-balkania]\npowers = ["round-up", "deep-pockets"]\n'
        '[found.powers.deep-pockets]\nname = "Deep Pockets"\nfaction = "imperial-balkania"\n'
        f'colour = "red"\n{told}\n'
    )


@pytest.mark.parametrize("signed", [0, 1])
def test_a_found_power_can_bring_missiles(signed):
    """A power that gives a missile adds it to those of the signatures; the token stays as it is."""
    world = fine(begin(told(won(*["ana"] * signed) + brought(missiles=1))))
    assert hands(world)["ana"] == ((0, 2) if signed else (1, 1))
    assert hands(world)["ben"] == (1, 0)


@pytest.mark.parametrize("signed", [0, 3])
def test_a_power_that_takes_missiles_leaves_none_below_zero(signed):
    """Where a power takes missiles away, nobody has fewer than none."""
    world = fine(begin(told(won(*["ana"] * signed) + brought(missiles=-2))))
    assert hands(world)["ana"] == ((0, 1) if signed else (1, 0))


def test_a_found_power_can_bring_troops_and_coins():
    """Starting troops and coins of a power are noted for whoever plays its faction, nobody else."""
    world = fine(begin(told(brought(starting_troops=10, starting_coins=2))))
    ana, ben = (world.table("game", "players", player) for player in ("ana", "ben"))
    assert (ana["troops"], ana["coins"]) == (10, 2)
    assert "troops" not in ben
    assert "coins" not in ben


@pytest.mark.parametrize("number", [0, 5])
def test_what_the_table_tells_goes_before_a_power(number):
    """Troops and coins that were told for a player count instead of those of a power, none as well."""
    entrants = [Entrant("ana", FACTIONS[0], troops=number, coins=number), *table(3)[1:]]
    world = fine(begin(told(brought(starting_troops=10, starting_coins=2)), entrants))
    hand = world.table("game", "players", "ana")
    assert (hand["troops"], hand["coins"]) == (number, number)


def test_powers_that_the_faction_does_not_carry_bring_nothing():
    """A power out of a packet counts only once it is on the card of its faction."""
    text = brought(missiles=3).replace(', "deep-pockets"', "")
    assert hands(fine(begin(told(text))))["ana"] == (1, 0)


# Scar cards


@pytest.mark.parametrize(
    ("scars", "players", "dealt"),
    [
        *((0, 5, True), (1, 5, True), (2, 5, False), (2, 4, True)),
        *((3, 4, False), (3, 3, True), (4, 3, False), (6, 3, False)),
    ],
)
def test_scar_cards_are_dealt_when_they_go_round(box, scars, players, dealt):
    """Each player is dealt one scar card (scar-deal); with fewer cards than players, nobody gets one."""
    places = list(box.territories)[:scars]
    marks = "".join(
        f'[territories.{place}.scar]\nkind = "{("bunker", "ammo-shortage")[n % 2]}"\n'
        for n, place in enumerate(places)
    )
    world = begin(told(marks), table(players)).world
    sheet = begun(Recorded(None, "", (), ()), world, box).data["scar_cards"]
    assert box.number("scar-deal") == 1
    assert sum(sheet["left"].values()) == 6 - scars
    assert sheet["dealt"] == dealt


def test_a_cancelled_scar_is_no_card_again():
    """A played card is destroyed for ever, also when its scar was cancelled on the board."""
    world = told('[territories.peru.cancelled.1]\nkind = "bunker"\n')
    sheet = begun(Recorded(None, "", (), ()), begin(world).world, box_of(world)).data
    assert sheet["scar_cards"]["left"] == {"bunker": 2, "ammo-shortage": 3}


# Rewards of the game before


DUE = PAST.replace("games.2", "games.1")


def test_a_beginning_warns_of_open_rewards():
    """Rewards that nobody took yet are called to mind when the next game begins, and stay open."""
    outcome = begin(told(DUE))
    world = fine(outcome)
    (note,) = [note for note in outcome.notes if "game 1" in note]
    assert "Ana" in note
    assert "Ben" in note
    assert "Cy" not in note
    assert [each.player for each in due(world, box_of(world), 1)] == ["ana", "ben"]


def test_a_beginning_can_record_rewards_as_not_taken():
    """When told so, open rewards are recorded as not taken, and nothing is due any more."""
    text = DUE.replace('result = "won"', 'result = "won"\nreward = "name asia"')
    world = fine(begin(told(text), not_taken=True))
    seats = played(world)[1].seats
    assert [seats[id].reward for id in ("ana", "ben", "cy")] == ["name asia", NOT_TAKEN, ""]
    assert due(world, box_of(world), 1) == ()


# HQs


def test_each_player_places_one_hq():
    """Each player places an HQ; the answer says who is still to place one, and when all are placed."""
    world = told(ON)
    for player, place, waiting in (
        ("ben", "egypt", {"Ana", "Cy"}),
        ("ana", "peru", {"Cy"}),
        ("cy", "japan", set()),
    ):
        outcome = hq(world, player, place)
        world = fine(outcome)
        said = " ".join(outcome.notes)
        assert {name for name in ("Ana", "Ben", "Cy") if name in said} == waiting
    on = playing(world)
    assert on is not None
    assert on.hqs == {"egypt": "ben", "peru": "ana", "japan": "cy"}


@pytest.mark.parametrize("again", ["egypt", "peru"])
def test_an_hq_is_placed_once(again):
    """A second HQ of a player is refused, in the same place as well; the refusal names the first."""
    (finding,) = hq(told(ON + 'hq = "egypt"'), "cy", again).findings
    assert (finding.rule, finding.where) == ("hq-once", "game.players.cy.hq")
    assert "Egypt" in finding.what


@pytest.mark.parametrize(
    ("place", "by_sea"),
    [("middle-east", False), ("north-africa", False), ("southern-europe", True)],
)
def test_no_hq_next_to_another(place, by_sea):
    """No HQ stands next to another, by a border and by a sea line alike; the refusal names that one."""
    (finding,) = hq(told(ON + 'hq = "egypt"'), "ana", place).findings
    assert finding.rule == "hq-not-adjacent"
    assert "Egypt" in finding.what
    assert ("sea" in finding.what) == by_sea


def test_no_hq_on_another():
    """A place where an HQ stands is occupied."""
    assert rules(hq(told(ON + 'hq = "egypt"'), "ana", "egypt").findings) == ["legal-start"]


SCAR = '[territories.ural.scar]\nkind = "bunker"\ngame = 1\nby = "ben"\n'


def city(founder: str, kind: str = "major-city") -> str:
    """Tell of a city in Ural."""
    return f'[territories.ural.city]\nkind = "{kind}"\nname = "Perm"\nfounder = "{founder}"\n'


def test_no_hq_in_a_scarred_place():
    """A scarred place is marked, and no start; the refusal names the scar."""
    (finding,) = hq(told(SCAR + ON), "ana", "ural").findings
    assert (finding.rule, finding.where) == ("legal-start", "territories.ural.scar")
    assert "Bunker" in finding.what


@pytest.mark.parametrize(
    ("founder", "kind"),
    [("ben", "major-city"), ("ana", "minor-city"), ("ben", "minor-city"), ("ana", "world-capital")],
)
def test_no_hq_in_a_city_but_the_own_major_city(founder, kind):
    """A Minor City, a World Capital and the Major City of another are no starts."""
    (finding,) = hq(told(city(founder, kind) + ON), "ana", "ural").findings
    assert (finding.rule, finding.where) == ("legal-start", "territories.ural.city")
    assert "Perm" in finding.what


@pytest.mark.parametrize("scar", ["", SCAR])
def test_an_hq_in_the_own_major_city(scar):
    """Founders may start in their own Major City, scarred or not."""
    fine(hq(told(city("ana") + scar + ON), "ana", "ural"))


def test_no_hq_in_the_own_city_next_to_an_hq():
    """An HQ next door keeps founders out of their own city too."""
    world = told(city("ana") + ON + 'hq = "china"')
    assert rules(hq(world, "ana", "ural").findings) == ["hq-not-adjacent"]


def test_no_hq_where_nobody_may_enter():
    """A place that nobody may enter any more is no start, not even for the founder of its city."""
    text = '[found.scars.abyss]\nname = "Abyss"\nno_entry = true\n'
    world = told(text + city("ana") + '[territories.ural.scar]\nkind = "abyss"\n' + ON)
    assert rules(hq(world, "ana", "ural").findings) == ["legal-start"]


def test_an_hq_needs_a_game():
    """Between games no HQ is placed."""
    outcome = hq(told(PAST), "ana", "peru")
    assert rules(outcome.findings) == ["game-in-order"]
    assert outcome.world.table("game") == {}


def test_an_hq_needs_a_seat():
    """Somebody who does not play places no HQ; the refusal says who plays."""
    outcome = hq(told(ON), "dee", "peru")
    (finding,) = outcome.findings
    assert finding.rule == "game-in-order"
    assert "Dee" in finding.what
    assert "Ana" in finding.fix
    assert playing(outcome.world) == playing(told(ON))


# Ending


PLACED = ON.replace(
    'faction = "khan-industries"', 'faction = "khan-industries"\nhq = "egypt"\nturn = 1'
).replace('faction = "imperial-balkania"', 'faction = "imperial-balkania"\nhq = "peru"\nturn = 2')


def results(world: World, number: int = 3) -> dict[str, str | None]:
    """Tell how a game ended for each player."""
    return {player: seat.result for player, seat in played(world)[number].seats.items()}


def test_four_stars_end_a_game():
    """Whoever has four Red Stars wins at once: all others held on, and each of them is due a reward."""
    world = fine(sign(told(PLACED)))
    assert playing(world) is None
    assert results(world) == {"ana": WON, "ben": HELD_ON, "cy": HELD_ON}
    first, *others = (each.player for each in due(world, box_of(world), 3))
    assert (first, sorted(others)) == ("ana", ["ben", "cy"])


def test_four_stars_after_somebody_was_eliminated():
    """Who was eliminated in the course of the game stays out; the rest held on."""
    world = fine(sign(told(PLACED), out=["ben"]))
    assert results(world) == {"ana": WON, "ben": ELIMINATED, "cy": HELD_ON}
    assert [each.player for each in due(world, box_of(world), 3)] == ["ana", "cy"]


def test_the_last_one_alive_ends_a_game():
    """When everybody else is eliminated, only the winner takes a reward."""
    world = fine(sign(told(PLACED), out=["ben", "cy"]))
    assert results(world) == {"ana": WON, "ben": ELIMINATED, "cy": ELIMINATED}
    assert [each.player for each in due(world, box_of(world), 3)] == ["ana"]


def test_whoever_holds_nothing_at_the_end_is_eliminated():
    """No troops at the end is eliminated, also for those who were only knocked out and could rejoin."""
    world = fine(sign(told(PLACED), held={"ana": ["ural"], "ben": [], "cy": []}))
    assert results(world) == {"ana": WON, "ben": ELIMINATED, "cy": ELIMINATED}
    assert [each.player for each in due(world, box_of(world), 3)] == ["ana"]


def test_whoever_is_known_to_hold_nothing_is_eliminated():
    """It is enough that it was recorded of one player, where nobody wrote down what the others hold."""
    world = told(PLACED).with_value("game", "players", "cy", "holds", value=[])
    assert results(fine(sign(world))) == {"ana": WON, "ben": HELD_ON, "cy": ELIMINATED}


@pytest.mark.parametrize("number", [1, 2, 15])
def test_the_winner_signs(number):
    """The winner signs the line of the game, and has one signature more."""
    world = told(PLACED.replace("number = 3", f"number = {number}"))
    after = fine(sign(world, winner="ben"))
    assert played(after)[number].winner == "ben"
    assert signatures(after, 15)["ben"] == signatures(world, 15)["ben"] + 1
    assert finished(after) == number


def test_after_the_last_line_nobody_signs():
    """After game 15 games are recorded without a signature and without rewards, and that is said."""
    outcome = sign(told(PLACED.replace("number = 3", "number = 16")))
    world = fine(outcome)
    assert results(world, 16)["ana"] == WON
    assert signatures(world, 15)["ana"] == 0
    assert due(world, box_of(world), 16) == ()
    assert any("15" in note for note in outcome.notes)


def test_a_record_keeps_the_setup():
    """Faction and start of each player go over into the record; a missing HQ is said."""
    outcome = sign(told(PLACED))
    seats = played(fine(outcome))[3].seats
    assert (seats["ben"].faction, seats["ben"].start) == ("khan-industries", "egypt")
    assert (seats["cy"].faction, seats["cy"].start) == ("enclave-of-the-bear", None)
    (note,) = outcome.notes
    assert "Cy" in note


@pytest.mark.parametrize("first", range(5))
@pytest.mark.parametrize("winner", [0, 2, 4])
def test_rewards_go_clockwise_whoever_began(first, winner):
    """Players are named clockwise and take their turns so: rewards go round from the winner likewise."""
    entrants = [
        each._replace(turn=(at - first) % 5 + 1, placing=5 - at) for at, each in enumerate(table(5))
    ]
    world = fine(sign(begin(told(""), entrants).world, winner=NAMES[winner]))
    found = [each.player for each in due(world, box_of(world), 1)]
    assert found == [*NAMES[winner:5], *NAMES[:winner]]


def test_a_record_keeps_what_was_held():
    """Territories held at the end are kept for those of whom they were told."""
    seats = played(fine(sign(told(PLACED), held={"ben": ["egypt", "peru"]})))[3].seats
    assert seats["ben"].held == ("egypt", "peru")
    assert seats["ana"].held is None


@pytest.mark.parametrize("note", ["", "by the skin of our teeth"])
@pytest.mark.parametrize("date", [None, "2026-01-03"])
def test_a_record_keeps_day_and_note(date, note):
    """Day and note are kept as they are told, and left out when nobody tells them."""
    game = played(fine(sign(told(PLACED), date=date, note=note)))[3]
    assert (game.played, game.note) == (date or "", note)


HELD = (
    PLACED
    + """holds = ["ural", "japan"]
[game.players.dee]
faction = "die-mechaniker"
holds = []
[game.players.eve]
faction = "saharan-republic"
holds = []
out = true
"""
)


def test_a_record_takes_from_the_table_what_was_held():
    """What the table knows to be held at the end is kept, also of whom nothing else is told."""
    seats = played(fine(sign(told(HELD))))[3].seats
    assert seats["cy"].held == ("ural", "japan")
    assert seats["ana"].held is None
    assert seats["dee"].held == ()


def test_a_record_takes_from_the_table_who_is_out():
    """Whoever was eliminated, or holds nothing at the end, is eliminated on record without a word."""
    outcome = sign(told(HELD))
    assert results(fine(outcome)) == {
        "ana": WON,
        "ben": HELD_ON,
        "cy": HELD_ON,
        "dee": ELIMINATED,
        "eve": ELIMINATED,
    }
    assert "out: Eve, Dee" in outcome.said


def test_what_is_told_at_the_end_goes_before_the_table():
    """Territories told with the signature are the ones that count, whatever the table knew."""
    seats = played(fine(sign(told(HELD), held={"cy": ["peru"], "dee": ["china"]})))[3].seats
    assert seats["cy"].held == ("peru",)
    assert (seats["dee"].held, seats["dee"].result) == (("china",), HELD_ON)


def test_a_winner_who_holds_nothing():
    """Whoever signs has won, also when the table knew of no territory of theirs."""
    assert results(fine(sign(told(HELD), winner="dee")))["dee"] == WON


def test_a_winner_is_not_out_by_the_table():
    """Nobody who is eliminated from the game that is on signs for it."""
    (finding,) = sign(told(HELD), winner="eve").findings
    assert finding.rule == "join-the-war"
    assert "Eve" in finding.what


@pytest.mark.parametrize(("stars", "said"), [(2, True), (3, True), (4, False)])
def test_a_signature_before_the_fourth_star(stars, said):
    """Whoever signs with fewer than four stars by the table is told so; a slip, or a star forgotten."""
    world = told(HELD).with_value("game", "players", "cy", "stars", value=stars)
    notes = sign(world, winner="cy").notes
    assert any("Red Star" in note for note in notes) is said
    last = sign(world, winner="cy", out=["ana", "ben", "dee"])
    assert not any("Red Star" in note for note in last.notes)


@pytest.mark.parametrize("most", [0, 3])
def test_a_record_keeps_the_most_missiles_of_a_roll(most):
    """The most missiles in one roll go over into the record, for the packet that asks for them."""
    world = told(HELD).with_value("game", "most_missiles", value=most or None)
    assert played(fine(sign(world)))[3].most_missiles == most


def test_a_winner_is_not_eliminated():
    """Nobody wins a game and is eliminated from it."""
    (finding,) = sign(told(PLACED), out=["ana"]).findings
    assert finding.rule == "eliminated-no-reward"
    assert "Ana" in finding.what


@pytest.mark.parametrize(
    "words", [{"winner": "dee"}, {"out": ["dee"]}, {"held": {"dee": ["peru"]}}]
)
def test_only_who_played_is_named_at_the_end(words):
    """A winner, an eliminated player and a holder of territories sat at the table."""
    outcome = sign(told(PLACED), **words)
    (finding,) = outcome.findings
    assert finding.rule == "game-in-order"
    assert "Dee" in finding.what
    assert playing(outcome.world) == playing(told(PLACED))


def test_only_a_game_that_is_on_can_end():
    """Between games there is nothing to sign."""
    assert rules(sign(told(PAST)).findings) == ["game-in-order"]


# Games before the record began


@pytest.mark.parametrize("number", [1, 3, 4])
def test_a_past_game_with_only_its_winner(number):
    """Of a game before the record began the winner is enough: it is signed for, and no reward is due."""
    world = told("games_played = 4")
    after = fine(past_game(world, box_of(world), number=number, winner="ana", date=None, note=""))
    assert played(after)[number] == Game(number, "ana", "", "", {})
    assert signatures(after, 15)["ana"] == 1
    assert due(after, box_of(after), number) == ()
    assert finished(after) == 4
    assert hands(fine(begin(after)))["ana"] == (0, 1)


def test_a_past_game_with_day_and_note():
    """What somebody remembers of a past game is kept."""
    world = told("games_played = 4")
    after = past_game(world, box_of(world), number=2, winner="ana", date="2025-12-01", note="snow")
    assert played(fine(after))[2] == Game(2, "ana", "2025-12-01", "snow", {})


def test_a_game_is_on_record_once():
    """A game on record is not written down again; the refusal says who won it."""
    world = told(PAST)
    (finding,) = past_game(
        world, box_of(world), number=2, winner="ben", date=None, note=""
    ).findings
    assert (finding.rule, finding.where) == ("game-in-order", "games.2")
    assert "Ana" in finding.what


@pytest.mark.parametrize(("text", "number"), [("games_played = 4", 5), (ON, 3), (ON, 4), ("", 1)])
def test_a_past_game_is_over(text, number):
    """A game that is on or still to come cannot be written down as past."""
    world = told(text)
    outcome = past_game(world, box_of(world), number=number, winner="ana", date=None, note="")
    assert rules(outcome.findings) == ["game-in-order"]


# Putting a past game right


def test_another_winner():
    """With another winner the signature and the results go over: who was said to have won held on."""
    after = fine(correct(told(PAST), winner="ben"))
    assert results(after, 2) == {"ana": HELD_ON, "ben": WON, "cy": ELIMINATED}
    assert signatures(after, 15) == {**dict.fromkeys(NAMES, 0), "ben": 1}
    assert standings(after, box_of(after)).factions == {"khan-industries": 1}
    assert [each.player for each in due(after, box_of(after), 2)] == ["ben", "ana"]


def test_the_eliminated_one_won_after_all():
    """Whoever was said to be eliminated can turn out to be the winner."""
    assert results(fine(correct(told(PAST), winner="cy")), 2) == {
        "ana": HELD_ON,
        "ben": HELD_ON,
        "cy": WON,
    }


def test_another_winner_of_a_game_without_seats():
    """Where only the winner is known, another one is simply another one; no seat is invented."""
    after = fine(correct(told('games.2.winner = "ana"'), winner="ben"))
    assert played(after)[2] == Game(2, "ben", "", "", {})


def test_a_winner_who_did_not_play():
    """Nobody wins a game in which they did not sit, where it is known who sat there."""
    outcome = correct(told(PAST), winner="dee")
    assert [*outcome.findings, *limits.broken(outcome.world, box_of(outcome.world))]


@pytest.mark.parametrize(
    ("key", "value"),
    [("faction", "die-mechaniker"), ("start", "japan"), ("result", ELIMINATED), ("held", ["peru"])],
)
def test_another_part_of_a_player(key, value):
    """Faction, start, result and what was held can be put right for one player, and nothing else changes."""
    world = told(PAST)
    after = fine(correct(world, "ben", **{key: value}))
    before, now = played(world)[2].seats, played(after)[2].seats
    meant = tuple(value) if key == "held" else value
    assert now["ben"] == before["ben"]._replace(**{key: meant})
    assert {**now, "ben": None} == {**before, "ben": None}


@pytest.mark.parametrize(("key", "value"), [("played", "2026-02-01"), ("note", "it rained")])
def test_another_day_and_note(key, value):
    """Day and note of a past game can be put right, and nothing else changes."""
    world = told(PAST)
    after = fine(correct(world, **{key: value}))
    assert played(after)[2] == played(world)[2]._replace(**{key: value})


def test_only_a_game_on_record_is_put_right():
    """A game that nobody recorded cannot be put right."""
    for number in (1, 3):
        outcome = correct(told(PAST + ON), winner="ben", number=number)
        assert rules(outcome.findings) == ["game-in-order"]


def test_a_player_who_was_forgotten():
    """Somebody who was forgotten at the table can be added, up to the most that can play."""
    after = fine(correct(told(PAST), "dee", faction="die-mechaniker", result=HELD_ON))
    after = fine(correct(after, "eve", faction="saharan-republic"))
    assert laws(correct(after, "flo", result=HELD_ON).world) == ["players-per-game"]


def unfit(world: World, outcome: Outcome) -> list[tuple[str, str]]:
    """List the laws that no longer hold after a correction, and where."""
    before = set(limits.broken(world, box_of(world)))
    assert not before
    found = [*outcome.findings, *limits.broken(outcome.world, box_of(outcome.world))]
    return [(finding.rule, finding.where) for finding in found]


def test_a_faction_that_somebody_else_played():
    """A correction to a faction that another played in that game no longer fits."""
    world = told(PAST)
    assert unfit(world, correct(world, "ben", faction="imperial-balkania")) == [
        ("faction-once-a-game", "games.2.players.ben.faction")
    ]


@pytest.mark.parametrize(
    ("start", "rule"),
    [("ural", "legal-start"), ("china", "hq-not-adjacent"), ("brazil", "hq-not-adjacent")],
)
def test_a_start_that_another_stood_in_the_way_of(start, rule):
    """A start on or next to that of another in the same game was never legal."""
    world = told(PAST)
    assert [law for law, _ in unfit(world, correct(world, "ben", start=start))] == [rule]


def test_the_own_start_is_not_in_the_way():
    """A start next to the one that was wrongly written down for the same player is fine."""
    fine(correct(told(PAST), "ben", start="middle-east"))


@pytest.mark.parametrize(
    ("player", "result"), [("ana", HELD_ON), ("ana", ELIMINATED), ("ben", WON)]
)
def test_a_result_against_the_signature(player, result):
    """Exactly the one who signed has won: another result does not fit, and says so."""
    world = told(PAST)
    assert unfit(world, correct(world, player, result=result)) == [
        ("game-result", f"games.2.players.{player}.result")
    ]


TAKEN = PAST.replace('result = "won"', 'result = "won"\nreward = "name asia"').replace(
    'result = "held-on"', 'result = "held-on"\nreward = "coin egypt"'
)


def test_rewards_that_no_longer_fit_another_winner():
    """After another winner the rewards that both took are of the wrong kind; each is told."""
    world = told(TAKEN)
    assert sorted(unfit(world, correct(world, winner="ben"))) == [
        ("held-on-one-reward", "games.2.players.ana.reward"),
        ("winner-one-reward", "games.2.players.ben.reward"),
    ]


def test_a_reward_that_no_longer_fits_a_result():
    """A reward of somebody who turns out to have been eliminated does not fit."""
    world = told(TAKEN)
    assert unfit(world, correct(world, "ben", result=ELIMINATED)) == [
        ("eliminated-no-reward", "games.2.players.ben.result")
    ]


@pytest.mark.parametrize("way", ["correct", "past"])
def test_a_signature_that_the_game_that_is_on_did_not_know(way):
    """When signatures change, whoever began the game that is on with other missiles is told of it."""
    world = told(PAST + "[games.1]\nplayed = 2026-01-02\n" + ON + "missiles = 0\nstars = 1\n")
    world = world.with_table("game", "players", "ana", missiles=1, stars=0)
    world = world.with_table("game", "players", "ben", missiles=0, stars=1)
    if way == "correct":
        outcome = correct(world, winner="cy")
    else:
        world = world.with_value("games", "1", value=None)
        outcome = past_game(world, box_of(world), number=1, winner="cy", date=None, note="")
    said = [*outcome.notes, *(finding.what for finding in outcome.findings)]
    assert any("Cy" in each and "missiles" in each for each in said)
    assert not any("Ben" in each for each in said)
