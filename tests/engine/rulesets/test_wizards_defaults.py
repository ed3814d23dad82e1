"""What the registry says an absent field counts as is what it counts as."""

from __future__ import annotations

from typing import Any

import pytest

from engine.language.spec.fields import Field
from engine.rulesets import find
from engine.rulesets.wizards.vocabulary import WIZARDS

CARDS: dict[str, dict[str, Any]] = {
    "treasure": {"id": "t.treasure.common.a", "name": "A", "manaCost": 1, "rarity": "com", "school": "none"},
    "exploration": {"id": "t.exploration.III.a", "name": "A", "type": "monster", "level": "III"},
}
DEFAULTS = [
    (kind.name, field)
    for kind in WIZARDS.kinds
    for field in WIZARDS.record(kind.record).fields
    if field.default is not None
]


class TestDefaults:
    @pytest.mark.parametrize(
        ("kind", "field"), DEFAULTS, ids=lambda part: part.name if isinstance(part, Field) else part
    )
    def test_are_what_an_absent_field_counts_as(self, kind: str, field: Field) -> None:
        absent, _ = find("wizards").compile_card(CARDS[kind], "0" * 64)
        written, _ = find("wizards").compile_card({**CARDS[kind], field.name: field.default}, "0" * 64)

        assert absent == written

    def test_are_reported_for_every_number_and_kind_that_may_be_absent(self) -> None:
        assert {field.name for _, field in DEFAULTS} >= {"count", "cardType", "health", "reward"}
