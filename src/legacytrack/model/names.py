"""Names: what a typed word can mean.

A near miss is asked about, never chosen: a wrong place written down is worse than a question.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from legacytrack.errors import Finding, NameNotFoundError

_APOSTROPHES = "'`\u2018\u2019\u201b\u02b9\u02bb\u02bc\u00b4\u2032"
_SEPARATORS = "-_,\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_PUNCTUATION = str.maketrans(_SEPARATORS, " " * len(_SEPARATORS), _APOSTROPHES)
# Letters with a stroke and joined letters, which Unicode does not take apart.
_UNDIVIDED = str.maketrans("łøđðħŧı", "loddhti") | str.maketrans({"æ": "ae", "œ": "oe", "þ": "th"})
# From this combining class on a mark is an accent; below it stand the marks that make another
# letter of a letter, as in kana or Devanagari.
_FIRST_ACCENT_CLASS = 200

_LONGEST_SLUG = 60  # a folder or a table has this name
_MOST_LISTED = 8
_MOST_SUGGESTED = 3
_SHORTEST_PART = 3
_SHORTEST_SUGGESTED_PART = 4
_NEAR_ENOUGH = 0.7


class Named(NamedTuple):
    """Something that a typed word can mean.

    Args:
        kind: what it is, in a word, as "territory" or "player".
        id: its kebab-case slug.
        name: as it is shown.
        aliases: printed short forms, and its names in older editions.
        given: names that this world gave it; at each step weaker than the printed ones.
    """

    kind: str
    id: str
    name: str
    aliases: tuple[str, ...] = ()
    given: tuple[str, ...] = ()


class _Entry(NamedTuple):
    """A thing with its names as they are compared."""

    thing: Named
    printed: tuple[str, ...]
    given: tuple[str, ...]


@lru_cache(maxsize=4096)  # a command compares each of its words with the same few hundred names
def fold(text: str) -> str:
    """Give a text the form in which names are compared.

    Case, accents, apostrophes and dots go; hyphens, underscores and commas are spaces. A text that
    consists of nothing else stays as it is, so that a thing named "-" can still be found.
    """
    plain = text if text.isascii() else _without_accents(text)
    plain = plain.casefold().translate(_PUNCTUATION)
    words = [_without_dots(word) if "." in word else word for word in plain.split()]
    return " ".join(filter(None, words)) or " ".join(text.casefold().split())


def _without_dots(word: str) -> str:
    """Take out the dots: "u.s." is a word of initials, "n.africa" is two words."""
    parts = [part for part in word.split(".") if part]
    return ("" if all(len(part) == 1 for part in parts) else " ").join(parts)


def _without_accents(text: str) -> str:
    """Reduce letters to their plain forms, and drop what is invisible."""
    from unicodedata import category, combining, normalize

    text = text.translate(_PUNCTUATION)  # taken apart, some apostrophes are a space and an accent
    bare = "".join(
        char
        for char in normalize("NFKD", text)
        if combining(char) < _FIRST_ACCENT_CLASS
        and category(char) != "Cf"
        and not "\ufe00" <= char <= "\ufe0f"  # emoji or text: the same picture
    )
    return bare.casefold().translate(_UNDIVIDED)


def slug(text: str, taken: Collection[str] = (), fallback: str = "name") -> str:
    """Make a kebab-case id of ASCII letters and digits from a name.

    Args:
        text: the name.
        taken: ids that are in use.
        fallback: what to number when the name has no ASCII letter or digit, as in "player-1".
    """
    plain = fold(text)
    spaced = "".join(char if char.isascii() and char.isalnum() else " " for char in plain)
    stem = "-".join(spaced.split())[:_LONGEST_SLUG].strip("-")
    if stem and stem not in taken:
        return stem
    stem, number = (stem, 2) if stem else (fallback, 1)
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def find(
    word: str, things: Iterable[Named], *, what: str, where: str = "", hint: str = ""
) -> Named:
    """Find the one thing that a typed word means.

    Args:
        word: as it was typed.
        things: all that it may mean.
        what: the kind or kinds asked for, as in "territory or continent".
        where: the place in the command or in the file, for the finding.
        hint: how to go on when nothing has that name, put after the suggestions.

    Raises:
        NameNotFoundError: nothing has that name, or several things could be meant.
    """
    entries = _entries(things)
    matches = _matches(word, entries)
    if not matches:
        raise NameNotFoundError(_unknown(word, entries, what, where, hint))
    if len(matches) > 1:
        raise NameNotFoundError(_ambiguous(word, matches, entries, where))
    return matches[0]


def _entries(things: Iterable[Named]) -> list[_Entry]:
    """Fold the names of all things, each thing once."""
    return [
        _Entry(
            thing,
            tuple(map(fold, (thing.id, thing.name, *thing.aliases))),
            tuple(map(fold, thing.given)),
        )
        for thing in {(thing.kind, thing.id): thing for thing in things}.values()
    ]


def _readings(word: str) -> tuple[str, ...]:
    """List how a typed word can be read: as it is, and without an article in front."""
    typed = fold(word)
    bare = typed.removeprefix("the ")
    return (typed,) if bare == typed else (typed, bare)


def _matches(word: str, entries: Sequence[_Entry]) -> list[Named]:
    """List what the first step that finds anything finds."""
    readings = [reading for reading in _readings(word) if reading]
    for fits in _STEPS:
        for names_of in _NAMES:
            for typed in readings:
                matches = [
                    entry.thing
                    for entry in entries
                    if any(fits(typed, name) for name in names_of(entry))
                ]
                if matches:
                    return matches
    return []


def _is_it(typed: str, name: str) -> bool:
    return typed == name


def _begins_it(typed: str, name: str) -> bool:
    return name.startswith(typed)


def _has_the_words(typed: str, name: str) -> bool:
    return _each_has_its_word(typed, name, str.__eq__)


def _begins_the_words(typed: str, name: str) -> bool:
    return _each_has_its_word(typed, name, str.startswith)


def _is_part_of_it(typed: str, name: str) -> bool:
    return len(typed.replace(" ", "")) >= _SHORTEST_PART and typed in name


def _each_has_its_word(typed: str, name: str, fits: Callable[[str, str], bool]) -> bool:
    """Tell whether every typed word fits a word of the name, no two of them the same one."""
    left = name.split()
    # The longest first: what a long beginning fits, a shorter one may fit too, not the reverse.
    for part in sorted(typed.split(), key=len, reverse=True):
        own = next((word for word in left if fits(word, part)), None)
        if own is None:
            return False
        left.remove(own)
    return True


_STEPS: tuple[Callable[[str, str], bool], ...] = (
    _is_it,
    _begins_it,
    _has_the_words,
    _begins_the_words,
    _is_part_of_it,
)
_NAMES: tuple[Callable[[_Entry], tuple[str, ...]], ...] = (
    lambda entry: entry.printed,
    lambda entry: entry.given,
)


def _ambiguous(
    word: str, matches: Sequence[Named], entries: Sequence[_Entry], where: str
) -> Finding:
    """Say what a word could mean, and how to say which."""
    fact = f"{_quoted(word)} could be {_either(_labels(matches))}."
    clear = next((text for thing in matches for text in _clear_texts(thing, entries)), None)
    if clear is None:
        fix = "They share every name they have: give one of them another name."
    elif _readings(word)[-1] in fold(clear):
        fix = f"Type more of it, for example {clear}."
    else:
        fix = f"Say which one, for example {clear}."
    return Finding("ambiguous-name", where, fact, fix)


def _clear_texts(thing: Named, entries: Sequence[_Entry]) -> Iterable[str]:
    """Yield the names of a thing that mean it and nothing else."""
    names = (thing.id, thing.name, *thing.aliases)
    return (name for name in names if _matches(name, entries) == [thing])


def _labels(matches: Sequence[Named]) -> list[str]:
    """Name things by the alphabet, with as much as tells them apart."""
    several_kinds = len({thing.kind for thing in matches}) > 1
    namesakes = len({(thing.kind, thing.name) for thing in matches}) < len(matches)
    labels = []
    for thing in sorted(matches, key=lambda thing: (thing.name, thing.kind, thing.id)):
        marks = [thing.kind] * several_kinds + [thing.id] * namesakes
        labels.append(f"{thing.name} ({' '.join(marks)})" if marks else thing.name)
    if len(labels) > _MOST_LISTED:
        others = len(labels) - _MOST_LISTED + 1
        labels[_MOST_LISTED - 1 :] = [f"{others} others"]
    return labels


def _unknown(word: str, entries: Sequence[_Entry], what: str, where: str, hint: str) -> Finding:
    """Say that nothing has that name, and what has a name like it."""
    typed = _readings(word)[-1]
    if not typed:
        return Finding("unknown-name", where, f"The name of the {what} is empty.", hint)
    near = [f"{thing.name} ({thing.id})" for thing in _near(typed, entries)]
    question = f"Did you mean {_either(near)}?" if near else ""
    fix = " ".join(filter(None, (question, hint)))
    return Finding("unknown-name", where, f"There is no {what} {_quoted(word)}.", fix)


def _near(typed: str, entries: Sequence[_Entry]) -> list[Named]:
    """List things with a name, or a word in a name, nearly as typed; the nearest first."""
    from difflib import get_close_matches

    owners: dict[str, list[Named]] = {}
    for entry in entries:
        for name in (*entry.printed, *entry.given):
            words = [word for word in name.split() if len(word) >= _SHORTEST_SUGGESTED_PART]
            for text in {name, *words}:
                owners.setdefault(text, []).append(entry.thing)
    near: dict[tuple[str, str], Named] = {}
    for text in get_close_matches(typed, owners, n=len(owners) or 1, cutoff=_NEAR_ENOUGH):
        near.update(((thing.kind, thing.id), thing) for thing in owners[text])
    return list(near.values())[:_MOST_SUGGESTED]


def _quoted(word: str) -> str:
    return f'"{" ".join(word.split())}"'


def _either(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
