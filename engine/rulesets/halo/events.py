"""The seventy events of the core list, in their seven groups, and seven extensions: for tokens, shields, exile, resources and discards.

Every event begins with players, entities and lanes of source and target; its own fields follow. All go by the
bus, so they are answered when the action is over, but for those that can be changed or cancelled on their way.
Source: SOURCE.md; 003§2.3; HA5, HA10, HA13, HA16.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.spec import EventSpec, LocalizedText, event, result
from engine.toolkit.nodes.events import named_players

from .event_phrases import SENTENCES
from .event_search import SEARCH
from .situations import SITUATIONS

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
    "lane": result("the lane", "战线"),
    "turn": result("the number of the turn", "回合数"),
    "amount": result("the number", "该数值"),
    "paid": result("the supply paid", "所支付的补给"),
    "turns": result("the number of turns", "回合数"),
    "stacks": result("the number of stacks", "层数"),
    "fate": result("what becomes of it", "其结局"),
    "value": result("the number of the keyword", "关键词的数值"),
    "missPct": result("the chance to miss", "未命中几率"),
    "sourceEventSeq": result("the number of the event behind it", "来源事件的序号"),
    "base": result("the damage before anything changes it", "改变之前的伤害"),
    "status": result("the status", "该状态"),
    "resource": result("the resource", "该资源"),
    "keyword": result("the keyword", "该关键词"),
    "ordnance": result(
        "it is of ordnance", "来自重武器", negated=LocalizedText("it is not of ordnance", "并非来自重武器")
    ),
}
"""What the numbers and words of events are called."""
_PLAYERS = named_players(
    "主人",
    sourcePlayerId=("sourceEntityId", "the source's owner", "来源的主人"),
    targetPlayerId=("targetEntityId", "the target's owner", "目标的主人"),
    ownerPlayerId=("targetEntityId", "its owner", "其主人"),
    controller=("", "the player who controls it", "控制该战线的玩家"),
)
"""What players are called whom the sentence of an event does not mention."""
_THE_DAMAGE = {
    "amount": result("the damage", "该次伤害", "{n:damage} is dealt", "造成{n:点伤害}"),
    "damageType": result("the kind of damage", "伤害类型"),
}


def _event(name: str, en: str, zh: str, own: Mapping[str, str] | None = None, **parts: Any) -> EventSpec:
    """Return an event with the common fields and its own; `event_phrases` has its sentences."""
    has_damage = own is BLOW or "damageType" in (own or {}) or name == "BASE_DAMAGED"
    common = {"mode": "bus", "situations": SITUATIONS.get(name, ({},)), **SENTENCES[name]}
    results = _NUMBERS | _PLAYERS | (_THE_DAMAGE if has_damage else {}) | parts.pop("results", {})
    return event(name, en, zh, {**SHARED, **(own or {})}, results=results, search=SEARCH[name], **{**common, **parts})


def _turn(name: str, en: str, zh: str, **more: Any) -> EventSpec:
    """Return an event of the turn; its source is the active player."""
    return _event(name, en, zh, TURN, results={"sourcePlayerId": result("the active player", "当前回合的玩家")}, **more)


def _phase(word: str, en: str, zh: str) -> tuple[EventSpec, EventSpec]:
    """Return the start and the end of a phase."""
    return (
        _turn(f"PHASE_{word}_STARTED", f"The {en} starts", f"{zh}开始时", keys=(en.split()[0], zh[:2])),
        _turn(f"PHASE_{word}_ENDED", f"The {en} ends", f"{zh}结束时", keys=(en.split()[0], zh[:2])),
    )


_STARTS = LocalizedText(r"(?:start|beginning) of|(?:each|every) turn", "回合开始|每个回合")
_ENDS = LocalizedText(r"\bend of|(?:each|every) turn", "回合结束|每个回合")

TURNS = (
    _turn("GAME_STARTED", "The match starts", "对局开始时", heard=False),
    _turn("ROUND_STARTED", "A round starts", "大回合开始时"),
    _turn("TURN_STARTED", "A turn starts", "回合开始时", keys=_STARTS),
    *_phase("DRAW_RECHARGE", "recharge phase", "充能阶段"),
    *_phase("DEPLOYMENT", "deployment phase", "部署阶段"),
    *_phase("SKIRMISH", "skirmish phase", "交战阶段"),
    *_phase("ENDSTEP", "end step", "结束阶段"),
    _turn("TURN_ENDED", "A turn ends", "回合结束时", keys=_ENDS),
    _turn("ROUND_ENDED", "A round ends", "大回合结束时"),
    _turn("GAME_ENDED", "The match ends", "对局结束时", heard=False),
)
RESOURCES = (
    _event(
        "CARD_DRAWN",
        "A player draws a card",
        "玩家抽牌时",
        CARD,
        doc=LocalizedText(
            "The event does not name the card: it is its owner's secret.", "事件不透露牌名：那是其主人的秘密。"
        ),
    ),
    _event(
        "CARD_DISCARDED",
        "A player discards a card",
        "玩家弃牌时",
        CARD,
        keys=("discard", "弃"),
        doc=LocalizedText(
            "A card goes from a hand to the discard pile: by an effect, or beyond the hand limit. A played card, and one turned into battery, is not discarded.",
            "牌从手牌进入弃牌堆：因效果或超出手牌上限。打出的牌与转化为电池的牌不算弃置。",
        ),
        extension=True,
    ),
    _event("SUPPLY_CAP_INCREASED", "A player's supply cap rises", "玩家补给上限提高时", AMOUNT),
    _event("SUPPLY_REFILLED", "A player's supply is refilled", "玩家补满补给时", AMOUNT),
    _event(
        "BATTERY_GENERATED",
        "A player turns a card into battery",
        "玩家将手牌转化为电池时",
        AMOUNT,
        keys=("battery", "电池"),
    ),
    _event("RESOURCE_SPENT", "A player pays", "玩家支付费用时", AMOUNT),
    _event(
        "RESOURCE_CHANGED",
        "A player gains or loses a resource of the pack",
        "玩家获得或失去卡包资源时",
        {**AMOUNT, "resource": "cardID"},
        doc=LocalizedText("The amount is below 0 when it is lost.", "失去时数值为负。"),
        extension=True,
    ),
)
PLAYS = (
    _event(
        "CARD_PLAY_DECLARED",
        "A card is about to be played",
        "宣告出牌时",
        CARD,
        stage="before",
        cancellable=True,
        mode="nested",
        perform="halo/validated",
    ),
    _event(
        "CARD_PLAY_VALIDATED",
        "A card is played",
        "打出牌时",
        {**CARD, "paid": "int"},
        keys=("play", "打出"),
        doc=LocalizedText(
            "On a tactical card: when it is played itself (HA17). `paid` is the supply that it took (added by this project).",
            "在战术牌上即其自身打出时（HA17）。`paid` 为所支付的补给（本项目扩展）。",
        ),
    ),
    _event("CARD_PLAY_REJECTED", "A play is cancelled", "出牌被取消时", CARD),
    _event(
        "UNIT_DEPLOYED",
        "A unit is deployed",
        "单位部署时",
        CARD,
        creates=True,
        keys=("deploy|enter|arriv", "部署|登场|进场"),
    ),
    _event("ARMORY_ATTACHED", "An armory card is attached", "军械装备时", keys=("attach|equip", "装备|军械")),
    _event(
        "FIELD_ACTIVATED",
        "A field card takes hold",
        "场地生效时",
        keys=("takes? (?:hold|effect)|play|activat", "生效|打出|激活"),
    ),
    _event(
        "UNIT_MOVED",
        "A unit moves",
        "单位移动时",
        keys=("move", "移动"),
        doc=LocalizedText("Units move by effects of cards alone.", "单位只因卡牌效果而移动。"),
    ),
    _event(
        "UNIT_REPOSITIONED",
        "A unit is moved",
        "单位被移位时",
        doc=LocalizedText("A hijacked vehicle goes over to the other side's row.", "被劫持的载具会移到对方的战排。"),
    ),
    _event("ORBITAL_LOAD_QUEUED", "A unit is loaded into a vessel", "单位装载到舰船时"),
    _event(
        "ORBITAL_DROP_RESOLVED",
        "A unit is dropped from orbit",
        "单位从轨道投送时",
        creates=True,
        keys=("drop", "投送|空投"),
    ),
    _event(
        "TOKEN_SUMMONED",
        "A token is made",
        "生成衍生物时",
        TOKEN,
        creates=True,
        extension=True,
        doc=LocalizedText(
            "Tells where the token comes from: event, card and owner.", "说明衍生物的来源：事件、卡牌与所有者。"
        ),
    ),
    _event("TOKEN_DISCARDED", "A token finds no room", "衍生物没有空位时", TOKEN, extension=True),
)
COMBAT = (
    _event(
        "ATTACK_DECLARED",
        "A unit is about to attack",
        "宣告攻击时",
        stage="before",
        cancellable=True,
        mode="nested",
        perform="halo/exchange",
        keys=("attack", "攻击"),
    ),
    _event("TARGET_LOCKED", "An attack finds its target", "锁定目标时", keys=("attack|lock", "攻击|锁定")),
    _event("HIT_ROLL_RESOLVED", "It is settled whether an attack hits", "命中判定时", emitted=False),
    _event(
        "DAMAGE_CALC_STARTED",
        "Damage is calculated",
        "计算伤害时",
        {**BLOW, "ordnance": "bool", "base": "int"},
        keys=("damage", "伤害"),
        stage="modify",
        mode="nested",
        perform="halo/blow",
        doc=LocalizedText(
            "Its amount can still be changed; other effects wait until the damage is done.",
            "此时仍可改变数值；其他效果在伤害结算之后执行。",
        ),
    ),
    _event("COVER_MITIGATED", "Cover takes damage off", "掩护减免伤害时", BLOW),
    _event("DAMAGE_MODIFIED", "Damage is other than it began", "伤害数值改变时", BLOW),
    _event("SHIELD_DAMAGED", "A shield takes damage", "护盾受损时", BLOW, keys=("shield", "护盾")),
    _event(
        "HULL_OR_HEALTH_DAMAGED",
        "Health is lost",
        "生命受损时",
        BLOW,
        keys=("damage|hit|hurt|health", "伤害|生命"),
    ),
    _event("DAMAGE_DEALT", "Damage was dealt", "造成伤害后", BLOW, keys=("damage|hit|hurt", "伤害")),
    _event("LETHAL_CHECKED", "It is settled whether damage kills", "致命判定时", BLOW),
    _event(
        "KILL_OCCURRED",
        "A unit is killed",
        "单位被击杀时",
        ends=("targetEntityId",),
        mode="bus",
        hears_after_leaving=True,
        keys=("kill|destroy|defeat|die|death|fall", "击杀|消灭|阵亡|死亡"),
    ),
    _event(
        "SHIELD_DAMAGE_STARTED",
        "A shield is about to lose points",
        "护盾即将受损时",
        BLOW,
        extension=True,
        keys=("shield", "护盾"),
        stage="modify",
        mode="nested",
        has_after=False,
        doc=LocalizedText(
            "What the shield loses can still be changed; nothing else can be done here.",
            "此时仍可改变护盾失去的点数，不能执行其他效果。",
        ),
    ),
    _event(
        "UNIT_WOULD_DIE",
        "A unit would die",
        "单位即将阵亡时",
        {"fate": "text"},
        extension=True,
        keys=("would die|die", "将阵亡|阵亡"),
        stage="modify",
        mode="nested",
        has_after=False,
        doc=LocalizedText(
            "What becomes of it can still be changed; nothing else can be done here.",
            "此时仍可改变其结局，不能执行其他效果。",
        ),
    ),
    _event(
        "UNIT_EXILED",
        "A unit is exiled",
        "单位被放逐时",
        extension=True,
        keys=("exile", "放逐"),
        mode="bus",
        hears_after_leaving=True,
    ),
    _event(
        "OVERKILL_APPLIED",
        "Damage goes beyond what kills",
        "溢出伤害时",
        BLOW,
        keys=("more damage|overkill|excess", "过量|溢出|超出"),
        results={"amount": result("the excess damage", "溢出伤害", "{n:excess damage} is dealt", "溢出{n:点伤害}")},
    ),
    _event("COMBAT_EXCHANGED", "Two units have fought", "交战之后", keys=("fight|fought|attack", "交战|攻击")),
)
STATES = (
    _event(
        "STATUS_APPLIED",
        "A status is laid on a unit",
        "施加状态时",
        STATUS,
        keys=("status|mark|suppress|cover|disable", "状态|标记|压制|掩护|瘫痪"),
    ),
    _event("STATUS_REFRESHED", "A status is made to last", "状态刷新时", STATUS),
    _event("STATUS_STACKED", "A status grows", "状态叠加时", STATUS),
    _event("STATUS_EXPIRED", "A status ends", "状态结束时", STATUS),
    _event("KEYWORD_GAINED", "A unit gains a keyword", "获得关键词时", KEYWORD),
    _event("KEYWORD_LOST", "A unit loses a keyword", "失去关键词时", KEYWORD),
    _event("PLASMA_TAG_APPLIED", "Plasma marks a unit", "等离子标记时", keys=("plasma", "等离子")),
    _event("HEADSHOT_TRIGGERED", "A headshot hits", "爆头时", BLOW, keys=("headshot", "爆头")),
    _event("INFECT_TRIGGERED", "A kill infects", "感染时", keys=("infect", "感染")),
    _event(
        "EMP_APPLIED",
        "A vehicle is disabled by EMP",
        "电磁脉冲生效时",
        keys=("EMP|disable", "电磁脉冲|瘫痪"),
    ),
    _event("CAMO_BROKEN", "A hidden unit shows itself", "隐身解除时", keys=("camo", "隐身")),
    _event("HIJACK_EXECUTED", "A vehicle is hijacked", "劫持载具时", keys=("hijack", "劫持")),
)
ORBIT = (
    _event(
        "ORBITAL_STRIKE_DECLARED",
        "A vessel is about to strike",
        "宣告轨道打击时",
        STRIKE,
        keys=("strike", "打击"),
        stage="before",
        cancellable=True,
        mode="nested",
        perform="halo/bombard",
    ),
    _event("ORBITAL_STRIKE", "A vessel strikes", "轨道打击时", STRIKE, keys=("strike", "打击")),
    _event(
        "ORBITAL_STRIKE_MISSED",
        "An orbital strike misses",
        "轨道打击未命中时",
        STRIKE,
        keys=("miss", "未命中|偏离"),
    ),
    _event(
        "POINT_DEFENSE_INTERCEPTED",
        "Point defence intercepts a drop",
        "点防御拦截时",
        keys=("intercept", "拦截"),
    ),
    _event("TARGET_PAINTED", "A target is painted", "目标被标定时", keys=("paint", "标定")),
    _event("AA_FIRE_RESOLVED", "Anti-air fire is settled", "防空射击结算时", emitted=False),
    _event(
        "CAPITAL_SHIP_DESTROYED",
        "A capital ship is destroyed",
        "旗舰被毁时",
        ends=("targetEntityId",),
        keys=("capital", "旗舰"),
        mode="bus",
        hears_after_leaving=True,
    ),
    _event(
        "CAPITAL_SHIP_CRASH_RESOLVED",
        "A capital ship has crashed",
        "旗舰坠毁后",
        AMOUNT,
        mode="bus",
        hears_after_leaving=True,
    ),
    _event("GALACTIC_EVENT_ROLLED", "A galactic event is rolled", "掷出星系事件时", emitted=False),
    _event("GALACTIC_EVENT", "A galactic event happens", "星系事件发生时", emitted=False),
)
GOALS = (
    _event("LANE_CONTROL_UPDATED", "Control of a lane changes", "战线控制改变时", {"controller": "player"}),
    _event("OBJECTIVE_PROGRESS_UPDATED", "A player comes nearer to victory", "目标进度更新时", AMOUNT),
    _event("OBJECTIVE_COMPLETED", "A goal is reached", "目标完成时", AMOUNT, heard=False),
    _event("BASE_DAMAGED", "A base takes damage", "基地受损时", AMOUNT, keys=("base", "基地")),
    _event("PLAYER_ELIMINATED", "A player is out", "玩家出局时", heard=False),
    _event("WIN_CONDITION_MET", "The match is decided", "胜负已分时", heard=False),
)
GROUPS = {
    LocalizedText("Turns", "回合"): TURNS,
    LocalizedText("Cards and resources", "卡牌与资源"): RESOURCES,
    LocalizedText("Playing and deploying", "出牌与部署"): PLAYS,
    LocalizedText("Combat", "战斗"): COMBAT,
    LocalizedText("Statuses and keywords", "状态与关键词"): STATES,
    LocalizedText("Ships and orbit", "舰船与轨道"): ORBIT,
    LocalizedText("Lanes and victory", "战线与胜负"): GOALS,
}
EVENTS = tuple(event for group in GROUPS.values() for event in group)
EVENT_GROUPS = {title: tuple(event.name for event in group) for title, group in GROUPS.items()}
