"""Reviews of one exact version of a card: who is asked, what they decided, and what was said about which node."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from cards.models.fields import LineField, choice_check

MESSAGE_LIMIT = 4_000  # characters of a decision's message, of its reason, or of a comment
POINTER_LIMIT = 1_000  # characters of a JSON Pointer
NODE_LIMIT = 4_000  # characters of a node's text kept beside a thread


class Verdict(models.TextChoices):
    """What a reviewer says of a version."""

    APPROVE = "approve", "Approve"
    REQUEST_CHANGES = "request_changes", "Request changes"


class Review(models.Model):
    """The request to review one exact version, against the version released when it was made.

    Its state is derived: from its decisions, from whether it was withdrawn, and from the card's newest version.
    """

    pack = models.ForeignKey("cards.Pack", models.PROTECT, related_name="reviews")
    number = models.PositiveIntegerField()
    card = models.ForeignKey("cards.Card", models.CASCADE, related_name="reviews")
    version = models.ForeignKey("cards.CardVersion", models.PROTECT, related_name="reviews")
    base = models.ForeignKey("cards.CardVersion", models.PROTECT, null=True, related_name="+")
    title = LineField(max_length=200, blank=True)
    requested_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    requested_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True)
    reviewers = models.ManyToManyField("cards.Account", related_name="asked_reviews")

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=("pack", "number"), name="review_number_once"),
            models.UniqueConstraint(
                fields=("version",), condition=models.Q(withdrawn_at__isnull=True), name="review_of_version_once"
            ),
        )
        indexes = (models.Index(fields=("card", "-number"), name="review_of_card"),)


class Decision(models.Model):
    """What one reviewer said of the version; never changed, the newest of each reviewer holds.

    Shapes: reason is what an approval over a red scenario or an open thread must say.
    """

    review = models.ForeignKey("cards.Review", models.CASCADE, related_name="decisions")
    by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    verdict = models.CharField(max_length=15, choices=Verdict.choices)
    message = models.TextField(blank=True)
    reason = models.TextField(blank=True)
    decided_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)
        constraints = (choice_check("verdict", Verdict.values, "decision_verdict_known"),)
        indexes = (models.Index(fields=("review", "by", "-id"), name="decision_of_reviewer"),)


class Thread(models.Model):
    """Comments on a node of one version, or on a moment of a match, open until they are resolved; later versions show them too.

    Shapes: pointer leads to the node in the document of `version`, empty for the whole card; node is its text there. One about a moment has no
            review and no version, but the match and its step; without a match it was about one that is removed.
    """

    review = models.ForeignKey("cards.Review", models.CASCADE, null=True, related_name="threads")
    card = models.ForeignKey("cards.Card", models.CASCADE, related_name="threads")
    version = models.ForeignKey("cards.CardVersion", models.PROTECT, null=True, related_name="+")
    match = models.ForeignKey("cards.Match", models.SET_NULL, null=True, related_name="threads")
    step = models.PositiveIntegerField(null=True)
    pointer = models.CharField(max_length=POINTER_LIMIT, blank=True)
    node = models.TextField(blank=True)
    opened_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(default=timezone.now)
    resolved_by = models.ForeignKey("cards.Account", models.PROTECT, null=True, related_name="+")
    resolved_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)
        indexes = (models.Index(fields=("card",), name="thread_open", condition=models.Q(resolved_at__isnull=True)),)
        constraints = (
            models.CheckConstraint(
                name="thread_of_review_or_moment",
                condition=models.Q(review__isnull=False, version__isnull=False, step__isnull=True, match__isnull=True)
                | models.Q(review__isnull=True, version__isnull=True, step__isnull=False),
            ),
        )


class Comment(models.Model):
    """One remark in a thread."""

    thread = models.ForeignKey("cards.Thread", models.CASCADE, related_name="comments")
    author = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    text = models.TextField()
    written_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)


class NotificationKind(models.TextChoices):
    """What an account gets notifications of."""

    REVIEW_ASKED = "review_asked", "Asked for a review"
    REVIEW_DECIDED = "review_decided", "A review was decided"
    COMMENTED = "commented", "A comment"
    MENTIONED = "mentioned", "A mention"
    PREVIEW_DONE = "preview_done", "A preview has finished"
    RELEASED = "released", "A release was published"
    YANKED = "yanked", "A release was yanked"
    PUBLISH_FAILED = "publish_failed", "A planned release was not published"
    JOB_DONE = "job_done", "A job has ended"


class Notification(models.Model):
    """One notification of an account, until it has read it.

    Shapes: about is what its sentence and its link need: `{"card", "review"?, "thread"?, "preview"?, "release"?, "text"?}`.
    """

    account = models.ForeignKey("cards.Account", models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=15, choices=NotificationKind.choices)
    pack = models.ForeignKey("cards.Pack", models.CASCADE, related_name="+")
    by = models.ForeignKey("cards.Account", models.PROTECT, null=True, related_name="+")
    about = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = (choice_check("kind", NotificationKind.values, "notification_kind_known"),)
        indexes = (
            models.Index(fields=("account", "-id"), name="notification_of_account"),
            models.Index(fields=("account",), name="notification_unread", condition=models.Q(read_at__isnull=True)),
        )


class NotificationChoice(models.Model):
    """The kinds that an account does not want in the portal, or not by mail; without a row it wants them all."""

    account = models.OneToOneField("cards.Account", models.CASCADE, related_name="notification_choice")
    muted = ArrayField(models.CharField(max_length=15), default=list)
    unmailed = ArrayField(models.CharField(max_length=15), default=list)
