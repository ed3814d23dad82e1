"""The closed sets of words of a halo document, each in one place.

Source: 003§2.1, 003§3, 003§4.2; extensions: more factions (ADR 0066), damage types (HA5).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.language.spec.shapes import LocalizedText, Option

SIX_KINDS = (
    Option("UNIT", LocalizedText("Unit", "单位")),
    Option("ARMORY", LocalizedText("Armory", "军械")),
    Option("TACTICAL", LocalizedText("Tactical", "战术")),
    Option("FIELD", LocalizedText("Field", "场地")),
    Option("VESSEL", LocalizedText("Vessel", "舰船")),
    Option("TOKEN", LocalizedText("Token", "衍生物")),
)
KEYWORD, RESOURCE = "KEYWORD", "RESOURCE"
"""Kinds of card that no deck holds and nobody plays: they say what a pack's other cards may say (an extension)."""
DECLARED = (KEYWORD, RESOURCE)
NOT_IN_DECKS = ("TOKEN", *DECLARED)
AMOUNT = "amount"
"""The number of a resource that a player has, on the resource's own entity."""
RESOURCES = "resources"
"""The zone of a player in which the resources of the pack are."""
TWO_KINDS = (
    Option(KEYWORD, LocalizedText("Keyword", "关键词")),
    Option(RESOURCE, LocalizedText("Resource", "资源")),
)
AIMS = (
    Option("ALLY", LocalizedText("an ally", "友方单位或舰船")),
    Option("ENEMY", LocalizedText("an enemy", "敌方单位或舰船")),
    Option("ANY", LocalizedText("a unit or vessel", "单位或舰船")),
    Option("LANE", LocalizedText("a lane", "战线")),
)
"""What a tactical card is played on (an extension); it is chosen before the card is paid."""
SLOT_NAMES = ("value", "second", "third")
"""The fields in which a card writes the numbers of a keyword of its pack; the first is 003's."""
FIGHTING = ("UNIT", "TOKEN", "VESSEL")
"""Kinds of card that fight, and so have stats."""

SAME = {"SHIELD_HARDENING": "shieldHardening", "POINT_DEFENSE": "pointDefense", "MULTI_SECTION": "multiSection"}
"""Keywords with the same meaning as a field of `vesselStats`; the field counts (HA9)."""

FACTIONS = (
    Option("UNSC", LocalizedText("UNSC", "联合国太空司令部")),
    Option("COVENANT", LocalizedText("Covenant", "星盟")),
    Option("FLOOD", LocalizedText("Flood", "洪魔")),
    Option("FORERUNNER", LocalizedText("Forerunner", "先行者")),
    Option("NEUTRAL", LocalizedText("Neutral", "中立")),
    Option("AEGIS", LocalizedText("Aegis", "神盾")),
    Option("CHOIR", LocalizedText("Choir", "圣咏")),
    Option("BLOOM", LocalizedText("Bloom", "蔓生")),
    Option("VAULT", LocalizedText("Vault", "秘库")),
)
RARITIES = (
    Option("COMMON", LocalizedText("Common", "普通")),
    Option("RARE", LocalizedText("Rare", "稀有")),
    Option("EPIC", LocalizedText("Epic", "史诗")),
    Option("LEGENDARY", LocalizedText("Legendary", "传奇")),
)
TONNAGES = (
    Option("ESCORT", LocalizedText("Escort", "护卫舰")),
    Option("LINE", LocalizedText("Ship of the line", "主力舰")),
    Option("CAPITAL", LocalizedText("Capital ship", "旗舰")),
)
PAYLOADS = (
    Option("MAC", LocalizedText("Mass driver", "磁轨炮")),
    Option("PLASMA_BEAM", LocalizedText("Plasma beam", "等离子光束")),
    Option("POINT_DEFENSE", LocalizedText("Point defence", "点防御")),
    Option("MIXED", LocalizedText("Mixed", "混合")),
)
"""003§3; its ship table has SUPPORT too, which its enumeration lacks: refused."""

