"""The editor's own requests: read and save the draft, validate, save a version. Session and CSRF token."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse

from cards.errors import InvalidFields, Stale
from cards.gateway import packs, validation, wording
from cards.models import Card, Draft, Pack
from cards.permissions import Act
from cards.problem_json import problem_response
from cards.queries.beside import names_beside
from cards.queries.history import draft_get
from cards.queries.problems import draft_report, game_of, known_ids
from cards.services.card_lift import card_lift_out
from cards.services.draft import draft_save
from cards.services.draft_shape import draft_answer, problems_of
from cards.services.version import version_create
from cards.texts import checked_string, checked_text, checked_texts
from cards.web.card_page import face_of
from cards.web.card_texts import texts_of
from cards.web.page import Context, json_answer, pack_endpoint, required

STATUS_CREATED = 201
POINTER_LIMIT = 2_000  # characters


@pack_endpoint(Act.CARD_READ, "GET", "HEAD", "PUT")
def draft(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Return the draft, or save it; a save quotes in If-Match the state that it is based on."""
    if request.method != "PUT":
        current = draft_get(card=card)
        return _draft_response(request, pack, card, current, draft_report(draft=current, pack=pack))
    body = body_of(request)
    try:
        result = draft_save(
            actor=request.user,
            card=card,
            text=required(body, "text"),
            texts=body.get("texts"),
            based_on=request.headers.get("If-Match"),
        )
    except Stale as stale:
        report = draft_report(draft=stale.current, pack=pack)
        return problem_response(request, stale, current=_draft(request, pack, card, stale.current, report))
    return _draft_response(request, pack, card, result.draft, result.report)


def _draft_response(
    request: HttpRequest, pack: Pack, card: Card, current: Draft, report: validation.CardReport
) -> HttpResponse:
    response = json_answer(_draft(request, pack, card, current, report))
    response.headers["ETag"] = f'"{current.etag}"'
    response.headers["Cache-Control"] = "no-store, no-transform"  # this very tag is what a save quotes
    return response


def _draft(request: HttpRequest, pack: Pack, card: Card, current: Draft, report: validation.CardReport) -> Context:
    return {
        **draft_answer(current, report),
        "etag": f'"{current.etag}"',
        "face_html": _face_html(request, pack, card, report, current.texts),
        "text_states": _text_states(pack, report, current),
        **_rules_text(pack, report, current.texts),
    }


def _text_states(pack: Pack, report: validation.CardReport, current: Draft) -> list[dict[str, str]]:
    """Return where each text of the card stands, with the word that its page shows."""
    return [
        {"language": texts.language, "field": text.field, "state": text.state, "label": text.state_label}
        for texts in texts_of(current, pack, report)
        for text in texts.fields
        if text.state
    ]


@pack_endpoint(Act.VALIDATE, "POST")
def validate(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Return the problems of a text and its face, without storing it."""
    body = body_of(request)
    texts = checked_texts(body["texts"]) if "texts" in body else draft_get(card=card).texts
    report = validation.validate(
        pack.ruleset, checked_text(required(body, "text")), known_ids=known_ids(pack=pack), texts=texts
    )
    answer = {
        "ok": report.ok,
        "problems": problems_of(report),
        "face_html": _face_html(request, pack, card, report, texts) if report.document is not None else None,
        **_rules_text(pack, report, texts),
    }
    return json_answer(answer)


@pack_endpoint(Act.VERSION_CREATE, "POST")
def versions(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Name the current draft."""
    version = version_create(
        actor=request.user,
        card=card,
        based_on=request.headers.get("If-Match"),
        message=body_of(request).get("message", ""),
    )
    answer = {"card": card.written_id, "number": version.number, "sha256": version.sha256, "message": version.message}
    return json_answer(answer, status=STATUS_CREATED)


@pack_endpoint(Act.CARD_CREATE, "POST")
def lift_out(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Make a card of what is written at a place of a text; return its id and page, and the text that names it instead."""
    body = body_of(request)
    text = checked_text(required(body, "text"))
    pointer = checked_string(required(body, "pointer"), pointer="/pointer", limit=POINTER_LIMIT)
    new_card, outer = card_lift_out(actor=request.user, card=card, text=text, pointer=pointer)
    answer = {
        "id": new_card.written_id,
        "text": outer,
        "page": reverse("cards:card-detail", args=[pack.slug, new_card.written_id]),
    }
    return json_answer(answer, status=STATUS_CREATED)


def body_of(request: HttpRequest) -> Context:
    """Return the JSON object that a request carries, read as strictly as a card."""
    body = packs.read_body(request.body)
    if not isinstance(body, dict):
        raise InvalidFields.of("", "The body must be an object.", "正文应为对象。")
    return body


def _rules_text(pack: Pack, report: validation.CardReport, texts: Any) -> Context:
    """Return the rules text that the effects give, and where what is written says otherwise."""
    game = game_of(pack=pack)
    return {
        "describe": wording.rules_texts(game, report.document, names_beside(report.document, pack=pack)),
        "mismatches": wording.mismatches(game, report, texts),
    }


def _face_html(request: HttpRequest, pack: Pack, card: Card, report: validation.CardReport, texts: Any) -> str:
    return render_to_string("cards/partials/_faces.html", {"face": face_of(report, card, pack, texts)}, request)
