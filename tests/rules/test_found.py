"""What packets brought: typed in once, counted as printed from then on. All of it is invented."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

import pytest

from evening import evening
from legacytrack.campaign.door import box_of
from legacytrack.model.box import Box, Power
from legacytrack.model.found import EFFECTS
from legacytrack.model.games import Hand, playing
from legacytrack.model.shape import sound
from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.begin import Entrant, begin_game
from legacytrack.rules.cards import add_coins, coins_on
from legacytrack.rules.cities import fortify_city, found_city, is_city, population
from legacytrack.rules.continents import change_bonus
from legacytrack.rules.expand import entry
from legacytrack.rules.factions import choose_power
from legacytrack.rules.found import define
from legacytrack.rules.lots import coins_by_lot, powers_by_lot
from legacytrack.rules.maneuver import reach
from legacytrack.rules.outcome import Outcome
from legacytrack.rules.recruit import Recruitment, holdings, no_such_count, recruit
from legacytrack.rules.scars import cancel_scar, place_scar
from legacytrack.rules.side_board import draw
from legacytrack.rules.starts import reasons_against, starts
from legacytrack.rules.supply import supplies, supply

BREAKS = {
    "no-marks-here",
    "one-power-per-colour",
    "one-starting-power",
    "one-city-per-territory",
    "fortify-only-a-city",
    "territories",
    "coin-cap",
    "hq-not-adjacent",
}

PLAYERS = 'players.ana.name = "Ana"\nplayers.ben.name = "Ben"\nplayers.cy.name = "Cy"\n'
THREE = (
    Entrant("ana", "imperial-balkania"),
    Entrant("ben", "khan-industries"),
    Entrant("cy", "enclave-of-the-bear"),
)


def told(text: str) -> World:
    """Read a world as a person would write it, and expect that it has a shape."""
    data = tomllib.loads(PLAYERS + text)
    assert sound(data) == (data, ())
    return World(data)


def mark(table: str, **effects: Any) -> str:
    """Tell of a mark that a packet brought, with some effects, three stickers of it."""
    words = "\n".join(
        f"{word} = {str(value).lower() if isinstance(value, bool) else repr(value)}"
        for word, value in effects.items()
    )
    return f'[found.{table}.thing]\nname = "The Thing"\nsupply = 3\n{words}\n'


def scar(**effects: Any) -> tuple[World, Box]:
    """Give a world with a scar of a packet in Ural."""
    world = told(mark("scars", **effects) + '[territories.ural.scar]\nkind = "thing"\n')
    return world, box_of(world)


def city(founder: str = "ana", **effects: Any) -> tuple[World, Box]:
    """Give a world with a city of a packet in Ural."""
    world = told(
        mark("cities", **effects)
        + f'[territories.ural.city]\nkind = "thing"\nname = "Perm"\nfounder = "{founder}"\n'
    )
    return world, box_of(world)


def power(**effects: Any) -> Power:
    """Give a power of a packet."""
    found = {"thing": {"name": "The Thing", "faction": "khan-industries", **effects}}
    return box_of(World({"found": {"powers": found}})).factions["khan-industries"].powers["thing"]


def printed(box: Box, faction: str, id: str) -> Power:
    """Give a printed power."""
    return box.factions[faction].powers[id]


def gets(
    world: World, box: Box, places: Sequence[str], powers: Sequence[Power] = (), **more: Any
) -> Recruitment:
    """Work out what somebody gets who controls some places."""
    held = holdings(world, box, places, "ana")
    return recruit(
        box,
        territories=len(held.territories),
        population=held.population,
        continents=held.continents,
        powers=powers,
        nearly=held.nearly,
        marks=held.marks,
        **more,
    )


def laws(outcome: Outcome) -> list[str]:
    """List the laws that stand against a step, and that the world breaks after it."""
    broken = limits.broken(outcome.world, box_of(outcome.world))
    return [finding.rule for finding in (*outcome.findings, *broken)]


def rules(findings: Sequence[Any]) -> list[str]:
    """List the laws of some findings."""
    return [finding.rule for finding in findings]


# Writing it down


NAMED = {"name": "The Thing"}
KINDS: dict[str, dict[str, Any]] = {
    "scars": {**NAMED, "says": "Sinks.", "supply": 2, "end_of_turn": -1},
    "cities": {**NAMED, "supply": 1, "population": 3},
    "powers": {**NAMED, "faction": "khan-industries", "colour": "red", "recruit_troops": 1},
    "factions": NAMED,
    "territories": {**NAMED, "land": ["peru"], "sea": ["japan"], "coins": 2},
    "links": {"from": "brazil", "to": "egypt"},
    "events": {**NAMED, "says": "It rains."},
    "missions": {**NAMED, "says": "Hold the ice."},
    "rules": {"limit": 7, "letter": "D", "cite": "Rule D"},
}
IDS = {"rules": "coin-cap"}


def defined(world: World, table: str, values: dict[str, Any], id: str = "") -> Outcome:
    """Write down something that a packet brought."""
    return define(
        world,
        box_of(world),
        table=table,
        id=id or IDS.get(table, "thing"),
        values=values,
        said="It is known now.",
    )


@pytest.mark.parametrize("table", KINDS)
def test_each_kind_of_thing_is_kept_as_it_is_told(table):
    """Whatever a packet can bring goes into the world file, under the keys that the box uses."""
    outcome = defined(told(""), table, KINDS[table])
    assert laws(outcome) == []
    assert outcome.world.table("found", table) == {IDS.get(table, "thing"): KINDS[table]}
    assert sound(outcome.world.data) == (outcome.world.data, ())
    assert outcome.said == "It is known now."


def test_all_kinds_together():
    """A group can have found something of each kind."""
    world = told("")
    for table, values in KINDS.items():
        name = {"name": f"The {table}"} if "name" in values else {}
        outcome = defined(world, table, {**values, **name}, IDS.get(table, f"a-{table}"))
        assert laws(outcome) == []
        world = outcome.world
    assert set(world.table("found")) == set(KINDS)


@pytest.mark.parametrize("table", [table for table in KINDS if table != "rules"])
def test_a_thing_is_known_once(table):
    """The same thing is not written down twice under one id."""
    world = defined(told(""), table, KINDS[table]).world
    findings = defined(world, table, KINDS[table]).findings
    assert rules(findings) == ["defined-twice"]
    assert findings[0].where == f"found.{table}.thing"


@pytest.mark.parametrize("table", [table for table, values in KINDS.items() if "name" in values])
@pytest.mark.parametrize("name", ["The Thing", "the  thing", "THÉ THING", "the-thing"])
def test_no_two_things_have_the_same_name(table, name):
    """Two things of a kind differ by name, however it is written; so they can be told apart."""
    world = defined(told(""), table, KINDS[table]).world
    assert rules(defined(world, table, {**KINDS[table], "name": name}, "s12").findings) == [
        "defined-twice"
    ]
    assert laws(defined(world, table, {**KINDS[table], "name": "Another"}, "s12")) == []


@pytest.mark.parametrize(
    ("table", "id", "name"),
    [
        ("scars", "bunker", "Bunker"),
        ("scars", "s12", "ammo shortage"),
        ("cities", "minor-city", "Minor City"),
        ("cities", "c3", "World Capital"),
        ("territories", "alaska", "Alaska"),
        ("territories", "t1", "Great Britain"),
        ("factions", "khan-industries", "Khan Industries"),
        ("factions", "f6", "Die Mechaniker"),
        ("powers", "round-up", "Round Up"),
        ("scars", "minor-city", "Minor City"),
        ("cities", "bunker", "Bunker"),
        ("scars", "cancel", "Cancel"),
        ("cities", "fortification", "Fortification"),
        ("scars", "continent-plus", "Continent Plus"),
    ],
)
def test_what_is_printed_is_known_already(box, table, id, name):
    """Nothing new takes the id or the name of what is printed, nor its stickers."""
    outcome = defined(told(""), table, {**KINDS[table], "name": name}, id)
    assert rules(outcome.findings) == ["defined-twice"]
    counted = {found.rule: found.limit for found in supplies(told(""), box)}
    after = {found.rule: found.limit for found in supplies(outcome.world, box_of(outcome.world))}
    assert counted.items() <= after.items()


def test_a_scar_and_a_city_have_ids_of_their_own():
    """A scar and a city of a packet do not share an id: their stickers are counted apart."""
    world = defined(told(""), "scars", KINDS["scars"]).world
    assert rules(defined(world, "cities", {**KINDS["cities"], "name": "Other"}).findings) == [
        "defined-twice"
    ]


def test_a_doubled_thing_is_no_law_to_waive(box):
    """That a name is taken is no law of the game: no house rule lets it pass."""
    assert "defined-twice" not in box.rules


def test_a_rule_can_change_again():
    """A rule that one packet changed may be changed by the next; the later one counts, alone."""
    world = defined(told(""), "rules", KINDS["rules"]).world
    outcome = defined(world, "rules", {"limit": 8})
    assert laws(outcome) == []
    assert outcome.world.table("found", "rules", "coin-cap") == {"limit": 8}


# Each word of the vocabulary, and what it does


DONE: dict[str, str] = {  # the test below that shows what each word does
    "population": "test_population_counts_in_recruiting_and_expanding",
    "start_for_founder": "test_the_founder_may_start_there",
    "ruin": "test_a_ruin_is_no_city",
    "replaces_city": "test_a_city_may_replace_another",
    "no_marks": "test_no_further_mark_goes_there",
    "no_entry": "test_nobody_enters",
    "expand_cost": "test_expanding_into_a_mark_costs_more",
    "expand_city_cost": "test_expanding_into_cities_costs_more",
    "end_of_turn": "test_the_end_of_the_turn_is_called_to_mind",
    "recruit_troops": "test_troops_more_or_fewer_when_recruiting",
    "recruit_rounding": "test_rounding",
    "coins_troops": "test_troops_more_or_fewer_for_cards",
    "no_population": "test_no_population",
    "troops_per_hq": "test_troops_at_each_hq_are_called_to_mind",
    "defence_higher_die": "test_dice_are_data",
    "defence_lower_die": "test_dice_are_data",
    "defence_all_dice": "test_dice_are_data",
    "fortified_own_hq": "test_dice_are_data",
    "three_alike": "test_dice_are_data",
    "double_six": "test_dice_are_data",
    "starting_troops": "test_what_a_power_brings_to_the_start",
    "starting_coins": "test_what_a_power_brings_to_the_start",
    "missiles": "test_what_a_power_brings_to_the_start",
    "maneuver_anywhere": "test_a_power_to_maneuver_anywhere",
    "card_troops": "test_a_power_to_place_troops_on_drawing",
    "expansions_for_card": "test_a_power_to_draw_for_expanding",
    "note": "test_a_note_is_called_to_mind",
}


def test_every_word_is_shown():
    """Each word of the vocabulary has a test that shows what it does."""
    assert set(DONE) == set(EFFECTS)
    assert all(name in globals() for name in DONE.values())


@pytest.mark.parametrize("people", [0, 1, 4])
def test_population_counts_in_recruiting_and_expanding(people):
    """The population of a city counts inside the division, and is lost on expanding into it."""
    world, box = city(population=people)
    assert population(world, box, "ural") == people
    places = ["ural", *list(box.continents["africa"].territories)[:5], "japan", "peru", "iceland"]
    found = gets(world, box, places)
    assert found.population == people
    assert found.total == (9 + people) // 3
    assert entry(world, box, "ural").cost == people


@pytest.mark.parametrize("allowed", [True, False])
def test_the_founder_may_start_there(allowed):
    """A city that is a start for its founder is one for nobody else; without the word for nobody."""
    world, box = city(start_for_founder=allowed)
    assert ("ural" in starts(world, box, "ana", []).legal) == allowed
    assert "ural" not in starts(world, box, "ben", []).legal
    assert "ural" not in starts(world, box, None, []).legal


def test_a_ruin_is_no_city():
    """A ruin is no city: nothing to fortify, no population, and a new city may be founded over it."""
    world, box = city(ruin=True)
    assert not is_city(world, box, "ural")
    assert population(world, box, "ural") == 0
    fortified = fortify_city(world, box, territory="ural", by="ana", game=2)
    assert "fortify-only-a-city" in rules(fortified.findings)
    again = found_city(
        world, box, territory="ural", city="minor-city", name="New", by="ben", game=3
    )
    assert laws(again) == []
    assert is_city(again.world, box, "ural")
    assert again.world.covered("ural") == ("thing",)


def test_a_ruin_is_still_a_mark():
    """A ruin marks its territory: nobody starts there."""
    world, box = city(ruin=True)
    assert rules(reasons_against(world, box, "ural", "ana", [])) == ["legal-start"]


OLD = '[territories.ural.city]\nkind = "major-city"\nname = "Perm"\nfounder = "ana"\ngame = 1\n'


@pytest.mark.parametrize("may", [True, False])
def test_a_city_may_replace_another(may):
    """A city that may cover another does so without leave; any other is refused."""
    world = told(mark("cities", replaces_city=may) + OLD)
    box = box_of(world)
    outcome = found_city(world, box, territory="ural", city="thing", name="X", by="ben", game=2)
    assert laws(outcome) == ([] if may else ["one-city-per-territory"])


def test_the_sticker_below_stays_counted():
    """The city that was covered has used up its sticker; its founder's start is gone with it."""
    world = told(mark("cities", replaces_city=True) + OLD)
    box = box_of(world)
    assert "ural" in starts(world, box, "ana", []).legal
    after = found_city(world, box, territory="ural", city="thing", name="", by="ben", game=2).world
    assert after.covered("ural") == ("major-city",)
    assert supply(after, box, "major-city-supply").used == 1
    assert supply(after, box, box.cities["thing"].supply).used == 1
    assert "ural" not in starts(after, box, "ana", []).legal
    assert sound(after.data) == (after.data, ())


