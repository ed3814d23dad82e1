"""The audit of a pack: events by who, what and when, a page at a time by cursor."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Q, QuerySet

from cards.csv_file import BOM, csv_line
from cards.errors import NotFound
from cards.models import AuditEvent, Pack
from cards.permissions import Act, Actor, require, require_account, require_scope
from cards.values import frozen_dataclass

PAGE = 100
FILE_ROWS = 100_000
HEADER = ("id", "at", "actor", "action", "target", "details", "request_id", "seal_no", "prev_hash")


@frozen_dataclass
class AuditFilters:
    """What is asked for.

    Shapes: who is a part of a name or an email; kind the beginning of an action (`card`, `member.set`); dates are
            whole days in UTC, both included.
    """

    who: str = ""
    kind: str = ""
    since: date | None = None
    until: date | None = None


def audit_events(*, account: Actor, pack: Pack, filters: AuditFilters) -> QuerySet[AuditEvent]:
    """Return the events of a pack, the newest first, for those who may see them."""
    require(account=account, pack=pack, act=Act.PACK_AUDIT)
    return _filtered(AuditEvent.objects.filter(pack=pack), filters)


def audit_everywhere(*, account: Actor, filters: AuditFilters) -> QuerySet[AuditEvent]:
    """Return the events of the whole portal, the newest first, for operators; NotFound for all others."""
    by = require_account(account)
    require_scope(account=by, scope=None)
    if not by.is_operator:
        raise NotFound()
    return _filtered(AuditEvent.objects.all(), filters)


def _filtered(events: QuerySet[AuditEvent], filters: AuditFilters) -> QuerySet[AuditEvent]:
    rows = events.select_related("actor", "pack").order_by("-id")
    if filters.who:
        rows = rows.filter(Q(actor__email__icontains=filters.who) | Q(actor__name__icontains=filters.who))
    if filters.kind:
        rows = rows.filter(action__startswith=filters.kind)
    if filters.since:
        rows = rows.filter(at__gte=_midnight(filters.since))
    if filters.until:
        rows = rows.filter(at__lt=_midnight(filters.until) + timedelta(days=1))
    return rows


def audit_page(events: QuerySet[AuditEvent], *, before: int | None) -> tuple[list[AuditEvent], int | None]:
    """Return the events before an id and the id that the next page goes on before, if there is one."""
    rows = list((events.filter(id__lt=before) if before is not None else events)[: PAGE + 1])
    return rows[:PAGE], rows[PAGE - 1].pk if len(rows) > PAGE else None


def audit_lines(events: Iterable[AuditEvent]) -> Iterator[str]:
    """Yield the events as CSV, the header first; no cell is a formula."""
    yield BOM + csv_line(HEADER)
    for event in events:
        yield csv_line(
            (
                str(event.pk),
                event.at.astimezone(UTC).isoformat(),
                event.actor.email if event.actor else "",
                event.action,
                event.target,
                details_text(event),
                event.request_id,
                str(event.seal_no or ""),
                event.prev_hash or "",
            )
        )


def details_text(event: AuditEvent) -> str:
    """Return the details in one line."""
    return "; ".join(f"{key}={value}" for key, value in event.details.items())


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
