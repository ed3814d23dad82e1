"""The closed sets of words of a halo document, each in one place.

Source: 003§2.1, 003§3, 003§4.2; our factions stand beside the document's (ADR 0066), damage types are ours (HA5).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.shapes import Bi, Option

SIX_KINDS = (
    Option("UNIT", Bi("Unit", "单位")),
    Option("ARMORY", Bi("Armory", "军械")),
    Option("TACTICAL", Bi("Tactical", "战术")),
    Option("FIELD", Bi("Field", "场地")),
    Option("VESSEL", Bi("Vessel", "舰船")),
    Option("TOKEN", Bi("Token", "衍生物")),
)
FIGHTING = ("UNIT", "TOKEN", "VESSEL")
"""Kinds of card that fight, and so have stats."""

SAME = {"SHIELD_HARDENING": "shieldHardening", "POINT_DEFENSE": "pointDefense", "MULTI_SECTION": "multiSection"}
"""Keywords of which a field of `vesselStats` says the same; the field counts (HA9)."""

FACTIONS = (
    Option("UNSC", Bi("UNSC", "联合国太空司令部")),
    Option("COVENANT", Bi("Covenant", "星盟")),
    Option("FLOOD", Bi("Flood", "洪魔")),
    Option("FORERUNNER", Bi("Forerunner", "先行者")),
    Option("NEUTRAL", Bi("Neutral", "中立")),
    Option("AEGIS", Bi("Aegis", "神盾")),
    Option("CHOIR", Bi("Choir", "圣咏")),
    Option("BLOOM", Bi("Bloom", "蔓生")),
    Option("VAULT", Bi("Vault", "秘库")),
)
RARITIES = (
    Option("COMMON", Bi("Common", "普通")),
    Option("RARE", Bi("Rare", "稀有")),
    Option("EPIC", Bi("Epic", "史诗")),
    Option("LEGENDARY", Bi("Legendary", "传奇")),
)
TONNAGES = (
    Option("ESCORT", Bi("Escort", "护卫舰")),
    Option("LINE", Bi("Ship of the line", "主力舰")),
    Option("CAPITAL", Bi("Capital ship", "旗舰")),
)
PAYLOADS = (
    Option("MAC", Bi("Mass driver", "磁轨炮")),
    Option("PLASMA_BEAM", Bi("Plasma beam", "等离子光束")),
    Option("POINT_DEFENSE", Bi("Point defence", "点防御")),
    Option("MIXED", Bi("Mixed", "混合")),
)
"""003§3; its ship table has SUPPORT too, which its enumeration lacks: refused."""

FALLBACKS = (
    Option("DISCARD", Bi("discarded", "弃置")),
    Option("STANDBY", Bi("put on standby", "进入待命区")),
)
DAMAGE_TYPES = (
    Option("GENERAL", Bi("damage", "伤害")),
    Option("BALLISTIC", Bi("ballistic damage", "实弹伤害")),
    Option("PLASMA", Bi("plasma damage", "等离子伤害")),
    Option("TRUE", Bi("true damage", "真实伤害")),
)
KEYWORDS = (
    Option("SHIELDED", Bi("Shielded", "护盾")),
    Option("ARMOR", Bi("Armor", "装甲")),
    Option("EMP", Bi("EMP", "电磁脉冲")),
    Option("CAMO", Bi("Camo", "隐身")),
    Option("HIJACK", Bi("Hijack", "劫持")),
    Option("PLASMA", Bi("Plasma", "等离子")),
    Option("BALLISTIC", Bi("Ballistic", "实弹")),
    Option("HEADSHOT", Bi("Headshot", "爆头")),
    Option("INFECT", Bi("Infect", "感染")),
    Option("DROP_POD", Bi("Drop Pod", "空降舱")),
    Option("RANGED", Bi("Ranged", "远程")),
    Option("SENTINEL", Bi("Sentinel", "哨兵")),
    Option("SQUAD", Bi("Squad", "班组")),
    Option("VEHICLE", Bi("Vehicle", "载具")),
    Option("ORBITAL_BATTERY", Bi("Orbital Battery", "轨道炮")),
    Option("POINT_DEFENSE", Bi("Point Defence", "点防御")),
    Option("SHIELD_HARDENING", Bi("Shield Hardening", "护盾强化")),
    Option("MULTI_SECTION", Bi("Multi-section", "多部位")),
    Option("TARGET_LINK", Bi("Target Link", "目标链路")),
)
"""The nineteen that the document and its siblings name; each is declared as a node in `nodes.keywords`."""

TAKES_X = ("SHIELDED", "POINT_DEFENSE", "SHIELD_HARDENING", "ORBITAL_BATTERY")
"""Keywords that stand with a number (HA15)."""

TAGS: Mapping[str, Bi] = {
    "INFANTRY": Bi("infantry", "步兵"),
    "VEHICLE": Bi("vehicle", "载具"),
    "ELITE": Bi("elite", "精英"),
    "COMMANDER": Bi("commander", "指挥官"),
    "MEDIC": Bi("medic", "医疗兵"),
    "ENGINEER": Bi("engineer", "工兵"),
    "VOTARY": Bi("votary", "信徒"),
    "GROWTH": Bi("growth", "蔓生体"),
    "BEAST": Bi("beast", "野兽"),
    "DRONE": Bi("drone", "无人机"),
    "CONSTRUCT": Bi("construct", "构造体"),
    "EMPLACEMENT": Bi("emplacement", "炮位"),
    "VESSEL": Bi("vessel", "舰船"),
    "ESCORT": Bi("escort", "护卫舰"),
    "LINE": Bi("line", "主力舰"),
    "CAPITAL": Bi("capital", "旗舰"),
    "GEAR": Bi("gear", "装具"),
    "WEAPON": Bi("weapon", "武器"),
    "IMPLANT": Bi("implant", "植入体"),
    "STRIKE": Bi("strike", "打击"),
    "ORDNANCE": Bi("ordnance", "爆炸性武器"),
    "ORDER": Bi("order", "命令"),
    "RITE": Bi("rite", "仪式"),
    "MUTATION": Bi("mutation", "突变"),
    "PROTOCOL": Bi("protocol", "协议"),
    "TERRAIN": Bi("terrain", "地形"),
}
"""What the tags of shipped cards are called in rules text; tags are an open set, another one stands as it is written."""

LEGENDARY_LIMIT, DECK_LIMIT = 1, 3
"""How many of a legendary card and of another a deck may hold, where the card says nothing. Source: 003§7.1."""
