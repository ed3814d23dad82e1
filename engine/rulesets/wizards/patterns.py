"""The words of the trade, as `wizards` says them: what a palette offers for "deathrattle" or "for each monster"."""

from __future__ import annotations

from typing import Any

from engine.language.spec.patterns import LABEL, OWNER, SAME, Pattern, pattern

COUNT = {"type": "countCards", "playerUUID": OWNER}
MONSTERS: Any = {**COUNT, "playerUUID": "$self.playerUUID", "zone": "slot", "whose": "all"}
OWN_COUNT: Any = {**COUNT, "playerUUID": "$self.playerUUID"}
PLAYED_BEFORE: Any = {"type": "Nth", "n": 2, "event": "onPlayCard", "who": "you", "within": "round", "orLater": True}
PLAYED_TIMES: Any = {"type": "timesThis", "event": "onPlayCard", "who": "this", "within": "match"}
IS_LETHAL: Any = {"type": "Equals", "value1": f"${LABEL}.lethal", "value2": True}
THIS_CARD_COSTS = "refund cost, refund the mana paid, get the cost back, refund what it cost"
THIS_CARD_COSTS_ZH = "返还费用、返还法力、退还费用、返费"


def _trigger(en: str, zh: str, given: Any) -> tuple[Pattern, ...]:
    """Return a trigger of a card, and the effect that sets it up."""
    return pattern("trigger", en, zh, given), pattern("effect", en, zh, {"type": "when", **given})


def _numbers(kind: str) -> Any:
    return {"type": kind, "mode": "add", "target": OWNER}


def _converted(of: str, into: str, en: str, zh: str) -> Pattern:
    """Return "all of one into as much of another"."""
    loss: Any = {"type": of, "id": LABEL, "mode": "set", "amount": 0, "target": OWNER}
    return pattern(
        "effect",
        en,
        zh,
        loss,
        {**_numbers(into), "amount": {"type": "sub", "value1": 0, "value2": f"${LABEL}.applied"}},
    )


def _per_damage(kind: str, en: str, zh: str) -> Pattern:
    """Return a hit, and an amount of something for each point of it."""
    hit: Any = {"type": "strike", "id": LABEL}
    return pattern(
        "effect", en, zh, hit, {"type": kind, "amount": {"type": "each", "per": None, "of": f"${LABEL}.amount"}}
    )


