"""Texts judged by hand in both languages: each is what an editor of card games would print."""

from __future__ import annotations

from typing import Any

import pytest

from engine.language.text.describe import describe
from engine.rulesets.wizards.vocabulary import WIZARDS
from engine.simulation.interim_results import nodes
from tests.engine.language.cards import CHOOSER, DRAW, HIT, ME, mount, treasure
from tests.engine.language.rules_cards import CARDS

Json = dict[str, Any]
LOSE = {"type": "gold", "id": "z", "mode": "add", "amount": -3, "target": ME}
FREE = {"type": "manaCost", "id": "z", "mode": "set", "amount": 0, "target": {"type": "cardChooser", "playerUUID": ME, "zone": "hand", "ask": ME}}  # fmt: skip
MINE = {"type": "Equals", "value1": "$onPlayCard.playerUUID", "value2": ME}
NOT_ME = {"type": "Not", "condition": {"type": "Equals", "value1": "$candidate.UUID", "value2": ME}}


def value_of(of: str, name: str) -> Json:
    """Return a number or word of a card or player."""
    node, key = ("getPlayerProperty", "playerUUID") if name in ("gold", "freezing") else ("getCardProperty", "cardUUID")
    return {"type": node, key: of, "property": name}


def school(of: str, word: str) -> Json:
    """Return that a card is of a school."""
    return {"type": "Equals", "value1": value_of(of, "school"), "value2": word}


FIRE = {"type": "And", "conditions": [MINE, school("$onPlayCard.cardUUID", "fire")]}
WEAK = {"type": "LessThan", "value1": value_of("$candidate.UUID", "health"), "value2": 3}
RICH = {"type": "GreaterThan", "value1": value_of("$candidate.UUID", "gold"), "value2": 3}
I_AM_RICH = {"type": "GreaterThan", "value1": value_of(ME, "gold"), "value2": 3}


def to(what: str, amount: Any, target: Any = ME) -> Json:
    """Return that something is gained."""
    return {"type": what, "mode": "add", "amount": amount, "target": target}


def players(**more: Any) -> Json:
    """Return a choice of players."""
    return {"type": "playerChooser", "ask": ME, **more}


def remember(name: str, amount: int, lasts: str) -> Json:
    """Return that a number of your own changes."""
    return {"type": "remember", "name": name, "mode": "add", "amount": amount, "target": ME, "lasts": lasts}


UP_TO_ONE = {
    "type": "ask",
    "id": "a",
    "target": {"type": "cardChooser", "playerUUID": ME, "zone": "hand", "ask": ME, "min": 0},
}
IF_RICH = {"type": "if", "condition": I_AM_RICH, "do": [to("gold", 1)]}
PICK = {"type": "choose", "ask": ME, "options": [{"do": [DRAW, IF_RICH]}, {"do": [to("gold", 2)]}]}
EVERYBODY, EVERY_MONSTER = {"type": "playerChooser", "pick": "all"}, {"type": "allMonsters"}


def pairs(of: Json, *effects: Json, condition: Json | None = None) -> Json:
    """Return effects that are done for every pair of things, `$a.target` and `$b.target`."""
    done = [{"type": "if", "condition": condition, "do": list(effects)}] if condition else list(effects)
    return {"type": "foreach", "id": "a", "in": of, "do": [{"type": "foreach", "id": "b", "in": of, "do": done}]}


