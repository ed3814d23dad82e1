"""The words of a match: a sentence for each event, question and answer; an empty one is skipped."""

from __future__ import annotations

from engine.language.spec import LocalizedText

SILENT = LocalizedText("", "")
STORY = {
    "RestoreAp": SILENT,
    "BP": LocalizedText("\nTurn of {playerUUID}", "\n{playerUUID}的回合"),
    "Prepare": SILENT,
    "MPBegin": SILENT,
    "MPEnd": SILENT,
    "EP": SILENT,
    "CastCard": LocalizedText("{playerUUID} plays {cardUUID}.", "{playerUUID}使用{cardUUID}。"),
    "DrawCard": LocalizedText("{playerUUID} draws a card.", "{playerUUID}抽一张牌。"),
    "Deployed": LocalizedText("{unitUUID} is deployed.", "{unitUUID}部署上场。"),
    "Moved": LocalizedText("{unitUUID} moves {steps}.", "{unitUUID}移动 {steps} 格。"),
    "AnnounceAttack": LocalizedText("{attackerUUID} attacks {defenderUUID}.", "{attackerUUID}攻击{defenderUUID}。"),
    "Fought": SILENT,
    "ActiveAbility": LocalizedText("{unitUUID} casts.", "{unitUUID}施法。"),
    "Damage": SILENT,
    "BeDamaged": LocalizedText("{unitUUID} loses {amount} health.", "{unitUUID}失去 {amount} 点生命值。"),
    "Healed": LocalizedText("{unitUUID} regains {amount} health.", "{unitUUID}恢复 {amount} 点生命值。"),
    "Dead": LocalizedText("{unitUUID} dies.", "{unitUUID}阵亡。"),
    "RegionChange": LocalizedText("{playerUUID} takes a region.", "{playerUUID}取得战区的控制权。"),
    "EventTriggered": LocalizedText("Event: {eventUUID}.", "事件：{eventUUID}。"),
    "DeathPageIncrease": LocalizedText(
        "{playerUUID} gains {amount} death pages.", "{playerUUID}增加 {amount} 点死页。"
    ),
    **dict.fromkeys(("move", "attack", "cast", "play"), SILENT),
    "end": LocalizedText("{player} ends the turn.", "{player}结束回合。"),
    "move…": LocalizedText("{player} moves {answer}.", "{player}移动{answer}。"),
    "attack…": LocalizedText("{player} attacks with {answer}.", "{player}以{answer}攻击。"),
    "cast…": LocalizedText("{player} uses {answer}.", "{player}施放{answer}。"),
    "play…": LocalizedText("{player} plays {answer}.", "{player}使用{answer}。"),
    "deploy": LocalizedText("{player} deploys the hero at {answer}.", "{player}将英雄部署到 {answer}。"),
    "cell": LocalizedText("{player} chooses {answer}.", "{player}选择{answer}。"),
    "moveTo": LocalizedText("{player} moves the unit to {answer}.", "{player}将单位移动到 {answer}。"),
    "target": LocalizedText("{player} chooses {answer}.", "{player}选择{answer}。"),
    "discard": LocalizedText("{player} chooses {answer}.", "{player}选择{answer}。"),
    "goal": LocalizedText("a goal was reached", "达成目标"),
    "limit": LocalizedText("the rounds have run out", "回合已尽"),
}
