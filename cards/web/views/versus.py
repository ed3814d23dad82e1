"""Two versions of a card against each other: which ones, and the preview that plays them."""

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from cards.errors import InvalidFields, Refusal
from cards.localization import data_language, localize
from cards.lookups import search_words
from cards.models import Card, Pack, Preview
from cards.permissions import Act
from cards.queries.cards import CardFilters, card_face, card_get, card_list
from cards.queries.history import draft_get, version_list
from cards.queries.packs import pack_get
from cards.services.previews.start import preview_start
from cards.web.access import access
from cards.web.forms import said_in_full
from cards.web.page import page
from cards.web.text import bilingual_plain

MAX_VERSIONS = 100  # versions of the lists
FOUND_LIMIT = 30  # cards that a search shows
DRAFT = "draft"
_KEY = re.compile(r"v([1-9][0-9]{0,8})")


@require_http_methods(["GET", "POST"])
@page
def versus(request: HttpRequest, pack: str) -> HttpResponse:
    """Show which two versions of a card may play against each other; POST starts the preview."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    asked = request.POST if request.method == "POST" else request.GET
    name = search_words(asked, "card")
    card = card_get(account=request.user, pack=row, written_id=name) if name else None
    context = _context(request, row, card)
    if request.method == "POST" and card is not None:
        try:
            preview = _start(request, card)
        except Refusal as refusal:
            if refusal.status in {403, 404}:
                raise
            context["refusal"] = said_in_full(refusal, data_language())
            return render(request, "cards/versus.html", context, status=refusal.status)
        return redirect("cards:preview-detail", pack, preview.number)
    return render(request, "cards/versus.html", context)


def _start(request: HttpRequest, card: Card) -> Preview:
    """Start the preview of the new side against the old one; the draft is always the new side."""
    new, old = (request.POST.get(name, "").strip().lower() for name in ("new", "old"))
    if old == DRAFT:
        new, old = old, new
    baseline = _number(old)
    if baseline is None:
        raise InvalidFields.of("/old", "Choose two different versions.", "请选择两个不同的版本。")
    preset = request.POST.get("preset", "quick")
    return preview_start(actor=request.user, card=card, preset=preset, version=_number(new), baseline=baseline)


def _number(key: str) -> int | None:
    """Return the number of a version; None for the draft."""
    if key == DRAFT:
        return None
    match = _KEY.fullmatch(key)
    if match is None:
        raise InvalidFields.of("/new", "Write draft, or a version such as v3.", "请填写 draft 或版本（如 v3）。")
    return int(match[1])


def _matching_cards(pack: Pack, words: str) -> list[dict[str, Any]]:
    """Return the cards with a version that a search finds, those whose draft has changed since first."""
    filters_by_state = {is_edited: CardFilters(q=words, edited=is_edited) for is_edited in (True, False)}
    return [
        {
            "id": card.written_id,
            "name": (card_face(card=card, pack=pack) or {}).get("name"),
            "newest": card.newest_version,
            "is_edited": is_edited,
        }
        for is_edited, filters in filters_by_state.items()
        for card in card_list(pack=pack, filters=filters).filter(newest_version__isnull=False)[:FOUND_LIMIT]
    ][:FOUND_LIMIT]


def _context(request: HttpRequest, pack: Pack, card: Card | None) -> dict[str, Any]:
    params = request.POST if request.method == "POST" else request.GET
    crumbs = [
        (reverse("cards:pack-detail", args=[pack.slug]), bilingual_plain(pack.name)),
        (reverse("cards:preview-list", args=[pack.slug]), localize("Previews", "模拟")),
        ("", localize("Two versions", "两个版本")),
    ]
    results = {
        "pack": pack,
        "section": "previews",
        "can": access(request.user, pack).can,
        "crumbs": crumbs,
        "card_id": "",
    }
    if card is None:
        words = search_words(params, "q")
        return results | {"q": words, "found": _matching_cards(pack, words), "limit": FOUND_LIMIT}
    versions = list(version_list(card=card)[:MAX_VERSIONS])
    keys = [
        (f"v{each.number}", f"v{each.number} · {each.message}" if each.message else f"v{each.number}")
        for each in versions
    ]
    draft = (DRAFT, localize("draft r{number}", "草稿 r{number}", number=draft_get(card=card).revision))
    return results | {
        "card_id": card.written_id,
        "card_name": (card_face(card=card, pack=pack) or {}).get("name"),
        "card_url": reverse("cards:card-detail", args=[pack.slug, card.written_id]),
        "sides": [draft, *keys],
        "versions": keys,
        "new": params.get("new") or DRAFT,
        "old": params.get("old") or (keys[0][0] if keys else ""),
        "preset": params.get("preset", "quick"),
    }
