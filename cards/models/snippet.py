"""Pieces of cards that the designers of a pack keep to use again."""

from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from cards.models.fields import LineField

NAME_LIMIT = 80  # characters of a snippet's name
SLOT_LIMIT = 64  # characters of the name of what it is: effect, condition, behavior
BODY_LIMIT = 16_384  # characters of its JSON text


class Snippet(models.Model):
    """A block that is inserted as a copy: no card keeps a link to it.

    Shapes: slot is the schema's name for the place where it fits; body is the JSON text of one object, as it was written.
    """

    pack = models.ForeignKey("cards.Pack", models.CASCADE, related_name="snippets")
    name = LineField(max_length=NAME_LIMIT)
    slot = LineField(max_length=SLOT_LIMIT)
    body = models.TextField(max_length=BODY_LIMIT)
    saved_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = (Lower("name"), "pk")
        constraints = (
            models.UniqueConstraint("pack", Lower("name"), name="snippet_name_once_in_pack"),
            models.CheckConstraint(name="snippet_has_name", condition=~models.Q(name="")),
        )

    def __str__(self) -> str:
        return self.name
