"""World laws: what no world can be, all of it at once."""

from __future__ import annotations

import tomllib
from functools import partial
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.campaign.door import Campaign
from legacytrack.campaign.recording import Step, record
from legacytrack.errors import RefusedError
from legacytrack.model.change import undotted, value_at
from legacytrack.model.shape import likely_slips, sound
from legacytrack.model.world import World
from legacytrack.rules import limits, seats, table
from legacytrack.rules.cards import add_coins, destroy_card
from legacytrack.rules.cities import fortify_city, found_city, wear_fortification
from legacytrack.rules.continents import change_bonus, name_continent
from legacytrack.rules.factions import choose_power
from legacytrack.rules.planet import name_planet
from legacytrack.rules.scars import cancel_scar, place_scar
from legacytrack.store.box_files import open_box
from legacytrack.store.places import Places

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
        (
            'players.ana.name = "Ana"\ngames.1.players.ana.faction = "khan"',
            "games.1.players.ana.faction",
            "",
        ),
        (
            'players.ana.name = "Ana"\ngames.1.players.ana.start = "brasil"',
            "games.1.players.ana.start",
            "brazil",
        ),
        (
            'players.ana.name = "Ana"\ngame.number = 1\ngame.players.ana.hq = "brasil"',
            "game.players.ana.hq",
            "brazil",
        ),
        (
            'players.ana.name = "Ana"\ngames.1.players.ana.held = ["brasil"]',
            "games.1.players.ana.held",
            "brazil",
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
        "continents.asia.covered.1.bonus_by",
        "games.1.winner",
    ],
)
def test_players_are_known(box, where):
    """Whoever did something is a player of the world, wherever the file names one."""
    world = told(
        'players.ana.name = "Ana"\nplanet = "Ruin"\n'
        "[territories.peru]\n"
        'scar.kind = "bunker"\ncity.kind = "minor-city"\nfortification.boxes = 0\n'
        'cancelled.1.kind = "bunker"\ncovered.1.kind = "minor-city"\n'
        '[cards.peru]\ncoins = 2\n[continents.asia]\nname = "Ruin"\nbonus_change = 1\n'
        'covered.1.bonus_change = -1\n[games.1]\nplayed = "2026-01-03"'
    )
    assert limits.broken(world.with_value(*undotted(where), value="ana"), box) == ()
    stranger = world.with_value(*undotted(where), value="anna")
    (finding,) = limits.broken(stranger, box)
    assert (finding.rule, finding.where) == ("unknown-name", where)
    assert "anna" in finding.what
    assert "ana" in finding.fix


@pytest.mark.parametrize(
    ("text", "where", "near"),
    [
        ('territories.far.land = ["brasil"]', "found.territories.far.land", "brazil"),
        ('territories.far.sea = ["brasil"]', "found.territories.far.sea", "brazil"),
        ('territories.far.continent = "azia"', "found.territories.far.continent", "asia"),
        ('links.bridge = {from = "brasil", to = "egypt"}', "found.links.bridge.from", "brazil"),
        ('links.bridge = {from = "egypt", to = "brasil"}', "found.links.bridge.to", "brazil"),
        (
            'powers.wide = {name = "Wide", faction = "khan-industry"}',
            "found.powers.wide.faction",
            "khan-industries",
        ),
    ],
)
def test_what_packets_brought_names_what_there_is(text, where, near):
    """What the group typed in names places, continents and factions that there are."""
    world = told(f'[found]\nterritories.far.name = "Far Island"\n{text}')
    found = limits.broken(world, open_box(found=world.table("found")))
    assert [(finding.rule, finding.where) for finding in found] == [("unknown-name", where)]
    assert near in found[0].fix


def test_a_packet_names_a_condition_that_is_printed(box):
    """The condition of an opened packet is one of those on the closed box."""
    text = '[packets.1]\nname = "the small one"\ncondition = '
    assert broken(f'{text}"second-signature"', box) == []
    assert broken(f'{text}"second-sign"', box) == [("unknown-name", "packets.1.condition")]


