"""What the streams of chance are called where a person sets their next value."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.language.spec import LocalizedText

OF_CARDS: Final = "fx"
PURPOSES: Final[Mapping[str, LocalizedText]] = MappingProxyType(
    {
        "axis": LocalizedText("Which random event comes next", "下一个随机事件"),
        "burn": LocalizedText("Which card {seat} burns", "{seat}烧毁的牌"),
        "create": LocalizedText("Which card is created", "生成的牌"),
        "deploy": LocalizedText("Where {seat} deploys", "{seat}的部署位置"),
        "die": LocalizedText("Die of {seat}", "{seat}的骰子"),
        "discard": LocalizedText("Which card {seat} discards", "{seat}弃掉的牌"),
        "first": LocalizedText("Who begins", "先手"),
        "insert": LocalizedText("Where a card goes in the deck of {seat}", "牌插入{seat}牌库的位置"),
        "return": LocalizedText("Which card {seat} puts back, or where", "{seat}放回的牌或位置"),
        "roll": LocalizedText("Next die that {seat} rolls", "{seat}投出的下一枚骰子"),
        "search": LocalizedText("Order of a search of {seat}", "{seat}检索的顺序"),
        "steal": LocalizedText("Which card {seat} loses to a theft", "{seat}被偷取的牌"),
        "transform": LocalizedText("What a thing becomes", "变成的对象"),
        OF_CARDS: LocalizedText("Chance of {card}", "{card}的随机"),
    }
)
"""By the first part of a stream's name: what it decides. `shuffle` has no words: no number says an order."""
_SEAT = LocalizedText("player {number}", "{number} 号玩家")


def stream_words(stream: str, names: Mapping[str, LocalizedText]) -> LocalizedText:
    """Return what a stream of chance decides, its own name for one that an added game invents.

    Shapes: `die/0` is of seat 0; `fx/CARD#POINTER` and `fx/CARD/…` are of an effect of a card; `names` are those of cards by their ids.
    """
    purpose, _, rest = stream.partition("/")
    words = PURPOSES.get(purpose)
    if words is None:
        return LocalizedText(stream, stream)
    card = rest.partition("#")[0].partition("/")[0]
    name = names.get(card, LocalizedText(card, card))
    number = int(rest) + 1 if rest.isascii() and rest.isdecimal() else ""
    return LocalizedText(
        *(
            text.format(seat=seat.format(number=number), card=own)
            for text, seat, own in zip(words, _SEAT, name, strict=True)
        )
    )


__all__ = ["OF_CARDS", "PURPOSES", "stream_words"]
