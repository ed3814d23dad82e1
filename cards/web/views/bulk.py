"""Everything over many cards: the grid, CSV out and in, find and replace, the check before writing, undo."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from cards.errors import InvalidFields, Refusal
from cards.localization import data_language, localize
from cards.models import BulkKind, JobKind, Pack
from cards.permissions import Act
from cards.queries.find import find_cards
from cards.queries.packs import pack_get
from cards.services.bulk import BULK_LIMIT, BulkReport, CardEdit, bulk_check, bulk_size, bulk_undo, bulk_write
from cards.services.bulk_columns import CellError
from cards.services.bulk_csv import csv_lines, csv_read
from cards.services.bulk_plan import Plan, plan_of
from cards.services.job import LONG, JobForm, job_queue
from cards.web.access import access
from cards.web.bulk_find import find_form, value_choices
from cards.web.bulk_grid import grid_page, posted_edits
from cards.web.bulk_history import history_rows
from cards.web.bulk_plan import report_page
from cards.web.bulk_results import Replacing, field_plan, hits, left_out_lines, text_plan
from cards.web.forms import NOT_FIELDS, said
from cards.web.listing import filters_of, kept_query
from cards.web.page import page, required
from cards.web.pages import paged
from cards.web.text import bilingual_plain, in_both

OK = 200
HITS = 20  # cards of one page of results


@require_GET
@page
def bulk(request: HttpRequest, pack: str) -> HttpResponse:
    """Show the fields of many cards as a grid."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    context = _context(request, row, localize("Edit fields", "编辑字段"), "grid") | {
        "grid": grid_page(row, request.GET)
    }
    return render(request, "cards/bulk.html", context)


def _context(request: HttpRequest, pack: Pack, title: str, tab: str) -> dict[str, Any]:
    rights = access(request.user, pack)
    crumbs = [
        (reverse("cards:pack-detail", args=[pack.slug]), bilingual_plain(pack.name)),
        ("", localize("Bulk and find", "批量与查找")),
    ]
    return {
        "pack": pack,
        "section": "bulk",
        "title": title,
        "tab": tab,
        "can": rights.can,
        "why": rights.why,
        "crumbs": crumbs,
        "limit": BULK_LIMIT,
        "kept": kept_query(request.GET),
    }


@require_POST
@page
def bulk_preview(request: HttpRequest, pack: str) -> HttpResponse:
    """Show what the cells of the grid, or a plan against the drafts as they are now, would change."""
    row = pack_get(account=request.user, slug=pack, act=Act.DRAFT_SAVE)
    if "plan" in request.POST:
        return _render_check(request, row, plan_of(request.POST["plan"]).refreshed())
    edits, errors = posted_edits(row, request.POST)
    return _render_check(
        request,
        row,
        Plan(BulkKind.GRID, in_both(lambda: localize("Fields in the grid", "表格中的字段")), tuple(edits)),
        errors,
    )


