"""The fields that several kinds of card have: references to cards, cost, colours, events, filters and actions."""

from __future__ import annotations

from typing import Any

from engine.language.spec.fields import Field, FieldAnalysis, FieldReference, optional
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import Block, Enum, IntegerLiteral, ListOf, LocalizedText, Node, ObjectShape
from engine.ruleset.card_fields import CARD_ID, ID_TEXT, NAME, RARITY, tags_field
from engine.rulesets.encounter.words import COLORS, TARGETS, TYPES


def card_ids(
    name: str,
    kinds: tuple[str, ...],
    title: LocalizedText,
    maximum: int,
    doc: LocalizedText | None = None,
    minimum: int = 0,
) -> Field:  # the parts of a field
    return Field(
        name,
        ListOf(ID_TEXT, minimum, maximum),
        title,
        required=minimum > 0,
        doc=doc,
        reference=FieldReference(names="card", kinds=kinds),
    )


def card_named(
    name: str,
    kinds: tuple[str, ...],
    title: LocalizedText,
    *,
    is_required: bool = True,
    doc: LocalizedText | None = None,
) -> Field:
    """Return a field that names a card of a kind."""
    return Field(
        name, ID_TEXT, title, required=is_required, doc=doc, reference=FieldReference(names="card", kinds=kinds)
    )


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
GRANTS = card_ids(
    "grants",
    ("ability",),
    LocalizedText("Boons", "增益异能"),
    4,
    LocalizedText(
        "Abilities that its carrier has while it carries the card (001§5.3.5).",
        "携带者因携带此牌获得的异能（001§5.3.5）。",
    ),
)
ABILITIES = card_ids(
    "abilities",
    ("ability",),
    LocalizedText("Abilities", "异能"),
    6,
    LocalizedText("The abilities that it carries (001§6.3.5).", "携带的异能（001§6.3.5）。"),
)
WEIGHTED_EVENT = RecordSpec(
    "weighted",
    LocalizedText("Weighted event", "带权事件"),
    (
        card_named("event", ("event",), LocalizedText("Event", "事件")),
        optional(
            "weight",
            IntegerLiteral(0, 99),
            LocalizedText("Weight", "事件权"),
            LocalizedText(
                "How likely it is drawn; the event's own when absent, never with 0.",
                "被选入队列的权重；缺省取事件自身的权，0 则不会被选。",
            ),
        ),
    ),
)
EVENTS_FIELD = optional(
    "events",
    ListOf(ObjectShape("weighted"), 0, 12),
    LocalizedText("Events", "事件"),
    LocalizedText(
        "What it adds to the random pool while it is there (001§10).", "在场时加入随机事件池的事件（001§10）。"
    ),
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


def type_field(word: str) -> Field:
    option = next(one for one in TYPES if one.name == word)
    return Field(
        "type",
        Enum((option,)),
        LocalizedText("Type", "类型"),
        doc=LocalizedText("What it is (001).", "卡牌类型（001）。"),
    )


def card_record(kind: str, title: LocalizedText, fields: tuple[Field, ...], **more: Any) -> RecordSpec:
    """Return the record of a kind of card: what every card has, then its own fields."""
    return RecordSpec(kind, title, (CARD_ID, type_field(kind), NAME, RARITY, *fields), **more)
