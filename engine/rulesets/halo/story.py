"""The narration of a halo match: a sentence for each event, question and answer; an empty one is skipped.

Shapes: the names in braces are the fields of an event; of a question they are `player` and `answer`, and of an answer
        by a verb too. It also covers why a match ended, and the names of words in fields and questions.
"""

from __future__ import annotations

from engine.language.spec import LocalizedText

from .board import ZONES
from .statuses import STATUSES
from .table import LANES, PLACES
from .words import DAMAGE_TYPES, KEYWORDS

SILENT = LocalizedText("", "")

WORDS = {
    **{f"place:{zone.name}": zone.title for zone in ZONES if zone.name in PLACES},
    **{f"lane:{number}": LocalizedText(lane.capitalize(), lane.capitalize()) for number, lane in enumerate(LANES, 1)},
    **{f"damageType:{one.name}": one.title for one in DAMAGE_TYPES},
    **{f"keyword:{one.name}": one.title for one in KEYWORDS},
    **{f"status:{one.name}": one.title for one in STATUSES},
}
STORY = {
    **WORDS,
    "TURN_STARTED": LocalizedText("\nTurn {turn}: {sourcePlayerId}", "\n第 {turn} 回合：{sourcePlayerId}"),
    "PHASE_DEPLOYMENT_STARTED": LocalizedText("- Deployment", "- 部署阶段"),
    "PHASE_SKIRMISH_STARTED": LocalizedText("- Skirmish", "- 交战阶段"),
    "CARD_DRAWN": LocalizedText("{sourcePlayerId} draws a card.", "{sourcePlayerId}抽一张牌。"),
    "CARD_DISCARDED": LocalizedText(
        "{sourcePlayerId} discards {targetEntityId}.", "{sourcePlayerId}弃置{targetEntityId}。"
    ),
    "BATTERY_GENERATED": LocalizedText(
        "{sourcePlayerId} turns {targetEntityId} into {amount} battery.",
        "{sourcePlayerId}将{targetEntityId}转化为 {amount} 点电池。",
    ),
    "RESOURCE_CHANGED": LocalizedText(
        "{targetPlayerId}: {resource} {amount}.", "{targetPlayerId}：{resource} {amount}。"
    ),
    "CARD_PLAY_VALIDATED": LocalizedText(
        "{sourcePlayerId} plays {sourceEntityId}.", "{sourcePlayerId}打出{sourceEntityId}。"
    ),
    "CARD_PLAY_REJECTED": LocalizedText("{sourceEntityId} is cancelled.", "{sourceEntityId}被取消。"),
    "ARMORY_ATTACHED": LocalizedText(
        "{sourceEntityId} is attached to {targetEntityId}.", "{sourceEntityId}装备到{targetEntityId}上。"
    ),
    "ORBITAL_LOAD_QUEUED": LocalizedText(
        "{sourceEntityId} takes {targetEntityId} aboard.", "{sourceEntityId}装载{targetEntityId}。"
    ),
    "ORBITAL_DROP_RESOLVED": LocalizedText(
        "{sourceEntityId} drops {targetEntityId}.", "{sourceEntityId}投送{targetEntityId}。"
    ),
    "POINT_DEFENSE_INTERCEPTED": LocalizedText(
        "{sourceEntityId} sends {targetEntityId} back to hand.", "{sourceEntityId}将{targetEntityId}击退回手牌。"
    ),
    "TOKEN_SUMMONED": LocalizedText("{targetEntityId} appears.", "{targetEntityId}出现。"),
    "TOKEN_DISCARDED": LocalizedText("There is no room for {tokenId}.", "没有放置{tokenId}的空位。"),
    "ATTACK_DECLARED": LocalizedText("{sourceEntityId} attacks.", "{sourceEntityId}攻击。"),
    "DAMAGE_DEALT": LocalizedText(
        "{targetEntityId} takes {amount} {damageType}.",
        "{targetEntityId}受到 {amount} 点{damageType}。",
    ),
    "BASE_DAMAGED": LocalizedText(
        "The base of {targetPlayerId} loses {amount}.", "{targetPlayerId}的基地失去 {amount} 点。"
    ),
    "KILL_OCCURRED": LocalizedText("{targetEntityId} falls.", "{targetEntityId}阵亡。"),
    "INFECT_TRIGGERED": LocalizedText(
        "{sourceEntityId} infects {targetEntityId}.", "{sourceEntityId}感染{targetEntityId}。"
    ),
    "HIJACK_EXECUTED": LocalizedText(
        "{sourceEntityId} hijacks {targetEntityId}.", "{sourceEntityId}劫持{targetEntityId}。"
    ),
    "ORBITAL_STRIKE": LocalizedText("{sourceEntityId} strikes for {amount}.", "{sourceEntityId}打击，{amount} 点。"),
    "ORBITAL_STRIKE_MISSED": LocalizedText("{sourceEntityId} misses.", "{sourceEntityId}未命中。"),
    "CAPITAL_SHIP_DESTROYED": LocalizedText("{targetEntityId} breaks apart.", "{targetEntityId}解体。"),
    "STATUS_APPLIED": LocalizedText(
        "{targetEntityId} is {status} (turns: {turns}).", "{targetEntityId}获得状态“{status}”（{turns} 回合）。"
    ),
    "KEYWORD_GAINED": LocalizedText("{targetEntityId} gains {keyword}.", "{targetEntityId}获得“{keyword}”。"),
    "KEYWORD_LOST": LocalizedText("{targetEntityId} loses {keyword}.", "{targetEntityId}失去“{keyword}”。"),
    "LANE_CONTROL_UPDATED": LocalizedText("{lane} is held by {controller}.", "{lane} 战线的控制者：{controller}。"),
    "controller:None": LocalizedText("neither side", "无"),
    "OBJECTIVE_PROGRESS_UPDATED": LocalizedText(
        "{sourcePlayerId} has held all lanes for {amount} turns.", "{sourcePlayerId}已连续 {amount} 回合控制所有战线。"
    ),
    **dict.fromkeys(
        (
            *("GAME_STARTED", "ROUND_STARTED", "ROUND_ENDED", "TURN_ENDED", "GAME_ENDED"),
            *("PHASE_DRAW_RECHARGE_STARTED", "PHASE_DRAW_RECHARGE_ENDED", "PHASE_DEPLOYMENT_ENDED"),
            *("PHASE_SKIRMISH_ENDED", "PHASE_ENDSTEP_STARTED", "PHASE_ENDSTEP_ENDED"),
            *("SUPPLY_CAP_INCREASED", "SUPPLY_REFILLED", "RESOURCE_SPENT", "CARD_PLAY_DECLARED", "UNIT_DEPLOYED"),
            *("FIELD_ACTIVATED", "UNIT_REPOSITIONED", "TARGET_LOCKED", "DAMAGE_CALC_STARTED", "COVER_MITIGATED"),
            *("DAMAGE_MODIFIED", "SHIELD_DAMAGED", "HULL_OR_HEALTH_DAMAGED", "LETHAL_CHECKED", "OVERKILL_APPLIED"),
            *("COMBAT_EXCHANGED", "STATUS_REFRESHED", "STATUS_STACKED", "STATUS_EXPIRED", "PLASMA_TAG_APPLIED"),
            *("HEADSHOT_TRIGGERED", "EMP_APPLIED", "CAMO_BROKEN", "ORBITAL_STRIKE_DECLARED", "TARGET_PAINTED"),
            *("CAPITAL_SHIP_CRASH_RESOLVED", "OBJECTIVE_COMPLETED", "PLAYER_ELIMINATED", "WIN_CONDITION_MET"),
        ),
        SILENT,
    ),
    **dict.fromkeys(("play", "charge", "load", "drop", "attack", "strike", "hijack"), SILENT),
    "play…": LocalizedText("{player} plays {answer}.", "{player}打出{answer}。"),
    "charge…": LocalizedText("{player} turns {answer} into battery.", "{player}将{answer}转化为电池。"),
    "load…": LocalizedText("{player} loads {answer}.", "{player}装载{answer}。"),
    "drop…": LocalizedText("{player} drops {answer}.", "{player}投送{answer}。"),
    "attack…": LocalizedText("{player} attacks with {answer}.", "{player}以{answer}攻击。"),
    "strike…": LocalizedText("{player} strikes from orbit with {answer}.", "{player}以{answer}进行轨道打击。"),
    "hijack…": LocalizedText("{player} hijacks with {answer}.", "{player}以{answer}劫持。"),
    "pass": SILENT,
    "place": LocalizedText("{player} chooses {answer}.", "{player}选择：{answer}。"),
    "excess": LocalizedText("{player} discards {answer}.", "{player}弃掉{answer}。"),
    **dict.fromkeys(("halo/attack", "halo/strike", "halo/hijack", "halo/load", "halo/drop"), SILENT),
    "base destroyed": LocalizedText("the base is destroyed", "基地被摧毁"),
    "lanes held": LocalizedText("all lanes are held", "控制了所有战线"),
    "turn cap": LocalizedText("the last turn is over", "回合数已到上限"),
}
