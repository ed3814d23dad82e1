"""Changes to many cards at once: one row for the whole, one for each card, so that the whole can be undone."""

from django.db import models
from django.utils import timezone

from cards.models.fields import choice_check


class BulkKind(models.TextChoices):
    """Where a change to many cards came from."""

    GRID = "grid", "Grid"
    CSV = "csv", "CSV"
    REPLACE = "replace", "Replace"
    UNDO = "undo", "Undo"


class BulkEdit(models.Model):
    """One change to many cards, written whole or not at all.

    Shapes: summary says what was done, as the page lists it: `{"what": {"en": …, "zh": …}}`; undoes is the edit that this one takes back.
    """

    pack = models.ForeignKey("cards.Pack", models.PROTECT, related_name="bulk_edits")
    kind = models.CharField(max_length=7, choices=BulkKind.choices)
    summary = models.JSONField(default=dict)
    author = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    undoes = models.OneToOneField("self", models.PROTECT, null=True, related_name="undone_by")

    class Meta:
        ordering = ("-id",)
        constraints = (choice_check("kind", BulkKind.values, "bulk_edit_kind_known"),)


class BulkChange(models.Model):
    """One card of a bulk edit: the revision that it had before, and the one that it got."""

    bulk = models.ForeignKey("cards.BulkEdit", models.CASCADE, related_name="changes")
    card = models.ForeignKey("cards.Card", models.CASCADE, related_name="+")
    before = models.PositiveIntegerField()
    after = models.PositiveIntegerField()

    class Meta:
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("bulk", "card"), name="bulk_change_once"),)
