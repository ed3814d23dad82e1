"""The condition ops: what an ability asks of its event before it answers. One that counts returns its number of matches (HA7).

Source: 003§2.3, 003§6; HA7, HA14, HA16.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kernel.state import State, Test
from engine.language.compiling.compile import Unit
from engine.language.spec.fields import Field
from engine.language.spec.nodes import NodeAnalysis, NodeRuntime, NodeSpec
from engine.language.spec.phrases import Case, Wording
from engine.language.spec.search import search_words
from engine.language.spec.shapes import Enum, IntegerLiteral, LocalizedText, Option, Targets, TextLiteral
from engine.rulesets.halo.asking import ASKED
from engine.rulesets.halo.condition_phrases import CONDITION_PHRASES, presumed
from engine.rulesets.halo.fields import TAG, TAG_LETTERS
from engine.rulesets.halo.nodes.ability_context import (
    Env,
    Row,
    enemy,
    event_field,
    lane,
    owner,
    source,
    source_player,
    standing,
    target,
    this,
)
from engine.rulesets.halo.nodes.numbers import targets_of
from engine.rulesets.halo.statuses import STATUSES
from engine.rulesets.halo.table import active, ground, has_keyword, has_status, has_tag, is_vehicle, last_lane
from engine.rulesets.halo.words import KEYWORDS, TAGS

MATCHES = "?matches"
"""Under this name an ability's environment holds how many matches the last op that counts has found (HA7)."""

Holds = Callable[..., bool]
TAG_ARG = Field("tag", TextLiteral(40, 1, TAG, says=TAG_LETTERS), LocalizedText("Tag", "标签"), called=TAGS)
KEYWORD_ARG = Field("keyword", Enum(KEYWORDS), LocalizedText("Keyword", "关键词"))
STATUS_WORDS = tuple(Option(status.name, status.title) for status in STATUSES)
STATUS_ARG = Field("status", Enum(STATUS_WORDS), LocalizedText("Status", "状态"))
ALLY_COUNT = Field("count", IntegerLiteral(1, 9), LocalizedText("At least", "至少"))
HOW_MANY = Field("count", IntegerLiteral(0, 99), LocalizedText("At least", "至少"))
COUNTED = Field("target", Targets("any"), LocalizedText("Counted", "计数对象"))
COUNTS = ("SOURCE_IN_LANE_WITH_ALLY_TAG", "COUNT_AT_LEAST")
"""The ops that return their number of matches (HA7)."""

ONE = {
    "SOURCE_IN_LANE_WITH_ALLY_TAG": (
        Case(
            {"count": 1},
            LocalizedText("another allied {tag} unit is in {sourceEntityId's lane}", "{sourceEntityId}的战线有其他友方{tag}单位"),
            LocalizedText("no other allied {tag} unit is in {sourceEntityId's lane}", "{sourceEntityId}的战线没有其他友方{tag}单位"),
        ),
    ),
    "COUNT_AT_LEAST": (
        Case({"count": 1}, LocalizedText("there are any {target:many}", "存在{target:many}"), LocalizedText("there are no {target:many}", "不存在{target:many}")),
    ),
}  # fmt: skip
"""The sentences of ops that ask for one at least."""


def tagged(st: State, eid: int, tag: str) -> bool:
    """Return whether a card has a tag; a vehicle has VEHICLE, by tag or keyword."""
    return has_tag(st, eid, tag) or (tag == "VEHICLE" and is_vehicle(st, eid))


def source_in_lane_with_ally_tag(st: State, env: Env, tag: str, count: int) -> bool:
    """The number of other units with the tag on the source's side of its lane."""
    acting = source(st, env)
    where = last_lane(st, acting)
    seat = source_player(st, env)
    mates = ground(st, seat, where) if where else ()
    found = sum(tagged(st, eid, tag) for eid in mates if eid != acting)
    env.names[MATCHES] = found
    return found >= count


def count_at_least(st: State, env: Env, pool: Callable[[State, Env], tuple[Any, ...]], count: int) -> bool:
    """The target has at least so many units; a row means those in it."""
    held = pool(st, env)
    found = sum(len(standing(st, one)) if isinstance(one, Row) else 1 for one in held)
    env.names[MATCHES] = found
    return found >= count


def same_lane(st: State, env: Env) -> bool:
    """This card is in the lane of the event."""
    here = last_lane(st, this(st, env))
    return here != 0 and here == lane(st, env)


def status_is(st: State, env: Env, status: str) -> bool:
    """The event names that status. If it names none, its target has the status, or this card if there is no target."""
    said = event_field(env, "status")
    if said is not None:
        return bool(said == status)
    return has_status(st, target(st, env) or this(st, env), status)


