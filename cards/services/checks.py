"""Checks of packs: a page checks a few cards and asks for the rest; the relay checks those between its rounds."""

from cards.models import Card, Draft, Pack
from cards.queries.problems import counts_within
from cards.services.checks_wanted import checks_done, checks_wanted
from cards.services.readiness import readiness_fill

BATCH_SIZE = 400  # drafts that one round checks
GATES_BATCH_SIZE = 1_000  # cards that one round checks for a gate: each such round reads the whole plan


def checks_fill() -> int:
    """Check some cards of the pack that was asked for first; return how many cards of it still wait."""
    pack_ids = checks_wanted()
    if not pack_ids:
        return 0
    pack = Pack.objects.filter(pk=pack_ids[0]).first()
    waiting = _fill(pack) if pack is not None else 0
    if not waiting:
        checks_done(pack_ids[0])
    return waiting


def _fill(pack: Pack) -> int:
    live = Card.objects.filter(pack=pack, trashed_at__isnull=True, purged_at__isnull=True)
    drafts = counts_within(
        pack=pack, versions_or_drafts=Draft.objects.filter(card__in=live).order_by("pk"), limit=BATCH_SIZE
    )
    return drafts.unchecked or readiness_fill(pack=pack, limit=GATES_BATCH_SIZE)