def test_a_city_becomes_a_ruin():
    """A ruin that may cover a city turns it into one: population gone, fortification a law to look at."""
    world = told(mark("cities", replaces_city=True, ruin=True) + OLD)
    box = box_of(world)
    outcome = found_city(world, box, territory="ural", city="thing", name="", by=None, game=2)
    assert laws(outcome) == []
    assert population(outcome.world, box, "ural") == 0
    assert entry(outcome.world, box, "ural").cost == 0
    fortified = world.with_value("territories", "ural", "fortification", "boxes", value=0)
    after = found_city(fortified, box, territory="ural", city="thing", name="", by=None, game=2)
    assert laws(after) == ["fortify-only-a-city"]


@pytest.mark.parametrize("on", ["scar", "city"])
@pytest.mark.parametrize("what", ["scar", "minor city", "major city", "fortification"])
def test_no_further_mark_goes_there(on, what):
    """Where a mark keeps all others away, a scar, a city and a fortification are each refused."""
    world, box = scar(no_marks=True) if on == "scar" else city(no_marks=True)
    at: dict[str, Any] = {"territory": "ural", "by": "ana", "game": 2}
    if what == "scar":
        outcome = place_scar(world, box, scar="bunker", **at)
    elif what == "fortification":
        outcome = fortify_city(world, box, **at)
    else:
        outcome = found_city(world, box, city=what.replace(" ", "-"), name="", **at)
    (found,) = [finding for finding in outcome.findings if finding.rule == "no-marks-here"]
    assert found.where == f"territories.ural.{on}"
    assert "The Thing" in found.what
    free, box = scar() if on == "scar" else city()
    assert "no-marks-here" not in rules(place_scar(free, box, scar="bunker", **at).findings)


