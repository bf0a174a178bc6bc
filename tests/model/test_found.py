"""What packets brought, laid over the box: counted as printed, and never able to break it."""

from __future__ import annotations

import copy
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.model.box import Box
from legacytrack.model.change import with_value, without_empty_tables
from legacytrack.model.found import CITE, EFFECTS, laid_over
from legacytrack.model.shape import likely_slips, sound
from legacytrack.model.world import World
from legacytrack.pages.rulebook import rule_list
from legacytrack.rules import limits
from legacytrack.rules.cards import hand
from legacytrack.rules.expand import entry
from legacytrack.rules.packets import conditions
from legacytrack.rules.recruit import holdings, no_such_count, recruit
from legacytrack.rules.standings import standings
from legacytrack.rules.starts import starts
from legacytrack.rules.supply import supplies
from legacytrack.store.box_files import open_box

BY_VALUE: dict[str, tuple[list[Any], list[Any]]] = {  # what fits, and what does not
    "number": ([0, 3, -2], ["3", 1.5, True, [1]]),
    "yes": ([True, False], ["yes", 1, {"a": 1}]),
    "text": (["up", "", "漢字 {x}"], [5, True, ["up"], "a\x1b"]),
}
NEEDED = {"name": "Thing", "faction": "khan-industries"}


def box_with(text: str) -> Box:
    """Open the box of a world into which a group typed something."""
    return open_box(found=tomllib.loads(text)["found"])


# Nothing found


@pytest.mark.parametrize("part", ["board", "marks", "factions", "rulebook", "topics"])
def test_without_packets_the_box_is_as_printed(part):
    """While nothing was found, each part of the box is the printed one."""
    printed: dict[str, Any] = {"territories": {}}
    assert laid_over(part, printed, {}) is printed


def test_what_is_printed_is_never_changed(box):
    """What a group found lies over its own box alone; the printed one stays as it is."""
    before = copy.deepcopy((box.territories, box.rules, box.factions, box.scars, box.cities))
    found = box_with(
        '[found.territories.far]\nname = "Far"\nland = ["peru"]\n'
        '[found.links.a]\nfrom = "brazil"\nto = "egypt"\n'
        '[found.powers.loud]\nname = "Loud"\nfaction = "khan-industries"\n'
        "[found.rules.coin-cap]\nlimit = 7\n"
    )
    assert found.number("coin-cap") == 7
    assert len(found.territories) == 43
    again = open_box()
    assert (again.territories, again.rules, again.factions, again.scars, again.cities) == before
    assert len(again.territories) == 42


# The board

FAR = '[found.territories.far]\nname = "Far Island"\nland = ["peru"]\nsea = ["japan", "iceland"]\n'


def test_a_new_territory_lies_outside_all_continents():
    """A new territory belongs to no continent, and no continent grows by it."""
    found = box_with(FAR)
    assert found.territories["far"].name == "Far Island"
    assert not any("far" in each.territories for each in found.continents.values())
    assert sum(len(each.territories) for each in found.continents.values()) == 42


def test_a_new_territory_borders_both_ways():
    """Its neighbours by land and by sea line have it as a neighbour too, in the same way."""
    found = box_with(FAR).territories
    assert (found["far"].land, found["far"].sea) == (("peru",), ("japan", "iceland"))
    assert "far" in found["peru"].land
    assert "far" in found["japan"].sea
    assert "far" in found["iceland"].sea
    assert not any("far" in each.borders for id, each in found.items() if id not in {*NEIGHBOURS})


NEIGHBOURS = ("peru", "japan", "iceland")


def test_two_new_territories_can_be_neighbours():
    """What packets brought later may border what they brought before."""
    found = box_with(FAR + '[found.territories.off]\nname = "Off"\nsea = ["far"]').territories
    assert "off" in found["far"].sea
    assert "far" in found["off"].sea


@pytest.mark.parametrize("territories", [1, 2, 3])
def test_the_board_grows_by_each_new_territory(territories):
    """The board has as many territories as are printed, and each new one."""
    text = "".join(f'[found.territories.t{n}]\nname = "T{n}"\n' for n in range(territories))
    found = box_with(text)
    assert len(found.territories) == 42 + territories


