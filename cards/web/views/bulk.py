"""Everything over many cards: the grid, CSV out and in, find and replace, the check before writing, undo."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from cards.errors import InvalidFields, Refusal
from cards.localization import data_language, localize
from cards.models import BulkKind, JobKind, Pack
from cards.permissions import Act
from cards.queries.find import find_cards
from cards.services.bulk import BULK_LIMIT, BulkReport, bulk_check, bulk_size, bulk_undo, bulk_write
from cards.services.bulk_columns import CellError
from cards.services.bulk_csv import csv_lines, csv_read, sheet_of_cards
from cards.services.bulk_plan import Plan, plan_of
from cards.services.job import LONG, JobForm
from cards.web.access import access
from cards.web.bulk_find import find_form, value_choices
from cards.web.bulk_grid import grid_page, posted_edits
from cards.web.bulk_history import history_rows
from cards.web.bulk_plan import report_page
from cards.web.bulk_results import Replacing, field_plan, hits, left_out_lines, text_plan
from cards.web.forms import NOT_FIELDS, refusal_line
from cards.web.listing import filters_of, kept_query
from cards.web.page import attachment, csv_file, pack_context, pack_page, queue_job, required
from cards.web.pages import paged
from cards.web.text import bilingual_plain, in_both

OK = 200
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
HITS = 20  # cards of one page of results


@pack_page(Act.CARD_READ)
def bulk(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the fields of many cards as a grid."""
    context = _context(request, pack, localize("Edit fields", "编辑字段"), "grid") | {
        "grid": grid_page(pack, request.GET)
    }
    return render(request, "cards/bulk.html", context)


def _context(request: HttpRequest, pack: Pack, title: str, tab: str) -> dict[str, Any]:
    rights = access(request.user, pack)
    return pack_context(
        pack,
        "bulk",
        localize("Bulk and find", "批量与查找"),
        title=title,
        tab=tab,
        can=rights.can,
        why=rights.why,
        limit=BULK_LIMIT,
        kept=kept_query(request.GET),
    )


