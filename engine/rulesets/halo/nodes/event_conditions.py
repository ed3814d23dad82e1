"""Conditions on the event that is answered: its source, its target, its lane and its status. One that counts returns its number of matches (HA7).

Source: 003§2.3, 003§6; HA7, HA14, HA16; SOURCE.md, extensions.
"""

from __future__ import annotations

from engine.language.spec import (
    Asks,
    ConditionPhrase,
    Enum,
    IntegerLiteral,
    LocalizedText,
    Noun,
    Targets,
    TextLiteral,
    asks,
    case,
    extensions,
    field,
    option,
)
from engine.toolkit.rules import State

from ..damage import is_strike
from ..event_phrases import SOURCE, SOURCE_PLAYER, TARGET, TARGET_PLAYER
from ..fields import ONLY_FIELD, TAG, TAG_LETTERS
from ..situations import FIELD, UNIT, WRECK
from ..statuses import STATUSES
from ..table import active, ground_units, has_keyword, has_status, has_tag, is_vehicle, last_lane
from ..words import DAMAGE_TYPES, KEYWORDS, TAGS
from .ability_context import (
    Env,
    Row,
    Things,
    enemy,
    event_field,
    lane,
    owner,
    source,
    source_player,
    target,
    this,
    units_in_row,
)
from .rows import asking

MATCHES = "?matches"
"""Under this name an ability's environment holds how many matches the last op that counts has found (HA7)."""
TAG_ARG = field("tag", TextLiteral(40, 1, TAG, says=TAG_LETTERS), "Tag", "标签", called=TAGS)
KEYWORD_ARG = field("keyword", Enum(KEYWORDS), "Keyword", "关键词")
STATUS_WORDS = tuple(option(status.name, *status.title) for status in STATUSES)
STATUS_ARG = field("status", Enum(STATUS_WORDS), "Status", "状态")
ALLY_COUNT = field("count", IntegerLiteral(1, 9), "At least", "至少")
HOW_MANY = field("count", IntegerLiteral(0, 99), "At least", "至少")
COUNTED_TARGET = field("target", Targets("any"), "Counted", "计数对象")
A_TARGET = LocalizedText("a target", "目标")
ASKS_TARGET = Asks(A_TARGET, ("targetEntityId",))
ASKS_WHOM = asks("whom it is done to", "受影响的一方", ("targetPlayerId",))
OWN, ENEMY = "own", "enemy"
"""What a case of an event may require of the active player."""
_VEHICLE = Noun("vehicle", "vehicles", "载具", "辆")
_VEHICLES = (({"tag": "VEHICLE"}, _VEHICLE), ({"keyword": "VEHICLE"}, _VEHICLE))


def bears_tag(st: State, eid: int, tag: str) -> bool:
    """Return whether a card has a tag; a vehicle has VEHICLE, by tag or keyword."""
    return has_tag(st, eid, tag) or (tag == "VEHICLE" and is_vehicle(st, eid))


def source_in_lane_with_ally_tag(st: State, env: Env, tag: str, count: int) -> bool:
    """The number of other units with the tag on the source's side of its lane."""
    acting = source(st, env)
    where = last_lane(st, acting)
    seat = source_player(st, env)
    mates = ground_units(st, seat, where) if where else ()
    found = sum(bears_tag(st, eid, tag) for eid in mates if eid != acting)
    env.names[MATCHES] = found
    return found >= count


def count_at_least(st: State, env: Env, targets: Things, count: int) -> bool:
    """Return whether the target has at least `count` units; a row means those in it."""
    found = sum(len(units_in_row(st, one)) if isinstance(one, Row) else 1 for one in targets)
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


def target_player(env: Env) -> int:
    """Return the player of the event's target, 0 for none."""
    return int(event_field(env, "targetPlayerId") or 0)


