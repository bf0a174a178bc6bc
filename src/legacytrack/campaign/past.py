"""The past: the world as it stood after a game, and what changed since, told again from the history."""

from __future__ import annotations

from typing import NamedTuple

from legacytrack.campaign.door import Campaign
from legacytrack.errors import Finding, UsageError
from legacytrack.model.change import carry_out, misfits
from legacytrack.model.games import finished, playing
from legacytrack.model.shape import sound
from legacytrack.model.text import counted
from legacytrack.model.world import World
from legacytrack.store import history
from legacytrack.store.entries import Entry, digest

# Keys of a world file whose value is the number of a game.
_GAMES = frozenset(
    ("game", "named_in", "bonus_in", "cancelled_in", "planet_in", "destroyed", "games_played")
)


class Past(NamedTuple):
    """A world as it stood after a game.

    Args:
        world: the world.
        late: what was recorded later for that game or an earlier one and does not fit into it any
            more: number of the change, and what happened.
    """

    world: World
    late: tuple[tuple[int, str], ...] = ()


class Told(NamedTuple):
    """What changed in one game, with the numbers that undo takes; game 0 is before the first one."""

    game: int
    changes: tuple[tuple[int, str], ...]


class _Split(NamedTuple):
    """The changes in force: those up to a game, those made for it later, and those of later games."""

    before: tuple[Entry, ...]
    late: tuple[Entry, ...]
    after: tuple[Entry, ...]


def as_of(campaign: Campaign, number: int) -> Past:
    """Tell how the world stood after a game, its rewards taken.

    Changes that were undone do not count, whenever that was. What was recorded late, a reward or a
    correction, counts as long as it fits.

    Args:
        campaign: the campaign.
        number: number of the game.

    Raises:
        UsageError: that game is not over, or the history does not tell of that time.
    """
    split = _split(campaign, number, "--as-of")
    if not split.after:
        return Past(campaign.world)
    data = carry_out({}, (edit for entry in split.before for edit in entry.edits))
    left_out: list[tuple[int, str]] = []
    for entry in split.late:
        if misfits(data, entry.edits):
            left_out.append((entry.number, entry.said))
        else:
            data = carry_out(data, entry.edits)
    return Past(World(sound(data)[0]), tuple(left_out))


def since(campaign: Campaign, number: int) -> tuple[Told, ...]:
    """Tell what was recorded after a game, by game, without what was undone.

    What only moved pieces on the table of a game is left out: it is gone when the game ends.

    Args:
        campaign: the campaign.
        number: number of the game; 0 tells everything that the history knows.

    Raises:
        UsageError: that game is not over, or the history does not tell of that time.
    """
    if number:
        split = _split(campaign, number, "--since-game")
        entries = sorted((*split.late, *split.after), key=lambda entry: entry.number)
    else:
        entries = list(_in_force(campaign))
    told: dict[int, list[tuple[int, str]]] = {}
    game = number
    for entry in entries:
        # What belongs to no game, a new player or an edit by hand, is told with the game before it.
        game = max(game, _game_of(entry))
        if _is_a_move(entry):
            continue
        told.setdefault(entry.game or game, []).append((entry.number, entry.said))
    return tuple(Told(each, tuple(told[each])) for each in sorted(told))


def _in_force(campaign: Campaign) -> tuple[Entry, ...]:
    """The changes in force, oldest first, with the one where the telling begins."""
    entries = history.read(campaign.places.history).entries
    if not entries:
        return ()
    if digest(history.fold(entries)) != entries[-1].after:
        what = "The history has a gap: how the world stood then cannot be told."
        fix = "legacytrack check --repair fills the gap where a safety copy can"
        raise UsageError(Finding("past-unknown", "", what, fix))
    begun = [entry for entry in entries if entry.fresh][-1:]
    done, _ = history.live(entries)
    return (*begun, *history.changes_of(entries, done))


def _split(campaign: Campaign, number: int, option: str) -> _Split:
    over, on = finished(campaign.world), playing(campaign.world)
    if number > over:
        what = f"Game {number} is not over; {counted(over, 'game')} played so far."
        fix = f"the last one: {option} {over}" if over else f"leave {option} out"
        raise UsageError(Finding("past-unknown", option, what, fix))
    entries = _in_force(campaign)
    if not entries and number == over and not on:
        return _Split((), (), ())
    at = next((at for at, each in enumerate(entries) if _game_of(each) > number), len(entries))
    if at == 0:
        what = f"The history does not tell of the time after game {number}"
        what += ": it begins later." if entries else ": there is none."
        fix = f"the world as it is now: leave {option} out"
        raise UsageError(Finding("past-unknown", option, what, fix))
    late = tuple(entry for entry in entries[at:] if 0 < _game_of(entry) <= number)
    return _Split(entries[:at], late, tuple(entry for entry in entries[at:] if entry not in late))


def _is_a_move(entry: Entry) -> bool:
    """Tell whether a change moved something in the game that is on, and neither began nor ended it."""
    paths = [edit.path for edit in entry.edits]
    lasting = any(path[0] != "game" or path[1:] == ("number",) for path in paths)
    placed = any(edit.path[-1] == "hq" and edit.old is None for edit in entry.edits)
    return bool(paths) and not lasting and not placed


def _game_of(entry: Entry) -> int:
    """The latest game that a change speaks of; 0 when it speaks of none."""
    numbers = [entry.game or 0]
    for path, _, new in entry.edits:
        if new is None:
            continue
        if path[0] == "games" and path[1:2] and path[1].isdecimal():
            numbers.append(int(path[1]))
        elif isinstance(new, int) and (path[-1] in _GAMES or path == ("game", "number")):
            numbers.append(int(new))
    return max(numbers)
