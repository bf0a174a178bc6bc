"""What a typed word means on the real board and in a world, and which texts may become names."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib.resources import files
from itertools import product
from unicodedata import bidirectional, category

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from legacytrack.errors import Finding, NameNotFoundError, UsageError
from legacytrack.model.names import Named, find, fold, slug
from legacytrack.model.text import plain_text, problem_with

ANA = Named("player", "ana", "Ana")
COTE = Named("player", "cote-divoire", "Côte d’Ivoire")
KANJI = Named("player", "player-1", "漢字")
PLAYERS = (ANA, Named("player", "ben", "Ben"), COTE, KANJI)
PACE = settings(max_examples=150, deadline=None)


@cache
def printed(table: str, kind: str) -> tuple[Named, ...]:
    """Read what the box prints."""
    board = tomllib.loads(
        files("legacytrack").joinpath("boxes/risk-legacy/board.toml").read_text("utf-8")
    )
    return tuple(
        Named(kind, id, entry["name"], tuple(entry.get("aliases", ())))
        for id, entry in board[table].items()
    )


TERRITORIES = printed("territories", "territory")
CONTINENTS = printed("continents", "continent")
NAMES = [(thing, text) for thing in TERRITORIES for text in (thing.id, thing.name, *thing.aliases)]
WORDS = sorted({word for _, text in NAMES for word in text.replace("-", " ").split()})


def place(word: str) -> str:
    """Find a territory."""
    return find(word, TERRITORIES, what="territory").id


def refusal(word: str, things=TERRITORIES, what: str = "territory", **more: str) -> Finding:
    """Return why a word finds nothing."""
    with pytest.raises(NameNotFoundError) as caught:
        find(word, things, what=what, **more)
    assert caught.value.exit_code == 5
    (finding,) = caught.value.findings
    return finding


def unkept(text: str, what: str = "city name") -> Finding:
    """Return why a text is not kept."""
    with pytest.raises(UsageError) as caught:
        plain_text(text, what=what)
    (finding,) = caught.value.findings
    assert finding.rule == "plain-text"
    assert finding.where == what
    return finding


def with_another_name(id: str, name: str) -> tuple[Named, ...]:
    """Give a territory a city of that name."""
    return tuple(t._replace(given=(name,)) if t.id == id else t for t in TERRITORIES)


def test_the_board_has_all_its_names():
    """The tests below speak of the whole board."""
    assert (len(TERRITORIES), len(CONTINENTS)) == (42, 6)


@pytest.mark.parametrize(("thing", "text"), NAMES)
def test_every_printed_name_finds_its_place(thing, text):
    """Id, name and alias find their place in any case, with any hyphens, spaces and article."""
    for typed in (
        text,
        text.upper(),
        text.lower(),
        f"  {text}  ",
        f"the {text}",
        text.replace(" ", "_"),
        text.replace(" ", "-"),
        text.replace(".", ""),
    ):
        assert find(typed, TERRITORIES, what="territory") is thing


@pytest.mark.parametrize("word", WORDS)
def test_every_word_of_a_name_finds_what_contains_it_or_asks(word):
    """One word finds the only place that contains it; several that begin alike are asked about."""
    holders = {thing.name for thing, text in NAMES if fold(word) in fold(text)}
    try:
        found = find(word, TERRITORIES, what="territory")
    except NameNotFoundError as error:
        (finding,) = error.findings
        assert finding.rule == "ambiguous-name"
        listed = re.split(", | or ", finding.what.partition(" could be ")[2].removesuffix("."))
        assert len(listed) > 1
        assert set(listed) <= holders
    else:
        assert found.name in holders


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("russ", "russia"),
        ("ukraine", "russia"),
        ("siam", "southeast-asia"),
        ("congo", "central-africa"),
        ("quebec", "eastern-canada"),
        ("uk", "great-britain"),
        ("U.K.", "great-britain"),
        ("n. africa", "north-africa"),
        ("N.Africa", "north-africa"),
        ("middle east", "middle-east"),
        ("MIDDLE-EAST", "middle-east"),
        ("kamtch", None),
        ("kamch", "kamchatka"),
        ("africa north", "north-africa"),
        ("States, Western", "western-united-states"),
        ("east us", "eastern-united-states"),
        ("w us", "western-united-states"),
        ("se as", "southeast-asia"),
        ("n w territory", None),
        ("golia", "mongolia"),
        ("go", None),
        ("gascar", "madagascar"),
        ("central c", None),
        ("Kamčatka", None),
        ("Mongólia", "mongolia"),
        ("\uff35\uff52\uff41\uff4c", "ural"),
    ],
)
def test_what_people_type(typed, id):
    """Older names, short forms, beginnings and parts find their place; nothing else does."""
    if id is None:
        assert refusal(typed).rule == "unknown-name"
    else:
        assert place(typed) == id


def test_a_beginning_that_fits_several_places_asks():
    """What several places begin with is asked about, by the alphabet, with a way to say which."""
    finding = refusal("eastern", where="world.toml")
    assert finding == Finding(
        "ambiguous-name",
        "world.toml",
        '"eastern" could be Eastern Australia, Eastern Canada or Eastern United States.',
        "Type more of it, for example eastern-canada.",
    )


@pytest.mark.parametrize("typed", ["the US", "the U.S.", "us", "United States", "unit"])
def test_the_us_asks_which_half(typed):
    """The US is two places; the letters inside Russia and Australia do not count beside words."""
    finding = refusal(typed)
    assert finding.rule == "ambiguous-name"
    assert finding.what == (f'"{typed}" could be Eastern United States or Western United States.')
    assert finding.fix.endswith("for example eastern-united-states.")


def test_a_continent_is_no_territory_where_only_territories_are_asked_for():
    """A continent's name then only lists the places that bear it."""
    assert refusal("africa").what == (
        '"africa" could be Central Africa, East Africa, North Africa or South Africa.'
    )


