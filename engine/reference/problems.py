"""The page of problem codes: what each means, a text that has it with what is then said, and the text mended."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from engine import api
from engine.errors import Problem
from engine.formats.decks import deck_cards, decks_of
from engine.language.codes import CODES, is_warning
from engine.language.shapes import Bi
from engine.packs.decks import DeckCard
from engine.packs.names import MANIFEST
from engine.reference.book import Book
from engine.reference.examples import Examples
from engine.reference.markdown import code, example, fence, page, table, to
from engine.reference.mistakes import GAME, MISTAKES, NEVER, Mistake
from engine.rulesets import find

LACKING = Bi("No example yet", "暂无示例")


def text_of(mistake: Mistake, broken: bool, examples: Examples) -> str:
    """Return what is read: the frame around effects, or the text itself."""
    if mistake.place == "deck":
        return (mistake.broken if broken else mistake.mended).replace("…", _rest(mistake.game))
    text = mistake.broken.replace("…", "…" * mistake.repeat) if broken else mistake.mended
    if mistake.place != "do":
        return text
    mark = {"@": "effects"}
    return json.dumps(examples.card([mark])).replace(json.dumps(mark), text)


def _rest(game: str) -> str:
    """Return the entries of 36 cards that any deck of a game may hold: the last twelve that it ships, thrice each."""
    rules = decks_of(find(game)).rules
    known = deck_cards(rules, (card for card, _ in api.card_set(game)))
    free = [
        name for name, card in known.items() if card == DeckCard(rules.limit, False, False, (False,) * len(rules.caps))
    ]
    return ", ".join(json.dumps({"id": name, "count": rules.limit}) for name in free[-12:])


def problems_of(mistake: Mistake, text: str) -> tuple[Problem, ...]:
    """Return what is said of a text: of one card or deck beside the shipped ones, or of a pack."""
    if mistake.place == "manifest":
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / MANIFEST
            file.write_text(text, encoding="utf-8")
            return api.validate_path(mistake.game, file).problems
    if text.startswith("[") or mistake.place == "deck":
        return api.validate_path(mistake.game, text.encode()).problems
    known = frozenset(card["id"] for card, _ in api.card_set(mistake.game))
    return api.validate(mistake.game, text, known=known).problems


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
        _of_another_game(book, mistake),
        fence(mistake.broken),
        note,
        f"> {where}{say(': ', '：')}{found.message[book.lang]}",
        say("Mended:", "改正后："),
        fence(mistake.mended),
    )


def _of_another_game(book: Book, mistake: Mistake) -> str:
    """Return whose text an example is, where it is not of the game of the page."""
    if mistake.place == "deck":
        return book.say(
            f"A deck of `{mistake.game}`; here `…` stands for twelve more cards, three of each.",
            f"`{mistake.game}` 的牌组；此处 `…` 代表另外十二种卡牌，每种三张。",
        )
    return "" if mistake.game == GAME else book.say(f"A card of `{mistake.game}`.", f"`{mistake.game}` 的卡牌。")
