"""What the shapes of a card cannot say: what a skill must have, what a cost may be, and where there is no character. It sees the core form.

Source: 002 SkillDefinition, EntityArea; 004 CharacterSkill, dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import Problem
from engine.language.diagnostics.problems import problem
from engine.language.diagnostics.suggestions import nearest
from engine.language.spec.shapes import LocalizedText
from engine.rulesets.genius.words import ACTION_CARDS, WEAPONS

OF_CHARACTERS = ("health", "maxHealth", "power", "maxPower")
"""Variables that every character has."""
Json = Mapping[str, Any]
MOST_DICE = 16
HOSTLESS = ("eventCard", "support", "summon", "combatStatus")
"""Types of card that are attached to no character."""


def lint(document: Any) -> Iterator[Problem]:
    """Yield what is odd about a card as a whole."""
    if not isinstance(document, dict) or not isinstance(document.get("type"), str):
        return
    kind = document["type"]
    yield from _cost(document.get("cost"), "/cost")
    skills = document.get("skills")
    for place, skill in enumerate(skills if isinstance(skills, list) else ()):
        if isinstance(skill, dict):
            yield from _skill(skill, kind, f"/skills/{place}")
    yield from _equipment(document, kind)
    yield from _variables(document, kind)
    if kind in HOSTLESS:
        yield from _hosts(document, "")


def _cost(cost: Any, path: str) -> Iterator[Problem]:
    """Yield that a cost cannot be paid with the most dice that a player holds."""
    if not isinstance(cost, dict):
        return
    total = sum(count for name, count in cost.items() if name != "energy" and type(count) is int)
    if total > MOST_DICE:
        message = LocalizedText(
            f"{total} dice cannot be paid: a player holds at most {MOST_DICE}.",
            f"{total} 个骰子无法支付：每名玩家至多持有 {MOST_DICE} 个。",
        )
        yield problem("E-PAYMENT", path, message, found=total, wanted=f"at most {MOST_DICE}")


def _skill(skill: Json, kind: str, path: str) -> Iterator[Problem]:
    """Yield what a skill lacks: an active one a type and a cost, a passive one its event."""
    yield from _cost(skill.get("cost"), f"{path}/cost")
    if "triggerOn" in skill:
        for name in ("skillType", "cost", "isPreparedSkill"):
            if name in skill:
                message = LocalizedText(
                    f"A skill that waits for an event has no “{name}”.", f"因事件触发的技能不能有“{name}”。"
                )
                yield problem("E-SKILL", f"{path}/{name}", message, fix=[{"op": "remove", "path": f"{path}/{name}"}])
        return
    if kind in ACTION_CARDS:
        if skill.get("skillType") != "card":
            message = LocalizedText(
                "What a card does when it is played has the skill type “card”.", "手牌打出时的效果须为“card”技能类型。"
            )
            yield problem("E-SKILL", path, message, wanted="card")
        return
    if kind != "character" or skill.get("skillType") == "card":
        message = LocalizedText(
            "A character's skills are normal, elemental or burst, a card's are “card”; any other skill waits for an event.",
            "角色的主动技能为 normal、elemental 或 burst，手牌的为“card”；其他技能须指定触发事件。",
        )
        yield problem("E-SKILL", path, message, wanted="triggerOn")
        return
    for name in ("skillType", "cost"):
        if name not in skill and not (name == "cost" and skill.get("isPreparedSkill")):
            message = LocalizedText(f"An active skill has a “{name}”.", f"主动技能必须有“{name}”。")
            yield problem("E-SKILL", path, message, wanted=name)


def _equipment(document: Json, kind: str) -> Iterator[Problem]:
    """Yield that equipment does not say whose it is."""
    tags = document.get("tags")
    tag_names = tags if isinstance(tags, list) else []
    if kind != "equipment":
        return
    if "talent" in tag_names and "character" not in document:
        message = LocalizedText("A talent names its “character”.", "天赋牌须填写“character”。")
        yield problem("E-BEARER", "", message, wanted="character")
    types = [option.name for option in WEAPONS[:5]]
    if "weapon" in tag_names and not any(name in tag_names for name in types):
        message = LocalizedText(
            f"A weapon has one of the tags {', '.join(types)} too.", f"武器牌还须带有以下标签之一：{'、'.join(types)}。"
        )
        yield problem("E-BEARER", "/tags", message, wanted="sword")


def _variables(document: Json, kind: str) -> Iterator[Problem]:
    """Yield every place that reads a variable of this card which nothing in it sets: that is 0 for good, as a misspelt name is."""
    configs = document.get("varConfigs")
    names = [*(configs if isinstance(configs, dict) else ()), *(OF_CHARACTERS if kind == "character" else ())]
    nodes = list(_nodes(document, ""))
    names += [
        node["name"] for node, _ in nodes if node["type"] == "changeVariable" and isinstance(node.get("name"), str)
    ]
    for node, path in nodes:
        name = node.get("name")
        if node["type"] != "variable" or "target" in node or not isinstance(name, str) or name in names:
            continue
        near = nearest(name, names)
        message = LocalizedText(
            f"Nothing gives this card a variable “{name}”, so it is always 0{f' (did you mean “{near}”?)' if near else ''}.",
            f"此卡牌没有变量“{name}”，其值始终为 0{f'（是否指“{near}”？）' if near else ''}。",
        )
        fix = [{"op": "replace", "path": f"{path}/name", "value": near}] if near else []
        yield problem("W-VARIABLE", f"{path}/name", message, found=name, wanted=near, fix=fix)


def _nodes(value: Any, path: str) -> Iterator[tuple[Json, str]]:
    """Yield every node with its place."""
    if isinstance(value, dict):
        if path and isinstance(value.get("type"), str):
            yield value, path
        for name, part in value.items():
            yield from _nodes(part, f"{path}/{name}")
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from _nodes(part, f"{path}/{place}")


def _hosts(value: Any, path: str) -> Iterator[Problem]:
    """Yield every place that speaks of the character of something that is attached to none."""
    if isinstance(value, dict):
        if value.get("type") == "host" or (value.get("type") in ("DoneBy", "DoneTo") and value.get("is") == "host"):
            message = LocalizedText(
                "This card is attached to no character, so it has none of its own.",
                "此卡牌不附属于角色，没有“所附属角色”。",
            )
            yield problem("E-HOST", path, message, found="host")
        for name, part in value.items():
            yield from _hosts(part, f"{path}/{name}")
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from _hosts(part, f"{path}/{place}")