def test_a_mark_that_keeps_others_away_can_come_over_others():
    """A place that is marked already can be closed to further marks; what lies there stays."""
    world = told(mark("scars", no_marks=True) + OLD)
    box = box_of(world)
    outcome = place_scar(world, box, territory="ural", scar="thing", by=None, game=2)
    assert laws(outcome) == []
    assert outcome.world.city("ural") == world.city("ural")


@pytest.mark.parametrize("make", [scar, city])
def test_nobody_enters(make):
    """Where nobody may enter, no number of troops is enough, and the mark is named; nobody starts there."""
    world, box = make(no_entry=True, start_for_founder=True)
    found = entry(world, box, "ural")
    assert found.never == "The Thing"
    assert not found.allowed(99)
    assert reasons_against(world, box, "ural", "ana", [])
    world, box = make()
    assert entry(world, box, "ural").allowed(99)


@pytest.mark.parametrize("make", [scar, city])
@pytest.mark.parametrize("cost", [-1, 0, 3])
def test_expanding_into_a_mark_costs_more(make, cost):
    """Expanding into a place costs what its mark says, on top of population; never less than nothing."""
    world, box = make(expand_cost=cost)
    found = entry(world, box, "ural")
    assert found.cost == max(cost, 0)
    assert found.needed == max(cost, 0) + 1
    assert found.allowed(found.needed)
    assert not found.allowed(found.needed - 1)


