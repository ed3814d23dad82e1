"""The words of the trade, as `halo` says them: what a palette offers for "battlecry", "tutor" or "a random enemy here"."""

from __future__ import annotations

from typing import Any

from engine.language.spec.patterns import EVENT, GIVES, LABEL, Pattern, pattern

THIS = "SOURCE_IS_SELF"
ENEMY_COUNT: Any = {"type": "COUNT_OF", "target": "SOURCE_LANE_ENEMIES"}
PICK_TARGET = f"${LABEL}.target"


def _if(op: str, *args: Any) -> Any:
    return {"op": op, "args": list(args)}


def _ability(en: str, zh: str, trigger: str, *conditions: Any, **given: Any) -> Pattern:
    asked = [{"op": own, "args": []} if isinstance(own, str) else own for own in conditions]
    return pattern("ability", en, zh, {"trigger": trigger, "conditions": asked, **given})


def _picked(en: str, zh: str, target: str, **params: Any) -> tuple[Pattern, ...]:
    """Return a choice among units, and any effect that is done to what was chosen: damage where the phrase names none."""
    pick: Any = {"type": "PICK", "target": target, "params": {"id": LABEL, **params}}
    hit: Any = {"type": "DEAL_DAMAGE", "target": PICK_TARGET}
    return pattern("effect", en, zh, pick, {"target": PICK_TARGET, GIVES: "piece"}), pattern(
        "effect", en, zh, pick, hit
    )


def _fetched(en: str, zh: str, target: str, **params: Any) -> Pattern:
    pick: Any = {"type": "PICK_CARD", "target": target, "params": {"id": LABEL, **params}}
    return pattern("effect", en, zh, pick, {"type": "TO_HAND", "target": PICK_TARGET})


def _per_unit(of: str, en: str, zh: str, **given: Any) -> tuple[Pattern, ...]:
    """Return a number for each of some units: alone, as what a card costs less, and as what its unit has more."""
    number: Any = {"type": "eachOf", "of": of, **given}
    ways = ", ".join(f"{word} {way}" for way in en.split(", ") for word in ("cost less", "cheaper", "supply less"))
    ways_zh = "、".join(f"{word}{way}" for way in zh.split("、") for word in ("便宜", "费用减少", "便宜补给"))
    return (
        pattern("value", en, zh, number),
        pattern("costRule", ways, ways_zh, {"op": "less", "value": number}),
        pattern("modifier", en, zh, {"op": "add", "to": "self", "value": number}),
    )


def _all(of: str, en: str, zh: str) -> Pattern:
    """Return any effect on all units with a tag."""
    with_tag: Any = {
        "type": "if",
        "params": {
            "condition": {"op": "HAS_TAG", "args": [PICK_TARGET, None]},
            "do": [{"target": PICK_TARGET, GIVES: "piece"}],
        },
    }
    return pattern("effect", en, zh, {"type": "foreach", "params": {"id": LABEL, "in": of, "do": [with_tag]}})


