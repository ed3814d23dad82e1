"""How the checker speaks: what was found and what was wanted, in English and Chinese."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.language.registry import Field, Vocabulary
from engine.language.shapes import (
    Bi,
    Block,
    Count,
    Enum,
    EventName,
    Flag,
    Label,
    ListOf,
    MapOf,
    Node,
    Number,
    Record,
    Ref,
    Shape,
    Targets,
    TimingName,
    Value,
    Whole,
    Words,
)

_SHOWN = 40
"""So many characters of what was found are repeated in a sentence."""

FAMILY = {
    "effect": Bi("an effect", "效果"),
    "condition": Bi("a condition", "条件"),
    "value": Bi("a value node", "取值节点"),
    "chooser": Bi("a chooser", "选择器"),
    "keyword": Bi("a keyword", "关键词"),
}
NAMED, POSITIONAL = Bi("Parameters", "参数"), Bi("Arguments", "参数列表")
"""What the bag of a node is called, by how it holds the fields."""
TYPES = {
    "int": Bi("a whole number", "整数"),
    "bool": Bi("true or false", "真假值"),
    "text": Bi("a text", "文本"),
    "player": Bi("a player", "玩家"),
    "card": Bi("a card", "卡牌"),
    "monster": Bi("a monster", "怪物"),
    "trigger": Bi("a trigger", "触发器"),
    "cardID": Bi("the id of a card", "卡牌 id"),
    "unit": Bi("a unit", "单位"),
    "vessel": Bi("a vessel", "舰船"),
    "base": Bi("a base", "基地"),
    "row": Bi("a row", "战排"),
    "event": Bi("the event itself", "事件本身"),
    "any": Bi("any value", "任意值"),
}


def found(value: Any) -> Bi:
    """Return what stands there, short and readable."""
    if isinstance(value, dict):
        return Bi("an object", "一个对象") if value else Bi("an empty object", "空对象")
    if isinstance(value, list):
        return Bi("a list", "一个列表") if value else Bi("an empty list", "空列表")
    text = json.dumps(value, ensure_ascii=False)
    short = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return Bi(short, short)


def type_name(kind: str) -> Bi:
    """Return how a type of value is called in a sentence."""
    if kind.endswith("[]"):
        inner = type_name(kind[:-2])
        return Bi(f"a list (each {inner.en})", f"列表（每项为{inner.zh}）")
    return TYPES.get(kind, Bi(kind, kind))


def wanted(shape: Shape, vocabulary: Vocabulary) -> Bi:
    """Return what a field of this shape takes."""
    match shape:
        case Whole(low, high):
            return Bi(f"a whole number from {low} to {high}", f"{low} 到 {high} 的整数")
        case Flag():
            return type_name("bool")
        case Number(low, high):
            return Bi(
                f"a whole number from {low} to {high}, a reference or a value node",
                f"{low} 到 {high} 的整数、引用或取值节点",
            )
        case Value(kind):
            name = type_name(kind)
            return Bi(f"{name.en}, a reference or a value node", f"{name.zh}、引用或取值节点")
        case Ref(kind):
            name = type_name(kind)
            return Bi(
                f"a reference to {name.en}, such as $onPlay.playerUUID", f"对{name.zh}的引用，例如 $onPlay.playerUUID"
            )
        case Targets(kind):
            return _wanted_targets(kind, vocabulary)
        case Enum():
            return Bi(f"one of {', '.join(shape.names)}", f"以下之一：{'、'.join(shape.names)}")
        case Words(high, low):
            return Bi(f"a text of {low} to {high} characters", f"{low} 到 {high} 个字符的文本")
        case Label():
            return Bi(
                "a name of letters, digits, - and _ that starts with a letter",
                "以字母开头，由字母、数字、- 和 _ 组成的名称",
            )
        case _:
            return _wanted_structure(shape, vocabulary)


def _wanted_targets(kind: str, vocabulary: Vocabulary) -> Bi:
    if vocabulary.spelling("chooser").word:
        return _wanted_word("chooser", vocabulary)
    name = type_name(kind)
    return Bi(f"a reference to {name.en}, or a chooser", f"对{name.zh}的引用，或选择器")


def _wanted_word(family: str, vocabulary: Vocabulary) -> Bi:
    names = vocabulary.family(family)
    return Bi(f"one of {', '.join(names)}", f"以下之一：{'、'.join(names)}")


def listed(fields: Sequence[Field], vocabulary: Vocabulary) -> Bi:
    """Return what a list takes that holds fields by their place."""
    if not fields:
        return Bi("an empty list", "空列表")
    parts = [wanted(key.shape, vocabulary) for key in fields]
    names = [
        (f"{key.title.en}, {part.en}", f"{key.title.zh}（{part.zh}）") for key, part in zip(fields, parts, strict=True)
    ]
    return Bi(f"a list of {'; '.join(en for en, _ in names)}", f"列表：{'；'.join(zh for _, zh in names)}")


def _wanted_structure(shape: Shape, vocabulary: Vocabulary) -> Bi:
    match shape:
        case Node(family):
            spelling = vocabulary.spelling(family)
            if spelling.word:
                return _wanted_word(family, vocabulary)
            article, key = ("an" if spelling.key[0] in "aeiou" else "a"), spelling.key
            return Bi(
                f"{FAMILY[family].en} (an object with {article} {key})", f"{FAMILY[family].zh}（带 {key} 的对象）"
            )
        case Block():
            return Bi("a list of effects", "效果列表")
        case Record(name, text):
            title = vocabulary.record(name).title
            en, zh = (
                (f", or a text of at most {text} characters", f"，或至多 {text} 个字符的文本") if text else ("", "")
            )
            return Bi(f"an object ({title.en}){en}", f"对象（{title.zh}）{zh}")
        case ListOf(item, low, high):
            inner = wanted(item, vocabulary)
            return Bi(
                f"a list of {low} to {high} items, each {inner.en}", f"{low} 到 {high} 项的列表，每项为{inner.zh}"
            )
        case MapOf(item, _, high):
            inner = wanted(item, vocabulary)
            return Bi(
                f"an object of at most {high} names, each with {inner.en}", f"至多 {high} 个名称的对象，各为{inner.zh}"
            )
        case EventName():
            return Bi("the name of an event", "事件名")
        case TimingName():
            return Bi("a moment that this kind of card has", "此类卡牌具有的时机")
        case Count():
            return Bi('a number from 1 to 999, or "$N" for N per player', '1 到 999 的整数，或表示每名玩家 N 张的 "$N"')
        case _:
            return Bi("something else", "其他内容")
