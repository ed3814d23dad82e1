"""What the grammar of sentences means in `genius`: words of its own."""

from __future__ import annotations

from engine.language.spec.readings import Nouns, noun, nouns, word

NOUNS: tuple[Nouns, ...] = (
    word("pron", "wearer", "its character, the character it is on", "所附属角色"),
    nouns("trigger", "trigger triggerOn"),
    noun("element", "physical", "physical", "物理"),
    word("head", "equipment", "equipment, equipped card", "装备牌、装备"),
    word("head", "summon", "summoned creature", "召唤出来的东西"),
    word("pron", "self", "this card, this support, this summon, this status", "此牌、该牌、本牌、此召唤物、此支援"),
    word(
        "verb",
        "redraw",
        "redraw, mulligan, replace any number of cards, redraw any number of cards",
        "替换手牌、换牌、重抽手牌",
    ),
    word("verb", "fix", "fix, always roll, guaranteed to roll", "固定、总是投出、必定投出"),
    word("verb", "attach", "attach, attach a status", "附属"),
    word("verb", "combatstatus", "gain a combat status, create a combat status", "生成出战状态"),
    word("verb", "useskill", "use its skill, use that skill, uses its elemental skill at once", "立即使用技能"),
    word("verb", "prepareskill", "prepare, prepare a skill, charge up", "准备技能、蓄力"),
    word("verb", "selectcard", "select one of, discover", "挑选、发现"),
    word("verb", "survive", "survives with, it survives at, survive with, survive at", "保留、免于被击倒、免死"),
    word(
        "verb",
        "makefast",
        "becomes a fast action, is a fast action, counts as a fast action, as a fast action, fast action",
        "算快速行动、算作快速行动、视为快速行动、变为快速行动、快速行动",
    ),
    word(
        "verb", "absorb", "absorb the damage, absorbs the damage, absorb damage, absorbs damage", "抵消伤害、吸收伤害"
    ),
    word("verb", "leaveinstead", "leaves nothing behind", "不产生实体"),
    word("event", "leave", "is switched out, leaves the field, switches out", "被换下、离场、下场"),
    word(
        "event", "summonleaves", "summon leaves, summon leaves the field, summon is removed", "召唤物离场、召唤物被移除"
    ),
    word(
        "event",
        "wouldie",
        "would be defeated, would die, would fall, is about to be defeated",
        "将被击倒、即将被击倒、将要被击倒、即将倒下",
    ),
    word("event", "act", "acts, takes an action", "行动"),
    word("moment", "matchstart/any", "start of the match, match begins, battle begins", "对局开始、战斗开始、开局"),
    word("moment", "rollphase/any", "roll phase, roll phase begins, start of the roll phase", "投掷阶段、掷骰阶段"),
    noun("kind", "equipment", "equipment card", "装备牌"),
    noun(
        "dicekind",
        "active",
        "of its element, of its own element, of the active element",
        "它那个元素、对应元素、其元素",
    ),
    nouns("element", "effect.damage element"),
    nouns("reaction", "condition.ReactionIs reaction"),
    nouns("skilltype", "condition.SkillTypeIs skillType"),
    noun("dicekind", "omni", "omni, omni element, wild", "万能、万能元素"),
    noun("dicekind", "random", "random, random basic", "随机、随机基础、随机基础元素"),
    noun(
        "dicekind",
        "active",
        "active element, active's element, active character's element",
        "出战角色的元素、出战角色元素",
    ),
    noun("skilltype", "normal", "normal attack, normal attacks, basic attack", "普通攻击、普攻"),
    noun("skilltype", "elemental", "elemental skill", "元素战技、战技"),
    noun("skilltype", "burst", "elemental burst, burst, ultimate", "元素爆发、大招、爆发"),
    noun("element", "physical", "physical", "物理"),
    noun("element", "piercing", "piercing", "穿透"),
    noun("element", "pyro", "pyro, fire", "火、火元素"),
    noun("element", "cryo", "cryo, ice", "冰、冰元素"),
    noun("element", "hydro", "hydro, water", "水、水元素"),
    noun("element", "electro", "electro, lightning", "雷、雷元素"),
    noun("element", "anemo", "anemo, wind", "风、风元素"),
    noun("element", "geo", "geo, rock", "岩、岩元素"),
    noun("element", "dendro", "dendro, grass", "草、草元素"),
    noun("reaction", "any", "reaction, elemental reaction", "元素反应、反应"),
    noun("kind", "weapon", "weapon", "武器、武器牌"),
    noun("kind", "artifact", "artifact", "圣遗物"),
    noun("kind", "food", "food", "料理、食物"),
    noun("kind", "talent", "talent, talent card", "天赋、天赋牌"),
    noun("kind", "location", "location", "场地"),
    noun("kind", "companion", "companion, ally card", "伙伴"),
    noun("kind", "event", "event, event card", "事件、事件牌"),
)
