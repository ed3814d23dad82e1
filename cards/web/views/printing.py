"""Chosen cards of a pack as sheets for the browser's own print."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from cards.localization import localize
from cards.lookups import search_words
from cards.permissions import Act
from cards.queries.cards import card_list
from cards.queries.names import draft_name
from cards.queries.packs import pack_get
from cards.search import matches
from cards.web.page import asking_page
from cards.web.print_sheets import MAX_CARDS, PAPERS, print_job, print_order
from cards.web.text import bilingual_plain

MAX_ADDRESS = 4000  # characters: some proxies read no longer first line of a request
MAX_LISTED = 100  # cards that the form offers to choose from at once


@require_http_methods(["GET", "POST"])
@asking_page
def print_cards(request: HttpRequest, pack: str) -> HttpResponse:
    """Show the sheets of the chosen cards; a choice too long for an address comes as a form, and nothing is changed by it."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    asked = request.POST if request.method == "POST" else request.GET
    order = print_order(asked)
    query = search_words(asked, "q")
    address = f"{request.path}?{order.query}" + (f"&{urlencode({'q': query})}" if query else "")
    if request.method == "POST" and len(address) < MAX_ADDRESS and not hasattr(request, "refused_fields"):
        return redirect(address)
    offered = card_list(pack=row).filter(matches(query, prefix="draft__")) if query else card_list(pack=row)
    choices = [
        (card.written_id, draft_name(row, card), card.written_id in order.cards) for card in offered[: MAX_LISTED + 1]
    ]
    visible_ids = {written_id for written_id, _, _ in choices[:MAX_LISTED]}
    crumbs = [(reverse("cards:pack-detail", args=[pack]), bilingual_plain(row.name)), ("", localize("Print", "打印"))]
    context = {
        "pack": row, "section": "cards", "crumbs": crumbs, "order": order, "job": print_job(row, order),
        "papers": PAPERS.values(), "copies": range(1, 5), "limit": MAX_CARDS, "query": query,
        "offered": choices[:MAX_LISTED], "others": [each for each in order.cards if each not in visible_ids],
        "is_cut": len(choices) > MAX_LISTED,
    }  # fmt: skip
    return render(request, "cards/print.html", context)
