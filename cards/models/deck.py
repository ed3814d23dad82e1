"""Decks of a pack with every save."""

from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from cards.models.fields import SHA256_LENGTH, LineField, digest_check

DECK_ID_LENGTH = 128  # characters, as the schema of decks has it
DECK_NAME_LENGTH = 80


class Deck(models.Model):
    """A deck of a pack: its text in the engine's own format, shared by the pack's designers.

    Shapes: deck_id and name are those of the text; number is the deck's address within its pack.
    """

    pack = models.ForeignKey("cards.Pack", models.PROTECT, related_name="decks")
    number = models.PositiveIntegerField()
    deck_id = LineField(max_length=DECK_ID_LENGTH)
    name = LineField(max_length=DECK_NAME_LENGTH, blank=True)
    text = models.TextField()
    sha = models.CharField(max_length=SHA256_LENGTH)
    revision = models.PositiveIntegerField(default=1)
    saved_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    saved_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    trashed_at = models.DateTimeField(null=True, blank=True)
    trashed_by = models.ForeignKey("cards.Account", models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("pack", "number"), name="deck_number_once_in_pack"),
            models.UniqueConstraint(
                "pack", Lower("deck_id"), condition=models.Q(trashed_at__isnull=True), name="deck_id_once_in_pack"
            ),
            models.CheckConstraint(name="deck_revision_from_one", condition=models.Q(revision__gte=1)),
            digest_check("sha", "deck_sha_shape"),
        )
        indexes = (models.Index(fields=("pack", "-saved_at"), name="deck_saved_at"),)

    def __str__(self) -> str:
        return self.deck_id

    @property
    def etag(self) -> str:
        """Return the mark of this state, `r7-9f2c41aa`, that a save must quote."""
        return f"r{self.revision}-{self.sha[:8]}"

    @property
    def title(self) -> str:
        """Return what people call the deck: its name, or else its id."""
        return self.name or self.deck_id


class DeckRevision(models.Model):
    """One acknowledged save of a deck.

    Shapes: change is nothing, `{"card", "from", "to"}`, the copies of the one card that it changed, or `{"restored"}`, the
            revision that it went back to.
    """

    deck = models.ForeignKey("cards.Deck", models.CASCADE, related_name="revisions")
    revision = models.PositiveIntegerField()
    text = models.TextField()
    sha = models.CharField(max_length=SHA256_LENGTH)
    change = models.JSONField(null=True)
    author = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-revision",)
        constraints = (
            models.UniqueConstraint(fields=("deck", "revision"), name="deck_revision_once"),
            digest_check("sha", "deck_revision_sha_shape"),
        )
