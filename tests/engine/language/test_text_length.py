"""A card of any size is said in bounded time: up to a number of its values, and that there is more."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from engine import api
from engine.language.planning.length import MAX_VALUES, beginning

Json = dict[str, Any]
FOES = {"type": "units", "side": "enemy"}
HIT = {"type": "damage", "target": FOES, "amount": 2}
MINE = {"type": "count", "of": "myUnits"}
REST = {"en": "The rest of this card is too long to print.", "zh": "此牌的其余内容过长，从略。"}


def ability(*action: Json) -> Json:
    return {
        "id": "x.long",
        "type": "ability",
        "name": "Long",
        "skills": [{"id": "s", "triggerOn": "EP", "action": [*action]}],
    }


def hits(count: int) -> Json:
    return ability(*[HIT] * count)


def asked(count: int) -> Json:
    """Return a card with one condition of many parts."""
    parts = [{"type": "GreaterThan", "value1": MINE, "value2": number} for number in range(count)]
    return ability({"type": "if", "condition": {"type": "Or", "conditions": parts}, "do": [HIT]})


def bound(count: int) -> Json:
    """Return a card of effects that speak of those before them."""
    pairs = [({**HIT, "id": f"e{number}"}, {**HIT, "amount": f"$e{number}.amount"}) for number in range(count)]
    return ability(*(effect for pair in pairs for effect in pair))


LONG: list[tuple[Callable[[int], Json], int]] = [(hits, 7_000), (asked, 8_000), (bound, 3_300)]
"""Cards of about 45,000 values, which the reader still takes."""


def values(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(values, inner))


class TestALongCard:
    @pytest.mark.parametrize(("made", "count"), LONG)
    def test_is_said_up_to_a_bound_and_that_there_is_more(self, made: Callable[[int], Json], count: int) -> None:
        for lang, rest in REST.items():
            text = api.describe("encounter", made(count), lang)

            assert text.endswith("\n" + rest)
            assert len(text) < 20 * MAX_VALUES

    @pytest.mark.parametrize(("made", "count"), LONG)
    def test_is_held_against_no_written_text(self, made: Callable[[int], Json], count: int) -> None:
        card = {**made(count), "description": "Deal 3 damage to all opposing units. " * 200}

        assert api.mismatches("encounter", card) == ()

    @pytest.mark.parametrize(("card_of", "count"), LONG)
    def test_takes_little_longer_than_one_of_the_bound(self, card_of: Callable[[int], Json], count: int) -> None:
        """Measured in turns, the best of three: reading the whole card is all that grows."""

        def cpu_seconds(card: Json) -> float:
            began = time.process_time()
            api.describe("encounter", card, "en")
            api.mismatches("encounter", {**card, "description": "Deal 3 damage to all opposing units."})
            return time.process_time() - began

        short, long = card_of(MAX_VALUES * count // 45_000), card_of(count)
        pairs = [(cpu_seconds(short), cpu_seconds(long)) for _ in range(3)]

        assert min(two for _, two in pairs) < 6 * min(one for one, _ in pairs)

    def test_is_valid_up_to_the_bound(self) -> None:
        matches, is_cut = beginning(hits(7_000))

        assert is_cut
        assert MAX_VALUES <= values(matches) < MAX_VALUES + 20
        assert matches["skills"][0]["action"][-1] == HIT


class TestAnyOtherCard:
    def test_is_said_as_a_whole(self) -> None:
        card = hits(600)

        assert beginning(card) == (card, False)
        assert REST["en"] not in api.describe("encounter", card, "en")
