"""Sweeps of a number: started from a card, watched, and accepted into the draft."""

import hashlib
import json
import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from cards.errors import InvalidFields, NotFound, Refusal, Stale
from cards.localization import data_language, localize
from cards.lookups import search_words
from cards.models import Card, Pack, Sweep
from cards.permissions import Act
from cards.queries.cards import card_face, card_get
from cards.queries.history import draft_get
from cards.queries.packs import pack_get
from cards.queries.problems import draft_report
from cards.services.sweep import sweep_accept, sweep_cancel, sweep_start
from cards.web.access import access
from cards.web.forms import said_in_full
from cards.web.page import endpoint, page
from cards.web.pages import paged
from cards.web.places import place_of
from cards.web.previews.lines import baseline_label
from cards.web.previews.provenance import beside_in_words
from cards.web.sweep_page import (
    choices_of,
    curve_csv,
    curve_document,
    first_choice,
    sweep_view,
    values_around,
)
from cards.web.text import bilingual_plain

_NUMBER = re.compile(r"[-+−]?[0-9]{1,16}")
_SPLIT = re.compile(r"[\s,，、;；]+")
POLL_MS = 1500
VALUES_TYPED = 400  # characters


@require_http_methods(["GET", "POST"])
@page
def sweep_new(request: HttpRequest, pack: str, card: str) -> HttpResponse:
    """Show what of a card can be swept; POST starts a sweep."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    card_row = card_get(account=request.user, pack=row, written_id=card)
    if request.method == "POST":
        try:
            sweep = _start(request, card_row)
        except Refusal as refusal:
            if refusal.status in {403, 404}:
                raise
            context = _new_context(request, row, card_row) | {"refusal": said_in_full(refusal, data_language())}
            return render(request, "cards/sweep_new.html", context, status=refusal.status)
        return redirect("cards:sweep-detail", pack, sweep.number)
    return render(request, "cards/sweep_new.html", _new_context(request, row, card_row))


def _start(request: HttpRequest, card: Card) -> Sweep:
    return sweep_start(
        actor=request.user,
        card=card,
        pointer=search_words(request.POST, "pointer", 1000),
        values=_values(search_words(request.POST, "values", VALUES_TYPED)),
        preset=request.POST.get("preset", "quick"),
    )


def _values(typed: str) -> list[int]:
    """Parse whole numbers: `1, 2, 3`."""
    parts = [part for part in _SPLIT.split(typed) if part]
    wrong = next((part for part in parts if not _NUMBER.fullmatch(part)), None)
    if wrong is not None:
        raise InvalidFields.of("/values", f"“{wrong[:20]}” is not a whole number.", f"“{wrong[:20]}”不是整数。")
    return [int(part.replace("−", "-")) for part in parts]


def _new_context(request: HttpRequest, pack: Pack, card: Card) -> dict[str, Any]:
    report = draft_report(draft=draft_get(card=card), pack=pack)
    choices = choices_of(pack.ruleset, report.document) if report.document is not None else []
    asked = request.POST.get("pointer") or request.GET.get("node", "")
    chosen = next((each for each in choices if each.pointer == asked), None)
    first = chosen or (first_choice(pack.ruleset, report.document, choices) if report.document and choices else None)
    return {
        **_card_context(request, pack, card, localize("Sweep a number", "扫描一个数值")),
        "choices": choices,
        "chosen": first.pointer if first else "",
        "values": request.POST.get("values") or (values_around(first.value) if first else ""),
        "preset": request.POST.get("preset", "quick"),
        "is_sound": report.ok,
    }


def _card_context(request: HttpRequest, pack: Pack, card: Card, last: str) -> dict[str, Any]:
    url = reverse("cards:card-detail", args=[pack.slug, card.written_id])
    crumbs = [(reverse("cards:pack-detail", args=[pack.slug]), bilingual_plain(pack.name)), (url, card.written_id)]
    return {
        "pack": pack,
        "section": "previews",
        "can": access(request.user, pack).can,
        "card_id": card.written_id,
        "card_name": (card_face(card=card, pack=pack) or {}).get("name"),
        "card_url": url,
        "crumbs": [*crumbs, ("", last)],
    }


@require_GET
@page
def sweep_index(request: HttpRequest, pack: str) -> HttpResponse:
    """Show the sweeps of a pack, newest first."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    rows = Sweep.objects.filter(pack=row).select_related("card__draft", "requested_by")
    page_rows = paged(rows.order_by("-number"), request.GET)
    swept = [(each, place_of(row.ruleset, each.card.draft.document, each.pointer)) for each in page_rows.rows]
    crumbs = [
        (reverse("cards:pack-detail", args=[pack]), bilingual_plain(row.name)),
        (reverse("cards:preview-list", args=[pack]), localize("Previews", "模拟")),
        ("", localize("Sweeps", "数值扫描")),
    ]
    context = {"pack": row, "section": "previews", "sweeps": swept, "listing": page_rows, "crumbs": crumbs}
    return render(request, "cards/sweep_list.html", context)