@pytest.mark.parametrize("cost", [-1, 2])
def test_expanding_into_cities_costs_more(cost):
    """A power can make cities dearer, or cheaper, to expand into; other places cost as before."""
    world = told(OLD)
    box = box_of(world)
    powers = [power(expand_city_cost=cost)]
    assert entry(world, box, "ural", powers).cost == 2 + cost
    assert entry(world, box, "peru", powers).cost == 0
    world, box = city(ruin=True)
    assert entry(world, box, "ural", powers).cost == 0


@pytest.mark.parametrize("make", [scar, city])
@pytest.mark.parametrize("troops", [-1, 2])
def test_the_end_of_the_turn_is_called_to_mind(make, troops):
    """What comes or goes at the end of the turn is a reminder to whoever controls the place."""
    world, box = make(end_of_turn=troops)
    (said,) = gets(world, box, ["ural", "peru"]).reminders
    assert all(word in said for word in ("The Thing", "Ural", f"{troops:+d}"))
    assert gets(world, box, ["peru"]).reminders == ()
    assert gets(world, box, ["ural"]).total == 3


@pytest.mark.parametrize("make", [scar, city])
@pytest.mark.parametrize("troops", [-2, 2])
def test_troops_more_or_fewer_when_recruiting(make, troops):
    """A mark in a controlled place, or a power, adds troops or takes them, outside of the minimum."""
    world, box = make(recruit_troops=troops)
    found = gets(world, box, ["ural", "peru"])
    assert found.total == 3 + troops
    (line,) = [line for line in found.lines if line.what.startswith("The Thing")]
    assert line.troops == troops
    assert gets(world, box, ["peru"]).total == 3
    powered = gets(told(""), box_of(told("")), ["peru"], [power(recruit_troops=troops)])
    assert powered.total == 3 + troops


