"""The events of 000's table with exactly its fields, the card's own moments, and how long triggers last.

Source: 000 "触发器事件 TriggerEvent", "宝藏牌行为时机 TreasureCardTiming", "字段解释"; WZ10, WZ12.
"""

from __future__ import annotations

from dataclasses import replace

from engine.language.spec.events import EventAnalysis, EventRuntime, EventSpec, Lifetime, TimingSpec
from engine.language.spec.phrases import Case, EventPhrase, Noun, Result
from engine.language.spec.search import search_words
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


_PHASE_SEARCH = {
    "Preparing": search_words("upkeep, draw step", "准备、抽牌阶段"),
    "Exploring": search_words("exploration, dungeon", "探索、地城"),
    "Battling": search_words("combat, fight, battle", "战斗、对战"),
    "Advancing": search_words("movement, race, move", "推进、移动"),
    "Supplying": search_words("shop, tavern, market", "补给、商店、酒馆"),
}
"""What authors look for when they mean the start or the end of a phase."""


def _phase(name: str, zh: str, end: str, which: str = "next") -> EventSpec:
    """Return the event of a phase that starts or ends; it carries nothing."""
    title = LocalizedText(
        f"The {name.lower()} phase {end.lower()}s", f"{zh}阶段{'开始' if end == 'Start' else '结束'}时"
    )
    moment = _each(f"{name.lower()} phase", which, f"个{zh}阶段", end.lower())
    return EventSpec(f"on{name}Phase{end}", title, wording=moment, search=_PHASE_SEARCH[name])


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
            "Answers nothing: a trigger on it runs at once, in its place, and leaves nothing behind.",
            "不响应任何事件：触发器就地立即执行，不会留下。",
        ),
        search=search_words("now, immediately, at once, right away", "立即、马上、即时"),
    ),
    EventSpec(
        "onRoundStart",
        LocalizedText("A round starts", "整轮开始时"),
        _ROUND,
        wording=_round("start", _NUMBER),
        search=search_words("start of round, each round, new round", "轮开始、每轮开始、新一轮"),
    ),
    _phase("Preparing", "准备", "Start"),
    EventSpec(
        "onDiscard",
        LocalizedText("A player discards a card", "玩家弃牌时"),
        _CARD,
        phrase=LocalizedText("{playerUUID} discards {cardUUID}", "{playerUUID}弃掉{cardUUID:卡牌}"),
        wording=EventPhrase(keys=LocalizedText("discard", "弃")),
        search=search_words("discarded, when a card is discarded, throw away", "弃牌时、被弃掉、弃置"),
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
        analysis=EventAnalysis(source_field="sourcePlayerUUID", creates=True),
        aliases=("onExplored", "onExplorationDrawn"),
        field_aliases={"byWho": "sourcePlayerUUID", "card.type": "type"},
        phrase=LocalizedText("{sourcePlayerUUID} flips {cardUUID}", "{sourcePlayerUUID}翻开{cardUUID}"),
        wording=EventPhrase(
            cases=(Case({"type": "monster"}, _A_MONSTER),),
            nouns={"cardUUID": _EXPLORATION},
            fields=_FLIPPED,
            keys=LocalizedText("flip|reveal|turn|explor", "翻|探索"),
        ),
        search=search_words("flipped, explore, revealed, turned up", "翻开、探索、亮出"),
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
        search=search_words("start of turn, turn begins, upkeep", "回合开始、战斗回合开始、我的回合"),
    ),
    EventSpec(
        "onPlayCard",
        LocalizedText("A player plays a card", "玩家出牌时"),
        {**_CARD, "cancelled": "bool"},
        runtime=EventRuntime(stage="before", cancellable=True, perform="wizards/resolve"),
        doc=LocalizedText(
            "Its triggers run before the card's own effects and may cancel the play; after that, `cancelled` says whether it was.",
            "其触发器先于该牌自身的效果执行，并可取消此次出牌；之后由 `cancelled` 可知是否被取消。",
        ),
        aliases=("onPlay", "onPlayed"),
        phrase=LocalizedText("{playerUUID} plays {cardUUID}", "{playerUUID}打出{cardUUID:卡牌}"),
        wording=EventPhrase(
            fields={"cancelled": _COUNTERED},
            keys=LocalizedText(r"\bplay(?:s|ed|ing)?\b|\bcasts?\b|spell|counter", "出|使用|法术|反制"),
        ),
        search=search_words("play, cast, card played, when played, spell cast, counter", "打出、出牌、施放、使用卡牌"),
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
        search=search_words("reverse time, rewind, undo turn", "逆转、倒转时序、时间"),
    ),
    EventSpec(
        "onDamageTaken",
        LocalizedText("A monster takes damage", "怪物受到伤害时"),
        {**_MONSTER, "amount": "int", **_WHICH},
        doc=LocalizedText("Once for each monster and hit.", "每个怪物每次受到伤害各引发一次。"),
        analysis=EventAnalysis(source_field="sourcePlayerUUID"),
        phrase=LocalizedText("{sourcePlayerUUID} damages {monsterUUID}", "{sourcePlayerUUID}对{monsterUUID}造成伤害"),
        wording=EventPhrase(fields={**_LEVEL, **_AMOUNT}, keys=LocalizedText("damage|hurt|hit|wound", "伤害|受伤")),
        search=search_words("damaged, hurt, takes damage, hit, wounded", "受伤、受到伤害、被打"),
    ),
    EventSpec(
        "onDefeat",
        LocalizedText("A monster is defeated", "怪物被击败时"),
        {**_MONSTER, **_WHICH},
        doc=LocalizedText(
            "Follows the `onDamageTaken` of the hit that killed it.", "紧随致命一击的 `onDamageTaken` 之后。"
        ),
        analysis=EventAnalysis(source_field="sourcePlayerUUID", ends=("monsterUUID",)),
        phrase=LocalizedText("{sourcePlayerUUID} defeats {monsterUUID}", "{sourcePlayerUUID}击败{monsterUUID}"),
        wording=EventPhrase(fields=_LEVEL, keys=LocalizedText("defeat|kill|slay|die|destroy", "击败|击杀|消灭|死亡")),
        search=search_words(
            "death, on death, dies, died, killed, slain, destroyed, unit died, deathrattle",
            "死亡、亡语、击杀、阵亡、被消灭、被击败",
        ),
    ),
    EventSpec(
        "onBattleTurnEnd",
        LocalizedText("A player's battle turn ends", "玩家战斗结束时"),
        _PLAYER,
        phrase=LocalizedText("{playerUUID's battle turn} ends", "{playerUUID}的战斗回合结束"),
        wording=EventPhrase(keys=LocalizedText("turn", "回合")),
        search=search_words("end of turn, turn ends, after battle turn", "回合结束、战斗回合结束"),
    ),
    _phase("Battling", "战斗", "End", which="this"),
    _phase("Advancing", "推进", "Start"),
    EventSpec(
        "onAdvanceTurnStart",
        LocalizedText("A player's advance starts", "轮到玩家推进时"),
        _PLAYER,
        phrase=LocalizedText("{playerUUID's advance} starts", "{playerUUID}的推进开始"),
        wording=EventPhrase(keys=LocalizedText("advanc|turn", "推进|回合")),
        search=search_words("advance, move forward, start of advance", "推进开始、前进"),
    ),
    EventSpec(
        "onAdvanceKick",
        LocalizedText("A player kicks another one cell on", "玩家将他人推进一格时"),
        {"kickerUUID": "player", "kickedUUID": "player"},
        phrase=LocalizedText(
            "{kickerUUID} kicks {kickedUUID:another player} one cell on", "{kickerUUID}将{kickedUUID:其他玩家}推进一格"
        ),
        wording=EventPhrase(keys=LocalizedText("kick|push|shove", "踢|推")),
        search=search_words("kick, push, shove another player", "踢、推开、推进他人"),
    ),
    EventSpec(
        "onAdvanceTurnEnd",
        LocalizedText("A player's advance ends", "玩家推进结束时"),
        _PLAYER,
        phrase=LocalizedText("{playerUUID's advance} ends", "{playerUUID}的推进结束"),
        wording=EventPhrase(keys=LocalizedText("advanc|turn", "推进|回合")),
        search=search_words("end of advance, after moving", "推进结束、前进结束"),
    ),
    _phase("Advancing", "推进", "End"),
    _phase("Supplying", "补给", "Start"),
    EventSpec(
        "onSupplyTurnStart",
        LocalizedText("A player's supply turn starts", "轮到玩家补给时"),
        _PLAYER,
        phrase=LocalizedText("{playerUUID's supply turn} starts", "{playerUUID}的补给回合开始"),
        wording=EventPhrase(keys=LocalizedText("suppl|turn", "补给|回合")),
        search=search_words("shop, tavern, start of supply turn", "补给开始、商店、酒馆"),
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
        search=search_words("refresh, reroll, new shop, restock", "刷新商店、换货、重掷"),
    ),
    EventSpec(
        "onBuy",
        LocalizedText("A player buys a card", "玩家购买卡牌时"),
        {**_CARD, "price": "int"},
        phrase=LocalizedText("{playerUUID} buys {cardUUID}", "{playerUUID}购买{cardUUID:卡牌}"),
        wording=EventPhrase(fields=_PRICE, keys=LocalizedText("buy|bought|purchas", "购|买")),
        search=search_words("bought, purchase, gain from shop, acquire", "购买、买入、获得卡牌"),
    ),
    EventSpec(
        "onForget",
        LocalizedText("A player forgets a card", "玩家遗忘卡牌时"),
        _CARD,
        phrase=LocalizedText("{playerUUID} forgets {cardUUID}", "{playerUUID}遗忘{cardUUID:卡牌}"),
        wording=EventPhrase(keys=LocalizedText("forget|forgot", "遗忘")),
        search=search_words("forget, trash, thin deck, remove from deck", "遗忘、移除卡牌、精简牌库"),
    ),
    EventSpec(
        "onSupplyTurnEnd",
        LocalizedText("A player's supply turn ends", "玩家补给结束时"),
        _PLAYER,
        phrase=LocalizedText("{playerUUID's supply turn} ends", "{playerUUID}的补给回合结束"),
        wording=EventPhrase(keys=LocalizedText("suppl|turn", "补给|回合")),
        search=search_words("end of supply turn, leave shop", "补给结束、离开商店"),
    ),
    _phase("Supplying", "补给", "End"),
    EventSpec(
        "onRoundEnd",
        LocalizedText("A round ends", "整轮结束时"),
        _ROUND,
        wording=_round("end", _NUMBER),
        search=search_words("end of round, each round, round over", "轮结束、每轮结束、整轮"),
    ),
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
        search=search_words("draw, drawn, when you draw, card drawn", "抽牌时、抽到、摸牌时"),
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
        search=search_words("empty hand, last card, hellbent, out of cards", "空手、最后一张手牌、没有手牌"),
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
        search=search_words("gain mana, mana restored, energy gained", "获得法力、回蓝、法力增加"),
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
        search=search_words("gain gold, earn coins, income", "获得金币、赚钱、收入"),
    ),
    EventSpec(
        "onEquipped",
        LocalizedText("A card is equipped", "卡牌被装备时"),
        _CARD,
        extension=True,
        doc=LocalizedText("A wand or an undercurrent comes into its slot.", "魔杖或暗流进入其栏位时引发。"),
        phrase=LocalizedText("{playerUUID} equips {cardUUID}", "{playerUUID}装备{cardUUID:卡牌}"),
        wording=EventPhrase(keys=LocalizedText("equip|wand|undercurrent", "装备|魔杖|暗流")),
        search=search_words("equip, put on, wand equipped", "装备、佩戴、装上魔杖"),
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
        search=search_words("about to die, would die, lethal damage, before death", "即将死亡、濒死、致命、死亡前"),
    ),
    EventSpec(
        "onTurnEnd",
        LocalizedText("A player's turn ends, in whichever phase", "玩家在任一阶段的回合结束时"),
        _PLAYER,
        members=("onBattleTurnEnd", "onAdvanceTurnEnd", "onSupplyTurnEnd"),
        extension=True,
        phrase=LocalizedText("{playerUUID's turn} ends", "{playerUUID}的回合结束"),
        wording=EventPhrase(keys=LocalizedText("turn", "回合")),
        search=search_words("end of turn, any turn ends, end step", "回合结束、任一回合结束、结束阶段"),
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
        search_words("battlecry, when played, cast, enters", "战吼、打出时、出牌时、施放"),
    ),
    (
        "onEquip",
        LocalizedText("When equipped", "装备时"),
        LocalizedText("After the wand or undercurrent has come into its slot.", "魔杖或暗流进入其栏位之后。"),
        search_words("put on, equipped, enters slot", "装备时、佩戴、装上"),
    ),
    (
        "onUnequip",
        LocalizedText("When unequipped", "卸下时"),
        LocalizedText("After it has left its slot, taken or replaced.", "被夺取或取代而离开其栏位之后。"),
        search_words("taken off, removed, leaves slot", "卸下时、脱下、移除"),
    ),
    (
        "onDraw",
        LocalizedText("When drawn", "抽到时"),
        LocalizedText("After it has come from the deck into the hand.", "从牌堆进入手牌之后。"),
        search_words("drawn, when you draw this, comes to hand", "抽到时、入手、摸到"),
    ),
    (
        "onBuy",
        LocalizedText("When bought", "购买时"),
        LocalizedText("After it was paid for and gained.", "付款并获得之后。"),
        search_words("bought, purchase, gained", "购买时、买入、获得"),
    ),
    (
        "onDiscard",
        LocalizedText("When discarded", "弃牌时"),
        LocalizedText("After it has gone from the hand to the discard pile.", "从手牌进入弃牌堆之后。"),
        search_words("discarded, thrown away", "弃牌时、被弃掉"),
    ),
    (
        "onForget",
        LocalizedText("When forgotten", "遗忘时"),
        LocalizedText("After it has left its owner in the tavern.", "在酒馆中离开其所属的玩家之后。"),
        search_words("forgotten, trashed, removed from deck", "遗忘时、移出牌库"),
    ),
)
TIMINGS = (
    *(
        TimingSpec(
            name, title, ("treasure",), _ITSELF, _BY_WHO, doc, plain={} if name == "onPlay" else None, search=search
        )
        for name, title, doc, search in _TREASURE_TIMINGS
    ),
    TimingSpec(
        "onDrawExploration",
        LocalizedText("When flipped", "翻开时"),
        ("exploration",),
        _ITSELF,
        _BY_WHO,
        LocalizedText("After it was turned up; the player is who flipped it.", "翻开之后；玩家为翻开它的人。"),
        plain={"type": "event"},
        search=search_words("flipped, revealed, explored", "翻开时、探索、亮出"),
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
