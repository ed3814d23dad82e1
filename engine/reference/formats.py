"""The page of the public formats: every kind of document and of answer that has a schema."""

from __future__ import annotations

from engine.formats import FORMATS, kinds, schema
from engine.reference.book import Book
from engine.reference.markdown import code, page, table


def formats_page(book: Book) -> str:
    """Return the page of one ruleset's formats, each with the address of its schema."""
    say, name = book.say, book.ruleset.name
    intro = say(
        f"Every document that goes in and every answer that comes out has a JSON Schema; `python -m engine schema {name} KIND` prints it, and a portal serves it under its address. "
        "What they are for, and how they are used, is explained in the guide [Formats and commands](../../../guide/en/formats.md).",
        f"输入的每种文档和输出的每种结果都有 JSON Schema；`python -m engine schema {name} 种类` 会打印出来，网站也在其地址提供。"
        "用途和用法见指南[格式与命令](../../../guide/zh/formats.md)。",
    )
    head = (say("kind", "种类"), say("is", "内容"), say("address of the schema", "Schema 地址"))
    rows = [
        (
            code(kind),
            (book.pick(FORMATS[kind].title) if kind in FORMATS else book.say("A card", "卡牌")),
            code(str(schema(book.ruleset, kind)["$id"])),
        )
        for kind in kinds()
    ]
    return page(book.head(f"{say('Formats', '格式')} · {book.title()}", "formats.md"), intro, table(head, rows))
