"""The events of 000's table with exactly its fields, the card's own moments, and how long triggers last.

Source: 000 "触发器事件 TriggerEvent", "宝藏牌行为时机 TreasureCardTiming", "字段解释"; WZ10, WZ12.
"""

from __future__ import annotations

from dataclasses import replace

from engine.language.spec.events import EventAnalysis, EventRuntime, EventSpec, Lifetime, TimingSpec
from engine.language.spec.phrases import Case, EventPhrase, Noun, Result
from engine.language.spec.shapes import LocalizedText

_PLAYER = {"playerUUID": "player"}
_ROUND = {"round": "int"}
_CARD = {"playerUUID": "player", "cardUUID": "card", "cardID": "cardID"}
_GAINED = {"playerUUID": "player", "amount": "int", "overflow": "int"}
_MONSTER = {"monsterUUID": "monster", "sourcePlayerUUID": "player"}
_WHICH = {"monsterID": "cardID", "level": "text"}
_BY_WHO = {"byWho": "playerUUID"}

_LEVEL = {"level": Result(LocalizedText("{monsterUUID's level}", "{monsterUUID}的等级"))}
_AMOUNT = {
    "amount": Result(
        LocalizedText("the damage dealt", "该次伤害"), LocalizedText("{n:damage} is dealt", "造成{n:点伤害}")
    )
}
_PRICE = {"price": Result(LocalizedText("the price", "价格"), LocalizedText("{n:gold} is paid", "支付{n:枚金币}"))}
_COUNTERED = Result(LocalizedText("{cardUUID} is countered", "{cardUUID}被反制"), negated=LocalizedText("{cardUUID} is not countered", "{cardUUID}未被反制"))  # fmt: skip
_FLIPPED = {
    "type": Result(LocalizedText("{cardUUID's kind}", "{cardUUID}的类型")),
    "level": Result(LocalizedText("{cardUUID's level}", "{cardUUID}的等级")),
    "id": Result(LocalizedText("{cardUUID}", "{cardUUID}")),
}
_OLD = Noun("card replaced in the shop", "cards replaced in the shop", "被换下的商店牌", "张")
_NEW = Noun("card new in the shop", "cards new in the shop", "新上架的牌", "张")
_EXPLORATION = Noun("exploration card", "exploration cards", "探索牌", "张")
_A_MONSTER = LocalizedText("{sourcePlayerUUID} flips {cardUUID:a monster}", "{sourcePlayerUUID}翻开{cardUUID:怪物}")


def _each(name: str, what: str, zh: str, end: str) -> EventPhrase:
    """Return the moment of an event that comes once a round, at the start or end of something."""
    when = "开始时" if end == "start" else "结束时"
    return EventPhrase(
        LocalizedText(f"at the {end} of each {name}", f"每{zh}{when}"),
        LocalizedText(f"at the {end} of the next {name}", f"下一{zh}{when}") if what == "next" else LocalizedText(f"at the {end} of the {name}", f"本{zh.removeprefix('个')}{when}"),
        keys=LocalizedText(name.split()[0], zh[-2:]),
    )  # fmt: skip


def _phase(name: str, zh: str, end: str, which: str = "next") -> EventSpec:
    """Return the event of a phase that starts or ends; it carries nothing."""
    title = LocalizedText(
        f"The {name.lower()} phase {end.lower()}s", f"{zh}阶段{'开始' if end == 'Start' else '结束'}时"
    )
    moment = _each(f"{name.lower()} phase", which, f"个{zh}阶段", end.lower())
    return EventSpec(f"on{name}Phase{end}", title, wording=moment)


def _round(end: str, fields: dict[str, Result]) -> EventPhrase:
    moment = _each("round", "next" if end == "start" else "this", "轮", end)
    return replace(moment, fields=fields, keys=LocalizedText("round", "轮|回合"))


_NUMBER = {
    "round": Result(
        LocalizedText("the number of the round", "当前轮数"), LocalizedText("it is round {n}", "当前轮数{n}")
    )
}


def _gained(of: str, zh: str) -> dict[str, Result]:
    """Return what the numbers of a gain are called."""
    return {
        "amount": Result(
            LocalizedText(f"the {of} gained", f"获得的{zh[1:]}"),
            LocalizedText(f"{{n:{of}}} is gained", f"获得{{n:{zh}}}"),
        ),
        "overflow": Result(
            LocalizedText(f"the excess {of}", f"溢出的{zh[1:]}"),
            LocalizedText(f"{{n:{of}}} is in excess", f"有{{n:{zh}}}溢出"),
        ),
    }


