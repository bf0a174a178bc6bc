"""Packets: the conditions that anybody can read on the closed box, and what was opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from legacytrack.model import laws
from legacytrack.model.box import Box
from legacytrack.model.games import played, playing, signatures
from legacytrack.model.laws import PacketCondition
from legacytrack.model.world import ELIMINATED, World
from legacytrack.rules.outcome import Outcome


class Condition(NamedTuple):
    """A condition printed on a packet: whether our records meet it (None: they cannot tell), and how."""

    id: str
    says: str
    met: bool | None
    how: str


class Opened(NamedTuple):
    """A packet that was opened: what the group calls it, the condition on it, and the game.

    Args:
        name: their own words; empty when there are none.
        condition: id of the condition that was printed on it, if known.
        game: number of the game, if known.
    """

    name: str
    condition: str | None
    game: int | None


def opened(world: World) -> tuple[Opened, ...]:
    """List the packets that were opened, in the order in which they were written down.

    Args:
        world: the world.
    """
    return tuple(
        Opened(str(data.get("name", "")), data.get("condition"), data.get("game"))
        for data in world.table("packets").values()
    )


def conditions(world: World, box: Box) -> tuple[Condition, ...]:
    """Say of each condition printed on a packet whether the records meet it.

    Args:
        world: the world.
        box: the box.
    """
    return tuple(
        Condition(each.id, each.says, *_TELL.get(each.when, _unknown)(world, box, each))
        for each in box.packets.values()
    )


def newly_met(before: World, after: World, box: Box) -> tuple[str, ...]:
    """Remind of the conditions that a change meets, once.

    Args:
        before: the world before.
        after: the world after.
        box: the box.
    """
    met = {each.id for each in conditions(before, box) if each.met}
    return tuple(
        f"A condition printed on a packet is met: {each.says} (legacytrack packets)"
        for each in conditions(after, box)
        if each.met and each.id not in met
    )


def _cities(world: World, box: Box, packet: PacketCondition) -> tuple[bool, str]:
    kinds = [world.city(place) for place in world.marked_territories]
    count = sum(1 for city in kinds if city and city.kind == packet.kind)
    count += sum(world.covered(place).count(packet.kind) for place in world.marked_territories)
    return count >= packet.limit, f"{count} founded"


def _eliminated(world: World, box: Box, packet: PacketCondition) -> tuple[bool, str]:
    for game in played(world).values():
        for player, seat in game.seats.items():
            if seat.result == ELIMINATED:
                return True, f"{world.player_name(player)}, game {game.number}"
    on = playing(world)
    out = [player for player, hand in on.hands.items() if hand.out] if on else []
    if on and out:
        return True, f"{world.player_name(out[0])}, game {on.number}"
    return False, "nobody"


def _missiles(world: World, box: Box, packet: PacketCondition) -> tuple[bool | None, str]:
    """Only records of missiles can tell; that there are none tells nothing."""
    on = playing(world)
    most = max((each.most_missiles for each in played(world).values()), default=0)
    most = max(most, on.most_missiles if on else 0)
    told = most >= packet.limit
    return (True, f"{most} in one roll") if told else (None, "our records cannot tell")


def _signed(world: World, box: Box, packet: PacketCondition) -> tuple[bool, str]:
    signed = signatures(world, box.last_signed)
    player = max(signed, key=lambda id: signed[id], default="")
    count = signed.get(player, 0)
    how = f"{world.player_name(player)}: {count}" if count else "no signature on record"
    return count >= packet.limit, how


def _city_stands(world: World, box: Box, packet: PacketCondition) -> tuple[bool, str]:
    for place in world.marked_territories:
        city = world.city(place)
        kinds = (*([city.kind] if city else ()), *world.covered(place))
        if packet.kind in kinds:
            return True, box.territories[place].name if place in box.territories else place
    return False, "none on the board"


def _unknown(world: World, box: Box, packet: PacketCondition) -> tuple[None, str]:
    return None, "our records cannot tell"


_TELL: Mapping[str, Callable[[World, Box, PacketCondition], tuple[bool | None, str]]] = {
    laws.CITIES: _cities,
    laws.CITY: _city_stands,
    laws.ELIMINATED: _eliminated,
    laws.SIGNED: _signed,
    laws.MISSILES: _missiles,
}


def open_packet(
    world: World, box: Box, *, name: str, condition: str | None, game: int | None
) -> Outcome:
    """Write down that a packet was opened, in the group's own words.

    Args:
        world: the world.
        box: the box.
        name: their own words for it.
        condition: id of the condition that was printed on it, if given.
        game: number of the game, if known.
    """
    number = str(max(map(int, world.table("packets")), default=0) + 1)
    after = world.with_table("packets", number, name=name, condition=condition, game=game)
    return Outcome(after, f'Packet opened: "{name}"{world.noted(game, None)}.')
