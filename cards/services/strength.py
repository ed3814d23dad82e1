"""The strength of a card, measured by a worker: asked for when a page or a program wants it, kept until something that decides it changes."""

from collections.abc import Mapping, Sequence
from typing import Any

import structlog

from cards.gateway import rulesets
from cards.models import Card, CardVersion
from cards.queries.strength import measurable, strength_claim, strength_hold, strength_kept, strength_of
from cards.services.outbox_notify import wake_strength

log = structlog.get_logger(__name__)
AFTER_FAILURE = 3600  # seconds after which a measurement in which the code of a game failed is asked for again
ASKED_AGAIN = 60  # seconds after which a measurement that nothing came of is asked for again


def strength_look(*, card: Card, version: CardVersion | None = None) -> tuple[Mapping[str, Any] | None, bool]:
    """Return what is kept of a card's strength as it is now, and whether a worker was asked for what is not kept.

    It is derived from what it ran on, so no event records it.
    """
    target = measurable(card=card, version=version)
    if target is None:
        return None, False
    stored = strength_kept(of=target)
    if stored is None and strength_claim(of=target, seconds=ASKED_AGAIN):
        wake_strength(card.pk, None if version is None else version.pk)
    return stored, stored is None


def strength_measure(*, card_id: int, version_id: int | None) -> bool:
    """Measure a card, of its draft or of one version, as both are now; return whether there was anything to do."""
    card = Card.objects.select_related("pack").filter(pk=card_id, purged_at__isnull=True).first()
    version = None if version_id is None else CardVersion.objects.filter(pk=version_id, card_id=card_id).first()
    if card is None or (version_id is not None and version is None):
        return False
    target = measurable(card=card, version=version)
    if target is None or strength_kept(of=target) is not None:
        return False
    try:
        return strength_of(of=target) is not None
    except Exception as error:
        if rulesets.failed_game(error) is None:
            raise
        log.exception("a game failed in a measurement", card=card_id)
        strength_hold(of=target, seconds=AFTER_FAILURE)
        return False


def guards_measure(*, versions: Sequence[CardVersion], limit: int) -> None:
    """Measure versions without a stored result, up to a limit."""
    for version in versions:
        target = measurable(card=version.card, version=version) if limit > 0 else None
        if target is not None and strength_kept(of=target) is None:
            strength_of(of=target)
            limit -= 1
