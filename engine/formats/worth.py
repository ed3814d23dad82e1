"""What each part of a card is worth: `worth-result/1`. Source: engine/simulation/worth/report.py makes it."""

from __future__ import annotations

from engine.formats.fixed_results import course, head
from engine.formats.parts import (
    BILINGUAL,
    COUNT,
    FLAG,
    NAME,
    TEXT,
    Key,
    Schema,
    key,
    listed,
    number,
    one_of,
    or_null,
    record,
    table,
)
from engine.ruleset import Ruleset

FORMAT = "worth-result/1"
READINGS = ("adds", "costs", "small", "unknown", "never")
PROBLEMS = ("alone", "many", "budget")
KINDS = ("effect", "condition", "trigger", "modifier", "keyword")


def result(ruleset: Ruleset) -> Schema:
    """Return the schema of the result so far of what the parts of a card are worth, the last word or not."""
    return record(
        *head(ruleset, FORMAT),
        key("preset", NAME, "How precise", "精度"),
        *course(),
        key("target", number(0), "Half-width asked for", "目标半宽"),
        key("margin", number(0), "Margin within which a part is small", "影响可忽略的容差"),
        *_parts(),
    )


def _parts() -> tuple[Key, ...]:
    """Return the parts of the card, each with its number, the whole card, and what is left."""
    worth, pairs = _worth(), _pairs()
    row = record(
        key("pointer", TEXT, "Place in the core form", "在核心形式中的位置"),
        key("place", TEXT, "Place in the card", "在卡牌中的位置"),
        key("kind", one_of(KINDS), "Kind", "种类"),
        key("type", NAME, "Type", "类型"),
        key("title", BILINGUAL, "What it is called", "名称"),
        key("depth", COUNT, "Parts around it", "外层部分数"),
        key("isOuter", FLAG, "Within no other part", "不在其他部分之内"),
        key("users", listed(TEXT), "Parts that go with it", "随之去掉的部分"),
        key("problem", or_null(one_of(PROBLEMS)), "Why it has no number", "没有数字的原因"),
        key("variant", or_null(COUNT), "Variant of the card", "变体编号"),
        key("worth", worth, "Worth", "价值"),
        key("turned", pairs, "Pairs of matches that it turned", "改变的对局对"),
        key("first", table(COUNT), "First block that it turned", "首个被改变的组"),
    )
    whole = record(
        key("worth", worth, "Worth", "价值"),
        key("turned", pairs, "Pairs of matches that it turned", "改变的对局对"),
        nullable=True,
    )
    return (
        key("rows", listed(row), "Parts", "各部分"),
        key("whole", whole, "The whole against a blank card", "整张牌对比空白牌"),
        key("together", worth, "The whole less each outermost part alone", "整张牌减去各最外层部分"),
        key("matches", listed(_match()), "Matches of the blocks that parts turned first", "各部分首次改变的组中的对局"),
    )


def _match() -> Schema:
    return record(
        key("kind", one_of(("turnedWon", "turnedLost")), "Which way", "方向"),
        key("place", TEXT, "Place in the card", "在卡牌中的位置"),
        key("variant", COUNT, "Variant of the card", "变体编号"),
        key("block", COUNT, "Block", "组"),
        key("seed", COUNT, "Seed", "种子"),
        key("opponent", TEXT, "Decks by seat", "各席位的牌组"),
        key("arm", one_of(("candidate", "baseline")), "With the part or without", "有或没有此部分"),
        key("seat", COUNT, "Seat of the whole card", "整张牌的席位"),
        key("why", BILINGUAL, "Why it is kept", "留存的理由"),
    )


def _worth() -> Schema:
    return record(
        key("mean", number(), "Mean", "均值"),
        key("low", or_null(number()), "Low end, at the end alone", "下端（仅在结束时）"),
        key("high", or_null(number()), "High end, at the end alone", "上端（仅在结束时）"),
        key("reading", or_null(one_of(READINGS)), "Reading, at the end alone", "判断（仅在结束时）"),
        key(
            "mostOften",
            or_null(number(0, 1)),
            "Share of blocks in which it may matter at most",
            "最多可能起作用的组占比",
        ),
        key("n", COUNT, "Blocks", "组数"),
        nullable=True,
    )


def _pairs() -> Schema:
    return record(
        key("won", COUNT, "Won by it", "因此获胜"),
        key("lost", COUNT, "Lost by it", "因此落败"),
        key("same", COUNT, "Ended the same", "结局相同"),
        key("of", COUNT, "Pairs played", "对局对数"),
        nullable=True,
    )
