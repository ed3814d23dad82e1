"""Conditions that 003 does not list: who is meant, of what kind and where, and who holds a lane. Source: SOURCE.md, extensions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kernel.state import State, Test
from engine.language.compiling.compile import Unit
from engine.language.spec.fields import Field
from engine.language.spec.nodes import NodeAnalysis, NodeRuntime, NodeSpec
from engine.language.spec.phrases import Case, ConditionPhrase, Wording
from engine.language.spec.search import search_words
from engine.language.spec.shapes import Enum, IntegerLiteral, LocalizedText, Option, Targets
from engine.rulesets.halo.asking import ASKED
from engine.rulesets.halo.damage import is_strike
from engine.rulesets.halo.event_phrases import TARGET, TARGET_PLAYER
from engine.rulesets.halo.lanes import held_turns
from engine.rulesets.halo.nodes.ability_context import Env, Row, enemy, event_field, owner, this
from engine.rulesets.halo.nodes.conditions import KEYWORD_ARG, TAG_ARG, tagged
from engine.rulesets.halo.nodes.numbers import targets_of
from engine.rulesets.halo.table import definition, has_keyword, last_lane, turn
from engine.rulesets.halo.words import DAMAGE_TYPES, SIX_KINDS

WHO = Field("target", Targets("any"), LocalizedText("Who", "对象"))
ON_TABLE = ("UNIT", "VESSEL", "TOKEN")
KINDS = tuple(
    Option(kind.name, kind.title._replace(en=kind.title.en.lower()))
    if kind.name in ON_TABLE
    else Option(kind.name, LocalizedText(f"{kind.title.en.lower()} card", f"{kind.title.zh}牌"))
    for kind in SIX_KINDS
)
"""What cards of a kind are called where something is asked whether it is one."""
KIND = Field("kind", Enum(KINDS), LocalizedText("Kind", "类型"))
DAMAGE = Field("damageType", Enum(DAMAGE_TYPES), LocalizedText("Kind of damage", "伤害类型"))
TURNS = Field("turns", IntegerLiteral(0, 20), LocalizedText("Turns", "回合数"))


def target_player(env: Env) -> int:
    """Return the player of the event's target, 0 for none."""
    return int(event_field(env, "targetPlayerId") or 0)


def _one(st: State, env: Env, targets: tuple[Any, ...]) -> int:
    """Return the one thing that is meant, 0 for none."""
    found = targets[0] if targets else 0
    return found if isinstance(found, int) and found in st.entities else 0


def is_kind(st: State, env: Env, targets: tuple[Any, ...], kind: str) -> bool:
    """Whether something is a card of a kind."""
    eid = _one(st, env, targets)
    return bool(eid) and bool(st.entities[eid]["def"]) and definition(st, eid).kind == kind


def entered_now(st: State, env: Env, targets: tuple[Any, ...]) -> bool:
    """Whether something came into play this turn."""
    eid = _one(st, env, targets)
    return bool(eid) and st.entities[eid].get("entered", 0) == turn(st)


def in_this_lane(st: State, env: Env, targets: tuple[Any, ...]) -> bool:
    """Whether something is in this card's lane."""
    here = last_lane(st, this(st, env))
    return here != 0 and last_lane(st, _one(st, env, targets)) == here


def holds_lane(st: State, env: Env, targets: tuple[Any, ...], turns: int) -> bool:
    """Whether a player holds this card's lane now, and did at the end of so many of their turns in a row."""
    lane = last_lane(st, this(st, env))
    return bool(lane) and any(
        not isinstance(who, Row) and held_turns(st, who, lane, now=not turns) >= max(turns, 1) for who in targets
    )


Holds = Callable[..., bool]
Words = tuple[LocalizedText, LocalizedText]


def _about(
    name: str, title: LocalizedText, fields: tuple[Field, ...], doc: LocalizedText, words: Words, holds: Holds, **more: Any
) -> NodeSpec:  # fmt: skip
    """Return an op whose first argument is a target, given as what it finds."""
    rest = tuple(field.name for field in fields if field.name != "target")

    def build(unit: Unit, node: Mapping[str, Any], pointer: str) -> Test:
        held, args = targets_of(unit, node["target"]), tuple(node[key] for key in rest)
        return lambda st, env: holds(st, env, held(st, env), *args)

    wording = Wording(negated=words[1], cases=more.pop("cases", ()))
    return _op(name, title, fields, doc, words[0], wording, build, more)


