"""Fields that cards of several games have: who they are, what players read, how rare they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.language.spec import (
    ID_LETTERS,
    Block,
    Enum,
    Field,
    KindSpec,
    ListOf,
    LocalizedText,
    Node,
    Option,
    TextLiteral,
    field,
    option,
    optional,
)

ID_TEXT = TextLiteral(64, 1, r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$", says=ID_LETTERS)
TAG_TEXT = TextLiteral(
    40,
    1,
    r"^[A-Za-z][A-Za-z0-9]{0,39}$",
    says=LocalizedText("English letters and digits, a letter first", "由英文字母和数字组成、以字母开头的文本"),
)
RARITIES = (
    option("common", "Common", "普通"),
    option("rare", "Rare", "稀有"),
    option("epic", "Epic", "史诗"),
)
CARD_ID = field("id", ID_TEXT, "Id", "标识", "Unique in its pack.", "卡包内唯一。")
NAME = field("name", TextLiteral(80, 1), "Name", "名称", "What it is called.", "显示名称。")
DESCRIPTION = optional(
    "description",
    TextLiteral(1000, markup=True),
    "Rules text",
    "规则文本",
    "What the face shows; nothing is computed from it.",
    "牌面文字；规则不从中计算任何内容。",
)
RARITY = field("rarity", Enum(RARITIES), "Rarity", "稀有度", "How rare it is.", "稀有程度。")


def tags_field(doc: LocalizedText) -> Field:
    """Return the field of a card's tags."""
    return optional("tags", ListOf(TAG_TEXT, 0, 12), "Tags", "标签", *doc)


FILTER = optional("filter", ListOf(Node("condition"), 0, 8), "Filter", "条件", "When it can be done.", "何时可以执行。")
ACTION = field("action", Block(), "Action", "动作", "Effects, done in order.", "按顺序执行的效果。")


def type_field(types: Iterable[Option], kind: str, *doc: str) -> Field:
    """Return the field of a card's type, which holds the one word of its kind."""
    return field("type", Enum(tuple(word for word in types if word.name == kind)), "Type", "类型", *doc)


def card_kinds(
    types: Iterable[Option], docs: Mapping[str, LocalizedText], itself: Mapping[str, LocalizedText], **parts: Any
) -> tuple[KindSpec, ...]:
    """Return the kinds of card that the field `type` tells apart, each with a record of its name.

    Shapes: `docs` says what each is, `itself` what its abilities call it; `parts` are keywords of `KindSpec`, the same for all kinds.
    """
    return tuple(
        KindSpec(kind.name, kind.title, kind.name, "type", docs[kind.name], kind.name, itself.get(kind.name), **parts)
        for kind in types
    )
