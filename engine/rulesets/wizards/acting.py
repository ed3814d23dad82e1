"""The parts of a wizards card that act: behaviours, triggers, and the rules of its own cost.

Source: 000 "基本卡牌结构", "触发器 Trigger".
"""

from __future__ import annotations

from engine.language.nodes.counting import CYCLE_FIELD
from engine.language.spec import (
    COUNTS_ALWAYS,
    Enum,
    EventName,
    Identifier,
    IntegerLiteral,
    Node,
    TimingName,
    field,
    one_of,
    option,
    optional,
    record,
    search_words,
)
from engine.toolkit.nodes import DO
from engine.toolkit.nodes.costs import cost_rule
from engine.toolkit.nodes.waiting import TIMES_FIELD

from .nodes.shorthands import WHO_FIELD, open_trigger
from .timings import LIFETIMES

MODES = Enum(tuple(option(life.name, *life.title, aliases=life.aliases, search=life.search) for life in LIFETIMES))
STAGES = one_of(
    ("check", "forbids it", "禁止其发生"),
    ("modify", "changes it on its way", "在生效前改变"),
    ("before", "before it happens", "发生之前"),
    ("after", "after it happened", "发生之后"),
)

COST_RULE = cost_rule("此牌的法力消耗", {"playerUUID": "player", "UUID": "card"})
BEHAVIOR = record(
    "behavior",
    "Behaviour",
    "行为",
    field(
        "at",
        TimingName(),
        "When",
        "时机",
        "The moment of this card at which the effects are done.",
        "在该牌的哪个时机执行效果。",
    ),
    DO,
)
TRIGGER = record(
    "trigger",
    "Trigger",
    "触发器",
    optional(
        "id",
        Identifier(),
        "Id",
        "标识",
        "A name by which the trigger can be found later.",
        "日后查找该触发器所用的名称。",
    ),
    field("event", EventName(), "Event", "事件", "What it waits for.", "等待的事件。"),
    WHO_FIELD,
    optional("mode", MODES, "Lasts", "持续", "How long it stays.", "持续多久。", default="once", aliases=("type",)),
    TIMES_FIELD,
    optional(
        "perRound",
        IntegerLiteral(1, 20),
        "Per round",
        "每轮次数",
        "How often it answers at most in a round; without end when absent (added by this project).",
        "每轮至多响应几次；缺省时不限（本项目扩展）。",
        search=search_words("per round, times a round, each round, round limit", "每轮、每轮最多、每回合"),
        limits_firings=True,
        each_round=True,
    ),
    CYCLE_FIELD,
    COUNTS_ALWAYS,
    optional(
        "stage",
        STAGES,
        "Stage",
        "阶段",
        "Whether it answers before or after the event happens, or forbids it while its condition holds, which some events allow; when absent, as the event says (added by this project).",
        "在事件发生之前还是之后响应，或在条件成立时禁止其发生（仅限部分事件）；缺省时依事件而定（本项目扩展）。",
    ),
    optional(
        "condition",
        Node("condition"),
        "Condition",
        "条件",
        "Asked each time the event comes; without one it always answers.",
        "每次事件发生时判断；没有条件则总是响应。",
    ),
    DO,
    opens=open_trigger,
)
