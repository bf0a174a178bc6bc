"""Languages: every place has its name, no two share one, and they lie over the board alone."""

from __future__ import annotations

import pytest

from legacytrack.model.box import Box
from legacytrack.model.languages import names_by_id, shown_in
from legacytrack.model.names import fold
from legacytrack.store import box_files
from legacytrack.store.box_files import BOXES, languages, open_box

KINDS = ("continents", "territories")
OTHERS = languages()[1:]


def names_in(language: str) -> dict[str, dict[str, list[str]]]:
    """The file of a language."""
    return box_files._read(BOXES / "risk-legacy" / f"names-{language}.toml")


def test_which_languages_there_are() -> None:
    """English is printed; Russian comes with the box."""
    assert languages() == ("en", "ru")


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_names_every_place_and_no_other(box: Box, language: str) -> None:
    """A language has a name for each territory and each continent, in the order of the board."""
    names = names_in(language)
    assert list(names) == [*KINDS, "labels"]
    assert list(names["territories"]) == list(box.territories)
    assert list(names["continents"]) == list(box.continents)
    assert all(all(own) for kind in KINDS for own in names[kind].values())


@pytest.mark.parametrize("language", OTHERS)
def test_no_name_means_two_places(language: str) -> None:
    """As they are compared, no two places of a language share a name."""
    names = names_in(language)
    folded = [fold(name) for kind in KINDS for own in names[kind].values() for name in own]
    assert len(folded) == len(set(folded))


@pytest.mark.parametrize("language", OTHERS)
def test_long_names_have_a_label_for_a_tile(language: str) -> None:
    """A name that is too long for a tile of the map has a short one, and no two are the same."""
    names = names_in(language)
    shown = {id: own[0] for id, own in names["territories"].items()}
    assert {id for id, name in shown.items() if len(name) > 6} == set(names["labels"])
    labels = [names["labels"].get(id, name) for id, name in shown.items()]
    assert all(len(label) <= 6 for label in labels)
    assert len(set(labels)) == len(labels)


def test_a_board_in_a_language() -> None:
    """The first name is shown, the others and the printed ones become aliases, the rest stays."""
    board = {
        "game": {"name": "G"},
        "continents": {"north": {"name": "North", "bonus": 2}},
        "territories": {
            "a": {"name": "Aa", "land": ["b"], "aliases": ["Old"], "label": "A."},
            "b": {"name": "Bb", "land": ["a"], "label": "B."},
        },
    }
    names = {
        "continents": {"north": ["Nord"]},
        "territories": {"a": ["Eh", "Ah"], "z": ["Zz"]},
        "labels": {"a": "E."},
    }
    assert shown_in(board, names) == {
        "game": {"name": "G"},
        "continents": {"north": {"name": "Nord", "bonus": 2, "aliases": ["North"]}},
        "territories": {
            "a": {"name": "Eh", "land": ["b"], "aliases": ["Ah", "Aa", "Old"], "label": "E."},
            "b": {"name": "Bb", "land": ["a"], "aliases": [], "label": "B."},
        },
    }
    assert board["territories"]["a"]["name"] == "Aa"


def test_names_of_several_languages_come_together() -> None:
    """What several languages call a place can all be typed."""
    one = {"continents": {}, "territories": {"a": ["Eh"]}}
    two = {"continents": {"n": ["Nn"]}, "territories": {"a": ["Ah", "Oh"]}}
    assert names_by_id([one, two]) == {
        "continents": {"n": ("Nn",)},
        "territories": {"a": ("Eh", "Ah", "Oh")},
    }


def test_a_box_in_russian_is_the_same_box(box: Box) -> None:
    """In another language only the names differ: ids, borders, bonuses and rules stay."""
    other = open_box(language="ru")
    assert other.territories["siberia"].name == "Сибирь"
    assert other.continents["asia"].name == "Азия"
    for id, place in box.territories.items():
        shown = other.territories[id]
        assert shown.name != place.name
        assert place.name in shown.aliases
        printed = shown._replace(name=place.name, aliases=place.aliases, label=place.label)
        assert printed == place
    for id, continent in box.continents.items():
        assert other.continents[id]._replace(name=continent.name) == continent
    assert other.rules == box.rules


def test_what_a_group_found_keeps_its_name() -> None:
    """A place out of a packet has the name that the group typed, in whatever language."""
    found = {"territories": {"far-island": {"name": "Far Island", "sea": ["peru"]}}}
    box = open_box(found=found, language="ru")
    assert box.territories["far-island"].name == "Far Island"
    assert box.territories["peru"].name == "Перу"
    assert "far-island" in box.territories["peru"].sea


@pytest.mark.parametrize("language", [None, "en", "xx", "", "../names-ru", "ru/../ru", "\0"])
def test_an_unknown_language_shows_the_printed_names(box: Box, language: str | None) -> None:
    """What is no language of the box changes nothing, and reaches for no file."""
    assert open_box(language=language).territories == box.territories
