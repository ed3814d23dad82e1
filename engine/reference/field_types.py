"""What a field takes, in a few words with a link to the page that explains them."""

from __future__ import annotations

import json

from engine.language.diagnostics.expected import type_name
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
    Option,
    Ref,
    Shape,
    Targets,
    TextLiteral,
    TimingName,
    Value,
)
from engine.language.spec.bounds import BLOCK_MAX, COUNT_MAX, LABEL_MAX
from engine.reference.book import Book
from engine.reference.markdown import anchor, code, link, page, table

PLURALS = {
    "player": LocalizedText("players", "玩家"),
    "card": LocalizedText("cards", "卡牌"),
    "trigger": LocalizedText("triggers", "触发器"),
    "cardID": LocalizedText("ids of cards", "卡牌 id"),
    "any": LocalizedText("anything", "任意对象"),
}
FAMILY_PAGES = {
    "effect": ("effects.md", LocalizedText("effect", "效果")),
    "condition": ("conditions.md", LocalizedText("condition", "条件")),
    "value": ("values.md", LocalizedText("value node", "取值节点")),
    "chooser": ("choosers.md", LocalizedText("chooser", "选择器")),
    "keyword": ("keywords.md", LocalizedText("keyword", "关键词")),
}

GLOSSARY: dict[str, tuple[LocalizedText, LocalizedText]] = {
    "whole": (
        LocalizedText("whole number", "整数"),
        LocalizedText("Digits, written as such: `3`. Never a reference.", "直接写出的整数，例如 `3`。不能是引用。"),
    ),
    "number": (
        LocalizedText("number", "数值"),
        LocalizedText(
            'A whole number (`3`), a reference to one (`"$hit.amount"`), or a value node that works one out.',
            '整数（`3`）、对整数的引用（`"$hit.amount"`），或算出整数的取值节点。',
        ),
    ),
    "value": (
        LocalizedText("value", "值"),
        LocalizedText(
            "A number, a text, `true` or `false`, a reference, or a value node. Two values that are compared must be of one kind.",
            "数字、文本、`true` 或 `false`、引用，或取值节点。相互比较的两个值必须同类。",
        ),
    ),
    "reference": (
        LocalizedText("reference", "引用"),
        LocalizedText(
            'Names something that the match knows by then: `"$onPlay.playerUUID"` is whoever played the card.',
            '指向对局中此时已知的内容：`"$onPlay.playerUUID"` 就是打出这张牌的玩家。',
        ),
    ),
    "targets": (
        LocalizedText("targets", "目标"),
        LocalizedText(
            "What the effect applies to: a reference to one or several things, or a chooser; one that needs no field may be its name alone. Without a target, the effect is skipped.",
            "效果作用的对象：对一个或多个对象的引用，或选择器；不需要字段的选择器可以只写名称。没有对象时跳过该效果。",
        ),
    ),
    "word": (
        LocalizedText("one of", "以下之一"),
        LocalizedText("One of the words listed, spelled exactly so.", "所列的词之一，须完全一致。"),
    ),
    "text": (LocalizedText("text", "文本"), LocalizedText("Plain text for people.", "给人看的文字。")),
    "name": (
        LocalizedText("name", "名称"),
        LocalizedText(
            f"Letters, digits, `-` and `_`, a letter first, at most {LABEL_MAX} characters. May hold references in braces: `draw{{pass.index}}`.",
            f"由字母、数字、`-` 和 `_` 组成，以字母开头，最多 {LABEL_MAX} 个字符。可含花括号引用：`draw{{pass.index}}`。",
        ),
    ),
    "count": (
        LocalizedText("count", "份数"),
        LocalizedText(
            f'A number from 1 to {COUNT_MAX}, or `"$N"` for N copies per player.',
            f'1 到 {COUNT_MAX} 的整数，或表示每名玩家 N 份的 `"$N"`。',
        ),
    ),
    "effects": (
        LocalizedText("list of effects", "效果列表"),
        LocalizedText(
            f"Up to {BLOCK_MAX} effects, done from first to last.", f"最多 {BLOCK_MAX} 个效果，从前到后执行。"
        ),
    ),
    "list": (
        LocalizedText("list of", "列表"),
        LocalizedText("Several of one kind, in square brackets.", "方括号中的多个同类内容。"),
    ),
}


def fields_table(book: Book, fields: tuple[Field, ...]) -> str:
    """Return the table of the fields of a node or record."""
    say = book.say
    head = (say("field", "字段"), say("takes", "取值"), say("needed", "是否必填"), say("meaning", "含义"))
    return table(
        head, [(code(key.name), field_type(book, key.shape), needed(book, key), meaning(book, key)) for key in fields]
    )


def needed(book: Book, key: Field) -> str:
    """Return whether a field must be there, or what it counts as when it is not."""
    if key.required and key.default is not None:
        return book.say("required; written in as ", "必填；缺省时写入 ") + code(json_text(key.default))
    if key.required:
        return book.say("required", "必填")
    if key.default is None:
        return book.say("optional", "可选")
    return book.say("default ", "缺省 ") + code(json_text(key.default))


def meaning(book: Book, key: Field) -> str:
    """Return what a field means; a title that only repeats its name is left out."""
    title, doc = book.pick(key.title), book.pick(key.doc) if key.doc else ""
    if not doc:
        return book.sentences(title)
    return doc if title.lower() == key.name.lower() else f"*{title}*{book.say(': ', '：')}{book.sentences(doc)}"


