"""A change is the difference of two worlds: it leads from one to the other and back again."""

from __future__ import annotations

import copy
import datetime
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacytrack.model.change import (
    Edit,
    carry_out,
    difference,
    dotted,
    misfits,
    reverse,
    same,
    undotted,
    value_at,
    with_value,
    without_empty_tables,
)

PACE = settings(max_examples=120, deadline=None)
KEYS = st.sampled_from(["a", "b", "c", "peru", "1", "odd key", "a.b", "", '"', "é"])
LEAVES = (
    st.booleans()
    | st.integers(-2, 2)
    | st.sampled_from([0.0, 1.0, -0.0, float("nan"), float("inf")])
    | st.sampled_from(["", "1", "x"])
    | st.sampled_from([datetime.date(2026, 1, 3), datetime.datetime(2026, 1, 3, 20, 15)])
)
VALUES = st.recursive(
    LEAVES | st.lists(LEAVES | st.dictionaries(KEYS, LEAVES, max_size=2), max_size=2),
    lambda below: st.dictionaries(KEYS, below, max_size=3),
    max_leaves=12,
)
TREES = st.dictionaries(KEYS, VALUES, max_size=4).map(without_empty_tables)
ANY_KEY = st.text(st.characters(codec="utf-8"), max_size=6)
PATHS = st.lists(ANY_KEY, min_size=1, max_size=4).map(tuple)


# There and back


@PACE
@given(old=TREES, new=TREES)
def test_the_difference_leads_from_one_world_to_the_other(old, new):
    """Carried out on the old world, the difference gives exactly the new one; nothing is changed."""
    before = copy.deepcopy(old)
    edits = difference(old, new)
    assert same(carry_out(old, edits), new)
    assert same(old, before)


@PACE
@given(old=TREES, new=TREES)
def test_the_difference_turned_round_leads_back(old, new):
    """Reversed, the difference gives exactly the old world; reversed twice, the new one again."""
    edits = difference(old, new)
    assert same(carry_out(new, reverse(edits)), old)
    assert same(carry_out(old, reverse(reverse(edits))), new)


@PACE
@given(old=TREES, new=TREES)
def test_a_difference_says_no_more_than_there_is(old, new):
    """Worlds that are the same differ in nothing; edits are of single values, none of them idle or twice."""
    edits = difference(old, new)
    assert (edits == ()) == same(old, new)
    assert all(not same(edit.old, edit.new) for edit in edits)
    assert all(not isinstance(value, dict) for edit in edits for value in (edit.old, edit.new))
    assert len({(edit.path, edit.new is None) for edit in edits}) == len(edits)
    assert difference(new, new) == ()


@PACE
@given(one=TREES, two=TREES, three=TREES)
def test_differences_follow_each_other(one, two, three):
    """Two changes one after the other lead where one change from first to last leads."""
    steps = (*difference(one, two), *difference(two, three))
    assert same(carry_out(one, steps), three)


@PACE
@given(old=TREES, new=TREES)
def test_every_edit_tells_what_stood_there(old, new):
    """Before and after of each edit are what the two worlds say at its path."""
    for edit in difference(old, new):
        if edit.old is not None:
            assert same(value_at(old, edit.path), edit.old)
        if edit.new is not None:
            assert same(value_at(new, edit.path), edit.new)


@PACE
@given(old=TREES, new=TREES)
def test_no_empty_table_comes_out(old, new):
    """A table that lost its last value is gone."""
    after = carry_out(old, difference(old, new))
    assert same(without_empty_tables(after), after)


def test_what_was_taken_out_comes_back_in_its_order():
    """A world file that was emptied reads as before when that is taken back."""
    old = {"b": 1, "a": {"d": 2, "c": {"z": 3, "y": 4}}, "0": 5}
    back = carry_out({}, reverse(difference(old, {})))
    assert repr(back) == repr(old)


