"""Search in the help: names, titles, other words and text of every entry and guide, in both languages at once.

Words are found anywhere in a text: Chinese has no gaps between words, and English readers type beginnings.
"""

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from django.urls import reverse

from cards.errors import REFUSALS
from cards.gateway import reference, rulesets
from cards.values import frozen_dataclass
from cards.web.help_links import entry_url, guide_url
from cards.web.help_markdown import plain_text

LANGUAGES = ("en", "zh")
MAX_FOUND = 50
MAX_QUERY = 200  # characters that are read of a query
MAX_NEAREST = 3

Text = Mapping[str, str]


@frozen_dataclass
class Page:
    """Something that can be found.

    Shapes: `url` is its address by language; `name` is written as in a card and empty for a guide; `body` holds all
            words of its text, in lower case, both languages after one another.
    """

    url: Text
    name: str
    title: Text
    about: Text
    kind: Text
    game: Text
    aliases: tuple[str, ...]
    body: str


@frozen_dataclass
class SearchResult:
    """What a search found: the best pages, how many there are, and names that resemble what was not found."""

    pages: tuple[Page, ...]
    count: int
    nearest: tuple[Page, ...]


def help_search(query: str) -> SearchResult:
    """Return the pages that hold every word of a query, those first that are called so."""
    words = query[:MAX_QUERY].lower().split()
    if not words:
        return SearchResult((), 0, ())
    pages = _index(tuple(info.name for info in rulesets.rulesets()))
    ranked = [(rank, at) for at, page in enumerate(pages) if (rank := _rank(page, words)) is not None]
    best = tuple(pages[at] for _, at in sorted(ranked)[:MAX_FOUND])
    return SearchResult(best, len(ranked), () if best else _nearest(pages, " ".join(words)))


def _rank(page: Page, words: Sequence[str]) -> int | None:
    """Rank a page, 0 best; None where a word of the query is missing from it."""
    query = " ".join(words)
    titles = [_plain(page.name), *(title.lower() for title in page.title.values())]
    aliases = [alias.lower() for alias in page.aliases]
    tests: tuple[Callable[[], bool], ...] = (
        lambda: query in (page.name.lower(), *titles),
        lambda: query in aliases,
        lambda: any(each.startswith(query) for each in titles),
        lambda: all(any(word in each for each in (*titles, page.name.lower())) for word in words),
        lambda: all(any(word in each for each in (*titles, *aliases)) for word in words),
        lambda: all(any(word in about.lower() for about in page.about.values()) for word in words),
        lambda: all(word in page.body for word in words),
    )
    return next((rank for rank, holds in enumerate(tests) if holds()), None)


def _plain(name: str) -> str:
    """Return a name as it is said: `DEAL_DAMAGE` as "deal damage"."""
    return name.replace("_", " ").lower()


def _nearest(pages: Iterable[Page], query: str) -> tuple[Page, ...]:
    """Return the pages whose names resemble a query that found nothing."""
    named = {_plain(page.name): page for page in pages if page.name}
    return tuple(named[name] for name in difflib.get_close_matches(query, named, MAX_NEAREST, 0.6))


@cache
def _index(games: tuple[str, ...]) -> tuple[Page, ...]:
    """Return every page that can be found; made once, for the registry does not change while the portal runs."""
    return (*_guides(), *_entries(), *_refusals())


def _guides() -> Iterator[Page]:
    for guide in reference.guides():
        body = " ".join(plain_text(reference.guide_page(guide.file, language).text) for language in LANGUAGES)
        yield Page(
            url=dict.fromkeys(LANGUAGES, guide_url(guide.file)),
            name="",
            title=guide.title._asdict(),
            about=guide.about._asdict(),
            kind={"en": "guide", "zh": "指南"},
            game={},
            aliases=(),
            body=body.lower(),
        )


def _entries() -> Iterator[Page]:
    titles = {info.name: info.title._asdict() for info in rulesets.rulesets()}
    for entry in reference.entries():
        about = entry.about._asdict() if entry.about else {}
        yield Page(
            url={language: entry_url(entry, language) for language in LANGUAGES},
            name="" if entry.family == "word" else entry.name,
            title=entry.title._asdict(),
            about=about,
            kind=entry.kind._asdict(),
            game=titles.get(entry.ruleset, {}),
            aliases=tuple(alias for words in entry.aliases.values() for alias in words),
            body=_body(entry, about),
        )


def _body(entry: reference.Entry, about: Text) -> str:
    texts = (reference.reference_page(entry.file, language).entries.get(entry.name, "") for language in LANGUAGES)
    head = (entry.name, *entry.title, *about.values(), *(alias for words in entry.aliases.values() for alias in words))
    return " ".join((*head, *map(plain_text, texts))).lower()


def _refusals() -> Iterator[Page]:
    for slug, meaning in REFUSALS.items():
        words = (slug, str(meaning.status), *meaning.title.values(), *meaning.explanation.values())
        yield Page(
            url=dict.fromkeys(LANGUAGES, reverse("cards:help-problem", args=[slug])),
            name=slug,
            title=meaning.title,
            about=meaning.explanation,
            kind={"en": "refusal", "zh": "拒绝代码"},
            game={},
            aliases=(str(meaning.status),),
            body=" ".join(words).lower(),
        )