def _seeing(
    name: str,
    title: LocalizedText,
    fields: tuple[Field, ...],
    doc: LocalizedText,
    words: tuple[LocalizedText, LocalizedText],
    holds: Holds,
    **more: Any,
) -> NodeSpec:
    """Return an op whose function sees the environment and the arguments; `words` are its phrase and the negated one."""

    def build(unit: Unit, node: Mapping[str, Any], pointer: str) -> Test:
        args = tuple(_argument(unit, field, node[field.name]) for field in fields)
        return lambda st, env: holds(st, env, *args)

    said, denied = words
    wording = Wording(
        negated=denied,
        cases=ONE.get(name, ()),
        phrase=CONDITION_PHRASES.get(name),
        presumes=presumed(name),
        matches=name in COUNTS,
    )
    return NodeSpec(
        "condition",
        name,
        title,
        fields,
        doc,
        said,
        wording,
        analysis=NodeAnalysis(asks=ASKED.get(name, ())),
        runtime=NodeRuntime(build=build),
        group="conditions",
        **more,
    )


def _argument(unit: Unit, field: Field, written: Any) -> Any:
    """Return an argument as its function takes it: a target, be it a word or a reference, as what finds its things."""
    return targets_of(unit, written) if isinstance(field.shape, Targets) else written


