"""Whether the audit is still what was written: the chain of its seals, its gaps and its order in time."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import timedelta

from django.db.models.functions import Now

from cards.models import AuditEvent

FIRST = "0" * 64
"""What the first seal has for the one before it."""
MAX_BACKDATING = timedelta(minutes=10)  # that an event may be older than one sealed before it: a slow transaction
MAX_SEAL_DELAY = timedelta(minutes=10)  # that an event may wait for its seal while the relay runs
CHUNK = 2_000  # rows in memory


def event_hash(event: AuditEvent) -> str:
    """Return the hash of a sealed event: of everything that it says and of the seal before it."""
    content = {
        "seal_no": event.seal_no,
        "prev_hash": event.prev_hash,
        "id": event.pk,
        "at": event.at.isoformat(),
        "actor": event.actor_id,
        "action": event.action,
        "pack": event.pack_id,
        "target": event.target,
        "details": event.details,
        "request_id": event.request_id,
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def audit_differences(*, expect: Mapping[int, str] | None = None) -> Iterator[str]:
    """Yield the faults of the sealed events, in their order; a whole chain has none.

    Shapes: expect maps the numbers of seals that were noted down earlier, outside the database, to their hashes. Without one,
            a cut end of the chain, or a change of its last event, cannot be noticed.
    """
    number, before, latest, seals = 0, FIRST, None, dict(expect or {})
    for event in AuditEvent.objects.filter(seal_no__isnull=False).order_by("seal_no").iterator(chunk_size=CHUNK):
        number += 1
        if event.seal_no != number:
            yield f"seal {number} is missing: the next is {event.seal_no} (event {event.pk})"
            number = event.seal_no or number
        elif event.prev_hash != before:
            yield f"seal {number - 1} was changed after it was sealed: event {event.pk} holds another hash of it"
        if latest is not None and event.at < latest - MAX_BACKDATING:
            yield f"seal {number} is out of order: event {event.pk} is dated {event.at.isoformat()}"
        latest = event.at if latest is None else max(latest, event.at)
        before = event_hash(event)
        if seals.pop(number, before) != before:
            yield f"seal {number} is not the one that was noted: event {event.pk} has another hash"
    if seals:
        yield f"seal {min(seals)} is missing: the chain ends at {number}"
    late = AuditEvent.objects.filter(prev_hash__isnull=True, at__lt=Now() - MAX_SEAL_DELAY)
    for pk in late.order_by("id").values_list("pk", flat=True)[:1]:
        yield f"event {pk} is not sealed: does the relay run?"


def audit_head() -> tuple[int, str]:
    """Return the number and the hash of the newest seal, to be noted down outside the database."""
    last = AuditEvent.objects.filter(seal_no__isnull=False).order_by("-seal_no").first()
    return (last.seal_no or 0, event_hash(last)) if last else (0, FIRST)
