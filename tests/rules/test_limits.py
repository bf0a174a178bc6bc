"""World laws: what no world can be, all of it at once."""

from __future__ import annotations

import tomllib
from functools import partial
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.campaign.recording import new_findings
from legacytrack.model.change import undotted, value_at
from legacytrack.model.shape import likely_slips, sound
from legacytrack.model.world import World
from legacytrack.rules import limits
from legacytrack.rules.cards import add_coins, destroy_card
from legacytrack.rules.cities import fortify_city, found_city, wear_fortification
from legacytrack.rules.continents import change_bonus, name_continent
from legacytrack.rules.factions import choose_power
from legacytrack.rules.planet import name_planet
from legacytrack.rules.scars import cancel_scar, place_scar

BREAKS = {
    "coin-cap",
    "pre-game-coin-cap",
    "territory-cards",
    "fortify-only-a-city",
    "fortification-boxes",
    "one-starting-power",
    "minor-city-supply",
}


def told(text: str) -> World:
    """Read a world as a person would write it."""
    return World(tomllib.loads(text))


def broken(text: str, box) -> list[tuple[str, str]]:
    """List law and place of each finding in a world."""
    return [(finding.rule, finding.where) for finding in limits.broken(told(text), box)]


# Worlds that can be


def test_a_fresh_world_breaks_no_law(box):
    """A world as it comes out of the box is possible."""
    assert limits.broken(World({}), box) == ()


def test_the_example_world_breaks_no_law(box):
    """The world that the package ships is possible, and has no slip in it."""
    data = tomllib.loads(
        files("legacytrack").joinpath("boxes/risk-legacy/example.toml").read_text("utf-8")
    )
    assert limits.broken(World(data), box) == ()
    assert sound(data) == (data, ())
    assert list(likely_slips(data)) == []


@pytest.mark.parametrize(
    "text",
    [
        "[cards.brazil]\ncoins = 1",
        "[cards.brazil]\ncoins = 3",
        "games_played = 1\n[cards.brazil]\ncoins = 6",
        '[factions.imperial-balkania]\npowers = ["round-up"]',
        '[territories.ural]\ncity.kind = "minor-city"\nscar.kind = "bunker"',
        'players.ana.name = "Ana"\nplayers.anna.name = "Anna"',
    ],
)
def test_what_is_just_possible(box, text):
    """As much as a law allows is allowed."""
    assert broken(text, box) == []


# Each law alone


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("[cards.brazil]\ncoins = 4", "pre-game-coin-cap"),
        ("games_played = 1\n[cards.brazil]\ncoins = 7", "coin-cap"),
        ("[cards.brazil]\ncoins = 0", "territory-cards"),
        ("games_played = 1\n[cards.brazil]\ncoins = 0\ndestroyed = 1", "territory-cards"),
    ],
)
def test_coins_on_a_card(box, text, rule):
    """A card shows its printed coin, at most three before the first game and at most six ever."""
    assert broken(text, box) == [(rule, "cards.brazil.coins")]


def test_a_fortification_needs_a_city(box):
    """A fortification stands on a city."""
    text = "[territories.ural.fortification]\nboxes = 3"
    assert broken(text, box) == [("fortify-only-a-city", "territories.ural.fortification")]


def test_a_fortification_has_ten_boxes(box):
    """No more than ten boxes can be marked."""
    text = '[territories.ural]\ncity.kind = "minor-city"\nfortification.boxes = '
    assert broken(f"{text}10", box) == []
    assert broken(f"{text}11", box) == [
        ("fortification-boxes", "territories.ural.fortification.boxes")
    ]


@pytest.mark.parametrize("powers", ['"round-up", "expand-four"', '"round-up", "round-up"'])
def test_a_faction_carries_one_starting_power(box, powers):
    """Two starting powers on one card are one too many."""
    text = f"[factions.imperial-balkania]\npowers = [{powers}]"
    assert broken(text, box) == [("one-starting-power", "factions.imperial-balkania.powers")]


