"""What the pages of the help show: the contents beside each of them, an entry, a list of entries, a page of text."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from cards.errors import REFUSALS, NotFound
from cards.gateway import reference, rulesets
from cards.localization import HTML_LANGUAGES, data_language, localize
from cards.values import frozen_dataclass
from cards.web.card_codes import card_codes
from cards.web.help_links import KIND_OF_FILE, entry_url, guide_url, page_url, portal_url
from cards.web.help_markdown import help_html, inline_html


@frozen_dataclass
class Link:
    """One link of the contents: `count` says how many entries are behind it."""

    url: str
    label: str
    is_current: bool = False
    count: int = 0


@frozen_dataclass
class Chapter:
    """One group of links of the contents."""

    title: str
    links: tuple[Link, ...]
    is_open: bool


@frozen_dataclass
class Article:
    """One text of the help, in one language.

    Shapes: `name` is what a card writes, empty where the text is about no single word; `above` are the pages it belongs to.
    """

    url: str
    title: str
    html: SafeString
    lang: str
    name: str = ""
    kind: str = ""
    game: str = ""
    group: str = ""
    above: tuple[tuple[str, str], ...] = ()
    previous: Link | None = None
    next: Link | None = None


def contents(current: str) -> list[Chapter]:
    """Return the contents of the help, the page at the address `current` marked."""
    language = data_language()
    first = Link(reverse("cards:first-cards"), localize("Your first card", "第一张卡牌"))
    guides = [first, *(Link(guide_url(each.file), getattr(each.title, language)) for each in reference.guides())]
    chapters = [_chapter(localize("Guide", "指南"), guides, current)]
    for info in rulesets.rulesets():
        chapters.append(_chapter(getattr(info.title, language), list(_pages_of(info.name)), current))
    shared = [
        Link(reverse("cards:help-problems"), localize("Problem codes", "问题代码")),
        Link(reverse("cards:help-fields"), reference.reference_page("fields.md", language).title),
    ]
    return [*chapters, _chapter(localize("All games", "所有游戏"), shared, current)]


def _chapter(title: str, links: list[Link], current: str) -> Chapter:
    marked = tuple(Link(each.url, each.label, each.url == current, each.count) for each in links)
    is_open = current == reverse("cards:help") or any(current.startswith(each.url) for each in links)
    return Chapter(title, marked, is_open)


def _pages_of(ruleset: str) -> Iterator[Link]:
    language = data_language()
    for name, (title, count) in reference.reference_contents(ruleset, language).items():
        yield Link(page_url(f"{ruleset}/{name}"), title.partition(" · ")[0], count=count if name in KIND_OF_FILE else 0)


def game_links(ruleset: str) -> tuple[str, list[Link]]:
    """Return what a game is called and the pages of its reference.

    Errors: NotFound for a game that the engine does not know.
    """
    info = rulesets.ruleset_info(ruleset)
    if info is None:
        raise NotFound
    return getattr(info.title, data_language()), list(_pages_of(ruleset))


def guide_article(slug: str, language: str) -> Article:
    """Return a guide, with the guides before and after it."""
    guides = reference.guides()
    files = [guide.file for guide in guides]
    if f"{slug}.md" not in files:
        raise NotFound
    index = files.index(f"{slug}.md")
    page = reference.guide_page(files[index], language)
    near = {-1: None, 1: None} | {
        step: Link(guide_url(files[index + step]), getattr(guides[index + step].title, language))
        for step in (-1, 1)
        if 0 <= index + step < len(files)
    }
    html = _html(page.text, f"guide/{language}/{files[index]}", language, page.title)
    return Article(
        guide_url(files[index]),
        page.title,
        html,
        HTML_LANGUAGES[language],
        kind=localize("Guide", "指南"),
        previous=near[-1],
        next=near[1],
    )


def page_article(file: str, language: str, *, opening: bool = False) -> Article:
    """Return a page of the reference, whole or only what it says before its entries.

    Errors: NotFound for a file that no page has.
    """
    page = _page(file, language)
    title = page.title.partition(" · ")[0]
    html = _html(page.opening if opening else page.text, f"reference/{language}/{file}", language, title)
    return Article(page_url(file), title, html, HTML_LANGUAGES[language], game=_game(file.rpartition("/")[0], language))


def entry_article(ruleset: str, family: str, name: str, language: str) -> Article:
    """Return the entry of a node, an event or a problem code.

    Errors: NotFound where there is none.
    """
    entry = next(
        (each for each in reference.entries() if (each.ruleset, each.family, each.name) == (ruleset, family, name)),
        None,
    )
    if entry is None:
        raise NotFound
    page = _page(entry.file, language)
    group = getattr(entry.group, language) if entry.group else ""
    return Article(
        url=entry_url(entry, language),
        title=getattr(entry.title, language),
        name=name,
        group=group,
        html=_html(page.entries[name], f"reference/{language}/{entry.file}", language, name),
        lang=HTML_LANGUAGES[language],
        kind=getattr(entry.kind, language),
        game=_game(ruleset, language),
        above=((page_url(entry.file), page.title.partition(" · ")[0]),),
    )


def refusal_article(slug: str, language: str) -> Article:
    """Return what a code of a refusal of pages and API means.

    Errors: NotFound where there is none.
    """
    meaning = REFUSALS.get(slug)
    if meaning is None:
        raise NotFound
    above = ((reverse("cards:help-problems"), localize("Problem codes", "问题代码")),)
    return Article(
        url=reverse("cards:help-problem", args=[slug]),
        title=meaning.title[language],
        name=slug,
        html=inline_html(meaning.explanation[language]),
        lang=HTML_LANGUAGES[language],
        kind=localize("Refusal", "拒绝代码") + f" · {meaning.status}",
        above=above,
    )


def problem_article(code: str, language: str) -> Article:
    """Return what a code means, of a card's problem or of a refusal."""
    if code in card_codes():
        return entry_article("", "problem", code, language)
    return refusal_article(code, language)


def for_side_pane(article: Article) -> Article:
    """Return a text for the side pane: its anchors are renamed, because the page beside it may have the same."""
    html = article.html.replace(' id="', ' id="help-')
    return replace(article, html=mark_safe(html))  # noqa: S308  it was safe before


def family_entries(ruleset: str, family: str) -> list[Mapping[str, Any]]:
    """Return the rows of the list of a family: one for each entry, in the order of the registry."""
    language = data_language()
    return [
        {
            "url": entry_url(entry, language),
            "name": entry.name,
            "title": entry.title._asdict(),
            "about": inline_html(getattr(entry.about, language)) if entry.about else "",
            "group": getattr(entry.group, language) if entry.group else "",
        }
        for entry in reference.entries()
        if (entry.ruleset, entry.family) == (ruleset, family)
    ]


def _page(file: str, language: str) -> reference.Sections:
    try:
        return reference.reference_page(file, language)
    except KeyError as error:
        raise NotFound from error


def _game(ruleset: str, language: str) -> str:
    info = rulesets.ruleset_info(ruleset) if ruleset else None
    return getattr(info.title, language) if info else ""


def _html(text: str, written_in: str, language: str, label: str) -> SafeString:
    return help_html(text, lambda target: portal_url(target, written_in=written_in, language=language), label=label)