PATTERNS: tuple[Pattern, ...] = (
    pattern(
        "effect",
        "combo",
        "连击",
        {"type": "if", "params": {"condition": _if("NTH", 2, "CARD_PLAY_VALIDATED", "you", "turn", True)}},
    ),
    pattern(
        "effect",
        "third card, nth card",
        "第三张牌",
        {"type": "if", "params": {"condition": _if("NTH", None, "CARD_PLAY_VALIDATED", "you", "turn")}},
    ),
    pattern("ability", "", "", {"trigger": "CARD_PLAY_VALIDATED", "conditions": [_if(THIS)]}),
    _ability("battlecry, it is deployed, enters", "战吼、登场时、部署时、入场", "UNIT_DEPLOYED", THIS),
    _ability("deathrattle, this dies, it dies, it is killed", "亡语、它阵亡", "KILL_OCCURRED", "TARGET_IS_SELF"),
    _ability("enemy dies, enemy unit is killed", "敌人阵亡、敌方单位死亡、敌人死", "KILL_OCCURRED", "IS_ENEMY_TARGET"),
    _ability("ally dies, friendly unit is killed", "友军阵亡、友方单位死亡、友军死", "KILL_OCCURRED", "IS_ALLY_TARGET"),
    _ability("this kills, each kill, it kills", "击杀时、每次击杀、每击杀", "KILL_OCCURRED", THIS),
    _ability("this attacks, attack", "攻击时、每攻击、它攻击、攻击", "ATTACK_DECLARED", THIS),
    _ability("ally attacks", "友军攻击", "ATTACK_DECLARED", "IS_ALLY_SOURCE"),
    _ability("enemy attacks", "敌人攻击", "ATTACK_DECLARED", "IS_ENEMY_SOURCE"),
    _ability("every third attack, every second attack", "每第三次攻击", "ATTACK_DECLARED", THIS, every=None),
    _ability("end of your turn, your turn ends", "你的回合结束、回合结束", "TURN_ENDED", "IS_OWN_TURN"),
    _ability("start of your turn, your turn starts", "你的回合开始、回合开始", "TURN_STARTED", "IS_OWN_TURN"),
    _ability("this takes damage, it is hit, it is damaged", "受到伤害时、挨打、被打", "DAMAGE_DEALT", "TARGET_IS_SELF"),
    _ability("this deals damage, it deals damage", "造成伤害后", "DAMAGE_DEALT", THIS),
    _ability(
        "ally is deployed, you deploy a unit, another ally enters",
        "友军部署、友军登场、你部署单位",
        "UNIT_DEPLOYED",
        "IS_ALLY_SOURCE",
    ),
    _ability("enemy is deployed, opponent deploys a unit", "敌人部署、敌人登场", "UNIT_DEPLOYED", "IS_ENEMY_SOURCE"),
    _ability("you play a card", "你出牌、你打出牌", "CARD_PLAY_VALIDATED", "IS_ALLY_SOURCE"),
    _ability("opponent plays a card", "对手出牌、对手打出牌", "CARD_PLAY_VALIDATED", "IS_ENEMY_SOURCE"),
    _ability("you draw a card", "你抽牌", "CARD_DRAWN", "IS_ALLY_SOURCE"),
    _ability("you discard a card", "你弃牌", "CARD_DISCARDED", "IS_ALLY_SOURCE"),
    _ability("opponent discards a card", "对手弃牌", "CARD_DISCARDED", "IS_ENEMY_SOURCE"),
    _ability(
        "excess damage base, overkill hits the base, excess base",
        "溢出伤害基地、溢出基地",
        "OVERKILL_APPLIED",
        THIS,
        effects=[{"type": "DEAL_DAMAGE", "target": "ENEMY_BASE", "params": {"amount": "$OVERKILL_APPLIED.amount"}}],
    ),
    _ability("overkill, excess damage", "溢出、过量伤害", "OVERKILL_APPLIED", THIS),
    _ability(
        "lifesteal, heal much deals, drain",
        "吸血、造成多少伤害恢复多少",
        "DAMAGE_DEALT",
        THIS,
        effects=[{"type": "HEAL", "target": "THIS", "params": {"amount": "$DAMAGE_DEALT.amount"}}],
    ),
    pattern("$int", "excess, that much, as much", "溢出、那么多、等量", f"${EVENT}.amount"),
    *_picked(
        "random enemy here, random enemy this lane",
        "随机敌人本路、本路随机敌人",
        "SOURCE_LANE_ENEMIES",
        how="RANDOM",
    ),
    *_picked("random enemy", "随机敌人、随机一个敌人", "ALL_ENEMIES", how="RANDOM"),
    *_picked("random ally", "随机友军、随机一个友军", "ALL_ALLIES", how="RANDOM"),
    *_picked(
        "random ally here, random ally this lane", "随机友军本路、本路随机友军", "SOURCE_LANE_ALLIES", how="RANDOM"
    ),
    *(
        pattern(
            "effect",
            f"{en} {stat} {bound}, {en} with {stat} {bound}",
            f"{stat_zh}{bound_zh}的{zh}",
            {"type": "PICK", "target": target, "params": {"id": LABEL, f"{stat}{key}": None}},
            {"target": PICK_TARGET, GIVES: "piece"},
        )
        for target, en, zh in (("ALL_ENEMIES", "enemy", "敌人"), ("ALL_ALLIES", "ally", "友军"))
        for stat, stat_zh in (("attack", "攻击"), ("health", "生命"), ("cost", "费用"))
        for key, bound, bound_zh in (("AtMost", "at most", "不超过"), ("AtLeast", "at least", "至少"))
    ),
    *_picked("enemy in this lane, enemy here", "本路敌人", "SOURCE_LANE_ENEMIES"),
    *_picked("ally in this lane, ally here", "本路友军", "SOURCE_LANE_ALLIES"),
    _all("ALL_ALLIES", "all your, all allies, your units", "你的全体、友军全体、所有友军"),
    _all("ALL_ENEMIES", "all enemies", "敌人全体、所有敌人"),
    _fetched("tutor, search your deck, search card", "检索、检索牌库、检索牌", "OWN_DECK"),
    _fetched("return from discard pile, card from your discard", "从弃牌堆、捡回弃牌", "OWN_DISCARD"),
    pattern(
        "effect",
        "bounce cost more, return hand cost more",
        "弹回敌人贵、移回手牌贵、弹回费用",
        {"type": "PICK", "target": "ALL_ENEMIES", "params": {"id": LABEL}},
        {"type": "TO_HAND", "target": PICK_TARGET},
        {"type": "MODIFY_COST", "target": PICK_TARGET},
    ),
    pattern(
        "effect",
        "return to owner hand, bounce enemy",
        "弹回敌人、移回敌人",
        {"type": "TO_HAND", "target": "CHOSEN_ENEMY"},
    ),
    pattern(
        "effect",
        "ramp, more supply, extra supply this turn",
        "跳费、多补给、本回合补给",
        {"type": "GAIN_SUPPLY", "target": "OWNER"},
    ),
    pattern(
        "effect",
        "area enemy lane, aoe lane",
        "本路aoe、本路全体",
        {"type": "DEAL_DAMAGE", "target": "SOURCE_LANE_ENEMIES"},
    ),
    pattern(
        "effect",
        "all enemies aoe, every enemy",
        "全体aoe、所有敌人伤害",
        {"type": "DEAL_DAMAGE", "target": "ALL_ENEMIES"},
    ),
    pattern(
        "effect",
        "area lane if only one, all enemies lane only",
        "本路aoe只有一个",
        {
            "type": "DEAL_DAMAGE",
            "target": "SOURCE_LANE_ENEMIES",
            "params": {"amount": {"type": "instead", "condition": _if("Equals", ENEMY_COUNT, 1)}},
        },
    ),
    *_per_unit("ALL_ALLIES", "for each ally, for each your units", "每有友军、每有单位"),
    *_per_unit("SOURCE_LANE_ALLIES", "for each ally lane, for each ally here", "本路每有友军"),
    *_per_unit(
        "SOURCE_LANE_ALLIES",
        "for each other ally lane, for each other ally here",
        "本路每有其他友军",
        others=True,
    ),
    *_per_unit("ALL_ALLIES", "for each other ally", "每有其他友军", others=True),
    *_per_unit("ALL_ENEMIES", "for each enemy", "每有敌人"),
    *_per_unit("SOURCE_LANE_ENEMIES", "for each enemy lane, for each enemy here", "本路每有敌人"),
    *_per_unit("OWN_HAND", "for each card hand", "每有手牌、每张手牌"),
    pattern("costRule", "cost less for each, cheaper for each", "每有便宜、每有费用减少", {"op": "less"}),
    pattern("costRule", "cost more for each", "每有贵、每有费用增加", {"op": "more"}),
    pattern(
        "condition",
        "combo, already played a card, played another card",
        "连击、出过牌、出过其他牌",
        _if("NTH", 2, "CARD_PLAY_VALIDATED", "you", "turn", True),
    ),
    pattern(
        "condition",
        "third card this turn, nth card",
        "第三张牌",
        _if("NTH", None, "CARD_PLAY_VALIDATED", "you", "turn"),
    ),
    pattern(
        "condition", "only one enemy here, only one enemy this lane", "本路只有敌人", _if("Equals", ENEMY_COUNT, 1)
    ),
    pattern("modifier", "", "", {"op": "add"}),
    pattern("modifier", "for each more, this has", "每有", {"op": "add", "to": "self"}),
    pattern(
        "modifier", "your infantry have, your units have, your units get", "你的单位", {"op": "add", "to": "allies"}
    ),
    pattern(
        "modifier", "aura beside, adjacent allies, neighbours", "光环相邻友军、相邻友军", {"op": "add", "to": "beside"}
    ),
    pattern(
        "modifier",
        "aura, other allies here, other units this lane",
        "光环、本路其他友军",
        {"op": "add", "to": "otherAlliesHere"},
    ),
    pattern("modifier", "enemies here, enemy units this lane", "本路敌人", {"op": "add", "to": "enemiesHere"}),
    pattern(
        "effect",
        "steal supply",
        "偷补给",
        {"type": "PAY_SUPPLY", "target": "OPPONENT"},
        {"type": "GAIN_SUPPLY", "target": "OWNER"},
    ),
    pattern("effect", "loot", "抽弃", {"type": "DRAW", "target": "OWNER"}, {"type": "DISCARD", "target": "OWNER"}),
    _ability(
        "cheat death, would die, survive",
        "免死、即将阵亡",
        "UNIT_WOULD_DIE",
        "TARGET_IS_SELF",
        effects=[{"type": "INSTEAD_OF_DEATH", "target": "EVENT", "params": {"fate": "SURVIVES"}}],
    ),
    _ability(
        "you play a tag, you play infantry, you play a vehicle, ally tag enters",
        "你打出步兵、你打出载具、你部署步兵、你部署载具",
        "UNIT_DEPLOYED",
        "IS_ALLY_SOURCE",
        _if("SOURCE_HAS_TAG", None),
    ),
    _ability(
        "takes less damage, hit does less, takes damage less",
        "受到伤害减少、挨打少、受伤减少",
        "DAMAGE_CALC_STARTED",
        "TARGET_IS_SELF",
        effects=[{"type": "MODIFY_DAMAGE", "target": "TARGET"}],
    ),
    _ability(
        "lifesteal heals my base, heal your base much deals, drain base",
        "吸血基地、造成多少伤害基地恢复多少、打出多少伤害基地就回多少",
        "DAMAGE_DEALT",
        THIS,
        effects=[{"type": "HEAL", "target": "OWNER_BASE", "params": {"amount": "$DAMAGE_DEALT.amount"}}],
    ),
    pattern(
        "modifier",
        "units in hand cost less, anything you drop costs less, units you play cost less, cards you play cost less",
        "你的单位便宜、下的单位便宜、你打出的单位便宜、手牌便宜",
        {"stat": "supply", "op": "add", "to": "yourHand"},
    ),
    pattern(
        "effect",
        "restore shields ally here, shields full in lane, top off shields in the lane",
        "本路友军护盾充满、本路友军护盾补满、本路友军护盾恢复",
        {"type": "RESTORE_SHIELD", "target": "SOURCE_LANE_ALLIES"},
    ),
    pattern("effect", "move to another lane, ally to another lane", "换到别的路、移到另一路", {"type": "MOVE_UNIT"}),
    pattern(
        "effect", "attack again, it attack again this turn", "再攻击、再打一次", {"type": "READY", "target": "THIS"}
    ),
    pattern(
        "effect",
        "cannot attack next turn, vehicle cant attack, disable an enemy",
        "下回合不能攻击、不能攻击下回合、瘫痪敌人",
        {"type": "APPLY_STATUS", "target": "CHOSEN_ENEMY", "params": {"status": "DISABLED", "turns": 1}},
    ),
    pattern(
        "effect",
        "push an enemy to another lane, enemy into other lane",
        "敌人推到另一路、敌人移到别的路",
        {"type": "MOVE_UNIT", "target": "CHOSEN_ENEMY"},
    ),
    _ability(
        "first hit each turn does nothing, first hit no damage",
        "每回合第一次挨打免伤、首次受伤无效",
        "DAMAGE_CALC_STARTED",
        "TARGET_IS_SELF",
        limitPerTurn=1,
        effects=[{"type": "SCALE_DAMAGE", "target": "TARGET", "params": {"factor": 0}}],
    ),
    pattern(
        "effect",
        "copy an ally hand, copy of a unit in hand",
        "复制友军手牌、复制单位置入手牌",
        {"type": "CREATE_CARD", "target": "OWNER"},
    ),
)
"""In the order of the kinds of sentence that they are for."""
