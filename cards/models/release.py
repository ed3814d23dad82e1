"""Releases of a pack: the plan that may change and the rows that never do."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from cards.models.fields import RULESET_PATTERN, SHA256_LENGTH, both_languages, digest_check
from cards.semver import SEMVER_LENGTH, SEMVER_PATTERN


class ReleasePlan(models.Model):
    """The plan of the next release of a pack, as far as it has been chosen.

    Shapes: choices maps a card's id to the number of the version to ship, or to null to leave it out;
            a card that is not there follows the default. version is empty until one is chosen. publish_at is when the relay
            publishes it in the name of publish_as; publish_error says in `en` and `zh` why it could not, the last time it tried.
    """

    pack = models.OneToOneField("cards.Pack", models.CASCADE, related_name="release_plan")
    version = models.CharField(max_length=SEMVER_LENGTH, blank=True)
    choices = models.JSONField(default=dict)
    changelog = models.JSONField(default=both_languages)
    revision = models.PositiveIntegerField(default=1)
    publish_at = models.DateTimeField(null=True)
    publish_as = models.ForeignKey("cards.Account", models.PROTECT, null=True, related_name="+")
    publish_error = models.JSONField(null=True)
    updated_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    updated_at = models.DateTimeField(default=timezone.now)


class Release(models.Model):
    """A published version of a pack: its bytes never change.

    Shapes: order_key sorts as semantic versions do; changelog has the keys `en` and `zh`; signature is the text of
            the minisign file, empty when the portal had no key.
    """

    pack = models.ForeignKey("cards.Pack", models.PROTECT, related_name="releases")
    version = models.CharField(max_length=SEMVER_LENGTH)
    order_key = models.CharField(max_length=200, db_collation="C")
    is_prerelease = models.BooleanField()
    previous = models.ForeignKey("self", models.PROTECT, null=True, related_name="+")
    ruleset = models.CharField(max_length=32)
    engine = models.CharField(max_length=64)
    engine_hash = models.CharField(max_length=64)
    schemas = ArrayField(models.CharField(max_length=200))
    card_count = models.PositiveIntegerField()
    manifest = models.ForeignKey("cards.Blob", models.PROTECT, db_column="manifest_sha256", related_name="+")
    zip_sha256 = models.CharField(max_length=SHA256_LENGTH)
    zip_size = models.PositiveBigIntegerField()
    signature = models.TextField(blank=True)
    key_id = models.CharField(max_length=16, blank=True)
    changelog = models.JSONField(default=both_languages)
    released_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    released_at = models.DateTimeField()

    class Meta:
        ordering = ("-order_key",)
        constraints = (
            models.UniqueConstraint(fields=("pack", "version"), name="release_version_once"),
            models.UniqueConstraint(fields=("pack", "order_key"), name="release_order_once"),
            models.CheckConstraint(name="release_version_shape", condition=models.Q(version__regex=SEMVER_PATTERN)),
            models.CheckConstraint(name="release_ruleset_shape", condition=models.Q(ruleset__regex=RULESET_PATTERN)),
            digest_check("zip_sha256", "release_zip_shape"),
        )

    def __str__(self) -> str:
        return self.version


class ReleaseFile(models.Model):
    """One file of a release, its bytes in a blob."""

    release = models.ForeignKey("cards.Release", models.PROTECT, related_name="files")
    path = models.CharField(max_length=255)
    size = models.PositiveIntegerField()
    blob = models.ForeignKey("cards.Blob", models.PROTECT, db_column="sha256", related_name="+")

    class Meta:
        ordering = ("path",)
        constraints = (
            models.UniqueConstraint(fields=("release", "path"), name="release_file_once"),
            models.CheckConstraint(
                name="release_file_path_shape",
                condition=models.Q(path__regex=r"^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*$"),
            ),
        )

    @property
    def sha256(self) -> str:
        """Return the hash of the file's bytes."""
        return self.blob_id


class ReleaseCard(models.Model):
    """The exact version of a card that a release ships, under the id that it had then."""

    release = models.ForeignKey("cards.Release", models.PROTECT, related_name="cards")
    card = models.ForeignKey("cards.Card", models.PROTECT, related_name="released_in")
    version = models.ForeignKey("cards.CardVersion", models.PROTECT, related_name="released_in")
    written_id = models.CharField(max_length=128)
    path = models.CharField(max_length=255)
    blob = models.ForeignKey("cards.Blob", models.PROTECT, db_column="sha256", related_name="+")
    deprecated = models.JSONField(null=True)

    class Meta:
        ordering = ("written_id",)
        constraints = (
            models.UniqueConstraint(fields=("release", "card"), name="release_card_once"),
            models.UniqueConstraint(fields=("release", "written_id"), name="release_card_id_once"),
        )

    @property
    def sha256(self) -> str:
        """Return the hash of the card's own canonical bytes."""
        return self.blob_id


class ReleaseYank(models.Model):
    """A release taken out of the channels, or put back: append-only, the newest row of a release holds.

    Shapes: reason has the keys `en` and `zh`; instead is the version to use in its place, empty when nothing is.
    """

    release = models.ForeignKey("cards.Release", models.PROTECT, related_name="yanks")
    yanked = models.BooleanField()
    reason = models.JSONField(default=both_languages)
    instead = models.CharField(max_length=SEMVER_LENGTH, blank=True)
    by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-id",)
        indexes = (models.Index(fields=("release", "-id"), name="yank_newest"),)


class ReleaseTombstone(models.Model):
    """A name and a version that were published once, with the bytes they stand for; no other table can take it away."""

    pack_slug = models.CharField(max_length=64)
    version = models.CharField(max_length=SEMVER_LENGTH)
    manifest_sha256 = models.CharField(max_length=SHA256_LENGTH)
    zip_sha256 = models.CharField(max_length=SHA256_LENGTH)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("pack_slug", "version"), name="tombstone_once"),
            digest_check("manifest_sha256", "tombstone_manifest_shape"),
            digest_check("zip_sha256", "tombstone_zip_shape"),
        )


class SigningKey(models.Model):
    """A public key with which releases of this portal are or were signed.

    Shapes: public_key is the line that `minisign -P` takes; sealed_secret the secret key as `cards.sealing` seals it, empty in all rows
            but that of the key that signs, and in all where the secret comes from the environment. A retired key signs nothing
            any more, and verifies what it signed.
    """

    key_id = models.CharField(max_length=16, unique=True)
    public_key = models.CharField(max_length=56)
    sealed_secret = models.TextField(blank=True, default="", db_default="")
    created_at = models.DateTimeField(default=timezone.now)
    retired_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
