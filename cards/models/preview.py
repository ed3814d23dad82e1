"""Previews of cards and the chunks of work that workers claim: the row is the truth, the broker only wakes workers."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from cards.models.fields import SHA256_LENGTH, choice_check, digest_check

SMOKE = "smoke"


class PreviewKind(models.TextChoices):
    """What a preview asks."""

    CARD = "card", "Card"
    SWEEP = "sweep", "Sweep"
    COMPARE = "compare", "Compare"
    HEALTH = "health", "Health"
    WORTH = "worth", "Worth"
    TUNE = "tune", "Tune"
    RELEASE = "release", "Release"
    LADDER = "ladder", "Ladder"
    PAIRS = "pairs", "Pairs"


EXPERIMENTS = (PreviewKind.WORTH, PreviewKind.TUNE, PreviewKind.RELEASE, PreviewKind.LADDER, PreviewKind.PAIRS)
"""What asks more than how a card does against its former version by the bots of previews: each has a page and a result of its own."""


class PreviewState(models.TextChoices):
    """How far a preview is; the last three are final."""

    QUEUED = "queued", "Queued"
    RUNNING = "running", "Running"
    FINISHED = "finished", "Finished"
    CANCELLED = "cancelled", "Cancelled"
    FAILED = "failed", "Failed"


class ChunkState(models.TextChoices):
    """How far a chunk is; the last two are final."""

    QUEUED = "queued", "Queued"
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    FAILED = "failed", "Failed"


class PreviewQuerySet(models.QuerySet["Preview"]):
    """Previews, and which of them have a say."""

    def measured(self) -> PreviewQuerySet:
        """Leave out previews that measure no written text: smoke previews, the values of a sweep, experiments."""
        return self.of_changes().exclude(plan__contains={"preset": SMOKE}).filter(sweep__isnull=True)

    def of_changes(self) -> PreviewQuerySet:
        """Leave out experiments: they have results of their own."""
        return self.exclude(kind__in=EXPERIMENTS)


class Preview(models.Model):
    """The simulation of a candidate against its baseline, all named by hash so that it can be repeated.

    Shapes: plan is what was asked (`preset`, `bots`, `opponents`, `seed`; `search` of a search for numbers; `after` of a comparison of releases: the mark of the cards that ship, and `released` the version that they became); spec is the engine's complete plan,
            in a search that of its present round; rounds are the results of those before, choice is `{"candidate", "revision"}`;
            estimate and result are the engine's; fold is the engine's state after the merged chunks, while there are more to come;
            failure is `{"code", "message": {"en", "zh"}}`.
    Units:  blocks_done and blocks_of count blocks; changes counts every change that a page can see, for ETags; served_at is when a worker
            last took one of its chunks; flags_raised counts the raised flags of the result.
    """

    pack = models.ForeignKey("cards.Pack", models.PROTECT, related_name="previews")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=7, choices=PreviewKind.choices, default=PreviewKind.CARD)
    card = models.ForeignKey("cards.Card", models.CASCADE, null=True, related_name="previews")
    candidate_revision = models.PositiveIntegerField(null=True)
    candidate_version = models.ForeignKey("cards.CardVersion", models.PROTECT, null=True, related_name="+")
    candidate_sha256 = models.CharField(max_length=SHA256_LENGTH, null=True)
    baseline_version = models.ForeignKey("cards.CardVersion", models.PROTECT, null=True, related_name="+")
    baseline_sha256 = models.CharField(max_length=SHA256_LENGTH, null=True)
    plan = models.JSONField(default=dict)
    spec = models.JSONField()
    spec_sha256 = models.CharField(max_length=SHA256_LENGTH)
    engine_hash = models.CharField(max_length=64)
    seed = models.BigIntegerField()
    state = models.CharField(max_length=9, choices=PreviewState.choices, default=PreviewState.QUEUED)
    cancel_requested = models.BooleanField(default=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    blocks_done = models.PositiveIntegerField(default=0)
    blocks_of = models.PositiveIntegerField(default=0)
    changes = models.PositiveIntegerField(default=0)
    estimate = models.JSONField(null=True)
    result = models.JSONField(null=True)
    fold = models.JSONField(null=True)
    result_sha256 = models.CharField(max_length=SHA256_LENGTH, null=True)
    rounds = models.JSONField(db_default=models.Value([], models.JSONField()), default=list)
    choice = models.JSONField(null=True)
    failure = models.JSONField(null=True)
    flags_raised = models.PositiveSmallIntegerField(default=0)
    sweep = models.ForeignKey("cards.Sweep", models.CASCADE, null=True, related_name="previews")
    sweep_value = models.BigIntegerField(null=True)
    is_confirmation = models.BooleanField(default=False)
    health = models.ForeignKey("cards.HealthRun", models.SET_NULL, null=True, related_name="previews")
    is_kept = models.BooleanField(default=False, help_text="Stays for ever; others go after 90 days.")
    request_id = models.CharField(max_length=64, blank=True)
    requested_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    queued_at = models.DateTimeField(default=timezone.now)
    served_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=("pack", "number"), name="preview_number_once"),
            choice_check("kind", PreviewKind.values, "preview_kind_known"),
            choice_check("state", PreviewState.values, "preview_state_known"),
            digest_check("spec_sha256", "preview_spec_shape"),
            digest_check("candidate_sha256", "preview_candidate_shape", null=True),
            digest_check("baseline_sha256", "preview_baseline_shape", null=True),
            digest_check("result_sha256", "preview_result_shape", null=True),
            models.CheckConstraint(
                name="preview_finished_has_result",
                condition=~models.Q(state="finished") | models.Q(result__isnull=False),
            ),
        )
        indexes = (
            models.Index(fields=("card", "-number"), name="preview_of_card"),
            models.Index(
                fields=("queued_at",),
                name="preview_open",
                condition=models.Q(state__in=["queued", "running"]),
            ),
            models.Index(
                fields=("requested_by", "-served_at"),
                name="preview_served_account",
                condition=models.Q(served_at__isnull=False),
            ),
            models.Index(
                fields=("requested_by", "pack", "-served_at"),
                name="preview_served_pack",
                condition=models.Q(served_at__isnull=False),
            ),
        )

    objects = PreviewQuerySet.as_manager()

    @property
    def is_final(self) -> bool:
        """Return whether nothing will change any more."""
        return self.state in {PreviewState.FINISHED, PreviewState.CANCELLED, PreviewState.FAILED}


class PreviewChunk(models.Model):
    """One piece of a preview, held by a lease: a worker that lost it may not write the result.

    Shapes: result is the engine's until it is merged; its hash stays.
    Units:  attempts counts the times that playing it failed, losses the times that its worker was lost over it.
    """

    preview = models.ForeignKey("cards.Preview", models.CASCADE, related_name="chunks")
    no = models.PositiveIntegerField()
    state = models.CharField(max_length=7, choices=ChunkState.choices, default=ChunkState.QUEUED)
    lease_id = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    losses = models.PositiveSmallIntegerField(default=0)
    result = models.JSONField(null=True)
    result_sha = models.CharField(max_length=SHA256_LENGTH, null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("no",)
        constraints = (
            models.UniqueConstraint(fields=("preview", "no"), name="preview_chunk_once"),
            choice_check("state", ChunkState.values, "preview_chunk_state_known"),
            digest_check("result_sha", "preview_chunk_result_shape", null=True),
            models.CheckConstraint(
                name="preview_chunk_running_leased",
                condition=~models.Q(state="running") | models.Q(lease_id__isnull=False, lease_until__isnull=False),
            ),
            models.CheckConstraint(
                name="preview_chunk_done_hashed",
                condition=~models.Q(state="done") | models.Q(result_sha__isnull=False),
            ),
        )
        indexes = (
            models.Index(
                fields=("preview", "no"),
                name="preview_chunk_open",
                condition=models.Q(state__in=["queued", "running"]),
            ),
        )


class WorkerBeat(models.Model):
    """The last heartbeat of one worker process, for `/readyz` and for plans that no worker can serve.

    Shapes: engine_hashes holds one hash for each ruleset that the worker can play; build, which build of the engine plays, as `engine.api.build` names it.
    """

    worker = models.UUIDField(primary_key=True)
    host = models.CharField(max_length=120, blank=True)
    pid = models.PositiveIntegerField()
    engine_hashes = ArrayField(models.CharField(max_length=64), default=list)
    build = models.CharField(max_length=20, blank=True, default="", db_default="")
    started_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now, db_index=True)
