"""What the conditions of genius must find in the event that is answered: which of its fields they read, and what must be there."""

from __future__ import annotations

from engine.language.spec import ITSELF, Values, asks

from .event_fields import ACTION_KINDS
from .words import DAMAGE_ELEMENTS, DAMAGE_TYPES, ELEMENT, ELEMENTS, REACTION

YES: Values = frozenset((True,))
SIDES: tuple[str, ...] = ("mine", "opponents")
CHARACTER, SUMMON = frozenset(("character",)), frozenset(("summon",))
ROLE_TYPES = {
    **dict.fromkeys(("host", "myActive", "opponentActive", "myStandby", "myCharacter"), CHARACTER),
    "mySummon": SUMMON,
    "self": frozenset((ITSELF,)),
}
"""What the one must be that a word means."""
THING = frozenset(("entity",))
ASKS_DOER = (
    asks("the one that does it", "引发者", ("damageFrom", "UUID", "fromUUID", "entityUUID"), "is", ROLE_TYPES),
)
ASKS_RECEIVER = (
    asks(
        "the one that it is done to",
        "目标",
        ("damageTo", "toUUID", "UUID", "entityUUID"),
        "is",
        {**ROLE_TYPES, **dict.fromkeys(SIDES, THING)},
    ),
)
ASKS_ELEMENT = (
    asks(
        "the element",
        "元素",
        ("mainDamageElement", "element"),
        "element",
        {option.name: frozenset((ELEMENT[option.name],)) for option in DAMAGE_ELEMENTS},
        suffices=True,
    ),
)
ASKS_SKILL = (
    asks(
        "the type of the skill",
        "技能类型",
        ("skillType", "damageType"),
        "skillType",
        {option.name: frozenset((option.name,)) for option in DAMAGE_TYPES},
        suffices=True,
    ),
)
ASKS_REACTION = (
    asks(
        "the reaction",
        "元素反应",
        ("reaction",),
        "reaction",
        {"any": frozenset(REACTION.values()), **{name: frozenset((number,)) for name, number in REACTION.items()}},
        suffices=True,
    ),
)
ASKS_REACTED = (
    asks(
        "the element that reacted",
        "参与反应的元素",
        ("swirlCrystallizeType",),
        "element",
        {option.name: frozenset((ELEMENT[option.name],)) for option in ELEMENTS},
        suffices=True,
    ),
)
ASKS_ACTION = (
    asks(
        "the kind of action",
        "行动类型",
        ("action",),
        "action",
        {option.name: frozenset((option.name,)) for option in ACTION_KINDS},
        suffices=True,
    ),
)
ASKS_CARD = (asks("the card", "手牌", ("cardUUID", "UUID"), values=frozenset(("card",))),)
ASKS_ENDED = (
    asks(
        "that a player has ended the round", "已宣布结束的玩家", ("hasEnded",), values=YES, absent=None, suffices=True
    ),
)
ASKS_SKILL_ID = (asks("the skill", "技能", ("skillID",)),)
ASKS_VARIABLE = (asks("the variable that was spent", "被消耗的变量", ("variable",)),)
ASKS_REQUEST = (
    asks("whether another skill or a card asks for it", "是否由其他技能或手牌引发", ("isRequested",), values=YES),
)
ASKS_TALENT = (asks("the card that is paid for", "计算费用的手牌", ("cardUUID", "UUID"), values=frozenset(("card",))),)
ASKS_PLUNGING = (
    asks("whether it is a plunging attack", "是否为下落攻击", ("isPlungingAttack",), values=YES, suffices=True),
)
ASKS_CHARGED = (asks("whether it is a charged attack", "是否为重击", ("isChargedAttack",), values=YES, suffices=True),)
