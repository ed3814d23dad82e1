"""The records of a halo document, each field of 003§2.1 to §3 as it is written there.

What 003 lacks is marked as an extension: `description`, and the content of `tokenTemplate`, which 003 names and leaves open.
"""

from __future__ import annotations

from engine.language.nodes.attributes import only_field
from engine.language.nodes.counting import CYCLE_FIELD
from engine.language.spec import (
    COUNTS_ALWAYS,
    ID_LETTERS,
    Block,
    BooleanLiteral,
    Enum,
    EventName,
    Field,
    Identifier,
    IntegerLiteral,
    ListOf,
    LocalizedText,
    Node,
    ObjectShape,
    TextLiteral,
    Wording,
    case,
    field,
    optional,
    record,
    search_words,
)
from engine.toolkit.nodes.costs import COSTS_FIELD
from engine.toolkit.nodes.played import opens_played
from engine.toolkit.nodes.trigger_words import opens_words
from engine.toolkit.nodes.waiting import TIMES_FIELD, lifetimes, waiting_record

from .event_words import PLAYED_FIELD, PLAYED_KEY, WORDS_BY_NAME, played_ability
from .words import (
    AIMS,
    DECK_LIMIT,
    FACTIONS,
    FALLBACKS,
    PAYLOADS,
    RARITIES,
    RESOURCE,
    SIX_KINDS,
    TAGS,
    TONNAGES,
)

ID_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"
VERSION = r"^(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})$"
TAG = r"^[A-Z][A-Z0-9_]{0,39}$"
TAG_LETTERS = LocalizedText(
    "English capitals, digits and _, a letter first", "由英文大写字母、数字和 _ 组成、以字母开头的文本"
)
MAX_STAT, MAX_COST, MAX_COPIES, MAX_FIRINGS = 99, 20, 40, 99
PRIORITY, LAST_PRIORITY = 300, 999
"""An ability without a priority gets the band after damage; the bands are not enforced. Source: SOURCE.md."""


RESOURCE_TITLE = LocalizedText("Resource", "资源")


def resource_field() -> Field:
    """Return the field that names a resource of the pack, an extension."""
    return field(
        "resource",
        TextLiteral(128, 1, ID_PATTERN, says=ID_LETTERS),
        *RESOURCE_TITLE,
        "The id of its card.",
        "资源卡牌的标识。",
        names="card",
        kinds=(RESOURCE,),
    )


