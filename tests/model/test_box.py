"""The printed box: the board against a reference of another form, the marks, the factions."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from legacytrack.errors import Finding
from legacytrack.model.box import Box
from reference_board import Place, borders, continents, places

BOX = files("legacytrack").joinpath("boxes/risk-legacy")


# The board


def test_the_reference_is_whole():
    """The reference has 42 territories in 6 continents, and 83 borders, 23 of them sea lines."""
    assert (len(places()), len(continents())) == (42, 6)
    assert (len(borders("--")), len(borders("~~"))) == (60, 23)
    assert not borders("--") & borders("~~")


def test_the_territories_are_those_of_the_reference(box):
    """Each of the 42 territories has the name that is printed, its continent and its older names."""
    board = {Place(t.id, t.name, t.continent, t.aliases) for t in box.territories.values()}
    assert board == set(places())
    assert all(id == territory.id for id, territory in box.territories.items())


def test_the_continents_are_those_of_the_reference(box):
    """Each of the 6 continents has its printed bonus, its size and its territories."""
    board = {
        id: (each.bonus, len(each.territories), each.name) for id, each in box.continents.items()
    }
    assert board == continents()
    for id, continent in box.continents.items():
        assert set(continent.territories) == {p.id for p in places() if p.continent == id}


@pytest.mark.parametrize(("sign", "kind", "count"), [("--", "land", 60), ("~~", "sea", 23)])
def test_the_borders_are_those_of_the_reference(box, sign, kind, count):
    """Every border of the board is in the reference and the other way round, each edge of its kind."""
    board = {
        frozenset((territory.id, neighbour))
        for territory in box.territories.values()
        for neighbour in getattr(territory, kind)
    }
    assert board == borders(sign)
    assert len(board) == count


def test_borders_go_both_ways(box):
    """A border is one from both sides, by land or by sea from both, written once, never to itself."""
    for territory in box.territories.values():
        assert len(set(territory.borders)) == len(territory.borders) > 0
        assert territory.id not in territory.borders
        for neighbour in territory.land:
            assert territory.id in box.territories[neighbour].land
        for neighbour in territory.sea:
            assert territory.id in box.territories[neighbour].sea
        assert set(territory.borders) == {*territory.land, *territory.sea}


def test_the_board_is_connected(box):
    """From every territory every other can be reached."""
    reached, edge = {"alaska"}, ["alaska"]
    while edge:
        for neighbour in box.territories[edge.pop()].borders:
            if neighbour not in reached:
                reached.add(neighbour)
                edge.append(neighbour)
    assert reached == set(box.territories)


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("alaska", "kamchatka", "sea"),
        ("brazil", "north-africa", "sea"),
        ("greenland", "iceland", "sea"),
        ("east-africa", "middle-east", "sea"),
        ("southern-europe", "egypt", "sea"),
        ("southern-europe", "north-africa", "land"),
        ("western-europe", "north-africa", "land"),
        ("egypt", "middle-east", "land"),
        ("kamchatka", "mongolia", "land"),
    ],
)
def test_borders_that_people_ask_about(box, one, other, kind):
    """The lines over water are printed as sea lines, and some coasts touch."""
    assert other in getattr(box.territories[one], kind)


@pytest.mark.parametrize(
    ("one", "other"),
    [("japan", "china"), ("madagascar", "egypt"), ("china", "kamchatka"), ("ural", "yakutsk")],
)
def test_places_that_are_not_next_to_each_other(box, one, other):
    """What looks near on a map is not always next to each other."""
    assert other not in box.territories[one].borders


# Marks and powers


def test_what_the_scars_do(box):
    """A Bunker adds one to the defender's higher die, an Ammo Shortage takes one off it."""
    effects = {id: dict(scar.effects) for id, scar in box.scars.items()}
    assert effects == {
        "bunker": {"defence_higher_die": 1},
        "ammo-shortage": {"defence_higher_die": -1},
    }


def test_what_the_cities_do(box):
    """Population 1, 2 and 5; a Major City alone is a start for its founder."""
    effects = {id: dict(city.effects) for id, city in box.cities.items()}
    assert effects == {
        "minor-city": {"population": 1},
        "major-city": {"population": 2, "start_for_founder": True},
        "world-capital": {"population": 5},
    }
    assert {city.word for city in box.cities.values()} == {"minor", "major", "capital"}


def test_what_a_fortification_does(box):
    """A fortification raises each defence die by one, and costs two more to expand into."""
    assert dict(box.fortification.effects) == {"defence_all_dice": 1, "expand_cost": 2}


