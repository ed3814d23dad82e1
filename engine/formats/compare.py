"""What a release does to its game: `compare-result/1`. Source: engine/simulation/releases/report.py makes it."""

from __future__ import annotations

from engine.formats.fixed_results import course, plan
from engine.formats.parts import BILINGUAL, NAME, TEXT, Key, Schema, key, listed, number, one_of, or_null, record
from engine.ruleset import Ruleset

FORMAT = "compare-result/1"
STATES = ("legal", "illegal", "new", "broken", "spare")
KINDS = ("changed", "added", "removed")
READINGS = ("up", "down", "small", "unknown", "same")
VERDICTS = ("changed", "even", "unknown")


def result(ruleset: Ruleset) -> Schema:
    """Return the schema of the result so far of a comparison of two states of a pack."""
    deck = record(
        key("id", NAME, "Deck", "牌组"),
        key("title", BILINGUAL, "Title", "名称"),
        key("state", one_of(STATES), "Legal before and after, or not", "前后是否合法"),
        key("problems", listed(TEXT), "Codes of what is wrong after", "发布后的问题代码"),
    )
    card = record(
        key("id", NAME, "Card", "卡牌"),
        key("kind", one_of(KINDS), "How it differs", "差异"),
        key("seen", or_null(number(0, 100)), "Matches after in which it was seen, percent", "发布后出现过的对局（%）"),
    )
    cell = record(key("decks", listed(NAME), "Decks, by seat", "双方牌组"), *_numbers())
    row = record(key("deck", NAME, "Deck", "牌组"), *_numbers())
    measure = record(key("name", NAME, "Measure", "度量"), key("title", BILINGUAL, "Title", "名称"), *_numbers())
    return record(
        *plan(ruleset, FORMAT),
        key("preset", NAME, "How precise", "精度"),
        *course(),
        key("target", number(0), "Half-width asked for", "目标半宽"),
        key("margin", number(0), "Margin within which a change is small", "变化可忽略的容差"),
        key("decks", listed(deck), "Decks", "牌组"),
        key("cards", listed(card), "Cards that differ", "有差异的卡牌"),
        key("cells", listed(cell), "Each deck against each", "牌组两两对阵"),
        key("rows", listed(row), "Each deck against all others", "每套牌组对其余全部"),
        key("measures", listed(measure), "Whole matches", "整局度量"),
        key("verdict", or_null(one_of(VERDICTS)), "Verdict, at the end alone", "结论（仅在结束时）"),
    )


def _numbers() -> tuple[Key, ...]:
    interval = record(
        key("mean", number(), "Mean", "均值"),
        key("low", or_null(number()), "Low end, at the end alone", "下端（仅在结束时）"),
        key("high", or_null(number()), "High end, at the end alone", "上端（仅在结束时）"),
        nullable=True,
    )
    return (
        key("before", or_null(number()), "Before the release", "发布前"),
        key("after", interval, "After the release", "发布后"),
        key("change", interval, "Change", "变化"),
        key("reading", or_null(one_of(READINGS)), "Reading, at the end alone", "判断（仅在结束时）"),
        key("problem", or_null(one_of(("budget",))), "Why there is no number", "没有数字的原因"),
    )
