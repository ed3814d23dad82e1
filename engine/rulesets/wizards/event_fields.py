"""What events of wizards have in common: the fields of their payload, and what rules text calls them."""

from __future__ import annotations

from engine.language.spec import Case, Noun, result

PLAYER = {"playerUUID": "player"}
CARD = {"playerUUID": "player", "cardUUID": "card", "cardID": "cardID"}
GAIN = {"playerUUID": "player", "amount": "int", "overflow": "int"}
MONSTER = {"monsterUUID": "monster", "sourcePlayerUUID": "player"}
WHICH_CARD = {"monsterID": "cardID", "level": "text"}
LEVEL = {"level": result("{monsterUUID's level}", "{monsterUUID}的等级")}
AMOUNT = {"amount": result("the damage dealt", "该次伤害", "{n:damage} is dealt", "造成{n:点伤害}")}
BY_CARD = {"cardUUID": "card", "overkill": "int"}
DEALER = {"cardUUID": Noun("card that deals it", "cards that deal it", "造成伤害的牌", "张")}
OVERKILL = {"overkill": result("the excess damage", "溢出的伤害", "{n:damage} is in excess", "有{n:点伤害}溢出")}
BEFORE_HIT = {
    "kind": result("the kind of that hit", "该次伤害的方式"),
    "school": result("the school of that hit", "该次伤害的派系"),
    "health": result(
        "{monsterUUID's health}", "{monsterUUID}的生命值", "{monsterUUID} has {n:health}", "{monsterUUID}有{n:点生命值}"
    ),
}


def gain_results(of: str, zh: str) -> dict[str, Case]:
    """Return what the numbers of a gain are called."""
    return {
        "amount": result(f"the {of} gained", f"获得的{zh[1:]}", f"{{n:{of}}} is gained", f"获得{{n:{zh}}}"),
        "overflow": result(f"the excess {of}", f"溢出的{zh[1:]}", f"{{n:{of}}} is in excess", f"有{{n:{zh}}}溢出"),
    }
