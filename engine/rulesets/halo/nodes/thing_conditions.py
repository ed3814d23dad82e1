"""Conditions on a thing and a lane, all of them extensions: of what kind it is, where, and who holds the lane. Source: SOURCE.md, extensions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.spec import (
    ConditionPhrase,
    Enum,
    IntegerLiteral,
    LocalizedText,
    Noun,
    Option,
    Targets,
    case,
    extensions,
    field,
    option,
)
from engine.toolkit.rules import State, definition

from ..event_phrases import SOURCE, TARGET
from ..lanes import held_turns
from ..table import has_keyword, last_lane, turn
from ..words import SIX_KINDS
from .ability_context import Env, Row, Things, this
from .attributes import MODIFIED_KIND_NOUNS
from .event_conditions import KEYWORD_ARG, TAG_ARG, bears_tag
from .rows import asking

SUBJECT = field("target", Targets("any"), "Who", "对象")
ON_TABLE = ("UNIT", "VESSEL", "TOKEN")
KINDS = tuple(
    Option(kind.name, kind.title._replace(en=kind.title.en.lower()))
    if kind.name in ON_TABLE
    else option(kind.name, f"{kind.title.en.lower()} card", f"{kind.title.zh}牌")
    for kind in SIX_KINDS
)
"""What cards of a kind are called where something is asked whether it is one."""
KIND = field("kind", Enum(KINDS), "Kind", "类型")
TURNS = field("turns", IntegerLiteral(0, 20), "Turns", "回合数")


def _of_event(**words: Any) -> tuple[tuple[Mapping[str, Any], ConditionPhrase], ...]:
    """Return what a condition says about the event of a trigger where it asks it of the source or target."""
    fields = {"TARGET": TARGET, "SOURCE": SOURCE}
    return tuple(({"target": {"type": word}}, ConditionPhrase((name,), **words)) for word, name in fields.items())


def _first_entity(st: State, env: Env, targets: Things) -> int:
    """Return the one thing that is meant, 0 for none."""
    found = targets[0] if targets else 0
    return found if isinstance(found, int) and found in st.entities else 0


def is_kind(st: State, env: Env, targets: Things, kind: str) -> bool:
    """Whether something is a card of a kind."""
    eid = _first_entity(st, env, targets)
    return bool(eid) and bool(st.entities[eid]["def"]) and definition(st, eid).kind == kind


def entered_now(st: State, env: Env, targets: Things) -> bool:
    """Whether something came into play this turn."""
    eid = _first_entity(st, env, targets)
    return bool(eid) and st.entities[eid].get("entered", 0) == turn(st)


def in_this_lane(st: State, env: Env, targets: Things) -> bool:
    """Whether something is in this card's lane."""
    here = last_lane(st, this(st, env))
    return here != 0 and last_lane(st, _first_entity(st, env, targets)) == here


def holds_lane(st: State, env: Env, targets: Things, turns: int) -> bool:
    """Return whether a player holds this card's lane and held it at the end of `turns` consecutive turns."""
    lane = last_lane(st, this(st, env))
    return bool(lane) and any(
        not isinstance(who, Row) and held_turns(st, who, lane, now=not turns) >= max(turns, 1) for who in targets
    )


