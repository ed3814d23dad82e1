"""When the cards of `wizards` act, and how long their triggers and modifiers last (000§3.2)."""

from __future__ import annotations

from engine.language.spec import Lifetime, LocalizedText, TimingSpec, result, search_words

_BY_WHO = {"byWho": "playerUUID"}

_ITSELF = {"playerUUID": "player", "cardUUID": "card"}
"""What a timing gives: the document's player, and, as an extension, the card itself."""

_PAID_NOW = {"paid": result("the mana paid for this card", "为此牌支付的法力")}
_PLAY_FIELDS = {**_ITSELF, "paid": "int"}
"""When a card is played it knows, as an extension, how much mana was paid for it."""

_KILLER = {"playerUUID": result("its killer", "击败它的玩家")}
"""Who acts in a deathrattle is not the one whom the monster belongs to."""

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
        search_words("battlecry, put on, equipped, enters slot", "战吼、装备时、佩戴、装上"),
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
            name,
            title,
            ("treasure",),
            _PLAY_FIELDS if name == "onPlay" else _ITSELF,
            _BY_WHO,
            doc,
            results=_PAID_NOW if name == "onPlay" else {},
            plain={} if name == "onPlay" else None,
            search=search,
        )
        for name, title, doc, search in _TREASURE_TIMINGS
    ),
    TimingSpec(
        "onMatchStart",
        LocalizedText("When the match starts", "对局开始时"),
        ("treasure",),
        _ITSELF,
        doc=LocalizedText(
            "Before the first hands are drawn, for each copy, wherever it lies. The player is its owner; of a card that nobody owns, the start player (added by this project).",
            "在抽取起始手牌之前，对每张复制执行，无论其位于何处。玩家为其所有者；无人拥有的牌为起始玩家（本项目扩展）。",
        ),
        phrase=LocalizedText("At the start of the match", "对局开始时"),
        search=search_words(
            "start of match, start of game, opening hand, before the game", "对局开始、游戏开始、起始手牌"
        ),
    ),
    TimingSpec(
        "onDrawExploration",
        LocalizedText("When flipped", "翻开时"),
        ("exploration",),
        _ITSELF,
        _BY_WHO,
        LocalizedText("After it was turned up; the player is who flipped it.", "翻开之后；玩家为翻开它的人。"),
        plain={"type": "event"},
        search=search_words("battlecry, flipped, revealed, explored", "战吼、翻开时、探索、亮出"),
    ),
    TimingSpec(
        "deathrattle",
        LocalizedText("Deathrattle", "亡语"),
        ("exploration",),
        _ITSELF,
        doc=LocalizedText(
            "When the monster is defeated, after the triggers on `onDefeat`; the player is who defeated it (added by this project).",
            "怪物被击败时，在 `onDefeat` 的触发器之后；玩家为击败它的人（本项目扩展）。",
        ),
        search=search_words("deathrattle, when defeated, dies, last breath, death", "亡语、被击败时、死亡时、遗言"),
        results=_KILLER,
    ),
)

LIFETIMES = (
    Lifetime(
        "once", LocalizedText("Once", "触发一次"), once=True, search=search_words("next time, the next", "下一次、下次")
    ),
    Lifetime(
        "play",
        LocalizedText("This play", "持续到本次出牌结束"),
        until="onPlayEnd",
        phrase=LocalizedText("during this play", "本次出牌期间"),
        keys=LocalizedText(r"\b(?:this|that) play\b", "[本此该]次出牌"),
    ),
    Lifetime(
        "turn",
        LocalizedText("This turn", "持续到回合结束"),
        until="onTurnEnd",
        owner_field="playerUUID",
        phrase=LocalizedText("this turn", "本回合中"),
        keys=LocalizedText(r"\b(?:this|that|the) turn\b", "(?:本|此|该)回合(?!结束|开始|后)"),
    ),
    Lifetime(
        "round",
        LocalizedText("This round", "持续到整轮结束"),
        until="onRoundEnd",
        phrase=LocalizedText("this round", "本轮中"),
        keys=LocalizedText(r"\bthis round\b", "[本此该]轮(?!结束|开始)"),
    ),
    Lifetime(
        "battle",
        LocalizedText("This battle", "持续到战斗结束"),
        until="onBattlingPhaseEnd",
        phrase=LocalizedText("this battle", "本场战斗中"),
        keys=LocalizedText(r"\bthis (?:battle|fight)\b", "[本此该]场?次?战斗(?!阶段|结束|开始)"),
    ),
    Lifetime(
        "lies",
        LocalizedText("While it lies there", "在场期间"),
        search=search_words("whenever, every time, each time, as long as", "每当、每次、只要"),
        zones=("wand", "undercurrent", "slot"),
        enters_at=("onEquip", "onDrawExploration"),
        phrase=LocalizedText("while this card is in play", "此牌在场期间"),
        keys=LocalizedText(r"\b(?:while|as long as)\b", "期间|只要|在场时"),
    ),
    Lifetime(
        "always",
        LocalizedText("For the rest of the match", "持续到游戏结束"),
        aliases=("permanent",),
        phrase=LocalizedText("for the rest of the match", "此后整局游戏中"),
        keys=LocalizedText(
            r"rest of the (?:match|game)|this (?:match|game)|from now on|permanent", "整局|本局|此后|永久|从现在起"
        ),
    ),
)
