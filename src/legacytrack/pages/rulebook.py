"""The rules in our own words: all of them, a topic, one law; and what packets brought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from legacytrack.pages.page import Block, Facts, Heading, Note, Page, Table, Text

if TYPE_CHECKING:
    from legacytrack.model.box import Box
    from legacytrack.model.laws import Rule
    from legacytrack.model.world import World


def rule_list(box: Box) -> Page:
    """List the topics and the laws that can be looked up."""
    data = {"topics": list(box.topics), "rules": list(box.rules), "told": list(box.told)}
    return Page(
        data,
        [
            Heading("Topics (legacytrack rules TOPIC):"),
            Facts([(id, topic["title"]) for id, topic in box.topics.items()]),
            Heading("Rules by id (legacytrack rules ID):"),
            Facts([(rule.id, rule.cite) for rule in box.rules.values()]),
            Heading("Rules by id, not checked by this program yet:"),
            Facts([(rule.id, rule.cite) for rule in box.told.values()]),
            Text("All in our own words; the printed rulebook decides."),
        ],
    )


def topic(box: Box, id: str, topic: Mapping[str, Any]) -> Page:
    """Explain a topic, with the laws that belong to it."""
    numbers = _numbers(box)
    says = [_filled(text, numbers) for text in topic["says"]]
    rules = [box.rules.get(rule) or box.told[rule] for rule in topic["rules"]]
    data = {
        "topic": id,
        "title": topic["title"],
        "says": says,
        "cite": topic["cite"],
        "rules": [rule.id for rule in rules if rule.id in box.rules],
        "told": [rule.id for rule in rules if rule.id in box.told],
    }
    blocks: list[Block] = [Heading(topic["title"]), *(Text(text) for text in says)]
    if rules:
        told = " (Not checked by this program yet.)"
        rows = [(rule.id, rule.says + (told if rule.id in box.told else "")) for rule in rules]
        blocks.append(Facts(rows))
    blocks.append(Text(f"Look up in the rulebook: {topic['cite']}."))
    return Page(data, blocks)


def rule(rule: Rule, *, is_checked: bool) -> Page:
    """Explain one law.

    Args:
        rule: the law.
        is_checked: whether this program works by it; others are only told.
    """
    data = {
        "rule": rule.id,
        "says": rule.says,
        "cite": rule.cite,
        "numbers": dict(rule.numbers),
        "source": rule.source,
        "checked": is_checked,
    }
    blocks: list[Block] = [Heading(rule.id), Text(rule.says)]
    for key, value in rule.numbers.items():
        if isinstance(value, dict):
            blocks.append(
                Table((key, ""), [(each, str(gives)) for each, gives in value.items()], (0, 1))
            )
    blocks.append(Facts([("look up", rule.cite), ("checked against", rule.source)]))
    if not is_checked:
        blocks.append(Note("Not checked by this program yet."))
    return Page(data, blocks)


def _numbers(box: Box) -> dict[str, Any]:
    """All numbers that a text may ask for: of the laws, and of what the stickers do."""
    return {
        **{
            f"{rule.id}.{key}": value
            for rule in (*box.rules.values(), *box.told.values())
            for key, value in rule.numbers.items()
        },
        **{f"{mark.id}.{key}": value for mark in box.marks for key, value in mark.effects.items()},
    }


def _filled(text: str, numbers: Mapping[str, Any]) -> str:
    """Put the numbers of the rulebook into a text: {coin-cap.limit} and the like."""
    for key, value in numbers.items():
        text = text.replace("{" + key + "}", str(value))
    return text


def found(world: World) -> Page:
    """List what a group found in packets and typed in."""
    tables = {
        kind: {id: each for id, each in table.items() if isinstance(each, dict)}
        for kind, table in world.table("found").items()
        if isinstance(table, dict)  # a value of their own may stand between the tables
    }
    blocks: list[Block] = []
    for kind, table in tables.items():
        rows = [
            (
                str(each.get("name", id)),
                id,
                ", ".join(_told(key, each[key]) for key in each if key != "name"),
            )
            for id, each in table.items()
        ]
        blocks += [Heading(kind.capitalize()), Table(("name", "id", "what it is"), rows)]
    return Page({"found": tables}, blocks or [Text("Nothing was typed in (legacytrack define).")])


def _told(key: str, value: Any) -> str:
    if value is True:
        return key
    return f"{key} {', '.join(map(str, value)) if isinstance(value, list) else value}"
