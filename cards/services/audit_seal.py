"""The chain of the audit: each event is sealed once, with the hash of the one sealed before it.

The chain is built after the fact, so that no request waits for another's.
"""

from django.db import transaction

from cards.models import AuditEvent
from cards.queries.audit_chain import FIRST, event_hash

BATCH = 500


def audit_seal() -> int:
    """Seal the events that are not sealed yet, oldest first; return how many. One caller at a time: the elected relay."""
    with transaction.atomic():
        last = AuditEvent.objects.filter(seal_no__isnull=False).order_by("-seal_no").first()
        number, before = (last.seal_no or 0, event_hash(last)) if last else (0, FIRST)
        events = list(AuditEvent.objects.filter(prev_hash__isnull=True).order_by("id")[:BATCH])
        for event in events:
            number += 1
            event.seal_no, event.prev_hash = number, before
            event.save(update_fields=["seal_no", "prev_hash"])
            before = event_hash(event)
    return len(events)
