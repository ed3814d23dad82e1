"""Who something is, seen from the card that asks: the bearer, an ally, an opposing unit, one beside it."""

from __future__ import annotations

from engine.language.spec import LocalizedText, titles

ROLES = titles(
    ("host", "this unit", "此单位"),
    ("ally", "a friendly unit", "友方单位"),
    ("otherAlly", "another friendly unit", "其他友方单位"),
    ("enemy", "an opposing unit", "敌方单位"),
    ("neutral", "a neutral unit", "中立单位"),
    ("hero", "a hero", "英雄"),
    ("leader", "a leader", "首领"),
    ("adjacent", "an adjacent unit", "相邻单位"),
    ("here", "a unit in this region", "此战区内的单位"),
)
DOER_ROLES = {**ROLES, "giver": LocalizedText("the card that brought it", "带来它的牌")}
