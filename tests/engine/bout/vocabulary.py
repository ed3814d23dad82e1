"""What a definition of the bout may say: 002's surface, `{id, type, tags, varConfigs, skills}`, and static modifiers beside it."""

from __future__ import annotations

from typing import Any

from engine.language.nodes.core import CONDITIONS, IF, LOOP
from engine.language.nodes.static_modifiers import DIVISOR, OPERATION, VALUE
from engine.language.spec.events import EventRuntime, EventSpec
from engine.language.spec.fields import Field
from engine.language.spec.phrases import Case, Is, Noun, Wording
from engine.language.spec.records import KindSpec, RecordSpec
from engine.language.spec.shapes import (
    Block,
    Enum,
    EventName,
    Identifier,
    IntegerLiteral,
    ListOf,
    LocalizedText,
    MapOf,
    Node,
    ObjectShape,
    Option,
    TextLiteral,
)
from engine.language.spec.vocabulary import Vocabulary
from tests.engine.bout.nodes import NODES

NUMBER = r"^[1-9][0-9]{0,8}$"
"""Definitions have positive numbers, entities negative ones (002)."""
TYPES = ("character", "status", "equipment", "combatStatus", "summon", "support", "card")
SELF = {"self": {"UUID": "entity", "playerUUID": "player"}}
SKILL_TYPES = ("normal", "elemental", "burst", "card")
PERIODS = ("perTurn", "perRound", "perMatch", "total")


def words(*names: str) -> Enum:
    """Return a closed set of words that are their own titles."""
    return Enum(tuple(Option(name, LocalizedText(name, name)) for name in names))


def field(name: str, shape: Any, *, required: bool = False, **more: Any) -> Field:
    """Return a field that is its own title."""
    return Field(name, shape, LocalizedText(name, name), required=required, **more)


DEFINITION = RecordSpec(
    "definition",
    LocalizedText("Definition", "定义"),
    (
        field("id", TextLiteral(9, 1, NUMBER), required=True),
        field("type", words(*TYPES), required=True),
        field("name", TextLiteral(40, 1)),
        field("tags", ListOf(TextLiteral(20, 1))),
        field("varConfigs", MapOf(ObjectShape("varConfig"))),
        field("skills", ListOf(ObjectShape("skill"))),
        field("auras", ListOf(ObjectShape("modifier"))),
    ),
)
VAR_CONFIG = RecordSpec(
    "varConfig",
    LocalizedText("Variable", "变量"),
    (
        field("initialValue", IntegerLiteral(-999, 999), required=True),
        field("recreateBehavior", words("overwrite", "takeMax", "append", "keep")),
        field("appendValue", IntegerLiteral(-999, 999)),
        field("appendLimit", IntegerLiteral(-999, 999)),
    ),
)
SKILL = RecordSpec(
    "skill",
    LocalizedText("Skill", "技能"),
    (
        field("id", Identifier(template=False), required=True),
        field("skillType", words(*SKILL_TYPES)),
        field("triggerOn", EventName()),
        field("filter", Node("condition")),
        field("limit", ObjectShape("limit")),
        field("priority", IntegerLiteral(0, 99)),
        field("action", Block(), required=True),
    ),
    gives=SELF,
)
LIMIT = RecordSpec(
    "limit", LocalizedText("Limit", "次数限制"), tuple(field(name, IntegerLiteral(1, 99)) for name in PERIODS)
)
STATS = tuple(Option(name, LocalizedText(name, name)) for name in ("attack", "maxHp"))
_BY = "{target's stat} is "
MODIFIER = RecordSpec(
    "modifier",
    LocalizedText("Modifier", "修正"),
    (
        Field("stat", Enum(STATS), LocalizedText("Stat", "属性")),
        OPERATION,
        VALUE,
        DIVISOR,
        Field("condition", Node("condition"), LocalizedText("Applies to", "作用对象"), required=False),
    ),
    gives={"target": SELF["self"], **SELF},
    phrase=LocalizedText("{target} has +{value} {stat}", "{target}的{stat}增加{value}"),
    wording=Wording(
        cases=(
            Case({"op": "set"}, LocalizedText(f"{_BY}{{value}}", "{target}的{stat}为{value}")),
            Case(
                {"op": "mul", "divisor": Is.PRESENT},
                LocalizedText(
                    f"{_BY}multiplied by {{value}}, divided by {{divisor}} and rounded down",
                    "{target}的{stat}乘以{value}、除以{divisor}并向下取整",
                ),
            ),
            Case({"op": "mul"}, LocalizedText(f"{_BY}multiplied by {{value}}", "{target}的{stat}乘以{value}")),
            Case({"op": "max"}, LocalizedText(f"{_BY}at most {{value}}", "{target}的{stat}至多为{value}")),
            Case({"op": "min"}, LocalizedText(f"{_BY}at least {{value}}", "{target}的{stat}至少为{value}")),
            Case({"value": Is.NEGATIVE}, LocalizedText("{target} has {value} {stat}", "{target}的{stat}减少{value:-}")),
            Case(
                {"value": Is.COMPUTED},
                LocalizedText("{target} has extra {stat} {value:equal}", "{target}的{stat}增加，增加量等于{value}"),
            ),
        ),
    ),
)
"""A static modifier; the text of `{target}` is that of whom its condition describes."""

_SIDE = {"playerUUID": "player"}
_SINGLE = {"entityUUID": "entity", **_SIDE}
_CHARACTER = {"characterUUID": "character", **_SIDE}
_DAMAGE = {"targetUUID": "character", "sourceUUID": "entity", "amount": "int"}


def event(name: str, title: str, fields: dict[str, str], **more: Any) -> EventSpec:
    """Return an event that is delivered when its scope closes, unless it says otherwise."""
    return EventSpec(name, LocalizedText(title, title), fields, **{"runtime": EventRuntime(mode="deferred"), **more})


EVENTS = (
    event("onRoundStart", "A round starts", {"round": "int"}),
    event("onEndPhase", "A round ends", {"round": "int"}),
    event(
        "onUseSkill",
        "A skill is about to be used",
        {**_CHARACTER, "kind": "text"},
        runtime=EventRuntime(stage="check", mode="nested"),
    ),
    event("onSkill", "A skill was used", {**_CHARACTER, "kind": "text"}),
    event(
        "onDamage", "Damage is dealt", _DAMAGE, runtime=EventRuntime(stage="modify", mode="nested", perform="bout/hurt")
    ),
    event("onDamaged", "Damage was dealt", _DAMAGE),
    event("onSwitchActive", "Another character is active", {**_SIDE, "fromUUID": "character", "toUUID": "character"}),
    event("onDispose", "An entity leaves", _SINGLE, runtime=EventRuntime(mode="deferred", hears_after_leaving=True)),
    event("onDefeated", "A character is defeated", _CHARACTER),
    event("onSignal", "A number is called out", {"entityUUID": "entity", "number": "int"}),
)


BOUT = Vocabulary(
    ruleset="bout",
    version="1.0",
    kinds=(KindSpec("definition", LocalizedText("Definition", "定义"), "definition"),),
    records=(DEFINITION, VAR_CONFIG, SKILL, LIMIT, MODIFIER),
    nodes=(IF, LOOP, *NODES, *CONDITIONS),
    events=EVENTS,
    timings=(),
    lifetimes=(),
    subtypes={"character": "entity"},
    nouns={"entity": Noun("entity", "entities", "实体"), "character": Noun("character", "characters", "角色", "名")},
)
