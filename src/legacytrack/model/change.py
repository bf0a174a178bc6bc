"""A change: the generic difference of two worlds, and how to carry it out and take it back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isnan
from typing import Any, NamedTuple

Path = tuple[str, ...]
Tree = Mapping[str, Any]


class Edit(NamedTuple):
    """One value of a world that became another.

    Args:
        path: the keys from the top of the world file to the value.
        old: the value before; None where there was none.
        new: the value after; None where there is none any more.
    """

    path: Path
    old: Any
    new: Any


def without_empty_tables(tree: Tree) -> dict[str, Any]:
    """Copy a tree, leaving out tables that hold nothing: an empty table says nothing of a world."""
    copy: dict[str, Any] = {}
    for key, value in tree.items():
        kept = without_empty_tables(value) if isinstance(value, dict) else value
        if kept != {}:
            copy[key] = kept
    return copy


def same(one: Any, other: Any) -> bool:
    """Tell whether two values of a world file are the same, `1`, `1.0` and `true` being three."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, float) and isnan(one):
        return isnan(other)
    if hasattr(one, "isoformat"):  # the same moment told in another zone is another value
        return bool(one.isoformat() == other.isoformat())
    return bool(one == other)


def difference(old: Tree, new: Tree, at: Path = ()) -> tuple[Edit, ...]:
    """List the edits that turn one world into another, value by value, removals first.

    Args:
        old: the world before, without empty tables.
        new: the world after, without empty tables.
        at: where both stand, for the paths of the edits.
    """
    gone: list[Edit] = []
    come: list[Edit] = []
    for key, before in old.items():
        after = new.get(key)
        if isinstance(before, dict):
            if isinstance(after, dict):
                come.extend(difference(before, after, (*at, key)))
            else:
                gone.extend(difference(before, {}, (*at, key)))
                if after is not None:
                    come.extend(difference({}, {key: after}, at))
        elif isinstance(after, dict):
            gone.append(Edit((*at, key), before, None))
            come.extend(difference({}, after, (*at, key)))
        elif after is None:
            gone.append(Edit((*at, key), before, None))
        elif not same(before, after):
            come.append(Edit((*at, key), before, after))
    for key, after in new.items():
        if key not in old:
            if isinstance(after, dict):
                come.extend(difference({}, after, (*at, key)))
            else:
                come.append(Edit((*at, key), None, after))
    return (*gone, *come)


def reverse(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Turn edits round, so that carrying them out takes back what they did.

    What they added goes first; what they took out comes back in the order in which it stood.
    """
    turned = [Edit(edit.path, edit.new, edit.old) for edit in edits]
    gone = (edit for edit in reversed(turned) if edit.new is None)
    return (*gone, *(edit for edit in turned if edit.new is not None))


def value_at(tree: Tree, path: Path) -> Any:
    """Look up the value at a path, None where there is none."""
    here: Any = tree
    for key in path:
        if not isinstance(here, dict):
            return None
        here = here.get(key)
    return here


def misfits(tree: Tree, edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """List the edits whose old value is not what stands in the tree now."""
    wrong: list[Edit] = []
    for edit in edits:
        if same(value_at(tree, edit.path), edit.old):
            tree = with_value(tree, edit.path, edit.new)
        else:
            wrong.append(edit)
    return tuple(wrong)


def with_value(tree: Tree, path: Path, value: Any) -> dict[str, Any]:
    """Copy a tree with one value set, or taken out when it is None, empty tables going with it."""
    key, *rest = path
    copy = dict(tree)
    if rest:
        below = copy.get(key)
        value = with_value(below if isinstance(below, dict) else {}, tuple(rest), value) or None
    if value is None:
        copy.pop(key, None)
    else:
        copy[key] = value
    return copy


def carry_out(tree: Tree, edits: Iterable[Edit]) -> dict[str, Any]:
    """Copy a tree with all edits done, in their order."""
    copy = dict(tree)
    for edit in edits:
        copy = with_value(copy, edit.path, edit.new)
    return copy


_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def dotted(path: Path) -> str:
    """Write a path as TOML writes a dotted key, quoting what needs it."""
    parts = []
    for key in path:
        if key and _BARE.issuperset(key):
            parts.append(key)
        else:
            parts.append('"' + "".join(map(_escaped, key)) + '"')
    return ".".join(parts)


def _escaped(char: str) -> str:
    if char in '\\"':
        return "\\" + char
    return char if char >= " " and char != "\x7f" else f"\\u{ord(char):04x}"


def undotted(text: str) -> Path:
    """Read a path that `dotted` wrote."""
    keys: list[str] = []
    rest = text
    while True:
        if rest.startswith('"'):
            key, at = "", 1
            while rest[at] != '"':
                if rest.startswith("\\u", at):
                    key += chr(int(rest[at + 2 : at + 6], 16))
                    at += 6
                    continue
                at += rest[at] == "\\"
                key += rest[at]
                at += 1
            rest = rest[at + 1 :]
        else:
            key, dot, tail = rest.partition(".")
            rest = dot + tail
        keys.append(key)
        if not rest:
            return tuple(keys)
        rest = rest[1:]
