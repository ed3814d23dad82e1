"""The records of maps and encounters. Source: 001§1, §3."""

from __future__ import annotations

from engine.language.spec import (
    Board,
    BooleanLiteral,
    Enum,
    IntegerLiteral,
    ListOf,
    LocalizedText,
    ObjectShape,
    TextLiteral,
    field,
    option,
    optional,
    record,
)
from engine.toolkit.card_fields import DESCRIPTION, ID_TEXT
from engine.toolkit.nodes import card_field
from engine.toolkit.nodes.inner import cards_or_their_ids

from .grid import MAX_SIDE
from .shared_fields import EVENTS_FIELD, TAGS_FIELD, card_ids, card_record
from .words import AT_LIMIT, CONTROL, LETTERS, TEMPERAMENTS, TERRAINS, UNITS

TERRAIN_LETTERS = tuple(option(sign, *one.title) for sign, one in zip(LETTERS, TERRAINS, strict=True))
REGION_LETTERS = (
    option(".", "No region", "无战区"),
    *(option(one, f"Region {one.upper()}", f"战区 {one.upper()}") for one in "abcdefgh"),
)
ROWS = ListOf(
    TextLiteral(
        MAX_SIDE, 1, r"^[.sbcm#]+$", says=LocalizedText("the signs . s b c m and #", "由 .、s、b、c、m、# 组成的文本")
    ),
    1,
    MAX_SIDE,
    TERRAIN_LETTERS,
)
MARKS = ListOf(
    TextLiteral(
        MAX_SIDE, 1, r"^[.a-h]+$", says=LocalizedText("dots and the letters a to h", "由点和字母 a 至 h 组成的文本")
    ),
    1,
    MAX_SIDE,
    REGION_LETTERS,
)
MAP = card_record(
    "map",
    "Map",
    "地图",
    field(
        "rows",
        ROWS,
        "Terrain",
        "地形",
        "A letter a cell: . plain, s sticky, b burning, c curse, m mist, # wall.",
        "每格一个字符：. 平地、s 粘滞、b 烧灼、c 诅咒、m 迷雾、# 墙壁。",
    ),
    field(
        "regions",
        MARKS,
        "Regions",
        "战区",
        "A letter a cell, a to h, and . for none.",
        "每格一个字母 a 至 h，. 表示不属于任何战区。",
    ),
    TAGS_FIELD,
    DESCRIPTION,
)
PLACEMENT = record(
    "placement",
    "Placement",
    "单位布置",
    field("unit", ID_TEXT, "Unit", "单位", names="card", kinds=UNITS),
    field("x", IntegerLiteral(1, MAX_SIDE), "Column", "列"),
    field("y", IntegerLiteral(1, MAX_SIDE), "Row", "行"),
    field("side", Enum(CONTROL), "Side", "阵营"),
    optional(
        "leader", BooleanLiteral(), "Leader", "首领", "Its side loses with it (EN12).", "阵亡时其阵营落败（EN12）。"
    ),
)
HOLDING = record(
    "holding",
    "Region",
    "战区",
    field(
        "region",
        TextLiteral(1, 1, r"^[a-h]$", says=LocalizedText("one of the letters a to h", "字母 a 至 h 之一")),
        "Region",
        "战区",
        "Its letter on the map.",
        "地图上的字母。",
        part_of=("map", "regions"),
    ),
    field("control", Enum(CONTROL), "Controller", "控制者"),
    card_field(
        "buff",
        ("ability",),
        "Boon",
        "战区增益",
        "An ability that works for whoever controls it (001§3.2.2).",
        "为控制者生效的异能（001§3.2.2）。",
        required=False,
    ),
    optional(
        "isMain",
        BooleanLiteral(),
        "Main region",
        "主战区",
        "Who takes it from the other side wins.",
        "从对方手中夺取者获胜。",
    ),
)
ENCOUNTER_RECORD = card_record(
    "encounter",
    "Encounter",
    "遭遇",
    card_field("map", ("map",), "Map", "地图"),
    optional(
        "ap",
        IntegerLiteral(0, 99),
        "AP limit",
        "专注上限",
        "From the world map (001§1.1).",
        "来自大地图的数据（001§1.1）。",
    ),
    optional(
        "hand",
        IntegerLiteral(1, 20),
        "Hand limit",
        "手牌上限",
        "From the world map (001§1.1).",
        "来自大地图的数据（001§1.1）。",
    ),
    optional(
        "deathPages",
        IntegerLiteral(1, 99),
        "Death page limit",
        "死页上限",
        "Who reaches it loses (001§2.3); off when absent.",
        "达到此数即落败（001§2.3）；缺省为不使用。",
    ),
    optional("limit", IntegerLiteral(1, 60), "Round limit", "回合上限"),
    optional("atLimit", Enum(AT_LIMIT), "At the limit", "达到上限时", default="draw"),
    card_ids(
        "heroes",
        ("hero",),
        4,
        "Heroes",
        "英雄",
        "The player's; the first is deployed at the beginning (001§9).",
        "玩家的英雄，首位在开始时部署（001§9）。",
        minimum=1,
    ),
    card_ids("opponents", ("hero",), 4, "Opposing heroes", "对手英雄"),
    field(
        "units",
        ListOf(ObjectShape("placement"), 1, 60, board=Board("x", "y", "unit", "side", "map", "rows")),
        "Units",
        "单位布置",
    ),
    field("holdings", ListOf(ObjectShape("holding"), 1, 8), "Regions", "战区"),
    *cards_or_their_ids(
        card_ids(
            "perks",
            ("ability",),
            6,
            "Perks",
            "遭遇专长",
            "What the player brings (001§2.4).",
            "玩家带来的专长（001§2.4）。",
        ),
        "innerAbility",
        "Own perks",
        "自带专长",
    ),
    *cards_or_their_ids(
        card_ids(
            "rules",
            ("ability",),
            6,
            "Rules",
            "全局规则",
            "Goals and global triggers, seen from the player's side (001§1.2).",
            "以玩家视角描述的胜败条件与全局触发器（001§1.2）。",
        ),
        "innerAbility",
        "Own rules",
        "自带规则",
    ),
    EVENTS_FIELD,
    *cards_or_their_ids(
        card_ids("keys", ("event",), 6, "Key events", "关键事件"), "innerKeyEvent", "Own key events", "自带关键事件"
    ),
    optional("temperament", Enum(TEMPERAMENTS), "Temperament", "对手性格", default="bold"),
    TAGS_FIELD,
    DESCRIPTION,
    doc=LocalizedText(
        "Cards come with heroes, so there are no decks (001§4).", "卡牌由英雄携带，因此没有牌组（001§4）。"
    ),
)