@pack_page(Act.DRAFT_SAVE, "POST")
def bulk_preview(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show what the cells of the grid, or a plan against the drafts as they are now, would change."""
    if "plan" in request.POST:
        return _render_check(request, pack, plan_of(request.POST["plan"]).refreshed())
    edits, errors = posted_edits(pack, request.POST)
    return _render_check(
        request,
        pack,
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
        return queue_job(
            request, pack, JobForm(JobKind.BULK, {"what": dict(plan.what)}, plan.to_json().encode(), is_dry=True)
        )
    report = bulk_check(account=request.user, pack=pack, edits=plan.edits)
    context = _context(request, pack, localize("Check before writing", "写入前检查"), plan.kind) | _report(
        pack, plan, report, errors
    )
    return render(request, "cards/bulk_check.html", context | dict(extra or {}), status=status)


def _report(pack: Pack, plan: Plan, report: BulkReport, errors: Sequence[CellError]) -> dict[str, Any]:
    written = {card.edit.written_id: card.edit for card in report.cards}
    edits = tuple(written[edit.written_id] for edit in plan.edits if edit.written_id in written)
    return {
        "plan": Plan(plan.kind, plan.what, edits).to_json(),
        "what": bilingual_plain(plan.what),
        "kind": plan.kind,
        "report": report_page(pack, report, errors),
        "cell_errors": [(error, error.detail[data_language()]) for error in errors],
    }


@pack_page(Act.DRAFT_SAVE, "POST")
def bulk_save(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Write a plan as it was shown; where it is refused, show it again with the reason."""
    plan = plan_of(required(request.POST, "plan"))
    if len(plan.edits) > LONG:
        return queue_job(request, pack, JobForm(JobKind.BULK, {"what": dict(plan.what)}, plan.to_json().encode()))
    try:
        bulk_edit = bulk_write(
            actor=request.user, pack=pack, edits=plan.edits, kind=plan.kind, summary={"what": plan.what}
        )
    except Refusal as refusal:
        return _render_check(request, pack, plan, extra={"refusal": refusal_line(refusal)}, status=refusal.status)
    count = bulk_edit.changes.count()
    text = localize("{count:card is|cards are} changed.", "已修改 {count} 张卡牌。", count=count)
    messages.success(request, text + " " + localize("You can undo the whole edit here.", "可在此处整体撤销。"))
    return redirect("cards:bulk-history", pack)


@pack_page(Act.CARD_READ)
def bulk_history(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the bulk edits of a pack, each with its undo."""
    return _render_history(request, pack, request.GET)


def _render_history(
    request: HttpRequest, pack: Pack, params: QueryDict, status: int = 200, **extra: str
) -> HttpResponse:
    rows = history_rows(pack, params)
    context = _context(request, pack, localize("Bulk edits", "批量修改记录"), "history")
    context |= {"listing": rows, "rows": rows.rows, **extra}
    return render(request, "cards/bulk_history.html", context, status=status)


@pack_page(Act.DRAFT_SAVE, "POST")
def bulk_take_back(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Undo a bulk edit as a whole."""
    if bulk_size(pack=pack, number=number) > LONG:
        return queue_job(request, pack, JobForm(JobKind.UNDO, {"number": number}))
    try:
        bulk_edit = bulk_undo(actor=request.user, pack=pack, number=number)
    except Refusal as refusal:
        if refusal.status in NOT_FIELDS:
            raise
        return _render_history(request, pack, QueryDict(), refusal.status, refusal=refusal_line(refusal))
    count = bulk_edit.changes.count()
    messages.success(
        request, localize("{count:card is|cards are} as before.", "{count} 张卡牌已恢复原状。", count=count)
    )
    return redirect("cards:bulk-history", pack)


@pack_page(Act.CARD_READ, "GET", "POST")
def bulk_csv(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Offer the file of the cards, and check a file that comes back."""
    context = _context(request, pack, localize("CSV export and import", "CSV 导出与导入"), "csv")
    if request.method == "GET":
        return render(request, "cards/bulk_csv.html", context)
    try:
        upload = request.FILES.get("file")
        if upload is None:
            raise InvalidFields.of("/file", "Choose a file.", "请选择文件。")
        report = csv_read(account=request.user, pack=pack, data=upload.read())
    except Refusal as refusal:
        if refusal.status in NOT_FIELDS:
            raise
        context["refusal"] = _first_detail(refusal)
        return render(request, "cards/bulk_csv.html", context, status=refusal.status)
    counts = {"name": (upload.name or "")[:80], "rows": report.rows}
    what = in_both(lambda: localize("{name}, {rows:row|rows}", "{name}，共 {rows} 行", **counts))
    edits = tuple(edit for edit in report.edits if edit.changes)
    warnings = [(warning, warning.detail[data_language()]) for warning in report.warnings]
    return _render_check(request, pack, Plan(BulkKind.CSV, what, edits), report.errors, {"cell_warnings": warnings})


def _first_detail(refusal: Refusal) -> str:
    """Return the first error of the file that was sent."""
    line = refusal_line(refusal)
    return str(refusal.errors[0]["detail"][data_language()]) if refusal.errors else line


@pack_page(Act.CARD_READ)
def bulk_file(request: HttpRequest, pack: Pack, is_workbook: bool = False) -> HttpResponse | StreamingHttpResponse:
    """Send the fields of the cards as CSV, or as a workbook."""
    filters, _ = filters_of(pack, request.GET)
    if is_workbook:
        data = sheet_of_cards(account=request.user, pack=pack, filters=filters)
        return attachment(HttpResponse(data, content_type=WORKBOOK), f"{pack.slug}-cards.xlsx")
    lines = csv_lines(account=request.user, pack=pack, filters=filters)
    return csv_file(lines, f"{pack.slug}-cards.csv")


@pack_page(Act.CARD_READ)
def bulk_find(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Find cards by their effects or a piece of JSON; show what a replacement would change before it is written."""
    form = find_form(pack, request.GET)
    filters, facets = filters_of(pack, request.GET)
    if "preview" in request.GET and not form.errors:
        if form.replacement is not None and form.query:
            return _replacing(request, pack, field_plan(pack, form, filters))
        if form.text is not None:
            return _replacing(request, pack, text_plan(pack, form, filters))
    context = _context(request, pack, localize("Find and replace", "查找与替换"), "find")
    context |= {"form": form, "facets": facets, "value_choices": value_choices(pack, form.node)}
    if form.query and not form.errors:
        listing = paged(find_cards(pack=pack, query=form.query, filters=filters), request.GET, HITS)
        context |= {"listing": listing, "hits": hits(pack, listing.rows, form.query)}
    return render(request, "cards/bulk_find.html", context)


def _replacing(request: HttpRequest, pack: Pack, search: Replacing) -> HttpResponse:
    params = request.GET.copy()
    params.pop("preview", None)
    url = f"{reverse('cards:bulk-find', args=[pack])}?{params.urlencode()}"
    if len(search.plan.edits) > LONG:  # a page that is read again must not queue another check
        context = _context(request, pack, localize("Check before writing", "写入前检查"), "find") | {
            "plan": search.plan.to_json(),
            "what": bilingual_plain(search.plan.what),
            "count": len(search.plan.edits),
            "back": url,
            "is_cut": search.is_cut,
        }
        return render(request, "cards/bulk_long.html", context)
    more = {"left_out": left_out_lines(pack, search.left_out), "is_cut": search.is_cut, "back": url}
    return _render_check(request, pack, search.plan, extra=more)
