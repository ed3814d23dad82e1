"""Keys that results of plans of a fixed length share. Source: engine/simulation/fixed_plans.py makes them."""

from __future__ import annotations

from engine.formats.parts import BILINGUAL, COUNT, NAME, SHA256, Key, just, key, listed, one_of, or_null, record
from engine.ruleset import Ruleset


def plan(ruleset: Ruleset, form: str) -> tuple[Key, ...]:
    """Return the keys that name the plan and who played it."""
    return (
        key("format", just(form), "Format", "格式"),
        key("ruleset", just(ruleset.name), "Game", "游戏规则"),
        key("engine", or_null(SHA256), "Hash of the engine", "引擎哈希"),
        key("spec", SHA256, "Hash of the plan", "计划哈希"),
        key("bots", listed(NAME, 1), "Bots", "机器人"),
        key("seed", COUNT, "Seed of the run", "种子"),
        key("unit", one_of(("seat", "side")), "Whose card it is", "卡牌归属"),
    )


def head(ruleset: Ruleset, form: str) -> tuple[Key, ...]:
    """Return the keys that name the card, the plan and what was played with."""
    opponent = record(key("id", NAME, "Deck", "牌组"), key("title", BILINGUAL, "Title", "名称"))
    return (
        *plan(ruleset, form),
        key("contentHash", SHA256, "Hash of the cards", "卡牌内容哈希"),
        key("card", NAME, "Card", "卡牌"),
        key("cardHash", SHA256, "Hash of the card", "卡牌哈希"),
        key("opponents", listed(opponent), "Decks", "牌组"),
    )


def course() -> tuple[Key, ...]:
    """Return the keys that say how far the plan is, what its intervals are made with, and what it costs."""
    counts = record(
        key("blocks", COUNT, "Blocks", "组"),
        key("games", COUNT, "Matches", "对局"),
        key("aborted", COUNT, "Aborted", "中止"),
    )
    progress = record(
        key("blocks", COUNT, "Done", "已完成"),
        key("of", COUNT, "Of", "总数"),
        key("chunks", COUNT, "Chunks done", "已完成的块"),
    )
    cost = record(key("matches", COUNT, "Matches", "对局"), key("cpuSeconds", COUNT, "Processor seconds", "处理器秒数"))
    reasons = or_null(one_of(("planned", "aborted: budget")))
    return (
        key("status", one_of(("running", "finished")), "Status", "状态"),
        key("stopReason", reasons, "Why it ended", "结束原因"),
        key("n", counts, "Played", "已进行"),
        key("progress", progress, "Progress", "进度"),
        key("alpha", COUNT, "Error allowed to all, in ten-thousandths", "允许的总误差（万分之一）"),
        key("family", COUNT, "Intervals that hold together", "同时成立的区间数"),
        key("cost", cost, "Cost stated before the start", "开始前给出的开销"),
        key("lent", listed(NAME), "Shipped cards that fill up", "补足所用的自带卡牌"),
    )
