"""The words that a pack's texts keep to, in both languages."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from cards.models.fields import LineField

WORD_LIMIT = 80  # characters of a term or of another word for it
NOTE_LIMIT = 500  # characters of a note
WORDS_LIMIT = 20  # other words that one term may list in a language


def words_field() -> ArrayField:
    """Return a column for several words."""
    return ArrayField(LineField(max_length=WORD_LIMIT), default=list, blank=True)


class GlossaryTerm(models.Model):
    """A term of a pack in both languages.

    Shapes: also_* are words that are as good as the term, avoid_* those that are warned about where they are written.
    """

    pack = models.ForeignKey("cards.Pack", models.CASCADE, related_name="glossary")
    en = LineField(max_length=WORD_LIMIT)
    zh = LineField(max_length=WORD_LIMIT)
    also_en = words_field()
    also_zh = words_field()
    avoid_en = words_field()
    avoid_zh = words_field()
    note = models.CharField(max_length=NOTE_LIMIT, blank=True)
    revision = models.PositiveIntegerField(default=1)
    edited_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    edited_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = (Lower("en"), "pk")
        constraints = (
            models.UniqueConstraint("pack", Lower("en"), name="glossary_term_once_in_pack"),
            models.CheckConstraint(name="glossary_term_in_both", condition=~models.Q(en="") & ~models.Q(zh="")),
        )

    def __str__(self) -> str:
        return self.en
