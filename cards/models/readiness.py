"""What the gates of a pack's next release came to, and the marks of changes since."""

from django.db import models


class PackChange(models.Model):
    """The mark that something of a pack changed that its gates read; triggers of the database write it in the same transaction.

    Marks are inserted and deleted, never changed, so writers of one pack wait for none of each other. The pack is no foreign key
    of the database: inserting one would wait for the transaction that locks the pack's row.
    """

    pack = models.ForeignKey("cards.Pack", models.DO_NOTHING, db_constraint=False, related_name="+")

    class Meta:
        ordering = ("id",)


class PackReadiness(models.Model):
    """The gates of a pack's saved plan as they were worked out last; they hold while the pack has no mark of a change.

    Shapes: gates are as `cards.queries.gates.plan_gates` returns them, each with `count`, the number of all that are missing, of
            which the first are listed; summary is as `cards.queries.readiness.Summary`; made_by names the code that worked
            them out; is_whole says whether every card was checked.
    Units:  revision counts the times that the row was written.
    """

    pack = models.OneToOneField("cards.Pack", models.CASCADE, related_name="readiness")
    gates = models.JSONField()
    summary = models.JSONField()
    made_by = models.CharField(max_length=80)
    made_at = models.DateTimeField()
    is_whole = models.BooleanField()
    revision = models.PositiveIntegerField(default=1)