EVENTS = (
    EventSpec(
        "instant",
        LocalizedText("At once", "立即触发"),
        doc=LocalizedText(
            "Answers nothing: a trigger on it runs where it stands and leaves nothing behind.",
            "不响应任何事件：触发器就地立即执行，不会留下。",
        ),
    ),
    EventSpec("onRoundStart", LocalizedText("A round starts", "整轮开始时"), _ROUND, wording=_round("start", _NUMBER)),
    _phase("Preparing", "准备", "Start"),
    EventSpec(
        "onDiscard",
        LocalizedText("A player discards a card", "玩家弃牌时"),
        _CARD,
        phrase=LocalizedText("{playerUUID} discards {cardUUID}", "{playerUUID}弃掉{cardUUID:卡牌}"),
        wording=EventPhrase(keys=LocalizedText("discard", "弃")),
    ),
    _phase("Preparing", "准备", "End"),
    _phase("Exploring", "探索", "Start"),
    EventSpec(
        "onExplorationFlip",
        LocalizedText("An exploration card is flipped", "探索牌被翻开时"),
        {"cardUUID": "monster", "type": "text", "id": "cardID", "level": "text", "sourcePlayerUUID": "player"},
        doc=LocalizedText(
            "A monster as well as an event card; `type` says which.", "怪物牌和事件牌都会引发；由 `type` 区分。"
        ),
        analysis=EventAnalysis(source_field="sourcePlayerUUID"),
        aliases=("onExplored", "onExplorationDrawn"),
        field_aliases={"byWho": "sourcePlayerUUID", "card.type": "type"},
        phrase=LocalizedText("{sourcePlayerUUID} flips {cardUUID}", "{sourcePlayerUUID}翻开{cardUUID}"),
        wording=EventPhrase(
            cases=(Case({"type": "monster"}, _A_MONSTER),),
            nouns={"cardUUID": _EXPLORATION},
            fields=_FLIPPED,
            keys=LocalizedText("flip|reveal|turn|explor", "翻|探索"),
        ),
    ),
    _phase("Exploring", "探索", "End"),
    _phase("Battling", "战斗", "Start"),
    EventSpec(
        "onBattleTurnStart",
        LocalizedText("A player's battle turn starts", "轮到玩家战斗时"),
        _PLAYER,
        aliases=("onTurnStarted",),
        phrase=LocalizedText("{playerUUID's battle turn} starts", "{playerUUID}的战斗回合开始"),
        wording=EventPhrase(keys=LocalizedText("turn", "回合")),
    ),
    EventSpec(
        "onPlayCard",
        LocalizedText("A player plays a card", "玩家出牌时"),
        {**_CARD, "cancelled": "bool"},
        runtime=EventRuntime(stage="before", cancellable=True, perform="wizards/resolve"),
        doc=LocalizedText(
            "Its triggers run before the card's own effects and may cancel the play; after that, `cancelled` tells whether it was.",
            "其触发器先于该牌自身的效果执行，并可取消此次出牌；之后由 `cancelled` 可知是否被取消。",
        ),
        aliases=("onPlay", "onPlayed"),
        phrase=LocalizedText("{playerUUID} plays {cardUUID}", "{playerUUID}打出{cardUUID:卡牌}"),
        wording=EventPhrase(
            fields={"cancelled": _COUNTERED},
            keys=LocalizedText(r"\bplay(?:s|ed|ing)?\b|\bcasts?\b|spell|counter", "出|使用|法术|反制"),
        ),
    ),
    EventSpec(
        "onReverse",
        LocalizedText("A player reverses time", "玩家逆转时序时"),
        _PLAYER,
        doc=LocalizedText(
            "Once a match each player may play several cards in one turn instead of one.",
            "每名玩家每局可有一次在一个回合中打出多张牌。",
        ),
        phrase=LocalizedText("{playerUUID} reverses time", "{playerUUID}逆转时序"),
        wording=EventPhrase(keys=LocalizedText("revers|rewind|back", "逆转|倒转")),
    ),
    EventSpec(
        "onDamageTaken",
        LocalizedText("A monster takes damage", "怪物受到伤害时"),
        {**_MONSTER, "amount": "int", **_WHICH},
        doc=LocalizedText("Once for each monster and hit.", "每个怪物每次受到伤害各引发一次。"),
        analysis=EventAnalysis(source_field="sourcePlayerUUID"),
        phrase=LocalizedText("{sourcePlayerUUID} damages {monsterUUID}", "{sourcePlayerUUID}对{monsterUUID}造成伤害"),
        wording=EventPhrase(fields={**_LEVEL, **_AMOUNT}, keys=LocalizedText("damage|hurt|hit|wound", "伤害|受伤")),
    ),
    EventSpec(
        "onDefeat",
        LocalizedText("A monster is defeated", "怪物被击败时"),
        {**_MONSTER, **_WHICH},
        doc=LocalizedText(
            "Follows the `onDamageTaken` of the hit that killed it.", "紧随致命一击的 `onDamageTaken` 之后。"
        ),
        analysis=EventAnalysis(source_field="sourcePlayerUUID"),
        phrase=LocalizedText("{sourcePlayerUUID} defeats {monsterUUID}", "{sourcePlayerUUID}击败{monsterUUID}"),
        wording=EventPhrase(fields=_LEVEL, keys=LocalizedText("defeat|kill|slay|die|destroy", "击败|击杀|消灭|死亡")),
    ),
    EventSpec(
        "onBattleTurnEnd",
        LocalizedText("A player's battle turn ends", "玩家战斗结束时"),
        _PLAYER,
        phrase=LocalizedText("{playerUUID's battle turn} ends", "{playerUUID}的战斗回合结束"),
        wording=EventPhrase(keys=LocalizedText("turn", "回合")),
    ),
    _phase("Battling", "战斗", "End", which="this"),
    _phase("Advancing", "推进", "Start"),
    EventSpec(
        "onAdvanceTurnStart",
        LocalizedText("A player's advance starts", "轮到玩家推进时"),
        _PLAYER,
        phrase=LocalizedText("{playerUUID's advance} starts", "{playerUUID}的推进开始"),
        wording=EventPhrase(keys=LocalizedText("advanc|turn", "推进|回合")),
    ),
    EventSpec(
        "onAdvanceKick",
        LocalizedText("A player kicks another one cell on", "玩家将他人推进一格时"),
        {"kickerUUID": "player", "kickedUUID": "player"},
        phrase=LocalizedText(
            "{kickerUUID} kicks {kickedUUID:another player} one cell on", "{kickerUUID}将{kickedUUID:其他玩家}推进一格"
        ),
        wording=EventPhrase(keys=LocalizedText("kick|push|shove", "踢|推")),
    ),
    EventSpec(
        "onAdvanceTurnEnd",
        LocalizedText("A player's advance ends", "玩家推进结束时"),
        _PLAYER,
        phrase=LocalizedText("{playerUUID's advance} ends", "{playerUUID}的推进结束"),
        wording=EventPhrase(keys=LocalizedText("advanc|turn", "推进|回合")),
    ),
    _phase("Advancing", "推进", "End"),
    _phase("Supplying", "补给", "Start"),
    EventSpec(
        "onSupplyTurnStart",
        LocalizedText("A player's supply turn starts", "轮到玩家补给时"),
        _PLAYER,
        phrase=LocalizedText("{playerUUID's supply turn} starts", "{playerUUID}的补给回合开始"),
        wording=EventPhrase(keys=LocalizedText("suppl|turn", "补给|回合")),
    ),
    EventSpec(
        "onRefreshShop",
        LocalizedText("A player refreshes the shop", "玩家刷新商店时"),
        {
            "playerUUID": "player",
            "oldShopCardUUIDs": "card[]",
            "oldShopCardIDs": "cardID[]",
            "newShopCardUUIDs": "card[]",
            "newShopCardIDs": "cardID[]",
            "price": "int",
        },
        phrase=LocalizedText("{playerUUID} refreshes the shop", "{playerUUID}刷新商店"),
        wording=EventPhrase(
            nouns={"oldShopCardUUIDs": _OLD, "newShopCardUUIDs": _NEW},
            fields=_PRICE,
            keys=LocalizedText("refresh|shop", "刷新|商店"),
        ),
    ),
    EventSpec(
        "onBuy",
        LocalizedText("A player buys a card", "玩家购买卡牌时"),
        {**_CARD, "price": "int"},
        phrase=LocalizedText("{playerUUID} buys {cardUUID}", "{playerUUID}购买{cardUUID:卡牌}"),
        wording=EventPhrase(fields=_PRICE, keys=LocalizedText("buy|bought|purchas", "购|买")),
    ),
    EventSpec(
        "onForget",
        LocalizedText("A player forgets a card", "玩家遗忘卡牌时"),
        _CARD,
        phrase=LocalizedText("{playerUUID} forgets {cardUUID}", "{playerUUID}遗忘{cardUUID:卡牌}"),
        wording=EventPhrase(keys=LocalizedText("forget|forgot", "遗忘")),
    ),
    EventSpec(
        "onSupplyTurnEnd",
        LocalizedText("A player's supply turn ends", "玩家补给结束时"),
        _PLAYER,
        phrase=LocalizedText("{playerUUID's supply turn} ends", "{playerUUID}的补给回合结束"),
        wording=EventPhrase(keys=LocalizedText("suppl|turn", "补给|回合")),
    ),
    _phase("Supplying", "补给", "End"),
    EventSpec("onRoundEnd", LocalizedText("A round ends", "整轮结束时"), _ROUND, wording=_round("end", _NUMBER)),
    EventSpec(
        "onDrawCard",
        LocalizedText("A player draws a card", "玩家抽到牌时"),
        _CARD,
        extension=True,
        doc=LocalizedText(
            "After each card drawn, whatever draws it. A trigger in the stage `check` forbids the draw.",
            "每抽到一张牌后引发，不论因何而抽。处于 `check` 阶段的触发器可禁止抽牌。",
        ),
        phrase=LocalizedText("{playerUUID} draws {cardUUID}", "{playerUUID}抽到{cardUUID:卡牌}"),
        wording=EventPhrase(keys=LocalizedText("draw|drew", "抽")),
    ),
    EventSpec(
        "onLastHandCard",
        LocalizedText("A player loses the last card in hand", "玩家失去最后一张手牌时"),
        _CARD,
        extension=True,
        doc=LocalizedText(
            "Before that card moves, by whatever it leaves the hand.", "在该牌移动之前引发，不论它因何离开手牌。"
        ),
        phrase=LocalizedText(
            "{playerUUID} loses {cardUUID:the last card in hand}", "{playerUUID}失去{cardUUID:最后一张手牌}"
        ),
        wording=EventPhrase(keys=LocalizedText("last|empty|hand", "最后|手牌")),
    ),
    EventSpec(
        "onManaGained",
        LocalizedText("A player gains mana", "玩家获得法力时"),
        _GAINED,
        extension=True,
        doc=LocalizedText(
            "By an effect; also when the cap leaves nothing of it: `amount` is what was gained, `overflow` what was lost.",
            "由效果获得时引发，即使已达上限：`amount` 为实际获得，`overflow` 为溢出。",
        ),
        phrase=LocalizedText("{playerUUID} gains mana", "{playerUUID}获得法力"),
        wording=EventPhrase(fields=_gained("mana", "点法力"), keys=LocalizedText("mana", "法力")),
    ),
    EventSpec(
        "onGoldGained",
        LocalizedText("A player gains gold", "玩家获得金币时"),
        _GAINED,
        extension=True,
        doc=LocalizedText(
            "By an effect, not by a bounty; also when the cap leaves nothing of it.",
            "由效果获得时引发（赏金除外），即使已达上限。",
        ),
        phrase=LocalizedText("{playerUUID} gains gold", "{playerUUID}获得金币"),
        wording=EventPhrase(fields=_gained("gold", "枚金币"), keys=LocalizedText("gold|coin", "金币")),
    ),
    EventSpec(
        "onEquipped",
        LocalizedText("A card is equipped", "卡牌被装备时"),
        _CARD,
        extension=True,
        doc=LocalizedText("A wand or an undercurrent comes into its slot.", "魔杖或暗流进入其栏位时引发。"),
        phrase=LocalizedText("{playerUUID} equips {cardUUID}", "{playerUUID}装备{cardUUID:卡牌}"),
        wording=EventPhrase(keys=LocalizedText("equip|wand|undercurrent", "装备|魔杖|暗流")),
    ),
    EventSpec(
        "onLethal",
        LocalizedText("A monster is about to die of a hit", "怪物即将被击败时"),
        {**_MONSTER, **_WHICH},
        runtime=EventRuntime(stage="before", cancellable=True, perform="wizards/defeat"),
        extension=True,
        doc=LocalizedText(
            "Between `onDamageTaken` and `onDefeat`; `prevent` keeps the monster on the table.",
            "在 `onDamageTaken` 与 `onDefeat` 之间引发；`prevent` 可使怪物留在场上。",
        ),
        phrase=LocalizedText(
            "{sourcePlayerUUID} is about to defeat {monsterUUID}", "{sourcePlayerUUID}即将击败{monsterUUID}"
        ),
        wording=EventPhrase(
            fields=_LEVEL, keys=LocalizedText("defeat|kill|slay|die|destroy|death|lethal", "击败|击杀|消灭|死亡|致命")
        ),
    ),
    EventSpec(
        "onTurnEnd",
        LocalizedText("A player's turn ends, in whichever phase", "玩家在任一阶段的回合结束时"),
        _PLAYER,
        members=("onBattleTurnEnd", "onAdvanceTurnEnd", "onSupplyTurnEnd"),
        extension=True,
        phrase=LocalizedText("{playerUUID's turn} ends", "{playerUUID}的回合结束"),
        wording=EventPhrase(keys=LocalizedText("turn", "回合")),
    ),
)

