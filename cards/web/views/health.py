"""The health of a pack: all cards by what was measured, and previews of those without a fresh one."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from cards.gateway import faces
from cards.localization import localize
from cards.models import Card, HealthRun, HealthState, Pack
from cards.permissions import Act
from cards.queries.health import HEALTH_LISTS, HealthRow, health_counts, health_rows
from cards.queries.home import pictures_of
from cards.services.health import health_cancel, health_start
from cards.values import frozen_dataclass
from cards.web.access import access
from cards.web.forms import refusal_details
from cards.web.glyphs import Glyph, glyph, scale_for, tone_of
from cards.web.page import pack_context, pack_page, refusal_message
from cards.web.pages import paged_of
from cards.web.previews.former import within_whole
from cards.web.previews.report import verdict_word
from cards.web.text import bilingual_plain
from cards.web.thumbnails import thumbnail

SPAN, WIDTH = (-15.0, 15.0), 112  # one scale for all lines; wider intervals are cut


@frozen_dataclass
class Line:
    """A card of the list: its measured change with the interval, or none; what makes the preview stale; its flags in words."""

    card: str
    name: Any
    card_url: str
    preview_url: str
    mark: str
    mark_words: str
    mean: float | None
    low: float | None
    high: float | None
    n: int | None
    glyph: Glyph | None
    tone: str
    verdict: str
    flags: tuple[str, ...]


@pack_page(Act.PREVIEW_READ, "GET", "POST")
def health(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the cards of a pack by what their previews measured; POST starts or cancels previews of those without a fresh one."""
    if request.method == "POST":
        return _act(request, pack)
    mark = request.GET.get("show", "")
    counts = health_counts(pack=pack)
    if mark not in HEALTH_LISTS:
        mark = "previewed" if counts.previewed else "all"
    count = counts.of(mark)

    def read(start: int, end: int) -> list[Line]:
        return _lines(health_rows(pack=pack, list_name=mark, limit=end - start, offset=start), pack)

    listing = paged_of(count, read, request.GET)
    context = pack_context(
        pack,
        "health",
        localize("Health", "健康状况"),
        can=access(request.user, pack).can,
        counts=counts,
        shown=mark,
        tabs=_tabs(counts),
        lines=listing.rows,
        listing=listing,
        runs=_runs(pack, request.user),
        is_unplayed=counts.all and not counts.previewed and mark in {"all", "previewed"},
    )
    if context["is_unplayed"]:
        context["pictures"] = [thumbnail(picture) for picture in pictures_of([pack])[pack.pk]]
    return render(request, "cards/health.html", context)


def _act(request: HttpRequest, pack: Pack) -> HttpResponse:
    with refusal_message(request, refusal_details):
        if number := request.POST.get("cancel", ""):
            run = HealthRun.objects.filter(pack=pack, pk=int(number) if number.isdecimal() else 0).first()
            if run is not None:
                health_cancel(actor=request.user, run=run)
                messages.info(
                    request, localize("Cancelled. Matches already played are kept.", "已取消。已进行的对局会保留。")
                )
        else:
            run = health_start(actor=request.user, pack=pack, preset=request.POST.get("preset", "quick"))
            words = localize(
                "{count:preview|previews} will be played, a few at a time.",
                "将进行 {count} 次模拟，每批几次。",
                count=run.total,
            )
            messages.success(request, words)
    return redirect("cards:health", pack)


def _tabs(counts: Any) -> list[tuple[str, str, int]]:
    words = {
        "previewed": localize("Previewed", "已模拟"),
        "all": localize("All cards", "全部卡牌"),
        "flagged": localize("With flags", "有警示"),
        "stale": localize("Stale", "已过时"),
        "never": localize("Never previewed", "从未模拟"),
    }
    return [(key, words[key], counts.of(key)) for key in HEALTH_LISTS]


def _runs(pack: Pack, account: Any) -> list[dict[str, Any]]:
    """Return the runs over the pack that are not finished, with how far each is."""
    rows = HealthRun.objects.filter(pack=pack, state=HealthState.RUNNING).select_related("requested_by").order_by("pk")
    lines = []
    for run in rows:
        begun = run.total - len(run.pending) - run.skipped
        ended = run.previews.exclude(state__in=["queued", "running"]).count()
        lines.append({"run": run, "ended": ended, "begun": begun, "is_mine": run.requested_by_id == account.pk})
    return lines


def _lines(rows: list[HealthRow], pack: Pack) -> list[Line]:
    cards = Card.objects.select_related("draft").defer("draft__search", "draft__grams", "draft__strings", "draft__text")
    by_pk = cards.in_bulk([row.card_id for row in rows])
    return [_line(row, by_pk[row.card_id], pack) for row in rows]


def _line(row: HealthRow, card: Card, pack: Pack) -> Line:
    estimate = row.estimate or {}
    ends = within_whole(estimate["interval_pp"]) if estimate.get("interval_pp") else None
    verdict = estimate.get("verdict")
    tone = tone_of(verdict)
    document = card.draft.document
    name = faces.face(pack.ruleset, document, card.draft.texts)["name"] if isinstance(document, dict) else None
    return Line(
        card=row.written_id,
        name=name or {"en": "", "zh": ""},
        card_url=reverse("cards:card-detail", args=[pack, row.written_id]),
        preview_url=reverse("cards:preview-detail", args=[pack, row.number]) if row.number else "",
        mark=row.mark,
        mark_words=_mark_words(row.mark),
        mean=estimate.get("mean_pp") if ends else None,
        low=ends[0] if ends else None,
        high=ends[1] if ends else None,
        n=estimate.get("n"),
        glyph=glyph(scale_for((SPAN,), WIDTH), estimate["mean_pp"], *ends, tone=tone) if ends else None,
        tone=tone,
        verdict=verdict_word(verdict),
        flags=tuple(bilingual_plain(flag["text"]) for flag in row.flags),
    )


def _mark_words(mark: str) -> str:
    return {
        "fresh": localize("Fresh", "最新"),
        "card": localize("Card changed", "卡牌已改动"),
        "engine": localize("Engine changed", "引擎已更换"),
        "beside": localize("A related card changed", "相关卡牌已改动"),
        "never": localize("Never previewed", "从未模拟"),
    }[mark]
