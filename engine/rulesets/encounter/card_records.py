"""The records of cards: units, heroes, hand cards, abilities and events. Source: 001§4 to §7, §10."""

from __future__ import annotations

from collections.abc import Iterator

from engine.language.spec import (
    PRESENT,
    BooleanLiteral,
    Field,
    IntegerLiteral,
    ListOf,
    LocalizedText,
    MapOf,
    Node,
    ObjectShape,
    RecordSpec,
    Wording,
    case,
    field,
    optional,
    record,
)
from engine.toolkit.card_fields import ACTION, DESCRIPTION
from engine.toolkit.nodes import card_field
from engine.toolkit.nodes.costs import COSTS_FIELD
from engine.toolkit.nodes.inner import inner_record
from engine.toolkit.nodes.played import opens_played, played_field

from .shared_fields import (
    ABILITIES,
    COLORS_FIELD,
    COST,
    EVENTS_FIELD,
    GRANTS,
    TAGS_FIELD,
    VARIANT,
    card_ids,
    card_record,
)
from .skill_records import NO_TEXT, SELF, SKILLS, STATIC
from .words import COLORS, HAND_CARDS


def _stat(name: str, low: int, high: int, *texts: str, default: int | None = None) -> Field:
    return field(name, IntegerLiteral(low, high), *texts, required=default is None, default=default)


STATS_FIELDS = (
    _stat(
        "atk",
        0,
        99,
        "Attack",
        "攻击力",
        "Damage of one of its requests (001§6.3.1).",
        "每个伤害请求造成的伤害（001§6.3.1）。",
    ),
    _stat("mhp", 1, 99, "Maximum health", "最大生命值", "It dies at 0 health.", "生命值降到 0 时阵亡。"),
    _stat("mov", 0, 12, "Movement", "移动力", "Steps of one move (001§6.3.3).", "一次移动的最远距离（001§6.3.3）。"),
    _stat("rng", 0, 12, "Range", "攻击距离", "How far it attacks (001§6.3.4).", "能攻击到的最远距离（001§6.3.4）。"),
    _stat(
        "spd",
        -4,
        5,
        "Attack speed",
        "攻击速度",
        "How many requests it makes, and how fast they are (001§6.3.7).",
        "决定伤害请求的数目与优先级（001§6.3.7）。",
    ),
    _stat(
        "prispd",
        -9,
        9,
        "Priority",
        "攻速修正值",
        "Added to the priority of each request (001§6.3.8).",
        "加到每个伤害请求的优先级上（001§6.3.8）。",
        default=0,
    ),
    _stat(
        "at",
        0,
        9,
        "Attacks",
        "攻击次数",
        "AT at the start of a turn (001§6.3.9).",
        "回合开始时恢复到的 AT（001§6.3.9）。",
        default=1,
    ),
    _stat(
        "mt",
        0,
        9,
        "Moves",
        "移动次数",
        "MT at the start of a turn (001§6.3.10).",
        "回合开始时恢复到的 MT（001§6.3.10）。",
        default=1,
    ),
    _stat(
        "ct",
        0,
        9,
        "Casts",
        "施法次数",
        "CT, which it has on the turn it is deployed too (001§6.3.11).",
        "CT，部署的回合即具有（001§6.3.11）。",
        default=0,
    ),
    optional(
        "enhance",
        ObjectShape("enhance"),
        "Affinity",
        "适性",
        "By colour: what its spells and damage of that colour gain (001§6.3.6).",
        "按颜色：同色法咒与伤害的增强（001§6.3.6）。",
    ),
)
ENHANCE = record(
    "enhance",
    "Affinity",
    "适性",
    *(optional(option.name, IntegerLiteral(0, 9), *option.title, default=0) for option in COLORS),
)
WITH_ABILITIES = Wording(
    cases=(case({"abilities": PRESENT}, "{abilities:called apart}.", "{abilities:called apart}。"),)
)
"""What a unit says of itself: the names of its abilities."""
UNIT = card_record(
    "unit",
    "Unit",
    "单位",
    COLORS_FIELD,
    *STATS_FIELDS,
    TAGS_FIELD,
    DESCRIPTION,
    *ABILITIES,
    EVENTS_FIELD,
    phrase=NO_TEXT,
    wording=WITH_ABILITIES,
)
HERO = card_record(
    "hero",
    "Hero",
    "英雄",
    COLORS_FIELD,
    *STATS_FIELDS,
    optional(
        "cooldown",
        IntegerLiteral(1, 20),
        "Cooldown",
        "冷却回合",
        "Turns in recovery after it falls; by its health when absent (001§4).",
        "阵亡后的恢复回合数；缺省由生命值决定（001§4）。",
    ),
    card_ids(
        "cards",
        HAND_CARDS,
        12,
        "Spells carried",
        "携带的法咒",
        "Its part of the deck (001§4, §5.1.2).",
        "构成牌库的法咒牌（001§4、§5.1.2）。",
        minimum=1,
        one_of_variants=True,
    ),
    TAGS_FIELD,
    DESCRIPTION,
    *ABILITIES,
    EVENTS_FIELD,
    phrase=NO_TEXT,
    wording=WITH_ABILITIES,
)
SUMMON = card_record(
    "summon",
    "Summoning card",
    "召唤牌",
    COLORS_FIELD,
    COST,
    card_field("unit", ("unit",), "Unit", "单位", "What is deployed.", "部署的单位。"),
    TAGS_FIELD,
    COSTS_FIELD,
    DESCRIPTION,
    *GRANTS,
    *VARIANT,
    phrase=LocalizedText("Deploy {unit:called a}.", "部署一个{unit:called}。"),
)
WHEN_PLAYED = played_field(ACTION.name, LocalizedText("a spell without a target", "没有目标的法咒"))
ORDER = card_record(
    "order",
    "Order card",
    "指令牌",
    COLORS_FIELD,
    COST,
    WHEN_PLAYED,
    field(
        "spell",
        ObjectShape("spell"),
        "Spell",
        "法咒",
        "What it does, and to whom; needed where no `action` stands for it.",
        "卡牌效果及其目标；未写 `action` 时必填。",
        unless=WHEN_PLAYED.name,
    ),
    optional(
        "destroy",
        BooleanLiteral(),
        "Destroyed",
        "销毁",
        "Leaves the match instead of going to standby.",
        "使用后离开对局，不进入待命区。",
    ),
    TAGS_FIELD,
    COSTS_FIELD,
    DESCRIPTION,
    *GRANTS,
    *VARIANT,
    opens=opens_played(WHEN_PLAYED.name, "spell", "spell", lambda card: {}, single=True),
)
ABILITY = card_record(
    "ability",
    "Ability",
    "异能",
    TAGS_FIELD,
    DESCRIPTION,
    STATIC,
    SKILLS,
    optional("cast", ObjectShape("cast"), "Cast", "施法"),
    doc=LocalizedText(
        "Static and triggered parts, and what its bearer may cast (001§7).",
        "静止式与触发式部分，以及携带者可施放的法咒（001§7）。",
    ),
)


