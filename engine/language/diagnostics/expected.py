"""How the checker speaks: what was found and what was expected, in English and Chinese."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.language.spec import (
    Block,
    BooleanLiteral,
    Count,
    Enum,
    EventName,
    Field,
    Identifier,
    IntegerLiteral,
    ListOf,
    LocalizedText,
    MapOf,
    Node,
    Number,
    ObjectShape,
    Ref,
    Shape,
    Targets,
    TextLiteral,
    TimingName,
    Value,
    Vocabulary,
)

_MAX_EXCERPT = 40
"""So many characters of what was found are repeated in a sentence."""

FAMILY = {
    "effect": LocalizedText("an effect", "效果"),
    "condition": LocalizedText("a condition", "条件"),
    "value": LocalizedText("a value node", "取值节点"),
    "chooser": LocalizedText("a chooser", "选择器"),
    "keyword": LocalizedText("a keyword", "关键词"),
}
NAMED, POSITIONAL = LocalizedText("Parameters", "参数"), LocalizedText("Arguments", "参数列表")
"""What the bag of a node is called, by how it holds the fields."""
TYPES = {
    "int": LocalizedText("a whole number", "整数"),
    "bool": LocalizedText("true or false", "真假值"),
    "text": LocalizedText("a text", "文本"),
    "player": LocalizedText("a player", "玩家"),
    "card": LocalizedText("a card", "卡牌"),
    "trigger": LocalizedText("a trigger", "触发器"),
    "cardID": LocalizedText("the id of a card", "卡牌 id"),
    "any": LocalizedText("any value", "任意值"),
    "thing": LocalizedText("something at the table", "场上的对象"),
}
"""What the types of value that all games share are called; `Vocabulary.type_titles` has those of one game."""


def excerpt(value: Any) -> LocalizedText:
    """Return the value that was found, short and readable."""
    if isinstance(value, dict):
        return LocalizedText("an object", "一个对象") if value else LocalizedText("an empty object", "空对象")
    if isinstance(value, list):
        return LocalizedText("a list", "一个列表") if value else LocalizedText("an empty list", "空列表")
    text = json.dumps(value, ensure_ascii=False)
    short = text if len(text) <= _MAX_EXCERPT else text[: _MAX_EXCERPT - 1] + "…"
    return LocalizedText(short, short)


def type_name(kind: str, vocabulary: Vocabulary) -> LocalizedText:
    """Return how a type of value is called in a sentence."""
    if kind.endswith("[]"):
        inner = type_name(kind[:-2], vocabulary)
        return LocalizedText(f"a list (each {inner.en})", f"列表（每项为{inner.zh}）")
    return vocabulary.type_titles.get(kind) or TYPES.get(kind, LocalizedText(kind, kind))


def expected_text(shape: Shape, vocabulary: Vocabulary) -> LocalizedText:
    """Return what a field of this shape takes."""
    match shape:
        case IntegerLiteral(low, high):
            return LocalizedText(f"a whole number from {low} to {high}", f"{low} 到 {high} 的整数")
        case BooleanLiteral():
            return type_name("bool", vocabulary)
        case Number(low, high):
            return LocalizedText(
                f"a whole number from {low} to {high}, a reference or a value node",
                f"{low} 到 {high} 的整数、引用或取值节点",
            )
        case Value(kind):
            name = type_name(kind, vocabulary)
            return LocalizedText(f"{name.en}, a reference or a value node", f"{name.zh}、引用或取值节点")
        case Ref(kind):
            name = type_name(kind, vocabulary)
            return LocalizedText(
                f"a reference to {name.en}, such as $onPlay.playerUUID", f"对{name.zh}的引用，例如 $onPlay.playerUUID"
            )
        case Targets(kind):
            return _wanted_targets(kind, vocabulary)
        case Enum():
            return LocalizedText(f"one of {', '.join(shape.names)}", f"以下之一：{'、'.join(shape.names)}")
        case TextLiteral():
            return _wanted_text(shape)
        case Identifier():
            return LocalizedText(
                "a name of letters, digits, - and _ that starts with a letter",
                "以字母开头，由字母、数字、- 和 _ 组成的名称",
            )
        case _:
            return _wanted_structure(shape, vocabulary)


def _wanted_text(shape: TextLiteral) -> LocalizedText:
    if shape.says is not None:
        en, zh = shape.says
        return LocalizedText(f"{en}, {shape.min} to {shape.max} characters", f"{zh}，{shape.min} 到 {shape.max} 个字符")
    return LocalizedText(f"a text of {shape.min} to {shape.max} characters", f"{shape.min} 到 {shape.max} 个字符的文本")


def _wanted_targets(kind: str, vocabulary: Vocabulary) -> LocalizedText:
    if vocabulary.syntax("chooser").word:
        return _wanted_word("chooser", vocabulary)
    name = type_name(kind, vocabulary)
    if not vocabulary.target_words:
        return LocalizedText(f"a reference to {name.en}, or a chooser", f"对{name.zh}的引用，或选择器")
    return LocalizedText(f"a reference to {name.en}, or a chooser or its name", f"对{name.zh}的引用，或选择器及其名称")


def _wanted_word(family: str, vocabulary: Vocabulary) -> LocalizedText:
    names = vocabulary.family(family)
    return LocalizedText(f"one of {', '.join(names)}", f"以下之一：{'、'.join(names)}")


def listed(fields: Sequence[Field], vocabulary: Vocabulary) -> LocalizedText:
    """Return what a list takes that holds fields by their place."""
    if not fields:
        return LocalizedText("an empty list", "空列表")
    parts = [expected_text(key.shape, vocabulary) for key in fields]
    names = [
        (f"{key.title.en}, {part.en}", f"{key.title.zh}（{part.zh}）") for key, part in zip(fields, parts, strict=True)
    ]
    return LocalizedText(f"a list of {'; '.join(en for en, _ in names)}", f"列表：{'；'.join(zh for _, zh in names)}")


def _wanted_structure(shape: Shape, vocabulary: Vocabulary) -> LocalizedText:
    match shape:
        case Node(family):
            syntax = vocabulary.syntax(family)
            if syntax.word:
                return _wanted_word(family, vocabulary)
            article, key = ("an" if syntax.key[0] in "aeiou" else "a"), syntax.key
            return LocalizedText(
                f"{FAMILY[family].en} (an object with {article} {key})", f"{FAMILY[family].zh}（带 {key} 的对象）"
            )
        case Block():
            return LocalizedText("a list of effects", "效果列表")
        case ObjectShape(name, text):
            title = vocabulary.record(name).title
            en, zh = (
                (f", or a text of at most {text} characters", f"，或至多 {text} 个字符的文本") if text else ("", "")
            )
            return LocalizedText(f"an object ({title.en}){en}", f"对象（{title.zh}）{zh}")
        case ListOf(item, low, high):
            inner = expected_text(item, vocabulary)
            return LocalizedText(
                f"a list of {low} to {high} items, each {inner.en}", f"{low} 到 {high} 项的列表，每项为{inner.zh}"
            )
        case MapOf(item, _, high):
            inner = expected_text(item, vocabulary)
            return LocalizedText(
                f"an object of at most {high} names, each with {inner.en}", f"至多 {high} 个名称的对象，各为{inner.zh}"
            )
        case EventName():
            return LocalizedText("the name of an event", "事件名")
        case TimingName():
            return LocalizedText("a moment that this kind of card has", "此类卡牌具有的时机")
        case Count():
            return LocalizedText(
                'a number from 1 to 999, or "$N" for N per player', '1 到 999 的整数，或表示每名玩家 N 张的 "$N"'
            )
        case _:
            return LocalizedText("something else", "其他内容")
