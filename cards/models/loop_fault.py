"""Loops of the portal that fail: one row for each as long as it does."""

from django.db import models
from django.db.models.functions import Now


class LoopFault(models.Model):
    """A loop of a process that failed the last time; the row goes once a turn succeeds.

    Shapes: error is the kind of fault and its words; faults counts the failed turns since the loop last went well.
    """

    host = models.CharField(max_length=120)
    name = models.CharField(max_length=64)
    faults = models.PositiveIntegerField(default=1)
    error = models.CharField(max_length=300)
    failed_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("host", "name")
        constraints = (models.UniqueConstraint(fields=("host", "name"), name="loop_fault_once"),)
