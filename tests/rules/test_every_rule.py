"""Every rule of the rulebook is used by the program and broken by a test."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest

import legacytrack
from legacytrack.model.box import Box
from legacytrack.store.box_files import open_box

HERE = Path(__file__).parent
PACKAGE = Path(legacytrack.__file__).parent

# Rules that nobody can break: they are numbers to compute with, each held by a test of that name.
NUMBERS = {
    "recruit-base": "test_recruit.py::test_territories_and_population_are_divided_together",
    "stars-to-win": "test_noticed.py::test_four_red_stars_win",
    "starting-troops": "test_recruit.py::test_whoever_controls_nothing_joins_the_war",
    "conquest": "test_throwing.py::test_the_attackers_who_won_move_in",
    "one-die-per-modifier": "test_dice.py::test_of_two_equal_dice_one_changes",
    "natural-dice": "test_dice.py::test_three_alike_meet_two_natural_sixes",
    "expand-into-city": "test_expand.py::test_a_city_costs_its_population",
    "star-or-missiles": "test_games.py::test_star_or_missiles",
    "scar-deal": "test_games.py::test_scar_cards_are_dealt_when_they_go_round",
}


@cache
def tree(file: Path) -> ast.Module:
    """Read a file of Python."""
    return ast.parse(file.read_text("utf-8"))


def is_breaks(statement: ast.stmt, name: str = "BREAKS") -> bool:
    """Tell whether a statement says which rules the tests of its file break."""
    if isinstance(statement, ast.Assign):
        return any(isinstance(t, ast.Name) and t.id == name for t in statement.targets)
    return (
        isinstance(statement, ast.AnnAssign)
        and isinstance(statement.target, ast.Name)
        and statement.target.id == name
    )


def breaks(file: Path, name: str = "BREAKS") -> set[str]:
    """Read which rules the tests of a file break; a file without a word of it breaks none."""
    found = [statement for statement in tree(file).body if is_breaks(statement, name)]
    assert len(found) <= 1, file.name
    return set().union(*(ast.literal_eval(statement.value) for statement in found))


def words(node: ast.AST) -> set[str]:
    """List the texts that stand in a piece of Python, docstrings apart."""
    docstrings = {
        id(each.body[0].value)
        for each in ast.walk(node)
        if isinstance(each, ast.Module | ast.FunctionDef | ast.ClassDef)
        and each.body
        and isinstance(each.body[0], ast.Expr)
    }
    return {
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Constant)
        and isinstance(each.value, str)
        and id(each) not in docstrings
    }


FILES = sorted(file for file in HERE.glob("test_*.py") if file != Path(__file__))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_breaks_what_it_says(file, box):
    """Each rule that a file claims to break is one of the rulebook, and asked for in its tests."""
    asked = set().union(*(words(part) for part in tree(file).body if not is_breaks(part)))
    assert breaks(file) <= set(box.rules)
    assert breaks(file) <= asked


def test_every_rule_is_broken_by_a_test(box):
    """No rule is without a test that breaks it, unless it is a number to compute with."""
    assert set().union(*map(breaks, FILES)) == set(box.rules) - set(NUMBERS)


@pytest.mark.parametrize(("rule", "test"), NUMBERS.items())
def test_every_number_is_held_by_a_test(rule, test):
    """A rule that is a number is used by the test that is named for it."""
    file, _, name = test.partition("::")
    (found,) = (
        each
        for each in tree(HERE / file).body
        if isinstance(each, ast.FunctionDef) and each.name == name
    )
    assert rule in words(found)


def test_every_rule_is_used_by_the_program(box):
    """Each rule stands in the code of the package, or in the data of a mark that the code counts."""
    used = set().union(*(words(tree(file)) for file in PACKAGE.rglob("*.py")))
    marks = tomllib.loads((PACKAGE / "boxes/risk-legacy/marks.toml").read_text("utf-8"))
    used |= {mark["supply"] for table in marks.values() for mark in table.values()}
    assert set(box.rules) - used == set()


def test_every_rule_says_what_a_person_needs(box):
    """A rule has a heading to look up, the law in words, a source, and a remedy where it blocks."""
    for rule in (*box.rules.values(), *box.told.values()):
        assert rule.cite
        assert rule.says.endswith(".")
        assert rule.source
        assert rule.fix or rule.id not in box.rules or rule.id in NUMBERS, rule.id


def test_every_number_is_filled_in(box):
    """The texts show the numbers of the rule, never the place that was kept for them."""
    for rule in (*box.rules.values(), *box.told.values()):
        for text in (rule.says, rule.fix):
            assert "{" not in text
            assert "}" not in text


def test_a_number_stands_in_its_text(box):
    """The limit of a rule is shown by its text."""
    for rule in (*box.rules.values(), *box.told.values()):
        assert str(rule.numbers.get("limit", "")) in rule.says, rule.id


# The rules of the plain game

PLAIN = "PLAIN_BREAKS"  # what a file breaks of them
PLAIN_NUMBERS = {
    "troops-by-players": "test_claims.py::test_the_fewer_play_the_more_troops_each_has",
    "whole-board": "test_knock_out.py::test_whoever_holds_the_whole_board_wins",
    "recruit-base": "test_plain_game.py::test_territories_are_divided_by_three",
    "conquest": "test_throwing.py::test_the_attackers_who_won_move_in",
}


@pytest.fixture(scope="module")
def plain() -> Box:
    """The box of the plain game."""
    return open_box("classic-risk")


def test_every_rule_of_the_plain_game_is_broken_by_a_test(plain):
    """No rule of the second box is without a test that breaks it, unless it is a number."""
    broken = {rule for file in FILES for rule in breaks(file, PLAIN)}
    assert broken == set(plain.rules) - set(PLAIN_NUMBERS)
    for file in FILES:
        asked = set().union(
            *(words(part) for part in tree(file).body if not is_breaks(part, PLAIN))
        )
        assert breaks(file, PLAIN) <= asked, file.name


@pytest.mark.parametrize(("rule", "test"), PLAIN_NUMBERS.items())
def test_every_number_of_the_plain_game_is_held_by_a_test(rule, test):
    """A rule that is a number is used by the test that is named for it."""
    test_every_number_is_held_by_a_test(rule, test)


def test_every_rule_of_the_plain_game_is_used_and_says_what_a_person_needs(plain):
    """Each rule of the second box stands in the code, with a heading, a law, a source and a remedy."""
    used = set().union(*(words(tree(file)) for file in PACKAGE.rglob("*.py")))
    assert set(plain.rules) - used == set()
    for rule in (*plain.rules.values(), *plain.told.values()):
        assert rule.cite
        assert rule.source
        assert rule.says.endswith(".")
        assert not {"{", "}"} & {*rule.says, *rule.fix}
        assert rule.fix or rule.id in (*plain.told, *PLAIN_NUMBERS), rule.id


# Rules that are only told


def test_a_rule_is_checked_or_told(box):
    """A rule that the program only tells of is none that it checks, and counts nothing."""
    assert not set(box.told) & set(box.rules)
    assert not any(rule.supply for rule in box.told.values())


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [
        ("players-per-game", {"least": 3, "most": 5}),
        ("faction-once-a-game", {"limit": 1}),
        ("hq-once", {"limit": 1}),
        ("planet-by-signatures", {"bonus": 1}),
        ("continents", {"limit": 6}),
        ("coin-cards", {"limit": 10, "coins": 1}),
        ("stars-to-win", {"limit": 4}),
        ("star-for-cards", {"limit": 4}),
        ("control", {"limit": 1}),
        ("missiles-in-hand", {"limit": 1}),
        ("coin-pile-star", {"limit": 1}),
        ("one-card-a-turn", {"limit": 1}),
        ("one-maneuver", {"limit": 1}),
        ("face-up-cards", {"limit": 4}),
        ("stars-for-a-mission", {"limit": 1, "least": 1, "most": 2}),
        ("join-the-war", {"share": 2}),
        ("star-or-missiles", {"stars": 1, "missiles": 1}),
        ("scar-deal", {"limit": 1}),
        ("one-power-per-colour", {"limit": 1}),
        ("one-faction-scar", {"limit": 1}),
        ("die-bounds", {"least": 1, "most": 6}),
        ("one-die-per-modifier", {"limit": 1}),
        ("winner-one-reward", {"limit": 1}),
        ("held-on-one-reward", {"limit": 1}),
    ],
)
def test_the_numbers_of_what_is_told(box, rule, numbers):
    """The numbers of the printed rules, whether the program checks the rule by now or only tells it."""
    law = box.rules.get(rule) or box.told[rule]
    assert {key: law.numbers[key] for key in numbers} == numbers
