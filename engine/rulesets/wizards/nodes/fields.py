"""Fields that conditions, values and choosers share."""

from __future__ import annotations

from engine.language.registry import Field
from engine.language.shapes import Bi, Enum, Option, Ref

PLAYER = Field("playerUUID", Ref("player"), Bi("Player", "玩家"), aliases=("playUUID",))
CARD = Field("cardUUID", Ref("card"), Bi("Card", "卡牌"))
CARD_TYPES = (
    Option("spell", Bi("spell", "法术")),
    Option("wand", Bi("wand", "魔杖")),
    Option("occult", Bi("occult", "秘术")),
)
CARD_TYPE = Field("cardType", Enum(CARD_TYPES), Bi("Kind of card", "卡牌类型"))
