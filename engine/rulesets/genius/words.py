"""The words of the documents, each with its title, and the numbers that the rules keep them as.

One numbering serves dice, costs, auras and damage: 0 is omni (no aura), 1 to 7 are the elements in the order of 004's dice, and beyond them
lie what only damage has (physical, piercing) and what only costs have (of one kind, of any kind). Source: 004 dice, 004 Damage.
"""

from __future__ import annotations

from engine.language.spec import LocalizedText, Noun, Option, options, titles

ELEMENTS = options(
    ("cryo", "Cryo", "冰"),
    ("hydro", "Hydro", "水"),
    ("pyro", "Pyro", "火"),
    ("electro", "Electro", "雷"),
    ("anemo", "Anemo", "风"),
    ("geo", "Geo", "岩"),
    ("dendro", "Dendro", "草"),
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
DAMAGE_ELEMENTS = (*ELEMENTS, *options(("physical", "Physical", "物理"), ("piercing", "Piercing", "穿透")))
DICE_KINDS = (
    Option("omni", LocalizedText("Omni", "万能")),
    *ELEMENTS,
    *options(("active", "Of the active character's element", "出战角色元素"), ("random", "Random", "随机")),
)
COST_KINDS = {"aligned": ALIGNED, "any": ANY} | {option.name: ELEMENT[option.name] for option in ELEMENTS}
COST_TITLES = {
    **{option.name: option.title for option in ELEMENTS},
    "aligned": LocalizedText("Matching", "相同元素"),
    "any": LocalizedText("Any", "任意元素"),
    "energy": LocalizedText("Energy", "充能"),
}
REACTIONS = options(
    ("frozen", "Frozen", "冻结"),
    ("melt", "Melt", "融化"),
    ("superconduct", "Superconduct", "超导"),
    ("vaporize", "Vaporize", "蒸发"),
    ("electroCharged", "Electro-Charged", "感电"),
    ("bloom", "Bloom", "绽放"),
    ("overloaded", "Overloaded", "超载"),
    ("burning", "Burning", "燃烧"),
    ("quicken", "Quicken", "激化"),
    ("swirl", "Swirl", "扩散"),
    ("crystallize", "Crystallize", "结晶"),
)
REACTION = {option.name: number for number, option in enumerate(REACTIONS, 1)}
"""The number of every reaction, 0 for none."""
SKILL_TYPES = options(
    ("normal", "Normal attack", "普通攻击"),
    ("elemental", "Elemental skill", "元素战技"),
    ("burst", "Elemental burst", "元素爆发"),
    ("technique", "Technique", "特技"),
)
SKILL_NOUNS = {
    option.name: Noun(option.title.en, f"{option.title.en}s", option.title.zh, "次") for option in SKILL_TYPES
}
"""What skills are called that are counted, by their type."""
PREPARED_SKILL = LocalizedText("prepared", "准备技能")
GAINS = LocalizedText("gains {energyGain} energy", "获得{energyGain}点充能")
"""The terms of a skill beside its type and its cost."""
CARD_SKILL = Option("card", LocalizedText("Card", "卡牌描述"))
"""What a card does when it is played (002 skillType)."""
DAMAGE_TYPES = (*SKILL_TYPES, *options(("summon", "Summon", "召唤物"), ("other", "Other", "其他")))
WEAPONS = options(
    ("sword", "Sword", "单手剑"),
    ("catalyst", "Catalyst", "法器"),
    ("claymore", "Claymore", "双手剑"),
    ("bow", "Bow", "弓"),
    ("polearm", "Polearm", "长柄武器"),
    ("other", "Other", "其他武器"),
)
TYPES = options(
    ("character", "Character", "角色"),
    ("eventCard", "Event card", "事件牌"),
    ("equipment", "Equipment", "装备"),
    ("support", "Support", "支援"),
    ("summon", "Summon", "召唤物"),
    ("status", "Status", "角色状态"),
    ("combatStatus", "Combat status", "出战状态"),
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
COUNTRIES = titles(
    ("Broadsail", "Broadsail", "长帆"),
    ("Cinderhold", "Cinderhold", "烬堡"),
    ("Mossmere", "Mossmere", "苔泽"),
    ("Northreach", "Northreach", "北陲"),
    ("Quarryvale", "Quarryvale", "石谷"),
    ("Stormcoast", "Stormcoast", "雷岸"),
    ("Weirlands", "Weirlands", "堰地"),
)
"""The countries of the shipped characters; documents may have others (004 country)."""
TARGETS = options(
    ("myCharacter", "One of your characters", "一名我方角色"),
    ("myOther", "One of your standby characters", "一名我方后台角色"),
    ("opponentCharacter", "One of the opponent's characters", "一名敌方角色"),
    ("mySummon", "One of your summons", "一个我方召唤物"),
    ("opponentSummon", "One of the opponent's summons", "一个敌方召唤物"),
    ("mySupport", "One of your supports", "一张我方支援牌"),
)
PHASES = options(
    ("SET_CARD", "First hand", "选择手牌阶段"),
    ("SET_CHARACTER", "Active character", "选择出战角色阶段"),
    ("ROLL_PHASE", "Roll phase", "投掷阶段"),
    ("ACTION_PHASE", "Action phase", "行动阶段"),
    ("END_PHASE", "End phase", "结束阶段"),
)

SIDE_WORDS = frozenset(
    (
        *("you", "enemy", "my", "mine", "myActive", "myStandby", "myOther", "myCharacter", "myCharacters"),
        *("mySummon", "mySummons", "mySupport", "mySupports", "myHand", "myPile", "myDice", "mySwitches"),
        *("opponent", "opponents", "opponentActive", "opponentCharacter", "opponentCharacters"),
        *("opponentSummon", "opponentSummons", "opponentSupports", "opponentHand", "opponentPile"),
        *("opponentDice", "createCard"),
    )
)
"""The words of cards that mean a player, or what is on one side; `createCard` fills a hand."""
