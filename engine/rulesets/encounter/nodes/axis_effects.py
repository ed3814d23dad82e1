"""The effects of encounter on the event axis, and those that end the encounter. Source: 001§1.2, §10."""

from __future__ import annotations

from engine.language.nodes.core import ID as NAME_OF_RESULT
from engine.language.nodes.declaring import effect
from engine.language.spec.constructors import options
from engine.language.spec.fields import Field
from engine.language.spec.phrases import Case, Is, Result, Wording
from engine.language.spec.shapes import Enum, IntegerLiteral, LocalizedText, Number
from engine.ruleset.card_fields import TAG_TEXT
from engine.rulesets.encounter.nodes import handlers
from engine.rulesets.encounter.nodes.effect_fields import CHANGE, card_field, place_field
from engine.rulesets.encounter.words import EVENT_TAGS

AXIS_ENDS = options(("pool", "the random pool", "随机事件池"), ("axis", "the axis", "事件轴"))
AXIS_EFFECTS = (
    effect(
        "delayEvent",
        "axis",
        LocalizedText("Delay an event", "延后事件"),
        (place_field("place", LocalizedText("Place", "位置")), Field("by", Number(1, 9), LocalizedText("By", "延后"))),
        LocalizedText("Never out of the axis (001§10.2).", "不会移出事件轴（001§10.2）。"),
        LocalizedText(
            "Move event {place} of the axis {by:place|places} back.", "将事件轴第{place}位的事件延后{by:位}。"
        ),
        handlers.delay_event,
        ("delay, postpone event", "延后、推迟事件"),
        "hourglass",
    ),
    effect(
        "swapEvents",
        "axis",
        LocalizedText("Swap events", "交换事件"),
        (place_field("first", LocalizedText("First", "其一")), place_field("second", LocalizedText("Second", "其二"))),
        LocalizedText("Of two places in the axis.", "交换事件轴中两个位置的事件。"),
        LocalizedText("Swap events {first} and {second} of the axis.", "交换事件轴第{first}位与第{second}位的事件。"),
        handlers.swap_events,
        ("swap, exchange events", "交换事件"),
        "repeat",
    ),
    effect(
        "removeEvents",
        "axis",
        LocalizedText("Remove events", "删除事件"),
        (
            NAME_OF_RESULT,
            Field("tag", TAG_TEXT, LocalizedText("With the tag", "带有标签"), required=False),
            Field(
                "below",
                IntegerLiteral(1, 6),
                LocalizedText("Among the first", "前几个"),
                required=False,
                doc=LocalizedText("Of all when absent.", "缺省为全部。"),
            ),
        ),
        LocalizedText(
            "Later ones close up, and random ones refill the axis (001§10.2).",
            "后面的事件顺位填补，再随机补满（001§10.2）。",
        ),
        LocalizedText("Remove all events from the axis.", "删除事件轴中的所有事件。"),
        handlers.remove_events,
        ("remove, cancel events, prevent disaster", "删除事件、取消事件、避免灾害"),
        "trash-2",
        draws_chance=True,
        results={"count": "int"},
        wording=Wording(
            cases=(
                *(
                    Case(
                        {"tag": tag, "below": Is.PRESENT},
                        LocalizedText(
                            f"Remove the {text.en.lower()} events among the first {{below}} of the axis.",
                            f"删除事件轴前{{below:位}}中的{text.zh}事件。",
                        ),
                    )
                    for tag, text in EVENT_TAGS.items()
                ),
                *(
                    Case(
                        {"tag": tag},
                        LocalizedText(
                            f"Remove all {text.en.lower()} events from the axis.", f"删除事件轴中的所有{text.zh}事件。"
                        ),
                    )
                    for tag, text in EVENT_TAGS.items()
                ),
                Case(
                    {"tag": Is.PRESENT, "below": Is.PRESENT},
                    LocalizedText(
                        "Remove the events with the tag {tag} among the first {below}.",
                        "删除前{below:个事件中}带有{tag}标签者。",
                    ),
                ),
                Case(
                    {"tag": Is.PRESENT},
                    LocalizedText("Remove the events with the tag {tag}.", "删除带有{tag}标签的事件。"),
                ),
                Case(
                    {"below": Is.PRESENT},
                    LocalizedText("Remove the first {below:event|events}.", "删除前{below:个事件}。"),
                ),
            ),
            results={"count": (Result(LocalizedText("the number of events removed", "删除的事件数"), that=True),)},
        ),
    ),
    effect(
        "growAxis",
        "axis",
        LocalizedText("Change the axis' length", "改变事件轴长度"),
        (CHANGE,),
        LocalizedText("Up to 6; what is beyond it leaves from the tail.", "至多 6；超出部分从队尾移除。"),
        LocalizedText("The event axis grows by {amount}.", "事件轴长度+{amount}。"),
        handlers.grow_axis,
        ("longer axis, more events", "事件轴长度、更多事件"),
        "plus",
        draws_chance=True,
        wording=Wording(
            keys=LocalizedText("axis (?:grows|shrinks)|longer|shorter|length", "事件轴长度|[+-]"),
            cases=(
                Case(
                    {"amount": Is.NEGATIVE},
                    LocalizedText("The event axis shrinks by {amount:-}.", "事件轴长度-{amount:-}。"),
                ),
            ),
        ),
    ),
    effect(
        "addEvent",
        "axis",
        LocalizedText("Add an event", "加入事件"),
        (
            card_field("event", ("event",), LocalizedText("Event", "事件")),
            Field("to", Enum(AXIS_ENDS), LocalizedText("Where", "位置"), required=False, default="pool"),
            Field("weight", IntegerLiteral(1, 99), LocalizedText("Weight", "事件权"), required=False),
        ),
        LocalizedText(
            "To the pool with a weight, or to the tail of the axis.", "以权重加入随机事件池，或加入事件轴队尾。"
        ),
        LocalizedText("Add {event:called} to the pool of random events.", "将“{event:called}”加入随机事件池。"),
        handlers.add_event,
        ("add event, inject, schedule", "加入事件、安排事件"),
        "plus",
        wording=Wording(
            keys=LocalizedText("add|axis|pool", "加入|事件"),
            cases=(
                Case(
                    {"to": "axis"},
                    LocalizedText(
                        "Add {event:called} to the tail of the event axis.", "将“{event:called}”加入事件轴队尾。"
                    ),
                ),
            ),
        ),
    ),
    effect(
        "changeAmount",
        "axis",
        LocalizedText("Change event amounts", "改变事件可变量"),
        (CHANGE,),
        LocalizedText("Of all events in the axis (001§10).", "事件轴中所有事件（001§10）。"),
        LocalizedText("The amounts of all events in the axis rise by {amount}.", "事件轴中所有事件的可变量+{amount}。"),
        handlers.change_amount,
        ("stronger events, variable", "事件可变量、增强事件"),
        "hash",
        wording=Wording(
            keys=LocalizedText("amounts?", "可变量|[+-]"),
            cases=(
                Case(
                    {"amount": Is.NEGATIVE},
                    LocalizedText(
                        "The amounts of all events in the axis fall by {amount:-}.",
                        "事件轴中所有事件的可变量-{amount:-}。",
                    ),
                ),
            ),
        ),
    ),
)
