"""Events that 000 does not have, for what cards do before, after and instead of what the rules do.

A match raises them only where somebody listens. Source: SOURCE.md, extensions.
"""

from __future__ import annotations

from engine.language.spec.events import EventAnalysis, EventRuntime, EventSpec
from engine.language.spec.phrases import EventPhrase, Noun, Result
from engine.language.spec.search import search_words
from engine.language.spec.shapes import LocalizedText, Option

HIT_KINDS = (
    Option("spell", LocalizedText("A card that is played", "打出的牌")),
    Option("copy", LocalizedText("A copy of a card", "牌的复制")),
    Option("trigger", LocalizedText("A trigger", "触发效果")),
)
"""How a hit is dealt."""
_MONSTER = {"monsterUUID": "monster", "sourcePlayerUUID": "player"}
_DEALING = {"cardUUID": Noun("card that deals it", "cards that deal it", "造成伤害的牌", "张")}
_AMOUNT = {
    "amount": Result(
        LocalizedText("the damage of that hit", "该次伤害"), LocalizedText("{n:damage} is dealt", "造成{n:点伤害}")
    )
}
_WHOM = {"playerUUID": "player", "sourcePlayerUUID": "player", "amount": "int", "cardUUID": "card"}
_HIT_KEYS = LocalizedText("damage|hurt|hit|wound|prevent|aim|target", "伤害|受伤|防止|目标|指定")
_HITS = (
    EventSpec(
        "onAim",
        LocalizedText("A player is about to pick a monster", "玩家即将选择怪物时"),
        {"playerUUID": "player", "monsterUUID": "monster", "cardUUID": "card"},
        runtime=EventRuntime(stages=("check",)),
        extension=True,
        doc=LocalizedText(
            "A trigger in the stage `check` keeps a monster from being picked while its condition holds. What takes all, the first or a random one does not pick.",
            "处于 `check` 阶段的触发器在条件成立时使怪物不可被选择。取全部、最前或随机怪物不视为选择。",
        ),
        phrase=LocalizedText("{playerUUID} picks {monsterUUID}", "{playerUUID}选择{monsterUUID}"),
        wording=EventPhrase(keys=_HIT_KEYS),
        search=search_words(
            "cannot be targeted, untargetable, hexproof, stealth, aim", "不可被选为目标、无法指定、潜行、扰魔"
        ),
    ),
    EventSpec(
        "onHitAimed",
        LocalizedText("A hit is on its way to a monster", "伤害指向怪物时"),
        {**_MONSTER, "amount": "int", "cardUUID": "card", "monsterID": "cardID", "level": "text"},
        extension=True,
        doc=LocalizedText(
            "Once for each hit, before it lands; its triggers may ask, and `redirectHit` gives the hit another target.",
            "每次伤害在生效之前引发一次；其触发器可以询问玩家，`redirectHit` 可改变其目标。",
        ),
        analysis=EventAnalysis(source_field="sourcePlayerUUID"),
        phrase=LocalizedText(
            "{sourcePlayerUUID} aims a hit at {monsterUUID}", "{sourcePlayerUUID}以伤害指向{monsterUUID}"
        ),
        wording=EventPhrase(
            fields={**_AMOUNT, "level": Result(LocalizedText("{monsterUUID's level}", "{monsterUUID}的等级"))},
            nouns=_DEALING,
            keys=_HIT_KEYS,
        ),
        search=search_words("redirect, taunt, before damage, target of a hit", "转移、嘲讽、伤害之前、伤害目标"),
    ),
    EventSpec(
        "onHitSchool",
        LocalizedText("The school of a hit is decided", "判定伤害的派系时"),
        {**_MONSTER, "school": "text", "kind": "text", "cardUUID": "card", "cardID": "cardID"},
        words={"kind": HIT_KINDS},
        runtime=EventRuntime(stage="modify", is_tried=True),
        extension=True,
        doc=LocalizedText(
            "Right before `onHit`, which then has the school that its triggers leave.",
            "紧接在 `onHit` 之前；其触发器所定的派系供 `onHit` 使用。",
        ),
        analysis=EventAnalysis(source_field="sourcePlayerUUID"),
        phrase=LocalizedText(
            "{sourcePlayerUUID} is about to damage {monsterUUID}", "{sourcePlayerUUID}即将对{monsterUUID}造成伤害"
        ),
        wording=EventPhrase(
            fields={
                "kind": Result(LocalizedText("the kind of that hit", "该次伤害的方式")),
                "school": Result(LocalizedText("the school of that hit", "该次伤害的派系")),
            },
            nouns=_DEALING,
            keys=_HIT_KEYS,
        ),
        search=search_words("damage type, school of damage, counts as fire", "伤害类型、伤害派系、视为火焰"),
    ),
    EventSpec(
        "onHitChange",
        LocalizedText("A trigger is about to change a hit", "触发器即将改变伤害时"),
        {**_MONSTER, "cardUUID": "card", "changerUUID": "card"},
        runtime=EventRuntime(stages=("check",)),
        extension=True,
        doc=LocalizedText(
            "A trigger in the stage `check` keeps the card `changerUUID` from changing or preventing a hit on `onHit` while its condition holds; `cardUUID` deals the hit.",
            "处于 `check` 阶段的触发器在条件成立时，使牌 `changerUUID` 不能在 `onHit` 中改变或防止该次伤害；`cardUUID` 为造成伤害的牌。",
        ),
        phrase=LocalizedText(
            "{changerUUID} changes {sourcePlayerUUID's hits}", "{changerUUID}改变{sourcePlayerUUID}造成的伤害"
        ),
        wording=EventPhrase(
            nouns={**_DEALING, "changerUUID": Noun("card", "cards", "牌", "张")},
            keys=LocalizedText("damage|chang|prevent|reduc", "伤害|改变|防止|减少"),
        ),
        search=search_words(
            "damage cannot be prevented, unpreventable, cannot be reduced, ignores armour",
            "伤害无法防止、无法减少、穿透、不可改变",
        ),
    ),
    EventSpec(
        "onPlayerHit",
        LocalizedText("A wizard is about to be damaged", "巫师即将受到伤害时"),
        _WHOM,
        runtime=EventRuntime(stage="modify", is_tried=True),
        extension=True,
        doc=LocalizedText(
            "Before damage to a wizard; it is prevented and changed like a hit on a monster in `onHit`.",
            "在对巫师的伤害生效之前；可如 `onHit` 一样防止或改变。",
        ),
        analysis=EventAnalysis(source_field="sourcePlayerUUID"),
        phrase=LocalizedText(
            "{sourcePlayerUUID} is about to damage {playerUUID}", "{sourcePlayerUUID}即将对{playerUUID}造成伤害"
        ),
        wording=EventPhrase(fields=_AMOUNT, nouns=_DEALING, keys=_HIT_KEYS),
        search=search_words("would take damage, shield yourself, reduce damage to you", "即将受到伤害、护盾、减伤"),
    ),
    EventSpec(
        "onPlayerDamaged",
        LocalizedText("A wizard takes damage", "巫师受到伤害时"),
        _WHOM,
        extension=True,
        doc=LocalizedText("After damage to a wizard.", "在巫师受到伤害之后。"),
        analysis=EventAnalysis(source_field="sourcePlayerUUID"),
        phrase=LocalizedText("{sourcePlayerUUID} damages {playerUUID}", "{sourcePlayerUUID}对{playerUUID}造成伤害"),
        wording=EventPhrase(fields=_AMOUNT, nouns=_DEALING, keys=_HIT_KEYS),
        search=search_words("you take damage, wizard hurt, player damaged", "受到伤害、巫师受伤、玩家受伤"),
    ),
)
EXTENSION_EVENTS = (
    *_HITS,
    EventSpec(
        "onRoll",
        LocalizedText("Dice are rolled", "掷骰时"),
        {"playerUUID": "player", "cardUUID": "card", "total": "int", "highest": "int", "lowest": "int"},
        runtime=EventRuntime(stage="before", stages=("before",)),
        extension=True,
        doc=LocalizedText(
            "After dice fell and before anything is done with their numbers; `reroll` rolls them again.",
            "在骰子掷出之后、点数被使用之前引发；`reroll` 可将其重掷。",
        ),
        phrase=LocalizedText("{playerUUID} rolls dice", "{playerUUID}掷骰"),
        wording=EventPhrase(
            fields={
                "total": Result(LocalizedText("the number rolled", "掷出的点数")),
                "highest": Result(LocalizedText("the highest number rolled", "掷出的最大点数")),
                "lowest": Result(LocalizedText("the lowest number rolled", "掷出的最小点数")),
            },
            nouns={"cardUUID": Noun("card that rolls them", "cards that roll them", "掷骰的牌", "张")},
            keys=LocalizedText(r"roll|\bdice\b|\bdie\b", "掷|骰"),
        ),
        search=search_words("dice rolled, reroll, when you roll", "掷骰、重掷、掷出"),
    ),
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
            fields={"round": Result(LocalizedText("the number of the round", "当前轮数"))},
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
