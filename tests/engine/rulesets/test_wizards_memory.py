"""What cards remember, and the effects and events of the wheel, of freezing, of reversals and of made cards."""

from __future__ import annotations

from typing import Any

import pytest

from engine.language.text.describe import describe
from engine.rulesets.wizards.effects.memory import forget
from engine.rulesets.wizards.nodes.values import card_property
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.engine.board import SHOP, Board, Json, bolt, treasure
from tests.engine.language import cards as written

ME, CARD = "$onPlay.playerUUID", "$onPlay.cardUUID"
MONSTERS = {"type": "monsterChooser", "pick": "first"}


def remember(amount: Any, *, name: str = "charge", mode: str = "add", target: Any = ME, **more: Any) -> Json:
    return {"type": "remember", "name": name, "mode": mode, "amount": amount, "target": target, **more}


def recall(of: str = ME, name: str = "charge") -> Json:
    return {"type": "remembered", "of": of, "name": name}


def gold(amount: Any) -> Json:
    return {"type": "gold", "mode": "set", "amount": amount, "target": ME}


def played(*effects: Json, others: tuple[Json, ...] = (), **me: int) -> tuple[Board, int]:
    """Return the board after a card was played, and who played it."""
    board = Board(treasure("t.x", list(effects)), *others, seats=2)
    (card,) = board.ready("t.x")
    player = board.me
    board.set(player, **me)
    board.play(card)
    return board, player


class TestMemory:
    def test_is_kept_by_name_on_whatever_bears_it(self) -> None:
        board, me = played(
            remember(2), remember(1), remember(5, target=MONSTERS), remember(1, name="other"), gold(recall())
        )

        assert board.var(me, "gold") == 3
        assert board.var(me, "mem.charge") == 3
        assert board.var(board.slots()[0], "mem.charge") == 5

    @pytest.mark.parametrize(
        ("effects", "expected"),
        [((remember(2), remember(-5)), 0), ((remember(7), remember(4, mode="set")), 4), ((), 0)],
        ids=str,
    )
    def test_is_a_number_from_0_on(self, effects: tuple[Json, ...], expected: int) -> None:
        board, me = played(*effects, gold({"type": "add", "values": [recall(), 1]}))

        assert board.var(me, "gold") == expected + 1

    @pytest.mark.parametrize("span", ["turn", "battle", "round"])
    def test_that_does_not_last_is_forgotten_with_its_span(self, span: str) -> None:
        board, me = played(remember(2, lasts=span), remember(1, name="kept"), others=())
        state = board.state.fork()
        if span == "turn":
            assert state.entities[me]["mem.charge"] == 0 or state.globals["fleeting"]
        forget(state, span)

        assert (state.entities[me]["mem.charge"], state.entities[me]["mem.kept"]) == (0, 1)
        assert state.globals["fleeting"] == ()

    def test_is_seen_by_everybody(self) -> None:
        from engine.kernel.view import View
        from engine.rulesets.wizards import RULESET

        board, me = played(remember(2))
        view = View(board.state, 0, RULESET.hidden_zones, RULESET.determinize)

        assert (view.entity(me) or {})["mem.charge"] == 2

    def test_counts_the_plays_of_a_match(self) -> None:
        """Wanted effect 51: the third time also gain 3 gold."""
        third = {"type": "if", "condition": {"type": "Equals", "value1": recall(), "value2": 3}, "do": [gold(9)]}
        board = Board(treasure("t.x", [remember(1), third]), seats=2)
        cards = board.ready("t.x", "t.x", "t.x")
        me = board.me
        board.set(me, plays=9, gold=0)
        observations = []
        for card in cards:
            board.play(card)
            observations.append(board.var(me, "gold"))

        assert observations == [0, 0, 9]


