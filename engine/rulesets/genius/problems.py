"""The problem codes of this game's own checks, and texts that show codes."""

from __future__ import annotations

from typing import Final

from engine.ruleset import ProblemExample
from engine.toolkit.linting import problem_code

PROBLEM_CODES = {
    "E-SKILL": problem_code(
        "A skill that is neither active nor passive",
        "既非主动也非被动的技能",
        "Give an active skill its type and cost, a passive one its event.",
        "请为主动技能填写类型与费用，或为被动技能填写触发事件。",
    ),
    "E-PAYMENT": problem_code(
        "A cost that no dice can pay",
        "无法支付的费用",
        "Lower the cost.",
        "请降低费用。",
    ),
    "E-BEARER": problem_code(
        "Equipment that no character can bear",
        "无人可装备的装备牌",
        "Write whose it is: a weapon type, or the character of a talent.",
        "请注明武器类型，或天赋牌所属的角色。",
    ),
    "E-HOST": problem_code(
        "The character of something that has no character",
        "不附属于角色却引用所附属角色",
        "Name characters of a side instead.",
        "请改为指定某一方的角色。",
    ),
    "E-COPY": problem_code(
        "A card made from nothing, or from two sources",
        "生成手牌未指定来源，或指定了两个来源",
        "Name a card, or a copy of one, not both.",
        "请指定卡牌标识或复制对象之一。",
    ),
    "W-TAG": problem_code(
        "A tag that is almost one of the rules",
        "与规则标签相近的标签",
        "Take the tag of the rules, or a word that differs more from it.",
        "请改用规则标签，或换用差别更大的名称。",
    ),
    "W-VARIABLE": problem_code(
        "A variable that nothing sets",
        "从未设置的变量",
        "Name a variable of varConfigs, or one that an effect of this card changes.",
        "请填写 varConfigs 中的变量，或此卡牌的效果所改变的变量。",
    ),
}
_SUMMON: Final = (
    '{ "id": "my.spark", "type": "summon", "name": "Spark", "rarity": "common",\n'
    '  "varConfigs": { "usage": { "initialValue": 2 } },\n'
    '  "skills": [{ "id": "hit", "triggerOn": "END_PHASE",\n'
    '    "action": [{ "type": "heal", "target": TARGET, "amount": 1 }] }] }'
)
_FILTER: Final = '"filter": [{ "type": "DoneBy", "is": "host" }],\n    '
_SWORD: Final = (
    '{ "id": "my.blade", "type": "equipment", "name": "Blade", "rarity": "common", "cost": { "aligned": COUNT }, "tags": [TAGS],\n'
    '  "skills": [{ "id": "edge", SKILLFILTER"action": [{ "type": "changeVariable", "name": "edges", "amount": 1 }] }] }'
)


_RAISES: Final = (
    '{ "id": "my.surge", "type": "combatStatus", "name": "Surge", "rarity": "common",\n'
    '  "skills": [{ "id": "surges", "triggerOn": "EVENT",\n'
    '    "filter": [{ "type": "ReactionIs", "reaction": "any" }],\n'
    '    "action": [{ "type": "addDamage", "amount": 1 }] }] }'
)
COUNT_OF_VARIABLE: Final = '"amount": { "type": "variable", "name": "%s" }'


def _sword(count: int = 2, tags: str = '"weapon", "sword"', skill: str = '"triggerOn": "AFTER_USE_SKILL", ') -> str:
    return _SWORD.replace("COUNT", str(count)).replace("TAGS", tags).replace("SKILL", skill).replace("FILTER", _FILTER)


_COPY: Final = (
    '{ "id": "my.echo", "type": "eventCard", "name": "Echo", "rarity": "common", "cost": { "any": 1 },\n'
    '  "skills": [{ "id": "does", "skillType": "card", "action": [{ "type": "createCard"SOURCE }] }] }'
)


PROBLEM_EXAMPLES = {
    "E-NEVER": ProblemExample(
        _RAISES.replace("EVENT", "DAMAGE_ADD"), _RAISES.replace("EVENT", "DAMAGE_ADD_AFTER_REACTION")
    ),
    "E-SKILL": ProblemExample(_sword(skill="").replace(_FILTER, ""), _sword()),
    "E-PAYMENT": ProblemExample(_sword(count=16).replace('"aligned": 16', '"aligned": 16, "any": 1'), _sword()),
    "E-BEARER": ProblemExample(_sword(tags='"weapon"'), _sword()),
    "E-COPY": ProblemExample(
        _COPY.replace("SOURCE", ""), _COPY.replace("SOURCE", ', "copyOf": { "type": "lastPlayed" }')
    ),
    "W-TAG": ProblemExample(_sword(tags='"artefact"'), _sword(tags='"artifact"')),
    "W-VARIABLE": ProblemExample(
        _SUMMON.replace("TARGET", '{ "type": "characters", "which": "active" }').replace(
            '"amount": 1', COUNT_OF_VARIABLE % "charge"
        ),
        _SUMMON.replace("TARGET", '{ "type": "characters", "which": "active" }').replace(
            '"amount": 1', COUNT_OF_VARIABLE % "usage"
        ),
    ),
    "E-HOST": ProblemExample(
        _SUMMON.replace("TARGET", '{ "type": "host" }'),
        _SUMMON.replace("TARGET", '{ "type": "characters", "which": "active" }'),
    ),
}
