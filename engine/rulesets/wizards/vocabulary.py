"""What a wizards document may say: two kinds of card, behaviours, triggers, and every node.

Source: 000 "基本卡牌结构", "触发器 Trigger"; what the document lacks and the game needs is marked "ours" in SOURCE.md.
"""

from __future__ import annotations

from engine.language.arithmetic import ARITHMETIC
from engine.language.branching import BRANCHING, CHOICE
from engine.language.core import CONDITIONS as CORE_CONDITIONS
from engine.language.core import CONTROL, DO
from engine.language.registry import Field, KindSpec, RecordSpec, Vocabulary
from engine.language.sayings import Noun
from engine.language.shapes import (
    Bi,
    Count,
    Enum,
    EventName,
    Label,
    ListOf,
    Node,
    Option,
    Record,
    TimingName,
    Whole,
    Words,
)
from engine.rulesets.wizards.effects import EFFECTS
from engine.rulesets.wizards.events import EVENTS, LIFETIMES, TIMINGS
from engine.rulesets.wizards.lint import lint
from engine.rulesets.wizards.nodes import CARD_TYPES, CHOOSERS, CONDITIONS, VALUES

RARITIES = (
    Option("ori", Bi("Starter", "基础"), ("original",)),
    Option("com", Bi("Common", "普通"), ("common",)),
    Option("leg", Bi("Legendary", "传说"), ("legendary",)),
)
SCHOOLS = (
    Option("none", Bi("No school", "无派系")),
    Option("fire", Bi("Fire", "火焰")),
    Option("frost", Bi("Frost", "冰霜")),
    Option("arcane", Bi("Arcane", "奥能")),
)
LEVEL_OPTIONS = tuple(Option(level, Bi(level, level)) for level in ("III", "VI", "IX", "XII"))
MODES = Enum(tuple(Option(life.name, life.title, life.aliases) for life in LIFETIMES))
STAGES = Enum(
    (
        Option("check", Bi("forbids it", "禁止其发生")),
        Option("before", Bi("before it happens", "发生之前")),
        Option("after", Bi("after it happened", "发生之后")),
    )
)

