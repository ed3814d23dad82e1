"""What a wizards document may say: two kinds of card, behaviours, triggers, and every node.

Source: 000 "基本卡牌结构", "触发器 Trigger"; SOURCE.md marks what the game needs beyond the document.
"""

from __future__ import annotations

from engine.language.nodes import counting
from engine.language.nodes.arithmetic import ARITHMETIC
from engine.language.nodes.branching import BRANCHING, CHOICE
from engine.language.nodes.core import CONDITIONS as CORE_CONDITIONS
from engine.language.nodes.core import CONTROL
from engine.language.spec import (
    ID_LETTERS,
    BooleanLiteral,
    Count,
    Enum,
    IntegerLiteral,
    KindSpec,
    ListOf,
    LocalizedText,
    Noun,
    ObjectShape,
    TextLiteral,
    Vocabulary,
    Wording,
    case,
    field,
    one_of,
    option,
    optional,
    record,
)
from engine.toolkit.nodes.waiting import when

from .acting import BEHAVIOR, COST_RULE, TRIGGER
from .effects import EFFECTS, WEIGHTED_OUTCOME
from .effects import VALUES as OWN_VALUES
from .effects.fields import ARCANE, FIRE, FROST, NO_SCHOOL
from .events import EVENT_GROUPS, EVENTS
from .lint import lint
from .nodes import CARD_TYPES, CHOOSERS, CONDITIONS, VALUES
from .nodes.attributes import ONLY_CARDS
from .nodes.shorthands import (
    SHORT_CONDITIONS,
    SHORT_EFFECTS,
    WAITING,
    open_exploration,
    open_treasure,
    triggers_field,
)
from .readings import NOUNS as SENTENCE_NOUNS
from .readings import READINGS
from .timings import LIFETIMES, TIMINGS

