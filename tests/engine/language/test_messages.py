"""The table of messages: each is used, and asks for the same words in both languages."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest

from engine.language.diagnostics.messages import MESSAGES, report
from engine.language.spec.shapes import LocalizedText

ENGINE = Path(__file__).resolve().parents[3] / "engine"


def asked(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


class TestMessages:
    @pytest.mark.parametrize("name", MESSAGES)
    def test_ask_for_the_same_words_in_both_languages(self, name: str) -> None:
        assert asked(MESSAGES[name].en) == asked(MESSAGES[name].zh)

    def test_are_all_used(self) -> None:
        sources = [file.read_text("utf-8") for file in ENGINE.rglob("*.py")]
        uses = {name: sum(text.count(f'"{name}"') for text in sources) for name in MESSAGES}

        assert [name for name, count in uses.items() if count < 2] == []

    def test_take_words_with_braces_as_they_are(self) -> None:
        found = report("list-in-text", "/a", found="{x}{0}")

        assert "“{x}{0}”" in found.message["en"]
        assert "“{x}{0}”" in found.message["zh"]

    def test_take_a_word_of_each_language(self) -> None:
        found = report("loop-unbounded", "/a", what=LocalizedText("a", "甲"))

        assert ("is a, which" in found.message["en"], "为 甲，" in found.message["zh"]) == (True, True)

    def test_suggest_the_nearest_name(self) -> None:
        found = report("no-such-card", "/a", found="rat", nearest="cat")

        assert found.nearest == "cat"
        assert found.message == {
            "en": "There is no card “rat” (did you mean “cat”?).",
            "zh": "没有卡牌“rat”（是否想写“cat”？）。",
        }