@pytest.mark.parametrize(
    ("old", "new", "edits"),
    [
        ({"a": 1}, {"a": 2}, [Edit(("a",), 1, 2)]),
        ({"a": 1}, {}, [Edit(("a",), 1, None)]),
        ({}, {"a": {"b": 1}}, [Edit(("a", "b"), None, 1)]),
        ({"a": 1}, {"a": {"b": 1}}, [Edit(("a",), 1, None), Edit(("a", "b"), None, 1)]),
        ({"a": {"b": 1}}, {"a": 1}, [Edit(("a", "b"), 1, None), Edit(("a",), None, 1)]),
        ({"a": 1}, {"a": True}, [Edit(("a",), 1, True)]),
        ({"a": 1}, {"a": 1.0}, [Edit(("a",), 1, 1.0)]),
        ({"a": [1]}, {"a": [True]}, [Edit(("a",), [1], [True])]),
        ({"b": 1}, {"a": 1}, [Edit(("b",), 1, None), Edit(("a",), None, 1)]),
    ],
)
def test_edits_are_as_small_as_values(old, new, edits):
    """A change is told value by value, removals first; a list is one value."""
    assert difference(old, new) == tuple(edits)


# Values and paths


def test_numbers_and_truth_are_three_things():
    """1, 1.0 and true are different, as they are in the file; not-a-number is itself."""
    things = [1, 1.0, True, "1", [1], {"a": 1}]
    for number, one in enumerate(things):
        assert [same(one, other) for other in things] == [
            number == other for other in range(len(things))
        ]
    assert same(float("nan"), float("nan"))
    assert same({"a": [{"b": float("nan")}]}, {"a": [{"b": float("nan")}]})
    assert not same({"a": 1}, {"a": 1, "b": 1})
    assert not same([1, 2], [1])


@PACE
@given(tree=TREES)
def test_a_value_that_is_no_longer_there_is_a_misfit(tree):
    """An edit fits where its old value stands now, and only there."""
    edits = difference(tree, {})
    assert misfits(tree, edits) == ()
    assert misfits({}, edits) == edits


@PACE
@given(tree=TREES, path=st.lists(KEYS, min_size=1, max_size=3).map(tuple), value=LEAVES)
def test_a_value_set_is_found_there(tree, path, value):
    """A value set at a path is at that path; set and taken out again, it is gone."""
    before = copy.deepcopy(tree)
    after = with_value(tree, path, value)
    assert same(value_at(after, path), value)
    assert value_at(with_value(after, path, None), path) is None
    assert same(tree, before)


@pytest.mark.parametrize("path", [("a", "b"), ("x",), ("a", "b", "c", "d")])
def test_there_is_nothing_at_a_path_that_leads_nowhere(path):
    """A path beyond the tree, or through a value, leads to nothing."""
    assert value_at({"a": 1, "b": {"c": 2}}, path) is None


def test_empty_tables_say_nothing():
    """An empty table is left out, and so is one that holds only empty ones; a list stays."""
    tree = {"a": {}, "b": {"c": {"d": {}}}, "e": {"f": {}, "g": 1}, "h": [], "i": [{}]}
    assert without_empty_tables(tree) == {"e": {"g": 1}, "h": [], "i": [{}]}


# Dotted paths


@settings(max_examples=120, deadline=None)
@given(path=PATHS)
def test_a_dotted_path_can_be_read_back(path):
    """Whatever the keys, the path that was written is the path that is read."""
    assert undotted(dotted(path)) == path


@settings(max_examples=120, deadline=None)
@given(one=PATHS, other=PATHS)
def test_two_paths_are_never_written_the_same(one, other):
    """Different paths look different."""
    assert (dotted(one) == dotted(other)) == (one == other)


@settings(max_examples=120, deadline=None)
@given(path=PATHS)
def test_a_dotted_path_is_one_of_toml(path):
    """A path is written as a world file writes it, whatever the keys."""
    tree = tomllib.loads(f"{dotted(path)} = 1")
    assert difference({}, tree) == (Edit(path, None, 1),)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (("cards", "peru", "coins"), "cards.peru.coins"),
        (("games", "1"), "games.1"),
        (("a", "great britain"), 'a."great britain"'),
        (("a.b", "c"), '"a.b".c'),
        (("", "c"), '"".c'),
        (('say "x"',), '"say \\"x\\""'),
        (("back\\slash",), '"back\\\\slash"'),
        (("漢字",), '"漢字"'),
    ],
)
def test_a_key_is_quoted_where_it_has_to_be(path, text):
    """Letters, digits, hyphens and underscores stand bare, anything else in quotes."""
    assert dotted(path) == text
