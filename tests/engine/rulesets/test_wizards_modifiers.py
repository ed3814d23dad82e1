"""Modifiers with a scope: what cards cost and deal and what players may hold, derived each time and gone without a trace."""

from __future__ import annotations

from typing import Any

import pytest

from engine.language.text.describe import describe
from engine.rulesets.wizards.modifiers import cost_of
from engine.rulesets.wizards.nodes.values import card_property, player_property
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.engine.board import Board, Json, bolt, treasure
from tests.engine.language import cards as written

ME = "$onPlay.playerUUID"
FIRE = {"type": "Equals", "value1": {"type": "getCardProperty", "cardUUID": "$candidate.UUID", "property": "school"}, "value2": "fire"}  # fmt: skip


def modify(stat: str, op: str, value: Any, mode: str = "round", **more: Any) -> Json:
    return {"type": "modify", "stat": stat, "op": op, "value": value, "mode": mode, **more}


def board_with(*effects: Json, at: str = "onPlay", plays: int = 9, **extra: Any) -> tuple[Board, int, int, int]:
    """Return a board on which a modifier was set, and three cards: a fire bolt of 5 for 4 mana, one of frost, another of fire."""
    spells = [treasure(f"t.{name}", [bolt(5)], cost=4, school=name.strip("2")) for name in ("fire", "frost", "fire2")]
    board = Board(treasure("t.aura", list(effects), at=at, **extra), *spells, seats=2)
    aura, *cards = board.ready("t.aura", "t.fire", "t.frost", "t.fire2", mana=30)
    board.set(board.me, plays=plays)
    board.play(aura)
    return board, cards[0], cards[1], cards[2]


def damage_of(board: Board, card: int) -> int:
    """Return what a card deals."""
    target = board.slots()[0]
    before = board.var(target, "health")
    board.play(card, target)
    return int(before - board.var(target, "health"))


class TestSpellDamage:
    @pytest.mark.parametrize(
        ("effect", "fire", "frost"),
        [
            (modify("spellDamage", "add", 2), 7, 7),
            (modify("spellDamage", "add", -3), 2, 2),
            (modify("spellDamage", "add", -9), 0, 0),
            (modify("spellDamage", "add", 2, filter=FIRE), 7, 5),
            (modify("spellDamage", "add", 2, whose="others"), 5, 5),
            (modify("spellDamage", "add", 2, whose="all"), 7, 7),
        ],
        ids=str,
    )
    def test_is_raised_for_the_cards_that_are_meant(self, effect: Json, fire: int, frost: int) -> None:
        board, first, second, _ = board_with(effect)

        assert (damage_of(board, first), damage_of(board, second)) == (fire, frost)

    def test_of_the_next_card_is_used_up_by_it(self) -> None:
        board, fire, frost, other = board_with(modify("spellDamage", "add", 3, "once", filter=FIRE))

        assert [damage_of(board, card) for card in (frost, fire, other)] == [5, 8, 5]

    def test_for_this_play_ends_with_it(self) -> None:
        board, fire, _, _ = board_with(modify("spellDamage", "add", 3, "play"))

        assert damage_of(board, fire) == 5

    def test_of_a_wand_is_there_while_it_lies_there(self) -> None:
        """No number drifts, whatever happens between: the wand is replaced in the middle of a play."""
        wand = treasure("t.wand", [modify("spellDamage", "add", 5, "lies")], at="onEquip", cardType="wand")
        other = treasure("t.other", [], cardType="wand")
        board = Board(wand, other, *(treasure(f"t.b{place}", [bolt(1)]) for place in range(2)), seats=2)
        first, second, third, fourth = board.ready("t.wand", "t.other", "t.b0", "t.b1")
        board.set(board.me, plays=9)
        board.play(first)
        damage = damage_of(board, third)
        board.play(second)

        assert (damage, damage_of(board, fourth)) == (6, 1)
        assert board.var(board.me, "spellDamage") == 0
        assert not any(one.zones for one in board.state.listeners.values())