@require_GET
@page
def sweep_detail(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """Show one sweep: its curve, and the value that it offers."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    sweep = _sweep(row, number)
    against = baseline_label(sweep.previews.earliest("pk"))
    return render(request, "cards/sweep_detail.html", _context(request, row, sweep) | {"baseline_label": against})


@require_GET
@endpoint
def sweep_progress(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """Return the current curve as a part of the page; 304 while nothing changed."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    sweep = _sweep(row, number)
    moved = sorted(sweep.previews.values_list("pk", "changes"))
    seen = repr((sweep.state, moved, data_language(), access(request.user, row).role))
    etag = f'"{hashlib.sha256(seen.encode()).hexdigest()[:24]}"'
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponse(status=304)
    else:
        context = _context(request, row, sweep)
        answer = {
            "final": sweep.is_final,
            "poll_after_ms": POLL_MS,
            "status": context["view"].conclusion,
            "html": render_to_string("cards/partials/_sweep.html", context, request),
        }
        response = JsonResponse(answer, json_dumps_params={"ensure_ascii": False})
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie",))
    return response


def _context(request: HttpRequest, pack: Pack, sweep: Sweep) -> dict[str, Any]:
    card = sweep.card
    view = sweep_view(sweep)
    context = _card_context(request, pack, card, localize("Sweep {number}", "扫描 {number}", number=sweep.number))
    draft = draft_get(card=card)
    return context | {
        "sweep": sweep,
        "place": place_of(pack.ruleset, draft.document, sweep.pointer),
        "view": view,
        "beside": _beside_in_words(sweep),
        "is_stale": draft.etag != sweep.etag,
        "poll_after_ms": POLL_MS,
    }


def _beside_in_words(sweep: Sweep) -> str:
    """Return in which form the cards beside the swept one were taken: the same for all its previews."""
    plan = sweep.previews.order_by("pk").values_list("plan", flat=True).first() or {}
    return beside_in_words(plan.get("beside") or (), plan.get("release"))


@require_GET
@page
def sweep_file(request: HttpRequest, pack: str, number: int, kind: str) -> HttpResponse:
    """Return the curve as a file, `json` as the engine has it or `csv`; each value comes with its interval."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    sweep = _sweep(row, number)
    texts = {
        "json": lambda: json.dumps(curve_document(sweep), ensure_ascii=False, indent=1),
        "csv": lambda: curve_csv(sweep_view(sweep)),
    }
    if kind not in texts:
        raise NotFound
    name = f"{pack}-sweep-{number}.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-cache"}
    content = "application/json" if kind == "json" else "text/csv"
    return HttpResponse(texts[kind](), content_type=f"{content}; charset=utf-8", headers=headers)


@require_POST
@page
def sweep_stop(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """End a sweep with the points that it has."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    sweep_cancel(actor=request.user, sweep=_sweep(row, number))
    messages.info(request, localize("Cancelled. Matches already played are kept.", "已取消。已进行的对局予以保留。"))
    return redirect("cards:sweep-detail", pack, number)


@require_POST
@page
def sweep_take(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """Write the confirmed value into the draft that was swept."""
    row = pack_get(account=request.user, slug=pack, act=Act.PREVIEW_READ)
    sweep = _sweep(row, number)
    try:
        result = sweep_accept(actor=request.user, sweep=sweep)
    except Stale:
        messages.error(
            request,
            localize(
                "Somebody saved the draft since it was swept, so nothing was written.",
                "扫描之后草稿已被保存过，因此没有写入任何内容。",
            ),
        )
        return redirect("cards:sweep-detail", pack, number)
    words = {"value": saved_value(sweep), "number": result.draft.revision}
    messages.success(
        request,
        localize("Wrote {value} into the draft, revision {number}.", "已将 {value} 写入草稿，修订 {number}。", **words),
    )
    return redirect("cards:card-detail", pack, sweep.card.written_id)


def saved_value(sweep: Sweep) -> str:
    """Return the confirmed value in print."""
    return f"{sweep.result['confirmed']['value']:,}" if sweep.result else ""


def _sweep(pack: Pack, number: int) -> Sweep:
    rows = Sweep.objects.filter(pack=pack, number=number).select_related(
        "card__pack", "requested_by", "baseline_version"
    )
    sweep = rows.first()
    if sweep is None:
        raise NotFound
    sweep.card.pack = pack
    return sweep
