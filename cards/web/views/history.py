"""A card's past: every save and version, one of them in full, two of them side by side."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from cards import gateway
from cards.errors import NotFound
from cards.models import Account, Card, CardVersion, Draft, DraftRevision, Pack
from cards.permissions import Act
from cards.queries.cards import card_get, card_row
from cards.queries.history import draft_get, revision_get, revision_list, version_get, version_list
from cards.queries.packs import pack_get
from cards.services.draft import revision_restore, version_restore
from cards.web.access import access
from cards.web.card_page import Entry, revision_entry, version_entry
from cards.web.comparing import LINE_LIMIT, compared
from cards.web.listing import tile
from cards.web.page import page
from cards.web.pages import paged
from cards.web.text import bilingual_plain
from cards.web.views.cards import card_words

_KEY = re.compile(r"([rv])([1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class Side:
    """One of two states of a card."""

    label: str
    text: str
    face: dict[str, Any] | None
    author: Account | None
    at: datetime


@require_http_methods(["GET", "POST"])
@page
def card_history(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Show every revision and version of a card, one of them in full, and go back to it on request."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    found = card_get(account=request.user, pack=row, written_id=card)
    if request.method == "POST":
        return _restore(request, row, found)
    draft = draft_get(card=found)
    revisions = paged(revision_list(card=found), request.GET)
    context = {
        "pack": row,
        "section": "cards",
        "card": card_words(found, tile(card_row(card=found, pack=row), row)),
        "can": access(request.user, row).can,
        "crumbs": _crumbs(row, found, gettext("History")),
        "draft_etag": draft.etag,
        "shown": _shown(request, row, found, draft),
        "revisions": [revision_entry(each, found, row) for each in revisions.rows],
        "listing": revisions,
        "versions": [version_entry(each, found, row) for each in version_list(card=found)],
    }
    return render(request, "cards/card_history.html", context)


def _shown(request: HttpRequest, pack: Pack, card: Card, draft: Draft) -> dict[str, Any] | None:
    """Return the state that the query string asks to see in full, or nothing."""
    for key in ("revision", "version"):
        if number := request.GET.get(key, ""):
            state = _state(card, f"{key[0]}{number}")
            if isinstance(state, CardVersion):
                return _in_full(version_entry(state, card, pack), state, draft)
            if isinstance(state, DraftRevision):
                return _in_full(revision_entry(state, card, pack), state, draft)
    return None


def _in_full(entry: Entry, state: CardVersion | DraftRevision, draft: Draft) -> dict[str, Any]:
    return {
        "key": entry.key,
        "label": entry.label,
        "author": entry.author,
        "at": entry.at,
        "message": entry.message,
        "compare_url": entry.compare_url,
        "lines": state.text.split("\n"),
        "is_current": state.source_sha == draft.source_sha,
    }


def _restore(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    state = _state(card, request.POST.get("restore", ""))
    etag = request.POST.get("etag")
    if isinstance(state, CardVersion):
        saved = version_restore(actor=request.user, card=card, version=state, based_on=etag)
    elif isinstance(state, DraftRevision):
        saved = revision_restore(actor=request.user, card=card, revision=state, based_on=etag)
    else:
        raise NotFound
    messages.success(request, gettext("Restored as revision %(number)d.") % {"number": saved.draft.revision})
    return redirect("cards:card-detail", pack.slug, card.written_id)


@require_GET
@page
def card_compare(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Show two states of a card side by side: `?from=v3&to=draft`."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    found = card_get(account=request.user, pack=row, written_id=card)
    left = _side(found, row, request.GET.get("from", "draft"))
    right = _side(found, row, request.GET.get("to", "draft"))
    context = {
        "pack": row,
        "section": "cards",
        "card": card_words(found, tile(card_row(card=found, pack=row), row)),
        "crumbs": _crumbs(row, found, gettext("Compare")),
        "left": left,
        "right": right,
        "sides": (left, right),
        "comparison": compared(left.text, right.text),
        "line_limit": LINE_LIMIT,
    }
    return render(request, "cards/card_compare.html", context)


def _state(card: Card, key: str) -> CardVersion | DraftRevision | Draft:
    """Return the state that a key names: `draft`, `r12`, `v3`."""
    if key == "draft":
        return draft_get(card=card)
    match = _KEY.fullmatch(key)
    if match is None:
        raise NotFound
    find = version_get if match[1] == "v" else revision_get
    return find(card=card, number=int(match[2]))


def _side(card: Card, pack: Pack, key: str) -> Side:
    state = _state(card, key)
    label = gettext("draft") if isinstance(state, Draft) else key
    author = state.saved_by if isinstance(state, Draft) else state.author
    at = state.created_at if isinstance(state, CardVersion) else state.saved_at
    return Side(label, state.text, _face(state, pack), author, at)


def _face(state: CardVersion | DraftRevision | Draft, pack: Pack) -> dict[str, Any] | None:
    if isinstance(state, DraftRevision):
        document = gateway.validate(pack.ruleset, state.text, texts=state.texts).document
    else:
        document = state.document
    return gateway.face(pack.ruleset, document, state.texts) if document is not None else None


def _crumbs(pack: Pack, card: Card, last: str) -> list[tuple[str, str]]:
    return [
        (reverse("cards:pack-detail", args=[pack.slug]), bilingual_plain(pack.name)),
        (reverse("cards:card-detail", args=[pack.slug, card.written_id]), card.written_id),
        ("", last),
    ]