RARITIES = (
    option("ori", "Starter", "基础", aliases=("original",), also=("basic", "token", "starting", "初始")),
    option("com", "Common", "普通", aliases=("common",), also=("normal", "uncommon")),
    option("leg", "Legendary", "传说", aliases=("legendary",), also=("mythic", "epic", "unique", "史诗")),
)
SCHOOLS = (
    option("none", "No school", "无派系", also=NO_SCHOOL),
    option("fire", "Fire", "火焰", also=FIRE),
    option("frost", "Frost", "冰霜", also=FROST),
    option("arcane", "Arcane", "奥能", also=ARCANE),
)
LEVEL_OPTIONS = tuple(option(level, level, level) for level in ("III", "VI", "IX", "XII"))
CARD_ID = field(
    "id",
    TextLiteral(128, 1, r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$", says=ID_LETTERS),
    "Id",
    "标识",
    "Unique in its pack. Usually `pack.treasure.rarity.name` or `pack.exploration.level.name`.",
    "卡包内唯一。通常写作 `包名.treasure.稀有度.卡牌名` 或 `包名.exploration.等级.卡牌名`。",
)
NAME = field("name", TextLiteral(80, 1), "Name", "名称", "What the card is called on its face.", "牌面上的名称。")
DESCRIPTION = optional(
    "description",
    TextLiteral(1000, markup=True),
    "Rules text",
    "规则文本",
    "What the face shows players. The tags b, i, em, strong, u, br, p, span, ul, ol and li are allowed; nothing is computed from it.",
    "牌面上给玩家看的文字。允许标签 b、i、em、strong、u、br、p、span、ul、ol 和 li；规则不从中计算任何内容。",
)
COUNT = optional(
    "count",
    Count(),
    "Copies",
    "数量",
    'How many of it are in a match; `"$1"` is one per player.',
    '一局中的副本数；`"$1"` 表示每名玩家一张。',
    default=1,
)
BEHAVIORS = optional(
    "behaviors",
    ListOf(ObjectShape("behavior")),
    "Behaviours",
    "行为",
    "What the card does, and at which moment; a card without any does nothing.",
    "该牌在什么时机做什么；没有时该牌不产生任何效果。",
)

TRIGGERS = triggers_field(
    ListOf(ObjectShape("trigger"), 1, 16),
    LocalizedText(
        "What the card sets up by itself: a wand or undercurrent when it is equipped, another treasure when it is played, an exploration card when it is flipped. Short for a behaviour that adds these triggers (added by this project).",
        "此牌自行添加的触发器：魔杖和暗流在装备时添加，其他宝藏牌在打出时添加，探索牌在翻开时添加。等同于写出添加这些触发器的行为（本项目扩展）。",
    ),
)

COSTS = optional(
    "costs",
    ListOf(ObjectShape("costRule"), 1, 6),
    "Rules of its cost",
    "消耗规则",
    "What changes the cost of this card itself, such as 1 less for each card discarded (added by this project).",
    "改变此牌自身消耗的规则，例如每弃一张牌减少 1 点（本项目扩展）。",
)

TREASURE_DOC = LocalizedText(
    "A card that players own, draw and play: spells, wands and occults.", "玩家拥有、抽取并打出的牌：法术、魔杖和秘术。"
)
EXPLORATION_DOC = LocalizedText(
    "A card of the table, flipped while exploring: a monster or an event. A card with a `level` is one.",
    "桌面上的牌，在探索阶段翻开：怪物或事件。带有 `level` 的牌即为此类。",
)

TREASURE = record(
    "treasure",
    "Treasure card",
    "宝藏牌",
    CARD_ID,
    COUNT,
    NAME,
    field(
        "manaCost",
        IntegerLiteral(0, 20),
        "Mana cost",
        "法力消耗",
        "Mana that playing it costs.",
        "打出时消耗的法力。",
        is_cost=True,
    ),
    field(
        "rarity",
        Enum(RARITIES),
        "Rarity",
        "稀有度",
        "Where it comes from: starters begin in every deck, commons come through the shop, legendaries from the time wheel.",
        "牌的来源：基础牌一开始就在各人牌堆中，普通牌来自商店，传说牌来自时间轮盘。",
    ),
    field("school", Enum(SCHOOLS), "School", "派系", "The school of magic it belongs to.", "所属的魔法派系。"),
    optional(
        "cardType",
        Enum(CARD_TYPES),
        "Kind",
        "卡牌类型",
        "A wand is equipped when it is gained; the others are played from the hand.",
        "魔杖获得时即装备；其余从手牌打出。",
        default="spell",
    ),
    DESCRIPTION,
    BEHAVIORS,
    TRIGGERS,
    COSTS,
    opens=open_treasure,
)
EXPLORATION = record(
    "exploration",
    "Exploration card",
    "探索牌",
    CARD_ID,
    COUNT,
    NAME,
    field(
        "type",
        one_of(("monster", "Monster", "怪物"), ("event", "Event", "事件")),
        "Type",
        "类型",
        "A monster stays and is fought; an event happens at once.",
        "怪物留在场上等待战斗；事件立即生效。",
    ),
    field(
        "level",
        Enum(LEVEL_OPTIONS),
        "Level",
        "等级",
        "The exploration pile it lies in, from easy to hard.",
        "所在的探索牌堆，由易到难。",
    ),
    optional(
        "health",
        IntegerLiteral(1, 999),
        "Health",
        "生命值",
        "Damage that a monster takes before it is defeated.",
        "怪物被击败前能承受的伤害。",
        default=1,
    ),
    optional(
        "bodies",
        ListOf(IntegerLiteral(1, 999), 2, 9),
        "Bodies",
        "个体",
        "The health of each body of a monster that is a group, instead of `health`; hits meet the foremost, and none passes on to the next.",
        "群体怪物各个体的生命值，代替 `health`；伤害由最前的个体承受，溢出不会转移。",
    ),
    optional(
        "reward",
        IntegerLiteral(0, 20),
        "Bounty",
        "赏金",
        "Gold for whoever defeats the monster.",
        "击败该怪物者获得的金币。",
        default=0,
    ),
    optional(
        "taunt",
        BooleanLiteral(),
        "Taunt",
        "嘲讽",
        "While this monster lies there, players cannot choose monsters without taunt (added by this project).",
        "此怪物在场时，玩家不能选择没有嘲讽的怪物（本项目扩展）。",
        default=False,
    ),
    DESCRIPTION,
    BEHAVIORS,
    TRIGGERS,
    opens=open_exploration,
    phrase=LocalizedText("", ""),
    wording=Wording(
        cases=(
            case(
                {"taunt": True},
                "taunt (other monsters cannot be chosen while this is in play)",
                "嘲讽（此怪物在场时不能选择其他怪物）",
            ),
        )
    ),
)
ROLES = (counting.YOU, counting.OTHERS, counting.THIS, counting.ANYONE)
SHORTHANDS = (when(TRIGGER, WAITING, group="shorthands"), *SHORT_EFFECTS, *SHORT_CONDITIONS)
"""What opens into other nodes: the core form has none of them."""

WIZARDS = Vocabulary(
    ruleset="wizards",
    version="1.0",
    kinds=(
        KindSpec(
            "exploration",
            LocalizedText("Exploration", "探索牌"),
            "exploration",
            "level",
            EXPLORATION_DOC,
            names_you=True,
        ),
        KindSpec("treasure", LocalizedText("Treasure", "宝藏牌"), "treasure", None, TREASURE_DOC),
    ),
    records=(TREASURE, EXPLORATION, BEHAVIOR, COST_RULE, TRIGGER, CHOICE, WEIGHTED_OUTCOME, ONLY_CARDS),
    nodes=(
        *CONTROL,
        *BRANCHING,
        *EFFECTS,
        *CORE_CONDITIONS,
        *CONDITIONS,
        *VALUES,
        *OWN_VALUES,
        *ARITHMETIC,
        *CHOOSERS,
        *counting.nodes("timesThis", "Nth", (counting.ROUND, counting.MATCH), ROLES, group="compare"),
        *SHORTHANDS,
    ),
    events=EVENTS,
    event_groups=EVENT_GROUPS,
    timings=TIMINGS,
    lifetimes=LIFETIMES,
    subtypes={"monster": "card", "cardID": "text"},
    readings=READINGS,
    sentence_nouns=SENTENCE_NOUNS,
    lint=lint,
    nouns={
        "monster": Noun("monster", "monsters", "怪物"),
        "cardID": Noun("card", "cards", "牌", "张"),
    },
    type_titles={"monster": LocalizedText("a monster", "怪物")},
)
