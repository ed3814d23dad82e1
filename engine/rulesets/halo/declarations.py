"""Keywords and resources that a pack declares for its own cards, an extension of 003.

Source: SOURCE.md, extensions; 003§2.2 says how a card writes a keyword.
"""

from __future__ import annotations

from dataclasses import replace

from engine.language.spec import (
    ID_LETTERS,
    Enum,
    Field,
    IntegerLiteral,
    KindSpec,
    ListOf,
    LocalizedText,
    Node,
    ObjectShape,
    RecordSpec,
    TextLiteral,
    field,
    option,
    optional,
    record,
)
from engine.language.spec.pack_keywords import PARAMETERS, KeywordKind

from .fields import CARD_DEF, ID_PATTERN, MAX_STAT, RESOURCE_TITLE
from .words import KEYWORD, KEYWORDS, RESOURCE, SLOT_NAMES

_KEYWORD_TITLE = LocalizedText("Keyword", "关键词")


def _of_card(name: str, doc: LocalizedText | None = None) -> Field:
    """Return a field of 003's cards, with another description where one is given."""
    (held,) = (key for key in CARD_DEF.fields if key.name == name)
    return replace(held, doc=doc or held.doc)


def _id(doc: LocalizedText) -> Field:
    return Field("id", TextLiteral(128, 1, ID_PATTERN, says=ID_LETTERS), LocalizedText("Id", "标识"), doc=doc)


def _type(word: str, title: LocalizedText) -> Field:
    return field("cardType", Enum((option(word, *title),)), "Kind", "类型", "What it declares.", "声明的内容。")


PARAMETER = record(
    "parameter",
    "Parameter",
    "参数",
    field("name", TextLiteral(40, 1), "Name", "名称", "What forms call the number.", "表单中对该数值的称呼。"),
    optional(
        "min",
        IntegerLiteral(0, MAX_STAT),
        "Least",
        "最小值",
        "The least that a card may give.",
        "卡牌可填的最小值。",
        default=1,
    ),
    optional(
        "max",
        IntegerLiteral(1, MAX_STAT),
        "Most",
        "最大值",
        "The most that a card may give.",
        "卡牌可填的最大值。",
        default=MAX_STAT,
    ),
    extension=True,
)
SLOTS = tuple(
    Field(name, IntegerLiteral(0, MAX_STAT), title, doc=doc)
    for name, (title, doc) in zip(
        SLOT_NAMES,
        (
            (
                LocalizedText("First number", "第一个数值"),
                LocalizedText("The first number of the keyword (003§2.2).", "关键词的第一个数值（003§2.2）。"),
            ),
            (
                LocalizedText("Second number", "第二个数值"),
                LocalizedText(
                    "The second number of the keyword (added by this project).", "关键词的第二个数值（本项目扩展）。"
                ),
            ),
            (
                LocalizedText("Third number", "第三个数值"),
                LocalizedText(
                    "The third number of the keyword (added by this project).", "关键词的第三个数值（本项目扩展）。"
                ),
            ),
        ),
        strict=True,
    )
)
KEYWORD_CARD = RecordSpec(
    "keywordDef",
    _KEYWORD_TITLE,
    (
        _id(LocalizedText("The name by which cards have the keyword.", "卡牌使用该关键词时所写的名称。")),
        _of_card("name", doc=LocalizedText("What faces and rules text call it.", "牌面与规则文本中的名称。")),
        _of_card("version"),
        _type(KEYWORD, _KEYWORD_TITLE),
        optional(
            PARAMETERS,
            ListOf(ObjectShape("parameter"), 0, len(SLOTS)),
            "Parameters",
            "参数",
            "The numbers that a card gives it, as `value`, `second` and `third`; abilities and modifiers call them `$keyword.value` and so on.",
            "卡牌为它给出的数值，依次写作 `value`、`second`、`third`；能力与修正以 `$keyword.value` 等引用。",
        ),
        optional(
            "keywords",
            ListOf(Node("keyword"), 0, 9),
            "Stands for",
            "等同关键词",
            "Keywords of the game that a card with it has, too.",
            "具有它的卡牌同时具有的游戏关键词。",
        ),
        _of_card("description", doc=LocalizedText("What it means, for players.", "给玩家看的含义说明。")),
        _of_card("abilities", doc=LocalizedText("Abilities of each card with it.", "具有它的每张卡牌的能力。")),
        _of_card("modifiers", doc=LocalizedText("Modifiers of each card with it.", "具有它的每张卡牌的修正。")),
    ),
    doc=LocalizedText(
        "A keyword of a pack: each card with it has its abilities, modifiers and keywords; without any it is a mark that conditions ask for.",
        "卡包自有的关键词：具有它的卡牌获得其能力、修正与关键词；都没有时只是供条件检查的标记。",
    ),
    gives={"keyword": {slot.name: "int" for slot in SLOTS}},
    extension=True,
)
RESOURCE_CARD = RecordSpec(
    "resourceDef",
    RESOURCE_TITLE,
    (
        _id(LocalizedText("The name by which cards speak of it.", "卡牌引用该资源时所写的名称。")),
        _of_card("name", doc=LocalizedText("What faces and rules text call it.", "牌面与规则文本中的名称。")),
        _of_card("version"),
        _type(RESOURCE, RESOURCE_TITLE),
        optional(
            "start",
            IntegerLiteral(0, MAX_STAT),
            "At first",
            "初始值",
            "What each player has when the match begins.",
            "对局开始时每名玩家拥有的数量。",
            default=0,
        ),
        field(
            "max",
            IntegerLiteral(1, MAX_STAT),
            "Limit",
            "上限",
            "What a player can have at most; the rest of a gain is lost.",
            "每名玩家最多拥有的数量；超出的部分失去。",
        ),
        optional(
            "perTurn",
            IntegerLiteral(-MAX_STAT, MAX_STAT),
            "Per turn",
            "每回合",
            "What a player gains, or loses below 0, when their turn starts.",
            "玩家回合开始时获得的数量；为负则失去。",
            default=0,
        ),
        _of_card("description", doc=LocalizedText("What it means, for players.", "给玩家看的含义说明。")),
        _of_card(
            "abilities",
            doc=LocalizedText(
                "What it does for each player during the whole match: how it is gained, for example.",
                "整场对局中对每名玩家生效的能力，例如获得方式。",
            ),
        ),
    ),
    doc=LocalizedText(
        "A resource of a pack: each player has so many, from 0 to its limit; effects change it and cards may cost it.",
        "卡包自有的资源：每名玩家拥有若干，介于 0 与上限之间；效果可改变它，卡牌可消耗它。",
    ),
    extension=True,
)
KINDS = tuple(
    KindSpec(word, title, record.name, "cardType", record.doc, word, itself, declares=True)
    for word, title, record, itself in (
        (KEYWORD, _KEYWORD_TITLE, KEYWORD_CARD, LocalizedText("this unit", "本单位")),
        (RESOURCE, RESOURCE_TITLE, RESOURCE_CARD, None),
    )
)
KEYWORD_KIND = KeywordKind(KEYWORD, ("keywords", "abilities", "modifiers"), SLOTS, KEYWORDS)
"""The mechanism of the language that this game switches on."""
