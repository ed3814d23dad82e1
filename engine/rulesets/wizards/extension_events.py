"""Events that 000 does not have, for what cards do before, after and instead of what the rules do.

A match raises them only where somebody listens. Source: SOURCE.md, extensions.
"""

from __future__ import annotations

from engine.language.spec.events import EventSpec
from engine.language.spec.phrases import EventPhrase, Result
from engine.language.spec.search import search_words
from engine.language.spec.shapes import LocalizedText

EXTENSION_EVENTS = (
    EventSpec(
        "onMatchEnd",
        LocalizedText("The match is about to end", "对局即将结束时"),
        {"round": "int"},
        extension=True,
        doc=LocalizedText(
            "A marker is far enough, or the last round is over; places are counted after its triggers.",
            "有标记到达终点或最后一轮结束时引发；名次在其触发器之后计算。",
        ),
        wording=EventPhrase(
            LocalizedText("before places are counted at the end of the match", "对局结束、计算名次之前"),
            LocalizedText("before places are counted at the end of the match", "对局结束、计算名次之前"),
            fields={
                "round": Result(
                    LocalizedText("the number of the round", "当前轮数"),
                    LocalizedText("it is round {n}", "当前轮数{n}"),
                )
            },
            keys=LocalizedText("match|game|place|count", "对局|名次|游戏结束"),
        ),
        search=search_words("end of match, game over, final scoring", "对局结束、游戏结束、终局计分"),
    ),
    EventSpec(
        "onGoldChanged",
        LocalizedText("A player's gold changes", "玩家的金币变化时"),
        {"playerUUID": "player", "amount": "int", "gold": "int"},
        extension=True,
        doc=LocalizedText(
            "By whatever it changes: an effect, a bounty, a purchase. `amount` is below 0 where it falls, `gold` is what the player has now.",
            "不论因何变化：效果、赏金或购买。减少时 `amount` 小于 0，`gold` 为该玩家现有的金币。",
        ),
        phrase=LocalizedText("{playerUUID's gold} changes", "{playerUUID}的金币变化"),
        wording=EventPhrase(
            fields={
                "amount": Result(LocalizedText("the change of gold", "金币的变化")),
                "gold": Result(
                    LocalizedText("{playerUUID's gold}", "{playerUUID}的金币"),
                    LocalizedText("{playerUUID} has {n:gold}", "{playerUUID}有{n:枚金币}"),
                ),
            },
            keys=LocalizedText("gold|coin", "金币"),
        ),
        search=search_words("gold changes, reaches gold, spends gold, bounty", "金币变化、金币达到、花费金币、赏金"),
    ),
)
