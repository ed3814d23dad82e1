"""What an ability or an order does, as records: triggered parts, casts and spells, with their headings. Source: 001§5.3, §6.3.11, §7."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.language.spec.fields import COUNTS_ALWAYS, Field, FieldAnalysis, optional
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import EventName, Identifier, IntegerLiteral, ListOf, LocalizedText, ObjectShape
from engine.rulesets.encounter.shared_fields import ACTION, FILTER, RANGE, TARGET

NO_TEXT = LocalizedText("", "")
SELF = {"self": {"UUID": "entity", "playerUUID": "player"}}
WITH_TARGET = {**SELF, "target": {"unitUUID": "target"}}
CHOICES = {
    "ally": LocalizedText("a unit of yours", "个友方单位"),
    "enemy": LocalizedText("an opposing unit", "个敌方单位"),
    "any": LocalizedText("a unit", "个单位"),
    "hero": LocalizedText("a hero of yours", "名友方英雄"),
}
Near = Sequence[tuple[Mapping[str, Any], LocalizedText]]
FROM_UNIT: Near = (
    ({"range": 1}, LocalizedText("{adjacent}", "选择一个相邻的{what}")),
    ({"range": Is.PRESENT}, LocalizedText("{one} within {range} cells", "选择{range}格以内的一{what}")),
    ({}, LocalizedText("{one}", "选择一{what}")),
)
FROM_ANY: Near = (
    ({"range": 1}, LocalizedText("{one} adjacent to a unit of yours", "选择与友方单位相邻的一{what}")),
    (
        {"range": Is.PRESENT},
        LocalizedText("{one} within {range} cells of a unit of yours", "选择距友方单位{range}格以内的一{what}"),
    ),
    ({}, LocalizedText("{one}", "选择一{what}")),
)
"""How far a target may be: from the unit that casts, or from any own unit."""


def _headings(start: LocalizedText, near: Near) -> tuple[Case, ...]:
    """Return the headings of what is done to a target: what is chosen, and from how far."""
    return tuple(
        Case(
            {"target": word, **when},
            LocalizedText(f"{start.en} {_put(text.en, far.en)}", f"{start.zh}{_put_zh(text.zh, far.zh)}"),
        )
        for word, text in CHOICES.items()
        for when, far in near
    )


def _put(what: str, far: str) -> str:
    bare = what.partition(" ")[2]
    return far.replace("{one}", what).replace("{adjacent}", f"an adjacent {bare}")


def _put_zh(what: str, far: str) -> str:
    return far.replace("一个相邻的{what}", f"一{what[0]}相邻的{what[1:]}").replace("{what}", what)


SKILL = RecordSpec(
    "skill",
    LocalizedText("Triggered part", "触发部分"),
    (
        Field(
            "id",
            Identifier(template=False),
            LocalizedText("Id", "标识"),
            doc=LocalizedText("Unique in the card.", "同一张卡牌内唯一。"),
        ),
        Field(
            "triggerOn",
            EventName(),
            LocalizedText("Triggered by", "触发事件"),
            doc=LocalizedText(
                "The event that it answers; those of the turn are answered for its own player.",
                "响应的事件；回合各步骤只响应所属玩家的。",
            ),
        ),
        optional(
            "usagePerRound",
            IntegerLiteral(1, 9),
            LocalizedText("Per round", "每回合次数"),
            LocalizedText(
                "How often it answers in a round, which is a turn of each side.",
                "每回合（双方各行动一次）最多响应的次数。",
            ),
            analysis=FieldAnalysis(limits_firings=True, each_round=True),
        ),
        COUNTS_ALWAYS,
        FILTER,
        ACTION,
    ),
    gives=SELF,
)
CAST = RecordSpec(
    "cast",
    LocalizedText("Cast", "施法"),
    (TARGET, RANGE, FILTER, ACTION),
    doc=LocalizedText(
        "What its bearer does as a standard action; it takes CT if there is any, else AT (001§6.3.11).",
        "携带者以标准动作施放；优先消耗 CT，否则消耗 AT（001§6.3.11）。",
    ),
    gives=WITH_TARGET,
    phrase=LocalizedText("Cast", "施法"),
    wording=Wording(cases=_headings(LocalizedText("Cast on", "施法，"), FROM_UNIT)),
)
SPELL = RecordSpec(
    "spell",
    LocalizedText("Spell", "法咒"),
    (TARGET, RANGE, FILTER, ACTION),
    doc=LocalizedText("What the card does when it is played (001§5.3.6).", "使用时的效果（001§5.3.6）。"),
    gives=WITH_TARGET,
    phrase=NO_TEXT,
    wording=Wording(cases=_headings(LocalizedText("Choose", ""), FROM_ANY)),
)
STATIC = optional(
    "static",
    ListOf(ObjectShape("modifier"), 0, 8),
    LocalizedText("Static", "静止式"),
    LocalizedText("What holds as long as it is there.", "在场期间持续有效的修正。"),
)
SKILLS = optional(
    "skills",
    ListOf(ObjectShape("skill"), 0, 6),
    LocalizedText("Triggered", "触发式"),
    LocalizedText("What it does when events happen.", "因事件触发的效果。"),
)
