"""The records of a halo document, each field of 003§2.1 to §3 as it is written there.

What 003 lacks is marked ours: `description`, and the content of `tokenTemplate`, which 003 names and leaves open.
"""

from __future__ import annotations

from engine.language.registry import Field, RecordSpec
from engine.language.shapes import Bi, Block, Enum, EventName, Flag, Label, ListOf, Node, Record, Whole, Words
from engine.rulesets.halo.words import (
    DECK_LIMIT,
    FACTIONS,
    FALLBACKS,
    PAYLOADS,
    RARITIES,
    SIX_KINDS,
    TONNAGES,
)

ID = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"
VERSION = r"^(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})$"
TAG = r"^[A-Z][A-Z0-9_]{0,39}$"
MOST, MOST_COST, MOST_COPIES, MOST_FIRINGS = 99, 20, 40, 99
PRIORITY, LAST_PRIORITY = 300, 999
"""An ability that names no priority stands in the band after damage; the bands are not enforced. Source: SOURCE.md."""


def _optional(name: str, shape: object, title: Bi, doc: Bi, **more: object) -> Field:
    return Field(name, shape, title, required=False, doc=doc, **more)  # type: ignore[arg-type]  # any shape


COST = RecordSpec(
    "cost",
    Bi("Cost", "费用"),
    (
        Field(
            "supply",
            Whole(0, MOST_COST),
            Bi("Supply", "补给"),
            doc=Bi("Refilled each turn.", "每回合补满。"),
            cost=True,
        ),
        Field(
            "battery",
            Whole(0, MOST_COST),
            Bi("Battery", "电池"),
            doc=Bi("Made by giving up a card of the hand.", "通过弃置手牌获得。"),
            cost=True,
        ),
    ),
)
STATS = RecordSpec(
    "stats",
    Bi("Stats", "数值"),
    (
        Field("attack", Whole(0, MOST), Bi("Attack", "攻击力"), doc=Bi("What it deals.", "造成的伤害。")),
        Field(
            "shieldCap",
            Whole(0, MOST),
            Bi("Shield", "护盾上限"),
            doc=Bi("Takes damage before health does, and recovers.", "先于生命值承受伤害，并会恢复。"),
        ),
        Field(
            "healthCap",
            Whole(0, MOST),
            Bi("Health", "生命上限"),
            doc=Bi("At 0 it dies; 0 only on armory cards.", "降到 0 时阵亡；只有军械可写 0。"),
        ),
    ),
)
SECTION = RecordSpec(
    "section",
    Bi("Section", "部位"),
    (
        Field("name", Words(40, 1), Bi("Name", "名称"), doc=Bi("What the section is called.", "部位的名称。")),
        Field("maxHp", Whole(1, MOST), Bi("Hull", "耐久"), doc=Bi("Damage that it takes.", "能承受的伤害。")),
        Field(
            "critical",
            Flag(),
            Bi("Critical", "要害"),
            doc=Bi("Whether its loss destroys the ship.", "该部位被毁时舰船是否沉没。"),
        ),
    ),
)
VESSEL_STATS = RecordSpec(
    "vesselStats",
    Bi("Vessel", "舰船数据"),
    (
        Field("tonnageClass", Enum(TONNAGES), Bi("Class", "吨位级别"), doc=Bi("How big it is.", "舰船的大小。")),
        Field(
            "hangars",
            Whole(0, 9),
            Bi("Hangars", "机库"),
            doc=Bi("Units that it may drop each turn.", "每回合可投送的单位数量上限。"),
        ),
        Field(
            "payloadType",
            Enum(PAYLOADS),
            Bi("Payload", "武器"),
            doc=Bi("What its orbital strikes deal.", "轨道打击所用的武器。"),
        ),
        Field(
            "shieldHardening",
            Whole(0, MOST),
            Bi("Shield hardening", "护盾强化"),
            doc=Bi("Taken off the first hit of each turn.", "每回合首次受到伤害时的减免值。"),
        ),
        Field(
            "pointDefense",
            Whole(0, 9),
            Bi("Point defence", "点防御"),
            doc=Bi("Drops that it intercepts each turn.", "每回合可拦截的投送次数。"),
        ),
        Field(
            "multiSection",
            Flag(),
            Bi("Several sections", "多部位"),
            doc=Bi("Whether damage meets its sections, in their order.", "是否按部位依次承受伤害。"),
        ),
        Field(
            "sections",
            ListOf(Record("section"), 0, 9),
            Bi("Sections", "部位"),
            doc=Bi("From the first that is hit to the last.", "按承受伤害的先后排列。"),
        ),
    ),
)
TOKEN_TEMPLATE = RecordSpec(
    "tokenTemplate",
    Bi("Token", "衍生物模板"),
    (
        _optional(
            "fallback",
            Enum(FALLBACKS),
            Bi("Without room", "没有空位时"),
            Bi(
                "What becomes of a token when the lane is full (ours); as the match says when absent. On tokens alone.",
                "战线没有空位时衍生物的去处（本引擎扩展）；缺省时依对局设置。仅用于衍生物。",
            ),
        ),
    ),
    doc=Bi(
        "003 names this field and leaves its type and content open; the object is ours.",
        "003 列出了此字段，未规定其类型与内容；对象形式由本引擎规定。",
    ),
)
ABILITY = RecordSpec(
    "ability",
    Bi("Ability", "能力"),
    (
        Field(
            "id",
            Label(template=False),
            Bi("Id", "标识"),
            doc=Bi("Unique in the card.", "在同一张卡牌内唯一。"),
        ),
        Field("trigger", EventName(), Bi("Trigger", "触发器"), doc=Bi("What it waits for.", "等待的事件。")),
        _optional(
            "priority",
            Whole(0, LAST_PRIORITY),
            Bi("Priority", "优先级"),
            Bi("Lower ones answer first.", "数值小的先响应。"),
            default=PRIORITY,
        ),
        _optional(
            "limitPerTurn",
            Whole(1, MOST_FIRINGS),
            Bi("Limit per turn", "每回合次数"),
            Bi("How often it answers in a turn; 99 is without limit.", "每回合最多响应的次数；99 表示不限。"),
            default=MOST_FIRINGS,
            limits=True,
        ),
        _optional(
            "conditions",
            ListOf(Node("condition"), 0, 9),
            Bi("Conditions", "条件"),
            Bi("All of them must hold.", "须全部成立。"),
        ),
        Field("effects", Block(), Bi("Effects", "效果"), doc=Bi("Done in order.", "按顺序执行。")),
    ),
    doc=Bi(
        "One that speaks of SOURCE answers when this card is the event's source, unless it asks for an ally or an enemy (HA16).",
        "提到 SOURCE 的能力只在此牌是事件来源时响应，除非它要求来源为友方或敌方（HA16）。",
    ),
    gives={"self": {"UUID": "unit", "playerUUID": "player"}},
)
CARD_DEF = RecordSpec(
    "cardDef",
    Bi("Card", "卡牌"),
    (
        Field("id", Words(128, 1, ID), Bi("Id", "标识"), doc=Bi("Unique in its pack.", "卡包内唯一。")),
        Field("name", Words(80, 1), Bi("Name", "名称"), doc=Bi("What the card is called.", "卡牌的显示名称。")),
        Field(
            "version",
            Words(20, 5, VERSION),
            Bi("Version", "版本"),
            doc=Bi("major.minor.patch; compared as numbers.", "主.次.修订；按数值比较。"),
        ),
        Field("faction", Enum(FACTIONS), Bi("Faction", "阵营"), doc=Bi("Whose card it is.", "所属阵营。")),
        Field("cardType", Enum(SIX_KINDS), Bi("Kind", "类型"), doc=Bi("What it is in play.", "在对局中的类型。")),
        Field("rarity", Enum(RARITIES), Bi("Rarity", "稀有度"), doc=Bi("How rare it is.", "稀有程度。")),
        _optional(
            "deckLimit",
            Whole(0, MOST_COPIES),
            Bi("Deck limit", "携带上限"),
            Bi(
                "How many a deck may hold; of a legendary card never more than one.",
                "一副牌组最多携带的张数；传奇卡至多一张。",
            ),
            default=DECK_LIMIT,
        ),
        _optional(
            "isLegendary",
            Flag(),
            Bi("Legendary", "传奇"),
            Bi("Whether it is legendary.", "是否为传奇卡。"),
            default=False,
        ),
        Field("cost", Record("cost"), Bi("Cost", "费用"), doc=Bi("What playing it costs.", "打出时的费用。")),
        _optional(
            "tags",
            ListOf(Words(40, 1, TAG), 0, 20),
            Bi("Tags", "标签"),
            Bi("What others may ask of it: INFANTRY, VEHICLE, ELITE.", "供其他卡牌检查：INFANTRY、VEHICLE、ELITE 等。"),
        ),
        _optional(
            "keywords",
            ListOf(Node("keyword")),
            Bi("Keywords", "关键词"),
            Bi("What it can do by its nature.", "与生俱来的能力。"),
        ),
        _optional(
            "stats",
            Record("stats"),
            Bi("Stats", "数值"),
            Bi(
                "Needed on what fights; what an armory card has is added to its bearer.",
                "参战的卡牌必须具有；军械的数值会加到装备者身上。",
            ),
        ),
        _optional(
            "description",
            Words(1000, markup=True),
            Bi("Rules text", "描述"),
            Bi(
                "What the face tells players (ours: 003 has no such field); nothing is computed from it.",
                "牌面上给玩家看的文字（本引擎扩展，003 无此字段）；规则不从中计算任何内容。",
            ),
        ),
        _optional(
            "abilities",
            ListOf(Record("ability"), 0, 16),
            Bi("Abilities", "能力"),
            Bi("Triggers, conditions and effects.", "触发器、条件与效果。"),
        ),
        _optional(
            "vesselStats",
            Record("vesselStats"),
            Bi("Vessel", "舰船数据"),
            Bi("Needed on vessels, and on no other card.", "舰船必须具有，其他卡牌不得有。"),
        ),
        _optional(
            "tokenTemplate",
            Record("tokenTemplate", text=200),
            Bi("Token", "衍生物模板"),
            Bi(
                "On tokens and on what can be created. A text is kept as it is and does nothing; the object is ours.",
                "用于衍生物或可生成对象。文本原样保留，不起作用；对象形式为本引擎扩展。",
            ),
        ),
    ),
)
RECORDS = (CARD_DEF, COST, STATS, ABILITY, VESSEL_STATS, SECTION, TOKEN_TEMPLATE)