FALLBACKS = (
    Option("DISCARD", LocalizedText("discarded", "弃置")),
    Option("STANDBY", LocalizedText("put on standby", "进入待命区")),
)
DAMAGE_TYPES = (
    Option("GENERAL", LocalizedText("damage", "伤害")),
    Option("BALLISTIC", LocalizedText("ballistic damage", "实弹伤害")),
    Option("PLASMA", LocalizedText("plasma damage", "等离子伤害")),
    Option("TRUE", LocalizedText("true damage", "真实伤害")),
)
KEYWORDS = (
    Option("SHIELDED", LocalizedText("Shielded", "护盾")),
    Option("ARMOR", LocalizedText("Armor", "装甲")),
    Option("EMP", LocalizedText("EMP", "电磁脉冲")),
    Option("CAMO", LocalizedText("Camo", "隐身")),
    Option("HIJACK", LocalizedText("Hijack", "劫持")),
    Option("PLASMA", LocalizedText("Plasma", "等离子")),
    Option("BALLISTIC", LocalizedText("Ballistic", "实弹")),
    Option("HEADSHOT", LocalizedText("Headshot", "爆头")),
    Option("INFECT", LocalizedText("Infect", "感染")),
    Option("DROP_POD", LocalizedText("Drop Pod", "空降舱")),
    Option("RANGED", LocalizedText("Ranged", "远程")),
    Option("SENTINEL", LocalizedText("Sentinel", "哨兵")),
    Option("SQUAD", LocalizedText("Squad", "班组")),
    Option("VEHICLE", LocalizedText("Vehicle", "载具")),
    Option("ORBITAL_BATTERY", LocalizedText("Orbital Battery", "轨道炮")),
    Option("POINT_DEFENSE", LocalizedText("Point Defence", "点防御")),
    Option("SHIELD_HARDENING", LocalizedText("Shield Hardening", "护盾强化")),
    Option("MULTI_SECTION", LocalizedText("Multi-section", "多部位")),
    Option("TARGET_LINK", LocalizedText("Target Link", "目标链路")),
)
"""The nineteen that the document and its siblings name; each is declared as a node in `nodes.keywords`."""

TAKES_X = ("SHIELDED", "POINT_DEFENSE", "SHIELD_HARDENING", "ORBITAL_BATTERY")
"""Keywords that take a number (HA15)."""

TAGS: Mapping[str, LocalizedText] = {
    "INFANTRY": LocalizedText("infantry", "步兵"),
    "VEHICLE": LocalizedText("vehicle", "载具"),
    "ELITE": LocalizedText("elite", "精英"),
    "COMMANDER": LocalizedText("commander", "指挥官"),
    "MEDIC": LocalizedText("medic", "医疗兵"),
    "ENGINEER": LocalizedText("engineer", "工兵"),
    "VOTARY": LocalizedText("votary", "信徒"),
    "GROWTH": LocalizedText("growth", "蔓生体"),
    "BEAST": LocalizedText("beast", "野兽"),
    "DRONE": LocalizedText("drone", "无人机"),
    "CONSTRUCT": LocalizedText("construct", "构造体"),
    "EMPLACEMENT": LocalizedText("emplacement", "炮位"),
    "VESSEL": LocalizedText("vessel", "舰船"),
    "ESCORT": LocalizedText("escort", "护卫舰"),
    "LINE": LocalizedText("line", "主力舰"),
    "CAPITAL": LocalizedText("capital", "旗舰"),
    "GEAR": LocalizedText("gear", "装具"),
    "WEAPON": LocalizedText("weapon", "武器"),
    "IMPLANT": LocalizedText("implant", "植入体"),
    "STRIKE": LocalizedText("strike", "打击"),
    "ORDNANCE": LocalizedText("ordnance", "爆炸性武器"),
    "ORDER": LocalizedText("order", "命令"),
    "RITE": LocalizedText("rite", "仪式"),
    "MUTATION": LocalizedText("mutation", "突变"),
    "PROTOCOL": LocalizedText("protocol", "协议"),
    "TERRAIN": LocalizedText("terrain", "地形"),
}
"""What the tags of shipped cards are called in rules text; tags are an open set, and others are shown as written."""

LEGENDARY_LIMIT, DECK_LIMIT = 1, 3
"""How many copies of a legendary card and of another a deck may hold by default. Source: 003§7.1."""
