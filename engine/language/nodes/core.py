"""Nodes that every ruleset with 000's surface shares: control, comparisons and logic.

Source: 000 "可执行效果 Doable", "条件 ConditionType".
"""

from __future__ import annotations

from typing import Any

from engine.kernel.state import State
from engine.language.compiling.control import (
    build_add_triggers,
    build_and,
    build_if,
    build_inline_if,
    build_loop,
    build_not,
    build_or,
)
from engine.language.spec import (
    Block,
    Case,
    Field,
    FieldAnalysis,
    Identifier,
    Is,
    ListOf,
    LocalizedText,
    Node,
    NodeOutput,
    NodeRuntime,
    NodeSpec,
    Number,
    ObjectShape,
    Targets,
    Value,
    Wording,
    search_words,
)

ID = Field(
    "id",
    Identifier(),
    LocalizedText("Id", "标识"),
    required=False,
    doc=LocalizedText(
        "A name under which later effects find what this one yields.", "为该效果的结果命名，供后面的效果引用。"
    ),
)
DO = Field(
    "do",
    Block(),
    LocalizedText("Do", "执行"),
    doc=LocalizedText("Effects, done in order.", "按顺序执行的效果。"),
    aliases=("effects",),
)


COMPARES = LocalizedText(
    "Compares two whole numbers; it does not hold when one of them is missing.", "比较两个整数；缺少其一时不成立。"
)
ALIKE = LocalizedText(
    "Compares two values of one kind: numbers, words, cards, players. A missing value equals nothing.",
    "比较两个同类的值：数字、文字、卡牌或玩家。缺失的值不等于任何值。",
)


def _pair(  # noqa: PLR0913 - the parts of a comparison
    name: str,
    title: LocalizedText,
    kind: str,
    phrase: LocalizedText,
    chinese_negation: str,
    run: Any,
    aliases: tuple[str, ...] = (),
    **parts: Any,
) -> NodeSpec:
    first = Field("value1", Value(kind), LocalizedText("Left", "左值"), aliases=("left",))
    second = Field("value2", Value(kind), LocalizedText("Right", "右值"), aliases=("right",))
    wording = Wording(negated=LocalizedText(phrase.en.replace(" is ", " is not "), chinese_negation))
    doc = COMPARES if kind == "int" else ALIKE
    return NodeSpec(
        "condition",
        name,
        title,
        (first, second),
        doc,
        phrase,
        wording,
        runtime=NodeRuntime(run=run),
        aliases=aliases,
        group="compare",
        **parts,
    )


def _equals(st: State, left: Any, right: Any) -> bool:
    return left is not None and bool(left == right)


def _greater(st: State, left: Any, right: Any) -> bool:
    return left is not None and right is not None and bool(left > right)


def _is_less(st: State, left: Any, right: Any) -> bool:
    return left is not None and right is not None and bool(left < right)


def _greater_or_equal(st: State, left: Any, right: Any) -> bool:
    return left is not None and right is not None and bool(left >= right)


def _less_or_equal(st: State, left: Any, right: Any) -> bool:
    return left is not None and right is not None and bool(left <= right)


EQUALS = _pair(
    "Equals",
    LocalizedText("Equals", "等于"),
    "any",
    LocalizedText("{value1} is {value2}", "{value1}是{value2}"),
    "{value1}不是{value2}",
    _equals,
    ("equals",),
    search=search_words("same, is, equal, matches, compare", "相等、相同、等于、是否为"),
)
GREATER = _pair(
    "GreaterThan",
    LocalizedText("Greater than", "大于"),
    "int",
    LocalizedText("{value1} is more than {value2}", "{value1}大于{value2}"),
    "{value1}不大于{value2}",
    _greater,
    search=search_words("more than, above, over, higher, compare", "多于、超过、高于、比较"),
)
LESS_THAN = _pair(
    "LessThan",
    LocalizedText("Less than", "小于"),
    "int",
    LocalizedText("{value1} is less than {value2}", "{value1}小于{value2}"),
    "{value1}不小于{value2}",
    _is_less,
    search=search_words("fewer than, below, under, lower, compare", "少于、不足、低于、比较"),
)
AT_LEAST = _pair(
    "GreaterThanOrEqual",
    LocalizedText("At least", "大于等于"),
    "int",
    LocalizedText("{value1} is at least {value2}", "{value1}不小于{value2}"),
    "{value1}小于{value2}",
    _greater_or_equal,
    search=search_words("at least, or more, minimum, no fewer, compare", "至少、不少于、不低于、比较"),
)
AT_MOST = _pair(
    "LessThanOrEqual",
    LocalizedText("At most", "小于等于"),
    "int",
    LocalizedText("{value1} is at most {value2}", "{value1}不大于{value2}"),
    "{value1}大于{value2}",
    _less_or_equal,
    search=search_words("at most, or less, maximum, no more, compare", "至多、不超过、不多于、比较"),
)