THING_CONDITIONS = extensions(
    asking(
        "IS_KIND",
        "Is of a kind",
        "类型为",
        (SUBJECT, KIND),
        "It is a card of this kind.",
        "该对象为此类型的牌。",
        "{target} is {kind:a}",
        "{target}是{kind}",
        "{target} is not {kind:a}",
        "{target}不是{kind}",
        is_kind,
        ("is a vessel, from orbit, is a unit, card type", "是舰船、来自轨道、是单位、卡牌类型"),
        phrases=_of_event(nouns=tuple(({"kind": kind}, Noun(*noun)) for kind, noun in MODIFIED_KIND_NOUNS.items())),
    ),
    asking(
        "IS_THIS",
        "Is this card",
        "即此牌",
        (SUBJECT,),
        "It is this unit or vessel; of an armory card its bearer.",
        "该对象即本单位或本舰船；军械则为其装备者。",
        "{target} is {this}",
        "{target}是{this}",
        "{target} is not {this}",
        "{target}不是{this}",
        lambda st, env, targets: _first_entity(st, env, targets) == this(st, env),
        ("self, itself, another, other than this", "自身、其他、本单位以外"),
        phrases=_of_event(itself=True),
    ),
    asking(
        "HAS_TAG",
        "Has a tag",
        "具有标签",
        (SUBJECT, TAG_ARG),
        "It has this tag.",
        "该对象带有此标签。",
        "{target} has the {tag} tag",
        "{target}带有{tag}标签",
        "{target} does not have the {tag} tag",
        "{target}没有{tag}标签",
        lambda st, env, targets, tag: bool(eid := _first_entity(st, env, targets)) and bears_tag(st, eid, tag),
        ("infantry, vehicle, tribe of it", "步兵、载具、种类"),
        phrases=_of_event(before=LocalizedText("{tag}", "{tag}")),
    ),
    asking(
        "HAS_KEYWORD",
        "Has a keyword",
        "具有关键词",
        (SUBJECT, KEYWORD_ARG),
        "It has this keyword.",
        "该对象具有此关键词。",
        "{target} has {keyword}",
        "{target}具有{keyword}",
        "{target} does not have {keyword}",
        "{target}没有{keyword}",
        lambda st, env, targets, keyword: has_keyword(st, _first_entity(st, env, targets), keyword) > 0,
        ("with keyword, ability", "带关键词、具有能力"),
        phrases=_of_event(suffix=LocalizedText("with {keyword}", "带{keyword}")),
    ),
    asking(
        "ENTERED_THIS_TURN",
        "Came this turn",
        "本回合进场",
        (SUBJECT,),
        "It came into play this turn.",
        "该对象于本回合进场。",
        "{target} came into play this turn",
        "{target}于本回合进场",
        "{target} did not come into play this turn",
        "{target}并非于本回合进场",
        entered_now,
        ("deployed this turn, new, just arrived, first turn", "本回合部署、刚进场、首回合"),
    ),
    asking(
        "IN_THIS_LANE",
        "Is in this lane",
        "位于本战线",
        (SUBJECT,),
        "It is in this card's lane.",
        "该对象与此牌在同一战线。",
        "{target} is in this lane",
        "{target}位于本战线",
        "{target} is not in this lane",
        "{target}不在本战线",
        in_this_lane,
        ("here, same lane, in this lane", "本战线、同路、此处"),
        phrases=_of_event(suffix=LocalizedText("in this lane", "本战线")),
    ),
    asking(
        "HOLDS_LANE",
        "Holds this lane",
        "控制本战线",
        (field("target", Targets("player"), "Who", "玩家"), TURNS),
        "The player held this card's lane at the end of so many of their turns in a row (HA11); with 0, holds it now.",
        "该玩家已连续若干个己方回合结束时控制此牌所在的战线（HA11）；0 表示当前控制。",
        "{target} has held this lane for {turns:turn|turns} in a row",
        "{target}已连续{turns:回合}控制本战线",
        "{target} has not held this lane for {turns:turn|turns} in a row",
        "{target}未连续{turns:回合}控制本战线",
        holds_lane,
        ("lane control, held for turns, holds the lane", "控制战线、连续控制、占领"),
        cases=(
            case(
                {"turns": 1},
                "{target} has held this lane for a turn",
                "{target}已控制本战线{turns:回合}",
                "{target} has not held this lane for a turn",
                "{target}未控制本战线{turns:回合}",
            ),
            case(
                {"turns": 0},
                "{target} holds this lane",
                "{target}控制本战线",
                "{target} does not hold this lane",
                "{target}未控制本战线",
            ),
        ),
    ),
)
