"""The words of the document, each with its title: colours, terrains, statuses, stats, sides, kinds of card. Source: 001§3, §5, §6."""

from __future__ import annotations

from engine.language.spec import LocalizedText, Option, options, search_words, titles

COLORS = options(
    ("white", "White", "白"),
    ("red", "Red", "红"),
    ("green", "Green", "绿"),
    ("blue", "Blue", "蓝"),
    ("purple", "Purple", "紫"),
)
TERRAINS = options(
    ("plain", "Plain", "平地"),
    ("sticky", "Sticky", "粘滞"),
    ("burning", "Burning", "烧灼"),
    ("curse", "Cursed", "诅咒"),
    ("mist", "Misty", "迷雾"),
    ("wall", "Wall", "墙壁"),
)
TERRAIN = {option.name: number for number, option in enumerate(TERRAINS)}
PLAIN, STICKY, BURNING, CURSE, MIST, WALL = range(6)
LETTERS = ".sbcm#"
"""How a map writes each terrain, by number."""
HAZARDS = frozenset((STICKY, BURNING))
"""Terrains that do something to whoever passes."""
STATUSES = options(
    ("stumble", "Stumbling", "绊足", "trip, root, snare, rooted", "绊倒、定身"),
    ("blind", "Blind", "目盲", "blinded, cannot see", "致盲、瞎"),
    ("cursed", "Cursed", "诅咒", "curse, hex, no healing", "咒"),
    ("confused", "Confused", "混乱", "confuse, dazed", "迷惑"),
    ("disarmed", "Disarmed", "缴械", "disarm, cannot attack", "不能攻击"),
    ("dizzy", "Dizzy", "眩晕", "stun, stunned, skip a turn", "晕、击晕"),
)
STATUS_NAMES = tuple(option.name for option in STATUSES)
STATS = options(
    ("atk", "attack", "攻击力"),
    ("mhp", "maximum health", "最大生命值"),
    ("mov", "movement", "移动力"),
    ("rng", "range", "攻击距离"),
    ("spd", "attack speed", "攻击速度"),
    ("prispd", "priority", "攻速修正值"),
)
OF_PLAYERS = options(
    ("apCap", "AP limit", "专注上限"),
    ("handCap", "hand limit", "手牌上限"),
    ("draws", "cards drawn each turn", "每回合抽牌数"),
)
DAMAGE_TAKEN = "damageTaken"
LIVE_STATS = (
    *STATS,
    Option("swift", LocalizedText("attacks on the turn it is deployed", "部署回合的攻击次数")),
    Option("lifesteal", LocalizedText("lifesteal", "吸血")),
    Option(
        DAMAGE_TAKEN,
        LocalizedText("damage from each hit", "每次受到的伤害"),
        search=search_words("armor, takes less damage, takes at most, tough", "护甲、减伤、受到伤害减少、至多受到"),
    ),
    Option("cost", LocalizedText("cost", "费用")),
    *OF_PLAYERS,
)
"""What static abilities change: the stats, how often a unit attacks on the turn it is deployed (001§7.1.1 迅捷), and limits of a player."""
ACTION_POINTS = options(("at", "attack", "攻击"), ("mt", "move", "移动"), ("ct", "cast", "施法"))
TYPES = options(
    ("ability", "Ability", "异能"),
    ("unit", "Unit", "单位"),
    ("hero", "Hero", "英雄"),
    ("summon", "Summoning card", "召唤牌"),
    ("order", "Order card", "指令牌"),
    ("event", "Event", "事件"),
    ("map", "Map", "地图"),
    ("encounter", "Encounter", "遭遇"),
)
UNITS = ("unit", "hero")
"""The kinds of card that are units on cells."""
HAND_CARDS = ("summon", "order")
VARIANTS = options(("strengthened", "Strengthened", "强化"), ("reforged", "Reforged", "铭转"))
"""How a card is upgraded: in its numbers, or in its direction (001§5.5)."""
SIDES = options(("ally", "yours", "我方"), ("enemy", "the opponent's", "敌方"))
CONTROL = options(("player", "The player", "玩家"), ("opponent", "The opponent", "对手"), ("neutral", "Nobody", "中立"))
OWNERS = {"player": 1, "opponent": 2, "neutral": 0}
TARGETS = options(
    ("ally", "One of your units", "一个我方单位"),
    ("enemy", "One of the opponent's units", "一个敌方单位"),
    ("any", "Any unit", "任意一个单位"),
    ("hero", "One of your heroes", "一名我方英雄"),
)
TEMPERAMENTS = options(
    ("bold", "Bold: seeks the fight", "好战：主动求战"),
    ("wary", "Wary: keeps its units alive", "谨慎：保全单位"),
    ("greedy", "Greedy: takes ground", "贪地：占领战区"),
)
AT_LIMIT = options(
    ("draw", "Nobody wins", "平局"),
    ("player", "The player wins", "玩家获胜"),
    ("opponent", "The opponent wins", "对手获胜"),
)
PHASES = options(("BP", "Beginning", "开始步骤"), ("main", "Main phase", "主要阶段"), ("EP", "End", "结束步骤"))
LEVELS = ("", "micro", "small", "medium", "large", "extra large", "giant")
LEVELS_ZH = ("", "微型", "小型", "中型", "大型", "超大型", "巨型")
"""What areas of level 1 to 6 are called (001§7.2)."""
TAGS = titles(
    ("human", "Human", "人类"),
    ("leafkin", "Leafkin", "叶族"),
    ("giant", "Giant", "巨人"),
    ("beast", "Beast", "野兽"),
    ("spirit", "Spirit", "灵体"),
    ("undead", "Undead", "亡灵"),
    ("plant", "Plant", "植物"),
    ("construct", "Construct", "构装"),
    ("engine", "Engine", "器械"),
    ("soldier", "Soldier", "士兵"),
    ("archer", "Archer", "弓手"),
    ("rider", "Rider", "骑手"),
    ("mage", "Mage", "法师"),
    ("rogue", "Rogue", "游荡者"),
)
"""Peoples and professions of the shipped set, as rules text prints them; a tag of another name prints as it is written (001§5.3.2)."""
EVENT_TAGS = titles(
    ("tactic", "Tactic", "战术"),
    ("reinforcement", "Reinforcement", "增援"),
    ("disaster", "Disaster", "灾害"),
)

SIDE_WORDS = frozenset(
    (
        *("you", "opponent", "ally", "allies", "otherAlly", "otherAllies", "adjacentAllies", "alliesHere"),
        *("enemy", "enemies", "adjacentEnemies", "enemiesHere", "hero", "cards", "enemyCards", "hand"),
        *("deck", "standby", "myUnits", "myRegions", "myHand", "myAp", "deathPages", "opponentUnits"),
        "opponentRegions",
    )
)
"""The words of cards that mean a player, or what is on one side; `hero` does where a spell chooses its target."""
