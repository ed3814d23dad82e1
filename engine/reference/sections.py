"""The pages of the reference taken apart: what is before the first entry, and the text of each entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial

from engine.reference.book import LANGUAGES, Book
from engine.reference.examples import Examples, NoExamples
from engine.reference.field_types import fields_page
from engine.reference.index import guides
from engine.reference.pages import page_makers
from engine.reference.problems import problems_page
from engine.ruleset import Guide
from engine.rulesets import find, names

_MARK = re.compile(r"^(?P<fence>```)|^(?P<level>#{1,3}) (?P<heading>.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Sections:
    """One page of the reference: its title, what it says before its first entry, its entries by name, and all below the title."""

    title: str
    opening: str
    entries: Mapping[str, str]
    text: str


def reference_guides() -> tuple[Guide, ...]:
    """Return the guides of the games on the search path and of all games, in the order in which they are read."""
    return guides([find(name) for name in names()])


def reference_files(ruleset: str) -> tuple[str, ...]:
    """Return the files of a game's pages, in their order; of the shared pages where `ruleset` is empty.

    Errors: KeyError for another name.
    """
    return tuple(_makers(ruleset, LANGUAGES[0]))


def reference_contents(ruleset: str, lang: str) -> Mapping[str, tuple[str, int]]:
    """Return the title of each page of a game and how many entries it has, by its file; no example is looked for.

    Errors: KeyError for another name.
    """
    return _contents(ruleset, lang)


def reference_page(file: str, lang: str) -> Sections:
    """Return a page by its file, without the language: `wizards/effects.md`, `problems.md`; it is made when it is first asked for.

    Errors: KeyError for a file that no page has.
    """
    ruleset, _, name = file.rpartition("/")
    return _page(ruleset, name, lang)


def forget() -> None:
    """Forget the pages: the search path has changed."""
    for kept in (_makers, _contents, _page, _examples):
        kept.cache_clear()


@cache
def _page(ruleset: str, name: str, lang: str) -> Sections:
    return take_apart(_makers(ruleset, lang)[name]())


@cache
def _contents(ruleset: str, lang: str) -> Mapping[str, tuple[str, int]]:
    book = Book(find(ruleset), lang)
    pages = {name: take_apart(make()) for name, make in page_makers(book, NoExamples(book.ruleset)).items()}
    return {name: (page.title, len(page.entries)) for name, page in pages.items()}


@cache
def _makers(ruleset: str, lang: str) -> Mapping[str, Callable[[], str]]:
    if ruleset:
        return page_makers(Book(find(ruleset), lang), _examples(ruleset))
    first = Book(find(names()[0]), lang)
    return {"fields.md": partial(fields_page, first), "problems.md": partial(problems_page, lang)}


@cache
def _examples(ruleset: str) -> Examples:
    """Return the examples of a game, which are the same in every language."""
    return Examples(find(ruleset))


def take_apart(text: str) -> Sections:
    """Return the sections of a page; a heading that is just one word in backticks begins an entry, any heading ends it."""
    headings = list(_headings(text))
    ends = [*(start for start, _, _, _ in headings[1:]), len(text)]
    entries = {
        heading.strip("`"): text[after:end].strip("\n")
        for (_, after, level, heading), end in zip(headings, ends, strict=True)
        if level > 1 and heading.startswith("`")
    }
    _, below, _, title = headings[0]
    return Sections(
        title, text[below : _opening_end(headings, len(text))].strip("\n"), entries, text[below:].strip("\n")
    )


def _headings(text: str) -> list[tuple[int, int, int, str]]:
    """Return start, end, level and words of each heading outside blocks of code."""
    headings, is_code = [], False
    for mark in _MARK.finditer(text):
        if mark["fence"]:
            is_code = not is_code
        elif not is_code:
            headings.append((mark.start(), mark.end(), len(mark["level"]), mark["heading"]))
    return headings


def _opening_end(headings: list[tuple[int, int, int, str]], length: int) -> int:
    """Return where the first entry begins, or the heading of the group it is in."""
    for place, (start, _, level, heading) in enumerate(headings):
        if level > 1 and heading.startswith("`"):
            before_start, _, before, _ = headings[place - 1]
            return before_start if 1 < before < level else start
    return length
