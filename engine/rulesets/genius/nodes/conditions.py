"""The conditions of genius: who did what to whom, and what lies where."""

from __future__ import annotations

from engine.language.spec import PRESENT, Enum, Targets, case, field, option, optional, options, titles
from engine.toolkit.card_fields import ID_TEXT, TAG_TEXT
from engine.toolkit.nodes import Entities, by_word, condition, event_field, role_field, target_field, true_of_each
from engine.toolkit.rules import State

from ..condition_phrases import (
    BY_ACTION,
    BY_ELEMENT,
    BY_REACTION,
    BY_SKILL,
    DOER,
    HOST,
    OF_TAG,
    PLAIN_ELEMENT,
    PLAIN_SKILL,
    RECEIVER,
    who_phrases,
)
from ..event_asks import (
    ASKS_ACTION,
    ASKS_CARD,
    ASKS_CHARGED,
    ASKS_DOER,
    ASKS_ELEMENT,
    ASKS_PLUNGING,
    ASKS_REACTED,
    ASKS_REACTION,
    ASKS_RECEIVER,
    ASKS_SKILL,
)
from ..table import (
    CHARACTERS,
    SHIELDS,
    STATUSES,
    SUMMONS,
    SUPPORTS,
    active_of,
    auras,
    find,
    has_tag,
)
from ..words import (
    ACTION_CARDS,
    DAMAGE_ELEMENTS,
    DAMAGE_TYPES,
    ELEMENT,
    ELEMENTS,
    REACTION,
    REACTIONS,
    TAGS,
)
from .context import ACTORS, PLAYERS_OF, RECEIVERS, SORTS, Env, stands_for

ROLE_TITLES = titles(
    ("host", "its character", "所附属角色"),
    ("mine", "your side", "我方"),
    ("opponents", "the opposing side", "敌方"),
    ("myActive", "your active character", "我方出战角色"),
    ("opponentActive", "the opposing active character", "敌方出战角色"),
    ("myStandby", "a standby character of yours", "我方后台角色"),
    ("mySummon", "a summon of yours", "我方召唤物"),
    ("myCharacter", "a character of yours", "我方角色"),
    ("self", "this", "自身"),
)
ROLE_WORDS = {**ROLE_TITLES, "host": HOST}
"""The same in rules text, where a character is its own."""
WHO_FIELD = role_field(ROLE_TITLES)
ANY_REACTION = option("any", "Any", "任意反应")
ACTIONS = options(("skill", "a skill", "使用技能"), ("card", "a card", "打出手牌"), ("switch", "a switch", "切换角色"))


def is_done_by(st: State, env: Env, role: str) -> bool:
    """Return whether the cause of the event, or its player, has a role."""
    names, event = env.names, env.event
    player = names.get(PLAYERS_OF.get(event, "")) or 0
    if role == "mine":
        return bool(player == env.owner)
    return stands_for(
        st, env, names.get(ACTORS.get(event, "")) or 0, player, role, SORTS.get(ACTORS.get(event, ""), "")
    )


def is_done_to(st: State, env: Env, role: str) -> bool:
    """Return whether the target of the event has a role."""
    field_name = RECEIVERS.get(env.event, "")
    target = env.names.get(field_name) or 0
    if not target:
        return False
    left_by = env.names.get(PLAYERS_OF.get(env.event, "")) or 0
    return stands_for(st, env, target, st.entities.get(target, {}).get("own", left_by), role, SORTS.get(field_name, ""))


def has_element(st: State, env: Env, element: str) -> bool:
    """Return whether the damage, or what was applied, is of an element."""
    return bool(event_field(env, "mainDamageElement", "element") == ELEMENT[element])


def has_skill_type(st: State, env: Env, word: str) -> bool:
    """Return whether the skill, or the damage, is of a type."""
    return bool(event_field(env, "skillType", "damageType") == word)


def has_reaction(st: State, env: Env, word: str) -> bool:
    """Return whether the damage or the applied element triggered a reaction."""
    found = event_field(env, "reaction") or 0
    return bool(found) if word == "any" else found == REACTION[word]


def swirls(st: State, env: Env, element: str) -> bool:
    """Return whether an element is the one that reacted."""
    return bool(event_field(env, "swirlCrystallizeType") == ELEMENT[element])


def card_has_tag(st: State, env: Env, tag: str) -> bool:
    """Return whether the card that is played, tuned or paid for has a tag."""
    eid = event_field(env, "cardUUID", "UUID")
    return eid in st.entities and st.entities[eid]["kind"] in ACTION_CARDS and has_tag(st, eid, tag)


@true_of_each
def is_active(st: State, eid: int) -> bool:
    """Return whether all of some characters are active."""
    return active_of(st, st.entities[eid]["own"]) == eid