def test_nobody_recruits_less_than_nothing():
    """Whatever takes troops away, nobody gets fewer than none."""
    world, box = scar(recruit_troops=-9)
    assert gets(world, box, ["ural"]).total == 0


@pytest.mark.parametrize(
    ("words", "troops"),
    [([], 3), (["up"], 4), (["down"], 3), (["up", "down"], 3), (["down", "up"], 3)],
)
def test_rounding(box, words, troops):
    """A power rounds the divided part up or down; where two disagree, down goes before up."""
    powers = [power(recruit_rounding=word) for word in words]
    assert recruit(box, territories=11, powers=powers).total == troops


@pytest.mark.parametrize("troops", [-1, 2])
def test_troops_more_or_fewer_for_cards(box, troops):
    """A power changes what cards buy, only when they buy anything."""
    powers = [power(coins_troops=troops)]
    assert recruit(box, territories=9, powers=powers, coins=3).total == 3 + 4 + troops
    assert recruit(box, territories=9, powers=powers, coins=1).total == 3
    assert recruit(box, territories=9, powers=powers).total == 3


@pytest.mark.parametrize("people", [0, 3])
def test_no_population(box, people):
    """With a power that ignores population it does not count, and that is said where there is any."""
    found = recruit(box, territories=9, population=people, powers=[power(no_population=True)])
    assert found.total == 3
    assert len(found.reminders) == bool(people)


def test_troops_at_each_hq_are_called_to_mind(box):
    """Troops at each HQ come beside the sum, and are a reminder."""
    (said,) = recruit(box, territories=9, powers=[power(troops_per_hq=2)]).reminders
    assert "2" in said
    assert "HQ" in said


@pytest.mark.parametrize("word", ["defence_higher_die", "defence_lower_die", "defence_all_dice"])
@pytest.mark.parametrize("make", [scar, city])
def test_dice_are_data(make, word):
    """What a mark or a power does to dice stands among its effects, for whoever counts dice."""
    _, box = make(**{word: -1})
    kinds = {**box.scars, **box.cities}
    assert dict(kinds["thing"].effects) == {word: -1}
    assert dict(power(**{word: 2}).effects) == {word: 2}
    assert dict(power(fortified_own_hq=1).effects) == {"fortified_own_hq": 1}
    for natural in ("three_alike", "double_six"):
        assert dict(power(**{natural: True}).effects) == {natural: True}


def test_what_a_power_brings_to_the_start():
    """Missiles, starting troops and coins of a power go to whoever plays its faction."""
    brings = {"missiles": 2, "starting_troops": 10, "starting_coins": 3}
    values = {**NAMED, "faction": "khan-industries", "colour": "red", **brings}
    world = defined(told(""), "powers", values).world
    world = choose_power(world, box_of(world), faction="khan-industries", power="thing").world
    world = begin_game(world, box_of(world), entrants=THREE, number=None, not_taken=False).world
    on = playing(world)
    assert on is not None
    assert on.hands["ben"] == Hand("khan-industries", None, 1, 2, None, None)
    assert on.hands["ana"].missiles == 0
    table = world.table("game", "players", "ben")
    assert (table["troops"], table["coins"]) == (10, 3)


