"""How the events of genius read when a trigger's condition says by whom, to whom, with what and of which element."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine.language.spec import PRESENT, Case, LocalizedText, case

FROM, TO, ELEMENT, KIND = "damageFrom", "damageTo", "mainDamageElement", "damageType"
TRUTH_VALUES = (True, False)


def _damage(source: bool, target: bool, element: bool, kind: bool) -> LocalizedText:
    """Return the sentence of a damage with the fields that are stated."""
    what = f"{{{ELEMENT}}} damage" if element else "damage"
    by, zh_by = (f" with {{{KIND}}}", f"以{{{KIND}}}") if kind else ("", "")
    zh_what = f"{{{ELEMENT}}}伤害" if element else "伤害"
    if source:
        to, zh_to = (f" to {{{TO}}}", f"对{{{TO}}}") if target else ("", "")
        return LocalizedText(f"{{{FROM}}} deals {what}{to}{by}", f"{{{FROM}}}{zh_by}{zh_to}造成{zh_what}")
    if target:
        zh_of = f"{{{KIND}}}造成的" if kind else ""
        from_ = f" of {{{KIND}}}" if kind else ""
        return LocalizedText(f"{{{TO}}} suffers {what}{from_}", f"{{{TO}}}受到{zh_of}{zh_what}")
    return LocalizedText(f"{what} is dealt{by}", f"{zh_by}造成{zh_what}")


def damage_cases(after: bool = False) -> Iterator[Case]:
    """Yield the sentences of a damage, the most specific first; with `after` a character has suffered it."""
    for source, target, element, kind in product(TRUTH_VALUES, repeat=4):
        words = {FROM: source, TO: target or after, ELEMENT: element, KIND: kind}
        if not any((source, target, element, kind)):
            continue
        conditions = {
            name: PRESENT for name, is_stated in zip(words, (source, target, element, kind), strict=True) if is_stated
        }
        said = _damage(*words.values())
        yield case(conditions, said.en, said.zh + ("后" if after else "时"))


def skill_cases(en: str, zh: str) -> tuple[Case, ...]:
    """Return the sentence of a skill of a known type; `en` and `zh` have a place for the skill."""
    skill = "{skillType}"
    return (case({"skillType": PRESENT}, en.format(skill), zh.format(skill)),)


PAYING = (
    case({"cost": PRESENT, "UUID": PRESENT}, "{UUID} plays {cost}", "{UUID}打出{cost}时"),
    case({"cost": PRESENT}, "{cost} is paid for", "支付{cost}的费用时"),
    case(
        {"action": "skill", "skillType": PRESENT, "UUID": PRESENT},
        "{UUID} uses {skillType}",
        "{UUID}使用{skillType}时",
    ),
    case({"action": "skill", "UUID": PRESENT}, "{UUID} uses a skill", "{UUID}使用技能时"),
    case({"action": "card", "UUID": PRESENT}, "{UUID} plays a card", "{UUID}打出手牌时"),
    case(
        {"action": "switch", "UUID": PRESENT, "toUUID": PRESENT},
        "{UUID} switches to {toUUID}",
        "{UUID}切换到{toUUID}时",
    ),
    case({"action": "switch", "toUUID": PRESENT}, "{toUUID} is switched to", "切换到{toUUID}时"),
    case({"action": "switch", "UUID": PRESENT}, "{UUID} switches characters", "{UUID}切换角色时"),
    case({"UUID": PRESENT}, "{UUID} pays for an action", "{UUID}支付行动费用时"),
    case({"action": "skill", "skillType": PRESENT}, "{skillType} is paid for", "支付{skillType}的费用时"),
    case({"action": "skill"}, "a skill is paid for", "支付技能的费用时"),
    case({"action": "card"}, "a card is paid for", "支付手牌的费用时"),
    case({"action": "switch"}, "a switch is paid for", "支付切换角色的费用时"),
)
"""The calculation of dice: for what they are."""
APPLICATION_CASES = (
    case(
        {"playerUUID": PRESENT},
        "{playerUUID} applies an element to {damageTo} and it reacts",
        "{playerUUID}对{damageTo}附着元素并触发反应后",
    ),
)
"""An element that reacts, where it is said who applied it."""
REACTING = (
    case(
        {"playerUUID": PRESENT, "reaction": PRESENT},
        "{playerUUID} triggers {reaction}",
        "{playerUUID}触发{reaction}时",
    ),
    case({"reaction": PRESENT}, "{reaction} is triggered", "触发{reaction}时"),
    case({"playerUUID": PRESENT}, "{playerUUID} triggers a reaction", "{playerUUID}触发元素反应时"),
)
"""A reaction, before it leaves what it leaves."""
SPENDING = (
    case(
        {"playerUUID": PRESENT, "variable": PRESENT}, "{playerUUID} spends {variable}", "{playerUUID}消耗{variable}后"
    ),
    case({"variable": PRESENT}, "the {variable} of {entityUUID} is spent", "{entityUUID}消耗{variable}后"),
    case(
        {"playerUUID": PRESENT},
        "{playerUUID} spends usage, energy or a counter",
        "{playerUUID}消耗可用次数、充能或计数后",
    ),
)
"""A variable that is spent: whose it is, and which one."""
SWITCH_CASES = (
    case({"fromUUID": PRESENT, "toUUID": PRESENT}, "{fromUUID} gives way to {toUUID}", "{fromUUID}切换到{toUUID}后"),
    case({"fromUUID": PRESENT}, "{fromUUID} has been switched out", "{fromUUID}离场后"),
    case(
        {"playerUUID": PRESENT, "toUUID": PRESENT},
        "{playerUUID} switches to {toUUID}",
        "{playerUUID}切换到{toUUID}后",
    ),
    case({"playerUUID": PRESENT}, "{playerUUID} switches characters", "{playerUUID}切换角色后"),
)
"""A switch, where it is said who makes it, who leaves and who comes."""
SWITCHING = (
    case(
        {"fromUUID": PRESENT, "toUUID": PRESENT},
        "{fromUUID} is switched out for {toUUID}",
        "{fromUUID}切换到{toUUID}时",
    ),
    case({"toUUID": PRESENT}, "{toUUID} is switched in", "{toUUID}登场时"),
)
"""A switch as it is made."""
