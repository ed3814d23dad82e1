"""The seventy events of the core list, in their seven groups, and two of ours for tokens.

Every event begins with who and where: players, entities and lane of source and target; then comes what it alone tells. All go by the
bus, so they are answered when the action is over, but for those that can be changed or cancelled on their way.
Source: SOURCE.md; 003§2.3; HA5, HA10, HA13, HA16.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.registry import EventSpec
from engine.language.sayings import Moment, Result
from engine.language.shapes import Bi
from engine.rulesets.halo.happenings import SAID

SHARED: Mapping[str, str] = {
    "sourcePlayerId": "player",
    "targetPlayerId": "player",
    "sourceEntityId": "unit",
    "targetEntityId": "unit",
    "lane": "int",
}
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
    "base": Result(Bi("the damage before anything changes it", "改变之前的伤害")),
    "status": Result(Bi("the status", "该状态")),
    "keyword": Result(Bi("the keyword", "该关键词")),
    "ordnance": Result(Bi("it is of ordnance", "来自重武器"), negated=Bi("it is not of ordnance", "并非来自重武器")),
}
"""What the numbers and words of events are called."""
_THE_DAMAGE = {
    "amount": Result(Bi("the damage", "该次伤害"), Bi("{n:damage} is dealt", "造成{n:点伤害}")),
    "damageType": Result(Bi("the kind of damage", "伤害类型")),
}


def _event(name: str, title: Bi, own: Mapping[str, str] | None = None, **more: Any) -> EventSpec:
    """Return an event with the fields of all and its own; how it is said stands in `happenings`."""
    said = SAID[name]
    moment = Moment(
        each=said.get("each"),
        cases=said["cases"],
        nouns=said.get("nouns", {}),
        next=said.get("next"),
        fields=_NUMBERS | _THE_DAMAGE if own is not None and "damageType" in own else _NUMBERS,
        single=said.get("single", ()),
        keys=more.pop("keys", None),
    )
    fields = {**SHARED, **(own or {})}
    return EventSpec(name, title, fields, says=said.get("says"), moment=moment, **{"mode": "bus", **more})


def _turn(name: str, title: Bi, **more: Any) -> EventSpec:
    """Return an event that comes with the turn; its source is the player whose turn it is."""
    return _event(name, title, TURN, **more)


def _phase(word: str, en: str, zh: str) -> tuple[EventSpec, EventSpec]:
    """Return the start and the end of a phase."""
    return (
        _turn(
            f"PHASE_{word}_STARTED",
            Bi(f"The {en} starts", f"{zh}开始时"),
            keys=Bi(en.split()[0], zh[:2]),
        ),
        _turn(
            f"PHASE_{word}_ENDED",
            Bi(f"The {en} ends", f"{zh}结束时"),
            keys=Bi(en.split()[0], zh[:2]),
        ),
    )


_STARTS = Bi(r"(?:start|beginning) of|(?:each|every) turn", "回合开始|每个回合")
_ENDS = Bi(r"\bend of|(?:each|every) turn", "回合结束|每个回合")

TURNS = (
    _turn("GAME_STARTED", Bi("The match starts", "对局开始时")),
    _turn("ROUND_STARTED", Bi("A round starts", "大回合开始时")),
    _turn("TURN_STARTED", Bi("A turn starts", "回合开始时"), keys=_STARTS),
    *_phase("DRAW_RECHARGE", "recharge phase", "充能阶段"),
    *_phase("DEPLOYMENT", "deployment phase", "部署阶段"),
    *_phase("SKIRMISH", "skirmish phase", "交战阶段"),
    *_phase("ENDSTEP", "end step", "结束阶段"),
    _turn("TURN_ENDED", Bi("A turn ends", "回合结束时"), keys=_ENDS),
    _turn("ROUND_ENDED", Bi("A round ends", "大回合结束时")),
    _turn("GAME_ENDED", Bi("The match ends", "对局结束时")),
)
RESOURCES = (
    _event(
        "CARD_DRAWN",
        Bi("A player draws a card", "玩家抽牌时"),
        CARD,
        doc=Bi("The event does not name the card: it is its owner's secret.", "事件不透露牌名：那是其主人的秘密。"),
    ),
    _event(
        "SUPPLY_CAP_INCREASED",
        Bi("A player's supply cap rises", "玩家补给上限提高时"),
        AMOUNT,
    ),
    _event(
        "SUPPLY_REFILLED",
        Bi("A player's supply is refilled", "玩家补满补给时"),
        AMOUNT,
    ),
    _event(
        "BATTERY_GENERATED",
        Bi("A player turns a card into battery", "玩家将手牌转化为电池时"),
        AMOUNT,
        keys=Bi("battery", "电池"),
    ),
    _event(
        "RESOURCE_SPENT",
        Bi("A player pays", "玩家支付费用时"),
        AMOUNT,
    ),
)
PLAYS = (
    _event(
        "CARD_PLAY_DECLARED",
        Bi("A card is about to be played", "宣告出牌时"),
        CARD,
        stage="before",
        cancellable=True,
        mode="nested",
        perform="halo/validated",
    ),
    _event(
        "CARD_PLAY_VALIDATED",
        Bi("A card is played", "打出牌时"),
        CARD,
        keys=Bi("play", "打出"),
        doc=Bi("On a tactical card: when it is played itself (HA17).", "在战术牌上即其自身打出时（HA17）。"),
    ),
    _event(
        "CARD_PLAY_REJECTED",
        Bi("A play is cancelled", "出牌被取消时"),
        CARD,
    ),
    _event(
        "UNIT_DEPLOYED",
        Bi("A unit is deployed", "单位部署时"),
        CARD,
        keys=Bi("deploy|enter|arriv", "部署|登场|进场"),
    ),
    _event(
        "ARMORY_ATTACHED",
        Bi("An armory card is attached", "军械装备时"),
        keys=Bi("attach|equip", "装备|军械"),
    ),
    _event(
        "FIELD_ACTIVATED",
        Bi("A field card takes hold", "场地生效时"),
        keys=Bi("takes? (?:hold|effect)|play|activat", "生效|打出|激活"),
    ),
    _event(
        "UNIT_MOVED",
        Bi("A unit moves", "单位移动时"),
        emitted=False,
        doc=Bi("Units do not move of themselves in this game.", "本游戏中单位不会自行移动。"),
    ),
    _event(
        "UNIT_REPOSITIONED",
        Bi("A unit is moved", "单位被移位时"),
        doc=Bi("A hijacked vehicle goes over to the other side's row.", "被劫持的载具会移到对方的战排。"),
    ),
    _event(
        "ORBITAL_LOAD_QUEUED",
        Bi("A unit is loaded into a vessel", "单位装载到舰船时"),
    ),
    _event(
        "ORBITAL_DROP_RESOLVED",
        Bi("A unit is dropped from orbit", "单位从轨道投送时"),
        keys=Bi("drop", "投送|空投"),
    ),
    _event(
        "TOKEN_SUMMONED",
        Bi("A token is made", "生成衍生物时"),
        TOKEN,
        extension=True,
        doc=Bi("Tells where the token comes from: event, card and owner.", "说明衍生物的来源：事件、卡牌与所有者。"),
    ),
    _event(
        "TOKEN_DISCARDED",
        Bi("A token finds no room", "衍生物没有空位时"),
        TOKEN,
        extension=True,
    ),
)
COMBAT = (
    _event(
        "ATTACK_DECLARED",
        Bi("A unit is about to attack", "宣告攻击时"),
        stage="before",
        cancellable=True,
        mode="nested",
        perform="halo/exchange",
        keys=Bi("attack", "攻击"),
    ),
    _event(
        "TARGET_LOCKED",
        Bi("An attack finds its target", "锁定目标时"),
        keys=Bi("attack|lock", "攻击|锁定"),
    ),
    _event("HIT_ROLL_RESOLVED", Bi("It is settled whether an attack hits", "命中判定时"), emitted=False),
    _event(
        "DAMAGE_CALC_STARTED",
        Bi("Damage is reckoned", "计算伤害时"),
        {**BLOW, "ordnance": "bool", "base": "int"},
        keys=Bi("damage", "伤害"),
        stage="modify",
        mode="nested",
        perform="halo/blow",
        doc=Bi(
            "Its amount can still be changed; other effects wait until the damage is done.",
            "此时仍可改变数值；其他效果在伤害结算之后执行。",
        ),
    ),
    _event(
        "COVER_MITIGATED",
        Bi("Cover takes damage off", "掩护减免伤害时"),
        BLOW,
    ),
    _event(
        "DAMAGE_MODIFIED",
        Bi("Damage is other than it began", "伤害数值改变时"),
        BLOW,
    ),
    _event(
        "SHIELD_DAMAGED",
        Bi("A shield takes damage", "护盾受损时"),
        BLOW,
        keys=Bi("shield", "护盾"),
    ),
    _event(
        "HULL_OR_HEALTH_DAMAGED",
        Bi("Health is lost", "生命受损时"),
        BLOW,
        keys=Bi("damage|hit|hurt|health", "伤害|生命"),
    ),
    _event(
        "DAMAGE_DEALT",
        Bi("Damage was dealt", "造成伤害后"),
        BLOW,
        keys=Bi("damage|hit|hurt", "伤害"),
    ),
    _event(
        "LETHAL_CHECKED",
        Bi("It is settled whether damage kills", "致命判定时"),
        BLOW,
    ),
    _event(
        "KILL_OCCURRED",
        Bi("A unit is killed", "单位被击杀时"),
        farewell=True,
        keys=Bi("kill|destroy|defeat|die|death|fall", "击杀|消灭|阵亡|死亡"),
    ),
    _event(
        "OVERKILL_APPLIED",
        Bi("Damage goes beyond what kills", "过量伤害时"),
        BLOW,
        keys=Bi("more damage|overkill|excess", "过量|超出"),
    ),
    _event(
        "COMBAT_EXCHANGED",
        Bi("Two units have fought", "交战之后"),
        keys=Bi("fight|fought|attack", "交战|攻击"),
    ),
)
STATES = (
    _event(
        "STATUS_APPLIED",
        Bi("A status is laid on a unit", "施加状态时"),
        STATUS,
        keys=Bi("status|mark|suppress|cover|disable", "状态|标记|压制|掩护|瘫痪"),
    ),
    _event(
        "STATUS_REFRESHED",
        Bi("A status is made to last", "状态刷新时"),
        STATUS,
    ),
    _event(
        "STATUS_STACKED",
        Bi("A status grows", "状态叠加时"),
        STATUS,
    ),
    _event(
        "STATUS_EXPIRED",
        Bi("A status ends", "状态结束时"),
        STATUS,
    ),
    _event(
        "KEYWORD_GAINED",
        Bi("A unit gains a keyword", "获得关键词时"),
        KEYWORD,
    ),
    _event(
        "KEYWORD_LOST",
        Bi("A unit loses a keyword", "失去关键词时"),
        KEYWORD,
    ),
    _event(
        "PLASMA_TAG_APPLIED",
        Bi("Plasma marks a unit", "等离子标记时"),
        keys=Bi("plasma", "等离子"),
    ),
    _event(
        "HEADSHOT_TRIGGERED",
        Bi("A headshot hits", "爆头时"),
        BLOW,
        keys=Bi("headshot", "爆头"),
    ),
    _event(
        "INFECT_TRIGGERED",
        Bi("A kill infects", "感染时"),
        keys=Bi("infect", "感染"),
    ),
    _event(
        "EMP_APPLIED",
        Bi("A vehicle is disabled by EMP", "电磁脉冲生效时"),
        keys=Bi("EMP|disable", "电磁脉冲|瘫痪"),
    ),
    _event(
        "CAMO_BROKEN",
        Bi("A hidden unit shows itself", "隐身解除时"),
        keys=Bi("camo", "隐身"),
    ),
    _event(
        "HIJACK_EXECUTED",
        Bi("A vehicle is hijacked", "劫持载具时"),
        keys=Bi("hijack", "劫持"),
    ),
)
ORBIT = (
    _event(
        "ORBITAL_STRIKE_DECLARED",
        Bi("A vessel is about to strike", "宣告轨道打击时"),
        STRIKE,
        keys=Bi("strike", "打击"),
        stage="before",
        cancellable=True,
        mode="nested",
        perform="halo/bombard",
    ),
    _event(
        "ORBITAL_STRIKE",
        Bi("A vessel strikes", "轨道打击时"),
        STRIKE,
        keys=Bi("strike", "打击"),
    ),
    _event(
        "ORBITAL_STRIKE_MISSED",
        Bi("An orbital strike misses", "轨道打击未命中时"),
        STRIKE,
        keys=Bi("miss", "未命中|偏离"),
    ),
    _event(
        "POINT_DEFENSE_INTERCEPTED",
        Bi("Point defence intercepts a drop", "点防御拦截时"),
        keys=Bi("intercept", "拦截"),
    ),
    _event(
        "TARGET_PAINTED",
        Bi("A target is painted", "目标被标定时"),
        keys=Bi("paint", "标定"),
    ),
    _event("AA_FIRE_RESOLVED", Bi("Anti-air fire is settled", "防空射击结算时"), emitted=False),
    _event(
        "CAPITAL_SHIP_DESTROYED",
        Bi("A capital ship is destroyed", "旗舰被毁时"),
        keys=Bi("capital", "旗舰"),
        farewell=True,
    ),
    _event(
        "CAPITAL_SHIP_CRASH_RESOLVED",
        Bi("A capital ship has crashed", "旗舰坠毁后"),
        AMOUNT,
        farewell=True,
    ),
    _event("GALACTIC_EVENT_ROLLED", Bi("A galactic event is rolled", "掷出星系事件时"), emitted=False),
    _event("GALACTIC_EVENT", Bi("A galactic event happens", "星系事件发生时"), emitted=False),
)
GOALS = (
    _event(
        "LANE_CONTROL_UPDATED",
        Bi("Control of a lane changes", "战线控制改变时"),
        {"controller": "player"},
    ),
    _event(
        "OBJECTIVE_PROGRESS_UPDATED",
        Bi("A player comes nearer to victory", "目标进度更新时"),
        AMOUNT,
    ),
    _event("OBJECTIVE_COMPLETED", Bi("A goal is reached", "目标完成时"), AMOUNT),
    _event(
        "BASE_DAMAGED",
        Bi("A base takes damage", "基地受损时"),
        AMOUNT,
        keys=Bi("base", "基地"),
    ),
    _event("PLAYER_ELIMINATED", Bi("A player is out", "玩家出局时")),
    _event("WIN_CONDITION_MET", Bi("The match is decided", "胜负已分时")),
)
GROUPS = (TURNS, RESOURCES, PLAYS, COMBAT, STATES, ORBIT, GOALS)
EVENTS = tuple(event for group in GROUPS for event in group)
