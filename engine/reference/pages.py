"""All reference pages, by the path under which they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from engine.reference.book import LANGUAGES, Book
from engine.reference.cards import card_page
from engine.reference.deprecated_syntax import deprecated_syntax_page
from engine.reference.events import events_page
from engine.reference.examples import Examples
from engine.reference.field_types import fields_page
from engine.reference.formats import formats_page
from engine.reference.index import families, has_moments, index_page
from engine.reference.nodes import PAGES, nodes_page
from engine.reference.problems import problems_page
from engine.reference.settings import settings_page
from engine.reference.timings import timings_page
from engine.ruleset import Ruleset
from engine.rulesets import find, names, shipped_names

_TO_GUIDE = re.compile(r"\[([^\[\]\n]*)\]\((?:\.\./)+guide/[^)\n]*\)")


def pages(games: Sequence[str] = ()) -> Mapping[str, str]:
    """Return every page of some rulesets in both languages, of all on the search path where none is named.

    Problem codes are those of these games and of the shipped ones, whose cards show the general codes: no other game changes the page.
    Pages of games that are named may lie in any folder, and link to no guide.
    """
    books = [Book(find(name), lang) for name in games or names() for lang in LANGUAGES]
    documented_games = sorted({*games, *shipped_names()}) if games else ()
    out: dict[str, str] = {}
    for lang in LANGUAGES:
        mine = [book for book in books if book.lang == lang]
        out[f"{lang}/README.md"] = index_page(mine)
        out[f"{lang}/fields.md"] = fields_page(mine[0])
        out[f"{lang}/problems.md"] = problems_page(lang, documented_games)
    for book in books:
        out.update({f"{book.lang}/{book.ruleset.name}/{file}": text for file, text in pages_of(book).items()})
    return {file: _TO_GUIDE.sub(r"\1", text) for file, text in out.items()} if games else out


def pack_pages(ruleset: Ruleset) -> Mapping[str, str]:
    """Return the pages of one game as a pack knows it, with the keywords that the pack declares."""
    made = [(lang, pages_of(Book(ruleset, lang))) for lang in LANGUAGES]
    return {f"{lang}/{ruleset.name}/{file}": text for lang, held in made for file, text in held.items()}


def pages_of(book: Book) -> Mapping[str, str]:
    """Return the pages of one ruleset in one language."""
    return {file: make() for file, make in page_makers(book, Examples(book.ruleset)).items()}


def page_makers(book: Book, examples: Examples) -> Mapping[str, Callable[[], str]]:
    """Return what makes each page of one ruleset in one language, in the order of the pages."""
    return {
        "card.md": partial(card_page, book, examples),
        **{PAGES[family][0]: partial(nodes_page, book, family, examples) for family in families(book.vocabulary)},
        "events.md": partial(events_page, book),
        **({"moments.md": partial(timings_page, book)} if has_moments(book.vocabulary) else {}),
        "formats.md": partial(formats_page, book),
        "settings.md": partial(settings_page, book),
        "spellings.md": partial(deprecated_syntax_page, book),
    }
