"""The events of 001: the steps of a turn, cards, fights, regions and the axis. Source: 001§3, §6.4, §9, §10."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.spec.asking import NOTHING
from engine.language.spec.events import EventAnalysis, EventRuntime, EventSpec
from engine.language.spec.phrases import Case, EventPhrase, Is, Noun, Result
from engine.language.spec.search import search_words
from engine.language.spec.shapes import LocalizedText

PLAYER = {"playerUUID": "player"}
UNIT = {**PLAYER, "unitUUID": "unit"}
STEPS_OF_A_TURN = ("RestoreAp", "BP", "Prepare", "MPBegin", "MPEnd", "EP")
"""Events that a skill answers for its own player alone."""
NUMBERS = {
    "amount": Result(LocalizedText("the amount", "该数值")),
    "steps": Result(LocalizedText("the number of steps", "移动的步数")),
    "from": Result(LocalizedText("the former controller", "原控制者")),
    "to": Result(LocalizedText("the new controller", "新控制者")),
}
NOUNS = {"sourceUUID": Noun("unit", "units", "单位")}
"""Damage that has a source is always a unit's."""
WAITS = EventRuntime(mode="deferred")
INLINE = EventRuntime(stage="modify")


def _event(  # noqa: PLR0913 - the parts of an event
    name: str,
    title: LocalizedText,
    fields: Mapping[str, str],
    phrase: LocalizedText | None,
    search: tuple[str, str],
    runtime: EventRuntime = WAITS,
    moment: LocalizedText | None = None,
    keys: LocalizedText | None = None,
    cases: tuple[Case, ...] = (),
    single: tuple[str, ...] = (),
    **parts: Any,
) -> EventSpec:
    following = moment and LocalizedText(f"the next time, {moment.en}", f"下一次{moment.zh}")
    wording = EventPhrase(
        each=moment, next=following, cases=cases, nouns=NOUNS, fields=NUMBERS, keys=keys, single=single
    )
    return EventSpec(
        name,
        title,
        dict(fields),
        phrase=phrase,
        wording=wording,
        search=search_words(*search),
        runtime=runtime,
        **parts,
    )


def _step(name: str, title: LocalizedText, each: LocalizedText, search: tuple[str, str]) -> EventSpec:
    return _event(name, title, PLAYER, None, search, EventRuntime(), each)


def _by(en: str, zh: str, source: str = "sourceUUID") -> tuple[Case, ...]:
    """Return the sentence of an event whose source is asked for."""
    return (Case({source: Is.PRESENT}, LocalizedText(en, zh)),)