DIFFERENT_TARGETS = {"type": "Not", "condition": {"type": "Equals", "value1": "$a.target", "value2": "$b.target"}}
RICHER = {"type": "GreaterThan", "value1": value_of("$b.target", "gold"), "value2": value_of("$a.target", "gold")}
CORPUS = [
    ((pairs(EVERYBODY, to("gold", 1, "$a.target"), condition=DIFFERENT_TARGETS),), "For every player (A): for every player (B): if player A is not player B, player A gains 1 gold.", "依次对每名玩家（甲）：依次对每名玩家（乙）：若玩家甲不是玩家乙，玩家甲获得1枚金币。"),
    ((pairs(EVERYBODY, to("gold", -1, "$b.target"), to("gold", 1, "$a.target"), condition=RICHER),), "For every player (A): for every player (B): if player B's gold is more than player A's gold, player B loses 1 gold; player A gains 1 gold.", "依次对每名玩家（甲）：依次对每名玩家（乙）：若玩家乙的金币大于玩家甲的金币，玩家乙失去1枚金币，玩家甲获得1枚金币。"),
    ((pairs(EVERY_MONSTER, {"type": "damage", "amount": 1, "target": "$b.target"}, condition=DIFFERENT_TARGETS),), "For every monster (A): for every monster (B): if monster A is not monster B, deal 1 damage to monster B.", "依次对每个怪物（甲）：依次对每个怪物（乙）：若怪物甲不是怪物乙，对怪物乙造成1点伤害。"),
    ((pairs(EVERY_MONSTER, {"type": "damage", "amount": 1, "target": "$b.target"}),), "For every monster: for every monster: deal 1 damage to it.", "依次对每个怪物：依次对每个怪物：对其造成1点伤害。"),
    (({"type": "foreach", "id": "a", "in": EVERYBODY, "do": [{"type": "foreach", "id": "b", "in": EVERY_MONSTER, "do": [{"type": "damage", "amount": 1, "target": "$b.target"}, to("gold", 1, "$a.target")]}]},), "For every player: for every monster: deal 1 damage to it; that player gains 1 gold.", "依次对每名玩家：依次对每个怪物：对其造成1点伤害，该玩家获得1枚金币。"),
    ((mount("onDefeat", DRAW, mode="round", condition={"type": "Equals", "value1": "$onDefeat.cardUUID", "value2": "$onPlay.cardUUID"}),), "Whenever a player defeats a monster this round, if the card that deals it is this card, draw a card.", "本轮中，每当有玩家击败怪物时，若造成伤害的牌是此牌，你抽1张牌。"),
    ((FREE, to("mana", "$z.applied")), "The mana cost of a card of your choice from your hand becomes 0. Lose mana equal to the mana cost lost.", "从你的手牌中选择的一张牌的法力消耗变为0点。失去等同于失去的法力消耗的法力。"),
    ((LOSE, to("mana", "$z.applied")), "Lose 3 gold and mana equal to the gold lost.", "失去3枚金币和等同于失去的金币的法力。"),
    ((LOSE, to("mana", {"type": "sub", "value1": 0, "value2": "$z.applied"})), "Lose 3 gold. Gain mana equal to the gold lost.", "失去3枚金币。获得等同于失去的金币的法力。"),
    ((mount("onPlayCard", DRAW, condition=FIRE),), "The next time you play a card and its school is fire, draw a card.", "下一次你打出卡牌且其派系是火焰时，抽1张牌。"),
    ((mount("onPlayCard", DRAW, mode="round", condition=FIRE),), "Whenever you play a card this round, if its school is fire, draw a card.", "本轮中，每当你打出卡牌时，若其派系是火焰，抽1张牌。"),
    ((mount("onRoundEnd", DRAW, condition=I_AM_RICH),), "The next time your gold is more than 3 at the end of a round, draw a card.", "下一次轮结束且你的金币大于3时，抽1张牌。"),
    (({"type": "damage", "amount": 2, "target": {"type": "monsterChooser", "pick": "all", "filter": WEAK}},), "Deal 2 damage to every monster whose health is less than 3.", "对所有生命值小于3的怪物造成2点伤害。"),
    (({"type": "ask", "id": "a", "target": {"type": "monsterChooser", "pick": "all", "filter": WEAK}}, {"type": "drawCard", "amount": "$a.count", "target": ME}), "Draw a number of cards equal to the number of monsters whose health is less than 3.", "抽数量等同于生命值小于3的怪物的数量的牌。"),
    (({"type": "ask", "id": "a", "target": {"type": "monsterChooser", "pick": "all"}}, {"type": "drawCard", "amount": "$a.count", "target": ME}), "Draw a number of cards equal to the number of monsters.", "抽数量等同于怪物的数量的牌。"),
    (({"type": "loop", "times": {"type": "min", "values": [value_of(ME, "freezing"), 20]}, "do": [HIT]},), "Do this a number of times equal to your freezing (at most 20): deal 1 damage to a monster of your choice.", "执行以下效果若干次，次数等同于你的冻结值（至多20）：对你选择的一个怪物造成1点伤害。"),
    ((to("gold", {"type": "max", "values": [2, value_of(ME, "freezing")]}),), "Gain gold equal to your freezing (at least 2).", "获得数量等同于你的冻结值（至少2）的金币。"),
    ((to("gold", -1, players(filter=NOT_ME)),), "A player of your choice other than you loses 1 gold.", "你选择的一名除你以外的玩家失去1枚金币。"),
    ((to("gold", -1, players(pick="all", filter=NOT_ME)),), "Every player other than you loses 1 gold.", "所有除你以外的玩家各失去1枚金币。"),
    ((to("gold", -1, players(filter=RICH)),), "A player of your choice whose gold is more than 3 loses 1 gold.", "你选择的一名金币大于3的玩家失去1枚金币。"),
    (({"type": "if", "condition": school("$onPlay.cardUUID", "arcane"), "do": [DRAW]},), "If this card's school is arcane, draw a card.", "若此牌的派系是奥能，抽1张牌。"),
    (({"type": "if", "condition": {"type": "Equals", "value1": value_of("$onPlay.cardUUID", "rarity"), "value2": "leg"}, "do": [DRAW]},), "If this card's rarity is legendary, draw a card.", "若此牌的稀有度是传说，抽1张牌。"),
    ((mount("onDefeat", DRAW, mode="round", condition={"type": "Equals", "value1": "$onDefeat.level", "value2": "III"}),), "Whenever a player defeats a monster this round, if its level is III, draw a card.", "本轮中，每当有玩家击败怪物时，若其等级是III，你抽1张牌。"),
    ((UP_TO_ONE, {"type": "changeSchool", "school": "frost", "target": "$a.selected"}), "Choose up to one card from your hand. Its school becomes frost.", "选择你的手牌中至多一张牌。其派系变为冰霜。"),
    ((mount("onRoundStart", PICK, mode="round"),), "This round, at the start of each round, choose one:\n• Draw a card. If your gold is more than 3, gain 1 gold.\n• Gain 2 gold.", "本轮中，每轮开始时，选择一项：\n• 抽1张牌。若你的金币大于3，获得1枚金币。\n• 获得2枚金币。"),
    ((mount("onRoundStart", DRAW, IF_RICH, to("mana", 1), mode="round"),), "This round, at the start of each round:\n• Draw a card.\n• If your gold is more than 3, gain 1 gold.\n• Gain 1 mana.", "本轮中，每轮开始时：\n• 抽1张牌。\n• 若你的金币大于3，获得1枚金币。\n• 获得1点法力。"),
    ((mount("onRoundStart", IF_RICH, DRAW, mode="round"),), "This round, at the start of each round, if your gold is more than 3, gain 1 gold. Draw a card.", "本轮中，每轮开始时，若你的金币大于3，获得1枚金币。抽1张牌。"),
    (({"type": "loop", "times": 2, "do": [IF_RICH, DRAW]},), "Do this twice:\n• If your gold is more than 3, gain 1 gold.\n• Draw a card.", "执行以下效果2次：\n• 若你的金币大于3，获得1枚金币。\n• 抽1张牌。"),
    (({"type": "loop", "times": 2, "do": [PICK]},), "Do this twice:\n• Choose one:\n  • Draw a card. If your gold is more than 3, gain 1 gold.\n  • Gain 2 gold.", "执行以下效果2次：\n• 选择一项：\n  • 抽1张牌。若你的金币大于3，获得1枚金币。\n  • 获得2枚金币。"),
    (({"type": "randomly", "options": [{"weight": 3, "do": [DRAW]}, {"do": [to("gold", 2)]}]},), "One of these happens at random: (3 in 4) draw a card; or (1 in 4) gain 2 gold.", "随机发生以下之一：（3/4）抽1张牌；或（1/4）获得2枚金币。"),
    (({"type": "randomly", "options": [{"weight": 2, "do": [DRAW]}, {"weight": 2, "do": [to("gold", 2)]}]},), "One of these happens at random: draw a card; or gain 2 gold.", "随机发生以下之一：抽1张牌；或获得2枚金币。"),
    (({"type": "randomly", "options": [{"do": [DRAW, IF_RICH]}, {"weight": 2, "do": [DRAW]}]},), "One of these happens at random:\n• (1 in 3) Draw a card. If your gold is more than 3, gain 1 gold.\n• (2 in 3) Draw a card.", "随机发生以下之一：\n• （1/3）抽1张牌。若你的金币大于3，获得1枚金币。\n• （2/3）抽1张牌。"),
    ((remember("rage", 1, "round"),), "Your rage counter rises by 1 this round.", "本轮中你的“rage”计数增加1。"),
    ((remember("rage", -1, "turn"),), "Your rage counter falls by 1 this turn.", "本回合中你的“rage”计数减少1。"),
    ((remember("rage", 1, "always"),), "Your rage counter rises by 1.", "你的“rage”计数增加1。"),
    ((mount("onHit", stage="check"),), "The next time a player is about to damage a monster, prevent it.", "下一次有玩家即将对怪物造成伤害时，将其防止。"),
    ((mount("onHit", stage="check", mode="round", condition={"type": "Equals", "value1": "$onHit.school", "value2": "fire"}),), "This round, players cannot damage a monster if the school of that hit is fire.", "本轮中，若该次伤害的派系是火焰，玩家不能对怪物造成伤害。"),
    ((mount("onDrawCard", stage="check", condition={"type": "Equals", "value1": "$onDrawCard.playerUUID", "value2": ME}),), "The next time you draw a card, prevent it.", "下一次你抽到卡牌时，将其防止。"),
    ((mount("onBuy", stage="check"),), "Players cannot buy a card.", "玩家不能购买卡牌。"),
    (({"type": "damage", "amount": 2, "target": CHOOSER},), "Deal 2 damage to a monster of your choice.", "对你选择的一个怪物造成2点伤害。"),
    (({"type": "if", "condition": {"type": "AlwaysTrue"}, "do": [DRAW]},), "Draw a card.", "抽1张牌。"),
    (({"type": "if", "condition": {"type": "Or", "conditions": [{"type": "AlwaysFalse"}, I_AM_RICH]}, "do": [DRAW]},), "If the impossible happens or your gold is more than 3, draw a card.", "若发生不可能之事或你的金币大于3，抽1张牌。"),
    (({"type": "drawCard", "id": "d", "amount": 1, "target": ME}, {"type": "if", "condition": {"type": "HasNoCard", "playerUUID": ME, "cardUUID": "$d.UUID"}, "do": [to("gold", 1)]}), "Draw a card. If you do not own it, gain 1 gold.", "抽1张牌。若你不拥有所抽的牌，获得1枚金币。"),
    ((mount("onDiscard", to("gold", 1), mode="round", condition={"type": "HasCard", "playerUUID": ME, "cardUUID": "$onDiscard.cardUUID"}),), "Whenever a player discards a card this round, if you own it, gain 1 gold.", "本轮中，每当有玩家弃掉卡牌时，若你拥有该牌，你获得1枚金币。"),
    (({"type": "if", "condition": {"type": "Not", "condition": {"type": "HasTrigger", "id": "ward"}}, "do": [mount("onHit", {"type": "changeHit", "mode": "add", "amount": -1}, mode="round", id="ward")]},), "If this card's lasting effect is not in play, whenever a player is about to damage a monster this round, that hit deals 1 less damage.", "若不存在此牌的持续效果，本轮中，每当有玩家即将对怪物造成伤害时，该次伤害减少1点。"),
    (({"type": "removeTriggers", "id": "r", "mode": "UUID", "targets": [{"type": "triggers", "mode": "id", "value": "ward"}]}, to("gold", "$r.count")), "End the lasting effects called ward. Gain that much gold.", "移除名为ward的持续效果。获得等量的金币。"),
    (({"type": "addBody", "health": 4, "target": CHOOSER},), "A monster of your choice gains a new body of 4 health in front.", "你选择的一个怪物在最前增加一个有4点生命值的个体。"),
    ((mount("onPlayCard", {"type": "castCopy", "target": "$onPlayCard.cardUUID"}, condition=MINE),), "The next time you play a card, cast a copy of it.", "下一次你打出卡牌时，施放其复制。"),
    ((mount("onHit", {"type": "changeHit", "mode": "mul", "amount": 2}, mode="turn", condition={"type": "Equals", "value1": "$onHit.sourcePlayerUUID", "value2": ME}),), "Whenever you are about to damage a monster this turn, double that damage.", "本回合中，每当你即将对怪物造成伤害时，该次伤害翻倍。"),
    ((mount("onHitSchool", {"type": "changeHitSchool", "school": "frost"}, mode="round"),), "Whenever a player is about to damage a monster this round, the school of that hit becomes frost.", "本轮中，每当有玩家即将对怪物造成伤害时，该次伤害的派系变为冰霜。"),
    ((mount("onHitAimed", {"type": "redirectHit", "target": CHOOSER}),), "The next time a player aims a hit at a monster, that hit meets a monster of your choice instead.", "下一次有玩家以伤害指向怪物时，该次伤害改为命中你选择的一个怪物。"),
    ((to("mana", {"type": "countCards", "playerUUID": ME, "zone": "hand", "filter": school("$candidate.UUID", "fire")}),), "Gain 1 mana for each fire card in your hand.", "你的手牌中每有1张火焰牌，获得1点法力。"),
    (({"type": "createCard", "card": "loom.treasure.original.mana_dew", "to": "hand", "target": ME},), "Put a copy of “loom.treasure.original.mana_dew” into your hand.", "将一张“loom.treasure.original.mana_dew”置入你的手牌。"),
    (({"type": "damagePlayer", "amount": 2, "target": players(which="others")},), "Deal 2 damage to another player of your choice.", "对你选择的一名其他玩家造成2点伤害。"),
    (({"type": "extraTurn", "target": ME},), "Take another turn after this one.", "在此回合后再进行一个回合。"),
    (({"type": "look", "target": {"type": "cardChooser", "zone": "deck", "top": 3, "pick": "all"}, "playerUUID": ME},), "Look at the top 3 cards of your deck.", "查看你的牌堆顶3张牌。"),
    (({"type": "playCard", "pays": "nothing", "target": {"type": "cardChooser", "zone": "discard"}},), "Play a card of your choice from your discard pile without paying its cost.", "不支付消耗，打出从你的弃牌堆中选择的一张牌。"),
    (({"type": "modify", "stat": "manaCost", "op": "add", "value": -1, "mode": "turn", "filter": school("$candidate.UUID", "arcane")},), "This turn, arcane cards that you play cost 1 less.", "本回合中，你打出的奥能牌的法力消耗减少1点。"),
    (({"type": "modify", "stat": "spellDamage", "op": "add", "value": 3, "mode": "once"},), "The next card that you play deals 3 more damage with each hit.", "你下一张打出的牌造成的伤害增加3点。"),
    (({"type": "if", "condition": school({"type": "playedCard", "playerUUID": ME, "back": 1}, "fire"), "do": [HIT]},), "If the last card that you played this round is a fire card, deal 1 damage to a monster of your choice.", "若你本轮最近打出的一张牌是火焰牌，对你选择的一个怪物造成1点伤害。"),
    (({"type": "moveCard", "target": {"type": "cardChooser", "from": {"type": "playedCards", "playerUUID": ME, "last": 3}}, "to": "hand"},), "Put a card of your choice among the last 3 cards that you played into your hand.", "将从你最近打出的3张牌中选择的一张牌置入你的手牌。"),
    ((to("gold", {"type": "random", "min": 1, "max": 3}),), "Gain gold equal to a random number between 1 and 3.", "获得数量等同于1到3的随机数的金币。"),
    ((remember("rage", 1, "round"), HIT | {"amount": {"type": "remembered", "of": ME, "name": "rage"}}), "Your rage counter rises by 1 this round. Deal damage to a monster of your choice equal to your rage counter.", "本轮中你的“rage”计数增加1。对你选择的一个怪物造成等同于你的“rage”计数的伤害。"),
    ((mount("onRoll", {"type": "reroll"}, condition={"type": "Equals", "value1": "$onRoll.playerUUID", "value2": ME}),), "The next time you roll dice, reroll those dice.", "下一次你掷骰时，重掷这些骰子。"),
    (({"type": "roll", "id": "r", "sides": 6}, {"type": "if", "condition": {"type": "GreaterThanOrEqual", "value1": "$r.total", "value2": 5}, "do": [DRAW], "elsedo": [{"type": "stop"}]}, to("gold", 1)), "Roll a die. If the number rolled is at least 5, draw a card; otherwise, stop here. Gain 1 gold.", "掷一个骰子。若掷出的点数不小于5，抽1张牌；否则，到此为止。获得1枚金币。"),
    (({"type": "flip", "heads": [DRAW], "tails": [to("gold", 1)]},), "Flip a coin. Heads: draw a card. Tails: gain 1 gold.", "抛一枚硬币。正面：抽1张牌。反面：获得1枚金币。"),
    ((to("gold", {"type": "each", "amount": 2, "of": {"type": "countCards", "playerUUID": ME, "zone": "hand"}, "max": 6}),), "Gain 2 gold for each card in your hand (at most 6).", "你的手牌中每有1张牌，获得2枚金币（最多6枚）。"),
    ((to("gold", {"type": "eachOf", "amount": 1, "per": 2, "of": {"type": "allMonsters"}}),), "Gain 1 gold for every 2 monsters.", "每有2个怪物，获得1枚金币。"),
    ((to("gold", {"type": "instead", "value": 1, "then": 3, "condition": I_AM_RICH}),), "Gain 1 gold; 3 instead if your gold is more than 3.", "获得1枚金币；若你的金币大于3，改为3枚。"),
    (({"type": "shuffleBack", "player": ME},), "Shuffle your discard pile into your deck.", "将你的弃牌堆洗回牌堆。"),
    (({"type": "slay", "pays": "you", "target": CHOOSER},), "Defeat a monster of your choice.", "击败你选择的一个怪物。"),
    (({"type": "spellDamage", "mode": "add", "amount": 2, "target": ME},), "Gain 2 spell damage.", "获得2点法术伤害。"),
    (({"type": "takeSchool", "school": "fire", "target": ME},), "Become a wizard of fire.", "你的派系变为火焰。"),
    (({"type": "wheel", "what": "marker", "amount": 2, "target": ME},), "Move 2 cells forward.", "前进2格。"),
    (({"type": "wheel", "what": "steps", "amount": -1, "target": players(which="others")},), "Another player of your choice loses a step.", "你选择的一名其他玩家失去1步。"),
    ((to("gold", 1), {"type": "moveCard", "target": {"type": "cardChooser", "zone": "discard", "playerUUID": {"type": "nextPlayer", "playerUUID": ME}, "ask": ME}, "to": "gone"}), "Gain 1 gold. Remove a card of your choice from the next player's discard pile from the match.", "获得1枚金币。将从下家的弃牌堆中选择的一张牌移出本局游戏。"),
    ((to("gold", {"type": "timesThis", "event": "onPlayCard", "who": "you", "within": "round"}),), "Gain 1 gold for each card you have played this round.", "你本轮每打出1张牌，获得1枚金币。"),
    (({"type": "if", "condition": {"type": "Nth", "n": 3, "event": "onDefeat", "who": "others", "within": "match"}, "do": [to("gold", 2)]},), "If this is the third monster another player defeats this match, gain 2 gold.", "若这是其他玩家本局击败的第三个怪物，获得2枚金币。"),
    (({"type": "steal", "what": "gold", "amount": 2, "from": players(which="next")},), "Steal 2 gold from the next player.", "从下家处偷取2枚金币。"),
    (({"type": "steal", "what": "card", "amount": 1, "from": players(which="others")},), "Steal a random card from another player of your choice.", "从你选择的一名其他玩家处随机偷取1张手牌。"),
    (({"type": "swap", "what": "hand", "first": ME, "second": players(which="others")},), "Swap hands with another player of your choice.", "与你选择的一名其他玩家交换手牌。"),
    (({"type": "swapStats", "what": "health", "first": {"type": "monsterChooser", "ask": ME, "min": 2, "max": 2}},), "Swap the health of two monsters of your choice.", "交换你选择的两个怪物的生命值。"),
    (({"type": "search", "filter": school("$candidate.UUID", "fire"), "to": "hand"},), "Search your deck for a fire card, put it into your hand and shuffle.", "从你的牌堆中检索一张火焰牌，置入你的手牌，然后洗牌。"),
    (({"type": "scry", "amount": 2},), "Scry 2.", "占卜2。"),
    (({"type": "drawUpTo", "target": ME, "hand": 5},), "Draw up to a hand of 5 cards.", "抽牌至手牌有5张。"),
    (({"type": "exile", "target": CHOOSER, "until": "turnEnd"},), "Exile a monster of your choice until the end of the turn.", "放逐你选择的一个怪物，直到本回合结束。"),
    (({"type": "transform", "target": CHOOSER},), "Transform a monster of your choice into a random monster of its level.", "将你选择的一个怪物变形为同等级的随机怪物。"),
    (({"type": "silence", "target": CHOOSER},), "Silence a monster of your choice.", "沉默你选择的一个怪物。"),
]  # fmt: skip


@pytest.mark.parametrize(("effects", "english", "chinese"), CORPUS, ids=range(len(CORPUS)))
def test_reads_as_a_card_is_printed(effects: tuple[Json, ...], english: str, chinese: str) -> None:
    document = treasure(*effects)

    assert describe(WIZARDS, document, "en") == english
    assert describe(WIZARDS, document, "zh") == chinese


def test_has_cards_of_every_kind_of_node() -> None:
    """Those of the corpus and those of `rules_cards.py`, whose texts were judged by hand as well."""
    cards = (*CARDS.values(), *(treasure(*effects) for effects, _, _ in CORPUS))
    used = {kind for card in cards for _, kind in nodes(card)}

    assert {node.name for node in WIZARDS.nodes if node.opens is None} - used == set()