@pytest.mark.parametrize("continent", CONTINENTS)
def test_among_territories_and_continents_a_full_name_is_the_continent(continent):
    """An exact name goes before a word in longer names."""
    for typed in (continent.id, continent.name, f"the {continent.name.upper()}"):
        assert find(typed, TERRITORIES + CONTINENTS, what="place") is continent


def test_kinds_are_told_apart():
    """When things of several kinds fit, each says what it is."""
    finding = refusal("america", TERRITORIES + CONTINENTS, what="territory or continent")
    assert finding.what == (
        '"america" could be Central America (territory), North America (continent)'
        " or South America (continent)."
    )


def test_the_same_name_in_two_kinds_asks():
    """Even an exact name is asked about when two kinds have it; then only a new name helps."""
    asia = Named("player", "asia", "Asia")
    finding = refusal("asia", (*CONTINENTS, asia), what="player or continent")
    assert finding.what == '"asia" could be Asia (continent) or Asia (player).'
    assert finding.fix == "They share every name they have: give one of them another name."


def test_namesakes_are_told_apart_by_id():
    """Two things shown alike are listed with their ids, and an id that means one is offered."""
    twins = (ANA, Named("player", "ana-2", "ANA"), Named("player", "x", "Ana"))
    finding = refusal("Ana", twins, what="player")
    assert finding.what == '"Ana" could be ANA (ana-2), Ana (ana) or Ana (x).'
    assert finding.fix == "Type more of it, for example ana-2."


def test_many_matches_are_not_all_listed():
    """A long list ends with how many more there are, and the count is right."""
    many = [Named("card", f"card-{n:02}", f"Card {n:02}") for n in range(20)]
    finding = refusal("card", many, what="card")
    names = ", ".join(f"Card {n:02}" for n in range(7))
    assert finding.what == f'"card" could be {names} or 13 others.'


