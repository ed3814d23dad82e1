"""The events of 000's table with exactly its fields, the card's own moments, and how long triggers last.

Source: 000 "触发器事件 TriggerEvent", "宝藏牌行为时机 TreasureCardTiming", "字段解释"; WZ10, WZ12.
"""

from __future__ import annotations

from typing import Any

from engine.language.spec import NOUNS, Deed, EventSpec, LocalizedText, Noun, case, event, result, titles, word_list

from .event_fields import (
    AMOUNT,
    BY_CARD,
    CARD,
    DEALER,
    LEVEL,
    MONSTER,
    OVERKILL,
    PLAYER,
    WHICH_CARD,
)
from .extension_events import EXTENSION_EVENTS

_ROUND = {"round": "int"}
_BY_WHO = {"byWho": "playerUUID"}

_PRICE = {"price": result("the price", "价格", "{n:gold} is paid", "支付{n:枚金币}")}
_PLAY_COUNTERED = result(
    "{cardUUID} is countered",
    "{cardUUID}被反制",
    negated=LocalizedText("{cardUUID} is not countered", "{cardUUID}未被反制"),
)
_MANA_PAID = result(
    "the mana paid for {cardUUID}",
    "为{cardUUID}支付的法力",
    "{n:mana} is paid for {cardUUID}",
    "为{cardUUID}支付{n:点法力}",
)
_AIMED_AT = Noun("target", "targets", "目标", own=LocalizedText("its targets", "其目标"))
_REVERSAL_COUNTERED = result(
    "that reversal is countered",
    "该次逆转被反制",
    negated=LocalizedText("that reversal is not countered", "该次逆转未被反制"),
)
_FLIP_FIELDS = {
    "type": result("{cardUUID's kind}", "{cardUUID}的类型"),
    "level": result("{cardUUID's level}", "{cardUUID}的等级"),
    "id": result("{cardUUID}", "{cardUUID}"),
}
_OLD = Noun("card replaced in the shop", "cards replaced in the shop", "被换下的商店牌", "张")
_NEW = Noun("card new in the shop", "cards new in the shop", "新上架的牌", "张")
_EXPLORATION = Noun("exploration card", "exploration cards", "探索牌", "张")
_A_MONSTER = LocalizedText("{sourcePlayerUUID} flips {cardUUID:a monster}", "{sourcePlayerUUID}翻开{cardUUID:怪物}")


def _moment(name: str, what: str, zh: str, end: str) -> dict[str, Any]:
    """Return the moment of an event that comes once a round, at the start or end of something."""
    when = "开始时" if end == "start" else "结束时"
    the, this = ("the next", f"下一{zh}") if what == "next" else ("the", f"本{zh.removeprefix('个')}")
    return titles(
        ("each", f"at the {end} of each {name}", f"每{zh}{when}"),
        ("next", f"at the {end} of {the} {name}", f"{this}{when}"),
        ("keys", name.split()[0], zh[-2:]),
    )


_PHASE_SEARCH = {
    "Preparing": ("upkeep, draw step", "准备、抽牌阶段"),
    "Exploring": ("exploration, dungeon", "探索、地城"),
    "Battling": ("combat, fight, battle", "战斗、对战"),
    "Advancing": ("movement, race, move", "推进、移动"),
    "Supplying": ("shop, tavern, market", "补给、商店、酒馆"),
}
"""What authors look for when they mean the start or the end of a phase."""


def _phase(name: str, zh: str, end: str, which: str = "next") -> EventSpec:
    """Return the event of a phase that starts or ends; it carries nothing."""
    moment = _moment(f"{name.lower()} phase", which, f"个{zh}阶段", end.lower())
    title = f"The {name.lower()} phase {end.lower()}s", f"{zh}阶段{'开始' if end == 'Start' else '结束'}时"
    return event(f"on{name}Phase{end}", *title, search=_PHASE_SEARCH[name], **moment)


def _round(end: str) -> dict[str, Any]:
    moment = _moment("round", "next" if end == "start" else "this", "轮", end)
    return {**moment, "results": _NUMBER, "keys": LocalizedText("round", "轮|回合")}


_NUMBER = {"round": result("the number of the round", "当前轮数", "it is round {n}", "当前轮数{n}")}


