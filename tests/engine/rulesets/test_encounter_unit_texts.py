"""What the text of a unit says: the names of its abilities, which other cards have."""

from __future__ import annotations

from typing import Any

import pytest

from engine.language.proofreading.mismatch import mismatches
from engine.language.spec.shapes import LocalizedText
from engine.language.text.describe import describe
from engine.rulesets.encounter.vocabulary import ENCOUNTER
from tests.engine.rulesets.encounter_field import hero, unit

NAMES = {"swift": LocalizedText("Swift", "迅捷"), "rapid": LocalizedText("Rapid 1", "疾速 1")}


def text_of(document: Any, language: str = "en") -> str:
    return describe(ENCOUNTER, document, language, NAMES.get)


class TestAUnit:
    @pytest.mark.parametrize("made", [unit, hero])
    def test_says_the_names_of_its_abilities(self, made: Any) -> None:
        document = {**made("scout"), "abilities": ["swift", "rapid"]}

        assert text_of(document) == "Swift. Rapid 1."
        assert text_of(document, "zh") == "迅捷。疾速 1。"

    def test_without_abilities_says_nothing(self) -> None:
        assert text_of(unit("scout")) == text_of({**unit("scout"), "abilities": []}) == ""

    @pytest.mark.parametrize(
        ("text", "numbers"),
        [
            ("Rapid 1.", []),
            ("Has Rapid 3 and Swift.", []),
            ("具有疾速 3。", []),
            ("具有疾速 3和迅捷。", []),
            ("Has Rapid 3, Swift and Cold 4.", []),
            ("Has Swift and 7 more health.", ["7"]),
            ("Has attack 7.", ["7"]),
            ("具有迅捷，生命值高 7 点。", ["7"]),
        ],
    )
    def test_may_name_an_ability_that_ends_in_a_number(self, text: str, numbers: list[str]) -> None:
        document = {**unit("scout"), "abilities": ["rapid"], "description": text}

        assert [one.text for one in mismatches(ENCOUNTER, document)] == numbers

    def test_without_abilities_may_not(self) -> None:
        document = {**unit("scout"), "description": "Has Rapid 3."}

        assert [one.text for one in mismatches(ENCOUNTER, document)] == ["3"]
