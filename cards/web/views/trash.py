"""The trash of a pack: what is in it, back out of it, gone for good."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from cards.localization import localize
from cards.models import Account, Card, Pack
from cards.permissions import Act, allows, role_in
from cards.queries.cards import CardFilters, card_face, card_get, card_list
from cards.services.card import card_untrash
from cards.services.trash import TRASH_DAYS, card_purge, expires_at, trash_empty
from cards.values import frozen_dataclass
from cards.web.page import pack_context, pack_page, refusal_message
from cards.web.pages import paged


@frozen_dataclass
class Trashed:
    """One card of the trash."""

    id: str
    name: dict[str, str]
    by: Account | None
    at: datetime | None
    until: datetime | None


@pack_page(Act.CARD_READ, "GET", "POST")
def trash_list(request: HttpRequest, pack: Pack) -> HttpResponse:
    """List the trash; restore a card, delete one for good, or all of them after asking."""
    if request.method == "POST":
        with refusal_message(request):
            messages.success(request, _apply_action(request, pack))
        return redirect("cards:trash", pack)
    role = role_in(account=request.user, pack=pack)
    trashed = card_list(pack=pack, filters=CardFilters(trashed=True)).select_related("trashed_by", "draft")
    listing = paged(trashed.order_by("-trashed_at", "written_id"), request.GET)
    context = pack_context(
        pack,
        "cards",
        localize("Trash", "回收站"),
        cards=[_trash_rows(card, pack) for card in listing.rows],
        listing=listing,
        days=TRASH_DAYS,
        may_restore=pack.archived_at is None and allows(role=role, act=Act.CARD_TRASH),
        may_purge=pack.archived_at is None and allows(role=role, act=Act.CARD_PURGE),
        asked=request.GET.get("ask", ""),
    )
    return render(request, "cards/trash.html", context)


def _trash_rows(card: Card, pack: Pack) -> Trashed:
    face: dict[str, Any] = card_face(card=card, pack=pack) or {}
    return Trashed(card.written_id, face.get("name") or {}, card.trashed_by, card.trashed_at, expires_at(card))


def _apply_action(request: HttpRequest, pack: Pack) -> str:
    act = request.POST.get("act", "")
    if act == "empty":
        n = trash_empty(actor=request.user, pack=pack)
        return localize("{n:card is|cards are} deleted.", "已删除 {n} 张卡牌。", n=n)
    card = card_get(account=request.user, pack=pack, written_id=request.POST.get("card", ""))
    if act == "purge":
        card_purge(actor=request.user, card=card)
        return localize("{id} is deleted.", "{id} 已删除。", id=card.written_id)
    card_untrash(actor=request.user, card=card)
    return localize("{id} is back in the pack.", "{id} 已恢复。", id=card.written_id)