_ITSELF = {"playerUUID": "player", "cardUUID": "card"}
"""What a timing gives: the document's player, and, as an extension, the card itself."""

_TREASURE_TIMINGS = (
    (
        "onPlay",
        LocalizedText("When played", "出牌时"),
        LocalizedText(
            "After its cost is paid and the triggers on `onPlayCard` have run; a play that was cancelled has none.",
            "在支付费用、执行 `onPlayCard` 的触发器之后；出牌被取消时不执行。",
        ),
    ),
    (
        "onEquip",
        LocalizedText("When equipped", "装备时"),
        LocalizedText("After the wand or undercurrent has come into its slot.", "魔杖或暗流进入其栏位之后。"),
    ),
    (
        "onUnequip",
        LocalizedText("When unequipped", "卸下时"),
        LocalizedText("After it has left its slot, taken or replaced.", "被夺取或取代而离开其栏位之后。"),
    ),
    (
        "onDraw",
        LocalizedText("When drawn", "抽到时"),
        LocalizedText("After it has come from the deck into the hand.", "从牌堆进入手牌之后。"),
    ),
    (
        "onBuy",
        LocalizedText("When bought", "购买时"),
        LocalizedText("After it was paid for and gained.", "付款并获得之后。"),
    ),
    (
        "onDiscard",
        LocalizedText("When discarded", "弃牌时"),
        LocalizedText("After it has gone from the hand to the discard pile.", "从手牌进入弃牌堆之后。"),
    ),
    (
        "onForget",
        LocalizedText("When forgotten", "遗忘时"),
        LocalizedText("After it has left its owner in the tavern.", "在酒馆中离开其所属的玩家之后。"),
    ),
)
TIMINGS = (
    *(
        TimingSpec(name, title, ("treasure",), _ITSELF, _BY_WHO, doc, plain={} if name == "onPlay" else None)
        for name, title, doc in _TREASURE_TIMINGS
    ),
    TimingSpec(
        "onDrawExploration",
        LocalizedText("When flipped", "翻开时"),
        ("exploration",),
        _ITSELF,
        _BY_WHO,
        LocalizedText("After it was turned up; the player is who flipped it.", "翻开之后；玩家为翻开它的人。"),
        plain={"type": "event"},
    ),
)

