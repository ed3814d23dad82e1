"""Who something is, seen from the card that asks: the bearer, an ally, an opposing unit, one beside it."""

from __future__ import annotations

from engine.language.spec import LocalizedText

ROLES = {
    "host": LocalizedText("this unit", "此单位"),
    "ally": LocalizedText("a friendly unit", "友方单位"),
    "otherAlly": LocalizedText("another friendly unit", "其他友方单位"),
    "enemy": LocalizedText("an opposing unit", "敌方单位"),
    "neutral": LocalizedText("a neutral unit", "中立单位"),
    "hero": LocalizedText("a hero", "英雄"),
    "leader": LocalizedText("a leader", "首领"),
    "adjacent": LocalizedText("an adjacent unit", "相邻单位"),
    "here": LocalizedText("a unit in this region", "此战区内的单位"),
}
DOER_ROLES = {**ROLES, "giver": LocalizedText("the card that brought it", "带来它的牌")}
