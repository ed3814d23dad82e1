"""Which acts and details of the audit have no words for readers."""

from collections.abc import Iterable

from cards.models import AuditEvent
from cards.web.activity import WORDS
from cards.web.audit_words import BETWEEN, LABELS, OWN_WORDS


def wordless(events: Iterable[AuditEvent]) -> set[str]:
    """Return the acts and details of events that have no words on the page of the audit."""
    rows = list(events)
    acts = {event.action for event in rows} - {*WORDS, *OWN_WORDS}
    return acts | ({key for event in rows for key in event.details} - {*LABELS, *BETWEEN})