def _plain(
    name: str, title: LocalizedText, fields: tuple[Field, ...], doc: LocalizedText, words: Words, holds: Holds, **more: Any
) -> NodeSpec:  # fmt: skip
    """Return an op whose function sees the environment and its words."""

    def build(unit: Unit, node: Mapping[str, Any], pointer: str) -> Test:
        args = tuple(node[field.name] for field in fields)
        return lambda st, env: holds(st, env, *args)

    wording = Wording(negated=words[1], phrase=more.pop("said", None))
    return _op(name, title, fields, doc, words[0], wording, build, more)


def _op(*parts: Any) -> NodeSpec:
    name, title, fields, doc, phrase, wording, build, more = parts
    needed = tuple(field.name for field in fields if isinstance(field.shape, Targets))
    analysis, runtime = NodeAnalysis(asks=ASKED.get(name, ()), fails_without=needed), NodeRuntime(build=build)
    return NodeSpec(
        "condition", name, title, fields, doc, phrase, wording, analysis=analysis, runtime=runtime, group="conditions", extension=True, **more
    )  # fmt: skip


MORE_CONDITIONS = (
    _plain(
        "IS_ALLY_TARGET", LocalizedText("Target is an ally", "目标为友方"), (),
        LocalizedText("The event is about this card's player, or something of theirs.", "事件针对此牌的玩家或其所属。"),
        (LocalizedText("it is done to your side", "以己方为目标"), LocalizedText("it is not done to your side", "并非以己方为目标")),
        lambda st, env: target_player(env) == owner(st, env),
        said=ConditionPhrase((TARGET, TARGET_PLAYER), player=LocalizedText("you", "你"), before=LocalizedText("allied", "友方")),
        search=search_words("my unit is hit, done to me, friendly victim", "友方目标、我方受到、己方被"),
    ),
    _plain(
        "IS_ENEMY_TARGET", LocalizedText("Target is an enemy", "目标为敌方"), (),
        LocalizedText("The event is about the opponent, or something of theirs.", "事件针对对手或其所属。"),
        (LocalizedText("it is done to your opponent's side", "以敌方为目标"), LocalizedText("it is not done to your opponent's side", "并非以敌方为目标")),
        lambda st, env: target_player(env) == enemy(st, env),
        said=ConditionPhrase((TARGET, TARGET_PLAYER), player=LocalizedText("your opponent", "对手"), before=LocalizedText("enemy", "敌方")),
        search=search_words("enemy is hit, done to the opponent", "敌方目标、敌方受到、对手被"),
    ),
    _plain(
        "DAMAGE_TYPE_IS", LocalizedText("Kind of damage", "伤害类型为"), (DAMAGE,),
        LocalizedText("The damage of the event is of this kind.", "事件的伤害属于此类型。"),
        (LocalizedText("it is {damageType}", "属于{damageType}"), LocalizedText("it is not {damageType}", "不属于{damageType}")),
        lambda st, env, kind: event_field(env, "damageType") == kind,
        search=search_words("plasma damage, ballistic damage, true damage, damage type", "等离子伤害、实弹伤害、真实伤害、伤害类型"),
    ),
    _plain(
        "IS_STRIKE", LocalizedText("Is an orbital strike", "来自轨道打击"), (),
        LocalizedText("The damage of the event is that of a vessel's orbital strike.", "事件的伤害由舰船的轨道打击造成。"),
        (LocalizedText("it comes from an orbital strike", "来自轨道打击"), LocalizedText("it does not come from an orbital strike", "并非来自轨道打击")),
        lambda st, env: is_strike(st),
        search=search_words("orbital strike damage, from orbit, bombardment", "轨道打击伤害、来自轨道、轰炸"),
    ),
    _about(
        "IS_KIND", LocalizedText("Is of a kind", "类型为"), (WHO, KIND),
        LocalizedText("It is a card of this kind.", "该对象为此类型的牌。"),
        (LocalizedText("{target} is {kind:a}", "{target}是{kind}"), LocalizedText("{target} is not {kind:a}", "{target}不是{kind}")),
        is_kind,
        search=search_words("is a vessel, from orbit, is a unit, card type", "是舰船、来自轨道、是单位、卡牌类型"),
    ),
    _about(
        "IS_THIS", LocalizedText("Is this card", "即此牌"), (WHO,),
        LocalizedText("It is this unit or vessel; of an armory card its bearer.", "该对象即本单位或本舰船；军械则为其装备者。"),
        (LocalizedText("{target} is {this}", "{target}是{this}"), LocalizedText("{target} is not {this}", "{target}不是{this}")),
        lambda st, env, targets: _one(st, env, targets) == this(st, env),
        search=search_words("self, itself, another, other than this", "自身、其他、本单位以外"),
    ),
    _about(
        "HAS_TAG", LocalizedText("Has a tag", "具有标签"), (WHO, TAG_ARG),
        LocalizedText("It has this tag.", "该对象带有此标签。"),
        (LocalizedText("{target} has the {tag} tag", "{target}带有{tag}标签"), LocalizedText("{target} does not have the {tag} tag", "{target}没有{tag}标签")),
        lambda st, env, targets, tag: bool(eid := _one(st, env, targets)) and tagged(st, eid, tag),
        search=search_words("infantry, vehicle, tribe of it", "步兵、载具、种类"),
    ),
    _about(
        "HAS_KEYWORD", LocalizedText("Has a keyword", "具有关键词"), (WHO, KEYWORD_ARG),
        LocalizedText("It has this keyword.", "该对象具有此关键词。"),
        (LocalizedText("{target} has {keyword}", "{target}具有{keyword}"), LocalizedText("{target} does not have {keyword}", "{target}没有{keyword}")),
        lambda st, env, targets, keyword: has_keyword(st, _one(st, env, targets), keyword) > 0,
        search=search_words("with keyword, ability", "带关键词、具有能力"),
    ),
    _about(
        "ENTERED_THIS_TURN", LocalizedText("Came this turn", "本回合进场"), (WHO,),
        LocalizedText("It came into play this turn.", "该对象于本回合进场。"),
        (LocalizedText("{target} came into play this turn", "{target}于本回合进场"), LocalizedText("{target} did not come into play this turn", "{target}并非于本回合进场")),
        entered_now,
        search=search_words("deployed this turn, new, just arrived, first turn", "本回合部署、刚进场、首回合"),
    ),
    _about(
        "IN_THIS_LANE", LocalizedText("Is in this lane", "位于本战线"), (WHO,),
        LocalizedText("It is in this card's lane.", "该对象与此牌在同一战线。"),
        (LocalizedText("{target} is in this lane", "{target}位于本战线"), LocalizedText("{target} is not in this lane", "{target}不在本战线")),
        in_this_lane,
        search=search_words("here, same lane, in this lane", "本战线、同路、此处"),
    ),
    _about(
        "HOLDS_LANE", LocalizedText("Holds this lane", "控制本战线"), (Field("target", Targets("player"), LocalizedText("Who", "玩家")), TURNS),
        LocalizedText("The player held this card's lane at the end of so many of their turns in a row (HA11); with 0, holds it now.", "该玩家已连续若干个己方回合结束时控制此牌所在的战线（HA11）；0 表示当前控制。"),
        (LocalizedText("{target} has held this lane for {turns:turn|turns} in a row", "{target}已连续{turns:回合}控制本战线"), LocalizedText("{target} has not held this lane for {turns:turn|turns} in a row", "{target}未连续{turns:回合}控制本战线")),
        holds_lane,
        cases=(Case({"turns": 1}, LocalizedText("{target} has held this lane for a turn", "{target}已控制本战线{turns:回合}"), LocalizedText("{target} has not held this lane for a turn", "{target}未控制本战线{turns:回合}")), Case({"turns": 0}, LocalizedText("{target} holds this lane", "{target}控制本战线"), LocalizedText("{target} does not hold this lane", "{target}未控制本战线")),),
        search=search_words("lane control, held for turns, holds the lane", "控制战线、连续控制、占领"),
    ),
)  # fmt: skip
