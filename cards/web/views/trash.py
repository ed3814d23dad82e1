"""The trash of a pack: what is in it, back out of it, gone for good."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from cards.errors import Refusal
from cards.localization import data_language, localize
from cards.models import Account, Card, Pack
from cards.permissions import Act, allows, role_in
from cards.queries.cards import CardFilters, card_face, card_get, card_list
from cards.queries.packs import pack_get
from cards.services.card import card_untrash
from cards.services.trash import TRASH_DAYS, card_purge, expires_at, trash_empty
from cards.web.forms import said
from cards.web.page import page
from cards.web.pages import paged
from cards.web.text import bilingual_plain


@dataclass(frozen=True, slots=True)
class Trashed:
    """One card of the trash."""

    id: str
    name: dict[str, str]
    by: Account | None
    at: datetime | None
    until: datetime | None


@require_http_methods(["GET", "POST"])
@page
def trash_list(request: HttpRequest, pack: str) -> HttpResponse:
    """List the trash; restore a card, delete one for good, or all of them after asking."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    if request.method == "POST":
        return _act(request, row)
    role = role_in(account=request.user, pack=row)
    trashed = card_list(pack=row, filters=CardFilters(trashed=True)).select_related("trashed_by", "draft")
    listing = paged(trashed.order_by("-trashed_at", "written_id"), request.GET)
    context = {
        "pack": row,
        "section": "cards",
        "cards": [_trash_rows(card, row) for card in listing.rows],
        "listing": listing,
        "days": TRASH_DAYS,
        "may_restore": row.archived_at is None and allows(role=role, act=Act.CARD_TRASH),
        "may_purge": row.archived_at is None and allows(role=role, act=Act.CARD_PURGE),
        "asked": request.GET.get("ask", ""),
        "crumbs": [
            (reverse("cards:pack-detail", args=[pack]), bilingual_plain(row.name)),
            ("", localize("Trash", "回收站")),
        ],
    }
    return render(request, "cards/trash.html", context)


def _trash_rows(card: Card, pack: Pack) -> Trashed:
    face: dict[str, Any] = card_face(card=card, pack=pack) or {}
    return Trashed(card.written_id, face.get("name") or {}, card.trashed_by, card.trashed_at, expires_at(card))


def _act(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Do what the button says; what is refused is said above the list."""
    try:
        messages.success(request, _apply_action(request, pack))
    except Refusal as refusal:
        if refusal.status in {403, 404}:
            raise
        messages.error(request, said(refusal, data_language()))
    return redirect("cards:trash", pack.slug)


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
