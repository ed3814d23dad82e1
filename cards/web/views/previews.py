"""Previews: those of a pack, one of them while it runs and after, starting and cancelling."""

import hashlib
import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from cards.errors import NotFound, Refusal
from cards.gateway import previews
from cards.localization import data_language, localize
from cards.lookups import search_words
from cards.models import Pack, Preview, PreviewState
from cards.permissions import Act
from cards.queries.cards import card_face, card_get
from cards.queries.freshness import is_fresh
from cards.queries.packs import pack_get
from cards.queries.previews.turns import poll_after_ms, waiting
from cards.services.previews.start import preview_cancel, preview_keep, preview_start
from cards.web.access import access
from cards.web.forms import said
from cards.web.page import endpoint, page
from cards.web.pages import paged
from cards.web.playing import blocks_of
from cards.web.previews.lines import line_of, side_labels
from cards.web.previews.provenance import bots_in_words, made_of, preset_in_words
from cards.web.previews.report import report_of
from cards.web.previews.tables import tables_csv
from cards.web.replay import watched
from cards.web.text import bilingual_plain

ENGINE_SHOWN = 12  # characters of a hash


@require_http_methods(["GET", "POST"])
@page
def preview_index(request: HttpRequest, pack: str) -> HttpResponse:
    """Show the previews of a pack; POST starts one of a card's draft."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    if request.method == "POST":
        return _start(request, row)
    page_rows = paged(_light(row), request.GET)
    lines = [line_of(each, row) for each in page_rows.rows]
    crumbs = [
        (reverse("cards:pack-detail", args=[pack]), bilingual_plain(row.name)),
        ("", localize("Previews", "模拟")),
    ]
    context = {"pack": row, "section": "previews", "previews": lines, "listing": page_rows, "crumbs": crumbs}
    return render(request, "cards/preview_list.html", context)


def _light(pack: Pack) -> Any:
    rows = Preview.objects.filter(pack=pack, sweep__isnull=True).select_related(
        "card__draft", "requested_by", "candidate_version", "baseline_version"
    )
    heavy = (
        "card__draft__text",
        "spec",
        "result",
        "candidate_version__text",
        "candidate_version__document",
        "baseline_version__text",
        "baseline_version__document",
    )
    return rows.defer(*heavy).order_by("-number")


@require_GET
@page
def preview_detail(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """Show one preview: how far it is, and what it found."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    preview = _preview(row, number)
    return render(request, "cards/preview_detail.html", _context(request, row, preview))


