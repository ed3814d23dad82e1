"""Triggers that an effect sets up: “the next time … this round, …”, with how often they answer and how long they wait. ADR 126.

A game says how its triggers are written, hands over the record of its abilities, and closes its turns and rounds:

    TRIGGER = waiting_record(ABILITY, ("on", "times", "condition", "do"), lifetimes("本回合", "本轮"))
    NODES = (*waiting(TRIGGER, Waiting({…}), example),)
    end_period(st, "turn")
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from engine.json_values import Json
from engine.language.compiling.control import Waiting, build_add_triggers
from engine.language.nodes.core import ADD_TRIGGERS
from engine.language.spec import (
    Enum,
    EventName,
    Field,
    IntegerLiteral,
    Lifetime,
    LocalizedText,
    NodeOutput,
    NodeRuntime,
    NodeSpec,
    Option,
    RecordSpec,
    effect,
    optional,
)
from engine.language.spec.shorthands import Around, AuthorField

TRIGGERS = "triggers"
TIMES_FIELD = optional(
    "times",
    IntegerLiteral(1, 20),
    "Times",
    "次数",
    "How often it answers at most while it lasts, such as 1 for “the next time this round”; without end when absent (added by this project).",
    "在持续期间至多响应几次，例如 1 表示“本轮下一次”；缺省时不限（本项目扩展）。",
    limits_firings=True,
    in_all=True,
)
"""The field of a trigger that answers so often and then never again."""


def lifetimes(turn_zh: str, round_zh: str) -> tuple[Lifetime, ...]:
    """Return how long triggers last that effects set up: for good, this turn, this round; without a word for turns not that.

    Shapes: the words are “this turn” and “this round” in Chinese; the rules of the game close both by `end_period`.
    """
    periods = (("turn", turn_zh), ("round", round_zh))
    return (
        Lifetime(
            "match",
            LocalizedText("For the rest of the match", "持续到对局结束"),
            phrase=LocalizedText("for the rest of the match", "此后整局对局中"),
            keys=LocalizedText(r"rest of the match|this match|from now on|permanent", "整局|本局|此后|永久|从现在起"),
        ),
        *(
            Lifetime(
                name,
                LocalizedText(f"This {name}", f"持续到{zh}结束"),
                period=name,
                phrase=LocalizedText(f"this {name}", f"{zh}中"),
                keys=LocalizedText(rf"\b(?:this|that|the) {name}\b", zh),
            )
            for name, zh in periods
            if zh
        ),
    )


def mode_field(spans: Sequence[Lifetime]) -> Field:
    """Return the field of a trigger for how long it lasts; when absent, as the first of these."""
    words = Enum(tuple(Option(life.name, life.title) for life in spans))
    return optional("mode", words, "Lasts", "持续", "How long it waits.", "等待多久。", default=spans[0].name)


def waiting_record(ability: RecordSpec, keys: Collection[str], spans: Sequence[Lifetime]) -> RecordSpec:
    """Return the record of triggers that effects set up: these keys of an ability, its event first, and how long it lasts."""
    event, *fields = sorted(
        (key for key in ability.fields if key.name in keys), key=lambda key: not isinstance(key.shape, EventName)
    )
    return replace(
        ability,
        name="trigger",
        title=LocalizedText("Trigger", "触发器"),
        fields=(replace(event, required=True), mode_field(spans), *fields),
        doc=LocalizedText("A trigger that an effect sets up.", "由效果设置的触发器。"),
        gives={},
        extension=True,
    )


def waiting(
    record: RecordSpec, how: Waiting, example: tuple[Json, ...], name: str = "when", add: str = "addTriggers"
) -> tuple[NodeSpec, NodeSpec]:
    """Return the effect that sets up triggers, and `when`, which sets up one; in the spelling of a game."""
    triggers = next(key for key in ADD_TRIGGERS.fields if key.name == TRIGGERS)
    adding = replace(
        ADD_TRIGGERS,
        name=add,
        doc=LocalizedText(
            "Sets triggers that wait for their event from now on, even after the card has left.",
            "设置触发器，此后等待各自的事件，即使该牌已经离场。",
        ),
        fields=(triggers,),
        output=NodeOutput(),
        runtime=NodeRuntime(build=partial(build_add_triggers, how=how)),
        extension=True,
        example=tuple(_listed(node, add) for node in example),
    )
    return adding, when(record, example, name, add)


def _listed(node: Any, add: str) -> Json:
    """Return a `when` as the effect that adds triggers, its fields beside its name or in the bag that they are in."""
    bag = next((key for key, held in node.items() if isinstance(held, dict)), "")
    fields = node[bag] if bag else {key: held for key, held in node.items() if key != "type"}
    listed = {TRIGGERS: [fields]}
    return {"type": add, bag: listed} if bag else {"type": add, **listed}


def when(
    record: RecordSpec,
    example: tuple[Json, ...] = (),
    name: str = "when",
    add: str = ADD_TRIGGERS.name,
    group: str = ADD_TRIGGERS.group,
) -> NodeSpec:
    """Return the effect that sets up one trigger, with the fields of the record."""
    return effect(
        name,
        "When, do",
        "当……时",
        tuple(replace(key, aliases=tuple(word for word in key.aliases if word != "type")) for key in record.fields),
        "Adds one trigger.",
        "添加一个触发器。",
        search=(
            "when, whenever, trigger, add trigger, listen, each time, the next time",
            "当、每当、触发器、添加触发器、每次、下次",
        ),
        icon="bell",
        extension=True,
        group=group,
        example=example,
        opens=_opening(record, add),
    )


def _opening(record: RecordSpec, add: str) -> Any:
    """Return what opens `when`: the effect that adds triggers, with the one that it is."""
    names = tuple(key.name for key in record.fields)

    def open_when(node: Json, around: Around) -> Any:
        trigger = {key: node[key] for key in names if key in node}
        opened = record.opens(trigger, around) if record.opens is not None else None
        return {"type": add, TRIGGERS: [opened or {key: AuthorField(key) for key in trigger}]}

    return open_when


__all__ = ["TIMES_FIELD", "Waiting", "lifetimes", "mode_field", "waiting", "waiting_record", "when"]
