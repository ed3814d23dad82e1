"""Events that 000 does not have, for what cards do before, after and instead of what the rules do.

A match emits them only where a trigger listens. Source: SOURCE.md, extensions.
"""

from __future__ import annotations

from engine.language.spec.constructors import event, extensions, options
from engine.language.spec.phrases import EventPhrase, Noun, Result
from engine.language.spec.search import search_words
from engine.language.spec.shapes import LocalizedText
from engine.rulesets.wizards.event_fields import (
    AMOUNT,
    BEFORE_HIT,
    BY_CARD,
    CARD,
    DEALER,
    GAIN,
    LEVEL,
    MONSTER,
    OVERKILL,
    PLAYER,
    WHICH_CARD,
    gain_results,
)

HIT_KINDS = options(
    ("spell", "A card that is played", "打出的牌"),
    ("copy", "A copy of a card", "牌的复制"),
    ("trigger", "A trigger", "触发效果"),
)
"""How a hit is dealt."""
_HIT_AMOUNT = {
    "amount": Result(
        LocalizedText("the damage of that hit", "该次伤害"), LocalizedText("{n:damage} is dealt", "造成{n:点伤害}")
    )
}
_PLAYER_HIT = {"playerUUID": "player", "sourcePlayerUUID": "player", "amount": "int", "cardUUID": "card"}
_HIT_KEYS = LocalizedText("damage|hurt|hit|wound|prevent|aim|target", "伤害|受伤|防止|目标|指定")
_AROUND = (
    event(
        "onDrawCard",
        LocalizedText("A player draws a card", "玩家抽到牌时"),
        CARD,
        LocalizedText(
            "After each card drawn, whatever draws it. A trigger in the stage `check` forbids the draw.",
            "每抽到一张牌后引发，不论因何而抽。处于 `check` 阶段的触发器可禁止抽牌。",
        ),
        LocalizedText("{playerUUID} draws {cardUUID}", "{playerUUID}抽到{cardUUID:卡牌}"),
        is_tried=True,
        wording=EventPhrase(keys=LocalizedText("draw|drew", "抽")),
        search=search_words("draw, drawn, when you draw, card drawn", "抽牌时、抽到、摸牌时"),
    ),
    event(
        "onLastHandCard",
        LocalizedText("A player loses the last card in hand", "玩家失去最后一张手牌时"),
        CARD,
        LocalizedText(
            "Before that card moves, by whatever it leaves the hand.", "在该牌移动之前引发，不论它因何离开手牌。"
        ),
        LocalizedText("{playerUUID} loses {cardUUID:the last card in hand}", "{playerUUID}失去{cardUUID:最后一张手牌}"),
        wording=EventPhrase(keys=LocalizedText("last|empty|hand", "最后|手牌")),
        search=search_words("empty hand, last card, hellbent, out of cards", "空手、最后一张手牌、没有手牌"),
    ),
    event(
        "onManaGained",
        LocalizedText("A player gains mana", "玩家获得法力时"),
        GAIN,
        LocalizedText(
            "By an effect; also when the cap leaves nothing of it: `amount` is what was gained, `overflow` what was lost.",
            "由效果获得时引发，即使已达上限：`amount` 为实际获得，`overflow` 为溢出。",
        ),
        LocalizedText("{playerUUID} gains mana", "{playerUUID}获得法力"),
        wording=EventPhrase(fields=gain_results("mana", "点法力"), keys=LocalizedText("mana", "法力")),
        search=search_words("gain mana, mana restored, energy gained", "获得法力、回蓝、法力增加"),
    ),
    event(
        "onGoldGained",
        LocalizedText("A player gains gold", "玩家获得金币时"),
        GAIN,
        LocalizedText(
            "By an effect, not by a bounty; also when the cap leaves nothing of it.",
            "由效果获得时引发（赏金除外），即使已达上限。",
        ),
        LocalizedText("{playerUUID} gains gold", "{playerUUID}获得金币"),
        wording=EventPhrase(fields=gain_results("gold", "枚金币"), keys=LocalizedText("gold|coin", "金币")),
        search=search_words("gain gold, earn coins, income", "获得金币、赚钱、收入"),
    ),
    event(
        "onFreezingChanged",
        LocalizedText("A player's freezing changes", "玩家的冻结值变化时"),
        GAIN,
        LocalizedText(
            "By an effect; `amount` is below 0 where it falls, `overflow` what the bounds cut off. A trigger in the stage `check` forbids the change.",
            "由效果引发；降低时 `amount` 小于 0，`overflow` 为超出上下限的部分。处于 `check` 阶段的触发器可禁止该变化。",
        ),
        LocalizedText("{playerUUID's freezing} changes", "{playerUUID}改变冻结值"),
        is_tried=True,
        wording=EventPhrase(
            fields=gain_results("freezing", "层冻结"), keys=LocalizedText("freez|froze|thaw", "冻结|解冻")
        ),
        search=search_words("frozen, freezing rises, thaw, freeze overflow", "冻结变化、被冻结、解冻、冻结溢出"),
    ),
    event(
        "onEquipped",
        LocalizedText("A card is equipped", "卡牌被装备时"),
        CARD,
        LocalizedText("A wand or an undercurrent comes into its slot.", "魔杖或暗流进入其栏位时引发。"),
        LocalizedText("{playerUUID} equips {cardUUID}", "{playerUUID}装备{cardUUID:卡牌}"),
        wording=EventPhrase(keys=LocalizedText("equip|wand|undercurrent", "装备|魔杖|暗流")),
        search=search_words("equip, put on, wand equipped", "装备、佩戴、装上魔杖"),
    ),
    event(
        "onHit",
        LocalizedText("A monster is about to be hit", "怪物即将受到伤害时"),
        {
            **MONSTER,
            "amount": "int",
            "kind": "text",
            "cardUUID": "card",
            "cardID": "cardID",
            "school": "text",
            "health": "int",
            **WHICH_CARD,
        },
        LocalizedText(
            "Before a hit lands. A trigger in the stage `check` prevents it while its condition holds; in the stage `modify` its effects change it. `kind` is spell, copy or trigger; `school` is that of the card whose hit it is, `health` what the monster had before.",
            "在伤害生效之前。处于 `check` 阶段的触发器在条件成立时阻止该次伤害；处于 `modify` 阶段时由其效果改变伤害。`kind` 为 spell、copy 或 trigger；`school` 为造成伤害的牌的派系，`health` 为怪物此前的生命值。",
        ),
        LocalizedText(
            "{sourcePlayerUUID} is about to damage {monsterUUID}", "{sourcePlayerUUID}即将对{monsterUUID}造成伤害"
        ),
        words={"kind": HIT_KINDS},
        stage="modify",
        is_tried=True,
        source_field="sourcePlayerUUID",
        wording=EventPhrase(
            fields={**LEVEL, **AMOUNT, **BEFORE_HIT},
            nouns=DEALER,
            keys=LocalizedText("damage|hurt|hit|wound|prevent", "伤害|受伤|防止"),
        ),
        search=search_words(
            "before damage, would take damage, prevent damage, reduce damage, modify damage",
            "即将受伤、伤害之前、减伤、防止伤害、改变伤害",
        ),
    ),
    event(
        "onLethal",
        LocalizedText("A monster is about to die of a hit", "怪物即将被击败时"),
        {**MONSTER, **WHICH_CARD, **BY_CARD},
        LocalizedText(
            "Between `onDamageTaken` and `onDefeat`; `prevent` keeps the monster on the table.",
            "在 `onDamageTaken` 与 `onDefeat` 之间引发；`prevent` 可使怪物留在场上。",
        ),
        LocalizedText("{sourcePlayerUUID} is about to defeat {monsterUUID}", "{sourcePlayerUUID}即将击败{monsterUUID}"),
        stage="before",
        cancellable=True,
        perform="wizards/defeat",
        wording=EventPhrase(
            fields={**LEVEL, **OVERKILL},
            nouns=DEALER,
            keys=LocalizedText("defeat|kill|slay|die|destroy|death|lethal", "击败|击杀|消灭|死亡|致命"),
        ),
        search=search_words("about to die, would die, lethal damage, before death", "即将死亡、濒死、致命、死亡前"),
    ),
    event(
        "onPlayEnd",
        LocalizedText("A play is over", "出牌结束时"),
        {"playerUUID": "player", "cardUUID": "card"},
        hidden=True,
    ),
    event(
        "onTurnEnd",
        LocalizedText("A player's turn ends, in whichever phase", "玩家在任一阶段的回合结束时"),
        PLAYER,
        members=("onBattleTurnEnd", "onAdvanceTurnEnd", "onSupplyTurnEnd"),
        phrase=LocalizedText("{playerUUID's turn} ends", "{playerUUID}的回合结束"),
        wording=EventPhrase(keys=LocalizedText("turn", "回合")),
        search=search_words("end of turn, any turn ends, end step", "回合结束、任一回合结束、结束阶段"),
    ),
)
_HITS = (
    event(
        "onAim",
        LocalizedText("A player is about to pick a monster", "玩家即将选择怪物时"),
        {"playerUUID": "player", "monsterUUID": "monster", "cardUUID": "card"},
        LocalizedText(
            "A trigger in the stage `check` keeps a monster from being picked while its condition holds. What takes all, the first or a random one does not pick.",
            "处于 `check` 阶段的触发器在条件成立时使怪物不可被选择。取全部、最前或随机怪物不视为选择。",
        ),
        LocalizedText("{playerUUID} picks {monsterUUID}", "{playerUUID}选择{monsterUUID}"),
        stages=("check",),
        wording=EventPhrase(keys=_HIT_KEYS),
        search=search_words(
            "cannot be targeted, untargetable, hexproof, stealth, aim", "不可被选为目标、无法指定、潜行、扰魔"
        ),
    ),
    event(
        "onHitAimed",
        LocalizedText("A hit is on its way to a monster", "伤害指向怪物时"),
        {**MONSTER, "amount": "int", "cardUUID": "card", "monsterID": "cardID", "level": "text"},
        LocalizedText(
            "Once for each hit, before it lands; its triggers may ask, and `redirectHit` gives the hit another target.",
            "每次伤害在生效之前引发一次；其触发器可以询问玩家，`redirectHit` 可改变其目标。",
        ),
        LocalizedText("{sourcePlayerUUID} aims a hit at {monsterUUID}", "{sourcePlayerUUID}以伤害指向{monsterUUID}"),
        source_field="sourcePlayerUUID",
        wording=EventPhrase(
            fields={**_HIT_AMOUNT, "level": Result(LocalizedText("{monsterUUID's level}", "{monsterUUID}的等级"))},
            nouns=DEALER,
            keys=_HIT_KEYS,
        ),
        search=search_words("redirect, taunt, before damage, target of a hit", "转移、嘲讽、伤害之前、伤害目标"),
    ),
    event(
        "onHitSchool",
        LocalizedText("The school of a hit is decided", "判定伤害的派系时"),
        {**MONSTER, "school": "text", "kind": "text", "cardUUID": "card", "cardID": "cardID"},
        LocalizedText(
            "Right before `onHit`, which then has the school that its triggers leave.",
            "紧接在 `onHit` 之前；其触发器所定的派系供 `onHit` 使用。",
        ),
        LocalizedText(
            "{sourcePlayerUUID} is about to damage {monsterUUID}", "{sourcePlayerUUID}即将对{monsterUUID}造成伤害"
        ),
        words={"kind": HIT_KINDS},
        stage="modify",
        is_tried=True,
        source_field="sourcePlayerUUID",
        wording=EventPhrase(
            fields={
                "kind": Result(LocalizedText("the kind of that hit", "该次伤害的方式")),
                "school": Result(LocalizedText("the school of that hit", "该次伤害的派系")),
            },
            nouns=DEALER,
            keys=_HIT_KEYS,
        ),
        search=search_words("damage type, school of damage, counts as fire", "伤害类型、伤害派系、视为火焰"),
    ),
    event(
        "onHitChange",
        LocalizedText("A trigger is about to change a hit", "触发器即将改变伤害时"),
        {**MONSTER, "cardUUID": "card", "changerUUID": "card"},
        LocalizedText(
            "A trigger in the stage `check` keeps the card `changerUUID` from changing or preventing a hit on `onHit` while its condition holds; `cardUUID` deals the hit.",
            "处于 `check` 阶段的触发器在条件成立时，使牌 `changerUUID` 不能在 `onHit` 中改变或防止该次伤害；`cardUUID` 为造成伤害的牌。",
        ),
        LocalizedText(
            "{changerUUID} changes {sourcePlayerUUID's hits}", "{changerUUID}改变{sourcePlayerUUID}造成的伤害"
        ),
        stages=("check",),
        wording=EventPhrase(
            nouns={**DEALER, "changerUUID": Noun("card", "cards", "牌", "张")},
            keys=LocalizedText("damage|chang|prevent|reduc", "伤害|改变|防止|减少"),
        ),
        search=search_words(
            "damage cannot be prevented, unpreventable, cannot be reduced, ignores armour",
            "伤害无法防止、无法减少、穿透、不可改变",
        ),
    ),
    event(
        "onPlayerHit",
        LocalizedText("A wizard is about to be damaged", "巫师即将受到伤害时"),
        _PLAYER_HIT,
        LocalizedText(
            "Before damage to a wizard; it is prevented and changed like a hit on a monster in `onHit`.",
            "在对巫师的伤害生效之前；可如 `onHit` 一样防止或改变。",
        ),
        LocalizedText(
            "{sourcePlayerUUID} is about to damage {playerUUID}", "{sourcePlayerUUID}即将对{playerUUID}造成伤害"
        ),
        stage="modify",
        is_tried=True,
        source_field="sourcePlayerUUID",
        wording=EventPhrase(fields=_HIT_AMOUNT, nouns=DEALER, keys=_HIT_KEYS),
        search=search_words("would take damage, shield yourself, reduce damage to you", "即将受到伤害、护盾、减伤"),
    ),
    event(
        "onPlayerDamaged",
        LocalizedText("A wizard takes damage", "巫师受到伤害时"),
        _PLAYER_HIT,
        LocalizedText("After damage to a wizard.", "在巫师受到伤害之后。"),
        LocalizedText("{sourcePlayerUUID} damages {playerUUID}", "{sourcePlayerUUID}对{playerUUID}造成伤害"),
        source_field="sourcePlayerUUID",
        wording=EventPhrase(fields=_HIT_AMOUNT, nouns=DEALER, keys=_HIT_KEYS),
        search=search_words("you take damage, wizard hurt, player damaged", "受到伤害、巫师受伤、玩家受伤"),
    ),
)
EXTENSION_EVENTS = extensions(
    *_AROUND,
    *_HITS,
    event(
        "onRoll",
        LocalizedText("Dice are rolled", "掷骰时"),
        {"playerUUID": "player", "cardUUID": "card", "total": "int", "highest": "int", "lowest": "int"},
        LocalizedText(
            "After dice fell and before anything is done with their numbers; `reroll` rolls them again.",
            "在骰子掷出之后、点数被使用之前引发；`reroll` 可将其重掷。",
        ),
        LocalizedText("{playerUUID} rolls dice", "{playerUUID}掷骰"),
        stage="before",
        stages=("before",),
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
    event(
        "onMatchEnd",
        LocalizedText("The match is about to end", "对局即将结束时"),
        {"round": "int"},
        LocalizedText(
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
    event(
        "onGoldChanged",
        LocalizedText("A player's gold changes", "玩家的金币变化时"),
        {"playerUUID": "player", "amount": "int", "gold": "int"},
        LocalizedText(
            "By whatever it changes: an effect, a bounty, a purchase. `amount` is below 0 where it falls, `gold` is what the player has now.",
            "不论因何变化：效果、赏金或购买。减少时 `amount` 小于 0，`gold` 为该玩家现有的金币。",
        ),
        LocalizedText("{playerUUID's gold} changes", "{playerUUID}的金币变化"),
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
