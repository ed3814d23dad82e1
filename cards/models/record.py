"""What happened and what is still to be done: audit events, the outbox, answers kept for repeated requests."""

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from cards.models.fields import SHA256_LENGTH, digest_check


class AuditEvent(models.Model):
    """Who did what to what; written in the same transaction, chained afterwards.

    Shapes: action is `<noun>.<verb>`; target is the noun's own name (`card ember_lash`); seal_no and prev_hash are
            empty until the relay seals the row, once, in the order of seal_no.
    """

    at = models.DateTimeField(db_default=Now())  # the database's clock, and no other, dates an event
    actor = models.ForeignKey("cards.Account", models.PROTECT, null=True, related_name="+")
    action = models.CharField(max_length=64)
    pack = models.ForeignKey("cards.Pack", models.PROTECT, null=True, related_name="+")
    target = models.CharField(max_length=200, blank=True)
    details = models.JSONField(default=dict)
    request_id = models.CharField(max_length=64, blank=True)
    seal_no = models.PositiveBigIntegerField(null=True, unique=True)
    prev_hash = models.CharField(max_length=SHA256_LENGTH, null=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            digest_check("prev_hash", "audit_prev_hash_shape", null=True),
            models.CheckConstraint(
                name="audit_sealed_whole",
                condition=models.Q(seal_no__isnull=True, prev_hash__isnull=True)
                | models.Q(seal_no__isnull=False, prev_hash__isnull=False),
            ),
        )
        indexes = (
            models.Index(fields=("pack", "-id"), name="audit_of_pack"),
            models.Index(fields=("pack",), name="audit_of_releases", condition=models.Q(action="release.publish")),
            models.Index(fields=("id",), name="audit_unsealed", condition=models.Q(prev_hash__isnull=True)),
        )


class Outbox(models.Model):
    """A side effect that a committed transaction owes to the world, sent by the relay."""

    topic = models.CharField(max_length=64)
    payload = models.JSONField(default=dict)
    request_id = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    last_error = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ("id",)
        indexes = (models.Index(fields=("due_at",), name="outbox_unsent", condition=models.Q(sent_at__isnull=True)),)


class IdempotencyKey(models.Model):
    """The answer to a request that its sender may repeat; kept 24 hours, written with the result."""

    account = models.ForeignKey("cards.Account", models.CASCADE, related_name="+")
    route = models.CharField(max_length=200)
    key = models.CharField(max_length=200)
    body_sha256 = models.CharField(max_length=SHA256_LENGTH)
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("account", "route", "key"), name="idempotency_key_once"),
            digest_check("body_sha256", "idempotency_body_shape"),
        )