def _render_check(
    request: HttpRequest,
    pack: Pack,
    plan: Plan,
    errors: Sequence[CellError] = (),
    extra: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show a plan before it is written; a long one is checked by a job, whose page shows the same."""
    if len(plan.edits) > LONG and not errors and status == OK:
        form = JobForm(JobKind.BULK, {"what": dict(plan.what)}, plan.to_json().encode(), is_dry=True)
        return redirect("cards:job-detail", pack.slug, job_queue(actor=request.user, pack=pack, form=form).number)
    report = bulk_check(account=request.user, pack=pack, edits=plan.edits)
    context = _context(request, pack, localize("Check before writing", "写入前检查"), plan.kind) | _report(
        pack, plan, report, errors
    )
    return render(request, "cards/bulk_check.html", context | dict(extra or {}), status=status)


def _report(pack: Pack, plan: Plan, report: BulkReport, errors: Sequence[CellError]) -> dict[str, Any]:
    written = {card.edit.written_id: card.edit for card in report.cards}
    named = tuple(written.get(edit.written_id, edit) for edit in plan.edits if edit.written_id in written)
    kept = Plan(plan.kind, plan.what, named)
    return {
        "plan": kept.to_json(),
        "what": bilingual_plain(plan.what),
        "kind": plan.kind,
        "report": report_page(pack, report, errors),
        "cell_errors": [(error, error.detail[data_language()]) for error in errors],
    }


@require_POST
@page
def bulk_save(request: HttpRequest, pack: str) -> HttpResponse:
    """Write a plan as it was shown; where it is refused, show it again with the reason."""
    row = pack_get(account=request.user, slug=pack, act=Act.DRAFT_SAVE)
    plan = plan_of(required(request.POST, "plan"))
    if len(plan.edits) > LONG:
        form = JobForm(JobKind.BULK, {"what": dict(plan.what)}, plan.to_json().encode())
        return redirect("cards:job-detail", pack, job_queue(actor=request.user, pack=row, form=form).number)
    try:
        bulk_edit = bulk_write(
            actor=request.user, pack=row, edits=plan.edits, kind=plan.kind, summary={"what": plan.what}
        )
    except Refusal as refusal:
        if refusal.status in NOT_FIELDS:
            raise
        return _render_check(
            request, row, plan, extra={"refusal": said(refusal, data_language())}, status=refusal.status
        )
    count = bulk_edit.changes.count()
    text = localize("{count:card is|cards are} changed.", "已修改 {count} 张卡牌。", count=count)
    messages.success(request, text + " " + localize("It can be undone here as one.", "可在此处整体撤销。"))
    return redirect("cards:bulk-history", pack)


@require_GET
@page
def bulk_history(request: HttpRequest, pack: str) -> HttpResponse:
    """Show the bulk edits of a pack, each with its undo."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    rows = history_rows(row, request.GET)
    context = _context(request, row, localize("Bulk edits", "批量修改记录"), "history") | {
        "listing": rows,
        "rows": rows.rows,
    }
    return render(request, "cards/bulk_history.html", context)


@require_POST
@page
def bulk_take_back(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """Undo a bulk edit as a whole."""
    row = pack_get(account=request.user, slug=pack, act=Act.DRAFT_SAVE)
    if bulk_size(pack=row, number=number) > LONG:
        form = JobForm(JobKind.UNDO, {"number": number})
        return redirect("cards:job-detail", pack, job_queue(actor=request.user, pack=row, form=form).number)
    try:
        bulk_edit = bulk_undo(actor=request.user, pack=row, number=number)
    except Refusal as refusal:
        if refusal.status in NOT_FIELDS:
            raise
        rows = history_rows(row, QueryDict())
        context = _context(request, row, localize("Bulk edits", "批量修改记录"), "history") | {
            "listing": rows,
            "rows": rows.rows,
        }
        shown = context | {"refusal": said(refusal, data_language())}
        return render(request, "cards/bulk_history.html", shown, status=refusal.status)
    count = bulk_edit.changes.count()
    messages.success(
        request, localize("{count:card is|cards are} as before.", "{count} 张卡牌已恢复原状。", count=count)
    )
    return redirect("cards:bulk-history", pack)


@require_http_methods(["GET", "POST"])
@page
def bulk_csv(request: HttpRequest, pack: str) -> HttpResponse:
    """Offer the file of the cards, and check a file that comes back."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    context = _context(request, row, localize("CSV out and in", "CSV 导出与导入"), "csv")
    if request.method == "GET":
        return render(request, "cards/bulk_csv.html", context)
    try:
        upload = request.FILES.get("file")
        if upload is None:
            raise InvalidFields.of("/file", "Choose a file.", "请选择文件。")
        report = csv_read(account=request.user, pack=row, data=upload.read())
    except Refusal as refusal:
        if refusal.status in NOT_FIELDS:
            raise
        shown = context | {"refusal": _first_detail(refusal)}
        return render(request, "cards/bulk_csv.html", shown, status=refusal.status)
    counts = {"name": (upload.name or "")[:80], "rows": report.rows}
    what = in_both(lambda: localize("{name}, {rows:row|rows}", "{name}，共 {rows} 行", **counts))
    return _render_check(request, row, Plan(BulkKind.CSV, what, _changing(report.edits)), report.errors)


def _first_detail(refusal: Refusal) -> str:
    """Return the error of the one thing that was sent."""
    if refusal.errors:
        return str(refusal.errors[0]["detail"][data_language()])
    return said(refusal, data_language())


def _changing(edits: Sequence[CardEdit]) -> tuple[CardEdit, ...]:
    return tuple(edit for edit in edits if edit.changes)


@require_GET
@page
def bulk_file(request: HttpRequest, pack: str) -> StreamingHttpResponse:
    """Send the fields of the cards as CSV."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    filters, _ = filters_of(row, request.GET)
    lines = csv_lines(account=request.user, pack=row, filters=filters)
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{row.slug}-cards.csv"'
    return response


@require_GET
@page
def bulk_find(request: HttpRequest, pack: str) -> HttpResponse:
    """Find cards by their effects or a piece of JSON; show what a replacement would change before it is written."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    form = find_form(row, request.GET)
    filters, facets = filters_of(row, request.GET)
    if "preview" in request.GET and not form.errors:
        if form.replacement is not None and form.query:
            return _replacing(request, row, field_plan(row, form, filters))
        if form.text is not None:
            return _replacing(request, row, text_plan(row, form, filters))
    context = _context(request, row, localize("Find and replace", "查找与替换"), "find")
    context |= {"form": form, "facets": facets, "value_choices": value_choices(row, form.node)}
    if form.query and not form.errors:
        found = paged(find_cards(pack=row, query=form.query, filters=filters), request.GET, HITS)
        context |= {"listing": found, "hits": hits(row, found.rows, form.query)}
    return render(request, "cards/bulk_find.html", context)


def _replacing(request: HttpRequest, pack: Pack, search: Replacing) -> HttpResponse:
    url = f"{reverse('cards:bulk-find', args=[pack.slug])}?{_without_preview(request.GET)}"
    if len(search.plan.edits) > LONG:  # a page that is read again must not queue another check
        context = _context(request, pack, localize("Check before writing", "写入前检查"), "find")
        long = {
            "plan": search.plan.to_json(),
            "what": bilingual_plain(search.plan.what),
            "count": len(search.plan.edits),
        }
        return render(request, "cards/bulk_long.html", context | long | {"back": url, "is_cut": search.is_cut})
    more = {"left_out": left_out_lines(pack, search.left_out), "is_cut": search.is_cut, "back": url}
    return _render_check(request, pack, search.plan, extra=more)


def _without_preview(asked: QueryDict) -> str:
    kept = asked.copy()
    kept.pop("preview", None)
    return kept.urlencode()
