"""The effects of encounter on the event axis, and those that end the encounter. Source: 001§1.2, §10."""

from __future__ import annotations

from engine.language.spec import (
    NEGATIVE,
    PRESENT,
    Enum,
    IntegerLiteral,
    LocalizedText,
    Number,
    case,
    field,
    optional,
    options,
)
from engine.toolkit.card_fields import TAG_TEXT
from engine.toolkit.nodes import ID as NAME_OF_RESULT
from engine.toolkit.nodes import count_result, effect
from engine.toolkit.nodes.inner import card_or_its_id

from ..words import EVENT_TAGS
from . import handlers
from .effect_fields import AMOUNT_NAME, CHANGE, place_field

AXIS_ENDS = options(("pool", "the random pool", "随机事件池"), ("axis", "the axis", "事件轴"))
AXIS_EFFECTS = (
    effect(
        "delayEvent",
        "axis",
        "Delay an event",
        "延后事件",
        (place_field("place", LocalizedText("Place", "位置")), field("by", Number(1, 9), "By", "延后")),
        "Never out of the axis (001§10.2).",
        "不会移出事件轴（001§10.2）。",
        "Move event {place} of the axis {by:place|places} back.",
        "将事件轴第{place}位的事件延后{by:位}。",
        handlers.delay_event,
        ("delay, postpone event", "延后、推迟事件"),
        "hourglass",
    ),
    effect(
        "swapEvents",
        "axis",
        "Swap events",
        "交换事件",
        (place_field("first", LocalizedText("First", "其一")), place_field("second", LocalizedText("Second", "其二"))),
        "Of two places in the axis.",
        "交换事件轴中两个位置的事件。",
        "Swap events {first} and {second} of the axis.",
        "交换事件轴第{first}位与第{second}位的事件。",
        handlers.swap_events,
        ("swap, exchange events", "交换事件"),
        "repeat",
    ),
    effect(
        "removeEvents",
        "axis",
        "Remove events",
        "删除事件",
        (
            NAME_OF_RESULT,
            optional("tag", TAG_TEXT, "With the tag", "带有标签"),
            optional("below", IntegerLiteral(1, 6), "Among the first", "前几个", "Of all when absent.", "缺省为全部。"),
        ),
        "Later ones close up, and random ones refill the axis (001§10.2).",
        "后面的事件顺位填补，再随机补满（001§10.2）。",
        "Remove all events from the axis.",
        "删除事件轴中的所有事件。",
        handlers.remove_events,
        ("remove, cancel events, prevent disaster", "删除事件、取消事件、避免灾害"),
        "trash-2",
        draws_chance=True,
        cases=(
            *(
                case(
                    {"tag": tag, "below": PRESENT},
                    f"Remove the {text.en.lower()} events among the first {{below}} of the axis.",
                    f"删除事件轴前{{below:位}}中的{text.zh}事件。",
                )
                for tag, text in EVENT_TAGS.items()
            ),
            *(
                case(
                    {"tag": tag},
                    f"Remove all {text.en.lower()} events from the axis.",
                    f"删除事件轴中的所有{text.zh}事件。",
                )
                for tag, text in EVENT_TAGS.items()
            ),
            case(
                {"tag": PRESENT, "below": PRESENT},
                "Remove the events with the tag {tag} among the first {below}.",
                "删除前{below:个事件中}带有{tag}标签者。",
            ),
            case({"tag": PRESENT}, "Remove the events with the tag {tag}.", "删除带有{tag}标签的事件。"),
            case({"below": PRESENT}, "Remove the first {below:event|events}.", "删除前{below:个事件}。"),
        ),
        yields=count_result(
            "the number of events removed", "删除的事件数", "this removes {n:event|events}", "删除了{n:个事件}"
        ),
    ),
    effect(
        "growAxis",
        "axis",
        "Change the axis' length",
        "改变事件轴长度",
        (CHANGE,),
        "Up to 6; what is beyond it leaves from the tail.",
        "至多 6；超出部分从队尾移除。",
        "The event axis grows by {amount}.",
        "事件轴长度+{amount}。",
        handlers.grow_axis,
        ("longer axis, more events", "事件轴长度、更多事件"),
        "plus",
        draws_chance=True,
        keys=("axis (?:grows|shrinks)|longer|shorter|length", "事件轴长度|[+-]"),
        cases=(case({"amount": NEGATIVE}, "The event axis shrinks by {amount:-}.", "事件轴长度-{amount:-}。"),),
    ),
    effect(
        "addEvent",
        "axis",
        "Add an event",
        "加入事件",
        (
            *card_or_its_id("event", "event", "Event", "事件", record_name="innerEvent"),
            optional("to", Enum(AXIS_ENDS), "Where", "位置", default="pool"),
            optional("weight", IntegerLiteral(1, 99), "Weight", "事件权"),
        ),
        "To the pool with a weight, or to the tail of the axis.",
        "以权重加入随机事件池，或加入事件轴队尾。",
        "Add {event:called} to the pool of random events.",
        "将“{event:called}”加入随机事件池。",
        handlers.add_event,
        ("add event, inject, schedule", "加入事件、安排事件"),
        "plus",
        keys=("add|axis|pool", "加入|事件"),
        cases=(
            case(
                {"to": "axis"},
                "Add {event:called} to the tail of the event axis.",
                "将“{event:called}”加入事件轴队尾。",
            ),
            case(
                {"weight": PRESENT},
                "Add {event:called} to the pool of random events with weight {weight}.",
                "将“{event:called}”以事件权{weight}加入随机事件池。",
            ),
        ),
    ),
    effect(
        "changeAmount",
        "axis",
        "Change event amounts",
        "改变事件可变量",
        (CHANGE, AMOUNT_NAME),
        "Of all events in the axis that have it (001§10).",
        "事件轴中所有具有该可变量的事件（001§10）。",
        "The amounts of all events in the axis rise by {amount}.",
        "事件轴中所有事件的可变量+{amount}。",
        handlers.change_amount,
        ("stronger events, variable", "事件可变量、增强事件"),
        "hash",
        keys=("amounts?", "可变量|[+-]"),
        cases=(
            case(
                {"name": PRESENT, "amount": NEGATIVE},
                "The {name} of all events in the axis falls by {amount:-}.",
                "事件轴中所有事件的{name}-{amount:-}。",
            ),
            case(
                {"name": PRESENT},
                "The {name} of all events in the axis rises by {amount}.",
                "事件轴中所有事件的{name}+{amount}。",
            ),
            case(
                {"amount": NEGATIVE},
                "The amounts of all events in the axis fall by {amount:-}.",
                "事件轴中所有事件的可变量-{amount:-}。",
            ),
        ),
    ),
)
