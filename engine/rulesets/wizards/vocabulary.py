"""What a wizards document may say: two kinds of card, behaviours, triggers, and every node.

Source: 000 "基本卡牌结构", "触发器 Trigger"; what the document lacks and the game needs is marked "ours" in SOURCE.md.
"""

from __future__ import annotations

from engine.language.core import CONDITIONS as CORE_CONDITIONS
from engine.language.core import CONTROL, DO
from engine.language.registry import Field, KindSpec, RecordSpec, Vocabulary
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
    (Option("before", Bi("before it happens", "发生之前")), Option("after", Bi("after it happened", "发生之后")))
)

CARD_ID = Field(
    "id",
    Words(128, 1, r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"),
    Bi("Id", "标识"),
    doc=Bi("Unique; usually pack.class.subset.name.", "唯一标识，通常为 包名.类.细分.卡牌名。"),
)
NAME = Field("name", Words(80, 1), Bi("Name", "名称"))
DESCRIPTION = Field("description", Words(1000, markup=True), Bi("Rules text", "描述"), required=False)
COUNT = Field(
    "count",
    Count(),
    Bi("Copies", "数量"),
    required=False,
    doc=Bi("Copies in a match; `$1` is one per player.", "一局中的副本数；`$1` 表示每名玩家一张。"),
)
BEHAVIORS = Field("behaviors", ListOf(Record("behavior")), Bi("Behaviours", "行为"), required=False)

TREASURE = RecordSpec(
    "treasure",
    Bi("Treasure card", "宝藏牌"),
    (
        CARD_ID,
        COUNT,
        NAME,
        Field("manaCost", Whole(0, 20), Bi("Mana cost", "法力消耗")),
        Field("rarity", Enum(RARITIES), Bi("Rarity", "稀有度")),
        Field("school", Enum(SCHOOLS), Bi("School", "派系")),
        Field(
            "cardType",
            Enum(CARD_TYPES),
            Bi("Kind", "卡牌类型"),
            required=False,
            doc=Bi("A spell when absent.", "缺省为法术。"),
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
        ),
        Field("level", Enum(LEVEL_OPTIONS), Bi("Level", "等级")),
        Field(
            "health",
            Whole(1, 999),
            Bi("Health", "生命值"),
            required=False,
            doc=Bi("A monster's health; 1 when absent.", "怪物的生命值，缺省为 1。"),
        ),
        Field(
            "reward",
            Whole(0, 20),
            Bi("Bounty", "赏金"),
            required=False,
            doc=Bi("Gold for its defeat; 0 when absent.", "击败后获得的金币，缺省为 0。"),
        ),
        DESCRIPTION,
        BEHAVIORS,
    ),
)
BEHAVIOR = RecordSpec(
    "behavior",
    Bi("Behaviour", "行为"),
    (Field("at", TimingName(), Bi("When", "时机"), doc=Bi("The card's own moment.", "该牌自身的时机。")), DO),
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
            doc=Bi("A name by which triggers are found.", "用于查找触发器的名称。"),
        ),
        Field("event", EventName(), Bi("Event", "事件")),
        Field(
            "mode",
            MODES,
            Bi("Lasts", "持续"),
            required=False,
            doc=Bi("Once when absent.", "缺省为触发一次。"),
            aliases=("type",),
        ),
        Field(
            "stage",
            STAGES,
            Bi("Stage", "阶段"),
            required=False,
            doc=Bi("Ours: when it answers.", "本引擎扩展：响应的阶段。"),
        ),
        Field("condition", Node("condition"), Bi("Condition", "条件"), required=False),
        DO,
    ),
)

WIZARDS = Vocabulary(
    ruleset="wizards",
    version="1.0",
    kinds=(
        KindSpec("exploration", Bi("Exploration", "探索牌"), "exploration", "level"),
        KindSpec("treasure", Bi("Treasure", "宝藏牌"), "treasure"),
    ),
    records=(TREASURE, EXPLORATION, BEHAVIOR, TRIGGER),
    nodes=(*CONTROL, *EFFECTS, *CORE_CONDITIONS, *CONDITIONS, *VALUES, *CHOOSERS),
    events=EVENTS,
    timings=TIMINGS,
    lifetimes=LIFETIMES,
    subtypes={"monster": "card", "cardID": "text"},
    lint=lint,
)