CARD_ID = Field(
    "id",
    Words(128, 1, r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"),
    Bi("Id", "标识"),
    doc=Bi(
        "Unique in its pack. Usually `pack.treasure.rarity.name` or `pack.exploration.level.name`.",
        "卡包内唯一。通常写作 `包名.treasure.稀有度.卡牌名` 或 `包名.exploration.等级.卡牌名`。",
    ),
)
NAME = Field("name", Words(80, 1), Bi("Name", "名称"), doc=Bi("What the card is called on its face.", "牌面上的名称。"))
DESCRIPTION = Field(
    "description",
    Words(1000, markup=True),
    Bi("Rules text", "描述"),
    required=False,
    doc=Bi(
        "What the face tells players. The tags b, i, em, strong, u, br, p, span, ul, ol and li are allowed; nothing is computed from it.",
        "牌面上给玩家看的文字。允许标签 b、i、em、strong、u、br、p、span、ul、ol 和 li；规则不从中计算任何内容。",
    ),
)
COUNT = Field(
    "count",
    Count(),
    Bi("Copies", "数量"),
    required=False,
    doc=Bi('How many of it are in a match; `"$1"` is one per player.', '一局中的副本数；`"$1"` 表示每名玩家一张。'),
    default=1,
)
BEHAVIORS = Field(
    "behaviors",
    ListOf(Record("behavior")),
    Bi("Behaviours", "行为"),
    required=False,
    doc=Bi(
        "What the card does, and at which moment; a card without any does nothing.",
        "该牌在什么时机做什么；没有时该牌不产生任何效果。",
    ),
)

TREASURE_DOC = Bi(
    "A card that players own, draw and play: spells, wands and occults.", "玩家拥有、抽取并打出的牌：法术、魔杖和秘术。"
)
EXPLORATION_DOC = Bi(
    "A card of the table, flipped while exploring: a monster or an event. A card with a `level` is one.",
    "桌面上的牌，在探索阶段翻开：怪物或事件。带有 `level` 的牌即为此类。",
)

TREASURE = RecordSpec(
    "treasure",
    Bi("Treasure card", "宝藏牌"),
    (
        CARD_ID,
        COUNT,
        NAME,
        Field(
            "manaCost",
            Whole(0, 20),
            Bi("Mana cost", "法力消耗"),
            doc=Bi("Mana that playing it costs.", "打出时消耗的法力。"),
            cost=True,
        ),
        Field(
            "rarity",
            Enum(RARITIES),
            Bi("Rarity", "稀有度"),
            doc=Bi(
                "Where it comes from: starters begin in every deck, commons come through the shop, legendaries from the time wheel.",
                "牌的来源：基础牌一开始就在各人牌堆中，普通牌来自商店，传说牌来自时间轮盘。",
            ),
        ),
        Field(
            "school",
            Enum(SCHOOLS),
            Bi("School", "派系"),
            doc=Bi("The school of magic it belongs to.", "所属的魔法派系。"),
        ),
        Field(
            "cardType",
            Enum(CARD_TYPES),
            Bi("Kind", "卡牌类型"),
            required=False,
            doc=Bi(
                "A wand is equipped when it is gained; the others are played from the hand.",
                "魔杖获得时即装备；其余从手牌打出。",
            ),
            default="spell",
        ),
        DESCRIPTION,
        BEHAVIORS,
    ),
)
EXPLORATION = RecordSpec(
    "exploration",
    Bi("Exploration card", "探索牌"),
    (
        CARD_ID,
        COUNT,
        NAME,
        Field(
            "type",
            Enum((Option("monster", Bi("Monster", "怪物")), Option("event", Bi("Event", "事件")))),
            Bi("Type", "类型"),
            doc=Bi("A monster stays and is fought; an event happens at once.", "怪物留在场上等待战斗；事件立即生效。"),
        ),
        Field(
            "level",
            Enum(LEVEL_OPTIONS),
            Bi("Level", "等级"),
            doc=Bi("The exploration pile it lies in, from easy to hard.", "所在的探索牌堆，由易到难。"),
        ),
        Field(
            "health",
            Whole(1, 999),
            Bi("Health", "生命值"),
            required=False,
            doc=Bi("Damage that a monster takes before it is defeated.", "怪物被击败前能承受的伤害。"),
            default=1,
        ),
        Field(
            "bodies",
            ListOf(Whole(1, 999), 2, 9),
            Bi("Bodies", "个体"),
            required=False,
            doc=Bi(
                "The health of each body of a monster that is a group, instead of `health`; hits meet the foremost, and none passes on to the next.",
                "群体怪物各个体的生命值，代替 `health`；伤害由最前的个体承受，溢出不会转移。",
            ),
        ),
        Field(
            "reward",
            Whole(0, 20),
            Bi("Bounty", "赏金"),
            required=False,
            doc=Bi("Gold for whoever defeats the monster.", "击败该怪物者获得的金币。"),
            default=0,
        ),
        DESCRIPTION,
        BEHAVIORS,
    ),
)
BEHAVIOR = RecordSpec(
    "behavior",
    Bi("Behaviour", "行为"),
    (
        Field(
            "at",
            TimingName(),
            Bi("When", "时机"),
            doc=Bi("The moment of this card at which the effects are done.", "在该牌的哪个时机执行效果。"),
        ),
        DO,
    ),
)
TRIGGER = RecordSpec(
    "trigger",
    Bi("Trigger", "触发器"),
    (
        Field(
            "id",
            Label(),
            Bi("Id", "标识"),
            required=False,
            doc=Bi("A name by which the trigger can be found later.", "日后查找该触发器所用的名称。"),
        ),
        Field("event", EventName(), Bi("Event", "事件"), doc=Bi("What it waits for.", "等待的事件。")),
        Field(
            "mode",
            MODES,
            Bi("Lasts", "持续"),
            required=False,
            doc=Bi("How long it stays.", "持续多久。"),
            default="once",
            aliases=("type",),
        ),
        Field(
            "stage",
            STAGES,
            Bi("Stage", "阶段"),
            required=False,
            doc=Bi(
                "Whether it answers before or after the event happens, or forbids it while its condition holds, which onDrawCard and onPlayCard allow; when absent, as the event says (ours).",
                "在事件发生之前还是之后响应，或在条件成立时禁止其发生（仅限 onDrawCard 与 onPlayCard）；缺省时依事件而定（本引擎扩展）。",
            ),
        ),
        Field(
            "condition",
            Node("condition"),
            Bi("Condition", "条件"),
            required=False,
            doc=Bi(
                "Asked each time the event comes; without one it always answers.",
                "每次事件发生时判断；没有条件则总是响应。",
            ),
        ),
        DO,
    ),
)

WIZARDS = Vocabulary(
    ruleset="wizards",
    version="1.0",
    kinds=(
        KindSpec("exploration", Bi("Exploration", "探索牌"), "exploration", "level", EXPLORATION_DOC),
        KindSpec("treasure", Bi("Treasure", "宝藏牌"), "treasure", None, TREASURE_DOC),
    ),
    records=(TREASURE, EXPLORATION, BEHAVIOR, TRIGGER, CHOICE),
    nodes=(*CONTROL, *BRANCHING, *EFFECTS, *CORE_CONDITIONS, *CONDITIONS, *VALUES, *ARITHMETIC, *CHOOSERS),
    events=EVENTS,
    timings=TIMINGS,
    lifetimes=LIFETIMES,
    subtypes={"monster": "card", "cardID": "text"},
    lint=lint,
    nouns={
        "monster": Noun("monster", "monsters", "怪物"),
        "cardID": Noun("card", "cards", "牌", "张"),
    },
)