class TestCost:
    @pytest.mark.parametrize(
        ("effect", "fire", "frost"),
        [
            (modify("manaCost", "add", -1), 3, 3),
            (modify("manaCost", "add", -9), 0, 0),
            (modify("manaCost", "set", 1, filter=FIRE), 1, 4),
            (modify("manaCost", "mul", 1, divisor=2), 2, 2),
            (modify("manaCost", "max", 3), 3, 3),
            (modify("manaCost", "min", 6), 6, 6),
            (modify("manaCost", "add", {"type": "countCards", "playerUUID": ME, "zone": "hand"}), 7, 7),
        ],
        ids=str,
    )
    def test_is_derived_and_the_printed_one_is_still_known(self, effect: Json, fire: int, frost: int) -> None:
        board, first, second, _ = board_with(effect)
        if isinstance(effect["value"], dict):
            board.clear(board.me, "deck")
            fire = frost = 4 + len(board.state.zone(board.me, "hand"))

        assert (cost_of(board.state, first), cost_of(board.state, second)) == (fire, frost)
        assert card_property(board.state, first, "manaCost") == fire
        assert card_property(board.state, first, "printedCost") == 4
        assert board.var(first, "manaCost") == 4

    def test_is_what_is_paid_and_what_is_offered(self) -> None:
        board, fire, _, _ = board_with(modify("manaCost", "add", 3))
        board.set(board.me, mana=6)
        board.ask_again()
        asked = board.step.decision
        assert asked is not None
        assert ("play", fire) not in asked.options

        me = board.me
        board.set(me, mana=9)
        board.ask_again()
        board.play(fire, board.slots()[0])
        assert board.var(me, "mana") == 2

    def test_never_asks_itself(self) -> None:
        value = {"type": "getCardProperty", "cardUUID": "$onPlay.cardUUID", "property": "manaCost"}

        assert ("E-STATCYCLE", "/behaviors/0/do/0/stat") in written.reported(
            written.treasure(modify("manaCost", "add", value))
        )

    def test_neither_asks_nor_draws(self) -> None:
        value = {"type": "random", "min": 1, "max": 6}

        assert "E-INLINE" in [code for code, _ in written.reported(written.treasure(modify("manaCost", "add", value)))]


MINE = {"type": "Equals", "value1": "$onPlayCard.playerUUID", "value2": ME}
OF_FIRE = {"type": "Equals", "value1": {"type": "getCardProperty", "cardUUID": "$onPlayCard.cardUUID", "property": "school"}, "value2": "fire"}  # fmt: skip


def raised(amount: int, at: str = "onPlay") -> Json:
    return {"type": "spellDamage", "mode": "add", "amount": amount, "target": f"${at}.playerUUID"}


def pair(*conditions: Json) -> Json:
    """Return the older way to say that the next spells deal more."""
    asked = {"type": "And", "conditions": list(conditions)}
    sides = [("before", 5), ("after", -5)]
    triggers = [{"event": "onPlayCard", "stage": stage, "condition": asked, "do": [raised(n)]} for stage, n in sides]
    return {"type": "addTriggers", "triggers": triggers}


class TestTheOlderWay:
    def test_is_still_valid_and_reported(self) -> None:
        report = written.read(written.treasure(pair(MINE, OF_FIRE)))

        assert [problem.code for problem in report.problems] == ["W-DRIFT"]
        assert report.ok

    def test_is_rewritten_by_its_fix(self) -> None:
        (problem,) = written.read(written.treasure(pair(MINE, OF_FIRE))).problems
        assert problem.fix is not None
        (step,) = problem.fix

        assert step["value"] == {**modify("spellDamage", "add", 5, "once"), "filter": FIRE}
        assert written.reported(written.treasure(step["value"])) == []

    def test_of_a_wand_is_rewritten_too(self) -> None:
        card = written.treasure(raised(2, "onEquip"), at="onEquip", cardType="wand")
        card["behaviors"].append({"at": "onUnequip", "do": [raised(-2, "onUnequip")]})
        (problem,) = written.read(card).problems

        assert (problem.code, [step["op"] for step in problem.fix or ()]) == ("W-DRIFT", ["replace", "remove"])

    @pytest.mark.parametrize("other", [raised(-4), raised(5)], ids=["another number", "not taken back"])
    def test_is_nothing_else(self, other: Json) -> None:
        effect = pair(MINE)
        effect["triggers"][1]["do"] = [other]

        assert "W-DRIFT" not in [code for code, _ in written.reported(written.treasure(effect))]


