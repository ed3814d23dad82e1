"""What the editor asks while an author writes: what is in scope at a place, and which cards have a name."""

from django.http import HttpRequest, HttpResponse

from cards.errors import InvalidFields
from cards.gateway import rulesets, validation
from cards.models import Card, Pack
from cards.permissions import Act
from cards.queries.names import card_names, card_names_by_id
from cards.queries.problems import game_of
from cards.texts import checked_string, checked_text
from cards.web.listing import kind_labels
from cards.web.page import json_answer, pack_endpoint, required
from cards.web.views.drafts import body_of

POINTER_LIMIT = 2_000  # characters
MAX_IDS = 100


@pack_endpoint(Act.VALIDATE, "POST")
def scope(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Return what a text may refer to at one of its places, without storing it."""
    body = body_of(request)
    text = checked_text(required(body, "text"))
    pointer = checked_string(required(body, "pointer"), pointer="/pointer", limit=POINTER_LIMIT)
    return json_answer({"references": validation.scope(game_of(pack=pack), text, pointer)})


@pack_endpoint(Act.VALIDATE)
def pack_schema(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Return the JSON Schema of the pack's cards, with the keywords that drafts of the pack declare; its address has their mark."""
    answer = rulesets.schema(game_of(pack=pack))
    return json_answer(answer, content_type="application/schema+json")


@pack_endpoint(Act.VALIDATE)
def names(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Return the cards and tokens of a pack that a query finds, or those with some ids; their kinds are called as the language of the page does."""
    if len(ids := request.GET.getlist("id")) > MAX_IDS:
        raise InvalidFields.of("/id", f"At most {MAX_IDS} ids.", f"最多 {MAX_IDS} 个 id。")
    if ids:
        names = card_names_by_id(account=request.user, pack=pack, ids=ids)
    else:
        query, kinds = request.GET.get("q", ""), request.GET.getlist("kind")
        names = card_names(account=request.user, pack=pack, q=query, kinds=kinds)
    kinds_in_words = kind_labels(pack.ruleset)
    listed = [{"id": card.id, "kind": kinds_in_words.get(card.kind, card.kind), "name": card.name} for card in names]
    return json_answer({"names": listed})
