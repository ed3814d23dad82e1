"""Playing: a hand with the draft of a card, or on from a step of a match behind a preview's numbers. No match is stored."""

import json
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from cards.errors import NotFound, Refusal
from cards.gateway import previews
from cards.localization import data_language, localize
from cards.models import Pack, Preview
from cards.permissions import Act, require, require_account
from cards.queries.cards import card_face, card_get
from cards.queries.packs import pack_get
from cards.services.hand import hand_plan, one_at_a_time
from cards.services.previews.parts import canonical_sha
from cards.web.access import access
from cards.web.forms import said_in_full
from cards.web.page import page
from cards.web.playing import given_answers, played
from cards.web.previews.provenance import beside_in_words
from cards.web.replay import answers_of, whole
from cards.web.text import bilingual_plain

FIRST_MOST = 1_000_000  # blocks


@require_http_methods(["GET", "POST"])
@page
def play_hand(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Play a match with the draft of a card in hand; `?first=` names the block at which the search for a hand begins."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    card_row = card_get(account=request.user, pack=row, written_id=card)
    url = reverse("cards:card-detail", args=[pack, card_row.written_id])
    try:
        plan = hand_plan(account=request.user, card=card_row)
    except Refusal as refusal:
        if refusal.status in {403, 404}:
            raise
        messages.error(request, said_in_full(refusal, data_language()))
        return redirect(url)
    spec = dict(plan.spec)
    first = whole(request.GET.get("first", "0"))
    trace = previews.preview_hand(spec, min(first, FIRST_MOST))
    page_url = request.path + "?" + urlencode({"first": trace["block"]})
    context = {
        "pack": row,
        "section": "cards",
        "can": access(request.user, row).can,
        "card_id": card_row.written_id,
        "card_name": (card_face(card=card_row, pack=row) or {}).get("name"),
        "card_url": url,
        "trace": trace,
        "seat": trace["seat"],
        "here": page_url,
        "again": request.path + "?" + urlencode({"first": trace["block"] + 1}),
        "is_hand": True,
        "beside": beside_in_words(plan.made_of.marks, plan.made_of.release),
        "is_of_table": spec["layout"]["unit"] == "table",
        "crumbs": [
            (reverse("cards:pack-detail", args=[pack]), bilingual_plain(row.name)),
            (url, card_row.written_id),
            ("", localize("Play a hand", "试玩一手")),
        ],
    }
    return _render_match(request, row, spec, context, trace["answers"])


@require_http_methods(["GET", "POST"])
@page
def play_on(request: HttpRequest, pack: str, number: int, index: int) -> HttpResponse:
    """Play on from a step of a match behind a preview's numbers; `?step=` and `?seat=` say from where and as whom."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    require(account=require_account(request.user), pack=row, act=Act.PREVIEW_START)
    preview = _preview(row, number)
    trace = _trace(preview, index)
    step, seat = whole(request.GET.get("step", "0")), whole(request.GET.get("seat", "0"))
    match_url = reverse("cards:preview-match", args=[pack, number, index])
    card = preview.card
    card_url = reverse("cards:card-detail", args=[pack, card.written_id]) if card else ""
    context = {
        "pack": row,
        "section": "previews",
        "can": access(request.user, row).can,
        "card_id": card.written_id if card else "",
        "card_name": (card_face(card=card, pack=row) or {}).get("name") if card else None,
        "card_url": card_url,
        "trace": trace,
        "seat": seat,
        "here": request.path + "?" + urlencode({"step": step, "seat": seat}),
        "again": "",
        "match_url": f"{match_url}?{urlencode({'step': step, 'seat': seat})}",
        "step": step,
        "is_hand": False,
        "crumbs": [
            (reverse("cards:pack-detail", args=[pack]), bilingual_plain(row.name)),
            (reverse("cards:preview-detail", args=[pack, number]), str(number)),
            (match_url, localize("Match {index}", "对局 {index}", index=index + 1)),
            ("", localize("Play on", "接着玩")),
        ],
    }
    try:
        answers = list(answers_of(preview, index, trace))
    except previews.OtherEngine:
        return redirect(match_url)
    if step >= len(answers):
        raise NotFound
    return _render_match(request, row, preview.spec, context, answers[:step])


def _render_match(
    request: HttpRequest, pack: Pack, spec: dict[str, Any], context: dict[str, Any], answers_before: list[str]
) -> HttpResponse:
    """Show the match after the answers of the request; a plan that is not the one the answers belong to starts over."""
    mark = canonical_sha(spec)
    is_post = request.method == "POST"
    if is_post and request.POST.get("plan") != mark:
        messages.error(
            request,
            localize("The card or the engine changed, so the match starts over.", "卡牌或引擎已改变，对局重新开始。"),
        )
        return redirect(context["here"])
    try:
        answers = given_answers(request.POST) if is_post else answers_before
        if is_post and request.POST.get("download"):
            return match_download(
                previews.preview_match_file(spec, context["trace"], answers), f"{pack.slug}-match.json"
            )
        with one_at_a_time(require_account(request.user)):
            match = played(
                spec,
                context["trace"],
                answers,
                seat=context["seat"],
                ruleset=pack.ruleset,
                card_url=context["card_url"],
            )
    except LookupError:
        raise NotFound from None
    except previews.NotOffered:
        messages.error(
            request, localize("That is not offered here, so the match starts over.", "此处没有这个选项，对局重新开始。")
        )
        return redirect(context["here"])
    return render(request, "cards/match_play.html", context | {"play": match, "plan_mark": mark})


def match_download(match_file: dict[str, Any], name: str) -> HttpResponse:
    """Return a match as a file."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-cache"}
    text = json.dumps(match_file, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)


@require_GET
@page
def preview_match_file(request: HttpRequest, pack: str, number: int, index: int) -> HttpResponse:
    """Return a match behind the numbers as a file that `python -m engine replay` verifies."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    preview = _preview(row, number)
    trace = _trace(preview, index)
    try:
        match_file = previews.preview_match_file(preview.spec, trace, answers_of(preview, index, trace))
    except previews.OtherEngine:
        return redirect("cards:preview-match", pack, number, index)
    return match_download(match_file, f"{pack}-preview-{number}-match-{index + 1}.json")


def _preview(pack: Pack, number: int) -> Preview:
    preview = (
        Preview.objects.filter(pack=pack, number=number, result__isnull=False).select_related("card__draft").first()
    )
    if preview is None:
        raise NotFound
    return preview


def _trace(preview: Preview, index: int) -> dict[str, Any]:
    traces = (preview.result or {}).get("traces") or []
    if not 0 <= index < len(traces):
        raise NotFound
    trace: dict[str, Any] = traces[index]
    return trace
