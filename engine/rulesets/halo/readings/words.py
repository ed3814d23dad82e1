"""What the grammar of sentences means in `halo`: words of its own."""

from __future__ import annotations

from engine.language.spec.readings import Nouns, noun, nouns, word

NOUNS: tuple[Nouns, ...] = (
    nouns("trigger", "ability trigger"),
    noun("lane", "LANE_LEFT", "left lane, lane to the left, the left", "左路、左侧战线、左侧、左边的路"),
    noun("lane", "LANE_RIGHT", "right lane, lane to the right, the right", "右路、右侧战线、右侧、右边的路"),
    word(
        "head",
        "lane",
        "lane you hold, lane you control, lanes you hold, lane you are winning, lane you lead",
        "你控制的战线、你领先的战线、控制的战线",
    ),
    word("res", "battery", "battery, batteries", "电池"),
    word("stat", "cover", "cover", "掩护"),
    word("stat", "penetration", "penetration, pierce", "穿甲、穿透"),
    word("stat", "strikes", "orbital strike", "轨道打击次数"),
    word("stat", "drops", "drop each turn, orbital drop", "投送次数"),
    word("verb", "redirect", "redirect it to, redirect, instead hit", "转移给、转移到、改由"),
    word("verb", "survive", "survive, it survives, does not die, stay alive", "存活、不死、免于阵亡"),
    word("verb", "jam", "jam, no units drop into", "干扰、禁止投送"),
    word("verb", "secretlanes", "each player secretly chooses a lane, choose a lane in secret", "秘密选择一条战线"),
    word("verb", "miss", "chance to miss", "几率未命中、的几率未命中"),
    word("verb", "alsoacts", "also acts on, also affects", "同时作用于"),
    word("event", "wouldie", "would die, would be killed, is about to die", "即将阵亡、将要阵亡、即将死亡、将死"),
    word("event", "hit", "is about to take damage, would take damage", "即将受到伤害、将要受到伤害"),
    word("event", "shieldbreak", "its shield is hit, shield takes damage", "护盾受损、护盾被击中"),
    word("event", "equip", "is equipped, equipped, attach", "装备"),
    nouns("keyword", "effect.ADD_KEYWORD params name"),
    nouns("status", "effect.APPLY_STATUS params status"),
    noun("status", "DISABLED", "stun, stunned, disable, freeze, frozen", "眩晕、瘫痪、冻结、冻住、晕"),
    noun("status", "MARKED", "mark, marked", "标记"),
    noun("status", "SUPPRESSED", "suppress, suppressed", "压制"),
    noun("tag", "INFANTRY", "infantry, soldier", "步兵"),
    noun("tag", "VEHICLE", "vehicle, tank", "载具、坦克"),
    noun("tag", "AIR", "aircraft, flyer", "飞行器"),
    noun("kind", "TACTICAL", "tactical, tactical card, tactic", "战术牌、战术"),
    noun("kind", "ARMORY", "armory, armory card, equipment", "军械、军械牌、装备牌"),
    noun("kind", "FIELD", "field card", "场地牌"),
    noun("kind", "VESSEL", "vessel, ship", "舰船、飞船"),
)
