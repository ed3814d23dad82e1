"""Previews: those of a pack, one of them while it runs and after, starting and cancelling."""

import hashlib
import json
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse

from cards.errors import NotFound, Refusal
from cards.gateway import previews
from cards.localization import data_language, localize
from cards.lookups import first_or_not_found, search_words
from cards.models import EXPERIMENTS, Pack, Preview, PreviewKind, PreviewState
from cards.permissions import Act, require, require_account
from cards.queries.cards import card_get
from cards.queries.freshness import is_fresh
from cards.queries.previews.turns import poll_after_ms, waiting
from cards.services.previews.start import preview_cancel, preview_keep, preview_start
from cards.services.scenario import PlayedMatch
from cards.web.access import access
from cards.web.forms import refusal_line
from cards.web.ladder_page import ladder_csv, ladder_view, titles_of
from cards.web.moments import kept_as_scenario
from cards.web.page import card_head, pack_context, pack_endpoint, pack_page, polled, text_file
from cards.web.pages import paged
from cards.web.pairs_page import pairs_csv, pairs_view
from cards.web.parted_matches import parted_twin
from cards.web.playing import blocks_of
from cards.web.previews.facts import replays_of
from cards.web.previews.lines import line_of, side_labels
from cards.web.previews.provenance import bots_in_words, made_of, preset_in_words
from cards.web.previews.report import progress_of, report_of
from cards.web.previews.tables import tables_csv
from cards.web.release_effect_page import effect_csv, effect_view
from cards.web.replay import PAIRED_KINDS, answers_of, kept_matches, watched
from cards.web.tune_page import tune_csv, tune_view
from cards.web.turned_matches import twin_of
from cards.web.worth_page import block_names, worth_csv, worth_view

ENGINE_SHOWN = 12  # characters of a hash
TABLES = {
    PreviewKind.WORTH: worth_csv,
    PreviewKind.TUNE: tune_csv,
    PreviewKind.RELEASE: effect_csv,
    PreviewKind.LADDER: ladder_csv,
    PreviewKind.PAIRS: pairs_csv,
}
"""What writes the tables of each kind of experiment."""