def test_one_thing_counts_once():
    """Several fitting names of one thing, or the thing given twice, leave nothing to ask."""
    assert place("britain") == place("great b") == "great-britain"
    assert find("ana", [ANA, ANA], what="player") == ANA


def test_an_exact_name_goes_before_a_beginning():
    """UK is Great Britain though Ukraine begins with it; Ben is not Benjamin."""
    assert place("UK") == "great-britain"
    assert place("ukr") == "russia"
    both = [Named("player", "benjamin", "Benjamin"), Named("player", "ben", "Ben")]
    assert find("ben", both, what="player").id == "ben"


def test_a_whole_word_goes_before_a_part_of_a_word():
    """Letters inside another word count only where no name has them as a word or its beginning."""
    cities = [Named("city", "hannover", "Hannover"), Named("city", "port-ann", "Port Ann")]
    assert find("ann", cities, what="city").id == "port-ann"
    assert find("nno", cities, what="city").id == "hannover"


def test_typed_words_find_their_words_in_any_order():
    """A short beginning does not take the word that a longer one needs."""
    city = Named("city", "new-norfolk", "New Norfolk")
    for typed in ("n new", "new n", "norf n", "n norf", "n n"):
        assert find(typed, [city], what="city") is city
    assert refusal("n n n", [city], what="city").rule == "unknown-name"


def test_a_name_may_begin_with_an_article():
    """The article is dropped from what is typed only after it was tried as a part of the name."""
    bears = [Named("player", "bear", "Bear"), Named("player", "the-bear", "The Bear")]
    assert find("the bear", bears, what="player").id == "the-bear"
    assert find("bear", bears, what="player").id == "bear"
    assert find("hague", [Named("city", "h", "The Hague")], what="city").id == "h"


def test_names_given_by_the_world_find_their_place():
    """A city's name finds its territory, by each of the steps."""
    things = with_another_name("ural", "New Stålgrad")
    for typed in ("new stalgrad", "NEW STÅLGRAD", "new st", "stalgrad", "stal ne", "lgra"):
        assert find(typed, things, what="territory").id == "ural"


def test_a_given_name_is_weaker_than_a_printed_one_at_the_same_step():
    """Exact: printed, then given. Then beginnings: printed, then given."""
    things = with_another_name("ural", "Brazil")
    assert find("brazil", things, what="territory").id == "brazil"
    things = with_another_name("ural", "Brazilia")
    assert find("braz", things, what="territory").id == "brazil"
    assert find("brazili", things, what="territory").id == "ural"
    things = with_another_name("ural", "Brazi")
    assert find("brazi", things, what="territory").id == "ural"
    things = with_another_name("ural", "Britain Mine")
    assert find("mine", things, what="territory").id == "ural"


def test_a_repeated_city_name_asks():
    """City names may repeat; then the name of the territory is offered."""
    things = [
        t._replace(given=("New Berlin",)) if t.id in ("ural", "peru") else t for t in TERRITORIES
    ]
    finding = refusal("new berlin", things)
    assert finding.what == '"new berlin" could be Peru or Ural.'
    assert finding.fix == "Say which one, for example peru."


def test_a_slip_is_asked_about():
    """A near name is suggested in the fix, and not taken."""
    assert refusal("kamchatca", where="--at") == Finding(
        "unknown-name",
        "--at",
        'There is no territory "kamchatca".',
        "Did you mean Kamchatka (kamchatka)?",
    )


@pytest.mark.parametrize("thing", TERRITORIES)
def test_no_slip_is_ever_taken_for_a_place(thing):
    """One letter wrong, missing in a word or doubled: refused, and the place is suggested."""
    middle = len(thing.name) // 2
    if thing.name[middle] == " ":
        middle += 1
    head, tail = thing.name[:middle], thing.name[middle + 1 :]
    for typed in (f"{head}q{tail}", f"{head}{thing.name[middle]}{thing.name[middle]}{tail}"):
        finding = refusal(typed)
        assert finding.rule == "unknown-name"
        assert f"{thing.name} ({thing.id})" in finding.fix


