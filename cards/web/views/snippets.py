"""The snippets of a pack: a page to rename and remove them, and what the editor's palette reads and saves."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from cards.localization import localize
from cards.lookups import search_words
from cards.models import Pack, Snippet
from cards.permissions import Act
from cards.queries.snippets import snippet_get, snippet_list
from cards.services.snippet import snippet_add, snippet_remove, snippet_rename
from cards.web.access import access
from cards.web.page import json_answer, pack_context, pack_endpoint, pack_page, posted_number, refusal_message, required
from cards.web.pages import paged
from cards.web.views.drafts import body_of

STATUS_CREATED = 201


@pack_page(Act.CARD_READ, "GET", "POST")
def snippet_index(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the snippets of a pack; rename or remove one."""
    if request.method == "POST":
        snippet = snippet_get(pack=pack, pk=posted_number(request, "snippet"))
        with refusal_message(request):
            if request.POST.get("do") == "remove":
                snippet_remove(actor=request.user, pack=pack, snippet=snippet)
                messages.success(
                    request, localize("The snippet {name} is removed.", "片段 {name} 已移除。", name=snippet.name)
                )
            else:
                snippet_rename(actor=request.user, pack=pack, snippet=snippet, name=required(request.POST, "name"))
                messages.success(request, localize("Saved.", "已保存。"))
        return redirect("cards:snippet-list", pack)
    query = search_words(request.GET, "q")
    page_rows = paged(snippet_list(pack=pack, q=query), request.GET)
    can = access(request.user, pack).can
    context = pack_context(pack, "cards", localize("Snippets", "片段"), can=can, listing=page_rows, query=query)
    return render(request, "cards/snippets.html", context)


@pack_endpoint(Act.CARD_READ, "GET", "POST")
def snippets(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Return all snippets of a pack; POST saves a block as one."""
    if request.method == "POST":
        body = body_of(request)
        parts = {name: required(body, name) for name in ("name", "slot", "body")}
        return json_answer(_json(snippet_add(actor=request.user, pack=pack, **parts)), status=STATUS_CREATED)
    return json_answer({"snippets": [_json(snippet) for snippet in snippet_list(pack=pack)]})


def _json(snippet: Snippet) -> dict[str, Any]:
    return {"id": snippet.pk, "name": snippet.name, "slot": snippet.slot, "body": snippet.body}
