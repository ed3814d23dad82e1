"""A card's past: every save and version, one of them in full, two of them side by side."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.views.decorators.http import require_GET, require_http_methods

from cards.errors import NotFound
from cards.gateway import faces, validation
from cards.localization import localize
from cards.models import Account, Card, CardVersion, Draft, DraftRevision, Pack
from cards.permissions import Act
from cards.queries.card_names import renames_of
from cards.queries.cards import card_get, card_row
from cards.queries.history import draft_get, revision_get, revision_list, version_get, version_list
from cards.queries.packs import pack_get
from cards.queries.problems import draft_report
from cards.services.draft import revision_restore, version_restore
from cards.templatetags.cards_ui import person
from cards.tree_diff import node_changes, text_changes
from cards.web.access import access
from cards.web.card_page import Entry, revision_entry, version_entry
from cards.web.comparing import LINE_LIMIT, compared
from cards.web.listing import tile
from cards.web.page import endpoint, page
from cards.web.pages import paged
from cards.web.text import HTML_LANGUAGES, bilingual_plain
from cards.web.views.cards import card_words

MAX_STATES_TO_COMPARE = 50  # versions, and as many revisions, that the editor offers to compare with
MAX_VERSIONS_BESIDE = 20  # versions beside the list of revisions
_KEY = re.compile(r"([rv])([1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class Side:
    """One of two states of a card.

    Shapes: of_draft is the report on the draft, where the state is the draft.
    """

    label: str
    key: str
    text: str
    texts: Mapping[str, Any]
    document: Any
    face: dict[str, Any] | None
    author: Account | None
    at: datetime
    of_draft: validation.CardReport | None = None


@require_http_methods(["GET", "POST"])
@page
def card_history(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Show every revision and version of a card, one of them in full, and go back to it on request."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    record = card_get(account=request.user, pack=row, written_id=card)
    if request.method == "POST":
        return _restore(request, row, record)
    draft = draft_get(card=record)
    of_versions = request.GET.get("of") == "versions"
    card_versions = version_list(card=record)
    listing = paged(card_versions if of_versions else revision_list(card=record), request.GET)
    entry: Callable[[Any, Card, Pack], Entry] = version_entry if of_versions else revision_entry
    context = {
        "pack": row,
        "section": "cards",
        "card": card_words(record, tile(card_row(card=record, pack=row), row)),
        "can": access(request.user, row).can,
        "crumbs": _crumbs(row, record, localize("History", "历史")),
        "draft_etag": draft.etag,
        "shown": _state_in_full(request, row, record, draft),
        "of_versions": of_versions,
        "entries": [entry(each, record, row) for each in listing.rows],
        "listing": listing,
        "versions": [version_entry(each, record, row) for each in card_versions[:MAX_VERSIONS_BESIDE]],
        "more_versions": max(0, card_versions.count() - MAX_VERSIONS_BESIDE),
        "earlier_ids": renames_of(card=record),
    }
    return render(request, "cards/card_history.html", context)


def _state_in_full(request: HttpRequest, pack: Pack, card: Card, draft: Draft) -> dict[str, Any] | None:
    """Return the state that the query string asks to see in full, None without one."""
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
        "texts": [
            (language, HTML_LANGUAGES[language], words)
            for language, words in state.texts.items()
            if any(words.values())
        ],
        "is_current": state.source_sha == draft.source_sha,
    }


def _restore(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    state = _state(card, request.POST.get("restore", ""))
    etag = request.POST.get("etag")
    if isinstance(state, CardVersion):
        result = version_restore(actor=request.user, card=card, version=state, based_on=etag)
    elif isinstance(state, DraftRevision):
        result = revision_restore(actor=request.user, card=card, revision=state, based_on=etag)
    else:
        raise NotFound
    messages.success(
        request, localize("Restored as revision {number}.", "已恢复为修订 {number}。", number=result.draft.revision)
    )
    return redirect("cards:card-detail", pack.slug, card.written_id)


@require_GET
@endpoint
def card_states(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Return the newest versions and revisions that the editor compares with, or the text of one: `?key=v3`."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    card_row = card_get(account=request.user, pack=row, written_id=card)
    if key := request.GET.get("key", ""):
        return JsonResponse({"key": key, "text": _state(card_row, key).text}, json_dumps_params={"ensure_ascii": False})
    lines = [version_entry(each, card_row, row) for each in version_list(card=card_row)[:MAX_STATES_TO_COMPARE]]
    lines += [revision_entry(each, card_row, row) for each in revision_list(card=card_row)[:MAX_STATES_TO_COMPARE]]
    states = [{"key": each.key, "label": _state_label(each)} for each in lines]
    return JsonResponse({"states": states}, json_dumps_params={"ensure_ascii": False})


def _state_label(entry: Entry) -> str:
    words = (
        entry.label,
        entry.message or entry.origin,
        person(entry.author),
        date_format(localtime(entry.at), "Y-m-d H:i"),
    )
    return " · ".join(filter(None, words))


@require_GET
@page
def card_compare(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Show two states of a card side by side: `?from=v3&to=draft`."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    record = card_get(account=request.user, pack=row, written_id=card)
    old = _side(record, row, _key(request.GET.get("from", "")))
    right = _side(record, row, _key(request.GET.get("to", "")))
    context = {
        "pack": row,
        "section": "cards",
        "card": card_words(record, tile(card_row(card=record, pack=row, report=old.of_draft or right.of_draft), row)),
        "crumbs": _crumbs(row, record, localize("Compare", "对比")),
        "left": old,
        "right": right,
        "sides": (old, right),
        "comparison": compared(old.text, right.text),
        "line_limit": LINE_LIMIT,
        "text_changes": [(HTML_LANGUAGES[each.language], each) for each in text_changes(old.texts, right.texts)],
        **_nodes(old, right),
    }
    return render(request, "cards/card_compare.html", context)


def _key(typed: str) -> str:
    """Parse the key of a state as typed: `R12`, ` v3 `; empty means the draft."""
    return typed.strip().lower() or "draft"


def _nodes(old: Side, right: Side) -> dict[str, Any]:
    """Return what differs by node, or that one of the two does not parse."""
    if old.document is None or right.document is None:
        return {"unread": old if old.document is None else right}
    changes, is_cut = node_changes(old.document, right.document)
    return {"changes": changes, "changes_cut": is_cut}


def _state(card: Card, key: str) -> CardVersion | DraftRevision | Draft:
    """Return the state that a key names: `draft`, `r12`, `v3`."""
    if key == "draft":
        return draft_get(card=card)
    match = _KEY.fullmatch(key)
    if match is None:
        raise NotFound(_no_state(key))
    find = version_get if match[1] == "v" else revision_get
    try:
        return find(card=card, number=int(match[2]))
    except NotFound:
        raise NotFound(_no_state(key)) from None


def _no_state(key: str) -> dict[str, str]:
    """Return what to say of a key that names no state of the card."""
    return {
        "en": f"The card has no “{key[:20]}”. Write draft, a revision such as r12, or a version such as v3.",
        "zh": f"这张卡牌没有“{key[:20]}”。请填写 draft、修订（如 r12）或版本（如 v3）。",
    }


def _side(card: Card, pack: Pack, key: str) -> Side:
    state = _state(card, key)
    label = localize("draft", "草稿") if isinstance(state, Draft) else key
    author = state.saved_by if isinstance(state, Draft) else state.author
    moment = state.created_at if isinstance(state, CardVersion) else state.saved_at
    report = (
        draft_report(draft=state, pack=pack)
        if isinstance(state, Draft)
        else validation.validate(pack.ruleset, state.text, texts=state.texts)
    )
    document = report.document
    art = None if isinstance(state, DraftRevision) else state.art_sha256
    face = {**faces.face(pack.ruleset, document, state.texts), "art": art} if document is not None else None
    of_draft = report if isinstance(state, Draft) else None
    return Side(label, key, state.text, state.texts, document, face, author, moment, of_draft)


def _crumbs(pack: Pack, card: Card, last: str) -> list[tuple[str, str]]:
    return [
        (reverse("cards:pack-detail", args=[pack.slug]), bilingual_plain(pack.name)),
        (reverse("cards:card-detail", args=[pack.slug, card.written_id]), card.written_id),
        ("", last),
    ]