@pytest.mark.parametrize(("told", "coins"), [("", 1), ("coins = 3", 3), ("coins = 0", 0)])
def test_the_card_of_a_new_territory(told, coins):
    """Its card shows the coins that are printed on it; one, where nobody says otherwise."""
    found = box_with(FAR + told)
    assert found.printed_coins("far") == coins
    assert found.printed_coins("peru") == 1


@pytest.mark.parametrize(("one", "other"), [("brazil", "egypt"), ("egypt", "brazil")])
def test_a_further_sea_line_joins_both_ways(one, other):
    """A new sea line makes each of its ends a neighbour of the other by sea."""
    text = f'[found.links.x]\nfrom = "{one}"\nto = "{other}"'
    found, printed = box_with(text).territories, open_box().territories
    assert "egypt" in found["brazil"].sea
    assert "brazil" in found["egypt"].sea
    assert set(found["brazil"].borders) == {*printed["brazil"].borders, "egypt"}
    others = set(printed) - {"brazil", "egypt"}
    assert all(found[id].borders == printed[id].borders for id in others)


@pytest.mark.parametrize(
    ("one", "other"),
    [("brazil", "north-africa"), ("brazil", "peru"), ("alaska", "kamchatka")],
)
def test_a_line_between_neighbours_counts_once(one, other):
    """Where two places are neighbours already, a further line makes no second neighbour of one."""
    text = f'[found.links.x]\nfrom = "{one}"\nto = "{other}"\n'
    text += f'[found.links.y]\nfrom = "{other}"\nto = "{one}"'
    for place in box_with(text).territories.values():
        assert len(set(place.borders)) == len(place.borders), place.id


# Marks


def test_a_further_scar_counts_as_printed():
    """A scar out of a packet is a kind of scar with its own effects and its own supply."""
    found = box_with(
        '[found.scars.quicksand]\nname = "Quicksand"\nsupply = 2\nend_of_turn = -1\nsays = "Sinks."'
    )
    mark = found.scars["quicksand"]
    assert (mark.name, mark.says, dict(mark.effects)) == (
        "Quicksand",
        "Sinks.",
        {"end_of_turn": -1},
    )
    law = found.rules[mark.supply]
    assert (law.numbers["limit"], law.supply, law.cite) == (2, "Quicksand", CITE)
    assert list(found.scars) == ["bunker", "ammo-shortage", "quicksand"]


def test_a_further_city_counts_as_printed():
    """A city out of a packet is a kind of city, named on the command line by its id."""
    found = box_with('[found.cities.harbour]\nname = "Harbour"\nsupply = 1\npopulation = 3')
    mark = found.cities["harbour"]
    assert (mark.word, mark.effects["population"]) == ("harbour", 3)
    assert found.rules[mark.supply].numbers["limit"] == 1
    assert list(found.cities)[:3] == ["minor-city", "major-city", "world-capital"]


@pytest.mark.parametrize(
    ("table", "id"),
    [("scars", "cancel"), ("cities", "fortification"), ("scars", "continent-plus")],
)
def test_no_new_mark_takes_the_stickers_of_a_printed_one(box, table, id):
    """Whatever a new mark is called, as many printed stickers are in the box as before."""
    found = open_box(found={table: {id: {"name": "Thing", "supply": 3}}})
    assert found.number(f"{id}-supply") == box.number(f"{id}-supply")


# Factions and powers


def test_a_further_faction_can_be_played():
    """A faction out of a packet stands beside the printed five, without starting powers."""
    found = box_with('[found.factions.gardeners]\nname = "The Gardeners"')
    assert len(found.factions) == 6
    assert found.factions["gardeners"].name == "The Gardeners"
    assert not found.factions["gardeners"].powers


@pytest.mark.parametrize("faction", ["khan-industries", "gardeners"])
def test_a_further_power_belongs_to_its_faction(faction):
    """A power out of a packet is one of its faction, printed or new, in the colour that is told."""
    found = box_with(
        '[found.factions.gardeners]\nname = "The Gardeners"\n[found.powers.loud]\nname = "Loud"\n'
        f'faction = "{faction}"\ncolour = "red"\nrecruit_troops = 2'
    )
    power = found.factions[faction].powers["loud"]
    assert (power.faction, power.colour) == (faction, "red")
    assert dict(power.effects) == {"recruit_troops": 2}
    assert sum("loud" in each.powers for each in found.factions.values()) == 1


