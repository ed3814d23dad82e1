"""Fields that cards of several games have: who they are, what players read, how rare they are."""

from __future__ import annotations

from engine.language.spec.fields import Field, optional
from engine.language.spec.shapes import ID_LETTERS, Enum, ListOf, LocalizedText, Option, TextLiteral

ID_TEXT = TextLiteral(64, 1, r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$", says=ID_LETTERS)
TAG_TEXT = TextLiteral(
    40,
    1,
    r"^[A-Za-z][A-Za-z0-9]{0,39}$",
    says=LocalizedText("English letters and digits, a letter first", "由英文字母和数字组成、以字母开头的文本"),
)
RARITIES = (
    Option("common", LocalizedText("Common", "普通")),
    Option("rare", LocalizedText("Rare", "稀有")),
    Option("epic", LocalizedText("Epic", "史诗")),
)
CARD_ID = Field("id", ID_TEXT, LocalizedText("Id", "标识"), doc=LocalizedText("Unique in its pack.", "卡包内唯一。"))
NAME = Field(
    "name", TextLiteral(80, 1), LocalizedText("Name", "名称"), doc=LocalizedText("What it is called.", "显示名称。")
)
DESCRIPTION = optional(
    "description",
    TextLiteral(1000, markup=True),
    LocalizedText("Rules text", "规则文本"),
    LocalizedText("What the face shows; nothing is computed from it.", "牌面文字；规则不从中计算任何内容。"),
)
RARITY = Field(
    "rarity", Enum(RARITIES), LocalizedText("Rarity", "稀有度"), doc=LocalizedText("How rare it is.", "稀有程度。")
)


def tags_field(doc: LocalizedText) -> Field:
    """Return the field of a card's tags."""
    return optional("tags", ListOf(TAG_TEXT, 0, 12), LocalizedText("Tags", "标签"), doc)