def _fields_of(record: RecordSpec, *names: str) -> Iterator[Field]:
    return (key for key in record.fields if key.name in names)


EVENT = card_record(
    "event",
    "Event",
    "事件",
    optional(
        "weight",
        IntegerLiteral(0, 99),
        "Weight",
        "事件权",
        "How likely it is drawn from the pool: 0 for an event that effects bring in; key events have none.",
        "在随机事件池中被选入的权重：由效果加入的事件为 0；关键事件没有。",
    ),
    optional(
        "amount",
        IntegerLiteral(0, 99),
        "Amount",
        "可变量",
        "A number that effects read and other cards change (001§10).",
        "供效果读取、可被改变的数量（001§10）。",
        default=0,
    ),
    optional(
        "amounts",
        MapOf(IntegerLiteral(0, 99), max=6),
        "Further amounts",
        "其他可变量",
        "Numbers by names of your own, beside the amount: how strong it is, how many come (001§10).",
        "除可变量外以自定名称命名的数量，例如强度、人数（001§10）。",
        names_number=True,
    ),
    optional(
        "enters",
        ListOf(Node("condition"), 1, 8),
        "Enters when",
        "入队条件",
        "Of a key event: it enters the axis once, as soon as this holds.",
        "关键事件：条件成立时入队一次。",
    ),
    TAGS_FIELD,
    DESCRIPTION,
    STATIC,
    SKILLS,
    ACTION,
    phrase=NO_TEXT,
    wording=Wording(
        cases=(
            case(
                {"enters": PRESENT},
                "This event enters the axis once, as soon as {enters}.",
                "一旦{enters}，此事件即进入事件轴（仅一次）。",
            ),
        )
    ),
    doc=LocalizedText(
        "In the axis its static and triggered parts hold; at the head its action is done (001§10).",
        "在事件轴中其静止式与触发式部分有效；到达队头时执行动作（001§10）。",
    ),
    gives=SELF,
)


INNER_EVENT = inner_record(
    _fields_of(EVENT, "tags", "static", "skills", "action"),
    LocalizedText(
        "An event that no other card speaks of, written where it is added (added by this project).",
        "其他卡牌不会提及的事件，写在加入它的效果中（本项目扩展）。",
    ),
    "innerEvent",
    LocalizedText("Own event", "自带事件"),
)
INNER_KEY_EVENT = inner_record(
    _fields_of(EVENT, "enters", "tags", "static", "skills", "action"),
    LocalizedText(
        "A key event that no other card speaks of, written in its encounter (added by this project).",
        "其他卡牌不会提及的关键事件，写在所属遭遇中（本项目扩展）。",
    ),
    "innerKeyEvent",
    LocalizedText("Own key event", "自带关键事件"),
)
INNER_ABILITY = inner_record(
    _fields_of(ABILITY, "tags", "static", "skills", "cast"),
    LocalizedText(
        "An ability that no other card speaks of, written in what has or grants it (added by this project).",
        "其他卡牌不会提及的异能，写在具有或赋予它之处（本项目扩展）。",
    ),
    "innerAbility",
    LocalizedText("Own ability", "自带异能"),
)
