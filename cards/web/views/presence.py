"""The other editors of a card: each open editor polls every few seconds and reports its position."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from cards.permissions import Act, require_account
from cards.queries.cards import card_id_get
from cards.queries.presence import presence_others
from cards.services.presence import presence_beat, presence_leave
from cards.templatetags.cards_ui import initials, person, tint
from cards.web.page import endpoint, json_answer
from cards.web.views.drafts import body_of


@require_POST
@endpoint
def presence(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Note where the account is and return who else is here; `{"leaving": true}` only takes it out."""
    account = require_account(request.user)
    card_pk = card_id_get(account=account, pack_slug=pack, written_id=card, act=Act.CARD_READ)
    body = body_of(request)
    if body.get("leaving") is True:
        presence_leave(account=account, card=card_pk)
        return JsonResponse({"people": []})
    presence_beat(account=account, card=card_pk, pointer=body.get("pointer", ""))
    people = [
        {
            "name": person(row.account),
            "initials": initials(row.account),
            "tint": tint(row.account),
            "pointer": row.pointer,
        }
        for row in presence_others(account=account, card=card_pk)
    ]
    return json_answer({"people": people})
