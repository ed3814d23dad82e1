"""The narration of a match: a sentence for each event, question and answer; an empty one is skipped.

Shapes: the names in braces are the fields of an event; of a question they are `player` and `answer`, and of an answer
        by a verb too. It also covers why a match ended.
"""

from __future__ import annotations

from engine.language.spec import LocalizedText

SILENT = LocalizedText("", "")

STORY = {
    "onRoundStart": LocalizedText("\nRound {round}", "\n第 {round} 回合"),
    "onExploringPhaseStart": LocalizedText("- Exploring", "- 探索阶段"),
    "onBattlingPhaseStart": LocalizedText("- Battling", "- 战斗阶段"),
    "onAdvancingPhaseStart": LocalizedText("- Advancing", "- 推进阶段"),
    "onSupplyingPhaseStart": LocalizedText("- Supplying", "- 补给阶段"),
    "onPreparingPhaseStart": LocalizedText("- Preparing", "- 准备阶段"),
    "onPlayCard": LocalizedText("{playerUUID} plays {cardUUID}.", "{playerUUID}打出{cardUUID}。"),
    "onReverse": LocalizedText("{playerUUID} reverses time.", "{playerUUID}逆转时序。"),
    "onDiscard": LocalizedText("{playerUUID} discards {cardUUID}.", "{playerUUID}弃掉{cardUUID}。"),
    "onExplorationFlip": LocalizedText(
        "{sourcePlayerUUID} flips {cardUUID}, level {level}.", "{sourcePlayerUUID}翻开 {level} 级的{cardUUID}。"
    ),
    "onDamageTaken": LocalizedText(
        "{monsterUUID} takes {amount} damage from {sourcePlayerUUID}.",
        "{monsterUUID}受到{sourcePlayerUUID}的 {amount} 点伤害。",
    ),
    "onDefeat": LocalizedText("{sourcePlayerUUID} defeats {monsterUUID}.", "{sourcePlayerUUID}击败{monsterUUID}。"),
    "onAdvanceKick": LocalizedText(
        "{kickerUUID} kicks {kickedUUID} one cell on.", "{kickerUUID}将{kickedUUID}推进一格。"
    ),
    "onRefreshShop": LocalizedText(
        "{playerUUID} refreshes the shop: {newShopCardUUIDs}.", "{playerUUID}刷新商店：{newShopCardUUIDs}。"
    ),
    "onBuy": LocalizedText(
        "{playerUUID} buys {cardUUID} for {price} gold.", "{playerUUID}以 {price} 金币购买{cardUUID}。"
    ),
    "onForget": LocalizedText("{playerUUID} forgets {cardUUID}.", "{playerUUID}遗忘{cardUUID}。"),
    **dict.fromkeys(
        (
            *("onRoundEnd", "onBattleTurnStart", "onBattleTurnEnd", "onAdvanceTurnStart", "onAdvanceTurnEnd"),
            *("onSupplyTurnStart", "onSupplyTurnEnd", "onPreparingPhaseEnd", "onExploringPhaseEnd"),
            *("onBattlingPhaseEnd", "onAdvancingPhaseEnd", "onSupplyingPhaseEnd"),
        ),
        SILENT,
    ),
    **dict.fromkeys(("play", "reverse", "buy", "refresh", "forget", "discard", "explore"), SILENT),
    "play…": LocalizedText("{player} plays {answer}.", "{player}打出{answer}。"),
    "buy…": LocalizedText("{player} buys {answer}.", "{player}购买{answer}。"),
    "forget…": LocalizedText("{player} forgets {answer}.", "{player}遗忘{answer}。"),
    "reverse…": LocalizedText("{player} reverses time.", "{player}逆转时序。"),
    "solo": LocalizedText("{player} fights {answer} alone.", "{player}独自挑战{answer}。"),
    "askDiscard": LocalizedText("{player} chooses {answer}.", "{player}选择{answer}。"),
    "search": LocalizedText("{player} takes {answer} from the deck.", "{player}从牌库取出{answer}。"),
    "scry": LocalizedText("{player} puts {answer} under the deck.", "{player}将{answer}置于牌库底。"),
    "payMana": LocalizedText("{player} pays {answer} mana.", "{player}支付 {answer} 点法力。"),
    "springUndercurrent": LocalizedText("{player} uses the undercurrent: {answer}.", "{player}发动暗流：{answer}。"),
    "springUndercurrent:yes": LocalizedText("yes", "是"),
    "springUndercurrent:no": LocalizedText("no", "否"),
    "pass": LocalizedText("{player} passes.", "{player}跳过。"),
    "steps": LocalizedText("{player} advances by {answer}.", "{player}走 {answer} 步。"),
    "kick": LocalizedText("{player} kicks on: {answer}.", "{player}选择推动：{answer}。"),
    "loop reached": LocalizedText("the winning loop is reached", "到达获胜圈数"),
    "round cap": LocalizedText("the last round is over", "回合数已到上限"),
    "pick": LocalizedText("{player} picks {answer}.", "{player}挑选{answer}。"),
}
