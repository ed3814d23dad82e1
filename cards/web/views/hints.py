"""What the editor asks while an author writes: what is in scope at a place, and which cards have a name."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_GET, require_POST

from cards.gateway import rulesets, validation
from cards.permissions import Act
from cards.queries.cards import card_get
from cards.queries.names import card_names
from cards.queries.packs import pack_get
from cards.queries.problems import game_of
from cards.texts import checked_string, checked_text
from cards.web.page import endpoint, required
from cards.web.views.drafts import body_of

POINTER_LIMIT = 2_000  # characters


@require_POST
@endpoint
def scope(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Return what a text may refer to at one of its places, without storing it."""
    row = pack_get(account=request.user, slug=pack, act=Act.VALIDATE)
    card_get(account=request.user, pack=row, written_id=card)
    body = body_of(request)
    text = checked_text(required(body, "text"))
    pointer = checked_string(required(body, "pointer"), pointer="/pointer", limit=POINTER_LIMIT)
    answer = {"references": validation.scope(game_of(pack=row), text, pointer)}
    return JsonResponse(answer, json_dumps_params={"ensure_ascii": False})


@require_GET
@endpoint
def pack_schema(request: HttpRequest, pack: str) -> HttpResponse:
    """Return the JSON Schema of the pack's cards, with the keywords that drafts of the pack declare; its address has their mark."""
    row = pack_get(account=request.user, slug=pack, act=Act.VALIDATE)
    answer = rulesets.schema(game_of(pack=row))
    return JsonResponse(answer, content_type="application/schema+json", json_dumps_params={"ensure_ascii": False})


@require_GET
@endpoint
def names(request: HttpRequest, pack: str) -> HttpResponse:
    """Return the cards and tokens of a pack that a query finds."""
    row = pack_get(account=request.user, slug=pack, act=Act.VALIDATE)
    found = card_names(account=request.user, pack=row, q=request.GET.get("q", ""), kinds=request.GET.getlist("kind"))
    answer = {"names": [{"id": one.id, "kind": one.kind, "name": one.name} for one in found]}
    return JsonResponse(answer, json_dumps_params={"ensure_ascii": False})
