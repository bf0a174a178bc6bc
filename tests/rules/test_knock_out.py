"""Knock-outs where nobody joins the war again: out of the game, the cards handed over, the board won."""

from __future__ import annotations

from evening import against, fine, on, plain_evening, refused, step
from legacytrack.rules.control import hold, leave, take
from legacytrack.rules.games import sign_game
from legacytrack.rules.join import eliminate
from legacytrack.rules.noticed import noticed
from legacytrack.rules.turn import following, next_turn
from legacytrack.store.box_files import open_box

PLAIN_BREAKS = {"knocked-out", "control"}

BOX = open_box("classic-risk")
ALL = list(BOX.territories)
LEGACY_WORDS = ("scar", "missile", "token", "join", "Red Star", "HQ")


def last_of_ann(**more):
    """Tell of a turn of Red, when Ann has one territory left and the board is on record."""
    seats = {
        "red": {"holds": ALL[:21], **more.pop("red", {})},
        "blue": {"holds": ALL[21:41], **more.pop("blue", {})},
        "ann": {"holds": ALL[41:], **more.pop("ann", {})},
    }
    return plain_evening(**seats, turn="red", **more)


def take_the_last(world):
    """Red takes what is left of Ann."""
    return step(take, world, player="red", territories=ALL[41:])


def said(outcome):
    """What was called to mind, but not how the board lies."""
    return [note for note in outcome.notes if "borders" not in note]


def test_whoever_loses_the_last_territory_is_out():
    """The loser is out of the game and next passes over them; no word of what the box has not."""
    outcome = take_the_last(last_of_ann())
    world = fine(outcome)
    assert on(world).hands["ann"].out
    assert outcome.notes[0] == "Ann is knocked out, and out of the game: Red gets the cards."
    assert not any(word in " ".join(outcome.notes) for word in LEGACY_WORDS)
    assert following(on(fine(step(next_turn, world, player="blue")))) == "red"
    assert refused(step(next_turn, world, player="ann")) == ["knocked-out"]
    assert refused(step(take, world, player="ann", territories=["siam"])) == ["knocked-out"]


def test_the_cards_go_to_the_winner():
    """All cards of the loser are in the hand of the winner; with fewer than five no set is due."""
    world = last_of_ann(red={"cards": ["wild"]}, ann={"cards": ["infantry", "cavalry"]})
    outcome = take_the_last(world)
    after = on(fine(outcome))
    assert after.hands["red"].cards == ("wild", "infantry", "cavalry")
    assert after.hands["ann"].cards == ()
    assert said(outcome) == ["Ann is knocked out, and out of the game: Red gets 2 cards."]


def test_with_five_cards_sets_are_due_at_once():
    """Five cards or more after a knock-out: which set, its worth, the words for it, and when again."""
    world = last_of_ann(red={"cards": ["wild", "infantry"]}, ann={"cards": ["cavalry"] * 3}, sets=1)
    _, due = said(take_the_last(world))
    assert due == (
        "At once: Red has 5 cards: a set must be turned in, for 6 troops "
        "(legacytrack hand red --troops cavalry,cavalry,cavalry)."
    )
    world = last_of_ann(red={"cards": ["infantry"] * 4}, ann={"cards": ["cavalry"] * 4})
    assert said(take_the_last(world))[1].endswith(", and again while 5 or more are left.")


def test_two_knock_outs_make_one_hand():
    """Whoever takes the last territory of two at once is told of what is due once, for all cards."""
    world = last_of_ann(
        red={"holds": ALL[:40], "cards": ["infantry"]},
        blue={"holds": ALL[40:41], "cards": ["cavalry"] * 4},
        ann={"holds": ALL[41:], "cards": ["artillery"] * 3},
    )
    outcome = step(take, world, player="red", territories=ALL[40:])
    assert all(on(fine(outcome)).hands[id].out for id in ("blue", "ann"))
    due = [note for note in outcome.notes if note.startswith("At once")]
    assert len(due) == 1
    assert due[0].startswith("At once: Red has 8 cards")


def test_with_a_territory_left_nobody_is_out():
    """Somebody with one territory left plays on, with all cards."""
    world = last_of_ann(ann={"holds": ALL[40:], "cards": ["wild"]}, blue={"holds": ALL[21:40]})
    after = on(fine(step(take, world, player="red", territories=ALL[41:])))
    assert not after.hands["ann"].out
    assert after.hands["ann"].cards == ("wild",)


