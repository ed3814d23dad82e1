"""The words of the trade, as `encounter` says them: what a palette offers for "lifesteal", "aura" or "each kill"."""

from __future__ import annotations

from typing import Any

from engine.language.spec.patterns import EVENT, Pattern, pattern

ENEMY: Any = {"type": "chooseUnit", "side": "enemy"}
ALLY: Any = {"type": "chooseUnit", "side": "ally"}
RANDOM_ENEMY: Any = {**ENEMY, "pick": "random"}
HOST: Any = {"type": "host"}


def _skill(en: str, zh: str, trigger: str, **given: Any) -> Pattern:
    return pattern("skill", en, zh, {"triggerOn": trigger, **given})


def _modifier(to: str, en: str, zh: str) -> Pattern:
    return pattern("modifier", en, zh, {"op": "add", "to": to})


def _count(of: str, en: str, zh: str) -> Pattern:
    return pattern("value", en, zh, {"type": "each", "of": {"type": "count", "of": of}})


def _dead(side: str, en: str, zh: str) -> Pattern:
    """Return a number for each unit that died."""
    return pattern(
        "value", en, zh, {"type": "each", "of": {"type": "timesThis", "event": "Dead", "who": side, "within": "round"}}
    )


PATTERNS: tuple[Pattern, ...] = (
    pattern(
        "effect",
        "combo",
        "连击",
        {
            "type": "if",
            "condition": {"type": "Nth", "n": 2, "event": "CastCard", "who": "you", "within": "turn", "orLater": True},
        },
    ),
    pattern(
        "effect",
        "third card, nth card",
        "第三张牌",
        {"type": "if", "condition": {"type": "Nth", "event": "CastCard", "who": "you", "within": "turn"}},
    ),
    pattern(
        "effect",
        "ramp ap cap less, ap cap less now, ap cap lose ap",
        "跳费上限现在少ap、ap上限现在少ap",
        {"type": "changeLimit", "limit": "apCap"},
        {"type": "changeAp"},
    ),
    pattern("effect", "random each", "随机每", {"type": "loop", "do": [{"type": "damage", "target": RANDOM_ENEMY}]}),
    pattern("effect", "you draw", "你抽", {"type": "drawCards"}),
    _skill(
        "deathrattle damage everything adjacent, deathrattle adjacent friend or foe",
        "亡语炸周围、亡语周围所有",
        "Dead",
        to="host",
        action=[{"type": "damage", "target": {"type": "units", "side": "any", "which": "adjacent"}}],
    ),
    pattern(
        "modifier",
        "lifesteal, drain, heals much damage deals",
        "吸血、吸血伤害多少治疗、吸血多少伤害多少血",
        {"stat": "lifesteal", "op": "add", "value": 1, "to": "host"},
    ),
    pattern(
        "modifier",
        "charge, attacks at once, haste",
        "冲锋、登场可攻击",
        {"stat": "swift", "op": "add", "value": 1, "to": "host"},
    ),
    _modifier(
        "adjacentAllies", "aura adjacent allies, adjacent allies, neighbours get", "光环相邻友军、相邻友军、相邻"
    ),
    _modifier("adjacentEnemies", "adjacent enemies", "相邻敌人"),
    _modifier("allies", "aura your units, all allies have, your units have", "光环友军、所有友军"),
    _modifier("otherAllies", "other allies, your other units", "其他友军"),
    _modifier("enemies", "all enemies have, enemies get", "所有敌人"),
    pattern("modifier", "", "", {"op": "add"}),
    _skill("deathrattle, this dies, it dies", "亡语、它阵亡", "Dead", to="host"),
    _skill("this kills, each kill, it kills, snowball", "击杀、每杀、滚雪球、每击杀", "Dead", by="host"),
    _skill("enemy dies, opposing unit is killed", "敌人阵亡、敌人死", "Dead", to="enemy"),
    _skill("ally dies, friendly unit dies", "友军阵亡、友军死", "Dead", to="ally"),
    _skill("battlecry, it is deployed, enters", "战吼、登场时、部署时", "Deployed", to="host"),
    _skill("ally is deployed", "友军部署、友军登场", "Deployed", to="ally"),
    _skill("this takes damage, it is hit, it is damaged, it's hit", "受到伤害、挨打、被打", "BeDamaged", to="host"),
    _skill("ally takes damage, ally is hit", "友军受到伤害", "BeDamaged", to="ally"),
    _skill("this deals damage", "造成伤害后", "BeDamaged", by="host"),
    _skill("this attacks, it attacks", "攻击时、它攻击、每攻击", "AnnounceAttack", by="host"),
    _skill("after it attacks", "攻击后", "Fought", by="host"),
    _skill("start of your turn, turn starts", "回合开始、你的回合开始", "BP"),
    _skill("main phase", "主要阶段", "MPBegin"),
    _skill("end of your turn, turn ends", "回合结束、你的回合结束", "EP"),
    _skill("you play a card", "你出牌、你使用牌", "CastCard", by="ally"),
    _skill("it moves", "移动后", "Moved", by="host"),
    _skill(
        "hits back that much, deals that much source, hits back, when hit hits back same",
        "打回去、反击等量、对来源造成等量伤害",
        "BeDamaged",
        to="host",
        action=[{"type": "damage", "target": "$BeDamaged.sourceUUID", "amount": "$BeDamaged.amount"}],
    ),
    _skill(
        "takes at most damage, hits for at most, nothing hits more than",
        "最多受伤害、受到伤害最多、最多伤害、单次最多",
        "Damage",
        to="host",
        action=[{"type": "capDamage"}],
    ),
    _skill("takes less damage, armor", "受到伤害减少、护甲", "Damage", to="host", action=[{"type": "reduceDamage"}]),
    _skill("deals more damage", "造成伤害增加", "Damage", by="host", action=[{"type": "addDamage"}]),
    _skill(
        "overkill nearest other enemy, excess damage nearest enemy",
        "溢出伤害最近敌人、溢出最近的另一个敌人",
        "Overkill",
        by="host",
        action=[
            {
                "type": "damage",
                "target": {"type": "units", "side": "enemy", "which": "nearest"},
                "amount": "$Overkill.amount",
            }
        ],
    ),
    _skill("overkill, excess damage", "溢出伤害、过量伤害", "Overkill", by="host"),
    pattern("$int", "excess, that much, as much", "溢出、等量、那么多", f"${EVENT}.amount"),
    pattern(
        "effect",
        "ping random enemy times, pings each random enemy",
        "随机每下、随机点每下",
        {"type": "loop", "do": [{"type": "damage", "target": RANDOM_ENEMY}]},
    ),
    pattern(
        "effect",
        "ping a random enemy, random enemy damage",
        "随机敌人伤害、随机点敌人",
        {"type": "damage", "target": RANDOM_ENEMY},
    ),
    pattern(
        "effect",
        "attack again, another attack, may attack once more",
        "再打一次、再攻击、额外攻击",
        {"type": "refresh", "target": HOST, "what": "at", "amount": 1},
    ),
    pattern(
        "effect", "move again, another move", "再移动", {"type": "refresh", "target": HOST, "what": "mt", "amount": 1}
    ),
    pattern(
        "effect",
        "it gains attack permanent, gives attack permanent, attack for good",
        "永久攻击、攻击永久",
        {"type": "changeStat", "target": HOST, "stat": "atk"},
    ),
    pattern(
        "effect",
        "ally adjacent gets, give an adjacent ally",
        "给相邻友军、使相邻友军",
        {"type": "changeStat", "target": {**ALLY, "range": 1, "not": "host"}},
    ),
    pattern(
        "effect", "an ally gets, buff an ally, buff", "增益、友军获得、强化友军", {"type": "changeStat", "target": ALLY}
    ),
    pattern(
        "effect",
        "attack and move for turn, attack and movement",
        "攻击移动、攻击和移动",
        {"type": "changeStat", "target": ALLY, "stat": "atk"},
        {"type": "changeStat", "target": ALLY, "stat": "mov"},
    ),
    pattern(
        "effect",
        "ability written here, gains an ability of its own for turns",
        "就地写明异能、获得持续几回合的异能",
        {"type": "grant", "target": ALLY, "turns": 2, "is": {"id": "ability"}},
    ),
    pattern("effect", "copy an ally, twin of an ally", "复制友军、友军替身", {"type": "deploy", "copyOf": ALLY}),
    pattern(
        "effect",
        "damage to a unit, damage one",
        "打单位、伤害单位",
        {"type": "damage", "target": {"type": "chooseUnit"}},
    ),
    pattern("effect", "heal one, heal a unit", "治疗单位、治疗", {"type": "heal", "target": {"type": "chooseUnit"}}),
    pattern(
        "effect",
        "damage everything adjacent, damage adjacent friend or foe",
        "周围所有伤害、炸周围、周围单位不分敌我",
        {"type": "damage", "target": {"type": "units", "side": "any", "which": "adjacent"}},
    ),
    pattern("effect", "enemy within", "格内敌人、内敌人", {"target": {**ENEMY, "range": None}}),
    pattern("effect", "ally within", "格内友军、内友军", {"target": {**ALLY, "range": None}}),
    pattern("effect", "ramp, ap cap, ap limit", "跳费、ap上限、专注上限", {"type": "changeLimit", "limit": "apCap"}),
    pattern("effect", "lose ap, ap less, fewer ap", "少ap、失去ap、失去专注", {"type": "changeAp"}),
    pattern(
        "effect",
        "opponent discards, opponent random discard",
        "对手弃、对手弃牌、对手随机弃",
        {"type": "discard", "side": "enemy"},
    ),
    *(
        pattern(
            "value",
            en,
            zh,
            {
                "type": kind,
                "values": [
                    {"type": "stat", "target": target, "name": None},
                    {"type": "stat", "target": target, "name": None},
                ],
            },
        )
        for kind, en, zh in (("max", "whichever is larger", "较大"), ("min", "whichever is smaller", "较小"))
        for target in ("$target.unitUUID", HOST)
    ),
    _count("myUnits", "for each unit, for each ally", "每有友军、每有单位"),
    _count("opponentUnits", "for each enemy", "每有敌人"),
    _count("myHand", "for each card hand", "每张手牌"),
    _count("myRegions", "for each region", "每有战区"),
    _dead(
        "ally",
        "each unit died round, for each ally dead",
        "本轮每死单位、每有单位阵亡、本轮每死一个友军",
    ),
    _dead("enemy", "for each enemy died this round", "本轮每死敌人、每有敌人阵亡"),
    pattern(
        "costRule",
        "ap cheaper each unit died, cost less each unit died, ap cheaper each ally died, cost less each ally died",
        "每死单位便宜、每死友军便宜、每死单位便宜ap、每死友军便宜ap",
        {
            "op": "less",
            "value": {"type": "each", "of": {"type": "timesThis", "event": "Dead", "who": "ally", "within": "round"}},
        },
    ),
    pattern("costRule", "cost less for each, ap cheaper for each", "每有便宜、每便宜、每死便宜", {"op": "less"}),
    pattern("costRule", "cost more for each", "每有贵", {"op": "more"}),
    pattern(
        "condition",
        "combo, already played a card, played another card",
        "连击、出过牌、打出过其他牌",
        {"type": "Nth", "n": 2, "event": "CastCard", "who": "you", "within": "turn", "orLater": True},
    ),
    pattern(
        "condition",
        "third card this turn, nth card",
        "第三张牌",
        {"type": "Nth", "event": "CastCard", "who": "you", "within": "turn"},
    ),
    *(
        pattern(of, en, zh, *blocks)
        for en, zh, trigger, own in (
            (
                "you control region, you take a region, control over a zone, capture a region",
                "占下战区、占领战区、你占领区域、控制战区",
                "RegionChange",
                {"by": "ally"},
            ),
            ("enemy moves next to, enemy move adjacent", "敌人移动相邻、敌人走到相邻", "Moved", {"by": "enemy"}),
        )
        for of, blocks in (
            ("skill", [{"triggerOn": trigger, **own}]),
            ("effect", [{"type": "when", "triggerOn": trigger, **own}]),
        )
    ),
    pattern(
        "effect",
        "scorch adjacent tiles, burn ground around, torch the tiles",
        "点着周围、点燃周围地面、烧灼地面",
        {"type": "changeTerrain", "at": {"type": "host"}, "level": 1, "terrain": "burning"},
    ),
    pattern(
        "effect",
        "delay first event, push front event axis, shove the event",
        "推迟第一个事件、事件轴打头往后推、推后事件",
        {"type": "delayEvent", "place": 1},
    ),
    pattern(
        "effect",
        "trade places, swap places, two units swap",
        "换位置、交换位置、互换位置",
        {"type": "swap", "what": "place"},
    ),
    pattern(
        "effect",
        "control enemy turn, take an enemy turn",
        "夺取敌人、控制敌人一回合",
        {"type": "takeControl", "target": {"type": "chooseUnit", "side": "enemy"}},
    ),
    pattern(
        "effect",
        "damage around, damage adjacent, damage to everything adjacent",
        "周围伤害、相邻伤害",
        {"type": "damage", "target": {"type": "units", "side": "any", "which": "adjacent"}},
    ),
    *(
        pattern(of, en, zh, *blocks)
        for en, zh, own in (
            ("you cast a spell, you play a spell", "你放法咒、你打出法咒、你施放法咒", {"by": "ally"}),
            ("opponent casts a spell, enemy casts a spell", "对手放法咒、敌人施放法咒", {"by": "enemy"}),
        )
        for of, blocks in (
            ("skill", [{"triggerOn": "CastCard", **own}]),
            ("effect", [{"type": "when", "triggerOn": "CastCard", **own}]),
        )
    ),
    pattern(
        "modifier",
        "for each adjacent enemy attack, for each enemy adjacent",
        "相邻每有敌人攻击、旁边每有敌人攻击",
        {
            "stat": "atk",
            "op": "add",
            "to": "host",
            "value": {"type": "eachOf", "of": {"type": "units", "side": "enemy", "which": "adjacent"}},
        },
    ),
)
"""In the order of the kinds of sentence that they are for."""
