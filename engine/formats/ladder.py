"""For whom a preview holds: `ladder-result/1`. Source: engine/simulation/ladder/report.py makes it."""

from __future__ import annotations

from engine.formats.fixed_results import course, head
from engine.formats.parts import (
    BILINGUAL,
    COUNT,
    FLAG,
    NAME,
    TEXT,
    Schema,
    key,
    listed,
    maybe,
    number,
    one_of,
    or_null,
    record,
)
from engine.ruleset import Ruleset

FORMAT = "ladder-result/1"
READINGS = ("stronger", "weaker", "even", "unknown")
VERDICTS = ("holds", "depends", "unknown")


def result(ruleset: Ruleset) -> Schema:
    """Return the schema of the result so far of a skill ladder, the last word or not."""
    interval = record(
        key("mean", number(), "Mean", "均值"),
        key("low", or_null(number()), "Low end, at the end alone", "下端（仅在结束时）"),
        key("high", or_null(number()), "High end, at the end alone", "上端（仅在结束时）"),
        nullable=True,
    )
    reading = key("reading", or_null(one_of(READINGS)), "Reading, at the end alone", "判断（仅在结束时）")
    use = record(
        key("seen", number(0), "Copies that the holder saw", "持有者见到的张数"),
        key("played", number(0, 100), "Share of these that it played, percent", "其中打出的比例（%）"),
        key("round", or_null(number(0)), "Round of the first play, mean", "首次打出的平均轮次"),
        nullable=True,
    )
    level = record(
        key("bot", NAME, "Bot", "机器人"),
        key("change", interval, "Change of the win rate", "胜率变化"),
        maybe("use", use, "What the bot does with the card", "机器人如何使用该牌"),
        reading,
    )
    difference = record(
        key("bots", listed(NAME, 2), "The stronger bot and the weaker", "较强与较弱的机器人"),
        key("change", interval, "Difference of their changes", "变化之差"),
        reading,
    )
    step = record(
        key("bots", listed(NAME, 2), "A bot and the one below it", "机器人及其下一级"),
        key("share", interval, "Matches won by it, percent", "其胜率（%）"),
        key("isStronger", or_null(FLAG), "Shown to win more than half", "显示胜过半数"),
        key("reaches", or_null(FLAG), "Shown to win as much as is asked", "显示达到要求"),
    )
    return record(
        *head(ruleset, FORMAT),
        key("preset", NAME, "How precise", "精度"),
        *course(),
        key("target", number(0), "Half-width asked for", "目标半宽"),
        key("margin", number(0), "Margin within which a change is even", "视为持平的容差"),
        key(
            "topShare",
            number(0, 100),
            "Share that a bot is meant to win against the one below it",
            "对下一级应有的胜率",
        ),
        key("levels", listed(level), "The change by each bot", "各机器人所得的变化"),
        key("differences", listed(difference), "Differences between bots", "机器人之间的差"),
        key("steps", listed(step), "How strong the bots are", "机器人的强弱"),
        key("verdict", or_null(one_of(VERDICTS)), "Verdict, at the end alone", "结论（仅在结束时）"),
        key("isLadder", or_null(FLAG), "Each bot is shown to beat the one below it", "每级均显示强于下一级"),
        maybe(
            "matches",
            listed(_match()),
            "Deals on which two bots part, at the end alone",
            "两种机器人结果不同的对局（仅在结束时）",
        ),
    )


def _match() -> Schema:
    return record(
        key("kind", one_of(("partedWon", "partedLost")), "Which bot won more", "哪一种赢得更多"),
        key("bots", listed(NAME, 2), "The stronger bot and the weaker", "较强与较弱的机器人"),
        key("bot", NAME, "The bot that plays both seats", "双方席位的机器人"),
        key("score", COUNT, "What the card's seat won, in halves of a win", "持牌席位的得分（半胜）"),
        key("round", or_null(COUNT), "Round in which it first played the card", "首次打出该牌的轮次"),
        key("block", COUNT, "Block", "组"),
        key("seed", COUNT, "Seed", "种子"),
        key("opponent", TEXT, "Decks by seat", "各席位的牌组"),
        key("arm", one_of(("candidate",)), "Always with the card", "始终持有该牌"),
        key("seat", COUNT, "Seat of the card", "该牌的席位"),
        key("answers", listed(TEXT), "Answers of both seats, in order", "双方的应答，依次"),
        key("why", BILINGUAL, "Why it is kept", "留存的理由"),
    )
