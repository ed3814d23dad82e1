"""Upgraded cards: of which card each is a form, what it changes, and that a hero takes one of them (001§5.5)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import api

Json = dict[str, Any]
HIT: Json = {"type": "damage", "target": "$target.unitUUID", "amount": 2}
SPARK: Json = {
    "id": "own.spark",
    "type": "order",
    "name": "Spark",
    "rarity": "common",
    "colors": ["red"],
    "cost": 2,
    "spell": {"target": "enemy", "action": [HIT]},
}
STRONG = {
    **SPARK,
    "id": "own.spark-ii",
    "cost": 1,
    "variantOf": "own.spark",
    "variant": "strengthened",
    "spell": {"target": "enemy", "action": [{**HIT, "amount": 3}]},
}
BLUE_FORM = {
    **SPARK,
    "id": "own.spark-blue",
    "variantOf": "own.spark",
    "variant": "reforged",
    "spell": {"target": "enemy", "action": [{"type": "drawCards", "count": 2}]},
}
STRANGER = {**SPARK, "id": "own.other", "name": "Other"}


def hero(*cards: str) -> Json:
    body = {"atk": 2, "mhp": 10, "mov": 2, "rng": 1, "spd": 0}
    return {"id": "own.hero", "type": "hero", "name": "Hero", "rarity": "common", "colors": ["red"], **body, "cards": [*cards]}  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ([SPARK, STRONG, BLUE_FORM, STRANGER, hero("own.spark-ii", "own.spark-ii", "own.other")], []),
        ([SPARK, STRONG, hero("own.spark", "own.spark-ii")], [("E-VARIANT", "/3/cards/1")]),
        ([SPARK, STRONG, BLUE_FORM, hero("own.spark-ii", "own.spark-blue")], [("E-VARIANT", "/4/cards/1")]),
        ([SPARK, {**STRONG, "name": "Sparks"}], [("E-VARIANT", "/2/variantOf")]),
        ([SPARK, STRONG, {**BLUE_FORM, "variantOf": "own.spark-ii"}], [("E-VARIANT", "/3/variantOf")]),
        ([SPARK, {**STRONG, "variantOf": "own.hero"}, hero("own.spark")], [("E-REF", "/2/variantOf")]),
        ([SPARK, {key: value for key, value in STRONG.items() if key != "variant"}], [("E-SCHEMA", "/2/variantOf")]),
    ],
)
def test_forms_of_one_card_keep_its_name_and_are_taken_one_at_a_time(
    tmp_path: Path, cards: list[Json], expected: list[tuple[str, str]]
) -> None:
    file = tmp_path / "cards.json"
    first = {**STRANGER, "id": "own.first", "name": "First"}
    file.write_text(json.dumps([first, *cards]), encoding="utf-8")

    problems = api.validate_path("encounter", file).problems

    assert [(problem.code, problem.path) for problem in problems] == expected


def test_a_variant_says_in_what_it_is_not_as_its_card() -> None:
    cards = {card["id"]: card for card in (SPARK, STRONG, BLUE_FORM)}

    changes = {name: api.variant_changes("encounter", card, cards) for name, card in cards.items()}

    assert changes["own.spark"] is None
    assert changes["own.spark-ii"] == [
        ("/cost", 2, 1),
        ("/spell/action/0/amount", 2, 3),
        ("/variant", None, "strengthened"),
    ]
    assert changes["own.spark-blue"] == [
        ("/spell/action/0", HIT, {"type": "drawCards", "count": 2}),
        ("/variant", None, "reforged"),
    ]
