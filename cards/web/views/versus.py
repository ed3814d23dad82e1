"""Two versions of a card against each other: which ones, and the preview that plays them."""

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from cards.errors import InvalidFields, Refusal
from cards.localization import localize
from cards.lookups import search_words
from cards.models import Card, Pack, Preview
from cards.permissions import Act
from cards.queries.cards import CardFilters, card_face, card_get, card_list
from cards.queries.history import draft_get, version_list
from cards.services.previews.start import preview_start
from cards.web.access import access
from cards.web.forms import refusal_details
from cards.web.page import card_head, pack_context, pack_page, params_of

MAX_VERSIONS = 100  # versions of the lists
FOUND_LIMIT = 30  # cards that a search shows
DRAFT = "draft"
_KEY = re.compile(r"v([1-9][0-9]{0,8})")


@pack_page(Act.PREVIEW_READ, "GET", "POST")
def versus(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show which two versions of a card may play against each other; POST starts the preview."""
    name = search_words(params_of(request), "card")
    card = card_get(account=request.user, pack=pack, written_id=name) if name else None
    context = _context(request, pack, card)
    if request.method == "POST" and card is not None:
        try:
            preview = _start(request, card)
        except Refusal as refusal:
            context["refusal"] = refusal_details(refusal)
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
    params = params_of(request)
    previews = (reverse("cards:preview-list", args=[pack]), localize("Previews", "模拟"))
    can = access(request.user, pack).can
    context = pack_context(pack, "previews", localize("Two versions", "两个版本"), previews, can=can, card_id="")
    if card is None:
        words = search_words(params, "q")
        return context | {"q": words, "found": _matching_cards(pack, words), "limit": FOUND_LIMIT}
    keys = [
        (f"v{version.number}", f"v{version.number}{version.message and f' · {version.message}'}")
        for version in version_list(card=card)[:MAX_VERSIONS]
    ]
    draft = (DRAFT, localize("draft r{number}", "草稿 r{number}", number=draft_get(card=card).revision))
    return context | {
        **card_head(card, pack),
        "sides": [draft, *keys],
        "versions": keys,
        "new": params.get("new") or DRAFT,
        "old": params.get("old") or (keys[0][0] if keys else ""),
        "preset": params.get("preset", "quick"),
    }
