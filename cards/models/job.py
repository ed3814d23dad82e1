"""Jobs: long acts that a worker does in the background; the row is the truth, the broker only wakes workers."""

from django.db import models
from django.utils import timezone

from cards.models.fields import choice_check


class JobKind(models.TextChoices):
    """The kind of a job."""

    IMPORT = "import", "Import"
    BULK = "bulk", "Bulk edit"
    UNDO = "undo", "Undo of a bulk edit"
    TEXTS = "texts", "Texts of a translator"
    CHECK = "check", "Check of every card"
    SHEET = "sheet", "File to print or play"


class JobState(models.TextChoices):
    """How far a job is; the last four are final."""

    QUEUED = "queued", "Queued"
    RUNNING = "running", "Running"
    FINISHED = "finished", "Finished"
    REFUSED = "refused", "Refused"
    CANCELLED = "cancelled", "Cancelled"
    FAILED = "failed", "Failed"


OPEN_JOBS = (JobState.QUEUED, JobState.RUNNING)


class Job(models.Model):
    """A long act over a pack: one transaction writes all of it together with its end, so that it happens once or not at all.

    Shapes: order says what is asked, by kind; input is the file that it needs, compressed, until nothing needs it any more; output
            is the file that it made, for a week; result is what the same act within a request would have answered; refusal is `{"slug", "detail", "errors", "problems"}`, or of a
            job that failed `{"slug": "failed", "detail"}`.
    Units:  done and of count steps of the phase; losses counts the workers that were lost over it; changes counts every change that a page
            can see, for ETags.
    """

    pack = models.ForeignKey("cards.Pack", models.PROTECT, related_name="jobs")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=6, choices=JobKind.choices)
    state = models.CharField(max_length=9, choices=JobState.choices, default=JobState.QUEUED)
    is_dry = models.BooleanField(default=False)
    order = models.JSONField(default=dict)
    input = models.BinaryField(null=True)
    output = models.BinaryField(null=True)
    phase = models.CharField(max_length=8, blank=True)
    done = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    changes = models.PositiveIntegerField(default=0)
    result = models.JSONField(null=True)
    refusal = models.JSONField(null=True)
    lease_id = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    losses = models.PositiveSmallIntegerField(default=0)
    request_id = models.CharField(max_length=64, blank=True)
    requested_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    queued_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=("pack", "number"), name="job_number_once"),
            choice_check("kind", JobKind.values, "job_kind_known"),
            choice_check("state", JobState.values, "job_state_known"),
            models.CheckConstraint(
                name="job_running_leased",
                condition=~models.Q(state="running") | models.Q(lease_id__isnull=False, lease_until__isnull=False),
            ),
            models.CheckConstraint(
                name="job_finished_has_result", condition=~models.Q(state="finished") | models.Q(result__isnull=False)
            ),
        )
        indexes = (
            models.Index(fields=("id",), name="job_open", condition=models.Q(state__in=["queued", "running"])),
            models.Index(fields=("finished_at",), name="job_ended", condition=models.Q(finished_at__isnull=False)),
        )

    @property
    def is_final(self) -> bool:
        """Return whether nothing will change any more."""
        return self.state not in OPEN_JOBS

    @property
    def etag(self) -> str:
        """Return the mark of what the job says now."""
        return f"j{self.number}-{self.changes}-{self.state}"
