"""Numbers that effects leave behind: a bound of each reads as a sentence in both languages."""

from __future__ import annotations

import pytest

from engine.language.spec import Case, NodeSpec
from engine.language.text.conditions import COUNT_ZH, none_zh
from engine.language.text.describe import describe
from engine.rulesets import find, names, shipped_names

NO_NOUN = {
    "loop": "a number of times",
    "foreach": "whatever it goes through",
    "choose": "the number of an option",
    "randomly": "the number of an outcome",
    "PICK": "whatever is picked",
    "PICK_CARD": "whatever is picked",
    "ask": "whatever is asked for",
}
"""Effects whose number counts nothing that has one noun, with what it counts."""


def counted(spec: NodeSpec) -> tuple[Case, ...]:
    """Return the numbers of an effect that count things by their name: "the number of cards found"."""
    return tuple(
        case
        for name, kind in spec.output.results.items()
        for case in spec.wording.results.get(name, ())
        if kind == "int" and case.phrase.en.startswith("the number of ")
    )


class TestNumbersOfThings:
    @pytest.mark.parametrize("game", names())
    def test_have_a_sentence_of_their_own_for_a_bound(self, game: str) -> None:
        """Without it a card says "if the number of units moved is more than 0"; with it "if this moves any units"."""
        nodes = [spec for spec in find(game).vocabulary.nodes if spec.name not in NO_NOUN]
        guilty = [f"{spec.name}: {case.phrase.en}" for spec in nodes for case in counted(spec) if case.counts is None]

        assert guilty == []
        assert any(counted(spec) for spec in nodes) or game == "genius" or game not in shipped_names()

    @pytest.mark.parametrize("game", names())
    def test_have_a_chinese_sentence_that_can_be_denied(self, game: str) -> None:
        vocabulary = find(game).vocabulary
        results = [case for spec in vocabulary.nodes for cases in spec.wording.results.values() for case in cases]
        sentences = {case.counts.zh for case in results if case.counts is not None and "{n:" in case.counts.zh}
        denials = {sentence: COUNT_ZH.fullmatch(sentence) for sentence in sentences}

        assert [sentence for sentence, match in denials.items() if match is None] == []
        assert [text for match in denials.values() if match and "没有" not in (text := none_zh(*match.groups()))] == []

    @pytest.mark.parametrize(
        ("sign", "number", "en", "zh"),
        [
            ("GreaterThan", 0, "if this moves any units, draw a card", "若移动了单位，抽1张牌"),
            ("Equals", 0, "if this moves no units, draw a card", "若没有移动单位，抽1张牌"),
            ("LessThan", 2, "if this moves fewer than 2 units, draw a card", "若移动了不足2个单位，抽1张牌"),
        ],
    )
    def test_print_as_what_happened(self, sign: str, number: int, en: str, zh: str) -> None:
        move = {"type": "MOVE_UNIT", "target": "THIS", "params": {"id": "left", "to": "LANE_LEFT"}}
        condition = {"op": sign, "args": ["$left.moved", number]}
        draw = {"type": "DRAW", "target": "OWNER", "params": {"count": 1}}
        ability = {
            "id": "a",
            "trigger": "UNIT_DEPLOYED",
            "effects": [move, {"type": "if", "params": {"condition": condition, "do": [draw]}}],
        }
        card = {"id": "X-1", "cardType": "UNIT", "abilities": [ability]}
        vocabulary = find("halo").vocabulary

        assert en in describe(vocabulary, card, "en")
        assert zh in describe(vocabulary, card, "zh")

    def test_print_having_with_the_bound_before_it(self) -> None:
        move = {"type": "MOVE_UNIT", "target": "THIS", "params": {"id": "left", "to": "LANE_LEFT"}}
        checks = [
            {"type": "if", "params": {"condition": {"op": sign, "args": ["$left.others", number]}, "do": []}}
            for sign, number in (("Equals", 0), ("Equals", 2), ("LessThan", 3))
        ]
        ability = {"id": "a", "trigger": "UNIT_DEPLOYED", "effects": [move, *checks]}
        text = describe(find("halo").vocabulary, {"id": "X-1", "cardType": "UNIT", "abilities": [ability]}, "zh")

        for sentence in ("原来没有其他单位", "原来恰好有2个其他单位", "原来不足3个其他单位"):
            assert sentence in text, text