_CONDITIONS = Field("conditions", ListOf(Node("condition")), LocalizedText("Conditions", "条件"))
AND = NodeSpec(
    "condition",
    "And",
    LocalizedText("All of", "并且"),
    (_CONDITIONS,),
    doc=LocalizedText(
        "Holds when every one of its conditions holds; an empty list holds.",
        "列表中的条件全部成立时成立；空列表视为成立。",
    ),
    runtime=NodeRuntime(build=build_and),
    group="logic",
    phrase=LocalizedText("{conditions:and}", "{conditions:and}"),
    search=search_words("both, all conditions, together, every condition", "且、同时、全部满足"),
)
OR = NodeSpec(
    "condition",
    "Or",
    LocalizedText("Any of", "或者"),
    (_CONDITIONS,),
    doc=LocalizedText(
        "Holds when at least one of its conditions holds; an empty list does not.",
        "列表中至少一个条件成立时成立；空列表视为不成立。",
    ),
    runtime=NodeRuntime(build=build_or),
    group="logic",
    phrase=LocalizedText("{conditions:or}", "{conditions:or}"),
    search=search_words("either, any condition, one of", "或、任一、其中之一"),
)
NOT = NodeSpec(
    "condition",
    "Not",
    LocalizedText("Not", "非"),
    (Field("condition", Node("condition"), LocalizedText("Condition", "条件")),),
    doc=LocalizedText("Holds when its condition does not.", "其条件不成立时成立。"),
    runtime=NodeRuntime(build=build_not),
    group="logic",
    phrase=LocalizedText("{condition:not}", "{condition:not}"),
    search=search_words("unless, opposite, except, negate", "非、否、除非、不满足"),
)
_NOTHING_PREVENTS = LocalizedText("nothing prevents it", "没有任何阻碍")
_IMPOSSIBLE = LocalizedText("the impossible happens", "发生不可能之事")
ALWAYS_TRUE = NodeSpec(
    "condition",
    "AlwaysTrue",
    LocalizedText("Always", "永远为真"),
    doc=LocalizedText("Always holds.", "始终成立。"),
    runtime=NodeRuntime(run=lambda st: True),
    group="logic",
    phrase=_NOTHING_PREVENTS,
    wording=Wording(negated=_IMPOSSIBLE, holds=True),
    search=search_words("true, always, unconditional", "总是、真、无条件"),
)
ALWAYS_FALSE = NodeSpec(
    "condition",
    "AlwaysFalse",
    LocalizedText("Never", "永远为假"),
    doc=LocalizedText(
        "Never holds; switches a part of a card off without deleting it.",
        "从不成立；可用来停用卡牌的一部分而不必删除。",
    ),
    runtime=NodeRuntime(run=lambda st: False),
    group="logic",
    phrase=_IMPOSSIBLE,
    wording=Wording(negated=_NOTHING_PREVENTS, holds=False),
    search=search_words("false, never, disabled", "从不、假、禁用"),
)