@pytest.mark.parametrize(
    ("typed", "suggested"),
    [
        ("brasil", ["Brazil (brazil)"]),
        ("Ukrane", ["Russia (russia)"]),
        ("canda", ["Eastern Canada (eastern-canada)"]),
        ("the kamtschatka", ["Kamchatka (kamchatka)"]),
        (
            "austrlia",
            ["Eastern Australia (eastern-australia)", "Western Australia (western-australia)"],
        ),
        ("north west territory", ["Northwest Territory (northwest-territory)"]),
        ("xyzzy", []),
        ("usa", []),
    ],
)
def test_suggestions_come_from_every_name_and_word(typed, suggested):
    """Aliases and single words of a name are near too; what is far is not suggested."""
    assert refusal(typed).fix == (f"Did you mean {' or '.join(suggested)}?" if suggested else "")


def test_no_more_than_three_are_suggested():
    """A question stays short."""
    fix = refusal("nothern europe").fix
    assert fix == (
        "Did you mean Northern Europe (northern-europe), Southern Europe (southern-europe)"
        " or Western Europe (western-europe)?"
    )
    many = [Named("card", f"card-{n}", f"Kard {n}") for n in range(9)]
    assert refusal("karb", many, what="card").fix.count("(") == 3


def test_the_hint_of_the_caller_follows_the_suggestions():
    """A new player is one command away, whether or not a known one is near."""
    hint = 'legacytrack player add "Dana"'
    near = refusal("Dana", PLAYERS, what="player", hint=hint)
    assert near.what == 'There is no player "Dana".'
    assert near.fix == f"Did you mean Ana (ana)? {hint}"
    assert refusal("Xerxes", PLAYERS, what="player", hint=hint).fix == hint
    assert refusal("Dana", (), what="player", hint=hint).fix == hint


@pytest.mark.parametrize("typed", ["", "   ", "\n"])
def test_nothing_typed_finds_nothing(typed):
    """An empty word is no beginning of every name."""
    finding = refusal(typed, hint="legacytrack show")
    assert finding.rule == "unknown-name"
    assert finding.what == "The name of the territory is empty."
    assert finding.fix == "legacytrack show"


@pytest.mark.parametrize(
    "typed", ["cote d'ivoire", "Côte d'Ivoire", "COTE D`IVOIRE", "coté", "d'ivoire"]
)
def test_accents_and_apostrophes_do_not_matter(typed):
    """A keyboard without accents or with another apostrophe finds the name."""
    assert find(typed, PLAYERS, what="player") is COTE


def test_names_in_any_script_are_found():
    """A name without one plain letter is found by itself and by its beginning."""
    for name in ("漢字", "Аня", "🎲🎲", "-", "…", "[/x]", ":bomb:", "-3", "x" * 500):
        thing = Named("player", "player-9", name)
        assert find(name, (ANA, thing), what="player") is thing
    assert find("漢", PLAYERS, what="player") is KANJI
    assert find("lodz", [Named("city", "c", "Łódź")], what="city").id == "c"


def test_marks_that_make_another_letter_are_kept():
    """Kaki and kagi are two names in kana, as are e and è not."""
    kaki, kagi = Named("player", "player-1", "かき"), Named("player", "player-2", "かぎ")
    assert find("かぎ", (kaki, kagi), what="player") is kagi
    assert find("かき", (kaki, kagi), what="player") is kaki


