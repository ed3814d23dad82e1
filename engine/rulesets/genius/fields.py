"""The records of a document: cards, costs, variables and skills, named as in 002 and 004."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.nodes.branching import CHOICE
from engine.language.spec.constructors import options
from engine.language.spec.fields import COUNTS_ALWAYS, Field, FieldAnalysis, FieldReference, optional
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import (
    Block,
    BooleanLiteral,
    Enum,
    EventName,
    Identifier,
    IntegerLiteral,
    ListOf,
    LocalizedText,
    MapOf,
    Node,
    ObjectShape,
    TextLiteral,
)
from engine.language.spec.shorthands import Around, AuthorField, ShorthandNode
from engine.ruleset.card_fields import CARD_ID, DESCRIPTION, ID_TEXT, NAME, RARITY, tags_field
from engine.rulesets.genius.words import (
    CARD_SKILL,
    COST_KINDS,
    COST_TITLES,
    ELEMENTS,
    SKILL_TYPES,
    TARGETS,
    TYPES,
    WEAPONS,
)

MOST_DICE, MOST_HEALTH = 16, 99
RECREATE = options(
    ("overwrite", "overwrite", "重置为初始值"),
    ("takeMax", "take the larger", "取较大值"),
    ("append", "add", "累加"),
    ("keep", "keep", "保持不变"),
)


TAGS_FIELD = tags_field(
    LocalizedText(
        "What rules and other cards ask of it: weapon, food, legend, shield.",
        "供规则与其他卡牌检查：weapon、food、legend、shield 等。",
    )
)
COST_FIELD = Field(
    "cost",
    ObjectShape("cost"),
    LocalizedText("Cost", "费用"),
    doc=LocalizedText("The dice and the energy that it takes.", "所需的骰子与充能。"),
)
LIMIT = optional(
    "deckLimit",
    IntegerLiteral(0, 30),
    LocalizedText("Deck limit", "携带上限"),
    LocalizedText("How many a deck may hold.", "一副牌组最多携带的张数。"),
)
VARIABLES = optional(
    "varConfigs",
    MapOf(ObjectShape("varConfig"), max=12),
    LocalizedText("Variables", "变量"),
    LocalizedText(
        "How its variables begin, and what becomes of them when it is made again. At 0 `usage` and `duration` remove it; `duration` falls by 1 each round.",
        "变量的初始值与重复创建时的行为。`usage` 与 `duration` 降到 0 时移除；`duration` 每回合减 1。",
    ),
)
SKILLS = optional(
    "skills",
    ListOf(ObjectShape("skill"), 0, 8),
    LocalizedText("Skills", "技能"),
    LocalizedText("What it does by itself when events happen.", "因事件触发的被动技能。"),
)
FILTER = optional(
    "filter",
    ListOf(Node("condition"), 0, 8),
    LocalizedText("Filter", "条件"),
    LocalizedText("When it can be done.", "何时可以执行。"),
)
ACTION = Field(
    "action",
    Block(),
    LocalizedText("Action", "动作"),
    doc=LocalizedText("Effects, done in order.", "按顺序执行的效果。"),
)


def _type(word: str) -> Field:
    option = next(one for one in TYPES if one.name == word)
    return Field(
        "type",
        Enum((option,)),
        LocalizedText("Type", "类型"),
        doc=LocalizedText("What it is (002).", "实体类型（002）。"),
    )


COST = RecordSpec(
    "cost",
    LocalizedText("Cost", "费用"),
    tuple(
        Field(
            name, IntegerLiteral(0, MOST_DICE), title, required=False, default=0, analysis=FieldAnalysis(is_cost=True)
        )
        for name, title in ((name, COST_TITLES[name]) for name in (*COST_KINDS, "energy"))
    ),
    LocalizedText(
        "Dice by kind: of one kind, of any, or of an element; and energy.",
        "按种类的骰子数：相同元素、任意元素或指定元素；以及充能。",
    ),
)
VAR_CONFIG = RecordSpec(
    "varConfig",
    LocalizedText("Variable", "变量"),
    (
        Field(
            "initialValue",
            IntegerLiteral(-99, 99),
            LocalizedText("Initial value", "初始值"),
            doc=LocalizedText("Its value when the entity is made.", "创建实体时的值。"),
        ),
        optional(
            "recreateBehavior",
            Enum(RECREATE),
            LocalizedText("When made again", "重复创建时"),
            LocalizedText(
                "What becomes of it when the entity is made again where it is.", "在原处重复创建实体时的行为。"
            ),
            default="overwrite",
        ),
        optional(
            "appendValue",
            IntegerLiteral(-99, 99),
            LocalizedText("Added", "累加值"),
            LocalizedText(
                "With append: how much is added; the initial value when absent.", "append 时累加的数值；缺省为初始值。"
            ),
        ),
        optional(
            "appendLimit",
            IntegerLiteral(0, 99),
            LocalizedText("At most", "累加上限"),
            LocalizedText("With append: the most that adding reaches.", "append 时累加的上限。"),
        ),
    ),
)
SPENDS = "spends"


def open_skill(skill: Mapping[str, Any], around: Around) -> Any:
    """Return a skill with what a use spends as its last effect."""
    if SPENDS not in skill:
        return None
    held, amount = skill.get("action"), skill[SPENDS]
    spending = {"type": "changeVariable", "name": "usage", "amount": -amount if isinstance(amount, int) else amount}
    written = [AuthorField("action", place) for place in range(len(held))] if isinstance(held, list) else []
    kept = {key: AuthorField(key) for key in skill if key not in (SPENDS, "action")}
    return {**kept, "action": [*written, ShorthandNode(SPENDS, spending)]}


SKILL = RecordSpec(
    "skill",
    LocalizedText("Skill", "技能"),
    (
        Field(
            "id",
            Identifier(template=False),
            LocalizedText("Id", "标识"),
            doc=LocalizedText("Unique in the card.", "同一张卡牌内唯一。"),
            reference=FieldReference(makes="skill"),
        ),
        optional(
            "name",
            TextLiteral(80, 1, translated=True),
            LocalizedText("Name", "名称"),
            LocalizedText("What an active skill is called.", "主动技能的名称。"),
        ),
        optional(
            "skillType",
            Enum((*SKILL_TYPES, CARD_SKILL)),
            LocalizedText("Skill type", "技能类型"),
            LocalizedText(
                "Of an active skill; `card` is what a card does when it is played. A skill without it waits for its event.",
                "角色的主动技能须填写，手牌打出时的效果为 card；缺省为因事件触发的被动技能。",
            ),
        ),
        optional(
            "cost",
            ObjectShape("cost"),
            LocalizedText("Cost", "费用"),
            LocalizedText("What an active skill costs.", "主动技能的费用。"),
        ),
        optional(
            "energyGain",
            IntegerLiteral(0, 9),
            LocalizedText("Energy gained", "获得充能"),
            LocalizedText("As the rules say when absent.", "缺省时依规则。"),
        ),
        optional(
            "isPreparedSkill",
            BooleanLiteral(),
            LocalizedText("Prepared", "准备技能"),
            LocalizedText("Used by effects alone.", "只能由效果使用。"),
            default=False,
        ),
        optional(
            "triggerOn",
            EventName(),
            LocalizedText("Triggered by", "触发事件"),
            LocalizedText(
                "The event that a passive skill answers. Those of the phases are answered for its own player.",
                "被动技能响应的事件。各阶段事件只响应所属玩家的。",
            ),
        ),
        optional(
            "usagePerRound",
            IntegerLiteral(1, 9),
            LocalizedText("Per round", "每回合次数"),
            LocalizedText("How often it answers in a round.", "每回合最多响应的次数。"),
            analysis=FieldAnalysis(limits_firings=True, each_round=True),
        ),
        optional(
            "spends",
            IntegerLiteral(1, 9),
            LocalizedText("Uses spent", "消耗次数"),
            LocalizedText(
                "Of a passive skill whose entity has `usage`: how much of it each use spends, behind the other effects.",
                "用于实体带有 `usage` 的被动技能：每次生效后消耗的可用次数，在其他效果之后结算。",
            ),
            shorthand=True,
        ),
        COUNTS_ALWAYS,
        FILTER,
        ACTION,
    ),
    opens=open_skill,
    doc=LocalizedText(
        "An active skill of a character has skillType and cost, a passive one triggerOn.",
        "角色主动技能须有 skillType 与 cost，被动技能须有 triggerOn。",
    ),
    gives={
        "self": {"UUID": "entity", "playerUUID": "player"},
        "target": {"characterUUID": "character", "summonUUID": "summon", "supportUUID": "support"},
    },
)
CHARACTER = RecordSpec(
    "character",
    LocalizedText("Character", "角色"),
    (
        CARD_ID,
        _type("character"),
        NAME,
        RARITY,
        Field(
            "element", Enum(ELEMENTS), LocalizedText("Element", "元素"), doc=LocalizedText("Its element.", "元素类型。")
        ),
        Field(
            "weaponType",
            Enum(WEAPONS),
            LocalizedText("Weapon", "武器类型"),
            doc=LocalizedText("Which weapons it may bear.", "可装备的武器类型。"),
        ),
        optional(
            "country",
            TextLiteral(40, 1),
            LocalizedText("Country", "所属国家"),
            LocalizedText("Where it comes from.", "所属国家。"),
        ),
        Field(
            "maxHealth",
            IntegerLiteral(1, MOST_HEALTH),
            LocalizedText("Health", "生命上限"),
            doc=LocalizedText("At 0 health it is defeated.", "生命值降到 0 时被击倒。"),
        ),
        Field(
            "maxPower",
            IntegerLiteral(0, 9),
            LocalizedText("Energy", "充能上限"),
            doc=LocalizedText("The most energy that it holds.", "充能上限。"),
        ),
        TAGS_FIELD,
        LIMIT,
        DESCRIPTION,
        VARIABLES,
        Field(
            "skills",
            ListOf(ObjectShape("skill"), 1, 8),
            LocalizedText("Skills", "技能"),
            doc=LocalizedText("Active and passive skills.", "主动与被动技能。"),
        ),
    ),
)
EVENT_CARD = RecordSpec(
    "eventCard",
    LocalizedText("Event card", "事件牌"),
    (
        CARD_ID,
        _type("eventCard"),
        NAME,
        RARITY,
        COST_FIELD,
        TAGS_FIELD,
        LIMIT,
        DESCRIPTION,
        optional(
            "target",
            Enum(TARGETS),
            LocalizedText("Target", "目标"),
            LocalizedText(
                "What it is played on; food takes no satisfied character.", "打出的目标；料理不能以饱腹角色为目标。"
            ),
        ),
        SKILLS,
    ),
)
EQUIPMENT = RecordSpec(
    "equipment",
    LocalizedText("Equipment", "装备"),
    (
        CARD_ID,
        _type("equipment"),
        NAME,
        RARITY,
        COST_FIELD,
        TAGS_FIELD,
        LIMIT,
        DESCRIPTION,
        optional(
            "character",
            ID_TEXT,
            LocalizedText("Talent of", "所属角色"),
            LocalizedText("The character whose talent it is.", "天赋牌所属的角色。"),
            reference=FieldReference(names="card", kinds=("character",)),
        ),
        VARIABLES,
        SKILLS,
    ),
    doc=LocalizedText(
        "Tags say what it is: weapon with a weapon type, artifact, or talent.",
        "由标签说明种类：weapon 与武器类型、artifact 或 talent。",
    ),
)
SUPPORT = RecordSpec(
    "support",
    LocalizedText("Support", "支援"),
    (CARD_ID, _type("support"), NAME, RARITY, COST_FIELD, TAGS_FIELD, LIMIT, DESCRIPTION, VARIABLES, SKILLS),
)


def _entity(name: str, title: LocalizedText) -> RecordSpec:
    return RecordSpec(name, title, (CARD_ID, _type(name), NAME, RARITY, TAGS_FIELD, DESCRIPTION, VARIABLES, SKILLS))


RECORDS = (
    CHARACTER,
    EVENT_CARD,
    EQUIPMENT,
    SUPPORT,
    _entity("summon", LocalizedText("Summon", "召唤物")),
    _entity("status", LocalizedText("Character status", "角色状态")),
    _entity("combatStatus", LocalizedText("Combat status", "出战状态")),
    COST,
    VAR_CONFIG,
    SKILL,
    CHOICE,
)
