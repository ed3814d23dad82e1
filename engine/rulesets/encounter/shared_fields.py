"""The fields that several kinds of card have: references to cards, cost, colours, events, filters and actions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.language.spec import (
    Enum,
    Field,
    FieldReference,
    IntegerLiteral,
    ListOf,
    LocalizedText,
    ObjectShape,
    RecordSpec,
    field,
    optional,
    record,
)
from engine.toolkit.card_fields import CARD_ID, ID_TEXT, NAME, RARITY, tags_field, type_field
from engine.toolkit.nodes import card_field
from engine.toolkit.nodes.inner import cards_or_their_ids

from .words import COLORS, HAND_CARDS, TARGETS, TYPES, VARIANTS


def card_ids(
    name: str, kinds: tuple[str, ...], maximum: int, *texts: str, minimum: int = 0, one_of_variants: bool = False
) -> Field:
    """Return a field that lists cards of some kinds; with `one_of_variants` one of a card and its variants."""
    shape = ListOf(ID_TEXT, minimum, maximum)
    return field(name, shape, *texts, required=minimum > 0, names="card", kinds=kinds, one_of_variants=one_of_variants)


TAGS_FIELD = tags_field(
    LocalizedText("What it is by flavour: a people, a profession (001§5.3.2).", "风味分类：种族、职业等（001§5.3.2）。")
)
COLORS_FIELD = field(
    "colors",
    ListOf(Enum(COLORS), 1, 5),
    "Colours",
    "颜色",
    "One or several (001§5.3.3).",
    "一种或多种颜色（001§5.3.3）。",
)
COST = field(
    "cost", IntegerLiteral(0, 20), "Cost", "费用", "The AP that playing it takes.", "使用时消耗的专注。", is_cost=True
)
GRANTS = cards_or_their_ids(
    card_ids(
        "grants",
        ("ability",),
        4,
        "Boons",
        "增益异能",
        "Abilities that its carrier has while it carries the card (001§5.3.5).",
        "携带者因携带此牌获得的异能（001§5.3.5）。",
    ),
    "innerAbility",
    "Own boons",
    "自带增益异能",
)
VARIANT = (
    replace(
        card_field(
            "variantOf",
            HAND_CARDS,
            "Variant of",
            "原卡牌",
            "The card of which this is an upgraded form, of the same name (001§5.5).",
            "此牌为其升级形态的卡牌，二者同名（001§5.5）。",
            required=False,
        ),
        reference=FieldReference(names="card", kinds=HAND_CARDS, is_base=True),
    ),
    optional(
        "variant",
        Enum(VARIANTS),
        "Upgrade",
        "升级方式",
        "Strengthened in its numbers, or turned in its direction (001§5.5.1, §5.5.2).",
        "量变的强化，或改变方向的铭转（001§5.5.1、§5.5.2）。",
    ),
)
ABILITIES = cards_or_their_ids(
    card_ids(
        "abilities",
        ("ability",),
        6,
        "Abilities",
        "异能",
        "The abilities that it carries (001§6.3.5).",
        "携带的异能（001§6.3.5）。",
    ),
    "innerAbility",
    "Own abilities",
    "自带异能",
)
WEIGHTED_EVENT = record(
    "weighted",
    "Weighted event",
    "带权事件",
    card_field("event", ("event",), "Event", "事件"),
    optional(
        "weight",
        IntegerLiteral(0, 99),
        "Weight",
        "事件权",
        "How likely it is drawn; the event's own when absent, never with 0.",
        "被选入队列的权重；缺省取事件自身的权，0 则不会被选。",
    ),
)
EVENTS_FIELD = optional(
    "events",
    ListOf(ObjectShape("weighted"), 0, 12),
    "Events",
    "事件",
    "What it adds to the random pool while it is there (001§10).",
    "在场时加入随机事件池的事件（001§10）。",
)
TARGET = optional(
    "target",
    Enum(TARGETS),
    "Target",
    "目标",
    "What is chosen before it is paid; effects call it `$target.unitUUID`.",
    "支付前选择的目标；效果中以 `$target.unitUUID` 引用。",
)
RANGE = optional(
    "range",
    IntegerLiteral(0, 40),
    "Range",
    "距离",
    "How far the target may be from the caster, or from any own unit for a card; any distance when absent.",
    "目标与施法者（卡牌则为任意我方单位）的最大距离；缺省为不限。",
)


def card_record(kind: str, en: str, zh: str, *fields: Field, **extra: Any) -> RecordSpec:
    return record(
        kind,
        en,
        zh,
        CARD_ID,
        type_field(TYPES, kind, "What it is (001).", "卡牌类型（001）。"),
        NAME,
        RARITY,
        *fields,
        **extra,
    )
