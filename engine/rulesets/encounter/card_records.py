"""The records of cards: units, heroes, hand cards, abilities and events. Source: 001§4 to §7, §10."""

from __future__ import annotations

from engine.language.spec.fields import Field, optional
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import BooleanLiteral, IntegerLiteral, ListOf, LocalizedText, Node, ObjectShape
from engine.ruleset.card_fields import DESCRIPTION
from engine.rulesets.encounter.shared_fields import (
    ABILITIES,
    ACTION,
    COLORS_FIELD,
    COST,
    EVENTS_FIELD,
    GRANTS,
    TAGS_FIELD,
    card_ids,
    card_named,
    card_record,
)
from engine.rulesets.encounter.skill_records import NO_TEXT, SELF, SKILLS, STATIC
from engine.rulesets.encounter.words import COLORS, HAND_CARDS


def _stat(
    name: str, low: int, high: int, title: LocalizedText, doc: LocalizedText, default: int | None = None
) -> Field:
    return Field(name, IntegerLiteral(low, high), title, required=default is None, doc=doc, default=default)


STATS_FIELDS = (
    _stat(
        "atk",
        0,
        99,
        LocalizedText("Attack", "攻击力"),
        LocalizedText("Damage of one of its requests (001§6.3.1).", "每个伤害请求造成的伤害（001§6.3.1）。"),
    ),
    _stat(
        "mhp",
        1,
        99,
        LocalizedText("Maximum health", "最大生命值"),
        LocalizedText("It dies at 0 health.", "生命值降到 0 时阵亡。"),
    ),
    _stat(
        "mov",
        0,
        12,
        LocalizedText("Movement", "移动力"),
        LocalizedText("Steps of one move (001§6.3.3).", "一次移动的最远距离（001§6.3.3）。"),
    ),
    _stat(
        "rng",
        0,
        12,
        LocalizedText("Range", "攻击距离"),
        LocalizedText("How far it attacks (001§6.3.4).", "能攻击到的最远距离（001§6.3.4）。"),
    ),
    _stat(
        "spd",
        -4,
        5,
        LocalizedText("Attack speed", "攻击速度"),
        LocalizedText(
            "How many requests it makes, and how fast they are (001§6.3.7).",
            "决定伤害请求的数目与优先级（001§6.3.7）。",
        ),
    ),
    _stat(
        "prispd",
        -9,
        9,
        LocalizedText("Priority", "攻速修正值"),
        LocalizedText(
            "Added to the priority of each request (001§6.3.8).", "加到每个伤害请求的优先级上（001§6.3.8）。"
        ),
        0,
    ),
    _stat(
        "at",
        0,
        9,
        LocalizedText("Attacks", "攻击次数"),
        LocalizedText("AT at the start of a turn (001§6.3.9).", "回合开始时恢复到的 AT（001§6.3.9）。"),
        1,
    ),
    _stat(
        "mt",
        0,
        9,
        LocalizedText("Moves", "移动次数"),
        LocalizedText("MT at the start of a turn (001§6.3.10).", "回合开始时恢复到的 MT（001§6.3.10）。"),
        1,
    ),
    _stat(
        "ct",
        0,
        9,
        LocalizedText("Casts", "施法次数"),
        LocalizedText(
            "CT, which it has on the turn it is deployed too (001§6.3.11).", "CT，部署的回合即具有（001§6.3.11）。"
        ),
        0,
    ),
    optional(
        "enhance",
        ObjectShape("enhance"),
        LocalizedText("Affinity", "适性"),
        LocalizedText(
            "By colour: what its spells and damage of that colour gain (001§6.3.6).",
            "按颜色：同色法咒与伤害的增强（001§6.3.6）。",
        ),
    ),
)
ENHANCE = RecordSpec(
    "enhance",
    LocalizedText("Affinity", "适性"),
    tuple(Field(option.name, IntegerLiteral(0, 9), option.title, required=False, default=0) for option in COLORS),
)
WITH_ABILITIES = Wording(
    cases=(
        Case({"abilities": Is.PRESENT}, LocalizedText("Has {abilities:called all}.", "具有{abilities:called all}。")),
    )
)
"""What a unit says of itself: the names of its abilities."""
UNIT = card_record(
    "unit",
    LocalizedText("Unit", "单位"),
    (COLORS_FIELD, *STATS_FIELDS, TAGS_FIELD, DESCRIPTION, ABILITIES, EVENTS_FIELD),
    phrase=NO_TEXT,
    wording=WITH_ABILITIES,
)
HERO = card_record(
    "hero",
    LocalizedText("Hero", "英雄"),
    (
        COLORS_FIELD,
        *STATS_FIELDS,
        optional(
            "cooldown",
            IntegerLiteral(1, 20),
            LocalizedText("Cooldown", "冷却回合"),
            LocalizedText(
                "Turns in recovery after it falls; by its health when absent (001§4).",
                "阵亡后的恢复回合数；缺省由生命值决定（001§4）。",
            ),
        ),
        card_ids(
            "cards",
            HAND_CARDS,
            LocalizedText("Spells carried", "携带的法咒"),
            12,
            LocalizedText("Its part of the deck (001§4, §5.1.2).", "构成牌库的法咒牌（001§4、§5.1.2）。"),
            1,
        ),
        TAGS_FIELD,
        DESCRIPTION,
        ABILITIES,
        EVENTS_FIELD,
    ),
    phrase=NO_TEXT,
    wording=WITH_ABILITIES,
)
SUMMON = card_record(
    "summon",
    LocalizedText("Summoning card", "召唤牌"),
    (
        COLORS_FIELD,
        COST,
        card_named(
            "unit", ("unit",), LocalizedText("Unit", "单位"), doc=LocalizedText("What is deployed.", "部署的单位。")
        ),
        TAGS_FIELD,
        DESCRIPTION,
        GRANTS,
    ),
    phrase=LocalizedText("Deploy {unit:called a}.", "部署一个{unit:called}。"),
)
ORDER = card_record(
    "order",
    LocalizedText("Order card", "指令牌"),
    (
        COLORS_FIELD,
        COST,
        Field(
            "spell",
            ObjectShape("spell"),
            LocalizedText("Spell", "法咒"),
            doc=LocalizedText("What it does.", "卡牌效果。"),
        ),
        optional(
            "destroy",
            BooleanLiteral(),
            LocalizedText("Destroyed", "销毁"),
            LocalizedText("Leaves the match instead of going to standby.", "使用后离开对局，不进入待命区。"),
        ),
        TAGS_FIELD,
        DESCRIPTION,
        GRANTS,
    ),
)
ABILITY = card_record(
    "ability",
    LocalizedText("Ability", "异能"),
    (TAGS_FIELD, DESCRIPTION, STATIC, SKILLS, optional("cast", ObjectShape("cast"), LocalizedText("Cast", "施法"))),
    doc=LocalizedText(
        "Static and triggered parts, and what its bearer may cast (001§7).",
        "静止式与触发式部分，以及携带者可施放的法咒（001§7）。",
    ),
)
EVENT = card_record(
    "event",
    LocalizedText("Event", "事件"),
    (
        optional(
            "weight",
            IntegerLiteral(0, 99),
            LocalizedText("Weight", "事件权"),
            LocalizedText(
                "How likely it is drawn from the pool; key events have none.",
                "在随机事件池中被选入的权重；关键事件没有。",
            ),
        ),
        optional(
            "amount",
            IntegerLiteral(0, 99),
            LocalizedText("Amount", "可变量"),
            LocalizedText(
                "A number that effects read and other cards change (001§10).", "供效果读取、可被改变的数量（001§10）。"
            ),
            default=0,
        ),
        optional(
            "enters",
            ListOf(Node("condition"), 1, 8),
            LocalizedText("Enters when", "入队条件"),
            LocalizedText(
                "Of a key event: it enters the axis once, as soon as this holds.", "关键事件：条件成立时入队一次。"
            ),
        ),
        TAGS_FIELD,
        DESCRIPTION,
        STATIC,
        SKILLS,
        ACTION,
    ),
    doc=LocalizedText(
        "In the axis its static and triggered parts hold; at the head its action is done (001§10).",
        "在事件轴中其静止式与触发式部分有效；到达队头时执行动作（001§10）。",
    ),
    gives=SELF,
)