PATTERNS: tuple[Pattern, ...] = (
    pattern("effect", "combo", "连击", {"type": "if", "condition": PLAYED_BEFORE}),
    pattern(
        "effect",
        "third card, nth card",
        "第三张牌",
        {"type": "if", "condition": {"type": "Nth", "event": "onPlayCard", "who": "you", "within": "round"}},
    ),
    pattern(
        "effect",
        "combo instead, instead if played card",
        "连击变、出过牌变",
        {"type": "strike", "amount": {"type": "instead", "condition": PLAYED_BEFORE}},
    ),
    pattern(
        "effect",
        "discard one, discard a card",
        "弃一、弃牌、弃置一张牌",
        {"type": "askDiscardCard", "maximum": f"{SAME}minimum", "target": OWNER},
    ),
    pattern(
        "effect",
        "aoe, area, damage all monsters",
        "全场、群体伤害、全场伤害",
        {"type": "damage", "target": {"type": "allMonsters"}},
    ),
    pattern("effect", "transform random same level", "变成同级随机", {"type": "transform"}),
    *_trigger(
        "deathrattle, this is killed, it is killed, this dies",
        "亡语、被击败时、它死亡",
        {"event": "onDefeat", "who": "this", "mode": "lies"},
    ),
    *_trigger(
        "next turn start, start next turn, next turn",
        "下个回合开始、下回合",
        {"event": "onBattleTurnStart", "who": "you"},
    ),
    *_trigger(
        "start of your turn, each turns start",
        "你的回合开始、每个你的回合开始",
        {"event": "onBattleTurnStart", "who": "you", "mode": "lies"},
    ),
    *_trigger("end of your turn", "你的回合结束", {"event": "onBattleTurnEnd", "who": "you", "mode": "lies"}),
    *_trigger("you play a card, you cast a spell", "你出牌、你打出一张牌", {"event": "onPlayCard", "who": "you"}),
    *_trigger("you discard", "你弃牌、你弃置", {"event": "onDiscard", "who": "you"}),
    *_trigger(
        "another player discards, an opponent discards",
        "对手弃牌、其他玩家弃牌、别人弃牌",
        {"event": "onDiscard", "who": "others"},
    ),
    *_trigger("you draw a card", "你抽牌、你抽到牌", {"event": "onDrawCard", "who": "you"}),
    *_trigger(
        "another player plays card, opponent plays card",
        "对手出牌、其他玩家出牌、别人打出牌",
        {"event": "onPlayCard", "who": "others"},
    ),
    *_trigger(
        "you kill a monster, monster dies, you defeat a monster",
        "你击杀怪物、怪物被击败、怪物死亡、每杀怪物",
        {"event": "onDefeat", "who": "you"},
    ),
    pattern(
        "trigger",
        "taunt, cannot target other monsters, must be attacked first",
        "嘲讽、不能选择其他怪物、不能点别的怪物、必须先打",
        {
            "event": "onAim",
            "mode": "lies",
            "stage": "check",
            "condition": {
                "type": "Not",
                "condition": {
                    "type": "Equals",
                    "value1": "$onAim.monsterUUID",
                    "value2": "$onDrawExploration.cardUUID",
                },
            },
            "do": [],
        },
    ),
    pattern(
        "$player", "killer, whoever kills it, who kills", "凶手、谁击杀、谁打死、击杀者", "$onDefeat.sourcePlayerUUID"
    ),
    pattern(
        "effect",
        "killer discards, whoever kills it discards",
        "谁打死谁弃、击杀者弃置",
        {"type": "discardCard", "target": {"type": "cardChooser", "playerUUID": "$onDefeat.sourcePlayerUUID"}},
    ),
    pattern(
        "effect",
        "if it kills, if it dies, kill then",
        "如果击杀、打死就、若击败",
        {"type": "strike", "id": LABEL},
        {"type": "if", "condition": IS_LETHAL},
    ),
    pattern("effect", THIS_CARD_COSTS, THIS_CARD_COSTS_ZH, {**_numbers("mana"), "amount": "$onPlay.paid"}),
    pattern(
        "effect",
        "kills refund cost, dies refund mana, if kills refund",
        "打死返还费用、击败返还法力、击杀返还费用",
        {"type": "strike", "id": LABEL},
        {"type": "if", "condition": IS_LETHAL, "do": [{**_numbers("mana"), "amount": "$onPlay.paid"}]},
    ),
    _per_damage(
        "gainGold", "gold for every damage, gold for each damage dealt", "每造成伤害金币、每伤害金币、每打出伤害金币"
    ),
    _per_damage(
        "gainMana", "mana for every damage, mana for each damage dealt", "每造成伤害法力、每伤害法力、每伤害回费"
    ),
    _converted(
        "freezing",
        "mana",
        "freezing into mana, convert all freezing into mana, thaw into mana",
        "冻结化掉费用、冻结转化法力、冻结换法力、失去冻结获得等量法力",
    ),
    _converted("freezing", "gold", "freezing into gold, convert all freezing into gold", "冻结换金币、冻结化掉金币"),
    _converted("mana", "gold", "mana into gold, convert mana to gold", "法力换金币、法力转化金币"),
    _converted("gold", "mana", "gold into mana, convert gold to mana", "金币换法力、金币转化法力"),
    pattern(
        "effect",
        "cost less, hold this wand less",
        "便宜费用、持有魔杖便宜",
        {"type": "modify", "stat": "manaCost", "op": "add", "mode": "lies"},
    ),
    pattern(
        "effect",
        "cost less at least, hold this wand less at least",
        "便宜费用最低、持有魔杖便宜最低",
        {"type": "modify", "stat": "manaCost", "op": "add", "mode": "lies", "least": None},
    ),
    pattern(
        "effect",
        "your spells cost more, spells more expensive",
        "法术变贵、法术费用增加",
        {"type": "modify", "stat": "manaCost", "op": "add", "mode": "lies"},
    ),
    pattern(
        "effect",
        "hand limit, hold more cards",
        "手牌上限",
        {"type": "modify", "stat": "hand", "op": "add", "mode": "lies"},
    ),
    pattern(
        "effect",
        "mana cap, mana limit",
        "法力上限、费用上限",
        {"type": "modify", "stat": "manaCap", "op": "add", "mode": "lies"},
    ),
    pattern(
        "costRule",
        "cost less each monster, cost less each monster table, cheaper each monster",
        "每有怪物便宜、场上每有怪物便宜、每有怪物此牌便宜、每有怪物费用减少",
        {"op": "less", "value": {"type": "each", "of": MONSTERS}},
    ),
    pattern(
        "costRule",
        "cost less for each, cheaper for each",
        "每有便宜、每有费用减少",
        {"op": "less", "value": {"type": "each", "of": OWN_COUNT}},
    ),
    pattern(
        "costRule",
        "cost more for each",
        "每有贵、每有费用增加",
        {"op": "more", "value": {"type": "each", "of": OWN_COUNT}},
    ),
    pattern(
        "value",
        "for each monster, number of monsters",
        "每有怪物、怪物数量",
        {"type": "each", "of": {**MONSTERS, "playerUUID": OWNER}},
    ),
    pattern(
        "value",
        "for each card hand, per card in hand",
        "每有手牌、每张手牌",
        {"type": "each", "of": {"type": "getPlayerProperty", "playerUUID": OWNER, "property": "hand"}},
    ),
    pattern(
        "value",
        "plus for every time this match, plus each time this match",
        "本局每用过多、每打出过一次多、本局每打出增加",
        {"type": "add", "values": [None, {"type": "each", "of": PLAYED_TIMES}]},
    ),
    pattern(
        "condition", "combo, already played a card, played another card", "连击、出过牌、打出过其他牌", PLAYED_BEFORE
    ),
    pattern(
        "condition",
        "third card, nth card this round",
        "第三张牌、第几张牌",
        {"type": "Nth", "event": "onPlayCard", "who": "you", "within": "round"},
    ),
    pattern(
        "effect",
        "ramp, now and next turn",
        "跳费、现在下回合",
        {"type": "gainMana"},
        {"type": "when", "event": "onBattleTurnStart", "who": "you", "do": [{"type": "gainMana"}]},
    ),
    pattern(
        "chooser",
        "everyone else, each other player, all other players",
        "每位其他玩家、其他所有玩家",
        {"type": "playerChooser", "which": "others", "pick": "all"},
    ),
    pattern(
        "effect",
        "return from discard pile, card from your discard, discard pile hand, bounce from discard",
        "从弃牌堆拿回、从弃牌堆回手、弃牌堆回手里、弃牌堆弹回",
        {"type": "moveCard", "target": {"type": "cardChooser", "whose": "own", "zone": "discard"}, "to": "hand"},
    ),
    pattern(
        "effect",
        "next spell deals more, next spell more damage, next card deals more",
        "下一法术伤害、下一牌伤害、下个法术伤害",
        {"type": "modify", "stat": "spellDamage", "op": "add", "mode": "once"},
    ),
    pattern(
        "effect",
        "next spell costs less, next card costs less, next spell cheaper, next card cheaper",
        "下一法术便宜、下一牌便宜、下一法术费用减少",
        {"type": "modify", "stat": "manaCost", "op": "add", "mode": "once"},
    ),
    pattern(
        "effect",
        "spells deal more, spells hit more, spell damage, spells damage more",
        "法术伤害、法术增伤",
        {"type": "modify", "stat": "spellDamage", "op": "add"},
    ),
    pattern(
        "effect",
        "discard your hand, discard all hand, discard whole hand",
        "手牌全弃、弃掉所有手牌、弃手牌",
        {"type": "discardCard", "target": {"type": "cardChooser", "pick": "all", "whose": "own", "zone": "hand"}},
    ),
    pattern(
        "effect",
        "thaw completely, lose all freezing, freezing to 0",
        "冻结清零、清空冻结、冻结归零、解冻",
        {"type": "freezing", "mode": "set", "amount": 0},
    ),
    pattern(
        "effect",
        "shop cheaper, buy cheaper, cards in the shop cost less gold",
        "买牌便宜、商店便宜、购买便宜金币",
        {"type": "modify", "stat": "price", "op": "add"},
    ),
    pattern(
        "effect",
        "discard pile spell hand random, random spell from your discard",
        "弃牌堆随机法术回手",
        {
            "type": "moveCard",
            "target": {"type": "cardChooser", "pick": "random", "whose": "own", "zone": "discard"},
            "to": "hand",
        },
    ),
    pattern(
        "effect",
        "unequip your wand, wand back to hand, wand to your hand, wand back up",
        "魔杖收回手里、魔杖回手、收回魔杖",
        {"type": "moveCard", "target": {"type": "cardChooser", "whose": "own", "zone": "wand"}, "to": "hand"},
    ),
    *(
        pattern(of, en, zh, *blocks)
        for en, zh, event, who in (
            ("you buy a card, you buy", "你买牌、你买", "onBuy", "you"),
            ("another player buys, another buys", "其他玩家买牌、别人买牌、别人买", "onBuy", "others"),
            ("you gain gold", "你获得金币", "onGoldGained", "you"),
            ("this is discarded, gets discarded", "此牌被弃、被弃掉", "onDiscard", "this"),
            ("you forget this, this is forgotten", "忘掉此牌、遗忘此牌", "onForget", "this"),
        )
        for of, blocks in (
            ("trigger", [{"event": event, "who": who}]),
            ("effect", [{"type": "when", "event": event, "who": who}]),
        )
    ),
    pattern(
        "effect",
        "all cards cost more, everyone cards cost more, every player pays more",
        "所有人出牌贵、所有牌贵、大家出牌贵费",
        {"type": "modify", "stat": "manaCost", "op": "add", "whose": "all", "mode": "lies"},
    ),
    pattern(
        "effect",
        "freeze other players each, others get freezing",
        "其他人各冻、其他人冻结",
        {"type": "freezing", "mode": "add", "target": {"type": "playerChooser", "which": "others", "pick": "all"}},
    ),
)
"""In the order of the kinds of sentence that they are for."""
