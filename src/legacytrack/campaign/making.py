"""Making a world: a new one, a copy of the example, or one out of an exported campaign."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from legacytrack.campaign.boxes import box_typed, find_box
from legacytrack.campaign.door import alone_with, box_of, in_language, must_name_a_box
from legacytrack.campaign.sharing import world_schema_text
from legacytrack.campaign.writing import entry_of
from legacytrack.errors import FileError, Finding
from legacytrack.model.change import Tree, difference
from legacytrack.model.names import slug
from legacytrack.model.schema import TITLE
from legacytrack.model.shape import sound
from legacytrack.model.world import FORMAT, World
from legacytrack.rules import limits
from legacytrack.rules.players import add_players
from legacytrack.store import history, places, world_file
from legacytrack.store.box_files import EXAMPLE, open_box
from legacytrack.store.campaign_json import Kept
from legacytrack.store.entries import Entry
from legacytrack.store.places import Places

EXAMPLE_NAME = "Example world"
_EXISTS = "world-exists"
HEADING = """A world of {}, kept by legacytrack.
Edit it by hand if you like: legacytrack check says what is wrong, legacytrack undo takes it back."""
# Editors with TOML support find the schema by this first line, beside the world file.
_DIRECTIVE = f"#:schema ./{places.SCHEMA_NAME}\n".encode()


def new_text(data: Tree, folder: Path) -> bytes:
    """Write a world as a new world file.

    Args:
        data: the tree of the world.
        folder: where the file will lie.
    """
    from legacytrack.store.patch import render

    try:
        title = box_of(World(sound(data)[0]), beside=folder).title
    except FileError:
        title = "a box that is not here"
    return _DIRECTIVE + render(data, HEADING.format(title))


class Made(NamedTuple):
    """A world that was made.

    Args:
        places: where its files are.
        name: what it is called.
        id: its short name when it is kept in the data folder, else None.
        players: the names of its players.
        is_new: whether it was made just now; the example may have been there before.
        notes: what to know.
    """

    places: Places
    name: str
    id: str | None
    players: list[str]
    is_new: bool
    notes: tuple[str, ...]


class _Target(NamedTuple):
    places: Places
    id: str | None


def place_for(name: str, option: str | None, *, here: bool) -> _Target:
    """Choose where a new world goes: the file that was said, this folder, or the data folder.

    Args:
        name: what the campaign is called.
        option: what `--world` said, None without it.
        here: whether it goes in this folder.
    """
    if option is not None:
        return _Target(places.choose(option), None)
    if here:
        return _Target(
            Places(Path.cwd() / places.FILE_NAME, f"{places.FILE_NAME} in this folder"), None
        )
    id = slug(name, fallback="campaign")
    if id == slug("", fallback="campaign"):
        # A name without Latin letters is only numbered: another one gets the next number.
        others = [kept for kept, path in places.campaigns().items() if _name_at(path) != name]
        id = slug(name, others, fallback="campaign")
    return _Target(places.kept_as(id), id)


def _name_at(path: Path) -> str:
    try:
        return str(world_file.parse(world_file.read_bytes(path), path).get("name", ""))
    except FileError:
        return ""


def new(
    target: _Target,
    name: str,
    players: Sequence[str],
    *,
    games_played: int,
    box: str | None = None,
    language: str | None = None,
    command: str,
) -> Made:
    """Make an empty world with its players.

    Args:
        target: where it goes.
        name: what the campaign is called.
        players: names of the players.
        games_played: how many games were played before this record begins.
        box: name of the box that is played, or path of its folder; None for the first one.
        language: the language in which places are shown; None for the printed one.
        command: what was typed, for the history.

    Raises:
        RefusedError: two players have the same name, or something is wrong with the box.
        NameNotFoundError: the box has no names in that language.
        FileError: there is a world already, there is no such box, or nothing can be written.
    """
    from legacytrack.errors import RefusedError

    named = box_typed(box, None if target.id else target.places.folder) if box else open_box().id
    data: dict[str, Any] = {"format": FORMAT, "box": named, "name": name}
    if language:
        data["names"] = language
    if games_played:
        data["games_played"] = games_played
    world = add_players(World(data), names=players).world if players else World(data)
    opened = box_of(world, beside=target.places.folder)
    in_language(opened, language)
    findings = limits.broken(world, opened)
    if findings:
        raise RefusedError(*(finding._replace(fix="name each player once") for finding in findings))
    text = new_text(world.data, target.places.folder)
    return _make(target, world, text, [_begun(world, command)])


def _begun(world: World, command: str) -> Entry:
    said = f'World "{world.name}" begun.'
    return entry_of({}, difference({}, world.data), said=said, command=command, fresh=True)


def read_back(
    target: _Target, kept: Kept, name: str | None, *, box: str | None = None, command: str
) -> Made:
    """Make the world of an exported campaign again, with its history.

    Args:
        target: where it goes.
        kept: the campaign.
        name: what to call it; None to keep its name.
        box: where its box is here; None where the campaign says it.
        command: what was typed, for the history.

    Raises:
        RefusedError: something is wrong with the box.
        FileError: it asks for what this version does not know, there is a world already, or it
            cannot be written.
    """
    world = World(kept.data)
    entries = list(kept.entries)
    others = {
        "name": (name, f'The campaign is called "{name}" now.'),
        "box": (
            box_typed(box, None if target.id else target.places.folder) if box else None,
            "The box lies elsewhere now.",
        ),
    }
    for key, (value, said) in others.items():
        if value is not None and value != world.data.get(key):
            before, world = world.data, world.with_value(key, value=value)
            number, edits = entries[-1].number + 1, difference(before, world.data)
            entries.append(entry_of(before, edits, said=said, command=command, number=number))
    known, misshapen = sound(world.data)
    must_name_a_box(misshapen)
    find_box(World(known), target.places.folder)  # one that is not there is refused here
    text = new_text(world.data, target.places.folder)
    world_file.parse(text, target.places.world)  # and so is a newer form of the world file
    made = _make(target, World(known), text, entries)
    passed_over = (
        f"{finding.what} It is passed over (legacytrack check)." for finding in misshapen
    )
    return made._replace(notes=(*made.notes, *passed_over))


def example(
    target: _Target, name: str | None, *, language: str | None = None, command: str
) -> Made:
    """Copy the example world; when it is there already, only switch to it.

    Args:
        target: where it goes.
        name: what to call it; None to keep its name.
        language: the language in which places are shown; None for the printed one.
        command: what was typed, for the history.

    Raises:
        FileError: there is another world already, or it cannot be written.
    """
    text = world_file.read_bytes(EXAMPLE)
    data = world_file.parse(text, EXAMPLE)
    in_language(box_of(World(data)), language)
    if name is not None or language is not None:
        from legacytrack.store.patch import patch

        named = World(data).with_table(name=name, names=language)
        text = patch(text, difference(data, named.data))
        data = dict(named.data)
    world = World(data)
    try:
        return _make(target, world, text, [_begun(world, command)])
    except FileError as error:
        if error.findings[0].rule != _EXISTS or not target.id or name is not None:
            raise
    places.make_current(target.id)
    world = World(world_file.parse(world_file.read_bytes(target.places.world), EXAMPLE))
    return _made(target, world, is_new=False)


def _make(target: _Target, world: World, text: bytes, entries: Sequence[Entry]) -> Made:
    where = target.places
    _must_be_free(where, entries)  # so a refusal leaves neither a folder nor a lock behind
    try:
        where.world.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise world_file.cannot_write(where.world.parent, error) from error
    with alone_with(where):
        _must_be_free(where, entries)  # somebody else may have made it meanwhile
        try:
            where.history.unlink(missing_ok=True)
        except OSError as error:
            raise world_file.cannot_write(where.history, error) from error
        length = history.append(where.history, entries)
        try:
            world_file.replace(where.world, text)
        except BaseException:
            history.cut(where.history, length)
            raise
        if target.id:
            places.make_current(target.id)
        notes = tuple(_put_schema(where, world))
    made = _made(target, world, is_new=True)
    return made._replace(notes=(*made.notes, *notes))


def _must_be_free(where: Places, entries: Sequence[Entry]) -> None:
    """Refuse to make a world where there is one, or the history of one."""
    if where.world.exists():
        raise FileError(
            Finding(
                _EXISTS,
                str(where.world),
                f"There is a world already: {where.world}.",
                "go on with it, or give the new one another name",
            )
        )
    told = history.read(where.history)
    count = len(told.entries)
    # The beginning of the very history that is to be written was left by a crash.
    begun = count <= len(entries) and told.entries[:-1] == tuple(entries[: max(count - 1, 0)])
    if (count > 1 and not begun) or told.damaged:
        raise FileError(
            Finding(
                "history-exists",
                str(where.history),
                f"There is a history without its world: {where.history}.",
                "make the world again: legacytrack check --repair; or move the history away",
            )
        )


def _put_schema(where: Places, world: World) -> Iterator[str]:
    """Put the schema for editors beside a world; a file of somebody else's stays as it is."""
    text = world_schema_text(box_of(world, beside=where.folder))
    try:
        old = where.schema.read_bytes() if where.schema.exists() else b""
        if old and f'"{TITLE}"'.encode() not in old:
            yield f"{where.schema.name} is another file, so editors will not know what goes where."
        elif old != text:
            world_file.replace(where.schema, text)
    except (OSError, FileError) as error:  # the world is there all the same
        yield f"The schema for editors cannot be written: {error}"


def _made(target: _Target, world: World, *, is_new: bool) -> Made:
    notes = []
    if target.id:
        chosen = places.choose(None)
        if chosen.world != target.places.world:
            notes.append(f"Here {chosen.chosen_by} goes before it.")
    box = box_of(world, beside=target.places.folder)
    if not world.games_played and box.has("powers"):
        notes.append("Before game 1: legacytrack power FACTION POWER, legacytrack coin PLACE...")
    return Made(
        target.places, world.name, target.id, list(world.players.values()), is_new, tuple(notes)
    )
