"""What a card changes by being there, an extension: a number of other cards is computed with it, without a trigger or a stored change.

Source: SOURCE.md, extensions; the kernel's `modifiers` says how they apply.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.nodes.attributes import BEFORE
from engine.language.nodes.static_modifiers import OPERATION, VALUE
from engine.language.spec import (
    COMPUTED,
    EACH,
    NEGATIVE,
    Attribute,
    Case,
    Enum,
    LocalizedText,
    Node,
    Noun,
    TextLiteral,
    Wording,
    case,
    field,
    option,
    optional,
    options,
    record,
)
from engine.toolkit.rules import State, definition

from ..fields import TAG, TAG_LETTERS
from ..table import has_tag, is_ground, is_vehicle, last_lane, row_of
from ..words import TAGS
from .ability_context import Env, this
from .attributes import MODIFIED_FIELD, MODIFIED_KIND_NOUNS, ONLY_MODIFIED

STATS = options(
    ("attack", "attack", "攻击力"),
    ("supply", "supply cost", "补给费用"),
    ("cover", "cover", "掩护"),
    ("penetration", "penetration", "穿透"),
    ("leastHealth", "least health", "最低生命"),
    ("strikes", "orbital strikes per turn", "每回合轨道打击次数"),
    ("drops", "drops per turn", "每回合投送次数"),
    ("aimedSupply", "supply cost of tactical cards played on it", "对其打出的战术牌的补给费用"),
)
"""The numbers that rules read with all modifiers."""
SCOPES = options(
    ("self", "this card", "此牌"),
    ("beside", "your units beside this one", "与本单位相邻的友方单位"),
    ("alliesHere", "your units in this lane", "本战线的友方单位"),
    ("otherAlliesHere", "your other units in this lane", "本战线的其他友方单位"),
    ("enemiesHere", "enemy units in this lane", "本战线的敌方单位"),
    ("allHere", "cards in this lane", "本战线的牌"),
    ("allies", "your units", "友方单位"),
    ("otherAllies", "your other units", "其他友方单位"),
    ("enemies", "enemy units", "敌方单位"),
    ("enemyVesselHere", "the enemy vessel over this lane", "本战线上空的敌方舰船"),
    ("yourHand", "cards in your hand", "你手牌中的牌"),
    ("enemyHand", "cards in your opponent's hand", "对手手牌中的牌"),
)
"""Whose numbers a modifier changes."""
SINGULAR_SCOPES = ("self", "enemyVesselHere")


def is_meant(st: State, env: Env, eid: int, modifier: Mapping[str, Any]) -> bool:
    """Return whether a modifier of this card is about an entity: a card, never a player, whose supply is another number."""
    if not st.entities[eid]["def"] or not _is_of(st, env, eid, modifier):
        return False
    to = modifier["to"]
    me, ent = this(st, env), st.entities[eid]
    is_mine, in_lane = ent["own"] == env.owner, last_lane(st, eid) == last_lane(st, me) != 0
    match to:
        case "self":
            return eid == me
        case "beside":
            return is_mine and in_lane and eid != me and is_ground(st, eid) and row_of(st, eid) == row_of(st, me)
        case "alliesHere" | "otherAlliesHere":
            return is_mine and in_lane and is_ground(st, eid) and (to == "alliesHere" or eid != me)
        case "allHere":
            return in_lane
        case "enemiesHere":
            return not is_mine and in_lane and is_ground(st, eid)
        case "allies" | "enemies" | "otherAllies":
            return is_mine == (to != "enemies") and is_ground(st, eid) and (to != "otherAllies" or eid != me)
        case "enemyVesselHere":
            return not is_mine and in_lane and not is_ground(st, eid)
    return bool(ent["zone"] == "hand" and is_mine == (to == "yourHand"))


def _is_of(st: State, env: Env, eid: int, modifier: Mapping[str, Any]) -> bool:
    """Return whether a card is all that a modifier asks for."""
    demands = [(key, modifier) for key in (TAG_FIELD, FACTION_FIELD)]
    demands += [(key, modifier.get(MODIFIED_FIELD.name, {})) for key in ONLY_MODIFIED.fields]
    return all(
        key.attribute.test(st, env, eid, node[key.name])
        for key, node in demands
        if key.name in node and key.attribute is not None
    )


def _is_of_tag(st: State, env: Env, eid: int, tag: str) -> bool:
    return has_tag(st, eid, tag) or (tag == "VEHICLE" and is_vehicle(st, eid)) or definition(st, eid).kind == tag


def _is_of_own_faction(st: State, env: Env, eid: int, word: str) -> bool:
    return bool(definition(st, eid).words["faction"] == definition(st, this(st, env)).words["faction"])


TAG_FIELD = optional(
    "tag",
    TextLiteral(40, 1, TAG, says=TAG_LETTERS),
    "Only",
    "仅限",
    "A kind of card or a tag; all when absent.",
    "卡牌类型或标签；缺省时为全部。",
    called=TAGS,
    attribute=Attribute(_is_of_tag, noun=MODIFIED_KIND_NOUNS, before=BEFORE),
)
FACTION_FIELD = optional(
    "faction",
    Enum((option("OWN", "this card's faction", "此牌所属阵营"),)),
    "Of the faction",
    "阵营",
    "Cards of any faction when absent.",
    "缺省时不限阵营。",
    attribute=Attribute(_is_of_own_faction, clause=LocalizedText("of this card's faction", "与此牌同阵营")),
)


SENTENCES: tuple[tuple[Mapping[str, Any], str, str], ...] = (
    ({"stat": "leastHealth"}, "~ cannot fall below {value} health", "~的生命不会低于{value}"),
    ({"stat": "strikes", "op": "max", "value": 0}, "~ cannot strike from orbit", "~不能发动轨道打击"),
    ({"stat": "drops", "op": "max", "value": 0}, "~ cannot drop units", "~不能投送单位"),
    ({"stat": "penetration"}, "~ ignore {value} of each shield", "~的伤害无视{value}点护盾"),
    (
        {"stat": "aimedSupply", "op": "add", "value": NEGATIVE},
        "tactical cards that are played on ~ cost {value:-} less supply",
        "对~打出的战术牌的补给费用减少{value:-}点",
    ),
    (
        {"stat": "aimedSupply", "op": "add"},
        "tactical cards that are played on ~ cost {value} more supply",
        "对~打出的战术牌的补给费用增加{value}点",
    ),
    (
        {"stat": "supply", "op": "add", "value": EACH},
        "~ cost {value:base} more supply {value:per}",
        "{value:per}，~的补给费用增加{value:base}点",
    ),
    ({"stat": "supply", "op": "add", "value": NEGATIVE}, "~ cost {value:-} less supply", "~的补给费用减少{value:-}点"),
    ({"stat": "supply", "op": "add"}, "~ cost {value} more supply", "~的补给费用增加{value}点"),
    ({"op": "add", "value": EACH}, "~ have +{value:base} {stat} {value:per}", "{value:per}，~的{stat}增加{value:base}"),
    ({"op": "set"}, "the {stat} of ~ is {value}", "~的{stat}变为{value}"),
    ({"op": "mul"}, "~ have {stat} times {value}", "~的{stat}乘以{value}"),
    ({"op": "max"}, "~ have at most {value} {stat}", "~的{stat}至多为{value}"),
    ({"op": "min"}, "~ have at least {value} {stat}", "~的{stat}至少为{value}"),
    ({"value": NEGATIVE}, "~ have {value} {stat}", "~的{stat}减少{value:-}"),
    ({"value": COMPUTED}, "~ have extra {stat} {value:equal}", "~的{stat}增加，增加量等于{value}"),
    ({}, "~ have +{value} {stat}", "~的{stat}增加{value}"),
)
"""The sentence of each stat and operation in the plural; `~` is whose number it is."""
SINGULAR = {"~ have ": "~ has ", "~ cost ": "~ costs ", "~ ignore ": "~ ignores "}


def _cases() -> tuple[Case, ...]:
    """Return the sentence of each operation, for one thing and for many, of which some may be meant."""
    return tuple(
        _of_one(scope.name, when, en, zh)
        if scope.name in SINGULAR_SCOPES
        else case({"to": scope.name, **when}, en.replace("~", "{to:whole}"), zh.replace("~", "{to:whole}"))
        for scope in SCOPES
        for when, en, zh in SENTENCES
    )


def _of_one(scope: str, when: Mapping[str, Any], en: str, zh: str) -> Case:
    """Return the sentence of an operation on one thing; this card is called what its kind is."""
    name = "{this}" if scope == "self" else "{to}"
    texts = f"{_singular(en)}{{to:only if}}", f"{{to:only if}}{zh}".replace("~", "{to}")
    return case({"to": scope, **when}, *(text.replace("{to}", name) for text in texts))


def _called() -> tuple[tuple[Mapping[str, Any], Noun], ...]:
    """Return what the things of each scope are called."""
    return tuple(({"to": scope.name}, Noun(scope.title.en, scope.title.en, scope.title.zh)) for scope in SCOPES)


def _singular(sentence: str) -> str:
    """Return a sentence about one thing."""
    verb = next((plural for plural in SINGULAR if sentence.startswith(plural)), "")
    return (SINGULAR.get(verb, "") + sentence.removeprefix(verb)).replace("~", "{to}")


MODIFIER = record(
    "modifier",
    "Modifier",
    "修正",
    field("stat", Enum(STATS), "Stat", "属性"),
    OPERATION,
    VALUE,
    field("to", Enum(SCOPES), "Whose", "作用对象"),
    TAG_FIELD,
    FACTION_FIELD,
    MODIFIED_FIELD,
    optional(
        "while",
        Node("condition"),
        "As long as",
        "生效条件",
        "What must hold; TARGET is what the number is asked of. Always when absent.",
        "须成立的条件；TARGET 为被读取数值的对象。缺省时始终生效。",
        live=True,
    ),
    doc=LocalizedText(
        "Holds as long as this card is in play; nothing is triggered (added by this project).",
        "此牌在场期间持续有效，不触发任何事件（本项目扩展）。",
    ),
    gives={"self": {"UUID": "unit", "playerUUID": "player"}},
    knows={"targetEntityId": "unit", "targetPlayerId": "player"},
    phrase=LocalizedText("{to} have +{value} {stat}", "{to}的{stat}增加{value}"),
    wording=Wording(keys=LocalizedText("", ""), cases=_cases(), called=_called()),
)
