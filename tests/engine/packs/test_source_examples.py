"""The four cards of document 000 as its text has them: comments, trailing commas, and two unbalanced brackets.

Source: 000§1.1 (小石子, 镀金的部件) and 000 "示例宝藏牌数据" (当头一棒, 优胜劣汰), copied byte for byte.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadCard, Problem
from engine.packs.reader import read_json

FOLDER = Path(__file__).parents[2] / "fixtures" / "000"


def text_of(name: str) -> str:
    """Return an example as the document has it."""
    return (FOLDER / f"{name}.jsonc").read_bytes().decode()


def problem_of(text: str) -> Problem:
    """Return the only thing wrong with an example."""
    with pytest.raises(BadCard) as refused:
        read_json(text, jsonc=True)
    (problem,) = refused.value.problems
    return problem


class TestSoundExamples:
    @pytest.mark.parametrize(
        ("name", "card", "comments", "commas"),
        [
            ("stone", "base.treasure.original.stone", 15, 0),
            ("survival", "base.treasure.common.survival_of_the_fittest", 22, 0),
        ],
    )
    def test_are_read_with_their_comments(self, name: str, card: str, comments: int, commas: int) -> None:
        document = read_json(text_of(name), jsonc=True)

        assert document.value["id"] == card
        assert [sum(used.kind == kind for used in document.lenient) for kind in ("comment", "trailing-comma")] == [
            comments,
            commas,
        ]

    def test_are_no_strict_json(self) -> None:
        with pytest.raises(BadCard):
            read_json(text_of("stone"))

    def test_tell_where_their_nodes_stand(self) -> None:
        document = read_json(text_of("survival"), jsonc=True)

        assert document.locate("/behaviors/0/do/0/do/1/condition/value1/cardUUID") == (33, 31)
        assert document.locate("/behaviors/0/do/0/do/1/condition/value1/cardUUID", key=True) == (33, 19)


class TestGildedComponents:
    def test_have_a_bracket_too_many(self) -> None:
        problem = problem_of(text_of("gilding_components"))

        assert (problem.code, problem.slug) == ("E-JSON", "malformed-json")
        assert (problem.line, problem.column, problem.path) == (37, 6, "")
        assert problem.message["en"].startswith("] is one bracket too many: the { of line 1, column 1")
        assert problem.message["zh"].startswith("多了一个 ]：此处尚未关闭的是第 1 行第 1 列的 {")

    def test_are_read_once_that_bracket_is_gone(self) -> None:
        mended = text_of("gilding_components").replace("]  ]", "]")

        document = read_json(mended, jsonc=True)

        assert document.value["name"] == "镀金的部件"
        assert document.lenient == ()


class TestBash:
    def test_lacks_a_bracket(self) -> None:
        problem = problem_of(text_of("bash"))

        assert (problem.code, problem.slug) == ("E-JSON", "malformed-json")
        assert (problem.line, problem.column, problem.path) == (43, 4, "")
        assert problem.message["en"] == "The text ends here with the { of line 1, column 1 still open: } is missing."
        assert problem.message["zh"] == "文本到此结束，但第 1 行第 1 列的 { 没有关闭：缺少 }。"

    def test_is_read_once_that_bracket_is_there(self) -> None:
        document = read_json(text_of("bash") + "}\n", jsonc=True)

        assert document.value["name"] == "当头一棒"
        assert [(used.line, used.column) for used in document.lenient if used.kind == "trailing-comma"] == [(18, 55)]
        assert [problem.found for problem in document.warnings()] == ["comment", "trailing-comma"]
