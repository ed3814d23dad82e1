"""What the shapes of a card cannot say: what a skill must have, what a cost may be, and where there is no character. It sees the core form.

Source: 002 SkillDefinition, EntityArea; 004 CharacterSkill, dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.errors import Problem
from engine.language.diagnostics.problems import removal, replacement
from engine.language.diagnostics.suggestions import nearest
from engine.language.spec import LocalizedText
from engine.toolkit.linting import finding
from engine.toolkit.reading import Document, items, nodes, objects, part

from .words import ACTION_CARDS, TAGS, WEAPONS

OF_CHARACTERS = ("health", "maxHealth", "power", "maxPower")
"""Variables that every character has."""
MAX_DICE = 16
HOSTLESS = ("eventCard", "support", "summon", "combatStatus")
"""Types of card that are attached to no character."""


def lint(document: Any) -> Iterator[Problem]:
    """Yield what is odd about a card as a whole."""
    if not isinstance(document, dict) or not isinstance(document.get("type"), str):
        return
    kind = document["type"]
    yield from _cost(document.get("cost"), "/cost")
    for place, skill in objects(document, "skills"):
        yield from _skill(skill, kind, f"/skills/{place}")
    if kind == "equipment":
        yield from _equipment(document)
    yield from _tags(document)
    yield from _variables(document, kind)
    yield from _copies(document)
    if kind in HOSTLESS:
        yield from _hosts(document)


def _cost(cost: Any, path: str) -> Iterator[Problem]:
    """Yield that a cost cannot be paid with the most dice that a player holds."""
    if not isinstance(cost, dict):
        return
    total = sum(count for name, count in cost.items() if name != "energy" and type(count) is int)
    if total > MAX_DICE:
        yield finding(
            "E-PAYMENT",
            path,
            f"{total} dice cannot be paid: a player holds at most {MAX_DICE}.",
            f"{total} 个骰子无法支付：每名玩家至多持有 {MAX_DICE} 个。",
            found=total,
            wanted=f"at most {MAX_DICE}",
        )


def _skill(skill: Document, kind: str, path: str) -> Iterator[Problem]:
    """Yield what a skill lacks: an active one a type and a cost, a passive one its event."""
    yield from _cost(skill.get("cost"), f"{path}/cost")
    if "triggerOn" in skill:
        if kind == "eventCard":
            yield finding(
                "E-SKILL",
                f"{path}/triggerOn",
                "An event card is never on the table, so a skill of it that waits for an event is never done.",
                "事件牌不会留在场上，因事件触发的技能不会生效。",
                wanted="skillType",
            )
        for name in ("skillType", "cost", "isPreparedSkill"):
            if name in skill:
                yield finding(
                    "E-SKILL",
                    f"{path}/{name}",
                    f"A skill that waits for an event has no “{name}”.",
                    f"因事件触发的技能不能有“{name}”。",
                    fix=removal(f"{path}/{name}"),
                )
        return
    if kind in ACTION_CARDS and (skill.get("skillType") == "card" or kind != "equipment" or "skillType" not in skill):
        if skill.get("skillType") != "card":
            yield finding(
                "E-SKILL",
                path,
                "What a card does when it is played has the skill type “card”; equipment lends its character skills of the other types.",
                "手牌打出时的效果须为“card”技能类型；装备可将其他类型的技能赋予所附属角色。",
                wanted="card",
            )
        return
    if kind not in ("character", "equipment") or skill.get("skillType") == "card":
        yield finding(
            "E-SKILL",
            path,
            "A character's skills are normal, elemental or burst, a card's are “card”; any other skill waits for an event.",
            "角色的主动技能为 normal、elemental 或 burst，手牌的为“card”；其他技能须指定触发事件。",
            wanted="triggerOn",
        )
        return
    for name in ("skillType", "cost"):
        if name not in skill and not (name == "cost" and skill.get("isPreparedSkill")):
            yield finding(
                "E-SKILL",
                path,
                f"An active skill has a “{name}”.",
                f"主动技能必须有“{name}”。",
                wanted=name,
            )


def _equipment(document: Document) -> Iterator[Problem]:
    """Yield that equipment does not say whose it is."""
    tag_names = items(document, "tags")
    if "talent" in tag_names and "character" not in document:
        yield finding(
            "E-BEARER",
            "",
            "A talent names its “character”.",
            "天赋牌须填写“character”。",
            wanted="character",
        )
    types = [option.name for option in WEAPONS[:5]]
    if "weapon" in tag_names and not any(name in tag_names for name in types):
        yield finding(
            "E-BEARER",
            "/tags",
            f"A weapon has one of the tags {', '.join(types)} too.",
            f"武器牌还须带有以下标签之一：{'、'.join(types)}。",
            wanted="sword",
        )


def _tags(document: Document) -> Iterator[Problem]:
    """Yield every tag that is almost one of those that rules read: no rule reads it."""
    for place, tag in enumerate(items(document, "tags")):
        if not isinstance(tag, str) or tag in TAGS or (near := nearest(tag, TAGS)) is None:
            continue
        yield finding(
            "W-TAG",
            f"/tags/{place}",
            f"No rule reads the tag “{tag}” (did you mean “{near}”?).",
            f"规则不识别标签“{tag}”（是否指“{near}”？）。",
            found=tag,
            wanted=near,
            fix=replacement(f"/tags/{place}", near),
        )


def _variables(document: Document, kind: str) -> Iterator[Problem]:
    """Yield every place that reads a variable of this card which nothing in it sets: that is 0 for good, as a misspelt name is."""
    names = [*part(document, "varConfigs"), *(OF_CHARACTERS if kind == "character" else ())]
    inner = [(path, node, node.get("name")) for path, node in nodes(document) if path]
    names += [name for _, node, name in inner if node["type"] == "changeVariable" and isinstance(name, str)]
    for path, node, name in inner:
        if node["type"] != "variable" or "target" in node or not isinstance(name, str) or name in names:
            continue
        near = nearest(name, names)
        message = LocalizedText(
            f"Nothing gives this card a variable “{name}”, so it is always 0{f' (did you mean “{near}”?)' if near else ''}.",
            f"此卡牌没有变量“{name}”，其值始终为 0{f'（是否指“{near}”？）' if near else ''}。",
        )
        fix = replacement(f"{path}/name", near) if near else ()
        yield finding("W-VARIABLE", f"{path}/name", *message, found=name, wanted=near, fix=fix)


def _copies(document: Document) -> Iterator[Problem]:
    """Yield every card that is made of nothing, or of two things."""
    for path, node in nodes(document):
        if node["type"] == "createCard" and ("card" in node) == ("copyOf" in node):
            yield finding(
                "E-COPY",
                path,
                "A card is made either by its id, “card”, or as a “copyOf” a card of the match.",
                "生成的手牌须由“card”指定标识，或由“copyOf”指定复制对象，二者取一。",
                wanted="card",
            )


def _hosts(document: Document) -> Iterator[Problem]:
    """Yield every place that speaks of the character of something that is attached to none."""
    for path, node in nodes(document):
        if node["type"] == "host" or (node["type"] in ("DoneBy", "DoneTo") and node.get("is") == "host"):
            yield finding(
                "E-HOST",
                path,
                "This card is attached to no character, so it has none of its own.",
                "此卡牌不附属于角色，没有“所附属角色”。",
                found="host",
            )