def test_a_power_of_no_colour_takes_no_printed_slot():
    """A power whose colour nobody told is no starting power, which are green."""
    found = box_with('[found.powers.loud]\nname = "Loud"\nfaction = "khan-industries"')
    assert found.factions["khan-industries"].powers["loud"].colour != "green"


# Rules


def test_a_changed_limit_is_cited_by_its_letter():
    """A rule that a packet changed has the new number, and is cited as what came with the packet."""
    found = box_with('[found.rules.coin-cap]\nlimit = 7\nletter = "D"\ncite = "Rule D"')
    law = found.rules["coin-cap"]
    assert (law.numbers["limit"], law.cite) == (7, "Rule D")
    assert "7" in law.says
    assert law.fix == open_box().rules["coin-cap"].fix
    assert found.finding("coin-cap", "", "x").cite == "Rule D"


def test_the_letter_alone_is_cite_enough():
    """Where only the letter of a rule was written down, it is what the rule is cited by."""
    assert "D" in box_with('[found.rules.coin-cap]\nlimit = 7\nletter = "D"').rules["coin-cap"].cite


def test_a_changed_rule_without_a_letter_is_cited_as_found():
    """A change that nobody gave a letter is cited as what packets brought."""
    assert box_with("[found.rules.coin-cap]\nlimit = 7").rules["coin-cap"].cite == CITE


def test_a_further_rule_is_told():
    """A rule that only packets know stands among the rules, in the words of the group."""
    law = box_with('[found.rules.no-singing]\nsays = "Nobody sings."').rules["no-singing"]
    assert (law.says, law.supply) == ("Nobody sings.", "")


@pytest.mark.parametrize(
    "says", ["Roll {d6}.", "A brace {", "}", "{}", "{0}", "{limit.real}", "%s"]
)
def test_words_of_the_group_are_taken_as_they_are(says):
    """Braces in the words of a group are words: the program fills in its own texts alone."""
    found = open_box(found={"rules": {"coin-cap": {"says": says}, "mine": {"says": says}}})
    assert found.rules["mine"].says == says
    assert found.rules["coin-cap"].says == says


@pytest.mark.parametrize("name", ["A {name}", "{", "{limit}"])
def test_names_of_the_group_are_taken_as_they_are(name):
    """Braces in a name are letters of the name, also in the rule that counts its stickers."""
    found = open_box(found={"scars": {"x": {"name": name, "supply": 2}}})
    assert found.rules["x-supply"].supply == name
    assert "2" in found.rules["x-supply"].says


# The vocabulary


@pytest.mark.parametrize("table", ["scars", "cities", "powers"])
@pytest.mark.parametrize("word", EFFECTS)
def test_every_word_takes_its_kind_of_value(table, word):
    """Each effect fits a scar, a city and a power, with the kind of value that the vocabulary says."""
    fits, wrong = BY_VALUE[EFFECTS[word].value]
    for value in fits:
        data = {"found": {table: {"x": {**NEEDED, word: value}}}}
        assert sound(data) == (data, ())
    for value in wrong:
        data = {"found": {table: {"x": {**NEEDED, word: value}}}}
        kept, (finding,) = sound(data)
        assert (finding.rule, finding.where) == ("world-shape", f"found.{table}.x.{word}")
        assert kept == {"found": {table: {"x": NEEDED}}}


@pytest.mark.parametrize("table", ["scars", "cities", "powers"])
@pytest.mark.parametrize("word", EFFECTS)
def test_every_word_arrives_in_the_box(table, word):
    """Each effect that was typed in is an effect of its mark or power in the box."""
    value = BY_VALUE[EFFECTS[word].value][0][-1]
    found = open_box(found={table: {"x": {**NEEDED, word: value}}})
    things: Any = {
        "scars": found.scars,
        "cities": found.cities,
        "powers": found.factions["khan-industries"].powers,
    }
    assert things[table]["x"].effects[word] == value


def test_every_printed_effect_is_of_the_vocabulary(box):
    """Printed marks and powers do nothing that the vocabulary has no word for."""
    powers = [power for each in box.factions.values() for power in each.powers.values()]
    things = [*box.scars.values(), *box.cities.values(), box.fortification, *powers]
    assert {word for thing in things for word in thing.effects} <= set(EFFECTS)


