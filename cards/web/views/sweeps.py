"""Sweeps of a number: started from a card, watched, and accepted into the draft."""

import hashlib
import json
import re

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse

from cards.errors import InvalidFields, NotFound, Refusal, Stale
from cards.localization import data_language, localize
from cards.lookups import first_or_not_found, search_words
from cards.models import Card, Pack, Sweep
from cards.permissions import Act
from cards.queries.history import draft_get
from cards.queries.problems import draft_report
from cards.services.sweep import sweep_accept, sweep_cancel, sweep_start
from cards.web.access import access
from cards.web.forms import refusal_details
from cards.web.page import Context, card_crumb, card_head, pack_context, pack_endpoint, pack_page, polled, text_file
from cards.web.pages import paged
from cards.web.places import value_of
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

_NUMBER = re.compile(r"[-+−]?[0-9]{1,16}")
_SPLIT = re.compile(r"[\s,，、;；]+")
POLL_MS = 1500
VALUES_TYPED = 400  # characters


@pack_page(Act.PREVIEW_READ, "GET", "POST")
def sweep_new(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Show what of a card can be swept; POST starts a sweep."""
    if request.method == "POST":
        try:
            sweep = _start(request, card)
        except Refusal as refusal:
            context = _new_context(request, pack, card) | {"refusal": refusal_details(refusal)}
            return render(request, "cards/sweep_new.html", context, status=refusal.status)
        return redirect("cards:sweep-detail", pack, sweep.number)
    return render(request, "cards/sweep_new.html", _new_context(request, pack, card))


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


def _new_context(request: HttpRequest, pack: Pack, card: Card) -> Context:
    report = draft_report(draft=draft_get(card=card), pack=pack)
    choices = choices_of(pack.ruleset, report.document) if report.document is not None else []
    pointer = request.POST.get("pointer") or request.GET.get("node", "")
    chosen = next((choice for choice in choices if choice.pointer == pointer), None)
    first = chosen or (first_choice(pack.ruleset, report.document, choices) if report.document and choices else None)
    return {
        **_card_context(request, pack, card, localize("Sweep a number", "扫描一个数值")),
        "choices": choices,
        "chosen": first.pointer if first else "",
        "values": request.POST.get("values") or (values_around(first.value) if first else ""),
        "preset": request.POST.get("preset", "quick"),
        "is_sound": report.ok,
    }


def _card_context(request: HttpRequest, pack: Pack, card: Card, last: str) -> Context:
    can = access(request.user, pack).can
    return pack_context(pack, "previews", last, card_crumb(pack, card), can=can, **card_head(card, pack))


@pack_page(Act.PREVIEW_READ)
def sweep_index(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the sweeps of a pack, newest first."""
    rows = Sweep.objects.filter(pack=pack).select_related("card__draft", "requested_by")
    page_rows = paged(rows.order_by("-number"), request.GET)
    sweeps = [(sweep, value_of(pack.ruleset, sweep.card.draft.document, sweep.pointer)) for sweep in page_rows.rows]
    previews = (reverse("cards:preview-list", args=[pack]), localize("Previews", "模拟"))
    context = pack_context(pack, "previews", localize("Sweeps", "数值扫描"), previews, sweeps=sweeps, listing=page_rows)
    return render(request, "cards/sweep_list.html", context)


@pack_page(Act.PREVIEW_READ)
def sweep_detail(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Show one sweep: its curve, and the value that it offers."""
    sweep = _sweep(pack, number)
    against = baseline_label(sweep.previews.earliest("pk"))
    return render(request, "cards/sweep_detail.html", _context(request, pack, sweep) | {"baseline_label": against})


@pack_endpoint(Act.PREVIEW_READ)
def sweep_progress(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Return the current curve as a part of the page; 304 while nothing changed."""
    sweep = _sweep(pack, number)
    moved = sorted(sweep.previews.values_list("pk", "changes"))
    mark = hashlib.sha256(repr((sweep.state, moved, data_language(), access(request.user, pack).role)).encode())

    def progress() -> Context:
        context = _context(request, pack, sweep)
        return {
            "final": sweep.is_final,
            "poll_after_ms": POLL_MS,
            "status": context["view"].conclusion,
            "html": render_to_string("cards/partials/_sweep.html", context, request),
        }

    return polled(request, mark.hexdigest()[:24], progress)


def _context(request: HttpRequest, pack: Pack, sweep: Sweep) -> Context:
    card = sweep.card
    view = sweep_view(sweep)
    context = _card_context(request, pack, card, localize("Sweep {number}", "扫描 {number}", number=sweep.number))
    draft = draft_get(card=card)
    return context | {
        "sweep": sweep,
        "place": value_of(pack.ruleset, draft.document, sweep.pointer),
        "view": view,
        "beside": _beside_in_words(sweep),
        "is_stale": draft.etag != sweep.etag,
        "poll_after_ms": POLL_MS,
    }


def _beside_in_words(sweep: Sweep) -> str:
    """Return in which form the cards beside the swept one were taken: the same for all its previews."""
    plan = sweep.previews.order_by("pk").values_list("plan", flat=True).first() or {}
    return beside_in_words(plan.get("beside") or (), plan.get("release"))


@pack_page(Act.PREVIEW_READ)
def sweep_file(request: HttpRequest, pack: Pack, number: int, kind: str) -> HttpResponse:
    """Return the curve as a file, `json` as the engine has it or `csv`; each value comes with its interval."""
    sweep = _sweep(pack, number)
    texts = {
        "json": lambda: json.dumps(curve_document(sweep), ensure_ascii=False, indent=1),
        "csv": lambda: curve_csv(sweep_view(sweep)),
    }
    if kind not in texts:
        raise NotFound
    content = "application/json" if kind == "json" else "text/csv"
    return text_file(texts[kind](), content, f"{pack.slug}-sweep-{number}.{kind}")


@pack_page(Act.PREVIEW_READ, "POST")
def sweep_stop(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """End a sweep with the points that it has."""
    sweep_cancel(actor=request.user, sweep=_sweep(pack, number))
    messages.info(request, localize("Cancelled. Matches already played are kept.", "已取消。已进行的对局会保留。"))
    return redirect("cards:sweep-detail", pack, number)


@pack_page(Act.PREVIEW_READ, "POST")
def sweep_take(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Write the confirmed value into the draft that was swept."""
    sweep = _sweep(pack, number)
    try:
        result = sweep_accept(actor=request.user, sweep=sweep)
    except Stale:
        messages.error(
            request,
            localize(
                "The draft was saved after the sweep began, so it has not been changed.",
                "扫描之后草稿已被保存过，因此没有写入任何内容。",
            ),
        )
        return redirect("cards:sweep-detail", pack, number)
    words = {"value": saved_value(sweep), "number": result.draft.revision}
    messages.success(
        request,
        localize("Wrote {value} into the draft, revision {number}.", "已将 {value} 写入草稿，修订 {number}。", **words),
    )
    return redirect("cards:card-detail", pack, sweep.card)


def saved_value(sweep: Sweep) -> str:
    """Return the confirmed value in print."""
    return f"{sweep.result['confirmed']['value']:,}" if sweep.result else ""


def _sweep(pack: Pack, number: int) -> Sweep:
    rows = Sweep.objects.filter(pack=pack, number=number).select_related(
        "card__pack", "requested_by", "baseline_version"
    )
    sweep = first_or_not_found(rows)
    sweep.card.pack = pack
    return sweep
