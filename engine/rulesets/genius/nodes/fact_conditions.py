"""Conditions on what 004 keeps of players, characters and skills: hands, who has ended, countries, talents, the skill that is used.

Source: 002 requestBy; 004 has_card, is_pass, country, talent, current_skill.
"""

from __future__ import annotations

from engine.language.spec import PRESENT, Enum, TextLiteral, case, field, optional
from engine.toolkit.card_fields import TAG_TEXT
from engine.toolkit.nodes import card_field, condition, event_field, target_field, true_of_each
from engine.toolkit.rules import State, definition

from ..condition_phrases import OF_VARIABLE
from ..event_asks import ASKS_ENDED, ASKS_REQUEST, ASKS_SKILL_ID, ASKS_TALENT, ASKS_VARIABLE
from ..skills import own_skills, place_of
from ..table import CHARACTERS, has_tag
from ..words import ACTION_CARDS, COUNTRIES, SKILL_TYPES, TAGS
from .card_choosers import CARD_PLACES, ZONE, find_cards
from .choosers import SIDE, player_of
from .context import Env, host
from .effect_fields import SKILL
from .values import SPENT_VARIABLE


def has_card(st: State, env: Env, side: str | None, zone: str | None, card: str) -> bool:
    """Return whether a hand, or a pile, holds a card of a name (004 has_card)."""
    return bool(find_cards(st, env, side, zone, card))


def has_ended(st: State, env: Env, side: str | None) -> bool:
    """Return whether a player has ended the round (004 is_pass)."""
    return bool(st.entities[player_of(env, side)]["isPass"])


@true_of_each
def comes_from(st: State, eid: int, country: str) -> bool:
    """Return whether all of some characters come from a country (004 country)."""
    return definition(st, eid).words.get("country") == country


@true_of_each
def bears(st: State, character: int, tag: str) -> bool:
    """Return whether all of some characters bear equipment with a tag: a talent, a weapon, an artifact (004 talent)."""
    return any(_is_equipment(st, eid, tag) for eid in st.zone(character, CHARACTERS))


def _is_equipment(st: State, eid: int, tag: str) -> bool:
    return st.entities[eid]["kind"] == "equipment" and has_tag(st, eid, tag)


def is_talent_of_host(st: State, env: Env, skill_type: str | None) -> bool:
    """Return whether the card of the event is a talent of the bearer, which uses a skill of a type where one is named."""
    bearer, eid = host(st, env), event_field(env, "cardUUID", "UUID")
    if not bearer or eid not in st.entities or not has_tag(st, eid, "talent"):
        return False
    facts = definition(st, eid).facts
    if facts.get("character") != definition(st, bearer).facts["knownAs"]:
        return False
    if skill_type is None:
        return True
    place = place_of(st, bearer, facts.get("uses", ""))
    return place is not None and own_skills(st, bearer)[place].type == skill_type


def is_skill(st: State, env: Env, skill: str) -> bool:
    """Return whether the skill of the event has an id (004 current_skill)."""
    return bool(event_field(env, "skillID") == skill)


def is_variable(st: State, env: Env, name: str) -> bool:
    """Return whether what was spent is a variable of this name."""
    return bool(event_field(env, "variable") == name)


