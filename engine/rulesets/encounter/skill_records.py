"""What an ability or an order does, as records: triggered parts, casts and spells, with their headings. Source: 001§5.3, §6.3.11, §7."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.json_values import Json
from engine.language.nodes.counting import CYCLE_FIELD
from engine.language.spec import (
    COUNTS_ALWAYS,
    PRESENT,
    Case,
    EventName,
    FieldAnalysis,
    Identifier,
    IntegerLiteral,
    ListOf,
    LocalizedText,
    Node,
    ObjectShape,
    Wording,
    case,
    field,
    optional,
    record,
    search_words,
    titles,
)
from engine.language.spec.shorthands import Around
from engine.toolkit.card_fields import ACTION, FILTER
from engine.toolkit.nodes import role_word
from engine.toolkit.nodes.trigger_words import with_conditions
from engine.toolkit.nodes.waiting import TIMES_FIELD, lifetimes, waiting_record

from .roles import DOER_ROLES, ROLES
from .shared_fields import RANGE, TARGET

NO_TEXT = LocalizedText("", "")
SELF = {"self": {"UUID": "entity", "playerUUID": "player"}}
WITH_TARGET = {**SELF, "target": {"unitUUID": "target"}}
CHOICES = titles(
    ("ally", "a unit of yours", "个友方单位"),
    ("enemy", "an opposing unit", "个敌方单位"),
    ("any", "a unit", "个单位"),
    ("hero", "a hero of yours", "名友方英雄"),
)
Near = Sequence[tuple[Mapping[str, Any], LocalizedText]]
WHICH = "{targetFilter:which}"
"""The place of what a target must be, behind an English noun and before a Chinese one."""
FROM_UNIT: Near = (
    ({"range": 1}, LocalizedText("{adjacent}", "选择一个相邻的{what}")),
    ({"range": PRESENT}, LocalizedText("{one} within {range} cells", "选择{range}格以内的一{what}")),
    ({}, LocalizedText("{one}", "选择一{what}")),
)
FROM_ANY: Near = (
    ({"range": 1}, LocalizedText("{one} adjacent to a unit of yours", "选择与友方单位相邻的一{what}")),
    (
        {"range": PRESENT},
        LocalizedText("{one} within {range} cells of a unit of yours", "选择距友方单位{range}格以内的一{what}"),
    ),
    ({}, LocalizedText("{one}", "选择一{what}")),
)
"""How far a target may be: from the unit that casts, or from any own unit."""


def _headings(start: LocalizedText, near: Near) -> tuple[Case, ...]:
    """Return the headings of what is done to a target: what is chosen, and from how far."""
    return tuple(
        case({"target": word, **when}, f"{start.en} {_put(text.en, far.en)}", f"{start.zh}{_put_zh(text.zh, far.zh)}")
        for word, text in CHOICES.items()
        for when, far in near
    )


def _put(what: str, far: str) -> str:
    bare = what.partition(" ")[2]
    return far.replace("{one}", what + WHICH).replace("{adjacent}", f"an adjacent {bare}{WHICH}")


def _put_zh(what: str, far: str) -> str:
    measure, noun = what[0], WHICH + what[1:]
    return far.replace("一个相邻的{what}", f"一{measure}相邻的{noun}").replace("{what}", measure + noun)


TARGET_FILTER = optional(
    "targetFilter",
    ListOf(Node("condition"), 0, 8),
    "Which targets",
    "目标条件",
    "What the target, `$target.unitUUID`, must be; only such units can be chosen.",
    "目标（`$target.unitUUID`）须满足的条件；只能选择满足条件的单位。",
    narrows=True,
    opens={"target": {"unitUUID": "target"}},
)
OWN_FILTER = replace(FILTER, analysis=FieldAnalysis(too_early={"target": "targetFilter"}))
"""When it can be done at all: asked before a target is chosen."""


ROLE_CONDITIONS = {"by": ("DoneBy", "is"), "to": ("DoneTo", "is")}
"""What a triggered part may ask of its event by a word, and the condition for which that stands."""


def open_skill(skill: Json, around: Around) -> Any:
    """Return a triggered part with who does its event, and to whom, as the first conditions of its filter."""
    return with_conditions(skill, ROLE_CONDITIONS)


SKILL = record(
    "skill",
    "Triggered part",
    "触发部分",
    field("id", Identifier(template=False), "Id", "标识", "Unique in the card.", "同一张卡牌内唯一。"),
    field(
        "triggerOn",
        EventName(),
        "Triggered by",
        "触发事件",
        "The event that it answers; those of the turn are answered for its own player.",
        "响应的事件；回合各步骤只响应所属玩家的。",
    ),
    TIMES_FIELD,
    optional(
        "usagePerRound",
        IntegerLiteral(1, 9),
        "Per round",
        "每回合次数",
        "How often it answers in a round, which is a turn of each side.",
        "每回合（双方各行动一次）最多响应的次数。",
        search=search_words("per round, times a round, each round, per turn", "每回合、每回合最多、每轮"),
        limits_firings=True,
        each_round=True,
    ),
    CYCLE_FIELD,
    COUNTS_ALWAYS,
    role_word(
        "by", DOER_ROLES, "Done by", "由谁引发", "Who does it: `DoneBy` in a word.", "引发者，即条件 `DoneBy` 的简写。"
    ),
    role_word(
        "to",
        ROLES,
        "Done to",
        "目标为",
        "To whom it is done: `DoneTo` in a word.",
        "受影响者，即条件 `DoneTo` 的简写。",
    ),
    FILTER,
    ACTION,
    gives=SELF,
    opens=open_skill,
)
LIFETIMES = lifetimes("本回合", "本轮")
TRIGGER = waiting_record(
    SKILL,
    ("triggerOn", "times", "usagePerRound", "every", "countsAlways", "by", "to", "filter", "action"),
    LIFETIMES,
)
CAST = record(
    "cast",
    "Cast",
    "施法",
    TARGET,
    RANGE,
    TARGET_FILTER,
    OWN_FILTER,
    ACTION,
    doc=LocalizedText(
        "What its bearer does as a standard action; it takes CT if there is any, else AT (001§6.3.11).",
        "携带者以标准动作施放；优先消耗 CT，否则消耗 AT（001§6.3.11）。",
    ),
    gives=WITH_TARGET,
    phrase=LocalizedText("Cast", "施法"),
    wording=Wording(cases=_headings(LocalizedText("Cast on", "施法，"), FROM_UNIT)),
    demands=LocalizedText("Cast only if {}", "仅当{}时才能施放"),
)
SPELL = record(
    "spell",
    "Spell",
    "法咒",
    TARGET,
    RANGE,
    TARGET_FILTER,
    OWN_FILTER,
    ACTION,
    doc=LocalizedText("What the card does when it is played (001§5.3.6).", "使用时的效果（001§5.3.6）。"),
    gives=WITH_TARGET,
    phrase=NO_TEXT,
    wording=Wording(cases=_headings(LocalizedText("Choose", ""), FROM_ANY)),
    demands=LocalizedText("Play only if {}", "仅当{}时才能使用"),
)
STATIC = optional(
    "static",
    ListOf(ObjectShape("modifier"), 0, 8),
    "Static",
    "静止式",
    "What holds as long as it is there.",
    "在场期间持续有效的修正。",
)
SKILLS = optional(
    "skills",
    ListOf(ObjectShape("skill"), 0, 6),
    "Triggered",
    "触发式",
    "What it does when events happen.",
    "因事件触发的效果。",
)
