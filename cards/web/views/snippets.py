"""The snippets of a pack: a page to rename and remove them, and what the editor's palette reads and saves."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from cards.errors import NotFound, Refusal
from cards.localization import data_language, localize
from cards.lookups import search_words
from cards.models import Snippet
from cards.permissions import Act
from cards.queries.packs import pack_get
from cards.queries.snippets import snippet_get, snippet_list
from cards.services.snippet import snippet_add, snippet_remove, snippet_rename
from cards.web.access import access
from cards.web.forms import said
from cards.web.page import endpoint, page, required
from cards.web.pages import paged
from cards.web.text import bilingual_plain
from cards.web.views.drafts import body_of

STATUS_CREATED = 201


@require_http_methods(["GET", "POST"])
@page
def snippet_index(request: HttpRequest, pack: str) -> HttpResponse:
    """Show the snippets of a pack; rename or remove one."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    if request.method == "POST":
        number = request.POST.get("snippet", "")
        if not (number.isascii() and number.isdigit() and len(number) < 16):
            raise NotFound
        snippet = snippet_get(pack=row, pk=int(number))
        try:
            if request.POST.get("do") == "remove":
                snippet_remove(actor=request.user, pack=row, snippet=snippet)
                messages.success(
                    request, localize("The snippet {name} is removed.", "片段 {name} 已移除。", name=snippet.name)
                )
            else:
                snippet_rename(actor=request.user, pack=row, snippet=snippet, name=required(request.POST, "name"))
                messages.success(request, localize("Saved.", "已保存。"))
        except Refusal as refusal:
            if refusal.status in {403, 404}:
                raise
            messages.error(request, said(refusal, data_language()))
        return redirect("cards:snippet-list", row.slug)
    query = search_words(request.GET, "q")
    page_rows = paged(snippet_list(pack=row, q=query), request.GET)
    crumbs = [
        (reverse("cards:pack-detail", args=[pack]), bilingual_plain(row.name)),
        ("", localize("Snippets", "片段")),
    ]
    context: dict[str, Any] = {"pack": row, "section": "cards", "can": access(request.user, row).can, "crumbs": crumbs}
    return render(request, "cards/snippets.html", context | {"listing": page_rows, "query": query})


@require_http_methods(["GET", "POST"])
@endpoint
def snippets(request: HttpRequest, pack: str) -> HttpResponse:
    """Return all snippets of a pack; POST saves a block as one."""
    if request.method == "POST":
        row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
        body = body_of(request)
        parts = {name: required(body, name) for name in ("name", "slot", "body")}
        saved = snippet_add(actor=request.user, pack=row, **parts)
        return JsonResponse(_json(saved), status=STATUS_CREATED, json_dumps_params={"ensure_ascii": False})
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    answer = {"snippets": [_json(each) for each in snippet_list(pack=row)]}
    return JsonResponse(answer, json_dumps_params={"ensure_ascii": False})


def _json(snippet: Snippet) -> dict[str, Any]:
    return {"id": snippet.pk, "name": snippet.name, "slot": snippet.slot, "body": snippet.body}
