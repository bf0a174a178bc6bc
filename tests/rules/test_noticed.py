"""What a change brings about, noticed whatever command made it."""

from __future__ import annotations

from typing import Any

import pytest

from evening import evening, fine, step
from legacytrack.campaign.door import box_of
from legacytrack.model.world import World
from legacytrack.rules.control import leave, take
from legacytrack.rules.games import place_hq, sign_game
from legacytrack.rules.hands import turn_in
from legacytrack.rules.join import eliminate
from legacytrack.rules.noticed import noticed
from legacytrack.rules.stars import give_stars

BREAKS: set[str] = set()  # nothing here refuses: it calls to mind

SOUTH = ["peru", "brazil", "venezuela", "argentina"]


def seen(world: World, rule: Any, **words: Any) -> tuple[str, ...]:
    """Do a step that is fine, and list what was noticed."""
    after = fine(step(rule, world, **words))
    return noticed(world, after, box_of(after))


def test_a_continent_is_gained():
    """With the last territory of a continent its bonus is called to mind, for the namer with one more."""
    world = evening(ana={"holds": SOUTH[:3]})
    (said,) = seen(world, take, player="ana", territories=["argentina"])
    assert "Ana controls South America: 2 troops more" in said
    named = evening(
        '[continents.south-america]\nname = "Mud"\nnamed_by = "ana"\nnamed_in = 1\n',
        ana={"holds": SOUTH[:3]},
    )
    (said,) = seen(named, take, player="ana", territories=["argentina"])
    assert '"Mud": 3 troops more' in said


@pytest.mark.parametrize("rule", [take, leave])
def test_a_continent_is_lost(rule):
    """With a territory of a continent the whole bonus is gone, whoever has it now."""
    world = evening(ana={"holds": SOUTH})
    player = "ben" if rule is take else "ana"
    (said,) = seen(world, rule, player=player, territories=["peru"])
    assert said == "Ana controls South America no more."


def test_a_continent_changes_hands():
    """When a whole continent is taken, one loses it and another gains it."""
    world = evening(ana={"holds": [*SOUTH, "japan"], "hq": "japan"})
    said = seen(world, take, player="ben", territories=SOUTH)
    assert len(said) == 2
    assert any("Ana" in each and "no more" in each for each in said)
    assert any("Ben controls" in each for each in said)


def test_what_stays_is_not_said():
    """Nothing is noticed where no continent and no star changed hands."""
    world = evening(ana={"holds": SOUTH})
    assert seen(world, take, player="ana", territories=["japan"]) == ()
    assert noticed(world, world, box_of(world)) == ()


def test_stars_are_counted_when_an_hq_is_taken():
    """A captured HQ moves a star: both players are told of, and nobody else."""
    (said,) = seen(evening(), take, player="ana", territories=["egypt"])
    assert said == "Red Stars now: Ana 3, Ben 0."


def test_placing_an_hq_is_no_news():
    """That each HQ is a star of its owner is nothing to tell while they are being placed."""
    world = evening(ana={"hq": None})
    assert seen(world, place_hq, player="ana", territory="peru") == ()


def test_four_red_stars_win(box):
    """Whoever comes to four Red Stars, of whatever kind, wins at once: said with `sign` (stars-to-win)."""
    goal = box.number("stars-to-win")
    assert goal == 4
    for stars in range(1, 6):
        world = evening(ana={"stars": stars - 1})
        said = seen(world, give_stars, player="ana", number=1, pile=False)
        wins = [each for each in said if "sign ana" in each]
        # The own HQ is one star more than the tokens.
        assert bool(wins) == (stars == goal - 1)


@pytest.mark.parametrize("way", ["hq", "cards"])
def test_the_fourth_star_may_come_in_any_way(way):
    """An HQ that is taken and cards that are turned in win as well as a token that is given."""
    cards = ["peru", "japan", "china", "india"]
    world = evening(ana={"stars": 2, "cards": cards})
    if way == "hq":
        said = seen(world, take, player="ana", territories=["ural"])
    else:
        said = seen(world, turn_in, player="ana", cards=cards, star=True)
    assert any("4 Red Stars" in each and "sign ana" in each for each in said)


def test_several_stars_at_once_do_not_jump_over_the_goal():
    """Two stars at once, from three to five, win too."""
    said = seen(evening(ana={"stars": 2}), give_stars, player="ana", number=2, pile=False)
    assert any("sign ana" in each for each in said)


def test_the_last_one_in_the_game_wins():
    """When everybody else is eliminated, the one who is left has won; that is said once."""
    world = evening(ben={"holds": [], "out": True}, cy={"holds": []})
    said = seen(world, eliminate, player="cy")
    assert any("Ana wins" in each and "sign ana" in each for each in said)
    early = evening(cy={"holds": []})
    assert not any("wins" in each for each in seen(early, eliminate, player="cy"))


def test_the_end_of_a_game_is_no_news_of_the_table():
    """When the game is signed, and when another begins, nothing of the table is noticed."""
    world = evening(ana={"holds": SOUTH, "stars": 3})
    words = {"winner": "ana", "out": [], "date": None, "note": "", "held": {}}
    assert seen(world, sign_game, **words) == ()
    box = box_of(world)
    assert noticed(World({}), world, box) == ()
    assert noticed(world, world.with_value("game", "number", value=2), box) == ()
