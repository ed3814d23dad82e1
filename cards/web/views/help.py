"""The pages of the help, each also as a fragment for the side pane: guides, the reference of every game, problem codes, search."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from cards.errors import REFUSALS, NotFound
from cards.gateway import reference, rulesets
from cards.localization import HTML_LANGUAGES, OTHER_LANGUAGE, data_language, localize
from cards.lookups import search_words
from cards.models import Account
from cards.web import help_pages
from cards.web.first_card import first_card_page, first_cards
from cards.web.help_links import KIND_OF_FILE, guide_url
from cards.web.help_search import help_search
from cards.web.page import open_page

FILES = {family: file for file, family in KIND_OF_FILE.items()}


@require_GET
@open_page
def index(request: HttpRequest) -> HttpResponse:
    """Show the contents of the help, or what a search in it found."""
    query = search_words(request.GET, "q")
    results = help_search(query) if query else None
    games = [help_pages.game_links(info.name) for info in rulesets.rulesets()]
    guides = [
        {"url": guide_url(each.file), "title": each.title._asdict(), "about": each.about._asdict()}
        for each in reference.guides()
    ]
    context: dict[str, object] = {"query": query, "found": results, "games": games, "guides": guides}
    return _page(request, "cards/help.html", context)


@require_GET
@open_page
def guide(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a guide."""
    return _article(request, help_pages.guide_article(slug, _language(request)))


@require_GET
@open_page
def first_cards_index(request: HttpRequest) -> HttpResponse:
    """Offer the first card of each game."""
    url, title = _first_cards()
    html = render_to_string("cards/partials/_first_cards.html", {"games": first_cards()}, request)
    return _article(request, _own_article(url, title, html))


@require_GET
@open_page
def first_card(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Show the steps to a first card of a game, and which of them the account has done."""
    account = request.user if isinstance(request.user, Account) else None
    steps = first_card_page(ruleset, account)
    url = reverse("cards:first-card", args=[ruleset])
    html = render_to_string("cards/partials/_first_card.html", {"first": steps, "url": url}, request)
    article = _own_article(url, _first_cards()[1], html, game=steps.game, above=(_first_cards(),))
    return _article(request, article)


def _first_cards() -> tuple[str, str]:
    return reverse("cards:first-cards"), localize("Your first card", "第一张卡牌")


def _own_article(url: str, title: str, html: SafeString, **places: Any) -> help_pages.Article:
    """Return a text of the help that is no file: it is in the language of the page."""
    return help_pages.Article(url, title, html, HTML_LANGUAGES[data_language()], **places)


@require_GET
@open_page
def fields(request: HttpRequest) -> HttpResponse:
    """Show what the words of the tables mean."""
    return _article(request, help_pages.page_article("fields.md", _language(request)))


@require_GET
@open_page
def problems(request: HttpRequest) -> HttpResponse:
    """List every code, of problems of cards and of refusals."""
    meanings = sorted(REFUSALS.items(), key=lambda entry: (entry[1].status, entry[0]))
    codes = help_pages.family_entries("", "problem")
    return _page(request, "cards/help_problems.html", {"meanings": meanings, "codes": codes})


@require_GET
@open_page
def problem(request: HttpRequest, slug: str) -> HttpResponse:
    """Explain one code, in both languages: programs link to it for readers of either."""
    language = _language(request)
    other = help_pages.problem_article(slug, OTHER_LANGUAGE[language])
    return _article(request, help_pages.problem_article(slug, language), other=other)


@require_GET
@open_page
def game(request: HttpRequest, ruleset: str) -> HttpResponse:
    """List the pages of a game's reference."""
    title, links = help_pages.game_links(ruleset)
    return _page(request, "cards/help_game.html", {"title": title, "links": links})


@require_GET
@open_page
def nodes(request: HttpRequest, ruleset: str, family: str) -> HttpResponse:
    """List the nodes of a family, or the events of a game."""
    if family not in FILES or not help_pages.family_entries(ruleset, family):
        raise NotFound
    article = help_pages.page_article(f"{ruleset}/{FILES[family]}", _language(request), opening=True)
    return _article(request, article, entries=help_pages.family_entries(ruleset, family))


@require_GET
@open_page
def node(request: HttpRequest, ruleset: str, family: str, name: str) -> HttpResponse:
    """Show the entry of a node."""
    return _article(request, help_pages.entry_article(ruleset, family, name, _language(request)))


def events(request: HttpRequest, ruleset: str) -> HttpResponseBase:
    """List the events of a game."""
    return nodes(request, ruleset, "event")


def event(request: HttpRequest, ruleset: str, name: str) -> HttpResponseBase:
    """Show the entry of an event."""
    return node(request, ruleset, "event", name)


@require_GET
@open_page
def page(request: HttpRequest, ruleset: str, page: str) -> HttpResponse:
    """Show a page of a game's reference that is read as a whole."""
    if f"{page}.md" in KIND_OF_FILE:
        raise NotFound
    return _article(request, help_pages.page_article(f"{ruleset}/{page}.md", _language(request)))


@require_GET
@open_page
def problems_moved(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Lead from the addresses that problem documents name to the pages that explain them."""
    if not slug:
        return redirect(reverse("cards:help-problems"), permanent=True)
    help_pages.problem_article(slug, data_language())  # an unknown code is not found here already
    return redirect(reverse("cards:help-problem", args=[slug]), permanent=True)


def _language(request: HttpRequest) -> str:
    """Return the language in which a text is wanted: `?lang=`, else that of the page."""
    asked = request.GET.get("lang", "")
    return asked if asked in OTHER_LANGUAGE else data_language()


def _article(request: HttpRequest, article: help_pages.Article, **context: object) -> HttpResponse:
    """Show a text as a page, or as what the side pane holds."""
    if request.headers.get("HX-Request") == "true":
        beside = help_pages.for_side_pane(article)
        response = render(request, "cards/help_pane.html", {"article": beside, "languages": ("en", "zh"), **context})
        patch_vary_headers(response, ("HX-Request",))
        return response
    is_one_of_many = any(label == article.title for _, label in article.above)
    last = article.name or (article.game if is_one_of_many else article.title)
    crumbs = [(reverse("cards:help"), localize("Help", "帮助")), *article.above, ("", last)]
    response = _page(request, "cards/help_article.html", {"article": article, "crumbs": crumbs, **context})
    patch_vary_headers(response, ("HX-Request",))
    return response


def _page(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    chapters = help_pages.contents(request.path)
    return render(request, template, {"chapters": chapters, "section": "help", **context})
