"""The records of a document: cards, costs, variables and skills, named as in 002 and 004."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from engine.json_values import Json, items_of
from engine.language.nodes.branching import CHOICE
from engine.language.nodes.chance import WEIGHTED_OUTCOME
from engine.language.nodes.counting import CYCLE_FIELD
from engine.language.spec import (
    COUNTS_ALWAYS,
    PRESENT,
    BooleanLiteral,
    Case,
    Enum,
    EventName,
    Field,
    Identifier,
    IntegerLiteral,
    ListOf,
    LocalizedText,
    MapOf,
    ObjectShape,
    RecordSpec,
    TextLiteral,
    Wording,
    case,
    field,
    optional,
    options,
    record,
    search_words,
)
from engine.language.spec.shorthands import Around, AuthorField, ShorthandNode
from engine.toolkit.card_fields import (
    ACTION,
    CARD_ID,
    DESCRIPTION,
    FILTER,
    ID_TEXT,
    NAME,
    RARITY,
    tags_field,
    type_field,
)
from engine.toolkit.nodes import role_word
from engine.toolkit.nodes.costs import COSTS_FIELD, cost_rule
from engine.toolkit.nodes.played import opens_played, played_field
from engine.toolkit.nodes.trigger_words import with_conditions
from engine.toolkit.nodes.waiting import TIMES_FIELD, lifetimes, waiting_record

from .deck_fields import DECK_NEED, NEED_FIELD
from .nodes.conditions import ROLE_TITLES
from .nodes.values import VARIABLE_NAMES
from .spending import UNSPENT
from .words import (
    CARD_SKILL,
    COST_TITLES,
    DAMAGE_TYPES,
    ELEMENTS,
    GAINS,
    PREPARED_SKILL,
    SKILL_TYPES,
    TAGS,
    TARGETS,
    TYPES,
    WEAPONS,
)

MAX_DICE, MAX_HEALTH = 16, 99
NO_TEXT = LocalizedText("", "")
RECREATE = options(
    ("overwrite", "overwrite", "重置为初始值"),
    ("takeMax", "take the larger", "取较大值"),
    ("append", "add", "累加"),
    ("keep", "keep", "保持不变"),
)


TAGS_FIELD = tags_field(
    LocalizedText(
        f"What rules and other cards ask of it. Rules read: {', '.join(TAGS)}; action makes playing a card a combat action.",
        f"供规则与其他卡牌检查。规则识别：{'、'.join(TAGS)}；带有 action 的手牌打出时为战斗行动。",
    )
)
COST_FIELD = field(
    "cost", ObjectShape("cost"), "Cost", "费用", "The dice and the energy that it takes.", "所需的骰子与充能。"
)
LIMIT = optional(
    "deckLimit",
    IntegerLiteral(0, 30),
    "Deck limit",
    "携带上限",
    "How many a deck may hold.",
    "一副牌组最多携带的张数。",
)
VARIABLES = optional(
    "varConfigs",
    MapOf(ObjectShape("varConfig"), max=12),
    "Variables",
    "变量",
    "How its variables begin, and what becomes of them when it is made again. At 0 `usage` and `duration` remove it; `duration` falls by 1 each round.",
    "变量的初始值与重复创建时的行为。`usage` 与 `duration` 降到 0 时移除；`duration` 每回合减 1。",
    called={name: LocalizedText(title.en.capitalize(), title.zh) for name, title in VARIABLE_NAMES.items()},
)
SKILLS = optional(
    "skills",
    ListOf(ObjectShape("skill"), 0, 8),
    "Skills",
    "技能",
    "What it does by itself when events happen.",
    "因事件触发的被动技能。",
)


def _type(word: str) -> Field:
    return type_field(TYPES, word, "What it is (002).", "实体类型（002）。")


COST = record(
    "cost",
    "Cost",
    "费用",
    *(
        optional(name, IntegerLiteral(0, MAX_DICE), *title, default=0, is_cost=True)
        for name, title in COST_TITLES.items()
    ),
    doc=LocalizedText(
        "Dice by kind: of one kind, of any, or of an element; and energy.",
        "按种类的骰子数：相同元素、任意元素或指定元素；以及充能。",
    ),
)


def _beginnings() -> Iterator[Case]:
    """Yield the sentences for the initial value of a variable, and for what becomes of it when it is made again."""
    yield case({"initialValue": 0}, "", "")
    notes = (
        ((), "", ""),
        (("keep",), "kept when made again", "重复生成时不变"),
        (
            ("append", "appendValue", "appendLimit"),
            "stacks by {appendValue}, at most {appendLimit}",
            "每次叠加{appendValue}，最多叠加到{appendLimit}",
        ),
        (("append", "appendLimit"), "stacks, at most {appendLimit}", "可叠加，最多叠加到{appendLimit}"),
        (("append", "appendValue"), "stacks by {appendValue}", "每次叠加{appendValue}"),
        (("append",), "stacks", "可叠加"),
    )
    for is_unspent, (words, *note) in product((True, False), (*notes[1:], notes[0])):
        when = dict.fromkeys(words[1:], PRESENT) | ({"recreateBehavior": words[0]} if words else {})
        unspent = ("not spent by itself", "不会自行消耗") if is_unspent else ("", "")
        en, zh = (
            mark.join(filter(None, texts))
            for mark, texts in zip(("; ", "，"), zip(note, unspent, strict=True), strict=True)
        )
        yield case(
            when | ({UNSPENT: True} if is_unspent else {}),
            f"{{initialValue}} ({en})" if en else "{initialValue}",
            f"{{initialValue}}（{zh}）" if zh else "{initialValue}",
        )


VAR_CONFIG = record(
    "varConfig",
    "Variable",
    "变量",
    field(
        "initialValue",
        IntegerLiteral(-99, 99),
        "Initial value",
        "初始值",
        "Its value when the entity is made.",
        "创建实体时的值。",
    ),
    optional(
        "recreateBehavior",
        Enum(RECREATE),
        "When made again",
        "重复创建时",
        "What becomes of it when the entity is made again where it is.",
        "在原处重复创建实体时的行为。",
        default="overwrite",
    ),
    optional(
        "appendValue",
        IntegerLiteral(-99, 99),
        "Added",
        "累加值",
        "With append: how much is added; the initial value when absent.",
        "append 时累加的数值；缺省为初始值。",
    ),
    optional(
        "appendLimit",
        IntegerLiteral(0, 99),
        "At most",
        "累加上限",
        "With append: the most that adding reaches.",
        "append 时累加的上限。",
    ),
    phrase=LocalizedText("{initialValue}", "{initialValue}"),
    wording=Wording(cases=tuple(_beginnings())),
)
WORDS = {"by": ("DoneBy", "is"), "to": ("DoneTo", "is"), "with": ("SkillTypeIs", "skillType")}
"""What a passive skill may ask of its event by a word, and the condition for which that stands."""
WORD_FIELDS = (
    role_word(
        "by", ROLE_TITLES, "Done by", "由谁引发", "Who does it: `DoneBy` in a word.", "引发者，即条件 `DoneBy` 的简写。"
    ),
    role_word(
        "to",
        ROLE_TITLES,
        "Done to",
        "目标为",
        "To whom it is done: `DoneTo` in a word.",
        "受影响者，即条件 `DoneTo` 的简写。",
    ),
    optional(
        "with",
        Enum(DAMAGE_TYPES),
        "With",
        "以何种技能",
        "By which kind of skill: `SkillTypeIs` in a word.",
        "所用技能的类型，即条件 `SkillTypeIs` 的简写。",
        shorthand=True,
    ),
)
SPENDS = "spends"
ACTION_KEY = ACTION.name


def open_trigger(skill: Json, around: Around) -> Any:
    """Return a passive skill with what its words ask of the event as the first conditions of its filter."""
    return with_conditions(skill, WORDS)


def open_skill(skill: Json, around: Around) -> Any:
    """Return a skill with the conditions of its words, and with what a use spends as its last effect."""
    with_words = open_trigger(skill, around)
    if SPENDS not in skill:
        return with_words
    amount = skill[SPENDS]
    spending = {"type": "changeVariable", "name": "usage", "amount": -amount if isinstance(amount, int) else amount}
    own_effects = [AuthorField(ACTION_KEY, place) for place in range(len(items_of(skill.get(ACTION_KEY))))]
    kept = with_words or {key: AuthorField(key) for key in skill}
    del kept[SPENDS]
    return {**kept, ACTION_KEY: [*own_effects, ShorthandNode(SPENDS, spending)]}


def _headings() -> Iterator[Case]:
    """Yield the headings of the effects of an active skill: its name and type, the dice that it takes, the energy that it gives."""
    options = (
        ("cost", PRESENT, ", {cost:signs}", "{cost:signs}"),
        ("isPreparedSkill", True, f", {PREPARED_SKILL.en}", f"，{PREPARED_SKILL.zh}"),
        ("energyGain", PRESENT, f", {GAINS.en}", f"，{GAINS.zh}"),
    )
    for skill_type, name in product(SKILL_TYPES, (True, False)):
        for chosen in product((True, False), repeat=len(options)):
            parts = [option for option, is_there in zip(options, chosen, strict=True) if is_there]
            when = {"skillType": skill_type.name, **({"name": PRESENT} if name else {})}
            en = skill_type.title.en + "".join(part[2] for part in parts)
            zh = skill_type.title.zh + "".join(part[3] for part in parts)
            yield case(
                {**when, **{key: test for key, test, *_ in parts}},
                f"{{id:part}} ({en})" if name else en,
                f"【{{id:part}}】{zh}" if name else zh,
            )


SKILL = record(
    "skill",
    "Skill",
    "技能",
    field("id", Identifier(template=False), "Id", "标识", "Unique in the card.", "同一张卡牌内唯一。", makes="skill"),
    optional(
        "name",
        TextLiteral(80, 1, translated=True),
        "Name",
        "名称",
        "What an active skill is called.",
        "主动技能的名称。",
    ),
    optional(
        "skillType",
        Enum((*SKILL_TYPES, CARD_SKILL)),
        "Skill type",
        "技能类型",
        "Of an active skill; `card` is what a card does when it is played. A skill without it waits for its event.",
        "角色的主动技能须填写，手牌打出时的效果为 card；缺省为因事件触发的被动技能。",
    ),
    optional("cost", ObjectShape("cost"), "Cost", "费用", "What an active skill costs.", "主动技能的费用。"),
    optional(
        "energyGain",
        IntegerLiteral(0, 9),
        "Energy gained",
        "获得充能",
        "As the rules say when absent.",
        "缺省时依规则。",
    ),
    optional(
        "isPreparedSkill",
        BooleanLiteral(),
        "Prepared",
        "准备技能",
        "Used by effects alone.",
        "只能由效果使用。",
        default=False,
    ),
    optional(
        "triggerOn",
        EventName(),
        "Triggered by",
        "触发事件",
        "The event that a passive skill answers. Those of the phases are answered for its own player.",
        "被动技能响应的事件。各阶段事件只响应所属玩家的。",
    ),
    TIMES_FIELD,
    optional(
        "usagePerRound",
        IntegerLiteral(1, 9),
        "Per round",
        "每回合次数",
        "How often it answers in a round.",
        "每回合最多响应的次数。",
        search=search_words("per round, times a round, each round, round limit", "每回合、每回合最多、每轮"),
        limits_firings=True,
        each_round=True,
    ),
    optional(
        "spends",
        IntegerLiteral(1, 9),
        "Uses spent",
        "消耗次数",
        "Of a passive skill whose entity has `usage`: how much of it each use spends, behind the other effects.",
        "用于实体带有 `usage` 的被动技能：每次生效后消耗的可用次数，在其他效果之后结算。",
        shorthand=True,
    ),
    CYCLE_FIELD,
    COUNTS_ALWAYS,
    *WORD_FIELDS,
    FILTER,
    ACTION,
    opens=open_skill,
    phrase=NO_TEXT,
    wording=Wording(cases=tuple(_headings())),
    doc=LocalizedText(
        "An active skill of a character has skillType and cost, a passive one triggerOn. An active one of equipment is lent to its bearer.",
        "角色主动技能须有 skillType 与 cost，被动技能须有 triggerOn。装备的主动技能由所附属角色使用。",
    ),
    gives={
        "self": {"UUID": "entity", "playerUUID": "player"},
        "target": {"characterUUID": "character", "summonUUID": "summon", "supportUUID": "support"},
    },
)
LIFETIMES = lifetimes("", "本回合")
TRIGGER = waiting_record(
    replace(SKILL, opens=open_trigger),
    ("triggerOn", "times", "usagePerRound", "every", "countsAlways", *WORDS, "filter", "action"),
    LIFETIMES,
)
CHARACTER = record(
    "character",
    "Character",
    "角色",
    CARD_ID,
    _type("character"),
    NAME,
    RARITY,
    field("element", Enum(ELEMENTS), "Element", "元素", "Its element.", "元素类型。"),
    field("weaponType", Enum(WEAPONS), "Weapon", "武器类型", "Which weapons it may bear.", "可装备的武器类型。"),
    optional("country", TextLiteral(40, 1), "Country", "所属国家", "Where it comes from.", "所属国家。"),
    field(
        "maxHealth",
        IntegerLiteral(1, MAX_HEALTH),
        "Health",
        "生命上限",
        "At 0 health it is defeated.",
        "生命值降到 0 时被击倒。",
    ),
    field("maxPower", IntegerLiteral(0, 9), "Energy", "充能上限", "The most energy that it holds.", "充能上限。"),
    TAGS_FIELD,
    LIMIT,
    DESCRIPTION,
    VARIABLES,
    field(
        "skills",
        ListOf(ObjectShape("skill"), 1, 8),
        "Skills",
        "技能",
        "Active and passive skills.",
        "主动与被动技能。",
    ),
)
WHEN_PLAYED = played_field(ACTION.name, LocalizedText("a skill of the type `card`", "类型为 `card` 的技能"))
EVENT_CARD = record(
    "eventCard",
    "Event card",
    "事件牌",
    CARD_ID,
    _type("eventCard"),
    NAME,
    RARITY,
    COST_FIELD,
    TAGS_FIELD,
    COSTS_FIELD,
    LIMIT,
    NEED_FIELD,
    DESCRIPTION,
    optional(
        "target",
        Enum(TARGETS),
        "Target",
        "目标",
        "What it is played on; food takes no satisfied character.",
        "打出的目标；料理不能以饱腹角色为目标。",
    ),
    WHEN_PLAYED,
    SKILLS,
    opens=opens_played(
        WHEN_PLAYED.name, SKILLS.name, SKILL.name, lambda card: {"id": "play", "skillType": CARD_SKILL.name}
    ),
)
EQUIPMENT = record(
    "equipment",
    "Equipment",
    "装备",
    CARD_ID,
    _type("equipment"),
    NAME,
    RARITY,
    COST_FIELD,
    TAGS_FIELD,
    COSTS_FIELD,
    LIMIT,
    NEED_FIELD,
    DESCRIPTION,
    optional(
        "character",
        ID_TEXT,
        "Talent of",
        "所属角色",
        "The character whose talent it is.",
        "天赋牌所属的角色。",
        names="card",
        kinds=("character",),
    ),
    VARIABLES,
    SKILLS,
    phrase=NO_TEXT,
    wording=Wording(
        cases=(case({"character": PRESENT}, "Talent of {character:called}.", "{character:called}的天赋牌。"),)
    ),
    doc=LocalizedText(
        "Tags say what it is: weapon with a weapon type, artifact, or talent.",
        "由标签说明种类：weapon 与武器类型、artifact 或 talent。",
    ),
)
SUPPORT = record(
    "support",
    "Support",
    "支援",
    CARD_ID,
    _type("support"),
    NAME,
    RARITY,
    COST_FIELD,
    *(TAGS_FIELD, COSTS_FIELD, LIMIT, NEED_FIELD, DESCRIPTION, VARIABLES, SKILLS),
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
    DECK_NEED,
    VAR_CONFIG,
    cost_rule("此牌所需的元素骰", {"UUID": "card", "playerUUID": "player"}, "个"),
    SKILL,
    TRIGGER,
    CHOICE,
    WEIGHTED_OUTCOME,
)