def carrying(**effects: Any) -> World:
    """Tell of a game in which Khan Industries, played by Ben, carries a power of a packet."""
    found = {"name": "The Thing", "faction": "khan-industries", "colour": "red", **effects}
    world = evening(
        ben={"holds": ["egypt", "peru"]}, ana={"holds": ["brazil"]}, cy={"holds": ["ural"]}
    )
    world = world.with_value("found", "powers", "thing", value=found)
    return world.with_value("factions", "khan-industries", "powers", value=["thing"])


def draws(world: World, player: str, card: str) -> Outcome:
    """Let somebody draw a card."""
    return draw(world, box_of(world), player=player, card=card, new=None, stars=None)


@pytest.mark.parametrize("anywhere", [True, False])
def test_a_power_to_maneuver_anywhere(box, anywhere):
    """A power lets a maneuver go between territories that are not connected; without it, it cannot."""
    found = reach(box, "peru", {"peru", "japan"}, [power(maneuver_anywhere=anywhere)])
    assert ("japan" in found.ways) == anywhere
    assert found.power == ("The Thing" if anywhere else "")


@pytest.mark.parametrize("troops", [1, 3])
def test_a_power_to_place_troops_on_drawing(troops):
    """A power gives troops for drawing the card of a territory under control, to its faction alone."""
    world = carrying(card_troops=troops)
    notes = draws(world, "ben", "peru").notes
    assert any("The Thing" in note and f"{troops} troop" in note for note in notes)
    assert not any("The Thing" in note for note in draws(world, "ana", "brazil").notes)
    assert not any("The Thing" in note for note in draws(world, "ben", "coin").notes)


@pytest.mark.parametrize("needed", [2, 4])
def test_a_power_to_draw_for_expanding(needed):
    """A power lets its faction draw a card for so many expansions in a turn, and for no fewer."""
    world = carrying(expansions_for_card=needed).with_table("game", turn="ben")
    for expanded in range(6):
        now = world.with_value("game", "expanded", value=expanded)
        refused = "one-card-a-turn" in laws(draws(now, "ben", "peru"))
        assert refused == (expanded < needed)
    other = world.with_table("game", turn="ana", expanded=9)
    assert "one-card-a-turn" in laws(draws(other, "ana", "brazil"))


@pytest.mark.parametrize("make", [scar, city])
def test_a_note_is_called_to_mind(box, make):
    """What nobody can compute is a reminder to whoever controls the place, or plays the faction."""
    world, found = make(note="Sing before you roll.")
    assert any("Sing before you roll." in said for said in gets(world, found, ["ural"]).reminders)
    assert gets(world, found, ["peru"]).reminders == ()
    powered = recruit(box, territories=9, powers=[power(note="Whistle.")])
    assert any("Whistle." in said for said in powered.reminders)


def test_printed_notes_are_called_to_mind(box):
    """A printed power that nobody can compute is a reminder as well."""
    powers = [printed(box, "imperial-balkania", "expand-four")]
    (said,) = recruit(box, territories=9, powers=powers).reminders
    assert powers[0].effects["note"] in said


# Supplies of what was found


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_a_found_scar_has_a_supply_of_its_own(limit):
    """As many stickers as were found can be placed, cancelled ones included, and not one more."""
    world = told(mark("scars").replace("supply = 3", f"supply = {limit}"))
    box = box_of(world)
    id = box.scars["thing"].supply
    for used, place in enumerate(("peru", "japan", "china")[: limit + 1]):
        outcome = place_scar(world, box, territory=place, scar="thing", by=None, game=1)
        assert laws(outcome) == ([id] if used == limit else [])
        world = outcome.world
    left = cancel_scar(world, box, territory="peru", by=None, game=2).world
    assert supply(left, box, id).used == limit + 1
    assert supply(left, box, "bunker-supply").used == 0


def test_a_found_scar_goes_where_none_is():
    """For a scar out of a packet the printed law holds: one scar a territory."""
    world, box = scar()
    outcome = place_scar(world, box, territory="ural", scar="bunker", by=None, game=1)
    assert rules(outcome.findings) == ["one-scar-per-territory"]
    assert rules(reasons_against(world, box, "ural", "ana", [])) == ["legal-start"]


