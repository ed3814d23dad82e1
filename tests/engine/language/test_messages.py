"""The table of messages: each is used, and asks for the same words in both languages."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest

from engine.language.diagnostics.expected import type_name
from engine.language.diagnostics.messages import MESSAGES, report
from engine.language.spec.shapes import ListOf, LocalizedText, Shape, TextLiteral
from engine.packs.card import read_card
from engine.ruleset import Ruleset
from engine.rulesets import find, names

GAMES = [find(name) for name in names()]
ENGINE = Path(__file__).resolve().parents[3] / "engine"


def asked(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


class TestMessages:
    def test_ask_for_the_same_words_in_both_languages(self) -> None:
        assert [name for name, text in MESSAGES.items() if asked(text.en) != asked(text.zh)] == []

    def test_are_all_used(self) -> None:
        sources = [file.read_text("utf-8") for file in ENGINE.rglob("*.py")]
        uses = {name: sum(text.count(f'"{name}"') for text in sources) for name in MESSAGES}

        assert [name for name, count in uses.items() if count < 2] == []

    def test_take_words_with_braces_as_they_are(self) -> None:
        matching_report = report("list-in-text", "/a", found="{x}{0}")

        assert "“{x}{0}”" in matching_report.message["en"]
        assert "“{x}{0}”" in matching_report.message["zh"]

    def test_take_a_word_of_each_language(self) -> None:
        found = report("loop-unbounded", "/a", what=LocalizedText("a", "甲"))

        assert ("is a, which" in found.message["en"], "为 甲，" in found.message["zh"]) == (True, True)

    def test_suggest_the_nearest_name(self) -> None:
        matching_report = report("no-such-card", "/a", found="rat", nearest="cat")

        assert matching_report.nearest == "cat"
        assert matching_report.message == {
            "en": "There is no card “rat” (did you mean “cat”?).",
            "zh": "没有卡牌“rat”（是否想写“cat”？）。",
        }


def list_of_shape(shape: Shape) -> Shape:
    """Return the shape in a list, another as it is."""
    return list_of_shape(shape.item) if isinstance(shape, ListOf) else shape


class TestTypes:
    @pytest.mark.parametrize("game", GAMES, ids=names())
    def test_have_a_name_for_people_in_every_game(self, game: Ruleset) -> None:
        subtypes = game.vocabulary.subtypes
        kinds = sorted({*subtypes, *subtypes.values()})

        assert [kind for kind in kinds if type_name(kind, game.vocabulary).en == kind] == []


class TestAPattern:
    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
    def test_is_said_in_words(self, game: Ruleset) -> None:
        """What a regular expression refuses is answered with what may be written, not with a length alone."""
        specs = (*game.vocabulary.records, *game.vocabulary.nodes)
        fields = [(spec.name, field.name, list_of_shape(field.shape)) for spec in specs for field in spec.fields]
        narrowed_pairs = [
            (*at, shape) for *at, shape in fields if isinstance(shape, TextLiteral) and shape.pattern is not None
        ]

        assert narrowed_pairs
        assert [at for *at, shape in narrowed_pairs if shape.says is None] == []

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
    @pytest.mark.parametrize("written", ["a b", "火", "-a"])
    def test_of_an_id_is_said_in_every_game(self, game: Ruleset, written: str) -> None:
        found = read_card(game.vocabulary, f'{{"id": "{written}"}}', rewrite=game.rewrite).problems
        (problem,) = [one for one in found if one.path == "/id" and one.code == "E-SCHEMA"]

        assert "without spaces, a letter or digit first" in problem.message["en"]
        assert "不含空格、以字母或数字开头" in problem.message["zh"]