class TestTheTable:
    @pytest.mark.parametrize(("start", "amount", "pos"), [(5, 3, 8), (5, -3, 2), (2, -9, 0)])
    def test_moves_markers(self, start: int, amount: int, pos: int) -> None:
        board, me = played({"type": "wheel", "amount": amount, "target": ME}, pos=start)

        assert board.var(me, "pos") == pos

    def test_changes_the_school_of_a_card(self) -> None:
        board, me = played({"type": "changeSchool", "school": "frost", "target": CARD})
        (card,) = board.state.zone(me, "play")

        assert card_property(board.state, card, "school") == "frost"

    @pytest.mark.parametrize(("pays", "reward"), [("you", 2), ("nobody", 0)])
    def test_loses_a_monster_outright(self, pays: str, reward: int) -> None:
        heard = {"event": "onDefeat", "mode": "round", "do": [remember(1, target=ME)]}
        guard = {"event": "onLethal", "mode": "round", "do": [{"type": "prevent"}]}
        mount = {"type": "addTriggers", "triggers": [heard, guard]}
        board, me = played(mount, {"type": "slay", "pays": pays, "target": MONSTERS}, gold=0)

        assert (board.var(me, "gold"), board.var(me, "kills"), board.var(me, "mem.charge")) == (reward, reward // 2, 1)

    def test_loses_all_monsters_one_after_the_other(self) -> None:
        before = Board(treasure("t.x", []), seats=2)
        board, me = played({"type": "slay", "pays": "you", "target": {"type": "allMonsters"}})

        assert board.slots() == []
        assert board.var(me, "kills") == len(before.slots())

    @pytest.mark.parametrize(("to", "zone"), [("hand", "hand"), ("discard", "discard"), ("deck", "deck")])
    def test_has_cards_made(self, to: str, zone: str) -> None:
        make = {"type": "createCard", "card": SHOP["id"], "count": 2, "to": to, "target": ME}
        board, me = played(make)

        assert [board.var(card, "def") for card in board.state.zone(me, zone)].count(SHOP["id"]) == 2

    def test_has_a_card_cast_that_is_no_more(self) -> None:
        make = {"type": "createCard", "card": "t.bolt", "to": "cast", "target": ME}
        board = Board(treasure("t.x", [make]), treasure("t.bolt", [bolt(4)]), seats=2)
        (card,) = board.ready("t.x")
        target = board.slots()[0]
        board.play(card, target)

        assert board.var(target, "health") == 26

    def test_knows_no_card_of_another_kind(self) -> None:
        make = {"type": "createCard", "card": "nobody", "to": "hand", "target": ME}

        assert [code for code, _ in written.reported(written.treasure(make), known_ids=frozenset({"other"}))] == [
            "E-REF"
        ]


FREEZE = {"type": "freezing", "mode": "add", "amount": 4, "target": ME}


class TestFreezing:
    def test_is_heard_with_what_was_too_much(self) -> None:
        heard = {"event": "onFreezingChanged", "mode": "round", "do": [gold("$onFreezingChanged.overflow")]}
        board, me = played({"type": "addTriggers", "triggers": [heard]}, FREEZE, freezing=8)

        assert (board.var(me, "freezing"), board.var(me, "gold")) == (10, 2)

    def test_is_heard_when_it_falls(self) -> None:
        heard = {"event": "onFreezingChanged", "mode": "round", "do": [remember({"type": "sub", "value1": 0, "value2": "$onFreezingChanged.amount"})]}  # fmt: skip
        board, me = played({"type": "addTriggers", "triggers": [heard]}, {**FREEZE, "amount": -3}, freezing=5)

        assert board.var(me, "mem.charge") == 3

    def test_is_forbidden_by_a_check(self) -> None:
        ward = {"event": "onFreezingChanged", "mode": "round", "stage": "check", "do": []}
        board, me = played({"type": "addTriggers", "triggers": [ward]}, FREEZE, freezing=1)

        assert board.var(me, "freezing") == 1

    def test_is_forbidden_once_by_a_check_that_answers_once(self) -> None:
        ward = {"event": "onFreezingChanged", "mode": "once", "stage": "check", "do": []}
        board, me = played({"type": "addTriggers", "triggers": [ward]}, FREEZE, FREEZE, freezing=0)

        assert board.var(me, "freezing") == FREEZE["amount"]


class TestAReversal:
    @pytest.mark.parametrize("countered", [False, True])
    def test_may_be_countered(self, countered: bool) -> None:
        ward = {"event": "onReverse", "mode": "round", "stage": "before", "do": [{"type": "counter"}]}
        board = Board(treasure("t.ward", [{"type": "addTriggers", "triggers": [ward]}]), treasure("t.x", []), seats=2)
        if countered:
            first, *_ = board.ready("t.ward", "t.x", "t.x", "t.x")
            board.set(board.me, plays=2)
            board.play(first)
        else:
            board.ready("t.x", "t.x", "t.x")
        me = board.me
        board.set(me, plays=1, token=1)
        board.ask_again()
        board.do("reverse")

        assert board.var(me, "token") == 0
        assert (board.var(me, "plays") > 1) is not countered


class TestWhatDesignersWanted:
    @pytest.mark.parametrize(("amount", "expected"), [(2, 5), (-1, 2), (-9, 0)])
    def test_changes_the_steps_won(self, amount: int, expected: int) -> None:
        board, me = played({"type": "wheel", "what": "steps", "amount": amount, "target": ME}, steps=3, pos=4)

        assert (board.var(me, "steps"), board.var(me, "pos")) == (expected, 4)

    def test_numbers_the_monsters_of_the_row(self) -> None:
        board, me = played()
        places = [card_property(board.state, monster, "place") for monster in board.slots()]

        assert places == list(range(1, len(places) + 1))
        assert card_property(board.state, board.state.zone(me, "play")[0], "place") is None

    def test_loses_a_card_for_good(self) -> None:
        board, me = played({"type": "moveCard", "target": CARD, "to": "gone"})

        assert [board.var(card, "def") for card in board.state.zone(0, "gone")] == ["t.x"]
        assert board.state.zone(me, "play") == ()

    def test_sees_a_hand_that_is_revealed(self) -> None:
        board, me = played({"type": "reveal", "zone": "hand", "amount": 20, "target": ME})

        assert set(board.state.zone(me, "hand")) <= set(board.state.globals["shown"])
        assert describe(
            WIZARDS, written.treasure({"type": "reveal", "zone": "hand", "amount": 20, "target": ME}), "en"
        ).endswith("Reveal your hand.")


TEXTS = [
    (remember(1, target=CARD), "This card's charge counter rises by 1.", "此牌的“charge”计数增加1。"),
    (remember(1, name="充能"), "Your 充能 counter rises by 1.", "你的“充能”计数增加1。"),
    (remember(0, mode="set", lasts="round"), "Your charge counter becomes 0 this round.", "本轮中你的“charge”计数变为0。"),
    (gold(recall(CARD)), "Your gold becomes this card's charge counter.", "你的金币变为此牌的“charge”计数。"),
    ({"type": "wheel", "amount": 2, "target": ME}, "Move 2 cells forward.", "前进2格。"),
    ({"type": "wheel", "amount": -1, "target": {"type": "playerChooser", "ask": ME}}, "A player of your choice moves a cell back.", "你选择的一名玩家后退1格。"),
    ({"type": "slay", "pays": "nobody", "target": written.CHOOSER}, "Defeat a monster of your choice; nobody gets its reward.", "击败你选择的一个怪物，无人获得其奖励。"),
    ({"type": "changeSchool", "school": "frost", "target": CARD}, "The school of this card becomes frost.", "此牌的派系变为冰霜。"),
    ({"type": "wheel", "what": "steps", "amount": 2, "target": ME}, "Gain 2 steps.", "获得2步。"),
    ({"type": "wheel", "what": "steps", "amount": -1, "target": {"type": "playerChooser"}}, "A player of your choice loses a step.", "你选择的一名玩家失去1步。"),
    ({"type": "moveCard", "target": CARD, "to": "gone"}, "Remove this card from the match.", "将此牌移出本局游戏。"),
    ({"type": "reveal", "zone": "hand", "amount": 2, "target": ME}, "Reveal 2 cards from your hand.", "展示你手牌中的2张牌。"),
]  # fmt: skip


@pytest.mark.parametrize(("effect", "english", "chinese"), TEXTS, ids=range(len(TEXTS)))
def test_is_said_as_a_card_says_it(effect: Json, english: str, chinese: str) -> None:
    card = written.treasure(effect)

    assert describe(WIZARDS, card, "en") == english
    assert describe(WIZARDS, card, "zh") == chinese
