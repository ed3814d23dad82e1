"""Packs, who belongs to them, and the counters that number what a pack holds."""

from django.db import models
from django.utils import timezone

from cards.models.fields import (
    LANGUAGES,
    PACK_SLUG_PATTERN,
    RULESET_PATTERN,
    both_languages,
    choice_check,
)


class Visibility(models.TextChoices):
    """Who may read the releases of a pack: its members, or anyone."""

    PRIVATE = "private", "Private"
    PUBLIC = "public", "Public"


class Role(models.TextChoices):
    """What a member of a pack may do, each role including those before it."""

    VIEWER = "viewer", "Viewer"
    DESIGNER = "designer", "Designer"
    REVIEWER = "reviewer", "Reviewer"
    PUBLISHER = "publisher", "Publisher"
    ADMIN = "admin", "Admin"


class Pack(models.Model):
    """A named set of cards of one ruleset.

    Shapes: name and description have the keys `en` and `zh`.
            release_tokens says whether tokens of people publish, yank and reinstate releases.
            guards_needed says whether blocks that no scenario guards close a release, factor_needed whether publishers and admins need a
            second factor.
            text_states_by names the code and the source language that the states of all its texts were worked out with.
            guests_play says whether a link to a seat of a match works without an account.
    Units:  limit_pp is the change of win rate, in percentage points, beyond which a preview is flagged.
    """

    slug = models.CharField(max_length=63, unique=True)
    ruleset = models.CharField(max_length=32)
    name = models.JSONField(default=both_languages)
    description = models.JSONField(default=both_languages)
    source_language = models.CharField(max_length=2, default="en")
    visibility = models.CharField(max_length=7, choices=Visibility.choices, default=Visibility.PRIVATE)
    approvals_needed = models.PositiveSmallIntegerField(default=1)
    guards_needed = models.BooleanField(default=False, db_default=False)
    release_tokens = models.BooleanField(default=True, db_default=True)
    factor_needed = models.BooleanField(default=False, db_default=False)
    guests_play = models.BooleanField(default=False, db_default=False)
    limit_pp = models.DecimalField(max_digits=4, decimal_places=1, default=3)
    reference_decks = models.JSONField(default=list)
    created_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    archived_at = models.DateTimeField(null=True, blank=True)
    text_states_by = models.CharField(max_length=40, blank=True)
    members = models.ManyToManyField(
        "cards.Account", through="cards.Membership", through_fields=("pack", "account"), related_name="packs"
    )

    class Meta:
        ordering = ("slug",)
        constraints = (
            models.CheckConstraint(name="pack_slug_shape", condition=models.Q(slug__regex=PACK_SLUG_PATTERN)),
            models.CheckConstraint(name="pack_ruleset_shape", condition=models.Q(ruleset__regex=RULESET_PATTERN)),
            choice_check("source_language", list(LANGUAGES), "pack_language_known"),
            choice_check("visibility", Visibility.values, "pack_visibility_known"),
            models.CheckConstraint(name="pack_limit_positive", condition=models.Q(limit_pp__gt=0)),
        )

    def __str__(self) -> str:
        return self.slug


class Membership(models.Model):
    """The role of an account in a pack."""

    pack = models.ForeignKey("cards.Pack", models.CASCADE, related_name="memberships")
    account = models.ForeignKey("cards.Account", models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=9, choices=Role.choices)
    added_by = models.ForeignKey("cards.Account", models.PROTECT, null=True, related_name="+")
    added_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("pack", "account"), name="membership_once"),
            choice_check("role", Role.values, "membership_role_known"),
        )


class PackCounter(models.Model):
    """The last number given to a thing of one kind within a pack (preview 118, review 41)."""

    pack = models.ForeignKey("cards.Pack", models.CASCADE, related_name="counters")
    kind = models.CharField(max_length=16)
    last = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("pack", "kind"), name="pack_counter_once"),)