@pytest.mark.parametrize("word", ["end_of_turns", "recuit_troops", "populaton"])
def test_a_slip_in_a_word_is_found(word):
    """A word that is nearly one of the vocabulary is asked about."""
    (finding,) = likely_slips({"found": {"scars": {"x": {"name": "X", word: 1}}}})
    assert finding.where == f"found.scars.x.{word}"


# What hands write


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("found",), 3),
        (("found", "scars"), ["bunker"]),
        (("found", "scars", "x"), "Quicksand"),
        (("found", "scars", "x", "supply"), -1),
        (("found", "cities", "x", "word"), 5),
        (("found", "powers", "x", "colour"), True),
        (("found", "factions", "x", "name"), ""),
        (("found", "territories", "x", "land"), "peru"),
        (("found", "territories", "x", "sea"), [5]),
        (("found", "territories", "x", "coins"), "two"),
        (("found", "territories", "x", "continent"), 5),
        (("found", "links", "x", "from"), 5),
        (("found", "rules", "x", "limit"), "six"),
        (("found", "rules", "x", "says"), 5),
        (("found", "events", "x", "says"), 5),
        (("found", "missions", "x", "name"), 5),
        (("packets", "one"), {"name": "x"}),
        (("packets", "1", "game"), 0),
    ],
)
def test_nonsense_is_found_where_it_stands(where, value):
    """What makes no sense among what was found is found itself, once, by its path."""
    named = {"name": "X", "faction": "khan-industries", "from": "peru", "to": "japan"}
    data: dict[str, Any] = {"found": {"factions": {"y": {"name": "Y"}}}}
    if len(where) == 4 and where[1] != "rules":
        data = with_value(data, where[:3], named)
    kept, (finding,) = sound(with_value(data, where, value))
    assert finding.rule == "world-shape"
    assert finding.where == ".".join(where)
    open_box(found=World(kept).table("found")).rules  # noqa: B018


@pytest.mark.parametrize(
    ("table", "needs"),
    [
        ("scars", ["name"]),
        ("cities", ["name"]),
        ("powers", ["name", "faction"]),
        ("factions", ["name"]),
        ("territories", ["name"]),
        ("links", ["from", "to"]),
        ("events", ["name"]),
        ("missions", ["name"]),
    ],
)
def test_what_a_thing_cannot_do_without(table, needs):
    """A thing without its name, or without what it belongs to, is found and left out as a whole."""
    whole = dict.fromkeys(needs, "peru")
    assert sound({"found": {table: {"x": whole}}})[1] == ()
    for key in needs:
        kept, (finding,) = sound({"found": {table: {"x": {**whole, key: 5}}}})
        assert finding.where == f"found.{table}.x.{key}"
        assert "x" not in World(kept).table("found", table)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('[found.territories.x]\nname = "X"\nland = ["nowhere"]', "found.territories.x.land"),
        ('[found.territories.x]\nname = "X"\nsea = ["nowhere"]', "found.territories.x.sea"),
        ('[found.territories.x]\nname = "X"\ncontinent = "mu"', "found.territories.x.continent"),
        ('[found.links.x]\nfrom = "nowhere"\nto = "peru"', "found.links.x.from"),
        ('[found.links.x]\nfrom = "peru"\nto = "nowhere"', "found.links.x.to"),
        ('[found.powers.x]\nname = "X"\nfaction = "nobody"', "found.powers.x.faction"),
        ('[packets.1]\nname = "x"\ncondition = "nothing"', "packets.1.condition"),
    ],
)
def test_names_among_what_was_found_are_known(text, where):
    """What was found names places, factions and conditions by id, and those are in the box."""
    kept, findings = sound(tomllib.loads(text))
    assert findings == ()
    found = open_box(found=World(kept).table("found"))
    broken = limits.broken(World(kept), found)
    assert [(finding.rule, finding.where) for finding in broken] == [("unknown-name", where)]