@pytest.mark.parametrize(
    ("text", "where", "near"),
    [
        ('[territories.alasca.scar]\nkind = "bunker"', "territories.alasca", "alaska"),
        ("[cards.brasil]\ncoins = 2", "cards.brasil", "brazil"),
        ("[continents.azia]\nbonus_change = 1", "continents.azia", "asia"),
        ('[factions.khan]\npowers = ["x"]', "factions.khan", ""),
        ('[territories.peru.scar]\nkind = "bunkr"', "territories.peru.scar.kind", "bunker"),
        (
            '[territories.peru.city]\nkind = "mayor-city"',
            "territories.peru.city.kind",
            "major-city",
        ),
        ('[territories.peru.cancelled.1]\nkind = "bunkr"', "territories.peru.cancelled", "bunker"),
        ('[territories.peru.covered.1]\nkind = "minr-city"', "territories.peru.covered", "minor"),
        (
            '[factions.khan-industries]\npowers = ["round-up"]',
            "factions.khan-industries.powers",
            "",
        ),
        (
            '[factions.khan-industries]\npowers = ["hq-trop"]',
            "factions.khan-industries.powers",
            "hq-troop",
        ),
    ],
)
def test_names_are_in_the_box(box, text, where, near):
    """What the file names by id is in the box; the finding gives its place and a near name."""
    findings = [f for f in limits.broken(told(text), box) if f.rule == "unknown-name"]
    assert [finding.where for finding in findings] == [where]
    assert near in findings[0].fix


@pytest.mark.parametrize(
    "where",
    [
        "planet_by",
        "territories.peru.scar.by",
        "territories.peru.city.founder",
        "territories.peru.fortification.by",
        "territories.peru.cancelled.1.by",
        "territories.peru.cancelled.1.cancelled_by",
        "territories.peru.covered.1.founder",
        "cards.peru.by",
        "cards.peru.destroyed_by",
        "continents.asia.named_by",
        "continents.asia.bonus_by",
    ],
)
def test_players_are_known(box, where):
    """Whoever did something is a player of the world, wherever the file names one."""
    world = told(
        'players.ana.name = "Ana"\nplanet = "Ruin"\n'
        "[territories.peru]\n"
        'scar.kind = "bunker"\ncity.kind = "minor-city"\nfortification.boxes = 0\n'
        'cancelled.1.kind = "bunker"\ncovered.1.kind = "minor-city"\n'
        '[cards.peru]\ncoins = 2\n[continents.asia]\nname = "Ruin"\nbonus_change = 1'
    )
    assert limits.broken(world.with_value(*undotted(where), value="ana"), box) == ()
    stranger = world.with_value(*undotted(where), value="anna")
    (finding,) = limits.broken(stranger, box)
    assert (finding.rule, finding.where) == ("unknown-name", where)
    assert "anna" in finding.what
    assert "ana" in finding.fix


@pytest.mark.parametrize("id", ["great britain", "st. kilda", 'the "edge"'])
def test_the_place_of_a_finding_leads_to_it(box, id):
    """The dotted path of a finding is one that can be read back, whatever the ids in it."""
    world = World({"cards": {id: {"by": "nobody"}}, "territories": {id: {"scar": {"kind": id}}}})
    findings = limits.broken(world, box)
    assert len(findings) == 4
    for finding in findings:
        assert value_at(world.data, undotted(finding.where)) is not None


def test_a_note_of_the_group_names_no_player(box):
    """Tables that are none of the world file's may say what they like."""
    text = '[snacks]\nby = "whoever lost"\n[territories.peru.memo]\nby = "the neighbours"'
    assert broken(text, box) == []


def test_players_have_different_names(box):
    """Two players of the same name could not be told apart."""
    text = 'players.ana.name = "Ana"\nplayers.ben.name = "Ben"\nplayers.anna.name = "ANÁ"'
    assert broken(text, box) == [("player-twice", "players.anna.name")]


# All at once


def test_all_that_is_wrong_is_told_at_once(box):
    """A world that breaks every law is told so in one answer."""
    cities = "".join(
        f'[territories.{place}.city]\nkind = "minor-city"\n' for place in list(box.territories)[:10]
    )
    findings = broken(
        'players.ana.name = "Ana"\nplayers.anna.name = "ana"\n'
        "[cards.peru]\ncoins = 9\n[cards.brazil]\ncoins = 0\n"
        "[territories.ural.fortification]\nboxes = 11\n"
        '[factions.imperial-balkania]\npowers = ["round-up", "expand-four"]\n'
        '[factions.narnia]\npowers = ["lion"]\n' + cities,
        box,
    )
    assert {rule for rule, _ in findings} == {
        "coin-cap",
        "territory-cards",
        "fortify-only-a-city",
        "fortification-boxes",
        "one-starting-power",
        "minor-city-supply",
        "unknown-name",
        "player-twice",
    }
    assert len(findings) == len(set(findings))