def field_type(book: Book, shape: Shape) -> str:
    """Return the values that a field may have."""
    say = book.say
    match shape:
        case IntegerLiteral(low, high):
            return f"{_term(book, 'whole')}{say(', ', '，')}{_range(book, low, high)}"
        case Number(low, high):
            return f"{_term(book, 'number')}{say(', ', '，')}{_range(book, low, high)}"
        case Value("any"):
            return _term(book, "value")
        case Value(kind):
            return f"{_term(book, 'value')}{say(': ', '：')}{book.pick(type_name(kind, book.vocabulary))}"
        case Ref(kind):
            return say(
                f"{_term(book, 'reference')} to {type_name(kind, book.vocabulary).en}",
                f"对{type_name(kind, book.vocabulary).zh}的{_term(book, 'reference')}",
            )
        case Targets(kind) if book.vocabulary.syntax("chooser").word:
            return f"{link(say('target', '目标'), 'choosers.md')}{say(': ', '：')}{plural_type(book, kind)}"
        case Targets(kind):
            return f"{_term(book, 'targets')}{say(': ', '：')}{plural_type(book, kind)}"
        case Enum(options):
            return f"{_term(book, 'word')}{say(' ', '：')}{book.listed([_option(book, option) for option in options])}"
        case TextLiteral(high):
            return say(f"{_term(book, 'text')}, up to {high} characters", f"{_term(book, 'text')}，最多 {high} 个字符")
        case _:
            return _structure(book, shape)


def _structure(book: Book, shape: Shape) -> str:
    match shape:
        case BooleanLiteral():
            return book.pick(type_name("bool", book.vocabulary))
        case Identifier():
            return _term(book, "name")
        case Node(family):
            file, name = FAMILY_PAGES[family]
            return link(book.pick(name), file)
        case Block():
            return link(book.pick(GLOSSARY["effects"][0]), "effects.md")
        case ObjectShape(name, text):
            nested = link(book.pick(book.vocabulary.record(name).title).lower(), f"card.md#{anchor(name)}")
            return f"{nested}{book.say(' or ', '或')}{field_type(book, TextLiteral(text))}" if text else nested
        case ListOf() | MapOf():
            return _several(book, shape)
        case EventName():
            return link(book.say("event", "事件"), "events.md")
        case TimingName():
            return link(book.say("moment", "时机"), "moments.md")
        case Count():
            return _term(book, "count")
        case _:
            raise AssertionError(f"no words for {shape}")


def _several(book: Book, shape: ListOf | MapOf) -> str:
    """Return a list with its bounds, or an object whose names the author chooses."""
    inner = field_type(book, shape.item)
    if isinstance(shape, MapOf):
        return book.say(
            f"object of up to {shape.max} names of your own, each with: {inner}",
            f"对象，最多 {shape.max} 个自定名称，每个名称的值为：{inner}",
        )
    bounds = _range(book, shape.min, shape.max) if shape.min else book.say(f"up to {shape.max}", f"最多 {shape.max} 项")
    return book.say(f"{_term(book, 'list')} {bounds}: {inner}", f"{inner}的{_term(book, 'list')}，{bounds}")


def plural_type(book: Book, kind: str) -> str:
    """Return what several things of a type are called."""
    noun = book.vocabulary.nouns.get(kind)
    if kind not in PLURALS and noun is not None:
        return book.say(noun.many, noun.zh)
    return book.pick(PLURALS[kind]) if kind in PLURALS else book.pick(type_name(kind, book.vocabulary))


def typed(book: Book, kind: str) -> str:
    """Return what a value of a type is called; a list by what it holds."""
    if kind.endswith("[]"):
        return book.say(f"a list of {plural_type(book, kind[:-2])}", f"{plural_type(book, kind[:-2])}列表")
    return book.pick(type_name(kind, book.vocabulary))


def _option(book: Book, option: Option) -> str:
    title = book.pick(option.title)
    name = code(option.name)
    return name if title.lower() == option.name.lower() else book.say(f"{name} ({title})", f"{name}（{title}）")


def _range(book: Book, low: int, high: int) -> str:
    return book.say(f"{low} to {high}", f"{low} 到 {high}").replace("-", "−")


def _term(book: Book, key: str) -> str:
    return link(book.pick(GLOSSARY[key][0]), f"../fields.md#{anchor(book.pick(GLOSSARY[key][0]))}")


def fields_page(book: Book) -> str:
    """Return the page that explains what fields take."""
    say = book.say
    intro = say(
        "The tables of the reference say in one or two words what a field takes. Here is what those words mean. "
        "How references are written, and what can be named where, is explained in the guide "
        "[References and templates](../../guide/en/references.md).",
        "参考手册的表格用一两个词说明字段的取值。这里解释这些词的含义。引用的写法以及何处可以引用什么，见指南"
        "[引用与模板](../../guide/zh/references.md)。",
    )
    entries = [f"### {book.pick(term)}\n\n{book.pick(text)}" for term, text in GLOSSARY.values()]
    return page(book.head(say("What a field takes", "字段的取值"), "fields.md", up=""), intro, *entries)


def json_text(value: object) -> str:
    """Return a default as a document has it."""
    return json.dumps(value) if isinstance(value, bool) else str(value)
