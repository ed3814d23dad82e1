"""A number of things between two bounds, one of which may be a count, in both languages."""

from __future__ import annotations

import pytest

from engine.language.text.chinese import Chinese
from engine.language.text.english import English

CARDS, MANA = "card|cards", "mana"


class TestASpan:
    @pytest.mark.parametrize(
        ("low", "high", "form", "said"),
        [
            (0, "your freezing", CARDS, "a number of cards up to your freezing"),
            (1, "your freezing", CARDS, "a number of cards from 1 to your freezing"),
            (0, "your gold", MANA, "an amount of mana up to your gold"),
            ("your gold", 9, CARDS, "a number of cards from your gold to 9"),
            (0, 3, CARDS, "up to 3 cards"),
            (2, 3, CARDS, "2 to 3 cards"),
        ],
    )
    def test_in_english(self, low: int | str, high: int | str, form: str, said: str) -> None:
        assert English().span(low, high, form) == said

    def test_in_chinese(self) -> None:
        assert Chinese().span(0, "你的冻结数", "张牌") == "数量至多为你的冻结数的牌"
