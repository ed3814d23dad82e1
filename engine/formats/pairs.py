"""What pairs of cards do together: `pairs-result/1`. Source: engine/simulation/pairs/report.py makes it."""

from __future__ import annotations

from engine.formats.fixed_results import course, head
from engine.formats.parts import NAME, Schema, key, listed, number, one_of, or_null, record
from engine.ruleset import Ruleset

FORMAT = "pairs-result/1"
READINGS = ("combo", "clash", "apart", "unknown")


def result(ruleset: Ruleset) -> Schema:
    """Return the schema of the result so far of a plan of pairs, the last word or not."""
    interval = record(
        key("mean", number(), "Mean", "均值"),
        key("low", or_null(number()), "Low end, at the end alone", "下端（仅在结束时）"),
        key("high", or_null(number()), "High end, at the end alone", "上端（仅在结束时）"),
        nullable=True,
    )
    row = record(
        key("partner", NAME, "The other card", "另一张卡牌"),
        key("links", listed(listed(NAME, 2)), "Events and stats that link the two", "把两者联系起来的事件与属性"),
        key("partnerAlone", interval, "What the other card adds alone", "另一张单独带来的变化"),
        key("both", interval, "What both add together", "两张一起带来的变化"),
        key("interaction", interval, "Both together less each alone", "一起减去各自单独"),
        key("reading", or_null(one_of(READINGS)), "Reading, at the end alone", "判断（仅在结束时）"),
        key("problem", or_null(one_of(("budget",))), "Why there is no number", "没有数字的原因"),
    )
    return record(
        *head(ruleset, FORMAT),
        key("preset", NAME, "How precise", "精度"),
        *course(),
        key("target", number(0), "Half-width asked for", "目标半宽"),
        key("margin", number(0), "Margin within which an interaction is none", "视为无相互作用的容差"),
        key("alone", interval, "What the card adds alone", "卡牌单独带来的变化"),
        key("rows", listed(row), "The pairs", "各对"),
    )
