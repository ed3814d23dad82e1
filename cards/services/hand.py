"""Playing a hand with a card's draft: the plan of its matches, made when it is asked for and remembered for an hour."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.cache import cache

from cards.errors import QuotaExceeded
from cards.gateway import previews, rulesets
from cards.models import Account, Card
from cards.permissions import Act, Actor, authorize
from cards.services.previews.parts import Planned, baseline_of, candidate_of, canonical_sha, surroundings_of
from cards.values import frozen_dataclass

HAND_SEED = 7
"""The seed of every hand's plan: which match it is, its block says."""
CACHE_SECONDS = 3600  # seconds
LOCKED = 20  # seconds that a request may hold its turn
WAIT, WAITS, RETRY_AFTER = 0.1, 30, 5  # seconds between tries, tries, seconds


@frozen_dataclass
class HandPlan(Planned):
    """The plan of hands with a card's draft, with the revision of the draft."""

    revision: int | None


def hand_plan(*, account: Actor, card: Card, seed: int = HAND_SEED) -> HandPlan:
    """Return the plan whose matches a hand of the card's draft is taken from; one of another seed is made for one match alone.

    Errors: StateConflict with the problems of a draft that has errors, and for cards that it names and that are nowhere.
    """
    authorize(account, card.pack, Act.PREVIEW_START)
    candidate = candidate_of(card=card, number=None)
    former = baseline_of(card=card, candidate=candidate, baseline=None)
    around = surroundings_of(card=card, candidate=candidate, former=former)
    parts = [candidate.sha256, former.sha256 if former else "", around.release, *around.marks]
    digest = canonical_sha([*parts, rulesets.engine_hash(card.pack.ruleset)])
    key = f"hand:{card.pk}:{digest}"
    spec: dict[str, Any] | None = cache.get(key) if seed == HAND_SEED else None
    if spec is None:
        spec = previews.preview_plan(
            card.pack.ruleset, candidate=candidate.document, around=around.around, preset="smoke", seed=seed
        )
        if seed == HAND_SEED:
            cache.set(key, spec, CACHE_SECONDS)
    return HandPlan(spec, around, candidate.revision)


@contextmanager
def one_at_a_time(account: Account) -> Iterator[None]:
    """Limit an account to one request with thinking bots at a time; the next one waits a little.

    Errors: QuotaExceeded when it waited long enough.
    """
    key = f"playing:{account.pk}"
    for _ in range(WAITS):
        if cache.add(key, True, LOCKED):
            break
        time.sleep(WAIT)
    else:
        raise QuotaExceeded(RETRY_AFTER)
    try:
        yield
    finally:
        cache.delete(key)
