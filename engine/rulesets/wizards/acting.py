"""The parts of a wizards card that act: behaviours, triggers, and the rules of its own cost.

Source: 000 "基本卡牌结构", "触发器 Trigger".
"""

from __future__ import annotations

from engine.language.nodes.core import DO
from engine.language.spec.constructors import options
from engine.language.spec.fields import COUNTS_ALWAYS, Field, FieldAnalysis, optional
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import (
    Enum,
    EventName,
    Identifier,
    IntegerLiteral,
    LocalizedText,
    Node,
    Number,
    Option,
    TimingName,
)
from engine.rulesets.wizards.nodes.shorthands import WHO_FIELD, open_trigger
from engine.rulesets.wizards.timings import LIFETIMES

MODES = Enum(tuple(Option(life.name, life.title, life.aliases) for life in LIFETIMES))
STAGES = Enum(
    options(
        ("check", "forbids it", "禁止其发生"),
        ("modify", "changes it on its way", "在生效前改变"),
        ("before", "before it happens", "发生之前"),
        ("after", "after it happened", "发生之后"),
    )
)

COST_RULE = RecordSpec(
    "costRule",
    LocalizedText("Rule of its cost", "消耗规则"),
    (
        Field(
            "op",
            Enum(
                options(
                    ("less", "less", "减少"),
                    ("more", "more", "增加"),
                    ("set", "is", "变为"),
                    ("max", "at most", "至多为"),
                    ("min", "at least", "至少为"),
                )
            ),
            LocalizedText("Operation", "运算"),
        ),
        Field(
            "value",
            Number(0, 99),
            LocalizedText("Value", "数值"),
            doc=LocalizedText("Read each time that the cost is asked for.", "每次查询消耗时取值。"),
            analysis=FieldAnalysis(live=True),
        ),
        optional(
            "condition",
            Node("condition"),
            LocalizedText("Condition", "条件"),
            LocalizedText("When it applies; always when absent.", "何时适用；缺省时始终适用。"),
            analysis=FieldAnalysis(live=True),
        ),
    ),
    doc=LocalizedText(
        "Changes what the card itself costs, wherever it lies; `$self.playerUUID` is who would play it.",
        "改变此牌自身的消耗，无论其位于何处；`$self.playerUUID` 为将打出它的玩家。",
    ),
    gives={"self": {"playerUUID": "player", "UUID": "card"}},
    phrase=LocalizedText("this card costs {value} more", "此牌的法力消耗增加{value}点"),
    wording=Wording(
        cases=(
            Case({"op": "set"}, LocalizedText("this card costs {value}", "此牌的法力消耗变为{value}点")),
            Case({"op": "max"}, LocalizedText("this card costs at most {value}", "此牌的法力消耗至多为{value}点")),
            Case({"op": "min"}, LocalizedText("this card costs at least {value}", "此牌的法力消耗至少为{value}点")),
            Case(
                {"op": "less", "value": Is.COMPUTED},
                LocalizedText("this card's cost is lowered by {value}", "此牌的法力消耗减少，减少量等于{value}"),
            ),
            Case({"op": "less"}, LocalizedText("this card costs {value} less", "此牌的法力消耗减少{value}点")),
            Case(
                {"value": Is.COMPUTED},
                LocalizedText("this card's cost is raised by {value}", "此牌的法力消耗增加，增加量等于{value}"),
            ),
        )
    ),
)
BEHAVIOR = RecordSpec(
    "behavior",
    LocalizedText("Behaviour", "行为"),
    (
        Field(
            "at",
            TimingName(),
            LocalizedText("When", "时机"),
            doc=LocalizedText("The moment of this card at which the effects are done.", "在该牌的哪个时机执行效果。"),
        ),
        DO,
    ),
)
TRIGGER = RecordSpec(
    "trigger",
    LocalizedText("Trigger", "触发器"),
    (
        optional(
            "id",
            Identifier(),
            LocalizedText("Id", "标识"),
            LocalizedText("A name by which the trigger can be found later.", "日后查找该触发器所用的名称。"),
        ),
        Field(
            "event",
            EventName(),
            LocalizedText("Event", "事件"),
            doc=LocalizedText("What it waits for.", "等待的事件。"),
        ),
        WHO_FIELD,
        optional(
            "mode",
            MODES,
            LocalizedText("Lasts", "持续"),
            LocalizedText("How long it stays.", "持续多久。"),
            default="once",
            aliases=("type",),
        ),
        optional(
            "times",
            IntegerLiteral(1, 20),
            LocalizedText("Times", "次数"),
            LocalizedText(
                "How often it answers at most while it lasts, such as 1 for “the next time this round”; without end when absent (added by this project).",
                "在持续期间至多响应几次，例如 1 表示“本轮下一次”；缺省时不限（本项目扩展）。",
            ),
            analysis=FieldAnalysis(limits_firings=True, in_all=True),
        ),
        COUNTS_ALWAYS,
        optional(
            "stage",
            STAGES,
            LocalizedText("Stage", "阶段"),
            LocalizedText(
                "Whether it answers before or after the event happens, or forbids it while its condition holds, which some events allow; when absent, as the event says (added by this project).",
                "在事件发生之前还是之后响应，或在条件成立时禁止其发生（仅限部分事件）；缺省时依事件而定（本项目扩展）。",
            ),
        ),
        optional(
            "condition",
            Node("condition"),
            LocalizedText("Condition", "条件"),
            LocalizedText(
                "Asked each time the event comes; without one it always answers.",
                "每次事件发生时判断；没有条件则总是响应。",
            ),
        ),
        DO,
    ),
    opens=open_trigger,
)