def test_nobody_is_out_while_the_board_is_not_all_on_record():
    """Where nobody holds a place on record, the loser may hold it: that is asked, not decided."""
    world = last_of_ann(blue={"holds": ALL[22:41]})
    outcome = take_the_last(world)
    assert not on(fine(outcome)).hands["ann"].out
    assert "What else Ann holds is not on record; if nothing: legacytrack out ann" in outcome.notes


def test_somebody_is_out_by_hand():
    """Out says so; whoever still holds a territory is not, and the last one has won."""
    world = plain_evening(
        red={"holds": ALL[:40]}, blue={"holds": ALL[40:]}, ann={"cards": ["wild"]}
    )
    outcome = step(eliminate, world, player="ann")
    after = fine(outcome)
    assert (on(after).hands["ann"].out, on(after).hands["ann"].cards) == (True, ())
    assert "wild card (legacytrack hand PLAYER CARDS)" in outcome.notes[-1]
    (found,) = against(step(eliminate, after, player="blue"))
    assert found.rule == "knocked-out"
    assert "still holds" in found.what
    alone = fine(
        step(
            eliminate, after.with_value("game", "players", "blue", "holds", value=[]), player="blue"
        )
    )
    assert "has won" in against(step(eliminate, alone, player="red"))[0].what


def test_no_territory_is_left_empty():
    """Leaving is refused: there is always somebody's troop; holding none is a correction, and no more."""
    world = last_of_ann()
    (found,) = against(step(leave, world, player="ann", territories=ALL[41:]))
    assert found.rule == "control"
    assert "legacytrack take PLAYER" in found.fix
    outcome = step(hold, world, player="ann", territories=[])
    assert on(fine(outcome)).hands["ann"].holds == ()
    assert outcome.notes[-1] == "If Ann lost the last territory: legacytrack out ann"


def test_a_territory_has_one_holder():
    """Two players who hold the same place are found."""
    world = last_of_ann()
    assert refused(step(hold, world, player="ann", territories=ALL[40:])) == ["control"]


def test_whoever_holds_the_whole_board_wins():
    """The last territory wins the game (whole-board), which is said once, and not twice."""
    world = plain_evening(
        red={"holds": ALL[:41]}, blue={"holds": ALL[41:]}, ann={"out": True}, turn="red"
    )
    after = fine(take_the_last_of_blue(world))
    wins = [text for text in noticed(world, after, BOX) if "wins" in text]
    assert wins == ["Red holds the whole board and wins: legacytrack sign red"]
    assert BOX.has("boards to hold whole") is ("whole-board" in BOX.rules)


def take_the_last_of_blue(world):
    """Red takes what is left of Blue."""
    return step(take, world, player="red", territories=ALL[41:])


def test_the_last_one_in_the_game_wins():
    """Where not all of the board is on record, it is the last one left who wins."""
    world = plain_evening(red={"holds": ["siam"]}, blue={}, ann={"out": True})
    after = fine(step(eliminate, world, player="blue"))
    wins = [text for text in noticed(world, after, BOX) if "wins" in text]
    assert wins == ["Everybody else is eliminated, so Red wins: legacytrack sign red"]


def sign(world):
    """Red wins."""
    return step(sign_game, world, winner="red", out=[], date=None, note="", held={})


def test_the_end_is_recorded():
    """Whoever is out was eliminated; of a board that is not all on record nobody is said to hold none."""
    world = fine(sign(fine(take_the_last(last_of_ann()))))
    results = {id: seat["result"] for id, seat in world.data["games"]["1"]["players"].items()}
    assert results == {"red": "won", "blue": "held-on", "ann": "eliminated"}
    assert "game" not in world.data
    some = fine(sign(plain_evening(red={"holds": ["siam"]})))
    results = {id: seat["result"] for id, seat in some.data["games"]["1"]["players"].items()}
    assert results == {"red": "won", "blue": "held-on", "ann": "held-on"}


def test_the_winner_is_not_out():
    """Somebody cannot win a game and be out of it."""
    outcome = step(sign_game, last_of_ann(), winner="red", out=["red"], date=None, note="", held={})
    assert [finding.rule for finding in outcome.findings] == ["knocked-out"]
