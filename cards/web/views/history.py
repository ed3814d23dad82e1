"""A card's past: every save and version, one of them in full, two of them side by side."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime

from cards.errors import NotFound
from cards.gateway import faces, validation
from cards.localization import HTML_LANGUAGES, localize
from cards.models import Account, Card, CardVersion, Draft, DraftRevision, Pack
from cards.permissions import Act
from cards.queries.card_names import renames_of
from cards.queries.cards import card_row
from cards.queries.history import draft_get, revision_get, revision_list, version_get, version_list
from cards.queries.problems import draft_report
from cards.services.draft import revision_restore, version_restore
from cards.templatetags.cards_ui import person
from cards.tree_diff import node_changes, text_changes
from cards.values import frozen_dataclass
from cards.web.access import access
from cards.web.card_page import Entry, revision_entry, version_entry
from cards.web.changes import changed_places
from cards.web.comparing import LINE_LIMIT, compared
from cards.web.listing import tile
from cards.web.page import Context, card_crumb, json_answer, pack_context, pack_endpoint, pack_page
from cards.web.pages import paged
from cards.web.views.cards import card_words

MAX_STATES_TO_COMPARE = 50  # versions, and as many revisions, that the editor offers to compare with
MAX_VERSIONS_BESIDE = 20  # versions beside the list of revisions
_KEY = re.compile(r"([rv])([1-9][0-9]{0,8})")


@frozen_dataclass
class Side:
    """One of two states of a card.

    Shapes: of_draft is the report on the draft, where the state is the draft.
    """

    label: str
    key: str
    text: str
    texts: Mapping[str, Any]
    document: Any
    face: Context | None
    author: Account | None
    at: datetime
    of_draft: validation.CardReport | None = None


@pack_page(Act.CARD_READ, "GET", "POST")
def card_history(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Show every revision and version of a card, one of them in full, and go back to it on request."""
    if request.method == "POST":
        return _restore(request, pack, card)
    draft = draft_get(card=card)
    of_versions = request.GET.get("of") == "versions"
    card_versions = version_list(card=card)
    listing = paged(card_versions if of_versions else revision_list(card=card), request.GET)
    entry: Callable[[Any, Card, Pack], Entry] = version_entry if of_versions else revision_entry
    context = pack_context(
        pack,
        "cards",
        localize("History", "历史"),
        card_crumb(pack, card),
        card=card_words(card, tile(card_row(card=card, pack=pack), pack)),
        can=access(request.user, pack).can,
        draft_etag=draft.etag,
        shown=_state_in_full(request, pack, card, draft),
        of_versions=of_versions,
        entries=[entry(row, card, pack) for row in listing.rows],
        listing=listing,
        versions=[version_entry(version, card, pack) for version in card_versions[:MAX_VERSIONS_BESIDE]],
        more_versions=max(0, card_versions.count() - MAX_VERSIONS_BESIDE),
        earlier_ids=renames_of(card=card),
    )
    return render(request, "cards/card_history.html", context)


def _state_in_full(request: HttpRequest, pack: Pack, card: Card, draft: Draft) -> Context | None:
    """Return the state that the query string asks to see in full, None without one."""
    for key in ("revision", "version"):
        if number := request.GET.get(key, ""):
            state = _state(card, f"{key[0]}{number}")
            if isinstance(state, CardVersion):
                return _in_full(version_entry(state, card, pack), state, draft)
            if isinstance(state, DraftRevision):
                return _in_full(revision_entry(state, card, pack), state, draft)
    return None


def _in_full(entry: Entry, state: CardVersion | DraftRevision, draft: Draft) -> Context:
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
    return redirect("cards:card-detail", pack, card)


@pack_endpoint(Act.CARD_READ)
def card_states(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Return the newest versions and revisions that the editor compares with, or the text of one: `?key=v3`."""
    if key := request.GET.get("key", ""):
        return json_answer({"key": key, "text": _state(card, key).text})
    lines = [version_entry(version, card, pack) for version in version_list(card=card)[:MAX_STATES_TO_COMPARE]]
    lines += [revision_entry(revision, card, pack) for revision in revision_list(card=card)[:MAX_STATES_TO_COMPARE]]
    states = [{"key": line.key, "label": _state_label(line)} for line in lines]
    return json_answer({"states": states})


def _state_label(entry: Entry) -> str:
    words = (
        entry.label,
        entry.message or entry.origin,
        person(entry.author),
        date_format(localtime(entry.at), "Y-m-d H:i"),
    )
    return " · ".join(filter(None, words))


@pack_page(Act.CARD_READ)
def card_compare(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Show two states of a card side by side: `?from=v3&to=draft`; the newest version and the draft where none is named."""
    old = _side(card, pack, _key(request.GET.get("from", "") or _state_before(card)))
    right = _side(card, pack, _key(request.GET.get("to", "")))
    context = pack_context(
        pack,
        "cards",
        localize("Compare", "对比"),
        card_crumb(pack, card),
        card=card_words(card, tile(card_row(card=card, pack=pack, report=old.of_draft or right.of_draft), pack)),
        left=old,
        right=right,
        sides=(old, right),
        comparison=compared(old.text, right.text),
        line_limit=LINE_LIMIT,
        text_changes=[(HTML_LANGUAGES[change.language], change) for change in text_changes(old.texts, right.texts)],
        **_nodes(pack.ruleset, old, right),
    )
    return render(request, "cards/card_compare.html", context)


def _state_before(card: Card) -> str:
    """Return the key of what a draft is compared with unless told otherwise: its newest version, else the save before it."""
    if card.newest_version is not None:
        return f"v{card.newest_version.number}"
    earlier = card.draft.revisions.filter(revision__lt=card.draft.revision).values_list("revision", flat=True).first()
    return f"r{earlier}" if earlier else "draft"


def _key(typed: str) -> str:
    """Parse the key of a state as typed: `R12`, ` v3 `; empty means the draft."""
    return typed.strip().lower() or "draft"


def _nodes(ruleset: str, old: Side, right: Side) -> Context:
    """Return what differs by node, or that one of the two does not parse."""
    if old.document is None or right.document is None:
        return {"unread": old if old.document is None else right}
    changes, is_cut = node_changes(old.document, right.document)
    return {"changes": changed_places(ruleset, old.document, right.document, changes), "changes_cut": is_cut}


def _state(card: Card, key: str) -> CardVersion | DraftRevision | Draft:
    """Return the state that a key names: `draft`, `r12`, `v3`."""
    if key == "draft":
        return draft_get(card=card)
    match = _KEY.fullmatch(key)
    if match is None:
        raise _no_state(key)
    find = version_get if match[1] == "v" else revision_get
    try:
        return find(card=card, number=int(match[2]))
    except NotFound:
        raise _no_state(key) from None


def _no_state(key: str) -> NotFound:
    """Return the refusal of a key that names no state of the card."""
    return NotFound(
        f"The card has no “{key[:20]}”. Write draft, a revision such as r12, or a version such as v3.",
        f"这张卡牌没有“{key[:20]}”。请填写 draft、修订（如 r12）或版本（如 v3）。",
    )


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
