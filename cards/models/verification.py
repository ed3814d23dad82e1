"""What the nightly verification found: one row for each run."""

from django.db import models
from django.db.models.functions import Now

from cards.models.fields import choice_check


class VerificationKind(models.TextChoices):
    """What is verified."""

    RELEASES = "releases", "Releases"
    AUDIT = "audit", "Audit"


class Verification(models.Model):
    """One look at everything of a kind.

    Shapes: is_whole is empty while it runs; difference is the first that was found; head is the newest seal, `NUMBER:HASH`, where the
            audit was verified. Units: checked counts releases or seals.
    """

    kind = models.CharField(max_length=8, choices=VerificationKind.choices)
    started_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)
    is_whole = models.BooleanField(null=True)
    checked = models.PositiveBigIntegerField(default=0)
    difference = models.CharField(max_length=500, blank=True)
    head = models.CharField(max_length=90, blank=True)

    class Meta:
        ordering = ("-id",)
        constraints = (choice_check("kind", VerificationKind.values, "verification_kind_known"),)
        indexes = (models.Index(fields=("kind", "-id"), name="verification_newest"),)
