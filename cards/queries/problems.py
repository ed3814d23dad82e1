"""What the engine says about the cards of a pack: never stored in a row, remembered by hash."""

from __future__ import annotations

from collections.abc import Iterable

from cards import gateway
from cards.models import Card, CardVersion, Draft, Pack


def known_ids(*, pack: Pack) -> frozenset[str]:
    """Return the ids of the cards that a card of the pack may refer to."""
    live = Card.objects.filter(pack=pack, trashed_at__isnull=True, retired_at__isnull=True)
    return frozenset(live.values_list("written_id", flat=True))


def draft_report(*, draft: Draft, pack: Pack) -> gateway.CardReport:
    """Return the full report on the current draft."""
    return gateway.validate(pack.ruleset, draft.text, known=known_ids(pack=pack), texts=draft.texts)


def version_report(*, version: CardVersion, pack: Pack) -> gateway.CardReport:
    """Return the full report on a version, by today's engine and today's names in the pack."""
    return gateway.validate(pack.ruleset, version.text, known=known_ids(pack=pack), texts=version.texts)


def draft_counts(*, drafts: Iterable[Draft], pack: Pack) -> dict[str, gateway.Counts]:
    """Return the counts of problems of many drafts, keyed by their source hash."""
    asked = [(draft.source_sha, draft.text, draft.texts) for draft in drafts]
    return gateway.problem_counts(pack.ruleset, asked, known=known_ids(pack=pack))
