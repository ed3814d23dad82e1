"""Requests that their sender may repeat: the first answer is stored with the result and returned again."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from cards.errors import IdempotencyMismatch
from cards.lookups import fitting_key
from cards.models import Account, IdempotencyKey
from cards.shape import JsonObject
from cards.texts import checked_string
from cards.values import frozen_dataclass

MAX_AGE = timedelta(hours=24)
KEY_LIMIT = 200  # characters
ROUTE_LIMIT = 200  # characters of a route that is written as it is; a longer one is written as its hash


@frozen_dataclass
class Claim:
    """What a sender says about a request that it may repeat.

    Shapes: route names the kind of request and its target (`release.publish wizards-core`), however long; body_sha256 is the
            hash of the body as it came, and of the state that it changes.
    """

    route: str
    key: str
    body_sha256: str


def idempotency_find(*, account: Account, claim: Claim | None) -> JsonObject | None:
    """Return the answer stored under this key, or None.

    Errors: IdempotencyMismatch when the same key came with another body.
    """
    if claim is None:
        return None
    checked_string(claim.key, pointer="/Idempotency-Key", limit=KEY_LIMIT)
    row = _rows(account, claim).filter(created_at__gt=timezone.now() - MAX_AGE).first()
    if row is None:
        return None
    if row.body_sha256 != claim.body_sha256:
        raise IdempotencyMismatch()
    answer: JsonObject = row.answer
    return answer


def idempotency_keep(*, account: Account, claim: Claim | None, status: int, answer: JsonObject) -> None:
    """Store the answer for 24 hours, in the transaction of the result."""
    if claim is None:
        return
    _rows(account, claim).filter(created_at__lte=timezone.now() - MAX_AGE).delete()
    IdempotencyKey.objects.create(
        account=account,
        route=fitting_key(claim.route, ROUTE_LIMIT),
        key=claim.key,
        body_sha256=claim.body_sha256,
        status=status,
        answer=dict(answer),
    )


def idempotency_prune() -> int:
    """Delete answers older than 24 hours; return how many."""
    return IdempotencyKey.objects.filter(created_at__lt=timezone.now() - MAX_AGE).delete()[0]


def _rows(account: Account, claim: Claim) -> Any:
    route = fitting_key(claim.route, ROUTE_LIMIT)
    return IdempotencyKey.objects.filter(account=account, route=route, key=claim.key)
