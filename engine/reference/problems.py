"""The page of problem codes: what each means, a text that has it with its message, and the text without it."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from engine.cardset import shipped
from engine.errors import Problem
from engine.formats.decks import deck_cards, decks_of
from engine.formats.intake import problem_codes, validate, validate_path
from engine.language.diagnostics.codes import Code, is_warning
from engine.language.spec import LocalizedText
from engine.packs.decks import DeckCard
from engine.packs.names import MANIFEST
from engine.reference.book import Book
from engine.reference.examples import Examples
from engine.reference.markdown import code, example, fence, page, table, to
from engine.reference.problem_examples import ShownExample, main_ruleset, reasons, shown_examples
from engine.ruleset import Ruleset

LACKING = LocalizedText("No example yet", "暂无示例")


def text_of(sample: ShownExample, is_broken: bool) -> str:
    """Return what is read: the frame around effects, or the text itself."""
    example = sample.example
    if example.place == "deck":
        return (example.before if is_broken else example.after).replace("…", _rest(sample.ruleset))
    text = example.before.replace("…", "…" * example.repeat) if is_broken else example.after
    if example.place != "do":
        return text
    mark = {"@": "effects"}
    return json.dumps(Examples(sample.ruleset).card([mark])).replace(json.dumps(mark), text)


def _rest(ruleset: Ruleset) -> str:
    """Return the entries of 36 cards that any deck of a game may hold: the last twelve that it ships, thrice each."""
    rules = decks_of(ruleset).rules
    known = deck_cards(rules, (card for card, _ in shipped(ruleset.folder)))
    free = [
        name for name, card in known.items() if card == DeckCard(rules.limit, False, False, (False,) * len(rules.caps))
    ]
    return ", ".join(json.dumps({"id": name, "count": rules.limit}) for name in free[-12:])


def problems_of(example: ShownExample, text: str) -> tuple[Problem, ...]:
    """Return the problems of a text: of one card or deck beside the shipped ones, or of a pack."""
    ruleset = example.ruleset
    if example.example.place == "manifest":
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / MANIFEST
            file.write_text(text, encoding="utf-8")
            return validate_path(ruleset, file).problems
    if text.startswith("[") or example.example.place == "deck":
        return validate_path(ruleset, text.encode()).problems
    known = frozenset(card["id"] for card, _ in shipped(ruleset.folder))
    return validate(ruleset, text, known_ids=known).problems


def problems_page(lang: str, games: Sequence[str] = ()) -> str:
    """Return the page of the codes of some games in one language, of all on the search path where none is named."""
    book = Book(main_ruleset(games), lang)
    examples = Examples(book.ruleset)
    say = book.say
    intro = say(
        "All problems of a card are reported at once. Each problem has a code that never changes its meaning, the place in the author's text "
        "(line, column and JSON Pointer), and a sentence in English and in Chinese; if the correction is mechanical, a fix comes with it. "
        "An error (E-…) keeps a card from being played and published; a warning (W-…) does not.",
        "卡牌的所有问题一次全部给出。每个问题都有含义不变的代码、在作者文本中的位置（行、列和 JSON Pointer）以及中英文说明；能机械修正的还附带修正。"
        "错误（E-…）会使卡牌无法对局和发布；警告（W-…）不会。",
    )
    head = (say("code", "代码"), say("meaning", "含义"))
    codes = problem_codes(games)
    rows = [(to(name), book.pick(meaning.title)) for name, meaning in codes.items()]
    frame = say(
        f"The examples are cards of `{book.ruleset.name}`. Examples that are only effects belong in the `do` of this card; pointers are those of the whole card.",
        f"示例为 `{book.ruleset.name}` 的卡牌。只写出效果的示例位于这张卡牌的 `do` 中；指针以整张卡牌为准。",
    )
    parts = [
        book.head(say("Problem codes", "问题代码"), "problems.md", up=""),
        intro,
        table(head, rows),
        frame,
        example(examples.card([])),
    ]
    samples, unseen = shown_examples(games), reasons(games)
    entries = (
        _entry(book, name, meaning, samples.get(name), unseen.get(name, LACKING)) for name, meaning in codes.items()
    )
    return page(*parts, *entries)


def _entry(book: Book, name: str, meaning: Code, sample: ShownExample | None, reason: LocalizedText) -> str:
    say = book.say
    grave = say("Warning", "警告") if is_warning(name) else say("Error", "错误")
    parts = [
        f"### {code(name)}",
        f"**{grave}{say(': ', '：')}{book.sentences(book.pick(meaning.title))}** {book.pick(meaning.remedy)}",
    ]
    if sample is None:
        return page(*parts, book.pick(reason))
    example = sample.example
    problem = next(p for p in problems_of(sample, text_of(sample, True)) if p.code == name)
    where = code(problem.path or problem.file)
    if not problem.path and problem.line:
        where = say(f"line {problem.line}, column {problem.column}", f"第 {problem.line} 行第 {problem.column} 列")
    note = (
        say(f"Here `…` stands for {example.repeat:,} characters.", f"此处 `…` 代表 {example.repeat:,} 个字符。")
        if example.repeat > 1
        else ""
    )
    return page(
        *parts,
        _of_another_game(book, sample),
        fence(example.before),
        note,
        f"> {where}{say(': ', '：')}{problem.message[book.lang]}",
        say("Fixed:", "改正后："),
        fence(example.after),
    )


def _of_another_game(book: Book, example: ShownExample) -> str:
    """Return whose text an example is, where it is not of the game of the page."""
    name = example.ruleset.name
    if example.example.place == "deck":
        return book.say(
            f"A deck of `{name}`; here `…` stands for twelve more cards, three of each.",
            f"`{name}` 的牌组；此处 `…` 代表另外十二种卡牌，每种三张。",
        )
    is_own = example.ruleset is book.ruleset
    return "" if is_own else book.say(f"A card of `{name}`.", f"`{name}` 的卡牌。")
