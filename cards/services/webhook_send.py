"""Sending the deliveries of webhooks: claimed by a lease, tried again after longer and longer waits (`cards.services.outgoing` sends)."""

import http.client
import time
import uuid
from datetime import timedelta

import structlog
from django.db import transaction
from django.utils import timezone

from cards.models import Webhook, WebhookDelivery
from cards.models.webhook import DeliveryState
from cards.sealing import NotOpened
from cards.services import outgoing
from cards.services.outgoing import Refused
from cards.services.webhook import signature_of
from cards.values import frozen_dataclass

TIMEOUT = 5.0  # seconds for everything
ANSWER_LIMIT = 64 * 1024  # bytes of an answer that are read
BATCH_SIZE = 20
LEASE = timedelta(seconds=300)  # longer than so many attempts take
WAITS = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 300, 1800, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600)
)
"""How long after the first, second … failure the next attempt comes; after the last there is none."""
STATUS_GONE = 410
MAX_ATTEMPTS_LOGGED = 30  # attempts that a delivery keeps
ERROR_LIMIT = 200  # characters
log = structlog.get_logger(__name__)


@frozen_dataclass
class Outcome:
    """What came of one attempt: a status, or why there is none."""

    status: int | None
    error: str
    ms: int

    @property
    def is_ok(self) -> bool:
        """Return whether the receiver accepted it."""
        return self.status is not None and 200 <= self.status < 300


def webhooks_send() -> int:
    """Send what is due, one after the other; return how many were tried."""
    lease, count = uuid.uuid4(), 0
    for delivery in _claimed(lease):
        outcome = send(delivery)
        _record(delivery, lease, outcome)
        count += 1
    return count


def send(delivery: WebhookDelivery) -> Outcome:
    """Try once to deliver an event; whatever happens is an outcome."""
    began = time.monotonic()
    try:
        status, error = _post(delivery.webhook, delivery, deadline=began + TIMEOUT), ""
    except Refused as refusal:
        status, error = None, str(refusal)
    except (OSError, http.client.HTTPException, ValueError) as failure:
        status, error = None, f"{type(failure).__name__}: {failure}"
    return Outcome(status, error[:ERROR_LIMIT], round((time.monotonic() - began) * 1000))


def _claimed(lease: uuid.UUID) -> list[WebhookDelivery]:
    """Take the deliveries that are due; a process that dies over one gives it back when its lease ends."""
    now = timezone.now()
    with transaction.atomic():
        due = WebhookDelivery.objects.filter(
            state=DeliveryState.PENDING, due_at__lte=now, webhook__disabled_at__isnull=True
        )
        rows = list(
            due.select_for_update(skip_locked=True, of=("self",)).order_by("due_at").values_list("pk")[:BATCH_SIZE]
        )
        keys = [pk for (pk,) in rows]
        WebhookDelivery.objects.filter(pk__in=keys).update(lease_id=lease, due_at=now + LEASE)
    return list(WebhookDelivery.objects.filter(pk__in=keys).select_related("webhook", "webhook__pack").order_by("pk"))


def _record(delivery: WebhookDelivery, lease: uuid.UUID, outcome: Outcome) -> None:
    """Write what came of an attempt, if the lease still holds; 410 switches the webhook off."""
    now = timezone.now()
    entry = {"at": now.isoformat(), "status": outcome.status, "error": outcome.error, "ms": outcome.ms}
    with transaction.atomic():
        locked = WebhookDelivery.objects.select_for_update().filter(pk=delivery.pk, lease_id=lease).first()
        if locked is None:
            return
        locked.attempts = [*locked.attempts, entry][-MAX_ATTEMPTS_LOGGED:]
        locked.tries += 1
        locked.lease_id = None
        if outcome.is_ok:
            locked.state, locked.delivered_at = DeliveryState.DELIVERED, now
        elif outcome.status == STATUS_GONE or locked.tries > len(WAITS):
            locked.state = DeliveryState.FAILED
        else:
            locked.due_at = now + WAITS[locked.tries - 1]
        locked.save()
        if outcome.status == STATUS_GONE:
            Webhook.objects.filter(pk=locked.webhook_id).update(disabled_at=now, disabled_why="gone")
    log.info("webhook", webhook=locked.webhook_id, kind=locked.kind, status=outcome.status, state=locked.state)


def _post(webhook: Webhook, delivery: WebhookDelivery, *, deadline: float) -> int:
    """Send one request and return the status of its answer."""
    stamp = int(time.time())
    try:
        signature = signature_of(webhook, event_id=delivery.event_id, timestamp=stamp, body=delivery.body)
    except NotOpened as error:
        raise Refused("no key of this host opens the secret: put KEY_FILE back, or renew it") from error
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Cardloom-Webhook/1",
        "webhook-id": delivery.event_id,
        "webhook-timestamp": str(stamp),
        "webhook-signature": signature,
    }
    body = delivery.body.encode()
    answer = outgoing.send(
        webhook.url, method="POST", headers=headers, body=body, deadline=deadline, limit=ANSWER_LIMIT
    )
    return answer.status
