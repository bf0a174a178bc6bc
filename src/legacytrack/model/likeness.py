"""Likeness: a box that is like another one takes over from it what it does not bring itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from legacytrack.model.change import Tree

_TABLES = ("rules", "told", "packets")
ABSENT = "absent"  # `absent = true` in a law: the box has it not


def rulebook_like(own: Tree, other: Tree, title: str) -> dict[str, Any]:
    """Lay the rulebook of a box over that of another one, law by law and key by key.

    Args:
        own: what the box says itself; a law with `absent = true` is taken away.
        other: the rulebook of the box that it is like.
        title: the name of the game.
    """
    over: dict[str, Any] = {**own, "box": own.get("box", title)}
    for table in _TABLES:
        mine, theirs = own.get(table, {}), other.get(table, {})
        if not isinstance(mine, Mapping):
            continue
        laws = {id: mine.get(id, law) for id, law in theirs.items()} | dict(mine)
        over[table] = {
            id: {**theirs.get(id, {}), **law} if isinstance(law, Mapping) else law
            for id, law in laws.items()
            if not (isinstance(law, Mapping) and law.get(ABSENT) is True)
        }
    return over


def topics_like(topics: Tree, rulebook: Tree, marks: Tree) -> dict[str, Any]:
    """Take over topics, without what they say of laws and marks that are not there.

    Args:
        topics: the topics of the other box.
        rulebook: the rulebook of the box.
        marks: the marks of the box.
    """
    tables = [rulebook.get("rules"), rulebook.get("told")]
    known = {id for table in tables if isinstance(table, Mapping) for id in table}
    fields = known | {id for table in marks.values() if isinstance(table, Mapping) for id in table}
    kept = {}
    for id, topic in topics.get("topics", {}).items():
        says = [text for text in topic["says"] if fields.issuperset(named_in(text))]
        rules = [rule for rule in topic["rules"] if rule in known]
        if says and (rules or not topic["rules"]):
            kept[id] = {**topic, "says": says, "rules": rules}
    return {**topics, "topics": kept}


def named_in(text: str) -> list[str]:
    """List the laws and marks whose numbers a sentence of a topic asks for, as in {coin-cap.limit}.

    Args:
        text: the sentence.
    """
    parts = (part.partition("}")[0] for part in text.split("{")[1:])
    return [part.partition(".")[0] for part in parts if "." in part]