CONDITIONS = (
    _seeing(
        "SOURCE_IN_LANE_WITH_ALLY_TAG", LocalizedText("Source beside allies", "来源与友军同战线"), (TAG_ARG, ALLY_COUNT),
        LocalizedText("The source's side has at least so many other units with this tag in its lane; the number found is its matches (HA7).", "来源所在战线有至少若干个带此标签的其他友方单位；找到的数量即匹配数（HA7）。"),
        (
            LocalizedText("at least {count} other allied {tag} units are in {sourceEntityId's lane}", "{sourceEntityId}的战线有至少{count:个}其他友方{tag}单位"),
            LocalizedText("fewer than {count} other allied {tag} units are in {sourceEntityId's lane}", "{sourceEntityId}的战线其他友方{tag}单位不足{count:个}"),
        ),
        source_in_lane_with_ally_tag,
        search=search_words("synergy, neighbour, tribal, together with", "协同、相邻友军、种族配合"),
    ),
    _seeing(
        "SOURCE_HAS_KEYWORD", LocalizedText("Source has a keyword", "来源具有关键词"), (KEYWORD_ARG,),
        LocalizedText("The event's source has this keyword.", "事件来源具有此关键词。"),
        (LocalizedText("{sourceEntityId} has {keyword}", "{sourceEntityId}具有{keyword}"), LocalizedText("{sourceEntityId} does not have {keyword}", "{sourceEntityId}没有{keyword}")),
        lambda st, env, keyword: bool(has_keyword(st, source(st, env), keyword)),
        search=search_words("attacker has keyword, who has, ability", "来源关键词、攻击者具有、带有能力"),
    ),
    _seeing(
        "SOURCE_HAS_TAG", LocalizedText("Source has a tag", "来源具有标签"), (TAG_ARG,),
        LocalizedText("The event's source has this tag.", "事件来源具有此标签。"),
        (LocalizedText("{sourceEntityId} has the {tag} tag", "{sourceEntityId}带有{tag}标签"), LocalizedText("{sourceEntityId} does not have the {tag} tag", "{sourceEntityId}没有{tag}标签")),
        lambda st, env, tag: tagged(st, source(st, env), tag),
        search=search_words("attacker is infantry, type of source, tribe", "来源标签、攻击者种类、兵种"),
    ),
    _seeing(
        "SOURCE_IS_SELF", LocalizedText("Source is this card", "来源为此牌"), (),
        LocalizedText("The event comes from this card.", "事件由此牌引发。"),
        (LocalizedText("it comes from {sourceEntityId}", "由{sourceEntityId}引发"), LocalizedText("it does not come from {sourceEntityId}", "并非由{sourceEntityId}引发")),
        lambda st, env: source(st, env) == this(st, env),
        search=search_words("this unit does it, by itself, own action, self", "自身、由此单位、自己触发"),
    ),
    _seeing(
        "TARGET_HAS_KEYWORD", LocalizedText("Target has a keyword", "目标具有关键词"), (KEYWORD_ARG,),
        LocalizedText("The event's target has this keyword.", "事件目标具有此关键词。"),
        (LocalizedText("{targetEntityId} has {keyword}", "{targetEntityId}具有{keyword}"), LocalizedText("{targetEntityId} does not have {keyword}", "{targetEntityId}没有{keyword}")),
        lambda st, env, keyword: bool(has_keyword(st, target(st, env), keyword)),
        search=search_words("victim has keyword, against keyword", "目标关键词、对带有某能力的"),
    ),
    _seeing(
        "TARGET_HAS_TAG", LocalizedText("Target has a tag", "目标具有标签"), (TAG_ARG,),
        LocalizedText("The event's target has this tag.", "事件目标具有此标签。"),
        (LocalizedText("{targetEntityId} has the {tag} tag", "{targetEntityId}带有{tag}标签"), LocalizedText("{targetEntityId} does not have the {tag} tag", "{targetEntityId}没有{tag}标签")),
        lambda st, env, tag: tagged(st, target(st, env), tag),
        search=search_words("against vehicles, victim type, tribe of target", "目标标签、对载具、目标种类"),
    ),
    _seeing(
        "TARGET_NOT_TAG", LocalizedText("Target lacks a tag", "目标没有标签"), (TAG_ARG,),
        LocalizedText("The event's target does not have this tag; an event without target has none.", "事件目标没有此标签；事件没有目标时亦然。"),
        (LocalizedText("{targetEntityId} does not have the {tag} tag", "{targetEntityId}没有{tag}标签"), LocalizedText("{targetEntityId} has the {tag} tag", "{targetEntityId}带有{tag}标签")),
        lambda st, env, tag: not tagged(st, target(st, env), tag),
        search=search_words("except, target is no vehicle, not a", "目标不是、排除标签、非载具"),
    ),
    _seeing(
        "TARGET_IS_SELF", LocalizedText("Target is this card", "目标为此牌"), (),
        LocalizedText("The event is about this card.", "事件针对此牌。"),
        (LocalizedText("it is done to this card", "以此牌为目标"), LocalizedText("it is not done to this card", "并非以此牌为目标")),
        lambda st, env: target(st, env) == this(st, env),
        search=search_words("happens to this unit, itself, self, this dies", "自身、此单位被、亡语"),
    ),
    _seeing(
        "IS_ALLY_SOURCE", LocalizedText("Source is an ally", "来源为友方"), (),
        LocalizedText("The event comes from this card's player, or from something of theirs.", "事件由此牌的玩家或其所属引发。"),
        (LocalizedText("it comes from your side", "由己方引发"), LocalizedText("it does not come from your side", "并非由己方引发")),
        lambda st, env: source_player(st, env) == owner(st, env),
        search=search_words("friendly, my units, by an ally, yours", "友方、我方、己方来源"),
    ),
    _seeing(
        "IS_ENEMY_SOURCE", LocalizedText("Source is an enemy", "来源为敌方"), (),
        LocalizedText("The event comes from the opponent, or from something of theirs.", "事件由对手或其所属引发。"),
        (LocalizedText("it comes from your opponent's side", "由敌方引发"), LocalizedText("it does not come from your opponent's side", "并非由敌方引发")),
        lambda st, env: source_player(st, env) == enemy(st, env),
        search=search_words("hostile, by the opponent, enemy does", "敌方、对手、敌方来源"),
    ),
    _seeing(
        "SAME_LANE", LocalizedText("In the same lane", "同一战线"), (),
        LocalizedText("The event happens in this card's lane.", "事件发生在此牌所在的战线。"),
        (LocalizedText("it happens in this lane", "发生在本战线"), LocalizedText("it happens elsewhere", "发生在其他战线")),
        same_lane,
        search=search_words("here, this lane, same column, nearby", "同路、本战线、此处"),
    ),
    _seeing(
        "IS_OWN_TURN", LocalizedText("In your turn", "己方回合"), (),
        LocalizedText("It is the turn of this card's player.", "当前为此牌玩家的回合。"),
        (LocalizedText("it is your turn", "当前为你的回合"), LocalizedText("it is not your turn", "当前不是你的回合")),
        lambda st, env: active(st) == owner(st, env),
        search=search_words("my turn, your turn, during own turn", "我的回合、己方回合、自己回合"),
    ),
    _seeing(
        "COUNT_AT_LEAST", LocalizedText("At least so many", "数量至少"), (COUNTED, HOW_MANY),
        LocalizedText("The target holds at least so many units; the number found is its matches (HA7).", "目标中至少有若干个单位；找到的数量即匹配数（HA7）。"),
        (LocalizedText("there are at least {count} {target:many}", "{target:many}至少有{count:个}"), LocalizedText("there are fewer than {count} {target:many}", "{target:many}不足{count:个}")),
        count_at_least,
        search=search_words("how many, at least, number of units, if there are", "数量、至少、几个单位、存在"),
    ),
    _seeing(
        "STATUS_IS", LocalizedText("Status is", "状态为"), (STATUS_ARG,),
        LocalizedText("The event names this status. If it names none, its target has the status, or this card if there is no target.", "事件涉及此状态；若事件不涉及状态，则目标（没有目标时为此牌）具有此状态。"),
        (LocalizedText("{targetEntityId} is {status}", "{targetEntityId}处于{status}状态"), LocalizedText("{targetEntityId} is not {status}", "{targetEntityId}未处于{status}状态")),
        status_is,
        search=search_words("is marked, is disabled, has status, stunned", "处于状态、被标记、被瘫痪"),
    ),
)  # fmt: skip