PRICE = record(
    "price",
    "Price",
    "价格",
    resource_field(),
    field("amount", IntegerLiteral(1, MAX_STAT), "Amount", "数值", "How much of it.", "消耗的数量。"),
    extension=True,
)
COST = record(
    "cost",
    "Cost",
    "费用",
    field("supply", IntegerLiteral(0, MAX_COST), "Supply", "补给", "Refilled each turn.", "每回合补满。", is_cost=True),
    field(
        "battery",
        IntegerLiteral(0, MAX_COST),
        "Battery",
        "电池",
        "Made by giving up a card of the hand.",
        "通过弃置手牌获得。",
        is_cost=True,
    ),
    optional(
        "resources",
        ListOf(ObjectShape("price"), 0, 4),
        "Resources",
        "资源",
        "Resources that the pack declares (added by this project).",
        "卡包自有的资源（本项目扩展）。",
    ),
)
STATS = record(
    "stats",
    "Stats",
    "数值",
    field("attack", IntegerLiteral(0, MAX_STAT), "Attack", "攻击力", "What it deals.", "造成的伤害。"),
    field(
        "shieldCap",
        IntegerLiteral(0, MAX_STAT),
        "Shield",
        "护盾上限",
        "Takes damage before health does, and recovers.",
        "先于生命值承受伤害，并会恢复。",
    ),
    field(
        "healthCap",
        IntegerLiteral(0, MAX_STAT),
        "Health",
        "生命上限",
        "At 0 it dies; 0 only on armory cards.",
        "降到 0 时阵亡；只有军械可写 0。",
    ),
)
SECTION = record(
    "section",
    "Section",
    "部位",
    field("name", TextLiteral(40, 1), "Name", "名称", "What the section is called.", "部位的名称。"),
    field("maxHp", IntegerLiteral(1, MAX_STAT), "Hull", "耐久", "Damage that it takes.", "能承受的伤害。"),
    field(
        "critical",
        BooleanLiteral(),
        "Critical",
        "要害",
        "Whether its loss destroys the ship.",
        "该部位被毁时舰船是否沉没。",
    ),
)
VESSEL_STATS = record(
    "vesselStats",
    "Vessel",
    "舰船数据",
    field("tonnageClass", Enum(TONNAGES), "Class", "吨位级别", "How big it is.", "舰船的大小。"),
    field(
        "hangars",
        IntegerLiteral(0, 9),
        "Hangars",
        "机库",
        "Units that it may drop each turn.",
        "每回合可投送的单位数量上限。",
    ),
    field("payloadType", Enum(PAYLOADS), "Payload", "武器", "What its orbital strikes deal.", "轨道打击所用的武器。"),
    field(
        "shieldHardening",
        IntegerLiteral(0, MAX_STAT),
        "Shield hardening",
        "护盾强化",
        "Taken off the first hit of each turn.",
        "每回合首次受到伤害时的减免值。",
    ),
    field(
        "pointDefense",
        IntegerLiteral(0, 9),
        "Point defence",
        "点防御",
        "Drops that it intercepts each turn.",
        "每回合可拦截的投送次数。",
    ),
    field(
        "multiSection",
        BooleanLiteral(),
        "Several sections",
        "多部位",
        "Whether damage meets its sections, in their order.",
        "是否按部位依次承受伤害。",
    ),
    field(
        "sections",
        ListOf(ObjectShape("section"), 0, 9),
        "Sections",
        "部位",
        "From the first that is hit to the last.",
        "按承受伤害的先后排列。",
    ),
)
TOKEN_TEMPLATE = record(
    "tokenTemplate",
    "Token",
    "衍生物模板",
    optional(
        "fallback",
        Enum(FALLBACKS),
        "Without room",
        "没有空位时",
        "What becomes of a token when the lane is full (added by this project); as the match says when absent. On tokens alone.",
        "战线没有空位时衍生物的去处（本项目扩展）；缺省时依对局设置。仅用于衍生物。",
    ),
    doc=LocalizedText(
        "003 names this field and leaves its type and content open; the object is an extension.",
        "003 列出了此字段，未规定其类型与内容；对象形式由本引擎规定。",
    ),
)
ABILITY = record(
    "ability",
    "Ability",
    "能力",
    field("id", Identifier(template=False), "Id", "标识", "Unique in the card.", "在同一张卡牌内唯一。"),
    field("trigger", EventName(words_first=True), "Trigger", "触发器", "What it waits for.", "等待的事件。"),
    optional(
        "priority",
        IntegerLiteral(0, LAST_PRIORITY),
        "Priority",
        "优先级",
        "Lower ones answer first.",
        "数值小的先响应。",
        default=PRIORITY,
    ),
    TIMES_FIELD,
    optional(
        "limitPerTurn",
        IntegerLiteral(1, MAX_FIRINGS),
        "Limit per turn",
        "每回合次数",
        "How often it answers in a turn; 99 is without limit.",
        "每回合最多响应的次数；99 表示不限。",
        default=MAX_FIRINGS,
        search=search_words("per turn, times a turn, each turn, turn limit", "每回合、每回合最多、每轮"),
        limits_firings=True,
    ),
    CYCLE_FIELD,
    COUNTS_ALWAYS,
    optional(
        "conditions",
        ListOf(Node("condition"), 0, 9),
        "Conditions",
        "条件",
        "All of them must hold.",
        "须全部成立。",
    ),
    field("effects", Block(), "Effects", "效果", "Done in order.", "按顺序执行。"),
    doc=LocalizedText(
        "One that speaks of SOURCE answers when this card is the event's source, unless it asks for an ally or an enemy, or that the target is this card (HA16).",
        "提到 SOURCE 的能力只在此牌是事件来源时响应，除非它要求来源为友方或敌方，或目标为此牌（HA16）。",
    ),
    gives={"self": {"UUID": "unit", "playerUUID": "player"}},
    opens=opens_words(WORDS_BY_NAME, "trigger", "conditions"),
)
LIFETIMES = lifetimes("本回合", "本大回合")
TRIGGER = waiting_record(
    ABILITY, ("trigger", "times", "limitPerTurn", "every", "countsAlways", "conditions", "effects"), LIFETIMES
)
CARD_DEF = record(
    "cardDef",
    "Card",
    "卡牌",
    field("id", TextLiteral(128, 1, ID_PATTERN, says=ID_LETTERS), "Id", "标识", "Unique in its pack.", "卡包内唯一。"),
    field("name", TextLiteral(80, 1), "Name", "名称", "What the card is called.", "卡牌的显示名称。"),
    field(
        "version",
        TextLiteral(
            20,
            5,
            VERSION,
            says=LocalizedText("three whole numbers with dots, such as 1.0.0", "以点分隔的三个整数，例如 1.0.0"),
        ),
        "Version",
        "版本",
        "major.minor.patch; compared as numbers.",
        "主.次.修订；按数值比较。",
    ),
    field("faction", Enum(FACTIONS), "Faction", "阵营", "Whose card it is.", "所属阵营。"),
    field("cardType", Enum(SIX_KINDS), "Kind", "类型", "What it is in play.", "在对局中的类型。"),
    field("rarity", Enum(RARITIES), "Rarity", "稀有度", "How rare it is.", "稀有程度。"),
    optional(
        "deckLimit",
        IntegerLiteral(0, MAX_COPIES),
        "Deck limit",
        "携带上限",
        "How many a deck may hold; of a legendary card never more than one.",
        "一副牌组最多携带的张数；传奇卡至多一张。",
        default=DECK_LIMIT,
    ),
    optional(
        "isLegendary",
        BooleanLiteral(),
        "Legendary",
        "传奇",
        "Whether it is legendary.",
        "是否为传奇卡。",
        default=False,
    ),
    field("cost", ObjectShape("cost"), "Cost", "费用", "What playing it costs.", "打出时的费用。"),
    COSTS_FIELD,
    optional(
        "tags",
        ListOf(TextLiteral(40, 1, TAG, says=TAG_LETTERS), 0, 20),
        "Tags",
        "标签",
        "What others may ask of it: INFANTRY, VEHICLE, ELITE.",
        "供其他卡牌检查：INFANTRY、VEHICLE、ELITE 等。",
        called=TAGS,
    ),
    optional(
        "keywords",
        ListOf(Node("keyword")),
        "Keywords",
        "关键词",
        "What it can do by its nature.",
        "与生俱来的能力。",
    ),
    optional(
        "stats",
        ObjectShape("stats"),
        "Stats",
        "数值",
        "Needed on what fights; what an armory card has is added to its bearer.",
        "参战的卡牌必须具有；军械的数值会加到装备者身上。",
    ),
    optional(
        "playedOn",
        Enum(AIMS),
        "Played on",
        "打出目标",
        "What a tactical card is played on, chosen before it is paid: its effects call it TARGET (added by this project).",
        "战术牌打出时、支付之前选定的目标；效果中以 TARGET 引用（本项目扩展）。",
    ),
    optional(
        "description",
        TextLiteral(1000, markup=True),
        "Rules text",
        "规则文本",
        "What the face shows players (added by this project: 003 has no such field); nothing is computed from it.",
        "牌面上给玩家看的文字（本项目扩展，003 无此字段）；规则不从中计算任何内容。",
    ),
    PLAYED_FIELD,
    optional(
        "abilities",
        ListOf(ObjectShape("ability"), 0, 16),
        "Abilities",
        "能力",
        "Triggers, conditions and effects.",
        "触发器、条件与效果。",
    ),
    optional(
        "modifiers",
        ListOf(ObjectShape("modifier"), 0, 8),
        "Modifiers",
        "修正",
        "What it changes by being in play (added by this project).",
        "在场期间持续产生的修正（本项目扩展）。",
    ),
    optional(
        "vesselStats",
        ObjectShape("vesselStats"),
        "Vessel",
        "舰船数据",
        "Needed on vessels, and on no other card.",
        "舰船必须具有，其他卡牌不得有。",
    ),
    optional(
        "tokenTemplate",
        ObjectShape("tokenTemplate", text=200),
        "Token",
        "衍生物模板",
        "On tokens and on what can be created. A text is kept as it is and does nothing; the object is an extension.",
        "用于衍生物或可生成对象。文本原样保留，不起作用；对象形式为本引擎扩展。",
    ),
    phrase=LocalizedText("", ""),
    wording=Wording(
        cases=tuple(
            case(
                {"playedOn": aim.name},
                f"Play this on {aim.title.en}",
                f"对一{'条' if aim.name == 'LANE' else '个'}{aim.title.zh}打出",
            )
            for aim in AIMS
        )
    ),
    opens=opens_played(PLAYED_KEY, "abilities", ABILITY.name, played_ability),
)
RECORDS = (CARD_DEF, COST, PRICE, STATS, ABILITY, TRIGGER, VESSEL_STATS, SECTION, TOKEN_TEMPLATE)
ONLY_FIELD = only_field(
    "onlyPieces",
    "Which units and vessels of the target: those with all of this. Only for words that mean several units, or one of choice.",
    "目标中的哪些单位与舰船：须符合其中每一项。只能与表示多个对象或由你选择的目标词并用。",
)
