"""What a card was: its draft, every save, every version."""

from datetime import datetime
from typing import Literal

from django.db.models import QuerySet

from cards.lookups import first_or_not_found
from cards.models import Account, Blob, Card, CardVersion, Draft, DraftRevision
from cards.values import frozen_dataclass

HISTORY_LIMIT = 200  # most entries of one page of a card's history


@frozen_dataclass
class HistoryEntry:
    """One line of a card's history: a save, a version saved, or a release that took it along."""

    kind: Literal["revision", "version", "release"]
    at: datetime
    by: Account
    number: str
    note: str


def draft_get(*, card: Card) -> Draft:
    """Return the working copy of a card."""
    return Draft.objects.select_related("saved_by", "card").get(card=card)


def revision_list(*, card: Card) -> QuerySet[DraftRevision]:
    """Return every save of a card's draft without its text, newest first."""
    return DraftRevision.objects.filter(draft__card=card).select_related("author").defer("text", "texts")


def revision_get(*, card: Card, number: int) -> DraftRevision:
    """Return one save with its text."""
    return first_or_not_found(DraftRevision.objects.filter(draft__card=card, revision=number).select_related("author"))


def version_list(*, card: Card) -> QuerySet[CardVersion]:
    """Return the versions of a card without their texts, newest first."""
    versions = CardVersion.objects.filter(card=card).select_related("author", "parent")
    return versions.defer("text", "document", "search", "grams", "parent__text", "parent__document", "parent__search")


def version_get(*, card: Card, number: int) -> CardVersion:
    """Return one version with its text."""
    return first_or_not_found(CardVersion.objects.filter(card=card, number=number).select_related("author", "parent"))


def blob_data(*, sha256: str) -> bytes:
    """Return the bytes under a hash; who may read them is the caller's to know."""
    data = first_or_not_found(Blob.objects.filter(sha256=sha256).values_list("data", flat=True))
    return bytes(data)


def card_history(*, card: Card, limit: int = HISTORY_LIMIT) -> list[HistoryEntry]:
    """Return saves, versions and releases of a card together, newest first, in three queries."""
    limit = min(limit, HISTORY_LIMIT)
    entries = [
        HistoryEntry("revision", row.saved_at, row.author, f"r{row.revision}", row.origin)
        for row in revision_list(card=card)[:limit]
    ]
    entries += [
        HistoryEntry("version", row.created_at, row.author, f"v{row.number}", row.message)
        for row in version_list(card=card)[:limit]
    ]
    release_rows = card.released_in.select_related("release", "release__released_by", "version").order_by("-pk")
    entries += [
        HistoryEntry(
            "release", row.release.released_at, row.release.released_by, row.release.version, f"v{row.version.number}"
        )
        for row in release_rows.defer("version__text", "version__document", "version__search")[:limit]
    ]
    return sorted(entries, key=lambda entry: entry.at, reverse=True)[:limit]