def test_every_law_is_run(box):
    """Each law of the module is among those that are run."""
    laws = {name for name in vars(limits) if getattr(limits, name) in limits.LAWS}
    own = {
        name
        for name, thing in vars(limits).items()
        if getattr(thing, "__module__", "") == limits.__name__ and not name.startswith("_")
    }
    assert own - {"broken"} == laws


# Old faults


def test_an_old_fault_does_not_stand_in_the_way(box):
    """A record is refused only for what it breaks itself: an impossible world can still be kept."""
    before = told("[cards.peru]\ncoins = 9\n[territories.ural.fortification]\nboxes = 3")
    assert limits.broken(before, box)
    step = place_scar(before, box, territory="japan", scar="bunker", by=None, game=1)
    assert new_findings(before, step.world, box) == ()
    worse = add_coins(before, box, territories=["peru"], by=None, game=1).world
    assert [finding.rule for finding in new_findings(before, worse, box)] == ["coin-cap"]


def test_more_of_what_is_too_many_is_new(box):
    """With ten Minor Cities recorded by hand, the eleventh is refused, and a scar is not."""
    places = list(box.territories)
    before = told(
        "".join(f'[territories.{place}.city]\nkind = "minor-city"\n' for place in places[:10])
    )
    after = found_city(
        before, box, territory=places[10], city="minor-city", name="", by=None, game=2
    ).world
    assert [finding.rule for finding in new_findings(before, after, box)] == ["minor-city-supply"]


# Any run of accepted records


def records(rule, **values):
    """Draw records of one kind, with their arguments."""
    return st.fixed_dictionaries(values).map(lambda given: partial(rule, **given))


PLACE = st.sampled_from(["ural", "peru", "japan", "egypt", "alaska"])
CONTINENT = st.sampled_from(["asia", "africa"])
WHO = {"by": st.sampled_from(["ana", "ben", None]), "game": st.none() | st.integers(1, 16)}
STEPS = st.one_of(
    records(place_scar, territory=PLACE, scar=st.sampled_from(["bunker", "ammo-shortage"]), **WHO),
    records(cancel_scar, territory=PLACE, **WHO),
    records(
        found_city,
        territory=PLACE,
        city=st.sampled_from(["minor-city", "major-city", "world-capital"]),
        name=st.sampled_from(["", "Perm", "Stal.grad"]),
        **WHO,
    ),
    records(fortify_city, territory=PLACE, **WHO),
    records(wear_fortification, territory=PLACE, boxes=st.integers(1, 6)),
    records(add_coins, territories=st.lists(PLACE, min_size=1, max_size=4), **WHO),
    records(destroy_card, territory=PLACE, **WHO),
    records(name_continent, continent=CONTINENT, name=st.sampled_from(["Ruin", "Perm"]), **WHO),
    records(change_bonus, continent=CONTINENT, change=st.sampled_from([1, -1]), **WHO),
    records(
        choose_power,
        faction=st.just("khan-industries"),
        power=st.sampled_from(["hq-troop", "card-troop"]),
    ),
    records(name_planet, name=st.just("Ruin"), **WHO),
)
PLAYERS = World({"players": {"ana": {"name": "Ana"}, "ben": {"name": "Ben"}}})


@settings(max_examples=60, deadline=None)
@given(steps=st.lists(STEPS, max_size=30))
def test_accepted_records_never_make_an_impossible_world(box, steps):
    """After any run of records that no law stood against, nothing is wrong with the world."""
    world = PLAYERS
    for step in steps:
        before = repr(world.data)
        outcome = step(world, box)
        assert repr(world.data) == before
        if not outcome.findings and not limits.broken(outcome.world, box):
            world = outcome.world
    assert sound(world.data) == (world.data, ())
    assert list(likely_slips(world.data)) == []


@settings(max_examples=40, deadline=None)
@given(steps=st.lists(STEPS, max_size=20))
def test_records_with_leave_keep_the_shape_of_the_file(box, steps):
    """Whatever is recorded with leave, the world file still makes sense everywhere."""
    world = PLAYERS
    for step in steps:
        world = step(world, box).world
    assert sound(world.data) == (world.data, ())