FACT_CONDITIONS = (
    condition(
        "HasCard",
        "Has a card",
        "持有卡牌",
        (
            SIDE,
            optional("zone", Enum(ZONE), "Zone", "区域", default="hand"),
            card_field("card", ACTION_CARDS, "Card", "卡牌"),
        ),
        "A hand, or a pile, holds a card of this name.",
        "手牌或牌库中有同名牌。",
        "your hand holds {card:called}",
        "我方手牌中有{card:called}",
        "your hand does not hold {card:called}",
        "我方手牌中没有{card:called}",
        has_card,
        ("has card, in hand, holds a card", "持有卡牌、手牌中有"),
        cases=tuple(
            case(
                {**({} if side == "my" else {"side": side}), **({} if zone == "hand" else {"zone": zone})},
                f"{place.en} holds {{card:called}}",
                f"{place.zh}中有{{card:called}}",
                f"{place.en} does not hold {{card:called}}",
                f"{place.zh}中没有{{card:called}}",
            )
            for (side, zone), place in CARD_PLACES.items()
        ),
    ),
    condition(
        "HasEnded",
        "Has ended the round",
        "已结束回合",
        (SIDE,),
        "The player has declared the end of the round.",
        "该玩家已宣布结束。",
        "you have ended the round",
        "我方已宣布结束",
        "you have not ended the round",
        "我方未宣布结束",
        has_ended,
        ("pass, ended the round, declared end", "宣布结束、已结束回合"),
        cases=(
            case(
                {"side": "opponent"},
                "your opponent has ended the round",
                "敌方已宣布结束",
                "your opponent has not ended the round",
                "敌方未宣布结束",
            ),
        ),
        asks=ASKS_ENDED,
    ),
    condition(
        "CountryIs",
        "Comes from",
        "所属国家为",
        (target_field("character"), field("country", TextLiteral(40, 1), "Country", "国家", called=COUNTRIES)),
        "The country that is printed on the character.",
        "角色牌上的所属国家。",
        "{target} comes from {country}",
        "{target}来自{country}",
        "{target} does not come from {country}",
        "{target}并非来自{country}",
        comes_from,
        ("country, nation, region, faction", "国家、地区、所属"),
    ),
    condition(
        "Bears",
        "Bears equipment",
        "装备了",
        (target_field("character"), field("tag", TAG_TEXT, "Tag", "标签", called=TAGS)),
        "Equipment with this tag is attached to it: a talent, a weapon, an artifact.",
        "装备了带有此标签的装备：天赋、武器或圣遗物。",
        "{target} bears {tag:a} card",
        "{target}装备了{tag}牌",
        "{target} bears no {tag} card",
        "{target}未装备{tag}牌",
        bears,
        ("talent equipped, weapon equipped, artifact equipped", "装备天赋、装备武器、装备圣遗物"),
    ),
    condition(
        "IsTalent",
        "A talent of its character",
        "所附属角色的天赋牌",
        (
            optional(
                "skillType",
                Enum(SKILL_TYPES),
                "That uses",
                "所使用的技能",
                "Any talent when absent.",
                "缺省为任意天赋牌。",
            ),
        ),
        "The card that is played or paid for is a talent of the character that this is attached to.",
        "被打出或计算费用的手牌为所附属角色的天赋牌。",
        "the card is a talent of {host}",
        "该牌为{host}的天赋牌",
        "the card is no talent of {host}",
        "该牌不是{host}的天赋牌",
        is_talent_of_host,
        ("talent card, cheaper talent, talent of the bearer", "天赋牌、天赋减费"),
        cases=(
            case(
                {"skillType": PRESENT},
                "the card is a talent of {host} that uses its {skillType}",
                "该牌为{host}使用{skillType}的天赋牌",
                "the card is no talent of {host} that uses its {skillType}",
                "该牌不是{host}使用{skillType}的天赋牌",
            ),
        ),
        asks=ASKS_TALENT,
    ),
    condition(
        "SkillIs",
        "Skill is",
        "技能为",
        (SKILL,),
        "The skill of this id is used or prepared.",
        "使用或准备的技能为该标识的技能。",
        "the skill is {skill:part}",
        "该技能为【{skill:part}】",
        "the skill is not {skill:part}",
        "该技能不是【{skill:part}】",
        is_skill,
        ("this skill, named skill, current skill", "该技能、指定技能、当前技能"),
        asks=ASKS_SKILL_ID,
    ),
    condition(
        "VariableIs",
        "Variable is",
        "变量为",
        (SPENT_VARIABLE,),
        "The variable that was spent: usage, energy (power) or a counter.",
        "被消耗的变量：可用次数、充能（power）或计数。",
        "the variable is {name}",
        "该变量为{name}",
        "the variable is not {name}",
        "该变量不是{name}",
        is_variable,
        ("spends usage, spends energy, this counter", "消耗可用次数、消耗充能、该计数"),
        about=OF_VARIABLE,
        asks=ASKS_VARIABLE,
    ),
    condition(
        "IsRequested",
        "Asked for by another",
        "由其他效果引发",
        (),
        "Another skill or a card asked for the skill, or it was prepared by one (002 requestBy).",
        "该技能由其他技能或手牌请求使用（002 requestBy）。",
        "another skill or a card asks for it",
        "由其他技能或手牌引发",
        "no other skill or card asks for it",
        "并非由其他技能或手牌引发",
        lambda st, env: bool(event_field(env, "isRequested")),
        ("requested, by a talent, by a card", "请求使用、由天赋牌引发、由手牌引发"),
        asks=ASKS_REQUEST,
    ),
)