def test_what_is_not_known_any_more():
    """When what a packet brought is taken out of the file, what lies on the board is found."""
    world, _ = scar()
    bare = world.with_value("found", value=None)
    assert rules(limits.broken(bare, box_of(bare))) == ["unknown-name"]
    assert supplies(bare, box_of(bare))


# A new territory

FAR = '[found.territories.far]\nname = "Far Island"\nland = ["peru"]\nsea = ["japan"]\ncoins = 2\n'
ALL = 43


def test_starts_in_a_new_territory():
    """A new territory is a start like any other, until an HQ stands on it or next to it."""
    world = told(FAR)
    box = box_of(world)
    assert len(starts(world, box, "ana", []).legal) == ALL
    for hq, ways in (("peru", "to"), ("japan", "by sea line")):
        (reason,) = reasons_against(world, box, "far", "ana", [hq])
        assert reason.rule == "hq-not-adjacent"
        assert ways in reason.what
        (reason,) = reasons_against(world, box, hq, "ana", ["far"])
        assert "Far Island" in reason.what


def test_marks_in_a_new_territory():
    """Scars, cities and fortifications go on a new territory, with all their laws."""
    world = told(FAR)
    box = box_of(world)
    at: dict[str, Any] = {"territory": "far", "by": "ana", "game": 1}
    for step in (
        lambda world: place_scar(world, box, scar="bunker", **at),
        lambda world: found_city(world, box, city="major-city", name="Roma", **at),
        lambda world: fortify_city(world, box, **at),
    ):
        outcome = step(world)
        assert laws(outcome) == []
        world = outcome.world
    assert "far" in starts(world, box, "ana", []).legal
    assert entry(world, box, "far").cost == 4
    assert rules(place_scar(world, box, scar="bunker", **at).findings) == ["one-scar-per-territory"]


def test_the_card_of_a_new_territory():
    """The card of a new territory has its printed coins; only stickers on it are counted."""
    world = told(FAR)
    box = box_of(world)
    assert coins_on(world, box, "far") == 2
    after = add_coins(world, box, territories=["far"], by=None, game=None)
    assert laws(after) == []
    assert coins_on(after.world, box, "far") == 3
    assert supply(after.world, box, "pre-game-coins").used == 1
    full = told(f"games_played = 1\n{FAR}[cards.far]\ncoins = 6\n")
    assert laws(add_coins(full, box, territories=["far"], by=None, game=1)) == ["coin-cap"]
    few = told(FAR + "[cards.far]\ncoins = 1\n")
    assert rules(limits.broken(few, box)) == ["territory-cards"]


def test_recruiting_with_a_new_territory():
    """A new territory counts among those controlled, and belongs to no continent."""
    world = told(FAR)
    box = box_of(world)
    assert gets(world, box, ["far", "peru"]).territories == 2
    south = box.continents["south-america"].territories
    assert [each.continent for each in holdings(world, box, south, "ana").continents] == [
        "south-america"
    ]
    assert gets(world, box, list(box.territories)).territories == ALL


@pytest.mark.parametrize(("count", "legal"), [(42, True), (43, True), (44, False)])
def test_how_many_territories_there_are(box, count, legal):
    """With a new territory somebody may control 43; more than the board has is refused."""
    found = no_such_count(box_of(told(FAR)), count)
    assert (found is None) == legal
    if found:
        assert found.rule == "territories"
        assert "43" in found.what
    assert (no_such_count(box, count) is None) == (count == 42)


def test_a_new_territory_is_part_of_the_deck():
    """The card of a new territory is one of those on which coins come by lot before the first game."""
    world = told(FAR)
    drawn = [
        coins_by_lot(world, box_of(world), seed=seed).world.card("far").coins for seed in range(12)
    ]
    assert 3 in drawn
    assert None in drawn


def test_a_further_sea_line_makes_neighbours():
    """Across a further sea line HQs are adjacent, from both of its ends."""
    world = told('[found.links.x]\nfrom = "brazil"\nto = "japan"\n')
    box = box_of(world)
    for here, there in (("brazil", "japan"), ("japan", "brazil")):
        (reason,) = reasons_against(world, box, here, "ana", [there])
        assert reason.rule == "hq-not-adjacent"
        assert "sea" in reason.what


# Factions and powers


CARD = '[factions.khan-industries]\npowers = ["hq-troop"]\n'


def powers_of(*colours: str) -> str:
    """Tell of powers of Khan Industries, one for each colour."""
    return CARD + "".join(
        f'[found.powers.p{n}]\nname = "P{n}"\nfaction = "khan-industries"\ncolour = "{colour}"\n'
        for n, colour in enumerate(colours)
    )


