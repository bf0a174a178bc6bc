"""The laws of a box: what each box needs, what its parts lean on, and numbers that make sense."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from legacytrack.errors import Finding
from legacytrack.model.box_needs import ALWAYS, EITHER, NEEDS, SUPPLY
from legacytrack.model.box_shape import KEY, LAW, flaw
from legacytrack.model.change import Tree
from legacytrack.model.laws import CITIES, CITY
from legacytrack.model.likeness import named_in
from legacytrack.model.parts import PARTS
from legacytrack.model.values import is_whole

# The least that a number has to be, of those for which 0 would be senseless.
FROM_ONE = (
    ("players-per-game", "least"),
    ("recruit-base", "divisor"),
    ("attack-dice", "attackers"),
    ("attack-dice", "defenders"),
    ("attack-dice", "needed"),
    ("join-the-war", "share"),
    ("star-for-cards", "limit"),
    ("stars-to-win", "limit"),
    ("games-with-rewards", "limit"),
    ("face-up-cards", "limit"),
    ("starting-troops", "limit"),
    ("card-sets", "size"),
)
_TABLES = (("coins-to-troops", "troops"), ("troops-by-players", "troops"))
_LISTS = (("card-sets", "values"),)
_MOST_ROLLS = 1_000_000  # more ways in which the dice can fall are too many to go through
_MOST_PLAYERS = 99
_MOST_IN_A_SET = 9


def law_flaws(parts: Mapping[str, Tree]) -> Iterator[Finding]:
    """Find laws that are missing, numbers that make no sense, and words that lead nowhere.

    Args:
        parts: the parts of the box, as far as they make sense by themselves.
    """
    rulebook = parts.get("rulebook", {})
    rules = rulebook.get("rules", {})
    yield from _missing(rulebook, rules)
    yield from _numbers(rules)
    for table in ("rules", "told", "packets"):
        for id, law in rulebook.get(table, {}).items():
            for key in ("says", "fix"):
                yield from _fields(table, id, key, law)
            if law.get("supply"):
                yield from _keys(table, id, law, SUPPLY, "it counts what is in the box")
    yield from _marks(parts, rulebook, rules)
    yield from _topics(parts, rulebook)
    yield from _packets(parts, rulebook)


def _missing(rulebook: Tree, rules: Mapping[str, Tree]) -> Iterator[Finding]:
    needed: dict[str, tuple[frozenset[str], str]] = {}
    has = [part for part in NEEDS if PARTS[part]({**rulebook, "rules": rules})]
    for why, needs in (("every box has it", ALWAYS), *((part, NEEDS[part]) for part in has)):
        reason = why if needs is ALWAYS else f"there are {why} in this box"
        for id, keys in needs.items():
            known, first = needed.setdefault(id, (frozenset(), reason))
            needed[id] = (known.union(keys), first)
    for id, (read, why) in needed.items():
        if id not in rules:
            yield _no_law(id, why)
        else:
            yield from _keys("rules", id, rules[id], tuple(sorted(read)), why)
    for one, other in EITHER:
        if one not in rules and other not in rules:
            yield _no_law(one, f"every box has it, or {other}")


def _no_law(id: str, why: str) -> Finding:
    fix = f"write [rules.{id}] into rulebook.toml, or begin from another box: like"
    return flaw(LAW, "rulebook", ("rules", id), f"The law {id} is missing: {why}.", fix)


def _keys(table: str, id: str, law: Tree, keys: tuple[str, ...], why: str) -> Iterator[Finding]:
    for key in keys:
        if key not in law:
            what = f"The law {id} has no {key}: {why}."
            yield flaw(LAW, "rulebook", (table, id, key), what, f"write {key} into the law")


def _numbers(rules: Mapping[str, Tree]) -> Iterator[Finding]:
    read = {
        (id, key)
        for needs in (ALWAYS, *NEEDS.values())
        for id, keys in needs.items()
        for key in keys
        if key not in ("supply", "name")
    }
    for id, key in sorted(read):
        value = rules.get(id, {}).get(key)
        if value is None:
            continue
        wanted, fits = "a whole number", is_whole(value)
        if (id, key) in _TABLES:
            wanted, fits = "a table of numbers, like { 2 = 2, 3 = 4 }", isinstance(value, dict)
        if (id, key) in _LISTS:
            wanted, fits = "a list of numbers", isinstance(value, list) and bool(value)
        if not fits:
            yield _senseless(id, key, f"{key} is not {wanted}")
        elif (id, key) in FROM_ONE and value < 1:
            yield _senseless(id, key, f"{key} is {value}, and has to be 1 or more")
    for id, law in rules.items():
        least, most = law.get("least"), law.get("most")
        if is_whole(least) and is_whole(most) and _is_above(least, most):
            yield _senseless(id, "least", f"least is {least}, above most, {most}")
        if law.get("supply") and "limit" in law and not is_whole(law["limit"]):
            yield _senseless(id, "limit", "limit is not a whole number")
    players = rules.get("players-per-game", {})
    if is_whole(players.get("most")) and players["most"] > _MOST_PLAYERS:
        yield _senseless("players-per-game", "most", f"most is more than {_MOST_PLAYERS}")
    size = rules.get("card-sets", {}).get("size")
    if isinstance(size, int) and size > _MOST_IN_A_SET:
        yield _senseless("card-sets", "size", f"size is {size}, more than {_MOST_IN_A_SET}")
    yield from _dice(rules)


def _is_above(least: Any, most: Any) -> bool:
    return bool(least > most)


def _dice(rules: Mapping[str, Tree]) -> Iterator[Finding]:
    dice, bounds = rules.get("attack-dice", {}), rules.get("die-bounds", {})
    found = [dice.get("attackers"), dice.get("defenders"), bounds.get("least"), bounds.get("most")]
    numbers = [number for number in found if isinstance(number, int)]
    if len(numbers) < len(found):
        return
    attackers, defenders, least, most = numbers
    if least == most:
        yield _senseless("die-bounds", "most", "a die with one side decides nothing")
    many = attackers + defenders
    if many > 20 or (max(most - least, 0) + 1) ** many > _MOST_ROLLS:
        what = f"{many} dice from {least} to {most} fall in more ways than can be gone through"
        yield _senseless("attack-dice", "attackers", what)


def _senseless(id: str, key: str, what: str) -> Finding:
    return flaw(LAW, "rulebook", ("rules", id, key), f"The law {id} makes no sense: {what}.")


def _fields(table: str, id: str, key: str, law: Tree) -> Iterator[Finding]:
    """Find what stands in braces in the words of a law and is no number of it."""
    from string import Formatter

    try:
        found = [
            (field, spec, conversion)
            for _, field, spec, conversion in Formatter().parse(law.get(key, ""))
            if field is not None
        ]
    except ValueError as error:
        what = f"The words of {id} cannot be filled in: {error}."
        yield flaw(LAW, "rulebook", (table, id, key), what, "write a brace of your own twice: {{")
        return
    for field, spec, conversion in found:
        if not _is_in(law, field) or spec or conversion:
            what = f"The words of {id} ask for {{{field}}}, and the law has no such number."
            fix = f"write {field or 'a number'} = ... into the law, or take it out of its words"
            yield flaw(LAW, "rulebook", (table, id, key), what, fix)


def _is_in(law: Tree, field: str) -> bool:
    """Tell whether a law has what stands in braces: a number, or one of a list as in {values[0]}."""
    name, bracket, rest = field.partition("[")
    if not bracket:
        return name in law
    at, listed = rest.removesuffix("]"), law.get(name)
    whole = at.isascii() and at.isdigit() and len(at) < 4 and rest == f"{at}]"
    return whole and isinstance(listed, list) and int(at) < len(listed)


def _marks(
    parts: Mapping[str, Tree], rulebook: Tree, rules: Mapping[str, Tree]
) -> Iterator[Finding]:
    words: dict[str, str] = {}
    for kind, table in parts.get("marks", {}).items():
        for id, mark in table.items():
            supply = mark.get("supply")
            if supply is not None and not rules.get(supply, {}).get("supply"):
                what = f"{mark.get('name', id)} is counted by {supply}, which is no supply law."
                fix = (
                    f"write [rules.{supply}] with supply = true, limit and name into rulebook.toml"
                )
                yield flaw(LAW, "marks", (kind, id, "supply"), what, fix)
            word = mark.get("word", id)
            if words.setdefault(word, id) != id:
                what = f'"{word}" is the word for {words[word]} and for {id}.'
                yield flaw(KEY, "marks", (kind, id, "word"), what, "choose another word")
    for part, kind, what in (
        ("scars", "scars", "kinds of scar"),
        ("cities", "cities", "kinds of city"),
        ("fortifications", "fortifications", "fortification"),
    ):
        has = PARTS[part]({**rulebook, "rules": rules})
        if has and not parts.get("marks", {}).get(kind):
            said = f"There are {part} in this box, and marks.toml has no {what}."
            yield flaw(LAW, "marks", (kind,), said, f"write [{kind}.ID] into marks.toml")
    if PARTS["sets of cards"]({**rulebook, "rules": rules}) and not parts.get("cards", {}).get(
        "cards"
    ):
        said = "There are sets of cards in this box, and cards.toml has no symbol."
        yield flaw(LAW, "cards", ("cards",), said, "write [cards.ID] with a name into cards.toml")
    if PARTS["factions"]({**rulebook, "rules": rules}) and not parts.get("factions"):
        said = "There are factions in this box, and factions.toml has none."
        yield flaw(LAW, "factions", (), said, "write [ID] with a name into factions.toml")


def _packets(parts: Mapping[str, Tree], rulebook: Tree) -> Iterator[Finding]:
    """Find conditions about cities of a kind that there is not."""
    cities = parts.get("marks", {}).get("cities", {})
    for id, packet in rulebook.get("packets", {}).items():
        kind = packet.get("kind", "")
        if packet.get("when") in (CITIES, CITY) and kind not in cities:
            what = f'The condition {id} asks for cities of the kind "{kind}", which is none.'
            fix = f"write one of: {', '.join(cities)}" if cities else f"take packets.{id} out"
            yield flaw(LAW, "rulebook", ("packets", id, "kind"), what, fix)


def _topics(parts: Mapping[str, Tree], rulebook: Tree) -> Iterator[Finding]:
    laws = {**rulebook.get("rules", {}), **rulebook.get("told", {})}
    marks = {id: mark for table in parts.get("marks", {}).values() for id, mark in table.items()}
    for id, topic in parts.get("topics", {}).get("topics", {}).items():
        for rule in topic.get("rules", ()):
            if rule not in laws:
                what = f'The topic {id} names the law "{rule}", which is none.'
                yield flaw(LAW, "topics", ("topics", id, "rules"), what)
        for text in topic.get("says", ()):
            for name in named_in(text):
                if name not in laws and name not in marks:
                    what = (
                        f"The topic {id} asks for a number of {name}, which is no law and no mark."
                    )
                    yield flaw(LAW, "topics", ("topics", id, "says"), what)
