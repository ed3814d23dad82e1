"""The editor's own requests: read and save the draft, validate, name a version. Session and CSRF token."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods, require_POST

from cards.errors import InvalidFields, Stale
from cards.gateway import packs, validation, wording
from cards.models import Card, Draft, Pack
from cards.permissions import Act
from cards.problem_json import problem_response
from cards.queries.cards import card_get
from cards.queries.history import draft_get
from cards.queries.packs import pack_get
from cards.queries.problems import draft_report, game_of, known_ids
from cards.services.draft import draft_save
from cards.services.draft_shape import draft_answer, problems_of
from cards.services.version import version_create
from cards.texts import checked_text, checked_texts
from cards.web.card_page import face_of
from cards.web.card_texts import texts_of
from cards.web.page import endpoint, required


@require_http_methods(["GET", "HEAD", "PUT"])
@endpoint
def draft(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Return the draft, or save it; a save quotes in If-Match the state that it is based on."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    card_row = card_get(account=request.user, pack=row, written_id=card)
    if request.method != "PUT":
        current = draft_get(card=card_row)
        return _draft_response(request, row, card_row, current, draft_report(draft=current, pack=row))
    body = body_of(request)
    try:
        result = draft_save(
            actor=request.user,
            card=card_row,
            text=required(body, "text"),
            texts=body.get("texts"),
            based_on=request.headers.get("If-Match"),
        )
    except Stale as stale:
        report = draft_report(draft=stale.current, pack=row)
        return problem_response(request, stale, current=_draft(request, row, card_row, stale.current, report))
    return _draft_response(request, row, card_row, result.draft, result.report)


def _draft_response(
    request: HttpRequest, pack: Pack, card: Card, current: Draft, report: validation.CardReport
) -> HttpResponse:
    response = JsonResponse(_draft(request, pack, card, current, report), json_dumps_params={"ensure_ascii": False})
    response.headers["ETag"] = f'"{current.etag}"'
    response.headers["Cache-Control"] = "no-store, no-transform"  # this very tag is what a save quotes
    return response


def _draft(
    request: HttpRequest, pack: Pack, card: Card, current: Draft, report: validation.CardReport
) -> dict[str, Any]:
    return {
        **draft_answer(current, report),
        "etag": f'"{current.etag}"',
        "face_html": _face_html(request, pack, card, report, current.texts),
        "text_states": _text_states(pack, report, current),
        **_rules_text(pack, report, current.texts),
    }


def _text_states(pack: Pack, report: validation.CardReport, current: Draft) -> list[dict[str, str]]:
    """Return where each text of the card stands, with the word that its page shows."""
    fields = [(one.language, text) for one in texts_of(current, pack, report) for text in one.fields if text.state]
    keys = ("language", "field", "state", "label")
    return [
        dict(zip(keys, (language, text.field, text.state, text.state_label), strict=True)) for language, text in fields
    ]


@require_POST
@endpoint
def validate(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Return the problems of a text and its face, without storing it."""
    row = pack_get(account=request.user, slug=pack, act=Act.VALIDATE)
    card_row = card_get(account=request.user, pack=row, written_id=card)
    body = body_of(request)
    texts = checked_texts(body["texts"]) if "texts" in body else draft_get(card=card_row).texts
    report = validation.validate(
        row.ruleset, checked_text(required(body, "text")), known=known_ids(pack=row), texts=texts
    )
    answer = {
        "ok": report.ok,
        "problems": problems_of(report),
        "face_html": _face_html(request, row, card_row, report, texts) if report.document is not None else None,
        **_rules_text(row, report, texts),
    }
    return JsonResponse(answer, json_dumps_params={"ensure_ascii": False})


@require_POST
@endpoint
def versions(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Name the current draft."""
    row = pack_get(account=request.user, slug=pack, act=Act.VERSION_CREATE)
    card_row = card_get(account=request.user, pack=row, written_id=card)
    version = version_create(
        actor=request.user,
        card=card_row,
        based_on=request.headers.get("If-Match"),
        message=body_of(request).get("message", ""),
    )
    answer = {"card": card, "number": version.number, "sha256": version.sha256, "message": version.message}
    return JsonResponse(answer, status=201, json_dumps_params={"ensure_ascii": False})


def body_of(request: HttpRequest) -> dict[str, Any]:
    """Return the JSON object that a request carries, read as strictly as a card."""
    body = packs.read_body(request.body)
    if not isinstance(body, dict):
        raise InvalidFields.of("", "The body must be an object.", "正文应为对象。")
    return body


def _rules_text(pack: Pack, report: validation.CardReport, texts: Any) -> dict[str, Any]:
    """Return the rules text that the effects give, and where what is written says otherwise."""
    game = game_of(pack=pack)
    return {
        "describe": wording.rules_texts(game, report.document),
        "mismatches": wording.mismatches(game, report, texts),
    }


def _face_html(request: HttpRequest, pack: Pack, card: Card, report: validation.CardReport, texts: Any) -> str:
    return render_to_string("cards/partials/_faces.html", {"face": face_of(report, card, pack, texts)}, request)