class TestLimits:
    def test_are_raised_and_lowered(self) -> None:
        board, *_ = board_with(
            modify("goldCap", "add", 5), modify("manaCap", "add", -15), modify("resonance", "add", 2)
        )
        gold = {"type": "gold", "mode": "add", "amount": 99, "target": ME}
        assert player_property(board.state, board.me, "resonance") == 3
        assert player_property(board.state, board.me, "play") == 1

        board, *_ = board_with(modify("goldCap", "add", 5), gold)
        assert board.var(board.me, "gold") == 15


class TestWhatAPlayKnows:
    def test_is_what_was_paid(self) -> None:
        board = Board(
            treasure("t.x", [bolt("$onPlay.paid")], cost=6),
            treasure("t.cheap", [modify("manaCost", "add", -2)]),
            seats=2,
        )
        cheap, card = board.ready("t.cheap", "t.x")
        board.set(board.me, plays=2)
        board.play(cheap)

        assert damage_of(board, card) == 4

    def test_is_what_it_aimed_at(self) -> None:
        hit = {"type": "damage", "amount": 3, "target": "$onPlayCard.targets"}
        trigger = {"event": "onPlayCard", "mode": "round", "stage": "after", "do": [hit]}
        board = Board(
            treasure("t.echo", [{"type": "addTriggers", "triggers": [trigger]}]), treasure("t.x", [bolt(2)]), seats=2
        )
        echo, card = board.ready("t.echo", "t.x")
        board.set(board.me, plays=2)
        board.play(echo)

        assert damage_of(board, card) == 5


TEXTS = [
    (modify("spellDamage", "add", 2), "This round, cards that you play deal 2 more damage with each hit.", "本轮中，你打出的牌造成的伤害增加2点。"),
    (modify("spellDamage", "add", -1, "lies", whose="others"), "While this card is in play, cards that other players play deal 1 less damage with each hit.", "此牌在场期间，其他玩家打出的牌造成的伤害减少1点。"),
    (modify("spellDamage", "add", 3, "once"), "The next card that you play deals 3 more damage with each hit.", "你下一张打出的牌造成的伤害增加3点。"),
    (modify("spellDamage", "add", 1, filter=FIRE), "This round, fire cards that you play deal 1 more damage with each hit.", "本轮中，你打出的火焰牌造成的伤害增加1点。"),
    (modify("spellDamage", "add", 1, filter={"type": "Not", "condition": FIRE}), "This round, cards that you play whose school is not fire deal 1 more damage with each hit.", "本轮中，你打出的非火焰派系的牌造成的伤害增加1点。"),
    (modify("spellDamage", "add", 1, filter={"type": "Or", "conditions": [FIRE, {**FIRE, "value2": "none"}]}), "This round, cards that you play whose school is fire or whose school is no school deal 1 more damage with each hit.", "本轮中，你打出的火焰派系或无派系的牌造成的伤害增加1点。"),
    (modify("manaCost", "add", -1, whose="all"), "This round, cards that anyone plays cost 1 less.", "本轮中，所有玩家打出的牌的法力消耗减少1点。"),
    (modify("manaCost", "set", 0, "once"), "The next card that you play costs 0.", "你下一张打出的牌的法力消耗变为0点。"),
    (modify("hand", "add", 1, "always"), "For the rest of the match, your hand limit is raised by 1.", "此后整局游戏中，你的手牌上限增加1。"),
    (modify("goldCap", "add", -2, "turn", whose="others"), "This turn, the gold limit of other players is lowered by 2.", "本回合中，其他玩家的金币上限减少2。"),
]  # fmt: skip


@pytest.mark.parametrize(("effect", "english", "chinese"), TEXTS, ids=range(len(TEXTS)))
def test_is_said_as_a_card_says_it(effect: Json, english: str, chinese: str) -> None:
    card = written.treasure(effect)

    assert describe(WIZARDS, card, "en") == english
    assert describe(WIZARDS, card, "zh") == chinese