@true_of_each
def has_aura(st: State, eid: int, element: str) -> bool:
    """Return whether all of some characters have an element applied."""
    return ELEMENT[element] in auras(st.entities[eid]["aura"])


def has_entity(st: State, env: Env, targets: Entities | None, card: str) -> bool:
    """Return whether characters, or the own side, have an entity of a definition."""
    if targets:
        return all(bool(find(st, (eid, CHARACTERS), card)) for eid in targets)
    return any(bool(find(st, (env.owner, zone), card)) for zone in (SHIELDS, STATUSES, SUMMONS, SUPPORTS))


@true_of_each
def all_have_tag(st: State, eid: int, tag: str) -> bool:
    """Return whether all of some entities have a tag."""
    return eid in st.entities and has_tag(st, eid, tag)


_TARGETS = target_field("entity")
_TARGET = target_field("character")
_SKILL = field("skillType", Enum(DAMAGE_TYPES), "Type", "类型")
_CARD = field(
    "card", ID_TEXT, "Card", "卡牌", names="card", kinds=("equipment", "support", "summon", "status", "combatStatus")
)
SKILL_TYPE_CASES = (
    case(
        {"skillType": "summon"},
        "it is done by a summon",
        "由召唤物引发",
        "it is not done by a summon",
        "并非由召唤物引发",
    ),
    case(
        {"skillType": "other"},
        "it is done by another effect",
        "由其他效果引发",
        "it is not done by another effect",
        "并非由其他效果引发",
    ),
)
OWN = (
    condition(
        "DoneBy",
        "Done by",
        "由谁引发",
        (WHO_FIELD,),
        "Who dealt the damage, used the skill or made the action.",
        "造成伤害、使用技能或进行行动者。",
        "it is done by {is}",
        "由{is}引发",
        "it is not done by {is}",
        "并非由{is}引发",
        is_done_by,
        ("attacker, source, mine, by this character, user", "来源、由谁、我方、攻击者、使用者"),
        cases=by_word("is", ROLE_WORDS, "it is done by ~", "由~引发", "it is not done by ~", "并非由~引发"),
        phrases=who_phrases(DOER),
        asks=ASKS_DOER,
    ),
    condition(
        "DoneTo",
        "Done to",
        "目标为",
        (WHO_FIELD,),
        "Who suffers the damage, is healed or becomes active.",
        "受到伤害、受到治疗或成为出战角色者。",
        "the target is {is}",
        "目标为{is}",
        "the target is not {is}",
        "目标不是{is}",
        is_done_to,
        ("victim, target, hurts me, is damaged", "受害者、目标、受到伤害者"),
        cases=by_word("is", ROLE_WORDS, "the target is ~", "目标为~", "the target is not ~", "目标不是~"),
        phrases=who_phrases(RECEIVER),
        asks=ASKS_RECEIVER,
    ),
    condition(
        "ElementIs",
        "Element is",
        "元素为",
        (field("element", Enum(DAMAGE_ELEMENTS), "Element", "元素"),),
        "The element of the damage, or of what was applied.",
        "伤害或所附着的元素。",
        "the element is {element}",
        "元素为{element}",
        "the element is not {element}",
        "元素不是{element}",
        has_element,
        ("pyro damage, element type, physical", "火元素伤害、元素类型、物理伤害"),
        about=PLAIN_ELEMENT,
        phrases=BY_ELEMENT,
        asks=ASKS_ELEMENT,
    ),
    condition(
        "SkillTypeIs",
        "Skill type is",
        "技能类型为",
        (_SKILL,),
        "The type of the skill, or of what dealt the damage.",
        "技能或伤害来源的类型。",
        "it is {skillType:a}",
        "为{skillType}",
        "it is not {skillType:a}",
        "不是{skillType}",
        has_skill_type,
        ("normal attack, burst, elemental skill", "普通攻击、元素战技、元素爆发"),
        cases=SKILL_TYPE_CASES,
        about=PLAIN_SKILL,
        phrases=BY_SKILL,
        asks=ASKS_SKILL,
    ),
    condition(
        "ReactionIs",
        "Reaction is",
        "反应为",
        (field("reaction", Enum((ANY_REACTION, *REACTIONS)), "Reaction", "元素反应"),),
        "The reaction that was triggered.",
        "触发的元素反应。",
        "it triggers {reaction}",
        "触发了{reaction}",
        "it does not trigger {reaction}",
        "未触发{reaction}",
        has_reaction,
        ("melt, vaporize, overloaded, any reaction", "融化、蒸发、超载、任意反应"),
        cases=(
            case(
                {"reaction": "any"},
                "it triggers a reaction",
                "触发了元素反应",
                "it triggers no reaction",
                "未触发元素反应",
            ),
        ),
        phrases=BY_REACTION,
        asks=ASKS_REACTION,
    ),
    condition(
        "ReactsWith",
        "Reacts with",
        "参与反应的元素",
        (field("element", Enum(ELEMENTS), "Element", "元素"),),
        "The element on the target that reacted: which is swirled or crystallized.",
        "目标身上参与反应的元素：被扩散或结晶者。",
        "the element that reacts is {element}",
        "参与反应的元素为{element}",
        "the element that reacts is not {element}",
        "参与反应的元素不是{element}",
        swirls,
        ("swirl element, crystallize element", "扩散元素、结晶元素"),
        asks=ASKS_REACTED,
    ),
    condition(
        "ActionIs",
        "Action is",
        "行动为",
        (field("action", Enum(ACTIONS), "Action", "行动"),),
        "What the dice are calculated for.",
        "正在计算费用的行动。",
        "the action is {action}",
        "行动为{action}",
        "the action is not {action}",
        "行动不是{action}",
        lambda st, env, word: event_field(env, "action") == word,
        ("discount for, switch cost, card cost", "减费对象、切换费用、手牌费用"),
        phrases=BY_ACTION,
        asks=ASKS_ACTION,
    ),
    condition(
        "CardHasTag",
        "Card has a tag",
        "手牌带有标签",
        (field("tag", TAG_TEXT, "Tag", "标签", called=TAGS),),
        "The card that is played or paid for.",
        "被打出或计算费用的手牌。",
        "the card is {tag:a} card",
        "该牌为{tag}牌",
        "the card is no {tag} card",
        "该牌不是{tag}牌",
        card_has_tag,
        ("food card, weapon card, kind of card", "料理牌、武器牌、卡牌种类"),
        about=OF_TAG,
        asks=ASKS_CARD,
    ),
    condition(
        "IsPlunging",
        "Plunging attack",
        "下落攻击",
        (),
        "A normal attack right after its character became active.",
        "切换后的首次普通攻击。",
        "it is a plunging attack",
        "为下落攻击",
        "it is no plunging attack",
        "不是下落攻击",
        lambda st, env: bool(event_field(env, "isPlungingAttack")),
        ("plunge, after switching", "下落攻击、切换后攻击"),
        asks=ASKS_PLUNGING,
    ),
    condition(
        "IsCharged",
        "Charged attack",
        "重击",
        (),
        "A normal attack made with an even number of dice.",
        "行动前骰子数为偶数时的普通攻击。",
        "it is a charged attack",
        "为重击",
        "it is no charged attack",
        "不是重击",
        lambda st, env: bool(event_field(env, "isChargedAttack")),
        ("charged attack, even dice", "重击、偶数骰子"),
        asks=ASKS_CHARGED,
    ),
    condition(
        "IsActive",
        "Is active",
        "为出战角色",
        (_TARGET,),
        "The character is the active one of its side.",
        "该角色为其阵营的出战角色。",
        "{target} is active",
        "{target}为出战角色",
        "{target} is not active",
        "{target}不是出战角色",
        is_active,
        ("on field, active character", "出战、在场"),
    ),
    condition(
        "HasAura",
        "Has an element",
        "附着元素",
        (_TARGET, field("element", Enum(ELEMENTS), "Element", "元素")),
        "The element is applied to the character.",
        "角色身上附着该元素。",
        "{target} has {element} applied",
        "{target}附着{element}元素",
        "{target} does not have {element} applied",
        "{target}未附着{element}元素",
        has_aura,
        ("elemental application, wet, burning enemy", "元素附着、附着水元素"),
    ),
    condition(
        "Has",
        "Has an entity",
        "具有实体",
        (
            optional(
                "target",
                Targets("character"),
                "Target",
                "目标",
                "Whose area is searched; the own side when absent.",
                "所查看的角色区；缺省为我方场上。",
            ),
            _CARD,
        ),
        "A status, equipment, summon or support of this card is there.",
        "存在该卡牌对应的状态、装备、召唤物或支援。",
        "you have {card:called}",
        "我方具有{card:called}",
        "you do not have {card:called}",
        "我方没有{card:called}",
        has_entity,
        ("has status, is equipped, summon present", "具有状态、已装备、召唤物在场"),
        cases=(
            case(
                {"target": PRESENT},
                "{target} has {card:called}",
                "{target}具有{card:called}",
                "{target} does not have {card:called}",
                "{target}没有{card:called}",
            ),
        ),
    ),
    condition(
        "HasTag",
        "Has a tag",
        "带有标签",
        (_TARGETS, field("tag", TAG_TEXT, "Tag", "标签", called=TAGS)),
        "The entity has this printed tag.",
        "该实体带有此标签。",
        "{target} has the {tag} tag",
        "{target}带有{tag}标签",
        "{target} does not have the {tag} tag",
        "{target}没有{tag}标签",
        all_have_tag,
        ("tag, weapon type, kind", "标签、武器类型、种类"),
    ),
)
