"""How a match of this game is told: a sentence for each event, question and answer; an empty one is passed over.

Shapes: the names in braces are the fields of an event; of a question they are `player` and `answer`, and of an answer
        by a verb too. Why a match ended is told as well.
"""

from __future__ import annotations

from engine.language.shapes import Bi

SILENT = Bi("", "")

STORY = {
    "onRoundStart": Bi("\nRound {round}", "\n第 {round} 回合"),
    "onExploringPhaseStart": Bi("- Exploring", "- 探索阶段"),
    "onBattlingPhaseStart": Bi("- Battling", "- 战斗阶段"),
    "onAdvancingPhaseStart": Bi("- Advancing", "- 推进阶段"),
    "onSupplyingPhaseStart": Bi("- Supplying", "- 补给阶段"),
    "onPreparingPhaseStart": Bi("- Preparing", "- 准备阶段"),
    "onPlayCard": Bi("{playerUUID} plays {cardUUID}.", "{playerUUID}打出{cardUUID}。"),
    "onReverse": Bi("{playerUUID} reverses time.", "{playerUUID}逆转时序。"),
    "onDiscard": Bi("{playerUUID} discards {cardUUID}.", "{playerUUID}弃掉{cardUUID}。"),
    "onExplorationFlip": Bi(
        "{sourcePlayerUUID} flips {cardUUID}, level {level}.", "{sourcePlayerUUID}翻开 {level} 级的{cardUUID}。"
    ),
    "onDamageTaken": Bi(
        "{monsterUUID} takes {amount} damage from {sourcePlayerUUID}.",
        "{monsterUUID}受到{sourcePlayerUUID}的 {amount} 点伤害。",
    ),
    "onDefeat": Bi("{sourcePlayerUUID} defeats {monsterUUID}.", "{sourcePlayerUUID}击败{monsterUUID}。"),
    "onAdvanceKick": Bi("{kickerUUID} kicks {kickedUUID} one cell on.", "{kickerUUID}将{kickedUUID}推进一格。"),
    "onRefreshShop": Bi(
        "{playerUUID} refreshes the shop: {newShopCardUUIDs}.", "{playerUUID}刷新商店：{newShopCardUUIDs}。"
    ),
    "onBuy": Bi("{playerUUID} buys {cardUUID} for {price} gold.", "{playerUUID}以 {price} 金币购买{cardUUID}。"),
    "onForget": Bi("{playerUUID} forgets {cardUUID}.", "{playerUUID}遗忘{cardUUID}。"),
    **dict.fromkeys(
        (
            *("onRoundEnd", "onBattleTurnStart", "onBattleTurnEnd", "onAdvanceTurnStart", "onAdvanceTurnEnd"),
            *("onSupplyTurnStart", "onSupplyTurnEnd", "onPreparingPhaseEnd", "onExploringPhaseEnd"),
            *("onBattlingPhaseEnd", "onAdvancingPhaseEnd", "onSupplyingPhaseEnd"),
        ),
        SILENT,
    ),
    **dict.fromkeys(("play", "reverse", "buy", "refresh", "forget", "discard", "explore"), SILENT),
    "pass": Bi("{player} passes.", "{player}跳过。"),
    "steps": Bi("{player} takes {answer} steps.", "{player}走 {answer} 步。"),
    "kick": Bi("{player} may kick: {answer}.", "{player}选择推动：{answer}。"),
    "loop reached": Bi("the winning loop is reached", "到达获胜圈数"),
    "round cap": Bi("the last round is over", "回合数已到上限"),
    "pick": Bi("{player} picks {answer}.", "{player}挑选{answer}。"),
}
