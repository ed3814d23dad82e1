"""The closed sets of words of a halo document, each in one place.

Source: 003§2.1, 003§3, 003§4.2; extensions: more factions (ADR 0066), damage types (HA5).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.spec import LocalizedText, options, titles

SIX_KINDS = options(
    ("UNIT", "Unit", "单位"),
    ("ARMORY", "Armory", "军械"),
    ("TACTICAL", "Tactical", "战术"),
    ("FIELD", "Field", "场地"),
    ("VESSEL", "Vessel", "舰船"),
    ("TOKEN", "Token", "衍生物"),
)
KEYWORD, RESOURCE = "KEYWORD", "RESOURCE"
"""Kinds of card that no deck holds and nobody plays: they say what a pack's other cards may say (an extension)."""
DECLARATION_KINDS = (KEYWORD, RESOURCE)
NOT_IN_DECKS = ("TOKEN", *DECLARATION_KINDS)
AMOUNT = "amount"
"""The number of a resource that a player has, on the resource's own entity."""
RESOURCES = "resources"
"""The zone of a player in which the resources of the pack are."""
TWO_KINDS = options(
    (KEYWORD, "Keyword", "关键词"),
    (RESOURCE, "Resource", "资源"),
)
AIMS = options(
    ("ALLY", "an ally", "友方单位或舰船"),
    ("ENEMY", "an enemy", "敌方单位或舰船"),
    ("ANY", "a unit or vessel", "单位或舰船"),
    ("LANE", "a lane", "战线"),
)
"""What a tactical card is played on (an extension); it is chosen before the card is paid."""
SLOT_NAMES = ("value", "second", "third")
"""The fields in which a card writes the numbers of a keyword of its pack; the first is 003's."""
FIGHTING = ("UNIT", "TOKEN", "VESSEL")
"""Kinds of card that fight, and so have stats."""

SAME = {"SHIELD_HARDENING": "shieldHardening", "POINT_DEFENSE": "pointDefense", "MULTI_SECTION": "multiSection"}
"""Keywords with the same meaning as a field of `vesselStats`; the field counts (HA9)."""

FACTIONS = options(
    ("UNSC", "UNSC", "联合国太空司令部"),
    ("COVENANT", "Covenant", "星盟"),
    ("FLOOD", "Flood", "洪魔"),
    ("FORERUNNER", "Forerunner", "先行者"),
    ("NEUTRAL", "Neutral", "中立"),
    ("AEGIS", "Aegis", "神盾"),
    ("CHOIR", "Choir", "圣咏"),
    ("BLOOM", "Bloom", "蔓生"),
    ("VAULT", "Vault", "秘库"),
)
RARITIES = options(
    ("COMMON", "Common", "普通"),
    ("RARE", "Rare", "稀有"),
    ("EPIC", "Epic", "史诗"),
    ("LEGENDARY", "Legendary", "传奇"),
)
TONNAGES = options(
    ("ESCORT", "Escort", "护卫舰"),
    ("LINE", "Ship of the line", "主力舰"),
    ("CAPITAL", "Capital ship", "旗舰"),
)
PAYLOADS = options(
    ("MAC", "Mass driver", "磁轨炮"),
    ("PLASMA_BEAM", "Plasma beam", "等离子光束"),
    ("POINT_DEFENSE", "Point defence", "点防御"),
    ("MIXED", "Mixed", "混合"),
)
"""003§3; its ship table has SUPPORT too, which its enumeration lacks: refused."""

FALLBACKS = options(
    ("DISCARD", "discarded", "弃置"),
    ("STANDBY", "put on standby", "进入待命区"),
)
DAMAGE_TYPES = options(
    ("GENERAL", "damage", "伤害"),
    ("BALLISTIC", "ballistic damage", "实弹伤害"),
    ("PLASMA", "plasma damage", "等离子伤害"),
    ("TRUE", "true damage", "真实伤害"),
)
KEYWORDS = options(
    ("SHIELDED", "Shielded", "护盾"),
    ("ARMOR", "Armor", "装甲"),
    ("EMP", "EMP", "电磁脉冲"),
    ("CAMO", "Camo", "隐身"),
    ("HIJACK", "Hijack", "劫持"),
    ("PLASMA", "Plasma", "等离子"),
    ("BALLISTIC", "Ballistic", "实弹"),
    ("HEADSHOT", "Headshot", "爆头"),
    ("INFECT", "Infect", "感染"),
    ("DROP_POD", "Drop Pod", "空降舱"),
    ("RANGED", "Ranged", "远程"),
    ("SENTINEL", "Sentinel", "哨兵"),
    ("SQUAD", "Squad", "班组"),
    ("VEHICLE", "Vehicle", "载具"),
    ("ORBITAL_BATTERY", "Orbital Battery", "轨道炮"),
    ("POINT_DEFENSE", "Point Defence", "点防御"),
    ("SHIELD_HARDENING", "Shield Hardening", "护盾强化"),
    ("MULTI_SECTION", "Multi-section", "多部位"),
    ("TARGET_LINK", "Target Link", "目标链路"),
    ("LIFESTEAL", "Lifesteal", "吸血"),
    ("TAUNT", "Taunt", "嘲讽"),
)
"""The nineteen that the document and its siblings name, and two of this project; each is declared as a node in `nodes.keywords`."""
ADDED_KEYWORDS = ("LIFESTEAL", "TAUNT")

TAKES_X = ("SHIELDED", "POINT_DEFENSE", "SHIELD_HARDENING", "ORBITAL_BATTERY")
"""Keywords that take a number (HA15)."""

TAGS: Mapping[str, LocalizedText] = titles(
    ("INFANTRY", "infantry", "步兵"),
    ("VEHICLE", "vehicle", "载具"),
    ("ELITE", "elite", "精英"),
    ("COMMANDER", "commander", "指挥官"),
    ("MEDIC", "medic", "医疗兵"),
    ("ENGINEER", "engineer", "工兵"),
    ("VOTARY", "votary", "信徒"),
    ("GROWTH", "growth", "蔓生体"),
    ("BEAST", "beast", "野兽"),
    ("DRONE", "drone", "无人机"),
    ("CONSTRUCT", "construct", "构造体"),
    ("EMPLACEMENT", "emplacement", "炮位"),
    ("VESSEL", "vessel", "舰船"),
    ("ESCORT", "escort", "护卫舰"),
    ("LINE", "line", "主力舰"),
    ("CAPITAL", "capital", "旗舰"),
    ("GEAR", "gear", "装具"),
    ("WEAPON", "weapon", "武器"),
    ("IMPLANT", "implant", "植入体"),
    ("STRIKE", "strike", "打击"),
    ("ORDNANCE", "ordnance", "爆炸性武器"),
    ("ORDER", "order", "命令"),
    ("RITE", "rite", "仪式"),
    ("MUTATION", "mutation", "突变"),
    ("PROTOCOL", "protocol", "协议"),
    ("TERRAIN", "terrain", "地形"),
)
"""What the tags of shipped cards are called in rules text; tags are an open set, and others are shown as written."""

LEGENDARY_LIMIT, DECK_LIMIT = 1, 3
"""How many copies of a legendary card and of another a deck may hold by default. Source: 003§7.1."""