@PACE
@given(st.lists(st.sampled_from([*WORDS, "us", "e", "west", "ia", "the", "q"]), max_size=3))
@example(["the", "us"])
def test_what_is_found_contains_what_was_typed(words):
    """Never a guess: one of the found thing's names holds every typed word."""
    try:
        found = find(" ".join(words), TERRITORIES, what="territory")
    except NameNotFoundError:
        return
    texts = [fold(text) for text in (found.id, found.name, *found.aliases)]
    typed = fold(" ".join(words)).removeprefix("the ").split()
    assert typed
    assert any(all(word in text for word in typed) for text in texts)


@PACE
@given(st.text(min_size=1).filter(str.strip))
@example("漢字")
@example("the ")
@example("\u200b")
def test_every_name_finds_itself(name):
    """Whatever a player is called, typing it finds the player or asks; it is never unknown."""
    thing = Named("player", "p", name)
    try:
        assert find(name, (ANA, thing), what="player") in (thing, ANA)
    except NameNotFoundError as error:
        assert error.findings[0].rule == "ambiguous-name"


@PACE
@given(st.text())
@example("\u00b4")
@example("\u0149 \u0130 \u1fb3 \u03aa\u0308\u0301")
@example("U..S. N.Africa ... -")
def test_folding_twice_is_folding_once(text):
    """What is folded is compared as it is."""
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Great  Britain", "great britain"),
        ("great-britain", "great britain"),
        ("GREAT_BRITAIN,", "great britain"),
        ("Côte d’Ivoire", "cote divoire"),
        ("U.S.", "us"),
        ("N.Africa", "n africa"),
        ("N. Africa", "n africa"),
        ("Côte d\u00b4Or", "cote dor"),
        ("Straße", "strasse"),
        ("Ærø", "aero"),
        ("❤\ufe0f", "❤"),
        ("soft\u00adhyphen", "softhyphen"),
        ("non\u2011breaking", "non breaking"),
        ("...", "..."),
        ("", ""),
    ],
)
def test_folded_forms(text, folded):
    """Case, accents, apostrophes, dots, hyphens and runs of spaces do not count."""
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("text", "taken", "expected"),
    [
        ("Ana", (), "ana"),
        ("Côte d'Ivoire", (), "cote-divoire"),
        ("New  Berlin!", (), "new-berlin"),
        ("Łódź", (), "lodz"),
        ("[/x]", (), "x"),
        ("-3", (), "3"),
        ("Ana 🎲", (), "ana"),
        ("Ana", {"ana"}, "ana-2"),
        ("Ana", {"ana", "ana-2"}, "ana-3"),
        ("Ana 2", {"ana-2"}, "ana-2-2"),
        ("漢字", (), "player-1"),
        ("🎲", {"player-1"}, "player-2"),
        ("", {"player-1", "player-2"}, "player-3"),
    ],
)
def test_slugs(text, taken, expected):
    """An id is the name in plain letters; a number makes it new."""
    assert slug(text, taken, fallback="player") == expected


@PACE
@given(st.text(), st.sets(st.text("ab-12", max_size=4)))
def test_a_slug_is_a_bare_key_that_is_not_taken(text, taken):
    """An id needs no quotes in the file or the shell, folds to itself, and is free."""
    made = slug(text, taken)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", made)
    assert made not in taken
    assert fold(made).replace(" ", "-") == made
    assert slug(text, {*taken, made}) != made


@pytest.mark.parametrize(
    "text",
    [
        "Ana",
        "[new berlin]",
        "[/x]",
        ":bomb:",
        "Côte d'Ivoire",
        "漢字",
        "👩‍👩‍👧",
        "❤\ufe0f",
        "-3",
        "e\u0301",
        "x" * 500,
        "می\u200cخواهم",
        "\U0001fae8",
        "\u0378",
    ],
)
def test_ordinary_text_is_kept_exactly(text):
    """Markup, accents, scripts, joined emoji, length and unknown characters are no problem."""
    assert plain_text(text, what="city name") == text
    assert problem_with(text) is None


def test_spaces_are_tidied():
    """Text is stripped, and a run of white space inside is one space."""
    assert plain_text("  New \u00a0\u3000 Berlin \n", what="city name") == "New Berlin"


