"""The words of the document, each with its title: colours, terrains, statuses, stats, sides, kinds of card. Source: 001§3, §5, §6."""

from __future__ import annotations

from engine.language.spec.shapes import LocalizedText, Option

COLORS = (
    Option("white", LocalizedText("White", "白")),
    Option("red", LocalizedText("Red", "红")),
    Option("green", LocalizedText("Green", "绿")),
    Option("blue", LocalizedText("Blue", "蓝")),
    Option("purple", LocalizedText("Purple", "紫")),
)
TERRAINS = (
    Option("plain", LocalizedText("Plain", "平地")),
    Option("sticky", LocalizedText("Sticky", "粘滞")),
    Option("burning", LocalizedText("Burning", "烧灼")),
    Option("curse", LocalizedText("Cursed", "诅咒")),
    Option("mist", LocalizedText("Misty", "迷雾")),
    Option("wall", LocalizedText("Wall", "墙壁")),
)
TERRAIN = {option.name: number for number, option in enumerate(TERRAINS)}
PLAIN, STICKY, BURNING, CURSE, MIST, WALL = range(6)
LETTERS = ".sbcm#"
"""How a map writes each terrain, by number."""
HAZARDS = frozenset((STICKY, BURNING))
"""Terrains that do something to whoever passes."""
STATUSES = (
    Option("stumble", LocalizedText("Stumbling", "绊足")),
    Option("blind", LocalizedText("Blind", "目盲")),
    Option("cursed", LocalizedText("Cursed", "诅咒")),
    Option("confused", LocalizedText("Confused", "混乱")),
    Option("disarmed", LocalizedText("Disarmed", "缴械")),
    Option("dizzy", LocalizedText("Dizzy", "眩晕")),
)
STATUS_NAMES = tuple(option.name for option in STATUSES)
STATS = (
    Option("atk", LocalizedText("attack", "攻击力")),
    Option("mhp", LocalizedText("maximum health", "最大生命值")),
    Option("mov", LocalizedText("movement", "移动力")),
    Option("rng", LocalizedText("range", "攻击距离")),
    Option("spd", LocalizedText("attack speed", "攻击速度")),
    Option("prispd", LocalizedText("priority", "攻速修正值")),
)
OF_PLAYERS = (
    Option("apCap", LocalizedText("AP limit", "专注上限")),
    Option("handCap", LocalizedText("hand limit", "手牌上限")),
    Option("draws", LocalizedText("cards drawn each turn", "每回合抽牌数")),
)
LIVE_STATS = (
    *STATS,
    Option("swift", LocalizedText("attacks on the turn it is deployed", "部署回合的攻击次数")),
    *OF_PLAYERS,
)
"""What static abilities change: the stats, how often a unit attacks on the turn it is deployed (001§7.1.1 迅捷), and limits of a player."""
ACTION_POINTS = (
    Option("at", LocalizedText("attack", "攻击")),
    Option("mt", LocalizedText("move", "移动")),
    Option("ct", LocalizedText("cast", "施法")),
)
TYPES = (
    Option("ability", LocalizedText("Ability", "异能")),
    Option("unit", LocalizedText("Unit", "单位")),
    Option("hero", LocalizedText("Hero", "英雄")),
    Option("summon", LocalizedText("Summoning card", "召唤牌")),
    Option("order", LocalizedText("Order card", "指令牌")),
    Option("event", LocalizedText("Event", "事件")),
    Option("map", LocalizedText("Map", "地图")),
    Option("encounter", LocalizedText("Encounter", "遭遇")),
)
UNITS = ("unit", "hero")
"""The kinds of card that are units on cells."""
HAND_CARDS = ("summon", "order")
SIDES = (Option("ally", LocalizedText("yours", "我方")), Option("enemy", LocalizedText("the opponent's", "敌方")))
CONTROL = (
    Option("player", LocalizedText("The player", "玩家")),
    Option("opponent", LocalizedText("The opponent", "对手")),
    Option("neutral", LocalizedText("Nobody", "中立")),
)
OWNERS = {"player": 1, "opponent": 2, "neutral": 0}
TARGETS = (
    Option("ally", LocalizedText("One of your units", "一个我方单位")),
    Option("enemy", LocalizedText("One of the opponent's units", "一个敌方单位")),
    Option("any", LocalizedText("Any unit", "任意一个单位")),
    Option("hero", LocalizedText("One of your heroes", "一名我方英雄")),
)
TEMPERAMENTS = (
    Option("bold", LocalizedText("Bold: seeks the fight", "好战：主动求战")),
    Option("wary", LocalizedText("Wary: keeps its units alive", "谨慎：保全单位")),
    Option("greedy", LocalizedText("Greedy: takes ground", "贪地：占领战区")),
)
AT_LIMIT = (
    Option("draw", LocalizedText("Nobody wins", "平局")),
    Option("player", LocalizedText("The player wins", "玩家获胜")),
    Option("opponent", LocalizedText("The opponent wins", "对手获胜")),
)
PHASES = (
    Option("BP", LocalizedText("Beginning", "开始步骤")),
    Option("main", LocalizedText("Main phase", "主要阶段")),
    Option("EP", LocalizedText("End", "结束步骤")),
)
LEVELS = ("", "micro", "small", "medium", "large", "extra large", "giant")
LEVELS_ZH = ("", "微型", "小型", "中型", "大型", "超大型", "巨型")
"""What areas of level 1 to 6 are called (001§7.2)."""
TAGS = {
    "human": LocalizedText("Human", "人类"),
    "leafkin": LocalizedText("Leafkin", "叶族"),
    "giant": LocalizedText("Giant", "巨人"),
    "beast": LocalizedText("Beast", "野兽"),
    "spirit": LocalizedText("Spirit", "灵体"),
    "undead": LocalizedText("Undead", "亡灵"),
    "plant": LocalizedText("Plant", "植物"),
    "construct": LocalizedText("Construct", "构装"),
    "engine": LocalizedText("Engine", "器械"),
    "soldier": LocalizedText("Soldier", "士兵"),
    "archer": LocalizedText("Archer", "弓手"),
    "rider": LocalizedText("Rider", "骑手"),
    "mage": LocalizedText("Mage", "法师"),
    "rogue": LocalizedText("Rogue", "游荡者"),
}
"""Peoples and professions of the shipped set, as rules text prints them; a tag of another name prints as it is written (001§5.3.2)."""
EVENT_TAGS = {
    "tactic": LocalizedText("Tactic", "战术"),
    "reinforcement": LocalizedText("Reinforcement", "增援"),
    "disaster": LocalizedText("Disaster", "灾害"),
}