@pytest.mark.parametrize("seat", ["games.1.players.anna", "game.players.anna"])
def test_who_sits_at_the_table_is_known(box, seat):
    """Whoever played or plays a game is a player of the world."""
    text = 'players.ana.name = "Ana"\ngame.number = 2\n'
    assert broken(f'{text}{seat.replace("anna", "ana")}.faction = "khan-industries"', box) == []
    stranger = told(f'{text}{seat}.faction = "khan-industries"')
    (finding,) = limits.broken(stranger, box)
    assert (finding.rule, finding.where) == ("unknown-name", seat)
    assert "ana" in finding.fix


@pytest.mark.parametrize("value", ["1", '["x"]', "{ a = 1 }", '"nobody"'])
@pytest.mark.parametrize(
    "key",
    [
        *("game.players.ana.held", "game.players.ana.start"),
        *("games.1.players.ana.holds", "games.1.players.ana.hq", "games.1.players.ana.cards"),
        *("territories.peru.scar.founder", "territories.ural.fortification.founder"),
        *("territories.peru.scar.cancelled_in", "territories.ural.city.cancelled_in"),
        *("game.winner", "games.1.turn", "cards.peru.bonus_by", "found.links.a.land"),
    ],
)
def test_a_key_of_another_table_is_their_own(box, key, value):
    """A key that means something in one table is somebody's own in another, whatever it holds."""
    text = (
        'players.ana.name = "Ana"\ngame.number = 2\ngame.players.ana.faction = "khan-industries"\n'
        'games.1.players.ana.faction = "khan-industries"\nterritories.peru.scar.kind = "bunker"\n'
        'territories.ural.city.kind = "minor-city"\nterritories.ural.fortification.boxes = 1\n'
        'cards.peru.coins = 2\nfound.links.a.from = "peru"\nfound.links.a.to = "ural"\n'
    )
    assert broken(f"{text}{key} = {value}", box) == []


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
    """Each law of the modules of laws is among those that are run."""
    laws = {law.__name__ for law in limits.LAWS}
    own = {
        name
        for module in (limits, seats, table)
        for name, thing in vars(module).items()
        if getattr(thing, "__module__", "") == module.__name__ and not name.startswith("_")
    }
    assert own - {"broken"} == laws


# Old faults


def against(folder: Path, text: str, step: Step) -> list[str]:
    """Try a record in a world that was written by hand, and list the laws that stand against it."""
    places = Places(folder / "world.toml", "a test")
    places.world.write_text(text)
    try:
        record(Campaign(places), step, command="a test", dry_run=True)
    except RefusedError as error:
        return [finding.rule for finding in error.findings]
    return []


def test_an_old_fault_does_not_stand_in_the_way(box, machine):
    """A record is refused only for what it breaks itself: an impossible world can still be kept."""
    before = "[cards.peru]\ncoins = 9\n[territories.ural.fortification]\nboxes = 3"
    assert limits.broken(told(before), box)
    scar = partial(place_scar, territory="japan", scar="bunker", by=None, game=1)
    assert against(machine, before, scar) == []
    coin = partial(add_coins, territories=["peru"], by=None, game=1)
    assert against(machine, before, coin) == ["coin-cap"]


def test_more_of_what_is_too_many_is_new(box, machine):
    """With ten Minor Cities recorded by hand, the eleventh is refused, and a scar is not."""
    places = list(box.territories)
    before = "".join(f'[territories.{place}.city]\nkind = "minor-city"\n' for place in places[:10])
    city = partial(found_city, city="minor-city", name="", by=None, game=2)
    assert against(machine, before, partial(city, territory=places[10])) == ["minor-city-supply"]
    scar = partial(place_scar, territory=places[10], scar="bunker", by=None, game=1)
    assert against(machine, before, scar) == []


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
