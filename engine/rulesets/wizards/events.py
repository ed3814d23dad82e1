"""The events of 000's table with exactly its fields, the card's own moments, and how long triggers last.

Source: 000 "触发器事件 TriggerEvent", "宝藏牌行为时机 TreasureCardTiming", "字段解释"; WZ10, WZ12.
"""

from __future__ import annotations

from engine.language.registry import EventSpec, Lifetime, TimingSpec
from engine.language.shapes import Bi

_PLAYER = {"playerUUID": "player"}
_ROUND = {"round": "int"}
_CARD = {"playerUUID": "player", "cardUUID": "card", "cardID": "cardID"}
_GAINED = {"playerUUID": "player", "amount": "int", "overflow": "int"}
_MONSTER = {"monsterUUID": "monster", "sourcePlayerUUID": "player"}
_WHICH = {"monsterID": "cardID", "level": "text"}
_BY_WHO = {"byWho": "playerUUID"}

EVENTS = (
    EventSpec(
        "instant",
        Bi("At once", "立即触发"),
        doc=Bi(
            "Answers nothing: a trigger on it runs where it stands and leaves nothing behind.",
            "不响应任何事件：触发器就地立即执行，不会留下。",
        ),
    ),
    EventSpec("onRoundStart", Bi("A round starts", "整轮开始时"), _ROUND),
    EventSpec("onPreparingPhaseStart", Bi("The preparing phase starts", "准备阶段开始时")),
    EventSpec("onDiscard", Bi("A player discards a card", "玩家弃牌时"), _CARD),
    EventSpec("onPreparingPhaseEnd", Bi("The preparing phase ends", "准备阶段结束时")),
    EventSpec("onExploringPhaseStart", Bi("The exploring phase starts", "探索阶段开始时")),
    EventSpec(
        "onExplorationFlip",
        Bi("An exploration card is flipped", "探索牌被翻开时"),
        {"cardUUID": "monster", "type": "text", "id": "cardID", "level": "text", "sourcePlayerUUID": "player"},
        doc=Bi("A monster as well as an event card; `type` tells which.", "怪物牌和事件牌都会引发；由 `type` 区分。"),
        source="sourcePlayerUUID",
        aliases=("onExplored", "onExplorationDrawn"),
        field_aliases={"byWho": "sourcePlayerUUID", "card.type": "type"},
    ),
    EventSpec("onExploringPhaseEnd", Bi("The exploring phase ends", "探索阶段结束时")),
    EventSpec("onBattlingPhaseStart", Bi("The battling phase starts", "战斗阶段开始时")),
    EventSpec(
        "onBattleTurnStart", Bi("A player's battle turn starts", "轮到玩家战斗时"), _PLAYER, aliases=("onTurnStarted",)
    ),
    EventSpec(
        "onPlayCard",
        Bi("A player plays a card", "玩家出牌时"),
        {**_CARD, "cancelled": "bool"},
        stage="before",
        cancellable=True,
        perform="wizards/resolve",
        doc=Bi(
            "Its triggers run before the card's own effects and may cancel the play; after that, `cancelled` tells whether it was.",
            "其触发器先于该牌自身的效果执行，并可取消此次出牌；之后由 `cancelled` 可知是否被取消。",
        ),
        aliases=("onPlay", "onPlayed"),
    ),
    EventSpec(
        "onReverse",
        Bi("A player reverses time", "玩家逆转时序时"),
        _PLAYER,
        doc=Bi(
            "Once a match each player may play several cards in one turn instead of one.",
            "每名玩家每局可有一次在一个回合中打出多张牌。",
        ),
    ),
    EventSpec(
        "onDamageTaken",
        Bi("A monster takes damage", "怪物受到伤害时"),
        {**_MONSTER, "amount": "int", **_WHICH},
        doc=Bi("Once for each monster and hit.", "每个怪物每次受到伤害各引发一次。"),
        source="sourcePlayerUUID",
    ),
    EventSpec(
        "onDefeat",
        Bi("A monster is defeated", "怪物被击败时"),
        {**_MONSTER, **_WHICH},
        doc=Bi("Follows the `onDamageTaken` of the hit that killed it.", "紧随致命一击的 `onDamageTaken` 之后。"),
        source="sourcePlayerUUID",
    ),
    EventSpec("onBattleTurnEnd", Bi("A player's battle turn ends", "玩家战斗结束时"), _PLAYER),
    EventSpec("onBattlingPhaseEnd", Bi("The battling phase ends", "战斗阶段结束时")),
    EventSpec("onAdvancingPhaseStart", Bi("The advancing phase starts", "推进阶段开始时")),
    EventSpec("onAdvanceTurnStart", Bi("A player's advance starts", "轮到玩家推进时"), _PLAYER),
    EventSpec(
        "onAdvanceKick",
        Bi("A player kicks another one cell on", "玩家将他人推进一格时"),
        {"kickerUUID": "player", "kickedUUID": "player"},
    ),
    EventSpec("onAdvanceTurnEnd", Bi("A player's advance ends", "玩家推进结束时"), _PLAYER),
    EventSpec("onAdvancingPhaseEnd", Bi("The advancing phase ends", "推进阶段结束时")),
    EventSpec("onSupplyingPhaseStart", Bi("The supplying phase starts", "补给阶段开始时")),
    EventSpec("onSupplyTurnStart", Bi("A player's supply turn starts", "轮到玩家补给时"), _PLAYER),
    EventSpec(
        "onRefreshShop",
        Bi("A player refreshes the shop", "玩家刷新商店时"),
        {
            "playerUUID": "player",
            "oldShopCardUUIDs": "card[]",
            "oldShopCardIDs": "cardID[]",
            "newShopCardUUIDs": "card[]",
            "newShopCardIDs": "cardID[]",
            "price": "int",
        },
    ),
    EventSpec("onBuy", Bi("A player buys a card", "玩家购买卡牌时"), {**_CARD, "price": "int"}),
    EventSpec("onForget", Bi("A player forgets a card", "玩家遗忘卡牌时"), _CARD),
    EventSpec("onSupplyTurnEnd", Bi("A player's supply turn ends", "玩家补给结束时"), _PLAYER),
    EventSpec("onSupplyingPhaseEnd", Bi("The supplying phase ends", "补给阶段结束时")),
    EventSpec("onRoundEnd", Bi("A round ends", "整轮结束时"), _ROUND),
    EventSpec(
        "onDrawCard",
        Bi("A player draws a card", "玩家抽到牌时"),
        _CARD,
        extension=True,
        doc=Bi(
            "After each card drawn, whatever draws it. A trigger in the stage `check` forbids the draw.",
            "每抽到一张牌后引发，不论因何而抽。处于 `check` 阶段的触发器可禁止抽牌。",
        ),
    ),
    EventSpec(
        "onLastHandCard",
        Bi("A player loses the last card in hand", "玩家失去最后一张手牌时"),
        _CARD,
        extension=True,
        doc=Bi("Before that card moves, by whatever it leaves the hand.", "在该牌移动之前引发，不论它因何离开手牌。"),
    ),
    EventSpec(
        "onManaGained",
        Bi("A player gains mana", "玩家获得法力时"),
        _GAINED,
        extension=True,
        doc=Bi(
            "By an effect; also when the cap leaves nothing of it: `amount` is what was gained, `overflow` what was lost.",
            "由效果获得时引发，即使已达上限：`amount` 为实际获得，`overflow` 为溢出。",
        ),
    ),
    EventSpec(
        "onGoldGained",
        Bi("A player gains gold", "玩家获得金币时"),
        _GAINED,
        extension=True,
        doc=Bi(
            "By an effect, not by a bounty; also when the cap leaves nothing of it.",
            "由效果获得时引发（赏金除外），即使已达上限。",
        ),
    ),
    EventSpec(
        "onEquipped",
        Bi("A card is equipped", "卡牌被装备时"),
        _CARD,
        extension=True,
        doc=Bi("A wand or an undercurrent comes into its slot.", "魔杖或暗流进入其栏位时引发。"),
    ),
    EventSpec(
        "onLethal",
        Bi("A monster is about to die of a hit", "怪物即将被击败时"),
        {**_MONSTER, **_WHICH},
        stage="before",
        cancellable=True,
        perform="wizards/defeat",
        extension=True,
        doc=Bi(
            "Between `onDamageTaken` and `onDefeat`; `prevent` keeps the monster on the table.",
            "在 `onDamageTaken` 与 `onDefeat` 之间引发；`prevent` 可使怪物留在场上。",
        ),
    ),
    EventSpec(
        "onTurnEnd",
        Bi("A player's turn ends, in whichever phase", "玩家在任一阶段的回合结束时"),
        _PLAYER,
        members=("onBattleTurnEnd", "onAdvanceTurnEnd", "onSupplyTurnEnd"),
        extension=True,
    ),
)

