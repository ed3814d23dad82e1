"""The page of old spellings that are read as the present ones, each with the warning it gets."""

from __future__ import annotations

from collections.abc import Iterator

from engine.language.spec import Enum, Field
from engine.reference.book import Book
from engine.reference.field_types import FAMILY_PAGES
from engine.reference.markdown import code, example, page, table, to


def deprecated_syntax_page(book: Book) -> str:
    """Return the page of rewrites."""
    say = book.say
    intro = say(
        "Cards that were written for earlier editions of the format are still read. Old syntax is rewritten before anything is checked, and reported with a warning "
        "([W-ALIAS](../problems.md#w-alias) or [W-COERCE](../problems.md#w-coerce)) whose fix writes the present spelling. Only the present spelling is stored, exported and known to the JSON Schema.",
        "为旧版格式编写的卡牌仍然可以读取。旧写法会在检查之前改写，并以警告"
        "（[W-ALIAS](../problems.md#w-alias) 或 [W-COERCE](../problems.md#w-coerce)）提示，其修正会换成现在的写法。存储、导出和 JSON Schema 只使用现在的写法。",
    )
    head = (say("old", "旧写法"), say("now", "现写法"), say("where", "位置"))
    parts = [book.head(f"{say('Old spellings', '旧写法')} · {book.title()}", "spellings.md"), intro]
    if words := _gathered(book):
        parts += [f"## {say('Words and names', '词与名称')}", table(head, words)]
    parts += [f"## {say('Forms', '结构')}", table(head, _forms(book))]
    if book.ruleset.deprecated_syntax:
        parts.append(f"## {say('Short forms of this game', '本游戏的简写')}")
    for old in book.ruleset.deprecated_syntax:
        parts += [example(old), say("is read as", "读作"), example(_present(book, old))]
    return page(*parts)


def _present(book: Book, behavior: object) -> object:
    """Return a behaviour as it is read."""
    document = book.ruleset.rewrite({"behaviors": [behavior]}).document
    return document["behaviors"][0]


def _gathered(book: Book) -> list[tuple[str, str, str]]:
    """Return the renamed words; one that is renamed alike in several places stands once."""
    places: dict[tuple[str, str], list[str]] = {}
    for old, new, where in _words(book):
        held = places.setdefault((old, new), [])
        held.extend([where] if where not in held else [])
    return [(old, new, book.listed(held)) for (old, new), held in places.items()]


def _words(book: Book) -> Iterator[tuple[str, str, str]]:
    """Yield every renamed word: old, present, where."""
    vocabulary, say = book.vocabulary, book.say
    for event in vocabulary.events:
        for old in event.aliases:
            yield code(old), to(event.name, "events.md"), say("event of a trigger", "触发器的事件")
        for old, new in event.field_aliases.items():
            yield code(f"${event.name}.{old}"), code(f"${event.name}.{new}"), say("reference", "引用")
    for timing in vocabulary.timings:
        for old, new in timing.field_aliases.items():
            yield code(f"${timing.name}.{old}"), code(f"${timing.name}.{new}"), say("reference", "引用")
    for record in vocabulary.records:
        yield from _fields(book, record.fields, to(record.name, "card.md"))
    for node in vocabulary.nodes:
        file, name = FAMILY_PAGES[node.family]
        where, syntax = to(node.name, file), vocabulary.syntax(node.family)
        for old in node.aliases:
            yield code(old), where, book.pick(name) if syntax.word else code(syntax.key)
        yield from _fields(book, node.fields, where)


def _fields(book: Book, fields: tuple[Field, ...], where: str) -> Iterator[tuple[str, str, str]]:
    for key in fields:
        for old in key.aliases:
            yield code(old), code(key.name), where
        for option in key.shape.options if isinstance(key.shape, Enum) else ():
            for old in option.aliases:
                yield code(f'"{old}"'), code(f'"{option.name}"'), f"{code(key.name)}{book.say(' of ', '，')}{where}"


def _forms(book: Book) -> list[tuple[str, str, str]]:
    """Return the rewrites of shapes."""
    say = book.say
    forms = [(code('"5"'), code("5"), say("where a number is wanted", "需要数值之处"))]
    if book.vocabulary.null_is_absent:
        forms += [(code("null"), say("nothing", "省略"), say("where a field may be left out", "可省略的字段"))]
    forms += _left_out(book)
    return forms if not book.vocabulary.timings else _forms_of_behaviors(book)


def _left_out(book: Book) -> list[tuple[str, str, str]]:
    """Return the fields that a node needs and that are written in where they are left out."""
    places: dict[tuple[str, str], list[str]] = {}
    for node in book.vocabulary.nodes:
        for key in node.fields:
            if key.required and key.default is not None:
                names = places.setdefault((key.name, str(key.default)), [])
                names.append(to(node.name, FAMILY_PAGES[node.family][0]))
    return [
        (book.say(f"no {code(name)}", f"缺少 {code(name)}"), code(f'"{name}": {default}'), book.listed(names))
        for (name, default), names in places.items()
    ]


def _forms_of_behaviors(book: Book) -> list[tuple[str, str, str]]:
    """Return the rewrites of shapes that 000's cards have."""
    say = book.say
    return [
        (
            code('"conditions": [A, B]'),
            code('"condition": { "type": "And", "conditions": [A, B] }'),
            say("where a condition stands", "写条件之处"),
        ),
        (code('"conditions": []'), say("nothing", "省略"), say("where a condition stands", "写条件之处")),
        (code('"5"'), code("5"), say("where a number is wanted", "需要数值之处")),
        (code('"count": "1"'), code('"count": 1'), say('a card; `"$1"` keeps its meaning', '卡牌；`"$1"` 含义不变')),
    ]