EVENTS = (
    event(
        "instant",
        "At once",
        "立即触发",
        doc=LocalizedText(
            "Answers nothing: a trigger on it runs at once, in its place, and leaves nothing behind.",
            "不响应任何事件：触发器就地立即执行，不会留下。",
        ),
        search=("now, immediately, at once, right away", "立即、马上、即时"),
    ),
    event(
        "onRoundStart",
        "A round starts",
        "整轮开始时",
        _ROUND,
        **_round("start"),
        search=("start of round, each round, new round", "轮开始、每轮开始、新一轮"),
    ),
    _phase("Preparing", "准备", "Start"),
    event(
        "onDiscard",
        "A player discards a card",
        "玩家弃牌时",
        CARD,
        phrase=LocalizedText("{playerUUID} discards {cardUUID}", "{playerUUID}弃掉{cardUUID:卡牌}"),
        deed=Deed("discards", "discarded", "弃掉", NOUNS["card"]),
        keys=("discard", "弃"),
        search=("discarded, when a card is discarded, throw away, discard, you discard", "弃牌时、被弃掉、弃置、弃牌"),
    ),
    _phase("Preparing", "准备", "End"),
    _phase("Exploring", "探索", "Start"),
    event(
        "onExplorationFlip",
        "An exploration card is flipped",
        "探索牌被翻开时",
        {"cardUUID": "monster", "type": "text", "id": "cardID", "level": "text", "sourcePlayerUUID": "player"},
        "A monster as well as an event card; `type` says which.",
        "怪物牌和事件牌都会引发；由 `type` 区分。",
        "{sourcePlayerUUID} flips {cardUUID}",
        "{sourcePlayerUUID}翻开{cardUUID}",
        source_field="sourcePlayerUUID",
        creates=True,
        aliases=("onExplored", "onExplorationDrawn"),
        field_aliases={"byWho": "sourcePlayerUUID", "card.type": "type"},
        cases=(case({"type": "monster"}, *_A_MONSTER),),
        nouns={"cardUUID": _EXPLORATION},
        results=_FLIP_FIELDS,
        keys=("flip|reveal|turn|explor", "翻|探索"),
        search=("flipped, explore, revealed, turned up", "翻开、探索、亮出"),
    ),
    _phase("Exploring", "探索", "End"),
    _phase("Battling", "战斗", "Start"),
    event(
        "onBattleTurnStart",
        "A player's battle turn starts",
        "轮到玩家战斗时",
        PLAYER,
        aliases=("onTurnStarted",),
        phrase=LocalizedText("{playerUUID's battle turn} starts", "{playerUUID}的战斗回合开始"),
        keys=("turn", "回合"),
        search=("start of turn, turn begins, upkeep", "回合开始、战斗回合开始、我的回合"),
    ),
    event(
        "onPlayCard",
        "A player plays a card",
        "玩家出牌时",
        {**CARD, "cancelled": "bool", "paid": "int", "targets": "any[]"},
        "Its triggers run before the card's own effects and may cancel the play; after that, `cancelled` says whether it was. `paid` is the mana that was paid, `targets` holds, after the play, what its choosers took (all three added by this project).",
        "其触发器先于该牌自身的效果执行，并可取消此次出牌；之后由 `cancelled` 可知是否被取消。`paid` 为所支付的法力，`targets` 在出牌之后包含其选择的目标（三者均为本项目扩展）。",
        "{playerUUID} plays {cardUUID}",
        "{playerUUID}打出{cardUUID:卡牌}",
        stage="before",
        cancellable=True,
        perform="wizards/resolve",
        aliases=("onPlay", "onPlayed"),
        deed=Deed("plays", "played", "打出", NOUNS["card"], is_play=True),
        results={"cancelled": _PLAY_COUNTERED, "paid": _MANA_PAID},
        nouns={"targets": _AIMED_AT},
        keys=(r"\bplay(?:s|ed|ing)?\b|\bcasts?\b|spell|counter", "出|使用|法术|反制"),
        search=(
            "play, cast, card played, when played, spell cast, spell played, counter",
            "打出、出牌、施放、使用卡牌",
        ),
    ),
    event(
        "onReverse",
        "A player reverses time",
        "玩家逆转时序时",
        {**PLAYER, "cancelled": "bool"},
        "Once a match each player may play several cards in one turn instead of one. A trigger in the stage `before` may counter it: the token is spent, the turn stays as it was (added by this project).",
        "每名玩家每局可有一次在一个回合中打出多张牌。处于 `before` 阶段的触发器可将其反制：标记照样消耗，回合不变（本项目扩展）。",
        "{playerUUID} reverses time",
        "{playerUUID}逆转时序",
        cancellable=True,
        perform="wizards/reverse",
        results={"cancelled": _REVERSAL_COUNTERED},
        keys=("revers|rewind|back", "逆转|倒转"),
        search=("reverse time, rewind, undo turn", "逆转、倒转时序、时间"),
    ),
    event(
        "onDamageTaken",
        "A monster takes damage",
        "怪物受到伤害时",
        {**MONSTER, "amount": "int", **WHICH_CARD, **BY_CARD},
        "Once for each monster and hit. `cardUUID` is the card whose hit it is, `overkill` what was more than the health left (both added by this project).",
        "每个怪物每次受到伤害各引发一次。`cardUUID` 为造成伤害的牌，`overkill` 为超出剩余生命的部分（均为本项目扩展）。",
        "{sourcePlayerUUID} damages {monsterUUID}",
        "{sourcePlayerUUID}对{monsterUUID}造成伤害",
        source_field="sourcePlayerUUID",
        results={**LEVEL, **AMOUNT, **OVERKILL},
        nouns=DEALER,
        keys=("damage|hurt|hit|wound", "伤害|受伤"),
        search=(
            "damaged, hurt, takes damage, hit, wounded, overkill, excess damage",
            "受伤、受到伤害、被打、溢出伤害、过量伤害",
        ),
    ),
    event(
        "onDefeat",
        "A monster is defeated",
        "怪物被击败时",
        {**MONSTER, **WHICH_CARD, **BY_CARD},
        "Follows the `onDamageTaken` of the hit that killed it.",
        "紧随致命一击的 `onDamageTaken` 之后。",
        "{sourcePlayerUUID} defeats {monsterUUID}",
        "{sourcePlayerUUID}击败{monsterUUID}",
        deed=Deed("defeats", "defeated", "击败", Noun("monster", "monsters", "怪物")),
        source_field="sourcePlayerUUID",
        ends=("monsterUUID",),
        results={**LEVEL, **OVERKILL},
        nouns=DEALER,
        keys=("defeat|kill|slay|die|destroy", "击败|击杀|消灭|死亡"),
        search=(
            "death, on death, dies, died, killed, slain, destroyed, unit died, deathrattle, kills, die",
            "死亡、亡语、击杀、阵亡、被消灭、被击败、打死",
        ),
    ),
    event(
        "onBattleTurnEnd",
        "A player's battle turn ends",
        "玩家战斗结束时",
        PLAYER,
        phrase=LocalizedText("{playerUUID's battle turn} ends", "{playerUUID}的战斗回合结束"),
        keys=("turn", "回合"),
        search=("end of turn, turn ends, after battle turn", "回合结束、战斗回合结束"),
    ),
    _phase("Battling", "战斗", "End", which="this"),
    _phase("Advancing", "推进", "Start"),
    event(
        "onAdvanceTurnStart",
        "A player's advance starts",
        "轮到玩家推进时",
        PLAYER,
        phrase=LocalizedText("{playerUUID's advance} starts", "{playerUUID}的推进开始"),
        keys=("advanc|turn", "推进|回合"),
        search=("advance, move forward, start of advance", "推进开始、前进"),
    ),
    event(
        "onAdvanceKick",
        "A player kicks another one cell on",
        "玩家将他人推进一格时",
        {"kickerUUID": "player", "kickedUUID": "player"},
        phrase=LocalizedText(
            "{kickerUUID} kicks {kickedUUID:another player} one cell on", "{kickerUUID}将{kickedUUID:其他玩家}推进一格"
        ),
        keys=("kick|push|shove", "踢|推"),
        search=("kick, push, shove another player", "踢、推开、推进他人"),
    ),
    event(
        "onAdvanceTurnEnd",
        "A player's advance ends",
        "玩家推进结束时",
        PLAYER,
        phrase=LocalizedText("{playerUUID's advance} ends", "{playerUUID}的推进结束"),
        keys=("advanc|turn", "推进|回合"),
        search=("end of advance, after moving", "推进结束、前进结束"),
    ),
    _phase("Advancing", "推进", "End"),
    _phase("Supplying", "补给", "Start"),
    event(
        "onSupplyTurnStart",
        "A player's supply turn starts",
        "轮到玩家补给时",
        PLAYER,
        phrase=LocalizedText("{playerUUID's supply turn} starts", "{playerUUID}的补给回合开始"),
        keys=("suppl|turn", "补给|回合"),
        search=("shop, tavern, start of supply turn", "补给开始、商店、酒馆"),
    ),
    event(
        "onRefreshShop",
        "A player refreshes the shop",
        "玩家刷新商店时",
        {
            "playerUUID": "player",
            "oldShopCardUUIDs": "card[]",
            "oldShopCardIDs": "cardID[]",
            "newShopCardUUIDs": "card[]",
            "newShopCardIDs": "cardID[]",
            "price": "int",
        },
        phrase=LocalizedText("{playerUUID} refreshes the shop", "{playerUUID}刷新商店"),
        nouns={"oldShopCardUUIDs": _OLD, "newShopCardUUIDs": _NEW},
        results=_PRICE,
        keys=("refresh|shop", "刷新|商店"),
        search=("refresh, reroll, new shop, restock", "刷新商店、换货、重掷"),
    ),
    event(
        "onBuy",
        "A player buys a card",
        "玩家购买卡牌时",
        {**CARD, "price": "int"},
        phrase=LocalizedText("{playerUUID} buys {cardUUID}", "{playerUUID}购买{cardUUID:卡牌}"),
        deed=Deed("buys", "bought", "购买", NOUNS["card"]),
        results=_PRICE,
        keys=("buy|bought|purchas", "购|买"),
        search=("bought, purchase, acquire", "购买、买入、购得"),
    ),
    event(
        "onForget",
        "A player forgets a card",
        "玩家遗忘卡牌时",
        CARD,
        phrase=LocalizedText("{playerUUID} forgets {cardUUID}", "{playerUUID}遗忘{cardUUID:卡牌}"),
        keys=("forget|forgot", "遗忘"),
        search=("forget, trash, thin deck, remove from deck", "遗忘、移除卡牌、精简牌库"),
    ),
    event(
        "onSupplyTurnEnd",
        "A player's supply turn ends",
        "玩家补给结束时",
        PLAYER,
        phrase=LocalizedText("{playerUUID's supply turn} ends", "{playerUUID}的补给回合结束"),
        keys=("suppl|turn", "补给|回合"),
        search=("end of supply turn, leave shop", "补给结束、离开商店"),
    ),
    _phase("Supplying", "补给", "End"),
    event(
        "onRoundEnd",
        "A round ends",
        "整轮结束时",
        _ROUND,
        **_round("end"),
        search=("end of round, each round, round over", "轮结束、每轮结束、整轮"),
    ),
    *EXTENSION_EVENTS,
)
EVENT_GROUPS = {
    LocalizedText("Rounds and phases", "轮次与阶段"): word_list(
        "onRoundStart onPreparingPhaseStart onPreparingPhaseEnd onExploringPhaseStart onExploringPhaseEnd "
        "onBattlingPhaseStart onBattleTurnStart onBattleTurnEnd onBattlingPhaseEnd onAdvancingPhaseStart "
        "onAdvanceTurnStart onAdvanceTurnEnd onAdvancingPhaseEnd onSupplyingPhaseStart onSupplyTurnStart "
        "onSupplyTurnEnd onSupplyingPhaseEnd onTurnEnd onRoundEnd onMatchEnd"
    ),
    LocalizedText("Cards", "卡牌"): word_list(
        "instant onPlayCard onPlayEnd onReverse onDrawCard onLastHandCard onDiscard onForget onEquipped"
    ),
    LocalizedText("Damage and defeats", "伤害与击败"): word_list(
        "onAim onHit onHitAimed onHitSchool onHitChange onDamageTaken onLethal onDefeat onPlayerHit onPlayerDamaged"
    ),
    LocalizedText("Mana, gold and the shop", "法力、金币与商店"): word_list(
        "onManaGained onGoldGained onGoldChanged onRefreshShop onBuy"
    ),
    LocalizedText("Exploration and chance", "探索与随机"): word_list(
        "onExplorationFlip onAdvanceKick onFreezingChanged onRoll"
    ),
}
