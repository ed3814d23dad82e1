"""A hit is changed or prevented before it lands, and the events that follow say whose it was and what was too much."""

from __future__ import annotations

from typing import Any

import pytest

from engine.language.text.describe import describe
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.engine.board import Board, Json, bolt, treasure
from tests.engine.language import cards as written

ME = "$onPlay.playerUUID"


def on_hit(*effects: Json, **more: Any) -> Json:
    """Return a spell that sets a trigger on the next hits."""
    trigger = {"event": "onHit", "mode": "round", **more, "do": list(effects)}
    return treasure("t.guard", [{"type": "addTriggers", "triggers": [trigger]}])


def change(mode: str, amount: Any, **more: Any) -> Json:
    return {"type": "changeHit", "mode": mode, "amount": amount, **more}


def is_(name: str, value: Any) -> Json:
    return {"type": "Equals", "value1": f"$onHit.{name}", "value2": value}


def hit(guard: Json, *amounts: int, **school: str) -> list[int]:
    """Return the health of a monster of 30 after each hit, once the guard has been played."""
    bolts = [treasure(f"t.bolt{place}", [bolt(amount)], **school) for place, amount in enumerate(amounts)]
    board = Board(guard, *bolts, seats=2)
    first, *cards = board.ready("t.guard", *(card["id"] for card in bolts))
    board.set(board.me, plays=9)
    target = board.slots()[0]
    board.play(first)
    out = []
    for card in cards:
        board.play(card, target)
        out.append(board.var(target, "health"))
    return out


class TestAHit:
    @pytest.mark.parametrize(
        ("effect", "left"),
        [
            (change("add", 3), 22),
            (change("add", -2), 27),
            (change("add", -9), 30),
            (change("mul", 2), 20),
            (change("mul", 1, divisor=2), 27),
            (change("set", 9), 21),
            (change("max", 4), 26),
            (change("min", 7), 23),
            (change("max", {"type": "sub", "value1": "$onHit.health", "value2": 29}), 29),
        ],
        ids=str,
    )
    def test_is_changed_before_it_lands(self, effect: Json, left: int) -> None:
        assert hit(on_hit(effect), 5) == [left]

    def test_is_changed_by_one_after_the_other(self) -> None:
        assert hit(on_hit(change("add", 3), change("mul", 2)), 5) == [14]

    def test_is_changed_once(self) -> None:
        assert hit(on_hit(change("set", 0), mode="once"), 5, 5) == [30, 25]

    def test_is_prevented_by_a_check(self) -> None:
        guard = on_hit(stage="check", condition=is_("school", "fire"))

        assert hit(guard, 5, school="fire") == [30]
        assert hit(guard, 5, school="frost") == [25]

    def test_is_prevented_once_by_a_check_that_answers_once(self) -> None:
        assert hit(on_hit(stage="check", mode="once"), 5, 5) == [30, 25]
        assert hit(on_hit(stage="check", mode="once", condition=is_("amount", 7)), 5, 7, 7) == [25, 25, 18]

    @pytest.mark.parametrize(
        ("name", "value"), [("kind", "spell"), ("health", 30), ("amount", 5), ("level", "III"), ("cardID", "t.bolt0")]
    )
    def test_is_known_by_what_it_is(self, name: str, value: Any) -> None:
        assert hit(on_hit(change("set", 0), condition=is_(name, value)), 5) == [30]
        assert hit(on_hit(change("set", 0), condition={"type": "Not", "condition": is_(name, value)}), 5) == [25]

    def test_of_nothing_is_no_damage(self) -> None:
        board = Board(on_hit(change("set", 0)), treasure("t.bolt", [bolt(5)]), log=True)
        guard, card = board.ready("t.guard", "t.bolt")
        board.set(board.me, plays=2)
        board.play(guard)
        board.play(card, board.slots()[0])

        assert "onDamageTaken" not in board.events()


class TestTheEventsBehindIt:
    @pytest.mark.parametrize("event", ["onDamageTaken", "onLethal", "onDefeat"])
    def test_say_whose_it_was_and_what_was_too_much(self, event: str) -> None:
        gold = {"type": "gold", "mode": "set", "amount": f"${event}.overkill", "target": ME}
        mine = {"type": "Equals", "value1": f"${event}.cardUUID", "value2": "$onPlay.cardUUID"}
        trigger = {"event": event, "mode": "round", "condition": mine, "do": [gold]}
        board = Board(treasure("t.bolt", [{"type": "addTriggers", "triggers": [trigger]}, bolt(7)]))
        (card,) = board.ready("t.bolt")
        me, target = board.me, board.slots()[0]
        board.set(target, health=3, reward=0)
        board.play(card, target)

        assert board.var(me, "gold") == 4


class TestAStage:
    @pytest.mark.parametrize(
        ("event", "stage", "code"),
        [
            ("onHit", "after", "E-INLINE"),
            ("onDefeat", "modify", "E-INLINE"),
            ("onHit", "modify", None),
            ("onHit", "check", None),
        ],
    )
    def test_that_an_event_is_not_heard_in_is_refused(self, event: str, stage: str, code: str | None) -> None:
        effects = (
            [] if stage == "check" else [change("set", 0)] if event == "onHit" and stage == "modify" else [written.DRAW]
        )
        found = written.reported(written.treasure(written.mount(event, *effects, stage=stage)))

        assert (code in [one for one, _ in found]) if code else found == []

    def test_in_which_nothing_can_be_asked_refuses_what_asks(self) -> None:
        assert [code for code, _ in written.reported(written.treasure(written.mount("onHit", written.DRAW)))] == [
            "E-INLINE"
        ]


TEXTS = [
    (
        change("add", -2),
        "the next time a player is about to damage a monster, that hit deals 2 less damage",
        "该次伤害减少2点",
    ),
    (change("mul", 2), "double that damage", "该次伤害翻倍"),
    (change("set", 0), "prevent that damage", "防止该次伤害"),
    (change("max", 5), "that hit deals at most 5 damage", "该次伤害至多为5点"),
]


@pytest.mark.parametrize(("effect", "english", "chinese"), TEXTS, ids=str)
def test_is_said_as_a_card_says_it(effect: Json, english: str, chinese: str) -> None:
    card = written.treasure(written.mount("onHit", effect))

    assert english in describe(WIZARDS, card, "en").lower()
    assert chinese in describe(WIZARDS, card, "zh")