@pytest.mark.parametrize(
    ("text", "described"),
    [
        ("ab\ncd", "character 3 is U+000A LINE FEED"),
        ("a\tb", "character 2 is U+0009 TAB"),
        ("\x1b[31mred", "character 1 is U+001B ESCAPE"),
        ("a\x00", "character 2 is U+0000 NULL"),
        ("ab\x9b31m", "character 3 is U+009B CONTROL CHARACTER"),
        ("é\x7f", "character 2 is U+007F DELETE"),
        ("abc\u202edef", "character 4 is U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("a\u2066b", "character 2 is U+2066 LEFT-TO-RIGHT ISOLATE"),
        ("a\u200fb", "character 2 is U+200F RIGHT-TO-LEFT MARK"),
        ("a\u061cb", "character 2 is U+061C ARABIC LETTER MARK"),
        ("a\u2028b", "character 2 is U+2028 LINE SEPARATOR"),
        ("caf\udce9", "character 4 is U+DCE9 UNDECODABLE BYTE 0xE9"),
        ("a\ud800", "character 2 is U+D800 SURROGATE"),
    ],
)
def test_the_refused_character_is_named_with_its_place(text, described):
    """A character that cannot be seen is described in words that can be shown."""
    finding = unkept(text)
    assert finding.what == f"The city name cannot be kept: {described}."
    assert finding.what.isprintable()
    assert finding.fix.startswith("Type it again without that character.")
    assert ("UTF-8" in finding.fix) == ("U+D" in described)
    assert problem_with(text) == described


@pytest.mark.parametrize("text", ["", "   ", "\u00a0", "\u200b\u3000\u200d", "\n"])
def test_an_empty_name_is_refused(text):
    """A name that shows nothing is none, also when it consists of invisible characters."""
    finding = unkept(text, what="player name")
    assert finding.what == "The player name cannot be kept: it is empty."
    assert finding.fix == "Type at least one visible character."


def test_every_character_of_unicode_is_judged_by_its_nature():
    """Refused: controls, surrogates, line ends, and what turns the direction. All else passes."""
    turning = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
    marks = {"\u200e", "\u200f", "\u061c"}
    for plane, rest in product(range(0x11), range(0x10000)):
        if plane in range(4, 14) and rest % 0x101:
            continue  # nothing is assigned there: a sample will do
        char = chr(plane * 0x10000 + rest)
        refused = (
            category(char) in {"Cc", "Cs", "Zl", "Zp"}
            or bidirectional(char) in turning
            or char in marks
        )
        assert (problem_with(f"a{char}b") is not None) == refused, hex(ord(char))


@PACE
@given(st.text(st.characters(codec=None) | st.sampled_from("\x1b\x9b\n\t\u202e\u2029 \udc80")))
def test_no_text_that_is_kept_can_disturb_a_screen(text):
    """Kept text has no control character, is not empty, can be encoded, and keeps as it is."""
    try:
        kept = plain_text(text, what="note")
    except UsageError:
        assert problem_with(text.strip()) is not None
        return
    assert kept.split() == text.split()
    assert not any(category(char) in {"Cc", "Cs", "Zl", "Zp"} for char in kept)
    assert problem_with(kept) is None
    assert plain_text(kept, what="note") == kept
    assert kept.encode()


def test_plain_names_load_no_tables():
    """Finding a plain name on the board loads neither the Unicode tables nor difflib."""
    script = (
        "import sys\n"
        "from legacytrack.model.names import Named, find\n"
        "from legacytrack.model.text import plain_text\n"
        "find('ural', [Named('territory', 'ural', 'Ural')], what='territory')\n"
        "plain_text('New Berlin', what='city name')\n"
        "print(*{'difflib', 'unicodedata', 'dataclasses'} & set(sys.modules))\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""
