"""How the columns of files that people import fill the fields of a game, remembered for files of the same columns."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from cards.models.fields import SHA256_LENGTH, digest_check


class ImportMapping(models.Model):
    """A mapping that a person confirmed, one for each set of columns in a pack.

    Shapes: shape is the hash of the columns; kind is what rows become that name no kind themselves; fields maps a column to the
            JSON Pointer of a field, or to `kind`, whose words name the kind of each row.
    """

    pack = models.ForeignKey("cards.Pack", models.CASCADE, related_name="import_mappings")
    shape = models.CharField(max_length=SHA256_LENGTH)
    columns = ArrayField(models.TextField())
    kind = models.CharField(max_length=32)
    fields = models.JSONField()
    saved_by = models.ForeignKey("cards.Account", models.PROTECT, related_name="+")
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-saved_at", "-pk")
        constraints = (
            models.UniqueConstraint(fields=("pack", "shape"), name="import_mapping_once_in_pack"),
            digest_check("shape", "import_mapping_shape"),
        )

    def __str__(self) -> str:
        return self.shape
