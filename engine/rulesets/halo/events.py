"""The seventy events of the core list, in their seven groups, and two of ours for tokens.

Every event begins with who and where: players, entities and lane of source and target; then comes what it alone tells. All go by the
bus, so they are answered when the action is over, but for those that can be changed or cancelled on their way.
Source: rules-facts §3 "Core names"; 003§2.3; HA5, HA10, HA13, HA16.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.registry import EventSpec
from engine.language.sayings import Case, Is, Moment, Noun, Result
from engine.language.shapes import Bi

SHARED: Mapping[str, str] = {
    "sourcePlayerId": "player",
    "targetPlayerId": "player",
    "sourceEntityId": "unit",
    "targetEntityId": "unit",
    "lane": "int",
}
SOURCE, TARGET, SOURCE_PLAYER, TARGET_PLAYER, LANE = (
    "sourceEntityId", "targetEntityId", "sourcePlayerId", "targetPlayerId", "lane",
)  # fmt: skip
TURN = {"turn": "int"}
AMOUNT = {"amount": "int"}
BLOW = {"amount": "int", "damageType": "text"}
CARD = {"cardId": "cardID"}
STATUS = {"status": "text", "turns": "int", "stacks": "int"}
KEYWORD = {"keyword": "text", "value": "int"}
STRIKE = {**BLOW, "missPct": "int"}
TOKEN = {"tokenId": "cardID", "sourceEventSeq": "int", "sourceCardId": "cardID", "ownerPlayerId": "player"}

_NUMBERS = {
    "lane": Result(Bi("the lane", "战线")),
    "turn": Result(Bi("the number of the turn", "回合数")),
    "amount": Result(Bi("the number", "该数值")),
    "turns": Result(Bi("the number of turns", "回合数")),
    "stacks": Result(Bi("the number of stacks", "层数")),
    "value": Result(Bi("the number of the keyword", "关键词的数值")),
    "missPct": Result(Bi("the chance to miss", "未命中几率")),
    "sourceEventSeq": Result(Bi("the number of the event behind it", "来源事件的序号")),
    "status": Result(Bi("the status", "该状态")),
    "keyword": Result(Bi("the keyword", "该关键词")),
    "ordnance": Result(Bi("it is of ordnance", "来自重武器"), negated=Bi("it is not of ordnance", "并非来自重武器")),
}
"""What the numbers and words of events are called."""
_THE_DAMAGE = {
    "amount": Result(Bi("the damage", "该次伤害"), Bi("{n:damage} is dealt", "造成{n:点伤害}")),
    "damageType": Result(Bi("the kind of damage", "伤害类型")),
}
_A_CARD = Noun("card", "cards", "牌", "张")
_A_VESSEL = Noun("vessel", "vessels", "舰船", "艘")


def _event(name: str, title: Bi, says: Bi | None, own: Mapping[str, str] | None = None, **more: Any) -> EventSpec:
    """Return an event with the fields of all and its own."""
    moment = Moment(
        each=more.pop("each", None),
        cases=more.pop("cases", ()),
        single=more.pop("single", ()),
        nouns={SOURCE: more.pop("noun"), TARGET: _A_VESSEL} if "noun" in more else {},
        next=more.pop("next", None),
        fields=_NUMBERS | _THE_DAMAGE if own is not None and "damageType" in own else _NUMBERS,
        keys=more.pop("keys", None),
    )
    fields = {**SHARED, **(own or {})}
    return EventSpec(name, title, fields, says=says, moment=moment, **{"mode": "bus", **more})


OWN, ITSELF = "own", "self"
"""What a case may ask of a field: that it is the player of the card; that it is the card itself."""


def _turn(name: str, title: Bi, each: Bi, own: Bi | None = None, **more: Any) -> EventSpec:
    """Return an event that comes with the turn; its source is the player whose turn it is, and `own` is said where that is you."""
    cases = (Case({SOURCE_PLAYER: OWN}, own),) if own is not None else ()
    coming = Bi(each.en.replace(" each ", " the next "), each.zh.replace("每个", "下一个"))
    return _event(name, title, None, TURN, each=each, next=coming, cases=cases, **more)


def _at(says: Bi) -> tuple[Case, ...]:
    """Return what is said of an event where its target is spoken of."""
    return (Case({TARGET: Is.PRESENT}, says),)


def _by(says: Bi) -> tuple[Case, ...]:
    """Return what is said of an event where its source is spoken of."""
    return (Case({SOURCE: Is.PRESENT}, says),)


def _status(both: Bi, says: Bi, by: Bi) -> tuple[Case, ...]:
    """Return what is said of a status where it and its source are named, it alone, and its source alone."""
    return (Case({"status": Is.PRESENT, SOURCE: Is.PRESENT}, both), Case({"status": Is.PRESENT}, says), *_by(by))


def _phase(word: str, en: str, zh: str) -> tuple[EventSpec, EventSpec]:
    """Return the start and the end of a phase."""
    return (
        _turn(
            f"PHASE_{word}_STARTED", Bi(f"The {en} starts", f"{zh}开始时"),
            Bi(f"at the start of each {en}", f"每个{zh}开始时"), Bi(f"at the start of your {en}", f"你的{zh}开始时"), keys=Bi(en.split()[0], zh[:2]),
        ),
        _turn(
            f"PHASE_{word}_ENDED", Bi(f"The {en} ends", f"{zh}结束时"),
            Bi(f"at the end of each {en}", f"每个{zh}结束时"), Bi(f"at the end of your {en}", f"你的{zh}结束时"), keys=Bi(en.split()[0], zh[:2]),
        ),
    )  # fmt: skip


TURNS = (
    _turn("GAME_STARTED", Bi("The match starts", "对局开始时"), Bi("at the start of the match", "对局开始时")),
    _turn("ROUND_STARTED", Bi("A round starts", "大回合开始时"), Bi("at the start of each round", "每个大回合开始时")),
    _turn(
        "TURN_STARTED",
        Bi("A turn starts", "回合开始时"),
        Bi("at the start of each turn", "每个回合开始时"),
        Bi("at the start of your turn", "你的回合开始时"),
    ),
    *_phase("DRAW_RECHARGE", "recharge phase", "充能阶段"),
    *_phase("DEPLOYMENT", "deployment phase", "部署阶段"),
    *_phase("SKIRMISH", "skirmish phase", "交战阶段"),
    *_phase("ENDSTEP", "end step", "结束阶段"),
    _turn(
        "TURN_ENDED",
        Bi("A turn ends", "回合结束时"),
        Bi("at the end of each turn", "每个回合结束时"),
        Bi("at the end of your turn", "你的回合结束时"),
    ),
    _turn("ROUND_ENDED", Bi("A round ends", "大回合结束时"), Bi("at the end of each round", "每个大回合结束时")),
    _turn("GAME_ENDED", Bi("The match ends", "对局结束时"), Bi("at the end of the match", "对局结束时")),
)
RESOURCES = (
    _event(
        "CARD_DRAWN", Bi("A player draws a card", "玩家抽牌时"),
        Bi("{sourcePlayerId} draws a card", "{sourcePlayerId}抽牌"), CARD,
        doc=Bi("The event does not name the card: it is its owner's secret.", "事件不透露牌名：那是其主人的秘密。"),
    ),
    _event(
        "SUPPLY_CAP_INCREASED", Bi("A player's supply cap rises", "玩家补给上限提高时"),
        Bi("{sourcePlayerId's supply cap} rises", "{sourcePlayerId}的补给上限提高"), AMOUNT,
    ),
    _event(
        "SUPPLY_REFILLED", Bi("A player's supply is refilled", "玩家补满补给时"),
        Bi("{sourcePlayerId's supply} is refilled", "{sourcePlayerId}的补给补满"), AMOUNT,
    ),
    _event(
        "BATTERY_GENERATED", Bi("A player turns a card into battery", "玩家将手牌转化为电池时"),
        Bi("{sourcePlayerId} turns a card into battery", "{sourcePlayerId}将手牌转化为电池"), AMOUNT,
    ),
    _event(
        "RESOURCE_SPENT", Bi("A player pays", "玩家支付费用时"),
        Bi("{sourcePlayerId} pays supply or battery", "{sourcePlayerId}支付补给或电池"), AMOUNT,
    ),
)  # fmt: skip
PLAYS = (
    _event(
        "CARD_PLAY_DECLARED", Bi("A card is about to be played", "宣告出牌时"),
        Bi("{sourceEntityId} is about to be played", "{sourceEntityId}即将打出"), CARD,
        noun=_A_CARD, stage="before", cancellable=True, mode="nested", perform="halo/validated",
    ),
    _event(
        "CARD_PLAY_VALIDATED", Bi("A card is played", "打出牌时"),
        Bi("{sourceEntityId} is played", "{sourceEntityId}被打出"), CARD, noun=_A_CARD,
        keys=Bi("", ""),  # what a tactical card does it does when it is played: its text need not say so
        doc=Bi("On a tactical card: when it is played itself (HA17).", "在战术牌上即其自身打出时（HA17）。"),
    ),
    _event(
        "CARD_PLAY_REJECTED", Bi("A play is cancelled", "出牌被取消时"),
        Bi("the play of {sourceEntityId} is cancelled", "{sourceEntityId}的打出被取消"), CARD, noun=_A_CARD,
    ),
    _event(
        "UNIT_DEPLOYED", Bi("A unit is deployed", "单位部署时"),
        Bi("{sourceEntityId} is deployed", "{sourceEntityId}部署"), CARD, keys=Bi("deploy|enter|arriv", "部署|登场|进场"),
        single=(SOURCE,),
    ),
    _event(
        "ARMORY_ATTACHED", Bi("An armory card is attached", "军械装备时"),
        Bi("{sourceEntityId} is attached to {targetEntityId}", "{sourceEntityId}装备到{targetEntityId}上"),
        noun=_A_CARD,
        single=(SOURCE,),
    ),
    _event(
        "FIELD_ACTIVATED", Bi("A field card takes hold", "场地生效时"),
        Bi("{sourceEntityId} takes hold", "{sourceEntityId}生效"), noun=_A_CARD,
        keys=Bi("takes? hold|play|activat", "生效|打出|激活"),
        single=(SOURCE,),
    ),
    _event(
        "UNIT_MOVED", Bi("A unit moves", "单位移动时"),
        Bi("{sourceEntityId} moves", "{sourceEntityId}移动"), emitted=False,
        doc=Bi("Units do not move of themselves in this game.", "本游戏中单位不会自行移动。"),
    ),
    _event(
        "UNIT_REPOSITIONED", Bi("A unit is moved", "单位被移位时"),
        Bi("{targetEntityId} is moved", "{targetEntityId}被移位"),
        doc=Bi("A hijacked vehicle goes over to the other side's row.", "被劫持的载具会移到对方的战排。"),
        cases=_by(Bi("{sourceEntityId} moves {targetEntityId}", "{sourceEntityId}移动{targetEntityId}")),
    ),
    _event(
        "ORBITAL_LOAD_QUEUED", Bi("A unit is loaded into a vessel", "单位装载到舰船时"),
        Bi("{targetEntityId} is loaded into {sourceEntityId}", "{targetEntityId}装载到{sourceEntityId}"),
    ),
    _event(
        "ORBITAL_DROP_RESOLVED", Bi("A unit is dropped from orbit", "单位从轨道投送时"),
        Bi("{sourceEntityId} drops {targetEntityId}", "{sourceEntityId}投送{targetEntityId}"),
        cases=(Case({TARGET: ITSELF}, Bi("{targetEntityId} is dropped from orbit", "{targetEntityId}从轨道投送")),),
    ),
    _event(
        "TOKEN_SUMMONED", Bi("A token is made", "生成衍生物时"),
        Bi("{targetEntityId} is made", "{targetEntityId}生成"), TOKEN, extension=True,
        doc=Bi("Tells where the token comes from: event, card and owner.", "说明衍生物的来源：事件、卡牌与所有者。"),
        single=(TARGET,),
        cases=_by(Bi("{sourceEntityId} makes {targetEntityId}", "{sourceEntityId}生成{targetEntityId}")),
    ),
    _event(
        "TOKEN_DISCARDED", Bi("A token finds no room", "衍生物没有空位时"),
        Bi("a token finds no room", "衍生物没有空位"), TOKEN, extension=True,
    ),
)  # fmt: skip
COMBAT = (
    _event(
        "ATTACK_DECLARED", Bi("A unit is about to attack", "宣告攻击时"),
        Bi("{sourceEntityId} is about to attack", "{sourceEntityId}即将攻击"),
        stage="before", cancellable=True, mode="nested", perform="halo/exchange", keys=Bi("attack", "攻击"),
        cases=_at(Bi("{sourceEntityId} is about to attack {targetEntityId}", "{sourceEntityId}即将攻击{targetEntityId}")),
    ),
    _event(
        "TARGET_LOCKED", Bi("An attack finds its target", "锁定目标时"),
        Bi("{sourceEntityId} attacks {targetEntityId}", "{sourceEntityId}攻击{targetEntityId}"), keys=Bi("attack|lock", "攻击|锁定"),
    ),
    _event("HIT_ROLL_RESOLVED", Bi("It is settled whether an attack hits", "命中判定时"), Bi("it is settled whether an attack hits", "判定攻击是否命中"), emitted=False),
    _event(
        "DAMAGE_CALC_STARTED", Bi("Damage is reckoned", "计算伤害时"),
        Bi("{sourceEntityId} deals damage", "{sourceEntityId}造成伤害"), {**BLOW, "ordnance": "bool", "base": "int"},
        stage="modify", mode="nested", perform="halo/blow",
        doc=Bi("Its amount can still be changed; other effects wait until the damage is done.", "此时仍可改变数值；其他效果在伤害结算之后执行。"),
        cases=_at(Bi("{sourceEntityId} deals damage to {targetEntityId}", "{sourceEntityId}对{targetEntityId}造成伤害")),
    ),
    _event(
        "COVER_MITIGATED", Bi("Cover takes damage off", "掩护减免伤害时"),
        Bi("cover takes damage off {targetEntityId}", "掩护为{targetEntityId}减免伤害"), BLOW,
        cases=_by(Bi("cover takes damage of {sourceEntityId} off {targetEntityId}", "掩护为{targetEntityId}减免{sourceEntityId}的伤害")),
    ),
    _event(
        "DAMAGE_MODIFIED", Bi("Damage is other than it began", "伤害数值改变时"),
        Bi("damage to {targetEntityId} changes", "对{targetEntityId}的伤害改变"), BLOW,
        cases=_by(Bi("damage of {sourceEntityId} to {targetEntityId} changes", "{sourceEntityId}对{targetEntityId}的伤害改变")),
    ),
    _event(
        "SHIELD_DAMAGED", Bi("A shield takes damage", "护盾受损时"),
        Bi("{targetEntityId's shield} takes damage", "{targetEntityId}的护盾受损"), BLOW,
        cases=(Case({SOURCE: Is.PRESENT}, Bi("{sourceEntityId} damages the shield of {targetEntityId}", "{sourceEntityId}损伤{targetEntityId}的护盾")),),
    ),
    _event(
        "HULL_OR_HEALTH_DAMAGED", Bi("Health is lost", "生命受损时"),
        Bi("{targetEntityId} loses health", "{targetEntityId}失去生命"), BLOW,
        cases=(Case({SOURCE: Is.PRESENT}, Bi("{sourceEntityId} damages the health of {targetEntityId}", "{sourceEntityId}损伤{targetEntityId}的生命")),),
    ),
    _event(
        "DAMAGE_DEALT", Bi("Damage was dealt", "造成伤害后"),
        Bi("{sourceEntityId} has dealt damage", "{sourceEntityId}造成了伤害"), BLOW, keys=Bi("damage|hit|hurt", "伤害"),
        cases=_at(Bi("{sourceEntityId} has dealt damage to {targetEntityId}", "{sourceEntityId}对{targetEntityId}造成了伤害")),
    ),
    _event(
        "LETHAL_CHECKED", Bi("It is settled whether damage kills", "致命判定时"),
        Bi("damage to {targetEntityId} reaches health", "对{targetEntityId}的伤害触及生命"), BLOW,
        cases=_by(Bi("damage of {sourceEntityId} to {targetEntityId} reaches health", "{sourceEntityId}对{targetEntityId}的伤害触及生命")),
    ),
    _event(
        "KILL_OCCURRED", Bi("A unit is killed", "单位被击杀时"),
        Bi("{sourceEntityId} kills {targetEntityId}", "{sourceEntityId}击杀{targetEntityId}"), farewell=True,
        keys=Bi("kill|destroy|defeat|die|death|fall", "击杀|消灭|阵亡|死亡"),
        single=(TARGET,), cases=(Case({TARGET: ITSELF}, Bi("{targetEntityId} is killed", "{targetEntityId}被击杀")),),
    ),
    _event(
        "OVERKILL_APPLIED", Bi("Damage goes beyond what kills", "过量伤害时"),
        Bi("{sourceEntityId} deals more damage than needed", "{sourceEntityId}造成过量伤害"), BLOW,
        cases=_at(Bi("{sourceEntityId} deals more damage than {targetEntityId} could take", "{sourceEntityId}对{targetEntityId}造成过量伤害")),
    ),
    _event(
        "COMBAT_EXCHANGED", Bi("Two units have fought", "交战之后"),
        Bi("{sourceEntityId} has fought {targetEntityId}", "{sourceEntityId}与{targetEntityId}交战"),
        keys=Bi("fight|fought|attack", "交战|攻击"),
    ),
)  # fmt: skip
STATES = (
    _event(
        "STATUS_APPLIED", Bi("A status is laid on a unit", "施加状态时"),
        Bi("{targetEntityId} gets a status", "{targetEntityId}获得状态"), STATUS,
        keys=Bi("status|mark|suppress|cover|disable", "状态|标记|压制|掩护|瘫痪"),
        cases=_status(
            Bi("{sourceEntityId} makes {targetEntityId} {status}", "{sourceEntityId}使{targetEntityId}进入{status}状态"),
            Bi("{targetEntityId} becomes {status}", "{targetEntityId}进入{status}状态"),
            Bi("{sourceEntityId} lays a status on {targetEntityId}", "{sourceEntityId}对{targetEntityId}施加状态"),
        ),
    ),
    _event(
        "STATUS_REFRESHED", Bi("A status is made to last", "状态刷新时"),
        Bi("a status of {targetEntityId} is refreshed", "{targetEntityId}的状态刷新"), STATUS,
        cases=_status(
            Bi("{sourceEntityId} makes {targetEntityId} {status} again", "{sourceEntityId}使{targetEntityId}再次进入{status}状态"),
            Bi("{targetEntityId} becomes {status} again", "{targetEntityId}再次进入{status}状态"),
            Bi("{sourceEntityId} lays a status on {targetEntityId}", "{sourceEntityId}对{targetEntityId}施加状态"),
        ),
    ),
    _event(
        "STATUS_STACKED", Bi("A status grows", "状态叠加时"),
        Bi("a status of {targetEntityId} grows", "{targetEntityId}的状态叠加"), STATUS,
        cases=_status(
            Bi("{sourceEntityId} makes {targetEntityId} {status} yet more", "{sourceEntityId}使{targetEntityId}的{status}状态叠加"),
            Bi("{targetEntityId} becomes {status} yet more", "{targetEntityId}的{status}状态叠加"),
            Bi("{sourceEntityId} lays a status on {targetEntityId}", "{sourceEntityId}对{targetEntityId}施加状态"),
        ),
    ),
    _event(
        "STATUS_EXPIRED", Bi("A status ends", "状态结束时"),
        Bi("a status of {targetEntityId} ends", "{targetEntityId}的状态结束"), STATUS,
        cases=(Case({"status": Is.PRESENT}, Bi("{targetEntityId} is {status} no longer", "{targetEntityId}的{status}状态结束")),),
    ),
    _event(
        "KEYWORD_GAINED", Bi("A unit gains a keyword", "获得关键词时"),
        Bi("{targetEntityId} gains a keyword", "{targetEntityId}获得关键词"), KEYWORD,
        cases=_by(Bi("{sourceEntityId} gives {targetEntityId} a keyword", "{sourceEntityId}赋予{targetEntityId}关键词")),
    ),
    _event(
        "KEYWORD_LOST", Bi("A unit loses a keyword", "失去关键词时"),
        Bi("{targetEntityId} loses a keyword", "{targetEntityId}失去关键词"), KEYWORD,
        cases=_by(Bi("{sourceEntityId} takes a keyword from {targetEntityId}", "{sourceEntityId}移除{targetEntityId}的关键词")),
    ),
    _event(
        "PLASMA_TAG_APPLIED", Bi("Plasma marks a unit", "等离子标记时"),
        Bi("plasma marks {targetEntityId}", "等离子标记{targetEntityId}"),
        cases=_by(Bi("{sourceEntityId} marks {targetEntityId} with plasma", "{sourceEntityId}以等离子标记{targetEntityId}")),
    ),
    _event(
        "HEADSHOT_TRIGGERED", Bi("A headshot hits", "爆头时"),
        Bi("{sourceEntityId} lands a headshot", "{sourceEntityId}爆头"), BLOW,
        cases=_at(Bi("{sourceEntityId} lands a headshot on {targetEntityId}", "{sourceEntityId}爆头{targetEntityId}")),
    ),
    _event(
        "INFECT_TRIGGERED", Bi("A kill infects", "感染时"), Bi("{sourceEntityId} infects its kill", "{sourceEntityId}感染"),
    ),
    _event(
        "EMP_APPLIED", Bi("A vehicle is disabled by EMP", "电磁脉冲生效时"),
        Bi("{sourceEntityId} disables {targetEntityId}", "{sourceEntityId}瘫痪{targetEntityId}"),
    ),
    _event(
        "CAMO_BROKEN", Bi("A hidden unit shows itself", "隐身解除时"),
        Bi("{sourceEntityId} breaks its camo", "{sourceEntityId}解除隐身"),
    ),
    _event(
        "HIJACK_EXECUTED", Bi("A vehicle is hijacked", "劫持载具时"),
        Bi("{sourceEntityId} hijacks {targetEntityId}", "{sourceEntityId}劫持{targetEntityId}"),
    ),
)  # fmt: skip
ORBIT = (
    _event(
        "ORBITAL_STRIKE_DECLARED", Bi("A vessel is about to strike", "宣告轨道打击时"),
        Bi("{sourceEntityId} is about to strike", "{sourceEntityId}即将打击"), STRIKE,
        noun=_A_VESSEL, stage="before", cancellable=True, mode="nested", perform="halo/bombard",
    ),
    _event(
        "ORBITAL_STRIKE", Bi("A vessel strikes", "轨道打击时"), Bi("{sourceEntityId} strikes", "{sourceEntityId}打击"),
        STRIKE, noun=_A_VESSEL,
    ),
    _event(
        "ORBITAL_STRIKE_MISSED", Bi("An orbital strike misses", "轨道打击未命中时"),
        Bi("{sourceEntityId} misses", "{sourceEntityId}未命中"), STRIKE, noun=_A_VESSEL,
    ),
    _event(
        "POINT_DEFENSE_INTERCEPTED", Bi("Point defence intercepts a drop", "点防御拦截时"),
        Bi("{sourceEntityId} intercepts a drop", "{sourceEntityId}拦截投送"), noun=_A_VESSEL,
    ),
    _event(
        "TARGET_PAINTED", Bi("A target is painted", "目标被标定时"),
        Bi("{targetEntityId} is painted", "{targetEntityId}被标定"), keys=Bi("paint", "标定"),
        cases=_by(Bi("{sourceEntityId} paints {targetEntityId}", "{sourceEntityId}标定{targetEntityId}")),
    ),
    _event("AA_FIRE_RESOLVED", Bi("Anti-air fire is settled", "防空射击结算时"), Bi("anti-air fire is settled", "结算防空射击"), emitted=False),
    _event(
        "CAPITAL_SHIP_DESTROYED", Bi("A capital ship is destroyed", "旗舰被毁时"),
        Bi("{targetEntityId} is destroyed", "{targetEntityId}被毁"), noun=_A_VESSEL, farewell=True,
        single=(TARGET,),
        cases=_by(Bi("{sourceEntityId} destroys {targetEntityId}", "{sourceEntityId}击毁{targetEntityId}")),
    ),
    _event(
        "CAPITAL_SHIP_CRASH_RESOLVED", Bi("A capital ship has crashed", "旗舰坠毁后"),
        Bi("{sourceEntityId} has crashed", "{sourceEntityId}坠毁"), AMOUNT, noun=_A_VESSEL, farewell=True,
    ),
    _event("GALACTIC_EVENT_ROLLED", Bi("A galactic event is rolled", "掷出星系事件时"), Bi("a galactic event is rolled", "掷出星系事件"), emitted=False),
    _event("GALACTIC_EVENT", Bi("A galactic event happens", "星系事件发生时"), Bi("a galactic event happens", "发生星系事件"), emitted=False),
)  # fmt: skip
GOALS = (
    _event(
        "LANE_CONTROL_UPDATED", Bi("Control of a lane changes", "战线控制改变时"),
        Bi("control of a lane changes", "战线控制改变"), {"controller": "player"},
    ),
    _event(
        "OBJECTIVE_PROGRESS_UPDATED", Bi("A player comes nearer to victory", "目标进度更新时"),
        Bi("{sourcePlayerId} holds every lane", "{sourcePlayerId}控制所有战线"), AMOUNT,
    ),
    _event("OBJECTIVE_COMPLETED", Bi("A goal is reached", "目标完成时"), Bi("{sourcePlayerId} reaches the goal", "{sourcePlayerId}完成目标"), AMOUNT),
    _event(
        "BASE_DAMAGED", Bi("A base takes damage", "基地受损时"),
        Bi("{targetPlayerId's base} takes damage", "{targetPlayerId}的基地受损"), AMOUNT, keys=Bi("base", "基地"),
        cases=_by(Bi("{sourceEntityId} damages {targetPlayerId's base}", "{sourceEntityId}损伤{targetPlayerId}的基地")),
    ),
    _event("PLAYER_ELIMINATED", Bi("A player is out", "玩家出局时"), Bi("{targetPlayerId} is out", "{targetPlayerId}出局")),
    _event("WIN_CONDITION_MET", Bi("The match is decided", "胜负已分时"), Bi("{sourcePlayerId} has won", "{sourcePlayerId}获胜")),
)  # fmt: skip
GROUPS = (TURNS, RESOURCES, PLAYS, COMBAT, STATES, ORBIT, GOALS)
EVENTS = tuple(event for group in GROUPS for event in group)
