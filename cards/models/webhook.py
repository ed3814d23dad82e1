"""Webhooks of a pack: who hears of its releases, and what came of it."""

from django.db import models
from django.utils import timezone

from cards.models.fields import LineField, choice_check

URL_LIMIT = 500  # characters


class DeliveryState(models.TextChoices):
    """How far a delivery is; a failed one is tried again only on request."""

    PENDING = "pending", "Pending"
    DELIVERED = "delivered", "Delivered"
    FAILED = "failed", "Failed"


class Webhook(models.Model):
    """An address that gets one request for each event of a pack's releases.

    Shapes: sealed_secret is the secret as `cards.sealing` seals it; empty in a row of an early version, whose secret SECRET_KEY makes
            of nonce. disabled_why is `gone` (the receiver answered 410) or `admin`.
    """

    pack = models.ForeignKey("cards.Pack", models.PROTECT, related_name="webhooks")
    url = LineField(max_length=URL_LIMIT)
    nonce = models.CharField(max_length=32)
    sealed_secret = models.TextField(blank=True, default="", db_default="")
    created_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    disabled_at = models.DateTimeField(null=True)
    disabled_why = models.CharField(max_length=8, blank=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(models.Model):
    """One event for one webhook, with every attempt to deliver it.

    Shapes: body is sent byte for byte; attempts are `{"at", "status", "error", "ms"}`, the status nothing where no answer came; lease_id is
            that of the process that sends it now.
    """

    webhook = models.ForeignKey("cards.Webhook", models.CASCADE, related_name="deliveries")
    event_id = models.CharField(max_length=64)
    kind = models.CharField(max_length=32)
    body = models.TextField()
    state = models.CharField(max_length=9, choices=DeliveryState.choices, default=DeliveryState.PENDING)
    attempts = models.JSONField(default=list)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    lease_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(default=timezone.now)
    delivered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(fields=("webhook", "event_id"), name="webhook_event_once"),
            choice_check("state", DeliveryState.values, "webhook_delivery_state_known"),
        )
        indexes = (
            models.Index(fields=("due_at",), name="webhook_delivery_due", condition=models.Q(state="pending")),
            models.Index(fields=("created_at",), name="webhook_delivery_created"),
        )