@require_GET
@endpoint
def preview_progress(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """Return the current report; 304 while nothing changed."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    progress = (
        Preview.objects.filter(pack=row, number=number).values_list("changes", "state", "cancel_requested").first()
    )
    if progress is None:
        raise NotFound
    why = waiting(preview=_preview(row, number)) if progress[1] == PreviewState.QUEUED else None
    mark = hashlib.sha256(
        repr((number, progress, why, data_language(), access(request.user, row).role)).encode()
    ).hexdigest()
    etag = f'"{mark[:24]}"'
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponse(status=304)
    else:
        response = _progress(request, row, _preview(row, number))
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie",))
    return response


def _progress(request: HttpRequest, pack: Pack, preview: Preview) -> HttpResponse:
    context = _context(request, pack, preview)
    report = context["report"]
    answer = {
        "state": preview.state,
        "final": preview.is_final,
        "poll_after_ms": poll_after_ms(preview),
        "status": localize("The preview is done.", "模拟已完成。")
        if preview.is_final
        else report.progress.why or f"{report.progress.percent}%",
        "html": render_to_string("cards/partials/_report.html", context, request),
    }
    return JsonResponse(answer, json_dumps_params={"ensure_ascii": False})


@require_GET
@page
def preview_result(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """Return the engine's result as it is stored, as a file."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    result = _with_result(row, number).result
    return _file(json.dumps(result, ensure_ascii=False, indent=1), "application/json", f"{pack}-preview-{number}.json")


@require_GET
@page
def preview_tables(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """Return every table of the report as one CSV file; each row names its table, and no number is without its interval."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    return _file(tables_csv(report_of(_with_result(row, number))), "text/csv", f"{pack}-preview-{number}.csv")


def _with_result(pack: Pack, number: int) -> Preview:
    preview = _preview(pack, number)
    if not preview.result:
        raise NotFound
    return preview


def _file(text: str, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-cache"}
    return HttpResponse(text, content_type=f"{kind}; charset=utf-8", headers=headers)


@require_GET
@page
def preview_match(request: HttpRequest, pack: str, number: int, index: int) -> HttpResponse:
    """Show a match behind the numbers, played again: the table after one step, and what happened in its round."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    preview = _with_result(row, number)
    context = _context(request, row, preview)
    replays = context["report"].replays
    if index >= len(replays):
        raise NotFound
    url = reverse("cards:preview-detail", args=[pack, number])
    crumbs = [
        *context["crumbs"][:-1],
        (url, str(number)),
        ("", localize("Match {index}", "对局 {index}", index=index + 1)),
    ]
    context |= {"crumbs": crumbs, "replay": replays[index], "preview_url": url, "watched": None, "index": index}
    try:
        found = watched(preview, index, request.GET, context["card_url"])
        lit = {pointer for each in found.rows if each.is_current for _, pointer, url in each.nodes if url}
        context |= {"watched": found, "blocks": blocks_of(row.ruleset, preview.spec["candidate"], lit)}
    except previews.OtherEngine:
        context["other_engine"] = preview.engine_hash[:ENGINE_SHOWN]
    return render(request, "cards/preview_match.html", context)


@require_POST
@page
def preview_stop(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """Cancel a running preview after its current block."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    preview_cancel(actor=request.user, preview=_preview(row, number))
    messages.info(request, localize("Cancelling. Matches already played are kept.", "正在取消：已完成的对局会保留。"))
    return redirect("cards:preview-detail", pack, number)


@require_POST
@page
def preview_hold(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """Keep a preview without end, or let it go again."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    keep = request.POST.get("keep") == "1"
    preview_keep(actor=request.user, preview=_preview(row, number), keep=keep)
    message = (
        localize("Kept.", "已保留。")
        if keep
        else localize("It goes 90 days after it ended.", "它将在结束 90 天后删除。")
    )
    messages.success(request, message)
    return redirect("cards:preview-detail", pack, number)


def _start(request: HttpRequest, pack: Pack) -> HttpResponse:
    card = card_get(account=request.user, pack=pack, written_id=search_words(request.POST, "card"))
    try:
        preview = preview_start(actor=request.user, card=card, preset=request.POST.get("preset", "quick"))
    except Refusal as refusal:
        if refusal.status in {403, 404}:
            raise
        messages.error(request, said(refusal, data_language()))
        problems = "#tab-problems" if refusal.problems else ""
        return redirect(reverse("cards:card-detail", args=[pack.slug, card.written_id]) + problems)
    return redirect("cards:preview-detail", pack.slug, preview.number)


def _preview(pack: Pack, number: int) -> Preview:
    rows = Preview.objects.filter(pack=pack, number=number)
    preview = rows.select_related(
        "card__draft", "requested_by", "candidate_version", "baseline_version", "sweep"
    ).first()
    if preview is None:
        raise NotFound
    return preview


def _context(request: HttpRequest, pack: Pack, preview: Preview) -> dict[str, Any]:
    card = card_get(account=request.user, pack=pack, written_id=preview.card.written_id) if preview.card else None
    face = card_face(card=card, pack=pack) if card else None
    candidate, baseline = side_labels(preview)
    args = [pack.slug, preview.number]
    crumbs = [
        (reverse("cards:pack-detail", args=[pack.slug]), bilingual_plain(pack.name)),
        (reverse("cards:preview-list", args=[pack.slug]), localize("Previews", "模拟")),
        ("", str(preview.number)),
    ]
    return {
        "pack": pack,
        "section": "previews",
        "preview": preview,
        "sweep": preview.sweep,
        "can": access(request.user, pack).can,
        "card_id": card.written_id if card else "",
        "card_name": face["name"] if face else None,
        "card_url": reverse("cards:card-detail", args=[pack.slug, card.written_id]) if card else "",
        "candidate_label": candidate,
        "baseline_label": baseline,
        "plan_label": _plan_label(preview),
        "fresh": is_fresh(pack=pack, preview=preview.pk),
        "report": report_of(preview),
        "made": made_of(preview),
        "progress_url": reverse("cards:preview-progress", args=args),
        "keep_url": reverse("cards:preview-keep", args=args),
        "cancel_url": reverse("cards:preview-cancel", args=args),
        "poll_after_ms": poll_after_ms(preview),
        "crumbs": crumbs,
    }


def _plan_label(preview: Preview) -> str:
    bots = bots_in_words(preview)
    return " · ".join(
        filter(None, (preset_in_words(preview), bots and localize("{bots} bots", "{bots}机器人", bots=bots)))
    )
