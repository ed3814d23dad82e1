"""The audit of a pack: a page with filters, and the same as CSV."""

from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse

from cards.localization import localize
from cards.models import AuditEvent, Pack
from cards.permissions import Act
from cards.queries.audit import FILE_ROWS, AuditFilters, audit_events, audit_lines, audit_page
from cards.web.audit_words import audit_lines_of
from cards.web.forms import AuditForm
from cards.web.page import csv_file, is_number, pack_context, pack_page

DIGITS = 18  # of a cursor


@pack_page(Act.PACK_AUDIT)
def audit(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show who did what in a pack, the newest first."""
    form, filters = read_filters(request)
    context = events_context(request, audit_events(account=request.user, pack=pack, filters=filters))
    context |= {"form": form, "csv_url": f"{reverse('cards:audit-file', args=[pack])}?{context['query']}"}
    people = (reverse("cards:member-list", args=[pack]), localize("People", "成员"))
    return render(
        request, "cards/audit.html", pack_context(pack, "people", localize("Audit", "审计"), people, **context)
    )


def events_context(request: HttpRequest, events: QuerySet[AuditEvent]) -> dict[str, Any]:
    """Return what a page shows of events: those before the cursor of the query string, and the way to others."""
    cursor = request.GET.get("before", "")
    before = int(cursor) if is_number(cursor, DIGITS) else None
    rows, after = audit_page(events, before=before)
    params = {key: value for key, value in request.GET.items() if key != "before" and value}
    return {
        "lines": audit_lines_of(rows),
        "first_url": f"?{urlencode(params)}" if before is not None else "",
        "next_url": f"?{urlencode({**params, 'before': after})}" if after is not None else "",
        "query": urlencode(params),
        "filtered": bool(params),
    }


@pack_page(Act.PACK_AUDIT)
def audit_file(request: HttpRequest, pack: Pack) -> StreamingHttpResponse:
    """Return the events that the filters let through, at most 100,000 of them, as CSV."""
    _, filters = read_filters(request)
    events = audit_events(account=request.user, pack=pack, filters=filters)[:FILE_ROWS]
    return csv_file(audit_lines(events.iterator(chunk_size=1000)), f"{pack.slug}-audit.csv")


def read_filters(request: HttpRequest) -> tuple[AuditForm, AuditFilters]:
    """Return the form as it was filled in, and those of its filters that can be read."""
    form = AuditForm(request.GET)
    form.is_valid()
    return form, AuditFilters(**{key: value for key, value in form.cleaned_data.items() if value})
