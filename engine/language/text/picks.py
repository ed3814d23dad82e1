"""Puts what an effect picks from into words, and the one that it picks: "enemy units in play", "a random enemy unit"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.language.planning.document_reader import bounds_of
from engine.language.spec import Field, LocalizedText, NodeSpec
from engine.language.text.english import whole_word

if TYPE_CHECKING:
    from engine.json_values import Json
    from engine.language.text.realizer import Realizer

OF_YOUR_CHOICE = LocalizedText(" of your choice", "你选择的")
AT_RANDOM = LocalizedText("random ", "随机")
_IN_PLAY = LocalizedText(" in play", "在场的")
"""Goes without saying of the one that is meant."""
_FRONT_WORD = "other "
_INSIDE = "中的"
"""How a Chinese phrase goes on behind what cards lie in."""
_FROM = (" in your deck", " in your discard pile")
"""Where a card is from, once it is taken."""


def choices(realizer: Realizer, spec: NodeSpec, field: Field, node: Json) -> str:
    """Put what is picked from into words, with what is asked of it: "enemy units in play with 2 or less attack"."""
    chooser, pool = _merged(realizer, spec, field, node)
    return (
        realizer.whole_noun(chooser, pool) if chooser is not None else realizer.value(node.get(field.name), "any").text
    )


def single(realizer: Realizer, spec: NodeSpec, field: Field, node: Json, *, is_random: bool) -> str:
    """Put one of what is picked from, or each of several, into words, with who picks it; empty where their number is computed, or none will do."""
    chooser, pool = _merged(realizer, spec, field, node)
    low, high = bounds_of(node)
    low = high if is_random else low
    if not isinstance(low, int) or not isinstance(high, int) or (low, high) == (0, 1):
        return ""
    which = realizer.filter_of(spec, node)
    if chooser is None:
        return realizer.value(node.get(field.name), "any").text
    noun = realizer.noun(chooser.given_type(pool))
    if realizer.chinese:
        text = realizer.whole_noun(chooser, pool)
        number = (
            realizer.grammar.count((low, high), noun.classifier, noun.classifier)
            if high > 1
            else f"一{noun.classifier}"
        )
        return _some_zh(realizer, text, number, which, AT_RANDOM.zh if is_random else OF_YOUR_CHOICE.zh)
    text = realizer.plain_plural(chooser, pool).replace(_IN_PLAY.en, "")
    for place in _FROM:
        text = text.replace(place, place.replace(" in ", " from ", 1))
    word = noun.many if high > 1 else noun.one
    phrase = whole_word(noun.many).sub(word if is_random else f"{word}{OF_YOUR_CHOICE.en}", text, count=1)
    phrase = realizer.with_attributes(chooser, pool, phrase)
    if _FRONT_WORD in phrase:
        phrase = _FRONT_WORD + phrase.replace(_FRONT_WORD, "", 1)
    phrase = f"{AT_RANDOM.en}{phrase}" if is_random else phrase
    if high > 1:
        return f"each of {realizer.grammar.count((low, high), phrase, phrase)}{which}"
    return realizer.grammar.article(phrase) + which


def _some_zh(realizer: Realizer, text: str, number: str, which: str, how: str) -> str:
    """Return a number of several in Chinese: the place first, then who picks them."""
    text = text.removeprefix(_IN_PLAY.zh).replace("你的手牌", "你手牌中的牌")
    marks = (_INSIDE, *filter(None, (realizer.vocabulary.place_zh,)))
    place, mark, rest = next((parts for mark in marks if (parts := text.partition(mark))[1]), ("", "", text))
    if mark == _INSIDE and place.startswith("你") and how == OF_YOUR_CHOICE.zh:
        return f"从{place}中选择的{number}{which}{rest}"
    inside = "中" if mark and (mark == _INSIDE or how != AT_RANDOM.zh) else ""
    return f"{place}{mark.rstrip('中的')}{inside}{how}{number}{which}{rest}"


def _merged(realizer: Realizer, spec: NodeSpec, field: Field, node: Json) -> tuple[NodeSpec | None, Any]:
    """Return the chooser of a node with the node's own attributes as its own."""
    value = node.get(field.name)
    chooser = realizer.declaration("chooser", value)
    if chooser is None or not isinstance(value, dict):
        return None, value
    node = realizer.with_attributes_of_filter(spec, node)
    attributes = tuple(key for key in spec.fields if key.attribute is not None and key.name in node)
    own = {key.name: node[key.name] for key in attributes}
    return replace(chooser, fields=(*chooser.fields, *attributes)), {**realizer.with_roles(chooser, value), **own}