LIFETIMES = (
    Lifetime("once", LocalizedText("Once", "触发一次"), once=True),
    Lifetime(
        "turn", LocalizedText("This turn", "持续到回合结束"), until="onTurnEnd", owner_field="playerUUID",
        phrase=LocalizedText("this turn", "本回合中"), keys=LocalizedText(r"\b(?:this|that|the) turn\b", "(?:本|此|该)回合(?!结束|开始|后)"),
    ),
    Lifetime(
        "round", LocalizedText("This round", "持续到整轮结束"), until="onRoundEnd",
        phrase=LocalizedText("this round", "本轮中"), keys=LocalizedText(r"\bthis round\b", "[本此该]轮(?!结束|开始)"),
    ),
    Lifetime(
        "battle", LocalizedText("This battle", "持续到战斗结束"), until="onBattlingPhaseEnd",
        phrase=LocalizedText("this battle", "本场战斗中"), keys=LocalizedText(r"\bthis (?:battle|fight)\b", "[本此该]场?次?战斗(?!阶段|结束|开始)"),
    ),
    Lifetime(
        "always", LocalizedText("For the rest of the match", "持续到游戏结束"), aliases=("permanent",),
        phrase=LocalizedText("for the rest of the match", "此后整局游戏中"),
        keys=LocalizedText(r"rest of the (?:match|game)|this (?:match|game)|from now on|permanent", "整局|本局|此后|永久|从现在起"),
    ),
)  # fmt: skip
