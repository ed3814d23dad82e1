"""Sweeps: one number of a card at several values, each value a preview of its own."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from cards.models.fields import SHA256_LENGTH, choice_check, digest_check


class SweepState(models.TextChoices):
    """How far a sweep is; the last three are final."""

    RUNNING = "running", "Running"
    CONFIRMING = "confirming", "Confirming"
    FINISHED = "finished", "Finished"
    CANCELLED = "cancelled", "Cancelled"
    FAILED = "failed", "Failed"


class Sweep(models.Model):
    """The values of one number of a draft, played on common seeds, and the nearest to even played again on fresh ones.

    Shapes: etag is that of the draft that was swept, start the value that the number had in it; result is the engine's curve, there once the
            sweep is final; accepted_value was written into the draft as accepted_revision.
    """

    pack = models.ForeignKey("cards.Pack", models.PROTECT, related_name="sweeps")
    number = models.PositiveIntegerField()
    card = models.ForeignKey("cards.Card", models.CASCADE, related_name="sweeps")
    pointer = models.CharField(max_length=1000)
    start = models.BigIntegerField()
    values = ArrayField(models.BigIntegerField())
    etag = models.CharField(max_length=40)
    candidate_revision = models.PositiveIntegerField()
    candidate_sha256 = models.CharField(max_length=SHA256_LENGTH)
    baseline_version = models.ForeignKey("cards.CardVersion", models.PROTECT, null=True, related_name="+")
    preset = models.CharField(max_length=16)
    seed = models.BigIntegerField()
    state = models.CharField(max_length=10, choices=SweepState.choices, default=SweepState.RUNNING)
    result = models.JSONField(null=True)
    accepted_value = models.BigIntegerField(null=True)
    accepted_revision = models.PositiveIntegerField(null=True)
    requested_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    queued_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=("pack", "number"), name="sweep_number_once"),
            choice_check("state", SweepState.values, "sweep_state_known"),
            digest_check("candidate_sha256", "sweep_candidate_shape"),
            models.CheckConstraint(
                name="sweep_finished_has_result", condition=~models.Q(state="finished") | models.Q(result__isnull=False)
            ),
        )
        indexes = (
            models.Index(
                fields=("requested_by",), name="sweep_open", condition=models.Q(state__in=["running", "confirming"])
            ),
        )

    @property
    def is_final(self) -> bool:
        """Return whether nothing will change any more."""
        return self.state not in {SweepState.RUNNING, SweepState.CONFIRMING}