IF = NodeSpec(
    "effect",
    "if",
    LocalizedText("If", "条件执行"),
    (
        Field("condition", Node("condition"), LocalizedText("Condition", "条件")),
        DO,
        Field(
            "elsedo",
            Block(),
            LocalizedText("Otherwise", "否则"),
            required=False,
            doc=LocalizedText(
                "Effects, done when the condition does not hold; nothing when absent.",
                "条件不成立时执行的效果；缺省时什么也不做。",
            ),
        ),
    ),
    doc=LocalizedText(
        "Asks a condition once and does one list of effects or the other.",
        "判断一次条件：成立时执行一组效果，否则执行另一组。",
    ),
    phrase=LocalizedText("If {condition}, {do}.", "若{condition}，{do}。"),
    wording=Wording(
        cases=(
            Case(
                {"elsedo": Is.PRESENT},
                LocalizedText("If {condition}, {do}; otherwise, {elsedo}.", "若{condition}，{do}；否则，{elsedo}。"),
            ),
        )
    ),
    runtime=NodeRuntime(build=build_if, inline_build=build_inline_if),
    group="control",
    search=search_words("condition, conditional, when, in case, otherwise, else, branch", "如果、若、条件、否则、判断"),
    icon="git-branch",
)
LOOP = NodeSpec(
    "effect",
    "loop",
    LocalizedText("Repeat", "循环执行"),
    (
        ID,
        Field(
            "times",
            Number(0, 100),
            LocalizedText("Times", "次数"),
            analysis=FieldAnalysis(bounded=True),
            doc=LocalizedText(
                "Read once, before the first pass; never more than 100.", "在第一次循环之前取值一次；最多 100。"
            ),
        ),
        DO,
        Field(
            "target",
            Targets("any"),
            LocalizedText("Target", "目标"),
            required=False,
            doc=LocalizedText(
                "Chosen once, before the first pass, so that every pass means the same.",
                "在第一次循环之前选定一次，每次循环都指同一目标。",
            ),
        ),
    ),
    doc=LocalizedText("Repeats its effects.", "将其中的效果重复执行若干次。"),
    phrase=LocalizedText("Do this {times:times}: {do}.", "执行以下效果{times:次}：{do}。"),
    wording=Wording(
        cases=(
            Case({"times": 1}, LocalizedText("{do}.", "{do}。")),
            Case(
                {"times": Is.COMPUTED},
                LocalizedText("Do this {times:times}: {do}.", "执行以下效果若干次，次数等同于{times}：{do}。"),
            ),
        ),
        results={
            "index": (Case({}, LocalizedText("the number of times so far", "当前的次数")),),
            "count": (Case({}, LocalizedText("the number of times", "总次数")),),
        },
    ),
    output=NodeOutput(results={"index": "int", "count": "int", "target": "any"}, fixed=("count", "target")),
    runtime=NodeRuntime(build=build_loop),
    group="control",
    search=search_words("repeat, do times, several times, loop", "重复、循环、多次"),
    icon="repeat",
)
ADD_TRIGGERS = NodeSpec(
    "effect",
    "addTriggers",
    LocalizedText("Add triggers", "添加触发器"),
    (ID, Field("triggers", ListOf(ObjectShape("trigger"), min=1), LocalizedText("Triggers", "触发器"))),
    doc=LocalizedText(
        "Sets triggers that wait for their event from now on, even after the card has left; one on `instant` runs at once.",
        "设置触发器，此后等待各自的事件，即使该牌已经离场；事件为 `instant` 的触发器立即执行。",
    ),
    phrase=LocalizedText("{triggers}", "{triggers}"),
    output=NodeOutput(results={"UUIDs": "trigger[]"}),
    runtime=NodeRuntime(build=build_add_triggers),
    group="control",
    search=search_words(
        "trigger, whenever, when, until, lasting effect, listen, react", "触发、每当、持续效果、监听、反应"
    ),
    icon="zap",
)

CONDITIONS = (EQUALS, GREATER, LESS_THAN, AT_LEAST, AT_MOST, AND, OR, NOT, ALWAYS_TRUE, ALWAYS_FALSE)
CONTROL = (IF, LOOP, ADD_TRIGGERS)