_ITSELF = {"playerUUID": "player", "cardUUID": "card"}
"""What a moment gives: the document's player, and (ours) the card itself."""

_TREASURE_TIMINGS = (
    (
        "onPlay",
        Bi("When played", "出牌时"),
        Bi(
            "After its cost is paid and the triggers on `onPlayCard` have run; a play that was cancelled has none.",
            "在支付费用、执行 `onPlayCard` 的触发器之后；出牌被取消时不执行。",
        ),
    ),
    (
        "onEquip",
        Bi("When equipped", "装备时"),
        Bi("After the wand or undercurrent has come into its slot.", "魔杖或暗流进入其栏位之后。"),
    ),
    (
        "onUnequip",
        Bi("When unequipped", "卸下时"),
        Bi("After it has left its slot, taken or replaced.", "被夺取或取代而离开其栏位之后。"),
    ),
    (
        "onDraw",
        Bi("When drawn", "抽到时"),
        Bi("After it has come from the deck into the hand.", "从牌堆进入手牌之后。"),
    ),
    ("onBuy", Bi("When bought", "购买时"), Bi("After it was paid for and gained.", "付款并获得之后。")),
    (
        "onDiscard",
        Bi("When discarded", "弃牌时"),
        Bi("After it has gone from the hand to the discard pile.", "从手牌进入弃牌堆之后。"),
    ),
    (
        "onForget",
        Bi("When forgotten", "遗忘时"),
        Bi("After it has left its owner in the tavern.", "在酒馆中离开其所属的玩家之后。"),
    ),
)
TIMINGS = (
    *(TimingSpec(name, title, ("treasure",), _ITSELF, _BY_WHO, doc) for name, title, doc in _TREASURE_TIMINGS),
    TimingSpec(
        "onDrawExploration",
        Bi("When flipped", "翻开时"),
        ("exploration",),
        _ITSELF,
        _BY_WHO,
        Bi("After it was turned up; the player is who flipped it.", "翻开之后；玩家为翻开它的人。"),
    ),
)

LIFETIMES = (
    Lifetime("once", Bi("Once", "触发一次"), once=True),
    Lifetime("turn", Bi("This turn", "持续到回合结束"), until="onTurnEnd", owner_field="playerUUID"),
    Lifetime("round", Bi("This round", "持续到整轮结束"), until="onRoundEnd"),
    Lifetime("battle", Bi("This battle", "持续到战斗结束"), until="onBattlingPhaseEnd"),
    Lifetime("always", Bi("For the rest of the match", "持续到游戏结束"), aliases=("permanent",)),
)