TURN = (
    _step(
        "RestoreAp",
        LocalizedText("AP is restored", "重置专注后"),
        LocalizedText("when your AP is restored", "你重置专注后"),
        ("restore, AP, focus, turn start", "重置专注、回合开始"),
    ),
    _step(
        "BP",
        LocalizedText("The turn begins", "回合开始步骤"),
        LocalizedText("at the start of your turn", "你的回合开始时"),
        ("turn starts, beginning, upkeep", "回合开始、开始步骤"),
    ),
    _step(
        "Prepare",
        LocalizedText("Preparation", "准备步骤"),
        LocalizedText("in your preparation step", "在你的准备步骤"),
        ("prepare, before main", "准备步骤"),
    ),
    _step(
        "MPBegin",
        LocalizedText("The main phase begins", "主要阶段开始"),
        LocalizedText("when your main phase begins", "你的主要阶段开始时"),
        ("main phase", "主要阶段"),
    ),
    _step(
        "MPEnd",
        LocalizedText("The main phase ends", "主要阶段结束"),
        LocalizedText("when your main phase ends", "你的主要阶段结束时"),
        ("main phase ends", "主要阶段结束"),
    ),
    _step(
        "EP",
        LocalizedText("The turn ends", "回合结束步骤"),
        LocalizedText("at the end of your turn", "你的回合结束时"),
        ("turn ends, end step, each turn", "回合结束、每回合"),
    ),
)
FIGHT = {**PLAYER, "attackerUUID": "unit", "defenderUUID": "unit"}
DAMAGE = {**PLAYER, "sourceUUID": "entity", "unitUUID": "unit", "amount": "int"}
SOURCES = ({"sourceUUID": frozenset(("unit",))}, {"sourceUUID": NOTHING})
"""A unit deals damage, or the ground does."""
SUMMONS_OR_ORDERS = ({"unitUUID": frozenset(("unit",))}, {"unitUUID": NOTHING})
"""A summoning card has put a unit in play, an order none."""
DEEDS = (
    _event(
        "CastCard",
        LocalizedText("A card is played", "使用卡牌后"),
        {**PLAYER, "cardUUID": "card", "unitUUID": "unit"},
        LocalizedText("{playerUUID} plays a card", "{playerUUID}使用卡牌后"),
        ("play card, cast", "使用卡牌、出牌"),
        cases=_by(
            "{playerUUID} deploys {unitUUID:a unit} with a card",
            "{playerUUID}使用卡牌部署{unitUUID:单位}后",
            "unitUUID",
        ),
        situations=SUMMONS_OR_ORDERS,
        doc=LocalizedText(
            "`unitUUID` is the unit that a summoning card put in play; an order puts none.",
            "`unitUUID` 为召唤牌部署的单位；指令牌不部署单位。",
        ),
    ),
    _event(
        "DrawCard",
        LocalizedText("A card is drawn", "抽牌后"),
        {**PLAYER, "cardUUID": "card"},
        LocalizedText("{playerUUID} draws a card", "{playerUUID}抽牌后"),
        ("draw", "抽牌"),
    ),
    _event(
        "Deployed",
        LocalizedText("A unit is deployed", "单位部署后"),
        UNIT,
        LocalizedText("{unitUUID} is deployed", "{unitUUID}部署后"),
        ("deploy, battlecry, enters, summon", "部署、战吼、登场、召唤"),
        single=("unitUUID",),
        analysis=EventAnalysis(creates=True),
    ),
    _event(
        "Moved",
        LocalizedText("A unit has moved", "单位移动后"),
        {**UNIT, "steps": "int"},
        LocalizedText("{unitUUID} moves", "{unitUUID}移动后"),
        ("move, walk", "移动"),
    ),
    _event(
        "AnnounceAttack",
        LocalizedText("An attack is announced", "宣告攻击时"),
        FIGHT,
        LocalizedText("{attackerUUID} attacks {defenderUUID}", "{attackerUUID}攻击{defenderUUID}时"),
        ("attack declared, attacks", "宣告攻击、进攻"),
        EventRuntime(),
        cases=_by(
            "{attackerUUID} attacks {defenderUUID:a unit}", "{attackerUUID}攻击{defenderUUID:目标}时", "attackerUUID"
        ),
    ),
    _event(
        "Fought",
        LocalizedText("A fight is over", "战斗结算后"),
        FIGHT,
        LocalizedText("{attackerUUID} has attacked {defenderUUID}", "{attackerUUID}攻击{defenderUUID}后"),
        ("after attack, fight over", "攻击后、战斗后"),
        cases=_by(
            "{attackerUUID} has attacked {defenderUUID:a unit}",
            "{attackerUUID}攻击{defenderUUID:目标}后",
            "attackerUUID",
        ),
    ),
    _event(
        "ActiveAbility",
        LocalizedText("An ability is cast", "施放异能后"),
        UNIT,
        LocalizedText("{unitUUID} casts an ability", "{unitUUID}施法后"),
        ("cast, spell, active ability", "施法、主动异能"),
    ),
    _event(
        "Damage",
        LocalizedText("Damage is dealt", "造成伤害时"),
        DAMAGE,
        LocalizedText("{unitUUID} would take damage", "{unitUUID}即将受到伤害时"),
        ("change damage, armor, bonus damage", "伤害修改、护甲、增伤"),
        INLINE,
        None,
        LocalizedText("damage", "伤害"),
        _by("{sourceUUID} would deal damage to {unitUUID:a unit}", "{sourceUUID}即将对{unitUUID:目标}造成伤害时"),
        situations=SOURCES,
    ),
    _event(
        "BeDamaged",
        LocalizedText("A unit was damaged", "受到伤害后"),
        DAMAGE,
        LocalizedText("{unitUUID} takes damage", "{unitUUID}受到伤害后"),
        ("damaged, hurt, hit", "受伤、受到伤害"),
        cases=_by("{sourceUUID} deals damage to {unitUUID:a unit}", "{sourceUUID}对{unitUUID:目标}造成伤害后"),
        situations=SOURCES,
    ),
    _event(
        "Healed",
        LocalizedText("A unit was healed", "受到治疗后"),
        {**UNIT, "amount": "int"},
        LocalizedText("{unitUUID} is healed", "{unitUUID}受到治疗后"),
        ("healed, restore", "治疗、恢复"),
        extension=True,
    ),
    _event(
        "Dead",
        LocalizedText("A unit dies", "单位阵亡后"),
        {**UNIT, "sourceUUID": "entity"},
        LocalizedText("{unitUUID} dies", "{unitUUID}阵亡后"),
        ("dies, killed, deathrattle", "阵亡、死亡、亡语、击杀"),
        EventRuntime(mode="deferred", hears_after_leaving=True),
        keys=LocalizedText("dies?|death|kill(?:ed|s)?|falls?", "阵亡|死亡|击杀"),
        cases=_by("{sourceUUID} kills {unitUUID:a unit}", "{sourceUUID}击杀{unitUUID:目标}后"),
        single=("unitUUID",),
        analysis=EventAnalysis(ends=("unitUUID",)),
        situations=SOURCES,
    ),
    _event(
        "RegionChange",
        LocalizedText("A region changes hands", "战区控制权变更后"),
        {**PLAYER, "regionUUID": "region", "from": "int"},
        LocalizedText("{playerUUID} takes a region", "{playerUUID}取得战区控制权后"),
        ("region, control, capture", "战区、控制权、占领"),
    ),
    _event(
        "EventTriggered",
        LocalizedText("An event of the axis is triggered", "事件轴触发事件后"),
        {**PLAYER, "eventUUID": "event"},
        LocalizedText("an event is triggered", "事件触发后"),
        ("axis, event", "事件轴、事件"),
        analysis=EventAnalysis(ends=("eventUUID",)),
    ),
    _event(
        "DeathPageIncrease",
        LocalizedText("Death pages increase", "死页增加后"),
        {**PLAYER, "amount": "int"},
        LocalizedText("{playerUUID} gains death pages", "{playerUUID}的死页增加后"),
        ("death page", "死页"),
    ),
)
EVENTS = (*TURN, *DEEDS)