UNKNOWN_KEYS = [
    "[found.rules.coin-cap]\nfix = 5",
    '[found.rules.coin-cap]\nfix = "{"',
    "[found.rules.coin-cap]\nsource = 5",
    "[found.rules.coin-cap]\nname = 5",
    "[found.rules.coin-cap]\nsupply = true",
    '[found.rules.mine]\nsays = "x"\nsupply = true',
    "[found.rules.coins-to-troops]\ntroops = 3",
    "[found.rules.recruit-base]\ndivisor = 0",
    '[found.rules.recruit-base]\nminimum = "x"',
    "[found.rules.territory-cards]\nprinted_coins = []",
    "[found.rules.star-for-cards]\nlimit = 0",
    '[found.territories.x]\nname = "X"\naliases = 5',
    '[found.territories.x]\nname = "X"\naliases = [5]',
    '[found.territories.x]\nname = "X"\nland = ["x"]\nsea = ["x"]',
    '[found.territories.alaska]\nname = "X"',
    '[found.scars.x]\nname = "X"\nword = 5',
    '[found.scars.bunker]\nname = "X"',
    '[found.cities.major-city]\nname = "X"',
    '[found.factions.khan-industries]\nname = "X"',
    '[found.powers.round-up]\nname = "X"\nfaction = "khan-industries"',
    '[found.links.x]\nfrom = "peru"\nto = "peru"',
]


def everything(world: World, box: Box) -> None:
    """Ask all that a box and a world answer."""
    from legacytrack.cli.arguments import players_named, territories_named
    from legacytrack.model.names import find

    limits.broken(world, box)
    supplies(world, box)
    standings(world, box)
    conditions(world, box)
    starts(world, box, "ana", ["peru"])
    rule_list(box)
    powers = [power for each in box.factions.values() for power in each.powers.values()]
    held = holdings(world, box, list(box.territories), "ana")
    no_such_count(box, len(box.territories) + 1)
    recruit(
        box,
        territories=len(held.territories),
        population=held.population,
        continents=held.continents,
        coins=4,
        powers=powers,
        marks=held.marks,
    )
    hand(box, [2, 1])
    for place in box.territories:
        entry(world, box, place, powers).allowed(3)
    find("peru", [*territories_named(box), *players_named(world)], what="place")


@pytest.mark.parametrize("text", UNKNOWN_KEYS)
def test_nonsense_that_has_a_shape_does_no_harm(text):
    """Keys that packets cannot have, and ids that are printed already, break no answer."""
    kept, _ = sound(tomllib.loads(text))
    everything(World(kept), open_box(found=World(kept).table("found")))


JUNK = st.recursive(
    st.booleans()
    | st.integers(-2, 9)
    | st.floats(allow_nan=False)
    | st.sampled_from(
        ["up", "down", "x", "peru", "ana", "bunker", "{", "{limit}", "khan-industries"]
    ),
    lambda below: (
        st.lists(below, max_size=2) | st.dictionaries(st.sampled_from(["x", "name"]), below)
    ),
    max_leaves=3,
)
KEYS = [
    *EFFECTS,
    *("name", "says", "supply", "word", "faction", "colour", "coins", "land", "sea"),
    *("from", "to", "limit", "letter", "cite", "continent", "aliases", "fix", "source", "troops"),
]
THING = st.dictionaries(st.sampled_from(KEYS), JUNK, max_size=6).map(
    lambda odd: {**NEEDED, "from": "peru", "to": "x", **odd}
)
TABLES = ["scars", "cities", "powers", "factions", "territories", "links", "events", "rules"]
IDS = ["x", "bunker", "coin-cap", "peru", "recruit-base", "territories", "khan-industries", "a b"]
FOUND = st.dictionaries(
    st.sampled_from(TABLES),
    st.dictionaries(st.sampled_from(IDS), THING, min_size=1, max_size=3),
    min_size=1,
    max_size=4,
)
MARKS = st.fixed_dictionaries(
    {},
    optional={
        "scar": st.fixed_dictionaries({"kind": st.sampled_from(["bunker", "x", "gone"])}),
        "city": st.fixed_dictionaries({"kind": st.sampled_from(["minor-city", "x", "gone"])}),
        "fortification": st.just({"boxes": 1}),
    },
)


@settings(max_examples=80, deadline=None)
@given(FOUND | JUNK, st.dictionaries(st.sampled_from(["peru", "x", "nowhere"]), MARKS))
def test_whatever_hands_write_the_box_answers(found, marks):
    """Whatever stands among what was found, the rest of it and all of the printed box still answer."""
    data = {"players": {"ana": {"name": "Ana"}}, "found": found, "territories": marks}
    kept, findings = sound(without_empty_tables(data))
    assert all(finding.where.startswith("found") for finding in findings)
    everything(World(kept), open_box(found=World(kept).table("found")))
