"""The keywords, nineteen of 003 and two of this project: what each means, and which take a number. `keywords_rules` and the rules implement them.

Source: 003§2.2; SOURCE.md; HA5, HA7, HA9, HA12, HA13, HA15.
"""

from __future__ import annotations

from engine.language.spec import IntegerLiteral, LocalizedText, NodeAnalysis, NodeSpec, field, search_words, titles

from ..words import ADDED_KEYWORDS, KEYWORDS, TAKES_X

X = field(
    "value",
    IntegerLiteral(1, 99),
    "X",
    "X",
    "The number of the keyword; 1 when absent (HA15).",
    "关键词所带的数值；缺省为 1（HA15）。",
    default=1,
)

MEANINGS = titles(
    (
        "SHIELDED",
        "Its shield is X; the field shieldCap says the same and counts (HA9).",
        "护盾为 X；字段 shieldCap 含义相同并以其为准（HA9）。",
    ),
    (
        "ARMOR",
        "Health loses 1 less to plain and ballistic damage, at least 1; true damage passes.",
        "受普通或实弹伤害时生命损失减 1，至少为 1；真实伤害不受影响。",
    ),
    (
        "EMP",
        "A vehicle that it damages may not attack or move in its owner's next turn.",
        "受其伤害的载具在其主人的下个回合不能攻击或移动。",
    ),
    ("CAMO", "It cannot be singled out as a target until it attacks.", "在攻击之前不能被单独选为目标。"),
    ("HIJACK", "For 2 supply it takes over an enemy vehicle in its lane.", "支付 2 点补给，夺取同战线的一辆敌方载具。"),
    (
        "PLASMA",
        "Its damage counts double against shields and half against health, at least 1.",
        "其伤害对护盾加倍，对生命减半，至少为 1。",
    ),
    (
        "BALLISTIC",
        "Its damage is ballistic: armour stops it, and on a target that plasma marked this turn it counts double, once.",
        "其伤害为实弹：受装甲减免；命中本回合被等离子标记的目标时加倍一次。",
    ),
    ("HEADSHOT", "Its damage is doubled on a target without shield.", "对没有护盾的目标伤害加倍。"),
    (
        "INFECT",
        "When it kills what is no vehicle, a combat form rises in your back row of that lane.",
        "击杀非载具时，在该战线己方后排生成一个战斗形态。",
    ),
    ("DROP_POD", "It may attack in the turn in which it is deployed.", "部署当回合即可攻击。"),
    ("RANGED", "It need not attack the front row first.", "不必先攻击前排。"),
    ("SENTINEL", "Its damage ignores shields.", "其伤害无视护盾。"),
    ("SQUAD", "A mark that abilities of cards read.", "供卡牌能力读取的标记。"),
    (
        "VEHICLE",
        "It is a vehicle: it can be hijacked and disabled, and is not infected.",
        "属于载具：可被劫持和瘫痪，不会被感染。",
    ),
    ("ORBITAL_BATTERY", "Its orbital strikes deal X.", "其轨道打击造成 X 点伤害。"),
    (
        "POINT_DEFENSE",
        "It intercepts X drops each turn; the field pointDefense says the same and counts (HA9).",
        "每回合拦截 X 次投送；字段 pointDefense 含义相同并以其为准（HA9）。",
    ),
    (
        "SHIELD_HARDENING",
        "The first damage of each turn is reduced by X; the field shieldHardening says the same and counts (HA9).",
        "每回合首次受到的伤害减少 X；字段 shieldHardening 含义相同并以其为准（HA9）。",
    ),
    (
        "MULTI_SECTION",
        "Damage meets its sections in their order; the field multiSection says the same and counts (HA9).",
        "按部位依次承受伤害；字段 multiSection 含义相同并以其为准（HA9）。",
    ),
    (
        "TARGET_LINK",
        "It paints the target of its orbital strikes, which then deal half as much again.",
        "轨道打击前先标定目标，使打击伤害增至一倍半。",
    ),
    (
        "LIFESTEAL",
        "Damage that it deals heals it by as much, before deaths are judged: of two that hit each other, both drink first.",
        "造成伤害后恢复等量生命，先于阵亡判定：互相攻击的双方均先恢复。",
    ),
    (
        "TAUNT",
        "Those who could attack it may attack nothing else without taunt.",
        "能攻击它的单位不能攻击没有嘲讽的其他目标。",
    ),
)

SEARCH = {
    "SHIELDED": search_words("barrier, shield, absorb, protection", "护盾、屏障、吸收、防护"),
    "ARMOR": search_words("damage reduction, tough, plating", "护甲、减伤、坚韧"),
    "EMP": search_words("disable vehicle, stun vehicle, electronics", "瘫痪载具、电磁、干扰"),
    "CAMO": search_words("stealth, invisible, hidden, cloak", "潜行、隐形、不可选定"),
    "HIJACK": search_words("steal, mind control, take over vehicle", "夺取、抢车、控制载具"),
    "PLASMA": search_words("energy weapon, strong against shields", "能量武器、破盾、克制护盾"),
    "BALLISTIC": search_words("bullets, guns, kinetic", "子弹、枪械、动能"),
    "HEADSHOT": search_words("critical, double damage, crit", "暴击、双倍伤害、要害"),
    "INFECT": search_words("zombie, spawn on kill, convert, flood", "感染、转化、击杀生成"),
    "DROP_POD": search_words("haste, charge, rush, attack at once", "冲锋、突袭、立即攻击、迅捷"),
    "RANGED": search_words("reach, shoot over, sniper, long range", "远程、射程、狙击"),
    "SENTINEL": search_words("pierce, ignore shields, unblockable", "穿盾、无视护盾、穿透"),
    "SQUAD": search_words("group, team, tribe", "小队、班组、编队"),
    "VEHICLE": search_words("tank, machine, mech", "载具、坦克、机械"),
    "ORBITAL_BATTERY": search_words("bombard, artillery, ship guns", "轨道炮、轰炸、舰炮"),
    "POINT_DEFENSE": search_words("intercept, anti air, block drops", "拦截、防空、反空降"),
    "SHIELD_HARDENING": search_words("absorb first hit, resist, reduce damage", "减免首次伤害、抗性、强化护盾"),
    "MULTI_SECTION": search_words("several parts, sections, boss parts", "多部位、分段、分部位"),
    "TARGET_LINK": search_words("paint target, lock on, aim, mark", "标定、锁定、瞄准、链路"),
    "LIFESTEAL": search_words("lifesteal, drain, vampire, heals much it deals", "吸血、吸取生命、造成多少伤害恢复多少"),
    "TAUNT": search_words("taunt, guard, must be attacked first, bodyguard", "嘲讽、守护、必须先攻击"),
}
"""What authors look for when they mean a keyword."""

KEYWORD_NODES = tuple(
    NodeSpec(
        "keyword",
        word.name,
        word.title,
        (X,) if word.name in TAKES_X else (),
        MEANINGS[word.name],
        phrase=LocalizedText(f"{word.title.en} {{value}}", f"{word.title.zh} {{value}}")
        if word.name in TAKES_X
        else word.title,
        group="keywords",
        search=SEARCH[word.name],
        extension=word.name in ADDED_KEYWORDS,
        analysis=NodeAnalysis(emits=("INFECT_TRIGGERED", "TOKEN_SUMMONED") if word.name == "INFECT" else ()),
    )
    for word in KEYWORDS
)
