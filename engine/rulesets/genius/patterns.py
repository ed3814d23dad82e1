"""The words of the trade, as `genius` says them: what a palette offers for "after you switch" or "cheat death"."""

from __future__ import annotations

from typing import Any

from engine.language.spec.patterns import EVENT, Pattern, pattern

ENEMY_ACTIVE: Any = {"type": "opponentActive"}
MINE: Any = {"type": "DoneBy", "is": "mine"}
HOST_BY: Any = {"type": "DoneBy", "is": "host"}
HOST_TO: Any = {"type": "DoneTo", "is": "host"}


def _is(kind: str, key: str, word: Any) -> Any:
    return {"type": kind, key: word}


def _skill(en: str, zh: str, trigger: str, *conditions: Any, **given: Any) -> Pattern:
    return pattern(
        "skill", en, zh, {"triggerOn": trigger, **({"filter": list(conditions)} if conditions else {}), **given}
    )


PATTERNS: tuple[Pattern, ...] = (
    pattern(
        "effect",
        "combo",
        "连击",
        {
            "type": "if",
            "condition": {
                "type": "Nth",
                "n": 2,
                "event": "AFTER_PLAY_CARD",
                "who": "you",
                "within": "round",
                "orLater": True,
            },
        },
    ),
    pattern(
        "effect",
        "third card, nth card",
        "第三张牌",
        {"type": "if", "condition": {"type": "Nth", "event": "AFTER_PLAY_CARD", "who": "you", "within": "round"}},
    ),
    _skill("wearer switch in", "装备者上场", "AFTER_CHANGE_CHARACTER", HOST_TO),
    pattern("skill", "", "", {"skillType": "card"}),
    _skill(
        "you switch, after you switch, switch characters",
        "你切换、你切换后、切换角色后",
        "AFTER_CHANGE_CHARACTER",
        _is("DoneTo", "is", "mine"),
    ),
    _skill(
        "wearer switch in, wearer becomes active, wearer enters, wearer steps in",
        "装备者切换、装备者出战、装备者登场",
        "AFTER_CHANGE_CHARACTER",
        HOST_TO,
    ),
    _skill("deathrattle, wearer dies, wearer is defeated", "亡语、装备者倒下", "CHARACTER_DIE", HOST_TO),
    _skill(
        "enemy character dies, opposing character is defeated",
        "对方角色倒下、敌方角色死亡",
        "CHARACTER_DIE",
        _is("DoneTo", "is", "opponents"),
    ),
    _skill(
        "cheat death, survive a defeat, would die stays",
        "免死、免于被击倒",
        "CHARACTER_WILL_DIE",
        HOST_TO,
        action=[{"type": "survive"}],
    ),
    _skill(
        "cheat death this breaks, survive then remove this, cheat death breaks",
        "免死装备碎掉、免死后移除、免死碎掉",
        "CHARACTER_WILL_DIE",
        HOST_TO,
        action=[{"type": "survive"}, {"type": "remove", "target": {"type": "this"}}],
    ),
    _skill("you use a skill, your skill", "你使用技能、你放技能", "AFTER_USE_SKILL", MINE),
    _skill("wearer uses a skill, wearer attacks", "装备者使用技能、装备者攻击", "AFTER_USE_SKILL", HOST_BY),
    _skill(
        "burst used, your burst, elemental burst",
        "元素爆发、大招",
        "AFTER_USE_SKILL",
        MINE,
        _is("SkillTypeIs", "skillType", "burst"),
    ),
    _skill(
        "third burst, every third burst",
        "第三次元素爆发",
        "AFTER_USE_SKILL",
        MINE,
        _is("SkillTypeIs", "skillType", "burst"),
        every=None,
    ),
    _skill("you play a card, after you play card", "你出牌、你打出牌", "AFTER_PLAY_CARD", MINE),
    _skill(
        "every third card, every third card played", "每第三张牌、每打牌、每出牌", "AFTER_PLAY_CARD", MINE, every=None
    ),
    _skill("opponent plays a card", "对手出牌、对手打出牌", "AFTER_PLAY_CARD", _is("DoneBy", "is", "opponents")),
    _skill(
        "first card per round cost at least, first card per round at least",
        "每回合第一费用以上的牌、每回合第一骰以上的牌",
        "AFTER_PLAY_CARD",
        MINE,
        {
            "type": "GreaterThanOrEqual",
            "value1": {"type": "printedCost", "target": f"${EVENT}.cardUUID"},
            "value2": None,
        },
        usagePerRound=1,
    ),
    _skill(
        "card costs at least",
        "费用以上的牌、第一张骰以上的牌",
        "AFTER_PLAY_CARD",
        MINE,
        {
            "type": "GreaterThanOrEqual",
            "value1": {"type": "printedCost", "target": f"${EVENT}.cardUUID"},
            "value2": None,
        },
    ),
    _skill("end phase, each end phase", "结束阶段、每个结束阶段", "END_PHASE"),
    _skill("action phase starts, start of the round", "行动阶段开始、回合开始", "BEGIN_ACTION_PHASE"),
    _skill("wearer takes damage, wearer is hit", "装备者受到伤害、装备者挨打", "AFTER_TAKES_DMG", HOST_TO),
    _skill("wearer deals damage, wearer hits", "装备者造成伤害", "AFTER_TAKES_DMG", HOST_BY),
    _skill(
        "lifesteal",
        "吸血",
        "AFTER_TAKES_DMG",
        HOST_BY,
        action=[{"type": "heal", "target": {"type": "host"}, "amount": f"${EVENT}.mainDamage"}],
    ),
    pattern("$int", "that much, as much", "等量、那么多", f"${EVENT}.mainDamage"),
    _skill(
        "skill costs less, next skill fewer dice, next skill used fewer dice",
        "技能少花骰子、技能减费",
        "CALCULATE_DICE",
        _is("ActionIs", "action", "skill"),
        action=[{"type": "reduceCost"}],
    ),
    _skill(
        "card costs less, next card fewer dice",
        "牌少花骰子、牌减费",
        "CALCULATE_DICE",
        _is("ActionIs", "action", "card"),
        action=[{"type": "reduceCost"}],
    ),
    _skill(
        "switch costs less, next switch fewer dice",
        "切换少花骰子、切人少花骰子",
        "CALCULATE_DICE",
        _is("ActionIs", "action", "switch"),
        action=[{"type": "reduceCost"}],
    ),
    _skill(
        "normal attacks turn, infuse normal attacks, attacks become",
        "攻击变、攻击附魔、目标攻击变",
        "INFUSION",
        HOST_BY,
        _is("ElementIs", "element", "physical"),
        _is("SkillTypeIs", "skillType", "normal"),
        action=[{"type": "infuse"}],
    ),
    _skill(
        "wearer deals more damage", "装备者增伤、装备者伤害增加", "DAMAGE_ADD", HOST_BY, action=[{"type": "addDamage"}]
    ),
    _skill(
        "wearer takes less damage",
        "装备者减伤、装备者受到伤害减少",
        "EXECUTE_DAMAGE",
        HOST_TO,
        action=[{"type": "reduceDamage"}],
    ),
    pattern(
        "effect",
        "tutor, search card, draw card kind",
        "检索、检索牌、找牌",
        {"type": "drawCards", "count": 1, "tag": None},
    ),
    pattern(
        "effect",
        "force a switch, opponent switches, enemy swap",
        "强制敌人切换、对方切换",
        {"type": "switchTo", "target": {"type": "characters", "side": "opponent", "which": "next"}},
    ),
    pattern(
        "effect",
        "swap health your characters, swap health characters",
        "交换角色生命",
        {"type": "swap", "what": "health", "first": {"type": "chooseCharacter", "side": "my", "which": "all"}},
    ),
    pattern(
        "effect",
        "remove every buff, strip all statuses, dispel active character",
        "驱散增益、移除所有状态、驱散敌人角色所有增益",
        {"type": "remove", "target": {"type": "entities", "kind": "status", "side": "opponent", "which": "active"}},
    ),
    pattern(
        "effect",
        "summon written here, a summon of its own, summon that acts each end phase",
        "就地写明召唤物、自带召唤物、结束阶段行动的召唤物",
        {
            "type": "summon",
            "is": {
                "id": "sprite",
                "uses": 2,
                "skills": [
                    {
                        "id": "act",
                        "triggerOn": "END_PHASE",
                        "spends": 1,
                        "action": [{"type": "damage", "target": "opponentActive", "amount": 1, "element": "pyro"}],
                    }
                ],
            },
        },
    ),
    pattern(
        "effect",
        "status for rounds, status written here, for 2 rounds the target",
        "持续几回合的状态、就地写明状态、两回合内",
        {"type": "attach", "target": "$target.characterUUID", "is": {"id": "status", "rounds": 2}},
    ),
    pattern("effect", "pull back to hand, bounce equipment", "收回装备", {"type": "returnToHand"}),
    pattern("effect", "steal a die, take die from enemy", "偷骰子、抢骰子", {"type": "stealDice"}),
    pattern("effect", "refund a die, refund dice", "返还骰子、返骰子", {"type": "gainDice", "kind": "omni"}),
    pattern("effect", "omni die, any die", "万能骰、万能骰子", {"type": "gainDice", "kind": "omni"}),
    pattern(
        "effect",
        "active character energy, energy for your active",
        "出战角色充能",
        {"type": "gainEnergy", "target": {"type": "myActive"}},
    ),
    pattern(
        "effect",
        "copy last card you played hand",
        "复制上一张打出的牌",
        {"type": "createCard", "copyOf": {"type": "lastPlayed"}},
    ),
    pattern(
        "effect",
        "piercing to all enemies, piercing damage everyone",
        "对方全体穿透、所有敌人穿透",
        {"type": "damage", "element": "piercing", "target": {"type": "characters", "side": "opponent", "which": "all"}},
    ),
    pattern(
        "effect",
        "damage to all enemies, damage everyone over there",
        "对方全体伤害、所有敌人伤害",
        {"type": "damage", "target": {"type": "characters", "side": "opponent", "which": "all"}},
    ),
    pattern(
        "effect",
        "fire damage, deal damage",
        "发射伤害、造成伤害",
        {"type": "damage", "target": ENEMY_ACTIVE, "element": "physical"},
    ),
    pattern("effect", "heal it, heal the wearer", "回血、为其恢复", {"type": "heal", "target": {"type": "host"}}),
    pattern(
        "effect",
        "heal one of yours, heal a character",
        "治疗角色、恢复角色生命",
        {"type": "heal", "target": {"type": "chooseCharacter", "side": "my", "which": "all"}},
    ),
    pattern(
        "effect",
        "food heal or if at most, heal or more if at most health, heal at most",
        "料理回血以下就回、治疗生命以下改为",
        {
            "type": "heal",
            "target": "$target.characterUUID",
            "amount": {
                "type": "instead",
                "condition": {
                    "type": "LessThanOrEqual",
                    "value1": {"type": "variable", "target": "$target.characterUUID", "name": "health"},
                    "value2": None,
                },
            },
        },
    ),
    pattern(
        "condition",
        "health at most, at or less",
        "生命以下、血量以下、生命不超过",
        {
            "type": "LessThanOrEqual",
            "value1": {"type": "variable", "target": "$target.characterUUID", "name": "health"},
            "value2": None,
        },
    ),
    pattern(
        "condition",
        "combo, already played a card, played another card",
        "连击、出过牌、打出过其他牌",
        {"type": "Nth", "n": 2, "event": "AFTER_PLAY_CARD", "who": "you", "within": "round", "orLater": True},
    ),
    pattern(
        "condition",
        "third card, nth card",
        "第三张牌",
        {"type": "Nth", "event": "AFTER_PLAY_CARD", "who": "you", "within": "round"},
    ),
    pattern(
        "costRule",
        "cost less for each, cheaper for each",
        "每有便宜、每有费用减少",
        {"op": "less", "value": {"type": "each"}},
    ),
    pattern(
        "effect",
        "kill summon, remove enemy summon, kill enemy summon",
        "移除召唤物、消灭敌人召唤物、击杀召唤物",
        {"type": "remove", "target": {"type": "chooseEntity", "kind": "summon", "side": "opponent"}},
    ),
    pattern(
        "effect",
        "revive a dead character, rez dead character",
        "复活角色、捞倒下角色、复苏角色",
        {"type": "revive", "target": {"type": "chooseCharacter", "side": "my", "which": "defeated"}},
    ),
    pattern(
        "effect",
        "piercing lowest, piercing to the lowest enemy",
        "血最少穿透、穿透血最少、生命最低穿透",
        {
            "type": "damage",
            "element": "piercing",
            "target": {"type": "characters", "side": "opponent", "which": "mostInjured"},
        },
    ),
    pattern(
        "effect",
        "damage enemy standby, hit the bench",
        "后台敌人伤害、敌人后台伤害",
        {"type": "damage", "target": {"type": "opponentStandby"}},
    ),
    pattern(
        "effect",
        "heal all standby, heal everyone standby",
        "后台治疗、治疗后台角色、后台角色治疗",
        {"type": "heal", "target": {"type": "myStandby"}},
    ),
    *(
        pattern(of, en, zh, *blocks)
        for en, zh, first in (
            (
                "switch fast free, switch no dice fast, switch costs no dice",
                "切换快速免费、切换不花骰子快速行动、切换免费",
                [{"type": "makeFast"}, {"type": "reduceCost", "amount": 1}],
            ),
            ("switch fast, switch counts as fast", "切换快速行动、切换视为快速行动", [{"type": "makeFast"}]),
        )
        for of, blocks in (
            (
                "skill",
                [{"triggerOn": "CALCULATE_DICE", "filter": [_is("ActionIs", "action", "switch")], "action": first}],
            ),
            (
                "effect",
                [
                    {
                        "type": "when",
                        "triggerOn": "CALCULATE_DICE",
                        "filter": [_is("ActionIs", "action", "switch")],
                        "action": first,
                    }
                ],
            ),
        )
    ),
    _skill(
        "you pass, you end your round, you declare the end",
        "你结束回合、你宣布结束、先结束回合",
        "ON_DECLARE_END",
        MINE,
    ),
    _skill(
        "opponent passes, enemy ends the round",
        "对手结束回合、敌人宣布结束",
        "ON_DECLARE_END",
        _is("DoneBy", "is", "opponents"),
    ),
    _skill(
        "reaction damage, reaction hit does more, reactions deal more",
        "元素反应伤害、反应增伤、元素反应增伤",
        "DAMAGE_ADD",
        MINE,
        _is("ReactionIs", "reaction", "any"),
        action=[{"type": "addDamage"}],
    ),
    _skill(
        "reaction, you trigger a reaction, elemental reaction",
        "元素反应、触发元素反应",
        "AFTER_TAKES_DMG",
        MINE,
        _is("ReactionIs", "reaction", "any"),
    ),
    pattern(
        "skill",
        "weapon more damage, weapon deals more, weapon damage",
        "武器增伤、武器伤害",
        {"triggerOn": "DAMAGE_ADD", "filter": [HOST_BY], "action": [{"type": "addDamage"}]},
    ),
    pattern(
        "effect",
        "damage for each summon, for each of your summons damage",
        "每有召唤物伤害、每有召唤物造成伤害",
        {
            "type": "damage",
            "target": ENEMY_ACTIVE,
            "amount": {"type": "eachOf", "of": {"type": "summons"}},
        },
    ),
    pattern(
        "costRule",
        "cheaper for each dead character, cost less for each dead, dice cheaper for each character dead",
        "每倒下角色少花骰子、每倒下角色便宜",
        {"op": "less", "value": {"type": "eachOf", "of": {"type": "characters", "side": "my", "which": "defeated"}}},
    ),
    pattern(
        "effect",
        "random enemy character damage, hits random enemies",
        "随机对方角色伤害、随机敌人伤害",
        {
            "type": "damage",
            "target": {"type": "chooseCharacter", "side": "opponent", "which": "all", "pick": "random"},
        },
    ),
    pattern(
        "effect",
        "all dice become your active element, dice turn into active element, convert all dice",
        "骰子转成出战角色元素、骰子全转成元素、骰子变成出战角色的元素",
        {"type": "convertDice", "kind": "active", "count": {"type": "count", "of": "myDice"}},
    ),
    pattern(
        "skill",
        "switching costs less, your switch costs less",
        "你切换少花骰子、切换少花骰子",
        {
            "triggerOn": "CALCULATE_DICE",
            "by": "mine",
            "filter": [_is("ActionIs", "action", "switch")],
            "action": [{"type": "reduceCost"}],
        },
    ),
    *(
        pattern(
            "effect",
            en,
            zh,
            {"type": "damage", "target": ENEMY_ACTIVE},
            {"type": "damage", "element": "piercing", "target": {"type": "opponentStandby"}},
        )
        for en, zh in (
            (
                "damage active damage piercing the rest, damage active piercing the others",
                "出战伤害后台各穿透、出战伤后台穿透",
            ),
        )
    ),
    *(
        pattern(of, en, zh, block)
        for en, zh in (
            (
                "extra dice next round, more dice next round, ramp dice next round",
                "下回合多投骰子、下回合多骰子、跳费骰子",
            ),
        )
        for of, block in (
            (
                "effect",
                {
                    "type": "when",
                    "triggerOn": "BEGIN_ACTION_PHASE",
                    "times": 1,
                    "action": [{"type": "gainDice", "kind": "omni"}],
                },
            ),
        )
    ),
)
"""In the order of the kinds of sentence that they are for."""
