"""Runs over a whole pack: previews of many cards, made a few at a time."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from cards.models.fields import choice_check


class HealthState(models.TextChoices):
    """How far a run is; the last two are final."""

    RUNNING = "running", "Running"
    FINISHED = "finished", "Finished"
    CANCELLED = "cancelled", "Cancelled"


class HealthRun(models.Model):
    """Previews of the cards of a pack that were requested together; the relay starts the next ones as others end.

    Shapes: pending are the keys of the cards whose preview has not begun, in the order in which they will; skipped counts those that could
            not be previewed, because they had errors or were trashed meanwhile.
    """

    pack = models.ForeignKey("cards.Pack", models.PROTECT, related_name="health_runs")
    preset = models.CharField(max_length=16)
    pending = ArrayField(models.BigIntegerField())
    total = models.PositiveIntegerField()
    skipped = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=9, choices=HealthState.choices, default=HealthState.RUNNING)
    requested_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    queued_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            choice_check("state", HealthState.values, "health_state_known"),
            models.UniqueConstraint(
                fields=("pack", "requested_by"), condition=models.Q(state="running"), name="health_run_once"
            ),
        )
