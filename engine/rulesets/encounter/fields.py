"""The records of a document: units, heroes, cards, abilities, events, maps and encounters. Source: 001§1 to §7, §10."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.language.nodes.branching import CHOICE
from engine.language.spec.fields import COUNTS_ALWAYS, Field, FieldAnalysis, FieldReference, optional
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import (
    Block,
    Board,
    BooleanLiteral,
    Enum,
    EventName,
    Identifier,
    IntegerLiteral,
    ListOf,
    LocalizedText,
    Node,
    ObjectShape,
    Option,
    TextLiteral,
)
from engine.ruleset.card_fields import CARD_ID, DESCRIPTION, ID_TEXT, NAME, RARITY, tags_field
from engine.rulesets.encounter.grid import MAX_SIDE
from engine.rulesets.encounter.statics import MODIFIER
from engine.rulesets.encounter.words import (
    AT_LIMIT,
    COLORS,
    CONTROL,
    HAND_CARDS,
    LETTERS,
    TARGETS,
    TEMPERAMENTS,
    TERRAINS,
    TYPES,
    UNITS,
)


def _ids(  # noqa: PLR0913 - the parts of a field
    name: str,
    kinds: tuple[str, ...],
    title: LocalizedText,
    most: int,
    doc: LocalizedText | None = None,
    least: int = 0,
    *,
    required: bool = False,
) -> Field:  # the parts of a field
    return Field(name, ListOf(ID_TEXT, least, most), title, required=required, doc=doc, reference=FieldReference(names="card", kinds=kinds))  # fmt: skip


def card_named(
    name: str, kinds: tuple[str, ...], title: LocalizedText, *, required: bool = True, doc: LocalizedText | None = None
) -> Field:
    """Return a field that names a card of a kind."""
    return Field(name, ID_TEXT, title, required=required, doc=doc, reference=FieldReference(names="card", kinds=kinds))  # fmt: skip


TAGS_FIELD = tags_field(
    LocalizedText("What it is by flavour: a people, a profession (001§5.3.2).", "风味分类：种族、职业等（001§5.3.2）。")
)
COLORS_FIELD = Field(
    "colors",
    ListOf(Enum(COLORS), 1, 5),
    LocalizedText("Colours", "颜色"),
    doc=LocalizedText("One or several (001§5.3.3).", "一种或多种颜色（001§5.3.3）。"),
)
COST = Field(
    "cost",
    IntegerLiteral(0, 20),
    LocalizedText("Cost", "费用"),
    doc=LocalizedText("The AP that playing it takes.", "使用时消耗的专注。"),
    analysis=FieldAnalysis(is_cost=True),
)
GRANTS = _ids(
    "grants",
    ("ability",),
    LocalizedText("Boons", "增益异能"),
    4,
    LocalizedText(
        "Abilities that its carrier has while it carries the card (001§5.3.5).",
        "携带者因携带此牌获得的异能（001§5.3.5）。",
    ),
)
ABILITIES = _ids(
    "abilities",
    ("ability",),
    LocalizedText("Abilities", "异能"),
    6,
    LocalizedText("The abilities that it carries (001§6.3.5).", "携带的异能（001§6.3.5）。"),
)
WEIGHTED = RecordSpec(
    "weighted",
    LocalizedText("Weighted event", "带权事件"),
    (
        card_named("event", ("event",), LocalizedText("Event", "事件")),
        optional("weight", IntegerLiteral(0, 99), LocalizedText("Weight", "事件权"), LocalizedText("How likely it is drawn; the event's own when absent, never with 0.", "被选入队列的权重；缺省取事件自身的权，0 则不会被选。")),
    ),
)  # fmt: skip
EVENTS_FIELD = optional(
    "events", ListOf(ObjectShape("weighted"), 0, 12), LocalizedText("Events", "事件"),
    LocalizedText("What it adds to the random pool while it is there (001§10).", "在场时加入随机事件池的事件（001§10）。"),
)  # fmt: skip
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
TARGET = optional(
    "target",
    Enum(TARGETS),
    LocalizedText("Target", "目标"),
    LocalizedText(
        "What is chosen before it is paid; effects call it `$target.unitUUID`.",
        "支付前选择的目标；效果中以 `$target.unitUUID` 引用。",
    ),
)
RANGE = optional(
    "range",
    IntegerLiteral(0, 40),
    LocalizedText("Range", "距离"),
    LocalizedText(
        "How far the target may be from the caster, or from any own unit for a card; any distance when absent.",
        "目标与施法者（卡牌则为任意我方单位）的最大距离；缺省为不限。",
    ),
)


def _type(word: str) -> Field:
    option = next(one for one in TYPES if one.name == word)
    return Field(
        "type",
        Enum((option,)),
        LocalizedText("Type", "类型"),
        doc=LocalizedText("What it is (001).", "卡牌类型（001）。"),
    )


NOTHING = LocalizedText("", "")
SELF = {"self": {"UUID": "entity", "playerUUID": "player"}}
CHOSEN = {**SELF, "target": {"unitUUID": "target"}}
CHOICES = {
    "ally": LocalizedText("a unit of yours", "个友方单位"),
    "enemy": LocalizedText("an opposing unit", "个敌方单位"),
    "any": LocalizedText("a unit", "个单位"),
    "hero": LocalizedText("a hero of yours", "名友方英雄"),
}
Near = Sequence[tuple[Mapping[str, Any], LocalizedText]]
FROM_UNIT: Near = (
    ({"range": 1}, LocalizedText("{adjacent}", "选择一个相邻的{what}")),
    ({"range": Is.PRESENT}, LocalizedText("{one} within {range} cells", "选择{range}格以内的一{what}")),
    ({}, LocalizedText("{one}", "选择一{what}")),
)
FROM_ANY: Near = (
    ({"range": 1}, LocalizedText("{one} adjacent to a unit of yours", "选择与友方单位相邻的一{what}")),
    (
        {"range": Is.PRESENT},
        LocalizedText("{one} within {range} cells of a unit of yours", "选择距友方单位{range}格以内的一{what}"),
    ),
    ({}, LocalizedText("{one}", "选择一{what}")),
)
"""How far a target may be: from the unit that casts, or from any own unit."""


def _headings(start: LocalizedText, near: Near) -> tuple[Case, ...]:
    """Return the headings of what is done to a target: what is chosen, and from how far."""
    return tuple(
        Case({"target": word, **when}, LocalizedText(f"{start.en} {_put(text.en, far.en)}", f"{start.zh}{_put_zh(text.zh, far.zh)}"))
        for word, text in CHOICES.items()
        for when, far in near
    )  # fmt: skip


def _put(what: str, far: str) -> str:
    bare = what.partition(" ")[2]
    return far.replace("{one}", what).replace("{adjacent}", f"an adjacent {bare}")


def _put_zh(what: str, far: str) -> str:
    return far.replace("一个相邻的{what}", f"一{what[0]}相邻的{what[1:]}").replace("{what}", what)


SKILL = RecordSpec(
    "skill",
    LocalizedText("Triggered part", "触发部分"),
    (
        Field("id", Identifier(template=False), LocalizedText("Id", "标识"), doc=LocalizedText("Unique in the card.", "同一张卡牌内唯一。")),
        Field("triggerOn", EventName(), LocalizedText("Triggered by", "触发事件"), doc=LocalizedText("The event that it answers; those of the turn are answered for its own player.", "响应的事件；回合各步骤只响应所属玩家的。")),
        optional("usagePerRound", IntegerLiteral(1, 9), LocalizedText("Per round", "每回合次数"), LocalizedText("How often it answers in a round, which is a turn of each side.", "每回合（双方各行动一次）最多响应的次数。"), analysis=FieldAnalysis(limits_firings=True, each_round=True)),
        COUNTS_ALWAYS,
        FILTER,
        ACTION,
    ),
    gives=SELF,
)  # fmt: skip
CAST = RecordSpec(
    "cast",
    LocalizedText("Cast", "施法"),
    (TARGET, RANGE, FILTER, ACTION),
    doc=LocalizedText("What its bearer does as a standard action; it takes CT if there is any, else AT (001§6.3.11).", "携带者以标准动作施放；优先消耗 CT，否则消耗 AT（001§6.3.11）。"),
    gives=CHOSEN,
    phrase=LocalizedText("Cast", "施法"),
    wording=Wording(cases=_headings(LocalizedText("Cast on", "施法，"), FROM_UNIT)),
)  # fmt: skip
SPELL = RecordSpec(
    "spell",
    LocalizedText("Spell", "法咒"),
    (TARGET, RANGE, FILTER, ACTION),
    doc=LocalizedText("What the card does when it is played (001§5.3.6).", "使用时的效果（001§5.3.6）。"),
    gives=CHOSEN,
    phrase=NOTHING,
    wording=Wording(cases=_headings(LocalizedText("Choose", ""), FROM_ANY)),
)
STATIC = optional(
    "static",
    ListOf(ObjectShape("modifier"), 0, 8),
    LocalizedText("Static", "静止式"),
    LocalizedText("What holds as long as it is there.", "在场期间持续有效的修正。"),
)
SKILLS = optional(
    "skills",
    ListOf(ObjectShape("skill"), 0, 6),
    LocalizedText("Triggered", "触发式"),
    LocalizedText("What it does when events happen.", "因事件触发的效果。"),
)


def _stat(
    name: str, low: int, high: int, title: LocalizedText, doc: LocalizedText, default: int | None = None
) -> Field:
    return Field(name, IntegerLiteral(low, high), title, required=default is None, doc=doc, default=default)


STATS_FIELDS = (
    _stat("atk", 0, 99, LocalizedText("Attack", "攻击力"), LocalizedText("Damage of one of its requests (001§6.3.1).", "每个伤害请求造成的伤害（001§6.3.1）。")),
    _stat("mhp", 1, 99, LocalizedText("Maximum health", "最大生命值"), LocalizedText("It dies at 0 health.", "生命值降到 0 时阵亡。")),
    _stat("mov", 0, 12, LocalizedText("Movement", "移动力"), LocalizedText("Steps of one move (001§6.3.3).", "一次移动的最远距离（001§6.3.3）。")),
    _stat("rng", 0, 12, LocalizedText("Range", "攻击距离"), LocalizedText("How far it attacks (001§6.3.4).", "能攻击到的最远距离（001§6.3.4）。")),
    _stat("spd", -4, 5, LocalizedText("Attack speed", "攻击速度"), LocalizedText("How many requests it makes, and how fast they are (001§6.3.7).", "决定伤害请求的数目与优先级（001§6.3.7）。")),
    _stat("prispd", -9, 9, LocalizedText("Priority", "攻速修正值"), LocalizedText("Added to the priority of each request (001§6.3.8).", "加到每个伤害请求的优先级上（001§6.3.8）。"), 0),
    _stat("at", 0, 9, LocalizedText("Attacks", "攻击次数"), LocalizedText("AT at the start of a turn (001§6.3.9).", "回合开始时恢复到的 AT（001§6.3.9）。"), 1),
    _stat("mt", 0, 9, LocalizedText("Moves", "移动次数"), LocalizedText("MT at the start of a turn (001§6.3.10).", "回合开始时恢复到的 MT（001§6.3.10）。"), 1),
    _stat("ct", 0, 9, LocalizedText("Casts", "施法次数"), LocalizedText("CT, which it has on the turn it is deployed too (001§6.3.11).", "CT，部署的回合即具有（001§6.3.11）。"), 0),
    optional("enhance", ObjectShape("enhance"), LocalizedText("Affinity", "适性"), LocalizedText("By colour: what its spells and damage of that colour gain (001§6.3.6).", "按颜色：同色法咒与伤害的增强（001§6.3.6）。")),
)  # fmt: skip
ENHANCE = RecordSpec(
    "enhance",
    LocalizedText("Affinity", "适性"),
    tuple(Field(option.name, IntegerLiteral(0, 9), option.title, required=False, default=0) for option in COLORS),
)
WITH_ABILITIES = Wording(cases=(Case({"abilities": Is.PRESENT}, LocalizedText("Has {abilities:called all}.", "具有{abilities:called all}。")),))  # fmt: skip
"""What a unit says of itself: the names of its abilities."""
UNIT = RecordSpec(
    "unit",
    LocalizedText("Unit", "单位"),
    (
        CARD_ID,
        _type("unit"),
        NAME,
        RARITY,
        COLORS_FIELD,
        *STATS_FIELDS,
        TAGS_FIELD,
        DESCRIPTION,
        ABILITIES,
        EVENTS_FIELD,
    ),
    phrase=NOTHING,
    wording=WITH_ABILITIES,
)
HERO = RecordSpec(
    "hero",
    LocalizedText("Hero", "英雄"),
    (
        CARD_ID, _type("hero"), NAME, RARITY, COLORS_FIELD, *STATS_FIELDS,
        optional("cooldown", IntegerLiteral(1, 20), LocalizedText("Cooldown", "冷却回合"), LocalizedText("Turns in recovery after it falls; by its health when absent (001§4).", "阵亡后的恢复回合数；缺省由生命值决定（001§4）。")),
        _ids("cards", HAND_CARDS, LocalizedText("Spells carried", "携带的法咒"), 12, LocalizedText("Its part of the deck (001§4, §5.1.2).", "构成牌库的法咒牌（001§4、§5.1.2）。"), 1, required=True),
        TAGS_FIELD, DESCRIPTION, ABILITIES, EVENTS_FIELD,
    ),
    phrase=NOTHING,
    wording=WITH_ABILITIES,
)  # fmt: skip
SUMMON = RecordSpec(
    "summon",
    LocalizedText("Summoning card", "召唤牌"),
    (CARD_ID, _type("summon"), NAME, RARITY, COLORS_FIELD, COST, card_named("unit", ("unit",), LocalizedText("Unit", "单位"), doc=LocalizedText("What is deployed.", "部署的单位。")), TAGS_FIELD, DESCRIPTION, GRANTS),
    phrase=LocalizedText("Deploy {unit:called a}.", "部署一个{unit:called}。"),
)  # fmt: skip
ORDER = RecordSpec(
    "order",
    LocalizedText("Order card", "指令牌"),
    (
        CARD_ID, _type("order"), NAME, RARITY, COLORS_FIELD, COST,
        Field("spell", ObjectShape("spell"), LocalizedText("Spell", "法咒"), doc=LocalizedText("What it does.", "卡牌效果。")),
        optional("destroy", BooleanLiteral(), LocalizedText("Destroyed", "销毁"), LocalizedText("Leaves the match instead of going to standby.", "使用后离开对局，不进入待命区。")),
        TAGS_FIELD, DESCRIPTION, GRANTS,
    ),
)  # fmt: skip
ABILITY = RecordSpec(
    "ability",
    LocalizedText("Ability", "异能"),
    (CARD_ID, _type("ability"), NAME, RARITY, TAGS_FIELD, DESCRIPTION, STATIC, SKILLS, optional("cast", ObjectShape("cast"), LocalizedText("Cast", "施法"))),
    doc=LocalizedText("Static and triggered parts, and what its bearer may cast (001§7).", "静止式与触发式部分，以及携带者可施放的法咒（001§7）。"),
)  # fmt: skip
EVENT = RecordSpec(
    "event",
    LocalizedText("Event", "事件"),
    (
        CARD_ID, _type("event"), NAME, RARITY,
        optional("weight", IntegerLiteral(0, 99), LocalizedText("Weight", "事件权"), LocalizedText("How likely it is drawn from the pool; key events have none.", "在随机事件池中被选入的权重；关键事件没有。")),
        optional("amount", IntegerLiteral(0, 99), LocalizedText("Amount", "可变量"), LocalizedText("A number that effects read and other cards change (001§10).", "供效果读取、可被改变的数量（001§10）。"), default=0),
        optional("enters", ListOf(Node("condition"), 1, 8), LocalizedText("Enters when", "入队条件"), LocalizedText("Of a key event: it enters the axis once, as soon as this holds.", "关键事件：条件成立时入队一次。")),
        TAGS_FIELD, DESCRIPTION, STATIC, SKILLS, ACTION,
    ),
    doc=LocalizedText("In the axis its static and triggered parts hold; at the head its action is done (001§10).", "在事件轴中其静止式与触发式部分有效；到达队头时执行动作（001§10）。"),
    gives=SELF,
)  # fmt: skip
GROUND = tuple(Option(sign, one.title) for sign, one in zip(LETTERS, TERRAINS, strict=True))
LETTERED = (
    Option(".", LocalizedText("No region", "无战区")),
    *(Option(one, LocalizedText(f"Region {one.upper()}", f"战区 {one.upper()}")) for one in "abcdefgh"),
)
ROWS = ListOf(
    TextLiteral(
        MAX_SIDE, 1, r"^[.sbcm#]+$", says=LocalizedText("the signs . s b c m and #", "由 .、s、b、c、m、# 组成的文本")
    ),
    1,
    MAX_SIDE,
    GROUND,
)
MARKS = ListOf(
    TextLiteral(
        MAX_SIDE, 1, r"^[.a-h]+$", says=LocalizedText("dots and the letters a to h", "由点和字母 a 至 h 组成的文本")
    ),
    1,
    MAX_SIDE,
    LETTERED,
)
MAP = RecordSpec(
    "map",
    LocalizedText("Map", "地图"),
    (
        CARD_ID, _type("map"), NAME, RARITY,
        Field("rows", ROWS, LocalizedText("Terrain", "地形"), doc=LocalizedText("A letter a cell: . plain, s sticky, b burning, c curse, m mist, # wall.", "每格一个字符：. 平地、s 粘滞、b 烧灼、c 诅咒、m 迷雾、# 墙壁。")),
        Field("regions", MARKS, LocalizedText("Regions", "战区"), doc=LocalizedText("A letter a cell, a to h, and . for none.", "每格一个字母 a 至 h，. 表示不属于任何战区。")),
        TAGS_FIELD, DESCRIPTION,
    ),
)  # fmt: skip
PLACEMENT = RecordSpec(
    "placement",
    LocalizedText("Placement", "单位布置"),
    (
        Field("unit", ID_TEXT, LocalizedText("Unit", "单位"), reference=FieldReference(names="card", kinds=UNITS)),
        Field("x", IntegerLiteral(1, MAX_SIDE), LocalizedText("Column", "列")),
        Field("y", IntegerLiteral(1, MAX_SIDE), LocalizedText("Row", "行")),
        Field("side", Enum(CONTROL), LocalizedText("Side", "阵营")),
        optional("leader", BooleanLiteral(), LocalizedText("Leader", "首领"), LocalizedText("Its side loses with it (EN12).", "阵亡时其阵营落败（EN12）。")),
    ),
)  # fmt: skip
HOLDING = RecordSpec(
    "holding",
    LocalizedText("Region", "战区"),
    (
        Field("region", TextLiteral(1, 1, r"^[a-h]$", says=LocalizedText("one of the letters a to h", "字母 a 至 h 之一")), LocalizedText("Region", "战区"), doc=LocalizedText("Its letter on the map.", "地图上的字母。"), reference=FieldReference(part_of=("map", "regions"))),
        Field("control", Enum(CONTROL), LocalizedText("Controller", "控制者")),
        card_named("buff", ("ability",), LocalizedText("Boon", "战区增益"), required=False, doc=LocalizedText("An ability that works for whoever controls it (001§3.2.2).", "为控制者生效的异能（001§3.2.2）。")),
        optional("isMain", BooleanLiteral(), LocalizedText("Main region", "主战区"), LocalizedText("Who takes it from the other side wins.", "从对方手中夺取者获胜。")),
    ),
)  # fmt: skip
ENCOUNTER = RecordSpec(
    "encounter",
    LocalizedText("Encounter", "遭遇"),
    (
        CARD_ID, _type("encounter"), NAME, RARITY,
        card_named("map", ("map",), LocalizedText("Map", "地图")),
        optional("ap", IntegerLiteral(0, 99), LocalizedText("AP limit", "专注上限"), LocalizedText("From the world map (001§1.1).", "来自大地图的数据（001§1.1）。")),
        optional("hand", IntegerLiteral(1, 20), LocalizedText("Hand limit", "手牌上限"), LocalizedText("From the world map (001§1.1).", "来自大地图的数据（001§1.1）。")),
        optional("deathPages", IntegerLiteral(1, 99), LocalizedText("Death page limit", "死页上限"), LocalizedText("Who reaches it loses (001§2.3); off when absent.", "达到此数即落败（001§2.3）；缺省为不使用。")),
        optional("limit", IntegerLiteral(1, 60), LocalizedText("Round limit", "回合上限")),
        optional("atLimit", Enum(AT_LIMIT), LocalizedText("At the limit", "达到上限时"), default="draw"),
        _ids("heroes", ("hero",), LocalizedText("Heroes", "英雄"), 4, LocalizedText("The player's; the first is deployed at the beginning (001§9).", "玩家的英雄，首位在开始时部署（001§9）。"), 1, required=True),
        _ids("opponents", ("hero",), LocalizedText("Opposing heroes", "对手英雄"), 4),
        Field("units", ListOf(ObjectShape("placement"), 1, 60, board=Board("x", "y", "unit", "side", "map", "rows")), LocalizedText("Units", "单位布置")),
        Field("holdings", ListOf(ObjectShape("holding"), 1, 8), LocalizedText("Regions", "战区")),
        _ids("perks", ("ability",), LocalizedText("Perks", "遭遇专长"), 6, LocalizedText("What the player brings (001§2.4).", "玩家带来的专长（001§2.4）。")),
        _ids("rules", ("ability",), LocalizedText("Rules", "全局规则"), 6, LocalizedText("Goals and global triggers, seen from the player's side (001§1.2).", "以玩家视角描述的胜败条件与全局触发器（001§1.2）。")),
        EVENTS_FIELD,
        _ids("keys", ("event",), LocalizedText("Key events", "关键事件"), 6),
        optional("temperament", Enum(TEMPERAMENTS), LocalizedText("Temperament", "对手性格"), default="bold"),
        TAGS_FIELD, DESCRIPTION,
    ),
    doc=LocalizedText("Cards come with heroes, so there are no decks (001§4).", "卡牌由英雄携带，因此没有牌组（001§4）。"),
)  # fmt: skip
RECORDS = (
    UNIT,
    HERO,
    SUMMON,
    ORDER,
    ABILITY,
    EVENT,
    MAP,
    ENCOUNTER,
    MODIFIER,
    SKILL,
    CAST,
    SPELL,
    ENHANCE,
    WEIGHTED,
    PLACEMENT,
    HOLDING,
    CHOICE,
)
