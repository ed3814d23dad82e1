"""The audit of a pack: a page with filters, and the same as CSV."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from cards.localization import localize
from cards.models import Pack
from cards.permissions import Act
from cards.queries.audit import FILE_ROWS, AuditFilters, audit_events, audit_lines, audit_page, details_text
from cards.queries.packs import pack_get
from cards.web.forms import AuditForm
from cards.web.page import page
from cards.web.text import bilingual_plain

DIGITS = 18  # of a cursor


@require_GET
@page
def audit(request: HttpRequest, pack: str) -> HttpResponse:
    """Show who did what in a pack, the newest first."""
    row, form, filters = _read_filters(request, pack)
    events = audit_events(account=request.user, pack=row, filters=filters)
    cursor = request.GET.get("before", "")
    before = int(cursor) if cursor.isascii() and cursor.isdigit() and len(cursor) <= DIGITS else None
    rows, after = audit_page(events, before=before)
    params = {key: value for key, value in request.GET.items() if key != "before" and value}
    crumbs = [
        (reverse("cards:pack-detail", args=[pack]), bilingual_plain(row.name)),
        (reverse("cards:member-list", args=[pack]), localize("People", "成员")),
        ("", localize("Audit", "审计")),
    ]
    context: dict[str, Any] = {
        "pack": row,
        "section": "people",
        "crumbs": crumbs,
        "form": form,
        "events": [(event, details_text(event)) for event in rows],
        "first_url": f"?{urlencode(params)}" if before is not None else "",
        "next_url": f"?{urlencode({**params, 'before': after})}" if after is not None else "",
        "csv_url": f"{reverse('cards:audit-file', args=[pack])}?{urlencode(params)}",
        "filtered": bool(params),
    }
    return render(request, "cards/audit.html", context)


@require_GET
@page
def audit_file(request: HttpRequest, pack: str) -> StreamingHttpResponse:
    """Return the events that the filters let through, at most 100,000 of them, as CSV."""
    row, _, filters = _read_filters(request, pack)
    events = audit_events(account=request.user, pack=row, filters=filters)[:FILE_ROWS]
    response = StreamingHttpResponse(
        audit_lines(events.iterator(chunk_size=1000)), content_type="text/csv; charset=utf-8"
    )
    response.headers["Content-Disposition"] = f'attachment; filename="{row.slug}-audit.csv"'
    return response


def _read_filters(request: HttpRequest, pack: str) -> tuple[Pack, AuditForm, AuditFilters]:
    """Return the pack, the form as it was filled in, and those of its filters that can be read."""
    row = pack_get(account=request.user, slug=pack, act=Act.PACK_AUDIT)
    form = AuditForm(request.GET)
    form.is_valid()
    return row, form, AuditFilters(**{key: value for key, value in form.cleaned_data.items() if value})
