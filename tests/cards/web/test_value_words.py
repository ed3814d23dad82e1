"""Numbers of a card are named by the block that has them, each by another name."""

from __future__ import annotations

from collections import Counter

import pytest

from cards.gateway import nodes, previews
from cards.web.places import value_of
from engine import api
from engine.rulesets import names


def words_of(game: str, card: dict[str, object], pointer: str, language: str) -> str:
    return " › ".join(step[language] for step in nodes.value_in_words(game, card, pointer))


class TestWordsOfNumbers:
    @pytest.mark.parametrize("game", names())
    def test_differ_within_each_shipped_card(self, game: str) -> None:
        alike = [
            (card["id"], language, words)
            for card, _ in api.card_set(game)
            for language in ("en", "zh")
            for words, times in Counter(
                words_of(game, card, number["pointer"], language) for number in previews.sweep_numbers(dict(card))
            ).items()
            if times > 1
        ]

        assert alike == []

    def test_begin_with_the_closest_block_and_number_those_of_one_name(self) -> None:
        card = next(card for card, _ in api.card_set("wizards") if card["id"] == "loom.treasure.common.shatter")
        words = {
            number["pointer"]: words_of("wizards", card, number["pointer"], "en")
            for number in previews.sweep_numbers(dict(card))
        }

        assert words["/manaCost"] == "Mana cost"
        assert words["/behaviors/0/do/1/do/0/amount"] == "Damage a monster 1 › Amount"
        assert words["/behaviors/0/do/1/elsedo/0/amount"] == "Damage a monster 2 › Amount"
        assert value_of("wizards", None, "/manaCost").words == "/manaCost"