def test_every_mark_is_counted_by_a_rule(box):
    """The supply of a mark is a rule that counts something, and each mark has its own."""
    marks = [*box.scars.values(), *box.cities.values(), box.fortification]
    assert all(box.rules[mark.supply].supply for mark in marks)
    assert len({mark.supply for mark in marks}) == len(marks)
    assert all(mark.says for mark in marks)


def test_each_faction_has_two_starting_powers(box):
    """Five factions, two green powers each, no two of the same id, one that does each thing."""
    assert len(box.factions) == 5
    powers = [power for faction in box.factions.values() for power in faction.powers.values()]
    assert [len(faction.powers) for faction in box.factions.values()] == [2] * 5
    assert {power.colour for power in powers} == {"green"}
    assert len({power.id for power in powers}) == len({power.name for power in powers}) == 10
    for faction in box.factions.values():
        assert all(power.faction == faction.id for power in faction.powers.values())


@pytest.mark.parametrize(
    ("faction", "effects"),
    [
        ("die-mechaniker", [{"fortified_own_hq": 1}, {"double_six": True}]),
        ("enclave-of-the-bear", [{"defence_lower_die": -1}, {"three_alike": True}]),
    ],
)
def test_powers_to_fight_with(box, faction, effects):
    """Both powers of the two factions whose powers change a fight can be computed."""
    assert [dict(power.effects) for power in box.factions[faction].powers.values()] == effects


@pytest.mark.parametrize(
    ("faction", "recruiting", "drawing"),
    [
        ("imperial-balkania", {"recruit_rounding": "up"}, {"expansions_for_card": 4}),
        ("khan-industries", {"troops_per_hq": 1}, {"card_troops": 1}),
    ],
)
def test_a_power_to_recruit_with_and_one_to_draw_with(box, faction, recruiting, drawing):
    """Of two factions one power is about recruiting and one about drawing; the latter is a reminder too."""
    first, second = (dict(power.effects) for power in box.factions[faction].powers.values())
    assert first == recruiting
    assert second.pop("note")
    assert second == drawing


def test_the_powers_of_the_sahara_are_about_the_maneuver(box):
    """One power of the Saharan Republic opens every way, the other is a reminder of when it may go."""
    any_time, anywhere = (
        dict(power.effects) for power in box.factions["saharan-republic"].powers.values()
    )
    assert set(any_time) == {"note"}
    assert anywhere.pop("note")
    assert anywhere == {"maneuver_anywhere": True}


@pytest.mark.parametrize("file", ["marks", "factions"])
def test_every_effect_is_explained_at_the_head_of_its_file(box, file):
    """The vocabulary of effects is closed: what is used is explained, and nothing else is."""
    text = BOX.joinpath(f"{file}.toml").read_text("utf-8")
    explained = {
        line.split()[1]
        for line in text.splitlines()
        if line.startswith("#   ") and not line.startswith("#    ")
    }
    if file == "marks":
        owners = [*box.scars.values(), *box.cities.values(), box.fortification]
    else:
        owners = [power for each in box.factions.values() for power in each.powers.values()]
    assert explained == {effect for owner in owners for effect in owner.effects}


# Reading it


def test_a_part_is_read_when_it_is_asked_for():
    """A lookup that needs the board alone reads nothing else, and that once."""
    read: list[str] = []

    def reading(part: str):
        read.append(part)
        return tomllib.loads(BOX.joinpath(f"{part}.toml").read_text("utf-8"))

    box = Box("risk-legacy", reading)
    assert read == []
    assert len(box.territories) == len(box.territories) == 42
    assert len(box.continents) == 6
    assert read == ["board"]
    assert box.number("coin-cap") == 6
    assert box.number("coin-cap") == 6
    assert read == ["board", "rulebook"]
    assert box.scars
    assert box.cities
    assert box.fortification
    assert read == ["board", "rulebook", "marks"]


def test_a_finding_takes_heading_and_remedy_from_the_rulebook(box):
    """A finding against a law cites it, and has the remedy of the data unless a nearer one is given."""
    law = box.rules["coin-cap"]
    found = box.finding("coin-cap", "cards.peru.coins", "Too many.")
    assert found == Finding("coin-cap", "cards.peru.coins", "Too many.", law.fix, law.cite)
    assert box.finding("coin-cap", "", "Too many.", "wait").fix == "wait"


def test_a_number_that_no_law_has(box):
    """A number is looked up under its law and its key; anything else is a mistake of the program."""
    assert box.number("recruit-base", "divisor") == 3
    with pytest.raises(KeyError):
        box.number("recruit-base")
    with pytest.raises(KeyError):
        box.number("no-such-law")
