"""Chosen cards of a pack as sheets for the browser's own print."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from cards.drawing.sheets import PAPERS
from cards.localization import localize
from cards.lookups import search_words
from cards.models import JobKind, Pack
from cards.permissions import Act
from cards.queries.cards import card_list
from cards.queries.names import draft_name
from cards.search import matches
from cards.services.job import JobForm
from cards.services.sheets import FORMATS, sheet_order
from cards.web.page import asking_pack_page, is_number, pack_context, params_of, queue_job
from cards.web.print_sheets import MAX_CARDS, print_job, print_order

MAX_ADDRESS = 4000  # characters: some proxies read no longer first line of a request
MAX_LISTED = 100  # cards that the form offers to choose from at once


@asking_pack_page(Act.CARD_READ, "GET", "POST")
def print_cards(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the sheets of the chosen cards; a choice too long for an address comes as a form, and nothing is changed by it."""
    params = params_of(request)
    if request.method == "POST" and params.get("do") in FORMATS:
        return queue_job(request, pack, JobForm(JobKind.SHEET, sheet_order(_sheet_fields(params)).to_json()))
    order = print_order(params)
    query = search_words(params, "q")
    address = f"{request.path}?{order.query}" + (f"&{urlencode({'q': query})}" if query else "")
    if request.method == "POST" and len(address) < MAX_ADDRESS and not hasattr(request, "refused_fields"):
        return redirect(address)
    offered = card_list(pack=pack).filter(matches(query, prefix="draft__")) if query else card_list(pack=pack)
    choices = [
        (card.written_id, draft_name(pack, card), card.written_id in order.cards) for card in offered[: MAX_LISTED + 1]
    ]
    visible_ids = {written_id for written_id, _, _ in choices[:MAX_LISTED]}
    context = pack_context(
        pack,
        "cards",
        localize("Print", "打印"),
        order=order,
        job=print_job(pack, order),
        papers=PAPERS.values(),
        copies=range(1, 5),
        limit=MAX_CARDS,
        query=query,
        offered=choices[:MAX_LISTED],
        others=[written_id for written_id in order.cards if written_id not in visible_ids],
        is_cut=len(choices) > MAX_LISTED,
    )
    return render(request, "cards/print.html", context)


def _sheet_fields(params: QueryDict) -> dict[str, Any]:
    """Return the fields of an order of sheets, as the form sends them."""
    words = " ".join(params.getlist("cards")).replace(",", " ").split()
    fields: dict[str, Any] = {"format": params["do"], "cards": words, "release": params.get("release", "")}
    fields |= {name: int(text) for name in ("deck", "bleed") if is_number(text := params.get(name, ""), 9)}
    fields |= {"language": params["lang"]} if "lang" in params else {}
    return fields | ({"paper": params["paper"]} if "paper" in params else {})
