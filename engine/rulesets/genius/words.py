"""The words of the documents, each with its title, and the numbers that the rules keep them as.

One numbering serves dice, costs, auras and damage: 0 is omni (no aura), 1 to 7 are the elements in the order of 004's dice, and beyond them
lie what only damage has (physical, piercing) and what only costs have (of one kind, of any kind). Source: 004 dice, 004 Damage.
"""

from __future__ import annotations

from engine.language.spec.shapes import LocalizedText, Option

ELEMENTS = (
    Option("cryo", LocalizedText("Cryo", "冰")),
    Option("hydro", LocalizedText("Hydro", "水")),
    Option("pyro", LocalizedText("Pyro", "火")),
    Option("electro", LocalizedText("Electro", "雷")),
    Option("anemo", LocalizedText("Anemo", "风")),
    Option("geo", LocalizedText("Geo", "岩")),
    Option("dendro", LocalizedText("Dendro", "草")),
)
OMNI, CRYO, HYDRO, PYRO, ELECTRO, ANEMO, GEO, DENDRO = range(8)
PHYSICAL, PIERCING = 8, 9
ALIGNED, ANY = 8, 9
"""Cost kinds beyond the elements: so many dice of one kind, and so many of any kinds (004's white and black)."""
FROST_AND_LEAF = 8
"""The one aura of two elements: cryo first, dendro behind it."""
KINDS = range(8)
DICE = ("omni", *(option.name for option in ELEMENTS))
"""The variables of a player's dice, by number."""
LETTERS = "OCHPEAGD"
"""How dice are written in answers, by number."""
ELEMENT = {name: number for number, name in enumerate(DICE)} | {"physical": PHYSICAL, "piercing": PIERCING}
"""The number of every word for an element."""
DAMAGE_ELEMENTS = (
    *ELEMENTS,
    Option("physical", LocalizedText("Physical", "物理")),
    Option("piercing", LocalizedText("Piercing", "穿透")),
)
DICE_KINDS = (
    Option("omni", LocalizedText("Omni", "万能")),
    *ELEMENTS,
    Option("active", LocalizedText("Of the active character's element", "出战角色元素")),
    Option("random", LocalizedText("Random", "随机")),
)
COST_KINDS = {"aligned": ALIGNED, "any": ANY} | {option.name: ELEMENT[option.name] for option in ELEMENTS}
COST_TITLES = {
    **{option.name: option.title for option in ELEMENTS},
    "aligned": LocalizedText("Of one kind", "相同元素"),
    "any": LocalizedText("Of any kind", "任意元素"),
    "energy": LocalizedText("Energy", "充能"),
}
REACTIONS = (
    Option("frozen", LocalizedText("Frozen", "冻结")),
    Option("melt", LocalizedText("Melt", "融化")),
    Option("superconduct", LocalizedText("Superconduct", "超导")),
    Option("vaporize", LocalizedText("Vaporize", "蒸发")),
    Option("electroCharged", LocalizedText("Electro-Charged", "感电")),
    Option("bloom", LocalizedText("Bloom", "绽放")),
    Option("overloaded", LocalizedText("Overloaded", "超载")),
    Option("burning", LocalizedText("Burning", "燃烧")),
    Option("quicken", LocalizedText("Quicken", "激化")),
    Option("swirl", LocalizedText("Swirl", "扩散")),
    Option("crystallize", LocalizedText("Crystallize", "结晶")),
)
REACTION = {option.name: number for number, option in enumerate(REACTIONS, 1)}
"""The number of every reaction, 0 for none."""
SKILL_TYPES = (
    Option("normal", LocalizedText("Normal attack", "普通攻击")),
    Option("elemental", LocalizedText("Elemental skill", "元素战技")),
    Option("burst", LocalizedText("Elemental burst", "元素爆发")),
)
CARD_SKILL = Option("card", LocalizedText("Card", "卡牌描述"))
"""What a card does when it is played (002 skillType)."""
DAMAGE_TYPES = (
    *SKILL_TYPES,
    Option("summon", LocalizedText("Summon", "召唤物")),
    Option("other", LocalizedText("Other", "其他")),
)
WEAPONS = (
    Option("sword", LocalizedText("Sword", "单手剑")),
    Option("catalyst", LocalizedText("Catalyst", "法器")),
    Option("claymore", LocalizedText("Claymore", "双手剑")),
    Option("bow", LocalizedText("Bow", "弓")),
    Option("polearm", LocalizedText("Polearm", "长柄武器")),
    Option("other", LocalizedText("Other", "其他武器")),
)
TYPES = (
    Option("character", LocalizedText("Character", "角色")),
    Option("eventCard", LocalizedText("Event card", "事件牌")),
    Option("equipment", LocalizedText("Equipment", "装备")),
    Option("support", LocalizedText("Support", "支援")),
    Option("summon", LocalizedText("Summon", "召唤物")),
    Option("status", LocalizedText("Status", "角色状态")),
    Option("combatStatus", LocalizedText("Combat status", "出战状态")),
)
ACTION_CARDS = ("eventCard", "equipment", "support")
"""The types of card that a pile may hold."""
TAGS = {
    "weapon": LocalizedText("Weapon", "武器"),
    "artifact": LocalizedText("Artifact", "圣遗物"),
    "talent": LocalizedText("Talent", "天赋"),
    "place": LocalizedText("Place", "场地"),
    "ally": LocalizedText("Companion", "伙伴"),
    "item": LocalizedText("Item", "道具"),
    "food": LocalizedText("Food", "料理"),
    "resonance": LocalizedText("Resonance", "元素共鸣"),
    "legend": LocalizedText("Arcane legend", "秘传"),
    "action": LocalizedText("Combat action", "战斗行动"),
    "shield": LocalizedText("Shield", "护盾"),
    "noTuning": LocalizedText("No tuning", "不可调和"),
    "immuneControl": LocalizedText("Free of control", "免疫控制"),
    "control": LocalizedText("Control", "控制"),
    "disableSkill": LocalizedText("No skills", "无法使用技能"),
    **{option.name: option.title for option in WEAPONS[:5]},
}
"""The tags that rules read; documents may have others (002 "tags")."""
TARGETS = (
    Option("myCharacter", LocalizedText("One of your characters", "一名我方角色")),
    Option("myOther", LocalizedText("One of your standby characters", "一名我方后台角色")),
    Option("opponentCharacter", LocalizedText("One of the opponent's characters", "一名敌方角色")),
    Option("mySummon", LocalizedText("One of your summons", "一个我方召唤物")),
    Option("opponentSummon", LocalizedText("One of the opponent's summons", "一个敌方召唤物")),
    Option("mySupport", LocalizedText("One of your supports", "一张我方支援牌")),
)
PHASES = (
    Option("SET_CARD", LocalizedText("First hand", "选择手牌阶段")),
    Option("SET_CHARACTER", LocalizedText("Active character", "选择出战角色阶段")),
    Option("ROLL_PHASE", LocalizedText("Roll phase", "投掷阶段")),
    Option("ACTION_PHASE", LocalizedText("Action phase", "行动阶段")),
    Option("END_PHASE", LocalizedText("End phase", "结束阶段")),
)
