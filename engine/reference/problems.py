"""The page of problem codes: what each means, a text that has it with what is then said, and the text mended."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from engine import api
from engine.errors import Problem
from engine.language.codes import CODES, is_warning
from engine.language.shapes import Bi
from engine.packs.names import MANIFEST
from engine.reference.book import Book
from engine.reference.examples import Examples
from engine.reference.markdown import code, example, fence, page, table, to
from engine.reference.mistakes import GAME, MISTAKES, NEVER, Mistake
from engine.rulesets import find

LACKING = Bi("No example yet", "暂无示例")


def text_of(mistake: Mistake, broken: bool, examples: Examples) -> str:
    """Return what is read: the frame around effects, or the text itself."""
    text = mistake.broken.replace("…", "…" * mistake.repeat) if broken else mistake.mended
    if mistake.place != "do":
        return text
    mark = {"@": "effects"}
    return json.dumps(examples.card([mark])).replace(json.dumps(mark), text)


def problems_of(mistake: Mistake, text: str) -> tuple[Problem, ...]:
    """Return what is said of a text: of one card beside the shipped ones, or of a pack."""
    if mistake.place == "manifest":
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / MANIFEST
            file.write_text(text, encoding="utf-8")
            return api.validate_path(GAME, file).problems
    if text.startswith("["):
        return api.validate_path(GAME, text.encode()).problems
    known = frozenset(card["id"] for card, _ in api.card_set(GAME))
    return api.validate(GAME, text, known=known).problems


def problems_page(lang: str) -> str:
    """Return the page of all codes in one language."""
    book = Book(find(GAME), lang)
    examples = Examples(book.ruleset)
    say = book.say
    intro = say(
        "Whatever is wrong with a card is told all at once. Each problem has a code that never changes its meaning, the place in the author's text "
        "(line, column and JSON Pointer), and a sentence in English and in Chinese; where the mending is mechanical, a fix comes with it. "
        "An error (E-…) keeps a card from being played and published; a warning (W-…) does not.",
        "卡牌的所有问题一次全部给出。每个问题都有含义不变的代码、在作者文本中的位置（行、列和 JSON Pointer）以及中英文说明；能机械修正的还附带修正。"
        "错误（E-…）会使卡牌无法对局和发布；警告（W-…）不会。",
    )
    head = (say("code", "代码"), say("meaning", "含义"))
    rows = [(to(name), book.pick(meaning.title)) for name, meaning in CODES.items()]
    frame = say(
        f"The examples are cards of `{GAME}`. One that is only effects stands in the `do` of this card; pointers are those of the whole card.",
        f"示例为 `{GAME}` 的卡牌。只写出效果的示例位于这张卡牌的 `do` 中；指针以整张卡牌为准。",
    )
    parts = [
        book.head(say("Problem codes", "问题代码"), "problems.md", up=""),
        intro,
        table(head, rows),
        frame,
        example(examples.card([])),
    ]
    return page(*parts, *(_entry(book, name, examples) for name in CODES))


def _entry(book: Book, name: str, examples: Examples) -> str:
    say, meaning = book.say, CODES[name]
    grave = say("Warning", "警告") if is_warning(name) else say("Error", "错误")
    parts = [
        f"### {code(name)}",
        f"**{grave}{say(': ', '：')}{book.sentences(book.pick(meaning.title))}** {book.pick(meaning.remedy)}",
    ]
    if name not in MISTAKES:
        return page(*parts, book.pick(NEVER.get(name, LACKING)))
    mistake = MISTAKES[name]
    found = next(p for p in problems_of(mistake, text_of(mistake, True, examples)) if p.code == name)
    where = code(found.path or found.file)
    if not found.path and found.line:
        where = say(f"line {found.line}, column {found.column}", f"第 {found.line} 行第 {found.column} 列")
    note = (
        say(f"Here `…` stands for {mistake.repeat:,} characters.", f"此处 `…` 代表 {mistake.repeat:,} 个字符。")
        if mistake.repeat > 1
        else ""
    )
    return page(
        *parts,
        fence(mistake.broken),
        note,
        f"> {where}{say(': ', '：')}{found.message[book.lang]}",
        say("Mended:", "改正后："),
        fence(mistake.mended),
    )
