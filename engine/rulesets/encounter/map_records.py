"""The records of maps and encounters. Source: 001§1, §3."""

from __future__ import annotations

from engine.language.spec.fields import Field, FieldReference, optional
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import (
    Board,
    BooleanLiteral,
    Enum,
    IntegerLiteral,
    ListOf,
    LocalizedText,
    ObjectShape,
    Option,
    TextLiteral,
)
from engine.ruleset.card_fields import DESCRIPTION, ID_TEXT
from engine.rulesets.encounter.grid import MAX_SIDE
from engine.rulesets.encounter.shared_fields import EVENTS_FIELD, TAGS_FIELD, card_ids, card_named, card_record
from engine.rulesets.encounter.words import AT_LIMIT, CONTROL, LETTERS, TEMPERAMENTS, TERRAINS, UNITS

TERRAIN_LETTERS = tuple(Option(sign, one.title) for sign, one in zip(LETTERS, TERRAINS, strict=True))
REGION_LETTERS = (
    Option(".", LocalizedText("No region", "无战区")),
    *(Option(one, LocalizedText(f"Region {one.upper()}", f"战区 {one.upper()}")) for one in "abcdefgh"),
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
    LocalizedText("Map", "地图"),
    (
        Field(
            "rows",
            ROWS,
            LocalizedText("Terrain", "地形"),
            doc=LocalizedText(
                "A letter a cell: . plain, s sticky, b burning, c curse, m mist, # wall.",
                "每格一个字符：. 平地、s 粘滞、b 烧灼、c 诅咒、m 迷雾、# 墙壁。",
            ),
        ),
        Field(
            "regions",
            MARKS,
            LocalizedText("Regions", "战区"),
            doc=LocalizedText(
                "A letter a cell, a to h, and . for none.", "每格一个字母 a 至 h，. 表示不属于任何战区。"
            ),
        ),
        TAGS_FIELD,
        DESCRIPTION,
    ),
)
PLACEMENT = RecordSpec(
    "placement",
    LocalizedText("Placement", "单位布置"),
    (
        Field("unit", ID_TEXT, LocalizedText("Unit", "单位"), reference=FieldReference(names="card", kinds=UNITS)),
        Field("x", IntegerLiteral(1, MAX_SIDE), LocalizedText("Column", "列")),
        Field("y", IntegerLiteral(1, MAX_SIDE), LocalizedText("Row", "行")),
        Field("side", Enum(CONTROL), LocalizedText("Side", "阵营")),
        optional(
            "leader",
            BooleanLiteral(),
            LocalizedText("Leader", "首领"),
            LocalizedText("Its side loses with it (EN12).", "阵亡时其阵营落败（EN12）。"),
        ),
    ),
)
HOLDING = RecordSpec(
    "holding",
    LocalizedText("Region", "战区"),
    (
        Field(
            "region",
            TextLiteral(1, 1, r"^[a-h]$", says=LocalizedText("one of the letters a to h", "字母 a 至 h 之一")),
            LocalizedText("Region", "战区"),
            doc=LocalizedText("Its letter on the map.", "地图上的字母。"),
            reference=FieldReference(part_of=("map", "regions")),
        ),
        Field("control", Enum(CONTROL), LocalizedText("Controller", "控制者")),
        card_named(
            "buff",
            ("ability",),
            LocalizedText("Boon", "战区增益"),
            is_required=False,
            doc=LocalizedText(
                "An ability that works for whoever controls it (001§3.2.2).", "为控制者生效的异能（001§3.2.2）。"
            ),
        ),
        optional(
            "isMain",
            BooleanLiteral(),
            LocalizedText("Main region", "主战区"),
            LocalizedText("Who takes it from the other side wins.", "从对方手中夺取者获胜。"),
        ),
    ),
)
ENCOUNTER_RECORD = card_record(
    "encounter",
    LocalizedText("Encounter", "遭遇"),
    (
        card_named("map", ("map",), LocalizedText("Map", "地图")),
        optional(
            "ap",
            IntegerLiteral(0, 99),
            LocalizedText("AP limit", "专注上限"),
            LocalizedText("From the world map (001§1.1).", "来自大地图的数据（001§1.1）。"),
        ),
        optional(
            "hand",
            IntegerLiteral(1, 20),
            LocalizedText("Hand limit", "手牌上限"),
            LocalizedText("From the world map (001§1.1).", "来自大地图的数据（001§1.1）。"),
        ),
        optional(
            "deathPages",
            IntegerLiteral(1, 99),
            LocalizedText("Death page limit", "死页上限"),
            LocalizedText(
                "Who reaches it loses (001§2.3); off when absent.", "达到此数即落败（001§2.3）；缺省为不使用。"
            ),
        ),
        optional("limit", IntegerLiteral(1, 60), LocalizedText("Round limit", "回合上限")),
        optional("atLimit", Enum(AT_LIMIT), LocalizedText("At the limit", "达到上限时"), default="draw"),
        card_ids(
            "heroes",
            ("hero",),
            LocalizedText("Heroes", "英雄"),
            4,
            LocalizedText(
                "The player's; the first is deployed at the beginning (001§9).",
                "玩家的英雄，首位在开始时部署（001§9）。",
            ),
            1,
        ),
        card_ids("opponents", ("hero",), LocalizedText("Opposing heroes", "对手英雄"), 4),
        Field(
            "units",
            ListOf(ObjectShape("placement"), 1, 60, board=Board("x", "y", "unit", "side", "map", "rows")),
            LocalizedText("Units", "单位布置"),
        ),
        Field("holdings", ListOf(ObjectShape("holding"), 1, 8), LocalizedText("Regions", "战区")),
        card_ids(
            "perks",
            ("ability",),
            LocalizedText("Perks", "遭遇专长"),
            6,
            LocalizedText("What the player brings (001§2.4).", "玩家带来的专长（001§2.4）。"),
        ),
        card_ids(
            "rules",
            ("ability",),
            LocalizedText("Rules", "全局规则"),
            6,
            LocalizedText(
                "Goals and global triggers, seen from the player's side (001§1.2).",
                "以玩家视角描述的胜败条件与全局触发器（001§1.2）。",
            ),
        ),
        EVENTS_FIELD,
        card_ids("keys", ("event",), LocalizedText("Key events", "关键事件"), 6),
        optional("temperament", Enum(TEMPERAMENTS), LocalizedText("Temperament", "对手性格"), default="bold"),
        TAGS_FIELD,
        DESCRIPTION,
    ),
    doc=LocalizedText(
        "Cards come with heroes, so there are no decks (001§4).", "卡牌由英雄携带，因此没有牌组（001§4）。"
    ),
)
