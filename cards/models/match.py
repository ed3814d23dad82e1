"""Matches that people play in the browser: the plan, the seed and the decisions, from which the engine plays all else again."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from cards.models.fields import SHA256_LENGTH, digest_check

DRAW = -1
ALONE = "alone"
"""Instead of a bot: one person answers for every seat."""


class MatchQuerySet(models.QuerySet["Match"]):
    """Matches without what only a table needs of them."""

    def listed(self) -> "MatchQuerySet":
        """Leave out plan, trace and decisions."""
        return self.defer("spec", "trace", "answers")


class Match(models.Model):
    """A match against bots with a draft of a card: how far it is follows from what is stored alone.

    Shapes: spec is the engine's plan with every card as it was, trace the match of it that is played; answers are the decisions of all seats, and changes
            by hand, as the engine writes them; prelude counts those that were given before the person came. origin is `{"revision", "version", "beside", "release"}`
            of the card, `{"seat"}` of the person at first, and `{"preview", "index", "step"}` where the match goes on from one behind a preview's numbers. `{"shared"}` where a second person may join; seats are those of the person,
            guests those of others by link; asked is the seat that answers next, none once the match is over; winner is a seat, -1 for a draw, none for a match without an end.
    Units:  changes counts every change that a page can see, for ETags; taken_back counts answers that were taken back.
    """

    pack = models.ForeignKey("cards.Pack", models.PROTECT, related_name="matches")
    number = models.PositiveIntegerField()
    card = models.ForeignKey("cards.Card", models.CASCADE, null=True, related_name="matches")
    account = models.ForeignKey("cards.Account", models.PROTECT, related_name="matches")
    spec = models.JSONField()
    spec_sha256 = models.CharField(max_length=SHA256_LENGTH)
    engine_hash = models.CharField(max_length=64)
    trace = models.JSONField()
    origin = models.JSONField(default=dict)
    answers = ArrayField(models.TextField(), default=list)
    prelude = models.PositiveIntegerField(default=0)
    seats = ArrayField(models.PositiveSmallIntegerField(), default=list)
    asked = models.PositiveSmallIntegerField(null=True)
    is_sandbox = models.BooleanField(default=False)
    taken_back = models.PositiveIntegerField(default=0)
    guests = ArrayField(
        models.PositiveSmallIntegerField(),
        default=list,
        db_default=models.Value([], ArrayField(models.PositiveSmallIntegerField())),
    )
    winner = models.SmallIntegerField(null=True)
    rounds = models.PositiveIntegerField(default=0)
    changes = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=("pack", "number"), name="match_number_once"),
            digest_check("spec_sha256", "match_spec_shape"),
            models.CheckConstraint(
                name="match_ended_or_asked",
                condition=models.Q(ended_at__isnull=True, asked__isnull=False)
                | models.Q(ended_at__isnull=False, asked__isnull=True),
            ),
        )
        indexes = (
            models.Index(fields=("card", "-number"), name="match_of_card"),
            models.Index(fields=("changed_at",), name="match_open", condition=models.Q(asked__isnull=False)),
        )

    objects = MatchQuerySet.as_manager()
    is_hidden = False
    """Whether seed and decisions are withheld from who reads this row."""

    @property
    def etag(self) -> str:
        """Return the mark of this state, which an answer must quote."""
        return f"m{self.number}-{self.changes}"

    @property
    def is_secret(self) -> bool:
        """Return whether another person may have a hand in it: seed, decisions and deck order are then shown to no one."""
        return bool(self.origin.get("shared")) and not self.is_over and not self.is_sandbox

    @property
    def is_over(self) -> bool:
        """Return whether nothing is asked any more."""
        return self.asked is None


class SeatLink(models.Model):
    """A link that gives one seat of a match to the first who takes it, until the match ends or the link is revoked.

    Shapes: a seat is taken by an account, or by a browser without one, which holds the secret of holder_sha256.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="links")
    seat = models.PositiveSmallIntegerField()
    token_sha256 = models.CharField(max_length=SHA256_LENGTH, unique=True)
    account = models.ForeignKey("cards.Account", models.PROTECT, null=True, related_name="+")
    holder_sha256 = models.CharField(max_length=SHA256_LENGTH, null=True)
    created_at = models.DateTimeField(default=timezone.now)
    taken_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("match", "seat"), condition=models.Q(revoked_at__isnull=True), name="seat_link_once"
            ),
            digest_check("token_sha256", "seat_link_token_shape"),
            digest_check("holder_sha256", "seat_link_holder_shape", null=True),
            models.CheckConstraint(
                name="seat_link_taken_by_one",
                condition=models.Q(taken_at__isnull=True, account__isnull=True, holder_sha256__isnull=True)
                | models.Q(taken_at__isnull=False, account__isnull=False, holder_sha256__isnull=True)
                | models.Q(taken_at__isnull=False, account__isnull=True, holder_sha256__isnull=False),
            ),
        )
