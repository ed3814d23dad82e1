"""The page of the card document: its kinds, their fields, and the records inside."""

from __future__ import annotations

import json

from engine.language.spec import KindSpec, ListOf, LocalizedText, ObjectShape, RecordSpec, TimingName
from engine.language.spec.kinds import timings_of
from engine.reference.book import Book
from engine.reference.examples import Examples
from engine.reference.field_types import fields_table
from engine.reference.markdown import code, example, page, to


def card_page(book: Book, examples: Examples) -> str:
    """Return the page that says what a card's JSON holds."""
    say = book.say
    kinds = book.vocabulary.kinds
    intro = say(
        "A card is one JSON object. It is stored, exported and hashed in the form given here; comments and a comma before a closing "
        "bracket are read too, and [deprecated syntax](spellings.md) is rewritten. The JSON Schema has the same shapes: "
        f"`python -m engine schema {book.ruleset.name}`.",
        "一张卡牌是一个 JSON 对象。存储、导出和计算哈希时都使用这里的写法；读取时也允许注释和右括号前多余的逗号，"
        f"[旧写法](spellings.md)会被改写。同样的结构见 JSON Schema：`python -m engine schema {book.ruleset.name}`。",
    )
    kinds_listed = [f"- {to(kind.name)}{say(': ', '：')}{book.pick(_title(book, kind))}" for kind in kinds]
    parts = [
        book.head(say("The card document", "卡牌文档") + f" · {book.title()}", "card.md"),
        intro,
        "\n".join(kinds_listed),
    ]
    parts += [_kind(book, kind, examples) for kind in kinds]
    named = {kind.record for kind in kinds}
    parts += [_record(book, record) for record in book.vocabulary.records if record.name not in named]
    return page(*parts)


def _kind(book: Book, kind: KindSpec, examples: Examples) -> str:
    """Return the section of one kind of card, with whole cards of it."""
    say = book.say
    record = book.vocabulary.record(kind.record)
    parts = [
        f"## {code(kind.name)}",
        f"**{book.sentences(book.pick(_title(book, kind)))}** {book.pick(kind.doc) if kind.doc else ''}".strip(),
        *_origin(book, record),
        _fields(book, kind),
    ]
    if any(_is_timed(book, key.shape) for key in record.fields):
        names = book.listed([to(timing.name, "moments.md") for timing in timings_of(book.vocabulary, kind.name)])
        parts.append(f"{say('Its moments: ', '可用的时机：')}{names}{say('.', '。')}")
    for template in book.ruleset.templates:
        if template.kind == kind.name:
            card = json.loads(template.text(examples.card_id(kind.name)))
            parts += [f"{book.pick(template.title)}{say(':', '：')}", example(card)]
    return page(*parts)


def _origin(book: Book, record: RecordSpec) -> list[str]:
    """Return whose an object is, where it is not the document's."""
    return [
        book.say("**Ours**: the source document does not list it.", "**本引擎扩展**：来源文档未列出。")
    ] * record.extension


def _title(book: Book, kind: KindSpec) -> LocalizedText:
    """Return what a kind is called: what its record is, unless several kinds have one record."""
    return (
        kind.title
        if [one for one in book.vocabulary.kinds if one.record == kind.record and one is not kind]
        else book.vocabulary.record(kind.record).title
    )


def _fields(book: Book, kind: KindSpec) -> str:
    """Return the table of a kind's fields, or a link to that of the first kind with the same."""
    first = next(one for one in book.vocabulary.kinds if one.record == kind.record)
    if first is kind:
        return fields_table(book, book.vocabulary.record(kind.record).fields)
    return book.say(f"It has the fields of {to(first.name)}.", f"字段同 {to(first.name)}。")


def _is_timed(book: Book, shape: object) -> bool:
    inner = shape.item if isinstance(shape, ListOf) else shape
    if not isinstance(inner, ObjectShape):
        return isinstance(inner, TimingName)
    return any(isinstance(key.shape, TimingName) for key in book.vocabulary.record(inner.name).fields)


def _record(book: Book, record: RecordSpec) -> str:
    """Return the section of an object that stands inside cards."""
    users = [
        to(spec.name, f"{spec.family}s.md")
        for spec in book.vocabulary.nodes
        if not book.vocabulary.syntax(spec.family).word and any(_holds(key.shape, record) for key in spec.fields)
    ]
    users += [
        to(kind.name)
        for kind in book.vocabulary.kinds
        if any(_holds(f.shape, record) for f in book.vocabulary.record(kind.record).fields)
    ]
    where = book.say(f"Used in {book.listed(users)}.", f"用于 {book.listed(users)}。") if users else ""
    doc = book.pick(record.doc) if record.doc else ""
    return page(
        f"## {code(record.name)}",
        f"**{book.sentences(book.pick(record.title))}** {' '.join(filter(None, (doc, where)))}".strip(),
        *_origin(book, record),
        fields_table(book, record.fields),
    )


def _holds(shape: object, record: RecordSpec) -> bool:
    inner = shape.item if isinstance(shape, ListOf) else shape
    return isinstance(inner, ObjectShape) and inner.name == record.name