@pack_page(Act.PREVIEW_READ, "GET", "POST")
def preview_index(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the previews of a pack; POST starts one of a card's draft."""
    if request.method == "POST":
        return _start(request, pack)
    page_rows = paged(_light(pack), request.GET)
    lines = [line_of(preview, pack) for preview in page_rows.rows]
    context = pack_context(pack, "previews", localize("Previews", "模拟"), previews=lines, listing=page_rows)
    return render(request, "cards/preview_list.html", context)


def _light(pack: Pack) -> Any:
    rows = (
        Preview.objects.of_changes()
        .filter(pack=pack, sweep__isnull=True)
        .select_related("card__draft", "requested_by", "candidate_version", "baseline_version")
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


@pack_page(Act.PREVIEW_READ)
def preview_detail(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Show one preview: how far it is, and what it found."""
    preview = _preview(pack, number)
    return render(request, f"cards/{_name_of(preview)}_detail.html", _context(request, pack, preview))


def _name_of(preview: Preview) -> str:
    """Return the name of a preview's templates: an experiment has its own."""
    if preview.kind == PreviewKind.RELEASE:
        return "release_effect"
    return str(preview.kind) if preview.kind in EXPERIMENTS else "preview"


@pack_endpoint(Act.PREVIEW_READ)
def preview_progress(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Return the current report; 304 while nothing changed."""
    rows = Preview.objects.filter(pack=pack, number=number)
    changes = first_or_not_found(rows.values_list("changes", "state", "cancel_requested"))
    why = waiting(preview=_preview(pack, number)) if changes[1] == PreviewState.QUEUED else None
    mark = hashlib.sha256(repr((number, changes, why, data_language(), access(request.user, pack).role)).encode())
    return polled(request, mark.hexdigest()[:24], lambda: _progress(request, pack, _preview(pack, number)))


def _progress(request: HttpRequest, pack: Pack, preview: Preview) -> dict[str, Any]:
    context = _context(request, pack, preview)
    part = "report" if preview.kind not in EXPERIMENTS else _name_of(preview)
    progress = context["progress"]
    return {
        "state": preview.state,
        "final": preview.is_final,
        "poll_after_ms": poll_after_ms(preview),
        "status": localize("Preview finished.", "模拟已完成。")
        if preview.is_final
        else progress.why or f"{progress.percent}%",
        "html": render_to_string(f"cards/partials/_{part}.html", context, request),
    }


@pack_page(Act.PREVIEW_READ)
def preview_result(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Return the engine's result as it is stored, as a file."""
    result = _with_result(pack, number).result
    text = json.dumps(result, ensure_ascii=False, indent=1)
    return text_file(text, "application/json", f"{pack.slug}-preview-{number}.json")


@pack_page(Act.PREVIEW_READ)
def preview_tables(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Return every table of the report as one CSV file; each row names its table, and no number is without its interval."""
    preview = _with_result(pack, number)
    text = TABLES[PreviewKind(preview.kind)](preview) if preview.kind in EXPERIMENTS else tables_csv(report_of(preview))
    return text_file(text, "text/csv", f"{pack.slug}-preview-{number}.csv")


def _with_result(pack: Pack, number: int) -> Preview:
    preview = _preview(pack, number)
    if not preview.result:
        raise NotFound
    return preview


@pack_page(Act.PREVIEW_READ, "GET", "POST")
def preview_match(request: HttpRequest, pack: Pack, number: int, index: int) -> HttpResponse:
    """Show a match behind the numbers, played again: the table after one step, and what happened in its round; keep a step as a scenario."""
    preview = _with_result(pack, number)
    is_paired = preview.kind in PAIRED_KINDS
    if preview.kind in EXPERIMENTS and not is_paired:
        raise NotFound
    if request.method == "POST":
        return _step_as_scenario(request, preview, index)
    context = _context(request, pack, preview)
    replays = replays_of(kept_matches(preview))
    if index >= len(replays):
        raise NotFound
    url = reverse("cards:preview-detail", args=[pack, number])
    crumbs = [
        *context["crumbs"][:-1],
        (url, str(number)),
        ("", localize("Match {index}", "对局 {index}", index=index + 1)),
    ]
    context |= {"crumbs": crumbs, "replay": replays[index], "preview_url": url, "watched": None, "index": index}
    context |= _of_pair(preview, index) if is_paired else {"of_card": preview.card}
    try:
        replay_view = watched(preview, index, request.GET, context["card_url"])
        lit = {pointer for row in replay_view.rows if row.is_current for _, pointer, url in row.nodes if url}
        context |= {"watched": replay_view, "blocks": blocks_of(pack.ruleset, preview.spec["candidate"], lit)}
    except previews.OtherEngine:
        context["other_engine"] = preview.engine_hash[:ENGINE_SHOWN]
    return render(request, "cards/preview_match.html", context)


def _of_pair(preview: Preview, index: int) -> dict[str, Any]:
    """Return what the page of one of two matches says of it: the bot that plays or the block that was left out, and the other match."""
    if preview.kind == PreviewKind.LADDER:
        titles = titles_of(preview.spec)
        return {"played_by": titles[kept_matches(preview)[index]["bot"]], "twin": parted_twin(preview, index, titles)}
    block = block_names(preview)[kept_matches(preview)[index]["place"]]
    against = localize("the card without {block}", "去掉“{block}”的此卡", block=block)
    return {"baseline_label": against, "twin": twin_of(preview, index)}


def _step_as_scenario(request: HttpRequest, preview: Preview, index: int) -> HttpResponse:
    """Keep a step of a match as a scenario of the preview's card."""
    require(account=require_account(request.user), pack=preview.pack, act=Act.DRAFT_SAVE)
    traces = (preview.result or {}).get("traces") or []
    if preview.card is None or index >= len(traces):
        raise NotFound
    try:
        match = PlayedMatch(preview.spec, traces[index], answers_of(preview, index, traces[index]))
    except previews.OtherEngine:
        return redirect(request.path)
    return kept_as_scenario(request, preview.card, match, page_url=request.get_full_path())


@pack_page(Act.PREVIEW_READ, "POST")
def preview_stop(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Cancel a running preview after its current block."""
    preview_cancel(actor=request.user, preview=_preview(pack, number))
    messages.info(request, localize("Cancelling. Matches already played are kept.", "正在取消：已完成的对局会保留。"))
    return redirect("cards:preview-detail", pack, number)


@pack_page(Act.PREVIEW_READ, "POST")
def preview_hold(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Keep a preview without end, or let it go again."""
    keep = request.POST.get("keep") == "1"
    preview_keep(actor=request.user, preview=_preview(pack, number), keep=keep)
    message = (
        localize("Kept.", "已保留。")
        if keep
        else localize(
            "It will be deleted {days} days after it ended.",
            "它将在结束 {days} 天后删除。",
            days=settings.KEEP_PREVIEWS_DAYS,
        )
    )
    messages.success(request, message)
    return redirect("cards:preview-detail", pack, number)


def _start(request: HttpRequest, pack: Pack) -> HttpResponse:
    card = card_get(account=request.user, pack=pack, written_id=search_words(request.POST, "card"))
    try:
        preview = preview_start(actor=request.user, card=card, preset=request.POST.get("preset", "quick"))
    except Refusal as refusal:
        messages.error(request, refusal_line(refusal))
        problems = "#tab-problems" if refusal.problems else ""
        return redirect(reverse("cards:card-detail", args=[pack, card]) + problems)
    return redirect("cards:preview-detail", pack, preview.number)


def _preview(pack: Pack, number: int) -> Preview:
    rows = Preview.objects.filter(pack=pack, number=number)
    return first_or_not_found(
        rows.select_related("card__draft", "requested_by", "candidate_version", "baseline_version", "sweep")
    )


def _context(request: HttpRequest, pack: Pack, preview: Preview) -> dict[str, Any]:
    card = card_get(account=request.user, pack=pack, written_id=preview.card.written_id) if preview.card else None
    candidate, baseline = side_labels(preview)
    args = [pack, preview.number]
    return pack_context(
        pack,
        "previews",
        str(preview.number),
        (reverse("cards:preview-list", args=[pack]), localize("Previews", "模拟")),
        preview=preview,
        sweep=preview.sweep,
        can=access(request.user, pack).can,
        **card_head(card, pack),
        candidate_label=candidate,
        baseline_label=baseline,
        plan_label=_plan_label(preview),
        fresh=is_fresh(pack=pack, preview=preview.pk),
        progress=progress_of(preview),
        **_findings(preview),
        progress_url=reverse("cards:preview-progress", args=args),
        keep_url=reverse("cards:preview-keep", args=args),
        keep_days=settings.KEEP_PREVIEWS_DAYS,
        cancel_url=reverse("cards:preview-cancel", args=args),
        poll_after_ms=poll_after_ms(preview),
    )


def _findings(preview: Preview) -> dict[str, Any]:
    """Return what a preview found, as its page shows it."""
    if preview.kind == PreviewKind.WORTH:
        return {"view": worth_view(preview)}
    if preview.kind == PreviewKind.LADDER:
        return {"view": ladder_view(preview)}
    if preview.kind == PreviewKind.PAIRS:
        return {"view": pairs_view(preview)}
    if preview.kind == PreviewKind.RELEASE:
        return {"view": effect_view(preview)}
    if preview.kind == PreviewKind.TUNE:
        draft = preview.card.draft if preview.card else None
        etag = draft.etag if draft else ""
        is_moved = draft is None or etag != preview.plan["search"]["etag"]
        can_undo = draft is not None and (preview.choice or {}).get("revision") == draft.revision
        return {"view": tune_view(preview), "draft_etag": etag, "is_moved": is_moved, "can_undo": can_undo}
    return {"report": report_of(preview), "made": made_of(preview)}


def _plan_label(preview: Preview) -> str:
    bots = "" if preview.kind == PreviewKind.LADDER else bots_in_words(preview)
    return " · ".join(
        filter(None, (preset_in_words(preview), bots and localize("{bots} bots", "{bots}机器人", bots=bots)))
    )
