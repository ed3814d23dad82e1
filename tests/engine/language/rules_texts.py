"""What the rules text says of each card of `rules_cards`, in both languages: read it as prose when it changes."""

from __future__ import annotations

TEXTS: dict[str, tuple[str, str]] = {
    "bash": (
        (
            "If you have a wand, deal 12 damage to a monster of your choice; otherwise, deal 9 damage to a monster of your choice."
        ),
        ("若你装备了魔杖，对你选择的一个怪物造成12点伤害；否则，对你选择的一个怪物造成9点伤害。"),
    ),
    "survival": (
        ("Do this 5 times: draw a card; if its mana cost is at most 4, discard it."),
        ("执行以下效果5次：抽1张牌；若其法力消耗不大于4，将其弃掉。"),
    ),
    "gilding": (
        (
            "The next time you flip a monster, raise its maximum health by 3, restore 3 health to it and raise its bounty by 1."
        ),
        ("下一次你翻开怪物时，其生命值上限增加3点，恢复3点生命值，赏金增加1点。"),
    ),
    "each of up to": (
        ("Deal 3 damage to each of up to two monsters of your choice."),
        ("对你选择的至多两个怪物各造成3点伤害。"),
    ),
    "two others": (
        ("Two other players of your choice each lose 2 gold."),
        ("你选择的两名其他玩家各失去2枚金币。"),
    ),
    "that player chooses": (
        ("Whenever a player buys a card this round, deal 2 damage to a monster of that player's choice."),
        ("本轮中，每当有玩家购买卡牌时，对该玩家选择的一个怪物造成2点伤害。"),
    ),
    "stolen": (
        ("Another player of your choice loses 3 gold. If the chosen player lost any gold, gain 3 gold."),
        ("你选择的一名其他玩家失去3枚金币。若所选玩家失去了金币，你获得3枚金币。"),
    ),
    "overflow": (
        (
            "Gain 4 mana. If 2 or more mana is in excess, deal damage to a monster of your choice equal to the excess mana."
        ),
        ("获得4点法力。若至少有2点法力溢出，对你选择的一个怪物造成等同于溢出的法力的伤害。"),
    ),
    "that many": (
        ("Another player of your choice draws 3 cards. Draw that many cards."),
        ("你选择的一名其他玩家抽3张牌。抽等量的牌。"),
    ),
    "foreach": (
        (
            "For every monster: deal damage to it equal to its bounty; if its health is less than 5, lower its bounty by 1."
        ),
        ("依次对每个怪物：对其造成等同于其赏金的伤害；若其生命值小于5，其赏金减少1点。"),
    ),
    "random": (
        ("Deal 6 damage to each of two random monsters."),
        ("随机对两个怪物各造成6点伤害。"),
    ),
    "filter": (
        ("Deal 8 damage to a monster of your choice whose health is less than 10 and whose bounty is more than 1."),
        ("对你选择的一个生命值小于10且赏金大于1的怪物造成8点伤害。"),
    ),
    "all filter": (
        ("Deal 2 damage to every monster whose health is more than 20."),
        ("对所有生命值大于20的怪物造成2点伤害。"),
    ),
    "choose": (
        ("Choose one: deal 7 damage to a monster of your choice; or gain 4 mana and draw a card; or do nothing."),
        ("选择一项：对你选择的一个怪物造成7点伤害；或获得4点法力，抽1张牌；或什么也不做。"),
    ),
    "they choose": (
        (
            "Whenever a player reverses time this battle, that player chooses one: that player loses 2 gold; or that player gains 1 freezing."
        ),
        ("本场战斗中，每当有玩家逆转时序时，该玩家选择一项：该玩家失去2枚金币；或该玩家获得1层冻结。"),
    ),
    "or and": (
        ("If either you have a wand and 2 is more than 1, or you do not have a wand, draw a card."),
        ("若（你装备了魔杖且2大于1）或你没有装备魔杖，抽1张牌。"),
    ),
    "not and": (
        (
            "Whenever a player plays a card this turn, if you do not have a wand or that card is not a spell, draw a card."
        ),
        ("本回合中，每当有玩家打出卡牌时，若你没有装备魔杖或该牌不是法术牌，你抽1张牌。"),
    ),
    "else if": (
        (
            "If you have a wand, deal 9 damage to a monster of your choice; otherwise, if 3 is more than 2, deal 6 damage to a monster of your choice; otherwise, deal 3 damage to a monster of your choice."
        ),
        (
            "若你装备了魔杖，对你选择的一个怪物造成9点伤害；否则，若3大于2，对你选择的一个怪物造成6点伤害；否则，对你选择的一个怪物造成3点伤害。"
        ),
    ),
    "counter": (
        ("The next time another player plays a card that is not a wand, counter it; that player loses 1 gold."),
        ("下一次有其他玩家打出非魔杖牌时，将其反制，该玩家失去1枚金币。"),
    ),
    "on it": (
        (
            "Choose a monster. Whenever a player defeats it this battle, gain 4 gold. Deal 3 damage to the chosen monster."
        ),
        ("选择一个怪物。本场战斗中，每当有玩家击败所选怪物时，你获得4枚金币。对所选怪物造成3点伤害。"),
    ),
    "triggers in triggers": (
        (
            "Whenever a player damages a monster this round: that turn, whenever a player defeats a monster, the earlier player gains 1 mana; that player gains 1 gold; deal damage to that monster equal to the damage dealt."
        ),
        (
            "本轮中，每当有玩家对怪物造成伤害时：该回合中，每当有玩家击败怪物时，先前的玩家获得1点法力，该玩家获得1枚金币，对该怪物造成与该次伤害等量的伤害。"
        ),
    ),
    "deep": (
        (
            "Do this 3 times:\n"
            "• If you have a wand:\n"
            "  • Deal 1 damage to a monster of your choice.\n"
            "  • If the number of times so far is more than 1:\n"
            "    • Gain 1 mana.\n"
            "  • Otherwise:\n"
            "    • Gain 1 gold.\n    • At the end of the round, draw a card.\n"
            "  • Draw a card."
        ),
        (
            "执行以下效果3次：\n"
            "• 若你装备了魔杖：\n"
            "  • 对你选择的一个怪物造成1点伤害。\n"
            "  • 若当前的次数大于1：\n"
            "    • 获得1点法力。\n"
            "  • 否则：\n"
            "    • 获得1枚金币。\n    • 本轮结束时，抽1张牌。\n"
            "  • 抽1张牌。"
        ),
    ),
    "computed": (
        ("Your mana becomes twice (that number plus 3). Draw a number of cards equal to the lesser of 3 and 7."),
        ("你的法力变为（该数值加3）的2倍。抽X张牌，X为3和7中的较小者。"),
    ),
    "half": (
        ("Choose a monster. Deal damage to it equal to half of its health (rounded up), but at most 14."),
        ("选择一个怪物。对其造成X点伤害，X为其生命值的一半（向上取整）（至多14）。"),
    ),
    "kick": (
        (
            "For the rest of the match, whenever another player kicks another player one cell on, the other player gains 1 gold; that player loses 1 gold."
        ),
        ("此后整局游戏中，每当有其他玩家将其他玩家推进一格时，另一名玩家获得1枚金币，该玩家失去1枚金币。"),
    ),
    "refs unknown": (
        ("Deal 3 damage to that monster. Gain gold equal to that number."),
        ("对该怪物造成3点伤害。获得数量等同于该数值的金币。"),
    ),
    "broken": (
        (
            "Something unknown happens. Deal damage equal to … to …. Do this a number of times equal to that thing: nothing happens."
        ),
        ("发生未知的效果。对…造成等同于…的伤害。执行以下效果若干次，次数等同于该对象：无事发生。"),
    ),
    "literal": (
        (
            "Whenever a player defeats a monster this battle, if its level is IX and its bounty is more than 3, gain 2 gold."
        ),
        ("本场战斗中，每当有玩家击败怪物时，若其等级是IX且其赏金大于3，你获得2枚金币。"),
    ),
    "many moments": (
        (
            "Deal 7 damage to a monster of your choice.\n"
            "When bought: gain 2 gold and 1 mana.\n"
            "When discarded: for the rest of the match, at the start of each round, draw a card."
        ),
        (
            "对你选择的一个怪物造成7点伤害。\n"
            "购买时：获得2枚金币和1点法力。\n"
            "弃牌时：此后整局游戏中，每轮开始时，抽1张牌。"
        ),
    ),
    "fork in a condition": (
        (
            "If you have a wand:\n"
            "• If your gold is more than 3, deal 6 damage to a monster of your choice; otherwise, deal 3 damage to a monster of your choice."
        ),
        ("若你装备了魔杖：\n• 若你的金币大于3，对你选择的一个怪物造成6点伤害；否则，对你选择的一个怪物造成3点伤害。"),
    ),
    "an ask": (
        ("Choose up to two monsters. Deal 2 damage to each of the chosen monsters, then raise their bounty by 1."),
        ("选择至多两个怪物。对所选怪物各造成2点伤害，其赏金增加1点。"),
    ),
    "a hand": (
        ("Discard one or two cards of your choice from your hand. Draw that many cards."),
        ("将从你的手牌中选择的一至两张牌弃掉。抽等量的牌。"),
    ),
    "from a pile": (
        ("Reveal the top 3 cards of your deck. Put a card of your choice among the revealed cards into your hand."),
        ("展示你的牌堆顶的3张牌。将从所展示的牌中选择的一张牌置入你的手牌。"),
    ),
    "theft": (
        ("Put a card of your choice from the wand slot of the other players into your wand slot."),
        ("将从其他玩家的魔杖栏中选择的一张牌置入你的魔杖栏。"),
    ),
    "a price": (
        ("Pay up to 4 mana. Deal damage to a monster of your choice equal to the mana paid."),
        ("支付至多4点法力。对你选择的一个怪物造成等量的伤害。"),
    ),
    "a discount": (
        ("Lower the mana cost of every card in your hand that is a spell by 1."),
        ("你的手牌中所有法术牌的法力消耗减少1点。"),
    ),
    "a forced discard": (
        ("The next player discards 1 to 2 cards of their choice."),
        ("下家自选弃掉1至2张手牌。"),
    ),
    "no dying": (
        (
            "When flipped: the next time a player is about to defeat this card, prevent it and set this card's health to 3."
        ),
        ("翻开时：下一次有玩家即将击败此牌时，阻止此事发生，将此牌的生命值设为3点。"),
    ),
    "forbidden": (
        ("This turn, other players cannot draw a card."),
        ("本回合中，其他玩家不能抽到卡牌。"),
    ),
    "undercurrent": (
        (
            "When equipped: for the rest of the match, whenever another player plays a card, you may pay this card's cost; if you do, counter it and gain 2 gold."
        ),
        ("装备时：此后整局游戏中，每当有其他玩家打出卡牌时，你可以支付此牌的消耗；若如此做，将其反制，你获得2枚金币。"),
    ),
}