def chosen(world: World, power: str) -> Outcome:
    """Put a power on the card of Khan Industries."""
    return choose_power(world, box_of(world), faction="khan-industries", power=power)


def test_powers_of_several_colours():
    """A faction card holds a power of each colour beside its starting power."""
    world = told(powers_of("red", "blue"))
    for id in ("p0", "p1"):
        outcome = chosen(world, id)
        assert laws(outcome) == []
        assert not any("destroyed" in note for note in outcome.notes)
        world = outcome.world
    assert world.powers("khan-industries") == ("hq-troop", "p0", "p1")


def test_one_power_of_a_colour():
    """A second power of a colour is refused (one-power-per-colour), and found in a file by hand."""
    world = chosen(told(powers_of("red", "red")), "p0").world
    outcome = chosen(world, "p1")
    (finding,) = outcome.findings
    assert (finding.rule, finding.where) == (
        "one-power-per-colour",
        "factions.khan-industries.powers",
    )
    assert "red" in finding.what
    assert "P0" in finding.what
    assert rules(limits.broken(outcome.world, box_of(outcome.world))) == ["one-power-per-colour"]


def test_a_green_power_is_a_starting_power():
    """A power of the colour of starting powers takes their slot."""
    world = told(powers_of("green"))
    assert set(laws(chosen(world, "p0"))) == {"one-starting-power"}


def test_lots_are_drawn_among_starting_powers_alone():
    """A toss decides between the two starting powers, whatever else a packet brought."""
    text = "".join(powers_of(*["red"] * 9)).replace(CARD, "")
    world = told(text + '[found.factions.gardeners]\nname = "The Gardeners"\n')
    for seed in range(8):
        bare, found = (
            powers_by_lot(each, box_of(each), seed=seed).world for each in (told(""), world)
        )
        assert found.table("factions") == bare.table("factions")


def test_a_found_faction_plays():
    """A faction out of a packet sits down like a printed one, with the powers that were found for it."""
    world = told(
        '[found.factions.gardeners]\nname = "The Gardeners"\n'
        '[found.powers.seeds]\nname = "Seeds"\nfaction = "gardeners"\nmissiles = 1\n'
    )
    box = box_of(world)
    outcome = choose_power(world, box, faction="gardeners", power="seeds")
    assert laws(outcome) == []
    entrants = [Entrant("ana", "gardeners"), *THREE[1:]]
    begun = begin_game(outcome.world, box, entrants=entrants, number=None, not_taken=False)
    assert laws(begun) == []
    on = playing(begun.world)
    assert on is not None
    assert (on.hands["ana"].faction, on.hands["ana"].missiles) == ("gardeners", 1)


# Rules


@pytest.mark.parametrize(("limit", "coins"), [(7, 6), (8, 7), (2, 1)])
def test_a_changed_limit_counts(limit, coins):
    """With another limit a rule holds for that number, and is cited by the letter of the packet."""
    world = told(f'[found.rules.coin-cap]\nlimit = {limit}\nletter = "D"\ncite = "Rule D"\n')
    world = world.with_value("games_played", value=3)
    world = world.with_value("cards", "peru", "coins", value=coins)
    box = box_of(world)
    outcome = add_coins(world, box, territories=["peru"], by=None, game=3)
    assert laws(outcome) == []
    after = add_coins(outcome.world, box, territories=["peru"], by=None, game=3)
    (finding,) = limits.broken(after.world, box)
    assert (finding.rule, finding.cite) == ("coin-cap", "Rule D")
    assert str(limit) in finding.what


def test_a_changed_supply_counts():
    """More stickers of a printed kind can come out of a packet."""
    world = told("[found.rules.continent-plus-supply]\nlimit = 2\n")
    box = box_of(world)
    for place, broken in (("asia", []), ("europe", []), ("africa", ["continent-plus-supply"])):
        outcome = change_bonus(world, box, continent=place, change=1, by=None, game=3)
        assert laws(outcome) == broken
        world = outcome.world


def test_a_limit_that_the_world_is_above_already():
    """A limit that is below what lies on the board is found at once."""
    world = told("[cards.peru]\ncoins = 3\n")
    outcome = defined(world, "rules", {"limit": 2}, "pre-game-coin-cap")
    assert laws(outcome) == ["pre-game-coin-cap"]