DAMAGE = field("damageType", Enum(DAMAGE_TYPES), "Kind of damage", "伤害类型")
CONDITIONS = (
    asking(
        "SOURCE_IN_LANE_WITH_ALLY_TAG",
        "Source beside allies",
        "来源与友军同战线",
        (TAG_ARG, ALLY_COUNT),
        "The source's side has at least so many other units with this tag in its lane; the number found is its matches (HA7).",
        "来源所在战线有至少若干个带此标签的其他友方单位；找到的数量即匹配数（HA7）。",
        "at least {count} other allied {tag} units are in {sourceEntityId's lane}",
        "{sourceEntityId}的战线有至少{count:个}其他友方{tag}单位",
        "fewer than {count} other allied {tag} units are in {sourceEntityId's lane}",
        "{sourceEntityId}的战线其他友方{tag}单位不足{count:个}",
        source_in_lane_with_ally_tag,
        ("synergy, neighbour, tribal, together with", "协同、相邻友军、种族配合"),
        asks=(
            asks(
                "a source in a lane",
                "位于战线的来源",
                ("sourceEntityId",),
                values=frozenset((UNIT, WRECK)),
                absent=None,
            ),
        ),
        cases=(
            case(
                {"count": 1},
                "another allied {tag} unit is in {sourceEntityId's lane}",
                "{sourceEntityId}的战线有其他友方{tag}单位",
                "no other allied {tag} unit is in {sourceEntityId's lane}",
                "{sourceEntityId}的战线没有其他友方{tag}单位",
            ),
        ),
    ),
    asking(
        "SOURCE_HAS_KEYWORD",
        "Source has a keyword",
        "来源具有关键词",
        (KEYWORD_ARG,),
        "The event's source has this keyword.",
        "事件来源具有此关键词。",
        "{sourceEntityId} has {keyword}",
        "{sourceEntityId}具有{keyword}",
        "{sourceEntityId} does not have {keyword}",
        "{sourceEntityId}没有{keyword}",
        lambda st, env, keyword: bool(has_keyword(st, source(st, env), keyword)),
        ("attacker has keyword, who has, ability", "来源关键词、攻击者具有、带有能力"),
        about=ConditionPhrase((SOURCE,), suffix=LocalizedText("with {keyword}", "带{keyword}"), nouns=_VEHICLES),
    ),
    asking(
        "SOURCE_HAS_TAG",
        "Source has a tag",
        "来源具有标签",
        (TAG_ARG,),
        "The event's source has this tag.",
        "事件来源具有此标签。",
        "{sourceEntityId} has the {tag} tag",
        "{sourceEntityId}带有{tag}标签",
        "{sourceEntityId} does not have the {tag} tag",
        "{sourceEntityId}没有{tag}标签",
        lambda st, env, tag: bears_tag(st, source(st, env), tag),
        ("attacker is infantry, type of source, tribe", "来源标签、攻击者种类、兵种"),
        about=ConditionPhrase((SOURCE,), before=LocalizedText("{tag}", "{tag}"), nouns=_VEHICLES),
    ),
    asking(
        "SOURCE_IS_SELF",
        "Source is this card",
        "来源为此牌",
        (),
        "The event comes from this card.",
        "事件由此牌引发。",
        "it comes from {sourceEntityId}",
        "由{sourceEntityId}引发",
        "it does not come from {sourceEntityId}",
        "并非由{sourceEntityId}引发",
        lambda st, env: source(st, env) == this(st, env),
        ("this unit does it, by itself, own action, self", "自身、由此单位、自己触发"),
        asks=(
            asks(
                "this card as its source",
                "此牌作为来源",
                ("sourceEntityId",),
                values=frozenset((UNIT, FIELD)),
                absent=True,
                implies=("IS_ALLY_SOURCE",),
            ),
        ),
        about=ConditionPhrase((SOURCE,), itself=True),
    ),
    asking(
        "TARGET_HAS_KEYWORD",
        "Target has a keyword",
        "目标具有关键词",
        (KEYWORD_ARG,),
        "The event's target has this keyword.",
        "事件目标具有此关键词。",
        "{targetEntityId} has {keyword}",
        "{targetEntityId}具有{keyword}",
        "{targetEntityId} does not have {keyword}",
        "{targetEntityId}没有{keyword}",
        lambda st, env, keyword: bool(has_keyword(st, target(st, env), keyword)),
        ("victim has keyword, against keyword", "目标关键词、对带有某能力的"),
        asks=(ASKS_TARGET,),
        about=ConditionPhrase((TARGET,), suffix=LocalizedText("with {keyword}", "带{keyword}"), nouns=_VEHICLES),
    ),
    asking(
        "TARGET_HAS_TAG",
        "Target has a tag",
        "目标具有标签",
        (TAG_ARG,),
        "The event's target has this tag.",
        "事件目标具有此标签。",
        "{targetEntityId} has the {tag} tag",
        "{targetEntityId}带有{tag}标签",
        "{targetEntityId} does not have the {tag} tag",
        "{targetEntityId}没有{tag}标签",
        lambda st, env, tag: bears_tag(st, target(st, env), tag),
        ("against vehicles, victim type, tribe of target", "目标标签、对载具、目标种类"),
        asks=(ASKS_TARGET,),
        about=ConditionPhrase((TARGET,), before=LocalizedText("{tag}", "{tag}"), nouns=_VEHICLES),
    ),
    asking(
        "TARGET_NOT_TAG",
        "Target lacks a tag",
        "目标没有标签",
        (TAG_ARG,),
        "The event's target does not have this tag; an event without target has none.",
        "事件目标没有此标签；事件没有目标时亦然。",
        "{targetEntityId} does not have the {tag} tag",
        "{targetEntityId}没有{tag}标签",
        "{targetEntityId} has the {tag} tag",
        "{targetEntityId}带有{tag}标签",
        lambda st, env, tag: not bears_tag(st, target(st, env), tag),
        ("except, target is no vehicle, not a", "目标不是、排除标签、非载具"),
        asks=(Asks(A_TARGET, ("targetEntityId",), absent=True),),
        about=ConditionPhrase((TARGET,), before=LocalizedText("non-{tag}", "非{tag}")),
    ),
    asking(
        "TARGET_IS_SELF",
        "Target is this card",
        "目标为此牌",
        (),
        "The event is about this card.",
        "事件针对此牌。",
        "this card is the target",
        "以此牌为目标",
        "this card is not the target",
        "并非以此牌为目标",
        lambda st, env: target(st, env) == this(st, env),
        ("happens to this unit, itself, self, this dies", "自身、此单位被、亡语"),
        asks=(
            asks(
                "this card as its target",
                "此牌作为目标",
                ("targetEntityId",),
                values=frozenset((UNIT,)),
                implies=("IS_ALLY_TARGET",),
            ),
        ),
        about=ConditionPhrase((TARGET,), itself=True),
    ),
    asking(
        "IS_ALLY_SOURCE",
        "Source is an ally",
        "来源为友方",
        (),
        "The event comes from this card's player, or from something of theirs.",
        "事件由此牌的玩家或其所属引发。",
        "it comes from your side",
        "由己方引发",
        "it does not come from your side",
        "并非由己方引发",
        lambda st, env: source_player(st, env) == owner(st, env),
        ("friendly, my units, by an ally, yours", "友方、我方、己方来源"),
        asks=(asks("a source", "来源", ("sourcePlayerId",), absent=True),),
        about=ConditionPhrase(
            (SOURCE, SOURCE_PLAYER),
            player=LocalizedText("you", "你"),
            before=LocalizedText("allied", "友方"),
            alone=Noun("ally", "allies", "友方单位"),
            word=OWN,
        ),
    ),
    asking(
        "IS_ENEMY_SOURCE",
        "Source is an enemy",
        "来源为敌方",
        (),
        "The event comes from the opponent, or from something of theirs.",
        "事件由对手或其所属引发。",
        "it comes from your opponent's side",
        "由敌方引发",
        "it does not come from your opponent's side",
        "并非由敌方引发",
        lambda st, env: source_player(st, env) == enemy(st, env),
        ("hostile, by the opponent, enemy does", "敌方、对手、敌方来源"),
        asks=(asks("a source", "来源", ("sourcePlayerId",)),),
        about=ConditionPhrase(
            (SOURCE, SOURCE_PLAYER),
            player=LocalizedText("your opponent", "对手"),
            before=LocalizedText("enemy", "敌方"),
            alone=Noun("enemy", "enemies", "敌方单位"),
            word=ENEMY,
        ),
    ),
    asking(
        "SAME_LANE",
        "In the same lane",
        "同一战线",
        (),
        "The event happens in this card's lane.",
        "事件发生在此牌所在的战线。",
        "it happens in this lane",
        "发生在本战线",
        "it happens elsewhere",
        "发生在其他战线",
        same_lane,
        ("here, this lane, same column, nearby", "同路、本战线、此处"),
        about=ConditionPhrase(around=LocalizedText("in this lane", "本战线")),
    ),
    asking(
        "IS_OWN_TURN",
        "In your turn",
        "己方回合",
        (),
        "It is the turn of this card's player.",
        "当前为此牌玩家的回合。",
        "it is your turn",
        "当前为你的回合",
        "it is not your turn",
        "当前不是你的回合",
        lambda st, env: active(st) == owner(st, env),
        ("my turn, your turn, during own turn", "我的回合、己方回合、自己回合"),
        about=ConditionPhrase((SOURCE_PLAYER,), word=OWN, during=LocalizedText("on your turn", "在你的回合中")),
    ),
    asking(
        "COUNT_AT_LEAST",
        "At least so many",
        "数量至少",
        (COUNTED_TARGET, HOW_MANY, ONLY_FIELD),
        "The target holds at least so many units; the number found is its matches (HA7).",
        "目标中至少有若干个单位；找到的数量即匹配数（HA7）。",
        "there are at least {count} {target:many}",
        "{target:many}至少有{count:个}",
        "there are fewer than {count} {target:many}",
        "{target:many}不足{count:个}",
        count_at_least,
        ("how many, at least, number of units, if there are", "数量、至少、几个单位、存在"),
        cases=(
            case(
                {"count": 1},
                "there are any {target:many}",
                "存在{target:many}",
                "there are no {target:many}",
                "不存在{target:many}",
            ),
        ),
    ),
    asking(
        "STATUS_IS",
        "Status is",
        "状态为",
        (STATUS_ARG,),
        "The event names this status. If it names none, its target has the status, or this card if there is no target.",
        "事件涉及此状态；若事件不涉及状态，则目标（没有目标时为此牌）具有此状态。",
        "{targetEntityId} is {status}",
        "{targetEntityId}处于{status}状态",
        "{targetEntityId} is not {status}",
        "{targetEntityId}未处于{status}状态",
        status_is,
        ("is marked, is disabled, has status, stunned", "处于状态、被标记、被瘫痪"),
        asks=(
            asks(
                "the status",
                "状态",
                ("status",),
                "status",
                {status.name: frozenset((status.name,)) for status in STATUSES},
                absent=None,
            ),
        ),
        about=ConditionPhrase(("status",), put=LocalizedText("{status}", "{status}")),
    ),
)
EVENT_CONDITIONS = extensions(
    asking(
        "IS_ALLY_TARGET",
        "Target is an ally",
        "目标为友方",
        (),
        "The event is about this card's player, or something of theirs.",
        "事件针对此牌的玩家或其所属。",
        "the target is on your side",
        "以己方为目标",
        "the target is not on your side",
        "并非以己方为目标",
        lambda st, env: target_player(env) == owner(st, env),
        ("my unit is hit, done to me, friendly victim", "友方目标、我方受到、己方被"),
        asks=(ASKS_WHOM,),
        about=ConditionPhrase(
            (TARGET, TARGET_PLAYER), player=LocalizedText("you", "你"), before=LocalizedText("allied", "友方")
        ),
    ),
    asking(
        "IS_ENEMY_TARGET",
        "Target is an enemy",
        "目标为敌方",
        (),
        "The event is about the opponent, or something of theirs.",
        "事件针对对手或其所属。",
        "the target is on your opponent's side",
        "以敌方为目标",
        "the target is not on your opponent's side",
        "并非以敌方为目标",
        lambda st, env: target_player(env) == enemy(st, env),
        ("enemy is hit, done to the opponent", "敌方目标、敌方受到、对手被"),
        asks=(ASKS_WHOM,),
        about=ConditionPhrase(
            (TARGET, TARGET_PLAYER),
            player=LocalizedText("your opponent", "对手"),
            before=LocalizedText("enemy", "敌方"),
        ),
    ),
    asking(
        "DAMAGE_TYPE_IS",
        "Kind of damage",
        "伤害类型为",
        (DAMAGE,),
        "The damage of the event is of this kind.",
        "事件的伤害属于此类型。",
        "it is {damageType}",
        "属于{damageType}",
        "it is not {damageType}",
        "不属于{damageType}",
        lambda st, env, kind: event_field(env, "damageType") == kind,
        (
            "plasma damage, ballistic damage, true damage, damage type",
            "等离子伤害、实弹伤害、真实伤害、伤害类型",
        ),
        asks=(asks("the kind of damage", "伤害类型", ("damageType",)),),
    ),
    asking(
        "IS_STRIKE",
        "Is an orbital strike",
        "来自轨道打击",
        (),
        "The damage of the event is that of a vessel's orbital strike.",
        "事件的伤害由舰船的轨道打击造成。",
        "it comes from an orbital strike",
        "来自轨道打击",
        "it does not come from an orbital strike",
        "并非来自轨道打击",
        lambda st, env: is_strike(st),
        ("orbital strike damage, from orbit, bombardment", "轨道打击伤害、来自轨道、轰炸"),
        asks=(asks("whether it is part of an orbital strike", "是否来自轨道打击", ("strike",)),),
    ),
)
